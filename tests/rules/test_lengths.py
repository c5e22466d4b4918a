"""The length of a match and the way to win it, in words and on paper."""

from dataclasses import asdict

import pytest

from rules import GAMES
from rules.cientos.options import Options as Cientos
from rules.core import options_of
from rules.guinote.options import Options as Guinote
from rules.malilla.options import Options as Malilla
from rules.marcador.options import Options as Marcador
from rules.revesino.options import Options as Revesino
from rules.tarot.options import Options as Tarot
from rules.truco.options import Options as Truco
from rules.zanga.options import Options as Zanga
from scoring.games import GAMES as FACES
from tournaments.games import refusals as games

# Sentences by game and options; "" are the usual options.
LENGTHS = {
    ("guinote", Guinote(best_of=1)): ("Al mejor de 1 partida. Gana el primero que gana 1 partida."),
    ("guinote", Guinote(best_of=1, play_all=True)): (
        "Al mejor de 1 partida, jugándolas todas. Gana el primero que gana 1 partida."
    ),
    ("guinote", Guinote(best_of=5, play_all=True)): (
        "Al mejor de 5 partidas, jugándolas todas. Se juegan las 5 partidas y gana quien gana más."
    ),
    ("guinote", Guinote(cotos=1, partidas=1)): (
        "1 coto de 1 partida. Gana el primero que gana 1 partida."
    ),
    ("guinote", Guinote(partidas=1)): (
        "2 cotos de 1 partida. "
        "Gana el coto el primero que gana 1 partida; gana el encuentro el primero que gana 2 cotos."
    ),
    ("guinote", Guinote(best_of=13)): (
        "Al mejor de 13 partidas. Gana el primero que gana 7 partidas."
    ),
    ("guinote", Guinote(best_of=3)): (
        "Al mejor de 3 partidas. Gana el primero que gana 2 partidas."
    ),
    ("cientos", Cientos(juegos=5)): ("A 5 juegos. Gana el primero que gana 5 juegos."),
    ("cientos", Cientos(juegos=6, play_all=True, calidades=True)): (
        "6 juegos, a cuenta, con calidades. Se juegan 6 juegos y gana quien más cuartos cobra."
    ),
    ("zanga", Zanga(partidas=4)): (
        "Al primero que gane 4 partidas. Gana el primero que gana 4 partidas."
    ),
    ("zanga", Zanga(partidas=1, codillo_stays=True)): (
        "Al primero que gane 1 partida; el codillo se queda en medio. "
        "Gana el primero que gana 1 partida."
    ),
    ("zanga", Zanga(jornada=6)): (
        "Jornada de 6 partidas. Se juegan 6 partidas, cada una cuenta, y gana quien gana más."
    ),
    ("truco", Truco(chicos=5)): (
        "Parejas, al mejor de 5 chicos a 30. "
        "Gana un chico el primero que llega a 30 tantos; el partido, el primero que gana 3 chicos."
    ),
    ("truco", Truco(players=2, target=40, chicos=1)): (
        "Mano a mano, un chico a 40. Gana el primero que llega a 40 tantos."
    ),
    ("revesino", Revesino(vueltas=1)): (
        "1 vuelta. Se juega 1 vuelta, en que da una vez cada uno, y gana quien más tantos tiene."
    ),
    ("revesino", Revesino(vueltas=3, mari_perez=True)): (
        "3 vueltas, con Mari-Pérez. "
        "Se juegan 3 vueltas, en que da una vez cada uno, y gana quien más tantos tiene."
    ),
    ("revesino", Revesino(by_time=True, plate=20)): (
        "Por tiempo, con platillo de 20. Gana quien más tantos tiene cuando se acaba el tiempo."
    ),
    ("malilla", Malilla(form="coja", vueltas=1)): (
        "Coja, entre tres, 1 vuelta. "
        "Se juega 1 vuelta, un reparto de cada jugador, y gana quien tiene más tantos."
    ),
    ("malilla", Malilla(vueltas=5)): (
        "De compañeros, 5 vueltas. "
        "Se juegan 5 vueltas, en cada una un reparto de cada jugador, y gana quien tiene más "
        "tantos."
    ),
    ("malilla", Malilla(form="vistas", target=50)): (
        "Entre dos a cartas vistas, a 50 tantos. Gana el primero que gana 50 tantos."
    ),
    ("tarot", ""): (
        "Federación francesa, cuatro jugadores, 4 repartos. "
        "Gana quien tiene más puntos después de 4 repartos."
    ),
    ("tarot", Tarot(players=5, resting_dealer=True, deals=1)): (
        "Mesa de 5, descansa el que da, 1 reparto. "
        "Gana quien tiene más puntos después de 1 reparto."
    ),
    ("tarot", Tarot(by_time=True)): (
        "Mesa de 4, por tiempo. Gana quien tiene más puntos cuando se acaba el tiempo."
    ),
    ("marcador", Marcador(target=25, exact=True, juegos=3)): (
        "A 3 juegos, cada uno a 25 tantos. Gana el primero que gana 3 juegos."
    ),
    ("marcador", Marcador(target=25, vacas=3)): (
        "A 3 vacas de 1 juego, cada uno a 25 tantos. "
        "Gana el primero que gana 3 vacas, y cada vaca el primero que gana en ella 1 juego."
    ),
    ("marcador", Marcador(manos=8, juegos=6, play_all=True)): (
        "6 juegos, se juegan todos, cada uno a 8 manos. "
        "Se juegan todos los juegos (6), y gana quien gana más."
    ),
    ("marcador", ""): ("Por tiempo. Se juega por tiempo, y al acabar gana quien más tantos tiene."),
    ("marcador", Marcador(sides=4, people=1, manos=10, extra=1, lowest=True)): (
        "4 jugadores: a 10 manos, gana quien menos hace, con desempate. "
        "Se juega a 10 manos, y al acabar gana quien menos tantos tiene."
    ),
    ("marcador", Marcador(sides=3, manos=5, ladder=True)): (
        "3 parejas: a 5 manos, por puestos. "
        "Se juega a 5 manos, y al acabar gana quien más tantos tiene."
    ),
    ("marcador", Marcador(people=3, count="juegos")): (
        "2 tríos: a 1 juego. El ganador del juego gana el encuentro."
    ),
    ("marcador", Marcador(target=9, manos=4, by_time=True)): (
        "A 9 tantos, a 4 manos o por tiempo. "
        "Se juega a 9 tantos, a 4 manos o por tiempo, y al acabar gana quien más tantos tiene."
    ),
    ("truco", ""): (
        "Parejas, al mejor de 3 chicos a 30. "
        "Gana un chico el primero que llega a 30 tantos; el partido, el primero que gana 2 chicos."
    ),
}


ON_PAPER = {
    Guinote(best_of=1): "una sola partida",
    Guinote(best_of=1, play_all=True): "una sola partida",
    Guinote(best_of=5, play_all=True): "5 partidas, se juegan todas",
    Guinote(cotos=1, partidas=1): "un coto de 1 partida",
    Guinote(cotos=2, partidas=1): "gana el primero que hace 2 cotos de 1 partida",
    Guinote(best_of=13): "al mejor de 13 partidas",
}


@pytest.mark.parametrize(("key", "options"), LENGTHS)
def test_the_length_of_a_match_in_words(key, options):
    values = asdict(options or options_of(GAMES[key], ""))
    sentences = f"{games.length_in_words(key, values)}. {games.length_explained(key, values)}"
    assert sentences == LENGTHS[key, options]


@pytest.mark.parametrize("options", ON_PAPER)
def test_the_length_of_a_match_of_guinote_on_paper(options):
    assert FACES["guinote"].paper.form(options).length == ON_PAPER[options]
