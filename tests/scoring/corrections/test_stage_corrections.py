"""A correction in groups from which some went on: who takes the place, and what is left."""

import pytest

from scoring.actas.selectors.actas import get_match, lines_written, live_acta
from scoring.actas.services import forfeit_match, record_hand
from scoring.corrections.change import change_result, consequences_of_act
from scoring.corrections.correct import correct_and_remedy
from scoring.corrections.settled import old_draws, remedy_settled
from scoring.refereeing.services.acts import replay_match
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round
from scoring.stages.services import open_stage
from tests.scoring.corrections import seats, turned, what_if, write
from tests.scoring.days import play_all, publish
from tests.worlds import world
from tournaments.models import Match, Place
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused
from tournaments.setup.services.stages import add_stage


# --- Groups and then a knockout -----------------------------------------------------------------
@world
def groups(make_tournament, pairs, pilar):
    """Six pairs in two groups, played to the end; then the first of each in a final, open."""
    from tournaments.models import Stage

    made = make_tournament(format="groups", format_options={"groups": 2})
    stage = Stage.objects.get(tournament=made)
    later = Stage.objects.create(
        tournament=made,
        number=2,
        format="knockout",
        format_options={},
        chain=["exit_round"],
        game_options=stage.game_options,
        seed="tapete",
        name="Final",
        intake=[{"stage": 1, "first": 1, "last": 2, "per": "group"}],
    )
    pairs(made, 6)
    made.look_at(1)
    while True:
        played = publish(made, pilar)
        play_all(played, pilar)
        if played.number == 3:
            break
    open_stage(stage=later, author=pilar)
    return later


def swing(stage):
    """A match of the groups whose other winner changes who goes on, with what would change."""
    for match in Match.objects.filter(round__stage__number=1, result__isnull=False).order_by("pk"):
        found = what_if(match)
        if found.qualified:
            return match, found
    raise AssertionError("no result decides anything")


def test_groups_say_who_would_go_on(groups, pilar):
    match, found = swing(groups)
    [one] = found.qualified
    assert (one.stage, one.opened) == (2, True)
    assert len(one.goes_on) == len(one.stays_out) == 1
    crossing = {line.entry for line in found.moved if line.crosses}
    assert crossing == {*one.goes_on, *one.stays_out}
    assert {line.group for line in found.moved} == {match.group}
    assert [(two.kind, two.round) for two in found.possible] == [("redraw", 0)]
    correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")
    places = set(Place.objects.filter(stage=groups).values_list("entry__number", flat=True))
    assert set(one.goes_on) <= places
    assert not set(one.stays_out) & places


def test_a_match_of_the_groups_opened_again_tells_the_later_stage(groups, pilar):
    match, found = swing(groups)
    [one] = found.qualified
    lines = turned(match)
    change_result(replay_match, match=match, author=pilar, reason="sin árbitro")
    write(match, pilar, lines)
    [told] = old_draws(match.tournament)
    assert told.match == match
    assert [(two.goes_on, two.stays_out) for two in told.consequences.qualified] == [
        (one.goes_on, one.stays_out)
    ]
    remedy_settled(match=match, author=pilar, seen=told.consequences.seen)
    places = set(Place.objects.filter(stage=groups).values_list("entry__number", flat=True))
    assert set(one.goes_on) <= places
    assert not set(one.stays_out) & places
    assert old_draws(match.tournament) == []


def test_any_match_of_a_group_about_to_be_opened_tells_the_later_stage(
    make_tournament, pairs, pilar
):
    """Also where the standings without it would send on the same: who goes on is open."""
    made = make_tournament(format="groups", format_options={"groups": 1})
    pairs(made, 4)
    for _round in range(3):  # the lower number wins every match
        for match in publish(made, pilar).matches.all():
            loser = max(match.everybody, key=lambda entry: entry.number)
            forfeit_match(match=match, loser=loser, author=pilar, reason="no vienen")
    final = add_stage(
        tournament=made,
        author=pilar,
        name="Final",
        format="knockout",
        format_options={},
        game_options=made.stage.game_options,
        intake=[{"stage": 1, "per": "group", "last": 2}],
    )
    open_stage(stage=final, author=pilar)
    for match in Match.objects.filter(round__stage__number=1):
        found = consequences_of_act(replay_match, match=match, author=pilar, reason="sin árbitro")
        [remedy] = found.remedies
        assert (remedy.stage, remedy.kind, remedy.why_left) == (2, "leave", "match_opens")


def test_a_later_stage_not_begun_is_drawn_again(groups, pilar):
    from scoring.rounds.services.rounds import publish_round

    drawn = publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
    seed, there = drawn.seed, [seats(one) for one in drawn.matches.order_by("position")]
    match, found = swing(groups)
    right = lines_written(live_acta(match))
    assert found.later
    assert {one.stage for one in found.later} == {2}
    correct_and_remedy(
        match=match, author=pilar, lines=turned(match), reason="al revés", seen=found.seen
    )
    [again_drawn] = groups.rounds.all()
    assert (again_drawn.seed, again_drawn.state) == (f"{seed}/c1", "published")
    assert (again_drawn.serial, again_drawn.report["redraws"][0]["seed"]) == (drawn.serial, seed)
    seated = {number for one in again_drawn.matches.all() for number in seats(one)}
    assert set(found.qualified[0].goes_on) <= seated
    assert not set(found.qualified[0].stays_out) & seated
    correct_and_remedy(match=match, author=pilar, lines=right, reason="estaba bien")
    again_drawn.refresh_from_db()
    assert again_drawn.seed == seed
    assert [seats(one) for one in again_drawn.matches.order_by("position")] == there


def test_a_later_stage_begun_stays(groups, pilar):
    from scoring.rounds.services.rounds import publish_round

    drawn = publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
    for match in drawn.matches.filter(number__isnull=False):
        record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    match, found = swing(groups)
    assert [one.why_left for one in found.remedies] == ["match_begun"]
    with pytest.raises(Refused, match="ya tiene anotaciones"):
        correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")


@pytest.mark.slow
def test_in_the_branch_not_begun_of_a_later_stage_who_goes_on_takes_the_place(groups, pilar):
    """One semifinal is being played; the pair that no longer goes on is in the other."""
    from scoring.rounds.services.rounds import publish_round

    drawn = publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
    match, found = swing(groups)
    [(comes, goes)] = zip(found.qualified[0].goes_on, found.qualified[0].stays_out, strict=True)
    other = drawn.matches.exclude(sides__entry__number=goes).get()
    theirs = drawn.matches.get(sides__entry__number=goes)
    there, would_be = seats(other), [comes if one == goes else one for one in seats(theirs)]
    record_hand(match=other, author=pilar, line="coto 3-1", number=1)
    right, found = lines_written(live_acta(match)), what_if(match)
    [one] = found.possible
    assert (one.kind, one.matches, one.exchanges) == ("exchange", (theirs.code,), ((comes, goes),))
    correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")
    assert (seats(theirs), seats(other)) == (would_be, there)
    places = set(Place.objects.filter(stage=groups).values_list("entry__number", flat=True))
    assert comes in places
    assert goes not in places
    drawn.refresh_from_db()
    told = verify_draw(drawn)
    assert next(step for step in told.steps if step.key == "hands").equal
    assert told.corrected
    correct_and_remedy(match=match, author=pilar, lines=right, reason="estaba bien")
    assert seats(theirs) == [goes if one == comes else one for one in would_be]
    theirs.refresh_from_db()
    write(theirs, pilar)
    record_hand(match=other, author=pilar, line="coto 3-1", number=2)
    assert (
        publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
        .matches.filter(purpose="final")
        .exists()
    )


# --- A league of teams and then a final -----------------------------------------------------------
def test_the_boards_of_a_tie_opened_again_tell_the_later_stage(make_tournament, pilar):
    options = {"legs": 1, "boards": 3, "count": "ties"}
    made = make_tournament(format="teams", format_options=options, squad=7, tables=6)
    for team in ("Casa Paco", "Peña Oro", "Bar Sol"):
        people = [Person(f"{team} {letter}") for letter in "abcdefg"]
        register_entry(tournament=made, author=pilar, name=team, players=people)
    for _round in range(3):  # the lower number wins every board
        for board in publish(made, pilar).matches.exclude(state=Match.State.BYE):
            loser = max(board.everybody, key=lambda entry: entry.number)
            forfeit_match(match=board, loser=loser, author=pilar, reason="no vienen")
    final = add_stage(
        tournament=made,
        author=pilar,
        name="Final",
        format="teams",
        format_options=options,
        game_options=made.stage.game_options,
        intake=[{"stage": 1, "per": "all", "last": 2}],
    )
    open_stage(stage=final, author=pilar)
    made.look_at(1)
    boards = [board for board in made.matches.order_by("board") if seats(board) in ([2, 3], [3, 2])]
    for code in [board.code for board in boards][:2]:  # two of its three turn the tie
        match = get_match(made, code)
        change_result(replay_match, match=match, author=pilar, reason="sin árbitro")
        loser = min(match.everybody, key=lambda entry: entry.number)
        forfeit_match(match=match, loser=loser, author=pilar, reason="no vienen")
    told = old_draws(made)
    assert [one.match.code for one in told] == [board.code for board in boards][:2]
    [one] = told[0].consequences.qualified
    assert (one.goes_on, one.stays_out) == ((3,), (2,))
    remedy_settled(match=told[0].match, author=pilar, seen=told[0].consequences.seen)
    going = set(Place.objects.filter(stage=final).values_list("entry__number", flat=True))
    assert going == {1, 3}
    assert old_draws(made) == []
