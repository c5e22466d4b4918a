"""The refusals of guiñote, with their articles, and the events of its lines."""

from rules.core import GameOptions
from rules.errors import Code, refuser
from rules.penal import HAND, LINE, Fault, Penal

_CARDS = "Guiñote, «Valor absoluto de las cartas»"
_CANTES = "Guiñote, «Acuses o cantes»"
_ULTIMAS = "Guiñote, «Últimas»"
_VUELTAS = "Guiñote, «Juego de vueltas o arrastre»"
_COTOS = "Guiñote, «Quién gana el guiñote»"

CODES: dict[str, Code] = {
    "match_over": Code(_COTOS),
    "guinote.cards_range": Code(_CARDS, ("side", "value", "high")),
    "guinote.cards_one": Code(_CARDS, ("value",)),
    "guinote.cards_sum": Code(_CARDS, ("value", "allowed")),
    "guinote.cards_over": Code(_CARDS, ("value", "allowed")),
    "guinote.cards_rest": Code(_CARDS, ("value",)),
    "guinote.last_missing": Code(_ULTIMAS),
    "guinote.last_and_declared": Code(_VUELTAS),
    "guinote.declared_in_ida": Code(_VUELTAS),  # Rulings G4
    "guinote.cante_value": Code(_CANTES, ("value", "allowed")),
    "guinote.cante_suit": Code(_CANTES, ("value", "allowed")),
    "guinote.forty_without_suit": Code(_CANTES, ("allowed",)),
    "guinote.forty_twice": Code(_CANTES),
    "guinote.twenty_fourth": Code(_CANTES, ("value", "allowed")),
    "guinote.suit_twice": Code(_CANTES, ("suit",)),
    "guinote.renuncio_point": Code("Guiñote, «El renuncio»", ("value", "low", "high")),
    "guinote.partidas_range": Code(_COTOS, ("value", "high")),
    "guinote.coto_result": Code(_COTOS, ("value", "allowed")),
    "guinote.coto_begun": Code(_COTOS, ("value",)),
    "guinote.coto_partidas": Code(_COTOS, ("allowed",)),  # Rulings G12
    "guinote.word_twice": Code("", ("value",)),
    "guinote.players": Code("Guiñote, «Número de jugadores»", ("value", "allowed")),
    "guinote.best_of_even": Code(_COTOS, ("value",)),  # Rulings G7
    "guinote.play_all_alone": Code(_COTOS),  # Rulings G7
}

# The events of a line, with their params. The param `by` of a won partida is one of WAYS.
EVENTS: dict[str, tuple[str, ...]] = {
    "guinote.vueltas": ("tantos",),
    "guinote.partida_won": ("by", "tantos", "partidas"),
    "guinote.partida_void": ("reason",),
    "guinote.coto_won": ("partidas",),
    "guinote.coto_written": ("partidas",),
    "guinote.match_won": ("cotos", "partidas"),
    "guinote.match_forfeited": ("reason",),
    "guinote.match_stopped": ("reason",),
    "guinote.match_drawn": ("cotos", "partidas"),
}
WAYS = (
    "reached",  # only this side has 101
    "ultimas",  # both have 101: this side won the last baza
    "thirty",  # both have 101, but the rival has fewer than 30 without cantes
    "declared",  # this side declared rightly that it had won
    "false_declaration",  # the rival declared wrongly that it had won
    "renuncio",  # the rival made a renuncio
    "ruling",  # awarded by the judge
    "written",  # the line states only the result
)

refuse = refuser(CODES)


# --- Penal ----------------------------------------------------------------------------------------
# Faults of guiñote. A side that breaks any of the six points of «El renuncio» loses the partida.
_RENUNCIO = "Guiñote, «El renuncio» {}"


def penal(options: GameOptions) -> Penal:
    renuncios = (
        Fault(f"renuncio_{point}", _RENUNCIO.format(point), LINE, f"renuncio {{side}} {point}")
        for point in range(1, 7)
    )
    return Penal(
        faults=(*renuncios, Fault("anuncio_falso", _VUELTAS, HAND, "!{side}")),
        units={"partida": "arbitro partida {rival}: {reason}"},
        scores=("coto {score}",),
    )
