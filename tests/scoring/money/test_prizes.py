"""The purse and the prizes: their winners and their payment, once each."""

from decimal import Decimal

import pytest

from scoring.money.selectors import purse_now
from scoring.money.services import pay_prize
from scoring.people_data.services.erasing import delete_tournament
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.scoring.played_rounds import SWISS, finish, publish
from tests.worlds import world
from tournaments.models import Movement, Prize
from tournaments.money.selectors import closing_of
from tournaments.money.services.charges import set_categories
from tournaments.money.services.moves import reverse_movement
from tournaments.money.services.prices import add_prize, delete_prize, set_prices, set_purse

PRIZES = "/t/casino-de-calamocha/cuentas/premios/"


@world
def hall_with_prizes(make_tournament, pairs, pilar):
    """Eight pairs that have paid 20 €: a purse of 160 € for four places, and a ham for the last."""
    tournament = make_tournament(**SWISS)
    pairs(tournament, 8)
    tournament = set_prices(tournament=tournament, author=pilar, fee=Decimal(20))
    for place, percent in enumerate((45, 27, 18, 10), 1):
        add_prize(tournament=tournament, author=pilar, place=place, percent=Decimal(percent))
    add_prize(tournament=tournament, author=pilar, category="last", thing="Jamón")
    return tournament


@world
def finished_hall(hall_with_prizes, pilar):
    publish(hall_with_prizes, pilar)
    finish(hall_with_prizes, pilar)
    return hall_with_prizes


def award_values(tournament):
    return [
        (award.prize.category, award.place, award.amount) for award in purse_now(tournament).awards
    ]


def test_the_purse_adds_up_the_fees_paid(hall_with_prizes, pilar):
    purse = purse_now(hall_with_prizes)
    assert (purse.fees, purse.fund, purse.remainder, purse.awards) == (160, 160, 0, [])
    assert [row.amount for row in purse.rows] == [
        *(Decimal(amount) for amount in ("72.00", "43.20", "28.80", "16.00")),
        None,
    ]
    set_purse(
        tournament=hall_with_prizes,
        author=pilar,
        purse_percent=Decimal(50),
        purse_minimum=Decimal(200),
        purse_step=Decimal(5),
    )
    hall_with_prizes.refresh_from_db()
    purse = purse_now(hall_with_prizes)
    assert (purse.fund, purse.shortfall) == (200, 40)
    assert sum(row.amount or 0 for row in purse.rows) == 200


def test_a_finished_tournament_awards_its_first_places_and_its_last(finished_hall):
    purse = purse_now(finished_hall)
    assert purse.over and sum(award.amount for award in purse.awards) == 160
    winners = [award.entry.number for award in purse.awards]
    assert len(set(winners)) == len(winners)
    ham = purse.awards[-1]
    assert (ham.prize.category, ham.things) == ("last", ("Jamón",))


def test_a_category_prize_goes_to_its_best_entry_without_another_prize(finished_hall, pilar):
    winner = purse_now(finished_hall).awards[0].entry
    without_prize = [
        entry
        for entry in finished_hall.entries.all()
        if entry.pk not in {award.entry.pk for award in purse_now(finished_hall).awards}
    ]
    for entry in (winner, without_prize[0]):
        set_categories(entry=entry, author=pilar, categories=["women"])
    add_prize(tournament=finished_hall, author=pilar, category="women", amount=Decimal(30))
    women = [award for award in purse_now(finished_hall).awards if award.prize.category == "women"]
    assert [(award.entry, award.amount) for award in women] == [(without_prize[0], Decimal(30))]


def test_a_prize_of_the_town_goes_to_an_entry_from_it(finished_hall, pilar):
    town = finished_hall.entries.first().town
    add_prize(
        tournament=finished_hall, author=pilar, category="town", town=town.upper(), thing="Cesta"
    )
    baskets = [award for award in purse_now(finished_hall).awards if award.things == ("Cesta",)]
    assert all(award.entry.town == town for award in baskets)


def test_a_prize_is_paid_once_and_a_mistake_reversed(finished_hall, pilar):
    award = purse_now(finished_hall).awards[0]
    payment = pay_prize(
        tournament=finished_hall, author=pilar, prize=award.prize, entry=award.entry
    )
    assert (payment.amount, payment.number, payment.kind) == (-award.amount, 1, Movement.Kind.PRIZE)
    with is_refused("prize_paid"):
        pay_prize(tournament=finished_hall, author=pilar, prize=award.prize, entry=award.entry)
    with is_refused("prize_paid"):
        delete_prize(prize=award.prize, author=pilar)
    assert closing_of(finished_hall).balance == 160 - award.amount
    reverse_movement(movement=payment, author=pilar, reason="no estaba")
    assert purse_now(finished_hall).awards[0].payment is None
    runner_up = purse_now(finished_hall).awards[1].entry
    with is_refused("not_the_winner"):
        pay_prize(tournament=finished_hall, author=pilar, prize=award.prize, entry=runner_up)


def test_no_prize_is_paid_before_the_end(hall_with_prizes, pilar):
    publish(hall_with_prizes, pilar)
    prize, entry = hall_with_prizes.prizes.first(), hall_with_prizes.entries.first()
    with is_refused("event_not_over"):
        pay_prize(tournament=hall_with_prizes, author=pilar, prize=prize, entry=entry)


@pytest.mark.parametrize(
    "values, code",
    [
        ({"place": 5}, "prize_empty"),
        ({"place": 5, "percent": Decimal(1)}, "over_hundred"),
        ({"place": 5, "percent": Decimal(1), "amount": Decimal(1)}, "prize_twice"),
        ({"place": 1, "thing": "Copa"}, "prize_exists"),
        ({"place": 0, "thing": "Copa"}, "place_wrong"),
        ({"category": "town", "thing": "Copa"}, "text_missing"),
        ({"category": "cats", "thing": "Copa"}, "unknown_choice"),
        ({"place": 5, "percent": Decimal("0.001")}, "percent_wrong"),
    ],
)
def test_a_bad_prize_is_refused(hall_with_prizes, pilar, values, code):
    with is_refused(code):
        add_prize(tournament=hall_with_prizes, author=pilar, **values)


def test_the_page_of_prizes_shows_and_pays_them(finished_hall, client_as, pilar, chema):
    organiser = client_as(pilar)
    page = organiser.get(PRIZES).text
    assert (
        "160,00" in page
        and "Jamón" in page
        and page.count("Entregar") == len(award_values(finished_hall))
    )
    award = purse_now(finished_hall).awards[0]
    form = {"prize": award.prize.pk, "entry": award.entry.number, "method": "cash"}
    page = organiser.post(f"{PRIZES}entregar/", form, follow=True).text
    assert "Premio entregado." in page and "Entregado el" in page
    refused_answer = organiser.post(
        f"{PRIZES}nuevo/", {"category": "place", "place": "1", "percent": "x"}
    )
    assert refused_answer.status_code == 400 and 'value="x"' in refused_answer.text
    form = {"purse_percent": "90", "purse_step": "5"}
    assert "144,00" in organiser.post(f"{PRIZES}bolsa/", form, follow=True).text
    prize = Prize.objects.get(thing="Jamón")
    organiser.post(f"{PRIZES}{prize.pk}/quitar/")
    assert not Prize.objects.filter(pk=prize.pk).exists()
    assert client_as(chema).get(PRIZES).status_code == 403


def test_the_api_shows_and_pays_prizes(finished_hall, pilar):
    api, money = Api(pilar), "tournaments/casino-de-calamocha/money/"
    purse = api.get(f"{money}purse/").json()
    assert (purse["fund"], purse["over"]) == ("160.00", True)
    award = purse["awards"][0]
    payment = api.post(f"{money}prizes/{award['prize']}/pay/", {"number": award["number"]})
    assert payment.status_code == 201 and payment.json()["amount"] == f"-{award['amount']}"
    assert api.patch(f"{money}purse/", {"purse_percent": "50.00"}).json()["fund"] == "80.00"
    response = api.post(f"{money}prizes/", {"category": "veteran", "thing": "Boina"})
    assert response.status_code == 201
    prize = next(row for row in response.json()["prizes"] if row["category"] == "veteran")
    assert api.send("DELETE", f"{money}prizes/{prize['id']}/").status_code == 204


def test_the_receipt_of_an_anonymised_entry_keeps_its_amount_and_loses_the_name(
    finished_hall, pilar
):
    entry = finished_hall.entries.get(number=1)
    names = [seat.player.full_name for seat in entry.seats.all()]
    receipt = finished_hall.movements.filter(entry=entry).get()
    type(receipt).objects.filter(pk=receipt.pk).update(concept=f"Lo trae {names[0]}")
    anonymise_entries(tournament=finished_hall, author=pilar, numbers=[1])
    receipt.refresh_from_db()
    assert names[0] not in receipt.concept and receipt.amount == 20
    assert closing_of(finished_hall).balance == 160


def test_the_payments_of_an_anonymised_entry_stay_in_the_book(hall_with_prizes, pilar):
    anonymise_entries(tournament=hall_with_prizes, author=pilar, numbers=[1])
    assert closing_of(hall_with_prizes).balance == 160


def test_deleting_a_tournament_deletes_its_movements(finished_hall, pilar):
    pay_prize(
        tournament=finished_hall,
        author=pilar,
        prize=purse_now(finished_hall).awards[0].prize,
        entry=purse_now(finished_hall).awards[0].entry,
    )
    delete_tournament(tournament=finished_hall, author=pilar, name=finished_hall.name)
    assert not Movement.objects.exists()


def test_the_sheets_of_money_have_the_same_amounts(finished_hall):
    def contexts(key):
        return [chunk.context for chunk in SHEETS[key].pieces(finished_hall, PrintAsk(key))]

    cards = [card for context in contexts("payment_receipts") for card in context["cards"]]
    assert sum(card["movement"].amount for card in cards) == 160
    assert contexts("closing_account")[0]["closing"].balance == 160
    assert contexts("prizes")[0]["rows"][0]["prize"] == "72,00\xa0€"
