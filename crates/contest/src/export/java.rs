//! The program in Java 11: one class `Main`, lists as arrays.

use super::print::{
    ATOM, Bound, CHOICE, Dialect, Lines, PLUS, UNARY, XOR, at_least, binary, depth, exclusive, is_place, letter,
    needed, quoted, shortened, sign,
};
use super::program::{Ex, Form, Helper, Op, Program, St, Ty};
use std::collections::BTreeSet;

struct Java {
    /// Functions on arrays that are used, each for one type of entries.
    used: BTreeSet<(&'static str, String)>,
}

/// The whole text.
pub(crate) fn text(program: &Program) -> String {
    let mut java = Java { used: BTreeSet::new() };
    let mut body = Lines { depth: 1, ..Lines::default() };
    for function in &program.functions {
        body.line("");
        for comment in &function.comments {
            body.line(format!("// {comment}"));
        }
        let parameters: Vec<String> =
            function.parameters.iter().map(|(name, of)| format!("{} {}", ty(of), camel(name))).collect();
        body.line(format!("static {} {}({}) {{", ty(&function.result), camel(&function.name), parameters.join(", ")));
        java.block(&function.body, &mut body);
        body.line("}");
    }
    body.line("");
    body.line("static void run() {");
    java.block(&program.main, &mut body);
    body.line("}");
    let mut lines = Lines::default();
    for comment in &program.comments {
        lines.line(format!("// {comment}"));
    }
    lines.line("import java.math.BigInteger;");
    lines.line("import java.nio.charset.StandardCharsets;");
    lines.line("import java.util.*;");
    lines.line("");
    lines.line("public class Main {");
    lines.depth = 1;
    lines.line("static String text; // the whole input");
    lines.line("static int at = 0; // how far it has been read");
    lines.line("static StringBuilder out = new StringBuilder();");
    for (name, value, comment) in &program.globals {
        let remark = if comment.is_empty() { String::new() } else { format!(" // {comment}") };
        lines.line(format!("static {} {} = {};{remark}", ty(&value.ty), camel(name), java.plain(value)));
    }
    let used = needed(program);
    let mut line_read = false;
    for helper in &used {
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
            lines.line("");
            lines.lines(READ_LINE);
        }
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
    lines.text
}

/// A name as Java writes names.
fn camel(name: &str) -> String {
    let mut camel = String::new();
    let mut up = false;
    for letter in name.chars() {
        if letter == '_' && !camel.is_empty() {
            up = true;
        } else if up {
            camel.extend(letter.to_uppercase());
            up = false;
        } else {
            camel.push(letter);
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

/// A new array: the length goes into the first pair of brackets.
fn new_array(of: &str, length: &str) -> String {
    let base = of.trim_end_matches("[]");
    format!("new {base}[{length}]{}", &of[base.len()..])
}

impl Java {
    fn note(&mut self, name: &'static str, list: &Ty) -> &'static str {
        self.used.insert((name, ty(&list.element())));
        name
    }

    /// A value that nobody else holds.
    fn own(&mut self, value: &Ex) -> String {
        let text = self.plain(value);
        match depth(&value.ty) {
            0 => text,
            1 if is_place(value) => format!("{}.clone()", self.atom(value)),
            _ if is_place(value) => format!("{}({text})", self.note("copy", &value.ty)),
            _ => text,
        }
    }

    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] if !only.ty.is_list() => self.plain(only),
            _ => format!("Arrays.deepToString(new Object[] {{{}}})", self.all(key)),
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
            Form::Bool(truth) => (truth.to_string(), ATOM),
            Form::Char(one) => (letter(*one), ATOM),
            Form::Text(text) => (quoted(text), ATOM),
            Form::Var(name) | Form::Global(name) => (camel(name), ATOM),
            Form::Not(inner) => (format!("!{}", self.atom(inner)), UNARY),
            Form::Negate(inner) => (format!("-{}", self.atom(inner)), PLUS),
            Form::Binary(op @ (Op::Equal | Op::Unequal), left, right) if left.ty.is_list() || left.ty == Ty::Text => {
                let same = match depth(&left.ty) {
                    0 => format!("{}.equals({})", self.atom(left), self.plain(right)),
                    1 => format!("Arrays.equals({}, {})", self.plain(left), self.plain(right)),
                    _ => format!("Arrays.deepEquals({}, {})", self.plain(left), self.plain(right)),
                };
                if *op == Op::Equal { (same, ATOM) } else { (format!("!{same}"), UNARY) }
            }
            Form::Binary(op, left, right) => binary(self, *op, left, right, sign(*op)),
            Form::If(condition, yes, no) => {
                let condition = at_least(self.ex(condition), XOR);
                let yes = at_least(self.ex(yes), XOR);
                let no = self.plain(no);
                (format!("{condition} ? {yes} : {no}"), CHOICE)
            }
            Form::Index(list, at) => {
                let list = self.atom(list);
                let at = match at.as_int() {
                    Some(number) => number.to_string(),
                    None => format!("(int) {}", self.atom(at)),
                };
                (format!("{list}[{at}]"), ATOM)
            }
            Form::Len(list) => (format!("{}.length", self.atom(list)), ATOM),
            Form::List(all) if all.is_empty() => (new_array(&ty(&value.ty.element()), "0"), ATOM),
            Form::List(all) => (format!("new {} {{{}}}", ty(&value.ty), self.all(all)), ATOM),
            Form::Filled(length, fill) => {
                let size = match length.as_int() {
                    Some(number) => number.to_string(),
                    None => format!("(int) {}", self.atom(length)),
                };
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
            Form::Call(name, arguments) => (format!("{}({})", camel(name), self.all(arguments)), ATOM),
            Form::Known(memo, key) => (format!("{}.containsKey({})", self.plain(memo), self.key(key)), ATOM),
            Form::Recall(memo, key) => (format!("{}.get({})", self.plain(memo), self.key(key)), ATOM),
            Form::Helper(helper, arguments) => self.helper(*helper, arguments),
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Comment(comment) => lines.line(format!("// {comment}")),
            St::Let(name, value) => {
                let own = self.own(value);
                lines.line(format!("{} {} = {own};", ty(&value.ty), camel(name)));
            }
            St::Set(target, value) => {
                let left = self.plain(target);
                match shortened(target, value) {
                    Some((sign, value)) => lines.line(format!("{left} {sign}= {};", self.plain(value))),
                    None => lines.line(format!("{left} = {};", self.own(value))),
                }
            }
            St::Push(list, value) => {
                let name = self.note("append", &list.ty);
                let list = self.plain(list);
                lines.line(format!("{list} = {name}({list}, {});", self.own(value)));
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}.put({}, {});", self.plain(memo), self.key(key), self.plain(value)));
            }
            St::If(condition, yes, no) => {
                let mut start = "if".to_owned();
                let mut current = (condition, yes, no);
                loop {
                    let (condition, yes, no) = current;
                    lines.line(format!("{start} ({}) {{", self.plain(condition)));
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
                lines.line(format!("while ({}) {{", self.plain(condition)));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Range(name, low, high, inner) => {
                let name = camel(name);
                let end = match exclusive(high) {
                    Some(high) => format!("{name} < {}", at_least(self.ex(high), PLUS)),
                    None => format!("{name} <= {}", at_least(self.ex(high), PLUS)),
                };
                lines.line(format!("for (long {name} = {}; {end}; {name}++) {{", self.plain(low)));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Each(name, list, inner) => {
                lines.line(format!("for ({} {} : {}) {{", ty(&list.ty.element()), camel(name), self.plain(list)));
                self.block(inner, lines);
                lines.line("}");
            }
            St::Return(value) => {
                let value = self.plain(value);
                lines.line(format!("return {value};"));
            }
            St::Break => lines.line("break;"),
            St::Do(value) => {
                let value = self.plain(value);
                lines.line(format!("{value};"));
            }
            St::Print(pieces) => {
                let pieces: Vec<String> =
                    pieces.iter().map(|piece| format!(".append({})", self.plain(piece))).collect();
                lines.line(format!("out{};", pieces.concat()));
            }
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
            Helper::Gcd => "gcd",
            Helper::FloorDivide => "Math.floorDiv",
            Helper::FloorRemainder => "Math.floorMod",
            Helper::Power => "power",
            Helper::Isqrt => "squareRoot",
            Helper::FloorPhi => "floorPhi",
            Helper::IsFibonacci => "isFibonacci",
            Helper::Popcount => "Long.bitCount",
            Helper::NimProduct => return (format!("nimProduct({}, 16)", self.all(arguments)), ATOM),
            Helper::Sorted => self.note("sorted", &list),
            Helper::Distinct => "distinct",
            Helper::Mex => "mex",
            Helper::Reversed => self.note("reversed", &list),
            Helper::Slice => self.note("slice", &list),
            Helper::Joined => self.note("joined", &list),
            Helper::Contains => self.note("contains", &list),
            Helper::Attached => "attached",
            Helper::Reachable => "reachable",
            Helper::ReadWord => "readWord",
            Helper::ReadInt => return ("Long.parseLong(readWord())".to_owned(), ATOM),
            Helper::ReadBool => return ("List.of(\"1\", \"true\").contains(readWord())".to_owned(), ATOM),
            Helper::ReadLetter => return ("readWord().charAt(0)".to_owned(), ATOM),
            Helper::ReadLetters => return ("readWord().toCharArray()".to_owned(), ATOM),
            Helper::ReadDigits => {
                return ("readWord().chars().mapToLong(digit -> digit - '0').toArray()".to_owned(), ATOM);
            }
            Helper::ReadLineLetters => return ("readLine().toCharArray()".to_owned(), ATOM),
            Helper::ReadNumbersJson => return ("numbersOf(readLine())".to_owned(), ATOM),
            Helper::ReadRowsJson => "readRows",
            Helper::ReadLettersJson => return ("readLine().replace(\"\\\"\", \"\").toCharArray()".to_owned(), ATOM),
            Helper::ReadGridJson => "readGrid",
            Helper::AtEnd => "atEnd",
            Helper::EndMark => "endMark",
        };
        (format!("{name}({})", self.all(arguments)), ATOM)
    }
}

/// A function on arrays with entries of one type.
fn array_function(name: &str, of: &str) -> String {
    let entry_is_array = of.ends_with("[]");
    match name {
        "copy" if !entry_is_array => format!("static {of}[] copy({of}[] list) {{\n    return list.clone();\n}}"),
        "copy" => format!(
            "static {of}[] copy({of}[] list) {{\n    {of}[] all = list.clone();\n    for (int i = 0; i < all.length; i++) {{\n        all[i] = copy(all[i]);\n    }}\n    return all;\n}}"
        ),
        "filled" if !entry_is_array => format!(
            "static {of}[] filled(long size, {of} value) {{\n    {of}[] all = {};\n    Arrays.fill(all, value);\n    return all;\n}}",
            new_array(of, "(int) size")
        ),
        "filled" => format!(
            "static {of}[] filled(long size, {of} value) {{\n    {of}[] all = {};\n    for (int i = 0; i < all.length; i++) {{\n        all[i] = copy(value);\n    }}\n    return all;\n}}",
            new_array(of, "(int) size")
        ),
        "append" => format!(
            "static {of}[] append({of}[] list, {of} entry) {{\n    {of}[] all = Arrays.copyOf(list, list.length + 1);\n    all[list.length] = entry;\n    return all;\n}}"
        ),
        "sorted" => format!(
            "static {of}[] sorted({of}[] list) {{\n    {of}[] all = list.clone();\n    Arrays.sort(all);\n    return all;\n}}"
        ),
        "reversed" => format!(
            "static {of}[] reversed({of}[] list) {{\n    {of}[] all = list.clone();\n    for (int i = 0; i < all.length; i++) {{\n        all[i] = list[all.length - 1 - i];\n    }}\n    return all;\n}}"
        ),
        "slice" => format!(
            "// The entries from one place to another, both included.\nstatic {of}[] slice({of}[] list, long from, long to) {{\n    return to < from ? Arrays.copyOf(list, 0) : Arrays.copyOfRange(list, (int) from, (int) to + 1);\n}}"
        ),
        "joined" => format!(
            "static {of}[] joined({of}[] first, {of}[] second) {{\n    {of}[] all = Arrays.copyOf(first, first.length + second.length);\n    System.arraycopy(second, 0, all, first.length, second.length);\n    return all;\n}}"
        ),
        "contains" => {
            let same = if entry_is_array { "Arrays.equals(one, entry)" } else { "one == entry" };
            format!(
                "static boolean contains({of}[] list, {of} entry) {{\n    for ({of} one : list) {{\n        if ({same}) {{\n            return true;\n        }}\n    }}\n    return false;\n}}"
            )
        }
        _ => String::new(),
    }
}

fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Gcd => "static long gcd(long a, long b) {\n    return b == 0 ? Math.abs(a) : gcd(b, a % b);\n}",
        Helper::Power => {
            "static long power(long base, long exponent) {\n    long product = 1;\n    for (long i = 0; i < exponent; i++) {\n        product *= base;\n    }\n    return product;\n}"
        }
        Helper::Isqrt => "static long squareRoot(long n) {\n    return BigInteger.valueOf(n).sqrt().longValue();\n}",
        Helper::FloorPhi => {
            r"
// n times the golden ratio, rounded down, exactly: (n + sqrt(5 n^2)) / 2 in whole numbers.
static long floorPhi(long n) {
    BigInteger whole = BigInteger.valueOf(n);
    BigInteger root = whole.multiply(whole).multiply(BigInteger.valueOf(5)).sqrt();
    return whole.add(root).shiftRight(1).longValueExact();
}
"
        }
        Helper::IsFibonacci => {
            "static boolean isFibonacci(long n) {\n    long a = 0, b = 1;\n    while (a < n) {\n        long c = a + b;\n        a = b;\n        b = c;\n    }\n    return a == n;\n}"
        }
        Helper::NimProduct => {
            r"
// The product of nimbers; half is the number of bits of half a word.
static long nimProduct(long a, long b, int half) {
    if (a <= 1 || b <= 1) {
        return a * b;
    }
    while (half > 1 && a >> half == 0 && b >> half == 0) {
        half /= 2;
    }
    long mask = (1L << half) - 1;
    int step = Math.max(half / 2, 1);
    long low = nimProduct(a & mask, b & mask, step);
    long high = nimProduct(a >> half, b >> half, step);
    long both = nimProduct((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), step);
    return ((both ^ low) << half) | (low ^ nimProduct(high, 1L << (half - 1), step));
}
"
        }
        Helper::Distinct => {
            "// Sorted, each once.\nstatic long[] distinct(long[] list) {\n    return Arrays.stream(list).sorted().distinct().toArray();\n}"
        }
        Helper::Mex => {
            r"
// The least number that is not among these.
static long mex(long[] values) {
    boolean[] seen = new boolean[values.length + 1];
    for (long value : values) {
        if (value < seen.length) {
            seen[(int) value] = true;
        }
    }
    int least = 0;
    while (seen[least]) {
        least++;
    }
    return least;
}
"
        }
        Helper::Attached => {
            r"
// Which edges are alive and joined to the root by living edges.
static boolean[] attached(long[][] edges, boolean[] alive, long root) {
    Set<Long> reached = new HashSet<>(List.of(root));
    boolean[] standing = new boolean[edges.length];
    for (boolean grows = true; grows;) {
        grows = false;
        for (int e = 0; e < edges.length; e++) {
            if (alive[e] && reached.contains(edges[e][0]) != reached.contains(edges[e][1])) {
                reached.add(edges[e][0]);
                reached.add(edges[e][1]);
                grows = true;
            }
        }
    }
    for (int e = 0; e < edges.length; e++) {
        standing[e] = alive[e] && reached.contains(edges[e][0]);
    }
    return standing;
}
"
        }
        Helper::Reachable => {
            r"
// Which nodes can be reached along the edges.
static boolean[] reachable(long[][] following, long start) {
    boolean[] seen = new boolean[following.length];
    ArrayDeque<Long> todo = new ArrayDeque<>(List.of(start));
    seen[(int) start] = true;
    while (!todo.isEmpty()) {
        for (long to : following[(int) (long) todo.pop()]) {
            if (!seen[(int) to]) {
                seen[(int) to] = true;
                todo.push(to);
            }
        }
    }
    return seen;
}
"
        }
        Helper::ReadWord => {
            r"
static String readWord() {
    atEnd();
    int start = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
        at++;
    }
    return text.substring(start, at);
}

// Skips white space; true where nothing else is left.
static boolean atEnd() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
    }
    return at == text.length();
}
"
        }
        Helper::EndMark => {
            r"
// Whether these numbers come next; they are taken then.
static boolean endMark(long... marks) {
    int before = at;
    for (long mark : marks) {
        if (!readWord().equals(Long.toString(mark))) {
            at = before;
            return false;
        }
    }
    return true;
}
"
        }
        Helper::ReadNumbersJson => NUMBERS,
        Helper::ReadRowsJson => {
            r#"
// A line such as [[1,2],[],[0]].
static long[][] readRows() {
    String line = readLine().replace(" ", "");
    String inner = line.substring(1, line.length() - 1);
    ArrayList<long[]> rows = new ArrayList<>();
    for (int i = inner.indexOf('['); i >= 0; i = inner.indexOf('[', i + 1)) {
        String row = inner.substring(i + 1, inner.indexOf(']', i));
        rows.add(row.isEmpty() ? new long[0] : Arrays.stream(row.split(",")).mapToLong(Long::parseLong).toArray());
    }
    return rows.toArray(new long[0][]);
}
"#
        }
        Helper::ReadGridJson => {
            r##"
// A line such as ["#.","M."].
static char[][] readGrid() {
    String[] pieces = readLine().split("\"");
    char[][] rows = new char[pieces.length / 2][];
    for (int i = 0; i < rows.length; i++) {
        rows[i] = pieces[2 * i + 1].toCharArray();
    }
    return rows;
}
"##
        }
        _ => "",
    }
}

const NUMBERS: &str = r#"
// The numbers of a line such as [5,3,4].
static long[] numbersOf(String line) {
    String inner = line.replace("[", "").replace("]", "").replace(" ", "");
    return inner.isEmpty() ? new long[0] : Arrays.stream(inner.split(",")).mapToLong(Long::parseLong).toArray();
}
"#;

const READ_LINE: &str = r"
// What is left of this line, or the next one where nothing is.
static String readLine() {
    String line = new String();
    for (int turn = 0; turn < 2 && line.isEmpty(); turn++) {
        int end = text.indexOf('\n', at);
        end = end < 0 ? text.length() : end;
        line = text.substring(at, end).trim();
        at = Math.min(end + 1, text.length());
    }
    return line;
}
";
