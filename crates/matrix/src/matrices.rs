//! Tables as other programs write them: JSON with one or two matrices, and comma-separated values.

use crate::table::{Player, Table};
use grundy_message::{Message, message};
use grundy_value::Rational;
use grundy_value::rational::NotARational;
use serde_json::Value;

/// A matrix of payoffs.
type Matrix = Vec<Vec<Rational>>;

/// Returns the game of `{"A": [[…]], "B": [[…]]}`; without `B`, the second player gets the opposite of the first.
///
/// # Errors
/// Fails with what is wrong: a field or payoff that is missing or no number, or matrices that do not fit.
pub fn of_json(json: &Value) -> Result<Table, Message> {
    let Some(fields) = json.as_object() else { return Err(message!("an object with the matrix \"A\" is expected")) };
    if let Some(name) = fields.keys().find(|name| !["A", "B"].contains(&name.as_str())) {
        return Err(message!("there is no field `{name}`; a matrix game has \"A\" and \"B\"", name));
    }
    let matrix = |name: &str| fields.get(name).map(|value| json_matrix(name, value)).transpose();
    let Some(first) = matrix("A")? else { return Err(message!("the field \"A\" is missing")) };
    Table::of_matrices(first, matrix("B")?)
}

fn json_matrix(name: &str, value: &Value) -> Result<Matrix, Message> {
    let no_list = || message!("{name} is no list of rows of payoffs", name);
    let rows = value.as_array().ok_or_else(no_list)?;
    let mut matrix = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        let mut payoffs = Vec::new();
        for (column, cell) in cells.as_array().ok_or_else(no_list)?.iter().enumerate() {
            let text = match cell {
                Value::Number(number) => number.to_string(),
                Value::String(text) => text.trim().to_owned(),
                other => other.to_string(),
            };
            let place = message!("row {row}, column {column} of {name}", row = row + 1, column = column + 1, name);
            payoffs.push(payoff(&text, place)?);
        }
        matrix.push(payoffs);
    }
    Ok(matrix)
}

fn payoff(text: &str, place: Message) -> Result<Rational, Message> {
    text.parse().map_err(|why| match why {
        NotARational::NotANumber if text.is_empty() => message!("{place}: the payoff is missing", place),
        NotARational::NotANumber => message!("{place}: `{text}` is no number such as 3, -1/2 or 0.25", place, text),
        NotARational::DividedByZero => message!("{place}: `{text}` is divided by 0", place, text),
        NotARational::TooLarge => message!("{place}: the number is too long", place),
    })
}

/// Returns the game of a table of comma-separated values: a cell holds the first player's payoff, or both with a space or a semicolon
/// between. A first line and a first column that are no payoffs are the names of choices.
///
/// # Errors
/// Fails with what is wrong: a payoff that is missing or no number, or lines of different lengths.
pub fn of_csv(text: &str) -> Result<Table, Message> {
    let mut lines: Vec<(usize, Vec<String>)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| {
            (index + 1, line.split(',').map(|cell| cell.trim().trim_matches('"').to_owned()).collect())
        })
        .collect();
    let is_number =
        |cell: &String| parts(cell).iter().all(|part| part.parse::<Rational>() != Err(NotARational::NotANumber));
    let has_columns = lines.first().is_some_and(|(_, line)| {
        line.len() > 1 && !is_number(&line[0]) && !line[1..].iter().any(|cell| cell.is_empty() || is_number(cell))
    });
    let columns = has_columns.then(|| lines.remove(0).1);
    let has_rows = columns.is_some() || lines.iter().all(|(_, line)| line.first().is_some_and(|cell| !is_number(cell)));
    let (mut rows, mut first, mut second): (Vec<String>, Matrix, Matrix) = Default::default();
    let mut in_cell = None;
    for (number, mut line) in lines {
        if has_rows {
            rows.push(line.remove(0));
        }
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for (column, cell) in line.iter().enumerate() {
            let place =
                || message!("line {number}, column {column}", number, column = column + 1 + usize::from(has_rows));
            let parts = parts(cell);
            if parts.len() > 2 || in_cell.is_some_and(|count| count != parts.len()) {
                return Err(message!(
                    "{place}: a cell has one payoff, or both with a space between, the same in every cell",
                    place = place()
                ));
            }
            in_cell = Some(parts.len());
            own.push(payoff(parts[0], place())?);
            if let Some(part) = parts.get(1) {
                other.push(payoff(part, place())?);
            }
        }
        first.push(own);
        second.push(other);
    }
    let table = Table::of_matrices(first, (in_cell == Some(2)).then_some(second))?;
    let [row, column] = table.players() else { return Ok(table) };
    let named = |player: &Player, names: Option<Vec<String>>| Player {
        name: player.name.clone(),
        choices: names.filter(|names| names.len() == player.choices.len()).unwrap_or_else(|| player.choices.clone()),
    };
    let columns = columns.map(|names| names[1..].to_vec());
    let players = vec![named(row, has_rows.then_some(rows)), named(column, columns)];
    for player in &players {
        if let Some(name) =
            player.choices.iter().enumerate().find_map(|(at, name)| player.choices[..at].contains(name).then_some(name))
        {
            return Err(message!("the choice `{name}` is named twice", name));
        }
    }
    let payoffs = (0..2).map(|player| (0..table.profiles()).map(|cell| table.payoff(player, cell).clone()).collect());
    Table::new(players, payoffs.collect())
}

fn parts(cell: &str) -> Vec<&str> {
    let parts: Vec<&str> = cell.split([';', ' ']).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { vec![""] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn matrices_are_read_from_json() {
        let table = of_json(&json!({"A": [[1, "1/2"], [0.25, -3]]})).unwrap();
        assert_eq!((table.payoff(0, 2).to_string(), table.payoff(1, 1).to_string()), ("1/4".into(), "-1/2".into()));
        for wrong in [
            json!({"A": [[1, 2], [3]]}),
            json!({"A": [[1, 2]], "B": [[1, 2], [3, 4]]}),
            json!({"A": [[1, 2]], "B": [[1]]}),
            json!({"A": [["1/0"]]}),
            json!({"A": [["nan"]]}),
            json!({"A": [[null]]}),
            json!({"A": [[]]}),
            json!({"A": []}),
            json!({"A": 3}),
            json!({"A": [3]}),
            json!({"B": [[1]]}),
            json!({"A": [[1]], "C": [[1]]}),
            json!([[1]]),
        ] {
            assert!(of_json(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn tables_are_read_from_comma_separated_values() {
        let table = of_csv(",confess,deny\nconfess,-8 -8,0 -10\ndeny,-10 0,-2;-2\n").unwrap();
        assert_eq!(table.players()[1].choices, ["confess", "deny"]);
        assert_eq!(table.payoff(1, 1).to_string(), "-10");
        let plain = of_csv("0,-1,1\n1,0,-1\n-1,1,0\n").unwrap();
        assert_eq!((plain.sizes(), plain.constant_sum().unwrap().to_string()), (vec![3, 3], "0".into()));
        for wrong in ["1,2\n3", "1,\n2,3", "1 2,3\n4,5", "1,x\n2,3", "a,b,b\nx,1,2", "", "1/0", "1 2 3"] {
            assert!(of_csv(wrong).is_err(), "{wrong}");
        }
    }
}
