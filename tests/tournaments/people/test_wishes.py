"""Tests of the wishes for a draw: set by the organiser, respected, and reported if broken."""

from scoring.rounds.selectors.rounds import recompute_draw
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.refusals import refusal_of
from tests.rows import cases
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import AuditLine, ForbiddenCouple, Round
from tournaments.names.people import Person
from tournaments.people.selectors.wishes import tags_of, wishes_of
from tournaments.people.services.marks import set_seeding
from tournaments.people.services.registering import register_entry
from tournaments.people.services.wishes import allow_couple, forbid_couple, set_wishes
from tournaments.rounds.selectors.snapshots import wishes_at_draw
from tournaments.rounds.services.drawn_matches import update_report


@world
def swiss(make_tournament):
    """Pairs 1 and 2 from Luco, and pair 3 from Daroca; pairs 1 and 3 have a player called Gil."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    for town, names in [
        ("Luco", ("Paco Gil", "Luis Sanz")),
        ("luco", ("Ana Yus", "Eva Roche")),
        ("Daroca", ("Pilar Gil", "Chema Marco")),
    ]:
        people = [Person(*name.split()) for name in names]
        register_entry(tournament=tournament, author=None, players=people, town=town)
    return tournament


def _set_wishes(tournament, apart=(), together=()):
    return set_wishes(
        stage=tournament.stage, author=None, apart=dict(apart), together=dict(together)
    )


def _forbid_couple(tournament, first_number, second_number):
    first_entry, second_entry = (
        tournament.entries.get(number=number) for number in (first_number, second_number)
    )
    return forbid_couple(tournament=tournament, author=None, first=first_entry, second=second_entry)


def test_wishes_have_weights_and_rounds_in_the_draw(swiss):
    stage = _set_wishes(swiss, {"town": (5, 2), "family": (3, 0)}, {"session": (2, 1)})
    assert stage.wishes == {
        "apart": {"town": [5, 2], "family": [3, 0]},
        "together": {"session": [2, 1]},
    }
    assert wishes_of(stage, 1).apart == {"town": 5, "family": 3}
    assert wishes_of(stage, 3).apart == {"family": 3} and not wishes_of(stage, 3).together
    tags = tags_of(stage)
    first_tags, second_tags, _third_tags = (
        tags[entry.pk] for entry in swiss.entries.order_by("number")
    )
    assert "town:luco" in first_tags and second_tags.count("town:luco") == 1
    _set_wishes(swiss, {"town": (0, 2)})
    assert swiss.stage.wishes == {}
    assert AuditLine.objects.filter(act="set_wishes").count() == 2


@cases(
    "apart, together, field",
    ({"town": (10, 0)}, {}, "town"),
    ({"town": (-1, 0)}, {}, "town"),
    ({"town": (1, 100)}, {}, "town"),
    ({"town": (True, 0)}, {}, "town"),
    ({"session": (1, 0)}, {}, "session"),
    ({}, {"town": (1, 0)}, "town"),
)
def test_wrong_wishes_are_refused(swiss, apart, together, field):
    assert refusal_of(lambda: _set_wishes(swiss, apart, together))[1:] == (field, 400)


def test_a_couple_is_forbidden_once_and_allowed_again(swiss):
    couple = _forbid_couple(swiss, 3, 1)
    assert (couple.first.number, couple.second.number) == (1, 3)
    assert wishes_of(swiss.stage, 9).forbidden == {(1, 3)}
    assert refusal_of(lambda: _forbid_couple(swiss, 1, 3)) == ("already_forbidden", "second", 409)
    assert refusal_of(lambda: _forbid_couple(swiss, 1, 1)) == ("same_twice", "second", 400)
    for _time in range(2):
        allow_couple(couple=couple, author=None)
        assert AuditLine.objects.filter(act="allow_couple").count() == 1
    assert not ForbiddenCouple.objects.exists()


def test_round_page_names_the_broken_wishes_of_a_match(swiss, pilar, client_as):
    _set_wishes(swiss, {"town": (5, 0), "family": (3, 0)}, {"session": (2, 0)})
    set_seeding(tournament=swiss, author=None, seeds={}, sessions={1: "mañana", 2: "noche"})
    _forbid_couple(swiss, 1, 2)
    entries = list(swiss.entries.order_by("number"))
    round = seat_round(swiss, [(entries[0], entries[1]), (entries[2],)])
    round.report = {"points": {}}
    update_report(round)
    assert round.report["broken_by"] == (("forbidden", (1, 2)),)
    page = client_as(None).get(f"/t/{swiss.slug}/ronda/1/").content.decode()
    assert "1 y 2: cruce prohibido, de Luco, turnos distintos (mañana y noche)" in page
    assert "que no se crucen familias (peso 3)" in page


def test_report_of_a_round_seated_by_hand_includes_broken_wishes(swiss, pilar):
    """`update_report` also checks the wishes of a round seated by hand."""
    _set_wishes(swiss, {"family": (3, 1)})
    entries = list(swiss.entries.order_by("number"))
    round = seat_round(swiss, [(entries[0], entries[2]), (entries[1],)], published=False)
    round.report = {"points": {}}
    update_report(round)
    assert round.report["broken"] == ("wish",)
    assert round.report["broken_by"] == (("wish", (1, 3)),)


def test_round_page_is_shown_without_wishes(swiss, pilar, client_as):
    publish_round(round=open_next_round(stage=swiss.stage, author=pilar), author=pilar)
    assert client_as(None).get(f"/t/{swiss.slug}/ronda/1/").status_code == 200


def test_organiser_sets_wishes_and_forbidden_couples_on_the_page(swiss, pilar, client_as):
    browser, page = client_as(pilar), f"/t/{swiss.slug}/ajustes/cruces/"
    html = browser.get(page).content.decode()
    assert 'name="town"' in html and 'name="group"' not in html
    no_wishes = {"town": "0", "family": "0", "session": "0"}
    assert browser.post(page, {**no_wishes, "town": "11"}).status_code == 400
    assert browser.post(page, {**no_wishes, "town_rounds": "x"}).status_code == 400
    assert browser.post(page, {**no_wishes, "town": "4", "town_rounds": "2"}).status_code == 302
    assert swiss.stage.wishes == {"apart": {"town": [4, 2]}}
    refusal = browser.post(f"{page}prohibir/", {"first": "1", "second": "77"})
    assert refusal.status_code == 400 and "Nadie tiene el número 77" in refusal.content.decode()
    answer = browser.post(f"{page}prohibir/", {"first": "1", "second": "2", "reason": "hermanos"})
    assert answer.status_code == 302
    assert "hermanos" in browser.get(page).content.decode()
    couple = ForbiddenCouple.objects.get()
    assert browser.post(f"{page}{couple.pk}/permitir/").status_code == 302
    assert not ForbiddenCouple.objects.exists()


def test_organiser_sets_wishes_and_forbidden_couples_by_api(swiss, pilar, client_as):
    browser, path = client_as(pilar), f"/api/v1/tournaments/{swiss.slug}/"
    body = {
        "wishes": [{"kind": "town", "weight": 4}, {"kind": "session", "weight": 2, "rounds": 1}]
    }
    stored_wishes = browser.put(f"{path}wishes/", body, content_type="application/json").json()
    assert stored_wishes == client_as(None).get(f"{path}wishes/").json()
    assert [wish["kind"] for wish in stored_wishes["wishes"]] == ["town", "session"]
    creation = browser.post(
        f"{path}forbidden/", {"first": 2, "second": 1}, content_type="application/json"
    )
    assert (creation.status_code, creation.json()["first"]) == (201, 1)
    assert browser.get(f"{path}forbidden/").json()["count"] == 1
    assert client_as(None).get(f"{path}forbidden/").status_code == 401
    assert browser.delete(f"{path}forbidden/{creation.json()['id']}/").status_code == 204


def test_recomputed_draw_ignores_later_changes_of_towns_and_wishes(swiss, pilar):
    _set_wishes(swiss, {"town": (9, 0)})
    round = open_next_round(stage=swiss.stage, author=pilar)
    draw = recompute_draw(round)
    assert round.report["looked_at"]["entrants"]["1"] == [0, ["town:luco"], 0]
    _set_wishes(swiss, {"family": (9, 0)})
    swiss.entries.update(town="Otro pueblo", seed=3)
    assert recompute_draw(Round.objects.get(pk=round.pk)) == draw
    assert wishes_at_draw(round.report["looked_at"]).apart == {"town": 9}
