//! Files are whole or untouched, whatever happens while they are written; and an output that cannot be written is no success.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const OLD: &str = "what was there before\n";

/// An empty folder of the test's own.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("files").join(std::thread::current().name().unwrap());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

/// Runs a line of the shell in a folder; `$G` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder).env("G", env!("CARGO_BIN_EXE_grundy")).env("GRUNDY_LANG", "en");
    command.stdin(Stdio::null()).output().unwrap()
}

/// Every command that writes a file, with the file as `$F`.
const WRITERS: [&str; 12] = [
    "$G draw board nim 3 4 5 --format svg -o $F",
    "$G draw table nim 0..20 0..20 --format png -o $F",
    "$G draw graph nim 3 4 5 --format dot -o $F",
    "$G heap .77 --csv $F --to 5000",
    "$G heap .77 --binary $F --to 9000",
    "$G heap .77 --plot $F",
    "$G heap .77 --certificate $F",
    "$G export poj2234 --to cpp -o $F",
    "$G find wythoff --svg $F --to 60",
    "$G prove fibonacci_nim --certificate $F",
    "printf '%s\\n' {1..300}' '{2..4} | $G kernel - --dot $F",
    "printf '%s\\n' {1..30}' '{2..4} | $G kernel - --svg $F",
];

/// What happens on a full disk, at the limit of a file's size: an error, the old file, and nothing beside it.
#[test]
fn a_file_that_cannot_be_written_whole_is_left_as_it_was() {
    let folder = folder();
    for line in WRITERS {
        // Short certificates and programs fit into a kilobyte.
        let is_short = line.contains("heap .77 --certificate") || line.contains("export") || line.contains("prove");
        for limit in if is_short { 0..=0 } else { 0..=1 } {
            fs::write(folder.join("file"), OLD).unwrap();
            let output = shell(&folder, &format!("F=file; ulimit -f {limit}; {line} > /dev/null"));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{line}: {said}");
            assert!(said.contains("cannot write `file`: File too large"), "{line}: {said}");
            assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), OLD, "{line}");
            // And a file that was not there is not there afterwards.
            shell(&folder, &format!("F=new; ulimit -f {limit}; {line} > /dev/null"));
            assert_eq!(names(&folder), ["file"], "{line}");
        }
    }
}

#[test]
fn the_same_commands_write_whole_files_and_devices() {
    let folder = folder();
    for line in WRITERS {
        let written = shell(&folder, &format!("F=file; {line} > /dev/null"));
        assert_eq!(written.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&written.stderr));
        let whole = fs::read(folder.join("file")).unwrap();
        assert!(whole.len() > 100, "{line}: {}", whole.len());
        // Through a pipe comes the same.
        let piped = shell(&folder, &format!("F=/dev/fd/3; {{ {line} > /dev/null; }} 3>&1 | cat > piped"));
        assert_eq!(
            fs::read(folder.join("piped")).unwrap(),
            whole,
            "{line}: {}",
            String::from_utf8_lossy(&piped.stderr)
        );
        let full = shell(&folder, &format!("F=/dev/full; {line} > /dev/null"));
        let said = String::from_utf8_lossy(&full.stderr).into_owned();
        assert_eq!(full.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("cannot write `/dev/full`: No space left"), "{line}: {said}");
        assert_eq!(shell(&folder, &format!("F=/dev/null; {line} > /dev/null")).status.code(), Some(0), "{line}");
    }
    assert_eq!(names(&folder), ["file", "piped"]);
}

#[test]
fn formatting_leaves_the_file_where_the_new_text_does_not_fit() {
    let folder = folder();
    let rules = format!("game g(n)   move take(k in 1..n) -> n - k {}", "claim grundy of 0..3 = 0 1 2 3 ".repeat(60));
    fs::write(folder.join("g.game"), &rules).unwrap();
    let output = shell(&folder, "ulimit -f 1; $G fmt g.game");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("g.game")).unwrap(), rules);
    assert_eq!(names(&folder), ["g.game"]);
}

/// Starts a long writing over a good file, and ends it by this signal once the temporary file is seen to grow.
fn ended_while_writing(folder: &Path, signal: &str) {
    fs::write(folder.join("good.csv"), OLD).unwrap();
    let arguments = ["heap", ".77", "--csv", "good.csv", "--to", "90000000"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let began = Instant::now();
    let grows = || {
        let temporary = names(folder).into_iter().find(|name| name.ends_with(".tmp"));
        temporary.is_some_and(|name| fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0))
    };
    while !grows() {
        assert!(
            child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(60),
            "nothing was written"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = |signal: &str| Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(kill(signal).success());
    // Ctrl-C ends the work at the second time.
    if signal != "-KILL" {
        std::thread::sleep(Duration::from_millis(600));
        kill(signal);
    }
    assert!(!child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(folder.join("good.csv")).unwrap(), OLD, "{signal}");
}

#[test]
fn a_good_file_outlives_whoever_is_killed_while_writing_over_it() {
    let folder = folder();
    ended_while_writing(&folder, "-KILL");
    assert!(names(&folder).iter().any(|name| name.ends_with(".tmp")));
    // Who writes there next removes what it left, but not what a running process writes, nor what only looks like it.
    let running = format!(".grundy-{}-0.tmp", std::process::id());
    for name in [running.as_str(), ".grundy-x-0.tmp", ".grundy-999999999.tmp"] {
        fs::write(folder.join(name), OLD).unwrap();
    }
    // A pipe is nobody's temporary file, and is not opened.
    let pipe = ".grundy-999999-7.tmp".to_owned();
    assert!(shell(&folder, &format!("mkfifo {pipe} && $G heap .77 --csv good.csv --to 100")).status.success());
    let mut kept =
        vec![".grundy-999999999.tmp".to_owned(), running, ".grundy-x-0.tmp".to_owned(), "good.csv".to_owned(), pipe];
    kept.sort();
    assert_eq!(names(&folder), kept);
    assert_eq!(fs::read_to_string(folder.join("good.csv")).unwrap().lines().count(), 102);
}

#[test]
fn who_is_asked_to_end_leaves_nothing_beside_the_file() {
    let folder = folder();
    for signal in ["-INT", "-TERM"] {
        ended_while_writing(&folder, signal);
        assert_eq!(names(&folder), ["good.csv"], "{signal}");
    }
}

#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    fs::create_dir(folder.join("far")).unwrap();
    fs::write(folder.join("far/file"), OLD).unwrap();
    fs::set_permissions(folder.join("far/file"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("far/file", folder.join("near")).unwrap();
    std::os::unix::fs::symlink("far/other", folder.join("dangling")).unwrap();
    for (line, path) in [
        ("$G draw board nim 3 --format svg -o near", "far/file"),
        ("$G draw board nim 3 --format svg -o dangling", "far/other"),
    ] {
        let output = shell(&folder, line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(fs::read_to_string(folder.join(path)).unwrap().contains("</svg>"), "{line}");
    }
    assert_eq!(fs::metadata(folder.join("far/file")).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(folder.join("near")).unwrap().is_symlink());
    assert_eq!(names(&folder.join("far")), ["file", "other"]);
    // What may not be changed is not replaced either.
    fs::set_permissions(folder.join("far/file"), fs::Permissions::from_mode(0o440)).unwrap();
    assert_eq!(shell(&folder, "$G draw board nim 4 --format svg -o near").status.code(), Some(2));
    assert!(fs::read_to_string(folder.join("far/file")).unwrap().contains("</svg>"));
}

#[test]
fn a_stream_of_the_shell_is_written_after_what_is_there() {
    let folder = folder();
    let output = shell(&folder, "{ echo first; $G draw board nim 3 --format svg -o /dev/stdout; echo last; } > all");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all = fs::read_to_string(folder.join("all")).unwrap();
    assert!(all.starts_with("first\n<svg") && all.contains("</svg>") && all.ends_with("last\n"), "{all}");
}

#[test]
fn a_checkpoint_that_does_not_fit_is_as_it_was_and_goes_on_later() {
    let folder = folder();
    let new = shell(&folder, "ulimit -f 0; $G heap .6 --limit 3000 --resume run");
    assert_eq!(new.status.code(), Some(2), "{}", String::from_utf8_lossy(&new.stderr));
    assert_eq!(names(&folder), Vec::<String>::new());
    shell(&folder, "$G heap .6 --limit 500 --resume run");
    let before = fs::read(folder.join("run")).unwrap();
    assert!(before.len() < 1024, "{}", before.len());
    let output = shell(&folder, "ulimit -f 1; $G heap .6 --limit 20000 --resume run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("cannot write `run`: File too large"), "{said}");
    assert_eq!(fs::read(folder.join("run")).unwrap(), before);
    let whole = shell(&folder, "$G heap .6 --limit 20000 --resume run --at 19999; $G heap .6 --limit 20000 --at 19999");
    let said = String::from_utf8_lossy(&whole.stderr).into_owned();
    assert!(!said.contains("cut off"), "{said}");
    for line in ["--resume /dev/full", "--resume /dev/null", "--survey 1 --resume /dev/null"] {
        let code = if line.contains("survey") { "" } else { ".6" };
        let output = shell(&folder, &format!("$G heap {code} --limit 1000 {line}"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("it is no regular file"), "{line}: {said}");
    }
}

/// A line of every command that prints.
const PRINTERS: [&str; 22] = [
    "$G solve nim 3 4 5",
    "$G solve nim 3 4 5 --json",
    "$G moves nim 3 4",
    "$G explain nim 3 4",
    "echo quit | $G play nim 3",
    "echo '{\"heaps\":[3,6,9]}' | $G ask poj2234",
    "printf '2\\n45 45\\n3\\n3 6 9\\n' | $G judge poj2234",
    "$G export poj2234 --to cpp",
    "$G table nim 0..9 0..9",
    "$G heap .77 --limit 100",
    "$G draw board nim 3",
    "printf '1 2\\n' | $G kernel -",
    "$G check nim",
    "echo 'game g(n) move t(k in 1..n) -> n - k' | $G fmt -",
    "$G list",
    "$G show nim",
    "$G find nim --to 20",
    "$G prove fibonacci_nim",
    "$G completions bash",
    "$G --help",
    "$G solve --help --lang zh",
    "$G --version",
];

#[test]
fn an_answer_that_cannot_be_written_is_no_success() {
    let folder = folder();
    for line in PRINTERS {
        let full = shell(&folder, &format!("{line} > /dev/full"));
        let said = String::from_utf8_lossy(&full.stderr).into_owned();
        assert_eq!(full.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("No space left") || said.contains("磁盘已满"), "{line}: {said}");
        // A reader that has gone is told nothing, and the exit code says that not all was read.
        let closed = shell(&folder, &format!("{{ sleep 0.2; {line}; echo $? > code; }} | true"));
        let said = String::from_utf8_lossy(&closed.stderr).into_owned();
        assert_eq!(fs::read_to_string(folder.join("code")).unwrap(), "1\n", "{line}: {said}");
        assert_eq!(said, "", "{line}");
        let nowhere = shell(&folder, &format!("{line} >&-"));
        let said = String::from_utf8_lossy(&nowhere.stderr).into_owned();
        assert_eq!(nowhere.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("standard output is closed") || said.contains("标准输出已关闭"), "{line}: {said}");
        assert_eq!(shell(&folder, &format!("{line} 1<>/dev/null")).status.code(), Some(0), "{line}");
    }
}
