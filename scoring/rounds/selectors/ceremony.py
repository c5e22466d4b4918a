"""A draft as balls drawn from a bag: the order in which the balls come out, and their places."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from scoring.rounds.words.draws import ball_in_words, people, place_at_table, place_of_ball
from tournaments.formats.core import teams
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.names.audience import Audience
from tournaments.pairing.hall import fixed_table
from tournaments.rounds.selectors.rounds import fixed_tables, round_matches

# How many matches fit on the projector's page of 1920 × 1080 px.
WALL_NAMES = 9  # with names of up to LONG_NAME letters
WALL_LONG_NAMES = 6  # with a longer name
WALL_MATCHES = 60  # with numbers only
LONG_NAME = 45


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball: its `turn` from 1, its entry, and the place that it gives the entry.

    `names` are the people of the entry. `where` is the place in words, "" for a bye; if an entry of
    the match that is out of the bag has a fixed table, `where` names that table. Other tables are
    not known before the round is published. `rivals` are the rivals already out of the bag.
    `sentence` is read aloud.
    """

    turn: int
    entry: Entry
    match: Match
    names: str
    where: str
    rests: bool
    rivals: Sequence[Entry]
    sentence: str


def balls(round: Round, audience: Audience) -> list[Ball]:
    """Return every ball in the order in which the draw takes entries from the bag.

    If the first balls belong to resting entries, they come out last instead. If the format does not
    draw ball by ball, the balls are in order of position.
    """
    # The first board of a tie between teams stands for the whole tie.
    matches = [match for match in round_matches(round) if match.board <= 1]
    # In a format with balls each side is one entry, never Partners.
    entry_and_match: dict[Any, tuple[Any, Match]] = {
        entry.number: (entry, match) for match in matches for entry in match.entries
    }
    stage = round.stage
    order = stage.system.balls(entry_and_match, round.number, round.seed) or tuple(entry_and_match)
    partners = stage.system.partners
    resting_numbers = [
        *takewhile(lambda number: len(entry_and_match[number][1].entries) <= partners, order)
    ]
    order = (*order[len(resting_numbers) :], *resting_numbers)
    group_of_position, numbers_out = _group_of_position(round), set[int]()
    table_of_entry = fixed_tables(stage.tournament)
    balls = []
    for turn, number in enumerate(order, start=1):
        entry, match = entry_and_match[number]
        place = place_of_ball(stage.format, match, group_of_position.get(match.position, ""))
        has_rival = len(match.entries) > partners
        table = (
            _fixed_table_of_match(match, stage.tournament, table_of_entry, [*numbers_out, number])
            if has_rival
            else 0
        )
        if table:
            place = place_at_table(place, table)
        balls.append(_ball(turn, entry, match, round, place, numbers_out, audience))
        numbers_out.add(number)
    return balls


def ceremony_context(round: Round, audience: Audience) -> dict[str, Any]:
    """Return the context of what the hall sees now: the last ball shown and all earlier balls."""
    bag = balls(round, audience)
    revealed_count = min(round.report.get("revealed", 0), len(bag))
    revealed_balls = bag[:revealed_count]
    return {
        "round": round,
        "started": "revealed" in round.report,
        "in_public": bool(round.report.get("in_public")),
        "revealed": revealed_count,
        "total": len(bag),
        "ball": revealed_balls[-1] if revealed_balls else None,
        "board": _board(revealed_balls),
    }


def wall_context(round: Round, audience: Audience) -> dict[str, Any]:
    """Return the context of `ceremony_context` for the projector, whose page cannot scroll.

    The page shows names if the round has few matches. If the matches are too many, or too many for
    long names, the page shows only the matches with the last balls.
    """
    context = ceremony_context(round, audience)
    matches = round.matches.order_by().values("position").distinct().count()
    titles = [ball.entry.title_for(audience) for row in context["board"] for ball in row["balls"]]
    with_names, long = matches <= WALL_NAMES, any(len(title) > LONG_NAME for title in titles)
    row_limit = WALL_MATCHES if not with_names else WALL_LONG_NAMES if long else WALL_NAMES
    latest_rows = sorted(context["board"], key=lambda row: -row["balls"][-1].turn)[:row_limit]
    return {
        **context,
        "board": sorted(latest_rows, key=lambda row: row["position"]),
        "with_names": with_names,
        "long": long,
        "balls_left": context["total"] - context["revealed"],
    }


def _ball(
    turn: int,
    entry: Entry,
    match: Match,
    round: Round,
    place: str,
    numbers_out: set[int],
    audience: Audience,
) -> Ball:
    partners = round.stage.system.partners
    entries: dict[Any, Any] = {other.number: other for other in match.entries}
    rests = len(entries) <= partners
    team = next(team for team in teams(tuple(entries), partners) if entry.number in team)
    entries_out = [other for number, other in entries.items() if number in numbers_out]
    mates = [other for other in entries_out if other.number in team]
    rivals = [other for other in entries_out if other.number not in team]
    sentence = ball_in_words(
        turn,
        entry,
        round.stage.tournament.unit,
        place,
        audience,
        rests=rests,
        mates=mates,
        rivals=rivals,
    )
    return Ball(turn, entry, match, people(entry, audience), place, rests, rivals, sentence)


def _fixed_table_of_match(
    match: Match,
    tournament: Tournament,
    table_of_entry: Mapping[int, int],
    numbers_out: Collection[int],
) -> int:
    """Return the fixed table of the match if an entry in `numbers_out` has one, else 0."""
    own_numbers = {entry.number for entry in match.everybody} & table_of_entry.keys()
    if own_numbers.isdisjoint(numbers_out):
        return 0
    return fixed_table(
        [table_of_entry[number] for number in own_numbers], tournament.tables_in_service
    )


def _group_of_position(round: Round) -> dict[int, str]:
    """Return the group of each position of the draw; {} if the format has no groups."""
    return {row[0]: row[3] for row in round.report.get("drawn", []) if len(row) > 3}


def _board(balls: Sequence[Ball]) -> list[dict[str, Any]]:
    """Return a row for each match of these balls, by position, with its balls."""
    row_of_match: dict[int, dict[str, Any]] = {}
    for ball in balls:
        match = ball.match
        row = row_of_match.setdefault(
            match.pk, {"where": ball.where, "rests": ball.rests, "balls": []}
        )
        row["where"] = ball.where
        row["balls"].append(ball)
        row["position"] = match.position
    return sorted(row_of_match.values(), key=lambda row: row["position"])
