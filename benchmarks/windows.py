"""Seconds from the desk's Intro until each open page of a hall shows the result, in a real browser.

A desk saves the results of a round by its line, one after another. Five pages are open: a phone at
«¿Dónde me siento?», the standings, the bracket, a screen on the wall and the map of another helper.
Each page notes the moment at which its text about that result changes. The peer is the interval at
which pages poll: with an interval of 1.7 s and an instant answer, a page shows a result after
0.85 s on average and after 1.7 s at most.

    ./dev bench windows      or      .venv/bin/python benchmarks/windows.py [small]
"""

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import expect  # noqa: E402

from tests.pages.conftest import opened_chromium  # noqa: E402
from tests.pages.phones import log_in_as  # noqa: E402
from tests.pages.site import Site  # noqa: E402
from tests.pages.visitor import PHONE, Visitor  # noqa: E402

PAIRS, WANTED_SECONDS = 16, 2.0  # WANTED is the goal, in seconds
T = "/t/ventanas/"
WALL = {"width": 1920, "height": 1080}

# Note in `followed` the moment at which the text of a place changes.
NOTE_CHANGE = """(place) => {
  const says = () => document.querySelector(place)?.textContent.replace(/\\s+/g, " ") ?? "";
  const before = says();
  window.followed = 0;
  new MutationObserver((_all, watching) => {
    if (says() === before) return;
    window.followed = Date.now();
    watching.disconnect();
  }).observe(document, {childList: true, subtree: true, characterData: true});
}"""
CHANGE_MOMENT = """() => new Promise((go) => {
  const asking = setInterval(() => {
    if (window.followed) go(window.followed, clearInterval(asking));
  }, 50);
})"""
# Note in `intro` the moment of the desk's last Intro.
INTRO = """addEventListener("keydown", ({key}) => {
  if (key === "Enter") window.intro = Date.now();
}, true)"""


def main(results: int) -> int:
    """Measure and print the seconds of each page; return 0."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "site")
        try:
            site.start()
            site.inside("demo", entries=PAIRS, rounds=0, format="knockout", name="Ventanas")
            interval, seconds_of_page = _measure(site, results)
        finally:
            site.close()
    print(f"{results} results; seconds from the desk's Intro, the pages asking every {interval}")
    for name, seconds in seconds_of_page.items():
        mean, longest = sum(seconds) / len(seconds), max(seconds)
        comparison = f"{mean / (interval / 2):.1f} times the wait of the interval alone"
        print(f"{name:>20}  {mean:5.2f} on average, {longest:5.2f} at most   {comparison}")
    slow = [name for name, seconds in seconds_of_page.items() if max(seconds) > WANTED_SECONDS]
    print(f"longer than {WANTED_SECONDS} s:", ", ".join(slow) or "none")
    return 0


def _measure(site: Site, results: int) -> tuple[float, dict[str, list[float]]]:
    """Return the polling interval of the pages, and the seconds of each page."""
    seconds_of_page: dict[str, list[float]] = {}
    with opened_chromium() as chromium:
        desk, helper = Visitor(chromium, site.url), Visitor(chromium, site.url)
        phone, standings, bracket = (Visitor(chromium, site.url, PHONE) for _window in range(3))
        wall = Visitor(chromium, site.url, WALL)
        desk.context.add_init_script(INTRO)
        for visitor in (desk, helper):
            log_in_as(visitor.page, site, "mesa")
            visitor.go(f"{T}control/")
        standings.go(f"{T}clasificacion/")
        bracket.go(f"{T}cuadro/")
        wall.go(f"{T}pantalla/?ver=cuadro")
        for table in range(1, results + 1):
            number = _number_at(desk, table)
            phone.go(f"{T}mesa/?q={number}")
            windows = {
                "¿Dónde me siento?": (phone, "#respuesta"),
                "Clasificación": (standings, f"#n-{number}"),
                "Cuadro": (bracket, ".drawn-bracket"),
                "Pantalla": (wall, "#pantalla"),
                "La sala, another's": (helper, "#mesas"),
            }
            for window, place in windows.values():
                expect(window.page.locator(place).first).to_be_attached()
                window.page.evaluate(NOTE_CHANGE, place)
            intro = _save_result(desk, f"{table} 2-0")
            for name, (window, _place) in windows.items():
                moment = window.page.evaluate(CHANGE_MOMENT)
                seconds_of_page.setdefault(name, []).append(moment / 1000 - intro)
        trigger = standings.page.locator("#clasificacion").get_attribute("hx-trigger")
        interval = re.search(r"every ([\d.]+)s", trigger or "")
    assert interval
    return float(interval[1]), seconds_of_page


def _number_at(desk: Visitor, table: int) -> str:
    """Return the number of the first entry of a table, read from its tile."""
    desk.page.locator("a.tile").nth(table - 1).click()
    pattern = re.compile(r"(\d+) · ")
    expect(desk.page.locator("#ficha")).to_contain_text(f"Mesa {table}")
    number = pattern.search(desk.page.locator("#ficha").inner_text())
    assert number
    return number[1]


def _save_result(desk: Visitor, result: str) -> float:
    """Save a result with two Intros; return the time of the second in seconds."""
    line, message = desk.page.get_by_label("Mesa y resultado"), desk.page.locator("#linea-dice")
    line.fill(result)
    desk.page.keyboard.press("Enter")
    expect(message).to_contain_text(f"Mesa {result.split()[0]} ·")
    desk.page.keyboard.press("Enter")
    expect(message).to_contain_text("Guardado")
    return float(desk.page.evaluate("window.intro")) / 1000


if __name__ == "__main__":
    sys.exit(main(2 if "small" in sys.argv[1:] else PAIRS // 2))
