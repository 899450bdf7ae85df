//! Exported programs are compiled and run, and print what `judge` prints.

use grundy::contest::{Exported, Language, Problem, Random, Refused, Session, Support, Unproved, judge};
use grundy::{Budget, find, find_problem};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

fn exported(problem: &Problem) -> Result<Exported, Refused> {
    grundy::exported(problem, Unproved::Refused, &Budget::default())
}

/// The same with claims that nothing proves.
fn unproved(problem: &Problem) -> Result<Exported, Refused> {
    grundy::exported(problem, Unproved::Taken, &Budget::default())
}

fn problem(name: &str) -> Arc<Problem> {
    find_problem(name).expect("the problem is in the catalogue").problem().expect("the problem is right")
}

/// Samples and drawn instances, with what is to be printed.
fn texts(problem: &Arc<Problem>) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        problem.samples.iter().map(|sample| (sample.input.clone(), sample.output.clone())).collect();
    let mut random = Random(1);
    let drawn = (0..24).filter_map(|size| problem.draw(size % 12, &mut random).ok());
    // Some inputs are of a variant without a text.
    let inputs: Vec<_> = drawn.filter(|input| problem.write(std::slice::from_ref(input)).is_ok()).collect();
    let text = problem.write(&inputs).expect("what is drawn can be written");
    let mut printed = String::new();
    let mut session = Session::new(problem.clone(), Budget::default(), grundy::solver);
    judge(&mut session, text.as_bytes(), &mut |piece| {
        printed += piece;
        Ok(())
    })
    .expect("what is drawn can be answered");
    all.push((text, printed));
    all
}

fn is_missing(word: &str) -> bool {
    Command::new(word).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err()
}

/// Compiles, without a warning; `None` where there is no compiler.
fn compiled(folder: &Path, language: Language, program: &str) -> Option<Command> {
    let (file, compile, run): (&str, &[&str], &[&str]) = match language {
        Language::Cpp => {
            ("main.cpp", &["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-o", "main", "main.cpp"], &["./main"])
        }
        Language::Python => ("main.py", &[], &["python3", "main.py"]),
        Language::Java => ("Main.java", &["javac", "-Xlint:all", "Main.java"], &["java", "Main"]),
        Language::Rust => ("main.rs", &["rustc", "--edition", "2021", "-o", "main", "main.rs"], &["./main"]),
    };
    let word = compile.first().unwrap_or(&run[0]);
    if is_missing(word) {
        eprintln!("skipped: there is no {word} here");
        return None;
    }
    std::fs::write(folder.join(file), program).expect("the program can be written");
    if let Some((word, rest)) = compile.split_first() {
        let done = Command::new(word).args(rest).current_dir(folder).output().expect("the compiler runs");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success() && said.trim().is_empty(), "{said}\n{program}");
    }
    let mut command = Command::new(if run[0] == "./main" { folder.join("main") } else { PathBuf::from(run[0]) });
    command.args(&run[1..]).current_dir(folder);
    Some(command)
}

fn run(command: &mut Command, input: &str) -> String {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("it prints text")
}

fn check(language: Language, names: &[&str]) {
    for name in names {
        let problem = problem(name);
        let program =
            exported(&problem).and_then(|one| one.text(language)).unwrap_or_else(|why| panic!("{name}: {}", why.0));
        let folder =
            std::env::temp_dir().join(format!("grundy-export-{}-{name}-{}", language.name(), std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        if let Some(mut command) = compiled(&folder, language, &program) {
            for (input, output) in texts(&problem) {
                assert_eq!(run(&mut command, &input), output, "{name} in {}\n{input}\n{program}", language.name());
            }
        }
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}

#[test]
fn programs_in_cpp_print_what_judge_prints() {
    check(Language::Cpp, &["poj1067", "poj2960", "poj1085"]);
}

#[test]
fn programs_in_python_print_what_judge_prints() {
    let searches = ["poj2311", "poj2425", "digraph", "everysg", "poj2311_sheets", "antisg_misere", "lc_stone_family"];
    let theorems = ["poj2234", "moore", "poj2975", "hdu1729", "hdu1730", "dynamic_subtraction", "green_hackenbush"];
    check(Language::Python, &searches);
    check(Language::Python, &theorems);
    check(Language::Python, &["digraph_kernel", "dagkernel", "poj2068"]);
}

#[test]
fn programs_in_java_print_what_judge_prints() {
    check(Language::Java, &["poj2348", "hdu1404", "poj2311_sheets", "jzoj2642", "hdu2873"]);
}

#[test]
fn programs_in_rust_print_what_judge_prints() {
    check(Language::Rust, &["zoj1024", "dynamic_subtraction", "lc913", "poj2960"]);
}

/// The programs that are not compiled here are written at least; which ones are compiled is fixed, as compilers are slow.
/// Problems that are answered by search, within smaller limits than the judge's: no program is right and fast enough.
const TOO_LARGE: [&str; 6] = ["abc354e", "cf255e", "cf276b", "cf850c", "lc1927", "lc2038"];

#[test]
fn every_problem_of_the_catalogue_has_a_program_in_every_language() {
    for entry in grundy::problems() {
        let problem = entry.problem().expect("the problem is right");
        if TOO_LARGE.contains(&entry.name) {
            let why = exported(&problem).expect_err(entry.name).0.to_string();
            assert!(why.contains("which is too many") || why.contains("is too large"), "{}: {why}", entry.name);
            continue;
        }
        let program = exported(&problem).unwrap_or_else(|why| panic!("{}: {}", entry.name, why.0));
        for language in Language::ALL {
            let text = program.text(language).unwrap_or_else(|why| panic!("{}: {}", entry.name, why.0));
            let longest = text.lines().map(str::len).max().unwrap_or(0);
            assert!(text.contains("answer") && longest < 1000, "{} in {}:\n{text}", entry.name, language.name());
        }
    }
}

/// Programs that fill long tables or search deeply are stopped; most are not.
#[test]
fn every_program_prints_what_judge_prints_when_it_is_run_without_a_compiler() {
    let run_all = || {
        let mut stopped = Vec::new();
        for entry in grundy::problems().iter().filter(|entry| !TOO_LARGE.contains(&entry.name)) {
            let problem = entry.problem().expect("the problem is right");
            let program = exported(&problem).unwrap_or_else(|why| panic!("{}: {}", entry.name, why.0));
            for (input, output) in texts(&problem) {
                match program.run(&input, 1_000_000, 1000) {
                    Ok(printed) => assert_eq!(printed, output, "{}\n{input}", entry.name),
                    Err("too many steps" | "calls nested too deeply") => stopped.push(entry.name),
                    Err(why) => panic!("{}: {why}\n{input}", entry.name),
                }
            }
        }
        assert!(stopped.len() < 20, "{stopped:?}");
    };
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(run_all).expect("a thread can be started");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn a_program_says_what_is_proved_and_brings_along_only_what_it_uses() {
    let program = exported(&problem("poj1067")).and_then(|one| one.text(Language::Cpp)).expect("there is one");
    assert!(
        program.contains("proved for every size") && program.contains("inputs like heaps: 2 of 0..1000000000."),
        "{program}"
    );
    for unused in ["#include <map>", "read_word", "__int128", "double n"] {
        assert!(!program.contains(unused), "{unused} in\n{program}");
    }
}

#[test]
fn the_golden_ratio_is_multiplied_exactly_up_to_the_ends_of_64_bits() {
    // 165580140 and 267914295 are lost, which the floating-point formula does not find; so are Fibonacci numbers near 10^18.
    let file = "problem wide\ninput heaps: [int in 0..; 2]\ngame wythoff\npart heaps[0], heaps[1]\n\
                text until end { heaps ; answer }\ndraw heaps: 2 of 0..1000000000000000000";
    let wythoff = grundy::find("wythoff").expect("it is built in").game().expect("its rules are right");
    let problem =
        Problem::read(file, &|name| (name == "wythoff").then(|| wythoff.clone())).expect("the problem is right");
    let program = exported(&problem).expect("there is one");
    assert!(!program.text(Language::Cpp).expect("there is one").contains("__int128"));
    let input = "165580140 267914295\n420196140727489673 679891637638612258\n420196140727489672 679891637638612258\n";
    assert_eq!(program.run(input, 1 << 20, 100), Ok("second\nsecond\nfirst\n".to_owned()));
    let folder = std::env::temp_dir().join(format!("grundy-export-wide-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let text = program.text(Language::Python).expect("there is one");
    if let Some(mut command) = compiled(&folder, Language::Python, &text) {
        assert_eq!(run(&mut command, input), "second\nsecond\nfirst\n");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn what_has_no_program_is_refused_with_a_reason() {
    // A million by a million positions are too many.
    let rules =
        "game half(a, b) move take(k in 1..a) -> (a - k, b) move halve(k in 1..b / 2 + 1) if k <= b -> (a, b - k)";
    let game = grundy::read(rules).expect("the rules are right");
    let file = "problem large\ninput a: int in 0.., b: int in 0..\ngame half\npart a, b\ntext until end { a b ; answer }\n\
                draw a: 0..1000000, b: 0..1000000";
    let problem = Problem::read(file, &|name| (name == "half").then(|| game.clone())).expect("the problem is right");
    let why = exported(&problem).expect_err("there is no program");
    assert!(why.0.to_string().contains("too many"), "{}", why.0);
}

#[test]
fn a_claim_that_is_false_is_not_used() {
    let rules = "game odd_nim(n) move take(k in 1..min(2, n)) -> n - k claim grundy = n % 2";
    let game = grundy::read(rules).expect("the rules are right");
    let file = "problem wrong\ninput n: int in 0..\ngame odd_nim\npart n\ntext until end { n ; answer }\ndraw n: 0..50";
    let problem = Problem::read(file, &|name| (name == "odd_nim").then(|| game.clone())).expect("the problem is right");
    let program = exported(&problem).and_then(|one| one.text(Language::Python)).expect("a table is found");
    assert!(program.contains("wins_table"), "{program}");
}

#[test]
fn a_false_claim_behind_a_true_one_is_not_used() {
    let rules =
        "game odd_nim(n) move take(k in 1..min(2, n)) -> n - k claim grundy of 0..2 = 0 1 2 claim grundy = n % 2";
    let program = python(&read("wrong", &format!("{rules}\n"), "", "draw n: 0..50"));
    assert!(program.contains("wins_table"), "{program}");
}

/// A problem about a number `n` of a game of its own.
fn read(name: &str, rules: &str, promises: &str, limits: &str) -> Arc<Problem> {
    let game = rules.split_whitespace().nth(1).and_then(|word| word.split('(').next()).expect("a game has a name");
    let file = format!(
        "problem {name}\ninput n: int in 0..\n{promises}rules {{\n{rules}\n}}\ngame {game}\npart n\n\
         text until end {{ n ; answer }}\n{limits}\n"
    );
    Arc::new(Problem::read(&file, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{file}")))
}

fn python(problem: &Problem) -> String {
    exported(problem).and_then(|one| one.text(Language::Python)).unwrap_or_else(|why| panic!("{}", why.0))
}

fn judged(problem: &Arc<Problem>, input: &str) -> String {
    let mut printed = String::new();
    let mut session = Session::new(problem.clone(), Budget::default(), grundy::solver);
    let mut print = |piece: &str| {
        printed += piece;
        Ok(())
    };
    judge(&mut session, input.as_bytes(), &mut print).expect("the input can be answered");
    printed
}

/// Compares the programs of a file with what is expected, in every language.
fn check_file(name: &str, file: &str, input: &str, output: &str) {
    let problem = Arc::new(Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{name}: {why:?}")));
    assert_eq!(judged(&problem, input), output, "{name} by judge");
    check_program(name, &problem, &Language::ALL, input, output);
}

fn check_program(name: &str, problem: &Problem, languages: &[Language], input: &str, output: &str) {
    // Claims about numbers past some million are out of the prover's reach.
    let one = exported(problem).or_else(|_| unproved(problem)).expect("there is a program");
    for language in languages.iter().copied() {
        let program = one.text(language).expect("there is a program");
        let folder =
            std::env::temp_dir().join(format!("grundy-export-{}-{name}-{}", language.name(), std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        if let Some(mut command) = compiled(&folder, language, &program) {
            assert_eq!(run(&mut command, input), output, "{name} in {}\n{program}", language.name());
        }
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}

#[test]
fn a_table_is_there_where_the_first_given_is_nothing_and_more_is_asked_than_is_drawn() {
    let file = "problem zero\ninput n: int in 0.., k: int in 0..10\nrules {\n  game g(n in 0.., m in 0..20)\n  \
                given k: int in 0..10\n  move take(j in 1..min(n, k + 2)) -> (n - j, m)\n  \
                move put(j in 1..min(m, k + 1)) -> (n, m - j)\n}\ngame g\ngiven k = k\npart n, 3\n\
                words first \"1\", second \"0\"\ntext until end { n k ; answer }\ndraw n: 0..9, k: 0..10\nlimits n: 0..50, k: 0..10";
    check_file("zero", file, "5 0\n6 0\n7 1\n8 0\n70 0\n", "1\n1\n1\n1\n0\n");
}

#[test]
fn no_mark_is_read_where_nobody_can_move() {
    let file = "problem turns\ninput n: int in 0.., t: int in 0..10\nrules {\n  game g(n in 0.., t in 0..10)\n  \
                move take(k in 1..min(n, t)) -> (n - k, t - 1)\n}\ngame g\npart n, t\nwords first \"1\", second \"0\"\n\
                text until end { n t ; answer }\ndraw n: 0..100, t: 0..10";
    check_file("turns", file, "50 5\n50 3\n50 0\n49 0\n3 4\n", "1\n1\n0\n0\n1\n");
}

#[test]
fn rules_are_not_run_where_play_never_comes() {
    let file = "problem tied\ninput a: int in 0..20, b: int in 0..20\nrequire b <= a \"small\"\nrules {\n  \
                game g(a in 0..20, b in 0..20)\n  given row: [int in 0..9] = [1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1]\n  \
                move one if a > b -> (a - 1, b)\n  move two(k in 1..row[a - b]) if k <= b -> (a, b - k)\n}\n\
                game g\npart a, b\nwords first \"1\", second \"0\"\ntext until end { a b ; answer }\ndraw a: 10..20, b: 0..10";
    check_file("tied", file, "12 5\n20 0\n13 9\n", "1\n0\n0\n");
}

#[test]
fn boards_of_slashes_are_told_apart() {
    let file = "problem slashes\ninput s: [{'/', '.'}], t: [{'/', '.'}]\nrules {\n  game g(s: [{'/', '.'}], t: [{'/', '.'}])\n  \
                move cut if len(s) > 0 and s[len(s) - 1] == '/' -> (s[0..len(s) - 2], t)\n  \
                move cat if len(t) > 0 -> (s, t[0..len(t) - 2])\n}\ngame g\npart s, t\nwords first \"1\", second \"0\"\n\
                text until end { s ; t ; answer }\ndraw s: 1..5 of one '/' '.', t: 1..5 of one '/' '.'";
    check_file("slashes", file, "./..\n.\n.\n../.\n", "1\n0\n");
}

/// Games whose claim holds everywhere within the limits but at one end of them: at n = 1999 or at n = 0. Each is chosen by
/// a number, so that one program has them all.
const NEARLY: [&str; 7] = [
    "game upper_value(n) move take(k in 1..min(if n == 1999 then 2 else 3, n)) -> n - k claim grundy = n % 4 if n < 1999",
    "game upper_lost(n) move take(k in 1..min(if n == 1999 then 2 else 3, n)) -> n - k
     claim lose iff n % 4 == 0 if n < 1999",
    "game upper_won(n) move take(k in 1..min(if n == 1999 then 2 else 3, n)) -> n - k
     claim win iff n % 4 > 0 if n != 1999",
    "game lower_value(n) move take(k in 1..min(3, n)) if n > 1 -> n - k claim grundy = (n - 1) % 4 if n > 0",
    "game lower_lost(n) move take(k in 1..min(3, n)) if n > 1 -> n - k claim lose iff n % 4 == 1 if 1 <= n",
    "game cases(n) move take(k in 1..min(if n == 1999 then 2 else 3, n)) -> n - k
     claim grundy = n % 4 if n <= 900 claim grundy = n % 4 if 900 < n and n <= 1998",
    "game points(n) move take(k in 1..min(2, n)) gain if n == 1999 then 0 else k -> n - k
     claim score = [0, 1, 2, 1][n % 4] if n < 1999",
];

#[test]
fn conditions_that_fail_only_at_an_end_of_the_limits_are_not_dropped() {
    let mut file = "problem nearly\ninput which: int in 0..6, n: int in 0..\n".to_owned();
    let name = |rules: &str| rules["game ".len()..].split('(').next().expect("a game has a name").to_owned();
    NEARLY.iter().for_each(|rules| file += &format!("rules {{\n{rules}\n}}\n"));
    for (index, rules) in NEARLY.iter().enumerate() {
        let condition = if index + 1 < NEARLY.len() { format!(" if which == {index}") } else { String::new() };
        file += &format!("game {}{condition}\n", name(rules));
    }
    file += "part n\ntext until end { which n ; answer }\ndraw which: 0..6, n: 0..1999\nlimits drawn\n";
    let problem = Arc::new(Problem::read(&file, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{file}")));
    let mut input = String::new();
    for which in 0..NEARLY.len() {
        for n in [0, 1, 2, 3, 4, 5, 900, 901, 902, 1995, 1996, 1997, 1998, 1999] {
            input += &format!("{which} {n}\n");
        }
    }
    let output = judged(&problem, &input);
    check_program("nearly", &problem, &Language::ALL, &input, &output);
}

#[test]
fn play_of_a_million_moves_does_not_exhaust_the_stack() {
    // Points of one number are a table; of two numbers a search, as deep as play is long.
    let single = "problem million\ninput n: int in 0..\nrules {\ngame g(n)\n\
                  move take(k in 1..min(if n > 999900 then 2 else 3, n)) gain if n > 999900 then 0 else k -> n - k\n}\n\
                  game g\npart n\ntext until end { n ; answer }\ndraw n: 0..1000000\nlimits drawn\n";
    check_deep("million", single, "0\n1000000\n999903\n999902\n7\n");
    let pair = "problem deep\ninput n: int in 0.., t: int in 0..3\nrules {\ngame g(n, t in 0..3)\n\
                move take(k in 1..min(2, n)) gain if t == 3 then 0 else k -> (n - k, if t == 3 then 0 else t + 1)\n}\n\
                game g\npart n, t\ntext until end { n t ; answer }\ndraw n: 0..250000, t: 0..3\nlimits drawn\n";
    check_deep("deep", pair, "0 0\n250000 3\n249999 1\n12345 2\n");
}

#[track_caller]
fn check_deep(name: &str, file: &str, input: &str) {
    let problem = Arc::new(Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{name}: {why:?}")));
    check_program(name, &problem, &[Language::Cpp, Language::Rust], input, &judged(&problem, input));
}

#[test]
fn a_part_of_a_sum_may_be_at_the_end_of_the_limits() {
    let file = format!(
        "problem sum\ninput heaps: [int in 0..]\nrules {{\n{}\n}}\ngame upper_value\npart h for h in heaps\nanswer grundy\n\
         text until end {{ len(heaps) heaps ; answer }}\ndraw heaps: 1..4 of 0..1999\nlimits drawn\n",
        NEARLY[0]
    );
    let problem = Arc::new(Problem::read(&file, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{file}")));
    let input = "1 1999\n2 1999 1999\n3 1999 1998 5\n4 0 1 2 1999\n";
    check_program("sum", &problem, &[Language::Python, Language::Cpp], input, &judged(&problem, input));
}

#[test]
fn a_condition_that_fails_with_the_last_of_the_givens_is_not_dropped() {
    let file = "problem last\ninput n: int in 0.., m: int in 1..500\nrules {\ngame g(n)\ngiven m: int in 1..500 = 3\n\
                move take(k in 1..min(if m == 500 then 501 else m, n)) -> n - k\nclaim grundy = n % (m + 1) if m < 500\n}\n\
                game g\ngiven m = m\npart n\nanswer grundy\ntext until end { n m ; answer }\n\
                draw n: 0..1999, m: 1..500\nlimits drawn\n";
    let problem = Arc::new(Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{why:?}")));
    let input = "0 500\n501 500\n502 500\n1003 500\n1999 500\n1999 499\n1999 1\n500 499\n";
    check_program("last", &problem, &[Language::Python, Language::Cpp], input, &judged(&problem, input));
}

#[test]
fn what_claims_leave_open_is_looked_up_in_a_table() {
    // Up to 12 one takes at most 2, so the values below are others; a table of everything would be too large.
    let rules = "game few(n) move take(k in 1..min(if n < 13 then 2 else 3, n)) -> n - k
                 claim grundy = [3, 1, 2, 0][(n - 13) % 4] if n >= 13";
    let problem = read("few", rules, "", "answer grundy\ndraw n: 0..1000000000000\nlimits drawn");
    let input: String = (0..40).map(|n| format!("{n}\n")).collect();
    let output = judged(&problem, &input) + "3\n0\n";
    let far = format!("{input}999999999997\n1000000000000\n");
    check_program("few", &problem, &Language::ALL, &far, &output);
    let program = python(&problem);
    assert!(program.contains("if n >= 13") && program.contains("Where these say nothing"), "{program}");
    // Two heaps, of which one is at most 3 where the claim says nothing.
    let file = "problem few2\ninput a: int in 0.., b: int in 0..\nrules {\ngame few2(a, b)\n\
                move left(k in 1..min(2, a)) -> (a - k, b)\nmove right(k in 1..min(if b < 4 then 1 else 2, b)) -> (a, b - k)\n\
                claim grundy = a % 3 ^ [1, 2, 0][(b - 3) % 3] if b >= 4 and a >= 5\n}\ngame few2\npart a, b\nanswer grundy\n\
                text until end { a b ; answer }\ndraw a: 0..40, b: 0..1000000000\nlimits drawn\n";
    let problem = Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{file}"));
    let why = exported(&problem).expect_err("with a below 5 nothing is known of large b");
    assert!(why.0.to_string().contains("leave out inputs within the limits"), "{}", why.0);
}

#[test]
fn a_game_that_is_named_twice_is_asked_on_each_of_its_conditions() {
    // The first time `late` is asked about small heaps only, the second time about all that are left.
    let file = "problem twice\ninput w: int in 0..9, n: int in 0..\nrules {\ngame late(n)\n\
                move take(k in 1..min(if n > 999999999900 then 2 else 3, n)) -> n - k\n\
                claim grundy = n % 4 if n <= 999999999900\n}\ngame late if w == 0 and n <= 10\ngame late\npart n\nanswer grundy\n\
                text until end { w n ; answer }\ndraw w: 0..9, n: 0..1000000000000\nlimits drawn\n";
    let problem = Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{file}"));
    // Of the largest heaps the claim says nothing: there the values repeat after 3, which a search finds out that asks it first.
    let input = "0 7\n0 11\n5 999999999900\n0 999999999901\n1 999999999902\n9 999999999903\n9 1000000000000\n";
    check_program("twice", &problem, &Language::ALL, input, "3\n3\n0\n1\n2\n0\n1\n");
}

#[test]
fn a_text_whose_fields_belong_to_another_variant_is_refused() {
    let file = "problem p\ninput heaps: [int in 0..]\ngame nim\npart h for h in heaps\nwords first \"Y\", second \"N\"\n\
                text until end { len(heaps) heaps ; answer }\ndraw heaps: 1..20 of 0..1000\nvariant when \"a\" is 1\n";
    // Whether the file is read is another question; a program is not made of it, and nothing panics.
    if let Ok(problem) = Problem::read(file, &|name| find(name)?.game().ok()) {
        assert!(exported(&problem).is_err());
    }
}

#[test]
fn conditions_that_follow_from_the_limits_are_dropped() {
    let rules = |condition: &str| {
        format!(
            "game g(n) move take(k in 1..min(if n < 13 then 2 else 3, n)) -> n - k claim grundy = [3, 1, 2, 0][(n - 13) % 4] if {condition}"
        )
    };
    // By the limits, by what the statement promises, and by the two together.
    let cases = [
        ("n >= 13", "", "draw n: 13..1000000000000\nlimits drawn"),
        ("n >= 13", "require n > 12 \"more\"\n", "draw n: 0..1000000000000"),
        ("2 * n + 1 >= 27", "require n + 7 >= 20 and n > 3 \"more\"\n", "draw n: 0..1000000000000"),
        ("n >= 13 and n % 2 == 1", "require (n + 1) % 2 == 0 \"odd\"\n", "draw n: 14..1000000000000\nlimits drawn"),
        ("not (n < 13)", "", "draw n: 13..1000000000000\nlimits drawn"),
    ];
    for (condition, promises, limits) in cases {
        let program = python(&read("follows", &rules(condition), promises, limits));
        assert!(!program.contains("table") && !program.contains("13 else"), "{condition}, {limits}:\n{program}");
    }
    // What is short of it by one, at either end, is not.
    let cases = [
        ("n >= 13", "", "draw n: 12..1000000000000\nlimits drawn"),
        ("n >= 13", "require n >= 12 \"more\"\n", "draw n: 0..1000000000000"),
        // Nobody says that the judge keeps to what is drawn.
        ("n >= 13", "", "draw n: 13..1000000000000"),
        ("13 <= n < 1000000", "", "draw n: 13..1000000\nlimits drawn"),
        ("n >= 13 and n % 2 == 1", "require n % 2 == 0 or n % 3 == 0 \"some\"\n", "draw n: 14..1000000"),
    ];
    for (condition, promises, limits) in cases {
        let program = python(&read("follows", &rules(condition), promises, limits));
        assert!(program.contains("table"), "{condition}, {limits}:\n{program}");
    }
}

#[test]
fn what_is_not_proved_gives_way_to_a_table_and_is_refused_where_there_is_none() {
    // Nothing proves it: the greatest common divisor is no linear term.
    let rules = "game g(n) given m: int in 1.. = 3 move take(k in 1..min(m, n)) -> n - k \
                 claim grundy = n % (m + 1) + gcd(n + 1, 1) - 1";
    let file = |high: &str| {
        format!(
            "problem given_m\ninput n: int in 0.., m: int in 1..\nrules {{\n{rules}\n}}\ngame g\ngiven m = m\npart n\n\
             text until end {{ n m ; answer }}\ndraw n: 0..{high}, m: 1..50\nlimits drawn\n"
        )
    };
    let read = |high| Problem::read(&file(high), &|_| None).unwrap_or_else(|why| panic!("{why:?}"));
    let small = exported(&read("1000")).expect("there is a table");
    assert!(small.warnings().is_empty());
    assert!(small.text(Language::Cpp).is_ok_and(|text| text.contains("fill_table")));
    let why = exported(&read("1000000000000")).expect_err("nothing proves the claim").0;
    assert!(
        why.to_string()
            .contains("the claim `grundy = n % (m + 1) + gcd(n + 1, 1) - 1` of g is not proved, only checked for"),
        "{why}"
    );
    assert!(why.to_string().contains("--unproved would do"), "{why}");
    let large = unproved(&read("1000000000000")).expect("there is a claim");
    let warning = large.warnings().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(
        warning.to_string().contains("NOT proved: `grundy = n % (m + 1) + gcd(n + 1, 1) - 1`, checked for"),
        "{warning}"
    );
    assert!(warning.to_string().contains("beyond that nothing is known"), "{warning}");
    assert!(large.grounds().iter().all(|ground| ground.support == Support::Unproved));
    let text = large.text(Language::Python).expect("there is one");
    assert!(text.contains("which is NOT proved, only checked for"), "{text}");
    // The rule of the catalogue, with the same text, is published: its source is named.
    let bash = exported(&problem("bash")).expect("there is one");
    assert!(bash.grounds().iter().all(|ground| ground.support == Support::Published));
    let text = bash.text(Language::Python).expect("there is one");
    assert!(bash.warnings().is_empty() && text.contains("published (Bachet 1612;"), "{text}");
    assert!(text.contains("not proved here, checked for"), "{text}");
}

#[test]
fn a_claim_that_is_false_beyond_the_small_positions_is_not_used() {
    let number = |rules: &str| exported(&read("late", rules, "", "draw n: 0..1000000000\nlimits drawn"));
    // The first is refuted near a number of its rules, the second by a table: no automaton is found where a number is divided by another one.
    let cases = [
        ("game g(n) move take(k in 1..min(if n > 150 then 2 else 3, n)) -> n - k claim grundy = n % 4", "at 151"),
        (
            "game h(n) move take(k in 1..min(if n > 3000 and n % (n / 7 + 2) >= 0 then 2 else 3, n)) -> n - k claim lose iff n % 4 == 0",
            "at 3003",
        ),
    ];
    for (rules, index) in cases {
        let why = number(rules).expect_err("the claim is false").0;
        assert!(why.to_string().contains("is false") && why.to_string().contains(index), "{why}");
    }
    // One given of many is another rule.
    let file = "problem last\ninput n: int in 0.., m: int in 1..500\nrules {\ngame g(n)\ngiven m: int in 1..500 = 3\n\
                move take(k in 1..min(if m == 437 then 436 else m, n)) -> n - k\nclaim grundy = n % (m + 1)\n}\n\
                game g\ngiven m = m\npart n\nanswer grundy\ntext until end { n m ; answer }\n\
                draw n: 0..1000000000, m: 1..500\nlimits drawn\n";
    let problem = Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{why:?}"));
    let why = exported(&problem).expect_err("the claim is false").0;
    assert!(why.to_string().contains("is false: at 437 with m=437"), "{why}");
}

#[test]
fn a_rule_that_changes_out_of_reach_gives_no_program() {
    // Nothing reaches 10^15: the claims hold wherever they are compared, and are false there.
    let claims = ["claim grundy = n % 4", "claim lose iff n % 4 == 0", "claim grundy = n % 4 if n > 100"];
    for claim in claims {
        let rules = format!(
            "game far(n) move take(k in 1..min(if n > 1000000000000000 and n % (n / 9 + 2) >= 0 then 2 else 3, n)) -> n - k\n{claim}"
        );
        let problem = read("far", &rules, "", "draw n: 0..1000000000000000000\nlimits drawn");
        let why = exported(&problem).expect_err("nothing proves the claim").0;
        assert!(why.to_string().contains("is not proved, only") && why.to_string().contains("--unproved"), "{why}");
        let taken = unproved(&problem).unwrap_or_else(|why| panic!("{claim}: {}", why.0));
        assert!(taken.warnings().iter().any(|warning| warning.to_string().contains("beyond that nothing is known")));
        assert!(taken.grounds().iter().any(|ground| ground.support == Support::Unproved));
    }
}

#[test]
fn a_claim_is_tried_at_givens_that_the_problem_gives() {
    // The claim is false without moves, for m < 2 and for q >= m: none of them is ever given.
    let cases = [
        (
            "input n: int in 0.., s: [int in 1..9]\nrequire len(s) > 0 \"some\"\n",
            "given s: [int in 1..9] = [1]\nmove take(k in s) if k <= n -> n - k",
            "claim lose iff n < min(k for k in s) if len(s) == 0 or n < 1",
            "given s = s",
            "len(s) s n",
            "draw n: 0..0, s: 1..3 of 1..9\nlimits n: 0..1000000000000, s: 1..3 of 1..9",
        ),
        (
            "input n: int in 0.., m: int in 0..\nrequire m >= 2 \"two\"\n",
            "given m: int in 0.. = 3\nmove take(k in 1..min(m, n)) -> n - k",
            "claim lose iff n % (m + 1) == 0 and m > 1",
            "given m = m",
            "n m",
            "draw n: 0..100, m: 0..20\nlimits n: 0..1000000000000, m: 0..1000",
        ),
        (
            "input n: int in 0.., m: int in 1.., q: int in 1..\nrequire q < m \"less\"\n",
            "given m: int in 1.. = 3, q: int in 1.. = 1\nmove take(k in 1..min(m, n)) if q < m -> n - k",
            "claim grundy = n % (m + 1)",
            "given m = m, q = q",
            "n m q",
            "draw n: 0..100, m: 1..20, q: 1..20\nlimits n: 0..1000000000000, m: 1..1000, q: 1..1000",
        ),
    ];
    for (input, moves, claim, givens, text, limits) in cases {
        let file = format!(
            "problem p\n{input}rules {{\ngame g(n)\n{moves}\n{claim}\n}}\ngame g\n{givens}\npart n\n\
             text until end {{ {text} ; answer }}\n{limits}\n"
        );
        let problem = Problem::read(&file, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{file}"));
        let why = exported(&problem).expect_err("nothing proves the claim").0;
        assert!(!why.to_string().contains("is false"), "{claim}: {why}");
        // The same without the promise is false.
        let free = file.lines().filter(|line| !line.starts_with("require")).collect::<Vec<_>>().join("\n");
        let free = free.replace("s: 1..3 of", "s: 0..3 of");
        let problem = Problem::read(&free, &|_| None).unwrap_or_else(|why| panic!("{why:?}\n{free}"));
        let why = unproved(&problem).expect_err("the claim is false").0;
        assert!(why.to_string().contains("is false"), "{claim}: {why}");
    }
}

#[test]
fn what_is_drawn_is_no_limit() {
    // Nothing states limits: the rules change just above what is drawn, for a claim, a table, and what a closed form takes the least of.
    let late =
        "game late(n) move take(k in 1..min(if n > 1000 then 2 else 3, n)) -> n - k claim grundy = n % 4 if n <= 1000";
    let min = "game least(n) move take(k in 1..min(3, n)) -> n - k claim grundy = min(n, 1000) % 4 if n <= 1000";
    for (name, rules) in [("late", late), ("least", min)] {
        let problem = read(name, rules, "", "answer grundy\ndraw n: 0..1000");
        let input = "999\n1000\n1001\n1002\n1003\n1004\n1203\n";
        check_program(name, &problem, &[Language::Python, Language::Cpp], input, &judged(&problem, input));
    }
}

/// Claims that leave out the upper end of large limits: what they know is not searched.
const MOSTLY: [(&str, &str, &str); 3] = [
    (
        "two",
        "input a: int in 0.., b: int in 0..\nrules {\ngame g(a, b)\nmove left(k in 1..a) -> (a - k, b)\n\
         move right(k in 1..b) -> (a, b - k)\nclaim grundy = a ^ b if a + b < 1999\n}\n\
         game g\npart a, b\nanswer grundy\ntext until end { a b ; answer }\ndraw a: 0..1000, b: 0..1000\nlimits drawn\n",
        "1000 1000\n999 1000\n1000 999\n998 1000\n0 1000\n0 0\n512 511\n",
    ),
    (
        "wins",
        "input a: int in 0.., b: int in 0..\nrules {\ngame g(a, b)\nmove left(k in 1..a) -> (a - k, b)\n\
         move right(k in 1..b) if a < 90 or b < 90 -> (a, b - k)\nclaim lose iff a == b if a < 90 or b < 90\n}\n\
         game g\npart a, b\ntext until end { a b ; answer }\ndraw a: 0..100, b: 0..100\nlimits drawn\n",
        "100 100\n90 90\n91 90\n89 89\n99 100\n0 100\n0 0\n",
    ),
    (
        "sums",
        "input heaps: [int in 0..]\nrules {\ngame g(n)\nmove take(k in 1..min(if n > 50000000 then 2 else 3, n)) -> n - k\n\
         claim grundy = n % 4 if n <= 50000000\n}\ngame g\npart h for h in heaps\nanswer grundy\n\
         text until end { len(heaps) heaps ; answer }\ndraw heaps: 1..4 of 0..50000100\nlimits drawn\n",
        "",
    ),
];

#[test]
fn claims_are_asked_before_a_table_where_it_would_be_long() {
    for (name, file, input) in MOSTLY {
        let problem = Problem::read(&format!("problem {name}\n{file}"), &|_| None);
        let problem = Arc::new(problem.unwrap_or_else(|why| panic!("{why:?}\n{file}")));
        // Above 50 000 000 the values repeat after 3.
        let (input, output) = match input {
            "" => ("1 50000001\n2 50000100 50000001\n1 50000000\n", "1\n0\n0\n".to_owned()),
            _ => (input, judged(&problem, input)),
        };
        let one = unproved(&problem).unwrap_or_else(|why| panic!("{name}: {}", why.0));
        assert!(
            one.warnings().iter().all(|warning| !warning.to_string().contains("steps")),
            "{name}: {:?}",
            one.warnings()
        );
        check_program(name, &problem, &[Language::Python, Language::Cpp], input, &output);
    }
}

#[test]
fn a_program_that_takes_long_says_so() {
    let file = "problem three\ninput a: int in 0.., b: int in 0.., c: int in 0..\nrules {\ngame g(a, b, c)\n\
                move x(k in 1..min(3, a)) -> (a - k, b, c)\nmove y(k in 1..min(3, b)) -> (a, b - k, c)\n\
                move z(k in 1..min(3, c)) -> (a, b, c - k)\n}\ngame g\npart a, b, c\nanswer grundy\n\
                text until end { a b c ; answer }\ndraw a: 0..300, b: 0..300, c: 0..300\nlimits drawn\n";
    let problem = Problem::read(file, &|_| None).unwrap_or_else(|why| panic!("{why:?}"));
    let program = exported(&problem).expect("there is one");
    let said = program.warnings().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(said.contains("steps at the judge's limits and keeps about 3e7 positions"), "{said}");
    assert!(program.text(Language::Cpp).is_ok_and(|text| text.contains("Slow: the program takes about")));
    let why = program.text(Language::Python).expect_err("that is minutes of Python");
    assert!(why.0.to_string().contains("--to cpp"), "{}", why.0);
}

#[test]
fn no_program_is_written_when_the_time_is_used_up() {
    let budget = Budget { max_seconds: Some(0.0), deadline: Some(std::time::Instant::now()), ..Budget::default() };
    let why = grundy::exported(&problem("poj2234"), Unproved::Refused, &budget).expect_err("there is no time");
    assert!(why.0.to_string().contains("the limit of 0 s was reached"), "{}", why.0);
}

/// What the program itself prints, and its exit code.
fn command(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let command = command.args(arguments).env("GRUNDY_LANG", "en").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn what_each_claim_rests_on_is_told_to_programs() {
    let file = std::env::temp_dir().join(format!("grundy-unproved-{}.problem", std::process::id()));
    let rules =
        "game far(n)\nmove take(k in 1..min(if n > 1000000000000000 then 2 else 3, n)) -> n - k\nclaim grundy = n % 4";
    let problem = format!(
        "problem far\ninput n: int in 0..\nrules {{\n{rules}\n}}\ngame far\npart n\ntext until end {{ n ; answer }}\n\
         draw n: 0..1000000000000000000\nlimits drawn\n"
    );
    std::fs::write(&file, problem).expect("the file can be written");
    let path = file.to_str().expect("its name is text");
    let (code, printed, said) = command(&["export", "--problem", path, "--to", "python", "--json"], "");
    assert_eq!(code, Some(1), "{said}");
    assert!(printed.contains("\"error\":") && printed.contains("--unproved would do"), "{printed}");
    let (code, printed, said) = command(&["export", "--problem", path, "--to", "python", "--json", "--unproved"], "");
    assert_eq!(code, Some(0), "{said}");
    assert!(printed.contains("\"status\":\"unproved\"") && said.contains("NOT proved"), "{printed}{said}");
    std::fs::remove_file(&file).expect("the file can be removed");
    for (name, status) in [("bash", "published"), ("poj1067", "proved")] {
        let (code, printed, _) = command(&["export", name, "--to", "cpp", "--json"], "");
        assert_eq!(code, Some(0));
        assert!(printed.contains(&format!("\"status\":\"{status}\"")), "{printed}");
    }
    // Answers and what ends them are JSON, with `--json` or without.
    for arguments in
        [&["ask", "poj2234", "--json", "--max-seconds", "0"][..], &["ask", "poj2234", "--max-seconds", "0"]]
    {
        let (code, printed, _) = command(arguments, "{\"heaps\":[1,2]}\n");
        assert_eq!(code, Some(1));
        assert!(printed.contains("\"error\":") && printed.contains("\"stopped\":\"seconds\""), "{printed}");
    }
}
