"""Pictures of tables for previews of links: PNG, drawn with the drawings of the pages."""
