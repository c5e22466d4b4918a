"""Where a tournament speaks of some entries, and of the people who are or were in them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import override

from tournaments.models import (
    AuditLine,
    Entry,
    LineUp,
    Match,
    MatchSide,
    Player,
    Substitution,
    Tournament,
)
from tournaments.names.masking import Mask, in_members, single_words, spellings
from tournaments.names.people import Person, fold, words_of

# «12 · Ana Yus», «Ronda 2: 12 · Peña», «Partida 7: 12», «3 ≠ 12», «Ronda 1: 3 ↔ 12».
NUMBERS = re.compile(r"(?:^|: |[≠↔] )(\d+)(?= |$)")
MATCH = re.compile(r"^Partida (\d+)")
NAME_MEMBERS = words_of("players team leaves comes")  # of audit lines about an entry


@dataclass(frozen=True, slots=True)
class Mentions:
    """Some entries of a tournament by number, or all (`whole`: also those deleted since), and the
    numbers of their matches; `mask` finds their people's names in prose."""

    tournament: Tournament
    entries: Collection[int]
    matches: Collection[int]
    whole: bool
    mask: Mask
    tags: Mapping[str, str]  # surnames and towns of a draw, with what takes their place

    def is_of(self, number: int) -> bool:
        return self.whole or number in self.entries

    def numbers(self, line: AuditLine) -> list[int]:
        """Return the numbers of these entries that the subject of an audit line says."""
        said = map(int, NUMBERS.findall(line.subject))
        return [number for number in said if self.is_of(number)]

    def is_about(self, line: AuditLine) -> bool:
        """Return whether an audit line is about one of these entries or of their matches."""
        match = MATCH.match(line.subject)
        of_match = match is not None and int(match[1]) in self.matches
        return of_match or bool(self.numbers(line))


def title_without_names(tournament: Tournament, number: int) -> str:
    """Return «pareja 27», in Spanish: what stays written in the place of its people."""
    with override("es"):
        return f"{tournament.unit.one} {number}"


def mentions_of(
    tournament: Tournament, entries: Sequence[Entry], *, whole: bool = False
) -> Mentions:
    people = _people_of(entries)
    everybody = [person for some in people.values() for person in some]
    towns = [Person(person.town) for person in everybody]
    in_audit = _names_in_audit(tournament)
    names_of_others = _names_of_others(tournament, entries)
    spoken = {*single_words(map(Person, names_of_others)), *single_words(towns)}
    spoken |= {*single_words(map(Person, _words_of_the_day(tournament)))}
    instead: dict[str, str] = {}
    for number in {**people, **in_audit} if whole else people:
        names = [name for person in people.get(number, ()) for name in spellings(person)]
        names += [*in_audit.get(number, ())]
        plain = [Person(name.partition(" (")[0]) for name in names]
        words = [word for word in single_words(plain) if word not in spoken]
        title = title_without_names(tournament, number)
        instead = dict.fromkeys([*names, *words], title) | instead
    matches = Match.objects.filter(sides__entry__in=entries).values_list("number", flat=True)
    return Mentions(
        tournament,
        people.keys(),
        set(matches) - {None},
        whole,
        Mask(instead, names_of_others),
        _tags(entries, everybody),
    )


def _people_of(entries: Sequence[Entry]) -> dict[int, list[Person]]:
    """Everybody who stood in each entry, by number: now, replaced, lined up, beside a match."""
    found = {
        entry.pk: [Person(entry.name)] * bool(entry.name)
        + [seat.player.person for seat in entry.seats.all()]
        for entry in entries
    }
    changes = Substitution.objects.filter(entry__in=entries).select_related("leaves", "comes")
    for change in changes:
        found[change.entry_id] += [change.leaves.person, change.comes.person]
    lined_up = LineUp.objects.filter(side__entry__in=entries).select_related("player", "side")
    for place in lined_up:
        found[place.side.entry_id].append(place.player.person)
    sides = MatchSide.objects.filter(entry__in=entries).exclude(names="")
    for entry, names in sides.values_list("entry", "names"):
        found[entry] += map(Person, names.split(" · "))
    return {entry.number: list(dict.fromkeys(found[entry.pk])) for entry in entries}


def _names_in_audit(tournament: Tournament) -> dict[int, dict[str, None]]:
    """Return how the audit names the people of each number: also misspelt, or deleted since."""
    found: dict[int, dict[str, None]] = {}
    for line in tournament.audit.only("subject", "before", "after"):
        for number in map(int, NUMBERS.findall(line.subject)):
            names = found.setdefault(number, {})
            for value in (line.before, line.after):
                in_members(value, NAME_MEMBERS, lambda name, of=names: of.setdefault(name) or name)
    return found


def _names_of_others(tournament: Tournament, entries: Sequence[Entry]) -> list[str]:
    """Return the names of those who stay, in every spelling, and of their teams."""
    gone = [entry.pk for entry in entries]
    stay = Player.objects.filter(tournament=tournament, seats__isnull=False)
    stay = stay.exclude(seats__entry__in=gone).distinct()
    teams = tournament.entries.exclude(pk__in=gone).exclude(name="").values_list("name", flat=True)
    return [*(name for player in stay for name in spellings(player.person)), *teams]


def _words_of_the_day(tournament: Tournament) -> list[str]:
    """Return the names that the organiser gave to things: a word of them says nobody."""
    stages = tournament.stages.values_list("name", flat=True)
    screens = tournament.screens.values_list("name", flat=True)
    return [tournament.name, tournament.venue, *stages, *screens]


def _tags(entries: Sequence[Entry], people: Sequence[Person]) -> dict[str, str]:
    """Return the surnames and towns of these people as a draw looks at them («family:gil»), each
    with the tag that takes its place: of the first of these entries, so that no other has it."""
    families = [word for person in people for word in person.surname.split()]
    towns = [entry.town for entry in entries] + [person.town for person in people]
    kinds = (("family", families), ("town", towns))
    tags = dict.fromkeys((kind, fold(value)) for kind, values in kinds for value in values if value)
    first = min(entry.number for entry in entries)
    return {
        f"{kind}:{word}": f"{kind}:~{first}.{place}" for place, (kind, word) in enumerate(tags, 1)
    }
