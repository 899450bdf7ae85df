//! The program as people and scripts meet it: what it prints, where, and its exit code.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run is expected to do.
struct Expected<'a> {
    code: i32,
    /// All of standard output, or nothing in particular.
    stdout: Option<&'a str>,
    /// What standard error holds.
    stderr: &'a [&'a str],
}

#[track_caller]
fn check(arguments: &[&str], input: &[u8], expected: &Expected) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .env("COLUMNS", "80")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(expected.code), "{arguments:?}\n{stdout}\n{stderr}");
    if let Some(expected) = expected.stdout {
        assert_eq!(stdout, expected, "{arguments:?}\n{stderr}");
    }
    for part in expected.stderr {
        assert!(stderr.contains(part), "{arguments:?}: no {part:?} in\n{stderr}");
    }
    if expected.code == 0 {
        assert_eq!(stderr, "", "{arguments:?}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
    let is_raw = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    assert!(!stderr.contains(is_raw), "{arguments:?}: {stderr:?}");
}

/// Answers this, with exit code 0.
#[track_caller]
fn answers(arguments: &[&str], stdout: &str) {
    check(arguments, b"", &Expected { code: 0, stdout: Some(stdout), stderr: &[] });
}

/// Answers nothing, with exit code 2 and these words of explanation.
#[track_caller]
fn refuses(arguments: &[&str], stderr: &[&str]) {
    check(arguments, b"", &Expected { code: 2, stdout: Some(""), stderr });
}

/// A file of this name that holds this, in a folder of the test's own.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let thread = std::thread::current();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(thread.name().unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

const NIM: &str = "game nim(n)\nmove take(k in 1..n) -> n - k\n";

#[test]
fn solve_tells_people_who_wins_and_how() {
    answers(
        &["solve", "nim", "3", "4", "5"],
        "Nim: 3 4 5\nthe player to move wins (first)\n  Grundy value   2\n  \
         winning moves  part 1: take(k=2) → 1 4 5\n  by             Grundy values of 6 positions\n",
    );
}

#[test]
fn solve_tells_programs_the_same() {
    answers(
        &["solve", "nim", "3", "4", "5", "--json"],
        "{\"game\":\"nim\",\"position\":\"3 4 5\",\"mover\":null,\"winner\":\"first\",\"grundy\":2,\"remoteness\":null,\
         \"score\":null,\"value\":null,\"winning_move_count\":1,\"winning_moves\":[{\"part\":0,\"move\":\"take(k=2)\",\
         \"to\":\"1 4 5\"}],\"by\":\"Grundy values of 6 positions\",\"positions\":6,\"stopped\":null}\n",
    );
}

#[test]
fn positions_may_begin_with_a_dash() {
    let lost = "Flip Game II: ----\nthe player to move loses (second wins)\n  Grundy value  0\n  \
                remoteness    0: play is over\n  by            the rules: play is over\n";
    answers(&["solve", "flip_game", "--", "----"], lost);
    answers(&["solve", "flip_game", "----"], lost);
}

#[test]
fn joint_moves_name_each_part() {
    answers(
        &["solve", "nim", "1", "1", "--compound", "every", "--json"],
        "{\"game\":\"nim\",\"position\":\"1 1\",\"mover\":null,\"winner\":\"first\",\"grundy\":null,\"remoteness\":1,\
         \"score\":null,\"value\":null,\"winning_move_count\":1,\"winning_moves\":[{\"part\":null,\
         \"move\":\"0: take(k=1), 1: take(k=1)\",\"to\":\"0 0\"}],\"by\":\"search of 2 positions\",\"positions\":2,\"stopped\":null}\n",
    );
}

#[test]
fn what_the_budget_does_not_reach_is_not_known() {
    let rules = file("g.game", "game g(n)\nstuck wins\nmove take(k in 1..min(3, n)) -> n - k\n");
    let expected = Expected { code: 1, stdout: None, stderr: &[] };
    check(&["solve", &rules, "5000", "--max-positions", "10"], b"", &expected);
    check(&["solve", &rules, "5000", "--max-positions", "10", "--json"], b"", &expected);
}

#[test]
fn memory_and_threads_do_not_change_the_answer() {
    let asked = ["solve", "nim", "1", "2", "3", "--json"];
    let told = {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).env("GRUNDY_LANG", "en").args(asked).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(told.contains("\"winner\":\"second\",\"grundy\":0"), "{told}");
    for memory in ["512MiB", "2G", "4GiB", "1.5GiB", "100000000"] {
        for threads in ["1", "2", "7"] {
            answers(&[&asked[..], &["--memory", memory, "--threads", threads]].concat(), &told);
        }
    }
}

#[test]
fn a_plan_is_explained_without_solving() {
    let shown = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_grundy")).env("GRUNDY_LANG", "en").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let board = ["solve", "connect", "--given", "rows=20", "--given", "cols=20", "--explain-plan"];
    let text = shown(&board);
    assert!(text.starts_with("plan: "), "{text}");
    assert!(text.contains("\n  because "), "{text}");
    let data = shown(&[&board[..], &["--json"]].concat());
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!((&data["game"], &data["mover"]), (&"connect".into(), &"X".into()));
    let told = |key: &str| data[key].as_str().is_some_and(|words| !words.is_empty());
    assert!(told("plan") && told("because") && data["refused"].is_array() && data["notes"].is_array(), "{data}");
    refuses(&["solve", "nim", "x", "--explain-plan"], &["a whole number is expected"]);
    refuses(&["solve", "nim", "--explain-plan", "--batch", "-"], &["cannot be used with"]);
}

#[test]
fn a_batch_answers_every_line_and_reports_the_wrong_ones() {
    let lines = "1 2 3\n\nfoo\n2\n";
    check(
        &["solve", "nim", "--batch", "-"],
        lines.as_bytes(),
        &Expected {
            code: 2,
            stdout: Some("1 2 3\tsecond\tgrundy 0\n2\tfirst\tgrundy 2\tremoteness 1\ttake(k=2) → 0\n"),
            stderr: &["line 3: cannot read the position \"foo\""],
        },
    );
    let path = file("lines", "nothing\n-1\n");
    check(
        &["solve", "nim", "--batch", &path, "--json"],
        b"",
        &Expected {
            code: 2,
            stdout: Some(
                "{\"game\":\"nim\",\"position\":\"nothing\",\"mover\":null,\"winner\":\"second\",\"grundy\":0,\
                 \"remoteness\":0,\"score\":null,\"value\":null,\"winning_move_count\":0,\"winning_moves\":[],\
                 \"by\":\"the rules: play is over\",\"positions\":1,\"stopped\":null}\n\
                 {\"line\":2,\"error\":\"cannot read the position \\\"-1\\\": the component `n` is outside its range: \
                 -1 is below 0\",\"hints\":[\"a position looks like \\\"3 4 5\\\"\"]}\n",
            ),
            stderr: &["line 2"],
        },
    );
}

#[test]
fn moves_are_listed_with_their_values() {
    answers(
        &["moves", "stone_game", "--given", "piles=1,9,2"],
        "Stone Game: 0,2\nmove   gain  to   result  score\nleft   1     1,2  loses   -6\n\
         right  2     0,1  loses   -6\n",
    );
}

#[test]
fn tables_have_one_or_two_dimensions() {
    answers(&["table", "kayles", "0..5"], "Kayles: grundy\nn       0 1 2 3 4 5\ngrundy  0 1 2 3 1 4\n");
    answers(
        &["table", "wythoff", "0..2", "0..2", "--as", "outcome", "--csv"],
        "a\\b,0,1,2\n0,P,N,N\n1,N,N,P\n2,N,P,N\n",
    );
    answers(
        &["table", "nim", "-1..1", "--json"],
        "{\"game\":\"nim\",\"as\":\"grundy\",\"axes\":[{\"name\":\"n\",\"from\":-1,\"to\":1}],\"values\":[null,0,1],\"known\":true}\n",
    );
}

#[test]
fn check_tells_false_claims_from_wrong_files() {
    let right = file("right.game", format!("{NIM}claim grundy = n\n"));
    let lies = file("lies.game", format!("{NIM}claim grundy = n % 3\n"));
    let wrong = file("wrong.game", "game nim(n)\nmove take(k in 1..m) -> n - k\n");
    check(&["check", &right], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    check(&["check", &lies, &right], b"", &Expected { code: 1, stdout: None, stderr: &[] });
    check(&["check", &wrong, &lies, "--json"], b"", &Expected { code: 2, stdout: None, stderr: &[] });
    check(&["check", &wrong, &right], b"", &Expected { code: 2, stdout: None, stderr: &["wrong.game:2:"] });
    refuses(&["check"], &["--help"]);
}

#[test]
fn fmt_rewrites_a_file_wholly_or_not_at_all() {
    let untidy = "game   nim( n )   move take(k in 1..n)->n-k";
    let path = file("untidy.game", untidy);
    let wrong = file("wrong.game", "game nim(n\n");
    check(&["fmt", "--check", &path], b"", &Expected { code: 1, stdout: Some(&format!("{path}\n")), stderr: &[] });
    answers(&["fmt", "--stdout", &path], NIM);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), untidy);
    answers(&["fmt", &path], "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), NIM);
    answers(&["fmt", "--check", &path], "");
    refuses(&["fmt", &wrong], &["wrong.game:"]);
    assert_eq!(std::fs::read_to_string(&wrong).unwrap(), "game nim(n\n");
    check(&["fmt", "-"], untidy.as_bytes(), &Expected { code: 0, stdout: Some(NIM), stderr: &[] });
    let folder = PathBuf::from(&path);
    let left_over = std::fs::read_dir(folder.parent().unwrap()).unwrap().count();
    assert_eq!(left_over, 2, "no temporary file stays");
}

#[test]
fn the_catalogue_is_listed_and_shown() {
    check(&["list"], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    check(&["list", "凯尔斯", "--json"], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    check(&["list", "no such word"], b"", &Expected { code: 1, stdout: Some(""), stderr: &["no built-in game"] });
    check(&["show", "kayles"], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    check(&["show", "kayles", "--json"], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    let row = "problem      title                      game     source\n\
               luogu_p2252  Wythoff's game (template)  wythoff  洛谷 Luogu P2252, SHOI 2002\n\
               poj1067      Wythoff's game             wythoff  POJ 1067\n";
    check(&["list", "--problems", "威佐夫"], b"", &Expected { code: 0, stdout: Some(row), stderr: &[] });
    let nothing = Expected { code: 1, stdout: Some(""), stderr: &["no built-in problem"] };
    check(&["list", "--problems", "no such word"], b"", &nothing);
    check(&["show", "poj1067"], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    let both =
        Command::new(env!("CARGO_BIN_EXE_grundy")).env("GRUNDY_LANG", "en").args(["show", "chomp"]).output().unwrap();
    assert!(String::from_utf8_lossy(&both.stderr).contains("`grundy show chomp --problem`"), "{both:?}");
    check(&["show", "chomp", "--problem"], b"", &Expected { code: 0, stdout: None, stderr: &[] });
    let near = Expected { code: 2, stdout: None, stderr: &["did you mean poj1067 or poj1085?", "--problems"] };
    check(&["ask", "poj107"], b"", &near);
    // A known rule, a table and a search; without --by nothing is said of it.
    let asked = |arguments: &[&str], input: &str, expected: &str| {
        check(arguments, input.as_bytes(), &Expected { code: 0, stdout: Some(expected), stderr: &[] });
    };
    let by_rule = "{\"answer\":\"first\",\"native\":\"Yes\",\"by\":\"known rule nim.grundy, built in\"}\n";
    asked(&["ask", "poj2234", "--by"], "{\"heaps\":[3,6,9]}", by_rule);
    let by_table = "{\"answer\":\"first\",\"native\":\"WIN\",\"by\":\"the rules, by a search or table\"}\n";
    asked(&["ask", "poj2311", "--by"], "{\"w\":3,\"h\":4}", by_table);
    let by_values =
        "{\"answer\":\"second\",\"winning_moves\":[],\"native\":\"0\",\"by\":\"Grundy values of 273 positions\"}\n";
    asked(&["ask", "poj1067", "--by"], "{\"heaps\":[12,20]}", by_values);
    asked(&["ask", "poj2234"], "{\"heaps\":[3,6,9]}", "{\"answer\":\"first\",\"native\":\"Yes\"}\n");
    check(&["judge", "wythof"], b"", &Expected { code: 2, stdout: Some(""), stderr: &["poj1067?"] });
}

#[test]
fn every_problem_is_shown_with_an_example_that_can_be_asked() {
    for entry in grundy::problems() {
        let shown = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["show", entry.name, "--problem", "--json"])
            .output()
            .unwrap();
        let page: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        let problem = entry.problem().unwrap();
        let input = problem.input_of(&page["example"]["input"]);
        assert!(input.is_ok(), "{}: {input:?}", entry.name);
        assert!(!page["example"]["reply"]["answer"].is_null(), "{}", entry.name);
        assert!(problem.has_text() == page["example"]["judge_output"].is_string(), "{}", entry.name);
    }
}

#[test]
fn every_command_shows_an_example() {
    for command in ["solve", "moves", "explain", "play", "table", "check", "fmt", "list", "show", "completions"] {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_LANG", "en")
            .args([command, "--help"])
            .output()
            .unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && help.contains(&format!("Examples:\n  grundy {command}")), "{help}");
    }
}

#[test]
fn whoever_stops_reading_is_not_complained_to() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(["list", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_game_that_is_not_there_is_told_with_its_neighbours() {
    let folder = PathBuf::from(file("a.game", NIM));
    let folder = folder.parent().unwrap().to_str().unwrap();
    refuses(&["solve", "nmi", "3"], &["no game called `nmi`", "did you mean nim"]);
    refuses(&["solve", folder], &["is a directory"]);
    refuses(&["solve", "./nim.game"], &["there is no file `./nim.game`", "the built-in game is called `nim`"]);
    refuses(&["solve", "a\u{1b}[31m"], &["`a\\u{1b}[31m`"]);
    refuses(&["solve", "nim", "\u{1b}[31m"], &["\\u{1b}"]);
}

#[test]
fn files_that_are_no_rules_are_told_apart() {
    refuses(&["solve", &file("bytes.game", b"game g(n)\nmove \xff")], &["not UTF-8: line 2 holds the byte 0xff"]);
    refuses(&["solve", &file("empty.game", " \n")], &["is empty", "the smallest game is"]);
    refuses(&["solve", &file("large.game", vec![b'#'; (4 << 20) + 1])], &["larger than 4 MiB"]);
    refuses(&["solve", &file("nul.game", "game g(n)\nmove t(k in 1..n) -> n \0 k\n")], &["nul.game:2:"]);
    let nested = format!("game g(n)\nmove t(k in 1..n) -> {}n{}\n", "(".repeat(10_000), ")".repeat(10_000));
    refuses(&["solve", &file("nested.game", nested)], &["nested too deeply"]);
    let wrong = file("wrong.game", "game nim(n)\nmove take(k in 1..m) -> n - j\n");
    refuses(&["solve", &wrong, "3"], &["`m`", "wrong.game:2:", "`j`"]);
}

#[test]
fn wrong_positions_are_told_with_an_example() {
    refuses(&["solve", "nim", "x"], &["\"x\"", "a whole number is expected", "a position looks like"]);
    refuses(&["solve", "nim", "3,4"], &["a position looks like"]);
    refuses(&["solve", "nim", "-1"], &["-1 is below 0"]);
    refuses(&["solve", "nim", &"(".repeat(10_000)], &["cannot read the position"]);
    refuses(&["solve", "nim", &"9".repeat(30_000)], &["too many digits"]);
    refuses(&["solve", "tic_tac_toe", "X.O"], &["not 3", "a position looks like"]);
    refuses(&["solve", "tic_tac_toe", "Z: X.O/.../..."], &["the players are X and O"]);
    refuses(&["solve", "tic_tac_toe", "--mover", "Z"], &["the players are X and O"]);
    refuses(&["solve", "nim", "3", "--mover", "X"], &["no named players"]);
}

#[test]
fn wrong_givens_are_told_with_an_example() {
    let rules = file("s.game", "game s(n)\ngiven m: int in 1..\nmove take(k in 1..min(m, n)) -> n - k\n");
    let given = |text: &str, stderr: &[&str]| refuses(&["solve", &rules, "5", "--given", text], stderr);
    refuses(&["solve", &rules, "5"], &["`m` is not given", "--given m="]);
    given("q=3", &["no given `q`", "its givens are m"]);
    given("m=x", &["a whole number"]);
    given("m=0", &["0 is below 1"]);
    given("m", &["has no `=`"]);
    given("@/nowhere/m.json", &["there is no file"]);
    given(&format!("@{}", file("a.json", "[1]")), &["not an object"]);
    given(&format!("@{}", file("b.json", "{\"m\": 4")), &["is not JSON"]);
    given(&format!("@{}", file("c.json", "[".repeat(10_000))), &["is not JSON"]);
    given(&format!("@{}", file("d.json", "{\"m\": \"x\"}")), &["a whole number"]);
    refuses(&["solve", &rules, "5", "--given", "m=3", "--given", "m=4"], &["given twice"]);
    let good = format!("@{}", file("e.json", "{\"m\": 3}"));
    check(&["solve", &rules, "5", "--given", &good], b"", &Expected { code: 0, stdout: None, stderr: &[] });
}

#[test]
fn wrong_options_are_told_with_what_is_expected() {
    for (option, value, stderr) in [
        ("--compound", "foo", "upto=K is expected"),
        ("--compound", "upto=0", "K is 1 or more"),
        ("--max-seconds", "nan", "a number of seconds"),
        ("--max-seconds", "-1", "cannot be negative"),
        ("--max-positions", "-1", "from 1 up"),
        ("--max-positions", "0", "from 1 up"),
        ("--memory", "much", "for example 512MiB"),
        ("--memory", "4 gigs", "for example 512MiB"),
        ("--memory", "-1G", "for example 512MiB"),
        ("--memory", "0", "for example 512MiB"),
        ("--threads", "0", "from 1 up"),
        ("--threads", "two", "from 1 up"),
    ] {
        refuses(&["solve", "nim", "3", option, value], &[stderr]);
    }
    refuses(&["solve", "nim", "--jsn"], &["--json"]);
    refuses(&["table", "nim", "0.."], &["both ends"]);
    refuses(&["table", "tic_tac_toe", "0..3"], &["runs over numbers"]);
    refuses(&["table", "nim", "0..99999999"], &["too large"]);
    refuses(&["table", "nim", "0..3", "--as", "score"], &["not played for points"]);
}

#[test]
fn rules_that_cannot_be_carried_out_name_the_position_and_the_move() {
    let rules = file("d.game", "game d(n)\nmove take(k in 1..n) -> (n - k) / (5000 - n)\n");
    refuses(&["solve", &rules, "5000"], &["d.game:2:", "at 5000", "take(k=1)"]);
}

/// The status and the words of each claim of these rules.
fn claims_of(name: &str, rules: &str) -> Vec<(String, String)> {
    let path = file(name, rules);
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(["check", &path, "--json"]).env("GRUNDY_LANG", "en").output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let claims = report["claims"].as_array().unwrap().iter();
    claims.map(|claim| (text(&claim["status"]), claim.to_string())).collect()
}

#[test]
fn a_claim_about_certain_givens_is_tried_with_them() {
    let rules = "game g(n)\ngiven m: int in 1.. = 3\nmove take(k in 1..min(m, n)) -> n - k\n\
                 claim grundy = n % (m + 1) if m == 100\n\
                 claim grundy = 0 if m > 5000\n\
                 claim grundy = 0 if n == 3 and n == 4\n\
                 claim grundy = n if m >= n\n";
    let claims = claims_of("givens.game", rules);
    assert_eq!(claims[0].0, "holds", "{}", claims[0].1);
    assert_eq!(claims[1].0, "false", "{}", claims[1].1);
    assert!(claims[1].1.contains("m=5001"), "{}", claims[1].1);
    assert_eq!(claims[3].0, "holds", "{}", claims[3].1);
    assert!(claims[2].1.contains("its condition is true at no position that was tried"), "{}", claims[2].1);
}

#[test]
fn the_shell_completes_the_names_of_games_and_problems() {
    let completed = |words: &str| {
        let line = format!(
            "source <(\"$G\" completions bash); COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _grundy grundy \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let mut command = Command::new("bash");
        let output = command.args(["-c", &line]).env("G", env!("CARGO_BIN_EXE_grundy")).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(completed("grundy solve wyth"), "wythoff");
    assert_eq!(completed("grundy check kay"), "kayles");
    assert_eq!(completed("grundy draw board kay"), "kayles");
    assert_eq!(completed("grundy export poj223"), "poj2234");
    assert_eq!(completed("grundy show poj223"), "poj2234");
    assert_eq!(completed("grundy show wyth"), "wythoff");
    assert_eq!(completed("grundy solve poj223"), "");
    assert_eq!(completed("grundy sol"), "solve");
}

/// Each line that has no answer tells programs what to do, too.
#[test]
fn lines_without_an_answer_have_hints() {
    let batch = "{\"line\":1,\"error\":\"the byte 0xff is not UTF-8\",\"hints\":[\"save it as UTF-8\"]}\n";
    let expected = Expected { code: 2, stdout: Some(batch), stderr: &["line 1: the byte 0xff is not UTF-8"] };
    check(&["solve", "nim", "--batch", "-", "--json"], b"\xff\n", &expected);
    let asked = "{\"error\":\"line 1: the input has no field `heaps`\",\
                 \"hints\":[\"`grundy show poj2234` shows the fields of its input and an example\"]}\n";
    let expected = Expected { code: 2, stdout: Some(asked), stderr: &["1 line has no answer"] };
    check(&["ask", "poj2234"], b"{}\n", &expected);
}

#[test]
fn a_mark_before_givens_is_no_part_of_them() {
    let givens = file("bom.json", b"\xef\xbb\xbf{\"m\": 4}");
    answers(
        &["table", "bash", "0..5", "--csv", "--given", &format!("@{givens}")],
        "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,4\n5,0\n",
    );
}

/// `-` is standard output where nothing else is written there.
#[test]
fn a_picture_is_written_to_standard_output() {
    let picture = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap();
        assert!(output.status.success());
        output.stdout
    };
    let board = ["draw", "board", "nim", "3"];
    assert_eq!(picture(&[&board[..], &["-o", "-"]].concat()), picture(&board));
    assert!(!std::path::Path::new("-").exists());
}

/// A command lists only what it takes.
#[test]
fn formats_of_pictures_are_those_that_can_be_written() {
    for (what, listed, refused) in [("board", "png", "dot"), ("table", "png", "dot"), ("graph", "dot", "png")] {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["draw", what, "--help"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(help.contains(&format!("- {listed}:")) && !help.contains(&format!("- {refused}:")), "{help}");
    }
}
