//! The fields of the input: the givens of a game, who is to move, and the components of a position.
//!
//! In: a game and a [`Statement`]. Out: a [`Field`] for each, in the order in which a text says them. A name that means something
//! else in a problem file gets a `_`; the input as JSON keeps the name of the rules.

use super::shape::{Shape, number, type_text};
use super::{Parts, Statement, Unstated, check_parts, literal};
use crate::adapter::FOUND;
use grundy_message::message;
use grundy_rules::ast::{ClauseKind, Declaration};
use grundy_rules::diagnostic::nearest;
use grundy_rules::game::Game;

/// Name of the player to move in `--read` and among the fields; no rules can use it.
pub(super) const MOVER: &str = "mover";
/// Name of the list of parts.
pub(super) const PARTS: &str = "parts";

/// Words of a layout, which are no fields there.
const WORDS_OF_LAYOUTS: [&str; 9] =
    ["until", "count", "times", "each", "variant", "answer", "print", "case", "between"];

/// A field of the input.
pub(super) struct Field {
    /// Its name in the problem file.
    pub name: String,
    /// Its name in the rules.
    pub of: String,
    /// Its type, as written.
    pub ty: String,
    pub shape: Shape,
    /// Its value where it is not read, as written.
    pub default: Option<String>,
    /// Whether texts say it.
    pub is_read: bool,
    /// Whether it is a given, which several positions may share.
    pub is_given: bool,
}

/// Returns the fields of the input.
pub(super) fn fields(game: &Game, statement: &Statement) -> Result<Vec<Field>, Unstated> {
    check_parts(statement.parts)?;
    let (ast, _) = grundy_rules::parse::parse(&game.source.0);
    let mut givens: Vec<&Declaration> = Vec::new();
    let mut components: Vec<&Declaration> = Vec::new();
    for clause in &ast.clauses {
        match &clause.kind {
            ClauseKind::Given(declared) => givens.extend(declared),
            ClauseKind::Game { components: declared, .. } => components.extend(declared),
            _ => {}
        }
    }
    refuse_unread(game, statement)?;
    let mut fields: Vec<Field> = Vec::new();
    let taken = |fields: &[Field], name: &str| {
        let is_declared = |declared: &&&Declaration| declared.name.text == name;
        FOUND.contains(&name)
            || WORDS_OF_LAYOUTS.contains(&name)
            || fields.iter().any(|field| field.name == name)
            || givens.iter().chain(&components).any(|declared| is_declared(&declared))
    };
    let renamed = |fields: &[Field], name: &str| {
        let own = |name: &str| FOUND.contains(&name) || WORDS_OF_LAYOUTS.contains(&name);
        if !own(name) { name.to_owned() } else { fresh(name, |name| taken(fields, name)) }
    };
    for given in &givens {
        let name = &given.name.text;
        let fixed = statement.givens.iter().find(|(fixed, _)| fixed == name);
        fields.push(Field {
            name: renamed(&fields, name),
            of: name.clone(),
            ty: type_text(&given.domain),
            shape: Shape::new(&given.domain),
            default: fixed.map(|(_, value)| literal(game, value)),
            is_read: fixed.is_none(),
            is_given: true,
        });
    }
    if statement.read.iter().any(|name| name == MOVER)
        && let Some(players) = game.players
    {
        let names: Vec<String> = players.iter().map(|player| game.symbol_name(*player).to_owned()).collect();
        fields.push(Field {
            name: fresh("to_move", |name| taken(&fields, name)),
            of: MOVER.to_owned(),
            ty: format!("{{'{}', '{}'}}", names[0], names[1]),
            shape: Shape::Word(names),
            default: None,
            is_read: true,
            is_given: false,
        });
    }
    let is_read = |declared: &Declaration| declared.default.is_none() || statement.read.contains(&declared.name.text);
    if statement.parts != Parts::One {
        let read: Vec<&Declaration> = components.iter().copied().filter(|component| is_read(component)).collect();
        fields.push(parts(game, statement, &read, components.len(), |name| taken(&fields, name))?);
        return Ok(fields);
    }
    for component in components.iter().filter(|component| is_read(component)) {
        let name = &component.name.text;
        fields.push(Field {
            name: renamed(&fields, name),
            of: name.clone(),
            ty: type_text(&component.domain),
            shape: Shape::new(&component.domain),
            default: None,
            is_read: true,
            is_given: false,
        });
    }
    Ok(fields)
}

/// Returns the field of the parts: a list of values, or of lists of numbers where a part has several components.
fn parts(
    game: &Game,
    statement: &Statement,
    read: &[&Declaration],
    components: usize,
    is_taken: impl Fn(&str) -> bool,
) -> Result<Field, Unstated> {
    let size = match statement.parts {
        Parts::Exactly(count) => Some(number(i64::try_from(count).unwrap_or_default())),
        _ => None,
    };
    let length = match statement.parts {
        Parts::Exactly(count) => format!("; {count}"),
        _ => String::new(),
    };
    let (entry, shape) = match read {
        [] => return Err(Unstated::new(message!("all of a part of {game} has defaults", game = game.name))),
        [only] if components == 1 => (type_text(&only.domain), Shape::new(&only.domain)),
        _ => {
            let shapes: Vec<Shape> = read.iter().map(|component| Shape::new(&component.domain)).collect();
            let other = read.iter().zip(&shapes).find(|(_, shape)| !matches!(shape, Shape::Number { .. }));
            if let Some((component, _)) = other {
                return Err(Unstated::new(message!(
                    "parts of several components are read where all are numbers, and `{name}` is none",
                    name = component.name.text
                ))
                .hint(message!("positions of one part are read without --parts")));
            }
            let count = read.len();
            let inner = Shape::Number { low: Some(number(0)), high: None };
            (format!("[int; {count}]"), inner.listed(Some(number(count as i64))))
        }
    };
    if is_taken(PARTS) || is_taken("p") {
        return Err(Unstated::new(message!("a name of the rules is `parts` or `p`, which the list of parts needs"))
            .hint(message!("rename it in the rules")));
    }
    Ok(Field {
        name: PARTS.to_owned(),
        of: PARTS.to_owned(),
        ty: format!("[{entry}{length}]"),
        shape: shape.listed(size),
        default: None,
        is_read: true,
        is_given: false,
    })
}

/// Refuses names of givens and components that the game does not have.
fn refuse_unread(game: &Game, statement: &Statement) -> Result<(), Unstated> {
    let components: Vec<&str> = game.components.iter().map(|component| component.name.as_str()).collect();
    for name in &statement.read {
        if name == MOVER {
            if game.players.is_none() {
                return Err(Unstated::new(message!(
                    "{game} has no players: the moves are the same for both",
                    game = game.name
                ))
                .hint(message!("leave out --read mover")));
            }
        } else if !components.contains(&name.as_str()) {
            let unstated = Unstated::new(message!("{game} has no component `{name}`", game = game.name, name));
            return Err(match nearest(name, components.iter().copied()) {
                Some(near) => unstated.hint(message!("did you mean `{name}`?", name = near)),
                None => unstated.hint(message!("its components are: {names}", names = components.join(", "))),
            });
        }
    }
    Ok(())
}

/// Returns the name, with as many `_` behind it as it takes to be free.
fn fresh(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = name.to_owned();
    while is_taken(&name) {
        name.push('_');
    }
    name
}
