//! `grundy explain`: explains in words why a position is won, lost or drawn, with the line of best play and the proof
//! tree.

use crate::failure::{Failure, Status};
use crate::io_limits;
use crate::play::PositionArguments;
use crate::screen::Screen;
use clap::Args;
use grundy::request::{self, Line};
use grundy_message::{Message, message};

/// Say why a position is won, lost or drawn, and show how
///
/// The argument in words, then the whole line of best play: the winner hurries, the loser delays. `--tree N` shows the proof
/// tree N moves deep: of a won position one winning move, of a lost one every move with the answer to it.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy explain nim 3 4 5
  grundy explain anti_nim \"[1,3,5]\"             Nim where the last stone loses: its class
  grundy explain tic_tac_toe \"X.O/.X./..O\" --tree 2
  grundy explain nim 1000000000000000000 5 7   by a theorem, at any size
  grundy explain moore 1 2 3 --compound upto=2 --json")]
pub struct Explain {
    #[command(flatten)]
    request: PositionArguments,
    /// Show the proof tree so many moves deep
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = depth)]
    tree: Option<usize>,
    /// Show so many moves of best play at most [default: 200, by a theorem 12]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = line_length)]
    line: Option<usize>,
}

impl Explain {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let (play, position, mut work) = self.request.begin()?;
        let line = self.line.map_or(Line::Default(io_limits::DEFAULT_LINE_MOVES), Line::Exactly);
        let tree = self.tree.map(|depth| (depth, io_limits::MAX_TREE_ROWS));
        let request = request::Explain { play, position, line, tree };
        let (explained, evidence) = request.answer(&mut work.cache)?;
        drop(work);
        self.request.show(screen, &explained)?;
        Ok(if evidence.solution.value.winner.is_some() { Status::Fine } else { Status::No })
    }
}

fn depth(text: &str) -> Result<usize, Message> {
    up_to(text, io_limits::MAX_TREE_DEPTH, "2")
}

fn line_length(text: &str) -> Result<usize, Message> {
    up_to(text, io_limits::MAX_LINE_MOVES, "40")
}

fn up_to(text: &str, max: usize, example: &str) -> Result<usize, Message> {
    match text.parse::<usize>() {
        Ok(number) if number <= max => Ok(number),
        _ => Err(message!("a number of moves from 0 to {max} is expected, for example {example}", max, example)),
    }
}
