"""Matches reopened and then won by the other side: remedies of the draws from the old result."""

import pytest

from scoring.actas.selectors.actas import get_match
from scoring.actas.services import forfeit_match, record_hand, sign_acta, take_back_result
from scoring.corrections.change import change_result
from scoring.corrections.settled import old_draws, older_draw_consequences, remedy_old_draws
from scoring.refereeing.services.acts import replay_match
from tests.refusals import is_refused
from tests.scoring.corrections import A_WINS, B_WINS, entry_numbers, write


@pytest.fixture(params=["knockout", "swiss", "lives"])
def tournament(request, bracket, swiss, lives):
    """A tournament with round 1 won by side A and round 2 published and not begun."""
    return {"knockout": bracket, "swiss": swiss, "lives": lives}[request.param].tournament


def first_of(tournament):
    match = tournament.matches.get(round__number=1, position=1)
    return get_match(tournament, match.code)


def reopen(match, author, how):
    """Reopen the match, by a replay if `how` is «replayed», else by undoing its last line."""
    if how == "replayed":
        change_result(replay_match, match=match, author=author, reason="sin árbitro")
    else:
        change_result(take_back_result, match=match, author=author, version=1, number=1)
    return get_match(match.tournament, match.code)


@pytest.mark.parametrize("how", ["replayed", "undone"])
def test_a_reopened_match_won_by_the_other_side_has_old_draws_until_the_remedy(
    tournament, pilar, how
):
    match = reopen(first_of(tournament), pilar, how)
    assert old_draws(tournament) == []  # the match is not over yet
    write(match, pilar, B_WINS)
    match = first_of(tournament)
    [old_draw] = old_draws(tournament)
    assert old_draw.match == match
    assert old_draw.consequences.possible
    assert old_draw.consequences.later
    remedy_old_draws(match=match, author=pilar, seen=old_draw.consequences.seen)
    assert old_draws(tournament) == []
    assert older_draw_consequences(match) is None
    if tournament.stage.has_bracket and not tournament.stage.has_lives:
        round_2 = [entry_numbers(later) for later in tournament.matches.filter(round__number=2)]
        assert any(entry_numbers(match)[1] in sides for sides in round_2)
        assert all(entry_numbers(match)[0] not in sides for sides in round_2)


def test_a_reopened_match_won_by_the_same_side_has_no_old_draws(tournament, pilar):
    match = reopen(first_of(tournament), pilar, "replayed")
    write(match, pilar, A_WINS)
    assert old_draws(tournament) == []
    assert older_draw_consequences(first_of(tournament)) is None


def test_a_reopened_match_lost_by_forfeit_has_old_draws(tournament, pilar):
    match = reopen(first_of(tournament), pilar, "replayed")
    forfeit_match(match=match, loser=match.everybody[0], author=pilar, reason="no vuelve")
    assert [old_draw.match for old_draw in old_draws(tournament)] == [match]


def test_a_reopened_match_confirmed_by_a_signature_has_old_draws(tournament, pilar, raul):
    tournament.confirmations = 2
    tournament.save()
    match = reopen(first_of(tournament), pilar, "replayed")
    write(match, pilar, B_WINS)
    assert old_draws(tournament) == []
    sign_acta(match=match, author=raul, version=2)
    assert [old_draw.match for old_draw in old_draws(tournament)] == [match]


def test_an_old_draw_that_has_begun_has_no_remedy_and_is_listed_until_its_match_ends(
    bracket, pilar
):
    tournament = bracket.tournament
    match = reopen(first_of(tournament), pilar, "replayed")
    later = get_match(tournament, tournament.matches.get(round__number=2, position=1).code)
    write(later, pilar, A_WINS[:1])
    write(match, pilar, B_WINS)
    [old_draw] = old_draws(tournament)
    assert not old_draw.consequences.possible
    with is_refused("nothing_to_remedy"):
        remedy_old_draws(match=first_of(tournament), author=pilar)
    record_hand(match=later, author=pilar, line=A_WINS[1], number=2)
    assert old_draws(tournament) == []


def test_a_referee_may_not_remedy_old_draws(tournament, raul, pilar):
    match = reopen(first_of(tournament), pilar, "replayed")
    write(match, pilar, B_WINS)
    with is_refused("remedy_not_yours"):
        remedy_old_draws(match=first_of(tournament), author=raul)


# --- Pages and API --------------------------------------------------------------------------------
NOTICE = "salieron de otro resultado"


def test_hoy_and_the_acta_announce_old_draws_and_offer_the_remedy(tournament, pilar, client):
    match = reopen(first_of(tournament), pilar, "replayed")
    write(match, pilar, B_WINS)
    client.force_login(pilar)
    address = f"/t/{tournament.slug}/acta/{match.code}/sorteado/"
    for page in (f"/t/{tournament.slug}/panel/", f"/t/{tournament.slug}/acta/{match.code}/"):
        text = client.get(page).content.decode()
        assert NOTICE in text
        assert address in text
    text = client.get(address).content.decode()
    assert "Encuentros posteriores" in text
    seen = older_draw_consequences(match).seen
    assert f'value="{seen}"' in text
    answer = client.post(address, {"seen": seen})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{tournament.slug}/panel/")
    assert older_draw_consequences(match) is None
    assert NOTICE not in client.get(f"/t/{tournament.slug}/panel/").content.decode()
    assert "Las rondas posteriores salen" in client.get(address).content.decode()


def test_a_remedy_sent_from_an_old_page_is_a_conflict(tournament, pilar, client):
    match = reopen(first_of(tournament), pilar, "replayed")
    write(match, pilar, B_WINS)
    client.force_login(pilar)
    address = f"/t/{tournament.slug}/acta/{match.code}/sorteado/"
    answer = client.post(address, {"seen": "redraw 1 9 ZZ"})
    assert answer.status_code == 409
    assert older_draw_consequences(match)


def test_the_api_returns_the_consequences_of_a_last_line_and_remedies_the_draw(
    tournament, pilar, client
):
    match = reopen(first_of(tournament), pilar, "replayed")
    client.force_login(pilar)
    base = f"/api/v1/tournaments/{tournament.slug}/matches/{match.code}"

    def post(path, **body):
        return client.post(f"{base}/{path}/", body, content_type="application/json")

    answer = post("hands", line=B_WINS[0], number=1)
    assert (answer.status_code, answer.json()["consequences"]) == (201, None)
    consequences = post("hands", line=B_WINS[1], number=2).json()["consequences"]
    assert consequences["remedies"][0]["kind"] in ("exchange", "redraw")
    assert consequences["later"]
    preview = post("remedy", preview=True).json()
    assert (preview["consequences"], preview["remedied"]) == (consequences, False)
    remedy = post("remedy", seen=consequences["seen"]).json()
    assert (remedy["consequences"], remedy["remedied"]) == (consequences, True)
    assert older_draw_consequences(match) is None
    assert post("remedy").status_code == 409


def test_the_api_returns_the_consequences_of_a_forfeit(tournament, pilar, client):
    match = reopen(first_of(tournament), pilar, "replayed")
    client.force_login(pilar)
    address = f"/api/v1/tournaments/{tournament.slug}/matches/{match.code}/forfeit/"
    body = {"loser": match.everybody[0].number, "reason": "no vuelve"}
    consequences = client.post(address, body, content_type="application/json").json()[
        "consequences"
    ]
    assert consequences["remedies"]
