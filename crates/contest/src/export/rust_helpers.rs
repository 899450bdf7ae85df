//! The helper functions of programs in Rust; those that read are methods.

use super::program::Helper;

/// Returns a helper's source.
pub(crate) fn helper_text(helper: Helper) -> &'static str {
    match helper {
        Helper::Key => {
            r"
// What a position is made of.
trait Part {
    fn add_to(&self, key: &mut String);
}

impl Part for Int {
    fn add_to(&self, key: &mut String) {
        key.push_str(&self.to_string());
        key.push(' ');
    }
}

impl Part for bool {
    fn add_to(&self, key: &mut String) {
        key.push(if *self { '1' } else { '0' });
    }
}

impl Part for char {
    fn add_to(&self, key: &mut String) {
        key.push(*self);
    }
}

impl Part for String {
    fn add_to(&self, key: &mut String) {
        (self.len() as Int).add_to(key);
        key.push_str(self);
    }
}

impl<P: Part> Part for [P] {
    fn add_to(&self, key: &mut String) {
        (self.len() as Int).add_to(key);
        for part in self {
            part.add_to(key);
        }
    }
}

impl<P: Part> Part for Vec<P> {
    fn add_to(&self, key: &mut String) {
        self.as_slice().add_to(key);
    }
}

impl<P: Part + ?Sized> Part for &P {
    fn add_to(&self, key: &mut String) {
        (**self).add_to(key);
    }
}

// A position as one text, each list behind its length: positions have equal ones only where they are equal.
fn key_of(parts: &[&dyn Part]) -> String {
    let mut key = String::new();
    for part in parts {
        part.add_to(&mut key);
    }
    key
}
"
        }
        Helper::Gcd => "fn gcd(a: Int, b: Int) -> Int {\n    if b == 0 { a.abs() } else { gcd(b, a % b) }\n}",
        Helper::Power => {
            "fn power(base: Int, exponent: Int) -> Int {\n    (0..exponent).fold(1, |product, _| product * base)\n}"
        }
        Helper::Isqrt => {
            r"
// The square root, rounded down: an estimate made exact.
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
    (n + square_root(5 * n * n)) / 2
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
        Helper::Hackenbush => {
            r"
// The Grundy value of a graph that stands on a root. Circuits may be drawn together into one node, whose edges then are
// loops of value 1 (fusion principle); a branch of value g on an edge has value g + 1 (colon principle).
fn hackenbush(edges: &[Vec<Int>], alive: &[bool], root: Int) -> Int {
    let edges: Vec<[usize; 2]> = edges.iter().map(|edge| [edge[0] as usize, edge[1] as usize]).collect();
    let root = root as usize;
    let nodes = edges.iter().flatten().fold(root, |most, &node| most.max(node)) + 1;
    let mut at = vec![Vec::new(); nodes];
    for (e, edge) in edges.iter().enumerate().filter(|(e, _)| alive[*e]) {
        at[edge[0]].push(e);
        at[edge[1]].push(e);
    }
    // A tree of shortest ways from the root.
    let mut order = vec![root];
    let mut above = vec![root; nodes];
    let mut depth = vec![usize::MAX; nodes];
    let mut in_tree = vec![false; edges.len()];
    depth[root] = 0;
    let mut next = 0;
    while next < order.len() {
        let from = order[next];
        next += 1;
        for &e in &at[from] {
            let to = edges[e][0] ^ edges[e][1] ^ from;
            if depth[to] == usize::MAX {
                depth[to] = depth[from] + 1;
                above[to] = from;
                in_tree[e] = true;
                order.push(to);
            }
        }
    }
    fn find(top: &mut [usize], mut v: usize) -> usize {
        while top[v] != v {
            top[v] = top[top[v]];
            v = top[v];
        }
        v
    }
    // Every other edge closes a circuit, which is drawn together into its top node.
    let mut top: Vec<usize> = (0..nodes).collect();
    let standing: Vec<usize> = (0..edges.len()).filter(|&e| alive[e] && depth[edges[e][0]] != usize::MAX).collect();
    for &e in standing.iter().filter(|&&e| !in_tree[e]) {
        let (mut u, mut v) = (find(&mut top, edges[e][0]), find(&mut top, edges[e][1]));
        while u != v {
            if depth[u] < depth[v] {
                std::mem::swap(&mut u, &mut v);
            }
            top[u] = above[u];
            u = find(&mut top, u);
        }
    }
    let mut value: Vec<Int> = vec![0; nodes];
    for &e in &standing {
        let u = find(&mut top, edges[e][0]);
        if u == find(&mut top, edges[e][1]) {
            value[u] ^= 1;
        }
    }
    for &v in order[1..].iter().rev() {
        if top[v] == v {
            let below = find(&mut top, above[v]);
            value[below] ^= value[v] + 1;
        }
    }
    value[root]
}
"
        }
        Helper::KernelCount => {
            r"
// The number of kernels: sets of nodes with no arrow inside, such that every other node has an arrow into the set.
fn kernel_count(following: &[Vec<Int>]) -> Int {
    completions(following, vec![0; following.len()])
}

// state: 0 where nothing is known of a node, 1 where it is in the set, 2 where it is not.
fn completions(following: &[Vec<Int>], mut state: Vec<u8>) -> Int {
    let mut changed = true;
    while changed {
        changed = false;
        for v in 0..state.len() {
            let inside = following[v].iter().any(|&to| state[to as usize] == 1);
            let open = following[v].iter().any(|&to| state[to as usize] == 0);
            if state[v] == 1 && inside || state[v] == 2 && !inside && !open {
                return 0;
            }
            if state[v] == 1 && open {
                for &to in &following[v] {
                    state[to as usize] = 2;
                }
                changed = true;
            }
            if state[v] == 0 && (inside || !open) {
                state[v] = if inside { 2 } else { 1 };
                changed = true;
            }
        }
    }
    let Some(v) = state.iter().position(|&known| known == 0) else { return 1 };
    let mut count = 0;
    for choice in 1..=2 {
        state[v] = choice;
        count += completions(following, state.clone());
    }
    count
}
"
        }
        Helper::SmallestPart => {
            r"
// Every n > 0 is in one way a sum of numbers of the sequence that begins with 1 and goes on with last + part, where part is
// the least number of the sequence with times * part + add >= last. The smallest of them is what is told. As long as part stays the
// same the numbers are evenly apart, so the sequence is kept in runs.
fn smallest_part(mut n: Int, times: Int, add: Int) -> Int {
    // The first number of a run, how far they are apart, the last.
    let mut runs: Vec<(Int, Int, Int)> = vec![(1, 1, 1)];
    let (mut last, mut at) = (1, 0);
    while last < n {
        let least = (last - add + times - 1) / times;
        while runs[at].2 < least {
            at += 1;
        }
        let (mut part, step, _) = runs[at];
        if least > part {
            part += (least - part + step - 1) / step * step;
        }
        let count = (times * part + add - last) / part + 1;
        runs.push((last + part, part, last + count * part));
        last += count * part;
    }
    let mut smallest = 0;
    for &(first, step, last) in runs.iter().rev() {
        while first <= n {
            smallest = last.min(n - (n - first) % step);
            n -= smallest;
        }
    }
    smallest
}
"
        }
        Helper::BoxValue => {
            r"
// The Grundy value of a box. Let below be the largest number with below + below^2 < capacity: up to it a box cannot be
// filled at once, and who passes it lets the other fill the box; so the box is worth one of that capacity.
fn box_value(held: Int, mut capacity: Int) -> Int {
    if held == 0 {
        return 0;
    }
    let mut below = (square_root(4 * capacity - 3) - 1) / 2;
    while held <= below {
        capacity = below;
        below = (square_root(4 * capacity - 3) - 1) / 2;
    }
    capacity - held
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
"
        }
        Helper::AtEnd => {
            r"
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

/// Source used by the helpers that read lines.
pub(crate) const READ_LINE: &str = r"
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

/// n times the golden ratio if 5 n² does not fit into 64 bits.
pub(crate) const FLOOR_PHI_WIDE: &str = r"
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
";
