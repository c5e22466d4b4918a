"""Tests of withdrawals: kinds, effects on played and unplayed matches, standings, pages, API."""

import pytest

from scoring.actas.services import record_hand
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_situation, stage_standings
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.played_rounds import play_all, publish
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate, withdraw


@world
def league(make_tournament, pairs, pilar):
    """A Swiss of four pairs after round 1: pair 1 beat pair 2, pair 3 beat pair 4."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    entries = pairs(tournament, 4)
    round = seat_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    for match in round.matches.all():
        for number, line in enumerate(LINES, 1):
            record_hand(match=match, author=pilar, line=line, number=number)
    return tournament


def _entry(tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def _places(tournament) -> list[tuple[int, int, int, int]]:
    return [
        (line.entrant, line.place, line.played, line.won)
        for line in stage_standings(tournament.stage, EVERYTHING)
    ]


def _withdraw(tournament, author, number: int, **options) -> list[Match]:
    return withdraw_entry(
        entry=_entry(tournament, number), author=author, reason="se marchan", **options
    )


def test_a_withdrawal_that_loses_the_rest_keeps_the_played_matches(league, pilar):
    places_before = _places(league)
    _withdraw(league, pilar, 2)
    assert _places(league) == places_before
    assert dict(stage_situation(league.stage, EVERYTHING).points) == {1: 1, 3: 1}


def test_a_void_withdrawal_annuls_matches_until_the_entry_is_reinstated(league, pilar):
    places_before = _places(league)
    _withdraw(league, pilar, 2, kind="disqualified", effect="void")
    entry = _entry(league, 2)
    assert (entry.state, entry.effect, entry.gone) == ("disqualified", "void", True)
    # The win of pair 1 over pair 2 no longer counts.
    assert _places(league)[0] == (3, 1, 1, 1) and _places(league)[-1] == (2, 4, 0, 0)
    assert {
        (number, matches_played) for number, _place, matches_played, _wins in _places(league)
    } == {(1, 0), (2, 0), (3, 1), (4, 1)}
    situation = stage_situation(league.stage, EVERYTHING)
    assert dict(situation.points) == {3: 1}
    assert situation.counted[1] == 0 and situation.counted[3] > 0
    assert situation.rounds[0][0].sides == (1, 2), "their meeting still counts for the draw"
    reinstate(entry=entry, author=pilar)
    assert _places(league) == places_before
    assert _entry(league, 2).effect == "lose"


def test_an_unplayed_truco_of_three_ends_without_a_winner_after_a_withdrawal(
    make_tournament, pairs, pilar
):
    tournament = make_tournament(
        game="truco", game_options={"players": 3}, format="totals", format_options={"rounds": 2}
    )
    pairs(tournament, 3)
    match = publish(tournament, pilar).matches.get()
    assert _withdraw(tournament, pilar, 2) == [match]
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (Match.State.FINISHED, None)
    assert set(_places(tournament)) == {(number, 1, 1, 0) for number in (1, 2, 3)}


def test_an_entry_withdrawn_as_last_is_last_whatever_it_won(league, pilar):
    _withdraw(league, pilar, 1, effect="last")
    assert [(number, place) for number, place, *_ in _places(league)][-1] == (1, 4)
    assert _places(league)[0] == (3, 1, 1, 1)
    assert dict(stage_situation(league.stage, EVERYTHING).points) == {1: 1, 3: 1}, (
        "its win still counts for the draw"
    )


def test_two_entries_withdrawn_as_last_keep_their_order(league, pilar):
    _withdraw(league, pilar, 1, effect="last")
    _withdraw(league, pilar, 2, effect="last")
    assert [(number, place) for number, place, *_ in _places(league)] == [
        (3, 1),
        (4, 2),
        (1, 3),
        (2, 4),
    ]


@pytest.mark.parametrize("effect", ["lose", "void", "last"])
def test_the_rival_wins_the_unplayed_match_of_a_withdrawn_entry(league, pilar, effect):
    round = publish(league, pilar)
    (match,) = _withdraw(league, pilar, 3, kind="absent", effect=effect)
    match.refresh_from_db()
    assert (match.round_id, match.state) == (round.pk, Match.State.FINISHED)
    assert match.result.forfeit


def test_withdrawals_add_no_queries_to_the_standings(league, pilar, django_assert_num_queries):
    league.refresh_from_db()
    stage = league.stage
    with django_assert_num_queries(3):
        stage_standings(stage, EVERYTHING)
    _withdraw(league, pilar, 2, effect="void")
    _withdraw(league, pilar, 1, effect="last")
    with django_assert_num_queries(3):
        stage_standings(stage, EVERYTHING)


def test_the_audit_records_the_kind_and_the_effect_of_a_withdrawal(league, pilar):
    _withdraw(league, pilar, 2, kind="absent", effect="void")
    line = AuditLine.objects.get(act="withdraw")
    assert (line.before, line.after, line.reason) == (
        {"state": "entered"},
        {"state": "absent", "effect": "void"},
        "se marchan",
    )


@cases(
    "wrong, field",
    ({"kind": "waiting"}, "kind"),
    ({"kind": "🃏"}, "kind"),
    ({"effect": "win"}, "effect"),
)
def test_an_unknown_kind_or_effect_is_refused(league, wrong, field):
    with is_refused(field=field, status=400):
        withdraw(entry=_entry(league, 2), author=None, reason="x", **wrong)
    assert _entry(league, 2).live


def test_an_entry_withdrawn_from_the_waiting_list_is_not_in_the_standings(league, pilar):
    _entry(league, 2)
    Entry.objects.filter(tournament=league).update(state="waiting")  # all four entries
    Match.objects.all().delete()
    withdraw(entry=_entry(league, 4), author=pilar, reason="no espera más")
    assert _places(league) == []


def test_the_page_and_the_api_withdraw_with_a_kind_and_an_effect(league, pilar, client_as):
    browser = client_as(pilar)
    url = f"/t/{league.slug}/inscripciones/2/retirar/"
    html = browser.get(url).content.decode()
    assert 'value="disqualified"' in html and 'value="void"' in html
    refused_answer = browser.post(url, {"reason": "x", "kind": "entered", "effect": "lose"})
    assert refused_answer.status_code == 400
    accepted_answer = browser.post(url, {"reason": "x", "kind": "absent", "effect": "last"})
    assert accepted_answer.status_code == 302
    assert (_entry(league, 2).state, _entry(league, 2).effect) == ("absent", "last")
    answer = browser.post(
        f"/api/v1/tournaments/{league.slug}/entries/3/withdraw/",
        {"reason": "x", "kind": "disqualified", "effect": "void"},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["entry"]["state"]) == (200, "disqualified")
    assert _entry(league, 3).effect == "void"


def _numbers_alive(tournament) -> frozenset[int]:
    stage = tournament.stage
    return stage.system.living_entries(stage_situation(stage, EVERYTHING), stage.format_rules())


@world
def lives(make_tournament, pairs, pilar):
    """A tournament of eight pairs with one life each, after two rounds; two pairs are alive."""
    tournament = make_tournament(format="lives", format_options={"lives": 1})
    pairs(tournament, 8)
    for _round in range(2):
        play_all(publish(tournament, pilar), pilar)
    return tournament


def test_in_lives_the_losers_against_a_void_entry_play_on(lives, pilar):
    void_entry, other_alive = sorted(_numbers_alive(lives))
    restored_numbers = {
        number
        for matches in stage_situation(lives.stage, EVERYTHING).rounds
        for match in matches
        if void_entry in match.sides
        for number in match.losers
    }
    _withdraw(lives, pilar, void_entry, kind="disqualified", effect="void")
    assert len(restored_numbers) == 2 and _numbers_alive(lives) == restored_numbers | {other_alive}
    next_round = publish(lives, pilar)
    assert {entry.number for match in next_round.matches.all() for entry in match.everybody} == {
        *restored_numbers,
        other_alive,
    }
    play_all(next_round, pilar)
    play_all(publish(lives, pilar), pilar)
    (champion,) = _numbers_alive(lives)
    lines = stage_standings(lives.stage, EVERYTHING)
    assert (lines[0].entrant, lines[-1].entrant) == (champion, void_entry)


def test_in_lives_the_loser_of_the_final_is_first_if_the_champion_is_void(lives, pilar):
    play_all(publish(lives, pilar), pilar)
    (champion,) = _numbers_alive(lives)
    (final,) = stage_situation(lives.stage, EVERYTHING).rounds[-1]
    _withdraw(lives, pilar, champion, kind="disqualified", effect="void")
    assert _numbers_alive(lives) == frozenset()
    lines = stage_standings(lives.stage, EVERYTHING)
    assert (lines[0].entrant, lines[-1].entrant) == (*final.losers, champion)


def test_in_a_bracket_a_void_entry_is_last_and_the_results_stand(casino, pairs, pilar):
    pairs(casino, 4)
    play_all(publish(casino, pilar), pilar)
    situation = stage_situation(casino.stage, EVERYTHING)
    winners = sorted(match.winner for match in situation.rounds[0])
    losers = {number for match in situation.rounds[0] for number in match.losers}
    _withdraw(casino, pilar, winners[0], kind="disqualified", effect="void")
    final = publish(casino, pilar)
    assert not final.matches.filter(state="waiting").exists()
    play_all(final, pilar)
    lines = stage_standings(casino.stage, EVERYTHING)
    assert lines[0].entrant == winners[1], "the other finalist wins"
    assert lines[-1].entrant == winners[0] and lines[-1].decided_by == "last"
    third_and_fourth = {line.entrant for line in lines[1:3]}
    assert third_and_fourth == losers and all(line.lost >= 1 for line in lines[1:3])
