//! What a door takes in and hands out.
//!
//! A user's own program takes what its machine can hold ([`Limits::NONE`]); a server for many takes what it can set up
//! in a moment ([`Limits::of_server`]). `docs/limits.md` lists the constants.

use super::Play;
use crate::rules::Position;
use crate::{Error, Meter};
use grundy_message::message;

/// Maximum number of givens and parts in a request.
pub(super) const MAX_NAMED_VALUES: usize = 10_000;

/// Maximum number of components and givens of a game: some analyses of rules are quadratic in it.
pub(super) const MAX_COMPONENTS: usize = 256;

/// Maximum number of numbers and cells of a position: a board of 141 x 141.
pub(super) const MAX_POSITION_VALUES: usize = 20_000;

/// Maximum number of numbers in all givens: those of a request fit.
pub(super) const MAX_GIVEN_VALUES: usize = 150_000;

/// Maximum number of evaluation steps of givens and of positions, each: a few for every number in a request.
pub(super) const MAX_SETUP_STEPS: u64 = 1_500_000;

/// Maximum size, in numbers and cells, of defaults and starts that are included.
pub(super) const MAX_LISTED_VALUES: usize = 20_000;

/// Maximum number of moves returned with a board; all of them are counted.
pub(super) const MAX_BOARD_MOVES: usize = 3000;

/// Maximum number of rule steps for a board of a position without moves.
pub(super) const MAX_BOARD_STEPS: u64 = 20_000_000;

/// Maximum number of moves returned; all of them are counted.
pub(super) const MAX_MOVES: usize = 10_000;

/// Time limit for all claims of a file together.
pub(super) const MAX_CHECK_SECONDS: f64 = 10.0;

/// Maximum number of positions solved for one claim.
pub(super) const MAX_CLAIM_POSITIONS: u64 = 1 << 18;

/// Default number of moves in the line of best play.
pub(super) const DEFAULT_LINE_MOVES: usize = 40;

/// Maximum number of moves in the line of best play.
pub(super) const MAX_LINE_MOVES: usize = 200;

/// Maximum number of cells of a table that found rules are evaluated for.
pub(super) const MAX_RULE_CELLS: usize = 20_000;

/// Default depth of a graph of positions.
pub(super) const DEFAULT_GRAPH_DEPTH: usize = 3;

/// Maximum depth of a graph of positions.
pub(super) const MAX_GRAPH_DEPTH: usize = 1000;

/// Default number of positions of a graph.
pub(super) const DEFAULT_GRAPH_NODES: usize = 200;

/// Maximum number of positions of a graph.
pub(super) const MAX_GRAPH_NODES: usize = 2000;

/// Maximum number of moves of a graph of positions.
pub(super) const MAX_GRAPH_EDGES: usize = 20_000;

/// Maximum number of chars of a text for people: names in it may be as long as a request.
pub(super) const MAX_TEXT_CHARS: usize = 1000;

/// Maximum number of chars of a name in a message.
pub(super) const MAX_NAME_CHARS: usize = 80;

/// Maximum number of seconds of a search for rules.
pub(super) const MAX_FIND_SECONDS: f64 = 10.0;

/// Bytes of the answer per move, besides the position that it leads to.
const MOVE_BYTES: usize = 200;
/// Evaluation steps to set up givens and positions without a limit: in all, and for each number or byte.
const SETUP_STEPS: u64 = 10_000_000;
const SETUP_STEPS_EACH: u64 = 24;

/// What a door takes in and hands out.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of bytes of rules.
    pub rules_bytes: usize,
    /// Maximum number of givens and parts in a request.
    pub names: usize,
    /// Maximum number of components and givens of a game: some analyses of rules are quadratic in it.
    pub components: usize,
    /// Maximum number of numbers and cells of a position.
    pub position_values: usize,
    /// Maximum number of numbers in all givens.
    pub given_values: usize,
    /// Maximum number of evaluation steps of givens and of positions, each; the default depends on their size.
    pub setup_steps: Option<u64>,
    /// Maximum number of bytes of positions in an answer, as text; as data they take some thirty times as much.
    pub answer_bytes: usize,
}

impl Limits {
    /// Limits that are never met.
    pub const NONE: Limits = Limits {
        rules_bytes: usize::MAX,
        names: usize::MAX,
        components: usize::MAX,
        position_values: usize::MAX,
        given_values: usize::MAX,
        setup_steps: None,
        answer_bytes: usize::MAX,
    };

    /// Returns the limits of a server whose tables take at most `table_bytes`.
    pub fn of_server(rules_bytes: usize, table_bytes: u64) -> Limits {
        Limits {
            rules_bytes,
            names: MAX_NAMED_VALUES,
            components: MAX_COMPONENTS,
            position_values: MAX_POSITION_VALUES,
            given_values: MAX_GIVEN_VALUES,
            setup_steps: Some(MAX_SETUP_STEPS),
            answer_bytes: usize::try_from(table_bytes / 256).unwrap_or(usize::MAX),
        }
    }

    /// Returns the meter for setting up `size` numbers or bytes.
    pub(super) fn meter(&self, size: usize) -> Meter<'static> {
        Meter::steps(self.setup_steps.unwrap_or(SETUP_STEPS + SETUP_STEPS_EACH * size as u64))
    }

    /// Fails if rules of this length are not taken.
    pub(super) fn check_rules(&self, rules: &str) -> Result<(), Error> {
        if rules.len() <= self.rules_bytes {
            return Ok(());
        }
        let message =
            message!("the rules have {count} bytes; {max} is the most", count = rules.len(), max = self.rules_bytes);
        Err(Error::Wrong { kind: "rules-too-long", message, hints: Vec::new() })
    }

    /// Fails if a game has too many components and givens.
    pub(super) fn check_game(&self, game: &crate::rules::Game) -> Result<(), Error> {
        let (count, max) = (game.components.len() + game.givens.len(), self.components);
        if count <= max {
            return Ok(());
        }
        Err(Error::too_large(message!("the game has {count} components and givens; {max} is the most", count, max)))
    }

    /// Returns how many moves of a position are listed, at most `max`: each includes the position that it leads to.
    pub(super) fn listed_moves(&self, play: &Play, position: &Position, max: usize) -> usize {
        if self.answer_bytes == usize::MAX {
            return max;
        }
        let bytes = play.instance.print_position(position).len() + MOVE_BYTES;
        (self.answer_bytes / bytes).clamp(1, max)
    }
}

/// Truncates a name given by the user to a length that fits a message.
pub fn abbreviated(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
