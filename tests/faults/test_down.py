"""Answers of the site while its database is gone, and how it comes back by itself."""

import time

import pytest

from tests.faults.browser import Browser
from tests.faults.hall import Hall
from tests.faults.load import in_threads

pytestmark = pytest.mark.faults

SENTENCE = "El servidor no puede atender ahora mismo"
AT_ONCE = 8  # more than a web process has threads


@pytest.fixture
def slug(hall: Hall) -> str:
    hall.build(
        "Sin base de datos", pairs=4, tables=2, rounds=2, game_options={"cotos": 1, "partidas": 2}
    )
    return hall.slug


def test_a_database_that_is_killed_is_503_until_it_is_back(hall: Hall, slug: str):
    urls = hall.urls
    page, api = f"/t/{slug}/clasificacion/", f"/api/v1/tournaments/{slug}/"
    organiser = hall.enter("pilar")
    written = [len(web.log.read_text()) for web in hall.webs]
    for url in urls:
        in_threads([lambda url=url: answers(url, page, 200) for _ in range(AT_ONCE)])
    hall.cluster.kill()
    try:
        time.sleep(2)  # a page kept a moment ago is given for a moment
        for url in urls:
            in_threads([lambda url=url: answers(url, page, 503) for _ in range(AT_ONCE)])
            told = Browser(url).get(api)
            assert (told.status, told.headers["retry-after"]) == (503, "10")
            error = told.json["error"]
            assert (error["code"], SENTENCE in error["message"]) == ("unavailable", True)
        # Whoever has a session is not taken for somebody without one, and keeps what was typed.
        asked = organiser.post(
            f"/t/{slug}/rondas/1/descartar/", {"reason": "«así»"}, Origin=hall.urls[0]
        )
        assert (asked.status, "Enviar otra vez" in asked.text) == (503, True)
        assert 'name="reason" value="«así»"' in asked.text
        assert f'action="/t/{slug}/rondas/1/descartar/"' in asked.text
        assert organiser.get(f"/t/{slug}/rondas/").status == 503
    finally:
        hall.cluster.start()
    for url in urls:
        in_threads([lambda url=url: answers(url, page, 200) for _ in range(AT_ONCE)])
    assert organiser.get(f"/t/{slug}/rondas/").status == 200
    for web, before in zip(hall.webs, written, strict=True):
        said = web.log.read_text()[before:]
        assert "connection failed" in said and "Traceback" not in said


def answers(url: str, page: str, status: int) -> None:
    answer = Browser(url).get(page)
    assert answer.status == status, (url, answer.status, answer.text[:300])
    if status == 503:
        assert answer.headers["retry-after"] == "10"
        assert SENTENCE in answer.text and "Traceback" not in answer.text


def test_a_web_process_starts_while_the_database_is_gone(hall: Hall):
    web = hall.webs[1]
    hall.cluster.kill()
    try:
        web.kill()
        web.start()
        web.wait()
        answers(web.url, "/", 503)
    finally:
        hall.cluster.start()
    answers(web.url, "/", 200)
