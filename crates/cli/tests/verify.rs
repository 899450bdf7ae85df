//! `grundy verify`: proved, refused with the line, or not readable.

use std::path::PathBuf;
use std::process::Command;

/// Kayles, as docs/heap_certificates.md shows it.
const KAYLES: &str = "grundy certificate 1\nkind guy_smith\nhead 0 7 7\ntail\nparts any\nperiod 12\npreperiod 71\n\
                      saltus 0\nmask 15\nvalues bf676d4f7d40cf8f\nseal 94530396837fc4fa\n";

/// The exit code, standard output and standard error for a certificate of this text.
fn verify(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .arg("verify")
        .arg(path)
        .args(more)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_proved_is_told() {
    assert!(include_str!("../../../docs/heap_certificates.md").contains(KAYLES));
    let (code, stdout, stderr) = verify("proved.certificate", KAYLES, &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(stdout, "proved: the values of the heap game .77 have period 12 from 71\n");
    let (code, stdout, _) = verify("proved_json.certificate", KAYLES, &["--json"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("\"ok\":true") && stdout.contains("\"period\":12"), "{stdout}");
}

#[test]
fn what_is_refused_is_told_with_its_line() {
    let (code, stdout, stderr) = verify("changed.certificate", &KAYLES.replace("preperiod 71", "preperiod 70"), &[]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("line 11: the seal does not fit"), "{stderr}");
    let (code, stdout, _) = verify("cut.certificate", &KAYLES[..90], &["--json"]);
    assert_eq!(code, Some(1));
    assert!(stdout.contains("\"ok\":false") && stdout.contains("cut off"), "{stdout}");
}

#[test]
fn certificates_with_letters_are_checked() {
    const LETTERS: &str = include_str!("../../checker/tests/take_up_to_m_grundy.letters");
    let (code, stdout, stderr) = verify("proved.letters", LETTERS, &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let (first, statement) = stdout.split_once('\n').unwrap();
    assert_eq!(first, "proved: the Grundy value of every position is as claimed, for all values of the givens");
    assert!(LETTERS.starts_with(statement) && statement.ends_with("claim n % (m + 1)\n"), "{statement}");
    let (code, stdout, _) = verify("proved_json.letters", LETTERS, &["--json"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("\"ok\":true") && stdout.contains("\"kind\":\"letters\""), "{stdout}");
    let (code, _, stderr) = verify("changed.letters", &LETTERS.replacen("leaf 1:0 1:2", "leaf 1:0", 1), &[]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("line 11: the sum of this leaf is not a negative constant"), "{stderr}");
}

#[test]
fn checking_can_be_stopped() {
    // Take any number but a million: millions of values, each with as many moves.
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let grundy = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_LANG", "en")
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap()
    };
    let found =
        grundy(&["heap", "!{1000000}", "--unchecked", "--limit", "5000000", "--certificate", "long.certificate"]);
    assert_eq!(found.status.code(), Some(0), "{}", String::from_utf8_lossy(&found.stderr));
    let stopped = grundy(&["verify", "long.certificate", "--max-seconds", "0.2"]);
    assert_eq!(stopped.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("neither proved nor refused: checking was stopped"));
}

#[test]
fn a_file_that_is_not_there_is_wrong_input() {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_LANG", "en")
        .args(["verify", "no/such.certificate"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_file_that_is_no_certificate_is_wrong_input() {
    for (name, text, expect) in [
        ("no.certificate", "game nim(n)\nmove t -> n - 1\n", "is no certificate: line 1 is `game nim(n)`"),
        ("empty.certificate", "", "is no certificate: it is empty"),
        ("late.certificate", "\ngrundy certificate 1\n", "is no certificate: line 1 is empty"),
    ] {
        let (code, stdout, stderr) = verify(name, text, &[]);
        assert_eq!((code, stdout.as_str()), (Some(2), ""));
        assert!(stderr.contains(expect), "{stderr}");
        let (code, stdout, _) = verify(name, text, &["--json"]);
        assert_eq!(code, Some(2));
        assert!(stdout.starts_with("{\"error\":"), "{stdout}");
    }
}

#[test]
fn components_of_an_automaton_have_names() {
    let automaton = "grundy automaton 2\nplay normal\ncomponents n\nmove 1; 1 -1 >= 1; -1 1 >= -2; to 1\n\
                     claim 1; -1 1 = 3; to 1\nweights 1\nsystem 2\n0 0 1\n1 2 0\n1 1 2\n";
    let named = |name: &str| automaton.replace("components n", &format!("components {name}"));
    for name in ["n", "_", "heap_2", "石"] {
        let (code, _, stderr) = verify("names.certificate", &named(name), &[]);
        assert_eq!(code, Some(0), "{name}: {stderr}");
    }
    for name in ["6", "6a", "a-b", "n ", "", ";"] {
        let (code, _, stderr) = verify("names.certificate", &named(name), &[]);
        assert!(code == Some(1) && stderr.contains("line 3"), "{name}: {stderr}");
    }
}
