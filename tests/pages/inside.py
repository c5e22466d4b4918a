"""Acts and questions in the database of a served site: `python -m tests.pages.inside`.

`tests.inside` runs them.
"""

from datetime import timedelta
from io import StringIO

from tests.inside import prepare, serve


def demo(**options: object) -> None:
    """Run `manage.py demo`, with faster registration of its people."""
    from django.core.management import call_command

    from scoring.forecast.simulation import rehearsal
    from tests.crowd import enter_invented

    rehearsal.enter_people = enter_invented
    call_command("demo", stdout=StringIO(), **options)


def tables(slug: str) -> list[tuple[str, str, str]]:
    """Return the code, the tournament's slug and the link of each match with a table."""
    from scoring.actas.table_links import table_url
    from tournaments.models import Match

    matches = Match.objects.filter(tournament__slug=slug, table__isnull=False)
    return [
        (match.code, slug, table_url("", match)) for match in matches.order_by("round", "table")
    ]


def stored_lines(code: str) -> list[str]:
    """Return the stored lines of the live acta of a match."""
    from scoring.models import Hand

    hands = Hand.objects.filter(acta__live=True, acta__match__code=code)
    return list(hands.order_by("number").values_list("line", flat=True))


def record(code: str, line: str) -> None:
    """Write the first line of an acta, as another device would."""
    from scoring.actas.services import record_hand
    from tournaments.models import Match

    record_hand(match=Match.objects.get(code=code), author=None, line=line, number=1)


def play_tables(slug: str, first: int) -> None:
    """Play the tables from number `first` on; side A wins each match."""
    from scoring.actas.services import record_hand
    from tournaments.models import Match

    for match in Match.objects.filter(tournament__slug=slug, table__gte=first):
        for number in (1, 2):
            record_hand(match=match, author=None, line="coto 3-0", number=number)
            match.refresh_from_db()


def call_earlier(code: str, minutes: int) -> None:
    """Move the call of a match `minutes` back in time."""
    from django.db.models import F

    from tournaments.models import Match

    earlier = F("called_at") - timedelta(minutes=minutes)
    Match.objects.filter(code=code).update(called_at=earlier)


def add_helper(slug: str, username: str, password: str, role: str) -> None:
    """Create a user with a role in the tournament."""
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

    user = User.objects.create_user(username, password=password)
    Tournament.objects.get(slug=slug).team.create(user=user, role=role)


def draw_round(slug: str) -> None:
    """Draw and publish the next round."""
    from scoring.rounds.services.rounds import open_next_round, publish_round
    from tournaments.models import Tournament

    stage = Tournament.objects.get(slug=slug).stage
    publish_round(round=open_next_round(stage=stage, author=None), author=None)


def play_open(slug: str) -> None:
    """Play every match at a table to its end; leave postponed matches."""
    from scoring.forecast.simulation.rehearsal import play_match
    from tournaments.models import Match, Tournament

    author = Tournament.objects.get(slug=slug).team.get(role="organiser").user
    while match := Match.objects.filter(tournament__slug=slug, state="playing").first():
        play_match(match, author, "tapete")


def give_long_names(slug: str) -> None:
    """Give each player a different name of about sixty letters."""
    from tournaments.models import Player

    name, surname = "Francisco Javier Maximiliano", "Rodríguez de la Fuente y Ortiz"
    for number, player in enumerate(Player.objects.filter(tournament__slug=slug).order_by("pk")):
        player.name, player.surname = name, f"{surname[:-2]}{number:02}"
        player.save()


def draw_in_public(slug: str, balls: int) -> None:
    """Discard the draft, draw the round again in public, and reveal `balls` balls."""
    from scoring.rounds.services.rounds import open_next_round
    from tournaments.models import Tournament
    from tournaments.rounds.services.announcing import reveal, start_ceremony
    from tournaments.rounds.services.drafts import discard_round

    tournament = Tournament.objects.get(slug=slug)
    author = tournament.team.get(role="organiser").user
    discard_round(round=tournament.rounds.get(), author=author, reason="La sala quiere verlo")
    draft = open_next_round(stage=tournament.stage, author=author)
    start_ceremony(round=draft, author=author, in_public=True)
    for ball in range(1, balls + 1):
        reveal(round=draft, balls=ball)


ACTS = (
    prepare,
    demo,
    tables,
    stored_lines,
    record,
    play_tables,
    call_earlier,
    add_helper,
    draw_round,
    play_open,
    give_long_names,
    draw_in_public,
)

if __name__ == "__main__":
    serve({act.__name__: act for act in ACTS})
