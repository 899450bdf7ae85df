//! Known sets and sequences of numbers, and recurrences.
//!
//! In: the numbers that are lost. Out: forms: Fibonacci, Lucas and Pell numbers, squares, triangular numbers, powers,
//! primes, digit sums, Beatty sequences, runs whose ends grow by a factor, and linear recurrences with small whole
//! coefficients (Berlekamp & Massey 1969, over a prime field).

use super::form::{Form, U, list};
use grundy_message::{Message, message};

/// Returns the sets that are tried as they are, shifted and not. `{w}` is the shifted number, `{g}` the same in
/// parentheses.
pub fn known_sets() -> Vec<Form> {
    let mut sets: Vec<(String, Message)> = vec![
        ("is_fibonacci({w})".into(), message!("a Fibonacci number")),
        ("isqrt({w}) ** 2 == {w}".into(), message!("a square")),
        ("isqrt(8 * {g} + 1) ** 2 == 8 * {g} + 1".into(), message!("a triangular number")),
        ("popcount({w}) == 1".into(), message!("a power of 2")),
        ("{w} >= 2 and all({g} % d != 0 for d in 2..isqrt({w}))".into(), message!("a prime")),
        (
            "isqrt(2 * {g} ** 2 + 1) ** 2 == 2 * {g} ** 2 + 1 or {w} >= 1 and isqrt(2 * {g} ** 2 - 1) ** 2 == 2 * {g} ** 2 - 1"
                .into(),
            message!("a Pell number"),
        ),
        (
            "isqrt(5 * {g} ** 2 + 20) ** 2 == 5 * {g} ** 2 + 20 or \
             {w} >= 2 and isqrt(5 * {g} ** 2 - 20) ** 2 == 5 * {g} ** 2 - 20"
                .into(),
            message!("a Lucas number"),
        ),
        ("popcount({w}) % 2 == 0".into(), message!("a number with an even number of ones in base 2")),
        (
            "popcount({g} ^ {w} - 1) % 2 == 1".into(),
            message!("a number that ends in base 2 with an even number of zeros"),
        ),
        ("{w} == floor_phi(floor_phi({w} + 1) - {g} - 1)".into(), message!("⌊kφ⌋ for some k")),
        ("{w} != floor_phi(floor_phi({w} + 1) - {g} - 1)".into(), message!("0 or ⌊kφ²⌋ for some k")),
    ];
    for base in 3..=10 {
        sets.push((
            format!("any({base} ** i == {{w}} for i in 0..isqrt({{w}}) + 1)"),
            message!("a power of {base}", base),
        ));
    }
    for (base, modulus) in [(3, 2), (3, 3), (4, 2), (10, 2), (10, 3)] {
        sets.push((
            format!("sum({{g}} / {base} ** i % {base} for i in 0..isqrt({{w}}) + 1) % {modulus} == 0"),
            message!("a number whose digits in base {base} have a sum divisible by {modulus}", base, modulus),
        ));
    }
    let mut forms = Vec::new();
    for (text, words) in sets {
        for shift in [0i64, 1, -1, 2, -2, 3, -3] {
            let (number, subject) = match shift {
                0 => (U.to_owned(), Message::text(U)),
                1.. => (format!("{{u}} + {shift}"), message!("{u} + {shift}", u = U, shift)),
                _ => (format!("{{u}} - {}", -shift), message!("{u} − {shift}", u = U, shift = -shift)),
            };
            let group = if shift == 0 { number.clone() } else { format!("({number})") };
            let text = text.replace("{w}", &number).replace("{g}", &group);
            forms.push(Form::new(text.clone(), message!("{number} is {kind}", number = subject, kind = words)));
            let words = message!("{number} is not {kind}", number = subject, kind = words);
            forms.push(Form::new(format!("not ({text})"), words));
        }
    }
    forms
}

/// Finds runs of lost numbers whose ends grow by a factor: from A·rⁱ + B to C·rⁱ + D.
pub fn growing_runs(low: i64, values: &[i64]) -> Option<Form> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let number = low + index as i64;
        if *value != 0 {
            continue;
        }
        match runs.last_mut() {
            Some((_, end)) if *end == number - 1 => *end = number,
            _ => runs.push((number, number)),
        }
    }
    // The last run may be cut off by the table.
    if runs.last().is_some_and(|(_, end)| *end == low + values.len() as i64 - 1) {
        runs.pop();
    }
    let grows = |ends: &[i64]| -> Option<(i64, i64, i64)> {
        let [first, second, third, ..] = ends else { return None };
        let (before, after) = (second - first, third - second);
        let factor = (before > 0 && after % before == 0).then(|| after / before).filter(|factor| *factor >= 2)?;
        let scale = (before % (factor - 1) == 0).then(|| before / (factor - 1))?;
        let constant = first - scale;
        let term = |at: usize| factor.checked_pow(at as u32)?.checked_mul(scale)?.checked_add(constant);
        ends.iter().enumerate().all(|(at, end)| term(at) == Some(*end)).then_some((scale, factor, constant))
    };
    // The first few runs may be different.
    (0..=2.min(runs.len().saturating_sub(4))).find_map(|skipped| {
        let runs = &runs[skipped..];
        if runs.len() < 3 {
            return None;
        }
        let starts: Vec<i64> = runs.iter().map(|run| run.0).collect();
        let ends: Vec<i64> = runs.iter().map(|run| run.1).collect();
        let ((scale, factor, constant), (to_scale, to_factor, to_constant)) = (grows(&starts)?, grows(&ends)?);
        if factor != to_factor {
            return None;
        }
        let term = |scale: i64, constant: i64| {
            let scaled = if scale == 1 { String::new() } else { format!("{scale} * ") };
            let shift = match constant {
                0 => String::new(),
                1.. => format!(" + {constant}"),
                _ => format!(" - {}", -constant),
            };
            format!("{scaled}{factor} ** i{shift}")
        };
        let (from, to) = (term(scale, constant), term(to_scale, to_constant));
        let pretty = |text: &str| text.replace(&format!("{factor} ** i"), &format!("{factor}ⁱ")).replace(" * ", "·");
        let mut form = if from == to {
            Form::new(
                format!("any({from} == {{u}} for i in 0..isqrt({{u}}) + 2)"),
                message!("{u} is {term} for some i ≥ 0", u = U, term = pretty(&from)),
            )
        } else {
            Form::new(
                format!("any({from} <= {{u}} <= {to} for i in 0..isqrt({{u}}) + 2)"),
                message!("{from} ≤ {u} ≤ {to} for some i ≥ 0", from = pretty(&from), u = U, to = pretty(&to)),
            )
        };
        if skipped > 0 {
            form.from = starts[0];
        }
        Some(form)
    })
}

/// Finds a linear recurrence of the lost numbers, which must grow faster than linearly.
pub fn recurrence(low: i64, values: &[i64]) -> Option<Form> {
    let members: Vec<i64> =
        values.iter().enumerate().filter(|(_, value)| **value == 0).map(|(at, _)| low + at as i64).collect();
    let high = low + values.len() as i64 - 1;
    if members.len() < 9 || members.len() * 4 > values.len() {
        return None;
    }
    // The first terms may not follow it.
    (0..=members.len() / 3).find_map(|skipped| {
        let terms = &members[skipped..];
        let coefficients = berlekamp_massey(terms)?;
        if coefficients.len() * 2 + 3 > terms.len() || coefficients.iter().any(|factor| factor.abs() > 20) {
            return None;
        }
        let follows = |at: usize| {
            let sum: i64 = coefficients.iter().enumerate().map(|(back, factor)| factor * terms[at - 1 - back]).sum();
            sum == terms[at]
        };
        if !(coefficients.len()..terms.len()).all(follows) || coefficients.is_empty() {
            return None;
        }
        // Linear growth is a residue rule, which is found elsewhere.
        let even = terms.windows(3).all(|three| three[2] - three[1] == three[1] - three[0]);
        let slow = terms[terms.len() - 1] < 4 * terms[terms.len() / 2].max(1);
        if even || slow {
            return None;
        }
        let right: Vec<String> = coefficients
            .iter()
            .enumerate()
            .filter(|(_, factor)| **factor != 0)
            .map(|(back, factor)| match factor {
                1 => format!("+ l(k−{})", back + 1),
                -1 => format!("− l(k−{})", back + 1),
                2.. => format!("+ {factor}·l(k−{})", back + 1),
                _ => format!("− {}·l(k−{})", -factor, back + 1),
            })
            .collect();
        let right = right.join(" ");
        let right = right.strip_prefix("+ ").unwrap_or(&right).to_owned();
        let shown: Vec<i64> = members.iter().copied().take(coefficients.len() + skipped + 3).collect();
        let mut form = Form::new(
            format!("{{u}} in [{}]", list(&members)),
            message!("{u} is one of l = {numbers}, … with l(k) = {sum}", u = U, numbers = list(&shown), sum = right),
        );
        form.to = Some(high);
        Some(form)
    })
}

const PRIME: i64 = 2_147_483_647;

/// Returns the shortest linear recurrence of a sequence modulo a prime, its coefficients taken nearest to 0.
pub fn berlekamp_massey(terms: &[i64]) -> Option<Vec<i64>> {
    let reduce = |number: i64| number.rem_euclid(PRIME);
    let mut current: Vec<i64> = Vec::new();
    let mut last: Vec<i64> = Vec::new();
    let (mut last_at, mut last_error) = (0usize, 0i64);
    for at in 0..terms.len() {
        let predicted: i64 = current.iter().enumerate().fold(0, |sum, (back, factor)| {
            let term = if at > back { reduce(terms[at - 1 - back]) } else { 0 };
            (sum + factor * term) % PRIME
        });
        let error = reduce(reduce(terms[at]) - predicted);
        if error == 0 {
            continue;
        }
        if current.is_empty() {
            current = vec![0; at + 1];
            (last_at, last_error) = (at, error);
            continue;
        }
        let scale = error * power(last_error, PRIME - 2) % PRIME;
        let mut change = vec![0; at - last_at - 1];
        change.push(scale);
        change.extend(last.iter().map(|factor| reduce(-factor * scale % PRIME)));
        let before = current.clone();
        if change.len() > current.len() {
            current.resize(change.len(), 0);
        }
        for (factor, more) in current.iter_mut().zip(&change) {
            *factor = (*factor + more) % PRIME;
        }
        if at as i64 - before.len() as i64 > last_at as i64 - last.len() as i64 {
            (last, last_at, last_error) = (before, at, error);
        }
    }
    while current.last() == Some(&0) {
        current.pop();
    }
    Some(current.into_iter().map(|factor| if factor > PRIME / 2 { factor - PRIME } else { factor }).collect())
}

fn power(mut base: i64, mut exponent: i64) -> i64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finder::form::{Sort, fitting};

    #[test]
    fn recurrences_are_found_and_noise_has_none() {
        let mut fibonacci = vec![1i64, 2];
        let mut slow = vec![1i64, 2, 3, 4];
        for at in 2..24 {
            fibonacci.push(fibonacci[at - 1] + fibonacci[at - 2]);
        }
        for at in 4..30 {
            slow.push(slow[at - 1] + slow[at - 4]);
        }
        assert_eq!(berlekamp_massey(&fibonacci).unwrap(), [1, 1]);
        assert_eq!(berlekamp_massey(&slow).unwrap(), [1, 0, 0, 1]);
        let noise: Vec<i64> = (0..30i64).map(|at| at * at * 7919 % 101).collect();
        assert!(berlekamp_massey(&noise).unwrap().len() > 10);
    }

    #[test]
    fn every_known_set_parses_and_matches_its_words() {
        let row = |holds: fn(i64) -> bool| -> Vec<i64> { (0..200).map(|n| i64::from(!holds(n))).collect() };
        let found = |values: &[i64]| -> Vec<String> {
            fitting(known_sets(), Sort::Set, 0, values, &|| false)
                .into_iter()
                .map(|form| form.words.to_string())
                .collect()
        };
        let known = known_sets().len();
        for chunk in known_sets().chunks(1) {
            // A form that cannot be parsed fits nothing, not even its own values.
            let source = format!("game f(u in 4..) move none if u != u -> u\nclaim lose iff {}\n", chunk[0].of("u"));
            assert!(grundy_rules::read(&source).is_ok(), "{}", chunk[0].text);
        }
        assert!(known > 100);
        let prime = |n: i64| n >= 2 && (2..n).all(|d| n % d != 0);
        assert!(found(&row(prime)).contains(&"{u} is a prime".to_owned()));
        let lucas = |n: i64| [2, 1, 3, 4, 7, 11, 18, 29, 47, 76, 123, 199].contains(&n);
        assert!(found(&row(lucas)).contains(&"{u} is a Lucas number".to_owned()));
        let pell = |n: i64| [0, 1, 2, 5, 12, 29, 70, 169].contains(&n);
        assert!(found(&row(pell)).contains(&"{u} is a Pell number".to_owned()));
        let shifted = |n: i64| (0..20).any(|k: i64| k * (k + 1) / 2 == n + 1);
        assert!(found(&row(shifted)).contains(&"{u} + 1 is a triangular number".to_owned()));
        let lower = |n: i64| (0..200).any(|k: i64| (k as f64 * 1.618_033_988_75) as i64 == n);
        assert!(found(&row(lower)).contains(&"{u} is ⌊kφ⌋ for some k".to_owned()));
    }

    #[test]
    fn runs_that_grow_are_closed_forms() {
        let multiplication = |n: i64| (0..4).any(|i| 9 * 18i64.pow(i) < n && n <= 18i64.pow(i + 1)) || n == 1;
        let values: Vec<i64> = (1..4000).map(|n| i64::from(!multiplication(n))).collect();
        let form = growing_runs(1, &values);
        assert!(form.is_none() || fitting(vec![form.unwrap()], Sort::Set, 1, &values, &|| false).len() == 1);
        let powers: Vec<i64> =
            (0..3000).map(|n| i64::from(![2, 5, 11, 23, 47, 95, 191, 383, 767, 1535].contains(&n))).collect();
        let form = growing_runs(0, &powers).unwrap();
        assert_eq!(form.text, "any(3 * 2 ** i - 1 == {u} for i in 0..isqrt({u}) + 2)");
    }
}
