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
const INPUTS: [&str; 28] = [
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
    "board.game",
    "slow.game",
    "slow.problem",
    "absurd.problem",
    "slow.txt",
    "fields.problem",
];

const BOARD_MOVE: &str = "move m(i in 0..999, j in 0..999) if b[i][j] == 0 -> with b[i][j] = 1\n";
/// Every number leads to many others, and no rule tells who wins.
const SLOW: &str = "game slow(n, m = 0)\n\
    move a if n > 0 -> with n = n - 1, m = (m * 7 + n) % 1000003\n\
    move b if n > 1 -> with n = n - 2, m = (m * 3 + 1) % 1000003\n";
const SLOW_TEXT: &str = "text until end { n; answer }\ndraw n: 0..1000\n";
const ABSURD_TEXT: &str = "text until end { len(n) n; answer }\ndraw n: 1000000000..2000000000 of 0..9\n";

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
        "board.game" => format!("game g(b: [[int]] = [[0 for _ in 1..1000] for _ in 1..1000])\n{BOARD_MOVE}"),
        "slow.game" => SLOW.to_owned(),
        "slow.problem" => format!("problem slow\ninput n: int in 0..\ngame \"slow.game\"\npart n, 0\n{SLOW_TEXT}"),
        "absurd.problem" => {
            format!("problem absurd\ninput n: [int]\ngame \"slow.game\"\npart len(n), 0\n{ABSURD_TEXT}")
        }
        "slow.txt" => "5\n999999990\n6\n".to_owned(),
        "fields.problem" => {
            let all = |each: &dyn Fn(usize) -> String, by: &str| (0..20_000).map(each).collect::<Vec<_>>().join(by);
            format!(
                "problem fields\ninput {}\ngame nim\npart f7\ntext until end {{ {} ; answer }}\ndraw {}\nlimits drawn\n",
                all(&|i| format!("f{i}: int in 0.."), ", "),
                all(&|i| format!("f{i}"), " "),
                all(&|i| format!("f{i}: 0..9"), ", ")
            )
        }
        other => unreachable!("there is no input {other}"),
    }
}

/// How a command ends: its exit code, and what it says of it.
#[derive(Clone, Copy, Debug)]
enum End {
    /// 0, and this stands in what it prints.
    Whole(&'static str),
    /// 1, and the limit of memory is named.
    Memory,
    /// 1, and the limit of time is named.
    Time,
    /// 1, and one of the two is named: which comes first depends on the machine.
    Limit,
    /// 0 and this, or 1 and a limit: how far it comes depends on the machine.
    WholeOrLimit(&'static str),
    /// This code, and this is said.
    Code(i32, &'static str),
    /// The same, or 1 and a limit.
    CodeOrLimit(i32, &'static str),
}

impl End {
    /// Whether an end is like that.
    fn is(self, code: Option<i32>, printed: &str, said: &str) -> bool {
        // A sentence names the limit; the JSON of an answer names it in its field `stopped`.
        let names = |sentence: &str, field: &str| {
            code == Some(1) && (said.contains(sentence) || printed.contains(sentence) || printed.contains(field))
        };
        let memory = names("than the 16 MiB it may use", r#""stopped":"memory""#);
        let time = names("the limit of 1 s was reached", r#""stopped":"seconds""#);
        let is = |wanted: i32, text: &str| code == Some(wanted) && (said.contains(text) || printed.contains(text));
        match self {
            End::Whole(text) => is(0, text) && said.is_empty(),
            End::Memory => memory,
            End::Time => time,
            End::Limit => memory || time,
            End::WholeOrLimit(text) => is(0, text) && said.is_empty() || memory || time,
            End::Code(code, text) => is(code, text),
            End::CodeOrLimit(code, text) => is(code, text) || memory || time,
        }
    }
}

/// The commands, without their limits; `<` stands before what they read.
const COMMANDS: [(&str, End); 55] = [
    ("table nim 0..999 0..999 --json", End::Memory),
    ("table nim 0..999 0..999 --csv", End::Memory),
    ("table nim 0..999 0..999", End::Memory),
    ("table nim 0..999999 --json", End::Memory),
    ("table nim 0..199 0..149 --json", End::WholeOrLimit("\"values\":[[0,1,2,3")),
    ("table wythoff 0..999 0..999 --json", End::Memory),
    ("table kayles 0..99999 --csv", End::Memory),
    ("table lasker 0..300 0..300 --as remoteness", End::Memory),
    ("draw table nim 0..999 0..999 -o table.png", End::Memory),
    ("draw table nim 0..99 0..99 -o table.svg", End::WholeOrLimit("")),
    ("draw graph nim 9 9 9 9 --depth 9 --format dot", End::WholeOrLimit("digraph")),
    ("draw graph chomp --depth 20 --json", End::WholeOrLimit("\"game\":\"chomp\"")),
    ("draw board board.game", End::WholeOrLimit("<svg")),
    ("draw board board.game --json", End::WholeOrLimit("\"game\":\"g\"")),
    ("draw board nim 3 4 5", End::Whole("<svg")),
    ("kernel edges.txt", End::Memory),
    ("kernel names.txt --json", End::Memory),
    ("kernel gap.txt", End::WholeOrLimit("2 nodes, 1 arrow")),
    ("kernel counted.txt --format counted", End::Memory),
    ("kernel graph.dot --csv", End::Memory),
    ("kernel cross.dot", End::Memory),
    ("kernel graph.json --all", End::Memory),
    ("check moves.game", End::WholeOrLimit("moves.game: ok")),
    ("check lets.game", End::CodeOrLimit(0, "lets.game: ok, 51 warnings")),
    ("check chain.game", End::CodeOrLimit(2, "chain.game: 2 errors")),
    ("check claims.game --json", End::Limit),
    ("check wrong.game --json", End::CodeOrLimit(2, "unknown name `q0`")),
    ("check twice.game", End::CodeOrLimit(2, "twice.game: 51 errors")),
    ("check unused.game", End::CodeOrLimit(2, "unused.game: 51 errors")),
    ("check leaves.game", End::CodeOrLimit(2, "leaves.game: 51 errors")),
    ("check quotes.game", End::CodeOrLimit(2, "quotes.game: 102 errors")),
    ("check slips.game", End::CodeOrLimit(2, "write `and` for `&&`")),
    ("check brackets.game", End::CodeOrLimit(2, "brackets.game: 2 errors")),
    ("check long.game", End::WholeOrLimit("long.game: ok")),
    ("check --all", End::Time),
    ("solve moves.game 5", End::WholeOrLimit("the player to move wins")),
    ("solve moves.game 5 --json", End::WholeOrLimit("\"winner\":\"first\"")),
    ("solve wrong.game 5", End::CodeOrLimit(2, "unknown name `q0`")),
    ("solve list.game", End::Limit),
    ("solve loops.game [0,1,2] [0,1,2] [0,1,2]", End::Limit),
    ("solve connect --json", End::WholeOrLimit("\"winner\"")),
    ("solve chomp 9,9,9,9,9,9,9,9,9", End::Code(2, "cannot read the position")),
    ("solve wythoff nothing 1000000,1000000 5,5", End::Limit),
    ("moves moves.game 19000 --json", End::Limit),
    ("moves nim 1000000 --json", End::WholeOrLimit("\"move\":\"take(k=1000000)\"")),
    ("explain nim 99 98 97 96 --tree 6", End::WholeOrLimit("the player to move loses")),
    ("explain moves.game 900", End::WholeOrLimit("the player to move wins")),
    ("heap .137 --limit 10000000", End::WholeOrLimit("period      34")),
    ("heap moves.game --limit 100000", End::CodeOrLimit(1, "steps of recognising heaps was reached")),
    ("verify certificate.txt", End::CodeOrLimit(1, "proves nothing: line 2: ")),
    ("export --problem fields.problem --to cpp", End::WholeOrLimit("int main")),
    ("judge --problem slow.problem <slow.txt", End::Limit),
    ("ask --problem slow.problem --input slow.txt", End::Code(2, "line 1: ")),
    ("stress --problem absurd.problem --jobs 1", End::Code(2, "a list of 1000000000 entries cannot be drawn")),
    ("solve nim 3 4 5", End::Whole("the player to move wins")),
];

#[test]
fn no_command_takes_more_than_it_may() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits");
    std::fs::create_dir_all(&folder).expect("the folder of this test can be made");
    for name in INPUTS {
        std::fs::write(folder.join(name), input(name)).expect("the folder of this test can be written to");
    }
    let mut wrong = Vec::new();
    for (command, end) in COMMANDS {
        let before = spent();
        let (arguments, read) = command.split_once(" <").unwrap_or((command, ""));
        let stdin = match read {
            "" => Stdio::null(),
            name => std::fs::File::open(folder.join(name)).expect("it was written").into(),
        };
        let program: &[&str] = if command.starts_with("stress") { &["--", "true"] } else { &[] };
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_LANG", "en")
            .current_dir(&folder)
            .args(arguments.split(' '))
            .args(LIMITS)
            .args(program)
            .stdin(stdin)
            .output()
            .expect("the program can be started");
        let time = spent() - before;
        // The greatest of all children so far: whichever passes the limit first is told.
        let resident = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells").max_rss();
        let (printed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if time > MAX_PROCESSOR_TIME {
            wrong.push(format!("{command}: {time:?} of processor time"));
        }
        if resident > MAX_RESIDENT_KIBIBYTES {
            panic!("{command}: {resident} KiB resident; before it {wrong:?}");
        }
        if !end.is(output.status.code(), &printed, &said) {
            let printed: String = printed.chars().take(300).collect();
            wrong.push(format!("{command}: {end:?} is expected, and it was {:?}: {printed}; {said}", output.status));
        }
        let is_data = command.contains("--json") || command.starts_with("ask");
        if is_data && printed.lines().any(|line| serde_json::from_str::<serde_json::Value>(line).is_err()) {
            wrong.push(format!(
                "{command}: what it prints is not JSON: {}",
                printed.chars().take(300).collect::<String>()
            ));
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
