"""Worked examples of our readings where a reglamento is open, at least one for each reading.

Readings that need a table of cases are tested with their article, in the tests of their game; here
is one example of each other reading.
"""

import re
from pathlib import Path

import pytest

from rules import GAMES
from rules.cientos.options import Options as Cientos
from rules.core import RuleError, fold
from rules.guinote.options import Options as Guinote
from rules.malilla.options import Options as Malilla
from rules.revesino.options import Options as Revesino
from rules.tarot.options import Options as Tarot
from rules.truco.options import Options as Truco
from rules.zanga.options import Options as Zanga
from tests.rows import case, each

HERE = Path(__file__).parent
# The letter of each game's readings and their number (Rulings T1, T2 …).
READINGS = {
    "truco": ("T", 22),
    "guinote": ("G", 11),
    "tarot": ("A", 17),
    "revesino": ("R", 20),
    "malilla": ("M", 15),
    "zanga": ("Z", 17),
    "cientos": ("C", 13),
}
# Readings added to another reading, with its number and a letter.
ADDED = {"zanga": ("Z16b",), "cientos": ("C6b",)}
PAREJAS, PICA = Truco(), Truco(players=6)
COTO = Guinote(cotos=1, partidas=3)
TAROT, REVESINO = Tarot(by_time=True), Revesino()
SLEEP = "ac=d ae=d ab=d cc=d"
FIVE_EACH = "arbitro tantos A 5: así estaban"


def _row(reading: str, options, lines: list[str], points: tuple[int, ...], what: str):
    return case(f"{reading}: {what}", options, lines, points)


@each(
    "options, lines, points",
    _row("T10", PAREJAS, ["Ae q 31-27 AA dB"], (3, 0), "who is not said to hide has shown"),
    _row("T13", PAREJAS, ["Ae q 31-27 AA sA dB"], (0, 3), "envido and truco, to the rival"),
    _row("T14", PAREJAS, ["sobra A", "AA dB"], (1, 0), "dealt again after the two points"),
    _row("T14", PAREJAS, ["maldada menos B"], (0, 0), "too few cards: no points"),
    _row("T17", PICA, [FIVE_EACH, "Ae q 31-27 BB iA dB3"], (0, 5), "what A won, B's, and 2"),
    _row("4.6.8", PICA, [FIVE_EACH, "Ae q 31-27 AA sA dB3"], (0, 3), "not shown in a duel"),
    _row("T18", PICA, [FIVE_EACH, "Afe n AA dB3"], (2, 0), "falta no querida, by the table"),
    _row("T18", PICA, [FIVE_EACH, "Afe q 31-27 AA dB3"], (7, 0), "querida, six in all"),
    _row("T22", PAREJAS, ["AAB dB"], (1, 0), "a third round too many is no round"),
    _row("A9", TAROT, ["B contra 49 2o fB4"], (-188, 564, -188, -188), "ten, not sixty"),
    _row("A10", TAROT, ["B guardia 39 2o fB7"], (104, -312, 104, 104), "25 × 2 besides the 54"),
    _row("A10", TAROT, ["B guardia 49 2o fB7"], (0, 0, 0, 0), "void when it is won"),
    _row("R4", Revesino(plate=16), ["revesino A"], (24, -8, -8, -8), "no plate in a revesino"),
    _row("R5", REVESINO, ["revesino A corta D"], (-24, 0, 0, 24), "who beat the card first"),
    _row(
        "R8",
        REVESINO,
        [f"0/0 3/6 5/14 3/6 ao=AvC {SLEEP} rA dD"],
        (-12, 0, 0, 12),
        "D, better seated than B",
    ),
    _row(
        "R11",
        REVESINO,
        ["arbitro mano -4 -4 12 -4: carta de más"],
        (-4, -4, 12, -4),
        "cards too many",
    ),
    _row(
        "R13",
        REVESINO,
        ["0/0 3/4 5/14 3/8 ao=d ac=BsD ae=d ab=d cc=d dD"],
        (11, 1, -11, -1),
        "an as put on the lead of its palo is drawn",
    ),
    _row(
        "R14",
        REVESINO,
        ["0/0 3/6 5/14 3/6 ao=AvC ac=d ae=d ab=d cc=d dD"],
        (12, 0, -12, 0),
        "who loses pays what sleeps, the caballo too",
    ),
    _row("M6", Malilla("coja"), ["20-24-28 A/cargar"], (-14, 5, 9), "ten, five to each"),
    _row("M6", Malilla("coja"), ["72-0-0"], (48, -24, -24), "a capote is plain arithmetic"),
    _row("M14", Malilla(), ["40-32"], (4, -4), "a number for each side, not for each player"),
    _row("Z5", Zanga(), ["j 5-3 mA1"], (0, 0), "who assents after a «juego» puts in nothing"),
    _row(
        "Z12",
        Zanga(),
        ["arbitro vales 14-10-8: todas en contra no hechas"],
        (-2, -6),
        "all eight against, failed: the judge",
    ),
    _row("Z15", Zanga(), ["arbitro anula: sin corte"], (0, 0), "no cut: nobody pays"),
    _row("C4", Cientos(), ["8-4 uA pB44 cAA tAD dB"], (17 + 27, 8 + 4), "and the trío with it"),
    _row("C5", Cientos(), ["8-4 uA p=44 sA5So cAS tAR dB"], (32 + 27, 8), "tied: no repique"),
    _row("C13", Cientos(), ["8-4 uA s=39 cAA cAS pA45 dB"], (33 + 27, 8), "a tie is enough"),
)
def test_what_a_hand_is_worth(options, lines, points):
    game = _game_of(options)
    assert fold(game, options, lines)[-1].score.points == points


@each(
    "options, lines, code",
    case("Z7: five, after two bazas", Zanga(), ["j 1-6 cA mA1"], "five_bazas"),
    case("Z12: not by the table", Zanga(), ["j 1-7 tB mA1"], "todas_against"),
    case("C3: tied, nobody counts any", Cientos(), ["8-4 uA s=5A sA3D dB"], "secansa_tied"),
    case("M14: four numbers", Malilla(), ["10-22-20-20"], "points_count"),
    case(
        "A15: no jota in naipes",
        Tarot(players=5, naipes=True),
        ["B+D jota guardia 49 2o"],
        "called_card",
    ),
)
def test_what_is_left_to_the_judge_or_cannot_be(options, lines, code):
    with pytest.raises(RuleError, match=code):
        fold(_game_of(options), options, lines)


def test_what_is_called_at_five():
    """A15: the federation's down to the jota; in naipes a king, or a queen."""
    assert Tarot(players=5).callable_cards == ("rey", "dama", "caballo", "jota")
    assert Tarot(players=5, naipes=True).callable_cards == ("rey", "dama")


def test_the_falta_wins_the_chico_and_not_the_match():
    """T1."""
    score = fold(GAMES["truco"], PAREJAS, ["Afe q 31-27 dB"])[-1].score
    assert (score.tallies[0], score.over) == ((1, 0), False)


@each(
    "options, lines, winner",
    case("G2: over both deals", COTO, ["60-60 uB A40o", "2-0 !A"] * 3, 0),
    case("G6: two cotos", Guinote(), ["coto 3-1", "coto 2-3", "coto 3-2"], 0),
    case("G7: at the majority", Guinote(best_of=5), ["partida B"] * 3, 1),
    case("G10: the judge", COTO, ["arbitro anula: x", *["arbitro partida B: tarde"] * 3], 1),
    case("G11: a cante without a baza", COTO, ["renuncio A 5"] * 3, 1),
)
def test_who_wins_at_guinote(options, lines, winner):
    steps = fold(GAMES["guinote"], options, lines)
    assert [step.score.over for step in steps] == [False] * (len(lines) - 1) + [True]
    assert steps[-1].score.winner == winner


@pytest.mark.parametrize("point", range(1, 7))
def test_el_renuncio_loses_the_partida_by_any_of_its_six_points(point):
    score = fold(GAMES["guinote"], COTO, [f"renuncio A {point}"])[-1].score
    assert (score.tallies[1], dict(score.events[0].params)["by"]) == ((0, 1), "renuncio")


def test_a_vuelta_is_a_deal_by_each_to_the_right():
    """R16, R20."""
    steps = fold(GAMES["revesino"], Revesino(vueltas=1), ["napolitana B dC", *["mano 0 0 0 0"] * 3])
    assert [step.score.state.dealer for step in steps] == [3, 0, 1, 2]
    assert [step.score.over for step in steps] == [False, False, False, True]


def test_each_calidad_that_stands_is_paid():
    """C11: an equal punto takes no points from the catorces."""
    options = Cientos(juegos=1, calidades=True)
    score = fold(GAMES["cientos"], options, ["8-4 uA p=47 cBA cBD dB"])[-1].score
    assert score.tallies[1] == (0, 2)


def _game_of(options):
    return next(game for game in GAMES.values() if type(options) is game.Options)


def test_the_loser_keeps_the_partidas_that_a_league_counts():
    """G8: «computándose incluso las que hubiera ganado en los enfrentamientos perdidos»."""
    guinote = GAMES["guinote"]
    score = fold(guinote, Guinote(), ["coto 3-1", "coto 2-3", "coto 3-2"])[-1].score
    assert score.tallies[guinote.tallies.index("partidas")] == (8, 6)


@pytest.mark.parametrize("page", ["rules/SOURCES.md", "docs/games/{}.md"])
@pytest.mark.parametrize("game", READINGS)
def test_every_reading_is_told_among_the_sources_and_on_the_page_of_its_game(game, page):
    letter, last = READINGS[game]
    said = (HERE.parents[1] / page.format(game)).read_text(encoding="utf-8")
    told = set()
    for first, to in re.findall(rf"(?<![A-Za-z\d]){letter}(\d\d?)(?:–{letter}(\d\d?))?", said):
        told |= set(range(int(first), int(to or first) + 1))
    assert set(range(1, last + 1)) - told == set()
    assert [added for added in ADDED.get(game, ()) if f"**{added}" not in said] == []


@pytest.mark.parametrize("game", READINGS)
def test_every_reading_is_cited_by_a_test(game):
    letter, last = READINGS[game]
    files = [HERE / "test_rulings.py", *(HERE / game).glob("*.py")]
    said = "".join(path.read_text(encoding="utf-8") for path in files)
    cited = set(re.findall(rf"(?<![A-Za-z\d]){letter}(\d\d?)(?!\d)", said))
    assert {str(number) for number in range(1, last + 1)} - cited == set()
    assert [added for added in ADDED.get(game, ()) if added not in said] == []


@pytest.mark.parametrize(
    "file, readings",
    [
        ("tarot/count.py", ("A17",)),
        ("zanga/settling.py", ("Z16b", "Z17")),
        ("cientos/juego.py", ("C6b",)),
    ],
)
def test_readings_are_cited_where_they_are_followed(file, readings):
    source = (HERE.parents[1] / "rules" / file).read_text(encoding="utf-8")
    assert [reading for reading in readings if f"Rulings {reading})" not in source] == []
