//! Sequences that have names: those of tables are recognised by their first terms.
//!
//! In: terms. Out: the number of the sequence in the encyclopedia of integer sequences, and its name. The terms stand in
//! `famous.txt`; a test computes them from definitions.

use super::survey::{DRAWN, Survey};
use grundy_message::{Message, Template, message, template};
use grundy_value::Quantity;

/// Names by number in the encyclopedia, in the order of `famous.txt`.
const NAMES: &[(&str, &Template)] = &[
    ("A001477", template!("the whole numbers")),
    ("A005843", template!("the even numbers")),
    ("A005408", template!("the odd numbers")),
    ("A008585", template!("the multiples of 3")),
    ("A008586", template!("the multiples of 4")),
    ("A000035", template!("0 and 1 in turn")),
    ("A010872", template!("n mod 3")),
    ("A010873", template!("n mod 4")),
    ("A004526", template!("⌊n/2⌋")),
    ("A000290", template!("the squares")),
    ("A000217", template!("the triangular numbers")),
    ("A002378", template!("the products of two neighbouring numbers")),
    ("A000578", template!("the cubes")),
    ("A000079", template!("the powers of 2")),
    ("A000225", template!("the powers of 2 less 1")),
    ("A000244", template!("the powers of 3")),
    ("A000040", template!("the prime numbers")),
    ("A000045", template!("the Fibonacci numbers")),
    ("A000032", template!("the Lucas numbers")),
    ("A000129", template!("the Pell numbers")),
    ("A001045", template!("the Jacobsthal numbers")),
    ("A000142", template!("the factorials")),
    ("A001969", template!("the evil numbers, with an even number of binary ones")),
    ("A000069", template!("the odious numbers, with an odd number of binary ones")),
    ("A000120", template!("the number of binary ones")),
    ("A010060", template!("the Thue–Morse sequence")),
    ("A070939", template!("the number of binary digits")),
    ("A007814", template!("the exponent of 2")),
    ("A001511", template!("the exponent of 2, plus 1")),
    ("A003159", template!("the numbers with an even exponent of 2")),
    ("A036554", template!("the numbers with an odd exponent of 2")),
    ("A001222", template!("the number of prime factors")),
    ("A000005", template!("the number of divisors")),
    ("A020639", template!("the least prime factor")),
    ("A000196", template!("the whole part of the square root")),
    ("A000201", template!("⌊nφ⌋, the lower Wythoff sequence")),
    ("A001950", template!("⌊nφ²⌋, the upper Wythoff sequence")),
    ("A003987", template!("the xor of two numbers, by antidiagonals")),
    ("A002186", template!("the Grundy values of Kayles")),
    ("A002187", template!("the Grundy values of Dawson's chess")),
    ("A002188", template!("the Grundy values of Grundy's game")),
];
/// Tuning: fewer terms could be those of many sequences.
const MIN_TERMS: usize = 8;
/// Tuning: terms of a sequence that may be missing at its beginning.
const MAX_MISSING: usize = 3;
/// Format: terms on a line to search an encyclopedia with.
const MAX_TERMS: usize = 40;

/// A sequence of numbers of a table.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// What its numbers are.
    pub what: Message,
    /// Its first terms.
    pub terms: Vec<i64>,
    /// Its number in the encyclopedia and its name, if it has one.
    pub name: Option<(&'static str, Message)>,
}

/// Returns the sequences of a table of one or two numbers: its values, and the lost positions of one number.
pub fn sequences(survey: &Survey) -> Vec<Sequence> {
    let values = |what: Message, terms: Vec<i64>| {
        let terms: Vec<i64> = terms.into_iter().take(MAX_TERMS).collect();
        let name = named(&terms);
        (terms.len() >= MIN_TERMS).then_some(Sequence { what, terms, name })
    };
    let mut found = Vec::new();
    let what = match survey.quantity {
        Quantity::Score => message!("scores"),
        _ => message!("Grundy values"),
    };
    let is_shown = survey.quantity != Quantity::Outcome;
    match survey.plan.names.len() {
        1 => {
            let known: Vec<(i64, i64)> = survey
                .positions()
                .zip(&survey.values)
                .map_while(|(numbers, value)| Some((numbers[0], (*value)?)))
                .collect();
            if is_shown {
                found.extend(values(what, known.iter().map(|(_, value)| *value).collect()));
            }
            if survey.quantity != Quantity::Score {
                let lost = known.iter().filter(|(_, value)| *value == 0 && *value != DRAWN);
                found.extend(values(message!("lost positions"), lost.map(|(number, _)| *number).collect()));
            }
        }
        2 if is_shown => {
            let low = &survey.plan.low;
            let diagonals = (0..MAX_TERMS as i64).flat_map(|sum| (0..=sum).map(move |first| (sum - first, first)));
            let terms = diagonals.map_while(|(first, second)| survey.value(&[low[0] + first, low[1] + second]));
            found.extend(values(message!("{what}, by antidiagonals", what), terms.take(MAX_TERMS).collect()));
        }
        _ => {}
    }
    found
}

/// Returns the number and the name of the sequence that begins with these terms, or goes on with them after a few others.
fn named(terms: &[i64]) -> Option<(&'static str, Message)> {
    let known = include_str!("famous.txt").lines().filter(|line| !line.starts_with('#'));
    let known = known.filter_map(|line| {
        let mut words = line.split_whitespace();
        let id = words.next()?;
        Some((id, words.filter_map(|word| word.parse().ok()).collect::<Vec<i64>>()))
    });
    let all: Vec<(&str, Vec<i64>)> = known.collect();
    (0..=MAX_MISSING).find_map(|missing| {
        let (id, _) = all.iter().find(|(_, known)| {
            let count = terms.len().min(known.len().saturating_sub(missing));
            count >= MIN_TERMS && known[missing..missing + count] == terms[..count]
        })?;
        let (id, name) = NAMES.iter().find(|(known, _)| known == id)?;
        Some((*id, Message::from(*name)))
    })
}

#[cfg(test)]
mod tests {
    use super::{NAMES, named};

    fn divisors(n: i64) -> Vec<i64> {
        (1..=n).filter(|divisor| n % divisor == 0).collect()
    }

    fn prime_factors(n: i64) -> i64 {
        (2..=n).find(|divisor| n % divisor == 0).map_or(0, |divisor| 1 + prime_factors(n / divisor))
    }

    /// Values of a heap game by its definition: `options` lists the sums of heaps that a heap can become.
    fn heaps(options: impl Fn(i64) -> Vec<Vec<i64>>) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::new();
        for heap in 0..30 {
            let reached: Vec<i64> = options(heap)
                .iter()
                .map(|parts| parts.iter().fold(0, |value, part| value ^ values[*part as usize]))
                .collect();
            values.push((0..).find(|value| !reached.contains(value)).unwrap());
        }
        values
    }

    /// Removing `taken` neighbours leaves a row, or two if `splits`.
    fn rows(heap: i64, taken: i64) -> Vec<Vec<i64>> {
        (0..=heap - taken).map(|left| vec![left, heap - taken - left]).collect()
    }

    fn defined(id: &str) -> Vec<i64> {
        let all = 0..30_i64;
        let positive = 1..31_i64;
        let such = |holds: &dyn Fn(i64) -> bool| (0..).filter(|n| holds(*n)).take(30).collect::<Vec<i64>>();
        let recurrence = |first: i64, second: i64, older: i64, newer: i64| {
            let next = |pair: &(i64, i64)| Some((pair.1, older * pair.0 + newer * pair.1));
            std::iter::successors(Some((first, second)), next).take(30).map(|pair| pair.0).collect::<Vec<i64>>()
        };
        let ones = |n: i64| i64::from(n.count_ones());
        let twos = |n: i64| i64::from(n.trailing_zeros());
        let golden =
            |n: i64| (0..).take_while(|k: &i64| *k <= n || (2 * k - n) * (2 * k - n) <= 5 * n * n).last().unwrap();
        match id {
            "A001477" => all.collect(),
            "A005843" => such(&|n| n % 2 == 0),
            "A005408" => such(&|n| n % 2 == 1),
            "A008585" => such(&|n| n % 3 == 0),
            "A008586" => such(&|n| n % 4 == 0),
            "A000035" => all.map(|n| n % 2).collect(),
            "A010872" => all.map(|n| n % 3).collect(),
            "A010873" => all.map(|n| n % 4).collect(),
            "A004526" => all.map(|n| n / 2).collect(),
            "A000290" => all.map(|n| n * n).collect(),
            "A000217" => all.map(|n| (0..=n).sum()).collect(),
            "A002378" => all.map(|n| n * (n + 1)).collect(),
            "A000578" => all.map(|n| n * n * n).collect(),
            "A000079" => all.map(|n| 1 << n).collect(),
            "A000225" => all.map(|n| (1 << n) - 1).collect(),
            "A000244" => all.map(|n| 3_i64.pow(n as u32)).collect(),
            "A000040" => such(&|n| divisors(n).len() == 2),
            "A000045" => recurrence(0, 1, 1, 1),
            "A000032" => recurrence(2, 1, 1, 1),
            "A000129" => recurrence(0, 1, 1, 2),
            "A001045" => recurrence(0, 1, 2, 1),
            "A000142" => (0..20).map(|n: i64| (1..=n).product()).collect(),
            "A001969" => such(&|n| ones(n) % 2 == 0),
            "A000069" => such(&|n| ones(n) % 2 == 1),
            "A000120" => all.map(ones).collect(),
            "A010060" => all.map(|n| ones(n) % 2).collect(),
            "A070939" => all.map(|n| format!("{n:b}").len() as i64).collect(),
            "A007814" => positive.map(twos).collect(),
            "A001511" => positive.map(|n| twos(n) + 1).collect(),
            "A003159" => such(&|n| n > 0 && twos(n) % 2 == 0),
            "A036554" => such(&|n| n > 0 && twos(n) % 2 == 1),
            "A001222" => positive.map(prime_factors).collect(),
            "A000005" => positive.map(|n| divisors(n).len() as i64).collect(),
            "A020639" => positive.map(|n| *divisors(n).get(1).unwrap_or(&1)).collect(),
            "A000196" => all.map(|n| (0..).find(|root| (root + 1) * (root + 1) > n).unwrap()).collect(),
            "A000201" => positive.map(golden).collect(),
            "A001950" => positive.map(|n| golden(n) + n).collect(),
            "A003987" => (0..).flat_map(|sum: i64| (0..=sum).map(move |b| (sum - b) ^ b)).take(30).collect(),
            "A002186" => heaps(|heap| [rows(heap, 1), rows(heap, 2)].concat()),
            "A002187" => heaps(|heap| {
                let end = |taken: i64| (heap >= taken).then(|| vec![heap - taken]);
                let alone = (heap == 1).then(|| vec![0]);
                [alone.into_iter().collect(), end(2).into_iter().collect(), rows(heap, 3)].concat()
            }),
            "A002188" => {
                heaps(|heap| (1..heap).filter(|part| 2 * part != heap).map(|part| vec![part, heap - part]).collect())
            }
            _ => panic!("{id} has no definition"),
        }
    }

    #[test]
    fn every_sequence_is_what_its_definition_says() {
        let lines: Vec<&str> = include_str!("famous.txt").lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), NAMES.len());
        for (line, (id, _)) in lines.iter().zip(NAMES) {
            let terms: Vec<String> = defined(id).iter().map(i64::to_string).collect();
            assert_eq!(*line, format!("{id} {}", terms.join(" ")));
        }
    }

    #[test]
    fn a_sequence_is_recognised_without_its_first_terms_too() {
        let id = |terms: &[i64]| named(terms).map(|(id, _)| id);
        assert_eq!(id(&[1, 2, 3, 5, 8, 13, 21, 34, 55]), Some("A000045"));
        assert_eq!(id(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4]), Some("A002186"));
        assert_eq!(id(&[1, 2, 3, 5, 8, 13, 21]), None);
        assert_eq!(id(&[1, 2, 3, 5, 8, 13, 21, 35, 55]), None);
    }
}
