"""Nobody drops out of a chain: whatever happens between opening a stage and the next one."""

import random

import pytest

from scoring.actas.services import correct_acta
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.stages.services import open_stage, shut_stage
from tests.days.hall import WITH_DRAWS
from tests.days.test_circuits import enter
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Entry, Match, Place, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate
from tournaments.refusal import Refused

pytestmark = pytest.mark.django_db

FIRST, REST = [{"stage": 1, "first": 1, "last": 1}], [{"stage": 1, "per": "rest"}]


def played(begin, plans, groups=2, entries=6):
    """A first stage to its end, and the stages to come planned."""
    day = begin("Cadena", "groups", {"groups": groups})
    for at, intake in enumerate(plans, start=2):
        day.plan(f"Fase {at}", "league", {}, intake)
    day.enter(entries)
    day.play(number=1)
    return day


@world
def day(begin):
    """Six in groups of three; the firsts to stage 2, which is open, and the rest to stage 3."""
    day = played(begin, [FIRST, REST])
    day.open(2)
    return day


def inside(day, number):
    return {place.entry.number for place in day.stage_number(number).places.all()}


def leave(day, number, effect="lose"):
    entry = day.tournament.entries.get(number=number)
    withdraw_entry(entry=entry, author=day.author, reason="se va", effect=effect)


def come_back(day, number):
    reinstate(entry=day.tournament.entries.get(number=number), author=day.author)


def turn(day, match):
    """The result of a match the other way round."""
    own, other = match.result.acta.hands.get().line.split("-")
    line = f"{other}-{own}"
    correct_acta(match=match, author=day.author, lines=[line], reason="al revés")


def group_of(day, number):
    """The group of an entry, best first."""
    from scoring.standings.selectors.standings import stage_tables

    for lines in stage_tables(day.stage_number(1), EVERYTHING).values():
        group = [line.entrant for line in lines]
        if number in group:
            return group
    raise AssertionError(number)


# --- One after another ---------------------------------------------------------------------------
def test_who_follows_one_that_withdraws_goes_to_the_rest(day):
    leaves = min(inside(day, 2))
    _first, second, third = group_of(day, leaves)
    leave(day, leaves)
    day.open(3)
    assert {second, third} <= inside(day, 3)
    assert inside(day, 2) | inside(day, 3) == set(range(1, 7))
    come_back(day, leaves)
    assert leaves in inside(day, 2) and leaves not in inside(day, 3)


def test_a_result_corrected_in_between_moves_nobody_who_is_in(day):
    before = inside(day, 2)
    for match in Match.objects.filter(round__stage__number=1, result__isnull=False):
        turn(day, match)
    day.open(3)
    assert inside(day, 2) == before
    assert inside(day, 3) == set(range(1, 7)) - before
    shut_stage(stage=day.stage_number(3), author=day.author)
    day.open(2)
    day.open(3)
    assert inside(day, 2) != before, "opened again, it looks at the results anew"
    assert inside(day, 2) | inside(day, 3) == set(range(1, 7))


def test_who_came_after_the_groups_were_over_goes_to_the_rest(day):
    late = enter(day, day.author, "Tarde", 1)
    day.open(3)
    assert late.number in inside(day, 3)
    later = enter(day, day.author, "Más tarde", 1)
    assert later.number in inside(day, 3), "open already, nothing drawn: in at once"
    place = Place.objects.get(entry=later)
    assert place.seed == 6 and "No llegó a sortearse" in place.source


def test_the_seconds_are_those_below_whoever_went_on(begin):
    """A first corrected into second after his stage was opened is not asked for the second."""
    day = played(begin, [FIRST, [{"stage": 1, "first": 2, "last": 2}], REST])
    day.open(2)
    for match in Match.objects.filter(round__stage__number=1, result__isnull=False):
        turn(day, match)
    day.open(3)
    assert len(inside(day, 3)) == 2 and not inside(day, 2) & inside(day, 3)
    day.open(4)
    assert inside(day, 2) | inside(day, 3) | inside(day, 4) == set(range(1, 7))


def test_whom_a_stage_has_no_room_for_goes_to_the_rest(begin):
    day = played(begin, [FIRST, REST], groups=3, entries=9)
    Stage.objects.filter(number=2).update(capacity=2)
    day.open(3)
    assert len(inside(day, 3)) == 7
    day.open(2)
    assert len(inside(day, 2)) == 2
    assert inside(day, 2) | inside(day, 3) == set(range(1, 10))


def test_equals_told_apart_by_lot_are_not_drawn_again_for_the_next_stage(begin):
    """Everybody draws with everybody: only the lot says who is first, once."""
    halves = [{"stage": 1, "per": "all", "first": 1, "last": 3}]
    others = [{"stage": 1, "per": "all", "first": 4, "last": 6}]
    day = begin("Cadena", "swiss", {"rounds": 2}, game_options=WITH_DRAWS)
    for at, intake in enumerate([halves, others], start=2):
        day.plan(f"Fase {at}", "league", {}, intake)
    day.enter(6)
    Stage.objects.filter(number=1).update(chain=["points"])
    day.play(lambda match, numbers: "20-20", number=1)
    for order in ((2, 3), (3, 2)):
        for number in order:
            day.open(number)
        assert inside(day, 2) | inside(day, 3) == set(range(1, 7))
        for number in order:
            shut_stage(stage=day.stage_number(number), author=day.author)


# --- Anything, in any order ----------------------------------------------------------------------
CHAINS = {
    "first and rest": [FIRST, REST],
    "three ways": [FIRST, [{"stage": 1, "first": 2, "last": 2}], REST],
    "best second": [[*FIRST, {"stage": 1, "first": 2, "last": 2, "best": 1}], REST],
    "filled": [[*FIRST, {"stage": 1, "first": 2, "last": 3, "fill": 4}], REST],
    "overall": [
        [{"stage": 1, "per": "all", "first": 1, "last": 3}],
        [{"stage": 1, "per": "all", "first": 4, "last": 5}],
        REST,
    ],
    "the rest planned first": [REST, FIRST],
}
SOME_CHAINS = ["three ways", "filled", "overall", "the rest planned first"]


@pytest.mark.slow
@pytest.mark.parametrize("luck", range(size(1, long=2)))
@pytest.mark.parametrize("chain", size(SOME_CHAINS, long=[*CHAINS]))
def test_whatever_happens_everybody_is_in_one_stage(begin, chain, luck):
    """Stages opened, shut and opened again among withdrawals, corrections and late entries."""
    dice = random.Random(f"{chain} {luck}")
    day = played(begin, CHAINS[chain], groups=3, entries=9)
    stages = list(range(2, 2 + len(CHAINS[chain])))
    acts = [act for act in ACTS for _times in range(2)]
    dice.shuffle(acts)
    for act in [*acts[: len(acts) // 2], *dice.choices(acts, k=4)]:
        try:
            ACTS[act](day, stages, dice)
        except Refused as refused:
            assert refused.code in ("stage_not_open", "too_few_qualified", "stage_unfinished")
            day.play(number=1)  # who came late with nothing open has matches to play
        nobody_in_two(day, stages)
    day.play(number=1)
    for number in dice.sample(stages, len(stages)):
        if day.stage_number(number).opened_at is None:
            try:
                day.open(number)
            except Refused as refused:  # so many have left
                assert refused.code == "too_few_qualified"
                return
    everybody = nobody_in_two(day, stages)
    playing = day.tournament.entries.filter(state=Entry.State.ENTERED)
    assert set(playing.values_list("number", flat=True)) <= everybody


def nobody_in_two(day, stages):
    found = [number for stage in stages for number in inside(day, stage)]
    assert len(found) == len(set(found))
    return set(found)


def some(day, dice, *states):
    entries = day.tournament.entries.filter(state__in=states).order_by("number")
    return dice.choice(list(entries.values_list("number", flat=True)))


def corrected(day, stages, dice):
    matches = Match.objects.filter(round__stage__number=1, result__acta__hands__number=1)
    turn(day, dice.choice(list(matches.order_by("pk"))))


def gone(day, stages, dice):
    if day.tournament.entries.filter(state="entered").count() > 6:
        leave(day, some(day, dice, "entered"), dice.choice(["lose", "void", "last"]))


def back(day, stages, dice):
    if day.tournament.entries.filter(state="withdrawn").exists():
        come_back(day, some(day, dice, "withdrawn"))


def declined(day, stages, dice):
    """An entry that does not want a place in the stages chosen by place goes to the rest."""
    number = dice.choice([one for one in stages if not day.stage_number(one).consoles])
    said = {some(day, dice, "entered")}
    open_stage(stage=day.stage_number(number), author=day.author, declined=said)


def shut(day, stages, dice):
    shut_stage(stage=day.stage_number(dice.choice(stages)), author=day.author)


ACTS = {
    "open": lambda day, stages, dice: day.open(dice.choice(stages)),
    "open another": lambda day, stages, dice: day.open(dice.choice(stages)),
    "shut": shut,
    "withdraw": gone,
    "come back": back,
    "correct": corrected,
    "late": lambda day, stages, dice: enter(day, day.author, f"Tarde {dice.random()}", 1),
    "decline": declined,
}
