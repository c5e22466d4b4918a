"""The parts of the points of a hand, and the pique that a line may omit because it is certain."""

from dataclasses import replace

import pytest

from rules.cientos import CIENTOS
from rules.cientos.account import PARTS, account
from rules.cientos.carteo import points as points_of_play
from rules.cientos.deal import Deal
from rules.cientos.match import add_certain_pique
from rules.cientos.options import PRESETS, Options
from rules.core import fold
from tests.rows import case, each
from tests.rules.self_play import play_match

ONE_JUEGO = PRESETS["un_juego"]


def _account(*lines: str, options: Options = ONE_JUEGO) -> list[list[tuple[str, int]]]:
    """Return the parts of the points of A and of B in the last line."""
    score = fold(CIENTOS, options, lines)[-1].score
    sides = account(CIENTOS.parse(lines[-1]), score.state.dealer, score.points)
    return [[(part.name, part.worth) for part in side] for side in sides]


@each(
    "line, a, b",
    case(
        "the first hand of the referee's page",
        "8-4 uA pA51 sA5Ao tAR dB",
        "punto 5 secansa 15 catorce 3 carteo 17 bazas 10",
        "carteo 8",
    ),
    case("a tie", "6-6 uBm p=44 sB3A dB", "carteo 13", "secansa 3 carteo 11"),
    case(
        "in the order of counting, catorces before tríos",
        "4-8 uB bB tBD cBS dB",
        "carteo 9",
        "blancas 10 catorce 14 catorce 3 carteo 16 bazas 10",
    ),
    case(
        "a repique",
        "9-3 uA pA51 sA5Ao cAS dB",
        "punto 5 secansa 15 catorce 14 repique 60 carteo 19 bazas 10",
        "carteo 6",
    ),
    case("pique, capote", "12-0 uA pA51 pique dB", "punto 5 carteo 25 pique 30 capote 40", ""),
    case("a fault", "6-6 uA x+B pA44 dB", "punto 4 carteo 13", "carteo 12"),
)
def test_a_hand_of_cientos_is_counted_in_parts(line, a, b):
    parts = [" ".join(f"{part} {worth}" for part, worth in side) for side in _account(line)]
    assert parts == [a, b]


def test_a_stopped_hand_is_counted_in_parts_too():
    """The eighth baza of A reaches a hundred, so A has no lead after it."""
    lines = ["arbitro mano 80-60: cuenta", "8-3 pA50 !A dA"]
    assert _account(*lines) == [[("punto", 5), ("carteo", 15)], [("carteo", 7)]]
    assert _account("arbitro mano 97-97: cuenta", "0-0 !A pA34 sB3So cBA dB") == [
        [("punto", 3)],
        [("secansa", 3), ("catorce", 14)],
    ]


@pytest.mark.parametrize("options", [*PRESETS.values(), Options(rival_leads=True)])
@pytest.mark.parametrize("seed", ["mesa 1", "mesa 2"])
def test_the_parts_of_a_hand_add_up_to_its_points(options, seed):
    for step in fold(CIENTOS, options, play_match(CIENTOS, options, seed)):
        if not isinstance(step.hand, Deal):
            continue
        mano = step.score.state.dealer
        sides = account(step.hand, mano, step.score.points)
        assert [sum(part.worth for part in side) for side in sides] == list(step.score.points)
        assert all(part.name in PARTS and part.worth > 0 for side in sides for part in side)
        if step.hand.stopped is None:
            carteo = [sum(part.worth for part in side if part.name == "carteo") for side in sides]
            assert carteo == list(points_of_play(step.hand, mano))


# --- The pique ------------------------------------------------------------------------------
@each(
    "line, pique",
    case("five and all the bazas", "12-0 uA pA51 dB", True),
    case("B won only the last baza", "11-1 uB pA51 sA4Ao dB", True),
    case("B's baza may have been the first", "11-1 uA pA51 sA5Ao dB", False),
    case("28: the capote counts later", "12-0 uA pA34 dB", False),
    case("a tie blocks it", "12-0 uA p=51 dB", False),
    case("A was not mano", "12-0 uA pA51 dA", False),
)
def test_a_certain_pique_is_added_to_the_line(line, pique):
    start, deal = CIENTOS.start(ONE_JUEGO), CIENTOS.parse(line)
    assert add_certain_pique(start, deal, ONE_JUEGO) == replace(deal, pique=pique)
    CIENTOS.play(start, add_certain_pique(start, deal, ONE_JUEGO), ONE_JUEGO)


def test_a_written_pique_stays_and_without_a_dealer_none_is_added():
    start = CIENTOS.start(ONE_JUEGO)
    deal_with_pique = CIENTOS.parse("8-4 uA pA51 sA5Ao pique dB")
    assert add_certain_pique(start, deal_with_pique, ONE_JUEGO) == deal_with_pique
    deal_without_dealer = CIENTOS.parse("12-0 uA pA51")
    assert add_certain_pique(start, deal_without_dealer, ONE_JUEGO) == deal_without_dealer


@pytest.mark.parametrize("seed", [f"mesa {number}" for number in range(12)])
def test_no_pique_is_added_to_a_true_hand(seed):
    score = CIENTOS.start(ONE_JUEGO)
    for hand in play_match(CIENTOS, ONE_JUEGO, seed):
        if isinstance(hand, Deal):
            assert add_certain_pique(score, hand, ONE_JUEGO) == hand
        score = CIENTOS.play(score, hand, ONE_JUEGO)
