"""Standings of a big day from PostgreSQL rows to ranked lines, beside one SQL query and plain Python.

Points, head-to-head, Buchholz, Buchholz less the lowest, Sonneborn-Berger and difference, of 500 and
of 10,000 entries after 15 rounds, in the site's own tables of a scratch database. The SQL query
ranks by the same six with window functions; plain Python fetches the rows and adds them up. All
the orders are compared. Then one new result more. Milliseconds, medians of five, every way in
turn.

    ./dev bench standings      or      .venv/bin/python benchmarks/standings.py [ENTRIES…]
"""

import os
import random
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("TAPETE_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
SIZES, ROUNDS, TURNS = ("500", "10000"), 15, 5
CHAIN = ("points", "head_to_head", "buchholz_points", "buchholz_cut1", "sonneborn", "counted_diff")
CHAIN = ("points", "head_to_head", "rivals_points", "buchholz_cut1", "sonneborn", "counted_diff")
GAME, PRESET, COUNTED = "marcador", "", "cuenta"


# --- The tournament ---------------------------------------------------------------------------
def build(entries: int) -> None:
    """A Swiss played by the dice, drawn by lot: what is measured is the counting."""
    from dataclasses import asdict

    from django.utils import timezone

    import rules
    from tournaments.models import Entry, Round, Stage, Tournament

    game = rules.game("guinote")
    tournament = Tournament.objects.create(
        slug="bench", name="Bench", starts_at=timezone.now(), tables=500, game=game.KEY
    )
    stage = Stage.objects.create(
        tournament=tournament, format="swiss", seed="bench", chain=list(CHAIN),
        game_options=asdict(next(iter(game.PRESETS.values()))),
        format_options={"rounds": ROUNDS},
    )  # fmt: skip
    Entry.objects.bulk_create(
        (Entry(tournament=tournament, number=number) for number in range(1, entries + 1)),
        batch_size=5000,
    )
    dice, entered = random.Random(7), list(tournament.entries.order_by("number"))
    for number in range(1, ROUNDS + 1):
        drawn = Round.objects.create(
            stage=stage, number=number, seed="bench", state=Round.State.PUBLISHED
        )
        dice.shuffle(entered)
        play_round(drawn, entered, dice)


def play_round(drawn: Any, entered: list[Any], dice: random.Random) -> None:
    """Every match of a round with its result: a few rows at once instead of many acts."""
    from scoring.models import Acta, Result
    from tournaments.models import Match, MatchSide

    matches = Match.objects.bulk_create(
        (
            Match(
                tournament=drawn.stage.tournament, round=drawn, position=position,
                code=f"{drawn.number}-{position}", state=Match.State.FINISHED,
            )
            for position in range(1, len(entered) // 2 + 1)
        ),
        batch_size=5000,
    )  # fmt: skip
    MatchSide.objects.bulk_create(
        (
            MatchSide(match=match, round=drawn, side=side, entry=entered[2 * at + side])
            for at, match in enumerate(matches)
            for side in (0, 1)
        ),
        batch_size=10000,
    )
    actas = Acta.objects.bulk_create((Acta(match=match) for match in matches), batch_size=5000)
    results = []
    for acta in actas:
        partidas = [6, dice.randrange(6)] if dice.random() < 0.5 else [dice.randrange(6), 6]
        winner = 0 if partidas[0] == 6 else 1
        if dice.random() < 0.1:
            winner, partidas = None, [5, 5]
        tallies = {"cotos": [p // 3 for p in partidas], "partidas": partidas}
        results.append(Result(match=acta.match, acta=acta, winner=winner, tallies=tallies))
    Result.objects.bulk_create(results, batch_size=5000)


def with_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
