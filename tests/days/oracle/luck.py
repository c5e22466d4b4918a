"""Days as halls have them, by the dice: who comes late, leaves, catches up, is sanctioned, what is
corrected, and how the organiser counts meanwhile."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from django.db import transaction

from rules.core import RuleError
from scoring.actas.selectors.actas import lines_written, live_acta, with_details
from scoring.actas.services import correct_acta, forfeit_match, record_hand
from scoring.forecast.simulation.rehearsal import stage_over
from scoring.refereeing.services.calls import ring_bell
from scoring.refereeing.services.rulings import note_ruling
from scoring.rounds.services.arrivals import catch_up, place_late_entry
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import reenter, reentry_candidates, withdraw_entry
from scoring.standings.selectors.standings import stage_situation
from scoring.standings.services import set_standings
from scoring.standings.tiebreaks import tiebreaks_for
from tests.days.any_day import WAYS, a_line, some, somebody_more, turned
from tests.days.hall import WITH_DRAWS, Day, luck, numbers_of
from tests.days.holds import nobody_at_two_tables, well_drawn
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
ALONE = {"people": 1, "manos": 4}
# What `any_day` does not play: games told by cotos and chicos, tables of three and five, boards.
MORE_WAYS: Mapping[str, Sequence[tuple[dict[str, Any], dict[str, Any]]]] = {
    "knockout": [({}, GUINOTE), ({"redraw": True}, TRUCO), ({"repesca": "consolation"}, {})],
    "lives": [({"lives": 2, "bracket_at": 2}, TRUCO)],
    "groups": [({"size": 4}, GUINOTE)],
    "swiss": [({"rounds": 5}, TRUCO), ({"rounds": 4, "bye": "draw"}, GUINOTE)],
    "league": [({}, GUINOTE)],
    "totals": [
        ({"rounds": 4}, GALLO),
        ({"rounds": 3, "count": "table"}, {"game_options": {"sides": 5, **ALONE}}),
        ({"rounds": 4, "count": "table", "best": 3}, {"game_options": {"sides": 3, **ALONE}}),
    ],
    "melee": [({"rounds": 4, "best": 2}, {"game_options": WITH_DRAWS})],
    "ladder": [({"rounds": 5}, GUINOTE)],
    "clock": [({}, {"game_options": WITH_DRAWS})],
    "teams": [
        ({"legs": 1, "boards": 3, "count": "boards"}, {"squad": 6, **GUINOTE}),
        ({"legs": 1, "boards": 3}, {"squad": 6, **TRUCO}),
        ({"legs": 2, "boards": 2}, {"squad": 4, "game_options": WITH_DRAWS}),
    ],
    "boxes": [({"blocks": 2, "size": 4, "per_block": 0}, {"game_options": WITH_DRAWS})],
}
ALL_WAYS = {format: [*WAYS[format], *MORE_WAYS[format]] for format in WAYS}
# Not judged here: who got there first by the clock, which no acta tells.
BY_THE_CLOCK = {"first_there"}
# What looks at the one rival of a match: at tables of more there is no one.
OF_TWO = {"counted_diff", "counted_lost", "head_to_head", "mini_league"}
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
TABLE = ({"unit": 2, "table": [8, 6, 4, 2]}, {"table": [4, 3, 1, 0], "best": 2})

FORMATS_OWN = {"format_order", "survival", "bracket_place", "exit_round"}

Look = Callable[[], None]
Act = Callable[[Day, Random], None]


def play_a_day(
    day: Day, dice: Random, look: Look, happens: Sequence[Act] = (), rounds: int = MOST_ROUNDS
) -> None:
    """The day from its first draw to its last result, or so many rounds, looked at after each thing
    that happens.

    Half of the days the organiser leaves the usual order as it is.
    """
    happens = happens or HAPPENS
    if dice.random() < 0.5:
        happens = (*happens, count_otherwise)
        something_happens(day, dice, (count_otherwise,))
    if day.stage.by_calls:
        return _by_the_clock(day, dice, look, happens, times=rounds)
    for _round in range(rounds):
        if stage_over(day.stage, EVERYTHING) or not _drawn(day, dice):
            return None
        for _time in range(dice.randint(1, 3)):
            _write_some(day, dice)
            something_happens(day, dice, happens)
            look()
        _write_some(day, dice, everything=True)
        if dice.random() < 0.5:
            something_happens(day, dice, happens)
        _write_some(day, dice, everything=True)
        look()
    return None


def _by_the_clock(day: Day, dice: Random, look: Look, happens: Sequence[Act], times: int) -> None:
    _drawn(day, dice)
    for _time in range(times):
        something_happens(day, dice, happens)
        _write_some(day, dice)
        nobody_at_two_tables(day)
        look()
    ring_bell(stage=day.stage, author=day.author)
    _write_some(day, dice, everything=True)
    assert stage_over(day.stage, EVERYTHING)
    look()


def _drawn(day: Day, dice: Random) -> bool:
    """The next round drawn and published, perhaps without who is not there, and looked over; not
    where too few are left."""
    absent = dice.choice(("draw", "draw", "leave_out"))
    before = stage_situation(day.stage, EVERYTHING)
    try:
        draft = open_next_round(stage=day.stage, author=day.author, absent=absent)
    except DrawError as error:
        assert error.code in TOO_FEW, (error.code, error.params)
        return False
    drawn = publish_round(round=draft, author=day.author)
    if absent == "draw":
        well_drawn(day, before, drawn)
    return True


def _write_some(day: Day, dice: Random, *, everything: bool = False) -> None:
    if everything and not day.stage.by_calls and day.tournament.game not in PARTS:
        day.write_these(day.tournament.matches.filter(actas=None), a_line)
    while playing := list(day.tournament.matches.filter(state="playing").order_by("number")):
        match = with_details(Match.objects.filter(pk=dice.choice(playing).pk)).get()
        write_a_line(day, match)
        if not everything and dice.random() < 0.4:
            return


def write_a_line(day: Day, match: Match) -> None:
    acta = live_acta(match)
    number = len(lines_written(acta)) + 1 if acta else 1
    record_hand(match=match, author=day.author, line=a_part(match, number), number=number)


def a_part(match: Match, number: int) -> str:
    """The next line of a match: all of it, or its next coto or chico."""
    game, options = match.tournament.game, match.round.stage.game_options
    if game not in PARTS:
        return a_line(match, numbers_of(match))
    word, of = PARTS[game]
    sides = match.game_rules().players if game == "truco" else 2
    made = [luck(options[of], match, number, side) for side in range(2 if sides != 3 else 3)]
    made[luck(len(made), match, number, "gana")] = options[of]
    return f"{word} " + "-".join(map(str, made))


PARTS = {"guinote": ("coto", "partidas"), "truco": ("chico", "target")}


def something_happens(day: Day, dice: Random, happens: Sequence[Act]) -> None:
    """One thing of those that happen; nothing where the site refuses it."""
    try:
        with transaction.atomic():
            dice.choice(happens)(day, dice)
    except (Refused, RuleError) as refused:
        assert not isinstance(refused, Refused) or refused.status in (400, 409), refused


# --- What happens -------------------------------------------------------------------------------
def somebody_leaves(day: Day, dice: Random) -> None:
    live = list(day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number"))
    if len(live) > 5:
        withdraw_entry(
            entry=dice.choice(live),
            author=day.author,
            reason="se va",
            kind=dice.choice(Entry.GONE),
            effect=dice.choice(Entry.Effect.values),
        )


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
    if found := list(with_details(finished).order_by("pk")):
        match = dice.choice(found)
        lines = [turned(line) for line in lines_written(live_acta(match))]
        if lines != lines_written(live_acta(match)):
            correct_acta(match=match, author=day.author, lines=lines, reason="al revés")


def somebody_catches_up(day: Day, dice: Random) -> None:
    rests = day.tournament.matches.filter(state="bye", round__state="published")
    bye = with_details(rests).order_by("-round__number").first()
    done = Match.objects.filter(round=bye.round, state="finished") if bye else ()
    there = [one for match in done for one in match.everybody]
    sizes = [len(match.everybody) - 1 for match in done] or [1]
    if bye and len(there) >= sizes[0]:
        catch_up(match=bye, rivals=dice.sample(there, sizes[0]), author=day.author)


def a_match_is_given_up(day: Day, dice: Random) -> None:
    playing = with_details(day.tournament.matches.filter(state="playing"))
    if match := playing.order_by("number").first():
        loser = dice.choice(match.everybody)
        forfeit_match(match=match, loser=loser, author=day.author, reason="no está")


def somebody_is_sanctioned(day: Day, dice: Random) -> None:
    live = day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number")
    if not live:
        return
    entry = dice.choice(list(live))
    note_ruling(
        stage=day.stage,
        entry=entry,
        author=day.author,
        follows="points",
        points=dice.randint(1, 3),
        reason="grita",
    )


def somebody_is_back(day: Day, dice: Random) -> None:
    """Somebody who had left comes back; or buys another life or place, where the format knows of
    it."""
    entries = day.tournament.entries.order_by("number")
    gone = list(entries.filter(state__in=Entry.GONE))
    if gone and dice.random() < 0.5:
        reinstate(entry=dice.choice(gone), author=day.author)
    elif fallen := sorted(reentry_candidates(day.stage)):
        reenter(entry=entries.get(number=dice.choice(fallen)), author=day.author, paid=True)


def somebody_is_marked(day: Day, dice: Random) -> None:
    """Everybody present, or one that is and now is not."""
    if dice.random() < 0.5:
        mark_all(tournament=day.tournament, author=day.author, mark="present")
    live = list(day.tournament.entries.filter(state=Entry.State.ENTERED).order_by("number"))
    if len(live) > 5:
        set_present(entry=dice.choice(live), author=day.author, present=False)


def count_otherwise(day: Day, dice: Random) -> None:
    """Another order and another counting, of those that make sense."""
    stage = day.stage
    set_standings(
        stage=stage, author=day.author, chain=a_chain(stage, dice), counting=a_counting(stage, dice)
    )


def a_chain(stage: Stage, dice: Random) -> list[str]:
    draws = stage.game_rules().can_draw
    known = tiebreaks_for(stage.format, stage.tournament.game, draws=draws)
    out = BY_THE_CLOCK if stage.by_calls else set()
    out = out | (OF_TWO if stage.sides() > 2 else set())
    out = out | (FORMATS_OWN - set(usual_of(stage)))
    keys = [key for key in known if key not in out and key != "lot"]
    chain = dice.sample(keys, min(len(keys), dice.randint(1, 4)))
    return [*chain, "lot"] if dice.random() < 0.5 else chain


def usual_of(stage: Stage) -> Sequence[str]:
    """The chain a stage has by itself."""
    return stage.system.chain(stage.format_rules())


def a_counting(stage: Stage, dice: Random) -> dict[str, Any]:
    return dict(dice.choice(COUNTINGS + (TABLE if stage.sides() > 2 else ())))


HAPPENS: tuple[Act, ...] = (
    somebody_leaves,
    somebody_comes,
    somebody_comes,
    a_result_is_corrected,
    a_result_is_corrected,
    somebody_catches_up,
    somebody_catches_up,
    a_match_is_given_up,
    somebody_is_sanctioned,
    somebody_is_back,
    somebody_is_marked,
)


def every_way() -> Iterator[tuple[str, int]]:
    return ((format, way) for format, ways in ALL_WAYS.items() for way in range(len(ways)))


def begin_a_day(
    begin: Callable[..., Day], format: str, way: int, dice: Random, most: int = 12
) -> Day:
    """A tournament of that way with six entries or more, its stage not drawn yet."""
    options, changes = ALL_WAYS[format][way]
    day = begin("Cualquiera", format, options, **{"tables": 2, **changes})
    some(day, dice.randint(6, most))
    return day
