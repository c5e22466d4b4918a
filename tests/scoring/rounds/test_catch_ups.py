"""Recuperación: who rests plays a match of its own, and it counts for nobody else."""

import json

import pytest

from scoring.actas.services import correct_acta, record_hand
from scoring.models import Acta, Result
from scoring.rounds.selectors.line_ups import byes_to_catch_up, possible_rivals
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.arrivals import catch_up, undo_catch_up
from scoring.rounds.services.rounds import open_next_round
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_situation, stage_standings, stage_tables
from scoring.standings.services import set_standings
from tests.scoring.days import publish
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.formats.history import bye_counts
from tournaments.formats.swiss import pool_of
from tournaments.models import AuditLine, MatchSide
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}
LINE = "manos 12 1000-944"


def test_the_draw_of_a_swiss_sees_a_rest_and_a_meeting(make_tournament, pairs, pilar):
    tournament, bye, rival = _begun(make_tournament, pairs, pilar, "swiss")
    catch_up(match=bye, rivals=[rival], author=pilar)
    record_hand(match=bye, author=pilar, line=LINE, number=1)
    situation = stage_situation(tournament.stage, EVERYTHING)
    number = bye.everybody[0].number
    pool = pool_of(situation, [1, 2, 3, 4, 5])
    assert pool.rests.tolist() == [int(one == number) for one in (1, 2, 3, 4, 5)]
    assert situation.points[number] == 2
    assert sum(situation.points.values()) == 2 * 3
    drawn = publish(tournament, pilar)
    assert verify_draw(drawn).equal
    report = drawn.report
    assert not report["rematches"] and report["byes"] != [number]


# --- The day ------------------------------------------------------------------------------------
def _begun(make_tournament, pairs, pilar, format="totals", entries=5, **options):
    """A round of belote in which the first match is finished; who rests, and who could help."""
    tournament = make_tournament(
        game="marcador", game_options=BELOTE, format=format, format_options={"rounds": 3, **options}
    )
    stage = tournament.stage
    chain = ["counted_won", "lot"]
    set_standings(stage=stage, author=pilar, chain=chain, counting={"bye_counted": 972})
    pairs(tournament, entries)
    round = publish(tournament, pilar)
    for match in round.matches.filter(state="playing"):
        record_hand(match=match, author=pilar, line=LINE, number=1)
    tournament = type(tournament).objects.get(pk=tournament.pk)
    bye = tournament.matches.get(state="bye")
    rival = tournament.matches.filter(number=1).get().everybody[0]
    return tournament, bye, rival


@world
def begun(make_tournament, pairs, pilar):
    return _begun(make_tournament, pairs, pilar)


def _totals(tournament):
    return {
        line.entrant: dict(line.values)["counted_won"]
        for line in stage_standings(tournament.stage, EVERYTHING)
    }


def _code(act, status=409):
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value) and caught.value.status == status
    return caught.value.code


def test_it_counts_for_who_rested_in_place_of_the_rest(begun, pilar, chema):
    tournament, bye, rival = begun
    exempt = bye.everybody[0]
    before = _totals(tournament)
    assert before[exempt.number] == 972
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == [bye]
    assert [one.number for one in possible_rivals(bye)] == sorted(set(before) - {exempt.number})
    match = catch_up(match=bye, rivals=[rival], author=chema)
    assert (match.state, match.number, match.table) == ("playing", 3, 1)
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == []
    with pytest.raises(DrawError, match="round_unfinished"):
        open_next_round(stage=tournament.stage, author=pilar)
    assert _totals(tournament) == before | {exempt.number: 0}, "it is playing for it now"
    record_hand(match=match, author=chema, line="manos 12 1100-844", number=1)
    assert _totals(tournament) == before | {exempt.number: 1100}
    correct_acta(match=match, author=chema, lines=["manos 12 844-1100"], reason="estaba al revés")
    assert _totals(tournament) == before | {exempt.number: 844}
    line = AuditLine.objects.get(act="catch_up")
    assert line.after == {"exempt": exempt.number, "rivals": [rival.number]}
    situation = stage_situation(tournament.stage, EVERYTHING)
    assert bye_counts(situation.rounds) == {exempt.number: 1}
    drawn = publish(tournament, pilar)
    assert verify_draw(drawn).equal and verify_draw(match.round).equal
    couple = {exempt.number, rival.number}
    assert couple not in [{one.number for one in m.everybody} for m in drawn.matches.all()]


@pytest.mark.parametrize("helper", ["of his group", "of another group"])
def test_a_catch_up_counts_in_the_table_of_its_group_and_takes_no_table_from_who_helped(
    make_tournament, pairs, pilar, helper
):
    tournament = make_tournament(
        game="marcador",
        game_options=BELOTE,
        format="totals",
        format_options={"rounds": 3, "groups": 2},
    )
    pairs(tournament, 10)
    round = publish(tournament, pilar)
    for match in round.matches.filter(state="playing"):
        record_hand(match=match, author=pilar, line=LINE, number=1)
    bye = tournament.matches.filter(state="bye").order_by("position")[0]
    exempt = bye.everybody[0].number
    seats = MatchSide.objects.filter(round=round).exclude(match__state="bye")
    same = (
        seats.filter(match__group=bye.group)
        if helper == "of his group"
        else seats.exclude(match__group=bye.group)
    )
    rival = same.order_by("entry__number")[0].entry
    before = _tables(tournament)
    assert before[bye.group][exempt] == 0
    catch_up(match=bye, rivals=[rival], author=pilar)
    record_hand(match=bye, author=pilar, line="manos 12 1100-844", number=1)
    after = {name: dict(told) for name, told in before.items()}
    after[bye.group][exempt] = 1100
    assert _tables(tournament) == after
    assert {name: sorted(told) for name, told in after.items()} == {
        name: sorted(told) for name, told in before.items()
    }, "everybody stays in the group they were drawn in"
    drawn = publish(tournament, pilar)
    assert verify_draw(drawn).equal
    of = {number: name for name, told in before.items() for number in told}
    assert all(
        of[one.number] == match.group for match in drawn.matches.all() for one in match.everybody
    )


def _tables(tournament):
    """Return what each has added up, by group."""
    return {
        name: {line.entrant: dict(line.values)["counted_won"] for line in lines}
        for name, lines in stage_tables(tournament.stage, EVERYTHING).items()
    }


def test_undone_the_bye_comes_back_and_what_was_written_stays(begun, pilar, chema):
    tournament, bye, rival = begun
    before, exempt = _totals(tournament), bye.everybody[0].number
    catch_up(match=bye, rivals=[rival], author=chema)
    record_hand(match=bye, author=chema, line="manos 12 1100-844", number=1)
    undo_catch_up(match=bye, author=chema, reason="era otra pareja")
    bye = tournament.matches.get(pk=bye.pk)
    assert (bye.state, bye.number, bye.table, bye.guests) == ("bye", None, None, [])
    assert _totals(tournament) == before and not Result.objects.filter(match=bye).exists()
    line = AuditLine.objects.get(act="undo_catch_up")
    assert (line.before["lines"], line.reason) == (["manos 12 1100-844"], "era otra pareja")
    actas = Acta.objects.filter(match=bye).order_by("version")
    assert [(one.version, one.live, one.hands.count()) for one in actas] == [
        (1, False, 1),
        (2, True, 0),
    ]
    other = next(one for one in possible_rivals(bye) if one != rival)
    catch_up(match=bye, rivals=[other], author=chema)
    record_hand(match=bye, author=chema, line="manos 12 900-1044", number=1)
    assert _totals(tournament) == before | {exempt: 900}


def test_undone_while_it_is_played_its_table_is_free(begun, pilar):
    tournament, bye, rival = begun
    catch_up(match=bye, rivals=[rival], author=pilar)
    undo_catch_up(match=bye, author=pilar, reason="se van")
    assert not tournament.matches.filter(state__in=["playing", "waiting"]).exists()
    assert _code(lambda: undo_catch_up(match=bye, author=pilar, reason="x")) == "no_catch_up_here"
    assert _code(lambda: undo_catch_up(match=bye, author=pilar, reason=""), 400) == "text_missing"
    assert open_next_round(stage=tournament.stage, author=pilar)


@pytest.mark.parametrize("leaves", ["rival", "exempt"])
def test_who_leaves_in_the_middle_gives_the_rest_back(begun, pilar, leaves):
    tournament, bye, rival = begun
    before, exempt = _totals(tournament), bye.everybody[0]
    catch_up(match=bye, rivals=[rival], author=pilar)
    gone = rival if leaves == "rival" else exempt
    assert withdraw_entry(entry=gone, author=pilar, reason="se marchan") == []
    assert tournament.matches.get(pk=bye.pk).state == "bye"
    assert _totals(tournament) == before


def test_a_void_rival_takes_nothing_back(begun, pilar):
    tournament, bye, rival = begun
    exempt = bye.everybody[0].number
    catch_up(match=bye, rivals=[rival], author=pilar)
    record_hand(match=bye, author=pilar, line="manos 12 1100-844", number=1)
    withdraw_entry(entry=rival, author=pilar, reason="trampas", effect="void")
    assert _totals(tournament)[exempt] == 1100 and _totals(tournament)[rival.number] == 0
    assert sum(line.played for line in stage_standings(tournament.stage, EVERYTHING)) == 3


def test_who_cannot_help(make_tournament, pairs, pilar):
    tournament, bye, rival = _begun(make_tournament, pairs, pilar)
    exempt = bye.everybody[0]
    assert _code(lambda: catch_up(match=bye, rivals=[], author=pilar), 400) == "rivals_needed"
    two = possible_rivals(bye)[:2]
    assert _code(lambda: catch_up(match=bye, rivals=two, author=pilar), 400) == "rivals_needed"
    again = [rival, rival]
    assert _code(lambda: catch_up(match=bye, rivals=again, author=pilar), 400) == "rivals_needed"
    assert _code(lambda: catch_up(match=bye, rivals=[exempt], author=pilar)) == "rival_rests"
    late = pairs(tournament, 1)[0]
    assert _code(lambda: catch_up(match=bye, rivals=[late], author=pilar)) == "rival_not_in_round"
    played = tournament.matches.get(number=1)
    assert _code(lambda: catch_up(match=played, rivals=[rival], author=pilar)) == "not_exempt"
    correct_acta(match=played, author=pilar, lines=[], reason="era otra")
    assert _code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "rival_playing"
    record_hand(match=played, author=pilar, line=LINE, number=1)
    withdraw_entry(entry=rival, author=pilar, reason="se va")
    assert _code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "rival_not_in_round"
    withdraw_entry(entry=exempt, author=pilar, reason="se va")
    other = possible_rivals(bye)[:1]
    assert _code(lambda: catch_up(match=bye, rivals=other, author=pilar)) == "already_withdrawn"
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == []


def test_not_once_the_next_round_is_drawn(begun, pilar, chema):
    tournament, bye, rival = begun
    open_next_round(stage=tournament.stage, author=pilar)
    assert _code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "round_drawn"
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == []


def test_of_a_closed_round_only_the_organiser_undoes_it(begun, pilar, chema):
    tournament, bye, rival = begun
    before = _totals(tournament)
    catch_up(match=bye, rivals=[rival], author=chema)
    record_hand(match=bye, author=chema, line="manos 12 1100-844", number=1)
    publish(tournament, pilar)
    act = lambda author: undo_catch_up(match=bye, author=author, reason="no se jugó")  # noqa: E731
    assert _code(lambda: act(chema), 403) == "closed_round"
    act(pilar)
    totals = _totals(tournament)
    assert all(totals[number] >= told for number, told in before.items())
    assert tournament.matches.get(pk=bye.pk).state == "bye"


def test_not_where_a_rest_has_nothing_to_catch_up(casino, pairs, pilar):
    pairs(casino, 5)
    round = publish(casino, pilar)
    bye, rival = round.matches.filter(state="bye")[0], casino.entries.first()
    assert _code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "no_catch_up"
    assert byes_to_catch_up(casino.stage, EVERYTHING) == []


def test_a_table_of_four_takes_three_guests(make_tournament, pairs, pilar, client_as):
    tournament = make_tournament(
        game="marcador",
        game_options={"sides": 4, "people": 1, "manos": 1},
        format="totals",
        format_options={"rounds": 2},
        tables=1,
    )
    pairs(tournament, 9)
    round = publish(tournament, pilar)
    bye, (first, second) = round.matches.get(state="bye"), round.matches.exclude(state="bye")
    record_hand(match=first, author=pilar, line="10 20 30 40", number=1)
    exempt, guests = bye.everybody[0], first.everybody[1:]
    one = guests[:1]
    assert _code(lambda: catch_up(match=bye, rivals=one, author=pilar), 400) == "rivals_needed"
    browser = client_as(pilar)
    address = f"/t/{tournament.slug}/acta/{bye.code}/recuperar/"
    assert browser.post(address, {"rivals": [one[0].pk]}).status_code == 400
    told = browser.post(address, {"rivals": [one.pk for one in guests]})
    assert told.status_code == 302
    assert tournament.matches.get(pk=bye.pk).state == "waiting", "there is one table, and taken"
    record_hand(match=second, author=pilar, line="1 2 3 4", number=1)
    before = _totals(tournament)
    record_hand(match=bye, author=pilar, line="7 60 60 60", number=1)
    assert _totals(tournament) == before | {exempt.number: 7}


# --- By the browser and by the API ----------------------------------------------------------------
@pytest.mark.slow
def test_the_desk_does_it_with_its_pages(begun, chema, raul, client_as):
    tournament, bye, rival = begun
    exempt = bye.everybody[0]
    desk, site = client_as(chema), f"/t/{tournament.slug}/"
    address = f"{site}acta/{bye.code}/recuperar/"
    assert address in desk.get(f"{site}control/").content.decode()
    assert address not in client_as(raul).get(f"{site}control/").content.decode()
    assert client_as(raul).get(address).status_code == 403
    page = desk.get(address).content.decode()
    assert rival.title_for(EVERYTHING) in page and f'value="{exempt.pk}"' not in page
    assert desk.post(address, {}).status_code == 400
    assert desk.post(address, {"rivals": exempt.pk}).status_code == 400
    told = desk.post(address, {"rivals": rival.pk}, follow=True)
    said = told.content.decode()
    assert told.redirect_chain[-1][0] == f"{site}acta/{bye.code}/"
    assert f"solo cuenta para el número {exempt.number}" in said.replace("Recuperación", "")
    assert desk.get(address).status_code == 302, "an old page finds the match"
    anybody = client_as(None)
    for path in (
        "emparejamientos/",
        f"inscripcion/{rival.number}/",
        f"inscripcion/{exempt.number}/",
        f"partida/{bye.code}/",
        "ronda/1/",
        f"mesa/?q={rival.number}",
    ):
        shown = anybody.get(f"{site}{path}").content.decode()
        assert f"solo cuenta para el número {exempt.number}" in shown, path
    undo = f"{address}anular/"
    assert undo in said
    assert desk.post(undo, {"reason": ""}).status_code == 400
    assert "vuelve a descansar" in desk.post(undo, {"reason": "no"}, follow=True).content.decode()
    assert desk.post(undo, {"reason": "no"}).status_code == 409
    assert anybody.get(f"{site}partida/{bye.code}/").status_code == 200


def test_the_api_does_it_and_says_who_is_a_guest(begun, chema, client_as):
    tournament, bye, rival = begun
    desk, one = client_as(chema), f"/api/v1/tournaments/{tournament.slug}/matches/{bye.code}/"

    def post(path, body):
        return desk.post(one + path, json.dumps(body), content_type="application/json")

    assert post("catch-up/", {"rivals": [999]}).json()["error"]["code"] == "entry_unknown"
    assert post("catch-up/", {"rivals": "x"}).status_code == 400
    told = post("catch-up/", {"rivals": [rival.number]}).json()
    assert [(side["entry"], side["guest"]) for side in told["sides"]] == [
        (bye.everybody[0].number, False),
        (rival.number, True),
    ]
    assert told["state"] == "playing"
    assert post("hands/", {"line": LINE, "number": 1}).status_code == 201
    again = post("catch-up/", {"rivals": [rival.number]})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "not_exempt")
    assert post("catch-up/undo/", {"reason": "no se jugó"}).json()["state"] == "bye"
    shown = desk.get(one).json()
    assert shown["result"] is None and [len(v["lines"]) for v in shown["versions"]] == [0, 1]


def test_the_acta_on_paper_says_for_whom_it_counts(begun, pilar):
    from scoring.prints.actas import actas
    from scoring.prints.ask import PrintAsk

    tournament, bye, rival = begun
    catch_up(match=bye, rivals=[rival], author=pilar)
    number = bye.everybody[0].number
    ask = PrintAsk("actas", match=bye.code, base_url="http://casino")
    (chunk,) = actas(tournament, ask, EVERYTHING)
    (stamp,) = chunk.stamps
    assert f"solo cuenta para el número {number}" in stamp["0.round"]
