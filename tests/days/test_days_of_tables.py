"""Tests of individuals at tables of four or five: tarot of 33 and of 32 people, and Ceuta."""

from collections import Counter
from dataclasses import asdict

import pytest

from rules.tarot.options import PRESETS as TAROT
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.stages.selectors.chain import chain_context, nodes_of
from tests.days.hall import luck
from tests.refusals import is_refused
from tests.scoring.page_text import one_line
from tournaments.formats.core import DrawError
from tournaments.formats.history import bye_counts, count_meetings
from tournaments.formats.round_robin import groups_played
from tournaments.models import Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused, refusal_from
from tournaments.rounds.services.drafts import swap_entries
from tournaments.setup.services.stages import change_rounds

pytestmark = pytest.mark.django_db


def tarot_line(match: Match, numbers: tuple[int, ...]) -> str:
    """Return the total scores of a table after all its deals: multiples of 4 that add up to 0."""
    points = [4 * luck(150, match, number) - 300 for number in numbers[1:]]
    length = match.game_rules()
    dealer = ["dA"] if length.resting_dealer else []
    return " ".join(map(str, ["repartos", length.deals, -sum(points), *points, *dealer]))


@pytest.mark.slow
def test_tarot_of_33_seats_each_person_once_at_the_table_of_five(begin):
    """33 people in five rounds of four deals, at seven tables of four and one of five.

    Nobody rests a round, and nobody meets a rival twice. At the table of five the dealer rests.
    """
    options = {"rounds": 5, "odd": "larger", "seating": "rotation"}
    day = begin("Donnes libres", "totals", options, game="tarot", game_options=asdict(TAROT["fft"]))
    day.enter(33)
    day.play(tarot_line)
    rounds = day.rounds()
    table_sizes = [sorted(len(match.sides) for match in matches) for matches in rounds]
    assert table_sizes == [[4] * 7 + [5]] * 5
    assert not bye_counts(rounds)
    times_at_five = Counter(
        number
        for matches in rounds
        for match in matches
        if len(match.sides) == 5
        for number in match.sides
    )
    assert set(times_at_five.values()) == {1}
    assert max(count_meetings(rounds).values()) == 1
    totals = Counter(dict.fromkeys(range(1, 34), 0))
    for match in (match for matches in rounds for match in matches):
        assert sum(match.counted) == 0
        totals.update(dict(zip(match.sides, match.counted, strict=True)))
    lines = day.read_api()["results"]
    assert [totals[line["entry"]] for line in lines] == sorted(totals.values(), reverse=True)
    assert {line["played"] for line in lines} == {5}
    day.look("", "clasificacion/", "inscripcion/33/")


def test_the_tarot_of_svcp_is_cut_to_five_rounds(begin, pilar):
    """32 people plan six rounds. Four leave after the fourth and rank last.

    The organiser then cuts the day to five rounds, with a reason in the audit.
    """
    day = begin("SVCP", "totals", {"rounds": 6}, game="tarot", game_options=asdict(TAROT["fft"]))
    entries = day.enter(32)
    day.play(tarot_line, rounds=4)
    leaving = entries[3::8]
    for entry in leaving:
        withdraw_entry(
            entry=entry, author=pilar, reason="se marcha a casa", effect=Entry.Effect.LAST
        )
    change_rounds(stage=day.stage, author=pilar, rounds=5, reason="lo piden los 28 que quedan")
    rounds_played = day.play(tarot_line)
    assert [len(matches) for matches in day.rounds()] == [8, 8, 8, 8, 7]
    assert len(rounds_played) == 1
    lines = day.read_api()["results"]
    assert {line["entry"] for line in lines[28:]} == {entry.number for entry in leaving}
    assert [line["withdrawn"] for line in lines] == [False] * 28 + [True] * 4
    assert max(count_meetings(day.rounds()).values()) == 1
    audit_line = day.tournament.audit.get(act="change_rounds")
    assert audit_line.reason == "lo piden los 28 que quedan"
    day.look("", "clasificacion/")


LADDER = {"sides": 4, "people": 1, "manos": 1, "ladder": True}


def ladder_line(match: Match, numbers: tuple[int, ...]) -> str:
    """Return the points of a table: 1, 2, 3 and 4, one for each entry."""
    order = sorted(numbers, key=lambda number: luck(1000, match, number))
    return "-".join(str(order.index(number) + 1) for number in numbers)


@pytest.mark.slow
def test_ceuta_plays_three_groups_and_a_second_stage(begin):
    """36 people in three groups of twelve play four rounds at tables of four, for 4-3-2-1 points.

    The first five of each group and the best sixth go on, the best four as seeds. The second
    stage starts from 0 points.
    """
    day = begin("Ceuta", "totals", {"rounds": 4, "groups": 3}, game_options=LADDER)
    intake = [{"stage": 1, "last": 5}, {"stage": 1, "first": 6, "last": 6, "best": 1}]
    day.plan("Segunda fase", "totals", {"rounds": 4, "seeding": "seed", "seeds": 4}, intake)
    day.enter(36)
    assert [(node.fewest, node.most) for node in nodes_of(day.tournament, EVERYTHING)] == [
        (36, 36),
        (16, 16),
    ]
    day.play(ladder_line)
    groups = groups_played(day.rounds())
    assert [len(members) for members in groups.values()] == [12, 12, 12]
    for matches in day.rounds():
        assert [len(match.sides) for match in matches] == [4] * 9
        assert all(set(match.sides) <= set(groups[match.group]) for match in matches)
    tables = day.groups()
    assert {name: {line["entry"] for line in lines} for name, lines in tables.items()} == {
        name: set(members) for name, members in groups.items()
    }
    qualified_places = day.open(2)
    assert Counter(place.source.partition(" ")[0] for place in qualified_places) == {
        "1.º": 3,
        "2.º": 3,
        "3.º": 3,
        "4.º": 3,
        "5.º": 3,
        "6.º": 1,
    }
    totals = dict(values_of(day.standings(), "counted_won"))
    for name, members in groups.items():
        through = [place.entry.number for place in qualified_places if place.group == f"1{name}"]
        assert len(through) in (5, 6)
        out = set(members) - set(through)
        assert max(totals[number] for number in out) <= min(totals[number] for number in through)
    sixths = [
        sorted((totals[number] for number in members), reverse=True)[5]
        for members in groups.values()
    ]
    assert totals[
        next(place for place in qualified_places if place.source[0] == "6").entry.number
    ] == max(sixths)
    assert [place.seed for place in qualified_places] == list(range(1, 17))
    assert {line.played for line in day.standings(2)} == {0}
    seeds = {place.entry.number for place in qualified_places[:4]}
    day.play(ladder_line)
    first = day.rounds(2)[0]
    assert [len(seeds & set(match.sides)) for match in first] == [1, 1, 1, 1]
    assert sum(dict(values_of(day.standings(2), "counted_won")).values()) == 4 * 4 * 10
    day.look("", "clasificacion/", "clasificacion/?fase=1", "fases/")


def values_of(lines, key):
    """Return the number of each entry with its value in a tie-break."""
    return [(line.entrant, dict(line.values)[key]) for line in lines]


def test_a_swap_by_hand_changes_groups_only_in_the_first_round(begin, pilar):
    """Two entries swapped in the first round change groups; later swaps stay within a group."""
    day = begin("Ceuta", "totals", {"rounds": 2, "groups": 2}, game_options=LADDER)
    entries = {entry.number: entry for entry in day.enter(16)}
    draft = open_next_round(stage=day.stage, author=pilar)
    number_in_a, number_in_b = (
        draft.matches.filter(group=name).first().entries[0].number for name in "AB"
    )
    swap = {
        "author": pilar,
        "first": entries[number_in_a],
        "second": entries[number_in_b],
        "reason": "hermanos",
    }
    swap_entries(round=draft, **swap)
    draft.refresh_from_db()
    assert draft.report["rematches"] == []
    publish_round(round=draft, author=pilar)
    day.write(draft, ladder_line)
    groups = groups_played(day.rounds())
    assert number_in_a in groups["B"] and number_in_b in groups["A"]
    draft = open_next_round(stage=day.stage, author=pilar)
    with is_refused("other_group", field="second"):
        swap_entries(round=draft, **swap)
    group_a = [match.entries[0] for match in draft.matches.filter(group="A").order_by("position")]
    swap_entries(round=draft, author=pilar, first=group_a[0], second=group_a[1], reason="hermanos")
    publish_round(round=draft, author=pilar)
    assert groups_played(day.rounds()) == groups


def test_too_few_entries_for_the_groups_are_reported_before_the_draw(begin, pilar, client):
    """The plan of stages names the problem, the page the entries needed; the draw is refused."""
    day = begin("Ceuta", "totals", {"rounds": 4, "groups": 3}, game_options=LADDER)
    day.enter(11)
    problems = chain_context(day.tournament, EVERYTHING)["errors"]
    assert problems == ["En la fase 1 no se pueden hacer 3 grupos con 11."]
    with pytest.raises(DrawError) as error:
        open_next_round(stage=day.stage, author=pilar)
    refusal = refusal_from(error.value)
    assert (refusal.code, refusal.status) == ("too_few_for_groups", 409)
    assert str(refusal) == "Para 3 grupos hacen falta al menos 12 inscripciones y hay 11."
    client.force_login(pilar)
    page = client.get(f"/t/{day.tournament.slug}/rondas/").content.decode()
    assert "Hacen falta al menos 12 inscripciones." in page
    for groups in (0, 65, "3"):
        with pytest.raises((Refused, DrawError)) as error:
            begin("Ceuta", "totals", {"rounds": 4, "groups": groups}, game_options=LADDER)
        assert refusal_from(error.value).status == 400
    day.enter(25, seed="más")
    assert chain_context(day.tournament, EVERYTHING)["errors"] == []
    draft = open_next_round(stage=day.stage, author=pilar)
    page = one_line(client.get(f"/t/{day.tournament.slug}/rondas/{draft.serial}/").text)
    assert [page.count(f" · Grupo {name}</th>") for name in "ABC"] == [3, 3, 3]
    publish_round(round=draft, author=pilar)
    pairings = day.look("emparejamientos/")
    assert [pairings.count(f"<span>Grupo {name}</span>") for name in "ABC"] == [3, 3, 3]
