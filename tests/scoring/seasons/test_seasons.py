"""Tests of a season with played tournaments: ranking, ratings, deletion, and qualifiers."""

from contextlib import contextmanager

import pytest

from scoring.people_data.services.erasing import delete_tournament
from scoring.seasons.selectors import qualifiers_of, ranking_of, season_ratings
from scoring.seasons.services import (
    bring_qualifiers,
    delete_season,
    put_in_season,
    save_season,
    take_out_of_season,
)
from tests.scoring.seasons.conftest import TABLE_OF_POINTS
from tournaments.models import AuditLine, Entry, Season, Tournament
from tournaments.people.services.registering import edit_entry
from tournaments.refusal import Refused


@contextmanager
def is_refused(code, part):
    """Check that the service refuses with `code` and that its message contains `part`."""
    with pytest.raises(Refused) as error:
        yield
    assert error.value.code == code
    assert (part or "") in str(error.value)


def event_of(season, name):
    return season.events.get(tournament__name=name)


def points_by_name(season, **reader):
    ranking = ranking_of(season, **{"for_public": False, **reader})
    return {ranking.names[line.competitor]: line.points for line in ranking.lines}


# --- Ranking and ratings --------------------------------------------------------------------------
def test_the_ranking_adds_the_points_of_two_tournaments(season):
    ranking = ranking_of(season, for_public=False)
    assert len(ranking.lines) == 16, "the same eight pairs played twice"
    assert {len(line.results) for line in ranking.lines} == {2}
    place_points = sum(result.by_place for line in ranking.lines for result in line.results)
    assert place_points == 2 * 2 * (10 + 6 + 4 + 4), "two tournaments, two people in a pair"
    assert sum(line.points for line in ranking.lines) == place_points + 32
    assert (list(ranking.unfinished_events), ranking.hidden_count) == ([], 0)


def test_a_season_may_rank_pairs_instead_of_people(season):
    season.counts = Season.Counts.ENTRIES
    ranking = ranking_of(season, for_public=False)
    assert len(ranking.lines) == 8
    assert all(" · " in name for name in ranking.names.values())


def test_two_spellings_count_as_one_person_once_the_club_joins_them(season):
    tournament = Tournament.objects.get(name="Diciembre")
    player = tournament.players.order_by("pk").first()
    points_before = points_by_name(season)
    person = season.club.people.create(
        name=player.name, surname=player.surname, town=player.town, identity=player.identity
    )
    player.name = "Otra grafía"
    player.identity = "otra"
    player.save()
    assert len(points_by_name(season)) == 17, "two spellings are two people"
    player.club_person = person
    player.save()
    assert points_by_name(season) == points_before


def test_a_tournament_in_play_does_not_count_yet(season, final, pairs, pilar):
    pairs(final, 4)
    points_before = points_by_name(season)
    assert [
        event.tournament for event in ranking_of(season, for_public=False).unfinished_events
    ] == [final]
    assert points_by_name(season) == points_before


@pytest.mark.parametrize(
    "changes", [{"visibility": "private"}, {"visibility": "unlisted"}, {"public_names": "numbers"}]
)
def test_the_public_ranking_leaves_out_hidden_tournaments(season, changes):
    Tournament.objects.filter(name="Diciembre").update(**changes)
    ranking = ranking_of(season, for_public=True)
    assert ranking.hidden_count == 1
    assert {len(line.results) for line in ranking.lines} == {1}
    assert len(ranking_of(season, for_public=False).events) == 2
    [(ratings, _names)] = season_ratings(season, for_public=True).values()
    assert sum(rating.matches for rating in ratings) == 8 * 4, "eight matches of four people"


def test_the_ratings_come_from_every_match(season):
    [(ratings, names)] = season_ratings(season, for_public=False).values()
    assert len(ratings) == 16 == len({names[rating.person] for rating in ratings})
    assert sum(rating.matches for rating in ratings) == 2 * 8 * 4


# --- Deleting -------------------------------------------------------------------------------------
def test_a_tournament_of_a_season_is_not_deleted(season, pilar):
    tournament = Tournament.objects.get(name="Noviembre")
    deletion = {"tournament": tournament, "author": pilar, "name": "Noviembre"}
    with is_refused("counts_in_season", "Liga de invierno"):
        delete_tournament(**deletion)
    take_out_of_season(event=event_of(season, "Noviembre"))
    delete_tournament(**deletion)
    assert {len(line.results) for line in ranking_of(season, for_public=False).lines} == {1}


def test_a_season_is_deleted_by_its_name_and_its_tournaments_stay(season):
    with is_refused("name_differs", "Liga de invierno"):
        delete_season(season=season, name="otra")
    delete_season(season=season, name="liga de invierno")
    assert Tournament.objects.count() == 2


# --- Refused seasons ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({"name": ""}, "text_missing", "dato"),
        ({"table": "16 25"}, "points_not_read", "Línea 1"),
        ({"table": "4: 3\n4: 2"}, "points_twice", "dos líneas"),
        ({"best": 101}, "out_of_range", "entre 0 y 100"),
        ({"taking_part": -1}, "out_of_range", "entre 0 y 10"),
        ({"counts": "goats"}, "unknown_choice", "opciones"),
    ],
)
def test_a_wrong_season_is_refused(peña, changes, code, sentence):
    values = {"name": "Liga", "counts": "people", "table": TABLE_OF_POINTS, **changes}
    with is_refused(code, sentence):
        save_season(club=peña, **values)
    assert not Season.objects.exists()


def test_only_the_organisation_puts_its_tournament_in_a_season(season, make_tournament, vecino):
    with is_refused("not_organiser", "Solo su organización"):
        put_in_season(season=season, author=vecino, tournament=make_tournament(name="Ajeno"))


def test_no_phase_sends_qualifiers_to_itself(season, final, pilar):
    november, final_event = event_of(season, "Noviembre"), event_of(season, "Final")
    for event, feeds in [(final_event, november), (november, november)]:
        with is_refused("feeds_itself", "va antes"):
            put_in_season(season=season, author=pilar, tournament=event.tournament, feeds=feeds)


# --- Qualifiers -----------------------------------------------------------------------------------
def test_qualifiers_are_entered_in_the_final_with_their_origin(season, final, pilar):
    november = event_of(season, "Noviembre")
    numbers = [row.entry.number for row in qualifiers_of(november).rows]
    with is_refused("too_many_qualifiers", "Plazas para pasar: 2. Ha elegido 3"):
        bring_qualifiers(event=november, author=pilar, numbers=numbers[:3])
    entries = bring_qualifiers(event=november, author=pilar, numbers=numbers[:2])
    assert [entry.origin for entry in entries] == [
        "1.º puesto en Noviembre",
        "2.º puesto en Noviembre",
    ]
    assert bring_qualifiers(event=november, author=pilar, numbers=numbers[:2]) == []
    assert final.entries.count() == 2
    line = AuditLine.objects.filter(tournament=final, act="register_entry").first()
    assert line.after["origin"] == "2.º puesto en Noviembre"


def test_the_third_qualifies_if_the_second_declines(season, final, pilar):
    november = event_of(season, "Noviembre")
    first, _second, third, *_others = [row.entry.number for row in qualifiers_of(november).rows]
    entries = bring_qualifiers(event=november, author=pilar, numbers=[first, third])
    assert [entry.origin for entry in entries][1] == "3.º puesto en Noviembre"


def test_a_phase_may_give_one_place_for_every_three_entries(season, final, pilar):
    november = event_of(season, "Noviembre")
    november.going_on, november.one_in = 1, 3
    assert (november.places_for(8), november.places_for(2)) == (2, 1)


def test_no_entry_qualifies_before_the_end_or_without_a_next_phase(
    season, final, make_tournament, pairs, pilar, vecino
):
    final_event, january = event_of(season, "Final"), make_tournament(name="Enero")
    pairs(january, 4)
    event = put_in_season(season=season, author=pilar, tournament=january)
    with is_refused("feeds_nothing", "no pasa nadie"):
        bring_qualifiers(event=event, author=pilar, numbers=[1])
    event = put_in_season(
        season=season, author=pilar, tournament=january, feeds=final_event, places=1
    )
    with is_refused("phase_not_over", "no ha terminado"):
        bring_qualifiers(event=event, author=pilar, numbers=[1])
    with is_refused("not_organiser", "mesa de control"):
        bring_qualifiers(event=event, author=vecino, numbers=[1])
    assert final.entries.count() == 0


def test_an_entry_with_a_player_already_in_the_final_is_not_entered(season, final, pilar):
    november = event_of(season, "Noviembre")
    first, second = [row.entry for row in qualifiers_of(november).rows][:2]
    bring_qualifiers(event=november, author=pilar, numbers=[second.number])
    entry = final.entries.get()
    mixed_people = [first.seats.first().player.person, second.seats.first().player.person]
    edit_entry(entry=entry, author=pilar, players=mixed_people, town="")
    with is_refused("already_plays", "ya juega con el número"):
        bring_qualifiers(event=november, author=pilar, numbers=[first.number])
    assert Entry.objects.filter(tournament=final).count() == 1
