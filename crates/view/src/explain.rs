//! A position explained: who wins, the argument in words, the whole line of best play, and the proof tree.
//!
//! In: the [`Evidence`] for a position, and its [`ProofTree`] if one was requested. Out: a page for people, and data
//! for programs. Nothing is computed here. The argument itself is [`crate::why`]'s.

use crate::answer::{Answer, MadeMove, to_go_on, winner};
use crate::document::{Block, Document, TextStyle, View, Words};
use crate::format::json;
use crate::sentence;
use crate::why::Why;
use grundy_message::{Message, message, plural};
use grundy_rules::{Compound, Instance, Int};
use grundy_solve::argument::{Evidence, LineEnd, ProofTree, TreeNode, TreeRow};
use grundy_solve::{Evaluation, Solution, Winner};
use serde_json::{Value, json};

/// An explanation as plain data.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Who wins.
    pub answer: Answer,
    /// The argument.
    pub why: Why,
    /// The player of each move of the line: a name, or `first` and `second`.
    pub movers: Vec<Message>,
    /// How the line ends.
    pub ending: Option<Ending>,
    /// Who wins in a game that is being played, if seats have names.
    stands: Option<Message>,
    /// The class of a position of misère Nim.
    pub class: Option<&'static str>,
    /// The proof tree and its requested depth.
    pub tree: Option<(usize, ShownTree)>,
}

/// How a line of best play ends.
#[derive(Clone, Debug)]
pub enum Ending {
    /// It is cut after this many moves.
    Cut(usize),
    /// It goes on in an unknown way.
    Unknown,
    /// Play is back where it was after this many moves.
    Round(usize),
    /// This player has won.
    Won(Message),
    /// Neither player has won.
    Drawn,
    /// This player has got this many points more; none if both got the same.
    Points(Message, Int),
}

impl Ending {
    /// Returns it as a sentence.
    pub fn sentence(&self) -> Message {
        match self {
            Ending::Cut(moves) => message!(
                id "explain-line-cut",
                "It goes on; the line is cut here, after {moves} {word}.",
                moves,
                word = plural(moves, "move", "moves")
            ),
            Ending::Unknown => message!(id "explain-line-unknown", "How it goes on is not known."),
            Ending::Round(early) => {
                message!(id "explain-line-round", "Play is back where it was after move {early}, and goes round.", early)
            }
            Ending::Won(who) => message!(id "explain-line-won", "Play is over: {who} has won.", who),
            Ending::Drawn => message!(id "explain-line-drawn", "Play is over: a draw."),
            Ending::Points(_, score) if score.is_zero() => {
                message!(id "explain-line-equal", "Play is over; both have got the same.")
            }
            Ending::Points(who, score) => {
                message!(id "explain-line-points", "Play is over; {who} has got {score} more.", who, score)
            }
        }
    }
}

/// A proof tree as plain data.
#[derive(Clone, Debug)]
pub struct ShownTree {
    /// The rows, in reading order.
    pub rows: Vec<ShownRow>,
    /// Whether rows were omitted.
    pub is_cut: bool,
}

/// A row of a proof tree.
#[derive(Clone, Debug)]
pub struct ShownRow {
    /// Number of moves below the top.
    pub depth: usize,
    /// Index of the row above it.
    pub parent: Option<usize>,
    /// The move that leads here.
    pub made: Option<MadeMove>,
    /// The position.
    pub position: String,
    /// Its value for the player to move.
    pub value: Evaluation,
    /// The value of the move for the player who makes it, in a game for points.
    pub score: Option<Int>,
    /// What is below it.
    pub node: TreeNode,
}

impl Explained {
    /// Names the players of a game in progress: the one to move, the other. Players with names of their own keep them.
    /// `stands`, the result with all that happened before, comes first, and `more` at the end.
    #[must_use]
    pub fn calling(mut self, [mover, other]: [Message; 2], stands: Message, more: Vec<Message>) -> Explained {
        let rename = |name: &mut Message| {
            if *name == message!("first") {
                *name = mover.clone();
            } else if *name == message!("second") {
                *name = other.clone();
            }
        };
        self.movers.iter_mut().for_each(rename);
        if let Some(Ending::Won(who) | Ending::Points(who, _)) = &mut self.ending {
            rename(who);
        }
        self.stands = Some(stands);
        self.why.sentences.extend(more);
        self
    }

    /// Explains a position of this game under this compound rule.
    pub fn new(
        instance: &Instance,
        compound: Compound,
        evidence: &Evidence,
        tree: Option<(usize, &ProofTree)>,
    ) -> Explained {
        let movers = movers(instance, evidence);
        let mut answer = Answer::new(instance, compound, &evidence.solution);
        // The moves to the end may have been counted for the line alone.
        if let Some(first) = evidence.line.first() {
            answer.evaluation.remoteness = answer.evaluation.remoteness.or(first.value.remoteness);
            answer.uncounted = first.uncounted;
        }
        Explained {
            stands: None,
            answer,
            why: Why::new(instance, compound, evidence),
            ending: ending(evidence, &movers),
            movers: movers.into_iter().take(evidence.moves.len()).collect(),
            class: evidence.misere_nim.as_ref().map(|nim| nim.class.name()),
            tree: tree.map(|(depth, tree)| (depth, ShownTree::new(instance, compound, tree))),
        }
    }
}

/// Returns the player to move in each position of the line, and after its last move.
fn movers(instance: &Instance, evidence: &Evidence) -> Vec<Message> {
    let game = instance.game();
    let mut is_first = true;
    let mut movers = Vec::with_capacity(evidence.line.len() + 1);
    let mover =
        |solution: &Solution, is_first: bool| match solution.position.mover.and_then(|side| game.side_name(side)) {
            Some(name) => Message::text(name),
            None if is_first => message!("first"),
            None => message!("second"),
        };
    for (index, solution) in evidence.line.iter().enumerate() {
        movers.push(mover(solution, is_first));
        if evidence.moves.get(index).is_some_and(|valued| !valued.step.again) {
            is_first = !is_first;
        }
    }
    movers
}

/// Returns how the line ends.
fn ending(evidence: &Evidence, movers: &[Message]) -> Option<Ending> {
    if evidence.moves.is_empty() {
        return None;
    }
    Some(match evidence.end {
        LineEnd::Cut => Ending::Cut(evidence.moves.len()),
        LineEnd::NotKnown => Ending::Unknown,
        LineEnd::Repeats(early) => Ending::Round(early),
        LineEnd::Over => {
            let last = evidence.line.last()?;
            let (mover, first) = (movers.last()?, movers.first()?);
            let other = |player: &Message| movers.iter().find(|name| *name != player).unwrap_or(player).clone();
            match (&evidence.solution.value.score, last.value.winner?) {
                (Some(score), _) if score.is_negative() => Ending::Points(other(first), score.abs()),
                (Some(score), _) => Ending::Points(first.clone(), score.abs()),
                (None, Winner::Draw) => Ending::Drawn,
                (None, Winner::First) => Ending::Won(mover.clone()),
                (None, Winner::Second) => Ending::Won(other(mover)),
            }
        }
    })
}

impl ShownTree {
    /// Creates a tree of this game under this compound rule.
    pub fn new(instance: &Instance, compound: Compound, tree: &ProofTree) -> ShownTree {
        let shown = |row: &TreeRow| {
            let parts = row.parent.map_or(1, |parent| tree.rows[parent].position.parts.len());
            ShownRow {
                depth: row.depth,
                parent: row.parent,
                made: row.by.as_ref().map(|valued| MadeMove::new(instance, compound, parts, &valued.step)),
                position: instance.print_position(&row.position),
                value: row.value.clone(),
                score: row.by.as_ref().and_then(|valued| valued.value.score.clone()),
                node: row.node,
            }
        };
        ShownTree { rows: tree.rows.iter().map(shown).collect(), is_cut: tree.is_cut }
    }

    /// Returns the tree as lines of text, drawn with bars.
    pub fn lines(&self) -> Vec<Words> {
        let mut last_below: Vec<usize> = vec![0; self.rows.len()];
        for (index, row) in self.rows.iter().enumerate() {
            if let Some(parent) = row.parent {
                last_below[parent] = index;
            }
        }
        // The prefix of the rows below each row.
        let mut before: Vec<String> = Vec::with_capacity(self.rows.len());
        let mut lines = Vec::with_capacity(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            let (bar, below) = match row.parent {
                None => (String::new(), String::new()),
                Some(parent) if last_below[parent] == index => {
                    (format!("{}└─ ", before[parent]), format!("{}   ", before[parent]))
                }
                Some(parent) => (format!("{}├─ ", before[parent]), format!("{}│  ", before[parent])),
            };
            let mut words = Words::of(TextStyle::Faint, Message::text(bar));
            if let Some(made) = &row.made {
                words = words.then(TextStyle::Plain, made.words()).then(TextStyle::Faint, Message::text(" → "));
            }
            words = words.then(TextStyle::Plain, Message::text(format!("{}: ", row.position)));
            for (index, (style, state)) in row.state().into_iter().enumerate() {
                if index > 0 {
                    words = words.then(TextStyle::Plain, Message::text(", "));
                }
                words = words.then(style, state);
            }
            lines.push(words);
            before.push(below);
        }
        lines
    }

    fn data(&self) -> Value {
        let row = |row: &ShownRow| {
            json!({
                "depth": row.depth,
                "parent": row.parent,
                "part": row.made.as_ref().map(MadeMove::part),
                "move": row.made.as_ref().map(MadeMove::mv),
                "position": row.position,
                "winner": winner(row.value.winner),
                "grundy": row.value.grundy.as_ref().map(json::int),
                "remoteness": row.value.remoteness.map(|remoteness| remoteness.0),
                "score": row.value.score.as_ref().map(json::int),
                "move_score": row.score.as_ref().map(json::int),
                "node": row.name(),
                "same_as": row.same_as(),
            })
        };
        json!({"rows": self.rows.iter().map(row).collect::<Vec<Value>>(), "cut": self.is_cut})
    }
}

impl ShownRow {
    /// Returns what is below it, in one word for programs.
    fn name(&self) -> &'static str {
        match self.node {
            TreeNode::Over => "over",
            TreeNode::Won => "won",
            TreeNode::Lost => "lost",
            TreeNode::Drawn => "drawn",
            TreeNode::Points => "points",
            TreeNode::Deep => "deep",
            TreeNode::Aside => "aside",
            TreeNode::Above(_) => "above",
            TreeNode::Repeats(_) => "repeats",
            TreeNode::Unlisted => "unlisted",
            TreeNode::Unknown => "unknown",
        }
    }

    fn same_as(&self) -> Option<usize> {
        match self.node {
            TreeNode::Above(index) | TreeNode::Repeats(index) => Some(index),
            _ => None,
        }
    }

    /// Returns whether the player to move wins, and why nothing is below if that is to be shown.
    fn state(&self) -> Vec<(TextStyle, Message)> {
        let is_over = self.node == TreeNode::Over;
        let mut states = Vec::new();
        let is_for_points = self.score.is_some() || self.value.score.is_some();
        if let Some(score) = &self.score {
            states.push((TextStyle::Plain, message!("worth {score} to who moves", score)));
        } else if let Some(value) = self.value.score.as_ref().filter(|_| !is_over) {
            states.push((TextStyle::Plain, message!("score {value}", value)));
        }
        if is_for_points && is_over {
            states.push((TextStyle::Plain, message!("over")));
        }
        if !is_for_points {
            states.push(self.outcome(is_over));
            let value = self.value.grundy.as_ref().filter(|_| !is_over);
            states.extend(value.map(|value| (TextStyle::Plain, message!("value {value}", value))));
        }
        let note = match self.node {
            TreeNode::Above(_) => Some(message!("as above")),
            TreeNode::Repeats(_) => Some(message!("back where it was")),
            TreeNode::Deep => Some(message!("…")),
            TreeNode::Unlisted => Some(message!("too many moves to be listed")),
            _ => None,
        };
        states.extend(note.map(|note| (TextStyle::Faint, note)));
        states
    }

    /// Returns whether the player to move has won, and how soon.
    fn outcome(&self, is_over: bool) -> (TextStyle, Message) {
        let moves = self.value.remoteness.filter(|_| !is_over);
        match (self.value.winner, moves) {
            (Some(Winner::First), Some(moves)) => (TextStyle::Good, message!("won in {moves}", moves)),
            (Some(Winner::First), _) if is_over => (TextStyle::Good, message!("over, won")),
            (Some(Winner::First), _) => (TextStyle::Good, message!("won")),
            (Some(Winner::Second), Some(moves)) => (TextStyle::Bad, message!("lost in {moves}", moves)),
            (Some(Winner::Second), _) if is_over => (TextStyle::Bad, message!("over, lost")),
            (Some(Winner::Second), _) => (TextStyle::Bad, message!("lost")),
            (Some(Winner::Draw), _) if is_over => (TextStyle::Strong, message!("over, drawn")),
            (Some(Winner::Draw), _) => (TextStyle::Strong, message!("drawn")),
            (None, _) if is_over => (TextStyle::Plain, message!("over")),
            (None, _) => (TextStyle::Plain, message!("not known")),
        }
    }
}

impl View for Explained {
    fn document(&self) -> Document {
        // Only who wins: the argument contains the rest.
        let mut blocks: Vec<Block> = self.answer.document().0.into_iter().take(2).collect();
        // If seats have names, "first" is a seat and not the player to move.
        if let (Some(stands), Some(Block::Line(verdict))) = (&self.stands, blocks.get_mut(1)) {
            *verdict = Words::of(TextStyle::Strong, stands);
        }
        blocks.push(Block::Gap);
        let line = |sentence: &Message| Block::Line(Words::plain(sentence));
        blocks.extend(self.why.sentences.iter().map(line));
        let more = self.answer.uncounted.and_then(to_go_on);
        blocks.extend(
            more.map(|more| Block::Facts(vec![(message!("to count it"), vec![Words::plain(Message::text(more))])])),
        );
        if !self.why.line.is_empty() {
            blocks.extend([Block::Gap, line(&message!("Best play:"))]);
            let row = |(index, ((_, made), mover)): (usize, (&(Option<String>, MadeMove), &Message))| {
                vec![
                    Words::of(TextStyle::Faint, Message::text(format!("{:>4}", index + 1))),
                    Words::plain(mover),
                    Words::plain(made.words()),
                    Words::of(TextStyle::Faint, Message::text(format!("→ {}", made.to))),
                ]
            };
            let rows = self.why.line.iter().zip(&self.movers).enumerate().map(row).collect();
            blocks.push(Block::Columns { titles: Vec::new(), rows });
            blocks.extend(self.ending.as_ref().map(|ending| line(&ending.sentence())));
        }
        if let Some((depth, tree)) = &self.tree {
            blocks.extend([Block::Gap, line(&message!(id "explain-tree", "The proof to a depth of {depth}; of each position it says how the player to move stands:", depth))]);
            blocks.extend(tree.lines().into_iter().map(Block::Line));
            if tree.is_cut {
                blocks.push(line(&message!(id "explain-tree-cut", "The tree is cut here, after {rows} rows; fewer moves (--tree) show less of it.", rows = tree.rows.len())));
            }
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let mut data = self.answer.data();
        data["class"] = json!(self.class);
        if let Some(stands) = &self.stands {
            data["stands"] = sentence::data(stands);
        }
        data["why"] = self.why.data();
        for (step, mover) in data["why"]["line"].as_array_mut().into_iter().flatten().zip(&self.movers) {
            step["mover"] = json!(mover.to_string());
        }
        data["why"]["end"] = self.ending.as_ref().map_or(Value::Null, |ending| sentence::data(&ending.sentence()));
        data["tree"] = self.tree.as_ref().map_or(Value::Null, |(_, tree)| tree.data());
        data
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

    fn explained(rules: &str, position: &str, depth: Option<usize>) -> Explained {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let compound = instance.compound().unwrap();
        let mut solver = Solver::new(instance.clone(), compound, Budget::positions(10_000)).unwrap();
        let evidence = Evidence::gather(&mut solver, &position, 100).unwrap();
        let tree = depth.map(|depth| (depth, ProofTree::unfold(&mut solver, &position, depth, 1000).unwrap()));
        Explained::new(&instance, compound, &evidence, tree.as_ref().map(|(depth, tree)| (*depth, tree)))
    }

    #[test]
    fn a_tree_is_drawn_with_its_values() {
        let shown = explained("game nim(n) title \"Nim\" move take(k in 1..n) -> n - k", "1 1", Some(9));
        let page = Page { width: 80, colour: Colour::Never, language: Language::English };
        let text = text::write(&shown.document(), page);
        let (_, tree) = text.split_once("stands:\n").unwrap();
        assert_eq!(
            tree,
            "1 1: lost in 2, value 0\n\
             ├─ part 1: take(k=1) → 0 1: won in 1, value 1\n\
             │  └─ part 2: take(k=1) → 0 0: over, lost\n\
             └─ part 2: take(k=1) → 1 0: won in 1, value 1\n   \
                └─ part 1: take(k=1) → 0 0: over, lost\n"
        );
        assert_eq!(shown.data()["tree"]["rows"][2]["node"], "over");
    }

    #[test]
    fn moves_that_are_not_counted_are_said_with_the_limit() {
        let shown = explained("game nim(n) move take(k in 1..n) -> n - k", "30 31 32", None);
        let text =
            text::write(&shown.document(), Page { width: 120, colour: Colour::Never, language: Language::English });
        let why = "not counted: the limit of 60000 moves on the way to the end was reached.";
        assert!(text.contains(why) && text.contains("to count it  --max-seconds 100"), "{text}");
        assert_eq!(shown.data()["uncounted"], "moves on the way to the end");
    }

    #[test]
    fn a_player_who_moves_again_is_named_again() {
        let again = "game g(n) move one if n > 0 -> again if n == 3: n - 1";
        let shown = explained(again, "3", None);
        let movers = |shown: &Explained| shown.movers.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(movers(&shown), ["first", "first", "second"]);
        let stands = message!(id "play-stands-wins", "{who} wins", who = "second");
        let called = shown.calling([message!("second"), message!("first")], stands, Vec::new());
        assert_eq!(movers(&called), ["second", "second", "first"]);
        assert_eq!(called.ending.unwrap().sentence().to_string(), "Play is over: first has won.");
    }

    #[test]
    fn the_line_says_who_has_won() {
        let shown = explained("game m(n) stuck wins move take(k in 1..min(2, n)) -> n - k", "3", None);
        assert_eq!(shown.ending.unwrap().sentence().to_string(), "Play is over: first has won.");
        let shown = explained("game coins(n) move take(k in 1..min(2, n)) gain k -> n - k", "3", None);
        assert_eq!(shown.ending.unwrap().sentence().to_string(), "Play is over; first has got 1 more.");
    }
}
