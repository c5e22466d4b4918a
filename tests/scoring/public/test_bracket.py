"""Tests of the page of the bracket: rounds, empty places, winners, several brackets, lives."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.actas.selectors.meetings import competitors_of, meetings
from scoring.public.bracket import bracket_page
from scoring.public.names import name_inside
from scoring.stages.selectors.bracket import brackets_of
from scoring.standings.selectors.standings import stage_standings
from tests.rows import cases
from tests.scoring.page_text import one_line
from tests.scoring.played_rounds import SWISS, finish, matches, play, play_all, publish
from tests.scoring.public.test_public_pages import HOME, read_page, visible_text
from tests.sizes import size
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING


def brackets(tournament):
    stage, pairs = tournament.stage, competitors_of(tournament, EVERYTHING)
    return brackets_of(stage, meetings(stage, pairs, EVERYTHING), pairs)


def ties_by_round(tournament):
    """Return the ties of each round of the bracket; the sides are entry numbers or words.

    The tie for the third place is the last tie of the last round.
    """
    bracket_by_name = {bracket.name: bracket for bracket in brackets(tournament)}
    if not bracket_by_name:
        return []
    third = (
        [tie for round in bracket_by_name["third_place"].rounds for tie in round.ties]
        if ("third_place" in bracket_by_name)
        else []
    )
    rounds = [list(round.ties) for round in bracket_by_name["main"].rounds]
    rounds[-1] += third

    def place_in_words(place):
        if place.competitor:
            return place.competitor.number
        if place.source:
            return f"{'loser' if place.loser else 'winner'} of {place.source.number}"
        return "?"

    def tie_in_words(tie):
        return tuple(place_in_words(place) for place in tie.places)

    return [[tie_in_words(tie) for tie in ties] for ties in rounds]


def test_before_the_draw_there_is_no_bracket(casino, pairs):
    pairs(casino, 4)
    assert ties_by_round(casino) == []
    assert "El cuadro sale con el sorteo" in read_page("cuadro/")


def test_an_empty_place_names_the_match_that_fills_it(casino, pairs, pilar):
    pairs(casino, 8)
    publish(casino, pilar)
    rounds = ties_by_round(casino)
    assert rounds[1] == [("winner of 1", "winner of 2"), ("winner of 3", "winner of 4")]
    assert rounds[2] == [("?", "?"), ("?", "?")]  # the final and the third place


def test_winners_and_entries_with_a_bye_are_already_in_the_next_round(casino, pairs, pilar, chema):
    pairs(casino, 7)
    publish(casino, pilar)
    bye_match = matches(casino, state="bye")[0]
    match = matches(casino, state="playing")[0]
    play(match, chema)
    match.refresh_from_db()
    winner = match.sides.get(side=match.result.winner).entry.number
    places = [place for tie in ties_by_round(casino)[1] for place in tie]
    assert bye_match.sides.get().entry.number in places
    assert winner in places
    assert places.count("winner of 2") == 1


def test_the_losers_of_the_semifinals_play_for_the_third_place(casino, pairs, pilar, chema):
    pairs(casino, 4)
    publish(casino, pilar)
    assert ties_by_round(casino)[1] == [
        ("winner of 1", "winner of 2"),
        ("loser of 1", "loser of 2"),
    ]
    match = matches(casino)[0]
    play(match, chema)
    match.refresh_from_db()
    entries = [side.entry.number for side in match.sides.all()]
    winner, loser = entries[match.result.winner], entries[1 - match.result.winner]
    assert ties_by_round(casino)[1] == [(winner, "winner of 2"), (loser, "loser of 2")]


@cases(
    "count, sizes",
    (2, [1]),
    (3, [2, 1]),
    *size([(5, [4, 2, 2])], [(5, [4, 2, 2]), (16, [8, 4, 2, 2])]),
)
def test_the_last_round_has_the_final_and_the_third_place(casino, pairs, pilar, count, sizes):
    pairs(casino, count)
    publish(casino, pilar)
    assert [len(ties) for ties in ties_by_round(casino)] == sizes
    finish(casino, pilar)
    assert [len(ties) for ties in ties_by_round(casino)] == sizes


def test_without_a_third_place_the_last_round_is_only_the_final(make_tournament, pairs, pilar):
    tournament = make_tournament(format_options={"third_place": False})
    pairs(tournament, 4)
    play_all(publish(tournament, pilar), pilar)
    assert [len(ties) for ties in ties_by_round(tournament)] == [2, 1]


# --- Page of the bracket ------------------------------------------------------------------------
def test_the_page_names_the_rounds_and_marks_winners_in_words(casino, pairs, pilar):
    pairs(casino, 8)
    play_all(publish(casino, pilar), pilar)
    publish(casino, pilar)
    page = read_page("cuadro/")
    assert "Cuartos de final" in page and "Semifinales" in page and "Tercer puesto" in page
    html = one_line(Client().get(HOME + "cuadro/").text)
    assert html.count('class="bracket__side is-winner"') == 4
    assert html.count('<span class="visually-hidden"> (gana)</span>') == 4
    assert "en la mesa 1" in page
    assert "Ganador del encuentro 5" in page and "Perdedor del encuentro 6" in page


def test_a_bye_is_shown_as_passing_without_playing(casino, pairs, pilar):
    pairs(casino, 5)
    publish(casino, pilar)
    assert read_page("cuadro/").count("Pasa sin jugar") == 3


def test_a_bracket_of_107_pairs_has_seven_rounds(make_tournament, pairs, pilar):
    tournament = make_tournament(tables=36)
    pairs(tournament, 107)
    publish(tournament, pilar)
    assert [len(ties) for ties in ties_by_round(tournament)] == [64, 32, 16, 8, 4, 2, 2]
    page = read_page("cuadro/")
    for name in [
        "Ronda 1",
        "Treintaidosavos de final",
        "Dieciseisavos de final",
        "Octavos de final",
    ]:
        assert name in page


def test_a_swiss_has_no_bracket_and_links_to_the_standings(make_tournament, pairs, pilar):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 4)
    publish(tournament, pilar)
    response = Client().get(HOME + "cuadro/")
    assert response.status_code == 404
    assert "Este torneo no tiene cuadro" in visible_text(response.content)
    assert HOME + "clasificacion/" in response.content.decode()


# --- Several brackets, and lives ----------------------------------------------------------------
def tournament_of(make_tournament, pairs, count, key="knockout", **options):
    tournament = make_tournament(format=key, format_options=options)
    pairs(tournament, count)
    return tournament


def test_double_elimination_has_three_brackets(make_tournament, pairs, pilar):
    tournament = tournament_of(make_tournament, pairs, 4, repesca="double")
    publish(tournament, pilar)
    bracket_by_name = {bracket.name: bracket for bracket in brackets(tournament)}
    assert list(bracket_by_name) == ["winners", "losers", "grand_final"]
    first_tie = bracket_by_name["losers"].rounds[0].ties[0]
    assert [(place.source.number, place.loser) for place in first_tie.places] == [
        (1, True),
        (2, True),
    ]
    page = read_page("cuadro/")
    for name in ["Cuadro de ganadores", "Cuadro de perdedores", "Gran final", "Ronda 2"]:
        assert name in page
    assert "Perdedor del encuentro 2" in page
    finish(tournament, pilar)
    assert all(
        tie.meeting
        for bracket in brackets(tournament)
        for round in bracket.rounds
        for tie in round.ties
    )
    page = read_page("clasificacion/")
    assert "Clasificación final" in page and "En los cuadros" in page


@pytest.mark.slow
def test_the_winner_of_the_grand_final_is_first_and_its_loser_second(make_tournament, pairs, pilar):
    tournament = tournament_of(make_tournament, pairs, 5, repesca="double", reset=True)
    finish(tournament, pilar)
    grand_final = matches(tournament, purpose="grand_final")[-1]
    champion = grand_final.sides.get(side=grand_final.result.winner).entry.number
    second = grand_final.sides.exclude(side=grand_final.result.winner).get().entry.number
    assert [line.entrant for line in stage_standings(tournament.stage, EVERYTHING)][:2] == [
        champion,
        second,
    ]
    assert "Gana el torneo" in read_page(f"mesa/?q={champion}")
    assert "Finalista" in read_page(f"mesa/?q={second}")
    finals = [name_inside(round) for round in brackets(tournament)[-1].rounds]
    phases = [name.partition(" · ")[2] for name in finals]
    assert phases == (["Primera gran final", "Gran final"] if len(finals) == 2 else ["Gran final"])


def test_consolation_and_placements_have_their_headings(make_tournament, pairs, pilar):
    tournament = tournament_of(make_tournament, pairs, 8, repesca="consolation", placements=True)
    play_all(publish(tournament, pilar), pilar)
    publish(tournament, pilar)
    page = read_page("cuadro/")
    for name in ["Cuadro principal", "Consolación", "Consolación: puestos 7 a 8"]:
        assert name in page
    finish(tournament, pilar)
    second_final = matches(tournament, purpose="second_final")[0]
    winner = second_final.sides.get(side=second_final.result.winner).entry.number
    assert "Gana la consolación" in read_page(f"mesa/?q={winner}")
    assert [line.entrant for line in stage_standings(tournament.stage, EVERYTHING)][4] == winner


@pytest.mark.slow
def test_the_page_of_lives_shows_the_lives_left_and_the_bracket(make_tournament, pairs, pilar):
    tournament = tournament_of(make_tournament, pairs, 8, "lives", lives=2, bracket_at=4)
    assert "El cuadro sale con el sorteo" in read_page("cuadro/")
    play_all(publish(tournament, pilar), pilar)
    page = read_page("cuadro/")
    assert "Le quedan 2 vidas (4)" in page and "Le queda 1 vida (4)" in page
    assert page.count("○○") == 4 and page.count("✗○") == 4 and "Semifinales" not in page
    finish(tournament, pilar)
    page = read_page("cuadro/")
    assert "Semifinales" in page and "Gana el torneo (1)" in page
    assert "✗✗" in page and "Fuera en la ronda" in page


@pytest.mark.parametrize("key", ["knockout", "lives"])
def test_the_bracket_of_16_costs_as_many_queries_as_that_of_4(make_tournament, pairs, pilar, key):
    costs = []
    for count in (4, 16):
        tournament = make_tournament(name=f"Casino de {count}", format=key, format_options={})
        pairs(tournament, count)
        publish(tournament, pilar)
        fresh = Tournament.objects.get(pk=tournament.pk)
        with CaptureQueriesContext(connection) as queries:
            bracket_page(fresh, EVERYTHING)
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 10


def test_a_match_whose_winner_is_awaited_shows_its_number(make_tournament, pairs, pilar, client):
    tournament = make_tournament()
    pairs(tournament, 8)
    publish(tournament, pilar)
    page = client.get(f"/t/{tournament.slug}/cuadro/").text
    awaited_numbers = set(re.findall(r"Ganador del (\d+)", page))
    assert awaited_numbers
    assert awaited_numbers <= set(re.findall(r'<text class="match"[^>]*>(\d+)</text>', page))
