def weighted(x, kinds):
    total = 0.0
    for kind in kinds:
        match kind:
            case 0:
                total = total + x
            case 1 | 2:
                total = total * x + kind
            case k if k > 5:
                break
    return total


ARGS = (0.7, [0, 2, 1, 9, 0])
