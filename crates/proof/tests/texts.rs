//! The text of certificates, line by line: what is read is written again, and what is refused names its line and why.

#[allow(dead_code, reason = "heaps.rs asks for the others")]
mod heap_values;

use grundy_proof::linear::{Limits, verify};
use grundy_proof::{Certificate, Checksum, Claim, Evidence, Sparse, seal};
use grundy_rules::heap::TakeAndBreak;
use heap_values::{certificate, game, subtraction};

/// One certificate of each kind.
fn samples() -> Vec<Certificate> {
    let sparse = Sparse { mask: 7, by_size: true };
    let sheets = Claim::CuttingPeriod { least_side: 2, period: 34, preperiod: 55 };
    let parts_differ = TakeAndBreak::new(vec![4], vec![], true).unwrap();
    let differ = Claim::HeapPeriod { game: parts_differ, period: 2, preperiod: 1, saltus: 0 };
    vec![
        certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, Evidence::GuySmith { sparse: None }),
        certificate(&game(&[0, 7, 7], &[]), 12, 71, 0, Evidence::GuySmith { sparse: Some(sparse) }),
        certificate(&subtraction(&[1, 3, 4]), 7, 0, 0, Evidence::SubtractionWindow),
        certificate(&game(&[0, 0, 5, 1], &[]), 48, 48, 0, Evidence::Window { window: 37, sparse }),
        certificate(&game(&[4], &[3]), 4, 1, 4, Evidence::Arithmetic { window: 2 }),
        certificate(&game(&[0, 8], &[]), 3, 1, 1, Evidence::Hexadecimal),
        Certificate { claim: sheets, evidence: Evidence::Cutting, values: 5 },
        Certificate { claim: differ, evidence: Evidence::GuySmith { sparse: None }, values: 7 },
    ]
}

fn refused(text: &str) -> (usize, String) {
    let refusal = text.parse::<Certificate>().unwrap_err();
    assert_eq!(refusal.to_string(), format!("line {}: {}", refusal.line, refusal.reason));
    (refusal.line, refusal.reason.to_string())
}

#[test]
fn each_kind_is_read_as_it_is_written() {
    for sample in samples() {
        let text = sample.to_string();
        assert_eq!(text.parse::<Certificate>().as_ref(), Ok(&sample), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let word = line.split(' ').next().unwrap();
            // Cut before a line, within it, and without the end of the last.
            let before: String = lines[..index].iter().map(|line| format!("{line}\n")).collect();
            let cut = match index {
                0 => (1, "a certificate begins with `grundy certificate 1`".to_owned()),
                1 => (2, "here stands `kind` and the kind of theorem".to_owned()),
                _ => (index + 1, format!("the text is cut off: here stands `{word}`")),
            };
            assert_eq!(refused(&before), cut, "{text}");
            // Another line in its stead.
            let mut other = lines.clone();
            other[index] = "other 1";
            let due = if index < 2 { cut.1 } else { format!("here stands `{word}`") };
            assert_eq!(refused(&(other.join("\n") + "\n")), (index + 1, due), "{text}");
        }
        let end = lines.len();
        let unended = refused(text.trim_end());
        assert_eq!(unended, (end, "the text is cut off: the last line is not ended".to_owned()), "{text}");
        for more in ["\n", "x", "x\n", "\nx\n", "\n\n"] {
            assert_eq!(
                refused(&format!("{text}{more}")),
                (end + 1, "nothing may follow the seal".to_owned()),
                "{text}"
            );
        }
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let number =
        |word: &str, least: u64| format!("`{word}` is followed by a whole number from {least} to 1000000000000000000");
    let digits = "digits are whole numbers with one space before each";
    let checksum = "a checksum has sixteen digits 0 to 9 and a to f";
    let mask = "a mask is `none`, a number below 2^32, or that and `by size`";
    let shortest = "this is not the shortest way to write the line";
    for (sample, from, to, line, reason) in [
        (0, "kind guy_smith", "kind guy_smyth", 2, "there is no kind of theorem `guy_smyth`"),
        (0, "head 0 7 7", "head 0 7  7", 3, digits),
        (0, "head 0 7 7", "head 0 7 x", 3, digits),
        (0, "head 0 7 7", "head 0 7 07", 3, digits),
        (0, "head 0 7 7", "head 0 7 256", 3, digits),
        (0, "head 0 7 7", "head 0 7 7 0", 3, shortest),
        (0, "head 0 7 7", "head  0 7 7", 3, shortest),
        (0, "tail\n", "tail 0\n", 4, shortest),
        (0, "parts any", "parts all", 5, "parts are `any` or `differ`"),
        (0, "period 12", "period 0", 6, &number("period", 1)),
        (0, "period 12", "period 012", 6, &number("period", 1)),
        (0, "period 12", "period +12", 6, &number("period", 1)),
        (0, "period 12", "period", 6, &number("period", 1)),
        (0, "period 12", "period 1000000000000000001", 6, &number("period", 1)),
        (0, "period 12", "period  12", 6, shortest),
        (0, "preperiod 71", "preperiod -1", 7, &number("preperiod", 0)),
        (0, "saltus 0", "saltus 00", 8, &number("saltus", 0)),
        (0, "mask none", "mask some", 9, mask),
        (0, "mask none", "mask 4294967296", 9, mask),
        (1, "mask 7 by size", "mask by size", 9, mask),
        (3, "mask 7 by size", "mask none", 9, "this kind of theorem needs a mask"),
        (3, "window 37", "window 0", 10, &number("window", 1)),
        (6, "side 2", "side 0", 3, &number("side", 1)),
        (6, "side 2", "side 02", 3, &number("side", 1)),
        (6, "values 0000000000000005", "values 000000000000005", 6, checksum),
        (6, "values 0000000000000005", "values 000000000000000A", 6, checksum),
        (6, "values 0000000000000005", "values +000000000000005", 6, checksum),
        (6, "values 0000000000000005", "values 00000000000000005", 6, checksum),
    ] {
        let text = samples()[sample].to_string();
        let (lines, _) = text.rsplit_once("seal").unwrap();
        assert_eq!(lines.matches(from).count(), 1, "{from} is not once in\n{text}");
        assert_eq!(refused(&seal(&lines.replacen(from, to, 1))), (line, reason.to_owned()), "{to}");
    }
    let long = format!("grundy certificate 1\nkind {}\n", "x".repeat(50));
    assert_eq!(refused(&long), (2, format!("there is no kind of theorem `{}`", "x".repeat(40))));
    // A seal that does not fit, and one that is none.
    let text = samples()[0].to_string();
    let (lines, _) = text.rsplit_once("seal").unwrap();
    let changed = "the seal does not fit the lines above it: the text was changed";
    assert_eq!(refused(&format!("{lines}seal 0123456789abcdef\n")), (11, changed.to_owned()));
    assert_eq!(refused(&format!("{lines}seal 0123\n")), (11, checksum.to_owned()));
}

#[test]
fn values_are_one_byte_or_nine_in_a_checksum() {
    let of = |value: u64| Checksum::new().value(value);
    for small in [0, 1, 127, 128, 253, 254] {
        assert_eq!(of(small), Checksum::new().bytes(&[small as u8]));
    }
    for large in [255, 256, 300, u64::MAX] {
        assert_eq!(of(large), Checksum::new().bytes(&[255]).bytes(&large.to_le_bytes()));
    }
}

#[test]
fn claims_are_sentences() {
    let said: Vec<String> = samples().iter().map(|sample| sample.claim.to_string()).collect();
    assert_eq!(said[0], "the values of the heap game .77 have period 12 from 71");
    assert_eq!(said[4], "the values of the heap game 4.(3) have period 4 from 1 with saltus 4");
    assert_eq!(said[6], "the values of cut sheets with no side below 2 have period 34 from 55 along either side");
}

/// Take up to three, in base 2 or in Fibonacci's system: lines that claim, and what is said of each state.
fn taking(claims: &str, system: &str, states: &str) -> String {
    format!(
        "grundy automaton 2\nplay grundy\ncomponents n\nmove 1; -1 1 >= -3; 1 -1 >= 1; to 1\n{claims}weights 1\nsystem {system}\n{states}"
    )
}

#[test]
fn an_automaton_is_refused_at_the_numbers_where_it_fails() {
    let right = "0 0 1\n1 2 3\n2 0 1\n3 2 3\n";
    let at = |text: &str, max_steps: u64| {
        let refusal = verify(text, &Limits { max_steps }, &|| false).map(|_| ()).unwrap_err();
        let numbers = refusal.numbers.clone();
        let written = refusal.to_string();
        assert_eq!(written.starts_with(&format!("line {}: ", refusal.line)), refusal.line > 0, "{written}");
        if let Some(numbers) = &numbers {
            assert!(written.ends_with(&format!(" at {numbers:?}")), "{written}");
        }
        (refusal.line, numbers)
    };
    let all = Limits::default().max_steps;
    assert!(verify(&taking("", "2", right), &Limits::default(), &|| false).is_ok());
    // The first number whose value is wrong, the first at which a claim is, and the variables of its line.
    assert_eq!(at(&taking("", "2", "0 0 1\n1 2 3\n2 0 1\n0 2 3\n"), all), (0, Some(vec![3])));
    assert_eq!(at(&taking("", "2", "0 0 1\n1 2 2\n2 0 1\n"), all), (0, Some(vec![3])));
    assert_eq!(at(&taking("claim 0; 1 >= 6\n", "2", right), all), (5, Some(vec![6])));
    assert_eq!(at(&taking("claim 1; 1 0 >= 6; -1 1 = 3; to 1\n", "2", right), all), (5, Some(vec![6, 9])));
    assert_eq!(at(&taking("claim 0; 1 = 9\n", "2", right), all), (5, Some(vec![9])));
    // Of the text and of limits no numbers are at fault.
    assert_eq!(at(&taking("claim 0; 1 > 9\n", "2", right), all), (5, None));
    assert_eq!(at(&taking("", "2", "0 0 1\n1 2 3\n2 0 9\n3 2 3\n"), all), (9, None));
    assert_eq!(at(&taking("", "2", right), 3).1, None);
    // Work that is called off says so.
    let refusal = verify(&taking("", "2", right), &Limits::default(), &|| true).unwrap_err();
    assert_eq!(refusal.to_string(), "the work was called off");
    // In Fibonacci's system: 0 1 2 3 and then anything.
    let zeckendorf = at(&taking("", "1 1", "0 0 1\n1 2 -\n2 3 4\n3 3 5\n0 3 -\n1 3 -\n"), all);
    assert_eq!(zeckendorf, (0, Some(vec![5])));
}
