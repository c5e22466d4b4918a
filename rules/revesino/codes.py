"""The refusals of revesino, with their articles, and the events of its lines."""

from rules.core import GameOptions
from rules.errors import Code, refuser
from rules.penal import HAND, LINE, Fault, Penal

_POINTS = "Revesino, «Del valor de los naypes» 2; Adiciones 17"
_BAZAS = "Adiciones al Revesino 3, 16"
_CARDS = "Revesino, «Del valor de los naypes» 3; Adiciones 21–23"
_LEADS = "Revesino, «De la mano»"
_GOER = "Adiciones al Revesino 28–32"
_FOUR = "Adiciones al Revesino 25–26"
_RENUNCIO = "Revesino, «Sobre renuncios»"
_DISCARD = "Revesino, «Del descarte y robo»"
_DEALER = "Revesino, «Del dar ó repartir los naypes»; Rulings R20"
_PAYMENTS = "Revesino, «Resumen de los pagos»"
_PLATE = "Adiciones al Revesino 34; Rulings R15"
_VUELTAS = "Rulings R16"

CODES: dict[str, Code] = {
    "match_over": Code(_VUELTAS),
    # Refusals about bazas and points.
    "revesino.bazas_range": Code(_BAZAS, ("side", "value", "high")),
    "revesino.bazas_sum": Code(_BAZAS, ("value", "allowed")),
    "revesino.bazas_all": Code(_GOER, ("side",)),
    "revesino.points_range": Code(_POINTS, ("side", "value", "high")),
    "revesino.points_without_baza": Code(_POINTS, ("side", "value")),
    "revesino.points_held": Code(_POINTS, ("side", "value", "low")),
    "revesino.points_sum": Code(_POINTS, ("value", "low", "high")),
    "revesino.points_cards": Code(_POINTS, ("value",)),
    # Refusals about the fates of the pay cards.
    "revesino.card_missing": Code(_CARDS, ("card",)),
    "revesino.card_twice": Code(_CARDS, ("card",)),
    "revesino.card_to_himself": Code(_CARDS, ("card", "side")),
    "revesino.asleep_many": Code("Adiciones al Revesino 9", ("value", "allowed")),
    "revesino.card_needs_bazas": Code(_CARDS, ("side", "value", "low")),
    "revesino.leads": Code(_LEADS, ("side", "value", "low")),
    # Refusals about revesinos, napolitanas and renuncios.
    "revesino.cut_by_goer": Code(_GOER, ("side",)),
    "revesino.napolitana_of_goer": Code(f"{_GOER}; Rulings R4", ("side",)),
    "revesino.duty_alone": Code("Adiciones al Revesino 31–32; Rulings R6", ("value",)),
    "revesino.introducer_himself": Code(_FOUR, ("side",)),
    "revesino.introducer_missing": Code(
        "Revesino, «Reglas generales del Revesino»; Rulings R1", ("side",)
    ),
    "revesino.left_not_mano": Code(
        "Revesino, «Reglas generales del Revesino»; Rulings R3", ("side", "allowed")
    ),
    "revesino.left_loses": Code(
        "Revesino, «Reglas generales del Revesino», nota 1; Rulings R3", ("side",)
    ),
    "revesino.renuncio_twice": Code(_RENUNCIO, ("side",)),
    "revesino.renuncio_third": Code(_RENUNCIO, ("value", "allowed")),
    "revesino.renuncio_of_goer": Code(_RENUNCIO, ("side",)),
    "revesino.renuncio_unmade": Code(_RENUNCIO, ("side", "value")),
    "revesino.repeat_unmade": Code(_RENUNCIO, ("side",)),
    "revesino.renuncio_of_napolitana": Code("Adiciones al Revesino 25", ("side",)),
    "revesino.renuncio_lost_napolitana": Code(
        "Revesino, «Reglas generales del Revesino»; Rulings R11", ("allowed",)
    ),
    "revesino.fault_to": Code(_DISCARD, ("allowed",)),
    "revesino.fault_each": Code(_DISCARD, ("value",)),
    # Refusals about the dealer, amounts, the plate and the end of a match.
    "revesino.word_twice": Code("", ("value",)),
    "revesino.dealer_missing": Code(_DEALER, ("allowed",)),
    "revesino.dealer_turn": Code(_DEALER, ("value", "allowed")),
    "revesino.amounts_range": Code(_PAYMENTS, ("side", "value", "low", "high")),
    "revesino.amounts_sum": Code(_PAYMENTS, ("value", "allowed")),
    "revesino.amounts_hand": Code(_PAYMENTS, ("value", "allowed")),
    "revesino.amounts_doubled": Code("Revesino, «Mari-Perez»; Rulings R16", ("side", "value")),
    "revesino.vuelta_begun": Code(_VUELTAS, ("value",)),
    "revesino.plate_off": Code(_PLATE),
    "revesino.plate_short": Code(_PLATE, ("value", "low")),
    "revesino.end_by_vueltas": Code(_VUELTAS, ("value",)),
    "revesino.end_unplayed": Code(_VUELTAS),
    "revesino.mari_perez_by_time": Code(_VUELTAS),
}

CARDS = ("ao", "ac", "ae", "ab", "cc")  # ases de oros, copas, espadas, bastos; caballo de copas
WAYS = ("bazas_none", "points", "bazas", "seat")  # how the partida was won

# The events of a line, with their params. The param `by` is one of CARDS in the event of a card,
# and one of WAYS in the event of the partida.
EVENTS: dict[str, tuple[str, ...]] = {
    "revesino.partida_won": ("by", "payer", "tantos"),
    "revesino.sold": ("by", "payer", "tantos"),
    "revesino.drawn": ("by", "payer", "tantos"),
    "revesino.led": ("by", "payer", "tantos"),
    "revesino.led_by_winner": ("by",),
    "revesino.asleep": ("by", "payer", "tantos"),
    "revesino.asleep_unpaid": ("by",),
    "revesino.renuncio": ("tantos",),
    "revesino.made": ("tantos",),
    "revesino.cut": ("goer", "tantos"),
    "revesino.cut_with_renuncio": ("goer",),
    "revesino.collected": ("goer", "tantos"),
    "revesino.answers": ("tantos",),
    "revesino.napolitana_won": ("tantos",),
    "revesino.napolitana_lost": ("tantos",),
    "revesino.plate_taken": ("tantos", "plate"),
    "revesino.plate_paid": ("tantos", "plate"),
    "revesino.plate_funded": ("plate",),
    "revesino.doubled": (),
    "revesino.null": (),
    "revesino.null_passes": (),
    "revesino.fault.descarte": ("to", "tantos"),
    "revesino.fault.doble": ("tantos",),
    "revesino.fault.repite": ("to", "tantos"),
    "revesino.result": (),
    "revesino.hand_ruled": ("reason",),
    "revesino.tantos_ruled": ("reason",),
    "revesino.dealer_ruled": ("reason",),
    "revesino.match_won": ("tantos",),
    "revesino.match_shared": ("tantos", "sides"),
    "revesino.match_forfeited": ("reason",),
    "revesino.match_stopped": ("reason",),
    "revesino.match_drawn": (),
}
EVENT_WORDS: dict[str, tuple[str, ...]] = {"revesino.partida_won": WAYS} | {
    f"revesino.{fate}": CARDS
    for fate in ("sold", "drawn", "led", "led_by_winner", "asleep", "asleep_unpaid")
}

refuse = refuser(CODES)


# --- Penal ----------------------------------------------------------------------------------------
# The faults of revesino, with their articles.
_FAULTS = (
    Fault("renuncio", _RENUNCIO, HAND, "r{side}"),
    Fault("renuncio_repetido", _RENUNCIO, LINE, "falta repite {side} {rival}"),
    Fault("descarte_cambiado", _DISCARD, LINE, "falta descarte {side} {rival}"),
    Fault("descarte_doble", _DISCARD, LINE, "falta doble {side}"),
    Fault("mal_dado_nula", "Revesino, «Del dar ó repartir los naypes»", LINE, "nula"),
)


def penal(options: GameOptions) -> Penal:
    return Penal(_FAULTS, units={})
