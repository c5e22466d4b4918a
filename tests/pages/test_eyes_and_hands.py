"""Tests of the main pages on a slow phone, without colours, with the keyboard and at large zoom."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.site import Site
from tests.pages.visitor import DESK, PHONE, Visitor, fail_on_faults
from tests.rows import cases

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME, T = "De muchas maneras", "/t/de-muchas-maneras/"
PUBLIC = ["", "emparejamientos/", "clasificacion/", "mesa/"]
STAFF = ["panel/", "inscripciones/", "control/", "rondas/", "imprimir/"]
SLOWER, MOST_SHIFT = 6, 0.05  # slowdown of the processor; most cumulative layout shift
WATCH_SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts.push(one.value);
})).observe({type: "layout-shift", buffered: true});"""
# Controls less than 44 px high, without links in sentences, which WCAG 2.5.5 exempts.
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "button, select, summary, input:not([type=hidden]), .places a, .button, a.tile")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => !one.closest(".visually-hidden") && one.getBoundingClientRect().width > 2)
  .map((one) => [one, ...[one, one.labels?.[0] ?? one].map((each) => each.getBoundingClientRect())])
  .filter(([, own, label]) => Math.max(label.height, own.height) < 44)
  .map(([one, own]) => `${one.outerHTML.slice(0, 90)}: ${Math.round(own.height)} px`)"""
# The number of tiles without an edge or without a word; a page without colours must have none.
BARE_TILES = """() => [...document.querySelectorAll(".tile")].filter((one) =>
  getComputedStyle(one).borderTopStyle === "none"
  || !one.querySelector(".tile__state").innerText.trim()).length"""
# Controls and pictures that a screen reader would read without a name.
NAMELESS = """() => [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, svg[role], img:not([alt])")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => !(one.ariaLabel || one.title || one.alt || one.innerText?.trim()
    || one.getAttribute("aria-labelledby") || one.textContent?.trim()
    || [...one.labels ?? []].some((label) => label.textContent.trim())))
  .map((one) => one.outerHTML.slice(0, 120))"""
# The focused control, whether its focus is visible, and whether it comes before the last focused
# control.
FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const style = getComputedStyle(one), before = window.last;
  window.last = one;
  return {
    what: one.outerHTML.slice(0, 90),
    seen: style.outlineStyle !== "none" || style.boxShadow !== "none",
    before: Boolean(before
      && before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING),
  };
}"""
HEIGHT = "document.documentElement.scrollHeight"


@pytest.fixture(scope="module")
def day(site: Site) -> Site:
    """The site with a tournament of sixteen tables in its second round."""
    site.inside("demo", entries=32, rounds=1, name=NAME)
    return site


@pytest.fixture
def organiser(chromium: Browser, day: Site) -> Iterator[Visitor]:
    visitor = Visitor(chromium, day.url, PHONE)
    with fail_on_faults(day, visitor):
        visitor.log_in((day.var / "demo_password").read_text())
        yield visitor


def shift_of(page: Page, url: str) -> float:
    """Return the layout shift of a page that a slow phone opens for the first time."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_500)
    total: float = page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)")
    return total


def test_no_page_shifts_while_its_fonts_load_on_a_slow_phone(organiser: Visitor):
    page = organiser.page
    devtools = organiser.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.add_init_script(WATCH_SHIFTS)
    shifts = {path: shift_of(page, f"{organiser.url}{T}{path}") for path in [*PUBLIC, *STAFF]}
    assert {path: shift for path, shift in shifts.items() if shift > MOST_SHIFT} == {}


def test_every_control_is_at_least_44_px_high_on_a_phone(organiser: Visitor):
    small = {}
    for path in [*PUBLIC, *STAFF]:
        organiser.go(f"{T}{path}")
        if targets := organiser.page.evaluate(SMALL_TARGETS):
            small[path] = targets
    assert small == {}


def test_every_tile_shows_its_state_without_colours(organiser: Visitor):
    organiser.page.emulate_media(forced_colors="active")
    organiser.go(f"{T}control/")
    assert organiser.page.locator(".tile").count() == 16
    assert organiser.page.evaluate(BARE_TILES) == 0


def test_no_animation_runs_for_people_who_reduce_motion(organiser: Visitor):
    for path in [*PUBLIC, *STAFF, "pantalla/"]:
        organiser.go(f"{T}{path}")
        assert organiser.page.evaluate("document.getAnimations().length") == 0, path


def test_a_focused_tile_keeps_the_focus_when_another_tile_changes(
    chromium: Browser, organiser: Visitor, day: Site
):
    desk = Visitor(chromium, day.url, DESK)
    page = desk.page
    desk.context.add_cookies(organiser.context.cookies())
    desk.go(f"{T}control/")
    tile = page.locator("a.tile", has_text="9").first
    tile.focus()
    focused = page.evaluate("document.activeElement.href")
    organiser.go(f"{T}control/")
    organiser.page.get_by_label("Mesa y resultado").fill("3 30 30")
    organiser.page.keyboard.press("Enter")
    expect(organiser.page.get_by_text("ganador:").first).to_be_visible()
    organiser.page.keyboard.press("Enter")
    expect(page.locator(".tile--playing")).to_have_count(15, timeout=30_000)
    assert page.evaluate("document.activeElement.href") == focused


def test_the_rows_of_the_pairings_are_low_on_a_phone(organiser: Visitor):
    organiser.go(f"{T}emparejamientos/")
    page = organiser.page
    rows = page.locator(".matches--rows .match")
    heights = sorted(rows.nth(n).bounding_box()["height"] for n in range(rows.count()))  # type: ignore[index]
    assert heights[0] <= 64 and heights[-1] <= 120 and page.evaluate(HEIGHT) <= 2_300, heights
    first = rows.first
    with page.expect_navigation():
        first.click()
    assert "/acta/" in page.url or "/partida/" in page.url


def test_a_match_on_the_front_page_is_at_most_200_px_high(chromium: Browser, day: Site):
    desk = Visitor(chromium, day.url, DESK)
    desk.go(T)
    heights = [card.bounding_box()["height"] for card in desk.page.locator(".match").all()]  # type: ignore[index]
    assert heights and max(heights) <= 200, heights


def test_a_result_button_or_enter_between_the_boxes_writes_a_coto(organiser: Visitor):
    page = organiser.page
    organiser.go(f"{T}emparejamientos/")
    code = page.locator(".match__foot--playing a").last.get_attribute("href").split("/")[-2]  # type: ignore[union-attr]
    acta = f"{T}acta/{code}/"
    organiser.go(acta)
    page.get_by_role("button", name="3–1").click()
    expect(page.get_by_role("button", name="Guardar")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("code", has_text="coto 3-1")).to_have_count(1)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("code", has_text="coto 1-3")).to_have_count(1)


def test_each_tile_and_box_has_its_own_name_for_a_screen_reader(organiser: Visitor):
    page = organiser.page
    organiser.go(f"{T}control/")
    names = page.locator(".hall-map").aria_snapshot()
    states = "jugando|libre|hecho|tiempo|reclamación|confirmar"
    tables = re.findall(rf'link "Mesa (\d+)[^"]*(?:{states})', names)
    assert len(tables) == page.locator("a.tile").count() > 10, names
    for path in [*PUBLIC, *STAFF]:
        organiser.go(f"{T}{path}")
        assert page.evaluate(NAMELESS) == [], path
    organiser.go(f"{T}emparejamientos/")
    code = page.locator(".match__foot--playing a").last.get_attribute("href").split("/")[-2]  # type: ignore[union-attr]
    organiser.go(f"{T}acta/{code}/")
    assert page.evaluate(NAMELESS) == []
    boxes = page.locator("main form input[inputmode=numeric]")
    names = [box.evaluate("(one) => one.labels[0].textContent") for box in boxes.all()]
    assert len(set(names)) == len(names) >= 2, names


def test_tab_goes_down_the_page_with_a_visible_focus(organiser: Visitor):
    page = organiser.page
    for path in ["control/", "inscripciones/", "panel/"]:
        organiser.go(f"{T}{path}")
        stops = []
        for _press in range(40):
            page.keyboard.press("Tab")
            if (stop := page.evaluate(FOCUS)) is None:
                break
            stops.append(stop)
        assert len(stops) > 10, path
        assert [stop for stop in stops if not stop["seen"]] == [], path
        assert [stop for stop in stops if stop["before"]] == [], path


def test_the_focus_returns_to_the_search_after_the_list_changes(organiser: Visitor):
    page = organiser.page
    organiser.go(f"{T}inscripciones/?puerta=1")
    search = page.get_by_role("searchbox").first
    search.fill("1")
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    expect(search).to_be_focused()


@cases("width", 640, 320)  # 1280 px at 200 % and 400 % (WCAG 1.4.10)
def test_every_page_fits_its_width_at_200_and_400_percent(organiser: Visitor, width: int):
    page = organiser.page
    page.set_viewport_size({"width": width, "height": 512})
    wide = {}
    for path in [*PUBLIC, *STAFF]:
        organiser.go(f"{T}{path}")
        if (scroll_width := page.evaluate("document.documentElement.scrollWidth")) > width:
            wide[path] = scroll_width
    assert wide == {}
