"""What the site asks about the entries of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.core import Situation
from tournaments.imports.rows import Registered
from tournaments.models import Entry, EntryPlayer, MatchSide, Round, Tournament
from tournaments.people import fold

ORDERS = ("number", "surname", "newest")


def registered(tournament: Tournament) -> Registered:
    """Numbers given and people in live entries, for checking an import. Three queries."""
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
    return Registered(
        numbers,
        {
            key: (number, " · ".join(titles[number]), town)
            for number, key, _name, _surname, town in seats
        },
        {fold(name): number for name, number in teams.values_list("name", "number")},
    )


def entry_list(tournament: Tournament, search: str = "", order: str = "number") -> list[Entry]:
    """Entries with their players, those of every word of `search` (names, towns or the number).

    Case and accents do not count. Three queries, however many entries.
    """
    entries = list(tournament.entries.prefetch_related("seats__player"))
    words = fold(search).split()
    found = [entry for entry in entries if _matches(entry, words)]
    if order == "surname":
        return sorted(found, key=_by_surname)
    return sorted(found, key=lambda entry: entry.number if order == "number" else -entry.pk)


def entries_by_number(tournament: Tournament) -> dict[int, Entry]:
    """Every entry by its number, with its people. Three queries."""
    return {one.number: one for one in tournament.entries.prefetch_related("seats__player")}


def _matches(entry: Entry, words: Sequence[str]) -> bool:
    if len(words) == 1 and words[0].isdigit():
        return entry.number == int(words[0])
    players = [seat.player for seat in entry.seats.all()]
    text = fold(
        " ".join([entry.name, entry.town, *(f"{player} {player.town}" for player in players)])
    )
    return all(word in text for word in words)


def _by_surname(entry: Entry) -> tuple[str, str, int]:
    seats = list(entry.seats.all())
    if entry.name or not seats:
        return fold(entry.name), "", entry.number
    first = seats[0].player
    return fold(first.surname or first.name), fold(first.name), entry.number


@dataclass(frozen=True, slots=True)
class LateEntry:
    """What happens to somebody who enters now: "" before the first draw, else one of
    "next_round" (Swiss), "into_bye" (knockout, first round in play) or "too_late"."""

    what: str
    numbers: frozenset[int] = frozenset()  # live entries that no round has drawn yet


def late_entry(tournament: Tournament) -> LateEntry:
    """What entering now means. Three queries at most."""
    stage = tournament.stage
    rounds = Round.objects.filter(stage=stage).count()
    if not rounds or stage.intake:
        return LateEntry("too_late" if stage.intake else "")
    drawn = MatchSide.objects.filter(round__stage=stage).values("entry")
    waiting = tournament.entries.filter(state=Entry.State.ENTERED).exclude(pk__in=drawn)
    undrawn = frozenset(waiting.values_list("number", flat=True))
    # How late it is depends only on how many rounds there have been.
    situation = Situation(entrants=(), rounds=((),) * rounds)
    return LateEntry(stage.system.late(situation, stage.format_rules()), undrawn)
