"""Those who come alone: entered, put together by hand or by lot, and taken apart again."""

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


def _alone(tournament, many: int, **more) -> list[Entry]:
    start = tournament.players.count()
    return [
        register_entry(
            tournament=tournament,
            author=None,
            players=[Person(f"Solo{start + n}")],
            single=True,
            **more,
        )
        for n in range(many)
    ]


def _code(act) -> tuple[str, int]:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value)
    return caught.value.code, caught.value.status


def _entered(tournament) -> list[str]:
    return [
        one.full_title_for(EVERYTHING)
        for one in tournament.entries.filter(state="entered").order_by("number")
    ]


def test_two_are_put_together_by_hand(casino, pilar):
    first, second = _alone(casino, 2, paid=True, town="Luco")
    pair = pair_by_hand(first=second, second=first, author=pilar)
    assert (pair.full_title_for(EVERYTHING), pair.town, pair.paid, pair.state) == (
        "2 · Solo1 · Solo0",
        "Luco",
        True,
        "entered",
    )
    assert casino.entries.count() == 1
    line = AuditLine.objects.get(act="pair_singles")
    assert line.after == {"method": "hand", "couples": [[2, 1]]}


def test_ten_make_five_pairs(casino, pilar):
    _alone(casino, 10)
    pairs = pair_singles(tournament=casino, author=pilar, seed="San Roque")
    assert (len(pairs), casino.entries.count()) == (5, 5)
    assert all(entry.seats.count() == 2 and entry.live for entry in casino.entries.all())
    assert open_next_round(stage=casino.stage, author=pilar).sides.count() == 5


def test_of_nine_one_is_shown_before_the_draw_and_stays(casino, pilar, client_as):
    _alone(casino, 9)
    browser = client_as(pilar)
    assert "Son impares" in browser.get(PAGE).content.decode()
    answer = browser.post(f"{PAGE}sortear/", {"seed": "San Roque", "method": "lot"}, follow=True)
    shown = answer.content.decode()
    assert "4 parejas hechas." in shown and "Para leer en voz alta" in shown
    alone = casino.entries.get(state="single")
    line = AuditLine.objects.get(act="pair_singles")
    assert (line.after["seed"], line.after["alone"]) == ("San Roque", [alone.number])
    assert len(line.after["said"]) == 4 and line.after["said"][0] in shown
    # Nobody without a partner is drawn.
    assert open_next_round(stage=casino.stage, author=pilar).sides.count() == 4


@pytest.mark.parametrize("method", ["kings", "high_cards"])
def test_with_the_pack_every_card_is_told(casino, pilar, client_as, method):
    _alone(casino, 9)
    pair_singles(tournament=casino, author=pilar, seed="San Roque", method=method)
    assert casino.entries.filter(state="entered").count() == 4
    shown = client_as(pilar).get(PAGE).content.decode()
    assert "Alrededor de la mesa, por este orden:" in shown and "Reparto 1." in shown


def test_a_single_has_half_a_place(make_tournament, pilar):
    hall = make_tournament(capacity=2)
    _alone(hall, 3)
    assert free_places(hall) == 0
    waits = register_entry(tournament=hall, author=None, players=[Person("A"), Person("B")])
    assert waits.state == "waiting"
    pair_singles(tournament=hall, author=pilar, seed="x")
    assert len(_entered(hall)) == 1 and free_places(hall) == 0
    (last,) = _alone(hall, 1)
    pair_by_hand(first=hall.entries.filter(state="single").first(), second=last, author=pilar)
    assert len(_entered(hall)) == 2
    _alone(hall, 2)
    (late,) = pair_singles(tournament=hall, author=pilar, seed="x")
    assert late.state == "waiting", "no place was left"


def test_a_pair_is_taken_apart_while_it_is_not_drawn(casino, pilar):
    first, second = _alone(casino, 2)
    pair = pair_by_hand(first=first, second=second, author=pilar)
    other = separate_pair(entry=pair, author=pilar)
    assert [
        (one.number, one.title_for(EVERYTHING), one.state)
        for one in casino.entries.order_by("number")
    ] == [(1, "Solo0", "single"), (2, "Solo1", "single")]
    pair = pair_by_hand(first=pair, second=other, author=pilar)
    register_entry(tournament=casino, author=None, players=[Person("A"), Person("B")])
    open_next_round(stage=casino.stage, author=pilar)
    assert _code(lambda: separate_pair(entry=pair, author=pilar)) == ("not_separable", 409)


def test_what_is_refused(casino, pilar, pairs):
    (alone,), (pair,) = _alone(casino, 1), pairs(casino, 1)
    assert _code(lambda: pair_by_hand(first=alone, second=alone, author=None))[0] == "same_twice"
    assert _code(lambda: pair_by_hand(first=alone, second=pair, author=None)) == ("not_single", 409)
    draw = {"tournament": casino, "author": None}
    assert _code(lambda: pair_singles(seed="x", **draw)) == ("nobody_to_pair", 409)
    _alone(casino, 1)
    assert _code(lambda: pair_singles(seed=" ", **draw)) == ("text_missing", 400)
    assert _code(lambda: pair_singles(seed="x", method="🃏", **draw)) == ("unknown_choice", 400)
    assert _code(lambda: separate_pair(entry=alone, author=None)) == ("not_separable", 409)


def test_only_where_pairs_play(make_tournament):
    teams = make_tournament(squad=3)
    refused = _code(
        lambda: register_entry(
            tournament=teams, author=None, name="Bar", players=[Person("A")], single=True
        )
    )
    assert refused == ("no_singles", 400)


def test_somebody_alone_is_corrected_leaves_and_comes_back(casino):
    (alone,) = _alone(casino, 1)
    edit_entry(entry=alone, author=None, players=[Person("Solé")], town="Luco")
    withdraw(entry=alone, author=None, reason="no espera")
    assert reinstate(entry=alone, author=None).state == "single"
    assert casino.entries.get().title_for(EVERYTHING) == "Solé"


def test_the_desk(casino, chema, client_as):
    desk, page = client_as(chema), PAGE.replace("sueltos/", "")
    for name in ("Ana", "Eva (Luco)"):
        assert desk.post(f"{page}nueva/", {"player_1": name, "single": "on"}).status_code == 302
    assert "Jugadores que buscan pareja" in desk.get(page).content.decode()
    wrong = desk.post(f"{PAGE}juntar/", {"first": "1", "second": "9"})
    assert wrong.status_code == 400 and "Nadie tiene el número 9" in wrong.content.decode()
    assert desk.post(f"{PAGE}juntar/", {"first": "1", "second": "2"}).status_code == 302
    assert _entered(casino) == ["1 · Ana · Eva"]
    assert desk.post(f"{page}1/separar/").url == PAGE
    assert casino.entries.filter(state="single").count() == 2
    again = desk.post(f"{PAGE}sortear/", {"seed": "", "method": "lot"})
    assert again.status_code == 400


def test_the_api(casino, chema, client_as):
    desk, path = client_as(chema), f"/api/v1/tournaments/{casino.slug}/"

    def post(where, body):
        return desk.post(f"{path}{where}", body, content_type="application/json")

    for name in "ABCDE":
        made = post("entries/", {"players": [{"name": name}], "single": True})
        assert (made.status_code, made.json()["state"]) == (201, "single")
    paired = post("entries/2/partner/", {"partner": {"name": "Paco"}})
    assert paired.json()["title"] == "B · Paco"
    assert post("entries/2/partner/", {"partner": {"name": "F"}}).status_code == 409
    assert post("entries/", {"players": [{"name": "B2"}], "single": True}).status_code == 201
    assert post("singles/pair/", {"first": 1, "second": 3}).json()["title"] == "A · C"
    drawn = post("singles/draw/", {"seed": "x"}).json()
    assert drawn["count"] == 1 and desk.get(path).json()["looking_for_partner"] == 1
    assert post("entries/1/separate/", {}).json()["number"] == 7


# --- A partner in one step ----------------------------------------------------------------------
def test_who_looks_for_a_partner_receives_one_in_one_step(casino, client_as, chema):
    [alone] = _alone(casino, 1, town="Luco", paid=True)
    desk = client_as(chema)
    url = f"/t/casino-de-calamocha/inscripciones/{alone.number}/pareja/"
    assert url in desk.get("/t/casino-de-calamocha/inscripciones/").text
    assert desk.post(url, {"partner": "Gil Yus, Paco"}).status_code == 302
    assert _entered(casino) == ["1 · Solo0 · Paco Gil Yus"]
    pair = casino.entries.get()
    assert (pair.paid, pair.state) == (True, "entered")
    assert [seat.player.town for seat in pair.seats.all()] == ["Luco", "Luco"]
    assert AuditLine.objects.get(act="give_partner").after["players"] == [
        "Solo0 (Luco)",
        "Paco Gil Yus (Luco)",
    ]


@pytest.mark.parametrize("said", ["2", "Solo1"])
def test_the_partner_may_be_somebody_else_who_looks_for_one(casino, client_as, chema, said):
    _alone(casino, 2)
    client_as(chema).post("/t/casino-de-calamocha/inscripciones/1/pareja/", {"partner": said})
    assert _entered(casino) == ["1 · Solo0 · Solo1"]
    assert casino.entries.count() == 1


@cases(
    "said, told",
    ("", "Este campo es obligatorio."),
    ("Eva / Sol", "hay un signo que ningún nombre lleva: /"),
    ("Ana", "Ana ya juega con el número 2"),
    ("Solo0", "Hacen falta dos personas distintas."),
    ("1", "Hacen falta dos personas distintas."),
    ("2", "El número 2 no busca pareja."),
    ("77", "Nadie tiene el número 77."),
)
def test_a_partner_that_cannot_be_is_refused_and_kept_in_the_box(
    casino, client_as, chema, said, told
):
    _alone(casino, 1)
    register_entry(tournament=casino, author=None, players=[Person("Ana"), Person("Eva")])
    page = client_as(chema).post(
        "/t/casino-de-calamocha/inscripciones/1/pareja/", {"partner": said}
    )
    assert page.status_code in (400, 409) and told in page.text
    assert f'value="{said}"' in page.text
    assert casino.entries.get(number=1).state == "single"


def test_a_pair_made_with_no_place_left_waits(casino):
    [alone] = _alone(casino, 1)
    register_entry(tournament=casino, author=None, players=[Person("Ana"), Person("Eva")])
    type(casino).objects.filter(pk=casino.pk).update(capacity=1)
    alone = Entry.objects.get(pk=alone.pk)
    assert give_partner(entry=alone, partner=Person("Sol"), author=None).state == "waiting"
