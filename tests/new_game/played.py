"""A match of cinquillo written by form, as JSON and in the notation."""

from uuid import uuid4

from scoring.models import Result
from tests.scoring.seated_rounds import seat_round


def test_a_match_of_cinquillo_is_written_by_form_api_and_notation(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(
        game="cinquillo", game_options={}, format="swiss", format_options={"rounds": 1}
    )
    match = seat_round(tournament, [pairs(tournament, 2)]).matches.get()
    browser, page = client_as(pilar), f"/t/{tournament.slug}/acta/{match.code}/"
    api = f"/api/v1/tournaments/{tournament.slug}/matches/{match.code}/hands/"
    assert "Quien se queda sin cartas." in browser.get(page).text
    form_data = {"como": "mano", "number": 1, "version": 0, "uid": uuid4(), "winner": "A"}
    assert browser.post(page, form_data).status_code == 302
    json_data = {"number": 2, "hand": {"kind": "mano", "winner": "B"}}
    assert browser.post(api, json_data, "application/json").status_code == 201
    notation_data = {
        "como": "notation",
        "number": 3,
        "version": 1,
        "uid": uuid4(),
        "text": "mano a",
    }
    assert browser.post(page, notation_data).status_code == 302
    result = Result.objects.get(match=match)
    assert (result.winner, result.tallies) == (0, {"manos": [2, 1]})
    public_page = browser.get(f"/t/{tournament.slug}/partida/{match.code}/").text
    assert "gana la partida (2-1)" in public_page and "Manos 2–1" in public_page
