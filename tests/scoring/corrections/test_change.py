"""Acts that change the result of a finished match, all through `change_result`."""

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
from tests.scoring.corrections import A_WINS, entry_numbers, opposite_lines, play_round, write
from tests.scoring.played_rounds import SWISS, publish
from tournaments.models import Match
from tournaments.people.services.registering import reinstate

CHANGING_ACTS = {
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
# Pages of the players: they never change the result of a closed round.
TABLE_VIEWS = {"scoring/actas/views/table.py"}


# --- Callers of the acts --------------------------------------------------------------------------
def test_views_and_api_change_results_only_through_change_result():
    calls = []
    for path in files_of("views", "api"):
        name = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and name not in TABLE_VIEWS:
                function = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
                function = function if isinstance(function, str) else getattr(function, "id", "")
                calls += [f"{name}: {function}"] if function in CHANGING_ACTS else []
    assert calls == []


def test_every_service_that_replaces_a_result_is_listed():
    """A service replaces a result if it calls one of the four functions below."""
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
    first_result = {"conclude", "append", "take_back_line", "sign_locked"}
    helpers = {"replace_acta", "make_only_live", "_lose_unplayed_wins"}
    assert callers <= CHANGING_ACTS | first_result | helpers


# --- Consequences of each act ---------------------------------------------------------------------
@pytest.fixture(params=["knockout", "swiss"])
def tournament(request, bracket, swiss):
    """A tournament with round 1 played and round 2 published and not begun."""
    return {"knockout": bracket, "swiss": swiss}[request.param].tournament


def first_of(tournament):
    match = tournament.matches.get(round__number=1, position=1)
    return get_match(tournament, match.code)


def open_dispute(match, author):
    """Dispute the acta with the opposite result. Return the version of the dispute."""
    dispute_acta(match=match, author=author, version=1, lines=opposite_lines(match))
    return match.actas.get(rival=True).version


def acts(match, author):
    """Yield each act that changes the winner of a match, with its arguments."""
    arguments = {"reason": "estaba mal", "match": match, "author": author}
    yield swap_sides, arguments
    yield correct_acta, {**arguments, "lines": opposite_lines(match)}
    yield replay_match, arguments
    yield take_back_result, {"match": match, "author": author, "version": 1, "number": 1}


@pytest.mark.parametrize("index", range(4))
def test_each_act_has_the_consequences_that_its_preview_shows(tournament, pilar, index):
    match = first_of(tournament)
    act, arguments = list(acts(match, pilar))[index]
    preview = consequences_of_act(act, **arguments)
    assert preview.later
    assert preview.turns or preview.opens
    assert preview.remedies
    assert live_acta(match).version == 1  # the preview saves nothing
    change = change_result(act, **arguments)
    assert change.consequences == preview
    assert not change.remedied


def test_exchanged_sides_with_the_remedy_take_the_old_winner_out_of_round_2(tournament, pilar):
    match = first_of(tournament)
    arguments = {"match": match, "author": pilar, "reason": "al revés"}
    preview = consequences_of_act(swap_sides, **arguments)
    winner = entry_numbers(match)[match.result.winner]
    change_result(swap_sides, remedy=True, seen=preview.seen, **arguments)
    round_2 = [entry_numbers(later) for later in tournament.matches.filter(round__number=2)]
    if tournament.stage.has_bracket:
        assert all(winner not in sides for sides in round_2)
    assert live_acta(match).version == 2


def test_a_decided_dispute_has_consequences_and_a_remedy(tournament, pilar, raul):
    match = first_of(tournament)
    keep = open_dispute(match, pilar)
    arguments = {"match": match, "author": pilar, "keep": keep, "reason": "lo dicen los dos"}
    preview = consequences_of_act(resolve_dispute, **arguments)
    assert preview.turns
    assert preview.possible
    assert match.actas.filter(rival=True).exists()
    change_result(resolve_dispute, remedy=True, seen=preview.seen, **arguments)
    assert live_acta(match).version == keep


def test_a_moved_acta_has_the_consequences_of_both_matches(make_tournament, pairs, pilar):
    tournament = make_tournament(format="groups", format_options={"size": 4})
    pairs(tournament, 8)
    first, second = publish(tournament, pilar).matches.order_by("position")[:2]
    write(first, pilar)
    arguments = {
        "match": get_match(tournament, first.code),
        "to": get_match(tournament, second.code),
        "author": pilar,
        "reason": "era de la otra",
    }
    preview = consequences_of_act(move_acta, **arguments)
    assert (preview.opens, preview.closes) == (True, True)
    assert change_result(move_acta, **arguments).consequences == preview
    second.refresh_from_db()
    assert second.state == Match.State.FINISHED


@pytest.mark.parametrize(
    "options", [{"format": "league", "format_options": {"legs": 1}}, {"format": "groups"}]
)
def test_in_leagues_and_groups_exchanged_sides_change_only_places(
    make_tournament, pairs, pilar, options
):
    tournament = make_tournament(**{"format_options": {"size": 4}, **options})
    pairs(tournament, 4)
    round = publish(tournament, pilar)
    play_round(round, pilar)
    match = first_of(tournament)
    preview = consequences_of_act(swap_sides, match=match, author=pilar, reason="al revés")
    assert (preview.turns, preview.later, preview.remedies) == (True, (), ())
    assert preview.moved
    assert not preview.reaches_draws


def test_the_preview_of_a_lifted_ruling_reopens_the_match(tournament, pilar):
    round = tournament.rounds.get(number=2)
    match = round.matches.order_by("position").first()
    entry = match.everybody[0]
    ruling = note_ruling(
        stage=tournament.stage,
        entry=entry,
        author=pilar,
        follows=Ruling.Follows.OUT,
        reason="se pega",
    )
    preview = consequences_of_act(lift_ruling, ruling=ruling, author=pilar, reason="no fue")
    assert preview.opens
    ruling.refresh_from_db()
    assert ruling.lifted_at is None


def test_a_change_with_an_impossible_remedy_saves_nothing(tournament, pilar):
    match = first_of(tournament)
    for later in tournament.matches.filter(round__number=2):
        write(later, pilar, A_WINS)
    with is_refused("nothing_to_remedy"):
        change_result(swap_sides, remedy=True, match=match, author=pilar, reason="al revés")
    assert Acta.objects.filter(match=match).count() == 1


# --- The pages ------------------------------------------------------------------------------------
@pytest.mark.parametrize("page", ["lados", "repetir"])
def test_the_page_shows_the_consequences_and_asks_before_saving(tournament, pilar, client, page):
    match = first_of(tournament)
    client.force_login(pilar)
    address = f"/t/{tournament.slug}/acta/{match.code}/{page}/"
    form = {"reason": "al revés", "version": 1}
    answer = client.post(address, form)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "Qué cambia" in text
    assert 'name="sabido"' in text
    assert live_acta(match).version == 1
    assert client.post(address, {**form, "sabido": 1}).status_code == 302
    assert live_acta(match).version == 2


def test_the_page_carries_out_the_remedy(tournament, pilar, client):
    match = first_of(tournament)
    winner = entry_numbers(match)[match.result.winner]
    client.force_login(pilar)
    address = f"/t/{tournament.slug}/acta/{match.code}/lados/"
    form = {"reason": "al revés", "version": 1}
    seen = consequences_of_act(swap_sides, match=match, author=pilar, reason="al revés").seen
    answer = client.post(address, {**form, "sabido": 1, "remedy": 1, "seen": seen})
    assert answer.status_code == 302
    match.result.refresh_from_db()
    assert entry_numbers(match)[match.result.winner] != winner
    if tournament.stage.has_bracket:
        [later] = tournament.matches.filter(round__number=2, position=1)
        assert winner not in entry_numbers(later)


def test_undo_at_the_desk_shows_the_consequences_and_asks(tournament, pilar, client):
    match = first_of(tournament)
    client.force_login(pilar)
    address = f"/t/{tournament.slug}/control/deshacer/"
    form = {"undo": f"{match.code}.1.1"}
    assert "Qué cambia" in client.post(address, form).content.decode()
    assert live_acta(match).version == 1
    assert client.post(address, {**form, "sabido": 1}).status_code == 302
    assert live_acta(match).version == 2


def test_the_page_saves_at_once_if_no_later_round_was_drawn(make_tournament, pairs, pilar, client):
    swiss = make_tournament(**SWISS)
    pairs(swiss, 4)
    play_round(publish(swiss, pilar), pilar)
    match = first_of(swiss)
    client.force_login(pilar)
    address = f"/t/{swiss.slug}/acta/{match.code}/lados/"
    assert client.post(address, {"reason": "al revés", "version": 1}).status_code == 302
    assert live_acta(match).version == 2
