"""Points that real cards allow in malilla, checked by deals at a table and by all piles."""

from itertools import product
from random import Random

from rules.core import RuleError, fold
from rules.malilla import MALILLA
from rules.malilla.forms import FORMS, MOST_ASLEEP
from rules.malilla.hands import Deal
from rules.malilla.options import Options
from tests.rows import each
from tests.rules.malilla.table import FAULTS, ORDER, WORTH, deal_cards, deck_of


def test_the_rules_and_the_table_have_the_same_faults_in_each_form():
    assert {form: set(FORMS[form].faults) for form in FORMS} == {
        form: set(faults) for form, faults in FAULTS.items()
    }


def _piles(form: str, cards: int) -> set[tuple[int, int]]:
    """Return the number of cards and the points of every pile of at most `cards` cards."""
    piles = {(0, 0)}
    for number, _ in deck_of(form):
        value = WORTH.get(number, 0)
        piles |= {(size + 1, points + value) for size, points in piles if size < cards}
    return piles


@each("form", "companeros", "coja", "vistas")
def test_bazas_of_real_cards_can_give_any_points(form):
    """The rules refuse no number of points from 0 to 72."""
    cards_in_baza = {"companeros": 4, "coja": 3, "vistas": 4}[form]
    piles = _piles(form, 48)
    possible = {size // cards_in_baza + value for size, value in piles if size % cards_in_baza == 0}
    assert possible == set(range(73))
    for points in possible:
        if FORMS[form].sides == 2:
            Deal((points, 72 - points))


def test_the_sleeping_points_are_the_points_of_twelve_cards():
    asleep = {value for size, value in _piles("cubiertas", 12) if size == 12}
    assert asleep == set(range(MOST_ASLEEP + 1))


def _is_accepted(line: str, options: Options, *lines_before: str) -> bool:
    try:
        fold(MALILLA, options, [*lines_before, line])
    except RuleError:
        return False
    return True


def test_the_rules_accept_points_of_two_sides_that_add_up_to_72():
    for a, b in product(range(74), repeat=2):
        assert _is_accepted(f"{a}-{b}", Options()) == (a + b == 72), (a, b)


@each("form, low", ("companeros", 6), ("barrotada", 6), ("coja", 6), ("vistas", 5))
def test_a_dealer_who_turned_up_the_malilla_has_its_points(form, low):
    """Nothing beats the malilla of triunfo, so the dealer always wins its baza."""
    rng, deals_with_malilla = Random(f"malilla {form}"), 0
    while deals_with_malilla < 15:
        deal = deal_cards(rng, form, 0)
        if deal.card[0] == ORDER[0]:
            assert deal.points[deal.dealer] >= low
            deals_with_malilla += 1
    other_points = "-0" * (FORMS[form].sides - 2)
    assert not _is_accepted(f"{low - 1}-{73 - low}{other_points} 9o dA", Options(form))
    assert _is_accepted(f"{low}-{72 - low}{other_points} 9o dA", Options(form))
