"""Write each person's identity again: «Mª» is «María», and ’, ø, ł and hyphens make nobody else."""

from collections import Counter

from django.db import migrations

from tournaments.names.people import Person, identity

LONGEST = 220  # letters of Player.identity


def identify_again(apps, schema_editor):
    """Give each person its new identity, and tell namesakes apart by their towns.

    Where two of a tournament come to be the same, both stay: the one registered later has its key
    at the end of its identity.
    """
    players = apps.get_model("tournaments", "Player").objects.using(schema_editor.connection.alias)
    people = list(players.order_by("tournament_id", "pk"))
    names, taken, changed = {}, set(), []
    for one in people:
        new = identity(Person(one.name, one.surname, one.town))
        names[one.pk] = one.tournament_id, new.partition("|")[0]
        if (one.tournament_id, new) in taken or len(new) > LONGEST:
            mark = f"|{one.pk}"
            new = new[: LONGEST - len(mark)] + mark
        taken.add((one.tournament_id, new))
        if new != one.identity:
            one.identity = f"|{one.pk}"  # nobody's: two people may change theirs for each other's
            changed.append((one, new))
    players.bulk_update([one for one, _new in changed], ["identity"], batch_size=500)
    for one, new in changed:
        one.identity = new
    times = Counter(names.values())
    for one in people:
        one.apart = one.town if times[names[one.pk]] > 1 else ""
    players.bulk_update(people, ["identity", "apart"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_announcements")]

    operations = [migrations.RunPython(identify_again, migrations.RunPython.noop)]
