"""Tests of deleting a mistaken entry, and of the counts after withdrawals."""

from scoring.models import Ruling
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.prints.statistics import statistics_of
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_entrants, stage_standings
from tests.api.conftest import Api
from tests.dump import rows_with_words
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.played_rounds import finish
from tests.scoring.prints.printed import context_of
from tournaments.models import AuditLine, Player
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import delete_entry, register_entry
from tournaments.people.services.substitutions import substitute_player

HOME = "/t/casino-de-calamocha/inscripciones/"
ENTRIES = "tournaments/casino-de-calamocha/entries/"


def test_mistaken_entry_is_deleted_with_its_people(casino, pairs, pilar):
    *_other_entries, entry = pairs(casino, 3)
    other_players = set(casino.players.exclude(seats__entry=entry).values_list("pk", flat=True))
    leaving_player = entry.seats.first().player
    substitute_player(
        entry=entry, author=pilar, leaves=leaving_player, comes=Person("Zoe", "Ros"), reason="error"
    )
    delete_entry(entry=entry, author=pilar)
    assert list(casino.entries.values_list("number", flat=True)) == [1, 2]
    assert (
        set(Player.objects.filter(tournament=casino).values_list("pk", flat=True)) == other_players
    )
    line = AuditLine.objects.get(act="delete_entry")
    assert line.author_name == "pilar" and line.before["number"] == 3
    assert "Zoe Ros" in " ".join(line.before["players"])
    new_entry = register_entry(
        tournament=casino, author=pilar, players=[Person("Ana", "Gil"), Person("Zoe", "Ros")]
    )
    assert new_entry.number == 3


@cases("published", False, True)
def test_drawn_entry_cannot_be_deleted(casino, pairs, pilar, client_as, published):
    entry = pairs(casino, 4)[0]
    round = open_next_round(stage=casino.stage, author=pilar)
    if published:
        publish_round(round=round, author=pilar)
    with is_refused("entry_drawn", status=409):
        delete_entry(entry=entry, author=pilar)
    browser = client_as(pilar)
    question = browser.get(f"{HOME}1/quitar/")
    assert (
        "puede retirarlo" in question.text
    ) == published and "button--danger" not in question.text
    assert browser.post(f"{HOME}1/quitar/").status_code == 409
    answer = Api(pilar).send("DELETE", f"{ENTRIES}1/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "entry_drawn")
    assert casino.entries.count() == 4


def test_entry_with_a_ruling_cannot_be_deleted(casino, pairs, pilar):
    entry = pairs(casino, 2)[0]
    Ruling.objects.create(stage=casino.stage, entry=entry, follows="warning", reason="grita")
    with is_refused("entry_sanctioned", status=409):
        delete_entry(entry=entry, author=pilar)


def test_desk_deletes_an_entry_after_a_question(casino, pairs, chema, client_as):
    pairs(casino, 3)
    desk = client_as(chema)
    assert f"{HOME}3/quitar/" in desk.get(f"{HOME}3/").text
    question = desk.get(f"{HOME}3/quitar/")
    assert question.status_code == 200 and casino.entries.count() == 3
    answer = desk.post(f"{HOME}3/quitar/", follow=True)
    assert "Número 3: inscripción borrada." in answer.text
    assert desk.get(f"{HOME}3/quitar/").status_code == 404


def test_anonymising_forgets_the_names_of_a_deleted_entry(casino, pairs, pilar):
    pairs(casino, 2)
    people = [Person("Zacarías", "Ibarluzea"), Person("Mª Rosenda", "O’Neill")]
    delete_entry(
        entry=register_entry(tournament=casino, author=pilar, players=people), author=pilar
    )
    assert rows_with_words("ibarluzea", "rosenda")
    anonymise_entries(tournament=casino, author=pilar)
    assert not rows_with_words("ibarluzea", "rosenda")


def test_api_deletes_an_entry(casino, pairs, pilar):
    pairs(casino, 3)
    assert Api(pilar).send("DELETE", f"{ENTRIES}3/").status_code == 204
    assert Api(pilar).get(f"{ENTRIES}3/").status_code == 404


@cases("kind", "withdrawn", "absent", "disqualified")
def test_entry_that_leaves_before_the_first_draw_is_not_counted(
    casino, pairs, pilar, client_as, kind
):
    entries = pairs(casino, 5)
    withdraw_entry(entry=entries[4], author=pilar, reason="no vienen", kind=kind)
    assert "<caption>4 parejas" in " ".join(client_as(pilar).get(HOME).text.split())
    finish(casino, pilar)
    statistics = statistics_of(casino, EVERYTHING)
    assert (statistics.entries, statistics.departures, statistics.people) == (4, 0, 8)
    assert {line.entrant for line in stage_standings(casino.stage, EVERYTHING)} == {1, 2, 3, 4}
    assert {entrant.number for entrant in stage_entrants(casino.stage)} == {1, 2, 3, 4}
    final = context_of(casino, "final_acta")
    assert final["numbers"].entries == len(final["rows"]) == 4
    account = context_of(casino, "account")
    assert (account["entered"], account["gone"]) == (4, 0)


def test_entry_that_leaves_after_the_first_draw_is_counted(casino, pairs, pilar):
    entries = pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    withdraw_entry(entry=entries[3], author=pilar, reason="se marchan")
    finish(casino, pilar)
    assert statistics_of(casino, EVERYTHING).entries == 4
    assert len(context_of(casino, "final_acta")["rows"]) == 4
