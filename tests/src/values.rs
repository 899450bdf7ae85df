//! Questions and answers about small games written for the purpose, and one file for each bug ever found.
//!
//! In: `cases/values/*.toml` and `cases/regressions/*.toml`: rules, and `[[ask]]`s with a position (parts separated by
//! white space) and its expected properties: `winner`, `grundy`, `remoteness`, `score`, `winning_moves`, each only if
//! it is written, or `error` with words of the message; `compound` and `prints` (the printed position) too. Rules with
//! `refused` must not be read; the words must be in the first message.

use crate::text_of;
use grundy_rules::{Compound, Instance, Position, read};
use grundy_solve::{Budget, Solution, Solver};
use std::path::Path;
use std::sync::Arc;
use toml::{Table, Value};

/// Checks every question of a file, and returns their number.
///
/// # Errors
/// Fails with the first answer that differs.
pub fn check(path: &Path) -> Result<usize, String> {
    let file: Table = text_of(path).parse().map_err(|error| format!("{error}"))?;
    let text = |key: &str| file.get(key).and_then(Value::as_str);
    let rules = text("rules").ok_or("there are no rules")?;
    let game = match (read(rules), text("refused")) {
        (Ok(game), None) => game,
        (Ok(_), Some(words)) => return Err(format!("read, though {words:?} was to be said")),
        (Err(mistakes), Some(words)) => {
            let first = mistakes.first().map_or_else(String::new, |mistake| mistake.message.to_string());
            return if first.contains(words) { Ok(1) } else { Err(format!("said {first:?}, not {words:?}")) };
        }
        (Err(mistakes), None) => return Err(format!("not read: {mistakes:?}")),
    };
    let instance =
        Instance::new(game.clone(), vec![None; game.givens.len()]).map_err(|fault| fault.sentence().to_string())?;
    let instance = Arc::new(instance);
    let asks = file.get("ask").and_then(Value::as_array).ok_or("nothing is asked")?;
    for ask in asks {
        let ask = ask.as_table().ok_or("an `ask` is a table")?;
        let position = ask.get("position").and_then(Value::as_str).unwrap_or_default();
        answer(&instance, ask).map_err(|wrong| format!("{position:?}: {wrong}"))?;
    }
    Ok(asks.len())
}

fn answer(instance: &Arc<Instance>, ask: &Table) -> Result<(), String> {
    let text = |key: &str| ask.get(key).and_then(Value::as_str);
    let solved = solve(instance, text("position"), text("compound"));
    let (position, solution) = match (solved, text("error")) {
        (Ok(found), None) => found,
        (Ok(_), Some(words)) => return Err(format!("answered, though {words:?} was to be said")),
        (Err(error), Some(words)) => {
            return if error.contains(words) { Ok(()) } else { Err(format!("said {error:?}, not {words:?}")) };
        }
        (Err(error), None) => return Err(error),
    };
    let number = |value: Option<String>| value.unwrap_or_else(|| "none".into());
    for (key, expected) in ask {
        let found = match key.as_str() {
            "position" | "compound" => continue,
            "winner" => number(solution.value.winner.map(|winner| winner.to_string())),
            "grundy" => number(solution.value.grundy.as_ref().map(ToString::to_string)),
            "remoteness" => number(solution.value.remoteness.map(|moves| moves.0.to_string())),
            "score" => number(solution.value.score.as_ref().map(ToString::to_string)),
            "winning_moves" => number(solution.winning_move_count.as_ref().map(ToString::to_string)),
            "prints" => instance.print_position(&position),
            other => return Err(format!("`{other}` is not something that can be said")),
        };
        let expected = expected.as_str().map_or_else(|| expected.to_string(), ToOwned::to_owned);
        if found != expected {
            return Err(format!("{key} is {found}, not {expected}"));
        }
    }
    // The printed position parses back.
    let printed = instance.print_position(&position);
    match instance.parse_line(&printed, None) {
        Ok(again) if again == position => Ok(()),
        Ok(again) => Err(format!("{printed:?} is read back as {:?}", instance.print_position(&again))),
        Err(fault) => Err(format!("{printed:?} is not read back: {}", fault.sentence())),
    }
}

fn solve(
    instance: &Arc<Instance>,
    written: Option<&str>,
    compound: Option<&str>,
) -> Result<(Position, Solution), String> {
    let sentence = |fault: grundy_rules::Fault| fault.sentence().to_string();
    let position = match written {
        Some(written) => instance.parse_line(written, None).map_err(sentence)?,
        None => instance.start().map_err(sentence)?,
    };
    let compound = match compound {
        None => instance.compound().map_err(sentence)?,
        Some("one") => Compound::One,
        Some("every") => Compound::Every,
        Some("short") => Compound::Short,
        Some("some") => Compound::Some,
        Some("anti") => Compound::Anti,
        Some(other) => {
            let max = other.strip_prefix("upto=").and_then(|max| max.parse().ok());
            Compound::Upto(max.ok_or_else(|| format!("there is no compound {other:?}"))?)
        }
    };
    let mut solver = Solver::new(instance.clone(), compound, Budget::positions(200_000)).map_err(sentence)?;
    let solution = solver.solve_one(&position).map_err(sentence)?;
    Ok((position, solution))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{files_of, root};

    #[test]
    fn every_question_is_answered_as_it_says() {
        let mut wrong = Vec::new();
        let mut answered = 0;
        for folder in ["tests/cases/values", "tests/cases/regressions"] {
            for path in files_of(&root().join(folder), ".toml") {
                match check(&path) {
                    Ok(count) => answered += count,
                    Err(why) => wrong.push(format!("{}: {why}", path.display())),
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(answered >= 40, "only {answered} questions were asked");
    }
}
