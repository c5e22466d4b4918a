"""Tests of the desk's list of entries: registering, marking, correcting, searching."""

import pytest

from tests.costs import count_queries
from tests.rows import case, cases, each
from tests.sizes import size
from tests.worlds import world
from tournaments.models import AuditLine, Entry
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

PAIRS = "/t/casino-de-calamocha/inscripciones/"


def _text(response) -> str:
    return response.content.decode()


def test_registered_pair_is_confirmed_and_the_first_field_gets_the_focus(desk):
    answer = desk.post(
        f"{PAIRS}nueva/",
        {"player_1": "Paco Gil", "player_2": "Sanz, Luis", "town": "Luco", "paid": "on"},
        follow=True,
    )
    assert answer.redirect_chain == [(PAIRS, 302)]
    assert "Número 1: Paco Gil · Luis Sanz." in _text(answer)
    assert 'name="player_1"' in _text(answer) and "autofocus" in _text(answer)
    entry = Entry.objects.get()
    assert (entry.number, entry.title_for(EVERYTHING), entry.town, entry.paid, entry.present) == (
        1,
        "Paco Gil · Luis Sanz",
        "Luco",
        True,
        False,
    )


@cases(
    "text, pair",
    ("Paco Gil / Luis Sanz (Luco)", (1, "Paco Gil · Luis Sanz", "Luco")),
    ("12. Paco y Luis", (12, "Paco · Luis", "")),
    ("🃏 - محمد", (1, "🃏 · محمد", "")),
)
def test_whole_pair_can_be_typed_in_the_first_field(desk, text, pair):
    desk.post(f"{PAIRS}nueva/", {"player_1": text})
    entry = Entry.objects.get()
    assert (entry.number, entry.title_for(EVERYTHING), entry.town) == pair


@world
def three_pairs(casino, chema):
    """Three pairs numbered from 7; Paco Sanz and Luis Sanz have number 7."""
    rows = (
        "Paco Sanz / Luis Sanz / ",
        "Pilar Ibáñez / Nacho Gil / Luco",
        "Ángel Roche / Tere / Monreal",
    )
    for number, row in enumerate(rows, 7):
        *names, town = row.split(" / ")
        players = [Person(*name.split()) for name in names]
        register_entry(tournament=casino, author=chema, players=players, town=town, number=number)
    return casino


@pytest.mark.slow
@each(
    "fields, status, sentence",
    case("one person", {"player_1": "Paco"}, 400, "Escriba otra persona."),
    case("three people", {"player_1": "A / B / C"}, 400, "Escriba otra persona"),
    case("formula", {"player_1": "A", "player_2": "=2+2"}, 400, "fórmula"),
    case("NUL", {"player_1": "A", "player_2": "B\x00"}, 400, "nul"),
    case("long text", {"player_1": "A" * 211, "player_2": "B"}, 400, "210"),
    case("long name", {"player_1": "A" * 61, "player_2": "B"}, 400, "60"),
    case("number -1", {"player_1": "A", "player_2": "B", "number": "-1"}, 400, "9999"),
    case(
        "number of 5,000 digits",
        {"player_1": "A", "player_2": "B", "number": "9" * 5000},
        400,
        "ntero",
    ),
    case("player of another pair", {"player_1": "Paco Sanz", "player_2": "B"}, 409, "Paco Sanz ya"),
    case("same pair", {"player_1": "Luis Sanz", "player_2": "Paco Sanz"}, 409, "el número 7"),
    case("taken number", {"player_1": "A", "player_2": "B", "number": "7"}, 409, "7 ya es"),
)
def test_wrong_pair_is_refused_on_the_page(desk, three_pairs, fields, status, sentence):
    answer = desk.post(f"{PAIRS}nueva/", fields)
    assert answer.status_code == status
    assert sentence.lower() in _text(answer).lower()
    assert Entry.objects.count() == 3


def test_pair_sent_twice_is_registered_once(desk):
    pair = {"player_1": "Paco", "player_2": "Luis"}
    statuses = [desk.post(f"{PAIRS}nueva/", pair).status_code for _time in range(2)]
    assert statuses == [302, 409]
    assert Entry.objects.count() == 1


def test_paid_button_sends_the_value_to_set(desk, casino, pairs):
    entry = pairs(casino, 1)[0]
    for _time in range(2):
        assert desk.post(f"{PAIRS}1/pagado/?q=gil", {"value": "0"}).url == f"{PAIRS}?q=gil"
    entry.refresh_from_db()
    assert entry.paid is False
    assert AuditLine.objects.filter(act="set_paid").count() == 1


def test_htmx_request_gets_the_row_and_the_counts(desk, casino, pairs):
    pairs(casino, 2)
    answer = desk.post(f"{PAIRS}2/presente/", {"value": "0"}, headers={"HX-Request": "true"})
    assert 'id="n-2"' in _text(answer) and "Sin llegar" in _text(answer)
    assert 'id="recuento" hx-swap-oob="true"' in _text(answer)
    assert "Presentes <strong>1</strong>" in _text(answer)
    assert 'id="n-1"' not in _text(answer)


def test_desk_corrects_a_pair(desk, casino, pairs):
    pairs(casino, 1)
    page = _text(desk.get(f"{PAIRS}1/"))
    assert 'value="Paco Gil"' in page
    answer = desk.post(
        f"{PAIRS}1/", {"player_1": "Gil Pérez, Paco", "player_2": "Luis (Daroca)", "town": "Luco"}
    )
    assert answer.url == PAIRS
    assert [seat.player.name_for(EVERYTHING) for seat in Entry.objects.get().seats.all()] == [
        "Paco Gil Pérez",
        "Luis",
    ]


def test_wrong_correction_is_refused_on_the_page(desk, casino, pairs):
    pairs(casino, 2)
    answer = desk.post(f"{PAIRS}2/", {"player_1": "Paco Gil", "player_2": "X", "town": "Calamocha"})
    assert answer.status_code == 409
    assert "Paco Gil ya juega con el número 1" in _text(answer)


def test_desk_reinstates_a_withdrawn_pair(desk, casino, pairs, chema):
    from tournaments.people.services.registering import withdraw

    entry = pairs(casino, 1)[0]
    withdraw(entry=entry, author=chema, reason="Se marchan")
    assert "Se retiró" in _text(desk.get(PAIRS))
    assert desk.post(f"{PAIRS}1/volver/").url == PAIRS
    assert desk.post(f"{PAIRS}1/volver/").status_code == 409
    entry.refresh_from_db()
    assert entry.live


@each(
    "query, numbers",
    ("", [7, 8, 9]),
    ("?q=IBANEZ", [8]),
    ("?q=roche+nacho", []),
    ("?q=9", [9]),
    ("?q=monreal", [9]),
    ("?orden=surname", [8, 9, 7]),
    ("?orden=newest", [9, 8, 7]),
    ("?orden=mal&page=mil", [7, 8, 9]),
    ("?q=%00%ff", []),
)
def test_list_of_entries_is_searched_and_ordered(desk, three_pairs, query, numbers):
    page = desk.get(PAIRS + query).context["page"]
    assert [entry.number for entry in page.object_list] == numbers


def test_page_explains_where_a_late_pair_may_play(desk, casino, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round

    pairs(casino, 5)
    assert "ya está sorteada" not in _text(desk.get(PAIRS))
    open_next_round(stage=casino.stage, author=pilar)
    desk.post(f"{PAIRS}nueva/", {"player_1": "Tarde", "player_2": "Mal"})
    page = _text(desk.get(PAIRS))
    assert "puede ocupar el sitio libre frente a la que descansa" in page
    assert page.count("Sin sortear") == 1


def test_page_of_a_swiss_says_that_late_pairs_play_from_the_next_round(
    chema, client_as, make_tournament, pairs, pilar
):
    from scoring.rounds.services.rounds import open_next_round

    swiss = make_tournament(name="Suizo", format="swiss", format_options={"rounds": 3})
    pairs(swiss, 4)
    open_next_round(stage=swiss.stage, author=pilar)
    page = _text(client_as(chema).get(f"/t/{swiss.slug}/inscripciones/"))
    assert "juegan desde la próxima ronda" in page


def test_list_needs_the_same_queries_for_one_pair_and_many(desk, casino, pairs):
    query_counts = []
    for count in (1, size(9, 29)):
        pairs(casino, count)
        query_counts.append(count_queries(desk, PAIRS))
    assert query_counts[0] == query_counts[1] < 19


@each("path", "99/", "99999999999999999999/")
def test_entry_page_of_an_unknown_number_is_not_found(desk, path):
    assert desk.get(PAIRS + path).status_code == 404
