"""An act that fails half-way writes nothing.

A database trigger rejects the last audit line of the act, after all its other writes.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client

from scoring.actas import services as actas
from scoring.actas.selectors.actas import live_acta
from scoring.refereeing.services import acts, rulings
from scoring.rounds.services import rounds, withdrawals
from tests.scoring.seated_rounds import LINES
from tests.worlds import world
from tournaments.accounts.services import roles
from tournaments.accounts.services import roles as invitations
from tournaments.models import AuditLine, Entry, Tournament
from tournaments.names.people import Person
from tournaments.people.services import marks as seeding
from tournaments.people.services import registering, wishes
from tournaments.refusal import Refused
from tournaments.rounds.services import announcing as calendar
from tournaments.rounds.services import drafts
from tournaments.setup.services import stages, tournament

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
ROUND_DATE = datetime(2026, 12, 6, 10, 0, tzinfo=ZoneInfo("Europe/Madrid"))
AUDIT_TABLE = AuditLine._meta.db_table
TRIGGER = {
    "sqlite": [
        "CREATE TRIGGER half_way BEFORE INSERT ON {table} WHEN NEW.act = '{act}' "
        "BEGIN SELECT RAISE(ABORT, 'half-way'); END"
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION half_way() RETURNS trigger AS "
        "$$ BEGIN RAISE EXCEPTION 'half-way' USING ERRCODE = '23000'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER half_way BEFORE INSERT ON {table} FOR EACH ROW "
        "WHEN (NEW.act = '{act}') EXECUTE FUNCTION half_way()",
    ],
}
Act = Callable[["Day"], object]


class Day:
    """A Swiss of six pairs with round 1 at the tables, two later stages and three users."""

    def __init__(self, hall: Tournament, author: User, helper: User, neighbour: User) -> None:
        self.hall = hall
        self.author = author
        self.helper = helper
        self.neighbour = neighbour
        self.stage, self.entries = hall.stage, list(hall.entries.order_by("number"))
        self.round = rounds.open_next_round(stage=self.stage, author=author)
        rounds.publish_round(round=self.round, author=author)
        self.first_match, self.second_match, self.third_match = hall.matches.order_by("number")
        self.web = Client()
        self.web.force_login(author)
        self.author_kwargs: dict[str, Any] = {"author": author}

    def write_acta(self) -> None:
        for number, line in enumerate(LINES, 1):
            actas.record_hand(match=self.first_match, author=self.author, line=line, number=number)
        self.first_match.refresh_from_db()

    def draft_round(self) -> Any:
        for match in (self.first_match, self.second_match, self.third_match):
            actas.forfeit_match(
                match=match, loser=match.entries[0], reason="se van", **self.author_kwargs
            )
        return rounds.open_next_round(stage=self.stage, author=self.author)

    def forbid_couple(self) -> Any:
        first, second = self.entries[:2]
        return wishes.forbid_couple(
            tournament=self.hall, first=first, second=second, **self.author_kwargs
        )

    def patch(self, number: int, body: dict[str, Any]) -> object:
        address = f"/api/v1/tournaments/{self.hall.slug}/entries/{number}/"
        return self.web.patch(address, body, content_type="application/json")


@world
def day(make_tournament, pairs, pilar, chema, vecino) -> Day:
    hall = make_tournament(format="swiss", format_options={"rounds": 4}, tables=2)
    pairs(hall, 6)
    for name in ("Petra", "Pedro"):
        stages.add_stage(
            tournament=hall,
            author=pilar,
            name=name,
            format="knockout",
            format_options={},
            intake=[],
            game_options=hall.stage.game_options,
            takes_entries=True,
            capacity=4,
        )
    return Day(Tournament.objects.get(pk=hall.pk), pilar, chema, vecino)


def _create_tournament(day: Day) -> object:
    plan = tournament.plan_of(day.hall, day.stage)
    del plan["entry_size"]
    return tournament.create_tournament(author=day.author, **{**plan, "name": "Otro"})


def _register_entry(day: Day) -> Entry:
    people = [Person("Elena Novoa"), Person("Berta Ros")]
    return registering.register_entry(
        tournament=day.hall, author=day.author, players=people, stage=2
    )


def _invite_to_desk(day: Day) -> Any:
    return invitations.invite(tournament=day.hall, role="desk", hours=2, **day.author_kwargs)[0]


# For each act, the function that prepares the day and returns the second argument of the act.
PREPARATIONS: dict[str, Act] = {
    "allow": Day.forbid_couple,
    "uninvite": _invite_to_desk,
    "accept": _invite_to_desk,
    "pay by the API": _register_entry,
    "edit by the page": _register_entry,
    "draw": lambda day: (
        day.draft_round()
        and drafts.discard_round(
            round=day.stage.rounds.get(number=2), reason="mal", **day.author_kwargs
        )
    ),
    "redraw": Day.draft_round,
    "publish": Day.draft_round,
    "correct": Day.write_acta,
    "dispute": Day.write_acta,
    "replay": Day.write_acta,
}
ACTS: dict[str, Callable[[Day, Any], object]] = {
    "create": lambda day, _: _create_tournament(day),
    "edit": lambda day, _: tournament.edit_tournament(
        tournament=day.hall, tables=4, **day.author_kwargs
    ),
    "length": lambda day, _: stages.change_rounds(
        stage=day.stage, rounds=3, reason="prisa", **day.author_kwargs
    ),
    "dates": lambda day, _: calendar.set_dates(
        stage=day.stage, dates=[ROUND_DATE], **day.author_kwargs
    ),
    "wishes": lambda day, _: wishes.set_wishes(
        stage=day.stage, apart={"town": (3, 0)}, together={}, **day.author_kwargs
    ),
    "forbid": lambda day, _: day.forbid_couple(),
    "allow": lambda day, target: wishes.allow_couple(couple=target, **day.author_kwargs),
    "seeding": lambda day, _: seeding.set_seeding(
        tournament=day.hall, seeds={1: 1, 2: 2}, sessions={}, **day.author_kwargs
    ),
    "grant": lambda day, _: roles.grant_role(
        tournament=day.hall, username="vecino", role="desk", **day.author_kwargs
    ),
    "revoke": lambda day, _: roles.revoke_role(
        tournament=day.hall, user=day.helper, **day.author_kwargs
    ),
    "invite": lambda day, _: _invite_to_desk(day),
    "uninvite": lambda day, target: invitations.revoke_invitation(
        invitation=target, **day.author_kwargs
    ),
    "accept": lambda day, target: invitations.accept_invitation(
        invitation=target, user=day.neighbour
    ),
    "register": lambda day, _: _register_entry(day),
    "withdraw": lambda day, _: withdrawals.withdraw_entry(
        entry=day.entries[0], reason="se van", **day.author_kwargs
    ),
    "pay by the API": lambda day, target: day.patch(
        target.number, {"town": "Luco", "paid": True, "present": True}
    ),
    "edit by the page": lambda day, target: day.web.post(
        f"/t/{day.hall.slug}/inscripciones/{target.number}/",
        {"player_1": "Elena Novoa", "player_2": "Marta Ros", "town": "", "stage": "3"},
    ),
    "draw": lambda day, _: rounds.open_next_round(stage=day.stage, **day.author_kwargs),
    "redraw": lambda day, target: rounds.redraw_round(
        round=target, seed="otra", **day.author_kwargs
    ),
    "publish": lambda day, target: rounds.publish_round(round=target, **day.author_kwargs),
    "correct": lambda day, _: actas.correct_acta(
        match=day.first_match, lines=LINES[:2], reason="mal leída", **day.author_kwargs
    ),
    "dispute": lambda day, _: actas.dispute_acta(
        match=day.first_match,
        version=live_acta(day.first_match).version,
        lines=LINES[:1],
        reason="no es así",
        author=day.helper,
    ),
    "give up": lambda day, _: actas.forfeit_match(
        match=day.first_match,
        loser=day.first_match.entries[0],
        reason="se van",
        **day.author_kwargs,
    ),
    "replay": lambda day, _: acts.replay_match(
        match=day.first_match, reason="naipe", **day.author_kwargs
    ),
    "referee": lambda day, _: acts.set_refereeing(
        stage=day.stage, options={"minutes": 40}, **day.author_kwargs
    ),
    "sanction": lambda day, _: rulings.note_ruling(
        stage=day.stage,
        entry=day.entries[0],
        follows="points",
        points=1,
        reason="grita",
        **day.author_kwargs,
    ),
}


def rows() -> dict[str, list[Any]]:
    """Return every row of the database, by table."""
    return {
        model._meta.db_table: sorted(map(repr, model._base_manager.values_list()))
        for model in apps.get_models()
    }


def reject_audit_lines(act: str) -> None:
    """Create a trigger that rejects audit lines of `act`."""
    with connection.cursor() as cursor:
        for statement in TRIGGER[connection.vendor]:
            cursor.execute(statement.format(table=AUDIT_TABLE, act=act))


@pytest.mark.parametrize("name", ACTS)
def test_an_act_that_fails_at_its_last_audit_line_writes_nothing(day, name):
    act = ACTS[name]
    target = PREPARATIONS[name](day) if name in PREPARATIONS else None
    rows_before, last_audit_line = rows(), AuditLine.objects.latest("pk").pk
    with transaction.atomic():
        act(day, target)
        line = AuditLine.objects.filter(pk__gt=last_audit_line).latest("pk")
        transaction.set_rollback(True)
    reject_audit_lines(line.act)
    with suppress(DatabaseError, Refused):
        result = act(day, target)
        pytest.fail(f"the act succeeded: {result}")
    assert rows() == rows_before
