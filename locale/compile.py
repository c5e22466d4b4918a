"""Compile every catalogue that has changed. polib does it, as a bare Debian has no gettext."""

from pathlib import Path

import polib

for source in Path(__file__).parent.glob("*/LC_MESSAGES/*.po"):
    target = source.with_suffix(".mo")
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        polib.pofile(str(source)).save_as_mofile(str(target))
