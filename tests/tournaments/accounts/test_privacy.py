"""Tests of the privacy page and of the visibility of a tournament, both set by the organiser."""

from tests.refusals import is_refused
from tests.rows import cases
from tournaments.models import AuditLine, Tournament, Visibility
from tournaments.setup.services.tournament import edit_tournament

CASINO = "/t/casino-de-calamocha/"
API = "/api/v1/tournaments/casino-de-calamocha/"
EVENT = {
    "name": "Casino de Calamocha",
    "date": "2026-12-05",
    "time": "16:30",
    "tables": "8",
    "game": "guinote",
    "guinote_preset": "dos_cotos_de_3",
    "format": "knockout",
    "seed": "tapete",
}


def test_privacy_page_names_the_responsible_person_and_the_contact(casino, client, pilar):
    default_page = client.get(f"{CASINO}privacidad/").content.decode()
    assert "Organización del torneo" in default_page and "«pareja 27»" in default_page
    edit_tournament(
        tournament=casino, author=pilar, responsible="Peña La Sota", contact="sota@ejemplo.es"
    )
    page = client.get(f"{CASINO}privacidad/").content.decode()
    assert "Peña La Sota" in page and 'href="mailto:sota@ejemplo.es"' in page
    english_page = client.get(f"{CASINO}privacidad/", headers={"Cookie": "django_language=en"})
    assert "Your rights" in english_page.content.decode()


def test_organiser_replaces_the_text_of_the_privacy_page(casino, client, pilar):
    edit_tournament(
        tournament=casino, author=pilar, privacy="Solo el nombre.\r\n\r\n\r\n<b>Nada</b>  más."
    )
    casino.refresh_from_db()
    assert casino.privacy == "Solo el nombre.\n\n<b>Nada</b> más."
    page = client.get(f"{CASINO}privacidad/").content.decode()
    assert "<p>Solo el nombre.</p>" in page and "&lt;b&gt;Nada&lt;/b&gt; más." in page
    assert "Qué se guarda" not in page


@cases(
    "visibility, words",
    ("public", "son públicos"),
    ("unlisted", "no se anuncia"),
    ("private", "es privado"),
)
def test_privacy_page_states_who_sees_the_names(casino, client_as, pilar, visibility, words):
    edit_tournament(tournament=casino, author=pilar, visibility=visibility)
    assert words in client_as(pilar).get(f"{CASINO}privacidad/").content.decode()


def test_pages_and_forms_link_to_the_privacy_page(casino, client_as, pilar, settings):
    settings.TAPETE_RESPONSIBLE, settings.TAPETE_CONTACT = "Casino", "976 000 000"
    for page in ("/", "/cuenta/signup/", "/cuenta/login/"):
        assert 'href="/privacidad/"' in client_as(None).get(page).content.decode(), page
    for page in ("", "inscripciones/", "panel/"):
        text = client_as(pilar).get(CASINO + page).content.decode()
        assert f'href="{CASINO}privacidad/"' in text, page
    entries_page = client_as(pilar).get(f"{CASINO}inscripciones/").content.decode()
    assert "Qué se hace con los datos de los inscritos" in entries_page
    sign_up_page = client_as(None).get("/cuenta/signup/").content.decode()
    assert "Qué se hace con los datos de su cuenta" in sign_up_page
    site_page = client_as(None).get("/privacidad/").content.decode()
    assert "Casino" in site_page and "976 000 000" in site_page


def test_visibility_is_set_at_creation_and_in_the_settings(client_as, pilar):
    browser = client_as(pilar)
    answer = browser.post("/torneos/nuevo/a-medida/", {**EVENT, "visibility": "private"})
    assert answer.status_code == 302
    casino = Tournament.objects.get()
    assert casino.visibility == Visibility.PRIVATE
    browser.post(f"{CASINO}ajustes/", {**EVENT, "visibility": "unlisted", "contact": "+34 976"})
    casino.refresh_from_db()
    assert (casino.visibility, casino.contact) == (Visibility.UNLISTED, "+34 976")
    line = AuditLine.objects.latest("pk")
    assert line.after == {"visibility": "unlisted", "contact": True}  # the audit keeps no telephone


def test_visibility_and_privacy_are_set_by_api(casino, client_as, pilar):
    browser = client_as(pilar)
    tournament = browser.get(API).json()
    assert (tournament["visibility"], tournament["contact"], tournament["privacy"]) == (
        "public",
        "",
        "",
    )
    answer = browser.patch(
        API, {"visibility": "private", "privacy": "Uno\n\nDos"}, "application/json"
    )
    assert answer.json()["visibility"] == "private" and answer.json()["privacy"] == "Uno\n\nDos"
    assert browser.patch(API, {"visibility": "x"}, "application/json").status_code == 400
    with is_refused("unknown_choice", field="visibility"):
        edit_tournament(tournament=casino, author=pilar, visibility="secreto")
