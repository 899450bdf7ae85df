//! Ctrl-C: the first one ends the work, so that what is known is shown; the second one ends the program. Some terminals
//! send it twice at the same time, to the program and to its group: that counts once.
//!
//! Only commands with long work handle it. Everywhere else Ctrl-C has its default effect.

use crate::output_file::remove_temporaries;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Exit code of a program that was ended by Ctrl-C.
const ENDED_AT_ONCE: i32 = 130;

/// Two signals within this time count as one.
const AT_ONCE: Duration = Duration::from_millis(400);

/// Makes Ctrl-C remove temporary files, if no other handler is installed.
pub fn clean_up_when_ended() {
    // A handler that is already installed does so too.
    let _ = ctrlc::set_handler(end_at_once);
}

fn end_at_once() {
    remove_temporaries();
    std::process::exit(ENDED_AT_ONCE);
}

/// Whether Ctrl-C was pressed.
pub struct Interrupt {
    pressed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Handles Ctrl-C from now on.
    pub fn listen() -> Interrupt {
        Interrupt::listen_and(|| {})
    }

    /// Handles Ctrl-C from now on, and calls `first` when it is pressed for the first time, while work goes on.
    pub fn listen_and(first: impl Fn() + Send + 'static) -> Interrupt {
        let pressed = Arc::new(AtomicBool::new(false));
        let flag = pressed.clone();
        let began: Mutex<Option<Instant>> = Mutex::new(None);
        let handler = move || {
            let mut began = began.lock().unwrap_or_else(PoisonError::into_inner);
            let at_once = began.is_some_and(|began| began.elapsed() <= AT_ONCE);
            if flag.swap(true, Ordering::SeqCst) || at_once {
                if !at_once {
                    end_at_once();
                }
                return;
            }
            *began = Some(Instant::now());
            first();
        };
        // If no handler can be installed, Ctrl-C ends the program as by default.
        let _ = ctrlc::set_handler(handler);
        Interrupt { pressed }
    }

    /// Returns the flag that is set when Ctrl-C is pressed.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.pressed.clone()
    }

    /// Resets the flag; the next Ctrl-C counts as the first again.
    pub fn forget(&self) {
        self.pressed.store(false, Ordering::SeqCst);
    }

    /// Returns true if Ctrl-C was pressed.
    pub fn came(&self) -> bool {
        self.pressed.load(Ordering::SeqCst)
    }
}
