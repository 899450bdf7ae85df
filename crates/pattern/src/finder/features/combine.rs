//! Short terms and conditions over named columns of numbers, searched for one that fits.
//!
//! In: columns, each a number of every position of a sample with its text in the language of rules, and the values of
//! the positions. Out: claims that fit the sample, those that a person would say first. Nothing is known about
//! positions outside the sample: the caller compares every claim with more of them.

use std::collections::HashMap;

/// Tuning: maximum number of terms made from the columns; with 45 columns all pairs are made.
const MAX_TERMS: usize = 6000;
/// Tuning: maximum number of conditions that are joined in pairs; joining takes a second for 4000 of them.
const MAX_JOINED: usize = 1500;
/// Tuning: maximum number of conditions by which positions are cut into two cases.
const MAX_CASES: usize = 12_000;
/// Tuning: maximum number of conditions that are tried in a case.
const MAX_IN_CASES: usize = 12_000;
/// Tuning: maximum number of conditions joined in a case.
const MAX_JOINED_IN_CASES: usize = 250;
/// Tuning: minimum number of positions of a case.
const MIN_CASE: u32 = 10;
/// Tuning: maximum number of claims returned; each is compared with all positions.
const MAX_FITS: usize = 60;

/// How tightly the outermost operator of a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// `^`
    Xor,
    /// `+` and `-`
    Sum,
    /// `*`, `/` and `%`
    Product,
    /// A name, a number or a call.
    Atom,
}

/// A number of every position of the sample.
#[derive(Clone, Debug)]
pub struct Term {
    /// In the language of rules.
    pub text: String,
    /// The outermost operator.
    pub binding: Binding,
    /// How much there is to say; rules of lower cost come first.
    pub cost: u32,
    /// One number per position.
    pub values: Vec<i64>,
}

impl Term {
    /// Returns its text, in parentheses if it binds less tightly than `least`.
    fn within(&self, least: Binding) -> String {
        if self.binding < least { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// A truth value of every position of the sample.
#[derive(Clone, Debug)]
struct Condition {
    text: String,
    /// Whether it is joined by `and`, `or` or `!=`.
    cost: u32,
    bits: Vec<u64>,
}

/// A claim that fits the sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// A condition or a term in the language of rules.
    pub text: String,
    /// How much there is to say.
    pub cost: u32,
}

/// The conditions over some columns, for several searches.
pub struct Vocabulary {
    terms: Vec<Term>,
    conditions: Vec<Condition>,
    count: usize,
}

impl Vocabulary {
    /// Makes terms and conditions from columns of equal length, until `goes_on` returns false.
    pub fn new(columns: Vec<Term>, goes_on: &dyn Fn() -> bool) -> Vocabulary {
        let count = columns.first().map_or(0, |column| column.values.len());
        let terms = terms(columns, goes_on);
        let conditions = conditions(&terms, count, goes_on);
        Vocabulary { terms, conditions, count }
    }

    /// Returns conditions that hold exactly at these positions, cheapest first.
    pub fn conditions_for(&self, holds: &[bool], goes_on: &dyn Fn() -> bool) -> Vec<Fit> {
        let wanted = bits_of(holds.iter().copied());
        let mut fits: Vec<Fit> = self.conditions.iter().filter(|condition| condition.bits == wanted).map(fit).collect();
        if fits.len() < MAX_FITS && goes_on() {
            fits.extend(self.joined(&wanted, &self.everywhere(), goes_on));
        }
        if fits.is_empty() && goes_on() {
            fits.extend(self.by_cases(&wanted, goes_on));
        }
        fits.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
        fits.truncate(MAX_FITS);
        fits
    }

    fn everywhere(&self) -> Vec<u64> {
        bits_of((0..self.count).map(|_| true))
    }

    /// Returns `if … then … else …` of a condition and two others that hold exactly at the wanted positions; one of the two may
    /// be joined by `and` or `or`.
    fn by_cases(&self, wanted: &[u64], goes_on: &dyn Fn() -> bool) -> Vec<Fit> {
        let mut fits: Vec<Fit> = Vec::new();
        let size = |bits: &[u64]| bits.iter().map(|word| word.count_ones()).sum::<u32>();
        for case in self.conditions.iter().take(MAX_CASES) {
            if !goes_on() || fits.len() >= MAX_FITS {
                break;
            }
            let rest = complement(&case.bits, self.count);
            if size(&case.bits).min(size(&rest)) < MIN_CASE {
                continue;
            }
            let simple = |within: &[u64]| {
                self.conditions.iter().take(MAX_IN_CASES).find(|condition| {
                    let words = condition.bits.iter().zip(wanted).zip(within);
                    words.into_iter().all(|((bits, wanted), within)| (bits ^ wanted) & within == 0)
                })
            };
            let found = match (simple(&case.bits), simple(&rest)) {
                (Some(then), Some(other)) => Some((fit(then), fit(other))),
                (Some(then), None) => self
                    .joined(wanted, &rest, goes_on)
                    .into_iter()
                    .min_by_key(|fit| fit.cost)
                    .map(|other| (fit(then), other)),
                (None, Some(other)) => self
                    .joined(wanted, &case.bits, goes_on)
                    .into_iter()
                    .min_by_key(|fit| fit.cost)
                    .map(|then| (then, fit(other))),
                (None, None) => None,
            };
            if let Some((then, other)) = found {
                let text = format!("if {} then {} else {}", case.text, then.text, other.text);
                fits.push(Fit { text, cost: case.cost + then.cost + other.cost + 3 });
            }
        }
        fits
    }

    /// Returns conditions joined by `and`, `or` and `!=` that hold exactly at the wanted ones of some positions.
    fn joined(&self, wanted: &[u64], within: &[u64], goes_on: &dyn Fn() -> bool) -> Vec<Fit> {
        let is_everywhere = self.everywhere() == within;
        let wanted: Vec<u64> = wanted.iter().zip(within).map(|(wanted, within)| wanted & within).collect();
        let wanted = &wanted[..];
        let outside: Vec<u64> = complement(within, self.count);
        let most = if is_everywhere { MAX_JOINED } else { MAX_JOINED_IN_CASES };
        let includes = |bits: &[u64], part: &[u64]| bits.iter().zip(part).all(|(bits, part)| part & !bits == 0);
        let cheapest = |keeps: &dyn Fn(&Condition) -> bool| -> Vec<&Condition> {
            self.conditions.iter().filter(|condition| keeps(condition)).take(most).collect()
        };
        let above = cheapest(&|condition| includes(&condition.bits, wanted));
        let allowed: Vec<u64> = wanted.iter().zip(&outside).map(|(wanted, outside)| wanted | outside).collect();
        let below = cheapest(&|condition| includes(&allowed, &condition.bits));
        let mut fits = Vec::new();
        let mut pairs = |among: &[&Condition], word: &str, cost: u32, join: fn(u64, u64) -> u64| {
            for (index, first) in among.iter().enumerate() {
                if !goes_on() {
                    return;
                }
                for second in &among[index + 1..] {
                    let mut words = first.bits.iter().zip(&second.bits).zip(wanted).zip(within);
                    if words.all(|(((first, second), wanted), within)| join(*first, *second) & within == *wanted) {
                        let text = format!("{} {word} {}", first.text, second.text);
                        fits.push(Fit { text, cost: first.cost + second.cost + cost });
                    }
                }
            }
        };
        pairs(&above, "and", 1, |first, second| first & second);
        pairs(&below, "or", 2, |first, second| first | second);
        if !is_everywhere {
            return fits;
        }
        let by_bits: HashMap<&[u64], usize> =
            self.conditions.iter().enumerate().rev().map(|(index, condition)| (&*condition.bits, index)).collect();
        for (index, first) in self.conditions.iter().enumerate() {
            let other: Vec<u64> = first.bits.iter().zip(wanted).map(|(bits, wanted)| bits ^ wanted).collect();
            if let Some(found) = by_bits.get(&*other).filter(|found| **found > index) {
                let second = &self.conditions[*found];
                let text = format!("({}) != ({})", first.text, second.text);
                fits.push(Fit { text, cost: first.cost + second.cost + 3 });
            }
        }
        fits
    }

    /// Returns terms that are equal to these values, or `if … then … else …` of two terms, cheapest first.
    pub fn terms_for(&self, values: &[i64], goes_on: &dyn Fn() -> bool) -> Vec<Fit> {
        let mut fits: Vec<Fit> = Vec::new();
        // The positions at which each term is right.
        let mut right: Vec<(&Term, Vec<u64>)> = Vec::new();
        let constants = [0, 1].map(|number| Term {
            text: number.to_string(),
            binding: Binding::Atom,
            cost: 1,
            values: vec![number; self.count],
        });
        let mut remainders = Vec::new();
        for term in &self.terms {
            for modulus in [2, 3, 4, 5] {
                remainders.push(Term {
                    text: format!("{} % {modulus}", term.within(Binding::Product)),
                    binding: Binding::Product,
                    cost: term.cost + 1 + u32::from(modulus != 2),
                    values: term.values.iter().map(|value| value.rem_euclid(modulus)).collect(),
                });
            }
        }
        for term in constants.iter().chain(&self.terms).chain(&remainders) {
            let bits = bits_of(term.values.iter().zip(values).map(|(value, wanted)| value == wanted));
            let agreeing: u32 = bits.iter().map(|word| word.count_ones()).sum();
            if agreeing as usize == self.count {
                fits.push(Fit { text: term.text.clone(), cost: term.cost });
            } else if agreeing > 0 {
                right.push((term, bits));
            }
        }
        right.sort_by_key(|(term, _)| term.cost);
        let includes = |bits: &[u64], part: &[u64]| bits.iter().zip(part).all(|(bits, part)| part & !bits == 0);
        for condition in self.conditions.iter().take(MAX_JOINED) {
            if !fits.is_empty() || !goes_on() {
                break;
            }
            let Some((then, _)) = right.iter().find(|(_, bits)| includes(bits, &condition.bits)) else { continue };
            let rest = complement(&condition.bits, self.count);
            let Some((other, _)) = right.iter().find(|(_, bits)| includes(bits, &rest)) else { continue };
            let text = format!("if {} then {} else {}", condition.text, then.text, other.text);
            fits.push(Fit { text, cost: condition.cost + then.cost + other.cost + 2 });
            break;
        }
        fits.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
        fits.truncate(MAX_FITS);
        fits
    }
}

fn fit(condition: &Condition) -> Fit {
    Fit { text: condition.text.clone(), cost: condition.cost }
}

/// Returns the columns and their sums, differences and other short terms, one for each list of values, cheapest first.
fn terms(columns: Vec<Term>, goes_on: &dyn Fn() -> bool) -> Vec<Term> {
    let mut all = Distinct::default();
    for column in &columns {
        all.add(column.clone());
    }
    let made = |text: String, binding: Binding, cost: u32, values: Option<Vec<i64>>| {
        Some(Term { text, binding, cost, values: values? })
    };
    for one in &columns {
        let each = |number: &dyn Fn(i64) -> Option<i64>| one.values.iter().map(|value| number(*value)).collect();
        let text = one.within(Binding::Product);
        all.extend(made(
            format!("{text} / 2"),
            Binding::Product,
            one.cost + 2,
            each(&|value| Some(value.div_euclid(2))),
        ));
        all.extend(made(format!("2 * {text}"), Binding::Product, one.cost + 2, each(&|value| value.checked_mul(2))));
        let pairs = format!("{text} * ({} - 1) / 2", one.within(Binding::Sum));
        let number_of_pairs = each(&|value: i64| Some(value.checked_mul(value - 1)?.div_euclid(2)));
        all.extend(made(pairs, Binding::Product, one.cost + 4, number_of_pairs));
    }
    // The cheapest pairs first.
    let mut pairs: Vec<(usize, usize)> =
        (0..columns.len()).flat_map(|one| (one + 1..columns.len()).map(move |other| (one, other))).collect();
    pairs.sort_by_key(|(one, other)| columns[*one].cost + columns[*other].cost);
    for (one, other) in pairs {
        if !goes_on() || all.terms.len() >= MAX_TERMS {
            break;
        }
        {
            let (one, other) = (&columns[one], &columns[other]);
            let cost = one.cost + other.cost;
            let each = |number: fn(i64, i64) -> Option<i64>| -> Option<Vec<i64>> {
                one.values.iter().zip(&other.values).map(|(one, other)| number(*one, *other)).collect()
            };
            let sum = format!("{} + {}", one.within(Binding::Sum), other.within(Binding::Sum));
            all.extend(made(sum, Binding::Sum, cost + 1, each(i64::checked_add)));
            let less = format!("{} - {}", one.within(Binding::Sum), other.within(Binding::Product));
            all.extend(made(less, Binding::Sum, cost + 1, each(i64::checked_sub)));
            let rest = format!("{} - {}", other.within(Binding::Sum), one.within(Binding::Product));
            all.extend(made(rest, Binding::Sum, cost + 1, each(|one, other| other.checked_sub(one))));
            let less = format!("min({}, {})", one.text, other.text);
            all.extend(made(less, Binding::Atom, cost + 4, each(|one, other| Some(one.min(other)))));
            let more = format!("max({}, {})", one.text, other.text);
            all.extend(made(more, Binding::Atom, cost + 4, each(|one, other| Some(one.max(other)))));
            let xor = format!("{} ^ {}", one.within(Binding::Xor), other.within(Binding::Xor));
            let both = each(|one, other| (one >= 0 && other >= 0).then_some(one ^ other));
            all.extend(made(xor, Binding::Xor, cost + 2, both));
        }
    }
    let mut terms = all.terms;
    terms.sort_by_key(|term| term.cost);
    terms
}

/// Terms with different values; the cheapest of equal ones is kept.
#[derive(Default)]
struct Distinct {
    terms: Vec<Term>,
    known: HashMap<Vec<i64>, usize>,
}

impl Distinct {
    fn add(&mut self, term: Term) {
        // A number that is the same everywhere says nothing.
        if term.values.windows(2).all(|pair| pair[0] == pair[1]) {
            return;
        }
        match self.known.get(&term.values) {
            Some(index) if self.terms[*index].cost <= term.cost => {}
            Some(index) => self.terms[*index] = term,
            None => {
                self.known.insert(term.values.clone(), self.terms.len());
                self.terms.push(term);
            }
        }
    }

    fn extend(&mut self, term: Option<Term>) {
        if let Some(term) = term.filter(|_| self.terms.len() < MAX_TERMS) {
            self.add(term);
        }
    }
}

/// Returns the conditions over these terms, one for each set of positions, cheapest first.
fn conditions(terms: &[Term], count: usize, goes_on: &dyn Fn() -> bool) -> Vec<Condition> {
    let mut known: HashMap<Vec<u64>, Condition> = HashMap::new();
    let mut add = |text: String, cost: u32, bits: Vec<u64>| {
        let holding: u32 = bits.iter().map(|word| word.count_ones()).sum();
        if holding == 0 || holding as usize == count {
            return;
        }
        match known.get(&bits) {
            Some(other) if (other.cost, other.text.len()) <= (cost, text.len()) => {}
            _ => drop(known.insert(bits.clone(), Condition { text, cost, bits })),
        }
    };
    for term in terms {
        if !goes_on() {
            break;
        }
        let mut compare = |sign: &str, number: i64, cost: u32, holds: &dyn Fn(i64) -> bool| {
            let text = format!("{} {sign} {number}", term.text);
            add(text, term.cost + cost, bits_of(term.values.iter().map(|value| holds(*value))));
        };
        for number in 0..=3 {
            compare("==", number, 1 + number as u32 / 2, &|value| value == number);
            compare("!=", number, 2, &|value| value != number);
            compare(">", number, 2, &|value| value > number);
            compare("<=", number, 2, &|value| value <= number);
        }
        let remainder = term.within(Binding::Product);
        for modulus in 2..=4 {
            for rest in 0..modulus {
                let cost = term.cost + 2 + u32::from(modulus != 2) + u32::from(rest > 1);
                let holds = |value: &i64| value.rem_euclid(modulus) == rest;
                let text = format!("{remainder} % {modulus} == {rest}");
                add(text, cost, bits_of(term.values.iter().map(holds)));
                let text = format!("{remainder} % {modulus} != {rest}");
                add(text, cost + 1, bits_of(term.values.iter().map(|value| !holds(value))));
            }
        }
    }
    // Two terms, of which one is a column.
    let short: Vec<&Term> = terms.iter().filter(|term| term.cost <= 3).take(60).collect();
    for one in &short {
        if !goes_on() {
            break;
        }
        for other in terms.iter().take(400) {
            let cost = one.cost + other.cost + 1;
            let mut compare = |sign: &str, more: u32, holds: fn(i64, i64) -> bool| {
                let text = format!("{} {sign} {}", one.text, other.text);
                let pairs = one.values.iter().zip(&other.values);
                add(text, cost + more, bits_of(pairs.map(|(one, other)| holds(*one, *other))));
            };
            compare("==", 0, |one, other| one == other);
            compare("!=", 1, |one, other| one != other);
            compare("<", 1, |one, other| one < other);
            compare(">", 1, |one, other| one > other);
            compare("<=", 1, |one, other| one <= other);
            compare(">=", 1, |one, other| one >= other);
        }
    }
    let mut conditions: Vec<Condition> = known.into_values().collect();
    conditions.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
    conditions
}

fn bits_of(truths: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut bits = Vec::new();
    for (index, truth) in truths.enumerate() {
        if index % 64 == 0 {
            bits.push(0);
        }
        bits[index / 64] |= u64::from(truth) << (index % 64);
    }
    bits
}

fn complement(bits: &[u64], count: usize) -> Vec<u64> {
    let used = |index: usize| if (index + 1) * 64 <= count { u64::MAX } else { (1 << (count - index * 64)) - 1 };
    bits.iter().enumerate().map(|(index, word)| !word & used(index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str, values: impl Iterator<Item = i64>) -> Term {
        Term { text: text.to_owned(), binding: Binding::Atom, cost: 1, values: values.collect() }
    }

    fn pairs() -> impl Iterator<Item = (i64, i64)> {
        (0..12).flat_map(|a| (0..12).map(move |b| (a, b)))
    }

    fn vocabulary() -> Vocabulary {
        Vocabulary::new(vec![column("a", pairs().map(|pair| pair.0)), column("b", pairs().map(|pair| pair.1))], &|| {
            true
        })
    }

    #[test]
    fn the_shortest_condition_comes_first() {
        let found = |holds: fn((i64, i64)) -> bool| {
            let holds: Vec<bool> = pairs().map(holds).collect();
            vocabulary().conditions_for(&holds, &|| true).first().map(|fit| fit.text.clone())
        };
        assert_eq!(found(|(a, b)| a == b).as_deref(), Some("a == b"));
        assert_eq!(found(|(a, b)| (a + b) % 3 == 1).as_deref(), Some("(a + b) % 3 == 1"));
        assert_eq!(found(|(a, b)| a % 2 == 0 && b % 2 == 0).as_deref(), Some("a % 2 == 0 and b % 2 == 0"));
        assert_eq!(found(|(a, b)| (a == 0) != (b > 1)).as_deref(), Some("(a == 0) != (b > 1)"));
        assert_eq!(found(|(a, b)| (a * 7 + b * 5) % 11 == 3), None);
    }

    #[test]
    fn values_are_terms_or_two_of_them() {
        let found = |value: fn((i64, i64)) -> i64| {
            let values: Vec<i64> = pairs().map(value).collect();
            vocabulary().terms_for(&values, &|| true).first().map(|fit| fit.text.clone())
        };
        assert_eq!(found(|(a, b)| a ^ b).as_deref(), Some("a ^ b"));
        assert_eq!(found(|(a, b)| (a + b) % 2).as_deref(), Some("(a + b) % 2"));
        assert_eq!(found(|(a, b)| if b == 0 { a } else { b % 3 }).as_deref(), Some("if b == 0 then a else b % 3"));
        assert_eq!(found(|(a, b)| a * b), None);
    }

    #[test]
    fn a_search_ends_when_it_is_called_off() {
        let columns = vec![column("a", pairs().map(|pair| pair.0)), column("b", pairs().map(|pair| pair.1))];
        let vocabulary = Vocabulary::new(columns, &|| false);
        assert!(vocabulary.conditions_for(&[true; 144], &|| false).is_empty());
    }
}
