"""`manage.py makemessages -l en`: update the catalogue without reordering it.

Django's command merges with msgmerge, which rewraps and reorders every text: thousands of changed
lines for one sentence. This command removes obsolete texts, appends new texts without a
translation, and leaves every other line unchanged.
"""

from pathlib import Path
from typing import Any

import polib
from django.core.management.commands import makemessages

NOT_OURS = [".venv", "var"]
Key = tuple[str | None, str, str]


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        options["ignore_patterns"] = [*options["ignore_patterns"], *NOT_OURS]
        options["no_location"] = True  # a location helps no translator, and changes often
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Update the catalogue of a language to the texts of `potfile`."""
        name = f"{self.domain}.po"
        catalogue = Path(potfile).parent / locale / "LC_MESSAGES" / name
        if not catalogue.exists():
            super().write_po_file(potfile, locale)
            return
        old_text = catalogue.read_text()
        new_text = follow_template(old_text, Path(potfile).read_text())
        if new_text != old_text:
            catalogue.write_text(new_text)


def follow_template(catalogue: str, template: str) -> str:
    """Return the catalogue with the texts of the template.

    Existing texts keep their lines and their order, obsolete texts go, and new texts come last,
    untranslated.
    """
    texts = {_key(entry): entry for entry in polib.pofile(template) if not entry.obsolete}
    head, *blocks = catalogue.rstrip("\n").split("\n\n")
    blocks_kept, keys_kept = [head], set()
    for block in blocks:
        entries = [entry for entry in polib.pofile(f"{block}\n") if not entry.obsolete]
        keys = {_key(entry) for entry in entries}
        if not keys or not keys.isdisjoint(texts):
            blocks_kept.append(block)
            keys_kept |= keys
    blocks_kept += [str(entry).strip("\n") for key, entry in texts.items() if key not in keys_kept]
    return "\n\n".join(blocks_kept) + "\n"


def _key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural
