"""The lock under which programs are made: one at a time, and none half made in a forked process."""
from __future__ import annotations

import os
import threading

LOCK = threading.RLock()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release)
