"""Hands that the cards of cientos allow, and all possible orders of the bazas of a hand."""

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
from tests.rules.cientos.table import BARAJA, LETRA, play_hand, possible_plays
from tests.rules.cientos.witness import Announcements, holds, two_hands
from tests.sizes import size

BOTH_COUNTS = [
    CIENTOS.Options(juegos=1, calidades=True, rival_leads=leads) for leads in (False, True)
]


def test_a_hand_played_past_a_hundred_is_accepted_if_the_first_side_is_certain():
    """A line with all bazas is refused if two of their orders have different first sides."""
    rng = Random(147)
    accepted_count = 0
    refused_count = 0
    for options in BOTH_COUNTS:
        for _ in range(size(100, 1000)):
            lacking, mano = (rng.randint(9, 34), rng.randint(9, 34)), rng.randrange(2)
            hand = play_hand(rng, mano, lacking, options.rival_leads, stop=False)
            line = CIENTOS.parse(hand.line())
            try:
                rules_result = juego.judge(line, mano, lacking, (12, 12), options)
            except RuleError as error:
                assert error.code == "cientos.first_unknown", (str(line), error)
                refused_count += 1
            else:
                rules_first, table_first = (
                    first and (first[0], first[1] < 12)
                    for first in (rules_result.first_at_100, hand.first_at_100)
                )
                assert rules_first == table_first, (str(line), lacking)
                accepted_count += rules_first is not None
    assert accepted_count > 60 and refused_count > 10


@pytest.mark.parametrize("options", BOTH_COUNTS, ids=["every baza counts", "on the rival's lead"])
def test_the_rules_and_the_table_find_the_same_possible_plays(options):
    """Both find the same piques, points and first sides for a line."""
    rng = Random(1801)
    stopped_count = 0
    uncertain_count = 0
    for number in range(size(120, 1200)):
        lacking, mano = (rng.randint(1, 70), rng.randint(1, 70)), rng.randrange(2)
        hand = play_hand(rng, mano, lacking, options.rival_leads, stop=number % 3 > 0)
        line = CIENTOS.parse(hand.line())
        acuses_counted = acuses.count(line)
        if acuses_counted.first_side_to_reach(lacking) is not None:
            continue
        plays = carteo.plays_that_end(
            line, carteo.every_play(line, mano, acuses_counted, lacking, options)
        )
        table_plays = {
            (pique, tuple(p), first)
            for pique, p, first in possible_plays(hand, options.rival_leads)
        }
        assert {(play.piqued, play.points, play.first_at_100) for play in plays} == table_plays, (
            str(line),
            lacking,
        )
        certain = all(pique for pique, *_ in table_plays)
        assert carteo.pique_is_certain(line, plays) == certain
        stopped_count += hand.stopped is not None
        uncertain_count += len({pique for pique, *_ in table_plays}) == 2
    assert stopped_count > 5 and uncertain_count


# --- The cards ------------------------------------------------------------------------------
def test_the_rules_accept_exactly_the_puntos_that_cards_of_a_suit_make():
    worth = {"A": 11, "9": 9, "8": 8, "7": 7}
    possible = {
        sum(worth.get(LETRA[naipe], 10) for naipe in cards)
        for number in range(3, 9)
        for cards in combinations([naipe for naipe, palo in BARAJA if palo == "oros"], number)
    }
    assert possible == PUNTOS
    for value in range(100):
        if value in possible:
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
def test_announcements_that_no_two_hands_hold_are_refused(words):
    with pytest.raises(RuleError, match="cards_impossible"):
        CIENTOS.parse(f"8-4 uA {words}")
    assert two_hands(*_announcements(words), None) is None


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
def test_announcements_that_two_hands_barely_hold_are_accepted(words):
    CIENTOS.parse(f"8-4 uA {words}")
    announcements = _announcements(words)
    assert all(map(holds, announcements, two_hands(*announcements, None)))


def _announcements(words: str) -> tuple[Announcements, Announcements]:
    """Return the announcements of both sides, read from the words without the rules."""
    members = [{"secansas": (), "iguales": ()}, {"secansas": (), "iguales": ()}]
    for word in words.split():
        kind = word[0]
        side_letter = word[1]
        rest = word[2:]
        if kind == "x":
            side_members = members["AB".index(rest)]
            side_members["cards"] = {"+": 13, "-": 11}.get(side_letter, 12)
            continue
        for side in (0, 1) if side_letter == "=" else ("AB".index(side_letter),):
            side_members = members[side]
            match kind:
                case "p":
                    side_members["punto"] = int(rest)
                case "s":
                    side_members["secansas"] += ((int(rest[0]), rest[1], rest[2:] or None),)
                case "c" | "t":
                    side_members["iguales"] += ((4 if kind == "c" else 3, rest),)
                case "b":
                    side_members["blancas"] = True
    return Announcements(**members[0]), Announcements(**members[1])


CARD_CODES = {
    "cientos.cards_impossible",
    "cientos.punto_below_secansa",
    "cientos.catorce_in_secansa",
    "cientos.secansas_overlap",
}


def _random_announcements(rng: Random) -> str:
    """Return words of announcements: random, or of dealt cards with one word changed."""
    if rng.random() < 0.6:
        return _changed_announcements(rng)
    words = []
    side = rng.choice("AB")
    if rng.random() < 0.7:
        words.append(f"p{rng.choice('AB=')}{rng.choice(sorted(PUNTOS))}")
    if rng.random() < 0.7:
        tied, with_suit = rng.random() < 0.2, rng.random() < 0.5
        for _ in range(1 if tied else rng.choice((1, 1, 1, 2, 2, 3, 4))):
            cards = rng.choice((3, 3, 3, 4, 4, 5, 6, 7, 8))
            top = rng.choice("ARCSD987"[: 9 - cards])
            palo = rng.choice("oceb") if with_suit and not tied else ""
            words.append(f"s{'=' if tied else side}{cards}{top}{palo}")
    if rng.random() < 0.7:
        side = rng.choice("AB")
        for rank in rng.sample("ARCSD", rng.choice((1, 1, 2, 2, 3, 4))):
            words.append(f"{rng.choice('cttt')}{side}{rank}")
    if rng.random() < 0.25:
        words.append("b" + rng.choice("AB"))
    if rng.random() < 0.2:
        words.append(rng.choice(("x-A", "x-B")))
    return " ".join(words)


def _changed_announcements(rng: Random) -> str:
    """Return the announcements of dealt cards with one word changed or added."""
    hand = play_hand(rng, rng.randrange(2), (100, 100), False, stop=True)
    words = [word for word in hand.words if word[0] in "pscbtx" and word != "pique"]
    if not words:
        return ""
    place = rng.randrange(len(words))
    kind, side_letter = words[place][:2]
    match kind:
        case "p":
            words[place] = f"p{side_letter}{rng.choice(sorted(PUNTOS))}"
        case "s":
            cards = rng.randint(3, 8)
            words[place] = f"s{side_letter}{cards}{rng.choice('ARCSD987'[: 9 - cards])}"
        case "c" | "t":
            words[place] = f"{rng.choice('ct')}{side_letter}{rng.choice('ARCSD')}"
        case _:
            words.append("b" + rng.choice("AB"))
    return " ".join(words)


def judge_announcements(seed: str, number: int) -> tuple[int, int]:
    """Judge `number` announcements by the rules and by the search for two hands.

    Return the numbers of possible and of impossible announcements.
    """
    rng = Random(seed)
    possible = 0
    impossible = 0
    while possible + impossible < number:
        words = _random_announcements(rng)
        mano = rng.choice((None, 0, 1))
        try:
            deal = CIENTOS.parse(f"8-4 u{'B' if 'x-A' in words else 'A'} {words}")
            rules_accept = hands_can_hold(deal, mano)
        except RuleError as error:
            if error.code not in CARD_CODES:
                continue
            rules_accept = False
        announcements = _announcements(words)
        hands = two_hands(*announcements, mano)
        assert (hands is not None) == rules_accept, (words, mano, hands)
        if hands is not None:
            assert all(map(holds, announcements, hands)) and not set(hands[0]) & set(hands[1])
        possible, impossible = possible + rules_accept, impossible + (not rules_accept)
    return possible, impossible


@pytest.mark.slow
def test_the_rules_accept_announcements_if_two_hands_can_hold_them():
    """Every run judges a few other announcements; `judge_announcements` can judge any number."""
    possible, impossible = judge_announcements(str(Random().random()), 12)
    assert possible + impossible == 12


def test_announcements_of_dealt_cards_are_accepted():
    """The discards at this table are nearly random; `./dev oracle` deals a million hands."""
    rng = Random(16)
    for number in range(size(200, 2000)):
        hand = play_hand(rng, number % 2, (100, 100), False, stop=True)
        assert hands_can_hold(CIENTOS.parse(hand.line()), hand.mano)


def test_the_search_for_two_hands_takes_few_steps():
    """A step is a function call: their number is the same on every machine."""
    rng, steps = Random(8), []
    while len(steps) < 100:
        words = _random_announcements(rng)
        profile = Profile()
        try:
            profile.runcall(CIENTOS.parse, f"8-4 u{'B' if 'x-A' in words else 'A'} {words}")
        except RuleError as error:
            if error.code not in CARD_CODES:
                continue
        steps.append(Stats(profile).total_calls)
    assert sorted(steps)[90] < 10_000 and max(steps) < 40_000
