//! Whether standard output was open when the program started.
//!
//! Before `main`, the runtime opens `/dev/null` in place of every standard stream that is closed. From then on an
//! answer that goes nowhere looks like one that was written, and safe code cannot distinguish the two.

#[cfg(target_os = "linux")]
mod before_main {
    use nix::libc;
    use std::sync::atomic::{AtomicBool, Ordering};

    pub static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    #[expect(unsafe_code, reason = "a closed output would end with exit code 0")]
    extern "C" fn look() {
        // SAFETY: reads a flag of a descriptor, open or not, and touches no memory; nothing else runs yet.
        if unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1 {
            IS_CLOSED.store(true, Ordering::Relaxed);
        }
    }

    #[expect(unsafe_code, reason = "the loader calls what is listed here before the runtime begins")]
    // SAFETY: the section is a list of such functions, and this one needs nothing of the runtime.
    #[unsafe(link_section = ".init_array")]
    #[used]
    static LOOK: extern "C" fn() = look;
}

/// Returns true if standard output was closed when the program was started, as far as that can be determined.
pub fn output_is_closed() -> bool {
    #[cfg(target_os = "linux")]
    return before_main::IS_CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(target_os = "linux"))]
    return false;
}
