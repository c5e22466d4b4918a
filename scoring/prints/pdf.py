"""Conversion of HTML into PDF.

WeasyPrint is imported only for a print: without Pango the rest of the site still works.
"""

import gc
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.storage import default_storage
from django.utils.translation import gettext_lazy as _

from scoring.games.grid import CellContent
from scoring.models.screen import LOGOS
from tournaments.refusal import Conflict

APT_LINE = (
    "sudo apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0"
    " libharfbuzz-subset0"
)
STYLESHEET = "css/print.css"
# Prefixes of the addresses that a sheet may load: static files, our own drawn logos, inline data.
ALLOWED_PREFIXES = ("static:", "logo:", "data:")
LOGO_NAME = re.compile(r"[0-9a-zA-Z_-]+\.png")


class Pdf:
    """A document under construction: `add` or `stamp` its pages, then `write` it.

    Time and memory stay flat over hundreds of pages. Raises Refused 409 without Pango.
    """

    def __init__(self) -> None:
        self._weasyprint = _weasyprint()
        self._fonts = self._weasyprint.text.fonts.FontConfiguration()
        self._fetcher = fetcher()
        self._first: Any = None
        self._pages: list[Any] = []
        self._plates: dict[tuple[Any, ...], Any] = {}
        self._is_repeated = False

    def add(self, html: str) -> None:
        """Lay out this HTML on pages of its own."""
        self._pages += self._lay_out(html).pages

    def stamp(self, html: str, stamps: Sequence[Mapping[str, CellContent]]) -> None:
        """Lay out one page with fields, and add a copy of it for each mapping of values."""
        from scoring.prints.layout.stamps import Plate, StampedPage, unwritable_texts

        for values in stamps:
            unwritable = unwritable_texts(values, html)
            key = (html, *unwritable.items())
            if key not in self._plates:
                self._plates[key] = Plate(html, self._lay_out_plate, unwritable)
            self._pages.append(StampedPage(self._plates[key], values))

    def repeat(self, copies: int) -> None:
        """Repeat the whole document `copies` times."""
        self._pages *= copies
        self._is_repeated = copies > 1

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def write(self, on_page: Callable[[int], object] = lambda _page: None) -> bytes:
        """Return one PDF with the title, the language and the hour of its first page.

        The same data and hour give the same bytes. `on_page` is called with the number of each
        page, from 1 on, when the page is drawn.

        The PDF has tags for screen readers, unless a page is stamped or there are copies.
        WeasyPrint makes the tags from the boxes that it draws, and draws each box once.
        """
        from scoring.prints.layout.stamps import StampedPage

        parts, offset = [], 0
        for is_stamped, group in groupby(self._pages, lambda page: isinstance(page, StampedPage)):
            pages = list(group)
            write = self._layout_pdf if not is_stamped else self._stamped_pdf
            parts.append(write(pages, lambda number, start=offset: on_page(start + number)))  # type: ignore[misc]
            offset += len(pages)
        return parts[0] if len(parts) == 1 else concatenate_pdfs(parts)

    def _layout_pdf(self, pages: Sequence[Any], on_page: Callable[[int], object]) -> bytes:
        """Return the PDF of pages that WeasyPrint has laid out."""
        has_tags = not self._plates and not self._is_repeated
        reported_pages = [
            _ReportedPage(page, number, on_page) for number, page in enumerate(pages, 1)
        ]
        with _no_collection():
            content: bytes = self._first.copy(reported_pages).write_pdf(pdf_tags=has_tags)
        return content

    def _stamped_pdf(self, pages: Sequence[Any], on_page: Callable[[int], object]) -> bytes:
        from scoring.prints.layout.stamps import stamp_pages

        buffer = BytesIO()
        with _no_collection():
            stamp_pages(pages, on_page).write(buffer)
        return buffer.getvalue()

    def _lay_out_plate(self, html: str) -> Any:
        """Return the document of a page with fields."""
        with _no_collection():
            return self._parse(html).render(stylesheets=[_style()], font_config=self._fonts)

    def _parse(self, html: str) -> Any:
        return self._weasyprint.HTML(string=html, url_fetcher=self._fetcher)

    def _lay_out(self, html: str) -> Any:
        with _no_collection():
            document = self._parse(html).render(stylesheets=[_style()], font_config=self._fonts)
        self._first = self._first or document
        return document


def concatenate_pdfs(pieces: Sequence[bytes]) -> bytes:
    """Join several PDFs, with the title and language of the first PDF and the index of all.

    The result has no tags, because the tags of each PDF number its pages from 0.
    """
    from pypdf import PdfReader, PdfWriter

    # All readers stay open, because the writer knows copied objects by the address of their reader.
    readers = [PdfReader(BytesIO(piece)) for piece in pieces]
    document, buffer = PdfWriter(clone_from=readers[0]), BytesIO()
    for reader in readers[1:]:
        document.append(reader)
    for key in ("/StructTreeRoot", "/MarkInfo"):
        document.root_object.pop(key, None)
    document.write(buffer)
    return buffer.getvalue()


class _ReportedPage:
    """A page that reports its number when it is drawn."""

    def __init__(self, page: Any, number: int, on_page: Callable[[int], object]) -> None:
        self._page = page
        self._number = number
        self._on_page = on_page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def paint(self, stream: Any, scale: float = 1) -> None:
        self._on_page(self._number)
        self._page.paint(stream, scale)


@lru_cache(maxsize=1)
def fetcher() -> Any:
    """Return a WeasyPrint fetcher that opens only our static files, our logos and inline data."""
    urls = _weasyprint().urls

    class OwnFiles(urls.URLFetcher):  # type: ignore[misc, name-defined]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith(ALLOWED_PREFIXES):
                raise ValueError(f"only our own static files are printed, not {url}")
            if url.startswith("data:"):
                return super().fetch(url, headers)
            if url.startswith("logo:"):
                return urls.URLFetcherResponse(url, _logo(url), {"Content-Type": "image/png"})
            path = finders.find(url.removeprefix("static:"))
            if path is None:
                raise ValueError(f"there is no static file {url}")
            kind = "image/svg+xml" if path.endswith(".svg") else "text/css"
            with open(path, "rb") as file:
                return urls.URLFetcherResponse(url, file.read(), {"Content-Type": kind})

    return OwnFiles()


def _logo(url: str) -> bytes:
    """Return the picture that `scoring.actas.pictures` drew.

    Raises ValueError for any other file and for a missing file; the sheet then has no logo.
    """
    name = url.removeprefix("logo:")
    if not LOGO_NAME.fullmatch(name):
        raise ValueError(f"no logo is called {name}")
    try:
        with default_storage.open(f"{LOGOS}{name}") as file:
            return bytes(file.read())
    except FileNotFoundError as error:
        raise ValueError(f"the logo {name} is not kept any more") from error


def _weasyprint() -> Any:
    try:
        import weasyprint
        import weasyprint.text.fonts
        import weasyprint.urls
    except OSError as error:
        raise Conflict(
            "pdf_unavailable",
            _("Instale Pango en este ordenador: sin él no se imprime. Instálelo con: %(apt)s"),
            apt=APT_LINE,
        ) from error
    return weasyprint


def warm_up() -> None:
    """Load WeasyPrint and the style of the sheets in advance, because loading takes a second.

    Raises Refused 409 without Pango.
    """
    _style()


@lru_cache(maxsize=1)
def _style() -> Any:
    return _weasyprint().CSS(string=stylesheet(), url_fetcher=fetcher())


def stylesheet() -> str:
    """Return the style of every sheet."""
    path = finders.find(STYLESHEET)
    assert path is not None
    with open(path, encoding="utf-8") as file:
        return file.read()


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause garbage collection.

    Layout makes millions of objects and hardly any garbage, so collection would cost a fifth of the
    time and free nearly nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
