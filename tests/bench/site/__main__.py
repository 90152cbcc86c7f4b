"""`python -m tests.bench.site 37`: measure only the goals with these last digits."""

import sys

from tests.bench.site import site

site(*sys.argv[1:2])
