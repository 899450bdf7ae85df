//! A game that is being played, as it is shown: whose turn it is, the board, the moves with their numbers, and in the
//! end how it went.
//!
//! In: plain data from the caller that runs the game. Out: pages for people and events for programs, one per line.
//! Nothing is computed here.

use crate::answer::{MadeMove, winner};
use crate::document::{Block, Document, TextStyle, View, Words};
use crate::format::json;
use crate::limits;
use crate::sentence;
use grundy_message::{Message, Separator, list, message};
use grundy_rules::Int;
use grundy_solve::{Evaluation, Winner};
use serde_json::{Value, json};

/// Returns the commands, each with its description.
fn commands() -> [(&'static str, Message); 13] {
    [
        (
            "3",
            message!(
                "the move of that number; or type a move as it is listed, in short (take 2), or the position after it"
            ),
        ),
        ("to POSITION", message!("the move to that position, also where it looks like a number")),
        ("moves", message!("every move of the position")),
        ("hint", message!("what each move leads to, now")),
        ("hints", message!("the same at every turn, or no longer")),
        ("why", message!("why the position is won, lost or drawn, and how play would go on")),
        ("back", message!("take back your last move, and the answer to it")),
        ("swap", message!("change sides with the computer")),
        ("both", message!("move for both players")),
        ("level NAME", message!("how well the computer plays: random, easy, good or best")),
        ("board", message!("the position once more")),
        ("new", message!("begin again")),
        ("quit", message!("leave; so does the end of the input")),
    ]
}

/// Which moves of a position are shown, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showing {
    /// Whether all of them are shown.
    pub all: bool,
    /// Whether their results are shown.
    pub hints: bool,
}

/// A move that can be made.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move and where it leads.
    pub made: MadeMove,
    /// The points it earns.
    pub gain: Int,
    /// Whether the same player moves again.
    pub again: bool,
    /// Its value for the player who makes it.
    pub value: Evaluation,
    /// Whether it keeps the best result.
    pub winning: bool,
}

/// A player's turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Whose turn it is, and what has been gained.
    pub said: Vec<Message>,
    /// The player to move.
    pub mover: String,
    /// The position.
    pub position: String,
    /// The position as a board.
    pub board: Vec<Message>,
    /// The moves.
    pub choices: Vec<Choice>,
    /// Whether `choices` has all moves.
    pub listed: bool,
    /// Which of them are shown.
    pub showing: Showing,
}

impl Choice {
    /// Returns the result of the move for the player who makes it.
    fn result(&self) -> (TextStyle, Message) {
        if let Some(score) = &self.value.score {
            return (if self.winning { TextStyle::Good } else { TextStyle::Plain }, message!("worth {score}", score));
        }
        let moves = self.value.remoteness.map(|remoteness| remoteness.0.saturating_add(1));
        match (self.value.winner, moves) {
            (Some(Winner::First), Some(moves)) => (TextStyle::Good, message!("wins in {moves}", moves)),
            (Some(Winner::First), None) => (TextStyle::Good, message!("wins")),
            (Some(Winner::Draw), _) => (TextStyle::Strong, message!("draws")),
            (Some(Winner::Second), Some(moves)) => (TextStyle::Bad, message!("loses in {moves}", moves)),
            (Some(Winner::Second), None) => (TextStyle::Bad, message!("loses")),
            (None, _) => (TextStyle::Plain, message!("?")),
        }
    }

    /// Returns what is gained, and whether the same player moves again.
    fn notes(&self) -> Message {
        let gain = (!self.gain.is_zero()).then(|| message!("gains {number}", number = self.gain));
        match (gain, self.again) {
            (Some(gain), true) => message!("{notes}", notes = list(Separator::Comma, [gain, message!("again")])),
            (Some(gain), false) => gain,
            (None, true) => message!("again"),
            (None, false) => Message::default(),
        }
    }

    fn row(&self, number: usize, hints: bool) -> Vec<Words> {
        let mut row = vec![
            Words::of(TextStyle::Strong, Message::text(format!("{number:>4}"))),
            Words::plain(self.made.words()),
            Words::of(TextStyle::Faint, Message::text(format!("→ {}", self.made.to))),
            Words::plain(self.notes()),
        ];
        if hints {
            let (style, result) = self.result();
            row.push(Words::of(style, result));
            row.push(Words::of(TextStyle::Good, if self.winning { message!("best") } else { Message::default() }));
        }
        row
    }

    fn data(&self, number: usize, hints: bool) -> Value {
        let mut data = json!({
            "number": number, "part": self.made.part(), "move": self.made.mv(), "to": self.made.to,
            "gain": json::int(&self.gain), "again": self.again,
        });
        if hints {
            data["winner"] = winner(self.value.winner);
            data["remoteness"] = json!(self.value.remoteness.map(|remoteness| remoteness.0));
            data["score"] = json!(self.value.score.as_ref().map(json::int));
            data["grundy"] = json!(self.value.grundy.as_ref().map(json::int));
            data["winning"] = json!(self.winning);
        }
        data
    }
}

impl Turn {
    /// Returns the number of moves shown.
    fn shown(&self) -> usize {
        // A line that says there is one more would be no shorter than the move itself.
        if self.showing.all || self.choices.len() <= limits::MAX_CHOICES_SHOWN + 1 {
            self.choices.len()
        } else {
            limits::MAX_CHOICES_SHOWN
        }
    }
}

impl View for Turn {
    fn document(&self) -> Document {
        let line = |sentence: &Message| Block::Line(Words::plain(sentence));
        let mut blocks = vec![Block::Gap];
        blocks.extend(self.said.iter().map(line));
        blocks.extend(self.board.iter().map(|row| Block::Line(Words::name("    ").then(TextStyle::Plain, row))));
        if !self.listed {
            blocks.push(line(&message!(
                "There are too many moves to be listed; these are some of them. Any other can be typed as it is \
                 written here."
            )));
        }
        let shown = self.choices.iter().take(self.shown()).enumerate();
        let mut rows: Vec<Vec<Words>> =
            shown.map(|(index, choice)| choice.row(index + 1, self.showing.hints)).collect();
        if self.choices.iter().all(|choice| choice.notes().is_empty()) {
            rows.iter_mut().for_each(|row| drop(row.remove(3)));
        }
        blocks.push(Block::Columns { titles: Vec::new(), rows });
        if self.shown() < self.choices.len() {
            blocks.push(line(&message!(
                "… and {count} more: `moves` shows them all.",
                count = self.choices.len() - self.shown()
            )));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let shown = self.choices.iter().take(self.shown()).enumerate();
        let moves: Vec<Value> = shown.map(|(index, choice)| choice.data(index + 1, self.showing.hints)).collect();
        json!({
            "event": "turn", "mover": self.mover, "position": self.position,
            "text": self.said.iter().map(ToString::to_string).collect::<Vec<String>>().join(" "),
            "moves": moves, "move_count": self.listed.then_some(self.choices.len()),
        })
    }
}

/// The state of a game after one move.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// Who moved; `None` at the start.
    pub who: Option<Message>,
    /// The move.
    pub made: Option<MadeMove>,
    /// The position after it.
    pub position: String,
    /// Who was winning then.
    pub stands: Message,
    /// What would have been better.
    pub better: Option<Message>,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Account {
    /// How it ended.
    pub said: Vec<Message>,
    /// The winner, in a word for programs: a player, `draw`, or `None` if it has not ended.
    pub winner: Option<String>,
    /// The final points of both players, in a game for points.
    pub points: Option<[Int; 2]>,
    /// One row per move.
    pub rows: Vec<AccountRow>,
}

impl View for Account {
    fn document(&self) -> Document {
        let line = |sentence: &Message| Block::Line(Words::plain(sentence));
        let mut blocks: Vec<Block> = self.said.iter().map(line).collect();
        blocks.push(line(&message!("How it went:")));
        let rows = self.rows.iter().enumerate().map(|(index, row)| {
            let better = row.better.as_ref().map(|better| message!("a mistake: {move} keeps more", move = better));
            vec![
                Words::of(TextStyle::Faint, Message::text(format!("{index:>4}"))),
                row.who.as_ref().map(Words::plain).unwrap_or_default(),
                Words::plain(row.made.as_ref().map(MadeMove::words).unwrap_or_default()),
                Words::of(TextStyle::Faint, Message::text(format!("→ {}", row.position))),
                Words::plain(&row.stands),
                Words::of(TextStyle::Bad, better.unwrap_or_default()),
            ]
        });
        blocks.push(Block::Columns { titles: Vec::new(), rows: rows.collect() });
        if self.rows.iter().all(|row| row.better.is_none()) {
            blocks.push(line(&message!("Nobody made a mistake that is known of.")));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let row = |row: &AccountRow| {
            json!({
                "by": row.who.as_ref().map(ToString::to_string), "move": row.made.as_ref().map(MadeMove::mv), "position": row.position,
                "stands": sentence::data(&row.stands), "better": row.better.as_ref().map(ToString::to_string),
            })
        };
        json!({
            "event": "end", "winner": self.winner,
            "points": self.points.as_ref().map(|points| points.each_ref().map(json::int)),
            "text": self.said.iter().map(ToString::to_string).collect::<Vec<String>>().join(" "),
            "history": self.rows.iter().map(row).collect::<Vec<Value>>(),
        })
    }
}

/// The list of commands, for people.
pub struct Help;

impl View for Help {
    fn document(&self) -> Document {
        let row = |(typed, words): (&str, Message)| vec![Words::name(format!("    {typed}")), Words::plain(words)];
        Document(vec![Block::Columns { titles: Vec::new(), rows: commands().map(row).to_vec() }])
    }

    fn data(&self) -> Value {
        let row = |(typed, words): (&str, Message)| json!({"typed": typed, "text": words.to_string()});
        json!({"event": "help", "commands": commands().map(row)})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
    use crate::words::Language;
    use grundy_rules::Colour;

    fn choice(index: usize, worth: Evaluation) -> Choice {
        let made =
            MadeMove { moves: vec![(0, format!("take(k={index})"))], joint: false, in_sum: false, to: "0".into() };
        Choice { made, gain: Int::ZERO, again: false, winning: worth.winner == Some(Winner::First), value: worth }
    }

    fn turn(count: usize, showing: Showing) -> String {
        let worth = |index: usize| Evaluation {
            winner: Some(if index == 0 { Winner::First } else { Winner::Second }),
            ..Evaluation::default()
        };
        let turn = Turn {
            said: vec![message!(id "play-turn-you", "Move {number}: you are to move.", number = 1)],
            mover: "first".into(),
            position: "9".into(),
            board: vec![Message::text("9")],
            choices: (0..count).map(|index| choice(index + 1, worth(index))).collect(),
            listed: true,
            showing,
        };
        text::write(&turn.document(), Page { width: 80, colour: Colour::Never, language: Language::English })
    }

    #[test]
    fn long_lists_are_cut_and_hints_are_shown_on_request() {
        let plain = Showing { all: false, hints: false };
        let long = turn(30, plain);
        assert!(long.ends_with("  20  take(k=20)  → 0\n… and 10 more: `moves` shows them all.\n"), "{long}");
        assert!(!long.contains("wins"), "{long}");
        assert!(turn(30, Showing { all: true, ..plain }).contains("  30  take"));
        let hinted = turn(2, Showing { hints: true, ..plain });
        assert_eq!(
            hinted,
            "\nMove 1: you are to move.\n    9\n   1  take(k=1)  → 0  wins   best\n   2  take(k=2)  → 0  loses\n"
        );
    }
}
