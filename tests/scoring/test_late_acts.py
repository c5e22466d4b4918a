"""Acts refused because they come too late or have a wrong number, and acts without effect."""

from types import SimpleNamespace

from scoring.forecast.services import KIND, order_rehearsal
from scoring.hall.services import revoke_links, show_now
from scoring.models import Screen
from scoring.refereeing.services.acts import call_referee, give_time
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round
from scoring.stages.services import shut_stage
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.played_rounds import play_all, publish
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.jobs.services.jobs import cancel_job
from tournaments.models import AuditLine, Entry, Job, Role
from tournaments.people.services.wishes import set_wishes
from tournaments.rounds.services.announcing import hide_round, set_dates
from tournaments.rounds.services.drafts import discard_round, seat_late_entry, swap_entries
from tournaments.rounds.services.tables import move_match, reopen, set_in_service


@world
def day(casino, pairs, pilar):
    """A knockout of eight pairs: round 1 played, round 2 a draft."""
    pairs(casino, 8)
    first = publish(casino, pilar)
    play_all(first, pilar)
    return SimpleNamespace(
        casino=casino,
        first=first,
        draft=open_next_round(stage=casino.stage, author=pilar),
        finished=first.matches.first(),
        entries=list(casino.entries.order_by("number")),
    )


@each(
    "act, code",
    (lambda day, by: discard_round(round=day.first, **by, reason="al revés"), "not_last_round"),
    (lambda day, by: hide_round(round=day.draft, **by), "round_unpublished"),
    (lambda day, by: revoke_links(round=day.draft, **by), "round_unpublished"),
    (lambda day, by: shut_stage(stage=day.casino.stage, **by), "stage_drawn"),
    (lambda day, by: call_referee(match=day.finished, **by), "nothing_to_judge"),
    (
        lambda day, by: give_time(match=day.finished, **by, minutes=5, reason="ya"),
        "nothing_to_judge",
    ),
    (
        lambda day, by: seat_late_entry(byes=[day.finished], entry=day.entries[0], **by),
        "not_exempt",
    ),
    (
        lambda day, by: swap_entries(
            round=day.draft, first=day.entries[0], second=day.entries[1], **by, reason="hermanos"
        ),
        "bracket_fixed",
    ),
    (lambda day, by: place_late_entry(entry=_waiting_entry(day.casino), **by), "no_place_yet"),
    (lambda day, by: cancel_job(job=Job(kind=KIND)), "job_not_stopped"),
)
def test_an_act_that_comes_too_late_or_too_early_is_refused(day, pilar, act, code):
    with is_refused(code, status=409):
        act(day, {"author": pilar})


def _waiting_entry(tournament):
    return Entry.objects.create(tournament=tournament, number=99, state=Entry.State.WAITING)


@each(
    "act, code, field",
    (
        lambda day, by: order_rehearsal(tournament=day.casino, **by, entries=501),
        "too_many_entrants",
        "entries",
    ),
    (
        lambda day, by: show_now(
            screen=Screen.objects.create(tournament=day.casino, number=7),
            **by,
            shows="reloj",
            minutes=0,
        ),
        "minutes_out_of_range",
        "minutes",
    ),
)
def test_a_number_out_of_range_is_refused(day, pilar, act, code, field):
    with is_refused(code, status=400, field=field):
        act(day, {"author": pilar})


@each(
    "act",
    lambda day, by: set_in_service(tournament=day.casino, **by, table=3, in_service=False),
    lambda day, by: set_dates(stage=day.casino.stage, **by, dates=[day.casino.starts_at]),
    lambda day, by: set_wishes(stage=day.casino.stage, **by, apart={"town": (5, 0)}, together={}),
    lambda day, by: grant_role(tournament=day.casino, **by, username="vecino", role=Role.REFEREE),
    lambda day, by: reopen(match=day.finished, **by),
    lambda day, by: move_match(match=day.finished, **by, table=7),
)
def test_an_act_repeated_without_effect_has_one_audit_line(day, pilar, vecino, act):
    count_before = AuditLine.objects.count()
    act(day, {"author": pilar})
    count_after = AuditLine.objects.count()
    act(day, {"author": pilar})
    assert count_before < count_after == AuditLine.objects.count()
