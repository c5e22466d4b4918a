"""The site never believes what a client sends: nothing of another tournament, no role of one's own.

Every address of the site with, in each of its places, what is another tournament's; and forms with
fields of more.
"""

import json

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction

from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.test_roles import ADDRESSES, PLACE
from tests.api.bodies import GOOD
from tests.api.conftest import Api
from tests.conftest import places_of
from tests.rows import each
from tests.sizes import size
from tests.worlds import world
from tournaments.models import AuditLine, Tournament

# Places that are not of one tournament: names of accounts, marks, tables and kinds of sheets.
OF_NOBODY = {"secret", "mark", "table", "export"}
TRIED = [
    (address, place)
    for address in ADDRESSES
    if "<slug:slug>" in address.route
    for place in PLACE.findall(address.route)
    if place not in OF_NOBODY | {"slug"}
]
# The addresses that a foreign value may reach without harm, and what they answer.
HARMLESS = {
    # Giving a role to any account is what it is for.
    ("/api/v1/tournaments/<slug:slug>/team/<str:username>/", "username", "PUT"): {200},
    # Somebody who is not in the team: the same as somebody just taken off.
    ("/t/<slug:slug>/equipo/<int:user>/quitar/", "user", "POST"): {409},
    # An extra of one's own with the name of another's.
    ("/api/v1/tournaments/<slug:slug>/money/extras/<str:name>/", "name", "PUT"): {200},
    # A receipt that is not there: a message says so.
    ("/t/<slug:slug>/cuentas/recibos/<int:number>/", "number", "POST"): {302},
}


@world
def foreign(make_tournament, pairs, vecino):
    """Return what stands in each place of an address, in a tournament of somebody else: a larger
    one."""
    theirs = make_tournament(author=vecino, name="Torneo del vecino", tables=20)
    theirs.team.exclude(user=vecino).delete()
    pairs(theirs, 12)
    first = open_next_round(stage=theirs.stage, author=vecino)
    publish_round(round=first, author=vecino)
    stranger = User.objects.create_user("forastera")
    theirs.team.create(user=stranger, role="desk")
    found = places_of(theirs, vecino, stranger)
    theirs.screens.update(number=9)
    # An entry that the other has not; nor has it twelve rounds or stages.
    code = theirs.matches.get(number=4).code
    there = {"number": 12, "serial": 12, "entry": 12, "code": code, "screen": 9}
    theirs.extras.update(name="Cena")
    there["name"] = "Cena"
    return found | there


def _filled(address, places):
    return "/" + PLACE.sub(lambda place: str(places[place[1]]), address.route)


def _operation(address, method):
    return f"{method} " + PLACE.sub(r"{\1}", address.route.removeprefix("api/v1/"))


@pytest.mark.slow
def test_nothing_of_another_tournament(places, foreign, pilar, client_as):
    """Pilar organises one and is nobody in the other: under the first, the other's is not there."""
    theirs = Tournament.objects.get(name="Torneo del vecino")
    before = AuditLine.objects.filter(tournament=theirs).count()
    browser, program, wrong = client_as(pilar), Api(pilar), []
    for address, place in TRIED:
        cache.clear()  # tries are counted there
        path = _filled(address, {**places, place: foreign[place]})
        for method in address.acts:
            with transaction.atomic():
                if address.is_api:
                    body = GOOD.get(_operation(address, method), {})
                    asked = path.removeprefix("/api/v1/")
                    answer = program.send(method, asked, body)
                    if method == "DELETE" and answer.status_code == 400:  # some want a reason
                        answer = program.send(method, f"{asked}?reason=x", body)
                else:
                    answer = browser.generic(method, path)
                after = AuditLine.objects.filter(tournament=theirs).count()
                transaction.set_rollback(True)
            allowed = HARMLESS.get((str(address), place, method), {404}) | {405}
            if answer.status_code not in allowed or after != before:
                wrong.append(f"{method} {address} {place}: {answer.status_code}")
    assert wrong == []


# --- Fields that nobody asked for -----------------------------------------------------------------
@world
def two(places, foreign):
    ours, theirs = Tournament.objects.exclude(name="Final").order_by("pk")
    return ours, theirs


def _claims(theirs):
    """Return what a client may add to any form to seem what it is not."""
    side = theirs.matches.get(number=4).sides.first()
    return {
        "role": "organiser",
        "user": theirs.team.first().user_id,
        "author": "pilar",
        "is_staff": "1",
        "tournament": theirs.pk,
        "slug": theirs.slug,
        "stage": theirs.stage.pk,
        "round": theirs.rounds.get().pk,
        "match": side.match_id,
        "entry": side.entry_id,
        "side": side.pk,
        "covers": "",
        "state": "finished",
        "winner": 0,
        "version": 99,
    }


@pytest.mark.slow
def test_a_result_is_of_whoever_writes_it_and_of_its_match(two, chema, client_as):
    ours, theirs = two
    match = ours.matches.get(number=1)
    answer = client_as(chema).post(
        f"/t/{ours.slug}/acta/{match.code}/",
        {**_claims(theirs), "como": "notation", "line": "coto 3-1", "number": 1},
    )
    assert answer.status_code in (302, 400)
    assert not theirs.audit.filter(act="record_hand").exists()
    assert ours.team.get(user=chema).role == "desk"
    for hand in match.actas.get().hands.all() if match.actas.exists() else []:
        assert hand.author == chema


@pytest.mark.slow
def test_an_account_never_gives_itself_a_role(two, vecino, chema, raul, client_as):
    ours, _theirs = two
    before = set(ours.team.values_list("user", "role", "tables"))
    page, asked = f"/t/{ours.slug}/", {"role": "organiser"}
    for user in (vecino, chema, raul):
        browser, program = client_as(user), Api(user)
        told = [
            browser.post(f"{page}equipo/", {"username": user.username, **asked}),
            browser.post(f"{page}equipo/{user.pk}/", asked),
            browser.post(f"{page}equipo/invitar/", {"hours": 1, "places": 1, **asked}),
            browser.post(f"{page}panel/?role=organiser", asked),
            program.send("PUT", f"tournaments/{ours.slug}/team/{user.username}/", asked),
            program.post(f"tournaments/{ours.slug}/invitations/", asked),
        ]
        assert {one.status_code for one in told} <= {403, 200}
        assert [one.status_code for one in told].count(200) <= 1  # the panel, for whoever helps
    assert set(ours.team.values_list("user", "role", "tables")) == before


@pytest.mark.slow
def test_the_api_refuses_members_that_nobody_asked_for(two, places, pilar):
    ours, theirs = two
    program, before, wrong, turns = Api(pilar), theirs.audit.count(), [], size(4, long=1)
    claims = {name: _claims(theirs)[name] for name in ("tournament", "author", "user", "is_staff")}
    for place, operation in enumerate(name for name in GOOD if "{slug}" in name):
        cache.clear()
        method, path = operation.split()
        path = path.format(**{**places, "slug": ours.slug})
        for name, value in [*claims.items()][place % turns :: turns]:
            with transaction.atomic():
                answer = program.send(method, path, {**GOOD[operation], name: value})
                after = theirs.audit.count()
                transaction.set_rollback(True)
            if answer.status_code not in (400, 404, 409) or after != before:
                wrong.append(f"{operation} {name}: {answer.status_code}")
    assert wrong == []


BODIES = [  # entries, people and matches named inside a form or a body
    ("forbidden/", {"first": 11, "second": 12, "reason": "x"}),
    ("forbidden/", {"first": 1, "second": 12, "reason": "x"}),
    ("singles/pair/", {"first": 11, "second": 12}),
    ("seeding/", {"entries": [{"number": 12, "seed": 1}]}),
    ("rounds/1/swap/", {"first": 1, "second": 12, "reason": "x"}),
    ("rounds/1/by-hand/", {"pairings": "1-12", "reason": "x"}),
    ("matches/{code}/forfeit/", {"loser": 12, "reason": "x"}),
    ("matches/{code}/names/", {"entry": 12, "names": "Ana"}),
    ("prints/", {"sheet": "actas", "match": "{foreign}"}),
    (
        "stages/",
        GOOD["POST tournaments/{slug}/stages/"]
        | {"intake": [{"stage": 12, "per": "all", "first": 1, "last": 4}]},
    ),
]


@each("path, body", *BODIES)
def test_nothing_of_another_inside_a_body(path, body, two, places, foreign, pilar):
    ours, _theirs = two
    sent = json.loads(json.dumps(body).replace("{foreign}", foreign["code"]))
    answer = Api(pilar).post(f"tournaments/{ours.slug}/{path.format(**places)}", sent)
    assert answer.status_code in (400, 404, 409), answer.content


def test_nobody_of_another_sits_in_a_form(two, pilar, client_as):
    ours, theirs = two
    browser, stranger = client_as(pilar), theirs.players.order_by("-pk").first()
    answer = browser.post(
        f"/t/{ours.slug}/inscripciones/1/sustituir/",
        {"leaves": stranger.pk, "comes": "Eva Yus", "reason": "x"},
    )
    assert (answer.status_code, theirs.audit.filter(act="substitute_player").count()) == (400, 0)
    match, foreign_entry = ours.matches.get(number=1), theirs.entries.order_by("-pk").first()
    answer = browser.post(
        f"/t/{ours.slug}/acta/{match.code}/incomparecencia/",
        {"loser": foreign_entry.pk, "reason": "x"},
    )
    assert answer.status_code == 400 and not match.actas.exists()
    typed = {"linea": f"{theirs.matches.get(number=4).code} 2-1"}
    answer = browser.post(f"/t/{ours.slug}/control/linea/", typed)
    assert answer.status_code == 404
