//! The commands, one file each.

mod ask;
mod check;
mod completions;
mod count;
mod draw;
mod explain;
mod export;
mod find;
mod fmt;
mod heap;
mod judge;
mod kernel;
mod list;
mod matrix;
mod moves;
mod new;
mod play;
mod problem;
mod prove;
mod serve;
mod show;
mod solve;
mod stress;
mod table;
mod verify;

use crate::failure::{Failure, Status};
use crate::screen::Screen;
use clap::Subcommand;

/// What is to be done.
#[derive(Subcommand)]
pub enum Command {
    Solve(solve::Solve),
    Moves(moves::Moves),
    Explain(explain::Explain),
    Play(play::PlayGame),
    Ask(ask::Ask),
    Judge(judge::Judge),
    Stress(stress::Stress),
    Export(export::Export),
    Problem(problem::MakeProblem),
    Table(table::Table),
    Count(count::Count),
    Heap(heap::Heap),
    Matrix(matrix::Matrix),
    Draw(draw::Draw),
    Kernel(kernel::Kernel),
    Check(check::Check),
    Fmt(fmt::Fmt),
    New(new::New),
    List(list::List),
    Show(show::Show),
    Find(find::Find),
    Prove(prove::Prove),
    Serve(serve::Serve),
    Verify(verify::Verify),
    Completions(completions::Completions),
}

impl Command {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if there is no answer.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        match self {
            Command::Solve(command) => command.run(screen),
            Command::Moves(command) => command.run(screen),
            Command::Explain(command) => command.run(screen),
            Command::Play(command) => command.run(screen),
            Command::Ask(command) => command.run(screen),
            Command::Judge(command) => command.run(screen),
            Command::Stress(command) => command.run(screen),
            Command::Export(command) => command.run(screen),
            Command::Problem(command) => command.run(screen),
            Command::Table(command) => command.run(screen),
            Command::Count(command) => command.run(screen),
            Command::Heap(command) => command.run(screen),
            Command::Matrix(command) => command.run(screen),
            Command::Draw(command) => command.run(screen),
            Command::Kernel(command) => command.run(screen),
            Command::Check(command) => command.run(screen),
            Command::Fmt(command) => command.run(screen),
            Command::New(command) => command.run(screen),
            Command::List(command) => command.run(screen),
            Command::Show(command) => command.run(screen),
            Command::Find(command) => command.run(screen),
            Command::Prove(command) => command.run(screen),
            Command::Serve(command) => command.run(screen),
            Command::Verify(command) => command.run(screen),
            Command::Completions(command) => command.run(screen),
        }
    }
}
