//! `grundy find` on games of the catalogue and of one's own, and the page of theorems.

#[path = "../examples/theorems/entries.rs"]
mod entries;

use entries::{ENTRIES, LESSONS};
use grundy::pattern::finder::{Status, examine, find};
use grundy::pattern::prover::Effort;
use grundy::proof::linear;
use grundy::{Budget, Instance};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

/// The exit code, standard output and standard error.
fn grundy(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).env("GRUNDY_LANG", "en").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Claim and status of everything that is found.
fn found(arguments: &[&str]) -> Vec<(String, String)> {
    let arguments: Vec<&str> = ["find"].into_iter().chain(arguments.iter().copied()).chain(["--json"]).collect();
    let (_, stdout, stderr) = grundy(&arguments);
    let data: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{arguments:?}: {stdout}{stderr}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    data["claims"].as_array().unwrap().iter().map(|claim| (text(&claim["claim"]), text(&claim["status"]))).collect()
}

#[track_caller]
fn check(arguments: &[&str], claim: &str, status: &str) {
    let found = found(arguments);
    assert!(found.contains(&(claim.to_owned(), status.to_owned())), "{arguments:?}: {found:?}");
}

#[test]
fn classical_rules_are_found() {
    check(&["bash"], "grundy = n % 4 if m == 3", "proved");
    check(&["bash"], "grundy = n % (m + 1)", "proved");
    check(&["bash", "--given", "m=5"], "grundy = n % 6 if m == 5", "proved");
    check(&["kayles"], "grundy has period 12 from 71", "proved");
    check(&["nim"], "grundy = n", "proved");
    check(&["take_power"], "grundy = n % 3", "checked");
    check(&["subtraction", "--given", "S=1,3,4"], "lose iff n % 7 in [0, 2] if S == {1, 3, 4}", "proved");
}

#[test]
fn wythoff_is_the_golden_ratio_for_every_position() {
    check(&["wythoff"], "lose iff min(a, b) == floor_phi(abs(a - b))", "proved");
}

#[test]
fn what_is_found_can_be_pasted_into_the_file() {
    let lasker = "game lasker(n)\nmove take(k in 1..n) -> n - k\nmove split(k in 1..n - 1) -> k plus n - k\n";
    let draws = "game walk(n)\nplayers A, B\nmove step if n >= 1 -> n - 1\nstuck draws\n";
    let points = "game points(n)\nmove take(k in 1..min(2, n)) gain k -> n - k\n";
    let misere = "game misere(a, b)\nstuck wins\nmove l(k in 1..a) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n";
    for (name, rules) in [("lasker", lasker), ("walk", draws), ("points", points), ("misere", misere)] {
        let path = file(&format!("{name}.game"), rules);
        let claims: Vec<(String, String)> =
            found(&[&path]).into_iter().filter(|(claim, status)| !claim.is_empty() && status != "refuted").collect();
        assert!(!claims.is_empty(), "{name}");
        let lines: String = claims.iter().map(|(claim, _)| format!("claim {claim}\n")).collect();
        let path = file(&format!("{name}_claims.game"), &format!("{rules}{lines}"));
        let (code, stdout, stderr) = grundy(&["check", &path]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    }
}

#[test]
fn a_rule_that_fails_later_is_refuted_there() {
    let path = file("rare.game", "game rare(n)\nmove take(k in [1, 2, 3, 1000]) if k <= n -> n - k\n");
    let (_, stdout, _) = grundy(&["find", &path]);
    assert!(stdout.contains("refuted") && stdout.contains("it fails at 1000"), "{stdout}");
}

/// What is found and not refuted.
fn told(arguments: &[&str]) -> Vec<String> {
    found(arguments).into_iter().filter(|(_, status)| status != "refuted").map(|(claim, _)| claim).collect()
}

#[test]
fn a_rule_for_every_given_holds_past_the_default() {
    let claims = told(&["multiplication"]);
    assert!(!claims.contains(&"lose iff p in 9..17 or p >= n".to_owned()), "{claims:?}");
    assert!(claims.contains(&"lose iff p in 9..17 or p >= 162 if n == 162".to_owned()), "{claims:?}");
}

#[test]
fn a_rule_is_tried_beyond_the_table_it_was_seen_in() {
    let rules = "game late(n)\nmove low(k in 1..min(3, n)) if n < 82 -> n - k\n\
                 move root if n >= 6724 and isqrt(n) ** 2 == n -> isqrt(n)\n";
    let path = file("exception.game", rules);
    check(&[&path], "grundy = 0 if n >= 82", "refuted");
    let (_, stdout, _) = grundy(&["find", &path]);
    assert!(stdout.contains("it fails at 6724"), "{stdout}");
    // Few positions are in reach of this one, so that it is tried at far points too.
    let halves = file("halves.game", "game halves(n)\nmove h if n >= 1 -> n / 2\nmove t if n >= 3 -> n / 3\n");
    let (_, stdout, _) = grundy(&["find", &halves]);
    assert!(stdout.contains("points up to ") || stdout.contains("proved") || stdout.contains("no rule"), "{stdout}");
}

#[test]
fn how_far_was_looked_is_what_was_looked_at() {
    let path = file(
        "digits.game",
        "game digits(h: [int in 0..9])\nmove take(i in 0..len(h) - 1, k in 1..h[i]) -> with h[i] = h[i] - k\n",
    );
    let (_, stdout, _) = grundy(&["find", &path]);
    assert!(stdout.contains("checked for 3040 positions") && !stdout.contains("≤ 69"), "{stdout}");
}

#[test]
fn a_sentence_names_the_givens_and_the_conditions() {
    let (_, stdout, _) = grundy(&["find", "bash"]);
    assert!(stdout.contains("for m = 3: the Grundy value is n mod 4"), "{stdout}");
    let rules = "game fib(n, last = 1)\nmove take(k in 1..min(n, 2 * last)) -> (n - k, k)\n";
    let path = file("fib.game", rules);
    let (_, stdout, _) = grundy(&["find", &path, "--max-seconds", "5"]);
    assert!(stdout.contains("when last = 1: lost exactly if"), "{stdout}");
}

#[test]
fn what_is_asked_for_and_not_reached_is_told() {
    let path = file("squares.game", "game squares(n)\nmove take(k in 1..isqrt(n)) -> n - k * k\n");
    let (_, stdout, stderr) = grundy(&["find", &path, "--to", "1000000", "--max-seconds", "2"]);
    assert!(
        stdout.contains("n ≤ 1000000") || stdout.contains("the table goes no farther than n ≤ "),
        "{stdout}{stderr}"
    );
    let (_, stdout, stderr) = grundy(&["find", &path, "--to", "1000000", "--memory", "16MiB"]);
    assert!(stdout.contains("the table goes no farther than n ≤ 65535: it takes more memory"), "{stdout}{stderr}");
}

#[test]
fn rules_that_cannot_be_carried_out_are_told_with_the_place() {
    let path = file("outside.game", "game outside(n)\nmove take(k in 1..min(3, n)) if [1, 2, 3][n] > 0 -> n - k\n");
    let (code, _, stderr) = grundy(&["find", &path]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("outside.game:2") && stderr.contains("at 3"), "{stderr}");
    let longer =
        file("longer.game", "game longer(n)\nmove take(k in 1..min(3, n)) if [0 for _ in 0..40][n] == 0 -> n - k\n");
    let (_, stdout, _) = grundy(&["find", &longer]);
    assert!(stdout.contains("the table goes no farther than n ≤ 40: the rules cannot be carried out"), "{stdout}");
}

#[test]
fn what_is_no_table_is_told() {
    let (code, stdout, _) = grundy(&["find", "tic_tac_toe"]);
    assert_eq!(code, Some(1));
    assert!(stdout.contains("a table runs over numbers, and `board` is none"), "{stdout}");
    let (code, stdout, _) = grundy(&["find", "northcott", "--max-seconds", "5"]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("the game has players"), "{stdout}");
}

#[test]
fn pictures_are_written() {
    let path = file("wythoff.svg", "");
    let (code, ..) = grundy(&["find", "wythoff", "--svg", &path]);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert_eq!(code, Some(0));
    assert!(svg.starts_with("<svg") && svg.contains("⌊φ·difference⌋"), "{}", &svg[..400]);
}

fn instance(rules: &str) -> Arc<Instance> {
    Arc::new(Instance::new(grundy::read(rules).unwrap(), Vec::new()).unwrap())
}

/// The text of a section of the page of theorems.
fn section<'a>(page: &'a str, title: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("\n## {title}\n"))?;
    Some(rest.split("\n## ").next().unwrap_or(rest))
}

#[test]
fn every_theorem_of_the_page_has_a_certificate_that_is_accepted() {
    let page = include_str!("../../../docs/theorems.md");
    let mut theorems = 0;
    for entry in ENTRIES {
        let Some(section) = section(page, entry.title) else { continue };
        assert!(section.contains(&format!("```text\n{}\n```", entry.rules)), "{}: other rules", entry.title);
        let (_, rest) = section.split_once("<details><summary>certificate</summary>\n\n```text\n").unwrap();
        let certificate = rest.split("```").next().unwrap();
        let instance = instance(entry.rules);
        let is_accepted = match certificate.starts_with("grundy automaton") {
            true => linear::prove(&instance, certificate, &linear::Limits::default()).is_ok(),
            false => certificate
                .parse()
                .is_ok_and(|certificate| grundy::proof::check(&certificate, &grundy::proof::Limits::default()).is_ok()),
        };
        assert!(is_accepted, "{}", entry.title);
        theorems += 1;
    }
    assert!(theorems >= 25, "{theorems}");
}

#[test]
fn some_theorems_of_the_page_are_found_again() {
    let page = include_str!("../../../docs/theorems.md");
    for title in ["Bash's game", "Subtract 1, 3 or 4", "Nim, two heaps", "Kayles", "Lasker's Nim"] {
        let entry = ENTRIES.iter().find(|entry| entry.title == title).unwrap();
        let effort = Effort { budget: Budget::positions(1_000_000), wants: None, go_on: &|| true };
        let report = find(&instance(entry.rules), &effort, None, &linear::Limits::default()).unwrap();
        let section = section(page, title).unwrap();
        let mut findings = report.found.iter().flat_map(|found| &found.findings);
        let is_told = findings
            .any(|finding| finding.status == Status::Proved && section.contains(&format!("`claim {}`", finding.claim)));
        assert!(is_told, "{title}");
    }
}

#[test]
fn every_lesson_fails_where_the_page_says() {
    let page = include_str!("../../../docs/theorems.md");
    for lesson in LESSONS {
        let instance = instance(lesson.rules);
        let claim = instance.game().claims.last().unwrap();
        let (held, fails) = examine(&instance, claim, lesson.to, &Budget::positions(4_000_000)).unwrap();
        let said = format!("It holds for {held} positions, the smallest ones, and fails at **{}**", fails.unwrap());
        assert!(section(page, lesson.title).unwrap().contains(&said), "{}: {said}", lesson.title);
    }
}
