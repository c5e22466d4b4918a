"""A person with a browser, who records every fault of the pages that he opens."""

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
TURNED_PHONE = {"width": 844, "height": 390}
ZOOMED_DESK = {"width": 640, "height": 450}  # the desk's screen at 200 %
SHOTS = os.environ.get("TAPETE_SHOTS")  # the folder of the screenshots of checked pages, if any

AXE = Axe()
VIOLATIONS = """async () => {
  const {violations} = await axe.run({resultTypes: ["violations"], selectors: false});
  return violations.map(
    ({id, impact, nodes}) => ({id, impact, nodes: nodes.map(({html}) => html.slice(0, 120))}));
}"""

# Beginnings of the console messages of htmx about a request whose page closes before the answer. A
# real fault also writes a message of another kind.
ABORT_MESSAGES = ("htmx:afterRequest", "htmx:sendAbort")
# The most pixels that the frame may take of 900 on a desk and of 844 on a telephone, by width.
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

FOCUS_BODY = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""

FOCUSED_CONTROL = """() => {
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

UNREACHED_CONTROLS = """() => [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .filter((one) => one.type !== "radio" || [...document.getElementsByName(one.name)]
    .find((other) => other.form === one.form) === one)
  .filter((one) => one.dataset.reached !== "yes")
  .map((one) => one.outerHTML.slice(0, 90))"""


class Visitor:
    """A browser context with one page; `faults` has the faults noticed in it."""

    def __init__(self, browser: Browser, url: str, viewport: dict[str, int] = DESK) -> None:
        self.url, self.viewport = url, viewport
        self.context = browser.new_context(
            viewport=viewport, locale="es-ES", timezone_id="Europe/Madrid", reduced_motion="reduce"
        )
        self.context.set_default_timeout(30_000)
        self.hands = Hands(self.context)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.looked_names: list[str] = []
        self._expected_status = 0
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.fault(f"JavaScript: {error}"))

    def fault(self, description: str) -> None:
        self.faults.append(f"{urlsplit(self.page.url).path}: {description}")

    def _on_console(self, message: ConsoleMessage) -> None:
        is_refused = self._expected_status and f"status of {self._expected_status}" in message.text
        is_aborted = message.text.startswith(ABORT_MESSAGES)
        if message.type in ("error", "warning") and not is_refused and not is_aborted:
            self.fault(f"console: {message.text}")

    @contextmanager
    def refusal(self, status: int = 400) -> Iterator[None]:
        """Expect a refusal with this status in the block: its console message is no fault."""
        self._expected_status = status
        yield
        self._expected_status = 0

    def log_in(self, password: str) -> None:
        """Log in as the organiser of the demo."""
        self.go("/cuenta/login/")
        self.page.get_by_label("Usuario").fill("organizacion")
        self.page.get_by_label("Contraseña").fill(password)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def go(self, path: str) -> None:
        self.hands.counts["addresses"] += 1
        answer = self.page.goto(f"{self.url}{path}")
        assert answer is not None and answer.status == 200, f"{path}: {answer and answer.status}"

    def follow(self, control: Locator) -> None:
        """Click a link or a button and wait for the next page."""
        with self.page.expect_navigation():
            control.click()

    def look(self, name: str) -> None:
        """Check the open page at the size of a telephone and of a desk.

        Pages are also checked by turns on a turned telephone and at a zoom of 200 %. Axe is slow
        and `test_axe` covers every page, so it checks one page in four here. `./dev test --long`
        does every check on every page.
        """
        self.looked_names.append(name)
        with self.hands.pause_counting():
            self._look(name)

    def _look(self, name: str) -> None:
        turn = len(self.looked_names)
        for index, (width, viewport) in enumerate((("390", PHONE), ("1280", DESK))):
            self._resize(viewport)
            self._check_width(f"{name} at {width} px")
            self._check_frame(f"{name} at {width} px", HIGHEST_FRAME[width])
            if LONG or turn % 8 == 4 * index:
                self._check_with_axe(f"{name} at {width} px")
            if SHOTS:
                shot = Path(SHOTS) / f"{turn:02}-{name}-{width}.png"
                self.page.screenshot(path=shot, full_page=True)
        views = (("on a telephone turned", TURNED_PHONE), ("at 200 %", ZOOMED_DESK))
        for words, viewport in views if LONG else [views[turn % 2]]:
            self._resize(viewport)
            self._check_width(f"{name} {words}")
        self._resize(self.viewport)

    def _resize(self, viewport: dict[str, int]) -> None:
        """Change the size and wait for the page's script, which folds and unfolds menus."""
        self.page.set_viewport_size(viewport)
        self.page.evaluate(TWO_FRAMES)

    def _check_width(self, description: str) -> None:
        extra = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if extra > 0:
            self.fault(f"{description}: {extra} px too wide")

    def _check_frame(self, description: str, highest: int) -> None:
        height = self.page.evaluate(FRAME_HEIGHT)
        if height > highest:
            self.fault(f"{description}: the frame takes {height} px, more than {highest}")
        if self.page.evaluate(PLACES_CUT):
            self.fault(f"{description}: a place of the frame is out of sight")

    def _check_with_axe(self, description: str) -> None:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.axe_script)
        for violation in self.page.evaluate(VIOLATIONS):
            nodes = "; ".join(violation["nodes"][:3])
            self.fault(f"{description}: axe {violation['impact']} {violation['id']}: {nodes}")

    def walk_by_tab(self, name: str) -> None:
        """Press Tab through the page: each control must get the focus and show it."""
        self.page.evaluate(FOCUS_BODY)
        for _press in range(400):
            self.page.keyboard.press("Tab")
            focus = self.page.evaluate(FOCUSED_CONTROL)
            if focus is None:
                break
            html, is_visible = focus
            if not is_visible:
                self.fault(f"{name}: the focus cannot be seen on {html}")
        else:
            self.fault(f"{name}: Tab never comes to the end")
        for html in self.page.evaluate(UNREACHED_CONTROLS):
            self.fault(f"{name}: Tab never reaches {html}")


@contextmanager
def fail_on_faults(site: Site, *visitors: Visitor) -> Iterator[None]:
    """Fail if a visitor noticed a fault in the block, or the site logged an error.

    A failure of the block gets the faults and the logs as a note.
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
