"""Fixes with one click: exchange the sides, move an acta to another match, type a late acta."""

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, move_acta, record_hand, swap_sides
from scoring.models import Hand, Result
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.seated_rounds import LINES, seat_round
from tournaments.models import AuditLine, Match

SWAPPED_LINES = ["coto 1-3", "coto 3-2", "coto 0-3"]


def play(match, author, lines=LINES):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=author, line=line, number=number)


def lines_of(match):
    return lines_written(live_acta(match))


def acta_url(match, end=""):
    return f"/t/{match.tournament.slug}/acta/{match.code}/{end}"


# --- Exchanged sides ------------------------------------------------------------------------------
def test_exchanging_the_sides_exchanges_the_winner(desk, match, chema):
    play(match, chema)
    assert "Quedaría:" in desk.get(acta_url(match)).text
    form = {"version": 1, "reason": "Estaban cambiados los lados"}
    assert "Lados cambiados." in desk.post(acta_url(match, "lados/"), form, follow=True).text
    assert (lines_of(match), Result.objects.get().winner) == (SWAPPED_LINES, 1)
    assert match.actas.get(version=1).hands.count() == 3
    line = AuditLine.objects.get(act="correct_acta")
    assert line.reason == "Estaban cambiados los lados"


def test_exchanging_the_sides_twice_restores_the_acta(match, chema):
    play(match, chema)
    for version in (1, 2):
        swap_sides(match=match, author=chema, reason="lados", version=version)
    assert (lines_of(match), Result.objects.get().winner) == (LINES, 0)


def test_exchanging_the_sides_of_a_stopped_match_exchanges_the_winner(desk, match, chema):
    """The line of the stop names no winner: the side that is ahead wins."""
    play(match, chema, ["coto 3-1", "arbitro fin: se acabó el tiempo"])
    assert Result.objects.get().winner == 0
    form = {"version": 1, "reason": "Estaban cambiados los lados"}
    assert "Lados cambiados." in desk.post(acta_url(match, "lados/"), form, follow=True).text
    assert lines_of(match) == ["coto 1-3", "arbitro fin: se acabó el tiempo"]
    assert Result.objects.get().winner == 1


def test_an_exchange_of_sides_needs_an_acta_a_fresh_page_and_a_reason(desk, match, chema):
    assert (
        "no tiene acta"
        in desk.post(acta_url(match, "lados/"), {"version": 1, "reason": "x"}, follow=True).text
    )
    play(match, chema)
    correct_acta(match=match, author=chema, lines=["coto 3-1"], reason="dos sobran")
    old_page = desk.post(acta_url(match, "lados/"), {"version": 1, "reason": "x"}, follow=True)
    assert "ha corregido el acta" in old_page.text
    invalid = desk.post(acta_url(match, "lados/"), {"version": "x", "reason": ""}, follow=True)
    assert "Motivo" in invalid.text
    assert lines_of(match) == ["coto 3-1"]


# --- Moves to another match -----------------------------------------------------------------------
def test_an_acta_written_in_another_match_is_moved_to_its_own(desk, match, other_match, chema):
    play(match, chema)
    form = {"version": 1, "reason": "Se anotó en otro encuentro", "to": "p2"}
    answer = desk.post(acta_url(match, "pasar/"), form, follow=True)
    assert answer.redirect_chain[-1][0] == acta_url(other_match)
    assert (lines_of(match), lines_of(other_match)) == ([], LINES)
    match.refresh_from_db()
    other_match.refresh_from_db()
    assert (match.state, other_match.state) == (Match.State.PLAYING, Match.State.FINISHED)
    assert Result.objects.get().match == other_match
    hands = Hand.objects.filter(acta__match=other_match)
    assert {hand.author for hand in hands} == {chema}
    assert [line.act for line in AuditLine.objects.order_by("id")].count("move_acta") == 1


def test_moving_the_acta_back_undoes_the_move(match, other_match, chema):
    play(match, chema)
    move_acta(match=match, to=other_match, author=chema, reason="otra mesa")
    move_acta(match=other_match, to=match, author=chema, reason="no: estaba bien")
    assert (lines_of(match), lines_of(other_match)) == (LINES, [])
    assert [match.actas.count(), other_match.actas.count()] == [3, 2]


@cases(
    "to, message",
    ("p1", "Elija otro encuentro"),
    ("99", "No hay ninguna mesa"),
    ("", "obligatorio"),
    ("\0", "nul"),
    ("<b>", "por ejemplo 12"),
)
def test_a_move_to_an_impossible_match_is_refused(desk, match, chema, to, message):
    play(match, chema)
    form = {"version": 1, "reason": "x", "to": to}
    text = desk.post(acta_url(match, "pasar/"), form, follow=True).text
    assert message in text
    assert lines_of(match) == LINES


def test_an_acta_is_not_moved_to_a_match_with_an_acta(match, other_match, chema):
    play(match, chema)
    play(other_match, chema, ["coto 3-1"])
    with is_refused("has_lines", status=409):
        move_acta(match=match, to=other_match, author=chema, reason="x")
    assert (lines_of(match), lines_of(other_match)) == (LINES, ["coto 3-1"])


def test_an_acta_moved_to_a_rematch_keeps_the_score_of_each_pair(desk, casino, match, chema, pilar):
    """The pairs exchange sides in round 2, so the score of each pair changes its side."""
    first, second = [side.entry for side in match.sides.order_by("side")]
    rematch = seat_round(casino, [[second, first]]).matches.get()
    play(match, chema, ["coto 3-1"])
    text = desk.get(acta_url(match)).text
    assert f'name="to" value="p{rematch.number}"' in text
    move_acta(match=match, to=rematch, author=pilar, reason="otra ronda")
    assert lines_of(rematch) == ["coto 1-3"]


def test_a_referee_may_not_move_an_acta_out_of_a_closed_round(
    casino, match, first_round, raul, chema
):
    first, second = [side.entry for side in match.sides.order_by("side")]
    rematch = seat_round(casino, [[second, first]]).matches.get()
    play(match, chema, ["coto 3-1"])
    with is_refused("closed_round"):
        move_acta(match=match, to=rematch, author=raul, reason="x")


def test_a_missing_acta_is_announced_as_late_until_it_is_typed(desk, casino, match, chema):
    assert "Acta tardía" not in desk.get(acta_url(match)).text
    first, second = [side.entry for side in match.sides.order_by("side")]
    seat_round(casino, [[second, first]])
    assert "Acta tardía" in desk.get(acta_url(match)).text
    play(match, chema)
    assert Result.objects.filter(match=match).exists()
    assert "Acta tardía" not in desk.get(acta_url(match)).text


def test_the_api_exchanges_the_sides_and_moves_an_acta(desk, match, other_match, chema):
    play(match, chema)
    path = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.code}"
    content_type = "application/json"
    answer = desk.post(f"{path}/swap-sides/", {"version": 1}, content_type)
    assert (answer.status_code, answer.json()["winner"]) == (200, "B")
    answer = desk.post(f"{path}/move/", {"to": other_match.code, "version": 2}, content_type)
    assert (answer.status_code, len(answer.json()["steps"])) == (200, 3)
    assert lines_of(match) == []
