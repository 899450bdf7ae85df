//! Counting positions of any size by a proved automaton, digit by digit.
//!
//! In: a range for each number, and an automaton that the checker accepted. Out: how many positions it gives a value.
//! Idea: the digits of all numbers are chosen together, the highest first, as the automaton reads them. What matters of
//! those chosen is its state, for every number whether they equal the digits of its bounds, and how much of a word that
//! the numeration does not have was begun. Numbers of equal length are ordered as their words are.

use super::region::Interval;
use crate::prover::Proof;
use grundy_checker::{NONE, Numeration, Play, Statement};
use grundy_message::template;
use grundy_rules::int::TooLarge;
use grundy_rules::{Int, Limit, Meter};
use std::collections::BTreeMap;

/// Maximum number of states at one digit.
const STATES: Limit = Limit { name: template!("states of a digit of a count"), usual: 1 << 20 };

/// A number that is being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Track {
    /// The number of digits that agree with the recurrence's.
    agreed: u8,
    /// Whether the digits are those of the least and of the greatest number so far.
    is_least: bool,
    is_greatest: bool,
}

/// Returns how many positions the automaton gives each value, or, if `value` is given, how many have this value: the
/// key is then 1. Values are Grundy values, or 0 for lost and 1 for won. `None` if that is too much work.
pub(super) fn count(
    proof: &Proof,
    ranges: &[&Interval],
    value: Option<&Int>,
    meter: &Meter,
) -> Result<Option<BTreeMap<u64, Int>>, TooLarge> {
    let statement = proof.theorem.statement();
    let is_relation = statement.play == Play::Relation;
    let wanted = value.map(|value| Interval { low: value.clone(), high: value.clone() });
    let mut tracks: Vec<&Interval> = ranges.to_vec();
    match (is_relation, &wanted) {
        (true, Some(wanted)) => tracks.push(wanted),
        (true, None) => return Ok(None),
        (false, _) => {}
    }
    if tracks.len() != statement.tracks || tracks.iter().any(|range| range.low.is_negative()) {
        return Ok(None);
    }
    let Some(counted) = ends(statement, &tracks, meter)? else { return Ok(None) };
    let mut by_value = BTreeMap::new();
    for (said, ways) in counted {
        let Ok(said) = u64::try_from(said) else { return Ok(None) };
        let key = match statement.play {
            Play::Normal | Play::Misere => said & 1,
            Play::Grundy => said,
            // Too small and too large are both wrong.
            Play::Relation => u64::from(said == 1),
        };
        let count = by_value.entry(key).or_insert(Int::ZERO);
        *count = count.add(&ways)?;
    }
    Ok(Some(by_value))
}

/// Returns what the automaton says at the end, and of how many words.
fn ends(statement: &Statement, ranges: &[&Interval], meter: &Meter) -> Result<Option<BTreeMap<i64, Int>>, TooLarge> {
    let system = &statement.system;
    let greatest = ranges.iter().map(|range| &range.high).max().cloned().unwrap_or(Int::ZERO);
    let terms = terms(system, &greatest)?;
    let words: Vec<(Vec<i64>, Vec<i64>)> = ranges
        .iter()
        .map(|range| Some((word(&range.low, &terms)?, word(&range.high, &terms)?)))
        .collect::<Option<_>>()
        .unwrap_or_default();
    if words.len() != ranges.len() {
        return Ok(None);
    }
    let base = system.recurrence[0] + i64::from(system.recurrence.len() > 1);
    let begin = Track { agreed: 0, is_least: true, is_greatest: true };
    let mut states: BTreeMap<(i64, Vec<Track>), Int> = BTreeMap::from([((0, vec![begin; ranges.len()]), Int::ONE)]);
    for index in 0..terms.len() {
        let mut next = BTreeMap::new();
        for ((state, tracks), ways) in &states {
            // One number after the other: a column of digits is chosen.
            let mut columns = vec![(0, Vec::with_capacity(tracks.len()))];
            for (track, (least, greatest)) in tracks.iter().zip(&words) {
                let digits = (0..base)
                    .filter_map(|digit| Some((digit, track.after(digit, least[index], greatest[index], system)?)));
                let digits: Vec<(i64, Track)> = digits.collect();
                columns = columns
                    .iter()
                    .flat_map(|(column, chosen)| {
                        digits.iter().map(move |(digit, after)| {
                            (column * base + digit, chosen.iter().copied().chain([*after]).collect::<Vec<Track>>())
                        })
                    })
                    .collect();
            }
            for (column, tracks) in columns {
                let to = statement.states[*state as usize][column as usize + 1];
                if to == NONE {
                    // Every position has a value.
                    return Ok(None);
                }
                let entry = next.entry((to, tracks)).or_insert(Int::ZERO);
                *entry = entry.add(ways)?;
            }
        }
        if !meter.allows(STATES, next.len() as u64) || !meter.goes_on() {
            return Ok(None);
        }
        states = next;
    }
    let mut said = BTreeMap::new();
    for ((state, _), ways) in states {
        let count = said.entry(statement.states[state as usize][0]).or_insert(Int::ZERO);
        *count = count.add(&ways)?;
    }
    Ok(Some(said))
}

impl Track {
    /// Returns the state of a number after a digit; `None` if it is out of range or its word is not canonical.
    fn after(self, digit: i64, least: i64, greatest: i64, system: &Numeration) -> Option<Track> {
        if self.is_least && digit < least || self.is_greatest && digit > greatest {
            return None;
        }
        let order = system.recurrence.len();
        let most = system.recurrence[usize::from(self.agreed)];
        let agreed = match digit {
            // Words of a base are all canonical.
            _ if digit < most => 0,
            _ if digit == most && usize::from(self.agreed) + 1 < order => self.agreed + 1,
            _ => return None,
        };
        let (is_least, is_greatest) = (self.is_least && digit == least, self.is_greatest && digit == greatest);
        Some(Track { agreed, is_least, is_greatest })
    }
}

/// Returns the terms of a recurrence that are not above a number, the largest first; at least the first.
fn terms(system: &Numeration, greatest: &Int) -> Result<Vec<Int>, TooLarge> {
    let mut terms: Vec<Int> = Vec::new();
    loop {
        let mut term = Int::from(usize::from(terms.len() < system.recurrence.len()));
        for (factor, before) in system.recurrence.iter().zip(terms.iter().rev()) {
            term = term.add(&before.multiply(&Int::from(*factor))?)?;
        }
        if term > *greatest && !terms.is_empty() {
            break;
        }
        terms.push(term);
    }
    terms.reverse();
    Ok(terms)
}

/// Returns the word of a number.
fn word(number: &Int, terms: &[Int]) -> Option<Vec<i64>> {
    let mut rest = number.clone();
    let mut digits = Vec::with_capacity(terms.len());
    for term in terms {
        digits.push(rest.divide(term)?.to_i64()?);
        rest = rest.remainder(term)?;
    }
    Some(digits)
}
