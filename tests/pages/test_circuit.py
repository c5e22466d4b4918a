"""Test of a federation's circuit in browsers: three halls, each with its own site, and a final.

Each hall plays its phase and downloads it as a file. The federation uploads the three files to its
own site, makes a ranking, enters the first two of each phase in the final, and closes the accounts
of the final to the cent.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import getting_ready, staff, till
from tests.pages.hands import total_counts
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults
from tests.sizes import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HALLS = ("Teruel", "Alcañiz", "Daroca")
ROUNDS = 3  # of a bracket of eight pairs
GOING_ON = 2  # pairs of each phase that qualify for the final
PAIRS = {
    hall: [(f"Ana {town} {hall}", f"Blas {town} {hall}", hall) for town in staff.TOWNS[:8]]
    for hall in HALLS
}
# The same two people play in two halls, with another spelling.
PAIRS["Teruel"][7] = ("José Ibáñez", "Raúl Yus", "Caminreal")
PAIRS["Alcañiz"][7] = ("Jose Ibañez", "Raul Yus", "Caminreal")
MOST_CLICKS = {"hall": 15, "federation": 122}


@pytest.fixture
def halls(tmp_path: Path) -> Iterator[list[Site]]:
    """Three sites, each with its own folder and database."""
    with ExitStack() as closing:
        sites = [Site(tmp_path / name) for name in "abc"]
        for site in sites:
            closing.callback(site.close)
            site.start()
        yield sites


def play_rounds(site: Site, slug: str) -> None:
    for _round in range(ROUNDS):
        site.inside("draw_round", slug=slug)
        site.inside("play_open", slug=slug)


def play_phase(visitor: Visitor, site: Site, hall: str, folder: Path) -> Path:
    """Create and play the phase of a hall; return its downloaded tournament file."""
    slug = staff.create_tournament(
        visitor,
        "organiza",
        f"Fase de {hall}",
        {"length": "un_coto_de_4", "entries": "8", "tables": "4"},
        recipe="knockout",
        sentence="Eliminatoria",
    )
    block = "Jugador 1\tJugador 2\tPueblo\n" + "\n".join("\t".join(pair) for pair in PAIRS[hall])
    staff.paste_entries(visitor, block, len(PAIRS[hall]), "parejas")
    play_rounds(site, slug)
    staff.open_more(visitor, "Ajustes")
    with visitor.page.expect_download() as saving:
        visitor.page.locator("a[href$='/ajustes/archivo/']").click()
    path = folder / saving.value.suggested_filename
    saving.value.save_as(path)
    assert path.suffix == ".tapete"
    return path


def upload_tournament(visitor: Visitor, path: Path) -> str:
    """Upload a tournament file; return the slug of its tournament."""
    visitor.go("/torneos/traer/")
    visitor.page.get_by_label("Archivo del torneo").set_input_files(path)
    till.press(visitor, "Traer el torneo")
    expect(visitor.page.locator(".message").filter(has_text="Torneo traído")).to_be_visible()
    return staff.slug_of(visitor.page)


def upload_again(visitor: Visitor, path: Path) -> None:
    """Upload a file a second time: it is refused with a link to the tournament."""
    visitor.go("/torneos/traer/")
    visitor.page.get_by_label("Archivo del torneo").set_input_files(path)
    with visitor.refusal(409):
        till.press(visitor, "Traer el torneo")
    visitor.look("brought-twice")
    visitor.follow(visitor.page.get_by_role("link", name="Ir al torneo que ya está aquí"))


def create_club(visitor: Visitor, slugs: list[str]) -> None:
    """Create the club of the federation and give it these tournaments."""
    visitor.go("/clubes/")
    till.fill(visitor, name="Federación Aragonesa", town="Zaragoza")
    till.press(visitor, "Crear el club")
    for slug in slugs:
        visitor.go(f"/t/{slug}/club/")
        visitor.page.locator("[name=club]").select_option(label="Federación Aragonesa")
        till.press(visitor, "Guardar")


def create_final(visitor: Visitor) -> str:
    """Create the final from the page of the club; return its slug."""
    visitor.go("/clubes/")
    visitor.follow(visitor.page.get_by_role("link", name="Federación Aragonesa"))
    visitor.look("club")
    visitor.follow(visitor.page.get_by_role("link", name="Crear un torneo del club"))
    return staff.follow_recipe(
        visitor,
        "Final de Aragón",
        {"length": "un_coto_de_4", "entries": "6", "tables": "3"},
        recipe="knockout",
        sentence="Eliminatoria",
    )


def create_season(visitor: Visitor) -> None:
    """Create the season of the circuit: the final and three phases with two places each in it."""
    page = visitor.page
    visitor.go("/clubes/")
    visitor.follow(page.get_by_role("link", name="Federación Aragonesa"))
    visitor.follow(page.get_by_role("link", name="Nueva temporada o circuito"))
    till.fill(visitor, name="Circuito 2026")
    page.get_by_label("La clasificación es pública").check()
    till.press(visitor, "Guardar")
    page.locator("[name=tournament]").select_option(label="Final de Aragón")
    till.press(visitor, "Añadir")
    for hall in HALLS:
        page.locator("[name=tournament]").select_option(label=f"Fase de {hall}")
        page.locator("[name=feeds]").select_option(label="Final de Aragón")
        till.fill(visitor, places=str(GOING_ON))
        till.press(visitor, "Añadir")
    visitor.look("season-tournaments")


def enter_qualifiers(visitor: Visitor) -> None:
    """Enter the first two pairs of each phase in the final; a repeated press enters nobody twice.

    The pair that played in two phases is unchecked: the next pair takes its place.
    """
    page = visitor.page
    for hall in (*HALLS, HALLS[0]):
        phase = page.locator("section.card").filter(has_text=f"Fase de {hall}")
        visitor.follow(phase.get_by_role("link", name="Ver las inscripciones que pasan"))
        expect(page.locator("[name=numbers]:checked")).to_have_count(GOING_ON)
        pair = page.get_by_label(re.compile("Ib[aá]ñez"))
        if pair.count() and pair.is_checked():
            pair.uncheck()
            page.locator("[name=numbers]").nth(GOING_ON).check()
        till.press(visitor, "Inscribirlas en la fase siguiente")
    expect(page.locator(".message")).to_contain_text("Inscripciones nuevas en la fase siguiente: 0")
    visitor.look("qualifiers-brought")


def take_payments(visitor: Visitor) -> None:
    """Collect 30 € from each of six pairs, from one in two payments; charge two meals to one."""
    page = visitor.page
    till.set_fee(visitor, "30", extra="Comida", price="12")
    staff.open_more(visitor, "Cuentas")
    visitor.follow(page.get_by_role("link", name="Ver la cuenta").first)
    till.fill(visitor, pay_amount="12,50", pay_method="bizum")
    till.press(visitor, "Anotar el cobro")
    staff.open_more(visitor, "Cuentas")
    visitor.follow(page.get_by_role("link", name="Ver la cuenta").nth(1))
    page.locator("summary", has_text="Cargar un extra").click()
    till.fill(visitor, extra_quantity="2")
    till.press(visitor, "Cargar el extra")
    visitor.look("account-of-an-entry")
    staff.open_place(visitor, "Inscripciones")
    staff.mark_all(visitor)
    staff.open_more(visitor, "Cuentas")
    visitor.look("accounts")


def check_ranking(player: Visitor) -> None:
    """Assert that the public ranking has each person once, also people with two spellings."""
    page = player.page
    player.go("/club/federacion-aragonesa/temporadas/circuito-2026/")
    player.look("season")
    rows = page.get_by_role("table", name="Clasificación de la temporada").locator("tbody tr")
    row = rows.filter(has_text="Ibáñez")
    expect(row).to_have_count(1)
    row.locator("summary").click()
    for hall in ("Teruel", "Alcañiz"):
        expect(row).to_contain_text(f"Fase de {hall}")
    assert (
        rows.count()
        == len({person for pairs in PAIRS.values() for pair in pairs for person in pair[:2]}) - 2
    )


def test_a_circuit_of_three_halls_ends_in_a_final_with_closed_accounts(
    chromium: Browser, site: Site, halls: list[Site], tmp_path: Path
) -> None:
    files = []
    for hall, hall_site in zip(HALLS, halls, strict=True):
        organiser = Visitor(chromium, hall_site.url)
        with fail_on_faults(hall_site, organiser):
            files.append(play_phase(organiser, hall_site, hall, tmp_path))
        counts = total_counts([organiser.hands])
        print(hall, counts)
        assert LONG or counts["clicks and addresses"] <= MOST_CLICKS["hall"]
        organiser.context.close()

    federation, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, federation, player):
        federation.go("/cuenta/signup/?next=/torneos/nuevo/")
        getting_ready.register(federation, "federacion")
        slugs = [upload_tournament(federation, path) for path in files]
        upload_again(federation, files[0])
        create_club(federation, slugs)
        final = create_final(federation)
        create_season(federation)
        enter_qualifiers(federation)

        federation.go(f"/t/{final}/inscripciones/")
        entries = federation.page.get_by_role("table", name="6 parejas").locator("tbody tr")
        expect(entries).to_have_count(len(HALLS) * GOING_ON)
        for hall in HALLS:
            expect(entries.filter(has_text=f"puesto en Fase de {hall}")).to_have_count(GOING_ON)
        take_payments(federation)
        till.set_purse(federation, "90", "5", ("50", "30", "20"))
        play_rounds(site, final)
        prizes = till.pay_prizes(federation)
        assert prizes == [80, 45, 30], "90 % of 180 € is 162 €, by steps of 5 €"
        till.record_expense(federation, "45,20", "Alquiler del salón", method="transfer")
        closing = till.read_closing_account(federation)
        assert closing["Total de entradas"] == 6 * 30 + 2 * 12
        assert closing["Total de salidas"] == sum(prizes) + Decimal("45.20")
        assert closing["Saldo"] == Decimal("3.80")
        check_ranking(player)
    counts = total_counts([federation.hands])
    print("federation", counts)
    assert LONG or counts["clicks and addresses"] <= MOST_CLICKS["federation"]
