"""Every template compiles: what includes nothing that is not there, and no tag nobody closes."""

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
