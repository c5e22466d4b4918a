"""Oracle of truco: two, three, four and six players, every target, chants, answers and faults."""

from functools import partial

from rules.truco import TRUCO
from tests.rows import phrases
from tests.rules.oracles.judge import Match
from tests.rules.truco.table import Mesa

GAME = TRUCO
FORMS = tuple(TRUCO.presets)
SPECIAL_CASES = frozenset(
    {
        "rounds",
        "unwanted",
        "mazo",
        "",
        "s",
        "x",
        "+",
        "i",
        "e",
        "re",
        "fe",
        "t",
        "rt",
        "v4",
        "maldada",
        "sobra",
        "pica_pica",
        "a lost turn to deal",
        "cards too many, no truco",
    }
)
FALSE_KINDS = frozenset(
    phrases(
        "a number that does not exist; everybody says son buenas; one number too many",
        "no tantos; the tantos twice; an envido after the envido",
        "tantos without a quiero; tantos after a no quiero; a raise of one's own envido",
        "a raise downward; retruco before truco; vale cuatro before truco",
        "retruco of one's own truco; an answer twice; an answer without a chant; a fourth round",
        "a chant after the hand is over; al mazo after the hand is over; a round missing",
        "an envido after the first round; not shown, and no tantos to show",
        "declared wrong, and nothing declared; a player without a seat",
        "an infraction of a pica-pica not played; a side without a seat",
        "a gallo in a match without one; a penalty in place of the last round",
        "a dealer who is not there",
    )
)
GALLO = {"gallo": "rota", "gallo_fijo": "fijo"}


def matches(rng, form):
    options = TRUCO.presets[form]
    malas = 0 if options.no_malas else options.target // 2
    mesa = Mesa(rng, options.players, options.target, GALLO.get(form, ""), options.chicos, malas)
    hands = mesa.play()
    counts = [(hand.chicos, hand.totals, hand.dealer, hand.misdeals) for hand in hands]
    yield Match(options, [hand.line for hand in hands], counts, hands, len(hands))


def rules_count(hand, score):
    return score.tallies[0], score.tallies[2], score.state.dealer, score.state.misdeals


def special_cases(match):
    for hand in match.hands:
        yield from (hand.truco_end, hand.faults[:1])
        yield from (word.lstrip("ABC") for word in hand.line.split())
        if hand.duel:
            yield "pica_pica"
        if hand.lost_turn:
            yield "a lost turn to deal"
        if hand.faults.startswith("+") and not hand.truco_end:
            yield "cards too many, no truco"


def false_hands(match, place, hand, score_before):
    """Yield false lines. If the envido ended the chico, a hand without its last round is true."""
    table, options = match.hands[place], match.options
    for name, words in _false_words(table.line, options, table.stopped):
        yield name, partial(TRUCO.parse, " ".join(words))


def _false_words(line, options, stopped):
    words = line.split()
    if words[0] == "maldada":
        yield "a dealer who is not there", ["maldada", "A9"]
        return
    if words[0] == "sobra":
        yield "a dealer who is not there", [*words[:2], "dB9"]
        if not options.rotates:
            yield "a side without a seat", ["sobra", "C", *words[2:]]
        return
    marks = [word for word in words if word[0] in "dsx+i"]
    acts = words[: len(words) - len(marks)]
    last_word = acts[-1]
    tantos_place = next(
        (place for place, word in enumerate(acts) if word[0].isdigit() or "-" in word), 0
    )
    rounds = "".join(word for word in acts if set(word) <= set("ABCp"))
    rival_letter = {"A": "B", "B": "A", "C": "A"}
    if tantos_place:
        numbers = acts[tantos_place].split("-")
        for wrong in ("8", "12", "19", "34"):
            yield (
                "a number that does not exist",
                _replace_word(acts, tantos_place, "-".join([wrong, *numbers[1:]])),
            )
        yield (
            "everybody says son buenas",
            _replace_word(acts, tantos_place, "-".join("b" * len(numbers))),
        )
        yield "one number too many", _replace_word(acts, tantos_place, acts[tantos_place] + "-b")
        yield "no tantos", [*acts[:tantos_place], *acts[tantos_place + 1 :]]
        yield "the tantos twice", [*acts[: tantos_place + 1], *acts[tantos_place:]]
        yield (
            "an envido after the envido",
            [*acts[: tantos_place + 1], "Ae", *acts[tantos_place + 1 :]],
        )
        yield "tantos without a quiero", [*acts[: tantos_place - 1], *acts[tantos_place:]]
        yield "tantos after a no quiero", [*acts[: tantos_place - 1], "n", *acts[tantos_place:]]
    for place, word in enumerate(acts):
        if word[1:] in ("e", "re", "fe"):
            second_chant = [*acts[: place + 1], word[0] + "e", *acts[place + 1 :]]
            yield "a raise of one's own envido", second_chant
            if word[1:] != "e":
                lower_chant = [*acts[: place + 1], rival_letter[word[0]] + "e", *acts[place + 1 :]]
                yield "a raise downward", lower_chant
        if word[1:] == "t":
            yield "retruco before truco", _replace_word(acts, place, word[0] + "rt")
            yield "vale cuatro before truco", _replace_word(acts, place, word[0] + "v4")
            caller = word[0]
        if word[1:] == "rt":
            yield "retruco of one's own truco", _replace_word(acts, place, caller + "rt")
        if word in "qn":
            yield "an answer twice", [*acts[: place + 1], word, *acts[place:]]
    yield "an answer without a chant", ["q", *acts]
    if rounds and last_word in rounds:
        yield "a fourth round", [*acts, "A", "A", "A"]
        yield "a chant after the hand is over", [*acts, "At"]
        yield "al mazo after the hand is over", [*acts, "mA"]
        if not stopped:
            acts_without_round = [*acts[:-1], *([last_word[:-1]] if last_word[1:] else [])]
            yield "a round missing", [*acts_without_round, *marks]
            dealer = [word for word in marks if word[0] == "d"]
            for fault in ("+A", "+B"):
                yield "a penalty in place of the last round", [*acts_without_round, fault, *dealer]
    if rounds:
        end_of_first_round = next(n for n, word in enumerate(acts) if set(word) <= set("ABCp")) + 1
        yield (
            "an envido after the first round",
            [*acts[:end_of_first_round], "Be", *acts[end_of_first_round:]],
        )
    if not tantos_place:
        yield "not shown, and no tantos to show", [*acts, "sA"]
        yield "declared wrong, and nothing declared", [*acts, "xB"]
    if options.players != 6:
        yield "an infraction of a pica-pica not played", [*acts, "iA"]
    if not options.rotates:
        yield "a side without a seat", ["Ce", "n", *acts]
        yield "a gallo in a match without one", [*acts, "gA"]
    yield "a player without a seat", [*acts, "dA9"]


def _replace_word(words: list[str], place: int, word: str) -> list[str]:
    return [*words[:place], word, *words[place + 1 :]]
