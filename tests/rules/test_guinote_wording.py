"""What the site says of guiñote: no wrong plural, and no note of ours given for an article."""

import pytest

from rules.guinote import GUINOTE
from rules.guinote.options import Options
from scoring.games.guinote.paper import form
from tournaments.games.guinote import length_explained, length_in_words


@pytest.mark.parametrize(
    ("options", "words", "explained", "printed"),
    [
        (
            {"best_of": 1},
            "Al mejor de 1 partida",
            "Gana quien antes gana 1 partida.",
            "una sola partida",
        ),
        (
            {"best_of": 1, "play_all": True},
            "Al mejor de 1 partida, jugándolas todas",
            "Gana quien antes gana 1 partida.",
            "una sola partida",
        ),
        (
            {"best_of": 5, "play_all": True},
            "Al mejor de 5 partidas, jugándolas todas",
            "Se juegan las 5 partidas y gana quien gana más.",
            "5 partidas, se juegan todas",
        ),
        (
            {"cotos": 1, "partidas": 1},
            "1 coto de 1 partida",
            "Gana quien antes gana 1 partida.",
            "un coto de 1 partida",
        ),
        (
            {"cotos": 2, "partidas": 1},
            "2 cotos de 1 partida",
            "Un coto es de quien antes gana 1 partida; el enfrentamiento, de quien antes gana 2 "
            "cotos.",
            "gana quien hace 2 cotos de 1 partida",
        ),
        (
            {"best_of": 13},
            "Al mejor de 13 partidas",
            "Gana quien antes gana 7 partidas.",
            "al mejor de 13 partidas",
        ),
    ],
)
def test_one_is_one_partida_and_not_partidas(options, words, explained, printed):
    whole = {"players": 4, "cotos": 2, "partidas": 3, "best_of": 0, "play_all": False, **options}
    assert (length_in_words(whole), length_explained(whole)) == (words, explained)
    assert form(Options(**options)).length == printed


def test_no_refusal_and_no_fault_cites_our_own_notes():
    cited = [told.article for told in GUINOTE.codes.values()]
    cited += [fault.article for fault in GUINOTE.penal(Options()).faults]
    assert not [article for article in cited if "Rulings" in article]
