//! Equations among hypotheses: variables solved for, and hypotheses rounded once these are put in.

use super::polynomial::{Monomial, Polynomial};
use std::collections::HashSet;
use std::ops::Range;

/// Variables and what they equal.
pub struct Reduction {
    solved: Vec<(usize, Polynomial)>,
}

impl Reduction {
    /// Solves the equations p >= 0, -p >= 0 for variables with the coefficient 1 or -1: components and binders first, then
    /// quotients, which follow the letters, then givens.
    pub fn new<'a>(
        hypotheses: impl Iterator<Item = &'a Polynomial>,
        givens: &Range<usize>,
        letters: usize,
    ) -> Reduction {
        let hypotheses: Vec<&Polynomial> = hypotheses.collect();
        let known: HashSet<&Polynomial> = hypotheses.iter().copied().collect();
        let mut reduction = Reduction { solved: vec![] };
        for polynomial in &hypotheses {
            let Some(negative) = polynomial.negative() else { continue };
            if **polynomial > negative || !known.contains(&negative) {
                continue;
            }
            let Some(equation) = reduction.reduce(polynomial) else { continue };
            let rank = |variable: usize| (givens.contains(&variable), variable >= letters, variable);
            let candidates = equation.parts().iter().filter_map(|(monomial, factor)| {
                let variable = monomial.variables().next()?;
                (monomial.degree() == 1 && factor.abs() == 1).then_some((variable, *factor))
            });
            let alone = candidates.filter(|(variable, _)| {
                equation.parts().iter().filter(|(monomial, _)| monomial.without(*variable).is_some()).count() == 1
            });
            let Some((variable, factor)) = alone.min_by_key(|(variable, _)| rank(*variable)) else { continue };
            let solved = Polynomial::variable(variable).and_then(|letter| equation.plus(-factor, &letter));
            let Some(solved) = solved.and_then(|rest| Polynomial::default().plus(-factor, &rest)) else { continue };
            for (_, other) in &mut reduction.solved {
                if let Some(replaced) = other.substitute(variable, &solved) {
                    *other = replaced;
                }
            }
            reduction.solved.push((variable, solved));
        }
        reduction
    }

    /// Returns a polynomial with the solved variables replaced; `None` on overflow.
    pub fn reduce(&self, polynomial: &Polynomial) -> Option<Polynomial> {
        let mut reduced = polynomial.clone();
        for (variable, solved) in &self.solved {
            let has = reduced.parts().iter().any(|(monomial, _)| monomial.without(*variable).is_some());
            if has {
                reduced = reduced.substitute(*variable, solved)?;
            }
        }
        Some(reduced)
    }

    /// Returns polynomials that are at least 0 because hypotheses are and numbers are whole.
    pub fn tightened<'a>(&self, hypotheses: impl Iterator<Item = &'a Polynomial>) -> Vec<Polynomial> {
        let hypotheses: Vec<&Polynomial> = hypotheses.collect();
        let positive: Vec<usize> = hypotheses.iter().filter_map(|polynomial| positive_variable(polynomial)).collect();
        let mut found = Vec::new();
        for polynomial in &hypotheses {
            let Some(mut reduced) = self.reduce(polynomial) else { continue };
            if reduced.is_constant() {
                continue;
            }
            let mut is_new = false;
            let content = reduced.content();
            if content >= 2 {
                is_new = reduced.constant_part() % content != 0;
                reduced = reduced.rounded(content);
            }
            // v·p + c >= 0 with v >= 1: p >= 0 if c is 0, p >= 1 if it is negative.
            for variable in &positive {
                let constant = reduced.constant_part();
                let Some(rest) = reduced.plus(-constant, &Polynomial::constant(1)) else { continue };
                if let (true, Some(rest)) = (constant <= 0 && rest.degree() > 1, rest.without(*variable)) {
                    let Some(least) = rest.plus(-i64::from(constant < 0), &Polynomial::constant(1)) else { continue };
                    reduced = least;
                    is_new = true;
                }
            }
            if is_new && !reduced.is_constant() && !found.contains(&reduced) {
                found.push(reduced);
            }
        }
        found
    }
}

/// Returns the variable that a hypothesis says is at least 1.
fn positive_variable(polynomial: &Polynomial) -> Option<usize> {
    match polynomial.parts() {
        [(Monomial::ONE, constant), (monomial, 1)] if *constant < 0 && monomial.degree() == 1 => {
            monomial.variables().next()
        }
        _ => None,
    }
}
