"""A second checker of certificates with letters, written from docs/letters.md alone.

Run as `second.py FILE...`: prints for each file `accepted` or `refused: why`. Files that hold `\f` hold several texts.
"""
import re
import sys

WORDS = {"or", "and", "if", "then", "else", "not", "min", "max", "true", "false", "nothing"}
CONDITIONS = {"true", "false", "not", "and", "or", "<", "<=", "=="}
LEVELS = [[], ["or"], ["and"], [], ["<", "<=", ">", ">=", "==", "!="], ["+", "-"], ["*", "/", "%"]]
TRUE, FALSE = ("true",), ("false",)


class Refused(Exception):
    pass


def need(holds, why):
    if not holds:
        raise Refused(why)


# Trees are tuples: the sign, then the operands. A number is ("number", 3), a letter ("letter", "n").
def kind(tree):
    return kind(tree[2]) if tree[0] == "if" else tree[0] in CONDITIONS


class Parser:
    def __init__(self, text, names):
        self.words = re.findall(r"<=|>=|==|!=|[\w#]+|\?|[^\w ]", text)
        self.at, self.names = 0, names

    def next(self):
        return self.words[self.at] if self.at < len(self.words) else ""

    def eat(self, word):
        found = self.next() == word
        self.at += found
        return found

    def part(self, level, end=None):
        tree = self.tree(level)
        need(end is None or self.eat(end), "a word is missing")
        return tree

    def tree(self, level):
        left = self.first(level)
        while True:
            sign = self.next()
            binds = [at for at in range(level, len(LEVELS)) if sign in LEVELS[at]]
            if not binds:
                return left
            self.at += 1
            right = self.tree(binds[0] + 1)
            need(kind(left) == kind(right) == (sign in ("and", "or")), "kinds")
            if sign in (">", ">="):
                left = ("<" if sign == ">" else "<=", right, left)
            elif sign == "!=":
                left = ("not", ("==", left, right))
            else:
                left = (sign, left, right)

    def first(self, level):
        word = self.next()
        self.at += 1
        if word == "(":
            return self.part(0, ")")
        if word == "if":
            need(level == 0, "an if without parentheses")
            parts = (self.part(0, "then"), self.part(0, "else"), self.part(0))
            need(kind(parts[0]) and kind(parts[1]) == kind(parts[2]), "kinds")
            return ("if",) + parts
        if word in ("min", "max"):
            need(self.eat("("), "a word is missing")
            parts = (self.part(0, ","), self.part(0, ")"))
            need(not kind(parts[0]) and not kind(parts[1]), "kinds")
            return (word,) + parts
        if word == "not":
            part = self.part(3)
            need(kind(part), "kinds")
            return ("not", part)
        if word == "-":
            part = self.part(7)
            need(not kind(part), "kinds")
            return ("-", ("number", 0), part)
        if word in ("true", "false"):
            return (word,)
        if re.fullmatch("[0-9]+", word):
            need(int(word) < 2**63, "a large number")
            return ("number", int(word))
        need(word in self.names, "an unknown name")
        return ("letter", word)


def read_list(text, names, condition):
    parser = Parser(text, names)
    trees = [parser.tree(0)]
    while parser.eat(","):
        trees.append(parser.tree(0))
    need(parser.next() == "", "what cannot stand here")
    need(all(kind(tree) == condition for tree in trees), "kinds")
    return trees


def read(text, names, condition):
    trees = read_list(text, names, condition)
    need(len(trees) == 1, "several")
    return trees[0]


def replaced(tree, terms):
    if tree[0] == "letter":
        return terms.get(tree[1], tree)
    return (tree[0],) + tuple(replaced(part, terms) if isinstance(part, tuple) else part for part in tree[1:])


# Polynomials: from sorted tuples of letters to coefficients that are not 0.
def plus(left, factor, right):
    total = dict(left)
    for letters, number in right.items():
        total[letters] = total.get(letters, 0) + factor * number
    return {letters: number for letters, number in total.items() if number}


def times(left, right):
    total = {}
    for one, a in left.items():
        for two, b in right.items():
            letters = tuple(sorted(one + two))
            total[letters] = total.get(letters, 0) + a * b
    return {letters: number for letters, number in total.items() if number}


def constant(number):
    return {(): number} if number else {}


class Proof:
    """One tree of lines below the splits."""

    def __init__(self, conditions, names, lines):
        self.quotients, self.hypotheses, self.disjunctions, self.lines = [], [], [], lines
        forms = [self.form(condition, True) for condition in conditions]
        divisors = []
        for _, divisor, _ in self.quotients:
            if divisor not in divisors:
                divisors.append(divisor)
        for divisor in divisors:
            facts = []
            for a, b, q in self.quotients:
                if b == divisor:
                    rest = plus(a, -1, times(b, q))
                    facts += [("at least 0", rest), ("at least 0", plus(plus(b, -1, constant(1)), -1, rest))]
            if set(divisor) == {()} and divisor[()] >= 1:
                self.assume(("all", facts))
            else:
                self.assume(("some", [("at least 0", plus({}, -1, divisor)), ("all", facts)]))
        for form in forms:
            self.assume(form)
        self.names = names + [f"#{at}" for at in range(len(self.quotients))]
        self.follow()

    def polynomial(self, tree):
        sign = tree[0]
        if sign == "number":
            return constant(tree[1])
        if sign == "letter":
            return {(tree[1],): 1}
        need(sign in ("+", "-", "*", "/", "%"), "an if is left")
        a, b = self.polynomial(tree[1]), self.polynomial(tree[2])
        if sign in "+-":
            return plus(a, 1 if sign == "+" else -1, b)
        if sign == "*":
            return times(a, b)
        known = [q for c, d, q in self.quotients if (c, d) == (a, b)]
        if not known:
            known = [{(f"#{len(self.quotients)}",): 1}]
            self.quotients.append((a, b, known[0]))
        return known[0] if sign == "/" else plus(a, -1, times(b, known[0]))

    def form(self, tree, holds):
        sign = tree[0]
        if sign == "not":
            return self.form(tree[1], not holds)
        if sign in ("true", "false"):
            return ("all", []) if (sign == "true") == holds else ("at least 0", constant(-1))
        if sign in ("and", "or"):
            name = "all" if (sign == "and") == holds else "some"
            members = []
            for part in (self.form(tree[1], holds), self.form(tree[2], holds)):
                members += part[1] if part[0] == name else [part]
            return (name, members)
        need(sign in ("<", "<=", "=="), "an if is left")
        a, b = self.polynomial(tree[1]), self.polynomial(tree[2])

        def gap(large, small, number):
            return ("at least 0", plus(plus(large, -1, small), -1, constant(number)))

        if sign == "==":
            return ("all", [gap(a, b, 0), gap(b, a, 0)]) if holds else ("some", [gap(a, b, 1), gap(b, a, 1)])
        return gap(b, a, int(sign == "<")) if holds else gap(a, b, int(sign == "<="))

    def assume(self, form):
        if form[0] == "at least 0":
            self.hypotheses.append(form[1])
        elif form[0] == "all":
            for member in form[1]:
                self.assume(member)
        else:
            self.disjunctions.append(form[1])

    def follow(self):
        line = self.lines.next()
        word, _, rest = line.partition(" ")
        if word == "leaf":
            total = {}
            for entry in rest.split(" "):
                found = re.fullmatch(r"([0-9]+):([0-9]+(?:\*[0-9]+)*)", entry)
                need(found and int(found[1]) >= 1, "an entry of a leaf")
                product = constant(int(found[1]))
                for index in found[2].split("*"):
                    need(int(index) < len(self.hypotheses), "no such hypothesis")
                    product = times(product, self.hypotheses[int(index)])
                total = plus(total, 1, product)
            need(set(total) == {()} and total[()] < 0, "the sum is no negative constant")
            return
        if word == "case":
            need(re.fullmatch("[0-9]+", rest.strip(" ")) and int(rest) < len(self.disjunctions), "no such disjunction")
            members = self.disjunctions[int(rest)]
        else:
            need(word == "cut", "a line of a tree is expected")
            count = len(self.quotients)
            p = self.polynomial(read(rest, self.names, False))
            need(count == len(self.quotients), "a new quotient")
            members = [("at least 0", p), ("at least 0", plus(constant(-1), -1, p))]
        for member in members:
            kept = len(self.hypotheses), len(self.disjunctions)
            self.assume(member)
            self.follow()
            del self.hypotheses[kept[0]:], self.disjunctions[kept[1]:]


def decided(tree, condition, holds):
    if tree[0] in ("number", "letter"):
        return tree
    tree = (tree[0],) + tuple(decided(part, condition, holds) for part in tree[1:])
    if tree[0] == "if" and tree[1] == condition:
        return tree[2 if holds else 3]
    if tree[0] in ("min", "max") and ("<=", tree[1], tree[2]) == condition:
        return tree[1 if holds == (tree[0] == "min") else 2]
    return tree


def refute(conditions, names, lines):
    if lines.peek().split(" ")[0] != "split":
        return Proof(conditions, names, lines)
    condition = read(lines.next()[5:], names, True)
    for holds, last in ((True, condition), (False, ("not", condition))):
        refute([decided(tree, condition, holds) for tree in conditions] + [last], names, lines)


class Lines:
    def __init__(self, text):
        need(text.endswith("\n"), "the last line does not end")
        self.lines, self.at = text[:-1].split("\n"), 0

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def next(self):
        self.at += 1
        need(self.at <= len(self.lines), "the text ends")
        return self.lines[self.at - 1]

    def after(self, word):
        line = self.next()
        need(line == word or line.startswith(word + " "), f"a line {word} is expected")
        return line[len(word):]

    def is_next(self, *words):
        return any(self.peek() == word or self.peek().startswith((word + " ", word + ";")) for word in words)


def divisors(tree, path):
    if tree[0] in ("number", "letter"):
        return
    for at, part in enumerate(tree[1:]):
        more = []
        if at == 1 and tree[0] in ("and", "if"):
            more = [tree[1]]
        if (at, tree[0]) in ((1, "or"), (2, "if")):
            more = [("not", tree[1])]
        yield from divisors(part, path + more)
    if tree[0] in ("/", "%") and not (tree[2][0] == "number" and tree[2][1] >= 1):
        yield path + [("<=", tree[2], ("number", 0))]


def check(text):
    lines = Lines(text)
    need(lines.next() == "grundy letters 1", "the first line")
    play = {" normal": "normal", " misere": "misere", " grundy": "grundy"}.get(lines.after("play"))
    need(play, "the play")

    def with_names(names, more):
        for name in more:
            is_name = re.fullmatch(r"[^\W0-9]\w*", name) and name not in WORDS and name not in names
            need(is_name, "no name")
            names = names + [name]
        return names

    components = with_names([], lines.after("components").split(" ")[1:])
    names = with_names(components, lines.after("givens").split(" ")[1:])
    domain = read(lines.after("domain"), names, True)
    moves = []
    while lines.is_next("move"):
        parts = lines.next()[4:].split(";")
        need(len(parts) == 3, "the parts of a move")
        binders = with_names(names, [name.strip(" ") for name in parts[0].split(",")] if parts[0] else [])
        left = None if parts[2].strip(" ") == "nothing" else read_list(parts[2], binders, False)
        need(left is None or len(left) == len(components), "what a move leaves")
        moves.append((binders, read(parts[1], binders, True), left))
    claim = read(lines.after("claim"), names, play != "grundy")
    weights = read_list(lines.after("weights"), names, False)
    sought = names + ["?"] if play == "grundy" else names
    choices = {"witness": [], "any": []}
    for word in choices:
        while lines.is_next(word):
            number, _, terms = lines.after(word).partition(";")
            terms = read_list(terms, sought, False) if terms else []
            need(re.fullmatch("[0-9]+", number.strip(" ")) and int(number) < len(moves), "no such move")
            binders = moves[int(number)][0][len(names):]
            need(len(binders) == len(terms), "the binders of a choice")
            choices[word].append((int(number), dict(zip(binders, terms))))
    need(play == "misere" or not choices["any"], "any outside misère play")

    def made(number, terms):
        _, guard, left = moves[number]
        guard = replaced(guard, terms)
        if left is None:
            return guard, TRUE, TRUE, {"normal": TRUE, "misere": FALSE, "grundy": ("number", 0)}[play]
        left = dict(zip(components, [replaced(term, terms) for term in left]))
        falls = None
        for weight in reversed(weights):
            then = replaced(weight, left)
            less = ("<", then, weight)
            falls = less if falls is None else ("or", less, ("and", ("==", then, weight), falls))
        return guard, replaced(domain, left), falls, replaced(claim, left)

    def prove(heading, scope, conditions):
        need(lines.next() == "obligation " + heading, "a heading")
        refute(conditions, scope, lines)

    places, seen = [(domain, [], names)], []
    for binders, guard, left in moves:
        places.append((guard, [domain], binders))
        places += [(term, [domain, guard], binders) for term in left or []]
    for tree, path, scope in places + [(claim, [domain], names)]:
        for conditions in divisors(tree, path):
            # Binders are compared by their number in the move.
            terms = {name: ("letter", at) for at, name in enumerate(scope)}
            key = [replaced(condition, terms) for condition in conditions]
            if key not in seen:
                prove(f"defined {len(seen)}", scope, conditions)
                seen.append(key)
    zero, value = ("number", 0), ("letter", "?")
    for at, weight in enumerate(weights):
        prove(f"weight {at}", names, [domain, ("<", weight, zero)])
    if play == "grundy":
        prove("natural", names, [domain, ("<", claim, zero)])
    own = [made(at, {}) for at in range(len(moves))]
    for at, (guard, stays, _, _) in enumerate(own):
        prove(f"stays {at}", moves[at][0], [domain, guard, ("not", stays)])
    for at, (guard, _, falls, _) in enumerate(own):
        prove(f"falls {at}", moves[at][0], [domain, guard, ("not", falls)])
    for at, (guard, _, _, after) in enumerate(own):
        both = [("==", claim, after)] if play == "grundy" else [claim, after]
        prove(f"never {at}", moves[at][0], [domain, guard] + both)
    fails = []
    for number, terms in choices["witness"]:
        guard, _, _, after = made(number, terms)
        fails.append(("not", ("and", guard, ("==", after, value) if play == "grundy" else after)))
    if play == "normal":
        prove("some", names, [domain, ("not", claim)] + fails)
    elif play == "grundy":
        prove("some", sought, [domain, ("<=", zero, value), ("<", value, claim)] + fails)
    else:
        for at, (guard, _, _, _) in enumerate(own):
            prove(f"some {at}", moves[at][0], [domain, guard, ("not", claim)] + fails)
        prove("moves", names, [domain, claim] + [("not", made(*choice)[0]) for choice in choices["any"]])
    need(lines.at == len(lines.lines), "the text goes on")


sys.setrecursionlimit(20000)
for file in sys.argv[1:]:
    with open(file, encoding="utf-8", newline="") as source:
        for text in source.read().split("\f"):
            try:
                check(text)
                print("accepted")
            except Refused as why:
                print(f"refused: {why}")
