//! A solver on packed positions, with a kernel made for what is asked: wider when play outgrows it, native when it pays.

use super::metered::Metered;
use super::{BoxOf, Running, Unable, Wants};
use crate::budget::{Allowance, Gauge, Stop, Watch};
use crate::solution::{Authority, Judgement};
use crate::values::Values;
use grundy_kernel::{Engine, Kernel, Key, Wishes};
use grundy_rules::{Fault, FaultClass, Instance, Join, Meter, Part, Position, Standing};
use std::sync::Arc;

/// How often positions may outgrow their keys.
const MOST_WIDENINGS: u32 = 6;
/// How often wider keys are tried where it is not known what outgrew them.
const BLIND_WIDENINGS: u32 = 2;
/// How many positions the interpreter is tried on before native code is made.
const POSITIONS_BY_INTERPRETER: u64 = 3000;
/// How many steps the meaning may take to explain what the machine could not.
const STEPS_TO_EXPLAIN: u64 = 100_000_000;

/// What stands in the way of a solver on packed positions.
pub(super) enum Snag {
    /// It is the wrong tool, and why.
    Refused(String),
    /// The machine cannot say what happens at this position.
    Trouble(Position),
    /// The machine cannot say what happens somewhere.
    Wider,
    /// The rules are at fault.
    Fault(Fault),
}

/// A solver on keys of one kernel.
pub(super) trait OnKernel {
    /// As [`Way::reach`](super::Way::reach).
    fn reach(&mut self, positions: &[Position], wants: Wants, allowance: &Allowance) -> Result<Option<Stop>, Snag>;

    /// As [`Way::judgement`](super::Way::judgement).
    fn judgement(&self, position: &Position) -> Judgement;

    /// As [`Way::authority`](super::Way::authority).
    fn authority(&mut self, position: &Position) -> Authority;

    /// As [`Way::examined`](super::Way::examined).
    fn examined(&self) -> u64;

    /// As [`Way::tabulate`](super::Way::tabulate).
    fn tabulate(&mut self, box_of: &BoxOf, allowance: &Allowance) -> Option<Values> {
        let _ = (box_of, allowance);
        None
    }
}

/// Makes a solver of one kind for a kernel, whatever the width of its keys.
pub(super) trait Make {
    /// For keys of this width.
    fn make<K: Key>(&self, kernel: Kernel, machine: Metered) -> Box<dyn OnKernel>;
}

/// The kernel of the moment and its solver.
pub(super) struct Packed<F> {
    instance: Arc<Instance>,
    make: F,
    /// Parts that a kernel must have room for.
    roots: Vec<Part>,
    widening: u32,
    running: Running,
    engine: Engine,
    solver: Option<Box<dyn OnKernel>>,
    kernel: Option<Kernel>,
    gauge: Arc<Gauge>,
    /// How many positions may be examined in one call.
    most: u64,
}

impl<F: Make> Packed<F> {
    pub fn new(instance: &Arc<Instance>, running: Running, make: F) -> Packed<F> {
        Packed {
            instance: instance.clone(),
            make,
            roots: Vec::new(),
            widening: 0,
            running,
            engine: if running == Running::Native { Engine::Native } else { Engine::Interpreter },
            solver: None,
            kernel: None,
            gauge: Arc::new(Gauge::new()),
            most: u64::MAX,
        }
    }

    /// The kernel for these positions, made if it is not there yet.
    ///
    /// # Errors
    /// Why there is none.
    pub fn prepare(&mut self, positions: &[Position]) -> Result<&Kernel, String> {
        let parts = || positions.iter().flat_map(|position| &position.parts);
        let fits = |kernel: &Kernel| parts().all(|part| kernel.layout().encode(part, None).is_some());
        if !self.kernel.as_ref().is_some_and(fits) {
            self.add_roots(parts());
            self.rebuild()?;
        }
        self.kernel.as_ref().ok_or_else(|| "there is no kernel".to_owned())
    }

    fn add_roots<'a>(&mut self, parts: impl Iterator<Item = &'a Part>) {
        // Only the extremes of what is asked matter for the widths; a few thousand parts are enough to keep.
        const MOST_ROOTS: usize = 1 << 20;
        self.roots.extend(parts.filter(|part| !part.is_empty()).cloned());
        self.roots.sort();
        self.roots.dedup();
        self.roots.truncate(MOST_ROOTS);
    }

    fn rebuild(&mut self) -> Result<(), String> {
        self.solver = None;
        self.kernel = None;
        let wishes = Wishes { widening: self.widening, ..Wishes::default() };
        self.kernel = Some(Kernel::new(&self.instance, &self.roots, &wishes)?);
        Ok(())
    }

    fn start(&mut self) -> Result<(), String> {
        let Some(kernel) = &self.kernel else { return Err("there is no kernel".to_owned()) };
        let runner = match kernel.runner(self.engine) {
            Ok(runner) => runner,
            // Where no native code can be made, the interpreter goes on.
            Err(_) => kernel.runner(Engine::Interpreter)?,
        };
        let kernel = kernel.clone();
        let runner = Metered::new(runner, &self.gauge);
        self.solver = Some(match kernel.layout().words {
            1 => self.make.make::<u64>(kernel, runner),
            2 => self.make.make::<[u64; 2]>(kernel, runner),
            _ => self.make.make::<[u64; 4]>(kernel, runner),
        });
        Ok(())
    }

    pub fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Option<Stop>, Unable> {
        self.gauge.set(watch);
        loop {
            self.prepare(positions)?;
            if self.solver.is_none() {
                self.start()?;
            }
            let Some(solver) = &mut self.solver else { return Err("there is no solver".into()) };
            let trying = self.engine == Engine::Interpreter && self.running == Running::AsItPays;
            let known = solver.examined();
            let most = if trying { POSITIONS_BY_INTERPRETER.saturating_sub(known) } else { self.most };
            let allowance = watch.allowance_for(most);
            match solver.reach(positions, wants, &allowance) {
                Ok(Some(Stop::PositionLimit(_))) if trying && !watch.is_over(allowance.positions()) => {
                    // It is worth compiling.
                    self.engine = Engine::Native;
                    self.solver = None;
                }
                Ok(stop) => return Ok(stop),
                Err(Snag::Refused(why)) => return Err(Unable::Refused(why)),
                Err(Snag::Fault(fault)) => return Err(fault.into()),
                Err(Snag::Wider) => match self.gauge.stop() {
                    Some(stop) => return Ok(Some(stop)),
                    None if self.widening >= BLIND_WIDENINGS => {
                        return Err("the compiled rules cannot say what happens somewhere".into());
                    }
                    None => {
                        self.widening += 1;
                        self.rebuild()?;
                    }
                },
                Err(Snag::Trouble(position)) => match self.gauge.stop() {
                    Some(stop) => return Ok(Some(stop)),
                    None => self.explain(&position)?,
                },
            }
        }
    }

    /// Asks the meaning about a position at which the machine could not say. Its fault is the answer; where there is none,
    /// the machine's words were too narrow, and wider ones are made.
    fn explain(&mut self, position: &Position) -> Result<(), Unable> {
        let meter = Meter::steps(STEPS_TO_EXPLAIN);
        let standing = self.instance.look(position, Join::One, &meter);
        match standing.map_err(|fault| fault.at(|| self.instance.print_position(position))) {
            Err(fault) if fault.class != FaultClass::Budget => Err(fault.into()),
            Err(_) => Err("a position is too large to look at".into()),
            Ok(_) if self.widening == MOST_WIDENINGS => {
                Err("numbers or lists of this game grow without a bound that is known".into())
            }
            Ok(standing) => {
                if let Standing::Open(steps) = standing {
                    self.add_roots(steps.iter().flat_map(|step| &step.to.parts));
                }
                self.widening += 1;
                self.rebuild()?;
                Ok(())
            }
        }
    }

    pub fn forget(&mut self) {
        self.solver = None;
    }

    pub fn list_at_most(&mut self, positions: u64) {
        self.most = positions;
    }

    pub fn tabulate(&mut self, box_of: &BoxOf, watch: &mut Watch) -> Result<Option<Values>, Unable> {
        self.prepare(&box_of.corners)?;
        self.gauge.set(watch);
        if self.running == Running::AsItPays && self.engine == Engine::Interpreter {
            self.engine = Engine::Native;
            self.solver = None;
        }
        if self.solver.is_none() {
            self.start()?;
        }
        let allowance = watch.allowance();
        Ok(self.solver.as_mut().and_then(|solver| solver.tabulate(box_of, &allowance)))
    }

    pub fn judgement(&self, position: &Position) -> Judgement {
        self.solver.as_ref().map(|solver| solver.judgement(position)).unwrap_or_default()
    }

    pub fn authority(&mut self, position: &Position) -> Authority {
        match &mut self.solver {
            Some(solver) => solver.authority(position),
            None => Authority::Unsettled { positions: 0 },
        }
    }

    pub fn examined(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.examined())
    }
}
