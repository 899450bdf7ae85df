//! A position for drawing: its parts as values, and its moves with what they change.
//!
//! Includes what the command line prints of a move, under the same names; `made` has, for each part moved in, the rule,
//! the choices, and the parts that it leaves.

use super::limits::{MAX_BOARD_MOVES, MAX_BOARD_STEPS};
use super::{Fields, Patience, Play, SolverCache};
use crate::rules::game::Ties;
use crate::rules::{Game, Position};
use crate::view::described::{components, given_values, value};
use crate::view::format::json::int;
use crate::view::position_graph::ending_word;
use crate::view::{BoardPicture, MoveList, View};
use crate::{Compound, Error, Listed, Meter, Part, Side, Solution, Standing, Step, Terminal, Winner};
use grundy_message::message;
use serde_json::{Map, Value, json};

/// Asks for a position to be drawn and played.
pub struct Board {
    /// The game.
    pub play: Play,
    /// The position.
    pub position: Position,
    /// How long to wait: a player gets a move at once and queries unknown values again.
    pub patience: Patience,
}

impl Board {
    pub(super) fn read(fields: &Fields) -> Result<Board, Error> {
        let (play, position) = fields.position()?;
        let patience = match fields.text("patience")? {
            None | Some("moment") => Patience::Moment,
            Some("whole") => Patience::Whole,
            Some(_) => return Err(Error::wrong(message!("`patience` is moment or whole"))),
        };
        Ok(Board { play, position, patience })
    }

    /// Describes the position.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<Value, Error> {
        let (play, position) = (&self.play, &self.position);
        let fail = |fault| play.error(fault);
        let game = play.instance.game();
        let solver = cache.solver(play, self.patience)?;
        let mut solution = solver.solve_one(position).map_err(fail)?;
        let is_settled = solution.stop.is_none();
        solver.list_moves(&mut solution).map_err(fail)?;
        if is_settled {
            cache.settle();
        }
        let count = (solution.listed == Listed::All).then_some(solution.moves.len());
        solution.moves.truncate(play.limits.listed_moves(play, position, MAX_BOARD_MOVES));
        let mut list = MoveList::new(&play.instance, play.compound, &solution).data();
        let mut moves = list["moves"].as_array_mut().map(std::mem::take).unwrap_or_default();
        let picture = BoardPicture::new(&play.instance, position);
        for (data, valued) in moves.iter_mut().zip(&solution.moves) {
            data["made"] = made(game, &valued.step);
            let touches = picture.touches(&play.instance, position, &valued.step);
            data["touches"] = json!(touches.all);
            data["begins"] = json!(touches.first);
        }
        let ending = match solution.moves.is_empty() && solution.listed == Listed::All {
            true => match play.instance.look(position, play.compound, &Meter::steps(MAX_BOARD_STEPS)) {
                Ok(Standing::Ended(end)) => Some(end),
                _ => by_winner(&solution),
            },
            false => None,
        };
        let part = |part: &Option<Part>| part.as_ref().map_or_else(|| json!([]), |part| values(game, part));
        Ok(json!({
            "game": list["game"],
            "name": play.name,
            "position": list["position"],
            "mover": list["mover"],
            "players": list["mover"].as_str().map(|_| {
                [Side::Left, Side::Right].map(|side| game.side_name(side))
            }),
            "parts": position.parts.iter().map(part).collect::<Vec<Value>>(),
            "board": picture.board,
            "drawings": picture.parts.iter().map(|part| part.data()).collect::<Vec<Value>>(),
            "components": components(game, &game.components),
            "givens": given_values(&play.instance),
            "points": game.points,
            "ties": match game.ties {
                Ties::Draw => Some("draw"),
                Ties::First => Some("first"),
                Ties::Side(side) => game.side_name(side),
            },
            "joint": !matches!(play.compound, Compound::One | Compound::Anti),
            "winner": solution.value.winner.map(|winner| winner.to_string()),
            "grundy": solution.value.grundy.as_ref().map(int),
            "remoteness": solution.value.remoteness.map(|remoteness| remoteness.0),
            "score": solution.value.score.as_ref().map(int),
            "ending": ending.as_ref().map(ending_word),
            "move_count": count,
            "moves": moves,
            "stopped": list["stopped"],
        }))
    }
}

/// Returns how play ended where only a solver knows that it did.
fn by_winner(solution: &Solution) -> Option<Terminal> {
    Some(match solution.value.winner? {
        Winner::First => Terminal::Win,
        Winner::Second => Terminal::Lose,
        Winner::Draw => Terminal::Draw,
    })
}

fn values(game: &Game, part: &Part) -> Value {
    Value::Array(part.iter().map(|component| value(game, component)).collect())
}

fn made(game: &Game, step: &Step) -> Value {
    let described = step.moves.iter().map(|(index, mv)| {
        let rule = &game.moves[mv.rule];
        let choices: Map<String, Value> = rule
            .binders
            .iter()
            .zip(&mv.choices)
            .map(|(binder, choice)| (binder.name.clone(), value(game, choice)))
            .collect();
        let to: Vec<Value> = mv.to.iter().map(|part| values(game, part)).collect();
        json!({"part": index, "rule": rule.name, "choices": choices, "to": to})
    });
    Value::Array(described.collect())
}
