"""The links of the documents lead to files and headings that exist."""

import re
from pathlib import Path

from tests.programs import ROOT

LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
DOCUMENTS = [
    path
    for pattern in ("*.md", "docs/**/*.md", "rules/*.md", "tests/**/*.md")
    for path in ROOT.glob(pattern)
]


def anchors(document: Path) -> set[str]:
    """Return the anchors that a code host makes of the headings."""
    headings = HEADING.findall(document.read_text())
    plain_headings = [re.sub(r"[^\w\- ]", "", heading).strip().lower() for heading in headings]
    return {heading.replace(" ", "-") for heading in plain_headings}


def test_every_link_leads_to_a_file_and_a_heading():
    broken, links = [], 0
    for document in DOCUMENTS:
        for path, anchor in LINK.findall(document.read_text()):
            links += 1
            target = (document.parent / path).resolve() if path else document
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{document.relative_to(ROOT)}: {path}#{anchor}")
    assert links > 300 and broken == []
