"""What happens without a request: the list of periodic work, and bots that move."""
