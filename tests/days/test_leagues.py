"""Tests of leagues: Tabaibal (11 teams), and La Rioja (40 venues that name players on the day)."""

from collections import Counter

import pytest

from tests.days.holds import check_standings
from tests.sizes import size
from tournaments.formats.history import bye_counts, count_meetings
from tournaments.models import Match
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.rounds.services.line_ups import name_players, set_line_up

pytestmark = pytest.mark.django_db

ODD_COUNT = size(5, long=11)
VENUE_COUNT = size(12, long=40)


@pytest.mark.slow
def test_tabaibal_is_a_double_league_of_teams(begin, pilar):
    """11 teams (5 in the short run), double round, ties of three zangas.

    There are 22 dates (10 in the short run). Each team rests twice and hosts each rival once. The
    standings go by zangas won.
    """
    options = {"legs": 2, "boards": 3, "count": "boards"}
    day = begin("Tabaibal", "teams", options, squad=8)
    for number in range(1, ODD_COUNT + 1):
        squad = [Person(f"Jugador {number}.{index}", "", "Telde") for index in range(8)]
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
    assert len(rounds) == 2 * ODD_COUNT
    assert bye_counts(rounds) == dict.fromkeys(range(1, ODD_COUNT + 1), 2)
    assert set(count_meetings(rounds).values()) == {2}
    home_matches = Counter(
        match.sides for matches in rounds for match in matches if not match.is_bye
    )
    assert set(home_matches.values()) == {1}
    ties = [match for matches in rounds for match in matches if not match.is_bye]
    assert {sum(match.counted) for match in ties} == {3}
    check_standings(day)
    assert {line["played"] for line in day.read_api()["results"]} == {2 * ODD_COUNT - 2}
    day.look("", "clasificacion/", "emparejamientos/", f"inscripcion/{ODD_COUNT}/")


@pytest.mark.slow
def test_each_two_of_an_odd_number_of_pairs_meet_once_in_each_half(begin):
    """A double league of pairs: each pair rests once in each half."""
    day = begin("Once", "league", {"legs": 2})
    day.enter(ODD_COUNT)
    day.play()
    rounds = day.rounds()
    assert len(rounds) == 2 * ODD_COUNT
    assert bye_counts(rounds) == dict.fromkeys(range(1, ODD_COUNT + 1), 2)
    for half in (rounds[:ODD_COUNT], rounds[ODD_COUNT:]):
        assert set(count_meetings(half).values()) == {1}
        assert len(count_meetings(half)) == ODD_COUNT * (ODD_COUNT - 1) // 2
    day.look("", "clasificacion/")


def test_venues_of_la_rioja_name_their_players_match_by_match(begin, pilar):
    """40 venues (12 in the short run) enter without players.

    Their players are typed on the day, and may change in the next match.
    """
    day = begin("La Rioja", "knockout", {}, squad=4)
    for number in range(1, VENUE_COUNT + 1):
        register_entry(
            tournament=day.tournament,
            author=pilar,
            name=f"Centro {number}",
            players=[],
            town="Logroño",
        )
    assert day.tournament.entries.filter(state="entered").count() == VENUE_COUNT
    assert not day.tournament.players.exists()
    first = day.draw()
    match = first.matches.exclude(state="bye").order_by("position")[0]
    home, away = match.sides.order_by("side")
    name_players(side=home, author=pilar, names="Ana y Luis")
    name_players(side=away, author=pilar, names="Tere y Paco")
    day.write(first)
    later = day.play()
    assert len(later) == size(3, long=5)
    champion = day.read_api()["results"][0]["entry"]
    final = Match.objects.get(round=later[-1], purpose="final")
    winner = final.sides.get(entry__number=champion)
    name_players(side=winner, author=pilar, names="Rosa y Joaquín")
    pages = day.look("", "emparejamientos/", "clasificacion/", f"inscripcion/{champion}/")
    assert "Rosa y Joaquín" in pages
    assert "Ana y Luis" in day.look(f"inscripcion/{away.entry.number}/")
    assert "Tere y Paco" in day.look(f"partida/{match.code}/")
