"""Work that isn't done in requests: periodic jobs and the moves of bots."""
