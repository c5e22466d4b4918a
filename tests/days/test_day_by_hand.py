"""The light goes in round 2: the day goes on by hand from the packet, and is typed in later."""

import re

import pytest

from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.rounds.selectors.verification import verify_draw
from tests.days.hall import Day
from tournaments.models import Match, Round

RESULTS = ("2-0", "2-1", "1-2", "0-2")


def result(one: int, other: int) -> str:
    """Of any two, always the same: the lower number wins two in three."""
    low, high = sorted((one, other))
    said = RESULTS[(7 * low + 3 * high) % 3]
    return said if (one, other) == (low, high) else "-".join(reversed(said.split("-")))


def type_result(day: Day, client, match: Match) -> None:
    """Type the line of the desk twice, as somebody with the acta in hand."""
    one, other = (entry.number for entry in match.everybody)
    address = f"/t/{day.tournament.slug}/control/linea/"
    typed = {"linea": f"{match.code} {result(one, other)}"}
    page = client.post(address, typed, headers={"HX-Request": "true"}).text
    seen = re.search(r'name="visto" value="([^"]*)"', page)
    assert seen, page
    page = client.post(address, {**typed, "visto": seen[1]}, headers={"HX-Request": "true"}).text
    assert "Guardado:" in page


def type_round(day: Day, client, drawn: Round, most: int = 100) -> None:
    open_ones = drawn.matches.filter(state__in=["playing", "waiting"]).order_by("number")
    for match in open_ones.prefetch_related("sides__entry")[:most]:
        type_result(day, client, match)


def pairs_of(drawn: Round) -> list[str]:
    matches = drawn.matches.order_by("number").prefetch_related("sides__entry")
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
def test_what_was_played_by_hand_and_typed_in_is_the_same_day(begin, client_as, chema):
    whole, broken = begin_swiss(begin, "Con luz"), begin_swiss(begin, "Sin luz")
    client = client_as(whole.author)
    on_site = []
    for _number in range(3):
        on_site.append(whole.draw())
        type_round(whole, client, on_site[-1])

    # Another seed: what the site would draw in round 3 is not what the hall plays.
    first = broken.draw()
    assert pairs_of(first) == pairs_of(on_site[0])
    type_round(broken, client, first)
    second = broken.draw()
    assert pairs_of(second) == pairs_of(on_site[1])
    type_round(broken, client, second, most=1)
    stage = broken.stage
    stage.seed = "otra cosa"
    stage.save(update_fields=["seed"])

    packet = SHEETS["emergency"].pieces(broken.stage.tournament, PrintAsk("emergency"))
    codes = {
        value
        for chunk in packet
        for stamp in chunk.stamps
        for field, value in stamp.items()
        if field.endswith(".code")
    }
    left = second.matches.filter(state="playing")
    assert codes == set(left.values_list("code", flat=True)) and len(codes) == 2

    # The light is back: the rest of round 2 by its codes, and round 3 as the hall paired it.
    type_round(broken, client, second)
    address = f"/t/{broken.tournament.slug}/rondas/"
    client.post(f"{address}sortear/", {"number": "3"})
    third = broken.stage.rounds.get(number=3)
    assert third.state == Round.State.DRAFT and pairs_of(third) != pairs_of(on_site[2])
    written = {"pairings": ", ".join(pairs_of(on_site[2])), "reason": "se fue la luz"}
    page = client.post(f"{address}3/a-mano/", written, follow=True).text
    assert "Emparejada como la ha escrito" in page and "se fue la luz" in page
    version = re.search(r'name="version" value="([^"]*)"', page)[1]
    client.post(f"{address}3/publicar/", {"version": version})
    third.refresh_from_db()
    assert pairs_of(third) == pairs_of(on_site[2])
    assert verify_draw(third).equal
    type_round(broken, client, third)

    told = [(line.entrant, line.place, line.values) for line in whole.standings()]
    assert [(line.entrant, line.place, line.values) for line in broken.standings()] == told
    assert broken.draw().matches.count() == 3
