//! The elements of lists and bags; a bag is sorted only when its order is needed.

use super::value::{Symbolic, Unordered};
use super::{Env, Unsupported};
use grundy_rules::game::Fold;
use std::cmp::Ordering;

impl Env<'_> {
    /// Returns the elements of a list or a bag in their order.
    pub(super) fn ordered(&self, list: &Symbolic) -> Result<Vec<Symbolic>, Unsupported> {
        match list {
            Symbolic::Bag(bag) => Ok(self.sorted(bag)?.to_vec()),
            other => self.unordered(other),
        }
    }

    /// Returns the elements of a list or a bag as a fold needs them: only a list has an order.
    pub(super) fn gathered_from(&self, fold: Fold, list: &Symbolic) -> Result<Vec<Symbolic>, Unsupported> {
        if fold == Fold::List { self.ordered(list) } else { self.unordered(list) }
    }

    /// Returns the elements of a list or a bag in any order.
    pub(super) fn unordered(&self, list: &Symbolic) -> Result<Vec<Symbolic>, Unsupported> {
        match list {
            Symbolic::Known(value) => {
                let elements = value.as_elements().ok_or(Unsupported::Hard)?;
                Ok(elements.iter().cloned().map(Symbolic::Known).collect())
            }
            Symbolic::List(elements) => Ok(elements.to_vec()),
            Symbolic::Bag(bag) => Ok(bag.elements.clone()),
            _ => Err(Unsupported::Hard),
        }
    }

    /// Returns a bag in ascending order.
    pub(super) fn sorted<'b>(&self, bag: &'b Unordered) -> Result<&'b [Symbolic], Unsupported> {
        if let Some(sorted) = bag.sorted.get() {
            return Ok(sorted);
        }
        let (mut known, mut rest) = (Vec::new(), Vec::new());
        for element in &bag.elements {
            match element {
                Symbolic::Known(value) => known.push(value.clone()),
                other => rest.push(other.clone()),
            }
        }
        known.sort();
        let mut sorted: Vec<Symbolic> = known.into_iter().map(Symbolic::Known).collect();
        for element in rest {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.order(&sorted[middle], &element)? {
                    Ordering::Greater => high = middle,
                    _ => low = middle + 1,
                }
            }
            sorted.insert(low, element);
        }
        Ok(bag.sorted.get_or_init(|| sorted))
    }
}
