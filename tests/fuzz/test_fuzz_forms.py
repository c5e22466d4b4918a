"""Every form of the site filled in with anything: a clear answer, and never a 500.

The pages are visited as whoever organises sees them, and each form on them is sent with its
fields empty, missing, doubled, with what it offers, or with what nobody should type. Then the same
by a neighbour and by somebody without an account, of whom nothing may be written.
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


def _pages(*begins: str) -> list[Address]:
    return [
        one for one in ADDRESSES if not one.is_api and one.acts and one.route.startswith(begins)
    ]


PAGES, OF_THE_SITE = _pages("t/<slug:slug>/", "mi-cuenta/"), _pages("cuentas/")
NASTY = st.sampled_from(
    [
        *words("0 -1 1e9 1.5 ٣ \u202e 🃏 =1+1 <b> on null 2026-13-45 2026-12-05T16:30 ../.. %s"),
        *("", " ", "9" * 30, "\x00", "a\x00b", "x" * 5_000, "'; --"),
    ]
)
ANSWERS = {200, 204, 302, 400, 403, 404, 405, 409, 413, 429}


def _filled(places, address):
    return "/" + PLACE.sub(lambda place: str(places[place[1]]), address.route)


def _values(offered):
    """Return what one field may send: nothing at all, once, or several times."""
    one = NASTY | st.text(max_size=40).filter(lambda text: not _half_a_character(text))
    if offered:
        one = st.sampled_from(offered) | one
    return st.just([]) | st.lists(one, min_size=1, max_size=1) | st.lists(one, max_size=3)


def _half_a_character(text):
    """No browser sends one in a form: it has no UTF-8."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _found(browser, places, pages=PAGES):
    """One form of each address and each set of fields."""
    forms = {}
    for address in pages:
        answer = browser.get(_filled(places, address))
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            html = answer.content.decode()
            for form in forms_of(_filled(places, address), html):
                if not form.action.lstrip("/").startswith(THIRD_PARTY):
                    forms.setdefault(
                        (resolve(form.action.partition("?")[0]).route, form.shape), form
                    )
    return list(forms.values())


def _sent(browser, form, data):
    with transaction.atomic():
        before = AuditLine.objects.count()
        answer = browser.post(form.action, data)
        written = AuditLine.objects.count() - before
        transaction.set_rollback(True)
    return answer, written


@pytest.mark.slow
def test_any_form_with_anything_in_it(places, pilar, vecino, client_as):
    forms = _found(client_as(pilar), places)
    assert len(forms) > 40, "pages or their forms are not found"
    people = [client_as(who) for who in (pilar, vecino, None)]
    for form in size(forms[::2], long=forms):
        _try(form, people)


@pytest.mark.slow
def test_any_form_of_the_table_with_anything_in_it(places, pilar, client_as):
    match = Match.objects.get(code=places["code"])
    phone, stranger = client_as(None), client_as(None)
    phone.get(table_url("", match))
    phone.post(f"/t/{places['slug']}/mesa/{match.code}/lado/", {"side": 0})
    forms = _found(phone, places)
    assert len(forms) > 2, "the phone is not at the table"
    for form in forms:
        _try(form, [phone, stranger])


@pytest.mark.slow
def test_any_form_of_the_accounts_with_anything_in_it(places, admin_user, pilar, client_as):
    forms = _found(client_as(admin_user), places, OF_THE_SITE)
    assert len(forms) > 2, "pages or their forms are not found"
    for form in forms:
        _try(form, [client_as(admin_user), client_as(pilar), client_as(None)])


def _try(form, people):
    turns = cycle(people[1:])  # in small one of the others, and for the next data another
    anything = {name: _values(offered) for name, offered in form.fields.items()}

    @FUZZED
    @given(st.fixed_dictionaries(anything))
    def send(data):
        organiser, *others = people
        for person in (organiser, *size([next(turns)], long=others)):
            answer, written = _sent(person, form, data)
            assert answer.status_code in ANSWERS, (form.action, data, answer.status_code)
            assert person is organiser or not written, (form.action, data)

    send()
