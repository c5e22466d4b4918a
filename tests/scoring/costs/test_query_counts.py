"""Upper limits on the queries of each page and each selector, as tables of name and limit.

The tournament is a Swiss of sixteen pairs in round 3. The organiser opens each page with nothing
cached, and a page makes no query twice. Each parameter of a selector gets an argument
of its type.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import Parameter, signature
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from scoring.actas.selectors.actas import with_details
from tests.attacks.crowd import crowd
from tests.costs import page_and_queries
from tournaments.models import Entry, Match, Round, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.selectors.places import seats
from tournaments.site import page_cache

PAGES = {
    "": 18,
    "mesa/?q=7": 15,
    "emparejamientos/": 14,
    "pantalla/": 25,
    "pantallas/": 8,
    "clasificacion/": 17,
    "ronda/1/": 17,
    "inscripcion/7/": 22,
    "panel/": 17,
    "rondas/": 20,
    "control/": 21,
    "control/?mesa=3": 28,
    "inscripciones/": 16,
    "imprimir/": 22,
}

SELECTORS = {
    "tournaments": {
        "accounts.selectors.waiting_sign_ups": 1,
        "audit.selectors.acts_with_lines": 1,
        "audit.selectors.audit_lines": 1,
        "audit.selectors.rounds_audit_lines": 1,
        "rounds.selectors.commitments.commitment_of": 1,
        "rounds.selectors.commitments.commitments_of": 1,
        "rounds.selectors.commitments.lists_closed": 1,
        "rounds.selectors.commitments.open_commitment": 1,
        "rounds.selectors.day.day": 2,
        "rounds.selectors.day.day_of_stage": 1,
        "rounds.selectors.day.days_of_stages": 1,
        "rounds.selectors.day.entries_count": 1,
        "rounds.selectors.day.pending_stages": 1,
        "rounds.selectors.day.phase": 1,
        "rounds.selectors.day.ready_stages": 1,
        "people.selectors.entries.entries_by_number": 2,
        "people.selectors.entries.entries_of": 1,
        "people.selectors.entries.entry_list": 2,
        "people.selectors.entries.late_entry_way": 2,
        "people.selectors.entries.existing_entries": 4,
        "accounts.selectors.open_invitations": 1,
        "people.selectors.entries.last_markings": 1,
        "sign_up.selectors.pending_request_count": 1,
        "sign_up.selectors.request_rows": 2,
        "sign_up.selectors.sign_up_of": 1,
        "people.selectors.entries.sent_request_count": 1,
        "rounds.selectors.commitments.is_list_closed": 2,
        "rounds.selectors.places.has_begun": 1,
        "rounds.selectors.places.singles": 1,
        "rounds.selectors.places.waiting_list": 1,
        "rounds.selectors.rounds.current_round": 1,
        "rounds.selectors.rounds.draft_of": 1,
        "rounds.selectors.rounds.draft_version": 1,
        "rounds.selectors.rounds.free_and_waiting": 1,
        "rounds.selectors.rounds.free_tables": 1,
        "rounds.selectors.rounds.latest_round": 1,
        "rounds.selectors.rounds.matches_with_names": 3,
        "rounds.selectors.rounds.next_serial": 1,
        "rounds.selectors.rounds.matches_in_play": 3,
        "rounds.selectors.rounds.round_matches": 3,
        "rounds.selectors.rounds.rounds_of": 1,
        "rounds.selectors.rounds.published_matches": 1,
        "rounds.selectors.rounds.waiting_matches": 1,
        "people.selectors.singles.singles_context": 2,
        "setup.selectors.stages.entry_stages": 1,
        "setup.selectors.stages.later_stages_of": 1,
        "setup.selectors.stages.next_stages": 1,
        "setup.selectors.stages.open_sibling_stages": 1,
        "setup.selectors.stages.stage_of": 2,
        "setup.selectors.stages.stages_of": 1,
        "accounts.selectors.tokens_of": 1,
        "people.selectors.wishes.forbidden_couples": 1,
    },
    "scoring": {
        "rounds.selectors.ceremony.balls": 4,
        "rounds.selectors.ceremony.ceremony_context": 4,
        "rounds.selectors.commitments.following_number": 1,
        "rounds.selectors.round_pages.draft_context": 26,
        "rounds.selectors.round_pages.length_context": 1,
        "rounds.selectors.round_pages.round_context": 4,
        "rounds.selectors.round_pages.rounds_context": 16,
        "rounds.selectors.rounds.draw_snapshot": 6,
        "rounds.selectors.rounds.arrivals_and_departures": 9,
        "rounds.selectors.rounds.next_round": 11,
        "rounds.selectors.rounds.situation_to_draw": 6,
        "forecast.selectors.day.match_length": 1,
        "forecast.selectors.rehearsals.last_rehearsals": 2,
        "hall.selectors.desk.latest_results": 3,
        "prints.offered.rounds_to_print": 2,
        "prints.statistics.statistics_of": 5,
        "public.whereabouts.hall_of": 2,
        "actas.selectors.actas.draws_after": 1,
        "actas.selectors.actas.is_closed": 2,
        "actas.selectors.actas.live_acta": 1,
        "actas.selectors.actas.live_record": 1,
        "actas.selectors.actas.tables_of_tie": 1,
        "actas.selectors.actas.versions": 1,
        "actas.selectors.actas.photos_arriving": 1,
        "actas.selectors.actas.photos_of": 1,
        "people_data.selectors.stored.stored_account_data": 21,
        "people_data.selectors.stored.stored_entry_data": 32,
        "people_data.selectors.stored.counts_of": 8,
        "people_data.selectors.stored.tournaments_run_alone": 1,
        "standings.selectors.standings.ruled_penalties": 1,
        "refereeing.selectors.rulings.rulings_of_match": 1,
        "refereeing.selectors.rulings.rulings_of_tournament": 1,
        "refereeing.selectors.rulings.table_of": 1,
        "rounds.selectors.line_ups.late_offer": 1,
        "rounds.selectors.line_ups.has_later_round": 1,
        "rounds.selectors.line_ups.byes_to_catch_up": 3,
        "rounds.selectors.line_ups.possible_rivals": 1,
        "rounds.selectors.line_ups.boards_of": 3,
        "rounds.selectors.line_ups.line_ups_of": 1,
        "rounds.selectors.line_ups.squad_of": 1,
        "stages.selectors.chain.chain_context": 4,
        "stages.selectors.chain.nodes_of": 4,
        "stages.selectors.chain.stage_over": 6,
        "stages.selectors.going_on.qualifiers_ahead": 1,
        "stages.selectors.chain.winner_goes_on": 1,
        "stages.selectors.chain.event_over": 2,
        "stages.selectors.chain.event_order": 12,
    },
}


@pytest.fixture
def tournament(pilar):
    return crowd(pilar, 16, half=False).tournament


@pytest.mark.slow
def test_a_page_makes_few_queries_and_none_twice(tournament, pilar, client_as):
    browser = client_as(pilar)
    over_limit = {}
    repeated_queries = {}
    for page, limit in PAGES.items():
        page_cache.PAGES.clear()
        page_cache.clear_memory()
        _answer, queries = page_and_queries(browser, f"/t/{tournament.slug}/{page}")
        statements = Counter(query["sql"] for query in queries)
        if len(queries) > limit:
            over_limit[page] = len(queries)
        if repeated_statements := [sql for sql, times in statements.items() if times > 1]:
            repeated_queries[page] = repeated_statements
    assert (over_limit, repeated_queries) == ({}, {})


@pytest.mark.slow
@pytest.mark.parametrize("app", SELECTORS)
def test_a_selector_makes_no_more_queries_than_its_limit(tournament, pilar, app):
    over_limit = {}
    for name, limit in SELECTORS[app].items():
        module, _dot, function = name.rpartition(".")
        selector = getattr(import_module(f"{app}.{module}"), function)
        query_count = _query_count(selector, _arguments_by_type(tournament, pilar))
        if query_count > limit:
            over_limit[name] = query_count
    assert over_limit == {}


def _arguments_by_type(tournament: Any, pilar: Any) -> dict[str, Any]:
    """Return a stage, a round, a match, an entry… of the tournament, by the name of its type."""
    stage = Stage.objects.select_related("tournament").get(tournament=tournament)
    rounds = (
        Round.objects.with_reports()
        .select_related("stage__tournament")
        .filter(tournament=tournament)
    )
    last = rounds.order_by("number").last()
    entries = Entry.objects.select_related("tournament").prefetch_related(seats())
    return {
        "Stage": stage,
        "Tournament": stage.tournament,
        "Round": last,
        "Match": with_details(Match.objects.filter(round=last, state="playing")).first(),
        "Entry": entries.filter(tournament=tournament).first(),
        "User": pilar,
        "Audience": EVERYTHING,
    }


def _query_count(selector: Callable[..., Any], arguments_by_type: dict[str, Any]) -> int:
    """Return the number of queries of the selector if its answer is read to the end."""
    arguments = {
        name: arguments_by_type[parameter.annotation.__name__]
        for name, parameter in signature(selector).parameters.items()
        if parameter.default is Parameter.empty
    }
    with CaptureQueriesContext(connection) as queries:
        answer = selector(**arguments)
        if isinstance(answer, QuerySet) or not hasattr(answer, "__len__"):
            list(answer if isinstance(answer, Iterable) else ())
    return len(queries)
