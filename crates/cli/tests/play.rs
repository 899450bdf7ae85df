//! Games as they are played, line by line, and positions explained.
//!
//! A file of `playthroughs` is a whole game: its first line is the command, and the rest is what is printed. The lines that begin with
//! `> ` are what was typed. Nothing in it depends on the clock.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How a run ended and what it printed on both streams.
struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[String], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("GRUNDY_LANG")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The words of a command line; quotes hold one together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn ran(command: &str, input: &str) -> Ran {
    run(&words(command), input)
}

#[test]
fn games_go_as_they_are_written_down() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8, "{files:?}");
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (command, expected) = text.split_once('\n').unwrap();
        let arguments = words(command.strip_prefix("$ grundy ").unwrap());
        let typed: Vec<&str> =
            expected.lines().filter_map(|line| line.strip_prefix('>')).map(str::trim_start).collect();
        let ran = run(&arguments, &typed.iter().map(|line| format!("{line}\n")).collect::<String>());
        if ran.stdout != expected || ran.code != Some(0) || !ran.stderr.is_empty() {
            wrong.push(format!("{}:\n{}{}", file.display(), ran.stdout, ran.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_game_begins_only_where_there_is_a_position() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("no_start.game");
    std::fs::write(&path, "game heap(n)\nmove take(k in 1..n) -> n - k\n").unwrap();
    let refused = ran(&format!("play {}", path.display()), "1\n");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("no start") || refused.stderr.contains("`start`"), "{}", refused.stderr);
    assert!(refused.stderr.contains("for example"), "{}", refused.stderr);
    for (command, said) in [
        ("play nmi", "did you mean nim"),
        ("play nim x", "a whole number is expected"),
        ("play nim --level 4", "random, easy, good, best"),
        ("play nim --as third", "first"),
        ("play nim --seed x", "invalid"),
        ("play -", "cannot both come from standard input"),
        ("explain nim 3 --tree x", "from 0 to 200"),
        ("explain nim x", "a whole number is expected"),
    ] {
        let refused = ran(command, "");
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{command}");
        assert!(refused.stderr.contains(said), "{command}: {}", refused.stderr);
    }
}

#[test]
fn every_event_is_one_line_of_json() {
    let ran = ran("play nim 1 2 --json --hints", "what\n2\nwhy\nback\n2\n1\nhelp\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let events: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    for name in ["begin", "turn", "said", "move", "why", "end", "help"] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    let end = events.iter().rev().find(|event| event["event"] == "end").unwrap();
    assert_eq!(end["winner"], "first");
    assert_eq!(events[1]["moves"][1]["winner"], "first");
}

#[test]
fn whatever_is_typed_the_game_goes_on() {
    let long = "9".repeat(200_000);
    let hostile = format!(
        "\u{0}\u{1b}[31m\n{long}\n999999999999999999999\n-1\n((((\ntake(k=-3)\n{}\n2\nback\nwhy\n",
        "x ".repeat(20_000)
    );
    let ran = ran("play nim 3 4 5", &hostile);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(ran.stdout.contains("You play part 1: take(k=2)."), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("The input has ended, and so has the game.\n"), "{}", ran.stdout);
}

/// The argument for one position of each kind.
#[test]
fn every_kind_of_position_is_explained() {
    for (command, said) in [
        ("explain nim 3 4 5", &["The Grundy values of the parts are 3, 4, 5.", "Their xor is 2", "first has won"][..]),
        ("explain bash 22", &["the least number that is missing is 2", "take(k=2)"]),
        ("explain anti_nim [1,3,5]", &["Class S2: 2 heaps", "xor is 7", "Bouton's theorem"]),
        ("explain anti_nim [1,1,1]", &["Class S0: only ones are left, 3 of them, an odd number"]),
        ("explain nim 1 1 --compound anti", &["Class T0"]),
        ("explain cat_and_mouse", &["draws", "go round for ever", "mouse", "cat"]),
        ("explain tic_tac_toe", &["No move wins", "ends in a draw after 9 moves"]),
        ("explain kalah", &["The best move is sow(i=1)", "gets 4 more", "first has got 4 more"]),
        ("explain hexapawn", &["B wins; W is to move", "Each of the moves (3)"]),
        ("explain nim 1 2 --compound every", &["A move is made in every part"]),
        ("explain nim 1 2 --compound short", &["first part to end ends all"]),
        ("explain nim 1 2 --compound some", &["in one part or in several"]),
        ("explain nim 1000000000000000000 5 7", &["The theorem says: grundy = n.", "1000000000000000000, 5, 7"]),
        ("explain wythoff 1000000000000,2000000000000", &["lost by the same theorem", "the line is cut here"]),
        ("explain nim 1 1 --tree 9", &["└─ part 2: take(k=1) → 1 0: won in 1, value 1"]),
    ] {
        let ran = ran(command, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{command}\n{}", ran.stdout);
        for said in said {
            assert!(ran.stdout.contains(said), "{command}: no {said:?} in\n{}", ran.stdout);
        }
    }
    let cut = ran("explain connect --given rows=6 --given cols=7 --given k=4 --max-positions 1000", "");
    assert_eq!(cut.code, Some(1), "{}{}", cut.stdout, cut.stderr);
    assert!(cut.stdout.contains("It is not known who wins"), "{}", cut.stdout);
    let data = ran("explain anti_nim [2,2] --tree 3 --json", "");
    let data: serde_json::Value = serde_json::from_str(&data.stdout).unwrap();
    assert_eq!((&data["class"], &data["winner"]), (&"T2".into(), &"second".into()));
    assert!(data["tree"]["rows"].as_array().is_some_and(|rows| rows.len() > 4));
    assert_eq!(data["why"]["line_ends"], true);
}

/// The events of a game played for both sides, always by the moves of these numbers where there are so many.
fn played(game: &str, numbers: &[usize]) -> Vec<serde_json::Value> {
    let typed: String = numbers.iter().cycle().take(300).map(|number| format!("{number}\n")).collect();
    let ran = ran(&format!("play {game} --as both --json"), &typed);
    assert_eq!(ran.code, Some(0), "{game}: {}", ran.stderr);
    ran.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn the_points_in_the_end_are_those_that_were_won() {
    // What both players win together, where the rules share out all there is.
    let shared = [
        ("kalah", 12),
        ("dots_and_boxes", 4),
        ("stone_game", 27),
        ("predict_the_winner", 18),
        ("stone_game_2", 26),
        ("stone_game_3", 10),
    ];
    let with_points = grundy::catalogue().iter().filter(|entry| entry.game().is_ok_and(|game| game.points));
    let games: Vec<&str> = with_points.map(|entry| entry.name).collect();
    assert!(games.len() >= 11 && shared.iter().all(|(game, _)| games.contains(game)), "{games:?}");
    for game in games {
        for numbers in [&[1][..], &[1, 2], &[3, 1, 2]] {
            let events = played(game, numbers);
            let begin = &events[0];
            let end = events.iter().find(|event| event["event"] == "end").unwrap_or_else(|| panic!("{game} goes on"));
            let index = |player: &serde_json::Value| usize::from(begin["players"][1] == *player);
            // Counted once more from what each move gained.
            let mut won = [0, 0];
            let mut mover = 0;
            for made in events.iter().filter(|event| event["event"] == "move") {
                won[index(&made["player"])] += made["gain"].as_i64().unwrap();
                mover = if made["again"] == true { index(&made["player"]) } else { 1 - index(&made["player"]) };
            }
            let last = end["history"].as_array().unwrap().last().unwrap()["position"].as_str().unwrap();
            // Only games without names for the players give points in the end.
            let solved = ran(&format!("solve {game} {} --json", last.rsplit(": ").next().unwrap()), "").stdout;
            let answer: serde_json::Value = serde_json::from_str(&solved).unwrap();
            let score = answer["score"].as_i64().unwrap();
            won[if score < 0 { 1 - mover } else { mover }] += score.abs();
            assert_eq!(end["points"], serde_json::json!(won), "{game} {numbers:?}");
            if let Some((_, total)) = shared.iter().find(|(name, _)| *name == game) {
                assert_eq!(won[0] + won[1], *total, "{game} {numbers:?}");
            }
            let winner = match won[0] - won[1] {
                1.. => begin["players"][0].clone(),
                0 if game == "predict_the_winner" => begin["players"][0].clone(),
                0 => serde_json::json!("draw"),
                _ => begin["players"][1].clone(),
            };
            assert_eq!(end["winner"], winner, "{game} {numbers:?}");
        }
    }
}

#[test]
fn what_is_not_solved_is_said_to_be_searched() {
    let command = "play connect --given rows=6 --given cols=7 --given k=4 --as second --max-seconds 0.2";
    let told = ran(command, "quit\n");
    assert!(told.stdout.contains("Not solved: searched "), "{}", told.stdout);
    assert!(!told.stdout.contains("perfect"), "{}", told.stdout);
    let events = ran(&format!("{command} --json"), "quit\n").stdout;
    let made = events.lines().find(|line| line.contains("\"event\":\"move\"")).unwrap();
    let made: serde_json::Value = serde_json::from_str(made).unwrap();
    assert_eq!(made["solved"], false);
    assert!(made["depth"].as_u64().unwrap() >= 2, "{made}");
    let told = ran("play nim 3 4 5 --as second", "quit\n").stdout;
    assert!(told.contains("This position is solved: the computer plays perfectly."), "{told}");
}
