//! Questions that templates cannot make: one function an adapter, named in the mapping files, which also say what it does.
//!
//! In: a case and the question that the templates of its map have made. Out: the questions to ask. An adapter only writes a
//! position or an answer down in another form, or plays moves that were played; it never works out who wins.

use crate::catalogue;
use crate::mapping::{Expected, Meaning, Question, render};
use grundy_rules::{Instance, Meter, Value};
use serde_json::Value as Json;

/// What an adapter makes, or what is missing in the case.
type Made = Result<Vec<Question>, String>;

/// Makes the questions of a case with the adapter of this name.
///
/// # Errors
/// There is no such adapter, or the case is not what it expects.
pub fn adapt(name: &str, case: &Json, question: Question) -> Made {
    let input = &case["input"];
    match name {
        "board_size" => Ok(vec![grid_size(&input["board"], question)?]),
        "mover_by_count" => mover_by_count(input, question),
        "partizan_outcome" => partizan_outcome(case, question),
        "hackenbush_rb" => hackenbush_rb(case, question),
        "rooted_graphs" => rooted_graphs(input, question),
        "dots_and_boxes" => dots_and_boxes(input, question),
        "fox_and_geese" => fox_and_geese(input, question),
        "triangle_war" => triangle_war(case, question),
        "grid_size" => Ok(vec![grid_size(&input["grid"], question)?]),
        "blocks" => blocks(input, question),
        "bombs" => bombs(input, question),
        "digit_list" => digit_list(input, question),
        "labelled_ends" => labelled_ends(input, question),
        "ring_with_gaps" => ring_with_gaps(input, question),
        "sheets" => sheets(input, question),
        "stone_boxes" => {
            let boxes = pairs(&input["boxes"])?;
            Ok(vec![with_parts(question, boxes.iter().map(|[room, held]| format!("{held},{}", room - held)))])
        }
        "kalah_stores" => {
            let store = |name: &str| input[name].as_i64().unwrap_or(0);
            let stored = store("my_store") - store("their_store");
            rescored(case, question, |answer| answer - stored)
        }
        "own_score" => {
            let total: i64 = list(&input["piles"])?.iter().map(number).sum::<Result<i64, String>>()?;
            rescored(case, question, |answer| 2 * answer - total)
        }
        other => Err(format!("there is no adapter `{other}`")),
    }
}

fn number(value: &Json) -> Result<i64, String> {
    value.as_i64().ok_or_else(|| format!("{value} is not a number"))
}

fn list(value: &Json) -> Result<&Vec<Json>, String> {
    value.as_array().ok_or_else(|| format!("{value} is not a list"))
}

fn pair(value: &Json) -> Result<[i64; 2], String> {
    match list(value)?.as_slice() {
        [one, two, ..] => Ok([number(one)?, number(two)?]),
        _ => Err(format!("{value} is not a pair")),
    }
}

fn json_of_pairs(pairs: &[[i64; 2]]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|[u, v]| format!("[{u},{v}]")).collect();
    format!("[{}]", pairs.join(","))
}

fn json_of_flags(flags: &[bool]) -> String {
    format!("[{}]", flags.iter().map(bool::to_string).collect::<Vec<_>>().join(","))
}

fn pairs(value: &Json) -> Result<Vec<[i64; 2]>, String> {
    list(value)?.iter().map(pair).collect()
}

/// The rows of a board.
fn rows(value: &Json) -> Result<Vec<&str>, String> {
    list(value)?.iter().map(|row| row.as_str().ok_or_else(|| format!("{row} is not a row"))).collect()
}

/// The same question about these parts.
fn with_parts(mut question: Question, parts: impl IntoIterator<Item = String>) -> Question {
    question.asked.parts = Some(parts.into_iter().collect());
    question
}

/// The givens `rows` and `cols` from a board that is a list of strings.
fn grid_size(board: &Json, mut question: Question) -> Result<Question, String> {
    let rows = list(board)?;
    let width = rows.first().and_then(Json::as_str).map_or(0, |row| row.chars().count());
    question.asked.givens.push(("rows".into(), rows.len().to_string()));
    question.asked.givens.push(("cols".into(), width.to_string()));
    Ok(question)
}

/// X is to move where the board has as many X as O; a board of nine letters in one string is cut into rows.
fn mover_by_count(input: &Json, mut question: Question) -> Made {
    let board = render(&input["board"]);
    let count = |sign: char| board.chars().filter(|letter| *letter == sign).count();
    question.asked.mover = Some(if count('X') == count('O') { "X" } else { "O" }.into());
    if input["board"].is_string() && board.len() == 9 {
        question.asked.parts = Some(vec![[&board[..3], &board[3..6], &board[6..]].join("/")]);
    }
    Ok(vec![question])
}

/// The outcome class L, R, N or P is two questions: who wins where left moves first, and where right does.
fn partizan_outcome(case: &Json, mut question: Question) -> Made {
    if case["input"]["board"].is_array() {
        question = grid_size(&case["input"]["board"], question)?;
    }
    let (left, right) = match case["answer"]["outcome"].as_str() {
        Some("L") => ("first", "second"),
        Some("R") => ("second", "first"),
        Some("N") => ("first", "first"),
        Some("P") => ("second", "second"),
        _ => return Err("the answer has no outcome".into()),
    };
    let ask = |mover: &str, winner: &str| {
        let mut question = question.clone();
        question.asked.mover = Some(mover.into());
        question.expected = vec![Expected { field: "outcome".into(), meaning: Meaning::Winner, value: winner.into() }];
        question
    };
    Ok(vec![ask("left", left), ask("right", right)])
}

/// Edges with their colours become two givens.
fn hackenbush_rb(case: &Json, mut question: Question) -> Made {
    let edges = list(&case["input"]["edges"])?;
    let pairs = pairs(&case["input"]["edges"])?;
    let colours: String = edges.iter().filter_map(|edge| edge[2].as_str()).collect();
    question.asked.givens.push(("edges".into(), json_of_pairs(&pairs)));
    question.asked.givens.push(("colours".into(), if colours.is_empty() { "\"\"".into() } else { colours }));
    partizan_outcome(case, question)
}

/// Several graphs with root 1 become one, and each piece that hangs at the root one part.
fn rooted_graphs(input: &Json, mut question: Question) -> Made {
    let mut edges: Vec<[i64; 2]> = Vec::new();
    let mut next_name = 2;
    for graph in list(&input["graphs"])? {
        let size = number(&graph["n"])?;
        let name = |node: i64| if node == 1 { 1 } else { next_name + node - 2 };
        for edge in list(&graph["edges"])? {
            edges.push(pair(edge)?.map(name));
        }
        next_name += (size - 1).max(0);
    }
    // Edges of one piece share a node other than the root, directly or through others of the piece.
    let mut piece: Vec<usize> = (0..edges.len()).collect();
    loop {
        let before = piece.clone();
        for one in 0..edges.len() {
            for other in 0..one {
                if edges[one].iter().any(|node| *node != 1 && edges[other].contains(node)) {
                    let least = piece[one].min(piece[other]);
                    piece[one] = least;
                    piece[other] = least;
                }
            }
        }
        if piece == before {
            break;
        }
    }
    let belongs = |which: usize| -> Vec<bool> { piece.iter().map(|piece| *piece == which).collect() };
    let hangs = |flags: &Vec<bool>| edges.iter().zip(flags).any(|(edge, belongs)| *belongs && edge.contains(&1));
    let mut parts: Vec<Vec<bool>> =
        (0..edges.len()).filter(|which| piece[*which] == *which).map(belongs).filter(hangs).collect();
    if parts.is_empty() {
        parts.push(vec![false; edges.len()]);
    }
    question.asked.givens.push(("edges".into(), json_of_pairs(&edges)));
    question.asked.parts = Some(parts.iter().map(|flags| json_of_flags(flags)).collect());
    Ok(vec![question])
}

/// The lines drawn, as the two grids of the game.
fn dots_and_boxes(input: &Json, mut question: Question) -> Made {
    let (rows, columns) = (number(&input["rows"])? as usize, number(&input["cols"])? as usize);
    let mut across = vec![vec!['.'; columns]; rows + 1];
    let mut down = vec![vec!['.'; columns + 1]; rows];
    for line in list(&input["drawn"])? {
        let (i, j) = (number(&line[1])? as usize, number(&line[2])? as usize);
        match line[0].as_str() {
            Some("h") => across[i][j] = '-',
            Some("v") => down[i][j] = '|',
            _ => return Err(format!("{line} is not a line")),
        }
    }
    question.asked.parts = Some(vec![format!("{},{}", grid(&across), grid(&down))]);
    Ok(vec![question])
}

fn grid(cells: &[Vec<char>]) -> String {
    cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The pieces on a board.
fn fox_and_geese(input: &Json, mut question: Question) -> Made {
    let size = number(&input["n"])? as usize;
    let mut board = vec![vec!['.'; size]; size];
    for [row, column] in pairs(&input["geese"])? {
        board[row as usize][column as usize] = 'G';
    }
    let [row, column] = pair(&input["fox"])?;
    board[row as usize][column as usize] = 'F';
    question.asked.parts = Some(vec![grid(&board)]);
    Ok(vec![question])
}

/// One board or several, filled up to the same size with filled squares.
fn blocks(input: &Json, mut question: Question) -> Made {
    let boards: Vec<Vec<&str>> = match &input["boards"] {
        Json::Null => vec![rows(&input["grid"])?],
        several => list(several)?.iter().map(rows).collect::<Result<_, _>>()?,
    };
    let height = boards.iter().map(Vec::len).max().unwrap_or(1);
    let width = boards.iter().flatten().map(|row| row.len()).max().unwrap_or(1);
    question.asked.givens.push(("rows".into(), height.to_string()));
    question.asked.givens.push(("cols".into(), width.to_string()));
    let fill = |board: &Vec<&str>| {
        let cell = |i: usize, j: usize| board.get(i).and_then(|row| row.as_bytes().get(j)) == Some(&b'0');
        let square = |i: usize, j: usize| if cell(i, j) { '.' } else { '#' };
        grid(&(0..height).map(|i| (0..width).map(|j| square(i, j)).collect()).collect::<Vec<_>>())
    };
    Ok(vec![with_parts(question, boards.iter().map(fill))])
}

/// Each bomb is a part of its own: its row and its column, from 1.
fn bombs(input: &Json, question: Question) -> Made {
    let mut parts = Vec::new();
    for (i, row) in rows(&input["grid"])?.into_iter().enumerate() {
        for (j, _) in row.chars().enumerate().filter(|(_, square)| *square == '#') {
            parts.push(format!("{},{}", i + 1, j + 1));
        }
    }
    Ok(vec![with_parts(question, parts)])
}

/// A string of digits as a list of numbers.
fn digit_list(input: &Json, question: Question) -> Made {
    let digits: Vec<String> = render(&input["s"]).chars().map(String::from).collect();
    Ok(vec![with_parts(question, [format!("[{}]", digits.join(","))])])
}

/// The nodes whose ends are won or drawn, as two givens.
fn labelled_ends(input: &Json, mut question: Question) -> Made {
    for (given, word) in [("won", "win"), ("drawn", "draw")] {
        let labels = input["terminal"].as_object().into_iter().flatten();
        let nodes: Vec<&str> = labels.filter(|(_, label)| *label == word).map(|(node, _)| node.as_str()).collect();
        question.asked.givens.push((given.into(), format!("[{}]", nodes.join(","))));
    }
    Ok(vec![question])
}

/// What is left of a ring of coins: a part for each run of coins between two gaps.
fn ring_with_gaps(input: &Json, question: Question) -> Made {
    let size = number(&input["n"])?;
    let mut gaps: Vec<i64> = list(&input["removed"])?.iter().map(number).collect::<Result<_, _>>()?;
    gaps.sort_unstable();
    let first = *gaps.first().ok_or("the ring has no gap")?;
    gaps.push(first + size);
    let runs = gaps.windows(2).map(|gaps| gaps[1] - gaps[0] - 1).filter(|run| *run > 0);
    Ok(vec![with_parts(question, runs.map(|run| format!("{run},false")))])
}

/// Sheets are asked of the reduced game where no side is 1, else of the game as it is played.
fn sheets(input: &Json, mut question: Question) -> Made {
    let sheets = pairs(&input["sheets"])?;
    let reduced = sheets.iter().flatten().all(|side| *side >= 2);
    question.asked.game = if reduced { "cutting" } else { "cutting_to_one" }.into();
    Ok(vec![with_parts(question, sheets.iter().map(|[w, h]| format!("{w},{h}")))])
}

/// The answer of a case as the score that the game itself counts.
fn rescored(case: &Json, mut question: Question, score: impl Fn(i64) -> i64) -> Made {
    let answer = number(&case["answer"])?;
    for expected in question.expected.iter_mut().filter(|expected| expected.field == "answer") {
        expected.value = score(answer).to_string();
    }
    Ok(vec![question])
}

/// Plays the moves of a game of Triangle War; the rest of the game must bring the difference that the case states.
fn triangle_war(case: &Json, question: Question) -> Made {
    let instance = Instance::new(catalogue::game("triangle_war")?, Vec::new()).map_err(|fault| fault.sentence())?;
    let lines: Vec<Vec<i64>> = numbers(&instance.givens()[0]);
    let nothing_drawn = json_of_flags(&vec![false; lines.len()]);
    let mut part = instance.parse_part(&nothing_drawn).map_err(|fault| fault.sentence())?;
    // A's triangles minus B's, and 1 where A is to move, -1 where B is.
    let (mut difference, mut turn) = (0, 1);
    for played in list(&case["input"]["moves"])? {
        let [u, v] = pair(played)?;
        let line = lines.iter().position(|line| *line == [u.min(v), u.max(v)]).map(|line| Value::from(line as i64));
        let moves = instance.moves(&part, None, &Meter::steps(1 << 20)).map_err(|fault| fault.sentence())?;
        let made = moves.into_iter().find(|one| one.choices.first() == line.as_ref());
        let made = made.ok_or_else(|| format!("{played} cannot be drawn"))?;
        difference += turn * made.gain.to_i64().unwrap_or_default();
        if !made.again {
            turn = -turn;
        }
        part = made.to.into_iter().next().ok_or("a line leaves the triangle in one part")?;
    }
    let stated = number(&case["score_diff"])?;
    let winner = if stated > 0 { "first" } else { "second" };
    if case["answer"] != winner {
        return Err(format!("a difference of {stated} does not make {} win", case["answer"]));
    }
    let mut question = with_parts(question, [instance.print_part(&part)]);
    let score = turn * (stated - difference);
    question.expected =
        vec![Expected { field: "score_diff".into(), meaning: Meaning::Score, value: score.to_string() }];
    Ok(vec![question])
}

/// A list of lists of numbers.
fn numbers(value: &Value) -> Vec<Vec<i64>> {
    let elements = |value: &Value| value.as_elements().unwrap_or_default().to_vec();
    let number = |value: &Value| value.as_int().and_then(|int| int.to_i64()).unwrap_or_default();
    elements(value).iter().map(|inner| elements(inner).iter().map(number).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Asked;
    use serde_json::json;

    #[track_caller]
    fn check(name: &str, case: Json, expect: &str) {
        let question = Question { asked: Asked::default(), expected: Vec::new() };
        let made: Vec<String> = adapt(name, &case, question)
            .unwrap()
            .into_iter()
            .map(|question| {
                let parts = question.asked.parts.unwrap_or_default().join(" ");
                format!("{} {parts}", question.asked.mover.unwrap_or_default()).trim().to_owned()
            })
            .collect();
        assert_eq!(made.join("; "), expect);
    }

    #[test]
    fn boards_are_written_as_the_games_write_them() {
        check("mover_by_count", json!({"input": {"board": "X........"}}), "O X../.../...");
        check("fox_and_geese", json!({"input": {"n": 2, "geese": [[0, 1]], "fox": [1, 0]}}), ".G/F.");
        check(
            "dots_and_boxes",
            json!({"input": {"rows": 1, "cols": 2, "drawn": [["h", 1, 0], ["v", 0, 2]]}}),
            "../-.,..|",
        );
    }

    #[test]
    fn each_piece_at_the_root_is_one_part() {
        let graphs = json!([{"n": 3, "edges": [[1, 2], [1, 3], [3, 1]]}, {"n": 3, "edges": [[2, 3], [1, 1]]}]);
        check(
            "rooted_graphs",
            json!({"input": {"graphs": graphs}}),
            "[true,false,false,false,false] [false,true,true,false,false] [false,false,false,false,true]",
        );
        check("rooted_graphs", json!({"input": {"graphs": []}}), "[]");
    }

    #[test]
    fn lists_and_rings_become_parts() {
        check("digit_list", json!({"input": {"s": "20"}}), "[2,0]");
        check("stone_boxes", json!({"input": {"boxes": [[6, 2]]}}), "2,4");
        check("ring_with_gaps", json!({"input": {"n": 6, "removed": [4, 1]}}), "2,false 2,false");
        check("bombs", json!({"input": {"grid": ["..", ".#"]}}), "2,2");
        check("blocks", json!({"input": {"boards": [["00", "01"], ["0"]]}}), "../.# .#/##");
    }

    #[test]
    fn an_outcome_is_two_questions() {
        check("partizan_outcome", json!({"input": {}, "answer": {"outcome": "L"}}), "left; right");
    }
}
