"""The wiring of the site: settings, and nothing that plays."""
