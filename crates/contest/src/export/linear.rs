//! Sums of terms with whole factors.
//!
//! In: terms of any kind that can be compared. Out: sums in which each term stands once. What the terms are is the business of who adds
//! them up: expressions of rules in [`super::bounded`], of programs in [`super::entail`].

/// A sum of terms with factors, and a constant. No factor is 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear<T> {
    pub terms: Vec<(T, i128)>,
    pub constant: i128,
}

impl<T: Clone + PartialEq> Linear<T> {
    pub fn number(constant: i128) -> Linear<T> {
        Linear { terms: Vec::new(), constant }
    }

    /// One term by itself.
    pub fn term(term: T) -> Linear<T> {
        Linear { terms: vec![(term, 1)], constant: 0 }
    }

    /// `self + factor * other`. What grows past 128 bits is cut off there, so whoever concludes anything of a sum keeps away from its ends.
    pub fn with(mut self, other: &Linear<T>, factor: i128) -> Linear<T> {
        self.constant = self.constant.saturating_add(other.constant.saturating_mul(factor));
        for (term, count) in &other.terms {
            let more = count.saturating_mul(factor);
            match self.terms.iter_mut().find(|(known, _)| known == term) {
                Some((_, known)) => *known = known.saturating_add(more),
                None => self.terms.push((term.clone(), more)),
            }
        }
        self.terms.retain(|(_, count)| *count != 0);
        self
    }
}
