//! Functions built in the intermediate language -> executable memory, for the host this runs on.

use cranelift_codegen::ir::{AbiParam, Type, Value};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use grundy_message::Message;

/// A function that was defined.
pub(super) type Function = FuncId;

/// Compiles functions one by one.
pub(super) struct Assembler {
    module: JITModule,
}

/// Finished code. It is freed when this is dropped.
pub(super) struct Assembled {
    /// `Some` until the drop.
    module: Option<JITModule>,
}

// SAFETY: after `finish` the module is never changed and never used again, only freed once by the drop of its one
// owner; executable memory may be read by all threads. It buys one copy of the code for all threads.
unsafe impl Send for Assembled {}
// SAFETY: as above.
unsafe impl Sync for Assembled {}

impl Assembler {
    /// Creates an assembler for this host and a program of the given number of instructions.
    pub(super) fn new(instructions: usize) -> Result<Assembler, Message> {
        // Long programs are unrolled ones. Sharing common subexpressions keeps values alive over the whole function:
        // measured, it takes three times as long to compile (6000 instructions: 110 ms, not 38) and runs no faster.
        let level = if instructions > 1000 { "none" } else { "speed" };
        let mut flags = settings::builder();
        for (name, value) in [("opt_level", level), ("is_pic", "false"), ("use_colocated_libcalls", "false")] {
            flags
                .set(name, value)
                .map_err(|error| Message::text(format!("the code generator knows no {name}: {error}")))?;
        }
        // The checks of the generated intermediate code cost a third of the time and are meant for its authors: tests
        // keep them.
        let verify = if cfg!(test) { "true" } else { "false" };
        flags
            .set("enable_verifier", verify)
            .map_err(|error| Message::text(format!("the code generator knows no verifier: {error}")))?;
        let host =
            cranelift_native::builder().map_err(|why| Message::text(format!("no native code on this host: {why}")))?;
        let host = host
            .finish(settings::Flags::new(flags))
            .map_err(|error| Message::text(format!("no native code on this host: {error}")))?;
        if host.pointer_bits() != 64 {
            return Err(Message::text("no native code on this host: its addresses are not 64 bits wide"));
        }
        Ok(Assembler { module: JITModule::new(JITBuilder::with_isa(host, default_libcall_names())) })
    }

    /// Returns the calling convention of this host.
    pub(super) fn convention(&self) -> CallConv {
        self.module.isa().default_call_conv()
    }

    /// Defines a function; `body` gets its parameters and must end every block.
    pub(super) fn function(
        &mut self,
        parameters: &[Type],
        answer: Type,
        body: impl FnOnce(&mut FunctionBuilder, &[Value]),
    ) -> Result<Function, Message> {
        let wrong =
            |error: cranelift_module::ModuleError| Message::text(format!("the code generator failed: {error:?}"));
        let mut context = self.module.make_context();
        context.func.signature.params.extend(parameters.iter().map(|kind| AbiParam::new(*kind)));
        context.func.signature.returns.push(AbiParam::new(answer));
        let mut reused = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut reused);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let values = builder.block_params(entry).to_vec();
        body(&mut builder, &values);
        builder.seal_all_blocks();
        builder.finalize(self.module.target_config());
        let function = self.module.declare_anonymous_function(&context.func.signature).map_err(wrong)?;
        self.module.define_function(function, &mut context).map_err(wrong)?;
        Ok(function)
    }

    /// Makes the code executable.
    pub(super) fn finish(mut self) -> Result<Assembled, Message> {
        match self.module.finalize_definitions() {
            Ok(()) => Ok(Assembled { module: Some(self.module) }),
            Err(error) => Err(Message::text(format!("no memory for native code: {error}"))),
        }
    }
}

impl Assembled {
    /// Returns the address of a function.
    pub(super) fn address(&self, function: Function) -> *const u8 {
        self.module.as_ref().expect("the module is there until the drop").get_finalized_function(function)
    }
}

impl Drop for Assembled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: every holder of an address into the code holds this too, so nothing runs it any more. It buys
            // that compiled games do not pile up in memory.
            unsafe { module.free_memory() }
        }
    }
}
