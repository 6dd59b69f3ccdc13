# at the top of the function
def f(x, y, n):
    try:
        out = x[0] * y
    except IndexError:
        out = y
    return out * y


# an exception handler that goes on: which statements of the try body took effect is not known
#   File "position_top.py", line 6, column 5
#     except IndexError:
#     ^
#   Instead: test the condition with if before computing, or raise in the handler


# in a branch
def f(x, y, n):
    total = y * x[4]
    if n > 2:
        try:
            out = x[0] * y
        except IndexError:
            out = y
        total += 1.5 * out
    return total * total


# an exception handler that goes on: which statements of the try body took effect is not known
#   File "position_arm.py", line 8, column 9
#     except IndexError:
#     ^
#   Instead: test the condition with if before computing, or raise in the handler


# in a loop
def f(x, y, n):
    total = 0.0
    for step in range(n):
        try:
            out = x[0] * y
        except IndexError:
            out = y
        total += (step + 0.5) * out
    return total


# an exception handler that goes on: which statements of the try body took effect is not known
#   File "position_loop.py", line 8, column 9
#     except IndexError:
#     ^
#   Instead: test the condition with if before computing, or raise in the handler


# in a callee
def part(x, y, n):
    try:
        out = x[0] * y
    except IndexError:
        out = y
    return out


def f(x, y, n):
    return part(x, y, n) * 1.5 + y * y


# an exception handler that goes on: which statements of the try body took effect is not known
#   File "position_callee.py", line 6, column 5
#     except IndexError:
#     ^
#   Instead: test the condition with if before computing, or raise in the handler
