"""Acts and questions in the database of a hall: `python -m tests.faults.inside` (`tests.inside`).

They run in their own process, with the environment of the site. The tests do everything else
through the pages and the API, as people do.
"""

from typing import Any

from tests.inside import prepare, serve
from tournaments.names.audience import EVERYTHING

PASSWORD = "tapete-2026"
ORGANISERS, DESK = ("pilar", "jesus"), "chema"


def build(name: str, pairs: int, tables: int, rounds: int, game_options: dict[str, int]) -> Any:
    """Create a Swiss of guiñote with its users and pairs, without any round.

    A result needs one confirmation.
    """
    from django.contrib.auth.models import User
    from django.utils import timezone

    from tests.crowd import enter_invented
    from tournaments.accounts.services.roles import grant_role
    from tournaments.models import Role
    from tournaments.setup.services.tournament import create_tournament

    usernames = [*ORGANISERS, DESK]
    known_users = {user.username: user for user in User.objects.filter(username__in=usernames)}
    users = [
        known_users.get(username) or User.objects.create_user(username, password=PASSWORD)
        for username in usernames
    ]
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
    for username, role in ((ORGANISERS[1], Role.ORGANISER), (DESK, Role.DESK)):
        grant_role(tournament=tournament, author=users[0], username=username, role=role)
    enter_invented(tournament, users[0], pairs, name)
    return {"slug": tournament.slug}


def open_sign_up(slug: str) -> Any:
    """Open the sign-up of a tournament; the desk must accept each request."""
    from django.contrib.auth.models import User

    from tournaments.models import Tournament
    from tournaments.sign_up.services import edit_sign_up

    tournament = Tournament.objects.get(slug=slug)
    organiser = User.objects.get(username=ORGANISERS[0])
    edit_sign_up(tournament=tournament, author=organiser, opened=True)
    return True


def requests_of(slug: str) -> Any:
    """Return the number of stored requests of a tournament, by state."""
    from collections import Counter

    from tournaments.models import EntryRequest

    states = EntryRequest.objects.filter(tournament__slug=slug).values_list("state", flat=True)
    return Counter(states)


def crowd(pairs: int) -> Any:
    """Create a big day in its second round, with matches of one partida.

    Return its slug and the codes of the matches at the tables.
    """
    from django.contrib.auth.models import User

    from tests.attacks.crowd import crowd

    pilar = User.objects.create_user(ORGANISERS[0], password=PASSWORD)
    day = crowd(pilar, pairs, finished=1, half=False, game_options={"cotos": 1, "partidas": 1})
    playing = day.tournament.matches.filter(state="playing").order_by("table")
    return {"slug": day.tournament.slug, "codes": list(playing.values_list("code", flat=True))}


def links(slug: str, number: int) -> Any:
    """Return the code, the link and the entries of each match of a published round.

    They are the contents of the paper actas.
    """
    from scoring.actas.table_links import table_url
    from tournaments.models import Match

    matches = Match.objects.filter(tournament__slug=slug, round__serial=number)
    played_matches = matches.exclude(state=Match.State.BYE).order_by("number")
    return [
        {
            "code": match.code,
            "link": table_url("", match),
            "numbers": list(match.sides.order_by("side").values_list("entry__number", flat=True)),
        }
        for match in played_matches
    ]


def truth(slug: str) -> Any:
    """Return the actas, the results, the standings and the rounds of a tournament.

    `replayed` has the standings after every result is deleted and every live acta is folded again;
    the deletion is rolled back.
    """
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
    rows = []
    for match in matches.prefetch_related("actas__hands", "actas__signatures"):
        rows.append(_row(match))
    standings = _standings_rows(tournament)
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
        replayed = _standings_rows(tournament)
        transaction.set_rollback(True)
    return {
        "matches": rows,
        "standings": standings,
        "replayed": replayed,
        "rounds": list(tournament.rounds.order_by("serial").values_list("serial", "state")),
        "drawn": AuditLine.objects.filter(tournament=tournament, act="draw").count(),
    }


def _row(match: Any) -> Any:
    """Return the state and the result of a match, and the lines of its live and older actas."""
    versions = list(match.actas.all())
    result = getattr(match, "result", None)
    live = [acta for acta in versions if acta.live]
    return {
        "code": match.code,
        "state": match.state,
        "live": len(live),
        "signatures": sum(len(acta.signatures.all()) for acta in live),
        "lines": _lines_of(live),
        "older": _lines_of([acta for acta in versions if not acta.live]),
        "result": result and {"winner": result.winner, "tallies": result.tallies},
    }


def _lines_of(actas: Any) -> Any:
    return [[hand.number, hand.line, str(hand.uid)] for acta in actas for hand in acta.hands.all()]


def _standings_rows(tournament: Any) -> Any:
    from scoring.standings.selectors.standings import stage_standings

    return [
        [line.place, line.entrant, line.won, line.lost, [list(pair) for pair in line.values]]
        for line in stage_standings(tournament.stage, EVERYTHING)
    ]


def rebuilt(slug: str) -> Any:
    """Return the output of `rebuild_results --check` if it fails, or "" if it succeeds."""
    from io import StringIO

    from django.core.management import call_command

    output = StringIO()
    try:
        call_command("rebuild_results", slug, check=True, no_progress=True, stdout=output)
    except SystemExit:
        return output.getvalue()
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
