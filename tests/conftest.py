"""Keep the files of tests in memory where the system offers that: databases wait for a disk otherwise."""

import os
import shutil

MEMORY = "/dev/shm"  # noqa: S108 - a folder of its own is made there
ENOUGH = 2 << 30  # bytes

if os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)
