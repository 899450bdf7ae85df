//! The search for a refutation: a tree of cases whose leaves are sums of hypotheses.
//!
//! At each node, in this order: a leaf; disjunctions with one live part; whole numbers rounded; signs of quotients; how far
//! quotients by the same divisor are apart; else the disjunction with the fewest live parts is split.

use super::hypotheses::{Hypotheses, Point, Trial, Work};
use super::leaf::Leaf;
use super::lower::{Formula, Lowered, Quotient};
use super::polynomial::Polynomial;
use super::reduce::Reduction;
use super::term::Condition;
use std::collections::HashMap;
use std::rc::Rc;

/// A refutation.
pub enum Tree {
    /// Two cases before conditions become polynomials.
    Split(Condition, Box<Tree>, Box<Tree>),
    /// A polynomial is at least 0, or below.
    Cut(Polynomial, Box<Tree>, Box<Tree>),
    /// The members of a disjunction.
    Case(usize, Vec<Tree>),
    /// A contradiction.
    Leaf(Leaf),
}

/// Tuning: maximum number of nested choices; no proof that was found needed more.
const MAX_DEPTH: usize = 14;
/// Tuning: maximum number of polynomials, as a limit of memory; some 200 bytes each.
const MAX_POLYNOMIALS: usize = 400_000;
/// Tuning: quotients at most this far apart are looked for.
const MAX_CARRY: i64 = 3;

#[derive(Clone)]
struct Member {
    formula: Rc<Formula>,
    atoms: Rc<Vec<u32>>,
    refuted: Option<Rc<Leaf>>,
    point: Option<Point>,
}

/// A disjunction; closed once a member was chosen.
#[derive(Clone)]
struct Disjunction {
    is_open: bool,
    members: Vec<Member>,
}

impl Disjunction {
    fn live(&self) -> impl Iterator<Item = usize> {
        self.members.iter().enumerate().filter(|(_, member)| member.refuted.is_none()).map(|(index, _)| index)
    }
}

/// One node with a single subtree that is not a leaf.
enum Step {
    Case { number: usize, chosen: usize, refuted: Vec<Option<Leaf>> },
    Cut { polynomial: Polynomial, is_first: bool, leaf: Leaf },
}

/// What the search ended with at a node.
enum End {
    Tree(Tree),
    Continue,
}

struct Search<'a, 'w> {
    hypotheses: Hypotheses,
    quotients: &'a [Quotient],
    letters: usize,
    givens: std::ops::Range<usize>,
    /// The last point that showed that a polynomial may be assumed.
    points: HashMap<u32, Point>,
    work: &'a mut Work<'w>,
}

/// Returns a refutation of lowered conditions; `None` if none is found.
pub fn refute(lowered: &Lowered, letters: usize, givens: std::ops::Range<usize>, work: &mut Work) -> Option<Tree> {
    let hypotheses = Hypotheses::default();
    let mut search =
        Search { hypotheses, quotients: &lowered.quotients, letters, givens, points: HashMap::new(), work };
    let mut open = Vec::new();
    for formula in &lowered.formulas {
        search.assume(formula, &mut open)?;
    }
    search.node(open, 0)
}

impl Search<'_, '_> {
    fn assume(&mut self, formula: &Formula, open: &mut Vec<Disjunction>) -> Option<()> {
        match formula {
            Formula::Atom(polynomial) => {
                let number = self.hypotheses.pool.number(polynomial);
                self.hypotheses.assume(number, self.work)?;
            }
            Formula::And(parts) => {
                for part in parts {
                    self.assume(part, open)?;
                }
            }
            Formula::Or(parts) => {
                let members = parts.iter().map(|part| {
                    let mut atoms = Vec::new();
                    self.atoms(part, &mut atoms);
                    Member { formula: Rc::new(part.clone()), atoms: Rc::new(atoms), refuted: None, point: None }
                });
                let members = members.collect();
                open.push(Disjunction { is_open: true, members });
            }
        }
        (self.hypotheses.pool.len() < MAX_POLYNOMIALS).then_some(())
    }

    fn atoms(&mut self, formula: &Formula, atoms: &mut Vec<u32>) {
        match formula {
            Formula::Atom(polynomial) => atoms.push(self.hypotheses.pool.number(polynomial)),
            Formula::And(parts) => parts.iter().for_each(|part| self.atoms(part, atoms)),
            Formula::Or(_) => {}
        }
    }

    fn node(&mut self, mut open: Vec<Disjunction>, depth: usize) -> Option<Tree> {
        let mut steps = Vec::new();
        let tree = loop {
            if let Some(leaf) = self.hypotheses.contradiction(self.hypotheses.len(), self.work)? {
                break Tree::Leaf(leaf);
            }
            let point = self.hypotheses.point();
            match self.units(&mut open, &point, &mut steps)? {
                Some(End::Tree(tree)) => break tree,
                Some(End::Continue) => continue,
                None => {}
            }
            let reduction = Reduction::new(self.hypotheses.polynomials(), &self.givens, self.letters);
            if self.tighten(&reduction, &mut steps)? || self.signs(&mut steps)? {
                continue;
            }
            let mut choice = None;
            if self.carries(&reduction, &mut steps, &mut choice)? {
                continue;
            }
            if depth >= MAX_DEPTH {
                return None;
            }
            break match choice {
                Some(polynomial) => self.cut(&polynomial, &open, depth)?,
                None => self.split(open, depth)?,
            };
        };
        Some(steps.into_iter().rev().fold(tree, |tree, step| match step {
            Step::Cut { polynomial, is_first, leaf } => {
                let leaf = Box::new(Tree::Leaf(leaf));
                match is_first {
                    true => Tree::Cut(polynomial, Box::new(tree), leaf),
                    false => Tree::Cut(polynomial, leaf, Box::new(tree)),
                }
            }
            Step::Case { number, chosen, refuted } => {
                let mut tree = Some(tree);
                let members = refuted.into_iter().enumerate().map(|(index, leaf)| match leaf {
                    Some(leaf) if index != chosen => Tree::Leaf(leaf),
                    _ => tree.take().expect("one member is chosen"),
                });
                Tree::Case(number, members.collect())
            }
        }))
    }

    /// Refutes members of disjunctions, and assumes the last one.
    fn units(&mut self, open: &mut Vec<Disjunction>, point: &Point, steps: &mut Vec<Step>) -> Option<Option<End>> {
        for number in 0..open.len() {
            if !open[number].is_open {
                continue;
            }
            // A member that holds anyway makes a disjunction useless.
            let holds = |member: &Member| {
                matches!(&*member.formula, Formula::Atom(_) | Formula::And(_))
                    && is_flat(&member.formula)
                    && member.atoms.iter().all(|atom| self.hypotheses.contains(*atom))
            };
            if open[number].members.iter().any(holds) {
                open[number].is_open = false;
                continue;
            }
            let members: Vec<usize> = open[number].live().collect();
            for index in members {
                let member = &mut open[number].members[index];
                let known: Vec<&Point> = std::iter::once(point).chain(member.point.as_ref()).collect();
                match self.hypotheses.trial(&member.atoms, &known, self.work)? {
                    Trial::Leaf(leaf) => member.refuted = Some(Rc::new(leaf)),
                    Trial::Live(point) => member.point = Some(point),
                }
            }
            let live: Vec<usize> = open[number].live().collect();
            let base = self.hypotheses.len() as u32;
            if live.len() > 1 {
                continue;
            }
            let refuted: Vec<Option<Leaf>> =
                open[number].members.iter().map(|member| Some(member.refuted.as_ref()?.moved(base))).collect();
            let Some(chosen) = live.first().copied() else {
                let members = refuted.into_iter().flatten().map(Tree::Leaf).collect();
                return Some(Some(End::Tree(Tree::Case(number, members))));
            };
            open[number].is_open = false;
            let formula = open[number].members[chosen].formula.clone();
            steps.push(Step::Case { number, chosen, refuted });
            self.assume(&formula, open)?;
            return Some(Some(End::Continue));
        }
        Some(None)
    }

    /// Assumes a polynomial if its opposite has a leaf; returns whether it does.
    fn conclude(&mut self, polynomial: &Polynomial, steps: &mut Vec<Step>) -> Option<bool> {
        let number = self.hypotheses.pool.number(polynomial);
        if self.hypotheses.contains(number) {
            return Some(false);
        }
        let Some(opposite) = polynomial.opposite() else { return Some(false) };
        let opposite = self.hypotheses.pool.number(&opposite);
        let Some(leaf) = self.refuted(opposite)? else { return Some(false) };
        steps.push(Step::Cut { polynomial: polynomial.clone(), is_first: true, leaf });
        self.hypotheses.assume(number, self.work)?;
        Some(true)
    }

    /// Returns the leaf that refutes one more polynomial, if there is one.
    fn refuted(&mut self, polynomial: u32) -> Option<Option<Leaf>> {
        let here = self.hypotheses.point();
        let mut known = vec![&here];
        known.extend(self.points.get(&polynomial));
        match self.hypotheses.trial(&[polynomial], &known, self.work)? {
            Trial::Leaf(leaf) => Some(Some(leaf)),
            Trial::Live(point) => {
                self.points.insert(polynomial, point);
                Some(None)
            }
        }
    }

    /// Rounds hypotheses in which all coefficients share a divisor once equations are used; returns whether there was one.
    fn tighten(&mut self, reduction: &Reduction, steps: &mut Vec<Step>) -> Option<bool> {
        let mut is_changed = false;
        for polynomial in reduction.tightened(self.hypotheses.polynomials()) {
            is_changed |= self.conclude(&polynomial, steps)?;
        }
        Some(is_changed)
    }

    /// Shows that quotients are not negative.
    fn signs(&mut self, steps: &mut Vec<Step>) -> Option<bool> {
        let mut is_changed = false;
        for index in 0..self.quotients.len() {
            is_changed |= self.conclude(&Polynomial::variable(self.letters + index)?, steps)?;
        }
        Some(is_changed)
    }

    /// Finds how far quotients by the same divisor are apart. If that is one number, it is assumed; if it is one of a few, the
    /// first such choice is handed back.
    fn carries(
        &mut self,
        reduction: &Reduction,
        steps: &mut Vec<Step>,
        choice: &mut Option<Polynomial>,
    ) -> Option<bool> {
        let mut best = usize::MAX;
        for difference in differences(self.quotients, self.letters, reduction) {
            let Some(reduced) = reduction.reduce(&difference) else { continue };
            if reduced.is_constant() {
                continue;
            }
            let Some(low) = self.bound(&difference, -1)? else { continue };
            let Some(high) = self.bound(&difference, 1)? else { continue };
            let (low, high) = (-low, high);
            let mut is_changed = false;
            for bound in
                [difference.plus(-low, &Polynomial::constant(1)), Polynomial::constant(high).plus(-1, &difference)]
            {
                is_changed |= self.conclude(&bound?, steps)?;
            }
            if is_changed {
                return Some(true);
            }
            let count = (high - low) as usize;
            if count > 0 && count < best {
                best = count;
                *choice = difference.plus(-low - 1, &Polynomial::constant(1));
            }
        }
        Some(false)
    }

    /// Returns the least small bound of a polynomial times `sign` that has a leaf.
    fn bound(&mut self, polynomial: &Polynomial, sign: i64) -> Option<Option<i64>> {
        let signed = Polynomial::default().plus(sign, polynomial)?;
        let number = self.hypotheses.pool.number(&signed);
        let here = self.hypotheses.point();
        let mut value = self.hypotheses.pool.row(number).at(&here);
        loop {
            let bound = (value + 1e-6).floor().max(-(MAX_CARRY as f64));
            if bound > MAX_CARRY as f64 {
                return Some(None);
            }
            let more = signed.plus(-(bound as i64) - 1, &Polynomial::constant(1))?;
            let more = self.hypotheses.pool.number(&more);
            if self.refuted(more)?.is_some() {
                return Some(Some(bound as i64));
            }
            let next = self.hypotheses.pool.row(number).at(&self.points[&more]);
            value = next.max(bound + 1.0);
        }
    }

    /// Tries both sides of a polynomial.
    fn cut(&mut self, polynomial: &Polynomial, open: &[Disjunction], depth: usize) -> Option<Tree> {
        let mut sides = Vec::new();
        for side in [polynomial.clone(), polynomial.opposite()?] {
            let (mark, tableau) = (self.hypotheses.mark(), self.hypotheses.tableau());
            let number = self.hypotheses.pool.number(&side);
            self.hypotheses.assume(number, self.work)?;
            sides.push(Box::new(self.node(open.to_vec(), depth + 1)?));
            self.hypotheses.restore(mark, tableau);
        }
        let second = sides.pop()?;
        Some(Tree::Cut(polynomial.clone(), sides.pop()?, second))
    }

    /// Goes through the live members of the disjunction that has the fewest.
    fn split(&mut self, mut open: Vec<Disjunction>, depth: usize) -> Option<Tree> {
        let numbers = (0..open.len()).filter(|number| open[*number].is_open);
        let number = numbers.min_by_key(|number| open[*number].live().count())?;
        open[number].is_open = false;
        let base = self.hypotheses.len() as u32;
        let mut trees = Vec::new();
        for member in open[number].members.clone() {
            if let Some(leaf) = &member.refuted {
                trees.push(Tree::Leaf(leaf.moved(base)));
                continue;
            }
            let (mark, tableau) = (self.hypotheses.mark(), self.hypotheses.tableau());
            let mut open = open.clone();
            self.assume(&member.formula, &mut open)?;
            trees.push(self.node(open, depth + 1)?);
            self.hypotheses.restore(mark, tableau);
        }
        Some(Tree::Case(number, trees))
    }
}

fn is_flat(formula: &Formula) -> bool {
    match formula {
        Formula::Atom(_) => true,
        Formula::And(parts) => parts.iter().all(is_flat),
        Formula::Or(_) => false,
    }
}

/// Returns what may be a small number: differences of quotients by the same divisor, less what the divisor divides; a quotient
/// less two others whose dividends add up; quotients.
fn differences(quotients: &[Quotient], letters: usize, reduction: &Reduction) -> Vec<Polynomial> {
    let mut found = Vec::new();
    let letter = |index: usize| Polynomial::variable(letters + index);
    let same = |left: usize, right: usize| quotients[left].divisor == quotients[right].divisor;
    let mut add = |parts: Option<Polynomial>, rest: Option<Polynomial>, divisor: &Polynomial| {
        let (Some(parts), Some(rest)) = (parts, rest) else { return };
        for rest in [Some(rest.clone()), Some(Polynomial::default()), reduction.reduce(&rest)].into_iter().flatten() {
            let less = rest.quotient(divisor).and_then(|less| parts.plus(-1, &less));
            let less = less.filter(|less| !less.is_constant() && !found.contains(less));
            found.extend(less);
        }
    };
    for left in 0..quotients.len() {
        for right in 0..left {
            if same(left, right) {
                let parts = letter(right).and_then(|first| first.plus(-1, &letter(left)?));
                let rest = quotients[right].dividend.plus(-1, &quotients[left].dividend);
                add(parts, rest, &quotients[left].divisor);
            }
        }
    }
    for whole in 0..quotients.len() {
        for left in 0..quotients.len() {
            for right in 0..left {
                if whole == left || whole == right || !same(whole, left) || !same(whole, right) {
                    continue;
                }
                let rest = quotients[whole].dividend.plus(-1, &quotients[left].dividend);
                let rest = rest.and_then(|rest| rest.plus(-1, &quotients[right].dividend));
                if rest.as_ref().and_then(|rest| reduction.reduce(rest)).is_some_and(|rest| rest.is_constant()) {
                    let parts = letter(whole).and_then(|sum| sum.plus(-1, &letter(left)?)?.plus(-1, &letter(right)?));
                    add(parts, rest, &quotients[whole].divisor);
                }
            }
        }
    }
    for (index, quotient) in quotients.iter().enumerate() {
        add(letter(index), Some(quotient.dividend.clone()), &quotient.divisor);
    }
    found
}
