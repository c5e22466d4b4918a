"""Ordering a sheet to be printed."""

from dataclasses import replace

from django.contrib.auth.models import User

from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from tournaments.models import Job, Tournament
from tournaments.services.jobs import start_job


def order_print(*, tournament: Tournament, author: User | None, ask: Ask, tables: str = "") -> Job:
    """Start the job that makes the PDF, of the stage the tournament is looked at in.

    `tables` are those its author looks after («1-12, 20»; "" all): the links of no others are
    printed. What cannot be printed is refused here, before anything is queued: Refused 409 for a
    round not published or without a match at those tables, a tournament not over, no bracket, no
    such match; 403 for a match at another table.
    """
    sheet = SHEETS[ask.sheet]
    ask = replace(
        ask, stage=tournament.chosen_stage or 0, tables=tables if sheet.bears_links(ask) else ""
    )
    sheet.ready(tournament, ask)
    return start_job(tournament=tournament, owner=author, kind="print", params=ask.as_params())
