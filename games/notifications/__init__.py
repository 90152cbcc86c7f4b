"""Notifications by mail and push: collected, routed, checked again, and sent."""
