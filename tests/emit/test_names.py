"""The user's name wherever two values do not need it at the same time."""

from s2s.emit.names import name_variables
from s2s.ir.core import Apply, Assign, Augment, Branch, Code, Const, Do, For, Guarded, Jump, Ref, Repeat, Var
from tests.written import expr

X1, X2, X3, Y, N = (Var(n, k) for k, n in enumerate(["x", "x", "x", "y", "i"]))
ONE = Const(1.0)


def double(var: Var) -> Apply:
    return Apply("mul", (Const(2.0), var))


def names(
    *body: Code, params: tuple[tuple[str, Var | None], ...] = (), reserved: tuple[str, ...] = ()
) -> dict[Var, str]:
    return name_variables(body, params, frozenset(reserved))


def test_versions_one_after_the_other_share_a_name() -> None:
    found = names(Assign(X1, ONE), Assign(X2, double(X1)), Assign(X3, double(X2)), Jump("return", (X3,)))
    assert found == {X1: "x", X2: "x", X3: "x"}


def test_versions_at_the_same_time_differ() -> None:
    both = Apply("add", (X1, X2))
    found = names(Assign(X1, ONE), Assign(X2, double(X1)), Jump("return", (both,)))
    assert found == {X1: "x", X2: "x_2"}


def test_a_copy_may_keep_the_name() -> None:
    found = names(Assign(X1, ONE), Assign(X2, X1), Jump("return", (X2,)))
    assert found == {X1: "x", X2: "x"}


def test_a_copy_that_is_added_to_leaves_the_original_alone() -> None:
    read = Jump("return", (Apply("add", (X1, X2)),))
    found = names(Assign(X1, ONE), Assign(X2, X1), Augment(X2, "add", ONE), read)
    assert found == {X1: "x", X2: "x_2"}
    found = names(Assign(X1, ONE), Assign(X2, X1), Augment(X2, "add", X1), Jump("return", (X2,)))
    assert found == {X1: "x", X2: "x"}


def test_reserved_names_and_module_names_are_taken() -> None:
    np_var, sin = Var("np", 0), Var("sin", 0)
    call = Apply("call", (Ref("np.sin"), ONE))
    found = names(Assign(np_var, call), Assign(sin, np_var), Jump("return", (sin,)), reserved=("sin",))
    assert found == {np_var: "np_2", sin: "sin_2"}


def test_keywords_get_an_underscore() -> None:
    found = names(Assign(Var("lambda", 0), ONE), Assign(Var("_", 1), ONE), Assign(Var("_", 2), ONE))
    assert list(found.values()) == ["lambda_", "_", "_"]


def test_parameters_keep_their_names() -> None:
    both = Apply("add", (X1, X2))
    found = names(Assign(X2, double(X1)), Jump("return", (both,)), params=(("x", X1),))
    assert found == {X1: "x", X2: "x_2"}
    reused = names(Assign(X2, double(X1)), Jump("return", (X2,)), params=(("x", X1),))
    assert reused == {X1: "x", X2: "x"}


def test_parameters_that_are_not_read_hold_their_names_at_the_start() -> None:
    found = names(Assign(Y, double(X2)), Jump("return", (Y,)), params=(("x", X1), ("y", X2)))
    assert found[X1] == "x" and found[X2] == "y"


def test_what_a_loop_carries_stays_apart_from_what_it_computes() -> None:
    body = (Assign(X2, double(X1)), Assign(Y, Apply("add", (X1, X2))))
    found = names(Assign(X1, ONE), For(N, Var("n", 9), body), Jump("return", (Y,)))
    assert found[X1] != found[X2]


def test_what_is_live_round_a_while_loop() -> None:
    body = (Assign(X2, ONE), Do(X2))
    found = names(Assign(X1, ONE), Repeat(X1, body), Jump("return", (Y,)))
    assert found[X1] != found[X2]  # the test reads x again


def test_arms_share_a_name() -> None:
    branch = Branch(Y, (Assign(X1, ONE), Do(X1)), (Assign(X2, ONE), Do(X2)))
    found = names(branch, Jump("return", (Y,)))
    assert found[X1] == found[X2] == "x"


def test_a_value_over_a_branch_is_kept() -> None:
    branch = Branch(Y, (Assign(X2, ONE), Do(X2)), ())
    found = names(Assign(X1, ONE), branch, Jump("return", (X1,)))
    assert found[X1] != found[X2]


def test_the_target_of_with() -> None:
    scope = Guarded(("with", ((Y, X2),)), (Do(X2), Do(X1)))
    found = names(Assign(X1, ONE), scope)
    assert found[X1] != found[X2]


def test_a_handler_reads() -> None:
    scope = Guarded(("try", ((None, None, (Do(X1),)),), ()), (Assign(X2, ONE), Do(X2)))
    found = names(Assign(X1, ONE), scope)
    assert found[X1] != found[X2]


def test_finally_reads() -> None:
    final = Guarded(("try", (), (Do(X1),)), (Assign(X2, ONE), Do(X2)))
    again = names(Assign(X1, ONE), final)
    assert again[X1] != again[X2]


def test_unpacking() -> None:
    target = Apply("tuple", (X1, X2))
    found = names(Assign(target, Y), Jump("return", (Apply("add", (X1, X2)),)))
    assert found[X1] != found[X2]


def test_a_stem_with_a_number() -> None:
    """``x_2`` of the user and the second ``x`` do not meet."""
    other = Var("x_2", 7)
    total = Apply("add", (Apply("add", (X1, X2)), other))
    found = names(Assign(X1, ONE), Assign(other, ONE), Assign(X2, ONE), Jump("return", (total,)))
    assert len({found[v] for v in (X1, X2, other)}) == 3


def test_many_versions_at_the_same_time() -> None:
    versions = [Var("x", k) for k in range(40)]
    found = names(*(Assign(v, ONE) for v in versions), Jump("return", (Apply("tuple", tuple(versions)),)))
    assert len(set(found.values())) == 40


def test_only_variables_are_named() -> None:
    assert names(Do(expr("np.sum(3.0)"))) == {}


def test_a_number_behind_a_name_that_ends_in_numbers() -> None:
    one, two, other = Var("a_0", 10), Var("a_0", 11), Var("a_0_2", 12)
    read = Jump("return", (Apply("tuple", (one, two, other)),))
    found = names(Assign(other, ONE), Assign(one, ONE), Assign(two, double(one)), read)
    assert len(set(found.values())) == 3
