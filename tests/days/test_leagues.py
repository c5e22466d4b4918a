"""Leagues: Tabaibal (11 teams), La Rioja (40 venues, whose people are known on the day)."""

from collections import Counter

import pytest

from tests.days.holds import standings_add_up
from tests.sizes import size
from tournaments.formats.history import bye_counts, count_meetings
from tournaments.models import Match
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.rounds.services.line_ups import name_players, set_line_up

pytestmark = pytest.mark.django_db

ODD = size(5, long=11)
VENUES = size(12, long=40)


@pytest.mark.slow
def test_tabaibal(begin, pilar):
    """G6. 11 teams (in small 5), double round, three zangas a tie: 22 dates, each rests twice,
    hosts each of the others once; the table is by zangas won."""
    options = {"legs": 2, "boards": 3, "count": "boards"}
    day = begin("Tabaibal", "teams", options, squad=8)
    for number in range(1, ODD + 1):
        squad = [Person(f"Jugador {number}.{one}", "", "Telde") for one in range(8)]
        register_entry(
            tournament=day.tournament, author=pilar, name=f"Peña {number}", players=squad
        )
    first = day.draw()
    home = first.matches.exclude(state="bye").order_by("position", "board")[0].everybody[0]
    people = [seat.player for seat in home.seats.select_related("player").order_by("position")]
    set_line_up(
        round=first, entry=home, author=pilar, boards=[people[:2], people[2:4], people[4:6]]
    )
    day.write(first)
    day.play()
    rounds = day.rounds()
    assert len(rounds) == 2 * ODD
    assert bye_counts(rounds) == dict.fromkeys(range(1, ODD + 1), 2)
    assert set(count_meetings(rounds).values()) == {2}
    hosted = Counter(m.sides for matches in rounds for m in matches if not m.rest)
    assert set(hosted.values()) == {1}
    ties = [match for matches in rounds for match in matches if not match.rest]
    assert {sum(match.counted) for match in ties} == {3}
    standings_add_up(day)
    assert {line["played"] for line in day.told()["results"]} == {2 * ODD - 2}
    day.look("", "clasificacion/", "emparejamientos/", f"inscripcion/{ODD}/")


@pytest.mark.slow
def test_an_odd_number_of_pairs(begin):
    """The same without teams: every two meet once in each half, and the calendar is known."""
    day = begin("Once", "league", {"legs": 2})
    day.enter(ODD)
    day.play()
    rounds = day.rounds()
    assert len(rounds) == 2 * ODD
    assert bye_counts(rounds) == dict.fromkeys(range(1, ODD + 1), 2)
    for half in (rounds[:ODD], rounds[ODD:]):
        assert set(count_meetings(half).values()) == {1}
        assert len(count_meetings(half)) == ODD * (ODD - 1) // 2
    day.look("", "clasificacion/")


def test_la_rioja(begin, pilar):
    """G12. 40 venues (in small 12) enter with their name alone; who plays for them is typed on the
    day, and may be somebody else in the next match."""
    day = begin("La Rioja", "knockout", {}, squad=4)
    for number in range(1, VENUES + 1):
        register_entry(
            tournament=day.tournament,
            author=pilar,
            name=f"Centro {number}",
            players=[],
            town="Logroño",
        )
    assert day.tournament.entries.filter(state="entered").count() == VENUES
    assert not day.tournament.players.exists()
    first = day.draw()
    match = first.matches.exclude(state="bye").order_by("position")[0]
    home, away = match.sides.order_by("side")
    name_players(side=home, author=pilar, names="Ana y Luis")
    name_players(side=away, author=pilar, names="Tere y Paco")
    day.write(first)
    later = day.play()
    assert len(later) == size(3, long=5)
    champion = day.told()["results"][0]["entry"]
    final = Match.objects.get(round=later[-1], purpose="final")
    winner = final.sides.get(entry__number=champion)
    name_players(side=winner, author=pilar, names="Rosa y Joaquín")
    said = day.look("", "emparejamientos/", "clasificacion/", f"inscripcion/{champion}/")
    assert "Rosa y Joaquín" in said
    assert "Ana y Luis" in day.look(f"inscripcion/{away.entry.number}/")
    assert "Tere y Paco" in day.look(f"partida/{match.code}/")
