//! The helper functions of programs in C++, and the headers they need.

use super::program::Helper;

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Key => {
            r"
// A position as one string, each list behind its length: positions have equal ones only where they are equal.
void add_to(string& key, char letter) { key += letter; }
void add_to(string& key, bool truth) { key += truth ? '1' : '0'; }
void add_to(string& key, Int number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); }
void add_to(string& key, const string& word) { add_to(key, (Int)word.size()), key += word; }

template <class Part>
void add_to(string& key, const vector<Part>& parts) {
    add_to(key, (Int)parts.size());
    for (const auto& part : parts) add_to(key, part);
}

template <class... Parts>
string key_of(const Parts&... parts) {
    string key;
    (add_to(key, parts), ...);
    return key;
}
"
        }
        Helper::Abs => "Int absolute(Int x) { return x < 0 ? -x : x; }",
        Helper::FloorDivide => {
            "// Division that rounds down, also below 0.\nInt floor_divide(Int a, Int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }"
        }
        Helper::FloorRemainder => {
            "// The remainder of a division that rounds down: never negative.\nInt floor_remainder(Int a, Int b) { return (a % b + b) % b; }"
        }
        Helper::Popcount => "Int popcount(Int n) { return __builtin_popcountll((unsigned long long) n); }",
        Helper::Sorted => {
            "template <class List>\nList sorted(List list) {\n    sort(list.begin(), list.end());\n    return list;\n}"
        }
        Helper::Distinct => {
            "// Sorted, each once.\nvector<Int> distinct(vector<Int> list) {\n    sort(list.begin(), list.end());\n    list.erase(unique(list.begin(), list.end()), list.end());\n    return list;\n}"
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
        Helper::ReadWord => {
            r"
string read_word() {
    string word;
    cin >> word;
    return word;
}
"
        }
        Helper::ReadInt => "Int read_int() {\n    long long number = 0;\n    cin >> number;\n    return number;\n}",
        Helper::ReadBool => {
            "bool read_bool() {\n    string word = read_word();\n    return word == \"1\" || word == \"true\";\n}"
        }
        Helper::ReadLetter => "char read_letter() { return read_word()[0]; }",
        Helper::ReadDigits => {
            "vector<Int> read_digits() {\n    vector<Int> digits;\n    for (char digit : read_word()) digits.push_back(digit - '0');\n    return digits;\n}"
        }
        Helper::ReadNumbersJson => {
            r#"
// The numbers of a line such as [5,3,4].
vector<Int> numbers_of(const string& line) {
    vector<Int> numbers;
    for (size_t i = 0; i < line.size(); i++)
        if (isdigit((unsigned char) line[i])) {
            Int sign = i > 0 && line[i - 1] == '-' ? -1 : 1;
            numbers.push_back(sign * atoll(line.c_str() + i));
            while (i < line.size() && isdigit((unsigned char) line[i])) i++;
        }
    return numbers;
}

vector<Int> read_numbers() { return numbers_of(read_line()); }
"#
        }
        Helper::ReadRowsJson => {
            r#"
// A line such as [[1,2],[],[0]].
vector<vector<Int>> read_rows() {
    vector<vector<Int>> rows;
    int depth = 0;
    string line = read_line();
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
            "// A line such as \"++--\" in quotes.\nstring read_letters() {\n    string line = read_line();\n    return line.substr(1, line.size() - 2);\n}"
        }
        Helper::ReadGridJson => {
            r##"
// A line such as ["#.","M."].
vector<string> read_grid() {
    vector<string> rows;
    string line = read_line();
    for (size_t i = line.find('"'); i != string::npos; i = line.find('"', i)) {
        size_t end = line.find('"', i + 1);
        rows.push_back(line.substr(i + 1, end - i - 1));
        i = end + 1;
    }
    return rows;
}
"##
        }
        Helper::AtEnd => "// Whether nothing but white space is left.\nbool at_end() { return (cin >> ws).eof(); }",
        Helper::EndMark => {
            r"
// Whether these numbers come next; they are taken then.
bool end_mark(const vector<long long>& marks) {
    streampos before = cin.tellg();
    for (long long mark : marks)
        if (read_word() != to_string(mark)) {
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

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r#"
// What is left of this line, or the next one where nothing is.
string read_line() {
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
    ("algorithm", &["sort(", "min<", "max<", "find(list", "unique("]),
    ("cctype", &["isdigit("]),
    ("cstdlib", &["atoll("]),
    ("iostream", &["cin", "cout"]),
    ("map", &[" map<", "\nmap<"]),
    ("pthread.h", &["pthread_"]),
    ("sstream", &["stringstream"]),
    ("string", &["string"]),
    ("tuple", &["tuple<"]),
    ("unordered_map", &["unordered_map<"]),
    ("vector", &["vector<"]),
];

/// The end of the function that is the program, and the `main` that runs it with a stack of its own.
pub(crate) const DEEP_STACK: &str = "
    return nullptr;
}

int main() {
    // Play may be long: the search needs a deep stack. (Before glibc 2.34, link with -pthread.)
    pthread_attr_t deep;
    pthread_attr_init(&deep);
    pthread_attr_setstacksize(&deep, 1 << 30);
    pthread_t thread;
    if (pthread_create(&thread, &deep, solve, nullptr) != 0) {
        return 1;
    }
    pthread_join(thread, nullptr);
";
