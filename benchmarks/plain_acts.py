"""The peer of `benchmarks/acts.py`: the same acts, written plainly with Django's ORM.

It reads objects with `prefetch_related`, sums in Python, calls `save()` for each row (and
`full_clean()` like a form), and renders an ordinary template. It locks no rows, writes only a plain
audit line, and gives no reason for a place. The pairing is the site's own, so that only the acts
differ.
"""

import gzip
from collections import Counter
from pathlib import Path
from typing import Any

from django.template import Context, Engine
from django.utils import timezone

from scoring.models import Acta, Hand, Result
from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.models import AuditLine, Entry, Match, MatchSide, Round, Stage
from tournaments.names.audience import EVERYTHING

FOLDER = Path(__file__).resolve().parent


# --- Draw and save a round --------------------------------------------------------------------
def draw() -> Round:
    stage = Stage.objects.select_related("tournament").get()
    rounds, points = [], Counter()
    for round in stage.rounds.prefetch_related("matches__sides__entry", "matches__result"):
        played_matches = []
        for match in round.matches.all():
            sides = tuple(side.entry.number for side in match.sides.all())
            winner = sides[match.result.winner]
            points[winner] += 1
            played_matches.append(PlayedMatch(match.position, sides, winner))
        rounds.append(tuple(played_matches))
    entries = {entry.number: entry for entry in stage.tournament.entries.all()}
    entrants = tuple(Entrant(number) for number in sorted(entries))
    seed = f"{stage.seed}/{len(rounds) + 1}"
    situation = Situation(entrants, tuple(rounds), points)
    next_draw = stage.system.next_round(situation, stage.format_rules(), seed)
    round = Round(
        tournament=stage.tournament,
        stage=stage,
        number=len(rounds) + 1,
        serial=len(rounds) + 1,
        seed=seed,
    )
    round.save()
    last_number = stage.tournament.matches.count()
    for number, pairing in enumerate(next_draw.pairings, last_number + 1):
        match = Match(
            tournament=stage.tournament,
            round=round,
            position=pairing.position,
            number=number,
            code=f"P{number}",
        )
        match.save()
        for side, entry in enumerate(pairing.sides):
            MatchSide(match=match, round=round, side=side, entry=entries[entry]).save()
    return round


# --- The standings page -----------------------------------------------------------------------
def standings(stage: Stage) -> list[dict[str, Any]]:
    """Return a row for each entry, ranked: wins, partidas, difference, head-to-head, Buchholz."""
    entries = stage.tournament.entries.prefetch_related(
        "seats__player", "sides__match__result", "sides__match__sides"
    )
    rows = {entry.pk: _row(entry) for entry in entries}
    for row in rows.values():
        row["buchholz"] = sum(rows[rival]["wins"] for rival in row["rivals"])
    level_counts = Counter(map(_first_values, rows.values()))
    for row in rows.values():
        row["direct"] = sum(
            level_counts[_first_values(row)] == 2
            and _first_values(rows[rival]) == _first_values(row)
            for rival in row["beaten"]
        )
    ranked_rows = sorted(rows.values(), key=lambda row: (*_all_values(row), -row["entry"].number))[
        ::-1
    ]
    for place, row in enumerate(ranked_rows, 1):
        row["place"] = place
    return ranked_rows


def _row(entry: Entry) -> dict[str, Any]:
    row: dict[str, Any] = {"entry": entry, "title": entry.title_for(EVERYTHING), "wins": 0}
    row |= {"won": 0, "difference": 0, "rivals": [], "beaten": []}
    for side in entry.sides.all():
        result, rival = side.match.result, 1 - side.side
        (rival_entry,) = (seat.entry_id for seat in side.match.sides.all() if seat.side == rival)
        row["rivals"].append(rival_entry)
        if result.winner == side.side:
            row["wins"] += 1
            row["beaten"].append(rival_entry)
        own_partidas, rival_partidas = (
            result.tallies["partidas"][index] for index in (side.side, rival)
        )
        row["won"] += own_partidas
        row["difference"] += own_partidas - rival_partidas
    row["played"] = len(row["rivals"])
    return row


def _first_values(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["wins"], row["won"], row["difference"]


def _all_values(row: dict[str, Any]) -> tuple[int, ...]:
    return (*_first_values(row), row["direct"], row["buchholz"])


def keys() -> list[tuple[int, ...]]:
    """Return the values of each place, to compare them with the site's."""
    return [_all_values(row) for row in standings(Stage.objects.select_related("tournament").get())]


def page() -> bytes:
    stage = Stage.objects.select_related("tournament").get()
    template = Engine(libraries={}).from_string((FOLDER / "plain_standings.html").read_text())
    context = {"tournament": stage.tournament, "rows": standings(stage)}
    return gzip.compress(template.render(Context(context)).encode(), 6)


# --- Save one result --------------------------------------------------------------------------
def save_result(pk: int, author: Any) -> None:
    from benchmarks.acts import line_of

    match = Match.objects.get(pk=pk)
    line = line_of(match)
    own_partidas, other_partidas = map(int, line.split()[1].split("-"))
    acta = _clean_and_save(Acta(match=match, author=author, author_name="bench"))
    _clean_and_save(Hand(acta=acta, number=1, line=line, author=author, author_name="bench"))
    tallies = {
        "cotos": [int(own_partidas > other_partidas), int(other_partidas > own_partidas)],
        "partidas": [own_partidas, other_partidas],
    }
    _clean_and_save(
        Result(match=match, acta=acta, winner=int(other_partidas > own_partidas), tallies=tallies)
    )
    match.state, match.finished_at = Match.State.FINISHED, timezone.now()
    _clean_and_save(match)
    next_match = match.tournament.matches.filter(state="waiting").order_by("number").first()
    if next_match is not None:
        next_match.state, next_match.table = Match.State.PLAYING, match.table
        next_match.called_at = timezone.now()
        _clean_and_save(next_match)
    subject = f"Partida {match.number}"
    AuditLine(
        tournament=match.tournament,
        author=author,
        act="record_hand",
        subject=subject,
        before={},
        after={"line": line},
    ).save()


def save_line(pk: int, author: Any, number: int) -> None:
    """Save a line under its number, after checking that no side has won yet."""
    match = Match.objects.get(pk=pk)
    acta = match.actas.get(live=True)
    cotos = [tuple(map(int, hand.line.split()[1].split("-"))) for hand in acta.hands.all()]
    assert len(cotos) == number - 1 and match.state != Match.State.FINISHED
    line = "coto 5-3" if number % 2 else "coto 3-5"
    assert max(sum(own > other for own, other in cotos), sum(a < b for a, b in cotos)) < 3
    _clean_and_save(Hand(acta=acta, number=number, line=line, author=author, author_name="bench"))
    AuditLine(
        tournament=match.tournament,
        author=author,
        act="record_hand",
        subject=f"Partida {match.number}",
        before={},
        after={"number": number, "line": line},
    ).save()


def _clean_and_save(row: Any) -> Any:
    row.full_clean()
    row.save()
    return row
