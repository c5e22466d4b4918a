"""Build tournaments of hundreds or thousands of pairs in a few seconds.

People are written as rows, rounds by the services, and results in bulk (`tests.days.hall.Day`).
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from scoring.forecast.simulation.rehearsal import NAMES, SURNAMES, TOWNS
from tests.days.hall import Day, luck
from tournaments.models import Entry, EntryPlayer, Match, Player, Tournament
from tournaments.names.people import Person, identity
from tournaments.setup.services.tournament import create_tournament

ONE_COTO = {"cotos": 1, "partidas": 3}
FIVE_ROUNDS: Mapping[str, Any] = {"rounds": 5}
MOST_TABLES = 500
BATCH = 2000


def crowd(
    author: User,
    pairs: int,
    *,
    finished: int = 2,
    half: bool = True,
    format: str = "swiss",
    format_options: Mapping[str, Any] = FIVE_ROUNDS,
    **changes: Any,
) -> Day:
    """Create a tournament of `pairs` pairs with `finished` rounds played and another in play.

    If `half`, every other match of the round in play has its result.
    """
    values = {
        "name": f"Gran maratón de {pairs} ({format})",
        "venue": "Pabellón",
        "starts_at": timezone.now(),
        "tables": min(pairs // 2, MOST_TABLES),
        "game": "guinote",
        "game_options": ONE_COTO,
        "seed": "multitud",
        "confirmations": 0,
        **changes,
    }
    tournament = create_tournament(
        author=author, format=format, format_options=format_options, **values
    )
    enter(tournament, pairs)
    day = Day(author, tournament)
    for _round in range(finished):
        day.write(day.draw(), coto)
    round = day.draw()
    if half:
        write_half(day, round.serial)
    return day


def enter(tournament: Tournament, pairs: int) -> None:
    """Register `pairs` entries, paid and present; no two people have the same name."""
    people = [_invented_person(place) for place in range(tournament.entry_size * pairs)]
    players = Player.objects.bulk_create(
        (
            Player(
                tournament=tournament,
                name=person.name,
                surname=person.surname,
                town=person.town,
                identity=identity(person),
            )
            for person in people
        ),
        batch_size=BATCH,
    )
    entries = Entry.objects.bulk_create(
        (
            Entry(tournament=tournament, number=number, paid=True, present=True)
            for number in range(1, pairs + 1)
        ),
        batch_size=BATCH,
    )
    size = tournament.entry_size
    EntryPlayer.objects.bulk_create(
        (
            EntryPlayer(entry=entry, player=players[size * place + seat], position=seat)
            for place, entry in enumerate(entries)
            for seat in range(size)
        ),
        batch_size=BATCH,
    )


def _invented_person(place: int) -> Person:
    repeats, combination = divmod(place, len(NAMES) * len(SURNAMES))
    surname = f"{SURNAMES[combination // len(NAMES)]} {SURNAMES[repeats % len(SURNAMES)]}"
    return Person(
        NAMES[combination % len(NAMES)] + " II" * (repeats // len(SURNAMES)),
        surname,
        TOWNS[place % len(TOWNS)],
    )


def write_half(day: Day, serial: int) -> int:
    """Write the results of every other match of round `serial`; return their number."""
    round = day.tournament.rounds.get(serial=serial)
    other_matches = Match.objects.annotate(half=F("position") % 2).filter(round=round, half=1)
    return day.write_these(other_matches, coto)


def coto(match: Match, numbers: tuple[int, ...]) -> str:
    """Return the only line of a match of one coto."""
    partidas = match.round.stage.game_options["partidas"]
    losses, second_wins = luck(partidas, match, "partidas"), luck(2, match, "gana")
    return f"coto {losses}-{partidas}" if second_wins else f"coto {partidas}-{losses}"
