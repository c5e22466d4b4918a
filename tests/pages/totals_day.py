"""The day of 18 individuals at tables of four and of five: four sessions, the best three count."""

from collections import Counter, defaultdict
from typing import Any

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.playing import Api
from tests.pages.visitor import Visitor

COUNT, SESSIONS, BEST = 18, 4, 3
PEOPLE = [f"{name} {town}" for name in ("Aurelio", "Blanca", "Cosme") for town in staff.TOWNS[:6]]
BLOCK = "\n".join(PEOPLE)


def gets_ready(visitor: Visitor) -> str:
    """By the recipe; that the best three count, and tables of five, are said in *Ajustes*."""
    page = visitor.page
    slug = staff.creates(
        visitor,
        "cosme",
        "Tarot de otoño",
        {"game": "tarot", "entries": str(COUNT)},
        recipe="totals",
        sentence=f"Totales de {SESSIONS} rondas",
    )
    staff.opens_more(visitor, "Ajustes")
    page.locator("[name=totals_odd]").select_option("larger")
    page.locator("[name=totals_best]").fill(str(BEST))
    visitor.follow(page.get_by_role("button", name="Guardar los cambios"))
    staff.opens(visitor, "Hoy")
    staff.pastes(visitor, BLOCK, COUNT, "jugadores")
    return slug


def made(match: dict[str, Any], session: int) -> list[int]:
    """Return what each makes at a table where one wins all the deals from the others."""
    seats, stake = len(match["sides"]), 10 * match["table"] + session
    winner = (session + match["table"]) % seats
    return [stake * (seats - 1) if seat == winner else -stake for seat in range(seats)]


def plays_the_sessions(visitor: Visitor, api: Api) -> dict[int, list[int]]:
    """Return what each has made in each session: the desk writes the first, the API the others."""
    points: dict[int, list[int]] = defaultdict(list)
    larger: Counter[int] = Counter()
    for session in range(1, SESSIONS + 1):
        if session == 1:
            staff.opens(visitor, "Hoy")
            staff.drafts(visitor, "Sortear la ronda 1")
            visitor.look("draft-of-tables")
            staff.publishes(visitor)
            staff.opens(visitor, "La sala")
        else:
            staff.draws(visitor, session)
        matches = sorted(api.matches(round=session), key=lambda match: match["table"])
        assert sorted(len(match["sides"]) for match in matches) == [4, 4, 5, 5]
        for match in matches:
            for side, many in zip(match["sides"], made(match, session), strict=True):
                points[side["entry"]].append(many)
                larger[side["entry"]] += len(match["sides"]) == 5
        results = {match["table"]: _said(match, session) for match in matches}
        if session == 1:
            staff.writes_at_desk(visitor, results)
            continue
        for match in matches:
            deals = len(match["sides"])
            dealer = " dA" if deals == 5 else ""
            api.plays(match, f"repartos {deals} {results[match['table']]}{dealer}")
    assert {len(own) for own in points.values()} == {SESSIONS} and len(points) == COUNT
    assert max(larger.values()) - min(larger.values()) <= 1, larger
    return dict(points)


def _said(match: dict[str, Any], session: int) -> str:
    return " ".join(map(str, made(match, session)))


def reads_the_end(
    visitor: Visitor, player: Visitor, slug: str, points: dict[int, list[int]]
) -> None:
    """Each has the sum of his best three, on the page and on paper, and who won is on top."""
    page = player.page
    sums = {number: sum(sorted(own)[-BEST:]) for number, own in points.items()}
    player.go(f"/t/{slug}/clasificacion/")
    rows = page.locator("table.standings tbody tr[id]")
    expect(rows).to_have_count(COUNT)
    order = [int(str(row.get_attribute("id")).removeprefix("n-")) for row in rows.all()]
    assert [sums[number] for number in order] == sorted(sums.values(), reverse=True)
    for number in (order[0], order[-1]):
        shown = page.locator(f"#n-{number}").inner_text().replace("−", "-").replace(".", "")
        assert str(sums[number]) in shown.replace("+", ""), (sums[number], shown)
    player.look("standings-totals")
    rows.first.locator("summary").click()
    player.follow(rows.first.get_by_role("link"))
    player.look("entry-totals")
    paper = staff.hangs_the_end(visitor, COUNT)
    assert all(name in paper for name in PEOPLE)
