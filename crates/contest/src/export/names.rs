//! What the whole program shares: its functions, its names, and the types of its symbols.
//!
//! In: names as rules and problems have them. Out: names that no language minds and that nothing else is called by.

use super::program::{Ex, Function, Range, Ty};
use grundy_rules::Symbol;
use grundy_rules::game::{Game, Kind, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Words that mean something in one of the languages, or that helpers are called by.
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

/// What the whole program shares.
#[derive(Clone, Default)]
pub(crate) struct Shared {
    pub functions: Vec<Function>,
    /// Names of functions and of variables of the whole program.
    pub taken: BTreeSet<String>,
    /// The functions made of `let`s: a description of what they are made for, and the function.
    pub lets: BTreeMap<String, (String, Ty, Range)>,
    /// How long the lists of a field can be, by the name of its variable: the outermost first.
    pub lengths: BTreeMap<String, Vec<Range>>,
    /// Whether lists are taken to be as long as those that are drawn.
    pub estimates: bool,
    /// Whether symbols of one letter and of several are mixed, so that all of them are texts.
    pub mixed: bool,
}

/// A name that no language minds.
pub(crate) fn tame(name: &str) -> String {
    // Capital letters are for types, as every language has it: `maxK` becomes `max_k`.
    let mut tame = String::new();
    for letter in name.trim_matches('_').chars() {
        if letter.is_uppercase() && tame.ends_with(|last: char| last.is_lowercase() || last.is_ascii_digit()) {
            tame.push('_');
        }
        tame.extend(letter.to_lowercase());
    }
    let tame = if tame.is_empty() || !tame.is_ascii() { "item".to_owned() } else { tame };
    if RESERVED.contains(&tame.as_str()) { format!("{tame}_") } else { tame }
}

impl Shared {
    /// A name for a function or a variable of the whole program.
    pub fn name(&mut self, wanted: &str) -> String {
        let name = free_name(wanted, |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        name
    }

    /// The type of values of this kind.
    pub fn ty(&self, game: &Game, kind: &Kind) -> Ty {
        match kind {
            Kind::Int | Kind::Unknown => Ty::Int,
            Kind::Bool => Ty::Bool,
            Kind::Symbol(symbols) => {
                match symbols.iter().all(|symbol| is_letter(game.symbol_name(*symbol))) && !self.mixed {
                    true => Ty::Char,
                    false => Ty::Text,
                }
            }
            Kind::List(inner) | Kind::Bag(inner) | Kind::Set(inner) => Ty::list(self.ty(game, inner)),
        }
    }

    /// Notes whether symbols of a type are of both sorts.
    pub fn note_mixed(&mut self, game: &Game, ty: &Type) {
        match ty {
            Type::Symbols(symbols) => {
                let letters = symbols.iter().filter(|symbol| is_letter(game.symbol_name(**symbol))).count();
                self.mixed |= letters != 0 && letters != symbols.len();
            }
            Type::List(inner, _) | Type::Bag(inner) | Type::Set(inner) => self.note_mixed(game, inner),
            Type::Int { .. } | Type::Bool => {}
        }
    }

    pub fn symbol(&self, game: &Game, symbol: Symbol) -> Ex {
        let name = game.symbol_name(symbol);
        match name.chars().next() {
            Some(letter) if is_letter(name) && !self.mixed => Ex::char(letter),
            _ => Ex::text(name),
        }
    }
}

fn is_letter(name: &str) -> bool {
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
