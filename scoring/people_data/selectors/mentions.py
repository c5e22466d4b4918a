"""Places where a tournament's texts mention some entries, and the names of their people."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import override

from tournaments.models import AuditLine, Entry, Match, Player, Tournament
from tournaments.names.masking import Mask, single_words, spellings
from tournaments.names.people import words_in

# Numbers of entries in the subject of an audit line, such as «12 · Ana Yus», «Ronda 2: 12 · Peña»,
# «Encuentro 7: 12», «3 ≠ 12», «Ronda 1: 3 ↔ 12».
NUMBERS = re.compile(r"(?:^|: |[≠↔] )(\d+)(?= |$)")
# The subject of an audit line about a match; older lines have «Partida».
MATCH = re.compile(r"^(?:Encuentro|Partida) (\d+)")
NAME_MEMBERS = words_in("players team leaves comes")  # members of an audit line about an entry


@dataclass(frozen=True, slots=True)
class Mentions:
    """Some entries of a tournament by number, and the numbers of their matches.

    `everybody`: these are all entries of the tournament, including deleted entries. `mask` finds
    the names of their people in prose.
    """

    tournament: Tournament
    entries: Collection[int]
    matches: Collection[int]
    everybody: bool
    mask: Mask

    def title(self, number: int) -> str:
        """Return «pareja 27» if the number belongs to one of these entries, "" otherwise."""
        is_mentioned = self.everybody or number in self.entries
        return title_without_names(self.tournament, number) if is_mentioned else ""

    def titles(self, line: AuditLine) -> list[str]:
        """Return «pareja 27» for each of these entries in the subject of an audit line."""
        return [title for number in _numbers(line) if (title := self.title(number))]

    def is_about(self, line: AuditLine) -> bool:
        """Return whether an audit line is about one of these entries or one of their matches."""
        match = MATCH.match(line.subject)
        return bool(self.titles(line)) or (match is not None and int(match[1]) in self.matches)


def title_without_names(tournament: Tournament, number: int) -> str:
    """Return «pareja 27», in Spanish: the text that replaces the names of the entry's people."""
    with override("es"):
        return f"{tournament.unit.one} {number}"


def mentions_of(
    tournament: Tournament, entries: Sequence[Entry], *, everybody: bool = False
) -> Mentions:
    """Return the mentions of these entries; with `everybody`, also of deleted entries and reserves.

    A single word of a name counts as the name, unless the word is also in the name of another
    person or of a town, or in a name that the organiser gave.
    """
    names: dict[int, list[str]] = {}
    for line in tournament.audit.only("act", "subject", "before", "after"):
        for number in _numbers(line):
            names.setdefault(number, []).extend(_names_in(line))
    for entry in entries:
        people = [seat.player.person for seat in entry.seats.all()]
        entry_names = names.setdefault(entry.number, [])
        entry_names += [entry.name, *(name for person in people for name in spellings(person))]
    other_names = _names_of_others(tournament, entries)
    common_words = single_words([*other_names, *_names_of_things(tournament)])
    entry_numbers = {entry.number for entry in entries}
    replacements: dict[str, str] = {}
    for number in names if everybody else entry_numbers:
        title = title_without_names(tournament, number)
        plain = [name.partition(" (")[0] for name in names[number]]
        words = single_words(plain) - common_words
        replacements = dict.fromkeys([*names[number], *plain, *words], title) | replacements
    if everybody:
        for reserve in tournament.players.filter(reserve=True):
            replacements = dict.fromkeys(spellings(reserve.person), "suplente") | replacements
    matches = Match.objects.filter(sides__entry__in=entries, number__isnull=False)
    match_numbers = {number for number in matches.values_list("number", flat=True) if number}
    return Mentions(
        tournament, entry_numbers, match_numbers, everybody, Mask(replacements, other_names)
    )


def _numbers(line: AuditLine) -> Iterator[int]:
    """Yield the numbers of entries in a subject. A number alone means a table or a stage."""
    if not line.subject.isdigit():
        yield from map(int, NUMBERS.findall(line.subject))


def _names_in(line: AuditLine) -> Iterator[str]:
    """Yield the names in an audit line about an entry, also old spellings and former people."""
    for value in (line.before, line.after):
        if isinstance(value, dict):
            yield from value.get("players", ())
            yield from (value[name] for name in ("team", "leaves", "comes") if name in value)
        elif line.act == "name_players":
            yield from str(value).split(" · ")


def _names_of_others(tournament: Tournament, entries: Sequence[Entry]) -> list[str]:
    """Return the names of the tournament's other people, in every spelling, and of other teams."""
    players = Player.objects.filter(tournament=tournament, seats__isnull=False)
    players = players.exclude(seats__entry__in=entries).distinct()
    teams = tournament.entries.exclude(pk__in=[entry.pk for entry in entries])
    names = [name for player in players for name in spellings(player.person)]
    return [*names, *teams.exclude(name="").values_list("name", flat=True)]


def _names_of_things(tournament: Tournament) -> list[str]:
    """Return the names of towns, tournament, venue, stages and screens, and the program's words."""
    towns = tournament.players.values_list("town", flat=True)
    stages = tournament.stages.values_list("name", flat=True)
    screens = tournament.screens.values_list("name", flat=True)
    # Words in the subjects of audit lines; in older ones «Llamada» and «Partida».
    program = "Ronda Tanda Llamada Encuentro Partida Sorteo"
    return [tournament.name, tournament.venue, program, *towns, *stages, *screens]
