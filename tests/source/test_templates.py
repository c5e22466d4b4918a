"""Every template compiles, and no fragment reads an optional variable of its page."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.*"))


@pytest.mark.parametrize("folder", sorted({name.partition("/")[0] for name in NAMES}))
def test_every_template_compiles(folder):
    for name in NAMES:
        if name.partition("/")[0] == folder:
            get_template(name)


# Variables with one meaning on every page, which fragments may read from the page.
PAGE_VARIABLES = {
    *(
        "form",
        "match",
        "lines",
        "missing",
        "call",
        "stop",
        "warning",
        "before_act",
        "question",
        "competitor",
    ),
    *("live_id", "live_url", "live_template", "live_news"),
    *("done", "total", "label", "title", "heading", "responsible", "contact"),
}
INCLUDE = re.compile(r'{% include "([^"]+)"(?: with ([^%]*?))?( only)? %}')


def test_a_fragment_reads_no_optional_variable_of_its_page():
    """A variable passed to a fragment in one include must be passed in all, or excluded by `only`.

    Otherwise the page may have another variable of that name.
    """
    includes = defaultdict(list)
    for name in NAMES:
        if not name.endswith(".html"):
            continue
        text = (TEMPLATES / name).read_text()
        for fragment, variables, only in INCLUDE.findall(text):
            includes[fragment].append((name, set(re.findall(r"(\w+)=", variables)), bool(only)))
    leaking = [
        f"{name} includes {fragment} without {variable!r}"
        for fragment, places in includes.items()
        for variable in set().union(*(variables for _name, variables, _only in places))
        - PAGE_VARIABLES
        for name, variables, only in places
        if variable not in variables and not only
    ]
    assert leaking == []
