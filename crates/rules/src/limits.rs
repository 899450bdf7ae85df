//! Every limit of the languages and of what is reported about a file: nesting, sizes of numbers and lists, mistakes.
//!
//! Anything beyond one of these is refused with a message that names it. `docs/limits.md` lists them.
//! [`Limit`](crate::Limit)s, which a larger budget raises, stand beside the work that they limit.

/// Maximum number of mistakes reported of one file; more are counted.
pub const MAX_MESSAGES: usize = 50;

/// Maximum nesting of brackets, `if` and prefix operators.
pub const MAX_NESTED: usize = 100;

/// Maximum number of operands within operands that are open at once, which bounds the stack whatever the mix of
/// operators.
pub const MAX_FRAMES: usize = 210;

/// Maximum length of a chain of one operator.
pub const MAX_CHAINED: usize = 400;

/// Maximum height of a tree, so that recursive walks over it have a bounded stack.
pub const MAX_HEIGHT: usize = 600;

/// Maximum nesting of expressions, including that through `let`s.
pub const MAX_DEPTH: usize = 1000;

/// Maximum number of parts that one move leaves.
pub const MAX_PARTS_LEFT: usize = 1 << 16;
/// Maximum length of a list.
pub const MAX_ELEMENTS: usize = 1 << 22;

/// Maximum number of steps for evaluating givens, defaults and positions.
pub const MAX_SETUP_STEPS: u64 = 10_000_000;

/// Maximum number of parts moved in at once: with more there are over 2^64 moves.
pub const MAX_JOINT_PARTS: usize = 64;

/// Maximum number of places of a heap code: a set with a larger number is refused before anything is allocated.
pub const MAX_PLACES: usize = 1 << 20;

/// Maximum nesting of braces in a graph file.
pub const MAX_GRAPH_NESTING: usize = 200;

/// Maximum number of arrows of a graph file, so that they can be counted in a `u32`.
pub const MAX_ARROWS: usize = 4_294_967_294;

/// Maximum number of elements of a list that are varied to find small positions. What this and the next three leave
/// out is reported with a check (`leaves_out`).
pub const MAX_VARIED_ELEMENTS: usize = 40;

/// Maximum length of a list of fixed length whose small positions are listed at all.
pub const MAX_SMALL_LIST: usize = 4_000;

/// Maximum number of values of one weight listed for one component.
pub const MAX_VALUES_OF_A_WEIGHT: usize = 4_000;

/// Maximum number of beginnings of lists tried for one weight.
pub const MAX_LISTING_STEPS: usize = 400_000;

/// Maximum number of choices near the numbers of the rules that are tried for each given.
pub const MAX_NEAR_NUMBERS: usize = 18;

/// Maximum length of a line shown with a replacement in it: the renderer writes such lines whole.
pub const MAX_PATCHED_LINE: usize = 1000;

/// Maximum length in bytes of a word that is compared with known ones for a suggestion.
pub const MAX_COMPARED_WORD: usize = 200;

/// Maximum number of known names compared with an unknown one for a suggestion.
pub const MAX_COMPARED_NAMES: usize = 4000;

/// Maximum number of names that a message lists.
pub const MAX_NAMES_LISTED: usize = 40;

/// Maximum number of characters of a wrong word that are shown.
pub const MAX_WORD_CHARS_SHOWN: usize = 24;

/// Maximum length of an example position in bytes: a large board is shown by a small one.
pub const MAX_EXAMPLE_BYTES: usize = 300;
