"""Corrections in groups or leagues that feed a later stage: the new qualifiers and the remedies."""

import pytest

from scoring.actas.selectors.actas import get_match, lines_written, live_acta
from scoring.actas.services import forfeit_match, record_hand
from scoring.corrections.change import change_result, consequences_of_act
from scoring.corrections.correct import correct_and_remedy
from scoring.corrections.settled import old_draws, remedy_old_draws
from scoring.refereeing.services.acts import replay_match
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round
from scoring.stages.services import open_stage
from tests.scoring.corrections import entry_numbers, opposite_lines, preview_correction, write
from tests.scoring.played_rounds import play_all, publish
from tests.worlds import world
from tournaments.models import Match, Place
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused
from tournaments.setup.services.stages import add_stage


# --- Groups before a knockout -------------------------------------------------------------------
@world
def final_stage(make_tournament, pairs, pilar):
    """A final, opened and not drawn, for the first two pairs of each of two groups of three."""
    from tournaments.models import Stage

    tournament = make_tournament(format="groups", format_options={"groups": 2})
    stage = Stage.objects.get(tournament=tournament)
    later = Stage.objects.create(
        tournament=tournament,
        number=2,
        format="knockout",
        format_options={},
        chain=["exit_round"],
        game_options=stage.game_options,
        seed="tapete",
        name="Final",
        intake=[{"stage": 1, "first": 1, "last": 2, "per": "group"}],
    )
    pairs(tournament, 6)
    tournament.look_at(1)
    while True:
        round = publish(tournament, pilar)
        play_all(round, pilar)
        if round.number == 3:
            break
    open_stage(stage=later, author=pilar)
    return later


def deciding_match(stage):
    """Return a match of the groups whose correction changes the qualifiers, and its preview."""
    for match in Match.objects.filter(round__stage__number=1, result__isnull=False).order_by("pk"):
        preview = preview_correction(match)
        if preview.qualified:
            return match, preview
    raise AssertionError("no match decides the qualifiers")


def test_a_correction_in_a_group_changes_the_qualifiers_of_the_final(final_stage, pilar):
    match, preview = deciding_match(final_stage)
    [change] = preview.qualified
    assert (change.stage, change.opened) == (2, True)
    assert len(change.goes_on) == len(change.stays_out) == 1
    changed_entries = {line.entry for line in preview.moved if line.crosses}
    assert changed_entries == {*change.goes_on, *change.stays_out}
    assert {line.group for line in preview.moved} == {match.group}
    assert [(remedy.kind, remedy.round) for remedy in preview.possible] == [("redraw", 0)]
    correct_and_remedy(match=match, author=pilar, lines=opposite_lines(match), reason="al revés")
    places = set(Place.objects.filter(stage=final_stage).values_list("entry__number", flat=True))
    assert set(change.goes_on) <= places
    assert not set(change.stays_out) & places


def test_a_replayed_match_of_a_group_with_another_winner_changes_the_qualifiers(final_stage, pilar):
    match, preview = deciding_match(final_stage)
    [change] = preview.qualified
    lines = opposite_lines(match)
    change_result(replay_match, match=match, author=pilar, reason="sin árbitro")
    write(match, pilar, lines)
    [old_draw] = old_draws(match.tournament)
    assert old_draw.match == match
    assert [(other.goes_on, other.stays_out) for other in old_draw.consequences.qualified] == [
        (change.goes_on, change.stays_out)
    ]
    remedy_old_draws(match=match, author=pilar, seen=old_draw.consequences.seen)
    places = set(Place.objects.filter(stage=final_stage).values_list("entry__number", flat=True))
    assert set(change.goes_on) <= places
    assert not set(change.stays_out) & places
    assert old_draws(match.tournament) == []


def test_reopening_any_match_of_a_group_leaves_the_final_without_a_remedy(
    make_tournament, pairs, pilar
):
    """There is no remedy even if the same pairs qualify without the match."""
    tournament = make_tournament(format="groups", format_options={"groups": 1})
    pairs(tournament, 4)
    for _round in range(3):  # the lower number wins every match
        for match in publish(tournament, pilar).matches.all():
            loser = max(match.everybody, key=lambda entry: entry.number)
            forfeit_match(match=match, loser=loser, author=pilar, reason="no vienen")
    final = add_stage(
        tournament=tournament,
        author=pilar,
        name="Final",
        format="knockout",
        format_options={},
        game_options=tournament.stage.game_options,
        intake=[{"stage": 1, "per": "group", "last": 2}],
    )
    open_stage(stage=final, author=pilar)
    for match in Match.objects.filter(round__stage__number=1):
        preview = consequences_of_act(replay_match, match=match, author=pilar, reason="sin árbitro")
        [remedy] = preview.remedies
        assert (remedy.stage, remedy.kind, remedy.why_left) == (2, "leave", "match_opens")


def test_a_later_stage_that_has_not_begun_is_drawn_again(final_stage, pilar):
    from scoring.rounds.services.rounds import publish_round

    final_round = publish_round(
        round=open_next_round(stage=final_stage, author=pilar), author=pilar
    )
    seed = final_round.seed
    old_seats = [entry_numbers(later) for later in final_round.matches.order_by("position")]
    match, preview = deciding_match(final_stage)
    right_lines = lines_written(live_acta(match))
    assert preview.later
    assert {later.stage for later in preview.later} == {2}
    correct_and_remedy(
        match=match, author=pilar, lines=opposite_lines(match), reason="al revés", seen=preview.seen
    )
    [redrawn_round] = final_stage.rounds.all()
    assert (redrawn_round.seed, redrawn_round.state) == (f"{seed}/c1", "published")
    assert (redrawn_round.serial, redrawn_round.report["redraws"][0]["seed"]) == (
        final_round.serial,
        seed,
    )
    seated_entries = {
        number for later in redrawn_round.matches.all() for number in entry_numbers(later)
    }
    assert set(preview.qualified[0].goes_on) <= seated_entries
    assert not set(preview.qualified[0].stays_out) & seated_entries
    correct_and_remedy(match=match, author=pilar, lines=right_lines, reason="estaba bien")
    redrawn_round.refresh_from_db()
    assert redrawn_round.seed == seed
    assert [
        entry_numbers(later) for later in redrawn_round.matches.order_by("position")
    ] == old_seats


def test_a_later_stage_that_has_begun_is_not_drawn_again(final_stage, pilar):
    from scoring.rounds.services.rounds import publish_round

    final_round = publish_round(
        round=open_next_round(stage=final_stage, author=pilar), author=pilar
    )
    for match in final_round.matches.filter(number__isnull=False):
        record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    match, preview = deciding_match(final_stage)
    assert [remedy.why_left for remedy in preview.remedies] == ["match_begun"]
    with pytest.raises(Refused, match="ya tiene anotaciones"):
        correct_and_remedy(
            match=match, author=pilar, lines=opposite_lines(match), reason="al revés"
        )


@pytest.mark.slow
def test_a_new_qualifier_takes_the_place_in_a_semifinal_that_has_not_begun(final_stage, pilar):
    """The other semifinal, which has begun, keeps its sides."""
    from scoring.rounds.services.rounds import publish_round

    final_round = publish_round(
        round=open_next_round(stage=final_stage, author=pilar), author=pilar
    )
    match, preview = deciding_match(final_stage)
    [(newcomer, leaver)] = zip(
        preview.qualified[0].goes_on, preview.qualified[0].stays_out, strict=True
    )
    begun_match = final_round.matches.exclude(sides__entry__number=leaver).get()
    waiting_match = final_round.matches.get(sides__entry__number=leaver)
    begun_seats = entry_numbers(begun_match)
    new_seats = [newcomer if entry == leaver else entry for entry in entry_numbers(waiting_match)]
    record_hand(match=begun_match, author=pilar, line="coto 3-1", number=1)
    right_lines, preview = lines_written(live_acta(match)), preview_correction(match)
    [remedy] = preview.possible
    assert (remedy.kind, remedy.matches, remedy.exchanges) == (
        "exchange",
        (waiting_match.code,),
        ((newcomer, leaver),),
    )
    correct_and_remedy(match=match, author=pilar, lines=opposite_lines(match), reason="al revés")
    assert (entry_numbers(waiting_match), entry_numbers(begun_match)) == (new_seats, begun_seats)
    places = set(Place.objects.filter(stage=final_stage).values_list("entry__number", flat=True))
    assert newcomer in places
    assert leaver not in places
    final_round.refresh_from_db()
    verification = verify_draw(final_round)
    assert next(step for step in verification.steps if step.key == "hands").equal
    assert verification.corrected
    correct_and_remedy(match=match, author=pilar, lines=right_lines, reason="estaba bien")
    assert entry_numbers(waiting_match) == [
        leaver if entry == newcomer else entry for entry in new_seats
    ]
    waiting_match.refresh_from_db()
    write(waiting_match, pilar)
    record_hand(match=begun_match, author=pilar, line="coto 3-1", number=2)
    assert (
        publish_round(round=open_next_round(stage=final_stage, author=pilar), author=pilar)
        .matches.filter(purpose="final")
        .exists()
    )


# --- A league of teams before a final -------------------------------------------------------------
def test_replayed_boards_that_turn_a_tie_of_teams_change_the_qualifiers(make_tournament, pilar):
    options = {"legs": 1, "boards": 3, "count": "ties"}
    tournament = make_tournament(format="teams", format_options=options, squad=7, tables=6)
    for team in ("Casa Paco", "Peña Oro", "Bar Sol"):
        people = [Person(f"{team} {letter}") for letter in "abcdefg"]
        register_entry(tournament=tournament, author=pilar, name=team, players=people)
    for _round in range(3):  # the lower number wins every board
        for board in publish(tournament, pilar).matches.exclude(state=Match.State.BYE):
            loser = max(board.everybody, key=lambda entry: entry.number)
            forfeit_match(match=board, loser=loser, author=pilar, reason="no vienen")
    final = add_stage(
        tournament=tournament,
        author=pilar,
        name="Final",
        format="teams",
        format_options=options,
        game_options=tournament.stage.game_options,
        intake=[{"stage": 1, "per": "all", "last": 2}],
    )
    open_stage(stage=final, author=pilar)
    tournament.look_at(1)
    boards = [
        board
        for board in tournament.matches.order_by("board")
        if entry_numbers(board) in ([2, 3], [3, 2])
    ]
    for code in [board.code for board in boards][:2]:  # two of the three boards turn the tie
        match = get_match(tournament, code)
        change_result(replay_match, match=match, author=pilar, reason="sin árbitro")
        loser = min(match.everybody, key=lambda entry: entry.number)
        forfeit_match(match=match, loser=loser, author=pilar, reason="no vienen")
    draws = old_draws(tournament)
    assert [draw.match.code for draw in draws] == [board.code for board in boards][:2]
    [change] = draws[0].consequences.qualified
    assert (change.goes_on, change.stays_out) == ((3,), (2,))
    remedy_old_draws(match=draws[0].match, author=pilar, seen=draws[0].consequences.seen)
    qualifiers = set(Place.objects.filter(stage=final).values_list("entry__number", flat=True))
    assert qualifiers == {1, 3}
    assert old_draws(tournament) == []
