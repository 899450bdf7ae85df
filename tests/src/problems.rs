//! The contest problems: solves every case with the catalogue and compares the answer.
//!
//! In: `cases/problems/NAME.jsonl` with `catalogue/problems/NAME.problem`, or, for the few that have no problem file
//! yet, `NAME.toml` beside the cases. Out: a table of the cases that agreed, exceeded the budget or were skipped; a
//! case that disagrees fails. The budget counts positions, moves and steps, never time, so that the same cases exceed
//! it everywhere; `unfinished.txt` lists them, and a case that is not listed fails.
//!
//! `GRUNDY_BLESS=1` rewrites that list. `GRUNDY_ONLY=poj2311` runs one problem only.

use crate::catalogue;
use crate::mapping::{Expected, Map, Meaning, Query, Question, read_maps};
use crate::methods::{MethodTallies, compare_method, methods};
use crate::{files_of, on_all_processors, root, text_of};
use grundy_contest::{Session, Trouble};
use grundy_rules::text::parse_given;
use grundy_rules::{Compound, FaultClass, Game, Instance, Position, Side};
use grundy_solve::{Backend, Budget, Solution, Solver, Winner};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Budget of one case in positions, moves and steps of evaluation: some seconds.
const MAX_POSITIONS: u64 = 250_000;
const MAX_MOVES: u64 = 1_500_000;
const MAX_STEPS: u64 = 50_000_000;
/// Like [`MAX_POSITIONS`], for compiled rules.
const MAX_PACKED_POSITIONS: u64 = 500_000;
const MAX_PACKED_MOVES: u64 = 30_000_000;
/// Budget of one case if every method is compared with the reference: far less, as there are many.
const MAX_POSITIONS_OF_METHODS: u64 = 4_000;
const MAX_MOVES_OF_WAYS: u64 = 40_000;
const MAX_STEPS_OF_WAYS: u64 = 1_500_000;

/// One line of a file of cases.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the file.
    pub problem: String,
    /// Line number, from 1.
    pub line: usize,
    /// The whole object.
    pub fields: Json,
}

/// Result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Result {
    /// The solver agrees with the case.
    Agreed,
    /// The budget ended first.
    Unfinished,
    /// The case is skipped, with the reason.
    Skipped(String),
    /// They differ, or the question could not be asked.
    Wrong(String),
}

/// Returns the folder of the cases.
pub fn folder() -> PathBuf {
    root().join("tests/cases/problems")
}

/// A problem: its definition and its cases.
pub struct Problem {
    /// Name of the file.
    pub name: String,
    /// Its problem file, if there is one, or what is wrong with it.
    pub file: Option<std::result::Result<Arc<grundy_contest::Problem>, String>>,
    /// Its `[[map]]`s, or what is wrong with them.
    pub maps: std::result::Result<Vec<Map>, String>,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// Returns every problem, sorted by name.
pub fn problems() -> Vec<Problem> {
    let only = std::env::var("GRUNDY_ONLY").ok();
    files_of(&folder(), ".jsonl")
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let file = read_problem(&name);
            let mapping = path.with_extension("toml");
            let maps = if file.is_some() {
                Ok(Vec::new())
            } else if mapping.is_file() {
                read_maps(&text_of(&mapping)).map_err(|wrong| format!("{name}.toml: {wrong}"))
            } else {
                Err(format!("there is no {name}.toml"))
            };
            let cases = text_of(&path)
                .lines()
                .enumerate()
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(index, line)| Case {
                    problem: name.clone(),
                    line: index + 1,
                    fields: serde_json::from_str(line)
                        .unwrap_or_else(|error| panic!("{name}.jsonl:{}: {error}", index + 1)),
                })
                .collect();
            Problem { name, file, maps, cases }
        })
        .filter(|problem| only.as_ref().is_none_or(|only| problem.name == *only))
        .collect()
}

/// Reads the problem file of that name, if there is one.
pub fn read_problem(name: &str) -> Option<std::result::Result<Arc<grundy_contest::Problem>, String>> {
    let path = root().join(format!("catalogue/problems/{name}.problem"));
    let source = path.is_file().then(|| text_of(&path))?;
    let read = grundy_contest::Problem::read(&source, &|name| catalogue::game(name).ok());
    Some(read.map(Arc::new).map_err(|wrong| {
        let path = path.display().to_string();
        wrong
            .iter()
            .map(|context| context.render(&path, &source, grundy_rules::Colour::Never))
            .collect::<Vec<_>>()
            .join("\n")
    }))
}

/// The fields of a case that are not answers.
const NOT_ANSWERS: [&str; 6] = ["problem", "input", "source", "note", "confirmed", "analysis"];

/// Runs a case as `grundy ask` does: every answer that it states must come out.
pub fn ask(case: &Case, problem: &Arc<grundy_contest::Problem>) -> Result {
    let mut session = Session::new(problem.clone(), budget(), grundy::solver);
    let reply = match session.ask(&case.fields) {
        Ok(reply) => reply.json(),
        Err(Trouble::Unknown(_)) => return Result::Unfinished,
        Err(Trouble::Wrong(why)) => return Result::Wrong(why.to_string()),
    };
    let mut result = Result::Agreed;
    for (field, stated) in case.fields.as_object().into_iter().flatten() {
        match reply.get(field) {
            _ if NOT_ANSWERS.contains(&field.as_str()) => {}
            Some(found) if found == stated => {}
            // Winning moves are left out if there are too many to list.
            None if field.contains("winning_move") => result = Result::Unfinished,
            found => return Result::Wrong(format!("{field}: expected {stated}, found {found:?}")),
        }
    }
    result
}

/// Solves a case with the catalogue: the only function that uses the rules and the solver.
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
        let one = match answer(&question.query) {
            Ok(Some((game, solution))) => compare(question, &game, &solution),
            Ok(None) => Result::Unfinished,
            Err(wrong) => Result::Wrong(format!("asked {:?}\n    but: {wrong}", question.query)),
        };
        match one {
            Result::Wrong(_) => return one,
            Result::Unfinished => result = Result::Unfinished,
            _ => {}
        }
    }
    result
}

/// Returns the solution of a question, or `None` if the budget ended before anything was known.
fn answer(query: &Query) -> std::result::Result<Option<(Arc<Game>, Solution)>, String> {
    let (instance, compound, position) = question_of(query)?;
    let game = instance.shared_game();
    let mut solver = Solver::new(instance, compound, budget()).map_err(|fault| fault.sentence().to_string())?;
    match solver.solve_one(&position) {
        Ok(solution) => Ok(solution.value.winner.is_some().then_some((game, solution))),
        Err(fault) if fault.class == FaultClass::Budget => Ok(None),
        Err(fault) => Err(fault.sentence().to_string()),
    }
}

fn budget() -> Budget {
    let mut budget = Budget::positions(MAX_POSITIONS);
    budget.max_moves = MAX_MOVES;
    budget.max_steps = Some(MAX_STEPS);
    budget.max_packed_positions = MAX_PACKED_POSITIONS;
    budget.max_packed_moves = MAX_PACKED_MOVES;
    budget
}

/// Converts a question for the solver.
fn question_of(query: &Query) -> std::result::Result<(Arc<Instance>, Compound, Position), String> {
    let game = catalogue::game(&query.game)?;
    let mut givens = vec![None; game.givens.len()];
    for (name, text) in &query.givens {
        let (index, value) = parse_given(&game, name, text).map_err(|fault| fault.sentence().to_string())?;
        givens[index] = Some(value);
    }
    let instance = Arc::new(Instance::new(game.clone(), givens).map_err(|fault| fault.sentence().to_string())?);
    let mover = match &query.mover {
        Some(name) => Some(instance.parse_mover(name).map_err(|fault| fault.sentence().to_string())?),
        None => None,
    };
    let position = match &query.parts {
        // Without a part the question is about the empty sum, not the start.
        Some(parts) => {
            let parts: Vec<&str> = match parts.as_slice() {
                [] => vec!["nothing"],
                some => some.iter().map(String::as_str).collect(),
            };
            instance.parse_position(&parts, mover).map_err(|fault| fault.sentence().to_string())?
        }
        None => {
            let mut start = instance.start().map_err(|fault| fault.sentence().to_string())?;
            start.mover = mover.or(start.mover);
            start
        }
    };
    let compound = match &query.compound {
        Some(text) => compound_of(text)?,
        None => instance.compound().map_err(|fault| fault.sentence().to_string())?,
    };
    Ok((instance, compound, position))
}

/// A game with its givens, its compound rule, and a position of it.
type Taken = (Arc<Instance>, Compound, Position);

/// Compares every method, with both backends for compiled rules, with the reference on a group of questions.
///
/// # Errors
/// Fails with what differs.
fn compare_all_methods(group: &[(String, Taken)], tallies: &mut MethodTallies) -> std::result::Result<(), String> {
    let budget = Budget {
        max_moves: MAX_MOVES_OF_WAYS,
        max_steps: Some(MAX_STEPS_OF_WAYS),
        ..Budget::positions(MAX_POSITIONS_OF_METHODS)
    };
    let mut solvers: Option<(Solver, Vec<(Backend, Solver)>)> = None;
    // If there are many positions, each engine is compared on some of them.
    let stride = if group.len() > 16 { 16 } else { 1 };
    let running = if group.len().is_multiple_of(2) { Backend::Interpreted } else { Backend::Native };
    for (index, (name, (instance, compound, position))) in group.iter().enumerate() {
        let context = |why: String| format!("{name}: {why}");
        let compound = *compound;
        if solvers.is_none() {
            let sentence = |fault: grundy_rules::Fault| context(fault.sentence().to_string());
            let reference = Solver::reference(instance.clone(), compound, budget.clone()).map_err(sentence)?;
            let mut engines = Vec::new();
            let taken = methods(instance, compound, &budget, running).map_err(context)?;
            engines.extend(taken.into_iter().map(|solver| (running, solver)));
            solvers = Some((reference, engines));
        }
        let Some((reference, engines)) = &mut solvers else { continue };
        let expected = reference.solve_one(position);
        for (running, solver) in engines.iter_mut().skip(index % stride).step_by(stride) {
            compare_method(solver, position, &expected, tallies)
                .map_err(|why| context(format!("{running:?}: {why}")))?;
        }
    }
    Ok(())
}

/// Parses the value of `--compound`.
fn compound_of(text: &str) -> std::result::Result<Compound, String> {
    Ok(match text {
        "one" => Compound::One,
        "every" => Compound::Every,
        "short" => Compound::Short,
        "some" => Compound::Some,
        "anti" => Compound::Anti,
        other => match other.strip_prefix("upto=").and_then(|max| max.parse().ok()) {
            Some(max) => Compound::Upto(max),
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
                let query = &question.query;
                return Result::Wrong(format!("{field}: expected {value}, found {found}\n    asked {query:?}"));
            }
        }
    }
    if finished { Result::Agreed } else { Result::Unfinished }
}

/// Returns the solver's answer in the words of the cases; `None` if it is unknown.
fn found(meaning: &Meaning, game: &Game, solution: &Solution) -> Option<String> {
    match meaning {
        Meaning::Winner => Some(solution.value.winner?.to_string()),
        Meaning::WinnerOf(name) => {
            let named = game.side_of(name)?;
            let first: Side = solution.position.mover?;
            Some(match solution.value.winner? {
                Winner::Draw => "draw".into(),
                Winner::First => if first == named { "first" } else { "second" }.into(),
                Winner::Second => if first == named { "second" } else { "first" }.into(),
            })
        }
        Meaning::Grundy => Some(solution.value.grundy.as_ref()?.to_string()),
        Meaning::Score => Some(solution.value.score.as_ref()?.to_string()),
        Meaning::Remoteness => Some(solution.value.remoteness?.0.to_string()),
        Meaning::WinningMoveCount => {
            solution.winning_move_count.as_ref().filter(|_| solution.stop.is_none()).map(ToString::to_string)
        }
    }
}

/// Results of the cases of a problem, and their time.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The result of each case, in their order.
    pub cases: Vec<Result>,
    /// The seconds they took; only for people to read.
    pub seconds: f64,
}

/// Runs all cases, several at a time. The results do not depend on that.
pub fn run(problems: &[Problem]) -> Vec<Results> {
    let jobs: Vec<(usize, usize)> = problems
        .iter()
        .enumerate()
        .flat_map(|(index, problem)| (0..problem.cases.len()).map(move |case| (index, case)))
        .collect();
    let query = on_all_processors(&jobs, |(problem, case)| {
        let problem = &problems[*problem];
        let begun = Instant::now();
        let case = &problem.cases[*case];
        let result = match (&problem.file, &problem.maps) {
            (Some(Ok(file)), _) => ask(case, file),
            (None, Ok(maps)) => check(case, maps),
            (Some(Err(wrong)), _) | (None, Err(wrong)) => Result::Wrong(wrong.clone()),
        };
        (result, begun.elapsed().as_secs_f64())
    });
    let mut all: Vec<Results> = problems.iter().map(|_| Results::default()).collect();
    for ((problem, _), (result, seconds)) in jobs.iter().zip(query) {
        all[*problem].cases.push(result);
        all[*problem].seconds += seconds;
    }
    all
}

/// Returns the positions that a case is about.
fn questions(problem: &Problem, case: &Case) -> std::result::Result<Vec<Taken>, String> {
    if let Some(file) = &problem.file {
        let file = file.as_ref().map_err(Clone::clone)?;
        let input = file.input_of(&case.fields).map_err(|why| why.to_string())?;
        let query = file.asked(&input).map_err(|trouble| trouble.message().to_string())?;
        return Ok(query.map(|query| (query.instance, query.compound, query.position)).into_iter().collect());
    }
    let maps = problem.maps.as_ref().map_err(Clone::clone)?;
    let map = maps.iter().find(|map| map.fits(&case.fields["input"])).filter(|map| map.skip.is_none());
    let Some(map) = map else { return Ok(Vec::new()) };
    map.questions(&case.fields)?.iter().map(|question| question_of(&question.query)).collect()
}

/// Compares every method on every case; returns what each answered and refused, and what differs.
pub fn run_methods(problems: &[Problem]) -> (MethodTallies, Vec<String>) {
    // Questions about the same game share their solvers: generating native code takes longer than running it.
    let mut groups: BTreeMap<String, Vec<(String, Taken)>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for problem in problems {
        for case in &problem.cases {
            let name = format!("{}.jsonl:{}", case.problem, case.line);
            match questions(problem, case) {
                Ok(taken) => {
                    for (instance, compound, position) in taken {
                        let group = format!("{} {compound:?} {:?}", instance.game().name, instance.givens());
                        groups.entry(group).or_default().push((name.clone(), (instance, compound, position)));
                    }
                }
                Err(why) => wrong.push(format!("{name}: {why}")),
            }
        }
    }
    let groups: Vec<Vec<(String, Taken)>> = groups.into_values().collect();
    let compared = on_all_processors(&groups, |group| {
        let mut tallies = MethodTallies::new();
        let wrong = compare_all_methods(group, &mut tallies).err();
        (tallies, wrong)
    });
    let mut all = MethodTallies::new();
    for (tallies, failure) in compared {
        wrong.extend(failure);
        for (name, tally) in tallies {
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

/// Returns a table of the results, with the reasons why some cases were skipped.
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

/// Returns the cases that exceed the budget, as `unfinished.txt` lists them.
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

/// Parses a list such as `unfinished.txt`; the text behind `#` is for people.
pub fn read_list(text: &str) -> BTreeSet<String> {
    let cases = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    cases.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Returns the list of unfinished cases with the beginning of each input for people to read.
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
    use crate::announce;
    use crate::methods::MethodTally;

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
        let (tallies, wrong) = run_methods(&problems);
        for (name, MethodTally { agreed, unfinished, refused }) in &tallies {
            announce(&format!("{name}: {agreed} agreed, {unfinished} unfinished"));
            for (why, count) in refused {
                announce(&format!("    refused {count}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{} failures\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn every_problem_file_is_right_and_its_samples_come_out_byte_for_byte() {
        let files = files_of(&root().join("catalogue/problems"), ".problem");
        assert!(files.len() > 60);
        let failures: Vec<String> = on_all_processors(&files, |path| sample_failures(path)).concat();
        assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    }

    /// The only problem with a single answer: a graph without cycles has one kernel.
    const ONE_ANSWER: [&str; 1] = ["dagkernel"];

    #[test]
    fn small_draws_have_different_answers() {
        let files = files_of(&root().join("catalogue/problems"), ".problem");
        let failures: Vec<String> = on_all_processors(&files, |path| draw_failures(path)).concat();
        assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    }

    /// Returns what is wrong with the small instances that a problem generates: a program that always prints the same
    /// must fail.
    fn draw_failures(path: &std::path::Path) -> Vec<String> {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let problem = match read_problem(&name).unwrap() {
            Ok(problem) => problem,
            Err(wrong) => return vec![wrong],
        };
        let mut session = Session::new(problem.clone(), budget(), grundy::solver);
        let mut random = grundy_contest::Random(2);
        let mut answers: BTreeMap<String, usize> = BTreeMap::new();
        for number in 0..120 {
            let input = match problem.draw(number / 10, &mut random) {
                Ok(input) => input,
                Err(why) => return vec![format!("{name}: {why}")],
            };
            match session.answer(&input, grundy_contest::Detail::Answer) {
                Ok(reply) => *answers.entry(reply.answer.to_string()).or_default() += 1,
                Err(Trouble::Unknown(_)) => {}
                Err(Trouble::Wrong(why)) => return vec![format!("{name}: {why} for {}", problem.json_of(&input))],
            }
        }
        let max = answers.values().copied().max().unwrap_or_default();
        let is_varied = answers.len() > 1 && max <= 117;
        match is_varied || ONE_ANSWER.contains(&name.as_str()) {
            true => Vec::new(),
            false => vec![format!("{name}: the answers are {answers:?}")],
        }
    }

    /// Returns what is wrong with a problem file: its name, its samples, the inputs it generates, or how they are
    /// written.
    fn sample_failures(path: &std::path::Path) -> Vec<String> {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let problem = match read_problem(&name).unwrap() {
            Ok(problem) => problem,
            Err(wrong) => return vec![wrong],
        };
        let mut failures = Vec::new();
        if problem.name != name || problem.title.is_none() || problem.origin.is_none() {
            failures.push(format!("{name}: the file needs its own name, a title and a source"));
        }
        for sample in &problem.samples {
            let mut session = Session::new(problem.clone(), budget(), grundy::solver);
            let mut printed = String::new();
            let result = grundy_contest::judge(&mut session, sample.input.as_bytes(), &mut |text| {
                printed += text;
                Ok(())
            });
            if result.is_err() || printed != sample.output {
                failures.push(format!("{name}: expected {:?}, found {printed:?}, {result:?}", sample.output));
            }
        }
        // A generated input is written as the judge would give it, and reads back with the same answer.
        let mut random = grundy_contest::Random(1);
        for size in [0, 1, 2, 3, 4, 5, 9, 14] {
            let drawn = problem.draw(size, &mut random);
            let input = match drawn {
                Ok(input) => input,
                Err(why) => {
                    failures.push(format!("{name}: {why}"));
                    continue;
                }
            };
            let text = match problem.write(std::slice::from_ref(&input)) {
                Ok(text) => text,
                Err(_) if !problem.has_text() => continue,
                // A variant may be for questions alone.
                Err(why) if why.to_string().contains("says nothing about a judge's text") => continue,
                Err(why) => {
                    failures.push(format!("{name}: {why}"));
                    break;
                }
            };
            let mut session = Session::new(problem.clone(), budget(), grundy::solver);
            let expected = match session.answer(&input, grundy_contest::Detail::Answer) {
                Ok(reply) => reply.word,
                Err(Trouble::Unknown(_)) => continue,
                Err(Trouble::Wrong(why)) => {
                    failures.push(format!("{name}: {why} for {text:?}"));
                    break;
                }
            };
            let mut printed = String::new();
            let result = grundy_contest::judge(&mut session, text.as_bytes(), &mut |text| {
                printed += text;
                Ok(())
            });
            if result.is_err() || !printed.contains(&expected) {
                failures.push(format!("{name}: expected {expected:?}, found {printed:?}, {result:?} for {text:?}"));
            }
        }
        failures
    }

    #[test]
    fn a_list_of_cases_has_room_for_remarks() {
        let list: Vec<String> = read_list("# heading\npoj2234 3  # large\n\nbash 1\n").into_iter().collect();
        assert_eq!(list, ["bash 1", "poj2234 3"]);
    }
}
