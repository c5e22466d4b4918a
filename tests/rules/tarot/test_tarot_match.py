"""The match: the deals that count, the dealer, the two levels of record, the referee, the end."""

import dataclasses

import pytest

from rules.core import RuleError, fold
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from tests.rows import case, each
from tests.rules.self_play import play_match

FFT, NAIPES = PRESETS["fft"], PRESETS["naipes"]
CLOCK = Options(by_time=True)
TABLE_OF_FIVE = PRESETS["fft_mesa_de_cinco"]


def _end(lines: list[str], options: Options = FFT):
    return fold(TAROT, options, lines)[-1].score


def _refused(lines: list[str], options: Options = FFT) -> tuple[str, int | None]:
    with pytest.raises(RuleError) as refused:
        fold(TAROT, options, lines)
    return refused.value.code.removeprefix("tarot."), refused.value.hand


def test_a_round_of_four_deals():
    lines = ["B guardia 49 2o p+ B10", "C tomo 50 1o", "repartos 1 -30 -30 90 -30", "A sin 41 2o"]
    steps = fold(TAROT, FFT, lines)
    assert [step.score.tallies[1] for step in steps] == [
        (-106, 318, -106, -106),
        (-80, 344, -184, -80),
        (-110, 314, -94, -110),
        (190, 214, -194, -210),
    ]
    assert [step.score.over for step in steps] == [False, False, False, True]
    end = steps[-1].score
    assert (end.winner, end.tallies[0]) == (1, (4, 4, 4, 4))
    assert [event.code for event in end.events] == ["tarot.made", "tarot.match_won"]


def test_the_column_has_the_totals_after_each_line_that_moved_points():
    end = _end(["A tomo 41 2o", "paso", "arbitro puntos -10 10 0 0: habla", "repartos 2 9 1 -3 -7"])
    rows = [(75, -25, -25, -25), (65, -15, -25, -25), (74, -14, -28, -32)]
    assert end.state.column == tuple(tuple(2 * points for points in row) for row in rows)
    halved = _end(["A+B tomo 41 2o"], Options(players=5, equal_shares=True))
    assert halved.state.column == (halved.tallies[1],) == ((75, 75, -50, -50, -50),)


def test_equal_totals_share_the_place():
    """Rulings A16."""
    end = _end(["repartos 4 100 100 -100 -100"])
    assert (end.over, end.winner) == (True, None)
    assert dict(end.events[-1].params) == {"points": "100", "sides": "A, B"}


def test_a_match_by_the_clock_ends_when_the_time_is_over():
    lines = ["A tomo 41 2o"] * 7
    assert not _end(lines, CLOCK).over
    end = _end([*lines, "fin"], CLOCK)
    assert (end.over, end.winner, end.tallies[1]) == (True, 0, (525, -175, -175, -175))
    assert _refused([*lines, "fin", "paso"], CLOCK) == ("match_over", 9)


@each(
    "lines, code, hand",
    case("a fifth deal of four", ["A tomo 41 2o"] * 5, "match_over", 5),
    case("five in all", ["A tomo 41 2o", "repartos 4 0 0 0 0"], "deals_left", 2),
    case("the end before its time", ["A tomo 41 2o", "fin"], "end_by_deals", 2),
    case("two leave", ["pierde A: se va", "pierde B: se va"], "match_over", 2),
)
def test_lines_that_cannot_come(lines, code, hand):
    assert _refused(lines) == (code, hand)


@each(
    "lines, options, dealer, deals",
    case("the record does not say who dealt", ["A tomo 41 2o"], FFT, None, 1),
    case("the turn goes to the right", ["A tomo 41 2o dC"], FFT, "D", 1),
    case("from the last to the first", ["A tomo 41 2o dD"], FFT, "A", 1),
    case("derived", ["A tomo 41 2o dA", "A tomo 41 2o"], FFT, "C", 2),
    case("it was another", ["A tomo 41 2o dA", "A tomo 41 2o dD"], FFT, "A", 2),
    case("all pass: the next one deals (16)", ["paso dA"], FFT, "B", 0),
    case("petit alone, fft: the next one (A14)", ["petit C dA"], FFT, "B", 0),
    case("petit alone, naipes: the same (15, A14)", ["petit C dA"], NAIPES, "A", 0),
    case("dealt again", ["paso dA", "arbitro anula: carta vista"], FFT, "B", 0),
    case("void: the next one deals", ["A tomo 49 2o fA7 dA"], FFT, "B", 0),
    case("three by their result", ["repartos 3 8 -8 4 -4 dA"], FFT, "D", 3),
    case("option: passes count", ["paso dA"], Options(annulled_count=True), "B", 1),
    case("option: voids count", ["A tomo 49 2o fA7 dA"], Options(annulled_count=True), "B", 1),
    case(
        "option: what the same player deals again does not count",
        ["petit C dA"],
        Options(naipes=True, annulled_count=True),
        "A",
        0,
    ),
)
def test_who_deals_next_and_how_many_count(lines, options, dealer, deals):
    state = _end(lines, options).state
    assert (state.dealer, state.deals) == (None if dealer is None else "ABCD".index(dealer), deals)


def test_at_a_table_of_five_each_one_rests_when_he_deals():
    lines = ["B guardia 41 2o dA", "C guardia 41 2o", "D guardia 41 2o", "E guardia 41 2o"]
    steps = fold(TAROT, TABLE_OF_FIVE, [*lines, "A guardia 41 2o"])
    assert [step.score.points for step in steps] == [
        (0, 150, -50, -50, -50),
        (-50, 0, 150, -50, -50),
        (-50, -50, 0, 150, -50),
        (-50, -50, -50, 0, 150),
        (150, -50, -50, -50, 0),
    ]
    end = steps[-1].score
    assert end.tallies == ((4, 4, 4, 4, 4), (0, 0, 0, 0, 0))
    assert (end.over, end.winner) == (True, None)
    assert _refused([*lines, "E guardia 41 2o"], TABLE_OF_FIVE) == ("dealer_rests", 5)


@each(
    "variant",
    TABLE_OF_FIVE,
    dataclasses.replace(TABLE_OF_FIVE, naipes=True),
    dataclasses.replace(TABLE_OF_FIVE, players=4),
)
@each("annulled", "paso", "petit C", "paso·petit D·paso")
def test_the_same_rests_and_deals_as_long_as_nobody_takes(variant, annulled):
    steps = fold(TAROT, variant, ["B guardia 41 2o dA", *annulled.split("·")])
    # The dealer of the first deal is B, who rests in it.
    assert {step.score.state.dealer for step in steps} == {1}
    assert steps[-1].score.state.deals == 1
    assert _refused(["B guardia 41 2o dA", annulled.split("·")[0], "B guardia 41 2o"], variant) == (
        "dealer_rests",
        3,
    )


@each("counts", False, True)
def test_all_rest_alike_whatever_is_annulled(counts):
    """A void deal was played: where it counts, its dealer has rested; otherwise he rests again."""
    options = dataclasses.replace(TABLE_OF_FIVE, annulled_count=counts)
    void = ["C guardia 49 2o fC7"] if counts else ["C guardia 49 2o fC7", "paso", "C guardia 41 2o"]
    lines = ["B guardia 41 2o dA", "paso", *void, "petit B", "D guardia 41 2o", "paso"]
    end = _end([*lines, "E guardia 41 2o", "A guardia 41 2o"], options)
    assert (end.over, end.tallies[0]) == (True, (4, 4, 4, 4, 4))


def test_who_deals_again_is_said():
    said = [step.score.events[0].code for step in fold(TAROT, TABLE_OF_FIVE, ["paso dA", "paso"])]
    assert said == ["tarot.passed_again"] * 2
    assert _end(["paso dA"]).events[0].code == "tarot.passed"


@each(
    "faults, points",
    case("twice before his turn", "fC4 fC4", (-80, 260, -100, -80)),
    case("two of another kind", "fC4 fC5", (-80, 260, -100, -80)),
    case("two renuncios, each with its prima", "fC1p fC1p", (-80, 340, -180, -80)),
    case("void if he wins, and he lost", "fC1n fC1n", (-80, 240, -80, -80)),
    case("void, and the fine is paid", "fB1n fB1n fB4", (10, -30, 10, 10)),
)
def test_two_faults_of_the_same_player_in_one_deal(faults, points):
    """Each fault has its usual cost; the referee decides the effect of each renuncio (A11)."""
    assert _end([f"B guardia 56 2o {faults}"]).points == points


def test_deals_by_their_result_keep_who_rested():
    end = _end(["repartos 3 50 0 -50 30 -30 dA"], TABLE_OF_FIVE)
    assert end.tallies == ((2, 2, 2, 3, 3), (50, 0, -50, 30, -30))
    assert end.state.dealer == 3


@each("seated, resting, active, deals", (3, False, 3, 3), (4, False, 4, 4), (5, True, 4, 5))
def test_tables_of_other_sizes_in_a_tournament_of_four(seated, resting, active, deals):
    options = FFT.at_table(seated)
    assert options.sides == seated
    assert (options.resting_dealer, options.active, options.deals) == (resting, active, deals)
    assert Options(deals=10).at_table(seated).deals == 10
    assert PRESETS["fft_cinco"].at_table(seated).active == seated


def test_the_referee_moves_points_and_ends_a_match():
    lines = ["A tomo 41 2o", "arbitro puntos -20 20 0 0: enseña una carta"]
    assert _end(lines).tallies[1] == (55, -5, -25, -25)
    assert _end(lines).state.deals == 1
    end = _end([*lines, "arbitro fin: se cierra la sala"])
    assert (end.over, end.winner) == (True, 0)
    assert [event.code for event in end.events] == ["tarot.match_stopped", "tarot.match_won"]


@each(
    "lines, winner",
    case("the best of the others", ["B tomo 41 2o", "pierde C: se marcha"], 1),
    case("the others are equal", ["B tomo 41 2o", "pierde B: se marcha"], None),
    case("nothing played", ["pierde A: no se presenta"], None),
)
def test_who_leaves_cannot_win(lines, winner):
    before = _end(lines[:-1]).tallies if lines[1:] else TAROT.start(FFT).tallies
    end = _end(lines)
    assert (end.over, end.winner, end.tallies) == (True, winner, before)


@each("players", 3, 4, 5)
def test_award_gives_the_match_and_no_points(players):
    options = Options(players=players)
    bye = TAROT.award(TAROT.start(options), 0, options)
    assert (bye.winner, bye.over) == (0, True)
    assert bye.tallies == ((0,) * players, (0,) * players)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_line_sums_to_zero(preset):
    options = PRESETS[preset]
    for step in fold(TAROT, options, play_match(TAROT, options, "mesa 1")):
        score = step.score
        assert sum(score.points) == sum(score.tallies[1]) == 0
        assert len(score.points) == len(score.tallies[0]) == options.players
