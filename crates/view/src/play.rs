//! A game that is being played, as it is shown: whose turn it is, the board, the moves with their numbers, and in the
//! end how it went.
//!
//! In: plain data from the caller that runs the game. Out: pages for people and events for programs, one per line.
//! Nothing is computed here. [`TEXTS`] has all messages of a game, in English.

use crate::answer::{MadeMove, winner};
use crate::document::{Block, Document, TextStyle, View, Words};
use crate::explain::seat_or_name;
use crate::format::json;
use crate::limits;
use crate::sentence::{Sentence, Text};
use grundy_rules::Int;
use grundy_solve::{Evaluation, Winner};
use serde_json::{Value, json};

/// Messages of a game: keys and their English.
pub const TEXTS: &[Text] = &[
    ("play-begin-first", "{ $title }. You move first; the computer is the other player ({ $level })."),
    ("play-begin-second", "{ $title }. The computer moves first ({ $level }); you are the other player."),
    ("play-begin-both", "{ $title }. You move for both players."),
    ("play-begin-name", "{ $title }. You are { $you }; the computer is { $opponent } ({ $level })."),
    ("play-begin-help", "Type the number of a move, or `help`."),
    ("play-level-random", "plays at random"),
    ("play-level-easy", "plays easily"),
    ("play-level-good", "plays well"),
    ("play-level-best", "plays its best"),
    ("play-first", "first"),
    ("play-second", "second"),
    ("play-turn-you", "Move { $number }: you are to move."),
    ("play-turn-you-as", "Move { $number }: you are to move, as { $who }."),
    ("play-turn-again", "Move { $number }: you move again."),
    ("play-turn-points", "Points so far: { $first } { $a }, { $second } { $b }."),
    ("play-more-moves", "… and { $count } more: `moves` shows them all."),
    (
        "play-unlisted",
        "There are too many moves to be listed; these are some of them. Any other can be typed as it is written here.",
    ),
    ("play-computer", "The computer plays { $move }."),
    ("play-computer-again", "The computer plays { $move }, and moves again."),
    ("play-you", "You play { $move }."),
    ("play-solved", "This position is solved: the computer plays perfectly."),
    ("play-not-solved", "Not solved: searched { $count } moves deep."),
    ("play-not-solved-one", "Not solved: searched one move deep."),
    ("play-thinking-ended", "Thinking was ended; what is known by now is used."),
    ("play-over-you", "Play is over: you have won."),
    ("play-over-computer", "Play is over: the computer has won."),
    ("play-over-side", "Play is over: { $who } has won."),
    ("play-over-draw", "Play is over: a draw."),
    ("play-over-round", "The position has come up { $times } times: play goes round."),
    ("play-over-points", "Points in the end: { $first } { $a }, { $second } { $b }; { $who } is ahead by { $score }."),
    ("play-over-equal", "Points in the end: { $first } { $a }, { $second } { $b }; nobody is ahead."),
    ("play-over-next", "Type `back`, `new`, `why` or `quit`."),
    ("play-account", "How it went:"),
    ("play-stands-wins", "{ $who } wins"),
    ("play-stands-wins-in", "{ $who } wins in { $moves }"),
    ("play-stands-ahead", "{ $who } ahead by { $score }"),
    ("play-stands-equal", "nobody ahead"),
    ("play-stands-now", "In the end { $who } is ahead by { $score }, with the points so far."),
    ("play-stands-now-equal", "In the end nobody is ahead, with the points so far."),
    ("play-stands-draw", "a draw"),
    ("play-stands-unknown", "not known"),
    ("play-mistake", "a mistake: { $move } keeps more"),
    ("play-mistake-none", "Nobody made a mistake that is known of."),
    ("play-result-wins", "wins"),
    ("play-result-wins-in", "wins in { $moves }"),
    ("play-result-draws", "draws"),
    ("play-result-loses", "loses"),
    ("play-result-loses-in", "loses in { $moves }"),
    ("play-result-score", "worth { $score }"),
    ("play-result-unknown", "?"),
    ("play-result-best", "best"),
    ("play-gain", "gains { $number }"),
    ("play-again", "again"),
    ("play-hints-on", "Hints are on: each move says what it leads to."),
    ("play-hints-off", "Hints are off."),
    ("play-level", "The computer { $level } from now on."),
    ("play-level-wrong", "`{ $said }` is no level: it is one of random, easy, good, best, or 0 to 3."),
    ("play-both", "You move for both players from now on; `swap` brings the computer back."),
    ("play-swap", "You have changed sides: you are { $who } now."),
    ("play-back-none", "There is nothing to take back."),
    ("play-back", "Taken back."),
    ("play-number-wrong", "There is no move { $said }: they are numbered from 1 to { $count }."),
    (
        "play-move-wrong",
        "`{ $said }` is no move here. Type a number, a move as it is listed, or the position after it; `help` tells more.",
    ),
    ("play-move-near", "`{ $said }` is no move here. Did you mean { $near }?"),
    ("play-move-several", "`{ $said }` may be several moves: { $moves }."),
    ("play-over-already", "Play is over. Type `back`, `new`, `why` or `quit`."),
    ("play-long-line", "That line is too long to be a move."),
    ("play-end-of-input", "The input has ended, and so has the game."),
    ("play-quit", "Goodbye."),
    (
        "play-help-number",
        "the move of that number; or type a move as it is listed, in short (take 2), or the position after it",
    ),
    ("play-help-to", "the move to that position, also where it looks like a number"),
    ("play-help-moves", "every move of the position"),
    ("play-help-hint", "what each move leads to, now"),
    ("play-help-hints", "the same at every turn, or no longer"),
    ("play-help-why", "why the position is won, lost or drawn, and how play would go on"),
    ("play-help-back", "take back your last move, and the answer to it"),
    ("play-help-swap", "change sides with the computer"),
    ("play-help-both", "move for both players"),
    ("play-help-level", "how well the computer plays: random, easy, good or best"),
    ("play-help-board", "the position once more"),
    ("play-help-new", "begin again"),
    ("play-help-quit", "leave; so does the end of the input"),
];

/// Commands, and the keys of their descriptions.
pub const HELP: [(&str, &str); 13] = [
    ("3", "play-help-number"),
    ("to POSITION", "play-help-to"),
    ("moves", "play-help-moves"),
    ("hint", "play-help-hint"),
    ("hints", "play-help-hints"),
    ("why", "play-help-why"),
    ("back", "play-help-back"),
    ("swap", "play-help-swap"),
    ("both", "play-help-both"),
    ("level NAME", "play-help-level"),
    ("board", "play-help-board"),
    ("new", "play-help-new"),
    ("quit", "play-help-quit"),
];

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
    pub said: Vec<Sentence>,
    /// The player to move.
    pub mover: String,
    /// The position.
    pub position: String,
    /// The position as a board.
    pub board: Vec<String>,
    /// The moves.
    pub choices: Vec<Choice>,
    /// Whether `choices` has all moves.
    pub listed: bool,
    /// Which of them are shown.
    pub showing: Showing,
}

impl Choice {
    /// Returns the result of the move for the player who makes it.
    fn result(&self) -> (TextStyle, Sentence) {
        if let Some(score) = &self.value.score {
            return (
                if self.winning { TextStyle::Good } else { TextStyle::Plain },
                Sentence::new("play-result-score").with("score", score),
            );
        }
        let moves = self.value.remoteness.map(|remoteness| remoteness.0.saturating_add(1));
        match (self.value.winner, moves) {
            (Some(Winner::First), Some(moves)) => {
                (TextStyle::Good, Sentence::new("play-result-wins-in").with("moves", moves))
            }
            (Some(Winner::First), None) => (TextStyle::Good, Sentence::new("play-result-wins")),
            (Some(Winner::Draw), _) => (TextStyle::Strong, Sentence::new("play-result-draws")),
            (Some(Winner::Second), Some(moves)) => {
                (TextStyle::Bad, Sentence::new("play-result-loses-in").with("moves", moves))
            }
            (Some(Winner::Second), None) => (TextStyle::Bad, Sentence::new("play-result-loses")),
            (None, _) => (TextStyle::Plain, Sentence::new("play-result-unknown")),
        }
    }

    /// Returns what is gained, and whether the same player moves again.
    fn notes(&self) -> String {
        let mut notes: Vec<String> = Vec::new();
        if !self.gain.is_zero() {
            notes.push(Sentence::new("play-gain").with("number", &self.gain).english());
        }
        if self.again {
            notes.push(Sentence::new("play-again").english());
        }
        notes.join(", ")
    }

    fn row(&self, number: usize, hints: bool) -> Vec<Words> {
        let mut row = vec![
            Words::of(TextStyle::Strong, format!("{number:>4}")),
            Words::name(self.made.words()),
            Words::of(TextStyle::Faint, format!("→ {}", self.made.to)),
            Words::plain(self.notes()),
        ];
        if hints {
            let (tone, sentence) = self.result();
            row.push(Words::of(tone, sentence.english()));
            row.push(Words::of(
                TextStyle::Good,
                if self.winning { Sentence::new("play-result-best").english() } else { String::new() },
            ));
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
        let line = |sentence: &Sentence| Block::Line(Words::plain(sentence.english()));
        let mut blocks = vec![Block::Gap];
        blocks.extend(self.said.iter().map(line));
        blocks.extend(self.board.iter().map(|row| Block::Line(Words::name(format!("    {row}")))));
        if !self.listed {
            blocks.push(line(&Sentence::new("play-unlisted")));
        }
        let shown = self.choices.iter().take(self.shown()).enumerate();
        let mut rows: Vec<Vec<Words>> =
            shown.map(|(index, choice)| choice.row(index + 1, self.showing.hints)).collect();
        if self.choices.iter().all(|choice| choice.notes().is_empty()) {
            rows.iter_mut().for_each(|row| drop(row.remove(3)));
        }
        blocks.push(Block::Columns { titles: Vec::new(), rows });
        if self.shown() < self.choices.len() {
            blocks.push(line(&Sentence::new("play-more-moves").with("count", self.choices.len() - self.shown())));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let shown = self.choices.iter().take(self.shown()).enumerate();
        let moves: Vec<Value> = shown.map(|(index, choice)| choice.data(index + 1, self.showing.hints)).collect();
        json!({
            "event": "turn", "mover": self.mover, "position": self.position,
            "text": self.said.iter().map(Sentence::english).collect::<Vec<String>>().join(" "),
            "moves": moves, "move_count": self.listed.then_some(self.choices.len()),
        })
    }
}

/// The state of a game after one move.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// Who moved; `None` at the start.
    pub who: Option<String>,
    /// The move.
    pub made: Option<MadeMove>,
    /// The position after it.
    pub position: String,
    /// Who was winning then.
    pub stands: Sentence,
    /// What would have been better.
    pub better: Option<String>,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Account {
    /// How it ended.
    pub said: Vec<Sentence>,
    /// The winner, in a word for programs: a player, `draw`, or `None` if it has not ended.
    pub winner: Option<String>,
    /// The final points of both players, in a game for points.
    pub points: Option<[Int; 2]>,
    /// One row per move.
    pub rows: Vec<AccountRow>,
}

impl View for Account {
    fn document(&self) -> Document {
        let line = |sentence: &Sentence| Block::Line(Words::plain(sentence.english()));
        let mut blocks: Vec<Block> = self.said.iter().map(line).collect();
        blocks.push(line(&Sentence::new("play-account")));
        let rows = self.rows.iter().enumerate().map(|(index, row)| {
            let better = row.better.as_ref().map(|better| Sentence::new("play-mistake").with("move", better).english());
            vec![
                Words::of(TextStyle::Faint, format!("{index:>4}")),
                row.who.as_deref().map(seat_or_name).unwrap_or_default(),
                Words::name(row.made.as_ref().map(MadeMove::words).unwrap_or_default()),
                Words::of(TextStyle::Faint, format!("→ {}", row.position)),
                Words::plain(row.stands.english()),
                Words::of(TextStyle::Bad, better.unwrap_or_default()),
            ]
        });
        blocks.push(Block::Columns { titles: Vec::new(), rows: rows.collect() });
        if self.rows.iter().all(|row| row.better.is_none()) {
            blocks.push(line(&Sentence::new("play-mistake-none")));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let row = |row: &AccountRow| {
            json!({
                "by": row.who, "move": row.made.as_ref().map(MadeMove::mv), "position": row.position,
                "stands": row.stands.data(), "better": row.better,
            })
        };
        json!({
            "event": "end", "winner": self.winner,
            "points": self.points.as_ref().map(|points| points.each_ref().map(json::int)),
            "text": self.said.iter().map(Sentence::english).collect::<Vec<String>>().join(" "),
            "history": self.rows.iter().map(row).collect::<Vec<Value>>(),
        })
    }
}

/// The list of commands, for people.
pub struct Help;

impl View for Help {
    fn document(&self) -> Document {
        let row = |(typed, key): (&str, &'static str)| {
            vec![Words::name(format!("    {typed}")), Words::plain(Sentence::new(key).english())]
        };
        Document(vec![Block::Columns { titles: Vec::new(), rows: HELP.into_iter().map(row).collect() }])
    }

    fn data(&self) -> Value {
        let row = |(typed, key): (&str, &'static str)| json!({"typed": typed, "text": Sentence::new(key).english()});
        json!({"event": "help", "commands": HELP.into_iter().map(row).collect::<Vec<Value>>()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
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
            said: vec![Sentence::new("play-turn-you").with("number", 1)],
            mover: "first".into(),
            position: "9".into(),
            board: vec!["9".into()],
            choices: (0..count).map(|index| choice(index + 1, worth(index))).collect(),
            listed: true,
            showing,
        };
        text::write(&turn.document(), Page { width: 80, colour: Colour::Never })
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
