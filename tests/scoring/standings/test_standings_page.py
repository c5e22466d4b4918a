"""Tests of the page of standings: names of tie-breaks, reasons of places, the cut line."""

from itertools import pairwise

import pytest
from django.test import Client

from rules import GAMES
from scoring.prints.ask import PrintAsk
from scoring.prints.results import final_sheet
from scoring.public.standings import standings_page
from scoring.public.whole_event import destination_in_words, qualifying_lines
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.stages.selectors.chain import tables_and_climbs
from scoring.stages.selectors.going_on import StageQualifiers, qualifiers_ahead
from scoring.stages.services import open_stage
from scoring.standings.selectors.rows import StandingsRow, columns
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.table import StandingsLine
from scoring.standings.tiebreaks import EXIT_STEPS, PARTS, TIEBREAKS
from scoring.standings.words import tiebreaks
from tests.rows import cases, each
from tests.scoring.played_rounds import SWISS, finish, matches, plan_stage, play, publish
from tests.scoring.public.test_public_pages import HOME, read_page
from tests.scoring.standings.outcomes import Outcome, standings
from tournaments.formats.core import Entrant
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.words.phases import RoundNames, exit_round_in_words, knockout_name
from tournaments.setup.services.stages import add_stage
from tournaments.site import page_cache


def standings_line(place, entrant, decided_by=None, *, shared=False, **values):
    return StandingsLine(place, entrant, 4, 0, 0, tuple(values.items()), decided_by, shared, False)


def reasons(lines, **options):
    return tiebreaks.reasons("guinote", lines, tiebreaks.texts_of(lines, **options))


# --- Names of tie-breaks and rounds -------------------------------------------------------------
def test_every_tie_break_has_a_heading_and_an_explanation():
    for game in GAMES:
        game_keys = {f"{part}:{tally}" for part in PARTS for tally in GAMES[game].match_tallies}
        assert set(tiebreaks.tiebreak_words(game)) == set(TIEBREAKS) | game_keys
        for words in tiebreaks.tiebreak_words(game).values():
            assert words.heading() and words.heading(printed=True)
            assert str(words.explanation).endswith(".")
            assert str(words.worse)


def test_every_exit_from_a_knockout_has_a_name():
    assert set(tiebreaks.EXITS) == set(EXIT_STEPS) - {"lost"} | {""}


@each(
    "value, text",
    (0, "sin jugar"),
    (10, "cae en la ronda 1"),
    (30, "cae en dieciseisavos de final"),
    (50, "cae en cuartos de final"),
    (60, "cae en semifinales"),
    (61, "cuarto puesto"),
    (62, "tercer puesto"),
    (70, "finalista"),
    (79, "gana la final"),
    (35, "sigue en juego"),
    (36, "pasa de ronda"),
)
def test_the_exit_round_of_a_bracket_of_107_pairs_is_shown_in_words(value, text):
    assert tiebreaks.exit_words(value, RoundNames(64)) == text


def test_rounds_of_a_knockout_have_names():
    assert [knockout_name(64 >> (number - 1)) for number in range(1, 8)] == [
        "",
        "Treintaidosavos de final",
        "Dieciseisavos de final",
        "Octavos de final",
        "Cuartos de final",
        "Semifinales",
        "Final",
    ]
    assert (exit_round_in_words(3), exit_round_in_words(3, 1)) == ("en la ronda 3", "en la final")


@pytest.mark.slow
def test_a_finished_swiss_has_a_podium_unless_it_feeds_a_bracket(make_tournament, pairs, pilar):
    day = make_tournament(**SWISS)
    pairs(day, 6)
    finish(day, pilar)
    page = read_page("clasificacion/")
    for text in ["Puesto", "Victorias", "Partidas", "Diferencia", "Rivales", "Por detrás del"]:
        assert text in page
    assert "Es el desempate del reglamento (Guiñote, «Quién gana el guiñote»)" in page
    assert standings_page(Stage.objects.get(tournament=day), EVERYTHING)["podium"]
    stage_values = {
        "tournament": day,
        "author": pilar,
        "format": "knockout",
        "format_options": {},
        "game_options": day.stage.game_options,
    }
    add_stage(**stage_values, name="Consuelo", intake=[{"stage": 1, "per": "rest"}])
    assert standings_page(Stage.objects.get(tournament=day, number=1), EVERYTHING)["podium"]
    add_stage(**stage_values, name="Cuadro", intake=[{"stage": 1, "per": "all", "last": 4}])
    swiss = Stage.objects.get(tournament=day, number=1)
    assert (
        standings_page(swiss, EVERYTHING)["over"],
        standings_page(swiss, EVERYTHING)["podium"],
    ) == (False, [])
    (sheet,) = final_sheet(swiss.tournament, PrintAsk("final"), EVERYTHING)
    assert sheet.context["podium"] == []


# --- Reasons of places --------------------------------------------------------------------------
def test_a_reason_lists_the_equal_tie_breaks_and_the_deciding_one():
    lines = (
        standings_line(1, 7, wins=4, counted_won=21, counted_diff=5),
        standings_line(2, 3, "counted_won", wins=4, counted_won=19, counted_diff=7),
        standings_line(3, 9, "counted_diff", wins=4, counted_won=19, counted_diff=-2),
        standings_line(4, 1, "wins", wins=3, counted_won=30, counted_diff=0),
    )
    assert reasons(lines) == {
        7: "",
        3: "Por detrás del 7: mismas victorias (4), menos partidas ganadas (19 frente a 21).",
        9: "Por detrás del 3: mismas victorias (4), mismas partidas ganadas (19), "
        "peor diferencia de partidas (−2 frente a +7).",
        1: "Por detrás del 9: menos victorias (3 frente a 4).",
    }


def test_a_reason_names_the_match_between_two_tied_entries():
    lines = (
        standings_line(1, 7, wins=4, head_to_head=1),
        standings_line(2, 3, "head_to_head", wins=4, head_to_head=0),
        standings_line(3, 5, "wins", wins=3, head_to_head=0),
    )
    assert reasons(lines)[3] == (
        "Por detrás del 7: mismas victorias (4), perdió cuando se enfrentaron."
    )
    texts = {number: row["head_to_head"] for number, row in tiebreaks.texts_of(lines).items()}
    assert texts == {7: "1", 3: "0", 5: "–"}
    assert tiebreaks.texts_of(lines, printed=True)[5]["head_to_head"] == "0"


def test_the_reason_of_a_lot_names_the_balls():
    lines = (
        standings_line(1, 7, wins=4, lot=0),
        standings_line(2, 3, "wins", wins=2, lot=3),
        standings_line(3, 5, "lot", wins=2, lot=2),
        standings_line(4, 6, "lot", wins=2, lot=1),
        standings_line(5, 8, "wins", wins=1, lot=2),
        standings_line(6, 9, "lot", wins=1, lot=1),
    )
    lots = {number: row["lot"] for number, row in tiebreaks.texts_of(lines).items()}
    assert lots == {7: "–", 3: "1", 5: "2", 6: "3", 8: "1", 9: "2"}
    assert reasons(lines)[6] == (
        "Por detrás del 5: mismas victorias (2), lo decidió el sorteo (bola 3; la otra, la 2)."
    )


def test_the_reason_of_a_shared_place_names_the_other_entry():
    lines = (
        standings_line(1, 2, shared=True, exit_round=10),
        standings_line(1, 4, shared=True, exit_round=10),
    )
    assert reasons(lines)[4] == "Empatado en todo con el número 2: comparten el puesto."


def test_the_reason_of_an_exit_round_names_both_rounds():
    lines = (standings_line(1, 2, exit_round=29), standings_line(2, 4, "exit_round", exit_round=20))
    assert reasons(lines, rounds=RoundNames(2))[4] == (
        "Por detrás del 2: ha llegado menos lejos (finalista; por delante, gana la final)."
    )


def test_a_page_hides_empty_columns_and_a_sheet_hides_only_the_lot(make_tournament):
    stage = make_tournament(**SWISS).stage
    stage.chain = ["wins", "head_to_head", "lot"]
    lines = (
        standings_line(1, 2, wins=2, head_to_head=0, lot=0),
        standings_line(2, 4, "wins", wins=1, lot=0),
    )
    rows = [StandingsRow("", row, tiebreaks.texts_of(lines)[row.entrant], "", 0) for row in lines]
    assert columns(stage, rows) == ["played", "wins", "cotos"]
    assert columns(stage, rows, printed=True) == ["played", "wins", "head_to_head", "cotos"]


@each(
    "key, value, text",
    ("exit_round", 10, "Cae en cuartos de final"),
    ("survival", 30, "Fuera en la ronda 9"),
)
def test_a_sheet_begins_the_texts_of_a_column_with_a_capital(key, value, text):
    lines = (standings_line(1, 2, **{key: value}),)
    rounds = RoundNames(4) if key == "exit_round" else RoundNames(0, {3: 9})
    assert tiebreaks.texts_of(lines, rounds, printed=True) == {2: {key: text}}


def test_every_line_of_real_standings_has_a_sentence():
    entrants = [Entrant(number) for number in range(1, 13)]
    outcomes = [
        Outcome(round, (number, number % 12 + 1), number, {"partidas": (8, 4), "cotos": (2, 1)})
        for round in (1, 2)
        for number in range(round, 13, 2)
    ]
    chain = ("wins", "counted_won", "counted_diff", "head_to_head", "buchholz", "lot")
    lines = standings(entrants, outcomes, chain, "tapete", "partidas")
    sentences = reasons(lines)
    assert len(lines) == 12
    assert sentences[lines[0].entrant] == ""
    for line_above, line_below in pairwise(lines):
        assert sentences[line_below.entrant].startswith(f"Por detrás del {line_above.entrant}: ")
        assert "%" not in sentences[line_below.entrant]


def test_empty_standings_have_no_reasons_and_no_texts():
    assert (reasons(()), tiebreaks.texts_of(())) == ({}, {})


# --- Page of standings --------------------------------------------------------------------------
@cases(
    "changes, sentence",
    (SWISS, "Descansar vale: una victoria."),
    ({"format": "league", "format_options": {"legs": 1}}, "Descansar vale: nada."),
    ({"format": "clock", "format_options": {}}, None),  # no byes
)
def test_the_page_shows_the_value_of_a_bye_in_each_format(
    make_tournament, pairs, changes, sentence
):
    """Show that a bye is a win in a Swiss and nothing in a league."""
    pairs(make_tournament(**changes), 3)
    page = read_page("clasificacion/")
    assert "La incomparecencia del rival cuenta como encuentro ganado." in page
    assert sentence in page if sentence else "Descansar" not in page


@pytest.mark.parametrize(
    ("order", "qualified", "expected"),
    [
        ((4, 2, 1, 3), {4: "", 2: ""}, {2: "Pasan a la final"}),
        ((4, 2, 1, 3), {4: "", 1: "", 2: ""}, {1: "Pasan a semifinales"}),  # a bracket of four
        ((4, 2, 1, 3), {4: "", 2: "", 1: "", 3: ""}, {}),  # all qualify: no cut line
        ((4, 2), {9: ""}, {}),
        ((4, 2), {}, {}),
    ],
)
def test_the_cut_line_is_below_the_last_qualifier(order, qualified, expected):
    stage = Stage(name="Cuadro", format="knockout", number=2)
    assert qualifying_lines(order, [StageQualifiers(stage, qualified, len(qualified))]) == expected


def test_the_destination_of_qualifiers_is_a_round_with_a_name_or_the_stage():
    bracket = Stage(format="knockout", name="Final")
    groups = Stage(format="groups", name="Grupos B")
    assert destination_in_words(bracket, 7) == "Pasan a cuartos de final"
    assert destination_in_words(bracket, 107) == "Pasan a Final"  # a round of 128 has no name
    assert destination_in_words(groups, 8) == "Pasan a Grupos B"


def test_the_qualifiers_are_shown_before_and_after_the_next_stage_opens(
    make_tournament, pairs, pilar
):
    day = make_tournament(**SWISS)
    pairs(day, 6)
    plan_stage(day, pilar, [{"stage": 1, "per": "all", "last": 4}], name="Cuadro")
    swiss = Stage.objects.get(tournament=day, number=1)
    assert qualifiers_ahead(swiss, EVERYTHING) == []  # no round is drawn
    finish(day, pilar)
    page_cache.clear_memory()
    swiss = Stage.objects.get(tournament=day, number=1)
    (ahead,) = qualifiers_ahead(swiss, EVERYTHING)
    (lines,) = stage_tables(swiss, EVERYTHING).values()
    assert list(ahead.why) == [standings_line.entrant for standings_line in lines[:4]]
    assert ahead.why[lines[0].entrant] == "1.º de la clasificación"
    open_stage(stage=ahead.next_stage, author=pilar)
    (ahead_after_opening,) = qualifiers_ahead(
        Stage.objects.get(tournament=day, number=1), EVERYTHING
    )
    assert ahead_after_opening.why == ahead.why


@pytest.mark.slow
def test_the_arrows_show_the_places_gained_or_lost_in_the_last_round(
    make_tournament, pairs, pilar, chema
):
    day = make_tournament(**SWISS)
    pairs(day, 8)
    places = []
    for _round in (1, 2):
        publish(day, pilar)
        for match in matches(day):
            play(match, chema)
        tables, climbs = tables_and_climbs(Stage.objects.get(tournament=day), EVERYTHING)
        places.append(
            {standings_line.entrant: standings_line.place for standings_line in tables[""]}
        )
        if len(places) == 1:
            assert climbs == {}
    first_places, second_places = places
    assert climbs == {
        number: first_places[number] - second_places[number] for number in second_places
    }
    assert any(climbs.values())


def test_every_tie_break_of_the_chain_is_explained_on_the_page(casino, pairs):
    pairs(casino, 2)
    Stage.objects.filter(tournament=casino).update(chain=list(tiebreaks.tiebreak_words("guinote")))
    page = read_page("clasificacion/")
    for words in tiebreaks.tiebreak_words("guinote").values():
        assert f"{words.name}. {words.explanation}" in page


def test_standings_follow_every_result(casino, pairs, pilar, chema):
    pairs(casino, 4)
    publish(casino, pilar)
    assert "cae en semifinales" not in read_page("clasificacion/")
    play(matches(casino)[0], chema)
    page = read_page("clasificacion/")
    assert "cae en semifinales" in page and "pasa de ronda" in page


def test_only_the_desk_has_a_link_to_print_the_standings(casino, pairs, pilar, chema, client_as):
    pairs(casino, 2)
    prints = HOME + "imprimir/"
    assert prints in client_as(chema).get(HOME + "clasificacion/").content.decode()
    assert prints not in Client().get(HOME + "clasificacion/").content.decode()


def test_a_withdrawn_pair_stays_marked(casino, pairs, pilar):
    entries = pairs(casino, 4)
    publish(casino, pilar)
    withdraw_entry(entry=entries[2], author=pilar, reason="se marcha")
    html = Client().get(HOME + "clasificacion/").content.decode()
    assert html.count('class="is-out"') == 1
    assert html.count("Se retiró") == 2  # beside the names, and in the details of the row
