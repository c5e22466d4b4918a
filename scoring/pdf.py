"""HTML into PDF. WeasyPrint is imported only when somebody prints: without Pango on the machine
everything else of the site still works.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.contrib.staticfiles import finders
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Conflict

APT_LINE = "sudo apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0"
STYLESHEET = "css/print.css"
ALLOWED = ("static:", "data:")  # a file of ours by its static path, and what we write in line


class Pdf:
    """A document laid out piece by piece: `add` them, then `write`.

    Time and memory stay flat over hundreds of pages. Raises Refused 409 without Pango.
    """

    def __init__(self) -> None:
        self._weasyprint = _weasyprint()
        self._fonts = self._weasyprint.text.fonts.FontConfiguration()
        self._fetcher = fetcher()
        self._sheet = self._css(_stylesheet())
        self._documents: list[Any] = []

    def add(self, html: str, css: str = "") -> int:
        """Lay out one piece, each on pages of its own; how many pages."""
        sheets = [self._sheet, self._css(css)] if css else [self._sheet]
        page = self._weasyprint.HTML(string=html, url_fetcher=self._fetcher)
        with _no_collection():
            self._documents.append(page.render(stylesheets=sheets, font_config=self._fonts))
        return len(self._documents[-1].pages)

    def write(self) -> bytes:
        """The whole as one PDF, with the title and language of its first piece."""
        pages = [page for document in self._documents for page in document.pages]
        with _no_collection():
            written: bytes = self._documents[0].copy(pages).write_pdf()
        return written

    def _css(self, text: str) -> Any:
        return self._weasyprint.CSS(string=text, url_fetcher=self._fetcher, font_config=self._fonts)


@lru_cache(maxsize=1)
def fetcher() -> Any:
    """Open our own static files for WeasyPrint, and neither network nor disk."""
    urls = _weasyprint().urls

    class OwnFiles(urls.URLFetcher):  # type: ignore[misc, name-defined]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith(ALLOWED):
                raise ValueError(f"only our own static files are printed, not {url}")
            if url.startswith("data:"):
                return super().fetch(url, headers)
            found = finders.find(url.removeprefix("static:"))
            if found is None:
                raise ValueError(f"there is no static file {url}")
            kind = "image/svg+xml" if found.endswith(".svg") else "text/css"
            with open(found, "rb") as file:
                return urls.URLFetcherResponse(url, file.read(), {"Content-Type": kind})

    return OwnFiles()


def _weasyprint() -> Any:
    try:
        import weasyprint
        import weasyprint.text.fonts
        import weasyprint.urls
    except OSError as error:
        raise Conflict(
            "pdf_unavailable",
            _("Falta Pango en este ordenador y sin él no se imprime. Instálelo con: %(apt)s"),
            apt=APT_LINE,
        ) from error
    return weasyprint


def _stylesheet() -> str:
    with open(finders.find(STYLESHEET), encoding="utf-8") as file:
        return file.read()


@contextmanager
def _no_collection() -> Iterator[None]:
    """Layout makes millions of objects and hardly any garbage: collecting meanwhile costs a
    fifth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
