//! Random rule texts: small games of every shape the language supports, the same ones for the same seed.
//!
//! In: a seed. Out: the text of a game and some small positions of it. The texts are correct by construction; that they
//! are read without a mistake is a part of what is tested.

use grundy_value::Random;

/// Random choices, the same for the same seed.
pub struct Dice(Random);

impl Dice {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// Returns a number from 0 up to, not including, `max`.
    pub fn below(&mut self, max: u64) -> u64 {
        self.0.below(max)
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn within(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Returns true once in `throws` calls, on average.
    pub fn once_in(&mut self, throws: u64) -> bool {
        self.below(throws) == 0
    }

    /// Returns one of the choices, of any kind.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u64) as usize]
    }

    /// Returns one of the choices.
    pub fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// A game and positions of it.
pub struct RandomGame {
    /// The rules.
    pub text: String,
    /// Positions as text, parts separated by spaces.
    pub positions: Vec<String>,
    /// Pairs of positions that a declared symmetry joins.
    pub twins: Vec<(String, String)>,
}

/// How play ends and what it is for: the clauses that go with any board.
struct Manner {
    players: bool,
    points: bool,
    again: bool,
    /// Whether a sum of several parts may be played.
    sums: bool,
    clauses: Vec<String>,
}

/// Returns the game of this seed.
pub fn random_game(seed: u64) -> RandomGame {
    let mut dice = Dice::new(seed);
    let mut game = match dice.below(6) {
        0 | 1 => heap(&mut dice),
        2 => pair(&mut dice),
        3 => list(&mut dice),
        4 => strip(&mut dice),
        _ => token(&mut dice),
    };
    // A finished part beside another changes nothing, unless it ends all play: then only some sums can be played.
    if !game.text.contains("compound short") || game.positions.iter().any(|position| position == "nothing") {
        let beside = game.positions[game.positions.len() / 2].clone();
        game.positions.extend([format!("{beside} nothing"), "nothing nothing".to_owned()]);
    }
    game
}

/// Returns ends, players, points and compounds; `cell` is a number of the position that conditions may use.
fn manner(dice: &mut Dice, cell: &str, splits: bool) -> Manner {
    let players = dice.once_in(3);
    let points = dice.once_in(4);
    let again = dice.once_in(5);
    let mut clauses = Vec::new();
    let mut sums = true;
    // Points of being stuck add up only where a move is made in one part.
    let mut scored = false;
    if players {
        clauses.push("players A, B".to_owned());
    }
    let number = |dice: &mut Dice| dice.within(0, 4);
    if points {
        if dice.once_in(3) {
            clauses.push(format!("score {} - {cell} if {cell} == {}", number(dice), number(dice)));
        }
        if dice.once_in(3) {
            clauses.push(format!("stuck scores {} - 2 * {cell}", number(dice)));
            scored = true;
            if dice.once_in(2) {
                clauses.push(format!("stuck scores {cell} + {} if {cell} % 2 == {}", number(dice), dice.below(2)));
            }
        } else if dice.once_in(2) {
            clauses.push("stuck scores".into());
        }
        let ties: &[&str] = if players { &["draw", "first", "A", "B"] } else { &["draw", "first"] };
        clauses.push(format!("ties {}", dice.one_of(ties)));
    } else {
        if dice.once_in(3) {
            let ends: &[&str] =
                if players { &["A wins", "B wins", "draw", "win", "lose"] } else { &["win", "lose", "draw"] };
            clauses.push(format!("{} if {cell} == {}", dice.one_of(ends), number(dice)));
        }
        if dice.once_in(5) && !splits {
            clauses.push(format!("stuck {} if {cell} % 2 == 1", dice.one_of(&["win", "lose", "draw"])));
            sums = false;
        }
        if dice.once_in(3) {
            let stuck: &[&str] = if players { &["wins", "draws", "A wins", "B wins"] } else { &["wins", "draws"] };
            clauses.push(format!("stuck {}", dice.one_of(stuck)));
        }
    }
    let plain = clauses.is_empty();
    if !again && !scored && dice.once_in(3) {
        let compounds: &[&str] = if plain {
            &["every", "short", "some", "upto 2", "anti"]
        } else {
            &["every", "short", "some", "upto 2", "one"]
        };
        clauses.push(format!("compound {}", dice.one_of(compounds)));
    }
    Manner { players, points, again, sums, clauses }
}

impl Manner {
    /// Returns the player of a move, its gain and whether it gives another turn. `cell` is a number in scope.
    fn style(&self, dice: &mut Dice, index: Place, cell: &str) -> Style {
        let owner = match dice.below(3) {
            0 if self.players => "A ",
            1 if self.players => "B ",
            _ => "",
        };
        let gain = match dice.below(3) {
            0 if self.points => format!(" gain {cell}"),
            1 if self.points => format!(" gain {} - {cell}", dice.within(0, 3)),
            // A game for points has at least one gain.
            _ if self.points && index == Place::First => format!(" gain {}", dice.within(1, 3)),
            _ => String::new(),
        };
        let again = if self.again && dice.once_in(2) { format!("again if {cell} % 2 == 0: ") } else { String::new() };
        Style { owner, gain, again }
    }

    fn finish(self, head: String, rules: Vec<String>) -> String {
        let mut text = head;
        for line in rules.iter().chain(&self.clauses) {
            text.push('\n');
            text += line;
        }
        text.push('\n');
        text
    }
}

/// The first move of a game, or one after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
}

/// The clauses of a move besides its choices, its condition and its result.
struct Style {
    owner: &'static str,
    gain: String,
    again: String,
}

impl Style {
    fn rule(&self, name: &str, guard: &str, result: &str) -> String {
        let guard = if guard.is_empty() { String::new() } else { format!(" if {guard}") };
        format!("{}move {name}{guard}{} -> {}{result}", self.owner, self.gain, self.again)
    }
}

/// Returns a condition on a number.
fn condition(dice: &mut Dice, cell: &str) -> String {
    match dice.below(9) {
        5 => dice
            .one_of(&["is_prime(C)", "not is_square(C)", "len(digits(C, 2)) > 2", "gcd(C, 6, 4) == 1", "lcm(C, 2) < 8"])
            .replace('C', cell),
        6 => dice
            .one_of(&[
                "log2(C + 1) == 1",
                "valuation(C + 1, 2) == 0",
                "floor_sqrt(2, C) % 2 == 0",
                "gcd(digits(C, 3)) == 1",
            ])
            .replace('C', cell),
        7 => dice
            .one_of(&[
                "len(divisors(C + 1)) == 2",
                "sum(prime_factors(C + 1)) % 2 == 0",
                "lcm(divisors(C + 1)) == C + 1",
            ])
            .replace('C', cell),
        0 => format!("{cell} % 2 == {}", dice.below(2)),
        1 => format!("{cell} > {}", dice.below(4)),
        2 => format!("{cell} != {}", dice.below(5)),
        3 => format!("{cell} & {} != {}", dice.within(1, 6), dice.below(3)),
        4 => format!("{cell} | {} < {cell} + {}", dice.within(1, 6), dice.within(1, 4)),
        _ => String::new(),
    }
}

/// Returns a condition after a binder.
fn if_some(condition: &str) -> String {
    if condition.is_empty() { String::new() } else { format!(" if {condition}") }
}

fn both(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first} and {second}") }
}

/// One heap: takes, splits, and both at once.
fn heap(dice: &mut Dice) -> RandomGame {
    let splits = dice.once_in(2);
    let manner = manner(dice, "n", splits);
    let low = dice.within(1, 2);
    let max = dice.within(low, 4);
    let guard = condition(dice, "n");
    let mut rules =
        vec![manner.style(dice, Place::First, "n").rule(&format!("a(k in {low}..min({max}, n))"), &guard, "n - k")];
    if dice.once_in(2) {
        let set = format!("{{{}, {}}}", dice.within(1, 3), dice.within(4, 6));
        let guard = both("k <= n", &condition(dice, "n"));
        let style = manner.style(dice, Place::Later, "k");
        if dice.once_in(2) {
            let (first, second) = (if_some(&condition(dice, "k")), if_some(&condition(dice, "t")));
            rules.push(style.rule(
                &format!("b(k in {set} if k <= n, t = n - k{second}, m in 1..2{first})"),
                "m <= k",
                "t",
            ));
        } else {
            rules.push(style.rule(&format!("b(k in {set})"), &guard, "n - k"));
        }
    }
    if dice.once_in(4) {
        let (list, guard) =
            *dice.pick(&[("divisors(n)", "n > 0 and k < n"), ("prime_factors(n)", "n > 0"), ("digits(n, 3)", "k > 0")]);
        let list = if guard.starts_with("n > 0") { format!("if n == 0 then [] else {list}") } else { list.to_owned() };
        let guard = both(guard, &condition(dice, "k"));
        rules.push(manner.style(dice, Place::Later, "k").rule(&format!("e(k in ({list}))"), &guard, "n - k"));
    }
    if splits {
        let taken = dice.below(3);
        let guard = condition(dice, "n");
        let name = format!("c(i in 1..n - {})", taken + 1);
        let result = match dice.below(4) {
            0 => "plus(j for j in 1..min(3, n - i))".to_owned(),
            1 => format!(
                "plus(n - i - j for j in 0..2 if n - i > j{}) plus i - 1",
                both(" and j != 1", &condition(dice, "j"))
            ),
            2 => "n - i plus (plus(j - 1 for j in 1..i if j < n, t in 1..2 if t < j))".to_owned(),
            _ => format!("i plus n - {taken} - i"),
        };
        rules.push(manner.style(dice, Place::Later, "i").rule(&name, &guard, &result));
    }
    if dice.once_in(4) {
        rules.push(manner.style(dice, Place::Later, "n").rule(
            "d",
            &format!("0 < n < {}", dice.within(2, 5)),
            "nothing",
        ));
    }
    let mut positions: Vec<String> = (0..9).map(|n| n.to_string()).collect();
    if manner.sums {
        positions.extend((0..4).map(|_| format!("{} {}", dice.below(6), dice.below(6))));
        positions.push(format!("{} {} {}", dice.below(4), dice.below(4), dice.below(4)));
        positions.push("nothing".into());
    }
    let head = match dice.below(4) {
        // Every heap is valid that a move may leave; the positions asked about are small.
        0 => format!("game g(n)\nvalid if n < {}\nvalid if n & 64 == 0", dice.within(9, 40)),
        _ => "game g(n)".into(),
    };
    let text = manner.finish(head, rules);
    RandomGame { text, positions, twins: Vec::new() }
}

/// Two heaps moved in together; half of these games are symmetric in the heaps.
fn pair(dice: &mut Dice) -> RandomGame {
    let manner = manner(dice, "(a + b)", false);
    let symmetric = dice.once_in(2);
    let mut rules = Vec::new();
    for index in 0..dice.within(1, 3) {
        let (x, y) = (dice.within(1, 3), dice.below(3));
        let max = |first: &str, second: &str| {
            if y == 0 { format!("{first} / {x}") } else { format!("min({first} / {x}, {second} / {y})") }
        };
        let guard = condition(dice, "(a + b)");
        let style = manner.style(dice, if index == 0 { Place::First } else { Place::Later }, "k");
        let name = format!("a{index}(k in 1..min(3, {}))", max("a", "b"));
        rules.push(style.rule(&name, &guard, &format!("(a - {x} * k, b - {y} * k)")));
        if symmetric {
            let name = format!("b{index}(k in 1..min(3, {}))", max("b", "a"));
            rules.push(style.rule(&name, &guard, &format!("(a - {y} * k, b - {x} * k)")));
        }
    }
    let mut positions = Vec::new();
    let mut twins = Vec::new();
    for _ in 0..6 {
        let (a, b) = (dice.below(8), dice.below(8));
        positions.push(format!("{a},{b}"));
        if symmetric {
            twins.push((format!("{a},{b}"), format!("{b},{a}")));
        }
    }
    if manner.sums {
        positions.push(format!("{},{} {},{}", dice.below(3), dice.below(3), dice.below(3), dice.below(3)));
    }
    let head = if symmetric { "game g(a, b)\nsymmetry swap a, b" } else { "game g(a, b)" };
    // Both heaps only fall, so that what is left is below the line too.
    let valid = if dice.once_in(4) { "\nvalid if a + b < 16 and (a | b) < 8" } else { "" };
    RandomGame { text: manner.finish(format!("{head}{valid}"), rules), positions, twins }
}

/// A list of numbers that are lowered, erased, handed on.
fn list(dice: &mut Dice) -> RandomGame {
    let manner = manner(dice, "len(s)", false);
    let guard = condition(dice, "s[i]");
    let between = dice.once_in(2);
    let mut rules = vec![if between {
        let name = format!("a(i in 0..len(s)-1{}, v in 0..s[i]-1{})", if_some(&guard), if_some(&condition(dice, "v")));
        let last = format!("any(x >= v for x in s if x != {}, y in 0..x if y != v)", dice.below(3));
        let last = if dice.once_in(2) { last } else { String::new() };
        manner.style(dice, Place::First, "v").rule(&name, &last, "with s[i] = v")
    } else {
        manner.style(dice, Place::First, "v").rule("a(i in 0..len(s)-1, v in 0..s[i]-1)", &guard, "with s[i] = v")
    }];
    if dice.once_in(2) {
        let guard = both("s[i] == 0", &condition(dice, "len(s)"));
        let result = dice.one_of(&["s[0..i-1]", "s[0..i-1] ++ s[i+1..len(s)-1]"]).to_owned();
        rules.push(manner.style(dice, Place::Later, "i").rule("b(i in 0..len(s)-1)", &guard, &result));
    }
    if dice.once_in(2) {
        let guard = "s[i] > 0 and i > 0";
        rules.push(manner.style(dice, Place::Later, "i").rule(
            "c(i in 1..len(s)-1)",
            guard,
            "with s[i] = s[i] - 1, s[i-1] = s[i-1] + 1",
        ));
    }
    let ty = dice.one_of(&["[int in 0..]", "bag int in 0.."]).to_owned();
    if ty.starts_with("bag") {
        rules.truncate(1);
    }
    let mut positions: Vec<String> = vec!["[]".into(), "[0]".into(), "[3]".into()];
    for _ in 0..5 {
        let cells: Vec<String> = (0..dice.within(2, 3)).map(|_| dice.below(4).to_string()).collect();
        positions.push(format!("[{}]", cells.join(",")));
    }
    if manner.sums {
        positions.push(format!("[{}] [{},1]", dice.below(3), dice.below(3)));
    }
    RandomGame { text: manner.finish(format!("game g(s: {ty})"), rules), positions, twins: Vec::new() }
}

/// Marks on a strip, with a mirror symmetry.
fn strip(dice: &mut Dice) -> RandomGame {
    let manner = manner(dice, "count(x == '#' for x in s)", false);
    let width = dice.within(1, 2);
    let guard = if width == 1 { "s[i] == '.'" } else { "s[i] == '.' and s[i+1] == '.'" };
    let result = if width == 1 { "with s[i] = '#'" } else { "with s[i] = '#', s[i+1] = '#'" };
    let mut rules =
        vec![manner.style(dice, Place::First, "len(s)").rule(&format!("a(i in 0..len(s)-{width})"), guard, result)];
    if dice.once_in(2) {
        let guard = "s[i] == '.' and (i == 0 or s[i-1] == '#') and (i == len(s) - 1 or s[i+1] == '#')";
        rules.push(manner.style(dice, Place::Later, "len(s)").rule("b(i in 0..len(s)-1)", guard, "with s[i] = '#'"));
    }
    let mut positions = Vec::new();
    let mut twins = Vec::new();
    for _ in 0..6 {
        let row: String = (0..dice.within(1, 6)).map(|_| if dice.once_in(4) { '#' } else { '.' }).collect();
        twins.push((row.clone(), row.chars().rev().collect()));
        positions.push(row);
    }
    let text = manner.finish("game g(s: [{'.', '#'}])\nsymmetry s reflect".into(), rules);
    RandomGame { text, positions, twins }
}

/// A token on a graph with loops.
fn token(dice: &mut Dice) -> RandomGame {
    let mut manner = manner(dice, "v", false);
    let size = dice.within(2, 7);
    let forward = dice.once_in(4);
    let mut graph = || {
        let nodes: Vec<String> = (0..size)
            .map(|from| {
                let nodes: Vec<String> = (0..dice.below(4))
                    .map(|_| dice.below(size))
                    .filter(|to| !forward || *to < from)
                    .map(|to| to.to_string())
                    .collect();
                format!("[{}]", nodes.join(", "))
            })
            .collect();
        format!("[{}]", nodes.join(", "))
    };
    let (next, back) = (graph(), graph());
    if !manner.points {
        let loops: &[&str] = if manner.players { &["draw", "A wins", "B wins"] } else { &["draw"] };
        manner.clauses.push(format!("loops {}", if forward { "none" } else { dice.one_of(loops) }));
    }
    let mut rules = vec![manner.style(dice, Place::First, "u").rule("a(u in next[v])", "", "u")];
    let two = dice.once_in(2);
    if two {
        let guard = condition(dice, "u");
        rules.push(manner.style(dice, Place::Later, "v").rule("b(u in back[v])", &guard, "u"));
    }
    let mut positions: Vec<String> = (0..size).map(|v| v.to_string()).collect();
    if manner.players {
        positions.extend((0..size).map(|v| format!("B: {v}")));
    }
    if manner.sums {
        positions.extend((0..3).map(|_| format!("{} {}", dice.below(size), dice.below(size))));
    }
    let given = if two {
        format!("given next: [[int]] = {next}, back: [[int]] = {back}")
    } else {
        format!("given next: [[int]] = {next}")
    };
    let head = format!("game g(v in 0..{})\n{given}", size - 1);
    RandomGame { text: manner.finish(head, rules), positions, twins: Vec::new() }
}
