"""Static files with hashed names, bundled and compressed. A missing one breaks no page."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.compress import Compressor  # type: ignore[import-untyped]
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from ten_site.bundles import list_bundles


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Uses plain names until the files are collected (in tests and commands)."""

    manifest_strict = False

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Make the bundles from the collected files, then hash and compress everything."""
        bundles = {name: parts for name, parts in list_bundles().items() if paths.keys() >= set(parts)}
        for name, parts in {} if dry_run else bundles.items():
            self.delete(name)
            self._save(name, ContentFile(b"\n".join(self._read(part) for part in parts)))
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _read(self, name: str) -> bytes:
        with self.open(name) as file:
            return bytes(file.read())

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
