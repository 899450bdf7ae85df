//! A contest problem made of the rules of a game: the text of its problem file.
//!
//! In: a game and a [`Statement`], which says how positions are laid out and what is printed. Out: the text of a `.problem` file, for
//! people or for [`Problem::read`](crate::Problem::read). Idea: the givens and the components of the game are the fields of the
//! input, so that all that takes a problem takes rules too, and there is no second way from an input to a position. What has no
//! form as words between white space, or could be read in two ways, is refused with its name.

mod draws;
mod fields;
mod lines;
mod shape;

use crate::problem_limits::MAX_PARTS_STATED;
use draws::Draws;
use fields::{Field, fields};
use grundy_message::{Message, message};
use grundy_rules::ast::{ClauseKind, Expr};
use grundy_rules::game::Game;
use grundy_rules::print::{format, print_clause, print_expression};
use grundy_rules::shape::why_no_grundy;
use grundy_rules::{Symbol, Value};
use lines::{begins_with_zero, text};
use std::collections::BTreeSet;

/// How the positions of an input follow one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One position.
    One,
    /// Positions until the input ends.
    #[default]
    Lines,
    /// The number of positions, then these.
    Counted,
    /// The number of positions and the givens, then positions for these givens.
    Shared,
    /// Positions until a 0 stands where one would begin.
    Zero,
    /// Positions until a 0 stands in place of each number of the first line of one.
    Zeros,
}

impl Layout {
    /// All of them, with the names that select them.
    pub const ALL: [(Layout, &'static str); 6] = [
        (Layout::Lines, "lines"),
        (Layout::Counted, "counted"),
        (Layout::Shared, "shared"),
        (Layout::Zero, "zero"),
        (Layout::Zeros, "zeros"),
        (Layout::One, "one"),
    ];
}

/// How many parts a position has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// One, which is not counted.
    #[default]
    One,
    /// As many as the number in front says.
    Counted,
    /// Always so many.
    Exactly(usize),
}

/// What is printed for a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Print {
    /// Who wins.
    #[default]
    Winner,
    /// The Grundy value, or the score of a game for points.
    Value,
    /// The first winning move in the order of the rules.
    Move,
}

/// How rules become a contest problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statement {
    /// How positions follow one another.
    pub layout: Layout,
    /// How many parts a position has.
    pub parts: Parts,
    /// What is printed.
    pub print: Print,
    /// Components that are read although they have a default; `mover` is the player to move.
    pub read: Vec<String>,
    /// Givens that are fixed, not read.
    pub givens: Vec<(String, Value)>,
    /// The judge's words for answers.
    pub words: Vec<(String, String)>,
    /// The limits of fields, as rules of `limits`.
    pub ranges: Vec<(String, String)>,
}

/// Where a problem file finds the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// The game of this name, of the catalogue or in a file.
    Named(String),
    /// The rules stand in the problem file.
    Inside,
}

/// Why rules make no problem, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unstated {
    /// What is wrong, in lower case and without a full stop.
    pub message: Message,
    /// What to do about it.
    pub hints: Vec<Message>,
}

impl Unstated {
    fn new(message: Message) -> Unstated {
        Unstated { message, hints: Vec::new() }
    }

    fn hint(mut self, hint: Message) -> Unstated {
        self.hints.push(hint);
        self
    }
}

impl Statement {
    /// Returns the text of the problem file for this game.
    ///
    /// # Errors
    /// Says which position or layout cannot be told apart, and what the game does not have.
    pub fn of(&self, game: &Game, rules: &Rules) -> Result<String, Unstated> {
        let fields = fields(game, self)?;
        self.refuse_unknown(game, &fields)?;
        let mut file = vec![format!("problem {}", game.name)];
        file.extend(game.title.iter().map(|title| format!("title {}", quoted(title))));
        file.extend(game.titles.iter().map(|(language, title)| format!("title {language} {}", quoted(title))));
        let written = |field: &Field| {
            let path = if field.name == field.of { String::new() } else { format!(" from \"{}\"", field.of) };
            let default = field.default.as_ref().map_or(String::new(), |default| format!(" = {default}"));
            format!("{}{path}: {}{default}", field.name, field.ty)
        };
        file.push(format!("input {}", fields.iter().map(written).collect::<Vec<_>>().join(", ")));
        file.extend(self.definitions(game, &fields));
        match rules {
            Rules::Named(name) if is_name(name) => file.push(format!("game {name}")),
            Rules::Named(name) => file.push(format!("game {}", quoted(name))),
            Rules::Inside => {
                let source = format(&game.source.0).unwrap_or_else(|_| game.source.0.clone());
                let lines =
                    source.lines().map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
                file.push(format!("rules {{\n{}\n}}", lines.collect::<Vec<_>>().join("\n")));
                file.push(format!("game {}", game.name));
            }
        }
        file.extend(self.position(game, &fields)?);
        file.extend(self.answer(game)?);
        let layout = |layout: Layout| Some(format!("text {}", text(layout, &fields).ok()?));
        file.push(format!("text {}", self.text(&fields)?));
        if *rules == Rules::Inside {
            // The other layouts that the position has.
            let others = Layout::ALL.iter().filter(|(other, _)| *other != self.layout);
            let others = others.filter(|(other, _)| Statement { layout: *other, ..self.clone() }.text(&fields).is_ok());
            file.extend(others.filter_map(|(other, name)| Some(format!("# {name}: {}", layout(*other)?))));
        }
        let draws = Draws::new(game, &fields, self);
        file.push(format!("draw {}", draws.drawn()));
        file.extend(draws.limits().map(|limits| format!("limits {limits}")));
        Ok(file.join("\n") + "\n")
    }

    /// Returns the layout of a text.
    fn text(&self, fields: &[Field]) -> Result<String, Unstated> {
        if matches!(self.layout, Layout::Zero | Layout::Zeros)
            && let Some(name) = begins_with_zero(fields, self)
        {
            let field = fields.iter().find(|field| field.of == name);
            let rule = match field.is_some_and(|field| matches!(field.shape, shape::Shape::Number { .. })) {
                true => "1..100",
                false => "1..20 of 0..100",
            };
            return Err(Unstated::new(message!(
                "a position may begin with 0, as `{name}` may, and would be taken for the end",
                name
            ))
            .hint(message!(
                "say that it does not with a range from 1 on, as --range \"{name}={rule}\", or take another --layout",
                name,
                rule
            )));
        }
        text(self.layout, fields)
    }

    /// Refuses what names something that the game does not have, or that is not read.
    fn refuse_unknown(&self, game: &Game, fields: &[Field]) -> Result<(), Unstated> {
        let read: Vec<&str> = fields.iter().filter(|field| field.is_read).map(|field| field.of.as_str()).collect();
        if read.is_empty() {
            let names: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
            return Err(Unstated::new(message!(
                "nothing is read: {game} has no givens, and all of its position has defaults",
                game = game.name
            ))
            .hint(message!("name what is read, as --read {names}", names = names.join(","))));
        }
        for (name, _) in &self.ranges {
            if !read.contains(&name.as_str()) {
                return Err(Unstated::new(message!("there is no `{name}` to be read", name))
                    .hint(message!("what is read is {names}", names = read.join(", "))));
            }
        }
        Ok(())
    }

    /// Returns the `let`s that the types of the fields use, and what `valid` promises.
    fn definitions(&self, game: &Game, fields: &[Field]) -> Vec<String> {
        let (ast, _) = grundy_rules::parse::parse(&game.source.0);
        // A component that is not read has no name in the problem.
        let is_known = |expr: &grundy_rules::game::Expr| {
            let uses = game.depends([expr]);
            let named = |name: &str| fields.iter().any(|field| field.of == name && field.name == name);
            !uses.mover
                && self.parts == Parts::One
                && uses.components.iter().all(|index| named(&game.components[*index].name))
                && uses.givens.iter().all(|index| named(&game.givens[*index].name))
        };
        let valid: Vec<&grundy_rules::game::Expr> = game.valid.iter().filter(|condition| is_known(condition)).collect();
        let mut functions = BTreeSet::new();
        let bounds = game
            .givens
            .iter()
            .chain(&game.components)
            .filter(|declared| fields.iter().any(|field| field.of == declared.name));
        bounds.for_each(|declared| shape::each_bound(&declared.ty, &mut |bound| called(game, bound, &mut functions)));
        valid.iter().for_each(|condition| called(game, condition, &mut functions));
        let mut lines = Vec::new();
        let conditions: Vec<&Expr> = ast
            .clauses
            .iter()
            .filter_map(|clause| match &clause.kind {
                ClauseKind::Valid(condition) => Some(condition),
                _ => None,
            })
            .collect();
        for clause in &ast.clauses {
            if let ClauseKind::Let { name, .. } = &clause.kind
                && functions.contains(name.text.as_str())
            {
                lines.push(print_clause(clause));
            }
        }
        for (condition, written) in game.valid.iter().zip(conditions) {
            if is_known(condition) {
                let written = print_expression(written);
                let english = quoted(&format!("the position must meet: {written}"));
                lines.push(format!("require {written} {english} zh {}", quoted(&format!("局面要满足：{written}"))));
            }
        }
        lines
    }

    /// Returns the clauses that say how the fields make a position.
    fn position(&self, game: &Game, fields: &[Field]) -> Result<Vec<String>, Unstated> {
        let mut lines = Vec::new();
        let named = |name: &str| fields.iter().find(|field| field.of == name);
        let givens: Vec<String> = game
            .givens
            .iter()
            .filter_map(|given| Some(format!("{} = {}", given.name, named(&given.name)?.name)))
            .collect();
        if !givens.is_empty() {
            lines.push(format!("given {}", givens.join(", ")));
        }
        if self.parts != Parts::One {
            lines.push(match game.components.len() {
                1 => "part p for p in parts".to_owned(),
                count => {
                    let entries: Vec<String> = (0..count).map(|at| format!("p[{at}]")).collect();
                    format!("part {} for p in parts", entries.join(", "))
                }
            });
        } else if let Some(last) = game.components.iter().rposition(|component| named(&component.name).is_some()) {
            let mut components = Vec::new();
            for component in &game.components[..=last] {
                match named(&component.name) {
                    Some(field) => components.push(field.name.clone()),
                    None => {
                        return Err(Unstated::new(message!(
                            "`{name}` stands before a component that is read, and is not read itself",
                            name = component.name
                        ))
                        .hint(message!("name it too: --read {name}", name = component.name)));
                    }
                }
            }
            lines.push(format!("part {}", components.join(", ")));
        }
        lines.extend(named(fields::MOVER).map(|field| format!("mover {}", field.name)));
        Ok(lines)
    }

    /// Returns the clauses that say what is answered.
    fn answer(&self, game: &Game) -> Result<Vec<String>, Unstated> {
        let mut lines = Vec::new();
        match self.print {
            Print::Winner => {}
            Print::Value if game.points => lines.push("answer points".to_owned()),
            Print::Value => match why_no_grundy(game) {
                None => lines.push("answer grundy".to_owned()),
                Some(why) => {
                    let message = message!("{game} has no Grundy values: {why}", game = game.name, why);
                    return Err(Unstated::new(message).hint(message!("--print winner tells who wins")));
                }
            },
            Print::Move => lines.push("answer winning move".to_owned()),
        }
        let known: &[&str] = match self.print {
            Print::Winner => &["first", "second", "draw"],
            Print::Move => &["none"],
            Print::Value => &[],
        };
        for (word, _) in &self.words {
            if !known.contains(&word.as_str()) {
                return Err(Unstated::new(message!("`{word}` is no answer that is printed as a word", word)).hint(
                    match known.is_empty() {
                        true => message!("a number is printed as it is"),
                        false => message!("the answers are {names}", names = known.join(", ")),
                    },
                ));
            }
        }
        if !self.words.is_empty() {
            let words: Vec<String> = self.words.iter().map(|(from, to)| format!("{from} {}", quoted(to))).collect();
            lines.push(format!("words {}", words.join(", ")));
        }
        Ok(lines)
    }
}

/// Collects the names of the `let`s that an expression uses.
fn called(game: &Game, expr: &grundy_rules::game::Expr, into: &mut BTreeSet<String>) {
    expr.each(&mut |inner| {
        if let grundy_rules::game::Form::Apply(index, _) = &inner.form {
            let function = &game.functions[*index];
            // A function calls only those before it.
            if into.insert(function.name.clone()) {
                called(game, &function.body, into);
            }
        }
    });
}

/// Returns a text in quotes, as files write it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns whether a game is named without quotes.
fn is_name(name: &str) -> bool {
    name.chars().all(|ch| ch.is_alphanumeric() || ch == '_') && !name.starts_with(|ch: char| ch.is_ascii_digit())
}

/// Returns a value as an expression of a file.
fn literal(game: &Game, value: &Value) -> String {
    let entries = |list: &[Value]| list.iter().map(|entry| literal(game, entry)).collect::<Vec<_>>().join(", ");
    let symbol = |symbol: &Symbol| format!("'{}'", game.symbol_name(*symbol));
    match value {
        Value::Int(int) => int.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Symbol(name) => symbol(name),
        Value::List(list) | Value::Set(list) => format!("[{}]", entries(list)),
    }
}

/// Refuses a number of parts that no position has.
pub(crate) fn check_parts(parts: Parts) -> Result<(), Unstated> {
    match parts {
        Parts::Exactly(count) if count == 0 || count > MAX_PARTS_STATED => {
            Err(Unstated::new(message!("a position has 1..{max} parts", max = MAX_PARTS_STATED)))
        }
        _ => Ok(()),
    }
}
