"""The language of the screen, which is that of the machine; Django has not started yet."""

import gettext
import os
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def speaks_english() -> bool:
    """Whether the machine says so; Spanish otherwise, as where nothing is said."""
    chosen = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    return chosen.lower().startswith("en")


def _(text: str) -> str:
    if not speaks_english():
        return text
    words = gettext.translation("django", ROOT / "locale", ["en"], fallback=True)
    return words.gettext(text)


def say(text: str = "") -> None:
    """Print a line, if there is still a terminal to print it on."""
    with suppress(OSError):
        print(text, flush=True)


class CannotStart(Exception):
    """A sentence that says why, and what to do."""
