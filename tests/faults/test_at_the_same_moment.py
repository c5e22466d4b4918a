"""Two people press the same at the same moment, each on another web process of the same hall."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.browser import Answer, Browser
from tests.faults.hall import Hall
from tests.faults.ledger import Ledger
from tests.faults.pens import Phone
from tests.sizes import size

pytestmark = pytest.mark.faults

TURNS = size(6, long=20)
PAIRS = size(12, long=24)
SIGNED = {"side": 1, "version": 1}


def at_once(*acts: Callable[[], Answer]) -> list[Answer]:
    """All of them let go at the same moment."""
    start, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, act: Callable[[], Answer]) -> None:
        start.wait()
        answers[place] = act()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answers), "somebody got no answer"
    return answers


def said(answers: list[Answer]) -> list[int]:
    """Their statuses in order; a refusal must say something."""
    for answer in answers:
        assert answer.status < 500, answer.text
        assert answer.status < 400 or "class=" in answer.text or answer.is_json
    return sorted(answer.status for answer in answers)


@pytest.fixture
def organisers(hall: Hall, request: pytest.FixtureRequest) -> list[Browser]:
    """Two of them, in a Swiss that nobody has drawn yet."""
    name = f"A la vez {request.node.name}"
    hall.build(
        name[:80],
        pairs=PAIRS,
        tables=PAIRS // 2,
        rounds=4,
        game_options={"cotos": 1, "partidas": 2},
    )
    return [hall.enter("pilar", 0), hall.enter("jesus", 1)]


@pytest.fixture
def round_one(hall: Hall, organisers: list[Browser]) -> list[dict[str, Any]]:
    """Return what the paper actas of the first round say."""
    hall.put_out(organisers[0], 1)
    links: list[dict[str, Any]] = hall.inside("links", slug=hall.slug, number=1)
    return links


def phone(hall: Hall, match: dict[str, Any], side: int, place: int = 0) -> Phone:
    url = hall.urls[place]
    luck = random.Random(f"{match['code']} {side} {place}")
    opened = Phone(
        lambda: url, hall.slug, match["code"], Ledger(), luck, link=match["link"], side=side
    )
    opened.open()
    return opened


def sending(pen: Phone, number: int, line: str) -> Callable[[], Answer]:
    pen.write(number, line)
    _line, body, _at = pen.queue.pop()
    return lambda: pen.browser.post(f"{pen.page}enviar/", body)


def test_a_round_is_drawn_and_published_once(hall: Hall, organisers: list[Browser]):
    one, other = organisers
    for turn in range(TURNS):
        answers = at_once(lambda: hall.draw(one, 1), lambda: hall.draw(other, 1))
        assert said(answers) == [302, 409], turn
        refused = next(answer for answer in answers if answer.status == 409)
        assert "Ya hay una ronda sin publicar" in refused.text
        version = hall.draft_version(one, 1)
        answers = at_once(
            lambda seen=version: hall.publish(one, 1, seen),
            lambda seen=version: hall.publish(other, 1, seen),
        )
        assert said(answers) == [302, 409], turn
        assert any("ya está publicada" in answer.text for answer in answers)
        truth = hall.inside("truth", slug=hall.slug) if turn in (0, TURNS - 1) else None
        if truth:
            assert truth["rounds"] == [[1, "published"]]
            assert len(truth["matches"]) == PAIRS // 2
            assert truth["drawn"] == turn + 1
        away = [
            lambda who=who: who.post(f"/t/{hall.slug}/rondas/1/descartar/", {"reason": "prueba"})
            for who in organisers
        ]
        assert said(at_once(*away))[0] == 302


def test_one_side_confirms_twice_and_signs_once(hall: Hall, round_one: list[dict[str, Any]]):
    for match in round_one:
        writes = phone(hall, match, 0)
        for number in (1, 2):
            assert sending(writes, number, "partida A")().status == 200
        signers = [phone(hall, match, 1, place) for place in (0, 1)]
        answers = at_once(
            *(lambda pen=pen: pen.browser.post(f"{pen.page}confirmar/", SIGNED) for pen in signers)
        )
        assert said(answers) == [302, 302]
        pages = [pen.browser.get(pen.page).text for pen in signers]
        assert sum("Confirmado. Gracias." in page for page in pages) == 1
    for match in hall.inside("truth", slug=hall.slug)["matches"]:
        assert (match["state"], match["signatures"]) == ("finished", 1)
        assert match["result"]["winner"] == 0


def test_a_line_and_a_correction_at_once(
    hall: Hall, organisers: list[Browser], round_one: list[dict[str, Any]]
):
    outcomes = {}
    for place, match in enumerate(round_one):
        pen = phone(hall, match, 0, place % 2)
        assert sending(pen, 1, "partida A")().status == 200
        pen.version = 1
        again = f"/t/{hall.slug}/acta/{match['code']}/repetir/"
        who = organisers[(place + 1) % 2]
        line = sending(pen, 2, "partida B")
        answers = at_once(line, lambda who=who, again=again: who.post(again, {"reason": "naipe"}))
        said(answers)
        assert answers[1].status == 302
        assert answers[0].status in (200, 409)
        outcomes[match["code"]] = answers[0].status
    for match in hall.inside("truth", slug=hall.slug)["matches"]:
        older = [line for _number, line, _uid in match["older"]]
        assert match["lines"] == []
        acknowledged = outcomes[match["code"]] == 200
        assert older == ["partida A", "partida B"] if acknowledged else ["partida A"]


def test_a_line_of_a_round_that_is_drawn_again_at_once(
    hall: Hall, organisers: list[Browser], round_one: list[dict[str, Any]]
):
    """A result of the first round is corrected, and the second drawn again, while its first line
    is being written: one of the two is told no, and no line that was acknowledged goes."""
    for match in round_one:
        pen = phone(hall, match, 0)
        for number in (1, 2):
            assert sending(pen, number, "partida A")().status == 200
        pen.confirm()
    hall.put_out(organisers[0], 2)
    corrected = round_one[0]["code"]
    address = f"/api/v1/tournaments/{hall.slug}/matches/{corrected}/correct/"
    luck, winner = random.Random("otra vez"), "partida A"
    acknowledged: dict[str, str] = {}
    answered: Counter[tuple[int, int]] = Counter()
    for turn in range(TURNS):
        who = organisers[turn % 2]
        left = [code for code in hall.to_play(who, 2) if code not in acknowledged]
        if len(left) < 3:  # too few to be drawn again
            break
        code = luck.choice(left)
        link = hall.link(who, code)
        pen = phone(hall, {"code": code, "link": link}, 0, turn % 2)
        won = "partida A" if winner == "partida B" else "partida B"
        body = {"lines": [won, won], "reason": "mal leída", "remedy": True}
        line = late(luck.uniform(0, 0.1), sending(pen, 1, f"partida {'AB'[turn % 2]}"))
        correction = late(
            luck.uniform(0, 0.1), lambda who=who, body=body: who.post_json(address, body)
        )
        answers = at_once(line, correction)
        said(answers)
        answered[answers[0].status, answers[1].status] += 1
        assert answers[0].status in (200, 403, 404, 409), answers[0].text
        assert answers[1].status in (200, 409), answers[1].text
        if answers[0].status == 200:
            acknowledged[code] = link
        if answers[1].status == 200:
            winner = won
    print(f"line and correction: {dict(answered)}")
    kept = {one["code"]: one["lines"] for one in hall.inside("truth", slug=hall.slug)["matches"]}
    assert all(len(kept.get(code, [])) == 1 for code in acknowledged), (acknowledged, kept)
    for code, link in acknowledged.items():  # it was not given to others: its link is still good
        assert hall.link(organisers[0], code) == link
    for code in hall.to_play(organisers[0], 2):
        assert len(kept[code]) == (code in acknowledged), code


def late(seconds: float, act: Callable[[], Answer]) -> Callable[[], Answer]:
    def later() -> Answer:
        time.sleep(seconds)
        return act()

    return later
