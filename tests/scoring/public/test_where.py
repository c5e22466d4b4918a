"""«¿Dónde me siento?»: what people type, and what they are told."""

import pytest
from django.test import Client

from scoring.actas.selectors.meetings import Competitor, PublicPerson
from scoring.public.whereabouts import find_competitors
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.costs import asked
from tests.rows import cases, each
from tests.scoring.days import KNOCKOUT, SWISS, finish, matches, play, play_all, publish
from tests.scoring.public.test_public_pages import HOME, read, text
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

pytestmark = pytest.mark.each_database

HALL = {
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
    "asked, numbers",
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
def test_a_pair_is_found_by_what_one_remembers(asked, numbers):
    assert [pair.number for pair in find_competitors(HALL, asked)] == numbers


def test_words_that_begin_a_name_go_first():
    # Ana; then S-an-z, Ib-añ-ez and Fr-an-cisco
    assert [pair.number for pair in find_competitors(HALL, "an")] == [27, 1, 2, 30]


# --- Several, one, none -------------------------------------------------------------------------
@world
def two(casino, pairs):
    return pairs(casino, 2)


def test_several_hits_are_a_list_to_choose_from(casino, pairs):
    pairs(casino, 8)
    page = Client().get(HOME + "mesa/", {"q": "calamocha"}).content.decode()
    assert "¿Cuál es la suya?" in page
    assert 'href="?q=3#respuesta"' in page


def test_each_answer_of_the_list_has_table_and_rival(casino, pairs, pilar):
    pairs(casino, 6)  # two rest
    first, second = publish(casino, pilar).matches.filter(table__isnull=False).order_by("number")
    Match.objects.filter(pk=second.pk).update(state="waiting", table=None)
    page = " ".join(text(Client().get(HOME + "mesa/", {"q": "calamocha"}).content).split())
    sides = [entry.full_title_for(EVERYTHING) for entry in first.everybody]
    for one, other in (sides, sides[::-1]):
        name = one.partition(" · ")[2]
        assert f"{name} Calamocha Mesa {first.table} contra {other}" in page
    assert page.count("En espera contra") == 2 and page.count("Descansa esta ronda") == 2


def test_the_list_of_answers_costs_as_much_for_two_as_for_many(make_tournament, pairs, pilar):
    costs = []
    for count in (4, 30):
        day = make_tournament(name=f"Sala {count}", tables=20, **SWISS)
        pairs(day, count)
        publish(day, pilar)
        costs.append(asked(Client(), f"/t/sala-{count}/mesa/", {"q": "calamocha"}))
    assert costs[0] == costs[1] <= 15


def test_more_hits_than_a_list_say_so(casino, pairs):
    pairs(casino, 45)
    page = text(Client().get(HOME + "mesa/", {"q": "calamocha"}).content)
    assert "Hay muchas: estas son las 40 primeras. Escriba algo más." in page


@each("asked", "300", "0", "99999999999999999999", "Nadie", "🃏🃏", "عربي", "%")
def test_nobody_of_that_name(two, asked):
    response = Client().get(HOME + "mesa/", {"q": asked})
    assert response.status_code == 200
    assert f"No hay nadie «{asked}»" in text(response.content)


@each(
    "asked, sentence",
    ("a" * 10_000, "Es demasiado largo"),
    ("9" * 10_000, "Es demasiado largo"),
    ("Gil\x00", "carácter nulo"),
    ("\u202egil", "caracteres invisibles"),
    ("Mu\ufffdoz", "letras perdidas"),
)
def test_what_cannot_be_a_name_is_refused_with_a_sentence(casino, asked, sentence):
    response = Client().get(HOME + "mesa/", {"q": asked})
    assert response.status_code == 400
    page = text(response.content)
    assert sentence in page and "Escriba solo su número" in page
    assert asked not in page


def test_what_was_asked_is_written_as_text_and_without_a_question_there_is_only_the_form(casino):
    assert "Su número, su nombre o su pueblo" in read("mesa/")
    page = Client().get(HOME + "mesa/", {"q": '"><script>x'}).content.decode()
    assert "<script>x" not in page and "&lt;script&gt;x" in page


def test_a_nickname_with_emoji_is_found(casino, pilar):
    people = [Person("🃏 El Ñoño"), Person("Tere")]
    register_entry(tournament=casino, author=pilar, players=people, town="Luco")
    assert "1 · 🃏 El Ñoño · Tere" in read("mesa/?q=🃏")


# --- Where it sits ------------------------------------------------------------------------------
def test_the_table_the_rival_and_the_round_and_then_who_won(casino, pairs, pilar, chema):
    pairs(casino, 8)
    publish(casino, pilar)
    match = matches(casino)[2]
    one, other = (side.entry for side in match.sides.all())
    answer = read(f"mesa/?q={one.number}")
    assert (
        f"{one.number} · {one.title_for(EVERYTHING)} Mesa {match.table} contra {other.number}"
        in answer
    )
    assert f"Cuartos de final · Encuentro {match.number}" in answer
    play(match, chema)
    winner, loser = winner_and_loser(match)
    assert "Pasa de ronda" in read(f"mesa/?q={winner}")
    assert "Queda fuera en cuartos de final" in read(f"mesa/?q={loser}")


def test_in_the_queue_it_says_how_many_go_first(make_tournament, pairs, pilar):
    hall = make_tournament(tables=1)
    pairs(hall, 8)
    publish(hall, pilar)
    said = []
    for match in matches(hall, state="waiting"):
        answer = read(f"mesa/?q={match.sides.first().entry.number}")
        assert "En espera" in answer
        said.append(answer)
    assert "La siguiente mesa que quede libre es la suya" in said[0]
    assert "Hay 1 encuentro delante" in said[1]
    assert "Hay 2 encuentros delante" in said[2]


@cases(
    "changes, sentence",
    (KNOCKOUT, "Pasa a la ronda siguiente sin jugar"),
    (SWISS, "Descansa, y le cuenta como ganado"),
)
def test_a_pair_that_rests(make_tournament, pairs, pilar, changes, sentence):
    hall = make_tournament(**changes)
    pairs(hall, 7)
    publish(hall, pilar)
    number = matches(hall, state="bye")[0].sides.first().entry.number
    answer = read(f"mesa/?q={number}")
    assert "Descansa esta ronda" in answer and sentence in answer


@pytest.mark.slow
def test_the_losers_of_semifinals_play_for_the_third_place_to_the_end(casino, pairs, pilar):
    pairs(casino, 4)
    play_all(publish(casino, pilar), pilar)
    told = [read(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Jugará por el tercer puesto" in answer for answer in told) == 2
    assert sum("Pasa de ronda" in answer for answer in told) == 2
    finish(casino, pilar)
    told = [read(f"mesa/?q={number}") for number in range(1, 5)]
    for words in ["Gana el torneo", "Finalista", "Tercer puesto", "Cuarto puesto"]:
        assert sum(words in answer for answer in told) == 1, words


def test_without_third_place_they_are_out(make_tournament, pairs, pilar):
    hall = make_tournament(format_options={"third_place": False})
    pairs(hall, 4)
    play_all(publish(hall, pilar), pilar)
    told = [read(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Queda fuera en semifinales" in answer for answer in told) == 2


@pytest.mark.slow
def test_of_a_swiss_the_next_round_is_promised_until_the_last(make_tournament, pairs, pilar):
    hall = make_tournament(**SWISS)
    pairs(hall, 4)
    play_all(publish(hall, pilar), pilar)
    told = [read(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Encuentro ganado" in answer for answer in told) == 2
    assert sum("Encuentro perdido" in answer for answer in told) == 2
    assert all("La mesa de la ronda siguiente saldrá aquí" in answer for answer in told)
    finish(hall, pilar)
    for number in range(1, 5):
        assert "siguiente" not in read(f"mesa/?q={number}")


def test_a_withdrawn_pair_is_told_so(casino, pairs, pilar):
    withdraw_entry(entry=pairs(casino, 2)[0], author=pilar, reason="enfermedad")
    answer = read("mesa/?q=1")
    assert "Ya no está en el torneo" in answer
    assert "enfermedad" not in answer


# --- Where one can be out, and still go on ------------------------------------------------------
def winner_and_loser(match):
    match.refresh_from_db()
    numbers = [side.entry.number for side in match.sides.all()]
    return numbers[match.result.winner], numbers[1 - match.result.winner]


@pytest.mark.slow
def test_who_loses_with_double_elimination_goes_on_below(make_tournament, pairs, pilar, chema):
    hall = make_tournament(format_options={"repesca": "double"})
    pairs(hall, 4)
    publish(hall, pilar)
    one, other = matches(hall)
    told = read(f"mesa/?q={one.sides.first().entry.number}")
    assert f"contra: Ganador del encuentro {other.number}" in told
    assert "Si pierde (" in told and f"Perdedor del encuentro {other.number}" in told
    play(one, chema)
    winner, loser = winner_and_loser(one)
    assert "Pasa de ronda" in read(f"mesa/?q={winner}")
    told = read(f"mesa/?q={loser}")
    assert "Sigue en juego" in told and f"Perdedor del encuentro {other.number}" in told
    play(other, chema)
    second = publish(hall, pilar)
    up = second.matches.get(purpose="")
    play(up, chema)
    play_all(second, pilar)
    below = second.matches.get(purpose="losers")
    assert "Queda fuera en el cuadro de perdedores, ronda 2" in read(
        f"mesa/?q={winner_and_loser(below)[1]}"
    )
    publish(hall, pilar)
    told = read(f"mesa/?q={winner_and_loser(up)[0]}")
    assert "Espera rival" in told and "Gran final" in told


@pytest.mark.slow
def test_lives_left_are_told(make_tournament, pairs, pilar, chema):
    hall = make_tournament(format="lives", format_options={"lives": 2})
    pairs(hall, 4)
    publish(hall, pilar)
    match = matches(hall)[0]
    assert "Le quedan 2 vidas." in read(f"mesa/?q={match.sides.first().entry.number}")
    play(match, chema)
    winner, loser = winner_and_loser(match)
    assert "Le quedan 2 vidas Ganó" in read(f"mesa/?q={winner}")
    assert "Le queda 1 vida Perdió" in read(f"mesa/?q={loser}")
    finish(hall, pilar)
    told = [read(f"mesa/?q={number}") for number in range(1, 5)]
    assert sum("Gana el torneo" in answer for answer in told) == 1
    assert sum("Queda fuera en la ronda" in answer or "Finalista" in answer for answer in told) == 3


def test_who_comes_late_to_lives_enters_the_next_draw(make_tournament, pairs, pilar):
    hall = make_tournament(format="lives", format_options={"lives": 3})
    pairs(hall, 4)
    publish(hall, pilar)
    pairs(hall, 1)
    assert "Entrará en la próxima ronda" in read("mesa/?q=5")


@pytest.mark.slow
def test_a_loser_of_the_previous_round_hopes_to_be_one_of_the_best(make_tournament, pairs, pilar):
    hall = make_tournament(format_options={"repesca": "best_losers"})
    pairs(hall, 6)
    first = publish(hall, pilar)
    play_all(first, pilar)
    loser = winner_and_loser(matches(hall)[0])[1]
    assert "Espera la segunda oportunidad" in read(f"mesa/?q={loser}")
    publish(hall, pilar)
    told = [read(f"mesa/?q={number}") for number in range(1, 7)]
    assert sum("Queda fuera en la ronda previa" in answer for answer in told) == 2


def test_in_a_melee_one_reads_with_whom_and_against_whom(make_tournament, pairs, pilar):
    hall = make_tournament(format="melee", format_options={"rounds": 2})
    people = {entry.number: entry.title_for(EVERYTHING) for entry in pairs(hall, 4)}
    publish(hall, pilar)
    sides = [[one.number for one in side.entries] for side in matches(hall)[0].entries]
    own, others = sorted(sides, key=lambda numbers: 1 not in numbers)
    partner = next(number for number in own if number != 1)
    for page in (read("mesa/?q=1"), read("inscripcion/1/")):
        assert f"con {partner} · {people[partner]} contra {others[0]}+{others[1]} ·" in page


def test_a_table_of_several_is_told_by_its_points(make_tournament, pairs, pilar):
    hall = make_tournament(
        game="tarot",
        game_options={"players": 4, "deals": 4},
        format="totals",
        format_options={"rounds": 1},
    )
    pairs(hall, 4)
    play_all(publish(hall, pilar), pilar)
    points = matches(hall)[0].result.tallies["puntos"]
    assert str(max(points)) in read("inscripcion/1/")
    assert "4 / 4 / 4" not in read("inscripcion/1/")


# --- Followed on this device, and the tablet by the door -----------------------------------------
def test_who_looked_once_is_answered_without_asking(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    telephone = Client()
    telephone.get(HOME + "mesa/?q=3")
    again = text(telephone.get(HOME + "mesa/").content)
    assert "3 · " in again and "Mesa" in again and "Su día" in again
    assert "El número está en el resguardo" in text(telephone.get(HOME + "mesa/?q=").content)


def test_a_number_that_nobody_has_any_more_is_asked_for(casino, pairs):
    pairs(casino, 2)
    telephone = Client()
    telephone.cookies["numero"] = "77"
    assert "El número está en el resguardo" in text(telephone.get(HOME + "mesa/").content)


def test_the_tablet_by_the_door_remembers_nobody(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    tablet = Client()
    assert "Ver mi mesa" in text(tablet.get(HOME + "mesa/?kiosco=1").content)
    answer = tablet.get(HOME + "mesa/?kiosco=1&q=3")
    told = answer.content.decode()
    assert 'data-back="15"' in told and "hx-get" not in told and "Mesa" in told
    assert "numero" not in answer.cookies and "numero" not in tablet.cookies
    tablet.cookies["numero"] = "2"  # somebody has looked at the public page there
    assert 'data-key="7"' in tablet.get(HOME + "mesa/?kiosco=1").content.decode()


@each(
    "asked, said", ("gil inventado", "No hay nadie"), ("x" * 61, "error"), ("a", "kiosco=1&amp;q=")
)
def test_the_tablet_says_what_it_does_not_know_and_comes_back(casino, pairs, asked, said):
    pairs(casino, 4)
    told = Client().get(HOME + "mesa/", {"kiosco": "1", "q": asked}).content.decode()
    assert said in told and 'data-back="15"' in told and 'href="?kiosco=1"' in told
