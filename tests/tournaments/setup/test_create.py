"""Tests of creating a tournament on one page: correct fields, then one wrong field at a time."""

from dataclasses import asdict, fields
from datetime import UTC, datetime

import pytest

import rules
from tests.rows import each
from tests.scoring.seated_rounds import undone
from tournaments import formats
from tournaments.formats import knockout, swiss
from tournaments.formats.words import WORDS
from tournaments.models import Role, Tournament
from tournaments.setup.forms.setup import initial_options, preset_with_changes
from tournaments.setup.services.checks import playable_presets

FIELDS = {
    "name": "Maratón de San Roque",
    "date": "2026-08-16",
    "time": "16:00",
    "tables": "36",
    "game": "guinote",
    "guinote_preset": "dos_cotos_de_3",
    "format": "knockout",
    "swiss_rounds": "5",
}


@pytest.fixture
def post(client_as, vecino):
    def create(**changes):
        fields = {key: value for key, value in {**FIELDS, **changes}.items() if value is not None}
        return client_as(vecino).post("/torneos/nuevo/a-medida/", fields)

    return create


def _created_options():
    tournament = Tournament.objects.get()
    stage = tournament.stage
    return stage.game_options, stage.format, stage.format_options


def test_name_date_and_tables_are_enough_to_create_a_tournament(post, vecino):
    answer = post()
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, "/t/maraton-de-san-roque/panel/")
    assert tournament.starts_at == datetime(2026, 8, 16, 14, 0, tzinfo=UTC)
    assert (tournament.name, tournament.venue, tournament.tables, tournament.game) == (
        "Maratón de San Roque",
        "",
        36,
        "guinote",
    )
    assert _created_options() == (
        {"players": 4, "cotos": 2, "partidas": 3, "best_of": 0, "play_all": False},
        "knockout",
        asdict(knockout.Options()),
    )
    assert len(tournament.stage.seed) == 14
    assert tournament.team.get().user == vecino
    assert tournament.team.get().role == Role.ORGANISER


SIX_ROUNDS = asdict(swiss.Options(6))
THIRD_PLACE = asdict(knockout.Options(third_place=True))


def test_page_fills_in_every_other_field(client_as, vecino):
    form = client_as(vecino).get("/torneos/nuevo/a-medida/").context["form"]
    initial_values = {
        name: form.get_initial_for_field(field, name) for name, field in form.fields.items()
    }
    defaults = {
        f"{key}_{option.name}": WORDS[key].suggested.get(option.name, option.default)
        for key, format in formats.FORMATS.items()
        for option in fields(format.options_class)
    }
    assert {name: value for name, value in initial_values.items() if value} == {
        "time": "16:00",
        "game": "guinote",
        **{f"{key}_preset": playable_presets(key)[0] for key in rules.GAMES},
        "format": "knockout",
        "confirmations": 1,
        "visibility": "public",
        "announcing": "at_once",
        "public_names": "names",
        **{name: value for name, value in defaults.items() if value},
    }


def test_page_offers_every_game_preset_and_format(client_as, vecino):
    page = client_as(vecino).get("/torneos/nuevo/a-medida/").content.decode()
    for key in filter(playable_presets, rules.GAMES):
        assert f'name="game" value="{key}"' in page
        for preset in playable_presets(key):
            assert f'name="{key}_preset" value="{preset}"' in page
    for key in formats.FORMATS:
        assert f'name="format" value="{key}"' in page


@each("preset", *rules.game("guinote").presets)
def test_each_preset_gives_its_options(post, preset):
    with undone():
        post(guinote_preset=preset)
        options, _format, _format_options = _created_options()
    assert rules.game("guinote").Options(**options) == rules.game("guinote").presets[preset]


@each(
    "preset, numbers, expected_options",
    ("dos_cotos_de_3", {"cotos": "3"}, {"cotos": 3, "partidas": 3}),
    ("dos_cotos_de_3", {"partidas": "5"}, {"cotos": 2, "partidas": 5}),
    ("dos_cotos_de_3", {"best_of": "11"}, {"cotos": 2, "partidas": 3, "best_of": 11}),
    ("mejor_de_13", {"play_all": "on"}, {"best_of": 13, "play_all": True}),
    ("mejor_de_13", {"cotos": "3"}, {"cotos": 3, "partidas": 3, "best_of": 0}),
    ("a_medida", {"best_of": "9", "play_all": "on"}, {"best_of": 9, "play_all": True}),
)
def test_typed_numbers_override_the_preset(post, preset, numbers, expected_options):
    defaults = {"players": 4, "cotos": 2, "partidas": 3, "best_of": 0, "play_all": False}
    with undone():
        post(
            guinote_preset=preset, **{f"guinote_{name}": number for name, number in numbers.items()}
        )
        assert _created_options()[0] == {**defaults, **expected_options}


@each(
    "fields, format, options",
    ({"format": "knockout", "knockout_third_place": "on"}, "knockout", THIRD_PLACE),
    ({"format": "swiss", "swiss_rounds": "6"}, "swiss", SIX_ROUNDS),
    ({"format": "knockout", "swiss_rounds": "muchas"}, "knockout", asdict(knockout.Options())),
)
def test_format_is_created_with_its_options(post, fields, format, options):
    with undone():
        post(**fields)
        assert _created_options()[1:] == (format, options)


def test_name_may_have_emoji_and_right_to_left_letters(post):
    assert post(name="🃏 מרתון קלפים").status_code == 302
    assert Tournament.objects.get().name == "🃏 מרתון קלפים"


@pytest.mark.slow
@each(
    "wrong_fields",
    {"venue": "Bar\x1b"},
    {"name": "", "date": "", "time": "25:00", "tables": "", "seed": "7" * 61},
    {"name": "A" * 121, "date": "mañana", "tables": "0", "game": "poker"},
    {"name": "Casino\x00", "date": "2026-02-30", "tables": "-3", "game": None},
    {"name": "\u202eonisaC"},
    {"date": "1826-05-01", "tables": "501", "format": "loteria"},
    {"date": "0001-01-01", "tables": "9" * 5000, "guinote_preset": "el_que_sea"},
    {"date": "9999-12-31", "guinote_preset": None},
    {"guinote_preset": "a_medida"},
    {"guinote_cotos": "-1"},
    {"guinote_partidas": "21"},
    {"guinote_best_of": "14"},
    {"guinote_cotos": "dos"},
    {"guinote_play_all": "on"},
    *({"format": "swiss", "swiss_rounds": number} for number in ("", "0", "101", "-1", "seis")),
)
def test_wrong_field_is_named_and_nothing_is_saved(post, wrong_fields):
    """In the last rows the format is correct; only the number of rounds is wrong."""
    correct_fields = {"format"} if "swiss_rounds" in wrong_fields else set()
    answer = post(**wrong_fields)
    form = answer.context["form"]
    assert (answer.status_code, set(form.errors)) == (400, wrong_fields.keys() - correct_fields)
    assert form["tables"].value() == wrong_fields.get("tables", "36")
    assert not Tournament.objects.exists()


def test_cotos_and_best_of_together_are_refused(post):
    answer = post(guinote_cotos="2", guinote_best_of="13")
    assert answer.status_code == 400
    assert answer.context["form"].errors == {
        "guinote_best_of": [
            "«Cotos» y «Al mejor de» no pueden ir juntos: deje uno de los dos en blanco."
        ]
    }


def test_all_wrong_fields_are_named_at_once(post):
    wrong_texts = {"venue": "Bar\x1b", "contact": "\u202eraB", "seed": "\x07"}
    form = post(name="", date="1826-05-01", tables="0", guinote_cotos="99", **wrong_texts).context[
        "form"
    ]
    assert {*form.errors} == {"date", "guinote_cotos", "name", "tables", *wrong_texts}


def test_date_in_1826_is_refused_with_the_allowed_years(post):
    page = post(date="1826-05-01").content.decode()
    assert "El año 1826 no puede ser: se admiten torneos de 2000 a" in page


def test_form_sent_twice_creates_one_tournament(post):
    assert [post().status_code, post().status_code] == [302, 409]
    assert Tournament.objects.count() == 1


def test_visitor_is_redirected_to_the_login(client):
    answer = client.post("/torneos/nuevo/a-medida/", FIELDS)
    assert (answer.status_code, answer.url) == (302, "/cuenta/login/?next=/torneos/nuevo/a-medida/")


@each(
    "options",
    {"players": 4, "cotos": 2, "partidas": 4, "best_of": 0, "play_all": False},
    {"players": 4, "cotos": 3, "partidas": 5, "best_of": 0, "play_all": False},
    {"players": 4, "cotos": 2, "partidas": 3, "best_of": 11, "play_all": False},
    {"players": 4, "cotos": 2, "partidas": 3, "best_of": 13, "play_all": True},
)
def test_form_reads_back_the_guinote_options_that_it_shows(options):
    preset, numbers = initial_options("guinote", options)
    assert preset_with_changes("guinote", preset, numbers) == options
