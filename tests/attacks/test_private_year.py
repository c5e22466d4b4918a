"""No address shows the private words of a club's year to users without the right role."""

import io
import zipfile

import pypdf
import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.actas.table_links import link_secret
from scoring.prints.sheets import SHEETS
from tests.access.test_roles import ADDRESSES, path_of
from tests.sizes import size
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.accounts.services.tokens import make_token
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.linking import link_people
from tournaments.models import (
    AuditLine,
    Charge,
    ClubPerson,
    Entry,
    EntryRequest,
    Hall,
    Job,
    Movement,
    Player,
    PublicNames,
    Role,
    Season,
    Tournament,
    Visibility,
    Webhook,
)
from tournaments.programs.services import webhook_secret
from tournaments.setup.services.tournament import create_tournament

# Private words of the club's officers, of the organiser, and of private tournaments and templates.
CLUB_WORDS = ["Zlicencia", "Zcontacto", "Zborrador"]
DESK_WORDS = [
    *("Zpide", "Ztutor", "699000111", "Zmotivo", "Zconcepto", "Zcargo", "Zcomida", "Zorigen"),
    *("Zsecreto", "Zhistoria"),
]
FOREIGN_WORDS = ["Zprivado", "Zjugador", "Zaldea", "Zlocal", "Zplantilla"]
HIDDEN_NAMES = ["Znombre", "Zapellido", "Zreserva", "Zbarrio"]  # the public sees numbers
EVERY_WORD = [*CLUB_WORDS, *DESK_WORDS, *FOREIGN_WORDS, *HIDDEN_NAMES]
# In a short run, each address is asked for with some of these queries, in turn.
QUERIES = ["", "?como=csv", "?q=z", "?fase=1", "?como=xlsx"]
API_QUERIES = ["", "?since=1", "?q=z", "?format=csv"]
TURNS = size(3, long=1)

ACTS_OF_TEAM = {
    *("manage_entries", "manage_money", "close_accounts"),
    *("manage_webhooks", "view_audit"),
}


@world
def year(places, make_tournament, pairs, casino, pilar, chema, raul, vecino):
    """A casino with private words everywhere, and a private tournament of the same club.

    Returns the values of the address parameters of the casino, and the private tournament.
    """
    club = casino.club
    ClubPerson.objects.create(
        club=club, name="Zborrador", identity="z", hidden=True, contact="Zcontacto 1"
    )
    for number, person in enumerate(club.people.all()):
        person.licence, person.contact = f"Zlicencia{number}", f"Zcontacto{number}@x.es"
        person.save()
    EntryRequest.objects.update(
        players=[["Zpide", "Zpide", "Zpide"]] * 2,
        phone="699000111",
        guardian="Ztutor",
        reason="Zmotivo",
    )
    Movement.objects.update(concept="Zconcepto")
    Charge.objects.update(concept="Zcargo")
    casino.extras.update(name="Zcomida")
    Entry.objects.filter(tournament=casino).update(origin="1.º en Zorigen")
    Webhook.objects.update(url="https://example.org/Zsecreto")
    AuditLine.objects.filter(tournament=casino).update(reason="Zhistoria")
    Season.objects.create(club=club, slug="zborrador", name="Zborrador")
    hall = Hall.objects.get(code=places["hall"])

    private = make_tournament(
        name="Zprivado", venue="Zlocal", visibility=Visibility.PRIVATE, tables=4
    )
    pairs(private, 4)
    Player.objects.filter(tournament=private).update(name="Zjugador", town="Zaldea")
    Entry.objects.filter(tournament=private).update(town="Zaldea")
    Tournament.objects.filter(pk=private.pk).update(club=club, hall=hall)
    link_people(private.pk)
    Season.objects.get(slug=places["season"]).events.create(tournament=private)
    template = make_tournament(name="Zplantilla", visibility=Visibility.PRIVATE)
    Tournament.objects.filter(pk=template.pk).update(is_template=True)
    return places, private


def _hide_names(casino):
    """Show numbers in the casino, and replace its names with private words."""
    Tournament.objects.filter(pk=casino.pk).update(public_names=PublicNames.NUMBERS)
    Player.objects.filter(tournament=casino).update(
        name="Znombre", surname="Zapellido", town="Zbarrio"
    )
    Entry.objects.filter(tournament=casino).update(town="Zbarrio")
    reserve = casino.entries.order_by("-number").first()
    reserve.players.update(name="Zreserva")
    casino.refresh_from_db()


def _text(answer: HttpResponse) -> str:
    """Return the headers and the body of an answer; a spreadsheet is unzipped."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            body = b"".join(map(archive.read, archive.namelist()))
    return f"{answer.headers}{body.decode('utf-8', 'replace')}"


def _queries_in_turn(queries: list[str], place: int, public: bool) -> list[str]:
    return ["", *queries[1:][place % TURNS :: TURNS]] if public else [""]


def _leaks(browser, places, words, *, hidden, pages=True, **headers) -> list[str]:
    """Try every address with each of its methods; return the private words in the answers.

    If `hidden`, the tournament is private: only its own addresses are tried, and only by GET.
    Without `pages`, only addresses of the API are tried.
    """
    leaks, login = [], browser.cookies.copy()
    for place, address in enumerate(ADDRESSES):
        if not (pages or address.is_api) or (hidden and "<slug:slug>" not in address.route):
            continue
        path = path_of(address, places)
        queries = API_QUERIES if address.is_api else QUERIES
        json_type = {"content_type": "application/json"} if address.is_api else {}
        public = address.acts.get("GET") in ("view_public", "request_entry")
        tries = [("GET", query, {}) for query in _queries_in_turn(queries, place, public)]
        if public and not address.is_api:
            tries.append(("GET", "?v=1&d=x", {"HX-Request": "true"}))
        writes = (
            () if hidden else address.acts
        )  # test_private.py tries to write in a private tournament
        tries += [(method, "", json_type) for method in writes if method != "GET"]
        for method, query, extra in tries:
            htmx = {name: value for name, value in extra.items() if name == "HX-Request"}
            options = {name: value for name, value in extra.items() if name not in htmx}
            browser.cookies = login.copy()
            with transaction.atomic():
                answer = browser.generic(
                    method,
                    path + query,
                    data=b"{}" if address.is_api else b"",
                    headers={**headers, **htmx},
                    **options,
                )
                transaction.set_rollback(True)
            text = _text(answer)
            leaked_words = [word for word in words if word in text.replace(path, "")]
            if leaked_words or answer.status_code >= 500:
                leaks.append(f"{method} {path}{query} {answer.status_code}: {leaked_words}")
    browser.cookies = login
    return leaks


def _both_places(year):
    """Return the values of the address parameters: of the casino, and of the private tournament."""
    places, private = year
    places = {**places, "request_code": "AAAA2222"}  # the right code shows its request
    return [places, {**places, "slug": private.slug}]


def _all_leaks(browser, year, words, **options):
    casino_places, private_places = _both_places(year)
    leaks = _leaks(browser, casino_places, words, hidden=False, **options)
    return leaks + _leaks(browser, private_places, words, hidden=True, **options)


@pytest.fixture
def secrets(year):
    return [webhook_secret(webhook) for webhook in Webhook.objects.all()] + [
        year[0]["request_code"]
    ]


@pytest.mark.slow
def test_every_private_word_is_shown_to_its_own_users(year, client_as, pilar, sofia):
    """If nobody could read a word, its absence in the other tests would prove nothing."""
    words, text = [*CLUB_WORDS, *DESK_WORDS, *FOREIGN_WORDS], ""
    places, private = year
    for user, act in ((pilar, ACTS_OF_TEAM), (sofia, {"manage_club"})):
        for address in ADDRESSES:
            if address.acts.get("GET") in act:
                answer = client_as(user).get(path_of(address, places))
                text += _text(answer) if answer.status_code == 200 else ""
    template = Tournament.objects.get(is_template=True)
    for path in (f"/t/{private.slug}/inscripciones/", f"/t/{template.slug}/ajustes/"):
        text += _text(client_as(pilar).get(path))
    assert [word for word in words if word not in text] == []


@pytest.mark.slow
def test_a_stranger_reads_no_private_word(year, casino, secrets):
    _hide_names(casino)
    assert _all_leaks(Client(), year, [*EVERY_WORD, *secrets]) == []


@pytest.mark.slow
def test_the_organiser_of_another_tournament_and_club_reads_no_private_word(
    year, casino, secrets, vecino, client_as
):
    _hide_names(casino)
    own = create_tournament(
        author=vecino,
        name="Otro",
        venue="",
        starts_at=casino.starts_at,
        tables=2,
        game="guinote",
        game_options={"cotos": 2, "partidas": 3},
        format="knockout",
        format_options={"third_place": True},
    )
    create_club(author=vecino, name="El Dos", town="")
    assert own.team.get().user == vecino
    assert _all_leaks(client_as(vecino), year, [*EVERY_WORD, *secrets]) == []


@pytest.mark.slow
def test_a_player_with_the_link_of_a_table_reads_no_private_word(year, casino, secrets):
    _hide_names(casino)
    browser = Client()
    match = casino.matches.get(number=1)
    browser.get(reverse("table_open", args=[match.code, link_secret(match)]), follow=True)
    assert _all_leaks(browser, year, [*EVERY_WORD, *secrets]) == []


@pytest.mark.slow
@pytest.mark.parametrize("role", [Role.REFEREE, Role.STAGE])
def test_a_referee_and_a_stage_organiser_read_no_private_word(
    year, casino, secrets, pilar, client_as, role
):
    user = User.objects.create_user("zoe")
    limits = {"tables": "7-8"} if role == Role.REFEREE else {"stage": 1}
    grant_role(tournament=casino, author=pilar, username="zoe", role=role, **limits)
    words = [*CLUB_WORDS, *DESK_WORDS, *FOREIGN_WORDS, *secrets]
    assert _all_leaks(client_as(user), year, words) == []


@pytest.mark.slow
@pytest.mark.parametrize("role", [Role.REFEREE, Role.DESK, Role.STAGE])
def test_no_sheet_that_a_role_prints_has_a_private_word(
    year, casino, secrets, pilar, client_as, role, django_capture_on_commit_callbacks
):
    user = User.objects.create_user("zoe")
    limits = {"tables": "7-8"} if role == Role.REFEREE else {}
    limits |= {"stage": 1} if role == Role.STAGE else {}
    grant_role(tournament=casino, author=pilar, username="zoe", role=role, **limits)
    words = [*CLUB_WORDS, *DESK_WORDS, *FOREIGN_WORDS, *secrets]
    if role == Role.DESK:  # the desk reads the money and the requests
        words = [*CLUB_WORDS, "Zsecreto", *FOREIGN_WORDS]
    sheets = _printed_texts(client_as(user), casino, django_capture_on_commit_callbacks)
    leaks = {sheet: [word for word in words if word in text] for sheet, text in sheets.items()}
    assert len(sheets) > 5 and not any(leaks.values()), leaks
    organiser_sheets = _printed_texts(client_as(pilar), casino, django_capture_on_commit_callbacks)
    assert "Zconcepto" in " ".join(organiser_sheets.values())  # the organiser prints the account


def _printed_texts(browser, casino, run_on_commit) -> dict[str, str]:
    """Print every sheet that the user may; return the text of each."""
    texts = {}
    for sheet in SHEETS:
        with run_on_commit(execute=True):
            browser.post(f"/t/{casino.slug}/imprimir/hoja/", {"sheet": sheet})
        job = Job.objects.first()
        if job is None or not job.file:
            continue
        with job.file.open() as file:
            pages = pypdf.PdfReader(io.BytesIO(file.read())).pages
            texts[sheet] = "\n".join(page.extract_text() for page in pages)
        Job.objects.all().delete()
    return texts


@pytest.mark.slow
def test_a_token_for_another_tournament_reads_no_private_word(year, casino, secrets, pilar):
    _hide_names(casino)
    final = Tournament.objects.get(slug=f"final-{casino.pk}")
    final.team.create(user=pilar, role=Role.ORGANISER)
    _token, key = make_token(user=pilar, scopes=["read"], tournament=final.slug)
    headers = {"Authorization": f"Token {key}"}
    words = [*EVERY_WORD, *secrets]
    assert _all_leaks(Client(), year, words, pages=False, **headers) == []


@pytest.mark.slow
def test_a_read_only_token_reads_no_secret_and_no_history(year, casino, secrets, pilar, sofia):
    for user in (pilar, sofia):
        _token, key = make_token(user=user, scopes=["read"])
        headers = {"Authorization": f"Token {key}"}
        words = [*CLUB_WORDS[:2], *DESK_WORDS[:4], "Zsecreto", "Zhistoria", *secrets]
        assert _all_leaks(Client(), year, words, pages=False, **headers) == []
