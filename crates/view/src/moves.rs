//! Every move of a position, where it leads and its value for the player who makes it.

use crate::answer::{MadeMove, winner};
use crate::described::title;
use crate::document::{Block, Document, Sheet, TextStyle, View, Words};
use crate::format::json;
use grundy_message::{Message, message};
use grundy_rules::{Compound, Instance, Int};
use grundy_solve::{Evaluation, Solution, Winner};
use serde_json::{Value, json};

/// The moves of a position as plain data.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// The position.
    pub position: String,
    /// The player to move, if named.
    pub mover: Option<String>,
    /// Each legal move, in the order of the rules.
    pub moves: Vec<ListedMove>,
    /// Number of moves, listed or not.
    pub move_count: usize,
    /// The limit that ended the work early, in one word.
    pub stopped: Option<&'static str>,
    /// Which moves are listed if not all: those that win, found by a theorem.
    pub only: Option<Message>,
}

/// One move of the list.
#[derive(Clone, Debug)]
pub struct ListedMove {
    /// The move and where it leads.
    pub made: MadeMove,
    /// Its value for the player who makes it.
    pub value: Evaluation,
    /// The points it earns.
    pub gain: Int,
    /// Whether the same player moves again.
    pub again: bool,
    /// Whether it keeps the best result.
    pub winning: bool,
}

/// The cells of one move.
type Row = Vec<(TextStyle, Message)>;

impl MoveList {
    /// Lists the moves of the position that was solved.
    pub fn new(instance: &Instance, compound: Compound, solution: &Solution) -> MoveList {
        let game = instance.game();
        let parts = solution.position.parts.len();
        MoveList {
            game: game.name.clone(),
            title: title(game),
            position: instance.print_position(&solution.position),
            mover: solution.position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned),
            moves: solution
                .moves
                .iter()
                .map(|valued| ListedMove {
                    made: MadeMove::new(instance, compound, parts, &valued.step),
                    value: valued.value.clone(),
                    gain: valued.step.gain.clone(),
                    again: valued.step.again,
                    winning: valued.is_winning,
                })
                .collect(),
            move_count: solution.moves.len(),
            stopped: solution.stop.map(|stop| stop.limit()),
            only: solution.theorem.as_ref().filter(|_| solution.stop.is_some()).map(|_| {
                let authority = solution.by.message();
                match &solution.winning_move_count {
                    Some(count) => message!("only winning moves are listed, of {count}; {authority}", count, authority),
                    None => message!("only winning moves are listed, of an unknown number; {authority}", authority),
                }
            }),
        }
    }

    /// Returns the nonempty columns, and the cells of each move.
    fn columns(&self) -> (Vec<Message>, Vec<Row>) {
        let any = |says: fn(&ListedMove) -> bool| self.moves.iter().any(says);
        type Cell = fn(&ListedMove) -> (TextStyle, Message);
        fn shown<T: ToString>(value: Option<T>) -> (TextStyle, Message) {
            (TextStyle::Plain, Message::text(value.map_or("?".to_owned(), |value| value.to_string())))
        }
        let columns: Vec<(Message, bool, Cell)> = vec![
            (message!("move"), true, |listed| (TextStyle::Plain, listed.made.words())),
            (message!("gain"), any(|listed| !listed.gain.is_zero()), |listed| shown(Some(&listed.gain))),
            (message!("again"), any(|listed| listed.again), |listed| {
                (TextStyle::Plain, if listed.again { message!("again") } else { Message::default() })
            }),
            (message!("to"), true, |listed| (TextStyle::Plain, Message::text(&listed.made.to))),
            (message!("result"), true, |listed| match listed.value.winner {
                Some(Winner::First) => (TextStyle::Good, message!("wins")),
                Some(Winner::Draw) => (TextStyle::Strong, message!("draws")),
                Some(Winner::Second) => (TextStyle::Faint, message!("loses")),
                None => (TextStyle::Plain, message!("?")),
            }),
            (message!("score"), any(|listed| listed.value.score.is_some()), |listed| {
                shown(listed.value.score.as_ref())
            }),
            (message!("grundy"), any(|listed| listed.value.grundy.is_some()), |listed| {
                shown(listed.value.grundy.as_ref())
            }),
            (message!("remoteness"), any(|listed| listed.value.remoteness.is_some()), |listed| {
                match listed.value.remoteness {
                    Some(moves) => shown(Some(moves)),
                    None => (TextStyle::Plain, Message::default()),
                }
            }),
            (Message::default(), any(|listed| listed.winning), |listed| {
                (TextStyle::Good, if listed.winning { message!("best") } else { Message::default() })
            }),
        ];
        let columns: Vec<(Message, Cell)> =
            columns.into_iter().filter(|(_, says, _)| *says).map(|(title, _, cell)| (title, cell)).collect();
        let rows = self.moves.iter().map(|listed| columns.iter().map(|(_, cell)| cell(listed)).collect()).collect();
        (columns.into_iter().map(|(title, _)| title).collect(), rows)
    }
}

impl View for MoveList {
    fn document(&self) -> Document {
        let head = Block::head(&self.title, Words::name(&self.position));
        if let (true, Some(only)) = (self.moves.is_empty(), &self.only) {
            return Document(vec![head, Block::Line(Words::plain(only))]);
        }
        if self.moves.is_empty() {
            let why = match self.stopped {
                Some(_) => message!("the moves were not listed"),
                None => message!("no moves"),
            };
            return Document(vec![head, Block::Line(Words::plain(why))]);
        }
        let (titles, rows) = self.columns();
        let rows = rows.into_iter().map(|row| row.into_iter().map(|cell| Words(vec![cell])).collect()).collect();
        let mut blocks = vec![head, Block::Columns { titles, rows }];
        blocks.extend(self.only.as_ref().map(|only| Block::Line(Words::of(TextStyle::Faint, only))));
        Document(blocks)
    }

    fn data(&self) -> Value {
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|listed| {
                json!({
                    "part": listed.made.part(),
                    "move": listed.made.mv(),
                    "to": listed.made.to,
                    "winner": winner(listed.value.winner),
                    "grundy": listed.value.grundy.as_ref().map(json::int),
                    "remoteness": listed.value.remoteness.map(|remoteness| remoteness.0),
                    "score": listed.value.score.as_ref().map(json::int),
                    "gain": json::int(&listed.gain),
                    "again": listed.again,
                    "winning": listed.winning,
                })
            })
            .collect();
        json!({
            "game": self.game, "position": self.position, "mover": self.mover, "moves": moves,
            "stopped": self.stopped, "move_count": self.move_count,
        })
    }

    fn sheet(&self) -> Option<Sheet<'_>> {
        let (titles, rows) = self.columns();
        Some(Sheet {
            titles: titles.iter().map(ToString::to_string).collect(),
            rows: Box::new(rows.into_iter().map(|row| row.into_iter().map(|(_, cell)| cell.to_string()).collect())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
    use crate::words::Language;
    use grundy_rules::{Colour, read};
    use grundy_solve::{Budget, Solver};
    use std::sync::Arc;

    #[track_caller]
    fn check(rules: &str, position: &str, expect: &str) {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let compound = instance.compound().unwrap();
        let mut solver = Solver::new(instance.clone(), compound, Budget::positions(1000)).unwrap();
        let list = MoveList::new(&instance, compound, &solver.solve_one(&position).unwrap());
        assert_eq!(
            text::write(&list.document(), Page { width: 80, colour: Colour::Never, language: Language::English }),
            expect
        );
    }

    #[test]
    fn moves_of_a_sum_are_listed_with_their_values() {
        check(
            "game nim(n) move take(k in 1..n) -> n - k",
            "1 2",
            "nim: 1 2\n\
             move               to   result  grundy  remoteness\n\
             part 1: take(k=1)  0 2  loses   2       1\n\
             part 2: take(k=1)  1 1  wins    0                   best\n\
             part 2: take(k=2)  1 0  loses   1       1\n",
        );
    }

    #[test]
    fn a_position_without_moves_is_reported() {
        check("game nim(n) move take(k in 1..n) -> n - k", "0", "nim: 0\nno moves\n");
    }
}
