"""Texts that no field or URL may fail on."""

HOSTILE = [
    "\x01\x02",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "💩" * 3000,
    "%s%n{0}{{7*7}}",
    "\ud7ff\u202e",
    "../" * 99,
]
