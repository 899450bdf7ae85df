//! The names of a graph's nodes, and their numbers.

use super::{GraphMistake, take};
use crate::meter::Meter;
use std::borrow::Cow;
use std::collections::HashMap;

/// Names of nodes, by the nodes' numbers from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Consecutive numbers: a node's name is its number plus the first name.
    Counted {
        /// The name of node 0.
        first: u64,
        /// The number of nodes.
        count: usize,
    },
    /// Numbers with gaps, in ascending order.
    Numbers(Vec<u64>),
    /// Words.
    Words(Vec<String>),
}

impl Names {
    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        match self {
            Names::Counted { count, .. } => *count,
            Names::Numbers(numbers) => numbers.len(),
            Names::Words(words) => words.len(),
        }
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the name of a node.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn of(&self, node: u32) -> Cow<'_, str> {
        match self {
            Names::Counted { first, count } => {
                assert!((node as usize) < *count, "there is no node {node}");
                Cow::Owned((first + u64::from(node)).to_string())
            }
            Names::Numbers(numbers) => Cow::Owned(numbers[node as usize].to_string()),
            Names::Words(words) => Cow::Borrowed(&words[node as usize]),
        }
    }

    /// Creates names from numbers in ascending order; without gaps only the ends are stored.
    pub(super) fn numbers(sorted: Vec<u64>) -> Names {
        match sorted.as_slice() {
            [first, .., last] if last - first == sorted.len() as u64 - 1 => {
                Names::Counted { first: *first, count: sorted.len() }
            }
            _ => Names::Numbers(sorted),
        }
    }
}

/// Bytes per word besides its characters: in the map, in the list, as a name; each may have twice the capacity it needs.
const WORD_BYTES: usize = 224;

/// Words, numbered in the order in which they first occur.
#[derive(Default)]
pub(super) struct Register<'a> {
    numbers: HashMap<Cow<'a, str>, u32>,
    words: Vec<Cow<'a, str>>,
}

impl<'a> Register<'a> {
    /// Returns the number of a word; `None` if there are too many.
    ///
    /// # Errors
    /// The meter stops the work.
    pub fn number(&mut self, word: Cow<'a, str>, meter: &Meter) -> Result<Option<u32>, GraphMistake> {
        if let Some(number) = self.numbers.get(&word) {
            return Ok(Some(*number));
        }
        take(meter, WORD_BYTES + 3 * word.len())?;
        let Some(number) = u32::try_from(self.words.len()).ok().filter(|&number| number < u32::MAX - 1) else {
            return Ok(None);
        };
        self.words.push(word.clone());
        self.numbers.insert(word, number);
        Ok(Some(number))
    }

    /// Returns the names, and the new number of each node: if all names are numbers, nodes are sorted by them.
    pub fn finish(self) -> (Names, Option<Vec<u32>>) {
        let plain = |word: &Cow<'_, str>| {
            let number: u64 = word.parse().ok()?;
            // 07 and 7 are different names.
            (number.to_string() == **word).then_some(number)
        };
        let numbers: Option<Vec<u64>> = self.words.iter().map(plain).collect();
        match numbers.filter(|numbers| !numbers.is_empty()) {
            None => (Names::Words(self.words.into_iter().map(Cow::into_owned).collect()), None),
            Some(numbers) => {
                let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
                order.sort_unstable_by_key(|&node| numbers[node as usize]);
                let mut becomes = vec![0; order.len()];
                for (index, &node) in order.iter().enumerate() {
                    becomes[node as usize] = index as u32;
                }
                let sorted = order.iter().map(|&node| numbers[node as usize]).collect();
                (Names::numbers(sorted), Some(becomes))
            }
        }
    }
}
