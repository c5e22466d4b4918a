"""Tests of leaving the team: pages, sessions and tokens lose their access at once."""

from tests.api.conftest import Api
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role, revoke_role

CASINO = "/t/casino-de-calamocha/"
HTMX = {"HX-Request": "true"}


@world
def casino_in_play(casino, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round, publish_round

    pairs(casino, 6)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    return casino


def test_removed_referee_loses_access_to_pages_and_api_at_once(
    casino_in_play, client_as, raul, pilar
):
    browser, program = client_as(raul), Api(raul)
    code = casino_in_play.matches.get(number=1).code
    line, acta_page = {"number": 1, "line": "coto 3-1"}, f"{CASINO}acta/{code}/"
    hands_path = f"tournaments/{casino_in_play.slug}/matches/{code}/hands/"
    assert browser.get(f"{CASINO}mis-mesas/").status_code == 200
    assert program.post(hands_path, line).status_code == 201
    revoke_role(tournament=casino_in_play, author=pilar, user=raul)
    refresh = browser.get(f"{CASINO}mis-mesas/?v=1", headers=HTMX)
    assert (refresh.status_code, refresh.headers["HX-Refresh"]) == (403, "true")
    assert [browser.get(f"{CASINO}{page}/").status_code for page in ("mis-mesas", "control")] == [
        403,
        403,
    ]
    assert browser.post(acta_page, {"line": "coto 3-1", "number": 2}).status_code == 403
    assert program.post(hands_path, {"number": 2, "line": "coto 3-1"}).status_code == 403
    # The tournament itself is public.
    assert program.get(f"tournaments/{casino_in_play.slug}/").status_code == 200
    assert casino_in_play.matches.get(code=code).actas.get().hands.count() == 1


def test_refreshing_page_reloads_to_log_in_after_logout(casino_in_play, client_as, raul):
    browser = client_as(raul)
    browser.logout()
    refresh = browser.get(f"{CASINO}mis-mesas/?v=1", headers=HTMX)
    assert (refresh.headers["HX-Refresh"], refresh.content) == ("true", b"")


def test_referee_leaves_the_team_on_the_page(casino, client_as, raul):
    browser = client_as(raul)
    assert browser.get(f"{CASINO}equipo/dejar/").status_code == 200
    assert casino.team.filter(user=raul).exists()
    assert browser.post(f"{CASINO}equipo/dejar/").url == "/"
    assert browser.get(f"{CASINO}panel/").status_code == 403


def test_referee_leaves_the_team_by_api(casino, raul, pilar):
    program = Api(raul)
    leave_path = f"tournaments/{casino.slug}/leave/"
    assert [program.post(leave_path).status_code for _try in "ab"] == [204, 403]
    refusal = Api(pilar).post(leave_path)
    assert (refusal.status_code, refusal.json()["error"]["code"]) == (409, "last_organiser")


def test_last_organiser_cannot_leave_the_team(casino, client_as, pilar, vecino):
    browser = client_as(pilar)
    assert browser.post(f"{CASINO}equipo/dejar/").status_code == 409
    grant_role(tournament=casino, author=pilar, username="vecino", role="organiser")
    assert browser.post(f"{CASINO}equipo/dejar/").status_code == 302
    assert set(casino.team.filter(role="organiser").values_list("user", flat=True)) == {vecino.pk}
