from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_exchanges")]

    operations = [migrations.RemoveIndex(model_name="match", name="byes_and_finals")]
