"""Our readings (Rulings in `rules/<game>/SOURCES.md`) of open points of a reglamento, by example.

Readings that need a table of cases are tested in the tests of their game. This file has an example
of each other reading.
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
# By game: the letter of its readings, and the number of the last (Rulings T1, T2 … T22).
READINGS = {
    "truco": ("T", 22),
    "guinote": ("G", 11),
    "tarot": ("A", 17),
    "revesino": ("R", 20),
    "malilla": ("M", 15),
    "zanga": ("Z", 17),
    "cientos": ("C", 13),
}
# Readings added later, with the number of another reading and a letter.
ADDED = {"zanga": ("Z16b",), "cientos": ("C6b",)}
PAREJAS, PICA = Truco(), Truco(players=6)
COTO = Guinote(cotos=1, partidas=3)
TAROT, REVESINO = Tarot(by_time=True), Revesino()
SLEEP = "ac=d ae=d ab=d cc=d"
FIVE_EACH = "arbitro tantos A 5: así estaban"


def _row(reading: str, options, lines: list[str], points: tuple[int, ...], description: str):
    return case(f"{reading}: {description}", options, lines, points)


@each(
    "options, lines, points",
    _row("T10", PAREJAS, ["Ae q 31-27 AA dB"], (3, 0), "without «s», the tantos were shown"),
    _row("T13", PAREJAS, ["Ae q 31-27 AA sA dB"], (0, 3), "not shown: the rival gets all 3"),
    _row("T14", PAREJAS, ["sobra A", "AA dB"], (1, 0), "the hand is dealt again after 2 points"),
    _row("T14", PAREJAS, ["maldada menos B"], (0, 0), "too few cards: no points"),
    _row("T17", PICA, [FIVE_EACH, "Ae q 31-27 BB iA dB3"], (0, 5), "B gets A's points, and 2"),
    _row("4.6.8", PICA, [FIVE_EACH, "Ae q 31-27 AA sA dB3"], (0, 3), "not shown, in a duel"),
    _row("T18", PICA, [FIVE_EACH, "Afe n AA dB3"], (2, 0), "falta no querida: 1 point"),
    _row("T18", PICA, [FIVE_EACH, "Afe q 31-27 AA dB3"], (7, 0), "falta querida: 6 points"),
    _row("T22", PAREJAS, ["AAB dB"], (1, 0), "a third round after two wins does not count"),
    _row("A9", TAROT, ["B contra 49 2o fB4"], (-188, 564, -188, -188), "a fine of 10, not of 60"),
    _row("A10", TAROT, ["B guardia 39 2o fB7"], (104, -312, 104, 104), "failed: 50 more than 54"),
    _row("A10", TAROT, ["B guardia 49 2o fB7"], (0, 0, 0, 0), "the deal made is void"),
    _row("R4", Revesino(plate=16), ["revesino A"], (24, -8, -8, -8), "a revesino leaves the plate"),
    _row("R5", REVESINO, ["revesino A corta D"], (-24, 0, 0, 24), "D cut first and gets all 24"),
    _row(
        "R8",
        REVESINO,
        [f"0/0 3/6 5/14 3/6 ao=AvC {SLEEP} rA dD"],
        (-12, 0, 0, 12),
        "D gets the points: he sits better than B",
    ),
    _row(
        "R11",
        REVESINO,
        ["arbitro mano -4 -4 12 -4: carta de más"],
        (-4, -4, 12, -4),
        "a player has a card too many",
    ),
    _row(
        "R13",
        REVESINO,
        ["0/0 3/4 5/14 3/8 ao=d ac=BsD ae=d ab=d cc=d dD"],
        (11, 1, -11, -1),
        "an as played on a lead of its palo is drawn",
    ),
    _row(
        "R14",
        REVESINO,
        ["0/0 3/6 5/14 3/6 ao=AvC ac=d ae=d ab=d cc=d dD"],
        (12, 0, -12, 0),
        "the loser pays for every sleeping card, also for the caballo",
    ),
    _row("M6", Malilla("coja"), ["20-24-28 A/cargar"], (-14, 5, 9), "a fine of ten: five to each"),
    _row("M6", Malilla("coja"), ["72-0-0"], (48, -24, -24), "a capote counts as any deal"),
    _row("M14", Malilla(), ["40-32"], (4, -4), "a number for each side, not for each player"),
    _row("Z5", Zanga(), ["j 5-3 mA1"], (0, 0), "assenting to a «juego» costs nothing"),
    _row(
        "Z12",
        Zanga(),
        ["arbitro vales 14-10-8: todas en contra no hechas"],
        (-2, -6),
        "«contra todas» failed: the judge gives the vales",
    ),
    _row("Z15", Zanga(), ["arbitro anula: sin corte"], (0, 0), "no cut: nobody pays"),
    _row("C4", Cientos(), ["8-4 uA pB44 cAA tAD dB"], (17 + 27, 8 + 4), "the trío counts too"),
    _row(
        "C5", Cientos(), ["8-4 uA p=44 sA5So cAS tAR dB"], (32 + 27, 8), "a tied punto: no repique"
    ),
    _row(
        "C13", Cientos(), ["8-4 uA s=39 cAA cAS pA45 dB"], (33 + 27, 8), "a tied secansa is enough"
    ),
)
def test_our_reading_decides_the_points_of_a_hand(options, lines, points):
    game = _game_of(options)
    assert fold(game, options, lines)[-1].score.points == points


@each(
    "options, lines, code",
    case("Z7: five, after two bazas", Zanga(), ["j 1-6 cA mA1"], "five_bazas"),
    case("Z12: only the judge writes it", Zanga(), ["j 1-7 tB mA1"], "todas_against"),
    case("C3: tied secansas count for nobody", Cientos(), ["8-4 uA s=5A sA3D dB"], "secansa_tied"),
    case("M14: four numbers", Malilla(), ["10-22-20-20"], "points_count"),
    case(
        "A15: no jota in naipes",
        Tarot(players=5, naipes=True),
        ["B+D jota guardia 49 2o"],
        "called_card",
    ),
)
def test_our_reading_refuses_a_line(options, lines, code):
    with pytest.raises(RuleError, match=code):
        fold(_game_of(options), options, lines)


def test_cards_that_a_taker_may_call_with_five_players():
    """A15: by the federation's rules a king down to a jota; in naipes a king or a queen."""
    assert Tarot(players=5).callable_cards == ("rey", "dama", "caballo", "jota")
    assert Tarot(players=5, naipes=True).callable_cards == ("rey", "dama")


def test_the_falta_envido_wins_the_chico_and_not_the_match():
    """T1: a falta querida in malas wins one chico of the match."""
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
def test_our_reading_decides_the_winner_of_a_guinote_match(options, lines, winner):
    steps = fold(GAMES["guinote"], options, lines)
    assert [step.score.over for step in steps] == [False] * (len(lines) - 1) + [True]
    assert steps[-1].score.winner == winner


@pytest.mark.parametrize("point", range(1, 7))
def test_a_guinote_renuncio_of_any_of_its_six_points_loses_the_partida(point):
    score = fold(GAMES["guinote"], COTO, [f"renuncio A {point}"])[-1].score
    assert (score.tallies[1], dict(score.events[0].params)["by"]) == ((0, 1), "renuncio")


def test_a_vuelta_of_revesino_is_one_deal_by_each_player_to_the_right():
    """R16, R20: the vuelta ends after four deals, and the deal passes to the right."""
    steps = fold(GAMES["revesino"], Revesino(vueltas=1), ["napolitana B dC", *["mano 0 0 0 0"] * 3])
    assert [step.score.state.dealer for step in steps] == [3, 0, 1, 2]
    assert [step.score.over for step in steps] == [False, False, False, True]


def test_catorces_are_paid_as_calidades_after_a_tied_punto():
    """C11: an equal punto takes no points from the catorces."""
    options = Cientos(juegos=1, calidades=True)
    score = fold(GAMES["cientos"], options, ["8-4 uA p=47 cBA cBD dB"])[-1].score
    assert score.tallies[1] == (0, 2)


def _game_of(options):
    return next(game for game in GAMES.values() if type(options) is game.Options)


def test_the_loser_of_a_guinote_match_keeps_his_partidas():
    """G8: «computándose incluso las que hubiera ganado en los enfrentamientos perdidos»."""
    guinote = GAMES["guinote"]
    score = fold(guinote, Guinote(), ["coto 3-1", "coto 2-3", "coto 3-2"])[-1].score
    assert score.tallies[guinote.tallies.index("partidas")] == (8, 6)


@pytest.mark.parametrize("page", ["rules/{}/SOURCES.md", "docs/games/{}.md"])
@pytest.mark.parametrize("game", READINGS)
def test_sources_and_game_pages_list_every_reading(game, page):
    letter, last = READINGS[game]
    text = (HERE.parents[1] / page.format(game)).read_text(encoding="utf-8")
    listed = set()
    for first, end in re.findall(rf"(?<![A-Za-z\d]){letter}(\d\d?)(?:–{letter}(\d\d?))?", text):
        listed |= set(range(int(first), int(end or first) + 1))
    assert set(range(1, last + 1)) - listed == set()
    assert [reading for reading in ADDED.get(game, ()) if f"**{reading}" not in text] == []


@pytest.mark.parametrize("game", READINGS)
def test_every_reading_is_cited_by_a_test(game):
    letter, last = READINGS[game]
    files = [HERE / "test_rulings.py", *(HERE / game).glob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    cited = set(re.findall(rf"(?<![A-Za-z\d]){letter}(\d\d?)(?!\d)", text))
    assert {str(number) for number in range(1, last + 1)} - cited == set()
    assert [reading for reading in ADDED.get(game, ()) if reading not in text] == []


@pytest.mark.parametrize(
    "file, readings",
    [
        ("tarot/count.py", ("A17",)),
        ("zanga/settling.py", ("Z16b", "Z17")),
        ("cientos/juego.py", ("C6b",)),
    ],
)
def test_code_that_follows_a_reading_cites_it(file, readings):
    source = (HERE.parents[1] / "rules" / file).read_text(encoding="utf-8")
    assert [reading for reading in readings if f"Rulings {reading})" not in source] == []
