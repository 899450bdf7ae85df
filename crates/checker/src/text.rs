//! The text of a certificate, read strictly: one line a fact.
//!
//! ```text
//! grundy automaton 1
//! play grundy                        normal, misere or grundy
//! components a b                     one name each; they are variables 0, 1, …
//! domain 1 -1 >= 0                   a condition on every position
//! move 1; 1 0 -1 >= 1; part 2 1      a kind of move: how many more variables, conditions on all, and what it leaves: a variable
//!                                    for each component; several parts are a sum
//! move 1 1; …                        the same, after which step 1 may be made any number of times
//! step 1 1; …                        step 1
//! never 1; …                         conditions that must never hold together
//! claim 0 1; 1 0 -3 = 0              one of the claims must hold: here the value is 0 (or lose, win, any), and the conditions hold
//! is 1; 1 1 -1 ^ 0                   the same, where the first of the variables is the value
//! repeat 2 0 1 2                     the values of 0, 1, …, of which the last 2 are repeated for ever
//! weights 1 1                        what every move lowers
//! system 1 1                         the recurrence of the numeration: 2 is base two, 1 1 Fibonacci
//! relation                           if the automaton reads the value too, and says 1 if it is right
//! 0 0 1 1 -                          a state: value, and next states for each column of digits; - is none
//! ```

use crate::numeration::{Atom, Relation, digit_count};
use crate::{Fault, Refusal};

/// How a game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses; values are 0 for lost and 1 for won.
    #[default]
    Normal,
    /// Who cannot move wins; values are 0 for lost and 1 for won.
    Misere,
    /// Who cannot move loses; values are Grundy values.
    Grundy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Move,
    Step,
    Never,
    Claim,
    Is,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Clause {
    pub kind: Kind,
    pub variables: usize,
    /// The step that it is, or that may follow; 0 where there is none.
    pub step: u32,
    /// The least and the greatest value that is claimed.
    pub said: (u32, u32),
    pub atoms: Vec<Atom>,
    pub parts: Vec<Vec<usize>>,
    pub line: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Statement {
    pub play: Play,
    pub components: usize,
    pub domain: Vec<Atom>,
    pub clauses: Vec<Clause>,
    pub weights: Vec<i64>,
    pub system: Vec<i64>,
    pub relation: bool,
    /// Of each state the value, then the next state for each column.
    pub states: Vec<Vec<Option<u32>>>,
    pub game: String,
    pub claim: String,
}

const MOST_VARIABLES: usize = 12;
const GREATEST: i64 = 1_000_000_000;

pub(crate) fn read(text: &str) -> Result<Statement, Refusal> {
    let mut statement = Statement::default();
    for (place, line) in text.split_terminator('\n').enumerate() {
        let refusal = || Refusal { line: place + 1, ..Refusal::new(Fault::Text, "this line cannot be read here") };
        statement.read_line(place, line).ok_or_else(refusal)?;
    }
    match statement.fault() {
        None if text.ends_with('\n') => Ok(statement),
        fault => Err(Refusal::new(Fault::Text, fault.unwrap_or("the text is cut off"))),
    }
}

impl Statement {
    fn read_line(&mut self, place: usize, line: &str) -> Option<()> {
        let mut pieces = line.split("; ").map(|piece| piece.split(' ').collect::<Vec<&str>>());
        let head = pieces.next()?;
        let (word, rest) = (head[0], &head[1..]);
        // The first lines stand in their order, then the game, then claims, then the proof.
        let in_game = place < 3 || ["domain", "move", "step", "never"].contains(&word) && self.claim.is_empty();
        let in_claim = ["claim", "is", "repeat"].contains(&word);
        let early = ["grundy", "play", "components"].get(place).is_some_and(|due| *due != word);
        if early || (in_game || in_claim) && !self.weights.is_empty() {
            return None;
        }
        let kept = if in_game { Some(&mut self.game) } else { Some(&mut self.claim).filter(|_| in_claim) };
        kept.into_iter().for_each(|kept| *kept += &format!("{line}\n"));
        let clause = Clause { variables: self.components, said: (0, u32::MAX), line: place + 1, ..Clause::default() };
        match word {
            "grundy" if place == 0 && rest == ["automaton", "1"] => {}
            "play" if place == 1 => {
                let plays = [("normal", Play::Normal), ("misere", Play::Misere), ("grundy", Play::Grundy)];
                self.play = plays.iter().find(|(name, _)| rest == [*name])?.1;
            }
            "components" if place == 2 => self.components = rest.len(),
            "domain" if in_game => self.domain.push(atom(rest, self.components)?),
            "repeat" if self.components == 1 => {
                let (period, values) = rest.split_first()?;
                let first = values.len().checked_sub(natural(period, GREATEST)? as usize)? as i64;
                for (constant, value) in (0..).zip(values) {
                    let again = if constant < first { 0 } else { values.len() as i64 - first };
                    let atoms = vec![Atom { coefficients: vec![1, -again], relation: Relation::Equal, constant }];
                    let (kind, said) = (Kind::Claim, said(value)?);
                    self.clauses.push(Clause { kind, said, variables: 2, atoms, ..clause.clone() });
                }
            }
            "move" | "step" | "never" | "is" | "claim" if in_game || in_claim => {
                let clause = self.clause(word, rest, pieces.by_ref(), clause)?;
                self.clauses.push(clause);
            }
            "weights" if self.weights.is_empty() => self.weights = numbers(rest)?,
            "system" if self.system.is_empty() => self.system = numbers(rest)?,
            "relation" if self.states.is_empty() && rest.is_empty() => self.relation = true,
            _ => {
                let entry = |word: &&str| if *word == "-" { Some(None) } else { natural(word, 65_535).map(Some) };
                self.states.push(head.iter().map(entry).collect::<Option<_>>()?);
            }
        }
        pieces.next().is_none().then_some(())
    }

    fn clause<'a>(
        &self,
        word: &str,
        mut rest: &[&str],
        pieces: impl Iterator<Item = Vec<&'a str>>,
        mut clause: Clause,
    ) -> Option<Clause> {
        let kinds = [("step", Kind::Step), ("never", Kind::Never), ("is", Kind::Is), ("claim", Kind::Claim)];
        clause.kind = kinds.iter().find(|(name, _)| *name == word).map_or(Kind::Move, |(_, kind)| *kind);
        if clause.kind == Kind::Claim {
            clause.said = said(rest.first()?)?;
            rest = &rest[1..];
        }
        clause.variables += natural(rest.first()?, MOST_VARIABLES as i64)? as usize;
        clause.step = match (clause.kind, &rest[1..]) {
            (Kind::Move | Kind::Step, [step]) => natural(step, 15).filter(|step| *step > 0)?,
            (Kind::Step, _) | (_, [_, ..]) => return None,
            _ => 0,
        };
        for words in pieces {
            if words[0] != "part" {
                clause.atoms.push(atom(&words, clause.variables)?);
                continue;
            }
            let variable = |word: &&str| Some(natural(word, clause.variables as i64 - 1)? as usize);
            let part: Vec<usize> = words[1..].iter().map(variable).collect::<Option<_>>()?;
            clause.parts.push(Some(part).filter(|part| part.len() == self.components)?);
        }
        Some(clause)
    }

    /// What a single line cannot show.
    fn fault(&self) -> Option<&'static str> {
        let Statement { components, system, relation, play, states, clauses, .. } = self;
        // A recurrence whose coefficients do not rise has a Pisot root, and its greedy words are the canonical ones.
        let falls = system.windows(2).all(|pair| pair[0] >= pair[1]) && system.iter().all(|c| (1..=36).contains(c));
        if !(1..=4).contains(&system.len()) || !falls || system == &[1] {
            return Some("the recurrence must have one to four coefficients from 1 to 36 that do not rise");
        }
        let base = digit_count(system);
        let columns = base.checked_pow((components + usize::from(*relation)) as u32);
        let fits = |state: &Vec<Option<u32>>| {
            let within = state[1..].iter().flatten().all(|next| (*next as usize) < states.len());
            within && Some(state.len() - 1) == columns
        };
        let is_move = |clause: &Clause| matches!(clause.kind, Kind::Move | Kind::Step);
        let splits = clauses.iter().any(|clause| is_move(clause) && clause.parts.len() != 1);
        let xor = clauses.iter().flat_map(|clause| &clause.atoms).any(|atom| atom.relation == Relation::Xor);
        let grundy = *play == Play::Grundy;
        let faults = [
            (*components == 0 || self.weights.len() != *components, "there must be a component, and a weight for each"),
            (self.weights.iter().any(|weight| *weight < 0), "no weight may be negative"),
            (states.is_empty() || !states.iter().all(fits), "every state has a next one, or -, for each column"),
            // Else leading zeros would matter.
            (states.first().is_some_and(|first| first.get(1) != Some(&Some(0))), "the first state must stay on zeros"),
            (*relation && !grundy, "a relation is about Grundy values"),
            (clauses.iter().any(|clause| clause.variables > MOST_VARIABLES), "there are too many variables"),
            (clauses.iter().any(|clause| !is_move(clause) && !clause.parts.is_empty()), "only moves leave parts"),
            (splits && !grundy, "only Grundy values decide sums"),
            (grundy && clauses.iter().any(|clause| clause.step > 0), "repeated steps decide only who wins"),
            (
                (xor || splits && *relation) && !(system.len() == 1 && base.is_power_of_two()),
                "xor is known in bases that are powers of two only",
            ),
            (
                clauses.iter().any(|clause| clause.kind == Kind::Is && !(*relation && clause.variables > *components)),
                "only of a relation can it be said what the value is",
            ),
        ];
        faults.iter().find(|(wrong, _)| *wrong).map(|(_, reason)| *reason)
    }
}

fn number(word: &str) -> Option<i64> {
    let plain = word.strip_prefix('-').unwrap_or(word).bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| plain && (-GREATEST..=GREATEST).contains(number))
}

fn natural(word: &str, greatest: i64) -> Option<u32> {
    number(word).filter(|number| (0..=greatest).contains(number)).map(|number| number as u32)
}

fn numbers(words: &[&str]) -> Option<Vec<i64>> {
    words.iter().map(|word| number(word)).collect()
}

fn said(word: &str) -> Option<(u32, u32)> {
    match word {
        "any" => Some((0, u32::MAX)),
        "lose" => Some((0, 0)),
        "win" => Some((1, u32::MAX)),
        _ => natural(word, 65_535).map(|value| (value, value)),
    }
}

fn atom(words: &[&str], variables: usize) -> Option<Atom> {
    let (constant, left) = words.split_last()?;
    let (relation, left) = left.split_last()?;
    let relations = [(">=", Relation::AtLeast), ("=", Relation::Equal), ("^", Relation::Xor)];
    let relation = relations.iter().find(|(name, _)| name == relation)?.1;
    let (coefficients, constant) = (numbers(left)?, number(constant)?);
    let fits = coefficients.len() == variables && (relation != Relation::Xor || constant == 0);
    fits.then_some(Atom { coefficients, relation, constant })
}
