//! The contest problems: every case is asked of the catalogue and its answer compared.
//!
//! In: `cases/problems/NAME.jsonl` with `NAME.toml`. Out: a table of what agreed, what lies beyond the budget and what is
//! left to later work; a case that disagrees fails. The budget counts positions, moves and steps, never time, so that the
//! cases it does not reach are the same everywhere; `unfinished.txt` lists them, and no other may join them unseen.
//!
//! `GRUNDY_BLESS=1` writes that list anew. `GRUNDY_ONLY=poj2311` asks one problem only.

use crate::agreement::{Ways, compare_ways};
use crate::catalogue;
use crate::mapping::{Asked, Expected, Map, Meaning, Question, read_maps};
use crate::{files_of, on_all_processors, root, text_of};
use grundy_rules::text::parse_given;
use grundy_rules::{FaultClass, Game, Instance, Join, Position, Side};
use grundy_solve::{Budget, Running, Solution, Solver, Winner};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// How many positions, moves and steps of evaluation one case may cost: some seconds.
const MOST_POSITIONS: u64 = 250_000;
const MOST_MOVES: u64 = 1_500_000;
const MOST_STEPS: u64 = 50_000_000;
/// The same for compiled rules.
const MOST_PACKED_POSITIONS: u64 = 500_000;
const MOST_PACKED_MOVES: u64 = 30_000_000;
/// What one case may cost where every way of solving is compared with the reference: far less, as there are many.
const MOST_POSITIONS_OF_WAYS: u64 = 4_000;
const MOST_MOVES_OF_WAYS: u64 = 40_000;
const MOST_STEPS_OF_WAYS: u64 = 1_500_000;

/// One line of a file of cases.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file's name.
    pub problem: String,
    /// The line, from 1.
    pub line: usize,
    /// The whole object.
    pub fields: Json,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Result {
    /// The solver says what the case says.
    Agreed,
    /// The budget ended first.
    Unfinished,
    /// The cases belong to later work, and why.
    Skipped(String),
    /// They differ, or the question could not be asked.
    Wrong(String),
}

/// Where the cases are.
pub fn folder() -> PathBuf {
    root().join("tests/cases/problems")
}

/// A problem: its mapping and its cases.
pub struct Problem {
    /// The file's name.
    pub name: String,
    /// Its `[[map]]`s, or what is wrong with them.
    pub maps: std::result::Result<Vec<Map>, String>,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// Every problem, in the order of the names.
pub fn problems() -> Vec<Problem> {
    let only = std::env::var("GRUNDY_ONLY").ok();
    files_of(&folder(), ".jsonl")
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let mapping = path.with_extension("toml");
            let maps = if mapping.is_file() {
                read_maps(&text_of(&mapping)).map_err(|wrong| format!("{name}.toml: {wrong}"))
            } else {
                Err(format!("there is no {name}.toml"))
            };
            let cases = text_of(&path)
                .lines()
                .enumerate()
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(place, line)| Case {
                    problem: name.clone(),
                    line: place + 1,
                    fields: serde_json::from_str(line)
                        .unwrap_or_else(|error| panic!("{name}.jsonl:{}: {error}", place + 1)),
                })
                .collect();
            Problem { name, maps, cases }
        })
        .filter(|problem| only.as_ref().is_none_or(|only| problem.name == *only))
        .collect()
}

/// Asks a case of the catalogue: the one place that touches the rules and the solver.
pub fn check(case: &Case, maps: &[Map]) -> Result {
    let input = &case.fields["input"];
    let Some(map) = maps.iter().find(|map| map.fits(input)) else {
        return Result::Wrong("no `[[map]]` fits this input".into());
    };
    if let Some(why) = &map.skip {
        return Result::Skipped(why.clone());
    }
    let questions = match map.questions(&case.fields) {
        Ok(questions) => questions,
        Err(wrong) => return Result::Wrong(format!("the question cannot be made: {wrong}")),
    };
    let mut result = Result::Agreed;
    for question in &questions {
        let one = match answer(&question.asked) {
            Ok(Some((game, solution))) => compare(question, &game, &solution),
            Ok(None) => Result::Unfinished,
            Err(wrong) => Result::Wrong(format!("asked {:?}\n    but: {wrong}", question.asked)),
        };
        match one {
            Result::Wrong(_) => return one,
            Result::Unfinished => result = Result::Unfinished,
            _ => {}
        }
    }
    result
}

/// The solution of a question, or nothing where the budget ended before anything was known.
fn answer(asked: &Asked) -> std::result::Result<Option<(Arc<Game>, Solution)>, String> {
    let (instance, join, position) = question_of(asked)?;
    let mut budget = Budget::positions(MOST_POSITIONS);
    budget.max_moves = MOST_MOVES;
    budget.max_steps = Some(MOST_STEPS);
    budget.max_packed_positions = MOST_PACKED_POSITIONS;
    budget.max_packed_moves = MOST_PACKED_MOVES;
    let game = instance.shared_game();
    let mut solver = Solver::new(instance, join, budget).map_err(|fault| fault.sentence())?;
    match solver.solve_one(&position) {
        Ok(solution) => Ok(solution.winner.is_some().then_some((game, solution))),
        Err(fault) if fault.class == FaultClass::Budget => Ok(None),
        Err(fault) => Err(fault.sentence()),
    }
}

/// What is asked, as a solver takes it.
fn question_of(asked: &Asked) -> std::result::Result<(Arc<Instance>, Join, Position), String> {
    let game = catalogue::game(&asked.game)?;
    let mut givens = vec![None; game.givens.len()];
    for (name, text) in &asked.givens {
        let (place, value) = parse_given(&game, name, text).map_err(|fault| fault.sentence())?;
        givens[place] = Some(value);
    }
    let instance = Arc::new(Instance::new(game.clone(), givens).map_err(|fault| fault.sentence())?);
    let mover = match &asked.mover {
        Some(name) => Some(instance.parse_mover(name).map_err(|fault| fault.sentence())?),
        None => None,
    };
    let position = match &asked.parts {
        // Without a part it is the empty sum that is asked about, not the start.
        Some(parts) => {
            let parts: Vec<&str> = match parts.as_slice() {
                [] => vec!["nothing"],
                some => some.iter().map(String::as_str).collect(),
            };
            instance.parse_position(&parts, mover).map_err(|fault| fault.sentence())?
        }
        None => {
            let mut start = instance.start().map_err(|fault| fault.sentence())?;
            start.mover = mover.or(start.mover);
            start
        }
    };
    let join = match &asked.compound {
        Some(text) => join_of(text)?,
        None => instance.join().map_err(|fault| fault.sentence())?,
    };
    Ok((instance, join, position))
}

/// Every way of solving, with compiled rules run in both manners, says of a question what the reference says.
///
/// # Errors
/// What differs.
fn compare_all_ways(group: &[(String, Asked)], ways: &mut Ways) -> std::result::Result<(), String> {
    let budget = Budget {
        max_moves: MOST_MOVES_OF_WAYS,
        max_steps: Some(MOST_STEPS_OF_WAYS),
        ..Budget::positions(MOST_POSITIONS_OF_WAYS)
    };
    let mut solvers: Option<(Solver, [(Running, Solver); 2])> = None;
    for (name, asked) in group {
        let told = |why: String| format!("{name}: {why}");
        let (instance, join, position) = question_of(asked).map_err(told)?;
        if solvers.is_none() {
            let sentence = |fault: grundy_rules::Fault| told(fault.sentence());
            let running = |running: Running| {
                let solver = Solver::running(instance.clone(), join, budget.clone(), running).map_err(sentence)?;
                Ok::<_, String>((running, solver))
            };
            let reference = Solver::reference(instance.clone(), join, budget.clone()).map_err(sentence)?;
            solvers = Some((reference, [running(Running::Interpreted)?, running(Running::Native)?]));
        }
        let Some((reference, engines)) = &mut solvers else { continue };
        let expected = reference.solve_one(&position);
        for (running, solver) in engines {
            compare_ways(solver, &position, &expected, ways).map_err(|why| told(format!("{running:?}: {why}")))?;
        }
    }
    Ok(())
}

/// A way of playing sums, as after `--compound`.
fn join_of(text: &str) -> std::result::Result<Join, String> {
    Ok(match text {
        "one" => Join::One,
        "every" => Join::Every,
        "short" => Join::Short,
        "some" => Join::Some,
        "anti" => Join::Anti,
        other => match other.strip_prefix("upto=").and_then(|most| most.parse().ok()) {
            Some(most) => Join::Upto(most),
            None => return Err(format!("`{other}` is not a compound")),
        },
    })
}

fn compare(question: &Question, game: &Game, solution: &Solution) -> Result {
    let mut finished = true;
    for Expected { field, meaning, value } in &question.expected {
        match found(meaning, game, solution) {
            Some(found) if found == *value => {}
            None if solution.stop.is_some() => finished = false,
            found => {
                let found = found.unwrap_or_else(|| "nothing".into());
                let asked = &question.asked;
                return Result::Wrong(format!("{field}: expected {value}, found {found}\n    asked {asked:?}"));
            }
        }
    }
    if finished { Result::Agreed } else { Result::Unfinished }
}

/// What the solver says, in the words of the cases; `None` is not known.
fn found(meaning: &Meaning, game: &Game, solution: &Solution) -> Option<String> {
    match meaning {
        Meaning::Winner => Some(solution.winner?.to_string()),
        Meaning::WinnerOf(name) => {
            let named = game.side_of(name)?;
            let first: Side = solution.position.mover?;
            Some(match solution.winner? {
                Winner::Draw => "draw".into(),
                Winner::First => if first == named { "first" } else { "second" }.into(),
                Winner::Second => if first == named { "second" } else { "first" }.into(),
            })
        }
        Meaning::Grundy => Some(solution.grundy?.0.to_string()),
        Meaning::Score => Some(solution.score.as_ref()?.to_string()),
        Meaning::Remoteness => Some(solution.remoteness?.0.to_string()),
        Meaning::WinningMoveCount => solution.stop.is_none().then(|| solution.winning_move_count.to_string()),
    }
}

/// What came of the cases of a problem, and how long they took.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// What came of each case, in their order.
    pub cases: Vec<Result>,
    /// The seconds they took; only for people to read.
    pub seconds: f64,
}

/// Asks all cases, several at a time. What comes out does not depend on that.
pub fn run(problems: &[Problem]) -> Vec<Results> {
    let jobs: Vec<(usize, usize)> = problems
        .iter()
        .enumerate()
        .flat_map(|(place, problem)| (0..problem.cases.len()).map(move |case| (place, case)))
        .collect();
    let asked = on_all_processors(&jobs, |(problem, case)| {
        let problem = &problems[*problem];
        let begun = Instant::now();
        let result = match &problem.maps {
            Ok(maps) => check(&problem.cases[*case], maps),
            Err(wrong) => Result::Wrong(wrong.clone()),
        };
        (result, begun.elapsed().as_secs_f64())
    });
    let mut all: Vec<Results> = problems.iter().map(|_| Results::default()).collect();
    for ((problem, _), (result, seconds)) in jobs.iter().zip(asked) {
        all[*problem].cases.push(result);
        all[*problem].seconds += seconds;
    }
    all
}

/// Compares every way of solving on every case; what each took and refused, and what differs.
pub fn run_ways(problems: &[Problem]) -> (Ways, Vec<String>) {
    let fitting = |maps: &'_ [Map], case: &Case| maps.iter().position(|map| map.fits(&case.fields["input"]));
    let jobs: Vec<(&Map, &Case)> = problems
        .iter()
        .filter_map(|problem| Some((problem.maps.as_ref().ok()?, &problem.cases)))
        .flat_map(|(maps, cases)| cases.iter().filter_map(move |case| Some((&maps[fitting(maps, case)?], case))))
        .filter(|(map, _)| map.skip.is_none())
        .collect();
    // Questions about the same game share their solvers: to make native code takes longer than to run it.
    let mut groups: BTreeMap<Vec<String>, Vec<(String, Asked)>> = BTreeMap::new();
    for (map, case) in jobs {
        for question in map.questions(&case.fields).unwrap_or_default() {
            let asked = question.asked;
            let givens = asked.givens.iter().map(|(name, text)| format!("{name}={text}"));
            let group = [asked.game.clone(), asked.compound.clone().unwrap_or_default()].into_iter().chain(givens);
            groups.entry(group.collect()).or_default().push((format!("{}.jsonl:{}", case.problem, case.line), asked));
        }
    }
    let groups: Vec<Vec<(String, Asked)>> = groups.into_values().collect();
    let compared = on_all_processors(&groups, |group| {
        let mut ways = Ways::new();
        let wrong = compare_all_ways(group, &mut ways).err();
        (ways, wrong)
    });
    let mut all = Ways::new();
    let mut wrong = Vec::new();
    for (ways, failure) in compared {
        wrong.extend(failure);
        for (name, tally) in ways {
            let sum = all.entry(name).or_default();
            sum.agreed += tally.agreed;
            sum.unfinished += tally.unfinished;
            for (why, count) in tally.refused {
                *sum.refused.entry(why).or_default() += count;
            }
        }
    }
    (all, wrong)
}

/// The table of what came of the cases, with the reasons why some were skipped.
pub fn table(problems: &[Problem], results: &[Results]) -> String {
    let mut text =
        format!("{:<24}{:>8}{:>12}{:>9}{:>7}{:>9}\n", "problem", "agreed", "unfinished", "skipped", "wrong", "seconds");
    let mut row = |name: &str, counts: &[usize; 4], seconds: f64| {
        let [agreed, unfinished, skipped, wrong] = counts;
        text += &format!("{name:<24}{agreed:>8}{unfinished:>12}{skipped:>9}{wrong:>7}{seconds:>9.1}\n");
    };
    let mut total = [0usize; 4];
    let mut reasons: BTreeSet<String> = BTreeSet::new();
    for (problem, results) in problems.iter().zip(results) {
        let mut counts = [0usize; 4];
        for result in &results.cases {
            let column = match result {
                Result::Agreed => 0,
                Result::Unfinished => 1,
                Result::Skipped(why) => {
                    reasons.insert(format!("skipped: {}: {why}", problem.name));
                    2
                }
                Result::Wrong(_) => 3,
            };
            counts[column] += 1;
            total[column] += 1;
        }
        row(&problem.name, &counts, results.seconds);
    }
    row("all", &total, results.iter().map(|results| results.seconds).sum());
    for reason in reasons {
        text += &reason;
        text.push('\n');
    }
    text
}

/// The cases that lie beyond the budget, as `unfinished.txt` lists them.
pub fn unfinished(problems: &[Problem], results: &[Results]) -> Vec<String> {
    let mut list = Vec::new();
    for (problem, results) in problems.iter().zip(results) {
        for (case, result) in problem.cases.iter().zip(&results.cases) {
            if *result == Result::Unfinished {
                list.push(format!("{} {}", case.problem, case.line));
            }
        }
    }
    list
}

/// The cases of a list such as `unfinished.txt`; what stands behind `#` is for people.
pub fn read_list(text: &str) -> BTreeSet<String> {
    let cases = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    cases.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The list of unfinished cases with the beginning of each input for people to read.
pub fn write_list(problems: &[Problem], list: &[String]) -> String {
    let mut text = String::from(
        "# The cases that cannot be finished within the budget of tests/src/problems.rs: problem, line.\n\
         # GRUNDY_BLESS=1 writes this file anew; a faster engine makes it shorter.\n",
    );
    let cases = problems.iter().flat_map(|problem| &problem.cases);
    let inputs: BTreeMap<String, String> =
        cases.map(|case| (format!("{} {}", case.problem, case.line), case.fields["input"].to_string())).collect();
    for name in list {
        let input: String = inputs[name].chars().take(80).collect();
        text += &format!("{name:<24} # {input}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::WayTally;
    use crate::announce;

    #[test]
    fn every_case_that_can_be_finished_agrees() {
        let problems = problems();
        let results = run(&problems);
        announce(&table(&problems, &results));
        let path = folder().join("unfinished.txt");
        let found = unfinished(&problems, &results);
        if std::env::var_os("GRUNDY_BLESS").is_some() {
            std::fs::write(&path, write_list(&problems, &found)).unwrap();
        }
        let names: BTreeSet<&str> = problems.iter().map(|problem| problem.name.as_str()).collect();
        let listed: BTreeSet<String> = read_list(&text_of(&path))
            .into_iter()
            .filter(|case| names.contains(case.split(' ').next().unwrap_or("")))
            .collect();
        let found: BTreeSet<String> = found.into_iter().collect();
        announce(&format!("beyond the budget: {}", found.iter().cloned().collect::<Vec<_>>().join(", ")));
        let mut failures: Vec<String> = Vec::new();
        for (problem, results) in problems.iter().zip(&results) {
            for (case, result) in problem.cases.iter().zip(&results.cases) {
                if let Result::Wrong(why) = result {
                    let input: String = case.fields["input"].to_string().chars().take(300).collect();
                    failures.push(format!("{}.jsonl:{}: {input}\n    {why}", case.problem, case.line));
                }
            }
        }
        failures.extend(found.difference(&listed).map(|case| format!("{case}: is beyond the budget, but not listed")));
        for case in listed.difference(&found) {
            announce(&format!("{case} finishes now: take it off unfinished.txt"));
        }
        assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    }

    #[test]
    fn every_way_of_solving_that_takes_a_case_agrees_with_the_reference() {
        let problems = problems();
        let (ways, wrong) = run_ways(&problems);
        for (name, WayTally { agreed, unfinished, refused }) in &ways {
            announce(&format!("{name}: {agreed} agreed, {unfinished} unfinished"));
            for (why, count) in refused {
                announce(&format!("    refused {count}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{} failures\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn a_list_of_cases_has_room_for_remarks() {
        let list: Vec<String> = read_list("# heading\npoj2234 3  # large\n\nbash 1\n").into_iter().collect();
        assert_eq!(list, ["bash 1", "poj2234 3"]);
    }
}
