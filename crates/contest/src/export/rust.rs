//! The program in Rust 2021, without other crates.

use super::print::{
    ATOM, Bound, CHOICE, Dialect, Lines, PLUS, UNARY, at_least, binary, changed, exclusive, is_place, letter, needed,
    quoted, reads, shortened, sign,
};
use super::program::{Ex, Form, Function, Helper, Op, Program, St, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// What a function does with the variables of the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    None,
    Reads,
    Changes,
}

struct Rust {
    access: BTreeMap<String, Access>,
    changed: BTreeSet<String>,
    /// What the function gives back.
    result: Ty,
}

/// The whole text.
pub(crate) fn text(program: &Program) -> String {
    let mut rust = Rust { access: access(program), changed: BTreeSet::new(), result: Ty::Nothing };
    let mut lines = Lines::default();
    for comment in &program.comments {
        lines.line(format!("// {comment}"));
    }
    let memo = program.globals.iter().any(|(_, value, _)| matches!(value.ty, Ty::Memo(..)));
    let used = needed(program);
    if memo {
        lines.line("use std::collections::HashMap;");
    }
    lines.line("use std::io::Read;");
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
        let text = if reads(*helper) { "" } else { helper_text(*helper) };
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
    let mut line_read = false;
    for helper in used.iter().filter(|helper| reads(**helper)) {
        let reads_line = matches!(
            helper,
            Helper::ReadLineLetters
                | Helper::ReadNumbersJson
                | Helper::ReadRowsJson
                | Helper::ReadLettersJson
                | Helper::ReadGridJson
        );
        if reads_line && !line_read {
            line_read = true;
            if !std::mem::take(&mut first) {
                lines.line("");
            }
            lines.lines(READ_LINE);
        }
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
    rust.result = Ty::Nothing;
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
            lines.line(format!("solver.{name} = {};", rust.owned(value)));
        }
    }
    lines.line("std::io::stdin().read_to_string(&mut solver.text).unwrap();");
    lines.line("solver.run();");
    lines.line("print!(\"{}\", solver.out);");
    lines.depth -= 1;
    lines.line("}");
    lines.text
}

/// What each function does with the variables of the whole program, itself or by what it calls.
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
        St::each_expression(&function.body, &mut |one| {
            if matches!(one.form, Form::Global(_)) {
                own = own.max(Access::Reads);
            }
        });
        access.insert(function.name.clone(), own);
    }
    loop {
        let before = access.clone();
        for function in &program.functions {
            let mut own = access[&function.name];
            St::each_expression(&function.body, &mut |one| {
                if let Form::Call(name, _) = &one.form {
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
        let result = match &function.result {
            Ty::Nothing => String::new(),
            Ty::Text => " -> &'static str".to_owned(),
            other => format!(" -> {}", ty(other)),
        };
        lines.line(format!("fn {}({}){result} {{", function.name, all.join(", ")));
        self.changed.clear();
        changed(&function.body, &mut self.changed);
        self.result = function.result.clone();
        self.block(&function.body, lines);
        lines.line("}");
    }

    /// A value that nobody else holds.
    fn owned(&mut self, value: &Ex) -> String {
        match &value.ty {
            Ty::List(_) if is_place(value) => format!("{}.to_vec()", self.atom(value)),
            _ => self.plain(value),
        }
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

    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] => self.owned(only),
            _ => {
                let all: Vec<String> = key.iter().map(|one| self.owned(one)).collect();
                format!("({})", all.join(", "))
            }
        }
    }
}

impl Dialect for Rust {
    fn ex(&mut self, value: &Ex) -> Bound {
        match &value.form {
            Form::Int(number) if *number < 0 => (number.to_string(), PLUS),
            Form::Int(number) => (number.to_string(), ATOM),
            Form::Bool(truth) => (truth.to_string(), ATOM),
            Form::Char(one) => (letter(*one), ATOM),
            Form::Text(text) => (quoted(text), ATOM),
            Form::Var(name) => (name.clone(), ATOM),
            Form::Global(name) => (format!("self.{name}"), ATOM),
            Form::Not(inner) => (format!("!{}", self.atom(inner)), UNARY),
            Form::Negate(inner) => (format!("-{}", self.atom(inner)), PLUS),
            Form::Binary(op, left, right) => {
                let bound = binary(self, *op, left, right, sign(*op));
                // `x as Int < y` would be read as the start of a type.
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
                let all: Vec<String> = all.iter().map(|one| self.owned(one)).collect();
                (format!("vec![{}]", all.join(", ")), ATOM)
            }
            Form::Filled(length, fill) => {
                let fill = self.owned(fill);
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
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Comment(comment) => lines.line(format!("// {comment}")),
            St::Let(name, value) => {
                let mutable = if self.changed.contains(name) { "mut " } else { "" };
                let of = match &value.form {
                    Form::Int(_) => ": Int".to_owned(),
                    Form::List(all) if all.is_empty() => format!(": {}", ty(&value.ty)),
                    Form::Filled(..) => format!(": {}", ty(&value.ty)),
                    _ => String::new(),
                };
                lines.line(format!("let {mutable}{name}{of} = {};", self.owned(value)));
            }
            St::Set(target, value) => {
                let left = self.plain(target);
                match shortened(target, value) {
                    Some((sign, value)) => lines.line(format!("{left} {sign}= {};", self.plain(value))),
                    None => lines.line(format!("{left} = {};", self.owned(value))),
                }
            }
            St::Push(list, value) => {
                let list = self.atom(list);
                // What is pushed may need the whole before it changes.
                if matches!(value.form, Form::Call(..) | Form::Binary(..)) && list.starts_with("self.") {
                    lines.line(format!("let pushed = {};", self.owned(value)));
                    lines.line(format!("{list}.push(pushed);"));
                } else {
                    lines.line(format!("{list}.push({});", self.owned(value)));
                }
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}.insert({}, {});", self.plain(memo), self.key(key), self.plain(value)));
            }
            St::If(condition, yes, no) => {
                let mut start = "if".to_owned();
                let mut current = (condition, yes, no);
                loop {
                    let (condition, yes, no) = current;
                    lines.line(format!("{start} {} {{", self.plain(condition)));
                    self.block(yes, lines);
                    match no.as_slice() {
                        [] => return lines.line("}"),
                        [St::If(condition, yes, no)] => {
                            start = "} else if".to_owned();
                            current = (condition, yes, no);
                        }
                        other => {
                            lines.line("} else {");
                            self.block(other, lines);
                            return lines.line("}");
                        }
                    }
                }
            }
            St::While(condition, inner) => {
                lines.line(format!("while {} {{", self.plain(condition)));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Range(name, low, high, inner) => {
                let low = at_least(self.ex(low), PLUS);
                let range = match exclusive(high) {
                    Some(high) => format!("{low}..{}", at_least(self.ex(high), PLUS)),
                    None => format!("{low}..={}", at_least(self.ex(high), PLUS)),
                };
                let mut used = BTreeSet::new();
                St::each_expression(inner, &mut |one| one.variables(&mut used));
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
                    () if is_place(list) => format!("{over}.iter().cloned()"),
                    () => over,
                };
                lines.line(format!("for {name} in {over} {{"));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Return(value) => {
                let value = self.owned(value);
                lines.line(format!("return {value};"));
            }
            St::Break => lines.line("break;"),
            St::Do(value) => {
                let value = self.plain(value);
                lines.line(format!("{value};"));
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
        }
    }
}

/// A cast is put in brackets wherever anything stands beside it but a sum.
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
        let name = match helper {
            Helper::Min => return method(self, "min"),
            Helper::Max => return method(self, "max"),
            Helper::Abs => return method(self, "abs"),
            Helper::FloorDivide => return method(self, "div_euclid"),
            Helper::FloorRemainder => return method(self, "rem_euclid"),
            Helper::Popcount => return (format!("{}.count_ones() as Int", self.atom(&arguments[0])), PLUS),
            Helper::Contains => {
                let list = self.atom(&arguments[0]);
                return (format!("{list}.contains(&{})", self.owned(&arguments[1])), ATOM);
            }
            Helper::EndMark => return (format!("self.end_mark(&[{}])", self.all(arguments)), ATOM),
            Helper::ReadInt => return ("self.read_word().parse::<Int>().unwrap()".to_owned(), ATOM),
            Helper::ReadBool => return ("[\"1\", \"true\"].contains(&self.read_word().as_str())".to_owned(), ATOM),
            Helper::ReadLetter => return ("self.read_word().chars().next().unwrap()".to_owned(), ATOM),
            Helper::ReadLetters => return ("self.read_word().chars().collect::<Vec<char>>()".to_owned(), ATOM),
            Helper::ReadDigits => {
                let digits = "self.read_word().bytes().map(|digit| (digit - b'0') as Int).collect::<Vec<Int>>()";
                return (digits.to_owned(), ATOM);
            }
            Helper::ReadLineLetters => return ("self.read_line().chars().collect::<Vec<char>>()".to_owned(), ATOM),
            Helper::Gcd => "gcd",
            Helper::Power => "power",
            Helper::Isqrt => "square_root",
            Helper::FloorPhi => "floor_phi",
            Helper::IsFibonacci => "is_fibonacci",
            Helper::NimProduct => {
                return (format!("nim_product({}, 16)", self.all(arguments)), ATOM);
            }
            Helper::Sorted => "sorted",
            Helper::Distinct => "distinct",
            Helper::Mex => "mex",
            Helper::Reversed => "reversed",
            Helper::Slice => "slice",
            Helper::Joined => "joined",
            Helper::Attached => "attached",
            Helper::Reachable => "reachable",
            Helper::ReadWord => "self.read_word",
            Helper::ReadNumbersJson => "self.read_numbers",
            Helper::ReadRowsJson => "self.read_rows",
            Helper::ReadLettersJson => "self.read_letters",
            Helper::ReadGridJson => "self.read_grid",
            Helper::AtEnd => "self.at_end",
        };
        (format!("{name}({})", self.arguments(arguments).join(", ")), ATOM)
    }
}

fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Gcd => "fn gcd(a: Int, b: Int) -> Int {\n    if b == 0 { a.abs() } else { gcd(b, a % b) }\n}",
        Helper::Power => {
            "fn power(base: Int, exponent: Int) -> Int {\n    (0..exponent).fold(1, |product, _| product * base)\n}"
        }
        Helper::Isqrt => {
            r"
fn square_root(n: Int) -> Int {
    let mut root = (n as f64).sqrt() as Int;
    while root * root > n {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= n {
        root += 1;
    }
    root
}
"
        }
        Helper::FloorPhi => {
            r"
// n times the golden ratio, rounded down, exactly: (n + sqrt(5 n^2)) / 2 in whole numbers.
fn floor_phi(n: Int) -> Int {
    let square = 5 * (n as i128) * (n as i128);
    let mut root = (square as f64).sqrt() as i128;
    // Newton's method from an estimate that is nearly right.
    for _ in 0..4 {
        root = if root == 0 { 0 } else { (root + square / root) / 2 };
    }
    while root * root > square {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= square {
        root += 1;
    }
    ((n as i128 + root) / 2) as Int
}
"
        }
        Helper::IsFibonacci => {
            "fn is_fibonacci(n: Int) -> bool {\n    let (mut a, mut b) = (0, 1);\n    while a < n {\n        (a, b) = (b, a + b);\n    }\n    a == n\n}"
        }
        Helper::NimProduct => {
            r"
// The product of nimbers; half is the number of bits of half a word.
fn nim_product(a: Int, b: Int, mut half: u32) -> Int {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    while half > 1 && a >> half == 0 && b >> half == 0 {
        half /= 2;
    }
    let mask = (1 << half) - 1;
    let step = (half / 2).max(1);
    let low = nim_product(a & mask, b & mask, step);
    let high = nim_product(a >> half, b >> half, step);
    let both = nim_product((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), step);
    ((both ^ low) << half) | (low ^ nim_product(high, 1 << (half - 1), step))
}
"
        }
        Helper::Sorted => {
            "fn sorted<T: Clone + Ord>(list: &[T]) -> Vec<T> {\n    let mut list = list.to_vec();\n    list.sort();\n    list\n}"
        }
        Helper::Distinct => {
            "// Sorted, each once.\nfn distinct<T: Clone + Ord>(list: &[T]) -> Vec<T> {\n    let mut list = list.to_vec();\n    list.sort();\n    list.dedup();\n    list\n}"
        }
        Helper::Mex => {
            r"
// The least number that is not among these.
fn mex(values: &[Int]) -> Int {
    let mut seen = vec![false; values.len() + 1];
    for &value in values {
        if (value as usize) < seen.len() {
            seen[value as usize] = true;
        }
    }
    seen.iter().position(|&known| !known).unwrap() as Int
}
"
        }
        Helper::Reversed => {
            "fn reversed<T: Clone>(list: &[T]) -> Vec<T> {\n    list.iter().rev().cloned().collect()\n}"
        }
        Helper::Slice => {
            "// The entries from one place to another, both included.\nfn slice<T: Clone>(list: &[T], from: Int, to: Int) -> Vec<T> {\n    if to < from { Vec::new() } else { list[from as usize..=to as usize].to_vec() }\n}"
        }
        Helper::Joined => "fn joined<T: Clone>(left: &[T], right: &[T]) -> Vec<T> {\n    [left, right].concat()\n}",
        Helper::Attached => {
            r"
// Which edges are alive and joined to the root by living edges.
fn attached(edges: &[Vec<Int>], alive: &[bool], root: Int) -> Vec<bool> {
    let mut reached = std::collections::HashSet::from([root]);
    let mut grows = true;
    while grows {
        grows = false;
        for (edge, alive) in edges.iter().zip(alive) {
            if *alive && reached.contains(&edge[0]) != reached.contains(&edge[1]) {
                reached.extend([edge[0], edge[1]]);
                grows = true;
            }
        }
    }
    edges.iter().zip(alive).map(|(edge, alive)| *alive && reached.contains(&edge[0])).collect()
}
"
        }
        Helper::Reachable => {
            r"
// Which nodes can be reached along the edges.
fn reachable(following: &[Vec<Int>], start: Int) -> Vec<bool> {
    let mut seen = vec![false; following.len()];
    let mut todo = vec![start as usize];
    seen[start as usize] = true;
    while let Some(node) = todo.pop() {
        for &to in &following[node] {
            if !std::mem::replace(&mut seen[to as usize], true) {
                todo.push(to as usize);
            }
        }
    }
    seen
}
"
        }
        Helper::ReadWord => {
            r"
fn read_word(&mut self) -> String {
    self.at_end();
    let rest = &self.text[self.at..];
    let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
    self.at += word.len();
    word.to_string()
}

// Skips white space; true where nothing else is left.
fn at_end(&mut self) -> bool {
    let rest = &self.text[self.at..];
    self.at += rest.len() - rest.trim_start().len();
    self.at == self.text.len()
}
"
        }
        Helper::EndMark => {
            r"
// Whether these numbers come next; they are taken then.
fn end_mark(&mut self, marks: &[Int]) -> bool {
    let before = self.at;
    for mark in marks {
        if self.read_word() != mark.to_string() {
            self.at = before;
            return false;
        }
    }
    true
}
"
        }
        Helper::ReadNumbersJson => {
            r"
// The numbers of a line such as [5,3,4].
fn read_numbers(&mut self) -> Vec<Int> {
    let line = self.read_line();
    line.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|word| word.parse().ok()).collect()
}
"
        }
        Helper::ReadRowsJson => {
            r#"
// A line such as [[1,2],[],[0]].
fn read_rows(&mut self) -> Vec<Vec<Int>> {
    let line = self.read_line().replace(' ', "");
    let inner = &line[1..line.len() - 1];
    let numbers = |row: &str| row.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|word| word.parse().ok()).collect();
    inner.split_terminator(']').map(numbers).collect()
}
"#
        }
        Helper::ReadLettersJson => {
            "// A line such as \"++--\" in quotes.\nfn read_letters(&mut self) -> Vec<char> {\n    self.read_line().trim_matches('\"').chars().collect()\n}"
        }
        Helper::ReadGridJson => {
            "// A line such as [\"#.\",\"M.\"].\nfn read_grid(&mut self) -> Vec<Vec<char>> {\n    self.read_line().split('\"').skip(1).step_by(2).map(|row| row.chars().collect()).collect()\n}"
        }
        _ => "",
    }
}

const READ_LINE: &str = r"
// What is left of this line, or the next one where nothing is.
fn read_line(&mut self) -> String {
    let mut line = String::new();
    for _ in 0..2 {
        let rest = &self.text[self.at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        line = rest[..end].trim().to_string();
        self.at = (self.at + end + 1).min(self.text.len());
        if !line.is_empty() {
            break;
        }
    }
    line
}
";
