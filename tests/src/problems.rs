//! The contest problems: every case is asked of the catalogue and its answer compared.
//!
//! In: `cases/problems/NAME.jsonl` with `catalogue/problems/NAME.problem`, or, for the few that later work will ask as problems,
//! `NAME.toml` beside the cases. Out: a table of what agreed, what lies beyond the budget and what is
//! left to later work; a case that disagrees fails. The budget counts positions, moves and steps, never time, so that the
//! cases it does not reach are the same everywhere; `unfinished.txt` lists them, and no other may join them unseen.
//!
//! `GRUNDY_BLESS=1` writes that list anew. `GRUNDY_ONLY=poj2311` asks one problem only.

use crate::catalogue;
use crate::mapping::{Asked, Expected, Map, Meaning, Question, read_maps};
use crate::methods::{Ways, compare_method, methods};
use crate::{files_of, on_all_processors, root, text_of};
use grundy_contest::{Session, Trouble};
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

/// A problem: what says how it is asked, and its cases.
pub struct Problem {
    /// The file's name.
    pub name: String,
    /// Its problem file, if there is one, or what is wrong with it.
    pub file: Option<std::result::Result<Arc<grundy_contest::Problem>, String>>,
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
                .map(|(place, line)| Case {
                    problem: name.clone(),
                    line: place + 1,
                    fields: serde_json::from_str(line)
                        .unwrap_or_else(|error| panic!("{name}.jsonl:{}: {error}", place + 1)),
                })
                .collect();
            Problem { name, file, maps, cases }
        })
        .filter(|problem| only.as_ref().is_none_or(|only| problem.name == *only))
        .collect()
}

/// The problem file of that name, if there is one.
pub fn read_problem(name: &str) -> Option<std::result::Result<Arc<grundy_contest::Problem>, String>> {
    let path = root().join(format!("catalogue/problems/{name}.problem"));
    let source = path.is_file().then(|| text_of(&path))?;
    let read = grundy_contest::Problem::read(&source, &|name| catalogue::game(name).ok());
    Some(read.map(Arc::new).map_err(|wrong| {
        let path = path.display().to_string();
        wrong.iter().map(|told| told.render(&path, &source, grundy_rules::Colour::Never)).collect::<Vec<_>>().join("\n")
    }))
}

/// The fields of a case that are not answers.
const NOT_ANSWERS: [&str; 6] = ["problem", "input", "source", "note", "confirmed", "analysis"];

/// Asks a case as `grundy ask` does: every answer that it states must come out.
pub fn ask(case: &Case, problem: &Arc<grundy_contest::Problem>) -> Result {
    let mut session = Session::new(problem.clone(), budget(), grundy::solver);
    let reply = match session.ask(&case.fields) {
        Ok(reply) => reply.json(),
        Err(Trouble::Unknown(_)) => return Result::Unfinished,
        Err(Trouble::Wrong(why)) => return Result::Wrong(why),
    };
    let mut result = Result::Agreed;
    for (field, stated) in case.fields.as_object().into_iter().flatten() {
        match reply.get(field) {
            _ if NOT_ANSWERS.contains(&field.as_str()) => {}
            Some(found) if found == stated => {}
            // Winning moves that are too many to be listed are left out.
            None if field.contains("winning_move") => result = Result::Unfinished,
            found => return Result::Wrong(format!("{field}: expected {stated}, found {found:?}")),
        }
    }
    result
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
    let game = instance.shared_game();
    let mut solver = Solver::new(instance, join, budget()).map_err(|fault| fault.sentence())?;
    match solver.solve_one(&position) {
        Ok(solution) => Ok(solution.winner.is_some().then_some((game, solution))),
        Err(fault) if fault.class == FaultClass::Budget => Ok(None),
        Err(fault) => Err(fault.sentence()),
    }
}

fn budget() -> Budget {
    let mut budget = Budget::positions(MOST_POSITIONS);
    budget.max_moves = MOST_MOVES;
    budget.max_steps = Some(MOST_STEPS);
    budget.max_packed_positions = MOST_PACKED_POSITIONS;
    budget.max_packed_moves = MOST_PACKED_MOVES;
    budget
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

/// A game with its givens, how its sums are played, and a position of it.
type Taken = (Arc<Instance>, Join, Position);

/// Every way of solving, with compiled rules run in both manners, says of a question what the reference says.
///
/// # Errors
/// What differs.
fn compare_all_ways(group: &[(String, Taken)], ways: &mut Ways) -> std::result::Result<(), String> {
    let budget = Budget {
        max_moves: MOST_MOVES_OF_WAYS,
        max_steps: Some(MOST_STEPS_OF_WAYS),
        ..Budget::positions(MOST_POSITIONS_OF_WAYS)
    };
    let mut solvers: Option<(Solver, Vec<(Running, Solver)>)> = None;
    // Where there are many positions, each engine is asked for some of them.
    let stride = if group.len() > 16 { 16 } else { 1 };
    let running = if group.len().is_multiple_of(2) { Running::Interpreted } else { Running::Native };
    for (index, (name, (instance, join, position))) in group.iter().enumerate() {
        let told = |why: String| format!("{name}: {why}");
        let join = *join;
        if solvers.is_none() {
            let sentence = |fault: grundy_rules::Fault| told(fault.sentence());
            let reference = Solver::reference(instance.clone(), join, budget.clone()).map_err(sentence)?;
            let mut engines = Vec::new();
            let taken = methods(instance, join, &budget, running).map_err(told)?;
            engines.extend(taken.into_iter().map(|solver| (running, solver)));
            solvers = Some((reference, engines));
        }
        let Some((reference, engines)) = &mut solvers else { continue };
        let expected = reference.solve_one(position);
        for (running, solver) in engines.iter_mut().skip(index % stride).step_by(stride) {
            compare_method(solver, position, &expected, ways).map_err(|why| told(format!("{running:?}: {why}")))?;
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
        let case = &problem.cases[*case];
        let result = match (&problem.file, &problem.maps) {
            (Some(Ok(file)), _) => ask(case, file),
            (None, Ok(maps)) => check(case, maps),
            (Some(Err(wrong)), _) | (None, Err(wrong)) => Result::Wrong(wrong.clone()),
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

/// The positions that a case is about.
fn questions(problem: &Problem, case: &Case) -> std::result::Result<Vec<Taken>, String> {
    if let Some(file) = &problem.file {
        let file = file.as_ref().map_err(Clone::clone)?;
        let asked = file.asked(&file.input_of(&case.fields)?).map_err(|trouble| trouble.message().to_owned())?;
        return Ok(asked.map(|asked| (asked.instance, asked.join, asked.position)).into_iter().collect());
    }
    let maps = problem.maps.as_ref().map_err(Clone::clone)?;
    let map = maps.iter().find(|map| map.fits(&case.fields["input"])).filter(|map| map.skip.is_none());
    let Some(map) = map else { return Ok(Vec::new()) };
    map.questions(&case.fields)?.iter().map(|question| question_of(&question.asked)).collect()
}

/// Compares every way of solving on every case; what each took and refused, and what differs.
pub fn run_ways(problems: &[Problem]) -> (Ways, Vec<String>) {
    // Questions about the same game share their solvers: to make native code takes longer than to run it.
    let mut groups: BTreeMap<String, Vec<(String, Taken)>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for problem in problems {
        for case in &problem.cases {
            let name = format!("{}.jsonl:{}", case.problem, case.line);
            match questions(problem, case) {
                Ok(taken) => {
                    for (instance, join, position) in taken {
                        let group = format!("{} {join:?} {:?}", instance.game().name, instance.givens());
                        groups.entry(group).or_default().push((name.clone(), (instance, join, position)));
                    }
                }
                Err(why) => wrong.push(format!("{name}: {why}")),
            }
        }
    }
    let groups: Vec<Vec<(String, Taken)>> = groups.into_values().collect();
    let compared = on_all_processors(&groups, |group| {
        let mut ways = Ways::new();
        let wrong = compare_all_ways(group, &mut ways).err();
        (ways, wrong)
    });
    let mut all = Ways::new();
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
    use crate::announce;
    use crate::methods::WayTally;

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
    fn every_problem_file_is_right_and_its_samples_come_out_byte_for_byte() {
        let files = files_of(&root().join("catalogue/problems"), ".problem");
        assert!(files.len() > 60);
        let failures: Vec<String> = on_all_processors(&files, |path| sample_failures(path)).concat();
        assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    }

    /// The one problem that has one answer only: a graph without cycles has one kernel.
    const ONE_ANSWER: [&str; 1] = ["dagkernel"];

    #[test]
    fn small_draws_have_different_answers() {
        let files = files_of(&root().join("catalogue/problems"), ".problem");
        let failures: Vec<String> = on_all_processors(&files, |path| draw_failures(path)).concat();
        assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    }

    /// What is wrong with the small instances that a problem draws: a program that always says the same must be found out.
    fn draw_failures(path: &std::path::Path) -> Vec<String> {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let problem = match read_problem(&name).unwrap() {
            Ok(problem) => problem,
            Err(wrong) => return vec![wrong],
        };
        let mut session = Session::new(problem.clone(), budget(), grundy::solver);
        let mut random = grundy_contest::Random::new(2);
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
        let most = answers.values().copied().max().unwrap_or_default();
        let is_varied = answers.len() > 1 && most <= 117;
        match is_varied || ONE_ANSWER.contains(&name.as_str()) {
            true => Vec::new(),
            false => vec![format!("{name}: the answers are {answers:?}")],
        }
    }

    /// What is wrong with a problem file: its name, its samples, what it draws, or what it writes of that.
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
            let judged = grundy_contest::judge(&mut session, sample.input.as_bytes(), &mut |text| {
                printed += text;
                Ok(())
            });
            if judged.is_err() || printed != sample.output {
                failures.push(format!("{name}: expected {:?}, found {printed:?}, {judged:?}", sample.output));
            }
        }
        // What is drawn is written as the judge would give it, and read back as the same answer.
        let mut random = grundy_contest::Random::new(1);
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
            let judged = grundy_contest::judge(&mut session, text.as_bytes(), &mut |text| {
                printed += text;
                Ok(())
            });
            if judged.is_err() || !printed.contains(&expected) {
                failures.push(format!("{name}: expected {expected:?}, found {printed:?}, {judged:?} for {text:?}"));
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
