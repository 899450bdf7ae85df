//! Compares the translation with the meaning of the rules: the same options from every small position, on written and
//! on random rules.

use super::*;
use grundy_rules::{Meter, Part, Value, read};
use grundy_value::Random;
use std::collections::BTreeSet;

/// Returns the sets of parts that the linear game leaves from a position, by trying all small values of its variables.
fn options(game: &LinearGame, position: &[i64], max: i64) -> BTreeSet<Vec<Vec<i64>>> {
    let mut found = BTreeSet::new();
    for rule in &game.moves {
        let mut reached = left(rule, position, max);
        let steps = || game.steps.iter().filter(|step| rule.step > 0 && step.step == rule.step);
        let mut waiting: Vec<Vec<Vec<i64>>> = reached.iter().filter(|_| rule.step > 0).cloned().collect();
        while let Some(parts) = waiting.pop() {
            for more in steps().flat_map(|step| left(step, &parts[0], max)) {
                if reached.insert(more.clone()) {
                    waiting.push(more);
                }
            }
        }
        found.extend(reached);
    }
    found
}

/// Returns the sets of parts that one kind of move leaves.
fn left(rule: &Rule, position: &[i64], max: i64) -> BTreeSet<Vec<Vec<i64>>> {
    let mut found = BTreeSet::new();
    each_solution(rule, position, max, &mut |numbers| {
        let mut parts: Vec<Vec<i64>> =
            rule.parts.iter().map(|part| part.iter().map(|at| numbers[*at]).collect()).collect();
        parts.sort();
        found.insert(parts);
    });
    found
}

fn each_solution(rule: &Rule, position: &[i64], max: i64, visit: &mut dyn FnMut(&[i64])) {
    let free = rule.variables - position.len();
    for code in 0..(max + 1).pow(free as u32) {
        let mut numbers = position.to_vec();
        numbers.extend((0..free).map(|at| code / (max + 1).pow(at as u32) % (max + 1)));
        let holds = rule.conditions.iter().all(|condition| {
            let value = condition.term.at(&numbers);
            match condition.relation {
                Relation::AtLeast => value >= 0,
                Relation::Equal => value == 0,
                Relation::Xor => false,
            }
        });
        if holds {
            visit(&numbers);
        }
    }
}

fn meant(instance: &Instance, position: &[i64]) -> Option<BTreeSet<Vec<Vec<i64>>>> {
    let part = instance.part(position.iter().map(|number| Value::from(*number)).collect()).ok()?;
    let moves = instance.moves(&part, None, &Meter::steps(1_000_000)).ok()?;
    let numbers =
        |part: &Part| part.iter().map(|value| value.as_int().unwrap().to_i64().unwrap()).collect::<Vec<i64>>();
    let parts = |to: &Vec<Part>| {
        let mut parts: Vec<Vec<i64>> = to.iter().map(numbers).collect();
        parts.sort();
        parts
    };
    Some(moves.iter().map(|made| parts(&made.to)).collect())
}

/// Compares all positions below `side`; returns whether the rules are linear.
#[track_caller]
fn check(source: &str, side: i64, max: i64) -> bool {
    let Ok(game) = read(source) else { return false };
    let instance = Instance::new(game, vec![]).unwrap();
    let Ok(linear) = translate(&instance) else { return false };
    let components = linear.components.len() as u32;
    for index in 0..side.pow(components) {
        let position: Vec<i64> = (0..components).map(|at| index / side.pow(at) % side).collect();
        let part = instance.part(position.iter().map(|number| Value::from(*number)).collect());
        let inside = linear.domain.iter().all(|condition| condition.term.at(&position) >= 0);
        assert_eq!(part.is_ok(), inside, "{source}\n{position:?}");
        if !inside {
            continue;
        }
        let mut broken = false;
        linear.never.iter().for_each(|rule| each_solution(rule, &position, max, &mut |_| broken = true));
        match meant(&instance, &position) {
            Some(meant) => {
                assert!(!broken, "{source}\n{position:?}: the rules can be carried out");
                assert_eq!(options(&linear, &position, max), meant, "{source}\n{position:?}\n{linear:?}");
            }
            // A result outside the domain is found by the checker, one below 0 by what must never hold.
            None => {
                let outside = options(&linear, &position, max)
                    .iter()
                    .flatten()
                    .any(|part| !linear.domain.iter().all(|condition| condition.term.at(part) >= 0));
                assert!(broken || outside, "{source}\n{position:?}: the rules cannot be carried out");
            }
        }
    }
    true
}

#[test]
fn written_rules_mean_the_same() {
    for source in [
        "game g(n) move take(k in 1..min(3, n)) -> n - k",
        "game g(n) move take(k in [1, 3, 4]) if k <= n -> n - k",
        "game g(n) move take(k in 1..n / 2) -> n - k",
        "game g(n) move take(k in 1..n / 3, j = k / 2) if n % 3 != k % 2 -> n - k + j - j",
        "game g(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a",
        "game g(n) move split(k in 1..n - 1) if k != n - k -> k plus n - k move end if n == 1 -> nothing",
        "game g(n: int in 1..) move div(k in 2..9) if n >= 2 -> (n + k - 1) / k",
        "game g(a, b) move l(k in 1..a) -> (a - k, b) move both(k in 1..min(a, b)) -> (a - k, b - k)",
        "game g(a, b: int in 0..a) move low(k in 1..a - 1) -> (k, min(b, k)) move top(k in 0..b - 1) -> (a, k)",
        "game g(a, b) move x if b >= 1 and a >= b -> (a - b, b) move y if not (a < 1 or b <= a) -> (a, b - a)",
        "game g(a, b) let big(x, y) = if x > y then x else y move x(k in 1..big(a, b)) if k in 2..4 -> (max(a - k, 0), b)",
        "game g(a, b) move x(k in 1..abs(a - b)) -> with a = min(a, b), b = max(a, b) - k",
        "game g(n) move bad(k in -1..2) if k != 0 and n >= 5 -> n - k",
        "game g(a, b) move l(k in 1..a / max(b, 1)) if 0 < b <= a -> (a - k * b, b) \
         move r(k in 1..b / max(1, a)) if 0 < a < b -> (a, b - a * k)",
        "game g(a, b) move l(k in 1..a / max(b + 1, 1)) if a % 2 == 0 -> (a - k * (b + 1), b)",
        "game g(a: int in 1.., b) move l(k in 1..b / a) if b != 5 -> (a, b - k * a)",
        "game g(n) move x(k in 1..n) -> if k % 2 == 0 then n - k else (n - k) / 2",
    ] {
        assert!(check(source, 9, 12), "{source} is linear");
    }
}

#[test]
fn what_is_not_linear_is_named() {
    for (source, clause) in [
        ("game g(a, b) move x(k in 1..a) if k * b <= a -> (a - k, b)", "k * b"),
        ("game g(n) move x(k in 1..isqrt(n)) -> n - k", "isqrt(n)"),
        ("game g(a, b) move x(k in 1..a / max(a + b, 1)) -> (a - k * (a + b), b)", "(a + b)"),
        ("game g(a, b: bag int) move x(k in 1..a) -> (a - k, b)", "b"),
        ("game g(a, b in 0..a / 2) move x(k in 1..b) -> (a, b - k)", "a / 2"),
        ("game g(a, b in 0..min(a, a % 3)) move x(k in 1..b) -> (a, b - k)", "min(a, a % 3)"),
        ("game g(a, b in max(a / 2, 1)..) move x(k in 1..a) -> (a - k, b)", "max(a / 2, 1)"),
        ("game g(a, b in 0..a ^ 1) move x(k in 1..b) -> (a, b - k)", "a ^ 1"),
        ("game g(a, b in 0..abs(a - 4)) move x(k in 1..b) -> (a, b - k)", "abs(a - 4)"),
        ("game g(a, b in a - 4..) move x(k in 1..a) -> (a - k, b)", "a - 4"),
    ] {
        let instance = Instance::new(read(source).unwrap(), vec![]).unwrap();
        assert_eq!(translate(&instance).unwrap_err().clause, clause);
    }
}

#[test]
fn random_rules_mean_the_same() {
    let mut random = Random(7);
    let mut draw = move |max: u64| random.below(max);
    let mut linear = 0;
    for _ in 0..300 {
        let term = |draw: &mut dyn FnMut(u64) -> u64| -> String {
            match draw(9) {
                0 => format!("{}", draw(5)),
                1 => "a".into(),
                2 => "b".into(),
                3 => format!("a + b - {}", draw(4)),
                4 => format!("(a + {}) / {}", draw(3), 2 + draw(2)),
                5 => format!("b % {}", 2 + draw(3)),
                6 => format!("min(a, b + {})", draw(3)),
                7 => format!("max(b, {})", draw(4)),
                _ => "abs(a - b)".into(),
            }
        };
        let comparison = |draw: &mut dyn FnMut(u64) -> u64| ["==", "!=", "<", "<=", ">", ">="][draw(6) as usize];
        let (high, left, right) = (term(&mut draw), term(&mut draw), term(&mut draw));
        let sign = comparison(&mut draw);
        let joint = ["and", "or"][draw(2) as usize];
        let result = ["(a - k, b)", "(a, b - k)", "(max(a - k, 0), min(a, b))", "(a - 1, b + k)", "(b - k, a / 2)"]
            [draw(5) as usize];
        let positions = match draw(8) {
            0 => "a, b in 0..2 * a + 1",
            1 => "a, b in 0..min(a, 3)",
            2 => "a, b in max(a - 1, 0)..",
            3 => ["a, b in 0..a / 2", "a, b in a % 2..", "a, b in 0..max(2 - a, 0)"][draw(3) as usize],
            _ => "a, b",
        };
        let source = format!(
            "game g({positions}) move m(k in 1..{high}) if {left} {sign} {right} {joint} not a {} k -> {result}",
            comparison(&mut draw)
        );
        linear += usize::from(check(&source, 4, 9));
    }
    // Rules that cannot be evaluated on small positions are refused before; most of the others are linear.
    assert!(linear > 60, "{linear}");
}

/// A term with these coefficients and this constant.
fn term(coefficients: &[i64], constant: i64) -> Linear {
    Linear { coefficients: coefficients.to_vec(), constant }
}

#[test]
fn terms_are_added_as_far_as_numbers_go() {
    const MOST: i64 = 1_000_000_000;
    assert_eq!(term(&[1, 2], 3).plus(2, &term(&[0, -1], 4)), Some(term(&[1], 11)));
    assert_eq!(term(&[1], 0).plus(-1, &term(&[1], 0)), Some(Linear::default()));
    for sign in [1, -1] {
        assert_eq!(term(&[], sign).plus(sign, &term(&[], MOST - 1)), Some(term(&[], sign * MOST)));
        assert_eq!(term(&[], sign * 2).plus(sign, &term(&[], MOST - 1)), None);
        assert_eq!(term(&[sign], 0).plus(sign, &term(&[MOST - 1], 0)), Some(term(&[sign * MOST], 0)));
        assert_eq!(term(&[sign * 2], 0).plus(sign, &term(&[MOST - 1], 0)), None);
        assert_eq!(term(&[], 0).plus(sign * MOST, &term(&[], 1)), Some(term(&[], sign * MOST)));
        assert_eq!(term(&[], 0).plus(sign * (MOST + 1), &term(&[], 0)), None);
    }
    assert_eq!((term(&[], 5).as_constant(), term(&[0, 1], 5).as_constant()), (Some(5), None));
    assert_eq!((term(&[0, 1], 0).as_variable(), Linear::variable(0).as_variable()), (Some(1), Some(0)));
    for other in [term(&[0, 1], 1), term(&[1, 1], 0), term(&[0, 2], 0), term(&[], 0)] {
        assert_eq!(other.as_variable(), None);
    }
    assert_eq!((term(&[3, -4], 5).coefficient(1), term(&[3], 5).coefficient(7)), (-4, 0));
    assert_eq!(term(&[3, -4], 5).at(&[10, 2]), 27);
    let natural = [term(&[0, 2], 0), term(&[], 0), term(&[1], 7)];
    assert!(natural.iter().all(Linear::is_surely_natural));
    assert!([term(&[1], -1), term(&[1, -1], 3), term(&[], -1)].iter().all(|term| !term.is_surely_natural()));
    assert_eq!(term(&[5, 0, 7, 9], 1).renamed(&[2, 0, 0, 2]), term(&[7, 0, 14], 1));
}

#[test]
fn rules_are_written_with_what_is_needed() {
    let rule = |variables, conditions: Vec<Condition>, parts: &[&[usize]]| Rule {
        variables,
        conditions,
        parts: parts.iter().map(|part| part.to_vec()).collect(),
        step: 0,
    };
    let text = |rule: Option<Rule>| rule.map(|rule| rule.text("move", 1, [0, 0]));
    let at_least = |coefficients: &[i64], constant| Condition::at_least(term(coefficients, constant));
    let equal = |coefficients: &[i64], constant| Condition::equal(term(coefficients, constant));
    let xor = |coefficients: &[i64]| Condition { term: term(coefficients, 0), relation: Relation::Xor };
    for (conditions, parts, written) in [
        // x = n - k, where k is no part: it goes, and stays natural.
        (vec![equal(&[1, -1, -1], 0)], &[&[1][..]][..], Some("move 1; 1 -1 >= 0; to 1\n")),
        (vec![equal(&[-1, 1, 1], 2)], &[&[1]], Some("move 1; 1 -1 >= 2; to 1\n")),
        (vec![equal(&[1, -1, -1], 0), at_least(&[0, 0, 1], -1)], &[&[1]], Some("move 1; 1 -1 >= 1; to 1\n")),
        // A part, a variable of an xor and one with a factor stay.
        (vec![equal(&[1, -1, -1], 0)], &[&[1], &[2]], Some("move 2; 1 -1 -1 = 0; to 1; to 2\n")),
        (vec![equal(&[1, -1, -1], 0), xor(&[0, 1, 1])], &[&[1]], Some("move 2; 0 1 1 ^ 0; 1 -1 -1 = 0; to 1\n")),
        (vec![equal(&[1, -1, -2], 0)], &[&[1]], Some("move 2; 1 -1 -2 = 0; to 1\n")),
        // Of two bounds the stricter one, of two that are contrary none.
        (vec![at_least(&[1, -1], -2), at_least(&[1, -1], -5)], &[&[1]], Some("move 1; 1 -1 >= 5; to 1\n")),
        (vec![at_least(&[1], -3), at_least(&[-1], 3)], &[&[0]], Some("move 0; -1 >= -3; 1 >= 3; to 0\n")),
        (vec![at_least(&[1], -3), at_least(&[-1], 2)], &[&[0]], None),
        (vec![at_least(&[], -1)], &[&[0]], None),
        (vec![equal(&[], 1)], &[&[0]], None),
        (vec![xor(&[]), at_least(&[], 0), equal(&[], 0), at_least(&[2], 0)], &[&[0]], Some("move 0; to 0\n")),
        (vec![at_least(&[1], -3), at_least(&[1], -3)], &[], Some("move 0; 1 >= 3\n")),
    ] {
        let variables = 3;
        assert_eq!(
            text(rule(variables, conditions.clone(), parts).simplified(1)).as_deref(),
            written,
            "{conditions:?}"
        );
    }
}

#[test]
fn values_of_parts_are_those_of_a_relation() {
    let rule = |parts: &[&[usize]]| Rule {
        variables: 3,
        conditions: vec![Condition::equal(term(&[1, -1, -1], 0))],
        parts: parts.iter().map(|part| part.to_vec()).collect(),
        step: 2,
    };
    for (parts, written) in [
        (&[&[1][..]][..], "move 2 1 2; 1 0 -1 -1 = 0; to 2 1\n"),
        (&[&[1], &[2]], "move 4 1 2; 1 0 -1 -1 0 0 = 0; 0 1 0 0 1 1 ^ 0; to 2 4; to 3 5\n"),
        (&[], "move 2 1 2; 1 0 -1 -1 = 0; 0 1 0 0 = 0\n"),
    ] {
        let with_values = rule(parts).with_values(1);
        assert_eq!((with_values.text("move", 2, [1, 2]), with_values.step), (written.to_owned(), 2));
    }
    let game = |parts: &[&[usize]]| LinearGame {
        components: vec!["n".to_owned()],
        domain: vec![Condition::at_least(term(&[1], -1))],
        moves: vec![rule(parts)],
        steps: vec![rule(&[&[1]])],
        never: vec![rule(&[])],
        misere: false,
    };
    assert!(game(&[]).splits() && game(&[&[1], &[2]]).splits() && !game(&[&[1]]).splits());
    assert_eq!(
        game(&[&[1]]).text(Play::Normal),
        "grundy automaton 2\nplay normal\ncomponents n\ndomain 0; 1 >= 1\nmove 2 0 2; 1 -1 -1 = 0; to 1\n\
         move 2 2 2; 1 -1 -1 = 0; to 1\nclaim 2 1 0; 1 -1 -1 = 0\n"
    );
}
