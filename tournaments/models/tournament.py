"""The tournament as an organiser sets it up: the tournament, its stages and its team."""

import secrets
from collections.abc import Callable, Hashable
from copy import deepcopy
from decimal import Decimal
from functools import cached_property
from typing import Any, TypeVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from rules.core import AnyGame, GameOptions
from tournaments import formats
from tournaments.formats.base import AnyFormat, Format, FormatOptions
from tournaments.formats.base import OptionsT as FormatOptionsT
from tournaments.formats.boxes import PromotionBoxes
from tournaments.formats.clock import Clock
from tournaments.formats.knockout import Knockout
from tournaments.formats.lives import Lives
from tournaments.formats.quotas import REST
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.teams import boards_in_tie
from tournaments.formats.words import default_stage_name
from tournaments.models.club import Club
from tournaments.words import TEAM, UNITS, Unit

OptionsT = TypeVar("OptionsT")
Answer = TypeVar("Answer")

MAX_TABLES = 500
MAX_ENTRY_SIZE = 3
MAX_SQUAD = 12
MAX_CONFIRMATIONS = 2
PRIVACY_LENGTH = 6_000
AMOUNT: dict[str, Any] = {"max_digits": 10, "decimal_places": 2, "default": Decimal("0.00")}
CURRENCIES = (
    *("EUR", "ARS", "UYU", "USD", "GBP", "CHF", "BRL", "CLP", "COP", "MXN", "PEN", "PYG", "BOB"),
    *("VES", "DOP", "CRC", "CUP", "MAD"),
)


def new_hall_code() -> str:
    """Return a code that cannot be guessed."""
    return secrets.token_urlsafe(16)


class Visibility(models.TextChoices):
    """The people who can find and see a tournament: see `tournaments.permissions`."""

    PUBLIC = "public", _("Público: está en la portada y en los buscadores")
    UNLISTED = "unlisted", _("Oculto: solo lo ven los que tienen la dirección")
    PRIVATE = (
        "private",
        _("Privado: solo lo ven los colaboradores, y los jugadores con el QR de su mesa"),
    )


class Announcing(models.TextChoices):
    """When the public sees a round: see `tournaments.rounds.services.announcing`."""

    AT_ONCE = "at_once", _("Al publicarla, como siempre")
    BY_HAND = (
        "by_hand",
        _(
            "A mano o a una hora fija. Hasta entonces solo la ven los colaboradores y quien lea "
            "las hojas impresas"
        ),
    )


class PublicNames(models.TextChoices):
    """How the public pages name the players: see `tournaments.names.audience`."""

    NAMES = "names", _("Con sus nombres")
    NUMBERS = "numbers", _("Solo con su número: «Pareja 12»")


class Hall(models.Model):
    """A place with numbered tables, where several tournaments may be played at the same time.

    Its creator and the organisers of the tournaments in it may run it.
    """

    name = models.CharField(_("nombre"), max_length=120)
    tables = models.PositiveSmallIntegerField(
        _("número de mesas"), validators=[MinValueValidator(1), MaxValueValidator(MAX_TABLES)]
    )
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="halls"
    )
    # The public address of its screen has this code, because a screen may show private tournaments.
    code = models.CharField(max_length=22, unique=True, default=new_hall_code)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tables__gte=1, tables__lte=MAX_TABLES),
                name="hall_tables_in_range",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """An event in one hall, with one game."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("nombre"), max_length=120)
    venue = models.CharField(_("lugar"), max_length=120, blank=True)
    starts_at = models.DateTimeField(_("fecha y hora de comienzo"))
    tables = models.PositiveSmallIntegerField(
        _("número de mesas"), validators=[MinValueValidator(1), MaxValueValidator(MAX_TABLES)]
    )
    # The hall that it shares with other tournaments, and its first table there (1 without a hall).
    hall = models.ForeignKey(
        Hall, models.SET_NULL, null=True, blank=True, related_name="tournaments"
    )
    first_table = models.PositiveSmallIntegerField(default=1)
    out_of_service = models.JSONField(default=list)  # numbers of the tables left empty, in order
    game = models.CharField(_("juego"), max_length=20)
    entry_size = models.PositiveSmallIntegerField(  # people in an entry
        _("personas por inscripción"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_ENTRY_SIZE)],
    )
    squad = models.PositiveSmallIntegerField(  # 0: an entry has exactly `entry_size` people
        _("jugadores que puede inscribir un equipo"),
        default=0,
        validators=[MaxValueValidator(MAX_SQUAD)],
    )
    capacity = models.PositiveSmallIntegerField(_("plazas"), default=0)  # 0: no limit
    confirmations = models.PositiveSmallIntegerField(
        _("confirmaciones de cada resultado"),
        default=1,
        validators=[MaxValueValidator(MAX_CONFIRMATIONS)],
    )
    provisional = models.BooleanField(
        _("la clasificación muestra también los resultados sin confirmar"), default=False
    )
    visibility = models.CharField(
        _("quién puede verlo"), max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    announcing = models.CharField(
        _("cuándo se muestra una ronda"),
        max_length=8,
        choices=Announcing.choices,
        default=Announcing.AT_ONCE,
    )
    # ISO times at which rounds become public without an action; past times stay.
    announcement_hours = models.JSONField(default=list)
    public_names = models.CharField(
        _("cómo salen los jugadores en público"),
        max_length=8,
        choices=PublicNames.choices,
        default=PublicNames.NAMES,
    )
    responsible = models.CharField(_("responsable de los datos"), max_length=120, blank=True)
    contact = models.CharField(_("contacto del responsable"), max_length=200, blank=True)
    privacy = models.TextField(  # replaces the default text; "" means the default
        _("texto de privacidad"), max_length=PRIVACY_LENGTH, blank=True
    )
    # Money: prices of an entry, and the purse of the prizes (`tournaments.money.sums.Purse`).
    currency = models.CharField(_("moneda"), max_length=3, default="EUR")
    fee = models.DecimalField(_("cuota"), **AMOUNT)
    deposit = models.DecimalField(_("fianza"), **AMOUNT)
    reentry_fee = models.DecimalField(_("precio del reenganche"), **AMOUNT)
    purse_percent = models.DecimalField(
        _("parte de las cuotas que va a premios"),
        max_digits=5,
        decimal_places=2,
        default=Decimal("100.00"),
    )
    purse_minimum = models.DecimalField(_("bolsa mínima garantizada"), **AMOUNT)
    purse_step = models.DecimalField(_("redondeo de los premios"), **AMOUNT)  # 0: to the cent
    purse_to_first = models.BooleanField(_("el redondeo va al primer premio"), default=True)
    # The tournament that this tournament rehearses. A rehearsal is a copy that is never public, and
    # is discarded.
    rehearsal_of = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="rehearsals"
    )
    # A template is never drawn nor public; editions made from it have `edition_visibility`.
    is_template = models.BooleanField(default=False)
    edition_visibility = models.CharField(
        max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="tournaments"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(is_template=False) | models.Q(visibility=Visibility.PRIVATE),
                name="a_template_is_private",
            ),
            models.CheckConstraint(
                condition=models.Q(rehearsal_of=None) | models.Q(visibility=Visibility.PRIVATE),
                name="a_rehearsal_is_private",
            ),
            models.CheckConstraint(
                condition=models.Q(tables__gte=1, tables__lte=MAX_TABLES), name="tables_in_range"
            ),
            models.CheckConstraint(
                condition=models.Q(first_table__gte=1, first_table__lte=MAX_TABLES),
                name="first_table_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(entry_size__gte=1, entry_size__lte=MAX_ENTRY_SIZE),
                name="entry_size_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    fee__gte=0, deposit__gte=0, reentry_fee__gte=0, purse_minimum__gte=0
                ),
                name="prices_from_zero",
            ),
            models.CheckConstraint(
                condition=models.Q(purse_percent__gte=0, purse_percent__lte=100),
                name="a_purse_of_the_fees",
            ),
            models.CheckConstraint(
                condition=models.Q(confirmations__lte=MAX_CONFIRMATIONS),
                name="confirmations_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> AnyGame:
        """Return this tournament's game, from `rules`."""
        return rules.GAMES[self.game]

    @property
    def table_numbers(self) -> range:
        """Return the numbers of the tables: from 1, or a part of the tables of its hall."""
        return range(self.first_table, self.first_table + self.tables)

    @property
    def has_prices(self) -> bool:
        """Return whether an entry costs money; if so, `Entry.paid` follows from the movements."""
        return bool(self.fee or self.deposit or self.reentry_fee)

    @property
    def tables_in_service(self) -> list[int]:
        """Return the tables in service, lowest first."""
        tables_out_of_service = set(self.out_of_service)
        return [table for table in self.table_numbers if table not in tables_out_of_service]

    @property
    def unit(self) -> Unit:
        """Return the words for an entry of this tournament: pareja, jugador, trío."""
        return TEAM if self.squad else UNITS[self.entry_size]

    my_role: str  # role of the user for whom `tournaments_of` lists this tournament
    request_cache: "RequestCache | None" = None  # cache of the request that loaded it

    @property
    def stage(self) -> "Stage":
        """Return the stage that the request names, or the stage in play if it names none.

        The stage is looked up once, and stays the same object.
        """
        self.request_cache = self.request_cache or RequestCache(self)
        return self.request_cache.stage

    @property
    def chosen_stage(self) -> int | None:
        """Return the number of the stage that the request names, or None for the stage in play."""
        return self.request_cache.number if self.request_cache else None

    def look_at(self, stage: int | None) -> "Tournament":
        """Make `stage` return the stage of this number (None: in play); return the tournament."""
        self.request_cache = self.request_cache or RequestCache(self)
        self.request_cache.number = stage
        self.request_cache.current_stage = None
        return self


class RequestCache:
    """What one request has read of a tournament.

    `number` is the requested stage, None for the stage in play. `revision` is the revision of the
    page, once `tournaments.site.page_cache` has fixed it. In a request that only `reads`,
    `ask_once` makes each query once.
    """

    def __init__(
        self, tournament: Tournament, number: int | None = None, *, reads: bool = False
    ) -> None:
        self.tournament = tournament
        self.number = number
        self.reads = reads
        self.current_stage: Stage | None = None
        self.revision: int | None = None
        self.answers: dict[Hashable, Any] = {}

    def ask_once(self, question: Hashable, ask: Callable[[], Any]) -> Any:
        """Return the result of `ask`; a request that only reads asks each `question` once."""
        if not self.reads:
            return ask()
        if question not in self.answers:
            self.answers[question] = ask()
        return self.answers[question]

    @property
    def stages(self) -> "list[Stage]":
        """Return the stages in order, with their `tournament` already set."""
        stages: list[Stage] = self.ask_once(
            "stages", lambda: list(self.tournament.stages.order_by("number"))
        )
        return stages

    @property
    def stage(self) -> "Stage":
        """Return the requested stage or the stage in play, looked up once.

        The stage in play is the last open stage; a consolation only if no other stage is open.
        Before any stage is open, it is the entry stage that was drawn last, or the first stage.
        """
        if self.current_stage is None:
            self.current_stage = self._find_stage()
        return self.current_stage

    def _find_stage(self) -> "Stage":
        stages = self.stages
        for stage in stages:
            if stage.number == self.number:
                return stage
        open_stages = [stage for stage in stages if stage.opened_at is not None]
        candidates = [stage for stage in open_stages if not stage.consoles] or open_stages
        return candidates[-1] if candidates else self._stage_drawn_last(stages)

    def _stage_drawn_last(self, stages: "list[Stage]") -> "Stage":
        if sum(not stage.intake for stage in stages) < 2:
            return stages[0]
        rounds = self.tournament.rounds.order_by("-serial").values_list("stage", flat=True)
        stage_key = self.ask_once("last drawn", rounds.first)
        return next((stage for stage in stages if stage.pk == stage_key), stages[0])


class Stage(models.Model):
    """A part of a tournament: a format with its options, and the length of a match.

    People enter in the first stage and in each stage that `takes_entries` (`Entry.enters`). A stage
    with an `intake` (`formats.quotas.Quota` as JSON) has `places` once it is open.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(_("sistema"), max_length=20)
    format_options = models.JSONField(default=dict)
    game_options = models.JSONField(default=dict)
    chain = models.JSONField(default=list)  # keys of the tie-breaks, in order
    seed = models.CharField(_("semilla"), max_length=64)
    name = models.CharField(_("nombre de la fase"), max_length=60, blank=True)
    takes_entries = models.BooleanField(_("se inscribe gente en ella"), default=False)
    capacity = models.PositiveSmallIntegerField(_("plazas de la fase"), default=0)  # 0: no limit
    intake = models.JSONField(default=list)  # quotas, in order; [] for no qualifiers
    declined = models.JSONField(default=list)  # numbers of entries that declined their place
    carries = models.BooleanField(_("se arrastran los puntos"), default=False)
    counting = models.JSONField(default=dict)  # fields of scoring.standings.counting
    refereeing = models.JSONField(default=dict)  # fields of refereeing.ladders.Refereeing
    wishes = models.JSONField(default=dict)  # see people.selectors.wishes
    dates = models.JSONField(default=list)  # ISO time of each round, in order; "" unknown
    rest_dates = models.JSONField(default=list)  # ISO days on which no round is set, in order
    at_home = models.BooleanField(_("se juega en la sede de casa"), default=False)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)  # time of the last call

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.format}"

    @property
    def label(self) -> str:
        """Return the name of the stage; for an unnamed stage, its system: «Suizo»."""
        return self.name or default_stage_name(self.format, self.number)

    def name_in_round_title(self, phase: str = "") -> str:
        """Return the name of the stage for the title of a round; for an unnamed stage, «Fase 2».

        An unnamed stage returns "" if it is stage 1 or if the round has a `phase`.
        """
        if self.name or phase or self.number == 1:
            return self.name
        return gettext("Fase %(number)s") % {"number": self.number}

    @property
    def has_people(self) -> bool:
        """Return whether the entries are known: no stage feeds this stage, or it is open."""
        return not self.intake or self.opened_at is not None

    @property
    def is_fed(self) -> bool:
        """Return whether the stage is open and all its entries come from other stages."""
        return self.opened_at is not None and not self.takes_entries

    @property
    def consoles(self) -> bool:
        """Return whether the stage takes only entries that qualify for no other stage."""
        return bool(self.intake) and all(quota["per"] == REST for quota in self.intake)

    def game_rules(self) -> GameOptions:
        """Return the game's `Options` for the matches of this stage."""
        return self.read_once(self.tournament.rules.Options, self.game_options)

    def read_once(self, options_class: type[OptionsT], values: dict[str, Any]) -> OptionsT:
        """Return options of this stage, parsed again only if their values have changed."""
        parsed_values, options = self._options.get(options_class, (None, None))
        if parsed_values == values and isinstance(options, options_class):
            return options
        options = options_class(**values)
        self._options[options_class] = deepcopy(values), options
        return options

    @cached_property
    def _options(self) -> dict[type, tuple[dict[str, Any], object]]:
        """Return the options already parsed, by class, each with the values that were parsed."""
        return {}

    def sides(self) -> int:
        """Return the usual number of sides in a match of this stage."""
        return self.game_rules().sides

    def table_sizes(self) -> tuple[int, ...]:
        """Return the alternative numbers of sides in a match of this stage; () for none."""
        return self.game_rules().table_sizes

    @property
    def system(self) -> AnyFormat:
        """Return the format of this stage."""
        return formats.format(self.format)

    def format_rules(self) -> FormatOptions:
        """Return the options of the format."""
        return self.options_for(self.system)

    def options_for(self, format: Format[FormatOptionsT]) -> FormatOptionsT:
        """Return the options of the stage, typed as options of `format`, which must be its own."""
        return self.read_once(format.options_class, self.format_options)

    def bye_value(self) -> str:
        """Return the worth of a bye in this stage: `formats.core.WIN`, …"""
        return self.system.bye_value(self.format_rules())

    def draws_lots(self, number: int) -> bool:
        """Return whether lots are drawn for round `number`.

        No lot is drawn for a round that follows from results, ranks or a calendar.
        """
        options = self.format_rules()
        if number == 1 and self.is_fed:
            return not self.system.is_fixed_by_ranks(options)
        return self.system.by_lot(number, options)

    def depends_on_results(self) -> bool:
        """Return whether a round of this stage depends on the results of earlier rounds."""
        return self.system.depends_on_results(self.format_rules())

    @property
    def has_bracket(self) -> bool:
        """Return whether the matches of this stage can be shown as a bracket."""
        return self.system.has_bracket

    @property
    def redraws_bracket(self) -> bool:
        """Return whether each round of the bracket is drawn anew."""
        system = self.system
        return isinstance(system, Knockout) and self.options_for(system).redraw

    @property
    def has_lives(self) -> bool:
        """Return whether an entry is out after a number of losses."""
        return isinstance(self.system, Lives)

    @property
    def has_calendar(self) -> bool:
        """Return whether all rounds of this stage are known in advance, as in a league."""
        return isinstance(self.system, RoundRobin)

    @property
    def has_dates(self) -> bool:
        """Return whether the rounds may have a date, as in every stage that is not by the clock."""
        return not self.by_calls

    @property
    def has_divisions(self) -> bool:
        """Return whether the groups are ranked, with the best entries in the first group."""
        return isinstance(self.system, PromotionBoxes)

    @property
    def by_calls(self) -> bool:
        """Return whether the stage has calls, not rounds: free entries are paired immediately."""
        return isinstance(self.system, Clock)

    def boards(self) -> int:
        """Return the number of matches in a tie between teams; 0 if entries meet in one match."""
        return boards_in_tie(self.system, self.format_rules())


class Place(models.Model):
    """The place of an entry in a stage for which it has qualified.

    `from_stage`, `from_group`, `from_place` and `from_overall` record its place in its former stage
    when this stage was opened (`formats.quotas.Claim`).
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="places")
    entry = models.ForeignKey("tournaments.Entry", models.PROTECT, related_name="places")
    seed = models.PositiveSmallIntegerField(default=0)  # seed from 1, by rank; 0 if unseeded
    source = models.CharField(max_length=60, blank=True)  # «1.º del grupo B»
    # values that the entry carries over, by field of Counting
    carried = models.JSONField(default=dict)
    group = models.CharField(max_length=4, blank=True)  # former stage and group
    from_stage = models.PositiveSmallIntegerField(default=0)  # number of its former stage
    from_group = models.CharField(max_length=8, blank=True)
    # place in its former group; 0 if unknown
    from_place = models.PositiveSmallIntegerField(default=0)
    # place in its former stage; 0 if unknown
    from_overall = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["stage", "seed", "entry"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="an_entry_once_a_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.entry_id}"


class Role(models.TextChoices):
    """The role of a user in one tournament."""

    ORGANISER = "organiser", _("Organización")
    STAGE = "stage", _("Organización de una fase")
    DESK = "desk", _("Mesa de control")
    REFEREE = "referee", _("Árbitro")


class Membership(models.Model):
    """A user's role in a tournament.

    A referee may have only some `tables` (`table_ranges`; "" is all). `stage` is the number of the
    stage that a role STAGE organises, 0 for other roles.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="team")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    role = models.CharField(_("cargo"), max_length=12, choices=Role.choices)
    tables = models.CharField(_("mesas"), max_length=120, blank=True)
    stage = models.PositiveSmallIntegerField(_("fase"), default=0)

    class Meta:
        ordering = ["tournament", "role", "user"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role=Role.STAGE, stage__gte=1)
                | (~models.Q(role=Role.STAGE) & models.Q(stage=0)),
                name="one_stage_for_its_organiser",
            ),
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


def ask_once(tournament: Tournament, question: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return the result of `ask`; a request that only reads asks each `question` once."""
    if tournament.request_cache is None:
        return ask()
    answer: Answer = tournament.request_cache.ask_once(question, ask)
    return answer
