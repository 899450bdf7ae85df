//! A position for drawing: its parts as values, and its moves with what they change.
//!
//! Includes what the command line prints of a move, under the same names; `made` has, for each part moved in, the rule,
//! the choices, and the parts that it leaves.

use crate::asked::Play;
use crate::bench::{Patience, SolverCache};
use crate::describe;
use crate::limits::{self, Limits};
use crate::problem::Problem;
use grundy::argument::{Listed, list_moves};
use grundy::rules::Game;
use grundy::rules::game::Ties;
use grundy::view::position_graph::ending_word;
use grundy::view::{BoardPicture, MoveList, View};
use grundy::{Meter, Part, Standing, Step, Terminal};
use serde_json::{Map, Value, json};

/// Describes the position.
///
/// # Errors
/// Fails if the question or the rules are wrong.
pub fn board(request: &Value, bench: &mut SolverCache, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(request, limits)?;
    let position = play.position(request)?;
    let game = play.instance.game();
    let solver = bench.solver(&play, patience(request)?)?;
    let mut solution = solver.solve_one(&position).map_err(|fault| play.problem(&fault))?;
    let is_settled = solution.stop.is_none();
    let listed = list_moves(solver, &mut solution).map_err(|fault| play.problem(&fault))?;
    if is_settled {
        bench.settle();
    }
    let count = (listed == Listed::All).then_some(solution.moves.len());
    solution.moves.truncate(play.listed_moves(&position, limits::MAX_BOARD_MOVES));
    let mut list = MoveList::new(&play.instance, play.compound, &solution).data();
    let entries = list["moves"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let mut moves: Vec<Value> = Vec::new();
    for (mut data, valued) in entries.into_iter().zip(&solution.moves) {
        data["made"] = made(game, &valued.step);
        moves.push(data);
    }
    let ending = match solution.moves.is_empty() && listed == Listed::All {
        true => match play.instance.look(&position, play.compound, &Meter::steps(limits::MAX_BOARD_STEPS)) {
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
        "joint": !matches!(play.compound, grundy::Compound::One | grundy::Compound::Anti),
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

/// Returns how long to wait, from the field `patience`: a player gets a move at once and queries unknown values again.
fn patience(request: &Value) -> Result<Patience, Problem> {
    match request.get("patience") {
        None | Some(Value::Null) => Ok(Patience::Moment),
        Some(given) => match given.as_str() {
            Some("" | "moment") => Ok(Patience::Moment),
            Some("whole") => Ok(Patience::Whole),
            _ => Err(Problem::request("`patience` is moment or whole")),
        },
    }
}

/// Returns how play ended where only a solver knows that it did.
fn by_winner(solution: &grundy::Solution) -> Option<Terminal> {
    Some(match solution.winner? {
        grundy::Winner::First => Terminal::Win,
        grundy::Winner::Second => Terminal::Lose,
        grundy::Winner::Draw => Terminal::Draw,
    })
}

fn values(game: &Game, part: &Part) -> Value {
    Value::Array(part.iter().map(|value| describe::value(game, value)).collect())
}

fn made(game: &Game, step: &Step) -> Value {
    let described = step.moves.iter().map(|(index, mv)| {
        let rule = &game.moves[mv.rule];
        let choices: Map<String, Value> = rule
            .binders
            .iter()
            .zip(&mv.choices)
            .map(|(binder, choice)| (binder.name.clone(), describe::value(game, choice)))
            .collect();
        let to: Vec<Value> = mv.to.iter().map(|part| values(game, part)).collect();
        json!({"part": index, "rule": rule.name, "choices": choices, "to": to})
    });
    Value::Array(described.collect())
}
