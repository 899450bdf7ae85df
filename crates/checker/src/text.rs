//! The text of a certificate, parsed strictly: one fact per line, in this order, each with exactly one spelling.
//!
//! ```text
//! grundy automaton 2
//! play grundy                        normal, misere, grundy, or relation: Grundy values that the automaton reads and compares
//! components a b                     one name each; they are variables 0, 1, …; in a relation the value is the variable after them
//! domain 0; 1 -1 >= 0                conditions on every position
//! move 1; 1 0 -1 >= 1; to 2 1        a kind of move: how many more variables, conditions on all, and what it leaves: a variable
//!                                    for each component, and in a relation one for its value; several parts are a sum
//! move 1 0 2; …                      a move, after which step 2 may be made any number of times
//! move 1 2 2; …                      step 2
//! claim 1 0 3; …                     where these conditions hold, the automaton says a number from 0 to 3; none is from 1 to 0, so
//!                                    that `claim 1 1 0; …` says that they never hold
//! claim 1; -1 1 = 7; to 1            where these conditions hold, it says the same of what this leads to
//! weights 1 1                        what every move lowers; of several lines the first one that it changes
//! system 1 1                         the recurrence of the numeration: 2 is base two, 1 1 Fibonacci
//! 0 0 1 1 -                          a state: what it says, and the next states for each column of digits; - is none
//! ```
//!
//! A condition compares a sum of the variables times its factors with a number, `>=` or `=`; `1 0 1 ^ 0` says that the xor of
//! these variables is 0. Marks that are 0 are left out, and so are the marks of a claim that leads somewhere. Numbers have
//! one spelling, without a plus and without leading zeros, and the text ends with its last line.

use crate::limits;
use crate::numeration::{Condition, Numeration, Relation};

/// How a game is played, and what the automaton says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A player who cannot move loses; bit 0 says that the position is won.
    Normal,
    /// A player who cannot move wins; bit 0 says that the position is won.
    Misere,
    /// A player who cannot move loses; the automaton says the Grundy value.
    Grundy,
    /// Like [`Play::Grundy`], but the value is read after the position, and 0, 1, 2 say that it is too small, right, too large.
    Relation,
}

/// Conditions and what they lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clause {
    pub is_move: bool,
    pub line: usize,
    pub variables: usize,
    /// For a move, the bit that it sets and the step that may follow it, or 0; for a claim, the least and the greatest number.
    pub marks: [i64; 2],
    pub conditions: Vec<Condition>,
    pub parts: Vec<Vec<usize>>,
}

/// What a certificate says. It is proved only if it was obtained from a [`Theorem`](crate::Theorem).
#[derive(Clone, Debug)]
pub struct Statement {
    /// How the game is played.
    pub play: Play,
    /// Number of numbers in a position.
    pub components: usize,
    /// Number of numbers that the automaton reads.
    pub tracks: usize,
    /// For each state what it says, then the next state for each column; [`NONE`] is none. The first is the start state.
    pub states: Vec<Vec<i64>>,
    /// The lines that state the game and the claims about it: all but the proof.
    pub text: String,
    /// The numeration system.
    pub system: Numeration,
    pub(crate) domain: Vec<Condition>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) weights: Vec<Vec<i64>>,
}

/// No value, or no next state.
pub const NONE: i64 = -1;
const GREATEST: i64 = 1_000_000_000;

impl Statement {
    /// Parses a certificate. Fails with the number of the line that is missing, malformed or inconsistent with the others.
    pub(crate) fn read(text: &str) -> Result<Statement, usize> {
        let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or_default().split('\n').collect();
        let proof = lines.iter().position(|line| line.starts_with("weights ")).ok_or(lines.len())?;
        let ["grundy automaton 2", name, names, ..] = lines[..proof] else { return Err(1) };
        let at = ["play normal", "play misere", "play grundy", "play relation"].iter().position(|known| *known == name);
        let play = [Play::Normal, Play::Misere, Play::Grundy, Play::Relation][at.ok_or(2usize)?];
        let names: Vec<&str> = names.strip_prefix("components ").ok_or(3usize)?.split(' ').collect();
        let is_in_name = |letter: char| letter == '_' || letter.is_alphanumeric();
        let is_name = |name: &str| name.starts_with(|first: char| !first.is_numeric()) && name.chars().all(is_in_name);
        let is_new = |at: usize| is_name(names[at]) && !names[..at].contains(&names[at]);
        let components = Some(names.len()).filter(|count| (0..*count).all(is_new)).ok_or(3usize)?;
        let tracks = components + usize::from(play == Play::Relation);
        let row = |at: usize, name: &str, least: i64, fits: &dyn Fn(&Vec<i64>) -> bool| {
            lines.get(at).and_then(|line| numbers(line.strip_prefix(name)?, least)).filter(fits).ok_or(at + 1)
        };
        let count = lines[proof..].iter().take_while(|line| line.starts_with("weights ")).count();
        let weights = (proof..proof + count).map(|at| row(at, "weights ", 0, &|row| row.len() == components));
        let weights: Vec<Vec<i64>> = weights.collect::<Result<_, _>>()?;
        if count > components {
            return Err(proof + components + 1);
        }
        let first = proof + count + 1;
        // A recurrence whose coefficients do not rise has a Pisot root, and its greedy words are the canonical ones.
        let falls = |row: &Vec<i64>| row.is_sorted_by(|one, next| one >= next) && *row != [1] && row.len() <= 4;
        let system = row(first - 1, "system ", 1, &|row| falls(row) && row[0] <= 36).map(Numeration::new)?;
        let (width, places) = (system.columns(tracks).saturating_add(1), NONE..lines.len() as i64 - first as i64);
        let fits = |row: &Vec<i64>| row.len() == width && row[1..].iter().all(|next| places.contains(next));
        // The start state must loop on zeros; else leading zeros would matter.
        row(first, "", NONE, &|row| fits(row) && row[1] == 0)?;
        let states = (first..lines.len()).map(|at| row(at, "", NONE, &fits)).collect::<Result<_, _>>()?;
        let (text, domain, clauses) = (lines[..proof].join("\n") + "\n", vec![], vec![]);
        let mut statement = Statement { play, components, tracks, states, text, domain, clauses, weights, system };
        let mut clauses = lines.iter().enumerate().take(proof).skip(3);
        clauses.try_fold(0, |rank, (at, line)| statement.read_clause(at + 1, line, rank).ok_or(at + 1))?;
        Ok(statement)
    }

    /// Reads a clause and returns its rank; the domain comes first, then the moves, then the claims.
    fn read_clause(&mut self, line: usize, text: &str, least: usize) -> Option<usize> {
        let mut pieces = text.split("; ");
        let (word, head) = pieces.next()?.split_once(' ')?;
        let rank = ["domain", "move", "claim"].iter().position(|known| *known == word).filter(|rank| *rank >= least)?;
        let (is_move, own) = (rank == 1, if rank == 0 { self.components } else { self.tracks });
        let head = numbers(head, 0)?;
        let [more, marks @ ..] = [0, 1, 2].map(|at| head.get(at).copied().unwrap_or(0));
        let is_short = head.len() == 1 || head.len() == 3 && marks != [0, 0];
        let (variables, mut conditions, mut parts) = (own + more as usize, vec![], vec![]);
        for piece in pieces {
            match piece.strip_prefix("to ") {
                Some(part) => parts.push(numbers(part, 0)?.into_iter().map(|at| at as usize).collect::<Vec<usize>>()),
                None => conditions.push(self.read_condition(piece, variables).filter(|_| parts.is_empty())?),
            }
        }
        let leads = |part: &Vec<usize>| part.len() == self.tracks && part.iter().all(|variable| *variable < variables);
        let is_tied = !is_move || self.play != Play::Relation || self.is_tied(&conditions, &parts);
        // Only Grundy values decide sums, and repeated steps decide only who wins.
        let fits = match (rank, self.play, parts.len()) {
            (0, _, 0) => more == 0 && marks == [0, 0],
            (1, Play::Normal | Play::Misere, 1) => marks[1] <= 15 && [0, marks[1]].contains(&marks[0]),
            (1, Play::Grundy | Play::Relation, _) | (2, _, 1) => marks == [0, 0],
            (2, _, 0) => marks[0] <= marks[1] || marks == [1, 0],
            _ => false,
        };
        // A step must take bounded time.
        let few = conditions.len() + parts.len() <= 100 && self.system.columns(variables) <= limits::MAX_COLUMNS;
        (is_short && fits && few && is_tied && parts.iter().all(leads)).then_some(())?;
        match rank {
            0 => self.domain = conditions,
            _ => self.clauses.push(Clause { is_move, line, variables, marks, conditions, parts }),
        }
        Some(rank.max(1))
    }

    /// Whether the number that is read is the value of what a move leaves, and nothing more is asked of it or of the values of parts: any
    /// other condition would hide options.
    fn is_tied(&self, conditions: &[Condition], parts: &[Vec<usize>]) -> bool {
        let read = self.components;
        let mut tied: Vec<usize> = parts.iter().filter_map(|part| part.last().copied()).collect();
        let is_tied_to = |variable: &usize| *variable == read || tied.contains(variable);
        let asked: Vec<_> = conditions.iter().filter(|one| one.terms.iter().any(|(at, _)| is_tied_to(at))).collect();
        let is_free = parts.iter().all(|part| !part.iter().rev().skip(1).any(is_tied_to));
        if parts.len() == 1 {
            return is_free && tied == [read] && asked.is_empty();
        }
        let relation = if parts.is_empty() { Relation::Equal } else { Relation::Xor };
        let is_new = tied.iter().all(|variable| *variable > read);
        tied.push(read);
        tied.sort_unstable();
        let wanted: Vec<(usize, i64)> = tied.iter().map(|variable| (*variable, 1)).collect();
        let is_tie = |one: &Condition| one.relation == relation && one.constant == 0 && one.terms == wanted;
        is_free && is_new && tied.is_sorted_by(|one, next| one < next) && asked.len() == 1 && is_tie(asked[0])
    }

    fn read_condition(&self, text: &str, variables: usize) -> Option<Condition> {
        let signs = [(" >= ", Relation::AtLeast), (" = ", Relation::Equal), (" ^ ", Relation::Xor)];
        let mut sides = signs.iter().filter_map(|(sign, relation)| Some((text.split_once(sign)?, *relation)));
        let ((left, right), relation) = sides.next()?;
        let factors = numbers(left, -GREATEST).filter(|factors| factors.len() == variables)?;
        let [constant] = numbers(right, -GREATEST)?[..] else { return None };
        let terms: Vec<(usize, i64)> = (0..).zip(factors).filter(|(_, factor)| *factor != 0).collect();
        // Xor works digit by digit where digits are groups of bits.
        let has_xor = self.system.recurrence.len() == 1 && self.system.columns(1).is_power_of_two();
        let is_xor = has_xor && constant == 0 && terms.iter().all(|(_, factor)| *factor == 1);
        (relation != Relation::Xor || is_xor).then_some(Condition { terms, relation, constant })
    }
}

/// Parses numbers of at least `least`, each in its only spelling; if `least` is [`NONE`], that is written `-`.
fn numbers(text: &str, least: i64) -> Option<Vec<i64>> {
    let from = if least == NONE { 0 } else { least };
    let fits = |word: &str, number: &i64| (from..=GREATEST).contains(number) && number.to_string() == word;
    let plain = |word: &str| word.parse().ok().filter(|number| fits(word, number));
    text.split(' ').map(|word| if word == "-" && least == NONE { Some(NONE) } else { plain(word) }).collect()
}
