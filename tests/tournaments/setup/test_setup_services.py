"""Tests of the services that create and edit a tournament: correct values, then one wrong value."""

from datetime import UTC, datetime, timedelta

import pytest

import rules
from rules.core import RuleError
from tests.refusals import is_refused
from tests.rows import cases
from tournaments import formats
from tournaments.accounts.services.roles import grant_role, revoke_role
from tournaments.formats.core import DrawError
from tournaments.games.refusals import length_in_words
from tournaments.models import AuditLine, Match, Membership, Role, Round, Tournament
from tournaments.refusal import Refused
from tournaments.setup.services.tournament import create_tournament, edit_tournament, plan_of

START = datetime(2026, 12, 5, 15, 30, tzinfo=UTC)


@pytest.fixture
def create(pilar):
    def make(**changes):
        values = {
            "author": pilar,
            "name": "Maratón de Monreal",
            "venue": "Pabellón",
            "starts_at": START,
            "tables": 36,
            "game": "guinote",
            "game_options": {"cotos": 2, "partidas": 4},
            "format": "swiss",
            "format_options": {"rounds": 6, "first": "lot", "bye": "win"},
        }
        return create_tournament(**{**values, **changes})

    return make


def test_created_tournament_has_a_stage_an_organiser_and_an_audit_line(create, pilar):
    tournament = create(seed="  Virgen  del Pilar ")
    assert (tournament.slug, tournament.name) == ("maraton-de-monreal", "Maratón de Monreal")
    assert plan_of(tournament, tournament.stage) == {
        "name": "Maratón de Monreal",
        "venue": "Pabellón",
        "starts_at": START,
        "tables": 36,
        "game": "guinote",
        "entry_size": 2,
        "squad": 0,
        "capacity": 0,
        "confirmations": 1,
        "provisional": False,
        "visibility": "public",
        "announcing": "at_once",
        "public_names": "names",
        "responsible": "",
        "contact": "",
        "privacy": "",
        "game_options": {"players": 4, "cotos": 2, "partidas": 4, "best_of": 0, "play_all": False},
        "format": "swiss",
        "format_options": {"rounds": 6, "first": "lot", "bye": "win"},
        "seed": "Virgen del Pilar",
    }
    assert tournament.stage.chain == guinote_chain("swiss")
    assert list(Membership.objects.values_list("user", "role")) == [(pilar.id, Role.ORGANISER)]
    line = AuditLine.objects.get()
    assert (line.author, line.act, line.subject) == (pilar, "create_tournament", tournament.name)
    assert line.after["starts_at"] == "2026-12-05T16:30:00+01:00"


def test_second_identical_creation_is_refused(create):
    create()
    with is_refused("just_created", status=409):
        create()
    assert Tournament.objects.count() == 1
    Tournament.objects.update(created_at=START - timedelta(days=365))
    assert create().slug == "maraton-de-monreal-2"


def test_more_tables_call_waiting_matches(casino, pilar):
    round = Round.objects.create(
        tournament=casino,
        stage=casino.stage,
        number=1,
        serial=1,
        seed="tapete/1",
        state="published",
    )
    for number in range(1, 11):
        Match.objects.create(
            tournament=casino,
            round=round,
            position=number,
            number=number,
            code=f"C{number}",
            state=Match.State.WAITING,
        )
    edit_tournament(tournament=casino, author=pilar, tables=9)
    playing = Match.objects.filter(state=Match.State.PLAYING)
    assert list(playing.values_list("number", "table")) == [
        (number_and_table, number_and_table) for number_and_table in range(1, 10)
    ]


def guinote_chain(key):
    """Return the usual tie-breaks of a format for guiñote with two cotos."""
    format, guinote = formats.format(key), rules.game("guinote")
    return list(format.usual_chain(guinote, guinote.Options(), format.options_class(rounds=5)))


def test_every_format_has_tie_breaks():
    assert all(format.tiebreaks for format in formats.FORMATS.values())


def test_empty_seed_is_replaced_by_a_random_seed(create):
    seeds = {create(name=name, seed="").stage.seed for name in ("Uno", "Dos", "Tres")}
    assert len(seeds) == 3
    assert all(len(seed) == 14 for seed in seeds)


@cases(
    "name, slug",
    ("Maratón  de   MONREAL", "maraton-de-monreal-2"),
    ("Maratón", "maraton"),
    ("🃏🃏", "torneo"),
    ("בית הקלפים", "torneo"),
    ("A" * 120, "a" * 50),
)
def test_slug_of_a_tournament(create, name, slug):
    create()
    assert create(name=name).slug == slug


@cases(
    "changes, field, code",
    ({"name": " "}, "name", "text_missing"),
    ({"name": "\u200b"}, "name", "text_missing"),
    ({"name": "A" * 121}, "name", "text_too_long"),
    ({"name": "Casino\x00"}, "name", "text_nul"),
    ({"name": "Casino\ud800"}, "name", "text_surrogate"),
    ({"venue": "\u202eoniesaC"}, "venue", "text_bidi"),
    ({"venue": "Bar\x1b[31m"}, "venue", "text_control"),
    ({"starts_at": None}, "starts_at", "date_expected"),
    ({"starts_at": datetime(1826, 5, 1, tzinfo=UTC)}, "starts_at", "date_out_of_range"),
    ({"starts_at": datetime(1, 1, 1)}, "starts_at", "date_out_of_range"),
    ({"starts_at": datetime(9999, 12, 31)}, "starts_at", "date_out_of_range"),
    ({"tables": 0}, "tables", "tables_out_of_range"),
    ({"tables": 501}, "tables", "tables_out_of_range"),
    ({"tables": "8"}, "tables", "tables_out_of_range"),
    ({"tables": True}, "tables", "tables_out_of_range"),
    ({"game_options": {"cotos": "2"}}, "game_options", "option_unreadable"),
    ({"game_options": {"\ud800": 2}}, "game_options", "option_unreadable"),
    ({"game_options": [2, 3]}, "game_options", "options_expected"),
    ({"format_options": {}}, "format_options", "option_missing"),
    ({"format_options": {"rounds": True}}, "format_options", "option_unreadable"),
    ({"seed": "7" * 61}, "seed", "text_too_long"),
)
def test_wrong_value_is_refused_with_its_field_and_nothing_is_saved(create, changes, field, code):
    with pytest.raises(Refused) as error:
        create(**changes)
    assert (error.value.field, error.value.code) == (field, code)
    assert str(error.value)
    assert not Tournament.objects.exists()


@cases(
    "changes, error_class, code",
    ({"game": "poker"}, RuleError, "game_unknown"),
    ({"game": ["guinote"]}, RuleError, "game_unknown"),
    ({"game_options": {"best_of": 14}}, RuleError, "guinote.best_of_even"),
    ({"game_options": {"cotos": -1}}, RuleError, "option_range"),
    ({"format": "lottery"}, DrawError, "unknown_format"),
    ({"format_options": {"rounds": 0}}, DrawError, "rounds_out_of_range"),
)
def test_errors_of_rules_and_formats_are_raised_unchanged(create, changes, error_class, code):
    with pytest.raises(error_class) as error:
        create(**changes)
    assert error.value.code == code
    assert not Tournament.objects.exists()


def test_edit_changes_the_given_values_with_an_audit_line(casino, pilar):
    edit_tournament(tournament=casino, author=pilar, name="Casino", tables=10)
    casino.refresh_from_db()
    assert (casino.name, casino.tables, casino.slug) == ("Casino", 10, "casino-de-calamocha")
    line = AuditLine.objects.first()
    assert (line.act, line.before, line.after) == (
        "edit_tournament",
        {"name": "Casino de Calamocha", "tables": 8},
        {"name": "Casino", "tables": 10},
    )


def test_edit_without_changes_leaves_no_audit_line(casino, pilar):
    line_count = AuditLine.objects.count()
    edit_tournament(tournament=casino, author=pilar, name="Casino de Calamocha")
    assert AuditLine.objects.count() == line_count


def test_new_format_brings_its_tie_breaks(casino, pilar):
    edit_tournament(tournament=casino, author=pilar, format="swiss", format_options={"rounds": 5})
    assert casino.stage.chain == guinote_chain("swiss")


@cases(
    "changes",
    {"game_options": {"cotos": 1, "partidas": 5}},
    {"format": "swiss", "format_options": {"rounds": 4}},
    {"format_options": {"third_place": False}},
    {"seed": "otra"},
)
def test_length_format_and_seed_cannot_change_after_the_draw(casino, pilar, changes):
    Round.objects.create(tournament=casino, stage=casino.stage, number=1, serial=1, seed="tapete/1")
    with is_refused("draw_exists", status=409):
        edit_tournament(tournament=casino, author=pilar, name="Otro nombre", **changes)
    casino.refresh_from_db()
    assert casino.name == "Casino de Calamocha"


def test_venue_can_change_after_the_draw(casino, pilar):
    Round.objects.create(tournament=casino, stage=casino.stage, number=1, serial=1, seed="tapete/1")
    edited_tournament = edit_tournament(
        tournament=casino, author=pilar, venue="Plaza", seed="tapete"
    )
    assert edited_tournament.venue == "Plaza"


def _roles_of(tournament):
    return dict(tournament.team.values_list("user__username", "role"))


def test_helper_is_added_and_changes_role(casino, pilar, vecino):
    grant_role(tournament=casino, author=pilar, username=" VECINO ", role=Role.DESK)
    grant_role(tournament=casino, author=pilar, username="vecino", role=Role.REFEREE)
    assert _roles_of(casino)["vecino"] == Role.REFEREE
    line = AuditLine.objects.first()
    assert (line.subject, line.before, line.after) == ("vecino", Role.DESK, Role.REFEREE)


@cases(
    "username, role, code",
    ("nadie", Role.DESK, "user_unknown"),
    ("", Role.DESK, "text_missing"),
    ("vecino\x00", Role.DESK, "text_nul"),
    ("vecino", "king", "role_unknown"),
    ("pilar", Role.DESK, "last_organiser"),
)
def test_wrong_role_is_refused(casino, pilar, vecino, username, role, code):
    old_roles = _roles_of(casino)
    with is_refused(code):
        grant_role(tournament=casino, author=pilar, username=username, role=role)
    assert _roles_of(casino) == old_roles


def test_helper_is_removed_but_the_last_organiser_stays(casino, pilar, chema, vecino):
    revoke_role(tournament=casino, author=pilar, user=chema)
    assert _roles_of(casino) == {"pilar": Role.ORGANISER, "raul": Role.REFEREE}
    for user, code in [(vecino, "not_in_team"), (pilar, "last_organiser")]:
        with is_refused(code, status=409):
            revoke_role(tournament=casino, author=pilar, user=user)
    grant_role(tournament=casino, author=pilar, username="vecino", role=Role.ORGANISER)
    revoke_role(tournament=casino, author=vecino, user=pilar)
    assert _roles_of(casino) == {"vecino": Role.ORGANISER, "raul": Role.REFEREE}


def test_stored_tournament_gets_the_default_of_a_newer_option(create, pilar):
    tournament = create()
    stage = tournament.stage
    stage.game_options = {"cotos": 2, "partidas": 4}
    stage.save()
    assert plan_of(tournament, stage)["game_options"]["players"] == 4
    assert length_in_words("guinote", stage.game_options) == "Dos cotos de 4 partidas"
    edit_tournament(tournament=tournament, author=pilar, tables=9)
    assert AuditLine.objects.latest("id").after == {"tables": 9}


def test_options_of_a_stage_are_parsed_again_only_after_a_change(create):
    stage = create().stage
    game_rules, format_rules = stage.game_rules(), stage.format_rules()
    assert game_rules is stage.game_rules() and format_rules is stage.format_rules()
    stage.game_options["cotos"] = 3
    stage.format_options = {**stage.format_options, "rounds": 7}
    assert (stage.game_rules().cotos, stage.format_rules().rounds) == (3, 7)
    stage.game_options["cotos"] = 0
    with pytest.raises(RuleError):
        stage.game_rules()
