"""Plans for TEN Push."""
