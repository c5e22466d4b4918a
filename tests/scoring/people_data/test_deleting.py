"""Deleting a tournament (confirmed by its name) or an account (by its password), and the data
files to download first."""

import csv
import json
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.test import Client

from scoring.models import Acta, Photo
from scoring.people_data.services.accounts import delete_account
from scoring.people_data.services.erasing import delete_tournament
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.services import open_stage
from tests.conftest import PASSWORD
from tests.dump import rows_with_words
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.played_rounds import finish, plan_stage, play
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.accounts.services.tokens import make_token
from tournaments.models import AuditLine, Entry, Erasure, Job, Player, Role, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused
from tournaments.rounds.services.drafts import swap_entries
from tournaments.setup.services.tournament import edit_tournament

pytestmark = pytest.mark.each_database

CASINO = "/t/casino-de-calamocha/"
API = "/api/v1/tournaments/casino-de-calamocha/"


@world
def casino_in_play(casino, pairs, pilar):
    """The casino with a match of its first round played and the others at their tables."""
    pairs(casino, 6)
    round = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    match = round.matches.filter(state="playing").first()
    play(match, pilar)
    photo = Photo(match=match, width=1, height=1)
    photo.file.save("x.jpg", ContentFile(b"x"))
    job = Job(tournament=casino, kind="print")
    job.file.save("x.pdf", ContentFile(b"x"))
    return casino


def _count_rows(tournament):
    """Count the tournament and all rows of entries, players, actas, audit, photos and jobs."""
    return Tournament.objects.filter(pk=tournament.pk).count() + sum(
        model.objects.count() for model in (Entry, Player, Acta, AuditLine, Photo, Job)
    )


# --- A tournament ---------------------------------------------------------------------------
def test_a_deleted_tournament_leaves_only_a_record_for_the_superuser(
    casino_in_play, pilar, django_capture_on_commit_callbacks
):
    key = casino_in_play.pk
    with django_capture_on_commit_callbacks(execute=True):
        delete_tournament(
            tournament=casino_in_play,
            author=pilar,
            name=" casino de  CALAMOCHA",
            while_playing=True,
        )
    assert _count_rows(casino_in_play) == 0
    assert rows_with_words("calamocha", "Paco", "Gil", "x.jpg", "x.pdf") == []
    erasure = Erasure.objects.get()
    assert (erasure.kind, erasure.key, erasure.author) == ("tournament", key, pilar)
    assert erasure.counts == {
        "entries": 6,
        "people": 12,
        "matches": 4,
        "actas": 1,
        "photos": 1,
        "prints": 1,
        "team": 3,
        "acts": erasure.counts["acts"],
    }


@cases(
    "values, code",
    ({"name": "Casino"}, "name_differs"),
    ({"name": "", "while_playing": True}, "name_differs"),
    ({"name": "Casino de Calamocha"}, "being_played"),
)
def test_a_tournament_is_not_deleted_by_mistake(casino_in_play, pilar, values, code):
    with pytest.raises(Refused) as refusal:
        delete_tournament(tournament=casino_in_play, author=pilar, **values)
    assert refusal.value.code == code and Tournament.objects.filter(pk=casino_in_play.pk).exists()


def test_the_name_is_enough_before_the_draw_and_after_the_end(
    casino_in_play, make_tournament, pilar
):
    finish(casino_in_play, pilar)
    undrawn_tournament = make_tournament(name="Otro")
    for tournament in (casino_in_play, undrawn_tournament):
        delete_tournament(tournament=tournament, author=pilar, name=tournament.name)
    assert not Tournament.objects.exists()


def test_the_page_counts_the_data_to_delete_and_asks_twice_during_play(
    casino_in_play, client_as, pilar
):
    browser, url = client_as(pilar), f"{CASINO}ajustes/borrar/"
    text = browser.get(url).content.decode()
    for count in (
        "6 parejas",
        "12 personas",
        "4 encuentros",
        "1 acta",
        "1 foto",
        "se está jugando",
    ):
        assert count in text, count
    name = "Casino de Calamocha"
    assert browser.post(url, {"name": name}).status_code == 409
    answer = browser.post(url, {"name": name, "while_playing": "on"}, follow=True)
    assert "El torneo se ha borrado" in answer.content.decode()
    assert browser.get(CASINO).status_code == 404
    assert b"Calamocha" not in browser.get("/").content


def test_only_an_organiser_deletes_a_tournament_by_api(
    casino_in_play, client_as, pilar, chema, vecino
):
    confirmation = {"name": "Casino de Calamocha", "while_playing": True}
    for user in (chema, vecino):
        answer = client_as(user).post(f"{API}delete/", confirmation, "application/json")
        assert answer.status_code == 403
    browser = client_as(pilar)
    answer = browser.post(f"{API}delete/", {"name": "x"}, "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "name_differs")
    assert browser.post(f"{API}delete/", confirmation, "application/json").status_code == 204
    assert browser.get(API).status_code == 404


def test_a_draft_and_a_second_stage_are_deleted_too(make_tournament, pairs, pilar):
    """Delete rows that protect other rows from deletion: places, seats, swaps."""
    tournament = make_tournament(name="Suizo", format="swiss", format_options={"rounds": 1})
    plan_stage(
        tournament,
        pilar,
        [{"stage": 1, "per": "all", "last": 4}],
        game_options={"cotos": 1, "partidas": 2},
    )
    pairs(tournament, 6)
    draft = open_next_round(stage=tournament.stage, author=pilar)
    first, second = (draft.matches.all()[position].sides.first().entry for position in (0, 1))
    swap_entries(round=draft, author=pilar, first=first, second=second, reason="vecinos")
    publish_round(round=draft, author=pilar)
    finish(tournament, pilar)
    open_stage(stage=tournament.stages.get(number=2), author=pilar)
    open_next_round(stage=tournament.stages.get(number=2), author=pilar)
    delete_tournament(tournament=tournament, author=pilar, name="Suizo", while_playing=True)
    assert not Entry.objects.exists() and rows_with_words("suizo") == []


# --- An account -------------------------------------------------------------------------------
NAMES = ("zebedeo", "mantecon", "zeb@ejemplo.es")


@world
def zebedeo(casino_in_play, pilar, client_as):
    """An organiser after many acts: every field that can have his name has it."""
    user = User.objects.create_user(
        "zebedeo", "zeb@ejemplo.es", PASSWORD, first_name="Zebedeo", last_name="Mantecón"
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    make_token(user=user, name="Marcador")
    grant_role(tournament=casino_in_play, author=pilar, username="zebedeo", role=Role.DESK)
    grant_role(tournament=casino_in_play, author=pilar, username="zebedeo", role=Role.ORGANISER)
    for match in casino_in_play.matches.filter(state="playing"):
        play(match, user)
    entry = casino_in_play.entries.first()
    ruling = note_ruling(
        stage=casino_in_play.stage,
        entry=entry,
        author=user,
        follows="warning",
        reason="lo vio Zebedeo Mantecón",
    )
    lift_ruling(ruling=ruling, author=user, reason="zebedeo se equivocó (zeb@ejemplo.es)")
    edit_tournament(
        tournament=casino_in_play, author=user, contact="zeb@ejemplo.es", responsible="Peña"
    )
    round = casino_in_play.rounds.get()
    report = {**round.report, "redraws": [{"by": "Zebedeo Mantecón", "reason": "x", "seed": "1"}]}
    casino_in_play.rounds.update(report=report)
    LogEntry.objects.create(
        user=pilar,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr="zebedeo",
        action_flag=CHANGE,
        change_message="zebedeo",
    )
    Client().post("/cuenta/login/", {"login": "zebedeo", "password": PASSWORD})
    return user


def test_nothing_stored_names_a_deleted_account(zebedeo, casino_in_play, pilar):
    assert len(rows_with_words(*NAMES)) > 8
    key, acts = zebedeo.pk, casino_in_play.audit.count()
    delete_account(user=zebedeo)
    assert rows_with_words(*NAMES) == []
    replacement = f"cuenta borrada {key}"
    assert casino_in_play.audit.count() == acts + 1  # no line is lost; the deletion adds one
    assert AuditLine.objects.filter(author_name=replacement, author=None).count() > 4
    assert AuditLine.objects.filter(act="grant_role", subject=replacement).count() == 2
    assert AuditLine.objects.filter(author=pilar, author_name="pilar").exists()
    assert AuditLine.objects.filter(reason=f"lo vio {replacement}").exists()
    casino_in_play.refresh_from_db()
    assert (casino_in_play.contact, casino_in_play.responsible) == (replacement, "Peña")
    assert (Erasure.objects.get().kind, Erasure.objects.get().key) == ("account", key)


def test_a_player_with_the_name_of_a_deleted_account_keeps_it(casino, pilar, pairs):
    """Delete the account of Pilar; a player of the tests is called «Pilar Gil»."""
    pairs(casino, 6)
    grant_role(tournament=casino, author=pilar, username="chema", role=Role.ORGANISER)
    lines_before = list(
        AuditLine.objects.filter(act="register_entry").values_list("after", "subject")
    )
    delete_account(user=pilar)
    lines_after = AuditLine.objects.filter(act="register_entry").values_list("after", "subject")
    assert list(lines_after) == lines_before and Player.objects.filter(name="Pilar").exists()


def test_an_only_organiser_hands_his_tournament_over_before_deleting_his_account(
    casino, client_as, pilar, chema
):
    browser, url = client_as(pilar), "/mi-cuenta/borrar/"
    text = browser.get(url).content.decode()
    assert "Casino de Calamocha" in text and f"{CASINO}ajustes/borrar/" in text
    answer = browser.post(url, {"password": PASSWORD})
    assert answer.status_code == 409 and User.objects.filter(pk=pilar.pk).exists()
    grant_role(tournament=casino, author=pilar, username="chema", role=Role.ORGANISER)
    answer = browser.post(url, {"password": PASSWORD}, follow=True)
    assert "Su cuenta se ha borrado" in answer.content.decode()
    assert not User.objects.filter(username="pilar").exists()
    assert browser.get("/mi-cuenta/").status_code == 302
    assert client_as(chema).get(f"{CASINO}historial/").status_code == 200


def test_deleting_an_account_takes_its_password(client_as, vecino):
    browser = client_as(vecino)
    answer = browser.post("/mi-cuenta/borrar/", {"password": "otra"})
    assert answer.status_code == 400 and "no es la contraseña" in answer.content.decode()
    answer = browser.post("/api/v1/account/delete/", {"password": "otra"}, "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "wrong_password")
    answer = browser.post("/api/v1/account/delete/", {"password": PASSWORD}, "application/json")
    assert answer.status_code == 204 and not User.objects.filter(username="vecino").exists()


def test_the_last_superuser_is_not_deleted(admin_user):
    with is_refused("last_superuser"):
        delete_account(user=admin_user)


def test_the_administration_deletes_an_account_in_the_same_way(
    zebedeo, casino_in_play, admin_client
):
    answer = admin_client.post(f"/admin/auth/user/{zebedeo.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 302 and rows_with_words(*NAMES[1:]) == []
    replacement = f"cuenta borrada {zebedeo.pk}"
    assert AuditLine.objects.filter(author_name=replacement).exists()


# --- Data file of an account and of an entry ---------------------------------------------------
def test_an_account_downloads_all_its_data(zebedeo, casino_in_play, client_as):
    browser = client_as(zebedeo)
    answer = browser.get("/mi-cuenta/datos/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tapete.json"'
    data = json.loads(answer.content)
    assert data["account"]["email"] == "zeb@ejemplo.es"
    assert data["team"] == [{"tournament": casino_in_play.slug, "role": "organiser", "tables": ""}]
    models = {row["what"] for row in data["done"]}
    assert models >= {"AuditLine", "Acta", "Hand", "Ruling"}
    assert "secret" not in str(data) and "key" not in data
    assert browser.get("/api/v1/account/data/").json()["account"]["username"] == "zebedeo"


def test_the_data_file_of_an_entry_has_its_people_matches_and_history(
    casino_in_play, client_as, pilar
):
    entry = casino_in_play.entries.get(number=1)
    note_ruling(
        stage=casino_in_play.stage, entry=entry, author=pilar, follows="warning", reason="+34 grita"
    )
    browser = client_as(pilar)
    data = json.loads(browser.get(f"{CASINO}inscripciones/1/datos/").content)
    assert data["entry"]["title"] == entry.title_for(EVERYTHING)
    assert [person["name"] for person in data["people"]] == [
        seat.player.name for seat in entry.seats.all()
    ]
    assert len(data["matches"]) == 1 and data["rulings"][0]["reason"] == "+34 grita"
    acts = [line["act"] for line in data["history"]]
    assert acts[0] == "register_entry" and "note_ruling" in acts
    subjects = {line["subject"] for line in data["history"] if line["act"] == "register_entry"}
    assert subjects == {entry.full_title_for(EVERYTHING)}
    assert browser.get(f"{API}entries/1/data/").json()["entry"]["number"] == 1
    table = browser.get(f"{CASINO}inscripciones/1/datos/?como=csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(table)))
    assert {"what": "rulings 1", "field": "reason", "value": "'+34 grita"} in rows
    assert {"what": "entry", "field": "number", "value": "1"} in rows


def test_the_pages_of_anonymisation_before_and_after_it(casino_in_play, client_as, pilar):
    browser, url = client_as(pilar), f"{CASINO}inscripciones/1/borrar/"
    assert "pareja 1" in browser.get(url).content.decode()
    answer = browser.post(url, follow=True)
    assert "1 inscripción ya no guarda ningún nombre" in answer.content.decode()
    assert "Sus nombres se borraron" in browser.get(url).content.decode()
    answer = browser.post(f"{CASINO}ajustes/borrar/nombres/", follow=True)
    assert "5 inscripciones ya no guardan" in answer.content.decode()
    assert "Ya no queda ningún nombre" in answer.content.decode()
    assert rows_with_words("Ibáñez", "Lahoz") == []
    answer = browser.post(f"{API}anonymise/", {"numbers": [1]}, "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "nobody_to_forget")
