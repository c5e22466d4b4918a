"""New versions of an acta: corrections, exchanged sides, moved actas."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from rules.mirror import swapped_lines
from rules.reading import clean_reason
from scoring.actas.selectors.actas import Record, fold_lines, lines_written, live_acta
from scoring.actas.services.lines import (
    MAX_LINES,
    author_fields,
    changed_meanwhile_refusal,
    refuse_closed,
    refuse_other_version,
    refuse_unpublished,
    too_many_lines_refusal,
)
from scoring.actas.services.results import lock_match, save_result
from scoring.models import Acta, Hand
from tournaments.audit.services import note
from tournaments.models import Match
from tournaments.refusal import Conflict, Refused, atomic_or_refuse
from tournaments.rounds.services import tables
from tournaments.writer import Author, Writer, writer_of


@atomic_or_refuse(changed_meanwhile_refusal)
def correct_acta(
    *, match: Match, author: Author, lines: Sequence[str], reason: str, version: int | None = None
) -> Acta:
    """Replace a match's acta by a new version; the old version stays readable, with the reason.

    `version` is the version on the writer's page, if known. The new version needs no confirmation,
    and it ends any dispute. If the new lines end the match, its result is written again; otherwise
    the result is removed and the match reopened.

    Raises RuleError for the first impossible line and for a missing reason. Raises Refused 400 if
    nothing changes or there are more than MAX_LINES lines, 403 if the round is closed and the
    author may not correct closed rounds, 409 without an acta or if another version is live.
    """
    reason = clean_reason(reason)
    if len(lines) > MAX_LINES:
        raise too_many_lines_refusal()
    match = lock_match(match, tables.lock_tournament(match.tournament))
    refuse_closed(match, author)
    old_acta = version_to_correct(match, version)
    record = fold_lines(match, lines)
    return replace_acta(match, old_acta, record, author, reason)


@transaction.atomic
def take_back_line(*, match: Match, author: Writer, version: int, number: int) -> Acta:
    """Delete the table's last line in a new version of the acta; return that version.

    Raises Refused 409: `nothing_to_correct` without an acta, `conflict` if the acta has changed or
    the match is over, `not_yours` if another channel or side wrote the line or somebody has signed
    or disputed the acta.
    """
    match = lock_match(match, tables.lock_tournament(match.tournament))
    old_acta = version_to_correct(match, version)
    lines = lines_written(old_acta)
    last_hand = list(old_acta.hands.all())[-1] if lines else None
    if last_hand is None or last_hand.number != number or match.state == Match.State.FINISHED:
        raise changed_meanwhile_refusal()
    is_own_line = (last_hand.road, last_hand.side) == (author.channel, author.side)
    if not is_own_line or old_acta.signatures.exists() or match.actas.filter(rival=True).exists():
        raise Conflict(
            "not_yours",
            _(
                "Esa anotación no es suya, o ya tiene una reclamación o una confirmación: avise "
                "al árbitro."
            ),
        )
    with override("es"):
        reason = gettext("La mesa borra su última anotación")
    return replace_acta(match, old_acta, fold_lines(match, lines[:-1]), author, reason)


def next_version(match: Match) -> int:
    latest: int | None = match.actas.aggregate(latest=Max("version"))["latest"]
    return (latest or 0) + 1


def version_to_correct(match: Match, version: int | None) -> Acta:
    """Return the live version. Raises Refused 409 if there is none, or if `version` is another."""
    acta = live_acta(match)
    if acta is None:
        raise Conflict("nothing_to_correct", _("Este encuentro no tiene acta que corregir."))
    refuse_other_version(acta, version)
    return acta


def replace_acta(match: Match, old_acta: Acta, record: Record, author: Author, reason: str) -> Acta:
    """Replace the old version by a new version. Raises Refused 400 if their lines are equal.

    Needs the locks of the tournament and the match.
    """
    old_lines, new_lines = lines_written(old_acta), record.lines
    if old_lines == new_lines:
        raise Refused("nothing_changes", _("El acta queda igual que estaba."), field="lines")
    match.actas.order_by().update(live=False, rival=False)
    writer = writer_of(author)
    acta = Acta.objects.create(
        match=match, version=next_version(match), reason=reason, **author_fields(writer)
    )
    unchanged_hands = _unchanged_lines(list(old_acta.hands.all()), new_lines)
    Hand.objects.bulk_create(
        _hand(acta, number, line, unchanged_hands.get(number), writer)
        for number, line in enumerate(new_lines, 1)
    )
    note(
        match.tournament,
        author,
        "correct_acta",
        match,
        before={"lines": old_lines},
        after={"lines": new_lines},
        reason=reason,
    )
    save_result(match, acta, record, author)
    return acta


def _unchanged_lines(hands: Sequence[Hand], new_lines: Sequence[str]) -> dict[int, Hand]:
    """Return the unchanged lines of the old version, by their number in the new version."""
    matcher = SequenceMatcher(None, [hand.line for hand in hands], new_lines, autojunk=False)
    return {
        block.b + offset + 1: hands[block.a + offset]
        for block in matcher.get_matching_blocks()
        for offset in range(block.size)
    }


def _hand(acta: Acta, number: int, line: str, old_hand: Hand | None, writer: Writer) -> Hand:
    """Return a line of the new version: a copy of `old_hand` or, if None, a line of the writer."""
    if old_hand is None:
        return Hand(acta=acta, number=number, line=line, **author_fields(writer))
    return copy_line(acta, old_hand, line, number)


def copy_line(acta: Acta, old_hand: Hand, line: str, number: int) -> Hand:
    """Return a copy of another version's line, with its author, channel and time."""
    return Hand(
        acta=acta,
        number=number,
        line=line,
        uid=old_hand.uid,
        created_at=old_hand.created_at,
        author_id=old_hand.author_id,
        author_name=old_hand.author_name,
        road=old_hand.road,
        device=old_hand.device,
        side=old_hand.side,
    )


# --- Fixes with one click -------------------------------------------------------------------------
@atomic_or_refuse(changed_meanwhile_refusal)
def swap_sides(*, match: Match, author: Author, reason: str, version: int | None = None) -> Acta:
    """Write and return a new version with A and B exchanged in every line.

    A second swap undoes the first.
    Raises RuleError `no_mirror` if the lines cannot be exchanged, as at a table of more than two
    sides, and the errors of `correct_acta`.
    """
    reason = clean_reason(reason)
    match = lock_match(match, tables.lock_tournament(match.tournament))
    refuse_closed(match, author)
    old_acta = version_to_correct(match, version)
    lines = swapped_lines(match.tournament.rules, match.game_rules(), lines_written(old_acta))
    return replace_acta(match, old_acta, fold_lines(match, lines), author, reason)


@atomic_or_refuse(changed_meanwhile_refusal)
def move_acta(
    *, match: Match, to: Match, author: Author, reason: str, version: int | None = None
) -> Acta:
    """Move the lines of `match` to the match `to`, which has none; both keep their old versions.

    If an entry plays both matches on different sides, the sides are exchanged, so that each entry
    keeps its count. The old match is reopened without lines.

    Raises RuleError for the first line that is impossible in `to`; Refused 409 `same_match`,
    `has_lines` if `to` has lines, or if `to` is a bye or unpublished; and the errors of
    `correct_acta`.
    """
    reason = clean_reason(reason)
    tournament = tables.lock_tournament(match.tournament)
    match, to = _lock_both(match, to)
    match.tournament = to.tournament = tournament
    refuse_unpublished(to)
    refuse_closed(match, author)
    old_acta, target_acta = version_to_correct(match, version), live_acta(to)
    _refuse_move(match, to, old_acta, target_acta)
    lines = lines_written(old_acta)
    if _sides_are_crossed(match, to):
        lines = swapped_lines(match.tournament.rules, match.game_rules(), lines)
    record = fold_lines(to, lines)
    replace_acta(match, old_acta, fold_lines(match, []), author, reason)
    to.actas.order_by().update(live=False, rival=False)
    acta = Acta.objects.create(
        match=to,
        version=next_version(to),
        reason=reason if target_acta else "",
        **author_fields(writer_of(author)),
    )
    Hand.objects.bulk_create(
        copy_line(acta, hand, line, hand.number)
        for hand, line in zip(old_acta.hands.all(), record.lines, strict=True)
    )
    note(
        tournament,
        author,
        "move_acta",
        to,
        before={"match": match.number},
        after={"lines": record.lines},
        reason=reason,
    )
    save_result(to, acta, record, author)
    return acta


def _lock_both(match: Match, to: Match) -> tuple[Match, Match]:
    """Lock both matches in key order, so that two writers never wait for each other."""
    locked_matches = {
        each.pk: lock_match(each) for each in sorted((match, to), key=lambda each: each.pk)
    }
    return locked_matches[match.pk], locked_matches[to.pk]


def _refuse_move(match: Match, to: Match, old_acta: Acta, target_acta: Acta | None) -> None:
    if match.pk == to.pk or match.tournament_id != to.tournament_id:
        raise Conflict("same_match", _("Elija otro encuentro: el acta ya es de este."), field="to")
    if not lines_written(old_acta):
        raise Conflict("nothing_to_correct", _("Este encuentro no tiene acta que corregir."))
    if lines_written(target_acta):
        raise Conflict(
            "has_lines",
            _("El encuentro %(number)s ya tiene acta: antes corríjala o bórrela."),
            field="to",
            number=to.number,
        )


def _sides_are_crossed(match: Match, to: Match) -> bool:
    """Return whether the entries that play both matches sit on opposite sides in `to`."""
    old_sides = {side.entry_id: side.side for side in match.sides.all()}
    new_sides = {side.entry_id: side.side for side in to.sides.all()}
    shared_entries = old_sides.keys() & new_sides.keys()
    return bool(shared_entries) and all(
        old_sides[entry] != new_sides[entry] for entry in shared_entries
    )
