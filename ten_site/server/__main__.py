"""Start the server."""

import gc
import sys

from ten_site.server.main import main

gc.disable()  # modules loaded now stay anyway; `main.run` turns it on again
try:
    main()
except KeyboardInterrupt:  # it isn't serving yet, so there is nothing to shut down
    sys.exit(130)
