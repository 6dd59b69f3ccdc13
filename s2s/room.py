"""Room for recursion as deep as the expressions of a program, on whatever thread it is compiled."""
from __future__ import annotations

import contextvars
import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

R = TypeVar("R")
CALLS = 20_000  # nested calls
STACK = 64 << 20  # bytes for as many, with a margin
MAIN = 8 << 20  # what they take at least
_here = threading.local()


def with_room(work: Callable[[], R]) -> R:
    """The result of ``work()``, which may nest deeply: on a thread of its own where the present stack may be small.

    Raises:
        RecursionError: it nests too deeply even so.
    """
    if _is_large():
        return _deep(work)
    outcome: list[tuple[Any, BaseException | None]] = []
    context = contextvars.copy_context()

    def run() -> None:
        _here.large = True
        try:
            outcome.append((context.run(_deep, work), None))
        except BaseException as error:
            outcome.append((None, error))

    if not _started(run):
        return work()  # there are no threads here: as deep as the interpreter allows
    result, error = outcome[0]
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def _started(run: Callable[[], None]) -> bool:
    """Run a function to its end on a thread with a large stack; False where no such thread can be had."""
    try:
        before = threading.stack_size(STACK)
    except (ValueError, RuntimeError):
        return False
    thread = threading.Thread(target=run, name="s2s")
    try:
        thread.start()
    except (RuntimeError, MemoryError):
        return False
    finally:
        threading.stack_size(before)
    thread.join()
    return True


def _deep(work: Callable[[], R]) -> R:
    limit = sys.getrecursionlimit()  # one for all threads
    sys.setrecursionlimit(max(limit, CALLS))
    try:
        return work()
    finally:
        sys.setrecursionlimit(limit)


def _is_large() -> bool:
    """True where the stack of this thread is known to be large."""
    if getattr(_here, "large", False):
        return True
    if threading.current_thread() is not threading.main_thread():
        return False
    try:
        import resource
    except ImportError:
        return False
    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return soft == resource.RLIM_INFINITY or soft >= MAIN
