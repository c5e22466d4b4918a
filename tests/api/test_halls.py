"""Tests of halls and webhooks through the API."""

from tests.api.conftest import Api
from tournaments.halls.services import save_hall
from tournaments.models import Hall, Webhook

CASINO = "tournaments/casino-de-calamocha"
PLACE, WEBHOOKS = f"{CASINO}/place/", f"{CASINO}/webhooks/"


def test_a_hall_is_created_changed_and_deleted(api: Api, casino):
    created_answer = api.post("halls/", {"name": "Pabellón", "tables": 40})
    code = created_answer.json()["code"]
    assert created_answer.status_code == 201 and created_answer.json()["tournaments"] == []
    assert (
        api.send("PUT", f"halls/{code}/", {"name": "Pabellón", "tables": 8}).json()["tables"] == 8
    )

    refused_answer = api.send("PUT", PLACE, {"hall": code, "first_table": 3})
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        409,
        "hall_too_small",
    )
    accepted_answer = api.send("PUT", PLACE, {"hall": code, "first_table": 3, "tables": 6})
    assert accepted_answer.json() == {"hall": code, "first_table": 3, "tables": 6}
    assert api.get(PLACE).json() == accepted_answer.json()
    (hall,) = api.get("halls/").json()["results"]
    assert hall["tournaments"] == [{"tournament": "casino-de-calamocha", "tables": "3-8"}]

    refused_answer = api.send("DELETE", f"halls/{code}/")
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        409,
        "hall_in_use",
    )
    assert "Casino de Calamocha" in refused_answer.json()["error"]["message"]
    assert api.send("PUT", PLACE, {"hall": None}).json()["hall"] is None
    assert api.send("DELETE", f"halls/{code}/").status_code == 204 and not Hall.objects.exists()


def test_the_hall_of_another_user_is_not_found(api: Api, casino, vecino):
    code = save_hall(author=vecino, name="Otra", tables=40).code
    assert api.get("halls/").json()["results"] == []
    assert (
        api.get(f"halls/{code}/").status_code
        == api.send("DELETE", f"halls/{code}/").status_code
        == 404
    )
    assert api.send("PUT", PLACE, {"hall": code}).status_code == 404


def test_a_webhook_is_added_resumed_and_removed(api: Api, casino):
    local_address = api.post(WEBHOOKS, {"url": "https://127.0.0.1/", "kinds": ["match"]})
    assert local_address.status_code == 400 and local_address.json()["error"]["field"] == "url"
    answer_without_kinds = api.post(WEBHOOKS, {"url": "https://93.184.215.14/avisos", "kinds": []})
    assert (answer_without_kinds.status_code, answer_without_kinds.json()["error"]["field"]) == (
        400,
        "kinds",
    )

    created_answer = api.post(WEBHOOKS, {"url": "https://93.184.215.14/avisos", "kinds": ["match"]})
    assert created_answer.status_code == 201 and created_answer.json()["secret"].startswith(
        "whsec_"
    )
    (webhook,) = api.get(WEBHOOKS).json()["results"]
    assert webhook["id"] == created_answer.json()["id"] and "secret" not in webhook

    Webhook.objects.update(active=False)
    assert api.post(f"{WEBHOOKS}{webhook['id']}/resume/").json()["active"] is True
    assert api.send("DELETE", f"{WEBHOOKS}{webhook['id']}/").status_code == 204
    assert not Webhook.objects.exists()
