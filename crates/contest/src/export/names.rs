//! What the whole program shares: its functions, its names, and the types of its symbols.
//!
//! In: names of rules and problems. Out: unique names that are valid in every language.

use super::library;
use super::program::{Ex, Function, Helper, Range, Ty};
use grundy_rules::Symbol;
use grundy_rules::game::{Game, Kind, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Keywords of the languages, and names that their programs use.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "abs", "add_to", "advance", "and", "as", "assert", "async", "at", "auto", "await", "bool", "boolean", "box", "break",
    "byte", "case", "catch", "char", "class", "const", "continue", "count", "crate", "def", "default", "del",
    "delete", "distance", "do", "double", "dyn", "else", "end", "enum", "except", "extern", "False", "false", "final",
    "finally", "float", "fn", "for", "from", "game", "gcd", "global", "goto", "if", "impl", "import", "in", "index",
    "input", "int", "interface", "is", "j0", "j1", "key", "key_of", "known", "lambda", "left", "len", "let", "list", "long",
    "loop", "main", "map", "match", "max", "min", "mod", "move", "mut", "namespace", "new", "next", "None",
    "nonlocal", "not", "null", "operator", "or", "out", "package", "pass", "pow", "print", "private", "pub", "public",
    "raise", "range", "ref", "result", "return", "right", "run", "self", "set", "short", "signed", "size", "sizeof",
    "solve", "sort", "sorted", "static", "std", "str", "string", "struct", "sum", "super", "swap", "switch",
    "template", "text", "this", "throw", "time", "trait", "True", "true", "try", "tuple", "type", "typedef",
    "typename", "unsafe", "unsigned", "use", "using", "vector", "virtual", "void", "volatile", "where", "while",
    "with", "y0", "y1", "yield",
];

/// State shared by the whole program.
#[derive(Clone, Default)]
pub(crate) struct Shared {
    pub functions: Vec<Function>,
    /// Names of functions and of global variables.
    pub taken: BTreeSet<String>,
    /// The functions made of `let`s: a key of their specialization, and the function.
    pub lets: BTreeMap<String, (String, Ty, Range)>,
    /// Lengths of a field's lists, by the name of its variable: the outermost first.
    pub lengths: BTreeMap<String, Vec<Range>>,
    /// Whether lists are assumed to be as long as drawn ones.
    pub estimates: bool,
    /// Whether symbols of one and of several characters are mixed, so that all of them are texts.
    pub mixed: bool,
}

/// Converts a name to one that is valid in every language.
pub(crate) fn tame(name: &str) -> String {
    // Capital letters are for types in every language: `maxK` becomes `max_k`.
    let mut tame = String::new();
    for ch in name.trim_matches('_').chars() {
        if ch.is_uppercase() && tame.ends_with(|last: char| last.is_lowercase() || last.is_ascii_digit()) {
            tame.push('_');
        }
        tame.extend(ch.to_lowercase());
    }
    let tame = if tame.is_empty() || !tame.is_ascii() { "item".to_owned() } else { tame };
    let is_helper = Helper::ALL.iter().any(|helper| helper.name() == tame);
    if is_helper || RESERVED.contains(&tame.as_str()) || library::contains(&tame) { format!("{tame}_") } else { tame }
}

impl Shared {
    /// Returns a unique name for a function or a global variable.
    pub fn name(&mut self, wanted: &str) -> String {
        let name = free_name(wanted, |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        name
    }

    /// Returns the type of values of this kind.
    pub fn ty(&self, game: &Game, kind: &Kind) -> Ty {
        match kind {
            Kind::Int | Kind::Unknown => Ty::Int,
            Kind::Bool => Ty::Bool,
            Kind::Symbol(symbols) => {
                match symbols.iter().all(|symbol| is_char(game.symbol_name(*symbol))) && !self.mixed {
                    true => Ty::Char,
                    false => Ty::Text,
                }
            }
            Kind::List(inner) | Kind::Bag(inner) | Kind::Set(inner) => Ty::list(self.ty(game, inner)),
        }
    }

    /// Notes whether a type mixes symbols of one and of several characters.
    pub fn note_mixed(&mut self, game: &Game, ty: &Type) {
        match ty {
            Type::Symbols(symbols) => {
                let chars = symbols.iter().filter(|symbol| is_char(game.symbol_name(**symbol))).count();
                self.mixed |= chars != 0 && chars != symbols.len();
            }
            Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => self.note_mixed(game, inner),
            Type::Int { .. } | Type::Bool => {}
        }
    }

    pub fn symbol(&self, game: &Game, symbol: Symbol) -> Ex {
        let name = game.symbol_name(symbol);
        match name.chars().next() {
            Some(ch) if is_char(name) && !self.mixed => Ex::char(ch),
            _ => Ex::text(name),
        }
    }
}

fn is_char(name: &str) -> bool {
    name.len() == 1
}

pub(crate) fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let tame = tame(wanted);
    if !is_taken(&tame) {
        return tame;
    }
    let mut number = 2;
    loop {
        let name = format!("{}{number}", tame.trim_end_matches('_'));
        if !is_taken(&name) {
            return name;
        }
        number += 1;
    }
}
