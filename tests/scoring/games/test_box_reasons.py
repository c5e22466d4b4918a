"""The reason of each place in ascenso y descenso, which names the results of the block."""

from scoring.actas.services import record_hand
from tests.scoring.played_rounds import play_all, publish


def test_the_reason_of_a_place_names_the_points_and_difference_of_the_block(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(
        name="Divisiones",
        game="marcador",
        game_options={"manos": 1, "extra": 1},
        format="boxes",
        format_options={"size": 4, "blocks": 2, "per_block": 1},
    )
    pairs(tournament, 4)
    path = f"/api/v1/tournaments/{tournament.slug}/standings/"
    assert client_as(None).get(path).json()["results"][0]["reason"] == ""
    first, second = publish(tournament, pilar).matches.order_by("number")
    record_hand(match=first, author=pilar, line="40-10", number=1)
    record_hand(match=second, author=pilar, line="40-20", number=1)
    reasons = [row["reason"] for row in client_as(None).get(path).json()["results"]]
    assert "los mismos puntos en el bloque (2), peor diferencia en el bloque (+20 fr" in reasons[1]
    assert "menos puntos en el bloque (0 frente a 2)" in reasons[2]
    assert "peor diferencia en el bloque (−30 frente a −20)" in reasons[3]
    page = client_as(None).get(f"/t/{tournament.slug}/clasificacion/").content.decode()
    assert "menos puntos en el bloque" in page and "por el orden del propio sistema" not in page
    play_all(publish(tournament, pilar), pilar)
    assert all(row["reason"] for row in client_as(None).get(path).json()["results"][1:])
