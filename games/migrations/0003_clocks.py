"""Games over days: the clocks of seats, and whose each new row is."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_days"),
        ("games", "0002_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="seat",
            name="seat_waiting",
        ),
        migrations.AddField(
            model_name="game",
            name="deadline",
            field=models.DateTimeField(help_text="when the clock has something to do here, or later", null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="least",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="the reliability, in percent, that sitting down asks"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="rematch_of",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="rematches", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="revision",
            field=models.PositiveIntegerField(default=0, help_text="what changed that is no move: clocks, seats"),
        ),
        migrations.AddField(
            model_name="game",
            name="warned",
            field=models.PositiveSmallIntegerField(default=0, help_text="how often all were told that nobody plays"),
        ),
        migrations.AddField(
            model_name="invitation",
            name="expires",
            field=models.DateTimeField(
                help_text="until when it waits for an answer; nothing once there was one", null=True
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="spent",
            field=models.BigIntegerField(
                help_text="milliseconds that the decision cost, where a clock runs", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="asked",
            field=models.DateTimeField(help_text="since when the game waits for this decision", null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank",
            field=models.BigIntegerField(default=0, help_text="milliseconds left when the last decision was made"),
        ),
        migrations.AddField(
            model_name="seat",
            name="counted",
            field=models.BooleanField(default=False, help_text="stands in its player's reliability already"),
        ),
        migrations.AddField(
            model_name="seat",
            name="leaver",
            field=models.ForeignKey(
                help_text="who left, if another sat down",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="lost",
            field=models.CharField(
                choices=[("resigned", "resigned"), ("clock", "ran out of time")],
                default="",
                help_text="how the first player left",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="off",
            field=models.BooleanField(default=False, help_text="would call the game off"),
        ),
        migrations.AddField(
            model_name="seat",
            name="plans",
            field=models.BooleanField(default=False, help_text="has plans that can act"),
        ),
        migrations.AddField(
            model_name="seat",
            name="stage",
            field=models.CharField(default="", help_text="how far the clock of this decision has come", max_length=8),
        ),
        migrations.AddField(
            model_name="seat",
            name="told",
            field=models.BooleanField(default=True, help_text="nothing new of this seat has to be told to its player"),
        ),
        migrations.AddField(
            model_name="seat",
            name="until",
            field=models.DateTimeField(
                help_text="when the clock decides, or the bank is empty, or grace is over", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="left",
            field=models.BooleanField(default=False, help_text="nobody sits here any more: a bot plays on"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("deadline__isnull", False)), fields=["deadline"], name="game_deadline"
            ),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(condition=models.Q(("declined", False)), fields=["expires"], name="invitation_expires"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("waiting", True)), fields=["user", "until"], name="seat_waiting"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("told", False)), fields=["id"], name="seat_untold"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "aborted"), _negated=True), fields=("rematch_of",), name="game_rematch"
            ),
        ),
        migrations.AddField(
            model_name="device",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="devices", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddIndex(
            model_name="downtime",
            index=models.Index(fields=["end"], name="downtime_end"),
        ),
        migrations.AddField(
            model_name="draft",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="draft",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="gift",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="gift",
            name="game",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="gifts", to="games.game"),
        ),
        migrations.AddField(
            model_name="notice",
            name="device",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.device"
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="plan",
            name="game",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="plans", to="games.game"),
        ),
        migrations.AddField(
            model_name="plan",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="about",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="reports", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="talk",
            name="game",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="talk", to="games.game"),
        ),
        migrations.AddField(
            model_name="talk",
            name="user",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="talk",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.talk"
            ),
        ),
        migrations.AddField(
            model_name="visit",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="visits", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="visit",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="visits", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="draft_user"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("status__in", ("waiting", "sending"))), fields=["due", "id"], name="notice_due"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["user", "-id"], name="notice_ledger"),
        ),
        migrations.AddIndex(
            model_name="plan",
            index=models.Index(condition=models.Q(("status", "active")), fields=["game", "seat"], name="plan_active"),
        ),
        migrations.AddIndex(
            model_name="talk",
            index=models.Index(fields=["user", "at"], name="talk_often"),
        ),
        migrations.AddConstraint(
            model_name="talk",
            constraint=models.UniqueConstraint(fields=("game", "audience", "number"), name="talk_number"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(condition=models.Q(("status", "open")), fields=["-made"], name="report_open"),
        ),
        migrations.AddConstraint(
            model_name="visit",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="visit_user"),
        ),
    ]
