"""Sentences of the site about a line of each game, and about a refused line."""

from typing import Any

import pytest

from rules import GAMES
from rules.core import RuleError, fold, options_of
from rules.malilla.options import Options as Malilla
from rules.tarot.options import Options as Tarot
from tests.said import lines_with_sentences
from tournaments.games.refusals import event_message, message

NAMES = ["Ana", "Blas", "Caro", "Diego", "Eva"]
# Sentences by game and by options or preset; "" is the usual preset.
REFUSED = {
    ("guinote", ""): """
        60-60 uA | 62-59 uA
            Los tantos por cartas suman 121 y tienen que sumar 120, sin últimas ni cantes (Guiñote,
                «Valor absoluto de las cartas»).
        60-60 uA | 60-60 uA A20o B20o
            El cante de oros está dos veces: cada palo se canta una vez en cada reparto, y el de las
                cuarenta no puede ser de veinte (Guiñote, «Acuses o cantes»).
        60-60 uA | coto 3-3
            Este coto ya está empezado (0-0): siga partida por partida, o borre sus anotaciones para
                poner solo el resultado (Guiñote, «Quién gana el guiñote»).
        60-60 uA | 60-60 uC
            Las diez de últimas: escriba una de las letras A, B, no «C».
        60-60 uA | pierde A: 100 %\x07
            El motivo lleva signos que no se pueden imprimir: «100 %�».
        60-60 uA | 100 %(x)s
            No se entiende «100 %(x)s»; se escribe así: 62-58 uA A20o B40e · renuncio A 5 · partida
                A · coto 3-1.
    """,
    ("cientos", ""): """
        8-5 uA dB
            Las bazas suman 13 y en una mano hay 12 (Cientos, «De las demas ganancias que resultan
                jugando»).
        8-4 uA pA32 dB
            No hay ningún punto de 32; puede ser de 24-31, 34-41, 44-51, 54-60, 64-68, 75 (Cientos,
                «De la mano»).
        8-4 uA sA5A sB3A dB
            Las secansas que valen son todas del mismo: de quien tiene la mejor (Cientos, «De la
                mano»).
        8-4 uA pA51 sA3A pique dB
            A no pudo picar: con lo que acusó y las bazas que pudo hacer seguidas al empezar no
                llega a treinta antes de que el otro levante baza (Cientos, «De las demas ganancias
                que resultan jugando»).
        5-4 !A pA51 dB
            Si se paró porque A llegó a cien, el último tanto que contó, al salir o al levantar
                baza, es el que lo hizo; con estas bazas llega a 16 (Cientos, Adiciones 5-7).
    """,
    ("zanga", ""): """
        arbitro vales 4-28-0: x | pj 3-5 mA1
            A1 no puede pasar: a su pareja no le queda ningún vale y tiene que jugar (Zanga, art.
                42).
        j 5-4 mA1
            Las bazas suman 9 y en una mano hay 8 (Zanga, art. 3).
        j 5-3 mA1 | j 5-3 mA1
            La mano no es de A1: pasa a la derecha y ahora le toca a B1 (Zanga, art. 17).
        arbitro vales 20-8-5: x
            Los vales de las dos parejas y los del medio suman 33 y son siempre 32 (Zanga, art. 10).
    """,
    ("truco", ""): """
        Ae q 12-30 AA
            Nadie puede tener 12 de envido: se admiten 0–7, 20–33 (Truco 4.6.3).
        Are Be q 31-27 AA
            No se puede cantar re e: se sube siempre; aquí se puede subir con: fe (Truco 4.2.4,
                4.6.12).
        A Be q 31-27 AA
            Be: terminada la primera ronda ya no se canta el envido (Truco 4.1.6).
        At q Art q AA
            Art: sube quien tiene el quiero, y ningún bando canta dos veces seguidas (Truco 5.5.2).
        chico 30-31
            Un chico no puede acabar 30-31: el ganador tiene de 30 a 36 tantos y el perdedor no
                llega a 30 (Truco 1.1).
        CC
            Las rondas: escriba una de las letras A, B, no «C».
    """,
    ("revesino", ""): """
        0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj dD
            Elija dónde acabó el caballo de copas. Si quedó en la baceta, elija «Duerme»
                (Revesino, «Del valor de los naypes» 3; Adiciones 21–23).
        0/0 3/9 5/22 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD
            Los puntos suman 37; con lo que duerme, la suma no baja de 27 ni pasa de 36 (la baraja
                tiene 40 y duermen cuatro cartas) (Revesino, «Del valor de los naypes» 2; Adiciones
                17).
        revesino A corta A
            A va a revesino: no puede cortárselo él (Adiciones al Revesino 28–32).
        mano 13 -13 0 0
            Ahí cambian de mano 13 tantos y no hay forma de que sea así: pueden ser 0–12, 24
                (Revesino, «Resumen de los pagos»).
    """,
    ("malilla", ""): """
        40-33
            Los puntos suman 73 y en un reparto hay siempre 72: 60 en cartas y uno por cada una de
                las doce bazas (Malilla, «Del orden y valor de los naypes»).
        4-68 9o dA
            Dio A y le tocó la malilla de triunfo, que nadie gana: con ella hace al menos 6 puntos,
                y pone 4 (Malilla, «Del orden y valor de los naypes»).
        vuelta +3-2
            Los tantos suman +1 y tienen que sumar 0: lo que gana uno lo pierden otros (Malilla,
                «Resumen de los pagos»).
        vuelta +709-709
            A no puede tener +709: en ese tiempo se gana o se pierde de -708 a +708 (Malilla,
                «Resumen de los pagos»).
    """,
    ("tarot", ""): """
        B tomo 90 3o
            En este contrato, con los oudlers que pone (3), las cartas no pueden sumar 90; lo más
                cercano: 89, 91 (Tarot 17).
        B tomo 60 1o ch+
            Con los oudlers que pone (1) no puede haber ese chelem; los que lo permiten: 2, 3 (FFT
                R-RO201206).
        A guardia 91 3o ch+ B15
            Con la poignée B15 el otro bando no hizo todas las bazas: a cada triunfo le hace falta
                otro mayor, y no los hay (Tarot 16).
        B tomo 49.5 2o
            A 4 jugadores los puntos son enteros, y pone 49.5: las cartas de cada bando son siempre
                un número par (Tarot 17).
        B tomo 91 3o
            Con esos puntos (91) un bando hizo todas las bazas: anote el chelem (ch+) (FFT
                R-RO201206).
        B tomo 49 2o fC1
            Anote lo que decidió el árbitro del renuncio 1: n (nula si gana el culpable) o p (la
                prima) (Tarot 14).
        repartos 1 75 -25 -25 -24
            Los puntos de todos tienen que sumar 0 y suman 1 (Tarot 17).
        F tomo 49 2o
            El tomador: escriba una de las letras A, B, C, D, E, no «F».
        E tomo 49 2o
            E no está en esta mesa; los jugadores son A, B, C, D (Tarot 15).
    """,
    ("marcador", "mus_tres_juegos"): """
        30-25 | 12-0
            A tendría 42 y de 40 no se pasa: con 10 gana el juego.
        40-40
            El juego acaba cuando llega el primero a 40: no pueden llegar dos (40-40).
        3 -1
            B no puede hacer -1: se admite de 0 a 9999.
    """,
    ("marcador", "mus_solo_juegos"): """
        40-25
            En este torneo no se anotan tantos, sino quién gana cada juego: por ejemplo «juego A».
    """,
    ("marcador", "individual_puestos"): """
        4-4-2-1
            Los puestos son uno de cada (4-3-2-1, en el orden que sea) y pone 4-4-2-1.
    """,
}

EVENTS = {
    ("guinote", ""): """
        51-69 uA A40o B20c B20e
            Ana gana la partida: los dos bandos llegan a 101 y hace las diez de últimas (101-109).
        60-60 uA
            Nadie llega a 101: van de vueltas con 70-60.
        renuncio A 5
            Blas gana la partida por renuncio de Ana.
        arbitro anula: eran 39
            La partida se anula y se vuelve a jugar: eran 39.
        pierde B: 100 % ausentes
            Blas pierde el encuentro: 100 % ausentes.
            Ana gana el encuentro: cotos 2-0, partidas 6-0.
    """,
    ("truco", ""): """
        Ae q 31-27 At n
            Ana se anota 2 del envido.
            Ana se anota 1 del truco no querido.
        Ae q 31-b AAB sA
            Blas se anota 2 de lo que ganó el rival, por tanto no mostrado o mal cantado.
            Blas se anota 1 de lo que ganó el rival, por tanto no mostrado o mal cantado.
            La tercera ronda no cuenta: con dos ya estaba decidido.
        chico A | Bfe q 20-31
            Blas se anota 30 de la falta envido.
            Blas gana el chico (0-30).
        maldada vuelta B | maldada
            B1 da mal por segunda vez o más: pierde su turno y da el siguiente.
        senas B: silbidos
            Blas hizo señas prohibidas: silbidos.
            Ana gana el partido: chicos 2-0, tantos 60-0.
    """,
    ("revesino", ""): """
        0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD
            Ana gana la partida sin hacer baza: 4 de Caro.
            Ana vende el as de oros: 2 de Caro.
            Blas saca el as de copas: 1 de Diego.
            Ana cobra el as de espadas, que duerme: 1 de Caro.
            Ana cobra el as de bastos, jugado de cabeza: 1 de Caro.
            Ana vende el caballo de copas: 3 de Caro.
        revesino A corta B napolitana C
            Blas corta a tiempo el revesino de Ana: 24 tantos.
            Caro, con los cuatro ases, no cumple y paga los 24 él solo.
        falta doble D
            Diego se descartó de más: paga 8 a cada uno, y la mano es nula.
    """,
    ("malilla", Malilla(mariperez=True)): """
        72-0 Ro dA
            Puntos 72-0: +150-150.
            Ana da capote.
            Ana cobra el alce (Ro): +6, de Blas.
            La mano se paga multiplicada por 2.
    """,
    ("malilla", "barrotada"): """
        30-12-20-10 9o dD | 28-14-20-10 A/cargar r-10+4+3+3
            Puntos 28-14-20-10: -10+4+3+3.
            Ana no cuenta lo que ganaba por sus puntos.
            Ana no cargó pudiendo: diez tantos.
    """,
    ("malilla", Malilla(favorito=True)): """
        favorito c
            Palo favorito: copas.
    """,
    ("malilla", Malilla(form="cubiertas", vueltas=1)): """
        vuelta +6.5-6.5
            Acaba la vuelta 1: +6.5-6.5.
            Ana gana la malilla: +6.5-6.5.
    """,
    ("malilla", Malilla(form="coja")): """
        20-40-12 dC | pierde B: se marcha
            Blas pierde el encuentro: se marcha.
            Ana gana la malilla: +36+16-12.
    """,
    ("tarot", ""): """
        B guardia 49 2o p+ B10
            Blas cumple su contrato («guardia»): hace 49 y necesitaba 41. Se anota 318.
        B guardia 39 2o fC3p
            Blas no cumple su contrato («guardia»: hace 39 y necesitaba 41), pero no paga: se anota
                150.
            Caro comete la falta 3: se paga la prima (50).
        repartos 4 100 100 -100 -100
            Repartos anotados por su resultado: 4.
            Ana y Blas empatan en cabeza con un total de 100.
    """,
    ("tarot", Tarot(players=5)): """
        B+E tomo 49.5 2o fE4
            Blas cumple su contrato («tomo»): hace 49.5 y necesitaba 41. Se anota 68.
            Eva comete la falta 4: paga 10 a cada adversario.
        petit E
            Eva tiene sola la pequeña: el reparto se anula.
    """,
    ("marcador", "mus_vacas"): """
        juego A | 40-12
            Mano: 40-12.
            Ana gana el juego (40-12).
            Ana gana la vaca (2-0).
        juegos 2-0 | juegos 0-2 | juegos 1-2
            Juegos jugados: 1-2.
            Blas gana la vaca (1-2).
            Blas gana el encuentro: vacas 1-2.
    """,
    ("marcador", "botifarra_ocho_manos"): """
        manos 8 140-140
            Manos jugadas: 8. En total, 140-140.
            Hay empate: se desempata con más manos (2).
    """,
    ("marcador", "botifarra_101"): """
        50-50 | fin
            Se acabó el tiempo.
            Nadie gana el encuentro: tantos 50-50.
    """,
    ("marcador", "domino_200"): """
        arbitro A-10: señas
            Ana: -10 por decisión del árbitro: señas.
    """,
    ("marcador", "mus_solo_juegos"): """
        pierde B: no viene
            Blas pierde el encuentro: no viene.
            Ana gana el encuentro: juegos 3-0.
    """,
}


def as_options(key: str, options: Any) -> Any:
    """Return the options, or the options of a preset if `options` is its name."""
    return options_of(GAMES[key], options) if isinstance(options, str) else options


@pytest.mark.parametrize(("key", "options"), REFUSED)
def test_a_refused_line_has_its_sentence(key, options):
    for lines, sentences in lines_with_sentences(REFUSED[key, options]):
        with pytest.raises(RuleError) as error:
            fold(GAMES[key], as_options(key, options), lines)
        assert [message(error.value)] == sentences


@pytest.mark.parametrize(("key", "options"), EVENTS)
def test_sentences_about_a_line_name_its_players(key, options):
    game_options = as_options(key, options)
    for lines, sentences in lines_with_sentences(EVENTS[key, options]):
        events = fold(GAMES[key], game_options, lines)[-1].score.events
        assert [event_message(event, NAMES[: game_options.sides]) for event in events] == sentences
