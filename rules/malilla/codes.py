"""The refusals of malilla, with their articles, and the events of its lines."""

from typing import TYPE_CHECKING

from rules.errors import Code, refuser
from rules.penal import HAND, LINE, Fault, Penal

if TYPE_CHECKING:
    from rules.malilla.options import Options  # options.py imports this module

_TERMS = "Malilla, «Explicacion de algunos terminos»"
_VALUE = "Malilla, «Del orden y valor de los naypes»"
_PLAY = "Malilla, «Modo de jugar la Malilla»"
_PAYS = "Malilla, «Resumen de los pagos»"
_ADICIONES = "Malilla, Adiciones"

CODES: dict[str, Code] = {
    "match_over": Code(_TERMS),
    "malilla.form": Code(_ADICIONES, ("value", "allowed")),
    "malilla.play_off_target": Code(""),
    "malilla.mariperez_target": Code(f"{_PLAY}; Rulings M1"),
    "malilla.double_once_alone": Code("Rulings M1"),
    "malilla.capote_72_form": Code("Rulings M5, M6", ("value", "allowed")),
    "malilla.alce_by_all_form": Code("Rulings M11", ("value", "allowed")),
    "malilla.points_count": Code(_VALUE, ("value", "allowed")),
    "malilla.points_range": Code(_VALUE, ("value", "high")),
    "malilla.points_sum": Code(_VALUE, ("value", "allowed")),
    "malilla.points_asleep": Code(f"{_ADICIONES}; Rulings M7", ("value", "allowed", "asleep")),
    "malilla.asleep_range": Code(f"{_ADICIONES}; Rulings M7", ("value", "high")),
    "malilla.asleep_missing": Code(f"{_ADICIONES}; Rulings M7"),
    "malilla.asleep_form": Code(_ADICIONES, ("value",)),
    "malilla.card_rank": Code(_VALUE, ("value", "allowed")),
    "malilla.card_suit": Code(_VALUE, ("value", "allowed")),
    "malilla.card_out": Code(_ADICIONES, ("value", "allowed")),
    "malilla.malilla_taken": Code(_VALUE, ("side", "value", "low")),
    "malilla.capote_points": Code(_TERMS, ("value",)),
    "malilla.capote_plain": Code(_TERMS, ("value",)),
    "malilla.capote_unsaid": Code(f"{_ADICIONES}; Rulings M9", ("value",)),
    "malilla.capote_short": Code(f"{_VALUE}; Rulings M4", ("side",)),
    "malilla.fault_many": Code("", ("value", "allowed")),
    "malilla.fault_twice": Code(f"{_PAYS}; Rulings M3", ("side", "fault")),
    "malilla.fault_form": Code(_ADICIONES, ("fault", "allowed")),
    "malilla.fault_more_and_less": Code(_VALUE, ("side",)),
    "malilla.turno_twice": Code(_VALUE),
    "malilla.turno_dealer": Code(_VALUE, ("value", "allowed")),
    "malilla.turno_his": Code(_VALUE, ("side",)),
    "malilla.split_missing": Code("Rulings M5", ("tens", "allowed")),
    "malilla.split_needless": Code("Rulings M5", ("value",)),
    "malilla.split_sides": Code("Rulings M5", ("value", "allowed")),
    "malilla.split_sum": Code("Rulings M5", ("value",)),
    "malilla.split_payer": Code("Rulings M5", ("side", "value", "allowed")),
    "malilla.side_absent": Code(_ADICIONES, ("value", "allowed")),
    "malilla.dealer_missing": Code(_VALUE, ("allowed",)),
    "malilla.dealer_turn": Code(f"{_VALUE}; Rulings M15", ("value", "allowed")),
    "malilla.favorito_off": Code(_TERMS),
    "malilla.favorito_twice": Code(_TERMS, ("suit",)),
    "malilla.favorito_missing": Code(_TERMS, ("allowed",)),
    "malilla.trump_missing": Code(_TERMS),
    "malilla.tantos_count": Code(_PAYS, ("value", "allowed")),
    "malilla.tantos_range": Code(_PAYS, ("value", "high")),
    "malilla.tantos_sum": Code(_PAYS, ("value",)),
    "malilla.tantos_gains": Code(_PAYS, ("value",)),
    "malilla.tantos_half": Code("Rulings M7", ("value",)),
    "malilla.tantos_most": Code(_PAYS, ("side", "value", "low", "high")),
    "malilla.tantos_doubled": Code(f"{_PLAY}; Rulings M13", ("value", "times")),
    "malilla.vuelta_begun": Code("", ("value",)),
    "malilla.partida_begun": Code(""),
    "malilla.partida_short": Code("", ("value", "allowed")),
    "malilla.partida_long": Code(_PAYS, ("value", "allowed")),
    "malilla.partida_both": Code("", ("value", "allowed")),
    "malilla.partida_tied": Code("", ("value",)),
    "malilla.word_twice": Code("", ("value",)),
}

# The events of a line, with their params. The param `by` is one of FAULTS in the event of a fault,
# and a suit in the event of the favorito. `tantos` is an amount as players write it, `number`
# counts the vueltas, and `payers` has letters of sides.
EVENTS: dict[str, tuple[str, ...]] = {
    "malilla.counted": ("points", "tantos"),
    "malilla.capote": (),
    "malilla.no_capote": (),
    "malilla.alce": ("card", "tantos", "payers"),
    "malilla.alce_lost": ("card",),
    "malilla.doubled": ("times",),
    "malilla.fault": ("by",),
    "malilla.not_counted": (),
    "malilla.misdeal": (),
    "malilla.short_pack": (),
    "malilla.favorito": ("by",),
    "malilla.vuelta_over": ("number", "tantos"),
    "malilla.play_off": (),
    "malilla.hand_void": ("reason",),
    "malilla.tantos_ruled": ("tantos", "reason"),
    "malilla.deal_ruled": ("tantos", "reason"),
    "malilla.dealer_ruled": ("reason",),
    "malilla.match_won": ("tantos",),
    "malilla.match_drawn": ("tantos",),
    "malilla.match_forfeited": ("reason",),
    "malilla.match_stopped": ("reason",),
}

refuse = refuser(CODES)


# --- Penal ----------------------------------------------------------------------------------------
# The faults that the form of malilla allows, and the misdeal.
_MISDEAL = "Malilla, «Del orden y valor de los naypes»"


def penal(options: "Options") -> Penal:
    hand_faults = (Fault(key, _PAYS, HAND, f"{{side}}/{key}") for key in options.form_rules.faults)
    misdeal_fault = Fault("mal_dado", _MISDEAL, LINE, "mal")
    units = {"tantos": "arbitro {ten}: {reason}"} if options.sides == 2 else {}
    return Penal((*hand_faults, misdeal_fault), units=units)
