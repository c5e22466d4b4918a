"""Acts that come too late or cannot be, and acts that ask for what there already is."""

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
from tests.scoring.days import play_all, publish
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
    """A bracket of eight: its first round played, its second drawn and not published."""
    pairs(casino, 8)
    first = publish(casino, pilar)
    play_all(first, pilar)
    return SimpleNamespace(
        casino=casino,
        first=first,
        draft=open_next_round(stage=casino.stage, author=pilar),
        over=first.matches.first(),
        entries=list(casino.entries.order_by("number")),
    )


@each(
    "act, code",
    (lambda day, who: discard_round(round=day.first, **who, reason="al revés"), "not_last_round"),
    (lambda day, who: hide_round(round=day.draft, **who), "round_unpublished"),
    (lambda day, who: revoke_links(round=day.draft, **who), "round_unpublished"),
    (lambda day, who: shut_stage(stage=day.casino.stage, **who), "stage_drawn"),
    (lambda day, who: call_referee(match=day.over, **who), "nothing_to_judge"),
    (lambda day, who: give_time(match=day.over, **who, minutes=5, reason="ya"), "nothing_to_judge"),
    (lambda day, who: seat_late_entry(byes=[day.over], entry=day.entries[0], **who), "not_exempt"),
    (
        lambda day, who: swap_entries(
            round=day.draft, first=day.entries[0], second=day.entries[1], **who, reason="hermanos"
        ),
        "bracket_fixed",
    ),
    (lambda day, who: place_late_entry(entry=_waiting(day.casino), **who), "no_place_yet"),
    (lambda day, who: cancel_job(job=Job(kind=KIND)), "job_not_stopped"),
)
def test_it_cannot_be_done_now(day, pilar, act, code):
    with is_refused(code, status=409):
        act(day, {"author": pilar})


def _waiting(tournament):
    return Entry.objects.create(tournament=tournament, number=99, state=Entry.State.WAITING)


@each(
    "act, code, field",
    (
        lambda day, who: order_rehearsal(tournament=day.casino, **who, entries=501),
        "too_many_entrants",
        "entries",
    ),
    (
        lambda day, who: show_now(
            screen=Screen.objects.create(tournament=day.casino, number=7),
            **who,
            shows="reloj",
            minutes=0,
        ),
        "minutes_out_of_range",
        "minutes",
    ),
)
def test_a_number_that_cannot_be(day, pilar, act, code, field):
    with is_refused(code, status=400, field=field):
        act(day, {"author": pilar})


@each(
    "act",
    lambda day, who: set_in_service(tournament=day.casino, **who, table=3, in_service=False),
    lambda day, who: set_dates(stage=day.casino.stage, **who, dates=[day.casino.starts_at]),
    lambda day, who: set_wishes(stage=day.casino.stage, **who, apart={"town": (5, 0)}, together={}),
    lambda day, who: grant_role(tournament=day.casino, **who, username="vecino", role=Role.REFEREE),
    lambda day, who: reopen(match=day.over, **who),
    lambda day, who: move_match(match=day.over, **who, table=7),
)
def test_what_is_so_already_is_written_once(day, pilar, vecino, act):
    """In the history; the first time it is not so."""
    before = AuditLine.objects.count()
    act(day, {"author": pilar})
    after = AuditLine.objects.count()
    act(day, {"author": pilar})
    assert before < after == AuditLine.objects.count()
