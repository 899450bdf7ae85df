//! The program in Python 3.

use super::print::{
    AND, ATOM, Bound, CHOICE, COMPARED, Dialect, Lines, NOT, OR, PLUS, TIMES, UNARY, XOR, at_least, binary, depth,
    exclusive, is_index, needed, quoted, reads_line, same_index, shortened, sign,
};
use super::program::{Ex, Form, Helper, Op, Program, St, Ty};
use super::python_helpers::{AT_END_OF_TEXT, READ_LINE, READ_WORD_OF_TEXT, helper_text};
use std::collections::BTreeSet;

struct Python;

/// Functions of the library that the language has of its own.
pub(crate) const OWN: [&str; 3] = ["power", "gcd", "square_root"];

/// Prints the whole program.
pub(crate) fn text(program: &Program) -> String {
    let mut lines = Lines::default();
    let mut python = Python;
    for comment in &program.comments {
        lines.line(format!("# {comment}"));
    }
    let used = needed(program);
    lines.line("import sys");
    let mut top = std::mem::take(&mut lines);
    lines.line("");
    let by_lines = used.iter().any(|helper| reads_line(*helper));
    let reading = if by_lines { "text = sys.stdin.read()" } else { "words = sys.stdin.read().split()" };
    lines.line(reading);
    lines.line("at = 0  # how far it has been read");
    lines.line("out = []");
    for (name, value, comment) in &program.globals {
        let remark = if comment.is_empty() { String::new() } else { format!("  # {comment}") };
        lines.line(format!("{name} = {}{remark}", python.plain(value)));
    }
    if by_lines {
        lines.line("");
        lines.line("");
        lines.lines(READ_LINE);
    }
    for helper in &used {
        let text = match helper {
            Helper::ReadWord if by_lines => READ_WORD_OF_TEXT,
            Helper::AtEnd if by_lines => AT_END_OF_TEXT,
            other => helper_text(*other),
        };
        if !text.is_empty() {
            lines.line("");
            lines.line("");
            lines.lines(text);
        }
    }
    for function in &program.functions {
        lines.line("");
        lines.line("");
        for comment in &function.comments {
            lines.line(format!("# {comment}"));
        }
        let names: Vec<&str> = function.parameters.iter().map(|(name, _)| name.as_str()).collect();
        lines.line(format!("def {}({}):", function.name, names.join(", ")));
        let mut globals = BTreeSet::new();
        assigned(&function.body, &mut globals);
        if !globals.is_empty() {
            let names: Vec<String> = globals.into_iter().collect();
            lines.line(format!("    global {}", names.join(", ")));
        }
        python.block(&function.body, &mut lines);
        if function.body.is_empty() {
            lines.line("    pass");
        }
    }
    lines.line("");
    lines.line("");
    lines.line("def main():");
    python.block(&program.main, &mut lines);
    lines.line("    sys.stdout.write(\"\".join(out))");
    lines.line("");
    lines.line("");
    if program.deep {
        lines.line("# Play may be long: the search needs a deep stack.");
        lines.line("sys.setrecursionlimit(1 << 20)");
        lines.line("threading.stack_size(512 << 20)");
        lines.line("thread = threading.Thread(target=main)");
        lines.line("thread.start()");
        lines.line("thread.join()");
    } else {
        lines.line("main()");
    }
    for module in ["math", "json", "threading"] {
        if lines.text.contains(&format!("{module}.")) {
            top.line(format!("import {module}"));
        }
    }
    top.text + &lines.text
}

/// Collects the global variables that statements assign.
fn assigned(statements: &[St], into: &mut BTreeSet<String>) {
    for statement in statements {
        match statement {
            St::Set(target, _) => {
                if let Form::Global(name) = &target.form {
                    into.insert(name.clone());
                }
            }
            St::If(_, yes, no) => {
                assigned(yes, into);
                assigned(no, into);
            }
            St::While(_, inner) | St::Range(_, _, _, inner) | St::Each(_, _, inner) => assigned(inner, into),
            _ => {}
        }
    }
}

impl Python {
    /// Prints a position as one hashable value.
    fn hashable(&mut self, parts: &[Ex]) -> String {
        let mut all: Vec<String> = Vec::new();
        for part in parts {
            let text = self.plain(part);
            let is_chars = |ty: &Ty| ty.element() == Ty::Char;
            all.push(match (&part.ty, depth(&part.ty)) {
                (_, 0) => text,
                (ty, 1) if is_chars(ty) => format!("\"\".join({text})"),
                (_, 1) => format!("tuple({text})"),
                (ty, 2) if is_chars(&ty.element()) => format!("tuple(map(\"\".join, {text}))"),
                (_, 2) => format!("tuple(map(tuple, {text}))"),
                _ => format!("str({text})"),
            });
        }
        if all.len() == 1 { all.remove(0) } else { format!("({})", all.join(", ")) }
    }

    /// Prints a value that is not shared.
    fn own(&mut self, value: &Ex) -> String {
        let text = self.plain(value);
        if !is_index(value) {
            return text;
        }
        match depth(&value.ty) {
            0 => text,
            1 => format!("{text}[:]"),
            2 => format!("[row[:] for row in {text}]"),
            _ => format!("[[row[:] for row in board] for board in {text}]"),
        }
    }

    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] if !only.ty.is_list() => self.plain(only),
            [only] if depth(&only.ty) == 1 => format!("tuple({})", self.plain(only)),
            [only] => format!("str({})", self.plain(only)),
            // A tuple of numbers and words is hashable, lists are not.
            _ if key.iter().all(|part| !part.ty.is_list()) => format!("({})", self.all(key)),
            _ => format!("str(({}))", self.all(key)),
        }
    }
}

/// Recognises a loop that fills a new list: returns its counter, the length, the initial entry and the body.
fn filling<'e>(target: &Ex, start: &'e Ex, then: &'e St) -> Option<(&'e str, &'e Ex, &'e Ex, &'e [St])> {
    let Form::Filled(length, fill) = &start.form else { return None };
    let St::Range(name, low, high, inner) = then else { return None };
    let as_long = match exclusive(high) {
        Some(end) => end == &**length,
        None => matches!((high.as_int(), length.as_int()), (Some(high), Some(length)) if high + 1 == length),
    };
    let mut names = BTreeSet::new();
    length.variables(&mut names);
    let itself = match &target.form {
        Form::Var(name) => names.contains(name),
        _ => false,
    };
    (low.as_int() == Some(0) && as_long && !itself).then_some((name, &**length, &**fill, inner))
}

impl Python {
    /// Prints a list that a loop fills as a comprehension.
    fn comprehension(&mut self, target: &Ex, start: &Ex, then: &St) -> Option<String> {
        let (name, length, fill, inner) = filling(target, start, then)?;
        let entry = target.clone().index(Ex::var(name, Ty::Int));
        let made = match inner {
            [St::Set(to, value)] if same_index(to, &entry) => {
                // An entry computed from other entries needs the list.
                if mentions(value, &root(target).form) {
                    return None;
                }
                self.own(value)
            }
            [then] => self.comprehension(&entry, fill, then)?,
            [St::Set(to, start), then] if same_index(to, &entry) => self.comprehension(&entry, start, then)?,
            _ => return None,
        };
        // The counter is used only as the index of the entry.
        let is_used = made.split(|ch: char| !ch.is_alphanumeric() && ch != '_').any(|word| word == name);
        let name = if is_used { name } else { "_" };
        Some(format!("[{made} for {name} in range({})]", self.plain(length)))
    }
}

fn mentions(value: &Ex, what: &Form) -> bool {
    let mut found = value.form == *what || matches!(value.form, Form::Call(..)) && matches!(what, Form::Global(_));
    value.each_inner(&mut |inner| found |= mentions(inner, what));
    found
}

fn root(value: &Ex) -> &Ex {
    match &value.form {
        Form::Index(list, _) => root(list),
        _ => value,
    }
}

impl Dialect for Python {
    fn block(&mut self, statements: &[St], lines: &mut Lines) {
        lines.depth += 1;
        let mut at = 0;
        while let Some(statement) = statements.get(at) {
            at += 1;
            if let (St::Let(_, start) | St::Set(_, start), Some(then)) = (statement, statements.get(at)) {
                let target = match statement {
                    St::Let(name, value) => Ex::var(name, value.ty.clone()),
                    St::Set(target, _) => target.clone(),
                    _ => continue,
                };
                if let Some(made) = self.comprehension(&target, start, then) {
                    let target = self.plain(&target);
                    lines.line(format!("{target} = {made}"));
                    at += 1;
                    continue;
                }
            }
            self.statement(statement, lines);
        }
        lines.depth -= 1;
    }

    fn ex(&mut self, value: &Ex) -> Bound {
        match &value.form {
            Form::Int(number) if *number < 0 => (number.to_string(), PLUS),
            Form::Int(number) => (number.to_string(), ATOM),
            Form::Bool(truth) => (if *truth { "True" } else { "False" }.to_owned(), ATOM),
            Form::Char(ch) => (quoted(&ch.to_string()), ATOM),
            Form::Text(text) => (quoted(text), ATOM),
            Form::Var(name) | Form::Global(name) => (name.clone(), ATOM),
            Form::Not(inner) => (format!("not {}", at_least(self.ex(inner), ATOM)), NOT),
            Form::Negate(inner) => (format!("-{}", self.atom(inner)), PLUS),
            Form::Binary(op, left, right) => {
                let sign = match op {
                    Op::Divide => "//",
                    Op::And => "and",
                    Op::Or => "or",
                    other => sign(*other),
                };
                let bound = binary(self, *op, left, right, sign);
                debug_assert!([AND, OR, XOR, TIMES, PLUS, COMPARED].contains(&bound.1));
                bound
            }
            Form::If(condition, yes, no) => {
                let yes = at_least(self.ex(yes), XOR);
                let condition = at_least(self.ex(condition), XOR);
                (format!("{yes} if {condition} else {}", self.plain(no)), CHOICE)
            }
            Form::Index(list, at) => (format!("{}[{}]", self.atom(list), self.plain(at)), ATOM),
            Form::Len(list) => (format!("len({})", self.plain(list)), ATOM),
            Form::List(all) => (format!("[{}]", self.all(all)), ATOM),
            Form::Filled(length, fill) if fill.ty.is_list() => {
                let fill = self.own(fill);
                (format!("[{fill} for _ in range({})]", self.plain(length)), ATOM)
            }
            Form::Filled(length, fill) => {
                (format!("[{}] * {}", self.plain(fill), at_least(self.ex(length), UNARY)), TIMES)
            }
            Form::EmptyMemo => ("{}".to_owned(), ATOM),
            Form::Call(name, arguments) => match name.as_str() {
                "power" => (format!("{} ** {}", self.atom(&arguments[0]), self.atom(&arguments[1])), UNARY),
                "gcd" => (format!("math.gcd({})", self.all(arguments)), ATOM),
                "square_root" => (format!("math.isqrt({})", self.all(arguments)), ATOM),
                _ => (format!("{name}({})", self.all(arguments)), ATOM),
            },
            Form::Known(memo, key) => (format!("{} in {}", self.key(key), self.plain(memo)), COMPARED),
            Form::Recall(memo, key) => (format!("{}[{}]", self.plain(memo), self.key(key)), ATOM),
            Form::Helper(helper, arguments) => self.helper(*helper, arguments),
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Comment(comment) => lines.line(format!("# {comment}")),
            St::Let(name, value) => {
                let value = self.own(value);
                lines.line(format!("{name} = {value}"));
            }
            St::Set(target, value) => {
                let left = self.plain(target);
                match shortened(target, value).filter(|_| target.ty == Ty::Int) {
                    Some((sign, value)) => lines.line(format!("{left} {sign}= {}", self.plain(value))),
                    None => {
                        let value = self.own(value);
                        lines.line(format!("{left} = {value}"));
                    }
                }
            }
            St::Push(list, value) => {
                let value = self.own(value);
                lines.line(format!("{}.append({value})", self.atom(list)));
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}[{}] = {}", self.plain(memo), self.key(key), self.plain(value)));
            }
            St::If(condition, yes, no) => {
                let mut word = "if";
                let mut current = (condition, yes, no);
                loop {
                    let (condition, yes, no) = current;
                    lines.line(format!("{word} {}:", self.plain(condition)));
                    self.block(yes, lines);
                    if yes.is_empty() {
                        lines.line("    pass");
                    }
                    match no.as_slice() {
                        [] => return,
                        [St::If(condition, yes, no)] => {
                            word = "elif";
                            current = (condition, yes, no);
                        }
                        other => {
                            lines.line("else:");
                            return self.block(other, lines);
                        }
                    }
                }
            }
            St::While(condition, inner) => {
                lines.line(format!("while {}:", self.plain(condition)));
                self.block(inner, lines);
            }
            St::Range(name, low, high, inner) => {
                let high = match exclusive(high) {
                    Some(high) => self.plain(high),
                    None => match high.as_int() {
                        Some(number) => (number + 1).to_string(),
                        None => format!("{} + 1", at_least(self.ex(high), PLUS)),
                    },
                };
                let range = if low.as_int() == Some(0) { high } else { format!("{}, {high}", self.plain(low)) };
                lines.line(format!("for {name} in range({range}):"));
                self.block(inner, lines);
                if inner.is_empty() {
                    lines.line("    pass");
                }
            }
            St::Each(name, list, inner) => {
                lines.line(format!("for {name} in {}:", self.plain(list)));
                self.block(inner, lines);
                if inner.is_empty() {
                    lines.line("    pass");
                }
            }
            St::Return(value) => {
                let value = self.plain(value);
                lines.line(format!("return {value}"));
            }
            St::Break => lines.line("break"),
            St::Do(value) => {
                let value = self.plain(value);
                lines.line(value);
            }
            St::Print(pieces) => {
                let pieces: Vec<String> = pieces
                    .iter()
                    .map(|piece| {
                        if piece.ty == Ty::Int {
                            format!("str({})", self.plain(piece))
                        } else {
                            at_least(self.ex(piece), PLUS)
                        }
                    })
                    .collect();
                lines.line(format!("out.append({})", pieces.join(" + ")));
            }
        }
    }
}

impl Python {
    fn helper(&mut self, helper: Helper, arguments: &[Ex]) -> Bound {
        let two = |python: &mut Python, sign: &str| {
            let left = at_least(python.ex(&arguments[0]), TIMES);
            (format!("{left} {sign} {}", at_least(python.ex(&arguments[1]), UNARY)), TIMES)
        };
        let name = match helper {
            Helper::Key => return (self.hashable(arguments), ATOM),
            Helper::FloorDivide => return two(self, "//"),
            Helper::FloorRemainder => return two(self, "%"),
            Helper::Contains => {
                let list = at_least(self.ex(&arguments[0]), PLUS);
                return (format!("{} in {list}", at_least(self.ex(&arguments[1]), PLUS)), COMPARED);
            }
            Helper::Slice => {
                // Both ends are included.
                let list = self.atom(&arguments[0]);
                let to = match exclusive(&arguments[2]) {
                    Some(to) => self.plain(to),
                    None => format!("{} + 1", at_least(self.ex(&arguments[2]), PLUS)),
                };
                return (format!("{list}[{}:{to}]", self.plain(&arguments[1])), ATOM);
            }
            Helper::Joined => {
                let left = at_least(self.ex(&arguments[0]), PLUS);
                return (format!("{left} + {}", at_least(self.ex(&arguments[1]), TIMES)), PLUS);
            }
            Helper::Written => {
                let pieces: Vec<String> = arguments
                    .iter()
                    .map(|piece| match piece.ty {
                        Ty::Int => format!("str({})", self.plain(piece)),
                        _ => at_least(self.ex(piece), TIMES),
                    })
                    .collect();
                return (pieces.join(" + "), PLUS);
            }
            Helper::Distinct => return (format!("sorted(set({}))", self.plain(&arguments[0])), ATOM),
            Helper::Reversed => return (format!("{}[::-1]", self.atom(&arguments[0])), ATOM),
            Helper::Popcount => return (format!("bin({}).count(\"1\")", self.plain(&arguments[0])), ATOM),
            Helper::EndMark => return (format!("end_mark([{}])", self.all(arguments)), ATOM),
            Helper::ReadInt => return ("int(read_word())".to_owned(), ATOM),
            Helper::ReadBool => return ("read_word() in (\"1\", \"true\")".to_owned(), COMPARED),
            Helper::ReadLetter => return ("read_word()".to_owned(), ATOM),
            Helper::ReadLetters => return ("list(read_word())".to_owned(), ATOM),
            Helper::ReadDigits => return ("[int(digit) for digit in read_word()]".to_owned(), ATOM),
            Helper::ReadLineLetters => return ("list(read_line())".to_owned(), ATOM),
            Helper::ReadNumbersJson | Helper::ReadRowsJson => return ("json.loads(read_line())".to_owned(), ATOM),
            Helper::ReadLettersJson => return ("list(json.loads(read_line()))".to_owned(), ATOM),
            Helper::ReadGridJson => return ("[list(row) for row in json.loads(read_line())]".to_owned(), ATOM),
            Helper::ToText => "str",
            Helper::Abs => "abs",
            other => other.name(),
        };
        (format!("{name}({})", self.all(arguments)), ATOM)
    }
}
