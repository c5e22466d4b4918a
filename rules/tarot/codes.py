"""The refusals of tarot, with their articles, and the events of its lines."""

from rules.errors import Code, refuser

_CARDS = "Tarot 17"
_PETIT = "Tarot 16"
_POIGNEE = "FFT R-RO201206"
_SLAM = "FFT R-RO201206"
_FAULTS = "Tarot 14"
_FIVE = "Tarot 18"
_RESULTS = "Tarot 17"

CODES: dict[str, Code] = {
    "match_over": Code(_RESULTS),
    # Refusals about the taker's camp and its points.
    "tarot.points_range": Code(_CARDS, ("value", "high")),
    "tarot.points_half": Code(_CARDS, ("value",)),
    "tarot.points_whole": Code(_CARDS, ("value", "players")),
    "tarot.points_sum": Code(_CARDS, ("value", "high")),
    "tarot.points_cards": Code(_CARDS, ("value", "oudlers", "low", "high", "allowed")),
    "tarot.oudlers_range": Code("FFT R-RO201206", ("value", "high")),
    "tarot.contract_unused": Code("FFT R-RO201206", ("value", "allowed")),
    "tarot.partner_missing": Code(_FIVE),
    "tarot.partner_extra": Code(_FIVE, ("players",)),
    "tarot.called_alone": Code(_FIVE),
    "tarot.called_card": Code(_FIVE, ("value", "allowed")),
    "tarot.petit_oudlers": Code(_PETIT, ("value", "allowed")),
    "tarot.slam_petit": Code(_PETIT),
    "tarot.slam_missing": Code(_SLAM, ("value", "allowed")),
    "tarot.slam_points": Code(_SLAM, ("value", "allowed")),
    "tarot.slam_oudlers": Code(_SLAM, ("value", "allowed")),
    "tarot.slam_trumps": Code(_PETIT, ("value",)),
    "tarot.poignee_range": Code(_POIGNEE, ("value", "allowed")),
    "tarot.poignee_twice": Code(_POIGNEE, ("side",)),
    "tarot.poignee_trumps": Code(_POIGNEE, ("value", "allowed")),
    # Refusals about faults.
    "tarot.fault_point": Code(_FAULTS, ("value", "low", "high")),
    "tarot.fault_twice": Code(_FAULTS, ("value",)),
    "tarot.faults_many": Code("", ("value", "allowed")),
    "tarot.fault_effect_missing": Code(_FAULTS, ("value",)),
    "tarot.fault_effect_extra": Code(_FAULTS, ("value",)),
    "tarot.fault_prima": Code(_FAULTS, ("side",)),
    "tarot.fault_taker": Code(_FAULTS, ("value", "allowed")),
    "tarot.fault_discard": Code(_FAULTS, ("value", "allowed")),
    # Refusals about the table.
    "tarot.not_at_table": Code("Tarot 15", ("side", "allowed")),
    "tarot.dealer_missing": Code("Tarot 15", ("allowed",)),
    "tarot.dealer_rests": Code("Tarot 15", ("side",)),
    # Refusals about results.
    "tarot.results_players": Code(_RESULTS, ("value", "allowed")),
    "tarot.results_range": Code(_RESULTS, ("value", "high")),
    "tarot.results_half": Code(_RESULTS, ("value",)),
    "tarot.results_sum": Code(_RESULTS, ("value",)),
    "tarot.results_rest": Code(_RESULTS, ("value", "players")),
    "tarot.results_deal": Code(_RESULTS, ("value",)),
    "tarot.deals_range": Code(_RESULTS, ("value", "low", "high")),
    "tarot.deals_left": Code(_RESULTS, ("value", "allowed")),
    "tarot.end_by_deals": Code(_RESULTS, ("value",)),
    "tarot.end_unplayed": Code(_RESULTS),
    # Refusals about the notation and the options.
    "tarot.word_twice": Code("", ("value",)),
    "tarot.resting_table": Code("Tarot 15", ("value", "allowed")),
    "tarot.coefficients": Code("Tarot 17", ("value",)),
}

# The events of a line, with their params. Numbers are points; they are text where half points may
# occur. `value` is each opponent's payment to the taker, `gain` the taker's gain.
EVENTS: dict[str, tuple[str, ...]] = {
    "tarot.made": ("contract", "points", "target", "gap", "value", "gain"),
    "tarot.lost": ("contract", "points", "target", "gap", "value", "gain"),
    "tarot.saved": ("contract", "points", "target", "gap", "value", "gain"),
    "tarot.made_level": ("contract", "points", "target", "gap", "value", "gain"),
    "tarot.lost_level": ("contract", "points", "target", "gap", "value", "gain"),
    "tarot.void": ("point",),
    "tarot.fined": ("point", "amount"),
    "tarot.prima": ("point", "amount"),
    "tarot.passed": (),
    "tarot.passed_again": (),
    "tarot.petit_alone": (),
    "tarot.results": ("deals",),
    "tarot.redealt": ("reason",),
    "tarot.adjusted": ("reason",),
    "tarot.match_won": ("points",),
    "tarot.match_shared": ("points", "sides"),
    "tarot.match_forfeited": ("reason",),
    "tarot.match_stopped": ("reason",),
    "tarot.match_drawn": (),
}

refuse = refuser(CODES)
