"""Test of a power cut in round 2: people play on from the printed packet and type results later."""

import re

import pytest

from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.rounds.selectors.verification import verify_draw
from tests.days.hall import Day
from tournaments.models import Match, Round

RESULTS = ("2-0", "2-1", "1-2", "0-2")


def score_between(a: int, b: int) -> str:
    """Return the score of entry `a` against entry `b`, the same in every match of the two."""
    low, high = sorted((a, b))
    score = RESULTS[(7 * low + 3 * high) % 3]
    return score if (a, b) == (low, high) else "-".join(reversed(score.split("-")))


def type_result(day: Day, client, match: Match) -> None:
    """Type the match's line at the desk and confirm the line that the page shows."""
    a, b = (entry.number for entry in match.everybody)
    address = f"/t/{day.tournament.slug}/control/linea/"
    form = {"linea": f"{match.code} {score_between(a, b)}"}
    page = client.post(address, form, headers={"HX-Request": "true"}).text
    shown_line = re.search(r'name="visto" value="([^"]*)"', page)
    assert shown_line, page
    page = client.post(
        address, {**form, "visto": shown_line[1]}, headers={"HX-Request": "true"}
    ).text
    assert "Guardado:" in page


def type_round(day: Day, client, round: Round, match_limit: int = 100) -> None:
    unfinished_matches = round.matches.filter(state__in=["playing", "waiting"]).order_by("number")
    for match in unfinished_matches.prefetch_related("sides__entry")[:match_limit]:
        type_result(day, client, match)


def pairs_of(round: Round) -> list[str]:
    """Return the pairings of a round, as «3-7»."""
    matches = round.matches.order_by("number").prefetch_related("sides__entry")
    return ["-".join(str(entry.number) for entry in match.everybody) for match in matches]


def begin_swiss(begin, name: str) -> Day:
    day = begin(
        name,
        "swiss",
        {"rounds": 4},
        game="guinote",
        game_options={"cotos": 2, "partidas": 3},
        tables=3,
    )
    day.enter(6)
    return day


@pytest.mark.slow
def test_a_round_played_by_hand_and_typed_later_gives_the_same_standings(begin, client_as, chema):
    """Play two equal days; the second one has no power in rounds 2 and 3."""
    normal_day, day_without_power = begin_swiss(begin, "Con luz"), begin_swiss(begin, "Sin luz")
    client = client_as(normal_day.author)
    normal_rounds = []
    for _number in range(3):
        normal_rounds.append(normal_day.draw())
        type_round(normal_day, client, normal_rounds[-1])

    # The second day gets another seed: the site would draw other pairings in round 3.
    first = day_without_power.draw()
    assert pairs_of(first) == pairs_of(normal_rounds[0])
    type_round(day_without_power, client, first)
    second = day_without_power.draw()
    assert pairs_of(second) == pairs_of(normal_rounds[1])
    type_round(day_without_power, client, second, match_limit=1)
    stage = day_without_power.stage
    stage.seed = "otra cosa"
    stage.save(update_fields=["seed"])

    packet = SHEETS["emergency"].pieces(day_without_power.stage.tournament, PrintAsk("emergency"))
    codes = {
        value
        for chunk in packet
        for stamp in chunk.stamps
        for field, value in stamp.items()
        if field.endswith(".code")
    }
    unplayed_matches = second.matches.filter(state="playing")
    assert codes == set(unplayed_matches.values_list("code", flat=True)) and len(codes) == 2

    # The power is back: type the rest of round 2, and enter round 3 with the pairings of the hall.
    type_round(day_without_power, client, second)
    address = f"/t/{day_without_power.tournament.slug}/rondas/"
    client.post(f"{address}sortear/", {"number": "3"})
    third = day_without_power.stage.rounds.get(number=3)
    assert third.state == Round.State.DRAFT and pairs_of(third) != pairs_of(normal_rounds[2])
    form = {"pairings": ", ".join(pairs_of(normal_rounds[2])), "reason": "se fue la luz"}
    page = client.post(f"{address}3/a-mano/", form, follow=True).text
    assert "Emparejada como la ha escrito" in page and "se fue la luz" in page
    version = re.search(r'name="version" value="([^"]*)"', page)[1]
    client.post(f"{address}3/publicar/", {"version": version})
    third.refresh_from_db()
    assert pairs_of(third) == pairs_of(normal_rounds[2])
    assert verify_draw(third).equal
    type_round(day_without_power, client, third)

    normal_lines = [(line.entrant, line.place, line.values) for line in normal_day.standings()]
    assert [
        (line.entrant, line.place, line.values) for line in day_without_power.standings()
    ] == normal_lines
    assert day_without_power.draw().matches.count() == 3
