"""Counts of the clicks and keys of people in the pages.

A filled box counts the keys of its text, a pasted list counts two keys, and a choice from a list
counts two clicks. An opened address counts apart; a person needs at least one click for it.
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

KINDS = ("clicks", "keys", "addresses")
HEIGHT = "document.documentElement.scrollHeight"


class Hands:
    """The clicks, keys and opened addresses of a person."""

    def __init__(self, context: BrowserContext) -> None:
        self.counts: Counter[str] = Counter()
        context.expose_binding("tapeteHands", self._count)
        context.add_init_script(COUNTING)

    def _count(self, _source: object, kind: str, count: int) -> None:
        self.counts[kind] += count

    @contextmanager
    def pause_counting(self) -> Iterator[None]:
        """Do not count the block: it checks a page, which no person does."""
        counts = self.counts.copy()
        yield
        self.counts = counts


def total_counts(people: list[Hands]) -> dict[str, int]:
    """Return the total clicks, keys and addresses of these people."""
    counts = {name: sum(hands.counts[name] for hands in people) for name in KINDS}
    return {**counts, "clicks and addresses": counts["clicks"] + counts["addresses"]}


def page_heights(visitor: Any, paths: Mapping[str, str]) -> dict[str, int]:
    """Return the height of each page at a width of 1280 and of 390 px; then go back."""
    heights, current_url = {}, visitor.page.url
    for width, height in ((1280, 900), (390, 844)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        for name, path in paths.items():
            visitor.page.goto(f"{visitor.url}{path}")
            heights[f"{name}, px high at {width}"] = int(visitor.page.evaluate(HEIGHT))
    visitor.page.set_viewport_size(visitor.viewport)
    visitor.page.goto(current_url)
    return heights
