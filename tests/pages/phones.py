"""Acts and checks of phones in a browser, also of a phone that keeps its data when it closes."""

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
    """Return the code, the slug and the link of each table of the demo, in order."""
    return [tuple(table) for table in site.inside("tables", slug=DEMO)]


def stored_lines(site: Site, code: str) -> list[str]:
    return list(site.inside("stored_lines", code=code))


def open_phone_page(chromium: Browser, **options: Any) -> Page:
    """Open a page of a new phone, which the test closes at its end."""
    return chromium.new_context(**TELEPHONE, **options).new_page()


@contextmanager
def persistent_phone(chromium: Browser, folder: Path) -> Iterator[Page]:
    """Open a page of a phone whose storage is in `folder`, also after the phone is closed."""
    context = chromium.browser_type.launch_persistent_context(
        str(folder), executable_path=CHROMIUM, args=ARGUMENTS, **TELEPHONE
    )
    yield context.pages[0]
    context.close()


def check_width(page: Page, name: str) -> None:
    """Assert that the page fits the width of the screen; take a screenshot if `SHOTS` is set."""
    page.wait_for_load_state()  # without its styles any page is too wide
    extra = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert extra <= 0, f"{name}: {extra} px too wide"
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}-390.png", full_page=True)


def coto(page: Page, a: int, b: int) -> None:
    """Write a coto of `a` to `b` partidas and press «Guardar»."""
    boxes = page.get_by_label("Partidas de")
    boxes.first.fill(str(a))
    boxes.last.fill(str(b))
    page.get_by_role("button", name="Guardar").click()


def sit_down(page: Page, site: Site, link: str, side: int = 0) -> None:
    """Open the link of a table and choose the side of this phone."""
    page.goto(site.url + link)
    page.locator(".whose button").nth(side).click()
    expect(page.locator("main .board, main #apunte").first).to_be_visible()


def reopen(page: Page) -> Page:
    """Close the page and open another one on the same phone, without the memory of the first."""
    page.close()
    return page.context.new_page()


def open_from_cache(page: Page, address: str) -> None:
    """Open an address without network, with retries until the service worker has started."""
    for _attempt in range(20):
        try:
            page.goto(address)
            return
        except Error as error:
            print(error.message)
            page.wait_for_timeout(250)
    raise AssertionError(f"{address} is not cached")


def wait_until_cached(page: Page) -> None:
    """Wait until the service worker has cached the page and its scripts."""
    for _attempt in range(300):
        missing = page.evaluate(MISSING)
        if not missing:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not cached: {missing}")


def log_in_as(page: Page, site: Site, name: str, url: str = "") -> None:
    """Log in with one of the accounts of the demo."""
    page.goto(f"{url or site.url}/cuenta/login/")
    page.get_by_label("Usuario").fill(name)
    page.get_by_label("Contraseña").fill((site.var / "demo_password").read_text())
    page.locator("main form button").first.click()
    expect(page.get_by_text("Ha entrado")).to_be_visible()


def check_unsent(page: Page, count: int) -> None:
    """Assert that the phone shows this number of unsent lines."""
    expect(page.locator("#sin-enviar")).to_contain_text(f"{count} sin enviar, desde las")


def check_next_line(page: Page, number: int) -> None:
    """Assert that the page waits for the line of this number."""
    expect(page.get_by_role("heading", name=f"Anotación {number}")).to_be_visible()
