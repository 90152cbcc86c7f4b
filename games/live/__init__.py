"""What open pages hear at once: boards, badges, who is here."""
