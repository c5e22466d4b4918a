"""Acta forms of the five kinds of malilla, in which every line can be typed; board and paper."""

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
from tests.scoring.games.forms.filled_forms import form_at, form_of
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


def blank(kind, options, earlier_lines=()):
    return filled_form(kind, options, None, earlier_lines)


def filled_form(kind, options, fields, earlier_lines=()):
    return form_of("malilla", options, kind, fields, earlier_lines)


def last_step(options, *lines):
    return fold(MALILLA, options, list(lines))[-1]


# --- Whole matches ----------------------------------------------------------------------------
def amount_fields(name, halves):
    """Return the fields of gains (`name`_a…) and losses (`name`_a_pierde…), with decimal commas.

    `halves`: the amounts of the sides, in half tantos.
    """
    fields = {}
    for letter, number in zip("abcd", AMOUNTS.write(halves), strict=False):
        field = f"{name}_{letter}" if number >= 0 else f"{name}_{letter}_pierde"
        fields[field] = str(abs(number)).replace(".", ",")
    return fields


def fields_of(hand):
    """Return the form fields of a line."""
    match hand:
        case Deal():
            split = () if hand.split is None else tuple(2 * amount for amount in hand.split)
            capote = {None: "", True: "capote", False: "sincapote"}[hand.capote]
            card = hand.card
            return {
                **{
                    f"points_{letter}": str(points)
                    for letter, points in zip("abcd", hand.points, strict=False)
                },
                "asleep": "" if hand.asleep is None else str(hand.asleep),
                "rank": "" if card is None else card.rank,
                "suit": "" if card is None else card.suit or "",
                "capote": capote,
                "dealer": "" if hand.dealer is None else "ABCD"[hand.dealer],
                "faults": [str(fault) for fault in hand.faults],
                **amount_fields("split", split),
            }
        case Misdeal():
            dealer = "" if hand.dealer is None else "ABCD"[hand.dealer]
            return {"what": "baraja" if hand.short_pack else "mal", "dealer": dealer}
        case Favorito():
            return {"suit": hand.suit}
        case Vuelta() | Partida():
            return amount_fields("tantos", hand.halves)


def drop_free_card(hand, options):
    """Return the line without its card of the alce if the card pays nothing.

    The form asks for such a card only with favorito.
    """
    pays = not isinstance(hand, Deal) or hand.card is None or RANKS[hand.card.rank]
    return hand if pays or options.favorito else replace(hand, card=None)


@pytest.mark.parametrize("level", levels(MALILLA))
@pytest.mark.parametrize("preset", OPTIONS)
def test_every_line_of_a_match_can_be_typed(preset, level):
    options = OPTIONS[preset]
    for seed in range(size(2, 6)):
        score = MALILLA.start(options)
        for hand in play_match(MALILLA, options, f"formas {seed}", level):
            hand = drop_free_card(hand, options)
            form = form_at(
                "malilla", options, MALILLA.to_json(hand)["kind"], fields_of(hand), score
            )
            assert form.can_happen(score, options)
            assert form.is_valid(), (str(hand), form.errors)
            assert str(form.hand()) == str(hand)
            score = MALILLA.play(score, hand, options)


@each("line", "40-27 s5 Ro dA", "67-0 s5 dA", "30-30 s12 A/menos")
def test_the_form_of_cubiertas_asks_for_the_points_asleep(line):
    form = filled_form("deal", Options("cubiertas"), fields_of(MALILLA.parse(line)))
    assert form.is_valid() and str(form.hand()) == line
    assert [field.name for field in form.points()] == ["points_a", "points_b", "asleep"]
    assert "asleep" not in blank("deal", Options("coja")).fields


def test_the_form_of_vistas_asks_for_the_capote():
    options = Options("vistas")
    for line in ("72-0 capote dA", "72-0 sincapote dA"):
        form = filled_form("deal", options, fields_of(MALILLA.parse(line)))
        assert form.is_valid() and str(form.hand()) == line
    assert "capote" not in blank("deal", Options()).fields


# --- Choices and help texts -------------------------------------------------------------------
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
def test_each_form_of_malilla_offers_its_faults_cards_and_sides(options, letters, renuncios, ranks):
    form = blank("deal", options, ["favorito o"] if options.favorito else [])
    faults = [value for value, _side in form.fields["faults"].choices]
    other_faults = "mas menos turno mano hablar baza mostrar"
    assert faults == [
        f"{letter}/{fault}" for fault in f"{renuncios} {other_faults}".split() for letter in letters
    ]
    first, *_others = form.fault_groups()
    assert [len(row["boxes"]) for row in first["rows"]] == [len(letters)] * len(renuncios.split())
    assert "".join(value for value, _name in form.fields["rank"].choices) == ranks
    assert [field.name for field in form.side_fields("points")] == [
        f"points_{letter}" for letter in letters.lower()
    ]
    assert [value for value, _title in form.fields["dealer"].choices] == ["", *letters]


def test_a_side_cannot_deal_out_of_turn_in_its_own_turn():
    form = blank("deal", Options("coja"), ["24-24-24 dA"])
    turno = [value for value, _side in form.fields["faults"].choices if "turno" in value]
    assert turno == ["A/turno", "C/turno"]  # it is B's turn to deal
    (row,) = (
        row for group in form.fault_groups() for row in group["rows"] if row["boxes"][1] is None
    )
    assert row["name"] == "Dar sin tocarle"
    # In pairs, it is the turn of one player of B: the partner can deal out of turn.
    pairs_form = blank("deal", Options(), ["36-36 dA"])
    assert "B/turno" in [value for value, _side in pairs_form.fields["faults"].choices]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_only_the_form_of_barrotada_asks_how_the_payment_of_a_fault_is_divided(options):
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
def test_the_form_explains_the_points_and_the_alce(options, help, alce):
    form = blank("deal", options)
    assert help in form.points_help() and alce in form.alce_help()


def test_a_vuelta_to_a_target_has_no_field_for_losses():
    without_target, to_60 = blank("vuelta", Options("coja")), blank("vuelta", OPTIONS["coja_a_60"])
    assert "tantos_a_pierde" in str(without_target["tantos_a"])
    assert "tantos_a_pierde" not in str(to_60["tantos_a"])


def test_typed_gains_and_losses_stay_in_their_fields():
    form = filled_form("vuelta", CUBIERTAS, {"tantos_a": "6,5", "tantos_b_pierde": "6"})
    assert 'value="6,5"' in str(form["tantos_a"]) and 'value="6"' in str(form["tantos_b"])
    assert str(form["tantos_b"]).index("tantos_b_pierde") < str(form["tantos_b"]).index('value="6"')


# --- Board, paper and examples ----------------------------------------------------------------
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_board_has_a_column_for_each_side(options):
    hands = play_match(MALILLA, options, "tablero", "vueltas")
    steps = fold(MALILLA, options, map(str, hands))
    for step in steps:
        values = board(step.score, options, NAMES)
        assert len(values["sides"]) == options.sides
        winners = [side["winner"] for side in values["sides"]]
        assert winners.count(True) == (step.score.winner is not None)
        assert values["foot"]
    vueltas = len(steps[-1].score.state.vueltas)
    assert [len(side["column"]) for side in values["sides"]] == [vueltas - 1] * options.sides


def test_the_columns_of_a_barrotada_have_the_totals_after_each_vuelta():
    values = board(
        last_step(BARROTADA, "vuelta +20-10-5-5", "vuelta -3+10-5-2", "18-18-18-18 Cb dB").score,
        BARROTADA,
        NAMES,
    )
    assert [(side["column"], side["tantos"], side["vuelta"]) for side in values["sides"]] == [
        (["+20", "+17"], "+15", "−2"),
        (["−10", "0"], "+2", "+2"),
        (["−5", "−10"], "−10", "0"),
        (["−5", "−7"], "−7", "0"),
    ]
    assert values["foot"] == "Vuelta 3, reparto 2. Da Teo Martín."


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_paper_has_a_row_for_each_side(options):
    form = paper(options)
    hands = play_match(MALILLA, options, "papel", "deals")
    steps = fold(MALILLA, options, map(str, hands))
    filled_rows = rows(options, steps)
    assert len(filled_rows) == options.sides
    assert all(len(row.cells) <= form.boxes for row in filled_rows)
    assert [row.total for row in filled_rows] == list(result(options, steps[-1].score))
    assert options.sides * form.row_height <= 44  # leaves room for the hint and the result


def test_the_paper_writes_half_tantos_as_halves():
    options = Options("cubiertas", vueltas=1)
    steps = fold(MALILLA, options, ["40-27 s5 dA", "30-30 s12 Rc"])
    assert [row.cells for row in rows(options, steps)] == [["+6½", "−3"], ["−6½", "+3"]]
    assert paper(Options("cubiertas", vueltas=6)).head == "Vuelta"  # twelve deals would not fit
    assert result(options, steps[-1].score) == ("+3½", "−3½")


def test_only_the_malilla_of_companeros_is_described_with_pairs():
    for options in OPTIONS.values():
        if options.form == "companeros":
            continue
        start = ["favorito o"] if options.favorito else []
        for kind in (form.KIND for form in FORMS):
            form = blank(kind, options, start if kind != "favorito" else [])
            text = str(form) + paper(options).length + paper(options).hint
            if kind == "deal":
                text += form.points_help() + form.alce_help()
            assert "pareja" not in text.lower(), kind


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_examples_of_notation_are_lines_of_the_form_that_is_played(options):
    example_lines = [line for line, _meaning in examples(options)]
    assert ("favorito o" in example_lines) == options.favorito
    start = ["favorito o"] if options.favorito else []
    first, *other_lines = example_lines
    for line in other_lines:
        if line in start:
            continue
        # Play a deal after the first example, which names the dealer; play any other line first.
        earlier_lines = [*start, first] if line[0].isdigit() else start
        code = None
        try:
            fold(MALILLA, options, [*earlier_lines, line])
        except RuleError as error:
            code = error.code
        assert code in (None, "malilla.trump_missing" if options.favorito else None), line
