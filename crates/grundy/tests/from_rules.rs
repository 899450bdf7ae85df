//! Contest problems made of rules: the games of `tests/cases/rules`, whose first line says how they are stated, answered by the judge
//! and by the program that is exported, on inputs with the outputs of a program written by hand (`brute.py`) and on random inputs.

use grundy::Budget;
use grundy::contest::{
    Layout, Parts, Print, Problem, Rules, Session, Statement, Stress, StressSessions, Unproved, judge,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of random texts for each game, and steps and depth of a program on one of them.
const TESTS: u32 = 24;
const MAX_STEPS: u64 = 30_000_000;
const MAX_DEPTH: usize = 1000;
/// Stack of the thread in which programs are run.
const STACK_BYTES: usize = 1 << 28;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/rules")
}

/// Splits the options as a shell does, where quotes stand around a whole value.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            other => words.last_mut().unwrap().push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn statement(game: &str, options: &str) -> Statement {
    let mut statement = Statement::default();
    for pair in words(options).chunks(2) {
        let [option, value] = pair else { panic!("{game}: {pair:?}") };
        let split = || value.split_once('=').map(|(name, text)| (name.to_owned(), text.to_owned())).unwrap();
        match option.as_str() {
            "--layout" => statement.layout = Layout::ALL.iter().find(|(_, name)| name == value).unwrap().0,
            "--parts" => statement.parts = value.parse().map_or(Parts::Counted, Parts::Exactly),
            "--print" if value == "value" => statement.print = Print::Value,
            "--print" if value == "move" => statement.print = Print::Move,
            "--read" => statement.read.extend(value.split(',').map(str::to_owned)),
            "--range" => statement.ranges.push(split()),
            "--words" => {
                let words = value.split(',').map(|word| word.split_once('=').unwrap());
                statement.words.extend(words.map(|(from, to)| (from.to_owned(), to.to_owned())));
            }
            other => panic!("{game}: {other}"),
        }
    }
    statement
}

/// Returns the name of each game, its file and its problem.
fn problems() -> Vec<(String, PathBuf, Arc<Problem>)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "game"));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let source = fs::read_to_string(&path).unwrap();
        let options = source.lines().next().and_then(|line| line.strip_prefix("# options: ")).unwrap();
        let game = grundy::read(&source).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        let statement = statement(&name, options);
        let text = statement.of(&game, &Rules::Inside).unwrap_or_else(|why| panic!("{name}: {}", why.message));
        let problem = Problem::read(&text, &|_| None).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}\n{text}"));
        (name, path, Arc::new(problem))
    };
    paths.into_iter().map(read).collect()
}

fn judged(problem: &Arc<Problem>, input: &str) -> Result<String, String> {
    let mut session = Session::new(problem.clone(), Budget::positions(200_000), grundy::answering_solver);
    let mut printed = String::new();
    let done = judge(&mut session, input.as_bytes(), &mut |piece| {
        printed += piece;
        Ok(())
    });
    done.map(|()| printed).map_err(|error| format!("{error:?}"))
}

#[test]
fn the_judge_agrees_with_programs_written_by_hand() {
    let mut compared = 0;
    for (name, path, problem) in problems() {
        let input = fs::read_to_string(path.with_extension("in")).unwrap_or_else(|_| panic!("{name}: no input"));
        let right = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(judged(&problem, &input), Ok(right), "{name}");
        compared += 1;
    }
    assert!(compared >= 40, "{compared} games");
}

#[test]
fn exported_programs_agree_with_the_judge() {
    let thread =
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(compare_programs).expect("a thread can be started");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

fn compare_programs() {
    let mut without = Vec::new();
    for (name, path, problem) in problems() {
        let exported = match grundy::exported(&problem, Unproved::Refused, &Budget::positions(100_000)) {
            Ok(exported) => exported,
            Err(why) => {
                without.push(format!("{name}: {}", why.0));
                continue;
            }
        };
        let input = fs::read_to_string(path.with_extension("in")).unwrap();
        let right = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(exported.run(&input, u64::MAX, MAX_DEPTH), Ok(right), "{name}");
        let stress = Stress::new(problem.clone(), 5, TESTS).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut sessions = StressSessions::new(&problem, Budget::positions(50_000), grundy::answering_solver);
        let mut compared = 0;
        for number in 0..TESTS {
            let Some(test) = stress.test(number, &mut sessions).unwrap_or_else(|why| panic!("{name}: {why}")) else {
                continue;
            };
            match exported.run(&test.text, MAX_STEPS, MAX_DEPTH) {
                Ok(printed) => assert_eq!(printed, test.right, "{name}: {}", test.text),
                Err("too many steps" | "calls nested too deeply") => continue,
                Err(why) => panic!("{name}: {why}: {}", test.text),
            }
            compared += 1;
        }
        assert!(compared >= TESTS / 4, "{name}: {compared} of {TESTS} random texts were compared");
    }
    assert!(without.is_empty(), "{}", without.join("\n"));
}
