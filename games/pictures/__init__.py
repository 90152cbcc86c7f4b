"""Pictures of tables for previews of links: PNG, drawn with the drawings of the pages."""

from games.pictures.scene import HIGH, WIDE, picture

__all__ = ["HIGH", "WIDE", "picture"]
