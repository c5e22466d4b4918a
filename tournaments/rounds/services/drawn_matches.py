"""The rows of a draw: matches with numbers and codes, and the round's report.

`Round.report` has the fields of `formats.core.Report` for the current matches, and the proof of
the draw: `drawn` (position, numbers, purpose and group from the seed), `points` of each number,
`options` of the format and `looked_at` (`selectors.snapshots`). It also has later events:
`redraws` (discarded seeds), `late` (entries seated after publishing) and `exchanges`
(`services.by_hand`). If an entry has a fixed table or a table is out of service, `seating` has the
hall at the call and the table of each match.
"""

import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from django.db.models import Max

from tournaments.formats.core import Draw, Entrant, Pairing, PlayedMatch, Situation
from tournaments.models import Match, MatchSide, Round, Stage, Tournament
from tournaments.pairing.hall import FreeTables
from tournaments.people.selectors.wishes import tags_by_number, wishes_of
from tournaments.rounds.selectors.rounds import drawn_rows, fixed_tables
from tournaments.rounds.selectors.snapshots import restore_situation, snapshot_as_json

# The alphabet lacks 0 O, 1 I L, 2 Z, 5 S and 8 B, which people misread, and vowels, so that no word
# appears.
CODE_ALPHABET = "34679CDFGHJKMNPQRTVWXY"
CODE_LENGTH = 6


def create_matches(tournament: Tournament, round: Round, draw: Draw) -> None:
    """Create the draw's matches, with the boards of each tie; byes get no number."""
    entries = dict(tournament.entries.values_list("number", "pk"))
    boards = _boards(draw, round.stage.boards())
    codes = new_codes(len(boards))
    first_number = next_number(tournament)
    boards_to_play = [(pairing, board) for pairing, board in boards if not pairing.is_bye]
    numbers = {
        (pairing.position, board): number
        for number, (pairing, board) in enumerate(boards_to_play, first_number)
    }
    matches = [
        Match(
            tournament=tournament,
            round=round,
            position=pairing.position,
            board=board,
            number=numbers.get((pairing.position, board)),
            code=code,
            purpose=pairing.purpose,
            group=pairing.group,
            state=Match.State.BYE if pairing.is_bye else Match.State.PLANNED,
        )
        for (pairing, board), code in zip(boards, codes, strict=True)
    ]
    Match.objects.bulk_create(matches)
    MatchSide.objects.bulk_create(
        MatchSide(
            match=match,
            round=round,
            board=match.board,
            side=side,
            place=place,
            entry_id=entries[number],
        )
        for match, (pairing, _board) in zip(matches, boards, strict=True)
        for side, team in enumerate(pairing.teams)
        for place, number in enumerate(team)
    )


def _boards(draw: Draw, boards: int) -> list[tuple[Pairing, int]]:
    """Return each match to create with its board (0 without boards), in the order of numbers.

    The final comes after the other matches, byes come last.
    """
    pairings = sorted(
        draw.pairings, key=lambda tie: (tie.is_bye, tie.purpose == "final", tie.position)
    )
    return [
        (pairing, board)
        for pairing in pairings
        for board in (range(1, boards + 1) if boards and not pairing.is_bye else [0])
    ]


def add_boards(match: Match, boards: int) -> None:
    """Turn a match of two teams into a tie of `boards` boards, each in the state of the match."""
    sides = list(match.sides.all())
    match.board = 1
    match.save(update_fields=["board"])
    match.sides.update(board=1)
    other_boards = [
        Match(
            tournament=match.tournament,
            round=match.round,
            position=match.position,
            board=board,
            number=(match.number or 0) + board - 1,
            code=code,
            purpose=match.purpose,
            group=match.group,
            state=match.state,
        )
        for board, code in zip(range(2, boards + 1), new_codes(boards - 1), strict=True)
    ]
    Match.objects.bulk_create(other_boards)
    MatchSide.objects.bulk_create(
        MatchSide(
            match=other_board,
            round=match.round,
            board=other_board.board,
            side=side.side,
            entry=side.entry,
        )
        for other_board in other_boards
        for side in sides
    )


def next_number(tournament: Tournament) -> int:
    """Return the number of the next match: numbers run through the whole tournament."""
    return (tournament.matches.aggregate(last=Max("number"))["last"] or 0) + 1


def new_codes(count: int) -> Collection[str]:
    """Return `count` new random codes, so that nobody can guess the code of another match."""
    codes: set[str] = set()
    while len(codes) < count:
        missing = count - len(codes)
        candidates = {_code() for _ in range(missing)}
        used_codes = Match.objects.filter(code__in=candidates).order_by()
        codes |= candidates - set(used_codes.values_list("code", flat=True))
    return codes


def _code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def report_of(stage: Stage, draw: Draw, snapshot: Situation | None = None) -> dict[str, Any]:
    """Return the report of a draw made from the situation `snapshot`."""
    return {
        "options": stage.format_options,
        **asdict(draw.report),
        "drawn": drawn_rows(draw),
        **({"points": {}} if snapshot is None else snapshot_in_report(snapshot)),
    }


def snapshot_in_report(snapshot: Situation) -> dict[str, Any]:
    """Return `points` and `looked_at`, the fields of the report with the situation of the draw."""
    points_by_number = sorted(snapshot.points.items())
    return {
        "points": {str(number): points for number, points in points_by_number},
        "looked_at": snapshot_as_json(snapshot),
    }


def keep_seating(round: Round, hall: FreeTables, tables: Mapping[int, int]) -> None:
    """Store in the round's report its `tables` by match number, and the hall that they come from.

    Do nothing if no entry has a fixed table and every table is in service.
    """
    tournament = round.stage.tournament
    if not hall.reserved_tables and not hall.fixed_tables and not tournament.out_of_service:
        return
    match_numbers = set(round.matches.values_list("number", flat=True))
    round.report["seating"] = {
        "keeps": {str(number): table for number, table in fixed_tables(tournament).items()},
        "out": tournament.out_of_service,
        "free": list(hall.tables),
        "queue": list(hall.queue),
        "kept": {str(number): table for number, table in sorted(hall.reserved_tables.items())},
        "fixed": sorted(hall.fixed_tables),
        "tables": {
            str(number): tables[number] for number in sorted(tables) if number in match_numbers
        },
    }
    round.save(update_fields=["report"])


def mark_of(report: Mapping[str, Any]) -> str:
    """Return a fingerprint of the situation in a report, equal for equal situations."""
    fields = [report.get("points"), report.get("looked_at")]
    return sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:16]


def update_report(round: Round) -> None:
    """Recompute the report for the current matches."""
    pairings = [
        Pairing(match.position, match.sides, group=match.group, partners=match.partners)
        for match in _plain_matches(round)
    ]
    earlier_rounds = round.stage.rounds.filter(number__lt=round.number).order_by("number")
    tags, snapshot = tags_by_number(round.stage), round.report.get("looked_at")
    situation = Situation(
        entrants=tuple(
            Entrant(number, tags=tags.get(number, ()))
            for pairing in pairings
            for number in pairing.sides
        ),
        wishes=wishes_of(round.stage, round.number),
        rounds=tuple(_plain_matches(earlier_round) for earlier_round in earlier_rounds),
        points={int(number): points for number, points in round.report["points"].items()},
        sides=round.stage.sides(),
    )
    stage = round.stage
    concessions = stage.system.concessions(
        restore_situation(situation, snapshot), pairings, stage.format_rules()
    )
    round.report = {**round.report, **asdict(concessions)}
    round.save(update_fields=["report"])


def _plain_matches(round: Round) -> tuple[PlayedMatch, ...]:
    """Return the round's matches as plain values, without winners, which no report needs."""
    sides: dict[tuple[int, str], list[int]] = {}
    guests: dict[int, list[int]] = {}
    rows = round.sides.filter(board__lte=1).order_by("match__position", "side", "place")
    for position, group, number, guest in rows.values_list(
        "match__position", "match__group", "entry__number", "guest"
    ):
        sides.setdefault((position, group), []).append(number)
        if guest:
            guests.setdefault(position, []).append(number)
    partners = round.stage.system.partners
    return tuple(
        PlayedMatch(
            position,
            tuple(numbers),
            None,
            group=group,
            partners=partners,
            guests=tuple(guests.get(position, ())),
        )
        for (position, group), numbers in sides.items()
    )


def round_as_json(round: Round) -> dict[str, Any]:
    """Return the round for an audit line: its seed and its pairings."""
    return {
        "seed": round.seed,
        "matches": [[match.position, *match.sides] for match in _plain_matches(round)],
    }
