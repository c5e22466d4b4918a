"""A table without network: what is written waits on the phone, neither lost nor doubled."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright

from tests.pages.conftest import ARGUMENTS, CHROMIUM
from tests.pages.site import ROOT, Site
from tests.pages.visitor import PHONE, SHOTS

pytestmark = pytest.mark.browser

# The links of two tables in play, and what an acta says, as the database has it.
LINKS = """
import json
from scoring.table_links import table_url
from tournaments.models import Match
playing = Match.objects.filter(state="playing").order_by("number")[:2]
print(json.dumps([[m.code, m.tournament.slug, table_url("", m)] for m in playing]))
"""
WRITTEN = """
import json
from scoring.models import Hand
hands = Hand.objects.filter(acta__live=True, acta__match__code={code!r}).order_by("number")
print(json.dumps([h.line for h in hands]))
"""
ELSEWHERE = """
from scoring.services.actas import record_hand
from tournaments.models import Match
record_hand(match=Match.objects.get(code={code!r}), author=None, line="coto 0-3", number=1)
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, which goes down in the middle of a match."""
    served = Site(tmp_path_factory.mktemp("hall"))
    try:
        served.start()
        served.manage("demo", "--entries", "6", "--rounds", "0")
        yield served
    finally:
        served.stop()


def asks(site: Site, program: str) -> str:
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", program]
    told = subprocess.run(
        command, cwd=ROOT, env=site.environment, check=True, capture_output=True, text=True
    )
    return told.stdout


def written(site: Site, code: str) -> list[str]:
    return list(json.loads(asks(site, WRITTEN.format(code=code))))


def phone(playwright: Playwright, folder: Path) -> BrowserContext:
    """A phone that keeps what a browser keeps when it is closed and opened again."""
    return playwright.chromium.launch_persistent_context(
        str(folder), executable_path=CHROMIUM, args=ARGUMENTS, viewport=PHONE,
        locale="es-ES", timezone_id="Europe/Madrid",
    )  # fmt: skip


def look(page: Page, name: str) -> None:
    extra = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert extra <= 0, f"{name}: {extra} px too wide"
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"offline-{name}-390.png", full_page=True)


def coto(page: Page, one: int, other: int) -> None:
    boxes = page.get_by_label("Partidas de")
    boxes.first.fill(str(one))
    boxes.last.fill(str(other))
    page.get_by_role("button", name="Guardar").click()


def sits_down(page: Page, site: Site, link: str) -> None:
    page.goto(site.url + link)
    page.locator(".whose button, [type=radio]").first.click()
    if page.locator("#apunte").count() == 0:
        page.locator("main form button").first.click()
    expect(page.locator("#apunte")).to_be_visible()


def opens_again(page: Page, address: str) -> None:
    """A browser just started may ask the network before its worker is up: then one asks again."""
    for _attempt in range(5):
        try:
            page.goto(address)
            return
        except Error as error:
            print(error.message)
            page.wait_for_timeout(1000)
    raise AssertionError(f"{address} is not kept")


KEPT = """async () => {
  const names = await caches.keys();
  const pages = names.find((name) => name.startsWith("tapete-pages-"));
  const files = names.find((name) => name.startsWith("tapete-files-"));
  if (!pages || !files || !navigator.serviceWorker.controller) return false;
  const kept = (await (await caches.open(files)).keys()).map((one) => one.url);
  const scripts = performance.getEntriesByType("resource").map((one) => one.name)
    .filter((name) => name.includes("/static/") && name.endsWith(".js"));
  return Boolean(await (await caches.open(pages)).match(location.href))
    && scripts.length > 0 && scripts.every((name) => kept.includes(name));
}"""


def is_kept(page: Page) -> None:
    """The worker has the page and its files."""
    for _attempt in range(60):
        if page.evaluate(KEPT):
            return
        page.wait_for_timeout(500)
    raise AssertionError("the worker keeps nothing")


def test_a_match_written_while_the_server_is_down_and_the_phone_is_restarted(
    hall: Site, tmp_path: Path
) -> None:
    (code, slug, link), _other = json.loads(asks(hall, LINKS))
    table = f"{hall.url}/t/{slug}/mesa/{code}/"
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        context = phone(playwright, tmp_path / "phone")
        page = context.new_page()
        sits_down(page, hall, link)
        coto(page, 3, 1)
        expect(page.get_by_role("heading", name="Línea 2")).to_be_visible()
        assert written(hall, code) == ["coto 3-1"]
        is_kept(page)

        hall.stop()
        coto(page, 2, 2)  # what cannot be is told by the phone itself
        expect(page.get_by_text("No puede acabar 2-2").first).to_be_visible()
        look(page, "device-says")
        coto(page, 2, 3)
        expect(page.locator("#sin-enviar")).to_contain_text("1 sin enviar, desde las")
        expect(page.get_by_role("heading", name="Línea 3")).to_be_visible()
        look(page, "waiting")
        context.close()

        context = phone(playwright, tmp_path / "phone")
        page = context.new_page()
        opens_again(page, table)
        expect(page.locator("#sin-enviar")).to_contain_text("1 sin enviar, desde las")
        expect(page.get_by_role("heading", name="Línea 3")).to_be_visible()
        coto(page, 3, 0)
        expect(page.locator("#sin-enviar")).to_contain_text("2 sin enviar, desde las")
        look(page, "restarted")
        page.goto(f"{hall.url}/t/{slug}/clasificacion/")
        expect(page.get_by_role("heading", name="Sin conexión")).to_be_visible()
        expect(page.locator("#sin-enviar")).to_contain_text("2 sin enviar, desde las")
        look(page, "page-not-kept")

        hall.start()
        page.goto(table)
        expect(page.get_by_role("heading", name="¿Están todos de acuerdo?")).to_be_visible()
        expect(page.locator("#sin-enviar")).to_be_hidden()
        context.close()
    assert written(hall, code) == ["coto 3-1", "coto 2-3", "coto 3-0"]


def test_lines_written_on_an_old_acta_show_both_versions(hall: Site, tmp_path: Path) -> None:
    *_first, (code, _slug, link) = json.loads(asks(hall, LINKS))
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        context = phone(playwright, tmp_path / "phone")
        page = context.new_page()
        sits_down(page, hall, link)
        context.set_offline(True)
        coto(page, 3, 1)
        expect(page.get_by_role("heading", name="Línea 2")).to_be_visible()
        coto(page, 3, 2)
        expect(page.locator("#sin-enviar")).to_contain_text("2 sin enviar")
        asks(hall, ELSEWHERE.format(code=code))
        context.set_offline(False)

        panel = page.locator("#pendientes section")
        expect(panel).to_contain_text("El acta ha cambiado mientras apuntaba sin red")
        expect(panel.locator(".account").first).to_contain_text("coto 0-3")
        expect(panel.locator(".account").last).to_contain_text("coto 3-2")
        expect(page.locator("#apunte")).to_be_hidden()
        look(page, "conflict")
        page.reload()
        expect(panel.locator(".account").last).to_contain_text("coto 3-1")

        panel.get_by_role("button", name="Discutirla").click()
        expect(page.get_by_role("heading", name="Lo decide el árbitro")).to_be_visible()
        expect(page.locator("#sin-enviar")).to_be_hidden()
        look(page, "disputed")
        context.close()
    assert written(hall, code) == ["coto 0-3"]
