//! Files with thousands of mistakes: fifty are told, and how many more there are. That it takes no longer than the file is long is
//! tried by the tests of the program, which measure it.

use grundy_rules::{Diagnostic, diagnose};

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[track_caller]
fn check(rules: &str, errors: usize, warnings: usize, last: &str) {
    let (game, told) = diagnose(rules);
    let (wrong, odd): (Vec<Diagnostic>, Vec<Diagnostic>) = told.into_iter().partition(Diagnostic::is_error);
    assert_eq!((wrong.len(), odd.len()), (errors, warnings));
    assert_eq!(game.is_none(), errors > 0);
    let all = wrong.iter().chain(&odd);
    assert!(
        all.clone().any(|told| told.message.to_string() == last),
        "{:?}",
        all.map(|told| &told.message).collect::<Vec<_>>()
    );
}

#[test]
fn fifty_mistakes_are_told_and_the_others_counted() {
    let unknown = lines(2500, |i| format!("move m{i} if n > 0 -> n - q{i}\n"));
    check(&format!("game g(n)\n{unknown}"), 51, 0, "and 2450 more");
    let twice = "move m if n > 0 -> n - 1\n".repeat(2500);
    check(&format!("game g(n)\n{twice}"), 51, 0, "and 2449 more");
    let leaves = lines(2500, |i| format!("move m{i} -> n - {}\n", i + 1));
    check(&format!("game g(n)\n{leaves}"), 51, 0, "and 2450 more");
}

#[test]
fn fifty_warnings_are_told_and_no_error_is_hidden_by_them() {
    let unused = lines(2500, |i| format!("let f{i}(x) = x + {i}\n"));
    check(&format!("game g(n)\n{unused}move t(k in 1..n) -> n - k\n"), 0, 51, "and 2450 more");
    check(&format!("game g(n)\n{unused}let wrong(x) = x + y\nmove t(k in 1..n) -> n - k\n"), 1, 51, "unknown name `y`");
}

#[test]
fn a_long_chain_of_lets_is_refused_and_not_followed_to_its_end() {
    let chain = lines(20_000, |i| format!("let f{}(x) = f{i}(x) + 1\n", i + 1));
    let rules = format!("game g(n)\nlet f0(x) = x\n{chain}move t if n > f20000(n) -> n - 1\n");
    let worker = std::thread::Builder::new().stack_size(64 << 20).spawn(move || diagnose(&rules));
    let (game, told) = worker.expect("there is room for a thread").join().expect("it does not run out of stack");
    assert!(game.is_none());
    assert!(told.iter().any(|told| told.message.to_string() == "these expressions are nested too deeply"));
}
