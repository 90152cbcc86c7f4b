"""How each kind is shown, and how its forms are read: one module a kind, named in `registry`."""
