"""An escalera in public: the tables in order, and who goes up and down once a round is finished."""

from tests.scoring.days import play_all, publish
from tests.scoring.rounds.test_round_pages import words
from tournaments.models import Match

PAGE = "/t/casino-de-calamocha/emparejamientos/"


def test_who_goes_up_and_down_is_what_is_drawn(make_tournament, pairs, client, pilar):
    hall = make_tournament(format="ladder", format_options={"rounds": 2})
    pairs(hall, 7)
    first = publish(hall, pilar)
    assert "a la mesa" not in words(client.get(PAGE))
    play_all(first, pilar)
    page = words(client.get(PAGE))
    assert page.count("sigue en la mesa 1") == 1 and page.count("espera la próxima campana") == 1
    second = publish(hall, pilar)
    was = {one.number: match.position for match in first.matches.all() for one in match.everybody}
    for match in second.matches.exclude(state=Match.State.BYE):
        for one in match.everybody:
            before, now = was[one.number], match.position
            word = "sigue en" if now == before else "sube a" if now < before else "baja a"
            assert f"{one.number} {word} la mesa {now}" in page
    play_all(second, pilar)
    assert "la mesa 2" not in words(client.get(PAGE)), "after the last bell nobody moves"
