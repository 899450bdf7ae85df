//! `grundy stress` against programs that are wrong in the ways people's are, and against programs that misbehave.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A folder of this test's own, for programs and what is saved.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stress_{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The interpreter itself: what is called `python3` may be a script that looks for it, which takes longer than a test.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let told = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
        String::from_utf8(told.stdout).unwrap().trim().to_owned()
    })
}

fn stress(name: &str, problem: &str, options: &[&str], program: &str) -> Output {
    let folder = folder(name);
    std::fs::write(folder.join("program.py"), program).unwrap();
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(["stress", problem, "--json"])
        // A machine that is busy is no reason to fail.
        .args(if options.contains(&"--timeout") { &[][..] } else { &["--timeout", "60"] })
        .args(options)
        .args(["--", python(), "-I", "-S", "program.py"])
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The program fails; says how, and the smallest input found.
#[track_caller]
fn fails(name: &str, problem: &str, options: &[&str], program: &str) -> (String, String) {
    let output = stress(name, problem, options, program);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_str(&told).unwrap();
    let found = &report["found"];
    let input = found["input"].as_str().unwrap().to_owned();
    let saved = std::fs::read_to_string(folder(name).join(format!("{problem}-1.in"))).unwrap();
    assert_eq!(saved, input, "what is saved is what is told");
    assert_ne!(found["printed"], found["right"]);
    (found["kind"].as_str().unwrap().to_owned(), input)
}

#[track_caller]
fn passes(name: &str, problem: &str, options: &[&str], program: &str) {
    let output = stress(name, problem, options, program);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

fn nim(answer: &str) -> String {
    format!(
        "import sys\nfrom functools import reduce\nfor line in sys.stdin:\n    a = list(map(int, line.split()))[1:]\n    x = reduce(lambda p, q: p ^ q, a, 0)\n    {answer}\n"
    )
}

#[test]
fn a_right_program_passes() {
    passes("right", "poj2234", &["--cases", "60"], &nim("print('Yes' if x else 'No')"));
}

#[test]
fn a_wrong_rule_is_shown_on_a_small_input() {
    let (kind, input) = fails("parity", "poj2234", &["--cases", "60"], &nim("print('Yes' if sum(a) % 2 else 'No')"));
    assert_eq!((kind.as_str(), input.as_str()), ("wrong answer", "1 2\n"));
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let wrong = nim("print('Yes' if x and x != 12 else 'No')");
    let options = |jobs| ["--cases", "80", "--jobs", jobs];
    let one = stress("one_job", "poj2234", &options("1"), &wrong);
    let four = stress("four_jobs", "poj2234", &options("4"), &wrong);
    assert_eq!(one.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&one.stdout), String::from_utf8_lossy(&four.stdout));
}

#[test]
fn a_mistake_at_the_limit_is_found() {
    let program = nim("x = reduce(lambda p, q: p ^ q, [min(h, 9999999) for h in a], 0); print('Yes' if x else 'No')");
    let (kind, input) = fails("limit", "poj2234", &["--cases", "120", "--max-seconds", "15"], &program);
    assert_eq!(kind, "wrong answer");
    assert!(input.contains("10000000"), "{input}");
}

const WYTHOFF: &str = "import sys
from math import sqrt
for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    print(0 if int((b - a) * RATIO) == a else 1)
";

#[test]
fn wythoff_with_too_few_digits_is_found() {
    let (kind, input) = fails("few_digits", "poj1067", &["--cases", "120"], &WYTHOFF.replace("RATIO", "1.618"));
    assert_eq!(kind, "wrong answer");
    let heaps: Vec<u64> = input.split_whitespace().map(|heap| heap.parse().unwrap()).collect();
    assert!(heaps.len() == 2 && heaps.iter().all(|heap| *heap < 20_000), "{input}");
}

#[test]
fn wythoff_with_floating_point_is_found() {
    let ratio = "((1 + sqrt(5)) / 2)";
    let (kind, input) = fails("floating", "poj1067", &["--cases", "400"], &WYTHOFF.replace("RATIO", ratio));
    assert_eq!(kind, "wrong answer");
    assert_eq!(input.lines().count(), 1, "{input}");
}

#[test]
fn the_theorem_on_sj_does_not_hold_for_misere_play() {
    let program = "import sys
data = list(map(int, sys.stdin.read().split()))
at = 0
while at < len(data):
    nodes = data[at]; at += 1
    edges = []
    for _ in range(nodes):
        edges.append(data[at + 1:at + 1 + data[at]]); at += 1 + data[at]
    known = {}
    def value(node):
        if node not in known:
            seen = {value(other) for other in edges[node]}
            known[node] = next(g for g in range(len(seen) + 1) if g not in seen)
        return known[node]
    while True:
        count = data[at]; at += 1
        if count == 0: break
        values = [value(node) for node in data[at:at + count]]; at += count
        total = 0
        for one in values: total ^= one
        rich = any(one > 1 for one in values)
        print('first' if (total != 0) == rich else 'second')
";
    let (kind, input) = fails("sj", "antisg_misere", &["--cases", "200"], program);
    assert_eq!(kind, "wrong answer");
    assert!(input.lines().count() < 14, "{input}");
}

#[test]
fn a_memo_on_a_graph_with_cycles_is_found() {
    let program = "import sys
data = list(map(int, sys.stdin.read().split()))
at = 0
while at < len(data):
    nodes = data[at]; at += 1
    edges = []
    for _ in range(nodes):
        edges.append(data[at + 1:at + 1 + data[at]]); at += 1 + data[at]
    start = data[at]; at += 1
    known = {}
    def value(node):
        if node not in known:
            known[node] = 'draw'
            seen = [value(other) for other in edges[node]]
            known[node] = 'first' if 'second' in seen else 'draw' if 'draw' in seen else 'second'
        return known[node]
    print(value(start))
";
    let (kind, input) = fails("memo", "digraph", &["--cases", "300"], program);
    assert_eq!(kind, "wrong answer");
    assert!(input.lines().count() <= 9, "{input}");
}

#[test]
fn multiplication_by_logarithms_is_found() {
    let program = "import sys
from math import log
for line in sys.stdin:
    n = int(line)
    k = int(log(n) / log(18))
    print('Stan wins.' if n / 18 ** k <= 9 else 'Ollie wins.')
";
    let (kind, _) = fails("logarithms", "poj2505", &["--cases", "200"], program);
    assert_eq!(kind, "wrong answer");
}

#[test]
fn the_calendar_has_exceptions() {
    let program = "import sys
data = list(map(int, sys.stdin.read().split()))
for at in range(1, len(data), 3):
    print('YES' if (data[at + 1] + data[at + 2]) % 2 == 0 else 'NO')
";
    let (kind, input) = fails("calendar", "zoj1024", &["--cases", "200"], program);
    assert_eq!(kind, "wrong answer");
    assert!(["1\n1900 9 30\n", "1\n1900 11 30\n"].contains(&input.as_str()), "{input}");
}

#[test]
fn crashes_and_wrong_formats_are_told_apart() {
    let program = nim("5 // (x - 3); print('Yes' if x else 'No')");
    let (kind, input) = fails("crash", "poj2234", &["--cases", "60"], &program);
    assert_eq!(kind, "crash");
    // One number at a time can be made no smaller: the xor must stay 3.
    let numbers: Vec<u64> = input.split_whitespace().skip(1).map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers.iter().fold(0, |xor, number| xor ^ number), 3, "{input}");
    assert!(numbers.len() <= 2 && numbers.iter().all(|number| *number < 16), "{input}");
    let options = ["--cases", "20"];
    assert_eq!(fails("word", "poj2234", &options, &nim("print('yes' if x else 'no')")).0, "wrong format");
    // Too few lines for many instances become a wrong line for one.
    assert!(fails("few", "poj2234", &options, "print('No')\n").0.starts_with("wrong"));
    assert_eq!(fails("nothing", "poj2234", &options, "").0, "wrong format");
}

#[test]
fn white_space_matters_when_it_is_strict() {
    let program = nim("print(' Yes' if x else ' No')");
    passes("loose", "poj2234", &["--cases", "5"], &program);
    assert_eq!(fails("strict", "poj2234", &["--cases", "5", "--strict"], &program).0, "wrong format");
}

#[test]
fn programs_that_never_end_or_print_for_ever_are_ended() {
    let started = Instant::now();
    let endless = "import time\ntime.sleep(100000)\n";
    let (kind, _) = fails("endless", "poj2234", &["--cases", "1", "--timeout", "1", "--jobs", "1"], endless);
    assert_eq!(kind, "time-out");
    let loud = "while True:\n    print('Yes ' * 10000)\n";
    assert_eq!(fails("loud", "poj2234", &["--cases", "1", "--max-seconds", "5"], loud).0, "too much output");
    assert!(started.elapsed() < Duration::from_secs(400));
}

/// Waits until no process of this command line is there: what is killed is gone when the system gets to it.
#[track_caller]
fn is_gone(mark: &str) {
    let begun = Instant::now();
    while is_running(mark) {
        assert!(begun.elapsed() < Duration::from_secs(60), "sleep {mark} is still there");
        std::thread::yield_now();
    }
}

/// Whether a process of this command line is there.
fn is_running(mark: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok()).any(|line| {
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.starts_with("sleep ") && line.contains(mark)
    })
}

#[test]
fn what_a_program_has_started_is_ended_with_it() {
    let program = "import subprocess, sys
subprocess.Popen(['sleep', '86411'])
subprocess.Popen(['sleep', '86412'], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL)
subprocess.Popen(['sleep', '86413'], start_new_session=True)
";
    let (kind, _) = fails("children", "poj2234", &["--cases", "1"], program);
    assert_eq!(kind, "wrong format");
    for mark in ["86411", "86412", "86413"] {
        is_gone(mark);
    }
}

#[test]
fn ctrl_c_ends_the_program_that_is_being_tested() {
    let folder = folder("interrupt");
    std::fs::write(folder.join("program.sh"), "echo $$ > started.tmp; mv started.tmp started; sleep 86414\n").unwrap();
    let _ = std::fs::remove_file(folder.join("started"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(["stress", "poj2234", "--jobs", "1", "--timeout", "1000", "--", "sh", "program.sh"])
        .current_dir(&folder)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !folder.join("started").exists() {
        assert!(begun.elapsed() < Duration::from_secs(100), "it does not start");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().code().is_some());
    is_gone("86414");
}

#[test]
fn what_cannot_be_started_is_wrong_input() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_LANG", "en")
            .arg("stress")
            .args(arguments)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, told) = run(&["poj2234", "--", "./no_such_program"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("there is no program `./no_such_program`"), "{told}");
    assert_eq!(run(&["no_such_problem", "--", "true"]).0, Some(2));
    assert_eq!(run(&["poj2234"]).0, Some(2));
    assert_eq!(run(&["poj2234", "--timeout", "0", "--", "true"]).0, Some(2));
    assert_eq!(run(&["poj2234", "--save", "./no_such_folder", "--", "true"]).0, Some(2));
}
