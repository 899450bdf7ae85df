//! Instance -> Kernel: a game compiled for the positions to be solved.

use crate::code::Program;
use crate::encode::{Layout, Wishes};
use crate::interpret::Interpreter;
use crate::key::Key;
use crate::lower::{Listing, lower};
use crate::machine::{Expansion, Machine, Options, Traits};
use crate::native::{self, Native};
use crate::symmetry::Symmetries;
use grundy_message::Message;
use grundy_rules::{Instance, Part, Side};
use std::sync::Arc;

/// A compiled game: how its positions are packed, and the code that lists their options.
#[derive(Clone)]
pub struct Kernel {
    instance: Arc<Instance>,
    layout: Arc<Layout>,
    program: Arc<Program>,
}

/// How code is run.
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
    /// Fails with the reason if it cannot be compiled, and with what would help.
    pub fn new(instance: &Arc<Instance>, roots: &[Part], wishes: &Wishes) -> Result<Kernel, Message> {
        let layout = Layout::new(instance, roots, wishes)?;
        let program = lower(instance, &layout, Listing::EveryMove)?;
        Ok(Kernel { instance: instance.clone(), layout: Arc::new(layout), program: Arc::new(program) })
    }

    /// Returns the game.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }

    /// Returns how positions are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the code.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the code for sweeps, where options count as a set: one that is the same sum as another may be left out.
    ///
    /// # Errors
    /// Fails with the reason if it cannot be compiled.
    pub fn sweep_program(&self) -> Result<Arc<Program>, Message> {
        Ok(Arc::new(lower(&self.instance, &self.layout, Listing::Different)?))
    }

    /// Returns what is known of all options in advance.
    pub fn traits(&self) -> Traits {
        Traits { plain: self.program.plain, players: self.layout.players, bits: self.layout.bits }
    }

    /// Returns the key of a part with this mover; `None` if it does not fit. `K` must have as many words as the layout.
    pub fn encode<K: Key>(&self, part: &Part, mover: Option<Side>) -> Option<K> {
        let words = self.layout.encode(part, mover)?;
        (words.len() == K::WORDS).then(|| K::from_words(&words))
    }

    /// Returns the part and the mover of a key.
    pub fn decode<K: Key>(&self, key: K) -> (Part, Option<Side>) {
        self.layout.decode(self.instance.game(), key.words())
    }

    /// Creates a machine that runs the code.
    ///
    /// # Errors
    /// Fails if native code cannot be made here.
    pub fn runner(&self, engine: Engine) -> Result<Runner, Message> {
        let code = match engine {
            Engine::Interpreter => Code::Interpreted(Interpreter::new(self.program.clone())),
            Engine::Native => Code::Native(native::compile(self.program.clone())?),
        };
        Ok(Runner { code, traits: self.traits(), symmetries: None })
    }

    /// Returns the declared symmetries that are proved and that can be used to canonicalize keys.
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::new(&self.instance, &self.layout)
    }
}

/// A machine that runs the code of a kernel.
#[derive(Clone)]
pub struct Runner {
    code: Code,
    traits: Traits,
    symmetries: Option<Arc<Symmetries>>,
}

#[derive(Clone)]
enum Code {
    Interpreted(Interpreter),
    Native(Native),
}

impl Runner {
    /// Returns the same machine, but with positions equal by symmetry merged.
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

    fn look(&mut self, key: K, options: &mut Options) -> Expansion {
        match &mut self.code {
            Code::Interpreted(code) => code.look(key.words(), options),
            Code::Native(code) => code.look(key.words(), options),
        }
    }

    fn ended(&mut self, key: K) -> Option<Expansion> {
        match &mut self.code {
            Code::Interpreted(code) => code.ended(key.words()),
            Code::Native(code) => code.ended(key.words()),
        }
    }

    fn canonical(&mut self, key: K) -> K {
        match &self.symmetries {
            None => key,
            Some(symmetries) => symmetries.canonical(key),
        }
    }
}
