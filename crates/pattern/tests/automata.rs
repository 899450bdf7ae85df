//! Rules in, theorems out: classical games from their rules alone, and random rules whose proofs are compared with tables.

use grundy_checker::Play;
use grundy_pattern::finder::{Status, findings, words};
use grundy_pattern::prover::{Effort, Learned, Patience, Proof, Table, Unproved, prove};
use grundy_proof::consequence::of_digits;
use grundy_proof::linear::{Limits, verify};
use grundy_rules::{Instance, read};
use grundy_solve::Budget;
use std::cell::Cell;
use std::sync::Arc;

fn instance(source: &str) -> Arc<Instance> {
    let game = read(source).unwrap_or_else(|mistakes| panic!("{source}: {}", mistakes[0].message));
    Arc::new(Instance::new(game, vec![]).unwrap())
}

/// Asks so many times whether to go on.
fn try_to_prove(instance: &Arc<Instance>, times: u32) -> Result<Proof, Unproved> {
    let left = Cell::new(times);
    let go_on = || {
        left.set(left.get().saturating_sub(1));
        left.get() > 0
    };
    prove(instance, &Effort { budget: Budget::positions(1_000_000), wants: None, go_on: &go_on })
}

/// The automaton says of every position of a table what the solver says.
#[track_caller]
fn agrees(instance: &Arc<Instance>, proof: &Proof, positions: u64) {
    let learned = if proof.play == Play::Grundy { Learned::Grundy } else { Learned::Outcome };
    let table = Table::new(instance, &proof.game, learned, positions, &Budget::positions(1_000_000)).unwrap();
    for position in table.positions() {
        if let Some(value) = table.value(&position) {
            let large: Vec<u128> = position.iter().map(|number| *number as u128).collect();
            assert_eq!(proof.theorem.value(&large), Some(value), "{position:?} of {}", instance.game().source.0);
        }
    }
}

#[track_caller]
fn check(source: &str, system: &str, states: usize, sentence: &str) {
    let instance = instance(source);
    let proof = try_to_prove(&instance, 1_000_000).unwrap_or_else(|unproved| match unproved {
        Unproved::Stopped(stopped) => panic!("{source}: {stopped}"),
        Unproved::Useless(why) => panic!("{source}: {why}"),
        Unproved::Tried(tried) => panic!("{source}: {tried:?}"),
    });
    // Sums of values without bound take long in a table.
    agrees(&instance, &proof, if proof.automaton.relation { 1000 } else { 10_000 });
    let words = words(&instance, &proof, &Patience { limits: &Limits::default(), go_on: &|| true });
    let found = (proof.system.to_string(), proof.automaton.states.len(), words.sentence.to_string());
    assert_eq!(found, (system.to_owned(), states, sentence.to_owned()), "{source}");
    verify(&words.certificate, &Limits::default(), &|| false).unwrap();
}

#[test]
fn bash() {
    let source = "game bash(n) move take(k in 1..min(3, n)) -> n - k";
    check(source, "base 2", 4, "the Grundy value is n mod 4; lost exactly if n mod 4 is 0");
}

#[test]
fn a_subtraction_set() {
    let source = "game s(n) move take(k in [1, 3, 4]) if k <= n -> n - k";
    check(source, "base 2", 7, "the Grundy values repeat with period 7; lost exactly if n mod 7 is 0 or 2");
}

#[test]
fn nim_with_three_heaps() {
    let source = "game nim(a, b, c) move x(k in 1..a) -> (a - k, b, c) move y(k in 1..b) -> (a, b - k, c) \
                  move z(k in 1..c) -> (a, b, c - k)";
    check(source, "base 2", 2, "lost exactly if the xor of a, b, c is 0");
}

#[test]
fn misere_nim_with_two_heaps() {
    let source = "game nim(a, b) stuck wins move x(k in 1..a) -> (a - k, b) move y(k in 1..b) -> (a, b - k)";
    check(source, "base 2", 5, "the lost positions are those of an automaton with 5 states in base 2");
}

#[test]
fn wythoff() {
    let source = "game w(a, b) move x(k in 1..a) -> (a - k, b) move y(k in 1..b) -> (a, b - k) \
                  move both(k in 1..min(a, b)) -> (a - k, b - k)";
    check(source, "Fibonacci", 13, "the lost positions are those of an automaton with 13 states in Fibonacci");
}

#[test]
fn kayles_and_dawsons_kayles() {
    let kayles = "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    check(kayles, "base 2", 32, "the Grundy values repeat with period 12 from 71 on; lost exactly for n = 0");
    // A rule with fewer states fits all smaller heaps; the checker refuses it and names where.
    let dawson = "game k(n) move knock(a in 0..n - 2) -> a plus n - 2 - a";
    check(dawson, "base 2", 51, "the Grundy values repeat with period 34 from 53 on");
}

#[test]
fn lasker_has_values_without_bound() {
    let source = "game l(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k";
    check(source, "base 2", 13, "the Grundy values are those of an automaton with 13 states in base 2");
    let proof = try_to_prove(&instance(source), 1_000_000).unwrap_or_else(|_| panic!("it is proved"));
    assert_eq!(proof.theorem.number(&[4_000_000_000_000_000_003]), Some(4_000_000_000_000_000_004));
    assert_eq!(proof.theorem.number(&[4_000_000_000_000_000_004]), Some(4_000_000_000_000_000_003));
}

#[test]
fn euclid_by_repeated_steps() {
    let source = "game e(a, b) move l(k in 1..a / max(b, 1)) if 0 < b <= a -> (a - k * b, b) \
                  move r(k in 1..b / max(a, 1)) if 0 < a < b -> (a, b - k * a)";
    check(source, "Fibonacci", 29, "the lost positions are those of an automaton with 29 states in Fibonacci");
}

#[test]
fn the_multiplication_game_downwards() {
    let source = "game m(n: int in 1..) move div(k in 2..9) if n >= 2 -> (n + k - 1) / k";
    check(source, "base 18", 5, "the lost positions are those of an automaton with 5 states in base 18");
}

#[test]
fn claims_are_proved_or_refuted() {
    let go_on = || true;
    let status = |source: &str| {
        let effort = Effort { budget: Budget::positions(100_000), wants: None, go_on: &go_on };
        let found = findings(&instance(source), &effort, &Limits::default()).0;
        (found[0].status, found[0].counterexample.as_ref().map(ToString::to_string))
    };
    let bash = "game bash(n) move take(k in 1..min(3, n)) -> n - k\nclaim ";
    assert_eq!(status(&format!("{bash}grundy = n % 4")), (Status::Proved, None));
    assert_eq!(status(&format!("{bash}lose iff n % 4 == 0")), (Status::Proved, None));
    assert_eq!(status(&format!("{bash}lose iff n % 4 == 0 and n != 8")), (Status::Refuted, Some("8".into())));
    assert_eq!(status(&format!("{bash}grundy has period 4 from 0")), (Status::Proved, None));
    // Numbers that are no positions have every value, and repeat nothing.
    let from_five = "game bash(n in 5..) move take(k in 1..min(3, n - 5)) -> n - k\nclaim ";
    assert_eq!(status(&format!("{from_five}grundy has period 4 from 0")), (Status::Proved, None));
    assert_eq!(status(&format!("{from_five}grundy has period 8 from 3")), (Status::Proved, None));
    assert_eq!(status(&format!("{from_five}grundy has period 2 from 0")), (Status::Refuted, Some("7".into())));
    assert_eq!(
        status(&format!("{from_five}grundy has period 1000001 from 0")),
        (Status::Refuted, Some("1000006".into()))
    );
    let up_to_ten = "game bash(n in 5..10) move take(k in 1..min(3, n - 5)) -> n - k\nclaim ";
    assert_eq!(status(&format!("{up_to_ten}grundy has period 4 from 0")), (Status::Proved, None));
    assert_eq!(status(&format!("{up_to_ten}grundy has period 5 from 0")), (Status::Refuted, Some("10".into())));
    let below_0 = "game bash(n in -5..) move take(k in 1..min(3, n + 5)) -> n - k\nclaim ";
    assert_eq!(status(&format!("{below_0}lose iff n % 4 == 3")), (Status::Proved, None));
    assert_eq!(status(&format!("{below_0}lose iff n % 4 == 3 or n == -4")), (Status::Refuted, Some("-4".into())));
    // Values without bound are claimed of a relation.
    let coins = "game c(a, b in 0..a) move r(k in 1..a - b) -> (a - k, b) move l(k in 1..b) -> (a, b - k)\nclaim ";
    assert_eq!(status(&format!("{coins}grundy = a - b")), (Status::Proved, None));
    assert_eq!(status(&format!("{coins}grundy = a - b if b >= 3")), (Status::Proved, None));
    assert_eq!(status(&format!("{coins}grundy = b - a")).0, Status::Refuted);
    assert_eq!(status(&format!("{coins}win iff a > b")), (Status::Proved, None));
    assert_eq!(status(&format!("{coins}win iff a > b + 1")), (Status::Refuted, Some("1,0".into())));
    let nim = "game nim(a, b) move x(k in 1..a) -> (a - k, b) move y(k in 1..b) -> (a, b - k)\nclaim ";
    assert_eq!(status(&format!("{nim}lose iff a == b")), (Status::Proved, None));
    assert_eq!(status(&format!("{nim}lose iff a ^ b == 0")), (Status::Proved, None));
    assert_eq!(status(&format!("{nim}grundy = a ^ b")), (Status::Proved, None));
    assert_eq!(status(&format!("{nim}grundy = a + b")), (Status::Refuted, Some("1,1".into())));
}

/// Claims that follow from an automaton which the checker accepted, and claims that do not.
#[track_caller]
fn follow(rules: &str, claims: &[(&str, bool)]) {
    let lines: String = claims.iter().map(|(claim, _)| format!("\nclaim {claim}")).collect();
    let instance = instance(&format!("{rules}{lines}\n"));
    let proof = try_to_prove(&instance, 1_000_000).unwrap_or_else(|_| panic!("{rules} is not proved"));
    for (claim, (text, expected)) in instance.game().claims.iter().zip(claims) {
        let follows = of_digits(&instance, claim, &proof.theorem, &|| false);
        assert_eq!(follows.is_some_and(|consequence| consequence.speaks()), *expected, "{text}");
        // Who has no time says nothing.
        assert!(of_digits(&instance, claim, &proof.theorem, &|| true).is_none());
    }
}

#[test]
fn wythoff_is_the_golden_ratio() {
    let rules = "game w(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)
        move both(k in 1..min(a, b)) -> (a - k, b - k)";
    follow(
        rules,
        &[
            ("lose iff min(a, b) == floor_phi(abs(a - b))", true),
            ("win iff min(a, b) != floor_phi(abs(a - b))", true),
            ("lose iff max(a, b) == floor_phi(abs(a - b)) + abs(a - b)", true),
            ("lose iff min(a, b) == floor_phi(abs(a - b)) if a > 5", true),
            ("lose iff min(a, b) == floor_phi(abs(a - b)) or a == 987654 and b == 12", false),
            ("lose iff min(a, b) == floor_phi(abs(a - b)) and a != 6765", false),
            ("lose iff min(a, b) == floor_phi(abs(a - b) + 1)", false),
            ("lose iff min(a, b) == floor_phi(abs(a - b)) if a >= 0 or b == 3", true),
            ("lose iff a * b == 2", false),
        ],
    );
}

#[test]
fn halves_are_powers_of_two() {
    let rules = "game half(n) move take(k in 1..n / 2) -> n - k";
    follow(rules, &[("lose iff popcount(n) == 1", false), ("lose iff popcount(n + 1) == 1", true)]);
    let rules = "game half(n) move take(k in 1..(n + 1) / 2) -> n - k";
    follow(
        rules,
        &[
            ("lose iff popcount(n + 2) <= 1", true),
            ("win iff popcount(n + 2) != 1", true),
            ("lose iff popcount(n + 2) % 2 == 1", false),
            ("lose iff popcount(n + 1) == 2", false),
            ("lose iff popcount(n - 1) == 1", false),
        ],
    );
}

#[test]
fn nothing_follows_for_another_game() {
    let nim = instance("game nim(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)");
    let proof = try_to_prove(&nim, 1_000_000).unwrap_or_else(|_| panic!("nim is not proved"));
    let rook = instance(
        "game rook(a, b) move l(k in 1..min(a, 9)) -> (a - k, b) move r(k in 1..b) -> (a, b - k)\nclaim lose iff a == b",
    );
    assert!(of_digits(&rook, &rook.game().claims[0], &proof.theorem, &|| false).is_none());
}

#[test]
fn claims_that_speak_of_nothing_say_so() {
    let words = |source: &str| {
        let effort = Effort { budget: Budget::positions(100_000), wants: None, go_on: &|| true };
        let found = findings(&instance(source), &effort, &Limits::default()).0;
        assert_eq!(found[0].status, Status::Proved, "{source}");
        found[0].words.to_string()
    };
    let nothing = "it speaks of no position, so that nothing is said";
    let ten = "game bash(n in 0..10) move take(k in 1..min(3, n)) -> n - k\nclaim ";
    assert_eq!(words(&format!("{ten}grundy has period 5 from 7")), nothing);
    assert_eq!(words(&format!("{ten}grundy has period 1000 from 0")), nothing);
    assert_eq!(words(&format!("{ten}lose iff true if n > 10")), nothing);
    assert_eq!(words(&format!("{ten}grundy has period 4 from 6")), "grundy has period 4 from 6");
    let nim = "game nim(a, b) move x(k in 1..a) -> (a - k, b) move y(k in 1..b) -> (a, b - k)\nclaim ";
    assert_eq!(words(&format!("{nim}lose iff a == 7 if a < b and b < a")), nothing);
    assert_eq!(words(&format!("{nim}lose iff false if a < b")), "lose iff false if a < b");
}

#[test]
fn what_is_proved_of_random_rules_agrees_with_tables() {
    let mut seed = 3u64;
    let mut draw = move |max: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % max
    };
    let mut proved = 0;
    for round in 0..60 {
        let source = if round % 2 == 0 {
            let [a, b, c, d] = [1 + draw(5), 1 + draw(4), draw(3), 2 + draw(3)];
            let guard =
                [format!("n % {d} != {c}"), format!("k % {d} != {c}"), format!("n >= {}", a + b + c), "true".into()]
                    [draw(4) as usize]
                    .clone();
            let high = [format!("min({}, n)", a + b), "n / 2".into(), format!("n - {c}")][draw(3) as usize].clone();
            let stuck = ["", " stuck wins"][draw(2) as usize];
            let more = ["", " move half if n >= 2 -> n / 2"][draw(2) as usize];
            format!("game g(n){stuck} move m(k in {b}..{high}) if {guard} -> n - k{more}")
        } else {
            let [a, b] = [1 + draw(3), 1 + draw(3)];
            let second = ["(a, b - k)", "(min(a, b - k), b - k)", "(a - min(a, k), b - k)"][draw(3) as usize];
            let guard = ["true", "a <= b", "(a + b) % 2 == 0", "k != a"][draw(4) as usize];
            format!("game g(a, b) move x(k in 1..min({a}, a)) -> (a - k, b) move y(k in {b}..b) if {guard} -> {second}")
        };
        let Ok(game) = read(&source) else { continue };
        let instance = Arc::new(Instance::new(game, vec![]).unwrap());
        if let Ok(proof) = try_to_prove(&instance, 60) {
            agrees(&instance, &proof, 2000);
            proved += 1;
        }
    }
    assert!(proved > 18, "{proved}");
}
