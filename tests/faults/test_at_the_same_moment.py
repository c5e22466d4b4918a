"""Tests of two people who act at the same moment, each on another web process of the hall."""

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
SIGNATURE = {"side": 1, "version": 1}


def run_at_once(*acts: Callable[[], Answer]) -> list[Answer]:
    """Start all acts at the same moment; return their answers, in order of `acts`."""
    start, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, act: Callable[[], Answer]) -> None:
        start.wait()
        answers[place] = act()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answers), "an act got no answer"
    return answers


def checked_statuses(answers: list[Answer]) -> list[int]:
    """Return the statuses, lowest first; assert that no act fails and every refusal has a text."""
    for answer in answers:
        assert answer.status < 500, answer.text
        assert answer.status < 400 or "class=" in answer.text or answer.is_json
    return sorted(answer.status for answer in answers)


@pytest.fixture
def organisers(hall: Hall, request: pytest.FixtureRequest) -> list[Browser]:
    """The browsers of two organisers of a new Swiss, one on each web process."""
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
    """The matches of the published first round, with their links."""
    hall.put_out(organisers[0], 1)
    links: list[dict[str, Any]] = hall.inside("links", slug=hall.slug, number=1)
    return links


def phone(hall: Hall, match: dict[str, Any], side: int, web: int = 0) -> Phone:
    """Open the acta of a match on the phone of a side, at the first or second web process."""
    url = hall.urls[web]
    luck = random.Random(f"{match['code']} {side} {web}")
    new_phone = Phone(
        lambda: url, hall.slug, match["code"], Ledger(), luck, link=match["link"], side=side
    )
    new_phone.open()
    return new_phone


def sending(pen: Phone, number: int, line: str) -> Callable[[], Answer]:
    """Write a line on this phone; return an act that sends the line."""
    pen.write(number, line)
    _line, body, _at = pen.queue.pop()
    return lambda: pen.browser.post(f"{pen.page}enviar/", body)


def test_two_organisers_draw_and_publish_a_round_once(hall: Hall, organisers: list[Browser]):
    pilar, jesus = organisers
    for turn in range(TURNS):
        answers = run_at_once(lambda: hall.draw(pilar, 1), lambda: hall.draw(jesus, 1))
        assert checked_statuses(answers) == [302, 409], turn
        refused_answer = next(answer for answer in answers if answer.status == 409)
        assert "Ya hay una ronda sin publicar" in refused_answer.text
        version = hall.draft_version(pilar, 1)
        answers = run_at_once(
            lambda shown_version=version: hall.publish(pilar, 1, shown_version),
            lambda shown_version=version: hall.publish(jesus, 1, shown_version),
        )
        assert checked_statuses(answers) == [302, 409], turn
        assert any("ya está publicada" in answer.text for answer in answers)
        truth = hall.inside("truth", slug=hall.slug) if turn in (0, TURNS - 1) else None
        if truth:
            assert truth["rounds"] == [[1, "published"]]
            assert len(truth["matches"]) == PAIRS // 2
            assert truth["drawn"] == turn + 1
        discards = [
            lambda organiser=organiser: organiser.post(
                f"/t/{hall.slug}/rondas/1/descartar/", {"reason": "prueba"}
            )
            for organiser in organisers
        ]
        assert checked_statuses(run_at_once(*discards))[0] == 302


def test_a_side_that_confirms_twice_signs_once(hall: Hall, round_one: list[dict[str, Any]]):
    for match in round_one:
        writer = phone(hall, match, 0)
        for number in (1, 2):
            assert sending(writer, number, "partida A")().status == 200
        signers = [phone(hall, match, 1, web) for web in (0, 1)]
        answers = run_at_once(
            *(
                lambda pen=pen: pen.browser.post(f"{pen.page}confirmar/", SIGNATURE)
                for pen in signers
            )
        )
        assert checked_statuses(answers) == [302, 302]
        pages = [pen.browser.get(pen.page).text for pen in signers]
        assert sum("Confirmado. Gracias." in page for page in pages) == 1
    for match in hall.inside("truth", slug=hall.slug)["matches"]:
        assert (match["state"], match["signatures"]) == ("finished", 1)
        assert match["result"]["winner"] == 0


def test_a_line_beside_a_repeated_match_leaves_no_line(
    hall: Hall, organisers: list[Browser], round_one: list[dict[str, Any]]
):
    statuses_by_code = {}
    for index, match in enumerate(round_one):
        pen = phone(hall, match, 0, index % 2)
        assert sending(pen, 1, "partida A")().status == 200
        pen.version = 1
        address = f"/t/{hall.slug}/acta/{match['code']}/repetir/"
        organiser = organisers[(index + 1) % 2]
        line = sending(pen, 2, "partida B")
        answers = run_at_once(
            line,
            lambda organiser=organiser, address=address: organiser.post(
                address, {"reason": "naipe"}
            ),
        )
        checked_statuses(answers)
        assert answers[1].status == 302
        assert answers[0].status in (200, 409)
        statuses_by_code[match["code"]] = answers[0].status
    for match in hall.inside("truth", slug=hall.slug)["matches"]:
        older = [line for _number, line, _uid in match["older"]]
        assert match["lines"] == []
        acknowledged = statuses_by_code[match["code"]] == 200
        assert older == (["partida A", "partida B"] if acknowledged else ["partida A"])


def test_a_redraw_at_once_keeps_an_acknowledged_line(
    hall: Hall, organisers: list[Browser], round_one: list[dict[str, Any]]
):
    """A phone writes the first line of a match of round 2.

    At the same moment an organiser corrects a result of round 1, which draws round 2 again.
    """
    for match in round_one:
        pen = phone(hall, match, 0)
        for number in (1, 2):
            assert sending(pen, number, "partida A")().status == 200
        pen.confirm()
    hall.put_out(organisers[0], 2)
    corrected_code = round_one[0]["code"]
    address = f"/api/v1/tournaments/{hall.slug}/matches/{corrected_code}/correct/"
    luck, winner = random.Random("otra vez"), "partida A"
    acknowledged: dict[str, str] = {}
    outcomes: Counter[tuple[int, int]] = Counter()
    for turn in range(TURNS):
        organiser = organisers[turn % 2]
        codes = [code for code in hall.codes_to_play(organiser, 2) if code not in acknowledged]
        if len(codes) < 3:  # too few to be drawn again
            break
        code = luck.choice(codes)
        link = hall.link(organiser, code)
        pen = phone(hall, {"code": code, "link": link}, 0, turn % 2)
        corrected_line = "partida A" if winner == "partida B" else "partida B"
        body = {"lines": [corrected_line, corrected_line], "reason": "mal leída", "remedy": True}
        line = delayed_act(luck.uniform(0, 0.1), sending(pen, 1, f"partida {'AB'[turn % 2]}"))
        correction = delayed_act(
            luck.uniform(0, 0.1),
            lambda organiser=organiser, body=body: organiser.post_json(address, body),
        )
        answers = run_at_once(line, correction)
        checked_statuses(answers)
        outcomes[answers[0].status, answers[1].status] += 1
        assert answers[0].status in (200, 403, 404, 409), answers[0].text
        assert answers[1].status in (200, 409), answers[1].text
        if answers[0].status == 200:
            acknowledged[code] = link
        if answers[1].status == 200:
            winner = corrected_line
    print(f"line and correction: {dict(outcomes)}")
    stored_lines = {
        row["code"]: row["lines"] for row in hall.inside("truth", slug=hall.slug)["matches"]
    }
    assert all(len(stored_lines.get(code, [])) == 1 for code in acknowledged), (
        acknowledged,
        stored_lines,
    )
    for code, link in acknowledged.items():  # its match was not redrawn: the link is the same
        assert hall.link(organisers[0], code) == link
    for code in hall.codes_to_play(organisers[0], 2):
        assert len(stored_lines[code]) == (code in acknowledged), code


def delayed_act(seconds: float, act: Callable[[], Answer]) -> Callable[[], Answer]:
    """Return an act that waits `seconds` before `act`."""

    def wait_and_act() -> Answer:
        time.sleep(seconds)
        return act()

    return wait_and_act
