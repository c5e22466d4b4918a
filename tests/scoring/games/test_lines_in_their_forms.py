"""Every line of every game opens in its own form, with the fields from which it was written."""

from rules import GAMES as RULES
from scoring.games import GAMES
from scoring.games.boxes import filled_form
from scoring.games.lines import NotationForm
from tests.rows import cases
from tests.rules.self_play import levels, play_match

MATCHES = [
    (key, preset, level)
    for key, game in RULES.items()
    for preset in [next(iter(game.presets)), list(game.presets)[-1]]
    for level in levels(game)
]


@cases("key, preset, level", *MATCHES)
def test_a_line_of_a_match_opens_in_its_own_form(key, preset, level):
    game, options = RULES[key], RULES[key].presets[preset]
    score, lines_in_notation_form = game.start(options), []
    titles = [f"{letter} · 1 · Paco Gil" for letter in "ABCDE"[: options.sides]]
    for hand in play_match(game, options, "boxes", level):
        form = filled_form(GAMES[key].forms, game, score, hand, options=options, titles=titles)
        if isinstance(form, NotationForm):
            lines_in_notation_form.append(str(hand))
        score = game.play(score, hand, options)
    assert lines_in_notation_form == []


@cases(
    "key, earlier_lines, line, kind",
    ("guinote", [], "renuncio A 5", "renuncio"),
    ("guinote", [], "coto A", "coto_winner"),
    ("guinote", [], "arbitro partida B: señas", "ruling"),
    ("guinote", [], "pierde A: se marchan", "forfeit"),
    ("guinote", ["partida A"], "arbitro tablas: la hora", "stop"),
    ("truco", [], "arbitro tantos A 2: avisó", "ruling"),
    ("truco", [], "senas A: con los pies", "signs"),
    ("zanga", [], "j 3-1 rBe mA1", "renuncio"),
    ("zanga", ["j 5-3 mA1"], "arbitro vales 20-8-4: dos renuncios", "ruling"),
    ("cientos", [], "arbitro juego A doble: señas", "ruling"),
    ("malilla", [], "arbitro -10+10: señas", "ruling"),
    ("malilla", [], "arbitro da B: por sorteo", "ruling"),
    ("marcador", [], "arbitro A-5: señas", "ruling"),
    ("tarot", [], "arbitro puntos -20 20 0 0: enseña una carta", "ruling"),
    ("tarot", [], "B guardia 49 2o fC4 fC4 dA", "deal"),
    ("revesino", [], "arbitro pie B: dio dos veces A", "ruling"),
    ("revesino", [], "falta descarte A C dB", "fault"),
)
def test_a_rare_line_opens_in_its_own_form(key, earlier_lines, line, kind):
    game = RULES[key]
    options, score = game.Options(), game.start(game.Options())
    for earlier_line in earlier_lines:
        score = game.play(score, game.parse(earlier_line), options)
    titles = [f"{letter} · 1 · Paco Gil" for letter in "ABCDE"[: options.sides]]
    arguments = {"options": options, "titles": titles}
    form = filled_form(GAMES[key].forms, game, score, game.parse(line), **arguments)
    assert form.kind == kind
    assert str(form.hand()) == line
