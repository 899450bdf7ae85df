//! Sums of terms with whole factors.
//!
//! In: terms of any comparable kind. Out: sums in which each term occurs once. The callers decide what terms are: expressions of
//! rules in [`super::bounded`], of programs in [`super::entail`].

/// A sum of terms with factors, and a constant. No factor is 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear<T> {
    pub terms: Vec<(T, i128)>,
    pub constant: i128,
    /// True once something grew past 128 bits and was cut off there: then nothing may be concluded from the sum.
    pub is_cut: bool,
}

impl<T: Clone + PartialEq> Linear<T> {
    pub fn number(constant: i128) -> Linear<T> {
        Linear { terms: Vec::new(), constant, is_cut: false }
    }

    /// Returns a single term.
    pub fn term(term: T) -> Linear<T> {
        Linear { terms: vec![(term, 1)], constant: 0, is_cut: false }
    }

    /// Returns `self + factor * other`.
    pub fn with(mut self, other: &Linear<T>, factor: i128) -> Linear<T> {
        let mut is_cut = self.is_cut || other.is_cut;
        let mut plus = |known: i128, count: i128| {
            let sum = count.checked_mul(factor).and_then(|more| known.checked_add(more));
            is_cut |= sum.is_none();
            sum.unwrap_or(known)
        };
        self.constant = plus(self.constant, other.constant);
        for (term, count) in &other.terms {
            match self.terms.iter_mut().find(|(known, _)| known == term) {
                Some((_, known)) => *known = plus(*known, *count),
                None => self.terms.push((term.clone(), plus(0, *count))),
            }
        }
        self.is_cut = is_cut;
        self.terms.retain(|(_, count)| *count != 0);
        self
    }
}
