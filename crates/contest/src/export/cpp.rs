//! The program in C++17.

use super::print::{
    ATOM, Bound, CHOICE, Dialect, Lines, PLUS, UNARY, XOR, at_least, binary, exclusive, letter, needed, quoted,
    shortened, sign,
};
use super::program::{Ex, Form, Helper, Program, St, Ty};

struct Cpp {
    wide: bool,
}

/// The whole text.
pub(crate) fn text(program: &Program) -> String {
    let mut cpp = Cpp { wide: program.wide };
    let mut lines = Lines::default();
    for comment in &program.comments {
        lines.line(format!("// {comment}"));
    }
    let headers = [
        "algorithm",
        "cctype",
        "cmath",
        "cstdlib",
        "iostream",
        "iterator",
        "map",
        "string",
        "tuple",
        "unordered_map",
        "utility",
        "vector",
    ];
    for header in headers {
        lines.line(format!("#include <{header}>"));
    }
    lines.line("using namespace std;");
    lines.line("");
    lines.line(if program.wide { "using Int = __int128;" } else { "using Int = long long;" });
    lines.line("");
    lines.line("string text;  // the whole input");
    lines.line("size_t at = 0;  // how far it has been read");
    for (name, value, comment) in &program.globals {
        let remark = if comment.is_empty() { String::new() } else { format!("  // {comment}") };
        let start = match &value.form {
            Form::EmptyMemo => String::new(),
            Form::List(all) if all.is_empty() => String::new(),
            _ => format!(" = {}", cpp.plain(value)),
        };
        lines.line(format!("{} {name}{start};{remark}", ty(&value.ty)));
    }
    let used = needed(program);
    let mut line_read = false;
    for helper in &used {
        let text = helper_text(*helper);
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
        if !text.is_empty() {
            lines.line("");
            lines.lines(text);
        }
    }
    for function in &program.functions {
        lines.line("");
        for comment in &function.comments {
            lines.line(format!("// {comment}"));
        }
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|(name, of)| match of {
                Ty::List(_) | Ty::Text => format!("const {}& {name}", ty(of)),
                _ => format!("{} {name}", ty(of)),
            })
            .collect();
        lines.line(format!("{} {}({}) {{", ty(&function.result), function.name, parameters.join(", ")));
        cpp.block(&function.body, &mut lines);
        lines.line("}");
    }
    lines.line("");
    lines.line("int main() {");
    lines.line("    text.assign(istreambuf_iterator<char>(cin), istreambuf_iterator<char>());");
    cpp.block(&program.main, &mut lines);
    lines.line("}");
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
            [only] => format!("map<{}, {}>", ty(only), ty(value)),
            all => {
                let all: Vec<String> = all.iter().map(ty).collect();
                format!("map<tuple<{}>, {}>", all.join(", "), ty(value))
            }
        },
    }
}

impl Cpp {
    fn key(&mut self, key: &[Ex]) -> String {
        match key {
            [only] => self.plain(only),
            _ => {
                let tys: Vec<String> = key.iter().map(|one| ty(&one.ty)).collect();
                format!("tuple<{}>({})", tys.join(", "), self.all(key))
            }
        }
    }
}

impl Dialect for Cpp {
    fn ex(&mut self, value: &Ex) -> Bound {
        match &value.form {
            Form::Int(number) if *number < 0 => (number.to_string(), PLUS),
            Form::Int(number) => (number.to_string(), ATOM),
            Form::Bool(truth) => (truth.to_string(), ATOM),
            Form::Char(one) => (letter(*one), ATOM),
            Form::Text(text) => (format!("string({})", quoted(text)), ATOM),
            Form::Var(name) | Form::Global(name) => (name.clone(), ATOM),
            Form::Not(inner) => (format!("!{}", self.atom(inner)), UNARY),
            Form::Negate(inner) => (format!("-{}", self.atom(inner)), PLUS),
            Form::Binary(op, left, right) => binary(self, *op, left, right, sign(*op)),
            Form::If(condition, yes, no) => {
                let condition = at_least(self.ex(condition), XOR);
                let yes = at_least(self.ex(yes), XOR);
                let no = self.plain(no);
                (format!("{condition} ? {yes} : {no}"), CHOICE)
            }
            Form::Index(list, at) => (format!("{}[{}]", self.atom(list), self.plain(at)), ATOM),
            Form::Len(list) => (format!("Int({}.size())", self.atom(list)), ATOM),
            Form::List(all) => (format!("{}{{{}}}", ty(&value.ty), self.all(all)), ATOM),
            Form::Filled(length, fill) => {
                let length = self.plain(length);
                (format!("{}({length}, {})", ty(&value.ty), self.plain(fill)), ATOM)
            }
            Form::EmptyMemo => (format!("{}()", ty(&value.ty)), ATOM),
            Form::Call(name, arguments) => (format!("{name}({})", self.all(arguments)), ATOM),
            Form::Known(memo, key) => (format!("{}.count({})", self.plain(memo), self.key(key)), ATOM),
            Form::Recall(memo, key) => (format!("{}[{}]", self.plain(memo), self.key(key)), ATOM),
            Form::Helper(helper, arguments) => {
                let name = match helper {
                    Helper::Min => "min<Int>",
                    Helper::Max => "max<Int>",
                    Helper::EndMark => return (format!("endMark({{{}}})", self.all(arguments)), ATOM),
                    other => helper_name(*other),
                };
                (format!("{name}({})", self.all(arguments)), ATOM)
            }
        }
    }

    fn statement(&mut self, statement: &St, lines: &mut Lines) {
        match statement {
            St::Comment(comment) => lines.line(format!("// {comment}")),
            St::Let(name, value) => {
                let start = match &value.form {
                    Form::List(all) if all.is_empty() => String::new(),
                    Form::Filled(length, fill) => {
                        let length = self.plain(length);
                        let zero = matches!(&fill.form, Form::Int(0) | Form::Bool(false))
                            || matches!(&fill.form, Form::List(all) if all.is_empty());
                        if zero && value.ty != Ty::list(Ty::Char) {
                            format!("({length})")
                        } else {
                            format!("({length}, {})", self.plain(fill))
                        }
                    }
                    _ => format!(" = {}", self.plain(value)),
                };
                lines.line(format!("{} {name}{start};", ty(&value.ty)));
            }
            St::Set(target, value) => {
                let left = self.plain(target);
                match shortened(target, value) {
                    Some((sign, value)) => lines.line(format!("{left} {sign}= {};", self.plain(value))),
                    None => lines.line(format!("{left} = {};", self.plain(value))),
                }
            }
            St::Push(list, value) => {
                let list = self.atom(list);
                lines.line(format!("{list}.push_back({});", self.plain(value)));
            }
            St::Remember(memo, key, value) => {
                lines.line(format!("{}[{}] = {};", self.plain(memo), self.key(key), self.plain(value)));
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
                let end = match exclusive(high) {
                    Some(high) => format!("{name} < {}", at_least(self.ex(high), PLUS)),
                    None => format!("{name} <= {}", at_least(self.ex(high), PLUS)),
                };
                lines.line(format!("for (Int {name} = {}; {end}; {name}++) {{", self.plain(low)));
                self.block(inner, lines);
                lines.line("}");
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
        }
    }
}

fn helper_name(helper: Helper) -> &'static str {
    match helper {
        Helper::Min => "min",
        Helper::Max => "max",
        Helper::Abs => "absolute",
        Helper::Gcd => "greatestDivisor",
        Helper::FloorDivide => "floorDivide",
        Helper::FloorRemainder => "floorRemainder",
        Helper::Power => "power",
        Helper::Isqrt => "squareRoot",
        Helper::FloorPhi => "floorPhi",
        Helper::IsFibonacci => "isFibonacci",
        Helper::Popcount => "popcount",
        Helper::NimProduct => "nimProduct",
        Helper::Sorted => "sorted",
        Helper::Distinct => "distinct",
        Helper::Mex => "mex",
        Helper::Reversed => "reversed",
        Helper::Slice => "slice",
        Helper::Joined => "joined",
        Helper::Contains => "contains",
        Helper::Attached => "attached",
        Helper::Reachable => "reachable",
        Helper::ReadInt => "readInt",
        Helper::ReadBool => "readBool",
        Helper::ReadWord => "readWord",
        Helper::ReadLetter => "readLetter",
        Helper::ReadLetters => "readWord",
        Helper::ReadDigits => "readDigits",
        Helper::ReadLineLetters => "readLine",
        Helper::ReadNumbersJson => "readNumbers",
        Helper::ReadRowsJson => "readRows",
        Helper::ReadLettersJson => "readLetters",
        Helper::ReadGridJson => "readGrid",
        Helper::AtEnd => "atEnd",
        Helper::EndMark => "endMark",
    }
}

fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Abs => "Int absolute(Int x) { return x < 0 ? -x : x; }",
        Helper::Gcd => {
            "Int greatestDivisor(Int a, Int b) {\n    while (b != 0) { Int rest = a % b; a = b; b = rest; }\n    return a < 0 ? -a : a;\n}"
        }
        Helper::FloorDivide => {
            "// Division that rounds down, also below 0.\nInt floorDivide(Int a, Int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }"
        }
        Helper::FloorRemainder => {
            "// The remainder of a division that rounds down: never negative.\nInt floorRemainder(Int a, Int b) { return (a % b + b) % b; }"
        }
        Helper::Power => {
            "Int power(Int base, Int exponent) {\n    Int product = 1;\n    for (Int i = 0; i < exponent; i++) product *= base;\n    return product;\n}"
        }
        Helper::Isqrt => {
            r"
Int squareRoot(Int n) {
    Int root = (Int) sqrtl((long double) n);
    while (root * root > n) root--;
    while ((root + 1) * (root + 1) <= n) root++;
    return root;
}
"
        }
        Helper::FloorPhi => {
            r"
// n times the golden ratio, rounded down, exactly: (n + sqrt(5 n^2)) / 2 in whole numbers.
Int floorPhi(Int n) {
    __int128 square = (__int128) 5 * n * n;
    __int128 root = (__int128) sqrtl((long double) square);
    while (root * root > square) root--;
    while ((root + 1) * (root + 1) <= square) root++;
    return (Int) ((n + root) / 2);
}
"
        }
        Helper::IsFibonacci => {
            "bool isFibonacci(Int n) {\n    Int a = 0, b = 1;\n    while (a < n) { Int c = a + b; a = b; b = c; }\n    return a == n;\n}"
        }
        Helper::Popcount => "Int popcount(Int n) { return __builtin_popcountll((unsigned long long) n); }",
        Helper::NimProduct => {
            r"
// The product of nimbers; half is the number of bits of half a word.
Int nimProduct(Int a, Int b, int half = 16) {
    if (a <= 1 || b <= 1) return a * b;
    while (half > 1 && a >> half == 0 && b >> half == 0) half /= 2;
    Int mask = (Int(1) << half) - 1;
    int step = max(half / 2, 1);
    Int low = nimProduct(a & mask, b & mask, step);
    Int high = nimProduct(a >> half, b >> half, step);
    Int both = nimProduct((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), step);
    return ((both ^ low) << half) | (low ^ nimProduct(high, Int(1) << (half - 1), step));
}
"
        }
        Helper::Sorted => {
            "template <class List>\nList sorted(List list) {\n    sort(list.begin(), list.end());\n    return list;\n}"
        }
        Helper::Distinct => {
            "// Sorted, each once.\nvector<Int> distinct(vector<Int> list) {\n    sort(list.begin(), list.end());\n    list.erase(unique(list.begin(), list.end()), list.end());\n    return list;\n}"
        }
        Helper::Mex => {
            r"
// The least number that is not among these.
Int mex(const vector<Int>& values) {
    vector<bool> seen(values.size() + 1);
    for (Int value : values)
        if (value < Int(seen.size())) seen[value] = true;
    Int least = 0;
    while (seen[least]) least++;
    return least;
}
"
        }
        Helper::Reversed => {
            "template <class List>\nList reversed(const List& list) { return List(list.rbegin(), list.rend()); }"
        }
        Helper::Slice => {
            "// The entries from one place to another, both included.\ntemplate <class List>\nList slice(const List& list, Int from, Int to) {\n    return to < from ? List() : List(list.begin() + from, list.begin() + to + 1);\n}"
        }
        Helper::Joined => {
            "template <class List>\nList joined(List left_part, const List& right_part) {\n    left_part.insert(left_part.end(), right_part.begin(), right_part.end());\n    return left_part;\n}"
        }
        Helper::Contains => {
            "template <class List, class Entry>\nbool contains(const List& list, const Entry& entry) {\n    return find(list.begin(), list.end(), entry) != list.end();\n}"
        }
        Helper::Attached => {
            r"
// Which edges are alive and joined to the root by living edges.
vector<bool> attached(const vector<vector<Int>>& edges, vector<bool> alive, Int root) {
    map<Int, bool> reached;
    reached[root] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t e = 0; e < edges.size(); e++) {
            Int u = edges[e][0], v = edges[e][1];
            if (alive[e] && reached[u] != reached[v]) reached[u] = reached[v] = grows = true;
        }
    }
    for (size_t e = 0; e < edges.size(); e++) alive[e] = alive[e] && reached[edges[e][0]];
    return alive;
}
"
        }
        Helper::Reachable => {
            r"
// Which nodes can be reached along the edges.
vector<bool> reachable(const vector<vector<Int>>& following, Int start) {
    vector<bool> seen(following.size());
    vector<Int> todo{start};
    seen[start] = true;
    while (!todo.empty()) {
        Int from = todo.back();
        todo.pop_back();
        for (Int to : following[from])
            if (!seen[to]) { seen[to] = true; todo.push_back(to); }
    }
    return seen;
}
"
        }
        Helper::ReadWord => {
            r"
string readWord() {
    while (at < text.size() && isspace((unsigned char) text[at])) at++;
    size_t start = at;
    while (at < text.size() && !isspace((unsigned char) text[at])) at++;
    return text.substr(start, at - start);
}
"
        }
        Helper::ReadInt => "Int readInt() { return atoll(readWord().c_str()); }",
        Helper::ReadBool => {
            "bool readBool() {\n    string word = readWord();\n    return word == \"1\" || word == \"true\";\n}"
        }
        Helper::ReadLetter => "char readLetter() { return readWord()[0]; }",
        Helper::ReadDigits => {
            "vector<Int> readDigits() {\n    vector<Int> digits;\n    for (char digit : readWord()) digits.push_back(digit - '0');\n    return digits;\n}"
        }
        Helper::ReadNumbersJson => {
            r#"
// The numbers of a line such as [5,3,4].
vector<Int> numbersOf(const string& line) {
    vector<Int> numbers;
    for (size_t i = 0; i < line.size(); i++)
        if (isdigit((unsigned char) line[i])) {
            Int sign = i > 0 && line[i - 1] == '-' ? -1 : 1;
            numbers.push_back(sign * atoll(line.c_str() + i));
            while (i < line.size() && isdigit((unsigned char) line[i])) i++;
        }
    return numbers;
}

vector<Int> readNumbers() { return numbersOf(readLine()); }
"#
        }
        Helper::ReadRowsJson => {
            r#"
// A line such as [[1,2],[],[0]].
vector<vector<Int>> readRows() {
    vector<vector<Int>> rows;
    int depth = 0;
    string line = readLine();
    for (size_t i = 0; i < line.size(); i++) {
        if (line[i] == '[' && ++depth == 2) rows.push_back({});
        if (line[i] == ']') depth--;
        if (isdigit((unsigned char) line[i])) {
            Int sign = line[i - 1] == '-' ? -1 : 1;
            rows.back().push_back(sign * atoll(line.c_str() + i));
            while (isdigit((unsigned char) line[i + 1])) i++;
        }
    }
    return rows;
}
"#
        }
        Helper::ReadLettersJson => {
            "// A line such as \"++--\" in quotes.\nstring readLetters() {\n    string line = readLine();\n    return line.substr(1, line.size() - 2);\n}"
        }
        Helper::ReadGridJson => {
            r##"
// A line such as ["#.","M."].
vector<string> readGrid() {
    vector<string> rows;
    string line = readLine();
    for (size_t i = line.find('"'); i != string::npos; i = line.find('"', i)) {
        size_t end = line.find('"', i + 1);
        rows.push_back(line.substr(i + 1, end - i - 1));
        i = end + 1;
    }
    return rows;
}
"##
        }
        Helper::AtEnd => {
            "bool atEnd() {\n    while (at < text.size() && isspace((unsigned char) text[at])) at++;\n    return at == text.size();\n}"
        }
        Helper::EndMark => {
            r"
// Whether these numbers come next; they are taken then.
bool endMark(const vector<long long>& marks) {
    size_t before = at;
    for (long long mark : marks)
        if (readWord() != to_string(mark)) {
            at = before;
            return false;
        }
    return true;
}
"
        }
        _ => "",
    }
}

const READ_LINE: &str = r#"
// What is left of this line, or the next one where nothing is.
string readLine() {
    string line;
    for (int turn = 0; turn < 2 && line.empty(); turn++) {
        size_t end = min(text.find('\n', at), text.size());
        line = text.substr(at, end - at);
        at = min(end + 1, text.size());
        while (!line.empty() && isspace((unsigned char) line.back())) line.pop_back();
        while (!line.empty() && isspace((unsigned char) line[0])) line.erase(0, 1);
    }
    return line;
}
"#;
