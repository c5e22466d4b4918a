"""Corrections of one line of an acta: changed, voided or inserted, by page and by API.

Every earlier version stays readable.
"""

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
from tests.scoring.seated_rounds import seat_round
from tests.sizes import size
from tournaments.models import Match
from tournaments.refusal import refusal_from

ACTAS = sorted((Path(__file__).parent.parent.parent / "actas").glob("*.acta"))
ONE_PER_GAME = [*{path.stem.partition("_")[0]: path for path in ACTAS}.values()]
EACH_ACTA = pytest.mark.parametrize(
    "path", size(ONE_PER_GAME, long=ACTAS), ids=lambda path: path.stem
)
REASON = "Mal copiado"


@pytest.fixture
def written_match(make_tournament, pairs, pilar):
    """A function that plays the match of an acta file, line by line."""

    def write(path: Path) -> Match:
        parsed_acta = acta.read_acta(path.read_text())
        game, options = acta.read_header(parsed_acta)
        sides = options.sides
        tournament = make_tournament(
            game=game.key,
            game_options=asdict(options),
            format="swiss" if sides == 2 else "totals",
            format_options={"rounds": 3},
        )
        round = seat_round(tournament, [pairs(tournament, sides)])
        match = get_match(tournament, round.matches.get().code)
        for number, line in enumerate(parsed_acta.lines, 1):
            record_hand(match=match, author=pilar, line=line, number=number)
        return match

    return write


def corrections_of(lines: list[str], index: int):
    """Return the corrections to try on line `index`, each as (kind, position, line, new lines).

    One voids the line, one inserts it again, and two replace it: by the line before or by nonsense.
    Corrections that change nothing are left out.
    """
    lines_before = lines[:index]
    line = lines[index]
    lines_after = lines[index + 1 :]
    corrections = [
        ("void", index + 1, "", [*lines_before, *lines_after]),
        ("insert", index + 1, line, [*lines_before, line, line, *lines_after]),
        ("change", index + 1, lines[index - 1], [*lines_before, lines[index - 1], *lines_after]),
        ("change", index + 1, "nada de nada", [*lines_before, "nada de nada", *lines_after]),
    ]
    return [correction for correction in corrections if correction[-1] != lines]


def fold_or_error(match: Match, lines: list[str]):
    """Return (record, None) folded from these lines, or (None, error) if the rules refuse them."""
    try:
        return fold_lines(match, lines), None
    except RuleError as error:
        return None, error


@pytest.mark.slow
@EACH_ACTA
def test_any_line_is_corrected_with_a_reason(written_match, client_as, pilar, path):
    """The API corrects the first and the last line, the page the middle line."""
    match = written_match(path)
    browser = client_as(pilar)
    right_lines = lines_written(live_acta(match))
    version = 1
    last_index = len(right_lines) - 1
    for correction in [
        *corrections_of(right_lines, 0)[:2],
        *corrections_of(right_lines, last_index)[-2:],
    ]:
        with transaction.atomic():
            send_correction(correct_by_api, browser, match, right_lines, version, correction)
            transaction.set_rollback(True)
    for correction in corrections_of(right_lines, last_index // 2):
        if send_correction(correct_by_page, browser, match, right_lines, version, correction):
            answer = browser.post(correction_url(match), form(right_lines, version + 1))
            assert answer.status_code == 302
            version += 2
    assert lines_written(live_acta(match)) == right_lines
    assert_every_version_is_public(browser, match, right_lines, version)


def send_correction(send, browser, match, right_lines, version, correction):
    """Send a correction and assert that the answer obeys the rules. Return whether it was saved."""
    kind, position, line, new_lines = correction
    fresh_match = get_match(match.tournament, match.code)
    record, error = fold_or_error(fresh_match, new_lines)
    status, message = send(
        browser, fresh_match, right_lines, version, kind, position, line, new_lines
    )
    if error is not None:
        assert status in (400, 409), message
        assert str(refusal_from(error)) in message
        assert live_acta(match).version == version
        return False
    assert status < 400, message
    assert_stored_as_folded(match, record, version + 1)
    return True


def correct_by_page(browser, match, right_lines, version, kind, position, line, new_lines):
    """Post the form that the link beside a line opens. Return the status and the errors shown."""
    fields = form(right_lines, version)
    if kind == "void":
        value = (
            browser.get(f"{correction_url(match)}?anular={position}")
            .context["form"]["lines"]
            .value()
        )
        assert value.splitlines() == new_lines
        fields["lines"] = value
    else:
        fields |= {"what": kind, "at": position}
        fields = {f"acta-{name}": value for name, value in fields.items()}
        fields |= {"como": "notation", "text": line}
    answer = browser.post(correction_url(match), fields)
    if answer.status_code == 302:
        return answer.status_code, ""
    forms = [answer.context["form"], answer.context.get("line_form")]
    return answer.status_code, " ".join(str(form.errors.as_data()) for form in forms if form)


def correct_by_api(browser, match, right_lines, version, kind, position, line, new_lines):
    """Post the new lines to the API. Return the status and the error message."""
    path = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.code}/correct/"
    body = {"lines": new_lines, "reason": REASON, "version": version}
    answer = browser.post(path, body, "application/json")
    if answer.status_code < 400:
        return answer.status_code, ""
    error = answer.json()["error"]
    assert error["code"] and error["params"].get("hand", error.get("hand", position)) is not None
    return answer.status_code, error["message"]


def correction_url(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/corregir/"


def form(lines, version):
    return {"lines": "\n".join(lines), "reason": REASON, "version": version}


def assert_stored_as_folded(match, record, version):
    """Assert that the stored acta and result are those that the rules fold from the new lines."""
    live_version = live_acta(match)
    assert (live_version.version, live_version.reason, lines_written(live_version)) == (
        version,
        REASON,
        list(record.lines),
    )
    result = Result.objects.filter(match=match).first()
    if not record.score.over:
        assert result is None
        return
    values = result_values(match, record)
    assert result is not None
    assert (result.winner, result.forfeit) == (values["winner"], values["forfeit"])
    assert {key: list(tally) for key, tally in result.tallies.items()} == {
        key: list(tally) for key, tally in values["tallies"].items()
    }


def assert_every_version_is_public(browser, match, right_lines, version):
    """Assert that every version is stored, and that the public page shows them with the reason."""
    actas = list(match.actas.order_by("version"))
    assert [acta.version for acta in actas] == list(range(1, version + 1))
    assert [hand.line for hand in actas[0].hands.all()] == right_lines
    assert [acta.live for acta in actas] == [False] * (version - 1) + [True]
    page = browser.get(f"/t/{match.tournament.slug}/partida/{match.code}/").text
    assert version == 1 or ("Versión 1" in page and f"«{REASON}»" in page)
