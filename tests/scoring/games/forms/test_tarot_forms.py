"""Forms of tarot: choices for three, four and five players, and the fields on the page."""

from django.template.loader import render_to_string

from rules.tarot.options import PRESETS, Options
from tests.rows import each
from tests.scoring.games.forms.filled_forms import form_of
from tests.scoring.games.tarot import DEAL

FFT, THREE_PLAYERS, FIVE_PLAYERS = PRESETS["fft"], PRESETS["fft_tres"], PRESETS["fft_cinco"]
DEALER_RESTS, NAIPES = PRESETS["fft_mesa_de_cinco"], PRESETS["naipes"]
CLOCK = Options(by_time=True)


def form(kind, fields=None, options=FFT, *earlier_lines):
    return form_of("tarot", options, kind, fields, earlier_lines)


def choices(kind, field, options=FFT, *earlier_lines):
    return [
        value for value, _label in form(kind, None, options, *earlier_lines).fields[field].choices
    ]


# --- Choices ----------------------------------------------------------------------------------
def test_the_form_asks_for_a_partner_only_if_five_players_hold_cards():
    assert choices("deal", "partner", FIVE_PLAYERS) == ["A", "B", "C", "D", "E", "="]
    assert choices("deal", "called", FIVE_PLAYERS) == ["", "rey", "dama", "caballo", "jota"]
    assert choices("deal", "called", PRESETS["naipes_cinco"]) == ["", "rey", "dama"]
    for options in (FFT, THREE_PLAYERS, DEALER_RESTS):
        assert {"partner", "called"}.isdisjoint(form("deal", None, options).fields)


@each(
    "options, sizes",
    (THREE_PLAYERS, [13, 15, 18]),
    (FFT, [10, 13, 15]),
    (FIVE_PLAYERS, [8, 10, 13]),
    (DEALER_RESTS, [10, 13, 15]),
)
def test_the_sizes_of_a_poignee_depend_on_the_number_of_players(options, sizes):
    assert choices("deal", "poignee_a", options) == ["", *sizes]
    assert len(form("deal", None, options).poignees()) == options.players


def test_the_contracts_depend_on_the_options_of_the_tournament():
    assert choices("deal", "contract") == ["tomo", "guardia", "sin", "contra"]
    options = Options(naipes=True, subo=2, guardia=3)
    assert choices("deal", "contract", options) == ["tomo", "subo", "guardia", "sin", "contra"]
    labels = [str(label) for _name, label in form("deal", None, options).fields["contract"].choices]
    assert labels[1:3] == ["Subo (pousse) ×2", "En guardia (garde) ×3"]


def test_the_resting_player_is_no_choice():
    earlier_lines = ["B guardia 45 2o dA"]  # B deals next
    assert choices("deal", "taker", DEALER_RESTS, *earlier_lines) == ["A", "C", "D", "E"]
    filled = form("deal", None, DEALER_RESTS, *earlier_lines)
    assert [row.name for row in filled.poignees()] == [f"poignee_{letter}" for letter in "acde"]
    assert {box.data["value"][0] for box in filled["faults"]} == set("ACDE")
    assert choices("annulled", "why", DEALER_RESTS, *earlier_lines) == [
        "passed",
        "petit A",
        "petit C",
        "petit D",
        "petit E",
    ]


@each("kind", "deal", "annulled", "results")
def test_the_forms_ask_for_the_dealer_only_while_it_is_unknown(kind):
    assert not form(kind).fields["dealer"].required
    assert form(kind, None, DEALER_RESTS).fields["dealer"].required
    for options in (FFT, DEALER_RESTS):
        assert "dealer" not in form(kind, None, options, "paso dA").fields


def test_the_form_of_results_shows_the_deals_left():
    assert "Por jugar: 3" in form("results", None, FFT, "A tomo 41 2o").fields["deals"].help_text
    assert not form("results", None, CLOCK, "A tomo 41 2o").fields["deals"].help_text


@each(
    "options, sentence", (FFT, "Da el siguiente (Tarot 16)."), (NAIPES, "el mismo (Tarot 15, 16)")
)
def test_the_form_of_an_annulled_deal_names_the_next_dealer(options, sentence):
    assert sentence in form("annulled", None, options).fields["why"].help_text


# --- The page ---------------------------------------------------------------------------------
@each("options", FFT, THREE_PLAYERS, FIVE_PLAYERS, DEALER_RESTS, CLOCK)
@each("kind", "deal", "annulled", "results", "end", "ruling")
def test_every_field_is_on_the_page(kind, options):
    blank = form(kind, None, options)
    page = render_to_string(blank.page, {"form": blank})
    for field in blank.visible_fields():
        assert f'name="{field.html_name}"' in page


def test_the_page_opens_only_the_sections_with_a_typed_value():
    filled = form("deal", {**DEAL, "poignee_c": "10", "faults": ["A/1"], "slam": "taker"})
    assert render_to_string(filled.page, {"form": filled}).count("<details open>") == 3
    assert render_to_string(filled.page, {"form": form("deal")}).count("<details open>") == 0


@each(
    "kind, options, first",
    ("deal", FFT, "taker"),
    ("deal", DEALER_RESTS, "dealer"),
    ("annulled", FFT, "why"),
    ("results", DEALER_RESTS, "dealer"),
)
def test_the_first_field_is_the_first_that_must_be_typed(kind, options, first):
    assert next(field.name for field in form(kind, None, options).visible_fields()) == first
