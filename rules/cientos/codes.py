"""The refusals of cientos, with their articles, and the events of its lines."""

from rules.core import GameOptions
from rules.errors import Code, refuser
from rules.penal import HAND, LINE, Fault, Penal

_WORDS = "Cientos, «Explicacion de algunos terminos»"
_SECANSAS = "Cientos, «De las secansas en general»"
_CATORCES = "Cientos, «De los catorces»"
_DEALING = "Cientos, «Modo de dar ó repartir el naype»"
_BLANCAS = "Cientos, «De lo que son cartas blancas»"
_MANO = "Cientos, «De la mano»"
_PLAY = "Cientos, «De las demas ganancias que resultan jugando»"
_CALIDADES = "Cientos, «Del juego de Cientos con calidades»"
_STOP = "Cientos, Adiciones 5-7"

CODES: dict[str, Code] = {
    "match_over": Code(f"{_WORDS}, «Juego»"),
    "cientos.bazas_range": Code(_PLAY, ("side", "value", "high")),
    "cientos.bazas_sum": Code(_PLAY, ("value", "allowed")),
    "cientos.last_missing": Code(_PLAY),
    "cientos.last_without_baza": Code(_PLAY, ("side",)),
    "cientos.last_and_stopped": Code(_STOP),
    "cientos.stopped_full": Code(_STOP, ("value",)),
    "cientos.short_last": Code(_DEALING, ("side", "rival")),
    "cientos.punto_value": Code(_MANO, ("value", "allowed")),
    "cientos.punto_below_secansa": Code(_MANO, ("side", "value", "low")),
    "cientos.secansa_length": Code(_SECANSAS, ("value", "low", "high")),
    "cientos.secansa_top": Code(_SECANSAS, ("value", "length", "allowed")),
    "cientos.secansa_suit": Code(_SECANSAS, ("value", "allowed")),
    "cientos.tied_suit": Code(_MANO, ("value",)),
    "cientos.secansas_both": Code(_MANO),  # Rulings C3
    "cientos.secansa_tied": Code(_MANO),  # Rulings C3
    "cientos.secansas_overlap": Code(_SECANSAS, ("suit",)),
    "cientos.catorce_cards": Code(_CATORCES, ("value", "allowed")),
    "cientos.catorce_rank": Code(_CATORCES, ("value", "allowed")),
    "cientos.catorce_twice": Code(_CATORCES, ("rank",)),
    "cientos.catorces_both": Code(_CATORCES),  # Rulings C4
    "cientos.catorce_in_secansa": Code(_CATORCES, ("side", "rank")),
    "cientos.too_many_items": Code(_MANO, ("value", "high")),
    "cientos.cards_impossible": Code(f"{_DEALING}; {_BLANCAS}"),
    "cientos.fault_cause": Code(_DEALING, ("value", "allowed")),
    "cientos.fault_twice": Code("", ("side",)),
    "cientos.fault_both": Code(_DEALING),
    "cientos.fault_opposite": Code(_DEALING, ("side",)),
    "cientos.void_counts": Code(_DEALING, ("side",)),  # Rulings C8, C9
    "cientos.void_tie": Code(_DEALING, ("side",)),  # Rulings C8, C9
    "cientos.dealer_unknown": Code(_DEALING),
    "cientos.blancas_figures": Code(_BLANCAS, ("side",)),
    "cientos.pique_blocked": Code(_PLAY, ("side",)),  # Rulings C5
    "cientos.pique_repique": Code(_PLAY, ("side", "value")),
    "cientos.pique_short": Code(_PLAY, ("side", "value")),
    "cientos.pique_missing": Code(_PLAY, ("side", "value")),
    "cientos.captures_missing": Code(_PLAY),  # Rulings C1
    "cientos.captures_option": Code("Cientos, Adiciones 6"),  # Rulings C1
    "cientos.captures_range": Code(_PLAY, ("side", "value", "high")),
    "cientos.captures_turns": Code(_PLAY, ("value", "allowed")),
    "cientos.stopped_count": Code(_STOP, ("side", "value")),
    "cientos.stopped_rival": Code(_STOP, ("side", "rival", "value")),
    "cientos.stopped_order": Code(_STOP, ("side", "rival")),
    "cientos.stopped_acuses": Code(_STOP, ("side", "value")),
    "cientos.first_unknown": Code(_STOP),
    "cientos.void_cause": Code(_DEALING, ("value", "allowed")),
    "cientos.juego_double": Code(f"{_WORDS}, «Juego»", ("side", "value")),
    "cientos.no_double": Code(_DEALING),
    "cientos.no_calidades": Code(_CALIDADES),
    "cientos.calidades_range": Code(_CALIDADES, ("value", "high")),
    "cientos.points_range": Code(_PLAY, ("value", "high")),
    "cientos.word_twice": Code("", ("value",)),
    "cientos.calidad_alone": Code(_CALIDADES),
    "cientos.double_alone": Code(f"{_WORDS}, «Juego»"),
}

# The events of a line, with their params. An event in EVENT_WORDS has one sentence for each word of
# its param `by`.
EVENTS: dict[str, tuple[str, ...]] = {
    "cientos.repique": ("value",),
    "cientos.pique": ("value",),
    "cientos.capote": (),
    "cientos.announcements_void": ("by",),
    "cientos.falta": ("shown", "missing"),
    "cientos.calidades": ("calidades",),
    "cientos.deal_void": ("by",),
    "cientos.juego_won": ("by", "tantos", "cuartos"),
    "cientos.juego_void": ("reason",),
    "cientos.hand_ruled": ("points", "reason"),
    "cientos.match_won": ("juegos", "cuartos"),
    "cientos.match_drawn": ("juegos", "cuartos"),
    "cientos.match_forfeited": ("reason",),
    "cientos.match_stopped": ("reason",),
}
WAYS = (
    "sencillo",  # the loser had reached 50
    "doble",  # the loser had not reached 50
    "written",  # the line states only the result
    "written_doble",
    "ruling",  # awarded by the judge
    "ruling_doble",
)
# The faults noticed in play, with their signs. All except `menos` void the announcements of the
# side.
FAULTS = {
    "mas": "+",  # a card too many, noticed in play
    "menos": "-",  # a card missing, noticed in play
    "falso": "f",  # announced a trío or a catorce without having the cards
    "tarde": "t",  # did not show the cards of an announcement in time
}
VOIDS = (
    "turno",  # dealt out of turn, noticed before the discard
    "descubierta",  # a card exposed in dealing
    "repetida",  # two equal cards in the pack
    "mas",  # a card too many: noticed after the discard, or the mano asks for another deal
    "ambos",  # both have a card too many, or one side has a card too many and its rival lacks one
    "monte",  # a card of the monte exposed
)
EVENT_WORDS: dict[str, tuple[str, ...]] = {
    "cientos.announcements_void": tuple(cause for cause in FAULTS if cause != "menos"),
    "cientos.deal_void": VOIDS,
    "cientos.juego_won": WAYS,
}

refuse = refuser(CODES)


# --- Penal ----------------------------------------------------------------------------------------
# The faults of cientos: faults noticed in play («x…») and faults that void the hand («nula …»).
_FAULTS = (
    Fault("carta_de_mas", _DEALING, HAND, "x+{side}"),
    Fault("carta_de_menos", _DEALING, HAND, "x-{side}"),
    Fault("acuse_falso", _DEALING, HAND, "xf{side}"),
    Fault("muestra_tarde", _DEALING, HAND, "xt{side}"),
    Fault("da_sin_tocarle", _DEALING, LINE, "nula turno"),
    Fault("carta_descubierta", _DEALING, LINE, "nula descubierta"),
)


def penal(options: GameOptions) -> Penal:
    return Penal(_FAULTS, units={"juego": "arbitro juego {rival}: {reason}"})
