"""Every template compiles, and a fragment takes no optional word from its page."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.*"))


@pytest.mark.parametrize("folder", sorted({name.partition("/")[0] for name in NAMES}))
def test_it_compiles(folder):
    for name in NAMES:
        if name.partition("/")[0] == folder:
            get_template(name)


# Words with one meaning on every page, which fragments take from the page: its subject.
OF_THE_PAGE = {
    *("form", "match", "lines", "missing", "call", "stop", "warning", "asked", "competitor"),
    *("live_id", "live_url", "live_template", "live_news"),
    *("done", "total", "label", "title", "heading", "responsible", "contact"),
}
INCLUDE = re.compile(r'{% include "([^"]+)"(?: with ([^%]*?))?( only)? %}')


def test_pieces_take_no_optional_word_from_the_page():
    """A word given to a fragment in one place must be given everywhere, or excluded with `only`.

    Otherwise the page may have another word of that name.
    """
    includes = defaultdict(list)
    for name in NAMES:
        if not name.endswith(".html"):
            continue
        text = (TEMPLATES / name).read_text()
        for piece, words, only in INCLUDE.findall(text):
            includes[piece].append((name, set(re.findall(r"(\w+)=", words)), bool(only)))
    leaking = [
        f"{name} includes {piece} without {word!r}"
        for piece, places in includes.items()
        for word in set().union(*(words for _name, words, _only in places)) - OF_THE_PAGE
        for name, words, only in places
        if word not in words and not only
    ]
    assert leaking == []
