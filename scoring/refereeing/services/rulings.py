"""Services that make and lift rulings of a referee, each with a reason."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.errors import cited_articles
from rules.lines import Forfeit, Stop
from scoring.actas.selectors.actas import lines_written, live_acta, with_details
from scoring.actas.services import correct_acta, record_hand
from scoring.models import Hand, Ruling
from scoring.models.ruling import MOST_POINTS, REASON_LENGTH
from scoring.rounds.services.withdrawals import withdraw_entry
from tournaments.audit.services import note
from tournaments.models import Entry, Match, Player, Stage
from tournaments.names.text import clean_text
from tournaments.people.services.registering import reinstate
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.writer import Author, writer_of

Follows = Ruling.Follows
MOST_LINES = 20
SHORT_REASON = 150  # maximum length of a reason that goes into an acta
BOTH_LOSE = "pierden todos: "  # `Stop.lost` in notation


@transaction.atomic
def note_ruling(
    *,
    stage: Stage,
    entry: Entry,
    author: Author,
    follows: str,
    reason: str,
    points: int = 0,
    lines: Sequence[str] = (),
    fault: str = "",
    match: Match | None = None,
    player: Player | None = None,
) -> Ruling:
    """Note a fault of an entry in a stage, and apply its consequence.

    The ruling is public, with its reason, unless it is a warning. `follows` is one of
    `Ruling.Follows`. Penalty points (1 to MOST_POINTS) change the entry's place only in a stage
    that counts penalty points. With LINE, the lines go to the acta of `match`, as if its table
    wrote them. A disqualification takes the entry out of the tournament. `fault` is a key of the
    game's faults, or "".

    Raises Refused 400, which names the wrong field, and the errors of `record_hand` and
    `withdraw_entry`.
    """
    tournament = lock_tournament(stage.tournament)
    if follows not in Follows.values:
        raise Refused(
            "follows_unknown",
            _("Elija la consecuencia de la falta. Valen: %(allowed)s."),
            field="follows",
            allowed=", ".join(Follows.values),
        )
    _check_points(follows, points)
    _check_lines(follows, lines, match)
    reason_length = SHORT_REASON if follows in (Follows.LINE, Follows.OUT) else REASON_LENGTH
    reason = clean_text(reason, "reason", reason_length, required=True, any_start=True)
    article = _article(stage, match, entry, fault)
    if player is not None and not entry.seats.filter(player=player).exists():
        raise Refused(
            "not_of_the_entry", _("Esa persona no está en la inscripción."), field="player"
        )
    ruling = Ruling.objects.create(
        stage=stage,
        entry=entry,
        player=player,
        match=match,
        fault=fault,
        article=article,
        follows=follows,
        points=points,
        lines=list(lines),
        reason=reason,
        author=writer_of(author).user,
        author_name=writer_of(author).title,
    )
    note(tournament, author, "note_ruling", entry, after=_audit_values(ruling), reason=reason)
    if follows == Follows.LINE and match is not None:
        ruling.lines = _write_lines(match, author, lines)
        ruling.save(update_fields=["lines"])
    elif follows == Follows.OUT:
        withdraw_entry(entry=entry, author=author, reason=reason, kind=Entry.State.DISQUALIFIED)
    return ruling


@transaction.atomic
def lift_ruling(*, ruling: Ruling, author: Author, reason: str) -> Ruling:
    """Lift a ruling: the ruling stays visible, and no longer counts.

    If the acta still has the ruling's lines, a correction with this reason removes them. A
    disqualified entry plays again, and the matches that it lost by the disqualification are to be
    played.

    Raises Refused 409 if the ruling is already lifted, 400 without a reason, and the errors of
    `correct_acta` and `reinstate`.
    """
    tournament = lock_tournament(ruling.entry.tournament)
    changes_matches = ruling.follows in (Follows.LINE, Follows.OUT)
    reason_length = SHORT_REASON if changes_matches else REASON_LENGTH
    reason = clean_text(reason, "reason", reason_length, required=True, any_start=True)
    ruling.refresh_from_db(fields=["lifted_at"])
    if ruling.lifted_at is not None:
        raise Conflict("ruling_lifted", _("Esta decisión ya estaba retirada."))
    if ruling.follows == Follows.LINE and ruling.match_id is not None:
        _remove_lines(ruling.match_id, ruling.lines, author, reason)
    elif ruling.follows == Follows.OUT:
        _undo_disqualification(ruling, author, reason)
    ruling.lifted_at = timezone.now()
    ruling.lifted_by = writer_of(author).title
    ruling.lift_reason = reason
    ruling.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
    note(
        tournament, author, "lift_ruling", ruling.entry, before=_audit_values(ruling), reason=reason
    )
    return ruling


def _audit_values(ruling: Ruling) -> dict[str, object]:
    """Return the values of a ruling for the audit line."""
    values: dict[str, object] = {"stage": ruling.stage.number, "follows": ruling.follows}
    for name in ("fault", "points", "lines"):
        if value := getattr(ruling, name):
            values[name] = value
    return values


def _check_points(follows: str, points: object) -> None:
    low = int(follows == Follows.POINTS)
    high = MOST_POINTS if follows == Follows.POINTS else 0
    if type(points) is not int or not low <= points <= high:
        raise Refused(
            "points_out_of_range",
            _("Ponga puntos de sanción (de 1 a %(most)s) solo si son la consecuencia elegida."),
            field="points",
            most=MOST_POINTS,
        )


def _check_lines(follows: str, lines: Sequence[str], match: Match | None) -> None:
    may_have_lines = follows in (Follows.LINE, Follows.HAND)
    if (
        (lines and not may_have_lines)
        or (follows == Follows.LINE and not lines)
        or len(lines) > MOST_LINES
    ):
        raise Refused(
            "lines_wrong",
            _(
                "Ponga el número de anotaciones (de 1 a %(most)s) solo si la falta se castiga con "
                "una anotación del acta."
            ),
            field="lines",
            most=MOST_LINES,
        )
    if follows == Follows.LINE and match is None:
        raise Refused("match_missing", _("Elija el encuentro en el que se anota."), field="match")


def _article(stage: Stage, match: Match | None, entry: Entry, fault: str) -> str:
    if match is not None and all(side.entry_id != entry.pk for side in match.sides.all()):
        raise Refused("not_in_match", _("No juega este encuentro."), field="entry")
    if not fault:
        return ""
    options = match.game_rules() if match is not None else stage.game_rules()
    faults = stage.tournament.rules.faults(options)
    if fault not in faults:
        raise Refused(
            "fault_unknown",
            _("Esa falta no existe en este juego; las que hay: %(allowed)s."),
            field="fault",
            allowed=", ".join(faults),
        )
    return cited_articles(faults[fault].article)


def _write_lines(match: Match, author: Author, lines: Sequence[str]) -> list[str]:
    """Append the lines to the acta until the match ends; return the lines written."""
    written_lines: list[str] = []
    for line in lines:
        _acta, record = record_hand(
            match=match, author=author, line=line, number=len(lines_written(live_acta(match))) + 1
        )
        written_lines.append(record.lines[-1])
        match.refresh_from_db(fields=["state"])
        if match.state == Match.State.FINISHED:
            break
    return written_lines


def _remove_lines(pk: int, lines: Sequence[str], author: Author, reason: str) -> None:
    """Remove the last occurrence of each line from the acta, if the acta has any of them."""
    match = with_details(Match.objects.filter(pk=pk)).get()
    old_lines = lines_written(live_acta(match))
    remaining_lines = list(reversed(old_lines))
    for line in lines:
        if line in remaining_lines:
            remaining_lines.remove(line)
    if len(remaining_lines) < len(old_lines):
        correct_acta(match=match, author=author, lines=remaining_lines[::-1], reason=reason)


def _undo_disqualification(ruling: Ruling, author: Author, reason: str) -> None:
    """Reinstate a disqualified entry, and reopen the matches that it lost by disqualification."""
    entry = ruling.entry
    entry.refresh_from_db(fields=["state"])
    if entry.state == Entry.State.DISQUALIFIED:
        reinstate(entry=entry, author=author)
    forfeits = Hand.objects.filter(
        acta__live=True, acta__match__sides__entry=entry, line__startswith="pierde "
    )
    for hand in forfeits.select_related("acta").order_by("pk"):
        side = hand.acta.match.sides.get(entry=entry).side
        if hand.line == str(Forfeit(side, ruling.reason)):
            _remove_lines(hand.acta.match_id, [hand.line], author, reason)
    _restore_lost_matches(ruling, author, reason)
    _let_only_rival_lose(ruling, author, reason)


def _restore_lost_matches(ruling: Ruling, author: Author, reason: str) -> None:
    """Restore the earlier acta of each match that both sides lost.

    Both sides lost such a match because the rival was already disqualified.
    """
    line = str(Stop(ruling.reason, lost=True))
    lost_hands = Hand.objects.filter(
        acta__live=True, acta__match__sides__entry=ruling.entry, line=line
    )
    for hand in lost_hands.select_related("acta").order_by("pk"):
        match = with_details(Match.objects.filter(pk=hand.acta.match_id)).get()
        earlier_acta = (
            match.actas.filter(version__lt=hand.acta.version).order_by("-version").first()
        )
        if earlier_acta is not None:
            correct_acta(
                match=match, author=author, lines=lines_written(earlier_acta), reason=reason
            )


def _let_only_rival_lose(ruling: Ruling, author: Author, reason: str) -> None:
    """Change matches that both sides lost, so that only the rival loses.

    Both sides lost such a match because the rival was disqualified after this entry.
    """
    lost_hands = Hand.objects.filter(
        acta__live=True, acta__match__sides__entry=ruling.entry, line__startswith=BOTH_LOSE
    )
    for hand in lost_hands.select_related("acta").order_by("pk"):
        match = with_details(Match.objects.filter(pk=hand.acta.match_id)).get()
        own_side = next(seat.side for seat in match.sides.all() if seat.entry_id == ruling.entry_id)
        earlier_acta = (
            match.actas.filter(version__lt=hand.acta.version).order_by("-version").first()
        )
        if lines_written(earlier_acta)[-1:] != [str(Forfeit(own_side, ruling.reason))]:
            continue
        rival_line = Forfeit(1 - own_side, hand.line.removeprefix(BOTH_LOSE))
        lines = [*lines_written(live_acta(match))[:-1], str(rival_line)]
        correct_acta(match=match, author=author, lines=lines, reason=reason)
