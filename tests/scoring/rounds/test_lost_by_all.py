"""A match that every side loses: nobody gets it, nobody goes on from it, all have lost it."""

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
from tests.scoring.days import SWISS, play_all, publish
from tests.worlds import world
from tournaments.formats.teams import BoardResult, tie_of
from tournaments.models import Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.selectors.day import day

ABSENT, OUT = Entry.State.ABSENT, Entry.State.DISQUALIFIED
REASON = "no se presenta nadie"


def seats(match):
    return [side.entry.number for side in match.sides.select_related("entry").order_by("side")]


def entry(tournament, number):
    return tournament.entries.get(number=number)


def both_lose(match, author):
    return forfeit_match(match=match, loser=None, author=author, reason=REASON)


def lines_of(tournament):
    return {
        line.entrant: line
        for lines in stage_tables(tournament.stage, EVERYTHING).values()
        for line in lines
    }


@world
def four(casino, pairs, pilar):
    """Four pairs and the semifinals published."""
    pairs(casino, 4)
    publish(casino, pilar)
    return casino


def semifinals(tournament):
    return [tournament.matches.get(round__number=1, position=at) for at in (1, 2)]


# --- Who is absent, who is thrown out -------------------------------------------------------------
@pytest.mark.parametrize("kind", [ABSENT, OUT])
def test_nobody_wins_the_match_of_two_marked_one_after_the_other(four, pilar, kind):
    match, _other = semifinals(four)
    for number in seats(match):
        withdraw_entry(entry=entry(four, number), author=pilar, reason=REASON, kind=kind)
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost, match.state) == (None, True, "finished")
    lines = lines_of(four)
    assert [(lines[number].won, lines[number].lost) for number in seats(match)] == [(0, 1)] * 2


@pytest.mark.parametrize("world_of", [SWISS, {"format": "knockout"}])
@pytest.mark.parametrize("kind", [ABSENT, OUT])
def test_nor_once_the_next_round_is_drawn(make_tournament, pairs, pilar, world_of, kind):
    made = make_tournament(**world_of)
    pairs(made, 4)
    publish(made, pilar)
    match, other = semifinals(made)
    gone, stays = seats(match)
    withdraw_entry(entry=entry(made, gone), author=pilar, reason=REASON, kind=kind)
    play_all(other.round, pilar)
    publish(made, pilar)
    withdraw_entry(entry=entry(made, stays), author=pilar, reason=REASON, kind=kind)
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (None, True)
    assert lines_of(made)[stays].won == 0


def test_a_fault_that_puts_out_asks_where_a_draw_came_of_what_is_taken(four, pilar, client):
    match, other = semifinals(four)
    gone, stays = seats(match)
    withdraw_entry(entry=entry(four, gone), author=pilar, reason=REASON, kind=ABSENT)
    play_all(other.round, pilar)
    final = publish(four, pilar).matches.get(purpose="final")
    client.force_login(pilar)
    page = f"/t/{four.slug}/acta/{final.code}/falta/?quien={stays}&falta=trampa"
    asked = {"what": "out", "reason": "marcó las cartas"}
    answer = client.post(page, asked)
    assert answer.status_code == 200
    assert 'name="sabido"' in answer.content.decode()
    assert entry(four, stays).state == Entry.State.ENTERED
    assert client.post(page, {**asked, "sabido": "1"}).status_code == 302
    match.refresh_from_db()
    assert match.result.lost


def test_who_leaves_later_keeps_what_it_had_won(four, pilar):
    match, _other = semifinals(four)
    gone, stays = seats(match)
    withdraw_entry(entry=entry(four, gone), author=pilar, reason=REASON, kind=ABSENT)
    withdraw_entry(entry=entry(four, stays), author=pilar, reason="se marcha")
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (1, False)


def test_a_match_played_is_not_taken_from_who_is_thrown_out(four, pilar):
    match, other = semifinals(four)
    play_all(match.round, pilar)
    winner = seats(match)[match.result.winner]
    for number in (*seats(other), winner):
        withdraw_entry(entry=entry(four, number), author=pilar, reason=REASON, kind=OUT)
    match.refresh_from_db()
    assert match.result.winner is not None


def test_a_final_published_with_two_who_left_is_lost_by_both(four, pilar):
    play_all(four.stage.rounds.get(), pilar)
    for match in semifinals(four):
        winner = entry(four, seats(match)[match.result.winner])
        withdraw_entry(entry=winner, author=pilar, reason="se marcha")
    final = publish(four, pilar).matches.get(purpose="final")
    assert (final.result.winner, final.result.lost) == (None, True)


def both_thrown_out(four, pilar):
    """A match of the semifinals with the rulings that put out A and then B."""
    match, _other = semifinals(four)
    rulings = [
        note_ruling(
            stage=four.stage,
            entry=entry(four, number),
            author=pilar,
            follows=Ruling.Follows.OUT,
            reason=f"se pega el {number}",
        )
        for number in seats(match)
    ]
    return match, rulings


def test_lifting_the_last_gives_it_back(four, pilar):
    match, rulings = both_thrown_out(four, pilar)
    lift_ruling(ruling=rulings[1], author=pilar, reason="no fue")
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (1, False)
    lift_ruling(ruling=rulings[0], author=pilar, reason="tampoco")
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING


def test_lifting_the_first_leaves_the_other_alone_to_lose(four, pilar):
    match, rulings = both_thrown_out(four, pilar)
    lift_ruling(ruling=rulings[0], author=pilar, reason="no fue")
    match.refresh_from_db()
    assert (match.result.winner, match.result.lost) == (0, False)
    assert lines_written(live_acta(match)) == [f"pierde B: se pega el {seats(match)[1]}"]
    lift_ruling(ruling=rulings[1], author=pilar, reason="tampoco")
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING


# --- Every way of writing it ----------------------------------------------------------------------
def test_it_is_written_as_a_line(four, pilar):
    match, _other = semifinals(four)
    _acta, record = record_hand(
        match=match, author=pilar, line="Pierden ambos: no vienen", number=1
    )
    assert record.lines == ["pierden todos: no vienen"]
    match.refresh_from_db()
    assert match.result.lost
    assert match.result.forfeit


def test_it_is_written_on_the_page(four, pilar, client):
    match, _other = semifinals(four)
    client.force_login(pilar)
    page = f"/t/{four.slug}/acta/{match.code}/"
    answer = client.post(f"{page}incomparecencia/", {"loser": "todos", "reason": REASON})
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.result.lost
    assert "Pierden los dos lados: no se presenta nadie." in client.get(page).content.decode()


def test_the_page_does_not_choose_for_the_referee(four, pilar, client):
    match, _other = semifinals(four)
    client.force_login(pilar)
    page = f"/t/{four.slug}/acta/{match.code}/incomparecencia/"
    assert "checked" not in client.get(page).content.decode()
    assert client.post(page, {"reason": REASON}).status_code == 400


def test_it_is_written_as_a_line_of_the_form(four, pilar, client):
    match, _other = semifinals(four)
    client.force_login(pilar)
    page = f"/t/{four.slug}/acta/{match.code}/"
    asked = {"como": "stop", "number": 1, "ends": "lost", "reason": REASON}
    assert client.post(page, asked).status_code == 302
    match.refresh_from_db()
    assert match.result.lost


# --- A knockout -----------------------------------------------------------------------------------
def test_the_next_rival_rests_and_is_champion(make_tournament, pairs, pilar):
    knockout = make_tournament(format="knockout", format_options={"third_place": True})
    pairs(knockout, 4)
    publish(knockout, pilar)
    lost, other = semifinals(knockout)
    both_lose(lost, pilar)
    record_hand(match=other, author=pilar, line="coto 3-1", number=1)
    record_hand(match=other, author=pilar, line="coto 3-1", number=2)
    winner, loser = seats(other)
    assert next_round(knockout.stage).state == "ready"
    last = publish(knockout, pilar)
    drawn = {match.purpose: seats(match) for match in last.matches.all()}
    assert drawn == {"final": [winner], "third_place": [loser]}
    assert verify_draw(last).equal
    lines = lines_of(knockout)
    assert (lines[winner].place, lines[loser].place) == (1, 2)
    assert [lines[number].place for number in seats(lost)] == [3, 3]
    assert day(knockout, knockout.stage, EVERYTHING).finished


@pytest.mark.parametrize("options", [{}, {"third_place": True}, {"redraw": True}])
def test_a_correction_empties_and_fills_the_place_in_the_final(
    make_tournament, pairs, pilar, options
):
    knockout = make_tournament(format="knockout", format_options=options)
    pairs(knockout, 4)
    play_all(publish(knockout, pilar), pilar)
    match, other = semifinals(knockout)
    won = seats(other)[other.result.winner]
    final = publish(knockout, pilar)
    for lines, there in (
        (["pierden todos: no vinieron"], {won}),
        (["coto 1-3", "coto 0-3"], {won, seats(match)[1]}),
    ):
        correct_and_remedy(match=match, author=pilar, lines=lines, reason="mal anotado")
        match.refresh_from_db()
        assert set(seats(final.matches.get(purpose="final"))) == there
        assert verify_draw(final.stage.rounds.get(number=2)).equal


def test_in_a_longer_bracket_only_that_branch_is_empty(make_tournament, pairs, pilar):
    knockout = make_tournament(format="knockout")
    pairs(knockout, 16)
    round = publish(knockout, pilar)
    matches = list(round.matches.order_by("position"))
    for match in matches[:2]:
        both_lose(match, pilar)
    play_all(round, pilar)
    came = [seats(match)[match.result.winner] for match in round.matches.order_by("position")[2:]]
    quarter = publish(knockout, pilar)
    drawn = [seats(match) for match in quarter.matches.order_by("position")]
    assert drawn == [came[at : at + 2] for at in (0, 2, 4)]
    play_all(quarter, pilar)
    semi = publish(knockout, pilar)
    sizes = [len(seats(match)) for match in semi.matches.order_by("position")]
    assert sizes == [1, 2]  # who had nobody in the other half of its branch rests
    play_all(semi, pilar)
    final = publish(knockout, pilar)
    assert [match.purpose for match in final.matches.all()] == ["final"]
    play_all(final, pilar)
    assert day(knockout, knockout.stage, EVERYTHING).finished


def test_a_final_that_both_lose_has_no_champion(four, pilar):
    play_all(four.stage.rounds.get(), pilar)
    final = publish(four, pilar)
    both_lose(final.matches.get(purpose="final"), pilar)
    play_all(final, pilar)
    assert day(four, four.stage, EVERYTHING).finished
    situation, options = stage_situation(four.stage, EVERYTHING), four.stage.format_rules()
    assert four.stage.system.still_in(situation, options) == frozenset()


def test_with_nobody_left_the_bracket_is_over(four, pilar):
    for match in semifinals(four):
        both_lose(match, pilar)
    assert day(four, four.stage, EVERYTHING).finished


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
@pytest.mark.parametrize("lost", [{1: (1, 2)}, {1: (3,), 2: (1, 2)}])
def test_every_bracket_goes_on_to_its_end(make_tournament, pairs, pilar, options, lost, client):
    knockout = make_tournament(format="knockout", format_options=options)
    pairs(knockout, 9 if options.get("redraw") else 8)
    for _round in range(12):
        if (
            day(knockout, knockout.stage, EVERYTHING).over
            or next_round(knockout.stage).state != "ready"
        ):
            break
        round = publish(knockout, pilar)
        for match in round.matches.filter(position__in=lost.get(round.number, ())):
            if match.state != Match.State.BYE:
                both_lose(match, pilar)
        play_all(round, pilar)
        assert client.get(f"/t/{knockout.slug}/cuadro/").status_code == 200
        assert client.get(f"/t/{knockout.slug}/clasificacion/").status_code == 200
    assert day(knockout, knockout.stage, EVERYTHING).over


# --- The other formats ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "world_of",
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
def test_a_loss_for_both_in_every_format(make_tournament, pairs, pilar, world_of, client):
    made = make_tournament(**world_of)
    pairs(made, 8)
    round = publish(made, pilar)
    match = round.matches.get(position=1)
    both_lose(match, pilar)
    lines = lines_of(made)
    for number in seats(match):
        line = lines[number]
        assert (line.played, line.won, line.drawn, line.lost) == (1, 0, 0, 1)
    play_all(round, pilar)
    assert next_round(made.stage).state in ("ready", "over")
    following = publish(made, pilar)
    assert verify_draw(following).equal
    for page in ("clasificacion/", "emparejamientos/", f"inscripcion/{seats(match)[0]}/"):
        assert client.get(f"/t/{made.slug}/{page}").status_code == 200


def test_a_tie_that_both_teams_lose_is_no_draw():
    tie = tie_of([BoardResult(None, lost=True)] * 3)
    assert (tie.finished, tie.winner, tie.drawn, tie.lost) == (True, None, False, True)
    mixed = tie_of([BoardResult(None, lost=True), BoardResult(1), BoardResult(None, lost=True)])
    assert (mixed.winner, mixed.lost) == (1, False)


def test_rebuilt_from_its_acta_it_stays_so(four, pilar):
    match, _other = semifinals(four)
    both_lose(match, pilar)
    assert [chunk.differing for chunk in rescore(tournament=four, check=True)] == [[]]


@pytest.mark.parametrize("line", ["pierden: no vienen", "PIERDEN TODAS: no vienen"])
def test_every_game_reads_it(line):
    for game in GAMES.values():
        step = fold(game, game.Options(), [line])[-1]
        assert (step.score.over, step.score.winner, str(step.hand)) == (
            True,
            None,
            "pierden todos: no vienen",
        )
        assert game.from_json(game.to_json(step.hand)) == step.hand
