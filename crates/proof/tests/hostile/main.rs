//! The untrusted side is hostile: automata, periods, starts, words and claims are drawn at random, most of them wrong, and whatever
//! the trusted layer says is compared with values that are computed here from the meaning of the rules.

mod brute;
mod periods;
#[allow(dead_code, reason = "only the numbers are asked for here")]
#[path = "../../../../tests/src/random_rules.rs"]
mod random_rules;
mod strategies;
mod systems;

use brute::{Draw, brute, compare, instance, refuted, speaks, values_are_right};
use grundy_checker::Play;
use grundy_proof::consequence::{Entailment, of_digits, of_period};
use grundy_proof::linear::{self, Says, claim_of, claim_of_nothing, claim_of_period, prove, translate};
use grundy_rules::game::ClaimKind;

/// Rules of one number whose moves are linear: where positions begin and end, and what can be taken.
fn line_rules(draw: &mut Draw) -> String {
    let low = [0, 0, 1, 3, 7][draw.below(5) as usize];
    let high = if draw.below(3) == 0 { (low + draw.below(20)).to_string() } else { String::new() };
    let positions = if low == 0 && high.is_empty() { "n".into() } else { format!("n in {low}..{high}") };
    let mut moves = String::new();
    for at in 0..=draw.below(2) {
        let max = 1 + draw.below(4);
        moves += &match draw.below(6) {
            0 => format!("move a{at}(k in 1..min({max}, n - {low})) -> n - k\n"),
            1 => format!("move b{at} if n >= {} -> n - {max}\n", low + max),
            2 => format!("move c{at}(k in [{max}, {}]) if n >= k + {low} -> n - k\n", max + 2),
            // Never a move, as there is no such position: but an automaton may say something of it.
            3 => format!("move d{at} if n < {low} -> n\n"),
            4 => format!("move e{at} if n % {} == 1 and n >= {} -> n - {max}\n", max + 1, low + max),
            _ => format!("move f{at} if n >= {} and n > {low} -> n / 2\n", 2 * low + 1),
        };
    }
    let misere = if draw.below(4) == 0 { "stuck wins\n" } else { "" };
    format!("game g({positions})\n{moves}{misere}")
}

fn line_claim(draw: &mut Draw) -> String {
    let (a, b, c) = (1 + draw.below(7), draw.below(5), draw.below(24));
    let condition = match draw.below(5) {
        0 => format!("n % {a} == {b}"),
        1 => format!("n < {c} or n % {a} == {b}"),
        2 => format!("n in [{b}, {c}]"),
        3 => format!("popcount(n) % {} == {}", draw.below(3), draw.below(2)),
        _ => draw.of(&["true", "false", "n > 3", "n == 0"]).into(),
    };
    let said = match draw.below(6) {
        0 => format!("grundy = n % {a}"),
        1 => format!("grundy = (n + {b}) % {a} / {}", 1 + draw.below(3)),
        2 => format!("grundy = if n < {c} then n % {a} else {b}"),
        3 => format!("grundy has period {a} from {c}"),
        4 => format!("win iff {condition}"),
        _ => format!("lose iff {condition}"),
    };
    match draw.below(6) {
        _ if said.contains("period") => said,
        0 => format!("{said} if n >= {c}"),
        1 => format!("{said} if n < {c}"),
        2 => format!("{said} if n % {a} == {b}"),
        _ => said,
    }
}

/// A certificate of an automaton that says these values of the numbers below its end, and from the start on repeats them, whatever they are.
fn line_certificate(head: &str, claims: &str, base: i64, start: i64, values: &[i64]) -> String {
    let period = values.len() as i64 - start;
    let mut text = format!("{head}{claims}weights 1\nsystem {base}\n");
    for (state, value) in values.iter().enumerate() {
        let next = |digit: i64| {
            let number = base * state as i64 + digit;
            if number < start { number } else { start + (number - start) % period }
        };
        let columns: Vec<String> = (0..base).map(|digit| next(digit).to_string()).collect();
        text += &format!("{value} {}\n", columns.join(" "));
    }
    text
}

#[test]
fn what_follows_from_automata_of_one_number_is_so() {
    let mut draw = Draw::new(11);
    let (mut accepted, mut held, mut lines_held) = (0, 0, 0);
    for _ in 0..2_000 {
        let rules = line_rules(&mut draw);
        let written: String = (0..6).map(|_| format!("claim {}\n", line_claim(&mut draw))).collect();
        let Some(instance) = instance(&format!("{rules}{written}")) else { continue };
        let (Some(known), Ok(game)) = (brute(&instance), translate(&instance)) else { continue };
        let play = match (game.misere, draw.below(3)) {
            (true, _) => Play::Misere,
            (false, 0) => Play::Normal,
            _ => Play::Grundy,
        };
        // A wrong period or start makes wrong values; a right one those of the game; outside the domain anything is said.
        let (start, period) = (draw.below(14), 1 + draw.below(12));
        let mut values: Vec<i64> = (0..start + period)
            .map(|number| match known.get(&vec![number]) {
                Some((value, wins)) => {
                    if play == Play::Grundy {
                        *value as i64
                    } else {
                        i64::from(*wins)
                    }
                }
                // What positions begin later than these have, or anything.
                None => {
                    let later = (number..).step_by(period as usize).take(9).find_map(|later| known.get(&vec![later]));
                    match (later, draw.below(3)) {
                        (Some((value, _)), 0..2) if number >= start && play == Play::Grundy => *value as i64,
                        (Some((_, wins)), 0..2) if number >= start => i64::from(*wins),
                        _ => draw.below(2),
                    }
                }
            })
            .collect();
        if draw.below(8) == 0 {
            let index = draw.below(values.len() as i64) as usize;
            values[index] = draw.below(3);
        }
        let greatest = values.iter().max().map_or(0, |value| *value as u32);
        let says = Says::Values(greatest);
        // The period that is claimed is sometimes another one.
        let claimed = match draw.below(3) {
            0 => (draw.below(9) as u64, draw.below(16) as u64),
            _ => (period as u64, start as u64),
        };
        let line = claim_of_period(&game, claimed.0, claimed.1, says).unwrap();
        let head = game.text(play);
        let base = 2 + draw.below(2);
        let proved = |claims: &str| {
            let certificate = line_certificate(&head, claims, base, start, &values);
            prove(&instance, &certificate, &linear::Limits::default()).ok()
        };
        let Some(theorem) = proved(&line).or_else(|| proved("")) else { continue };
        accepted += 1;
        values_are_right(&theorem, &known);
        for claim in &instance.game().claims {
            let asked = if draw.below(4) == 0 { (draw.below(5) as u64, draw.below(9) as u64) } else { claimed };
            held +=
                usize::from(compare(&instance, claim, of_period(&instance, claim, &theorem, asked, &|| false), &known));
            let digits = of_digits(&instance, claim, &theorem, &|| false).map(Entailment::Holds);
            held += usize::from(compare(&instance, claim, digits, &known));
            let is_value = !matches!(claim.kind, ClaimKind::Iff(..));
            if is_value && play != Play::Grundy {
                continue;
            }
            // The lines of a claim, with a greatest value that may be wrong.
            let said = Says::Values(if draw.below(4) == 0 { draw.below(5) as u32 } else { greatest });
            if let Ok(lines) = claim_of(&instance, claim, said)
                && proved(&lines).is_some()
            {
                assert_eq!(refuted(&instance, claim, &known), None, "{rules}{}", claim.text);
                lines_held += 1;
            }
            if let Some(lines) = claim_of_nothing(&instance, claim, said)
                && proved(&lines).is_some()
            {
                assert!(!speaks(&instance, claim, &known), "{rules}{}", claim.text);
            }
        }
    }
    assert!(accepted > 200 && held > 100 && lines_held > 100, "{accepted} {held} {lines_held}");
}

#[test]
fn positions_that_are_none_prove_nothing() {
    // The automaton says of numbers below 10 what it likes, as long as they follow from each other: that they are won.
    let rules = "game late(n in 10..)\nmove stay if n < 10 -> n\nclaim win iff true\nclaim lose iff true\n";
    let instance = instance(rules).unwrap();
    let game = translate(&instance).unwrap();
    let line = claim_of_period(&game, 1, 0, Says::Values(1)).unwrap();
    let mut values = vec![1; 10];
    values.push(0);
    let certificate = line_certificate(&game.text(Play::Normal), &line, 2, 10, &values);
    let theorem = prove(&instance, &certificate, &linear::Limits::default()).unwrap();
    assert_eq!((theorem.value(&[9]), theorem.value(&[10])), (None, Some(0)));
    let told = |at: usize| of_period(&instance, &instance.game().claims[at], &theorem, (1, 0), &|| false);
    assert!(matches!(told(0), Some(Entailment::FailsAt(10))), "{:?}", told(0));
    assert!(matches!(told(1), Some(Entailment::Holds(_))), "{:?}", told(1));
}

#[test]
fn what_follows_from_automata_of_two_numbers_is_so() {
    let mut draw = Draw::new(5);
    let (mut accepted, mut held) = (0, 0);
    for _ in 0..1_000 {
        let positions = draw.of(&[
            "a, b",
            "a, b in a..",
            "a in 1.., b in 1..",
            "a in 0..9, b",
            "a, b in 0..2 * a + 1",
            "a, b in 0..a / 2",
            "a, b in 0..min(a, b % 3)",
            "a, b in a % 2..",
        ]);
        let moves = draw.of(&[
            "move l(k in 1..a) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n",
            "move l if a >= 1 and b >= 1 -> (a - 1, b - 1)\n",
            "move r(k in 1..b - a) -> (a, b - k)\n",
            "move r if b > a -> (a, a)\nmove l if b < a -> (b, b)\n",
        ]);
        let written: String = (0..4)
            .map(|_| {
                let condition = draw.of(&[
                    "a == b",
                    "a == b or b > 9",
                    "a >= b",
                    "b > a",
                    "true",
                    "a + b == 0",
                    "b - a in [0, 20]",
                    "a == b or a > b + 3",
                ]);
                let when = draw.of(&["", "", " if b >= a", " if a > b", " if a > 2 * b + 1"]);
                format!("claim {} iff {condition}{when}\n", draw.of(&["lose", "win"]))
            })
            .collect();
        let Some(instance) = instance(&format!("game g({positions})\n{moves}{written}")) else { continue };
        let (Some(known), Ok(game)) = (brute(&instance), translate(&instance)) else { continue };
        // States: equal, a smaller, b smaller, and what they say is drawn.
        let says: Vec<i64> = (0..3).map(|_| draw.below(3) - i64::from(draw.below(9) == 0)).map(|v| v.min(1)).collect();
        let word = |value: i64| if value < 0 { "-".into() } else { value.to_string() };
        let rows = [(word(says[0]), "0 1 2 0"), (word(says[1]), "1 1 1 1"), (word(says[2]), "2 2 2 2")];
        let states: String = rows.iter().map(|(said, next)| format!("{said} {next}\n")).collect();
        let proved = |claims: &str| {
            let certificate = format!("{}{claims}weights 1 1\nsystem 2\n{states}", game.text(Play::Normal));
            prove(&instance, &certificate, &linear::Limits::default()).ok()
        };
        let Some(theorem) = proved("") else { continue };
        accepted += 1;
        values_are_right(&theorem, &known);
        for claim in &instance.game().claims {
            let digits = of_digits(&instance, claim, &theorem, &|| false).map(Entailment::Holds);
            held += usize::from(compare(&instance, claim, digits, &known));
            if let Ok(lines) = claim_of(&instance, claim, Says::Values(1))
                && proved(&lines).is_some()
            {
                assert_eq!(refuted(&instance, claim, &known), None, "{}", claim.text);
            }
        }
    }
    assert!(accepted > 40 && held > 30, "{accepted} {held}");
}
