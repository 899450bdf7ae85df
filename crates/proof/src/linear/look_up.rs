//! Looks up the value of one position in a proved automaton, for numbers below 2^112.
//!
//! In: what the checker accepted, and numbers. Out: the value. The numbers are written in the automaton's system,
//! greedily, and read digit by digit. A relation says of a number whether it is too small, right or too large, so that
//! the value is found by bisection.

use grundy_checker::{NONE, Play, Statement};

/// Upper bound on numbers that are looked up.
const TOO_LARGE: u128 = 1 << 112;

/// Format: number of terms after which the slowest recurrence, Fibonacci's, exceeds it.
const MAX_TERMS: usize = 200;

/// Returns the first terms of the recurrence, saturating at the greatest number.
pub(super) fn terms(recurrence: &[i64], count: usize) -> Vec<u128> {
    let mut terms: Vec<u128> = Vec::new();
    for index in 0..count {
        let products = recurrence.iter().zip(terms.iter().rev());
        let products = products.map(|(factor, term)| term.saturating_mul(u128::from(factor.unsigned_abs())));
        terms.push(products.fold(u128::from(index < recurrence.len()), u128::saturating_add));
    }
    terms
}

/// Returns what the automaton says of these numbers.
fn said(statement: &Statement, numbers: &[u128]) -> Option<i64> {
    let recurrence = &statement.system.recurrence;
    let base = recurrence[0] as usize + usize::from(recurrence.len() > 1);
    let greatest = numbers.iter().copied().max()?;
    let mut terms = terms(recurrence, MAX_TERMS);
    terms.truncate(terms.iter().take_while(|term| **term <= greatest).count());
    let mut left = numbers.to_vec();
    let mut state = 0;
    for term in terms.iter().rev() {
        let mut column = 0;
        for number in &mut left {
            column = column * base + (*number / term) as usize;
            *number %= term;
        }
        state = usize::try_from(statement.states[state][column + 1]).ok()?;
    }
    Some(statement.states[state][0]).filter(|said| *said != NONE)
}

/// Returns whether numbers satisfy the conditions of a certificate's domain line, which the checker has read, or `None`
/// if they are too large to tell.
fn is_position(text: &str, numbers: &[u128]) -> Option<bool> {
    let Some(domain) = text.lines().find_map(|line| line.strip_prefix("domain 0; ")) else { return Some(true) };
    for condition in domain.split("; ") {
        let sign = condition.split(' ').find(|word| [">=", "=", "^"].contains(word))?;
        let (factors, constant) = condition.split_once(&format!(" {sign} "))?;
        let factors: Vec<i128> = factors.split(' ').map(|factor| factor.parse().ok()).collect::<Option<_>>()?;
        let (mut sum, mut xor) = (0i128, 0);
        for (factor, number) in factors.iter().zip(numbers) {
            sum = sum.checked_add(factor.checked_mul((*number).try_into().ok()?)?)?;
            xor ^= if *factor == 0 { 0 } else { *number };
        }
        let difference = sum.checked_sub(constant.parse().ok()?)?;
        let holds = match sign {
            ">=" => difference >= 0,
            "=" => difference == 0,
            _ => xor == 0,
        };
        if !holds {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the value of a position of the domain: its Grundy value, or 0 if the player to move loses and 1 if that
/// player wins. `None` if there is none, a number is too large, or this is not a position: outside the domain nothing
/// is proved.
pub(super) fn number(statement: &Statement, position: &[u128]) -> Option<u128> {
    let fits = position.len() == statement.components && position.iter().all(|number| *number < TOO_LARGE);
    if !fits || !is_position(&statement.text, position)? {
        return None;
    }
    let natural = |said: i64| u128::try_from(said).ok();
    match statement.play {
        Play::Grundy => natural(said(statement, position)?),
        Play::Normal | Play::Misere => natural(said(statement, position)? & 1),
        Play::Relation => {
            let compare = |value: u128| said(statement, &[position, &[value]].concat());
            let mut high: u128 = 1;
            while compare(high)? == 0 {
                high = high.checked_mul(2).filter(|high| *high < TOO_LARGE)?;
            }
            // Every number below `low` is too small, and `high` is not.
            let mut low = 0;
            while low < high {
                let middle = low + (high - low) / 2;
                if compare(middle)? == 0 {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            (compare(low)? == 1).then_some(low)
        }
    }
}
