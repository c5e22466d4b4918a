"""The public page of an escalera: each entry's move up or down, once a round is finished."""

from tests.scoring.played_rounds import play_all, publish
from tests.scoring.rounds.test_round_pages import visible_text
from tournaments.models import Match

PAGE = "/t/casino-de-calamocha/emparejamientos/"


def test_the_moves_on_the_page_are_the_tables_of_the_next_draw(
    make_tournament, pairs, client, pilar
):
    tournament = make_tournament(format="ladder", format_options={"rounds": 2})
    pairs(tournament, 7)
    first_round = publish(tournament, pilar)
    assert "a la mesa" not in visible_text(client.get(PAGE))
    play_all(first_round, pilar)
    page = visible_text(client.get(PAGE))
    assert page.count("sigue en la mesa 1") == 1 and page.count("espera la próxima campana") == 1
    second_round = publish(tournament, pilar)
    position_before = {
        entry.number: match.position
        for match in first_round.matches.all()
        for entry in match.everybody
    }
    for match in second_round.matches.exclude(state=Match.State.BYE):
        for entry in match.everybody:
            before, now = position_before[entry.number], match.position
            verb = "sigue en" if now == before else "sube a" if now < before else "baja a"
            assert f"{entry.number} {verb} la mesa {now}" in page
    play_all(second_round, pilar)
    assert "la mesa 2" not in visible_text(client.get(PAGE)), "after the last round no entry moves"
