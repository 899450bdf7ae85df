//! A solution as a view: who wins, by what values and moves, and on what authority.

use crate::described::title;
use crate::document::{Block, Document, TextStyle, View, Words};
use crate::format::json;
use crate::limits;
use grundy_message::{Message, Separator, list, message, plural};
use grundy_rules::{Compound, Instance, Int, Step};
use grundy_solve::{Evaluation, MethodName, Solution, Stop, Winner};
use serde_json::{Value, json};

/// A solution as plain data.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// The position.
    pub position: String,
    /// The players, the one to move first; none in an impartial game.
    pub players: Option<[String; 2]>,
    /// What is known about it.
    pub evaluation: Evaluation,
    /// Number of moves that keep the best result, if it is known.
    pub winning_move_count: Option<Int>,
    /// Number of listed moves that do.
    pub listed_count: usize,
    /// The first thousand of them.
    pub winning_moves: Vec<MadeMove>,
    /// The authority.
    pub by: Message,
    /// Number of positions visited.
    pub positions: u64,
    /// Why not everything was visited, if so.
    pub stop: Option<Stop>,
    /// Why the moves to the end were not counted, if they could have been.
    pub uncounted: Option<Stop>,
    /// Why the Grundy value was not found, if it was requested.
    pub unvalued: Option<Stop>,
    /// Why theorems did not decide who wins, or how many moves do.
    pub untold: Option<Stop>,
    /// Number of moves known to win, to draw and to lose for the player who makes them, and of unknown ones.
    pub tally: Tally,
    /// The statement of the theorem that answered, if one did.
    pub theorem: Option<Message>,
    /// The method that was requested by name.
    pub method: Option<MethodName>,
}

/// Number of moves by their result for the player who makes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// They win.
    pub win: usize,
    /// They draw.
    pub draw: usize,
    /// They lose.
    pub lose: usize,
    /// Their result is unknown.
    pub unknown: usize,
}

/// A move in a sum as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// (the part's index from 0, the move there), in the order of the parts.
    pub moves: Vec<(usize, String)>,
    /// Whether several parts may be moved in at once.
    pub joint: bool,
    /// Whether there was more than one part to move in.
    pub in_sum: bool,
    /// The position after it.
    pub to: String,
}

impl MadeMove {
    /// Creates a move from a position of `parts` parts.
    pub fn new(instance: &Instance, compound: Compound, parts: usize, step: &Step) -> MadeMove {
        MadeMove {
            moves: step.moves.iter().map(|(index, mv)| (*index, instance.print_move(mv))).collect(),
            joint: !matches!(compound, Compound::One | Compound::Anti),
            in_sum: parts > 1,
            to: instance.print_position(&step.to),
        }
    }

    /// Returns the index of the part moved in; `null` if several may be.
    pub fn part(&self) -> Value {
        match self.moves.as_slice() {
            [(index, _)] if !self.joint => json!(index),
            _ => Value::Null,
        }
    }

    /// Returns `take(k=2)`; for a joint move `0: take(k=2), 2: take(k=1)`.
    pub fn mv(&self) -> String {
        match self.moves.as_slice() {
            [(_, mv)] if !self.joint => mv.clone(),
            several => {
                let shown: Vec<String> = several.iter().map(|(index, mv)| format!("{index}: {mv}")).collect();
                shown.join(", ")
            }
        }
    }

    /// Returns the move for people, who count from 1 and need no part if there is only one.
    pub fn words(&self) -> Message {
        let words = |(index, mv): &(usize, String)| match self.in_sum {
            true => message!("part {number}: {move}", number = index + 1, move = mv),
            false => Message::text(mv),
        };
        match self.moves.as_slice() {
            [one] => words(one),
            several => message!("{parts}", parts = list(Separator::Clause, several.iter().map(words))),
        }
    }
}

impl Answer {
    /// Creates the answer for a solution of this game under this compound rule.
    pub fn new(instance: &Instance, compound: Compound, solution: &Solution) -> Answer {
        let game = instance.game();
        let made = |step: &Step| MadeMove::new(instance, compound, solution.position.parts.len(), step);
        let mut tally = Tally::default();
        for valued in &solution.moves {
            match valued.value.winner {
                Some(Winner::First) => tally.win += 1,
                Some(Winner::Draw) => tally.draw += 1,
                Some(Winner::Second) => tally.lose += 1,
                None => tally.unknown += 1,
            }
        }
        Answer {
            game: game.name.clone(),
            title: title(game),
            position: instance.print_position(&solution.position),
            players: solution
                .position
                .mover
                .and_then(|side| Some([game.side_name(side)?.to_owned(), game.side_name(side.other())?.to_owned()])),
            evaluation: solution.value.clone(),
            winning_move_count: solution.winning_move_count.clone(),
            listed_count: solution.winning().count(),
            winning_moves: solution
                .winning()
                .take(limits::MAX_WINNING_MOVES)
                .map(|valued| made(&valued.step))
                .collect(),
            by: solution.by.message(),
            positions: solution.positions,
            // If a theorem counts the winning moves, none is missing; a search for the value may still have met a
            // limit.
            stop: solution.stop.filter(|stop| {
                solution.theorem.is_none()
                    || solution.winning_move_count.is_none()
                    || !matches!(stop, Stop::TooManyMoves | Stop::MovesNotSought)
            }),
            uncounted: solution.uncounted,
            unvalued: solution.unvalued,
            untold: solution.untold,
            tally,
            theorem: solution.theorem.clone(),
            method: solution.method,
        }
    }

    /// Returns whether it is known who wins.
    pub fn is_known(&self) -> bool {
        self.evaluation.winner.is_some()
    }

    /// Returns whether every move is evaluated.
    fn is_complete(&self) -> bool {
        if self.theorem.is_some() {
            return self.winning_move_count.is_some();
        }
        self.stop.is_none() || self.tally != Tally::default() && self.tally.unknown == 0
    }

    /// Returns the answer in one line, for many positions: the position, who wins and by how much, a column each.
    pub fn line(&self) -> Vec<Message> {
        let mut columns = vec![Message::text(&self.position)];
        columns.push(match self.evaluation.winner {
            Some(Winner::First) => message!("first"),
            Some(Winner::Second) => message!("second"),
            Some(Winner::Draw) => message!("draw"),
            None => message!("unknown"),
        });
        columns.extend(self.evaluation.grundy.as_ref().map(|value| message!("grundy {value}", value)));
        columns.extend(self.evaluation.score.as_ref().map(|value| message!("score {value}", value)));
        columns.extend(self.evaluation.remoteness.map(|value| message!("remoteness {value}", value)));
        if let Some(first) = self.winning_moves.first() {
            columns.push(message!("{move} → {position}", move = first.words(), position = first.to));
        }
        columns
    }

    /// Returns the number of winning moves, as far as they were visited; `None` if unknown.
    fn count(&self) -> Option<Int> {
        let is_cut = || self.theorem.is_some() || matches!(self.stop, Some(Stop::TooManyMoves | Stop::MovesNotSought));
        self.winning_move_count.clone().or_else(|| (!is_cut()).then(|| Int::from(self.listed_count)))
    }

    fn verdict(&self) -> Words {
        match (self.evaluation.winner, &self.players) {
            (Some(Winner::First), None) => Words::of(TextStyle::Good, message!("the player to move wins"))
                .then(TextStyle::Faint, message!(" (first)")),
            (Some(Winner::Second), None) => Words::of(TextStyle::Bad, message!("the player to move loses"))
                .then(TextStyle::Faint, message!(" (second wins)")),
            (Some(Winner::First), Some([mover, _])) => {
                Words::of(TextStyle::Good, message!("{player} wins", player = mover))
                    .then(TextStyle::Faint, message!(", who is to move (first)"))
            }
            (Some(Winner::Second), Some([mover, other])) => {
                Words::of(TextStyle::Bad, message!("{player} wins", player = other))
                    .then(TextStyle::Faint, message!("; {player} is to move (second)", player = mover))
            }
            (Some(Winner::Draw), _) => Words::of(TextStyle::Strong, message!("a draw")),
            (None, _) => Words::of(TextStyle::Bad, message!("not known within the budget")),
        }
    }

    fn winning_facts(&self) -> Option<(Message, Vec<Words>)> {
        let label = match self.evaluation.winner? {
            Winner::First => message!("winning moves"),
            Winner::Draw => message!("drawing moves"),
            Winner::Second => return None,
        };
        if self.winning_moves.is_empty() {
            return None;
        }
        let mut lines: Vec<Words> = self
            .winning_moves
            .iter()
            .take(limits::MAX_WINNING_MOVES_SHOWN)
            .map(|made| Words::plain(made.words()).then(TextStyle::Faint, Message::text(format!(" → {}", made.to))))
            .collect();
        let shown = Int::from(lines.len());
        match self.count() {
            Some(count) if count > shown => {
                let more = count.subtract(&shown).unwrap_or(count);
                lines.push(Words::of(TextStyle::Faint, message!("and {count} more", count = more)));
            }
            Some(_) => {}
            None => lines.push(Words::of(TextStyle::Faint, message!("and perhaps more"))),
        }
        Some((label, lines))
    }
}

impl View for Answer {
    fn document(&self) -> Document {
        let mut facts: Vec<(Message, Vec<Words>)> = Vec::new();
        let mut fact = |label: Message, words: Message| facts.push((label, vec![Words::plain(words)]));
        if let Some(grundy) = &self.evaluation.grundy {
            fact(message!("Grundy value"), Message::text(grundy.to_string()));
        }
        if let Some(stop) = self.unvalued {
            fact(message!("Grundy value"), message!("not found: {why}", why = stop));
        }
        if let Some(score) = &self.evaluation.score {
            let mover = match &self.players {
                Some([mover, _]) => Message::text(mover),
                None => message!("the player to move"),
            };
            fact(message!("score"), score_in_words(score, &mover));
        }
        if let Some(remoteness) = self.evaluation.remoteness {
            let words = match remoteness.0 {
                0 => message!("0: play is over"),
                1 => message!("1: one move to the end"),
                count => message!("{count} moves to the end when the winner hurries and the loser delays", count),
            };
            fact(message!("remoteness"), words);
        }
        if let Some(stop) = self.uncounted {
            fact(message!("remoteness"), message!("not counted: {why}", why = stop));
        }
        facts.extend(self.winning_facts());
        facts.push((message!("by"), vec![Words::plain(self.by.clone())]));
        if let Some(theorem) = self.theorem.as_ref().filter(|theorem| !theorem.is_empty()) {
            facts.push((message!("which says"), vec![Words::plain(theorem.clone())]));
        }
        if let Some(stop) = self.stop {
            let is_counted = self.theorem.is_some() && self.winning_move_count.is_some();
            facts.extend(unfinished(stop, self.tally, self.is_known(), is_counted));
        }
        let more = self.uncounted.filter(|_| self.stop.is_none()).and_then(to_go_on);
        facts.extend(more.map(|more| (message!("to count it"), vec![Words::name(more)])));
        if let Some(stop) = self.untold {
            facts.push((message!("theorems"), vec![Words::plain(message!("given up: {why}", why = stop))]));
            let more = to_go_on(stop);
            facts.extend(more.map(|more| (message!("to ask them on"), vec![Words::name(more)])));
        }
        let head = Block::head(&self.title, Words::name(&self.position));
        Document(vec![head, Block::Line(self.verdict()), Block::Facts(facts)])
    }

    fn data(&self) -> Value {
        let moves: Vec<Value> = self
            .winning_moves
            .iter()
            .map(|made| json!({"part": made.part(), "move": made.mv(), "to": made.to}))
            .collect();
        let mut data = json!({
            "game": self.game,
            "position": self.position,
            "mover": self.players.as_ref().map(|[mover, _]| mover),
            "winner": winner(self.evaluation.winner),
            "grundy": self.evaluation.grundy.as_ref().map(json::int),
            "remoteness": self.evaluation.remoteness.map(|remoteness| remoteness.0),
            "score": self.evaluation.score.as_ref().map(json::int),
            "value": null,
            // A search that was cut short may have missed some.
            "winning_move_count": self.count().filter(|_| self.evaluation.winner.is_some() && self.is_complete()).as_ref().map(json::int),
            "winning_moves": moves,
            "by": if self.is_complete() || self.theorem.is_some() || self.evaluation.winner.is_none() { self.by.to_string() } else { format!("{}, cut short", self.by) },
            "positions": self.positions,
            "stopped": self.stop.filter(|_| !self.is_complete() || self.theorem.is_some()).map(|stop| stop.limit()),
        });
        if let Some(stop) = self.uncounted {
            data["uncounted"] = json!(stop.limit());
        }
        if let Some(stop) = self.unvalued {
            data["unvalued"] = json!(stop.limit());
        }
        if let Some(stop) = self.untold {
            data["untold"] = json!(stop.limit());
        }
        if let Some(method) = self.method {
            data["method"] = json!(method.name());
        }
        data
    }
}

/// Returns `first`, `second`, `draw` or `null`.
pub(crate) fn winner(winner: Option<Winner>) -> Value {
    winner.map_or(Value::Null, |winner| json!(winner.to_string()))
}

fn score_in_words(score: &Int, mover: &Message) -> Message {
    if score.is_zero() {
        message!("0: both get the same from here on")
    } else if score.is_negative() {
        let count = score.negate();
        message!(
            "{score}: {who} gets {count} {points} less from here on",
            score,
            who = mover,
            count,
            points = plural(&count, "point", "points")
        )
    } else {
        message!(
            "+{score}: {who} gets {score} {points} more from here on",
            score,
            who = mover,
            points = plural(score, "point", "points")
        )
    }
}

/// Returns the option that raises this limit; `None` if there is none.
pub fn to_go_on(stop: Stop) -> Option<String> {
    match stop {
        Stop::PositionLimit(max) => Some(format!("--max-positions {}", max.saturating_mul(10))),
        // The limit of moves goes with that of positions: twenty moves per position.
        Stop::MoveLimit(max) => Some(format!("--max-positions {}", (max / 2).max(10_000_000))),
        Stop::TimeLimit(seconds) => Some(format!("--max-seconds {}", (seconds * 10.0).max(10.0))),
        // So does that of steps: five hundred per position.
        Stop::StepLimit(max) => Some(format!("--max-positions {}", max / 50)),
        // Twice the memory is the next thing to try; ten times would seldom be available.
        Stop::MemoryLimit(max) => Some(format!("--memory {}MiB", (max >> 19).max(512))),
        Stop::Limit { seconds, .. } => seconds.map(|seconds| format!("--max-seconds {seconds}")),
        Stop::Cancelled | Stop::TooManyMoves | Stop::MovesNotSought => None,
    }
}

/// Returns what is known although the budget ended, and how to continue.
fn unfinished(stop: Stop, tally: Tally, known: bool, is_counted: bool) -> Vec<(Message, Vec<Words>)> {
    let why = match is_counted || stop == Stop::MovesNotSought {
        true => stop.message(),
        false => message!("{why}; not every move was examined", why = stop),
    };
    let mut facts = vec![(message!("stopped"), vec![Words::plain(why)])];
    let Tally { win, draw, lose, .. } = tally;
    let counted = [
        (win, message!("{count} {wins}", count = win, wins = plural(&win, "wins", "win"))),
        (draw, message!("{count} {draws}", count = draw, draws = plural(&draw, "draws", "draw"))),
        (lose, message!("{count} {loses}", count = lose, loses = plural(&lose, "loses", "lose"))),
    ];
    let counted: Vec<Message> = counted.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect();
    if tally != Tally::default() && !(known && tally.unknown == 0) {
        let count = tally.win + tally.draw + tally.lose + tally.unknown;
        let counted = if counted.is_empty() { vec![message!("nothing yet")] } else { counted };
        let known = message!(
            "of {count} {moves}: {tally}",
            count,
            moves = plural(&count, "move", "moves"),
            tally = list(Separator::Comma, counted)
        );
        facts.push((message!("known"), vec![Words::plain(known)]));
    }
    let more = to_go_on(stop);
    facts.extend(more.map(|more| (message!("to go on"), vec![Words::name(more)])));
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
    use crate::words::Language;
    use grundy_rules::{Colour, read};
    use grundy_solve::{Budget, Solver};
    use std::sync::Arc;

    const NIM: &str = "game nim(n) title \"Nim\" move take(k in 1..n) -> n - k";
    const RACE: &str = "game race(n) players A, B A move one if n > 0 -> n - 1 B move two if n > 1 -> n - 2";
    const COINS: &str = "game coins(n) move take(k in 1..min(2, n)) gain k -> n - k";

    fn answer(rules: &str, position: &str, max_positions: u64) -> Answer {
        let game = read(rules).unwrap();
        let instance = Arc::new(Instance::new(game, vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let compound = instance.compound().unwrap();
        let mut solver = Solver::new(instance.clone(), compound, Budget::positions(max_positions)).unwrap();
        Answer::new(&instance, compound, &solver.solve_one(&position).unwrap())
    }

    #[track_caller]
    fn check(rules: &str, position: &str, expect: &str) {
        let page = Page { width: 80, colour: Colour::Never, language: Language::English };
        assert_eq!(text::write(&answer(rules, position, 1000).document(), page), expect);
    }

    #[test]
    fn a_sum_says_in_which_part_to_move() {
        check(
            NIM,
            "3 4 5",
            "Nim: 3 4 5\nthe player to move wins (first)\n  Grundy value   2\n  \
             winning moves  part 1: take(k=2) → 1 4 5\n  by             Grundy values of 6 positions\n",
        );
    }

    #[test]
    fn players_are_called_by_their_names() {
        check(
            RACE,
            "B: 1",
            "race: B: 1\nA wins; B is to move (second)\n  remoteness  0: play is over\n  by          the rules: play is over\n",
        );
    }

    #[test]
    fn points_are_reported_in_words() {
        check(
            COINS,
            "3",
            "coins: 3\nthe player to move wins (first)\n  score          +1: the player to move gets 1 point more from \
             here on\n  winning moves  take(k=2) → 1\n  by             search of 4 positions\n",
        );
    }

    #[test]
    fn data_has_every_key_in_order() {
        assert_eq!(
            answer(NIM, "3 4 5", 1000).data().to_string(),
            r#"{"game":"nim","position":"3 4 5","mover":null,"winner":"first","grundy":2,"remoteness":null,"score":null,"value":null,"winning_move_count":1,"winning_moves":[{"part":0,"move":"take(k=2)","to":"1 4 5"}],"by":"Grundy values of 6 positions","positions":6,"stopped":null}"#
        );
    }

    #[test]
    fn an_unknown_result_says_how_to_continue() {
        let shown = text::write(
            &answer("game g(n) stuck wins move take(k in 1..min(3, n)) -> n - k", "500", 20).document(),
            Page { width: 80, colour: Colour::Never, language: Language::English },
        );
        assert!(shown.contains("not known within the budget"), "{shown}");
        assert!(shown.contains("--max-positions 200"), "{shown}");
    }
}
