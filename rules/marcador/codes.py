"""Refusals of a free score, which no reglamento covers, and the events of its lines."""

from typing import TYPE_CHECKING

from rules.errors import CODES as COMMON
from rules.errors import Code, refuser
from rules.penal import LINE, WARNING, Fault, Penal

if TYPE_CHECKING:
    from rules.marcador.options import Options  # options.py imports this module

CODES: dict[str, Code] = {
    "marcador.endless": Code(""),
    "marcador.tantos_only": Code(""),
    "marcador.needs_target": Code(""),
    "marcador.not_lowest": Code(""),
    "marcador.not_exact": Code(""),
    "marcador.cap_low": Code("", ("value", "low")),
    "marcador.total_alone": Code("", ("value",)),
    "marcador.sum_reach": Code("", ("value", "low", "high", "step")),
    "marcador.range_empty": Code("", ("low", "high", "step")),
    "marcador.target_reach": Code("", ("value", "high", "step")),
    "marcador.ladder_alone": Code(""),
    "marcador.play_all_vacas": Code(""),
    "marcador.sides_count": Code("", ("value", "allowed")),
    "marcador.side_absent": Code("", ("value", "allowed")),
    "marcador.tantos_range": Code("", ("value", "high")),
    "marcador.points_range": Code("", ("side", "value", "low", "high")),
    "marcador.points_step": Code("", ("side", "value", "step")),
    "marcador.points_sum": Code("", ("value", "allowed")),
    "marcador.points_ladder": Code("", ("value", "allowed")),
    "marcador.manos_range": Code("", ("value", "high")),
    "marcador.manos_left": Code("", ("value", "allowed")),
    "marcador.past_target": Code("", ("side", "value", "target", "allowed")),
    "marcador.both_target": Code("", ("value", "target")),
    "marcador.no_tantos": Code(""),
    "marcador.tantos_wanted": Code(""),
    "marcador.juego_begun": Code("", ("value",)),
    "marcador.juego_no_draw": Code(""),
    "marcador.juegos_range": Code("", ("value", "high")),
    "marcador.juegos_none": Code(""),
    "marcador.juegos_past": Code("", ("side", "value", "allowed")),
    "marcador.juegos_both": Code("", ("value", "allowed")),
    "marcador.juegos_left": Code("", ("value", "allowed")),
    "marcador.fin_off": Code(""),
    "marcador.fin_unplayed": Code(""),
    "marcador.fin_twice": Code(""),
    "marcador.ruling_zero": Code("", ("side",)),
    "marcador.ruling_twice": Code("", ("side",)),
}

# The event of a won or drawn match has one of WAYS in `by`, and the numbers of the sides in
# `result`.
WAYS = ("tantos", "juegos", "vacas")

# The events of a line, with their params. The numbers of all sides are one text, as in the
# notation: "40-25", "3 -1 -1 -1".
EVENTS: dict[str, tuple[str, ...]] = {
    "marcador.mano": ("points",),
    "marcador.manos": ("manos", "points"),
    "marcador.mano_ruled": ("points", "reason"),
    "marcador.manos_ruled": ("manos", "points", "reason"),
    "marcador.tantos_ruled": ("tantos", "reason"),
    "marcador.juego_ruled": ("reason",),
    "marcador.match_ruled": ("reason",),
    "marcador.warned": ("reason",),
    "marcador.juego_won": ("tantos",),
    "marcador.juego_written": (),
    "marcador.juego_drawn": (),
    "marcador.juegos": ("juegos",),
    "marcador.vaca_won": ("juegos",),
    "marcador.time_over": (),
    "marcador.extra_manos": ("manos",),
    "marcador.extra_juego": (),
    "marcador.match_won": ("by", "result"),
    "marcador.match_drawn": ("by", "result"),
    "marcador.match_forfeited": ("reason",),
    "marcador.match_stopped": ("reason",),
}

refuse = refuser({**COMMON, **CODES})


# --- Penal ----------------------------------------------------------------------------------------
# Faults of any game recorded as a free score. No reglamento mentions them.
def penal(options: "Options") -> Penal:
    has_two_sides, has_juegos = options.sides == 2, not options.counts_tantos
    lose_juego = "arbitro juego {rival}: {reason}"
    costs = (LINE, lose_juego) if has_two_sides and has_juegos else (WARNING,)
    faults = (Fault("renuncio", "", *costs), Fault("cartas_de_mas", "", *costs))
    return Penal(
        faults,
        units={"juego": lose_juego} if has_two_sides and has_juegos else {},
        scores=("arbitro mano {score}: {reason}", "juegos {score}") if has_two_sides else (),
    )
