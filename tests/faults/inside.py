"""Acts and questions inside the hall's own database, by a process of its own.

`python -m tests.faults.inside` (`tests.inside`), with the environment of the site. Everything else
is done through the site, as people do it.
"""

from typing import Any

from tests.inside import prepare, serve
from tournaments.names.audience import EVERYTHING

PASSWORD = "tapete-2026"
ORGANISERS, DESK = ("pilar", "jesus"), "chema"


def build(name: str, pairs: int, tables: int, rounds: int, game_options: dict[str, int]) -> Any:
    """A Swiss of guiñote with its people and its pairs, and nothing drawn; one confirmation."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from tests.crowd import enter_invented
    from tournaments.accounts.services.roles import grant_role
    from tournaments.models import Role
    from tournaments.setup.services.tournament import create_tournament

    people = [*ORGANISERS, DESK]
    known = {user.username: user for user in User.objects.filter(username__in=people)}
    users = [known.get(who) or User.objects.create_user(who, password=PASSWORD) for who in people]
    tournament = create_tournament(
        author=users[0],
        name=name,
        venue="Salón",
        starts_at=timezone.now(),
        tables=tables,
        game="guinote",
        game_options=game_options,
        format="swiss",
        format_options={"rounds": rounds},
        seed=name,
        confirmations=1,
    )
    for who, role in ((ORGANISERS[1], Role.ORGANISER), (DESK, Role.DESK)):
        grant_role(tournament=tournament, author=users[0], username=who, role=role)
    enter_invented(tournament, users[0], pairs, name)
    return {"slug": tournament.slug}


def open_sign_up(slug: str) -> Any:
    """Let everybody sign up; the desk accepts."""
    from django.contrib.auth.models import User

    from tournaments.models import Tournament
    from tournaments.sign_up.services import edit_sign_up

    tournament = Tournament.objects.get(slug=slug)
    organiser = User.objects.get(username=ORGANISERS[0])
    edit_sign_up(tournament=tournament, author=organiser, opened=True)
    return True


def requests_of(slug: str) -> Any:
    """How many requests of a tournament are stored, by state."""
    from collections import Counter

    from tournaments.models import EntryRequest

    states = EntryRequest.objects.filter(tournament__slug=slug).values_list("state", flat=True)
    return Counter(states)


def crowd(pairs: int) -> Any:
    """A big day in its second round, matches of one partida; the codes of those on the tables."""
    from django.contrib.auth.models import User

    from tests.attacks.crowd import crowd

    pilar = User.objects.create_user(ORGANISERS[0], password=PASSWORD)
    day = crowd(pilar, pairs, finished=1, half=False, game_options={"cotos": 1, "partidas": 1})
    playing = day.tournament.matches.filter(state="playing").order_by("table")
    return {"slug": day.tournament.slug, "codes": list(playing.values_list("code", flat=True))}


def links(slug: str, number: int) -> Any:
    """Of each match of a published round, what its paper acta says, table after table."""
    from scoring.actas.table_links import table_url
    from tournaments.models import Match

    matches = Match.objects.filter(tournament__slug=slug, round__serial=number)
    played = matches.exclude(state=Match.State.BYE).order_by("number")
    return [
        {
            "code": match.code,
            "link": table_url("", match),
            "numbers": list(match.sides.order_by("side").values_list("entry__number", flat=True)),
        }
        for match in played
    ]


def truth(slug: str) -> Any:
    """Return what the database keeps: every version of every acta, the results, the standings; and
    the standings again with every result forgotten and every acta in force folded from zero."""
    from django.db import transaction

    from scoring.actas.selectors.actas import (
        fold_lines,
        lines_written,
        live_acta,
        result_values,
        with_details,
    )
    from scoring.models import Result
    from tournaments.models import AuditLine, Match, Tournament

    tournament = Tournament.objects.get(slug=slug)
    matches = with_details(tournament.matches.exclude(state=Match.State.BYE)).order_by("number")
    told = []
    for match in matches.prefetch_related("actas__hands", "actas__signatures"):
        told.append(_told(match))
    before = _standings(tournament)
    with transaction.atomic():
        Result.objects.filter(match__tournament=tournament, acta__isnull=False).delete()
        for match in matches:
            acta = live_acta(match)
            if acta is None or acta.pending_since is not None:
                continue
            record = fold_lines(match, lines_written(acta))
            if record.score.over:
                values = result_values(match, record)
                Result.objects.create(match=match, acta=acta, **values)
        again = _standings(tournament)
        transaction.set_rollback(True)
    return {
        "matches": told,
        "standings": before,
        "replayed": again,
        "rounds": list(tournament.rounds.order_by("serial").values_list("serial", "state")),
        "drawn": AuditLine.objects.filter(tournament=tournament, act="draw").count(),
    }


def _told(match: Any) -> Any:
    versions = list(match.actas.all())
    result = getattr(match, "result", None)
    live = [one for one in versions if one.live]
    return {
        "code": match.code,
        "state": match.state,
        "live": len(live),
        "signatures": sum(len(one.signatures.all()) for one in live),
        "lines": _lines(live),
        "older": _lines([one for one in versions if not one.live]),
        "result": result and {"winner": result.winner, "tallies": result.tallies},
    }


def _lines(versions: Any) -> Any:
    return [[hand.number, hand.line, str(hand.uid)] for one in versions for hand in one.hands.all()]


def _standings(tournament: Any) -> Any:
    from scoring.standings.selectors.standings import stage_standings

    return [
        [line.place, line.entrant, line.won, line.lost, [list(pair) for pair in line.values]]
        for line in stage_standings(tournament.stage, EVERYTHING)
    ]


def rebuilt(slug: str) -> Any:
    """Return what `rebuild_results --check` finds wrong: "" for nothing."""
    from io import StringIO

    from django.core.management import call_command

    said = StringIO()
    try:
        call_command("rebuild_results", slug, check=True, no_progress=True, stdout=said)
    except SystemExit:
        return said.getvalue()
    return ""


ACTS: dict[str, Any] = {
    "prepare": prepare,
    "build": build,
    "open_sign_up": open_sign_up,
    "requests_of": requests_of,
    "crowd": crowd,
    "links": links,
    "truth": truth,
    "rebuilt": rebuilt,
}


if __name__ == "__main__":
    serve(ACTS)
