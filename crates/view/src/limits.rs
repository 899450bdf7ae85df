//! Every limit on what people see: how much of an answer, a table, a board or a picture is shown.
//!
//! `docs/limits.md` lists those that a user can meet. No option raises them.

/// Maximum number of winning moves of an answer that are listed for programs; all of them are counted.
pub const MAX_WINNING_MOVES: usize = 1000;

/// Maximum number of winning moves shown to people.
pub const MAX_WINNING_MOVES_SHOWN: usize = 8;

/// Number of moves that a game in the terminal shows at once, unless all are requested.
pub const MAX_CHOICES_SHOWN: usize = 20;

/// Maximum number of values that an explanation lists one by one.
pub const MAX_VALUES_SPELLED: usize = 12;

/// Maximum number of cells of a table.
pub const MAX_TABLE_CELLS: i128 = 1_000_000;

/// Maximum number of rule steps to evaluate a rule on the cells of a table.
pub const MAX_OVERLAY_STEPS: u64 = 40_000_000;

/// Minimum legible font size.
pub const MIN_FONT_SIZE: f64 = 6.0;

/// Maximum side of a cell of a picture that can be requested.
pub const MAX_CELL_SIDE: u32 = 64;

/// Maximum number of cells of a picture of single marks; images may have all that a table has.
pub const MAX_MARKED_CELLS: usize = 40_000;

/// Maximum number of values shown of a row for which a rule was found.
pub const MAX_FOUND_ROW: i64 = 40;

/// Maximum number of rows and columns shown of a plane for which a rule was found.
pub const MAX_FOUND_SIDE: i64 = 13;

/// Maximum number of lost positions listed beside a rule.
pub const MAX_FOUND_LOST: usize = 24;

/// Maximum number of failed attempts shown.
pub const MAX_FOUND_TRIED: usize = 8;

/// Maximum number of rows and columns drawn of a plane for which a rule was found.
pub const MAX_FOUND_PICTURE_SIDE: i64 = 64;

/// Maximum number of values drawn of a row for which a rule was found.
pub const MAX_FOUND_PICTURE_ROW: i64 = 512;

/// Maximum number of labels on one arrow of an automaton; more are cut.
pub const MAX_ARROW_LABELS: usize = 6;

/// Maximum number of nodes of a graph listed for people.
pub const MAX_NODES_LISTED: usize = 40;

/// Maximum number of kernels of a graph shown to people.
pub const MAX_KERNELS_SHOWN: usize = 20;

/// Maximum number of stones of a heap in a board of text; a larger heap is only a number.
pub const MAX_TEXT_STONES: usize = 40;

/// Maximum length of a strip that is written with its places.
pub const MAX_TEXT_STRIP: usize = 40;

/// Maximum number of parts of a board of text; more are on one line, as everywhere else.
pub const MAX_TEXT_PARTS: usize = 24;

/// Maximum number of shapes of a part of a board; a larger one is drawn as tiles.
pub const MAX_PART_SHAPES: usize = 4000;

/// Maximum number of shapes of all parts of a board together; the rest is not drawn.
pub const MAX_BOARD_SHAPES: usize = 20_000;

/// Maximum number of characters of a value that are shown on a board.
pub const MAX_VALUE_CHARS: usize = 40;

/// Maximum number of stones of a heap on a board; more are a number.
pub const MAX_STONES: i64 = 96;

/// Maximum number of stones drawn for one number of a list; more are a number.
pub const MAX_ROW_STONES: i64 = 60;

/// Maximum number of cells per side of a sheet or a row; larger ones are tiles.
pub const MAX_SHEET_SIDE: i64 = 120;

/// Maximum number of elements of a list on a board; a longer one is a tile.
pub const MAX_LIST_ELEMENTS: usize = 400;

/// Maximum number of cells of a strip for coins; a longer one is a tile.
pub const MAX_STRIP_PLACES: i64 = 120;

/// Maximum number of nodes of a graph on a board.
pub const MAX_BOARD_NODES: usize = 200;

/// Maximum number of edges of a graph on a board.
pub const MAX_BOARD_EDGES: usize = 1500;

/// Maximum total width of parts beside each other, if they can be put below each other.
pub const MAX_BOARD_WIDTH: f64 = 900.0;

/// Maximum number of moves of one position of a graph of positions.
pub const MAX_GRAPH_MOVES: u64 = 1 << 16;

/// Maximum number of rule steps to list the moves of one position of a graph of positions.
pub const MAX_GRAPH_STEPS: u64 = 50_000_000;

/// Maximum size in bytes of the moves of one position of a graph of positions, which bounds their number on large
/// boards.
pub const MAX_GRAPH_BYTES: u64 = 32 << 20;

/// Maximum number of characters drawn of a position of a graph.
pub const MAX_NODE_CHARS: usize = 48;

/// Maximum number of moves named beside one arrow of a graph of positions.
pub const MAX_ARROW_MOVES: usize = 3;

/// Maximum number of nodes of a drawing; it may have four times as many arrows.
pub const MAX_DRAWN_NODES: usize = 1500;

/// Maximum number of joints of all arrows of a drawing together; beyond that they are drawn straight.
pub const MAX_JOINTS: usize = 12_000;

/// Maximum number of pixels of an image.
pub const MAX_PIXELS: f64 = 60e6;

/// Maximum number of rows and of columns of a matrix game that is printed as a table.
pub const MAX_MATRIX_SIDE: usize = 12;

/// Maximum number of lines printed of one kind of answer about a matrix game.
pub const MAX_MATRIX_LINES: usize = 20;
