//! The helper functions of programs in Java, those on arrays for each type of entries.

use super::program::Helper;

/// Prints a new array: the length goes into the first pair of brackets.
pub(crate) fn new_array(of: &str, length: &str) -> String {
    let base = of.trim_end_matches("[]");
    format!("new {base}[{length}]{}", &of[base.len()..])
}

/// Returns the source of an array function for one type of entries.
pub(crate) fn array_function(name: &str, of: &str) -> String {
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
        "sorted" if entry_is_array => format!(
            "static {of}[] sorted({of}[] list) {{\n    {of}[] all = list.clone();\n    Arrays.sort(all, Arrays::compare);\n    return all;\n}}"
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

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Key => {
            r"
// A position as one text, each list behind its length: positions have equal ones only where they are equal.
static String keyOf(Object... parts) {
    StringBuilder key = new StringBuilder();
    for (Object part : parts) addTo(key, part);
    return key.toString();
}

static void addTo(StringBuilder key, Object part) {
    if (part instanceof char[]) {
        key.append(((char[]) part).length).append(' ').append((char[]) part);
    } else if (part instanceof long[]) {
        key.append(((long[]) part).length).append(' ');
        for (long number : (long[]) part) key.append(number).append(' ');
    } else if (part instanceof boolean[]) {
        key.append(((boolean[]) part).length).append(' ');
        for (boolean truth : (boolean[]) part) key.append(truth ? '1' : '0');
    } else if (part instanceof Object[]) {
        key.append(((Object[]) part).length).append(' ');
        for (Object inner : (Object[]) part) addTo(key, inner);
    } else if (part instanceof String) {
        key.append(((String) part).length()).append(' ').append(part);
    } else {
        key.append(part).append(' ');
    }
}
"
        }
        Helper::Distinct => {
            "// Sorted, each once.\nstatic long[] distinct(long[] list) {\n    return Arrays.stream(list).sorted().distinct().toArray();\n}"
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

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r"
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
