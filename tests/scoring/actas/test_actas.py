"""Tests of the acta services: write lines, correct them, forfeit a match."""

import pytest

from scoring.actas.selectors.actas import draws_after, lines_written, live_acta, live_record
from scoring.actas.services import correct_acta, forfeit_match, record_hand
from scoring.models import Acta, Hand, Result
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.refusals import is_refused
from tests.rows import cases, each
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused


@world
def first_round(casino, pairs):
    """Round 1 of eight pairs at four tables."""
    entries = pairs(casino, 8)
    return seat_round(casino, [entries[n : n + 2] for n in range(0, 8, 2)])


def write(match, author, lines):
    for number, line in enumerate(lines, len(lines_written(live_acta(match))) + 1):
        record_hand(match=match, author=author, line=line, number=number)
    match.refresh_from_db()


def refusal_of(act, **kwargs):
    """Return the code and the HTTP status of the refusal that the act raises."""
    with pytest.raises(Refused) as caught:
        act(**kwargs)
    return caught.value.code, caught.value.status


# --- Writing a line ---------------------------------------------------------------------------
def test_a_line_is_stored_in_normal_notation(match, chema):
    record_hand(match=match, author=chema, line="  60-60  ua b40E ", number=1)
    hand = Hand.objects.get(acta__match=match)
    assert (hand.number, hand.line, hand.author, hand.author_name) == (
        1,
        "60-60 uA B40e",
        chema,
        "chema",
    )


def test_writing_a_line_adds_an_audit_line(match, chema):
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    audit_line = AuditLine.objects.filter(act="record_hand").first()
    assert (audit_line.author, audit_line.subject, audit_line.after) == (
        chema,
        "Encuentro 1",
        {"number": 1, "line": "coto 3-1"},
    )


def test_the_last_line_writes_the_result_and_frees_the_table(match, chema):
    write(match, chema, LINES)
    result = Result.objects.get(match=match)
    assert (match.state, result.winner, result.forfeit, result.tallies) == (
        Match.State.FINISHED,
        0,
        False,
        {"cotos": [2, 1], "partidas": [8, 4], "partidas_coto": [0, 0], "tantos": [0, 0]},
    )


def test_an_acta_may_mix_cotos_partidas_and_hands(match, chema):
    write(match, chema, ["coto 3-1", "partida B", "62-58 uA A20o B40e", "70-50 uB", "renuncio A 5"])
    assert live_record(match).score.tallies == ((1, 1), (3, 4), (0, 0), (0, 0))


def test_the_same_line_from_two_authors_is_written_once(match, chema, raul):
    for author in (chema, raul):
        record_hand(match=match, author=author, line="coto 3-1", number=1)
    assert list(Hand.objects.values_list("line", "author_name")) == [("coto 3-1", "chema")]


def test_the_last_line_sent_twice_is_written_once(match, chema):
    write(match, chema, LINES)
    record_hand(match=match, author=chema, line=LINES[2], number=3)
    assert Hand.objects.count() == 3


def test_a_different_line_with_a_used_number_is_a_conflict_that_shows_both(match, chema, raul):
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    with pytest.raises(Refused) as caught:
        record_hand(match=match, author=raul, line="coto 1-3", number=1)
    error = caught.value
    assert (error.code, error.status) == ("conflict", 409)
    assert "«coto 3-1», de chema" in str(error)
    assert "«coto 1-3»" in str(error)
    assert lines_written(live_acta(match)) == ["coto 3-1"]


@each("number", 0, -1, 3, 99_999)
def test_a_line_number_other_than_the_next_is_a_conflict(match, chema, number):
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    kwargs = {"match": match, "author": chema, "line": "coto 1-3", "number": number}
    assert refusal_of(record_hand, **kwargs) == ("conflict", 409)


def test_a_line_after_the_end_of_the_match_is_refused(match, chema):
    write(match, chema, LINES)
    kwargs = {"match": match, "author": chema, "line": "coto 1-3", "number": 4}
    assert refusal_of(record_hand, **kwargs) == ("match_over", 409)


def test_a_match_of_a_draft_accepts_no_line(casino, pairs, chema):
    draft = seat_round(casino, [pairs(casino, 2)], published=False)
    kwargs = {"match": draft.matches.get(), "author": chema, "line": "coto 3-1", "number": 1}
    assert refusal_of(record_hand, **kwargs) == ("round_unpublished", 409)


def test_a_bye_accepts_no_line(casino, pairs, chema):
    round = seat_round(casino, [pairs(casino, 1)])
    kwargs = {"match": round.matches.get(), "author": chema, "line": "coto 3-1", "number": 1}
    assert refusal_of(record_hand, **kwargs) == ("bye", 409)


@each(
    "line, code",
    ("coto 3-3", "guinote.coto_result"),
    ("coto 4-1", "guinote.coto_result"),
    ("1-119 uA", "guinote.cards_one"),
    ("62-60 uA", "guinote.cards_sum"),
    ("62-58", "guinote.last_missing"),
    ("62-58 uA A40o B40e", "guinote.forty_twice"),
    ("renuncio A 7", "guinote.renuncio_point"),
    ("-2-122 uA", "line_unreadable"),
    ("", "line_empty"),
    ("62-58 uA\0", "line_unreadable"),
    ("pierde A:  ", "reason_missing"),
    ("pierde A: se\0va", "reason_unprintable"),
    ("x" * 10_000_000, "line_too_long"),
)
def test_an_impossible_line_is_refused_and_not_saved(match, chema, line, code):
    with is_refused(code):
        record_hand(match=match, author=chema, line=line, number=1)
    assert not Acta.objects.exists()


# --- The next match at a table ----------------------------------------------------------------
def test_the_next_waiting_match_gets_the_freed_table(make_tournament, pairs, chema):
    tournament = make_tournament(tables=1)
    entries = pairs(tournament, 4)
    round = seat_round(tournament, [entries[:2], entries[2:]])
    first, second = round.matches.all()
    write(first, chema, LINES)
    second.refresh_from_db()
    assert (second.state, second.table) == (Match.State.PLAYING, 1)


# --- Forfeits and withdrawals -----------------------------------------------------------------
def test_a_forfeit_gives_the_match_to_the_rival(match, raul):
    write(match, raul, ["coto 3-1"])
    loser = match.sides.get(side=0).entry
    forfeit_match(match=match, loser=loser, author=raul, reason="se marchan")
    result = Result.objects.get(match=match)
    assert lines_written(live_acta(match)) == ["coto 3-1", "pierde A: se marchan"]
    assert (result.winner, result.forfeit, result.tallies["partidas"]) == (1, True, [3, 7])


def test_a_forfeit_needs_a_reason(match, raul):
    with is_refused("reason_missing", field="reason"):
        forfeit_match(match=match, loser=match.entries[0], author=raul, reason=" ")


def test_only_an_entry_of_the_match_can_forfeit_it(first_round, match, raul):
    other_entry = first_round.matches.get(position=2).entries[0]
    kwargs = {"match": match, "loser": other_entry, "author": raul, "reason": "no se presenta"}
    assert refusal_of(forfeit_match, **kwargs) == ("not_in_match", 400)


def test_a_pair_that_withdraws_loses_its_match_in_play(first_round, match, pilar):
    entry = match.entries[1]
    forfeited_matches = withdraw_entry(entry=entry, author=pilar, reason="enfermedad")
    entry.refresh_from_db()
    match.refresh_from_db()
    assert (forfeited_matches, entry.live, match.state) == ([match], False, Match.State.FINISHED)
    assert match.result.winner == 0


def test_withdrawing_an_entry_twice_is_refused(match, pilar):
    entry = match.entries[1]
    withdraw_entry(entry=entry, author=pilar, reason="enfermedad")
    kwargs = {"entry": entry, "author": pilar, "reason": "otra vez"}
    assert refusal_of(withdraw_entry, **kwargs) == ("already_withdrawn", 409)
    assert Hand.objects.count() == 1


def test_a_finished_match_stands_when_its_pair_withdraws(match, chema, pilar):
    write(match, chema, LINES)
    assert withdraw_entry(entry=match.entries[0], author=pilar, reason="se van") == []
    assert live_record(match).lines == LINES


# --- Corrections ------------------------------------------------------------------------------
def test_a_correction_makes_a_version_and_keeps_the_old_one(match, chema, raul):
    write(match, chema, LINES)
    correct_acta(
        match=match, author=raul, lines=["coto 1-3", "coto 2-3"], reason="cambiados los bandos"
    )
    rows = [
        (acta.version, acta.live, acta.reason, acta.author_name, lines_written(acta))
        for acta in match.actas.all()
    ]
    assert rows == [
        (1, False, "", "chema", LINES),
        (2, True, "cambiados los bandos", "raul", ["coto 1-3", "coto 2-3"]),
    ]
    result = Result.objects.get(match=match)
    assert (result.acta.version, result.winner, result.tallies["cotos"]) == (2, 1, [0, 2])


def test_an_unchanged_line_of_a_correction_keeps_its_author_and_time(match, chema, raul):
    write(match, chema, LINES)
    correct_acta(match=match, author=raul, lines=[*LINES[:2], "coto 3-2"], reason="mal copiado")
    old_hands, new_hands = (list(acta.hands.all()) for acta in match.actas.all())
    assert [hand.author_name for hand in new_hands] == ["chema", "chema", "raul"]
    assert [hand.created_at for hand in new_hands[:2]] == [
        hand.created_at for hand in old_hands[:2]
    ]


def test_a_correction_can_reopen_the_match(match, chema, raul):
    write(match, chema, LINES)
    correct_acta(match=match, author=raul, lines=LINES[:2], reason="falta por jugar")
    match.refresh_from_db()
    assert (match.state, match.table) == (Match.State.PLAYING, 1)
    assert not Result.objects.filter(match=match).exists()


def test_a_correction_can_end_the_match(match, chema, raul):
    write(match, chema, LINES[:2])
    correct_acta(match=match, author=raul, lines=["coto 3-1", "coto 3-2"], reason="mal copiado")
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (Match.State.FINISHED, 0)


@cases(
    "lines, reason, code, hand",
    (["coto 3-1", "coto 3-3"], "mal", "guinote.coto_result", 2),
    (["coto 3-1", "coto 3-1", "partida A"], "mal", "match_over", 3),
    (["coto 3-2"], "", "reason_missing", None),
    (["coto 3-2"], "x" * 151, "reason_too_long", None),
    (["coto 3-2"], "nulo \0", "reason_unprintable", None),
)
def test_a_refused_correction_changes_nothing(match, chema, raul, lines, reason, code, hand):
    write(match, chema, LINES)
    with is_refused(code, hand=hand):
        correct_acta(match=match, author=raul, lines=lines, reason=reason)
    assert [acta.version for acta in match.actas.all()] == [1]
    assert Result.objects.get(match=match).winner == 0


def test_a_correction_that_changes_nothing_is_refused(match, chema):
    write(match, chema, LINES)
    kwargs = {"match": match, "author": chema, "lines": LINES, "reason": "repaso"}
    assert refusal_of(correct_acta, **kwargs) == ("nothing_changes", 400)


def test_a_match_without_an_acta_cannot_be_corrected(match, chema):
    kwargs = {"match": match, "author": chema, "lines": LINES, "reason": "repaso"}
    assert refusal_of(correct_acta, **kwargs) == ("nothing_to_correct", 409)


def test_a_correction_of_an_older_version_is_a_conflict(match, chema, raul):
    write(match, chema, LINES)
    correct_acta(match=match, author=raul, lines=LINES[:2], reason="falta", version=1)
    kwargs = {"match": match, "author": chema, "lines": LINES[:1], "reason": "falta", "version": 1}
    assert refusal_of(correct_acta, **kwargs) == ("conflict", 409)


def test_a_correction_of_more_than_500_lines_is_refused(match, chema):
    write(match, chema, LINES)
    kwargs = {"match": match, "author": chema, "lines": ["partida A"] * 501, "reason": "mal"}
    assert refusal_of(correct_acta, **kwargs) == ("too_many_lines", 400)


def test_only_the_organiser_corrects_a_closed_round(casino, first_round, match, chema, pilar):
    write(match, chema, LINES)
    entries = match.entries
    seat_round(casino, [[entries[0], first_round.matches.get(position=2).entries[0]]])
    kwargs = {"match": match, "lines": LINES[:2], "reason": "falta"}
    assert refusal_of(correct_acta, author=chema, **kwargs) == ("closed_round", 403)
    correct_acta(author=pilar, **kwargs)
    assert live_acta(match).version == 2


def test_in_a_knockout_only_the_next_match_of_the_winner_was_drawn_from_a_result(
    casino, first_round, match, chema
):
    write(match, chema, LINES)
    assert not draws_after(match, EVERYTHING)
    winner, other_entry = match.entries[0], first_round.matches.get(position=2).entries[0]
    second = seat_round(
        casino, [[winner, other_entry], first_round.matches.get(position=4).entries]
    )
    later_draws = draws_after(match, EVERYTHING)
    assert (later_draws.matches, later_draws.rounds) == ([second.matches.get(position=1)], [])


def test_in_a_swiss_every_later_round_was_drawn_from_a_result(make_tournament, pairs, chema):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3})
    a, b, c, d = pairs(swiss, 4)
    first = seat_round(swiss, [[a, b], [c, d]])
    second = seat_round(swiss, [[a, c], [b, d]])
    draft = seat_round(swiss, [[a, d]], published=False)
    match = first.matches.get(position=1)
    later_draws = draws_after(match, EVERYTHING)
    assert (later_draws.matches, later_draws.rounds) == (list(second.matches.all()), [second])
    assert draws_after(match, EVERYTHING, drafts=True).rounds == [second, draft]
