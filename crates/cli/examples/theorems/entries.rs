//! The games of the museum of theorems and the rules that fit for long and are false.
// The tests read what the page is made of, but for what only its maker needs.
#![allow(dead_code)]

/// A game whose theorem is found and proved from its rules alone.
pub struct Entry {
    /// What people call it.
    pub title: &'static str,
    /// Who found the theorem, or where it is told.
    pub source: &'static str,
    /// The rules.
    pub rules: &'static str,
}

/// A rule that fits a long table and is false.
pub struct Lesson {
    /// What it is about.
    pub title: &'static str,
    /// What there is to learn.
    pub words: &'static str,
    /// The rules, with the false claim as the last line.
    pub rules: &'static str,
    /// How far the table goes.
    pub to: i64,
}

const fn entry(title: &'static str, source: &'static str, rules: &'static str) -> Entry {
    Entry { title, source, rules }
}

/// The theorems.
pub const ENTRIES: &[Entry] = &[
    entry("Bash's game", "Bachet 1612", "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k"),
    entry("Bash's game, up to fifty", "Bachet 1612", "game bash(n)\nmove take(k in 1..min(50, n)) -> n - k"),
    entry(
        "Misère Bash",
        "Bachet 1612; the last stone loses",
        "game bash(n)\nstuck wins\nmove take(k in 1..min(3, n)) -> n - k",
    ),
    entry("Subtract 1, 3 or 4", "Golomb 1966", "game subtraction(n)\nmove take(k in [1, 3, 4]) if k <= n -> n - k"),
    entry("Subtract 2, 5 or 7", "Golomb 1966", "game subtraction(n)\nmove take(k in [2, 5, 7]) if k <= n -> n - k"),
    entry(
        "Subtract 1, 4, 9, 16 or 25",
        "after Golomb 1966",
        "game squares(n)\nmove take(k in [1, 4, 9, 16, 25]) if k <= n -> n - k",
    ),
    entry(
        "Subtract 1, 2, 4, 8 or 16",
        "folklore",
        "game powers(n)\nmove take(k in [1, 2, 4, 8, 16]) if k <= n -> n - k",
    ),
    entry(
        "Misère subtraction of 1, 3 or 4",
        "after Golomb 1966; the last stone loses",
        "game subtraction(n)\nstuck wins\nmove take(k in [1, 3, 4]) if k <= n -> n - k",
    ),
    entry(
        "Take one, or split into equal halves",
        "folklore of contests",
        "game even(n)\nmove take if n >= 1 -> n - 1\nmove split if n >= 2 and n % 2 == 0 -> n / 2 plus n / 2",
    ),
    entry(
        "Two coins on a strip",
        "folklore; a coin moves left and not over the other, and both may share a square",
        "game coins(a, b in 0..a)\nmove right(k in 1..a - b) -> (a - k, b)\nmove left(k in 1..b) -> (a, b - k)",
    ),
    entry(
        "The king, misère",
        "folklore; who reaches the corner loses",
        "game king(a, b)\nstuck wins\nmove left if a >= 1 -> (a - 1, b)\nmove down if b >= 1 -> (a, b - 1)\n\
         move both if a >= 1 and b >= 1 -> (a - 1, b - 1)",
    ),
    entry("Take an odd number", "folklore", "game odd(n)\nmove take(k in 0..(n - 1) / 2) if n >= 1 -> n - 2 * k - 1"),
    entry("Nim, one heap", "Bouton 1901", "game nim(n)\nmove take(k in 1..n) -> n - k"),
    entry(
        "Nim, two heaps",
        "Bouton 1901",
        "game nim(a, b)\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)",
    ),
    entry(
        "Nim, three heaps",
        "Bouton 1901",
        "game nim(a, b, c)\nmove x(k in 1..a) -> (a - k, b, c)\nmove y(k in 1..b) -> (a, b - k, c)\n\
         move z(k in 1..c) -> (a, b, c - k)",
    ),
    entry(
        "Nim, four heaps",
        "Bouton 1901",
        "game nim(a, b, c, d)\nmove x(k in 1..a) -> (a - k, b, c, d)\nmove y(k in 1..b) -> (a, b - k, c, d)\n\
         move z(k in 1..c) -> (a, b, c - k, d)\nmove u(k in 1..d) -> (a, b, c, d - k)",
    ),
    entry(
        "Nim, five heaps",
        "Bouton 1901",
        "game nim(a, b, c, d, e)\nmove x(k in 1..a) -> (a - k, b, c, d, e)\nmove y(k in 1..b) -> (a, b - k, c, d, e)\n\
         move z(k in 1..c) -> (a, b, c - k, d, e)\nmove u(k in 1..d) -> (a, b, c, d - k, e)\n\
         move v(k in 1..e) -> (a, b, c, d, e - k)",
    ),
    entry(
        "Misère Nim, two heaps",
        "Bouton 1901",
        "game nim(a, b)\nstuck wins\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)",
    ),
    entry(
        "Misère Nim, three heaps",
        "Bouton 1901",
        "game nim(a, b, c)\nstuck wins\nmove x(k in 1..a) -> (a - k, b, c)\nmove y(k in 1..b) -> (a, b - k, c)\n\
         move z(k in 1..c) -> (a, b, c - k)",
    ),
    entry(
        "Wythoff's game",
        "Wythoff 1907",
        "game wythoff(a, b)\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)\n\
         move both(k in 1..min(a, b)) -> (a - k, b - k)",
    ),
    entry(
        "Misère Wythoff",
        "Fraenkel 1984",
        "game wythoff(a, b)\nstuck wins\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)\n\
         move both(k in 1..min(a, b)) -> (a - k, b - k)",
    ),
    entry(
        "Wythoff with heaps that may differ by 1",
        "Fraenkel 1982",
        "game wythoff2(a, b)\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)\n\
         move both(k in 1..a, j in max(1, k - 1)..min(b, k + 1)) -> (a - k, b - j)",
    ),
    entry(
        "Kayles",
        "Guy & Smith 1956",
        "game kayles(n)\nmove knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a",
    ),
    entry(
        "Dawson's Kayles",
        "Guy & Smith 1956",
        "game dawson_kayles(n)\nmove knock(a in 0..n - 2) -> a plus n - 2 - a",
    ),
    entry(
        "Dawson's chess",
        "Dawson 1935, Guy & Smith 1956",
        "game dawson_chess(n)\nmove middle(a in 0..n - 3) -> a plus n - 3 - a\nmove end if n >= 2 -> n - 2\n\
         move last if n == 1 -> 0",
    ),
    entry(
        "Guiles",
        "Guy & Smith 1956: the octal game .15",
        "game guiles(n)\nmove one if n == 1 -> 0\nmove two(a in 1..n - 3) -> a plus n - 2 - a\nmove whole if n == 2 -> 0",
    ),
    entry(
        "Treblecross in pieces: the octal game .137",
        "Guy & Smith 1956",
        "game dawson(n)\nmove one if n == 1 -> 0\nmove two if n >= 2 -> n - 2\nmove three(a in 0..n - 3) -> a plus n - 3 - a",
    ),
    entry(
        "Lasker's Nim",
        "Lasker 1931",
        "game lasker(n)\nmove take(k in 1..n) -> n - k\nmove split(k in 1..n - 1) -> k plus n - k",
    ),
    entry(
        "Fibonacci nim",
        "Whinihan 1963",
        "game fibonacci_nim(n, most = max(n - 1, 0))\nmove take(k in 1..min(n, most)) -> (n - k, 2 * k)",
    ),
    entry(
        "Staircase Nim, three steps",
        "Sprague 1937",
        "game staircase(a, b, c)\nmove x(k in 1..a) -> (a - k, b, c)\nmove y(k in 1..b) -> (a + k, b - k, c)\n\
         move z(k in 1..c) -> (a, b + k, c - k)",
    ),
    entry(
        "Euclid's game",
        "Cole & Davie 1969",
        "game euclid(a, b)\nmove left(k in 1..a / max(b, 1)) if 0 < b <= a -> (a - k * b, b)\n\
         move right(k in 1..b / max(a, 1)) if 0 < a < b -> (a, b - k * a)",
    ),
    entry(
        "Chomp with two rows",
        "Gale 1974",
        "game chomp(a in 1.., b: int in 0..a)\nmove top(k in 0..b - 1) -> (a, k)\n\
         move low(k in 1..a - 1) -> (k, min(b, k))",
    ),
    entry(
        "Moore's Nim, two of three heaps",
        "Moore 1910",
        "game moore(a, b, c)\nmove x(i in 0..a, j in 0..b) if i + j >= 1 -> (a - i, b - j, c)\n\
         move y(i in 0..a, j in 0..c) if i + j >= 1 -> (a - i, b, c - j)\n\
         move z(i in 0..b, j in 0..c) if i + j >= 1 -> (a, b - i, c - j)",
    ),
    entry(
        "Nim on two heaps with a pass",
        "Morrison, Friedman & Landsberg 2011",
        "game pass(a, b, p: int in 0..1)\nmove left(k in 1..a) -> (a - k, b, p)\n\
         move right(k in 1..b) -> (a, b - k, p)\nmove pass if p == 1 and a + b >= 1 -> (a, b, 0)",
    ),
    entry(
        "The king on the way to the corner",
        "folklore: one from either heap or from both",
        "game king(a, b)\nmove left if a >= 1 -> (a - 1, b)\nmove right if b >= 1 -> (a, b - 1)\n\
         move both if a >= 1 and b >= 1 -> (a - 1, b - 1)",
    ),
    entry(
        "The knight on the way to the corner",
        "folklore",
        "game knight(a, b)\nmove up if a >= 1 and b >= 2 -> (a - 1, b - 2)\nmove left if a >= 2 and b >= 1 -> (a - 2, b - 1)",
    ),
    entry(
        "The rook of short steps",
        "folklore: up to two from one heap",
        "game short(a, b)\nmove left(k in 1..min(2, a)) -> (a - k, b)\nmove right(k in 1..min(2, b)) -> (a, b - k)",
    ),
    entry("Take at most half", "folklore", "game half(n)\nmove take(k in 1..n / 2) -> n - k"),
    entry(
        "Mark",
        "Fraenkel 2011: take one, or halve",
        "game mark(n)\nmove one if n >= 1 -> n - 1\nmove half if n >= 1 -> n / 2",
    ),
    entry(
        "Halve up or down",
        "folklore",
        "game halves(n)\nmove down if n >= 2 -> n / 2\nmove up if n >= 2 -> (n + 1) / 2",
    ),
    entry(
        "The multiplication game, backwards",
        "POJ 2505; Winning Ways",
        "game multiplication(n in 1..)\nmove divide(k in 2..9) if n >= 2 -> (n + k - 1) / k",
    ),
    entry(
        "Two bowls",
        "folklore: take one bowl away and share the other",
        "game bowls(a, b)\nmove left(k in 1..a - 1) -> (k, a - k)\nmove right(k in 1..b - 1) -> (k, b - k)",
    ),
    entry(
        "Euclid's game, one step at a time",
        "Cole & Davie 1969, with single steps",
        "game euclid(a, b)\nmove left if b >= 1 and a >= b -> (a - b, b)\nmove right if a >= 1 and b > a -> (a, b - a)",
    ),
];

/// The lessons.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        title: "One rare move",
        words: "Bash's rule holds for a thousand heaps. Then the fourth move comes into play.",
        rules: "game rare(n)\nmove take(k in [1, 2, 3, 1000]) if k <= n -> n - k\nclaim lose iff n % 4 == 0",
        to: 1500,
    },
    Lesson {
        title: "A fraction for the golden ratio",
        words: "Wythoff's rule with 89/55 instead of φ is right for all small heaps. Every fraction, and so every floating-point \
                number, fails like this, only later: with doubles, at a difference of about 10^8.",
        rules: "game wythoff(a, b)\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)\n\
                move both(k in 1..min(a, b)) -> (a - k, b - k)\n\
                claim lose iff min(a, b) == abs(a - b) * 89 / 55",
        to: 160,
    },
    Lesson {
        title: "Parity of dates",
        words: "In the calendar game a date is lost where month + day is odd: true of nearly all dates, and false on the 30th of September \
                and of November.",
        rules: "game calendar(y in 2000..2001, m in 1..12, d in 1..days(y, m))\n\
                let leap(year) = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)\n\
                let days(year, month) =\n  if month == 2 then if leap(year) then 29 else 28 else if month in {4, 6, 9, 11} then 30 else 31\n\
                lose if y == 2001 and m == 11 and d == 4\n\
                win if y == 2001 and (m == 12 or m == 11 and d > 4)\n\
                move next_day -> if d < days(y, m) then (y, m, d + 1) else if m < 12 then (y, m + 1, 1) else (y + 1, 1, 1)\n\
                move next_month if d <= days(y, m % 12 + 1) -> if m < 12 then (y, m + 1, d) else (y + 1, 1, d)\n\
                claim lose iff (m + d) % 2 == 1 if y == 2000",
        to: 2001,
    },
    Lesson {
        title: "Taking Fibonacci numbers",
        words: "The lost heaps begin 0, 4, 10, 14, 20, 24, 30, and the next one is not 34.",
        rules: "game take_fibonacci(n)\nmove take(k in 1..n) if is_fibonacci(k) -> n - k\nclaim lose iff n % 10 in [0, 4]",
        to: 100,
    },
    Lesson {
        title: "Taking squares",
        words: "The lost heaps begin 0, 2, 5, 7, 10, 12, 15, 17, 20, 22. Then nothing is lost up to 34.",
        rules: "game take_square(n)\nmove take(k in 1..isqrt(n)) -> n - k * k\nclaim lose iff n % 5 in [0, 2]",
        to: 100,
    },
    Lesson {
        title: "Kayles, too early",
        words: "The period of 12 begins at 71. Whoever believes it from 40 on is right seventeen times, and whoever believes it \
                from 58 on is right twelve times, just once around.",
        rules: "game kayles(n)\nmove knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a\n\
                claim grundy = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n % 12] if n >= 40",
        to: 200,
    },
];
