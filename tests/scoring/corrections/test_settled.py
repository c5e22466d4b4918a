"""A match opened again and won by the other side by a line: what was drawn before is told."""

import pytest

from scoring.actas.selectors.actas import get_match
from scoring.actas.services import forfeit_match, record_hand, sign_acta, take_back_result
from scoring.corrections.change import change_result
from scoring.corrections.settled import old_draws, older_draw_consequences, remedy_settled
from scoring.refereeing.services.acts import replay_match
from tests.refusals import is_refused
from tests.scoring.corrections import A_WINS, B_WINS, seats, write


@pytest.fixture(params=["knockout", "swiss", "lives"])
def drawn(request, bracket, swiss, lives):
    """The first round won by A at the desk, the second published and nothing written there."""
    return {"knockout": bracket, "swiss": swiss, "lives": lives}[request.param].tournament


def first_of(tournament):
    match = tournament.matches.get(round__number=1, position=1)
    return get_match(tournament, match.code)


def opened_again(match, author, how):
    if how == "replayed":
        change_result(replay_match, match=match, author=author, reason="sin árbitro")
    else:
        change_result(take_back_result, match=match, author=author, version=1, number=1)
    return get_match(match.tournament, match.code)


@pytest.mark.parametrize("how", ["replayed", "undone"])
def test_a_line_that_gives_it_to_the_other_side_is_told_and_mended(drawn, pilar, how):
    match = opened_again(first_of(drawn), pilar, how)
    assert old_draws(drawn) == []  # it is not over yet: its opening has told so
    write(match, pilar, B_WINS)
    match = first_of(drawn)
    [told] = old_draws(drawn)
    assert told.match == match
    assert told.consequences.possible
    assert told.consequences.later
    remedy_settled(match=match, author=pilar, seen=told.consequences.seen)
    assert old_draws(drawn) == []
    assert older_draw_consequences(match) is None
    if drawn.stage.has_bracket and not drawn.stage.has_lives:
        following = [seats(one) for one in drawn.matches.filter(round__number=2)]
        assert any(seats(match)[1] in sides for sides in following)
        assert all(seats(match)[0] not in sides for sides in following)


def test_nothing_is_told_when_the_same_side_wins_again(drawn, pilar):
    match = opened_again(first_of(drawn), pilar, "replayed")
    write(match, pilar, A_WINS)
    assert old_draws(drawn) == []
    assert older_draw_consequences(first_of(drawn)) is None


def test_a_match_given_up_says_so_too(drawn, pilar):
    match = opened_again(first_of(drawn), pilar, "replayed")
    forfeit_match(match=match, loser=match.everybody[0], author=pilar, reason="no vuelve")
    assert [one.match for one in old_draws(drawn)] == [match]


def test_a_result_confirmed_by_a_signature_says_so_too(drawn, pilar, raul):
    drawn.confirmations = 2
    drawn.save()
    match = opened_again(first_of(drawn), pilar, "replayed")
    write(match, pilar, B_WINS)
    assert old_draws(drawn) == []
    sign_acta(match=match, author=raul, version=2)
    assert [one.match for one in old_draws(drawn)] == [match]


def test_what_has_begun_is_told_until_it_is_over_and_left(bracket, pilar):
    drawn = bracket.tournament
    match = opened_again(first_of(drawn), pilar, "replayed")
    later = get_match(drawn, drawn.matches.get(round__number=2, position=1).code)
    write(later, pilar, A_WINS[:1])
    write(match, pilar, B_WINS)
    [told] = old_draws(drawn)
    assert not told.consequences.possible
    with is_refused("nothing_to_remedy"):
        remedy_settled(match=first_of(drawn), author=pilar)
    record_hand(match=later, author=pilar, line=A_WINS[1], number=2)
    assert old_draws(drawn) == []


def test_who_may_not_draw_does_not_mend(drawn, raul, pilar):
    match = opened_again(first_of(drawn), pilar, "replayed")
    write(match, pilar, B_WINS)
    with is_refused("remedy_not_yours"):
        remedy_settled(match=first_of(drawn), author=raul)


# --- Where it is told -----------------------------------------------------------------------------
TELLS = "salieron de otro resultado"


def test_hoy_and_the_acta_tell_it_and_offer_the_remedy(drawn, pilar, client):
    match = opened_again(first_of(drawn), pilar, "replayed")
    write(match, pilar, B_WINS)
    client.force_login(pilar)
    address = f"/t/{drawn.slug}/acta/{match.code}/sorteado/"
    for page in (f"/t/{drawn.slug}/panel/", f"/t/{drawn.slug}/acta/{match.code}/"):
        text = client.get(page).content.decode()
        assert TELLS in text
        assert address in text
    text = client.get(address).content.decode()
    assert "Encuentros posteriores" in text
    seen = older_draw_consequences(match).seen
    assert f'value="{seen}"' in text
    answer = client.post(address, {"seen": seen})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{drawn.slug}/panel/")
    assert older_draw_consequences(match) is None
    assert TELLS not in client.get(f"/t/{drawn.slug}/panel/").content.decode()
    assert "Las rondas posteriores salen" in client.get(address).content.decode()


def test_the_remedy_of_a_page_that_is_old_changes_nothing(drawn, pilar, client):
    match = opened_again(first_of(drawn), pilar, "replayed")
    write(match, pilar, B_WINS)
    client.force_login(pilar)
    address = f"/t/{drawn.slug}/acta/{match.code}/sorteado/"
    answer = client.post(address, {"seen": "redraw 1 9 ZZ"})
    assert answer.status_code == 409
    assert older_draw_consequences(match)


def test_the_api_answers_it_with_the_line_and_mends_it(drawn, pilar, client):
    match = opened_again(first_of(drawn), pilar, "replayed")
    client.force_login(pilar)
    base = f"/api/v1/tournaments/{drawn.slug}/matches/{match.code}"

    def post(path, **sent):
        return client.post(f"{base}/{path}/", sent, content_type="application/json")

    first = post("hands", line=B_WINS[0], number=1)
    assert (first.status_code, first.json()["consequences"]) == (201, None)
    told = post("hands", line=B_WINS[1], number=2).json()["consequences"]
    assert told["remedies"][0]["kind"] in ("exchange", "redraw")
    assert told["later"]
    kept = post("remedy", preview=True).json()
    assert (kept["consequences"], kept["remedied"]) == (told, False)
    done = post("remedy", seen=told["seen"]).json()
    assert (done["consequences"], done["remedied"]) == (told, True)
    assert older_draw_consequences(match) is None
    assert post("remedy").status_code == 409


def test_the_api_answers_it_with_a_match_given_up(drawn, pilar, client):
    match = opened_again(first_of(drawn), pilar, "replayed")
    client.force_login(pilar)
    address = f"/api/v1/tournaments/{drawn.slug}/matches/{match.code}/forfeit/"
    body = {"loser": match.everybody[0].number, "reason": "no vuelve"}
    told = client.post(address, body, content_type="application/json").json()["consequences"]
    assert told["remedies"]
