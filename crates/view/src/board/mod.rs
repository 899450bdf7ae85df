//! A position as it looks: stones in heaps, strips, grids, sheets to be cut, tokens on graphs, digits.
//!
//! In: a position of a game. Out: for each of its parts shapes with coordinates, as data for a front end
//! ([`View::data`]), or as a [`Scene`] for print. The kind of board depends on what positions are made of: the types of
//! the components, and the givens that their ranges refer to. The drawings know no rules; the names of the shapes
//! (`id`) identify presses on them. What no board shows, or what is too large to see, is shown as tiles with the values
//! as text.

use crate::limits;
mod graphs;
mod lists;
mod numbers;
mod paint;
mod touches;

pub use touches::Touches;

use crate::described::title;
use crate::document::{Block, Document, View, Words};
use crate::scene::Scene;
use crate::words::Language;
use grundy_message::Message;
use grundy_rules::game::{Component, Form, Game, Type};
use grundy_rules::{Instance, Part, Position, Side, Value as GameValue};
use serde_json::{Value, json};
use std::borrow::Cow;

/// A position drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// The game's name.
    pub game: String,
    /// Its title.
    pub title: Message,
    /// The position in the notation of positions.
    pub position: String,
    /// The player to move, in a game with players.
    pub mover: Option<String>,
    /// The kind of board: `heaps`, `strip`, `grid` …
    pub board: &'static str,
    kind: Kind,
    /// The parts that are drawn.
    pub parts: Vec<PartPicture>,
    /// Number of further parts.
    pub more_parts: usize,
}

/// A part of a position drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartPicture {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The shapes, in drawing order.
    pub shapes: Vec<Shape>,
    /// What is shown as text: names, which may be empty, and values.
    pub notes: Vec<(String, String)>,
}

/// The kind of a shape.
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
    /// Text.
    Text,
    /// A line or an arrow without interaction.
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
    /// Its kind.
    pub kind: ShapeKind,
    /// What a press on it is about; `None` if it has no interaction.
    pub id: Option<String>,
    /// Its coordinates: the centre of round shapes and text, the corner of others, the start of a line.
    pub at: (f64, f64),
    /// Its width and height, or the extent of a line.
    pub size: (f64, f64),
    /// The radius of a round shape.
    pub radius: f64,
    /// Its style: `light`, `first`, `arrow` … ; may be empty.
    pub look: Cow<'static, str>,
    /// The text on it.
    pub text: String,
    /// Its description for screen readers.
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
        for (name, text) in [("look", self.look.as_ref()), ("text", &self.text), ("label", &self.label)] {
            if !text.is_empty() {
                data[name] = json!(text);
            }
        }
        data
    }
}

/// Rounds to a hundredth of a dot.
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
                    Some(part) => {
                        subject.draw(kind, part).filter(|picture| picture.shapes.len() <= limits::MAX_PART_SHAPES)?
                    }
                    None => PartPicture::default(),
                };
                together += picture.shapes.len().max(1);
                if together > limits::MAX_BOARD_SHAPES {
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
            title: title(game),
            position: instance.print_position(position),
            mover: position.mover.and_then(|side| game.side_name(side)).map(ToOwned::to_owned),
            board: kind.word(),
            kind,
            parts,
            more_parts,
        }
    }

    /// Returns the picture for print, in this language.
    pub fn scene(&self, language: Language) -> Scene {
        paint::scene(self, language)
    }
}

impl View for BoardPicture {
    fn document(&self) -> Document {
        Document(vec![Block::head(&self.title, Words::name(&self.position))])
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
    /// Returns the part as data for a front end.
    pub fn data(&self) -> Value {
        let shapes: Vec<Value> = self.shapes.iter().map(Shape::data).collect();
        json!({"width": rounded(self.width), "height": rounded(self.height), "shapes": shapes, "notes": self.notes})
    }
}

/// Returns the declaration of a component in the source, from its name on, as far as it stands on one line.
pub fn declared<'a>(game: &'a Game, component: &Component) -> &'a str {
    let text = game.source.0.get(component.span.start..).unwrap_or_default();
    let (mut depth, mut quote) = (0usize, None);
    let ends = |c: char| match (quote, c) {
        (_, '\n') => true,
        (Some(open), _) => {
            quote = quote.filter(|_| c != open);
            false
        }
        (None, '#') => true,
        (None, ',' | ')' | ']' | '}') if depth == 0 => true,
        (None, '(' | '[' | '{') => {
            depth += 1;
            false
        }
        (None, ')' | ']' | '}') => {
            depth -= 1;
            false
        }
        (None, '"' | '\'') => {
            quote = Some(c);
            false
        }
        _ => false,
    };
    let end = text.find(ends).unwrap_or(text.len());
    text[..end].trim_end()
}

/// The input of a board.
struct Subject<'a> {
    instance: &'a Instance,
    game: &'a Game,
    /// The first part, which determines how long lists are.
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

    /// Returns the given of this name.
    fn given(&self, name: &str) -> Option<&'a GameValue> {
        let index = self.game.givens.iter().position(|given| given.name == name)?;
        self.instance.givens().get(index)
    }

    /// Returns the lists that the ranges of components refer to, as in `i in 0..len(piles)`.
    fn referenced_lists(&self) -> impl Iterator<Item = (&'a Component, &'a GameValue)> + '_ {
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

    /// Formats a value as short text: symbols in a row without separators.
    fn show(&self, value: &GameValue) -> String {
        let mut text = String::new();
        let mut count = 0;
        self.show_into(value, &mut text, &mut count);
        text
    }

    fn show_into(&self, value: &GameValue, text: &mut String, count: &mut usize) {
        if *count > limits::MAX_VALUE_CHARS {
            return;
        }
        let piece = match value {
            GameValue::Int(int) => int.to_string(),
            GameValue::Bool(bool) => bool.to_string(),
            GameValue::Symbol(symbol) => self.game.symbols.get(symbol.0 as usize).cloned().unwrap_or_default(),
            GameValue::List(elements) | GameValue::Set(elements) => {
                let is_word = elements.iter().all(|element| matches!(element, GameValue::Symbol(_)));
                if !is_word {
                    text.push('[');
                }
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 && !is_word {
                        text.push(',');
                    }
                    // Lists nest as deeply as types do, which the parser limits.
                    self.show_into(element, text, count);
                    if *count > limits::MAX_VALUE_CHARS {
                        return;
                    }
                }
                if !is_word {
                    text.push(']');
                }
                return;
            }
        };
        let room = (limits::MAX_VALUE_CHARS + 1).saturating_sub(*count);
        *count += piece.chars().count();
        text.extend(piece.chars().take(room));
        if *count > limits::MAX_VALUE_CHARS {
            text.push('…');
        }
    }

    /// Returns notes on the components other than this one.
    fn notes_beside(&self, part: &Part, index: usize) -> Vec<(String, String)> {
        let others = part.iter().zip(&self.game.components).enumerate().filter(|(at, _)| *at != index);
        others.map(|(_, (value, component))| (component.name.clone(), self.show(value))).collect()
    }

    /// Returns the owner of a symbol: players' own symbols are theirs, a full stop is an empty cell.
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
        let index = symbols.iter().filter(|other| **other != ".").position(|other| *other == symbol);
        if index == Some(1) { "second" } else { "first" }
    }
}

/// Returns the element type of a list or a bag.
fn sequence(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(inner, _) | Type::Bag(inner) => Some(inner),
        _ => None,
    }
}

/// Returns the minimum of a type, if it is written as a number; 0 if there is none.
fn low(ty: &Type) -> Option<i64> {
    match ty {
        Type::Int { low: Some(low), .. } => Some(small(low).unwrap_or(0)),
        Type::Int { low: None, .. } => Some(0),
        _ => None,
    }
}

/// Returns the value of a literal number.
fn small(expr: &grundy_rules::game::Expr) -> Option<i64> {
    match &expr.form {
        Form::Int(int) => int.to_i64(),
        _ => None,
    }
}

/// Returns the name in the first `len(name)`.
fn length_of(declared: &str) -> Option<&str> {
    declared.match_indices("len(").find_map(|(at, opening)| {
        let inside = &declared[at + opening.len()..];
        let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        (end > 0 && inside[end..].starts_with(')')).then(|| &inside[..end])
    })
}

/// Returns the value as a machine number, if it is one.
fn number(value: &GameValue) -> Option<i64> {
    value.as_int().and_then(grundy_rules::Int::to_i64)
}

/// Returns the elements of a list; empty if it is no list.
fn elements(value: Option<&GameValue>) -> &[GameValue] {
    value.and_then(GameValue::as_elements).unwrap_or_default()
}

#[cfg(test)]
mod tests;
