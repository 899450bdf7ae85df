//! The program in Java 11, one class `Main`, lists as arrays: what differs from the other languages with braces.

use super::curly::{self, Curly};
use super::java_helpers::{READ_LINE, array_function, helper_text, new_array};
use super::print::{
    ATOM, Bound, Dialect, Lines, PLUS, TIMES, UNARY, at_least, depth, is_index, needed, quoted, reads_line,
};
use super::program::{Ex, Form, Helper, Op, Program, St, Ty};
use super::value::OPTIONS;
use std::collections::{BTreeMap, BTreeSet};

struct Java {
    /// The array functions used, each for one type of entries.
    used: BTreeSet<(&'static str, String)>,
    /// Lists of the function that are only filled and queried for the least missing number: they become bit sets.
    sets: BTreeSet<String>,
    /// Whether the least missing number of an array is queried.
    mex_of_array: bool,
}

/// Prints the whole program.
pub(crate) fn text(program: &Program) -> String {
    let mut java = Java { used: BTreeSet::new(), sets: BTreeSet::new(), mex_of_array: false };
    let mut bodies = Vec::new();
    for function in &program.functions {
        let mut body = Lines { depth: 1, ..Lines::default() };
        body.line("");
        for comment in &function.comments {
            body.line(format!("// {comment}"));
        }
        let parameters: Vec<String> =
            function.parameters.iter().map(|(name, of)| format!("{} {}", ty(of), camel(name))).collect();
        body.line(format!("static {} {}({}) {{", ty(&function.result), camel(&function.name), parameters.join(", ")));
        java.sets = bit_sets(&function.body);
        java.block(&function.body, &mut body);
        body.line("}");
        bodies.push((&function.name, body.text));
    }
    // Bit sets need no function for the least missing number.
    bodies.retain(|(name, _)| *name != "mex" || java.mex_of_array);
    let mut body = Lines { depth: 1, text: bodies.into_iter().map(|(_, text)| text).collect() };
    body.line("");
    body.line("static void run() {");
    java.sets.clear();
    java.block(&program.main, &mut body);
    body.line("}");
    let mut lines = Lines { depth: 1, ..Lines::default() };
    lines.line("static String text; // the whole input");
    lines.line("static int at = 0; // how far it has been read");
    lines.line("static StringBuilder out = new StringBuilder();");
    for (name, value, comment) in &program.globals {
        let remark = if comment.is_empty() { String::new() } else { format!(" // {comment}") };
        lines.line(format!("static {} {} = {};{remark}", ty(&value.ty), camel(name), java.plain(value)));
    }
    let used = needed(program);
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
    // Rows of rows are copied row by row.
    let mut wanted = java.used.clone();
    for (name, of) in &java.used {
        let mut of = of.as_str();
        if matches!(*name, "copy" | "filled") {
            while let Some(inner) = of.strip_suffix("[]") {
                wanted.insert(("copy", inner.to_owned()));
                of = inner;
            }
        }
    }
    for (name, of) in &wanted {
        lines.line("");
        lines.lines(&array_function(name, of));
    }
    lines.text += &body.text;
    lines.line("");
    lines.line("public static void main(String[] arguments) throws Exception {");
    lines.depth += 1;
    lines.line("text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);");
    if program.deep {
        lines.line("// Play may be long: the search needs a deep stack.");
        lines.line("Thread thread = new Thread(null, Main::run, \"run\", 1L << 30);");
        lines.line("thread.start();");
        lines.line("thread.join();");
    } else {
        lines.line("run();");
    }
    lines.line("System.out.print(out);");
    lines.depth -= 1;
    lines.line("}");
    lines.depth = 0;
    lines.line("}");
    let mut top = Lines::default();
    for comment in &program.comments {
        top.line(format!("// {comment}"));
    }
    if lines.text.contains("BigInteger") {
        top.line("import java.math.BigInteger;");
    }
    top.line("import java.nio.charset.StandardCharsets;");
    if UTILITIES.iter().any(|word| lines.text.contains(word)) {
        top.line("import java.util.*;");
    }
    top.line("");
    top.line("public class Main {");
    top.text + &lines.text
}

/// Names in `java.util`.
const UTILITIES: [&str; 7] = ["Arrays.", "BitSet", "HashMap", "HashSet", "ArrayDeque", "ArrayList", "List.of"];

/// Converts a name to Java's style.
fn camel(name: &str) -> String {
    let mut camel = String::new();
    let mut up = false;
    for ch in name.chars() {
        if ch == '_' && !camel.is_empty() {
            up = true;
        } else if up {
            camel.extend(ch.to_uppercase());
            up = false;
        } else {
            camel.push(ch);
        }
    }
    if up { camel + "_" } else { camel }
}

fn ty(of: &Ty) -> String {
    match of {
        Ty::Int => "long".to_owned(),
        Ty::Bool => "boolean".to_owned(),
        Ty::Char => "char".to_owned(),
        Ty::Text => "String".to_owned(),
        Ty::Nothing => "void".to_owned(),
        Ty::List(inner) => format!("{}[]", ty(inner)),
        Ty::Memo(key, value) => {
            let key = if *key == [Ty::Int] { "Long" } else { "String" };
            let value = if **value == Ty::Bool { "Boolean" } else { "Long" };
            format!("HashMap<{key}, {value}>")
        }
    }
}

/// Returns the lists of Grundy values that a function only fills and queries for the least missing one: an array would be copied
/// with every value added.
fn bit_sets(body: &[St]) -> BTreeSet<String> {
    let mut made = BTreeSet::new();
    let mut uses: BTreeMap<String, i64> = BTreeMap::new();
    let mut open: Vec<&St> = body.iter().collect();
    while let Some(statement) = open.pop() {
        match statement {
            St::Let(name, value) if name.starts_with(OPTIONS) && value.form == Form::List(Vec::new()) => {
                made.insert(name.clone());
            }
            // Filling it does not count as a use.
            St::Push(list, _) => {
                if let Form::Var(name) = &list.form {
                    *uses.entry(name.clone()).or_default() -= 1;
                }
            }
            St::If(_, yes, no) => open.extend(yes.iter().chain(no)),
            St::While(_, inner) | St::Range(_, _, _, inner) | St::Each(_, _, inner) => open.extend(inner),
            _ => {}
        }
    }
    St::each_expression(body, &mut |inner| match &inner.form {
        Form::Var(name) => *uses.entry(name.clone()).or_default() += 1,
        Form::Call(name, list) if name == "mex" => {
            if let [Ex { form: Form::Var(name), .. }] = list.as_slice() {
                *uses.entry(name.clone()).or_default() -= 1;
            }
        }
        _ => {}
    });
    made.retain(|name| uses.get(name).copied().unwrap_or_default() == 0);
    made
}

/// Returns whether a number is an `int` by itself: lengths, and what is computed from them and small numbers.
fn is_int(value: &Ex) -> bool {
    match &value.form {
        Form::Int(number) => i32::try_from(*number).is_ok(),
        Form::Len(_) | Form::Helper(Helper::Popcount, _) => true,
        Form::Helper(Helper::FloorRemainder, both) => is_int(&both[1]),
        Form::Binary(Op::Add | Op::Subtract | Op::Multiply, one, other) => is_int(one) && is_int(other),
        Form::If(_, yes, no) => is_int(yes) && is_int(no),
        _ => false,
    }
}

impl Java {
    fn note(&mut self, name: &'static str, list: &Ty) -> &'static str {
        self.used.insert((name, ty(&list.element())));
        name
    }

    /// Prints a number as an `int`, for an index or a length.
    fn as_int(&mut self, value: &Ex) -> String {
        if is_int(value) { self.plain(value) } else { format!("(int) {}", self.atom(value)) }
    }

    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] if !only.ty.is_list() => self.plain(only),
            _ => format!("Arrays.deepToString(new Object[] {{{}}})", self.all(key)),
        }
    }
}

impl Curly for Java {
    const COUNTER: &'static str = "long";

    fn name(&self, name: &str) -> String {
        camel(name)
    }

    fn own(&mut self, value: &Ex) -> String {
        let text = self.plain(value);
        match depth(&value.ty) {
            0 => text,
            1 if is_index(value) => format!("{}.clone()", self.atom(value)),
            _ if is_index(value) => format!("{}({text})", self.note("copy", &value.ty)),
            _ => text,
        }
    }
}

impl Dialect for Java {
    fn ex(&mut self, value: &Ex) -> Bound {
        match &value.form {
            Form::Int(number) => {
                let long = if number.unsigned_abs() > i32::MAX as u128 { "L" } else { "" };
                (format!("{number}{long}"), if *number < 0 { PLUS } else { ATOM })
            }
            Form::Text(text) => (quoted(text), ATOM),
            Form::Binary(op @ (Op::Equal | Op::Unequal), left, right) if left.ty.is_list() || left.ty == Ty::Text => {
                let same = match depth(&left.ty) {
                    0 => format!("{}.equals({})", self.atom(left), self.plain(right)),
                    1 => format!("Arrays.equals({}, {})", self.plain(left), self.plain(right)),
                    _ => format!("Arrays.deepEquals({}, {})", self.plain(left), self.plain(right)),
                };
                if *op == Op::Equal { (same, ATOM) } else { (format!("!{same}"), UNARY) }
            }
            Form::Index(list, at) => {
                let list = self.atom(list);
                let at = self.as_int(at);
                (format!("{list}[{at}]"), ATOM)
            }
            Form::Len(memo) if matches!(memo.ty, Ty::Memo(..)) => (format!("{}.size()", self.atom(memo)), ATOM),
            Form::Len(list) => (format!("{}.length", self.atom(list)), ATOM),
            Form::List(all) if all.is_empty() => (new_array(&ty(&value.ty.element()), "0"), ATOM),
            Form::List(all) => (format!("new {} {{{}}}", ty(&value.ty), self.all(all)), ATOM),
            Form::Filled(length, fill) => {
                let size = self.as_int(length);
                if matches!(&fill.form, Form::Int(0) | Form::Bool(false))
                    || fill.ty == Ty::Char && fill.form == Form::Char(' ')
                {
                    return (new_array(&ty(&fill.ty), &size), ATOM);
                }
                let name = self.note("filled", &value.ty);
                let length = self.plain(length);
                (format!("{name}({length}, {})", self.plain(fill)), ATOM)
            }
            Form::EmptyMemo => ("new HashMap<>()".to_owned(), ATOM),
            Form::Known(memo, key) => (format!("{}.containsKey({})", self.plain(memo), self.key(key)), ATOM),
            Form::Recall(memo, key) => (format!("{}.get({})", self.plain(memo), self.key(key)), ATOM),
            Form::Call(name, list) if name == "mex" => {
                if let [Ex { form: Form::Var(name), .. }] = list.as_slice()
                    && self.sets.contains(name)
                {
                    return (format!("{}.nextClearBit(0)", camel(name)), ATOM);
                }
                self.mex_of_array = true;
                curly::expression(self, value)
            }
            Form::Helper(helper, arguments) => self.helper(*helper, arguments),
            _ => curly::expression(self, value),
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Let(name, _) if self.sets.contains(name) => {
                lines.line(format!("BitSet {} = new BitSet();", camel(name)));
            }
            St::Push(Ex { form: Form::Var(name), .. }, value) if self.sets.contains(name) => {
                let value = self.as_int(value);
                lines.line(format!("{}.set({value});", camel(name)));
            }
            St::Let(name, value) => {
                let own = self.own(value);
                lines.line(format!("{} {} = {own};", ty(&value.ty), camel(name)));
            }
            St::Push(list, value) => {
                let name = self.note("append", &list.ty);
                let list = self.plain(list);
                lines.line(format!("{list} = {name}({list}, {});", self.own(value)));
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}.put({}, {});", self.plain(memo), self.key(key), self.plain(value)));
            }
            St::Each(name, list, inner) => {
                lines.line(format!("for ({} {} : {}) {{", ty(&list.ty.element()), camel(name), self.plain(list)));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Return(value) => lines.line(format!("return {};", self.plain(value))),
            St::Print(pieces) => {
                let pieces: Vec<String> =
                    pieces.iter().map(|piece| format!(".append({})", self.plain(piece))).collect();
                lines.line(format!("out{};", pieces.concat()));
            }
            _ => curly::statement(self, statement, lines),
        }
    }
}

impl Java {
    fn helper(&mut self, helper: Helper, arguments: &[Ex]) -> Bound {
        let list = arguments.first().map(|list| list.ty.clone()).unwrap_or(Ty::Nothing);
        let name = match helper {
            Helper::Min => "Math.min",
            Helper::Max => "Math.max",
            Helper::Abs => "Math.abs",
            Helper::FloorDivide => "Math.floorDiv",
            Helper::FloorRemainder => "Math.floorMod",
            Helper::Popcount => "Long.bitCount",
            Helper::Sorted | Helper::Reversed | Helper::Slice | Helper::Joined | Helper::Contains => {
                self.note(helper.name(), &list)
            }
            // A single array of arrays would be taken for several arguments.
            Helper::Key if arguments.len() == 1 && depth(&list) > 1 => {
                return (format!("keyOf((Object) {})", self.atom(&arguments[0])), ATOM);
            }
            Helper::ToText => "Long.toString",
            Helper::Written => {
                let pieces: Vec<String> = arguments.iter().map(|piece| at_least(self.ex(piece), TIMES)).collect();
                return (format!("\"\" + {}", pieces.join(" + ")), PLUS);
            }
            Helper::ReadInt => return ("Long.parseLong(readWord())".to_owned(), ATOM),
            Helper::ReadBool => return ("List.of(\"1\", \"true\").contains(readWord())".to_owned(), ATOM),
            Helper::ReadLetter => return ("readWord().charAt(0)".to_owned(), ATOM),
            Helper::ReadLetters => return ("readWord().toCharArray()".to_owned(), ATOM),
            Helper::ReadDigits => {
                return ("readWord().chars().mapToLong(digit -> digit - '0').toArray()".to_owned(), ATOM);
            }
            Helper::ReadLineLetters => return ("readLine().toCharArray()".to_owned(), ATOM),
            Helper::ReadNumbersJson => return ("numbersOf(readLine())".to_owned(), ATOM),
            Helper::ReadLettersJson => return ("readLine().replace(\"\\\"\", \"\").toCharArray()".to_owned(), ATOM),
            _ => return (format!("{}({})", camel(helper.name()), self.all(arguments)), ATOM),
        };
        (format!("{name}({})", self.all(arguments)), ATOM)
    }
}
