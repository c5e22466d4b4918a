"""Deals that the cards of malilla allow, against a table that deals them and against every pile."""

from itertools import product
from random import Random

from rules.core import RuleError, fold
from rules.malilla import MALILLA
from rules.malilla.forms import FORMS, MOST_ASLEEP
from rules.malilla.hands import Deal
from rules.malilla.options import Options
from tests.rows import each
from tests.rules.malilla.table import FAULTS, ORDER, WORTH, deal_cards, pack_of


def test_the_faults_of_each_form_are_those_of_the_table():
    assert {form: set(FORMS[form].faults) for form in FORMS} == {
        form: set(faults) for form, faults in FAULTS.items()
    }


def _hands(form: str, cards: int) -> set[tuple[int, int]]:
    """Return every (cards, worth) of a pile of at most `cards` cards of the pack."""
    held = {(0, 0)}
    for number, _ in pack_of(form):
        value = WORTH.get(number, 0)
        held |= {(many + 1, sum_ + value) for many, sum_ in held if many < cards}
    return held


@each("form", "companeros", "coja", "vistas")
def test_a_side_can_make_any_points(form):
    """Whole bazas of real cards reach every number of points, so no number is refused."""
    in_baza = {"companeros": 4, "coja": 3, "vistas": 4}[form]
    piles = _hands(form, 48)
    made = {many // in_baza + value for many, value in piles if many % in_baza == 0}
    assert made == set(range(73))
    for points in made:
        if FORMS[form].sides == 2:
            Deal((points, 72 - points))


def test_what_can_sleep_is_what_twelve_cards_hold():
    asleep = {value for many, value in _hands("cubiertas", 12) if many == 12}
    assert asleep == set(range(MOST_ASLEEP + 1))


def _accepted(line: str, options: Options, *before: str) -> bool:
    try:
        fold(MALILLA, options, [*before, line])
    except RuleError:
        return False
    return True


def test_of_two_sides_the_points_accepted_are_those_that_add_up():
    for a, b in product(range(74), repeat=2):
        assert _accepted(f"{a}-{b}", Options()) == (a + b == 72), (a, b)


@each("form, low", ("companeros", 6), ("barrotada", 6), ("coja", 6), ("vistas", 5))
def test_whoever_turned_up_the_malilla_makes_its_baza(form, low):
    """Nothing beats it: in every deal at the table its holder has at least six points."""
    rng, seen = Random(f"malilla {form}"), 0
    while seen < 15:
        deal = deal_cards(rng, form, 0)
        if deal.card[0] == ORDER[0]:
            assert deal.points[deal.dealer] >= low
            seen += 1
    rest = "-0" * (FORMS[form].sides - 2)
    assert not _accepted(f"{low - 1}-{73 - low}{rest} 9o dA", Options(form))
    assert _accepted(f"{low}-{72 - low}{rest} 9o dA", Options(form))
