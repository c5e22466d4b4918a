"""Tests of the circuit of Mallorca: stages for local phases, a comarcal and a final."""

from collections import Counter

import pytest

from scoring.stages.services import open_stage
from scoring.standings.selectors.standings import stage_entrants
from tests.days.hall import match_counts, places_by_number
from tests.refusals import is_refused
from tests.sizes import size
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry, withdraw
from tournaments.people.services.stages import move_entry
from tournaments.setup.services.stages import add_stages, edit_stage

pytestmark = pytest.mark.django_db

# Sixteen local phases of 8 to 16 pairs and a comarcal of 40; in the short run, four local phases of
# 3 to 6 pairs and a comarcal of 12.
LOCAL = range(1, size(5, long=17))
COMARCAL, FINAL = LOCAL.stop, LOCAL.stop + 1
FEWEST_PAIRS, MOST_PAIRS = size((3, 6), long=(8, 16))
SIZES = {number: FEWEST_PAIRS + (number - 1) % (MOST_PAIRS - FEWEST_PAIRS + 1) for number in LOCAL}
FULL_PHASE = 1 + MOST_PAIRS - FEWEST_PAIRS  # number of a local phase with `MOST_PAIRS` pairs
PLACES = size(12, long=40)
ROUNDS_OF_THE_FINAL = size([4, 2], long=[4, 8, 4, 2])


@pytest.mark.slow
def test_mallorca_plays_its_circuit_in_one_day(begin):
    """The local phases are groups of eight.

    Their winners go to the final; their seconds and thirds go to the comarcal, which sends its
    first four to the final.
    """
    phases = len(LOCAL)
    day = begin("Truc Mallorca", "groups", {"groups": phases, "size": 8})
    second_chance = [{"stage": 1, "first": 2, "last": 3}]
    day.plan("Comarcal", "lives", {"lives": 2}, second_chance)
    final = [{"stage": 1}, {"stage": 2, "per": "all", "last": 4}]
    day.plan("Final", "knockout", {"third_place": True}, final)
    day.enter(8 * phases)
    assert match_counts(day.play()) == [4 * phases] * 7
    local = places_in_groups(day)
    comarcal = {place.entry.number for place in day.open(2)}
    assert comarcal == {number for number, place in local.items() if place in (2, 3)}
    with is_refused("stage_unfinished"):
        day.open(3)
    day.play()
    best_four = {
        number for number, place in places_by_number(day.standings(2)).items() if place <= 4
    }
    finalists = {place.entry.number for place in day.open(3)}
    assert finalists == best_four | {number for number, place in local.items() if place == 1}
    assert len(finalists) == phases + 4
    assert match_counts(day.play()) == [*ROUNDS_OF_THE_FINAL, 2]
    day.look("", "clasificacion/", "cuadro/", "clasificacion/?fase=1", "clasificacion/?fase=2")


@pytest.mark.slow
def test_mallorca_plays_its_circuit_phase_by_phase(begin, pilar, client_as):
    """Each pair plays in one local phase of its choice, and the winners go to the final.

    Other pairs may go on to the comarcal or decline. New pairs take the places that are left.
    """
    day = begin("Truc Mallorca", "knockout", {})
    organiser, address = client_as(pilar), f"/api/v1/tournaments/{day.tournament.slug}/"
    plan_circuit(day)
    paste = "\n".join(["Jugador 1;Jugador 2;Fase", *local_lines()])
    upload = organiser.post(f"{address}imports/", {"text": paste}, "application/json").json()
    assert upload["counts"]["good"] == sum(SIZES.values())
    organiser.post(f"{address}imports/{upload['id']}/accept/", {}, "application/json")
    entries = day.tournament.entries
    assert Counter(entries.values_list("enters", flat=True)) == SIZES
    check_one_phase_each(day, pilar)
    newcomers = [enter(day, pilar, f"Nueva {n}", COMARCAL) for n in range(6)]
    stages = {stage["number"]: stage for stage in day.read_api("stages/")["results"]}
    assert [stages[number]["most"] for number in (FULL_PHASE, COMARCAL, FINAL)] == [
        MOST_PAIRS,
        PLACES,
        len(LOCAL) + 4,
    ]
    assert "los números cuadran" in day.look("fases/")

    first = {number: day.draw(day.stage_number(number)) for number in LOCAL}
    page = organiser.get(f"/t/{day.tournament.slug}/panel/").content.decode()
    assert page.count("En juego") >= len(LOCAL)
    with is_refused("stage_drawn"):
        move_entry(entry=newcomers[0], author=pilar, stage=3)
    for number, round in first.items():
        day.write(round)
        with is_refused("stage_unfinished"):
            day.open(COMARCAL)
        day.play(number=number)

    winners = {best_of(day, number, 1).pop() for number in LOCAL}
    losers = set(entries.filter(enters__in=LOCAL).values_list("number", flat=True)) - winners
    staying = sorted(losers)[: PLACES - 3]
    declining = sorted(losers - set(staying))
    body = {"declined": declining}
    answer = organiser.post(f"{address}stages/{COMARCAL}/open/", body, "application/json")
    assert {place["entry"] for place in answer.json()["places"]} == set(staying)
    assert states_of(newcomers) == ["entered"] * 3 + ["waiting"] * 3
    leaving = staying[0]  # its place goes to one more newcomer
    open_stage(stage=day.stage_number(COMARCAL), author=pilar, declined=[*declining, leaving])
    assert states_of(newcomers) == ["entered"] * 4 + ["waiting"] * 2
    playing = {*staying[1:], *(entry.number for entry in newcomers[:4])}
    assert {entrant.number for entrant in stage_entrants(day.stage_number(COMARCAL))} == playing
    assert match_counts(day.play())[0] == PLACES // 2
    finalists = {place.entry.number for place in day.open(FINAL)}
    assert finalists == winners | best_of(day, COMARCAL, 4)
    assert match_counts(day.play()) == [*ROUNDS_OF_THE_FINAL, 1]
    day.look(
        "", "clasificacion/", "cuadro/", "clasificacion/?fase=1", f"clasificacion/?fase={COMARCAL}"
    )


def plan_circuit(day) -> None:
    """Plan the other local phases, the comarcal and the final; the first phase already exists."""
    length, author = day.stage_number(1).game_options, day.author
    edit_stage(stage=day.stage_number(1), author=author, name="Fase local 1", capacity=MOST_PAIRS)
    add_stages(
        tournament=day.tournament,
        author=author,
        count=len(LOCAL) - 1,
        name="Fase local",
        format="knockout",
        format_options={},
        game_options=length,
        intake=[],
        takes_entries=True,
        capacity=MOST_PAIRS,
    )
    rest_quotas = [{"stage": number, "per": "rest", "last": 0} for number in LOCAL]
    day.plan("Comarcal", "lives", {"lives": 2}, rest_quotas, takes_entries=True, capacity=PLACES)
    winner_quotas = [{"stage": number, "per": "all"} for number in LOCAL]
    day.plan(
        "Final", "knockout", {}, [*winner_quotas, {"stage": COMARCAL, "per": "all", "last": 4}]
    )


def local_lines() -> list[str]:
    """Return a line of the pasted list for each pair, with the number or the name of its phase."""
    return [
        f"Ana {number} {n};Pep {number} {n};{number if n % 2 else f'fase local {number}'}"
        for number in LOCAL
        for n in range(SIZES[number])
    ]


def check_one_phase_each(day, author) -> None:
    """Assert that nobody enters two phases, and that a pair waits if its phase is full."""
    with is_refused("already_plays"):
        register_entry(
            tournament=day.tournament,
            author=author,
            stage=2,
            players=[Person("Ana 1 0"), Person("Otra")],
        )
    late_entry = enter(day, author, "Tardía", FULL_PHASE)
    assert late_entry.state == "waiting"
    assert move_entry(entry=late_entry, author=author, stage=1).state == "entered"
    with is_refused("stage_full"):
        move_entry(entry=late_entry, author=author, stage=FULL_PHASE)
    withdraw(entry=late_entry, author=author, reason="no viene")


def enter(day, author, name: str, stage: int):
    people = [Person(f"{name} uno"), Person(f"{name} dos")]
    return register_entry(tournament=day.tournament, author=author, players=people, stage=stage)


def states_of(entries) -> list[str]:
    return [type(entry).objects.get(pk=entry.pk).state for entry in entries]


def best_of(day, number: int, last_place: int) -> set[int]:
    """Return the entries of a stage down to the place `last_place`."""
    return {
        entry
        for entry, place in places_by_number(day.standings(number)).items()
        if place <= last_place
    }


def places_in_groups(day) -> dict[int, int]:
    """Return the place of each entry in its group."""
    return {line["entry"]: line["place"] for line in day.read_api()["results"]}
