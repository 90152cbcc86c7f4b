"""Tags and filters of the templates of games."""
