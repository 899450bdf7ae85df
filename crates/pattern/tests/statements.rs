//! Every statement of a file gets a verdict, and what is proved names the givens it is proved for.

use grundy_message::Message;
use grundy_pattern::finder::{Finding, Prover, Status};
use grundy_pattern::prover::Effort;
use grundy_pattern::statements::{Asked, verdicts};
use grundy_proof::linear::Limits;
use grundy_rules::{Instance, read};
use grundy_solve::Budget;
use std::sync::Arc;

fn found(rules: &str, asked: Asked) -> Vec<Finding> {
    found_within(rules, asked, Budget::positions(1_000_000))
}

fn found_within(rules: &str, asked: Asked, budget: Budget) -> Vec<Finding> {
    let game = read(rules).unwrap_or_else(|mistakes| panic!("{rules}: {}", mistakes[0].message));
    let instance = Arc::new(Instance::new(game, vec![]).unwrap());
    let effort = Effort { budget, wants: None, go_on: &|| true };
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
    let said: Vec<(Status, String)> = all.iter().map(|finding| (finding.status, finding.words.to_string())).collect();
    let said: Vec<(Status, &str)> = said.iter().map(|(status, words)| (*status, words.as_str())).collect();
    assert_eq!(said[0], (Status::Refuted, "proved for m = 3; false at m = 1, n = 2"));
    assert_eq!(said[1].0, Status::Proved, "{}", said[1].1);
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

#[test]
fn what_is_proved_decides_claims_about_numbers_that_no_table_reaches() {
    let bash = "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy = n % 4\n";
    let wythoff = "game wythoff(a, b)\nmove left(k in 1..a) -> (a - k, b)\nmove right(k in 1..b) -> (a, b - k)\n\
                   move both(k in 1..min(a, b)) -> (a - k, b - k)\nclaim lose iff min(a, b) == floor_phi(abs(a - b))\n";
    let dawson = "game dawson(n)\nmove knock(a in 0..n - 2) -> a plus n - 2 - a\nclaim grundy has period 34 from 53\n";
    for (rules, claim, expected) in [
        (bash, "lose iff n % 4 == 0 and n != 123456789012", (Status::Refuted, Some("123456789012"))),
        (bash, "win iff n % 4 > 0 or n == 123456789012", (Status::Refuted, Some("123456789012"))),
        (bash, "lose iff n % 4 == 0 and n * n != 15241578753153483936144", (Status::Refuted, Some("123456789012"))),
        (bash, "grundy = n % 4 if n != 123456789012", (Status::Proved, None)),
        (bash, "lose iff n % 4 == 0 if n > 10000000000", (Status::Proved, None)),
        (wythoff, "lose iff min(a, b) == floor_phi(abs(a - b)) and a != 123456789013", (Status::Refuted, None)),
        (dawson, "lose iff n % 34 in [5, 9, 21, 25] if n > 123456789", (Status::Refuted, None)),
    ] {
        let budget = Budget { max_steps: Some(500_000), ..Budget::positions(10_000) };
        let found = found_within(&format!("{rules}claim {claim}\n"), Asked::AllGivens, budget);
        let one = found.iter().find(|finding| finding.claim == claim).unwrap_or_else(|| panic!("{claim}: {found:?}"));
        assert_eq!(one.status, expected.0, "{one:?}");
        assert!(expected.1.is_none_or(|position| one.counterexample == Some(Message::text(position))), "{one:?}");
        assert_eq!(one.proof.is_some(), one.status == Status::Proved, "{one:?}");
    }
}

#[test]
fn claims_that_are_checked_are_compared_with_a_proved_period() {
    let rules = "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy has period 4 from 0\n\
                 claim lose iff n % 4 == 0 and n != 40000000000\nclaim grundy = n % 4\n";
    let reports = grundy_pattern::check_claims(&read(rules).unwrap(), &Budget::positions(100_000));
    let said: Vec<String> = reports.iter().map(|report| format!("{:?}", report.verdict)).collect();
    assert!(said[0].starts_with("Proved") && said[2].starts_with("Proved"), "{said:?}");
    assert!(said[1].starts_with("Fails") && said[1].contains("40000000000"), "{said:?}");
}

#[test]
fn checked_claims_that_contradict_each_other_far_away_are_withdrawn() {
    let nim = "game nim(n)\nmove take(k in 1..n) -> n - k\nclaim grundy = n\n";
    for (claims, expect) in [
        ("claim grundy = n % 1000000007\nclaim win iff n > 0 if n < 900", ["Unknown", "Unknown", "Holds"]),
        ("claim lose iff n % 1000000007 == 0\nclaim lose iff n == 0 and n < 5", ["Unknown", "Unknown", "Unknown"]),
        ("claim lose iff n == 0\nclaim win iff n > 0", ["Holds", "Holds", "Holds"]),
    ] {
        let game = read(&format!("{nim}{claims}\n")).unwrap();
        let reports = grundy_pattern::check_claims(&game, &Budget::positions(100_000));
        let said = |report: &grundy_solve::ClaimReport| match &report.verdict {
            grundy_solve::ClaimVerdict::Unknown { why } => format!("Unknown: {why}"),
            verdict => format!("{verdict:?}"),
        };
        let said: Vec<String> = reports.iter().map(said).collect();
        assert!(said.iter().zip(expect).all(|(said, expect)| said.starts_with(expect)), "{said:?}");
        assert!(expect[0] == "Holds" || said[0].contains("1000000007, and neither is proved"), "{said:?}");
    }
}

#[test]
fn nothing_but_a_consequence_makes_a_finding_proved() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut open, mut made) = (vec![root], Vec::new());
    while let Some(path) = open.pop() {
        match std::fs::read_dir(&path) {
            Ok(entries) => open.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) => {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines = text.lines().filter(|line| line.contains("status: Status::Proved"));
                made.extend(lines.map(|_| path.clone()));
            }
        }
    }
    assert!(made.len() == 1 && made[0].ends_with("finder/claims.rs"), "{made:?}");
}

#[test]
fn who_is_to_move_is_no_given() {
    let rules = "game walk(n)\nplayers A, B\nmove step if n >= 1 -> n - 1\nstuck draws\nclaim lose iff false if mover == A\n\
                 claim win iff true if mover == B\n";
    let budget = Budget { max_steps: Some(500_000), ..Budget::positions(10_000) };
    let said: Vec<Status> =
        found_within(rules, Asked::AllGivens, budget).iter().map(|finding| finding.status).collect();
    assert_eq!(said, [Status::Checked, Status::Refuted]);
}

#[test]
fn that_play_ends_is_reported_where_it_is_written() {
    let rules = "game g(n)\nmove t if n > 0 -> n - 1\nloops none\nclaim lose iff n % 2 == 0\n";
    let reports = grundy_pattern::check_claims(&read(rules).unwrap(), &Budget::positions(1_000));
    let ends = reports.iter().find(|report| report.text == "loops none").unwrap();
    assert_eq!(Some(ends.span.start), rules.find("loops"));
}
