"""The rules of truco against a table that deals real cards and counts them itself."""

from itertools import combinations, product
from random import Random

import pytest

from rules import truco
from rules.core import RuleError, replay
from rules.truco.acts import VALID_TANTOS
from rules.truco.mano import rounds_winner
from rules.truco.table import DECK, strength, tantos
from tests.rules.truco_table import ESCALA, FUERZA, MAZO, Jugada, Mesa, cuenta

DEALS = 2000
FORMS = {
    "mano_a_mano": (2, 30, ""),
    "gallo": (3, 30, "rota"),
    "gallo_fijo": (3, 30, "fijo"),
    "parejas": (4, 30, ""),
    "pica_pica": (6, 30, ""),
}


def _matches(preset: str, deals: int):
    players, target, gallo = FORMS[preset]
    rng = Random(f"1940 {preset}")
    seen = 0
    while seen < deals:
        played = Mesa(rng, players, target, gallo).play()
        seen += len(played)
        yield played


@pytest.fixture(scope="module", params=FORMS)
def played(request) -> tuple[truco.Options, list[list[Jugada]]]:
    preset = request.param
    return truco.PRESETS[preset], list(_matches(preset, DEALS // len(FORMS)))


def test_no_true_hand_is_refused_and_every_score_is_that_of_the_table(played):
    options, matches = played
    for match in matches:
        steps = replay(truco, options, [hand.line for hand in match])
        for step, hand in zip(steps, match, strict=True):
            score = step.score
            counted = (score.tallies[0], score.tallies[2], score.state.dealer)
            assert counted == (hand.chicos, hand.totals, hand.dealer), (step.number, hand)
            assert str(step.hand) == hand.line
        assert [step.score.over for step in steps] == [False] * (len(steps) - 1) + [True]


def test_the_table_meets_every_ending_and_every_fault():
    hands = [hand for preset in FORMS for match in _matches(preset, 400) for hand in match]
    assert {hand.ended for hand in hands} == {"rounds", "unwanted", "mazo", ""}
    assert {hand.faults[:1] for hand in hands} == {"", "s", "x", "+", "i"}
    words = {word[1:] for hand in hands for word in hand.line.split()}
    assert {"e", "re", "fe", "t", "rt", "v4"} <= words


def _falsified(line: str, options: truco.Options, *, ended_chico: bool):
    """The true line made false in every way that the rules can tell, each with its name.

    Where its envido may have `ended_chico` the hand can stop sooner: no round is missing there.
    """
    words = line.split()
    if words[0] == "maldada":
        return
    marks = [word for word in words if word[0] in "dsx+i"]
    acts = words[: len(words) - len(marks)]
    last = acts[-1]
    said = next((place for place, word in enumerate(acts) if word[0].isdigit() or "-" in word), 0)
    rounds = "".join(word for word in acts if set(word) <= set("ABCp"))
    other = {"A": "B", "B": "A", "C": "A"}
    if said:
        numbers = acts[said].split("-")
        for wrong in ("8", "12", "19", "34"):
            yield "a number that does not exist", _put(acts, said, "-".join([wrong, *numbers[1:]]))
        yield "everybody says son buenas", _put(acts, said, "-".join("b" * len(numbers)))
        yield "one number too many", _put(acts, said, acts[said] + "-b")
        yield "the tantos left out", [*acts[:said], *acts[said + 1 :]]
        yield "the tantos twice", [*acts[: said + 1], *acts[said:]]
        yield "an envido after the envido", [*acts[: said + 1], "Ae", *acts[said + 1 :]]
        yield "tantos that nobody wanted", [*acts[: said - 1], *acts[said:]]
        yield "tantos after a no quiero", [*acts[: said - 1], "n", *acts[said:]]
    for place, word in enumerate(acts):
        if word[1:] in ("e", "re", "fe"):
            again = [*acts[: place + 1], word[0] + "e", *acts[place + 1 :]]
            yield "a raise of one's own envido", again
            if word[1:] != "e":
                lower = [*acts[: place + 1], other[word[0]] + "e", *acts[place + 1 :]]
                yield "a raise downward", lower
        if word[1:] == "t":
            yield "retruco before truco", _put(acts, place, word[0] + "rt")
            yield "vale cuatro before truco", _put(acts, place, word[0] + "v4")
            caller = word[0]
        if word[1:] == "rt":
            yield "retruco of one's own truco", _put(acts, place, caller + "rt")
        if word in "qn":
            yield "an answer twice", [*acts[: place + 1], word, *acts[place:]]
    yield "an answer to nothing", ["q", *acts]
    if rounds and last in rounds:
        yield "a fourth round", [*acts, "A", "A", "A"]
        yield "a chant when all is over", [*acts, "At"]
        yield "al mazo when all is over", [*acts, "mA"]
        if not ended_chico:
            yield "a round left out", [*acts[:-1], *([last[:-1]] if last[1:] else [])]
    if rounds:
        after = next(n for n, word in enumerate(acts) if set(word) <= set("ABCp")) + 1
        yield "an envido after the first round", [*acts[:after], "Be", *acts[after:]]
    if not said:
        yield "not shown, and nothing to show", [*acts, "sA"]
        yield "declared wrong, and nothing declared", [*acts, "xB"]
    if options.players != 6:
        yield "an infraction of the pica-pica without one", [*acts, "iA"]
    if not options.rotates:
        yield "a side that does not sit there", ["Ce", "n", *acts]
        yield "somebody alone where nobody is", [*acts, "gA"]
    yield "a player who does not sit there", [*acts, "dA9"]


def _put(words: list[str], place: int, word: str) -> list[str]:
    return [*words[:place], word, *words[place + 1 :]]


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(played):
    options, matches = played
    told = set()
    for match in matches:
        score = truco.start(options)
        for hand in match:
            ended = hand.chicos != score.tallies[0]
            for name, words in _falsified(hand.line, options, ended_chico=ended):
                assert not _accepted(score, " ".join(words), options), (name, words, hand, score)
                told.add(name)
            score = truco.play(score, truco.parse(hand.line), options)
    kinds = 26 - 2 * options.rotates - (options.players == 6)
    assert len(told) == kinds


def _accepted(score, line: str, options: truco.Options) -> bool:
    try:
        truco.play(score, truco.parse(line), options)
    except RuleError:
        return False
    return True


def test_the_cards_and_their_tantos_are_those_of_the_product():
    suits = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
    name = {card: f"{card.rank} {suits[card.suit]}" for card in DECK}
    assert set(name.values()) == set(MAZO)
    for one, other in product(DECK, repeat=2):
        higher = FUERZA[name[one]] > FUERZA[name[other]]
        assert (strength(one) > strength(other)) == higher
    found = set()
    for hand in combinations(DECK, 3):
        worth = cuenta([name[card] for card in hand])
        assert tantos(list(hand)) == worth
        found.add(worth)
    assert found == VALID_TANTOS
    assert len(ESCALA) == 14


def test_the_number_that_is_shown_forbids_no_result_of_the_rounds():
    """Why rounds are not checked against tantos: with every number, every result can happen.

    Only the winner's number is ever shown; what the rival said may be false, unseen.
    """
    played = {
        results[:2] if rounds_winner(list(results[:2]), lambda: 0) is not None else results
        for results in product((1, 0, None), repeat=3)
    }
    missing = {number: set(played) for number in VALID_TANTOS}
    for hand in combinations(DECK, 3):
        wanted = missing[tantos(list(hand))]
        wanted -= {results for results in wanted if _can_meet(hand, results, set(hand))}
        if not any(missing.values()):
            break
    assert missing == {number: set() for number in VALID_TANTOS}


def _can_meet(hand, results, used) -> bool:
    """Whether cards not used yet can meet these so: 1 they win, 0 they lose, None a parda."""
    if not results:
        return True
    return any(
        _can_meet(hand[1:], results[1:], used | {card})
        for card in DECK
        if card not in used and _result(hand[0], card) == results[0]
    )


def _result(mine, theirs) -> int | None:
    if strength(mine) == strength(theirs):
        return None
    return int(strength(mine) > strength(theirs))
