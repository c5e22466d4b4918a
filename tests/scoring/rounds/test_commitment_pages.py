"""The list closed on the pages, on paper and by the API, and who may see the secret when."""

import json
from hashlib import sha256

import pytest

from scoring.rounds.services.rounds import publish_round
from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.scoring.prints.printed import sheet_pages
from tests.scoring.prints.printed import words as printed
from tests.scoring.rounds.promises import WORD, T, say
from tests.scoring.rounds.test_round_pages import words
from tournaments.models import AuditLine

# --- Who sees what ------------------------------------------------------------------------------
PUBLIC = ["", "sorteo/", "sorteo/lista.txt", "emparejamientos/", "clasificacion/", "cuadro/"]
OWN = ["rondas/", "panel/", "historial/", "imprimir/", "inscripciones/"]
API = ["", "commitments/", "rounds/", "rounds/1/", "audit/", "entries/"]


def everything(client_as, pilar, round_drawn) -> dict[str, str]:
    """All that anybody can read of the tournament, the organiser included."""
    told = {}
    for user in (None, pilar):
        browser, api = client_as(user), Api(user)
        own = [*OWN, "rondas/1/", "rondas/1/ceremonia/"] if round_drawn else OWN
        for path in [*PUBLIC, *own]:
            told[f"{user} {path}"] = browser.get(T + path).content.decode()
        for path in API:
            answer = api.get(f"tournaments/casino-de-calamocha/{path}")
            told[f"{user} api {path}"] = json.dumps(json.loads(answer.content))
    audit = AuditLine.objects.values_list("subject", "before", "after", "reason")
    return {**told, "audit": json.dumps(list(audit))}


@pytest.mark.slow
def test_nobody_reads_the_secret_before_the_draw_is_public(
    closed, casino, pilar, client_as, settings
):
    before = everything(client_as, pilar, False)
    assert [where for where, text in before.items() if closed.secret in text] == []
    assert (
        closed.digest in before["None sorteo/"] and closed.text in before["None sorteo/lista.txt"]
    )
    drawn = say(casino, pilar)
    draft = everything(client_as, pilar, True)
    assert [where for where, text in draft.items() if closed.secret in text] == []
    # Nor the seed, with which the secret would not be missed.
    public = {where for where, text in draft.items() if drawn.seed in text and where[:4] == "None"}
    assert public == set()
    publish_round(round=drawn, author=pilar)
    browser = client_as(None)
    for path in ("sorteo/", "sorteo/lista.txt", "ronda/1/", "ronda/1/comprobar/"):
        assert closed.secret in browser.get(T + path).content.decode(), path


def test_support_does_not_read_it_either(closed, client_as, django_user_model):
    support = client_as(django_user_model.objects.create_superuser("soporte"))
    for path in ("", f"{closed.pk}/change/"):
        page = support.get(f"/admin/tournaments/drawcommitment/{path}").content.decode()
        assert closed.digest in page and closed.secret not in page


def test_the_file_is_what_sha256sum_asks_for(published, closed, client_as):
    answer = client_as(None).get(T + "sorteo/lista.txt", {"compromiso": closed.digest})
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert sha256(answer.content).hexdigest() == closed.digest
    assert client_as(None).get(T + "sorteo/lista.txt", {"compromiso": "0" * 64}).status_code == 404


# --- Pages --------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_whole_way_in_the_browser(casino, pairs, pilar, client_as):
    pairs(casino, 6)
    browser = client_as(pilar)
    assert "Sortear a la vista de la sala" in words(browser.get(T + "rondas/"))
    assert browser.post(T + "rondas/cerrar/").url == T + "rondas/"
    page = words(browser.get(T + "rondas/"))
    assert "Lista cerrada para la ronda 1" in page and "Sortear la ronda 1" not in page
    assert "su huella es pública" in words(client_as(None).get(T))
    wrong = browser.post(T + "rondas/palabra/", {"word": "x\x00"})
    assert wrong.status_code == 400
    answer = browser.post(T + "rondas/palabra/", {"word": WORD})
    assert answer.url == T + "rondas/1/"
    assert WORD in words(browser.get(T + "rondas/1/"))
    again = browser.post(T + "rondas/palabra/", {"word": WORD})
    assert again.status_code == 409 and "No hay ninguna lista cerrada." in words(again)


def test_the_page_asks_for_another_list(closed, casino, pairs, pilar, client_as):
    pairs(casino, 1)
    browser = client_as(pilar)
    page = words(browser.get(T + "rondas/"))
    assert "La lista ha cambiado desde que se cerró" in page and "Sortear con esta" not in page
    assert "La lista ha cambiado después de cerrarse" in words(client_as(None).get(T + "sorteo/"))
    assert browser.post(T + "rondas/palabra/", {"word": WORD}).status_code == 409
    browser.post(T + "rondas/cerrar/")
    public = words(client_as(None).get(T + "sorteo/"))
    assert "Sustituida: no vale." in public and "Motivo: La lista ha cambiado." in public
    assert browser.post(T + "rondas/reabrir/", {"reason": "mañana"}).status_code == 302
    assert casino.stage.commitments.filter(superseded_at__isnull=False).count() == 2


def test_the_printed_list_has_all_but_the_secret(closed, casino, pilar):
    text = printed(sheet_pages(casino, "commitment"))
    digits = closed.digest
    assert all(digits[at : at + 8] in text for at in range(0, 64, 8))
    whole = "".join(text.split())  # a long line is broken where it must
    lines = ["".join(line.split()) for line in closed.text.splitlines()]
    assert [line for line in lines if line not in whole] == []
    assert closed.secret not in text
    say(casino, pilar)
    with is_refused("no_commitment"):
        sheet_pages(casino, "commitment")


# --- The API ------------------------------------------------------------------------------------
def test_the_same_by_the_api(casino, pairs, pilar):
    pairs(casino, 6)
    api, path = Api(pilar), "tournaments/casino-de-calamocha/"
    made = api.post(f"{path}commitments/")
    assert made.status_code == 201
    assert (made.json()["state"], made.json()["secret"], made.json()["changed"]) == (
        "open",
        "",
        False,
    )
    error = api.post(f"{path}rounds/").json()["error"]
    assert error["code"] == "list_closed"
    api.post(f"{path}commitments/", {"reason": "otra"})
    drawn = api.post(f"{path}commitments/word/", {"word": WORD})
    assert (drawn.status_code, drawn.json()["state"]) == (201, "draft")
    assert api.get(f"{path}rounds/1/check/").status_code == 404
    api.post(f"{path}rounds/1/publish/")
    told = Api(None).get(f"{path}rounds/1/check/").json()
    assert told["equal"] and [step["key"] for step in told["steps"]] == [
        "commitment",
        "list",
        "seed",
        "draw",
        "hands",
    ]
    first, second = Api(None).get(f"{path}commitments/").json()["results"]
    assert (first["state"], first["word"], second["state"]) == ("opened", WORD, "superseded")
    assert first["secret"] and not second["secret"]
    nothing = api.post(f"{path}commitments/reopen/", {"reason": "x"})
    assert nothing.json()["error"]["code"] == "no_commitment"
