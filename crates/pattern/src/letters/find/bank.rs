//! Terms by size, one for each list of values at a sample of cells.

use super::super::term::{Operator, Term, apply};
use super::conditions::EASY;
use std::collections::HashMap;

/// A term by the operation on two others, or a letter.
#[derive(Clone, Debug)]
enum Made {
    Leaf(Term),
    Binary(Operator, u32, u32),
}

#[derive(Clone, Debug)]
struct Entry {
    made: Made,
    /// How hard it is to say.
    cost: u32,
    size: u8,
    /// Whether all its letters are givens.
    is_given: bool,
    /// Whether it is a number.
    is_number: bool,
}

/// Terms with their values at the sample.
pub struct Bank {
    width: usize,
    entries: Vec<Entry>,
    values: Vec<i32>,
    numbers: HashMap<u64, u32>,
    with_xor: bool,
}

/// Tuning: terms larger than this lead to nothing.
const MAX_VALUE: i64 = 1 << 20;

impl Bank {
    /// Returns a bank for a sample of the given size.
    pub fn new(width: usize, with_xor: bool) -> Bank {
        Bank { width, entries: vec![], values: vec![], numbers: HashMap::new(), with_xor }
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the values of a term.
    pub fn values(&self, index: usize) -> &[i32] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// Returns how hard a term is to say.
    pub fn cost(&self, index: usize) -> u32 {
        self.entries[index].cost
    }

    /// Returns the size of a term.
    pub fn size(&self, index: usize) -> usize {
        self.entries[index].size.into()
    }

    /// Returns whether all letters of a term are givens.
    pub fn is_given(&self, index: usize) -> bool {
        self.entries[index].is_given
    }

    /// Returns whether a term has no letter.
    pub fn is_number(&self, index: usize) -> bool {
        self.entries[index].is_number
    }

    /// Returns whether a term is the lesser, the greater or the sum of two letters.
    pub fn is_of_two(&self, index: usize) -> bool {
        let entry = &self.entries[index];
        entry.size == 3
            && !entry.is_given
            && matches!(entry.made, Made::Binary(Operator::Min | Operator::Max | Operator::Add, ..))
    }

    /// Returns the term.
    pub fn term(&self, index: usize) -> Term {
        match &self.entries[index].made {
            Made::Leaf(term) => term.clone(),
            Made::Binary(operator, left, right) => {
                Term::binary(*operator, self.term(*left as usize), self.term(*right as usize))
            }
        }
    }

    /// Returns the term with these values.
    pub fn find(&self, values: &[i32]) -> Option<usize> {
        let index = *self.numbers.get(&hash(values))? as usize;
        (self.values(index) == values).then_some(index)
    }

    /// Adds a term that counts as one letter; terms with equal values are one.
    pub fn add_leaf(&mut self, term: Term, values: Vec<i32>, cost: u32, is_given: bool) {
        let is_number = matches!(term, Term::Number(_));
        self.add(Entry { made: Made::Leaf(term), cost, size: 1, is_given, is_number }, &values);
    }

    fn add(&mut self, entry: Entry, values: &[i32]) {
        let hash = hash(values);
        if let Some(index) = self.numbers.get(&hash) {
            let index = *index as usize;
            // A term that is made of others is replaced only by one of the same size, so that none is made of itself.
            if self.values(index) == values
                && entry.cost < self.entries[index].cost
                && entry.size == self.entries[index].size
            {
                self.entries[index] = entry;
            }
            return;
        }
        self.numbers.insert(hash, self.entries.len() as u32);
        self.entries.push(entry);
        self.values.extend_from_slice(values);
    }

    /// Adds all terms of the given odd size, until there are `max`; returns how many operations were tried.
    pub fn grow(&mut self, size: usize, max: usize) -> u64 {
        let known = self.entries.len();
        let mut tried = 0;
        let mut values = vec![0i32; self.width];
        // Larger terms are made with easy letters alone.
        let of_size = |bank: &Bank, part: usize| -> Vec<u32> {
            let is_usable =
                |entry: &Entry| usize::from(entry.size) == part && (part > 1 || size == 3 || entry.cost <= EASY);
            (0..known as u32).filter(|index| is_usable(&bank.entries[*index as usize])).collect()
        };
        for left_size in (1..size - 1).step_by(2) {
            let (lefts, rights) = (of_size(self, left_size), of_size(self, size - 1 - left_size));
            for &left in &lefts {
                for &right in &rights {
                    if self.entries.len() >= max {
                        return tried;
                    }
                    for operator in OPERATORS {
                        if self.is_worth(operator, left, right) {
                            tried += 1;
                            self.try_operation(operator, left, right, size, &mut values);
                        }
                    }
                }
            }
        }
        tried
    }

    fn is_worth(&self, operator: Operator, left: u32, right: u32) -> bool {
        let (first, second) = (&self.entries[left as usize], &self.entries[right as usize]);
        if first.is_number && second.is_number {
            return false;
        }
        match operator {
            Operator::Add | Operator::Min | Operator::Max => left < right || first.size != second.size,
            Operator::Mul => first.is_given && !second.is_number || first.is_number,
            Operator::Div | Operator::Mod => second.is_given && second.size <= 3 && !first.is_number,
            Operator::Sub => left != right,
            Operator::Xor => self.with_xor && left < right && !first.is_given && !second.is_given,
        }
    }

    fn try_operation(&mut self, operator: Operator, left: u32, right: u32, size: usize, values: &mut [i32]) {
        let (first, second) = (self.values(left as usize), self.values(right as usize));
        for ((value, left), right) in values.iter_mut().zip(first).zip(second) {
            let result = match apply(operator, i64::from(*left), i64::from(*right)) {
                Some(result) if (0..=MAX_VALUE).contains(&result) => result,
                _ => return,
            };
            *value = result as i32;
        }
        let (first, second) = (&self.entries[left as usize], &self.entries[right as usize]);
        let cost = first.cost + second.cost + cost_of(operator, second.is_number);
        let entry = Entry {
            made: Made::Binary(operator, left, right),
            cost,
            size: size as u8,
            is_given: first.is_given && second.is_given,
            is_number: false,
        };
        self.add(entry, values);
    }
}

const OPERATORS: [Operator; 8] = [
    Operator::Add,
    Operator::Sub,
    Operator::Mod,
    Operator::Div,
    Operator::Mul,
    Operator::Min,
    Operator::Max,
    Operator::Xor,
];

/// Returns how hard an operation is to say. A quotient by a given is also hard to prove.
fn cost_of(operator: Operator, is_by_number: bool) -> u32 {
    match operator {
        Operator::Add | Operator::Sub => 10,
        Operator::Mod if is_by_number => 9,
        Operator::Mod => 11,
        Operator::Div if is_by_number => 14,
        Operator::Div => 22,
        Operator::Mul => 13,
        Operator::Min | Operator::Max => 16,
        Operator::Xor => 12,
    }
}

fn hash(values: &[i32]) -> u64 {
    values.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, value| {
        (hash.rotate_left(5) ^ u64::from(*value as u32)).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}
