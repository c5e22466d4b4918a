"""Any line of any acta is changed, voided or inserted, by page and by API; nothing is lost."""

from dataclasses import asdict
from pathlib import Path

import pytest
from django.db import transaction

from rules import acta
from rules.core import RuleError
from scoring.actas.selectors.actas import (
    fold_lines,
    get_match,
    lines_written,
    live_acta,
    result_values,
)
from scoring.actas.services import record_hand
from scoring.models import Result
from tests.scoring.halls import seat_round
from tests.sizes import size
from tournaments.models import Match
from tournaments.refusal import refused_from

ACTAS = sorted((Path(__file__).parent.parent.parent / "actas").glob("*.acta"))
ONE_A_GAME = [*{path.stem.partition("_")[0]: path for path in ACTAS}.values()]
EACH = pytest.mark.parametrize("path", size(ONE_A_GAME, long=ACTAS), ids=lambda path: path.stem)
REASON = "Mal copiado"


@pytest.fixture
def written_match(make_tournament, pairs, pilar):
    """A match of this acta, written line by line."""

    def write(path: Path) -> Match:
        read = acta.read_acta(path.read_text())
        game, options = acta.read_header(read)
        sides = options.sides
        tournament = make_tournament(
            game=game.key,
            game_options=asdict(options),
            format="swiss" if sides == 2 else "totals",
            format_options={"rounds": 3},
        )
        drawn = seat_round(tournament, [pairs(tournament, sides)])
        match = get_match(tournament, drawn.matches.get().code)
        for number, line in enumerate(read.lines, 1):
            record_hand(match=match, author=pilar, line=line, number=number)
        return match

    return write


def changes(lines: list[str], at: int):
    """Return what is asked of this line: void it, say it again before it, make it like the one
    before, unless it is, and make it nonsense."""
    before, line, after = lines[:at], lines[at], lines[at + 1 :]
    asked = [
        ("void", at + 1, "", [*before, *after]),
        ("insert", at + 1, line, [*before, line, line, *after]),
        ("change", at + 1, lines[at - 1], [*before, lines[at - 1], *after]),
        ("change", at + 1, "nada de nada", [*before, "nada de nada", *after]),
    ]
    return [change for change in asked if change[-1] != lines]


def judged(match: Match, lines: list[str]):
    """The acta folded with these lines, or the error of the rules."""
    try:
        return fold_lines(match, lines), None
    except RuleError as error:
        return None, error


@pytest.mark.slow
@EACH
def test_any_line_is_mended_with_a_reason(written_match, client_as, pilar, path):
    """The first and the last by the API, the one in the middle by the page."""
    match = written_match(path)
    browser, right, version = client_as(pilar), lines_written(live_acta(match)), 1
    last = len(right) - 1
    for change in [*changes(right, 0)[:2], *changes(right, last)[-2:]]:
        with transaction.atomic():
            mend(by_api, browser, match, right, version, change)
            transaction.set_rollback(True)
    for change in changes(right, last // 2):
        if mend(by_page, browser, match, right, version, change):
            answer = browser.post(address(match), form(right, version + 1))
            assert answer.status_code == 302
            version += 2
    assert lines_written(live_acta(match)) == right
    nothing_is_lost(browser, match, right, version)


def mend(ask, browser, match, right, version, change):
    """Return whether the acta has changed: what the rules refuse is refused with their sentence."""
    what, at, line, wanted = change
    fresh = get_match(match.tournament, match.code)
    record, error = judged(fresh, wanted)
    status, said = ask(browser, fresh, right, version, what, at, line, wanted)
    if error is not None:
        assert status in (400, 409), said
        assert str(refused_from(error)) in said
        assert live_acta(match).version == version
        return False
    assert status < 400, said
    same_as_folded(match, record, version + 1)
    return True


def by_page(browser, match, right, version, what, at, line, wanted):
    """The form of one line, as the link beside it opens it."""
    asked = form(right, version)
    if what == "void":
        shown = browser.get(f"{address(match)}?anular={at}").context["form"]["lines"].value()
        assert shown.splitlines() == wanted
        asked["lines"] = shown
    else:
        asked |= {"what": what, "at": at}
        asked = {f"acta-{name}": value for name, value in asked.items()}
        asked |= {"como": "notation", "text": line}
    answer = browser.post(address(match), asked)
    if answer.status_code == 302:
        return answer.status_code, ""
    forms = [answer.context["form"], answer.context.get("line_form")]
    return answer.status_code, " ".join(str(one.errors.as_data()) for one in forms if one)


def by_api(browser, match, right, version, what, at, line, wanted):
    path = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.code}/correct/"
    body = {"lines": wanted, "reason": REASON, "version": version}
    answer = browser.post(path, body, "application/json")
    if answer.status_code < 400:
        return answer.status_code, ""
    told = answer.json()["error"]
    assert told["code"] and told["params"].get("hand", told.get("hand", at)) is not None
    return answer.status_code, told["message"]


def address(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/corregir/"


def form(lines, version):
    return {"lines": "\n".join(lines), "reason": REASON, "version": version}


def same_as_folded(match, record, version):
    """The acta and its result are what the rules make of the new lines."""
    live = live_acta(match)
    assert (live.version, live.reason, lines_written(live)) == (version, REASON, list(record.lines))
    found = Result.objects.filter(match=match).first()
    if not record.score.over:
        assert found is None
        return
    told = result_values(match, record)
    assert found is not None
    assert (found.winner, found.forfeit) == (told["winner"], told["forfeit"])
    assert {key: list(one) for key, one in found.tallies.items()} == {
        key: list(one) for key, one in told["tallies"].items()
    }


def nothing_is_lost(browser, match, right, version):
    """Every version is still there, and the public reads them with their reason."""
    kept = list(match.actas.order_by("version"))
    assert [one.version for one in kept] == list(range(1, version + 1))
    assert [hand.line for hand in kept[0].hands.all()] == right
    assert [one.live for one in kept] == [False] * (version - 1) + [True]
    page = browser.get(f"/t/{match.tournament.slug}/partida/{match.code}/").text
    assert version == 1 or ("Versión 1" in page and f"«{REASON}»" in page)
