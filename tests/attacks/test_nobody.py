"""Tests of the audience NOBODY: numbers instead of names, and only announced rounds."""

from dataclasses import replace
from functools import partial

import pytest
from django.core.management import call_command
from django.db import transaction
from django.template import Context, Engine, VariableDoesNotExist
from django.test import Client
from pypdf import PdfReader

from scoring.actas.selectors.meetings import competitors_of
from scoring.actas.table_links import link_secret
from scoring.models import Ruling
from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from scoring.public.cards import current_hall
from scoring.rounds.services.commitments import close_list, draw_with_word
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_situation
from tests.attacks import test_announced
from tests.attacks.test_announced import (
    FORMATS,
    HOME,
    announce_by_hand,
    names_of,
    publish_silent,
    show_numbers,
    visible_answer,
    words_in,
)
from tests.rows import each
from tests.scoring.played_rounds import play_all, publish
from tournaments import permissions
from tournaments.models import Match, MatchSide, Place, Player, RequestCache, Round
from tournaments.names.audience import EVERY_ROUND, EVERYTHING, NOBODY, Audience
from tournaments.people.services.wishes import forbid_couple
from tournaments.rounds.selectors.rounds import (
    current_round,
    published_matches,
    published_rounds,
    rounds_of,
)
from tournaments.rounds.services.announcing import announce_round
from tournaments.site.api import permissions as api_permissions
from tournaments.site.page_cache import revision

day = test_announced.day
TURNS = 6  # each format tries one address in six


@pytest.fixture
def use_nobody(monkeypatch):
    """Return a function that makes every view use the audience NOBODY from then on."""

    def patch_views():
        for module in (permissions, api_permissions):
            monkeypatch.setattr(module, "audience_of", lambda _tournament, _role: NOBODY)

    return patch_views


def test_an_audience_without_arguments_is_nobody():
    assert Audience() == NOBODY
    assert NOBODY.mark != EVERYTHING.mark
    assert (
        len({audience.mark for audience in (NOBODY, EVERYTHING, replace(EVERYTHING, names=False))})
        == 3
    )


@pytest.fixture
def drawn_match(casino, pairs, pilar):
    """A match whose sides have their own names, drawn from a closed list."""
    pairs(casino, 4)
    close_list(stage=casino.stage, author=pilar)
    round = draw_with_word(stage=casino.stage, author=pilar, word="ochenta")
    publish_round(round=round, author=pilar)
    match = Match.objects.get(tournament=casino, number=1)
    MatchSide.objects.filter(match=match).update(names="Paco Gil")
    return match


def test_nobody_reads_no_name_of_sides_players_or_commitments(casino, drawn_match):
    entry, players = drawn_match.everybody[0], Player.objects.filter(tournament=casino)
    sides = [entry, *drawn_match.entries]
    texts = [
        *map(str, sides),
        *map(str, players),
        *(side.title_for(NOBODY) for side in sides),
        *(side.full_title_for(NOBODY) for side in sides),
        *(name for side in sides for name in side.names_for(NOBODY)),
        *(player.name_for(NOBODY) for player in players),
        *(competitor.title for competitor in competitors_of(casino, NOBODY).values()),
        casino.stage.commitments.get().text_for(NOBODY),
    ]
    assert not (names_of(casino) | {"Paco"}) & words_in(" ".join(texts))
    assert entry.title_for(NOBODY) == f"Pareja {entry.number}" != entry.title_for(EVERYTHING)


def test_a_name_without_an_audience_is_an_error(casino, drawn_match):
    entry, commitment = drawn_match.everybody[0], casino.stage.commitments.get()
    name_functions = [entry.title_for, entry.full_title_for, entry.names_for, commitment.text_for]
    name_functions += [side.title_for for side in drawn_match.entries]
    name_functions += [player.name_for for player in entry.players.all()]
    name_functions += [partial(competitors_of, casino), partial(revision, casino)]
    for name_function in name_functions:
        with pytest.raises(TypeError, match="audience"):
            name_function()
    assert not hasattr(entry, "title") and not hasattr(entry, "names")


def test_a_template_without_an_audience_is_an_error(drawn_match):
    entry = drawn_match.everybody[0]
    engine = Engine.get_default()
    for name in ("entry|title_for", "entry|full_title_for", "entry.players.first|name_for"):
        page = engine.from_string(f"{{% load units %}}{{{{ {name}:audience }}}}")
        with pytest.raises(VariableDoesNotExist):
            page.render(Context({"entry": entry}))
        assert page.render(Context({"entry": entry, "audience": EVERYTHING}))


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.parametrize("format", FORMATS)
def test_a_page_for_nobody_is_the_page_with_numbers_and_announced_rounds(
    day, format, pilar, use_nobody
):
    """The tournament shows numbers and has a silent round (published, but not announced)."""
    tournament, places = day(format)
    tournament = announce_by_hand(show_numbers(tournament, pilar), pilar)
    publish_silent(tournament, pilar)
    paths = test_announced.paths(places, format, TURNS)
    public_answers = {path: visible_answer(Client(), path) for path in paths}
    use_nobody()
    nobody_answers = {path: visible_answer(Client(), path) for path in paths}
    assert {path for path in paths if public_answers[path] != nobody_answers[path]} == set()


def test_a_page_of_the_team_for_nobody_shows_entries_by_number(day, pilar, client_as, use_nobody):
    tournament, _places = day("knockout")
    silent_round = publish_silent(announce_by_hand(tournament, pilar), pilar)
    use_nobody()
    staff, names = client_as(pilar), names_of(tournament)
    for path in ("emparejamientos/", "clasificacion/"):
        status, page = visible_answer(staff, HOME + path)
        assert status == 200 and "Pareja 1" in page and not names & words_in(page), path
    assert staff.get(f"{HOME}ronda/{silent_round.serial}/").status_code == 404


def test_nobody_finds_no_unannounced_round(day, pilar):
    tournament, _places = day("swiss")
    silent_round = publish_silent(announce_by_hand(tournament, pilar), pilar)
    stage = silent_round.stage
    assert current_round(stage, NOBODY).serial == 1 and not silent_round.is_shown_to(NOBODY)
    assert [round.serial for round in rounds_of(stage, NOBODY)] == [1]
    assert silent_round.pk not in Round.objects.filter(published_rounds(NOBODY)).values_list(
        "pk", flat=True
    )
    assert not published_matches(tournament, NOBODY).filter(round=silent_round).exists()
    assert len(stage_situation(stage, NOBODY).rounds) == 1
    for audience in (EVERYTHING, EVERY_ROUND):
        assert current_round(stage, audience) == silent_round and silent_round.is_shown_to(audience)
        assert [round.serial for round in rounds_of(stage, audience)] == [1, 2]


def test_the_request_cache_separates_the_rounds_of_audiences(day, pilar):
    tournament, _places = day("swiss")
    silent_round = publish_silent(announce_by_hand(tournament, pilar), pilar)
    tournament.request_cache = RequestCache(tournament, reads=True)
    stage = tournament.stage
    assert [round.pk for round in rounds_of(stage, EVERY_ROUND)][-1] == silent_round.pk
    assert silent_round.pk not in [round.pk for round in rounds_of(stage, NOBODY)]
    assert current_hall(stage, EVERY_ROUND).round == silent_round.number
    assert current_hall(stage, NOBODY).round < silent_round.number


@each("format", "swiss", "league", "melee")
def test_a_draw_counts_unannounced_rounds(day, format, pilar):
    """Without them, the draw would repeat matches of the silent round."""
    tournament, _places = day(format)
    silent_round = publish_silent(announce_by_hand(tournament, pilar), pilar)
    play_all(silent_round, pilar)
    draws = []
    for announces in (False, True):
        with transaction.atomic():
            if announces:
                announce_round(round=silent_round, author=pilar)
            round = open_next_round(stage=tournament.stage, author=pilar)
            publish_round(round=round, author=pilar)
            draws.append(Round.objects.with_reports().get(pk=round.pk).report["drawn"])
            transaction.set_rollback(True)
    assert draws[0] == draws[1] and draws[0]


def test_the_draw_command_reads_unannounced_rounds(day, pilar, capsys):
    tournament, _places = day("swiss")
    publish_silent(announce_by_hand(tournament, pilar), pilar)
    call_command("draw", tournament.slug, 2)
    assert "El sorteo coincide con el publicado" in capsys.readouterr().out


def test_a_print_job_prints_names(casino, pairs, pilar, django_capture_on_commit_callbacks):
    pairs(casino, 4)
    publish(casino, pilar)
    with django_capture_on_commit_callbacks(execute=True):
        job = order_print(
            tournament=casino, author=pilar, ask=PrintAsk("actas", base_url="https://a.es")
        )
    job.refresh_from_db()
    text = " ".join(page.extract_text() for page in PdfReader(job.file).pages)
    assert names_of(casino) & words_in(text)


def test_the_administration_shows_names(casino, pairs, admin_client):
    pairs(casino, 2)
    entry = casino.entries.get(number=1)
    page = admin_client.get(f"/admin/tournaments/entry/{entry.pk}/change/").content.decode()
    assert entry.title_for(EVERYTHING) in page


def test_the_administration_shows_names_of_couples_places_and_rulings(
    casino, pairs, pilar, admin_client
):
    pairs(casino, 2)
    first, second = casino.entries.order_by("number")
    player = first.seats.first().player
    couple = forbid_couple(tournament=casino, author=pilar, first=first, second=second)
    place = Place.objects.create(stage=casino.stage, entry=second, source="1")
    ruling = Ruling.objects.create(
        stage=casino.stage, entry=first, player=player, follows="warning", reason="grita"
    )
    rows = {
        f"tournaments/forbiddencouple/{couple.pk}": [first.title_for, second.title_for],
        f"tournaments/place/{place.pk}": [second.title_for],
        f"scoring/ruling/{ruling.pk}": [first.full_title_for, player.name_for],
    }
    for row, names in rows.items():
        page = admin_client.get(f"/admin/{row}/change/").content.decode()
        assert [name for name in names if f">{name(EVERYTHING)}<" not in page] == [], row


def test_a_table_shows_its_next_match_only_once_it_is_announced(day, pilar):
    """A player who has signed his acta waits on this page."""
    tournament, _places = day("swiss")
    tournament = announce_by_hand(tournament, pilar)
    match, browser = tournament.matches.get(number=1), Client()
    answer = browser.get(f"/m/{match.code}/{link_secret(match)}/", follow=True)
    table = answer.redirect_chain[-1][0]
    browser.post(f"{table}lado/", {"side": "0"})
    silent_round = publish_silent(tournament, pilar)
    page_before = browser.get(table).content.decode()
    announce_round(round=silent_round, author=pilar)
    assert "ending__next" not in page_before
    assert "ending__next" in browser.get(table).content.decode()


def test_an_error_page_has_the_audience_of_its_visitor(casino, pairs, pilar, client_as):
    """While round 1 is silent, the public page still says that entries are open."""
    pairs(casino, 8)
    publish_silent(announce_by_hand(casino, pilar), pilar)
    missing = f"{HOME}ronda/7/"
    assert str(client_as(pilar).get(missing).context["phase"]) == "playing"
    assert str(Client().get(missing).context["phase"]) == "open"
