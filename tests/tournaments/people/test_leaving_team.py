"""Leaving: pages, sessions and tokens open nothing more, at once."""

from tests.api.conftest import Api
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role, revoke_role

CASINO = "/t/casino-de-calamocha/"
LIVE = {"HX-Request": "true"}


@world
def playing(casino, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round, publish_round

    pairs(casino, 6)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    return casino


def test_everything_open_is_shut_at_once(playing, client_as, raul, pilar):
    browser, program = client_as(raul), Api(raul)
    code = playing.matches.get(number=1).code
    line, acta = {"number": 1, "line": "coto 3-1"}, f"{CASINO}acta/{code}/"
    hands = f"tournaments/{playing.slug}/matches/{code}/hands/"
    assert browser.get(f"{CASINO}mis-mesas/").status_code == 200
    assert program.post(hands, line).status_code == 201
    revoke_role(tournament=playing, author=pilar, user=raul)
    again = browser.get(f"{CASINO}mis-mesas/?v=1", headers=LIVE)
    assert (again.status_code, again.headers["HX-Refresh"]) == (403, "true")
    assert [browser.get(f"{CASINO}{page}/").status_code for page in ("mis-mesas", "control")] == [
        403,
        403,
    ]
    assert browser.post(acta, {"line": "coto 3-1", "number": 2}).status_code == 403
    assert program.post(hands, {"number": 2, "line": "coto 3-1"}).status_code == 403
    assert program.get(f"tournaments/{playing.slug}/").status_code == 200  # as anybody
    assert playing.matches.get(code=code).actas.get().hands.count() == 1


def test_a_page_that_refreshes_sends_to_log_in_whole(playing, client_as, raul):
    browser = client_as(raul)
    browser.logout()
    again = browser.get(f"{CASINO}mis-mesas/?v=1", headers=LIVE)
    assert (again.headers["HX-Refresh"], again.content) == ("true", b"")


def test_one_leaves_oneself(casino, client_as, raul):
    browser = client_as(raul)
    assert browser.get(f"{CASINO}equipo/dejar/").status_code == 200
    assert casino.team.filter(user=raul).exists()
    assert browser.post(f"{CASINO}equipo/dejar/").url == "/"
    assert browser.get(f"{CASINO}panel/").status_code == 403


def test_one_leaves_oneself_by_the_api(casino, raul, pilar):
    program = Api(raul)
    leave = f"tournaments/{casino.slug}/leave/"
    assert [program.post(leave).status_code for _twice in "ab"] == [204, 403]
    last = Api(pilar).post(leave)
    assert (last.status_code, last.json()["error"]["code"]) == (409, "last_organiser")


def test_the_last_organiser_stays(casino, client_as, pilar, vecino):
    browser = client_as(pilar)
    assert browser.post(f"{CASINO}equipo/dejar/").status_code == 409
    grant_role(tournament=casino, author=pilar, username="vecino", role="organiser")
    assert browser.post(f"{CASINO}equipo/dejar/").status_code == 302
    assert set(casino.team.filter(role="organiser").values_list("user", flat=True)) == {vecino.pk}
