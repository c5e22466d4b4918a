"""The fields of the lines of tarot: what each offers to three, four and five, and on the page."""

from django.template.loader import render_to_string

from rules.tarot.options import PRESETS, Options
from tests.rows import each
from tests.scoring.games.forms.filled import form_of
from tests.scoring.games.tarot import DEAL

FFT, THREE, FIVE = PRESETS["fft"], PRESETS["fft_tres"], PRESETS["fft_cinco"]
RESTING, NAIPES = PRESETS["fft_mesa_de_cinco"], PRESETS["naipes"]
CLOCK = Options(by_time=True)


def form(kind, typed=None, options=FFT, *written):
    return form_of("tarot", options, kind, typed, written)


def choices(kind, field, options=FFT, *written):
    return [value for value, _label in form(kind, None, options, *written).fields[field].choices]


# --- What is offered --------------------------------------------------------------------------
def test_a_partner_is_asked_for_only_where_five_hold_cards():
    assert choices("deal", "partner", FIVE) == ["A", "B", "C", "D", "E", "="]
    assert choices("deal", "called", FIVE) == ["", "rey", "dama", "caballo", "jota"]
    assert choices("deal", "called", PRESETS["naipes_cinco"]) == ["", "rey", "dama"]
    for options in (FFT, THREE, RESTING):
        assert {"partner", "called"}.isdisjoint(form("deal", None, options).fields)


@each(
    "options, sizes",
    (THREE, [13, 15, 18]),
    (FFT, [10, 13, 15]),
    (FIVE, [8, 10, 13]),
    (RESTING, [10, 13, 15]),
)
def test_the_poignees_of_each_number_of_players(options, sizes):
    assert choices("deal", "poignee_a", options) == ["", *sizes]
    assert len(form("deal", None, options).poignees()) == options.players


def test_the_contracts_of_the_tournament():
    assert choices("deal", "contract") == ["tomo", "guardia", "sin", "contra"]
    options = Options(naipes=True, subo=2, guardia=3)
    assert choices("deal", "contract", options) == ["tomo", "subo", "guardia", "sin", "contra"]
    labels = [str(label) for _name, label in form("deal", None, options).fields["contract"].choices]
    assert labels[1:3] == ["Subo (pousse) ×2", "En guardia (garde) ×3"]


def test_who_rests_is_offered_nothing():
    written = ["B guardia 45 2o dA"]  # B deals next
    assert choices("deal", "taker", RESTING, *written) == ["A", "C", "D", "E"]
    filled = form("deal", None, RESTING, *written)
    assert [row.name for row in filled.poignees()] == [f"poignee_{one}" for one in "acde"]
    assert {box.data["value"][0] for box in filled["faults"]} == set("ACDE")
    assert choices("annulled", "why", RESTING, *written) == [
        "passed",
        "petit A",
        "petit C",
        "petit D",
        "petit E",
    ]


@each("kind", "deal", "annulled", "results")
def test_the_dealer_is_asked_for_only_while_unknown(kind):
    assert not form(kind).fields["dealer"].required
    assert form(kind, None, RESTING).fields["dealer"].required
    for options in (FFT, RESTING):
        assert "dealer" not in form(kind, None, options, "paso dA").fields


def test_how_many_deals_are_left():
    assert "Por jugar: 3" in form("results", None, FFT, "A tomo 41 2o").fields["deals"].help_text
    assert not form("results", None, CLOCK, "A tomo 41 2o").fields["deals"].help_text


@each("options, says", (FFT, "Da el siguiente (Tarot 16)."), (NAIPES, "el mismo (Tarot 15, 16)"))
def test_who_deals_after_a_deal_annulled(options, says):
    assert says in form("annulled", None, options).fields["why"].help_text


# --- As a page --------------------------------------------------------------------------------
@each("options", FFT, THREE, FIVE, RESTING, CLOCK)
@each("kind", "deal", "annulled", "results", "end", "ruling")
def test_every_field_is_on_the_page(kind, options):
    shown = form(kind, None, options)
    page = render_to_string(shown.page, {"form": shown})
    for field in shown.visible_fields():
        assert f'name="{field.html_name}"' in page


def test_what_is_marked_is_open_and_what_is_wrong_is_read():
    filled = form("deal", {**DEAL, "poignee_c": "10", "faults": ["A/1"], "slam": "taker"})
    assert render_to_string(filled.page, {"form": filled}).count("<details open>") == 3
    assert render_to_string(filled.page, {"form": form("deal")}).count("<details open>") == 0


@each(
    "kind, options, first",
    ("deal", FFT, "taker"),
    ("deal", RESTING, "dealer"),
    ("annulled", FFT, "why"),
    ("results", RESTING, "dealer"),
)
def test_the_cursor_is_where_there_is_something_to_do(kind, options, first):
    assert next(field.name for field in form(kind, None, options).visible_fields()) == first
