"""Tests of a site whose database is killed: it answers 503, and recovers without help."""

import time

import pytest

from tests.faults.browser import Browser
from tests.faults.hall import Hall
from tests.faults.load import run_in_threads

pytestmark = pytest.mark.faults

SENTENCE = "El servidor no puede atender ahora mismo"
REQUESTS = 8  # requests at the same time: more than the threads of a web process


@pytest.fixture
def slug(hall: Hall) -> str:
    hall.build(
        "Sin base de datos", pairs=4, tables=2, rounds=2, game_options={"cotos": 1, "partidas": 2}
    )
    return hall.slug


def test_pages_and_forms_are_503_from_the_kill_of_the_database_to_its_start(hall: Hall, slug: str):
    urls = hall.urls
    page, api = f"/t/{slug}/clasificacion/", f"/api/v1/tournaments/{slug}/"
    organiser = hall.enter("pilar")
    log_lengths = [len(web.log.read_text()) for web in hall.webs]
    for url in urls:
        run_in_threads([lambda url=url: check_status(url, page, 200) for _ in range(REQUESTS)])
    hall.cluster.kill()
    try:
        time.sleep(2)  # until the cached page expires
        for url in urls:
            run_in_threads([lambda url=url: check_status(url, page, 503) for _ in range(REQUESTS)])
            answer = Browser(url).get(api)
            assert (answer.status, answer.headers["retry-after"]) == (503, "10")
            error = answer.json["error"]
            assert (error["code"], SENTENCE in error["message"]) == ("unavailable", True)
        # A user with a session gets the 503 too, with a form to send the same text again.
        refused_answer = organiser.post(
            f"/t/{slug}/rondas/1/descartar/", {"reason": "«así»"}, Origin=hall.urls[0]
        )
        assert (refused_answer.status, "Enviar otra vez" in refused_answer.text) == (503, True)
        assert 'name="reason" value="«así»"' in refused_answer.text
        assert f'action="/t/{slug}/rondas/1/descartar/"' in refused_answer.text
        assert organiser.get(f"/t/{slug}/rondas/").status == 503
    finally:
        hall.cluster.start()
    for url in urls:
        run_in_threads([lambda url=url: check_status(url, page, 200) for _ in range(REQUESTS)])
    assert organiser.get(f"/t/{slug}/rondas/").status == 200
    for web, length in zip(hall.webs, log_lengths, strict=True):
        log = web.log.read_text()[length:]
        assert "connection failed" in log and "Traceback" not in log


def check_status(url: str, page: str, status: int) -> None:
    answer = Browser(url).get(page)
    assert answer.status == status, (url, answer.status, answer.text[:300])
    if status == 503:
        assert answer.headers["retry-after"] == "10"
        assert SENTENCE in answer.text and "Traceback" not in answer.text


def test_a_web_process_starts_while_the_database_is_down(hall: Hall):
    web = hall.webs[1]
    hall.cluster.kill()
    try:
        web.kill()
        web.start()
        web.wait()
        check_status(web.url, "/", 503)
    finally:
        hall.cluster.start()
    check_status(web.url, "/", 200)
