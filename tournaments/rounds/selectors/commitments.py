"""Queries for the entry lists closed before a draw."""

from typing import Any

from tournaments.models import DrawCommitment, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import next_serial


def open_commitment(stage: Stage) -> DrawCommitment | None:
    """Return the closed list that still waits for its public word, if any."""
    return stage.commitments.filter(opened_at=None, superseded_at=None).first()


def is_list_closed(tournament: Tournament) -> bool:
    """Return whether the tournament has a round, even a draft, or a list closed for a draw."""
    open_lists = DrawCommitment.objects.filter(stage__tournament=tournament)
    open_lists = open_lists.filter(opened_at=None, superseded_at=None)
    return tournament.rounds.exists() or open_lists.exists()


def commitments_of(stage: Stage) -> list[DrawCommitment]:
    """Return every closed list of the stage with its round, newest first."""
    return list(stage.commitments.select_related("round").order_by("-id"))


def commitment_of(round: Round) -> DrawCommitment | None:
    """Return the closed list from which the round was drawn, if any."""
    return round.commitments.filter(opened_at__isnull=False).order_by("-id").first()


def lists_closed(round: Round) -> int:
    """Return the number of lists closed for that round, unused lists too."""
    return round.stage.commitments.filter(round_number=round.number).count()


def promised_serial(commitment: DrawCommitment) -> int:
    """Return the serial of the round for which the list was closed, drawn or not."""
    if commitment.round is not None:
        return commitment.round.serial
    drawn_round = commitment.stage.rounds.filter(number=commitment.round_number).first()
    return drawn_round.serial if drawn_round else next_serial(commitment.stage.tournament)


def public_values(commitment: DrawCommitment | None, audience: Audience) -> dict[str, Any] | None:
    """Return the public values of a commitment; its secret is "" until the audience may see it.

    Return None if there is no commitment.
    """
    if commitment is None:
        return None
    closed_state = "opened" if commitment.opened_at else "superseded"
    text = commitment.text_for(audience)
    return {
        "state": "open" if commitment.is_open else closed_state,
        "number": commitment.round_number,
        "text": text,
        "masked": text != commitment.text,
        "redacted_at": commitment.redacted_at,
        "digest": commitment.digest,
        "made_at": commitment.made_at,
        "by": commitment.author_name,
        "word": commitment.word,
        "opened_at": commitment.opened_at,
        "superseded_at": commitment.superseded_at,
        "reason": commitment.reason,
        "secret": commitment.secret if commitment.is_told_to(audience) else "",
    }
