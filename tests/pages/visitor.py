"""A person in front of a browser, who notices every fault of the pages they open."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page

from tests.pages.hands import Hands
from tests.pages.site import Site
from tests.sizes import LONG

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
TURNED = {"width": 844, "height": 390}
ZOOMED = {"width": 640, "height": 450}  # the desk's screen at 200 %
SHOTS = os.environ.get("TAPETE_SHOTS")  # a folder: every page looked at is drawn there

AXE = Axe()
VIOLATIONS = """async () => {
  const {violations} = await axe.run({resultTypes: ["violations"], selectors: false});
  return violations.map(
    ({id, impact, nodes}) => ({id, impact, nodes: nodes.map(({html}) => html.slice(0, 120))}));
}"""

# What htmx says of a request whose page is left before the answer; a fault of any other kind says
# something more.
LEFT = ("htmx:afterRequest", "htmx:sendAbort")
# Of the height of a screen of 900 px on a desk and 844 px on a telephone.
HIGHEST_FRAME = {"1280": 120, "390": 96}
FRAME_HEIGHT = """() => {
  const places = document.querySelector(".places");
  const below = places && getComputedStyle(places).position === "fixed";
  const heights = [document.querySelector(".frame"), below ? places : null]
    .map((part) => part?.getBoundingClientRect().height ?? 0);
  return Math.round(heights[0] + heights[1]);
}"""

PLACES_CUT = """() => {
  const row = document.querySelector(".places > ul");
  return row ? row.scrollWidth > row.clientWidth : false;
}"""

TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"

FROM_THE_TOP = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""

SEEN_BY_TAB = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const style = getComputedStyle(one);
  const group = one.type === "radio" ? [...document.getElementsByName(one.name)] : [one];
  const first = group.find((other) => other.form === one.form) ?? one;
  first.dataset.reached = "yes";
  const box = one.getBoundingClientRect();
  const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const marked = style.outlineStyle !== "none" || style.boxShadow !== "none";
  return [one.outerHTML.slice(0, 90), seen && marked];
}"""

NEVER_REACHED = """() => [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .filter((one) => one.type !== "radio" || [...document.getElementsByName(one.name)]
    .find((other) => other.form === one.form) === one)
  .filter((one) => one.dataset.reached !== "yes")
  .map((one) => one.outerHTML.slice(0, 90))"""


class Visitor:
    """One browser context with one page; `faults` gathers all that went wrong in it."""

    def __init__(self, browser: Browser, url: str, viewport: dict[str, int] = DESK) -> None:
        self.url, self.viewport = url, viewport
        self.context = browser.new_context(
            viewport=viewport, locale="es-ES", timezone_id="Europe/Madrid", reduced_motion="reduce"
        )
        self.context.set_default_timeout(30_000)
        self.hands = Hands(self.context)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.looked_at: list[str] = []
        self._refusing = 0
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.fault(f"JavaScript: {error}"))

    def fault(self, what: str) -> None:
        self.faults.append(f"{urlsplit(self.page.url).path}: {what}")

    def _console(self, message: ConsoleMessage) -> None:
        refused = self._refusing and f"status of {self._refusing}" in message.text
        left = message.text.startswith(LEFT)
        if message.type in ("error", "warning") and not refused and not left:
            self.fault(f"console: {message.text}")

    @contextmanager
    def refusal(self, status: int = 400) -> Iterator[None]:
        """Inside it the server is expected to refuse what is asked, which the console tells."""
        self._refusing = status
        yield
        self._refusing = 0

    def log_in(self, password: str) -> None:
        """Enter as the organiser of the demo."""
        self.go("/cuenta/login/")
        self.page.get_by_label("Usuario").fill("organizacion")
        self.page.get_by_label("Contraseña").fill(password)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def go(self, path: str) -> None:
        self.hands.done["addresses"] += 1
        answer = self.page.goto(f"{self.url}{path}")
        assert answer is not None and answer.status == 200, f"{path}: {answer and answer.status}"

    def follow(self, control: Locator) -> None:
        """Press a link or a button and wait for the page where it leads."""
        with self.page.expect_navigation():
            control.click()

    def look(self, name: str) -> None:
        """Check the page in hand on a telephone and on a desk, and by turns on a telephone turned
        or zoomed to 200 %. Axe takes longest, and `test_axe` has every page: here it looks at one
        page in four, by turns on a telephone and on a desk. With `./dev test --long` every page is
        looked at in every way."""
        self.looked_at.append(name)
        with self.hands.resting():
            self._look(name)

    def _look(self, name: str) -> None:
        turn = len(self.looked_at)
        for place, (width, viewport) in enumerate((("390", PHONE), ("1280", DESK))):
            self._resize(viewport)
            self._fits(f"{name} at {width} px")
            self._frame_is_small(f"{name} at {width} px", HIGHEST_FRAME[width])
            if LONG or turn % 8 == 4 * place:
                self._accessible(f"{name} at {width} px")
            if SHOTS:
                shot = Path(SHOTS) / f"{turn:02}-{name}-{width}.png"
                self.page.screenshot(path=shot, full_page=True)
        ways = (("on a telephone turned", TURNED), ("at 200 %", ZOOMED))
        for words, viewport in ways if LONG else [ways[turn % 2]]:
            self._resize(viewport)
            self._fits(f"{name} {words}")
        self._resize(self.viewport)

    def _resize(self, viewport: dict[str, int]) -> None:
        """Change the width, and let the page answer to it (its script folds and opens menus)."""
        self.page.set_viewport_size(viewport)
        self.page.evaluate(TWO_FRAMES)

    def _fits(self, where: str) -> None:
        extra = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if extra > 0:
            self.fault(f"{where}: {extra} px too wide")

    def _frame_is_small(self, where: str, highest: int) -> None:
        height = self.page.evaluate(FRAME_HEIGHT)
        if height > highest:
            self.fault(f"{where}: the frame takes {height} px, more than {highest}")
        if self.page.evaluate(PLACES_CUT):
            self.fault(f"{where}: a place of the frame is out of sight")

    def _accessible(self, where: str) -> None:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.axe_script)
        for found in self.page.evaluate(VIOLATIONS):
            nodes = "; ".join(found["nodes"][:3])
            self.fault(f"{where}: axe {found['impact']} {found['id']}: {nodes}")

    def walk_by_tab(self, name: str) -> None:
        """Tab through the whole page: everything is reached, and shows that it is."""
        self.page.evaluate(FROM_THE_TOP)
        for _press in range(400):
            self.page.keyboard.press("Tab")
            seen = self.page.evaluate(SEEN_BY_TAB)
            if seen is None:
                break
            html, shown = seen
            if not shown:
                self.fault(f"{name}: the focus cannot be seen on {html}")
        else:
            self.fault(f"{name}: Tab never comes to the end")
        for html in self.page.evaluate(NEVER_REACHED):
            self.fault(f"{name}: Tab never reaches {html}")


@contextmanager
def watched(site: Site, *visitors: Visitor) -> Iterator[None]:
    """Fail if a visitor has noticed a fault or the site has raised an error.

    A failure inside carries both as a note.
    """
    try:
        yield
    except (AssertionError, Error) as error:
        error.add_note("\n".join([*_faults(visitors), site.logs()]))
        raise
    assert not _faults(visitors), "\n".join(_faults(visitors))
    assert "Traceback" not in site.logs()


def _faults(visitors: tuple[Visitor, ...]) -> list[str]:
    return [fault for visitor in visitors for fault in visitor.faults]
