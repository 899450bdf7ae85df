//! `grundy heap` as people and scripts meet it: values, files, runs that are stopped and go on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", "80")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap()
}

/// A folder of the test's own.
fn folder() -> PathBuf {
    let name = std::thread::current().name().unwrap().replace("::", "-");
    let folder = std::env::temp_dir().join(format!("grundy-heap-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The object that a run ends with; its exit code must be this.
#[track_caller]
fn object(folder: &Path, arguments: &[&str], code: i32) -> serde_json::Value {
    let output = run(folder, &[arguments, &["--json"]].concat());
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{stdout}\n{stderr}");
    serde_json::from_str(stdout.lines().last().unwrap_or_default()).unwrap_or_else(|_| panic!("{stdout}"))
}

#[track_caller]
fn refuses(folder: &Path, arguments: &[&str], words: &str) {
    let output = run(folder, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{stderr}");
    assert!(output.stdout.is_empty() && stderr.contains(words), "{arguments:?}: no {words:?} in\n{stderr}");
}

#[test]
fn a_refuted_period_is_no_period() {
    let folder = folder();
    let arguments = ["heap", ".b393", "--limit", "1010"];
    let found = object(&folder, &arguments, 0);
    assert_eq!(
        (&found["period"], &found["preperiod"], &found["proved"]),
        (&serde_json::Value::Null, &serde_json::Value::Null, &false.into())
    );
    let but = found["but"].as_str().unwrap_or_default();
    assert!(but.starts_with("the checker refutes the period 17 from 475"), "{found}");
    let shown = String::from_utf8(run(&folder, &arguments).stdout).unwrap();
    assert!(shown.contains("none found") && !shown.contains("preperiod"), "{shown}");
}

#[test]
fn published_periods_are_found_and_proved() {
    let folder = folder();
    for (code, period, preperiod, saltus) in [
        (".77", 12, 71, 0),
        ("dawson_kayles", 34, 53, 0),
        (".156", 349, 3479, 0),
        ("{1,3,4}", 7, 0, 0),
        ("lasker", 4, 1, 4),
        ("nim", 1, 0, 1),
    ] {
        let found = object(&folder, &["heap", code, "--limit", "20000"], 0);
        assert_eq!((&found["period"], &found["preperiod"]), (&period.into(), &preperiod.into()), "{found}");
        assert_eq!((&found["saltus"], &found["proved"]), (&saltus.into(), &true.into()), "{found}");
    }
    let huge = object(&folder, &["heap", "kayles", "--at", "10^18"], 0);
    assert_eq!(huge["at"][0]["grundy"], 1);
    let open = object(&folder, &["heap", ".007", "--limit", "500", "--at", "10^18"], 1);
    assert!(open["period"].is_null() && open["at"][0]["grundy"].is_null() && open["computed"] == 500, "{open}");
    let unchecked = object(&folder, &["heap", ".77", "--unchecked"], 0);
    assert!(unchecked["period"] == 12 && unchecked["proved"] == false, "{unchecked}");
}

#[test]
fn engines_agree() {
    let folder = folder();
    let values = |engine: &str| {
        object(&folder, &["heap", ".37", "--engine", engine, "--limit", "2000", "--to", "1500"], 0)["values"].clone()
    };
    let plain = values("plain");
    assert_eq!(plain.as_array().map(Vec::len), Some(1501));
    for engine in ["block", "portable-block", "sparse", "scan", "convolution"] {
        assert_eq!(values(engine), plain, "{engine}");
    }
}

#[test]
fn files_hold_what_was_computed() {
    let folder = folder();
    let asked = ["heap", ".77", "--from", "9", "--to", "400", "--csv", "k.csv", "--binary", "k.bin", "--plot", "k.svg"];
    object(&folder, &[&asked[..], &["--certificate", "k.certificate"]].concat(), 0);
    let csv = fs::read_to_string(folder.join("k.csv")).unwrap();
    let bytes = fs::read(folder.join("k.bin")).unwrap();
    assert!(csv.starts_with("n,grundy\n9,4\n10,2\n") && csv.lines().count() == 393, "{csv}");
    assert_eq!((bytes.len(), &bytes[..3]), (392, &[4, 2, 6][..]));
    assert!(fs::read_to_string(folder.join("k.svg")).unwrap().ends_with("</svg>\n"));
    assert_eq!(run(&folder, &["verify", "k.certificate"]).status.code(), Some(0));
    refuses(&folder, &["heap", ".007", "--limit", "500", "--certificate", "x"], "nothing to certify");
    refuses(&folder, &["heap", ".77", "--csv", "no/such/file"], "cannot write");
}

#[test]
fn a_run_goes_on_where_it_was_cut_off() {
    let folder = folder();
    let kept = folder.join("v");
    object(&folder, &["heap", ".106", "--limit", "3000", "--resume", "v"], 0);
    let first = fs::read(&kept).unwrap();
    let whole = object(&folder, &["heap", ".106", "--limit", "9000", "--resume", "v", "--to", "8999"], 0);
    let second = fs::read(&kept).unwrap();
    assert!(second.starts_with(&first) && second.len() > first.len() + 5000, "appended, not rewritten");
    // As if the power had failed in the middle of the second block.
    fs::write(&kept, &second[..first.len() + 1234]).unwrap();
    let again = object(&folder, &["heap", ".106", "--limit", "9000", "--resume", "v", "--to", "8999"], 0);
    assert_eq!(again["values"], whole["values"]);
    assert_eq!(fs::read(&kept).unwrap(), second);
    refuses(&folder, &["heap", ".104", "--resume", "v"], "another game");
    let mut other_version = second.clone();
    other_version[8] = 99;
    fs::write(&kept, other_version).unwrap();
    refuses(&folder, &["heap", ".106", "--resume", "v"], "version 99");
    fs::write(&kept, "n,grundy\n").unwrap();
    refuses(&folder, &["heap", ".106", "--resume", "v"], "no checkpoint");
}

#[test]
fn rules_are_asked_by_their_own_number() {
    let folder = folder();
    let row = object(&folder, &["heap", "dawson_chess", "--at", "15", "--from", "14", "--to", "16"], 0);
    let heap = object(&folder, &["heap", ".07", "--at", "16", "--from", "15", "--to", "17"], 0);
    assert_eq!((&row["at"][0]["heap"], &row["from"]), (&16.into(), &14.into()));
    assert_eq!((&row["at"][0]["grundy"], &row["values"]), (&heap["at"][0]["grundy"], &heap["values"]));
    fs::write(folder.join("up.game"), "game up(n in 0..20)\nmove add(t in 1..min(3, 20 - n)) -> n + t\n").unwrap();
    let up = object(&folder, &["heap", "up.game", "--at", "18", "--from", "17", "--to", "20"], 0);
    assert_eq!((&up["at"][0]["heap"], &up["at"][0]["grundy"]), (&2.into(), &2.into()));
    assert_eq!(up["values"], serde_json::json!([3, 2, 1, 0]));
    refuses(&folder, &["heap", "up.game", "--at", "21"], "no heap of this game");
}

#[test]
fn what_is_not_known_is_told() {
    let folder = folder();
    let game = ["heap", ".007", "--limit", "100"];
    for more in
        [&["--from", "190", "--to", "200"][..], &["--to", "200"], &["--from", "95", "--to", "200", "--csv", "v"]]
    {
        object(&folder, &[&game[..], more].concat(), 1);
        let output = run(&folder, &[&game[..], more].concat());
        assert!(String::from_utf8_lossy(&output.stderr).contains("is not known: 100 values"), "{output:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("v")).unwrap().lines().count(), 6, "what is known is written");
    object(&folder, &[&game[..], &["--from", "95"]].concat(), 0);
}

#[test]
fn checking_ends_with_the_time() {
    let folder = folder();
    let stopped = object(&folder, &["heap", "!{1000000}", "--limit", "5000000", "--at", "5", "--max-seconds", "1"], 1);
    assert!(stopped["proved"] == false && stopped["at"][0]["grundy"] == 5, "{stopped}");
}

#[test]
fn a_survey_goes_on_with_the_games_that_are_left() {
    let folder = folder();
    let asked = ["heap", "--survey", "1", "--limit", "2000", "--resume", "s"];
    object(&folder, &asked, 0);
    let kept = folder.join("s");
    let whole = fs::read_to_string(&kept).unwrap();
    assert_eq!(whole.lines().count(), 16, "{whole}");
    let half: String = whole.lines().take(8).map(|line| format!("{line}\n")).collect();
    fs::write(&kept, format!("{half}{{\"code\":")).unwrap();
    let output = run(&folder, &asked);
    assert!(String::from_utf8_lossy(&output.stdout).contains("15 games; a period was found of 14, and proved of 14"));
    let again = fs::read_to_string(&kept).unwrap();
    assert!(again.starts_with(&half) && again.lines().count() == 16, "{again}");
    // A line in the middle that is no game is passed over, and what follows it stays.
    let mut lines: Vec<&str> = again.lines().collect();
    lines[3] = "{}";
    fs::write(&kept, lines.join("\n") + "\n").unwrap();
    let output = run(&folder, &asked);
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 4 of `s` cannot be read"), "{output:?}");
    let mended = fs::read_to_string(&kept).unwrap();
    assert!(mended.starts_with(&lines.join("\n")) && mended.lines().count() == 17, "{mended}");
    refuses(&folder, &[&asked[..], &["--unchecked"]].concat(), "whose periods were checked");
    refuses(&folder, &["heap", "--survey", "2", "--resume", "s"], "another survey");
    fs::write(&kept, "something else\n").unwrap();
    refuses(&folder, &asked, "no survey");
}

#[test]
fn wrong_input_is_told() {
    let folder = folder();
    for (arguments, words) in [
        (&["heap", ""][..], "empty"),
        (&["heap", ".79", "--base", "8"], "out of base 8"),
        (&["heap", "{1000000000000}"], "too large"),
        (&["heap", ".77", "--from", "5", "--to", "2"], "empty"),
        (&["heap", ".77", "--to", "10^15"], "too many"),
        (&["heap", ".77", "--at", "-1"], "10^18"),
        (&["heap", ".77", "--limit", "0"], "from 1"),
        (&["heap", ".77", "--engine", "window"], "at most one heap"),
        (&["heap", ".77", "--given", "m=4"], "nothing that is given"),
        (&["heap", "wythoff"], "not recognised"),
        (&["heap", "kayle"], "did you mean"),
        (&["heap"], "CODE"),
    ] {
        refuses(&folder, arguments, words);
    }
}

#[test]
fn no_more_heaps_are_computed_than_there_may_be_positions() {
    let folder = folder();
    for code in [".16", "{1,3,4}", "!{2,5}", "4.(3)", ".6"] {
        let object = object(&folder, &["heap", code, "--limit", "100000", "--max-positions", "40"], 1);
        assert_eq!(object["computed"], 40, "{code}");
    }
}
