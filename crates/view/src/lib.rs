//! Solution -> plain data -> characters.
//!
//! In: what was solved, checked or read. Out: a [`View`] of it, which is plain data, and its characters for people
//! ([`format::text`]), for programs ([`format::json`]) and for spreadsheets ([`format::csv`]). No value is computed
//! here: what is shown is what was solved.

pub mod answer;
pub mod automaton_picture;
pub mod board;
pub mod board_text;
pub mod check;
pub mod counted;
pub mod described;
pub mod document;
pub mod drawing;
pub mod explain;
pub mod format;
pub mod found;
pub mod found_picture;
pub mod heap;
pub mod heap_plot;
pub mod kernel;
pub mod limits;
pub mod listing;
pub mod matrix;
pub mod moves;
pub mod overlay;
pub mod plan;
pub mod play;
pub mod position_graph;
pub mod scene;
pub mod sentence;
pub mod table;
pub mod table_picture;
pub mod why;
pub mod words;

pub use answer::{Answer, MadeMove, to_go_on};
pub use automaton_picture::AutomatonPicture;
pub use board::BoardPicture;
pub use check::{FileReport, SampleReport, diagnostic_data};
pub use counted::CountReport;
pub use document::{Block, Document, Sheet, TextStyle, View, Words};
pub use drawing::Drawing;
pub use explain::Explained;
pub use found::{FoundReport, FoundSequence, FoundTable};
pub use heap::{Exceptions, HeapReport, Regularity, SparseReport, SurveyRow};
pub use heap_plot::{HeapPlot, Rarity};
pub use kernel::KernelReport;
pub use listing::Listing;
pub use matrix::MatrixReport;
pub use moves::MoveList;
pub use overlay::Overlay;
pub use plan::PlanReport;
pub use position_graph::{Outline, PositionGraph};
pub use table::{Layout, Range, Table};
pub use why::Why;
pub use words::Language;
