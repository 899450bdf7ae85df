//! A position for who draws it: its parts as values, and its moves with what they change.
//!
//! What the command line tells of a move stands here too, under the same names; `made` tells in each part moved in the rule,
//! the choices, and the parts that it leaves.

use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::describe;
use crate::options::Limits;
use crate::problem::Problem;
use grundy::argument::{Listed, list_moves};
use grundy::rules::game::Ties;
use grundy::view::position_graph::ending_word;
use grundy::view::{BoardPicture, MoveList, View};
use grundy::{Ending, Game, Meter, Part, Standing, Step};
use serde_json::{Map, Value, json};

/// How many moves are told; all of them are counted.
const MOST_MOVES: usize = 3000;
/// How many steps of the rules a look at a position without moves may take.
const MOST_STEPS: u64 = 20_000_000;

/// Describes the position.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn board(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let position = play.position(asked)?;
    let game = play.instance.game();
    let solver = bench.solver(&play, patience(asked)?)?;
    let mut solution = solver.solve_one(&position).map_err(|fault| play.problem(&fault))?;
    let is_settled = solution.stop.is_none();
    let listed = list_moves(solver, &mut solution).map_err(|fault| play.problem(&fault))?;
    if is_settled {
        bench.settle();
    }
    let list = MoveList::new(&play.instance, play.join, &solution).data();
    let told = list["moves"].as_array().cloned().unwrap_or_default();
    let mut moves: Vec<Value> = Vec::new();
    for (mut data, valued) in told.into_iter().zip(&solution.moves).take(MOST_MOVES) {
        data["made"] = made(game, &valued.step);
        moves.push(data);
    }
    let count = (listed == Listed::All).then_some(solution.moves.len());
    let ending = match solution.moves.is_empty() && listed == Listed::All {
        true => match play.instance.look(&position, play.join, &Meter::steps(MOST_STEPS)) {
            Ok(Standing::Ended(end)) => Some(end),
            _ => by_winner(&solution),
        },
        false => None,
    };
    let picture = BoardPicture::new(&play.instance, &position);
    let part = |part: &Option<Part>| part.as_ref().map_or_else(|| json!([]), |part| values(game, part));
    Ok(json!({
        "game": list["game"],
        "name": play.name,
        "position": list["position"],
        "mover": list["mover"],
        "players": list["mover"].as_str().map(|_| {
            [grundy::Side::Left, grundy::Side::Right].map(|side| game.side_name(side))
        }),
        "parts": position.parts.iter().map(part).collect::<Vec<Value>>(),
        "board": picture.board,
        "drawings": picture.parts.iter().map(|part| part.data()).collect::<Vec<Value>>(),
        "components": describe::components(game, &game.components),
        "givens": describe::given_values(&play.instance),
        "points": game.points,
        "ties": match game.ties {
            Ties::Draw => Some("draw"),
            Ties::First => Some("first"),
            Ties::Side(side) => game.side_name(side),
        },
        "joint": !matches!(play.join, grundy::Join::One | grundy::Join::Anti),
        "winner": solution.winner.map(|winner| winner.to_string()),
        "grundy": solution.grundy.map(|grundy| grundy.0),
        "remoteness": solution.remoteness.map(|remoteness| remoteness.0),
        "score": solution.score.as_ref().map(grundy::view::format::json::int),
        "ending": ending.as_ref().map(ending_word),
        "move_count": count,
        "moves": moves,
        "stopped": list["stopped"],
    }))
}

/// How long to wait, from the field `patience`: who plays sees a move at once and asks for what is not known yet again.
fn patience(asked: &Value) -> Result<Patience, Problem> {
    match asked.get("patience") {
        None | Some(Value::Null) => Ok(Patience::Moment),
        Some(said) => match said.as_str() {
            Some("" | "moment") => Ok(Patience::Moment),
            Some("whole") => Ok(Patience::Whole),
            _ => Err(Problem::request("`patience` is moment or whole")),
        },
    }
}

/// How play ended where only a solver knows that it did.
fn by_winner(solution: &grundy::Solution) -> Option<Ending> {
    Some(match solution.winner? {
        grundy::Winner::First => Ending::Win,
        grundy::Winner::Second => Ending::Lose,
        grundy::Winner::Draw => Ending::Draw,
    })
}

fn values(game: &Game, part: &Part) -> Value {
    Value::Array(part.iter().map(|value| describe::value(game, value)).collect())
}

fn made(game: &Game, step: &Step) -> Value {
    let told = step.moves.iter().map(|(place, movement)| {
        let rule = &game.moves[movement.rule];
        let choices: Map<String, Value> = rule
            .binders
            .iter()
            .zip(&movement.choices)
            .map(|(binder, choice)| (binder.name.clone(), describe::value(game, choice)))
            .collect();
        let to: Vec<Value> = movement.to.iter().map(|part| values(game, part)).collect();
        json!({"part": place, "rule": rule.name, "choices": choices, "to": to})
    });
    Value::Array(told.collect())
}
