//! Why a player wins: a short argument in words.
//!
//! In: what a solver returned, [`Evidence`]. Out: sentences that follow from each other, and a line of best play.
//! Nothing is computed here: every value that is mentioned came from a solver. Programs know a sentence by its key.
//!
//! The arguments are the usual ones: Sprague and Grundy's for sums, the least missing value for one part, Bouton's
//! classes for Nim under misère play, and Zermelo's for everything else.

use crate::answer::MadeMove;
use crate::document::{Block, Document, TextStyle, View, Words};
use crate::limits;
use crate::sentence::data;
use grundy_message::{Message, message, plural};
use grundy_rules::game::{Loops, Verdict};
use grundy_rules::{Compound, Instance};
use grundy_solve::argument::{Evidence, LineEnd, MisereNim, NimClass, best_move, is_over};
use grundy_solve::{Authority, Solution, Stop, ValuedMove, Winner};
use serde_json::{Value, json};

/// An argument as plain data.
#[derive(Clone, Debug)]
pub struct Why {
    /// The sentences, in order.
    pub sentences: Vec<Message>,
    /// Best play: who moves (if named) and the move.
    pub line: Vec<(Option<String>, MadeMove)>,
    /// Whether the line goes on to the end of play.
    pub line_ends: bool,
}

impl Why {
    /// Creates the argument for this game under this compound rule.
    pub fn new(instance: &Instance, compound: Compound, evidence: &Evidence) -> Why {
        let made = |from: &Solution, valued: &ValuedMove| {
            MadeMove::new(instance, compound, from.position.parts.len(), &valued.step)
        };
        let game = instance.game();
        let name = |from: &Solution| from.position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned);
        let steps = evidence.line.iter().zip(&evidence.moves);
        let line = steps.map(|(from, valued)| (name(from), made(from, valued))).collect();
        let speaker = Speaker { instance, compound, evidence };
        Why { sentences: speaker.argument(), line, line_ends: evidence.end == LineEnd::Over }
    }
}

/// Returns the authority: in its own sentence if it is one of the usual ones.
fn by(authority: &Authority) -> Message {
    macro_rules! by {
        ($id:literal, $positions:expr, $name:expr) => {
            message!(id $id, "This rests on: {authority}.", authority, positions = $positions, name = $name)
        };
    }
    match authority {
        Authority::Grundy { positions } => by!("why-by-grundy", positions, ""),
        Authority::Search { positions } => by!("why-by-search", positions, ""),
        Authority::Retrograde { positions } => by!("why-by-retrograde", positions, ""),
        Authority::AlphaBeta { positions } => by!("why-by-alpha-beta", positions, ""),
        Authority::ProofNumber { positions } => by!("why-by-proof-number", positions, ""),
        Authority::Nimbers { positions } => by!("why-by-nimbers", positions, ""),
        Authority::Theorem { name, positions } => by!("why-by-theorem", positions, name),
        _ => message!(id "why-by", "This rests on: {authority}.", authority),
    }
}

/// The input of an argument.
struct Speaker<'a> {
    instance: &'a Instance,
    compound: Compound,
    evidence: &'a Evidence,
}

impl Speaker<'_> {
    /// Returns the whole argument.
    fn argument(&self) -> Vec<Message> {
        let solution = &self.evidence.solution;
        let mut sentences = self.argue();
        // The moves to the end may have been counted for the line alone.
        let first = self.evidence.line.first().unwrap_or(solution);
        match (first.value.remoteness.or(solution.value.remoteness), first.uncounted) {
            _ if solution.moves.is_empty() => {}
            (Some(length), _) => sentences.push(match length.0 {
                1 => message!(id "why-remoteness-one", "It takes one move.", moves = length),
                _ => message!(id "why-remoteness", "It takes {moves} moves when the winner hurries and the loser delays.", moves = length),
            }),
            (None, Some(stop)) => {
                sentences.push(message!(id "why-uncounted", "The moves to the end were not counted: {stop}.", stop));
            }
            (None, None) => {}
        }
        if !matches!(solution.by, Authority::Rules) && solution.value.winner.is_some() {
            sentences.push(by(&solution.by));
        }
        sentences
    }

    /// Returns the move to make, with the lengths that were counted.
    fn best(&self) -> Option<&ValuedMove> {
        self.evidence.line.first().and_then(best_move)
    }

    fn words(&self, valued: &ValuedMove) -> Message {
        let parts = self.evidence.solution.position.parts.len();
        MadeMove::new(self.instance, self.compound, parts, &valued.step).words()
    }

    /// Returns the argument for the position itself.
    fn argue(&self) -> Vec<Message> {
        let solution = &self.evidence.solution;
        let Some(winner) = solution.value.winner else { return self.not_known() };
        let game = self.instance.game();
        if is_over(solution) && matches!(solution.by, Authority::Rules) {
            let stuck = if matches!(game.stuck, Verdict::Lose | Verdict::Win) { "yes" } else { "no" };
            let over = match winner {
                _ if game.points => message!(id "why-over-points", "Play is over: what was gained stands.", stuck),
                Winner::First => message!(id "why-over-wins", "Play is over: the player to move has won.", stuck),
                Winner::Second => message!(id "why-over-loses", "Play is over: the player to move has lost.", stuck),
                Winner::Draw => message!(id "why-over-draws", "Play is over, and nobody has won.", stuck),
            };
            return self.class().into_iter().chain([over]).collect();
        }
        let mut sentences = self.how_it_is_played();
        if let Some(score) = &solution.value.score {
            if let Some(best) = self.best().or_else(|| solution.moves.first()) {
                sentences.push(message!(
                    id "why-points-best",
                    "The best move is {move}, which gains {gain} at once.",
                    move = self.words(best),
                    gain = best.step.gain,
                    score
                ));
            }
            let less = score.is_negative();
            let score = score.abs();
            sentences.push(match score.is_zero() {
                true => message!(id "why-points-same", "With best play both players get the same from here on.", score),
                _ if less => message!(id "why-points-less", "With best play the player to move gets {score} less from here on.", score),
                false => message!(id "why-points-more", "With best play the player to move gets {score} more from here on.", score),
            });
        } else if self.evidence.misere_nim.is_some() {
            sentences.extend(self.class());
            sentences.extend(self.best().filter(|_| winner == Winner::First).map(|best| self.winning_move(best)));
        } else if solution.theorem.is_some() {
            sentences.extend(self.argue_by_theorem());
        } else if solution.value.grundy.is_some() {
            sentences.extend(self.argue_by_values());
        } else {
            sentences.extend(self.argue_by_moves(winner));
        }
        sentences
    }

    /// Returns what is known although the winner is not.
    fn not_known(&self) -> Vec<Message> {
        let solution = &self.evidence.solution;
        let stop = solution.stop.unwrap_or(Stop::Cancelled);
        let mut sentences = vec![message!(id "why-unknown", "It is not known who wins: {stop}.", stop)];
        let count = |winner| solution.moves.iter().filter(|valued| valued.value.winner == Some(winner)).count();
        let [win, draw, lose] = [Winner::First, Winner::Draw, Winner::Second].map(count);
        if win + draw + lose > 0 {
            let count = solution.moves.len();
            sentences.push(message!(
                id "why-known",
                "Of {count} {moves} it is known that {win} win, {draw} draw and {lose} lose.",
                count,
                moves = plural(&count, "move", "moves"),
                win,
                draw,
                lose
            ));
        }
        sentences
    }

    /// Describes how a sum is played, if not in the usual manner.
    fn how_it_is_played(&self) -> Vec<Message> {
        if self.evidence.solution.position.parts.len() < 2 || self.evidence.misere_nim.is_some() {
            return Vec::new();
        }
        let game = self.instance.game();
        let joined = match self.compound {
            Compound::One => None,
            Compound::Every => Some(message!(id "why-join-every", "A move is made in every part that can still move.")),
            Compound::Short => {
                Some(message!(id "why-join-short", "A move is made in every part, and the first part to end ends all."))
            }
            Compound::Some => Some(message!(id "why-join-some", "A move is made in one part or in several at once.")),
            Compound::Upto(max) => {
                Some(message!(id "why-join-upto", "A move is made in at most {most} parts at once.", most = max))
            }
            Compound::Anti => Some(
                message!(id "why-join-anti", "Play ends where every part has Grundy value 0, and the player then to move wins."),
            ),
        };
        let misere = game.players.is_none() && !game.points && game.stuck == Verdict::Win && game.ends.is_empty();
        joined
            .into_iter()
            .chain(misere.then(
                || message!(id "why-misere", "Who cannot move wins: under misère play Grundy values do not decide."),
            ))
            .collect()
    }

    /// Returns the class of a position of misère Nim, and the theorem.
    fn class(&self) -> Vec<Message> {
        let Some(MisereNim { class, ones, large, xor, .. }) = &self.evidence.misere_nim else { return Vec::new() };
        let name = class.name();
        let classed = match class {
            NimClass::T0 if *ones == 0 => {
                message!(id "why-nim-empty", "Class T0: no stone is left, so the opponent has taken the last.", ones, large, xor, class = name)
            }
            NimClass::T0 => {
                message!(id "why-nim-t0", "Class T0: only ones are left, {ones} of them, an even number; the opponent takes the last.", ones, large, xor, class = name)
            }
            NimClass::T2 => message!(id "why-nim-t2",
                "Class T2: {large} heaps hold more than one stone, and the xor is 0; every move leads to S1 or S2, and from both the \
                 opponent comes back to S0 or T2.", ones, large, xor, class = name),
            NimClass::S0 => {
                message!(id "why-nim-s0", "Class S0: only ones are left, {ones} of them, an odd number; the player to move takes the last.", ones, large, xor, class = name)
            }
            NimClass::S1 => message!(id "why-nim-s1",
                "Class S1: one heap holds more than one stone, beside {ones} ones; taken whole or down to 1, it leaves an odd number of \
                 ones, which is S0.", ones, large, xor, class = name),
            NimClass::S2 => message!(id "why-nim-s2",
                "Class S2: {large} heaps hold more than one stone, and the xor is {xor}; Nim's own move makes it 0, which is T2.", ones, large, xor, class = name),
        };
        let nim = message!(
            id "why-nim",
            "This is Nim where the last stone loses. Its classes: T if the xor of the heaps is 0, S if it is not; then the number \
             of heaps of more than one stone: 0, 1, or 2 for two and more."
        );
        let theorem = message!(
            id "why-nim-theorem",
            "Bouton's theorem (1902): under misère play S0 and T2 are lost for the player to move, T0, S1 and S2 are won."
        );
        vec![nim, classed, theorem]
    }

    /// Says that a move wins, and what is left to the opponent.
    fn winning_move(&self, best: &ValuedMove) -> Message {
        let after = self.evidence.line.get(1);
        let words = self.words(best);
        match after {
            Some(next) if is_over(next) => {
                message!(id "why-move-last", "{move} ends the play at once, and wins.", move = words, replies = 0)
            }
            Some(next) if !next.moves.is_empty() => {
                message!(id "why-move-wins", "{move} leads to a position that is lost for the opponent: all replies ({replies}) lose.", move = words, replies = next.moves.len())
            }
            _ => {
                message!(id "why-theorem-move", "{move} leads to a position that is lost by the same theorem.", move = words)
            }
        }
    }

    /// Zermelo's argument.
    fn argue_by_moves(&self, winner: Winner) -> Vec<Message> {
        let solution = &self.evidence.solution;
        match (winner, self.best()) {
            (Winner::First, Some(best)) => vec![self.winning_move(best)],
            (Winner::First, None) => Vec::new(),
            (Winner::Second, _) => vec![
                message!(id "why-all-lose", "Each of the moves ({count}) leads to a position that the opponent wins.", count = solution.moves.len()),
            ],
            (Winner::Draw, best) => {
                let mut sentences: Vec<Message> = best
                    .map(|best| message!(id "why-draw", "No move wins, but {move} draws.", move = self.words(best)))
                    .into_iter()
                    .collect();
                let losing = solution.moves.iter().filter(|valued| valued.value.winner == Some(Winner::Second)).count();
                if losing > 0 {
                    sentences.push(message!(id "why-draw-others", "Other moves ({count}) lose.", count = losing));
                }
                let moves = self.evidence.moves.len();
                match self.evidence.end {
                    LineEnd::Repeats(early) if self.instance.game().loops == Loops::Draw => {
                        sentences.push(message!(id "why-draw-round", "Move {late} of best play leads back to where play was after move {early}: it can go round for \
                             ever, which is a draw, and neither player can leave the round and win.", late = moves, early));
                    }
                    LineEnd::Over => sentences.push(message!(id "why-draw-ends", "With best play it ends in a draw after {moves} {word}.", moves, word = plural(&moves, "move", "moves"))),
                    _ => {}
                }
                sentences
            }
        }
    }

    /// Returns the argument by a theorem about the game itself.
    fn argue_by_theorem(&self) -> Vec<Message> {
        let solution = &self.evidence.solution;
        let Some(theorem) = &solution.theorem else { return Vec::new() };
        let mut sentences = Vec::new();
        if !theorem.is_empty() {
            // Only what a checker accepted is called a theorem.
            let is_known_rule = matches!(solution.by, Authority::Claim { is_proved: false, .. });
            let says = theorem;
            sentences.push(match is_known_rule {
                true => message!(id "why-known-rule-says", "The known rule says: {says}.", says),
                false => message!(id "why-theorem-says", "The theorem says: {says}.", says),
            });
        }
        if let Some(value) = &solution.value.grundy {
            let values: Vec<String> = self.evidence.part_values.iter().map(ToString::to_string).collect();
            if values.is_empty() {
                sentences.push(message!(id "why-one-none", "The Grundy value is {value}.", value));
            }
            sentences.extend(self.conclude(&values, value.to_string()));
            return sentences;
        }
        sentences.push(match self.best().filter(|_| solution.value.winner == Some(Winner::First)) {
            Some(best) => message!(id "why-theorem-move", "{move} leads to a position that is lost by the same theorem.", move = self.words(best)),
            None if solution.value.winner == Some(Winner::Second) => message!(id "why-theorem-lost", "So the position is lost: every move leads to one that the opponent wins."),
            None => return sentences,
        });
        sentences
    }

    /// Sprague and Grundy's argument.
    fn argue_by_values(&self) -> Vec<Message> {
        let solution = &self.evidence.solution;
        let value = solution.value.grundy.as_ref().map(ToString::to_string).unwrap_or_default();
        let parts: Vec<String> = self.evidence.part_values.iter().map(ToString::to_string).collect();
        if !parts.is_empty() {
            return self.conclude(&parts, value);
        }
        let mut options: Vec<_> = solution.moves.iter().filter_map(|valued| valued.value.grundy.clone()).collect();
        options.sort();
        options.dedup();
        let mut sentences = Vec::new();
        if options.is_empty() {
            sentences.push(message!(id "why-one-none", "The Grundy value is {value}.", value));
        } else {
            let mut spelled: Vec<String> =
                options.iter().take(limits::MAX_VALUES_SPELLED).map(ToString::to_string).collect();
            if options.len() > limits::MAX_VALUES_SPELLED {
                spelled.push("…".to_owned());
            }
            sentences.push(message!(id "why-one-options", "The options have the values {values}; the least number that is missing is {value}, and that is \
                 the Grundy value.", values = spelled.join(", "), value));
        }
        sentences.extend(self.conclude(&[], value));
        sentences
    }

    /// Returns what follows from the value, and from those of the parts if there are several.
    fn conclude(&self, parts: &[String], value: String) -> Vec<Message> {
        let mut sentences = Vec::new();
        let wins = self.evidence.solution.value.winner == Some(Winner::First);
        let sum = !parts.is_empty();
        if sum {
            let mut spelled = parts.iter().take(limits::MAX_VALUES_SPELLED).cloned().collect::<Vec<String>>();
            if parts.len() > limits::MAX_VALUES_SPELLED {
                spelled.push("…".to_owned());
            }
            sentences.push(
                message!(id "why-parts", "The Grundy values of the parts are {values}.", values = spelled.join(", ")),
            );
        }
        match (wins, sum) {
            (false, true) => sentences.extend([
                message!(id "why-sum-zero", "Their xor is 0: every move changes one part, and so the xor is no longer 0."),
                message!(
                    id "why-sum-answer",
                    "The opponent can then make it 0 again, each time; so it is the player to move who runs out of moves."
                ),
            ]),
            (false, false) => sentences.push(message!(id "why-one-zero", "No option has the value 0, so each leaves the opponent a move to 0; the player to move runs \
                 out of moves.")),
            (true, _) => {
                if sum {
                    sentences.push(message!(id "why-sum-nonzero", "Their xor is {value}, which is not 0: the player to move can make it 0.", value));
                }
                if let Some(best) = self.best() {
                    sentences.push(message!(id "why-sum-move", "Play {move}: what is left has the value 0.", move = self.words(best)));
                    sentences.push(message!(id "why-sum-again", "Whatever the opponent does, the value is not 0 any more, and you can make it 0 again; so it is \
                         the opponent who runs out of moves."));
                }
            }
        }
        sentences
    }
}

impl View for Why {
    fn document(&self) -> Document {
        let mut blocks: Vec<Block> =
            self.sentences.iter().map(|sentence| Block::Line(Words::plain(sentence))).collect();
        if !self.line.is_empty() {
            blocks.push(Block::Gap);
            let row = |(index, (mover, made)): (usize, &(Option<String>, MadeMove))| {
                let mut row = vec![Words::of(TextStyle::Faint, Message::text((index + 1).to_string()))];
                row.extend(mover.clone().map(Words::name));
                row.extend([
                    Words::plain(made.words()),
                    Words::of(TextStyle::Faint, Message::text(format!("→ {}", made.to))),
                ]);
                row
            };
            let rows = self.line.iter().enumerate().map(row).collect();
            blocks.push(Block::Columns { titles: Vec::new(), rows });
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let step = |(mover, made): &(Option<String>, MadeMove)| json!({"mover": mover, "part": made.part(), "move": made.mv(), "to": made.to});
        json!({
            "sentences": self.sentences.iter().map(data).collect::<Vec<Value>>(),
            "line": self.line.iter().map(step).collect::<Vec<Value>>(),
            "line_ends": self.line_ends,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::read;
    use grundy_solve::{Budget, Solver};
    use std::sync::Arc;

    fn why(rules: &str, position: &str) -> Why {
        let instance = Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
        let position = instance.parse_line(position, None).unwrap();
        let compound = instance.compound().unwrap();
        let mut solver = Solver::new(instance.clone(), compound, Budget::positions(10_000)).unwrap();
        let evidence = Evidence::gather(&mut solver, &position, 100).unwrap();
        Why::new(&instance, compound, &evidence)
    }

    #[track_caller]
    fn check(rules: &str, position: &str, keys: &[&str], line: &[&str]) {
        let why = why(rules, position);
        let found_keys: Vec<&str> =
            why.sentences.iter().map(|sentence| sentence.template().id.unwrap_or_default()).collect();
        assert_eq!(found_keys, keys);
        let played: Vec<String> = why.line.iter().map(|(_, made)| made.to.clone()).collect();
        assert_eq!(played, line);
        assert!(why.line_ends);
    }

    const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";

    #[test]
    fn a_sum_is_won_by_making_the_xor_zero() {
        let keys = ["why-parts", "why-sum-nonzero", "why-sum-move", "why-sum-again", "why-remoteness", "why-by-grundy"];
        check(NIM, "1 2", &keys, &["1 1", "0 1", "0 0"]);
        let keys = ["why-parts", "why-sum-zero", "why-sum-answer", "why-remoteness", "why-by-grundy"];
        check(NIM, "1 1", &keys, &["0 1", "0 0"]);
    }

    #[test]
    fn one_part_is_valued_by_the_least_missing_value() {
        let keys = ["why-one-options", "why-sum-move", "why-sum-again", "why-remoteness-one", "why-by-grundy"];
        check(NIM, "2", &keys, &["0"]);
        check(NIM, "0", &["why-over-loses"], &[]);
    }

    #[test]
    fn other_games_are_argued_move_by_move() {
        let misere = "game m(n) stuck wins move take(k in 1..min(2, n)) -> n - k";
        check(misere, "3", &["why-move-wins", "why-remoteness", "why-by-search"], &["1", "0"]);
        check(misere, "1", &["why-all-lose", "why-remoteness-one", "why-by-search"], &["0"]);
        let race = "game r(n) win if n == 0 move one if n > 0 -> n - 1 stuck draws";
        check(race, "0", &["why-over-wins"], &[]);
    }

    #[test]
    fn points_are_reported_as_points() {
        check(
            "game coins(n) move take(k in 1..min(2, n)) gain k -> n - k",
            "2",
            &["why-points-best", "why-points-more", "why-by-search"],
            &["0"],
        );
    }

    #[test]
    fn misere_nim_is_explained_by_its_class() {
        let misere = "game nim(n) stuck wins move take(k in 1..n) -> n - k";
        let of = |class| ["why-nim", class, "why-nim-theorem", "why-remoteness", "why-by-theorem"];
        let sentences_of = |position: &str| why(misere, position).sentences;
        for (position, class) in [
            ("1 1", "why-nim-t0"),
            ("1 1 1", "why-nim-s0"),
            ("3 1", "why-nim-s1"),
            ("2 2", "why-nim-t2"),
            ("2 3", "why-nim-s2"),
        ] {
            let keys: Vec<&str> =
                sentences_of(position).iter().map(|sentence| sentence.template().id.unwrap_or_default()).collect();
            assert_eq!(keys[..3], of(class)[..3], "{position}");
        }
        assert!(
            sentences_of("2 3")[1]
                .to_string()
                .starts_with("Class S2: 2 heaps hold more than one stone, and the xor is 1;")
        );
    }

    #[test]
    fn draws_say_how_they_are_kept() {
        let keys = |rules: &str, position: &str| -> Vec<&'static str> {
            why(rules, position).sentences.iter().map(|sentence| sentence.template().id.unwrap_or_default()).collect()
        };
        assert_eq!(keys("game r(n in 0..3) move go -> 3 - n", "1")[..2], ["why-draw", "why-draw-round"]);
        assert_eq!(keys("game r(n) stuck draws move one if n > 0 -> n - 1", "2")[..2], ["why-draw", "why-draw-ends"]);
    }

    #[test]
    fn sums_played_otherwise_say_how() {
        let every = "game nim(n) compound every move take(k in 1..n) -> n - k";
        assert_eq!(why(every, "1 2").sentences[0].template().id.unwrap_or_default(), "why-join-every");
        let misere = "game g(n) stuck wins move take(k in 1..min(2, n)) -> n - k";
        assert_eq!(why(misere, "1 2").sentences[0].template().id.unwrap_or_default(), "why-misere");
    }
}
