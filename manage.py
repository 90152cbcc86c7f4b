#!/usr/bin/env python3
"""The commands of the site: `.venv/bin/python manage.py help`."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("This Python has no Django. Run `make env`, then `.venv/bin/python manage.py`.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
