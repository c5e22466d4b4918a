"""Queries for the entries of a tournament."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.formats.arrivals import Vacancy
from tournaments.formats.core import Situation
from tournaments.models import (
    AuditLine,
    Entry,
    EntryPlayer,
    EntryRequest,
    Match,
    MatchSide,
    Player,
    Round,
    Stage,
    Tournament,
)
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person, fold_text, search_text, search_words
from tournaments.names.surnames import filing_key
from tournaments.people.imports.rows import ExistingEntries
from tournaments.rounds.selectors.places import seats
from tournaments.setup.selectors.stages import entry_stages

ORDERS = ("number", "surname", "newest")

# The live entries that each filter of the list shows, by its word in the address.
FILTERS: dict[str, Callable[[Entry], bool]] = {
    "presentes": lambda entry: entry.present,
    "sin-llegar": lambda entry: not entry.present,
    "pagadas": lambda entry: entry.paid,
    "sin-pagar": lambda entry: not entry.paid,
    "ambas": lambda entry: entry.present and entry.paid,
    "ninguna": lambda entry: not entry.present and not entry.paid,
}


def existing_entries(tournament: Tournament) -> ExistingEntries:
    """Return the numbers, people, teams and stages that an import is checked against."""
    numbers = frozenset(tournament.entries.values_list("number", flat=True))
    seats = list(
        EntryPlayer.objects.filter(live=True, player__tournament=tournament)
        .order_by("entry_id", "position")
        .values_list(
            "entry__number", "player__identity", "player__name", "player__surname", "player__town"
        )
    )
    teams = tournament.entries.exclude(name="").exclude(state__in=Entry.GONE)
    titles: dict[int, list[str]] = {}
    for number, _identity, name, surname, _town in seats:
        titles.setdefault(number, []).append(f"{name} {surname}".strip())
    return ExistingEntries(
        numbers,
        {
            key: (number, " · ".join(titles[number]), town)
            for number, key, _name, _surname, town in seats
        },
        {fold_text(name): number for name, number in teams.values_list("name", "number")},
        _stage_numbers(entry_stages(tournament)),
    )


def _stage_numbers(stages: Sequence[Stage]) -> dict[str, int]:
    """Return the number of a stage by each name that a list may use; {} with only one stage."""
    if len(stages) < 2:
        return {}
    numbers_by_label = {fold_text(stage.label): stage.number for stage in stages}
    return numbers_by_label | {str(stage.number): stage.number for stage in stages}


def entry_list(
    tournament: Tournament, search: str = "", order: str = "number", stage: Stage | None = None
) -> list[Entry]:
    """Return the entries, with their players, that have every word of `search`.

    `order` is one of `ORDERS`. With `stage`, return only the entries of that stage.
    """
    stage_entries = entries_of(stage) if stage else tournament.entries.all()
    entries = list(stage_entries.prefetch_related(seats()))
    words = search_words(search)
    matching = [entry for entry in entries if _matches(entry, words)]
    if order == "surname":
        return sorted(matching, key=_filing_key)
    return sorted(matching, key=lambda entry: entry.number if order == "number" else -entry.pk)


def entries_at_door(tournament: Tournament, search: str) -> list[Entry]:
    """Return the live entries that have every word of `search`, absent entries first."""
    live = [entry for entry in entry_list(tournament, search) if entry.live]
    return sorted(live, key=lambda entry: entry.present)


def entries_of(stage: Stage) -> QuerySet[Entry]:
    """Return the entries that enter by the stage or have reached it, also withdrawn entries."""
    has_reached_stage = Q(pk__in=stage.places.values("entry")) if stage.intake else Q()
    return Entry.objects.filter(
        Q(enters=stage.number) | has_reached_stage, tournament=stage.tournament_id
    )


def entries_taking_part(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries without those that wait, are single, or withdrew before a draw."""
    is_drawn = Exists(MatchSide.objects.filter(entry=OuterRef("pk")))
    return entries.exclude(state__in=Entry.OUTSIDE).filter(~Q(state__in=Entry.GONE) | is_drawn)


def entries_by_number(tournament: Tournament) -> dict[int, Entry]:
    """Return every entry by its number, with its people."""
    return {entry.number: entry for entry in tournament.entries.prefetch_related(seats())}


def sent_request_count(tournament: Tournament) -> int:
    """Return the number of requests of players that the desk has not answered."""
    return tournament.requests.filter(state=EntryRequest.State.SENT).count()


def _matches(entry: Entry, words: Sequence[tuple[str, ...]]) -> bool:
    if len(words) == 1 and words[0][0].isdigit():
        return entry.number == int(words[0][0])
    players = [seat.player for seat in entry.seats.all()]
    names = [f"{player.name_for(EVERYTHING)} {player.town}" for player in players]
    text = search_text(entry.name, entry.town, *names)
    return all(any(way in text for way in word) for word in words)


def _filing_key(entry: Entry) -> tuple[Any, ...]:
    """Return the sort key of the entry: its first person, or the team's name."""
    seats = list(entry.seats.all())
    person = Person(entry.name) if entry.name or not seats else seats[0].player.person
    return *filing_key(person), entry.number


@dataclass(frozen=True, slots=True)
class LateEntry:
    """How an entry joins now: `way` is "" before the first draw, else one of `Format.late_arrival`.

    `numbers` has the entries of the stage that are not in a round yet.
    """

    way: str
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LateOffer:
    """Late `entries` that may play now in `round`, against entries that rest in it.

    `vacancies` has the tables that late entries can fill, and `resting` the entries that rest at
    those tables.
    """

    round: Round
    vacancies: Sequence[Vacancy]
    entries: Sequence[Entry]
    resting: Sequence[Entry]

    @property
    def one_rival(self) -> bool:
        """Return whether each entry would play against only one resting entry."""
        return all(vacancy.companions == 1 for vacancy in self.vacancies)


def late_entry_way(stage: Stage) -> LateEntry:
    """Return the way of a late entry into the stage now, and the numbers not drawn yet."""
    rounds = Round.objects.filter(stage=stage).count()
    if not rounds or not stage.takes_entries:
        return LateEntry("" if stage.takes_entries else "too_late")
    drawn_entries = MatchSide.objects.filter(round__stage=stage).values("entry")
    entered_entries = stage.tournament.entries.filter(
        state=Entry.State.ENTERED, enters=stage.number
    )
    undrawn_entries = entered_entries.exclude(pk__in=drawn_entries)
    numbers = frozenset(undrawn_entries.values_list("number", flat=True))
    # Lateness depends only on the number of rounds.
    situation = Situation(entrants=(), rounds=((),) * rounds)
    return LateEntry(stage.system.late_arrival(situation, stage.format_rules()), numbers)


# --- Marks ----------------------------------------------------------------------------------------
MARKS = ("paid", "present")


def last_markings(tournament: Tournament) -> dict[str, AuditLine]:
    """Return the audit line of the last `mark_all` by mark, without those that were undone."""
    latest_lines: dict[str, AuditLine] = {}
    for line in tournament.audit.filter(act__in=["mark_all", "unmark_all"]).order_by("id"):
        latest_lines[next(mark for mark in MARKS if mark in line.after)] = line
    return {mark: line for mark, line in latest_lines.items() if line.act == "mark_all"}


# --- Substitutes ----------------------------------------------------------------------------------
def rounds_to_substitute(entry: Entry) -> list[Round]:
    """Return the published rounds in which the entry has an unfinished match, latest first."""
    sides = entry.sides.filter(round__state=Round.State.PUBLISHED, guest=False)
    unfinished_sides = sides.filter(match__state__in=Match.UNFINISHED)
    rounds = Round.objects.filter(pk__in=unfinished_sides.values("round"))
    return list(rounds.select_related("stage__tournament").order_by("-serial"))


def reserves_of(tournament: Tournament) -> list[Player]:
    """Return the reserves of the season, by surname."""
    return list(tournament.players.filter(reserve=True).order_by("surname", "name"))
