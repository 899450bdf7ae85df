//! Output that a limit cuts is not printed in part. In a file of its own: `limits` measures the memory of all its children.

use std::path::PathBuf;
use std::process::Command;

/// A graph whose report is larger than can be written in the time: nothing of it is printed, but what ended it.
#[test]
fn what_is_printed_is_whole_or_nothing() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("long_report.txt");
    let arrows: String = (0..1_500_000u64).map(|i| format!("{i} {}\n", i * 7919 % 1_500_000)).collect();
    std::fs::write(&path, arrows).expect("it can be written");
    for (seconds, format) in
        [("0.3", "--json"), ("0.6", "--json"), ("1.2", "--json"), ("0.6", "--csv"), ("1.2", "--csv")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_LANG", "en")
            .args(["kernel", path.to_str().expect("the path is a text"), format, "--max-seconds", seconds])
            .output()
            .expect("the program can be started");
        let printed = String::from_utf8(output.stdout).expect("answers are text");
        let is_whole = match format {
            "--csv" => printed.is_empty() || printed.lines().count() == 1_500_001 && printed.ends_with('\n'),
            _ => serde_json::from_str::<serde_json::Value>(&printed).is_ok(),
        };
        assert!(is_whole, "{seconds} {format}: {} bytes", printed.len());
        if output.status.code() != Some(0) {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(1) && said.contains(" s was reached"), "{seconds} {format}: {said}");
        }
    }
}
