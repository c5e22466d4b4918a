"""Random days: late entries, withdrawals, catch-ups, penalties, corrections, changed standings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from django.db import transaction

from rules.core import RuleError
from scoring.actas.selectors.actas import lines_written, live_acta, with_details
from scoring.actas.services import correct_acta, forfeit_match, record_hand
from scoring.forecast.simulation.rehearsal import stage_over
from scoring.refereeing.services.calls import make_last_call
from scoring.refereeing.services.rulings import note_ruling
from scoring.rounds.services.arrivals import catch_up, place_late_entry
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import reenter, reentry_candidates, withdraw_entry
from scoring.standings.selectors.standings import stage_situation
from scoring.standings.services import set_standings
from scoring.standings.tiebreaks import tiebreaks_for
from tests.days.any_day import WAYS, enter_first, enter_late, line_of, reversed_line
from tests.days.hall import ONE_LINE_WITH_DRAWS, Day, luck, numbers_of
from tests.days.holds import check_draw, check_nobody_at_two_tables
from tournaments.formats.core import DrawError
from tournaments.models import Entry, Match, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.marks import mark_all
from tournaments.people.services.registering import reinstate, set_present
from tournaments.refusal import Refused

MOST_ROUNDS = 12
TOO_FEW = ("too_few_entrants", "too_few_for_groups")
GUINOTE = {"game": "guinote", "game_options": {"cotos": 2, "partidas": 3}}
TRUCO = {"game": "truco", "game_options": {"players": 4, "chicos": 3, "target": 30}}
GALLO = {"game": "truco", "game_options": {"players": 3, "chicos": 3, "target": 30}}
ONE_PERSON_A_SIDE = {"people": 1, "manos": 4}
# More ways to play each format: games of cotos and chicos, tables of three and five, boards.
MORE_WAYS: Mapping[str, Sequence[tuple[dict[str, Any], dict[str, Any]]]] = {
    "knockout": [({}, GUINOTE), ({"redraw": True}, TRUCO), ({"repesca": "consolation"}, {})],
    "lives": [({"lives": 2, "bracket_at": 2}, TRUCO)],
    "groups": [({"size": 4}, GUINOTE)],
    "swiss": [({"rounds": 5}, TRUCO), ({"rounds": 4, "bye": "draw"}, GUINOTE)],
    "league": [({}, GUINOTE)],
    "totals": [
        ({"rounds": 4}, GALLO),
        ({"rounds": 3, "count": "table"}, {"game_options": {"sides": 5, **ONE_PERSON_A_SIDE}}),
        (
            {"rounds": 4, "count": "table", "best": 3},
            {"game_options": {"sides": 3, **ONE_PERSON_A_SIDE}},
        ),
    ],
    "melee": [({"rounds": 4, "best": 2}, {"game_options": ONE_LINE_WITH_DRAWS})],
    "ladder": [({"rounds": 5}, GUINOTE)],
    "clock": [({}, {"game_options": ONE_LINE_WITH_DRAWS})],
    "teams": [
        ({"legs": 1, "boards": 3, "count": "boards"}, {"squad": 6, **GUINOTE}),
        ({"legs": 1, "boards": 3}, {"squad": 6, **TRUCO}),
        ({"legs": 2, "boards": 2}, {"squad": 4, "game_options": ONE_LINE_WITH_DRAWS}),
    ],
    "boxes": [({"blocks": 2, "size": 4, "per_block": 0}, {"game_options": ONE_LINE_WITH_DRAWS})],
}
ALL_WAYS = {format: [*WAYS[format], *MORE_WAYS[format]] for format in WAYS}
# A tie-break that the oracle cannot compute in a stage by calls: no acta records the time.
NEEDS_THE_TIME = {"first_there"}
# Tie-breaks that need one rival in each match: larger tables have several.
NEEDS_ONE_RIVAL = {"counted_diff", "counted_lost", "head_to_head", "mini_league"}
# Changes to the counting of the standings.
COUNTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"win": 3},
    {"unit": 2},
    {"loss": 1},
    {"cap": 30},
    {"cap_difference": 15},
    {"best": 2},
    {"bye": "mean"},
    {"bye": "draw"},
    {"bye": "nothing"},
    {"bye": "win"},
    {"bye_counted": 25},
    {"bye_counted": 25, "bye_in_difference": False},
    {"bye": "mean", "cap": 30},
    {"forfeit_win": 2, "forfeit_loss": -1},
    {"forfeit_counted": 33},
    {"penalties": "points"},
    {"penalties": "counted"},
    {"unit": 2, "penalties": "points"},
    {"best": 2, "bye": "mean"},
)
# Changes to the counting for tables of more than two sides.
COUNTINGS_OF_TABLES = ({"unit": 2, "table": [8, 6, 4, 2]}, {"table": [4, 3, 1, 0], "best": 2})

# Tie-breaks that only some formats have.
TIEBREAKS_OF_FORMATS = {"format_order", "survival", "bracket_place", "exit_round"}

Check = Callable[[], None]
Act = Callable[[Day, Random], None]


def play_random_day(
    day: Day, dice: Random, check: Check, acts: Sequence[Act] = (), rounds: int = MOST_ROUNDS
) -> None:
    """Play up to `rounds` rounds of the stage in play, with random acts and a check after each.

    On half of the days the organiser changes the order and the counting of the standings.
    """
    acts = acts or ACTS
    if dice.random() < 0.5:
        acts = (*acts, change_standings)
        run_random_act(day, dice, (change_standings,))
    if day.stage.by_calls:
        return _play_by_calls(day, dice, check, acts, times=rounds)
    for _round in range(rounds):
        if stage_over(day.stage, EVERYTHING) or not _draw(day, dice):
            return None
        for _time in range(dice.randint(1, 3)):
            _write_some_lines(day, dice)
            run_random_act(day, dice, acts)
            check()
        _write_some_lines(day, dice, everything=True)
        if dice.random() < 0.5:
            run_random_act(day, dice, acts)
        _write_some_lines(day, dice, everything=True)
        check()
    return None


def _play_by_calls(day: Day, dice: Random, check: Check, acts: Sequence[Act], times: int) -> None:
    _draw(day, dice)
    for _time in range(times):
        run_random_act(day, dice, acts)
        _write_some_lines(day, dice)
        check_nobody_at_two_tables(day)
        check()
    make_last_call(stage=day.stage, author=day.author)
    _write_some_lines(day, dice, everything=True)
    assert stage_over(day.stage, EVERYTHING)
    check()


def _draw(day: Day, dice: Random) -> bool:
    """Draw and publish the next round, now and then without the absent entries.

    Return False if too few entries are left.
    """
    absent = dice.choice(("draw", "draw", "leave_out"))
    situation = stage_situation(day.stage, EVERYTHING)
    try:
        draft = open_next_round(stage=day.stage, author=day.author, absent=absent)
    except DrawError as error:
        assert error.code in TOO_FEW, (error.code, error.params)
        return False
    round = publish_round(round=draft, author=day.author)
    if absent == "draw":
        check_draw(day, situation, round)
    return True


def _write_some_lines(day: Day, dice: Random, *, everything: bool = False) -> None:
    """Write lines of random matches in play; with `everything`, until no match is in play."""
    if everything and not day.stage.by_calls and day.tournament.game not in PARTS:
        day.write_these(day.tournament.matches.filter(actas=None), line_of)
    while playing := list(day.tournament.matches.filter(state="playing").order_by("number")):
        match = with_details(Match.objects.filter(pk=dice.choice(playing).pk)).get()
        write_next_line(day, match)
        if not everything and dice.random() < 0.4:
            return


def write_next_line(day: Day, match: Match) -> None:
    acta = live_acta(match)
    number = len(lines_written(acta)) + 1 if acta else 1
    record_hand(match=match, author=day.author, line=next_line(match, number), number=number)


def next_line(match: Match, number: int) -> str:
    """Return the next line of a match: a whole result, or the next coto or chico."""
    game, options = match.tournament.game, match.round.stage.game_options
    if game not in PARTS:
        return line_of(match, numbers_of(match))
    word, option = PARTS[game]
    sides = match.game_rules().players if game == "truco" else 2
    scores = [luck(options[option], match, number, side) for side in range(2 if sides != 3 else 3)]
    scores[luck(len(scores), match, number, "gana")] = options[option]
    return f"{word} " + "-".join(map(str, scores))


PARTS = {"guinote": ("coto", "partidas"), "truco": ("chico", "target")}


def run_random_act(day: Day, dice: Random, acts: Sequence[Act]) -> None:
    """Run one of the acts; it may be refused, and then changes nothing."""
    try:
        with transaction.atomic():
            dice.choice(acts)(day, dice)
    except (Refused, RuleError) as refused:
        assert not isinstance(refused, Refused) or refused.status in (400, 409), refused


# --- Random acts --------------------------------------------------------------------------------
def withdraw_an_entry(day: Day, dice: Random) -> None:
    active = list(day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number"))
    if len(active) > 5:
        withdraw_entry(
            entry=dice.choice(active),
            author=day.author,
            reason="se va",
            kind=dice.choice(Entry.GONE),
            effect=dice.choice(Entry.Effect.values),
        )


def add_late_entry(day: Day, dice: Random) -> None:
    entry = enter_late(day, day.tournament.entries.count() + 1)
    if dice.random() < 0.5:
        place_late_entry(entry=entry, author=day.author)


def correct_a_result(day: Day, dice: Random) -> None:
    """Reverse the result of a finished match.

    In formats where the winner decides the next round, it is a match of the last round.
    """
    finished_matches = day.tournament.matches.filter(state="finished", result__forfeit=False)
    if day.stage.format in ("knockout", "lives"):
        last = finished_matches.order_by("-round__number").first()
        finished_matches = finished_matches.filter(round=last.round) if last else finished_matches
    if matches := list(with_details(finished_matches).order_by("pk")):
        match = dice.choice(matches)
        lines = [reversed_line(line) for line in lines_written(live_acta(match))]
        if lines != lines_written(live_acta(match)):
            correct_acta(match=match, author=day.author, lines=lines, reason="al revés")


def play_a_catch_up(day: Day, dice: Random) -> None:
    """Schedule a catch-up match of the latest bye against entries of its round."""
    rests = day.tournament.matches.filter(state="bye", round__state="published")
    bye = with_details(rests).order_by("-round__number").first()
    finished_matches = Match.objects.filter(round=bye.round, state="finished") if bye else ()
    candidates = [entry for match in finished_matches for entry in match.everybody]
    rival_counts = [len(match.everybody) - 1 for match in finished_matches] or [1]
    if bye and len(candidates) >= rival_counts[0]:
        catch_up(match=bye, rivals=dice.sample(candidates, rival_counts[0]), author=day.author)


def forfeit_a_match(day: Day, dice: Random) -> None:
    playing = with_details(day.tournament.matches.filter(state="playing"))
    if match := playing.order_by("number").first():
        loser = dice.choice(match.everybody)
        forfeit_match(match=match, loser=loser, author=day.author, reason="no está")


def penalise_an_entry(day: Day, dice: Random) -> None:
    active = day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number")
    if not active:
        return
    entry = dice.choice(list(active))
    note_ruling(
        stage=day.stage,
        entry=entry,
        author=day.author,
        follows="points",
        points=dice.randint(1, 3),
        reason="grita",
    )


def bring_an_entry_back(day: Day, dice: Random) -> None:
    """Reinstate an entry that left, or let an entry re-enter if the format allows it."""
    entries = day.tournament.entries.order_by("number")
    withdrawn = list(entries.filter(state__in=Entry.GONE))
    if withdrawn and dice.random() < 0.5:
        reinstate(entry=dice.choice(withdrawn), author=day.author)
    elif candidates := sorted(reentry_candidates(day.stage)):
        reenter(entry=entries.get(number=dice.choice(candidates)), author=day.author, paid=True)


def mark_presence(day: Day, dice: Random) -> None:
    """Now and then mark every entry present; then mark one entry absent."""
    if dice.random() < 0.5:
        mark_all(tournament=day.tournament, author=day.author, mark="present")
    active = list(day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number"))
    if len(active) > 5:
        set_present(entry=dice.choice(active), author=day.author, present=False)


def change_standings(day: Day, dice: Random) -> None:
    """Set a random chain of tie-breaks and a random counting, as far as the stage allows them."""
    stage = day.stage
    set_standings(
        stage=stage,
        author=day.author,
        chain=random_chain(stage, dice),
        counting=random_counting(stage, dice),
    )


def random_chain(stage: Stage, dice: Random) -> list[str]:
    draws = stage.game_rules().can_draw
    stage_tiebreaks = tiebreaks_for(stage.format, stage.tournament.game, draws=draws)
    excluded_tiebreaks = NEEDS_THE_TIME if stage.by_calls else set()
    excluded_tiebreaks = excluded_tiebreaks | (NEEDS_ONE_RIVAL if stage.sides() > 2 else set())
    excluded_tiebreaks = excluded_tiebreaks | (TIEBREAKS_OF_FORMATS - set(default_chain(stage)))
    keys = [key for key in stage_tiebreaks if key not in excluded_tiebreaks and key != "lot"]
    chain = dice.sample(keys, min(len(keys), dice.randint(1, 4)))
    return [*chain, "lot"] if dice.random() < 0.5 else chain


def default_chain(stage: Stage) -> Sequence[str]:
    """Return the tie-breaks that the stage's format proposes."""
    return stage.system.chain(stage.format_rules())


def random_counting(stage: Stage, dice: Random) -> dict[str, Any]:
    return dict(dice.choice(COUNTINGS + (COUNTINGS_OF_TABLES if stage.sides() > 2 else ())))


# An act that appears twice is twice as likely.
ACTS: tuple[Act, ...] = (
    withdraw_an_entry,
    add_late_entry,
    add_late_entry,
    correct_a_result,
    correct_a_result,
    play_a_catch_up,
    play_a_catch_up,
    forfeit_a_match,
    penalise_an_entry,
    bring_an_entry_back,
    mark_presence,
)


def every_way() -> Iterator[tuple[str, int]]:
    """Return the format and the index of each way in `ALL_WAYS`."""
    return ((format, way) for format, ways in ALL_WAYS.items() for way in range(len(ways)))


def begin_random_day(
    begin: Callable[..., Day], format: str, way: int, dice: Random, most_entries: int = 12
) -> Day:
    """Begin a day with the options `ALL_WAYS[format][way]` and 6 to `most_entries` entries."""
    options, changes = ALL_WAYS[format][way]
    day = begin("Cualquiera", format, options, **{"tables": 2, **changes})
    enter_first(day, dice.randint(6, most_entries))
    return day
