"""Every fault of every game: the game reads the line of the fault, and the site names it."""

import pytest

from rules import GAMES
from rules.core import fold
from rules.errors import RuleError
from rules.penal import FOLLOWS, HAND, LINE, LOSE_MATCH, fill_line
from scoring.games import GAMES as FACES
from scoring.refereeing.words import COMMON, UNITS
from tests.rows import case

OPTIONS = [
    case(f"{key} {name}", key, options)
    for key, game in GAMES.items()
    for name, options in game.presets.items()
]
# By game: a hand to which the word of a fault can be added.
HANDS = {
    "guinote": "9-31",
    "truco": "Ae q 31-27 AA",
    "zanga": "j 3-1",
    "malilla": "40-32",
    "tarot": "A guardia 49 2o",
    "revesino": "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC",
    "cientos": "8-4 uA",
}
# For the words of faults that do not fit the hand in HANDS: a hand that each fits.
HANDS_OF = {
    **dict.fromkeys(("fA", "fB"), "j 5-3"),
    "rAe8": "j 0-2",
    "rBe8": "j 2-0",
    "x-A": "8-4 uB",
    **{f"f{side}{point}": f"{side} guardia 49 2o" for side in "ABCDE" for point in (6, 7)},
}


def test_every_game_of_the_rules_is_on_the_site():
    assert FACES.keys() == GAMES.keys()


@pytest.mark.parametrize(("key", "options"), OPTIONS)
def test_the_game_reads_the_line_or_word_of_every_fault(key, options):
    game, sides = GAMES[key], options.sides
    for fault in GAMES[key].faults(options).values():
        assert fault.follows in FOLLOWS
        assert (fault.follows in (LINE, HAND)) == bool(fault.line), fault.key
        for side in range(sides):
            text = fill_line(fault.line, side, "así")
            if fault.follows == LINE:
                assert str(game.parse(text)) == text
            elif fault.follows == HAND:
                assert text in _hand_with(key, options, text)


def _hand_with(key, options, word):
    """Return the hand with this word, as the game writes it."""
    line = f"{HANDS[key]} {word}"
    if word in HANDS_OF:
        line = f"{HANDS_OF[word]} {word}"
    if key == "malilla":
        points = {2: "40-32", 3: "28-24-20", 4: "10-22-20-20"}[options.sides]
        line = f"{points} {word}"
    return str(GAMES[key].parse(line))


@pytest.mark.parametrize(("key", "options"), OPTIONS)
def test_the_offender_loses_the_unit_that_a_penalty_takes(key, options):
    game, penal = GAMES[key], GAMES[key].penal(options)
    assert penal.units.keys() <= UNITS.keys()
    for line in (*penal.units.values(), LOSE_MATCH):
        for side in range(min(options.sides, 2)):
            try:
                score = fold(game, options, [game.parse(fill_line(line, side, "así"))])[-1].score
            except RuleError as error:  # among three tied sides, no rival is ahead
                assert error.code == "truco.rivals_tied"
                continue
            assert score.winner != side
            assert score.tallies == game.start(options).tallies or any(
                tally[side] <= max(number for rival, number in enumerate(tally) if rival != side)
                for tally in score.tallies
            )


@pytest.mark.parametrize(("key", "options"), OPTIONS)
def test_the_site_has_words_for_every_fault(key, options):
    named_faults = {*FACES[key].words.faults, *COMMON}
    assert GAMES[key].faults(options).keys() <= named_faults


def test_a_score_given_by_the_referee_is_written_as_a_line():
    marcador, options = GAMES["marcador"], GAMES["marcador"].Options(target=40)
    penal = marcador.penal(options)
    lines = [fill_line(line, 0, "tarde", (20, 40)) for line in penal.scores]
    assert lines == ["arbitro mano 20-40: tarde", "juegos 20-40"]
    score = fold(marcador, options, [marcador.parse(lines[0])])[-1].score
    assert (score.over, score.winner, score.tallies[3]) == (True, 1, (20, 40))
