from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_table_links'),
    ]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='refereeing',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='match',
            name='extra_minutes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
