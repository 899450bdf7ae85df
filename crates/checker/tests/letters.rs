//! Certificates with letters that are right are accepted; whatever is accepted is true, however a text was changed.

mod plain;

use grundy_checker::letters::check;
use grundy_checker::{Fault, Play};
use plain::{Plain, each_continuation};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Take 1 to m: lost positions, Grundy values, lost positions if the last stone loses.
const LOST: &str = include_str!("take_up_to_m.letters");
const GRUNDY: &str = include_str!("take_up_to_m_grundy.letters");
const MISERE: &str = include_str!("take_up_to_m_misere.letters");
/// Take L to R.
const BETWEEN: &str = include_str!("take_from_l_to_r.letters");
/// Two numbers, a move without binders, a move that leaves nothing, two weights, `if`, `min` and `max`.
const MIXED: &str = include_str!("mixed.letters");
/// Found by the prover: take L to R, Grundy values; take 1, 2 or K; take up to m from the larger heap; take no multiple of p.
const FOUND: [&str; 4] = [
    include_str!("take_from_l_to_r_grundy.letters"),
    include_str!("take_1_2_or_k.letters"),
    include_str!("larger_heap.letters"),
    include_str!("not_multiples.letters"),
];
const ALL: [&str; 9] = [LOST, GRUNDY, MISERE, BETWEEN, MIXED, FOUND[0], FOUND[1], FOUND[2], FOUND[3]];

/// A game that is solved by trying everything.
struct Solved {
    play: Play,
    plain: Plain,
    values: HashMap<Vec<i64>, i64>,
}

impl Solved {
    /// Returns the value of a position with its givens: 1 if it is lost, or its Grundy value.
    fn value(&mut self, numbers: &[i64], depth: usize) -> i64 {
        assert!(depth < 100, "play does not end");
        if let Some(value) = self.values.get(numbers) {
            return *value;
        }
        assert_eq!((self.plain.domain)(numbers), Some(1), "a move leaves the domain");
        let options = self.plain.options(numbers).expect("a move divides by a number below 1");
        let nothing = i64::from(self.play == Play::Normal);
        let value = |option: Option<Vec<i64>>| option.map_or(nothing, |option| self.value(&option, depth + 1));
        let found: BTreeSet<i64> = options.into_iter().map(value).collect();
        let value = match self.play {
            Play::Normal => i64::from(!found.contains(&1)),
            Play::Misere => i64::from(!found.is_empty() && !found.contains(&1)),
            _ => (0..).find(|value| !found.contains(value)).unwrap(),
        };
        self.values.insert(numbers.to_vec(), value);
        value
    }
}

/// Tests a statement on all small positions, for all small givens.
#[track_caller]
fn is_true(play: Play, statement: &str) {
    let mut solved = Solved { play, plain: Plain::read(statement), values: HashMap::new() };
    let (plain, mut positions) = (&solved.plain, vec![]);
    let wide = if plain.names > 2 { 7 } else { 11 };
    each_continuation(&[], plain.names, -2, wide, &mut |numbers| {
        if (plain.domain)(numbers).expect("the domain divides by a number below 1") == 1 {
            positions.push(numbers.to_vec());
        }
    });
    for numbers in positions {
        let value = Some(solved.value(&numbers, 0));
        assert_eq!((solved.plain.claim)(&numbers), value, "{numbers:?}\n{statement}");
    }
}

#[test]
fn right_certificates_are_accepted_and_true() {
    for text in ALL {
        let theorem = check(text).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        assert!(
            text.starts_with(theorem.statement()) && theorem.statement().lines().last().unwrap().starts_with("claim")
        );
        is_true(theorem.play(), theorem.statement());
    }
}

/// Returns why a text is refused, with the line.
fn refused(text: &str) -> (Fault, usize, String) {
    let refusal = check(text).err().unwrap_or_else(|| panic!("accepted:\n{text}"));
    (refusal.fault, refusal.line, refusal.reason)
}

#[test]
fn a_refusal_says_the_line_and_the_reason() {
    let not_negative = "the sum of this leaf is not a negative constant";
    let kinds = "a term stands for a condition, or a condition for a term";
    for (from, to, fault, line, reason) in [
        ("letters 1", "letters 2", Fault::Text, 1, "here a line `grundy letters 1` is expected"),
        ("letters 1", "letters 1 ", Fault::Text, 1, "this line goes on, and should not"),
        ("play normal", "play fair", Fault::Text, 2, "`normal`, `misere` or `grundy` is expected"),
        ("givens m", "givens n", Fault::Text, 4, "`n` cannot be a name here"),
        ("givens m", "givens  m", Fault::Text, 4, "`` cannot be a name here"),
        ("move k; 1", "move n; 1", Fault::Text, 6, "`n` cannot be a name here"),
        ("move k; 1", "move min; 1", Fault::Text, 6, "`min` cannot be a name here"),
        ("; n - k", "; n - k, m", Fault::Text, 6, "a move leaves a number for each component"),
        ("; n - k", "", Fault::Text, 6, "a move has a guard and a result"),
        ("domain m >= 1", "domain k >= 1", Fault::Text, 5, "`k` is not known here"),
        ("domain m >= 1", "domain m >= 1 >= 0", Fault::Text, 5, kinds),
        ("domain m >= 1", "domain m", Fault::Text, 5, kinds),
        ("n % (m + 1) == 0", "n % (m + 1)", Fault::Text, 7, kinds),
        ("n % (m + 1) == 0", "n % (m + 1) == 0 and m", Fault::Text, 7, kinds),
        ("n % (m + 1) == 0", "n % (m + 1", Fault::Text, 7, "`)` is missing"),
        ("n % (m + 1) == 0", "n % (m + 1) == 0 0", Fault::Text, 7, "`0` cannot stand here"),
        ("n % (m + 1) == 0", "1 + if true then 1 else 0 == 0", Fault::Text, 7, "`if` is not known here"),
        ("n % (m + 1) == 0", "n == 9223372036854775808", Fault::Text, 7, "`9223372036854775808` is not known here"),
        ("witness 0; n", "witness 0; ?", Fault::Text, 9, "`?` is not known here"),
        ("witness 0; n", "witness 1; n", Fault::Text, 9, "no move has this number and these binders"),
        ("witness 0; n % (m + 1)", "witness 0", Fault::Text, 9, "no move has this number and these binders"),
        ("witness 0; n % (m + 1)", "any 0; 1", Fault::Text, 9, "`any` stands in misère play alone"),
        ("weights n\n", "", Fault::Text, 8, "here a line `weights` is expected"),
        (
            "obligation weight 0",
            "obligation weight 1",
            Fault::Text,
            12,
            "here a line `obligation weight 0` is expected",
        ),
        ("case 2", "case 3", Fault::Text, 30, "there is no such disjunction"),
        ("cut #0\n", "cut #2\n", Fault::Text, 33, "`#2` is not known here"),
        ("cut #0\n", "cut n / 2\n", Fault::Text, 33, "a new quotient cannot be made here"),
        ("cut #0\n", "cut n, m\n", Fault::Text, 33, "one is expected, not several"),
        ("leaf 1:6 1:7", "leaf 1:6 1:70", Fault::Text, 31, "`1:70` names no hypothesis"),
        ("leaf 1:6 1:7", "leaf 1:6 -1:7", Fault::Text, 31, "`-1:7` has no factor"),
        ("leaf 1:6 1:7", "leaf 1:6 0:7", Fault::Text, 31, "`0:7` has no factor"),
        ("leaf 1:6 1:7", "leaf 1:6", Fault::Rule, 31, not_negative),
        ("leaf 1:6 1:7", "leaf", Fault::Rule, 31, not_negative),
        ("leaf 1:6 1:7", "leaf 9223372036854775807:6*6*6*6 1:7", Fault::Rule, 31, not_negative),
        ("leaf 1:2 1:6\n", "", Fault::Text, 40, "here a line `leaf` is expected"),
        ("leaf 1:2 1:6\n", "leaf 1:2 1:6", Fault::Text, 40, "here a line `leaf` is expected"),
        ("leaf 1:2 1:6\n", "leaf 1:2 1:6\n\n", Fault::Text, 40, "the proof ends here, and the text goes on"),
    ] {
        assert!(LOST.contains(from), "{from}");
        assert_eq!(refused(&LOST.replacen(from, to, 1)), (fault, line, reason.to_owned()), "{to}");
    }
    let unsplit = MIXED.replacen("split a <= b\nsplit a <= 1\n", "split a <= b\n", 1);
    assert_eq!(refused(&unsplit).2, "`if`, `min` or `max` is left: it must be split before");
}

#[test]
fn what_is_too_large_is_refused() {
    let claim = |text: &str| refused(&LOST.replacen("n % (m + 1) == 0", text, 1)).0;
    assert_eq!(claim(&format!("{}n{} == 0", "(".repeat(300), ")".repeat(300))), Fault::Limit);
    assert_eq!(claim(&format!("{}n == 0", "-".repeat(100_000))), Fault::Limit);
    assert_eq!(claim(&format!("n{} == 0", " + n".repeat(300))), Fault::Limit);
    assert_eq!(claim(&format!("{}true", "not ".repeat(100_000))), Fault::Limit);
    let guard = |text: &str| refused(&LOST.replacen("k <= n", text, 1)).0;
    assert_eq!(guard(&format!("n{} >= 0", " * n".repeat(20))), Fault::Limit);
    assert_eq!(guard(&format!("9223372036854775807{} <= n", " * 9223372036854775807".repeat(3))), Fault::Limit);
    let power = format!("(n + L + R + k + 1){} >= 0", " * (n + L + R + k + 1)".repeat(11));
    assert_eq!(refused(&BETWEEN.replacen("k <= n", &power, 1)).0, Fault::Limit);
    let moves = LOST.replacen("move", &format!("{}move", "move; true; n\n".repeat(300)), 1);
    assert_eq!(refused(&moves).0, Fault::Limit);
    let names: String = (0..300).map(|number| format!(" x{number}")).collect();
    assert_eq!(refused(&LOST.replacen("givens m", &format!("givens m{names}"), 1)).0, Fault::Limit);
    // Branches that stay open need no stack; splits below each other do.
    let open = LOST.replacen("case 2\n", &"cut n\n".repeat(30_000), 1);
    assert_eq!(refused(&open).0, Fault::Rule);
    let steps = LOST.replacen("leaf 1:0 1:2", &format!("leaf{}", " 1:0*1".repeat(600_000)), 1);
    assert_eq!(refused(&steps).0, Fault::Rule);
    let wide = BETWEEN.replacen("domain ", "domain (n + L + R) * (n + L + R) * (n + L + R) >= 0 and ", 1);
    let leaf = format!("defined 0\nleaf{}\n", " 1:0*0".repeat(600_000));
    assert_eq!(refused(&wide.replacen("defined 0\n", &leaf, 1)).0, Fault::Limit);
    let open = LOST.replacen("obligation some\n", &format!("obligation some\n{}", "split n <= m\n".repeat(300)), 1);
    assert_eq!(refused(&open).0, Fault::Limit);
    assert_eq!(refused(&"x".repeat(1 << 23)).0, Fault::Limit);
}

/// Makes a change or two: a word for another, a number, a line.
fn changed(text: &str, draw: &mut dyn FnMut(usize) -> usize) -> String {
    let mut words: Vec<String> = vec![];
    for sign in text.chars() {
        match words.last_mut() {
            Some(word) if sign.is_alphanumeric() && word.ends_with(char::is_alphanumeric) => word.push(sign),
            _ => words.push(sign.to_string()),
        }
    }
    for _ in 0..1 + draw(2) {
        let at = draw(words.len());
        match draw(10) {
            0 | 1 => words[at] = words[draw(words.len())].clone(),
            2 => {
                let signs = [
                    "<", ">", "=", "+", "-", "*", "%", "/", "0", "1", "2", "n", "m", "#0", "and", "or", "not ", "(",
                    ")",
                ];
                words[at] = signs[draw(signs.len())].to_owned();
            }
            3 => drop(words.remove(at)),
            4 | 5 => {
                let mut lines: Vec<String> = words.concat().lines().map(str::to_owned).collect();
                let (from, to) = (draw(lines.len()), draw(lines.len()));
                match draw(3) {
                    0 => drop(lines.remove(from)),
                    1 => lines.swap(from, to),
                    _ => lines.insert(to, lines[from].clone()),
                }
                words = lines.into_iter().map(|line| line + "\n").collect();
            }
            _ => {
                let numbers: Vec<usize> = (0..words.len()).filter(|at| words[*at].parse::<i64>().is_ok()).collect();
                if !numbers.is_empty() {
                    let word = &mut words[numbers[draw(numbers.len())]];
                    *word = (word.parse::<i64>().unwrap() + [1, -1, 2, -2][draw(4)]).max(0).to_string();
                }
            }
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// Returns numbers below a bound, always the same ones.
fn draws() -> impl FnMut(usize) -> usize {
    let mut seed = 1u64;
    move |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    }
}

#[test]
fn changed_certificates_prove_nothing_false() {
    let mut draw = draws();
    let (mut accepted, mut statements) = (0, HashSet::new());
    for text in ALL {
        for _ in 0..2500 {
            // Changes to the first lines change the theorem, and are rare in long proofs.
            let statement = check(text).unwrap().statement().len();
            let (head, rest) = text.split_at(if draw(2) == 0 { statement } else { text.len() });
            let changed = changed(head, &mut draw) + rest;
            if let Ok(theorem) = check(&changed) {
                accepted += 1;
                if statements.insert(theorem.statement().to_owned()) {
                    is_true(theorem.play(), theorem.statement());
                }
            }
        }
    }
    // Some changes change nothing, or the game and its values alike.
    assert!(accepted < 6000 && statements.len() > 50, "{accepted} accepted, {} statements", statements.len());
}

/// A checker written from the page alone gives the same verdict on every text.
#[test]
fn a_second_checker_agrees() {
    let mut draw = draws();
    let mut texts: Vec<String> = ALL.iter().map(|text| (*text).to_owned()).collect();
    for text in ALL {
        texts.extend((0..150).map(|_| changed(text, &mut draw)));
        let statement = check(text).unwrap().statement().len();
        texts.extend((0..50).map(|_| changed(&text[..statement], &mut draw) + &text[statement..]));
    }
    let file = std::env::temp_dir().join(format!("grundy_letters_{}", std::process::id()));
    std::fs::write(&file, texts.join("\u{c}")).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/second.py");
    let run = std::process::Command::new("python3").arg(script).arg(&file).output();
    std::fs::remove_file(&file).unwrap();
    let Ok(output) = run else { return eprintln!("there is no python3: the second checker was not asked") };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let verdicts: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(verdicts.len(), texts.len());
    for (text, verdict) in texts.iter().zip(&verdicts) {
        assert_eq!(check(text).is_ok(), verdict == "accepted", "{verdict}, and here {:?}:\n{text}", check(text).err());
    }
    assert!(verdicts.iter().filter(|verdict| *verdict != "accepted").count() > 1000);
}

#[test]
fn any_text_is_refused_or_accepted() {
    let mut draw = draws();
    let words: Vec<&str> = ALL.iter().flat_map(|text| text.split_inclusive([' ', '\n'])).collect();
    for text in ALL {
        for (end, _) in text.match_indices('\n').filter(|(end, _)| end + 1 < text.len()) {
            assert!(check(&text[..=end]).is_err());
        }
        for _ in 0..400 {
            let (line, mut soup) = (draw(text.lines().count()), String::new());
            (0..draw(30)).for_each(|_| soup += words[draw(words.len())]);
            let lines: Vec<&str> = text.lines().collect();
            let _ = check(&[lines[..line].join("\n"), soup, lines[line..].join("\n"), String::new()].join("\n"));
            let bytes: Vec<u8> = text.bytes().map(|byte| if draw(60) == 0 { draw(256) as u8 } else { byte }).collect();
            let _ = check(&String::from_utf8_lossy(&bytes));
        }
    }
}
