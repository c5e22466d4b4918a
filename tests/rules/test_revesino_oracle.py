"""The rules of revesino against a table that deals real cards and pays by itself."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from rules import revesino
from rules.core import RuleError
from rules.revesino import Options
from rules.revesino.checks import splits
from tests.rules.revesino_table import Mano, play

DEALS = 2000
PLAIN = Options()
WITH_PLATE = Options(plate=16)


@pytest.fixture(scope="module")
def manos() -> list[Mano]:
    rng = Random(1807)
    return [play(rng, pie=rng.randrange(4)) for _ in range(DEALS)]


def test_no_true_hand_is_refused_and_every_payment_is_that_of_the_cards(manos):
    for mano in manos:
        score = revesino.play(revesino.start(PLAIN), revesino.parse(mano.line()), PLAIN)
        tantos, _ = mano.paid()
        assert score.points == tuple(tantos), mano.line()
        assert sum(score.points) == 0
        assert (score.state.turn, score.state.dealer) == (1, (mano.pie + 1) % 4)


def test_the_plate_gives_and_takes_what_the_table_saw(manos):
    funded = revesino.play(
        revesino.start(WITH_PLATE), revesino.parse("platillo 16 16 16 16"), WITH_PLATE
    )
    for mano in manos:
        score = revesino.play(funded, revesino.parse(mano.line()), WITH_PLATE)
        tantos, plate = mano.paid(plate=16)
        assert (score.points, score.state.plate) == (tuple(tantos), 64 + plate), mano.line()
        assert sum(score.tallies[0]) + score.state.plate == 0


def test_what_each_won_can_be_kept_alone(manos):
    for mano in manos:
        tantos, _ = mano.paid()
        line = "mano " + " ".join(str(int(won)) for won in tantos)
        score = revesino.play(revesino.start(PLAIN), revesino.parse(line), PLAIN)
        assert score.points == tuple(tantos)


def test_the_table_meets_every_kind_of_hand(manos):
    kinds = Counter(mano.line().split()[0] for mano in manos)
    assert kinds["revesino"] > 150 and kinds["napolitana"] > 200
    both = [mano for mano in manos if mano.goer is not None and mano.four is not None]
    assert len(both) > 30 and any(mano.at_fault for mano in both)
    told = Counter(word for mano in manos for word in mano.line().split())
    assert {"corta", "levanta", "otra", "pierde", "dejada"} <= set(told)
    assert any(len(mano.at_fault) == 2 for mano in manos)
    ways = {fate[0] for mano in manos if mano.four is None for fate in mano.fates().values()}
    assert ways == set("vsjd")


def _falsified(mano: Mano):
    """The true line made false in every way that the rules can tell, each with its name."""
    *counts, cards = mano.line().split(maxsplit=4)
    one, *rest = counts
    bazas, points = map(int, one.split("/"))
    yield "one baza too many", f"{bazas + 1}/{points or 0} {' '.join(rest)} {cards}"
    yield "a card left out", f"{' '.join(counts)} {cards.split(maxsplit=1)[1]}"
    yield "a card twice", f"{' '.join(counts)} {cards.split()[0]} {cards}"
    fates = mano.fates()
    asleep = [card for card, (way, *_) in fates.items() if way == "d"]
    everything = 40 - sum(4 if card[0] == "as" else 2 for card in asleep)
    total = sum(mano.points(seat) for seat in range(4))
    richest = max(range(4), key=mano.points)

    def with_points(seat: int, more: int) -> str:
        changed = [f"{mano.count(s)}/{mano.points(s) + more * (s == seat)}" for s in range(4)]
        return f"{' '.join(changed)} {cards}"

    yield "more points than are awake", with_points(richest, everything - total + 1)
    least = everything - 3 * (4 - len(asleep))
    if mano.points(richest) > total - least:
        yield "more points asleep than cards", with_points(richest, least - total - 1)
    for seat in range(4):
        name = "ABCD"[seat]
        other = "ABCD"[(seat + 1) % 4]
        if mano.count(seat) == 0:
            yield "points without a baza", with_points(seat, 1)
            awake = cards.split()[0][:2]
            yield (
                "sold to who has no baza",
                f"{' '.join(counts)} {awake}={other}v{name} {cards.split(maxsplit=1)[1]}",
            )
            yield (
                "an as led by who has no baza",
                f"{' '.join(counts)} ao={name}j {_without(cards, 'ao')}",
            )
            if seat != (mano.pie + 1) % 4:
                yield (
                    "drawn by who never led",
                    f"{' '.join(counts)} cc={name}s{other} {_without(cards, 'cc')}",
                )
    wrong = "ABCD"[(mano.pie + 1) % 4]
    yield "an extra dealer", f"{mano.line()} d{wrong}"


def _without(cards: str, name: str) -> str:
    return " ".join(word for word in cards.split() if not word.startswith(f"{name}="))


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(manos):
    told = set()
    for mano in manos:
        if mano.goer is not None or mano.four is not None:
            continue
        for name, line in _falsified(mano):
            with pytest.raises(RuleError):
                revesino.play(revesino.start(PLAIN), revesino.parse(line), PLAIN)
                pytest.fail(f"{name}: {line}")
            told.add(name)
    assert len(told) == 10


@pytest.mark.parametrize("loose", [False, True])
def test_the_points_accepted_are_those_that_some_split_of_the_honours_makes(loose):
    """Three players with bazas enough, and up to four honours asleep: every way is gone through."""
    honours = [3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    held = {((0, 0, 0), 0)}
    for place, worth in enumerate([*honours, 2] if loose else honours):
        after = set()
        for points, asleep in held:
            for player in range(3):
                after.add((tuple(p + worth * (s == player) for s, p in enumerate(points)), asleep))
            if asleep < 4 and place < len(honours):
                after.add((points, asleep + 1))
        held = after
    least: dict[tuple[int, ...], int] = {}
    for points, asleep in held:
        least[points] = min(asleep, least.get(points, 5))
    for points in combinations_with_replacement(range(25, -1, -1), 3):
        wanted = (*((player, 12) for player in points), (0, 0))
        for room in (0, 1, 4):
            assert splits(wanted, room, loose) == (least.get(points, 5) <= room), (points, room)


@pytest.mark.parametrize("loose", [False, True])
def test_where_there_is_room_the_honours_can_be_shared_in_any_way(loose):
    """What `check_points` takes for granted, of every count of four that adds up."""
    high = 24 if loose else 22
    for points in combinations_with_replacement(range(high, -1, -1), 4):
        for asleep in range(5):
            if high - 3 * asleep <= sum(points) <= high:
                wanted = tuple((player, 12) for player in points)
                assert splits(wanted, asleep, loose), (points, asleep)


@pytest.mark.parametrize(
    ("wanted", "asleep", "may"),
    [
        pytest.param(((12, 4), (10, 12), (0, 0), (0, 0)), 0, True, id="four reyes in a baza"),
        pytest.param(((12, 3), (10, 12), (0, 0), (0, 0)), 0, False, id="nor in three cards"),
        pytest.param(((7, 2), (15, 12), (0, 0), (0, 0)), 0, False, id="two cards make six at most"),
        pytest.param(((6, 2), (6, 2), (6, 4), (4, 4)), 0, True, id="reyes, reyes, caballos, sotas"),
    ],
)  # fmt: skip
def test_the_cards_of_a_baza_are_four(wanted, asleep, may):
    assert splits(wanted, asleep, False) == may
