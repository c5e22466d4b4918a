"""The rules of malilla against a table that deals real cards and counts them itself."""

from itertools import product
from random import Random

import pytest

from rules import malilla
from rules.core import RuleError, replay
from rules.malilla import FORMS, Deal, Options
from rules.malilla.forms import MOST_ASLEEP
from tests.rules.malilla_table import (
    ORDER,
    PALOS,
    PLAYERS,
    WORTH,
    Reparto,
    deal_cards,
    pack_of,
    some_faults,
    worth,
)

TABLE_FORMS = tuple(PLAYERS)
DEALS = 400  # of each form
HOUSES = {
    "companeros": [{}],
    "barrotada": [{}, {"spread": True}, {"all_pay": True}],
    "coja": [{}, {"spread": True}],
    "vistas": [{}],
    "cubiertas": [{}],
}


def _options(deal: Reparto, **more) -> Options:
    return Options(deal.form, capote_72=deal.spread, alce_by_all=deal.all_pay, **more)


def _deals(form: str) -> list[Reparto]:
    rng = Random(f"1807 {form}")
    houses = HOUSES[form]
    deals = []
    for number in range(DEALS):
        sides = FORMS[form].sides
        deal = deal_cards(rng, form, rng.randrange(sides), **houses[number % len(houses)])
        some_faults(rng, deal, turn=None)
        deals.append(deal)
    return deals


@pytest.fixture(scope="module")
def deals() -> dict[str, list[Reparto]]:
    return {form: _deals(form) for form in TABLE_FORMS}


@pytest.mark.parametrize("form", TABLE_FORMS)
def test_no_true_deal_is_refused_and_every_payment_is_that_of_the_cards(form, deals):
    rng = Random(form)
    for deal in deals[form]:
        for times, options in (
            (1, _options(deal)),
            (2, _options(deal, mariperez=True)),
            (4, _options(deal, mariperez=True, favorito=True)),
        ):
            split = deal.judged(rng, times)
            before = [f"favorito {PALOS[deal.card[1]]}"] if times == 4 else []
            known = any(what == "turno" for _, what in deal.faults)
            lines = [*before, deal.line(known, split)]
            score = replay(malilla, options, lines)[-1].score
            paid = [amount * options.unit for amount in deal.paid(times, split)]
            assert list(score.points) == paid, (lines, times)
            assert score.state.dealer == (deal.dealer + 1) % deal.sides


@pytest.mark.parametrize("form", TABLE_FORMS)
def test_a_match_of_true_deals_goes_round_the_table(form):
    """Dealers follow one another, misdeals pass the deal, and every line sums to zero."""
    rng = Random(f"round {form}")
    options = Options(form, vueltas=10)
    dealer, lines, total, played = 0, [], [0] * options.sides, 0
    while played < 10 * PLAYERS[form]:
        if rng.random() < 0.1:
            lines.append(f"mal{'' if lines else ' dA'}")
            dealer = (dealer + 1) % options.sides
            continue
        deal = deal_cards(rng, form, dealer)
        some_faults(rng, deal, turn=dealer)
        split = deal.judged(rng, 1)
        lines.append(deal.line(bool(lines), split))
        total = [a + b * options.unit for a, b in zip(total, deal.paid(1, split), strict=True)]
        dealer, played = (dealer + 1) % options.sides, played + 1
    steps = replay(malilla, options, lines)
    assert [step.score.over for step in steps] == [False] * (len(lines) - 1) + [True]
    assert list(steps[-1].score.tallies[0]) == total
    assert all(sum(step.score.points) == 0 for step in steps)


def test_the_table_meets_what_is_rare(deals):
    """Every fault, tens that do not divide, sides with no points, sleeping points of all sizes."""
    faults = {(form, what) for form in deals for deal in deals[form] for _, what in deal.faults}
    assert {form: {what for one, what in faults if one == form} for form in deals} == {
        form: set(FORMS[form].faults) for form in deals
    }
    assert any(0 in deal.points for deal in deals["barrotada"])
    assert len({worth(deal.asleep) for deal in deals["cubiertas"]}) > 10
    odd = [deal for deal in deals["vistas"] if deal.bazas.count(0) % 2]
    assert odd and len(odd) < DEALS


# --- What the cards allow -------------------------------------------------------------------
def _hands(form: str, cards: int) -> set[tuple[int, int]]:
    """Every (cards, worth) that a pile of up to so many cards of the pack can have."""
    held = {(0, 0)}
    for number, _ in pack_of(form):
        value = WORTH.get(number, 0)
        held |= {(many + 1, sum_ + value) for many, sum_ in held if many < cards}
    return held


@pytest.mark.parametrize("form", ["companeros", "coja", "vistas"])
def test_a_side_can_make_any_points(form):
    """Whole bazas of real cards reach every number of points, so none is refused."""
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
        replay(malilla, options, [*before, line])
    except RuleError:
        return False
    return True


def test_of_two_sides_the_points_accepted_are_those_that_add_up():
    for a, b in product(range(74), repeat=2):
        assert _accepted(f"{a}-{b}", Options()) == (a + b == 72), (a, b)


def _falsified(deal: Reparto, known: bool, split):
    """The true line made false in every way that the rules can tell: name, line, refusal."""
    points, line = deal.points, deal.line(known, split)
    rest = line.split()[1:]
    total = "points_asleep" if deal.form == "cubiertas" else "points_sum"

    def with_points(*made: int) -> str:
        return " ".join(["-".join(map(str, made)), *rest])

    low = points.index(min(points))
    more = [made + (side == low) for side, made in enumerate(points)]
    yield "one point too many", with_points(*more), total
    if min(points):
        fewer = [made - (side == low) for side, made in enumerate(points)]
        yield "one point missing", with_points(*fewer), total
    yield "a player too many", with_points(*points, 0), "points_count"
    if deal.form == "cubiertas":
        awake = " ".join(word for word in line.split() if word[0] != "s")
        yield "nothing sleeps", awake, "points_sum" if worth(deal.asleep) else "asleep_missing"
        yield "more asleep", line.replace(f"s{worth(deal.asleep)}", "s49"), "asleep_range"
    else:
        yield "cards asleep where none does", f"{line} s0", "asleep_form"
    if deal.form in ("coja", "cubiertas"):
        alce = next(word for word in rest if len(word) == 2 and word[1] in "oceb")
        yield "a card out of the pack", line.replace(alce, f"3{alce[1]}"), "card_out"
    for who, what in deal.faults:
        yield "a fault twice", f"{line} {'ABCD'[who]}/{what}", "fault_twice"
        if what == "turno":
            other = "ABCD"[(who + 1) % deal.sides]
            yield "two who dealt", f"{line} {other}/turno", "turno_twice"
    if deal.form == "vistas":
        yield "nobody has to beat with open piles", f"{line} A/cargar", "fault_form"
    if deal.form in ("vistas", "cubiertas"):
        yield "two cannot overtrump", f"{line} B/contrafallar", "fault_form"
    if 0 not in points:
        yield "a capote without all the points", f"{line} capote", "capote_points"
    if split is not None:
        *words, last = line.split()
        yield "the judge's split left out", " ".join(words), "split_missing"
        yield "a split for one player more", f"{' '.join(words)} {last}+1", "split_sides"
    elif deal.sides > 2:
        yield "a split of nothing", f"{line} r" + "+0" * deal.sides, "split_needless"
    yield "a side that is not there", f"{line} {'ABCDE'[deal.sides]}/hablar", ""


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(deals):
    told = set()
    rng = Random("false")
    for form in TABLE_FORMS:
        for deal in deals[form][:120]:
            known = any(what == "turno" for _, what in deal.faults)
            split = deal.judged(rng, 1)
            options = _options(deal)
            assert _accepted(deal.line(known, split), options)
            for name, false, code in _falsified(deal, known, split):
                with pytest.raises(RuleError) as refused:
                    replay(malilla, options, [false])
                assert code in refused.value.code, (name, false, refused.value)
                told.add(name)
    assert len(told) == 16


def test_whoever_turned_up_the_malilla_makes_its_baza(deals):
    """Nothing beats it: no deal at the table leaves its holder with less than six points."""
    seen = 0
    for form, low in (("companeros", 6), ("barrotada", 6), ("coja", 6), ("vistas", 5)):
        for deal in deals[form]:
            if deal.card[0] == ORDER[0]:
                assert deal.points[deal.dealer] >= low
                seen += 1
        rest = "-0" * (FORMS[form].sides - 2)
        assert not _accepted(f"{low - 1}-{73 - low}{rest} 9o dA", Options(form))
        assert _accepted(f"{low}-{72 - low}{rest} 9o dA", Options(form))
    assert seen > 50
