//! Instance -> Kernel: a game compiled for the positions that are asked about.

use crate::code::Program;
use crate::encode::{Layout, Wishes};
use crate::interpret::Interpreter;
use crate::key::Key;
use crate::lower::{Listing, lower};
use crate::machine::{Look, Machine, Options, Traits};
use crate::native::{self, Native};
use crate::symmetry::Symmetries;
use grundy_rules::{Instance, Part, Side};
use std::sync::Arc;

/// A compiled game: how its positions are packed, and the code that lists their options.
#[derive(Clone)]
pub struct Kernel {
    instance: Arc<Instance>,
    layout: Arc<Layout>,
    program: Arc<Program>,
}

/// A way of running code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Instruction by instruction; ready at once, runs anywhere.
    Interpreter,
    /// Compiled for this machine.
    Native,
}

impl Kernel {
    /// Compiles a game for these parts and what can be reached from them.
    ///
    /// # Errors
    /// Why it cannot be compiled, and what would help.
    pub fn new(instance: &Arc<Instance>, roots: &[Part], wishes: &Wishes) -> Result<Kernel, String> {
        let layout = Layout::new(instance, roots, wishes)?;
        let program = lower(instance, &layout, Listing::EveryMove)?;
        Ok(Kernel { instance: instance.clone(), layout: Arc::new(layout), program: Arc::new(program) })
    }

    /// The game.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }

    /// How positions are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The code.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The code for sweeps, where options count as a set: one that is the same sum as another may be left out.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn sweep_program(&self) -> Result<Arc<Program>, String> {
        Ok(Arc::new(lower(&self.instance, &self.layout, Listing::Different)?))
    }

    /// What is known of all options beforehand.
    pub fn traits(&self) -> Traits {
        Traits { plain: self.program.plain, players: self.layout.players, bits: self.layout.bits }
    }

    /// The key of a part with this mover; `None` when it does not fit. `K` must have as many words as the layout.
    pub fn encode<K: Key>(&self, part: &Part, mover: Option<Side>) -> Option<K> {
        let words = self.layout.encode(part, mover)?;
        (words.len() == K::WORDS).then(|| K::from_words(&words))
    }

    /// The part and the mover of a key.
    pub fn decode<K: Key>(&self, key: K) -> (Part, Option<Side>) {
        self.layout.decode(self.instance.game(), key.words())
    }

    /// A machine that runs the code.
    ///
    /// # Errors
    /// Native code cannot be made here.
    pub fn runner(&self, engine: Engine) -> Result<Runner, String> {
        let code = match engine {
            Engine::Interpreter => Way::Interpreted(Interpreter::new(self.program.clone())),
            Engine::Native => Way::Native(native::compile(self.program.clone())?),
        };
        Ok(Runner { code, traits: self.traits(), symmetries: None })
    }

    /// The declared symmetries that are proved and that keys can be brought to one form by.
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::new(&self.instance, &self.layout)
    }
}

/// A machine that runs the code of a kernel.
#[derive(Clone)]
pub struct Runner {
    code: Way,
    traits: Traits,
    symmetries: Option<Arc<Symmetries>>,
}

#[derive(Clone)]
enum Way {
    Interpreted(Interpreter),
    Native(Native),
}

impl Runner {
    /// The same machine, with positions equal by symmetry joined.
    #[must_use]
    pub fn joining(mut self, symmetries: Symmetries) -> Runner {
        self.symmetries = (!symmetries.is_trivial()).then(|| Arc::new(symmetries));
        self
    }
}

impl<K: Key> Machine<K> for Runner {
    fn traits(&self) -> Traits {
        self.traits
    }

    fn look(&mut self, key: K, options: &mut Options) -> Look {
        match &mut self.code {
            Way::Interpreted(code) => code.look(key.words(), options),
            Way::Native(code) => code.look(key.words(), options),
        }
    }

    fn ended(&mut self, key: K) -> Option<Look> {
        match &mut self.code {
            Way::Interpreted(code) => code.ended(key.words()),
            Way::Native(code) => code.ended(key.words()),
        }
    }

    fn canonical(&mut self, key: K) -> K {
        match &self.symmetries {
            None => key,
            Some(symmetries) => symmetries.canonical(key),
        }
    }
}
