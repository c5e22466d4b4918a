"""Deals of real cards of every game; `./dev oracle` judges any number."""

import sys

import pytest

from rules import GAMES
from rules.core import RuleError
from tests.rules.oracles import ORACLES
from tests.rules.oracles.judge import Contradiction, Tally, judge, judge_many
from tests.sizes import LONG

MOST, AT_ONCE = 2_000, 400  # deals
WITHOUT_CARDS = {"marcador"}

# (game, form, seed) of matches in which `./dev oracle` found an error in the rules or in an oracle.
FOUND = [
    ("cientos", "calidades_dos_juegos", "soak/8412"),  # 28 announced and one baza can be a pique
    ("revesino", "mari_perez_con_caballo", "noviembre23/revesino/17/29"),  # a hand settled after it
]


def test_every_game_with_cards_has_its_oracle():
    assert set(ORACLES) == set(GAMES) - WITHOUT_CARDS
    for game, oracle in ORACLES.items():
        assert set(GAMES[game].presets) <= set(oracle.FORMS)


@pytest.mark.slow
@pytest.mark.parametrize("game", ORACLES)
def test_no_true_line_is_refused_no_false_one_accepted_and_every_count_is_of_the_cards(game):
    """Judge until the table has met every case, and every way to make a line false."""
    oracle, tally = ORACLES[game], Tally()
    wanted = (oracle.KINDS, oracle.MEETS)
    for begun in range(0, MOST, AT_ONCE):
        if LONG or (set(tally.false), tally.met) != wanted:
            tally.add(judge_many(oracle, f"tapete/{begun}", AT_ONCE))
    assert (set(tally.false), tally.met) == wanted


@pytest.mark.parametrize(("game", "form", "seed"), FOUND)
def test_what_was_found_once(game, form, seed):
    judge(ORACLES[game], form, seed)


# --- The oracle itself ----------------------------------------------------------------------
def test_a_wrong_count_is_told_with_its_seed(monkeypatch):
    monkeypatch.setattr("rules.guinote.hands.ULTIMAS", 11)
    with pytest.raises(Contradiction, match="the table counted") as found:
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")
    assert found.value.found == ("guinote", "un_coto_de_4", "calamocha")


def test_a_true_line_refused_is_told(monkeypatch):
    def refuse(ida, deal):
        raise RuleError("guinote.no", "", "hand", {})

    monkeypatch.setattr("rules.guinote.match.judge", refuse)
    with pytest.raises(Contradiction, match=r"a true line refused: hand: guinote\.no"):
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")


def test_a_false_line_accepted_is_told(monkeypatch):
    monkeypatch.setattr("rules.guinote.hands._check_cantes", lambda cantes: None)
    with pytest.raises(Contradiction, match="a false line accepted, four veintes: "):
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")


def test_any_other_error_is_told_with_the_match(monkeypatch):
    monkeypatch.setattr("rules.guinote.match.judge", lambda ida, deal: 1 / 0)
    with pytest.raises(Contradiction, match=r"ZeroDivisionError.*\n.*calamocha"):
        judge(ORACLES["guinote"], "un_coto_de_4", "calamocha")


@pytest.fixture
def command():
    """Return a function that runs `./dev oracle`."""
    from tests.rules.oracles.__main__ import main

    return main


@pytest.mark.slow
def test_the_command_judges_so_many_deals_of_some_games(command, capsys):
    assert command(["zanga", "cientos", "--deals", "200", "--seed", "x", "--processes", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "seed x"
    assert [line.split()[0] for line in told[1:]] == ["game", "zanga", "cientos"]
    for line in told[2:]:
        _, deals, lines, false, refused, moved, moved_refused, _ = (
            number.replace(",", "") for number in line.split()
        )
        assert 200 <= int(deals) <= int(lines) < int(false) == int(refused)
        assert int(moved) > int(moved_refused) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="the wrong rules are inherited by a fork")
def test_the_command_tells_what_it_found(command, capsys, monkeypatch):
    monkeypatch.setattr("rules.guinote.hands.ULTIMAS", 11)
    assert command(["guinote", "--deals", "20", "--seed", "x", "--processes", "1"]) == 1
    told = capsys.readouterr().err
    assert "the table counted" in told and "('guinote', 'dos_cotos_de_3', 'x/guinote/0/0')" in told


@pytest.mark.parametrize("arguments", [["mus"], ["zanga", "--deals", "0"], ["--processes", "x"]])
def test_what_cannot_be_asked(command, capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        command(arguments)
    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err
