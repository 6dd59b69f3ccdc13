"""Attributes that a class computes: properties, descriptors, ``__getattr__`` and ``__setattr__``."""

from __future__ import annotations

import functools
import inspect
import types
from typing import Any

from s2s.ir.core import Apply, Const
from s2s.source.builtin_calls import Builtins
from s2s.source.values import HeapObject, Method, Obj, Static, Undefined, Value

SLOTS = (types.MemberDescriptorType, types.GetSetDescriptorType)


class Hooks(Builtins):
    """Lowering of attributes of objects whose structure is known, in the order in which Python looks."""

    def object_attribute(self, owner: Obj, name: str, node: Any) -> Value:
        content = self.content(owner)
        cls = content.cls
        if content.shape in ("list", "dict", "dynamic", "records"):
            return Method(owner, name)
        if written_in_python(cls, "__getattribute__"):
            self.fail(f"{cls.__name__} defines __getattribute__", node, "use a property for each attribute")
        if name == "__dict__":
            self.fail("the __dict__ of an object", node, "read and set the attributes themselves")
        member = inspect.getattr_static(cls, name, None)
        found = content.get(name)
        if found is not None and not is_data(member):
            if isinstance(found, Undefined):
                return self.undefined(found, node)
            return found
        if isinstance(member, property):
            if member.fget is None:
                self.fail(f"property '{name}' cannot be read", node)
            return self.call_value(Static(member.fget), [owner], [], node)
        if isinstance(member, functools.cached_property):
            value = self.call_value(Static(member.func), [owner], [], node)
            if content.origin is None:
                self.mutate(owner.oid, self.content(owner).with_item(name, value), node)
            return value
        if name == "__class__":
            return Static(cls, self.shared.names.ref(cls))
        if member is None or isinstance(member, SLOTS):
            return self._absent(owner, content, name, node)
        if written_in_python(type(member), "__get__"):
            return self._described("__get__", owner, cls, name, [owner, self._class(cls)], node)
        return self._member(owner, cls, name, member)

    def _member(self, owner: Obj, cls: Any, name: str, member: Any) -> Value:
        if isinstance(member, staticmethod):
            return Static(member.__func__, self.shared.names.ref(member.__func__))
        if isinstance(member, classmethod):
            return Method(self._class(cls), Static(member.__func__))
        if isinstance(member, types.FunctionType) or callable(member) or hasattr(member, "forward"):
            return Method(owner, Static(member))
        self.depends(cls, name, member)
        return self.outside(member, Apply("attr", (self.shared.names.ref(cls), Const(name))), name)

    def _absent(self, owner: Obj, content: HeapObject, name: str, node: Any) -> Value:
        hook = inspect.getattr_static(content.cls, "__getattr__", None)
        if isinstance(hook, types.FunctionType):
            return self.call_value(Static(hook), [owner, Static(name)], [], node)
        self.fail(
            f"'{content.cls.__name__}' object has no attribute '{name}' here", node, "set it in __init__ on every path"
        )

    def _class(self, cls: Any) -> Static:
        return Static(cls, self.shared.names.ref(cls))

    def _described(self, how: str, owner: Obj, cls: Any, name: str, args: list[Value], node: Any) -> Value:
        """A call of a method of a descriptor; the descriptor itself is an object outside of the function."""
        home = next(c for c in cls.__mro__ if name in vars(c))
        member = vars(home)[name]
        self.depends(home, name, member)
        namespace = Apply("attr", (self.shared.names.ref(home), Const("__dict__")))
        receiver = self.structured(member, Apply("getitem", (namespace, Const(name))), name)
        return self.call_value(Static(inspect.getattr_static(type(member), how)), [receiver, *args], [], node)

    def set_hooked(self, owner: Obj, name: str, value: Value, node: Any) -> bool:
        """Assignment by what the class says of it; False where it says nothing."""
        cls = self.content(owner).cls
        hook = inspect.getattr_static(cls, "__setattr__", None)
        if isinstance(hook, types.FunctionType):
            if _is_frozen(cls):
                self.fail(f"{cls.__name__} is frozen: its attributes cannot be set", node, "use dataclasses.replace")
            self.call_value(Static(hook), [owner, Static(name), value], [], node)
            return True
        return self.set_described(owner, name, value, node)

    def set_described(self, owner: Obj, name: str, value: Value, node: Any) -> bool:
        cls = self.content(owner).cls
        member = inspect.getattr_static(cls, name, None)
        if isinstance(member, property):
            if member.fset is None:
                self.fail(f"property '{name}' of '{cls.__name__}' cannot be set", node, "give it a setter")
            self.call_value(Static(member.fset), [owner, value], [], node)
            return True
        if member is not None and written_in_python(type(member), "__set__"):
            self._described("__set__", owner, cls, name, [owner, value], node)
            return True
        return False

    # ------------------------------------------------------------------------------------------------ above

    def depends(self, owner: Any, name: str, value: Any) -> None:
        raise NotImplementedError

    def call_value(self, function: Value, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        raise NotImplementedError


def written_in_python(cls: Any, name: str) -> bool:
    """True when a class or a base of it defines this special method in Python."""
    return isinstance(inspect.getattr_static(cls, name, None), types.FunctionType)


def is_data(member: Any) -> bool:
    return isinstance(member, property) or (
        member is not None and not isinstance(member, SLOTS) and written_in_python(type(member), "__set__")
    )


def _is_frozen(cls: Any) -> bool:
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)
