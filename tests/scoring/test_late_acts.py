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
    first_round = publish(casino, pilar)
    play_all(first_round, pilar)
    return SimpleNamespace(
        casino=casino,
        first_round=first_round,
        draft=open_next_round(stage=casino.stage, author=pilar),
        finished_match=first_round.matches.first(),
        entries=list(casino.entries.order_by("number")),
    )


@each(
    "act, code",
    (
        lambda day, author: discard_round(round=day.first_round, **author, reason="al revés"),
        "not_last_round",
    ),
    (lambda day, author: hide_round(round=day.draft, **author), "round_unpublished"),
    (lambda day, author: revoke_links(round=day.draft, **author), "round_unpublished"),
    (lambda day, author: shut_stage(stage=day.casino.stage, **author), "stage_drawn"),
    (lambda day, author: call_referee(match=day.finished_match, **author), "nothing_to_judge"),
    (
        lambda day, author: give_time(match=day.finished_match, **author, minutes=5, reason="ya"),
        "nothing_to_judge",
    ),
    (
        lambda day, author: seat_late_entry(
            byes=[day.finished_match], entry=day.entries[0], **author
        ),
        "not_exempt",
    ),
    (
        lambda day, author: swap_entries(
            round=day.draft,
            first=day.entries[0],
            second=day.entries[1],
            **author,
            reason="hermanos",
        ),
        "bracket_fixed",
    ),
    (
        lambda day, author: place_late_entry(entry=_waiting_entry(day.casino), **author),
        "no_place_yet",
    ),
    (lambda day, author: cancel_job(job=Job(kind=KIND)), "job_not_stopped"),
)
def test_an_act_that_comes_too_late_or_too_early_is_refused(day, pilar, act, code):
    with is_refused(code, status=409):
        act(day, {"author": pilar})


def _waiting_entry(tournament):
    return Entry.objects.create(tournament=tournament, number=99, state=Entry.State.WAITING)


@each(
    "act, code, field",
    (
        lambda day, author: order_rehearsal(tournament=day.casino, **author, entries=501),
        "too_many_entrants",
        "entries",
    ),
    (
        lambda day, author: show_now(
            screen=Screen.objects.create(tournament=day.casino, number=7),
            **author,
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
    lambda day, author: set_in_service(tournament=day.casino, **author, table=3, in_service=False),
    lambda day, author: set_dates(stage=day.casino.stage, **author, dates=[day.casino.starts_at]),
    lambda day, author: set_wishes(
        stage=day.casino.stage, **author, apart={"town": (5, 0)}, together={}
    ),
    lambda day, author: grant_role(
        tournament=day.casino, **author, username="vecino", role=Role.REFEREE
    ),
    lambda day, author: reopen(match=day.finished_match, **author),
    lambda day, author: move_match(match=day.finished_match, **author, table=7),
)
def test_an_act_repeated_without_effect_has_one_audit_line(day, pilar, vecino, act):
    count_before = AuditLine.objects.count()
    act(day, {"author": pilar})
    count_after = AuditLine.objects.count()
    act(day, {"author": pilar})
    assert count_before < count_after == AuditLine.objects.count()
