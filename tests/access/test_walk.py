"""Tests of every page that a role may read, on one walk of each role (`tests/access/walk.py`)."""

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

pytestmark = pytest.mark.slow  # the first test of a role does its walk

ENGLISH = "organización"  # this role walks in English, with an unknown parameter
QUERY = "?idioma=en&zz=1"
ENGLISH_WALK = pytest.mark.parametrize("role", [ENGLISH], indirect=True)
WALKS: dict[str, Walk] = {}
FINGERPRINT = re.compile(r"\b[0-9a-f]{32,}\b")
# Traces of an error in a text or template: a tag, a placeholder, an object, a name of the code.
RAW = re.compile(r"\{[{%]|[%}]\}|%\(\w+\)|\bNone\b|object at 0x|\b[a-z]+_[a-z_]+\b")
ENGLISH_NONE = defaultdict(set, en={"None"})  # the English of «Ninguno»
API_DOCS = "/api/v1/docs/"  # a page of another package


@world
def places(casino, pairs, pilar, chema):
    """The values of the address parameters in a casino of 34 pairs, whose lists have two pages."""
    pairs(casino, 34)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    return places_of(casino, pilar, chema)


@pytest.fixture(params=ROLES)
def role(request):
    return request.param


@pytest.fixture
def walk(role, places, request) -> Walk:
    """The walk of the role, done for its first test."""
    if role not in WALKS:
        username = ROLES[role][1]
        user = username and request.getfixturevalue(username)
        WALKS[role] = walk_as(role, user, places, QUERY if role == ENGLISH else "")
    return WALKS[role]


def test_the_role_may_read_every_address(walk, role):
    wrong = [
        f"{visit}: {visit.status_code}"
        for visit in walk.visits
        if visit.status_code == 405
        or visit.status_code >= 500
        or (visit.address and is_kept_out(visit, visit.address, ROLES[role][1]))
    ]
    assert wrong == []


def test_searched_sorted_and_paged_lists_open(walk):
    assert sum(visit.status_code == 200 for visit in walk.visits[-len(LISTS) :]) >= 5


def test_pages_have_security_headers_and_no_inline_script(walk):
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


def test_a_page_has_at_most_one_primary_button(walk):
    assert [visit for visit, page in walk.pages if page.primary_buttons > 1] == []


def test_fingerprints_are_hidden_until_opened(walk):
    visible = [visit for visit, page in walk.pages if FINGERPRINT.search(" ".join(page.in_sight))]
    assert visible == []


def test_no_page_shows_a_key_a_tag_or_an_object(walk):
    wrong = {
        str(visit): texts
        for visit, page in walk.pages
        if (
            texts := {text for text in page.texts if RAW.search(text)} - ENGLISH_NONE[page.language]
        )
    }
    assert wrong == {}


def test_every_link_opens_a_page(walk):
    """Every link has an address of the site, and every followed link opens."""
    wrong = [
        f"{visit} → {link}: {target.status_code if target else 'no such address'}"
        for visit, link, target in walk.followed_links
        if target is None or target.status_code not in (200, 302)
    ]
    assert wrong == []


@ENGLISH_WALK
def test_an_unknown_parameter_does_not_change_the_status_of_an_address(walk):
    """A page does not read an unknown parameter as a sent form."""
    assert walk.failures_and_retries
    for visit, plain in walk.failures_and_retries:
        assert plain.status_code == visit.status_code, visit


@ENGLISH_WALK
def test_a_page_in_english_has_no_spanish_text(walk):
    """No page has a Spanish text of the catalogue whose English differs."""
    catalogue = polib.pofile(str(ROOT / "locale/en/LC_MESSAGES/django.po"))
    spanish = {entry.msgid for entry in catalogue} - {entry.msgstr for entry in catalogue}
    spanish -= {"Español", "Pantalla"}  # the link to the Spanish page, and the name of a screen
    pages = [(visit, page) for visit, page in walk.pages if visit.address and visit.is_whole_page]
    assert len(pages) > 60
    for visit, page in pages:
        assert page.language == "en" or visit.path.startswith(API_DOCS), visit
        if "/trabajos/" not in visit.path:  # the message of a job is stored in Spanish
            assert spanish & {*page.texts} == set(), visit
