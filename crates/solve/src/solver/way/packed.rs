//! A solver on packed positions, with a kernel made for what is asked: wider when play outgrows it, native when it pays.

use super::growth::{extremes, grown};
use super::metered::Metered;
use super::{BoxOf, Running, Unable, Wants, Way};
use crate::budget::{Allowance, Gauge, Stop, Watch};
use crate::method::Method;
use crate::solution::{Authority, Judgement};
use crate::values::Values;
use grundy_kernel::encode::Field;
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
pub(crate) enum Snag {
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
pub(crate) trait OnKernel {
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

/// One kind of solver on packed positions.
pub(crate) trait Kind {
    /// As [`Way::name`].
    fn name(&self) -> &'static str;

    /// As [`Way::method`].
    fn method(&self) -> Method;

    /// Whether it takes these positions, before they are packed.
    ///
    /// # Errors
    /// Why it does not.
    fn takes(&self, positions: &[Position], wants: Wants) -> Result<(), String> {
        let _ = (positions, wants);
        Ok(())
    }

    /// Why it is right for positions that pack into so many bits.
    fn because(&self, bits: u32) -> String;

    /// As [`Way::is_selective`].
    fn is_selective(&self) -> bool {
        false
    }

    /// Whether it lists all that can be reached from one position, however many they are.
    fn lists_all(&self) -> bool {
        false
    }

    /// A solver on keys of this width.
    fn make<K: Key>(&self, kernel: Kernel, machine: Metered) -> Box<dyn OnKernel>;
}

/// The kernel of the moment and its solver.
pub(crate) struct Packed<F> {
    instance: Arc<Instance>,
    kind: F,
    /// Parts that a kernel must have room for.
    roots: Vec<Part>,
    widening: u32,
    running: Running,
    engine: Engine,
    solver: Option<Box<dyn OnKernel>>,
    kernel: Option<Kernel>,
    gauge: Arc<Gauge>,
    /// How many positions may be examined in one call, and which part of the memory may be used: one in so many.
    most: u64,
    share: u64,
}

impl<F: Kind> Packed<F> {
    pub fn new(instance: &Arc<Instance>, running: Running, kind: F) -> Packed<F> {
        Packed {
            instance: instance.clone(),
            kind,
            roots: Vec::new(),
            widening: 0,
            running,
            engine: if running == Running::Native { Engine::Native } else { Engine::Interpreter },
            solver: None,
            kernel: None,
            gauge: Arc::new(Gauge::new()),
            most: u64::MAX,
            share: 1,
        }
    }

    /// The kernel for these positions, made if it is not there yet.
    ///
    /// # Errors
    /// Why there is none.
    pub fn prepare(&mut self, positions: &[Position]) -> Result<&Kernel, String> {
        let parts = || positions.iter().flat_map(Position::in_play);
        let fits = |kernel: &Kernel| parts().all(|part| kernel.layout().encode(part, None).is_some());
        if !self.kernel.as_ref().is_some_and(fits) {
            let asked: Vec<Part> = parts().cloned().collect();
            let larger = self.kernel.as_ref().and_then(|kernel| room_to_grow(kernel, &asked));
            self.add_roots(asked.iter());
            let exact = self.roots.clone();
            self.add_roots(larger.iter());
            // Where wider keys cannot be made, those that were asked for may do.
            if self.rebuild().is_err() {
                self.roots = exact;
                self.rebuild()?;
            }
        }
        self.kernel.as_ref().ok_or_else(|| "there is no kernel".to_owned())
    }

    fn add_roots<'a>(&mut self, parts: impl Iterator<Item = &'a Part>) {
        // Only the extremes of what is asked matter for the widths.
        self.roots.extend(extremes(parts));
        self.roots = extremes(&self.roots);
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
            1 => self.kind.make::<u64>(kernel, runner),
            2 => self.kind.make::<[u64; 2]>(kernel, runner),
            _ => self.kind.make::<[u64; 4]>(kernel, runner),
        });
        Ok(())
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
                    self.add_roots(steps.iter().flat_map(|step| step.to.in_play()));
                }
                self.widening += 1;
                self.rebuild()?;
                Ok(())
            }
        }
    }
}

/// A part larger than these, which a kernel has no room for: who asks for one larger position after the other would have
/// one made for each, and what was found lost each time.
fn room_to_grow(kernel: &Kernel, asked: &[Part]) -> Option<Part> {
    let span = |field: &Field| match field {
        Field::Number { low, high, .. } => Some((*low, *high)),
        Field::Board(_) | Field::Cells(_) => None,
    };
    let spans: Option<Vec<(i64, i64)>> = kernel.layout().fields.iter().map(span).collect();
    grown(kernel.instance(), asked, &spans?)
}

impl<F: Kind> Way for Packed<F> {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    fn method(&self) -> Method {
        self.kind.method()
    }

    fn accepts(&mut self, positions: &[Position], wants: Wants) -> Result<String, String> {
        self.kind.takes(positions, wants)?;
        let bits = self.prepare(positions)?.layout().bits;
        Ok(self.kind.because(bits))
    }

    fn reach(&mut self, positions: &[Position], wants: Wants, watch: &mut Watch) -> Result<Option<Stop>, Unable> {
        self.kind.takes(positions, wants)?;
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
            let whole = watch.allowance_for(most);
            let allowance = whole.with_bytes(whole.max_bytes() / self.share);
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

    fn judgement(&self, position: &Position) -> Judgement {
        self.solver.as_ref().map(|solver| solver.judgement(position)).unwrap_or_default()
    }

    fn authority(&mut self, position: &Position) -> Authority {
        match &mut self.solver {
            Some(solver) => solver.authority(position),
            None => Authority::Unsettled { positions: 0 },
        }
    }

    fn examined(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.examined())
    }

    fn is_selective(&self) -> bool {
        self.kind.is_selective()
    }

    fn list_at_most(&mut self, positions: u64) {
        if self.kind.lists_all() {
            self.most = positions;
            // What is given up may stay with the allocator, and the other way needs memory as well.
            self.share = 2;
        }
    }

    fn forget(&mut self) {
        self.solver = None;
    }

    fn tabulate(&mut self, box_of: &BoxOf, wants: Wants, watch: &mut Watch) -> Result<Option<Values>, Unable> {
        self.accepts(&box_of.corners, wants)?;
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
}
