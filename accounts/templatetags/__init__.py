"""What templates say about people."""
