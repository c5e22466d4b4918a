"""Guiñote between two players on the page: the same lines, said of people and not of pairs."""

import re
from dataclasses import asdict

import pytest

from rules.guinote.options import PRESETS
from scoring.models import Hand
from scoring.services.actas import record_hand
from tests.scoring.halls import seat_round

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PUBLIC = "/t/casino-de-calamocha/partida/R1P001/"
PAREJA = re.compile(r"\bparejas?\b", re.IGNORECASE)
DEAL = {"como": "deal", "number": "1", "cards_a": "62", "cards_b": "58", "last": "A"}


@pytest.fixture
def desk(make_tournament, pairs, chema, client_as):
    """The desk in front of a match between Paco Gil and Luis Gil, with its first lines."""

    def seat(*written):
        tournament = make_tournament(
            game_options=asdict(PRESETS["mano_a_mano_dos_cotos_de_3"]),
            format="swiss",
            format_options={"rounds": 2},
        )
        match = seat_round(tournament, [pairs(tournament, 2)]).matches.get()
        for number, line in enumerate(written, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return client_as(chema)

    return seat


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (DEAL, "62-58 uA"),
        ({**DEAL, "cante_o": "A", "cante_e": "B", "trump": "e"}, "62-58 uA A20o B40e"),
        ({"como": "partida", "winner": "B"}, "partida B"),
        ({"como": "coto", "partidas_a": "3", "partidas_b": "1"}, "coto 3-1"),
        ({"como": "renuncio", "side": "A", "point": "5"}, "renuncio A 5"),
    ],
)
def test_every_kind_of_line_is_typed_and_saved(desk, typed, line):
    assert desk().post(ACTA, {"number": "1", **typed}).status_code == 302
    assert list(Hand.objects.values_list("line", flat=True)) == [line]


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**DEAL, "cards_b": "59"}, "cards_a", "tienen que sumar 120"),
        ({**DEAL, "cards_a": "119", "cards_b": "1"}, "cards_a", "ninguna carta"),
        ({**DEAL, "last": ""}, "last", "diez de últimas"),
    ],
)
def test_the_checks_are_the_same(desk, typed, field, said):
    page = desk().post(ACTA, typed)
    assert page.status_code == 400
    assert said in page.context["form"].errors[field][0]


def test_players_are_called_by_their_names(desk, client_as):
    browser = desk("51-69 uA A40o B20c B20e dB", "29-91 uB A40o A20c A20e")
    page = browser.get(ACTA).text
    assert (
        "Paco Gil gana la partida: los dos bandos llegan a 101 y hace las diez de últimas (101-109)"
        in page
    )
    assert "los dos bandos llegan a 101, pero Paco Gil no tiene 30 tantos sin cantes" in page
    for kind in ("deal", "coto", "partida", "renuncio", "ruling", "forfeit"):
        assert not PAREJA.search(browser.get(f"{ACTA}?como={kind}").text), kind
    assert not PAREJA.search(client_as(None).get(PUBLIC).text)
