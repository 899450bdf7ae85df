//! `grundy draw`: draws boards, tables and graphs of positions.

use crate::arguments::position;
use crate::budget::BudgetArguments;
use crate::command::table::{TableArguments, report_missing, unknown};
use crate::failure::{Failure, Status};
use crate::io_limits;
use crate::language::{language, write};
use crate::number::whole;
use crate::output_file::write_file;
use crate::play::{PlayArguments, read_position};
use crate::screen::Screen;
use crate::work::Work;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use grundy::Stop;
use grundy::request;
use grundy::rules::Game;
use grundy::view::limits::{MAX_CELL_SIDE, MAX_DRAWN_NODES, MAX_MARKED_CELLS};
use grundy::view::position_graph::{MoveNames, Reach};
use grundy::view::scene::{Scene, can_be_said_in_an_image};
use grundy::view::table_picture::TablePicture;
use grundy::view::{BoardPicture, Overlay, View};
use grundy_message::{Message, message, plural};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Draw a board, a table or a graph of positions, for papers and notes
///
/// Pictures are for white paper, and who wins is told without colours too: lost positions are dark or have two frames, drawn ones
/// have dashed frames, and letters say N (the player to move wins), P (the other wins) and D (draw).
#[derive(Args)]
#[command(after_help = "Examples:
  grundy draw board nim 3 4 5 -o nim.svg
  grundy draw table wythoff 0..40 0..40 --as outcome -o wythoff.png
  grundy draw graph nim 1 2 --depth 3 -o nim.dot
  grundy draw graph bash 6 > bash.svg")]
pub struct Draw {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Board(Board),
    Table(Table),
    Graph(Graph),
}

impl Draw {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the input is wrong, or the picture cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        match self.what {
            What::Board(command) => command.run(screen),
            What::Table(command) => command.run(screen),
            What::Graph(command) => command.run(screen),
        }
    }
}

/// Where a picture goes, and how it is written.
#[derive(Args)]
struct Output {
    /// Where to write the picture; its ending says how [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How it is written [default: by the ending of FILE, else svg]
    #[arg(long, value_name = "HOW")]
    format: Option<Format>,
    /// What is drawn as one JSON object, on one line, instead of the picture
    #[arg(long, conflicts_with_all = ["output", "format"])]
    json: bool,
}

/// How pictures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawing that stays sharp at every size
    Svg,
    /// An image
    Png,
    /// A graph for other programs that draw
    Dot,
}

/// Formats of boards and tables.
const OF_SCENES: &[Format] = &[Format::Svg, Format::Png];
/// Formats of graphs.
const OF_GRAPHS: &[Format] = &[Format::Svg, Format::Dot];

impl Format {
    /// Returns a parser of `--format` that accepts, and lists in the help, only these formats.
    fn among(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
        PossibleValuesParser::new(formats.iter().filter_map(ValueEnum::to_possible_value))
            .try_map(|word| Format::from_str(&word, false))
    }

    fn word(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Dot => "dot",
        }
    }
}

impl Output {
    /// Returns the requested format.
    fn format(&self, known: &[Format]) -> Result<Format, Failure> {
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let words = if known == OF_GRAPHS { message!("svg or dot") } else { message!("svg or png") };
        let wrong = |message: Message| {
            Failure::wrong(message).hint(message!(
                "this picture is written as {words}, as in -o picture.{word}",
                words,
                word = Format::Svg.word()
            ))
        };
        let format = match (self.format, path) {
            (Some(format), _) => format,
            (None, None) => Format::Svg,
            (None, Some(path)) => {
                let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
                match ending.as_str() {
                    "svg" => Format::Svg,
                    "png" => Format::Png,
                    "dot" | "gv" => Format::Dot,
                    "" => {
                        return Err(wrong(message!(
                            "`{name}` has no ending that says how to write it",
                            name = path.display().to_string()
                        )));
                    }
                    other => {
                        return Err(wrong(message!(
                            "nothing is known of pictures that end in .{ending}",
                            ending = other
                        )));
                    }
                }
            }
        };
        match known.contains(&format) {
            true => Ok(format),
            false => Err(wrong(message!("this picture cannot be written as {ending}", ending = format.word()))),
        }
    }

    fn write(&self, screen: &Screen, picture: &[u8], format: Format) -> Result<(), Failure> {
        match &self.output {
            Some(path) if path.as_os_str() != "-" => write_file(path, picture),
            _ if format == Format::Png && io::stdout().is_terminal() => {
                Err(Failure::wrong(message!("an image is nothing for a terminal"))
                    .hint(message!("write it to a file, as in -o picture.png, or into a pipe")))
            }
            _ => screen.print_bytes(picture),
        }
    }

    /// Writes a scene as SVG or as an image.
    fn write_scene(&self, screen: &Screen, scene: &Scene, format: Format, scale: f64) -> Result<(), Failure> {
        match format {
            Format::Png => {
                let image = scene.png(scale).ok_or_else(|| {
                    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
                    Failure::wrong(message!("an image of {width} × {height} dots is too large", width, height))
                        .hint(message!("take a smaller --scale, smaller cells or less to draw"))
                })?;
                self.write(screen, &image, format)
            }
            _ => self.write(screen, scene.svg().as_bytes(), format),
        }
    }
}

/// Parses the number of pixels per unit.
fn scale(text: &str) -> Result<f64, Message> {
    match text.parse::<f64>() {
        Ok(scale) if (0.1..=16.0).contains(&scale) => Ok(scale),
        _ => Err(message!("a number from 0.1 to 16 is expected")),
    }
}

/// Draw a position as it looks: stones, strips, boards, sheets, tokens on graphs, digits
#[derive(Args)]
#[command(after_help = "Examples:
  grundy draw board nim 3 4 5 -o nim.svg
  grundy draw board domineering -o domineering.png --scale 3
  grundy draw board toads_and_frogs TT..FF > toads.svg")]
#[command(mut_arg("max_positions", |argument| argument.hide(true)))]
#[command(mut_arg("threads", |argument| argument.hide(true)))]
#[command(mut_arg("format", |argument| argument.value_parser(Format::among(OF_SCENES))))]
struct Board {
    #[command(flatten)]
    play: PlayArguments,
    /// The parts of the position, as `3` or `4,7` or `X.O/.X./..O`; none is the start
    #[arg(value_parser = position)]
    position: Vec<String>,
    /// How many dots of an image a unit has
    #[arg(long, value_name = "N", value_parser = scale, default_value = "2")]
    scale: f64,
    // Nothing is solved for a picture: its limits are watched from outside.
    #[command(flatten)]
    _budget: BudgetArguments,
    #[command(flatten)]
    output: Output,
}

impl Board {
    fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let format = self.output.format(OF_SCENES)?;
        let play = self.play.load()?;
        let position = read_position(&play, &self.position)?;
        let mut picture = BoardPicture::new(&play.instance, &position);
        if self.output.json {
            screen.print_json(&picture.data())?;
            return Ok(Status::Fine);
        }
        picture.title = printable_title(picture.title, &picture.game, format);
        self.output.write_scene(screen, &picture.scene(language()), format, self.scale)?;
        Ok(Status::Fine)
    }
}

/// Returns the text above a picture: the title in the reader's language. Images have Latin and Chinese glyphs only: a
/// title that cannot be written with them is replaced by the name of the game.
fn printable_title(title: Message, name: &str, format: Format) -> Message {
    let is_printable = format != Format::Png || can_be_said_in_an_image(&write(&title));
    if is_printable { title } else { Message::text(name) }
}

/// Draw a table of values over one or two ranges
///
/// The ranges are those of `grundy table`. A single range is folded into rows.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy draw table kayles 0..99 -o kayles.svg
  grundy draw table wythoff 0..40 0..40 --as outcome -o wythoff.png
  grundy draw table nim 0..255 0..255 --cell 3 -o nim.png
  grundy draw table bash 0..30 --rule \"lose iff n % 4 == 0\" -o bash.svg")]
#[command(mut_arg("format", |argument| argument.value_parser(Format::among(OF_SCENES))))]
struct Table {
    #[command(flatten)]
    request: TableArguments,
    /// Draw what a rule says over the table; it is written as a claim, as in `lose iff n % 4 == 0`
    #[arg(long, value_name = "CLAIM")]
    rule: Option<String>,
    /// The side of a cell [default: as large as fits]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_CELL_SIDE), allow_negative_numbers = true)]
    cell: Option<u32>,
    /// How many dots of an image a unit has
    #[arg(long, value_name = "N", value_parser = scale, default_value = "2")]
    scale: f64,
    #[command(flatten)]
    output: Output,
}

impl Table {
    fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let format = self.output.format(OF_SCENES)?;
        let (request, layout, mut work) = self.request.begin()?;
        let instance = &request.play.instance;
        if format == Format::Svg && !self.output.json && layout.cell_count() > MAX_MARKED_CELLS {
            let message = message!(
                "{count} cells are too many for an svg: the most is {most}",
                count = layout.cell_count(),
                most = MAX_MARKED_CELLS
            );
            return Err(
                Failure::wrong(message).hint(message!("write an image, as in -o table.png, or take smaller ranges"))
            );
        }
        self.rule.as_deref().map_or(Ok(()), |rule| refuse_wrong_rule(instance.game(), rule))?;
        let rule = self.rule.as_deref().map(|rule| {
            Overlay::new(instance, rule, &layout).map_err(Failure::stopped)?.ok_or_else(|| {
                Failure::wrong(message!("`{rule}` says nothing about the cells of this table", rule))
                    .hint(message!("write it as a claim of the file is written, as in --rule \"lose iff n % 4 == 0\""))
                    .hint(message!("a rule is about single positions: in a table of sums it says nothing"))
            })
        });
        let rule = rule.transpose()?;
        let mut table = request.fill(layout, &mut work.cache)?;
        drop(work);
        if self.output.json {
            screen.stream(|output| table.write_json(output))?;
        } else {
            table.title = printable_title(table.title, &table.game, format);
            let picture = TablePicture::new(&table, self.cell);
            let picture = match &rule {
                Some(rule) => picture.with_rule(rule),
                None => picture,
            };
            self.output.write_scene(screen, &picture.scene(language()), format, self.scale)?;
        }
        Ok(report_missing(&table, screen))
    }
}

/// Fails with an explanation if the rule cannot be parsed as a claim of this game.
fn refuse_wrong_rule(game: &Game, rule: &str) -> Result<(), Failure> {
    let Err(found) = game.with_claims([rule]) else { return Ok(()) };
    let Some(wrong) = found.into_iter().next() else { return Ok(()) };
    let failure = Failure::wrong(message!("`{rule}`: {message}", rule, message = wrong.message));
    let failure = wrong.hints.into_iter().fold(failure, Failure::hint);
    Err(failure.hint(message!("write it as a claim of the file is written, as in --rule \"lose iff n % 4 == 0\"")))
}

/// Draw the positions that can be reached from one, and the moves between them, in layers
///
/// Moves that keep a win are thick. Positions at the depth that was asked for are not followed further and say so with dots.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy draw graph nim 1 2 --depth 3 -o nim.svg
  grundy draw graph bash 6 --moves -o bash.dot
  grundy draw graph tic_tac_toe \"XOX/OXO/O..\" --depth 2 --json")]
#[command(mut_arg("format", |argument| argument.value_parser(Format::among(OF_GRAPHS))))]
struct Graph {
    #[command(flatten)]
    play: PlayArguments,
    /// The parts of the position, as `3` or `4,7` or `X.O/.X./..O`; none is the start
    #[arg(value_parser = position)]
    position: Vec<String>,
    /// How many moves to follow
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    depth: u32,
    /// How many positions there may be: more are not drawn, and said to be too many [default: 1500, for dot 20000]
    #[arg(long = "most", value_name = "N", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    max: Option<u32>,
    /// Write the moves beside the arrows
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    budget: BudgetArguments,
    #[command(flatten)]
    output: Output,
}

impl Graph {
    fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let format = self.output.format(OF_GRAPHS)?;
        let play = self.play.load()?;
        let position = read_position(&play, &self.position)?;
        let is_drawn = format == Format::Svg && !self.output.json;
        let (max_nodes, max_edges) = if is_drawn {
            (MAX_DRAWN_NODES, 4 * MAX_DRAWN_NODES)
        } else {
            (io_limits::MAX_GRAPH_POSITIONS, 10 * io_limits::MAX_GRAPH_POSITIONS)
        };
        let max_nodes = self.max.map_or(max_nodes, |max| max_nodes.min(max as usize));
        let reach = Reach { depth: self.depth as usize, max_nodes, max_edges };
        let request = request::Graph { play, position, reach };
        let mut work = Work::begin(&self.budget);
        let outline = request.outline(&work.cache)?;
        if outline.is_cut() {
            return Err(match work.cache.budget().stop() {
                Some(Stop::Cancelled) => unknown(message!("not every position is listed"), Some(Stop::Cancelled)),
                Some(stop) => Failure::stopped(stop),
                None => self.too_many(&request),
            });
        }
        let mut graph = request.fill(outline, &mut work.cache)?;
        drop(work);
        let names = if self.moves { MoveNames::Shown } else { MoveNames::Hidden };
        match (self.output.json, format) {
            (true, _) => screen.print_json(&graph.data())?,
            (false, Format::Dot) => {
                self.output.write(screen, graph.drawing(names, language()).dot().as_bytes(), format)?
            }
            (false, _) => {
                graph.title = printable_title(graph.title, &graph.game, format);
                let svg = graph.drawing(names, language()).svg();
                let svg = svg.ok_or_else(|| self.too_many(&request))?;
                self.output.write(screen, svg.as_bytes(), format)?;
            }
        }
        match graph.is_known() {
            true => Ok(Status::Fine),
            false => Ok(screen.report(&unknown(message!("not every position is known"), graph.stop))),
        }
    }

    fn too_many(&self, request: &request::Graph) -> Failure {
        let (game, max, depth) = (&request.play.instance.game().name, request.reach.max_nodes, self.depth);
        let message = message!(
            "within {depth} {moves} there are more than {most} positions of {game}, or too many moves",
            depth,
            moves = plural(&depth, "move", "moves"),
            most = max,
            game
        );
        Failure::wrong(message).hint(message!("take a smaller --depth or a smaller position")).hint(message!(
            "a picture of more than a few dozen positions is hard to read; --format dot writes more for other programs"
        ))
    }
}
