"""Tests of rare sentences: about countings, formats, draws and the history."""

from dataclasses import asdict
from types import SimpleNamespace

from rules.core import fold
from rules.guinote import GUINOTE
from rules.guinote.options import Options
from scoring.games import GAMES
from scoring.rounds.words.draws import DrawCause, ball_in_words, draw_cause_in_words
from scoring.standings.counting import Counting
from scoring.standings.words.counting import counting_in_words, rules_of_counting
from scoring.standings.words.tiebreaks import points_explained
from tests.rows import each
from tournaments.audit.words import value_in_words
from tournaments.formats.core import DrawError
from tournaments.formats.words import format_in_words, purpose_in_words
from tournaments.games import GAMES as GAME_WORDS
from tournaments.names.audience import EVERYTHING
from tournaments.pairing.singles import Deal, PartnerDraw, PlayingCard
from tournaments.people.words.wishes import draw_aloud, wishes_in_words
from tournaments.rounds.words.draws import draw_refusal
from tournaments.rounds.words.phases import exit_phase_in_words
from tournaments.setup.recipes import GROUP, Recipe, RecipeStage
from tournaments.setup.words.recipes import recipe_in_words
from tournaments.words import UNITS


@each(
    "counting, sentence",
    (
        Counting(forfeit_win=3, forfeit_loss=-1),
        "Puntos por incomparecencia: 3 al ganador, −1 al perdedor.",
    ),
    (Counting(forfeit_counted=1), "Al que gana por incomparecencia se le cuenta 1 a favor."),
    (Counting(cap_difference=40), "La mayor diferencia que se cuenta en un encuentro: 40."),
)
def test_the_rules_of_a_counting_in_words(counting, sentence):
    assert rules_of_counting(counting) == [sentence]


@each(
    "stored_counting, ending",
    ({"bye_in_difference": False}, ": no"),
    ({"table": [8, 6, 4, 2], "unit": 2}, ": 4-3-2-1"),
)
def test_a_counting_in_the_history_in_words(stored_counting, ending):
    assert counting_in_words(stored_counting).endswith(ending)


def test_the_points_of_each_place_at_a_table_in_words():
    assert points_explained(Counting(table=(4, 3, 2, 1))) == (
        "Puntos por el puesto en la mesa: 4-3-2-1."
    )


@each(
    "format, options, sentence",
    (
        "totals",
        {"rounds": 4, "count": "table"},
        "Totales de 4 rondas, puntos por puesto en la mesa",
    ),
    ("swiss", {"rounds": 5, "first": "seed"}, "Suizo de 5 rondas, la primera por cabezas de serie"),
    ("clock", {"last_call": "even"}, "Maratón por reloj, igualando los encuentros al final"),
)
def test_a_format_in_words(format, options, sentence):
    assert format_in_words(format, options) == sentence


def test_a_recipe_with_a_bracket_of_the_first_two_of_each_group_in_words():
    stages = RecipeStage("league"), RecipeStage("knockout", {}, 2, GROUP)
    sentence = recipe_in_words(Recipe("of_groups", stages))
    assert sentence.endswith(" y cuadro con los 2 primeros de cada uno")


def test_the_length_of_a_match_of_two_players_in_words():
    options = asdict(Options(cotos=2, players=2))
    assert GAME_WORDS["guinote"].length_in_words(options).startswith("Mano a mano: ")


def test_the_board_of_a_match_stopped_without_a_winner_shows_a_draw():
    options = Options(cotos=2)
    (step,) = fold(GUINOTE, options, ["arbitro tablas: la hora"])
    board = GAMES["guinote"].words.board(step.score, options, ["la pareja 1", "la pareja 2"])
    assert board["foot"] == "Empate."


@each(
    "cause, sentence",
    (DrawCause("result", None, None), "se corrigió el valor de un descanso"),
    (DrawCause("result", 12, None), "el encuentro 12 se corrigió"),
)
def test_a_change_since_a_draw_in_words(cause, sentence):
    assert draw_cause_in_words(cause) == sentence


@each(
    "mates, rivals, ending",
    ([2], [3, 4], ", con el jugador 2, B, contra el jugador 3, C y el jugador 4, D. Encuentro 1."),
    ([2], [], ", con el jugador 2, B. Encuentro 1."),
)
def test_a_ball_of_a_draw_of_partners_in_words(mates, rivals, ending):
    def entry(number):
        player = SimpleNamespace(name_for=lambda _audience: "ABCD"[number - 1])
        seats = SimpleNamespace(all=lambda: [SimpleNamespace(player=player)])
        return SimpleNamespace(number=number, seats=seats)

    sentence = ball_in_words(
        1,
        entry(1),
        UNITS[1],
        "Encuentro 1",
        EVERYTHING,
        rests=False,
        mates=[*map(entry, mates)],
        rivals=[*map(entry, rivals)],
    )
    assert sentence == f"Bola 1: el jugador 1, A{ending}"


def test_a_draw_of_partners_with_equal_cards_and_an_odd_player_in_words():
    equal_cards = Deal(((1, PlayingCard(12, "oros")), (2, PlayingCard(12, "copas"))), (), void=True)
    sentences = list(draw_aloud(PartnerDraw((1, 2, 3), (equal_cards,), odd=3)))
    assert sentences[-2:] == [
        "Hay cartas iguales que no deciden: se repite.",
        "El número 3 se queda sin compañero.",
    ]


@each(
    "wishes, round, count",
    ({"apart": {"town": (5, 3)}}, 3, 1),
    ({"apart": {"town": (5, 3)}}, 4, 0),
    ({"together": {"session": (5, 0)}}, 9, 1),
)
def test_wishes_that_end_at_a_round_have_no_sentence_after_it(wishes, round, count):
    assert len(wishes_in_words(wishes, round)) == count


def test_the_matches_for_places_in_words():
    assert exit_phase_in_words("placement", "5", 4, 4, 8, 1) == "en la lucha por los puestos"
    assert purpose_in_words("consolation 9").endswith(", desde el puesto 9")


def test_format_options_without_a_format_are_listed_by_name_in_the_history():
    assert value_in_words({"format_options": {"rounds": 4}}) == "opciones del sistema: rondas: 4"


def test_a_refusal_of_a_draw_lists_the_allowed_values():
    error = DrawError("option_unknown", option="seating", value="alta", allowed=("lot", "rest"))
    assert draw_refusal(error).params["allowed"] == "lot, rest"
