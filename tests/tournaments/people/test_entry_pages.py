"""The desk's list of pairs: the page that works, then what may go wrong with it."""

import pytest

from tests.costs import asked
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


def test_a_pair_is_entered_from_the_keyboard_and_the_cursor_waits_for_the_next(desk):
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
    "typed, pair",
    ("Paco Gil / Luis Sanz (Luco)", (1, "Paco Gil · Luis Sanz", "Luco")),
    ("12. Paco y Luis", (12, "Paco · Luis", "")),
    ("🃏 - محمد", (1, "🃏 · محمد", "")),
)
def test_a_whole_pair_fits_in_the_first_box(desk, typed, pair):
    desk.post(f"{PAIRS}nueva/", {"player_1": typed})
    entry = Entry.objects.get()
    assert (entry.number, entry.title_for(EVERYTHING), entry.town) == pair


@world
def three(casino, chema):
    """Number 7, Paco and Luis Sanz, and two more."""
    rows = (
        "Paco Sanz / Luis Sanz / ",
        "Pilar Ibáñez / Nacho Gil / Luco",
        "Ángel Roche / Tere / Monreal",
    )
    for number, row in enumerate(rows, 7):
        *both, town = row.split(" / ")
        players = [Person(*one.split()) for one in both]
        register_entry(tournament=casino, author=chema, players=players, town=town, number=number)
    return casino


@pytest.mark.slow
@each(
    "typed, status, sentence",
    case("alone", {"player_1": "Paco"}, 400, "Escriba otra persona."),
    case("three", {"player_1": "A / B / C"}, 400, "Escriba otra persona"),
    case("formula", {"player_1": "A", "player_2": "=2+2"}, 400, "fórmula"),
    case("NUL", {"player_1": "A", "player_2": "B\x00"}, 400, "nul"),
    case("long", {"player_1": "A" * 211, "player_2": "B"}, 400, "210"),
    case("long name", {"player_1": "A" * 61, "player_2": "B"}, 400, "60"),
    case("minus one", {"player_1": "A", "player_2": "B", "number": "-1"}, 400, "9999"),
    case("nines", {"player_1": "A", "player_2": "B", "number": "9" * 5000}, 400, "ntero"),
    case("taken", {"player_1": "Paco Sanz", "player_2": "B"}, 409, "Paco Sanz ya"),
    case("the same", {"player_1": "Luis Sanz", "player_2": "Paco Sanz"}, 409, "el número 7"),
    case("number", {"player_1": "A", "player_2": "B", "number": "7"}, 409, "7 ya es"),
)
def test_what_is_refused_stays_on_the_screen(desk, three, typed, status, sentence):
    answer = desk.post(f"{PAIRS}nueva/", typed)
    assert answer.status_code == status
    assert sentence.lower() in _text(answer).lower()
    assert Entry.objects.count() == 3


def test_two_identical_posts_enter_one_pair(desk):
    pair = {"player_1": "Paco", "player_2": "Luis"}
    codes = [desk.post(f"{PAIRS}nueva/", pair).status_code for _time in range(2)]
    assert codes == [302, 409]
    assert Entry.objects.count() == 1


def test_paid_is_a_button_that_says_what_it_wants(desk, casino, pairs):
    entry = pairs(casino, 1)[0]
    for _time in range(2):
        assert desk.post(f"{PAIRS}1/pagado/?q=gil", {"value": "0"}).url == f"{PAIRS}?q=gil"
    entry.refresh_from_db()
    assert entry.paid is False
    assert AuditLine.objects.filter(act="set_paid").count() == 1


def test_htmx_gets_the_row_and_the_counts(desk, casino, pairs):
    pairs(casino, 2)
    answer = desk.post(f"{PAIRS}2/presente/", {"value": "0"}, headers={"HX-Request": "true"})
    assert 'id="n-2"' in _text(answer) and "Sin llegar" in _text(answer)
    assert 'id="recuento" hx-swap-oob="true"' in _text(answer)
    assert "Presentes <strong>1</strong>" in _text(answer)
    assert 'id="n-1"' not in _text(answer)


def test_a_pair_is_corrected(desk, casino, pairs):
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


def test_a_wrong_correction_stays_on_the_screen(desk, casino, pairs):
    pairs(casino, 2)
    answer = desk.post(f"{PAIRS}2/", {"player_1": "Paco Gil", "player_2": "X", "town": "Calamocha"})
    assert answer.status_code == 409
    assert "Paco Gil ya juega con el número 1" in _text(answer)


def test_a_pair_comes_back(desk, casino, pairs, chema):
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
def test_the_list_is_searched_and_ordered(desk, three, query, numbers):
    page = desk.get(PAIRS + query).context["page"]
    assert [entry.number for entry in page.object_list] == numbers


def test_the_page_says_what_happens_to_who_comes_late(desk, casino, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round

    pairs(casino, 5)
    assert "ya está sorteada" not in _text(desk.get(PAIRS))
    open_next_round(stage=casino.stage, author=pilar)
    desk.post(f"{PAIRS}nueva/", {"player_1": "Tarde", "player_2": "Mal"})
    page = _text(desk.get(PAIRS))
    assert "puede ocupar el sitio libre frente a la que descansa" in page
    assert page.count("Sin sortear") == 1


def test_in_a_swiss_who_comes_late_plays_the_next_round(
    chema, client_as, make_tournament, pairs, pilar
):
    from scoring.rounds.services.rounds import open_next_round

    swiss = make_tournament(name="Suizo", format="swiss", format_options={"rounds": 3})
    pairs(swiss, 4)
    open_next_round(stage=swiss.stage, author=pilar)
    page = _text(client_as(chema).get(f"/t/{swiss.slug}/inscripciones/"))
    assert "juegan desde la próxima ronda" in page


def test_the_list_asks_as_much_of_one_pair_as_of_many(desk, casino, pairs):
    costs = []
    for count in (1, size(9, 29)):
        pairs(casino, count)
        costs.append(asked(desk, PAIRS))
    assert costs[0] == costs[1] < 19


@each("path", "99/", "99999999999999999999/")
def test_a_number_nobody_has_is_not_found(desk, path):
    assert desk.get(PAIRS + path).status_code == 404
