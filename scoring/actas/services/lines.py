"""Services that write or preview a line of an acta."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.lines import Stop
from rules.reading import quoting
from scoring.actas.selectors.actas import (
    Record,
    fold_lines,
    is_closed,
    lines_written,
    live_acta,
    match_with_code,
    received_line,
)
from scoring.actas.services.signing import conclude, sign_if_other
from scoring.actas.services.time_up import refuse_out_of_time
from scoring.models import Acta, Hand
from tournaments import permissions
from tournaments.audit.services import note
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services import tables
from tournaments.rounds.services.drafts import round_missing_refusal
from tournaments.writer import Author, Writer, writer_of

T = TypeVar("T")
MAX_LINES = 500  # the most lines of an acta, far more than any match needs


def record_hand(
    *,
    match: Match,
    author: Author,
    line: object,
    number: int,
    rest: Sequence[object] = (),
    uid: UUID | None = None,
    version: int | None = None,
    at: datetime | None = None,
    confirm_empty: bool = False,
) -> tuple[Acta, Record]:
    """Write line `number` of a match's acta; return the acta and the record.

    `line`: the line in notation, or as a hand of the game.
    `rest`: hands to write after the line, if one result makes several lines. If one of them is
    refused, none is written.
    `number`: the number of the line, as on the writer's page.
    `uid`: the line's id, made on the device. A line sent again by its writer with the same uid
    counts as written, even if the acta has changed since.
    `version`: the version of the acta on the writer's page (0: no acta yet).
    `at`: when the line was written, if it waited for the network.
    `confirm_empty`: the writer knows that the line stops a match with nothing written.

    If the acta already has this line under this number, it is not written again; from another
    party, it confirms a result that waits for confirmation. A line that ends the match writes the
    result and frees the table, or starts the wait for confirmation.

    Raises RuleError for an impossible line, and Refused 400 beyond MAX_LINES lines. Raises Refused
    409 if:
    - another line has that number, or that uid (`uid_taken`);
    - another version is live;
    - the match is over or its round unpublished;
    - players write out of time (`refuse_out_of_time`);
    - the line stops a match with nothing written, without `confirm_empty` (`nothing_written`).
    """
    hand = _parsed_hand(match, line)

    def write(held_acta: HeldActa) -> tuple[Acta, Record]:
        return held_acta.write(
            author,
            hand,
            number,
            rest=rest,
            uid=uid,
            version=version,
            at=at,
            confirm_empty=confirm_empty,
        )

    with quoting(line):
        return hold_acta(match.tournament, partial(lock_for_line, match), write)


def changed_meanwhile_refusal() -> Refused:
    """Return the refusal for the slower of two simultaneous writers."""
    return Conflict(
        "conflict", _("Otra persona estaba escribiendo a la vez: mire el acta y repítalo.")
    )


class HeldActa:
    """A match that the transaction has locked, with its live acta, read after the lock.

    `has_tournament`: the transaction has locked the tournament too, before the match.
    """

    def __init__(self, match: Match, *, has_tournament: bool) -> None:
        self.match = match
        self.acta = live_acta(match)
        self.has_tournament = has_tournament
        self.refused = False  # whether a line was refused, so that nothing may be saved

    def write(
        self, author: Author, hand: object, number: int, rest: Sequence[object] = (), **options: Any
    ) -> tuple[Acta, Record]:
        """Write lines as `record_hand` does, from parsed hands; return the acta and the record.

        Only the first line has the `uid`. With `ruling`, a result needs no confirmation.
        """
        try:
            acta, record = _append(self, author, hand, number, **options)
            for place, next_hand in enumerate(rest, number + 1):
                self.acta = live_acta(self.match)
                acta, record = _append(self, author, next_hand, place, **{**options, "uid": None})
            return acta, record
        except Exception:
            self.refused = True
            raise


def hold_acta(tournament: Tournament, find: Callable[[], Match], act: Callable[[HeldActa], T]) -> T:
    """Lock a match with `find` and run `act` on its acta, in one transaction.

    Return the answer of `act`. If a line ends the match while another action has locked the
    tournament, nothing is saved, and `find` and `act` run again with the tournament locked first.
    Raises Refused 409 `conflict` for the slower of two simultaneous writers.
    """
    try:
        try:
            return _act_on_held(None, find, act)
        except tables.TournamentLocked:
            return _act_on_held(tournament, find, act)
    except IntegrityError as error:
        raise changed_meanwhile_refusal() from error


@transaction.atomic
def _act_on_held(
    tournament_to_lock: Tournament | None, find: Callable[[], Match], act: Callable[[HeldActa], T]
) -> T:
    tournament = tables.lock_tournament(tournament_to_lock) if tournament_to_lock else None
    match = find()
    match.tournament = tournament or match.tournament
    held_acta = HeldActa(match, has_tournament=tournament is not None)
    answer = act(held_acta)
    if held_acta.refused:
        transaction.set_rollback(True)
    return answer


def lock_for_line(match: Match) -> Match:
    """Lock the match for a line, the most frequent write in a hall, and read the match again.

    Round, stage and tournament are not read again: a line uses only the parts of them that do not
    change in play. Raises Refused 409: `round_gone` if the round was discarded, or `conflict` if
    the match has a new link, for example because other entries play it now.
    """
    try:
        fresh = Match.objects.select_for_update(of=("self",), no_key=True).get(pk=match.pk)
    except Match.DoesNotExist:
        raise round_missing_refusal() from None
    if fresh.link_serial != match.link_serial:
        raise changed_meanwhile_refusal()
    fresh.round, fresh.tournament = match.round, match.tournament
    return fresh


def find_for_line(tournament: Tournament, code: str) -> Match | None:
    """Lock the tournament's match of this code and return it without its people, or None."""
    rows = match_with_code(tournament, code).select_for_update(of=("self",), no_key=True)
    match = rows.first()
    if match is not None:
        match.round.stage.tournament = tournament
    return match


def preview_hand(*, match: Match, line: object, number: int, rest: Sequence[object] = ()) -> Record:
    """Return the acta as `record_hand` would leave it, without writing. Raises the same errors."""
    acta = live_acta(match)
    with quoting(line):
        record = _fold_with_line(match, acta, _parsed_hand(match, line), number)
    return fold_lines(match, [*record.lines[:number], *rest]) if rest else record


def _parsed_hand(match: Match, line: object) -> object:
    return match.tournament.rules.parse(line) if isinstance(line, str) else line


def _append(
    held_acta: HeldActa,
    author: Author,
    hand: object,
    number: int,
    *,
    uid: UUID | None = None,
    version: int | None = None,
    at: datetime | None = None,
    ruling: bool = False,
    confirm_empty: bool = False,
) -> tuple[Acta, Record]:
    """Write the line and its consequences; return the acta and the record.

    A line that ends the match also needs the tournament's lock. If the transaction lacks that lock,
    it takes the lock only if the lock is free, so that two writers never wait for each other.
    Otherwise it raises TournamentLocked, with nothing written.
    """
    match, acta = held_acta.match, held_acta.acta
    if acta is not None and uid is not None and (first_hand := received_line(match, acta, uid)):
        refuse_other_line(first_hand, writer_of(author), number, str(hand))
        return acta, fold_lines(match, lines_written(acta))
    if uid is not None:
        _refuse_uid_of_other_match(match, uid)
    if acta is not None:
        refuse_other_version(acta, version or None)
    record = _fold_with_line(match, acta, hand, number)
    if record.score.over and not held_acta.has_tournament:
        match.tournament = tables.lock_if_free(match.tournament)
    writer = writer_of(author)
    if acta is not None and len(record.steps) == len(lines_written(acta)):
        if number == len(record.steps):
            sign_if_other(match, acta, record, writer)
        return acta, record
    if isinstance(hand, Stop) and not hand.lost and number == 1 and not confirm_empty:
        raise Conflict(
            "nothing_written",
            _(
                "No hay nada anotado en el encuentro %(match)s: si se para ahora, queda empatado "
                "a cero. Si es lo que quiere, elija «Fin anticipado» y confírmelo."
            ),
            field="confirm_empty",
            match=match.number,
        )
    moment = _line_time(at)
    if writer.is_player:
        refuse_out_of_time(match, acta, record, moment)
    line = str(hand)
    acta = acta or Acta.objects.create(match=match, **author_fields(writer))
    Hand.objects.create(
        acta=acta, number=number, line=line, uid=uid, created_at=moment, **author_fields(writer)
    )
    note(match.tournament, author, "record_hand", match, after={"number": number, "line": line})
    if record.score.over:
        conclude(match, acta, record, writer, ruling=ruling)
    return acta, record


def author_fields(writer: Writer) -> dict[str, Any]:
    """Return the author fields of `WrittenRow`."""
    return {
        "author": writer.user,
        "author_name": writer.title,
        "road": writer.channel,
        "device": writer.device,
        "side": writer.side,
    }


def refuse_unpublished(match: Match) -> None:
    """Raise Refused 409 for a bye or a match of an unpublished round."""
    if match.state == Match.State.BYE:
        raise Conflict("bye", _("Descansa esta ronda: no hay encuentro que anotar."))
    if match.state == Match.State.PLANNED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))


def refuse_closed(match: Match, author: Author) -> None:
    """Raise Refused 403 if the round is closed and the author may not correct closed rounds.

    Tapete itself is never refused.
    """
    writer = writer_of(author)
    if writer == writer_of(None) or not is_closed(match, EVERY_ROUND):
        return
    if writer.user is None or not permissions.may(
        writer.user, "correct_closed_round", match.tournament
    ):
        raise Refused(
            "closed_round",
            _("La ronda %(round)s ya está cerrada: solo la organización puede corregirla."),
            status=403,
            round=match.round.serial,
        )


def refuse_other_version(acta: Acta, version: int | None) -> None:
    """Raise Refused 409 if the writer saw another version; None skips the check."""
    if version is not None and version != acta.version:
        raise Conflict(
            "conflict",
            _(
                "Otra persona (%(author)s) ha corregido el acta mientras usted la miraba: ahora "
                "está en vigor la versión %(version)s. Mírela antes de seguir."
            ),
            author=acta.author_name or _("Tapete"),
            version=acta.version,
        )


def too_many_lines_refusal() -> Refused:
    return Refused(
        "too_many_lines",
        _("Un acta tiene como mucho %(limit)s anotaciones."),
        field="lines",
        limit=MAX_LINES,
    )


def _line_time(at: datetime | None) -> datetime:
    """Return when the line was written, never later than now."""
    now = timezone.now()
    return min(at, now) if at is not None else now


def _fold_with_line(match: Match, acta: Acta | None, hand: object, number: int) -> Record:
    """Return the acta folded with this line, or unchanged if the acta already has the line."""
    refuse_unpublished(match)
    lines = lines_written(acta)
    if acta is not None and 1 <= number <= len(lines):
        _refuse_other_text(acta, str(hand), number)
        return fold_lines(match, lines)
    if match.state == Match.State.FINISHED:
        raise _match_over_refusal(match)
    if number != len(lines) + 1:
        raise _old_page_refusal(number, len(lines))
    if number > MAX_LINES:
        raise too_many_lines_refusal()
    return fold_lines(match, [*lines, hand])


def _refuse_other_text(acta: Acta, line: str, number: int) -> None:
    """Raise Refused 409 with both lines if line `number` of the acta is not this line."""
    written_hand = next(hand for hand in acta.hands.all() if hand.number == number)
    if written_hand.line == line:
        return
    raise Conflict(
        "conflict",
        _(
            "La anotación %(number)s ya está hecha: «%(there)s», de %(author)s. Usted escribe "
            "«%(line)s». Mire cuál vale: si es la suya, corrija el acta."
        ),
        field="line",
        number=number,
        there=written_hand.line,
        author=written_hand.author_name or _("Tapete"),
        line=line,
    )


def refuse_other_line(first_hand: Hand, writer: Writer, number: int, line: str) -> None:
    """Raise Refused 409 `uid_taken` if this line is not the line first written with its uid.

    The number, the text and the writer of both lines must be equal.
    """
    author = writer.user.pk if writer.user else None
    first_author = (first_hand.author_id, first_hand.side)
    if (first_hand.number, first_hand.line, *first_author) != (number, line, author, writer.side):
        raise _uid_refusal(first_hand)


def _refuse_uid_of_other_match(match: Match, uid: UUID) -> None:
    """Raise Refused 409 `uid_taken` if a line of another match has this uid."""
    lines = Hand.objects.filter(uid=uid).order_by()
    if set(lines.values_list("acta__match", flat=True)) - {match.pk}:
        raise _uid_refusal(lines.exclude(acta__match=match)[0])


def _uid_refusal(first_hand: Hand) -> Refused:
    return Conflict(
        "uid_taken",
        _(
            "Con la marca de esta anotación (uid) ya se recibió otra: la %(number)s, «%(there)s», "
            "de %(author)s. La de ahora no se ha guardado: mire el acta y, si vale la suya, "
            "corríjala."
        ),
        field="uid",
        number=first_hand.number,
        there=first_hand.line,
        author=first_hand.author_name or _("Tapete"),
    )


def _match_over_refusal(match: Match) -> Refused:
    return Conflict(
        "match_over",
        _("El encuentro %(number)s ya ha terminado. Si el resultado está mal, corrija el acta."),
        number=match.number,
    )


def _old_page_refusal(number: int, length: int) -> Refused:
    return Conflict(
        "conflict",
        _(
            "Su página es antigua: usted escribe la anotación %(number)s y el acta tiene ahora "
            "%(there)s. Mire el acta y escríbala de nuevo."
        ),
        number=number,
        there=length,
    )
