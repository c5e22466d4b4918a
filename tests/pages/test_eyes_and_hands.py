"""The main pages as people meet them: on a slow phone, with few colours, without a mouse."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.site import Site
from tests.pages.visitor import DESK, PHONE, Visitor, watched
from tests.rows import cases

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME, T = "De muchas maneras", "/t/de-muchas-maneras/"
PUBLIC = ["", "emparejamientos/", "clasificacion/", "mesa/"]
STAFF = ["panel/", "inscripciones/", "control/", "rondas/", "imprimir/"]
SLOWER, MOST_SHIFT = 6, 0.05  # times; cumulative layout shift
WATCH_SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts.push(one.value);
})).observe({type: "layout-shift", buffered: true});"""
# What is pressed, but for links inside a sentence, which WCAG 2.5.5 leaves out.
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "button, select, summary, input:not([type=hidden]), .places a, .button, a.tile")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => !one.closest(".visually-hidden") && one.getBoundingClientRect().width > 2)
  .map((one) => [one, ...[one, one.labels?.[0] ?? one].map((each) => each.getBoundingClientRect())])
  .filter(([, own, label]) => Math.max(label.height, own.height) < 44)
  .map(([one, own]) => `${one.outerHTML.slice(0, 90)}: ${Math.round(own.height)} px`)"""
# Without the colours of the page a tile keeps its edge and its word.
BARE_TILES = """() => [...document.querySelectorAll(".tile")].filter((one) =>
  getComputedStyle(one).borderTopStyle === "none"
  || !one.querySelector(".tile__state").innerText.trim()).length"""
# What may be pressed or filled in, and is heard without a word of its own.
NAMELESS = """() => [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, svg[role], img:not([alt])")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => !(one.ariaLabel || one.title || one.alt || one.innerText?.trim()
    || one.getAttribute("aria-labelledby") || one.textContent?.trim()
    || [...one.labels ?? []].some((label) => label.textContent.trim())))
  .map((one) => one.outerHTML.slice(0, 120))"""
# Whether the focus is seen: a ring, or an edge of another colour; and whether it went back up.
FOCUSED = """() => {
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
    """Sixteen tables in their second round."""
    site.inside("demo", entries=32, rounds=1, name=NAME)
    return site


@pytest.fixture
def organiser(chromium: Browser, day: Site) -> Iterator[Visitor]:
    visitor = Visitor(chromium, day.url, PHONE)
    with watched(day, visitor):
        visitor.log_in((day.var / "demo_password").read_text())
        yield visitor


def shift_of(page: Page, url: str) -> float:
    """Return the layout shift of a page that a slow phone opens for the first time."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_500)
    total: float = page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)")
    return total


def test_nothing_moves_while_the_typefaces_come(organiser: Visitor):
    page = organiser.page
    devtools = organiser.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.add_init_script(WATCH_SHIFTS)
    moved = {path: shift_of(page, f"{organiser.url}{T}{path}") for path in [*PUBLIC, *STAFF]}
    assert {path: shift for path, shift in moved.items() if shift > MOST_SHIFT} == {}


def test_every_target_takes_a_finger(organiser: Visitor):
    small = {}
    for path in [*PUBLIC, *STAFF]:
        organiser.go(f"{T}{path}")
        if found := organiser.page.evaluate(SMALL_TARGETS):
            small[path] = found
    assert small == {}


def test_a_state_is_told_without_colour(organiser: Visitor):
    organiser.page.emulate_media(forced_colors="active")
    organiser.go(f"{T}control/")
    assert organiser.page.locator(".tile").count() == 16
    assert organiser.page.evaluate(BARE_TILES) == 0


def test_nothing_runs_for_whoever_wants_no_motion(organiser: Visitor):
    for path in [*PUBLIC, *STAFF, "pantalla/"]:
        organiser.go(f"{T}{path}")
        assert organiser.page.evaluate("document.getAnimations().length") == 0, path


def test_the_focus_stays_where_it_was_while_the_hall_changes(
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


def test_the_pairings_are_rows_on_a_phone(organiser: Visitor):
    organiser.go(f"{T}emparejamientos/")
    page = organiser.page
    rows = page.locator(".matches--rows .match")
    heights = sorted(rows.nth(n).bounding_box()["height"] for n in range(rows.count()))  # type: ignore[index]
    assert heights[0] <= 64 and heights[-1] <= 120 and page.evaluate(HEIGHT) <= 2_300, heights
    first = rows.first
    with page.expect_navigation():
        first.click()
    assert "/acta/" in page.url or "/partida/" in page.url


def test_a_result_without_a_table_fills_its_card(chromium: Browser, day: Site):
    desk = Visitor(chromium, day.url, DESK)
    desk.go(T)
    heights = [one.bounding_box()["height"] for one in desk.page.locator(".match").all()]  # type: ignore[index]
    assert heights and max(heights) <= 200, heights


def test_a_key_of_a_result_or_intro_between_the_boxes_writes_a_coto(organiser: Visitor):
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


def test_each_tile_board_and_box_has_a_name_that_is_heard(organiser: Visitor):
    """Names as the browser gives them to a screen reader."""
    page = organiser.page
    organiser.go(f"{T}control/")
    heard = page.locator(".hall-map").aria_snapshot()
    states = "jugando|libre|hecho|tiempo|reclamación|confirmar"
    tables = re.findall(rf'link "Mesa (\d+)[^"]*(?:{states})', heard)
    assert len(tables) == page.locator("a.tile").count() > 10, heard
    for path in [*PUBLIC, *STAFF]:
        organiser.go(f"{T}{path}")
        assert page.evaluate(NAMELESS) == [], path
    organiser.go(f"{T}emparejamientos/")
    code = page.locator(".match__foot--playing a").last.get_attribute("href").split("/")[-2]  # type: ignore[union-attr]
    organiser.go(f"{T}acta/{code}/")
    assert page.evaluate(NAMELESS) == []
    boxes = page.locator("main form input[inputmode=numeric]")
    heard = [box.evaluate("(one) => one.labels[0].textContent") for box in boxes.all()]
    assert len(set(heard)) == len(heard) >= 2, heard


def test_tab_goes_down_the_page_and_shows_where_it_is(organiser: Visitor):
    page = organiser.page
    for path in ["control/", "inscripciones/", "panel/"]:
        organiser.go(f"{T}{path}")
        places = []
        for _press in range(40):
            page.keyboard.press("Tab")
            if (place := page.evaluate(FOCUSED)) is None:
                break
            places.append(place)
        assert len(places) > 10, path
        assert [place for place in places if not place["seen"]] == [], path
        assert [place for place in places if place["before"]] == [], path


def test_the_focus_returns_to_the_search_once_the_list_is_replaced(organiser: Visitor):
    page = organiser.page
    organiser.go(f"{T}inscripciones/?puerta=1")
    search = page.get_by_role("searchbox").first
    search.fill("1")
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    expect(search).to_be_focused()


@cases("width", 640, 320)  # 1280 px at 200 % and at 400 %, as WCAG 1.4.10 asks
def test_a_page_twice_or_four_times_as_large_fits_its_width(organiser: Visitor, width: int):
    page = organiser.page
    page.set_viewport_size({"width": width, "height": 512})
    wide = {}
    for path in [*PUBLIC, *STAFF]:
        organiser.go(f"{T}{path}")
        if (found := page.evaluate("document.documentElement.scrollWidth")) > width:
            wide[path] = found
    assert wide == {}
