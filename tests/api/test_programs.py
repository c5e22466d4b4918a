"""Tokens with scopes, idempotency keys, and public data for pages of other sites."""

from datetime import timedelta
from decimal import Decimal

from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone

from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.rows import each
from tournaments.accounts.services.tokens import make_token
from tournaments.models import ApiToken, Entry, IdempotentCall, Invitation, Scope
from tournaments.money.services.prices import set_prices
from tournaments.permissions import ACTS, FULL_SCOPE, FULL_SCOPE_READS, PUBLIC, SCOPES
from tournaments.site.api.once import delete_old_answers

CASINO = "tournaments/casino-de-calamocha/"
LINE = {"number": 1, "line": "coto 3-1"}
ENTRY = {"players": [{"name": "Ana"}, {"name": "Eva"}]}


def holding(user, **values) -> Api:
    _token, secret = make_token(user=user, **values)
    program = Api(None)
    program.headers = {"Authorization": f"Token {secret}"}
    return program


def code(answer) -> str:
    return answer.json()["error"]["code"]


# --- Scopes ---------------------------------------------------------------------------------------
def test_every_act_has_its_scope():
    of_scopes = frozenset().union(*SCOPES.values())
    public = {name for name, act in ACTS.items() if PUBLIC in act.roles}
    assert of_scopes | FULL_SCOPE == ACTS.keys() - public, "put the new act in a scope"
    assert not of_scopes & FULL_SCOPE and FULL_SCOPE_READS <= FULL_SCOPE
    assert SCOPES.keys() | {Scope.FULL} == set(Scope)


@each(
    "scopes, may_enter, may_write",
    ([Scope.READ], False, False),
    ([Scope.ENTRIES], True, False),
    ([Scope.RESULTS], False, True),
    ([Scope.RESULTS, Scope.ENTRIES], True, True),
    ([Scope.FULL], True, True),
)
def test_a_token_does_what_its_scopes_say(playing, pilar, scopes, may_enter, may_write):
    program = holding(pilar, scopes=scopes)
    match = playing.matches.get(number=1)
    entered = program.post(f"{CASINO}entries/", ENTRY)
    written = program.post(
        f"{CASINO}matches/{match.code}/hands/", {"number": 1, "line": "coto 3-1"}
    )
    for answer, may in ((entered, may_enter), (written, may_write)):
        refused = answer.status_code >= 400 and code(answer)
        assert (refused == "scope") is not may and (may or answer.status_code == 403)
    assert program.get(f"{CASINO}entries/").status_code == 200


@each(
    "path",
    *("tokens/", "account/data/", f"{CASINO}team/", f"{CASINO}entries/1/data/", f"{CASINO}file/"),
    *(f"{CASINO}money/entries/", f"{CASINO}money/closing/", f"{CASINO}exports/accounts/"),
)
def test_reading_does_not_open_secrets_and_private_data(playing, pilar, path):
    assert code(holding(pilar, scopes=[Scope.READ]).get(path)) == "scope"
    assert holding(pilar).get(path).status_code == 200


def test_the_telephones_of_the_requests_are_for_the_scope_of_the_entries(playing, pilar):
    requests = f"{CASINO}requests/"
    assert code(holding(pilar, scopes=[Scope.RESULTS]).get(requests)) == "scope"
    assert holding(pilar, scopes=[Scope.ENTRIES]).get(requests).status_code == 200


def test_a_scope_does_not_give_what_the_owner_may_not(playing, raul, vecino):
    program = holding(raul, scopes=[Scope.ENTRIES])
    assert code(program.post(f"{CASINO}entries/", ENTRY)) == "permission_denied"
    stranger = holding(vecino, scopes=[Scope.RESULTS])
    assert code(stranger.get(f"{CASINO}matters/")) == "permission_denied"


def test_a_remedy_of_the_draw_needs_the_full_scope(playing, pilar):
    """The organiser's results token corrects; it does not draw again."""
    match = playing.matches.get(number=1)
    full, results = holding(pilar), holding(pilar, scopes=[Scope.RESULTS])
    path = f"{CASINO}matches/{match.code}/"
    results.post(f"{path}hands/", {"number": 1, "line": "coto 3-1"})
    results.post(f"{path}hands/", {"number": 2, "line": "coto 3-1"})
    body = {"lines": ["coto 1-3", "coto 1-3"], "reason": "x", "remedy": True, "seen": "x"}
    assert code(results.post(f"{path}correct/", body)) == "remedy_not_yours"
    assert code(full.post(f"{path}correct/", body)) != "remedy_not_yours"


def test_a_token_of_one_tournament_is_a_stranger_in_the_others(playing, pilar, client_as):
    made = Api(pilar).post(
        "tournaments/",
        {
            "name": "Otro",
            "starts_at": "2026-12-05T16:30",
            "tables": 4,
            "game": "guinote",
            "preset": "mejor_de_13",
            "format": "knockout",
        },
    )
    other = made.json()["slug"]
    program = holding(pilar, tournament=playing.slug)
    assert program.get(f"{CASINO}entries/").status_code == 200
    assert program.get(f"tournaments/{other}/").json()["role"] == ""
    assert code(program.get(f"tournaments/{other}/entries/")) == "scope"
    assert code(program.get("tokens/")) == "scope"
    Api(pilar).patch(f"tournaments/{other}/", {"visibility": "private"})
    assert program.get(f"tournaments/{other}/").status_code == 404


def test_the_api_and_the_page_make_them(casino, pilar, client_as):
    asked = {"username": "pilar", "password": PASSWORD, "scopes": ["entries", "read"]}
    made = Api(None).post("token/", {**asked, "tournament": casino.slug}).json()
    assert (made["scopes"], made["tournament"]) == (["read", "entries"], casino.slug)
    wrong = Api(None).post("token/", {**asked, "tournament": "de-otro"})
    assert code(wrong) == "unknown_choice"
    page = client_as(pilar).post("/mi-cuenta/tokens/", {"name": "Marcador", "days": 3})
    assert page.status_code == 200 and ApiToken.objects.first().scopes == ["read"]


# --- Idempotency ----------------------------------------------------------------------------------
def keyed(program: Api, key: str) -> Api:
    program.headers = {**program.headers, "Idempotency-Key": key}
    return program


def test_the_same_call_is_done_once_and_answered_twice(casino, pilar):
    program = keyed(Api(pilar), "a-1")
    first, second = (program.post(f"{CASINO}entries/", ENTRY) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json() and first["Location"] == second["Location"]
    assert second["Idempotent-Replayed"] == "true" and "Idempotent-Replayed" not in first
    assert Entry.objects.count() == 1


def test_the_key_is_of_one_call_and_one_account(casino, pilar, chema):
    program = keyed(Api(pilar), "a-1")
    program.post(f"{CASINO}entries/", ENTRY)
    other = {"players": [{"name": "Sol"}, {"name": "Mar"}]}
    assert code(program.post(f"{CASINO}entries/", other)) == "idempotency_key_reused"
    assert code(program.post(f"{CASINO}entries/mark-all/", {"mark": "paid"})) == (
        "idempotency_key_reused"
    )
    assert keyed(Api(chema), "a-1").post(f"{CASINO}entries/", other).status_code == 201


def test_a_refused_call_may_be_mended_with_its_key(casino, pilar):
    program = keyed(Api(pilar), "a-1")
    assert program.post(f"{CASINO}entries/", {"players": []}).status_code == 400
    assert not IdempotentCall.objects.exists()
    assert program.post(f"{CASINO}entries/", ENTRY).status_code == 201


def test_an_answer_with_a_secret_is_not_stored(casino, pilar):
    program = keyed(Api(pilar), "a-1")
    body = {"role": "referee", "tables": "", "hours": 3, "places": 2}
    assert program.post(f"{CASINO}invitations/", body).status_code == 201
    assert code(program.post(f"{CASINO}invitations/", body)) == "idempotency_answer_secret"
    assert Invitation.objects.count() == 1 and IdempotentCall.objects.get().answer is None


def test_a_payment_and_a_list_are_done_once(casino, pilar):
    Api(pilar).post(f"{CASINO}entries/", ENTRY)
    set_prices(tournament=casino, author=pilar, fee=Decimal(20))
    money = f"{CASINO}money/"
    calls = [
        (f"{money}entries/1/payments/", {"amount": "8.00"}),
        (f"{money}entries/1/refunds/", {"amount": "3.00"}),
        (f"{money}entries/1/charges/", {"discount": "1.00", "concept": "Socio"}),
        (f"{money}movements/", {"kind": "expense", "amount": "5.00", "concept": "Tiza"}),
        (f"{money}prizes/", {"category": "place", "thing": "Jamón"}),
        (f"{CASINO}imports/", {"text": "Sol / Mar"}),
    ]
    for number, (address, body) in enumerate(calls):
        program = keyed(Api(pilar), f"a-{number}")
        first, second = (program.post(address, body) for _ in range(2))
        assert (first.status_code, second.status_code) == (201, 201), (address, first.json())
        assert first.json() == second.json() and second["Idempotent-Replayed"] == "true"
    listed = keyed(Api(pilar), "a-accept")
    accept = f"{CASINO}imports/{second.json()['id']}/accept/"
    answers = [listed.post(accept).json() for _ in range(2)]
    assert answers[0] == answers[1], answers
    assert casino.movements.count() == 3 and casino.prizes.count() == 1
    assert Entry.objects.count() == 2, answers


def test_a_file_sent_twice_is_read_once(casino, pilar):
    program = keyed(Api(pilar), "a-1")
    sent = [
        program.browser.post(
            f"/api/v1/{CASINO}imports/",
            {"file": ContentFile(b"Ana;Eva\n", name="x.csv")},
            headers=program.headers,
        )
        for _ in range(2)
    ]
    assert sent[0].status_code == sent[1].status_code == 201
    assert sent[0].json() == sent[1].json()
    assert sent[1]["Idempotent-Replayed"] == "true"


@each("key", "", "x" * 81, "ñ")
def test_a_key_is_short_and_plain(casino, pilar, key):
    assert code(keyed(Api(pilar), key).post(f"{CASINO}entries/", ENTRY)) == "idempotency_key"


def test_a_key_is_forgotten_after_a_day(casino, pilar):
    program = keyed(Api(pilar), "a-1")
    program.post(f"{CASINO}entries/", ENTRY)
    IdempotentCall.objects.update(at=timezone.now() - timedelta(hours=25))
    other = {"players": [{"name": "Sol"}, {"name": "Mar"}]}
    assert program.post(f"{CASINO}entries/", other).status_code == 201
    IdempotentCall.objects.update(at=timezone.now() - timedelta(hours=25))
    delete_old_answers()
    assert not IdempotentCall.objects.exists()


# --- Pages of other sites -------------------------------------------------------------------------
ORIGIN = {"Origin": "https://pena.example"}
ALLOWED = "Access-Control-Allow-Origin"


def test_a_page_of_another_site_reads_public_data(playing):
    answer = Client().get(f"/api/v1/{CASINO}matches/", headers=ORIGIN)
    assert answer[ALLOWED] == "*" and "Access-Control-Allow-Credentials" not in answer
    assert "ETag" in answer["Access-Control-Expose-Headers"] and "ETag" in answer
    again = Client().get(
        f"/api/v1/{CASINO}matches/", headers={**ORIGIN, "If-None-Match": answer["ETag"]}
    )
    assert (again.status_code, again[ALLOWED]) == (304, "*")


def test_no_answer_for_an_account_and_no_write(playing, pilar, client_as):
    path = f"/api/v1/{CASINO}entries/"
    assert ALLOWED not in client_as(pilar).get(path, headers=ORIGIN)
    program = Api(pilar)
    assert ALLOWED not in Client().get(path, headers={**ORIGIN, **program.headers})
    assert ALLOWED not in Client().post(path, {}, headers=ORIGIN)
    assert ALLOWED not in Client().get("/t/casino-de-calamocha/", headers=ORIGIN)


@each("method", "POST", "DELETE")
def test_a_browser_is_not_let_to_write(casino, method):
    asked = {**ORIGIN, "Access-Control-Request-Method": method}
    answer = Client().options(f"/api/v1/{CASINO}entries/", headers=asked)
    assert method not in answer["Access-Control-Allow-Methods"]
    assert "authorization" not in answer["Access-Control-Allow-Headers"]
