"""Helpers of tests: seat a round without a draw, write and read lines, undo writes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.actas.services import record_hand
from scoring.models import Hand
from tournaments.models import Entry, Match, MatchSide, Round, Tournament
from tournaments.rounds.services.tables import call_waiting
from tournaments.site import page_cache

ACTA = "/t/casino-de-calamocha/acta/R1P001/"  # the acta of match 1 of round 1
PREVIEW = ACTA + "prueba/"
PUBLIC = "/t/casino-de-calamocha/partida/R1P001/"
LINES = ["coto 3-1", "coto 2-3", "coto 3-0"]  # A wins two of the three cotos, 8 partidas to 4


def seat_round(
    tournament: Tournament,
    meetings: Sequence[Sequence[Entry]],
    *,
    published: bool = True,
    letter: str = "R",
) -> Round:
    """Create the next round with these matches in order, and call them to the free tables.

    A meeting of one entry is a bye. The code of a match has the letter, the round and the position,
    as R1P003.
    """
    stage = tournament.stage
    number = stage.rounds.count() + 1
    state = Round.State.PUBLISHED if published else Round.State.DRAFT
    round = Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=number,
        serial=number,
        seed=f"tapete/{number}",
        state=state,
        published_at=timezone.now() if published else None,
        announced_at=timezone.now() if published else None,
    )
    last_number = tournament.matches.filter(number__isnull=False).count()
    matches = []
    for position, entries in enumerate(meetings, 1):
        bye = len(entries) == 1
        last_number += not bye
        matches.append(
            Match(
                tournament=tournament,
                round=round,
                position=position,
                number=None if bye else last_number,
                code=f"{letter}{number}P{position:03d}",
                state=_state(bye, published),
            )
        )
    Match.objects.bulk_create(matches)
    MatchSide.objects.bulk_create(
        MatchSide(match=match, round=round, side=side, entry=entry)
        for match, entries in zip(matches, meetings, strict=True)
        for side, entry in enumerate(entries)
    )
    if published:
        call_waiting(tournament=tournament, author=None)
    return round


def _state(bye: bool, published: bool) -> str:
    if bye:
        return Match.State.BYE
    return Match.State.WAITING if published else Match.State.PLANNED


def lines() -> list[str]:
    """Return the lines of every acta."""
    return list(Hand.objects.values_list("line", flat=True))


def write(match: Match, author: User, *new_lines: str) -> None:
    """Write these lines at the end of the acta of a match."""
    first = Hand.objects.filter(acta__match=match).count() + 1
    for number, line in enumerate(new_lines, first):
        record_hand(match=match, author=author, line=line, number=number)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back the writes of the block and clear the caches."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    page_cache.PAGES.clear()
    page_cache.clear_memory()
