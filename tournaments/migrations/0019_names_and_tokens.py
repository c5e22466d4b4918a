"""Replace tokens stored in clear by tokens that expire, and stored logins by display names."""

from datetime import timedelta
from hashlib import sha256

from django.contrib.auth import get_user_model
from django.db import migrations
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

OLD_TABLE = "authtoken_token"
DAYS = 90
SIGNED = (("author", "author_name"), ("answered_by", "answered_name"))


def move_tokens(apps, schema_editor):
    """Store the digest of each old token, under the name «Token antiguo», and drop the old table."""
    connection, quote = schema_editor.connection, schema_editor.quote_name
    if OLD_TABLE not in connection.introspection.table_names():
        return
    ApiToken, User = (apps.get_model("tournaments", "ApiToken"), get_user_model())
    passwords = dict(apps.get_model("auth", "User").objects.values_list("pk", "password"))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {quote('key')}, user_id FROM {quote(OLD_TABLE)}")
        keys = cursor.fetchall()
    until = timezone.now() + timedelta(days=DAYS)
    ApiToken.objects.bulk_create(
        ApiToken(
            user_id=user,
            name="Token antiguo",
            digest=sha256(key.encode()).hexdigest(),
            session_hash=User(password=passwords[user]).get_session_auth_hash(),
            expires_at=until,
        )
        for key, user in keys
        if user in passwords
    )
    schema_editor.execute(f"DROP TABLE {quote(OLD_TABLE)}")
    recorder = MigrationRecorder(connection)
    if recorder.has_table():  # so that old code can create its table again
        recorder.migration_qs.filter(app="authtoken").delete()


def show_no_login(apps, schema_editor):
    """Replace the login of an author without a name by «Cuenta 27», wherever it was stored."""
    people = apps.get_model("auth", "User").objects.filter(first_name="", last_name="")
    logins = dict(people.values_list("pk", "username"))
    for model in apps.get_models():
        names = {field.name for field in model._meta.get_fields()}
        for author, written in SIGNED:
            if {author, written} <= names:
                _rename(model, author, written, logins)
    shown = {login: f"Cuenta {pk}" for pk, login in logins.items()}
    Round = apps.get_model("tournaments", "Round")
    for round in Round.objects.only("pk", "report").iterator(chunk_size=200):
        if (report := _told(round.report, shown)) != round.report:
            Round.objects.filter(pk=round.pk).update(report=report)
    Ruling = apps.get_model("scoring", "Ruling")
    for said in set(Ruling.objects.exclude(lifted_by="").values_list("lifted_by", flat=True)):
        if said in shown:
            Ruling.objects.filter(lifted_by=said).update(lifted_by=shown[said])


def _rename(model, author, written, logins):
    told = model._default_manager.exclude(**{author: None}).order_by()
    for pk, said in set(told.values_list(f"{author}_id", written)):
        if said and said == logins.get(pk):
            told.filter(**{f"{author}_id": pk, written: said}).update(**{written: f"Cuenta {pk}"})


def _told(value, shown):
    if isinstance(value, dict):
        return {
            name: shown.get(one, one) if name == "by" and isinstance(one, str) else _told(one, shown)
            for name, one in value.items()
        }
    return [_told(one, shown) for one in value] if isinstance(value, list) else value


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_accounts"), ("scoring", "0026_photo")]

    operations = [
        migrations.RunPython(move_tokens, migrations.RunPython.noop),
        migrations.RunPython(show_no_login, migrations.RunPython.noop),
    ]
