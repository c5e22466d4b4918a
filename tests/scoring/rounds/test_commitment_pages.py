"""Tests of the commitment on pages, on paper and in the API, and of its secret."""

import json
from hashlib import sha256

import pytest

from scoring.rounds.services.rounds import publish_round
from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.scoring.prints.printed import sheet_pages
from tests.scoring.prints.printed import words as printed
from tests.scoring.rounds.committed_draws import SITE, WORD, draw_with_the_word
from tests.scoring.rounds.test_round_pages import visible_text
from tournaments.models import AuditLine

# --- Secret -------------------------------------------------------------------------------------
PUBLIC_PAGES = ["", "sorteo/", "sorteo/lista.txt", "emparejamientos/", "clasificacion/", "cuadro/"]
OWN_PAGES = ["rondas/", "panel/", "historial/", "imprimir/", "inscripciones/"]
API_PATHS = ["", "commitments/", "rounds/", "rounds/1/", "audit/", "entries/"]


def read_everything(client_as, pilar, round_drawn) -> dict[str, str]:
    """Return every page and API answer that a visitor and the organiser can read, by its path."""
    texts = {}
    for user in (None, pilar):
        browser, api = client_as(user), Api(user)
        own_paths = [*OWN_PAGES, "rondas/1/", "rondas/1/ceremonia/"] if round_drawn else OWN_PAGES
        for path in [*PUBLIC_PAGES, *own_paths]:
            texts[f"{user} {path}"] = browser.get(SITE + path).content.decode()
        for path in API_PATHS:
            answer = api.get(f"tournaments/casino-de-calamocha/{path}")
            texts[f"{user} api {path}"] = json.dumps(json.loads(answer.content))
    audit = AuditLine.objects.values_list("subject", "before", "after", "reason")
    return {**texts, "audit": json.dumps(list(audit))}


@pytest.mark.slow
def test_nobody_reads_the_secret_before_the_draw_is_public(
    commitment, casino, pilar, client_as, settings
):
    texts_before = read_everything(client_as, pilar, False)
    assert [path for path, text in texts_before.items() if commitment.secret in text] == []
    assert (
        commitment.digest in texts_before["None sorteo/"]
        and commitment.text in texts_before["None sorteo/lista.txt"]
    )
    round = draw_with_the_word(casino, pilar)
    texts_of_draft = read_everything(client_as, pilar, True)
    assert [path for path, text in texts_of_draft.items() if commitment.secret in text] == []
    # Visitors do not see the seed either: it would reveal the draw.
    public_pages = {
        path for path, text in texts_of_draft.items() if round.seed in text and path[:4] == "None"
    }
    assert public_pages == set()
    publish_round(round=round, author=pilar)
    browser = client_as(None)
    for path in ("sorteo/", "sorteo/lista.txt", "ronda/1/", "ronda/1/comprobar/"):
        assert commitment.secret in browser.get(SITE + path).content.decode(), path


def test_a_superuser_does_not_see_the_secret(commitment, client_as, django_user_model):
    support = client_as(django_user_model.objects.create_superuser("soporte"))
    for path in ("", f"{commitment.pk}/change/"):
        page = support.get(f"/admin/tournaments/drawcommitment/{path}").content.decode()
        assert commitment.digest in page and commitment.secret not in page


def test_the_digest_is_the_sha256_of_the_published_file(published_round, commitment, client_as):
    answer = client_as(None).get(SITE + "sorteo/lista.txt", {"compromiso": commitment.digest})
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert sha256(answer.content).hexdigest() == commitment.digest
    assert (
        client_as(None).get(SITE + "sorteo/lista.txt", {"compromiso": "0" * 64}).status_code == 404
    )


# --- Pages --------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_organiser_closes_the_list_and_draws_with_a_word(casino, pairs, pilar, client_as):
    pairs(casino, 6)
    browser = client_as(pilar)
    assert "Sortear a la vista de la sala" in visible_text(browser.get(SITE + "rondas/"))
    assert browser.post(SITE + "rondas/cerrar/").url == SITE + "rondas/"
    page = visible_text(browser.get(SITE + "rondas/"))
    assert "Lista cerrada para la ronda 1" in page and "Sortear la ronda 1" not in page
    assert "su huella es pública" in visible_text(client_as(None).get(SITE))
    refused_answer = browser.post(SITE + "rondas/palabra/", {"word": "x\x00"})
    assert refused_answer.status_code == 400
    answer = browser.post(SITE + "rondas/palabra/", {"word": WORD})
    assert answer.url == SITE + "rondas/1/"
    assert WORD in visible_text(browser.get(SITE + "rondas/1/"))
    second_answer = browser.post(SITE + "rondas/palabra/", {"word": WORD})
    assert second_answer.status_code == 409 and "No hay ninguna lista cerrada." in visible_text(
        second_answer
    )


def test_a_changed_list_must_be_closed_again(commitment, casino, pairs, pilar, client_as):
    pairs(casino, 1)
    browser = client_as(pilar)
    page = visible_text(browser.get(SITE + "rondas/"))
    assert "La lista ha cambiado desde que se cerró" in page and "Sortear con esta" not in page
    assert "La lista ha cambiado después de cerrarse" in visible_text(
        client_as(None).get(SITE + "sorteo/")
    )
    assert browser.post(SITE + "rondas/palabra/", {"word": WORD}).status_code == 409
    browser.post(SITE + "rondas/cerrar/")
    public_text = visible_text(client_as(None).get(SITE + "sorteo/"))
    assert "Sustituida: no vale." in public_text and "Motivo: La lista ha cambiado." in public_text
    assert browser.post(SITE + "rondas/reabrir/", {"reason": "mañana"}).status_code == 302
    assert casino.stage.commitments.filter(superseded_at__isnull=False).count() == 2


def test_the_printed_list_has_the_digest_and_not_the_secret(commitment, casino, pilar):
    text = printed(sheet_pages(casino, "commitment"))
    digits = commitment.digest
    assert all(digits[first : first + 8] in text for first in range(0, 64, 8))
    joined_text = "".join(text.split())  # the sheet breaks long lines
    lines = ["".join(line.split()) for line in commitment.text.splitlines()]
    assert [line for line in lines if line not in joined_text] == []
    assert commitment.secret not in text
    draw_with_the_word(casino, pilar)
    with is_refused("no_commitment"):
        sheet_pages(casino, "commitment")


# --- API ----------------------------------------------------------------------------------------
def test_the_api_closes_the_list_draws_with_a_word_and_checks_the_draw(casino, pairs, pilar):
    pairs(casino, 6)
    api, path = Api(pilar), "tournaments/casino-de-calamocha/"
    creation_answer = api.post(f"{path}commitments/")
    assert creation_answer.status_code == 201
    assert (
        creation_answer.json()["state"],
        creation_answer.json()["secret"],
        creation_answer.json()["changed"],
    ) == ("open", "", False)
    error = api.post(f"{path}rounds/").json()["error"]
    assert error["code"] == "list_closed"
    api.post(f"{path}commitments/", {"reason": "otra"})
    draw_answer = api.post(f"{path}commitments/word/", {"word": WORD})
    assert (draw_answer.status_code, draw_answer.json()["state"]) == (201, "draft")
    assert api.get(f"{path}rounds/1/check/").status_code == 404
    api.post(f"{path}rounds/1/publish/")
    check = Api(None).get(f"{path}rounds/1/check/").json()
    assert check["equal"] and [step["key"] for step in check["steps"]] == [
        "commitment",
        "list",
        "seed",
        "draw",
        "hands",
    ]
    first, second = Api(None).get(f"{path}commitments/").json()["results"]
    assert (first["state"], first["word"], second["state"]) == ("opened", WORD, "superseded")
    assert first["secret"] and not second["secret"]
    refused_answer = api.post(f"{path}commitments/reopen/", {"reason": "x"})
    assert refused_answer.json()["error"]["code"] == "no_commitment"
