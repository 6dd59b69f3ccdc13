"""Residuals: the table, pickling, another process, files."""
import copy
import json
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import s2s
from s2s import ResidualsError, differentiate
from s2s.description import describe, stand_in
from s2s.residuals import Origin, Residuals, SlotInfo, State, attach
from s2s.structure import key_of, pattern_of
from tests.api.subjects import Pair, Point, Spring, layers, pair_of, product, wave
from tests.trees import same

X = np.array([0.3, -0.4, 1.2])
ROOT = Path(__file__).parents[2]


def residuals_of(values):
    origin = Origin("module.f", "0" * 64, tuple(SlotInfo(f"r{i}", i + 1, "f reads it") for i in range(len(values))), ())
    return attach(values, State(None, origin, (), None, (), ()))


def test_the_table():
    shown = repr(residuals_of((np.ones((2, 3)), 1.5, ((1.0, np.float32(2)), (1.0, X)), "k", None)))
    lines = shown.splitlines()
    assert lines[0] == "residuals of module.f: 5 slots, 101 bytes"
    assert lines[2].split() == ["r0", "1", "float64[2,3]", "48", "f", "reads", "it"]
    assert "tuple of 2" in lines[4]
    assert all(line == line.rstrip() for line in lines)


def test_bytes_count_an_array_once():
    assert residuals_of((X, X, X[:1])).nbytes == 32
    assert residuals_of((np.broadcast_to(X, (1000, 3)),)).nbytes == 24


def test_it_is_a_tuple():
    _, residuals = differentiate(wave).forward(X)
    assert isinstance(residuals, tuple)
    sin_x, cos_x = residuals
    assert np.array_equal(sin_x, np.sin(X))
    assert type(residuals[:1]) is tuple
    assert len(residuals) == 2


@pytest.mark.parametrize("way", [lambda r: pickle.loads(pickle.dumps(r)), copy.deepcopy])
def test_copies_give_the_same_gradient(way):
    for df, args, bar in [
        (differentiate(wave), (X,), np.ones(3)),
        (differentiate(product), (X, 2.0 * X), np.ones(3)),
        (differentiate(layers), ({"w": np.ones((2, 3))}, X), None),
        (differentiate(pair_of), (Pair(1.5, X),), Pair(None, 2.0)),
    ]:
        _, residuals = df.forward(*args)
        other = way(residuals)
        assert isinstance(other, Residuals)
        assert same(tuple(other), tuple(residuals))
        assert repr(other.state[1:-1]) == repr(residuals.state[1:-1])
        first = df.pullback(residuals, bar)
        fresh = differentiate(df.__wrapped__)
        for owner in (df, fresh):
            assert same(owner.pullback(way(residuals), bar), first)


def test_an_edited_function_refuses():
    _, residuals = differentiate(wave).forward(X)
    blob = pickle.loads(pickle.dumps(residuals))
    blob.state = blob.state._replace(origin=blob.state.origin._replace(digest="f" * 64))
    with pytest.raises(ResidualsError, match="another version of it"):
        differentiate(wave).pullback(blob, np.ones(3))


def test_a_copy_with_another_memory_layout_is_no_change():
    df = differentiate(product)
    x = np.arange(1200.0).reshape(30, 40)
    for args in ((x.T, x.T), (x[:, ::2], x[:, ::2]), (np.broadcast_to(x[:, :1], (30, 40)), x)):
        y, residuals = df.forward(*args)
        for way in (copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))):
            other = way(residuals)
            assert same(df.pullback(other, y), df.pullback(residuals, y))
            other[1][3, 3] = -1.0
            with pytest.raises(s2s.MutationError):
                df.pullback(other, y)


@pytest.mark.parametrize("name", ["wave", "layers"])
def test_files(tmp_path, name):
    df = differentiate({"wave": wave, "layers": layers}[name])
    args = {"wave": (X,), "layers": ({"w": np.ones((2, 3))}, X)}[name]
    y, residuals = df.forward(*args)
    path = tmp_path / "residuals.npz"
    s2s.save(path, residuals)
    assert [p.name for p in tmp_path.iterdir()] == ["residuals.npz"]
    loaded = s2s.load(path)
    bar = np.ones(3) if name == "wave" else None
    assert same(differentiate(df.__wrapped__).pullback(loaded, bar), df.pullback(residuals, bar))
    assert repr(loaded) == repr(residuals)
    with np.load(path, allow_pickle=False) as file:
        assert json.loads(file["s2s"].tobytes())["format"] == 1


def test_every_plain_value_survives_a_file(tmp_path):
    values = (
        None, True, 3, 10**30, 1.5, float("nan"), float("-inf"), -0.0, 1 - 2j, "text", b"\x00\xff", ..., slice(1, 9),
        np.float32(0.1), np.arange(4), np.asfortranarray(np.ones((2, 3))), np.array(2.0), np.array(["a"]), (), [],
        (1, (2.0, [X])), {"a": X, 3: (1,)}, Pair(1.0, X), Point(2.0, X), np.dtype("f4"), np.zeros(0),
    )  # fmt: skip
    s2s.save(tmp_path / "r", residuals_of(values))
    loaded = s2s.load(tmp_path / "r")
    assert repr(tuple(loaded)) == repr(values)
    assert [type(v) for v in loaded] == [type(v) for v in values]


def test_what_no_file_can_hold(tmp_path):
    for value in (np.random.default_rng(0), np.array([object()]), len):
        with pytest.raises(ResidualsError):
            s2s.save(tmp_path / "r", residuals_of((value,)))
    with pytest.raises(ResidualsError):
        s2s.save(tmp_path / "r", (1.0,))
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_refused(tmp_path):
    (tmp_path / "text").write_text("no file of residuals")
    np.savez(tmp_path / "other.npz", x=X)
    np.save(tmp_path / "plain.npy", X)
    (tmp_path / "empty").touch()
    _, residuals = differentiate(wave).forward(X)
    s2s.save(tmp_path / "good", residuals)
    raw = bytearray((tmp_path / "good").read_bytes())
    raw[150] ^= 1
    (tmp_path / "flipped").write_bytes(raw)
    (tmp_path / "cut").write_bytes(raw[:-40])
    for name in ("text", "other.npz", "plain.npy", "empty", "flipped", "cut"):
        with pytest.raises(ResidualsError):
            s2s.load(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        s2s.load(tmp_path / "absent")


def test_a_file_names_no_class_that_is_no_container(tmp_path):
    for name in ("subprocess:Popen", "os:system", "pathlib:Path"):
        document = {"format": 1, "values": {"tree": name, "keys": [], "of": []}, "state": None}
        np.savez(tmp_path / "r.npz", s2s=np.frombuffer(json.dumps(document).encode(), np.uint8))
        with pytest.raises(ResidualsError):
            s2s.load(tmp_path / "r.npz")


def test_patterns_of_lengths():
    def pattern(*shapes):
        return pattern_of(key_of(tuple(np.ones(shape) for shape in shapes)))

    assert pattern((3,), (3,)) == pattern((7,), (7,)) != pattern((3,), (7,))
    assert pattern((3, 4), (4,)) == pattern((7, 5), (5,)) != pattern((4, 4), (4,))
    assert pattern((2, 3), (3, 2)) == pattern((5, 9), (9, 5)) != pattern((5, 9), (5, 9))
    for special in (0, 1):
        assert pattern((3,), (special,)) != pattern((3,), (4,))
        assert pattern((special,)) != pattern((2,))
    assert pattern_of(key_of({"a": [X, 2.0], "n": 3})) == pattern_of(key_of({"a": [np.ones(9), 1.0], "n": 5}))
    assert pattern_of(key_of("3")) != pattern_of(key_of("4"))


def test_a_description_carries_shapes_and_no_memory():
    described = describe({"w": np.ones((200, 300)), "b": np.zeros((0, 2), "f4")})
    made = stand_in(pickle.loads(pickle.dumps(described)))
    assert (made["w"].shape, made["w"].strides) == ((200, 300), (0, 0))
    assert (made["b"].shape, made["b"].dtype) == ((0, 2), np.float32)
    assert key_of(made) == key_of({"w": np.ones((200, 300)), "b": np.zeros((0, 2), "f4")})


@pytest.mark.parametrize(
    "value",
    [1, 1.0, 1j, True, "axis", None, np.float32(1), X, X.astype("f4"), np.ones((2, 2)), [X, 1.0], (X, (1,)), {"a": X},
     Pair(1.0, X), Point(1.0, X), wave, np.sin, np, Spring(2.0), np.dtype("f4"), np.random],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)  # fmt: skip
def test_a_stand_in_has_the_kind_of_what_was_described(value):
    assert key_of(stand_in(pickle.loads(pickle.dumps(describe(value))))) == key_of(value)


def test_what_cannot_be_described_is_refused_when_it_is_needed():
    for value in (lambda x: x, np.random.default_rng(0), np.zeros(2, [("a", "f8")])):
        with pytest.raises(ResidualsError):
            stand_in(describe(value))


def test_kind_keys():
    assert key_of(X) == key_of(np.ones(3)) != key_of(np.ones(7))
    for other in (X.astype("f4"), X[:, None], 1.0, [1.0], None, "x"):
        assert key_of(other) != key_of(X)
    assert key_of("a") != key_of("b")
    assert key_of(1) == key_of(2) != key_of(True)
    assert key_of([1.0, X]) != key_of((1.0, X))
    assert key_of({"a": 1.0}) != key_of({"b": 1.0})
    assert key_of(Pair(1.0, 2.0)) != key_of((1.0, 2.0))
    spring = Spring(1.0)
    assert key_of(spring) == key_of(Spring(2.0)) != key_of(Spring(X))
    assert key_of(spring.__init__) == key_of(spring.__init__)
    assert key_of(spring.energy) == key_of(spring.energy) != key_of(Spring(1.0).energy)
    rng = np.random.default_rng(0)
    assert key_of(rng.normal) == key_of(rng.normal) != key_of(rng.uniform)
    assert key_of(lambda x: x) != key_of(lambda x: x)
    spring.me = spring
    hash(key_of(spring))


def test_another_process(tmp_path):
    (tmp_path / "model.py").write_text(
        textwrap.dedent(
            """
            import numpy as np
            from s2s import differentiate

            @differentiate
            def wave(x, k):
                x = x * k
                x += 1.0
                return {"y": np.sin(x) * np.cos(x)}
            """
        )
    )
    script = {
        "write": "import model, pickle, numpy as np, s2s\n"
        "y, r = model.wave.forward(np.ones(3), 2.0)\n"
        "pickle.dump(r, open('r.pickle', 'wb')); s2s.save('r.npz', r)\n"
        "print(repr(model.wave.pullback(r, {'y': np.ones(3)})))\n",
        "pickle": "import model, pickle, numpy as np\n"
        "r = pickle.load(open('r.pickle', 'rb'))\n"
        "print(repr(model.wave.pullback(r, {'y': np.ones(3)})))\n",
        "npz": "import model, s2s, numpy as np\n"
        "print(repr(model.wave.pullback(s2s.load('r.npz'), {'y': np.ones(3)})))\n",
    }
    said = {}
    for name, text in script.items():
        done = subprocess.run(
            [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={"PYTHONPATH": f"{ROOT}:{tmp_path}"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        said[name] = done.stdout
    assert said["write"] == said["pickle"] == said["npz"]
