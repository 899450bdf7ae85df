//! A position explained: who wins, the argument in words, the whole line of best play, and the proof tree.
//!
//! In: the [`Evidence`] for a position, and its [`ProofTree`] if one was requested. Out: a page for people, and data
//! for programs. Nothing is computed here. The argument itself is [`crate::why`]'s.

use crate::answer::{Answer, MadeMove, winner};
use crate::document::{Block, Document, TextStyle, View, Words};
use crate::format::json;
use crate::sentence::{Sentence, Text};
use crate::why::Why;
use grundy_rules::{Compound, Instance};
use grundy_solve::argument::{Evidence, LineEnd, ProofTree, TreeNode, TreeRow};
use grundy_solve::{Evaluation, Solution, Winner};
use serde_json::{Value, json};

/// Texts beside the argument: keys and their English.
pub const TEXTS: &[Text] = &[
    ("explain-first", "first"),
    ("explain-second", "second"),
    ("explain-line", "Best play:"),
    ("explain-line-won", "Play is over: { $who } has won."),
    ("explain-line-drawn", "Play is over: a draw."),
    ("explain-line-points", "Play is over; { $who } has got { $score } more."),
    ("explain-line-equal", "Play is over; both have got the same."),
    ("explain-line-round", "Play is back where it was after move { $early }, and goes round."),
    ("explain-line-cut", "It goes on; the line is cut here, after { $moves } moves."),
    ("explain-line-unknown", "How it goes on is not known."),
    ("explain-tree", "The proof to a depth of { $depth }; of each position it says how the player to move stands:"),
    ("explain-tree-cut", "The tree is cut here, after { $rows } rows; fewer moves (--tree) show less of it."),
    ("tree-won", "won"),
    ("tree-lost", "lost"),
    ("tree-drawn", "drawn"),
    ("tree-unknown", "not known"),
    ("tree-over-won", "over, won"),
    ("tree-over-lost", "over, lost"),
    ("tree-over-drawn", "over, drawn"),
    ("tree-over", "over"),
    ("tree-won-in", "won in { $moves }"),
    ("tree-lost-in", "lost in { $moves }"),
    ("tree-value", "value { $value }"),
    ("tree-worth", "worth { $score } to who moves"),
    ("tree-score", "score { $score }"),
    ("tree-above", "as above"),
    ("tree-round", "back where it was"),
    ("tree-deep", "…"),
    ("tree-unlisted", "too many moves to be listed"),
];

/// An explanation as plain data.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Who wins.
    pub answer: Answer,
    /// The argument.
    pub why: Why,
    /// The player of each move of the line: a name, or `first` and `second`.
    pub movers: Vec<String>,
    /// How the line ends, in a sentence.
    pub ending: Option<Sentence>,
    /// Who wins in a game that is being played, if seats have names.
    stands: Option<Sentence>,
    /// The class of a position of misère Nim.
    pub class: Option<&'static str>,
    /// The proof tree and its requested depth.
    pub tree: Option<(usize, ShownTree)>,
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
    pub score: Option<grundy_rules::Int>,
    /// What is below it.
    pub node: TreeNode,
}

impl Explained {
    /// Names the players of a game in progress: the one to move, the other. Players with names of their own keep them.
    /// `stands`, the result with all that happened before, comes first, and `more` at the end.
    #[must_use]
    pub fn calling(mut self, [mover, other]: [&str; 2], stands: Sentence, more: Vec<Sentence>) -> Explained {
        let [first, second] = ["explain-first", "explain-second"].map(|key| Sentence::new(key).english());
        let renamed = |name: &str| match name {
            name if name == first => mover.to_owned(),
            name if name == second => other.to_owned(),
            name => name.to_owned(),
        };
        self.movers.iter_mut().for_each(|name| *name = renamed(name));
        for (argument, value) in self.ending.iter_mut().flat_map(|ending| &mut ending.arguments) {
            if *argument == "who" {
                *value = renamed(value);
            }
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
        let counted = evidence.line.first().and_then(|first| first.value.remoteness);
        answer.evaluation.remoteness = answer.evaluation.remoteness.or(counted);
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

/// Formats a player: a seat is translated, a name is not.
pub(crate) fn seat_or_name(player: &str) -> Words {
    let is_seat = ["explain-first", "explain-second"].iter().any(|key| Sentence::new(key).english() == player);
    if is_seat { Words::plain(player) } else { Words::name(player) }
}

/// Returns the player to move in each position of the line, and after its last move.
fn movers(instance: &Instance, evidence: &Evidence) -> Vec<String> {
    let game = instance.game();
    let mut is_first = true;
    let mut movers = Vec::with_capacity(evidence.line.len() + 1);
    let mover =
        |solution: &Solution, is_first: bool| match solution.position.mover.and_then(|side| game.side_name(side)) {
            Some(name) => name.to_owned(),
            None => Sentence::new(if is_first { "explain-first" } else { "explain-second" }).english(),
        };
    for (index, solution) in evidence.line.iter().enumerate() {
        movers.push(mover(solution, is_first));
        if evidence.moves.get(index).is_some_and(|valued| !valued.step.again) {
            is_first = !is_first;
        }
    }
    movers
}

/// Describes how the line ends.
fn ending(evidence: &Evidence, movers: &[String]) -> Option<Sentence> {
    if evidence.moves.is_empty() {
        return None;
    }
    let moves = evidence.moves.len();
    Some(match evidence.end {
        LineEnd::Cut => Sentence::new("explain-line-cut").with("moves", moves),
        LineEnd::NotKnown => Sentence::new("explain-line-unknown"),
        LineEnd::Repeats(early) => Sentence::new("explain-line-round").with("early", early),
        LineEnd::Over => {
            let last = evidence.line.last()?;
            let (mover, first) = (movers.last()?, movers.first()?);
            let other = movers.iter().find(|name| *name != mover).unwrap_or(mover);
            match (&evidence.solution.value.score, last.value.winner?) {
                (Some(score), _) if score.is_zero() => Sentence::new("explain-line-equal"),
                (Some(score), _) => {
                    let second = movers.iter().find(|name| *name != first).unwrap_or(first);
                    let who = if score.is_negative() { second } else { first };
                    Sentence::new("explain-line-points").with("who", who).with("score", score.abs())
                }
                (None, Winner::Draw) => Sentence::new("explain-line-drawn"),
                (None, Winner::First) => Sentence::new("explain-line-won").with("who", mover),
                (None, Winner::Second) => Sentence::new("explain-line-won").with("who", other),
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
            let mut words = Words::of(TextStyle::Faint, bar);
            if let Some(made) = &row.made {
                words = words.then(TextStyle::Name, made.words()).then(TextStyle::Faint, " → ");
            }
            words = words.then(TextStyle::Name, row.position.clone()).then(TextStyle::Plain, ": ");
            for (index, (tone, sentence)) in row.state().into_iter().enumerate() {
                if index > 0 {
                    words = words.then(TextStyle::Plain, ", ");
                }
                words = words.then(tone, sentence.english());
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
    fn state(&self) -> Vec<(TextStyle, Sentence)> {
        let is_over = self.node == TreeNode::Over;
        let mut states = Vec::new();
        let is_for_points = self.score.is_some() || self.value.score.is_some();
        if let Some(score) = &self.score {
            states.push((TextStyle::Plain, Sentence::new("tree-worth").with("score", score)));
        } else if let Some(score) = self.value.score.as_ref().filter(|_| !is_over) {
            states.push((TextStyle::Plain, Sentence::new("tree-score").with("score", score)));
        }
        if is_for_points && is_over {
            states.push((TextStyle::Plain, Sentence::new("tree-over")));
        }
        if !is_for_points {
            states.push(self.outcome(is_over));
            let value = self.value.grundy.as_ref().filter(|_| !is_over);
            states.extend(value.map(|value| (TextStyle::Plain, Sentence::new("tree-value").with("value", value))));
        }
        let note = match self.node {
            TreeNode::Above(_) => Some("tree-above"),
            TreeNode::Repeats(_) => Some("tree-round"),
            TreeNode::Deep => Some("tree-deep"),
            TreeNode::Unlisted => Some("tree-unlisted"),
            _ => None,
        };
        states.extend(note.map(|key| (TextStyle::Faint, Sentence::new(key))));
        states
    }

    /// Returns whether the player to move has won, and how soon.
    fn outcome(&self, is_over: bool) -> (TextStyle, Sentence) {
        let moves = self.value.remoteness.filter(|_| !is_over);
        let (key, over, later, tone) = match self.value.winner {
            Some(Winner::First) => ("tree-won", "tree-over-won", "tree-won-in", TextStyle::Good),
            Some(Winner::Second) => ("tree-lost", "tree-over-lost", "tree-lost-in", TextStyle::Bad),
            Some(Winner::Draw) => {
                return (TextStyle::Strong, Sentence::new(if is_over { "tree-over-drawn" } else { "tree-drawn" }));
            }
            None => return (TextStyle::Plain, Sentence::new(if is_over { "tree-over" } else { "tree-unknown" })),
        };
        let sentence = match moves {
            Some(moves) => Sentence::new(later).with("moves", moves),
            None => Sentence::new(if is_over { over } else { key }),
        };
        (tone, sentence)
    }
}

impl View for Explained {
    fn document(&self) -> Document {
        // Only who wins: the argument contains the rest.
        let mut blocks: Vec<Block> = self.answer.document().0.into_iter().take(2).collect();
        // If seats have names, "first" is a seat and not the player to move.
        if let (Some(stands), Some(Block::Line(verdict))) = (&self.stands, blocks.get_mut(1)) {
            *verdict = Words::of(TextStyle::Strong, stands.english());
        }
        blocks.push(Block::Gap);
        let line = |sentence: &Sentence| Block::Line(Words::plain(sentence.english()));
        blocks.extend(self.why.sentences.iter().map(line));
        if !self.why.line.is_empty() {
            blocks.extend([Block::Gap, line(&Sentence::new("explain-line"))]);
            let row = |(index, ((_, made), mover)): (usize, (&(Option<String>, MadeMove), &String))| {
                vec![
                    Words::of(TextStyle::Faint, format!("{:>4}", index + 1)),
                    seat_or_name(mover),
                    Words::name(made.words()),
                    Words::of(TextStyle::Faint, format!("→ {}", made.to)),
                ]
            };
            let rows = self.why.line.iter().zip(&self.movers).enumerate().map(row).collect();
            blocks.push(Block::Columns { titles: Vec::new(), rows });
            blocks.extend(self.ending.as_ref().map(line));
        }
        if let Some((depth, tree)) = &self.tree {
            blocks.extend([Block::Gap, line(&Sentence::new("explain-tree").with("depth", depth))]);
            blocks.extend(tree.lines().into_iter().map(Block::Line));
            if tree.is_cut {
                blocks.push(line(&Sentence::new("explain-tree-cut").with("rows", tree.rows.len())));
            }
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let mut data = self.answer.data();
        data["class"] = json!(self.class);
        if let Some(stands) = &self.stands {
            data["stands"] = stands.data();
        }
        data["why"] = self.why.data();
        for (step, mover) in data["why"]["line"].as_array_mut().into_iter().flatten().zip(&self.movers) {
            step["mover"] = json!(mover);
        }
        data["why"]["end"] = self.ending.as_ref().map_or(Value::Null, Sentence::data);
        data["tree"] = self.tree.as_ref().map_or(Value::Null, |(_, tree)| tree.data());
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{self, Page};
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
        let page = Page { width: 80, colour: Colour::Never };
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
    fn a_player_who_moves_again_is_named_again() {
        let again = "game g(n) move one if n > 0 -> again if n == 3: n - 1";
        let shown = explained(again, "3", None);
        assert_eq!(shown.movers, ["first", "first", "second"]);
        let stands = Sentence::new("play-stands-wins").with("who", "second");
        let called = shown.calling(["second", "first"], stands, Vec::new());
        assert_eq!(called.movers, ["second", "second", "first"]);
        assert_eq!(called.ending.unwrap().english(), "Play is over: first has won.");
    }

    #[test]
    fn the_line_says_who_has_won() {
        let shown = explained("game m(n) stuck wins move take(k in 1..min(2, n)) -> n - k", "3", None);
        assert_eq!(shown.ending.unwrap().english(), "Play is over: first has won.");
        let shown = explained("game coins(n) move take(k in 1..min(2, n)) gain k -> n - k", "3", None);
        assert_eq!(shown.ending.unwrap().english(), "Play is over; first has got 1 more.");
    }
}
