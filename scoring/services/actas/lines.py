"""One line of an acta: written, or only tried."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Acta, Hand
from scoring.selectors.actas import Record, fold_lines, is_received, live_acta, written
from scoring.services.actas.refusals import (
    changed_meanwhile,
    refuse_other_version,
    refuse_unpublished,
)
from scoring.services.actas.signing import conclude, sign_if_other
from scoring.services.actas.time_up import refuse_out_of_time
from scoring.services.results import locked_alone
from tournaments.models import Match
from tournaments.refusal import Refused
from tournaments.services import tables
from tournaments.services.audit import note
from tournaments.writer import Author, Writer, writer_of

MAX_LINES = 500  # nobody voids five hundred partidas of one match


def record_hand(
    *,
    match: Match,
    author: Author,
    line: str,
    number: int,
    uid: UUID | None = None,
    version: int | None = None,
    at: datetime | None = None,
) -> Acta:
    """Write line `number` of a match's acta: the number its writer believed was next.

    `uid` is the line's own mark, made on the device: sent again it is there already, whatever has
    happened since. `version` is the acta that was before his eyes (0: none yet), and `at` when he
    wrote it, if it waited for the network. The same line under the same number is accepted once,
    and from somebody else it confirms a result that waits for it. When it ends the match, the
    result is written and the table freed, or it waits for confirmation.

    Raises RuleError for a line that cannot be, and Refused (409) when another line stands under
    that number, the acta is another version, the match is over or its round unpublished, or its
    players go on once their time is up (`refuse_out_of_time`).
    """
    hand = str(match.tournament.rules.parse(line))

    def write(*, with_turn: bool) -> Acta:
        with transaction.atomic():
            turn = tables.take_turn(match.tournament) if with_turn else None
            held = locked_alone(match, turn)
            if held.link_serial != match.link_serial:
                raise changed_meanwhile()  # the table is of others now, and the line is not theirs
            return append(
                held, author, hand, number, uid=uid, version=version, at=at, with_turn=with_turn
            )

    try:
        try:
            return write(with_turn=False)
        except tables.TurnTaken:
            return write(with_turn=True)
    except IntegrityError as error:
        raise changed_meanwhile() from error


def preview_hand(*, match: Match, line: str, number: int) -> Record:
    """The acta as `record_hand` would leave it. Raises what it raises and writes nothing."""
    hand = match.tournament.rules.parse(line)
    return _with_line(match, live_acta(match), str(hand), number)


def append(
    match: Match,
    author: Author,
    line: str,
    number: int,
    *,
    uid: UUID | None = None,
    version: int | None = None,
    at: datetime | None = None,
    with_turn: bool = False,
    ruling: bool = False,
) -> Acta:
    """Within a transaction that holds the match: the line at its place, and what follows from it.
    A `ruling` needs no confirmation.

    A line that ends the match needs the tournament's turn too. Whoever does not hold it yet
    (`with_turn`) gets it only if nobody else has it, or two would wait for each other; if not,
    TurnTaken is raised with nothing written, and the act begins again with the turn first.
    """
    acta = live_acta(match)
    if acta is not None and uid is not None and _sent_before(match, acta, uid):
        return acta
    if acta is not None:
        refuse_other_version(acta, version or None)
    record = _with_line(match, acta, line, number)
    if record.score.over and not with_turn:
        match.tournament = tables.take_free_turn(match.tournament)
    writer = writer_of(author)
    if acta is not None and len(record.steps) == len(written(acta)):
        if number == len(record.steps):
            sign_if_other(match, acta, record, writer)
        return acta
    moment = _moment(at)
    if writer.is_player:
        refuse_out_of_time(match, acta, record, moment)
    acta = acta or Acta.objects.create(match=match, **by(writer))
    Hand.objects.create(
        acta=acta, number=number, line=line, uid=uid, created_at=moment, **by(writer)
    )
    note(match.tournament, author, "record_hand", match, after={"number": number, "line": line})
    if record.score.over:
        conclude(match, acta, record, writer, ruling=ruling)
    return acta


def by(writer: Writer) -> dict[str, Any]:
    """The fields of `Written` that say who."""
    return {
        "author": writer.user,
        "author_name": writer.title,
        "road": writer.road,
        "device": writer.device,
        "side": writer.side,
    }


def too_many_lines() -> Refused:
    return Refused(
        "too_many_lines",
        _("Un acta tiene como mucho %(limit)s líneas."),
        field="lines",
        limit=MAX_LINES,
    )


def _moment(at: datetime | None) -> datetime:
    """When the line was written; never later than now, whatever the device's clock says."""
    now = timezone.now()
    return min(at, now) if at is not None else now


def _sent_before(match: Match, acta: Acta, uid: UUID) -> bool:
    """Whether this very line has been received: in this version, or in one corrected since."""
    if any(hand.uid == uid for hand in acta.hands.all()):
        return True
    return acta.version > 1 and is_received(match, uid)


def _with_line(match: Match, acta: Acta | None, line: str, number: int) -> Record:
    """The acta folded with this line under this number; as it is when the line is there already."""
    refuse_unpublished(match)
    lines = written(acta)
    if acta is not None and 1 <= number <= len(lines):
        _refuse_another(acta, line, number)
        return fold_lines(match, lines)
    if match.state == Match.State.FINISHED:
        raise _over(match)
    if number != len(lines) + 1:
        raise _other_length(number, len(lines))
    if number > MAX_LINES:
        raise too_many_lines()
    return fold_lines(match, [*lines, line])


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
