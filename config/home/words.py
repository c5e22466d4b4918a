"""The language of the terminal, from the machine; Django has not started yet."""

import gettext
import os
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The Debian package has the command `tapete` instead of `./dev run` (deploy/package/).
IS_PACKAGE = not (ROOT / "dev").exists()


def speaks_english() -> bool:
    """Return whether the machine's language is English; Spanish is the default."""
    locale_name = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    return locale_name.lower().startswith("en")


def _(text: str) -> str:
    if speaks_english():
        text = gettext.translation("django", ROOT / "locale", ["en"], fallback=True).gettext(text)
    return text.replace("./dev run", "tapete") if IS_PACKAGE else text


def print_line(text: str = "") -> None:
    """Print a line, if there is still a terminal to print it on."""
    with suppress(OSError):
        print(text, flush=True)


class CannotStart(Exception):
    """A reason why Tapete cannot start, as a sentence with a remedy."""


class AlreadyRunning(CannotStart):
    """Another Tapete serves the same data, at `address`."""

    def __init__(self, sentence: str, address: str) -> None:
        super().__init__(sentence)
        self.address = address
