"""Tests of token scopes, idempotency keys, and public data for pages of other sites."""

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


def program_with_token(user, **values) -> Api:
    _token, secret = make_token(user=user, **values)
    program = Api(None)
    program.headers = {"Authorization": f"Token {secret}"}
    return program


def refusal_code(answer) -> str:
    return answer.json()["error"]["code"]


# --- Scopes ---------------------------------------------------------------------------------------
def test_every_act_has_its_scope():
    acts_of_scopes = frozenset().union(*SCOPES.values())
    public = {name for name, act in ACTS.items() if PUBLIC in act.roles}
    assert acts_of_scopes | FULL_SCOPE == ACTS.keys() - public, "put the new act in a scope"
    assert not acts_of_scopes & FULL_SCOPE and FULL_SCOPE_READS <= FULL_SCOPE
    assert SCOPES.keys() | {Scope.FULL} == set(Scope)


@each(
    "scopes, may_enter, may_write",
    ([Scope.READ], False, False),
    ([Scope.ENTRIES], True, False),
    ([Scope.RESULTS], False, True),
    ([Scope.RESULTS, Scope.ENTRIES], True, True),
    ([Scope.FULL], True, True),
)
def test_a_token_may_do_only_the_acts_of_its_scopes(playing, pilar, scopes, may_enter, may_write):
    program = program_with_token(pilar, scopes=scopes)
    match = playing.matches.get(number=1)
    entry_answer = program.post(f"{CASINO}entries/", ENTRY)
    line_answer = program.post(
        f"{CASINO}matches/{match.code}/hands/", {"number": 1, "line": "coto 3-1"}
    )
    for answer, may in ((entry_answer, may_enter), (line_answer, may_write)):
        refusal = answer.status_code >= 400 and refusal_code(answer)
        assert (refusal == "scope") is not may and (may or answer.status_code == 403)
    assert program.get(f"{CASINO}entries/").status_code == 200


@each(
    "path",
    *("tokens/", "account/data/", f"{CASINO}team/", f"{CASINO}entries/1/data/", f"{CASINO}file/"),
    *(f"{CASINO}money/entries/", f"{CASINO}money/closing/", f"{CASINO}exports/accounts/"),
)
def test_the_scope_to_read_does_not_open_secrets_and_private_data(playing, pilar, path):
    assert refusal_code(program_with_token(pilar, scopes=[Scope.READ]).get(path)) == "scope"
    assert program_with_token(pilar).get(path).status_code == 200


def test_requests_with_their_telephones_need_the_scope_of_entries(playing, pilar):
    requests = f"{CASINO}requests/"
    assert refusal_code(program_with_token(pilar, scopes=[Scope.RESULTS]).get(requests)) == "scope"
    assert program_with_token(pilar, scopes=[Scope.ENTRIES]).get(requests).status_code == 200


def test_a_scope_gives_no_right_that_the_owner_lacks(playing, raul, vecino):
    program = program_with_token(raul, scopes=[Scope.ENTRIES])
    assert refusal_code(program.post(f"{CASINO}entries/", ENTRY)) == "permission_denied"
    stranger = program_with_token(vecino, scopes=[Scope.RESULTS])
    assert refusal_code(stranger.get(f"{CASINO}matters/")) == "permission_denied"


def test_a_remedy_of_the_draw_needs_the_full_scope(playing, pilar):
    """A token for results may correct an acta, but not change the draw."""
    match = playing.matches.get(number=1)
    full_program = program_with_token(pilar)
    results_program = program_with_token(pilar, scopes=[Scope.RESULTS])
    path = f"{CASINO}matches/{match.code}/"
    results_program.post(f"{path}hands/", {"number": 1, "line": "coto 3-1"})
    results_program.post(f"{path}hands/", {"number": 2, "line": "coto 3-1"})
    body = {"lines": ["coto 1-3", "coto 1-3"], "reason": "x", "remedy": True, "seen": "x"}
    assert refusal_code(results_program.post(f"{path}correct/", body)) == "remedy_not_yours"
    assert refusal_code(full_program.post(f"{path}correct/", body)) != "remedy_not_yours"


def test_a_token_of_one_tournament_has_no_rights_in_others(playing, pilar, client_as):
    created_answer = Api(pilar).post(
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
    other_value = created_answer.json()["slug"]
    program = program_with_token(pilar, tournament=playing.slug)
    assert program.get(f"{CASINO}entries/").status_code == 200
    assert program.get(f"tournaments/{other_value}/").json()["role"] == ""
    assert refusal_code(program.get(f"tournaments/{other_value}/entries/")) == "scope"
    assert refusal_code(program.get("tokens/")) == "scope"
    Api(pilar).patch(f"tournaments/{other_value}/", {"visibility": "private"})
    assert program.get(f"tournaments/{other_value}/").status_code == 404


def test_the_api_and_the_page_make_tokens_with_scopes(casino, pilar, client_as):
    form = {"username": "pilar", "password": PASSWORD, "scopes": ["entries", "read"]}
    token = Api(None).post("token/", {**form, "tournament": casino.slug}).json()
    assert (token["scopes"], token["tournament"]) == (["read", "entries"], casino.slug)
    wrong = Api(None).post("token/", {**form, "tournament": "de-otro"})
    assert refusal_code(wrong) == "unknown_choice"
    page = client_as(pilar).post("/mi-cuenta/tokens/", {"name": "Marcador", "days": 3})
    assert page.status_code == 200 and ApiToken.objects.first().scopes == ["read"]


# --- Idempotency ----------------------------------------------------------------------------------
def program_with_key(program: Api, key: str) -> Api:
    program.headers = {**program.headers, "Idempotency-Key": key}
    return program


def test_the_same_call_is_done_once_and_answered_twice(casino, pilar):
    program = program_with_key(Api(pilar), "a-1")
    first, second = (program.post(f"{CASINO}entries/", ENTRY) for _time in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json() and first["Location"] == second["Location"]
    assert second["Idempotent-Replayed"] == "true" and "Idempotent-Replayed" not in first
    assert Entry.objects.count() == 1


def test_a_key_belongs_to_one_call_and_one_account(casino, pilar, chema):
    program = program_with_key(Api(pilar), "a-1")
    program.post(f"{CASINO}entries/", ENTRY)
    other_value = {"players": [{"name": "Sol"}, {"name": "Mar"}]}
    assert refusal_code(program.post(f"{CASINO}entries/", other_value)) == "idempotency_key_reused"
    assert refusal_code(program.post(f"{CASINO}entries/mark-all/", {"mark": "paid"})) == (
        "idempotency_key_reused"
    )
    assert (
        program_with_key(Api(chema), "a-1").post(f"{CASINO}entries/", other_value).status_code
        == 201
    )


def test_a_refused_call_may_be_corrected_with_the_same_key(casino, pilar):
    program = program_with_key(Api(pilar), "a-1")
    assert program.post(f"{CASINO}entries/", {"players": []}).status_code == 400
    assert not IdempotentCall.objects.exists()
    assert program.post(f"{CASINO}entries/", ENTRY).status_code == 201


def test_an_answer_with_a_secret_is_not_stored(casino, pilar):
    program = program_with_key(Api(pilar), "a-1")
    body = {"role": "referee", "tables": "", "hours": 3, "places": 2}
    assert program.post(f"{CASINO}invitations/", body).status_code == 201
    assert refusal_code(program.post(f"{CASINO}invitations/", body)) == "idempotency_answer_secret"
    assert Invitation.objects.count() == 1 and IdempotentCall.objects.get().answer is None


def test_payments_prizes_and_imports_are_done_once(casino, pilar):
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
        program = program_with_key(Api(pilar), f"a-{number}")
        first, second = (program.post(address, body) for _time in range(2))
        assert (first.status_code, second.status_code) == (201, 201), (address, first.json())
        assert first.json() == second.json() and second["Idempotent-Replayed"] == "true"
    last_program = program_with_key(Api(pilar), "a-accept")
    accept = f"{CASINO}imports/{second.json()['id']}/accept/"
    answers = [last_program.post(accept).json() for _time in range(2)]
    assert answers[0] == answers[1], answers
    assert casino.movements.count() == 3 and casino.prizes.count() == 1
    assert Entry.objects.count() == 2, answers


def test_a_file_sent_twice_is_read_once(casino, pilar):
    program = program_with_key(Api(pilar), "a-1")
    answers = [
        program.browser.post(
            f"/api/v1/{CASINO}imports/",
            {"file": ContentFile(b"Ana;Eva\n", name="x.csv")},
            headers=program.headers,
        )
        for _time in range(2)
    ]
    assert answers[0].status_code == answers[1].status_code == 201
    assert answers[0].json() == answers[1].json()
    assert answers[1]["Idempotent-Replayed"] == "true"


@each("key", "", "x" * 81, "ñ")
def test_an_empty_long_or_non_ascii_key_is_refused(casino, pilar, key):
    assert (
        refusal_code(program_with_key(Api(pilar), key).post(f"{CASINO}entries/", ENTRY))
        == "idempotency_key"
    )


def test_a_key_is_deleted_after_a_day(casino, pilar):
    program = program_with_key(Api(pilar), "a-1")
    program.post(f"{CASINO}entries/", ENTRY)
    IdempotentCall.objects.update(at=timezone.now() - timedelta(hours=25))
    other_value = {"players": [{"name": "Sol"}, {"name": "Mar"}]}
    assert program.post(f"{CASINO}entries/", other_value).status_code == 201
    IdempotentCall.objects.update(at=timezone.now() - timedelta(hours=25))
    delete_old_answers()
    assert not IdempotentCall.objects.exists()


# --- Pages of other sites -------------------------------------------------------------------------
ORIGIN = {"Origin": "https://pena.example"}
ALLOWED_ORIGIN = "Access-Control-Allow-Origin"


def test_a_page_of_another_site_reads_public_data(playing):
    answer = Client().get(f"/api/v1/{CASINO}matches/", headers=ORIGIN)
    assert answer[ALLOWED_ORIGIN] == "*" and "Access-Control-Allow-Credentials" not in answer
    assert "ETag" in answer["Access-Control-Expose-Headers"] and "ETag" in answer
    second_answer = Client().get(
        f"/api/v1/{CASINO}matches/", headers={**ORIGIN, "If-None-Match": answer["ETag"]}
    )
    assert (second_answer.status_code, second_answer[ALLOWED_ORIGIN]) == (304, "*")


def test_a_page_of_another_site_reads_no_answer_for_an_account_and_writes_nothing(
    playing, pilar, client_as
):
    path = f"/api/v1/{CASINO}entries/"
    assert ALLOWED_ORIGIN not in client_as(pilar).get(path, headers=ORIGIN)
    program = Api(pilar)
    assert ALLOWED_ORIGIN not in Client().get(path, headers={**ORIGIN, **program.headers})
    assert ALLOWED_ORIGIN not in Client().post(path, {}, headers=ORIGIN)
    assert ALLOWED_ORIGIN not in Client().get("/t/casino-de-calamocha/", headers=ORIGIN)


@each("method", "POST", "DELETE")
def test_a_browser_may_not_write_from_another_site(casino, method):
    headers = {**ORIGIN, "Access-Control-Request-Method": method}
    answer = Client().options(f"/api/v1/{CASINO}entries/", headers=headers)
    assert method not in answer["Access-Control-Allow-Methods"]
    assert "authorization" not in answer["Access-Control-Allow-Headers"]
