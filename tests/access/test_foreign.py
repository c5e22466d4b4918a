"""The site refuses values of another tournament, and fields that a client adds to a form.

Each parameter of each address is tried with the value of another tournament.
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

# Parameters that belong to no tournament.
SHARED_PARAMETERS = {"secret", "mark", "table", "export"}
CASES = [
    (address, place)
    for address in ADDRESSES
    if "<slug:slug>" in address.route
    for place in PLACE.findall(address.route)
    if place not in SHARED_PARAMETERS | {"slug"}
]
# Addresses where a foreign value does no harm, with their status.
HARMLESS = {
    # Any account may get a role.
    ("/api/v1/tournaments/<slug:slug>/team/<str:username>/", "username", "PUT"): {200},
    # A user outside the team is treated like a user just removed.
    ("/t/<slug:slug>/equipo/<int:user>/quitar/", "user", "POST"): {409},
    # The call creates an extra with the same name.
    ("/api/v1/tournaments/<slug:slug>/money/extras/<str:name>/", "name", "PUT"): {200},
    # A message says that there is no such receipt.
    ("/t/<slug:slug>/cuentas/recibos/<int:number>/", "number", "POST"): {302},
}


@world
def foreign_values(make_tournament, pairs, vecino):
    """The values of the address parameters in a larger tournament of another organiser."""
    other_tournament = make_tournament(author=vecino, name="Torneo del vecino", tables=20)
    other_tournament.team.exclude(user=vecino).delete()
    pairs(other_tournament, 12)
    first_round = open_next_round(stage=other_tournament.stage, author=vecino)
    publish_round(round=first_round, author=vecino)
    stranger = User.objects.create_user("forastera")
    other_tournament.team.create(user=stranger, role="desk")
    values = places_of(other_tournament, vecino, stranger)
    other_tournament.screens.update(number=9)
    # Pilar's tournament has no entry, round or stage 12.
    code = other_tournament.matches.get(number=4).code
    own_values = {"number": 12, "serial": 12, "entry": 12, "code": code, "screen": 9}
    other_tournament.extras.update(name="Cena")
    own_values["name"] = "Cena"
    return values | own_values


def _filled_path(address, places):
    return "/" + PLACE.sub(lambda place: str(places[place[1]]), address.route)


def _operation_name(address, method):
    return f"{method} " + PLACE.sub(r"{\1}", address.route.removeprefix("api/v1/"))


@pytest.mark.slow
def test_no_address_accepts_a_value_of_another_tournament(places, foreign_values, pilar, client_as):
    """Pilar has no role in the other tournament; with its values, her own addresses are a 404."""
    other_tournament = Tournament.objects.get(name="Torneo del vecino")
    before = AuditLine.objects.filter(tournament=other_tournament).count()
    browser = client_as(pilar)
    program = Api(pilar)
    wrong = []
    for address, place in CASES:
        cache.clear()  # the cache counts wrong tries
        path = _filled_path(address, {**places, place: foreign_values[place]})
        for method in address.acts:
            with transaction.atomic():
                if address.is_api:
                    body = GOOD.get(_operation_name(address, method), {})
                    api_path = path.removeprefix("/api/v1/")
                    answer = program.send(method, api_path, body)
                    if method == "DELETE" and answer.status_code == 400:  # some acts need a reason
                        answer = program.send(method, f"{api_path}?reason=x", body)
                else:
                    answer = browser.generic(method, path)
                after = AuditLine.objects.filter(tournament=other_tournament).count()
                transaction.set_rollback(True)
            allowed = HARMLESS.get((str(address), place, method), {404}) | {405}
            if answer.status_code not in allowed or after != before:
                wrong.append(f"{method} {address} {place}: {answer.status_code}")
    assert wrong == []


# --- Added fields ---------------------------------------------------------------------------------
@world
def both_tournaments(places, foreign_values):
    own_tournament, other_tournament = Tournament.objects.exclude(name="Final").order_by("pk")
    return own_tournament, other_tournament


def _added_fields(other_tournament):
    """Return fields that a client could add to a form to get another role or tournament."""
    side = other_tournament.matches.get(number=4).sides.first()
    return {
        "role": "organiser",
        "user": other_tournament.team.first().user_id,
        "author": "pilar",
        "is_staff": "1",
        "tournament": other_tournament.pk,
        "slug": other_tournament.slug,
        "stage": other_tournament.stage.pk,
        "round": other_tournament.rounds.get().pk,
        "match": side.match_id,
        "entry": side.entry_id,
        "side": side.pk,
        "covers": "",
        "state": "finished",
        "winner": 0,
        "version": 99,
    }


@pytest.mark.slow
def test_a_result_belongs_to_its_author_and_its_match_despite_added_fields(
    both_tournaments, chema, client_as
):
    own_tournament, other_tournament = both_tournaments
    match = own_tournament.matches.get(number=1)
    answer = client_as(chema).post(
        f"/t/{own_tournament.slug}/acta/{match.code}/",
        {**_added_fields(other_tournament), "como": "notation", "line": "coto 3-1", "number": 1},
    )
    assert answer.status_code in (302, 400)
    assert not other_tournament.audit.filter(act="record_hand").exists()
    assert own_tournament.team.get(user=chema).role == "desk"
    for hand in match.actas.get().hands.all() if match.actas.exists() else []:
        assert hand.author == chema


@pytest.mark.slow
def test_an_account_cannot_give_itself_a_role(both_tournaments, vecino, chema, raul, client_as):
    own_tournament, _other_tournament = both_tournaments
    before = set(own_tournament.team.values_list("user", "role", "tables"))
    page, form = f"/t/{own_tournament.slug}/", {"role": "organiser"}
    for user in (vecino, chema, raul):
        browser, program = client_as(user), Api(user)
        answers = [
            browser.post(f"{page}equipo/", {"username": user.username, **form}),
            browser.post(f"{page}equipo/{user.pk}/", form),
            browser.post(f"{page}equipo/invitar/", {"hours": 1, "places": 1, **form}),
            browser.post(f"{page}panel/?role=organiser", form),
            program.send("PUT", f"tournaments/{own_tournament.slug}/team/{user.username}/", form),
            program.post(f"tournaments/{own_tournament.slug}/invitations/", form),
        ]
        assert {answer.status_code for answer in answers} <= {403, 200}
        # Only the panel of a user with a role opens.
        assert [answer.status_code for answer in answers].count(200) <= 1
    assert set(own_tournament.team.values_list("user", "role", "tables")) == before


@pytest.mark.slow
def test_the_api_refuses_added_fields(both_tournaments, places, pilar):
    own_tournament, other_tournament = both_tournaments
    program = Api(pilar)
    before = other_tournament.audit.count()
    wrong = []
    turns = size(4, long=1)
    claims = {
        name: _added_fields(other_tournament)[name]
        for name in ("tournament", "author", "user", "is_staff")
    }
    for position, operation in enumerate(name for name in GOOD if "{slug}" in name):
        cache.clear()
        method, path = operation.split()
        path = path.format(**{**places, "slug": own_tournament.slug})
        for name, value in [*claims.items()][position % turns :: turns]:
            with transaction.atomic():
                answer = program.send(method, path, {**GOOD[operation], name: value})
                after = other_tournament.audit.count()
                transaction.set_rollback(True)
            if answer.status_code not in (400, 404, 409) or after != before:
                wrong.append(f"{operation} {name}: {answer.status_code}")
    assert wrong == []


BODIES = [  # bodies that name entries, people or matches of another tournament
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
def test_a_body_with_an_entry_or_match_of_another_tournament_is_refused(
    path, body, both_tournaments, places, foreign_values, pilar
):
    own_tournament, _other_tournament = both_tournaments
    foreign_body = json.loads(json.dumps(body).replace("{foreign}", foreign_values["code"]))
    answer = Api(pilar).post(
        f"tournaments/{own_tournament.slug}/{path.format(**places)}", foreign_body
    )
    assert answer.status_code in (400, 404, 409), answer.content


def test_a_form_with_a_person_of_another_tournament_is_refused(both_tournaments, pilar, client_as):
    own_tournament, other_tournament = both_tournaments
    browser, stranger = client_as(pilar), other_tournament.players.order_by("-pk").first()
    answer = browser.post(
        f"/t/{own_tournament.slug}/inscripciones/1/sustituir/",
        {"leaves": stranger.pk, "comes": "Eva Yus", "reason": "x"},
    )
    assert (answer.status_code, other_tournament.audit.filter(act="substitute_player").count()) == (
        400,
        0,
    )
    match = own_tournament.matches.get(number=1)
    foreign_entry = other_tournament.entries.order_by("-pk").first()
    answer = browser.post(
        f"/t/{own_tournament.slug}/acta/{match.code}/incomparecencia/",
        {"loser": foreign_entry.pk, "reason": "x"},
    )
    assert answer.status_code == 400 and not match.actas.exists()
    form = {"linea": f"{other_tournament.matches.get(number=4).code} 2-1"}
    answer = browser.post(f"/t/{own_tournament.slug}/control/linea/", form)
    assert answer.status_code == 404
