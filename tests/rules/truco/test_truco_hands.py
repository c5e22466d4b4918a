"""Impossible lines of truco, and the refusal of each."""

import pytest

from rules.core import RuleError, fold
from rules.truco import TRUCO
from rules.truco.codes import CODES
from rules.truco.options import Options
from tests.rows import cases
from tests.rules.test_options import REFUSED

GALLO = TRUCO.presets["gallo"]
PICA = TRUCO.presets["pica_pica"]
PAREJAS = TRUCO.presets["parejas"]
DUEL = ["arbitro tantos A 5: así estaban"]

UNREADABLE = [
    ("maldada C", "truco.seat_unknown", "dealer", {"value": "C", "allowed": "A, B, A2, B2"}),
    ("senas A", "reason_missing", "reason", {}),
    ("arbitro chico A", "reason_missing", "reason", {}),
    ("pierde D: x", "not_a_side", "loser", {"value": "D", "allowed": "A, B, C"}),
]

ENVIDO = [
    ("Ae q 12-30 AA", "truco.tanto_value", "tantos", {"value": 12, "allowed": "0–7, 20–33"}),
    ("Ae q 30-34 AA", "truco.tanto_value", "tantos", {"value": 34, "allowed": "0–7, 20–33"}),
    ("Ae q 30.4-27 AA", "truco.seat_unknown", "tantos", {"value": 4, "allowed": "1, 2, 3"}),
    ("Ae q 30.3-27 AA", "truco.seat_unknown", "tantos", {"value": "A3", "allowed": "A, B, A2, B2"}),
    ("Ae q 30-27-20 AA", "truco.tantos_count", "tantos", {"value": 3, "allowed": 2}),
    ("Ae q 3-4-5-6 AA", "truco.tantos_count", "tantos", {"value": 4, "allowed": "2, 3"}),
    ("Ae q b-b AA", "truco.tantos_all_buenas", "tantos", {}),
    ("Ae q AA", "truco.tantos_missing", "tantos", {}),
    ("Ae q", "truco.tantos_missing", "tantos", {}),
    ("Ae q mB", "truco.tantos_missing", "tantos", {}),
    ("31-27 AA", "truco.tantos_unasked", "tantos", {"value": "31-27"}),
    ("Ae n 31-27 AA", "truco.tantos_unasked", "tantos", {"value": "31-27"}),
    ("Ae q 31-27 30-27 AA", "truco.tantos_twice", "tantos", {"value": "30-27"}),
    ("Are Be q 31-27 AA", "truco.envido_raise", "envido", {"value": "re e", "allowed": "fe"}),
    ("Afe Be n AA", "truco.envido_top", "envido", {"value": "Be"}),
    ("Ae Be Ae n AA", "truco.envido_raise", "envido", {"value": "e e e", "allowed": "fe, re"}),
    ("Ae Are q 31-27 AA", "truco.envido_turn", "envido", {"value": "Are"}),
    ("Ae n Be n AA", "truco.envido_closed", "envido", {"value": "Be"}),
    ("Ae n A Be n A", "truco.envido_closed", "envido", {"value": "Be"}),
    ("A Be q 31-27 A", "truco.envido_after_round", "envido", {"value": "Be"}),
    ("At q Be q 31-27 AA", "truco.envido_after_truco", "envido", {"value": "Be"}),
    ("At Brt Ae n AA", "truco.envido_after_truco", "envido", {"value": "Ae"}),
    ("At Ae n AA", "truco.envido_own_truco", "envido", {"value": "Ae"}),
    ("Ae AA", "truco.answer_missing", "envido", {"value": "e"}),
    ("Ae At n", "truco.answer_missing", "envido", {"value": "e"}),
    ("At Be At", "truco.answer_missing", "envido", {"value": "e"}),
    ("Ae", "truco.answer_missing", "envido", {"value": "e"}),
]

CHANTS = [
    ("Art q AA", "truco.truco_order", "truco", {"value": "rt", "allowed": "t"}),
    ("At Bv4 q AA", "truco.truco_order", "truco", {"value": "v4", "allowed": "rt"}),
    ("At Bt q AA", "truco.truco_order", "truco", {"value": "t", "allowed": "rt"}),
    ("At Brt Av4 Bt", "truco.truco_top", "truco", {"value": "Bt"}),
    ("At q Art q AA", "truco.quiero_right", "truco", {"value": "Art"}),
    ("At Brt q Bv4 q AA", "truco.quiero_right", "truco", {"value": "Bv4"}),
    ("At AA", "truco.answer_missing", "truco", {"value": "t"}),
    ("At =A", "truco.answer_missing", "truco", {"value": "t"}),
    ("A At", "truco.answer_missing", "truco", {"value": "t"}),
    ("q AA", "truco.answer_unasked", "answer", {"value": "q"}),
    ("Ae n n AA", "truco.answer_unasked", "answer", {"value": "n"}),
    ("A =A", "truco.won_and_rounds", "rounds", {"value": "=A"}),
    ("AAAA", "truco.hand_over", "rounds", {"value": "A"}),
    ("AAA A", "truco.hand_over", "rounds", {"value": "A"}),
    ("AA At q", "truco.hand_over", "truco", {"value": "At"}),
    ("At n A", "truco.hand_over", "rounds", {"value": "A"}),
    ("mA mB", "truco.hand_over", "mazo", {"value": "mB"}),
    ("AA Ae", "truco.hand_over", "envido", {"value": "Ae"}),
    ("AA q", "truco.hand_over", "answer", {"value": "q"}),
    ("A", "truco.hand_unfinished", "rounds", {}),
    ("AB", "truco.hand_unfinished", "rounds", {}),
    ("pp", "truco.hand_unfinished", "rounds", {}),
    ("Ae q 31-27", "truco.hand_unfinished", "rounds", {}),
    ("dA", "truco.hand_empty", "acts", {}),
    ("sA", "truco.hand_empty", "acts", {}),
    ("q " * 25, "truco.acts_many", "acts", {"value": 25, "allowed": 24}),
    ("AA dA dB", "truco.word_twice", "dealer", {"value": "dB"}),
    ("AA +A +A", "truco.word_twice", "faults", {"value": "+A"}),
]

SEATS_AND_FAULTS = [
    ("AA dA3", "truco.seat_unknown", "dealer", {"value": "A3", "allowed": "A, B, A2, B2"}),
    ("AA dA0", "truco.seat_unknown", "dealer", {"value": 0, "allowed": "1, 2, 3"}),
    ("Ce n AA", "not_a_side", "envido", {"value": "C", "allowed": "A, B"}),
    ("Ct n", "not_a_side", "truco", {"value": "C", "allowed": "A, B"}),
    ("CC", "not_a_side", "rounds", {"value": "C", "allowed": "A, B"}),
    ("mC", "not_a_side", "mazo", {"value": "C", "allowed": "A, B"}),
    ("AA +C", "not_a_side", "faults", {"value": "C", "allowed": "A, B"}),
    ("pierde C: x", "not_a_side", "loser", {"value": "C", "allowed": "A, B"}),
    ("chico C", "not_a_side", "chico", {"value": "C", "allowed": "A, B"}),
    ("arbitro chico C: x", "not_a_side", "side", {"value": "C", "allowed": "A, B"}),
    ("senas C: x", "not_a_side", "side", {"value": "C", "allowed": "A, B"}),
    ("sobra C", "not_a_side", "side", {"value": "C", "allowed": "A, B"}),
    ("AA gA", "truco.gallo_not_played", "gallo", {"value": "A"}),
    ("ppp", "truco.dealer_missing", "dealer", {}),
    ("Ae q 31-31 AA", "truco.dealer_missing", "dealer", {}),
    ("maldada", "truco.dealer_missing", "dealer", {}),
    ("Ae q 31-27 AA sB", "truco.shown_unasked", "faults", {"value": "sB"}),
    ("Ae n AA sA", "truco.shown_unasked", "faults", {"value": "sA"}),
    ("Ae q 31-b AA xB", "truco.wrong_undeclared", "faults", {"value": "xB"}),
    ("AA xA", "truco.wrong_undeclared", "faults", {"value": "xA"}),
    ("Ae q 31-27 AA sA xB", "truco.faults_both", "faults", {}),
    ("AA +A +B", "truco.faults_both", "faults", {}),
    ("AA iA", "truco.infraction_outside", "faults", {"value": "iA"}),
    ("arbitro tantos A 8: x", "truco.ruling_points", "ruling", {"value": 8, "low": 1, "high": 7}),
    ("arbitro tantos A 0: x", "truco.ruling_points", "ruling", {"value": 0, "low": 1, "high": 7}),
]

CHICOS = [
    ("chico 30-31", "truco.chico_result", "chico", {"value": "30-31", "target": 30, "high": 36}),
    ("chico 29-12", "truco.chico_result", "chico", {"value": "29-12", "target": 30, "high": 36}),
    ("chico 37-12", "truco.chico_result", "chico", {"value": "37-12", "target": 30, "high": 36}),
    ("chico 100-12", "option_range", "chico", {"value": 100, "low": 0, "high": 99}),
    ("chico 30-12-3", "truco.chico_sides", "chico", {"value": 3, "allowed": 2}),
    ("chico 1-2-3-4", "truco.chico_sides", "chico", {"value": 4, "allowed": "2, 3"}),
    ("chico 30-12 B", "truco.chico_winner", "chico", {"value": "30-12"}),
]


@cases("line, code, field, params", *UNREADABLE, *ENVIDO, *CHANTS, *SEATS_AND_FAULTS, *CHICOS)
def test_an_impossible_line_is_refused_with_its_code_field_and_params(line, code, field, params):
    error = _refusal([line])
    assert (error.code, error.field, error.params) == (code, field, params)


OTHER_MATCHES = [
    (PAREJAS, ["AA", "chico 30-12"], "truco.chico_begun", "chico"),
    (PAREJAS, ["chico A", "chico A", "AA"], "match_over", "hand"),
    (GALLO, ["AA"], "truco.gallo_missing", "gallo"),
    (GALLO, ["sobra A"], "truco.gallo_missing", "gallo"),
    (GALLO, ["AA dA2"], "truco.seat_unknown", "dealer"),
    (GALLO, ["Be Ce n AA dA"], "truco.envido_turn", "envido"),
    (GALLO, ["Bt q Crt q AA dA"], "truco.quiero_right", "truco"),
    (GALLO, ["Ae q 31-27 AA dA"], "truco.tantos_count", "tantos"),
    (GALLO, ["chico 30-12"], "truco.chico_sides", "chico"),
    (GALLO, ["chico 30-30-30"], "truco.chico_result_gallo", "chico"),
    (GALLO, ["chico 30-30-12"], "truco.chico_tied", "chico"),
    (GALLO, ["chico 30-30-12 C"], "truco.chico_winner", "chico"),
    (GALLO, ["chico 31-30-12 B"], "truco.chico_winner", "chico"),
    (GALLO, ["senas A: otras"], "truco.rivals_tied", "side"),
    (PICA, [*DUEL, "Ae q 31.2-20 AA dB3"], "truco.seat_not_in_duel", "tantos"),
    (PICA, [*DUEL, "AA iA iB dB3"], "truco.faults_both", "faults"),
]


@pytest.mark.parametrize(("options", "lines", "code", "field"), OTHER_MATCHES)
def test_an_impossible_line_is_refused_by_its_options_and_score(options, lines, code, field):
    error = _refusal(lines, options)
    assert (error.code, error.field, error.hand) == (code, field, len(lines))


def _refusal(lines: list[str], options: Options = PAREJAS) -> RuleError:
    with pytest.raises(RuleError) as error:
        fold(TRUCO, options, lines)
    return error.value


def test_the_tables_of_refusals_have_every_code_of_truco():
    tested = {code for _, code, _, _ in (*ENVIDO, *CHANTS, *SEATS_AND_FAULTS, *CHICOS)}
    tested |= {code for code, *_ in REFUSED["truco"]}
    tested |= {code for _, _, code, _ in OTHER_MATCHES}
    assert set(CODES) <= tested
