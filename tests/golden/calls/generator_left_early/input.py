def running(values):
    total = 0.0
    for value in values:
        total = total + value * value
        yield total


def product_of_sums(x):
    product = 1.0
    for total in running(x):
        product = product * total
        if product > 2.0:
            break
    return product


ARGS = ([0.7, -1.3, 1.4, 0.2],)
