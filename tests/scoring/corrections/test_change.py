"""Every act that changes a result that stands goes one way, and says what it changes."""

import ast
from pathlib import Path

import pytest

from scoring.actas.selectors.actas import get_match, live_acta
from scoring.actas.services import (
    correct_acta,
    dispute_acta,
    move_acta,
    resolve_dispute,
    sign_acta,
    swap_sides,
    take_back_result,
)
from scoring.corrections.change import change_result, consequences_of_act
from scoring.models import Acta, Ruling
from scoring.refereeing.services.acts import replay_match
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.rounds.services.arrivals import undo_catch_up
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.layers import ROOT, files_of
from tests.refusals import is_refused
from tests.scoring.corrections import A_WINS, play_round, seats, turned, write
from tests.scoring.days import SWISS, publish
from tournaments.models import Match
from tournaments.people.services.registering import reinstate

CHANGING = {
    act.__name__
    for act in (
        correct_acta,
        swap_sides,
        move_acta,
        replay_match,
        take_back_result,
        sign_acta,
        resolve_dispute,
        lift_ruling,
        undo_catch_up,
        withdraw_entry,
        reinstate,
    )
}
# Pages of the table itself: its players never sign away a result of a closed round.
TABLES = {"scoring/actas/views/table.py"}


# --- Who may call them ----------------------------------------------------------------------------
def test_pages_and_api_change_results_one_way_alone():
    calls = []
    for path in files_of("views", "api"):
        name = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and name not in TABLES:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
                called = called if isinstance(called, str) else getattr(called, "id", "")
                calls += [f"{name}: {called}"] if called in CHANGING else []
    assert calls == []


def test_every_service_that_writes_over_a_result_is_known():
    """`save_result` and `replace_acta` change a result: their callers are in this list."""
    callers = set()
    for path in Path(ROOT, "scoring").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                names = {
                    call.func.id
                    for call in ast.walk(function)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                }
                if names & {"save_result", "replace_acta", "make_only_live", "_empty_acta"}:
                    callers.add(function.name)
    # The first result of a match.
    first = {"conclude", "append", "take_back_line", "sign_locked"}
    inside = {"replace_acta", "make_only_live", "_lose_what_was_given"}
    assert callers <= CHANGING | first | inside


# --- What each says -------------------------------------------------------------------------------
@pytest.fixture(params=["knockout", "swiss"])
def drawn(request, bracket, swiss):
    """The first round written at the desk, the second published and nothing written there."""
    return {"knockout": bracket, "swiss": swiss}[request.param].tournament


def first_of(tournament):
    match = tournament.matches.get(round__number=1, position=1)
    return get_match(tournament, match.code)


def disputed(match, author):
    dispute_acta(match=match, author=author, version=1, lines=turned(match))
    return match.actas.get(rival=True).version


def acts(match, author):
    """Each act that changes who won a match of two with its arguments."""
    reason = {"reason": "estaba mal", "match": match, "author": author}
    yield swap_sides, reason
    yield correct_acta, {**reason, "lines": turned(match)}
    yield replay_match, reason
    yield take_back_result, {"match": match, "author": author, "version": 1, "number": 1}


@pytest.mark.parametrize("at", range(4))
def test_each_act_tells_the_same_as_a_correction_before_it_is_done(drawn, pilar, at):
    match = first_of(drawn)
    act, asked = list(acts(match, pilar))[at]
    told = consequences_of_act(act, **asked)
    assert told.later
    assert told.turns or told.opens
    assert told.remedies
    assert live_acta(match).version == 1  # only told
    done = change_result(act, **asked)
    assert done.consequences == told
    assert not done.remedied


def test_the_sides_exchanged_with_the_remedy(drawn, pilar):
    match = first_of(drawn)
    asked = {"match": match, "author": pilar, "reason": "al revés"}
    told = consequences_of_act(swap_sides, **asked)
    winner = seats(match)[match.result.winner]
    change_result(swap_sides, remedy=True, seen=told.seen, **asked)
    following = [seats(one) for one in drawn.matches.filter(round__number=2)]
    if drawn.stage.has_bracket:
        assert all(winner not in sides for sides in following)
    assert live_acta(match).version == 2


def test_a_decided_dispute_goes_the_same_way(drawn, pilar, raul):
    match = first_of(drawn)
    keep = disputed(match, pilar)
    asked = {"match": match, "author": pilar, "keep": keep, "reason": "lo dicen los dos"}
    told = consequences_of_act(resolve_dispute, **asked)
    assert told.turns
    assert told.possible
    assert match.actas.filter(rival=True).exists()
    change_result(resolve_dispute, remedy=True, seen=told.seen, **asked)
    assert live_acta(match).version == keep


def test_an_acta_moved_says_what_both_matches_change(make_tournament, pairs, pilar):
    league = make_tournament(format="groups", format_options={"size": 4})
    pairs(league, 8)
    one, other = publish(league, pilar).matches.order_by("position")[:2]
    write(one, pilar)
    asked = {
        "match": get_match(league, one.code),
        "to": get_match(league, other.code),
        "author": pilar,
        "reason": "era de la otra",
    }
    told = consequences_of_act(move_acta, **asked)
    assert (told.opens, told.closes) == (True, True)
    assert change_result(move_acta, **asked).consequences == told
    other.refresh_from_db()
    assert other.state == Match.State.FINISHED


@pytest.mark.parametrize(
    "options", [{"format": "league", "format_options": {"legs": 1}}, {"format": "groups"}]
)
def test_where_the_calendar_is_fixed_only_places_move(make_tournament, pairs, pilar, options):
    made = make_tournament(**{"format_options": {"size": 4}, **options})
    pairs(made, 4)
    round = publish(made, pilar)
    play_round(round, pilar)
    match = first_of(made)
    found = consequences_of_act(swap_sides, match=match, author=pilar, reason="al revés")
    assert (found.turns, found.later, found.remedies) == (True, (), ())
    assert found.moved
    assert not found.reaches_draws


def test_a_ruling_lifted_says_what_it_opens(drawn, pilar):
    round = drawn.rounds.get(number=2)
    match = round.matches.order_by("position").first()
    entry = match.everybody[0]
    ruling = note_ruling(
        stage=drawn.stage, entry=entry, author=pilar, follows=Ruling.Follows.OUT, reason="se pega"
    )
    found = consequences_of_act(lift_ruling, ruling=ruling, author=pilar, reason="no fue")
    assert found.opens
    ruling.refresh_from_db()
    assert ruling.lifted_at is None


def test_nothing_is_saved_of_a_remedy_that_cannot_be(drawn, pilar):
    match = first_of(drawn)
    for later in drawn.matches.filter(round__number=2):
        write(later, pilar, A_WINS)
    with is_refused("nothing_to_remedy"):
        change_result(swap_sides, remedy=True, match=match, author=pilar, reason="al revés")
    assert Acta.objects.filter(match=match).count() == 1


# --- The pages ------------------------------------------------------------------------------------
@pytest.mark.parametrize("page", ["lados", "repetir"])
def test_the_button_shows_what_changes_and_asks(drawn, pilar, client, page):
    match = first_of(drawn)
    client.force_login(pilar)
    address = f"/t/{drawn.slug}/acta/{match.code}/{page}/"
    asked = {"reason": "al revés", "version": 1}
    answer = client.post(address, asked)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "Qué cambia" in text
    assert 'name="sabido"' in text
    assert live_acta(match).version == 1
    assert client.post(address, {**asked, "sabido": 1}).status_code == 302
    assert live_acta(match).version == 2


def test_the_button_carries_out_the_remedy(drawn, pilar, client):
    match = first_of(drawn)
    winner = seats(match)[match.result.winner]
    client.force_login(pilar)
    address = f"/t/{drawn.slug}/acta/{match.code}/lados/"
    asked = {"reason": "al revés", "version": 1}
    seen = consequences_of_act(swap_sides, match=match, author=pilar, reason="al revés").seen
    answer = client.post(address, {**asked, "sabido": 1, "remedy": 1, "seen": seen})
    assert answer.status_code == 302
    match.result.refresh_from_db()
    assert seats(match)[match.result.winner] != winner
    if drawn.stage.has_bracket:
        [later] = drawn.matches.filter(round__number=2, position=1)
        assert winner not in seats(later)


def test_undo_at_the_desk_asks_too(drawn, pilar, client):
    match = first_of(drawn)
    client.force_login(pilar)
    address = f"/t/{drawn.slug}/control/deshacer/"
    undo = {"undo": f"{match.code}.1.1"}
    assert "Qué cambia" in client.post(address, undo).content.decode()
    assert live_acta(match).version == 1
    assert client.post(address, {**undo, "sabido": 1}).status_code == 302
    assert live_acta(match).version == 2


def test_nothing_is_asked_where_nothing_was_drawn(make_tournament, pairs, pilar, client):
    swiss = make_tournament(**SWISS)
    pairs(swiss, 4)
    play_round(publish(swiss, pilar), pilar)
    match = first_of(swiss)
    client.force_login(pilar)
    address = f"/t/{swiss.slug}/acta/{match.code}/lados/"
    assert client.post(address, {"reason": "al revés", "version": 1}).status_code == 302
    assert live_acta(match).version == 2
