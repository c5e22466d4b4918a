"""Pages take their audience from the request, and acts see every round.

Every query of rounds requires an audience as an argument. The imported names show which audience a
module chooses.
"""

import ast

import pytest

from tests.layers import ROOT, files_of

AUDIENCE = "tournaments.names.audience"
PAGES = ("public", "views", "api")
ACTS = ("services", "corrections")
AUDIENCES_OF_ACTS = {"EVERY_ROUND", "EVERYTHING"}
PAGE_OF_ACTS = "scoring/corrections/page.py"  # a page among acts: it names entries for its audience


def audience_imports(layer: str) -> dict[str, set[str]]:
    """Return the names that each module of a layer or room imports from `AUDIENCE`."""
    imports: dict[str, set[str]] = {}
    for path in files_of(layer):
        names = {
            alias.name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom) and node.module == AUDIENCE
            for alias in node.names
        }
        if names:
            imports[str(path.relative_to(ROOT))] = names
    return imports


@pytest.mark.parametrize("layer", PAGES)
def test_no_page_chooses_an_audience_that_sees_everything(layer):
    wrong = {"EVERY_ROUND", "EVERYTHING", "paper_audience"}
    assert {path for path, names in audience_imports(layer).items() if names & wrong} == set()


@pytest.mark.parametrize("layer", ACTS)
def test_no_act_depends_on_the_rounds_that_a_visitor_sees(layer):
    modules = audience_imports(layer)
    modules.pop(PAGE_OF_ACTS, None)
    assert (
        modules and {path for path, names in modules.items() if names - AUDIENCES_OF_ACTS} == set()
    )
