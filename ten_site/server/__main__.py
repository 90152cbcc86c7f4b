"""Start the server."""

import gc
import sys

from ten_site.server.main import main

gc.disable()  # what is loaded at the start stays: `main.run` turns it on again
try:
    main()
except KeyboardInterrupt:  # before it serves, there is nothing to shut down
    sys.exit(130)
