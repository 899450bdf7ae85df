//! `grundy kernel`: finds the nodes of a graph that win, lose and draw, and its kernels.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::file::{STANDARD_INPUT, quoted, read_bytes, read_input_bytes, utf8};
use crate::interrupt::Interrupt;
use crate::io_limits;
use crate::language::language;
use crate::limits;
use crate::number::whole;
use crate::options::raise_limit;
use crate::output_file::{Wanted, check_outputs, write_file};
use crate::progress::Progress;
use crate::screen::{Screen, note};
use clap::{Args, ValueEnum};
use grundy::Budget;
use grundy::digraph::Digraph;
use grundy::rules::Meter;
use grundy::rules::graph_text::{NamedGraph, Notation, guess, parse};
use grundy::view::format::csv;
use grundy::view::{KernelReport, View};
use grundy_message::message;
use std::cell::Cell;
use std::path::PathBuf;

/// Say of every node of a graph who wins with a token on it, and list its kernels
///
/// A kernel is a set of nodes with no arrow inside, to which every node outside has an arrow. A graph without loops has one:
/// the nodes from which the player to move loses. The file is an edge list (a line `a b` for each arrow), DOT or
/// JSON ([[1,2],[],[0]], {"a":["b"]} or {"edges":[["a","b"]]}); - is standard input.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy kernel graph.txt
  grundy kernel graph.dot --svg graph.svg
  grundy kernel moves.json --all --json
  printf 'a b\\nb a\\n' | grundy kernel - --all")]
pub struct Kernel {
    /// The file; - is standard input
    graph: PathBuf,
    /// How it is written [default: by its first words]
    #[arg(long, value_name = "HOW")]
    format: Option<Written>,
    /// List all kernels, also where there are loops
    #[arg(long)]
    all: bool,
    /// How many kernels are kept; more are only counted
    #[arg(long = "most", value_name = "N", default_value_t = 1000, requires = "all", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    max: u32,
    /// Write the graph in DOT, coloured
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetArguments,
    /// A line for each node, as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// As one JSON object, on one line
    #[arg(long)]
    json: bool,
}

/// What `--format` takes.
#[derive(Clone, Copy, ValueEnum)]
enum Written {
    /// A line `a b` for each arrow
    Edges,
    /// The same after a first line `n m`: how many nodes, how many arrows
    Counted,
    Dot,
    Json,
}

impl From<Written> for Notation {
    fn from(written: Written) -> Notation {
        match written {
            Written::Edges => Notation::Edges,
            Written::Counted => Notation::CountedEdges,
            Written::Dot => Notation::Dot,
            Written::Json => Notation::Json,
        }
    }
}

impl Kernel {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        check_outputs(&[
            Wanted { option: "--dot", path: self.dot.as_ref(), endings: &["dot", "gv"] },
            Wanted { option: "--svg", path: self.svg.as_ref(), endings: &["svg"] },
        ])?;
        let path = self.graph.display().to_string();
        let (shown, bytes) = match path.as_str() {
            "-" => (STANDARD_INPUT, read_input_bytes(io_limits::MAX_GRAPH_BYTES)?),
            path => (path, read_bytes(&self.graph, io_limits::MAX_GRAPH_BYTES)?),
        };
        let text = utf8(bytes, shown)
            .map_err(|failure| failure.hint(message!("a graph is an edge list, DOT or JSON, as text")))?;
        let notation = self.format.map_or_else(|| guess(&text), Notation::from);
        // The graph is held beside the text until all of it is read.
        let held = text.capacity() as u64;
        let ended = Cell::new(None);
        let meter = Meter::new(0, |bytes| {
            ended.set(limits::room(held.saturating_add(bytes)).err());
            ended.get().is_none()
        });
        let read = parse(&text, notation, &meter).map_err(|mistake| match ended.get() {
            Some(stop) => Failure::stopped(stop),
            None => {
                let shown = quoted(shown);
                Failure::wrong(message!(
                    "{shown} is no graph: line {line}, column {column}: {mistake}",
                    shown,
                    line = mistake.line,
                    column = mistake.column,
                    mistake = mistake.message
                ))
                .hint(mistake.hint.clone())
            }
        })?;
        drop(text);
        let NamedGraph { names, starts, targets } = read;
        let graph = Digraph::new(starts, targets).expect("what was read leads from nodes to nodes");
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..self.budget.budget(Budget::default(), &progress) };
        let stopped = |stop: grundy::Stop| {
            raise_limit(stop)
                .into_iter()
                .fold(Failure::unanswered(message!("the nodes could not be judged: {why}", why = stop)), Failure::hint)
        };
        let values = graph.evaluate(&budget).map_err(stopped)?;
        let kernels = self.all.then(|| graph.kernels(self.max as usize, &budget));
        drop(progress);
        let report = KernelReport { names: &names, graph: &graph, values: &values, kernels: kernels.as_ref() };
        if let Some(path) = &self.dot {
            write_file(path, report.drawing(language()).dot())?;
        }
        if let Some(path) = &self.svg {
            let svg = report.drawing(language()).svg().ok_or_else(|| {
                Failure::wrong(message!("{count} nodes are too many for a picture", count = graph.len()))
                    .hint(message!("write it with --dot, or the values of all nodes with --csv"))
            })?;
            write_file(path, &svg)?;
        }
        match (self.json, self.csv) {
            (true, _) => screen.stream(|output| report.write_json(output))?,
            (false, true) => screen.stream(|output| csv::write(output, report.sheet().expect("nodes are rows")))?,
            (false, false) => screen.show(&report)?,
        }
        match kernels.and_then(|kernels| kernels.stop) {
            None => Ok(Status::Fine),
            Some(stop) => {
                note(&message!("not all kernels were counted: {why}", why = stop));
                Ok(Status::No)
            }
        }
    }
}
