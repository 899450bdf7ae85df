//! The program in Rust 2021, standard library only: what differs from the other languages with braces.

use super::curly::{self, Curly};
use super::print::{
    ATOM, Bound, CHOICE, Dialect, Lines, PLUS, UNARY, at_least, binary, changed, exclusive, is_index, needed, quoted,
    reads, reads_line, sign,
};
use super::program::{Ex, Form, Function, Helper, Op, Program, St, Ty};
use super::rust_helpers::{READ_LINE, helper_text};
use std::collections::{BTreeMap, BTreeSet};

/// How a function uses the global variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    None,
    Reads,
    Changes,
}

struct Rust {
    access: BTreeMap<String, Access>,
    changed: BTreeSet<String>,
    /// Whether the function returns newly created texts.
    makes_texts: bool,
}

/// Returns the helpers of a program. Reading a word skips white space first; skipping alone reads no word.
fn helpers(program: &Program) -> BTreeSet<Helper> {
    let mut used = needed(program);
    let reads_words = |helper: &Helper| reads(*helper) && !reads_line(*helper) && *helper != Helper::AtEnd;
    if program.helpers().iter().any(reads_words) {
        used.insert(Helper::AtEnd);
    } else {
        used.remove(&Helper::ReadWord);
    }
    used
}

/// Prints the whole program.
pub(crate) fn text(program: &Program) -> String {
    let mut rust = Rust { access: access(program), changed: BTreeSet::new(), makes_texts: false };
    let mut lines = Lines::default();
    for comment in &program.comments {
        lines.line(format!("// {comment}"));
    }
    let used = helpers(program);
    let bodies = program.functions.iter().map(|function| &function.body).chain([&program.main]);
    if bodies.into_iter().any(|body| sets_in_branches(body)) {
        lines.line("#![allow(unused_assignments)] // some variables get their value in the branches of a condition");
    }
    let mut top = std::mem::take(&mut lines);
    lines.line("");
    lines.line(if program.wide { "type Int = i128;" } else { "type Int = i64;" });
    lines.line("");
    lines.line("#[derive(Default)]");
    lines.line("struct Solver {");
    lines.line("    text: String, // the whole input");
    lines.line("    at: usize,    // how far it has been read");
    lines.line("    out: String,");
    for (name, value, comment) in &program.globals {
        let remark = if comment.is_empty() { String::new() } else { format!(" // {comment}") };
        lines.line(format!("    {name}: {},{remark}", ty(&value.ty)));
    }
    lines.line("}");
    for helper in &used {
        let text = match helper {
            reading if reads(*reading) => "",
            other => helper_text(*other),
        };
        if !text.is_empty() {
            lines.line("");
            lines.lines(text);
        }
    }
    for function in &program.functions {
        if rust.access.get(&function.name) == Some(&Access::None) {
            lines.line("");
            rust.function(function, "", &mut lines);
        }
    }
    lines.line("");
    lines.line("impl Solver {");
    lines.depth += 1;
    let mut first = true;
    if used.iter().any(|helper| reads_line(*helper)) {
        first = false;
        lines.lines(READ_LINE);
    }
    for helper in used.iter().filter(|helper| reads(**helper)) {
        let text = helper_text(*helper);
        if !text.is_empty() {
            if !std::mem::take(&mut first) {
                lines.line("");
            }
            lines.lines(text);
        }
    }
    for function in &program.functions {
        let itself = match rust.access.get(&function.name) {
            Some(Access::Reads) => "&self",
            Some(Access::Changes) => "&mut self",
            _ => continue,
        };
        lines.line("");
        rust.function(function, itself, &mut lines);
    }
    lines.line("");
    lines.line("fn run(&mut self) {");
    rust.changed.clear();
    changed(&program.main, &mut rust.changed);
    rust.block(&program.main, &mut lines);
    lines.line("}");
    lines.depth -= 1;
    lines.line("}");
    lines.line("");
    lines.line("fn main() {");
    lines.depth += 1;
    if program.deep {
        lines.line("// Play may be long: the search needs a deep stack.");
        lines.line("std::thread::Builder::new().stack_size(1 << 30).spawn(solve).unwrap().join().unwrap();");
        lines.depth -= 1;
        lines.line("}");
        lines.line("");
        lines.line("fn solve() {");
        lines.depth += 1;
    }
    lines.line("let mut solver = Solver::default();");
    for (name, value, _) in &program.globals {
        let empty = match &value.form {
            Form::EmptyMemo | Form::Int(0) | Form::Bool(false) => true,
            Form::List(all) => all.is_empty(),
            _ => false,
        };
        if !empty && value.ty != Ty::Text {
            lines.line(format!("solver.{name} = {};", rust.own(value)));
        }
    }
    lines.line("std::io::stdin().read_to_string(&mut solver.text).unwrap();");
    lines.line("solver.run();");
    lines.line("print!(\"{}\", solver.out);");
    lines.depth -= 1;
    lines.line("}");
    if lines.text.contains("HashMap") {
        top.line("use std::collections::HashMap;");
    }
    top.line("use std::io::Read;");
    top.text + &lines.text
}

/// Returns whether a new variable is assigned in both branches of the condition that follows it.
fn sets_in_branches(statements: &[St]) -> bool {
    statements.windows(2).any(|two| matches!(two, [St::Let(..), St::If(_, _, no)] if !no.is_empty()))
        || statements.iter().any(|statement| match statement {
            St::If(_, yes, no) => sets_in_branches(yes) || sets_in_branches(no),
            St::While(_, inner) | St::Range(_, _, _, inner) | St::Each(_, _, inner) => sets_in_branches(inner),
            _ => false,
        })
}

/// Returns how each function uses the global variables, directly or through calls.
fn access(program: &Program) -> BTreeMap<String, Access> {
    fn changes(statements: &[St]) -> bool {
        fn global(value: &Ex) -> bool {
            match &value.form {
                Form::Global(_) => true,
                Form::Index(list, _) => global(list),
                _ => false,
            }
        }
        statements.iter().any(|statement| match statement {
            St::Set(target, _) | St::Push(target, _) => global(target),
            St::Remember(..) => true,
            St::If(_, yes, no) => changes(yes) || changes(no),
            St::While(_, inner) | St::Range(_, _, _, inner) | St::Each(_, _, inner) => changes(inner),
            _ => false,
        })
    }
    let mut access: BTreeMap<String, Access> = BTreeMap::new();
    for function in &program.functions {
        let mut own = if changes(&function.body) { Access::Changes } else { Access::None };
        St::each_expression(&function.body, &mut |value| {
            if matches!(value.form, Form::Global(_)) {
                own = own.max(Access::Reads);
            }
        });
        access.insert(function.name.clone(), own);
    }
    loop {
        let before = access.clone();
        for function in &program.functions {
            let mut own = access[&function.name];
            St::each_expression(&function.body, &mut |value| {
                if let Form::Call(name, _) = &value.form {
                    own = own.max(before.get(name).copied().unwrap_or(Access::None));
                }
            });
            access.insert(function.name.clone(), own);
        }
        if access == before {
            return access;
        }
    }
}

fn ty(of: &Ty) -> String {
    match of {
        Ty::Int => "Int".to_owned(),
        Ty::Bool => "bool".to_owned(),
        Ty::Char => "char".to_owned(),
        Ty::Text => "String".to_owned(),
        Ty::Nothing => "()".to_owned(),
        Ty::List(inner) => format!("Vec<{}>", ty(inner)),
        Ty::Memo(key, value) => match key.as_slice() {
            [only] => format!("HashMap<{}, {}>", ty(only), ty(value)),
            all => {
                let all: Vec<String> = all.iter().map(ty).collect();
                format!("HashMap<({}), {}>", all.join(", "), ty(value))
            }
        },
    }
}

impl Rust {
    fn function(&mut self, function: &Function, itself: &str, lines: &mut Lines) {
        for comment in &function.comments {
            lines.line(format!("// {comment}"));
        }
        let parameters = function.parameters.iter().map(|(name, of)| match of {
            Ty::List(inner) => format!("{name}: &[{}]", ty(inner)),
            Ty::Text => format!("{name}: &str"),
            other => format!("{name}: {}", ty(other)),
        });
        let all: Vec<String> = (!itself.is_empty()).then(|| itself.to_owned()).into_iter().chain(parameters).collect();
        let mut makes_texts = false;
        St::each_expression(&function.body, &mut |value| {
            makes_texts |= matches!(value.form, Form::Helper(Helper::ToText | Helper::Written, _));
        });
        self.makes_texts = makes_texts && function.result == Ty::Text;
        let result = match &function.result {
            Ty::Nothing => String::new(),
            Ty::Text if self.makes_texts => " -> String".to_owned(),
            Ty::Text => " -> &'static str".to_owned(),
            other => format!(" -> {}", ty(other)),
        };
        lines.line(format!("fn {}({}){result} {{", function.name, all.join(", ")));
        self.changed.clear();
        changed(&function.body, &mut self.changed);
        self.block(&function.body, lines);
        lines.line("}");
    }

    fn arguments(&mut self, values: &[Ex]) -> Vec<String> {
        values
            .iter()
            .map(|value| match value.ty {
                Ty::List(_) => format!("&{}", self.atom(value)),
                Ty::Text if !matches!(value.form, Form::Text(_)) => format!("&{}", self.atom(value)),
                _ => self.plain(value),
            })
            .collect()
    }

    /// Prints a newly created text.
    fn made_text(&mut self, value: &Ex) -> String {
        match &value.form {
            Form::If(condition, yes, no) => {
                let condition = self.plain(condition);
                format!("if {condition} {{ {} }} else {{ {} }}", self.made_text(yes), self.made_text(no))
            }
            Form::Text(text) => format!("{}.to_string()", quoted(text)),
            _ => self.plain(value),
        }
    }

    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] => self.own(only),
            _ => {
                let all: Vec<String> = key.iter().map(|value| self.own(value)).collect();
                format!("({})", all.join(", "))
            }
        }
    }
}

impl Curly for Rust {
    const COUNTER: &'static str = "Int";

    fn head(&self, word: &str, condition: &str) -> String {
        format!("{word} {condition} {{")
    }

    fn own(&mut self, value: &Ex) -> String {
        match &value.ty {
            Ty::List(_) if is_index(value) => format!("{}.to_vec()", self.atom(value)),
            _ => self.plain(value),
        }
    }
}

impl Dialect for Rust {
    fn ex(&mut self, value: &Ex) -> Bound {
        match &value.form {
            Form::Text(text) => (quoted(text), ATOM),
            Form::Global(name) => (format!("self.{name}"), ATOM),
            Form::Binary(op, left, right) => {
                let bound = binary(self, *op, left, right, sign(*op));
                // `x as Int < y` would be parsed as the start of a type.
                if matches!(op, Op::Less) && matches!(left.form, Form::Len(_)) {
                    let left = format!("({})", self.plain(left));
                    return (format!("{left} < {}", at_least(self.ex(right), PLUS)), bound.1);
                }
                bound
            }
            Form::If(condition, yes, no) => {
                let (condition, yes, no) = (self.plain(condition), self.plain(yes), self.plain(no));
                (format!("if {condition} {{ {yes} }} else {{ {no} }}"), CHOICE)
            }
            Form::Index(list, at) => {
                let list = self.atom(list);
                let at = match at.as_int() {
                    Some(number) => number.to_string(),
                    None => format!("{} as usize", at_least(self.ex(at), UNARY)),
                };
                (format!("{list}[{at}]"), ATOM)
            }
            Form::Len(list) => (format!("{}.len() as Int", self.atom(list)), TIMES_OF_CAST),
            Form::List(all) => {
                let all: Vec<String> = all.iter().map(|value| self.own(value)).collect();
                (format!("vec![{}]", all.join(", ")), ATOM)
            }
            Form::Filled(length, fill) => {
                let fill = if fill.ty == Ty::Text { self.made_text(fill) } else { self.own(fill) };
                let length = match length.as_int() {
                    Some(number) => number.to_string(),
                    None => format!("{} as usize", at_least(self.ex(length), UNARY)),
                };
                (format!("vec![{fill}; {length}]"), ATOM)
            }
            Form::EmptyMemo => ("HashMap::new()".to_owned(), ATOM),
            Form::Call(name, arguments) => {
                let itself =
                    if self.access.get(name).is_some_and(|access| *access != Access::None) { "self." } else { "" };
                (format!("{itself}{name}({})", self.arguments(arguments).join(", ")), ATOM)
            }
            Form::Known(memo, key) => (format!("{}.contains_key(&{})", self.plain(memo), self.key(key)), ATOM),
            Form::Recall(memo, key) => (format!("{}[&{}]", self.plain(memo), self.key(key)), ATOM),
            Form::Helper(helper, arguments) => self.helper(*helper, arguments),
            _ => curly::expression(self, value),
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Let(name, value) => {
                let mutable = if self.changed.contains(name) { "mut " } else { "" };
                let of = match &value.form {
                    Form::Int(_) => ": Int".to_owned(),
                    Form::List(all) if all.is_empty() => format!(": {}", ty(&value.ty)),
                    Form::Filled(..) => format!(": {}", ty(&value.ty)),
                    _ => String::new(),
                };
                lines.line(format!("let {mutable}{name}{of} = {};", self.own(value)));
            }
            St::Push(list, value) => {
                let list = self.atom(list);
                // The value pushed may borrow `self`, so it is computed before.
                if matches!(value.form, Form::Call(..) | Form::Binary(..)) && list.starts_with("self.") {
                    lines.line(format!("let pushed = {};", self.own(value)));
                    lines.line(format!("{list}.push(pushed);"));
                } else {
                    lines.line(format!("{list}.push({});", self.own(value)));
                }
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}.insert({}, {});", self.plain(memo), self.key(key), self.plain(value)));
            }
            St::Range(name, low, high, inner) => {
                let low = at_least(self.ex(low), PLUS);
                let range = match exclusive(high) {
                    Some(high) => format!("{low}..{}", at_least(self.ex(high), PLUS)),
                    None => format!("{low}..={}", at_least(self.ex(high), PLUS)),
                };
                let mut used = BTreeSet::new();
                St::each_expression(inner, &mut |value| value.variables(&mut used));
                let name = if used.contains(name) { name.clone() } else { format!("_{name}") };
                lines.line(format!("for {name} in {range} {{"));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Each(name, list, inner) => {
                fn is_shared(value: &Ex) -> bool {
                    match &value.form {
                        Form::Global(_) => true,
                        Form::Index(list, _) => is_shared(list),
                        _ => false,
                    }
                }
                let over = self.atom(list);
                let over = match () {
                    () if is_shared(list) => format!("{over}.clone()"),
                    () if is_index(list) => format!("{over}.iter().cloned()"),
                    () => over,
                };
                lines.line(format!("for {name} in {over} {{"));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Return(value) if self.makes_texts => {
                let value = self.made_text(value);
                lines.line(format!("return {value};"));
            }
            St::Print(pieces) => {
                let mut shape = String::new();
                let mut values = Vec::new();
                for piece in pieces {
                    match &piece.form {
                        Form::Text(text) => {
                            shape += &quoted(text)[1..quoted(text).len() - 1].replace('{', "{{").replace('}', "}}")
                        }
                        _ => {
                            shape += "{}";
                            values.push(self.plain(piece));
                        }
                    }
                }
                if values.is_empty() {
                    lines.line(format!("self.out.push_str(\"{}\");", shape.replace("{{", "{").replace("}}", "}")));
                } else {
                    lines.line(format!("let line = format!(\"{shape}\", {});", values.join(", ")));
                    lines.line("self.out.push_str(&line);");
                }
            }
            _ => curly::statement(self, statement, lines),
        }
    }
}

/// A cast is bracketed next to anything but a sum.
const TIMES_OF_CAST: u8 = PLUS;

impl Rust {
    fn helper(&mut self, helper: Helper, arguments: &[Ex]) -> Bound {
        let method = |rust: &mut Rust, name: &str| {
            let this = match arguments[0].form {
                Form::Int(_) => format!("({} as Int)", rust.plain(&arguments[0])),
                _ => rust.atom(&arguments[0]),
            };
            (format!("{this}.{name}({})", rust.all(&arguments[1..])), ATOM)
        };
        match helper {
            Helper::Min => return method(self, "min"),
            Helper::Max => return method(self, "max"),
            Helper::Abs => return method(self, "abs"),
            Helper::FloorDivide => return method(self, "div_euclid"),
            Helper::FloorRemainder => return method(self, "rem_euclid"),
            Helper::Popcount => return (format!("{}.count_ones() as Int", self.atom(&arguments[0])), PLUS),
            Helper::ToText => return (format!("{}.to_string()", self.atom(&arguments[0])), ATOM),
            Helper::Written => {
                let form = "{}".repeat(arguments.len());
                return (format!("format!(\"{form}\", {})", self.all(arguments)), ATOM);
            }
            Helper::Contains => {
                let list = self.atom(&arguments[0]);
                return (format!("{list}.contains(&{})", self.own(&arguments[1])), ATOM);
            }
            Helper::EndMark => return (format!("self.end_mark(&[{}])", self.all(arguments)), ATOM),
            Helper::Key => {
                let parts: Vec<String> = arguments.iter().map(|part| format!("&{}", self.atom(part))).collect();
                return (format!("key_of(&[{}])", parts.join(", ")), ATOM);
            }
            Helper::ReadInt => return ("self.read_word().parse::<Int>().unwrap()".to_owned(), ATOM),
            Helper::ReadBool => return ("[\"1\", \"true\"].contains(&self.read_word().as_str())".to_owned(), ATOM),
            Helper::ReadLetter => return ("self.read_word().chars().next().unwrap()".to_owned(), ATOM),
            Helper::ReadLetters => return ("self.read_word().chars().collect::<Vec<char>>()".to_owned(), ATOM),
            Helper::ReadDigits => {
                let digits = "self.read_word().bytes().map(|digit| (digit - b'0') as Int).collect::<Vec<Int>>()";
                return (digits.to_owned(), ATOM);
            }
            Helper::ReadLineLetters => return ("self.read_line().chars().collect::<Vec<char>>()".to_owned(), ATOM),
            _ => {}
        }
        let name = helper.name();
        let itself = if reads(helper) { "self." } else { "" };
        (format!("{itself}{name}({})", self.arguments(arguments).join(", ")), ATOM)
    }
}
