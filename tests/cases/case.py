"""One case: a function as users write it, its arguments, and what is special about its gradient."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Expected:
    """These gradients of sum(output), where finite differences cannot tell."""

    grads: tuple
    why: str = ""


@dataclass(frozen=True)
class ErrorExpected:
    """s2s refuses, or is right: never a silently wrong answer."""

    reason: str


@dataclass(frozen=True)
class Case:
    """``check`` holds an Expected or ErrorExpected and names of properties (the keys of ``check.PROPERTIES``)."""

    name: str
    func: Callable[..., Any]
    args: tuple
    wrt: tuple[int, ...]
    note: str
    check: Any = ()
    kwargs: dict[str, Any] = field(default_factory=dict)

    @property
    def checks(self) -> tuple:
        return self.check if isinstance(self.check, tuple) else (self.check,)

    def find(self, kind: type) -> Any:
        return next((check for check in self.checks if isinstance(check, kind)), None)

    def has(self, name: str) -> bool:
        return name in [check for check in self.checks if isinstance(check, str)]

    def value_of(self, name: str) -> str | None:
        """The part after the colon of ``name:value``."""
        texts = [check for check in self.checks if isinstance(check, str)]
        return next((text.partition(":")[2] for text in texts if text.startswith(name + ":")), None)
