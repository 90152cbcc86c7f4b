"""Start the server."""

import sys

from ten_site.server.main import main

try:
    main()
except KeyboardInterrupt:  # before it serves, there is nothing to shut down
    sys.exit(130)
