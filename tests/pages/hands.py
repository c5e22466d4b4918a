"""How much a day asks of the hands: what is pressed and typed in the pages, counted as it happens.

A box filled at once counts as the keys of its text, a pasted list as two, a choice from a list as
two clicks. An address opened at once is at least one click for a person, and is counted apart.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext

COUNTING = """(() => {
  const told = (what, many) => window.tapeteHands(what, many);
  let typing = false;
  addEventListener("mousedown", (event) => event.isTrusted && told("clicks", 1), true);
  addEventListener("keydown", (event) => {
    if (!event.isTrusted) return;
    typing = event.key.length === 1 || event.key === "Backspace" || event.key === "Delete";
    told("keys", 1);
  }, true);
  addEventListener("keyup", () => { typing = false; }, true);
  addEventListener("input", ({target, data}) => {
    if (typing || ["radio", "checkbox"].includes(target.type)) return;
    const text = data ?? target.value ?? "";
    if (target.tagName === "SELECT") told("clicks", 2);
    else told("keys", text.includes("\\n") || target.value.includes("\\n") ? 2 : text.length);
  }, true);
})()"""

COUNTED = ("clicks", "keys", "addresses")
HEIGHT = "document.documentElement.scrollHeight"


class Hands:
    """Counts of what one person pressed, typed and opened."""

    def __init__(self, context: BrowserContext) -> None:
        self.done: Counter[str] = Counter()
        context.expose_binding("tapeteHands", self._count)
        context.add_init_script(COUNTING)

    def _count(self, _source: object, what: str, many: int) -> None:
        self.done[what] += many

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Inside it a page is checked, which no person does."""
        done = self.done.copy()
        yield
        self.done = done


def count_of_all(people: list[Hands]) -> dict[str, int]:
    """Return what all of them pressed, typed and opened."""
    counts = {name: sum(hands.done[name] for hands in people) for name in COUNTED}
    return {**counts, "clicks and addresses": counts["clicks"] + counts["addresses"]}


def heights(visitor: Any, paths: Mapping[str, str]) -> dict[str, int]:
    """Return how high each page is at 1280 and at 390 px, and be back on the page in hand."""
    found, here = {}, visitor.page.url
    for width, viewport in ((1280, 900), (390, 844)):
        visitor.page.set_viewport_size({"width": width, "height": viewport})
        for name, path in paths.items():
            visitor.page.goto(f"{visitor.url}{path}")
            found[f"{name}, px high at {width}"] = int(visitor.page.evaluate(HEIGHT))
    visitor.page.set_viewport_size(visitor.viewport)
    visitor.page.goto(here)
    return found
