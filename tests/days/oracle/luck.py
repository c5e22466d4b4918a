"""Days as halls have them, by the dice: who comes late, leaves, catches up, is sanctioned, what is
corrected, and how the organiser counts meanwhile."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from django.db import transaction

from rules.core import RuleError
from scoring.presets import tiebreaks_for
from scoring.rehearsal import stage_over
from scoring.selectors.actas import detailed, live_acta, written
from scoring.services.actas import correct_acta, forfeit_match, record_hand
from scoring.services.arrivals import place_late_entry
from scoring.services.calls import ring_bell
from scoring.services.catch_ups import catch_up
from scoring.services.counting import set_standings
from scoring.services.rounds import open_next_round, publish_round
from scoring.services.rulings import note_ruling
from scoring.services.withdrawals import withdraw_entry
from tests.days.any_day import WAYS, a_day, a_line, somebody_more, turned
from tests.days.hall import Day, numbers_of
from tournaments.formats.core import DrawError
from tournaments.models import Entry, Match, Stage
from tournaments.refusal import Refused

MOST_ROUNDS = 6
# Not judged here: the order that a format gives itself, and who got there first by the clock.
FORMATS_OWN = {"format_order", "survival", "bracket_place", "exit_round", "first_there"}
# What looks at the one rival of a match: at tables of more there is no one.
OF_TWO = {"counted_diff", "counted_lost", "head_to_head", "mini_league"}
COUNTINGS: tuple[dict[str, Any], ...] = (
    {}, {"win": 3}, {"unit": 2}, {"loss": 1}, {"cap": 30}, {"cap_difference": 15}, {"best": 2},
    {"bye": "mean"}, {"bye": "draw"}, {"bye": "nothing"}, {"bye": "win"}, {"bye_counted": 25},
    {"bye_counted": 25, "bye_in_difference": False}, {"bye": "mean", "cap": 30},
    {"forfeit_win": 2, "forfeit_loss": -1}, {"forfeit_counted": 33}, {"penalties": "points"},
    {"penalties": "counted"}, {"unit": 2, "penalties": "points"}, {"best": 2, "bye": "mean"},
)  # fmt: skip
TABLE = ({"unit": 2, "table": [8, 6, 4, 2]}, {"table": [4, 3, 1, 0], "best": 2})

Look = Callable[[], None]


def play_a_day(day: Day, dice: Random, look: Look) -> None:
    """The day from its first draw to its last result, looked at after each thing that happens."""
    count_otherwise(day, dice)
    if day.stage.by_calls:
        return _by_the_clock(day, dice, look)
    for _round in range(MOST_ROUNDS):
        if stage_over(day.stage) or not _drawn(day):
            return None
        for _time in range(dice.randint(1, 3)):
            _write_some(day, dice)
            something_happens(day, dice)
            look()
        _write_some(day, dice, everything=True)
        if dice.random() < 0.5:
            something_happens(day, dice)
        _write_some(day, dice, everything=True)
        look()
    return None


def _by_the_clock(day: Day, dice: Random, look: Look) -> None:
    _drawn(day)
    for _time in range(12):
        something_happens(day, dice)
        _write_some(day, dice)
        look()
    ring_bell(stage=day.stage, author=day.author)
    _write_some(day, dice, everything=True)
    look()


def _drawn(day: Day) -> bool:
    """The next round drawn and published; not where too few are left."""
    try:
        draft = open_next_round(stage=day.stage, author=day.author)
    except DrawError:
        return False
    publish_round(round=draft, author=day.author)
    return True


def _write_some(day: Day, dice: Random, *, everything: bool = False) -> None:
    while playing := list(day.tournament.matches.filter(state="playing").order_by("number")):
        match = detailed(Match.objects.filter(pk=dice.choice(playing).pk)).get()
        line = a_line(match, numbers_of(match))
        record_hand(match=match, author=day.author, line=line, number=1)
        if not everything and dice.random() < 0.4:
            return


def something_happens(day: Day, dice: Random) -> None:
    """One thing of those that happen; nothing where the site refuses it."""
    try:
        with transaction.atomic():
            dice.choice(HAPPENS)(day, dice)
    except (Refused, RuleError) as refused:
        assert not isinstance(refused, Refused) or refused.status in (400, 409), refused


# --- What happens -------------------------------------------------------------------------------
def somebody_leaves(day: Day, dice: Random) -> None:
    live = list(day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number"))
    if len(live) > 5:
        withdraw_entry(
            entry=dice.choice(live), author=day.author, reason="se va",
            kind=dice.choice(Entry.GONE), effect=dice.choice(Entry.Effect.values),
        )  # fmt: skip


def somebody_comes(day: Day, dice: Random) -> None:
    entry = somebody_more(day, day.tournament.entries.count() + 1)
    if dice.random() < 0.5:
        place_late_entry(entry=entry, author=day.author)


def a_result_is_corrected(day: Day, dice: Random) -> None:
    """Turned round: any of them, or of the last round where the next ones hang on who won."""
    finished = day.tournament.matches.filter(state="finished", result__forfeit=False)
    if day.stage.format in ("knockout", "lives"):
        last = finished.order_by("-round__number").first()
        finished = finished.filter(round=last.round) if last else finished
    if found := list(detailed(finished).order_by("pk")):
        match = dice.choice(found)
        lines = [turned(line) for line in written(live_acta(match))]
        if lines != written(live_acta(match)):
            correct_acta(match=match, author=day.author, lines=lines, reason="al revés")


def somebody_catches_up(day: Day, dice: Random) -> None:
    rests = day.tournament.matches.filter(state="bye", round__state="published")
    bye = detailed(rests).order_by("-round__number").first()
    done = Match.objects.filter(round=bye.round, state="finished") if bye else ()
    there = [one for match in done for one in match.everybody]
    sizes = [len(match.everybody) - 1 for match in done] or [1]
    if bye and len(there) >= sizes[0]:
        catch_up(match=bye, rivals=dice.sample(there, sizes[0]), author=day.author)


def a_match_is_given_up(day: Day, dice: Random) -> None:
    playing = detailed(day.tournament.matches.filter(state="playing"))
    if match := playing.order_by("number").first():
        loser = dice.choice(match.everybody)
        forfeit_match(match=match, loser=loser, author=day.author, reason="no está")


def somebody_is_sanctioned(day: Day, dice: Random) -> None:
    live = day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number")
    entry = dice.choice(list(live))
    note_ruling(
        stage=day.stage, entry=entry, author=day.author, follows="points",
        points=dice.randint(1, 3), reason="grita",
    )  # fmt: skip


def count_otherwise(day: Day, dice: Random) -> None:
    """Another order and another counting, of those that make sense."""
    stage = day.stage
    set_standings(
        stage=stage, author=day.author, chain=a_chain(stage, dice), counting=a_counting(stage, dice)
    )


def a_chain(stage: Stage, dice: Random) -> list[str]:
    draws = stage.tournament.rules.can_draw(stage.game_rules())
    known = tiebreaks_for(stage.format, stage.tournament.game, draws=draws)
    out = FORMATS_OWN | (OF_TWO if stage.sides() > 2 else set())
    if stage.format == "knockout" and not stage.format_options.keys() & {"repesca", "placements"}:
        out = out - {"exit_round"}
    keys = [key for key in known if key not in out and ":" not in key and key != "lot"]
    chain = dice.sample(keys, min(len(keys), dice.randint(1, 4)))
    return [*chain, "lot"] if dice.random() < 0.5 else chain


def a_counting(stage: Stage, dice: Random) -> dict[str, Any]:
    return dict(dice.choice(COUNTINGS + (TABLE if stage.sides() > 2 else ())))


HAPPENS = (
    somebody_leaves, somebody_comes, a_result_is_corrected, a_result_is_corrected,
    somebody_catches_up, somebody_catches_up, a_match_is_given_up, somebody_is_sanctioned,
    count_otherwise,
)  # fmt: skip


def every_way() -> Iterator[tuple[str, int]]:
    return ((format, way) for format, ways in WAYS.items() for way in range(len(ways)))


def begin_a_day(begin: Callable[..., Day], format: str, way: int, dice: Random) -> Day:
    return a_day(begin, "Cualquiera", format, way, dice.randint(6, 12))
