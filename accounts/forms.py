"""The forms of sign-up, login and settings."""

import json
import zoneinfo
from functools import cache
from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as second
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import names
from accounts.models import User
from accounts.passwords import LONGEST, SHORTEST

LABELS: dict[str, Any] = {
    "login": _("Name or e-mail"),
    "password": _("Password"),
    "username": _("Name"),
    "email": _("E-mail"),
    "password1": _("Password"),
    "password2": _("Confirm password"),
    "oldpassword": _("Current password"),
    "code": _("Code"),
    "name": _("Name of this key"),
    "passwordless": _("Use as a passkey, without my password"),
}
HELP: dict[str, Any] = {
    "login": "",
    "username": format_lazy(
        _("This is the name others see. Up to {most} letters, digits, dots, dashes and underscores."),
        most=names.LONGEST,
    ),
    "passwordless": _("You'll confirm with your fingerprint, face or PIN instead of typing your password."),
}
LONGEST_QUIET = 12  # hours per day
MOST = {"login": 254, "email": 254, "code": 64, "name": 60}


class FormMixin:
    """Give allauth's forms our labels, no placeholders, and a maximum length for each field."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name) or field.label
            field.help_text = HELP.get(name, field.help_text or "")
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.CharField) and not isinstance(field, forms.JSONField):
                self.bound(name, field)
        if "password1" in self.fields:
            self.fields["password1"].help_text = " ".join(filter(None, password_validators_help_texts()))

    def bound(self, name: str, field: forms.CharField) -> None:
        """Keep huge values out of hashes, queries and pages."""
        most = LONGEST if "password" in name else MOST.get(name)
        if not most:
            return
        field.max_length = most
        field.validators.append(forms.CharField(max_length=most).validators[0])
        if "password" not in name:  # which would silently cut off a pasted password
            field.widget.attrs["maxlength"] = most


class Login(FormMixin, account.LoginForm):  # type: ignore[misc]
    """Log in by name or by a confirmed address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
        self.fields["password"].help_text = ""


class Signup(FormMixin, account.SignupForm):  # type: ignore[misc]
    """Sign up with a name, a password and, optionally, an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        name.widget.attrs.pop("minlength", None)
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("So you can reset your password and, if you want, hear when it's your turn.")
        self.fields["password1"].widget.attrs["minlength"] = SHORTEST


class ResetPassword(FormMixin, account.ResetPasswordForm):  # type: ignore[misc]
    """Ask for a link that resets the password."""


class ResetPasswordKey(FormMixin, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """Set a new password after following the link."""


class ChangePassword(FormMixin, account.ChangePasswordForm):  # type: ignore[misc]
    """Replace the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("Confirm new password")


class SetPassword(FormMixin, account.SetPasswordForm):  # type: ignore[misc]
    """Set the first password."""


class Reauthenticate(FormMixin, account.ReauthenticateForm):  # type: ignore[misc]
    """Enter the password again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class AddEmail(FormMixin, account.AddEmailForm):  # type: ignore[misc]
    """Add an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


class Code(FormMixin, second.AuthenticateForm):  # type: ignore[misc]
    """Enter a code at login."""


class ReauthenticateWithCode(FormMixin, second.ReauthenticateForm):  # type: ignore[misc]
    """Enter a code again."""


class ActivateCode(FormMixin, totp.ActivateTOTPForm):  # type: ignore[misc]
    """Enter an authenticator app's first code."""


class Credential(forms.JSONField):
    """The browser's JSON about a passkey. Invalid input is refused, however deeply nested."""

    widget = forms.HiddenInput

    def bound_data(self, data: Any, initial: Any) -> None:
        """Don't show a refused value again, because a passkey's answer works only once."""

    def prepare_value(self, value: Any) -> str:
        """Leave the field empty until a passkey has answered."""
        return ""

    def to_python(self, value: Any) -> Any:
        """Parse a dictionary of dictionaries, or refuse the value."""
        try:
            read = super().to_python(value)
            flat = len(json.dumps(read)) < 20_000
        except (RecursionError, ValueError) as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        if read is not None and not (flat and isinstance(read, dict) and isinstance(read.get("response"), dict)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return read


class PasskeyMixin(FormMixin):
    """Answer whatever a browser may send with a readable error."""

    sentence = _("Something went wrong with this key. Please try again.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = Credential(
            error_messages={
                "invalid": self.sentence,
                "required": _("No key responded. Turn on JavaScript and try again."),
            }
        )

    def _clean_fields(self) -> None:
        self.refuse("_clean_fields")

    def _clean_form(self) -> None:
        self.refuse("_clean_form")

    def refuse(self, step: str) -> None:
        """Run a cleaning step. Reading hostile bytes may fail in any way, so every exception is a refusal."""
        try:
            getattr(super(), step)()
        except Exception:
            self.cleaned_data: dict[str, Any] = {}
            self.add_error(None, self.sentence)  # type: ignore[attr-defined]


class AddPasskey(PasskeyMixin, passkeys.AddWebAuthnForm):  # type: ignore[misc]
    """Add a passkey."""


class PasskeyAsSecondFactor(PasskeyMixin, passkeys.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """Use a passkey after the password."""


class PasskeyLogin(PasskeyMixin, passkeys.LoginWebAuthnForm):  # type: ignore[misc]
    """Use a passkey instead of a password."""


class ReauthenticateWithPasskey(PasskeyMixin, passkeys.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Use a passkey again."""


class RenamePasskey(FormMixin, passkeys.EditWebAuthnForm):  # type: ignore[misc]
    """Rename a passkey."""


@cache
def list_zones() -> list[tuple[str, str]]:
    """Return the names of time zones to choose from."""
    regions = (
        "Africa/",
        "America/",
        "Antarctica/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
    )
    known = sorted(zone for zone in zoneinfo.available_timezones() if zone.startswith(regions))
    return [(zone, zone.replace("_", " ").replace("/", " – ")) for zone in [*known, "UTC"]]


def find_zone(name: object) -> str:
    """Return the offered time zone with the name that a browser sent, or an empty string."""
    known = {zone for zone, _label in list_zones()}
    if name in ("Etc/UTC", "Etc/GMT", "GMT"):
        return "UTC"
    return name if isinstance(name, str) and name in known else ""


def list_hours() -> list[tuple[int, str]]:
    """Return the hours of a day."""
    return [(hour, f"{hour:02}:00") for hour in range(24)]


class Settings(forms.ModelForm):  # type: ignore[type-arg]
    """The settings of one user, with quiet hours. Hours that aren't sent stay as they are."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), required=False, choices=lambda: [("", _("Match my device")), *list_zones()]
    )
    quiet_from = forms.TypedChoiceField(
        label=pgettext_lazy("quiet hours", "From"), required=False, choices=list_hours, coerce=int, empty_value=None
    )
    quiet_to = forms.TypedChoiceField(
        label=pgettext_lazy("quiet hours", "To"),
        required=False,
        choices=list_hours,
        coerce=int,
        empty_value=None,
    )

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field in requests."""
        return {"wants_sound": "sound", "wants_next_game": "go_on"}.get(field_name, field_name)

    def clean(self) -> dict[str, Any]:
        """Limit quiet hours to half the day; otherwise clocks would stand still forever."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in ("quiet_from", "quiet_to"):
            if cleaned.get(name) is None and name not in self.errors:
                cleaned[name] = getattr(self.instance, name)
        if not self.errors and (cleaned["quiet_to"] - cleaned["quiet_from"]) % 24 > LONGEST_QUIET:
            self.add_error(
                "quiet_to", _("Quiet hours can be at most 12 hours long. Choose a later start or an earlier end.")
            )
        return cleaned

    class Meta:
        model = User
        fields = ("theme", "time_zone", "quiet_from", "quiet_to", "wants_sound", "wants_next_game")
        widgets = {"theme": forms.RadioSelect}  # noqa: RUF012
        labels = {"theme": _("Theme"), "wants_sound": _("Play sounds at the table")}  # noqa: RUF012
