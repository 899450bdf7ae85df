//! Writes docs/theorems.md: theorems found and proved from rules alone, and rules that fit for long and are false.
//!
//! Run with `cargo run --release -p grundy-cli --example theorems > docs/theorems.md`. A name as an argument does that game only.

mod entries;

use entries::{ENTRIES, Entry, LESSONS, Lesson};
use grundy::pattern::finder::{Finding, Status, examine, find};
use grundy::pattern::prover::{Effort, Learned, System, fitting};
use grundy::proof::linear;
use grundy::{Budget, Instance};
use std::sync::Arc;
use std::time::Instant;

/// How long one game may take.
const SECONDS: f64 = 20.0;

fn instance(rules: &str) -> Arc<Instance> {
    let game = grundy::read(rules).unwrap_or_else(|mistakes| panic!("{rules}: {}", mistakes[0].message));
    Arc::new(Instance::new(game, Vec::new()).unwrap_or_else(|fault| panic!("{rules}: {}", fault.message)))
}

/// A theorem and how long it took.
struct Proved {
    finding: Finding,
    /// By the processor, and by the clock.
    seconds: f64,
    clock_seconds: f64,
    check_seconds: f64,
}

fn prove(entry: &Entry) -> Option<Proved> {
    let instance = instance(entry.rules);
    let (began, clock) = (processor_seconds(), Instant::now());
    let go_on = || processor_seconds() - began < SECONDS;
    // Others may use the machine too, so the clock is given more than the processor.
    let budget = Budget { max_seconds: Some(10.0 * SECONDS), ..Budget::positions(4_000_000) };
    let effort = Effort { budget, wants: None, go_on: &go_on };
    let report = find(&instance, &effort, None, &linear::Limits::default()).ok()?;
    let (seconds, clock_seconds) = (processor_seconds() - began, clock.elapsed().as_secs_f64());
    let findings = report.found.into_iter().flat_map(|found| found.findings);
    let proved =
        findings.into_iter().filter(|finding| finding.status == Status::Proved && finding.certificate.is_some());
    let mut proved: Vec<Finding> = proved.collect();
    // The best is the first, but a rule in words is better than an automaton, and one without conditions better than others. Values
    // say more than who wins, even where the least numbers are left out.
    let is_value = |finding: &Finding| finding.claim.starts_with("grundy") && finding.claim.contains(" if n >= ");
    proved.sort_by_key(|finding| (finding.claim.is_empty(), !is_about_all(finding) && !is_value(finding)));
    let finding = proved.into_iter().next()?;
    let began = processor_seconds();
    let text = finding.certificate.clone().unwrap_or_default();
    let accepted = match text.starts_with("grundy automaton") {
        true => linear::verify(&text, &linear::Limits::default(), &|| false).is_ok(),
        false => text
            .parse()
            .is_ok_and(|certificate| grundy::proof::check(&certificate, &grundy::proof::Limits::default()).is_ok()),
    };
    assert!(accepted, "{}", entry.title);
    Some(Proved { finding, seconds, clock_seconds, check_seconds: processor_seconds() - began })
}

/// How long this thread has worked: what the clock of a busy machine says would mean little.
fn processor_seconds() -> f64 {
    let described = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    described.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// The first of several is the best; a claim with a condition is the last to be shown.
fn is_about_all(finding: &Finding) -> bool {
    !finding.claim.contains(" if ") || finding.claim.contains("iff if")
}

/// The words of a rule, with the condition of its claim where the words do not tell it.
fn words(finding: &Finding) -> String {
    match finding.claim.rsplit_once(" if ") {
        Some((_, condition)) if !is_about_all(finding) && !finding.words.to_string().contains("where") => {
            format!("{}, where {}", finding.words, condition.replace(" == ", " = "))
        }
        _ => finding.words.to_string(),
    }
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&Entry> =
        ENTRIES.iter().filter(|entry| only.is_empty() || only.iter().any(|name| entry.title == name)).collect();
    let proved: Vec<(&Entry, Option<Proved>)> = chosen
        .into_iter()
        .map(|entry| {
            eprint!("{} ", entry.title);
            let proved = prove(entry);
            eprintln!(
                "{}",
                proved.as_ref().map_or("NOT PROVED".into(), |proved| format!(
                    "{:.2} s, {:.2} s by the clock",
                    proved.seconds, proved.clock_seconds
                ))
            );
            (entry, proved)
        })
        .collect();
    print!("{}", page(&proved));
}

fn page(proved: &[(&Entry, Option<Proved>)]) -> String {
    let theorems: Vec<(&Entry, &Proved)> =
        proved.iter().filter_map(|(entry, proved)| Some((*entry, proved.as_ref()?))).collect();
    let mut times: Vec<f64> = theorems.iter().map(|(_, proved)| proved.seconds).collect();
    times.sort_by(f64::total_cmp);
    let longest = theorems.iter().map(|(_, proved)| proved.clock_seconds).fold(0.0, f64::max);
    let mut page = format!(
        "# Theorems from rules alone\n\nThis page is made by the program (`cargo run --release -p grundy-cli --example theorems`). Each game \
         below is a text of a few lines. From it alone, with no hint, the program solved a table, found a rule in it, \
         and proved the rule for **every** position: a checker that shares no code with the search accepted the certificate. \
         [Finding and proving](finding.md) tells how to do that with games of one's own.\n\n\
         {} theorems; the median took {:.2} s of one core and the slowest {:.2} s, failed systems included ({longest:.2} s by the clock of a \
         machine that others used too). At the end there are {} rules that \
         fit a long table and are false.\n\n| game | the rule | automaton | certificate | found and proved | checked |\n|---|---|---|---|---|---|\n",
        theorems.len(),
        times.get(times.len() / 2).copied().unwrap_or(0.0),
        times.last().copied().unwrap_or(0.0),
        LESSONS.len() + 1
    );
    for (entry, proved) in &theorems {
        page += &format!(
            "| {} | {} | {} | {} bytes | {:.2} s | {:.3} s |\n",
            entry.title,
            words(&proved.finding).replace('|', "\\|"),
            automaton(&proved.finding),
            proved.finding.certificate.as_ref().map_or(0, String::len),
            proved.seconds,
            proved.check_seconds
        );
    }
    for (entry, proved) in &theorems {
        page += &theorem(entry, &proved.finding);
    }
    let rest: Vec<&str> = proved.iter().filter(|(_, proved)| proved.is_none()).map(|(entry, _)| entry.title).collect();
    if !rest.is_empty() {
        page += &format!(
            "\n# Not proved\n\nTried in the same way, and not proved within {SECONDS} s: {}.\n",
            rest.join("; ")
        );
    }
    page += "\n# Rules that fit and are false\n\nA table is no proof. Each of these rules holds for all small positions and fails later; \
             the program names the first position where it does.\n";
    for lesson in LESSONS {
        page += &told(lesson);
    }
    page + &learned_too_early()
}

fn automaton(finding: &Finding) -> String {
    match (&finding.system, finding.states) {
        (Some(system), Some(1)) => format!("1 state in {system}"),
        (Some(system), Some(states)) => format!("{states} states in {system}"),
        _ => "a period of heaps".to_owned(),
    }
}

fn theorem(entry: &Entry, finding: &Finding) -> String {
    let mut text = format!("\n## {}\n\n{}.\n\n```text\n{}\n```\n\n", entry.title, entry.source, entry.rules);
    text += &format!("Proved: **{}**", words(finding));
    if !finding.claim.is_empty() {
        text += &format!(", or `claim {}`", finding.claim);
    }
    text += &format!(". Evidence: {}.", automaton(finding));
    if let Some(link) = &finding.link {
        text += &format!(" ({link}.)");
    }
    let certificate = finding.certificate.clone().unwrap_or_default();
    text += &format!("\n\n<details><summary>certificate</summary>\n\n```text\n{certificate}```\n\n</details>\n");
    text
}

fn told(lesson: &Lesson) -> String {
    let instance = instance(lesson.rules);
    let claim = instance.game().claims.last().expect("every lesson ends with a claim");
    let budget = Budget { max_seconds: Some(SECONDS), ..Budget::positions(4_000_000) };
    let (held, fails) = examine(&instance, claim, lesson.to, &budget).expect("every lesson has a table");
    let fails = fails.unwrap_or_else(|| panic!("{} does not fail", lesson.title));
    format!(
        "\n## {}\n\n{}\n\n```text\n{}\n```\n\nIt holds for {held} positions, the smallest ones, and fails at **{fails}**.\n",
        lesson.title, lesson.words, lesson.rules
    )
}

/// Dawson's Kayles, learned from its first heaps: how far the automaton is right that fits all of them.
fn learned_too_early() -> String {
    let rules = "game dawsons_kayles(n)\nmove knock(a in 0..n - 2) -> a plus n - 2 - a";
    let instance = instance(rules);
    let budget = Budget { max_seconds: Some(SECONDS), ..Budget::positions(4_000_000) };
    let learn = |heaps: u64| fitting(&instance, &System::new(&[2]), Learned::Grundy, heaps, &budget);
    let (heaps, many) = (300, 2000);
    let (small, _) = learn(heaps).expect("an automaton fits the first heaps");
    let (large, table) = learn(many).expect("an automaton fits many heaps");
    let system = System::new(&[2]);
    let is_wrong = |heap: &i64| small.value(&system.word(&[*heap])) != table.value(&[*heap]);
    let fails = (0..many as i64).find(is_wrong).expect("the first heaps do not tell all");
    format!(
        "\n## Dawson's Kayles, learned too early\n\nThe smallest automaton in base 2 that can be learned from the Grundy values of the heaps \
         below {heaps} has {} states, and is right about all of them. The checker refuses it. The one that it accepts has \
         {} states.\n\n```text\n{rules}\n```\n\nIt holds for {fails} positions, the smallest ones, and fails at **{fails}**.\n",
        small.states.len(),
        large.states.len()
    )
}
