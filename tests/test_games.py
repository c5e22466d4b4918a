"""Every registered game has all the parts that the site needs, and can have a tournament."""

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
from tests.scoring.halls import LINES, seat_round
from tests.scoring.prints.printed import laid_out
from tests.sizes import size
from tournaments.formats import FORMATS
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games import refusals as words
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.setup.services.checks import is_playable, playable_presets
from tournaments.setup.services.stages import add_stage

DOCS = Path(__file__).resolve().parent.parent / "docs/games"
ALL = list(rules.GAMES)
TYPED = {"name": "Maratón", "date": "2026-08-16", "time": "16:00", "tables": "3"}
PLAYED = [key for key in ALL if playable_presets(key)]  # games that can have a tournament
PRESETS = [(key, preset) for key in PLAYED for preset in playable_presets(key)]


def _one_of_each_shape():
    """Return a preset of each game for each number of sides and of people a side."""
    shapes = {}
    for key, preset in PRESETS:
        options = rules.game(key).presets[preset]
        shapes.setdefault((key, options.sides, options.people), preset)
    return [(key, preset) for (key, _sides, _people), preset in shapes.items()]


SHAPES = _one_of_each_shape()
# A short run holds one tournament per game, and half of the demos.
HELD = size([*{key: (key, one) for key, one in SHAPES}.values()], long=SHAPES)
TURNS = size(2, long=1)  # each game tries every second of the parts common to all games
PRINTED = [next(shape for shape in HELD if shape[0] == key) for key in PLAYED]


# --- What each game brings ------------------------------------------------------------------------
def test_each_registry_has_every_game():
    assert set(GAME_WORDS) == set(ALL)
    assert set(FACES) == set(ALL)


@pytest.mark.parametrize("key", ALL)
def test_the_module_has_what_the_site_asks_of_it(key):
    game = rules.game(key)
    assert key == game.key
    assert set(game.match_tallies) <= set(game.tallies)
    for options in game.presets.values():
        assert options.counted_tally in game.match_tallies
        assert options.match_tally in game.tallies
        assert options.plays > 0
        assert 2 <= options.sides <= 5
        assert options.people >= 0  # 0: the sides differ
        assert type(options.can_draw) is bool


@pytest.mark.parametrize("key", ALL)
def test_every_preset_and_option_is_named_and_explained_and_referees_have_their_page(key):
    assert (DOCS / f"{key}.md").read_text().startswith("# ")
    game = rules.game(key)
    assert set(GAME_WORDS[key].presets) == set(game.presets)
    assert set(GAME_WORDS[key].tallies) == set(game.match_tallies)
    names = {option.name for option in fields(game.Options)}
    assert set(GAME_WORDS[key].option_names) == set(GAME_WORDS[key].options) == names
    for options in game.presets.values():
        kept = {name: getattr(options, name) for name in names}
        assert words.length_in_words(key, kept)
        assert words.length_explained(key, kept)


@pytest.mark.parametrize("key", ALL)
def test_the_tie_breaks_say_what_the_game_counts(key):
    said = tiebreak_words(key)
    chains = {
        key for one in FORMATS.values() for key in (*one.tiebreaks, *one.tiebreaks_with_draws)
    }
    assert chains <= set(said)
    for one in said.values():
        assert one.name and one.heading() and one.heading(printed=True) and one.explanation
        assert "%(value)s" in str(one.worse % {"value": "%(value)s", "above": ""}) or not one.same
    assert "7–5" in GAME_WORDS[key].count % {"score": "7–5"}


@pytest.mark.parametrize("key", PLAYED)
def test_every_form_has_its_template_and_every_example_reads(key):
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
        labels = [""] * form.lines
        pages = form.pages(rows, labels)
        assert {len(cells) for page in pages for cells in page} == {len(form.columns)}
        if isinstance(form, Ledger):  # as many pages as it needs
            continue
        assert form.total_head and form.lines * form.row <= (HALF if form.to_a_page == 2 else PAGE)
        assert len(rows) <= form.lines
        assert all(len(row.cells) <= form.boxes for row in rows)


# --- A tournament of it ---------------------------------------------------------------------------
def _created(browser, key, preset):
    """Create two rounds on the page: Swiss for two sides, totals for more."""
    game = rules.game(key)
    format = "swiss" if game.presets[preset].sides == 2 else "totals"
    typed = {
        **TYPED,
        "game": key,
        f"{key}_preset": preset,
        "format": format,
        f"{format}_rounds": "2",
    }
    answer = browser.post("/torneos/nuevo/a-medida/", typed)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "preset"), HELD)
def test_a_whole_tournament(key, preset, pairs, client_as, pilar):
    """Try every second page with each game; with the first preset of each, all forms and sheets."""
    browser = client_as(pilar)
    tournament = _created(browser, key, preset)
    some = slice(HELD.index((key, preset)) % TURNS, None, TURNS)
    whole = (key, preset) in PRINTED
    pairs(tournament, 2 * tournament.stage.sides())
    stage = tournament.stage
    round = publish_round(round=open_next_round(stage=stage, author=pilar), author=pilar)
    forms = slice(None) if whole else some
    _write_on_every_form(browser, tournament, round.matches.first(), forms)
    rehearsal.play_round(round, pilar, "games")
    rehearsal.play_rounds(stage, pilar, 1, "games")
    assert rehearsal.stage_over(stage, EVERYTHING)
    match = tournament.matches.last()
    here, there = [tournament.slug], [tournament.slug, match.code]
    places = dict.fromkeys(("tournament", "standings", "pairings", "panel", "desk", "audit"), here)
    places |= dict.fromkeys(("match", "acta", "acta_correct"), there) | {"entry": [*here, 1]}
    for name, place in [*places.items()][some]:
        assert browser.get(reverse(name, args=place)).status_code == 200, name
    if whole:
        _is_printed(tournament, stage, match)


def _is_printed(tournament, stage, match):
    """Print its sheets; games take turns with each half of them."""
    form = FACES[tournament.game].paper.form(stage.game_rules())
    sheets = [
        ("actas", {"match": match.code}, range(1, 50)),
        ("actas", {"blank": 2}, [2 // form.to_a_page]),
        # The parts of each sum may take another page.
        ("standings", {}, [1, 2] if shows_sums(stage) else [1]),
        ("final", {}, [1]),
        ("pairings_table", {}, [1]),
    ]
    for sheet, asked, pages in sheets[PLAYED.index(tournament.game) % TURNS :: TURNS]:
        assert laid_out(tournament, sheet, **asked).page_count in pages, sheet


def _write_on_every_form(browser, tournament, match, some):
    """Open the form of each possible first line, and send it empty."""
    address = reverse("acta", args=[tournament.slug, match.code])
    page = browser.get(address)
    kinds = page.context["kinds"]
    assert len(kinds) > 2
    for place, (kind, _tab) in enumerate(kinds[some]):
        told = browser.post(address, {"como": kind, "number": 1})
        assert (told.status_code, told.context["form"].kind) == (400, kind)
        if place % TURNS == 0:
            page = browser.get(address, {"como": kind})
            assert (page.status_code, page.context["form"].kind) == (200, kind)


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "preset"), size(PRINTED, long=SHAPES))
def test_its_demo(key, preset, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    sides = rules.game(key).presets[preset].sides
    call_command("demo", game=key, preset=preset, entries=2 * sides, rounds=1)
    assert Tournament.objects.get().game == key
    assert Result.objects.count() == 2


def test_what_has_unlike_sides_is_neither_offered_nor_created(client_as, vecino, make_tournament):
    page = client_as(vecino).get("/torneos/nuevo/a-medida/").text
    for key, game in rules.GAMES.items():
        for preset, options in game.presets.items():
            offered = f'name="{key}_preset" value="{preset}"' in page
            assert offered == is_playable(key, options), (key, preset)
            if not offered:
                with is_refused("unlike_sides", field="game_options"):
                    make_tournament(game=key, game_options=asdict(options))


# --- Draws ----------------------------------------------------------------------------------------
@pytest.fixture
def with_draws(monkeypatch):
    """Change guiñote so that its matches can be drawn, which no length of it allows."""
    monkeypatch.setattr(GUINOTE.Options, "can_draw", True)


@pytest.mark.parametrize("people", [0, 4])
def test_other_than_one_to_three_a_side_is_refused(people, monkeypatch, make_tournament):
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
def test_not_every_format_is_for_every_game(game, preset, format, code, make_tournament):
    """Four at a table need totals; a draw that makes the pairs needs pairs."""
    length = asdict(rules.game(game).presets[preset])
    options = {} if format == "knockout" else {"rounds": 2}
    with is_refused(code, field="format"):
        make_tournament(game=game, game_options=length, format=format, format_options=options)


@pytest.mark.parametrize("first, later", [("melee", "swiss"), ("swiss", "melee")])
def test_a_stage_takes_the_entries_as_they_are(first, later, make_tournament, pilar):
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


def test_a_knockout_needs_winners(with_draws, make_tournament):
    with is_refused("knockout_with_draws", field="game_options"):
        make_tournament()


def test_the_page_says_it_beside_the_length(with_draws, client_as, vecino):
    game = {"game": "guinote", "guinote_preset": "dos_cotos_de_3", "format": "knockout"}
    page = client_as(vecino).post("/torneos/nuevo/a-medida/", {**TYPED, **game})
    assert page.status_code == 400
    assert "puede acabar en empate" in page.context["form"].errors["guinote_preset"][0]


def test_a_drawn_match_is_a_point_each(with_draws, make_tournament, pairs, pilar, client_as):
    swiss = make_tournament(format="swiss", format_options={"rounds": 2}, game_options={})
    assert " ".join(swiss.stage.chain) == (
        "points diff:cotos counted_won rivals_points counted_diff head_to_head lot"
    )
    one, two, three, four = pairs(swiss, 4)
    round = seat_round(swiss, [(one, two), (three, four)])
    first, second = round.matches.order_by("position")
    for match in (first, second):
        for number, line in enumerate(LINES, 1):
            rehearsal.record_hand(match=match, author=pilar, line=line, number=number)
    Result.objects.filter(match=second).update(winner=None)
    situation = stage_situation(swiss.stage, EVERYTHING)
    assert [(one.winner, one.drawn) for one in situation.rounds[0]] == [(1, False), (None, True)]
    assert situation.points == {1: 2, 3: 1, 4: 1}
    lines = stage_standings(swiss.stage, EVERYTHING)
    told = [(line.won, line.drawn, line.lost) for line in lines]
    assert told == [(1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1)]
    assert open_next_round(stage=swiss.stage, author=pilar).matches.count() == 2
    page = client_as(None).get(reverse("entry", args=[swiss.slug, 4])).text
    assert "Encuentro empatado" in page and "Empató" in page
    assert ">Empates<" in client_as(None).get(reverse("standings", args=[swiss.slug])).text
