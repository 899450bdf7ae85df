//! Numeration systems: numbers as words of digits, the most significant first.
//!
//! A system is the coefficients of its recurrence: `[2]` is base two, `[1, 1]` Fibonacci's, `[2, 1]` Pell's,
//! `[1, 1, 1]` the Tribonacci numbers. The words are the greedy ones.

use grundy_message::{Message, message};
use std::fmt;

/// A numeration system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The coefficients of the recurrence.
    pub coefficients: Vec<i64>,
    /// The terms of the recurrence up to 2^40 or so.
    terms: Vec<i64>,
}

/// Columns of digits, each as one number: the first component's digit is the most significant.
pub type Word = Vec<u16>;

impl System {
    /// Creates the system of this recurrence.
    pub fn new(coefficients: &[i64]) -> System {
        let order = coefficients.len();
        let mut terms: Vec<i64> = vec![1];
        while terms[terms.len() - 1] < 1 << 40 {
            let index = terms.len();
            let start = i64::from(index < order);
            let next = coefficients.iter().take(index).zip(terms.iter().rev()).map(|(c, term)| c * term).sum::<i64>();
            terms.push(next + start);
        }
        System { coefficients: coefficients.to_vec(), terms }
    }

    /// Returns the systems that are tried, those that prove most first.
    pub fn usual() -> Vec<System> {
        let lists: [&[i64]; 13] =
            [&[2], &[1, 1], &[3], &[2, 1], &[4], &[1, 1, 1], &[5], &[6], &[7], &[10], &[3, 1], &[8], &[9]];
        lists.iter().map(|list| System::new(list)).collect()
    }

    /// Returns the other bases up to 20 and metallic means, which prove little that those do not.
    pub fn unusual() -> Vec<System> {
        let means = (4..=8).map(|mean| System::new(&[mean, 1]));
        let others: [&[i64]; 4] = [&[2, 2], &[2, 1, 1], &[2, 2, 1], &[1, 1, 1, 1]];
        let others = others.into_iter().map(System::new);
        (11..=20).map(|base| System::new(&[base])).chain(means).chain(others).collect()
    }

    /// Returns the number of digits.
    pub fn base(&self) -> usize {
        (self.coefficients[0] + i64::from(self.coefficients.len() > 1)) as usize
    }

    /// Returns how many numbers have words of at most this length.
    pub fn numbers(&self, length: usize) -> i64 {
        self.terms[length.min(self.terms.len() - 1)]
    }

    /// Returns the maximum length such that all words of it encode numbers up to this.
    pub fn length_within(&self, greatest: i64) -> usize {
        (0..self.terms.len()).take_while(|length| self.terms[*length] - 1 <= greatest).last().unwrap_or(0)
    }

    /// Returns the word of a position, without leading columns of zeros.
    pub fn word(&self, position: &[i64]) -> Word {
        let largest = position.iter().copied().max().unwrap_or(0);
        let length = (0..self.terms.len()).find(|length| self.terms[*length] > largest).unwrap_or(self.terms.len());
        let mut word: Word = vec![0; length];
        for number in position {
            let mut rest = *number;
            for (index, column) in word.iter_mut().enumerate() {
                let term = self.terms[length - 1 - index];
                *column = *column * self.base() as u16 + (rest / term) as u16;
                rest %= term;
            }
        }
        word
    }

    /// Returns the position that a word encodes; `None` if the word of some number is not the greedy one.
    pub fn position(&self, word: &[u16], components: usize) -> Option<Vec<i64>> {
        let base = self.base() as u16;
        let order = self.coefficients.len();
        let mut position = Vec::with_capacity(components);
        for component in 0..components {
            let scale = base.pow((components - 1 - component) as u32);
            let (mut number, mut agreed) = (0, 0);
            for (index, column) in word.iter().enumerate() {
                let digit = i64::from(*column / scale % base);
                if digit == self.coefficients[agreed] {
                    agreed += 1;
                    if agreed == order {
                        return None;
                    }
                } else if digit > self.coefficients[agreed] {
                    return None;
                } else {
                    agreed = 0;
                }
                number += digit * self.terms[word.len() - 1 - index];
            }
            position.push(number);
        }
        Some(position)
    }
}

impl System {
    /// Returns the name of the system.
    pub fn name(&self) -> Message {
        match self.coefficients[..] {
            [base] => message!("base {base}", base),
            [1, 1] => message!("Fibonacci"),
            [2, 1] => message!("Pell"),
            [1, 1, 1] => message!("Tribonacci"),
            _ => {
                let list: Vec<String> = self.coefficients.iter().map(i64::to_string).collect();
                message!("the recurrence {coefficients}", coefficients = list.join(", "))
            }
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_word() {
        for system in System::usual() {
            for number in 0..2000 {
                let word = system.word(&[number]);
                assert_eq!(system.position(&word, 1), Some(vec![number]), "{system}");
            }
            // There are as many greedy words of length 4 as numbers.
            let base = system.base() as u16;
            let words =
                (0..base.pow(4)).map(|code| (0..4).map(|index| code / base.pow(index) % base).collect::<Word>());
            let greedy = words.filter(|word| system.position(word, 1).is_some()).count();
            assert_eq!(greedy as i64, system.numbers(4), "{system}");
        }
    }
}
