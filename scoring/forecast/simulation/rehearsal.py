"""Play a tournament through the services, with legal random actas that follow from the seed."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from math import lcm
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import override

from rules.core import match_by_chance
from scoring.actas.services import record_hand
from scoring.models import Acta, Hand
from scoring.refereeing.services.calls import make_last_call
from scoring.rounds.selectors.line_ups import squad_of
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.selectors.chain import stage_over
from tournaments.models import AuditLine, Entry, Match, Round, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.people import Person
from tournaments.pairing.draw import ball_order
from tournaments.people.services.registering import register_entry
from tournaments.rounds.services.line_ups import set_line_up
from tournaments.writer import display_name

NAMES = (
    "Paco",
    "Luis",
    "Pilar",
    "Chema",
    "Raúl",
    "Ángel",
    "Carmen",
    "Nicolás",
    "Begoña",
    "Jesús",
    "Manolo",
    "Tere",
    "Antonio",
    "Merche",
    "Joaquín",
    "Rosa",
    "Vicente",
    "Asun",
    "Ramón",
    "Lola",
)
SURNAMES = (
    "Gil",
    "Sanz",
    "Lahoz",
    "Roche",
    "Ibáñez",
    "Muñoz",
    "Martín",
    "Catalán",
    "Yus",
    "Peiró",
    "Hernández",
    "Lucia",
    "Blasco",
    "Royo",
    "Marco",
    "Valenzuela",
    "Tello",
    "Angulo",
    "Rubio",
)
TEAMS = ("Peña", "Casa", "Bar", "Casino", "Centro", "Hogar")
TOWNS = ("Calamocha", "Monreal", "Daroca", "Báguena", "Luco", "El Poyo", "Torrijo", "Caminreal")


def enter_people(tournament: Tournament, author: User, count: int, seed: str) -> None:
    """Create `count` invented entries, paid and present; teams have a squad."""
    for entry in invented_entries(tournament, count, seed):
        register_entry(tournament=tournament, author=author, **entry)


def invented_entries(tournament: Tournament, count: int, seed: str) -> Iterator[dict[str, Any]]:
    """Yield the arguments of `register_entry` for each invented entry."""
    # The lengths of NAMES and SURNAMES share no factor, so a person repeats only after every pair.
    names = list(
        zip(cycle(NAMES), islice(cycle(SURNAMES), lcm(len(NAMES), len(SURNAMES))), strict=False)
    )
    size = tournament.squad or tournament.entry_size
    order = ball_order(range(size * count), seed, "people")
    for number in range(count):
        yield {
            "players": [
                # After the end of the list, the same people return with « II» after their names.
                Person(name + " II" * (index // len(names)), surname, TOWNS[number % len(TOWNS)])
                for index in order[size * number : size * (number + 1)]
                for name, surname in [names[index % len(names)]]
            ],
            "town": TOWNS[number % len(TOWNS)],
            "name": team_name(number) if tournament.squad else "",
            "paid": True,
            "present": True,
        }


def team_name(index: int) -> str:
    """Return the unique name of an invented team: «Peña Calamocha».

    >>> team_name(0), team_name(9), team_name(48)
    ('Peña Calamocha', 'Centro Monreal', 'Peña Calamocha 2')
    """
    repetition, place = divmod(index, len(TEAMS) * len(TOWNS))
    name = f"{TEAMS[(place + place // len(TOWNS)) % len(TEAMS)]} {TOWNS[place % len(TOWNS)]}"
    return f"{name} {repetition + 1}" if repetition else name


def choose_line_up(round_: Round, author: User, seed: str) -> None:
    """Choose by lot which people of each team play at each board of a published round."""
    stage = round_.stage
    if not stage.tournament.squad:
        return
    size = stage.game_rules().people
    boards = max(stage.boards(), 1)
    teams = Entry.objects.filter(sides__round=round_).exclude(
        sides__in=round_.sides.filter(match__state=Match.State.BYE)
    )
    for team in teams.distinct().order_by("number"):
        squad = squad_of(team)
        order = ball_order(range(len(squad)), seed, f"line-up {round_.serial} {team.number}")
        people = iter(squad[place] for place in order[: size * boards])
        set_line_up(
            round=round_,
            entry=team,
            author=author,
            boards=[[next(people) for _chair in range(size)] for _board in range(boards)],
        )


def play_match(match: Match, author: User, seed: str) -> None:
    """Write a whole acta for this match, with random lines."""
    hands = match_by_chance(match.tournament.rules, match.game_rules(), f"{seed}/{match.number}")
    lines = [str(hand) for hand in hands]
    written_count = write_first_lines(match, author, lines[:-1])
    for number, line in enumerate(lines[written_count:], written_count + 1):
        record_hand(match=match, author=author, line=line, number=number)


def write_first_lines(match: Match, author: User, lines: Sequence[str]) -> int:
    """Write the first lines of an untouched acta together; return how many: all, or 0.

    The lines are legal and do not end the match. The rows in the database equal the rows that
    `record_hand` would write line by line.
    """
    is_untouched = match.state == Match.State.PLAYING and not match.actas.exists()
    if len(lines) < 2 or not is_untouched:
        return 0
    author_fields = {"author": author, "author_name": display_name(author)}
    with transaction.atomic(), override("es"):
        acta = Acta.objects.create(match=match, **author_fields)
        Hand.objects.bulk_create(
            Hand(acta=acta, number=number, line=line, **author_fields)
            for number, line in enumerate(lines, 1)
        )
        AuditLine.objects.bulk_create(
            AuditLine(
                tournament=match.tournament,
                act="record_hand",
                subject=str(match),
                resource=f"matches/{match.code}/",
                after={"number": number, "line": line},
                **author_fields,
            )
            for number, line in enumerate(lines, 1)
        )
    return len(lines)


def play_round(round_: Round, author: User, seed: str) -> Sequence[Match]:
    """Play every match of a published round, in order of number."""
    matches = list(round_.matches.exclude(state=Match.State.BYE).order_by("number"))
    for match in matches:
        match.refresh_from_db()
        if match.state != Match.State.FINISHED:  # a forfeit is already finished
            play_match(match, author, seed)
    return matches


def publish_next_round(stage: Stage, author: User, seed: str) -> Round:
    """Draw the next round, publish it, and choose the line-ups by lot; return the round."""
    new_round = open_next_round(stage=stage, author=author)
    published_round = publish_round(round=new_round, author=author)
    choose_line_up(published_round, author, seed)
    return published_round


def play_rounds(stage: Stage, author: User, rounds: int, seed: str) -> int:
    """Draw, publish and play up to `rounds` rounds, or calls by the clock.

    Return the number of played rounds; by the clock, return `rounds`.
    """
    if stage.by_calls:
        for _match in play_by_clock(stage, author, rounds, seed):
            pass
        return rounds
    for played_count in range(rounds):
        if stage_over(stage, EVERY_ROUND):
            return played_count
        play_round(publish_next_round(stage, author, seed), author, seed)
    return rounds


def play_by_clock(stage: Stage, author: User, turns: int, seed: str) -> Iterator[Match]:
    """Play matches by calls: at most `turns` times the number of matches of the first call.

    Make the first call if the stage has none, and stop when no match is open. The matches end in
    the order of their calls, and free entries are called meanwhile. Yield each match once it is
    played.
    """
    first_round = stage.rounds.order_by("number").first()
    if first_round is None:
        new_round = open_next_round(stage=stage, author=author)
        first_round = publish_round(round=new_round, author=author)
    for _turn in range(turns * first_round.matches.count()):
        match = _first_open_match(stage)
        if match is None:
            return
        play_match(match, author, seed)
        yield match


def close_clock(stage: Stage, author: User, seed: str) -> Iterator[Match]:
    """Make the last call and play the open matches; yield each match once it is played."""
    stage = make_last_call(stage=stage, author=author)
    while (match := _first_open_match(stage)) is not None:
        play_match(match, author, seed)
        yield match


def _first_open_match(stage: Stage) -> Match | None:
    open_matches = Match.objects.filter(round__stage=stage, state=Match.State.PLAYING)
    return (
        open_matches.select_related("round__stage", "tournament")
        .defer("round__report")
        .order_by("number")
        .first()
    )
