//! The text of a certificate, read strictly: one line a fact.
//!
//! ```text
//! grundy automaton 2
//! play grundy                        normal, misere, grundy, or relation: Grundy values that the automaton reads and compares
//! components a b                     one name each; they are variables 0, 1, …; in a relation the value is the variable after them
//! domain 0; 1 -1 >= 0                conditions on every position
//! move 1; 1 0 -1 >= 1; to 2 1        a kind of move: how many more variables, conditions on all, and what it leaves: a variable
//!                                    for each component, and in a relation one for its value; several parts are a sum
//! move 1 0 2; …                      the same, after which step 2 may be made any number of times
//! move 1 2 2; …                      step 2
//! claim 1 0 3; …                     where these conditions hold, the automaton says a number from 0 to 3; none is from 1 to 0, so
//!                                    that `claim 1 1 0; …` says that they never hold
//! claim 1; -1 1 = 7; to 1            where these conditions hold, it says the same of what this leads to
//! weights 1 1                        what every move lowers
//! system 1 1                         the recurrence of the numeration: 2 is base two, 1 1 Fibonacci
//! 0 0 1 1 -                          a state: what it says, and the next states for each column of digits; - is none
//! ```

use crate::numeration::{Condition, Numeration, Relation};

/// How a game is played, and what the automaton says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses; bit 0 says that the position is won.
    Normal,
    /// Who cannot move wins; bit 0 says that the position is won.
    Misere,
    /// Who cannot move loses; the Grundy value.
    Grundy,
    /// The same, but the value is read after the position, and 0, 1, 2 say that it is too small, right, too large.
    Relation,
}

/// Conditions, and what they lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clause {
    pub is_move: bool,
    pub line: usize,
    pub variables: usize,
    /// Of a move the bit that it sets and the step that may follow it, or 0; of a claim the least and the greatest number.
    pub marks: [i64; 2],
    pub conditions: Vec<Condition>,
    pub parts: Vec<Vec<usize>>,
}

/// What a certificate says. It is proved only if it comes out of a [`Theorem`](crate::Theorem).
#[derive(Clone, Debug)]
pub struct Statement {
    /// How the game is played.
    pub play: Play,
    /// How many numbers a position has.
    pub components: usize,
    /// How many numbers the automaton reads.
    pub tracks: usize,
    /// Of each state what it says, then the next state for each column; [`NONE`] is none. The first is where it starts.
    pub states: Vec<Vec<i64>>,
    /// The lines that say the game, and what is claimed of it beside the automaton: all but the proof.
    pub text: String,
    /// The numeration system.
    pub system: Numeration,
    pub(crate) domain: Vec<Condition>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) weights: Vec<i64>,
}

/// No value, or no next state.
pub const NONE: i64 = -1;
const GREATEST: i64 = 1_000_000_000;
/// No clause has more columns of digits.
const MOST_COLUMNS: usize = 1 << 22;

impl Statement {
    /// What a text says, or the line that is missing, cannot be read or does not fit the others.
    pub(crate) fn read(text: &str) -> Result<Statement, usize> {
        let lines: Vec<&str> = text.split_terminator('\n').collect();
        let proof = lines.iter().position(|line| line.starts_with("weights ")).ok_or(lines.len())?;
        let ["grundy automaton 2", name, names, ..] = lines[..proof] else { return Err(1) };
        let plays = [Play::Normal, Play::Misere, Play::Grundy, Play::Relation];
        let play_names = ["play normal", "play misere", "play grundy", "play relation"];
        let play = plays[play_names.iter().position(|known| *known == name).ok_or(2usize)?];
        let components = names.strip_prefix("components ").ok_or(3usize)?.split(' ').count();
        let tracks = components + usize::from(play == Play::Relation);
        let row = |at: usize, name: &str, fits: &dyn Fn(&Vec<i64>) -> bool| {
            lines.get(at).and_then(|line| numbers(line.strip_prefix(name)?)).filter(fits).ok_or(at + 1)
        };
        let weights = row(proof, "weights ", &|row| row.len() == components && row.iter().all(|weight| *weight >= 0))?;
        // A recurrence whose coefficients do not rise has a Pisot root, and its greedy words are the canonical ones.
        let falls = |row: &Vec<i64>| row.is_sorted_by(|one, next| one >= next) && *row != [1] && row.len() <= 4;
        let small = |row: &Vec<i64>| row.iter().all(|factor| (1..=36).contains(factor));
        let system = Numeration::new(row(proof + 1, "system ", &|row| falls(row) && small(row))?);
        let (width, places) = (system.columns(tracks).saturating_add(1), NONE..lines.len() as i64 - proof as i64 - 2);
        let leads = |row: &Vec<i64>| row[0] >= NONE && row[1..].iter().all(|next| places.contains(next));
        let fits = |row: &Vec<i64>| row.len() == width && leads(row);
        // Where it starts it stays on zeros; else leading zeros would matter.
        row(proof + 2, "", &|row| fits(row) && row[1] == 0)?;
        let states = (proof + 2..lines.len()).map(|at| row(at, "", &fits)).collect::<Result<_, _>>()?;
        let (text, domain, clauses) = (lines[..proof].join("\n") + "\n", vec![], vec![]);
        let mut statement = Statement { play, components, tracks, states, text, domain, clauses, weights, system };
        for (at, line) in lines.iter().enumerate().take(proof).skip(3) {
            statement.read_clause(at + 1, line).ok_or(at + 1)?;
        }
        Ok(statement)
    }

    fn read_clause(&mut self, line: usize, text: &str) -> Option<()> {
        let mut pieces = text.split("; ");
        let (word, head) = pieces.next()?.split_once(' ')?;
        let (is_move, own) = (word == "move", if word == "domain" { self.components } else { self.tracks });
        let head = numbers(head).filter(|head| head.len() <= 3 && head.iter().all(|number| *number >= 0))?;
        let [more, marks @ ..] = [0, 1, 2].map(|at| head.get(at).copied().unwrap_or(0));
        let variables = own + more as usize;
        let (mut conditions, mut parts) = (vec![], vec![]);
        for piece in pieces {
            if let Some(part) = piece.strip_prefix("to ") {
                parts.push(numbers(part)?.into_iter().map(|variable| variable as usize).collect::<Vec<usize>>());
                continue;
            }
            let signs = [(" >= ", Relation::AtLeast), (" = ", Relation::Equal), (" ^ ", Relation::Xor)];
            let mut sides = signs.iter().filter_map(|(sign, relation)| Some((piece.split_once(sign)?, *relation)));
            let ((left, right), relation) = sides.next()?;
            let terms = numbers(left).filter(|factors| factors.len() == variables)?.into_iter().enumerate().collect();
            let [constant] = numbers(right)?[..] else { return None };
            conditions.push(Condition { terms, relation, constant });
        }
        // Xor goes digit by digit where these are groups of bits. Only Grundy values decide sums, and repeated steps decide only who wins.
        let has_xor = self.system.recurrence.len() == 1 && self.system.columns(1).is_power_of_two();
        let known = |one: &Condition| one.relation != Relation::Xor || has_xor && one.constant == 0;
        let fits = |part: &Vec<usize>| part.len() == self.tracks && part.iter().all(|variable| *variable < variables);
        let right_parts = match (word, self.play) {
            ("move", Play::Normal | Play::Misere) => parts.len() == 1 && marks[0] <= 15 && marks[1] <= 15,
            ("move", Play::Grundy | Play::Relation) => marks == [0, 0],
            ("claim", _) => parts.len() <= 1,
            ("domain", _) => parts.is_empty() && more == 0,
            _ => false,
        };
        let small = self.system.columns(variables) <= MOST_COLUMNS;
        match word {
            _ if !(right_parts && parts.iter().all(fits) && conditions.iter().all(known) && small) => return None,
            "domain" => self.domain.extend(conditions),
            _ => self.clauses.push(Clause { is_move, line, variables, marks, conditions, parts }),
        }
        Some(())
    }
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    let number = |word: &str| if word == "-" { Some(NONE) } else { word.parse().ok() };
    text.split(' ').map(|word| number(word).filter(|number| (-GREATEST..=GREATEST).contains(number))).collect()
}
