"""What open pages receive over WebSockets: boards, badges, who is here."""
