# at the top of the function
def f(x, y, n):
    out = math.nextafter(y, x[0])
    return out * y


# math.nextafter has no derivative rule
#   File "position_top.py", line 4, column 11
#     out = math.nextafter(y, x[0])
#           ^
#   Instead: write a rule with s2s.custom_rule, or build the value from functions that have one


# in a branch
def f(x, y, n):
    total = y * x[4]
    if n > 2:
        out = math.nextafter(y, x[0])
        total += 1.5 * out
    return total * total


# math.nextafter has no derivative rule
#   File "position_arm.py", line 6, column 15
#     out = math.nextafter(y, x[0])
#           ^
#   Instead: write a rule with s2s.custom_rule, or build the value from functions that have one


# in a loop
def f(x, y, n):
    total = 0.0
    for step in range(n):
        out = math.nextafter(y, x[0])
        total += (step + 0.5) * out
    return total


# math.nextafter has no derivative rule
#   File "position_loop.py", line 6, column 15
#     out = math.nextafter(y, x[0])
#           ^
#   Instead: write a rule with s2s.custom_rule, or build the value from functions that have one


# in a callee
def part(x, y, n):
    out = math.nextafter(y, x[0])
    return out


def f(x, y, n):
    return part(x, y, n) * 1.5 + y * y


# math.nextafter has no derivative rule
#   File "position_callee.py", line 4, column 11
#     out = math.nextafter(y, x[0])
#           ^
#   Instead: write a rule with s2s.custom_rule, or build the value from functions that have one
