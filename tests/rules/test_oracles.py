"""Oracles: deals of real cards judge the rules of every game, as in `./dev oracle`."""

import sys

import pytest

from rules import GAMES
from rules.core import RuleError
from tests.rules.oracles import ORACLES
from tests.rules.oracles.judge import Contradiction, Tally, judge, judge_many
from tests.sizes import LONG

MOST, AT_ONCE = 2_000, 400  # numbers of deals: in all, and between two checks
WITHOUT_CARDS = {"marcador"}

# (game, form, seed) of matches in which `./dev oracle` once found an error of the rules or oracle.
REGRESSIONS = [
    # 28 points announced, a lead and a baza make 30 points: a pique.
    ("cientos", "calidades_dos_juegos", "soak/8412"),
    # After a repeated renuncio, the judge set the result of a hand.
    ("revesino", "mari_perez_con_caballo", "noviembre23/revesino/17/29"),
]


def test_every_game_with_cards_has_an_oracle():
    assert set(ORACLES) == set(GAMES) - WITHOUT_CARDS
    for game, oracle in ORACLES.items():
        assert set(GAMES[game].presets) <= set(oracle.FORMS)


@pytest.mark.slow
@pytest.mark.parametrize("game", ORACLES)
def test_every_game_accepts_true_lines_and_refuses_false_lines(game):
    """Judge deals until every kind of false line and every special case has come up."""
    oracle, tally = ORACLES[game], Tally()
    expected = (oracle.FALSE_KINDS, oracle.SPECIAL_CASES)
    for number in range(0, MOST, AT_ONCE):
        if LONG or (set(tally.refused_by_kind), tally.special_cases) != expected:
            tally.add(judge_many(oracle, f"tapete/{number}", AT_ONCE))
    assert (set(tally.refused_by_kind), tally.special_cases) == expected


@pytest.mark.parametrize(("game", "form", "seed"), REGRESSIONS)
def test_an_oracle_agrees_on_a_match_that_once_was_wrong(game, form, seed):
    judge(ORACLES[game], form, seed)


# --- The oracle itself ----------------------------------------------------------------------
def test_the_oracle_reports_a_wrong_count_with_its_seed(monkeypatch):
    monkeypatch.setattr("rules.guinote.hands.ULTIMAS", 11)
    with pytest.raises(Contradiction, match="the table counted") as error:
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")
    assert error.value.match_id == ("guinote", "un_coto_de_4", "calamocha")


def test_the_oracle_reports_a_refused_true_line(monkeypatch):
    def refuse(ida, deal):
        raise RuleError("guinote.no", "", "hand", {})

    monkeypatch.setattr("rules.guinote.match.judge", refuse)
    with pytest.raises(Contradiction, match=r"a true line refused: hand: guinote\.no"):
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")


def test_the_oracle_reports_an_accepted_false_line(monkeypatch):
    monkeypatch.setattr("rules.guinote.hands._check_cantes", lambda cantes: None)
    with pytest.raises(Contradiction, match="a false line accepted, four veintes: "):
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")


def test_the_oracle_reports_any_other_error_with_its_match(monkeypatch):
    monkeypatch.setattr("rules.guinote.match.judge", lambda ida, deal: 1 / 0)
    with pytest.raises(Contradiction, match=r"ZeroDivisionError.*\n.*calamocha"):
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")


@pytest.fixture
def command():
    """Return a function that runs `./dev oracle`."""
    from tests.rules.oracles.__main__ import main

    return main


@pytest.mark.slow
def test_the_command_judges_a_number_of_deals_of_some_games(command, capsys):
    assert command(["zanga", "cientos", "--deals", "200", "--seed", "x", "--processes", "2"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert output[0] == "seed x"
    assert [row.split()[0] for row in output[1:]] == ["game", "zanga", "cientos"]
    for row in output[2:]:
        _, deals, lines, false, refused, changed, refused_changed, _ = (
            number.replace(",", "") for number in row.split()
        )
        assert 200 <= int(deals) <= int(lines) < int(false) == int(refused)
        assert int(changed) > int(refused_changed) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="the wrong rules are inherited by a fork")
def test_the_command_prints_the_wrong_count_and_its_match(command, capsys, monkeypatch):
    monkeypatch.setattr("rules.guinote.hands.ULTIMAS", 11)
    assert command(["guinote", "--deals", "20", "--seed", "x", "--processes", "1"]) == 1
    message = capsys.readouterr().err
    assert (
        "the table counted" in message
        and "('guinote', 'dos_cotos_de_3', 'x/guinote/0/0')" in message
    )


@pytest.mark.parametrize("arguments", [["mus"], ["zanga", "--deals", "0"], ["--processes", "x"]])
def test_the_command_refuses_wrong_arguments(command, capsys, arguments):
    with pytest.raises(SystemExit) as exit_error:
        command(arguments)
    assert exit_error.value.code == 2
    assert "error" in capsys.readouterr().err
