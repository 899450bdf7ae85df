//! Writes docs/theorems.md: theorems found and proved from rules alone, and rules that fit for long and are false.
//!
//! Run with `cargo run --release -p grundy-cli --example theorems > docs/theorems.md`. A name as an argument does that game only.

mod entries;

use entries::{ENTRIES, Entry, LESSONS, Lesson};
use grundy::pattern::finder::{Finding, Status, examine, find};
use grundy::pattern::prover::Effort;
use grundy::proof::linear::checker;
use grundy::{Budget, Instance};
use std::sync::Arc;

/// How long one game may take.
const SECONDS: f64 = 20.0;

fn instance(rules: &str) -> Arc<Instance> {
    let game = grundy::read(rules).unwrap_or_else(|mistakes| panic!("{rules}: {}", mistakes[0].message));
    Arc::new(Instance::new(game, Vec::new()).unwrap_or_else(|fault| panic!("{rules}: {}", fault.message)))
}

/// A theorem and how long it took.
struct Proved {
    finding: Finding,
    seconds: f64,
    check_seconds: f64,
}

fn prove(entry: &Entry) -> Option<Proved> {
    let instance = instance(entry.rules);
    let began = processor_seconds();
    let go_on = || processor_seconds() - began < SECONDS;
    let budget = Budget { max_seconds: Some(SECONDS), ..Budget::positions(4_000_000) };
    let effort = Effort { budget, wants: None, go_on: &go_on };
    let report = find(&instance, &effort, None, &checker::Limits::default()).ok()?;
    let seconds = processor_seconds() - began;
    let findings = report.found.into_iter().flat_map(|found| found.findings);
    let proved =
        findings.into_iter().filter(|finding| finding.status == Status::Proved && finding.certificate.is_some());
    let mut proved: Vec<Finding> = proved.collect();
    // The best is the first, but a rule in words is better than an automaton, and one without conditions better than others.
    proved.sort_by_key(|finding| (finding.claim.is_empty(), !is_about_all(finding)));
    let finding = proved.into_iter().next()?;
    let began = processor_seconds();
    let text = finding.certificate.clone().unwrap_or_default();
    let accepted = match text.starts_with("grundy automaton") {
        true => checker::check(&text, &checker::Limits::default()).is_ok(),
        false => text
            .parse()
            .is_ok_and(|certificate| grundy::proof::check(&certificate, &grundy::proof::Limits::default()).is_ok()),
    };
    assert!(accepted, "{}", entry.title);
    Some(Proved { finding, seconds, check_seconds: processor_seconds() - began })
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

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&Entry> =
        ENTRIES.iter().filter(|entry| only.is_empty() || only.iter().any(|name| entry.title == name)).collect();
    let proved: Vec<(&Entry, Option<Proved>)> = chosen
        .into_iter()
        .map(|entry| {
            eprint!("{} ", entry.title);
            let proved = prove(entry);
            eprintln!("{}", proved.as_ref().map_or("NOT PROVED".into(), |proved| format!("{:.2} s", proved.seconds)));
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
    let mut page = format!(
        "# Theorems from rules alone\n\nThis page is made by the program (`cargo run --release -p grundy-cli --example theorems`). Each game \
         below is a text of a few lines. From it alone, with no hint, the program solved a table, found a rule in it, \
         and proved the rule for **every** position: a checker that shares no code with the search accepted the certificate. \
         [Finding and proving](finding.md) tells how to do that with games of one's own.\n\n\
         {} theorems; the median took {:.2} s of one core and the slowest {:.2} s, failed systems included. At the end there are {} rules that \
         fit a long table and are false.\n\n| game | the rule | automaton | certificate | found and proved | checked |\n|---|---|---|---|---|---|\n",
        theorems.len(),
        times.get(times.len() / 2).copied().unwrap_or(0.0),
        times.last().copied().unwrap_or(0.0),
        LESSONS.len()
    );
    for (entry, proved) in &theorems {
        page += &format!(
            "| {} | {} | {} | {} bytes | {:.2} s | {:.3} s |\n",
            entry.title,
            proved.finding.words.replace('|', "\\|"),
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
    page
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
    text += &format!("Proved: **{}**", finding.words);
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
