"""A match of tarot: its deals, the dealer, results in one line, rulings and the end."""

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


def _last_score(lines: list[str], options: Options = FFT):
    return fold(TAROT, options, lines)[-1].score


def _refusal(lines: list[str], options: Options = FFT) -> tuple[str, int | None]:
    """Return the code and line number with which these lines are refused."""
    with pytest.raises(RuleError) as error:
        fold(TAROT, options, lines)
    return error.value.code.removeprefix("tarot."), error.value.hand


def test_a_match_of_four_deals_adds_up_their_points():
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
    end = _last_score(
        ["A tomo 41 2o", "paso", "arbitro puntos -10 10 0 0: habla", "repartos 2 9 1 -3 -7"]
    )
    rows = [(75, -25, -25, -25), (65, -15, -25, -25), (74, -14, -28, -32)]
    assert end.state.column == tuple(tuple(2 * points for points in row) for row in rows)
    with_half_points = _last_score(["A+B tomo 41 2o"], Options(players=5, equal_shares=True))
    assert (
        with_half_points.state.column
        == (with_half_points.tallies[1],)
        == ((75, 75, -50, -50, -50),)
    )


def test_nobody_wins_if_two_players_have_the_highest_total():
    """Rulings A16: the match is a draw between those players."""
    end = _last_score(["repartos 4 100 100 -100 -100"])
    assert (end.over, end.winner) == (True, None)
    assert dict(end.events[-1].params) == {"points": "100", "sides": "A, B"}


def test_a_match_by_the_clock_ends_when_the_time_is_over():
    lines = ["A tomo 41 2o"] * 7
    assert not _last_score(lines, CLOCK).over
    end = _last_score([*lines, "fin"], CLOCK)
    assert (end.over, end.winner, end.tallies[1]) == (True, 0, (525, -175, -175, -175))
    assert _refusal([*lines, "fin", "paso"], CLOCK) == ("match_over", 9)


@each(
    "lines, code, hand",
    case("a fifth deal of four", ["A tomo 41 2o"] * 5, "match_over", 5),
    case("four deals after one", ["A tomo 41 2o", "repartos 4 0 0 0 0"], "deals_left", 2),
    case("an end line in a match of four deals", ["A tomo 41 2o", "fin"], "end_by_deals", 2),
    case("two leave", ["pierde A: se va", "pierde B: se va"], "match_over", 2),
)
def test_an_illegal_line_of_tarot_is_refused(lines, code, hand):
    assert _refusal(lines) == (code, hand)


@each(
    "lines, options, dealer, deals",
    case("no dealer recorded", ["A tomo 41 2o"], FFT, None, 1),
    case("the deal passes to the right", ["A tomo 41 2o dC"], FFT, "D", 1),
    case("from the last to the first", ["A tomo 41 2o dD"], FFT, "A", 1),
    case(
        "the second dealer follows from the first", ["A tomo 41 2o dA", "A tomo 41 2o"], FFT, "C", 2
    ),
    case("a line names another dealer", ["A tomo 41 2o dA", "A tomo 41 2o dD"], FFT, "A", 2),
    case("all pass: the next one deals (16)", ["paso dA"], FFT, "B", 0),
    case("petit alone, fft: the next one deals (A14)", ["petit C dA"], FFT, "B", 0),
    case("petit alone, naipes: the same dealer (15, A14)", ["petit C dA"], NAIPES, "A", 0),
    case("a void deal: the same dealer", ["paso dA", "arbitro anula: carta vista"], FFT, "B", 0),
    case("annulled by a fault: the next one deals", ["A tomo 49 2o fA7 dA"], FFT, "B", 0),
    case("three deals by their result", ["repartos 3 8 -8 4 -4 dA"], FFT, "D", 3),
    case("option: passes count", ["paso dA"], Options(annulled_count=True), "B", 1),
    case("option: voids count", ["A tomo 49 2o fA7 dA"], Options(annulled_count=True), "B", 1),
    case(
        "option: a deal that the same player deals again does not count",
        ["petit C dA"],
        Options(naipes=True, annulled_count=True),
        "A",
        0,
    ),
)
def test_the_next_dealer_of_tarot_and_the_number_of_deals(lines, options, dealer, deals):
    state = _last_score(lines, options).state
    assert (state.dealer, state.deals) == (None if dealer is None else "ABCD".index(dealer), deals)


def test_at_a_table_of_five_the_dealer_rests():
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
    assert _refusal([*lines, "E guardia 41 2o"], TABLE_OF_FIVE) == ("dealer_rests", 5)


@each(
    "variant",
    TABLE_OF_FIVE,
    dataclasses.replace(TABLE_OF_FIVE, naipes=True),
    dataclasses.replace(TABLE_OF_FIVE, players=4),
)
@each("annulled", "paso", "petit C", "paso·petit D·paso")
def test_the_same_dealer_rests_again_until_somebody_takes(variant, annulled):
    steps = fold(TAROT, variant, ["B guardia 41 2o dA", *annulled.split("·")])
    # After A's deal, B deals and rests.
    assert {step.score.state.dealer for step in steps} == {1}
    assert steps[-1].score.state.deals == 1
    assert _refusal(["B guardia 41 2o dA", annulled.split("·")[0], "B guardia 41 2o"], variant) == (
        "dealer_rests",
        3,
    )


@each("counts", False, True)
def test_all_players_rest_in_as_many_deals_that_count(counts):
    """If void deals count, their dealer has rested. If not, he deals and rests again."""
    options = dataclasses.replace(TABLE_OF_FIVE, annulled_count=counts)
    void_deals = (
        ["C guardia 49 2o fC7"] if counts else ["C guardia 49 2o fC7", "paso", "C guardia 41 2o"]
    )
    lines = ["B guardia 41 2o dA", "paso", *void_deals, "petit B", "D guardia 41 2o", "paso"]
    end = _last_score([*lines, "E guardia 41 2o", "A guardia 41 2o"], options)
    assert (end.over, end.tallies[0]) == (True, (4, 4, 4, 4, 4))


def test_a_passed_deal_that_the_same_player_deals_again_has_its_event():
    codes = [step.score.events[0].code for step in fold(TAROT, TABLE_OF_FIVE, ["paso dA", "paso"])]
    assert codes == ["tarot.passed_again"] * 2
    assert _last_score(["paso dA"]).events[0].code == "tarot.passed"


@each(
    "faults, points",
    case("two cards before his turn", "fC4 fC4", (-80, 260, -100, -80)),
    case("two different faults", "fC4 fC5", (-80, 260, -100, -80)),
    case("two renuncios, each with its prima", "fC1p fC1p", (-80, 340, -180, -80)),
    case("two renuncios of the camp that lost", "fC1n fC1n", (-80, 240, -80, -80)),
    case("a void deal, and a fine", "fB1n fB1n fB4", (10, -30, 10, 10)),
)
def test_two_faults_of_the_same_player_in_one_deal(faults, points):
    """Each fault has its usual cost; the referee decides the effect of each renuncio (A11)."""
    assert _last_score([f"B guardia 56 2o {faults}"]).points == points


def test_deals_by_their_result_count_for_the_players_who_did_not_rest():
    end = _last_score(["repartos 3 50 0 -50 30 -30 dA"], TABLE_OF_FIVE)
    assert end.tallies == ((2, 2, 2, 3, 3), (50, 0, -50, 30, -30))
    assert end.state.dealer == 3


@each("players, resting, active, deals", (3, False, 3, 3), (4, False, 4, 4), (5, True, 4, 5))
def test_tables_of_other_sizes_in_a_tournament_of_four(players, resting, active, deals):
    options = FFT.with_sides(players)
    assert options.sides == players
    assert (options.resting_dealer, options.active_players, options.deals) == (
        resting,
        active,
        deals,
    )
    assert Options(deals=10).with_sides(players).deals == 10
    assert PRESETS["fft_cinco"].with_sides(players).active_players == players


def test_the_referee_moves_points_and_ends_a_match():
    lines = ["A tomo 41 2o", "arbitro puntos -20 20 0 0: enseña una carta"]
    assert _last_score(lines).tallies[1] == (55, -5, -25, -25)
    assert _last_score(lines).state.deals == 1
    end = _last_score([*lines, "arbitro fin: se cierra la sala"])
    assert (end.over, end.winner) == (True, 0)
    assert [event.code for event in end.events] == ["tarot.match_stopped", "tarot.match_won"]


@each(
    "lines, winner",
    case("the best rival wins", ["B tomo 41 2o", "pierde C: se marcha"], 1),
    case("the rivals are tied", ["B tomo 41 2o", "pierde B: se marcha"], None),
    case("nothing played", ["pierde A: no se presenta"], None),
)
def test_a_player_of_tarot_who_leaves_cannot_win(lines, winner):
    tallies_before = _last_score(lines[:-1]).tallies if lines[1:] else TAROT.start(FFT).tallies
    end = _last_score(lines)
    assert (end.over, end.winner, end.tallies) == (True, winner, tallies_before)


@each("players", 3, 4, 5)
def test_a_bye_of_tarot_wins_without_points(players):
    options = Options(players=players)
    bye = TAROT.award(TAROT.start(options), 0, options)
    assert (bye.winner, bye.over) == (0, True)
    assert bye.tallies == ((0,) * players, (0,) * players)


@pytest.mark.parametrize("preset", PRESETS)
def test_points_and_totals_sum_to_zero_after_every_line(preset):
    options = PRESETS[preset]
    for step in fold(TAROT, options, play_match(TAROT, options, "mesa 1")):
        score = step.score
        assert sum(score.points) == sum(score.tallies[1]) == 0
        assert len(score.points) == len(score.tallies[0]) == options.players
