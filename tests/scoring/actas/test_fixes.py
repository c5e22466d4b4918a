"""One click fixes: the sides exchanged, an acta of another match, a sheet that comes late."""

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, move_acta, record_hand, swap_sides
from scoring.models import Hand, Result
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.halls import LINES, seat_round
from tournaments.models import AuditLine, Match

TURNED = ["coto 1-3", "coto 3-2", "coto 0-3"]


def play(match, author, lines=LINES):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=author, line=line, number=number)


def lines_of(match):
    return lines_written(live_acta(match))


def page(match, end=""):
    return f"/t/{match.tournament.slug}/acta/{match.code}/{end}"


# --- Sides ----------------------------------------------------------------------------------------
def test_the_sides_are_exchanged_and_so_is_who_wins(desk, match, chema):
    play(match, chema)
    assert "Quedaría:" in desk.get(page(match)).text
    asked = {"version": 1, "reason": "Estaban cambiados los lados"}
    assert "Lados cambiados." in desk.post(page(match, "lados/"), asked, follow=True).text
    assert (lines_of(match), Result.objects.get().winner) == (TURNED, 1)
    assert match.actas.get(version=1).hands.count() == 3
    line = AuditLine.objects.get(act="correct_acta")
    assert line.reason == "Estaban cambiados los lados"


def test_twice_is_as_it_was(match, chema):
    play(match, chema)
    for version in (1, 2):
        swap_sides(match=match, author=chema, reason="lados", version=version)
    assert (lines_of(match), Result.objects.get().winner) == (LINES, 0)


def test_a_match_stopped_by_the_referee_is_won_by_the_other(desk, match, chema):
    """The line that stops it names nobody: whoever is ahead has won, and now it is the other."""
    play(match, chema, ["coto 3-1", "arbitro fin: se acabó el tiempo"])
    assert Result.objects.get().winner == 0
    asked = {"version": 1, "reason": "Estaban cambiados los lados"}
    assert "Lados cambiados." in desk.post(page(match, "lados/"), asked, follow=True).text
    assert lines_of(match) == ["coto 1-3", "arbitro fin: se acabó el tiempo"]
    assert Result.objects.get().winner == 1


def test_an_old_page_a_bad_one_and_no_acta_are_told(desk, match, chema):
    assert (
        "no tiene acta"
        in desk.post(page(match, "lados/"), {"version": 1, "reason": "x"}, follow=True).text
    )
    play(match, chema)
    correct_acta(match=match, author=chema, lines=["coto 3-1"], reason="dos sobran")
    old = desk.post(page(match, "lados/"), {"version": 1, "reason": "x"}, follow=True)
    assert "ha corregido el acta" in old.text
    wrong = desk.post(page(match, "lados/"), {"version": "x", "reason": ""}, follow=True)
    assert "Motivo" in wrong.text
    assert lines_of(match) == ["coto 3-1"]


# --- Another match --------------------------------------------------------------------------------
def test_the_acta_goes_to_the_match_it_was_of(desk, match, other, chema):
    play(match, chema)
    asked = {"version": 1, "reason": "Se anotó en otro encuentro", "to": "p2"}
    answer = desk.post(page(match, "pasar/"), asked, follow=True)
    assert answer.redirect_chain[-1][0] == page(other)
    assert (lines_of(match), lines_of(other)) == ([], LINES)
    match.refresh_from_db()
    other.refresh_from_db()
    assert (match.state, other.state) == (Match.State.PLAYING, Match.State.FINISHED)
    assert Result.objects.get().match == other
    moved = Hand.objects.filter(acta__match=other)
    assert {hand.author for hand in moved} == {chema}
    assert [line.act for line in AuditLine.objects.order_by("id")].count("move_acta") == 1


def test_it_is_undone_by_moving_it_back(match, other, chema):
    play(match, chema)
    move_acta(match=match, to=other, author=chema, reason="otra mesa")
    move_acta(match=other, to=match, author=chema, reason="no: estaba bien")
    assert (lines_of(match), lines_of(other)) == (LINES, [])
    assert [match.actas.count(), other.actas.count()] == [3, 2]


@cases(
    "to, said",
    ("p1", "Elija otro encuentro"),
    ("99", "No hay ninguna mesa"),
    ("", "obligatorio"),
    ("\0", "nul"),
    ("<b>", "por ejemplo 12"),
)
def test_a_match_that_cannot_be_is_told(desk, match, chema, to, said):
    play(match, chema)
    asked = {"version": 1, "reason": "x", "to": to}
    told = desk.post(page(match, "pasar/"), asked, follow=True).text
    assert said in told
    assert lines_of(match) == LINES


def test_one_that_has_its_acta_keeps_it(match, other, chema):
    play(match, chema)
    play(other, chema, ["coto 3-1"])
    with is_refused("has_lines", status=409):
        move_acta(match=match, to=other, author=chema, reason="x")
    assert (lines_of(match), lines_of(other)) == (LINES, ["coto 3-1"])


def test_the_same_two_in_another_round_keep_each_his_own(desk, casino, match, chema, pilar):
    """In the second round they sit the other way about: the count goes with the pair."""
    one, two = [side.entry for side in match.sides.order_by("side")]
    again = seat_round(casino, [[two, one]]).matches.get()
    play(match, chema, ["coto 3-1"])
    shown = desk.get(page(match)).text
    assert f'name="to" value="p{again.number}"' in shown
    move_acta(match=match, to=again, author=pilar, reason="otra ronda")
    assert lines_of(again) == ["coto 1-3"]


def test_who_may_not_correct_a_closed_round_may_not_move_from_it(casino, match, hall, raul, chema):
    one, two = [side.entry for side in match.sides.order_by("side")]
    again = seat_round(casino, [[two, one]]).matches.get()
    play(match, chema, ["coto 3-1"])
    with is_refused("closed_round"):
        move_acta(match=match, to=again, author=raul, reason="x")


def test_a_late_sheet_says_what_has_been_drawn_and_is_typed(desk, casino, match, chema):
    assert "Acta tardía" not in desk.get(page(match)).text
    one, two = [side.entry for side in match.sides.order_by("side")]
    seat_round(casino, [[two, one]])
    assert "Acta tardía" in desk.get(page(match)).text
    play(match, chema)
    assert Result.objects.filter(match=match).exists()
    assert "Acta tardía" not in desk.get(page(match)).text


def test_a_program_mends_too(desk, match, other, chema):
    play(match, chema)
    path = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.code}"
    kind = "application/json"
    answer = desk.post(f"{path}/swap-sides/", {"version": 1}, kind)
    assert (answer.status_code, answer.json()["winner"]) == (200, "B")
    moved = desk.post(f"{path}/move/", {"to": other.code, "version": 2}, kind)
    assert (moved.status_code, len(moved.json()["steps"])) == (200, 3)
    assert lines_of(match) == []
