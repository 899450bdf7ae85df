//! Tests of parser and printer together: valid files, invalid files, and invariants.

use super::parse;
use crate::ast::Ast;
use crate::diagnostic::Diagnostic;
use crate::print;
use grundy_value::Random;

/// The games and claims of the language's contract, verbatim.
const CONTRACT: &[&str] = &[
    r##"# nim.game — take any number from one heap; who takes the last stone wins.
game nim(n)
move take(k in 1..n) -> n - k
claim grundy = n
start 3 plus 4 plus 5
"##,
    r##"# cutting.game — POJ 2311: cut a sheet in two, no side below 2; who cannot cut loses.
game cutting(w in 2.., h in 2..)
move across(i in 2..w-2) -> (i, h) plus (w - i, h)
move down(j in 2..h-2)   -> (w, j) plus (w, h - j)
"##,
    r##"# tic_tac_toe.game
game tic_tac_toe(board: [{'.', 'X', 'O'}; 3, 3] = "... / ... / ...")
players X, O
let line(p) =
  any(all(board[i, j] == p for j in 0..2) for i in 0..2) or
  any(all(board[i, j] == p for i in 0..2) for j in 0..2) or
  all(board[i, i] == p for i in 0..2) or all(board[i, 2 - i] == p for i in 0..2)
X wins if line('X')
O wins if line('O')
move place(i in 0..2, j in 0..2) if board[i, j] == '.' -> with board[i, j] = mover
stuck draws
"##,
    r##"game lasker(n)                                     # Multi-nim
move take(k in 1..n)    -> n - k
move split(k in 1..n-1) -> k plus n - k
claim grundy = if n == 0 then 0 else if n % 4 == 0 then n - 1 else if n % 4 == 3 then n + 1 else n
"##,
    r##"game wythoff(a, b)
symmetry swap a, b
move left(k in 1..a)          -> (a - k, b)
move right(k in 1..b)         -> (a, b - k)
move both(k in 1..min(a, b))  -> (a - k, b - k)
claim lose iff min(a, b) == floor_phi(abs(a - b))
"##,
    r##"game fibonacci_nim(n, most = n - 1)                # not all at first, then at most twice the last take
move take(k in 1..min(n, most)) -> (n - k, 2 * k)
claim lose iff is_fibonacci(n) if most == n - 1
"##,
    r##"game moore(n) given k: int in 1..                  # Moore's Nim_k: take from at most k heaps
compound upto k
move take(t in 1..n) -> n - t
"##,
    r##"game anti_nim(heaps: bag int)                      # misère: who takes the last stone loses
stuck wins
move take(i in 0..len(heaps)-1, k in 1..heaps[i]) -> with heaps[i] = heaps[i] - k
"##,
    r##"game every_dag(v) given next: [[int]]              # Every-SG: move in every game that can still move
compound every
move go(u in next[v]) -> u
"##,
    r##"game staircase(a: [int])                           # a[i] stones on step i + 1
move down(i in 0..len(a)-1, k in 1..a[i]) ->
  if i == 0 then with a[0] = a[0] - k else with a[i] = a[i] - k, a[i-1] = a[i-1] + k
claim lose iff xor(a[i] for i in 0..len(a)-1 if i % 2 == 0) == 0
"##,
    r##"game digits(d: [int in 0..9])                      # HDU 1404
move lower(i in 0..len(d)-1, v in 0..d[i]-1)       -> with d[i] = v
move erase(i in 0..len(d)-1) if d[i] == 0          -> d[0..i-1]
"##,
    r##"game team_nim(stones, turn = 0) given limit: [int] # POJ 2068: player t takes 1..limit[t]; last stone loses
stuck wins
move take(k in 1..min(limit[turn], stones))        -> (stones - k, (turn + 1) % len(limit))
"##,
    r##"game stone_game(i = 0, j: int = len(piles) - 1) given piles: [int]
move left  if i <= j gain piles[i] -> (i + 1, j)
move right if i <= j gain piles[j] -> (i, j - 1)
stuck scores
"##,
    r##"game cat_and_mouse(m = 1, c = 2) given graph: [[int]]   # LeetCode 913: loops are draws
players mouse, cat
mouse wins if m == 0
cat   wins if m == c
mouse move go(t in graph[m])           -> with m = t
cat   move go(t in graph[c]) if t != 0 -> with c = t
"##,
    r##"game domineering(b: [{'.', '#'}; rows, cols]) given rows: int = 4, cols: int = 4
players left, right
left  move up(i in 0..rows-2, j in 0..cols-1) if b[i,j] == '.' and b[i+1,j] == '.' -> with b[i,j] = '#', b[i+1,j] = '#'
right move across(i in 0..rows-1, j in 0..cols-2) if b[i,j] == '.' and b[i,j+1] == '.' -> with b[i,j] = '#', b[i,j+1] = '#'
"##,
    r##"claim grundy = n % (m + 1)                         # Bash
claim lose iff min(a, b) == floor_phi(abs(a - b))  # Wythoff: the player to move loses exactly here
claim grundy has period 12 from 71                 # Kayles
claim grundy of 0..11 = 0 1 2 3 1 4 3 2 1 4 2 6    # published values
claim first wins at 3 plus 4 plus 5                # one position: first wins | second wins | draw | A wins
claim draw at start
claim grundy at (4, 7) = 3                         # also: score at, remoteness at
"##,
];

/// Returns the tree of a text without mistakes, after checking the printer's invariants on it.
#[track_caller]
fn check(source: &str) -> Ast {
    let (ast, mistakes) = parse(source);
    assert!(mistakes.is_empty(), "{source}\n{}", shown(source, &mistakes));
    let canonical = print::format(source).unwrap();
    let (again, mistakes) = parse(&canonical);
    assert!(mistakes.is_empty(), "{canonical}\n{}", shown(&canonical, &mistakes));
    assert_eq!(again, ast, "printed as\n{canonical}");
    assert_eq!(print::format(&canonical).unwrap(), canonical, "format is not stable");
    let (alone, mistakes) = parse(&print::print(&ast));
    assert!(mistakes.is_empty() && alone == ast);
    ast
}

/// Checks the canonical form of a file.
#[track_caller]
fn check_format(source: &str, canonical: &str) {
    check(source);
    assert_eq!(print::format(source).unwrap(), canonical);
}

/// Checks the canonical form of an expression.
#[track_caller]
fn check_expression(source: &str, canonical: &str) {
    let (expression, mistakes) = super::parse_expression(source);
    assert!(mistakes.is_empty(), "{}", shown(source, &mistakes));
    let expression = expression.unwrap();
    assert_eq!(print::print_expression(&expression), canonical);
    assert_eq!(super::parse_expression(canonical).0, Some(expression));
}

/// Checks all messages of a wrong file, each as `words underlined: message`, and the text with the first fix applied.
#[track_caller]
fn check_wrong(source: &str, messages: &[&str]) {
    let (_, mistakes) = parse(source);
    let found: Vec<String> =
        mistakes.iter().map(|mistake| format!("{}: {}", &source[mistake.span.range()], mistake.message)).collect();
    assert_eq!(found, messages, "{}", shown(source, &mistakes));
    for mistake in &mistakes {
        mistake.render("wrong.game", source, crate::Colour::Never);
    }
}

/// Checks for one message, whose fix gives a text without mistakes.
#[track_caller]
fn check_fixed(source: &str, message: &str, fixed: &str) {
    let (_, mistakes) = parse(source);
    assert_eq!(mistakes.len(), 1, "{}", shown(source, &mistakes));
    assert_eq!(mistakes[0].message.to_string(), message);
    let fix = mistakes[0].fix.as_ref().expect("a fix");
    let mut text = source.to_string();
    text.replace_range(fix.span.range(), &fix.text);
    assert_eq!(text, fixed);
    check(&text);
}

fn shown(source: &str, mistakes: &[Diagnostic]) -> String {
    mistakes.iter().map(|mistake| mistake.render("test.game", source, crate::Colour::Never) + "\n").collect()
}

#[test]
fn every_example_of_the_contract_parses_and_prints_back() {
    for example in CONTRACT {
        check(example);
    }
}

#[test]
fn every_clause_parses_and_prints_back() {
    check(
        "game g(a, b in 1.., c: int in 0..9 = 3, d: [{'.', red, '\\''}; 2, k], e: bag int, f: set bool, h = a + 1)
         given k in 1..5, m, n: [[int]; 3] = [[1], [], [2, 3]], s: set int = {1, 2}
         let twice(x) = 2 * x let empty = [] let none() = {}
         players X, O
         X wins if a == 0 draw if b < 0 win if a > 3 lose if a in 1..3 or b in 2.. score a - b if c == 0
         stuck loses stuck wins stuck draws stuck scores stuck scores a + b if c > 0 stuck X wins stuck X wins if a > 0
         stuck lose if a > 0 stuck win if a > 0 stuck draw if a > 0 stuck scores if a > 0 then 1 else 2 stuck scores if a > 0
         compound one compound every compound short compound some compound anti compound upto k + 1
         loops draw loops none loops X wins ties draw ties first ties X
         symmetry swap a, b symmetry d rotate, reflect
         start nothing start X: (1, 2) plus (3, 4) start \"TT.FF\" start (1 + 2) * 3 start (5)
         strategy take(k = a % 3, j = 2) if a % 3 != 0 strategy pass
         about \"one\ntwo \\\"three\\\" \\\\\" source \"s\" title \"t\" title zh \"取石子\" about zh \"石子\"",
    );
    check(
        "claim grundy = if n == 0 then 0 else n if m > 0 claim win iff a claim first wins iff a claim second wins iff b
         claim draw iff c claim X wins iff d claim score has period 2 from 3 claim remoteness of 0..3 = 0 -1, 2 3 if m == 2
         claim score at (4, 7) plus (1, 2) = -3 claim grundy at start = 3 claim X wins at X: \"..\" claim draw at start
         claim second wins at nothing",
    );
}

#[test]
fn results_in_all_their_forms_parse_and_print_back() {
    for result in [
        "(a, b) plus (c, d)",
        "n - 1 plus n - 2",
        "(n + 1) * 2 plus (n)",
        "nothing",
        "again nothing",
        "again: (a, b)",
        "again if a > 0: (a, b) plus (c, d)",
        "again if a > 0 with a = 1",
        "again (if a then b else c)",
        "if a then with a = 1, b[i][j] = 2 else if b then nothing else (x, y) plus nothing",
        "if a then (if b then x else y) plus z else w",
        "(with a = 1 plus with a = 2) plus nothing",
        "with (b[r, c] = '#' for r in i..i+1, c in j..j+1 if b[r, c] == '.'), n = if x then 1 else 2, m = 3",
        "[if i == j then 0 else a[i] for i in 0..n if i != 3]",
        "s[0..i-1] ++ s[i+1..]",
        "(a or b)[0]",
        "a and not b in {1, 2}",
    ] {
        check(&format!("game g(n)\nmove m(k in 1..n, t = k + 1) if k > 0 gain t -> {result}\nstuck loses"));
    }
}

#[test]
fn an_open_range_ends_where_a_clause_begins() {
    let ast = check("players X, O given k: int in 1.. X wins if k == 2");
    assert_eq!(ast.clauses.len(), 3);
    let ast = check("given k: int in 1..n move take -> n\nX wins if k == 2");
    assert_eq!(ast.clauses.len(), 3);
    let ast = check("game g(a in 2.. = 5, b in 1..) given k: int in 1.. compound upto k");
    assert_eq!(ast.clauses.len(), 3);
}

#[test]
fn expressions_print_with_the_parentheses_they_need() {
    check_expression("((a))+(b*c)", "a + b * c");
    check_expression("(a+b)*c", "(a + b) * c");
    check_expression("a-(b-c)", "a - (b - c)");
    check_expression("(a-b)-c", "a - b - c");
    check_expression("-2**2", "-2 ** 2");
    check_expression("(-2)**2", "(-2) ** 2");
    check_expression("2**(3**4)", "2 ** 3 ** 4");
    check_expression("(2**3)**-4", "(2 ** 3) ** -4");
    check_expression("-(a*b)", "-(a * b)");
    check_expression("(-a)*b - -c", "-a * b - -c");
    check_expression("not(a and b)or not not c", "not (a and b) or not not c");
    check_expression("(not a)==b", "(not a) == b");
    check_expression("0<=i<n and(x in 1..2)", "0 <= i < n and x in 1..2");
    check_expression("(a<b)==c", "(a < b) == c");
    check_expression("(a or b)or c", "(a or b) or c");
    check_expression("a^b^(c^d)", "a ^ b ^ (c ^ d)");
    check_expression("(a|(b^(c&d)))==0", "a | b ^ c & d == 0");
    check_expression("((a|b)^c)&d|(a|b)", "((a | b) ^ c) & d | (a | b)");
    check_expression("a&(b+1)&(c++d)", "a & b + 1 & c ++ d");
    check_expression("[i for i in a if(i>0),j in b if j]", "[i for i in a if i > 0, j in b if j]");
    check_expression(
        "sum(t for i in 1..3 if (if a then b else c),t=i)",
        "sum(t for i in 1..3 if if a then b else c, t = i)",
    );
    check_expression("x in (a|b)..(c&d)", "x in a | b..c & d");
    check_expression("(if a then b else c)+1", "(if a then b else c) + 1");
    check_expression("if a then b else(if c then d else e)", "if a then b else if c then d else e");
    check_expression("sum(a[i,j]for i in 0..2,j in s if i<j)", "sum(a[i, j] for i in 0..2, j in s if i < j)");
    check_expression("min(a,b)+max([1,2])", "min(a, b) + max([1, 2])");
    check_expression("s[(x in a)..b][0]", "s[(x in a)..b][0]");
    check_expression("(a++b)[0..]", "(a ++ b)[0..]");
}

#[test]
fn conditions_on_positions_print_back() {
    let text = "game g(n)\nvalid if n != 2 and n != 3\nvalid if n < 9\nmove take(k in 1..n if k > 1) -> n - k\n";
    assert_eq!(crate::print::format(text).unwrap(), text);
    assert_eq!(
        crate::print::format("game g(n)valid if(n!=2)move take(k in 1..n)->n-k").unwrap().lines().nth(1),
        Some("valid if n != 2")
    );
}

#[test]
fn chains_of_and_or_and_comparisons_are_one_node() {
    let kind = |text: &str| super::parse_expression(text).0.unwrap().kind;
    assert!(matches!(kind("a or b or c"), crate::ast::ExprKind::Or(operands) if operands.len() == 3));
    assert!(matches!(kind("a and b and c"), crate::ast::ExprKind::And(operands) if operands.len() == 3));
    assert!(
        matches!(kind("a < b <= c"), crate::ast::ExprKind::Compare(operands, signs) if operands.len() == 3 && signs.len() == 2)
    );
}

#[test]
fn comments_and_single_blank_lines_keep_their_places() {
    check_format(
        "\n\n# head\n\n\n# two\ngame nim( n )#name\n\n\n\nmove take(k in 1..n) # choice\n  # inside\n -> n-k # out\nstart 3   # long\nstart 12345\n# tail\n\n#end  \n",
        "# head\n\n# two\ngame nim(n)  #name\n\n# choice\n# inside\nmove take(k in 1..n) -> n - k  # out\nstart 3                        # long\nstart 12345\n# tail\n\n#end\n",
    );
    check_format("game g(n) given k: int in 1..   # both", "game g(n)\ngiven k: int in 1..  # both\n");
}

#[test]
fn long_clauses_break_after_arrows_equals_signs_and_commas() {
    check_format(
        CONTRACT[2],
        "# tic_tac_toe.game
game tic_tac_toe(board: [{'.', 'X', 'O'}; 3, 3] = \"... / ... / ...\")
players X, O
let line(p) =
  any(all(board[i, j] == p for j in 0..2) for i in 0..2) or
  any(all(board[i, j] == p for i in 0..2) for j in 0..2) or
  all(board[i, i] == p for i in 0..2) or
  all(board[i, 2 - i] == p for i in 0..2)
X wins if line('X')
O wins if line('O')
move place(i in 0..2, j in 0..2) if board[i, j] == '.' -> with board[i, j] = mover
stuck draws
",
    );
    check_format(
        "game g(first_component: int in 0..100, second_component: int in 0..100, third_component: int in 0..100)
         right move across(i in 0..rows-1, j in 0..cols-2) if b[i,j] == '.' and b[i,j+1] == '.' -> with b[i,j] = '#', b[i,j+1] = '#'
         claim grundy of 0..40 = 10000 10001 10002 10003 10004 10005 10006 10007 10008 10009 10010 10011 10012 10013",
        "game g(first_component: int in 0..100, second_component: int in 0..100,
  third_component: int in 0..100)
right move across(i in 0..rows - 1, j in 0..cols - 2) if b[i, j] == '.' and b[i, j + 1] == '.' ->
  with b[i, j] = '#', b[i, j + 1] = '#'
claim grundy of 0..40 = 10000 10001 10002 10003 10004 10005 10006 10007 10008 10009 10010 10011
  10012 10013
",
    );
}

#[test]
fn claims_and_strategies_print_on_one_line() {
    let (ast, _) = parse("claim lose iff is_fibonacci(n) if most == n - 1 strategy take(k = n%3) if n%3 != 0");
    let [
        crate::ast::Clause { kind: crate::ast::ClauseKind::Claim(claim), .. },
        crate::ast::Clause { kind: crate::ast::ClauseKind::Strategy(strategy), .. },
    ] = ast.clauses.as_slice()
    else {
        panic!("a claim and a strategy")
    };
    assert_eq!(print::print_claim(claim), "lose iff is_fibonacci(n) if most == n - 1");
    assert_eq!(print::print_strategy(strategy), "take(k = n % 3) if n % 3 != 0");
}

#[test]
fn slips_are_explained_and_mended() {
    check_fixed("lose if n = 0", "to compare, write `==`", "lose if n == 0");
    check_fixed("lose if n == 0 && m == 1", "write `and` for `&&`", "lose if n == 0 and m == 1");
    check_fixed("lose if a||b", "write `or` for `||`", "lose if a or b");
    check_fixed("lose if !a", "write `not` for `!`", "lose if not a");
    check_fixed("lose if a <> b", "write `!=` for `<>`", "lose if a != b");
    check_fixed("lose if a /= b", "write `!=` for `/=`", "lose if a != b");
    check_fixed("lose if a => b", "write `>=` for `=>`", "lose if a >= b");
    check_fixed("lose if a ≥ b", "write `>=` for `≥`", "lose if a >= b");
    check_fixed("move t if n > 0 => n - 1", "write `->` for `=>`", "move t if n > 0 -> n - 1");
    check_fixed("move t if n => 1 -> n - 1", "write `>=` for `=>`", "move t if n >= 1 -> n - 1");
    check_fixed("move t(k in 1..n) = n - 1", "write `->` for `=`", "move t(k in 1..n) -> n - 1");
    check_fixed("move t(k in 1...n) -> n", "write `..` for `...`", "move t(k in 1..n) -> n");
    check_fixed("move t(k in 1..=n) -> n", "write `..` for `..=`", "move t(k in 1..n) -> n");
    check_fixed("move t(k in 1..n) n - k", "`->` is missing before where the move leads", "move t(k in 1..n) -> n - k");
    check_fixed("move t -> if a n else m", "`then` is missing after the condition", "move t -> if a then n else m");
    check_fixed("let f = if a b else c", "`then` is missing after the condition", "let f = if a then b else c");
    check_fixed("let f := 3", "write `=` for `:=`", "let f = 3");
    check_fixed("let f == 3", "write `=` here: nothing is compared", "let f = 3");
    check_fixed(
        "let f = if a then b elif c then d else e",
        "write `else if` for `elif`",
        "let f = if a then b else if c then d else e",
    );
    check_fixed(
        "move t -> if a then n elif c then nothing else m",
        "write `else if` for `elif`",
        "move t -> if a then n else if c then nothing else m",
    );
    check_fixed(
        "game g(n) // the heap and nothing else",
        "a comment starts with `#`",
        "game g(n) # the heap and nothing else",
    );
    check_fixed("move t -> n // 2", "division is written `/`", "move t -> n / 2");
    check_fixed("move t -> with n = n++", "`++` joins two lists; to add one, write `+ 1`", "move t -> with n = n + 1");
    check_fixed("move t -> with n -= 2", "`-=` is written out", "move t -> with n = n - 2");
    check_fixed("move t -> with b[i] += 2", "`+=` is written out", "move t -> with b[i] = b[i] + 2");
    check_fixed("move t -> n = n - 1", "`with` is missing before this change", "move t -> with n = n - 1");
    check_fixed("mvoe take -> n - 1", "no clause begins with `mvoe`", "move take -> n - 1");
    check_fixed("game g(n)\nstucks wins", "no clause begins with `stucks`", "game g(n)\nstuck wins");
    check_fixed("claim lose if n == 0", "write `iff` here", "claim lose iff n == 0");
    check_fixed("game g（n)", "write `(` for the full-width `（`", "game g(n)");
    check_fixed("title “Nim”", "quotes are straight: `\"`", "title \"Nim\"");
    check_fixed("let a = 2n", "`2n` is neither a number nor a name", "let a = 2 * n");
    check_fixed("let a = 1 + if b then c else d", "put this `if` in parentheses", "let a = 1 + (if b then c else d)");
    check_fixed("let a = b == not c", "put this `not` in parentheses", "let a = b == (not c)");
    check_fixed(
        "move t -> n plus if a then b else nothing",
        "put this `if` in parentheses",
        "move t -> n plus (if a then b else nothing)",
    );
    check_fixed(
        "move t -> again if n > 0 n - 1",
        "a colon is missing after the condition of `again`",
        "move t -> again if n > 0: n - 1",
    );
    check_fixed("game g(b: [int, 3])", "the size of a list stands behind a semicolon", "game g(b: [int; 3])");
    check_fixed("game g(b: {0, 'X'})", "a symbol is a name, or stands in single quotes", "game g(b: {'0', 'X'})");
    check_fixed("game g(b: integer)", "expected a type, found `integer`", "game g(b: int)");
    check_fixed("compound evry", "expected how a sum is played, found `evry`", "compound every");
    check_fixed("wins if n == 0", "write `win` for `wins`", "win if n == 0");
    check_fixed("loses if n == 0", "write `lose` for `loses`", "lose if n == 0");
}

#[test]
fn mistakes_are_all_reported_and_none_twice() {
    check_wrong(
        "game g(n\nmove take(k in 1..) -> n -\nclaim grundy n\nstuck maybe\nstart 3",
        &[
            "(: this `(` is never closed",
            "-: expected a value, found the next clause, `claim`",
            "n: expected what is claimed of `grundy`, found `n`",
            "maybe: expected what happens to a player who cannot move, found `maybe`",
        ],
    );
    check_wrong("move take(k in 1..n -> n - k\nstart 3", &["(: this `(` is never closed"]);
    check_wrong("let f = sum(a[i for i in s)\nstart 3", &["[: this `[` is never closed"]);
    check_wrong("move take -> (a, b\nstart 3", &["(: this `(` is never closed"]);
    check_wrong("game g(n) $$ start 3", &["$$: `$` is not a sign of this language"]);
    check_wrong(
        "game g(start, n)\nmove t -> (start - 1, n)",
        &["start: `start` is a reserved word and cannot be the name of a component"],
    );
    check_wrong("game g(n) 5", &["5: expected a clause, found `5`"]);
    check_wrong(
        "game g(n)\nfoo = 3\nmove t -> n n",
        &["foo: expected a clause, found `foo`", "n: expected a clause, found `n`"],
    );
    check_wrong("move t -> if n > 0 then n - 1\nstart 3", &["1: expected `else`, found the next clause, `start`"]);
    check_wrong("move t -> n - 1 if n > 0", &["if: the condition of a move stands before its `->`"]);
    check_wrong("move t gain 1 if n > 0 -> n", &["if: the `if` of a move stands before its `gain`"]);
    check_wrong("move t -> a, b", &[",: a tuple stands in parentheses"]);
    check_wrong("start 3, 4", &[",: a position of several components stands in parentheses"]);
    check_wrong("let f = (1, 2)", &[",: a tuple is not a value"]);
    check_wrong("let f = a in (1..2)", &["..: a range stands without parentheses"]);
    check_wrong("let f = a in b in c", &["in: `in` does not chain with `in` and other comparisons"]);
    check_wrong("let f = len(x for x in s)", &["len: `len` does not gather values with `for`"]);
    check_wrong("source Nim", &["Nim: expected a text in quotes, found `Nim`"]);
    check_wrong("X wins\nstart 3", &["wins: expected `if` and when play ends so, found the next clause, `start`"]);
    check_wrong("about \"x\nsource \"y\"\nstart 3", &["\": this text is never closed"]);
    check_wrong("move t -> with s[0..1] = 3", &["..: a slice cannot be changed"]);
    check_wrong("", &[]);
    let large = "9".repeat(20_000);
    check_wrong(&format!("start {large}"), &[&format!("{large}: this number is too large")]);
}

#[test]
fn a_wrong_clause_does_not_take_its_neighbours_with_it() {
    let (ast, mistakes) = parse("game g(n)\nmove a(k in -> n\nmove b -> n - 1\nlet x = = 3\nstart 4");
    assert_eq!(mistakes.len(), 2, "{mistakes:?}");
    assert_eq!(ast.clauses.len(), 3);
}

#[test]
fn deep_nesting_is_refused_with_one_message() {
    for text in [
        "(".repeat(10_000),
        "[".repeat(10_000),
        "-".repeat(10_000),
        "not ".repeat(10_000),
        "if ".repeat(10_000),
        "2 ** ".repeat(10_000),
        "f(".repeat(10_000),
        "a[".repeat(10_000),
        "if a then b else ".repeat(10_000),
        "1 or 1 and 1 == 1 ^ 1 ++ 1 + 1 * (".repeat(10_000),
        "sum(x for x in [".repeat(10_000),
    ] {
        for clause in ["let f = ", "move m -> ", "start "] {
            let (_, mistakes) = parse(&format!("{clause}{text}"));
            assert_eq!(mistakes.len(), 1, "{clause}{}: {mistakes:?}", &text[..20]);
            assert!(
                ["nested too deeply", "never closed"].iter().any(|end| mistakes[0].message.to_string().contains(end)),
                "{mistakes:?}"
            );
        }
    }
    let (_, mistakes) = parse(&format!("given a: {}", "[".repeat(10_000)));
    assert_eq!(mistakes.len(), 1);
}

#[test]
fn long_chains_are_refused_with_one_message_and_short_ones_are_not() {
    for sign in [" + ", " and ", " or ", " < ", " ** ", "[0]"] {
        let operand = if sign == "[0]" { "" } else { "a" };
        let chain = |length: usize| format!("let f = a{}", format!("{sign}{operand}").repeat(length));
        check(&chain(90));
        if sign != " ** " {
            check(&chain(390));
        }
        let (_, mistakes) = parse(&chain(10_000));
        assert_eq!(mistakes.len(), 1, "{sign}: {mistakes:?}");
        assert_eq!(mistakes[0].message.to_string(), "nested too deeply");
    }
    // Chains inside chains: the tree stays low.
    let mut text = "a".to_string();
    for _ in 0..90 {
        text = format!("({text}){}", " + 1".repeat(300));
    }
    let (_, mistakes) = parse(&format!("let f = {text}"));
    assert_eq!(mistakes.len(), 1);
}

#[test]
fn the_deepest_allowed_trees_print_back() {
    for (open, close) in [
        ("(1 - ", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("(if a then ", " else b)"),
        ("(1 or 1 and 1 == 1 ^ 1 ++ 1 + 1 * (", "))"),
        ("sum(x for x in ", ")"),
    ] {
        for levels in [40, 95] {
            let source = format!("let f = {}1{}", open.repeat(levels), close.repeat(levels));
            let (_, mistakes) = parse(&source);
            if mistakes.is_empty() {
                check(&source);
            }
        }
    }
}

#[test]
fn random_words_never_break_the_parser_and_what_parses_prints_back() {
    let extra = "( ) [ ] { } , : ; .. -> == = + - * / % ** ++ ^ & | < <= n k X 'a' \"t\" 1 2 iff at of has period from int \n \n # => … ， “ $ ' \"";
    let words: Vec<&str> = crate::lex::RESERVED.iter().copied().chain(extra.split(' ')).collect();
    let mut random = Random(1);
    let mut good = 0;
    for round in 0..3000 {
        let length = 1 + random.index(if round % 10 == 0 { 200 } else { 12 });
        let source: String = (0..length).map(|_| words[random.index(words.len())].to_string() + " ").collect();
        if parse(&source).1.is_empty() {
            good += 1;
            check(&source);
        }
    }
    assert!(good > 10, "{good}");
}

#[test]
fn examples_with_a_word_changed_never_break_the_parser_and_what_parses_prints_back() {
    let mut random = Random(2);
    for round in 0..1500 {
        let example = CONTRACT[round % CONTRACT.len()];
        let mut words: Vec<&str> = example.split_inclusive([' ', '(', ')', ',', '\n']).collect();
        for _ in 0..1 + random.index(2) {
            let (from, to) = (random.index(words.len()), random.index(words.len()));
            match random.index(3) {
                0 => words.swap(from, to),
                1 => words[to] = words[from],
                _ => _ = words.remove(from),
            }
        }
        let source = words.concat();
        if parse(&source).1.is_empty() {
            check(&source);
        }
    }
}

#[test]
fn much_of_anything_is_read_to_its_end_and_reported_briefly() {
    for piece in [
        "$ ",
        "move ",
        "( ",
        ") ",
        "x y ",
        "claim\n",
        "'",
        "\"",
        "\\\"\n",
        "“",
        "（",
        "a = ",
        "1 // 1 ",
        "'\\",
        "=> ",
        "move a -> (",
        "mvoe ",
        "with (a = ",
        "\n# c",
        "if a = b ",
        " ",
        "\u{3000}",
        "石",
        "a",
        "9",
        "_",
        "é1",
    ] {
        let source = piece.repeat(100_000 / piece.len());
        let (_, mistakes) = parse(&source);
        assert!(mistakes.len() <= 51, "{piece}");
    }
}
