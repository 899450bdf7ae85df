//! A solver on packed positions, with a kernel built for the query: wider when play outgrows it, native when it pays.

use super::growth::{extremes, grown};
use super::metered::Metered;
use super::{Backend, BoxOf, Method, MethodError};
use crate::budget::{Interrupt, Stop};
use crate::method::MethodName;
use crate::solution::Authority;
use crate::values::Values;
use crate::work::{MoveCounter, Work};
use grundy_kernel::encode::Field;
use grundy_kernel::{Engine, Kernel, Key, Wishes};
use grundy_message::{Message, Template, message};
use grundy_rules::{Compound, Fault, Instance, Part, Position, Standing};
use grundy_value::{Evaluation, QuantitySet};
use std::sync::Arc;

/// Tuning: maximum number of times positions may outgrow their keys. Then other methods are tried. No measurement is
/// recorded.
const MAX_WIDENINGS: u32 = 6;
/// Number of times wider keys are tried if it is not known what outgrew them.
const BLIND_WIDENINGS: u32 = 2;
/// Number of positions run on the interpreter before native code is made.
const POSITIONS_BY_INTERPRETER: u64 = 3000;

/// Why a solver on packed positions failed.
pub(crate) enum KernelError {
    /// It is the wrong tool, and why.
    Refused(Message),
    /// The machine fails at this position.
    Unsupported(Position),
    /// The machine fails somewhere.
    Wider,
    /// The rules are at fault.
    Fault(Fault),
}

/// A solver on keys of one kernel.
pub(crate) trait KernelSolver {
    /// See [`Method::reach`](super::Method::reach).
    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, KernelError>;

    /// See [`Method::evaluation`](super::Method::evaluation).
    fn evaluation(&self, position: &Position) -> Evaluation;

    /// See [`Method::authority`](super::Method::authority).
    fn authority(&mut self, position: &Position) -> Authority;

    /// See [`Method::examined`](super::Method::examined).
    fn visited(&self) -> u64;

    /// See [`Method::tabulate`](super::Method::tabulate).
    fn tabulate(&mut self, box_of: &BoxOf, work: &Work) -> Option<Values> {
        let _ = (box_of, work);
        None
    }
}

/// A kind of solver on packed positions.
pub(crate) trait Kind {
    /// See [`Method::name`].
    fn name(&self) -> &'static Template;

    /// See [`Method::method`].
    fn method(&self) -> MethodName;

    /// Checks whether it takes these positions, before they are packed.
    ///
    /// # Errors
    /// Returns why it does not.
    fn takes(&self, positions: &[Position], wants: QuantitySet) -> Result<(), Message> {
        let _ = (positions, wants);
        Ok(())
    }

    /// Returns why it is right for positions that pack into `bits` bits.
    fn because(&self, bits: u32) -> Message;

    /// See [`Method::is_selective`].
    fn is_selective(&self) -> bool {
        false
    }

    /// Returns true if it lists all that can be reached from one position, however many they are.
    fn lists_all(&self) -> bool {
        false
    }

    /// Creates a solver on keys of this width.
    fn make<K: Key>(&self, kernel: Kernel, machine: Metered) -> Box<dyn KernelSolver>;
}

/// The current kernel and its solver.
pub(crate) struct Compiled<F> {
    instance: Arc<Instance>,
    kind: F,
    /// Parts that a kernel must have room for.
    roots: Vec<Part>,
    widening: u32,
    running: Backend,
    engine: Engine,
    solver: Option<Box<dyn KernelSolver>>,
    kernel: Option<Kernel>,
    move_counter: Arc<MoveCounter>,
    /// Maximum number of positions visited in one call, and the divisor of the memory that may be used.
    max: u64,
    share: u64,
}

impl<F: Kind> Compiled<F> {
    pub fn new(instance: &Arc<Instance>, running: Backend, kind: F) -> Compiled<F> {
        Compiled {
            instance: instance.clone(),
            kind,
            roots: Vec::new(),
            widening: 0,
            running,
            engine: if running == Backend::Native { Engine::Native } else { Engine::Interpreter },
            solver: None,
            kernel: None,
            move_counter: Arc::new(MoveCounter::new()),
            max: u64::MAX,
            share: 1,
        }
    }

    /// Returns the kernel for these positions, building it if needed.
    ///
    /// # Errors
    /// Returns why there is none.
    pub fn prepare(&mut self, positions: &[Position]) -> Result<&Kernel, Message> {
        let parts = || positions.iter().flat_map(Position::in_play);
        let fits = |kernel: &Kernel| parts().all(|part| kernel.layout().encode(part, None).is_some());
        if !self.kernel.as_ref().is_some_and(fits) {
            let requested: Vec<Part> = parts().cloned().collect();
            let larger = self.kernel.as_ref().and_then(|kernel| room_to_grow(kernel, &requested));
            self.add_roots(requested.iter());
            let exact = self.roots.clone();
            self.add_roots(larger.iter());
            // If wider keys cannot be made, keys for the queried parts may suffice.
            if self.rebuild().is_err() {
                self.roots = exact;
                self.rebuild()?;
            }
        }
        self.kernel.as_ref().ok_or_else(|| message!("there is no kernel"))
    }

    fn add_roots<'a>(&mut self, parts: impl Iterator<Item = &'a Part>) {
        // Only the extremes of the queried parts matter for the widths.
        self.roots.extend(extremes(parts));
        self.roots = extremes(&self.roots);
    }

    fn rebuild(&mut self) -> Result<(), Message> {
        self.solver = None;
        self.kernel = None;
        let wishes = Wishes { widening: self.widening, ..Wishes::default() };
        self.kernel = Some(Kernel::new(&self.instance, &self.roots, &wishes)?);
        Ok(())
    }

    fn start(&mut self) -> Result<(), Message> {
        let Some(kernel) = &self.kernel else { return Err(message!("there is no kernel")) };
        let runner = match kernel.runner(self.engine) {
            Ok(runner) => runner,
            // If no native code can be made, the interpreter is used.
            Err(_) => kernel.runner(Engine::Interpreter)?,
        };
        let kernel = kernel.clone();
        let runner = Metered::new(runner, &self.move_counter);
        self.solver = Some(match kernel.layout().words {
            1 => self.kind.make::<u64>(kernel, runner),
            2 => self.kind.make::<[u64; 2]>(kernel, runner),
            _ => self.kind.make::<[u64; 4]>(kernel, runner),
        });
        Ok(())
    }

    /// Interprets the rules at a position where the machine failed. A fault is returned; if there is none, the
    /// machine's words were too narrow, and wider ones are made. Returns the limit that was met, if one was.
    fn explain(&mut self, position: &Position, work: &Work) -> Result<Option<Stop>, MethodError> {
        match work.spend(|meter| self.instance.look(position, Compound::One, meter)) {
            Err(Interrupt::Fault(fault)) => Err(fault.at(|| self.instance.print_position(position)).into()),
            Err(Interrupt::Stop(stop @ (Stop::TimeLimit(_) | Stop::StepLimit(_) | Stop::Cancelled))) => Ok(Some(stop)),
            Err(Interrupt::Stop(_)) => Err(message!("a position is too large to look at").into()),
            Ok(_) if self.widening == MAX_WIDENINGS => {
                Err(message!("numbers or lists of this game grow without a bound that is known").into())
            }
            Ok(standing) => {
                if let Standing::Open(steps) = standing {
                    self.add_roots(steps.iter().flat_map(|step| step.to.in_play()));
                }
                self.widening += 1;
                self.rebuild()?;
                Ok(None)
            }
        }
    }
}

/// Returns a part larger than these if a kernel has no room for them: queries of growing size would otherwise build a
/// kernel each and lose all results each time.
fn room_to_grow(kernel: &Kernel, requested: &[Part]) -> Option<Part> {
    let span = |field: &Field| match field {
        Field::Number { low, high, .. } => Some((*low, *high)),
        Field::Board(_) | Field::Cells(_) => None,
    };
    let spans: Option<Vec<(i64, i64)>> = kernel.layout().fields.iter().map(span).collect();
    grown(kernel.instance(), requested, &spans?)
}

impl<F: Kind> Method for Compiled<F> {
    fn name(&self) -> &'static Template {
        self.kind.name()
    }

    fn method(&self) -> MethodName {
        self.kind.method()
    }

    fn accepts(&mut self, positions: &[Position], wants: QuantitySet) -> Result<Message, Message> {
        self.kind.takes(positions, wants)?;
        let bits = self.prepare(positions)?.layout().bits;
        Ok(self.kind.because(bits))
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.kind.takes(positions, wants)?;
        self.move_counter.set(work);
        loop {
            self.prepare(positions)?;
            if self.solver.is_none() {
                self.start()?;
            }
            let Some(solver) = &mut self.solver else { return Err(message!("there is no solver").into()) };
            let trying = self.engine == Engine::Interpreter && self.running == Backend::AsItPays;
            let known = solver.visited();
            let max = if trying { POSITIONS_BY_INTERPRETER.saturating_sub(known) } else { self.max };
            let whole = work.part_for(max);
            let part = whole.with_bytes(whole.max_bytes() / self.share);
            match solver.reach(positions, wants, &part) {
                Ok(Some(Stop::PositionLimit(_))) if trying && !work.is_over(part.positions()) => {
                    // Compiling pays off.
                    self.engine = Engine::Native;
                    self.solver = None;
                }
                Ok(stop) => return Ok(stop),
                Err(KernelError::Refused(why)) => return Err(MethodError::Refused(why)),
                Err(KernelError::Fault(fault)) => return Err(fault.into()),
                Err(KernelError::Wider) => match self.move_counter.stop() {
                    Some(stop) => return Ok(Some(stop)),
                    None if self.widening >= BLIND_WIDENINGS => {
                        return Err(message!("the compiled rules cannot say what happens somewhere").into());
                    }
                    None => {
                        self.widening += 1;
                        self.rebuild()?;
                    }
                },
                Err(KernelError::Unsupported(position)) => match self.move_counter.stop() {
                    Some(stop) => return Ok(Some(stop)),
                    None => {
                        if let Some(stop) = self.explain(&position, work)? {
                            return Ok(Some(stop));
                        }
                    }
                },
            }
        }
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        self.solver.as_ref().map(|solver| solver.evaluation(position)).unwrap_or_default()
    }

    fn authority(&mut self, position: &Position) -> Authority {
        match &mut self.solver {
            Some(solver) => solver.authority(position),
            None => Authority::Unsettled { positions: 0 },
        }
    }

    fn visited(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.visited())
    }

    fn is_selective(&self) -> bool {
        self.kind.is_selective()
    }

    fn list_at_most(&mut self, positions: u64) {
        if self.kind.lists_all() {
            self.max = positions;
            // Freed memory may stay with the allocator, and the other method needs memory as well.
            self.share = 2;
        }
    }

    fn clear(&mut self) {
        self.solver = None;
    }

    fn tabulate(&mut self, box_of: &BoxOf, wants: QuantitySet, work: &Work) -> Result<Option<Values>, MethodError> {
        // Solvers of this kind store who wins.
        if !wants.is_outcome() {
            return Ok(None);
        }
        self.accepts(&box_of.corners, wants)?;
        self.move_counter.set(work);
        if self.running == Backend::AsItPays && self.engine == Engine::Interpreter {
            self.engine = Engine::Native;
            self.solver = None;
        }
        if self.solver.is_none() {
            self.start()?;
        }
        let part = work.part();
        Ok(self.solver.as_mut().and_then(|solver| solver.tabulate(box_of, &part)))
    }
}
