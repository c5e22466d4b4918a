"""A federation's circuit in real browsers: three halls, each on its own machine, and one final.

Each hall plays its phase and takes it away as a file. The federation brings the three files to its
own machine, ranks the people, brings the first two of each phase to the final, and closes the
accounts of the final to the cent.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import getting_ready, staff, till
from tests.pages.hands import count_of_all
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, watched
from tests.sizes import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HALLS = ("Teruel", "Alcañiz", "Daroca")
ROUNDS = 3  # of a bracket of eight
GOING_ON = 2
PAIRS = {
    hall: [(f"Ana {town} {hall}", f"Blas {town} {hall}", hall) for town in staff.TOWNS[:8]]
    for hall in HALLS
}
# The same two people play in two halls, spelt otherwise.
PAIRS["Teruel"][7] = ("José Ibáñez", "Raúl Yus", "Caminreal")
PAIRS["Alcañiz"][7] = ("Jose Ibañez", "Raul Yus", "Caminreal")
MOST_CLICKS = {"hall": 15, "federation": 118}


@pytest.fixture
def halls(tmp_path: Path) -> Iterator[list[Site]]:
    """Three machines, each with its own folder and database."""
    with ExitStack() as closing:
        sites = [Site(tmp_path / name) for name in "abc"]
        for site in sites:
            closing.callback(site.close)
            site.start()
        yield sites


def plays(site: Site, slug: str) -> None:
    for _round in range(ROUNDS):
        site.inside("draw_round", slug=slug)
        site.inside("play_open", slug=slug)


def plays_a_phase(visitor: Visitor, site: Site, hall: str, folder: Path) -> Path:
    """The phase of a hall, from the account of its organiser to the file; returns the file."""
    slug = staff.creates(
        visitor,
        "organiza",
        f"Fase de {hall}",
        {"length": "un_coto_de_4", "entries": "8", "tables": "4"},
        recipe="knockout",
        sentence="Eliminatoria",
    )
    block = "Jugador 1\tJugador 2\tPueblo\n" + "\n".join("\t".join(pair) for pair in PAIRS[hall])
    staff.pastes(visitor, block, len(PAIRS[hall]), "parejas")
    plays(site, slug)
    staff.opens_more(visitor, "Ajustes")
    with visitor.page.expect_download() as saving:
        visitor.page.locator("a[href$='/ajustes/archivo/']").click()
    path = folder / saving.value.suggested_filename
    saving.value.save_as(path)
    assert path.suffix == ".tapete"
    return path


def brings(visitor: Visitor, path: Path) -> str:
    """Upload the file of a tournament; returns its slug."""
    visitor.go("/torneos/traer/")
    visitor.page.get_by_label("Archivo del torneo").set_input_files(path)
    till.presses(visitor, "Traer el torneo")
    expect(visitor.page.locator(".message").filter(has_text="Torneo traído")).to_be_visible()
    return staff.slug_of(visitor.page)


def brings_it_twice(visitor: Visitor, path: Path) -> None:
    """The second time nothing is doubled, and the page leads to the tournament."""
    visitor.go("/torneos/traer/")
    visitor.page.get_by_label("Archivo del torneo").set_input_files(path)
    with visitor.refusal(409):
        till.presses(visitor, "Traer el torneo")
    visitor.look("brought-twice")
    visitor.follow(visitor.page.get_by_role("link", name="Ir al torneo que ya está aquí"))


def founds_a_club(visitor: Visitor, slugs: list[str]) -> None:
    """The club of the federation, with the phases that it has brought."""
    visitor.go("/clubes/")
    till.fills(visitor, name="Federación Aragonesa", town="Zaragoza")
    till.presses(visitor, "Crear el club")
    for slug in slugs:
        visitor.go(f"/t/{slug}/club/")
        visitor.page.locator("[name=club]").select_option(label="Federación Aragonesa")
        till.presses(visitor, "Guardar")


def announces_the_final(visitor: Visitor) -> str:
    """From the page of the club; returns the slug of the final."""
    visitor.go("/clubes/")
    visitor.follow(visitor.page.get_by_role("link", name="Federación Aragonesa"))
    visitor.look("club")
    visitor.follow(visitor.page.get_by_role("link", name="Crear un torneo del club"))
    return staff.follows_a_recipe(
        visitor,
        "Final de Aragón",
        {"length": "un_coto_de_4", "entries": "6", "tables": "3"},
        recipe="knockout",
        sentence="Eliminatoria",
    )


def makes_a_season(visitor: Visitor) -> None:
    """The season of the circuit: the final, and the three phases that give two places each."""
    page = visitor.page
    visitor.go("/clubes/")
    visitor.follow(page.get_by_role("link", name="Federación Aragonesa"))
    visitor.follow(page.get_by_role("link", name="Nueva temporada o circuito"))
    till.fills(visitor, name="Circuito 2026")
    page.get_by_label("La clasificación es pública").check()
    till.presses(visitor, "Guardar")
    page.locator("[name=tournament]").select_option(label="Final de Aragón")
    till.presses(visitor, "Añadir")
    for hall in HALLS:
        page.locator("[name=tournament]").select_option(label=f"Fase de {hall}")
        page.locator("[name=feeds]").select_option(label="Final de Aragón")
        till.fills(visitor, places=str(GOING_ON))
        till.presses(visitor, "Añadir")
    visitor.look("season-tournaments")


def calls_the_qualifiers(visitor: Visitor) -> None:
    """The first two of each phase enter the final; a second press enters nobody twice.

    The pair that played two phases cannot come: its place is for the next one.
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
        till.presses(visitor, "Inscribirlas en la fase siguiente")
    expect(page.locator(".message")).to_contain_text("Inscripciones nuevas en la fase siguiente: 0")
    visitor.look("qualifiers-brought")


def takes_the_money(visitor: Visitor) -> None:
    """30 € from each of six pairs, one in two parts, and two meals from another."""
    page = visitor.page
    till.sets_the_fee(visitor, "30", extra="Comida", price="12")
    staff.opens_more(visitor, "Cuentas")
    visitor.follow(page.get_by_role("link", name="Ver la cuenta").first)
    till.fills(visitor, pay_amount="12,50", pay_method="bizum")
    till.presses(visitor, "Anotar el cobro")
    staff.opens_more(visitor, "Cuentas")
    visitor.follow(page.get_by_role("link", name="Ver la cuenta").nth(1))
    page.locator("summary", has_text="Cargar un extra").click()
    till.fills(visitor, extra_quantity="2")
    till.presses(visitor, "Cargar el extra")
    visitor.look("account-of-an-entry")
    staff.opens(visitor, "Inscripciones")
    till.presses(visitor, "Todos pagados")
    till.presses(visitor, "Todos presentes")
    staff.opens_more(visitor, "Cuentas")
    visitor.look("accounts")


def reads_the_ranking(player: Visitor) -> None:
    """The public reads the ranking; people who played two phases under two spellings are there
    once."""
    page = player.page
    player.go("/club/federacion-aragonesa/temporadas/circuito-2026/")
    player.look("season")
    rows = page.get_by_role("table", name="Clasificación de la temporada").locator("tbody tr")
    twice = rows.filter(has_text="Ibáñez")
    expect(twice).to_have_count(1)
    twice.locator("summary").click()
    for hall in ("Teruel", "Alcañiz"):
        expect(twice).to_contain_text(f"Fase de {hall}")
    assert (
        rows.count()
        == len({person for pairs in PAIRS.values() for pair in pairs for person in pair[:2]}) - 2
    )


def test_a_circuit_of_three_halls_and_its_final(
    chromium: Browser, site: Site, halls: list[Site], tmp_path: Path
) -> None:
    files = []
    for hall, machine in zip(HALLS, halls, strict=True):
        organiser = Visitor(chromium, machine.url)
        with watched(machine, organiser):
            files.append(plays_a_phase(organiser, machine, hall, tmp_path))
        counts = count_of_all([organiser.hands])
        print(hall, counts)
        assert LONG or counts["clicks and addresses"] <= MOST_CLICKS["hall"]
        organiser.context.close()

    federation, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with watched(site, federation, player):
        federation.go("/cuenta/signup/?next=/torneos/nuevo/")
        getting_ready.registers(federation, "federacion")
        slugs = [brings(federation, path) for path in files]
        brings_it_twice(federation, files[0])
        founds_a_club(federation, slugs)
        final = announces_the_final(federation)
        makes_a_season(federation)
        calls_the_qualifiers(federation)

        federation.go(f"/t/{final}/inscripciones/")
        entries = federation.page.get_by_role("table", name="6 parejas").locator("tbody tr")
        expect(entries).to_have_count(len(HALLS) * GOING_ON)
        for hall in HALLS:
            expect(entries.filter(has_text=f"puesto en Fase de {hall}")).to_have_count(GOING_ON)
        takes_the_money(federation)
        till.sets_the_purse(federation, "90", "5", ("50", "30", "20"))
        plays(site, final)
        prizes = till.pays_the_prizes(federation)
        assert prizes == [80, 45, 30], "90 % of 180 € is 162 €, by steps of 5 €"
        till.spends(federation, "45,20", "Alquiler del salón", method="transfer")
        closing = till.adds_up(federation)
        assert closing["Total de entradas"] == 6 * 30 + 2 * 12
        assert closing["Total de salidas"] == sum(prizes) + Decimal("45.20")
        assert closing["Saldo"] == Decimal("3.80")
        reads_the_ranking(player)
    counts = count_of_all([federation.hands])
    print("federation", counts)
    assert LONG or counts["clicks and addresses"] <= MOST_CLICKS["federation"]
