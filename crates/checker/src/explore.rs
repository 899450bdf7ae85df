//! The obligations of a certificate, each as a walk over all reachable states.
//!
//! A *bundle* is several automata that read the same columns side by side: which numbers are canonical, which conditions still
//! hold, where the certificate's automaton stands on a position. Positions of the game are read by one bundle; for each kind of
//! move another one reads the same digits together with those of the move's own variables, guessed in all ways, so that the
//! set of its states is what can be said of all options at once. Words begin with any number of zeros, as an option's numbers may
//! be longer than those of the position.

use crate::atom::{Machine, NEVER, canonical_step, digit_count, terms};
use crate::text::{Atom, Clause, Play, Purpose, Relation, Said, Statement};
use crate::{Fault, Limits, Refusal};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Automata that read the same columns.
struct Bundle {
    variables: usize,
    /// The variables whose words must be canonical.
    canonical: Vec<usize>,
    /// Conditions: which machine, on which variables, and whether what does not meet it is dropped.
    atoms: Vec<(usize, Vec<usize>, Need)>,
    /// The certificate's automaton on these variables.
    parts: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Must,
    May,
}

struct Explorer<'a> {
    statement: &'a Statement,
    base: usize,
    machines: Vec<Machine>,
    bundles: Vec<Bundle>,
    /// Every state of a bundle that was met.
    items: Vec<(usize, Rc<[u32]>)>,
    index: HashMap<(usize, Rc<[u32]>), u32>,
    next: HashMap<(u32, usize), Rc<[u32]>>,
    steps_left: u64,
}

/// Checks all obligations.
pub(crate) fn check(statement: &Statement, limits: &Limits) -> Result<(), Refusal> {
    let mut explorer = Explorer {
        statement,
        base: digit_count(&statement.system),
        machines: Vec::new(),
        bundles: Vec::new(),
        items: Vec::new(),
        index: HashMap::new(),
        next: HashMap::new(),
        steps_left: limits.max_steps,
    };
    explorer.check_rule()?;
    for clause in statement.clauses.iter().filter(|clause| !matches!(clause.purpose, Purpose::Claim(_))) {
        explorer.check_moves(clause)?;
    }
    Ok(())
}

impl Explorer<'_> {
    fn machine(&mut self, atom: &Atom) -> usize {
        self.machines.push(Machine::new(atom, &self.statement.system));
        self.machines.len() - 1
    }

    fn needs(&mut self, atoms: &[Atom], variables: &[usize], need: Need) -> Vec<(usize, Vec<usize>, Need)> {
        atoms.iter().map(|atom| (self.machine(atom), variables.to_vec(), need)).collect()
    }

    /// out(p) = rule{out(options)} for every position of the domain, and what is claimed is true.
    fn check_rule(&mut self) -> Result<(), Refusal> {
        let statement = self.statement;
        let own: Vec<usize> = (0..statement.components).collect();
        let domain = self.needs(&statement.domain, &own, Need::Must);
        self.bundles.push(Bundle { variables: own.len(), canonical: own.clone(), atoms: domain, parts: vec![own] });
        let mut clauses = Vec::new();
        for clause in statement.clauses.iter().filter(|clause| clause.purpose != Purpose::Never) {
            let all: Vec<usize> = (0..clause.variables).collect();
            let atoms = self.needs(&clause.atoms, &all, Need::Must);
            let canonical = (statement.components..clause.variables).collect();
            self.bundles.push(Bundle { variables: clause.variables, canonical, atoms, parts: clause.parts.clone() });
            clauses.push(clause);
        }
        let mut started: BTreeSet<u32> = (1..self.bundles.len()).map(|bundle| self.start(bundle)).collect();
        let mut waiting: Vec<u32> = started.iter().copied().collect();
        while let Some(item) = waiting.pop() {
            for next in self.successors(item, 0)?.iter() {
                if started.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        let started: Rc<[u32]> = started.into_iter().collect();
        // A node is the position's own state and the set of states that its options can be in.
        let mut nodes = vec![(self.start(0), started.clone(), 0, 0)];
        let mut seen = HashMap::from([((nodes[0].0, started), ())]);
        let mut verdicts: HashMap<Rc<[u32]>, Verdict> = HashMap::new();
        let mut place = 0;
        while let Some((own, options, ..)) = nodes.get(place).cloned() {
            if self.holds(own) {
                let verdict = match verdicts.get(&options) {
                    Some(verdict) => verdict.clone(),
                    None => self.verdict(&options, &clauses),
                };
                let value = self.values(own)[0];
                if let Err((fault, line, reason)) = verdict.judge(value, !statement.claim.is_empty()) {
                    let position = self.position(&nodes, place, |node| (node.2, node.3));
                    return Err(Refusal { fault, line, reason, position });
                }
                verdicts.insert(options.clone(), verdict);
            }
            for column in 0..self.base.pow(statement.components as u32) {
                let Some(own) = self.successors(own, column)?.first().copied() else { continue };
                let mut after = BTreeSet::new();
                for option in options.iter() {
                    after.extend(self.successors(*option, column)?.iter().copied());
                }
                let after: Rc<[u32]> = after.into_iter().collect();
                self.spend(1 + after.len() as u64)?;
                if seen.insert((own, after.clone()), ()).is_none() {
                    nodes.push((own, after, place, column));
                }
            }
            place += 1;
        }
        Ok(())
    }

    /// What the options that are accepted here say of the position.
    fn verdict(&self, options: &[u32], clauses: &[&Clause]) -> Verdict {
        let mut verdict = Verdict { values: BTreeSet::new(), unknown: 0, said: Vec::new(), play: self.statement.play };
        for option in options.iter().filter(|option| self.holds(**option)) {
            let clause = clauses[self.items[*option as usize].0 - 1];
            match clause.purpose {
                Purpose::Claim(said) => verdict.said.push((said, clause.line)),
                // The parts of a sum combine by xor; for other kinds of play there is exactly one.
                _ => match self.values(*option).into_iter().try_fold(0, |sum, value| Some(sum ^ value?)) {
                    Some(value) => drop(verdict.values.insert(value)),
                    None => verdict.unknown = clause.line,
                },
            }
        }
        verdict
    }

    /// Every move from the domain leads into the domain and lowers the weight; what must never hold does not.
    fn check_moves(&mut self, clause: &Clause) -> Result<(), Refusal> {
        let statement = self.statement;
        let own: Vec<usize> = (0..statement.components).collect();
        let all: Vec<usize> = (0..clause.variables).collect();
        let mut atoms = self.needs(&clause.atoms, &all, Need::Must);
        atoms.extend(self.needs(&statement.domain, &own, Need::Must));
        let required = atoms.len();
        for part in &clause.parts {
            atoms.extend(self.needs(&statement.domain, part, Need::May));
            let mut coefficients = vec![0; clause.variables];
            for (component, weight) in statement.weights.iter().enumerate() {
                coefficients[component] += weight;
                coefficients[part[component]] -= weight;
            }
            let falls = Atom { coefficients, relation: Relation::AtLeast, constant: 1 };
            atoms.extend(self.needs(&[falls], &all, Need::May));
        }
        let bundle = self.bundles.len();
        self.bundles.push(Bundle { variables: clause.variables, canonical: all, atoms, parts: Vec::new() });
        let mut nodes = vec![(self.start(bundle), 0, 0)];
        let mut seen = BTreeSet::from([nodes[0].0]);
        let mut place = 0;
        while let Some((item, ..)) = nodes.get(place).copied() {
            let broken = (required..self.bundles[bundle].atoms.len()).any(|at| !self.atom_holds(item, at));
            if (broken || clause.purpose == Purpose::Never) && (0..required).all(|at| self.atom_holds(item, at)) {
                let reason =
                    if broken { "a move leaves the domain or does not lower the weight" } else { "this happens" };
                let position = self.position(&nodes, place, |node| (node.1, node.2));
                return Err(Refusal { fault: Fault::Moves, line: clause.line, reason: reason.into(), position });
            }
            for column in 0..self.base.pow(statement.components as u32) {
                for next in self.successors(item, column)?.iter() {
                    if seen.insert(*next) {
                        nodes.push((*next, place, column));
                    }
                }
            }
            place += 1;
        }
        Ok(())
    }

    fn start(&mut self, bundle: usize) -> u32 {
        let Bundle { canonical, atoms, parts, .. } = &self.bundles[bundle];
        self.item(bundle, vec![0; canonical.len() + atoms.len() + parts.len()].into())
    }

    fn item(&mut self, bundle: usize, state: Rc<[u32]>) -> u32 {
        if let Some(item) = self.index.get(&(bundle, state.clone())) {
            return *item;
        }
        self.items.push((bundle, state.clone()));
        self.index.insert((bundle, state), self.items.len() as u32 - 1);
        self.items.len() as u32 - 1
    }

    /// The states after a column of the position, for all digits of the other variables.
    fn successors(&mut self, item: u32, column: usize) -> Result<Rc<[u32]>, Refusal> {
        if let Some(next) = self.next.get(&(item, column)) {
            return Ok(next.clone());
        }
        let (bundle, state) = self.items[item as usize].clone();
        let (components, base) = (self.statement.components, self.base);
        let variables = self.bundles[bundle].variables;
        let mut digits = vec![0; variables];
        let mut found = BTreeSet::new();
        for guess in 0..base.pow((variables - components) as u32) {
            let mut rest = guess;
            for digit in digits[components..].iter_mut().rev() {
                *digit = (rest % base) as u8;
                rest /= base;
            }
            let mut rest = column;
            for digit in digits[..components].iter_mut().rev() {
                *digit = (rest % base) as u8;
                rest /= base;
            }
            self.spend(1)?;
            if let Some(next) = self.advance(bundle, &state, &digits)? {
                found.insert(self.item(bundle, next.into()));
            }
        }
        let found: Rc<[u32]> = found.into_iter().collect();
        self.next.insert((item, column), found.clone());
        Ok(found)
    }

    /// The state of a bundle after a column; `None` where a condition is broken for good.
    fn advance(&mut self, bundle: usize, state: &[u32], digits: &[u8]) -> Result<Option<Vec<u32>>, Refusal> {
        let Bundle { canonical, atoms, parts, .. } = &self.bundles[bundle];
        let mut next = Vec::with_capacity(state.len());
        for variable in canonical {
            let Some(state) = canonical_step(&self.statement.system, state[next.len()], digits[*variable]) else {
                return Ok(None);
            };
            next.push(state);
        }
        for (machine, variables, need) in atoms {
            let step = self.machines[*machine].step(state[next.len()], |place| digits[variables[place]]);
            match step {
                None => return Err(too_much()),
                Some(NEVER) if *need == Need::Must => return Ok(None),
                Some(state) => next.push(state),
            }
        }
        for part in parts {
            let column = part.iter().fold(0, |column, variable| column * self.base + usize::from(digits[*variable]));
            let state = self.statement.states.get(state[next.len()] as usize);
            next.push(state.and_then(|state| state.next[column]).unwrap_or(NEVER));
        }
        Ok(Some(next))
    }

    fn atom_holds(&self, item: u32, at: usize) -> bool {
        let (bundle, state) = &self.items[item as usize];
        let Bundle { canonical, atoms, .. } = &self.bundles[*bundle];
        self.machines[atoms[at].0].holds(state[canonical.len() + at])
    }

    fn holds(&self, item: u32) -> bool {
        let (bundle, _) = self.items[item as usize];
        (0..self.bundles[bundle].atoms.len()).all(|at| self.atom_holds(item, at))
    }

    /// The values of the parts of a state.
    fn values(&self, item: u32) -> Vec<Option<u32>> {
        let (bundle, state) = &self.items[item as usize];
        let parts = &state[state.len() - self.bundles[*bundle].parts.len()..];
        parts.iter().map(|state| self.statement.states.get(*state as usize).and_then(|state| state.value)).collect()
    }

    fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.steps_left = self.steps_left.checked_sub(steps).ok_or_else(too_much)?;
        Ok(())
    }

    /// The numbers of the position that a node was reached by.
    fn position<T>(&self, nodes: &[T], mut place: usize, from: impl Fn(&T) -> (usize, usize)) -> Option<Vec<u128>> {
        let mut columns = Vec::new();
        while place > 0 {
            let (before, column) = from(&nodes[place]);
            columns.push(column);
            place = before;
        }
        let terms = if columns.len() < 24 { terms(&self.statement.system, columns.len()) } else { return None };
        let component = |component: usize| {
            let scale = self.base.pow((self.statement.components - 1 - component) as u32);
            columns.iter().zip(&terms).map(|(column, term)| (column / scale % self.base) as u128 * *term as u128).sum()
        };
        Some((0..self.statement.components).map(component).collect())
    }
}

/// What the options of a position say.
#[derive(Clone)]
struct Verdict {
    values: BTreeSet<u32>,
    unknown: usize,
    said: Vec<(Said, usize)>,
    play: Play,
}

impl Verdict {
    fn judge(&self, value: Option<u32>, claimed: bool) -> Result<(), (Fault, usize, String)> {
        if self.unknown > 0 {
            return Err((Fault::Rule, self.unknown, "an option has no value".into()));
        }
        let due = match self.play {
            Play::Normal => u32::from(self.values.contains(&0)),
            Play::Misere => u32::from(self.values.is_empty() || self.values.contains(&0)),
            Play::Grundy => (0..).find(|value| !self.values.contains(value)).unwrap_or(u32::MAX),
        };
        if value != Some(due) {
            let has = value.map_or("none".to_owned(), |value| value.to_string());
            return Err((Fault::Rule, 0, format!("the value must be {due} and is {has}")));
        }
        if claimed && self.said.is_empty() {
            return Err((Fault::Claim, 0, format!("the value is {due}, and nothing is claimed")));
        }
        let is_true = |said: &Said| match said {
            Said::Any => true,
            Said::Lose => due == 0,
            Said::Win => due != 0,
            Said::Value(value) => *value == due,
        };
        match self.said.iter().find(|(said, _)| !is_true(said)) {
            Some((_, line)) => Err((Fault::Claim, *line, format!("the value is {due}, and something else is claimed"))),
            None => Ok(()),
        }
    }
}

fn too_much() -> Refusal {
    let reason = "it takes more work than is allowed".to_owned();
    Refusal { fault: Fault::Limit, line: 0, reason, position: None }
}
