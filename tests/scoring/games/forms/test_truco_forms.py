"""Forms of truco for two, three, four and six players: buttons, written lines, sentences."""

import pytest

from rules.core import fold
from rules.truco import TRUCO
from rules.truco.acts import FAULTS, Mazo, Tantos
from rules.truco.hands import Deal, Misdeal
from rules.truco.score import next_seating
from scoring.games.truco.forms import SignsForm
from scoring.games.truco.words import board, line_in_words, score_in_words, turn_sentence
from tests.rows import each
from tests.rules.self_play import play_match
from tests.scoring.games.forms.filled_forms import form_at, score_of
from tests.sizes import size

NAMES = ("Marta", "Raúl", "Nélida", "Omar", "Pía", "Quique")
BEFORE_DUEL = ("AA dA", "arbitro tantos A 6: x")  # the next line is the first duel of pica-pica


def form_of(preset, lines=(), kind="deal", score=None, **fields):
    """Return the form for the line after `lines`, or at `score`, filled in with `fields`."""
    options = TRUCO.presets[preset]
    per_side = options.players // options.sides
    titles = [
        " · ".join((str(side + 1), *NAMES[side * per_side : (side + 1) * per_side]))
        for side in range(options.sides)
    ]
    score = score_of("truco", options, lines) if score is None else score
    return form_at("truco", options, kind, fields or None, score, len(lines) + 1, titles)


def button_labels(form):
    """Return the label of each button of the form, by value."""
    return {
        button.value: str(button.label) for row in form.rows for button in row.buttons if button
    }


def line_of(form):
    """Return the line that a valid form writes."""
    assert form.is_valid(), form.errors
    return str(form.hand())


# --- Whole matches ----------------------------------------------------------------------------
@pytest.mark.parametrize("preset", ["mano_a_mano", "gallo", "parejas", "pica_pica"])
@pytest.mark.parametrize("seed", size(["Tandil"], ["Tandil", "Rosario", "Luján"]))
def test_a_whole_match_can_be_typed_button_by_button(preset, seed):
    options = TRUCO.presets[preset]
    score = TRUCO.start(options)
    for hand in play_match(TRUCO, options, seed, "deals"):
        if isinstance(hand, Deal):
            line = line_of(_press_buttons(preset, score, hand))
        else:
            kind = "misdeal" if isinstance(hand, Misdeal) else "extra_cards"
            line = line_of(form_of(preset, (), kind, score, **_misdeal_fields(hand)))
        assert line == str(hand)
        score = TRUCO.play(score, hand, options)
    assert score.over


def _press_buttons(preset, score, hand):
    """Type the hand with the buttons that the form offers, one by one. Return the filled form."""
    dealer = {"dealer": f"{'ABC'[hand.dealer.side]}{hand.dealer.number}"} if hand.dealer else {}
    acts = ""
    for act in hand.acts:
        form = form_of(preset, (), score=score, acts=acts, jugada="", **dealer)
        if isinstance(act, Tantos):
            assert form.asks_tantos and not form.rows
            form = form_of(
                preset, (), score=score, acts=acts, jugada="tantos", **dealer, **_tanto_fields(act)
            )
        else:
            button = _button(act, form.seating.bandos if form.seating else (0, 1))
            assert button in button_labels(form), (acts, button)
            form = form_of(preset, (), score=score, acts=acts, jugada=button, **dealer)
        acts = form["acts"].value()
        if isinstance(act, Mazo):
            acts = f"{acts.rpartition(' ')[0]} {act}"  # the button names no partner
    faults = {FAULTS[fault.kind]: "ABC"[fault.side] for fault in hand.faults}
    return form_of(preset, (), score=score, acts=acts.strip(), **dealer, **faults)


def _button(act, bandos):
    """Return the button of an act. Partners who go to the mazo share the button of the first."""
    if isinstance(act, Mazo):
        return str(Mazo(bandos.index(bandos[act.side])))
    return str(act)


def _tanto_fields(act):
    """Return the form fields of the declared tantos."""
    fields = {}
    for letter, tanto in zip("abc", act.declarations, strict=False):
        if tanto is None:
            fields[f"buenas_{letter}"] = "on"
        else:
            fields[f"tanto_{letter}"] = tanto.value
            fields[f"seat_{letter}"] = tanto.seat or ""
    return fields


def _misdeal_fields(hand):
    """Return the form fields of a misdeal or of extra cards."""
    dealer = f"{'ABC'[hand.dealer.side]}{hand.dealer.number}" if hand.dealer else ""
    if isinstance(hand, Misdeal):
        return {"cards": hand.kind or "", "dealer": dealer}
    return {"side": "ABC"[hand.side], "dealer": dealer}


# --- Gallo ------------------------------------------------------------------------------------
def test_the_form_of_a_gallo_begins_with_the_dealer():
    form = form_of("gallo")
    assert button_labels(form) == {"dA1": "A · Marta", "dB1": "B · Raúl", "dC1": "C · Nélida"}
    assert (form.turn, form.acts_in_words) == ("", [])
    form = form_of("gallo", acts="", jugada="dB1")
    assert form["dealer"].value() == "B1"
    assert form.turn == "Da y juega solo B · Raúl; es mano C · Nélida."
    assert form.acts_in_words == ["da B"]
    assert {"Ae", "Be", "Ce", "A", "B", "C", "p"} <= set(button_labels(form))
    form = form_of("gallo", acts="", dealer="B1", jugada="quitar")
    assert form["dealer"].value() == ""
    assert set(button_labels(form)) == {"dA1", "dB1", "dC1"}


def test_in_a_gallo_the_rivals_answer_the_chant():
    form = form_of("gallo", acts="Ae", dealer="B1", jugada="")
    assert set(button_labels(form)) == {"q", "n", "Be", "Bre", "Bfe", "Bt", "mA", "mB"}
    form = form_of("gallo", acts="Be", dealer="B1", jugada="")
    assert {"Ae", "Ce", "At", "Ct"} <= set(button_labels(form))
    assert "Bre" not in button_labels(form)


def test_in_a_gallo_the_two_partners_share_one_button():
    form = form_of("gallo", ["AA dA"], acts="", jugada="")
    assert {button_labels(form)["=A"], button_labels(form)["mA"]} == {"A y C"}
    assert "mC" not in button_labels(form)
    assert "A y C al mazo" in form_of("gallo", ["AA dA"], acts="mC").acts_in_words
    assert "gana el truco: A y C" in form_of("gallo", ["AA dA"], acts="=A").acts_in_words


def test_in_a_gallo_a_player_other_than_the_dealer_may_play_alone():
    form = form_of("gallo", ["AA dA"], acts="Ae n CC", gallo="C")
    assert form.turn == "Da B · Raúl y juega solo C · Nélida; es mano C · Nélida."
    assert line_of(form) == "Ae n CC gC"
    assert set(button_labels(form_of("gallo", ["AA dA"], acts="Ae", gallo="C", jugada=""))) >= {
        "Ce"
    }


def test_the_tantos_of_a_gallo_have_three_sides():
    fields = {"acts": "Be q", "jugada": "tantos", "tanto_a": "25", "buenas_b": "on", "tanto_c": "7"}
    form = form_of("gallo", ["AA dA"], **fields)
    assert form["acts"].value() == "Be q 25-b-7"
    assert form.acts_in_words[-1] == "25-buenas-7"
    assert "seat_a" not in form.fields


@each("preset", "mano_a_mano", "gallo", "parejas")
def test_extra_cards_ask_for_the_dealer_only_while_it_is_unknown(preset):
    form = form_of(preset, [], "extra_cards", side="A")
    assert list(form.fields)[:2] == ["side", "dealer"]
    assert form.fields["dealer"].required and "dealer" in form.errors
    assert line_of(form_of(preset, [], "extra_cards", side="A", dealer="B1")) == "sobra A dB"
    assert line_of(form_of(preset, ["AA dA"], "extra_cards", side="A", dealer="")) == "sobra A"


def test_signs_that_lose_the_mano_are_offered_only_if_the_rivals_are_known():
    options = TRUCO.Options(players=3, signs_lose_mano=True)
    assert not SignsForm.can_happen(TRUCO.start(options), options)
    assert SignsForm.can_happen(TRUCO.start(options), TRUCO.presets["gallo"])


@each(
    "fields, line",
    ({"points_a": "12", "points_b": "30", "points_c": "21"}, "chico 12-30-21"),
    ({"points_a": "30", "points_b": "30", "points_c": "12", "winner": "B"}, "chico 30-30-12 B"),
    ({"points_a": "", "points_b": "", "points_c": "", "winner": "C"}, "chico C"),
)
def test_the_result_of_a_chico_of_three_sides(fields, line):
    form = form_of("gallo", (), "chico", **fields)
    assert form.complete
    assert line_of(form) == line
    assert form.ends == (
        "El ganador acaba con 30 a 36 tantos; al menos uno de los otros dos no llega a 30."
    )


def test_a_chico_typed_by_half_is_not_complete():
    form = form_of("gallo", (), "chico", points_a="30", points_b="", points_c="12", winner="A")
    assert not form.complete
    assert not form.is_valid()
    assert "obligatorio" in form.errors["points_b"][0]


# --- Pica-pica --------------------------------------------------------------------------------
@each(
    "hands, turn",
    (0, "Pica-pica, mano 1 de 3: A2 · Raúl, que es mano, contra B3 · Quique."),
    (1, "Pica-pica, mano 2 de 3: B2 · Pía, que es mano, contra A1 · Marta."),
    (2, "Pica-pica, mano 3 de 3: A3 · Nélida, que es mano, contra B1 · Omar."),
    (3, "Redonda. Da A2 · Raúl, es mano B2 · Pía."),
    (4, "Pica-pica, mano 1 de 3: A3 · Nélida, que es mano, contra B1 · Omar."),
)
def test_the_form_names_the_duel_of_pica_pica_or_the_redonda(hands, turn):
    form = form_of("pica_pica", [*BEFORE_DUEL, *["AA"] * hands])
    assert form.turn == turn
    assert ("infraction" in form.fields) == turn.startswith("Pica-pica")
    assert ("dealer" in form.fields) == (hands not in (1, 2))
    assert ("seat_a" in form.fields) == turn.startswith("Redonda")


def test_a_duel_with_an_unknown_dealer_names_no_player():
    options = TRUCO.Options(players=6, pica_from=0)
    place = next_seating(TRUCO.start(options), options)
    assert turn_sentence(place) == "Pica-pica, mano 1 de 3."


def test_in_a_duel_the_tantos_belong_to_its_two_players():
    form = form_of("pica_pica", [*BEFORE_DUEL, "AA"])
    assert [form[f"tanto_{letter}"].label for letter in "ab"] == [
        "Tanto de A1 · Marta",
        "Tanto de B2 · Pía",
    ]
    fields = {"acts": "Ae q", "jugada": "tantos", "tanto_a": "30", "tanto_b": "30", "seat_a": "3"}
    assert form_of("pica_pica", [*BEFORE_DUEL, "AA"], **fields)["acts"].value() == "Ae q 30-30"


def test_a_duel_can_have_an_infraction():
    form = form_of("pica_pica", BEFORE_DUEL, acts="Ae n BB", infraction="A")
    assert line_of(form) == "Ae n BB iA"


# --- Mano a mano ------------------------------------------------------------------------------
def test_with_two_players_the_form_does_not_ask_for_a_seat():
    form = form_of("mano_a_mano", ["AA dA"])
    assert form.turn == "Da B · Raúl, es mano A · Marta."
    assert not {"seat_a", "gallo", "infraction"} & set(form.fields)
    assert [label for _value, label in form.fields["dealer"].choices][1:] == [
        "A · Marta",
        "B · Raúl",
    ]


# --- Words and board --------------------------------------------------------------------------
def test_the_words_and_the_board_of_a_gallo():
    options, names = TRUCO.presets["gallo"], ["el jugador 4", "el jugador 7", "el jugador 9"]
    steps = fold(TRUCO, options, ["chico 30-30-12 B", "At n dC", "chico C", "chico B"])
    assert line_in_words(steps[0], names) == "El jugador 7 gana el chico (30-30-12)."
    assert line_in_words(steps[1], names) == (
        "Truco. El jugador 4 se anota 1 del truco no querido. El jugador 7 se anota 1 del truco "
        "no querido."
    )
    assert score_in_words(steps[1].score, options) == "Chicos 0–1–0 · 1–1–0 malas"
    values = board(steps[1].score, options, names)
    assert [side["tantos"] for side in values["sides"]] == [1, 1, 0]
    assert values["foot"] == "Chico 2. Da y juega solo A; es mano B."
    assert board(steps[2].score, options, names)["foot"] == "Chico 3."
    final_score = steps[3].score
    assert score_in_words(final_score, options) == "Chicos 0–2–1 · tantos 31–61–42"
    assert board(final_score, options, names)["foot"] == (
        "El jugador 7 gana el partido: chicos 2-0-1, tantos 61-31-42."
    )
    assert [side["winner"] for side in board(final_score, options, names)["sides"]] == [
        False,
        True,
        False,
    ]
