//! Claims about every size of a game, the evidence for them, and the checker.
//!
//! In: a [`Certificate`], a small text that need not be trusted. Out: a [`Theorem`], or a [`Refusal`] with its reason
//! and line. [`check`] is the only function that makes a [`Theorem`]: it computes the values it needs by its own plain
//! code, which shares nothing with the solvers, and replays the hypotheses of a theorem whose proof is written out in
//! `docs/heap_certificates.md`. What it refuses may still be true.
//!
//! ```
//! use grundy_proof::{Certificate, Limits, check, seal};
//!
//! // Take 1, 3 or 4: the values repeat from the start with period 7.
//! let text = seal("grundy certificate 1\nkind subtraction_window\nhead 0 3 0 3 3\ntail\nparts any\n\
//!                  period 7\npreperiod 0\nsaltus 0\nvalues 4c45bbea289e3e18\n");
//! let certificate: Certificate = text.parse().unwrap();
//! let theorem = check(&certificate, &Limits::default()).unwrap();
//! // 10^18 leaves the remainder 1.
//! assert_eq!(theorem.value(1_000_000_000_000_000_000), Some(1));
//! ```

mod certificate;
mod check;
mod checksum;
mod claim;
pub mod consequence;
mod kind;
pub mod letters;
mod limits;
pub mod linear;
mod recompute;
mod theorem;
mod values;

pub use certificate::{Certificate, Evidence, Sparse};
pub use check::{check, check_unless};
pub use checksum::{Checksum, seal};
pub use claim::{Cause, Claim, Field, Refusal};
pub use limits::Limits;
pub use linear::LinearTheorem;
pub use theorem::Theorem;
