"""The configuration of the site and its server."""
