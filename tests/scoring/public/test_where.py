"""Tests of «¿Dónde me siento?»: the search for an entry, and the answer at each moment."""

import pytest
from django.test import Client

from scoring.actas.selectors.meetings import Competitor, PublicPerson
from scoring.public.whereabouts import find_competitors
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.costs import count_queries
from tests.rows import cases, each
from tests.scoring.played_rounds import KNOCKOUT, SWISS, finish, matches, play, play_all, publish
from tests.scoring.public.test_public_pages import HOME, read_page, visible_text
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

pytestmark = pytest.mark.each_database

COMPETITORS = {
    pair.number: pair
    for pair in [
        Competitor(
            1,
            (PublicPerson("Paco", "Gil", "Calamocha"), PublicPerson("Luis", "Sanz")),
            "Calamocha",
            False,
        ),
        Competitor(
            2,
            (PublicPerson("Begoña", "Ibáñez", "Luco"), PublicPerson("El 7", "", "Luco")),
            "",
            False,
        ),
        Competitor(12, (PublicPerson("Íñigo", "Gil"), PublicPerson("Chato")), "Daroca", True),
        Competitor(
            27,
            (PublicPerson("María José", "Muñoz"), PublicPerson("Ana", "Gilaberte")),
            "Monreal",
            False,
        ),
        Competitor(
            30,
            (PublicPerson("Mª Asun", "O’Hara-Ruiz"), PublicPerson("Fco. Søren", "Łuk")),
            "Cádiz",
            False,
        ),
    ]
}


@each(
    "query, numbers",
    ("12", [12]),
    (" 27 ", [27]),
    ("nº 27", [27]),
    ("Pareja 2", [2]),
    ("Pair 2", [2]),
    ("#1", [1]),
    ("٢٧", [27]),
    ("7", [2]),  # there is no pair 7, but there is «El 7»
    ("gil", [1, 12, 27]),
    ("GIL", [1, 12, 27]),
    ("begona", [2]),
    ("IBAÑEZ", [2]),
    ("ibañez", [2]),
    ("iñigo gil", [12]),
    ("gil calamocha", [1]),
    ("chat", [12]),
    ("uñoz", [27]),
    ("luco", [2]),
    ("maria jose", [27]),
    ("mª jose", [27]),
    ("M.ª José Muñoz", [27]),
    ("maría asun", [30]),
    ("o'hara", [30]),
    ("o’hara ruiz", [30]),
    ("OHara–Ruiz", [30]),
    ("francisco soren luk", [30]),
    ("0", []),
    ("99999999999999999999", []),
    ("gil inventado", []),
    ("🃏", []),
    ("", []),
    ("   ", []),
)
def test_a_pair_is_found_by_its_number_or_a_part_of_a_name(query, numbers):
    assert [pair.number for pair in find_competitors(COMPETITORS, query)] == numbers


def test_names_that_begin_with_the_query_come_first():
    # Ana begins with «an»; S-an-z, Ib-añ-ez and Fr-an-cisco follow in the order of numbers.
    assert [pair.number for pair in find_competitors(COMPETITORS, "an")] == [27, 1, 2, 30]


# --- Several answers, and none ------------------------------------------------------------------
@world
def two_pairs(casino, pairs):
    return pairs(casino, 2)


def test_several_pairs_found_are_a_list_to_choose_from(casino, pairs):
    pairs(casino, 8)
    page = Client().get(HOME + "mesa/", {"q": "calamocha"}).content.decode()
    assert "¿Cuál es la suya?" in page
    assert 'href="?q=3#respuesta"' in page


def test_each_pair_of_the_list_has_its_table_and_rival(casino, pairs, pilar):
    pairs(casino, 6)  # two pairs have a bye
    first, second = publish(casino, pilar).matches.filter(table__isnull=False).order_by("number")
    Match.objects.filter(pk=second.pk).update(state="waiting", table=None)
    page = " ".join(visible_text(Client().get(HOME + "mesa/", {"q": "calamocha"}).content).split())
    sides = [entry.full_title_for(EVERYTHING) for entry in first.everybody]
    for title, rival_title in (sides, sides[::-1]):
        name = title.partition(" · ")[2]
        assert f"{name} Calamocha Mesa {first.table} contra {rival_title}" in page
    assert page.count("En espera contra") == 2 and page.count("Descansa esta ronda") == 2


def test_a_list_of_thirty_pairs_costs_as_many_queries_as_one_of_four(make_tournament, pairs, pilar):
    costs = []
    for count in (4, 30):
        day = make_tournament(name=f"Sala {count}", tables=20, **SWISS)
        pairs(day, count)
        publish(day, pilar)
        costs.append(count_queries(Client(), f"/t/sala-{count}/mesa/", {"q": "calamocha"}))
    assert costs[0] == costs[1] <= 15


def test_a_list_of_more_than_40_pairs_asks_for_a_longer_query(casino, pairs):
    pairs(casino, 45)
    page = visible_text(Client().get(HOME + "mesa/", {"q": "calamocha"}).content)
    assert "Hay muchas: estas son las 40 primeras. Escriba algo más." in page


@each("query", "300", "0", "99999999999999999999", "Nadie", "🃏🃏", "عربي", "%")
def test_an_unknown_name_finds_no_pair(two_pairs, query):
    response = Client().get(HOME + "mesa/", {"q": query})
    assert response.status_code == 200
    assert f"No hay nadie «{query}»" in visible_text(response.content)


@each(
    "query, sentence",
    ("a" * 10_000, "Es demasiado largo"),
    ("9" * 10_000, "Es demasiado largo"),
    ("Gil\x00", "carácter nulo"),
    ("\u202egil", "caracteres invisibles"),
    ("Mu\ufffdoz", "letras perdidas"),
)
def test_an_impossible_query_is_refused_with_a_sentence(casino, query, sentence):
    response = Client().get(HOME + "mesa/", {"q": query})
    assert response.status_code == 400
    page = visible_text(response.content)
    assert sentence in page and "Escriba solo su número" in page
    assert query not in page


def test_the_query_is_escaped_and_without_a_query_there_is_only_the_form(casino):
    assert "Su número, su nombre o su pueblo" in read_page("mesa/")
    page = Client().get(HOME + "mesa/", {"q": '"><script>x'}).content.decode()
    assert "<script>x" not in page and "&lt;script&gt;x" in page


def test_a_nickname_with_emoji_is_found(casino, pilar):
    people = [Person("🃏 El Ñoño"), Person("Tere")]
    register_entry(tournament=casino, author=pilar, players=people, town="Luco")
    assert "1 · 🃏 El Ñoño · Tere" in read_page("mesa/?q=🃏")


# --- Answer at each moment ----------------------------------------------------------------------
def test_the_answer_has_table_rival_and_round_and_later_the_result(casino, pairs, pilar, chema):
    pairs(casino, 8)
    publish(casino, pilar)
    match = matches(casino)[2]
    entry, rival = (side.entry for side in match.sides.all())
    answer = read_page(f"mesa/?q={entry.number}")
    assert (
        f"{entry.number} · {entry.title_for(EVERYTHING)} Mesa {match.table} contra {rival.number}"
        in answer
    )
    assert f"Cuartos de final · Encuentro {match.number}" in answer
    play(match, chema)
    winner, loser = winner_and_loser(match)
    assert "Pasa de ronda" in read_page(f"mesa/?q={winner}")
    assert "Queda fuera en cuartos de final" in read_page(f"mesa/?q={loser}")


def test_a_waiting_pair_sees_the_number_of_matches_before_it(make_tournament, pairs, pilar):
    tournament = make_tournament(tables=1)
    pairs(tournament, 8)
    publish(tournament, pilar)
    answers = []
    for match in matches(tournament, state="waiting"):
        answer = read_page(f"mesa/?q={match.sides.first().entry.number}")
        assert "En espera" in answer
        answers.append(answer)
    assert "La siguiente mesa que quede libre es la suya" in answers[0]
    assert "Hay 1 encuentro delante" in answers[1]
    assert "Hay 2 encuentros delante" in answers[2]


@cases(
    "changes, sentence",
    (KNOCKOUT, "Pasa a la ronda siguiente sin jugar"),
    (SWISS, "Descansa, y le cuenta como ganado"),
)
def test_a_pair_with_a_bye_sees_the_value_of_its_bye(
    make_tournament, pairs, pilar, changes, sentence
):
    tournament = make_tournament(**changes)
    pairs(tournament, 7)
    publish(tournament, pilar)
    number = matches(tournament, state="bye")[0].sides.first().entry.number
    answer = read_page(f"mesa/?q={number}")
    assert "Descansa esta ronda" in answer and sentence in answer


@pytest.mark.slow
def test_semifinalists_see_their_next_match_and_then_their_final_place(casino, pairs, pilar):
    pairs(casino, 4)
    play_all(publish(casino, pilar), pilar)
    answers = [read_page(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Jugará por el tercer puesto" in answer for answer in answers) == 2
    assert sum("Pasa de ronda" in answer for answer in answers) == 2
    finish(casino, pilar)
    answers = [read_page(f"mesa/?q={number}") for number in range(1, 5)]
    for phrase in ["Gana el torneo", "Finalista", "Tercer puesto", "Cuarto puesto"]:
        assert sum(phrase in answer for answer in answers) == 1, phrase


def test_without_a_third_place_the_losers_of_the_semifinals_are_out(make_tournament, pairs, pilar):
    tournament = make_tournament(format_options={"third_place": False})
    pairs(tournament, 4)
    play_all(publish(tournament, pilar), pilar)
    answers = [read_page(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Queda fuera en semifinales" in answer for answer in answers) == 2


@pytest.mark.slow
def test_a_swiss_announces_the_next_round_until_the_last(make_tournament, pairs, pilar):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 4)
    play_all(publish(tournament, pilar), pilar)
    answers = [read_page(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Encuentro ganado" in answer for answer in answers) == 2
    assert sum("Encuentro perdido" in answer for answer in answers) == 2
    assert all("La mesa de la ronda siguiente saldrá aquí" in answer for answer in answers)
    finish(tournament, pilar)
    for number in range(1, 5):
        assert "siguiente" not in read_page(f"mesa/?q={number}")


def test_a_withdrawn_pair_sees_that_it_is_out_but_not_the_reason(casino, pairs, pilar):
    withdraw_entry(entry=pairs(casino, 2)[0], author=pilar, reason="enfermedad")
    answer = read_page("mesa/?q=1")
    assert "Ya no está en el torneo" in answer
    assert "enfermedad" not in answer


# --- Second chances -----------------------------------------------------------------------------
def winner_and_loser(match):
    match.refresh_from_db()
    numbers = [side.entry.number for side in match.sides.all()]
    return numbers[match.result.winner], numbers[1 - match.result.winner]


@pytest.mark.slow
def test_in_a_double_knockout_a_loser_goes_on_in_the_losers_bracket(
    make_tournament, pairs, pilar, chema
):
    tournament = make_tournament(format_options={"repesca": "double"})
    pairs(tournament, 4)
    publish(tournament, pilar)
    match, other_match = matches(tournament)
    answer = read_page(f"mesa/?q={match.sides.first().entry.number}")
    assert f"contra: Ganador del encuentro {other_match.number}" in answer
    assert "Si pierde (" in answer and f"Perdedor del encuentro {other_match.number}" in answer
    play(match, chema)
    winner, loser = winner_and_loser(match)
    assert "Pasa de ronda" in read_page(f"mesa/?q={winner}")
    answer = read_page(f"mesa/?q={loser}")
    assert "Sigue en juego" in answer and f"Perdedor del encuentro {other_match.number}" in answer
    play(other_match, chema)
    second_round = publish(tournament, pilar)
    winners_match = second_round.matches.get(purpose="")
    play(winners_match, chema)
    play_all(second_round, pilar)
    losers_match = second_round.matches.get(purpose="losers")
    assert "Queda fuera en el cuadro de perdedores, ronda 2" in read_page(
        f"mesa/?q={winner_and_loser(losers_match)[1]}"
    )
    publish(tournament, pilar)
    answer = read_page(f"mesa/?q={winner_and_loser(winners_match)[0]}")
    assert "Espera rival" in answer and "Gran final" in answer


@pytest.mark.slow
def test_the_answer_shows_the_lives_left(make_tournament, pairs, pilar, chema):
    tournament = make_tournament(format="lives", format_options={"lives": 2})
    pairs(tournament, 4)
    publish(tournament, pilar)
    match = matches(tournament)[0]
    assert "Le quedan 2 vidas." in read_page(f"mesa/?q={match.sides.first().entry.number}")
    play(match, chema)
    winner, loser = winner_and_loser(match)
    assert "Le quedan 2 vidas Ganó" in read_page(f"mesa/?q={winner}")
    assert "Le queda 1 vida Perdió" in read_page(f"mesa/?q={loser}")
    finish(tournament, pilar)
    answers = [read_page(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Gana el torneo" in answer for answer in answers) == 1
    assert (
        sum("Queda fuera en la ronda" in answer or "Finalista" in answer for answer in answers) == 3
    )


def test_a_late_pair_of_a_tournament_of_lives_enters_the_next_round(make_tournament, pairs, pilar):
    tournament = make_tournament(format="lives", format_options={"lives": 3})
    pairs(tournament, 4)
    publish(tournament, pilar)
    pairs(tournament, 1)
    assert "Entrará en la próxima ronda" in read_page("mesa/?q=5")


@pytest.mark.slow
def test_a_loser_of_the_previous_round_waits_to_be_a_best_loser(make_tournament, pairs, pilar):
    tournament = make_tournament(format_options={"repesca": "best_losers"})
    pairs(tournament, 6)
    previous_round = publish(tournament, pilar)
    play_all(previous_round, pilar)
    loser = winner_and_loser(matches(tournament)[0])[1]
    assert "Espera la segunda oportunidad" in read_page(f"mesa/?q={loser}")
    publish(tournament, pilar)
    answers = [read_page(f"mesa/?q={number}") for number in range(1, 7)]
    assert sum("Queda fuera en la ronda previa" in answer for answer in answers) == 2


def test_in_a_melee_the_answer_names_the_partner_and_both_rivals(make_tournament, pairs, pilar):
    tournament = make_tournament(format="melee", format_options={"rounds": 2})
    title_of = {entry.number: entry.title_for(EVERYTHING) for entry in pairs(tournament, 4)}
    publish(tournament, pilar)
    sides = [[entry.number for entry in side.entries] for side in matches(tournament)[0].entries]
    own_side, rivals = sorted(sides, key=lambda numbers: 1 not in numbers)
    partner = next(number for number in own_side if number != 1)
    for page in (read_page("mesa/?q=1"), read_page("inscripcion/1/")):
        assert f"con {partner} · {title_of[partner]} contra {rivals[0]}+{rivals[1]} ·" in page


def test_a_match_of_four_sides_shows_its_points(make_tournament, pairs, pilar):
    tournament = make_tournament(
        game="tarot",
        game_options={"players": 4, "deals": 4},
        format="totals",
        format_options={"rounds": 1},
    )
    pairs(tournament, 4)
    play_all(publish(tournament, pilar), pilar)
    points = matches(tournament)[0].result.tallies["puntos"]
    assert str(max(points)) in read_page("inscripcion/1/")
    assert "4 / 4 / 4" not in read_page("inscripcion/1/")


# --- Followed entries, and the tablet by the door ------------------------------------------------
def test_a_phone_that_searched_once_is_answered_without_a_query(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    phone = Client()
    phone.get(HOME + "mesa/?q=3")
    page = visible_text(phone.get(HOME + "mesa/").content)
    assert "3 · " in page and "Mesa" in page and "Su día" in page
    assert "El número está en el resguardo" in visible_text(phone.get(HOME + "mesa/?q=").content)


def test_a_phone_that_follows_an_unknown_number_gets_the_form(casino, pairs):
    pairs(casino, 2)
    phone = Client()
    phone.cookies["numero"] = "77"
    assert "El número está en el resguardo" in visible_text(phone.get(HOME + "mesa/").content)


def test_the_tablet_by_the_door_follows_no_entry(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    tablet = Client()
    assert "Ver mi mesa" in visible_text(tablet.get(HOME + "mesa/?kiosco=1").content)
    answer = tablet.get(HOME + "mesa/?kiosco=1&q=3")
    html = answer.content.decode()
    assert 'data-back="15"' in html and "hx-get" not in html and "Mesa" in html
    assert "numero" not in answer.cookies and "numero" not in tablet.cookies
    tablet.cookies["numero"] = "2"  # set by a search on the public page
    assert 'data-key="7"' in tablet.get(HOME + "mesa/?kiosco=1").content.decode()


@each(
    "query, text", ("gil inventado", "No hay nadie"), ("x" * 61, "error"), ("a", "kiosco=1&amp;q=")
)
def test_the_tablet_answers_every_query_and_returns_to_its_form(casino, pairs, query, text):
    pairs(casino, 4)
    html = Client().get(HOME + "mesa/", {"kiosco": "1", "q": query}).content.decode()
    assert text in html and 'data-back="15"' in html and 'href="?kiosco=1"' in html
