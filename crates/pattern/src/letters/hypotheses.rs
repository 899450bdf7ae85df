//! Hypotheses that are all assumed at once, with the products of two of them, and whether they contradict each other.

use super::leaf::{Leaf, NONE, Source};
use super::polynomial::{Polynomial, Pool};
use super::simplex::Tableau;
use std::rc::Rc;

/// A value for each monomial at which nothing known is broken.
pub type Point = Rc<Vec<f64>>;

/// Tuning: products added at a time, the most broken first.
const ROWS_A_ROUND: usize = 6;
/// Tuning: rounds after which hypotheses count as not contradictory.
const MAX_ROUNDS: usize = 60;
/// Tuning: a product is broken if it is below 0 by more.
const BROKEN: f64 = 1e-6;

/// How much work may be done. It is counted, not timed.
pub struct Work<'a> {
    /// Steps made so far, each a few nanoseconds.
    pub steps: u64,
    /// Maximum number of steps.
    pub max_steps: u64,
    /// Linear programs solved so far.
    pub programs: u64,
    /// Returns whether to stop.
    pub is_cancelled: &'a dyn Fn() -> bool,
    asked_at: u64,
    is_over: bool,
}

/// Tuning: steps between two questions whether to stop.
const STEPS_BETWEEN: u64 = 1 << 20;

impl<'a> Work<'a> {
    /// Returns a limit of work.
    pub fn new(max_steps: u64, is_cancelled: &'a dyn Fn() -> bool) -> Work<'a> {
        Work { steps: 0, max_steps, programs: 0, is_cancelled, asked_at: 0, is_over: false }
    }

    /// Counts steps; returns `None` if there were too many or the work was cancelled.
    pub fn spend(&mut self, steps: u64) -> Option<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps - self.asked_at >= STEPS_BETWEEN {
            self.asked_at = self.steps;
            self.is_over |= (self.is_cancelled)();
        }
        self.is_over |= self.steps > self.max_steps;
        (!self.is_over).then_some(())
    }

    /// Returns whether the work was cancelled or there was too much of it.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Polynomials that are assumed to be at least 0.
#[derive(Default)]
pub struct Hypotheses {
    /// All polynomials.
    pub pool: Pool,
    assumed: Vec<u32>,
    sources: Vec<Source>,
    /// How many hypotheses contain each monomial.
    uses: Vec<u32>,
    tableau: Tableau,
    point: Vec<f64>,
}

/// What more hypotheses lead to.
pub enum Trial {
    /// A contradiction.
    Leaf(Leaf),
    /// No contradiction, with a point that shows it.
    Live(Point),
}

impl Hypotheses {
    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.assumed.len()
    }

    /// Returns whether a polynomial is assumed.
    pub fn contains(&self, polynomial: u32) -> bool {
        self.assumed.contains(&polynomial)
    }

    /// Returns the polynomials that are assumed.
    pub fn polynomials(&self) -> impl Iterator<Item = &Polynomial> {
        self.assumed.iter().map(|number| &self.pool.row(*number).polynomial)
    }

    /// Assumes one more polynomial.
    pub fn assume(&mut self, polynomial: u32, work: &mut Work) -> Option<()> {
        work.spend(16 * self.assumed.len() as u64 + 16)?;
        let index = self.assumed.len() as u32;
        self.sources.push(Source { polynomial, first: index, second: NONE });
        for other in 0..index {
            if let Some(product) = self.pool.product(self.assumed[other as usize], polynomial) {
                self.sources.push(Source { polynomial: product, first: other, second: index });
            }
        }
        if let Some(square) = self.pool.product(polynomial, polynomial) {
            self.sources.push(Source { polynomial: square, first: index, second: index });
        }
        self.assumed.push(polynomial);
        self.uses.resize(self.pool.monomials(), 0);
        for (monomial, _) in &self.pool.row(polynomial).parts {
            self.uses[*monomial as usize] += 1;
        }
        Some(())
    }

    /// Returns how many hypotheses and rows there are, for [`Hypotheses::reset`].
    pub fn mark(&self) -> (usize, usize) {
        (self.assumed.len(), self.sources.len())
    }

    /// Returns the solved rows, to be restored with [`Hypotheses::restore`].
    pub fn tableau(&self) -> Tableau {
        self.tableau.clone()
    }

    /// Drops the hypotheses since a mark, and takes back the rows that were solved then.
    pub fn restore(&mut self, mark: (usize, usize), tableau: Tableau) {
        self.tableau = tableau;
        self.drop_since(mark);
    }

    fn drop_since(&mut self, (assumed, sources): (usize, usize)) {
        for polynomial in self.assumed.drain(assumed..) {
            for (monomial, _) in &self.pool.row(polynomial).parts {
                self.uses[*monomial as usize] -= 1;
            }
        }
        self.sources.truncate(sources);
        self.tableau.forget(sources);
    }

    /// Returns whether a product may be used: all its monomials of degree 2 and more are in hypotheses.
    fn is_allowed(&self, source: &Source) -> bool {
        source.second == NONE || self.pool.row(source.polynomial).high.iter().all(|high| self.uses[*high as usize] > 0)
    }

    fn is_broken_at(&self, point: &[f64]) -> bool {
        let is_broken =
            |source: &Source| self.pool.row(source.polynomial).at(point) < -BROKEN && self.is_allowed(source);
        self.sources.iter().rev().any(is_broken)
    }

    /// Looks for a contradiction; keeps the solution as a start for the next search.
    pub fn contradiction(&mut self, base: usize, work: &mut Work) -> Option<Option<Leaf>> {
        work.programs += 1;
        for _ in 0..MAX_ROUNDS {
            self.tableau.point(&mut self.point);
            work.spend(4 * self.sources.len() as u64)?;
            let mut broken: Vec<(f64, usize)> = Vec::new();
            for (index, source) in self.sources.iter().enumerate() {
                let row = self.pool.row(source.polynomial);
                let value = row.at(&self.point);
                if value < -BROKEN && !self.tableau.is_loaded(index) && self.is_allowed(source) {
                    // Hypotheses come before products.
                    let size = row.parts.iter().fold(1.0, |sum, (_, factor)| sum + factor.abs());
                    broken.push((if source.second == NONE { value * 1e3 } else { value / size }, index));
                }
            }
            if broken.is_empty() {
                return Some(None);
            }
            broken.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1)));
            for (_, index) in broken.iter().take(ROWS_A_ROUND) {
                self.tableau.add(*index, self.pool.row(self.sources[*index].polynomial));
            }
            let mut steps = 0;
            let solved = self.tableau.solve(&mut steps);
            work.spend(steps)?;
            if let Err(conflict) = solved {
                return Some(Leaf::exact(&self.pool, &self.sources, &conflict, base as u32));
            }
        }
        Some(None)
    }

    /// Returns what follows if these polynomials are assumed too; `known` are points that may show that nothing does.
    pub fn trial(&mut self, more: &[u32], known: &[&Point], work: &mut Work) -> Option<Trial> {
        let mark = self.mark();
        let base = self.len();
        for polynomial in more {
            self.assume(*polynomial, work)?;
        }
        work.spend(4 * (self.sources.len() * known.len()) as u64)?;
        if let Some(point) = known.iter().find(|point| !self.is_broken_at(point)) {
            self.drop_since(mark);
            return Some(Trial::Live((*point).clone()));
        }
        let tableau = self.tableau.clone();
        work.spend(tableau.size() as u64 / 8)?;
        let leaf = self.contradiction(base, work)?;
        let trial = match leaf {
            Some(leaf) => Trial::Leaf(leaf),
            None => {
                self.tableau.point(&mut self.point);
                Trial::Live(Rc::new(self.point.clone()))
            }
        };
        self.restore(mark, tableau);
        Some(trial)
    }

    /// Returns a point at which nothing is broken, after [`Hypotheses::contradiction`] found none.
    pub fn point(&mut self) -> Point {
        self.tableau.point(&mut self.point);
        Rc::new(self.point.clone())
    }
}
