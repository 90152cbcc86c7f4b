"""Static files with hashed names, compressed. A missing one breaks no page."""

from functools import cache
from typing import Any

from whitenoise.compress import Compressor  # type: ignore[import-untyped]
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Uses plain names until the files are collected (in tests and commands)."""

    manifest_strict = False

    def create_compressor(self, **options: Any) -> Compressor:
        """Compress files that exist under a plain and a hashed name only once, which saves seconds."""
        compressor = Compressor(**options)
        compressor.compress_brotli = cache(compressor.compress_brotli)
        compressor.compress_gzip = cache(compressor.compress_gzip)
        return compressor

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            return name
