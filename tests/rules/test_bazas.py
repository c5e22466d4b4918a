"""The table of each game gives the baza to the right seat and plays only legal cards."""

from tests.rows import case, each
from tests.rules.self_play import guinote, malilla
from tests.rules.self_play import revesino_cards as revesino
from tests.rules.self_play import tarot_tricks as tarot
from tests.rules.self_play import zanga_cards as zanga

WINNING = {
    "guinote": guinote.winning_place,
    "malilla": malilla.winning_place,
    "revesino": lambda baza, _trump: revesino.winning_place(baza),
    "tarot": lambda baza, _trump: tarot.winning_place(baza),
    "zanga": zanga.winning_place,
}
# The triunfo is espadas, in zanga copas. `_partner` or `partner` is the place in the baza of the
# partner's card; only malilla uses it.
ALLOWED = {
    "guinote": lambda hand, baza, _partner: guinote.playable_cards(hand, baza, "e"),
    "malilla": lambda hand, baza, partner: malilla.playable_cards(hand, baza, "e", partner),
    "tarot": lambda hand, baza, _partner: tarot.playable_cards(hand, baza),
    "zanga": lambda hand, baza, _partner: zanga.playable_cards(hand, baza, "c"),
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
    """Return cards: `2o` is the two of oros.

    In tarot p14 is the king of picas, a21 the highest, x0 the Excuse.
    """
    return [CARD[key](word[0], word[1:]) for word in text.split()]


def test_no_card_is_twice_in_its_deck():
    assert [len(set(deck)) for deck in DECKS] == [40, 48, 40, 78]


@each(
    "key, baza, trump, place",
    case("the highest of the suit led", "guinote", "2o Ao 3o Ro", "c", 1),
    case("other suits do not beat", "guinote", "2o Ac 3c Re", "b", 0),
    case("any trump beats", "guinote", "Ao 3o 2c Ro", "c", 2),
    case("the highest trump", "guinote", "Ao 2c 7c 4c", "c", 2),
    case("sota over caballo", "guinote", "Co So 7o 2o", "e", 1),
    case("as, tres, rey, sota", "guinote", "So Ro 3o Ao", "e", 3),
    case("la malilla, la mayor", "malilla", "1o 9o Ro 8o", "c", 1),
    case("el as, el segundo", "malilla", "2o Ro 1o 8o", "c", 2),
    case("rey, caballo, sota, ocho", "malilla", "8o So Co Ro", "e", 3),
    case("other palos do not beat", "malilla", "2o 9c 9e 3o", "b", 3),
    case("any triunfo beats", "malilla", "9o 1o 2c Ro", "c", 2),
    case("the as", "revesino", "2o Ao 3o Ro", "", 1),
    case("other suits do not beat", "revesino", "2o Ac 3c Re", "", 0),
    case("rey, caballo, sota, nine", "revesino", "9o So Co Ro", "", 3),
    case("the two is the cabo", "revesino", "3o 2o Ae Ab", "", 0),
    case("the highest of the suit led", "tarot", "p2 p14 p13 p1", "", 1),
    case("other suits do not beat", "tarot", "p2 c14 d13 t14", "", 0),
    case("any trump beats", "tarot", "p14 p13 a2 p1", "", 2),
    case("the highest trump", "tarot", "p14 a2 a21 a1", "", 2),
    case("after the Excuse the next card leads", "tarot", "x0 c3 p14 c2", "", 1),
    case("the Excuse takes nothing", "tarot", "c3 x0 c2 c1", "", 0),
    case("the highest of the suit led", "zanga", "7o 2o Ao So", "c", 3),
    case("other suits do not beat", "zanga", "2o Re Rb 7o", "c", 0),
    case("any trump beats", "zanga", "Ro 6c Ao Co", "c", 1),
    case("the bastillo is a trump", "zanga", "Ro Ab Rc Co", "c", 1),
    case("espadilla over malilla", "zanga", "7c Ae Ab Ac", "c", 1),
    case("malilla over bastillo", "zanga", "Ab 7c Ac Rc", "c", 1),
    case("the punto over the rey, in a solo", "zanga", "Ac Rc 7o", "c", 0),
)
def test_the_right_card_takes_the_baza(key, baza, trump, place):
    assert WINNING[key](cards(key, baza), trump) == place


@each(
    "key, hand, baza, partner, may",
    case("the first plays what he likes", "guinote", "2o 3e Ab", "", -1, "2o 3e Ab"),
    case("asistir", "guinote", "2o 7o 3e", "Ro", -1, "2o 7o"),
    case("montar", "guinote", "2o Ao 3e", "Ro", -1, "Ao"),
    case("montar also over the partner's", "guinote", "2o Ao 3e", "Ro 4b", -1, "Ao"),
    case("asistir to a baza already ruffed", "guinote", "2o Ao 3e", "Ro 2e", -1, "2o Ao"),
    case("fallar", "guinote", "2e 3e Ab", "Ro", -1, "2e 3e"),
    case("pisar the rival's trump", "guinote", "2e 3e Ab", "Ro 4e", -1, "3e"),
    case("lower trumps: anything", "guinote", "2e 4e Ab", "Ro 5e", -1, "2e 4e Ab"),
    case("the baza is the partner's", "guinote", "2e 3e Ab", "Ro 2o", -1, "2e 3e Ab"),
    case("the baza is the rival's again", "guinote", "2e 3e Ab", "Ro 2o Ao", -1, "2e 3e"),
    case("neither suit nor trump", "guinote", "2c 3c Ab", "Ro", -1, "2c 3c Ab"),
    case("the mano plays what he likes", "malilla", "2o 3e Ab", "", -1, "2o 3e Ab"),
    case("servir", "malilla", "2o 7o 3e", "Ro", -1, "2o 7o"),
    case("cargar", "malilla", "2o 9o 3e", "Ro", -1, "9o"),
    case("cargar is free over the partner's", "malilla", "2o 9o 3e", "Ro 4o", 0, "2o 9o"),
    case("servir a baza that was trumped", "malilla", "2o 9o 3e", "Ro 4e", 0, "2o 9o"),
    case("fallar", "malilla", "2e 3e 2b", "Ro", -1, "2e 3e"),
    case("fallar is free over the partner's", "malilla", "2e 3e 2b", "Ro 4o", 0, "2e 3e 2b"),
    case("contrafallar", "malilla", "2e 5e 2b", "Ro 4e", -1, "5e"),
    case("a lower triunfo, to the letter", "malilla", "2e 3e 2b", "Ro 4e", -1, "2e 3e"),
    case("neither palo nor triunfo", "malilla", "2c 3c 2b", "Ro", -1, "2c 3c 2b"),
    case("the first plays what he likes", "tarot", "p2 c3 a5", "", -1, "p2 c3 a5"),
    case("16.1: follow; no need to beat", "tarot", "p2 p14 c3 a5", "p10", -1, "p2 p14"),
    case("the Excuse whenever he likes", "tarot", "p2 c3 a5 x0", "p10", -1, "p2 x0"),
    case("16.2: trump", "tarot", "c3 a5 a9", "p10", -1, "a5 a9"),
    case("16.3: trump over", "tarot", "c3 a5 a9", "p10 a7", -1, "a9"),
    case("16.3: a lower trump all the same", "tarot", "c3 a5 a6", "p10 a7", -1, "a5 a6"),
    case("14.3: over a trump that was led", "tarot", "c3 a5 a9", "a7", -1, "a9"),
    case("16.4: neither suit nor trump", "tarot", "c3 d5", "p10 a7", -1, "c3 d5"),
    case("after the Excuse one leads", "tarot", "p2 c3", "x0", -1, "p2 c3"),
    case("the first plays what he likes", "zanga", "2o 3e Rb", "", -1, "2o 3e Rb"),
    case("27: serve, higher or lower", "zanga", "2o 7o 3e", "Ro", -1, "2o 7o"),
    case("27: without it, trump or not", "zanga", "2c 3b Ae", "Ro", -1, "2c 3b Ae"),
    case("the bastillo is no basto", "zanga", "2e Ab 3c", "Re", -1, "2e"),
    case("nor must it serve bastos", "zanga", "Ab 3c", "Rb", -1, "Ab 3c"),
    case("28: an arrastre must be served", "zanga", "6c Ae 3b", "Rc", -1, "6c Ae"),
    case("28: matadores are reserved", "zanga", "Ae 7c 3b", "Rc", -1, "Ae 7c 3b"),
    case("28: but to a higher matador", "zanga", "7c 3b", "Ae", -1, "7c"),
    case("28: the bastillo to the espadilla", "zanga", "Ab 3b", "Ae", -1, "Ab"),
    case("28: and to the malilla", "zanga", "Ab 3b", "7c", -1, "Ab"),
    case("28: never the espadilla", "zanga", "Ae 3b", "7c", -1, "Ae 3b"),
    case("28: the malilla not to the bastillo", "zanga", "7c 3b", "Ab", -1, "7c 3b"),
    case("28: another trump frees the matador", "zanga", "6c Ab 3b", "Ae", -1, "6c Ab"),
)
def test_a_player_may_play_only_legal_cards(key, hand, baza, partner, may):
    assert ALLOWED[key](cards(key, hand), cards(key, baza), partner) == cards(key, may)
