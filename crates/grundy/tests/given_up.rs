//! What theorems give up for want of work is said, with the limit that ended it, and answered where more may be done.

use grundy::pattern::theorems::Knowledge;
use grundy::rules::text::parse_given;
use grundy::rules::{Game, Position};
use grundy::{Budget, Compound, Instance, Meter, Stop, Winner, read, with_rules_of};
use grundy_message::template;
use grundy_solve::{Effort, Oracle, OracleAnswer};
use std::cell::Cell;
use std::sync::Arc;

fn instance(game: Arc<Game>, givens: &[(&str, &str)]) -> Arc<Instance> {
    let mut values = vec![None; game.givens.len()];
    for (name, text) in givens {
        let (index, value) = parse_given(&game, name, text).unwrap();
        values[index] = Some(value);
    }
    Arc::new(Instance::new(game, values).unwrap())
}

/// What is told of a position where so many times what is usual may be done, and the limit that was met.
fn tell(knows: &Knowledge, position: &Position, factor: u64) -> (Option<OracleAnswer>, Option<&'static str>, u64) {
    let max = factor.saturating_mul(1 << 32);
    let meter = Meter::new(u64::MAX, |steps| steps < max).times(factor);
    let told = knows.tell(position, &meter);
    let met = meter.met();
    (told, met.map(|met| met.name.text), met.and_then(|met| met.needed).unwrap_or(1))
}

/// Says that a position is not answered wholly for want of this, and is with as much as was said to be needed.
#[track_caller]
fn check(knows: &Knowledge, position: &Position, name: &str) {
    let is_whole = |told: &Option<OracleAnswer>| told.as_ref().is_some_and(|told| told.winning_count.is_some());
    let (told, met, needed) = tell(knows, position, 1);
    assert!(!is_whole(&told), "it is answered: {told:?}");
    assert_eq!(met, Some(name));
    let (told, met, _) = tell(knows, position, needed);
    assert!(is_whole(&told), "with {needed} times as much: {met:?}");
}

/// The same without proofs, which would only take time.
fn without_proofs(knows: Knowledge) -> Knowledge {
    knows.without_grounds().within(Effort { proof_steps: 1, ..Effort::default() })
}

/// A claim that is believed of its own rules, whatever they are; nothing else is proved of them.
fn believed(rules: &str) -> (Knowledge, Arc<Instance>) {
    let instance = instance(read(rules).unwrap(), &[]);
    let knows = Knowledge::new(instance.clone(), Compound::One, |game| Some(Arc::new(game.clone())));
    (without_proofs(knows), instance)
}

#[test]
fn residue_classes_of_a_range() {
    let (knows, game) = believed("game g(n) move take(k in 1..n) -> n - k claim lose iff n % 5003 == 0");
    check(&knows, &game.parse_line("1000000000000", None).unwrap(), "residue classes of a range");
}

#[test]
fn carries_of_a_digit() {
    let (knows, game) = believed("game g(n) move take(k in 1..n) -> n - k claim lose iff (2000 * n) ^ n == 0");
    check(&knows, &game.parse_line("1000000000000", None).unwrap(), "carries of a digit");
}

#[test]
fn moves_that_must_be_tried_one_by_one() {
    // Of a greatest common divisor no formula is known on a range, so that the moves are gone through.
    let (knows, game) = believed("game g(n) move take(k in 1..min(n, 40000)) -> n - k claim lose iff gcd(n, 12) == 1");
    check(&knows, &game.parse_line("1000000000", None).unwrap(), "numbers of a range tried one by one");
}

#[test]
fn moves_looked_ahead() {
    let (knows, game) = believed(
        "game team(stones, turn in 0..19 = 0) stuck wins loops none \
         move take(k in 1..min(2, stones)) -> (stones - k, (turn + 1) % 20) \
         claim lose iff stones % 3 == 1 if turn == 0 and stones > 0",
    );
    check(&knows, &game.parse_line("1000000000000,5", None).unwrap(), "moves looked ahead");
}

#[test]
fn choices_of_heaps() {
    let nim = instance(grundy::find("nim").unwrap().game().unwrap(), &[]);
    let knows = without_proofs(Knowledge::new(nim.clone(), Compound::Upto(3), with_rules_of));
    let heaps: Vec<String> = (0..20).map(|heap| (1_000_003 + 77_777 * heap).to_string()).collect();
    check(&knows, &nim.parse_line(&heaps.join(" "), None).unwrap(), "choices of heaps");
}

#[test]
fn numbers_of_a_sequence() {
    let dynamic = grundy::find("dynamic_nim").unwrap().game().unwrap();
    let game = instance(dynamic, &[("times", "1000000"), ("add", "0")]);
    let knows = without_proofs(Knowledge::new(game.clone(), Compound::One, with_rules_of));
    check(&knows, &game.parse_line("100000000,1000", None).unwrap(), "numbers of the sequence");
}

#[test]
fn positions_of_a_round_table() {
    let rules = "game team_nim(stones, turn in 0..len(limit) - 1 = 0) given limit: [int in 1..] stuck wins loops none
        move take(k in 1..min(limit[turn], stones)) -> (stones - k, (turn + 1) % len(limit))";
    let game = instance(read(rules).unwrap(), &[("limit", "3,4,5,6")]);
    let knows = without_proofs(Knowledge::new(game.clone(), Compound::One, with_rules_of));
    check(&knows, &game.parse_line("40000000,0", None).unwrap(), "positions of a round table");
}

#[test]
fn a_proof_that_was_cut_is_not_begun_again_until_more_is_given() {
    let rules = "game third(n) move take(k in 1..min(2, n)) -> n - k";
    let game = instance(read(rules).unwrap(), &[]);
    let effort = Effort { proof_steps: 40, ..Effort::default() };
    let knows = Knowledge::new(game.clone(), Compound::One, |_| None).within(effort);
    let huge = game.parse_line(&"7".repeat(30), None).unwrap();
    let ask = |factor: u64| {
        let asked = Cell::new(0);
        let meter = Meter::new(u64::MAX, |_| {
            asked.set(asked.get() + 1);
            true
        })
        .times(factor);
        let told = knows.tell(&huge, &meter);
        let met = meter.met().map(|met| met.name.text);
        drop(meter);
        (told.map(|told| told.winner), met, asked.get())
    };
    let (told, met, first) = ask(1);
    assert_eq!((told, met), (None, Some("steps of a proof")));
    let (told, met, again) = ask(1);
    assert_eq!((told, met), (None, Some("steps of a proof")));
    assert!(again * 2 < first, "{first} questions, then {again}");
    assert_eq!(ask(100_000).0, Some(Winner::Second));
    // What was proved is kept.
    assert_eq!(ask(1).0, Some(Winner::Second));
}

#[test]
fn a_solver_says_which_limit_ended_theorems_and_what_raises_it() {
    let rules = "game pair(a, b) move x(k in 1..min(2, a)) -> (a - k, b) move y(k in 1..min(2, b)) -> (a, b - k)";
    let game = instance(read(rules).unwrap(), &[]);
    let effort = Effort { proof_steps: 40, ..Effort::default() };
    let budget = Budget { effort, ..Budget::positions(1000) };
    let huge = game.parse_line(&[&"7".repeat(30)[..]; 2].join(","), None).unwrap();
    let mut solver = grundy::solver(&game, Compound::One, budget.clone()).unwrap();
    let solution = solver.solve_one(&huge).unwrap();
    assert_eq!(solution.value.winner, None);
    assert_eq!(
        solution.untold,
        Some(Stop::Limit { name: template!("steps of a proof"), value: 40, seconds: Some(100) })
    );
    let budget = Budget { effort: Effort { times: 100_000, ..effort }, ..budget };
    let mut solver = grundy::solver(&game, Compound::One, budget).unwrap();
    assert_eq!(solver.solve_one(&huge).unwrap().value.winner, Some(Winner::Second));
}

#[test]
fn what_is_usual_grows_with_positions_and_seconds() {
    assert_eq!(Budget::default().factor(), 1);
    assert_eq!(Budget::positions(1000).factor(), 1);
    assert_eq!(Budget::positions(40_000_000).factor(), 10);
    assert_eq!(Budget { max_seconds: Some(60.0), ..Budget::default() }.factor(), 6);
    assert_eq!(Budget { max_seconds: Some(0.1), ..Budget::default() }.factor(), 1);
}
