"""The table of each game gives the baza to the right seat and plays only legal cards."""

import pytest

from rules.guinote import selfplay as guinote
from rules.malilla import selfplay as malilla
from rules.revesino import cards as revesino
from rules.tarot import tricks as tarot
from rules.zanga import cards as zanga
from tests.rows import each

WINNING = {
    "guinote": guinote.winning,
    "malilla": malilla.winning,
    "revesino": lambda baza, _trump: revesino.taken_by(baza),
    "tarot": lambda baza, _trump: tarot.winning(baza),
    "zanga": zanga.winning,
}
ALLOWED = {  # the triunfo is espadas, in zanga copas; `partner` is whose baza it is, in malilla
    "guinote": lambda hand, baza, _partner: guinote.allowed(hand, baza, "e"),
    "malilla": lambda hand, baza, partner: malilla.allowed(hand, baza, "e", partner),
    "tarot": lambda hand, baza, _partner: tarot.allowed(hand, baza),
    "zanga": lambda hand, baza, _partner: zanga.allowed(hand, baza, "c"),
}
CARD = {
    "guinote": guinote.Card,
    "malilla": malilla.Naipe,
    "revesino": revesino.Card,
    "tarot": lambda suit, rank: tarot.Card(suit, int(rank)),
    "zanga": zanga.Card,
}
DECKS = [guinote.DECK, revesino.DECK, zanga.DECK, tarot.DECK]


def cards(key, text):
    """`2o`: the two of oros; in tarot p14 the king of picas, a21 the highest, x0 the Excuse."""
    return [CARD[key](word[0], word[1:]) for word in text.split()]


def test_no_card_is_twice_in_its_deck():
    assert [len(set(deck)) for deck in DECKS] == [40, 48, 40, 78]


@each(
    "key, baza, trump, place",
    pytest.param("guinote", "2o Ao 3o Ro", "c", 1, id="the highest of the suit led"),
    pytest.param("guinote", "2o Ac 3c Re", "b", 0, id="other suits do not beat"),
    pytest.param("guinote", "Ao 3o 2c Ro", "c", 2, id="any trump beats"),
    pytest.param("guinote", "Ao 2c 7c 4c", "c", 2, id="the highest trump"),
    pytest.param("guinote", "Co So 7o 2o", "e", 1, id="sota over caballo"),
    pytest.param("guinote", "So Ro 3o Ao", "e", 3, id="as, tres, rey, sota"),
    pytest.param("malilla", "1o 9o Ro 8o", "c", 1, id="la malilla, la mayor"),
    pytest.param("malilla", "2o Ro 1o 8o", "c", 2, id="el as, el segundo"),
    pytest.param("malilla", "8o So Co Ro", "e", 3, id="rey, caballo, sota, ocho"),
    pytest.param("malilla", "2o 9c 9e 3o", "b", 3, id="other palos do not beat"),
    pytest.param("malilla", "9o 1o 2c Ro", "c", 2, id="any triunfo beats"),
    pytest.param("revesino", "2o Ao 3o Ro", "", 1, id="the as"),
    pytest.param("revesino", "2o Ac 3c Re", "", 0, id="other suits do not beat"),
    pytest.param("revesino", "9o So Co Ro", "", 3, id="rey, caballo, sota, nine"),
    pytest.param("revesino", "3o 2o Ae Ab", "", 0, id="the two is the cabo"),
    pytest.param("tarot", "p2 p14 p13 p1", "", 1, id="the highest of the suit led"),
    pytest.param("tarot", "p2 c14 d13 t14", "", 0, id="other suits do not beat"),
    pytest.param("tarot", "p14 p13 a2 p1", "", 2, id="any trump beats"),
    pytest.param("tarot", "p14 a2 a21 a1", "", 2, id="the highest trump"),
    pytest.param("tarot", "x0 c3 p14 c2", "", 1, id="after the Excuse the next card leads"),
    pytest.param("tarot", "c3 x0 c2 c1", "", 0, id="the Excuse takes nothing"),
    pytest.param("zanga", "7o 2o Ao So", "c", 3, id="the highest of the suit led"),
    pytest.param("zanga", "2o Re Rb 7o", "c", 0, id="other suits do not beat"),
    pytest.param("zanga", "Ro 6c Ao Co", "c", 1, id="any trump beats"),
    pytest.param("zanga", "Ro Ab Rc Co", "c", 1, id="the bastillo is a trump"),
    pytest.param("zanga", "7c Ae Ab Ac", "c", 1, id="espadilla over malilla"),
    pytest.param("zanga", "Ab 7c Ac Rc", "c", 1, id="malilla over bastillo"),
    pytest.param("zanga", "Ac Rc 7o", "c", 0, id="the punto over the rey, in a solo"),
)
def test_who_takes_the_baza(key, baza, trump, place):
    assert WINNING[key](cards(key, baza), trump) == place


@each(
    "key, hand, baza, partner, may",
    pytest.param("guinote", "2o 3e Ab", "", -1, "2o 3e Ab", id="the first plays what he likes"),
    pytest.param("guinote", "2o 7o 3e", "Ro", -1, "2o 7o", id="asistir"),
    pytest.param("guinote", "2o Ao 3e", "Ro", -1, "Ao", id="montar"),
    pytest.param("guinote", "2o Ao 3e", "Ro 4b", -1, "Ao", id="montar also over the partner's"),
    pytest.param(
        "guinote", "2o Ao 3e", "Ro 2e", -1, "2o Ao", id="asistir to a baza already ruffed"
    ),
    pytest.param("guinote", "2e 3e Ab", "Ro", -1, "2e 3e", id="fallar"),
    pytest.param("guinote", "2e 3e Ab", "Ro 4e", -1, "3e", id="pisar the rival's trump"),
    pytest.param("guinote", "2e 4e Ab", "Ro 5e", -1, "2e 4e Ab", id="lower trumps: anything"),
    pytest.param("guinote", "2e 3e Ab", "Ro 2o", -1, "2e 3e Ab", id="the baza is the partner's"),
    pytest.param(
        "guinote", "2e 3e Ab", "Ro 2o Ao", -1, "2e 3e", id="the baza is the rival's again"
    ),
    pytest.param("guinote", "2c 3c Ab", "Ro", -1, "2c 3c Ab", id="neither suit nor trump"),
    pytest.param("malilla", "2o 3e Ab", "", -1, "2o 3e Ab", id="the mano plays what he likes"),
    pytest.param("malilla", "2o 7o 3e", "Ro", -1, "2o 7o", id="servir"),
    pytest.param("malilla", "2o 9o 3e", "Ro", -1, "9o", id="cargar"),
    pytest.param(
        "malilla", "2o 9o 3e", "Ro 4o", 0, "2o 9o", id="cargar is free over the partner's"
    ),
    pytest.param("malilla", "2o 9o 3e", "Ro 4e", 0, "2o 9o", id="servir a baza that was trumped"),
    pytest.param("malilla", "2e 3e 2b", "Ro", -1, "2e 3e", id="fallar"),
    pytest.param(
        "malilla", "2e 3e 2b", "Ro 4o", 0, "2e 3e 2b", id="fallar is free over the partner's"
    ),
    pytest.param("malilla", "2e 5e 2b", "Ro 4e", -1, "5e", id="contrafallar"),
    pytest.param("malilla", "2e 3e 2b", "Ro 4e", -1, "2e 3e", id="a lower triunfo, to the letter"),
    pytest.param("malilla", "2c 3c 2b", "Ro", -1, "2c 3c 2b", id="neither palo nor triunfo"),
    pytest.param("tarot", "p2 c3 a5", "", -1, "p2 c3 a5", id="the first plays what he likes"),
    pytest.param("tarot", "p2 p14 c3 a5", "p10", -1, "p2 p14", id="16.1: follow; no need to beat"),
    pytest.param("tarot", "p2 c3 a5 x0", "p10", -1, "p2 x0", id="the Excuse whenever he likes"),
    pytest.param("tarot", "c3 a5 a9", "p10", -1, "a5 a9", id="16.2: trump"),
    pytest.param("tarot", "c3 a5 a9", "p10 a7", -1, "a9", id="16.3: trump over"),
    pytest.param("tarot", "c3 a5 a6", "p10 a7", -1, "a5 a6", id="16.3: a lower trump all the same"),
    pytest.param("tarot", "c3 a5 a9", "a7", -1, "a9", id="14.3: over a trump that was led"),
    pytest.param("tarot", "c3 d5", "p10 a7", -1, "c3 d5", id="16.4: neither suit nor trump"),
    pytest.param("tarot", "p2 c3", "x0", -1, "p2 c3", id="after the Excuse one leads"),
    pytest.param("zanga", "2o 3e Rb", "", -1, "2o 3e Rb", id="the first plays what he likes"),
    pytest.param("zanga", "2o 7o 3e", "Ro", -1, "2o 7o", id="27: serve, higher or lower"),
    pytest.param("zanga", "2c 3b Ae", "Ro", -1, "2c 3b Ae", id="27: without it, trump or not"),
    pytest.param("zanga", "2e Ab 3c", "Re", -1, "2e", id="the bastillo is no basto"),
    pytest.param("zanga", "Ab 3c", "Rb", -1, "Ab 3c", id="nor must it serve bastos"),
    pytest.param("zanga", "6c Ae 3b", "Rc", -1, "6c Ae", id="28: an arrastre must be served"),
    pytest.param("zanga", "Ae 7c 3b", "Rc", -1, "Ae 7c 3b", id="28: matadores are reserved"),
    pytest.param("zanga", "7c 3b", "Ae", -1, "7c", id="28: but to a higher matador"),
    pytest.param("zanga", "Ab 3b", "Ae", -1, "Ab", id="28: the bastillo to the espadilla"),
    pytest.param("zanga", "Ab 3b", "7c", -1, "Ab", id="28: and to the malilla"),
    pytest.param("zanga", "Ae 3b", "7c", -1, "Ae 3b", id="28: never the espadilla"),
    pytest.param("zanga", "7c 3b", "Ab", -1, "7c 3b", id="28: the malilla not to the bastillo"),
    pytest.param("zanga", "6c Ab 3b", "Ae", -1, "6c Ab", id="28: another trump frees the matador"),
)
def test_what_may_be_played(key, hand, baza, partner, may):
    assert ALLOWED[key](cards(key, hand), cards(key, baza), partner) == cards(key, may)
