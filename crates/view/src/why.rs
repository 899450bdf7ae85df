//! Why somebody wins: a short argument in words.
//!
//! In: a solution, what a solver said about the parts of its position, and the solutions along a line of best play. Out:
//! sentences that follow from each other, and the line. Nothing is computed here: every value that is spoken of was asked
//! of a solver by the caller. A sentence is a key with arguments, so that a catalogue of messages can say it in any
//! language; [`Sentence::english`] says it in English.
//!
//! The arguments are the usual ones: Sprague and Grundy's for sums, the least missing value for one part, and Zermelo's
//! for everything else.

use crate::answer::MadeMove;
use crate::document::{Block, Document, Tone, View, Words};
use grundy_rules::game::Verdict;
use grundy_rules::{Instance, Join};
use grundy_solve::{Authority, Judgement, Solution, Stop, ValuedMove, Winner};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;

/// How many values are spelled out one by one.
const MOST_SPELLED: usize = 12;

/// Every key that a sentence may have.
pub const KEYS: [&str; 30] = [
    "why-over-loses",
    "why-over-wins",
    "why-over-draws",
    "why-over-points",
    "why-unknown",
    "why-parts",
    "why-sum-nonzero",
    "why-sum-zero",
    "why-sum-move",
    "why-sum-again",
    "why-sum-answer",
    "why-one-options",
    "why-one-none",
    "why-one-zero",
    "why-move-wins",
    "why-move-last",
    "why-all-lose",
    "why-draw",
    "why-draw-others",
    "why-points-best",
    "why-points-more",
    "why-remoteness",
    "why-by",
    "why-by-grundy",
    "why-by-search",
    "why-by-retrograde",
    "why-by-alpha-beta",
    "why-by-proof-number",
    "why-by-nimbers",
    "why-by-theorem",
];

/// What a solver said, from which the argument is made.
pub struct Evidence<'a> {
    /// About the position.
    pub solution: &'a Solution,
    /// About each part alone; empty where that tells nothing.
    pub parts: &'a [Judgement],
    /// About the positions that best play leads through, one after the other: see [`best_move`].
    pub line: &'a [Solution],
}

/// One sentence of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What it says, one of [`KEYS`].
    pub key: &'static str,
    /// What it says it of.
    pub arguments: Vec<(&'static str, String)>,
}

/// An argument as plain data.
#[derive(Clone, Debug)]
pub struct Why {
    /// The sentences, in order.
    pub sentences: Vec<Sentence>,
    /// Best play: who moves (where that has a name) and the move.
    pub line: Vec<(Option<String>, MadeMove)>,
    /// Whether the line goes on to the end of play.
    pub line_ends: bool,
}

/// The move to make: of those that keep the best result the one that ends soonest; where all lose, the one that holds out
/// longest. The first of several, in the order of the rules.
pub fn best_move(solution: &Solution) -> Option<&ValuedMove> {
    let length = |valued: &ValuedMove| valued.worth.remoteness.map(|remoteness| remoteness.0);
    if solution.winning_move_count > 0 {
        return solution.winning().min_by_key(|valued| length(valued).unwrap_or(u64::MAX));
    }
    let losing = solution.moves.iter().filter(|valued| valued.worth.winner == Some(Winner::Second));
    // What has no end in sight holds out longest.
    losing.min_by_key(|valued| Reverse(length(valued).unwrap_or(u64::MAX)))
}

impl Why {
    /// The argument for this game, its sums being played like this.
    pub fn new(instance: &Instance, join: Join, evidence: &Evidence) -> Why {
        let solution = evidence.solution;
        let made = |from: &Solution, valued: &ValuedMove| {
            MadeMove::new(instance, join, from.position.parts.len(), &valued.step)
        };
        let game = instance.game();
        let mut line = Vec::new();
        let mut line_ends = false;
        let mut at = Some(solution);
        let mut rest = evidence.line.iter();
        while let Some(from) = at {
            let Some(valued) = best_move(from) else {
                line_ends = from.moves.is_empty() && from.stop.is_none();
                break;
            };
            let mover = from.position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned);
            at = rest.next();
            if at.is_some() {
                line.push((mover, made(from, valued)));
            }
        }
        let mut sentences = Vec::new();
        argue(instance, evidence, &mut sentences, &|valued| made(solution, valued).words());
        if let (Some(remoteness), false) = (solution.remoteness, solution.moves.is_empty()) {
            sentences.push(say("why-remoteness", [("moves", remoteness.to_string())]));
        }
        if !matches!(solution.by, Authority::Rules) {
            sentences.push(by(&solution.by));
        }
        Why { sentences, line, line_ends }
    }
}

fn say<const N: usize>(key: &'static str, arguments: [(&'static str, String); N]) -> Sentence {
    Sentence { key, arguments: arguments.into() }
}

/// On what authority: in a sentence of its own where it is one of the usual ones.
fn by(authority: &Authority) -> Sentence {
    let (key, name, positions) = match authority {
        Authority::Grundy { positions } => ("why-by-grundy", "", positions),
        Authority::Search { positions } => ("why-by-search", "", positions),
        Authority::Retrograde { positions } => ("why-by-retrograde", "", positions),
        Authority::AlphaBeta { positions } => ("why-by-alpha-beta", "", positions),
        Authority::ProofNumber { positions } => ("why-by-proof-number", "", positions),
        Authority::Nimbers { positions } => ("why-by-nimbers", "", positions),
        Authority::Theorem { name, positions } => ("why-by-theorem", *name, positions),
        other => return say("why-by", [("authority", other.to_string())]),
    };
    let arguments =
        [("authority", authority.to_string()), ("positions", positions.to_string()), ("name", name.to_owned())];
    say(key, arguments)
}

/// The argument for the position itself.
fn argue(
    instance: &Instance,
    evidence: &Evidence,
    sentences: &mut Vec<Sentence>,
    words: &dyn Fn(&ValuedMove) -> String,
) {
    let solution = evidence.solution;
    let Some(winner) = solution.winner else {
        let stop = solution.stop.unwrap_or(Stop::Cancelled);
        sentences.push(say("why-unknown", [("stop", stop.to_string())]));
        return;
    };
    if solution.moves.is_empty() && matches!(solution.by, Authority::Rules) {
        let key = match winner {
            _ if instance.game().points => "why-over-points",
            Winner::First => "why-over-wins",
            Winner::Second => "why-over-loses",
            Winner::Draw => "why-over-draws",
        };
        let stuck = matches!(instance.game().stuck, Verdict::Lose | Verdict::Win);
        sentences.push(say(key, [("stuck", if stuck { "yes" } else { "no" }.to_owned())]));
        return;
    }
    let best = best_move(solution);
    if let Some(score) = &solution.score {
        if let Some(best) = best.or_else(|| solution.moves.first()) {
            let arguments = [("move", words(best)), ("gain", best.step.gain.to_string()), ("score", score.to_string())];
            sentences.push(say("why-points-best", arguments));
        }
        sentences.push(say("why-points-more", [("score", score.to_string())]));
        return;
    }
    if solution.grundy.is_some() {
        argue_by_values(evidence, sentences, words);
        return;
    }
    let count = solution.moves.len();
    match (winner, best) {
        (Winner::First, Some(best)) => {
            let over = evidence.line.first().is_some_and(|next| next.moves.is_empty() && next.stop.is_none());
            let replies = evidence.line.first().map_or(0, |next| next.moves.len());
            let key = if over { "why-move-last" } else { "why-move-wins" };
            sentences.push(say(key, [("move", words(best)), ("replies", replies.to_string())]));
        }
        (Winner::Second, _) => sentences.push(say("why-all-lose", [("count", count.to_string())])),
        (Winner::Draw, Some(best)) => {
            sentences.push(say("why-draw", [("move", words(best))]));
            let losing = solution.moves.iter().filter(|valued| valued.worth.winner == Some(Winner::Second)).count();
            if losing > 0 {
                sentences.push(say("why-draw-others", [("count", losing.to_string())]));
            }
        }
        _ => {}
    }
}

/// Sprague and Grundy's argument.
fn argue_by_values(evidence: &Evidence, sentences: &mut Vec<Sentence>, words: &dyn Fn(&ValuedMove) -> String) {
    let solution = evidence.solution;
    let value = solution.grundy.map(|grundy| grundy.to_string()).unwrap_or_default();
    let wins = solution.winner == Some(Winner::First);
    let parts: Option<Vec<String>> =
        evidence.parts.iter().map(|part| part.grundy.map(|grundy| grundy.to_string())).collect();
    if let Some(parts) = parts.filter(|parts| parts.len() > 1) {
        sentences.push(say("why-parts", [("values", parts.join(", "))]));
        if !wins {
            sentences.push(say("why-sum-zero", []));
            sentences.push(say("why-sum-answer", []));
            return;
        }
        sentences.push(say("why-sum-nonzero", [("value", value)]));
        if let Some(best) = best_move(solution) {
            sentences.push(say("why-sum-move", [("move", words(best))]));
        }
        sentences.push(say("why-sum-again", []));
        return;
    }
    let mut options: Vec<_> = solution.moves.iter().filter_map(|valued| valued.worth.grundy).collect();
    options.sort();
    options.dedup();
    if options.is_empty() {
        sentences.push(say("why-one-none", [("value", value)]));
    } else {
        let mut spelled: Vec<String> = options.iter().take(MOST_SPELLED).map(ToString::to_string).collect();
        if options.len() > MOST_SPELLED {
            spelled.push("…".to_owned());
        }
        sentences.push(say("why-one-options", [("values", spelled.join(", ")), ("value", value)]));
    }
    match best_move(solution).filter(|_| wins) {
        Some(best) => {
            sentences.push(say("why-sum-move", [("move", words(best))]));
            sentences.push(say("why-sum-again", []));
        }
        None if !wins => {
            sentences.push(say("why-one-zero", []));
        }
        None => {}
    }
}

impl Sentence {
    /// What was said under this name.
    fn argument(&self, name: &str) -> &str {
        self.arguments.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// The sentence in English, with a full stop.
    pub fn english(&self) -> String {
        let it = |name: &str| self.argument(name);
        let text = match self.key {
            "why-over-loses" => "Play is over: the player to move has lost",
            "why-over-wins" => "Play is over: the player to move has won",
            "why-over-draws" => "Play is over, and nobody has won",
            "why-over-points" => "Play is over: what was gained stands",
            "why-unknown" => return format!("It is not known who wins: {}.", it("stop")),
            "why-parts" => return format!("The Grundy values of the parts are {}.", it("values")),
            "why-sum-nonzero" => {
                return format!("Their xor is {}, which is not 0: the player to move can make it 0.", it("value"));
            }
            "why-sum-zero" => "Their xor is 0: every move changes one part, and so the xor is no longer 0",
            "why-sum-move" => return format!("Play {}: what is left has the value 0.", it("move")),
            "why-sum-again" => {
                "Whatever the opponent does, the value is not 0 any more, and you can make it 0 again; so it is the \
                 opponent who runs out of moves"
            }
            "why-sum-answer" => {
                "The opponent can then make it 0 again, each time; so it is the player to move who runs out of moves"
            }
            "why-one-options" => {
                return format!(
                    "The options have the values {}; the least number that is missing is {}, and that is the Grundy value.",
                    it("values"),
                    it("value")
                );
            }
            "why-one-none" => return format!("The Grundy value is {}.", it("value")),
            "why-one-zero" => {
                "No option has the value 0, so each leaves the opponent a move to 0; the player to move runs out of moves"
            }
            "why-move-last" => return format!("{} ends the play at once, and wins.", it("move")),
            "why-move-wins" => {
                return format!(
                    "{} leads to a position that is lost for the opponent: all {} replies lose.",
                    it("move"),
                    it("replies")
                );
            }
            "why-all-lose" => {
                return format!("Each of the {} moves leads to a position that the opponent wins.", it("count"));
            }
            "why-draw" => return format!("No move wins, but {} draws.", it("move")),
            "why-draw-others" => return format!("{} other moves lose.", it("count")),
            "why-points-best" => {
                return format!("The best move is {}, which gains {} at once.", it("move"), it("gain"));
            }
            "why-points-more" => {
                return format!("With best play the player to move gets {} more from here on.", it("score"));
            }
            "why-remoteness" => {
                return format!("It takes {} moves when the winner hurries and the loser delays.", it("moves"));
            }
            key if key.starts_with("why-by") => return format!("This rests on: {}.", it("authority")),
            _ => "",
        };
        format!("{text}.")
    }
}

impl View for Why {
    fn document(&self) -> Document {
        let mut blocks: Vec<Block> =
            self.sentences.iter().map(|sentence| Block::Line(Words::plain(sentence.english()))).collect();
        if !self.line.is_empty() {
            blocks.push(Block::Gap);
            let row = |(place, (mover, made)): (usize, &(Option<String>, MadeMove))| {
                vec![
                    Words::of(Tone::Faint, (place + 1).to_string()),
                    Words::plain(mover.clone().unwrap_or_default()),
                    Words::plain(made.words()),
                    Words::of(Tone::Faint, format!("→ {}", made.to)),
                ]
            };
            let rows = self.line.iter().enumerate().map(row).collect();
            blocks.push(Block::Columns { titles: Vec::new(), rows });
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let sentence = |sentence: &Sentence| {
            let arguments: Map<String, Value> =
                sentence.arguments.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
            json!({"key": sentence.key, "arguments": arguments, "text": sentence.english()})
        };
        let step = |(mover, made): &(Option<String>, MadeMove)| json!({"mover": mover, "part": made.part(), "move": made.movement(), "to": made.to});
        json!({
            "sentences": self.sentences.iter().map(sentence).collect::<Vec<Value>>(),
            "line": self.line.iter().map(step).collect::<Vec<Value>>(),
            "line_ends": self.line_ends,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Position, read};
    use grundy_solve::{Budget, Solver, Wants};
    use std::sync::Arc;

    /// What a caller does: asks for the position, its parts and the line.
    fn why(rules: &str, position: &str) -> Why {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let join = instance.join().unwrap();
        let mut solver = Solver::new(instance.clone(), join, Budget::positions(10_000)).unwrap();
        let solution = solver.solve_one(&position).unwrap();
        let alone: Vec<Position> =
            position.parts.iter().map(|part| Position { mover: position.mover, parts: vec![part.clone()] }).collect();
        let parts: Vec<Judgement> = solver.judge(&alone, Wants::Grundy).into_iter().map(Result::unwrap).collect();
        let mut line = Vec::new();
        let mut next = best_move(&solution).map(|valued| valued.step.to.clone());
        while let Some(to) = next {
            let solved = solver.solve_one(&to).unwrap();
            next = best_move(&solved).map(|valued| valued.step.to.clone());
            line.push(solved);
        }
        Why::new(&instance, join, &Evidence { solution: &solution, parts: &parts, line: &line })
    }

    #[track_caller]
    fn check(rules: &str, position: &str, keys: &[&str], line: &[&str]) {
        let why = why(rules, position);
        let said: Vec<&str> = why.sentences.iter().map(|sentence| sentence.key).collect();
        assert_eq!(said, keys);
        assert!(said.iter().all(|key| KEYS.contains(key)));
        let played: Vec<String> = why.line.iter().map(|(_, made)| made.to.clone()).collect();
        assert_eq!(played, line);
        assert!(why.line_ends);
    }

    const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";

    #[test]
    fn a_sum_is_won_by_making_the_xor_zero() {
        let keys = ["why-parts", "why-sum-nonzero", "why-sum-move", "why-sum-again", "why-by-grundy"];
        check(NIM, "1 2", &keys, &["1 1", "0 1", "0 0"]);
        check(NIM, "1 1", &["why-parts", "why-sum-zero", "why-sum-answer", "why-by-grundy"], &["0 1", "0 0"]);
    }

    #[test]
    fn one_part_is_valued_by_the_least_missing_value() {
        let keys = ["why-one-options", "why-sum-move", "why-sum-again", "why-remoteness", "why-by-grundy"];
        check(NIM, "2", &keys, &["0"]);
        check(NIM, "0", &["why-over-loses"], &[]);
    }

    #[test]
    fn other_games_are_argued_move_by_move() {
        let misere = "game m(n) stuck wins move take(k in 1..min(2, n)) -> n - k";
        check(misere, "3", &["why-move-wins", "why-remoteness", "why-by-search"], &["1", "0"]);
        check(misere, "1", &["why-all-lose", "why-remoteness", "why-by-search"], &["0"]);
        let race = "game r(n) win if n == 0 move one if n > 0 -> n - 1 stuck draws";
        check(race, "0", &["why-over-wins"], &[]);
    }

    #[test]
    fn points_are_told_as_points() {
        check(
            "game coins(n) move take(k in 1..min(2, n)) gain k -> n - k",
            "2",
            &["why-points-best", "why-points-more", "why-by-search"],
            &["0"],
        );
    }

    #[test]
    fn every_key_has_its_english() {
        for key in KEYS {
            assert!(Sentence { key, arguments: Vec::new() }.english().len() > 5, "{key}");
        }
    }
}
