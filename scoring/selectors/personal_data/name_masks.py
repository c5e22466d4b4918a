"""The names that leave a tournament, and how each is found in what was written there."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from tournaments.names.masking import Mask, single_words, spellings
from tournaments.names.people import Person, fold, name_key

# «12 · Ana Yus», «Ronda 2: 12 · Peña», «Partida 7: 12», «3 ≠ 12», «Ronda 1: 3 ↔ 12».
NUMBERS = re.compile(r"(?:^|: |[≠↔] )(\d+)(?= |$)")
MATCH = re.compile(r"^Partida (\d+)")
PERSON = re.compile(r"(.*?)(?: \((.*)\))?")
HISTORY = ("players", "team", "leaves", "comes")  # members of audit lines that are names


@dataclass(frozen=True, slots=True)
class Masks:
    """The names looked for: everywhere (`wide`), in prose (`prose`, also the words that nobody else
    there is called by) and in what was written about an entry (`own`, by its key: any word of its
    names). `tags` are the surnames and towns of these people as draws looked at them."""

    wide: Mask
    prose: Mask
    own: Mapping[int, Mask]
    instead: Mapping[int, str]
    by_number: Mapping[int, int]
    by_match: Mapping[int, frozenset[int]]
    by_match_number: Mapping[int, frozenset[int]]
    tags: Mapping[str, str] = field(default_factory=dict)

    def about(self, line: AuditLine) -> set[int]:
        """Return the entries, of those forgotten, that an audit line is about."""
        found = set(entries_of(line, self.by_number))
        if match := MATCH.match(line.subject):
            found |= self.by_match_number.get(int(match.group(1)), frozenset())
        return found


def masks_of(
    tournament: Tournament, entries: Sequence[Entry], instead: Mapping[int, str], deleted: str = ""
) -> Masks:
    """Return the masks of these entries; `instead` is what is written for each, by its key.

    With `deleted`, that is written for the people of deleted entries, whom only the audit names.
    """
    people = _people_by_entry(tournament, entries)
    teams = {one.pk: one.name for one in entries if one.name}
    others = _others(tournament, entries, people)
    wide, prose = Mask(), Mask()
    for name in others.names:
        wide.protect(name)
        prose.protect(name)
    own = {one.pk: Mask() for one in entries}
    for entry in entries:
        said = instead[entry.pk]
        ways = [way for one in people[entry.pk] for way in spellings(one)]
        ways += [teams[entry.pk]] if entry.pk in teams else []
        for way in ways:
            for mask in (own[entry.pk], wide, prose):
                mask.add(way, said)
        for word in single_words(people[entry.pk]):
            own[entry.pk].add(word, said)
            if word not in others.words:
                prose.add(word, said)
        for name in others.names:
            own[entry.pk].protect(name)
    for line in tournament.audit.filter(act="delete_entry") if deleted else ():
        for way in (way for one in _remembered(line) for way in spellings(one)):
            wide.add(way, deleted)
            prose.add(way, deleted)
    by_match, by_match_number = _matches(entries)
    return Masks(
        wide,
        prose,
        own,
        instead,
        {one.number: one.pk for one in entries},
        by_match,
        by_match_number,
        _tags(entries, people),
    )


def entries_of(line: AuditLine, by_number: Mapping[int, int]) -> Iterator[int]:
    """The entries that the subject of a line, or its values, say by their number."""
    said = {int(one) for one in NUMBERS.findall(line.subject)}
    for value in (line.before, line.after):
        if isinstance(value, dict) and type(value.get("number")) is int:
            said.add(value["number"])
    yield from (by_number[one] for one in said if one in by_number)


@dataclass(frozen=True, slots=True)
class _Others:
    """The names of those who stay, in every spelling, and the words of towns and tournament."""

    names: frozenset[str]
    words: frozenset[str]


def _others(
    tournament: Tournament, entries: Sequence[Entry], people: Mapping[int, Iterable[Person]]
) -> _Others:
    gone = {entry.pk for entry in entries}
    stay = Player.objects.filter(tournament=tournament, seats__isnull=False)
    stay = stay.exclude(seats__entry__in=gone).distinct()
    known = [one.person for one in stay]
    teams = tournament.entries.exclude(pk__in=gone).exclude(name="").values_list("name", flat=True)
    names = {name_key(way) for one in known for way in spellings(one)}
    names |= {name_key(team) for team in teams}
    towns = [one.town for one in (*known, *(one for some in people.values() for one in some))]
    texts = [*names, *towns, tournament.name, tournament.venue]
    words = {word for text in texts for word in single_words([Person(text)])}
    return _Others(frozenset(names), frozenset(words))


def _people_by_entry(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, list[Person]]:
    """Everybody who ever stood in each entry: now, replaced, lined up, or spelt otherwise."""
    found: dict[int, list[Person]] = {one.pk: [] for one in entries}
    for entry in entries:
        found[entry.pk] += [seat.player.person for seat in entry.seats.all()]
    changed = Substitution.objects.filter(entry__in=entries).select_related("leaves", "comes")
    for one in changed:
        found[one.entry_id] += [one.leaves.person, one.comes.person]
    for line_up in LineUp.objects.filter(side__entry__in=entries).select_related("player", "side"):
        found[line_up.side.entry_id].append(line_up.player.person)
    sides = MatchSide.objects.filter(entry__in=entries).exclude(names="")
    for entry_id, names in sides.values_list("entry", "names"):
        found[entry_id] += [Person(name) for name in names.split(" · ")]
    by_number = {one.number: one.pk for one in entries}
    for line in tournament.audit.only("act", "subject", "before", "after"):
        for entry_id in entries_of(line, by_number):
            found[entry_id] += _remembered(line)
    return {key: list(dict.fromkeys(people)) for key, people in found.items()}


def _remembered(line: AuditLine) -> Iterator[Person]:
    """The people whom the values of a line name."""
    for value in (line.before, line.after):
        if line.act in ("set_line_up", "name_players"):
            texts = value if isinstance(value, list) else [value]
            said = [one for text in texts if isinstance(text, str) for one in text.split(" · ")]
        else:
            said = list(_named(value))
        for name in said:
            plain, town = PERSON.fullmatch(name).groups()  # type: ignore[union-attr]
            if plain:
                yield Person(plain, "", town or "")


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name in HISTORY:
            told = value.get(name)
            texts = told if isinstance(told, list) else [told]
            yield from (text for text in texts if isinstance(text, str))


def _matches(
    entries: Sequence[Entry],
) -> tuple[dict[int, frozenset[int]], dict[int, frozenset[int]]]:
    """The entries of each match they play, by its key and by its number."""
    by_key: dict[int, set[int]] = {}
    sides = MatchSide.objects.filter(entry__in=entries).values_list("match", "entry")
    for match, entry in sides:
        by_key.setdefault(match, set()).add(entry)
    numbers = dict(Match.objects.filter(pk__in=by_key).values_list("pk", "number"))
    frozen = {key: frozenset(found) for key, found in by_key.items()}
    return frozen, {number: frozen[key] for key, number in numbers.items() if number}


def _tags(entries: Sequence[Entry], people: Mapping[int, Collection[Person]]) -> dict[str, str]:
    """Return their tags in draws («family:gil»), each with the word that stands for it now."""
    found: dict[str, str] = {}
    for entry in entries:
        families = [word for one in people[entry.pk] for word in one.surname.split()]
        towns = [entry.town, *(one.town for one in people[entry.pk])]
        for kind, values in (("family", families), ("town", towns)):
            for value in filter(None, dict.fromkeys(values)):
                found.setdefault(f"{kind}:{fold(value)}", f"{kind}:~{len(found) + 1}")
    return found
