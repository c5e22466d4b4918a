"""Rounds, matches and their sides."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.core import GameOptions
from tournaments.models.entry import Entry, Player
from tournaments.models.partners import Partners, side_of
from tournaments.models.tournament import Announcing, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.words.rounds import (
    name_in_hall,
    numbered_round_name,
    phase_in_words,
    postponed_in_words,
    round_title,
    round_with_article,
)


class RoundManager(models.Manager["Round"]):
    """Manager of rounds without their reports (half a megabyte for 2,000 entries).

    Nearly every page reads rounds. The `report` of a round is fetched when it is first read.
    """

    def get_queryset(self) -> models.QuerySet["Round"]:
        return super().get_queryset().defer("report")

    def with_reports(self) -> models.QuerySet["Round"]:
        """Return the rounds with their reports."""
        return self.get_queryset().defer(None)

    def silent(self, moment: datetime) -> models.QuerySet["Round"]:
        """Return the published rounds that the public does not see at this moment."""
        published_rounds = self.get_queryset().filter(state=Round.State.PUBLISHED)
        return published_rounds.filter(
            models.Q(announced_at=None) | models.Q(announced_at__gt=moment)
        )


class Round(models.Model):
    """Matches drawn together.

    Only the organiser sees a draft, the team sees a published round, and everybody sees an
    announced round. `serial` counts the rounds of the whole tournament, and is in the address and
    the name of the round; `number` counts the rounds of the stage. `phase` is the word of
    `Format.phase`. `entrants` is the number of entries in the draw.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("Borrador")
        PUBLISHED = "published", _("Publicada")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    serial = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=20, blank=True)
    scheduled_at = models.DateTimeField(_("fecha"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    seed = models.CharField(_("semilla"), max_length=80)
    entrants = models.PositiveSmallIntegerField(default=0, editable=False)
    report = models.JSONField(default=dict)  # see rounds.services.drawn_matches
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)  # may lie in the future
    # Counts of matches, set by `rounds_of`.
    to_play: int
    finished: int
    playing: int
    waiting: int

    objects = RoundManager()

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number"),
            models.UniqueConstraint(fields=["tournament", "serial"], name="one_round_per_serial"),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(state="draft"), name="one_draft_per_stage"
            ),
        ]

    def __str__(self) -> str:
        stage = self.stage
        phase = phase_in_words(self.phase)
        return round_title(self.serial, stage.name_in_round_title(phase), phase, stage.by_calls)

    @property
    def short(self) -> str:
        """Return the short name: «Ronda 7»."""
        return numbered_round_name(self.serial, self.stage.by_calls)

    @property
    def name_in_hall(self) -> str:
        """Return the name of the round in the hall: «Semifinales», or «Ronda 7»."""
        return name_in_hall(self.serial, self.phase, self.stage.by_calls)

    @property
    def with_article(self) -> str:
        """Return the round inside a sentence: «las semifinales», or «la ronda 7»."""
        return round_with_article(self.serial, self.phase, self.stage.by_calls)

    @property
    def draws_lots(self) -> bool:
        """Return whether lots were drawn for the round."""
        return self.stage.draws_lots(self.number)

    @property
    def is_silent(self) -> bool:
        """Return whether the round is one of the `silent` rounds now."""
        return self.is_silent_at(timezone.now())

    def is_silent_at(self, moment: datetime) -> bool:
        """Return whether the round is one of the `silent` rounds at this moment."""
        is_announced = self.announced_at is not None and self.announced_at <= moment
        return self.state == self.State.PUBLISHED and not is_announced

    def is_shown_to(self, audience: Audience) -> bool:
        """Return whether the round is published and not hidden from the audience."""
        if self.state != self.State.PUBLISHED:
            return False
        if audience.hidden_rounds is None:
            return self.announced_at is not None and self.announced_at <= audience.moment
        return self.pk not in audience.hidden_rounds

    @property
    def is_announced_apart(self) -> bool:
        """Return whether the round is announced by hand, separately from its publication.

        A round drawn in public, and a call to free tables, are announced immediately.
        """
        is_announced_by_hand = self.tournament.announcing == Announcing.BY_HAND
        return is_announced_by_hand and not self.report.get("in_public") and not self.stage.by_calls

    @property
    def by_lot(self) -> bool:
        """Return whether the seed decided any match; the later rounds of a bracket are fixed."""
        return self.stage.system.by_lot(self.number, self.stage.format_rules())


class Match(models.Model):
    """Entries that meet at a table. A bye is a match with one side and no number.

    `position` counts the matches of the round, from 1; the boards of a tie share one `position`.
    `number` counts the matches of the whole tournament; `code` identifies the match on the paper of
    its acta. A postponed match has no table and is not called; `postponed_to` is its new date, if
    known.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("Sin publicar")
        WAITING = "waiting", _("En espera de mesa")
        POSTPONED = "postponed", _("Aplazado")
        PLAYING = "playing", _("En juego")
        FINISHED = "finished", _("Terminado")
        BYE = "bye", _("Descansa")

    UNFINISHED = (State.PLAYING, State.WAITING, State.POSTPONED)  # published, without a result

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    position = models.PositiveSmallIntegerField()
    # number of the board, from 1, in a tie between teams
    board = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveIntegerField(null=True, blank=True)
    code = models.CharField(max_length=8, unique=True)
    # purpose of the match, as `formats.core.Pairing.purpose`
    purpose = models.CharField(max_length=20, blank=True)
    group = models.CharField(_("grupo"), max_length=8, blank=True)
    table = models.PositiveSmallIntegerField(_("mesa"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    link_serial = models.PositiveSmallIntegerField(default=1)  # a new number revokes the link
    called_at = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)  # given by a referee
    finished_at = models.DateTimeField(null=True, blank=True)
    postponed_to = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "position", "board"], name="one_match_per_position"
            ),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_match_per_number"),
            models.UniqueConstraint(
                fields=["tournament", "table"],
                condition=models.Q(state="playing"),
                name="a_table_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="playing") | models.Q(table__isnull=False),
                name="nobody_plays_without_table",
            ),
            models.CheckConstraint(
                condition=models.Q(state="postponed") | models.Q(postponed_to__isnull=True),
                name="only_a_postponed_match_has_a_date",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="postponed") | models.Q(table__isnull=True),
                name="a_postponed_match_has_no_table",
            ),
        ]

    def __str__(self) -> str:
        return _("Encuentro %(number)s") % {"number": self.number}

    @property
    def state_in_words(self) -> str:
        """Return the state of the match; a postponed match adds its date."""
        if self.state == self.State.POSTPONED:
            return postponed_in_words(self.postponed_to)
        return str(self.get_state_display())

    shown_acta: Any  # the live acta, set by the pages of `scoring` that read it

    def game_rules(self) -> GameOptions:
        """Return the stage's game options, adapted to the number of sides in the match."""
        stage = self.round.stage
        options = stage.read_once(self.tournament.rules.Options, stage.game_options)
        if not options.table_sizes:
            return options
        side_count = len({side.side for side in self.sides.all()})
        return options if side_count in (0, 1, options.sides) else options.with_sides(side_count)

    @property
    def guests(self) -> list[Entry]:
        """Return the guests: entries for which the match does not count."""
        return [side.entry for side in self.sides.all() if side.guest]

    @property
    def everybody(self) -> list[Entry]:
        """Return every entry of the match, by side.

        Queries that list matches prefetch the sides (`rounds.selectors.places.sides`).
        """
        return [side.entry for side in self.sides.all()]

    @property
    def entries(self) -> list[Entry | Partners]:
        """Return each side as an entry or partners. Queries prefetch the sides (`everybody`)."""
        sides: list[list[MatchSide]] = []
        for row in self.sides.all():
            if row.side == len(sides):
                sides.append([])
            sides[row.side].append(row)
        return [side_of([row.entry for row in rows], rows[0].names) for rows in sides]


class MatchSide(models.Model):
    """The side that an entry plays in a match (0 = A, 1 = B…). `place` orders partners on a side.

    `round` and `board` repeat the values of the match, so that the database keeps an entry out of
    two matches on one board of a round. A `guest` plays a second match in the round so that a
    resting entry can catch up; that match does not count for the guest.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    round = models.ForeignKey(Round, models.CASCADE, related_name="sides")
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(default=0)
    board = models.PositiveSmallIntegerField(default=0)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sides")
    guest = models.BooleanField(default=False)
    names = models.CharField(max_length=300, blank=True)  # who plays, if not the whole entry
    acta_count: int  # number of actas of the match, set by `line_ups.team_sides`
    line_up = models.ManyToManyField(  # the people of the squad who play this board
        Player, through="LineUp", related_name="boards"
    )

    class Meta:
        ordering = ["match_id", "side", "place"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "place"], name="one_entry_per_side"),
            models.UniqueConstraint(
                fields=["round", "entry", "board"],
                condition=models.Q(guest=False),
                name="an_entry_once_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{'ABCDE'[self.side]}: {self.entry_id}"


class LineUp(models.Model):
    """A person of a team at a board of a tie."""

    side = models.ForeignKey(MatchSide, models.CASCADE, related_name="lined_up")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["side_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["side", "position"], name="one_person_per_chair"),
            models.UniqueConstraint(fields=["side", "player"], name="a_person_once_a_board"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} ({self.side_id})"


class Swap(models.Model):
    """Two entries exchanged by hand in a draw. A public page lists it with author and reason."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="swaps")
    first = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150)
    reason = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.first_id} ↔ {self.second_id}"
