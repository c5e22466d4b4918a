"""Every line that a table of any of the five malillas writes can be typed on its form; how each
is said, drawn and printed."""

from dataclasses import replace

import pytest

from rules.core import RuleError, fold
from rules.malilla import MALILLA
from rules.malilla.amounts import AMOUNTS
from rules.malilla.forms import RANKS
from rules.malilla.hands import Deal, Favorito, Misdeal, Partida, Vuelta
from rules.malilla.options import PRESETS, Options
from scoring.games.malilla.forms import FORMS
from scoring.games.malilla.paper import form as paper
from scoring.games.malilla.paper import result, rows
from scoring.games.malilla.words import board, examples
from tests.rows import each
from tests.rules.self_play import levels, play_match
from tests.scoring.games.forms.filled import form_at, form_of
from tests.scoring.games.malilla import BARROTADA, CUBIERTAS
from tests.sizes import size

NAMES = ["Paco Gil", "Ana Ruiz", "Teo Martín", "Julián Blas"]
OPTIONS = {
    **PRESETS,
    "barrotada_favorito": Options("barrotada", favorito=True, mariperez=True, capote_72=True),
    "coja_a_60": Options("coja", target=60),
    "barrotada_a_50": Options("barrotada", target=50),
    "vistas_favorito": Options("vistas", favorito=True),
    "cubiertas_a_40": Options("cubiertas", target=40),
}


def blank(kind, options, written=()):
    return filled(kind, options, None, written)


def filled(kind, options, typed, written=()):
    return form_of("malilla", options, kind, typed, written)


def last(options, *written):
    return fold(MALILLA, options, list(written))[-1]


# --- Whatever is played can be typed ----------------------------------------------------------
def amounts(name, halves):
    """In the first box what is gained, in the second what is lost; halves as people write them."""
    typed = {}
    for letter, number in zip("abcd", AMOUNTS.write(halves), strict=False):
        box = f"{name}_{letter}" if number >= 0 else f"{name}_{letter}_pierde"
        typed[box] = str(abs(number)).replace(".", ",")
    return typed


def typed_of(hand):
    """Return what is typed for a line."""
    match hand:
        case Deal():
            split = () if hand.split is None else tuple(2 * amount for amount in hand.split)
            capote = {None: "", True: "capote", False: "sincapote"}[hand.capote]
            card = hand.card
            return {
                **{f"points_{at}": str(n) for at, n in zip("abcd", hand.points, strict=False)},
                "asleep": "" if hand.asleep is None else str(hand.asleep),
                "rank": "" if card is None else card.rank,
                "suit": "" if card is None else card.suit or "",
                "capote": capote,
                "dealer": "" if hand.dealer is None else "ABCD"[hand.dealer],
                "faults": [str(one) for one in hand.faults],
                **amounts("split", split),
            }
        case Misdeal():
            dealer = "" if hand.dealer is None else "ABCD"[hand.dealer]
            return {"what": "baraja" if hand.short_pack else "mal", "dealer": dealer}
        case Favorito():
            return {"suit": hand.suit}
        case Vuelta() | Partida():
            return amounts("tantos", hand.halves)


def as_offered(hand, options):
    """The line without a card that pays nothing, which the form does not ask for."""
    paying = not isinstance(hand, Deal) or hand.card is None or RANKS[hand.card.rank]
    return hand if paying or options.favorito else replace(hand, card=None)


@pytest.mark.parametrize("level", levels(MALILLA))
@pytest.mark.parametrize("preset", OPTIONS)
def test_every_line_a_table_writes_can_be_typed(preset, level):
    options = OPTIONS[preset]
    for seed in range(size(2, 6)):
        score = MALILLA.start(options)
        for hand in play_match(MALILLA, options, f"formas {seed}", level):
            hand = as_offered(hand, options)
            form = form_at("malilla", options, MALILLA.to_json(hand)["kind"], typed_of(hand), score)
            assert form.can_happen(score, options)
            assert form.is_valid(), (str(hand), form.errors)
            assert str(form.hand()) == str(hand)
            score = MALILLA.play(score, hand, options)


@each("line", "40-27 s5 Ro dA", "67-0 s5 dA", "30-30 s12 A/menos")
def test_with_closed_cards_the_points_that_sleep_are_asked_for(line):
    form = filled("deal", Options("cubiertas"), typed_of(MALILLA.parse(line)))
    assert form.is_valid() and str(form.hand()) == line
    assert [field.name for field in form.points()] == ["points_a", "points_b", "asleep"]
    assert "asleep" not in blank("deal", Options("coja")).fields


def test_with_open_piles_the_capote_is_asked_for():
    options = Options("vistas")
    for line in ("72-0 capote dA", "72-0 sincapote dA"):
        form = filled("deal", options, typed_of(MALILLA.parse(line)))
        assert form.is_valid() and str(form.hand()) == line
    assert "capote" not in blank("deal", Options()).fields


# --- Only what can happen is offered ----------------------------------------------------------
@each(
    "options, letters, renuncios, ranks",
    (Options(), "AB", "servir cargar fallar contrafallar", "91RCS"),
    (Options("barrotada"), "ABCD", "servir cargar fallar contrafallar", "91RCS"),
    (Options("coja"), "ABC", "servir cargar fallar contrafallar", "91RCS"),
    (Options("vistas"), "AB", "servir", "91RCS"),
    (Options("cubiertas"), "AB", "servir cargar fallar", "91RCS"),
    (Options(favorito=True), "AB", "servir cargar fallar contrafallar", "91RCS8765432"),
    (Options("coja", favorito=True), "ABC", "servir cargar fallar contrafallar", "91RCS8765"),
)
def test_the_faults_the_cards_and_the_sides_of_each_malilla(options, letters, renuncios, ranks):
    form = blank("deal", options, ["favorito o"] if options.favorito else [])
    faults = [value for value, _side in form.fields["faults"].choices]
    others = "mas menos turno mano hablar baza mostrar"
    assert faults == [
        f"{letter}/{fault}" for fault in f"{renuncios} {others}".split() for letter in letters
    ]
    first, *_others = form.fault_groups()
    assert [len(row["boxes"]) for row in first["rows"]] == [len(letters)] * len(renuncios.split())
    assert "".join(value for value, _name in form.fields["rank"].choices) == ranks
    assert [field.name for field in form.each("points")] == [f"points_{x}" for x in letters.lower()]
    assert [value for value, _title in form.fields["dealer"].choices] == ["", *letters]


def test_nobody_deals_out_of_turn_in_his_own():
    form = blank("deal", Options("coja"), ["24-24-24 dA"])
    turno = [value for value, _side in form.fields["faults"].choices if "turno" in value]
    assert turno == ["A/turno", "C/turno"]  # it was B's
    (row,) = (
        row for group in form.fault_groups() for row in group["rows"] if row["boxes"][1] is None
    )
    assert row["name"] == "Dar sin tocarle"
    pairs = blank("deal", Options(), ["36-36 dA"])  # B's, but not of whom of the two
    assert "B/turno" in [value for value, _side in pairs.fields["faults"].choices]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_judge_is_asked_how_the_tens_divide_only_where_they_do_not(options):
    form = blank("deal", options, ["favorito o"] if options.favorito else [])
    assert ("split_a" in form.fields) == (options.form == "barrotada")


@each(
    "options, help, alce",
    (Options(), "suman 72, y el par es 36", "los paga el otro bando"),
    (Options("barrotada"), "suman 72, y el par es 18", "los paga quien alzó, a su izquierda"),
    (Options("barrotada", alce_by_all=True), "el par es 18", "de cada uno de los demás"),
    (Options("coja"), "suman 72, y el par es 24", "de cada uno de los demás"),
    (Options("vistas"), "Cada cuatro cartas son una baza", "los paga el otro bando"),
    (Options("cubiertas"), "la mitad de la diferencia", "los paga el otro bando"),
)
def test_what_the_points_and_the_alce_are_is_said_by_the_form(options, help, alce):
    form = blank("deal", options)
    assert help in form.points_help() and alce in form.alce_help()


def test_results_to_a_target_need_no_sign():
    signed, gains = blank("vuelta", Options("coja")), blank("vuelta", OPTIONS["coja_a_60"])
    assert "tantos_a_pierde" in str(signed["tantos_a"])
    assert "tantos_a_pierde" not in str(gains["tantos_a"])


def test_what_was_typed_comes_back_in_its_box():
    form = filled("vuelta", CUBIERTAS, {"tantos_a": "6,5", "tantos_b_pierde": "6"})
    assert 'value="6,5"' in str(form["tantos_a"]) and 'value="6"' in str(form["tantos_b"])
    assert str(form["tantos_b"]).index("tantos_b_pierde") < str(form["tantos_b"]).index('value="6"')


# --- In words, on the board and on paper ------------------------------------------------------
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_board_has_a_column_for_each(options):
    hands = play_match(MALILLA, options, "tablero", "vueltas")
    steps = fold(MALILLA, options, map(str, hands))
    for step in steps:
        shown = board(step.score, options, NAMES)
        assert len(shown["sides"]) == options.sides
        winners = [side["winner"] for side in shown["sides"]]
        assert winners.count(True) == (step.score.winner is not None)
        assert shown["foot"]
    vueltas = len(steps[-1].score.state.vueltas)
    assert [len(side["column"]) for side in shown["sides"]] == [vueltas - 1] * options.sides


def test_the_columns_of_the_barrotada():
    shown = board(
        last(BARROTADA, "vuelta +20-10-5-5", "vuelta -3+10-5-2", "18-18-18-18 Cb dB").score,
        BARROTADA,
        NAMES,
    )
    assert [(side["column"], side["tantos"], side["vuelta"]) for side in shown["sides"]] == [
        (["+20", "+17"], "+15", "−2"),
        (["−10", "0"], "+2", "+2"),
        (["−5", "−10"], "−10", "0"),
        (["−5", "−7"], "−7", "0"),
    ]
    assert shown["foot"] == "Vuelta 3, reparto 2. Da Teo Martín."


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_paper_has_a_row_for_each(options):
    form = paper(options)
    hands = play_match(MALILLA, options, "papel", "deals")
    steps = fold(MALILLA, options, map(str, hands))
    filled_rows = rows(options, steps)
    assert len(filled_rows) == options.sides
    assert all(len(row.cells) <= form.boxes for row in filled_rows)
    assert [row.total for row in filled_rows] == list(result(options, steps[-1].score))
    assert options.sides * form.row <= 44  # what to write stands below, above the result


def test_the_half_tantos_of_the_paper():
    options = Options("cubiertas", vueltas=1)
    steps = fold(MALILLA, options, ["40-27 s5 dA", "30-30 s12 Rc"])
    assert [row.cells for row in rows(options, steps)] == [["+6½", "−3"], ["−6½", "+3"]]
    assert paper(Options("cubiertas", vueltas=6)).head == "Vuelta"  # twelve would not do
    assert result(options, steps[-1].score) == ("+3½", "−3½")


def test_no_sentence_is_of_pairs_only():
    for options in OPTIONS.values():
        if options.form == "companeros":
            continue
        start = ["favorito o"] if options.favorito else []
        for kind in (form.KIND for form in FORMS):
            form = blank(kind, options, start if kind != "favorito" else [])
            shown = str(form) + paper(options).length + paper(options).hint
            if kind == "deal":
                shown += form.points_help() + form.alce_help()
            assert "pareja" not in shown.lower(), kind


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_examples_are_of_the_malilla_that_is_played(options):
    shown = [line for line, _meaning in examples(options)]
    assert ("favorito o" in shown) == options.favorito
    start = ["favorito o"] if options.favorito else []
    first, *others = shown
    for line in others:
        if line in start:
            continue
        # A deal may need to know who dealt; a whole vuelta or partida comes first.
        before = [*start, first] if line[0].isdigit() else start
        refused = None
        try:
            fold(MALILLA, options, [*before, line])
        except RuleError as error:
            refused = error.code
        assert refused in (None, "malilla.trump_missing" if options.favorito else None), line
