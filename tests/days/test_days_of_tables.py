"""Days of individuals at tables: tarot of 33 and of 32, and Ceuta's ladder of four places."""

from collections import Counter
from dataclasses import asdict

import pytest

from rules.tarot.options import PRESETS as TAROT
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.stages.selectors.chain import chain_context, nodes_of
from tests.days.hall import luck
from tests.refusals import is_refused
from tests.scoring.text import one_line
from tournaments.formats.core import DrawError
from tournaments.formats.history import bye_counts, count_meetings
from tournaments.formats.round_robin import groups_played
from tournaments.models import Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused, refused_from
from tournaments.rounds.services.drafts import swap_entries
from tournaments.setup.services.stages import change_rounds

pytestmark = pytest.mark.django_db


def tarot(match: Match, numbers: tuple[int, ...]) -> str:
    """All the deals of a table at once: what each made, which adds up to nothing and, at a table
    of four, differs by fours."""
    points = [4 * luck(150, match, number) - 300 for number in numbers[1:]]
    length = match.game_rules()
    dealer = ["dA"] if length.resting_dealer else []
    return " ".join(map(str, ["repartos", length.deals, -sum(points), *points, *dealer]))


@pytest.mark.slow
def test_tarot_of_33(begin):
    """33 individuals, five rounds of four deals: seven tables of four and one of five, where who
    deals rests; nobody rests a round, nobody is at the odd table twice, and few meet again."""
    options = {"rounds": 5, "odd": "larger", "seating": "rotation"}
    day = begin("Donnes libres", "totals", options, game="tarot", game_options=asdict(TAROT["fft"]))
    day.enter(33)
    day.play(tarot)
    rounds = day.rounds()
    seated = [sorted(len(match.sides) for match in matches) for matches in rounds]
    assert seated == [[4] * 7 + [5]] * 5
    assert not bye_counts(rounds)
    odd = Counter(n for matches in rounds for m in matches if len(m.sides) == 5 for n in m.sides)
    assert set(odd.values()) == {1}
    assert max(count_meetings(rounds).values()) == 1
    totals = Counter(dict.fromkeys(range(1, 34), 0))
    for match in (match for matches in rounds for match in matches):
        assert sum(match.counted) == 0
        totals.update(dict(zip(match.sides, match.counted, strict=True)))
    lines = day.told()["results"]
    assert [totals[line["entry"]] for line in lines] == sorted(totals.values(), reverse=True)
    assert {line["played"] for line in lines} == {5}
    day.look("", "clasificacion/", "inscripcion/33/")


def test_svcp(begin, pilar):
    """G7. 32 at tarot, six rounds planned; four leave after the fourth and are ranked last; the
    others cut the day to five rounds, with a reason that is kept."""
    day = begin("SVCP", "totals", {"rounds": 6}, game="tarot", game_options=asdict(TAROT["fft"]))
    entries = day.enter(32)
    day.play(tarot, rounds=4)
    gone = entries[3::8]
    for entry in gone:
        withdraw_entry(
            entry=entry, author=pilar, reason="se marcha a casa", effect=Entry.Effect.LAST
        )
    change_rounds(stage=day.stage, author=pilar, rounds=5, reason="lo piden los 28 que quedan")
    played = day.play(tarot)
    assert [len(matches) for matches in day.rounds()] == [8, 8, 8, 8, 7]
    assert len(played) == 1
    lines = day.told()["results"]
    assert {line["entry"] for line in lines[28:]} == {entry.number for entry in gone}
    assert [line["withdrawn"] for line in lines] == [False] * 28 + [True] * 4
    assert max(count_meetings(day.rounds()).values()) == 1
    said = day.tournament.audit.get(act="change_rounds")
    assert said.reason == "lo piden los 28 que quedan"
    day.look("", "clasificacion/")


LADDER = {"sides": 4, "people": 1, "manos": 1, "ladder": True}


def ladder(match: Match, numbers: tuple[int, ...]) -> str:
    """The places at the table of four: 4, 3, 2 and 1 points."""
    order = sorted(numbers, key=lambda number: luck(1000, match, number))
    return "-".join(str(order.index(number) + 1) for number in numbers)


@pytest.mark.slow
def test_ceuta_in_three_groups(begin):
    """G4. 36 individuals in three groups of twelve, four games at tables of four by 4-3-2-1; the
    first five of each and the best sixth go on, the best four as seeds; and points start anew."""
    day = begin("Ceuta", "totals", {"rounds": 4, "groups": 3}, game_options=LADDER)
    intake = [{"stage": 1, "last": 5}, {"stage": 1, "first": 6, "last": 6, "best": 1}]
    day.plan("Segunda fase", "totals", {"rounds": 4, "seeding": "seed", "seeds": 4}, intake)
    day.enter(36)
    assert [(one.fewest, one.most) for one in nodes_of(day.tournament, EVERYTHING)] == [
        (36, 36),
        (16, 16),
    ]
    day.play(ladder)
    groups = groups_played(day.rounds())
    assert [len(members) for members in groups.values()] == [12, 12, 12]
    for matches in day.rounds():
        assert [len(one.sides) for one in matches] == [4] * 9
        assert all(set(one.sides) <= set(groups[one.group]) for one in matches)
    told = day.groups()
    assert {name: {line["entry"] for line in lines} for name, lines in told.items()} == {
        name: set(members) for name, members in groups.items()
    }
    qualified = day.open(2)
    assert Counter(place.source.partition(" ")[0] for place in qualified) == {
        "1.º": 3,
        "2.º": 3,
        "3.º": 3,
        "4.º": 3,
        "5.º": 3,
        "6.º": 1,
    }
    added = dict(values_of(day.standings(), "counted_won"))
    for name, members in groups.items():
        through = [one.entry.number for one in qualified if one.group == f"1{name}"]
        assert len(through) in (5, 6)
        out = set(members) - set(through)
        assert max(added[one] for one in out) <= min(added[one] for one in through)
    sixths = [
        sorted((added[one] for one in members), reverse=True)[5] for members in groups.values()
    ]
    assert added[next(one for one in qualified if one.source[0] == "6").entry.number] == max(sixths)
    assert [place.seed for place in qualified] == list(range(1, 17))
    assert {line.played for line in day.standings(2)} == {0}
    seeds = {place.entry.number for place in qualified[:4]}
    day.play(ladder)
    first = day.rounds(2)[0]
    assert [len(seeds & set(one.sides)) for one in first] == [1, 1, 1, 1]
    assert sum(dict(values_of(day.standings(2), "counted_won")).values()) == 4 * 4 * 10
    day.look("", "clasificacion/", "clasificacion/?fase=1", "fases/")


def values_of(lines, key):
    """Return what each has in a tie-break, by number."""
    return [(line.entrant, dict(line.values)[key]) for line in lines]


def test_hands_change_groups_in_the_first_round_alone(begin, pilar):
    """Swapped in the first round two change groups; later nobody can be put in another one."""
    day = begin("Ceuta", "totals", {"rounds": 2, "groups": 2}, game_options=LADDER)
    entries = {entry.number: entry for entry in day.enter(16)}
    draft = open_next_round(stage=day.stage, author=pilar)
    one, other = (draft.matches.filter(group=name).first().entries[0].number for name in "AB")
    swap = {"author": pilar, "first": entries[one], "second": entries[other], "reason": "hermanos"}
    swap_entries(round=draft, **swap)
    draft.refresh_from_db()
    assert draft.report["rematches"] == []
    publish_round(round=draft, author=pilar)
    day.write(draft, ladder)
    groups = groups_played(day.rounds())
    assert one in groups["B"] and other in groups["A"]
    draft = open_next_round(stage=day.stage, author=pilar)
    with is_refused("other_group", field="second"):
        swap_entries(round=draft, **swap)
    mates = [match.entries[0] for match in draft.matches.filter(group="A").order_by("position")]
    swap_entries(round=draft, author=pilar, first=mates[0], second=mates[1], reason="hermanos")
    publish_round(round=draft, author=pilar)
    assert groups_played(day.rounds()) == groups


def test_more_groups_than_tables_are_told(begin, pilar, client):
    """The site says what closes before the draw, the page says how many are missing, and the draw
    refuses in words."""
    day = begin("Ceuta", "totals", {"rounds": 4, "groups": 3}, game_options=LADDER)
    day.enter(11)
    problems = chain_context(day.tournament, EVERYTHING)["errors"]
    assert problems == ["En la fase 1 no se pueden hacer 3 grupos con 11."]
    with pytest.raises(DrawError) as few:
        open_next_round(stage=day.stage, author=pilar)
    said = refused_from(few.value)
    assert (said.code, said.status) == ("too_few_for_groups", 409)
    assert str(said) == "Para 3 grupos hacen falta al menos 12 inscripciones y hay 11."
    client.force_login(pilar)
    page = client.get(f"/t/{day.tournament.slug}/rondas/").content.decode()
    assert "Hacen falta al menos 12 inscripciones." in page
    for groups in (0, 65, "3"):
        with pytest.raises((Refused, DrawError)) as wrong:
            begin("Ceuta", "totals", {"rounds": 4, "groups": groups}, game_options=LADDER)
        assert refused_from(wrong.value).status == 400
    day.enter(25, seed="más")
    assert chain_context(day.tournament, EVERYTHING)["errors"] == []
    draft = open_next_round(stage=day.stage, author=pilar)
    page = one_line(client.get(f"/t/{day.tournament.slug}/rondas/{draft.serial}/").text)
    assert [page.count(f" · Grupo {name}</th>") for name in "ABC"] == [3, 3, 3]
    publish_round(round=draft, author=pilar)
    said = day.look("emparejamientos/")
    assert [said.count(f"<span>Grupo {name}</span>") for name in "ABC"] == [3, 3, 3]
