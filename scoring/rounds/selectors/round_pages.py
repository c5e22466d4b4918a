"""Contexts of the pages of rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from shlex import quote
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES
from scoring.actas.selectors.cards import match_card
from scoring.rounds.selectors.before_drawing import (
    matches_holding_up,
    numbers_left_out,
    table_conflicts,
)
from scoring.rounds.selectors.calendar import plan_until
from scoring.rounds.selectors.commitments import list_changed
from scoring.rounds.selectors.line_ups import late_offer
from scoring.rounds.selectors.rounds import arrivals_and_departures, next_round
from scoring.rounds.selectors.since_drawn import changes_since, must_redraw
from scoring.rounds.selectors.verification import RepeatedDraw, verify_draw
from scoring.rounds.words.draws import (
    OUTCOME_SENTENCES,
    concession_sentences,
    draw_cause_in_words,
    groups_apart_sentence,
    uneven_sentence,
)
from scoring.stages.selectors.quotas import best_losers_in
from scoring.standings.selectors.standings import stage_entrants
from tournaments.audit.selectors import rounds_audit_lines
from tournaments.formats.core import WIN, Entrant, Wishes
from tournaments.models import Match, Round, Stage, Swap, Tournament
from tournaments.names.audience import EVERYTHING, Audience
from tournaments.people.selectors.wishes import stage_wishes, tag_names, wishes_of
from tournaments.people.words.wishes import wishes_in_words
from tournaments.rounds.selectors.commitments import (
    commitment_of,
    lists_closed,
    open_commitment,
    promised_serial,
    public_values,
)
from tournaments.rounds.selectors.day import pending_stages, ready_stages
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import (
    draft_version,
    entry_list_digest,
    numbers_drawn,
    round_matches,
    rounds_of,
)
from tournaments.rounds.selectors.snapshots import entrants_at_draw, wishes_at_draw
from tournaments.rounds.words.draws import draw_method
from tournaments.rounds.words.phases import round_change_in_words
from tournaments.rounds.words.rounds import rematches_sentence

State = Match.State
CALLS_SHOWN = 12  # calls in the list of rounds; by the clock there may be hundreds
UNFINISHED_SHOWN = 12  # unfinished matches on the page of the list of rounds


def rounds_context(tournament: Tournament, audience: Audience) -> dict[str, Any]:
    stage = tournament.stage
    following_round = next_round(stage)
    rounds = rounds_of(stage, audience)
    commitment = open_commitment(stage)
    values = public_values(commitment, audience)
    return {
        "closed": values | {"serial": promised_serial(commitment)}
        if commitment and values
        else None,
        "list_changed": commitment is not None and list_changed(commitment),
        "rounds": rounds,
        "newest": rounds[::-1][:CALLS_SHOWN] if stage.by_calls else rounds[::-1],
        "next": following_round,
        "following": ready_stages(stage, audience) if following_round.state == "over" else [],
        "pending": pending_stages(stage, audience) if following_round.state == "over" else [],
        "rematch_words": rematches_sentence(
            following_round.rounds_without_rematch, following_round.last_number
        ),
        "next_waiting": following_round.waiting(len(tournament.tables_in_service)),
        "unfinished": [
            _unfinished_match_card(match, audience)
            for match in following_round.unfinished_matches[:UNFINISHED_SHOWN]
        ],
        "offer": late_offer(stage, audience),
        "discardable": _discardable_round(rounds),
        **length_context(stage),
    }


def length_context(stage: Stage) -> dict[str, Any]:
    """Return the number of rounds set in the stage's options, and the changes of that number."""
    name = stage.system.length_option
    return {
        "length_option": name,
        "length_in_all": getattr(stage.format_rules(), name) if name else 0,
        "length_changes": [round_change_in_words(line) for line in rounds_audit_lines(stage)],
    }


_NOTES_OF_DRAFT = ["held_up", "table_conflicts", "arrivals", "departures", "changes", "left_out"]


def draft_context(tournament: Tournament, round: Round) -> dict[str, Any]:
    matches = list(round_matches(round))
    to_play = sorted((m for m in matches if m.number is not None), key=lambda m: m.number or 0)
    arrivals, departures = arrivals_and_departures(round)
    changes = changes_since(round)
    return {
        "round": round,
        "matches": to_play,
        "ties": [match for match in to_play if match.board == 1],
        "boards": round.stage.boards(),
        "byes": [entry for m in matches if m.state == State.BYE for entry in m.everybody],
        "letters": SIDE_NAMES[: max((len(match.entries) for match in to_play), default=2)],
        "partners": round.stage.system.partners > 1,
        "rest_wins": round.stage.bye_value() == WIN,
        "absent": sorted(
            entry.number for match in matches for entry in match.everybody if not entry.present
        ),
        "held_up": matches_holding_up(to_play),
        "table_conflicts": table_conflicts(tournament, to_play),
        "waiting": max(len(to_play) - len(tournament.tables_in_service), 0),
        "arrivals": arrivals if round.by_lot else [],
        "departures": departures,
        "changes": [draw_cause_in_words(change) for change in changes],
        "must_redraw": must_redraw(round, changes, departures),
        "by_lot": round.by_lot,
        "draws_lots": round.draws_lots,
        "version": draft_version(round),
        **_draw_context(round, EVERYTHING),
    }


def is_to_be_looked_at(tournament: Tournament, round: Round) -> bool:
    """Return whether the organiser must look at a draft before it is published.

    At tables of three or more, rematches are normal, so the organiser need not look at them.
    """
    usual_concessions = {"rematch"} if round.stage.sides() > 2 else set()
    if round.is_announced_apart or set(round.report.get("broken", [])) - usual_concessions:
        return True
    context = draft_context(tournament, round)
    return any(context[name] for name in _NOTES_OF_DRAFT)


def round_context(round: Round, audience: Audience) -> dict[str, Any]:
    """Return the context of the page of a published round, with the data to repeat its draw."""
    return {
        "round": round,
        "plan": plan_until(round, audience),
        **_draw_context(round, audience),
        **length_context(round.stage),
    }


def verification_context(
    round: Round, repeated_draw: RepeatedDraw, audience: Audience
) -> dict[str, Any]:
    """Return the context of the check of a round, with the data to repeat the draw elsewhere."""
    verification = verify_draw(round, repeated_draw)
    steps = {step.key: step for step in verification.steps}
    return {
        "round": round,
        "verification": verification,
        "steps": steps,
        "changes": [draw_cause_in_words(change) for change in verification.changes],
        "now": OUTCOME_SENTENCES[verification.outcome_now] if verification.changes else "",
        "commitment": public_values(verification.commitment, audience),
        "word_quoted": quote(verification.commitment.word)  # for a shell
        if verification.commitment
        else "",
        "order_text": ",".join(str(number) for number, _ball in verification.bag),
        **_draw_context(round, audience),
    }


def _unfinished_match_card(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the card of a match that the next draw waits for, with the link to its acta."""
    url_kwargs = {"slug": match.tournament.slug, "code": match.code}
    return match_card(
        match, audience, url=reverse("acta", kwargs=url_kwargs), link=_("Escribir el acta")
    )


def _discardable_round(rounds: Sequence[Round]) -> Round | None:
    """Return the last round if it is published and no match is finished, else None.

    The service checks again whether that round can be discarded.
    """
    last = rounds[-1] if rounds else None
    if last is None or last.state != Round.State.PUBLISHED:
        return None
    return None if last.finished else last


def _draw_context(round: Round, audience: Audience) -> dict[str, Any]:
    numbers = numbers_drawn(round)
    swaps = round.swaps.prefetch_related(seats("first"), seats("second"))
    report = round.report
    return {
        "own_commitment": public_values(commitment_of(round), audience),
        "lists": lists_closed(round),
        "method": draw_method(round.stage.format, round.number, round.stage.format_rules()),
        "best_losers": best_losers_in(round, numbers),
        "numbers": numbers,
        "left_out": numbers_left_out(round),
        "numbers_text": ",".join(map(str, numbers)),
        "digest": entry_list_digest(numbers),
        "concessions": concession_sentences(report, *_concession_data(round, audience))
        if report.get("broken")
        else [],
        "draw_conditions": _draw_conditions(round),
        "groups_apart": groups_apart_sentence(report, round.serial),
        "uneven": uneven_sentence(report),
        "rematches": report.get("rematches", []),
        "swaps": [_swap_values(swap, audience) for swap in swaps],
        "redraws": [
            {**redraw, "at": datetime.fromisoformat(redraw["at"])}
            for redraw in report.get("redraws", [])
        ],
        "exchanges": [
            {**exchange, "at": datetime.fromisoformat(exchange["at"])}
            for exchange in report.get("exchanges", [])
        ],
    }


def _draw_conditions(round: Round) -> list[str]:
    """Return sentences about the wishes that counted in the draw.

    A wish about groups is included only if the draw had to keep groups apart.
    """
    stage_kinds, snapshot = stage_wishes(round.stage), round.report.get("looked_at")
    spread = wishes_at_draw(snapshot).spread if snapshot is not None else ""
    if snapshot is not None and not spread and "group" not in snapshot["wishes"]["apart"]:
        stage_kinds["apart"].pop("group", None)
    return wishes_in_words(stage_kinds, round.number, spread)


def _concession_data(
    round: Round, audience: Audience
) -> tuple[Sequence[Entrant], Wishes, dict[str, str]]:
    """Return the entrants with their tags, the wishes of the draw, and the spelling of tags.

    An audience without names gets no tags of towns and families.
    """
    stage, snapshot = round.stage, round.report.get("looked_at")
    entrants, wishes = stage_entrants(stage), wishes_of(stage, round.number)
    if snapshot is not None:
        entrants, wishes = entrants_at_draw(entrants, snapshot), wishes_at_draw(snapshot)
    if not audience.names:
        entrants = tuple(
            replace(entrant, tags=_tags_without_people(entrant.tags)) for entrant in entrants
        )
    return entrants, wishes, tag_names(stage)


def _tags_without_people(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the tags that are not of a town or a family."""
    return tuple(tag for tag in tags if tag.partition(":")[0] not in ("town", "family"))


def _swap_values(swap: Swap, audience: Audience) -> dict[str, Any]:
    return {
        "first": swap.first.full_title_for(audience),
        "second": swap.second.full_title_for(audience),
        "by": swap.author_name,
        "at": swap.at,
        "reason": swap.reason,
    }
