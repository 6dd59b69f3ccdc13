"""Branches of statements: if, and match with its patterns."""

from __future__ import annotations

from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Expr, Let, Stmt, Var
from s2s.source.augmented import AugmentedAssignments
from s2s.source.values import Dyn, Obj, Seq, Static, Value


class Patterns(AugmentedAssignments):
    """Lowering of if and match."""

    def stmt_If(self, node: Any) -> None:
        stmts, value = self.captured(node.test)
        truth = self.condition(stmts, value)
        if isinstance(truth, bool):
            self.statements(node.body if truth else node.orelse)
            return
        self.branch(
            self._test_name(truth), lambda: self.statements(node.body), lambda: self.statements(node.orelse), node
        )

    def condition(self, stmts: list[Stmt], value: Value) -> bool | Expr:
        """The test of an if or while: one expression where possible."""
        if isinstance(value, Dyn) and value.kind.cat != "list":
            inlined = self.inline(stmts, value)
            if inlined is not None:
                return inlined
        self.out.extend(stmts)
        return self.truth(value)

    def _test_name(self, test: Expr) -> Expr:
        """A test of more than one variable gets a name, so that it can be kept."""
        if isinstance(test, Var):
            return test
        var = self.fresh("test")
        self.shared.kinds[var] = K.BOOL
        self.emit(Let((var,), test, self.origin))
        return var

    def stmt_Match(self, node: Any) -> None:
        subject = self.deref(self.value(node.subject))
        self._cases(subject, node.cases, node)

    def _cases(self, subject: Value, cases: list[Any], node: Any) -> None:
        if not cases:
            return
        case = cases[0]
        names: dict[str, Value] = {}
        test = self._pattern(case.pattern, subject, names)

        def body() -> None:
            for name, value in names.items():
                self.bind_name(name, value, node)
            if case.guard is None:
                self.statements(case.body)
                return
            guard = self.truth(self.value(case.guard))
            if isinstance(guard, bool):
                self.statements(case.body) if guard else self._cases(subject, cases[1:], node)
                return
            self.branch(guard, lambda: self.statements(case.body), lambda: self._cases(subject, cases[1:], node), node)

        if isinstance(test, bool):
            body() if test else self._cases(subject, cases[1:], node)
            return
        self.branch(self._test_name(test), body, lambda: self._cases(subject, cases[1:], node), node)

    def _pattern(self, pattern: Any, subject: Value, names: dict[str, Value]) -> bool | Expr:
        subject = self.deref(subject)
        if isinstance(pattern, gast.MatchAs):
            inner = True if pattern.pattern is None else self._pattern(pattern.pattern, subject, names)
            if pattern.name is not None:
                names[pattern.name] = subject
            return inner
        if isinstance(pattern, gast.MatchValue):
            return self.truth(self.compare("eq", subject, self.deref(self.value(pattern.value)), pattern))
        if isinstance(pattern, gast.MatchSingleton):
            return self.truth(self.compare("is", subject, Static(pattern.value), pattern))
        if isinstance(pattern, gast.MatchOr):
            return self._any([self._pattern(p, subject, names) for p in pattern.patterns])
        if isinstance(pattern, gast.MatchSequence):
            return self._sequence_pattern(pattern, subject, names)
        if isinstance(pattern, gast.MatchMapping):
            if not isinstance(subject, Obj) or self.content(subject).shape != "dict":
                return False
            tests = []
            for key, inner in zip(pattern.keys, pattern.patterns, strict=True):
                name = self.static_key(self.value(key))
                found = None if name is None else self.content(subject).get(name[0])
                if found is None:
                    return False
                tests.append(self._pattern(inner, found, names))
            return self._all(tests)
        if isinstance(pattern, gast.MatchClass):
            return self._class_pattern(pattern, subject, names)
        self.fail(f"the pattern {type(pattern).__name__} is not supported", pattern)

    def _sequence_pattern(self, pattern: Any, subject: Value, names: dict[str, Value]) -> bool | Expr:
        shape = isinstance(subject, Dyn) and subject.kind.cat == "tuple" and subject.kind.rank is not None
        items = self.known_items(subject, pattern) if shape else None
        items = self.sized(subject) if isinstance(subject, (Seq, Obj)) else items
        if items is None:
            self.fail("a sequence pattern on a value whose length is not known", pattern)
        stars = [i for i, p in enumerate(pattern.patterns) if isinstance(p, gast.MatchStar)]
        if not stars and len(items) != len(pattern.patterns) or len(items) < len(pattern.patterns) - len(stars):
            return False
        tests = []
        for position, inner in enumerate(pattern.patterns):
            if stars and position == stars[0]:
                after = len(pattern.patterns) - position - 1
                if inner.name is not None:
                    names[inner.name] = self.new_list(items[position : len(items) - after])
                continue
            at = position if not stars or position < stars[0] else len(items) - (len(pattern.patterns) - position)
            tests.append(self._pattern(inner, items[at], names))
        return self._all(tests)

    def _class_pattern(self, pattern: Any, subject: Value, names: dict[str, Value]) -> bool | Expr:
        test = self.builtin_isinstance([subject, self.value(pattern.cls)], {}, pattern)
        tests = [self.truth(test)]
        if tests[0] is False:
            return False
        cls = self.value(pattern.cls)
        fields = getattr(cls.obj, "__match_args__", ()) if isinstance(cls, Static) else ()
        if (
            pattern.patterns
            and not fields
            and isinstance(cls, Static)
            and cls.obj in (int, float, str, bool, tuple, list, dict)
        ):
            tests.append(self._pattern(pattern.patterns[0], subject, names))
        else:
            for name, inner in [
                *zip(fields, pattern.patterns, strict=False),
                *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True),
            ]:
                tests.append(self._pattern(inner, self.attribute(subject, name, pattern), names))
        return self._all(tests)

    def _all(self, tests: list[bool | Expr]) -> bool | Expr:
        if any(t is False for t in tests):
            return False
        open_ = [t for t in tests if not isinstance(t, bool)]
        if not open_:
            return True
        result: Expr = open_[0]
        for test in open_[1:]:
            result = Apply("and", (result, test))
        return result

    def _any(self, tests: list[bool | Expr]) -> bool | Expr:
        if any(t is True for t in tests):
            return True
        open_ = [t for t in tests if not isinstance(t, bool)]
        if not open_:
            return False
        result: Expr = open_[0]
        for test in open_[1:]:
            result = Apply("or", (result, test))
        return result
