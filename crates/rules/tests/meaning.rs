//! What rules mean, case by case: the moves of positions and of sums, how play ends, what expressions are worth, what goes wrong, and
//! how much work that is said to be.

use grundy_rules::meaning::expected;
use grundy_rules::{Compound, Fault, FaultClass, Instance, Int, Meter, Standing, Terminal, Value, read};

fn instance(rules: &str) -> Instance {
    let game = read(rules).unwrap_or_else(|mistakes| panic!("{rules}{mistakes:?}"));
    let givens = vec![None; game.givens.len()];
    Instance::new(game, givens).unwrap_or_else(|fault| panic!("{}", fault.sentence()))
}

fn ending(ending: &Terminal) -> String {
    match ending {
        Terminal::Win => "win".into(),
        Terminal::Lose => "lose".into(),
        Terminal::Draw => "draw".into(),
        Terminal::Score(points) => format!("score {points}"),
    }
}

/// What a position offers: the end, or each move with its points and where it leads.
fn told(instance: &Instance, position: &str, join: Compound, meter: &Meter) -> Result<String, Fault> {
    let position = instance.parse_line(position, None)?;
    let steps = match instance.look(&position, join, meter)? {
        Standing::Ended(how) => return Ok(ending(&how)),
        Standing::Open(steps) => steps,
    };
    let lines = steps.iter().map(|step| {
        let moves = step.moves.iter().map(|(index, one)| format!("{index}:{}", instance.print_move(one)));
        let moves: Vec<String> = moves.collect();
        let gain = if step.gain == Int::ZERO { String::new() } else { format!(" gain {}", step.gain) };
        let again = if step.again { " again" } else { "" };
        let to = instance.print_position(&step.to);
        format!("{}{gain}{again} -> {}", moves.join(" "), if to.is_empty() { "nothing" } else { &to })
    });
    Ok(lines.collect::<Vec<_>>().join("; "))
}

fn look_as(rules: &str, position: &str, join: Compound) -> String {
    told(&instance(rules), position, join, &Meter::steps(1 << 20)).unwrap_or_else(|fault| fault.sentence().to_string())
}

fn look(rules: &str, position: &str) -> String {
    look_as(rules, position, Compound::One)
}

/// What an expression is worth; `zero` is 0 in it, which nobody knows beforehand.
fn worth(expression: &str) -> String {
    let rules = format!(
        "game g(n)\nlet zero = n - 1017\nmove m(x in (if zero == 0 then [{expression}] else [])) -> if [x] == [x] then 0 else 1\n"
    );
    let told = look(&rules, "1017");
    told.strip_prefix("0:m(x=").and_then(|rest| rest.strip_suffix(") -> 0")).map_or(told.clone(), ToOwned::to_owned)
}

/// Each line is a position, the compound where it is not `one`, and what is offered there.
#[track_caller]
fn offers(rules: &str, lines: &str) {
    for line in lines.trim().lines() {
        let (asked, due) = line.trim().split_once(" => ").unwrap();
        let (position, join) = match asked.strip_suffix(']').and_then(|asked| asked.rsplit_once(" [")) {
            Some((position, "Every")) => (position, Compound::Every),
            Some((position, "Short")) => (position, Compound::Short),
            Some((position, "Some")) => (position, Compound::Some),
            Some((position, "Anti")) => (position, Compound::Anti),
            _ => (asked, Compound::One),
        };
        let told = look_as(rules, position, join);
        let told = told
            .strip_prefix("cannot read the position ")
            .and_then(|told| told.split_once("\": "))
            .map_or(&told[..], |told| told.1);
        assert_eq!(told, due, "{asked}\n{rules}");
    }
}

/// Each line is an expression, ` -> `, and what it is worth.
#[track_caller]
fn are_worth(lines: &str) {
    for line in lines.trim().lines() {
        let (expression, due) = line.trim().rsplit_once(" -> ").unwrap();
        assert_eq!(worth(expression.trim()), due, "{expression}");
    }
}

#[test]
fn expressions_are_worth_what_the_reference_says() {
    are_worth(include_str!("expressions.txt"));
}

#[test]
fn what_goes_wrong_is_said() {
    are_worth(include_str!("faults.txt"));
}

const NIM: &str = "game nim(n)\nmove take(k in 1..n) -> n - k\n";

#[test]
fn sums_are_played_as_their_compound_says() {
    let told = |join| look_as(NIM, "2 plus 0 plus 1", join);
    assert_eq!(told(Compound::One), "0:take(k=1) -> 1 0 1; 0:take(k=2) -> 0 0 1; 2:take(k=1) -> 2 0 0");
    assert_eq!(told(Compound::Anti), told(Compound::One));
    assert_eq!(told(Compound::Upto(1)), told(Compound::One));
    assert_eq!(told(Compound::Every), "0:take(k=1) 2:take(k=1) -> 1 0 0; 0:take(k=2) 2:take(k=1) -> 0 0 0");
    let some = "0:take(k=1) -> 1 0 1; 0:take(k=1) 2:take(k=1) -> 1 0 0; 0:take(k=2) -> 0 0 1; \
                0:take(k=2) 2:take(k=1) -> 0 0 0; 2:take(k=1) -> 2 0 0";
    assert_eq!(told(Compound::Some), some);
    assert_eq!(told(Compound::Upto(2)), some);
    assert_eq!(told(Compound::Upto(9)), some);
    assert_eq!(told(Compound::Short), "lose");
    assert_eq!(
        look_as(NIM, "2 plus 1", Compound::Short),
        "0:take(k=1) 1:take(k=1) -> 1 0; 0:take(k=2) 1:take(k=1) -> 0 0"
    );
    assert_eq!(look_as(NIM, "0 plus 0", Compound::Every), "lose");
    assert_eq!(look_as(NIM, "0 plus 0", Compound::Anti), "win");
    assert_eq!(look_as(NIM, "nothing", Compound::One), "lose");
}

#[test]
fn moves_are_listed_in_the_order_of_the_file() {
    let rules = "game g(a in 0..9, b in 0..9)\nmove pair(i in 1..a, j in [2, 1], t = i + j) if t <= b -> (a - i, b - j)\n\
                 move swap if a > b -> with a = b, b = a\nmove gone if a == b -> nothing\nmove split if a == 9 -> (1, b) plus (2, b)\n";
    assert_eq!(look(rules, "2,3"), "0:pair(i=1, j=2) -> 1,1; 0:pair(i=1, j=1) -> 1,2; 0:pair(i=2, j=1) -> 0,2");
    assert_eq!(look(rules, "2,0"), "0:swap -> 0,2");
    assert_eq!(look(rules, "9,0"), "0:swap -> 0,9; 0:split -> 1,0 2,0");
    assert_eq!(look(rules, "0,0"), "0:gone -> nothing");
    assert_eq!(look(rules, "0,1"), "lose");
}

#[test]
fn cells_are_changed_at_once_and_once() {
    let rules = |change: &str| format!("game g(s: [int in 0..9], n in 0..99)\nmove m if n == 88 -> with {change}\n");
    let told = |change: &str| look(&rules(change), "[1,2,3],88");
    assert_eq!(told("s[0] = s[1], s[1] = s[0], n = len(s)"), "0:m -> [2,1,3],3");
    assert_eq!(told("(s[i] = s[2 - i] for i in 0..2)"), "0:m -> [3,2,1],88");
    assert_eq!(told("(s[i] = 9 for i in 0..2 if i != 1)"), "0:m -> [9,2,9],88");
    assert_eq!(told("s[n - 85] = 1"), "the cell to change, 3, is outside a list of length 3 (at [1,2,3],88, move m)");
    assert_eq!(told("s[n - 89] = 1"), "the cell to change, -1, is outside a list of length 3 (at [1,2,3],88, move m)");
    assert_eq!(told("s[n - 86] = 7"), "0:m -> [1,2,7],88");
    assert_eq!(told("s[n - 88] = 1, s[0] = 1"), "`s[0]` is changed twice in one move (at [1,2,3],88, move m)");
    assert_eq!(told("s[n - 88] = 1, s = [1]"), "`s` is changed twice in one move (at [1,2,3],88, move m)");
    assert_eq!(told("s = [1], n = 1"), "0:m -> [1],1");
    assert_eq!(told("s[0] = n"), "this move leaves `s` outside its range: 88 is above 9 (at [1,2,3],88, move m)");
    assert_eq!(told("s[0] = n - 89"), "this move leaves `s` outside its range: -1 is below 0 (at [1,2,3],88, move m)");
    let grid = "game g(b: [int in 0..9; 2, 2])\nmove m(i in 0..1) if b[0, 0] == 7 -> with b[i, 1 - i] = b[1 - i, i], b[i] = [0, 0]\n";
    assert!(look(grid, "[[7,2],[3,4]]").contains("is changed twice"), "{}", look(grid, "[[7,2],[3,4]]"));
    let grid = "game g(b: [int in 0..9; 2, 2])\nmove m(i in 0..1) if b[0, 0] == 7 -> with b[i, 1 - i] = 0, b[1 - i] = [5, 6]\n";
    assert_eq!(look(grid, "[[7,2],[3,4]]"), "0:m(i=0) -> [[7,0],[5,6]]; 0:m(i=1) -> [[5,6],[0,4]]");
}

#[test]
fn a_position_lies_in_the_ranges_of_its_components() {
    offers(
        "
         game g(n in 2..5, m in n..n + 2 = n, s: [int in 0..n; 2] = [0, n], c: {X, Y} = X, t: bool = false)
         move m if n > 2 and t and c == X and s[0] <= m -> with n = 2, m = 2, s = [0, 0]
         ",
        "
         3 => lose
         1 => the component `n` is outside its range: 1 is below 2
         6 => the component `n` is outside its range: 6 is above 5
         5 => lose
         2 => lose
         3,2 => the component `m` is outside its range: 2 is below 3
         3,6 => the component `m` is outside its range: 6 is above 5
         3,5,[4,0] => the component `s` does not fit: 4 is above 3
         3,5,[0,-1] => the component `s` does not fit: -1 is below 0
         3,5,[0] => the component `s` does not fit: it has 1 element, not 2
         3,5,[0,3,3] => the component `s` does not fit: it has 3 elements, not 2
         3,5,[0,3],Z => found `Z`, where one of X, Y is expected for `c`
         3,5,[0,3],X,true => 0:m -> 2,2,[0,0],X,true
         3,5,[0,3],Y,true => lose
         3,5,[0,3],X,true,1 => found `,` at character 17, where the end of the position is expected
         ",
    );
}

#[test]
fn a_part_is_left_for_each_choice() {
    let rules =
        "game g(n) move split(k in 2..n, a in 1..n) if k * a + k * (k - 1) / 2 == n -> plus(a + i for i in 0..k - 1)";
    offers(rules, "9 => 0:split(k=2, a=4) -> 4 5; 0:split(k=3, a=2) -> 2 3 4\n8 => lose");
    let sheets = "game g(w, h) move cut(k in 0..3) if k < h -> plus((w, i) for i in 1..k if i != 2) plus (w, h) plus (plus((i, j) for i in 1..2 if k == 2, j in 1..i))";
    offers(sheets, "7,3 => 0:cut(k=0) -> 7,3; 0:cut(k=1) -> 7,1 7,3; 0:cut(k=2) -> 7,1 7,3 1,1 2,1 2,2\n7,0 => lose");
    let cells = "game g(s: [int in 0..], n) move x(k in 1..n) -> plus(with s[i] = k, n = n - 1 for i in 0..len(s) - 1)";
    offers(cells, "[4,5],1 => 0:x(k=1) -> [1,5],0 [4,1],0\n[],1 => 0:x(k=1) -> nothing");
    let many = "game g(n) move x if n > 0 -> plus(0 for _ in 1..n)";
    assert_eq!(look(many, "65537"), "this move leaves more than 65536 parts (at 65537, move x)");
    let budget = told(&instance(many), "1000000000000000000", Compound::One, &Meter::steps(1 << 20)).unwrap_err();
    assert!([FaultClass::Budget, FaultClass::Range].contains(&budget.class));
}

#[test]
fn what_is_not_valid_is_no_position() {
    let rules = "game g(a, b) valid if b <= a valid if a != 4 move first(k in 1..a - b) -> (a - k, b) move second(k in 1..b) -> (a, b - k)";
    let instance = instance(rules);
    let refused = |text: &str| instance.parse_line(text, None).unwrap_err();
    let beginning = "cannot read the position";
    assert_eq!(
        refused("1,2").sentence().to_string(),
        format!("{beginning} \"1,2\": this is no position: `valid if b <= a` does not hold")
    );
    assert_eq!(refused("1,2").class, FaultClass::Refused);
    assert_eq!(
        refused("4,2").sentence().to_string(),
        format!("{beginning} \"4,2\": this is no position: `valid if a != 4` does not hold")
    );
    assert_eq!(look(rules, "3,2"), "0:first(k=1) -> 2,2; 0:second(k=1) -> 3,1; 0:second(k=2) -> 3,0");
    let fault =
        instance.look(&instance.parse_line("5,2", None).unwrap(), Compound::One, &Meter::steps(1 << 20)).unwrap_err();
    assert_eq!(fault.class, FaultClass::Range);
    assert_eq!(
        fault.sentence().to_string(),
        "this move leaves what is no position: `valid if a != 4` does not hold (at 5,2, move first(k=1))"
    );
    let small = instance.small_parts(20, 10);
    assert!(small.len() == 20 && small.iter().all(|part| part[1] <= part[0] && part[0] != Value::from(4)));
    let all = crate::instance("game g(a in 0..3, b in 0..3) valid if b < a move x if b > 0 -> with b = b - 1")
        .all_parts(100)
        .unwrap();
    assert_eq!(all.len(), 6);
}

#[test]
fn play_ends_as_the_first_clause_says_that_holds() {
    offers(
        "
         game g(n in 0..20, k = 7)
         win if n == 1
         lose if n == 2
         draw if n == 4
         win if n == 2 and k == 7
         move down(j in 2..min(5, n)) -> (n - j, k)
         stuck wins
         ",
        "
         1 => win
         2 => lose
         4 => draw
         3 => 0:down(j=2) -> 1,7; 0:down(j=3) -> 0,7
         0 => win
         5 plus 2 => lose
         2 plus 1 => win
         1 plus 2 => win
         0 plus 0 => win
         3 plus 0 => 0:down(j=2) -> 1,7 0,7; 0:down(j=3) -> 0,7 0,7
         nothing => win
         ",
    );
}

#[test]
fn who_cannot_move_is_stuck() {
    offers(
        "
         game g(n)
         move down if n > 10 -> n - 1
         stuck win if n == 1
         stuck draws if n < 3
         stuck loses
         ",
        "
         1 => win
         2 => draw
         3 => lose
         11 => 0:down -> 10
         11 plus 11 => a sum of several parts of this game cannot be played
         nothing => lose
         11 plus nothing => 0:down -> 10 nothing
         nothing plus nothing plus 1 => win
         11 plus nothing [Short] => a sum of several parts of this game cannot be played
         1 plus 1 => a sum of several parts of this game cannot be played
         ",
    );
}

#[test]
fn points_are_added_up() {
    offers(
        "
         game g(n)
         score n if n > 3 and n < 7
         move take(k in 1..min(2, n)) gain 2 * k - 3 -> n - k
         ",
        "
         5 => score 5
         2 => 0:take(k=1) gain -1 -> 1; 0:take(k=2) gain 1 -> 0
         0 => score 0
         5 plus 4 => score 9
         5 plus 2 => score 5
         2 plus 1 [Every] => 0:take(k=1) 1:take(k=1) gain -2 -> 1 0; 0:take(k=2) 1:take(k=1) -> 0 0
         2 plus 1 [Some] => 0:take(k=1) gain -1 -> 1 1; 0:take(k=1) 1:take(k=1) gain -2 -> 1 0; 0:take(k=2) gain 1 -> 0 1; 0:take(k=2) 1:take(k=1) -> 0 0; 1:take(k=1) gain -1 -> 2 0
         ",
    );
    offers(
        "
         game g(n)
         move take if n > 10 gain 1 -> n - 1
         stuck scores n + 1
         stuck scores 5 if n == 2
         ",
        "
         1 => score 2
         2 => score 5
         1 plus 2 => score 7
         1 plus 2 plus nothing plus 1 => score 9
         1 plus 2 [Every] => a sum of several parts of this game cannot be played
         nothing => score 0
         11 => 0:take gain 1 -> 10
         11 plus 2 => 0:take gain 1 -> 10 2
         ",
    );
    // The player who is stuck gets the points also of parts where the other could move.
    offers(
        "
         game g(n)
         players A, B
         A move take(k in 1..n) gain k -> n - k
         stuck scores if mover == B then 10 * n else n
         ",
        "
         B: 1 plus 2 => score 30
         A: 0 plus 0 => score 0
         A: 1 plus 0 => 0:take(k=1) gain 1 -> B: 0 0
         ",
    );
    offers(
        "
         game g(n)
         move take if n > 10 gain 1 -> n - 1
         stuck scores 4
         ",
        "
         1 => score 4
         nothing => score 4
         ",
    );
    offers(
        "
         game g(n)
         move take if n > 10 gain 1 -> n - 1
         stuck scores
         ",
        "
         1 => score 0
         nothing => score 0
         11 plus 2 => 0:take gain 1 -> 10 2
         1 plus 2 => score 0
         ",
    );
}

#[test]
fn players_have_moves_of_their_own() {
    offers(
        "
         game g(s: [{L, R, '.'}])
         players L, R
         move go(i in 0..len(s) - 1) if s[i] == mover -> with s[i] = other
         L move clear(i in 0..len(s) - 1) if s[i] == R -> again if i == 0: with s[i] = '.'
         R wins if len(s) == 4
         ",
        "
         LR. => 0:go(i=0) -> R: RR.; 0:clear(i=1) -> R: L..
         R: LR. => 0:go(i=1) -> L: LL.
         RR. => 0:clear(i=0) again -> L: .R.; 0:clear(i=1) -> R: R..
         L: LLLL => lose
         R: LLLL => win
         ... => lose
         R: L.. => lose
         LR. plus R => 0:go(i=0) -> R: RR. R; 0:clear(i=1) -> R: L.. R; 1:clear(i=0) again -> L: LR. .
         LR. plus R [Every] => `again` needs `compound one`
         ",
    );
    offers(
        "
         game g(n)
         players L, R
         move go if n > 1 -> n - 1
         stuck R wins
         ",
        "
         L: 1 => lose
         R: 1 => win
         R: 2 => 0:go -> L: 1
         ",
    );
}

#[test]
fn what_a_move_leaves_stands_where_the_part_stood() {
    offers(
        "
         game g(n)
         move split(i in 1..n - 1) -> i plus n - i
         move gone if n == 1 -> nothing
         ",
        "
         3 => 0:split(i=1) -> 1 2; 0:split(i=2) -> 2 1
         1 plus 2 [Every] => 0:gone 1:split(i=1) -> 1 1
         1 plus 2 [Short] => 0:gone 1:split(i=1) -> nothing 1 1
         1 plus 2 => 0:gone -> 2; 1:split(i=1) -> 1 1 1
         1 plus 1 [Short] => 0:gone 1:gone -> nothing nothing
         nothing plus 2 [Short] => lose
         2 plus nothing [Every] => 0:split(i=1) -> 1 1 nothing
         ",
    );
}

#[test]
fn anti_is_for_grundy_values() {
    offers(
        "
         game g(n)
         move go if n > 1 -> n - 1
         win if n == 9
         ",
        "
         3 [Anti] => `compound anti` needs Grundy values
         ",
    );
    offers(
        "
         game g(n)
         players L, R
         L move go if n > 1 -> n - 1
         move stop if n > 5 -> n - 2
         ",
        "
         3 [Anti] => `compound anti` needs Grundy values
         3 => 0:go -> R: 2
         R: 3 => lose
         ",
    );
    offers(
        "
         game g(n)
         stuck wins
         move go if n > 1 -> n - 1
         ",
        "
         3 [Anti] => `compound anti` needs Grundy values
         ",
    );
}

#[test]
fn values_are_kept_as_their_types_say() {
    offers(
        "
         game g(a: bag int in 0..9, b: set int in 0..9 = {1}, c: [bag int] = [[2, 1]], d: [[int]] = [[1]], e: [int; 2] = [1, 1])
         move m if len(a) > 2 -> with a = [9, 3, 3], b = {3, 1, 3}, c = [[3, 2], []], d = [[], [2, 1]]
         move o if len(a) > 1 -> with a = a ++ [0], b = {}
         ",
        "
         [3,1,2] => 0:m -> [3,3,9],{1,3},[[2,3],[]],[[],[2,1]],[1,1]; 0:o -> [0,1,2,3],{},[[1,2]],[[1]],[1,1]
         [3,1] => 0:o -> [0,1,3],{},[[1,2]],[[1]],[1,1]
         [3,1],{2,2} => 0:o -> [0,1,3],{},[[1,2]],[[1]],[1,1]
         [10] => the component `a` does not fit: 10 is above 9
         [1],[1,1] => lose
         [1],{11} => the component `b` does not fit: 11 is above 9
         [1],{1},[[5,4]] => lose
         [1],{1},[[5,4]],[[1]],[1] => the component `e` does not fit: it has 1 element, not 2
         x => found `x` at character 1, where a bag (a list whose order does not matter) is expected for `a`
         [1],{1},[1] => found `1` at character 10, where a bag (a list whose order does not matter) is expected for `c`
         [1],{1},[[1]],[1] => found `1` at character 16, where a list is expected for `d`
         1 => found `1` at character 1, where a bag (a list whose order does not matter) is expected for `a`
         [1],{1},[[1]],[[1]],[1,1,1] => the component `e` does not fit: it has 3 elements, not 2
         ",
    );
    offers(
        "
         game g(b: [{'.', 'X'}; 2, 2] = \"../..\")
         move m(i in 0..1, j in 0..1) if b[i, j] == '.' -> with b[i, j] = 'X'
         ",
        "
         X./.X => 0:m(i=0, j=1) -> XX/.X; 0:m(i=1, j=0) -> X./XX
         X./.. => 0:m(i=0, j=1) -> XX/..; 0:m(i=1, j=0) -> X./X.; 0:m(i=1, j=1) -> X./.X
         X. => the component `b` does not fit: it has 1 row, not 2
         X./.X/.. => the component `b` does not fit: it has 3 rows, not 2
         X./.Z => found `Z`, where one of . X is expected for `b`
         X./. => the component `b` does not fit: it has 1 element, not 2
         ",
    );
}

/// How many steps an expression takes more than a number; `s` is a list of a thousand numbers, `large` a number of 469 words.
fn steps_of(expression: &str) -> u64 {
    let steps = |expression: &str| {
        let rules = format!(
            "game g(n, large in 0.., s: [int])\nmove m(x in (if n == 1017 then [{expression}] else [])) -> (if [x] == [x] then 0 else 1, 0, [])\n"
        );
        let instance = instance(&rules);
        let numbers = vec!["7"; 1000].join(",");
        let position = format!("1017,{},[{numbers}]", Int::from(2_usize).power(&Int::from(30_000_usize)).unwrap());
        let meter = Meter::steps(1 << 30);
        let position = instance.parse_line(&position, None).unwrap();
        instance.look(&position, Compound::One, &meter).unwrap_or_else(|fault| panic!("{}", fault.sentence()));
        meter.steps_taken()
    };
    steps(expression) - steps("0")
}

#[test]
fn work_is_counted_by_the_size_of_what_it_is_done_to() {
    for (expression, steps) in [
        ("s == s", 1000),
        ("8 in s", 1000),
        ("len(s ++ s)", 2000),
        ("len(s[1..])", 998),
        ("len(s[900..])", 99),
        ("len(sort(s))", 4000),
        ("len(s)", 0),
        // Numbers of one word cost nothing but their names.
        ("n + n + n + n + n + n + n + n + n + n", 18),
        ("large + 1 > 0", 469),
        ("large * large > large", 469 * 469),
        ("popcount(large)", 469 * 469),
    ] {
        let taken = steps_of(expression);
        assert!((steps..steps + 10).contains(&taken), "{expression} takes {taken} steps");
    }
    // A move in a sum of 33 parts costs three: one, and one for every sixteen parts.
    let meter = Meter::steps(1 << 20);
    assert!(told(&instance(NIM), &vec!["1"; 33].join(" plus "), Compound::One, &meter).is_ok());
    assert_eq!((1 << 20) - meter.moves_left(), 33 + 33 * 3);
    let meter = Meter::steps(1 << 20);
    assert!(told(&instance(NIM), "1 plus 2 plus 1", Compound::Every, &meter).is_ok());
    assert_eq!((1 << 20) - meter.moves_left(), 4 + 2 * 3);
}

#[test]
fn a_move_that_is_named_is_the_one_that_is_listed() {
    let rules = "game g(a in 0..9, s: [int] = [2, 1])\nplayers L, R\n\
                 move pair(i in 1..a, j in s, t = i + j) if t <= a gain i -> again if j == 2: with a = a - t\n\
                 R move right(i in 0..a) -> with a = a - i\nmove near(k in a..a + 2) if k <= 9 -> with a = k\n";
    let instance = instance(rules);
    let meter = Meter::steps(1 << 20);
    let number = |number: i64| Value::from(number);
    for position in ["L: 5", "R: 5", "R: 1", "L: 0", "R: 9"] {
        let position = instance.parse_line(position, None).unwrap();
        let part = position.parts[0].clone().unwrap();
        let listed = instance.moves(&part, position.mover, &meter).unwrap();
        let with = |index, choices: &[Value]| {
            instance
                .move_with(index, choices, &part, position.mover, &meter)
                .unwrap_or_else(|fault| panic!("{}", fault.sentence()))
        };
        for one in &listed {
            assert_eq!(with(one.rule, &one.choices).as_ref(), Some(one));
            assert_eq!(with(one.rule, &one.choices[1..]), None);
        }
        // Whatever is not listed is not allowed.
        for (i, j, t) in (-1..11).flat_map(|i| (0..4).flat_map(move |j| (-1..14).map(move |t| (i, j, t)))) {
            let choices = [number(i), number(j), number(t)];
            let due = listed.iter().find(|one| one.rule == 0 && one.choices == choices);
            assert_eq!(with(0, &choices).as_ref(), due, "{i} {j} {t}");
        }
        for (rule, i) in (1..3).flat_map(|rule| (-1..14).map(move |i| (rule, i))) {
            let due = listed.iter().find(|one| one.rule == rule && one.choices == [number(i)]);
            assert_eq!(with(rule, &[number(i)]).as_ref(), due, "{rule} {i}");
        }
        assert_eq!(with(1, &[number(0), number(0)]), None);
        let kinds: Vec<_> =
            (0..3).flat_map(|rule| instance.moves_by(rule, &part, position.mover, &meter).unwrap()).collect();
        assert_eq!(kinds, listed);
    }
    assert!(
        instance
            .moves(&instance.parse_line("L: 5", None).unwrap().parts[0].clone().unwrap(), None, &meter)
            .unwrap()
            .iter()
            .all(|one| one.rule != 1)
    );
}

#[test]
fn givens_are_held_to_their_types() {
    let rules = "game g(n)\ngiven m in 1..5 = 3, s: [int in 0..m; 2] = [0, m], g: [[int in 0..1]] = [[0], [1]]\n\
                 move t if n >= m + s[1] + g[1][0] -> n - m\n";
    let instance = instance(rules);
    let list = |numbers: &[i64]| Value::list(numbers.iter().map(|number| Value::from(*number)).collect());
    let with = |from: &Instance, m: Option<i64>, s: Option<Value>, g: Option<Value>| {
        let givens = from.with_givens(vec![m.map(Value::from), s, g]);
        givens.map(|instance| instance.givens().to_vec()).map_err(|fault| fault.sentence().to_string())
    };
    let graph = |node: i64| Value::list(vec![list(&[0]), list(&[node])]);
    assert_eq!(with(&instance, None, None, None), Ok(vec![Value::from(3), list(&[0, 3]), graph(1)]));
    assert_eq!(with(&instance, Some(5), None, None), Ok(vec![Value::from(5), list(&[0, 5]), graph(1)]));
    assert_eq!(with(&instance, Some(6), None, None), Err("the given `m` is outside its range: 6 is above 5".into()));
    assert_eq!(with(&instance, Some(0), None, None), Err("the given `m` is outside its range: 0 is below 1".into()));
    assert_eq!(
        with(&instance, Some(2), Some(list(&[3, 0])), None),
        Err("the given `s` does not fit: 3 is above 2".into())
    );
    assert_eq!(with(&instance, None, None, Some(graph(2))), Err("the given `g` does not fit: 2 is above 1".into()));
    assert_eq!(
        with(&instance, None, Some(graph(1)), None),
        Err("the given `s` does not fit: it is not a whole number".into())
    );
    // The very same list is looked at again where its type speaks of another given.
    let known = instance.givens()[1].clone();
    assert_eq!(with(&instance, Some(2), Some(known), None), Err("the given `s` does not fit: 3 is above 2".into()));
    let known = instance.givens()[2].clone();
    assert_eq!(with(&instance, Some(2), None, Some(known)), Ok(vec![Value::from(2), list(&[0, 2]), graph(1)]));
    let bounds = self::instance(
        "game g(n)\ngiven m in 1..5 = 3, s: [int in m..m + 2] = [m, m + 2]\nmove t if n >= m + len(s) -> n - m\n",
    );
    let again = bounds.with_givens(vec![Some(Value::from(4)), Some(bounds.givens()[1].clone())]);
    assert_eq!(
        again.map(|_| ()).map_err(|fault| fault.sentence().to_string()),
        Err("the given `s` does not fit: 3 is below 4".into())
    );
    let missing = read("game g(n)\ngiven m in 1..5\nmove t if n >= m -> n - m\n").unwrap();
    let told = Instance::new(missing, vec![None]).map(|_| ()).map_err(|fault| fault.sentence().to_string());
    assert_eq!(told, Err("`m` is not given".into()));
}

#[test]
fn a_part_without_moves_cuts_a_short_sum_short() {
    offers(
        "
         game g(n)
         players L, R
         L move left if n > 0 -> n - 1
         R move right if n > 2 -> if n == 1017 then n / (n - 1017) else n - 1
         ",
        "
         L: 1 plus 2 [Short] => 0:left 1:left -> R: 0 1
         R: 1 plus 4 [Short] => lose
         R: 4 plus 2 [Short] => lose
         R: 1017 plus 2 [Short] => lose
         L: 0 plus 5 [Short] => lose
         R: 1017 => 1017 / 0: division by zero (at R: 1017, move right)
         ",
    );
}

#[test]
fn points_are_not_asked_of_a_part_that_is_not_there() {
    offers(
        "
         game g(n)
         move take if n > 10 gain 1 -> n - 1
         stuck scores n + 1 if 1 < 2
         stuck scores 7 if 1 < 3
         stuck scores n
         ",
        "
         2 => score 3
         nothing => score 7
         ",
    );
}

#[test]
fn a_default_is_held_to_its_range() {
    offers(
        "
         game g(n in 0..9, m in 0..5 = n)
         move take if n > 0 and m > 0 -> (n - 1, 0)
         ",
        "
         5 => 0:take -> 4,0
         7 => the default of `m` is outside its range: 7 is above 5
         7,6 => the component `m` is outside its range: 6 is above 5
         ",
    );
}

#[test]
fn an_end_is_seen_without_moves() {
    let instance = instance("game g(n)\nwin if n == 4\nmove take(k in 1..n) -> n - k\n");
    let ended = |position: &str| {
        let position = instance.parse_line(position, None).unwrap();
        instance.ended(&position, &Meter::steps(1 << 20)).unwrap().map(|how| ending(&how))
    };
    assert_eq!(
        (ended("4"), ended("3 plus 4"), ended("3"), ended("0")),
        (Some("win".into()), Some("win".into()), None, None)
    );
}

#[test]
fn moves_are_tried_where_play_has_not_ended() {
    let rules = |end: &str| format!("game g(n)\n{end}move take if n < 9 -> 0 / n\n");
    assert!(read(&rules("win if n == 0\n")).is_ok());
    let mistakes = read(&rules("win if n == 1\n")).unwrap_err();
    assert_eq!(mistakes[0].message.to_string(), "0 / 0: division by zero");
}

#[test]
fn how_many_parts_are_moved_in_is_at_least_one() {
    let instance = instance("game g(n)\ngiven m: int = 2\nmove t if n > 0 -> n - 1\ncompound upto m\n");
    let join = |max: i64| {
        instance
            .with_givens(vec![Some(Value::from(max))])
            .unwrap()
            .compound()
            .map_err(|fault| fault.sentence().to_string())
    };
    assert_eq!((join(1), join(2)), (Ok(Compound::Upto(1)), Ok(Compound::Upto(2))));
    assert_eq!(join(0), Err("`compound upto 0` allows no move at all".into()));
    assert_eq!(join(-1), Err("`compound upto -1` allows no move at all".into()));
    for (compound, due) in [
        ("one", Compound::One),
        ("every", Compound::Every),
        ("short", Compound::Short),
        ("some", Compound::Some),
        ("anti", Compound::Anti),
    ] {
        assert_eq!(
            self::instance(&format!("{NIM}compound {compound}\n"))
                .compound()
                .map_err(|fault| fault.sentence().to_string()),
            Ok(due)
        );
    }
    // Moves in 65 parts at once are more than can be counted, which is seen before one is listed.
    for (parts, is_listed) in [(64, true), (65, false), (66, false)] {
        let meter = Meter::steps(40_000);
        let refused = told(&self::instance(NIM), &vec!["1"; parts].join(" plus "), Compound::Some, &meter);
        assert_eq!(refused.map_err(|fault| fault.class), Err(FaultClass::Budget));
        assert_eq!(meter.steps_taken() > 16_000, is_listed, "{parts} parts, {} steps", meter.steps_taken());
    }
}

#[test]
fn lists_have_a_greatest_length() {
    let numbers = vec!["7"; 4096].join(",");
    let told = |expression: &str| {
        let twice = "twice(".repeat(10) + "s" + &")".repeat(10);
        let expression = expression.replace("MOST", &twice);
        let rules = format!(
            "game g(n, s: [int])\nlet twice(x) = x ++ x\nmove m(x in (if n == 1017 then [len({expression})] else [])) -> (if [x] == [x] then 0 else 1, [])\n"
        );
        let told = told(&instance(&rules), &format!("1017,[{numbers}]"), Compound::One, &Meter::steps(1 << 30));
        told.unwrap_or_else(|fault| fault.message.to_string())
    };
    assert_eq!(told("MOST"), "0:m(x=4194304) -> 0,[]");
    assert_eq!(told("MOST ++ [0]"), "a list of more than 4194304 elements");
    // Lists in a list count with their elements.
    assert_eq!(told("[s for _ in 1..1023]"), "0:m(x=1023) -> 0,[]");
    assert_eq!(told("[s for _ in 1..1024]"), "a list of more than 4194304 elements");
    assert_eq!(told("[s[1..] for _ in 1..1024]"), "0:m(x=1024) -> 0,[]");
    assert_eq!(told("[s[1..] for _ in 1..1025]"), "a list of more than 4194304 elements");
    assert_eq!(told("[[s, s] for _ in 1..511]"), "0:m(x=511) -> 0,[]");
    assert_eq!(told("[[s, s] for _ in 1..512]"), "a list of more than 4194304 elements");
}

#[test]
fn a_large_given_may_take_as_long_as_it_is() {
    let game =
        read("game g(n)\ngiven m = 0, s: [int in 0..m + 1] = [0 for _ in 1..20000]\nmove t if n > len(s) -> n - m\n")
            .unwrap();
    assert_eq!(
        Instance::new(game.clone(), vec![None, None])
            .map_err(|fault| fault.sentence().to_string())
            .unwrap()
            .givens()
            .len(),
        2
    );
    // Five steps a number are more than is allowed where nothing is given.
    let numbers = Value::list(vec![Value::from(1); 2_600_000]);
    assert!(Instance::new(game, vec![None, Some(numbers)]).is_ok());
}

#[test]
fn what_is_expected_is_said() {
    let game = read(
        "game g(a, b: bool, c: {X, Y}, d: [int], e: [int; 2], f: [int; 2, 2], g: [[int]], h: bag int, i: set int)\n\
         move m if a > 0 -> with a = 0\n",
    )
    .unwrap();
    let told: Vec<String> = game.components.iter().map(|one| expected(&game, &one.ty).to_string()).collect();
    let due = ["a whole number", "true or false", "one of X, Y", "a list", "a list", "a grid", "a list of lists"];
    assert_eq!(told[..7], due);
    assert_eq!(told[7..], ["a bag (a list whose order does not matter)", "a set"]);
}
