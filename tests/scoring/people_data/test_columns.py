"""Every text column is classified: names of people, prose, or no names."""

from django.apps import apps
from django.db import models

from scoring.people_data.selectors.club_people import COLUMNS
from scoring.people_data.selectors.prose import PROSE_TABLES
from scoring.people_data.selectors.stored import ENTRY_COLUMNS
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.rounds.services.rounds import open_next_round
from tests.rows import words
from tournaments.models import ClubPerson, Entry

# Columns with data of people, and their files: anonymisation rewrites or deletes them.
PEOPLE_COLUMNS = words(
    "Player.name Player.surname Player.town Player.identity Player.apart Entry.name Entry.town",
    "Entry.origin Entry.venue",
    "ClubPerson.name ClubPerson.surname ClubPerson.town ClubPerson.licence ClubPerson.contact",
    "ClubPerson.identity",
    "ImportPreview.source ImportPreview.rows ImportPreview.remarks Job.upload",
    "Job.file Photo.file EntryRequest.name EntryRequest.players EntryRequest.town",
    "EntryRequest.phone EntryRequest.guardian EntryRequest.reason",
    "IdempotentCall.answer",  # deleted after a day
)
# Names of officers and of the club, rewritten when an account is deleted.
CLUB_COLUMNS = words("ClubLine.author_name ClubLine.subject ClubLine.before ClubLine.after")
# Text that an organiser writes about his tournament, and a user about his programs.
ORGANISER_COLUMNS = words(
    "Letterhead.logo Tournament.slug Tournament.name Tournament.venue Tournament.responsible",
    "Extra.name Prize.thing Prize.town",
    "Tournament.contact Tournament.privacy ApiToken.name Club.slug Club.name Club.town",
    "Season.slug Season.name Hall.name",
    "SignUpSettings.notice SignUpSettings.poster",
    "Webhook.url",
)
# Values of the program, digests and seeds (a draw is repeated from its seed).
COLUMNS_WITHOUT_NAMES = words(
    "EntryRequest.digest",
    "Entry.session Entry.categories Letterhead.colour Tournament.game Tournament.currency",
    "Tournament.out_of_service",
    "Tournament.announcement_hours Job.kind Job.code Job.worker AuditLine.act",
    "Ruling.fault Ruling.article Ruling.lines Screen.shows Screen.now Hand.line Hand.device",
    "Acta.device Signature.device Result.counts Result.tallies Erasure.counts Membership.tables",
    "Invitation.tables Invitation.digest ApiToken.digest ApiToken.session_hash Round.seed",
    "Round.phase DrawCommitment.secret DrawCommitment.digest Match.code Match.purpose Match.group",
    "Place.source Place.carried Place.group Place.from_group Stage.seed Stage.format",
    "Stage.format_options Stage.game_options Stage.chain Stage.intake Stage.declined",
    "Stage.counting Stage.refereeing Stage.wishes Stage.dates Season.table ApiToken.scopes",
    "Hall.code AuditLine.resource",
    "IdempotentCall.key IdempotentCall.digest IdempotentCall.location Webhook.kinds",
    "WebhookDelivery.kind WebhookDelivery.resource",
    "Stage.rest_dates",
    "ClubLine.act",
)


def test_every_column_is_rewritten_or_holds_no_name():
    rewritten_columns = {
        f"{table.model.__name__}.{name}" for table in PROSE_TABLES for name in table.columns
    }
    text_fields = (models.CharField, models.TextField, models.JSONField, models.FileField)
    all_columns = {
        f"{model.__name__}.{field.name}"
        for app in ("tournaments", "scoring")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.get_fields()
        if isinstance(field, text_fields) and not field.choices
    }
    listed_columns = {*PEOPLE_COLUMNS, *CLUB_COLUMNS, *ORGANISER_COLUMNS, *COLUMNS_WITHOUT_NAMES}
    assert all_columns - rewritten_columns - listed_columns == set(), (
        "add the column to WRITTEN or to a list above"
    )
    assert (
        rewritten_columns | listed_columns == all_columns and not rewritten_columns & listed_columns
    )


def test_the_data_file_of_an_entry_has_every_field_of_the_entry():
    fields = {field.name for field in Entry._meta.fields}
    assert fields - {"id", "tournament", "number"} == set(ENTRY_COLUMNS.split())


def test_the_data_file_of_a_club_person_has_every_field():
    fields = {field.name for field in ClubPerson._meta.fields}
    assert fields - {"id", "club", "identity"} == set(COLUMNS.split())


def test_an_anonymised_entry_keeps_no_text_about_its_people(casino, pairs, pilar):
    """Fill every text column of `Entry` that is listed above, and anonymise the entry."""
    pairs(casino, 4)
    open_next_round(stage=casino.stage, author=pilar)
    entry = casino.entries.get(number=1)
    names = [name.partition(".")[2] for name in PEOPLE_COLUMNS if name.startswith("Entry.")]
    Entry.objects.filter(pk=entry.pk).update(**dict.fromkeys(names, "Zzyzx"))
    anonymise_entries(tournament=casino, author=None, numbers=[1])
    entry.refresh_from_db()
    assert len(names) > 1 and "Zzyzx" not in {getattr(entry, name) for name in names}
