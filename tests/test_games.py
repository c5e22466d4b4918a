"""Tests of every registered game: the parts that the site needs, and a tournament of the game."""

from dataclasses import asdict, fields
from pathlib import Path

import pytest
from django.core.management import call_command
from django.template.loader import get_template
from django.urls import reverse

import rules
from rules.core import fold, options_of
from rules.guinote import GUINOTE
from scoring.forecast.simulation import rehearsal
from scoring.games import GAMES as FACES
from scoring.games.grid import HALF, PAGE, Ledger
from scoring.models import Result
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.selectors.sums import shows_sums
from scoring.standings.words.tiebreaks import tiebreak_words as tiebreak_words
from tests.refusals import is_refused
from tests.rows import each
from tests.rules.self_play import levels, play_match
from tests.scoring.prints.printed import lay_out_sheet
from tests.scoring.seated_rounds import LINES, seat_round
from tests.sizes import size
from tournaments.formats import FORMATS
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games import refusals as words
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.setup.services.checks import is_playable, playable_presets
from tournaments.setup.services.stages import add_stage

DOCS = Path(__file__).resolve().parent.parent / "docs/games"
ALL_GAMES = list(rules.GAMES)
FORM = {"name": "Maratón", "date": "2026-08-16", "time": "16:00", "tables": "3"}
PLAYABLE = [key for key in ALL_GAMES if playable_presets(key)]  # games that can have a tournament
PRESETS = [(key, preset) for key in PLAYABLE for preset in playable_presets(key)]


def _preset_of_each_shape():
    """Return one preset of each game for each number of sides and of people per side."""
    shapes = {}
    for key, preset in PRESETS:
        options = rules.game(key).presets[preset]
        shapes.setdefault((key, options.sides, options.people), preset)
    return [(key, preset) for (key, _sides, _people), preset in shapes.items()]


SHAPES = _preset_of_each_shape()
# A short run holds one tournament for each game, a long run one for each shape.
SHAPES_TO_PLAY = size([*{key: (key, preset) for key, preset in SHAPES}.values()], long=SHAPES)
TURNS = size(2, long=1)  # in a short run, a game tries every second page and sheet
SHAPES_TO_PRINT = [next(shape for shape in SHAPES_TO_PLAY if shape[0] == key) for key in PLAYABLE]


# --- Parts of each game ---------------------------------------------------------------------------
def test_each_registry_has_every_game():
    assert set(GAME_WORDS) == set(ALL_GAMES)
    assert set(FACES) == set(ALL_GAMES)


@pytest.mark.parametrize("key", ALL_GAMES)
def test_each_game_has_the_options_and_tallies_that_the_site_needs(key):
    game = rules.game(key)
    assert key == game.key
    assert set(game.match_tallies) <= set(game.tallies)
    for options in game.presets.values():
        assert options.counted_tally in game.match_tallies
        assert options.match_tally in game.tallies
        assert options.plays > 0
        assert 2 <= options.sides <= 5
        assert options.people >= 0  # 0: one side has more people than another
        assert type(options.can_draw) is bool


@pytest.mark.parametrize("key", ALL_GAMES)
def test_presets_and_options_have_names_and_explanations_and_each_game_has_its_page(key):
    assert (DOCS / f"{key}.md").read_text().startswith("# ")
    game = rules.game(key)
    assert set(GAME_WORDS[key].presets) == set(game.presets)
    assert set(GAME_WORDS[key].tallies) == set(game.match_tallies)
    names = {option.name for option in fields(game.Options)}
    assert set(GAME_WORDS[key].option_names) == set(GAME_WORDS[key].options) == names
    for options in game.presets.values():
        values = {name: getattr(options, name) for name in names}
        assert words.length_in_words(key, values)
        assert words.length_explained(key, values)


@pytest.mark.parametrize("key", ALL_GAMES)
def test_every_tie_break_of_the_formats_has_its_words_in_each_game(key):
    tiebreaks = tiebreak_words(key)
    chains = {
        tiebreak
        for format in FORMATS.values()
        for tiebreak in (*format.tiebreaks, *format.tiebreaks_with_draws)
    }
    assert chains <= set(tiebreaks)
    for tiebreak in tiebreaks.values():
        assert (
            tiebreak.name
            and tiebreak.heading()
            and tiebreak.heading(printed=True)
            and tiebreak.explanation
        )
        assert (
            "%(value)s" in str(tiebreak.worse % {"value": "%(value)s", "above": ""})
            or not tiebreak.same
        )
    assert "7–5" in GAME_WORDS[key].count % {"score": "7–5"}


@pytest.mark.parametrize("key", PLAYABLE)
def test_every_form_has_its_template_and_every_example_parses(key):
    for form in FACES[key].forms:
        assert form.KIND and form.TAB
        get_template(form.TEMPLATE)
    get_template(FACES[key].words.board_template)
    for line, meaning in FACES[key].words.examples:
        assert str(rules.game(key).parse(line)) and meaning


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_the_paper_has_room_for_a_whole_match(key, preset):
    game = rules.game(key)
    options = options_of(game, preset)
    form = FACES[key].paper.form(options)
    assert form.length and form.head and form.hint and form.result_head
    for level in levels(game):
        steps = fold(game, options, play_match(game, options, "paper", level))
        rows = FACES[key].paper.rows(options, steps)
        assert form.sides == options.sides
        assert len(FACES[key].paper.result(options, steps[-1].score)) == form.sides
        labels = [""] * form.rows_per_block
        pages = form.pages(rows, labels)
        assert {len(cells) for page in pages for cells in page} == {len(form.columns)}
        if isinstance(form, Ledger):  # a ledger takes as many pages as it needs
            continue
        room = HALF if form.actas_per_page == 2 else PAGE
        assert form.total_head and form.rows_per_block * form.row_height <= room
        assert len(rows) <= form.rows_per_block
        assert all(len(row.cells) <= form.boxes for row in rows)


# --- A tournament of each game --------------------------------------------------------------------
def _create_on_page(browser, key, preset):
    """Create a tournament of two rounds on the page: Swiss for two sides, totals for more."""
    game = rules.game(key)
    format = "swiss" if game.presets[preset].sides == 2 else "totals"
    form_values = {
        **FORM,
        "game": key,
        f"{key}_preset": preset,
        "format": format,
        f"{format}_rounds": "2",
    }
    answer = browser.post("/torneos/nuevo/a-medida/", form_values)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "preset"), SHAPES_TO_PLAY)
def test_each_game_plays_a_whole_tournament(key, preset, pairs, client_as, pilar):
    """Open the pages and the forms of a line, in a short run half of them.

    With one preset of each game, open all forms and print sheets.
    """
    browser = client_as(pilar)
    tournament = _create_on_page(browser, key, preset)
    turn = slice(SHAPES_TO_PLAY.index((key, preset)) % TURNS, None, TURNS)
    is_first = (key, preset) in SHAPES_TO_PRINT
    pairs(tournament, 2 * tournament.stage.sides())
    stage = tournament.stage
    round = publish_round(round=open_next_round(stage=stage, author=pilar), author=pilar)
    forms = slice(None) if is_first else turn
    _write_on_every_form(browser, tournament, round.matches.first(), forms)
    rehearsal.play_round(round, pilar, "games")
    rehearsal.play_rounds(stage, pilar, 1, "games")
    assert rehearsal.stage_over(stage, EVERYTHING)
    match = tournament.matches.last()
    tournament_arguments, match_arguments = [tournament.slug], [tournament.slug, match.code]
    page_args = dict.fromkeys(
        ("tournament", "standings", "pairings", "panel", "desk", "audit"), tournament_arguments
    )
    page_args |= dict.fromkeys(("match", "acta", "acta_correct"), match_arguments) | {
        "entry": [*tournament_arguments, 1]
    }
    for name, args in [*page_args.items()][turn]:
        assert browser.get(reverse(name, args=args)).status_code == 200, name
    if is_first:
        _check_prints(tournament, stage, match)


def _check_prints(tournament, stage, match):
    """Print half of the sheets in a short run, and check their page counts."""
    form = FACES[tournament.game].paper.form(stage.game_rules())
    sheets = [
        ("actas", {"match": match.code}, range(1, 50)),
        ("actas", {"blank": 2}, [2 // form.actas_per_page]),
        # Standings that show the parts of their sums may take a second page.
        ("standings", {}, [1, 2] if shows_sums(stage) else [1]),
        ("final", {}, [1]),
        ("pairings_table", {}, [1]),
    ]
    for sheet, parameters, pages in sheets[PLAYABLE.index(tournament.game) % TURNS :: TURNS]:
        assert lay_out_sheet(tournament, sheet, **parameters).page_count in pages, sheet


def _write_on_every_form(browser, tournament, match, turn):
    """Open the forms of a first line that the slice `turn` selects, and send each one empty."""
    address = reverse("acta", args=[tournament.slug, match.code])
    page = browser.get(address)
    kinds = page.context["kinds"]
    assert len(kinds) > 2
    for position, (kind, _tab) in enumerate(kinds[turn]):
        answer = browser.post(address, {"como": kind, "number": 1})
        assert (answer.status_code, answer.context["form"].kind) == (400, kind)
        if position % TURNS == 0:
            page = browser.get(address, {"como": kind})
            assert (page.status_code, page.context["form"].kind) == (200, kind)


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "preset"), size(SHAPES_TO_PRINT, long=SHAPES))
def test_each_game_has_a_demo(key, preset, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    sides = rules.game(key).presets[preset].sides
    call_command("demo", game=key, preset=preset, entries=2 * sides, rounds=1)
    assert Tournament.objects.get().game == key
    assert Result.objects.count() == 2


def test_a_preset_with_unlike_sides_is_neither_offered_nor_created(
    client_as, vecino, make_tournament
):
    page = client_as(vecino).get("/torneos/nuevo/a-medida/").text
    for key, game in rules.GAMES.items():
        for preset, options in game.presets.items():
            is_offered = f'name="{key}_preset" value="{preset}"' in page
            assert is_offered == is_playable(key, options), (key, preset)
            if not is_offered:
                with is_refused("unlike_sides", field="game_options"):
                    make_tournament(game=key, game_options=asdict(options))


# --- Draws ----------------------------------------------------------------------------------------
@pytest.fixture
def allow_draws(monkeypatch):
    """Let matches of guiñote be drawn, which none of its lengths allows."""
    monkeypatch.setattr(GUINOTE.Options, "can_draw", True)


@pytest.mark.parametrize("people", [0, 4])
def test_a_game_without_one_to_three_people_a_side_is_refused(people, monkeypatch, make_tournament):
    monkeypatch.setattr(GUINOTE.Options, "people", people)
    with is_refused("unlike_sides"):
        make_tournament()


@each(
    "game, preset, format, code",
    ("revesino", "cuatro_vueltas", "knockout", "format_for_two"),
    ("revesino", "cuatro_vueltas", "swiss", "format_for_two"),
    ("guinote", "mano_a_mano_un_coto_de_4", "melee", "format_for_partners"),
    ("truco", "pica_pica", "melee", "format_for_partners"),
)
def test_a_format_that_does_not_fit_the_game_is_refused(
    game, preset, format, code, make_tournament
):
    """A game of four sides needs totals; melee, which draws the partners, needs a game of pairs."""
    length = asdict(rules.game(game).presets[preset])
    options = {} if format == "knockout" else {"rounds": 2}
    with is_refused(code, field="format"):
        make_tournament(game=game, game_options=length, format=format, format_options=options)


@pytest.mark.parametrize("first, later", [("melee", "swiss"), ("swiss", "melee")])
def test_a_later_stage_for_entries_of_another_size_is_refused(first, later, make_tournament, pilar):
    tournament = make_tournament(format=first, format_options={"rounds": 2})
    plan = {
        "name": "Final",
        "format": later,
        "format_options": {"rounds": 2},
        "game_options": tournament.stage.game_options,
        "intake": [{"stage": 1, "per": "all", "last": 8}],
    }
    with is_refused("other_entries", field="format"):
        add_stage(tournament=tournament, author=pilar, **plan)


def test_a_knockout_needs_winners(allow_draws, make_tournament):
    with is_refused("knockout_with_draws", field="game_options"):
        make_tournament()


def test_the_create_page_refuses_a_knockout_with_draws_beside_the_length(
    allow_draws, client_as, vecino
):
    game = {"game": "guinote", "guinote_preset": "dos_cotos_de_3", "format": "knockout"}
    page = client_as(vecino).post("/torneos/nuevo/a-medida/", {**FORM, **game})
    assert page.status_code == 400
    assert "puede acabar en empate" in page.context["form"].errors["guinote_preset"][0]


def test_a_drawn_match_gives_a_point_to_each_side(
    allow_draws, make_tournament, pairs, pilar, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 2}, game_options={})
    assert " ".join(swiss.stage.chain) == (
        "points diff:cotos counted_won rivals_points counted_diff head_to_head lot"
    )
    pair1, pair2, pair3, pair4 = pairs(swiss, 4)
    round = seat_round(swiss, [(pair1, pair2), (pair3, pair4)])
    won_match, drawn_match = round.matches.order_by("position")
    for match in (won_match, drawn_match):
        for number, line in enumerate(LINES, 1):
            rehearsal.record_hand(match=match, author=pilar, line=line, number=number)
    Result.objects.filter(match=drawn_match).update(winner=None)
    situation = stage_situation(swiss.stage, EVERYTHING)
    assert [(match.winner, match.drawn) for match in situation.rounds[0]] == [
        (1, False),
        (None, True),
    ]
    assert situation.points == {1: 2, 3: 1, 4: 1}
    lines = stage_standings(swiss.stage, EVERYTHING)
    records = [(line.won, line.drawn, line.lost) for line in lines]
    assert records == [(1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1)]
    assert open_next_round(stage=swiss.stage, author=pilar).matches.count() == 2
    page = client_as(None).get(reverse("entry", args=[swiss.slug, 4])).text
    assert "Encuentro empatado" in page and "Empató" in page
    assert ">Empates<" in client_as(None).get(reverse("standings", args=[swiss.slug])).text
