"""Acts of a day of 18 people at tables of four and five: the best three of four rounds count."""

from collections import Counter, defaultdict
from typing import Any

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.playing import Api
from tests.pages.visitor import Visitor

COUNT, SESSIONS, COUNTING_SESSIONS = 18, 4, 3
PEOPLE = [f"{name} {town}" for name in ("Aurelio", "Blanca", "Cosme") for town in staff.TOWNS[:6]]
BLOCK = "\n".join(PEOPLE)


def create_day(visitor: Visitor) -> str:
    """Create the tournament by a recipe; set the best three and tables of five in *Ajustes*."""
    page = visitor.page
    slug = staff.create_tournament(
        visitor,
        "cosme",
        "Tarot de otoño",
        {"game": "tarot", "entries": str(COUNT)},
        recipe="totals",
        sentence=f"Totales de {SESSIONS} rondas",
    )
    staff.open_more(visitor, "Ajustes")
    page.locator("[name=totals_odd]").select_option("larger")
    page.locator("[name=totals_best]").fill(str(COUNTING_SESSIONS))
    visitor.follow(page.get_by_role("button", name="Guardar los cambios"))
    staff.open_place(visitor, "Hoy")
    staff.paste_entries(visitor, BLOCK, COUNT, "jugadores")
    return slug


def scores_of(match: dict[str, Any], session: int) -> list[int]:
    """Return the score of each seat of a table where one person wins from all the others."""
    seats, stake = len(match["sides"]), 10 * match["table"] + session
    winner = (session + match["table"]) % seats
    return [stake * (seats - 1) if seat == winner else -stake for seat in range(seats)]


def play_sessions(visitor: Visitor, api: Api) -> dict[int, list[int]]:
    """Play all sessions; return the scores of each person by session.

    The results of the first session are typed at the desk, the others sent through the API.
    """
    points: dict[int, list[int]] = defaultdict(list)
    tables_of_five: Counter[int] = Counter()
    for session in range(1, SESSIONS + 1):
        if session == 1:
            staff.open_place(visitor, "Hoy")
            staff.draft_round(visitor, "Sortear la ronda 1")
            visitor.look("draft-of-tables")
            staff.publish(visitor)
            staff.open_place(visitor, "La sala")
        else:
            staff.draw_round(visitor, session)
        matches = sorted(api.matches(round=session), key=lambda match: match["table"])
        assert sorted(len(match["sides"]) for match in matches) == [4, 4, 5, 5]
        for match in matches:
            for side, score in zip(match["sides"], scores_of(match, session), strict=True):
                points[side["entry"]].append(score)
                tables_of_five[side["entry"]] += len(match["sides"]) == 5
        results = {match["table"]: _scores_in_words(match, session) for match in matches}
        if session == 1:
            staff.write_at_desk(visitor, results)
            continue
        for match in matches:
            deals = len(match["sides"])
            dealer = " dA" if deals == 5 else ""
            api.play(match, f"repartos {deals} {results[match['table']]}{dealer}")
    assert {len(scores) for scores in points.values()} == {SESSIONS} and len(points) == COUNT
    assert max(tables_of_five.values()) - min(tables_of_five.values()) <= 1, tables_of_five
    return dict(points)


def _scores_in_words(match: dict[str, Any], session: int) -> str:
    return " ".join(map(str, scores_of(match, session)))


def read_final_standings(
    visitor: Visitor, player: Visitor, slug: str, points: dict[int, list[int]]
) -> None:
    """Assert that the standings go by the sum of the best three sessions, and print them."""
    page = player.page
    sums = {number: sum(sorted(scores)[-COUNTING_SESSIONS:]) for number, scores in points.items()}
    player.go(f"/t/{slug}/clasificacion/")
    rows = page.locator("table.standings tbody tr[id]")
    expect(rows).to_have_count(COUNT)
    order = [int(str(row.get_attribute("id")).removeprefix("n-")) for row in rows.all()]
    assert [sums[number] for number in order] == sorted(sums.values(), reverse=True)
    for number in (order[0], order[-1]):
        row_text = page.locator(f"#n-{number}").inner_text().replace("−", "-").replace(".", "")
        assert str(sums[number]) in row_text.replace("+", ""), (sums[number], row_text)
    player.look("standings-totals")
    rows.first.locator("summary").click()
    player.follow(rows.first.get_by_role("link"))
    player.look("entry-totals")
    text = staff.print_final_standings(visitor, COUNT)
    assert all(name in text for name in PEOPLE)
