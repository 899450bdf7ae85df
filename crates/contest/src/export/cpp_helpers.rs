//! The helper functions of programs in C++, and the headers they need.

use super::program::Helper;

/// Returns a helper's name.
pub(crate) fn helper_name(helper: Helper) -> &'static str {
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
        Helper::Hackenbush => "hackenbush",
        Helper::KernelCount => "kernelCount",
        Helper::SmallestPart => "smallestPart",
        Helper::BoxValue => "boxValue",
        Helper::Reachable => "reachable",
        Helper::ReadInt => "readInt",
        Helper::ReadBool => "readBool",
        Helper::Key => "keyOf",
        Helper::ToText => "to_string",
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

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Key => {
            r"
// A position as one string, each list behind its length: positions have equal ones only where they are equal.
void addTo(string& key, char letter) { key += letter; }
void addTo(string& key, bool truth) { key += truth ? '1' : '0'; }
void addTo(string& key, Int number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); }
void addTo(string& key, const string& word) { addTo(key, (Int)word.size()), key += word; }

template <class Part>
void addTo(string& key, const vector<Part>& parts) {
    addTo(key, (Int)parts.size());
    for (const auto& part : parts) addTo(key, part);
}

template <class... Parts>
string keyOf(const Parts&... parts) {
    string key;
    (addTo(key, parts), ...);
    return key;
}
"
        }
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
// The square root, rounded down: an estimate made exact.
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
Int floorPhi(Int n) { return (n + squareRoot(5 * n * n)) / 2; }
"
        }
        Helper::IsFibonacci => {
            "bool isFibonacci(Int n) {\n    Int a = 0, b = 1;\n    while (a < n) { Int c = a + b; a = b; b = c; }\n    return a == n;\n}"
        }
        Helper::Popcount => "Int popcount(Int n) { return __builtin_popcountll((unsigned long long) n); }",
        Helper::NimProduct => {
            r"
// The product of nimbers; half is the number of bits of half a word.
Int nimProduct(Int a, Int b, int half = 32) {
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
        Helper::Hackenbush => {
            r"
// The Grundy value of a graph that stands on a root. Circuits may be drawn together into one node, whose edges then are
// loops of value 1 (fusion principle); a branch of value g on an edge has value g + 1 (colon principle).
Int hackenbush(const vector<vector<Int>>& edges, const vector<bool>& alive, Int root) {
    size_t nodes = root + 1;
    for (const vector<Int>& edge : edges) nodes = max<size_t>(nodes, max(edge[0], edge[1]) + 1);
    vector<vector<size_t>> at(nodes);
    for (size_t e = 0; e < edges.size(); e++)
        if (alive[e]) for (Int end : edges[e]) at[end].push_back(e);
    // A tree of shortest ways from the root.
    vector<Int> order{root}, above(nodes, -1), depth(nodes, -1), top(nodes), value(nodes);
    vector<bool> in_tree(edges.size());
    depth[root] = 0;
    for (size_t next = 0; next < order.size(); next++)
        for (size_t e : at[order[next]]) {
            Int from = order[next], to = edges[e][0] ^ edges[e][1] ^ from;
            if (depth[to] >= 0) continue;
            depth[to] = depth[from] + 1;
            above[to] = from;
            in_tree[e] = true;
            order.push_back(to);
        }
    // Every other edge closes a circuit, which is drawn together into its top node.
    for (size_t v = 0; v < nodes; v++) top[v] = v;
    auto find = [&](Int v) {
        while (top[v] != v) v = top[v] = top[top[v]];
        return v;
    };
    for (size_t e = 0; e < edges.size(); e++)
        if (alive[e] && !in_tree[e] && depth[edges[e][0]] >= 0) {
            Int u = find(edges[e][0]), v = find(edges[e][1]);
            while (u != v) {
                if (depth[u] < depth[v]) swap(u, v);
                top[u] = above[u];
                u = find(u);
            }
        }
    for (size_t e = 0; e < edges.size(); e++)
        if (alive[e] && depth[edges[e][0]] >= 0 && find(edges[e][0]) == find(edges[e][1])) value[find(edges[e][0])] ^= 1;
    for (size_t i = order.size(); i-- > 1;)
        if (top[order[i]] == order[i]) value[find(above[order[i]])] ^= value[order[i]] + 1;
    return value[root];
}
"
        }
        Helper::KernelCount => {
            r"
// The number of kernels: sets of nodes with no arrow inside, such that every other node has an arrow into the set.
// state: 0 where nothing is known of a node, 1 where it is in the set, 2 where it is not.
Int kernelCount(const vector<vector<Int>>& following, vector<int> state) {
    size_t nodes = following.size();
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t v = 0; v < nodes; v++) {
            size_t inside = 0, open = 0;
            for (Int to : following[v]) {
                inside += state[to] == 1;
                open += state[to] == 0;
            }
            if (state[v] == 1 ? inside > 0 : state[v] == 2 && inside + open == 0) return 0;
            if (state[v] == 1)
                for (Int to : following[v])
                    if (state[to] == 0) { state[to] = 2; changed = true; }
            if (state[v] == 0 && (inside > 0 || open == 0)) { state[v] = inside > 0 ? 2 : 1; changed = true; }
        }
    }
    size_t v = 0;
    while (v < nodes && state[v] != 0) v++;
    if (v == nodes) return 1;
    Int count = 0;
    for (int choice = 1; choice <= 2; choice++) {
        state[v] = choice;
        count += kernelCount(following, state);
    }
    return count;
}

Int kernelCount(const vector<vector<Int>>& following) { return kernelCount(following, vector<int>(following.size())); }
"
        }
        Helper::SmallestPart => {
            r"
// Every n > 0 is in one way a sum of numbers of the sequence that begins with 1 and goes on with last + part, where part is
// the least number of the sequence with times * part + add >= last. The smallest of them is what is told. As long as part stays the
// same the numbers are evenly apart, so the sequence is kept in runs.
struct Run { Int first, step, last; };

Int smallestPart(Int n, Int times, Int add) {
    vector<Run> runs{{1, 1, 1}};
    for (size_t at = 0; runs.back().last < n;) {
        Int last = runs.back().last;
        Int least = (last - add + times - 1) / times;
        while (runs[at].last < least) at++;
        Run run = runs[at];
        Int part = run.first;
        if (least > part) part += (least - part + run.step - 1) / run.step * run.step;
        Int count = (times * part + add - last) / part + 1;
        runs.push_back({last + part, part, last + count * part});
    }
    Int smallest = 0;
    for (size_t i = runs.size(); i-- > 0;) {
        Run run = runs[i];
        while (run.first <= n) {
            smallest = min<Int>(run.last, n - (n - run.first) % run.step);
            n -= smallest;
        }
    }
    return smallest;
}
"
        }
        Helper::BoxValue => {
            r"
// The Grundy value of a box. Let below be the largest number with below + below^2 < capacity: up to it a box cannot be
// filled at once, and who passes it lets the other fill the box; so the box is worth one of that capacity.
Int boxValue(Int held, Int capacity) {
    if (held == 0) return 0;
    Int below = (squareRoot(4 * capacity - 3) - 1) / 2;
    while (held <= below) {
        capacity = below;
        below = (squareRoot(4 * capacity - 3) - 1) / 2;
    }
    return capacity - held;
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
    string word;
    cin >> word;
    return word;
}
"
        }
        Helper::ReadInt => "Int readInt() {\n    long long number = 0;\n    cin >> number;\n    return number;\n}",
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
        Helper::AtEnd => "// Whether nothing but white space is left.\nbool atEnd() { return (cin >> ws).eof(); }",
        Helper::EndMark => {
            r"
// Whether these numbers come next; they are taken then.
bool endMark(const vector<long long>& marks) {
    streampos before = cin.tellg();
    for (long long mark : marks)
        if (readWord() != to_string(mark)) {
            cin.clear();
            cin.seekg(before);
            return false;
        }
    return true;
}
"
        }
        _ => "",
    }
}

/// n times the golden ratio if 5 n² does not fit into 64 bits.
pub(crate) const FLOOR_PHI_WIDE: &str = r"
// n times the golden ratio, rounded down, exactly: (n + sqrt(5 n^2)) / 2 in whole numbers.
Int floorPhi(Int n) {
    __int128 square = (__int128) 5 * n * n;
    __int128 root = (__int128) sqrtl((long double) square);
    while (root * root > square) root--;
    while ((root + 1) * (root + 1) <= square) root++;
    return (Int) ((n + root) / 2);
}
";

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r#"
// What is left of this line, or the next one where nothing is.
string readLine() {
    string line;
    for (int turn = 0; turn < 2 && line.empty(); turn++) {
        getline(cin, line);
        line.erase(line.find_last_not_of(" \t\r") + 1);
        line.erase(0, line.find_first_not_of(" \t\r"));
    }
    return line;
}
"#;

/// Each header with the words that need it.
pub(crate) const HEADERS: [(&str, &[&str]); 11] = [
    ("algorithm", &["sort(", "min<", "max<", "max(", "find(list", "swap(", "unique("]),
    ("cctype", &["isdigit("]),
    ("cmath", &["sqrtl("]),
    ("cstdlib", &["atoll("]),
    ("iostream", &["cin", "cout"]),
    ("map", &[" map<", "\nmap<"]),
    ("sstream", &["stringstream"]),
    ("string", &["string"]),
    ("tuple", &["tuple<"]),
    ("unordered_map", &["unordered_map<"]),
    ("vector", &["vector<"]),
];
