//! Every statement of a file gets a verdict, and what is proved names the givens it is proved for.

use grundy_pattern::finder::{Finding, Prover, Status};
use grundy_pattern::prover::Effort;
use grundy_pattern::statements::{Asked, verdicts};
use grundy_proof::linear::Limits;
use grundy_rules::{Instance, read};
use grundy_solve::Budget;
use std::sync::Arc;

fn found(rules: &str, asked: Asked) -> Vec<Finding> {
    let game = read(rules).unwrap_or_else(|mistakes| panic!("{rules}: {}", mistakes[0].message));
    let instance = Arc::new(Instance::new(game, vec![]).unwrap());
    let effort = Effort { budget: Budget::positions(1_000_000), wants: None, go_on: &|| true };
    let limits = Limits::default();
    let mut prover = Prover::new(&instance, &effort, &limits);
    verdicts(&instance, asked, &effort, &mut prover).0
}

#[test]
fn every_statement_gets_a_verdict() {
    let head = "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy = n % 4\n";
    for (statement, expected) in [
        ("claim grundy of 0..5 = 0 1 2 3 0 1", Status::Computed),
        ("claim grundy of 0..5 = 0 1 2 3 0 2", Status::Refuted),
        ("claim grundy at 9 = 1", Status::Computed),
        ("claim grundy at 9 = 2", Status::Refuted),
        ("claim first wins at 9", Status::Computed),
        ("claim second wins at 9", Status::Refuted),
        ("strategy take(k = n % 4) if n % 4 != 0", Status::Proved),
        // Its condition never holds.
        ("strategy take(k = 1) if n % 2 == 5", Status::Unknown),
        ("strategy take(k = 1) if n > 0", Status::Refuted),
        ("loops none", Status::Computed),
        // It means nothing from 4 on, though it speaks of these positions.
        ("claim lose iff [true, false, false, false][n] if n < 9", Status::Unknown),
    ] {
        let found = found(&format!("{head}{statement}\n"), Asked::AllGivens);
        let said: Vec<Status> = found.iter().map(|finding| finding.status).collect();
        assert_eq!(said, [Status::Proved, expected], "{statement}: {found:?}");
    }
}

#[test]
fn a_claim_speaks_of_all_givens() {
    let rules = "game s(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(m, n)) -> n - k\nclaim grundy = n % 4\n\
                 claim grundy = n % (m + 1)\nclaim grundy = n if m == 57\nclaim grundy at 5 = 1\n";
    let all = found(rules, Asked::AllGivens);
    let said: Vec<(Status, &str)> = all.iter().map(|finding| (finding.status, finding.words.as_str())).collect();
    assert_eq!(said[0], (Status::Refuted, "proved for m = 3; false at m = 1, n = 2"));
    assert_eq!(said[1].0, Status::Checked);
    assert!(said[1].1.starts_with("proved for m = 3; checked for m = 1, 2, 4, "), "{}", said[1].1);
    assert_eq!(said[2], (Status::Refuted, "at 58 with m=57 it says: grundy 58; found: grundy 0"));
    assert_eq!(said[3], (Status::Computed, "for m = 3: grundy at 5 = 1"));
    let these = found(rules, Asked::TheseGivens);
    let said: Vec<Status> = these.iter().map(|finding| finding.status).collect();
    assert_eq!(said, [Status::Proved, Status::Proved, Status::Computed, Status::Computed], "{these:?}");
}

#[test]
fn values_with_exceptions_follow_from_the_period_of_heaps() {
    let kayles = found(include_str!("../../../catalogue/heap/kayles.game"), Asked::AllGivens);
    let said: Vec<Status> = kayles.iter().map(|finding| finding.status).collect();
    assert_eq!(said, [Status::Computed, Status::Proved, Status::Proved, Status::Proved, Status::Proved], "{kayles:?}");
}
