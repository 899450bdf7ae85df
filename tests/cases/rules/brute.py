"""Answers to the games of this folder, each by hand and without any theory: python3 brute.py GAME < input.

Every function answers one position as the judge would print it; the readers at the end know the layouts of the options that stand in
the first line of each file of rules. `bench/rules.sh` compares them with `grundy stress`.
"""
import sys
from functools import lru_cache
from itertools import count

sys.setrecursionlimit(1 << 20)


def mex(values):
    values = set(values)
    return next(n for n in count() if n not in values)


def who(wins):
    return "first" if wins else "second"


def bash_shared(m, n):
    row = [False]
    while len(row) <= min(n, 3000):
        row.append(not all(row[len(row) - k] for k in range(1, min(m, len(row)) + 1)))
    # Far out, the place in a period that the rows above show.
    wins = row[n] if n < len(row) else row[n % (m + 1) + 10 * (m + 1)]
    return "Alice" if wins else "Bob"


def nim_sum(*heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return who(total)


def s_nim(steps, n):
    table = []
    for size in range(n + 1):
        table.append(mex(table[size - k] for k in steps if k <= size))
    return table[n]


@lru_cache(None)
def misere(heaps):
    if not any(heaps):
        return True
    return any(
        not misere(tuple(sorted(heaps[:i] + (heaps[i] - k,) + heaps[i + 1 :])))
        for i in range(len(heaps))
        for k in range(1, heaps[i] + 1)
    )


def misere_nim(*heaps):
    return who(misere(tuple(sorted(heaps))))


@lru_cache(None)
def fib(n, most):
    return any(not fib(n - k, 2 * k) for k in range(1, min(n, most) + 1))


def fibonacci(n):
    return who(fib(n, n - 1))


@lru_cache(None)
def sheet(w, h):
    if w > h:
        return sheet(h, w)
    return mex(
        [sheet(i, h) ^ sheet(w - i, h) for i in range(2, w - 1)] + [sheet(w, j) ^ sheet(w, h - j) for j in range(2, h - 1)]
    )


def cut_sheet(w, h):
    return "WIN" if sheet(w, h) else "LOSE"


@lru_cache(None)
def eu(a, b):
    a, b = max(a, b), min(a, b)
    return b > 0 and any(not eu(a - k * b, b) for k in range(1, a // b + 1))


def euclid(a, b):
    return who(eu(a, b))


@lru_cache(None)
def div(n):
    return any(not div(n - d) for d in range(1, n) if n % d == 0)


def divisor(n):
    for small in range(1, n):
        div(small)
    return who(div(n))


SQUARES = []


def stone_square(n):
    while len(SQUARES) <= n:
        size, r, wins = len(SQUARES), 1, False
        while r * r <= size and not wins:
            wins = not SQUARES[size - r * r]
            r += 1
        SQUARES.append(wins)
    return who(SQUARES[n])


def multiply(n):
    @lru_cache(None)
    def wins(p):
        return p < n and any(not wins(p * k) for k in range(2, 10))

    return who(wins(1))


@lru_cache(None)
def wyt(a, b):
    return any(
        [not wyt(a - k, b) for k in range(1, a + 1)]
        + [not wyt(a, b - k) for k in range(1, b + 1)]
        + [not wyt(a - k, b - k) for k in range(1, min(a, b) + 1)]
    )


def wythoff_pair(a, b):
    for k in range(1, a + 1):
        if not wyt(a - k, b):
            return f"left {k}"
    for k in range(1, b + 1):
        if not wyt(a, b - k):
            return f"right {k}"
    for k in range(1, min(a, b) + 1):
        if not wyt(a - k, b - k):
            return f"both {k}"
    return "none"


@lru_cache(None)
def rook(r, c):
    return mex([rook(r - k, c) for k in range(1, r + 1)] + [rook(r, c - k) for k in range(1, c + 1)])


@lru_cache(None)
def kn(x, y):
    steps = [(-1, -2), (-2, -1), (1, -2), (-2, 1)]
    return any(not kn(x + a, y + b) for a, b in steps if x + a >= 0 and y + b >= 0)


def knight(x, y):
    return who(kn(x, y))


@lru_cache(None)
def split_even(n):
    return mex(split_even(k) ^ split_even(n - k) for k in range(1, n) if k < n - k)


LASKER = []


def lasker_sum(*heaps):
    total = 0
    for heap in heaps:
        while len(LASKER) <= heap:
            n = len(LASKER)
            LASKER.append(mex(LASKER[:n] + [LASKER[k] ^ LASKER[n - k] for k in range(1, n)]))
        total ^= LASKER[heap]
    return who(total)


@lru_cache(None)
def kay(n):
    return mex(kay(a) ^ kay(n - t - a) for t in (1, 2) if t <= n for a in range(n - t + 1))


def kayles_row(*rows):
    total = kay(rows[0]) ^ kay(rows[1])
    for part, n in enumerate(rows):
        for t in range(1, min(2, n) + 1):
            for a in range(n - t + 1):
                if total ^ kay(n) ^ kay(a) ^ kay(n - t - a) == 0:
                    return f"{part + 1} {t} {a}"
    return "none"


@lru_cache(None)
def treb(s):
    if "XXX" in s:
        return False
    return any(not treb(s[:i] + "X" + s[i + 1 :]) for i in range(len(s)) if s[i] == ".")


def treblecross(s):
    return who(treb(s))


@lru_cache(None)
def coin_row(s):
    turned = {"T": "H", "H": "T"}
    options = []
    for i in range(len(s)):
        if s[i] == "H":
            one = s[:i] + "T" + s[i + 1 :]
            options.append(coin_row(one))
            options += [coin_row(one[:j] + turned[one[j]] + one[j + 1 :]) for j in range(i)]
    return mex(options)


@lru_cache(None)
def pm(s):
    return any(not pm(s[:i] + "--" + s[i + 2 :]) for i in range(len(s) - 1) if s[i : i + 2] == "++")


def plus_minus(s):
    return who(pm(s))


@lru_cache(None)
def stair(a):
    for i in range(len(a)):
        for k in range(1, a[i] + 1):
            b = list(a)
            b[i] -= k
            if i:
                b[i - 1] += k
            if not stair(tuple(b)):
                return True
    return False


def staircase_list(*a):
    return who(stair(a))


def stone_piles(*piles):
    @lru_cache(None)
    def best(i, j):
        return 0 if i > j else max(piles[i] - best(i + 1, j), piles[j] - best(i, j - 1))

    return best(0, len(piles) - 1)


def stone_three(*v):
    @lru_cache(None)
    def best(i):
        ways = [sum(v[i : i + k]) - best(i + k) for k in (1, 2, 3) if i + k <= len(v)]
        return max(ways) if ways else 0

    score = best(0)
    return "draw" if score == 0 else who(score > 0)


def stone_m(*piles):
    @lru_cache(None)
    def best(i, m):
        ways = [sum(piles[i : i + x]) - best(i + x, max(m, x)) for x in range(1, min(2 * m, len(piles) - i) + 1)]
        return max(ways) if ways else 0

    return best(0, 1)


def can_i_win(m, total):
    @lru_cache(None)
    def value(used, left):
        if left <= 0:
            return -1
        ways = [-value(used | 1 << i, left - i - 1) for i in range(m) if not used >> i & 1]
        return max(ways) if ways else 0

    return {1: "first", 0: "draw", -1: "second"}[value(0, total)]


def team(limit, stones):
    @lru_cache(None)
    def wins(left, turn):
        if left == 0:
            return True
        return any(not wins(left - k, (turn + 1) % len(limit)) for k in range(1, min(limit[turn], left) + 1))

    return who(wins(stones, 0))


def token_dag(graph, v):
    @lru_cache(None)
    def value(node):
        return mex(value(to) for to in graph[node])

    return value(v)


def rounds(nodes, moves, ended):
    """The result of each position for the player to move, by rounds over all of them until nothing changes."""
    result = {node: ended(node) for node in nodes}
    changed = True
    while changed:
        changed = False
        for node in nodes:
            if result[node] is None:
                after = [result[to] for to in moves(node)]
                new = 1 if -1 in after else -1 if all(value == 1 for value in after) else None
                if new is not None:
                    result[node], changed = new, True
    return result


def token_loops(graph, v):
    result = rounds(range(len(graph)), lambda node: graph[node], lambda node: None)[v]
    return "draw" if result is None else who(result == 1)


def cat_mouse(graph):
    size = len(graph)
    nodes = [(m, c, t) for m in range(size) for c in range(size) for t in (0, 1)]

    def moves(node):
        m, c, t = node
        return [(to, c, 1) for to in graph[m]] if t == 0 else [(m, to, 0) for to in graph[c] if to]

    def ended(node):
        m, c, t = node
        winner = 0 if m == 0 else 1 if m == c else None
        return None if winner is None else 1 if winner == t else -1

    result = rounds(nodes, moves, ended)[1, 2, 0]
    return "draw" if result is None else who(result == 1)


@lru_cache(None)
def cram(board):
    width = board.index("/") if "/" in board else len(board)
    cells = [i for i, cell in enumerate(board) if cell == "."]
    for i in cells:
        for to in (i + 1, i + width + 1):
            if to < len(board) and board[to] == ".":
                other = list(board)
                other[i] = other[to] = "#"
                if not cram("".join(other)):
                    return True
    return False


def cram_board(rows):
    return who(cram("/".join(rows)))


@lru_cache(None)
def domino(board, width, side):
    for i, cell in enumerate(board):
        to = i + (width if side == 0 else 1)
        if cell == "." and to < len(board) and board[to] == "." and (side == 0 or to % width):
            other = list(board)
            other[i] = other[to] = "#"
            if not domino("".join(other), width, 1 - side):
                return True
    return False


def domino_players(rows):
    return who(domino("".join(rows), len(rows[0]), 0))


@lru_cache(None)
def chomp(rows):
    # Nobody bites the poisoned corner: who is left with it alone wins by `stuck wins`.
    bites = [(i, j) for i in range(len(rows)) for j in range(rows[i]) if i + j > 0]
    return not bites or any(not chomp(tuple(min(row, j) if t >= i else row for t, row in enumerate(rows))) for i, j in bites)


def chomp_rows(*rows):
    return who(chomp(rows))


DIGITS = [False]


def last_digit(n):
    while len(DIGITS) <= n:
        digits = sorted(int(digit) for digit in str(len(DIGITS)) if digit != "0")
        DIGITS.append(not (DIGITS[len(DIGITS) - digits[0]] and DIGITS[len(DIGITS) - digits[-1]]))
    return who(DIGITS[n])


HALVES = [False]


def halves(n):
    while len(HALVES) <= n:
        m = len(HALVES)
        HALVES.append(not HALVES[m - 1] or m % 2 == 0 and not HALVES[m // 2])
    if n and not HALVES[n - 1]:
        return "less"
    if n and n % 2 == 0 and not HALVES[n // 2]:
        return "half"
    return "none"


def grow(n):
    wins = {}
    for p in range(2 * n, 1, -1):
        wins[p] = p < n and any(not wins[p + d] for d in range(1, p) if p % d == 0)
    return who(wins[2])


def two_heaps_limit(k, a, b):
    @lru_cache(None)
    def wins(a, b):
        return (
            any(not wins(a - t, b) for t in range(1, min(a, k) + 1))
            or any(not wins(a, b - t) for t in range(1, min(b, k) + 1))
            or any(not wins(a - t, b - t) for t in range(1, min(a, b) + 1))
        )

    return who(wins(a, b))


BOX = [False]


def box_after(m, k):
    again = (m - k) % 3 == 0 and m > k
    return BOX[m - k] if again else not BOX[m - k]


def box_again(n):
    while len(BOX) <= n:
        m = len(BOX)
        BOX.append(any(box_after(m, k) for k in (1, 2) if k <= m))
    for k in (1, 2):
        if k <= n and BOX[n] and box_after(n, k):
            return k
    return "none"


POINTS = [0]


def points_again(n):
    while len(POINTS) <= n:
        m = len(POINTS)
        POINTS.append(max(k * k + (POINTS[m - k] if k == 2 else -POINTS[m - k]) for k in (1, 2, 3) if k <= m))
    return POINTS[n]


@lru_cache(None)
def marb(r, g):
    if r == g == 0:
        return True
    return (
        any(not marb(r - k, g) for k in range(1, r + 1))
        or any(not marb(r, g - k) for k in range(1, g + 1))
        or any(not marb(r - k, g - k) for k in range(1, min(r, g, 2) + 1))
    )


def marbles(r, g):
    return who(marb(r, g))


@lru_cache(None)
def jump(pos):
    for i, here in enumerate(pos):
        for to in range(pos[i - 1] + 1 if i else 1, here):
            if not jump(pos[:i] + (to,) + pos[i + 1 :]):
                return True
    return False


def strip_jump(*pos):
    return who(jump(pos))


@lru_cache(None)
def cal(m, d):
    after = ([(m, d + 1)] if d < 30 else [(m + 1, 1)] if m < 12 else []) + ([(m + 1, d)] if m < 12 else [])
    return any(not cal(*to) for to in after)


def calendar_days(m, d):
    return who(cal(m, d))


@lru_cache(None)
def pnt(c):
    for i in range(len(c)):
        for x in "AB":
            if c[i] == "." and c[(i + 1) % len(c)] != x and c[i - 1] != x and not pnt(c[:i] + x + c[i + 1 :]):
                return True
    return False


def paint(c):
    return who(pnt(c))


@lru_cache(None)
def hat(heaps):
    for i in range(3):
        rest = heaps[:i] + heaps[i + 1 :]
        for k in range(1, min(heaps[i], max(1, min(rest))) + 1):
            if not hat(tuple(sorted(rest + (heaps[i] - k,)))):
                return True
    return False


def hats(a, b, c):
    return who(hat(tuple(sorted((a, b, c)))))


def every_heap(steps, *heaps):
    @lru_cache(None)
    def wins(heaps):
        options = [[h - k for k in steps if k <= h] for h in heaps]
        if not any(options):
            return False
        after = [()]
        for here, heap in zip(options, heaps):
            after = [done + (to,) for done in after for to in (here or [heap])]
        return any(not wins(tuple(sorted(to))) for to in after)

    return who(wins(tuple(sorted(heaps))))


PRIMES = [False]


def is_power(k):
    p = next((p for p in range(2, k + 1) if k % p == 0), 1)
    while k > 1 and k % p == 0:
        k //= p
    return k == 1


def primes(n):
    while len(PRIMES) <= n:
        m = len(PRIMES)
        PRIMES.append(any(not PRIMES[m - k] for k in range(1, m + 1) if is_power(k)))
    return who(PRIMES[n])


# How a position is read, and how positions follow one another.
WORDS = {"treblecross", "coin_row", "plus_minus", "paint"}
LISTS = {"nim_sum", "misere_nim", "lasker_sum", "staircase_list", "stone_piles", "stone_three", "stone_m", "chomp_rows", "strip_jump"}
NUMBERS = {
    "cut_sheet": 2, "euclid": 2, "wythoff_pair": 2, "rook": 2, "knight": 2, "kayles_row": 2, "can_i_win": 2, "two_heaps_limit": 3,
    "marbles": 2, "calendar_days": 2, "hats": 3,
}
SHARED = {"bash_shared", "s_nim", "token_dag", "every_heap"}
COUNTED = {
    "nim_sum", "misere_nim", "rook", "knight", "lasker_sum", "staircase_list", "stone_three", "domino_players", "last_digit",
    "strip_jump", "calendar_days",
}


def main():
    game = sys.argv[1]
    answer = globals()[game]
    words = iter(sys.stdin.read().split())
    number = lambda: int(next(words))
    numbers = lambda: [number() for _ in range(number())]
    graph = lambda: [numbers() for _ in range(number())]

    def position():
        if game in WORDS:
            return [next(words)]
        if game in LISTS or game == "every_heap":
            return numbers()
        if game == "team":
            return [numbers(), number()]
        if game == "token_loops":
            return [graph(), number()]
        if game == "cat_mouse":
            return [graph()]
        if game in ("cram_board", "domino_players"):
            rows, _ = number(), number()
            return [[next(words) for _ in range(rows)]]
        return [number() for _ in range(NUMBERS.get(game, 1))]

    if game in SHARED:
        cases = number()
        given = {"bash_shared": number, "token_dag": graph}.get(game, numbers)()
        for _ in range(cases):
            print(answer(given, *position()))
    elif game in COUNTED:
        for _ in range(number()):
            print(answer(*position()))
    else:
        while True:
            try:
                here = position()
            except StopIteration:
                break
            if game == "fibonacci" and here == [0] or game == "euclid" and here == [0, 0]:
                break
            print(answer(*here))


main()
