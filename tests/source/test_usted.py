"""The site addresses its reader as «usted»: no Spanish text of the catalogue uses «tú»."""

import re
from pathlib import Path

import polib

CATALOGUE = Path(__file__).resolve().parents[2] / "locale/en/LC_MESSAGES/django.po"
TU = re.compile(
    r"\b(?:tú|tus?|ti|contigo|eres|estás|tienes|puedes|quieres|debes|sabes|haz|elige|pulsa|revisa"
    r"|vosotros|vuestr[oa]s?|inténtalo|escríbe(?:lo|la)|página tuya)\b",
    re.IGNORECASE,
)


def test_no_text_of_the_site_uses_tu():
    texts = [entry.msgid for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete]
    assert len(texts) > 5_000
    assert [text for text in texts if TU.search(text)] == []
