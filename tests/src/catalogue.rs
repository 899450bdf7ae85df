//! The catalogue: every file is a game in canonical form, fully described, whose start can be solved.
//!
//! In: the files under `catalogue/`. Out: all their shortcomings at once, each with its file.

use crate::{files_of, root, text_of};
use grundy_rules::{Colour, Compound, Game, Instance, Meter, Position, Standing, diagnose, print, read};
use grundy_solve::claims::{ClaimVerdict, check_claims};
use grundy_solve::{Budget, Solver};
use std::collections::HashSet;
use std::sync::Arc;

/// The folders of the catalogue, one per kind of board.
pub const BOARDS: [&str; 4] = ["heap", "strip", "grid", "graph"];

/// The games that must be there.
pub const NAMES: &str = "nim bash subtraction wythoff fibonacci_nim dynamic_nim lasker moore staircase anti_nim kayles \
    dawson_kayles dawson_chess grundys_game treblecross cutting cutting_to_one bomb token hyper_knights digits \
    stone_boxes northcott blocks even_sums mouse_hunt take_balls cat_and_mouse cat_and_mouse_2 stone_game \
    predict_the_winner stone_game_2 stone_game_3 stone_game_4 stone_game_5 stone_game_6 stone_game_7 stone_game_8 \
    stone_game_9 nim_game flip_game can_i_win chalkboard tic_tac_toe misere_tic_tac_toe three_in_row_4x4 connect \
    triangle_war dots_and_boxes multiplication euclid calendar beans team_nim new_stone_game georgia_and_bob \
    funny_coins stone_game_xor light_switching hackenbush red_blue_hackenbush christmas_trees nimble silver_coins \
    silver_dollar turning_turtles mock_turtles ruler twins chomp cram domineering toads_and_frogs hexapawn \
    fox_and_geese kalah";

/// Maximum number of positions for solving the start of a game.
const MAX_POSITIONS: u64 = 400_000;
/// Maximum number of positions whose text is parsed back.
const MAX_TEXTS: usize = 300;

/// A file of the catalogue.
pub struct Entry {
    /// Name of the game, from the name of the file.
    pub name: String,
    /// `board/name.game`.
    pub path: String,
    /// Text of the file.
    pub source: String,
}

/// Returns every file of the catalogue.
pub fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for board in BOARDS {
        for path in files_of(&root().join("catalogue").join(board), ".game") {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            entries.push(Entry { path: format!("{board}/{name}.game"), name, source: text_of(&path) });
        }
    }
    entries
}

/// Returns a game of the catalogue by name.
///
/// # Errors
/// Fails if there is none, or it cannot be read.
pub fn game(name: &str) -> Result<Arc<Game>, String> {
    let path = BOARDS
        .iter()
        .map(|board| root().join("catalogue").join(board).join(format!("{name}.game")))
        .find(|path| path.is_file())
        .ok_or_else(|| format!("the catalogue has no game `{name}`"))?;
    let source = text_of(&path);
    read(&source).map_err(|mistakes| {
        let shown: Vec<String> = mistakes
            .iter()
            .filter(|mistake| mistake.is_error())
            .map(|mistake| mistake.render(&format!("{name}.game"), &source, Colour::Never))
            .collect();
        shown.join("\n")
    })
}

/// Returns what a file of the catalogue lacks; empty if it is complete.
pub fn shortcomings(entry: &Entry) -> Vec<String> {
    let (game, mistakes) = diagnose(&entry.source);
    let mut wrong: Vec<String> =
        mistakes.iter().map(|mistake| mistake.render(&entry.path, &entry.source, Colour::Never)).collect();
    if print::format(&entry.source).ok().as_ref() != Some(&entry.source) {
        wrong.push("is not in canonical form; `grundy fmt` writes it so".into());
    }
    let Some(game) = game else { return wrong };
    let mut need = |there: bool, what: &str| {
        if !there {
            wrong.push(format!("has no {what}"));
        }
    };
    need(game.name == entry.name, "game of the file's own name");
    need(game.title.is_some(), "`title`");
    need(game.titles.iter().any(|(language, _)| language == "zh"), "`title zh`");
    need(game.about.is_some(), "`about`");
    need(game.origin.is_some(), "`source`");
    need(!game.claims.is_empty(), "claim");
    for given in &game.givens {
        need(given.default.is_some(), &format!("default for `{}`", given.name));
    }
    match Instance::new(game.clone(), vec![None; game.givens.len()]) {
        Ok(instance) => wrong.extend(shortcomings_of_start(Arc::new(instance))),
        Err(fault) => wrong.push(fault.sentence().to_string()),
    }
    wrong
}

/// Returns the claims, strategies and symmetries of a game that do not hold or could not be decided.
pub fn false_claims(game: &Arc<Game>) -> Vec<String> {
    check_claims(game, &Budget::positions(MAX_POSITIONS))
        .into_iter()
        .filter_map(|report| match report.verdict {
            ClaimVerdict::Holds { .. } | ClaimVerdict::Proved { .. } => None,
            ClaimVerdict::Fails { counterexample, expected, found, givens } => {
                let givens = givens.as_arguments();
                Some(format!("`{}`: at {counterexample} {givens} expected {expected}, found {found}", report.text))
            }
            ClaimVerdict::Unknown { why } => Some(format!("`{}`: nothing is known: {why}", report.text)),
            ClaimVerdict::Faulty(fault) => Some(format!("`{}`: {}", report.text, fault.sentence())),
        })
        .collect()
}

fn shortcomings_of_start(instance: Arc<Instance>) -> Vec<String> {
    let start = match instance.start() {
        Ok(start) => start,
        Err(fault) => return vec![format!("has no start: {}", fault.sentence())],
    };
    let compound = match instance.compound() {
        Ok(compound) => compound,
        Err(fault) => return vec![fault.sentence().to_string()],
    };
    let mut wrong = Vec::new();
    let solved = Solver::new(instance.clone(), compound, Budget::positions(MAX_POSITIONS))
        .and_then(|mut solver| solver.solve_one(&start));
    match solved {
        Ok(solution) => match solution.stop {
            Some(stop) => wrong.push(format!("its start is too large: {stop}")),
            None if solution.value.winner.is_none() => wrong.push("its start has no winner".into()),
            None => {}
        },
        Err(fault) => wrong.push(format!("its start cannot be solved: {}", fault.sentence())),
    }
    wrong.extend(text_that_does_not_read_back(&instance, compound, start));
    wrong
}

/// Returns a position reachable from the start whose text parses as another position.
fn text_that_does_not_read_back(instance: &Instance, compound: Compound, start: Position) -> Option<String> {
    let mut seen: HashSet<Position> = HashSet::from([start.clone()]);
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() {
        let position = queue[next].clone();
        next += 1;
        let text = instance.print_position(&position);
        match instance.parse_line(&text, None) {
            Ok(read) if read == position => {}
            Ok(read) => {
                return Some(format!("the position {text} is read as {}", instance.print_position(&read)));
            }
            Err(fault) => return Some(format!("its position {text} is not read: {}", fault.sentence())),
        }
        let Ok(Standing::Open(steps)) = instance.look(&position, compound, &Meter::steps(1 << 24)) else { continue };
        for step in steps {
            if queue.len() < MAX_TEXTS && seen.insert(step.to.clone()) {
                queue.push(step.to);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::on_all_processors;

    /// Fails with the shortcomings of all files at once.
    fn check(shortcomings: impl Fn(&Entry) -> Vec<String> + Sync) {
        let entries = entries();
        let wrong = on_all_processors(&entries, |entry| {
            shortcomings(entry).iter().map(|what| format!("catalogue/{}: {what}", entry.path)).collect::<Vec<_>>()
        });
        let wrong = wrong.concat();
        assert!(wrong.is_empty(), "{} shortcomings\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn every_file_is_a_described_game_that_can_be_played() {
        check(shortcomings);
    }

    #[test]
    fn every_claim_holds() {
        check(|entry| game(&entry.name).map_or_else(|wrong| vec![wrong], |game| false_claims(&game)));
    }

    #[test]
    fn every_game_of_the_field_is_there() {
        let present: HashSet<String> = entries().into_iter().map(|entry| entry.name).collect();
        let missing: Vec<&str> = NAMES.split_whitespace().filter(|name| !present.contains(*name)).collect();
        assert!(missing.is_empty(), "the catalogue has no {}", missing.join(", "));
    }
}
