"""A match of malilla: its length, vueltas, the next dealer, rulings, forfeits and byes."""

import pytest

from rules.core import RuleError, fold
from rules.malilla import MALILLA
from rules.malilla.amounts import tantos_text
from rules.malilla.forms import FORMS
from rules.malilla.options import PRESETS, Options
from tests.rows import case, each

ONE_VUELTA = Options(vueltas=1)
TWO = Options(vueltas=2)
A_HUNDRED = Options(target=100)


def _score(lines: list[str], options: Options = ONE_VUELTA):
    return fold(MALILLA, options, lines)[-1].score if lines else MALILLA.start(options)


def _refusal(lines: list[str], options: Options = ONE_VUELTA) -> tuple[str, str, int | None]:
    """Return the code, field and line number with which these lines are refused."""
    with pytest.raises(RuleError) as error:
        fold(MALILLA, options, lines)
    return error.value.code, error.value.field, error.value.hand


@each(
    "preset, deals",
    ("companeros", 12),
    ("companeros_favorito_mariperez", 12),
    ("companeros_a_100", 2),
    ("companeros_a_200", 3),
    ("barrotada", 12),
    ("barrotada_alce_de_todos", 12),
    ("coja", 12),
    ("dos_a_cartas_vistas", 12),
    ("dos_a_cartas_cubiertas", 12),
)
def test_each_preset_lasts_its_number_of_capotes(preset, deals):
    """A makes a capote in every deal."""
    options = PRESETS[preset]
    extra = {"vistas": " capote", "cubiertas": " s0"}.get(options.form, "")
    line = "72" + "-0" * (options.sides - 1) + " 5o" + extra
    lines = ["favorito e"] * options.favorito
    score = _score(lines, options)
    while not score.over:
        lines.append(line)
        score = _score(lines, options)
    assert len(lines) - options.favorito == deals
    assert score.winner == 0


def test_the_table_of_lengths_has_every_preset():
    assert len(PRESETS) == 9


@pytest.mark.parametrize(("form", "number"), [(form, FORMS[form].sides) for form in FORMS])
def test_the_sides_depend_on_the_form(form, number):
    options = Options(form)
    assert options.sides == number
    assert [len(tally) for tally in MALILLA.start(options).tallies] == [number, number]


@each(
    "options, people, can_draw",
    (Options(), 2, True),
    (Options(play_off=True), 2, False),
    (A_HUNDRED, 2, False),
    (Options("barrotada", target=100), 1, True),
    (Options("vistas"), 1, True),
)
def test_options_decide_the_people_of_a_side_and_whether_a_draw_is_possible(
    options, people, can_draw
):
    assert (options.people, options.can_draw) == (people, can_draw)


def test_the_tallies_are_the_tantos_of_the_match_and_of_the_vuelta_in_play():
    lines = ["40-32", "36-36", "30-42", "72-0", "37-35"]
    assert _score(lines, TWO).tallies == ((71, -71), (1, -1))
    assert _score(lines, TWO).state.vueltas == ((70, -70),)


@each(
    "lines, winner, over, code",
    case("a vuelta in play", ["40-32"] * 3, None, False, "counted"),
    case("a vuelta", ["40-32"] * 4, 0, True, "match_won"),
    case("a draw", ["40-32", "32-40"] * 2, None, True, "match_drawn"),
    case("a draw in one line", ["vuelta +0+0"], None, True, "match_drawn"),
    case("a vuelta in one line", ["vuelta -3+3"], 1, True, "match_won"),
)
def test_a_match_of_one_vuelta_is_won_or_drawn_at_its_end(lines, winner, over, code):
    score = _score(lines)
    assert (score.winner, score.over) == (winner, over)
    assert score.events[-1].code == f"malilla.{code}"


def test_with_play_off_a_draw_is_decided_by_another_vuelta():
    options = Options(vueltas=1, play_off=True)
    draw = _score(["vuelta +0+0"], options)
    assert (draw.over, draw.events[-1].code) == (False, "malilla.play_off")
    assert not _score(["vuelta +0+0", "40-32", "40-32"], options).over
    assert _score(["vuelta +0+0", "vuelta +1-1"], options).winner == 0


def test_nobody_wins_if_two_of_three_have_the_most_tantos():
    options = Options("coja", vueltas=1)
    assert _score(["vuelta +5+5-10"], options).winner is None
    assert _score(["vuelta +6+5-11"], options).winner == 0


@each(
    "lines, tantos, winner",
    case("only gains count", ["72-0"], (72, 0), None),
    case("losses take nothing away", ["72-0", "0-72"], (72, 72), None),
    case("ninety-eight", ["72-0", "0-72", "62-10"], (98, 72), None),
    case("one hundred", ["72-0", "0-72", "64-8"], (100, 72), 0),
    case("a vuelta in one line, then a deal", ["vuelta +80+60", "8-64"], (80, 88), None),
    case("the match in one line", ["partida +98+101"], (98, 101), 1),
)
def test_a_match_to_a_hundred_adds_only_gains(lines, tantos, winner):
    score = _score(lines, A_HUNDRED)
    assert (score.tallies[0], score.winner, score.over) == (tantos, winner, winner is not None)


def test_of_sides_that_reach_the_target_at_once_the_highest_wins():
    options = Options("coja", target=10)
    assert _score(["36-36-0"], options).over is False
    assert _score(["36-36-0", "30-29-13"], options).winner == 0
    assert _score(["37-35-0"], options).winner == 0


# --- The dealer -------------------------------------------------------------------------------
@each(
    "lines, options, dealer",
    case("no dealer recorded", ["40-32"], TWO, None),
    case("to the right", ["40-32 dA"], TWO, "B"),
    case("the dealer recorded later", ["40-32", "40-32 dA"], TWO, "B"),
    case("from the third player to the first", ["24-24-24 dC"], Options("coja"), "A"),
    case("M15: a misdeal passes it too", ["mal dA"], TWO, "B"),
    case("a short pack: the same dealer", ["baraja dA"], TWO, "A"),
    case("a void deal without a dealer", ["arbitro anula: carta vista"], TWO, None),
    case("a void deal: the same dealer", ["40-32 dA", "arbitro anula: luz"], TWO, "B"),
    case("the referee names the dealer", ["arbitro da B: por sorteo"], TWO, "B"),
    case(
        "a deal out of turn: the next player",
        ["18-18-18-18 dA", "9-20-21-22 C/turno r+4+3-10+3"],
        Options("barrotada"),
        "D",
    ),
    case("a deal out of turn by a rival", ["40-32 dA", "40-32 A/turno"], TWO, "B"),
    case("a deal out of turn by the partner", ["40-32 dA", "40-32 B/turno"], TWO, "A"),
    case(
        "after a vuelta in one line, the same dealer",
        ["40-32 dA", "36-36", "36-36", "36-36", "vuelta +1-1"],
        Options(vueltas=3),
        "A",
    ),
)
def test_the_next_dealer_of_malilla(lines, options, dealer):
    state = _score(lines, options).state
    assert state.dealer == (None if dealer is None else "ABCD".index(dealer))


def test_a_misdeal_pays_nothing_and_does_not_count_in_the_vuelta():
    score = _score(["mal dA", "40-32", "mal", "40-32", "40-32"])
    assert (score.tallies[1], score.state.deals, score.over) == ((12, -12), 3, False)


def test_the_alce_goes_to_the_dealer_that_follows_from_earlier_lines():
    assert _score(["36-36 dB", "36-36 Ro"]).points == (3, -3)
    assert _score(["mal dB", "36-36 Ro"]).points == (3, -3)


# --- Favorito and Mari-Pérez ----------------------------------------------------------------
def test_the_mari_perez_doubles_the_first_and_the_last_vuelta():
    options = Options(vueltas=3, mariperez=True)
    steps = fold(MALILLA, options, ["37-35"] * 12)
    assert [step.score.points[0] for step in steps] == [2] * 4 + [1] * 4 + [2] * 4


def test_a_doubled_vuelta_may_be_odd_if_the_referee_divides_tens():
    options = Options("barrotada", mariperez=True)
    deal, vuelta = "18-18-18-18 A/servir r-20+7+7+6", "vuelta -20+7+7+6"
    (tantos, *_others) = fold(MALILLA, options, [deal, *["18-18-18-18"] * 3])[3].score.tallies
    assert _score([vuelta], options).tallies[0] == tantos == (-20, 7, 7, 6)


def test_the_vuelta_that_plays_off_a_draw_is_not_doubled():
    options = Options(vueltas=1, mariperez=True, play_off=True)
    assert [step.score.points[0] for step in fold(MALILLA, options, ["vuelta +0+0", "37-35"])] == [
        0,
        1,
    ]


@each(
    "lines, options, refusal",
    case("no favorito yet", ["40-32 5o"], Options(favorito=True), ("favorito_missing", "hand", 1)),
    case("no card", ["favorito o", "40-32"], Options(favorito=True), ("trump_missing", "card", 2)),
    case(
        "no palo", ["favorito o", "40-32 5"], Options(favorito=True), ("trump_missing", "card", 2)
    ),
    case(
        "twice", ["favorito o", "favorito c"], Options(favorito=True), ("favorito_twice", "suit", 2)
    ),
    case("not played here", ["favorito o"], ONE_VUELTA, ("favorito_off", "suit", 1)),
    case("no palo x", ["favorito x"], ONE_VUELTA, ("card_suit", "suit", 1)),
    case("not zero", ["vuelta +3-2"], ONE_VUELTA, ("tantos_sum", "tantos", 1)),
    case("of three", ["vuelta +3-2-1"], ONE_VUELTA, ("tantos_count", "tantos", 1)),
    case("half tantos", ["vuelta +1.5-1.5"], ONE_VUELTA, ("tantos_half", "tantos", 1)),
    case(
        "more than any match", ["vuelta +100000-100000"], ONE_VUELTA, ("tantos_range", "tantos", 1)
    ),
    case("more than a vuelta", ["vuelta +709-709"], ONE_VUELTA, ("tantos_most", "tantos", 1)),
    case(
        "odd, in a doubled vuelta",
        ["vuelta +3-3"],
        Options(vueltas=2, mariperez=True),
        ("tantos_doubled", "tantos", 1),
    ),
    case("vuelta begun", ["40-32", "vuelta +3-3"], ONE_VUELTA, ("vuelta_begun", "tantos", 2)),
    case("a loss", ["vuelta +30-3"], A_HUNDRED, ("tantos_gains", "tantos", 1)),
    case("partida begun", ["40-32", "partida +3-3"], ONE_VUELTA, ("partida_begun", "tantos", 2)),
    case("not over", ["partida +99+80"], A_HUNDRED, ("partida_short", "tantos", 1)),
    case("both at the target", ["partida +101+100"], A_HUNDRED, ("partida_both", "tantos", 1)),
    case("too long", ["partida +277+0"], A_HUNDRED, ("partida_long", "tantos", 1)),
    case("tied", ["partida +0+0"], Options(play_off=True), ("partida_tied", "tantos", 1)),
    case("more than a partida", ["partida +709-709"], ONE_VUELTA, ("tantos_most", "tantos", 1)),
    case("a ruling, not zero", ["arbitro +5-4: x"], ONE_VUELTA, ("tantos_sum", "tantos", 1)),
    case("no side C", ["arbitro da C: x"], ONE_VUELTA, ("side_absent", "side", 1)),
    case("no loser C", ["pierde C: x"], ONE_VUELTA, ("side_absent", "loser", 1)),
    case("not his turn", ["40-32 dA", "40-32 dA"], ONE_VUELTA, ("dealer_turn", "dealer", 2)),
    case(
        "it was his turn",
        ["24-24-24 dA", "24-24-24 B/turno"],
        Options("coja"),
        ("turno_his", "faults", 2),
    ),
)
def test_an_illegal_line_of_malilla_is_refused(lines, options, refusal):
    name, field, hand = refusal
    assert _refusal(lines, options) == (f"malilla.{name}", field, hand)


def test_a_line_after_the_end_of_malilla_is_refused():
    assert _refusal(["vuelta +1-1", "40-32"]) == ("match_over", "hand", 2)
    assert _refusal(["pierde A: se va", "pierde B: se va"]) == ("match_over", "hand", 2)


def test_the_most_tantos_of_a_vuelta():
    """Four capotes, each with a malilla turned up and ten fines of ten: 4 × (72 + 5 + 100)."""
    assert _score(["vuelta +708-708"]).winner == 0
    favorito = Options(vueltas=1, favorito=True)
    assert _score(["vuelta +1416-1416"], favorito).winner == 0


# --- The judge, forfeits, byes --------------------------------------------------------------
def test_the_referee_moves_tantos_or_awards_the_match():
    assert _score(["40-32", "arbitro -10+10: señas"]).tallies == ((-6, 6), (-6, 6))
    assert _score(["40-32", "arbitro -10+10: señas"]).state.deals == 1
    assert _score(["arbitro partida B: señas"]).winner == 1
    assert _score(["arbitro -6.5+6.5: señas"], Options("cubiertas")).tallies[0] == (-13, 13)


def test_a_deal_settled_by_the_referee_counts_in_the_vuelta():
    score = _score(["40-32 dA", "arbitro mano -10+10: no se reparten"])
    assert (score.tallies[0], score.state.deals, score.state.dealer) == ((-6, 6), 2, 0)
    ruling_only = _score(["40-32 dA", "arbitro -10+10: señas"])
    assert (ruling_only.state.deals, ruling_only.state.dealer) == (1, 1)


@each(
    "lines, options, tantos",
    case("a bye", [], ONE_VUELTA, (36, 0)),
    case("a bye, to a hundred", [], A_HUNDRED, (100, 0)),
    case("a bye of four", [], Options("barrotada", bye_tantos=20), (20, 0, 0, 0)),
    case("a bye, in half tantos", [], Options("cubiertas"), (72, 0)),
    case("A is ahead", ["72-0"], ONE_VUELTA, (72, -72)),
    case("A is far behind", ["0-72"], ONE_VUELTA, (73, 72)),
    case("A is behind, to a hundred", ["0-72"], A_HUNDRED, (100, 72)),
)
def test_an_award_gives_the_winner_the_missing_tantos(lines, options, tantos):
    score_after_award = MALILLA.award(_score(lines, options), 0, options)
    assert (score_after_award.tallies[0], score_after_award.winner, score_after_award.over) == (
        tantos,
        0,
        True,
    )


@each(
    "lines, options, winner, tantos",
    case("two sides", ["pierde A: no vienen"], ONE_VUELTA, 1, (0, 36)),
    case("two rivals are tied", ["pierde B: se va"], Options("coja"), None, (0, 0, 0)),
    case("the best rival wins", ["20-40-12", "pierde B: se va"], Options("coja"), 0, (36, 16, -12)),
)
def test_a_forfeit_gives_the_match_to_the_best_rival(lines, options, winner, tantos):
    score = _score(lines, options)
    assert (score.winner, score.tallies[0], score.over) == (winner, tantos, True)
    assert score.events[0].code == "malilla.match_forfeited"


# --- Options --------------------------------------------------------------------------------


def test_tantos_are_written_with_signs_and_halves():
    assert tantos_text((7, -7), Options("cubiertas")) == "+3.5-3.5"
    assert tantos_text((7, 0, -7), Options("coja")) == "+7+0-7"
