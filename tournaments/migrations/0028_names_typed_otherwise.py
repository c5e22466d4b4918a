"""Recompute every identity: two spellings of a name («Mª» and «María», ø and o) are now equal."""

from collections import Counter

from django.db import migrations

from tournaments.names.people import Person, identity

LONGEST = 220  # the most letters of Player.identity


def identify_again(apps, schema_editor):
    """Store the new identity of each person, and the town of people who share a name.

    If two people of a tournament get the same identity, both stay: the key of the person who was
    registered later is added to the identity.
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
            one.identity = f"|{one.pk}"  # free until the end: two people may swap theirs
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
