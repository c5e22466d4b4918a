"""Context of a result that waits for confirmation or that somebody disputes."""

from dataclasses import dataclass

from scoring import acta_words
from scoring.models import Acta, Signature
from scoring.selectors.matches.actas import fold_lines, written
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Account:
    """One account of what happened: the version, its lines in words and how it ends."""

    acta: Acta
    who: str
    lines: list[acta_words.Line]
    foot: str


@dataclass(frozen=True, slots=True)
class Said:
    """The two sides' accounts of a match: its result is `pending`, written `by`, `signed`, perhaps
    on a `handed_over` telephone; `accounts` are the versions in dispute."""

    pending: bool
    by: str
    sides: frozenset[int]
    signed: list[Signature]
    handed_over: bool
    accounts: list[Account]

    @property
    def disputed(self) -> bool:
        return bool(self.accounts)

    def disputed_by(self, side: int) -> bool:
        """Whether this side of the table has an account of its own that waits for the referee."""
        return any(account.acta.rival and account.acta.side == side for account in self.accounts)


def said_of(match: Match) -> Said:
    """Return both versions of the dispute."""
    known = match.actas.exclude(live=False, rival=False).order_by()
    actas = list(known.prefetch_related("hands"))
    live = next((acta for acta in actas if acta.live), None)
    if live is None:
        return Said(False, "", frozenset(), [], False, [])
    pending = live.pending_since is not None
    last = max(live.hands.all(), key=lambda hand: hand.number, default=live)
    over = pending or match.state == Match.State.FINISHED
    signed = list(live.signatures.all()) if over else []
    rivals = sorted((acta for acta in actas if acta.rival), key=lambda acta: acta.version)
    return Said(
        pending=pending,
        by=last.author_name,
        sides=frozenset(one.side for one in [last, *signed] if one.side is not None),
        signed=signed,
        handed_over=any(one.handed_over for one in signed),
        accounts=[account_of(match, acta) for acta in [live, *rivals]] if rivals else [],
    )


def account_of(match: Match, acta: Acta) -> Account:
    """This version as one account of the match."""
    record = fold_lines(match, written(acta))
    return Account(
        acta,
        acta.author_name,
        acta_words.lines(match, record, acta),
        acta_words.board(match, record.score)["foot"],
    )
