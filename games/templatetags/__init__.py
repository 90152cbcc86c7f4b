"""What the templates of tables need beyond Django's own."""
