"""Acts of a day of 12 trios: three groups of four, whose first two go to a bracket."""

from typing import Any

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.playing import Api
from tests.pages.visitor import Visitor
from tests.sizes import size

TRIOS = [tuple(f"{name} {town}" for name in ("Pilar", "Jorge", "Nieves")) for town in staff.TOWNS]
BLOCK = "Jugador 1\tJugador 2\tJugador 3\n" + "\n".join("\t".join(trio) for trio in TRIOS)
WINNING_LINES = ("chico 30-12", "chico 30-25")
PHONE_TABLES = size(1, long=4)  # tables of round 1 that write on two phones


def create_day(visitor: Visitor) -> str:
    slug = staff.create_tournament(
        visitor,
        "nieves",
        "Truco de trios",
        {"game": "truco", "length": "pica_pica", "entries": "12"},
        recipe="groups_bracket",
        sentence="cuadro con los 2 primeros de cada uno",
    )
    staff.paste_entries(visitor, BLOCK, 12, "tríos")
    return slug


def write_on_two_phones(
    phone_a: Visitor, phone_b: Visitor, match: dict[str, Any], api: Api
) -> None:
    """Write two chicos on the phone of side A and confirm them on the open phone of side B."""
    _sit_down(phone_a, match, 0, api)
    _sit_down(phone_b, match, 1, api)
    expect(phone_b.page.locator("#apunte")).to_be_visible()
    phone_a.page.get_by_role("link", name="Chico", exact=True).click()
    for number, (points_a, points_b) in enumerate(((30, 12), (30, 25)), 1):
        expect(phone_a.page.get_by_role("heading", name=f"Anotación {number}")).to_be_visible()
        expect(phone_a.page.locator("#apunte [name=points_a]")).to_be_visible()
        boxes = phone_a.page.locator("#apunte [name^=points_]")
        boxes.first.fill(str(points_a))
        boxes.last.fill(str(points_b))
        phone_a.page.get_by_role("button", name="Guardar").click()
    expect(phone_a.page.get_by_role("heading", name="Pendiente de confirmar por")).to_be_visible()
    phone_a.look("table-waiting-for-the-other")
    phone_b.page.get_by_role("button", name="Estamos de acuerdo").click()
    for phone in (phone_a, phone_b):
        expect(phone.page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()


def _sit_down(phone: Visitor, match: dict[str, Any], side: int, api: Api) -> None:
    phone.go(api.table_link(match).removeprefix(phone.url))
    phone.follow(phone.page.get_by_role("button", name=match["sides"][side]["title"]))


def play_groups(
    visitor: Visitor, phones: tuple[Visitor, Visitor], slug: str, api: Api
) -> dict[int, set[int]]:
    """Play all rounds of the groups; return the group of each trio, with the trio itself."""
    groups: dict[int, set[int]] = {number: {number} for number in range(1, 13)}
    phones[0].go(f"/t/{slug}/emparejamientos/")
    for round in (1, 2, 3):
        if round < 3:
            staff.open_place(visitor, "Hoy")
        if round == 1:
            staff.draft_round(visitor, "Sortear la ronda 1")
            staff.check_round_names(visitor, phones[0], ["Ronda 1"])
        else:
            staff.draw_round(visitor, round)
        for match in api.matches(stage=1, round=round):
            trios = {side["entry"] for side in match["sides"]}
            for number in trios:
                groups[number] |= trios
        if round == 1:
            for match in [m for m in api.matches(stage=1, round=1) if m["table"]][:PHONE_TABLES]:
                write_on_two_phones(*phones, match, api)
        staff.play_all(api, WINNING_LINES, stage=1, round=round)
    assert [len(group) for group in groups.values()] == [4] * 12, groups
    staff.open_place(visitor, "Clasificación")
    visitor.look("standings-groups")
    return groups


def draft_bracket(visitor: Visitor) -> None:
    """Draw the bracket; its draft shows when two trios of a group may meet."""
    staff.open_place(visitor, "Hoy")
    staff.open_bracket(visitor, "Cuadro final")
    staff.draft_round(visitor, "Sortear los cuartos de final")
    visitor.look("draft-of-groups")
    expect(visitor.page.get_by_text("mismo grupo").first).to_be_visible()


def check_groups_apart(api: Api, groups: dict[int, set[int]]) -> None:
    """Assert that the trios of a group are in different halves: they can meet only in the final."""
    first_round = sorted(api.matches(stage=2, round=1), key=lambda match: match["position"])
    assert len(first_round) == 4, first_round  # two of them are byes
    for half in (first_round[:2], first_round[2:]):
        numbers = [side["entry"] for match in half for side in match["sides"]]
        for number in numbers:
            assert groups[number].intersection(numbers) == {number}, (number, numbers)


def read_final_standings(visitor: Visitor) -> None:
    text = staff.print_final_standings(visitor, 12)
    assert all(name in text for trio in TRIOS for name in trio)
