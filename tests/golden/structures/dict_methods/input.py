def tabled(x, y):
    table = {"a": x, "b": y}
    table.update(c=x * y, a=y * y)
    merged = {**table, "z": table.pop("a")} | {"r": x}
    merged.setdefault("s", y)
    total = 0.0
    for key, value in merged.items():
        total = total * 0.5 + value * len(key)
    del merged["z"]
    return total + sum(merged.values()) * merged.get("none", 2.0)


ARGS = (0.7, -1.3)
