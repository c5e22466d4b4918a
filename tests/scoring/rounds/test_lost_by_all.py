"""Tests of matches that every side loses: results, standings, brackets, other formats."""

import pytest

from rules import GAMES
from rules.core import fold
from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import forfeit_match, record_hand
from scoring.actas.services.rescoring import rescore
from scoring.corrections.correct import correct_and_remedy
from scoring.models import Ruling
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.rounds.selectors.rounds import next_round
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_situation, stage_tables
from tests.scoring.played_rounds import SWISS, play_all, publish
from tests.worlds import world
from tournaments.formats.teams import BoardResult, tie_of
from tournaments.models import Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.selectors.day import day

ABSENT, DISQUALIFIED = Entry.State.ABSENT, Entry.State.DISQUALIFIED
REASON = "no se presenta nadie"


def entry_numbers(match):
    return [side.entry.number for side in match.sides.select_related("entry").order_by("side")]


def entry(tournament, number):
    return tournament.entries.get(number=number)


def forfeit_by_both(match, author):
    return forfeit_match(match=match, loser=None, author=author, reason=REASON)


def lines_of(tournament):
    return {
        line.entrant: line
        for lines in stage_tables(tournament.stage, EVERYTHING).values()
        for line in lines
    }


@world
def casino_of_four(casino, pairs, pilar):
    """A knockout of four pairs with its semifinals published."""
    pairs(casino, 4)
    publish(casino, pilar)
    return casino


def semifinals(tournament):
    return [tournament.matches.get(round__number=1, position=position) for position in (1, 2)]


# --- Absent and disqualified entries --------------------------------------------------------------
@pytest.mark.parametrize("kind", [ABSENT, DISQUALIFIED])
def test_both_sides_lose_a_match_if_both_are_withdrawn(casino_of_four, pilar, kind):
    match, _other = semifinals(casino_of_four)
    for number in entry_numbers(match):
        withdraw_entry(entry=entry(casino_of_four, number), author=pilar, reason=REASON, kind=kind)
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost, match.state) == (None, True, "finished")
    lines = lines_of(casino_of_four)
    assert [(lines[number].won, lines[number].lost) for number in entry_numbers(match)] == [
        (0, 1)
    ] * 2


@pytest.mark.parametrize("options", [SWISS, {"format": "knockout"}])
@pytest.mark.parametrize("kind", [ABSENT, DISQUALIFIED])
def test_both_sides_lose_even_if_the_next_round_is_drawn(
    make_tournament, pairs, pilar, options, kind
):
    tournament = make_tournament(**options)
    pairs(tournament, 4)
    publish(tournament, pilar)
    match, other_match = semifinals(tournament)
    first_withdrawn, second_withdrawn = entry_numbers(match)
    withdraw_entry(entry=entry(tournament, first_withdrawn), author=pilar, reason=REASON, kind=kind)
    play_all(other_match.round, pilar)
    publish(tournament, pilar)
    withdraw_entry(
        entry=entry(tournament, second_withdrawn), author=pilar, reason=REASON, kind=kind
    )
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (None, True)
    assert lines_of(tournament)[second_withdrawn].won == 0


def test_a_disqualification_that_changes_a_drawn_round_asks_for_confirmation(
    casino_of_four, pilar, client
):
    match, other_match = semifinals(casino_of_four)
    withdrawn, finalist = entry_numbers(match)
    withdraw_entry(entry=entry(casino_of_four, withdrawn), author=pilar, reason=REASON, kind=ABSENT)
    play_all(other_match.round, pilar)
    final = publish(casino_of_four, pilar).matches.get(purpose="final")
    client.force_login(pilar)
    url = f"/t/{casino_of_four.slug}/acta/{final.code}/falta/?quien={finalist}&falta=trampa"
    form = {"what": "out", "reason": "marcó las cartas"}
    answer = client.post(url, form)
    assert answer.status_code == 200
    assert 'name="sabido"' in answer.content.decode()
    assert entry(casino_of_four, finalist).state == Entry.State.ENTERED
    assert client.post(url, {**form, "sabido": "1"}).status_code == 302
    match.refresh_from_db()
    assert match.result.lost


def test_a_winner_that_leaves_later_keeps_its_win(casino_of_four, pilar):
    match, _other = semifinals(casino_of_four)
    absent, winner = entry_numbers(match)
    withdraw_entry(entry=entry(casino_of_four, absent), author=pilar, reason=REASON, kind=ABSENT)
    withdraw_entry(entry=entry(casino_of_four, winner), author=pilar, reason="se marcha")
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (1, False)


def test_a_disqualified_entry_keeps_its_played_match(casino_of_four, pilar):
    match, other_match = semifinals(casino_of_four)
    play_all(match.round, pilar)
    winner = entry_numbers(match)[match.result.winner]
    for number in (*entry_numbers(other_match), winner):
        withdraw_entry(
            entry=entry(casino_of_four, number), author=pilar, reason=REASON, kind=DISQUALIFIED
        )
    match.refresh_from_db()
    assert match.result.winner is not None


def test_both_sides_lose_a_final_of_two_withdrawn_entries(casino_of_four, pilar):
    play_all(casino_of_four.stage.rounds.get(), pilar)
    for match in semifinals(casino_of_four):
        winner = entry(casino_of_four, entry_numbers(match)[match.result.winner])
        withdraw_entry(entry=winner, author=pilar, reason="se marcha")
    final = publish(casino_of_four, pilar).matches.get(purpose="final")
    assert (final.result.winner, final.result.lost) == (None, True)


def disqualify_both(casino_of_four, pilar):
    """Disqualify side A and then side B of a semifinal; return the match and both rulings."""
    match, _other = semifinals(casino_of_four)
    rulings = [
        note_ruling(
            stage=casino_of_four.stage,
            entry=entry(casino_of_four, number),
            author=pilar,
            follows=Ruling.Follows.OUT,
            reason=f"se pega el {number}",
        )
        for number in entry_numbers(match)
    ]
    return match, rulings


def test_lifting_the_second_disqualification_gives_its_entry_the_match(casino_of_four, pilar):
    match, rulings = disqualify_both(casino_of_four, pilar)
    lift_ruling(ruling=rulings[1], author=pilar, reason="no fue")
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (1, False)
    lift_ruling(ruling=rulings[0], author=pilar, reason="tampoco")
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING


def test_lifting_the_first_disqualification_leaves_only_the_other_loss(casino_of_four, pilar):
    match, rulings = disqualify_both(casino_of_four, pilar)
    lift_ruling(ruling=rulings[0], author=pilar, reason="no fue")
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (0, False)
    assert lines_written(live_acta(match)) == [f"pierde B: se pega el {entry_numbers(match)[1]}"]
    lift_ruling(ruling=rulings[1], author=pilar, reason="tampoco")
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING


# --- Ways to write the loss -----------------------------------------------------------------------
def test_a_loss_by_both_is_written_as_a_line(casino_of_four, pilar):
    match, _other = semifinals(casino_of_four)
    _acta, record = record_hand(
        match=match, author=pilar, line="Pierden ambos: no vienen", number=1
    )
    assert record.lines == ["pierden todos: no vienen"]
    match.refresh_from_db()
    assert match.result.lost
    assert match.result.forfeit


def test_a_loss_by_both_is_written_on_the_page_of_forfeits(casino_of_four, pilar, client):
    match, _other = semifinals(casino_of_four)
    client.force_login(pilar)
    acta_url = f"/t/{casino_of_four.slug}/acta/{match.code}/"
    answer = client.post(f"{acta_url}incomparecencia/", {"loser": "todos", "reason": REASON})
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.result.lost
    assert "Pierden los dos lados: no se presenta nadie." in client.get(acta_url).content.decode()


def test_the_page_of_forfeits_preselects_no_side(casino_of_four, pilar, client):
    match, _other = semifinals(casino_of_four)
    client.force_login(pilar)
    url = f"/t/{casino_of_four.slug}/acta/{match.code}/incomparecencia/"
    assert "checked" not in client.get(url).content.decode()
    assert client.post(url, {"reason": REASON}).status_code == 400


def test_a_loss_by_both_is_written_on_the_form_of_the_acta(casino_of_four, pilar, client):
    match, _other = semifinals(casino_of_four)
    client.force_login(pilar)
    url = f"/t/{casino_of_four.slug}/acta/{match.code}/"
    form = {"como": "stop", "number": 1, "ends": "lost", "reason": REASON}
    assert client.post(url, form).status_code == 302
    match.refresh_from_db()
    assert match.result.lost


# --- Knockouts ------------------------------------------------------------------------------------
def test_the_rival_of_a_match_lost_by_both_has_a_bye_and_is_champion(make_tournament, pairs, pilar):
    knockout = make_tournament(format="knockout", format_options={"third_place": True})
    pairs(knockout, 4)
    publish(knockout, pilar)
    lost_match, other_match = semifinals(knockout)
    forfeit_by_both(lost_match, pilar)
    record_hand(match=other_match, author=pilar, line="coto 3-1", number=1)
    record_hand(match=other_match, author=pilar, line="coto 3-1", number=2)
    winner, loser = entry_numbers(other_match)
    assert next_round(knockout.stage).state == "ready"
    last_round = publish(knockout, pilar)
    numbers_by_purpose = {match.purpose: entry_numbers(match) for match in last_round.matches.all()}
    assert numbers_by_purpose == {"final": [winner], "third_place": [loser]}
    assert verify_draw(last_round).equal
    lines = lines_of(knockout)
    assert (lines[winner].place, lines[loser].place) == (1, 2)
    assert [lines[number].place for number in entry_numbers(lost_match)] == [3, 3]
    assert day(knockout, knockout.stage, EVERYTHING).finished


@pytest.mark.parametrize("options", [{}, {"third_place": True}, {"redraw": True}])
def test_a_correction_empties_and_fills_the_place_in_the_final(
    make_tournament, pairs, pilar, options
):
    knockout = make_tournament(format="knockout", format_options=options)
    pairs(knockout, 4)
    play_all(publish(knockout, pilar), pilar)
    match, other_match = semifinals(knockout)
    finalist = entry_numbers(other_match)[other_match.result.winner]
    final = publish(knockout, pilar)
    for lines, finalists in (
        (["pierden todos: no vinieron"], {finalist}),
        (["coto 1-3", "coto 0-3"], {finalist, entry_numbers(match)[1]}),
    ):
        correct_and_remedy(match=match, author=pilar, lines=lines, reason="mal anotado")
        match.refresh_from_db()
        assert set(entry_numbers(final.matches.get(purpose="final"))) == finalists
        assert verify_draw(final.stage.rounds.get(number=2)).equal


def test_two_matches_lost_by_both_leave_one_branch_empty(make_tournament, pairs, pilar):
    knockout = make_tournament(format="knockout")
    pairs(knockout, 16)
    round = publish(knockout, pilar)
    matches = list(round.matches.order_by("position"))
    for match in matches[:2]:
        forfeit_by_both(match, pilar)
    play_all(round, pilar)
    winners = [
        entry_numbers(match)[match.result.winner]
        for match in round.matches.order_by("position")[2:]
    ]
    quarter_finals = publish(knockout, pilar)
    pairings = [entry_numbers(match) for match in quarter_finals.matches.order_by("position")]
    assert pairings == [winners[first : first + 2] for first in (0, 2, 4)]
    play_all(quarter_finals, pilar)
    semifinals_round = publish(knockout, pilar)
    sizes = [len(entry_numbers(match)) for match in semifinals_round.matches.order_by("position")]
    assert sizes == [1, 2]  # the entry beside the empty branch has a bye
    play_all(semifinals_round, pilar)
    final = publish(knockout, pilar)
    assert [match.purpose for match in final.matches.all()] == ["final"]
    play_all(final, pilar)
    assert day(knockout, knockout.stage, EVERYTHING).finished


def test_a_final_lost_by_both_has_no_champion(casino_of_four, pilar):
    play_all(casino_of_four.stage.rounds.get(), pilar)
    final = publish(casino_of_four, pilar)
    forfeit_by_both(final.matches.get(purpose="final"), pilar)
    play_all(final, pilar)
    assert day(casino_of_four, casino_of_four.stage, EVERYTHING).finished
    situation = stage_situation(casino_of_four.stage, EVERYTHING)
    options = casino_of_four.stage.format_rules()
    assert casino_of_four.stage.system.living_entries(situation, options) == frozenset()


def test_a_bracket_without_entries_left_is_finished(casino_of_four, pilar):
    for match in semifinals(casino_of_four):
        forfeit_by_both(match, pilar)
    assert day(casino_of_four, casino_of_four.stage, EVERYTHING).finished


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"redraw": True, "third_place": True},
        {"placements": True},
        {"repesca": "consolation"},
        {"repesca": "double"},
        {"repesca": "double", "redraw": True},
        {"repesca": "double", "reset": True},
        {"repesca": "best_losers"},
    ],
)
@pytest.mark.parametrize("lost_positions", [{1: (1, 2)}, {1: (3,), 2: (1, 2)}])
def test_every_kind_of_bracket_is_finished_after_losses_by_both(
    make_tournament, pairs, pilar, options, lost_positions, client
):
    knockout = make_tournament(format="knockout", format_options=options)
    pairs(knockout, 9 if options.get("redraw") else 8)
    for _round in range(12):
        if (
            day(knockout, knockout.stage, EVERYTHING).over
            or next_round(knockout.stage).state != "ready"
        ):
            break
        round = publish(knockout, pilar)
        for match in round.matches.filter(position__in=lost_positions.get(round.number, ())):
            if match.state != Match.State.BYE:
                forfeit_by_both(match, pilar)
        play_all(round, pilar)
        assert client.get(f"/t/{knockout.slug}/cuadro/").status_code == 200
        assert client.get(f"/t/{knockout.slug}/clasificacion/").status_code == 200
    assert day(knockout, knockout.stage, EVERYTHING).over


# --- Other formats, games -------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options",
    [
        SWISS,
        {"format": "league", "format_options": {"legs": 1}},
        {"format": "groups", "format_options": {"size": 4}},
        {"format": "lives", "format_options": {"lives": 2}},
        {"format": "lives", "format_options": {"lives": 1, "bracket_at": 4}},
        {"format": "ladder", "format_options": {"rounds": 3}},
        {"format": "boxes", "format_options": {}},
    ],
)
def test_a_loss_by_both_counts_as_a_loss_in_every_format(
    make_tournament, pairs, pilar, options, client
):
    tournament = make_tournament(**options)
    pairs(tournament, 8)
    round = publish(tournament, pilar)
    match = round.matches.get(position=1)
    forfeit_by_both(match, pilar)
    lines = lines_of(tournament)
    for number in entry_numbers(match):
        line = lines[number]
        assert (line.played, line.won, line.drawn, line.lost) == (1, 0, 0, 1)
    play_all(round, pilar)
    assert next_round(tournament.stage).state in ("ready", "over")
    following = publish(tournament, pilar)
    assert verify_draw(following).equal
    for page in ("clasificacion/", "emparejamientos/", f"inscripcion/{entry_numbers(match)[0]}/"):
        assert client.get(f"/t/{tournament.slug}/{page}").status_code == 200


def test_a_tie_lost_by_both_teams_is_no_draw():
    tie = tie_of([BoardResult(None, lost=True)] * 3)
    assert (tie.finished, tie.winner, tie.drawn, tie.lost) == (True, None, False, True)
    mixed_tie = tie_of([BoardResult(None, lost=True), BoardResult(1), BoardResult(None, lost=True)])
    assert (mixed_tie.winner, mixed_tie.lost) == (1, False)


def test_a_loss_by_both_is_the_same_when_rescored_from_its_acta(casino_of_four, pilar):
    match, _other = semifinals(casino_of_four)
    forfeit_by_both(match, pilar)
    assert [chunk.wrong_matches for chunk in rescore(tournament=casino_of_four, check=True)] == [[]]


@pytest.mark.parametrize("line", ["pierden: no vienen", "PIERDEN TODAS: no vienen"])
def test_every_game_reads_the_line_of_a_loss_by_all(line):
    for game in GAMES.values():
        step = fold(game, game.Options(), [line])[-1]
        assert (step.score.over, step.score.winner, str(step.hand)) == (
            True,
            None,
            "pierden todos: no vienen",
        )
        assert game.from_json(game.to_json(step.hand)) == step.hand
