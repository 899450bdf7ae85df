//! `--memory` and `--max-seconds` hold for the whole of a command, from the first byte read to the last byte written: commands run as
//! child processes on hostile inputs, and the system tells what they took.
#![cfg(target_os = "linux")]

use nix::sys::resource::{UsageWho, getrusage};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What each command may take.
const LIMITS: [&str; 6] = ["--memory", "16MiB", "--max-seconds", "1", "--threads", "1"];
const MAX_RESIDENT_KIBIBYTES: i64 = (16 * 1024) * 11 / 10 + 64 * 1024;
const MAX_PROCESSOR_TIME: Duration = Duration::from_secs(2);

/// Lines made of numbers from 0 up.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        writeln!(text, "{}", line(number)).expect("a text takes all lines");
        text
    })
}

/// The hostile files.
const INPUTS: [&str; 22] = [
    "moves.game",
    "lets.game",
    "chain.game",
    "claims.game",
    "wrong.game",
    "twice.game",
    "unused.game",
    "leaves.game",
    "quotes.game",
    "slips.game",
    "brackets.game",
    "long.game",
    "list.game",
    "loops.game",
    "edges.txt",
    "names.txt",
    "gap.txt",
    "counted.txt",
    "graph.dot",
    "cross.dot",
    "graph.json",
    "certificate.txt",
];

/// A hostile file by its name. One at a time, as children begin with what this process took.
fn input(name: &str) -> String {
    let game = |rules: String| format!("game g(n)\n{rules}");
    let take = "move take(k in 1..n) -> n - k\n";
    match name {
        "moves.game" => game(lines(20_000, |i| format!("move m{i} if n > {i} -> n - {}", i + 1))),
        "lets.game" => game(lines(30_000, |i| format!("let f{i}(x) = x + {i}")) + take),
        "chain.game" => {
            let chain = lines(30_000, |i| format!("let f{}(x) = f{i}(x) + 1", i + 1));
            game(format!("let f0(x) = x\n{chain}move t if n > f30000(n) -> n - 1\n"))
        }
        "claims.game" => game(take.to_owned() + &lines(30_000, |i| format!("claim grundy at {i} = {i}"))),
        "wrong.game" => game(lines(30_000, |i| format!("move m{i} -> n - q{i}"))),
        "twice.game" => game(lines(30_000, |_| "move m if n > 0 -> n - 1".to_owned())),
        "unused.game" => game(lines(30_000, |i| format!("move m{i}(k in 1..3) -> n - 1"))),
        "leaves.game" => game(lines(30_000, |i| format!("move m{i} -> n - {}", i + 1))),
        "quotes.game" => game("about \"x\n".repeat(50_000)),
        "slips.game" => game("move m -> n ".to_owned() + &"&& n ".repeat(100_000)),
        "brackets.game" => "(".repeat(1_000_000),
        "long.game" => game(format!("{take}# {}\n", "x".repeat(3_000_000))),
        "list.game" => {
            let start = "9, ".repeat(50_000);
            format!(
                "game g(b: [int])\nmove m(i in 0..len(b)-1) if b[i] > 0 -> with b[i] = b[i] - 1\nstart [{start}9]\n"
            )
        }
        "loops.game" => {
            // Numbers too wide to be packed: every position is looked at by the meaning of the rules.
            "game g(b: [int])\n\
             move up(i in 0..len(b)-1) -> with b[i] = (b[i] * 3 + 1) % 100000000000000000000007\n"
                .to_owned()
        }
        "edges.txt" => lines(1_000_000, |i| format!("{i} {}", i * 7919 % 1_000_000)),
        "names.txt" => lines(300_000, |i| format!("a{i} a{}", i * 7919 % 300_000)),
        "gap.txt" => format!("0 1500000\n{}", "# nothing\n".repeat(100_000)),
        "counted.txt" => "4000000000 0\n".to_owned(),
        "graph.dot" => format!("digraph {{\n{}}}\n", lines(300_000, |i| format!("a{i} -> b{i};"))),
        "cross.dot" => format!(
            "digraph {{ {{{}}} -> {{{}}} }}",
            lines(9_000, |i| format!("a{i}")),
            lines(9_000, |i| format!("b{i}"))
        ),
        "graph.json" => format!("[{}[]]", "[0],".repeat(1_000_000)),
        "certificate.txt" => "grundy certificate 1\n".to_owned() + &"9 ".repeat(1_000_000),
        other => unreachable!("there is no input {other}"),
    }
}

/// The commands, without their limits.
const COMMANDS: [&str; 47] = [
    "table nim 0..999 0..999 --json",
    "table nim 0..999 0..999 --csv",
    "table nim 0..999 0..999",
    "table nim 0..999999 --json",
    "table nim 0..199 0..149 --json",
    "table wythoff 0..999 0..999 --json",
    "table kayles 0..99999 --csv",
    "table lasker 0..300 0..300 --as remoteness",
    "draw table nim 0..999 0..999 -o table.png",
    "draw table nim 0..99 0..99 -o table.svg",
    "draw graph nim 9 9 9 9 --depth 9 --format dot",
    "draw graph chomp --depth 20 --json",
    "kernel edges.txt",
    "kernel names.txt --json",
    "kernel gap.txt",
    "kernel counted.txt --format counted",
    "kernel graph.dot --csv",
    "kernel cross.dot",
    "kernel graph.json --all",
    "check moves.game",
    "check lets.game",
    "check chain.game",
    "check claims.game --json",
    "check wrong.game --json",
    "check twice.game",
    "check unused.game",
    "check leaves.game",
    "check quotes.game",
    "check slips.game",
    "check brackets.game",
    "check long.game",
    "check --all",
    "solve moves.game 5",
    "solve moves.game 5 --json",
    "solve wrong.game 5",
    "solve list.game",
    "solve loops.game [0,1,2] [0,1,2] [0,1,2]",
    "solve connect --json",
    "solve chomp 9,9,9,9,9,9,9,9,9",
    "moves moves.game 19000 --json",
    "moves nim 1000000 --json",
    "explain nim 99 98 97 96 --tree 6",
    "explain moves.game 900",
    "heap .137 --limit 10000000",
    "heap moves.game --limit 100000",
    "verify certificate.txt",
    "solve nim 3 4 5",
];

#[test]
fn no_command_takes_more_than_it_may() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits");
    std::fs::create_dir_all(&folder).expect("the folder of this test can be made");
    for name in INPUTS {
        std::fs::write(folder.join(name), input(name)).expect("the folder of this test can be written to");
    }
    let mut wrong = Vec::new();
    for command in COMMANDS {
        let before = spent();
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_LANG", "en")
            .current_dir(&folder)
            .args(command.split(' '))
            .args(LIMITS)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output()
            .expect("the program can be started");
        let time = spent() - before;
        // The greatest of all children so far: whichever passes the limit first is told.
        let resident = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells").max_rss();
        let said = String::from_utf8_lossy(&output.stderr);
        if time > MAX_PROCESSOR_TIME {
            wrong.push(format!("{command}: {time:?} of processor time"));
        }
        if resident > MAX_RESIDENT_KIBIBYTES {
            panic!("{command}: {resident} KiB resident; before it {wrong:?}");
        }
        let code = output.status.code();
        if !matches!(code, Some(0..=2)) {
            wrong.push(format!("{command}: {:?}, {said}", output.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The processor time of all children so far.
fn spent() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells");
    let time = |time: nix::sys::time::TimeVal| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000);
    time(usage.user_time()) + time(usage.system_time())
}
