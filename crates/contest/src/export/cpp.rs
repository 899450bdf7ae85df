//! The program in C++17: what differs from the other languages with braces.

use super::cpp_helpers::{DEEP_STACK, HEADERS, READ_LINE, helper_text};
use super::curly::{self, Curly};
use super::print::{ATOM, Bound, COMPARED, Dialect, Lines, PLUS, TIMES, at_least, needed, quoted, reads_line, sign};
use super::program::{Ex, Form, Function, Helper, Op, Program, St, Ty};

/// Searches that are nested more deeply get a stack of their own: a usual one has 8 MiB, and a call takes some 200 bytes of it.
const DEPTH_OF_A_USUAL_STACK: f64 = 20_000.0;

struct Cpp {
    wide: bool,
}

/// Prints the whole program.
pub(crate) fn text(program: &Program) -> String {
    let mut cpp = Cpp { wide: program.wide };
    let mut lines = Lines::default();
    lines.line("using namespace std;");
    lines.line("");
    lines.line(if program.wide { "using Int = __int128;" } else { "using Int = long long;" });
    if !program.globals.is_empty() {
        lines.line("");
    }
    for (name, value, comment) in &program.globals {
        let remark = if comment.is_empty() { String::new() } else { format!("  // {comment}") };
        let start = match &value.form {
            Form::EmptyMemo => String::new(),
            Form::List(all) if all.is_empty() => String::new(),
            _ => format!(" = {}", cpp.plain(value)),
        };
        lines.line(format!("{} {name}{start};{remark}", ty(&value.ty)));
    }
    let mut used = needed(program);
    // Numbers are read without words.
    let by_words = [Helper::ReadBool, Helper::ReadLetter, Helper::ReadLetters, Helper::ReadDigits, Helper::EndMark];
    if !program.helpers().contains(&Helper::ReadWord) && by_words.iter().all(|helper| !used.contains(helper)) {
        used.remove(&Helper::ReadWord);
    }
    if used.iter().any(|helper| reads_line(*helper)) {
        lines.line("");
        lines.lines(READ_LINE);
    }
    for helper in &used {
        let text = helper_text(*helper);
        if !text.is_empty() {
            lines.line("");
            lines.lines(text);
        }
    }
    for function in &program.functions {
        lines.line("");
        cpp.function(function, &mut lines);
    }
    lines.line("");
    // Other languages always search in a thread with a deep stack; here it is not part of the language.
    let needs_stack = program.deep && program.depth > DEPTH_OF_A_USUAL_STACK;
    lines.line(if needs_stack { "void* solve(void*) {" } else { "int main() {" });
    lines.line("    ios::sync_with_stdio(false);");
    lines.line("    cin.tie(nullptr);");
    if used.contains(&Helper::EndMark) {
        lines.line("    stringstream input;  // the whole input, so that one can look ahead");
        lines.line("    input << cin.rdbuf();");
        lines.line("    cin.rdbuf(input.rdbuf());");
    }
    cpp.block(&program.main, &mut lines);
    if needs_stack {
        lines.lines(DEEP_STACK);
    }
    lines.line("}");
    let mut top = Lines::default();
    for comment in &program.comments {
        top.line(format!("// {comment}"));
    }
    for (header, words) in HEADERS {
        if words.iter().any(|word| lines.text.contains(word)) {
            top.line(format!("#include <{header}>"));
        }
    }
    top.text + &lines.text
}

/// Prints a function under the name `f`: two with the same text do the same.
pub(crate) fn nameless(function: &Function) -> String {
    let mut lines = Lines::default();
    Cpp { wide: false }.function(&Function { name: "f".to_owned(), ..function.clone() }, &mut lines);
    lines.text
}

fn ty(of: &Ty) -> String {
    match of {
        Ty::Int => "Int".to_owned(),
        Ty::Bool => "bool".to_owned(),
        Ty::Char => "char".to_owned(),
        Ty::Text => "string".to_owned(),
        Ty::Nothing => "void".to_owned(),
        Ty::List(inner) if **inner == Ty::Char => "string".to_owned(),
        Ty::List(inner) => format!("vector<{}>", ty(inner)),
        Ty::Memo(key, value) => match key.as_slice() {
            [Ty::Int] => format!("unordered_map<long long, {}>", ty(value)),
            [Ty::Text] => format!("unordered_map<string, {}>", ty(value)),
            [only] => format!("map<{}, {}>", ty(only), ty(value)),
            all => {
                let all: Vec<String> = all.iter().map(ty).collect();
                format!("map<tuple<{}>, {}>", all.join(", "), ty(value))
            }
        },
    }
}

impl Cpp {
    fn function(&mut self, function: &Function, lines: &mut Lines) {
        for comment in &function.comments {
            lines.line(format!("// {comment}"));
        }
        let parameters = function.parameters.iter().map(|(name, of)| match of {
            Ty::List(_) | Ty::Text => format!("const {}& {name}", ty(of)),
            _ => format!("{} {name}", ty(of)),
        });
        let parameters: Vec<String> = parameters.collect();
        lines.line(format!("{} {}({}) {{", ty(&function.result), function.name, parameters.join(", ")));
        self.block(&function.body, lines);
        lines.line("}");
    }

    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] => self.plain(only),
            _ => {
                let tys: Vec<String> = key.iter().map(|part| ty(&part.ty)).collect();
                format!("tuple<{}>({})", tys.join(", "), self.all(key))
            }
        }
    }

    /// Prints a text as a literal, if its context makes it a string.
    fn literal(&mut self, value: &Ex) -> String {
        match &value.form {
            Form::Text(text) => quoted(text),
            Form::If(condition, yes, no) if value.ty == Ty::Text && all_are_literals(value) => {
                let condition = self.plain(condition);
                format!("{condition} ? {} : {}", self.literal(yes), self.literal(no))
            }
            _ => self.plain(value),
        }
    }
}

impl Curly for Cpp {
    const COUNTER: &'static str = "Int";
}

impl Dialect for Cpp {
    fn ex(&mut self, value: &Ex) -> Bound {
        match &value.form {
            Form::Text(text) => (format!("string({})", quoted(text)), ATOM),
            Form::Binary(op @ (Op::Equal | Op::Unequal), left, right) if left.ty == Ty::Text => {
                let sign = sign(*op);
                // One of two texts is already a string, or both are known.
                let right =
                    if is_text(right) && !is_text(left) { self.literal(right) } else { at_least(self.ex(right), PLUS) };
                (format!("{} {sign} {right}", at_least(self.ex(left), PLUS)), COMPARED)
            }
            Form::Index(list, at) => (format!("{}[{}]", self.atom(list), self.plain(at)), ATOM),
            Form::Len(list) => (format!("Int({}.size())", self.atom(list)), ATOM),
            Form::List(all) => (format!("{}{{{}}}", ty(&value.ty), self.all(all)), ATOM),
            Form::Filled(length, fill) => {
                let length = self.plain(length);
                if is_zero(fill) && value.ty != Ty::list(Ty::Char) {
                    return (format!("{}({length})", ty(&value.ty)), ATOM);
                }
                (format!("{}({length}, {})", ty(&value.ty), self.plain(fill)), ATOM)
            }
            Form::EmptyMemo => (format!("{}()", ty(&value.ty)), ATOM),
            Form::Known(memo, key) => (format!("{}.count({})", self.plain(memo), self.key(key)), ATOM),
            Form::Recall(memo, key) => (format!("{}[{}]", self.plain(memo), self.key(key)), ATOM),
            Form::Helper(helper, arguments) => {
                let name = match helper {
                    Helper::Min => "min<Int>",
                    Helper::Max => "max<Int>",
                    Helper::ToText if self.wide => {
                        return (format!("to_string((long long) {})", self.atom(&arguments[0])), ATOM);
                    }
                    Helper::Written => {
                        let pieces: Vec<String> = arguments
                            .iter()
                            .map(|piece| match piece.ty {
                                Ty::Int if self.wide => format!("to_string((long long) {})", self.atom(piece)),
                                Ty::Int => format!("to_string({})", self.plain(piece)),
                                _ => at_least(self.ex(piece), TIMES),
                            })
                            .collect();
                        return (format!("string() + {}", pieces.join(" + ")), PLUS);
                    }
                    Helper::EndMark => return (format!("end_mark({{{}}})", self.all(arguments)), ATOM),
                    other => other.name(),
                };
                (format!("{name}({})", self.all(arguments)), ATOM)
            }
            _ => curly::expression(self, value),
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Let(name, value) => {
                let start = match &value.form {
                    Form::List(all) if all.is_empty() => String::new(),
                    Form::Filled(length, fill) => {
                        let length = self.plain(length);
                        if is_zero(fill) && value.ty != Ty::list(Ty::Char) {
                            format!("({length})")
                        } else {
                            format!("({length}, {})", self.plain(fill))
                        }
                    }
                    _ => format!(" = {}", self.literal(value)),
                };
                lines.line(format!("{} {name}{start};", ty(&value.ty)));
            }
            St::Set(target, value) if value.ty == Ty::Text => {
                let target = self.plain(target);
                lines.line(format!("{target} = {};", self.literal(value)));
            }
            St::Push(list, value) => {
                let list = self.atom(list);
                lines.line(format!("{list}.push_back({});", self.plain(value)));
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}[{}] = {};", self.plain(memo), self.key(key), self.plain(value)));
            }
            St::Each(name, list, inner) => {
                let of = match list.ty.element() {
                    Ty::List(inner) => format!("const {}&", ty(&Ty::List(inner))),
                    other => ty(&other),
                };
                lines.line(format!("for ({of} {name} : {}) {{", self.plain(list)));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Return(value) => lines.line(format!("return {};", self.literal(value))),
            St::Print(pieces) => {
                let pieces: Vec<String> = pieces
                    .iter()
                    .map(|piece| match &piece.form {
                        Form::Text(text) => quoted(text),
                        _ if self.wide && piece.ty == Ty::Int => format!("(long long) {}", self.atom(piece)),
                        _ => at_least(self.ex(piece), PLUS),
                    })
                    .collect();
                lines.line(format!("cout << {};", pieces.join(" << ")));
            }
            _ => curly::statement(self, statement, lines),
        }
    }
}

/// Returns whether a vector is filled with this by default.
fn is_zero(fill: &Ex) -> bool {
    match &fill.form {
        Form::Int(0) | Form::Bool(false) => true,
        Form::List(all) => all.is_empty(),
        _ => false,
    }
}

/// Returns whether all its possible values are text literals, so that they have one type.
fn all_are_literals(value: &Ex) -> bool {
    match &value.form {
        Form::If(_, yes, no) => all_are_literals(yes) && all_are_literals(no),
        _ => is_text(value),
    }
}

fn is_text(value: &Ex) -> bool {
    matches!(value.form, Form::Text(_))
}
