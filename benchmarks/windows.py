"""The windows of a hall, in a real browser: seconds from the desk's Intro to what each shows.

A desk saves the results of a round by its line, one after another. A phone at «¿Dónde me siento?»,
the standings, the bracket, a screen on the wall and the map of another helper lie open beside it;
each notes the moment at which what it shows of that result changes. The peer is the interval at
which the pages ask: whoever asks every 1.7 s sees a result after 0.85 s on average, and after 1.7
at most, if the answer takes nothing.

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
from tests.pages.phones import logs_in  # noqa: E402
from tests.pages.site import Site  # noqa: E402
from tests.pages.visitor import PHONE, Visitor  # noqa: E402

PAIRS, WANTED = 16, 2.0  # seconds
T = "/t/ventanas/"
WALL = {"width": 1920, "height": 1080}

# Note in `followed` the moment at which the text of a place is another.
NOTES = """(place) => {
  const says = () => document.querySelector(place)?.textContent.replace(/\\s+/g, " ") ?? "";
  const before = says();
  window.followed = 0;
  new MutationObserver((_all, watching) => {
    if (says() === before) return;
    window.followed = Date.now();
    watching.disconnect();
  }).observe(document, {childList: true, subtree: true, characterData: true});
}"""
FOLLOWED = """() => new Promise((go) => {
  const asking = setInterval(() => {
    if (window.followed) go(window.followed, clearInterval(asking));
  }, 50);
})"""
# The moment of the last Intro of the desk.
INTRO = """addEventListener("keydown", ({key}) => {
  if (key === "Enter") window.intro = Date.now();
}, true)"""


def main(results: int) -> int:
    """Measure and print; 1 if some page took longer than is wanted."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "site")
        try:
            site.start()
            site.inside("demo", entries=PAIRS, rounds=0, format="knockout", name="Ventanas")
            interval, took = _measured(site, results)
        finally:
            site.close()
    print(f"{results} results; seconds from the desk's Intro, the pages asking every {interval}")
    for name, seconds in took.items():
        mean, longest = sum(seconds) / len(seconds), max(seconds)
        said = f"{mean / (interval / 2):.1f} times the wait of the interval alone"
        print(f"{name:>20}  {mean:5.2f} on average, {longest:5.2f} at most   {said}")
    slow = [name for name, seconds in took.items() if max(seconds) > WANTED]
    print(f"longer than {WANTED} s:", ", ".join(slow) or "none")
    return 0


def _measured(site: Site, results: int) -> tuple[float, dict[str, list[float]]]:
    """Return the interval at which the pages ask, and the seconds of each window."""
    took: dict[str, list[float]] = {}
    with opened_chromium() as chromium:
        desk, helper = Visitor(chromium, site.url), Visitor(chromium, site.url)
        phone, standings, bracket = (Visitor(chromium, site.url, PHONE) for _window in range(3))
        wall = Visitor(chromium, site.url, WALL)
        desk.context.add_init_script(INTRO)
        for one in (desk, helper):
            logs_in(one.page, site, "mesa")
            one.go(f"{T}control/")
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
                window.page.evaluate(NOTES, place)
            intro = _saves(desk, f"{table} 2-0")
            for name, (window, _place) in windows.items():
                moment = window.page.evaluate(FOLLOWED)
                took.setdefault(name, []).append(moment / 1000 - intro)
        asks = standings.page.locator("#clasificacion").get_attribute("hx-trigger")
        interval = re.search(r"every ([\d.]+)s", asks or "")
    assert interval
    return float(interval[1]), took


def _number_at(desk: Visitor, table: int) -> str:
    """Return the number of the first entry of a table, as its tile says it."""
    desk.page.locator("a.tile").nth(table - 1).click()
    found = re.compile(r"(\d+) · ")
    expect(desk.page.locator("#ficha")).to_contain_text(f"Mesa {table}")
    number = found.search(desk.page.locator("#ficha").inner_text())
    assert number
    return number[1]


def _saves(desk: Visitor, said: str) -> float:
    """Write a result with two Intros; returns the second at which the last was pressed."""
    line, told = desk.page.get_by_label("Mesa y resultado"), desk.page.locator("#linea-dice")
    line.fill(said)
    desk.page.keyboard.press("Enter")
    expect(told).to_contain_text(f"Mesa {said.split()[0]} ·")
    desk.page.keyboard.press("Enter")
    expect(told).to_contain_text("Guardado")
    return float(desk.page.evaluate("window.intro")) / 1000


if __name__ == "__main__":
    sys.exit(main(2 if "small" in sys.argv[1:] else PAIRS // 2))
