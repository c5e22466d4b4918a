"""The day of 12 trios: four groups of three, and the two first of each to a bracket."""

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.playing import Api, prints
from tests.pages.visitor import Visitor
from tests.rows import words

TRIOS = [
    tuple(f"{name} {town}" for name in ("Pilar", "Jorge", "Nieves"))
    for town in words(
        "Albarracín Bronchales Cella Daroca Ejulve Fortanete Gea Híjar Jarque Libros Mora",
        "Noguera",
    )
]
BLOCK = "Jugador 1\tJugador 2\tJugador 3\n" + "\n".join("\t".join(trio) for trio in TRIOS)
WON = ("chico 30-12", "chico 30-25")
BRACKET = ("Cuartos de final", "Semifinales", "Final")


def gets_ready(visitor: Visitor) -> str:
    slug = staff.creates(
        visitor,
        "nieves",
        "Truco de trios",
        {
            "tables": "6",
            "game": "truco",
            "truco_preset": "pica_pica",
            "format": "groups",
            "groups_size": "3",
            "seed": "tres por mesa",
        },
    )
    staff.plans_stage(visitor, slug, "Cuadro", "Los primeros de cada grupo", 2)
    staff.pastes(visitor, slug, BLOCK, 12, "tríos")
    return slug


def plays_the_groups(visitor: Visitor, slug: str, api: Api) -> dict[int, set[int]]:
    """All their rounds; returns with whom each trio was in a group, itself included."""
    groups: dict[int, set[int]] = {number: {number} for number in range(1, 13)}
    for round in (1, 2, 3):
        staff.drafts(visitor, slug, f"Sortear la ronda {round}")
        if round == 1:
            staff.told_alike(visitor, slug, round, ["Ronda 1"])
        else:
            staff.publishes(visitor)
        for match in api.matches(stage=1, round=round):
            met = {side["entry"] for side in match["sides"]}
            for number in met:
                groups[number] |= met
        staff.plays_all(api, WON, stage=1, round=round)
    assert [len(group) for group in groups.values()] == [3] * 12, groups
    visitor.go(f"/t/{slug}/clasificacion/")
    visitor.look("standings-groups")
    return groups


def keeps_groups_apart(visitor: Visitor, slug: str, api: Api, groups: dict[int, set[int]]) -> None:
    """Two of a group are in different halves: they can only meet in the final, and it is said."""
    page = visitor.page
    staff.opens_bracket(visitor, slug, "Cuadro")
    staff.drafts(visitor, slug, "Sortear la ronda 4")
    visitor.look("draft-of-groups")
    expect(page.get_by_text("mismo grupo").first).to_be_visible()
    staff.told_alike(visitor, slug, 4, [BRACKET[0]])
    first = sorted(api.matches(stage=2, round=1), key=lambda match: match["position"])
    for half in (first[:2], first[2:]):
        there = [side["entry"] for match in half for side in match["sides"]]
        for number in there:
            assert groups[number].intersection(there) == {number}, (number, there)


def plays_to_the_end(visitor: Visitor, slug: str, api: Api) -> None:
    page = visitor.page
    for serial, name in enumerate(BRACKET, 4):
        if serial > 4:
            staff.drafts(visitor, slug, f"Sortear la ronda {serial}")
            staff.told_alike(visitor, slug, serial, [name])
        staff.agrees_in_public(page, visitor.url, slug, serial)
        staff.plays_all(api, WON, stage=2, round=serial - 3)
    visitor.go(f"/t/{slug}/clasificacion/torneo/")
    expect(page.locator("table.standings tbody tr")).to_have_count(12)
    visitor.look("whole-event-trios")
    paper = prints(visitor, slug, "Clasificación del torneo")
    assert all(name in paper for trio in TRIOS for name in trio)
