"""Rounds, matches and who sits where."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Stage, Tournament


class Round(models.Model):
    """Matches drawn together. A draft is seen by the organiser only."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Borrador")
        PUBLISHED = "published", _("Publicada")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    seed = models.CharField(_("semilla"), max_length=80)
    report = models.JSONField(default=dict)  # fields of formats.core.Report
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(state="draft"), name="one_draft_per_stage"
            ),
        ]

    def __str__(self) -> str:
        return _("Ronda %(number)s") % {"number": self.number}


class Match(models.Model):
    """Entries meeting at a table. A bye is a match with one side and no number.

    `position` is the place in the round (and in the bracket); `number` runs through the whole
    tournament, as people say it at the desk; `code` identifies the acta's paper.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("Sin publicar")
        WAITING = "waiting", _("En espera de mesa")
        PLAYING = "playing", _("En juego")
        FINISHED = "finished", _("Terminada")
        BYE = "bye", _("Descansa")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(null=True, blank=True)
    code = models.CharField(max_length=8, unique=True)
    purpose = models.CharField(max_length=12, blank=True)  # "", "final" or "third_place"
    table = models.PositiveSmallIntegerField(_("mesa"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    called_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="one_match_per_position"),
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
        ]

    def __str__(self) -> str:
        return _("Partida %(number)s") % {"number": self.number}

    @property
    def entries(self) -> list[Entry]:
        """The entries by side. Prefetch `sides__entry__seats__player` in lists."""
        return [side.entry for side in self.sides.all()]


class MatchSide(models.Model):
    """One entry's side of a match: 0 is A, 1 is B. `round` repeats the match's, so that the
    database itself keeps an entry out of two matches of one round."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    round = models.ForeignKey(Round, models.CASCADE, related_name="sides")
    side = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sides")

    class Meta:
        ordering = ["match", "side"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="one_entry_per_side"),
            models.UniqueConstraint(fields=["round", "entry"], name="an_entry_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{'ABCDE'[self.side]}: {self.entry_id}"


class Swap(models.Model):
    """Two entries changed places by hand in a draw: listed in public, with who and why."""

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
