"""The refusals of zanga, with their articles, and the events of its lines."""

from rules.core import GameOptions
from rules.errors import Code, refuser
from rules.penal import HAND, LINE, Fault, Penal


def _articles(*numbers: int, ruling: str = "") -> str:
    """Return the articles as a refusal cites them: «Zanga, art. 43, 44; Rulings Z12»."""
    articles = "Zanga, art. " + ", ".join(str(number) for number in numbers) if numbers else ""
    return "; ".join(part for part in (articles, ruling and f"Rulings {ruling}") if part)


CODES: dict[str, Code] = {
    "match_over": Code(_articles(11)),
    "zanga.mano_missing": Code(_articles(12, 16), ("allowed",)),
    "zanga.mano_turn": Code(_articles(17), ("value", "allowed")),
    "zanga.not_a_seat": Code(_articles(2), ("value", "allowed")),
    "zanga.passes_range": Code(_articles(21), ("value", "high")),
    "zanga.pass_without_vales": Code(_articles(42), ("value",)),
    "zanga.obliged_by_nobody": Code(_articles(20, 21)),
    "zanga.naipes_not_pie": Code(_articles(21), ("value", "allowed")),
    "zanga.naipes_obliged": Code(_articles(21, 54)),
    "zanga.fianza_short": Code(_articles(23), ("value", "allowed")),
    "zanga.bazas_missing": Code(_articles(43)),
    "zanga.bazas_range": Code(_articles(3), ("side", "value", "high")),
    "zanga.bazas_sum": Code(_articles(3), ("value", "allowed")),
    "zanga.bazas_undecided": Code(_articles(43, 44, 45), ("value",)),
    "zanga.both_ask": Code(_articles(48, ruling="Z12")),
    "zanga.five_bazas": Code(_articles(48, ruling="Z7"), ("side", "value", "low")),
    "zanga.five_played_on": Code(_articles(49), ("value",)),
    "zanga.todas_alone": Code(_articles(49)),
    "zanga.todas_bazas": Code(_articles(49), ("side", "value", "low")),
    "zanga.todas_unplayed": Code(_articles(49), ("value",)),
    "zanga.todas_against": Code(_articles(50, 60, ruling="Z12"), ("side",)),
    "zanga.estuche_bazas": Code(_articles(4, 5, 6, 28), ("side", "value", "low")),
    "zanga.estuche_solo": Code(_articles(4, 5, 6, ruling="Z13"), ("side", "value", "low")),
    "zanga.renuncio_both": Code(_articles(29, ruling="Z12")),
    "zanga.estuche_both": Code(_articles(7)),
    "zanga.renuncios_many": Code(_articles(3, 27), ("value", "high")),
    "zanga.renuncio_unled": Code(_articles(27), ("side",)),
    "zanga.matador_of_rivals": Code(_articles(7, 30), ("side",)),
    "zanga.matador_undemanded": Code(_articles(28, 30), ("side",)),
    "zanga.matadores_many": Code(_articles(28, 30), ("side", "value", "high")),
    "zanga.renuncios_without_five": Code(_articles(29, 31), ("value",)),
    "zanga.eight_alone": Code(_articles(30)),
    "zanga.eight_lost": Code(_articles(30), ("side", "value")),
    "zanga.two_faults": Code(_articles(29, 32, ruling="Z12")),
    "zanga.vales_range": Code(_articles(10), ("value", "high")),
    "zanga.vales_sum": Code(_articles(10), ("value", "allowed")),
    "zanga.word_twice": Code("", ("value",)),
}

# The events of a line, with their params. An event with the param `by` has one sentence for each of
# its words in EVENT_WORDS.
EVENTS: dict[str, tuple[str, ...]] = {
    "zanga.taken": ("by", "vales"),
    "zanga.left": ("by", "vales", "middle"),
    "zanga.fianza": ("by", "vales"),
    "zanga.renuncio": (),
    "zanga.paid": ("by", "vales", "article"),
    "zanga.unpaid": ("by", "article"),
    "zanga.even": ("by", "article"),
    "zanga.void": ("reason",),
    "zanga.vales_ruled": ("vales", "middle", "reason"),
    "zanga.mano_ruled": ("seat", "reason"),
    "zanga.partida_won": ("by", "partidas"),
    "zanga.match_won": ("partidas",),
    "zanga.match_drawn": ("partidas",),
    "zanga.match_forfeited": ("reason",),
    "zanga.match_stopped": ("reason",),
}

# The concepts for which one pair pays the other in addition to the middle and the fianza, with
# their articles. They stand in the order of payment (Rulings Z10).
CONCEPTS: dict[str, int] = {
    "matador": 30,
    "renuncio": 31,
    "false_claim": 32,
    "five": 48,
    "todas": 49,
    "estuche": 51,
    "solo": 55,
    "five_lost": 59,
    "estuche_lost": 61,
    "solo_lost": 62,
}
# Pairs of concepts that cancel out: nobody pays.
EVENS: dict[str, int] = {"five_for_todas": 60, "five_for_solo": 63}

WAYS = (
    "vales",  # the pair holds all thirty-two vales
    "ruling",  # awarded by the judge
    "written",  # the line states only the result
)
EVENT_WORDS: dict[str, tuple[str, ...]] = {
    "zanga.taken": ("hecha", "codillo", "renuncio"),  # why the pair takes the middle
    # Why the named pair leaves vales in the middle; the words with `_none` are for a pair without
    # vales.
    "zanga.left": ("puesta", "codillo", "puesta_none", "codillo_none"),
    "zanga.fianza": ("won", "lost", "returned"),
    "zanga.paid": tuple(CONCEPTS),
    # Why nobody pays: the receiver held no vales (art. 64), or the payer has no vales.
    "zanga.unpaid": ("held_none", "has_none"),
    "zanga.even": tuple(EVENS),
    "zanga.partida_won": WAYS,
}

refuse = refuser(CODES)


# --- Penal ----------------------------------------------------------------------------------------
# Faults of zanga, by its articles.
_FAULTS = (
    Fault("renuncio", "Zanga, art. 29", HAND, "r{side}"),
    Fault("renuncio_matador", "Zanga, art. 30", HAND, "r{side}e"),
    Fault("renuncio_ocho", "Zanga, art. 30", HAND, "r{side}e8"),
    Fault("levanta_carta", "Zanga, art. 34", HAND, "r{side}"),
    Fault("pide_en_falso", "Zanga, art. 32", HAND, "f{side}"),
    Fault("sin_corte", "Rulings Z15", LINE, "arbitro anula: {reason}"),
)


def penal(options: GameOptions) -> Penal:
    return Penal(_FAULTS, units={"partida": "arbitro partida {rival}: {reason}"})
