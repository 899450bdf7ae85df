//! A position as it looks: stones in heaps, strips, grids, sheets to be cut, tokens on graphs, digits.
//!
//! In: a position of a game. Out: for each of its parts shapes with places, told as data to whoever draws them ([`View::data`]), or as
//! a [`Scene`] for print. Which board it is goes by what positions are made of: the kinds of the components, and the givens their ranges
//! speak of. The drawings know no rules; the names of the shapes (`id`) are what presses on them are told by. What no board shows,
//! or what is too large to be looked at, is shown as tiles with the values as text.

mod graphs;
mod lists;
mod numbers;
mod paint;

use crate::document::{Block, Document, View, Words};
use crate::scene::Scene;
use crate::words::Language;
use grundy_rules::game::{Component, Form, Game, Type};
use grundy_rules::{Instance, Part, Position, Side, Value as Worth};
use serde_json::{Value, json};
use std::borrow::Cow;

/// No part is drawn with more shapes; it is tiles then.
const MOST_SHAPES: usize = 4000;
/// All parts together have no more; the rest is not drawn.
const MOST_TOGETHER: usize = 20_000;
/// How many letters of a value are shown.
const MOST_LETTERS: usize = 40;

/// A position drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// The game's name.
    pub game: String,
    /// What people call it.
    pub title: String,
    /// The position in the notation of positions.
    pub position: String,
    /// Who is to move, in a game with players.
    pub mover: Option<String>,
    /// Which kind of board it is: `heaps`, `strip`, `grid` …
    pub board: &'static str,
    /// The parts, as many as can be looked at.
    pub parts: Vec<PartPicture>,
    /// How many parts there are beyond these.
    pub more_parts: usize,
}

/// A part of a position drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartPicture {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What is drawn, one over the other.
    pub shapes: Vec<Shape>,
    /// What is told in words: names, which may be empty, and values.
    pub notes: Vec<(String, String)>,
}

/// What a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// A stone of a heap.
    Stone,
    /// A square of a row of squares.
    Square,
    /// A cell of a board.
    Cell,
    /// A piece.
    Disc,
    /// Words.
    Text,
    /// A line or an arrow that is only looked at.
    Line,
    /// An edge of a graph.
    Edge,
    /// A node of a graph.
    Node,
    /// A frame.
    Box,
    /// A line along which a sheet can be cut.
    Cut,
    /// A pit with seeds.
    Pit,
}

impl ShapeKind {
    fn word(self) -> &'static str {
        match self {
            ShapeKind::Stone => "stone",
            ShapeKind::Square => "square",
            ShapeKind::Cell => "cell",
            ShapeKind::Disc => "disc",
            ShapeKind::Text => "text",
            ShapeKind::Line => "line",
            ShapeKind::Edge => "edge",
            ShapeKind::Node => "node",
            ShapeKind::Box => "box",
            ShapeKind::Cut => "cut",
            ShapeKind::Pit => "pit",
        }
    }
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// What a press on it is about; none for what is only looked at.
    pub id: Option<String>,
    /// Its place: the middle of what is round and of words, the corner of what is not, the beginning of a line.
    pub at: (f64, f64),
    /// Its width and height, or how far a line goes.
    pub size: (f64, f64),
    /// The radius of what is round.
    pub radius: f64,
    /// How it looks: `light`, `first`, `arrow` … ; may be empty.
    pub look: Cow<'static, str>,
    /// What stands on it.
    pub text: String,
    /// What is said of it to who cannot see it.
    pub label: String,
}

impl Shape {
    fn new(kind: ShapeKind, x: f64, y: f64) -> Shape {
        Shape {
            kind,
            id: None,
            at: (x, y),
            size: (0.0, 0.0),
            radius: 0.0,
            look: Cow::Borrowed(""),
            text: String::new(),
            label: String::new(),
        }
    }

    fn id(self, id: impl Into<String>) -> Shape {
        Shape { id: Some(id.into()), ..self }
    }

    fn size(self, width: f64, height: f64) -> Shape {
        Shape { size: (width, height), ..self }
    }

    fn radius(self, radius: f64) -> Shape {
        Shape { radius, ..self }
    }

    fn look(self, look: impl Into<Cow<'static, str>>) -> Shape {
        Shape { look: look.into(), ..self }
    }

    fn text(self, text: impl Into<String>) -> Shape {
        Shape { text: text.into(), ..self }
    }

    fn label(self, label: impl Into<String>) -> Shape {
        Shape { label: label.into(), ..self }
    }

    fn data(&self) -> Value {
        let mut data = json!({"kind": self.kind.word(), "x": rounded(self.at.0), "y": rounded(self.at.1)});
        if let Some(id) = &self.id {
            data["id"] = json!(id);
        }
        if self.size != (0.0, 0.0) {
            data["w"] = json!(rounded(self.size.0));
            data["h"] = json!(rounded(self.size.1));
        }
        if self.radius > 0.0 {
            data["r"] = json!(rounded(self.radius));
        }
        for (name, said) in [("look", self.look.as_ref()), ("text", &self.text), ("label", &self.label)] {
            if !said.is_empty() {
                data[name] = json!(said);
            }
        }
        data
    }
}

/// A hundredth of a dot is as good as none.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The kinds of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Heaps,
    Piles,
    Row,
    Sheet,
    Point,
    Walkers,
    Tokens,
    Edges,
    Boxes,
    Grid,
    Strip,
    Switches,
    Pits,
    Digits,
    Coins,
    Rows,
    Tiles,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Heaps => "heaps",
            Kind::Piles => "piles",
            Kind::Row => "row",
            Kind::Sheet => "sheet",
            Kind::Point => "point",
            Kind::Walkers => "walkers",
            Kind::Tokens => "tokens",
            Kind::Edges => "edges",
            Kind::Boxes => "boxes",
            Kind::Grid => "grid",
            Kind::Strip => "strip",
            Kind::Switches => "switches",
            Kind::Pits => "pits",
            Kind::Digits => "digits",
            Kind::Coins => "coins",
            Kind::Rows => "rows",
            Kind::Tiles => "tiles",
        }
    }
}

impl BoardPicture {
    /// Draws a position.
    pub fn new(instance: &Instance, position: &Position) -> BoardPicture {
        let game = instance.game();
        let subject = Subject { instance, game, sample: position.in_play().next() };
        let drawn = |kind: Kind| -> Option<(Vec<PartPicture>, usize)> {
            let mut parts = Vec::new();
            let mut together = 0;
            for part in position.parts.iter() {
                let picture = match part {
                    Some(part) => subject.draw(kind, part).filter(|picture| picture.shapes.len() <= MOST_SHAPES)?,
                    None => PartPicture::default(),
                };
                together += picture.shapes.len().max(1);
                if together > MOST_TOGETHER {
                    break;
                }
                parts.push(picture);
            }
            let more = position.parts.len() - parts.len();
            Some((parts, more))
        };
        let chosen = subject.kind();
        let (kind, (parts, more_parts)) = match drawn(chosen) {
            Some(drawn) => (chosen, drawn),
            None => (Kind::Tiles, drawn(Kind::Tiles).unwrap_or_default()),
        };
        BoardPicture {
            game: game.name.clone(),
            title: game.title.clone().unwrap_or_else(|| game.name.clone()),
            position: instance.print_position(position),
            mover: position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned),
            board: kind.word(),
            parts,
            more_parts,
        }
    }

    /// The picture for print, in this language.
    pub fn scene(&self, language: Language) -> Scene {
        paint::scene(self, language)
    }
}

impl View for BoardPicture {
    fn document(&self) -> Document {
        Document(vec![Block::Line(Words::plain(format!("{}: {}", self.title, self.position)))])
    }

    fn data(&self) -> Value {
        let parts: Vec<Value> = self.parts.iter().map(PartPicture::data).collect();
        json!({
            "game": self.game, "position": self.position, "mover": self.mover, "board": self.board,
            "parts": parts, "more_parts": self.more_parts,
        })
    }
}

impl PartPicture {
    /// The part for who draws it.
    pub fn data(&self) -> Value {
        let shapes: Vec<Value> = self.shapes.iter().map(Shape::data).collect();
        json!({"width": rounded(self.width), "height": rounded(self.height), "shapes": shapes, "notes": self.notes})
    }
}

/// The words of a file from the name of a component on to the end of the line.
pub fn declared<'a>(game: &'a Game, component: &Component) -> &'a str {
    let text = game.source.0.get(component.span.start..).unwrap_or_default();
    text.lines().next().unwrap_or_default()
}

/// What a board is drawn of.
struct Subject<'a> {
    instance: &'a Instance,
    game: &'a Game,
    /// The first part, which tells how long lists are.
    sample: Option<&'a Part>,
}

impl<'a> Subject<'a> {
    fn draw(&self, kind: Kind, part: &Part) -> Option<PartPicture> {
        match kind {
            Kind::Heaps => Some(numbers::heaps(self, part)),
            Kind::Piles => numbers::piles(self, part),
            Kind::Row => numbers::row(self, part),
            Kind::Sheet => numbers::sheet(part),
            Kind::Point => numbers::point(part),
            Kind::Tiles => Some(numbers::tiles(self, part)),
            Kind::Walkers => lists::walkers(self, part),
            Kind::Boxes => lists::boxes(self, part),
            Kind::Grid => lists::grid(self, part),
            Kind::Strip => lists::strip(self, part),
            Kind::Switches => Some(lists::switches(self, part)),
            Kind::Pits => Some(lists::pits(self, part)),
            Kind::Digits => Some(lists::digits(self, part)),
            Kind::Coins => lists::coins(self, part),
            Kind::Rows => lists::rows(self, part),
            Kind::Tokens => graphs::tokens(self, part),
            Kind::Edges => graphs::edges(self, part),
        }
    }

    fn kind(&self) -> Kind {
        let components = &self.game.components;
        let Some(first) = components.first() else { return Kind::Tiles };
        let second = components.get(1);
        let names: Vec<&str> = components.iter().map(|component| component.name.as_str()).collect();
        if components.iter().all(|component| matches!(component.ty, Type::Int { .. } | Type::Bool)) {
            return if lists::maze(self).is_some() {
                Kind::Walkers
            } else if graphs::arrows(self).is_some() {
                Kind::Tokens
            } else if numbers::window_list(self).is_some() {
                Kind::Piles
            } else if numbers::row_length(self).is_some() {
                Kind::Row
            } else if names == ["w", "h"] {
                Kind::Sheet
            } else if names == ["x", "y"] {
                Kind::Point
            } else if low(&first.ty).is_some_and(|low| (0..=1).contains(&low)) {
                Kind::Heaps
            } else {
                Kind::Tiles
            };
        }
        let grid_of = |ty: &'a Type| sequence(ty).and_then(sequence);
        if let Some(cell) = grid_of(&first.ty) {
            return match second.and_then(|second| grid_of(&second.ty)) {
                Some(_) if self.symbols(cell).contains(&"-") => Kind::Boxes,
                Some(_) => Kind::Tiles,
                None => Kind::Grid,
            };
        }
        match sequence(&first.ty) {
            Some(Type::Symbols(_)) => Kind::Strip,
            Some(Type::Bool) if graphs::edge_list(self).is_some() => Kind::Edges,
            Some(Type::Bool) => Kind::Switches,
            Some(Type::Int { .. }) if second.is_some_and(|second| sequence(&second.ty).is_some()) => Kind::Pits,
            Some(Type::Int { low: Some(low), high: Some(high) }) if small(low) == Some(0) && small(high) == Some(9) => {
                Kind::Digits
            }
            Some(Type::Int { .. }) if matches!(names[0], "coins" | "p" | "positions" | "places") => Kind::Coins,
            Some(Type::Int { .. }) => Kind::Rows,
            _ => Kind::Tiles,
        }
    }

    /// What is given under this name.
    fn given(&self, name: &str) -> Option<&'a Worth> {
        let place = self.game.givens.iter().position(|given| given.name == name)?;
        self.instance.givens().get(place)
    }

    /// The values whose lists the ranges of components speak of, as `i in 0..len(piles)`.
    fn lists_spoken_of(&self) -> impl Iterator<Item = (&'a Component, &'a Worth)> + '_ {
        self.game.components.iter().filter_map(|component| {
            let name = length_of(declared(self.game, component))?;
            Some((component, self.given(name)?))
        })
    }

    fn symbols(&self, ty: &Type) -> Vec<&'a str> {
        match ty {
            Type::Symbols(symbols) => symbols
                .iter()
                .filter_map(|symbol| self.game.symbols.get(symbol.0 as usize))
                .map(String::as_str)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A value as short text: symbols in a row without anything between them.
    fn show(&self, worth: &Worth) -> String {
        let mut text = String::new();
        let mut letters = 0;
        self.show_into(worth, &mut text, &mut letters);
        text
    }

    fn show_into(&self, worth: &Worth, text: &mut String, letters: &mut usize) {
        if *letters > MOST_LETTERS {
            return;
        }
        let said = match worth {
            Worth::Int(int) => int.to_string(),
            Worth::Bool(bool) => bool.to_string(),
            Worth::Symbol(symbol) => self.game.symbols.get(symbol.0 as usize).cloned().unwrap_or_default(),
            Worth::List(elements) | Worth::Set(elements) => {
                let is_word = elements.iter().all(|one| matches!(one, Worth::Symbol(_)));
                if !is_word {
                    text.push('[');
                }
                for (place, element) in elements.iter().enumerate() {
                    if place > 0 && !is_word {
                        text.push(',');
                    }
                    // Lists nest as deeply as types do, which the parser limits.
                    self.show_into(element, text, letters);
                    if *letters > MOST_LETTERS {
                        return;
                    }
                }
                if !is_word {
                    text.push(']');
                }
                return;
            }
        };
        let room = (MOST_LETTERS + 1).saturating_sub(*letters);
        *letters += said.chars().count();
        text.extend(said.chars().take(room));
        if *letters > MOST_LETTERS {
            text.push('…');
        }
    }

    /// What is told of the components other than this one.
    fn notes_beside(&self, part: &Part, place: usize) -> Vec<(String, String)> {
        let others = part.iter().zip(&self.game.components).enumerate().filter(|(at, _)| *at != place);
        others.map(|(_, (worth, component))| (component.name.clone(), self.show(worth))).collect()
    }

    /// Whose piece a symbol is: players' own symbols are theirs, a full stop is an empty cell.
    fn look(&self, symbol: &str, component: usize) -> &'static str {
        for (side, look) in [(Side::Left, "first"), (Side::Right, "second")] {
            let name = self.game.side_name(side).unwrap_or_default();
            let initial: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            if !name.is_empty() && (initial == symbol || name == symbol) {
                return look;
            }
        }
        let mut ty = self.game.components.get(component).map(|component| &component.ty);
        while let Some(inner) = ty.and_then(sequence) {
            ty = Some(inner);
        }
        let symbols = ty.map(|ty| self.symbols(ty)).unwrap_or_default();
        let place = symbols.iter().filter(|one| **one != ".").position(|one| *one == symbol);
        if place == Some(1) { "second" } else { "first" }
    }
}

/// What a list or a bag is of.
fn sequence(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(inner, _) | Type::Bag(inner) => Some(inner),
        _ => None,
    }
}

/// The least number of a type, where it is written as a number; 0 where nothing is said.
fn low(ty: &Type) -> Option<i64> {
    match ty {
        Type::Int { low: Some(low), .. } => Some(small(low).unwrap_or(0)),
        Type::Int { low: None, .. } => Some(0),
        _ => None,
    }
}

/// The number that stands there, where one does.
fn small(expr: &grundy_rules::game::Expr) -> Option<i64> {
    match &expr.form {
        Form::Int(int) => int.to_i64(),
        _ => None,
    }
}

/// The name in the first `len(name)`.
fn length_of(declared: &str) -> Option<&str> {
    declared.match_indices("len(").find_map(|(at, opening)| {
        let inside = &declared[at + opening.len()..];
        let end = inside.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
        (end > 0 && inside[end..].starts_with(')')).then(|| &inside[..end])
    })
}

/// The number, where it is one that can be counted to.
fn number(worth: &Worth) -> Option<i64> {
    worth.as_int().and_then(grundy_rules::Int::to_i64)
}

/// The elements of a list; none where it is no list.
fn elements(worth: Option<&Worth>) -> &[Worth] {
    worth.and_then(Worth::as_elements).unwrap_or_default()
}

#[cfg(test)]
mod tests;
