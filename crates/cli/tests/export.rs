//! Exported programs are compiled and run, and print what `judge` prints.

use grundy::contest::{Language, Problem, Random, Session, export, judge};
use grundy::{Budget, find_problem};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

fn problem(name: &str) -> Arc<Problem> {
    find_problem(name).expect("the problem is in the catalogue").problem().expect("the problem is right")
}

/// Samples and drawn instances, with what is to be printed.
fn texts(problem: &Arc<Problem>) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        problem.samples.iter().map(|sample| (sample.input.clone(), sample.output.clone())).collect();
    let mut random = Random::new(1);
    let inputs: Vec<_> = (0..24).filter_map(|size| problem.draw(size % 12, &mut random).ok()).collect();
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

/// Compiles; `None` where there is no compiler.
fn compiled(folder: &Path, language: Language, program: &str) -> Option<Command> {
    let (file, compile, run): (&str, &[&str], &[&str]) = match language {
        Language::Cpp => ("main.cpp", &["g++", "-std=c++17", "-O1", "-o", "main", "main.cpp"], &["./main"]),
        Language::Python => ("main.py", &[], &["python3", "main.py"]),
        Language::Java => ("Main.java", &["javac", "Main.java"], &["java", "Main"]),
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
        assert!(done.status.success(), "{}\n{program}", String::from_utf8_lossy(&done.stderr));
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
        let program = export(&problem, language).unwrap_or_else(|why| panic!("{name}: {}", why.0));
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
    check(Language::Cpp, &["poj1067", "poj2960", "tictactoe"]);
}

#[test]
fn programs_in_python_print_what_judge_prints() {
    check(Language::Python, &["poj2234", "poj2311", "poj2425", "digraph", "everysg", "moore", "poj2975"]);
}

#[test]
fn programs_in_java_print_what_judge_prints() {
    check(Language::Java, &["poj2348", "hdu1404"]);
}

#[test]
fn programs_in_rust_print_what_judge_prints() {
    check(Language::Rust, &["zoj1024", "poj2425"]);
}

#[test]
fn what_has_no_program_is_refused_with_a_reason() {
    // 300 by 300 by 300 positions with 900 moves each are too many.
    let why = export(&problem("zoj3057"), Language::Cpp).expect_err("there is no program");
    assert!(why.0.contains("too many"), "{}", why.0);
}

#[test]
fn a_claim_that_is_false_is_not_used() {
    let rules = "game odd_nim(n) move take(k in 1..min(2, n)) -> n - k claim grundy = n % 2";
    let game = grundy::read(rules).expect("the rules are right");
    let file = "problem wrong\ninput n: int in 0..\ngame odd_nim\npart n\ntext until end { n ; answer }\ndraw n: 0..50";
    let problem = Problem::read(file, &|name| (name == "odd_nim").then(|| game.clone())).expect("the problem is right");
    let program = export(&problem, Language::Python).expect("a table is found");
    assert!(program.contains("wins_table"), "{program}");
}
