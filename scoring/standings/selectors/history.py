"""Entries and published matches of a stage, with their results; drafts are excluded."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from scoring.standings.counting import counting_of
from scoring.standings.field import Outcome
from scoring.standings.worth import MatchScore
from tournaments.formats.core import WIN, PlayedMatch
from tournaments.formats.knockout import Knockout
from tournaments.models import Entry, Match, MatchSide, Stage
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import entries_of, entries_taking_part
from tournaments.rounds.selectors.rounds import published_rounds

Tallies = Mapping[str, tuple[int, ...]]
TALLIES_AS_TEXT = Cast("result__tallies", TextField())  # text, to parse each distinct score once
BOARDS = "boards"  # tally of a tie of teams: the boards won


class SupposedResult(NamedTuple):
    """A hypothetical result.

    `tallies` is None if the match would not be over; `lost`: all sides lose the match.
    """

    winner: int | None
    tallies: Tallies | None
    forfeit: bool
    lost: bool = False


# The hypothetical result of each match, by the key of the match.
SupposedResults = Mapping[int, SupposedResult]
NOTHING_SUPPOSED: SupposedResults = {}


@dataclass(frozen=True, slots=True)
class StageEntries:
    """The entries of a stage, including withdrawn entries.

    `active` maps the number of each entry to whether it still plays. `void_entries`: withdrawn
    entries with annulled results. `last_entries`: withdrawn entries placed below all others.
    """

    active: Mapping[int, bool]
    void_entries: frozenset[int]
    last_entries: frozenset[int]

    def counts(self, match: PlayedMatch) -> bool:
        """Return whether a match counts.

        A match of two sides is annulled if the results of one of its entries are void. At a larger
        table the results of the other sides stand.
        """
        return len(match.sides) > 2 * match.partners or self.void_entries.isdisjoint(
            match.counts_for
        )


def stage_entries(stage: Stage) -> StageEntries:
    """Return the entries of the stage, active and withdrawn.

    Withdrawn entries with void results are also last. In a knockout their results stand.
    """
    rows = entries_taking_part(entries_of(stage)).values_list("number", "state", "effect")
    active, gone_numbers = {}, defaultdict[str, set[int]](set)
    for number, state, effect in rows.order_by("number"):
        active[number] = state == Entry.State.ENTERED
        if state in Entry.GONE:
            gone_numbers[effect].add(number)
    void_numbers, last_numbers = gone_numbers[Entry.Effect.VOID], gone_numbers[Entry.Effect.LAST]
    results_stand = isinstance(stage.system, Knockout)
    return StageEntries(
        active,
        frozenset(() if results_stand else void_numbers),
        frozenset(void_numbers | last_numbers),
    )


@dataclass(frozen=True, slots=True)
class History:
    """The entries of a stage and its published matches in key order, finished or not."""

    entries: StageEntries
    outcomes: Sequence[Outcome]


def history_of(
    stage: Stage,
    tallies: Sequence[str],
    audience: Audience,
    supposed: SupposedResults = NOTHING_SUPPOSED,
    before_round: int | None = None,
) -> History:
    """Return the entries and the matches of a stage. A tie of teams is one match.

    `supposed` replaces the results of some matches. With `before_round`, only the rounds before
    that number are included.
    """
    stage_filter = published_rounds(audience, "round") & Q(round__stage=stage)
    if before_round is not None:
        stage_filter &= Q(round__number__lt=before_round)
    sides: dict[int, tuple[int, ...]] = {}
    guests: dict[int, tuple[int, ...]] = {}
    seats = MatchSide.objects.filter(stage_filter).order_by("match_id", "side", "place")
    for key, number, is_guest in seats.values_list("match_id", "entry__number", "guest"):
        sides[key] = (*sides.get(key, ()), number)
        if is_guest:
            guests[key] = (*guests.get(key, ()), number)
    entries = stage_entries(stage)  # read entries after seats, so that every seated entry is there

    @cache  # many matches have equal scores
    def score_of(winner: int | None, forfeit: bool, lost: bool, text: str) -> MatchScore | None:
        return _score(SupposedResult(winner, json.loads(text), forfeit, lost), tallies)

    outcomes, partners = [], stage.system.partners
    result = "result__winner", "result__forfeit", "result__lost"
    matches = Match.objects.filter(stage_filter).order_by("pk")
    for key, round, purpose, group, position, *outcome, text in matches.values_list(
        "pk", "round__number", "purpose", "group", "position", *result, TALLIES_AS_TEXT
    ):
        if key not in sides:
            continue  # the match was published after the seats were read
        score = None if text is None else score_of(*outcome, text)
        if key in supposed:
            score = _score(supposed[key], tallies)
        outcomes.append(
            Outcome(
                round, sides[key], score, purpose, group, partners, guests.get(key, ()), position
            )
        )
    return History(entries, _merged_ties(outcomes) if stage.boards() else outcomes)


def _score(result: SupposedResult, tallies: Sequence[str]) -> MatchScore | None:
    if result.tallies is None:
        return None
    numbers = tuple((name, tuple(result.tallies.get(name, ()))) for name in tallies)
    return MatchScore(result.winner, numbers, result.forfeit, result.lost)


def _merged_ties(boards: Sequence[Outcome]) -> list[Outcome]:
    """Merge the boards of each tie into one match, with the tallies of the boards added up.

    The match is over when all its boards are over.
    """
    ties = defaultdict[tuple[int, int], list[Outcome]](list)
    for board in boards:
        ties[board.round, board.position].append(board)
    return [tie_boards[0]._replace(score=_score_of_tie(tie_boards)) for tie_boards in ties.values()]


def _score_of_tie(boards: Sequence[Outcome]) -> MatchScore | None:
    scores = [board.score for board in boards if board.score is not None]
    if len(scores) < len(boards):
        return None
    boards_won = tuple(sum(score.winner == side for score in scores) for side in (0, 1))
    tallies = {
        name: tuple(
            sum(numbers)
            for numbers in zip(*(score.tally(name, 2) for score in scores), strict=True)
        )
        for name, _numbers in scores[0].tallies
    }
    return MatchScore(
        None if boards_won[0] == boards_won[1] else int(boards_won[1] > boards_won[0]),
        tuple({**tallies, BOARDS: boards_won}.items()),
        all(score.forfeit for score in scores),
        all(score.lost for score in scores),
    )


# --- Input of standings and formats -----------------------------------------------------------
def decided_matches(history: History, stage: Stage) -> list[Outcome]:
    """Return the decided matches, and every bye with the tallies credited for it."""
    rest = MatchScore(0 if stage.bye_value() == WIN else None, tuple(bye_tallies(stage).items()))
    return [
        outcome._replace(score=rest) if outcome.is_bye else outcome
        for outcome in history.outcomes
        if outcome.score is not None or outcome.is_bye
    ]


def played_rounds(history: History, stage: Stage) -> tuple[tuple[PlayedMatch, ...], ...]:
    """Return the rounds by number, each with its matches by position, as input of a format."""
    tally, rest_wins = tally_of(stage), stage.bye_value() == WIN
    rounds: defaultdict[int, list[PlayedMatch]] = defaultdict(list)
    for outcome in history.outcomes:
        rounds[outcome.round].append(_played_match(outcome, tally, rest_wins=rest_wins))
    return tuple(
        tuple(sorted(rounds[number], key=lambda match: match.position)) for number in sorted(rounds)
    )


def _played_match(outcome: Outcome, tally: str, *, rest_wins: bool) -> PlayedMatch:
    score = outcome.score
    sides = outcome.sides
    partners = outcome.partners
    winner = sides[score.winner * partners] if score and score.winner is not None else None
    if outcome.is_bye:
        winner = sides[0] if rest_wins else None
    return PlayedMatch(
        outcome.position,
        sides,
        winner,
        drawn=score is not None and winner is None and not score.lost,
        purpose=outcome.purpose,
        group=outcome.group,
        partners=partners,
        counted=score.tally(tally, len(sides) // partners) if score else (),
        forfeit=score is not None and score.forfeit,
        guests=outcome.guests,
        lost=score is not None and score.lost,
    )


def tally_of(stage: Stage) -> str:
    """Return the tally that the stage's standings add up: boards between teams, else the game's."""
    return BOARDS if stage.boards() else stage.game_rules().counted_tally


def bye_tallies(stage: Stage) -> Tallies:
    """Return the tallies credited for a bye.

    A won bye has the tallies of a full victory and, in a tie, of one on every board. Any other bye
    has zeros.
    """
    game = stage.tournament.rules
    options = stage.game_rules()
    boards = stage.boards()
    is_won = (counting_of(stage.counting).bye or stage.bye_value()) == WIN
    start = game.start(options)
    credit = dict(
        zip(game.tallies, (game.award(start, 0, options) if is_won else start).tallies, strict=True)
    )
    if not boards:
        return credit
    all_boards = {tally: tuple(boards * own for own in sides) for tally, sides in credit.items()}
    return {BOARDS: (boards if is_won else 0, 0), **all_boards}
