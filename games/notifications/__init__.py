"""What people are told outside of their tables: collected, routed, checked again, and sent."""
