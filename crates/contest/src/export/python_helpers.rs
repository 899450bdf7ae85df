//! The helper functions of programs in Python.

use super::program::Helper;

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::FloorPhi => {
            r"
# n times the golden ratio, rounded down, exactly.
def floor_phi(n):
    return (n + math.isqrt(5 * n * n)) // 2
"
        }
        Helper::IsFibonacci => {
            r"
def is_fibonacci(n):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a == n
"
        }
        Helper::NimProduct => {
            r"
# The product of nimbers; half is the number of bits of half a word.
def nim_product(a, b, half=32):
    if a <= 1 or b <= 1:
        return a * b
    while half > 1 and a >> half == 0 and b >> half == 0:
        half //= 2
    mask = (1 << half) - 1
    step = max(half // 2, 1)
    low = nim_product(a & mask, b & mask, step)
    high = nim_product(a >> half, b >> half, step)
    both = nim_product((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), step)
    return ((both ^ low) << half) | (low ^ nim_product(high, 1 << (half - 1), step))
"
        }
        Helper::Mex => {
            r"
# The least number that is not among these.
def mex(values):
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least
"
        }
        Helper::Attached => {
            r"
# Which edges are alive and joined to the root by living edges.
def attached(edges, alive, root):
    reached = {root}
    grows = True
    while grows:
        grows = False
        for e, (u, v) in enumerate(edges):
            if alive[e] and (u in reached) != (v in reached):
                reached |= {u, v}
                grows = True
    return [alive[e] and edges[e][0] in reached for e in range(len(edges))]
"
        }
        Helper::Hackenbush => {
            r"
# The Grundy value of a graph that stands on a root. Circuits may be drawn together into one node, whose edges then are
# loops of value 1 (fusion principle); a branch of value g on an edge has value g + 1 (colon principle).
def hackenbush(edges, alive, root):
    nodes = max([root] + [node for edge in edges for node in edge]) + 1
    at_node = [[] for _ in range(nodes)]
    for e, (u, v) in enumerate(edges):
        if alive[e]:
            at_node[u].append(e)
            at_node[v].append(e)
    # A tree of shortest ways from the root.
    order = [root]
    above, depth, top, value = [-1] * nodes, [-1] * nodes, list(range(nodes)), [0] * nodes
    in_tree = [False] * len(edges)
    depth[root] = 0
    for start in order:
        for e in at_node[start]:
            to = edges[e][0] ^ edges[e][1] ^ start
            if depth[to] < 0:
                depth[to] = depth[start] + 1
                above[to] = start
                in_tree[e] = True
                order.append(to)

    def find(v):
        while top[v] != v:
            top[v] = top[top[v]]
            v = top[v]
        return v

    # Every other edge closes a circuit, which is drawn together into its top node.
    standing = [e for e in range(len(edges)) if alive[e] and depth[edges[e][0]] >= 0]
    for e in standing:
        if not in_tree[e]:
            u, v = find(edges[e][0]), find(edges[e][1])
            while u != v:
                if depth[u] < depth[v]:
                    u, v = v, u
                top[u] = above[u]
                u = find(u)
    for e in standing:
        u = find(edges[e][0])
        if u == find(edges[e][1]):
            value[u] ^= 1
    for v in reversed(order[1:]):
        if top[v] == v:
            value[find(above[v])] ^= value[v] + 1
    return value[root]
"
        }
        Helper::KernelCount => {
            r"
# The number of kernels: sets of nodes with no arrow inside, such that every other node has an arrow into the set.
# state: 0 where nothing is known of a node, 1 where it is in the set, 2 where it is not.
def kernel_count(following, known=None):
    state = known[:] if known else [0] * len(following)
    changed = True
    while changed:
        changed = False
        for v in range(len(state)):
            inside = any(state[to] == 1 for to in following[v])
            is_open = any(state[to] == 0 for to in following[v])
            if state[v] == 1 and inside or state[v] == 2 and not inside and not is_open:
                return 0
            if state[v] == 1 and is_open:
                for to in following[v]:
                    state[to] = 2
                changed = True
            if state[v] == 0 and (inside or not is_open):
                state[v] = 2 if inside else 1
                changed = True
    if 0 not in state:
        return 1
    v = state.index(0)
    total = 0
    for choice in (1, 2):
        state[v] = choice
        total += kernel_count(following, state)
    return total
"
        }
        Helper::SmallestPart => {
            r"
# Every n > 0 is in one way a sum of numbers of the sequence that begins with 1 and goes on with last + part, where part is
# the least number of the sequence with times * part + add >= last. The smallest of them is what is told. As long as part stays the
# same the numbers are evenly apart, so the sequence is kept in runs.
def smallest_part(n, times, add):
    runs = [(1, 1, 1)]  # the first number of a run, how far they are apart, the last
    at = 0
    while runs[-1][2] < n:
        last = runs[-1][2]
        least = (last - add + times - 1) // times
        while runs[at][2] < least:
            at += 1
        part, step, _ = runs[at]
        if least > part:
            part += (least - part + step - 1) // step * step
        count = (times * part + add - last) // part + 1
        runs.append((last + part, part, last + count * part))
    smallest = 0
    for first, step, last in reversed(runs):
        while first <= n:
            smallest = min(last, n - (n - first) % step)
            n -= smallest
    return smallest
"
        }
        Helper::BoxValue => {
            r"
# The Grundy value of a box. Let below be the largest number with below + below^2 < capacity: up to it a box cannot be
# filled at once, and who passes it lets the other fill the box; so the box is worth one of that capacity.
def box_value(held, capacity):
    if held == 0:
        return 0
    below = (math.isqrt(4 * capacity - 3) - 1) // 2
    while held <= below:
        capacity = below
        below = (math.isqrt(4 * capacity - 3) - 1) // 2
    return capacity - held
"
        }
        Helper::Reachable => {
            r"
# Which nodes can be reached along the edges.
def reachable(following, start):
    seen = [False] * len(following)
    seen[start] = True
    todo = [start]
    while todo:
        for node in following[todo.pop()]:
            if not seen[node]:
                seen[node] = True
                todo.append(node)
    return seen
"
        }
        Helper::ReadWord => {
            r"
def read_word():
    global at
    at += 1
    return words[at - 1]
"
        }
        Helper::AtEnd => {
            r"
def at_end():
    return at == len(words)
"
        }
        Helper::EndMark => {
            r"
# Whether these numbers come next; they are taken then.
def end_mark(marks):
    global at
    before = at
    for mark in marks:
        if read_word() != str(mark):
            at = before
            return False
    return True
"
        }
        _ => "",
    }
}

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r#"
# What is left of this line, or the next one where nothing is.
def read_line():
    global at
    line = ""
    for _ in range(2):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip()
        at = min(end + 1, len(text))
        if line:
            break
    return line
"#;

/// Reads a word of a text that is also read by lines, and tests whether anything is left.
pub(crate) const READ_WORD_OF_TEXT: &str = r"
def read_word():
    global at
    while at < len(text) and text[at].isspace():
        at += 1
    start = at
    while at < len(text) and not text[at].isspace():
        at += 1
    return text[start:at]
";

/// Tests whether only white space is left of a text that is also read by lines.
pub(crate) const AT_END_OF_TEXT: &str = r"
def at_end():
    global at
    while at < len(text) and text[at].isspace():
        at += 1
    return at == len(text)
";
