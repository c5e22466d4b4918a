"""A match of zanga: partidas, its length, the next mano, the middle that stays, rulings, awards."""

from pathlib import Path

import pytest

from rules import acta
from rules.core import RuleError, fold
from rules.zanga import ZANGA
from rules.zanga.bidding import most_passes, zanga_is_open
from rules.zanga.match import State
from rules.zanga.options import PRESETS, Options
from rules.zanga.seats import SEATS
from tests.rows import case, each

TWO = PRESETS["primero_a_2"]
JORNADA_OF_4 = PRESETS["jornada_de_4"]


def _vales_and_acodillado(lines: list[str], options: Options = TWO) -> tuple[str, int]:
    """Return the vales as A-B-middle, and the vales of the middle that are acodillados."""
    score = fold(ZANGA, options, lines)[-1].score
    a, b = score.tallies[1]
    return f"{a}-{b}-{score.state.middle}", score.state.acodillado


def _refusal(lines: list[str], options: Options = TWO) -> tuple[str, str, dict, int | None]:
    """Return the code, article, params and line number with which these lines are refused."""
    with pytest.raises(RuleError) as excinfo:
        fold(ZANGA, options, lines)
    error = excinfo.value
    return error.code, error.article, error.params, error.hand


def test_the_pairs_start_with_sixteen_each():
    """The pairs share thirty-two vales (articles 10 and 11)."""
    assert ZANGA.start(TWO).tallies == ((0, 0), (16, 16))
    assert ZANGA.start(TWO).state == State(middle=0, acodillado=0, mano=None, hands=0)


@each(
    "lines, vales",
    case("a puesta stays", ["j 4-4 mA1"], ("8-16-8", 0)),
    case("the next hand takes a puesta", ["j 4-4 mA1", "j 3-5"], ("8-24-0", 0)),
    case("a codillo leaves acodillados", ["j 3-5 mA1"], ("8-20-4", 4)),
    case("the next hand takes the acodillados", ["j 3-5 mA1", "j 3-5"], ("8-24-0", 0)),
    case("a puesta after a codillo", ["j 3-5 mA1", "j 4-4"], ("8-8-16", 4)),
    case("a codillo after another", ["j 3-5 mA1", "j 5-3"], ("16-8-8", 8)),
    case("a puesta after another", ["j 4-4 mA1", "j 4-4"], ("8-0-24", 0)),
)
def test_the_middle_stays_until_a_later_hand_takes_it(lines, vales):
    """A puesta or a codillo leaves vales in the middle (articles 43, 46 and 47, Rulings Z1)."""
    assert _vales_and_acodillado(lines) == vales


@each(
    "lines, mano, pie",
    case("the mano passes to the right, and the last mano deals", ["j 5-3 mA1"], "B1", "A1"),
    case("two hands", ["j 5-3 mA1", "j 4-4"], "A2", "B1"),
    case("round the table", ["j 5-3 mB2"], "A1", "B2"),
    case("a void hand is dealt again", ["j 5-3 mA1", "arbitro anula: x"], "B1", "A1"),
    case("a hand settled by the referee", ["j 5-3 mA1", "arbitro vales 20-8-4: x"], "A2", "B1"),
    case("the referee names the mano", ["arbitro mano B1: x", "j 5-3"], "A2", "B1"),
    case("a new partida: art. 16", ["j 5-3 mA1", "partida A"], None, None),
    case("no mano recorded yet", ["arbitro vales 20-8-4: x"], None, None),
)
def test_the_next_mano_and_pie_of_zanga(lines, mano, pie):
    """The last mano is the pie of the next hand (articles 16 and 17, Rulings Z14)."""
    state = fold(ZANGA, TWO, lines)[-1].score.state
    names = [None if seat is None else SEATS[seat] for seat in (state.mano, state.pie)]
    assert names == [mano, pie]


def test_the_first_hand_of_each_partida_must_name_the_mano():
    missing = ("zanga.mano_missing", "Zanga, art. 12, 16", {"allowed": "A1, B1, A2, B2"})
    assert _refusal(["j 5-3"]) == (*missing, 1)
    assert _refusal(["j 5-3 mA1", "partida A", "j 5-3"]) == (*missing, 3)


def test_a_line_with_another_mano_is_refused():
    params = {"value": "A2", "allowed": "B1"}
    assert _refusal(["j 5-3 mA1", "j 5-3 mA2"]) == ("zanga.mano_turn", "Zanga, art. 17", params, 2)
    assert _vales_and_acodillado(["j 5-3 mA1", "j 5-3 mB1"]) == ("20-8-4", 4)
    assert _vales_and_acodillado(["j 5-3 mA1", "arbitro mano A2: dio otro", "j 5-3 mA2"]) == (
        "16-16-0",
        0,
    )


@each(
    "line, code, params",
    case("todas by rivals who failed", "j 1-7 tB", "zanga.todas_against", {"side": "B"}),
    case("todas by rivals of the second player", "pj 7-1 tA", "zanga.todas_against", {"side": "A"}),
    case(
        "estuche of a solo", "s 2-6 eA", "zanga.estuche_solo", {"side": "A", "value": 2, "low": 3}
    ),
    case(
        "estuche of an obligado",
        "o 6-2 eB",
        "zanga.estuche_solo",
        {"side": "B", "value": 2, "low": 3},
    ),
    case(
        "art. 28: nobody could demand the matador",
        "s 3-1 rAe eA",
        "zanga.matador_undemanded",
        {"side": "A"},
    ),
    case(
        "art. 28: espadilla and malilla demand only two of a solo",
        "s 3-5 rAe rAe rAe",
        "zanga.matadores_many",
        {"side": "A", "value": 3, "high": 2},
    ),
    case(
        "art. 28: the partner's pieces demand only two",
        "j 3-5 eA rAe rAe rAe",
        "zanga.matadores_many",
        {"side": "A", "value": 3, "high": 2},
    ),
    case(
        "the mano's pair: one less",
        "j 0-5" + " rA" * 10,
        "zanga.renuncios_many",
        {"value": 10, "high": 9},
    ),
    case(
        "a pair with three bazas",
        "j 3-5" + " rA" * 13,
        "zanga.renuncios_many",
        {"value": 13, "high": 12},
    ),
    case(
        "renuncios of a solo", "s 3-5" + " rA" * 6, "zanga.renuncios_many", {"value": 6, "high": 5}
    ),
    case("a solo that led every baza", "s 5-0 rA", "zanga.renuncio_unled", {"side": "A"}),
)
def test_a_line_impossible_for_the_named_player_is_refused(line, code, params):
    refusal = _refusal([f"{line} mA1"])
    assert (refusal[0], refusal[2]) == (code, params)


@each(
    "line",
    case("the partner's higher piece demands it", "j 3-1 rAe eA mA1"),
    case("the partner's piece, against a solo", "s 3-1 rBe eB mA1"),
    case("a rival's piece demands it", "s 3-1 rAe mA1"),
    case("the espadilla demands two, and the malilla one", "j 5-0 rBe rBe rBe mA1"),
    case("nine in five bazas by the mano's pair", "j 0-5" + " rA" * 9 + " mA1"),
    case("ten in five bazas by the other pair", "j 5-0" + " rB" * 10 + " mA1"),
    case("four by a solo that never led", "ps 5-0 rB rB rB rB mA1"),
    case("by the rivals of a solo that led every baza", "s 5-0 rB mA1"),
    case("by a solo, after a rival led the first baza", "pps 5-0 rA mA1"),
    case("by a rival who took the hand", "o 0-5 rB mB1"),
)
def test_renuncios_are_accepted_up_to_the_possible_number(line):
    fold(ZANGA, TWO, [line])


def test_two_rivals_of_a_solo_may_have_the_estuche():
    assert _vales_and_acodillado(["s 6-2 eB mA1"]) == ("18-14-0", 0)


@each(
    "lines, partidas, winner",
    case("one of two", ["partida A"], (1, 0), None),
    case("B two", ["partida A", "partida B", "partida B"], (1, 2), 1),
    case(
        "a pair gets all 32 vales (art. 11)",
        ["arbitro vales 29-3-0: x", "j 8-0 tA mA1"],
        (1, 0),
        None,
    ),
    case("a partida closed by its winner", ["j 4-4 mA1", "partida B", "partida B"], (0, 2), 1),
    case("a partida of three hands", ["j 4-4 mA1", "j 4-4", "j 5-3"], (1, 0), None),
    case("a partida awarded by the referee", ["arbitro partida B: señas"], (0, 1), None),
    case("all 32 vales by the referee", ["arbitro vales 0-32-0: señas"], (0, 1), None),
)
def test_a_match_counts_its_partidas(lines, partidas, winner):
    score = fold(ZANGA, TWO, lines)[-1].score
    assert (score.tallies, score.winner) == ((partidas, (16, 16)), winner)
    assert (score.over, score.state) == (winner is not None, State())


@each(
    "lines, vales",
    case("A puts in its last four", ["j 4-4 mA1"], "0-20-12"),
    case("A takes a codillo of B", ["j 4-4 mA1", "j 5-3"], "16-0-16"),
    case("B has none and cannot pass", ["j 4-4 mA1", "j 5-3", "ppj 4-4"], ""),
    case("B takes a codillo of A", ["j 4-4 mA1", "j 5-3", "j 3-5"], "0-20-12"),
)
def test_a_pair_without_vales_plays_on_while_there_are_vales_in_the_middle(lines, vales):
    """A pair wins the partida only with all thirty-two vales (article 11).

    A pair without vales cannot pass (article 42).
    """
    lines = ["arbitro vales 8-20-4: x", *lines]
    if vales:
        assert _vales_and_acodillado(lines)[0] == vales
    else:
        assert _refusal(lines)[0] == "zanga.pass_without_vales"


def test_the_last_vales_win_the_partida():
    lines = ["arbitro vales 8-20-4: x", "j 4-4 mA1", "j 5-3", "j 5-3"]
    score = fold(ZANGA, TWO, lines)[-1].score
    assert (score.tallies, score.points) == (((1, 0), (16, 16)), (16, 0))


@each(
    "lines, partidas, winner, over",
    case("decided, not ended", ["partida A"] * 3, (3, 0), None, False),
    case("all four", ["partida A"] * 3 + ["partida B"], (3, 1), 0, True),
    case("a draw", ["partida A", "partida B"] * 2, (2, 2), None, True),
)
def test_in_a_jornada_each_partida_counts(lines, partidas, winner, over):
    score = fold(ZANGA, JORNADA_OF_4, lines)[-1].score
    assert (score.tallies[0], score.winner, score.over) == (partidas, winner, over)
    if over:
        code = "zanga.match_won" if winner is not None else "zanga.match_drawn"
        assert score.events[-1].code == code


@each("line", "j 5-3 mA1", "partida B", "arbitro anula: x", "pierde A: x")
def test_a_line_after_the_end_of_zanga_is_refused(line):
    over = ("match_over", "Zanga, art. 11", {}, 3)
    assert _refusal(["partida A", "partida A", line]) == over


@each(
    "lines, options, partidas",
    case("a bye", [], TWO, (2, 0)),
    case("a bye of a jornada of four", [], JORNADA_OF_4, (3, 0)),
    case("behind, in the middle of a partida", ["partida B", "j 4-4 mA1"], TWO, (2, 1)),
    case("only one partida left", ["partida B"] * 3, JORNADA_OF_4, (1, 3)),
)
def test_an_award_gives_the_winner_the_missing_partidas(lines, options, partidas):
    score = fold(ZANGA, options, lines)[-1].score if lines else ZANGA.start(options)
    score_after_award = ZANGA.award(score, 0, options)
    assert (
        score_after_award.tallies,
        score_after_award.winner,
        score_after_award.over,
        score_after_award.state,
    ) == ((partidas, (16, 16)), 0, True, State())


@each(
    "lines, events",
    (["partida A"], ["partida_won"]),
    (["partida A", "partida A"], ["partida_won", "match_won"]),
    (["partida A", "pierde B: se marchan"], ["match_forfeited", "match_won"]),
    (["arbitro anula: sin corte"], ["void"]),
    (["arbitro mano A2: dio otro"], ["mano_ruled"]),
    (["arbitro vales 20-12-0: x"], ["vales_ruled"]),
    (["arbitro vales 32-0-0: x"], ["vales_ruled", "partida_won"]),
    (["j 5-3 mA1"], ["taken"]),
)
def test_a_line_of_zanga_has_its_events(lines, events):
    score = fold(ZANGA, TWO, lines)[-1].score
    assert [event.code for event in score.events] == [f"zanga.{name}" for name in events]


def test_each_preset_is_decided_by_its_number_of_partidas():
    assert {
        key: (options.partidas_to_win, options.jornada) for key, options in PRESETS.items()
    } == {
        "una_partida": (1, 0),
        "primero_a_2": (2, 0),
        "primero_a_3": (3, 0),
        "jornada_de_3": (2, 3),
        "jornada_de_4": (3, 4),
        "jornada_de_5": (3, 5),
    }


@each(
    "vales, mano, passes, zanga_open",
    case("the first hand", (16, 16), 0, 3, True),
    case("42: the mano has none left", (4, 28), 0, 0, False),
    case("42: his partner has none left", (5, 27), 0, 2, False),
    case("42: enough vales for all passes", (6, 26), 0, 3, True),
    case("42: the second has none", (28, 0), 0, 1, False),
    case("23: the pie has two left", (28, 3), 0, 3, False),
    case("23: the pie has three left", (28, 4), 0, 3, True),
    case("the mano is B1", (27, 5), 1, 2, False),
)
def test_the_passes_that_the_vales_allow(vales, mano, passes, zanga_open):
    """A form offers this number of passes; the fold refuses one more."""
    assert most_passes(vales, mano) == passes
    assert zanga_is_open(vales, mano) == zanga_open


def test_an_acta_of_zanga_has_the_vales_worked_out_by_hand():
    """Each row has the vales of A, of B and of the middle after a line."""
    path = Path(__file__).parent.parent.parent / "actas" / "zanga_primero_a_2.acta"
    record = acta.read_acta(path.read_text(encoding="utf-8"))
    steps = acta.acta_steps(record)
    assert [(*step.score.tallies[1], step.score.state.middle) for step in steps] == [
        (16, 16, 0),
        (24, 8, 0),
        (14, 14, 4),
        (24, 0, 8),
        (16, 16, 0),
        (22, 6, 4),
        (20, 8, 4),
        (18, 14, 0),
        (9, 11, 12),
        (16, 16, 0),
        (16, 16, 0),
    ]
    assert (steps[-1].score.tallies[0], steps[-1].score.winner) == ((2, 1), 0)
    assert [str(step.hand) for step in steps] == list(record.lines)
    assert acta.read_acta(acta.write(record)) == record
