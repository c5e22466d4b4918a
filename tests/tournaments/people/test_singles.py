"""Tests of single players: registered, paired by hand or by lot, and separated again."""

import pytest

from scoring.rounds.services.rounds import open_next_round
from tests.rows import cases
from tournaments.models import AuditLine, Entry
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import edit_entry, register_entry, reinstate, withdraw
from tournaments.people.services.singles import (
    give_partner,
    pair_by_hand,
    pair_singles,
    separate_pair,
)
from tournaments.refusal import Refused
from tournaments.rounds.selectors.places import free_places

PAGE = "/t/casino-de-calamocha/inscripciones/sueltos/"


def _register_singles(tournament, count: int, **options) -> list[Entry]:
    start = tournament.players.count()
    return [
        register_entry(
            tournament=tournament,
            author=None,
            players=[Person(f"Solo{start + index}")],
            single=True,
            **options,
        )
        for index in range(count)
    ]


def _refusal_of(act) -> tuple[str, int]:
    with pytest.raises(Refused) as error:
        act()
    assert str(error.value)
    return error.value.code, error.value.status


def _entered_titles(tournament) -> list[str]:
    return [
        entry.full_title_for(EVERYTHING)
        for entry in tournament.entries.filter(state="entered").order_by("number")
    ]


def test_two_singles_are_paired_by_hand(casino, pilar):
    first_single, second_single = _register_singles(casino, 2, paid=True, town="Luco")
    pair = pair_by_hand(first=second_single, second=first_single, author=pilar)
    assert (pair.full_title_for(EVERYTHING), pair.town, pair.paid, pair.state) == (
        "2 · Solo1 · Solo0",
        "Luco",
        True,
        "entered",
    )
    assert casino.entries.count() == 1
    line = AuditLine.objects.get(act="pair_singles")
    assert line.after == {"method": "hand", "couples": [[2, 1]]}


def test_ten_singles_make_five_pairs_by_lot(casino, pilar):
    _register_singles(casino, 10)
    pairs = pair_singles(tournament=casino, author=pilar, seed="San Roque")
    assert (len(pairs), casino.entries.count()) == (5, 5)
    assert all(entry.seats.count() == 2 and entry.live for entry in casino.entries.all())
    assert open_next_round(stage=casino.stage, author=pilar).sides.count() == 5


def test_one_of_nine_singles_stays_without_a_partner(casino, pilar, client_as):
    _register_singles(casino, 9)
    browser = client_as(pilar)
    assert "Son impares" in browser.get(PAGE).content.decode()
    answer = browser.post(f"{PAGE}sortear/", {"seed": "San Roque", "method": "lot"}, follow=True)
    page = answer.content.decode()
    assert "4 parejas hechas." in page and "Para leer en voz alta" in page
    single = casino.entries.get(state="single")
    line = AuditLine.objects.get(act="pair_singles")
    assert (line.after["seed"], line.after["alone"]) == ("San Roque", [single.number])
    assert len(line.after["said"]) == 4 and line.after["said"][0] in page
    # The draw leaves out the single player.
    assert open_next_round(stage=casino.stage, author=pilar).sides.count() == 4


@pytest.mark.parametrize("method", ["kings", "high_cards"])
def test_page_shows_the_deals_of_a_pairing_by_cards(casino, pilar, client_as, method):
    _register_singles(casino, 9)
    pair_singles(tournament=casino, author=pilar, seed="San Roque", method=method)
    assert casino.entries.filter(state="entered").count() == 4
    page = client_as(pilar).get(PAGE).content.decode()
    assert "Alrededor de la mesa, por este orden:" in page and "Reparto 1." in page


def test_single_player_takes_half_a_place(make_tournament, pilar):
    hall = make_tournament(capacity=2)
    _register_singles(hall, 3)
    assert free_places(hall) == 0
    waiting_pair = register_entry(tournament=hall, author=None, players=[Person("A"), Person("B")])
    assert waiting_pair.state == "waiting"
    pair_singles(tournament=hall, author=pilar, seed="x")
    assert len(_entered_titles(hall)) == 1 and free_places(hall) == 0
    (new_single,) = _register_singles(hall, 1)
    pair_by_hand(first=hall.entries.filter(state="single").first(), second=new_single, author=pilar)
    assert len(_entered_titles(hall)) == 2
    _register_singles(hall, 2)
    (late_pair,) = pair_singles(tournament=hall, author=pilar, seed="x")
    assert late_pair.state == "waiting", "there is no free place"


def test_pair_of_singles_is_separated_until_the_draw(casino, pilar):
    first_single, second_single = _register_singles(casino, 2)
    pair = pair_by_hand(first=first_single, second=second_single, author=pilar)
    second_entry = separate_pair(entry=pair, author=pilar)
    assert [
        (entry.number, entry.title_for(EVERYTHING), entry.state)
        for entry in casino.entries.order_by("number")
    ] == [(1, "Solo0", "single"), (2, "Solo1", "single")]
    pair = pair_by_hand(first=pair, second=second_entry, author=pilar)
    register_entry(tournament=casino, author=None, players=[Person("A"), Person("B")])
    open_next_round(stage=casino.stage, author=pilar)
    assert _refusal_of(lambda: separate_pair(entry=pair, author=pilar)) == ("not_separable", 409)


def test_wrong_pairings_of_singles_are_refused(casino, pilar, pairs):
    (single,), (pair,) = _register_singles(casino, 1), pairs(casino, 1)
    assert (
        _refusal_of(lambda: pair_by_hand(first=single, second=single, author=None))[0]
        == "same_twice"
    )
    assert _refusal_of(lambda: pair_by_hand(first=single, second=pair, author=None)) == (
        "not_single",
        409,
    )
    arguments = {"tournament": casino, "author": None}
    assert _refusal_of(lambda: pair_singles(seed="x", **arguments)) == ("nobody_to_pair", 409)
    _register_singles(casino, 1)
    assert _refusal_of(lambda: pair_singles(seed=" ", **arguments)) == ("text_missing", 400)
    assert _refusal_of(lambda: pair_singles(seed="x", method="🃏", **arguments)) == (
        "unknown_choice",
        400,
    )
    assert _refusal_of(lambda: separate_pair(entry=single, author=None)) == ("not_separable", 409)


def test_tournament_of_teams_refuses_singles(make_tournament):
    teams = make_tournament(squad=3)
    refusal = _refusal_of(
        lambda: register_entry(
            tournament=teams, author=None, name="Bar", players=[Person("A")], single=True
        )
    )
    assert refusal == ("no_singles", 400)


def test_single_player_is_corrected_withdrawn_and_reinstated(casino):
    (single,) = _register_singles(casino, 1)
    edit_entry(entry=single, author=None, players=[Person("Solé")], town="Luco")
    withdraw(entry=single, author=None, reason="no espera")
    assert reinstate(entry=single, author=None).state == "single"
    assert casino.entries.get().title_for(EVERYTHING) == "Solé"


def test_desk_registers_pairs_and_separates_singles(casino, chema, client_as):
    desk, page = client_as(chema), PAGE.replace("sueltos/", "")
    for name in ("Ana", "Eva (Luco)"):
        assert desk.post(f"{page}nueva/", {"player_1": name, "single": "on"}).status_code == 302
    assert "Jugadores que buscan pareja" in desk.get(page).content.decode()
    refusal = desk.post(f"{PAGE}juntar/", {"first": "1", "second": "9"})
    assert refusal.status_code == 400 and "Nadie tiene el número 9" in refusal.content.decode()
    assert desk.post(f"{PAGE}juntar/", {"first": "1", "second": "2"}).status_code == 302
    assert _entered_titles(casino) == ["1 · Ana · Eva"]
    assert desk.post(f"{page}1/separar/").url == PAGE
    assert casino.entries.filter(state="single").count() == 2
    empty_seed = desk.post(f"{PAGE}sortear/", {"seed": "", "method": "lot"})
    assert empty_seed.status_code == 400


def test_api_registers_pairs_and_separates_singles(casino, chema, client_as):
    desk, path = client_as(chema), f"/api/v1/tournaments/{casino.slug}/"

    def post(path_end, body):
        return desk.post(f"{path}{path_end}", body, content_type="application/json")

    for name in "ABCDE":
        creation = post("entries/", {"players": [{"name": name}], "single": True})
        assert (creation.status_code, creation.json()["state"]) == (201, "single")
    pairing = post("entries/2/partner/", {"partner": {"name": "Paco"}})
    assert pairing.json()["title"] == "B · Paco"
    assert post("entries/2/partner/", {"partner": {"name": "F"}}).status_code == 409
    assert post("entries/", {"players": [{"name": "B2"}], "single": True}).status_code == 201
    assert post("singles/pair/", {"first": 1, "second": 3}).json()["title"] == "A · C"
    drawn_pairs = post("singles/draw/", {"seed": "x"}).json()
    assert drawn_pairs["count"] == 1 and desk.get(path).json()["looking_for_partner"] == 1
    assert post("entries/1/separate/", {}).json()["number"] == 7


# --- A partner in one step ----------------------------------------------------------------------
def test_single_player_gets_a_typed_partner(casino, client_as, chema):
    [single] = _register_singles(casino, 1, town="Luco", paid=True)
    desk = client_as(chema)
    url = f"/t/casino-de-calamocha/inscripciones/{single.number}/pareja/"
    assert url in desk.get("/t/casino-de-calamocha/inscripciones/").text
    assert desk.post(url, {"partner": "Gil Yus, Paco"}).status_code == 302
    assert _entered_titles(casino) == ["1 · Solo0 · Paco Gil Yus"]
    pair = casino.entries.get()
    assert (pair.paid, pair.state) == (True, "entered")
    assert [seat.player.town for seat in pair.seats.all()] == ["Luco", "Luco"]
    assert AuditLine.objects.get(act="give_partner").after["players"] == [
        "Solo0 (Luco)",
        "Paco Gil Yus (Luco)",
    ]


@pytest.mark.parametrize("text", ["2", "Solo1"])
def test_single_player_gets_another_single_as_partner(casino, client_as, chema, text):
    _register_singles(casino, 2)
    client_as(chema).post("/t/casino-de-calamocha/inscripciones/1/pareja/", {"partner": text})
    assert _entered_titles(casino) == ["1 · Solo0 · Solo1"]
    assert casino.entries.count() == 1


@cases(
    "text, message",
    ("", "Este campo es obligatorio."),
    ("Eva / Sol", "hay un signo que ningún nombre lleva: /"),
    ("Ana", "Ana ya juega con el número 2"),
    ("Solo0", "Hacen falta dos personas distintas."),
    ("1", "Hacen falta dos personas distintas."),
    ("2", "El número 2 no busca pareja."),
    ("77", "Nadie tiene el número 77."),
)
def test_wrong_partner_is_refused_and_stays_in_the_field(casino, client_as, chema, text, message):
    _register_singles(casino, 1)
    register_entry(tournament=casino, author=None, players=[Person("Ana"), Person("Eva")])
    page = client_as(chema).post(
        "/t/casino-de-calamocha/inscripciones/1/pareja/", {"partner": text}
    )
    assert page.status_code in (400, 409) and message in page.text
    assert f'value="{text}"' in page.text
    assert casino.entries.get(number=1).state == "single"


def test_pair_of_a_single_waits_if_no_place_is_free(casino):
    [single] = _register_singles(casino, 1)
    register_entry(tournament=casino, author=None, players=[Person("Ana"), Person("Eva")])
    type(casino).objects.filter(pk=casino.pk).update(capacity=1)
    single = Entry.objects.get(pk=single.pk)
    assert give_partner(entry=single, partner=Person("Sol"), author=None).state == "waiting"
