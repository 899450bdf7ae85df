//! Every move of a position, where it leads and its value for the player who makes it.

use crate::answer::{MadeMove, winner};
use crate::document::{Block, Document, Sheet, TextStyle, View, Words};
use crate::format::json;
use grundy_rules::{Compound, Instance, Int};
use grundy_solve::{Evaluation, Solution, Winner};
use serde_json::{Value, json};

/// The moves of a position as plain data.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Its titles in other languages: (language, title).
    pub titles: Vec<(String, String)>,
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
    pub only: Option<String>,
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
type Row = Vec<(TextStyle, String)>;

impl MoveList {
    /// Lists the moves of the position that was solved.
    pub fn new(instance: &Instance, compound: Compound, solution: &Solution) -> MoveList {
        let game = instance.game();
        let parts = solution.position.parts.len();
        MoveList {
            game: game.name.clone(),
            title: game.title.clone().unwrap_or_else(|| game.name.clone()),
            titles: game.titles.clone(),
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
                let count = solution.winning_move_count.as_ref();
                let count = count.map_or_else(|| "an unknown number".to_owned(), ToString::to_string);
                format!("only winning moves are listed, of {count}; {}", solution.by)
            }),
        }
    }

    /// Returns the nonempty columns, and the cells of each move.
    fn columns(&self) -> (Vec<&'static str>, Vec<Row>) {
        let any = |says: fn(&ListedMove) -> bool| self.moves.iter().any(says);
        type Cell = fn(&ListedMove) -> (TextStyle, String);
        fn shown<T: ToString>(value: Option<T>) -> (TextStyle, String) {
            (TextStyle::Plain, value.map_or("?".to_owned(), |value| value.to_string()))
        }
        let columns: Vec<(&'static str, bool, Cell)> = vec![
            ("move", true, |listed| (TextStyle::Name, listed.made.words())),
            ("gain", any(|listed| !listed.gain.is_zero()), |listed| (TextStyle::Plain, listed.gain.to_string())),
            ("again", any(|listed| listed.again), |listed| {
                (TextStyle::Plain, if listed.again { "again" } else { "" }.into())
            }),
            ("to", true, |listed| (TextStyle::Name, listed.made.to.clone())),
            ("result", true, |listed| match listed.value.winner {
                Some(Winner::First) => (TextStyle::Good, "wins".to_owned()),
                Some(Winner::Draw) => (TextStyle::Strong, "draws".to_owned()),
                Some(Winner::Second) => (TextStyle::Faint, "loses".to_owned()),
                None => (TextStyle::Plain, "?".to_owned()),
            }),
            ("score", any(|listed| listed.value.score.is_some()), |listed| shown(listed.value.score.as_ref())),
            ("grundy", any(|listed| listed.value.grundy.is_some()), |listed| shown(listed.value.grundy.as_ref())),
            ("remoteness", any(|listed| listed.value.remoteness.is_some()), |listed| match listed.value.remoteness {
                Some(moves) => (TextStyle::Plain, moves.to_string()),
                None => (TextStyle::Plain, String::new()),
            }),
            ("", any(|listed| listed.winning), |listed| {
                (TextStyle::Good, if listed.winning { "best" } else { "" }.into())
            }),
        ];
        let columns: Vec<(&'static str, Cell)> =
            columns.into_iter().filter(|(_, says, _)| *says).map(|(title, _, cell)| (title, cell)).collect();
        let rows = self.moves.iter().map(|listed| columns.iter().map(|(_, cell)| cell(listed)).collect()).collect();
        (columns.into_iter().map(|(title, _)| title).collect(), rows)
    }
}

impl View for MoveList {
    fn document(&self) -> Document {
        let head =
            Block::Head { title: self.title.clone(), titles: self.titles.clone(), rest: Words::name(&self.position) };
        if let (true, Some(only)) = (self.moves.is_empty(), &self.only) {
            return Document(vec![head, Block::Line(Words::plain(only))]);
        }
        if self.moves.is_empty() {
            let why = if self.stopped.is_some() { "the moves were not listed" } else { "no moves" };
            return Document(vec![head, Block::Line(Words::plain(why))]);
        }
        let (titles, rows) = self.columns();
        let titles = titles.into_iter().map(ToOwned::to_owned).collect();
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
            titles: titles.into_iter().map(ToOwned::to_owned).collect(),
            rows: Box::new(rows.into_iter().map(|row| row.into_iter().map(|(_, cell)| cell).collect())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
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
        assert_eq!(text::write(&list.document(), Page { width: 80, colour: Colour::Never }), expect);
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
