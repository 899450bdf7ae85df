//! The text of a certificate, read strictly: one line a fact, in one order.
//!
//! ```text
//! grundy automaton 1
//! play grundy                 normal, misere or grundy
//! components a b              one name each; they are variables 0, 1, …
//! domain 1 -1 >= 0            a condition on every position
//! move 1                      a kind of move with so many more variables
//! when 1 0 -1 >= 1            a condition on all of them
//! part 2 1                    what it leaves: a variable for each component; several parts are a sum
//! never 1                     conditions that must never hold together
//! claim 0 1                   the value is 0 (or lose, win, any) where the conditions hold
//! weights 1 1                 what every move lowers
//! system 1 1                  the recurrence of the numeration: 2 is base two, 1 1 Fibonacci
//! state 0 0 1 1 -             value and next states for each column of digits; - is none
//! ```

use crate::atom::digit_count;
use crate::{Fault, Refusal};

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses; values are 0 for lost and 1 for won.
    Normal,
    /// Who cannot move wins; values are 0 for lost and 1 for won.
    Misere,
    /// Who cannot move loses; values are Grundy values.
    Grundy,
}

/// A condition: the sum of coefficients times variables, or the xor of those with an odd coefficient, and a constant.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub coefficients: Vec<i64>,
    pub relation: Relation,
    pub constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    Equal,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Move,
    Never,
    Claim(Said),
}

/// What is claimed of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Any,
    Lose,
    Win,
    Value(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub purpose: Purpose,
    pub variables: usize,
    pub atoms: Vec<Atom>,
    pub parts: Vec<Vec<usize>>,
    pub line: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub value: Option<u32>,
    pub next: Vec<Option<u32>>,
}

pub(crate) struct Statement {
    pub play: Play,
    pub components: usize,
    pub domain: Vec<Atom>,
    pub clauses: Vec<Clause>,
    pub weights: Vec<i64>,
    pub system: Vec<i64>,
    pub states: Vec<State>,
    pub game: String,
    pub claim: String,
}

const MOST_VARIABLES: usize = 12;
const MOST_COLUMNS: usize = 1 << 14;
const MOST_CLAUSES: usize = 4096;
const GREATEST: i64 = 1_000_000_000;

pub(crate) fn read(text: &str) -> Result<Statement, Refusal> {
    let mut statement = Statement {
        play: Play::Normal,
        components: 0,
        domain: Vec::new(),
        clauses: Vec::new(),
        weights: Vec::new(),
        system: Vec::new(),
        states: Vec::new(),
        game: String::new(),
        claim: String::new(),
    };
    let mut stage = -1;
    for (place, line) in text.split_terminator('\n').enumerate() {
        let wrong =
            |reason: &str| Refusal { fault: Fault::Text, line: place + 1, reason: reason.into(), position: None };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        // Where the line stands in the order, and what may stand before it.
        let (here, before) = match word {
            "grundy" => (0, -1..=-1),
            "play" => (1, 0..=0),
            "components" => (2, 1..=1),
            "domain" => (3, 2..=3),
            "move" | "never" => (4, 2..=4),
            "claim" => (5, 2..=5),
            "when" | "part" => (stage, 4..=5),
            "weights" => (6, 2..=5),
            "system" => (7, 6..=6),
            "state" => (8, 7..=8),
            _ => return Err(wrong("there is no such line")),
        };
        if !before.contains(&stage) {
            return Err(wrong("this line stands in the wrong place, or one is missing before it"));
        }
        stage = here;
        match here {
            ..=4 => statement.game += &format!("{line}\n"),
            5 => statement.claim += &format!("{line}\n"),
            _ => {}
        }
        match word {
            "grundy" if rest == "automaton 1" => {}
            "grundy" => return Err(wrong("a certificate begins with `grundy automaton 1`")),
            "play" => {
                statement.play = match rest {
                    "normal" => Play::Normal,
                    "misere" => Play::Misere,
                    "grundy" => Play::Grundy,
                    _ => return Err(wrong("play is normal, misere or grundy")),
                }
            }
            "components" => statement.components = rest.split(' ').filter(|name| !name.is_empty()).count(),
            "domain" => {
                let atom = atom(rest, statement.components).ok_or_else(|| wrong("a condition is expected"))?;
                statement.domain.push(atom);
            }
            "move" | "never" | "claim" => {
                let (said, count) =
                    if word == "claim" { rest.split_once(' ').unwrap_or((rest, "")) } else { ("", rest) };
                let purpose = match (word, said) {
                    ("move", _) => Purpose::Move,
                    ("never", _) => Purpose::Never,
                    (_, "any") => Purpose::Claim(Said::Any),
                    (_, "lose") => Purpose::Claim(Said::Lose),
                    (_, "win") => Purpose::Claim(Said::Win),
                    _ => Purpose::Claim(Said::Value(value(said).ok_or_else(|| wrong("a value is expected"))?)),
                };
                let more = number(count).filter(|more| (0..=MOST_VARIABLES as i64).contains(more));
                let variables =
                    statement.components + more.ok_or_else(|| wrong("a number of variables is expected"))? as usize;
                if variables > MOST_VARIABLES || statement.clauses.len() >= MOST_CLAUSES {
                    return Err(wrong("there are too many variables or kinds of moves"));
                }
                statement.clauses.push(Clause { purpose, variables, atoms: vec![], parts: vec![], line: place + 1 });
            }
            "when" | "part" => {
                let clause = statement.clauses.last_mut().ok_or_else(|| wrong("there is nothing before it"))?;
                if word == "when" {
                    let atom = atom(rest, clause.variables).ok_or_else(|| wrong("a condition is expected"))?;
                    clause.atoms.push(atom);
                    continue;
                }
                let part: Vec<i64> = numbers(rest).ok_or_else(|| wrong("variables are expected"))?;
                let fits = part.iter().all(|variable| (0..clause.variables as i64).contains(variable));
                if !fits || part.len() != statement.components || clause.purpose != Purpose::Move {
                    return Err(wrong("a part is a variable for each component"));
                }
                clause.parts.push(part.iter().map(|variable| *variable as usize).collect());
            }
            "weights" => statement.weights = numbers(rest).ok_or_else(|| wrong("weights are numbers"))?,
            "system" => statement.system = numbers(rest).ok_or_else(|| wrong("a recurrence is expected"))?,
            _ => {
                let (said, next) = rest.split_once(' ').unwrap_or((rest, ""));
                let said = if said == "-" { Some(None) } else { value(said).map(Some) };
                let next: Option<Vec<Option<u32>>> =
                    next.split(' ').map(|word| if word == "-" { Some(None) } else { value(word).map(Some) }).collect();
                let (Some(value), Some(next)) = (said, next) else { return Err(wrong("states are numbers")) };
                statement.states.push(State { value, next });
            }
        }
    }
    check_form(&statement, text, stage)?;
    Ok(statement)
}

/// What a single line cannot show.
fn check_form(statement: &Statement, text: &str, stage: i32) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(Refusal { fault: Fault::Text, line: 0, reason: reason.into(), position: None });
    if stage != 8 || !text.ends_with('\n') {
        return refuse("the text is cut off");
    }
    let (components, system) = (statement.components, &statement.system);
    if !(1..=MOST_VARIABLES).contains(&components) || statement.weights.len() != components {
        return refuse("there must be a component, and a weight for each");
    }
    if statement.weights.iter().any(|weight| *weight < 0) {
        return refuse("no weight may be negative");
    }
    // A recurrence whose coefficients do not rise has a Pisot root, and its greedy words are those of `atom::digits`.
    let falls = system.windows(2).all(|pair| pair[0] >= pair[1]);
    if !(1..=4).contains(&system.len()) || !falls || system[0] > 36 || system[system.len() - 1] < 1 || system == &[1] {
        return refuse("the recurrence must have one to four coefficients from 1 to 36 that do not rise");
    }
    let base = digit_count(system);
    let columns = base.checked_pow(components as u32).filter(|columns| *columns <= MOST_COLUMNS);
    let fits = |state: &State| {
        Some(state.next.len()) == columns
            && state.next.iter().flatten().all(|next| (*next as usize) < statement.states.len())
    };
    if !statement.states.iter().all(fits) {
        return refuse("every state has a next one, or -, for each column");
    }
    if statement.states[0].next[0] != Some(0) {
        return refuse("leading zeros must not matter: the first state must stay where it is on a column of zeros");
    }
    for clause in &statement.clauses {
        let wide = base.checked_pow((clause.variables - components) as u32).is_none_or(|count| count > MOST_COLUMNS);
        let xor = clause.atoms.iter().any(|atom| atom.relation == Relation::Xor);
        let reason = if wide {
            "there are too many variables for this system"
        } else if xor && !(system.len() == 1 && base.is_power_of_two()) {
            "xor is known in bases that are powers of two only"
        } else if clause.purpose == Purpose::Move && clause.parts.len() != 1 && statement.play != Play::Grundy {
            "only Grundy values decide sums"
        } else {
            continue;
        };
        return refuse(reason).map_err(|refusal| Refusal { line: clause.line, ..refusal });
    }
    Ok(())
}

fn number(word: &str) -> Option<i64> {
    let plain = word.strip_prefix('-').unwrap_or(word).bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| plain && (-GREATEST..=GREATEST).contains(number))
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split(' ').map(number).collect()
}

/// A value or a state; values stay below 2^16, so that their xor does too.
fn value(word: &str) -> Option<u32> {
    number(word).filter(|number| (0..1 << 16).contains(number)).map(|number| number as u32)
}

fn atom(text: &str, variables: usize) -> Option<Atom> {
    let (left, relation, right) = [(" >= ", Relation::AtLeast), (" = ", Relation::Equal), (" ^ ", Relation::Xor)]
        .into_iter()
        .find_map(|(word, relation)| text.split_once(word).map(|(left, right)| (left, relation, right)))?;
    let (coefficients, constant) = (numbers(left)?, number(right)?);
    let fits = coefficients.len() == variables && (relation != Relation::Xor || constant == 0);
    fits.then_some(Atom { coefficients, relation, constant })
}
