"""The refusals of truco, with their articles, and the events of its lines."""

from typing import TYPE_CHECKING

from rules.errors import Code, refuser
from rules.penal import HAND, LINE, WARNING, Fault, Penal

if TYPE_CHECKING:
    from rules.truco.options import Options  # options.py imports this module

CODES: dict[str, Code] = {
    "match_over": Code("Truco 1.1"),
    # Refusals about the envido.
    "truco.tanto_value": Code("Truco 4.6.3", ("value", "allowed")),
    "truco.tantos_count": Code("Truco 4.4.1", ("value", "allowed")),
    "truco.tantos_all_buenas": Code("Truco 4.4.2"),
    "truco.tantos_missing": Code("Truco 4.6.5"),
    "truco.tantos_unasked": Code("Truco 4.5.2", ("value",)),
    "truco.tantos_twice": Code("Truco 4.5.2", ("value",)),
    "truco.envido_raise": Code("Truco 4.2.4, 4.6.12", ("value", "allowed")),
    "truco.envido_top": Code("Truco 4.2.4", ("value",)),
    "truco.envido_turn": Code("Truco 4.2.1", ("value",)),
    "truco.envido_closed": Code("Truco 4.1.3", ("value",)),
    "truco.envido_after_round": Code("Truco 4.1.6", ("value",)),
    "truco.envido_after_truco": Code("Truco 4.1.6", ("value",)),
    "truco.envido_own_truco": Code("Truco 4.6.11", ("value",)),
    # Refusals about the truco.
    "truco.truco_order": Code("Truco 5.6.1", ("value", "allowed")),
    "truco.truco_top": Code("Truco 5.6.1", ("value",)),
    "truco.quiero_right": Code("Truco 5.5.2", ("value",)),
    "truco.answer_missing": Code("Truco 4.2.1, 5.5.1", ("value",)),
    "truco.answer_unasked": Code("Truco 5.5.1", ("value",)),
    "truco.won_and_rounds": Code("Truco 5.3.2", ("value",)),
    "truco.hand_over": Code("Truco 5.3.2", ("value",)),
    "truco.hand_unfinished": Code("Truco 5.3.2"),
    # Refusals about the words of a line.
    "truco.hand_empty": Code(""),
    "truco.acts_many": Code("", ("value", "allowed")),
    "truco.word_twice": Code("", ("value",)),
    # Refusals about seats, the dealer and the gallo.
    "truco.seat_unknown": Code("Truco 2.1", ("value", "allowed")),
    "truco.seat_not_in_duel": Code("Truco 10.2", ("value", "allowed")),
    "truco.dealer_missing": Code("Truco 3.7, 5.4.2, 6.5"),
    "truco.gallo_missing": Code("Truco 2.1"),
    "truco.gallo_not_played": Code("Truco 2.1", ("value",)),
    # Refusals about faults.
    "truco.shown_unasked": Code("Truco 4.6.9", ("value",)),
    "truco.wrong_undeclared": Code("Truco 4.6.6", ("value",)),
    "truco.faults_both": Code("Truco 4.6.6, 6.4.3, 10.4.1"),
    "truco.infraction_outside": Code("Truco 10.4.1", ("value",)),
    # Refusals about chicos and the match.
    "truco.chico_sides": Code("Truco 2.1", ("value", "allowed")),
    "truco.chico_result": Code("Truco 1.1", ("value", "target", "high")),
    "truco.chico_result_gallo": Code("Truco 1.1", ("value", "target", "high")),
    "truco.chico_winner": Code("Truco 1.1", ("value",)),
    "truco.chico_tied": Code("Truco 1.1", ("value",)),
    "truco.chico_begun": Code("Truco 1.1", ("value",)),
    "truco.ruling_points": Code("Truco 4.3.1", ("value", "low", "high")),
    "truco.rivals_tied": Code("Truco 1.1", ("value",)),
    # Refusals about options.
    "truco.players": Code("Truco 2.1", ("value", "allowed")),
    "truco.target_odd": Code("Truco 1.1, 11.1", ("value",)),
    "truco.chicos_even": Code("Truco 1.1", ("value",)),
    "truco.fixed_gallo_alone": Code("Truco 2.1", ("value",)),
    "truco.signs_both": Code("Truco 7.1.2"),
    "truco.pica_order": Code("Truco 10.2", ("value", "allowed")),
}

# The events of a line, with their params. The param `by` of scored tantos is one of WAYS.
EVENTS: dict[str, tuple[str, ...]] = {
    "truco.points": ("by", "points"),
    "truco.buenas": (),
    "truco.round_ignored": (),
    "truco.rest_not_counted": (),
    "truco.deal_again": ("dealer",),
    "truco.dealer_skipped": ("dealer",),
    "truco.misdeal_counted": ("dealer",),
    "truco.hand_void": ("reason",),
    "truco.pica_pica": (),
    "truco.redonda": (),
    "truco.chico_won": ("points",),
    "truco.match_won": ("chicos", "tantos"),
    "truco.match_forfeited": ("reason",),
    "truco.match_stopped": ("reason",),
    "truco.match_drawn": ("chicos", "tantos"),
    "truco.disqualified": ("reason",),
}
WAYS = (
    "envido",  # the envido querido, won with the better tantos
    "envido_unwanted",  # the rival said «no quiero»
    "falta",  # the falta envido querido
    "truco",  # the rounds of the truco, whatever the stake
    "truco_unwanted",  # the rival said «no quiero»
    "mazo",  # the rival went al mazo
    "not_shown",  # the rival did not show the tantos, or declared them wrong
    "cards",  # the rival had too many cards
    "infraction",  # the rival broke the rules of the pica-pica
    "signs",  # the rival used forbidden signs
    "ruling",  # awarded by the judge
)

refuse = refuser(CODES)


# --- Penal ----------------------------------------------------------------------------------------
# Faults of truco (ASART 2017).
_FAULTS = (
    Fault("senas_prohibidas", "Truco 7.1.2", LINE, "senas {side}: {reason}"),
    Fault("tapa_cara", "Truco 7.1.4", WARNING),
    Fault("cartas_de_mas", "Truco 6.4.2", LINE, "sobra {side}"),
    Fault("cartas_de_mas_tarde", "Truco 6.4.3", HAND, "+{side}"),
    Fault("cartas_mal_dadas", "Truco 6.4.1", LINE, "maldada"),
    Fault("no_muestra", "Truco 4.6.5, 4.6.6", HAND, "s{side}"),
    Fault("canta_mal", "Truco 4.6.6, 4.6.9", HAND, "x{side}"),
)
_PICA = Fault("ayuda_pica_pica", "Truco 10.4.1", HAND, "i{side}")


def penal(options: "Options") -> Penal:
    return Penal(
        faults=(*_FAULTS, _PICA) if options.players == 6 else _FAULTS,
        units={
            "tantos": "arbitro tantos {rival} 2: {reason}",
            "chico": "arbitro chico {rival}: {reason}",
        },
        scores=("chico {score}",),
    )
