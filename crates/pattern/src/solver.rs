//! A solver that knows what is proved about its game.

use crate::cutting;
use crate::run::{certificate_of, usual_heaps};
use crate::theorems::{BuiltIn, Knowledge};
use grundy_proof::{Claim, Limits, Theorem, check};
use grundy_rules::heap::{Recognised, recognise};
use grundy_rules::{Fault, Instance, Int, Join, Part, Value};
use grundy_solve::heap::solve_heap;
use grundy_solve::{Budget, Proved, Solver};
use grundy_value::Grundy;
use std::sync::{Arc, OnceLock};

/// The largest side of the sheets that a period is looked for in.
const SIDES: u64 = 200;

/// A solver for this game, its sums played like this, with the theorems that are known about it.
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
/// let mut solver = solver(&sheets, sheets.join().unwrap(), Budget::default()).unwrap();
/// assert_eq!(solver.solve_one(&huge).unwrap().winner, Some(Winner::First));
/// ```
///
/// # Errors
/// As [`Solver::new`].
pub fn solver(instance: &Arc<Instance>, join: Join, budget: Budget) -> Result<Solver, Fault> {
    solver_knowing(instance, join, budget, |_| None)
}

/// The same, where claims of built-in games are trusted too: `built_in` finds the one with the same rules.
///
/// # Errors
/// As [`Solver::new`].
pub fn solver_knowing(
    instance: &Arc<Instance>,
    join: Join,
    budget: Budget,
    built_in: BuiltIn,
) -> Result<Solver, Fault> {
    solver_asking(instance, join, budget, Knowledge::new(instance.clone(), join, built_in))
}

/// The same for those who never say on what grounds they answer.
///
/// # Errors
/// As [`Solver::new`].
pub fn solver_without_grounds(
    instance: &Arc<Instance>,
    join: Join,
    budget: Budget,
    built_in: BuiltIn,
) -> Result<Solver, Fault> {
    solver_asking(instance, join, budget, Knowledge::new(instance.clone(), join, built_in).without_grounds())
}

fn solver_asking(instance: &Arc<Instance>, join: Join, budget: Budget, knowledge: Knowledge) -> Result<Solver, Fault> {
    let mut solver = Solver::new(instance.clone(), join, budget)?;
    if let Some(least_side) = cutting::recognise(instance.game()).filter(|_| join == Join::One) {
        solver.trust(Arc::new(Sheets { least_side, theorem: OnceLock::new() }));
    }
    // Where digits end, the solver itself knows what a period proves; where they go on for ever, only the checker does.
    if let Some(recognised) = recognise(instance).filter(|found| join == Join::One && found.game.last_place().is_none())
    {
        let factor = solver.budget().factor();
        solver.trust(Arc::new(Heaps { recognised, factor, theorem: OnceLock::new() }));
    }
    let knowledge = knowledge.within(solver.budget().effort);
    solver.ask(Arc::new(knowledge));
    Ok(solver)
}

/// The period of sheets, proved when it is first needed.
struct Sheets {
    least_side: u64,
    theorem: OnceLock<Option<Theorem>>,
}

impl Sheets {
    fn prove(&self) -> Option<Theorem> {
        let table = sheet_values(self.least_side, SIDES);
        let value = |width: u64, height: u64| u64::from(table[(width * SIDES + height) as usize]);
        let found = cutting::find(self.least_side, SIDES, value)?;
        check(&cutting::certify(self.least_side, found, value), &Limits::default()).ok()
    }
}

impl Proved for Sheets {
    fn name(&self) -> &'static str {
        "a proved period of sheets"
    }

    fn grundy(&self, part: &Part) -> Option<Grundy> {
        let [width, height] = part.as_slice() else { return None };
        let theorem = self.theorem.get_or_init(|| self.prove()).as_ref()?;
        let Claim::CuttingPeriod { period, preperiod, .. } = theorem.claim() else { return None };
        // A side of more than a word is as good as the shortest one from the preperiod on that differs by whole periods.
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
}

/// The period of heaps whose digits repeat for ever, proved when it is first needed.
struct Heaps {
    recognised: Recognised,
    /// How many times as many heaps as usual are looked at.
    factor: u64,
    theorem: OnceLock<Option<Theorem>>,
}

impl Heaps {
    fn prove(&self) -> Option<Theorem> {
        let game = &self.recognised.game;
        let (run, _) = solve_heap(game, usual_heaps(game).saturating_mul(self.factor), &Budget::default());
        check(&certificate_of(&run)?, &Limits::default()).ok()
    }
}

impl Proved for Heaps {
    fn name(&self) -> &'static str {
        "a proved period of heaps"
    }

    fn grundy(&self, part: &Part) -> Option<Grundy> {
        let [number] = part.as_slice() else { return None };
        let heap = self.recognised.heap_of(number.as_int()?.to_i64()?)?;
        let value = self.theorem.get_or_init(|| self.prove()).as_ref()?.value(heap)?;
        u64::try_from(value).ok().map(Grundy)
    }
}

/// The values of all sheets with sides below a bound: row by row, the width first.
fn sheet_values(least_side: u64, bound: u64) -> Vec<u16> {
    let (least, bound) = (least_side as usize, bound as usize);
    let mut values = vec![0u16; bound * bound];
    let mut seen = vec![0usize; 1 << 16];
    for width in least..bound {
        for height in least..=width {
            let mark = width * bound + height + 1;
            for cut in least..=(width / 2).min(width.saturating_sub(least)) {
                seen[(values[cut * bound + height] ^ values[(width - cut) * bound + height]) as usize] = mark;
            }
            for cut in least..=(height / 2).min(height.saturating_sub(least)) {
                seen[(values[width * bound + cut] ^ values[width * bound + height - cut]) as usize] = mark;
            }
            let value = seen.iter().position(|seen| *seen != mark).unwrap_or(0) as u16;
            values[width * bound + height] = value;
            values[height * bound + width] = value;
        }
    }
    values
}
