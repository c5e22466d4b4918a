"""Tests of the words of each game: the sentences of a line and of the score after it."""

from itertools import product

import pytest

from rules import GAMES
from rules.core import fold, options_of
from rules.malilla.options import Options as Malilla
from rules.marcador.options import Options as Marcador
from rules.tarot.options import Options as Tarot
from scoring.games import GAMES as FACES
from tests.rules.self_play import levels, play_match
from tests.said import lines_with_sentences
from tests.scoring.page_text import plain

NAMES = ["la pareja 1", "la pareja 2", "Caro", "la pareja 4", "Eva"]
# Each key is a game with its preset or options. Each block has the lines of a match, separated by
# «|», then the sentences of the last line and of the score after it.
SENTENCES = {
    ("cientos", "dos_juegos"): """
        12-0 uA pA51 pique dB
            La pareja 1: punto de 51, 5; carteo, 25; pique, 30; capote, 40. Hace 100. La pareja 2 no
                hace ningún tanto. La pareja 1 pica: sus treinta son sesenta. La pareja 1 da capote.
                La pareja 1 gana el juego doble: la pareja 2 no llega a cincuenta (100-0).
            Juegos 1–0 · cuartos 8–0 · tantos 0–0
        juego B doble
            La pareja 2 gana el juego doble.
            Juegos 0–1 · cuartos 0–8 · tantos 0–0
        10-2 uA xfA xtB dB
            La pareja 1: carteo, 21; bazas, 10. Hace 31 y señala 30. La pareja 2: carteo, 4. Hace 4:
                no llega a señalar una decena. La pareja 1 acusó lo que no tenía: no le vale ninguna
                ganancia. La pareja 2 no enseñó a tiempo: no le vale ninguna ganancia.
            Juegos 0–0 · cuartos 0–0 · tantos 30–0
        arbitro mano 99-0: cuenta
            El árbitro deja la mano en 99-0: cuenta. La pareja 1 señala 100, con 1 todavía por
                hacer.
            Juegos 0–0 · cuartos 0–0 · tantos 100–0
        nula repetida
            Mano nula por cartas iguales en la baraja: se vuelve a dar.
            Juegos 0–0 · cuartos 0–0 · tantos 0–0
        arbitro juego B: señas
            Árbitro: señas. La pareja 2 gana el juego sencillo por decisión del árbitro.
            Juegos 0–1 · cuartos 0–4 · tantos 0–0
        arbitro mano 46-12: cuenta
            El árbitro deja la mano en 46-12: cuenta. La pareja 1 señala 50, con 4 todavía por
                hacer.
            Juegos 0–0 · cuartos 0–0 · tantos 50–10
        8-4 uA pA51 sA5Ao tAR dB | 6-6 uBm p=44 sB3A
            La pareja 1: carteo, 12. Hace 12 y señala 10. La pareja 2: tercia al as, 3; carteo, 12.
                Hace 15 y señala 20. Punto igual: no lo cuenta nadie.
            Juegos 0–0 · cuartos 0–0 · tantos 60–30
        8-4 uA pA51 sA5Ao tAR dB | 6-6 uBm p=44 sB3A | 5-7 uB cBA cBD pA36 | 8-3 pA50 !A
            La pareja 1: punto de 50, 5; carteo, 15. Hace 20. La pareja 2: carteo, 7. Hace 7. La
                pareja 1 gana el juego sencillo (100-87).
            Juegos 1–0 · cuartos 4–0 · tantos 0–0
    """,
    ("revesino", "cuatro_vueltas"): """
        revesino A
            A +24 · B −8 · C −8 · D −8. A da revesino: 24 tantos.
            A +24 · B −8 · C −8 · D −8 · vuelta 1, mano 2
        revesino A corta B
            A −24 · B +24 · C 0 · D 0. B corta a tiempo el revesino de A: 24 tantos.
            A −24 · B +24 · C 0 · D 0 · vuelta 1, mano 2
        napolitana D
            A −4 · B −4 · C −4 · D +12. D gana los cuatro ases: 12 tantos.
            A −4 · B −4 · C −4 · D +12 · vuelta 1, mano 2
        nula
            Mano nula: vuelve a dar el mismo.
            A 0 · B 0 · C 0 · D 0
        pierde B: se marcha
            La pareja 2 deja el encuentro: se marcha. Empatan la pareja 1, Caro y la pareja 4
                con 0 tantos.
            A 0 · B 0 · C 0 · D 0
    """,
    ("revesino", "con_caballo"): """
        platillo 16 16 16 16
            A −16 · B −16 · C −16 · D −16 · platillo +64. En el platillo hay 64 tantos.
            A −16 · B −16 · C −16 · D −16 · platillo 64
        platillo 16 16 16 16 | 0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD
            A +27 · B +1 · C −11 · D −1 · platillo −16. A gana la partida sin hacer baza: 4 de C. A
                vende el as de oros: 2 de C. B saca el as de copas: 1 de D. A cobra el as de
                espadas, que duerme: 1 de C. A cobra el as de bastos, jugado de cabeza: 1 de C. A
                vende el caballo de copas: 3 de C. El caballo toma 16 del platillo, que queda en 48.
                Duermen 6 puntos.
            A +11 · B −15 · C −27 · D −17 · platillo 48 · vuelta 1, mano 2
    """,
    ("marcador", "mus_tres_juegos"): """
        30-25 | 5-15
            Mano: 5–15. La pareja 2 gana el juego (40–35).
            Juegos 0–1
        juegos 1-2 | 10-4
            Mano: 10–4.
            Juegos 1–2 · tantos 10–4
        juego A | pierde B: 2-0 de retraso
            La pareja 2 pierde el encuentro: 2-0 de retraso. La pareja 1 gana el encuentro:
                juegos 3–0.
            Juegos 3–0
    """,
    ("marcador", "mus_vacas"): """
        juegos 2-0 | juego B | arbitro B-5: señas
            La pareja 2: −5 por decisión del árbitro: señas.
            Vacas 1–0 · juegos 0–1 · tantos 0 / −5
    """,
    ("marcador", "botifarra_101"): """
        manos 11 50-60 | fin
            Se acabó el tiempo. La pareja 2 gana el encuentro: tantos 60–50.
            Tantos 50–60
    """,
    ("marcador", Marcador(sides=4, manos=3, low=-30, high=30)): """
        9 -4 0 2 | manos 2 1 1 1 1
            Manos jugadas: 2. En total, 1 / 1 / 1 / 1. La pareja 1 gana el encuentro: tantos 10
                / −3 / 1 / 3.
            Tantos 10 / −3 / 1 / 3
    """,
    ("malilla", "barrotada"): """
        30-12-20-10 9o dD
            Puntos 30-12-20-10: A +12 · B −6 · C −3 · D −3. La pareja 4 cobra el alce (malilla de
                oros): +5, de Caro.
            A +12 · B −6 · C −3 · D −3 · vuelta 1, reparto 2
    """,
    ("malilla", Malilla(form="coja")): """
        30-22-20 R dA
            Puntos 30-22-20: A +12 · B −5 · C −7. La pareja 1 cobra el alce (rey): +6, de la pareja
                2 y Caro.
            A +12 · B −5 · C −7 · vuelta 1, reparto 2
    """,
    ("malilla", Malilla(form="cubiertas")): """
        40-27 s5 1b dB
            Puntos 40-27: +2½ / −2½. La pareja 2 cobra el alce (as de bastos): +4, de la pareja 1.
            Tantos +2½ / −2½ · vuelta 1, reparto 2
    """,
    ("malilla", Malilla(form="cubiertas", vueltas=1)): """
        partida -0.5+0.5
            La pareja 2 gana la malilla: +½ / −½.
            Tantos −½ / +½
    """,
    ("malilla", Malilla(form="coja", vueltas=1)): """
        partida +10-4-6
            La pareja 1 gana la malilla: A +10 · B −4 · C −6.
            A +10 · B −4 · C −6
    """,
    ("malilla", Malilla(form="barrotada", target=50)): """
        vuelta +20+0+8+0
            Acaba la vuelta 1: A +20 · B 0 · C +8 · D 0.
            A 20 · B 0 · C 8 · D 0 · vuelta 2, reparto 1
    """,
    ("malilla", Malilla(vueltas=1)): """
        40-32 Rc dA
            Puntos 40-32: +7 / −7. La pareja 1 cobra el alce (rey de copas): +3, de la pareja 2.
            Tantos +7 / −7 · vuelta 1, reparto 2
        40-32 Rc dA | 72-0
            Puntos 72-0: +72 / −72. La pareja 1 da capote.
            Tantos +79 / −79 · vuelta 1, reparto 3
        40-32 Rc dA | 72-0 | 30-42 9e B/cargar
            Puntos 30-42: +15 / −15. La pareja 2 no cuenta lo que ganaba por sus puntos. La pareja 1
                cobra el alce (malilla de espadas): +5, de la pareja 2. La pareja 2 no cargó
                pudiendo: diez tantos.
            Tantos +94 / −94 · vuelta 1, reparto 4
        40-32 Rc dA | 72-0 | 30-42 9e B/cargar | 33-39 So
            Puntos 33-39: −4 / +4. La pareja 2 cobra el alce (sota de oros): +1, de la pareja 1.
                Acaba la vuelta 1: +90 / −90. La pareja 1 gana la malilla: +90 / −90.
            Tantos +90 / −90
    """,
    ("malilla", "companeros"): """
        partida -55+55
            La pareja 2 gana la malilla: +55 / −55.
            Tantos −55 / +55
    """,
    ("tarot", "fft"): """
        B guardia 49 2o p+ B10
            La pareja 2 cumple su contrato («en guardia»): hace 49 y necesitaba 41. Se anota +318.
                El bando del tomador gana la última baza con la pequeña, la pareja 2 enseña 10
                triunfos. A −106 · B +318 · C −106 · D −106.
            Puntos −106 / +318 / −106 / −106 · reparto 2 de 4
        C tomo 50 1o
            Caro no cumple su contrato («tomo»): hace 50 y necesitaba 51. Se anota −78. A +26 · B
                +26 · C −78 · D +26.
            Puntos +26 / +26 / −78 / +26 · reparto 2 de 4
        B guardia 49 2o fB7 fC5
            El reparto es nulo: la pareja 2 cometió la falta 7 (se descarta de oudlers o de reyes) y
                lo ganaba su bando. Caro comete la falta 5 (hace un anuncio falso): paga 10 a cada
                adversario. A 0 · B +10 · C −10 · D 0.
            Puntos 0 / +10 / −10 / 0 · reparto 1 de 4
        paso
            Todos pasan: el reparto se anula y da el siguiente.
            Puntos 0 / 0 / 0 / 0 · reparto 1 de 4
        petit C
            Caro tiene sola la pequeña: el reparto se anula.
            Puntos 0 / 0 / 0 / 0 · reparto 1 de 4
        repartos 2 9 1 -3 -7
            Repartos anotados por su resultado: 2. A +9 · B +1 · C −3 · D −7.
            Puntos +9 / +1 / −3 / −7 · reparto 3 de 4
        arbitro puntos -20 20 0 0: habla
            El árbitro cambia puntos: habla. A −20 · B +20 · C 0 · D 0.
            Puntos −20 / +20 / 0 / 0 · reparto 1 de 4
        arbitro anula: carta vista
            Se vuelve a dar: carta vista.
            Puntos 0 / 0 / 0 / 0 · reparto 1 de 4
        B guardia 49 2o p+ B10 dA | C tomo 50 1o | repartos 1 -30 -30 90 -30 | A sin 41 2o fC4
            La pareja 1 cumple su contrato («en guardia sin la reserva»): hace 41 y necesitaba 41.
                Se anota +300. Caro comete la falta 4 (juega antes de turno): paga 10 a cada
                adversario. A +310 · B −100 · C −110 · D −100. La pareja 2 gana el
                encuentro con un total de 214.
            Puntos +200 / +214 / −204 / −210
        repartos 1 75 -25 -25 -25 | arbitro puntos 0 1 -1 0: señas | pierde A: se va
            La pareja 1 deja el encuentro: se va. La pareja 2 gana el encuentro con un total de
                −24.
            Puntos +75 / −24 / −26 / −25
        B guardia 49 2o p+ B10 dA
            La pareja 2 cumple su contrato («en guardia»): hace 49 y necesitaba 41. Se anota +318.
                El bando del tomador gana la última baza con la pequeña, la pareja 2 enseña 10
                triunfos. A −106 · B +318 · C −106 · D −106.
            Puntos −106 / +318 / −106 / −106 · reparto 2 de 4
    """,
    ("tarot", "fft_cinco"): """
        B+C guardia 39 2o fD3p !ch
            La pareja 2 no cumple su contrato («en guardia»: hace 39 y necesitaba 41), pero no paga:
                se anota +100. La pareja 4 comete la falta 3 (no mata el triunfo): se paga la prima
                (50). Su aliado es Caro, anunció chelem. A −50 · B +100 · C +50 · D −50 · E −50.
            Puntos −50 / +100 / +50 / −50 / −50 · reparto 2 de 5
        B solo contra 0 0o ch- p-
            La pareja 2 no cumple su contrato («en guardia contra la reserva»): hace 0 y necesitaba
                56. Se anota −2984. Juega solo, la defensa gana la última baza con la pequeña, la
                defensa hace todas las bazas. A +746 · B −2984 · C +746 · D +746 · E +746.
            Puntos +746 / −2984 / +746 / +746 / +746 · reparto 2 de 5
    """,
    ("tarot", Tarot(players=5, deals=2, equal_shares=True)): """
        repartos 1 79.5 79.5 -53 -53 -53
            Repartos anotados por su resultado: 1. A +79½ · B +79½ · C −53 · D −53 · E −53.
            Puntos +79½ / +79½ / −53 / −53 / −53 · reparto 2 de 2
    """,
    ("tarot", Tarot(by_time=True)): """
        A tomo 41 2o
            La pareja 1 cumple su contrato («tomo»): hace 41 y necesitaba 41. Se anota +75. A +75 ·
                B −25 · C −25 · D −25.
            Puntos +75 / −25 / −25 / −25 · reparto 2
    """,
    ("truco", "gallo"): """
        chico 30-30-12 B
            La pareja 2 gana el chico (30-30-12).
            Chicos 0–1–0 · 0–0–0 malas
        chico 30-30-12 B | At n dC
            Truco. La pareja 1 se anota 1 del truco no querido. La pareja 2 se anota 1 del truco no
                querido.
            Chicos 0–1–0 · 1–1–0 malas
        chico 30-30-12 B | At n dC | chico C | chico B
            La pareja 2 gana el chico (30-0-0). La pareja 2 gana el partido: chicos 2-0-1, tantos
                61-31-42.
            Chicos 0–2–1 · tantos 31–61–42
        chico 12-21-30
            Caro gana el chico (30-12-21).
            Chicos 0–0–1 · 0–0–0 malas
    """,
    ("truco", "pica_pica"): """
        AA dA | arbitro tantos A 6: x | Afe q 31-b AA
            Falta envido, 31 y «son buenas». La pareja 1 se anota 6 de la falta envido. La pareja 1
                se anota 1 del truco.
            Chicos 0–0 · 14–0 malas
    """,
}


@pytest.mark.parametrize(("key", "options"), SENTENCES)
def test_the_sentences_of_a_line_and_of_the_score_after_it(key, options):
    words, table = FACES[key].words, SENTENCES[key, options]
    if isinstance(options, str):
        options = options_of(GAMES[key], options)
    for acta_lines, sentences in lines_with_sentences(table):
        step = fold(GAMES[key], options, acta_lines)[-1]
        line = words.line_in_words(step, NAMES[: options.sides])
        assert [plain(line), plain(words.score_in_words(step.score, options))] == sentences


@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_a_match_has_its_words_and_its_board(key):
    game, words = GAMES[key], FACES[key].words
    for options, level in product(game.presets.values(), levels(game)):
        names = NAMES[: options.sides]
        for step in fold(game, options, play_match(game, options, "words", level)):
            assert words.line_in_words(step, names) and words.score_in_words(step.score, options)
            board = words.board(step.score, options, names)
            assert len(board["sides"]) == options.sides and (board["foot"] or key == "guinote")
