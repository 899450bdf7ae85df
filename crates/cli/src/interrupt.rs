//! Ctrl-C: the first one ends the work, so that what is known is shown; the second one ends the program. Some send it twice
//! at the same time, to the program and to its group: that counts once.
//!
//! Only commands that work long listen to it. Everywhere else Ctrl-C does what it always does.

use crate::output_file::remove_temporaries;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The exit code of a program that was ended by Ctrl-C.
const ENDED_AT_ONCE: i32 = 130;

/// Two within this time are one.
const AT_ONCE: Duration = Duration::from_millis(400);

/// Sees to it that Ctrl-C leaves no temporary files behind, where nothing else listens to it.
pub fn clean_up_when_ended() {
    // Who listens already does so too.
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
    /// Listens from now on.
    pub fn listen() -> Interrupt {
        Interrupt::listen_and(|| {})
    }

    /// Listens from now on, and does this when Ctrl-C is pressed for the first time, while work goes on.
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
        // Where nobody can listen, Ctrl-C ends the program as ever.
        let _ = ctrlc::set_handler(handler);
        Interrupt { pressed }
    }

    /// What becomes true when Ctrl-C is pressed.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.pressed.clone()
    }

    /// What was pressed has been heard; the next one is the first again.
    pub fn forget(&self) {
        self.pressed.store(false, Ordering::SeqCst);
    }

    /// Whether it was pressed.
    pub fn came(&self) -> bool {
        self.pressed.load(Ordering::SeqCst)
    }
}
