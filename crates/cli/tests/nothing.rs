//! `nothing` is a part like any other: every command that takes a position, every compound, parts that are finished, small and huge.

use grundy::{Budget, Compound, Evaluation, Instance, Solver, find, read, solver};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

/// Runs the program; answers its exit code and what it printed, and fails where it panicked.
#[track_caller]
fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    let code = output.status.code().unwrap_or_else(|| panic!("{arguments:?} was ended by a signal: {stderr}"));
    assert!(code <= 2, "{arguments:?} ended with {code}: {stderr}");
    (code, String::from_utf8(output.stdout).expect("it prints UTF-8"))
}

fn file(name: &str, rules: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nothing");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, rules).unwrap();
    path.to_str().unwrap().to_owned()
}

const COMPOUNDS: [&str; 6] = ["one", "every", "short", "some", "upto=2", "anti"];
const JOINS: [Compound; 6] =
    [Compound::One, Compound::Every, Compound::Short, Compound::Some, Compound::Upto(2), Compound::Anti];

/// Parts that are still there, beside which a finished one is put.
const PARTS: [&[&str]; 5] = [&[], &["3"], &["1000000"], &["10000000000", "2"], &["2", "3"]];

/// What is known of a position, if anything is; or why the game cannot be asked about it.
type Found = Result<Option<Evaluation>, String>;

/// What the solver behind every command says of these parts.
fn solved(solver: &mut Solver, parts: &[&str]) -> Found {
    let position =
        solver.instance().parse_line(&parts.join(" "), None).map_err(|fault| fault.sentence().to_string())?;
    let solution = solver.solve_one(&position).map_err(|fault| fault.sentence().to_string())?;
    Ok(solution.value.winner.is_some().then_some(solution.value))
}

#[test]
fn a_finished_part_ends_all_or_changes_nothing() {
    let games = [
        find("nim").unwrap().source,
        find("kayles").unwrap().source,
        "game misere(n) stuck wins move take(k in 1..min(3, n)) -> n - k",
        "game points(n) move take(k in 1..min(3, n)) gain k % 3 -> n - k",
        "game burn(n) move take(k in 1..min(3, n)) -> n - k move burn if n in 3..4 -> nothing",
        "game sides(n) players A, B A move one if n > 0 -> n - 1 B move two if n > 1 -> n - 2",
    ];
    let budget = Budget { max_steps: Some(200_000), ..Budget::positions(5_000) };
    let mut known = 0;
    for rules in games {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        for compound in JOINS {
            // A game whose sums cannot be played so has nothing to compare.
            let Ok(mut solver) = solver(&instance, compound, budget.clone()) else { continue };
            let over = solved(&mut solver, &["nothing"]);
            for parts in PARTS {
                let without = match parts {
                    [] => over.clone(),
                    parts => solved(&mut solver, parts),
                };
                for index in [0, parts.len()] {
                    let mut with = parts.to_vec();
                    with.insert(index, "nothing");
                    let found = solved(&mut solver, &with);
                    let meant = if compound == Compound::Short { &over } else { &without };
                    // Huge parts that no theorem knows may take more than the budget allows, with or without the finished one.
                    if found != Ok(None) && *meant != Ok(None) {
                        assert_eq!(found, *meant, "{rules} {with:?} {compound:?}");
                        known += usize::from(found.is_ok());
                    } else {
                        assert!(parts.iter().any(|part| part.len() > 1), "{rules} {with:?} {compound:?}: not solved");
                    }
                }
            }
        }
    }
    assert!(known > 200, "{known} positions are known");
}

#[test]
fn every_command_takes_a_finished_part() {
    let commands: [&[&str]; 8] = [
        &["solve", "--explain-plan"],
        &["solve"],
        &["solve", "--json"],
        &["moves"],
        &["moves", "--json"],
        &["explain"],
        &["explain", "--json"],
        &["draw", "board"],
    ];
    // Every command with every compound and all parts; the games take turns.
    let games = ["nim", "bash", "kayles", "take_power"];
    let mut turn = 0;
    for command in commands {
        for compound in COMPOUNDS {
            for parts in [&["nothing"][..], &["3", "nothing"], &["nothing", "1000000"]] {
                let mut arguments = command.to_vec();
                arguments.push(games[turn % games.len()]);
                arguments.extend(parts);
                if command[0] != "draw" {
                    arguments.extend(["--compound", compound, "--max-seconds", "0.5"]);
                }
                let (code, text) = run(&arguments);
                assert!(code < 2 && !text.is_empty(), "{arguments:?}");
                turn += 1;
            }
        }
    }
}

#[test]
fn what_a_finished_part_is_worth_is_told() {
    let said = |arguments: &[&str]| {
        let (code, text) = run(arguments);
        assert_eq!(code, 0, "{arguments:?}");
        text
    };
    assert!(said(&["solve", "nim", "1000000", "nothing"]).contains("Grundy value   1000000"));
    assert!(said(&["solve", "nim", "3", "nothing"]).contains("Grundy value   3"));
    for other in ["nothing", "0"] {
        let over = said(&["solve", "nim", "10000000000", other, "--compound", "short"]);
        assert!(over.contains("play is over"), "{over}");
    }
}

#[test]
fn a_start_with_a_finished_part_is_read_as_it_is_written() {
    let rules = "game g(n) compound short move take(k in 1..n) -> n - k start nothing plus 3";
    let (code, text) = run(&["solve", &file("start.game", rules)]);
    assert_eq!(code, 0);
    assert!(text.contains("g: nothing 3\n") && text.contains("play is over"), "{text}");
    let path = file("shown.game", rules);
    run(&["fmt", &path]);
    let shown = std::fs::read_to_string(path).unwrap();
    assert!(shown.contains("start nothing plus 3"), "{shown}");
}
