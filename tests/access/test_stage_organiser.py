"""Tests of the organiser of one stage, who draws, publishes and corrects only in that stage."""

import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.test_roles import ADDRESSES, PLACE, path_of
from tests.api.conftest import Api
from tests.conftest import places_of
from tests.rows import each
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role, invite
from tournaments.models import Membership
from tournaments.permissions import ACTS, ACTS_OF_ANY_STAGE
from tournaments.refusal import Refused
from tournaments.setup.services.stages import add_stage, remove_stage

HOME = "/t/casino-de-calamocha"
API = "tournaments/casino-de-calamocha"


@world
def stages(casino, pairs, pilar):
    """A casino with two stages that take entries, each with four pairs and a published round."""
    second = add_stage(
        tournament=casino,
        author=pilar,
        name="Veteranos",
        format="knockout",
        format_options={},
        game_options=casino.stage.game_options,
        takes_entries=True,
        intake=[],
    )
    entries = pairs(casino, 8)
    casino.entries.filter(pk__in=[entry.pk for entry in entries[4:]]).update(enters=2)
    for stage in (casino.stages.get(number=1), second):
        publish_round(round=open_next_round(stage=stage, author=pilar), author=pilar)
    return casino


def test_a_stage_organiser_draws_only_in_his_stage(stages, fermin, client_as):
    browser = client_as(fermin)
    stages.rounds.all().delete()
    refused_answer = browser.post(f"{HOME}/rondas/sortear/?fase=2")
    assert refused_answer.status_code == 403
    assert "Usted organiza solo la fase 1" in refused_answer.content.decode()
    assert not stages.rounds.exists()
    browser.post(f"{HOME}/rondas/sortear/?fase=1")
    round = stages.rounds.get()
    assert round.stage.number == 1
    browser.post(f"{HOME}/rondas/{round.serial}/publicar/")
    round.refresh_from_db()
    assert round.state == "published"


def test_a_stage_organiser_cannot_change_a_round_of_another_stage(stages, fermin, client_as):
    browser, round = client_as(fermin), stages.rounds.get(stage__number=2)
    for act in ("publicar", "descartar", "resortear", "ocultar"):
        assert browser.post(f"{HOME}/rondas/{round.serial}/{act}/").status_code == 403
        # the stage of the round counts, not the stage in the query
        assert browser.post(f"{HOME}/rondas/{round.serial}/{act}/?fase=1").status_code == 403
    refused_answer = Api(fermin).post(f"{API}/rounds/{round.serial}/redraw/?stage=1", {})
    assert (
        refused_answer.status_code == 403
        and refused_answer.json()["error"]["code"] == "other_stage"
    )


def test_a_stage_organiser_records_a_match_only_in_his_stage(stages, fermin):
    program = Api(fermin)
    own_match, other_match = (
        stages.matches.filter(round__stage__number=number).first() for number in (1, 2)
    )
    body = {"side": "A", "reason": "no vienen"}
    refused_answer = program.post(f"{API}/matches/{other_match.code}/forfeit/", body)
    assert (
        refused_answer.status_code == 403
        and refused_answer.json()["error"]["code"] == "other_stage"
    )
    assert program.post(f"{API}/matches/{own_match.code}/forfeit/", body).status_code != 403


@each(
    "path",
    "ajustes/",
    "equipo/",
    "historial/",
    "inscripciones/",
    "fases/1/",
    "repetir/",
    "ajustes/sala/",
    "pantallas/",
    "ajustes/borrar/",
)
def test_a_stage_organiser_may_not_open_the_settings(stages, fermin, client_as, path):
    answer = client_as(fermin).get(f"{HOME}/{path}")
    assert answer.status_code == 403 and "permiso" in answer.content.decode()


@pytest.mark.slow
@pytest.mark.always
def test_a_stage_organiser_may_write_only_at_addresses_of_his_stage(
    stages, fermin, client_as, pilar, chema
):
    """No stage has the number of his stage: he may do only `ACTS_OF_ANY_STAGE`."""
    places = places_of(stages, pilar, chema)
    Membership.objects.filter(user=fermin).update(stage=99)
    browser, opened_addresses = client_as(fermin), []
    login = browser.cookies.copy()
    for address in ADDRESSES:
        if "slug" not in PLACE.findall(address.route):
            continue
        for method, act in address.acts.items():
            if method == "GET" or "public" in ACTS[act].roles or "account" in ACTS[act].roles:
                continue
            browser.cookies = login.copy()
            kind = {"content_type": "application/json"} if address.is_api else {}
            answer = browser.generic(method, path_of(address, places), data=b"", **kind)
            if answer.status_code != 403 and act not in ACTS_OF_ANY_STAGE:
                opened_addresses.append(f"{address} {method}: {answer.status_code}")
    assert opened_addresses == []


# --- Giving the role ------------------------------------------------------------------------------
@each(
    "role, stage, code",
    ("stage", 0, "stage_unknown"),
    ("stage", 9, "stage_unknown"),
    ("desk", 1, "stage_of_organiser"),
    ("organiser", 1, "stage_of_organiser"),
)
def test_only_the_role_of_stage_organiser_has_a_stage_and_it_must_exist(
    casino, pilar, vecino, role, stage, code
):
    with pytest.raises(Refused) as refusal:
        grant_role(tournament=casino, author=pilar, username="vecino", role=role, stage=stage)
    assert (refusal.value.code, refusal.value.field) == (code, "stage")


def test_the_team_page_gives_the_role_of_stage_organiser(casino, pilar, vecino, client_as):
    browser, url = client_as(pilar), f"{HOME}/equipo/"
    values = {"username": "vecino", "role": "stage", "tables": ""}
    wrong = browser.post(url, values)
    assert wrong.status_code == 400 and "vecino" in wrong.content.decode()
    browser.post(url, values | {"stage": "1"})
    assert casino.team.get(user=vecino).stage == 1
    assert "fase 1" in browser.get(url).content.decode()
    line = casino.audit.filter(act="grant_role").order_by("-pk").first()
    assert line.after == {"role": "stage", "stage": 1}
    assert "Organización de una fase" in browser.get(f"{HOME}/historial/").content.decode()


def test_an_invitation_cannot_give_the_role_of_stage_organiser(casino, pilar):
    with pytest.raises(Refused) as refusal:
        invite(tournament=casino, author=pilar, role="stage", hours=1)
    assert refusal.value.code == "role_unknown"


def test_a_stage_with_its_own_organiser_is_not_removed(casino, pilar, vecino):
    stage = add_stage(
        tournament=casino,
        author=pilar,
        name="Otra",
        format="knockout",
        format_options={},
        game_options=casino.stage.game_options,
        takes_entries=True,
        intake=[],
    )
    grant_role(tournament=casino, author=pilar, username="vecino", role="stage", stage=2)
    with pytest.raises(Refused) as refusal:
        remove_stage(stage=stage, author=pilar)
    assert refusal.value.code == "stage_has_organiser"


def test_the_only_organiser_cannot_become_a_stage_organiser(casino, pilar):
    with pytest.raises(Refused) as refusal:
        grant_role(tournament=casino, author=pilar, username="pilar", role="stage", stage=1)
    assert refusal.value.code == "last_organiser"
