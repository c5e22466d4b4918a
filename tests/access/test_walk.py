"""What holds on every page that a role may read, seen on one walk (`tests/access/walk.py`)."""

import re
from collections import defaultdict

import polib
import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.test_roles import ROLES, is_kept_out
from tests.access.test_security import check_nothing_runs
from tests.access.walk import LISTS, Walk, walk_as
from tests.conftest import places_of
from tests.inside import ROOT
from tests.worlds import world

pytestmark = pytest.mark.slow  # whichever comes first walks for the others

ENGLISH = "organización"  # walks in English, and with words that no page knows
MORE = "?idioma=en&zz=1"
IN_ENGLISH = pytest.mark.parametrize("role", [ENGLISH], indirect=True)
WALKS: dict[str, Walk] = {}
FINGERPRINT = re.compile(r"\b[0-9a-f]{32,}\b")
# What is shown when a text or a template goes wrong: a tag, a place to fill, an object, a name.
RAW = re.compile(r"\{[{%]|[%}]\}|%\(\w+\)|\bNone\b|object at 0x|\b[a-z]+_[a-z_]+\b")
ENGLISH_NONE = defaultdict(set, en={"None"})  # «Ninguno»
API_DOCS = "/api/v1/docs/"  # of another package


@world
def walked(casino, pairs, pilar, chema):
    """Thirty-four pairs, so that lists have a second page, with a round in play; and its places."""
    pairs(casino, 34)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    return places_of(casino, pilar, chema)


@pytest.fixture(params=ROLES)
def role(request):
    return request.param


@pytest.fixture
def walk(role, walked, request) -> Walk:
    """What the role saw: its first test of all walks, the others look on."""
    if role not in WALKS:
        username = ROLES[role][1]
        user = username and request.getfixturevalue(username)
        WALKS[role] = walk_as(role, user, walked, MORE if role == ENGLISH else "")
    return WALKS[role]


def test_the_role_gets_in_everywhere(walk, role):
    wrong = [
        f"{visit}: {visit.status_code}"
        for visit in walk.visits
        if visit.status_code == 405
        or visit.status_code >= 500
        or (visit.address and is_kept_out(visit, visit.address, ROLES[role][1]))
    ]
    assert wrong == []


def test_a_list_searched_sorted_or_paged_is_there(walk):
    assert sum(visit.status_code == 200 for visit in walk.visits[-len(LISTS) :]) >= 5


def test_nothing_runs_that_the_site_did_not_send(walk):
    for visit, _page in walk.pages:
        opens_with_secret = "secret>" in str(visit.address)
        check_nothing_runs(visit, "no-referrer" if opens_with_secret else "same-origin")


def test_a_page_has_one_title_and_headings_in_order(walk):
    for visit, page in walk.pages:
        if visit.is_whole_page and not visit.path.startswith(API_DOCS):
            assert page.title, visit
            assert page.headings[0] == 1 and page.headings.count(1) == 1, visit
            steps = zip(page.headings, page.headings[1:], strict=False)
            assert all(below <= above + 1 for above, below in steps), (visit, page.headings)


def test_one_primary_button_a_page(walk):
    assert [visit for visit, page in walk.pages if page.primary_buttons > 1] == []


def test_no_fingerprint_before_it_is_asked_for(walk):
    seen = [visit for visit, page in walk.pages if FINGERPRINT.search(" ".join(page.in_sight))]
    assert seen == []


def test_no_key_tag_or_object_is_said(walk):
    found = {
        str(visit): said
        for visit, page in walk.pages
        if (said := {text for text in page.texts if RAW.search(text)} - ENGLISH_NONE[page.language])
    }
    assert found == {}


def test_links_lead_somewhere(walk):
    """Every link has a page behind it, and those that were followed open."""
    wrong = [
        f"{visit} → {link}: {there.status_code if there else 'no such address'}"
        for visit, link, there in walk.followed
        if there is None or there.status_code not in (200, 302)
    ]
    assert wrong == []


@IN_ENGLISH
def test_an_address_with_words_that_no_page_knows_is_that_page(walk):
    """An unknown query is no form."""
    assert walk.without_query
    for visit, plain in walk.without_query:
        assert plain.status_code == visit.status_code, visit


@IN_ENGLISH
def test_a_page_in_english_says_nothing_in_spanish(walk):
    """No text of the catalogue that English says in another way."""
    catalogue = polib.pofile(str(ROOT / "locale/en/LC_MESSAGES/django.po"))
    spanish = {entry.msgid for entry in catalogue} - {entry.msgstr for entry in catalogue}
    spanish -= {"Español", "Pantalla"}  # the link to the other language; what `places_of` names
    pages = [(visit, page) for visit, page in walk.pages if visit.address and visit.is_whole_page]
    assert len(pages) > 60
    for visit, page in pages:
        assert page.language == "en" or visit.path.startswith(API_DOCS), visit
        if "/trabajos/" not in visit.path:  # a job keeps its message as it was told
            assert spanish & {*page.texts} == set(), visit
