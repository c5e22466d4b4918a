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
    old = version_to_correct(match, version)
    record = fold_lines(match, lines)
    return replace_acta(match, old, record, author, reason)


@transaction.atomic
def take_back_line(*, match: Match, author: Writer, version: int, number: int) -> Acta:
    """Delete the table's last line in a new version of the acta; return that version.

    Raises Refused 409: `nothing_to_correct` without an acta, `conflict` if the acta has changed or
    the match is over, `not_yours` if another channel or side wrote the line or somebody has signed
    or disputed the acta.
    """
    match = lock_match(match, tables.lock_tournament(match.tournament))
    old = version_to_correct(match, version)
    lines = lines_written(old)
    last = list(old.hands.all())[-1] if lines else None
    if last is None or last.number != number or match.state == Match.State.FINISHED:
        raise changed_meanwhile_refusal()
    yours = (last.road, last.side) == (author.channel, author.side)
    if not yours or old.signatures.exists() or match.actas.filter(rival=True).exists():
        raise Conflict(
            "not_yours",
            _(
                "Esa anotación no es suya, o ya tiene una reclamación o una confirmación: avise "
                "al árbitro."
            ),
        )
    with override("es"):
        reason = gettext("La mesa borra su última anotación")
    return replace_acta(match, old, fold_lines(match, lines[:-1]), author, reason)


def next_version(match: Match) -> int:
    last: int | None = match.actas.aggregate(last=Max("version"))["last"]
    return (last or 0) + 1


def version_to_correct(match: Match, version: int | None) -> Acta:
    """Return the live version. Raises Refused 409 if there is none, or if `version` is another."""
    acta = live_acta(match)
    if acta is None:
        raise Conflict("nothing_to_correct", _("Este encuentro no tiene acta que corregir."))
    refuse_other_version(acta, version)
    return acta


def replace_acta(match: Match, old: Acta, record: Record, author: Author, reason: str) -> Acta:
    """Replace the old version by a new version. Raises Refused 400 if their lines are equal.

    Needs the locks of the tournament and the match.
    """
    before, after = lines_written(old), record.lines
    if before == after:
        raise Refused("nothing_changes", _("El acta queda igual que estaba."), field="lines")
    match.actas.order_by().update(live=False, rival=False)
    writer = writer_of(author)
    acta = Acta.objects.create(
        match=match, version=next_version(match), reason=reason, **author_fields(writer)
    )
    unchanged = _unchanged_lines(list(old.hands.all()), after)
    Hand.objects.bulk_create(
        _hand(acta, number, line, unchanged.get(number), writer)
        for number, line in enumerate(after, 1)
    )
    note(
        match.tournament,
        author,
        "correct_acta",
        match,
        before={"lines": before},
        after={"lines": after},
        reason=reason,
    )
    save_result(match, acta, record, author)
    return acta


def _unchanged_lines(hands: Sequence[Hand], after: Sequence[str]) -> dict[int, Hand]:
    """Return the unchanged lines of the old version, by their number in the new version."""
    same = SequenceMatcher(None, [hand.line for hand in hands], after, autojunk=False)
    return {
        block.b + step + 1: hands[block.a + step]
        for block in same.get_matching_blocks()
        for step in range(block.size)
    }


def _hand(acta: Acta, number: int, line: str, before: Hand | None, writer: Writer) -> Hand:
    """Return a line of the new version: a copy of `before`, or a line of the writer."""
    if before is None:
        return Hand(acta=acta, number=number, line=line, **author_fields(writer))
    return copy_line(acta, before, line, number)


def copy_line(acta: Acta, before: Hand, line: str, number: int) -> Hand:
    """Return a copy of another version's line, with its author, channel and time."""
    return Hand(
        acta=acta,
        number=number,
        line=line,
        uid=before.uid,
        created_at=before.created_at,
        author_id=before.author_id,
        author_name=before.author_name,
        road=before.road,
        device=before.device,
        side=before.side,
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
    old = version_to_correct(match, version)
    lines = swapped_lines(match.tournament.rules, match.game_rules(), lines_written(old))
    return replace_acta(match, old, fold_lines(match, lines), author, reason)


@atomic_or_refuse(changed_meanwhile_refusal)
def move_acta(
    *, match: Match, to: Match, author: Author, reason: str, version: int | None = None
) -> Acta:
    """Move the lines of `match` to the match `to`, which has none; both keep their old versions.

    If an entry plays both matches on different sides, the sides are exchanged, so that each entry
    keeps its count. The old match, now without lines, is to be played.

    Raises RuleError for the first line that is impossible in `to`; Refused 409 `same_match`,
    `has_lines` if `to` has lines, or if `to` is a bye or unpublished; and the errors of
    `correct_acta`.
    """
    reason = clean_reason(reason)
    tournament = tables.lock_tournament(match.tournament)
    match, to = _both(match, to)
    match.tournament = to.tournament = tournament
    refuse_unpublished(to)
    refuse_closed(match, author)
    old, there = version_to_correct(match, version), live_acta(to)
    _refuse_written(match, to, old, there)
    lines = lines_written(old)
    if _crossed(match, to):
        lines = swapped_lines(match.tournament.rules, match.game_rules(), lines)
    record = fold_lines(to, lines)
    replace_acta(match, old, fold_lines(match, []), author, reason)
    to.actas.order_by().update(live=False, rival=False)
    acta = Acta.objects.create(
        match=to,
        version=next_version(to),
        reason=reason if there else "",
        **author_fields(writer_of(author)),
    )
    Hand.objects.bulk_create(
        copy_line(acta, hand, line, hand.number)
        for hand, line in zip(old.hands.all(), record.lines, strict=True)
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


def _both(match: Match, to: Match) -> tuple[Match, Match]:
    """Lock both matches in key order, so that two writers never wait for each other."""
    held = {each.pk: lock_match(each) for each in sorted((match, to), key=lambda each: each.pk)}
    return held[match.pk], held[to.pk]


def _refuse_written(match: Match, to: Match, old: Acta, there: Acta | None) -> None:
    if match.pk == to.pk or match.tournament_id != to.tournament_id:
        raise Conflict("same_match", _("Elija otro encuentro: el acta ya es de este."), field="to")
    if not lines_written(old):
        raise Conflict("nothing_to_correct", _("Este encuentro no tiene acta que corregir."))
    if lines_written(there):
        raise Conflict(
            "has_lines",
            _("El encuentro %(number)s ya tiene acta: antes corríjala o bórrela."),
            field="to",
            number=to.number,
        )


def _crossed(match: Match, to: Match) -> bool:
    """Return whether the entries that play both matches sit on opposite sides in `to`."""
    here = {side.entry_id: side.side for side in match.sides.all()}
    there = {side.entry_id: side.side for side in to.sides.all()}
    both = here.keys() & there.keys()
    return bool(both) and all(here[entry] != there[entry] for entry in both)
