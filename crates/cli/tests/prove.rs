//! `grundy prove`: claims proved, refuted, or checked; what stops a proof; pictures of automata.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

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

/// The claims of a file and what became of each.
fn statuses(name: &str, rules: &str) -> Vec<(String, String, Option<String>)> {
    // Somebody else may use the machine too.
    let (_, stdout, stderr) = grundy(&["prove", &file(name, rules), "--json", "--max-seconds", "600"]);
    let data: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let claims = data["claims"].as_array().unwrap().iter();
    claims
        .map(|claim| {
            let (said, status) = (text(&claim["claim"]).unwrap(), text(&claim["status"]).unwrap());
            assert!(status != "proved" || claim["certificate"].is_string(), "{said} has no certificate");
            (said, status, text(&claim["counterexample"]))
        })
        .collect()
}

#[test]
fn claims_of_a_file_are_proved_or_refuted() {
    let rules = "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy = n % 4\nclaim lose iff n % 4 == 0\n\
                 claim lose iff n % 4 == 0 and n != 4000\nclaim grundy = [0, 1, 2, 3][n % 4]\n";
    let found = statuses("bash.game", rules);
    let said: Vec<&str> = found.iter().map(|(_, status, _)| status.as_str()).collect();
    assert_eq!(said, ["proved", "proved", "refuted", "proved"]);
    assert_eq!(found[2].2.as_deref(), Some("4000"));
}

#[test]
fn large_numbers_take_no_time_from_other_claims() {
    let rules = "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 1000003 == 0\n\
                 claim lose iff n % 4 == 0 or n == 1000001\nclaim lose iff n % 4 == 0 if n > 1000000\n\
                 claim grundy has period 1000003 from 0\nclaim grundy has period 1000000 from 0\nclaim grundy = n % 4\n";
    let found = statuses("large.game", rules);
    let said: Vec<(&str, Option<&str>)> =
        found.iter().map(|(_, status, position)| (status.as_str(), position.as_deref())).collect();
    let expected = [
        ("refuted", Some("4")),
        ("refuted", Some("1000001")),
        ("proved", None),
        ("refuted", Some("1000003")),
        ("proved", None),
        ("proved", None),
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_claim_that_no_theorem_is_about_is_followed_to_the_numbers_that_it_names() {
    let rules = "game square(n)\nmove take(k in 1..isqrt(n)) -> n - k * k\nclaim win iff n != 0 if n > 3000 and n < 3002\n\
                 claim lose iff false if n == 3003\n";
    let found = statuses("square.game", rules);
    assert!(found.iter().all(|(_, status, _)| status == "checked" || status == "refuted"), "{found:?}");
}

#[test]
fn a_claim_about_nothing_says_so() {
    let rules = "game ten(n in 0..10)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy has period 7 from 5\n";
    let (code, stdout, _) = grundy(&["prove", &file("nothing.game", rules)]);
    assert!(stdout.contains("it speaks of no position"), "{stdout}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_claim_about_other_givens_is_not_proved_by_those_that_it_does_not_speak_of() {
    let rules = "game v(n)\ngiven K: int in 1.. = 3\nmove take(k in 1..min(K, n)) -> n - k\n";
    for claim in [
        "lose iff n % 7 == 0 if K == 9 and n >= 1000",
        "lose iff n % 7 == 0 if K >= 9 and n >= 200",
        "lose iff n % 7 == 0 if K + n == 5000",
    ] {
        let (code, stdout, _) = grundy(&["prove", &file("others.game", &format!("{rules}claim {claim}\n"))]);
        assert_eq!(code, Some(1), "{claim}: {stdout}");
        assert!(!stdout.contains("\n  proved"), "{claim}: {stdout}");
    }
    // What a condition fixes to the givens that are asked about is proved for all that it speaks of.
    let (code, stdout, _) =
        grundy(&["prove", &file("these.game", &format!("{rules}claim grundy = n % 4 if K == 3\n"))]);
    assert_eq!(code, Some(0), "{stdout}");
}

#[test]
fn definitions_that_double_do_not_double_the_time() {
    let mut rules = "game deep(n)\nlet f0(x) = x\n".to_owned();
    for depth in 1..=20 {
        let before = depth - 1;
        rules += &format!("let f{depth}(x) = f{before}(x) + f{before}(x) - f{before}(x)\n");
    }
    rules += "move take(k in 1..min(3, n)) -> n - k\nclaim lose iff f20(n) % 4 == 0\n";
    let path = file("deep.game", &rules);
    for command in ["prove", "find"] {
        let begun = std::time::Instant::now();
        let (code, stdout, stderr) = grundy(&[command, &path, "--max-seconds", "2"]);
        assert!(code.is_some_and(|code| code < 2), "{stdout}{stderr}");
        // Somebody else may use the machine too; without a limit this takes hours.
        assert!(begun.elapsed().as_secs() < 120, "{command}: {stdout}");
    }
}

#[test]
fn play_is_as_the_file_says() {
    // With `compound anti` a heap of 4 is won: nothing is said of that play.
    let rules = file("anti.game", "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim lose iff n % 4 == 0\n");
    for command in ["prove", "find"] {
        let (code, stdout, stderr) = grundy(&[command, &rules, "--compound", "anti"]);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{command}");
        assert!(stderr.contains("write `compound …` in the file"), "{stderr}");
    }
    assert_eq!(grundy(&["prove", &rules, "--compound", "one"]).0, Some(0));
}

#[test]
fn claims_with_the_golden_ratio_are_linked() {
    let rules = "game w(a, b)\nmove l(k in 1..a) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n\
                 move both(k in 1..min(a, b)) -> (a - k, b - k)\n\
                 claim lose iff min(a, b) == floor_phi(abs(a - b))\nclaim lose iff min(a, b) == abs(a - b) * 89 / 55\n";
    let found = statuses("w.game", rules);
    assert_eq!(found[0].1, "proved");
    assert_eq!(found[1].1, "refuted");
}

#[test]
fn a_clause_that_stops_a_proof_is_named() {
    let rules = "game product(a, b)\nmove m(k in 1..a) if k * b <= a -> (a - k, b)\n";
    let (code, stdout, _) = grundy(&["prove", &file("product.game", rules), "--max-seconds", "5"]);
    assert!(stdout.contains("a product of two things that vary is not linear"), "{stdout}");
    assert_eq!(code, Some(1));
}

#[test]
fn claims_are_about_the_givens_that_are_asked_for() {
    let rules = "game s(n)\ngiven m = 3\nmove take(k in 1..min(m, n)) -> n - k\nclaim lose iff n % 5 == 0\n\
                 claim grundy = n if m == 7\n";
    let rules = file("givens.game", rules);
    let (code, stdout, _) = grundy(&["prove", &rules, "--given", "m=4"]);
    assert!(stdout.contains("proved    for m = 4: lose iff n % 5 == 0") && !stdout.contains("refuted"), "{stdout}");
    assert!(stdout.contains("computed  it says nothing for m = 4"), "{stdout}");
    assert!(!stdout.contains(" with m=3"), "{stdout}");
    assert_eq!(code, Some(0), "{stdout}");
    let (code, stdout, _) = grundy(&["prove", &rules]);
    assert!(stdout.contains("refuted  for m = 3: lose iff n % 5 == 0") && stdout.contains("it fails at 4"), "{stdout}");
    // The other claim is tried with the givens that it names.
    assert!(stdout.contains("refuted  at 8 with m=7 it says"), "{stdout}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_claim_speaks_of_all_givens() {
    let rules = "game s(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(m, n)) -> n - k\nclaim grundy = n % 4\n\
                 claim grundy = n % (m + 1)\nclaim grundy at 5 = 1\n";
    let found = statuses("all_givens.game", rules);
    let said: Vec<&str> = found.iter().map(|(_, status, _)| status.as_str()).collect();
    assert_eq!(said, ["refuted", "proved", "computed"]);
    let path = file("all_givens.game", rules);
    let (code, stdout, _) = grundy(&["prove", &path]);
    assert!(stdout.contains("proved for m = 3; false at m = 1, n = 2"), "{stdout}");
    assert!(stdout.contains("proved for all values of the givens with m >= 1"), "{stdout}");
    assert_eq!(code, Some(1), "{stdout}");
    assert_eq!(grundy(&["prove", &path, "--given", "m=3"]).0, Some(0));
}

#[test]
fn every_statement_gets_a_verdict() {
    let head = "game bash(n)\nmove take(k in 1..min(3, n)) -> n - k\nclaim grundy = n % 4\n";
    for (statement, expected, code) in [
        ("claim grundy of 0..5 = 0 1 2 3 0 1", "computed", 0),
        ("claim grundy of 0..5 = 0 1 2 3 0 2", "refuted", 1),
        ("claim grundy at 9 = 1", "computed", 0),
        ("claim grundy at 9 = 2", "refuted", 1),
        ("claim first wins at 9", "computed", 0),
        ("claim second wins at 9", "refuted", 1),
        ("strategy take(k = n % 4) if n % 4 != 0", "proved", 0),
        ("strategy take(k = n % 4 + 1) if n % 4 != 0", "refuted", 1),
        ("strategy take(k = n % 4 + n * n % 1) if n % 4 != 0", "checked", 1),
        ("strategy take(k = 1) if n > 0", "refuted", 1),
        ("loops none", "computed", 0),
        ("claim lose iff [true, false, false, false][n] if n < 9", "unknown", 1),
    ] {
        let path = file("verdicts.game", &format!("{head}{statement}\n"));
        let (found, stdout, stderr) = grundy(&["prove", &path, "--json", "--max-seconds", "600"]);
        let data: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
        let verdicts: Vec<&str> =
            data["claims"].as_array().unwrap().iter().filter_map(|v| v["status"].as_str()).collect();
        assert_eq!((verdicts, found), (vec!["proved", expected], Some(code)), "{statement}: {stdout}");
    }
}

#[test]
fn values_with_exceptions_follow_from_the_period_of_heaps() {
    let found = statuses("kayles_values.game", include_str!("../../../catalogue/heap/kayles.game"));
    let said: Vec<&str> = found.iter().map(|(_, status, _)| status.as_str()).collect();
    assert_eq!(said, ["computed", "proved", "proved", "proved", "proved"]);
}

#[test]
fn a_claim_that_is_proved_for_some_givens_is_not_proved() {
    let rules = "game s(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(m, n)) -> n - k\n";
    // The exit code of a claim, of the same with one given, and of one that speaks of few givens.
    for (claim, expected, code) in [
        ("claim grundy = n % (m + 1)", "proved for all values of the givens with m >= 1", 0),
        ("strategy take(k = n % (m + 1)) if n % (m + 1) != 0", "!= 0: proved for m = 3; checked for m = 1, 2, ", 1),
        ("claim grundy = n % (m + 1) if m == 3", "proved  grundy = n % (m + 1) if m == 3", 0),
        ("claim grundy = n % (m + 1) if m == 5", "  for m = 5: grundy", 0),
        ("strategy take(k = n % 4) if m == 3 and n % 4 != 0", "  for m = 3: strategy", 0),
        ("claim grundy = n % (m + 1) if m < 3", "checked", 1),
    ] {
        let path = file("some_givens.game", &format!("{rules}{claim}\n"));
        let (found, stdout, stderr) = grundy(&["prove", &path, "--max-seconds", "600"]);
        assert!(stdout.contains(expected), "{claim}: {stdout}{stderr}");
        assert_eq!(found, Some(code), "{claim}: {stdout}");
    }
    // One proof is for all of a few choices, too.
    let few = rules.replace("1.. = 3", "1..3 = 3") + "claim grundy = n % (m + 1)\n";
    let found = statuses("few_givens.game", &few);
    assert_eq!(found.iter().map(|(_, status, _)| status.as_str()).collect::<Vec<_>>(), ["proved"]);
    assert_eq!(grundy(&["prove", &file("few_givens.game", &few), "--max-seconds", "600"]).0, Some(0));
}

#[test]
fn numbers_of_the_rules_are_tried_as_givens_and_as_positions() {
    let late = "game late(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(if m > 150 then m + 1 else m, n)) -> n - k\n\
                claim grundy = n % (m + 1)\n";
    let far =
        "game far(n)\nmove take(k in 1..min(if n > 150 then isqrt(n) - 10 else 3, n)) -> n - k\nclaim grundy = n % 4\n";
    for (rules, at) in [(late, "m = 151"), (far, "151")] {
        let path = file("late_givens.game", rules);
        let (code, stdout, _) = grundy(&["prove", &path, "--max-seconds", "600"]);
        assert!(stdout.contains("refuted") && stdout.contains(at), "{stdout}");
        assert_eq!(code, Some(1));
        let (code, stdout, _) = grundy(&["check", &path]);
        assert!(stdout.contains("1 of 1 claim false"), "{stdout}");
        assert_eq!(code, Some(1));
    }
}

#[test]
fn a_game_with_few_positions_is_computed() {
    let rules = "game few(a in 0..6, b in 0..6)\nmove l(k in 1..a) -> (a - k, b * k % 7)\n\
                 claim lose iff a == 0\nstrategy l(k = a) if a > 0\n";
    let found = statuses("few.game", rules);
    let said: Vec<&str> = found.iter().map(|(_, status, _)| status.as_str()).collect();
    assert!(said.len() == 2 && said.iter().all(|status| ["computed", "proved"].contains(status)), "{found:?}");
    assert_eq!(grundy(&["prove", &file("few.game", rules), "--max-seconds", "600"]).0, Some(0));
}

#[test]
fn no_time_is_told() {
    let rules = file("late.game", "game g(a, b)\nmove l(k in 1..a) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n");
    for command in ["prove", "find"] {
        let (code, stdout, stderr) = grundy(&[command, &rules, "--max-seconds", "0"]);
        assert_eq!(code, Some(1), "{stdout}{stderr}");
        assert!(!stdout.contains("proved"), "{stdout}");
    }
}

#[test]
fn automata_are_drawn() {
    let [dot, svg, program] = ["a.dot", "a.svg", "a.py"].map(|name| file(name, ""));
    let files = ["--dot", &dot, "--svg", &svg, "--program", &program];
    let arguments: Vec<&str> = ["prove", "wythoff"].into_iter().chain(files).collect();
    let (code, _, stderr) = grundy(&arguments);
    assert_eq!((code.is_some(), stderr.as_str()), (true, ""));
    let read = |path: &String| std::fs::read_to_string(path).unwrap();
    assert!(read(&dot).starts_with("digraph automaton {") && read(&dot).contains("Fibonacci"));
    assert_eq!(read(&svg).matches("<circle").count(), 13);
    assert!(read(&program).contains("def value(*position):"));
}
