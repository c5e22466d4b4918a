"""Hands that the cards of cientos allow, and every possible order of the bazas of a hand."""

from cProfile import Profile
from itertools import combinations
from pstats import Stats
from random import Random

import pytest

from rules.cientos import CIENTOS, acuses, carteo, juego
from rules.cientos.cards import PUNTOS
from rules.cientos.deal import hands_can_hold
from rules.cientos.items import Punto
from rules.core import RuleError
from tests.rows import case, each
from tests.rules.cientos.table import BARAJA, LETRA, como_pudo_ser, play_hand
from tests.rules.cientos.witness import Dicho, dos_manos, tiene
from tests.sizes import size

BOTH = [CIENTOS.Options(juegos=1, calidades=True, rival_leads=leads) for leads in (False, True)]


def test_a_hand_played_on_past_a_hundred_says_who_was_first_or_is_asked():
    """Such a player writes all the bazas: accepted if every order of them agrees on who was
    first.
    """
    rng, accepted, asked = Random(147), 0, 0
    for options in BOTH:
        for _ in range(size(100, 1000)):
            faltan, mano = (rng.randint(9, 34), rng.randint(9, 34)), rng.randrange(2)
            hand = play_hand(rng, mano, faltan, options.rival_leads, stop=False)
            line = CIENTOS.parse(hand.line())
            try:
                counted = juego.judge(line, mano, faltan, (12, 12), options)
            except RuleError as error:
                assert error.code == "cientos.first_unknown", (str(line), error)
                asked += 1
            else:
                told, true = (
                    first and (first[0], first[1] < 12) for first in (counted.first, hand.first)
                )
                assert told == true, (str(line), faltan)
                accepted += told is not None
    assert accepted > 60 and asked > 10


@pytest.mark.parametrize("options", BOTH, ids=["every baza counts", "on the rival's lead"])
def test_every_order_of_the_bazas_is_followed_and_no_other(options):
    """The plays of the line, one by one, as the table counts them: pique, points, the first
    side.
    """
    rng, stopped, either = Random(1801), 0, 0
    for number in range(size(120, 1200)):
        faltan, mano = (rng.randint(1, 70), rng.randint(1, 70)), rng.randrange(2)
        hand = play_hand(rng, mano, faltan, options.rival_leads, stop=number % 3 > 0)
        line = CIENTOS.parse(hand.line())
        said = acuses.count(line)
        if said.first_to(faltan) is not None:
            continue
        found = carteo.plays_that_end(line, carteo.every_play(line, mano, said, faltan, options))
        true = {
            (pique, tuple(p), first) for pique, p, first in como_pudo_ser(hand, options.rival_leads)
        }
        assert {(play.piqued, play.points, play.first) for play in found} == true, (
            str(line),
            faltan,
        )
        certain = all(pique for pique, *_ in true)
        assert carteo.pique_is_certain(line, found) == certain
        stopped += hand.stopped is not None
        either += len({pique for pique, *_ in true}) == 2
    assert stopped > 5 and either


# --- The cards ------------------------------------------------------------------------------
def test_the_puntos_accepted_are_those_that_the_best_suit_of_twelve_cards_makes():
    worth = {"A": 11, "9": 9, "8": 8, "7": 7}
    made = {
        sum(worth.get(LETRA[naipe], 10) for naipe in cards)
        for many in range(3, 9)
        for cards in combinations([naipe for naipe, palo in BARAJA if palo == "oros"], many)
    }
    assert made == PUNTOS
    for value in range(100):
        if value in made:
            assert Punto(0, value).value == value
        else:
            with pytest.raises(RuleError):
                Punto(0, value)


@pytest.mark.slow
@each(
    "words",
    case("an octava and a quarta: eleven cards at 35 for the other", "pB35 sA4S sA8A"),
    case("no suit over 25 with tres ases and tres sotas", "pB25 tBS tBA bB x-B"),
    case("all tercias al nueve: no ases", "pA24 tAA"),
    case("two quintas mayores leave no four sotas", "p=51 cAS"),
    case("thirteen cards", "sA3A sA3A sA3A sA4A"),
)
def test_announcements_that_no_two_hands_hold(words):
    with pytest.raises(RuleError, match="cards_impossible"):
        CIENTOS.parse(f"8-4 uA {words}")
    assert dos_manos(*_dichos(words), None) is None


@pytest.mark.slow
@each(
    "words",
    case("an octava against cartas blancas", "pA75 sA8A bB tAR tAC"),
    case("two quintas reales", "s=5R"),
    case("36 against an octava and a tercia", "pA36 sB8A sB3A"),
    case("nine, ocho and siete of every suit", "pA24 sA39 sA39 sA39 sA39"),
    case("twelve cards in four tercias", "sA3A sA3A sA3A sA3A"),
    case("against thirteen cards", "pB31 tBA tBR tBC tBD x+A"),
)
def test_announcements_that_two_hands_just_hold(words):
    CIENTOS.parse(f"8-4 uA {words}")
    dichos = _dichos(words)
    assert all(map(tiene, dichos, dos_manos(*dichos, None)))


def _dichos(words: str) -> tuple[Dicho, Dicho]:
    """Return the announcements of both sides, read from the words here, independently of the
    rules.
    """
    said = [{"secansas": (), "iguales": ()}, {"secansas": (), "iguales": ()}]
    for word in words.split():
        kind, whose, rest = word[0], word[1], word[2:]
        if kind == "x":
            one = said["AB".index(rest)]
            one["cards"] = {"+": 13, "-": 11}.get(whose, 12)
            continue
        for side in (0, 1) if whose == "=" else ("AB".index(whose),):
            one = said[side]
            match kind:
                case "p":
                    one["punto"] = int(rest)
                case "s":
                    one["secansas"] += ((int(rest[0]), rest[1], rest[2:] or None),)
                case "c" | "t":
                    one["iguales"] += ((4 if kind == "c" else 3, rest),)
                case "b":
                    one["blancas"] = True
    return Dicho(**said[0]), Dicho(**said[1])


OF_THE_CARDS = {
    "cientos.cards_impossible",
    "cientos.punto_below_secansa",
    "cientos.catorce_in_secansa",
    "cientos.secansas_overlap",
}


def _announced(rng: Random) -> str:
    """Return words of announcements: of dealt cards with one changed, or at random."""
    if rng.random() < 0.6:
        return _nearly_dealt(rng)
    words = []
    side = rng.choice("AB")
    if rng.random() < 0.7:
        words.append(f"p{rng.choice('AB=')}{rng.choice(sorted(PUNTOS))}")
    if rng.random() < 0.7:
        tied, named = rng.random() < 0.2, rng.random() < 0.5
        for _ in range(1 if tied else rng.choice((1, 1, 1, 2, 2, 3, 4))):
            many = rng.choice((3, 3, 3, 4, 4, 5, 6, 7, 8))
            top = rng.choice("ARCSD987"[: 9 - many])
            palo = rng.choice("oceb") if named and not tied else ""
            words.append(f"s{'=' if tied else side}{many}{top}{palo}")
    if rng.random() < 0.7:
        side = rng.choice("AB")
        for rank in rng.sample("ARCSD", rng.choice((1, 1, 2, 2, 3, 4))):
            words.append(f"{rng.choice('cttt')}{side}{rank}")
    if rng.random() < 0.25:
        words.append("b" + rng.choice("AB"))
    if rng.random() < 0.2:
        words.append(rng.choice(("x-A", "x-B")))
    return " ".join(words)


def _nearly_dealt(rng: Random) -> str:
    hand = play_hand(rng, rng.randrange(2), (100, 100), False, stop=True)
    words = [word for word in hand.words if word[0] in "pscbtx" and word != "pique"]
    if not words:
        return ""
    place = rng.randrange(len(words))
    kind, whose = words[place][:2]
    match kind:
        case "p":
            words[place] = f"p{whose}{rng.choice(sorted(PUNTOS))}"
        case "s":
            many = rng.randint(3, 8)
            words[place] = f"s{whose}{many}{rng.choice('ARCSD987'[: 9 - many])}"
        case "c" | "t":
            words[place] = f"{rng.choice('ct')}{whose}{rng.choice('ARCSD')}"
        case _:
            words.append("b" + rng.choice("AB"))
    return " ".join(words)


def judge_announcements(seed: str, number: int) -> tuple[int, int]:
    """Judge `number` lines both ways; return how many two hands hold, and how many they do not."""
    rng, held, refused = Random(seed), 0, 0
    while held + refused < number:
        words = _announced(rng)
        mano = rng.choice((None, 0, 1))
        try:
            deal = CIENTOS.parse(f"8-4 u{'B' if 'x-A' in words else 'A'} {words}")
            accepted = hands_can_hold(deal, mano)
        except RuleError as error:
            if error.code not in OF_THE_CARDS:
                continue
            accepted = False
        dichos = _dichos(words)
        manos = dos_manos(*dichos, mano)
        assert (manos is not None) == accepted, (words, mano, manos)
        if manos is not None:
            assert all(map(tiene, dichos, manos)) and not set(manos[0]) & set(manos[1])
        held, refused = held + accepted, refused + (not accepted)
    return held, refused


@pytest.mark.slow
def test_two_hands_are_found_for_what_is_accepted_and_none_for_what_is_not():
    """A few lines, different each time; `judge_announcements` judges any number."""
    held, refused = judge_announcements(str(Random().random()), 12)
    assert held + refused == 12


def test_no_announcement_of_cards_dealt_is_refused():
    """Any cards, well kept or not; the oracle deals a million hands with their discards."""
    rng = Random(16)
    for number in range(size(200, 2000)):
        hand = play_hand(rng, number % 2, (100, 100), False, stop=True)
        assert hands_can_hold(CIENTOS.parse(hand.line()), hand.mano)


def test_the_hands_are_looked_for_in_few_steps():
    """Steps are function calls: the same on every machine, and they grow with the search."""
    rng, steps = Random(8), []
    while len(steps) < 100:
        words = _announced(rng)
        profile = Profile()
        try:
            profile.runcall(CIENTOS.parse, f"8-4 u{'B' if 'x-A' in words else 'A'} {words}")
        except RuleError as error:
            if error.code not in OF_THE_CARDS:
                continue
        steps.append(Stats(profile).total_calls)
    assert sorted(steps)[90] < 10_000 and max(steps) < 40_000
