//! Declared symmetries checked on samples: positions declared equal must have equal values.

use super::table::Table;
use super::{ClaimVerdict, choices_in_words, positions};
use grundy_message::{Message, message};
use grundy_rules::game::{Symmetry, Turn};
use grundy_rules::{Part, Position, Value};
use grundy_value::Evaluation;
use std::sync::Arc;

/// Compares each sample position with its images under the symmetry.
pub(super) fn check(symmetry: &Symmetry, tables: &mut [Table]) -> ClaimVerdict {
    let mut tried = 0;
    let (mut looked, mut is_everything) = (Vec::new(), true);
    for table in tables {
        let solved = table.solved().to_vec();
        let before = tried;
        is_everything &= table.has_all;
        // All images are solved together, so that they share one budget.
        let mut pairs: Vec<(&Position, &Evaluation, Position)> = Vec::new();
        for (position, evaluation) in &solved {
            let Some(evaluation) = evaluation.as_ref().ok().filter(|evaluation| evaluation.winner.is_some()) else {
                is_everything = false;
                continue;
            };
            let Some(part) = position.only() else { continue };
            let images: Vec<Part> = match images(symmetry, part) {
                Ok(images) => images,
                Err(why) => return table.fails(position, message!("a square board"), why),
            };
            // An image outside a component's range is not a position and is skipped.
            let images = images.into_iter().filter(|part| table.instance.part(part.to_vec()).is_ok());
            let images = images.map(|part| Position::alone(position.mover, part));
            pairs.extend(images.map(|image| (position, evaluation, image)));
        }
        let images: Vec<Position> = pairs.iter().map(|(_, _, image)| image.clone()).collect();
        for ((position, evaluation, image), other) in pairs.into_iter().zip(table.evaluate(&images)) {
            let Some(other) = other.ok().filter(|other| other.winner.is_some()) else {
                is_everything = false;
                continue;
            };
            if (evaluation.winner, &evaluation.grundy, &evaluation.score) != (other.winner, &other.grundy, &other.score)
            {
                let expected =
                    message!("worth as much as {position}", position = table.instance.print_position(&image));
                return table.fails(position, expected, message!("it is not"));
            }
            tried += 1;
        }
        if tried > before {
            looked.push(table.givens().clone());
        }
    }
    if tried == 0 {
        return ClaimVerdict::Unknown { why: message!("no position could be compared with its image") };
    }
    let description = message!(
        "checked on {positions}{choices}",
        positions = positions(tried),
        choices = choices_in_words(looked.len())
    );
    ClaimVerdict::Holds { positions: tried, description, givens: looked, is_everything }
}

/// Returns the images of a part under the generators of a symmetry, or why there are none.
fn images(symmetry: &Symmetry, part: &Part) -> Result<Vec<Part>, Message> {
    match symmetry {
        Symmetry::Swap(components) => Ok(components
            .windows(2)
            .map(|pair| {
                let mut image = part.to_vec();
                image.swap(pair[0], pair[1]);
                Arc::new(image)
            })
            .collect()),
        Symmetry::Board(component, turns) => turns
            .iter()
            .map(|turn| {
                let mut image = part.to_vec();
                image[*component] = turned(&part[*component], *turn)?;
                Ok(Arc::new(image))
            })
            .collect(),
    }
}

/// Applies a reflection or rotation to a board.
fn turned(board: &Value, turn: Turn) -> Result<Value, Message> {
    let rows = board.as_elements().unwrap_or(&[]);
    let is_grid = rows.iter().any(|row| matches!(row, Value::List(_)));
    if !is_grid {
        return Ok(Value::list(rows.iter().rev().cloned().collect()));
    }
    let cells: Vec<Vec<Value>> = rows.iter().map(|row| row.as_elements().unwrap_or(&[]).to_vec()).collect();
    let (height, width) = (cells.len(), cells.first().map_or(0, Vec::len));
    if cells.iter().any(|row| row.len() != width) {
        return Err(message!("the rows are of different lengths"));
    }
    if matches!(turn, Turn::Transpose | Turn::Rotate) && height != width {
        return Err(message!("the board has {height} rows of {width}", height, width));
    }
    let at = |row: usize, column: usize| -> Value {
        match turn {
            Turn::Reflect => cells[row][width - 1 - column].clone(),
            Turn::Flip => cells[height - 1 - row][column].clone(),
            Turn::Transpose => cells[column][row].clone(),
            Turn::Rotate => cells[width - 1 - column][row].clone(),
        }
    };
    let made = (0..height).map(|row| Value::list((0..width).map(|column| at(row, column)).collect())).collect();
    Ok(Value::list(made))
}
