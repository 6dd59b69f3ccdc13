"""Writes in place, views and aliases."""
SNIPPETS = """
# item
a = x * 1.0
a[0] = y
out = np.sum(a * a)
# item_of_the_argument
x[1] = x[0] * y
out = x[1] * x[2]
# items_in_loop
a = np.zeros(5)
for i in range(5):
    a[i] = x[i] * y
out = a @ a
# recurrence
a = x.copy()
for i in range(1, 5):
    a[i] = a[i - 1] * y + a[i]
out = a[4] * a[2]
# slice_write
a = x * 1.0
a[1:3] = a[3:] * y
out = np.sum(a ** 2)
# slice_write_number
a = x * y
a[::2] = y
out = np.sum(a ** 2)
# slice_write_overlap
a = x * y
a[1:] = a[:-1] * a[1:]
out = np.sum(a ** 2)
# mask_write
a = x * y
a[a < 0.0] = y
out = np.sum(a ** 2)
# mask_write_array
a = x * y
m = x > 0.0
a[m] = x[m] ** 2
out = np.sum(a ** 2)
# fancy_write
a = x * y
a[[0, 3]] = x[[1, 2]]
out = np.sum(a ** 2)
# fancy_write_repeated
a = x * y
a[[1, 1]] = x[[0, 2]]
out = np.sum(a ** 2)
# full_write
a = np.empty(5)
a[:] = x * y
out = a @ a
# ellipsis_write
a = x * 2.0
a[...] = a * y
out = a @ a
# two_axes
a = np.zeros((3, 3))
for i in range(3):
    for j in range(3):
        a[i, j] = x[i] * x[j] * y
out = np.sum(a * a)
# two_axes_slice
a = np.outer(x, x)
a[1:3, ::2] *= y
a[:, 0] = x
out = np.sum(a * a)
# row_write
a = np.zeros((2, 5))
a[0] = x * y
a[1] = a[0] * x
out = np.sum(a * a)
# row_view
a = np.outer(x, x)
r = a[1]
r *= y
r[0] = y
out = np.sum(a * a)
# row_of_row
a = np.outer(x, x)
a[1][2] = y * y
out = np.sum(a * a)
# view_write
a = x * y
v = a[1:]
v[0] = a[0] * y
out = np.sum(a * a)
# view_of_view
a = x * y
v = a[1:][::2]
v += 1.0
out = np.sum(a * a)
# view_of_the_argument
v = x[1:3]
v *= y
out = np.sum(x * x)
# alias_write
a = x * y
b = a
b[0] = y * y
out = np.sum(a * b)
# alias_augmented
a = x * y
b = a
b += x
out = np.sum(a * b)
# alias_rebound
a = x * y
b = a
b = b + x
out = np.sum(a * b)
# copy_then_write
a = x * y
b = a.copy()
b[0] = y * y
out = np.sum(a * b)
# reshape_write
a = np.outer(x, x)
b = a.reshape(-1)
b[3] = y
out = np.sum(a * a)
# ravel_write
a = np.outer(x, x)
a.ravel()[3] = y
out = np.sum(a * a)
# transpose_write
a = np.outer(x, x)
a.T[0] = x * y
out = np.sum(a * a)
# real_write
z = x + 1j * y
z.real[1] = y * y
out = np.sum(np.abs(z) ** 2)
# imag_write_whole
z = x * (1.0 + 1j)
z.imag = x * y
out = np.sum(np.abs(z) ** 2)
# real_write_whole_index
z = x * (1.0 + 1j)
z.real[...] = x * y
out = np.sum(np.abs(z) ** 2)
# out_keyword
a = np.empty(5)
np.multiply(x, y, out=a)
np.add(a, x, out=a)
out = np.sum(a * a)
# out_keyword_slice
a = x * 1.0
np.multiply(x[1:], y, out=a[:-1])
out = np.sum(a * a)
# out_where
a = x * 1.0
np.multiply(x, y, out=a, where=x > 0.0)
out = np.sum(a * a)
# out_positional
a = np.empty(5)
np.sin(x * y, a)
out = np.sum(a * a)
# add_at
a = x * 1.0
np.add.at(a, [0, 0, 2], x[:3] * y)
out = np.sum(a * a)
# subtract_at
a = x * 1.0
np.subtract.at(a, [0, 0, 2], y)
out = np.sum(a * a)
# multiply_at
a = x * 1.0
np.multiply.at(a, [0, 2], y)
out = np.sum(a * a)
# copyto
a = np.zeros(5)
np.copyto(a, x * y)
out = np.sum(a * a)
# copyto_where
a = x * 1.0
np.copyto(a, y, where=x > 0.0)
out = np.sum(a * a)
# fill_
a = x * 1.0
a.fill(y)
out = np.sum(a * a) + x[0]
# sort_
a = x * y
a.sort()
out = a[0] * 2.0 + a[1] * a[4]
# sort_argument_view
a = np.outer(x, x)
a[1].sort()
out = np.sum(a[1] * WEIGHTS) * y
# put_
a = x * 1.0
np.put(a, [0, 2], x[3:] * y)
out = np.sum(a * a)
# fill_diagonal
a = np.outer(x, x)
np.fill_diagonal(a, y)
out = np.sum(a * a)
# swap_buffers
a, b = x.copy(), np.zeros(5)
for i in range(n):
    b[:] = a * y
    b[0] = a[1]
    a, b = b, a
out = np.sum(a * a) + np.sum(b)
# swap_rows
a = np.outer(x, x)
a[[0, 1]] = a[[1, 0]]
out = a[0, 0] * 2.0 + a[1, 2] * y
# swap_rows_by_copy
a = np.outer(x, x)
t = a[0].copy()
a[0] = a[1]
a[1] = t * y
out = a[0] @ a[1]
# write_in_one_arm
a = x * y
if x[0] > 0.1:
    a[1] = y
out = np.sum(a * a)
# rebind_in_one_arm
a = x * y
if x[0] > 0.1:
    a = x + y
out = np.sum(a * a)
# write_in_both_arms
a = x * y
if x[0] > 0.1:
    a[1] = y
else:
    a[2:] *= x[2:]
out = np.sum(a * a)
# write_after_read
a = x * y
b = a * a
a[0] = 3.0
out = np.sum(a * b)
# write_a_residual
a = x * y
b = np.sin(a)
a *= 2.0
out = np.sum(a * b)
# write_in_comprehension_result
a = np.array([x * y, x])
a[0, 1:] = a[1, :-1]
out = np.sum(a * a)
# write_while
a = x * 1.0
i = 0
while i < 4:
    a[i + 1] += a[i] * y
    i += 1
out = a[4]
# stack_of_views
a = x * y
l = [a[:2], a[2:4]]
l[0][0] = y
out = np.sum(a * a) + l[1][0]
# written_in_try
a = x * y
try:
    a[0] = a[1] * y
finally:
    a[2] = 1.0
out = np.sum(a * a)
# zero_like_accumulate
a = np.zeros_like(x)
for i in range(n):
    a += x * y ** i
out = a @ a
# broadcast_write
a = np.zeros((2, 5))
a[:] = x * y
a[:, 1] = y
out = np.sum(a * a)
# augmented_broadcast
a = np.outer(x, x)
a += x * y
a *= x[:, None]
out = np.sum(a * a)
# float32_write
a = np.zeros(5, dtype=np.float32)
a[1:] = x[1:] * y
out = float(np.sum(a * a))
"""
