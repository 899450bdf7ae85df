//! Problem files from reading to answers: what is right, and what is told where it is not.

use grundy_contest::{
    Detail, JudgeError, Limits, Problem, Random, Seen, Session, Shrunk, Stress, StressSessions, Test, Tried, Trouble,
    Trying, judge, shrink,
};
use grundy_message::Message;
use grundy_rules::{Game, Int, Meter, Position};
use grundy_solve::{Budget, Oracle, OracleAnswer, Solver, Winner};
use serde_json::{Value, json};
use std::sync::Arc;

const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k claim grundy = n";
const TOKEN: &str = "game token(v in 0..len(next) - 1) given next: [[int in 0..]] move go(u in next[v]) -> u";

fn game(name: &str) -> Option<Arc<Game>> {
    let source = [("nim", NIM), ("token", TOKEN)].into_iter().find(|(known, _)| *known == name)?.1;
    Some(grundy_rules::read(source).unwrap())
}

#[track_caller]
fn session(file: &str) -> Session {
    match Problem::read(file, &game) {
        Ok(problem) => Session::new(Arc::new(problem), Budget::positions(100_000), |game, compound, budget| {
            Solver::new(game.clone(), compound, budget)
        }),
        Err(wrong) => panic!("{wrong:#?}"),
    }
}

/// What is printed, and the mistake that ended it as `line:column`.
fn judged(session: &mut Session, text: &str) -> (String, String) {
    let mut printed = String::new();
    let end = judge(session, text.as_bytes(), &mut |piece| {
        printed += piece;
        Ok(())
    });
    let end = match end {
        Ok(()) => String::new(),
        Err(JudgeError::Text { line, column, .. }) => format!("{line}:{column}"),
        Err(JudgeError::Unknown { line, message }) => format!("{line}: {message}"),
        Err(other) => format!("{other:?}"),
    };
    (printed, end)
}

#[track_caller]
fn check(file: &str, text: &str, printed: &str, mistake: &str) {
    assert_eq!(judged(&mut session(file), text), (printed.to_owned(), mistake.to_owned()));
}

#[test]
fn a_mistake_in_rules_of_its_own_is_told_and_nothing_that_follows_from_it() {
    let file = "problem p\ninput n: int in 0..9\ngame own\npart n\nrules { game own(n) move take(k in 1..m) -> n - k }";
    let wrong = Problem::read(file, &game).unwrap_err();
    let said: Vec<String> = wrong.iter().map(|diagnostic| diagnostic.message.to_string()).collect();
    assert_eq!(said, ["unknown name `m`"]);
}

const HEAPS: &str = "problem p\ninput heaps: [int in 0..20]\ngame nim\npart h for h in heaps\n";

#[test]
fn cases_end_with_the_text_with_marks_or_after_a_number_of_them() {
    let with = |layout: &str| format!("{HEAPS}words first \"W\", second \"L\"\ntext {layout}");
    let until_end = with("until end { len(heaps) heaps ; answer }");
    check(&until_end, "2 3 3\n\n1 5", "L\nW\n", "");
    check(&with("until 0 { len(heaps) heaps ; answer }"), "2 3 3 1 5 0\n", "L\nW\n", "");
    check(
        &with("count times { len(heaps) heaps ; print \"Case \" case \": \" answer \"\\n\" }"),
        "2 1 1 2 2 2",
        "Case 1: W\nCase 2: L\n",
        "",
    );
    check(
        &with("until end { 2 times { len(heaps) heaps print between \" \" answer } print \"\\n\" }"),
        "1 1 2 1 1",
        "W L\n",
        "",
    );
}

#[test]
fn wrong_input_is_told_with_its_place_and_answers_stay() {
    let file = format!("{HEAPS}text until 0 {{ len(heaps) heaps ; answer }}");
    check(&file, "2 3 3\n2 4 x\n", "second\n", "2:5");
    check(&file, "2 3 3\n2 4\n", "second\n", "2:4");
    check(&file, "1 3\n2 5 99\n0\n", "first\n", "2:5");
    check(&file, "1 3\n2 5 -1\n0\n", "first\n", "2:5");
    check(&file, "1 3\n", "first\n", "1:4");
    check(&file, "1 3\n0\nmore", "first\n", "3:1");
    check(&file, "9999999999 3", "", "1:1");
    check(&file, "", "", "1:1");
}

/// Knows who wins at Nim, and which move wins at one heap.
struct Bouton;

impl Oracle for Bouton {
    fn tell(&self, position: &Position, _: &Meter) -> Option<OracleAnswer> {
        let heaps: Option<Vec<Int>> = position.in_play().map(|part| part[0].as_int().cloned()).collect();
        let sum = heaps?.iter().fold(Int::ZERO, |sum, heap| sum.xor(heap));
        Some(OracleAnswer {
            winner: if sum.is_zero() { Winner::Second } else { Winner::First },
            winning_count: (position.parts.len() == 1).then_some(Int::ONE),
            grundy: Some(sum),
            winning: Vec::new(),
            name: Message::text("Bouton"),
            is_proved: false,
            sentence: Message::default(),
        })
    }
}

#[test]
fn a_search_is_made_only_where_theorems_do_not_tell_enough() {
    let knowing = |end: &str| {
        let problem = Problem::read(&format!("{HEAPS}{end}text until end {{ len(heaps) heaps ; answer }}"), &game);
        Session::new(Arc::new(problem.unwrap()), Budget::positions(0), |instance, compound, budget| {
            let mut solver = Solver::new(instance.clone(), compound, budget)?;
            solver.add_oracle(Arc::new(Bouton));
            Ok(solver)
        })
    };
    let no_search = "2: the winning moves are not known within the budget".to_owned();
    assert_eq!(judged(&mut knowing(""), "2 3 3\n2 1 3\n"), ("second\nfirst\n".to_owned(), String::new()));
    assert_eq!(judged(&mut knowing("answer grundy\n"), "2 1 3\n"), ("2\n".to_owned(), String::new()));
    let mut counting = knowing("answer winning_move_count\n");
    assert_eq!(judged(&mut counting, "1 3\n2 1 3\n"), ("1\n".to_owned(), no_search.clone()));
    // Which move is the least is not told.
    let mut min = knowing("moves choice k\nanswer least\n");
    assert_eq!(judged(&mut min, "\n1 3\n"), (String::new(), no_search));
}

#[test]
fn many_queries_are_asked_about_one_graph() {
    let file = "problem g\ninput edges: [[int in 0..]], tokens: [int in 0..]\ngame token\ngiven next = edges\npart t for t in tokens
words first \"WIN\", second \"LOSE\"
text until end { len(edges) ; each v in edges { len(edges[v]) edges[v] ; } until 0 { len(tokens) tokens ; answer } }";
    let text = "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n1\n0\n1 0\n0\n";
    check(file, text, "WIN\nWIN\nLOSE\n", "");
    check(file, "1\n1 5\n1 0\n0\n", "", "3:1");
}

#[test]
fn inputs_are_read_from_inside_of_others() {
    let file = "problem p\ninput sizes from \"piles.*.n\": [int in 0..], extra from \"more.k\": int = 0, names from \"tags.keys()\": [int] = []
game nim\npart h for h in sizes\npart extra\ntell tags = names";
    let ask = |input: Value| session(file).ask(&input).map(|reply| reply.json());
    assert_eq!(ask(json!({"piles": [{"n": 2}, {"n": 3}]})).unwrap(), json!({"answer": "first", "tags": []}));
    let row =
        json!({"problem": "p", "input": {"piles": [{"n": 2}], "more": {"k": 2}, "tags": {"7": 1}}, "answer": "x"});
    let problem = session(file).problem().clone();
    let written = json!({"piles": [{"n": 2}], "more": {"k": 2}, "tags": {"7": null}});
    assert_eq!(problem.json_of(&problem.input_of(&row).unwrap()), written);
    assert_eq!(ask(row).unwrap(), json!({"answer": "second", "tags": [7]}));
    let wrong = |input: Value| ask(input).unwrap_err().message().to_string();
    assert!(wrong(json!({"pile": []})).contains("did you mean `piles`?"));
    assert!(wrong(json!({"more": {}})).contains("no field `piles[…].n`"));
    assert!(wrong(json!({"piles": [{"n": "x"}]})).contains("`piles[0].n`"));
    assert!(wrong(json!([1])).contains("an object"));
    assert!(matches!(ask(json!({"piles": [{"n": -1}]})), Err(Trouble::Wrong(_))));
}

#[test]
fn a_variant_is_told_by_a_field_or_by_a_word() {
    let file = "problem p\ntext until end { variant }
variant when \"kind\" is \"one\"\ninput n: int in 0..\ngame nim\npart n\ntext n ; answer
variant when \"kind\" is \"two\"\ninput m: int in 0..\ngame nim\npart m\npart m\ntext m ; answer";
    assert_eq!(session(file).ask(&json!({"kind": "two", "m": 4})).unwrap().answer, json!("second"));
    check(file, "one 3\ntwo 3\nthree 3", "first\nsecond\n", "3:1");
}

#[test]
fn every_mistake_of_a_file_is_told_with_its_place() {
    let file = "problem p\ninput heaps: [int in 0..]\ngame nimm\ngiven m = 3\npart h for h in heap\nanswer winer\ntext until end { len(heaps) heaps }\nwrods first \"x\"\n";
    let wrong = Problem::read(file, &game).unwrap_err();
    let indices: Vec<(usize, usize)> = wrong.iter().map(|told| told.index(file)).collect();
    for line in [3, 5, 6, 8] {
        assert!(indices.iter().any(|(at, _)| *at == line), "nothing about line {line}: {wrong:#?}");
    }
    assert!(indices.contains(&(3, 6)) && indices.contains(&(5, 17)) && indices.contains(&(6, 8)), "{indices:?}");
    for (file, message) in [
        ("", "problem NAME"),
        ("problem p\ninput n: intt\ngame nim\npart n", "intt"),
        ("problem p\ngame nim\npart 3\ntext until end { n ; answer }", "no field `n`"),
        ("problem p\ninput n: int\ngame nim\npart n\ntext until end { n }", "never prints an answer"),
        ("problem p\ninput n: int\ngame nim\ngiven m = n\npart n", "no given `m`"),
        ("problem p\ninput n: int\ngame nim\npart n\ndraw k: 1..3", "no field `k`"),
        ("problem p\ninput n: int, m: int\ngame nim\npart n\ndraw n: 0..m, m: 1..3", "not drawn yet"),
        ("problem p\ninput n: int\ngame nim\npart n\nsample \"1", "never closed"),
        ("problem p\ninput n: int\npart n", "names no game"),
        ("problem p\ninput n: int\ngame nim\npart n\nrequire n > 0", "what is to be said"),
        ("problem p\ninput n: int\ngame nim\npart n\nrequire n \"x\"", "true or false"),
        ("problem p\ninput n: int\ngame nim\npart n\nrequire k > 0 \"x\"", "`k`"),
        ("problem p\ninput n: [[int]]\ngame nim\npart 1\ndraw n: 1..3 rows of 1..2", "a rule for rows"),
        ("problem p\ninput n: [int]\ngame nim\npart 1\ndraw n: 1..3 by 0 of 1..2", "a number from 1"),
        ("problem p\ninput n: [[int]]\ngame nim\npart 1\ndraw n: symmetric 3..5", "how many neighbours"),
        ("problem p\ninput n: int\nrules { game g(n) move take(k in 1..m) -> n - k }\ngame g\npart n", "`m`"),
    ] {
        let wrong = Problem::read(file, &game).unwrap_err();
        assert!(wrong.iter().any(|told| told.message.to_string().contains(message)), "{message}: {wrong:#?}");
    }
}

#[test]
fn what_follows_from_a_mistake_is_not_reported_too() {
    for (file, line, column, message) in [
        ("problem p\ninput n int\ngame nim\npart n\ntext until end { n ; answer }", 2, 9, "expected `:`, found `int`"),
        ("problem p\ninput n: int\nlet half 2\ngame nim\npart half", 3, 10, "expected `=` after what `let` names"),
        ("problem p\ninput h: [int]\ngame nim\npart x forq x in h", 4, 8, "expected the next clause, found `forq`"),
        ("problem p\ninput n: int\ngame nim\npart n +", 4, 8, "found the end of the clause"),
        ("problem p\ninput n: int\ngame nim\npart n\nanswer n ≤ 3", 5, 10, "write `<=` for `≤`"),
    ] {
        let wrong = Problem::read(file, &game).unwrap_err();
        let [only] = wrong.as_slice() else { panic!("{file}: {wrong:#?}") };
        assert_eq!(only.index(file), (line, column), "{only:#?}");
        assert!(only.message.to_string().contains(message), "{only:#?}");
    }
}

#[test]
fn what_is_drawn_is_small_at_first_and_written_as_it_is_read() {
    let file = format!("{HEAPS}text count times {{ len(heaps) ; heaps ; answer }}\ndraw heaps: 1..6 of 0..20");
    let mut session = session(&file);
    let problem = session.problem().clone();
    let mut longest = 0;
    for size in 0..40 {
        let input = problem.draw(size, &mut Random(u64::from(size))).unwrap();
        assert_eq!(problem.draw(size, &mut Random(u64::from(size))).unwrap(), input);
        let json = problem.json_of(&input);
        let length = json["heaps"].as_array().unwrap().len();
        assert!(length <= size as usize + 2);
        longest = longest.max(length);
        assert_eq!(problem.input_of(&json).unwrap(), input);
        let text = problem.write(&[input.clone(), input.clone()]).unwrap();
        let word = session.answer(&input, Detail::Answer).unwrap().word;
        assert_eq!(judged(&mut session, &text), (format!("{word}\n{word}\n"), String::new()));
    }
    assert!(longest > 4);
}

#[test]
fn what_a_statement_promises_is_looked_at_first() {
    let file = "problem p\ninput most: int in 0.., heaps: [int in 0..], pairs: [[int; 2]] = []
require len(heaps) > 0 \"there must be a heap\"
require h <= most for h in heaps \"no heap may be above the most\"
require heaps[i] != heaps[i - 1] for i in 1..len(heaps) - 1 \"neighbours must differ\"
require most < 100 \"the most must be below 100\"
game nim\npart h for h in heaps
text until end { most len(heaps) ; heaps ; answer }";
    // Where a promise about entries is broken, the entry is named; otherwise the field.
    check(file, "9 2\n3 4\n", "first\n", "");
    check(file, "9 2\n3 4\n9 2\n1 10\n", "first\n", "4:3");
    check(file, "9 3\n3 4 4\n", "", "2:5");
    check(file, "9 1\n3\n9 0\n", "first\n", "3:3");
    check(file, "9 1\n3\n\n  100 1\n7\n", "first\n", "4:3");
    let wrong = |input: Value| session(file).ask(&input).unwrap_err().message().to_string();
    assert_eq!(wrong(json!({"most": 9, "heaps": [1, 10]})), "`heaps[1]`: no heap may be above the most, found 10");
    assert_eq!(wrong(json!({"most": 9, "heaps": []})), "`heaps`: there must be a heap, found []");
    assert_eq!(wrong(json!({"most": 100, "heaps": [1]})), "`most`: the most must be below 100, found 100");
}

#[test]
fn promises_about_a_graph_are_kept_for_its_queries() {
    let file = "problem g\ninput edges: [[int in 0..]], tokens: [int in 0..]
require all(u < len(edges) for u in row) for row in edges \"an edge leads nowhere\"
require t < len(edges) for t in tokens \"a token lies nowhere\"
game token\ngiven next = edges\npart t for t in tokens
text until end { len(edges) ; each v in edges { len(edges[v]) edges[v] ; } until 0 { len(tokens) tokens ; answer } }";
    check(file, "2\n1 1\n0\n1 0\n1 1\n2 0 2\n0\n", "first\nsecond\n", "6:5");
    // The graph that follows is looked at anew, and its row is named.
    check(file, "2\n1 1\n0\n1 0\n0\n2\n0\n1 7\n1 0\n0\n", "first\n", "8:3");
}

#[test]
fn an_answer_without_a_word_is_an_error() {
    let file = "problem g\ninput edges: [[int in 0..]], node: int in 0..\ngame token\ngiven next = edges\npart node
words first \"W\", second \"L\"
text until end { len(edges) ; each v in edges { len(edges[v]) edges[v] ; } node ; answer }";
    check(file, "2\n1 1\n0\n0\n2\n1 1\n1 0\n0\n", "W\n", "5:1");
    let told = session(file).ask(&json!({"edges": [[0]], "node": 0})).unwrap_err();
    assert!(told.message().to_string().contains("`draw`"), "{told:?}");
    let wordless = file.replace("words first \"W\", second \"L\"\n", "");
    check(&wordless, "1\n1 0\n0\n", "draw\n", "");
}

#[test]
fn what_chance_would_hardly_find_is_built() {
    let with = |input: &str, draw: &str| {
        let file = format!("problem p\ninput {input}\ngame nim\npart 1\ndraw {draw}");
        session(&file).problem().clone()
    };
    let drawn = |problem: &Arc<Problem>, field: &str| -> Vec<Value> {
        (0..60)
            .map(|size| problem.json_of(&problem.draw(size, &mut Random(size.into())).unwrap())[field].clone())
            .collect()
    };
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(|one| one.as_i64().unwrap()).collect::<Vec<_>>();
    let rising = with("a: [int]", "a: 1..8 rising 0..30");
    assert!(drawn(&rising, "a").iter().all(|list| numbers(list).is_sorted_by(|one, other| one < other)));
    let falling = with("a: [int]", "a: 1..8 falling 0..30");
    assert!(drawn(&falling, "a").iter().all(|list| numbers(list).is_sorted_by(|one, other| one >= other)));
    let even = drawn(&with("a: [int]", "a: 2..20 by 2 of 1..3"), "a");
    assert!(even.iter().all(|list| numbers(list).len() % 2 == 0) && even.iter().any(|list| numbers(list).len() > 10));
    let rows = |value: &Value| {
        value.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let grids = drawn(&with("a: [[{'.', '#', 'M', 'C'}]]", "a: 1..6 rows of 2..6 of one '.' '#' placing 'M' 'C'"), "a");
    for grid in grids.iter().map(rows) {
        assert!(grid.iter().all(|row| row.len() == grid[0].len()), "{grid:?}");
        let all = grid.concat();
        assert_eq!((all.matches('M').count(), all.matches('C').count()), (1, 1), "{grid:?}");
    }
    let squares = drawn(&with("a: [[int]]", "a: 1..6 square of 0..1"), "a");
    assert!(
        squares.iter().all(|a| a
            .as_array()
            .unwrap()
            .iter()
            .all(|row| numbers(row).len() == a.as_array().unwrap().len()))
    );
    let moves =
        drawn(&with("a: [[int; 2]]\nlet lines = [[1, 2], [2, 3], [3, 1]]", "a: 1..3 distinct one of lines"), "a");
    for made in &moves {
        let made = made.as_array().unwrap();
        assert!(made.iter().enumerate().all(|(at, one)| !made[..at].contains(one)), "{made:?}");
    }
    let trees = with("n: [int], e: [[[int; 2]]]", "n: 1..3 of 2..9, e: len(n) as g of polygons n[g]");
    for size in 0..60 {
        let json = trees.json_of(&trees.draw(size, &mut Random(size.into())).unwrap());
        for (count, edges) in numbers(&json["n"]).iter().zip(json["e"].as_array().unwrap()) {
            let ends: Vec<i64> = edges.as_array().unwrap().iter().flat_map(numbers).collect();
            assert!((1..=*count).all(|node| ends.contains(&node)) && ends.iter().all(|node| node <= count), "{json}");
        }
    }
}

#[test]
fn inputs_beyond_the_limits_are_told_of_or_refused() {
    let file = format!("{HEAPS}text until end {{ len(heaps) heaps ; answer }}\nlimits heaps: 1..3 of 1..9\n");
    let text = "2 3 3\n2 5 12\n4 1 1 1 1\n";
    let mut noted = session(&file).with_limits(Limits::Noted);
    assert_eq!(judged(&mut noted, text), ("second\nfirst\nsecond\n".to_owned(), String::new()));
    let beyond = noted.beyond().unwrap();
    assert_eq!((beyond.line, beyond.column), (2, 5));
    assert_eq!(beyond.message.to_string(), "`heaps[1]`: the statement says 1..9, found 12");
    assert_eq!(judged(&mut noted, "1 4\n").0, "first\n");
    assert_eq!(noted.beyond(), None);
    let mut refused = session(&file).with_limits(Limits::Refused);
    assert_eq!(judged(&mut refused, text), ("second\n".to_owned(), "2:5".to_owned()));
    assert_eq!(judged(&mut refused, "4 1 1 1 1\n"), (String::new(), "1:3".to_owned()));
    assert_eq!(judged(&mut session(&file), text).1, "");
    let drawn =
        format!("{HEAPS}text until end {{ len(heaps) heaps ; answer }}\ndraw heaps: 1..2 of 0..9\nlimits drawn\n");
    let asked = session(&drawn).with_limits(Limits::Refused).ask(&json!({"heaps": [1, 2, 3]}));
    assert_eq!(asked.unwrap_err().message().to_string(), "`heaps`: its length is 1..2 by the statement, found 3");
}

/// Makes an input of one list smaller for a program that fails at some lists.
fn shrunk(heaps: &[i64], fails: &dyn Fn(&[i64]) -> bool) -> (Vec<i64>, Shrunk) {
    let file = "problem p\ninput heaps: [int in 0..]\ngame nim\npart h for h in heaps
text until end { len(heaps) heaps ; answer }\ndraw heaps: 1..1000 of 0..1000000000\n";
    let problem = session(file).problem().clone();
    let lists = |text: &str| -> Vec<Vec<i64>> {
        let numbers = |line: &str| line.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
        text.lines().map(numbers).collect()
    };
    let words: Vec<String> = heaps.iter().map(i64::to_string).collect();
    let text = format!("{} {}\n", heaps.len(), words.join(" "));
    let inputs = problem.inputs_of_text(&text).unwrap();
    let right = judged(&mut session(file), &text).0;
    let stress = Stress::new(problem.clone(), 1, 10).unwrap();
    let mut sessions = StressSessions::new(&problem, Budget::positions(100_000), |game, compound, budget| {
        Solver::new(game.clone(), compound, budget)
    });
    let done = shrink(
        &stress,
        &mut sessions,
        Test { inputs, text, right },
        2000,
        Trying::Together,
        Seen::ByAnswers,
        &mut |test| {
            let first = lists(&test.text).iter().position(|list| fails(list));
            std::ops::ControlFlow::Continue(first.map_or(Tried::Passes, Tried::FailsBehind))
        },
    );
    (lists(&done.test.text).remove(0), done)
}

#[test]
fn long_lists_are_made_small_in_a_few_runs() {
    let heaps: Vec<i64> = (0..60).map(|index| 1 + index * 7 % 13).collect();
    let (min, done) = shrunk(&heaps, &|list| list.len() > 40);
    assert_eq!(min, vec![0; 41]);
    assert!(done.is_done && done.asked < 120, "{}", done.asked);
    let (mut min, done) = shrunk(&heaps, &|list| list.contains(&12) && list.contains(&7));
    min.sort_unstable();
    assert_eq!(min, [7, 12]);
    assert!(done.is_done && done.asked < 120, "{}", done.asked);
}

#[test]
fn a_program_that_fails_at_small_inputs_is_shown_one() {
    let (min, done) = shrunk(&[77, 52, 9], &|list| list.iter().sum::<i64>() % 3 == 0 && list[0] > 0);
    assert_eq!(min, [3]);
    assert!(done.asked < 60, "{}", done.asked);
}
