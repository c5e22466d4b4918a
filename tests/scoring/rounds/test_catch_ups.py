"""Tests of catch-up matches, which an entry with a bye plays and which count only for it."""

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
from tests.scoring.played_rounds import publish
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.formats.history import bye_counts
from tournaments.formats.swiss import pool_of
from tournaments.models import AuditLine, MatchSide
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}
LINE = "manos 12 1000-944"


def test_the_draw_of_a_swiss_counts_a_catch_up_as_a_bye_and_a_meeting(
    make_tournament, pairs, pilar
):
    tournament, bye, rival = _finish_round(make_tournament, pairs, pilar, "swiss")
    catch_up(match=bye, rivals=[rival], author=pilar)
    record_hand(match=bye, author=pilar, line=LINE, number=1)
    situation = stage_situation(tournament.stage, EVERYTHING)
    number = bye.everybody[0].number
    pool = pool_of(situation, [1, 2, 3, 4, 5])
    assert pool.rests.tolist() == [int(entrant == number) for entrant in (1, 2, 3, 4, 5)]
    assert situation.points[number] == 2
    assert sum(situation.points.values()) == 2 * 3
    round = publish(tournament, pilar)
    assert verify_draw(round).equal
    report = round.report
    assert not report["rematches"] and report["byes"] != [number]


# --- Catch-ups in totals ------------------------------------------------------------------------
def _finish_round(make_tournament, pairs, pilar, format="totals", entries=5, **options):
    """Return a tournament of belote with a finished round, its bye, and a rival for a catch-up."""
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
def finished_round(make_tournament, pairs, pilar):
    return _finish_round(make_tournament, pairs, pilar)


def _counted_tallies(tournament):
    return {
        line.entrant: dict(line.values)["counted_won"]
        for line in stage_standings(tournament.stage, EVERYTHING)
    }


def _refusal_code(action, status=409):
    with pytest.raises(Refused) as error:
        action()
    assert str(error.value) and error.value.status == status
    return error.value.code


def test_a_catch_up_counts_for_the_resting_entry_instead_of_its_bye(finished_round, pilar, chema):
    tournament, bye, rival = finished_round
    resting_entry = bye.everybody[0]
    tallies_before = _counted_tallies(tournament)
    assert tallies_before[resting_entry.number] == 972
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == [bye]
    assert [entry.number for entry in possible_rivals(bye)] == sorted(
        set(tallies_before) - {resting_entry.number}
    )
    match = catch_up(match=bye, rivals=[rival], author=chema)
    assert (match.state, match.number, match.table) == ("playing", 3, 1)
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == []
    with pytest.raises(DrawError, match="round_unfinished"):
        open_next_round(stage=tournament.stage, author=pilar)
    assert _counted_tallies(tournament) == tallies_before | {resting_entry.number: 0}, (
        "no bye counts during the catch-up"
    )
    record_hand(match=match, author=chema, line="manos 12 1100-844", number=1)
    assert _counted_tallies(tournament) == tallies_before | {resting_entry.number: 1100}
    correct_acta(match=match, author=chema, lines=["manos 12 844-1100"], reason="estaba al revés")
    assert _counted_tallies(tournament) == tallies_before | {resting_entry.number: 844}
    line = AuditLine.objects.get(act="catch_up")
    assert line.after == {"exempt": resting_entry.number, "rivals": [rival.number]}
    situation = stage_situation(tournament.stage, EVERYTHING)
    assert bye_counts(situation.rounds) == {resting_entry.number: 1}
    next_round = publish(tournament, pilar)
    assert verify_draw(next_round).equal and verify_draw(match.round).equal
    couple = {resting_entry.number, rival.number}
    assert couple not in [
        {entry.number for entry in match.everybody} for match in next_round.matches.all()
    ]


@pytest.mark.parametrize("rival_from", ["of his group", "of another group"])
def test_a_catch_up_counts_in_the_group_of_the_resting_entry_only(
    make_tournament, pairs, pilar, rival_from
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
    resting_number = bye.everybody[0].number
    seats = MatchSide.objects.filter(round=round).exclude(match__state="bye")
    candidates = (
        seats.filter(match__group=bye.group)
        if rival_from == "of his group"
        else seats.exclude(match__group=bye.group)
    )
    rival = candidates.order_by("entry__number")[0].entry
    tallies_before = _tallies_by_group(tournament)
    assert tallies_before[bye.group][resting_number] == 0
    catch_up(match=bye, rivals=[rival], author=pilar)
    record_hand(match=bye, author=pilar, line="manos 12 1100-844", number=1)
    expected = {name: dict(counted) for name, counted in tallies_before.items()}
    expected[bye.group][resting_number] = 1100
    assert _tallies_by_group(tournament) == expected
    assert {name: sorted(counted) for name, counted in expected.items()} == {
        name: sorted(counted) for name, counted in tallies_before.items()
    }, "every entry stays in its group"
    next_round = publish(tournament, pilar)
    assert verify_draw(next_round).equal
    group_of = {number: name for name, counted in tallies_before.items() for number in counted}
    assert all(
        group_of[entry.number] == match.group
        for match in next_round.matches.all()
        for entry in match.everybody
    )


def _tallies_by_group(tournament):
    """Return the counted tally of each entry, by group."""
    return {
        name: {line.entrant: dict(line.values)["counted_won"] for line in lines}
        for name, lines in stage_tables(tournament.stage, EVERYTHING).items()
    }


def test_an_undone_catch_up_restores_the_bye_and_keeps_its_acta(finished_round, pilar, chema):
    tournament, bye, rival = finished_round
    tallies_before, resting_number = _counted_tallies(tournament), bye.everybody[0].number
    catch_up(match=bye, rivals=[rival], author=chema)
    record_hand(match=bye, author=chema, line="manos 12 1100-844", number=1)
    undo_catch_up(match=bye, author=chema, reason="era otra pareja")
    bye = tournament.matches.get(pk=bye.pk)
    assert (bye.state, bye.number, bye.table, bye.guests) == ("bye", None, None, [])
    assert (
        _counted_tallies(tournament) == tallies_before
        and not Result.objects.filter(match=bye).exists()
    )
    line = AuditLine.objects.get(act="undo_catch_up")
    assert (line.before["lines"], line.reason) == (["manos 12 1100-844"], "era otra pareja")
    actas = Acta.objects.filter(match=bye).order_by("version")
    assert [(acta.version, acta.live, acta.hands.count()) for acta in actas] == [
        (1, False, 1),
        (2, True, 0),
    ]
    other_rival = next(entry for entry in possible_rivals(bye) if entry != rival)
    catch_up(match=bye, rivals=[other_rival], author=chema)
    record_hand(match=bye, author=chema, line="manos 12 900-1044", number=1)
    assert _counted_tallies(tournament) == tallies_before | {resting_number: 900}


def test_undoing_a_catch_up_in_play_frees_its_table(finished_round, pilar):
    tournament, bye, rival = finished_round
    catch_up(match=bye, rivals=[rival], author=pilar)
    undo_catch_up(match=bye, author=pilar, reason="se van")
    assert not tournament.matches.filter(state__in=["playing", "waiting"]).exists()
    assert (
        _refusal_code(lambda: undo_catch_up(match=bye, author=pilar, reason="x"))
        == "no_catch_up_here"
    )
    assert (
        _refusal_code(lambda: undo_catch_up(match=bye, author=pilar, reason=""), 400)
        == "text_missing"
    )
    assert open_next_round(stage=tournament.stage, author=pilar)


@pytest.mark.parametrize("leaves", ["rival", "exempt"])
def test_a_withdrawal_during_a_catch_up_restores_the_bye(finished_round, pilar, leaves):
    tournament, bye, rival = finished_round
    tallies_before, resting_entry = _counted_tallies(tournament), bye.everybody[0]
    catch_up(match=bye, rivals=[rival], author=pilar)
    withdrawn = rival if leaves == "rival" else resting_entry
    assert withdraw_entry(entry=withdrawn, author=pilar, reason="se marchan") == []
    assert tournament.matches.get(pk=bye.pk).state == "bye"
    assert _counted_tallies(tournament) == tallies_before


def test_a_void_rival_does_not_annul_the_catch_up(finished_round, pilar):
    tournament, bye, rival = finished_round
    resting_number = bye.everybody[0].number
    catch_up(match=bye, rivals=[rival], author=pilar)
    record_hand(match=bye, author=pilar, line="manos 12 1100-844", number=1)
    withdraw_entry(entry=rival, author=pilar, reason="trampas", effect="void")
    assert (
        _counted_tallies(tournament)[resting_number] == 1100
        and _counted_tallies(tournament)[rival.number] == 0
    )
    assert sum(line.played for line in stage_standings(tournament.stage, EVERYTHING)) == 3


def test_a_catch_up_with_a_wrong_rival_is_refused(make_tournament, pairs, pilar):
    tournament, bye, rival = _finish_round(make_tournament, pairs, pilar)
    resting_entry = bye.everybody[0]
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=[], author=pilar), 400) == "rivals_needed"
    )
    two_rivals = possible_rivals(bye)[:2]
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=two_rivals, author=pilar), 400)
        == "rivals_needed"
    )
    repeated_rival = [rival, rival]
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=repeated_rival, author=pilar), 400)
        == "rivals_needed"
    )
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=[resting_entry], author=pilar))
        == "rival_rests"
    )
    late_entry = pairs(tournament, 1)[0]
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=[late_entry], author=pilar))
        == "rival_not_in_round"
    )
    finished_match = tournament.matches.get(number=1)
    assert (
        _refusal_code(lambda: catch_up(match=finished_match, rivals=[rival], author=pilar))
        == "not_exempt"
    )
    correct_acta(match=finished_match, author=pilar, lines=[], reason="era otra")
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "rival_playing"
    )
    record_hand(match=finished_match, author=pilar, line=LINE, number=1)
    withdraw_entry(entry=rival, author=pilar, reason="se va")
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=[rival], author=pilar))
        == "rival_not_in_round"
    )
    withdraw_entry(entry=resting_entry, author=pilar, reason="se va")
    other_rivals = possible_rivals(bye)[:1]
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=other_rivals, author=pilar))
        == "already_withdrawn"
    )
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == []


def test_a_catch_up_is_refused_once_the_next_round_is_drawn(finished_round, pilar, chema):
    tournament, bye, rival = finished_round
    open_next_round(stage=tournament.stage, author=pilar)
    assert _refusal_code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "round_drawn"
    assert byes_to_catch_up(tournament.stage, EVERYTHING) == []


def test_only_the_organiser_undoes_a_catch_up_of_an_earlier_round(finished_round, pilar, chema):
    tournament, bye, rival = finished_round
    tallies_before = _counted_tallies(tournament)
    catch_up(match=bye, rivals=[rival], author=chema)
    record_hand(match=bye, author=chema, line="manos 12 1100-844", number=1)
    publish(tournament, pilar)
    undo = lambda author: undo_catch_up(match=bye, author=author, reason="no se jugó")  # noqa: E731
    assert _refusal_code(lambda: undo(chema), 403) == "closed_round"
    undo(pilar)
    totals = _counted_tallies(tournament)
    assert all(totals[number] >= count for number, count in tallies_before.items())
    assert tournament.matches.get(pk=bye.pk).state == "bye"


def test_a_bye_of_a_knockout_has_no_catch_up(casino, pairs, pilar):
    pairs(casino, 5)
    round = publish(casino, pilar)
    bye, rival = round.matches.filter(state="bye")[0], casino.entries.first()
    assert _refusal_code(lambda: catch_up(match=bye, rivals=[rival], author=pilar)) == "no_catch_up"
    assert byes_to_catch_up(casino.stage, EVERYTHING) == []


def test_a_catch_up_of_four_sides_needs_three_guests(make_tournament, pairs, pilar, client_as):
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
    resting_entry, guests = bye.everybody[0], first.everybody[1:]
    one_guest = guests[:1]
    assert (
        _refusal_code(lambda: catch_up(match=bye, rivals=one_guest, author=pilar), 400)
        == "rivals_needed"
    )
    browser = client_as(pilar)
    address = f"/t/{tournament.slug}/acta/{bye.code}/recuperar/"
    assert browser.post(address, {"rivals": [one_guest[0].pk]}).status_code == 400
    answer = browser.post(address, {"rivals": [guest.pk for guest in guests]})
    assert answer.status_code == 302
    assert tournament.matches.get(pk=bye.pk).state == "waiting", "the only table is taken"
    record_hand(match=second, author=pilar, line="1 2 3 4", number=1)
    tallies_before = _counted_tallies(tournament)
    record_hand(match=bye, author=pilar, line="7 60 60 60", number=1)
    assert _counted_tallies(tournament) == tallies_before | {resting_entry.number: 7}


# --- Pages and API --------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_desk_makes_and_undoes_a_catch_up_on_its_pages(finished_round, chema, raul, client_as):
    tournament, bye, rival = finished_round
    resting_entry = bye.everybody[0]
    desk, site = client_as(chema), f"/t/{tournament.slug}/"
    address = f"{site}acta/{bye.code}/recuperar/"
    assert address in desk.get(f"{site}control/").content.decode()
    assert address not in client_as(raul).get(f"{site}control/").content.decode()
    assert client_as(raul).get(address).status_code == 403
    page = desk.get(address).content.decode()
    assert rival.title_for(EVERYTHING) in page and f'value="{resting_entry.pk}"' not in page
    assert desk.post(address, {}).status_code == 400
    assert desk.post(address, {"rivals": resting_entry.pk}).status_code == 400
    answer = desk.post(address, {"rivals": rival.pk}, follow=True)
    html = answer.content.decode()
    assert answer.redirect_chain[-1][0] == f"{site}acta/{bye.code}/"
    assert f"solo cuenta para el número {resting_entry.number}" in html.replace("Recuperación", "")
    assert desk.get(address).status_code == 302, "an old page leads to the match"
    visitor = client_as(None)
    for path in (
        "emparejamientos/",
        f"inscripcion/{rival.number}/",
        f"inscripcion/{resting_entry.number}/",
        f"partida/{bye.code}/",
        "ronda/1/",
        f"mesa/?q={rival.number}",
    ):
        page = visitor.get(f"{site}{path}").content.decode()
        assert f"solo cuenta para el número {resting_entry.number}" in page, path
    undo = f"{address}anular/"
    assert undo in html
    assert desk.post(undo, {"reason": ""}).status_code == 400
    assert "vuelve a descansar" in desk.post(undo, {"reason": "no"}, follow=True).content.decode()
    assert desk.post(undo, {"reason": "no"}).status_code == 409
    assert visitor.get(f"{site}partida/{bye.code}/").status_code == 200


def test_the_api_makes_and_undoes_a_catch_up_and_marks_the_guest(finished_round, chema, client_as):
    tournament, bye, rival = finished_round
    desk, match_url = client_as(chema), f"/api/v1/tournaments/{tournament.slug}/matches/{bye.code}/"

    def post(path, body):
        return desk.post(match_url + path, json.dumps(body), content_type="application/json")

    assert post("catch-up/", {"rivals": [999]}).json()["error"]["code"] == "entry_unknown"
    assert post("catch-up/", {"rivals": "x"}).status_code == 400
    match = post("catch-up/", {"rivals": [rival.number]}).json()
    assert [(side["entry"], side["guest"]) for side in match["sides"]] == [
        (bye.everybody[0].number, False),
        (rival.number, True),
    ]
    assert match["state"] == "playing"
    assert post("hands/", {"line": LINE, "number": 1}).status_code == 201
    second_answer = post("catch-up/", {"rivals": [rival.number]})
    assert (second_answer.status_code, second_answer.json()["error"]["code"]) == (409, "not_exempt")
    assert post("catch-up/undo/", {"reason": "no se jugó"}).json()["state"] == "bye"
    match_now = desk.get(match_url).json()
    assert match_now["result"] is None and [
        len(version["lines"]) for version in match_now["versions"]
    ] == [0, 1]


def test_the_printed_acta_of_a_catch_up_names_the_entry_that_it_counts_for(finished_round, pilar):
    from scoring.prints.actas import actas
    from scoring.prints.ask import PrintAsk

    tournament, bye, rival = finished_round
    catch_up(match=bye, rivals=[rival], author=pilar)
    number = bye.everybody[0].number
    ask = PrintAsk("actas", match=bye.code, base_url="http://casino")
    (chunk,) = actas(tournament, ask, EVERYTHING)
    (stamp,) = chunk.stamps
    assert f"solo cuenta para el número {number}" in stamp["0.round"]
