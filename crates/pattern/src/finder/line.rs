//! Rules about one number: values that repeat, that grow evenly, that are functions of digits, and sets of numbers.
//!
//! In: a row of values. Out: [`Form`]s that fit all of it, the simplest first. A rule must be seen three times: a
//! period that is seen only twice, or a set of which little is seen, is not reported.

use super::form::{Form, Sort, U, fitting, in_words, list, one_of};
use super::sequences::{growing_runs, known_sets, recurrence};
use crate::limits;
use grundy_message::{Message, message};
use grundy_proof::consequence::CalledOff;
use grundy_value::arithmetic::gcd;

/// What a row does from some index on: v(n + period) = v(n) + rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Length of the period.
    pub period: usize,
    /// Growth of the values per period.
    pub rise: i64,
    /// Index in the row from which on it repeats.
    pub start: usize,
}

/// Finds the shortest repetition that half of a row shows, at least three times. The differences of neighbouring values
/// repeat then, so this finds all borders of the reversed differences (Gusfield 1997, the Z algorithm), in time linear
/// in the row.
pub fn repetition(values: &[i64]) -> Option<Repetition> {
    let end = values.len();
    let steps: Vec<i64> = values.windows(2).rev().map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    let shared = shared_beginnings(&steps);
    (1..=end / 4).find_map(|period| {
        let start = end - 1 - period - shared.get(period).copied().unwrap_or(0);
        let rise = values[end - 1] - values[end - 1 - period];
        (start <= end / 2 && end - start >= 3 * period).then_some(Repetition { period, rise, start })
    })
}

/// Returns for each index of a row the length of the prefix of the row that occurs there.
fn shared_beginnings(row: &[i64]) -> Vec<usize> {
    let mut shared = vec![0; row.len()];
    // The match with a prefix that reaches farthest.
    let (mut left, mut right) = (0, 0);
    for at in 1..row.len() {
        let mut length = if at < right { shared[at - left].min(right - at) } else { 0 };
        while at + length < row.len() && row[length] == row[at + length] {
            length += 1;
        }
        if at + length > right {
            (left, right) = (at, at + length);
        }
        shared[at] = length;
    }
    shared
}

/// Returns forms of a row of numbers that begins at `low`.
pub fn value_forms(low: i64, values: &[i64], called_off: CalledOff) -> Vec<Form> {
    if values.len() < limits::MIN_ROW {
        return Vec::new();
    }
    let mut forms = templates(values);
    forms.extend(evenly(low, values));
    forms.extend(repeated_values(low, values));
    let mut fitted = fitting(forms, Sort::Value, low, values, called_off);
    fitted.sort_by_key(|form| (form.from > low, form.text.len()));
    fitted.dedup_by(|one, other| one.text == other.text);
    fitted
}

/// Returns the values of a row that repeat, written out; they need not fit what comes before.
pub fn repeated_values(low: i64, values: &[i64]) -> Vec<Form> {
    repetition(values).map_or_else(Vec::new, |found| spelled(low, values, found))
}

/// Returns functions that are tried as they are.
fn templates(values: &[i64]) -> Vec<Form> {
    let u = U;
    let mut forms: Vec<Form> = [
        ("popcount({u})", message!("the number of ones of {u} in base 2", u)),
        ("popcount({u}) % 2", message!("the parity of the number of ones of {u} in base 2", u)),
        ("isqrt({u})", message!("⌊√{u}⌋", u)),
        ("floor_phi({u})", message!("⌊φ·{u}⌋", u)),
        ("floor_phi({u}) - {u}", message!("⌊{u}/φ⌋", u)),
        ("floor_phi({u} + 1) - {u} - 1", message!("⌊({u} + 1)/φ⌋", u)),
        ("isqrt(2 * {u} * {u})", message!("⌊√2·{u}⌋", u)),
        ("isqrt(3 * {u} * {u})", message!("⌊√3·{u}⌋", u)),
        ("{u} ^ {u} / 2", message!("the Gray code of {u}", u)),
        ("popcount({u} ^ {u} - 1) - 1", message!("the number of zeros that {u} ends with in base 2", u)),
        ("popcount({u} ^ {u} - 1)", message!("1 more than the number of zeros that {u} ends with in base 2", u)),
        ("popcount({u} ^ {u} + 1) - 1", message!("the number of ones that {u} ends with in base 2", u)),
        ("(({u} ^ {u} - 1) + 1) / 2", message!("the largest power of 2 that divides {u}", u)),
        ("(({u} ^ {u} + 1) + 1) / 2", message!("the largest power of 2 that divides {u} + 1", u)),
        (
            "2 * {u} + 1 - popcount({u}) % 2",
            message!("2·{u} or 2·{u} + 1, whichever has an odd number of ones in base 2", u),
        ),
        (
            "2 * {u} + popcount({u}) % 2",
            message!("2·{u} or 2·{u} + 1, whichever has an even number of ones in base 2", u),
        ),
        ("{u} ^ 1", message!("{u} with its last digit in base 2 turned", u)),
        ("({u} + 1) ^ 1", message!("{u} + 1 with its last digit in base 2 turned", u)),
        ("({u} - 1) ^ 1", message!("{u} − 1 with its last digit in base 2 turned", u)),
        ("{u} * {u}", message!("the square of {u}", u)),
        ("{u} * ({u} + 1) / 2", message!("the {u}-th triangular number", u)),
        ("{u} / 2 ^ {u}", message!("the Gray code of {u}", u)),
    ]
    .into_iter()
    .map(|(text, words)| Form::new(text, words))
    .collect();
    let greatest = values.iter().copied().max().unwrap_or(0);
    if usize::try_from(greatest).is_ok_and(|greatest| 3 * greatest < values.len()) {
        let words = message!("{u}, but {greatest} at most", u, greatest);
        forms.push(Form::new(format!("min({{u}}, {greatest})"), words));
    }
    if (1..200).contains(&greatest) {
        let modulus = greatest + 1;
        forms.push(Form::new(format!("{{u}} % {modulus}"), message!("{u} mod {modulus}", u, modulus)));
        for shift in (1..=4).filter(|shift| *shift < modulus) {
            let words = message!("({u} + {shift}) mod {modulus}", u, shift, modulus);
            forms.push(Form::new(format!("({{u}} + {shift}) % {modulus}"), words));
        }
        for part in 2..=12 {
            let words = message!("⌊{u}/{part}⌋ mod {modulus}", u, part, modulus);
            forms.push(Form::new(format!("{{u}} / {part} % {modulus}"), words));
            let turn = modulus + part - 1;
            let words = message!("{u} mod {turn}, but {greatest} at most", u, turn, greatest);
            forms.push(Form::new(format!("min({{u}} % {turn}, {greatest})"), words));
            for turn in [modulus * part, modulus * part + part - 1] {
                let words = message!("⌊({u} mod {turn})/{part}⌋", u, turn, part);
                forms.push(Form::new(format!("{{u}} % {turn} / {part}"), words));
            }
        }
    }
    forms
}

/// Finds ⌊(a·n + c)/b⌋ with small whole a and b, from the bounds that every value sets on c.
fn evenly(low: i64, values: &[i64]) -> Vec<Form> {
    let mut forms = Vec::new();
    for below in 1..=12i64 {
        for above in 1..=12i64 {
            if gcd(above, below) != 1 {
                continue;
            }
            // The first numbers may be exceptions.
            let (mut min, mut max) = (i64::MIN, i64::MAX);
            for (index, value) in values.iter().enumerate().skip(2) {
                let number = low + index as i64;
                min = min.max(value * below - above * number);
                max = max.min(value * below + below - 1 - above * number);
            }
            if min > max {
                continue;
            }
            let constant = if (min..=max).contains(&0) { 0 } else { min };
            let scaled = if above == 1 { U.to_owned() } else { format!("{above} * {{u}}") };
            let (sum, words) = match constant {
                0 => (scaled, times(above)),
                1.. => (format!("{scaled} + {constant}"), plus(&times(above), constant)),
                _ => (format!("{scaled} - {}", -constant), plus(&times(above), constant)),
            };
            forms.push(match below {
                1 => Form::new(sum, words),
                _ if constant == 0 && above == 1 => {
                    Form::new(format!("{sum} / {below}"), message!("⌊{sum}/{below}⌋", sum = words, below))
                }
                _ => Form::new(format!("({sum}) / {below}"), message!("⌊({sum})/{below}⌋", sum = words, below)),
            });
        }
    }
    forms
}

/// Returns a multiple of the number in words.
fn times(factor: i64) -> Message {
    if factor == 1 { Message::text(U) } else { message!("{factor}·{u}", factor, u = U) }
}

/// Returns a sum in words.
fn plus(term: &Message, constant: i64) -> Message {
    let sign = if constant < 0 { "−" } else { "+" };
    message!("{term} {sign} {constant}", term, sign, constant = constant.abs())
}

/// Returns a repetition with its values written out.
fn spelled(low: i64, values: &[i64], found: Repetition) -> Vec<Form> {
    let Repetition { period, rise, start } = found;
    let turn = period as i64;
    let from = if start == 0 { i64::MIN } else { low + start as i64 };
    let with = |text: String, words: Message| Form { from, ..Form::new(text, words) };
    if period == 1 && rise == 0 {
        let only = values[start];
        return vec![with(only.to_string(), message!("always {only}", only))];
    }
    if period > limits::MAX_SPELLED_NUMBERS {
        return Vec::new();
    }
    // The value of each residue, less its growth since 0.
    let mut rests = vec![0; period];
    for (index, value) in values.iter().enumerate().skip(start).take(period) {
        let number = low + index as i64;
        let residue = number.rem_euclid(turn) as usize;
        let grown = if rise % turn == 0 { rise / turn * number } else { number.div_euclid(turn) * rise };
        rests[residue] = value - grown;
    }
    let listed = format!("[{}][{{u}} % {turn}]", list(&rests));
    if rise == 0 {
        let words = message!("{values} for {u} mod {turn} = 0, 1, …", values = list(&rests), u = U, turn);
        return vec![with(listed, words)];
    }
    if rise % turn != 0 {
        let text = format!("{{u}} / {turn} * {rise} + {listed}");
        let words = message!(
            "⌊{u}/{turn}⌋·{rise} and {values} more for {u} mod {turn} = 0, 1, …",
            u = U,
            turn,
            rise,
            values = list(&rests)
        );
        return vec![with(text, words)];
    }
    if rests.iter().all(|rest| *rest == rests[0]) {
        return Vec::new();
    }
    let slope = rise / turn;
    let base = if slope == 1 { U.to_owned() } else { format!("{slope} * {{u}}") };
    let exceptions = rests.iter().enumerate().filter(|(_, rest)| **rest != 0).map(|(residue, rest)| {
        message!("{value} if {u} mod {turn} = {residue}", value = plus(&times(slope), *rest), u = U, turn, residue)
    });
    let exceptions = exceptions.reduce(|one, other| message!("{one} and {other}", one, other)).unwrap_or_default();
    let words = message!("{value}, but {exceptions}", value = times(slope), exceptions);
    // Few exceptions read better one by one.
    if rests.iter().filter(|rest| **rest != 0).count() > 2 {
        return vec![with(format!("{base} + {listed}"), words)];
    }
    let mut text = String::new();
    for (residue, rest) in rests.iter().enumerate().filter(|(_, rest)| **rest != 0) {
        let sign = if *rest < 0 { '-' } else { '+' };
        text += &format!("if {{u}} % {turn} == {residue} then {base} {sign} {} else ", rest.abs());
    }
    vec![with(text + &base, words)]
}

/// Returns in words that the number is one of these.
fn is_one_of(numbers: &[i64]) -> Message {
    message!("{u} is {numbers}", u = U, numbers = in_words(numbers))
}

/// Returns forms of the set of numbers whose value is 0, in a row that begins at `low`.
pub fn set_forms(low: i64, values: &[i64], called_off: CalledOff) -> Vec<Form> {
    let count = values.len();
    if count < limits::MIN_ROW {
        return Vec::new();
    }
    let marks: Vec<i64> = values.iter().map(|value| i64::from(*value != 0)).collect();
    let members: Vec<usize> = (0..count).filter(|at| marks[*at] == 0).collect();
    if members.is_empty() {
        return vec![Form::new("false", message!("never"))];
    }
    if members.len() == count {
        return vec![Form::new("true", message!("always"))];
    }
    let mut forms = residues(low, &marks);
    if forms.iter().all(|form| form.from > low) {
        let number = |at: &usize| low + *at as i64;
        if members.len() <= 12 && members[members.len() - 1] * 4 < count {
            let members: Vec<i64> = members.iter().map(number).collect();
            let text = one_of(&members);
            forms.insert(0, Form::new(text, is_one_of(&members)));
        }
        // A set must be seen often enough, and its complement too.
        if members.len() >= 5 && count - members.len() >= 5 {
            forms.extend(fitting(known_sets(), Sort::Set, low, &marks, called_off));
            forms.extend(growing_runs(low, &marks));
            if forms.is_empty() {
                forms.extend(recurrence(low, &marks));
            }
        }
    }
    let mut fitted = fitting(forms, Sort::Set, low, &marks, called_off);
    // A condition that is constant except for the first numbers is no rule.
    fitted.retain(|form| form.from <= low || !["true", "false"].contains(&form.text.as_str()));
    fitted.sort_by_key(|form| (form.to.is_some(), form.from > low, form.text.len()));
    fitted.dedup_by(|one, other| one.text == other.text);
    fitted
}

/// Returns the numbers of a row whose value is 0, if they repeat; a form need not fit what comes before.
pub fn residues(low: i64, marks: &[i64]) -> Vec<Form> {
    let Some(Repetition { period, rise: 0, start }) = repetition(marks) else { return Vec::new() };
    let turn = period as i64;
    let residue = |at: usize| (low + at as i64).rem_euclid(turn);
    let mut inside: Vec<i64> = (start..start + period).filter(|at| marks[*at] == 0).map(residue).collect();
    let mut outside: Vec<i64> = (start..start + period).filter(|at| marks[*at] != 0).map(residue).collect();
    inside.sort_unstable();
    outside.sort_unstable();
    let u = U;
    let describe = |residues: &[i64]| message!("{u} mod {turn} is {numbers}", u, turn, numbers = in_words(residues));
    let (late, words) = match (&inside[..], &outside[..]) {
        ([], _) => ("false".to_owned(), message!("never")),
        (_, []) => ("true".to_owned(), message!("always")),
        ([only], _) => (format!("{{u}} % {turn} == {only}"), describe(&inside)),
        (_, [only]) => (format!("{{u}} % {turn} != {only}"), message!("{u} mod {turn} is not {only}", u, turn, only)),
        (few, _) if few.len() <= limits::MAX_SPELLED_NUMBERS => {
            (format!("{{u}} % {turn} in [{}]", list(few)), describe(few))
        }
        _ => return Vec::new(),
    };
    if start == 0 {
        return vec![Form::new(late, words)];
    }
    let first = low + start as i64;
    let early: Vec<i64> = (0..start).filter(|at| marks[*at] == 0).map(|at| low + at as i64).collect();
    let mut forms = Vec::new();
    if early.len() <= limits::MAX_SPELLED_NUMBERS {
        let (inside, early_words) = (one_of(&early), is_one_of(&early));
        let (text, words) = match (early.is_empty(), late.as_str()) {
            (true, "true") => (format!("{{u}} >= {first}"), message!("{u} ≥ {first}", u, first)),
            (true, _) => (
                format!("{{u}} >= {first} and {late}"),
                message!("{u} ≥ {first} and {condition}", u, first, condition = words),
            ),
            (_, "false") => (inside, early_words),
            (_, "true") => (
                format!("{inside} or {{u}} >= {first}"),
                message!("{early}, or {u} ≥ {first}", early = early_words, u, first),
            ),
            _ => (
                format!("if {{u}} < {first} then {inside} else {late}"),
                message!("{early}, or {u} ≥ {first} and {condition}", early = early_words, u, first, condition = words),
            ),
        };
        forms.push(Form::new(text, words));
    }
    forms.push(Form { from: first, ..Form::new(late, words) });
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Random;

    #[track_caller]
    fn value(low: i64, rule: impl Fn(i64) -> i64, text: &str) {
        let values: Vec<i64> = (low..low + 200).map(rule).collect();
        let forms = value_forms(low, &values, &|| false);
        assert_eq!(forms.first().map(|form| form.text.as_str()), Some(text), "{forms:?}");
    }

    #[track_caller]
    fn set(low: i64, rule: impl Fn(i64) -> bool, text: &str) {
        let values: Vec<i64> = (low..low + 400).map(|n| if rule(n) { 0 } else { 3 }).collect();
        let forms = set_forms(low, &values, &|| false);
        assert_eq!(forms.first().map(|form| form.text.as_str()), Some(text), "{forms:?}");
    }

    #[test]
    fn a_repetition_is_the_shortest_one_that_trying_all_finds() {
        let slow = |values: &[i64]| {
            let end = values.len();
            (1..=end / 4).find_map(|period| {
                let rise = values[end - 1] - values[end - 1 - period];
                let broken = (0..end - period).rev().find(|at| values[at + period] != values[*at] + rise);
                let start = broken.map_or(0, |at| at + 1);
                (start <= end / 2 && end - start >= 3 * period).then_some(Repetition { period, rise, start })
            })
        };
        let mut random = Random(7);
        let mut next = || random.next();
        for case in 0..400 {
            let (period, rise, start) = (1 + next() % 9, (next() % 3) as i64, (next() % 30) as usize);
            let turn: Vec<i64> = (0..period).map(|_| (next() % 3) as i64).collect();
            let value = |at: usize| turn[at % period as usize] + rise * (at as i64 / period as i64);
            let mut values: Vec<i64> = (0..40 + case % 41).map(value).collect();
            for early in values.iter_mut().take(start) {
                *early = (next() % 4) as i64;
            }
            assert_eq!(repetition(&values), slow(&values), "{values:?}");
        }
    }

    #[test]
    fn values_get_the_simplest_form() {
        value(0, |_| 3, "3");
        value(0, |n| n, "{u}");
        value(0, |n| n % 7, "{u} % 7");
        value(1, |n| (n + 2) % 5, "({u} + 2) % 5");
        value(0, |n| (2 * n + 1) / 3, "(2 * {u} + 1) / 3");
        value(1, |n| n.trailing_zeros().into(), "popcount({u} ^ {u} - 1) - 1");
        value(0, |n| [0, 1, 2, 0, 3][n as usize % 5], "[0, 1, 2, 0, 3][{u} % 5]");
        let lasker = |n: i64| if n % 4 == 0 { n - 1 } else { n + i64::from(n % 4 == 3) };
        value(1, lasker, "if {u} % 4 == 0 then {u} - 1 else if {u} % 4 == 3 then {u} + 1 else {u}");
    }

    #[test]
    fn sets_get_the_simplest_form() {
        set(0, |n| n % 4 == 0, "{u} % 4 == 0");
        set(0, |n| n % 7 == 0 || n % 7 == 2, "{u} % 7 in [0, 2]");
        set(1, |n| (n & (n + 1)) == 0, "popcount({u} + 1) == 1");
        set(0, |n| [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377].contains(&n), "is_fibonacci({u})");
        set(0, |n| n == 5 || n == 9, "{u} in [5, 9]");
        set(0, |n| n > 11 && n % 3 == 1, "{u} >= 11 and {u} % 3 == 1");
    }

    #[test]
    fn nothing_is_found_in_noise() {
        for seed in 1..60 {
            let mut random = Random(seed);
            let mut next = || random.next();
            let values: Vec<i64> = (0..200).map(|_| (next() % 3) as i64).collect();
            assert_eq!(value_forms(0, &values, &|| false), [], "{seed}");
            assert_eq!(set_forms(0, &values, &|| false), [], "{seed}");
        }
    }

    #[test]
    fn what_fits_a_part_of_a_row_is_not_found() {
        for seed in 1..20 {
            let mut random = Random(seed);
            let mut next = || random.next();
            // Even a single wrong number near the end spoils a rule.
            let mut values: Vec<i64> = (0..300).map(|n| n % 6).collect();
            let at = 200 + (next() % 90) as usize;
            values[at] = 7;
            let is_reported = |form: &Form| form.from <= at as i64;
            assert!(!value_forms(0, &values, &|| false).iter().any(is_reported));
            let mut marks: Vec<i64> = (0..300).map(|n| n % 6).collect();
            marks[at] = i64::from(marks[at] == 0);
            assert!(!set_forms(0, &marks, &|| false).iter().any(is_reported), "{:?}", set_forms(0, &marks, &|| false));
        }
    }
}
