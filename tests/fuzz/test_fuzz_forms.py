"""Every form of the site filled in with random values gets an expected status, never a 500.

An organiser visits the pages and sends each form on them with its fields empty, missing, doubled,
with the values that they offer, or with hostile text. Then an outsider and an anonymous visitor
send the same forms, and the site must write nothing.
"""

from itertools import cycle

import pytest
from django.db import transaction
from django.urls import resolve
from hypothesis import given
from hypothesis import strategies as st

from scoring.actas.table_links import table_url
from tests.access.test_roles import ADDRESSES, PLACE, Address
from tests.addresses import THIRD_PARTY
from tests.fuzz.conftest import FUZZED
from tests.fuzz.forms import forms_of
from tests.rows import words
from tests.sizes import size
from tournaments.models import AuditLine, Match


def _pages_under(*prefixes: str) -> list[Address]:
    return [
        address
        for address in ADDRESSES
        if not address.is_api and address.acts and address.route.startswith(prefixes)
    ]


TOURNAMENT_PAGES, ACCOUNT_PAGES = (
    _pages_under("t/<slug:slug>/", "mi-cuenta/"),
    _pages_under("cuentas/"),
)
NASTY = st.sampled_from(
    [
        *words("0 -1 1e9 1.5 ٣ \u202e 🃏 =1+1 <b> on null 2026-13-45 2026-12-05T16:30 ../.. %s"),
        *("", " ", "9" * 30, "\x00", "a\x00b", "x" * 5_000, "'; --"),
    ]
)
STATUSES = {200, 204, 302, 400, 403, 404, 405, 409, 413, 429}


def _filled_address(places, address):
    return "/" + PLACE.sub(lambda place: str(places[place[1]]), address.route)


def _value_lists(offered):
    """Return the lists of values that one field may send: none, one or several."""
    value = NASTY | st.text(max_size=40).filter(lambda text: not _has_a_surrogate(text))
    if offered:
        value = st.sampled_from(offered) | value
    return st.just([]) | st.lists(value, min_size=1, max_size=1) | st.lists(value, max_size=3)


def _has_a_surrogate(text):
    """Return whether the text has half of a character, which no browser can send as UTF-8."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _forms_on(browser, places, pages=TOURNAMENT_PAGES):
    """Return the forms on the pages, one for each address and set of fields."""
    forms = {}
    for address in pages:
        answer = browser.get(_filled_address(places, address))
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            html = answer.content.decode()
            for form in forms_of(_filled_address(places, address), html):
                if not form.action.lstrip("/").startswith(THIRD_PARTY):
                    forms.setdefault(
                        (resolve(form.action.partition("?")[0]).route, form.shape), form
                    )
    return list(forms.values())


def _send(browser, form, data):
    """Send the form, then roll it back. Return the answer and the number of audit lines."""
    with transaction.atomic():
        before = AuditLine.objects.count()
        answer = browser.post(form.action, data)
        audit_lines = AuditLine.objects.count() - before
        transaction.set_rollback(True)
    return answer, audit_lines


@pytest.mark.slow
def test_tournament_forms_with_any_values_never_fail_nor_let_outsiders_write(
    places, pilar, vecino, client_as
):
    forms = _forms_on(client_as(pilar), places)
    assert len(forms) > 40, "pages or their forms are not found"
    people = [client_as(user) for user in (pilar, vecino, None)]
    for form in size(forms[::2], long=forms):
        _fuzz_form(form, people)


@pytest.mark.slow
def test_forms_of_the_tables_phone_with_any_values_never_fail(places, pilar, client_as):
    match = Match.objects.get(code=places["code"])
    phone, stranger = client_as(None), client_as(None)
    phone.get(table_url("", match))
    phone.post(f"/t/{places['slug']}/mesa/{match.code}/lado/", {"side": 0})
    forms = _forms_on(phone, places)
    assert len(forms) > 2, "the phone is not at the table"
    for form in forms:
        _fuzz_form(form, [phone, stranger])


@pytest.mark.slow
def test_account_forms_with_any_values_never_fail(places, admin_user, pilar, client_as):
    forms = _forms_on(client_as(admin_user), places, ACCOUNT_PAGES)
    assert len(forms) > 2, "pages or their forms are not found"
    for form in forms:
        _fuzz_form(form, [client_as(admin_user), client_as(pilar), client_as(None)])


def _fuzz_form(form, people):
    # In a short run the outsiders take turns: each example is sent by one of them.
    next_outsiders = cycle(people[1:])
    anything = {name: _value_lists(offered) for name, offered in form.fields.items()}

    @FUZZED
    @given(st.fixed_dictionaries(anything))
    def send(data):
        organiser, *others = people
        for person in (organiser, *size([next(next_outsiders)], long=others)):
            answer, audit_lines = _send(person, form, data)
            assert answer.status_code in STATUSES, (form.action, data, answer.status_code)
            assert person is organiser or not audit_lines, (form.action, data)

    send()
