"""Writing actas: a line, a correction, a match given up.

The fold of the whole acta is the only road to a score, so a line that cannot be is never saved.
What is written stays: a correction makes a new version. Whoever ends or reopens a match locks
first the tournament, whose tables change hands, and then the match; a line in between locks the
match alone, so that two hundred tables can write at once.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from rules.core import Forfeit, RuleError
from rules.reading import clean_reason
from scoring.models import Acta, Hand
from scoring.selectors.actas import (
    Record,
    detailed,
    fold_lines,
    is_closed,
    live_acta,
    live_lines,
    written,
)
from scoring.services.results import locked, settle
from tournaments import permissions
from tournaments.models import Entry, Match, Round
from tournaments.refusal import Refused
from tournaments.services import tables
from tournaments.services.audit import note

__all__ = ["correct_acta", "forfeit_match", "forfeit_tie", "preview_hand", "record_hand"]
MAX_LINES = 500  # nobody voids five hundred partidas of one match


def record_hand(*, match: Match, author: User | None, line: str, number: int) -> Acta:
    """Write line `number` of a match's acta: the number its writer believed was next.

    The same line under the same number is accepted once. When it ends the match, the result is
    written and the table freed. Raises RuleError for a line that cannot be, and Refused (409)
    when another line stands under that number, the match is over or its round unpublished.
    """
    hand = match.tournament.rules.parse(line)
    try:
        with transaction.atomic():
            return _append(match, author, str(hand), number)
    except IntegrityError as error:
        raise _changed_meanwhile() from error


def forfeit_match(*, match: Match, loser: Entry, author: User | None, reason: str) -> Acta:
    """Give the match to the rival of `loser`: a withdrawal, a no-show, a disqualification.

    Raises RuleError without a reason, Refused (400) when the entry does not play it, and
    Refused (409) as `record_hand` does.
    """
    side = next((one.side for one in match.sides.all() if one.entry_id == loser.pk), None)
    if side is None:
        raise Refused("not_in_match", _("No juega esta partida."), field="loser")
    hand = Forfeit(side, reason)
    try:
        with transaction.atomic():
            match = locked(match, tables.take_turn(match.tournament))
            return _append(match, author, str(hand), len(written(live_acta(match))) + 1)
    except IntegrityError as error:
        raise _changed_meanwhile() from error


@transaction.atomic
def forfeit_tie(*, match: Match, loser: Entry, author: User | None, reason: str) -> list[Match]:
    """Give the whole tie of this board to the rival: every board not finished yet, at once.

    Answers those boards. Raises as `forfeit_match` does, and then nothing is done; Refused 409
    `tie_finished` when no board is left.
    """
    tables.take_turn(match.tournament)
    left = match.round.matches.filter(
        position=match.position, state__in=[Match.State.WAITING, Match.State.PLAYING]
    )
    boards = list(detailed(left).order_by("board"))
    if not boards:
        raise Refused("tie_finished", _("Todas sus mesas han terminado."), status=409)
    for board in boards:
        forfeit_match(match=board, loser=loser, author=author, reason=reason)
    return boards


def correct_acta(
    *,
    match: Match,
    author: User | None,
    lines: Sequence[str],
    reason: str,
    version: int | None = None,
) -> Acta:
    """Replace a match's acta by a new version; the old one stays readable, with the reason.

    `version` is the one the writer had before his eyes, if known. The result is written anew,
    or removed and the match reopened. Raises RuleError for the first line that cannot be and for
    a missing reason; Refused: 400 when nothing changes, 403 when the round is closed and the
    author is not the organiser, 409 when there is no acta yet or it is no longer that version.
    """
    reason = clean_reason(reason)
    if len(lines) > MAX_LINES:
        raise _too_many_lines()
    try:
        with transaction.atomic():
            match = locked(match, tables.take_turn(match.tournament))
            _refuse_closed(match, author)
            old = _version_to_correct(match, version)
            record = fold_lines(match, lines)
            return _replace(match, old, record, author, reason)
    except IntegrityError as error:
        raise _changed_meanwhile() from error


# --- One line ---------------------------------------------------------------------------------
def preview_hand(*, match: Match, line: str, number: int) -> Record:
    """The acta as `record_hand` would leave it. Raises what it raises and writes nothing."""
    hand = match.tournament.rules.parse(line)
    return _with_line(match, live_acta(match), str(hand), number)


def _append(match: Match, author: User | None, line: str, number: int) -> Acta:
    """Within a transaction: the line at its place, and what follows from it."""
    turn = tables.take_turn(match.tournament) if _seems_to_end(match, line) else None
    match = locked(match, turn)
    acta = live_acta(match)
    record = _with_line(match, acta, line, number)
    if len(record.steps) == len(written(acta)):
        return acta
    acta = acta or Acta.objects.create(match=match, author=author, author_name=_name(author))
    Hand.objects.create(
        acta=acta, number=number, line=line, author=author, author_name=_name(author)
    )
    note(match.tournament, author, "record_hand", match, after={"number": number, "line": line})
    if record.score.over:
        settle(match, acta, record, author)
    return acta


def _with_line(match: Match, acta: Acta | None, line: str, number: int) -> Record:
    """The acta folded with this line under this number; as it is when the line is there already."""
    _refuse_unpublished(match)
    lines = written(acta)
    if 1 <= number <= len(lines):
        _refuse_another(acta, line, number)
        return fold_lines(match, lines)
    if match.state == Match.State.FINISHED:
        raise _over(match)
    if number != len(lines) + 1:
        raise _other_length(number, len(lines))
    if number > MAX_LINES:
        raise _too_many_lines()
    return fold_lines(match, [*lines, line])


def _seems_to_end(match: Match, line: str) -> bool:
    """Whether this line ends the match as it now stands, read before anything is locked.

    If the acta changes before the lock, the line's number no longer fits and it is refused: so
    a match never ends without its tournament locked.
    """
    try:
        return fold_lines(match, [*live_lines(match), line]).score.over
    except RuleError:
        return False


def _refuse_another(acta: Acta, line: str, number: int) -> None:
    """The same line twice is one line; another line is a conflict that shows both."""
    there = next(hand for hand in acta.hands.all() if hand.number == number)
    if there.line == line:
        return
    raise Refused(
        "conflict",
        _(
            "La línea %(number)s ya está escrita: «%(there)s», por %(author)s. Usted escribe "
            "«%(line)s». Mire cuál vale: si es la suya, corrija el acta."
        ),
        field="line",
        status=409,
        number=number,
        there=there.line,
        author=there.author_name or _("Tapete"),
        line=line,
    )


# --- A new version ----------------------------------------------------------------------------
def _replace(match: Match, old: Acta, record: Record, author: User | None, reason: str) -> Acta:
    before, after = written(old), record.lines
    if before == after:
        raise Refused("nothing_changes", _("El acta queda igual que estaba."), field="lines")
    Acta.objects.filter(pk=old.pk).update(live=False)
    acta = Acta.objects.create(
        match=match, version=old.version + 1, author=author, author_name=_name(author),
        reason=reason,
    )  # fmt: skip
    kept = {hand.number: hand for hand in old.hands.all()}
    Hand.objects.bulk_create(
        _hand(acta, number, line, kept.get(number), author) for number, line in enumerate(after, 1)
    )
    note(
        match.tournament, author, "correct_acta", match,
        before={"lines": before}, after={"lines": after}, reason=reason,
    )  # fmt: skip
    settle(match, acta, record, author)
    return acta


def _hand(acta: Acta, number: int, line: str, before: Hand | None, author: User | None) -> Hand:
    """A line of the new version; one that does not change keeps its author and hour."""
    if before is not None and before.line == line:
        return Hand(
            acta=acta, number=number, line=line, author_id=before.author_id,
            author_name=before.author_name, created_at=before.created_at,
        )  # fmt: skip
    return Hand(acta=acta, number=number, line=line, author=author, author_name=_name(author))


# --- Locks and refusals -----------------------------------------------------------------------
def _version_to_correct(match: Match, version: int | None) -> Acta:
    acta = live_acta(match)
    if acta is None:
        raise Refused(
            "nothing_to_correct", _("Esta partida no tiene acta que corregir."), status=409
        )
    if version is not None and version != acta.version:
        raise Refused(
            "conflict",
            _(
                "Otra persona (%(author)s) ha corregido el acta mientras usted la miraba: ahora "
                "está en vigor la versión %(version)s. Mírela antes de seguir."
            ),
            status=409,
            author=acta.author_name or _("Tapete"),
            version=acta.version,
        )
    return acta


def _refuse_closed(match: Match, author: User | None) -> None:
    if author is None or not is_closed(match):
        return
    if not permissions.may(author, "correct_closed_round", match.tournament):
        raise Refused(
            "closed_round",
            _("La ronda %(round)s ya está cerrada: solo la organización puede corregirla."),
            status=403,
            round=match.round.number,
        )


def _refuse_unpublished(match: Match) -> None:
    if match.state == Match.State.BYE:
        raise Refused("bye", _("Descansa esta ronda: no hay partida que apuntar."), status=409)
    if match.round.state != Round.State.PUBLISHED or match.state == Match.State.PLANNED:
        raise Refused("round_unpublished", _("Esta ronda todavía no se ha publicado."), status=409)


def _over(match: Match) -> Refused:
    return Refused(
        "match_over",
        _("La partida %(number)s ya ha terminado. Si el resultado está mal, corrija el acta."),
        status=409,
        number=match.number,
    )


def _other_length(number: int, there: int) -> Refused:
    return Refused(
        "conflict",
        _(
            "Su página es antigua: usted escribe la línea %(number)s y el acta tiene ahora "
            "%(there)s. Mire el acta y escríbala de nuevo."
        ),
        status=409,
        number=number,
        there=there,
    )


def _too_many_lines() -> Refused:
    return Refused(
        "too_many_lines",
        _("Un acta tiene como mucho %(limit)s líneas."),
        field="lines",
        limit=MAX_LINES,
    )


def _changed_meanwhile() -> Refused:
    return Refused(
        "conflict",
        _("Otra persona estaba escribiendo lo mismo en ese momento: mire el acta y repítalo."),
        status=409,
    )


def _name(author: User | None) -> str:
    return author.get_full_name() or author.username if author else ""
