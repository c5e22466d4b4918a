"""Tests that every active entry stays in one stage, whatever happens between two openings."""

import random

import pytest

from scoring.actas.services import correct_acta
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.stages.services import open_stage, shut_stage
from tests.days.hall import ONE_LINE_WITH_DRAWS
from tests.days.test_circuits import enter
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Entry, Match, Place, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate
from tournaments.refusal import Refused

pytestmark = pytest.mark.django_db

FIRST_QUOTA, REST_QUOTA = [{"stage": 1, "first": 1, "last": 1}], [{"stage": 1, "per": "rest"}]


def play_first_stage(begin, plans, groups=2, entries=6):
    """Play a first stage of groups to its end; plan a league for each intake of `plans`."""
    day = begin("Cadena", "groups", {"groups": groups})
    for number, intake in enumerate(plans, start=2):
        day.plan(f"Fase {number}", "league", {}, intake)
    day.enter(entries)
    day.play(number=1)
    return day


@world
def day(begin):
    """Two groups of three: their winners are in stage 2, which is open; stage 3 takes the rest."""
    day = play_first_stage(begin, [FIRST_QUOTA, REST_QUOTA])
    day.open(2)
    return day


def entries_in(day, number):
    return {place.entry.number for place in day.stage_number(number).places.all()}


def withdraw(day, number, effect="lose"):
    entry = day.tournament.entries.get(number=number)
    withdraw_entry(entry=entry, author=day.author, reason="se va", effect=effect)


def come_back(day, number):
    reinstate(entry=day.tournament.entries.get(number=number), author=day.author)


def reverse_result(day, match):
    """Correct a result to the same tantos in reverse."""
    a, b = match.result.acta.hands.get().line.split("-")
    line = f"{b}-{a}"
    correct_acta(match=match, author=day.author, lines=[line], reason="al revés")


def group_of(day, number):
    """Return the numbers of the entry's group, best first."""
    from scoring.standings.selectors.standings import stage_tables

    for lines in stage_tables(day.stage_number(1), EVERYTHING).values():
        group = [line.entrant for line in lines]
        if number in group:
            return group
    raise AssertionError(number)


# --- One event at a time -------------------------------------------------------------------------
def test_the_second_of_a_group_does_not_replace_its_withdrawn_winner(day):
    withdrawn = min(entries_in(day, 2))
    _first, second, third = group_of(day, withdrawn)
    withdraw(day, withdrawn)
    day.open(3)
    assert {second, third} <= entries_in(day, 3)
    assert entries_in(day, 2) | entries_in(day, 3) == set(range(1, 7))
    come_back(day, withdrawn)
    assert withdrawn in entries_in(day, 2) and withdrawn not in entries_in(day, 3)


def test_a_corrected_result_moves_no_entry_of_an_open_stage(day):
    entries_before = entries_in(day, 2)
    for match in Match.objects.filter(round__stage__number=1, result__isnull=False):
        reverse_result(day, match)
    day.open(3)
    assert entries_in(day, 2) == entries_before
    assert entries_in(day, 3) == set(range(1, 7)) - entries_before
    shut_stage(stage=day.stage_number(3), author=day.author)
    day.open(2)
    day.open(3)
    assert entries_in(day, 2) != entries_before, "a stage that is opened again uses the new results"
    assert entries_in(day, 2) | entries_in(day, 3) == set(range(1, 7))


def test_an_entry_that_comes_after_the_groups_goes_to_the_rest(day):
    late_entry = enter(day, day.author, "Tarde", 1)
    day.open(3)
    assert late_entry.number in entries_in(day, 3)
    later_entry = enter(day, day.author, "Más tarde", 1)
    assert later_entry.number in entries_in(day, 3), (
        "the stage is open without a round: it joins at once"
    )
    place = Place.objects.get(entry=later_entry)
    assert place.seed == 6 and "No llegó a sortearse" in place.source


def test_a_winner_corrected_to_second_does_not_take_the_place_of_a_second(begin):
    """The winner is already in the stage of the winners, which opened before the correction."""
    day = play_first_stage(begin, [FIRST_QUOTA, [{"stage": 1, "first": 2, "last": 2}], REST_QUOTA])
    day.open(2)
    for match in Match.objects.filter(round__stage__number=1, result__isnull=False):
        reverse_result(day, match)
    day.open(3)
    assert len(entries_in(day, 3)) == 2 and not entries_in(day, 2) & entries_in(day, 3)
    day.open(4)
    assert entries_in(day, 2) | entries_in(day, 3) | entries_in(day, 4) == set(range(1, 7))


def test_a_qualified_entry_without_a_place_in_a_full_stage_goes_to_the_rest(begin):
    day = play_first_stage(begin, [FIRST_QUOTA, REST_QUOTA], groups=3, entries=9)
    Stage.objects.filter(number=2).update(capacity=2)
    day.open(3)
    assert len(entries_in(day, 3)) == 7
    day.open(2)
    assert len(entries_in(day, 2)) == 2
    assert entries_in(day, 2) | entries_in(day, 3) == set(range(1, 10))


def test_the_lot_orders_tied_entries_once_for_all_stages(begin):
    """All matches end in a draw: only the lot orders the entries."""
    first_half = [{"stage": 1, "per": "all", "first": 1, "last": 3}]
    second_half = [{"stage": 1, "per": "all", "first": 4, "last": 6}]
    day = begin("Cadena", "swiss", {"rounds": 2}, game_options=ONE_LINE_WITH_DRAWS)
    for number, intake in enumerate([first_half, second_half], start=2):
        day.plan(f"Fase {number}", "league", {}, intake)
    day.enter(6)
    Stage.objects.filter(number=1).update(chain=["points"])
    day.play(lambda match, numbers: "20-20", number=1)
    for order in ((2, 3), (3, 2)):
        for number in order:
            day.open(number)
        assert entries_in(day, 2) | entries_in(day, 3) == set(range(1, 7))
        for number in order:
            shut_stage(stage=day.stage_number(number), author=day.author)


# --- Random events in any order ------------------------------------------------------------------
CHAINS = {
    "first and rest": [FIRST_QUOTA, REST_QUOTA],
    "three ways": [FIRST_QUOTA, [{"stage": 1, "first": 2, "last": 2}], REST_QUOTA],
    "best second": [[*FIRST_QUOTA, {"stage": 1, "first": 2, "last": 2, "best": 1}], REST_QUOTA],
    "filled": [[*FIRST_QUOTA, {"stage": 1, "first": 2, "last": 3, "fill": 4}], REST_QUOTA],
    "overall": [
        [{"stage": 1, "per": "all", "first": 1, "last": 3}],
        [{"stage": 1, "per": "all", "first": 4, "last": 5}],
        REST_QUOTA,
    ],
    "the rest planned first": [REST_QUOTA, FIRST_QUOTA],
}
SOME_CHAINS = ["three ways", "filled", "overall", "the rest planned first"]


@pytest.mark.slow
@pytest.mark.parametrize("luck", range(size(1, long=2)))
@pytest.mark.parametrize("chain", size(SOME_CHAINS, long=[*CHAINS]))
def test_every_active_entry_is_in_one_stage_after_random_events(begin, chain, luck):
    """Stages are opened, shut and reopened between withdrawals, corrections and late entries."""
    dice = random.Random(f"{chain} {luck}")
    day = play_first_stage(begin, CHAINS[chain], groups=3, entries=9)
    stages = list(range(2, 2 + len(CHAINS[chain])))
    acts = [act for act in ACTS for _times in range(2)]
    dice.shuffle(acts)
    for act in [*acts[: len(acts) // 2], *dice.choices(acts, k=4)]:
        try:
            ACTS[act](day, stages, dice)
        except Refused as refused:
            assert refused.code in ("stage_not_open", "too_few_qualified", "stage_unfinished")
            day.play(number=1)  # a late entry has matches to play in the first stage
        check_nobody_is_in_two(day, stages)
    day.play(number=1)
    for number in dice.sample(stages, len(stages)):
        if day.stage_number(number).opened_at is None:
            try:
                day.open(number)
            except Refused as refused:  # too few entries are left
                assert refused.code == "too_few_qualified"
                return
    numbers_placed = check_nobody_is_in_two(day, stages)
    active = day.tournament.entries.filter(state=Entry.State.ENTERED)
    assert set(active.values_list("number", flat=True)) <= numbers_placed


def check_nobody_is_in_two(day, stages):
    """Assert that no entry is in two of the stages; return the entries in them."""
    numbers = [number for stage in stages for number in entries_in(day, stage)]
    assert len(numbers) == len(set(numbers))
    return set(numbers)


def random_entry(day, dice, *states):
    """Return the number of a random entry in one of these states."""
    entries = day.tournament.entries.filter(state__in=states).order_by("number")
    return dice.choice(list(entries.values_list("number", flat=True)))


def correct_a_result(day, stages, dice):
    matches = Match.objects.filter(round__stage__number=1, result__acta__hands__number=1)
    reverse_result(day, dice.choice(list(matches.order_by("pk"))))


def withdraw_an_entry(day, stages, dice):
    if day.tournament.entries.filter(state="entered").count() > 6:
        withdraw(day, random_entry(day, dice, "entered"), dice.choice(["lose", "void", "last"]))


def bring_an_entry_back(day, stages, dice):
    if day.tournament.entries.filter(state="withdrawn").exists():
        come_back(day, random_entry(day, dice, "withdrawn"))


def open_without_one_entry(day, stages, dice):
    """Open a stage that takes entries by place; one entry declines."""
    number = dice.choice([stage for stage in stages if not day.stage_number(stage).consoles])
    declining = {random_entry(day, dice, "entered")}
    open_stage(stage=day.stage_number(number), author=day.author, declined=declining)


def shut_a_stage(day, stages, dice):
    shut_stage(stage=day.stage_number(dice.choice(stages)), author=day.author)


ACTS = {
    "open": lambda day, stages, dice: day.open(dice.choice(stages)),
    "open another": lambda day, stages, dice: day.open(dice.choice(stages)),
    "shut": shut_a_stage,
    "withdraw": withdraw_an_entry,
    "come back": bring_an_entry_back,
    "correct": correct_a_result,
    "late": lambda day, stages, dice: enter(day, day.author, f"Tarde {dice.random()}", 1),
    "decline": open_without_one_entry,
}
