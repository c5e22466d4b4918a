"""A new version of an acta in the place of the old one."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from rules.mirror import swapped_lines
from rules.reading import clean_reason
from scoring.actas.selectors.actas import Record, fold_lines, live_acta, written
from scoring.actas.services.lines import (
    MAX_LINES,
    by,
    changed_meanwhile,
    refuse_closed,
    refuse_other_version,
    refuse_unpublished,
    too_many_lines,
)
from scoring.actas.services.results import locked, settle
from scoring.models import Acta, Hand
from tournaments.audit.services import note
from tournaments.models import Match
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services import tables
from tournaments.site.atomic import atomic_or
from tournaments.writer import Author, Writer, writer_of


@atomic_or(changed_meanwhile)
def correct_acta(
    *, match: Match, author: Author, lines: Sequence[str], reason: str, version: int | None = None
) -> Acta:
    """Replace a match's acta by a new version; the old one stays readable, with the reason.

    `version` is the one the writer had before his eyes, if known. It is somebody's of the
    tournament, so it needs no confirmation, and it closes what was in dispute. The result is
    written anew, or removed and the match reopened. Raises RuleError for the first line that
    cannot be and for a missing reason; Refused: 400 when nothing changes, 403 when the round is
    closed and the author is not the organiser, 409 when there is no acta yet or it is no longer
    that version.
    """
    reason = clean_reason(reason)
    if len(lines) > MAX_LINES:
        raise too_many_lines()
    match = locked(match, tables.lock_tournament(match.tournament))
    refuse_closed(match, author)
    old = version_to_correct(match, version)
    record = fold_lines(match, lines)
    return replace_acta(match, old, record, author, reason)


@transaction.atomic
def take_back_line(*, match: Match, author: Writer, version: int, number: int) -> Acta:
    """Take back the table's last line before it is signed. Raises Refused 409."""
    match = locked(match, tables.lock_tournament(match.tournament))
    old = version_to_correct(match, version)
    lines = written(old)
    last = list(old.hands.all())[-1] if lines else None
    if last is None or last.number != number or match.state == Match.State.FINISHED:
        raise changed_meanwhile()
    yours = (last.road, last.side) == (author.channel, author.side)
    if not yours or old.signatures.exists() or match.actas.filter(rival=True).exists():
        raise Conflict(
            "not_yours",
            _("Esa línea no la escribió usted, o ya la discuten o la confirman: avise al árbitro."),
        )
    with override("es"):
        reason = gettext("La mesa borra su última línea")
    return replace_acta(match, old, fold_lines(match, lines[:-1]), author, reason)


def next_version(match: Match) -> int:
    last: int | None = match.actas.aggregate(last=Max("version"))["last"]
    return (last or 0) + 1


def version_to_correct(match: Match, version: int | None) -> Acta:
    """The version in force. Raises Refused 409 when there is none, or it is another."""
    acta = live_acta(match)
    if acta is None:
        raise Conflict("nothing_to_correct", _("Esta partida no tiene acta que corregir."))
    refuse_other_version(acta, version)
    return acta


def replace_acta(match: Match, old: Acta, record: Record, author: Author, reason: str) -> Acta:
    """Put a version in the place of the old one. Under both locks; Refused 400 if it is equal."""
    before, after = written(old), record.lines
    if before == after:
        raise Refused("nothing_changes", _("El acta queda igual que estaba."), field="lines")
    match.actas.order_by().update(live=False, rival=False)
    writer = writer_of(author)
    acta = Acta.objects.create(
        match=match, version=next_version(match), reason=reason, **by(writer)
    )
    kept = _kept(list(old.hands.all()), after)
    Hand.objects.bulk_create(
        _hand(acta, number, line, kept.get(number), writer) for number, line in enumerate(after, 1)
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
    settle(match, acta, record, author)
    return acta


def _kept(hands: Sequence[Hand], after: Sequence[str]) -> dict[int, Hand]:
    """The old line that each new one is, by number, through insertions and voids."""
    same = SequenceMatcher(None, [hand.line for hand in hands], after, autojunk=False)
    return {
        block.b + step + 1: hands[block.a + step]
        for block in same.get_matching_blocks()
        for step in range(block.size)
    }


def _hand(acta: Acta, number: int, line: str, before: Hand | None, writer: Writer) -> Hand:
    """A line of the new version; one that does not change keeps its author, channel and hour."""
    if before is None:
        return Hand(acta=acta, number=number, line=line, **by(writer))
    return copied(acta, before, line, number)


def copied(acta: Acta, before: Hand, line: str, number: int) -> Hand:
    """A line of another version in this one, with its author, channel and hour."""
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


# --- Fixes ----------------------------------------------------------------------------------------
# Fixes with one click: the sides exchanged, an acta written on another match.
@atomic_or(changed_meanwhile)
def swap_sides(*, match: Match, author: Author, reason: str, version: int | None = None) -> Acta:
    """A new version with A and B exchanged in every line. Twice, it is as it was.

    Raises RuleError `no_mirror` where the lines mean something else on the other side, and what
    `correct_acta` raises.
    """
    reason = clean_reason(reason)
    match = locked(match, tables.lock_tournament(match.tournament))
    refuse_closed(match, author)
    old = version_to_correct(match, version)
    lines = swapped_lines(match.tournament.rules, match.game_rules(), written(old))
    return replace_acta(match, old, fold_lines(match, lines), author, reason)


@atomic_or(changed_meanwhile)
def move_acta(
    *, match: Match, to: Match, author: Author, reason: str, version: int | None = None
) -> Acta:
    """The lines written on `match` were of another match, which has none: they go there, and both
    keep their versions. Who plays both on different sides takes its count along.

    The match left without lines is to be played again. Raises RuleError for the first line that
    cannot be there; Refused: 409 `same_match`, `has_lines` when the other has lines of its own, and
    what `correct_acta` raises.
    """
    reason = clean_reason(reason)
    tournament = tables.lock_tournament(match.tournament)
    match, to = _both(match, to)
    match.tournament = to.tournament = tournament
    refuse_unpublished(to)
    refuse_closed(match, author)
    old, there = version_to_correct(match, version), live_acta(to)
    _refuse_written(match, to, old, there)
    lines = written(old)
    if _crossed(match, to):
        lines = swapped_lines(match.tournament.rules, match.game_rules(), lines)
    record = fold_lines(to, lines)
    replace_acta(match, old, fold_lines(match, []), author, reason)
    to.actas.order_by().update(live=False, rival=False)
    acta = Acta.objects.create(
        match=to, version=next_version(to), reason=reason if there else "", **by(writer_of(author))
    )
    Hand.objects.bulk_create(
        copied(acta, hand, line, hand.number)
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
    settle(to, acta, record, author)
    return acta


def _both(match: Match, to: Match) -> tuple[Match, Match]:
    """Both locked, always in the same order, so that two people never wait for each other."""
    held = {one.pk: locked(one) for one in sorted((match, to), key=lambda one: one.pk)}
    return held[match.pk], held[to.pk]


def _refuse_written(match: Match, to: Match, old: Acta, there: Acta | None) -> None:
    if match.pk == to.pk or match.tournament_id != to.tournament_id:
        raise Conflict("same_match", _("Diga otra partida: el acta ya está en esta."), field="to")
    if not written(old):
        raise Conflict("nothing_to_correct", _("Esta partida no tiene acta que corregir."))
    if written(there):
        raise Conflict(
            "has_lines",
            _("La partida %(number)s ya tiene su acta: corríjala o bórrela antes."),
            field="to",
            number=to.number,
        )


def _crossed(match: Match, to: Match) -> bool:
    """Whether who plays both sits on the other side in the second."""
    here = {side.entry_id: side.side for side in match.sides.all()}
    there = {side.entry_id: side.side for side in to.sides.all()}
    both = here.keys() & there.keys()
    return bool(both) and all(here[entry] != there[entry] for entry in both)
