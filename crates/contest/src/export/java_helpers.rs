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
        Helper::Gcd => "static long gcd(long a, long b) {\n    return b == 0 ? Math.abs(a) : gcd(b, a % b);\n}",
        Helper::Power => {
            "static long power(long base, long exponent) {\n    long product = 1;\n    for (long i = 0; i < exponent; i++) {\n        product *= base;\n    }\n    return product;\n}"
        }
        Helper::Isqrt => {
            r"
// The square root, rounded down: an estimate made exact.
static long squareRoot(long n) {
    long root = (long) Math.sqrt((double) n);
    while (root > n / Math.max(root, 1)) {
        root--;
    }
    while ((root + 1) <= n / (root + 1)) {
        root++;
    }
    return root;
}
"
        }
        Helper::FloorPhi => {
            r"
// n times the golden ratio, rounded down, exactly: (n + sqrt(5 n^2)) / 2 in whole numbers.
static long floorPhi(long n) {
    return (n + squareRoot(5 * n * n)) / 2;
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
        Helper::Hackenbush => {
            r"
// The Grundy value of a graph that stands on a root. Circuits may be drawn together into one node, whose edges then are
// loops of value 1 (fusion principle); a branch of value g on an edge has value g + 1 (colon principle).
static long hackenbush(long[][] edges, boolean[] alive, long root) {
    int nodes = (int) root + 1;
    for (long[] edge : edges) {
        nodes = Math.max(nodes, (int) Math.max(edge[0], edge[1]) + 1);
    }
    ArrayList<ArrayList<Integer>> at = new ArrayList<>();
    for (int v = 0; v < nodes; v++) {
        at.add(new ArrayList<>());
    }
    for (int e = 0; e < edges.length; e++) {
        if (alive[e]) {
            at.get((int) edges[e][0]).add(e);
            at.get((int) edges[e][1]).add(e);
        }
    }
    // A tree of shortest ways from the root.
    ArrayList<Integer> order = new ArrayList<>(List.of((int) root));
    int[] above = new int[nodes];
    int[] depth = new int[nodes];
    int[] top = new int[nodes];
    long[] value = new long[nodes];
    boolean[] inTree = new boolean[edges.length];
    Arrays.fill(depth, -1);
    depth[(int) root] = 0;
    for (int next = 0; next < order.size(); next++) {
        int from = order.get(next);
        for (int e : at.get(from)) {
            int to = (int) (edges[e][0] ^ edges[e][1] ^ from);
            if (depth[to] < 0) {
                depth[to] = depth[from] + 1;
                above[to] = from;
                inTree[e] = true;
                order.add(to);
            }
        }
    }
    // Every other edge closes a circuit, which is drawn together into its top node.
    for (int v = 0; v < nodes; v++) {
        top[v] = v;
    }
    for (int e = 0; e < edges.length; e++) {
        if (alive[e] && !inTree[e] && depth[(int) edges[e][0]] >= 0) {
            int u = topOf(top, (int) edges[e][0]);
            int v = topOf(top, (int) edges[e][1]);
            while (u != v) {
                if (depth[u] < depth[v]) {
                    int swapped = u;
                    u = v;
                    v = swapped;
                }
                top[u] = above[u];
                u = topOf(top, u);
            }
        }
    }
    for (int e = 0; e < edges.length; e++) {
        int u = topOf(top, (int) edges[e][0]);
        if (alive[e] && depth[u] >= 0 && u == topOf(top, (int) edges[e][1])) {
            value[u] ^= 1;
        }
    }
    for (int i = order.size() - 1; i > 0; i--) {
        int v = order.get(i);
        if (top[v] == v) {
            value[topOf(top, above[v])] ^= value[v] + 1;
        }
    }
    return value[(int) root];
}

static int topOf(int[] top, int v) {
    while (top[v] != v) {
        top[v] = top[top[v]];
        v = top[v];
    }
    return v;
}
"
        }
        Helper::KernelCount => {
            r"
// The number of kernels: sets of nodes with no arrow inside, such that every other node has an arrow into the set.
static long kernelCount(long[][] following) {
    return kernelCount(following, new int[following.length]);
}

// state: 0 where nothing is known of a node, 1 where it is in the set, 2 where it is not.
static long kernelCount(long[][] following, int[] known) {
    int[] state = known.clone();
    int nodes = state.length;
    for (boolean changed = true; changed;) {
        changed = false;
        for (int v = 0; v < nodes; v++) {
            int inside = 0;
            int open = 0;
            for (long to : following[v]) {
                inside += state[(int) to] == 1 ? 1 : 0;
                open += state[(int) to] == 0 ? 1 : 0;
            }
            if (state[v] == 1 ? inside > 0 : state[v] == 2 && inside + open == 0) {
                return 0;
            }
            if (state[v] == 1 && open > 0) {
                for (long to : following[v]) {
                    state[(int) to] = 2;
                }
                changed = true;
            }
            if (state[v] == 0 && (inside > 0 || open == 0)) {
                state[v] = inside > 0 ? 2 : 1;
                changed = true;
            }
        }
    }
    int v = 0;
    while (v < nodes && state[v] != 0) {
        v++;
    }
    if (v == nodes) {
        return 1;
    }
    long count = 0;
    for (int choice = 1; choice <= 2; choice++) {
        state[v] = choice;
        count += kernelCount(following, state);
    }
    return count;
}
"
        }
        Helper::SmallestPart => {
            r"
// Every n > 0 is in one way a sum of numbers of the sequence that begins with 1 and goes on with last + part, where part is
// the least number of the sequence with times * part + add >= last. The smallest of them is what is told. As long as part stays the
// same the numbers are evenly apart, so the sequence is kept in runs.
static long smallestPart(long n, long times, long add) {
    // The first number of a run, how far they are apart, the last.
    ArrayList<long[]> runs = new ArrayList<>();
    runs.add(new long[] {1, 1, 1});
    long last = 1;
    for (int at = 0; last < n;) {
        long least = (last - add + times - 1) / times;
        while (runs.get(at)[2] < least) {
            at++;
        }
        long part = runs.get(at)[0];
        long step = runs.get(at)[1];
        if (least > part) {
            part += (least - part + step - 1) / step * step;
        }
        long count = (times * part + add - last) / part + 1;
        runs.add(new long[] {last + part, part, last + count * part});
        last += count * part;
    }
    long smallest = 0;
    for (int i = runs.size() - 1; i >= 0; i--) {
        long[] run = runs.get(i);
        while (run[0] <= n) {
            smallest = Math.min(run[2], n - (n - run[0]) % run[1]);
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
static long boxValue(long held, long capacity) {
    if (held == 0) {
        return 0;
    }
    long below = (squareRoot(4 * capacity - 3) - 1) / 2;
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

/// n times the golden ratio if 5 n² does not fit into 64 bits.
pub(crate) const FLOOR_PHI_WIDE: &str = r"
// n times the golden ratio, rounded down, exactly: (n + sqrt(5 n^2)) / 2 in whole numbers.
static long floorPhi(long n) {
    BigInteger whole = BigInteger.valueOf(n);
    BigInteger root = whole.multiply(whole).multiply(BigInteger.valueOf(5)).sqrt();
    return whole.add(root).shiftRight(1).longValueExact();
}
";
