"""The day of 12 trios: three groups of four, and the two first of each to a bracket."""

from typing import Any

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.playing import Api
from tests.pages.visitor import Visitor
from tests.sizes import size

TRIOS = [tuple(f"{name} {town}" for name in ("Pilar", "Jorge", "Nieves")) for town in staff.TOWNS]
BLOCK = "Jugador 1\tJugador 2\tJugador 3\n" + "\n".join("\t".join(trio) for trio in TRIOS)
WON = ("chico 30-12", "chico 30-25")
ON_PHONES = size(1, long=4)  # tables of the first round that write on their own two


def gets_ready(visitor: Visitor) -> str:
    slug = staff.creates(
        visitor,
        "nieves",
        "Truco de trios",
        {"game": "truco", "length": "pica_pica", "entries": "12"},
        recipe="groups_bracket",
        sentence="cuadro con los 2 primeros de cada uno",
    )
    staff.pastes(visitor, BLOCK, 12, "tríos")
    return slug


def write_on_two_phones(one: Visitor, other: Visitor, match: dict[str, Any], api: Api) -> None:
    """Each trio on its own: one writes the two chicos, the other, which lay open all the
    while, agrees, and both see the end."""
    _sits_down(one, match, 0, api)
    _sits_down(other, match, 1, api)
    expect(other.page.locator("#apunte")).to_be_visible()
    one.page.get_by_role("link", name="Chico", exact=True).click()
    for written, (mine, theirs) in enumerate(((30, 12), (30, 25)), 1):
        expect(one.page.get_by_role("heading", name=f"Anotación {written}")).to_be_visible()
        expect(one.page.locator("#apunte [name=points_a]")).to_be_visible()
        boxes = one.page.locator("#apunte [name^=points_]")
        boxes.first.fill(str(mine))
        boxes.last.fill(str(theirs))
        one.page.get_by_role("button", name="Guardar").click()
    expect(one.page.get_by_role("heading", name="Pendiente de confirmar por")).to_be_visible()
    one.look("table-waiting-for-the-other")
    other.page.get_by_role("button", name="Estamos de acuerdo").click()
    for phone in (one, other):
        expect(phone.page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()


def _sits_down(phone: Visitor, match: dict[str, Any], side: int, api: Api) -> None:
    phone.go(api.table_link(match).removeprefix(phone.url))
    phone.follow(phone.page.get_by_role("button", name=match["sides"][side]["title"]))


def plays_the_groups(
    visitor: Visitor, phones: tuple[Visitor, Visitor], slug: str, api: Api
) -> dict[int, set[int]]:
    """All their rounds; returns with whom each trio was in a group, itself included."""
    groups: dict[int, set[int]] = {number: {number} for number in range(1, 13)}
    phones[0].go(f"/t/{slug}/emparejamientos/")
    for round in (1, 2, 3):
        if round < 3:
            staff.opens(visitor, "Hoy")
        if round == 1:
            staff.drafts(visitor, "Sortear la ronda 1")
            staff.told_alike(visitor, phones[0], ["Ronda 1"])
        else:
            staff.draws(visitor, round)
        for match in api.matches(stage=1, round=round):
            met = {side["entry"] for side in match["sides"]}
            for number in met:
                groups[number] |= met
        if round == 1:
            for match in [m for m in api.matches(stage=1, round=1) if m["table"]][:ON_PHONES]:
                write_on_two_phones(*phones, match, api)
        staff.plays_all(api, WON, stage=1, round=round)
    assert [len(group) for group in groups.values()] == [4] * 12, groups
    staff.opens(visitor, "Clasificación")
    visitor.look("standings-groups")
    return groups


def drafts_the_bracket(visitor: Visitor) -> None:
    """The draft says when two of a group may meet."""
    staff.opens(visitor, "Hoy")
    staff.opens_bracket(visitor, "Cuadro final")
    staff.drafts(visitor, "Sortear los cuartos de final")
    visitor.look("draft-of-groups")
    expect(visitor.page.get_by_text("mismo grupo").first).to_be_visible()


def keeps_groups_apart(api: Api, groups: dict[int, set[int]]) -> None:
    """Two of a group are in different halves: they can only meet in the final."""
    first = sorted(api.matches(stage=2, round=1), key=lambda match: match["position"])
    assert len(first) == 4, first  # two of them go on without playing
    for half in (first[:2], first[2:]):
        there = [side["entry"] for match in half for side in match["sides"]]
        for number in there:
            assert groups[number].intersection(there) == {number}, (number, there)


def reads_the_end(visitor: Visitor) -> None:
    paper = staff.hangs_the_end(visitor, 12)
    assert all(name in paper for trio in TRIOS for name in trio)
