"""The typefaces of the pages: system fonts reduced to the letters that a page uses.

Thus every machine shows the same letters, and the repository contains no font. The typefaces are
built once, when static files are first searched or collected.
"""

import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import FileSystemStorage
from django.utils.translation import gettext as _
from fontTools import subset

FONTS = Path("/usr/share/fonts/truetype")
PACKAGES = "fonts-lato fonts-crosextra-caladea"  # Debian packages
FACES = {
    "typefaces/text.woff2": FONTS / "lato/Lato-Regular.ttf",
    "typefaces/text-bold.woff2": FONTS / "lato/Lato-Bold.ttf",
    "typefaces/title.woff2": FONTS / "crosextra/Caladea-Bold.ttf",
}
LETTERS = "U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-201E,U+2022,U+2026,U+20AC,U+2190-2193"
FEATURES = ["ccmp", "kern", "liga", "lnum", "tnum"]
logging.getLogger("fontTools").setLevel(logging.ERROR)  # hides a warning about Lato's date


class Typefaces(BaseFinder):
    """The finder of the typefaces; it builds any that are missing."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self.storage = FileSystemStorage(settings.VAR_DIR / "typefaces")

    def check(self, **_kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        """Return the path of a typeface, in a list if `find_all`; [] for any other file."""
        if path not in FACES:
            return []
        face_path = str(self._built_face(path))
        return [face_path] if find_all else face_path

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """Yield the path of each typeface, with its storage."""
        for path in FACES:
            self._built_face(path)
            yield path, self.storage

    def _built_face(self, path: str) -> Path:
        target = Path(self.storage.path(path))
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary_path = target.with_suffix(f".{os.getpid()}")
            _write_subset(FACES[path], temporary_path)
            os.replace(temporary_path, target)
        return target


def _write_subset(source: Path, target: Path) -> None:
    if not source.exists():
        raise ImproperlyConfigured(
            _("Falta %(file)s: instale %(packages)s.") % {"file": source, "packages": PACKAGES}
        )
    options = subset.Options(flavor="woff2", hinting=False, layout_features=FEATURES)
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(LETTERS))
    subsetter.subset(font)
    subset.save_font(font, str(target), options)
