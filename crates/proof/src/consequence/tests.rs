//! Conditions as cases, and inlined expressions, compared with the meaning of the rules at single positions.

use super::cases::{Case, Digits, Reader, Sum};
use super::inline::Inline;
use super::words::{Atom, Walk};
use crate::linear::{Limits, LinearTheorem, prove, translate};
use grundy_checker::Play;
use grundy_rules::game::{ClaimKind, Expr, Form};
use grundy_rules::{Instance, Meter, Part, Value, read};
use grundy_value::Random;
use std::sync::Arc;

/// The conditions of the claims of a file.
fn conditions(instance: &Instance) -> impl Iterator<Item = &Expr> {
    instance.game().claims.iter().map(|claim| match &claim.kind {
        ClaimKind::Iff(_, condition) => condition,
        _ => panic!("the claims are about who wins"),
    })
}

fn instance(rules: &str) -> Option<Instance> {
    let game = read(rules).ok()?;
    let givens = game.givens.len();
    Instance::new(game, vec![None; givens]).ok()
}

fn part(numbers: &[i64]) -> Part {
    Arc::new(numbers.iter().map(|number| Value::from(*number)).collect())
}

fn evaluate(instance: &Instance, expr: &Expr, numbers: &[i64]) -> Option<Value> {
    instance.evaluate(expr, &part(numbers), None, &Meter::steps(1_000_000)).ok()
}

/// An automaton that says 0 of everything, of a game in which nothing can be moved.
fn all_lost(instance: &Instance, system: &str, digits: usize) -> LinearTheorem {
    let game = translate(instance).unwrap();
    let components = game.components.len();
    let row = vec!["0"; 1 + digits.pow(components as u32)].join(" ");
    let weights = vec!["1"; components].join(" ");
    let text = format!("{}weights {weights}\nsystem {system}\n{row}\n", game.text(Play::Normal));
    prove(instance, &text, &Limits::default()).unwrap()
}

struct Draw(Random);

impl Draw {
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.0.below(list.len() as u64) as usize]
    }

    fn number(&mut self, max: u64) -> u64 {
        self.0.below(max)
    }

    fn term(&mut self, depth: usize, system: Digits) -> String {
        let kinds = if depth == 0 { 4 } else { 14 };
        let inner = |draw: &mut Draw| draw.term(depth - 1, system);
        match self.number(kinds) {
            0 | 1 => "a".into(),
            2 => "b".into(),
            3 => self.of(&["0", "1", "2", "3", "5", "m", "-1", "(m - 1)"]).into(),
            4 => format!("(-{})", inner(self)),
            5 | 6 => format!("({} + {})", inner(self), inner(self)),
            7 | 8 => format!("({} - {})", inner(self), inner(self)),
            9 => format!("{} * {}", self.of(&["2", "3", "(-2)", "m"]), inner(self)),
            10 => format!("{} * {}", inner(self), self.of(&["2", "3", "(-1)"])),
            11 => format!("abs({})", inner(self)),
            12 => format!("{}({}, {})", self.of(&["min", "max"]), inner(self), inner(self)),
            _ if system == Digits::Fibonacci && self.number(2) == 0 => format!("floor_phi({})", inner(self)),
            _ => format!("(if {} then {} else {})", self.condition(depth - 1, system), inner(self), inner(self)),
        }
    }

    fn sign(&mut self) -> &'static str {
        self.of(&["==", "!=", "<", "<=", ">", ">="])
    }

    fn condition(&mut self, depth: usize, system: Digits) -> String {
        let kinds = if depth == 0 { 4 } else { 10 };
        match self.number(kinds) {
            0..=2 => format!("{} {} {}", self.term(depth, system), self.sign(), self.term(depth, system)),
            3 => match system {
                Digits::Fibonacci => format!("is_fibonacci({})", self.term(depth, system)),
                Digits::Binary => {
                    let (counted, sign) = (self.term(depth, system), self.of(&["==", "!=", "<=", ">"]));
                    match self.number(2) {
                        0 => format!("popcount({counted}) {sign} {}", self.number(4)),
                        _ => {
                            let (by, rest) = (1 + self.number(3), self.number(3));
                            format!("popcount({counted}) % {by} {} {rest}", self.of(&["==", "!="]))
                        }
                    }
                }
                Digits::Other => self.of(&["true", "false"]).into(),
            },
            4 | 5 => format!("not ({})", self.condition(depth - 1, system)),
            6 => format!("({} and {})", self.condition(depth - 1, system), self.condition(depth - 1, system)),
            7 => format!("({} or {})", self.condition(depth - 1, system), self.condition(depth - 1, system)),
            8 => self.of(&["true", "false"]).into(),
            _ => {
                let (yes, no) = (self.condition(depth - 1, system), self.condition(depth - 1, system));
                format!("(if {} then {yes} else {no})", self.condition(depth - 1, system))
            }
        }
    }
}

/// Whether some position of these cases is reached: of those where the condition has a value, and of those where it has none.
fn reached(walk: &Walk<'_>, cases: &[Case]) -> Option<[bool; 2]> {
    let mut found = [false; 2];
    for case in cases {
        found[usize::from(case.is_undefined)] |= !walk.never(case, |_| true)?;
    }
    Some(found)
}

#[test]
fn cases_of_a_condition_are_those_where_it_has_its_value() {
    let mut draw = Draw(Random(19));
    for (system, line, digits) in [(Digits::Fibonacci, "1 1", 2), (Digits::Binary, "2", 2), (Digits::Other, "3", 3)] {
        let (mut compared, mut undefined) = (0, 0);
        for _ in 0..250 {
            let depth = 1 + draw.number(2) as usize;
            let rules = format!(
                "game g(a, b)\ngiven m = 3\nmove none if a < 0 -> (a, b)\nclaim win iff {}\n",
                draw.condition(depth, system)
            );
            let Some(instance) = instance(&rules) else { continue };
            let theorem = all_lost(&instance, line, digits);
            let walk = Walk::new(theorem.statement(), &|| false).unwrap();
            let (reader, condition) = (Reader::new(&instance, system), conditions(&instance).next().unwrap());
            for _ in 0..8 {
                let numbers =
                    [draw.number(9) as i64, [draw.number(9), draw.number(300)][draw.number(2) as usize] as i64];
                let mut start = Case::new(2, &[]).unwrap();
                for (at, number) in numbers.iter().enumerate() {
                    let factors = (0..2).map(|other| i64::from(other == at)).collect();
                    start.atoms.push(Atom::Equal(Sum { factors, constant: -number }));
                }
                let of = |wanted: bool| reached(&walk, &reader.cases(condition, wanted, start.clone())?);
                let (Some([yes, yes_undefined]), Some([no, no_undefined])) = (of(true), of(false)) else { continue };
                let about = || format!("{rules}{numbers:?}");
                match evaluate(&instance, condition, &numbers) {
                    Some(Value::Bool(truth)) => assert_eq!((yes, no), (truth, !truth), "{}", about()),
                    _ => {
                        assert!(yes_undefined || no_undefined, "{}", about());
                        undefined += 1;
                    }
                }
                compared += 1;
            }
        }
        assert!(compared > 800 && (undefined > 20 || system == Digits::Other), "{compared} {undefined}");
    }
}

#[test]
fn what_is_too_large_or_of_another_system_is_not_read() {
    let of = |condition: &str, system: Digits| {
        let instance = instance(&format!(
            "game g(a, b)\ngiven m = 1000\nmove none if a < 0 -> (a, b)\nclaim win iff {condition}\n"
        ))
        .unwrap();
        let start = Case::new(2, &[]).unwrap();
        let read = Reader::new(&instance, system).cases(conditions(&instance).next().unwrap(), true, start);
        read.map(|cases| cases.len())
    };
    for (condition, system, cases) in [
        ("a == 1000", Digits::Other, Some(1)),
        ("a == m", Digits::Other, Some(1)),
        ("a == -1000", Digits::Other, Some(1)),
        ("a == 1001", Digits::Other, None),
        ("a == m + 1", Digits::Other, None),
        ("a == -1001", Digits::Other, None),
        ("1000 * a == b", Digits::Other, Some(1)),
        ("1001 * a == b", Digits::Other, None),
        ("500 * a == b - 500 * a", Digits::Other, Some(1)),
        ("a + 600 == b - 500", Digits::Other, None),
        ("a * b == 4", Digits::Other, None),
        ("a / 2 == 4", Digits::Other, None),
        ("a < b < 4", Digits::Other, None),
        ("popcount(a) == 1", Digits::Binary, Some(2)),
        ("popcount(a) == 1", Digits::Fibonacci, None),
        ("popcount(a) % 2 == 1", Digits::Other, None),
        ("popcount(a) % (m - 1000) == 1", Digits::Binary, None),
        ("popcount(a) % m == 1", Digits::Binary, Some(2)),
        ("popcount(a) % b == 1", Digits::Binary, None),
        ("popcount(a) == -1", Digits::Binary, None),
        ("popcount(a) < 2", Digits::Binary, None),
        ("popcount(a) % 2 < 1", Digits::Binary, None),
        ("is_fibonacci(a)", Digits::Fibonacci, Some(2)),
        ("is_fibonacci(a)", Digits::Binary, None),
        ("floor_phi(a) == b", Digits::Fibonacci, Some(3)),
        ("floor_phi(a) == b", Digits::Binary, None),
    ] {
        assert_eq!(of(condition, system), cases, "{condition} {system:?}");
    }
    // So many cases, and no more.
    let times = |count: usize| vec!["a != b"; count].join(" and ");
    assert_eq!((of(&times(8), Digits::Other), of(&times(9), Digits::Other)), (Some(256), None));
    let any = |count: usize| vec!["a == b"; count].join(" or ");
    assert_eq!((of(&any(256), Digits::Other), of(&any(257), Digits::Other)), (Some(256), None));
    let sum = |count: usize| format!("{} == 0", vec!["abs(a)"; count].join(" + "));
    assert_eq!((of(&sum(8), Digits::Other), of(&sum(9), Digits::Other)), (Some(256), None));
}

const FUNCTIONS: &str = "let two(x) = 2 * x\nlet of(x, y) = if x > y then x - y else two(y) - x\n\
                         let between(x, y) = x <= a and a < y\nlet late(x) = between(x, x + m)\n";

#[test]
fn inlined_expressions_have_the_same_value() {
    let expressions = [
        "two(a) > b",
        "of(a, b) == 3",
        "of(b, a + 2) == two(3) - 1",
        "of(-a, b - 9) > 0",
        "between(1, b)",
        "late(b - 2)",
        "not late(b) or a == 4",
        "if late(2) then two(b) == 6 else a > b",
        "sum(x for x in [1, 2, a / a]) > 3",
        "sum(x * a for x in [1, 2, 5]) > two(b)",
        "sum(two(x) for x in [1, 2, 5] if x < a) == 6",
        "count(x < a for x in [1, 2, 5]) == 2",
        "count(x < a for x in [1, 2, 5] if x != b) == 1",
        "any(x == a for x in [1, 4, 6])",
        "any(x == a for x in [1, 4, 6] if x > b)",
        "all(x != a for x in [1, 4, 6])",
        "all(x > a for x in [1, 4, 6] if x > b)",
        "all(x > a for x in [m, two(2)])",
        "any(p[0] == a and p[1] >= b for p in [[1, 4], [2, 5]])",
        "any(any(x + y == a for y in [1, 2]) for x in [3, 6])",
        "any(t == (a > 3) for t in [true])",
        "sum(x for x in [0 * 1] if x > 9) == a - a",
        "[1, 4, 2][a % 3] == b",
        "a in [1, two(2)]",
        "a in two(1)..b + 1",
        "a in two(2)..",
        "min(a, two(b)) == 2",
        "a % two(2) == b % 4",
        "-two(a) < -b",
        "a in {1, 3, b}",
    ];
    let claims: String = expressions.iter().map(|expression| format!("claim win iff {expression}\n")).collect();
    let rules = format!("game g(a, b)\ngiven m = 3\n{FUNCTIONS}move none if a < 0 -> (a, b)\n{claims}");
    let instance = instance(&rules).unwrap();
    let meter = Meter::steps(1_000_000);
    let inline = Inline::new(&instance, &meter);
    // Components that are replaced: the position is that of the replacements.
    let swapped: Vec<Expr> = [1, 0]
        .map(|index| {
            let claim = conditions(&instance).next().unwrap();
            Expr { form: Form::Component(index), ..claim.clone() }
        })
        .to_vec();
    let renamed = inline.with_components(&swapped);
    for (index, condition) in conditions(&instance).enumerate() {
        let about = expressions[index];
        // What is no fixed list, as it divides by a number of the position, is not written out.
        let (Some(inlined), Some(other)) = (inline.expr(condition, &[]), renamed.expr(condition, &[])) else {
            assert!(index == 8, "{about} is inlined");
            continue;
        };
        for expr in [&inlined, &other] {
            let plain =
                !expr.any(&mut |inner| matches!(inner.form, Form::Apply(..) | Form::Fold { .. } | Form::Local(_)));
            assert!(plain, "{about}");
        }
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            let due = evaluate(&instance, condition, &[a, b]);
            assert!(due.is_some(), "{about}");
            assert_eq!(evaluate(&instance, &inlined, &[a, b]), due, "{about} at {a}, {b}");
            assert_eq!(evaluate(&instance, &other, &[b, a]), due, "{about} at {a}, {b}, turned round");
        }
    }
}

#[test]
fn what_may_have_no_value_is_not_inlined() {
    for expression in [
        "two(a / b) > 1",
        "two(a * b) > 1",
        "of(1, [1, 2][a]) > 1",
        "two(a % b) > 1",
        "two(isqrt(a)) > 1",
        "sum(x for x in 1..a) > 3",
        "sum(x for x in [a, 2]) > 3",
        "sum(x + y for x in [1, 2], y in [1, 2]) > 3",
        "max(x for x in [1, 2]) > a",
        "min(x * a for x in [1, 2]) > a",
        "two(if a > b then 1 else a / b) > 1",
    ] {
        let rules =
            format!("game g(a, b)\ngiven m = 3\n{FUNCTIONS}move none if a < 0 -> (a, b)\nclaim win iff {expression}\n");
        let Some(instance) = instance(&rules) else { panic!("{expression}") };
        let meter = Meter::steps(1_000_000);
        assert!(
            Inline::new(&instance, &meter).expr(conditions(&instance).next().unwrap(), &[]).is_none(),
            "{expression}"
        );
    }
    // A sum of calls that call each other twice grows too large.
    let doubles: String = (1..30).map(|at| format!("let f{at}(x) = f{}(x) + f{0}(x)\n", at - 1)).collect();
    let of = |depth: usize| {
        let rules =
            format!("game g(a)\nlet f0(x) = x\n{doubles}move none if a < 0 -> a\nclaim win iff f{depth}(a) > 3\n");
        let instance = instance(&rules).unwrap();
        let meter = Meter::steps(1_000_000);
        Inline::new(&instance, &meter).expr(conditions(&instance).next().unwrap(), &[]).is_some()
    };
    assert!(of(8) && !of(29));
}
