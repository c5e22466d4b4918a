"""A phone that keeps what it was told when it is closed, and what the database has of an acta."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, expect

from tests.pages.conftest import ARGUMENTS, CHROMIUM
from tests.pages.site import Site
from tests.pages.visitor import PHONE, SHOTS

DEMO = "maraton-de-demostracion"
TELEPHONE: Any = {"viewport": PHONE, "locale": "es-ES", "timezone_id": "Europe/Madrid"}
MISSING = """async () => {
  const names = await caches.keys();
  const cache = (start) => caches.open(names.find((name) => name.startsWith(start)) ?? "none");
  const kept = (await (await cache("tapete-files-")).keys()).map((one) => one.url);
  const scripts = [...document.scripts].map((one) => one.src).filter(Boolean);
  const page = await (await cache("tapete-pages-")).match(location.href);
  return [
    ...(navigator.serviceWorker.controller ? [] : ["the worker"]),
    ...(page ? [] : [location.href]),
    ...scripts.filter((name) => !kept.includes(name)),
  ];
}"""


def tables(site: Site) -> list[tuple[str, str, str]]:
    """The code, the tournament and the link of each table of the demo, the first one first."""
    return [tuple(table) for table in site.inside("tables", slug=DEMO)]


def written(site: Site, code: str) -> list[str]:
    return list(site.inside("written", code=code))


def opened(chromium: Browser, **how: Any) -> Page:
    """A page of a phone, for as long as a test."""
    return chromium.new_context(**TELEPHONE, **how).new_page()


@contextmanager
def phone(chromium: Browser, folder: Path) -> Iterator[Page]:
    """A phone taken out of the pocket: what it kept when it was closed is still in its folder."""
    context = chromium.browser_type.launch_persistent_context(
        str(folder), executable_path=CHROMIUM, args=ARGUMENTS, **TELEPHONE
    )
    yield context.pages[0]
    context.close()


def look(page: Page, name: str) -> None:
    """Nothing goes out of the screen; and a picture, if a folder for them is given."""
    page.wait_for_load_state()  # measured before its styles come, any page is too wide
    extra = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert extra <= 0, f"{name}: {extra} px too wide"
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}-390.png", full_page=True)


def coto(page: Page, one: int, other: int) -> None:
    boxes = page.get_by_label("Partidas de")
    boxes.first.fill(str(one))
    boxes.last.fill(str(other))
    page.get_by_role("button", name="Guardar").click()


def sits_down(page: Page, site: Site, link: str, side: int = 0) -> None:
    """Open the link of a table and say with whom one plays."""
    page.goto(site.url + link)
    page.locator(".whose button").nth(side).click()
    expect(page.locator("main .board, main #apunte").first).to_be_visible()


def closed_and_opened(page: Page) -> Page:
    """Another page of the same phone; what the first had in memory is gone."""
    page.close()
    return page.context.new_page()


def opens_again(page: Page, address: str) -> None:
    """A browser just started may ask the network before its worker is up: then one asks again."""
    for _attempt in range(20):
        try:
            page.goto(address)
            return
        except Error as error:
            print(error.message)
            page.wait_for_timeout(250)
    raise AssertionError(f"{address} is not kept")


def is_kept(page: Page) -> None:
    """The worker has the page and its files."""
    for _attempt in range(300):
        missing = page.evaluate(MISSING)
        if not missing:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not kept: {missing}")


def logs_in(page: Page, site: Site, name: str, url: str = "") -> None:
    """Enter with one of the accounts of the demo."""
    page.goto(f"{url or site.url}/cuenta/login/")
    page.get_by_label("Usuario").fill(name)
    page.get_by_label("Contraseña").fill((site.var / "demo_password").read_text())
    page.locator("main form button").first.click()
    expect(page.get_by_text("Ha entrado")).to_be_visible()


def unsent(page: Page, count: int) -> None:
    expect(page.locator("#sin-enviar")).to_contain_text(f"{count} sin enviar, desde las")


def next_is(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Anotación {number}")).to_be_visible()
