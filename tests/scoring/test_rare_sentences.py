"""Sentences that few tournaments see: of a counting, of a format, of a draw."""

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
    "counting, said",
    (
        Counting(forfeit_win=3, forfeit_loss=-1),
        "Puntos por incomparecencia: 3 al ganador, −1 al perdedor.",
    ),
    (Counting(forfeit_counted=1), "Al que gana por incomparecencia se le cuenta 1 a favor."),
    (Counting(cap_difference=40), "La mayor diferencia que se cuenta en un encuentro: 40."),
)
def test_how_a_stage_counts(counting, said):
    assert rules_of_counting(counting) == [said]


@each(
    "kept, end",
    ({"bye_in_difference": False}, ": no"),
    ({"table": [8, 6, 4, 2], "unit": 2}, ": 4-3-2-1"),
)
def test_how_a_stage_counted_in_the_history(kept, end):
    assert counting_in_words(kept).endswith(end)


def test_the_points_of_each_place_at_a_table():
    assert points_explained(Counting(table=(4, 3, 2, 1))) == (
        "Puntos por el puesto en la mesa: 4-3-2-1."
    )


@each(
    "format, options, said",
    (
        "totals",
        {"rounds": 4, "count": "table"},
        "Totales de 4 rondas, puntos por puesto en la mesa",
    ),
    ("swiss", {"rounds": 5, "first": "seed"}, "Suizo de 5 rondas, la primera por cabezas de serie"),
    ("clock", {"last_call": "even"}, "Maratón por reloj, igualando los encuentros al final"),
)
def test_what_is_played(format, options, said):
    assert format_in_words(format, options) == said


def test_a_bracket_of_so_many_of_each_group():
    parts = RecipeStage("league"), RecipeStage("knockout", {}, 2, GROUP)
    said = recipe_in_words(Recipe("of_groups", parts))
    assert said.endswith(" y cuadro con los 2 primeros de cada uno")


def test_a_match_of_one_against_one():
    alone = asdict(Options(cotos=2, players=2))
    assert GAME_WORDS["guinote"].length_in_words(alone).startswith("Mano a mano: ")


def test_a_match_stopped_level_ends_in_a_draw():
    options = Options(cotos=2)
    (step,) = fold(GUINOTE, options, ["arbitro tablas: la hora"])
    board = GAMES["guinote"].words.board(step.score, options, ["la pareja 1", "la pareja 2"])
    assert board["foot"] == "Empate."


@each(
    "change, said",
    (DrawCause("result", None, None), "se corrigió el valor de un descanso"),
    (DrawCause("result", 12, None), "el encuentro 12 se corrigió"),
)
def test_what_changed_since_a_draw(change, said):
    assert draw_cause_in_words(change) == said


@each(
    "mates, rivals, said",
    ([2], [3, 4], ", con el jugador 2, B, contra el jugador 3, C y el jugador 4, D. Encuentro 1."),
    ([2], [], ", con el jugador 2, B. Encuentro 1."),
)
def test_a_ball_of_partners_drawn_by_lot(mates, rivals, said):
    def entry(number):
        player = SimpleNamespace(name_for=lambda _audience: "ABCD"[number - 1])
        seats = SimpleNamespace(all=lambda: [SimpleNamespace(player=player)])
        return SimpleNamespace(number=number, seats=seats)

    told = ball_in_words(
        1,
        entry(1),
        UNITS[1],
        "Encuentro 1",
        EVERYTHING,
        rests=False,
        mates=[*map(entry, mates)],
        rivals=[*map(entry, rivals)],
    )
    assert told == f"Bola 1: el jugador 1, A{said}"


def test_partners_drawn_with_cards_that_decide_nothing_and_somebody_left_over():
    equal = Deal(((1, PlayingCard(12, "oros")), (2, PlayingCard(12, "copas"))), (), void=True)
    said = list(draw_aloud(PartnerDraw((1, 2, 3), (equal,), odd=3)))
    assert said[-2:] == [
        "Hay cartas iguales que no deciden: se repite.",
        "El número 3 se queda sin compañero.",
    ]


@each(
    "wishes, round, count",
    ({"apart": {"town": (5, 3)}}, 3, 1),
    ({"apart": {"town": (5, 3)}}, 4, 0),
    ({"together": {"session": (5, 0)}}, 9, 1),
)
def test_what_a_draw_looks_after_up_to_a_round(wishes, round, count):
    assert len(wishes_in_words(wishes, round)) == count


def test_where_somebody_falls_among_those_who_play_for_places():
    assert exit_phase_in_words("placement", "5", 4, 4, 8, 1) == "en la lucha por los puestos"
    assert purpose_in_words("consolation 9").endswith(", desde el puesto 9")


def test_options_of_no_format_are_told_by_their_names_in_the_history():
    assert value_in_words({"format_options": {"rounds": 4}}) == "opciones del sistema: rondas: 4"


def test_a_refusal_of_a_draw_lists_what_is_allowed():
    error = DrawError("option_unknown", option="seating", value="alta", allowed=("lot", "rest"))
    assert draw_refusal(error).params["allowed"] == "lot, rest"
