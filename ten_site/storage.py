"""Static files under names that hold a hash of their content, compressed; a missing one breaks no page."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class Hashed(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Before they are collected (in tests, in commands), files have their plain names."""

    manifest_strict = False

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            return name
