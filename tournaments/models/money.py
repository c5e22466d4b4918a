"""The money of a tournament: extras, charges, prizes and movements."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament

CONCEPT_LENGTH = 120
AMOUNT: dict[str, Any] = {"max_digits": 10, "decimal_places": 2}


class Extra(models.Model):
    """Something that an entry may order: a lunch, a raffle ticket."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="extras")
    name = models.CharField(_("nombre"), max_length=60)
    price = models.DecimalField(_("precio"), **AMOUNT)

    class Meta:
        ordering = ["tournament", "name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_extra_per_name"),
            models.CheckConstraint(condition=models.Q(price__gt=0), name="an_extra_has_a_price"),
        ]

    def __str__(self) -> str:
        return self.name


class Charge(models.Model):
    """A charge of an entry in addition to its fee; negative for a discount.

    It is never edited. `reverses` is the mistaken charge that this charge cancels.
    """

    class Kind(models.TextChoices):
        EXTRA = "extra", _("Extra")
        DISCOUNT = "discount", _("Descuento")
        DEPOSIT = "deposit", _("Fianza devuelta")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="charges")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    concept = models.CharField(_("concepto"), max_length=CONCEPT_LENGTH)
    quantity = models.PositiveSmallIntegerField(_("cantidad"), default=1)
    amount = models.DecimalField(_("importe"), **AMOUNT)
    reverses = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="reversed_by"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(amount=0), name="a_charge_has_an_amount")
        ]

    def __str__(self) -> str:
        return f"{self.concept} {self.amount}"


class Prize(models.Model):
    """A prize for a place in the standings, or for a place within a category."""

    class Category(models.TextChoices):
        PLACE = "place", _("Puesto de la clasificación")
        WOMEN = "women", _("Mujeres")
        JUNIOR = "junior", _("Júnior")
        VETERAN = "veteran", _("Veteranos")
        TOWN = "town", _("Del pueblo")
        LAST = "last", _("Último clasificado")

    ENTRY_CATEGORIES = (
        Category.WOMEN,
        Category.JUNIOR,
        Category.VETERAN,
    )  # the desk ticks them on an entry

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="prizes")
    category = models.CharField(_("para"), max_length=8, choices=Category.choices)
    place = models.PositiveSmallIntegerField(_("puesto"), default=1)  # place within the category
    town = models.CharField(_("pueblo"), max_length=60, blank=True)  # town of the category TOWN
    percent = models.DecimalField(
        _("porcentaje de la bolsa"),
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MaxValueValidator(100)],
    )
    amount = models.DecimalField(_("importe"), null=True, blank=True, **AMOUNT)
    thing = models.CharField(_("en especie"), max_length=CONCEPT_LENGTH, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "category", "place", "town"], name="one_prize_per_place"
            ),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="prizes_from_place_one"),
            models.CheckConstraint(
                condition=models.Q(percent__gt=0) | models.Q(amount__gt=0) | ~models.Q(thing=""),
                name="a_prize_is_something",
            ),
            models.CheckConstraint(
                condition=models.Q(percent=None) | models.Q(amount=None),
                name="a_prize_has_one_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.place}"


class Movement(models.Model):
    """A line of the cash book: money that came in (positive) or went out (negative).

    It is never edited or deleted. `reverses` is the mistaken movement, of the same kind, that this
    movement cancels. `number` counts receipts (payments and refunds) or vouchers (the other kinds),
    each series from 1 without gaps. The page or program that sends the movement makes its `uid`; a
    movement sent twice is recorded once.
    """

    class Kind(models.TextChoices):
        PAYMENT = "payment", _("Cobro")
        REFUND = "refund", _("Devolución")
        INCOME = "income", _("Otro ingreso")
        EXPENSE = "expense", _("Gasto")
        PRIZE = "prize", _("Premio")

    class Method(models.TextChoices):
        CASH = "cash", _("Efectivo")
        TRANSFER = "transfer", _("Transferencia")
        BIZUM = "bizum", _("Bizum")
        OTHER = "other", _("Otro")

    RECEIPTS = (Kind.PAYMENT, Kind.REFUND)
    COMES_IN = (Kind.PAYMENT, Kind.INCOME)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="movements")
    entry = models.ForeignKey(
        Entry, models.RESTRICT, null=True, blank=True, related_name="movements"
    )
    prize = models.ForeignKey(
        Prize, models.RESTRICT, null=True, blank=True, related_name="movements"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    number = models.PositiveIntegerField(_("número"))
    amount = models.DecimalField(_("importe"), **AMOUNT)
    method = models.CharField(_("cómo"), max_length=8, choices=Method.choices, default=Method.CASH)
    concept = models.CharField(_("concepto"), max_length=CONCEPT_LENGTH, blank=True)
    reverses = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="reversed_by"
    )
    uid = models.UUIDField(null=True, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=models.Q(kind__in=["payment", "refund"]),
                name="receipts_numbered_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=~models.Q(kind__in=["payment", "refund"]),
                name="vouchers_numbered_once",
            ),
            models.UniqueConstraint(fields=["tournament", "uid"], name="a_movement_sent_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["income", "expense"]) | ~models.Q(entry=None),
                name="a_payment_has_an_entry",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="prize") | ~models.Q(amount=0),
                name="a_movement_has_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}: {self.amount}"

    @property
    def size(self) -> Decimal:
        """Return the amount without its sign."""
        return abs(self.amount)
