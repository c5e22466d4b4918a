"""The lines of tarot as fields: what they write, what is offered, what is refused and where."""

import pytest
from django.template.loader import render_to_string

from rules.core import RuleError, replay
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from scoring.games.lines import kinds_after
from scoring.games.tarot import FACE
from scoring.games.tarot.forms import AnnulledForm, DealForm, EndForm, ResultsForm, RulingForm
from tournaments.wording.rules import refused

TITLES = ["1 · Paco", "2 · Luis", "3 · Pilar", "4 · Chema", "5 · Raúl"]
FFT, THREE, FIVE = PRESETS["fft"], PRESETS["fft_tres"], PRESETS["fft_cinco"]
RESTING, NAIPES = PRESETS["fft_mesa_de_cinco"], PRESETS["naipes"]
CLOCK = Options(by_time=True)
DEAL = {"taker": "B", "contract": "guardia", "points": "49", "oudlers": "2"}
FIVE_DEAL = {**DEAL, "partner": "D"}
RESULTS = {
    "deals": "1",
    "points_a_pierde": "106",
    "points_b": "318",
    "points_c_pierde": "106",
    "points_d_pierde": "106",
}
RULING = {"ruling": "redeal", "reason": "carta vista"}
MOVED = {
    **RULING,
    "ruling": "points",
    "points_a_pierde": "10",
    "points_b": "10",
    "points_c": "0",
    "points_d": "0",
}


def form(kind, typed=None, options=FFT, *written):
    score = replay(TAROT, options, written)[-1].score if written else TAROT.start(options)
    data = None if typed is None else {"number": str(len(written) + 1), **typed}
    titles = TITLES[: options.players]
    return kind(data, game=TAROT, score=score, options=options, titles=titles)


def line(kind, typed, options=FFT, *written):
    filled = form(kind, typed, options, *written)
    assert filled.is_valid(), filled.errors
    return str(filled.hand())


def wrong(kind, typed, options=FFT, *written):
    """The errors of a form once the rules have judged its line, as the page does it."""
    filled = form(kind, typed, options, *written)
    if filled.is_valid():
        try:
            TAROT.play(filled.score, TAROT.parse(str(filled.hand())), options)
        except RuleError as error:
            filled.refuse(refused(error))
    return {name: " ".join(texts) for name, texts in filled.errors.items()}


def offered(kind, field, options=FFT, *written):
    return [value for value, _label in form(kind, None, options, *written).fields[field].choices]


# --- What is written --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (DEAL, "B guardia 49 2o"),
        ({**DEAL, "dealer": "A"}, "B guardia 49 2o dA"),
        ({**DEAL, "defence": "42"}, "B guardia 49 2o"),
        ({**DEAL, "petit": "taker", "poignee_b": "10"}, "B guardia 49 2o p+ B10"),
        ({**DEAL, "petit": "defence", "poignee_d": "13"}, "B guardia 49 2o p- D13"),
        ({**DEAL, "poignee_a": "10", "poignee_c": "10"}, "B guardia 49 2o A10 C10"),
        ({**DEAL, "announced": "on"}, "B guardia 49 2o !ch"),
        (
            {**DEAL, "points": "91", "oudlers": "3", "announced": "on", "slam": "taker"},
            "B guardia 91 3o !ch ch+",
        ),
        ({**DEAL, "points": "4", "oudlers": "0", "slam": "defence"}, "B guardia 4 0o ch-"),
        ({**DEAL, "faults": ["C/4", "A/5"]}, "B guardia 49 2o fA5 fC4"),
        ({**DEAL, "faults": ["C/4"], "again": ["C/4"]}, "B guardia 49 2o fC4 fC4"),
        ({**DEAL, "faults": ["C/2", "C/4"]} | {"effect": "void"}, "B guardia 49 2o fC2n fC4"),
        ({**DEAL, "faults": ["C/1"], "effect": "prima"}, "B guardia 49 2o fC1p"),
        ({**DEAL, "faults": ["C/1", "C/4"], "effect": "void"}, "B guardia 49 2o fC1n fC4"),
        ({**DEAL, "discard": ["6", "7"]}, "B guardia 49 2o fB6 fB7"),
        ({**DEAL, "points": "48,5", "discard": ["6"]}, "B guardia 48.5 2o fB6"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_deal(typed, written):
    found = TAROT.parse(line(DealForm, typed))
    wanted = TAROT.parse(written)
    assert sorted(map(str, found.faults)) == sorted(map(str, wanted.faults))
    assert str(found).split(" f")[0] == str(wanted).split(" f")[0]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (FIVE_DEAL, "B+D guardia 49 2o"),
        ({**FIVE_DEAL, "partner": "="}, "B solo guardia 49 2o"),
        ({**FIVE_DEAL, "partner": "B"}, "B solo guardia 49 2o"),
        ({**FIVE_DEAL, "called": "dama"}, "B+D dama guardia 49 2o"),
        ({**FIVE_DEAL, "points": "45,5", "defence": "45,5"}, "B+D guardia 45.5 2o"),
        ({**FIVE_DEAL, "points": "45.5", "poignee_e": "8"}, "B+D guardia 45.5 2o E8"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_deal_at_five(typed, written):
    assert line(DealForm, typed, FIVE) == written


@pytest.mark.parametrize(
    ("kind", "typed", "written"),
    [
        (AnnulledForm, {"why": "passed"}, "paso"),
        (AnnulledForm, {"why": "passed", "dealer": "C"}, "paso dC"),
        (AnnulledForm, {"why": "petit B"}, "petit B"),
        (ResultsForm, RESULTS, "repartos 1 -106 318 -106 -106"),
        (
            ResultsForm,
            {**RESULTS, "points_a": "-106", "points_a_pierde": ""},
            "repartos 1 -106 318 -106 -106",
        ),
        (ResultsForm, {**RESULTS, "dealer": "A"}, "repartos 1 -106 318 -106 -106 dA"),
        (RulingForm, RULING, "arbitro anula: carta vista"),
        (RulingForm, MOVED, "arbitro puntos -10 10 0 0: carta vista"),
    ],
)
def test_the_other_lines(kind, typed, written):
    assert line(kind, typed) == written


def test_the_end_of_the_time():
    assert line(EndForm, {"over": "on"}, CLOCK, "A tomo 41 2o") == "fin"


def test_shares_alike_may_be_halves():
    halves = Options(players=5, equal_shares=True, deals=2)
    won = {"deals": "1", "points_a": "79,5", "points_b": "79.5"}
    lost = {f"points_{one}_pierde": "53" for one in "cde"}
    assert line(ResultsForm, {**won, **lost}, halves) == "repartos 1 79.5 79.5 -53 -53 -53"


# --- What is offered --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "written", "kinds"),
    [
        (FFT, [], "deal annulled results ruling"),
        (CLOCK, [], "deal annulled results ruling"),
        (CLOCK, ["A tomo 41 2o"], "deal annulled results end ruling"),
        (FFT, ["repartos 4 0 0 0 0"], ""),
    ],
)
def test_only_the_lines_that_can_come_are_offered(options, written, kinds):
    score = replay(TAROT, options, written)[-1].score if written else TAROT.start(options)
    common = ["forfeit", "stop", "notation"] if kinds else []
    assert list(kinds_after(FACE.forms, score, options)) == [*kinds.split(), *common]


def test_a_partner_is_asked_for_only_where_five_hold_cards():
    assert offered(DealForm, "partner", FIVE) == ["A", "B", "C", "D", "E", "="]
    assert offered(DealForm, "called", FIVE) == ["", "rey", "dama", "caballo", "jota"]
    assert offered(DealForm, "called", PRESETS["naipes_cinco"]) == ["", "rey", "dama"]
    for options in (FFT, THREE, RESTING):
        assert {"partner", "called"}.isdisjoint(form(DealForm, None, options).fields)


@pytest.mark.parametrize(
    ("options", "sizes"),
    [(THREE, [13, 15, 18]), (FFT, [10, 13, 15]), (FIVE, [8, 10, 13]), (RESTING, [10, 13, 15])],
)
def test_the_poignees_of_each_number_of_players(options, sizes):
    assert offered(DealForm, "poignee_a", options) == ["", *sizes]
    assert len(form(DealForm, None, options).poignees()) == options.players


def test_the_contracts_of_the_tournament():
    assert offered(DealForm, "contract") == ["tomo", "guardia", "sin", "contra"]
    options = Options(naipes=True, subo=2, guardia=3)
    assert offered(DealForm, "contract", options) == ["tomo", "subo", "guardia", "sin", "contra"]
    labels = [
        str(label) for _name, label in form(DealForm, None, options).fields["contract"].choices
    ]
    assert labels[1:3] == ["Subo (pousse) ×2", "En guardia (garde) ×3"]


def test_who_rests_is_offered_nothing():
    written = ["B guardia 45 2o dA"]  # B deals next
    assert offered(DealForm, "taker", RESTING, *written) == ["A", "C", "D", "E"]
    filled = form(DealForm, None, RESTING, *written)
    assert [row.name for row in filled.poignees()] == [f"poignee_{one}" for one in "acde"]
    assert {box.data["value"][0] for box in filled["faults"]} == set("ACDE")
    assert offered(AnnulledForm, "why", RESTING, *written) == [
        "passed",
        "petit A",
        "petit C",
        "petit D",
        "petit E",
    ]


@pytest.mark.parametrize("kind", [DealForm, AnnulledForm, ResultsForm])
def test_the_dealer_is_asked_for_only_while_unknown(kind):
    assert not form(kind).fields["dealer"].required
    assert form(kind, None, RESTING).fields["dealer"].required
    for options in (FFT, RESTING):
        assert "dealer" not in form(kind, None, options, "paso dA").fields


def test_how_many_deals_are_left():
    assert "Por jugar: 3" in form(ResultsForm, None, FFT, "A tomo 41 2o").fields["deals"].help_text
    assert not form(ResultsForm, None, CLOCK, "A tomo 41 2o").fields["deals"].help_text


@pytest.mark.parametrize(
    ("options", "says"), [(FFT, "Da el siguiente (Tarot 16)."), (NAIPES, "el mismo (Tarot 15, 16)")]
)
def test_who_deals_after_a_deal_annulled(options, says):
    assert says in form(AnnulledForm, None, options).fields["why"].help_text


# --- Break one field at a time ----------------------------------------------------------------
_CHOICES = "opciones disponibles"


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**DEAL, "taker": ""}, "taker", "requerido"),
        ({**DEAL, "taker": "E"}, "taker", _CHOICES),
        ({**DEAL, "contract": "subo"}, "contract", _CHOICES),
        ({**DEAL, "points": ""}, "points", "Faltan los puntos"),
        ({**DEAL, "points": "muchos"}, "points", "número"),
        ({**DEAL, "points": "NaN"}, "points", "número"),
        ({**DEAL, "points": "9" * 5000}, "points", "número"),
        ({**DEAL, "points": "1e5000"}, "points", "número"),
        ({**DEAL, "points": "-1"}, "points", "van de 0 a 91 (Tarot 17)"),
        ({**DEAL, "points": "92"}, "points", "van de 0 a 91"),
        ({**DEAL, "points": "48,3"}, "points", "entero o con medio"),
        ({**DEAL, "points": "48,5"}, "points", "A 4 jugadores los puntos son enteros"),
        ({**DEAL, "points": "90", "oudlers": "3"}, "points", "lo más cercano: 89, 91"),
        ({**DEAL, "defence": "43"}, "points", "suman 92 y en la baraja hay 91 (Tarot 17"),
        ({**DEAL, "defence": "x"}, "defence", "número"),
        ({**DEAL, "oudlers": "4"}, "oudlers", _CHOICES),
        ({**DEAL, "oudlers": ""}, "oudlers", "requerido"),
        ({**DEAL, "petit": "C"}, "petit", _CHOICES),
        ({**DEAL, "oudlers": "0", "petit": "taker"}, "petit", "(Tarot 16)"),
        ({**DEAL, "oudlers": "3", "petit": "defence"}, "petit", "(Tarot 16)"),
        ({**DEAL, "poignee_c": "8"}, "poignee_c", _CHOICES),
        ({**DEAL, "poignee_a": "10", "poignee_c": "13"}, "poignee_a", "hay 23 triunfos"),
        ({**DEAL, "points": "91", "oudlers": "3"}, "slam", "falta el chelem"),
        ({**DEAL, "slam": "taker"}, "slam", "no puede haber ese chelem"),
        ({**DEAL, "faults": ["E/4"]}, "faults", _CHOICES),
        ({**DEAL, "faults": ["A/6"]}, "faults", _CHOICES),
        ({**DEAL, "faults": ["A/1"]}, "effect", "lo que decidió el árbitro"),
        ({**DEAL, "faults": ["A/1"], "effect": "x"}, "effect", _CHOICES),
        ({**DEAL, "faults": ["B/1"], "effect": "prima"}, "faults", "no se cobra la prima"),
        ({**DEAL, "discard": ["7", "7"]}, "discard", "dos veces"),
        ({**DEAL, "contract": "sin", "discard": ["7"]}, "discard", "solo hay descarte"),
        ({**DEAL, "discard": ["4"]}, "discard", _CHOICES),
        ({**DEAL, "dealer": "E"}, "dealer", _CHOICES),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_a_deal_that_cannot_be_is_said_beside_its_field(typed, field, said):
    errors = wrong(DealForm, typed)
    assert list(errors) == [field]
    assert said in errors[field]


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**FIVE_DEAL, "partner": ""}, "partner", "requerido"),
        ({**FIVE_DEAL, "partner": "F"}, "partner", _CHOICES),
        ({**FIVE_DEAL, "called": "as"}, "called", _CHOICES),
        ({**FIVE_DEAL, "poignee_a": "15"}, "poignee_a", _CHOICES),
        ({**FIVE_DEAL, "faults": ["D/2"], "effect": "prima"}, "faults", "no se cobra la prima"),
    ],
)
def test_a_deal_that_cannot_be_at_five(typed, field, said):
    assert said in wrong(DealForm, typed, FIVE)[field]


@pytest.mark.parametrize(
    ("kind", "typed", "field", "said"),
    [
        (AnnulledForm, {"why": ""}, "why", "requerido"),
        (AnnulledForm, {"why": "petit E"}, "why", _CHOICES),
        (ResultsForm, {**RESULTS, "points_d_pierde": ""}, "points_d", "Faltan los puntos."),
        (ResultsForm, {**RESULTS, "points_d": "1"}, "points_d", "una sola de las dos casillas"),
        (
            ResultsForm,
            {**RESULTS, "points_d_pierde": "105"},
            "points_a",
            "sumar 0 y suman 1 (Tarot 17)",
        ),
        (ResultsForm, {**RESULTS, "points_d_pierde": "x"}, "points_d", "número"),
        (ResultsForm, {**RESULTS, "deals": "0"}, "deals", "va de 1 a 99"),
        (ResultsForm, {**RESULTS, "deals": "5"}, "deals", "por jugar: 4"),
        (ResultsForm, {**RESULTS, "deals": "dos"}, "deals", "número entero"),
        (ResultsForm, {**RESULTS, "points_a_pierde": "107", "points_b": "319"}, "points_a", "así"),
        (RulingForm, {**RULING, "ruling": ""}, "ruling", "requerido"),
        (RulingForm, {**RULING, "reason": ""}, "reason", "requerido"),
        (RulingForm, {**RULING, "ruling": "points"}, "points_a", "Faltan los puntos."),
        (RulingForm, {**MOVED, "points_b": "11"}, "points_a", "suman 1"),
        (
            RulingForm,
            {**MOVED, "points_a_pierde": "10,5", "points_b": "10,5"},
            "points_a",
            "redondean",
        ),
        (EndForm, {}, "over", "requerido"),
        (EndForm, {"over": "on"}, "__all__", "si se deja antes, lo dice el árbitro"),
    ],
)
def test_a_line_that_cannot_be_is_said_beside_its_field(kind, typed, field, said):
    assert said in wrong(kind, typed)[field]


def test_who_rests_must_be_known():
    assert "requerido" in wrong(DealForm, DEAL, RESTING)["dealer"]
    assert "descansa" in wrong(DealForm, {**DEAL, "dealer": "B"}, RESTING)["taker"]
    poignee = {**DEAL, "dealer": "C", "poignee_c": "10"}
    assert "descansa" in wrong(DealForm, poignee, RESTING)["poignee_c"]


@pytest.mark.parametrize(
    ("kind", "typed", "complete"),
    [
        (DealForm, DEAL, True),
        (DealForm, {**DEAL, "points": ""}, False),
        (ResultsForm, RESULTS, True),
        (ResultsForm, {**RESULTS, "points_d_pierde": ""}, False),
        (RulingForm, RULING, True),
        (RulingForm, {**RULING, "ruling": "points"}, False),
        (RulingForm, MOVED, True),
        (EndForm, {}, False),
    ],
)
def test_the_preview_waits_for_what_is_needed(kind, typed, complete):
    assert form(kind, typed).complete is complete


# --- As a page --------------------------------------------------------------------------------
@pytest.mark.parametrize("options", [FFT, THREE, FIVE, RESTING, CLOCK])
@pytest.mark.parametrize("kind", [DealForm, AnnulledForm, ResultsForm, EndForm, RulingForm])
def test_every_field_is_on_the_page(kind, options):
    shown = form(kind, None, options)
    page = render_to_string(shown.page, {"form": shown})
    for field in shown.visible_fields():
        assert f'name="{field.html_name}"' in page


def test_what_is_marked_is_open_and_what_is_wrong_is_read():
    filled = form(DealForm, {**DEAL, "poignee_c": "10", "faults": ["A/1"], "slam": "taker"})
    assert render_to_string(filled.page, {"form": filled}).count("<details open>") == 3
    assert render_to_string(filled.page, {"form": form(DealForm)}).count("<details open>") == 0


@pytest.mark.parametrize(
    ("kind", "options", "first"),
    [
        (DealForm, FFT, "taker"),
        (DealForm, RESTING, "dealer"),
        (AnnulledForm, FFT, "why"),
        (ResultsForm, RESTING, "dealer"),
    ],
)
def test_the_cursor_is_where_there_is_something_to_do(kind, options, first):
    assert next(field.name for field in form(kind, None, options).visible_fields()) == first
