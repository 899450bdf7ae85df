//! A solver that uses what is proved about its game.

use crate::cutting;
use crate::run::{proved_period, usual_heaps};
use crate::theorems::{BuiltIn, Knowledge};
use grundy_message::{Template, template};
use grundy_proof::{Claim, Limits, Theorem, check_unless};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::{Compound, Fault, Instance, Int, Limit, Met, Part, Value};
use grundy_solve::{Budget, Proved, Solver};
use grundy_value::Grundy;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Maximum side of the sheets searched for a period; the work grows with its cube, so it grows with the cube root of
/// the budget.
const SIDES: Limit = Limit { name: template!("sides of sheets searched for a period"), usual: 200 };
/// Name of the limit on heaps searched for a period; its default is [`usual_heaps`].
const HEAPS: &Template = template!("heaps searched for a period");

/// Creates a solver for this game under this compound rule, with the theorems that are known about it.
///
/// ```
/// use grundy_pattern::solver;
/// use grundy_rules::{Instance, read};
/// use grundy_solve::{Budget, Winner};
/// let rules = "game c(w in 2.., h in 2..)
///     move across(i in 2..w - 2) -> (i, h) plus (w - i, h)
///     move down(j in 2..h - 2) -> (w, j) plus (w, h - j)";
/// let sheets = std::sync::Arc::new(Instance::new(read(rules).unwrap(), vec![]).unwrap());
/// let huge = sheets.parse_position(&["1000000000000000000,1000000000000000000"], None).unwrap();
/// let mut solver = solver(&sheets, sheets.compound().unwrap(), Budget::default()).unwrap();
/// assert_eq!(solver.solve_one(&huge).unwrap().value.winner, Some(Winner::First));
/// ```
///
/// # Errors
/// As [`Solver::new`].
pub fn solver(instance: &Arc<Instance>, compound: Compound, budget: Budget) -> Result<Solver, Fault> {
    solver_knowing(instance, compound, budget, |_| None)
}

/// Like [`solver`], but trusts claims of built-in games too: `built_in` finds the one with the same rules.
///
/// # Errors
/// As [`Solver::new`].
pub fn solver_knowing(
    instance: &Arc<Instance>,
    compound: Compound,
    budget: Budget,
    built_in: BuiltIn,
) -> Result<Solver, Fault> {
    solver_asking(instance, compound, budget, Knowledge::new(instance.clone(), compound, built_in))
}

/// Like [`solver_knowing`], but for callers that never report the grounds of an answer.
///
/// # Errors
/// As [`Solver::new`].
pub fn solver_without_grounds(
    instance: &Arc<Instance>,
    compound: Compound,
    budget: Budget,
    built_in: BuiltIn,
) -> Result<Solver, Fault> {
    solver_asking(instance, compound, budget, Knowledge::new(instance.clone(), compound, built_in).without_grounds())
}

fn solver_asking(
    instance: &Arc<Instance>,
    compound: Compound,
    budget: Budget,
    knowledge: Knowledge,
) -> Result<Solver, Fault> {
    let mut solver = Solver::new(instance.clone(), compound, budget)?;
    if compound == Compound::One {
        let instance = instance.clone();
        solver.trust(move |budget| periods(&instance, budget));
    }
    let knowledge = knowledge.within(solver.budget().effort);
    solver.add_oracle(Arc::new(knowledge));
    Ok(solver)
}

/// Returns the theorems about periods of this game, if it is of a kind that has some.
fn periods(instance: &Instance, budget: &Budget) -> Vec<Arc<dyn Proved>> {
    let mut theorems: Vec<Arc<dyn Proved>> = Vec::new();
    if let Some(least_side) = cutting::recognise(instance.game()) {
        theorems.push(Arc::new(Sheets { least_side, sought: Sought::within(budget) }));
    }
    // If the digits end, the solver itself knows what a period proves; if they repeat forever, only the checker does.
    let endless = recognise(instance, &budget.meter()).filter(|found| found.game.last_place().is_none());
    if let Some(recognised) = endless {
        theorems.push(Arc::new(Heaps { recognised, sought: Sought::within(budget) }));
    }
    theorems
}

/// A theorem that is looked for when first needed, within a budget.
struct Sought {
    budget: Budget,
    /// Deadline of the question at hand; that of the budget is the one of the first question.
    deadline: Mutex<Option<Instant>>,
    theorem: OnceLock<Option<Theorem>>,
}

impl Sought {
    fn within(budget: &Budget) -> Sought {
        Sought { budget: budget.clone(), deadline: Mutex::new(budget.deadline), theorem: OnceLock::new() }
    }

    /// Returns the theorem, if there is one. A search that ran out of time or was cancelled is repeated.
    fn get(&self, prove: impl FnOnce(&Budget) -> Option<Theorem>) -> Option<&Theorem> {
        if let Some(known) = self.theorem.get() {
            return known.as_ref();
        }
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        let budget = Budget { deadline, ..self.budget.clone() }.started();
        let found = prove(&budget);
        if found.is_none() && budget.is_cancelled() {
            return None;
        }
        self.theorem.get_or_init(|| found).as_ref()
    }

    fn end_at(&self, deadline: Option<Instant>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
    }

    /// Returns the limit that ended the search, if nothing was found within `max`.
    fn met(&self, name: &'static Template, max: u64) -> Option<Met> {
        let needed = Some(self.budget.factor().saturating_mul(10));
        self.theorem.get().is_some_and(Option::is_none).then_some(Met { name, max, needed })
    }
}

/// The period of sheets.
struct Sheets {
    least_side: u64,
    sought: Sought,
}

impl Sheets {
    fn sides(&self) -> u64 {
        (SIDES.usual as f64 * (self.sought.budget.factor() as f64).cbrt()) as u64
    }

    fn theorem(&self) -> Option<&Theorem> {
        self.sought.get(|budget| {
            let sides = self.sides();
            // Too small for a period that a proof could use.
            if self.least_side.checked_add(1).and_then(|least| least.checked_mul(2)).is_none_or(|least| least > sides) {
                return None;
            }
            let table = sheet_values(self.least_side, sides, budget)?;
            let value = |width: u64, height: u64| u64::from(table[(width * sides + height) as usize]);
            let found = cutting::find(self.least_side, sides, value)?;
            let certificate = cutting::certify(self.least_side, found, value);
            check_unless(&certificate, &Limits::default(), &|| budget.is_cancelled()).ok()
        })
    }
}

impl Proved for Sheets {
    fn name(&self) -> &'static Template {
        template!("a proved period of sheets")
    }

    fn grundy(&self, part: &Part) -> Option<Grundy> {
        let [width, height] = part.as_slice() else { return None };
        let theorem = self.theorem()?;
        let Claim::CuttingPeriod { period, preperiod, .. } = theorem.claim() else { return None };
        // A side larger than a word is equivalent to the shortest one from the preperiod on that differs by whole
        // periods.
        let side = |value: &Value| {
            let side = value.as_int()?;
            let word = |number: &u64| Some(Int::Small(i64::try_from(*number).ok()?));
            match side.to_usize() {
                Some(side) => Some(side as u64),
                None => side
                    .subtract(&word(preperiod)?)
                    .ok()?
                    .remainder(&word(period)?)?
                    .to_usize()
                    .map(|rest| preperiod + rest as u64),
            }
        };
        theorem.sheet(side(width)?, side(height)?).map(Grundy)
    }

    fn end_at(&self, deadline: Option<Instant>) {
        self.sought.end_at(deadline);
    }

    fn met(&self) -> Option<Met> {
        self.sought.met(SIDES.name, self.sides())
    }
}

/// The period of heaps whose digits repeat forever.
struct Heaps {
    recognised: Recognised,
    sought: Sought,
}

impl Heaps {
    fn heaps(&self) -> u64 {
        usual_heaps(&self.recognised.game).saturating_mul(self.sought.budget.factor())
    }

    fn theorem(&self) -> Option<&Theorem> {
        self.sought.get(|budget| {
            proved_period(&self.recognised.game, budget, &|| budget.is_cancelled()).map(|(theorem, _)| theorem)
        })
    }
}

impl Proved for Heaps {
    fn name(&self) -> &'static Template {
        template!("a proved period of heaps")
    }

    fn grundy(&self, part: &Part) -> Option<Grundy> {
        let [number] = part.as_slice() else { return None };
        let heap = self.recognised.heap_of(number.as_int()?.to_i64()?)?;
        let value = self.theorem()?.value(heap)?;
        u64::try_from(value).ok().map(Grundy)
    }

    fn end_at(&self, deadline: Option<Instant>) {
        self.sought.end_at(deadline);
    }

    fn met(&self) -> Option<Met> {
        self.sought.met(HEAPS, self.heaps())
    }
}

/// Returns the values of all sheets with sides below a bound, row by row, the width first; `None` if the budget ends
/// first.
fn sheet_values(least_side: u64, bound: u64, budget: &Budget) -> Option<Vec<u16>> {
    let (min, bound) = (least_side as usize, bound as usize);
    let mut values = vec![0u16; bound * bound];
    let mut seen = vec![0usize; 1 << 16];
    for width in min..bound {
        if budget.is_cancelled() {
            return None;
        }
        for height in min..=width {
            let mark = width * bound + height + 1;
            for cut in min..=(width / 2).min(width.saturating_sub(min)) {
                seen[(values[cut * bound + height] ^ values[(width - cut) * bound + height]) as usize] = mark;
            }
            for cut in min..=(height / 2).min(height.saturating_sub(min)) {
                seen[(values[width * bound + cut] ^ values[width * bound + height - cut]) as usize] = mark;
            }
            let value = seen.iter().position(|seen| *seen != mark).unwrap_or(0) as u16;
            values[width * bound + height] = value;
            values[height * bound + width] = value;
        }
    }
    Some(values)
}
