class Account:
    pass


def interest(x, rates):
    book = {"balance": x}
    account = Account()
    account.total = x * x
    for rate in rates:
        book["balance"] *= 1.0 + rate
        account.total += book["balance"] * rate
    return account.total


ARGS = (1.3, [0.1, -0.2])
