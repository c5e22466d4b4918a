"""What a correction changes, told before it is saved; and what is done with what was drawn."""

from importlib import import_module

import pytest
from django.apps import apps

from scoring.corrections.consequences import Consequences, Moved, Remedy, exchanged, moved_lines
from scoring.corrections.correct import correct_and_remedy, rehearse
from scoring.corrections.preview import consequences
from scoring.corrections.redraw import again
from scoring.models import Acta, Result
from scoring.selectors.draws.rounds import results_changed
from scoring.selectors.draws.verification import verification
from scoring.selectors.matches.actas import fold_lines, get_match, live_acta, written
from scoring.selectors.standings import stage_tables
from scoring.services.actas import correct_acta, record_hand
from scoring.services.draws.rounds import open_next_round
from scoring.services.stages import open_stage
from tests.scoring.days import SWISS, play_all, publish
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Match, Place
from tournaments.refusal import Refused

A_WINS, B_WINS = ["coto 3-1", "coto 3-0"], ["coto 1-3", "coto 0-3"]


def write(match, author, lines=A_WINS):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=author, line=line, number=number)


def turned(match):
    """The lines with which the other side wins."""
    return B_WINS if Result.objects.get(match=match).winner == 0 else A_WINS


def what_if(match, lines=None):
    match = get_match(match.tournament, match.code)
    return consequences(match, fold_lines(match, turned(match) if lines is None else lines))


def seats(match):
    return [side.entry.number for side in match.sides.select_related("entry").order_by("side")]


def play_round(round, author):
    for match in round.matches.exclude(state=Match.State.BYE).order_by("number"):
        write(match, author)


@world
def bracket(casino, pairs, pilar):
    """Eight pairs, the first round played, the semifinals published and nothing written there."""
    pairs(casino, 8)
    play_round(publish(casino, pilar), pilar)
    return publish(casino, pilar)


@world
def swiss(make_tournament, pairs, pilar):
    """Eight pairs in a Swiss of three rounds: the first played, the second published."""
    made = make_tournament(**SWISS)
    pairs(made, 8)
    play_round(publish(made, pilar), pilar)
    return publish(made, pilar)


@pytest.fixture
def first(request):
    """The match of position 1 of the first round of whichever tournament the test has."""
    name = "bracket" if "bracket" in request.fixturenames else "swiss"
    stage = request.getfixturevalue(name).stage
    return Match.objects.get(round__stage=stage, round__number=1, position=1)


# --- Plain values -----------------------------------------------------------------------------
def test_only_lines_that_change_place_or_cross_are_told():
    class Line:
        def __init__(self, place, entrant):
            self.place, self.entrant = place, entrant

    before = {"": [Line(1, 5), Line(2, 6), Line(3, 7)]}
    after = {"": [Line(1, 6), Line(2, 5), Line(3, 7)]}
    assert moved_lines(before, after, [5], [6]) == (
        Moved(6, "", 2, 1, False, True),
        Moved(5, "", 1, 2, True, False),
    )
    assert moved_lines(before, before) == ()
    assert moved_lines(before, before, [], [7]) == (Moved(7, "", 3, 3, False, True),)


def test_nothing_changed_is_nothing():
    assert not Consequences(False, False, False)
    assert Consequences(True, False, False)
    left = Remedy("leave", 1, 2, why_left="match_begun")
    assert Consequences(True, False, False, remedies=(left,)).possible == ()
    assert exchanged((1, 2), [(2, 9)]) == (1, 9)
    assert len(again("x" * 80)) == 80


# --- A bracket ----------------------------------------------------------------------------------
def test_a_bracket_says_who_would_sit_where(bracket, first):
    winner, loser = seats(first)
    found = what_if(first)
    assert found.turns
    assert not found.opens
    [later] = found.later
    semifinal = bracket.matches.get(position=1)
    assert (later.code, later.state) == (semifinal.code, "called")
    assert winner in later.sides
    assert loser in later.would_be
    assert [one.kind for one in found.possible] == ["exchange"]
    assert {winner, loser} <= {one.entry for one in found.moved}


def test_the_preview_is_what_comes_out(bracket, first, pilar):
    stage = first.round.stage
    found = what_if(first)
    before = {line.entrant: line.place for line in stage_tables(stage)[""]}
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    after = {line.entrant: line.place for line in stage_tables(stage)[""]}
    changed = {one: (before[one], after[one]) for one in before if before[one] != after[one]}
    assert {one.entry: (one.before, one.after) for one in found.moved} == changed
    assert seats(bracket.matches.get(position=1))[0] in seats(first)


def test_the_same_winner_draws_nothing_else(bracket, first):
    found = what_if(first, ["coto 3-1", "coto 3-2"])
    assert not found.turns
    assert found.later == found.remedies == ()


def test_an_exchange_puts_the_other_in_the_bracket(bracket, first, pilar):
    winner, loser = seats(first)
    semifinal = bracket.matches.get(position=1)
    links, number = semifinal.link_serial, semifinal.number
    rival = next(one for one in seats(semifinal) if one != winner)
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    semifinal.refresh_from_db()
    assert sorted(seats(semifinal)) == sorted([loser, rival])
    assert (semifinal.number, semifinal.link_serial) == (number, links + 1)
    assert live_acta(first).version == 2
    bracket.refresh_from_db()
    assert not results_changed(bracket)
    assert verification(bracket).equal
    assert bracket.report["exchanges"][0]["reason"] == "al revés"
    line = AuditLine.objects.get(act="exchange_seats")
    assert (line.reason, line.before == line.after) == ("al revés", False)
    # And the day goes on to its end from there.
    play_round(bracket, pilar)
    play_all(publish(first.tournament, pilar), pilar)


def test_it_goes_on_along_the_branch(make_tournament, pairs, pilar):
    """The semifinals are drawn but a later draft too: both are put right."""
    casino = make_tournament(format="knockout", format_options={"third_place": True})
    pairs(casino, 4)
    opening = publish(casino, pilar)
    play_round(opening, pilar)
    last = open_next_round(stage=casino.stage, author=pilar)
    match = opening.matches.get(position=1)
    winner, loser = seats(match)
    found = what_if(match)
    assert {one.state for one in found.later} == {"planned"}
    assert len(found.later) == 2  # the final and the third place
    correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")
    assert loser in seats(last.matches.get(purpose="final"))
    assert winner in seats(last.matches.get(purpose="third_place"))
    last.refresh_from_db()
    assert not results_changed(last)


def test_what_has_begun_is_not_touched(bracket, first, pilar):
    semifinal = bracket.matches.get(position=1)
    there = seats(semifinal)
    record_hand(match=semifinal, author=pilar, line="coto 3-1", number=1)
    found = what_if(first)
    assert [(one.why_left, one.blocker) for one in found.remedies] == [
        ("match_begun", semifinal.number)
    ]
    assert found.later[0].state == "playing"
    with pytest.raises(Refused, match="ya tiene algo escrito") as refused:
        correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert (refused.value.code, refused.value.status) == ("nothing_to_remedy", 409)
    assert seats(semifinal) == there
    assert live_acta(first).version == 1


def test_begun_since_the_page_was_seen_is_refused(bracket, first, pilar):
    found = what_if(first)
    record_hand(match=bracket.matches.get(position=1), author=pilar, line="coto 3-1", number=1)
    with pytest.raises(Refused) as refused:
        correct_and_remedy(
            match=first, author=pilar, lines=turned(first), reason="al revés", seen=found.seen
        )
    assert (refused.value.code, refused.value.status) == ("remedy_changed", 409)
    assert live_acta(first).version == 1


def test_reopened_and_then_won_by_the_other(bracket, first, pilar):
    winner, loser = seats(first)
    lines = turned(first)
    found = what_if(first, [])
    assert found.opens
    assert [one.why_left for one in found.remedies] == ["match_opens"]
    correct_acta(match=first, author=pilar, lines=[], reason="no era de esta partida")
    found = what_if(first, lines)
    assert found.closes
    assert [one.kind for one in found.possible] == ["exchange"]
    correct_and_remedy(match=first, author=pilar, lines=lines, reason="la buena")
    assert loser in seats(bracket.matches.get(position=1))
    assert winner not in seats(bracket.matches.get(position=1))


def test_reopened_and_won_by_the_same_moves_nobody(bracket, first, pilar):
    correct_acta(match=first, author=pilar, lines=[], reason="a ver")
    assert what_if(first, A_WINS).remedies == ()


def test_who_has_left_and_comes_to_sit_loses(bracket, first, pilar):
    _winner, loser = seats(first)
    Entry.objects.filter(tournament=first.tournament, number=loser).update(
        state=Entry.State.WITHDRAWN
    )
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    semifinal = bracket.matches.get(position=1)
    assert semifinal.state == Match.State.FINISHED
    assert seats(semifinal)[semifinal.result.winner] != loser


# --- A Swiss ------------------------------------------------------------------------------------
def test_a_swiss_not_begun_is_drawn_again(swiss, first, pilar):
    found = what_if(first)
    assert [(one.kind, one.round) for one in found.possible] == [("redraw", 2)]
    old = swiss.seed
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    swiss.refresh_from_db()
    assert (swiss.state, swiss.seed) == ("published", f"{old}/c1")
    assert [(one["seed"], one["reason"]) for one in swiss.report["redraws"]] == [(old, "al revés")]
    assert not results_changed(swiss)
    assert verification(swiss).equal
    assert {one.state for one in swiss.matches.all()} <= {"playing", "waiting"}
    assert swiss.matches.filter(state="playing").exists()


def test_taken_back_a_swiss_has_the_draw_it_had(swiss, first, pilar):
    there, right = [seats(match) for match in swiss.matches.order_by("position")], A_WINS
    seed, wrong = swiss.seed, turned(first)
    correct_and_remedy(match=first, author=pilar, lines=wrong, reason="al revés")
    correct_and_remedy(match=first, author=pilar, lines=right, reason="estaba bien")
    swiss.refresh_from_db()
    assert swiss.seed == seed
    assert [seats(match) for match in swiss.matches.order_by("position")] == there
    correct_and_remedy(match=first, author=pilar, lines=wrong, reason="no, al revés")
    swiss.refresh_from_db()
    assert swiss.seed == f"{seed}/c1"


def test_a_swiss_of_which_a_match_has_begun_is_left(swiss, first, pilar):
    begun = swiss.matches.get(position=4)
    record_hand(match=begun, author=pilar, line="coto 3-1", number=1)
    there = [seats(match) for match in swiss.matches.order_by("position")]
    [left] = what_if(first).remedies
    assert (left.kind, left.why_left, left.blocker) == ("leave", "match_begun", begun.number)
    with pytest.raises(Refused) as refused:
        correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert refused.value.code == "nothing_to_remedy"
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert [seats(match) for match in swiss.matches.order_by("position")] == there
    record_hand(match=begun, author=pilar, line="coto 3-0", number=2)
    for match in swiss.matches.exclude(pk=begun.pk):
        write(match, pilar)
    assert publish(first.tournament, pilar).number == 3


def test_more_of_the_same_winner_leaves_a_swiss_as_it_is(swiss, first):
    """The draw looks at who won, not at how."""
    found = what_if(first, ["coto 3-1", "coto 3-2"])
    assert found.remedies == ()


def test_a_result_put_back_as_it_was_drawn_from_needs_nothing(swiss, first, pilar):
    right = A_WINS
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    assert what_if(first, right).remedies == ()


def test_the_rehearsal_is_what_comes_out(swiss, first, pilar):
    found = what_if(first)
    there = {match.code: seats(match) for match in swiss.matches.all()}
    rehearsal = rehearse(match=first, author=pilar, lines=turned(first), found=found)
    assert {match.code: seats(match) for match in swiss.matches.all()} == there
    correct_and_remedy(match=first, author=pilar, lines=turned(first), reason="al revés")
    [drawn] = rehearsal.drawn
    assert drawn.serial == swiss.serial
    assert [list(one) for one in drawn.matches] == [
        seats(match) for match in swiss.matches.order_by("position")
    ]


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


def test_a_later_stage_not_begun_is_drawn_again(groups, pilar):
    from scoring.services.draws.rounds import publish_round

    drawn = publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
    seed, there = drawn.seed, [seats(one) for one in drawn.matches.order_by("position")]
    match, found = swing(groups)
    right = written(live_acta(match))
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
    from scoring.services.draws.rounds import publish_round

    drawn = publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
    for match in drawn.matches.filter(number__isnull=False):
        record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    match, found = swing(groups)
    assert [one.why_left for one in found.remedies] == ["match_begun"]
    with pytest.raises(Refused, match="ya tiene algo escrito"):
        correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")


def test_in_the_branch_not_begun_of_a_later_stage_who_goes_on_takes_the_place(groups, pilar):
    """One semifinal is being played; the pair that no longer goes on is in the other."""
    from scoring.services.draws.rounds import publish_round

    drawn = publish_round(round=open_next_round(stage=groups, author=pilar), author=pilar)
    match, found = swing(groups)
    [(comes, goes)] = zip(found.qualified[0].goes_on, found.qualified[0].stays_out, strict=True)
    other = drawn.matches.exclude(sides__entry__number=goes).get()
    theirs = drawn.matches.get(sides__entry__number=goes)
    there, would_be = seats(other), [comes if one == goes else one for one in seats(theirs)]
    record_hand(match=other, author=pilar, line="coto 3-1", number=1)
    right, found = written(live_acta(match)), what_if(match)
    [one] = found.possible
    assert (one.kind, one.matches, one.exchanges) == ("exchange", (theirs.code,), ((comes, goes),))
    correct_and_remedy(match=match, author=pilar, lines=turned(match), reason="al revés")
    assert (seats(theirs), seats(other)) == (would_be, there)
    places = set(Place.objects.filter(stage=groups).values_list("entry__number", flat=True))
    assert comes in places
    assert goes not in places
    drawn.refresh_from_db()
    told = verification(drawn)
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


# --- What was done before there were only these -----------------------------------------------
def test_a_round_paired_again_in_part_long_ago_is_still_shown(swiss, pilar, client_as):
    match = swiss.matches.get(position=1)
    old = {"seed": "x/c1", "rows": [[1, seats(match)]], "by": "Pilar", "reason": "al revés"}
    swiss.report |= {"replays": [{**old, "at": "2026-11-01T10:00:00+00:00"}], "before": []}
    swiss.save(update_fields=["report"])
    migration = import_module("tournaments.migrations.0022_exchanges")
    migration.forwards(apps, None)
    swiss.refresh_from_db()
    assert swiss.report["exchanges"][0]["rows"] == old["rows"]
    assert not {"replays", "before"} & swiss.report.keys()
    page = client_as(pilar).get(f"/t/{swiss.tournament.slug}/ronda/{swiss.serial}/")
    assert "Cambian de sitio las partidas que dependían de ese resultado." in page.text
    assert verification(swiss).equal
    migration.backwards(apps, None)
    swiss.refresh_from_db()
    assert "replays" in swiss.report


# --- Whose it is --------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["raul", "chema"])
def test_only_the_organiser_changes_what_was_drawn(request, bracket, first, who):
    with pytest.raises(Refused) as refused:
        correct_and_remedy(
            match=first, author=request.getfixturevalue(who), lines=turned(first), reason="x"
        )
    assert (refused.value.code, refused.value.status) == ("remedy_not_yours", 403)
    assert live_acta(first).version == 1


# --- The page -----------------------------------------------------------------------------------
def address(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/corregir/"


def form(match, **more):
    return {"lines": "\n".join(turned(match)), "reason": "al revés", "version": "1", **more}


@pytest.mark.parametrize("headers", [{"HX-Request": "true"}, {}])
def test_the_preview_tells_what_changes(bracket, first, pilar, client_as, headers):
    page = client_as(pilar).post(address(first), form(first, ver="1"), headers=headers)
    for said in (
        "Cambia quién gana la partida.",
        "En la clasificación",
        "Partidas posteriores",
        "Estaría",
        "en la mesa, sin nada escrito",
        "Guardar y cambiarlos de sitio",
    ):
        assert said in page.text
    assert live_acta(first).version == 1


def test_the_page_shows_the_draw_that_would_come_out(swiss, first, pilar, client_as):
    """Only for who asks; who rests, and so the places, may be others in a round drawn again."""
    browser = client_as(pilar)
    sent = form(first, ver="1")
    plain = browser.post(address(first), sent, headers={"HX-Request": "true"}).text
    assert "Ver el sorteo que saldría" in plain
    assert "Así saldría" not in plain
    seed, codes = swiss.seed, set(swiss.matches.values_list("code", flat=True))
    told = browser.post(address(first), {**sent, "ver": "rehecho"}).text
    assert "Así saldría la ronda 2" in told
    assert "Si también se rehace, la clasificación" in told
    assert "Guardar y volver a sortear" in told
    swiss.refresh_from_db()
    assert (swiss.seed, set(swiss.matches.values_list("code", flat=True))) == (seed, codes)
    assert live_acta(first).version == 1


def test_saved_with_the_exchange_from_the_page(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    one, other = seats(first)
    seen = what_if(first).seen
    page = browser.post(address(first), form(first, remedy="1", seen=seen), follow=True)
    assert f"El {one} y el {other} han cambiado de sitio desde la ronda 2." in page.text
    assert seats(first)[1] in seats(bracket.matches.get(position=1))
    public = browser.get(f"/t/{first.tournament.slug}/ronda/{bracket.serial}/")
    assert "Después de una corrección" in public.text


def test_saving_alone_moves_nobody(bracket, first, pilar, client_as):
    there = seats(bracket.matches.get(position=1))
    assert client_as(pilar).post(address(first), form(first)).status_code == 302
    assert seats(bracket.matches.get(position=1)) == there
    assert live_acta(first).version == 2


def test_a_stale_page_is_409_and_keeps_what_was_typed(bracket, first, pilar, client_as):
    page = client_as(pilar).post(address(first), form(first, remedy="1", seen="otra cosa"))
    assert page.status_code == 409
    assert "Mírelo otra vez" in page.text
    assert page.context["form"]["reason"].value() == "al revés"


def test_one_line_is_changed_voided_or_inserted(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    page = browser.get(address(first))
    for link in ("?corregir=1", "?anular=2", "?insertar=1"):
        assert link in page.text
    page = browser.get(address(first) + "?corregir=2")
    assert page.context["form"]["line"].value() == "coto 3-0"
    assert browser.get(address(first) + "?anular=2").context["form"]["lines"].value() == "coto 3-1"
    one = {**form(first), "lines": "\n".join(A_WINS), "what": "change", "at": "2"}
    assert browser.post(address(first), {**one, "line": "coto 3-2"}).status_code == 302
    assert written(live_acta(first)) == ["coto 3-1", "coto 3-2"]
    hand = live_acta(first).hands.get(number=2)
    one = {**one, "lines": "coto 3-1\ncoto 3-2", "what": "insert", "at": "1", "version": "2"}
    answer = browser.post(address(first), {**one, "line": "coto 1-3"})
    assert answer.status_code == 302, answer.context["form"].errors
    assert written(live_acta(first)) == ["coto 1-3", "coto 3-1", "coto 3-2"]
    assert live_acta(first).hands.get(number=3).uid == hand.uid  # the same line, one further on


@pytest.mark.parametrize(
    "asked",
    ["?corregir=9", "?anular=x", "?insertar=0", "?volver=9", "?corregir=99999999999", "?anular=-1"],
)
def test_links_to_what_is_not_there_ask_nothing(bracket, first, pilar, client_as, asked):
    page = client_as(pilar).get(address(first) + asked)
    assert page.status_code == 200
    assert page.context["form"]["lines"].value() == "\n".join(A_WINS)
    assert not page.context["form"]["what"].value()


def test_bad_numbers_of_a_line_are_400(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    for wrong in ({"what": "otra"}, {"what": "change", "at": "0"}, {"what": "change", "at": "x"}):
        assert browser.post(address(first), {**form(first), **wrong}).status_code == 400
    assert live_acta(first).version == 1


def test_back_to_an_older_version_is_another_correction(bracket, first, pilar, client_as):
    browser = client_as(pilar)
    correct_acta(match=first, author=pilar, lines=turned(first), reason="al revés")
    page = browser.get(address(first) + "?volver=1")
    assert "Volver a esta versión" in page.text
    lines = page.context["form"]["lines"].value()
    assert lines == "\n".join(A_WINS)
    sent = {"lines": lines, "reason": "era la buena", "version": "2"}
    assert browser.post(address(first), sent).status_code == 302
    assert live_acta(first).version == 3
    assert [one.version for one in Acta.objects.filter(match=first).order_by("version")] == [
        1,
        2,
        3,
    ]


def test_the_referee_sees_what_changes_and_no_more(bracket, raul, client_as):
    """In the round in play, in which he may correct: nothing has been drawn from it yet."""
    match = bracket.matches.get(position=1)
    write(match, raul)
    page = client_as(raul).post(address(match), form(match), headers={"HX-Request": "true"})
    assert "En la clasificación" in page.text
    assert "Guardar y" not in page.text
    page = client_as(raul).post(address(match), form(match, remedy="1"))
    assert page.status_code == 403
    assert "Solo la organización puede volver a sortear" in page.text
