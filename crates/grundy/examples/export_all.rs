//! Exports every problem to every language, compiles and runs the programs on samples and drawn instances, and compares them
//! with `judge`. Prints a table. Arguments: a folder for the programs, then languages or problems to restrict it to,
//! and `small` for small instances alone.

use grundy::contest::{Language, Problem, Random, Session, judge};
use grundy::{Budget, problems};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().cloned().unwrap_or_else(|| "exported".to_owned());
    let asked = &arguments[arguments.len().min(1)..];
    let languages: Vec<Language> = asked.iter().filter_map(|name| Language::of(name)).collect();
    let languages = if languages.is_empty() { Language::ALL.to_vec() } else { languages };
    let names: Vec<&String> = asked.iter().filter(|name| Language::of(name).is_none() && *name != "small").collect();
    for entry in problems().iter().filter(|entry| names.is_empty() || names.iter().any(|name| **name == entry.name)) {
        let Ok(problem) = entry.problem() else { continue };
        let texts = texts(&problem, asked.iter().any(|word| word == "small"));
        let mut row = format!("{:18}", entry.name);
        for language in &languages {
            let start = Instant::now();
            let exported = grundy::exported(&problem).and_then(|one| one.text(*language));
            let seconds = start.elapsed().as_secs_f64();
            let told = match exported {
                Ok(program) => tried(Path::new(&folder), entry.name, *language, &program, &texts),
                Err(why) => format!("refused: {}", why.0),
            };
            row += &format!(" | {} {told} (exported in {seconds:.2}s)", language.name());
            if told.starts_with("refused") {
                break;
            }
        }
        println!("{row}");
    }
}

/// Inputs in the judge's text with the outputs that are right: samples, small instances, the largest.
fn texts(problem: &Arc<Problem>, small: bool) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        problem.samples.iter().map(|sample| (sample.input.clone(), sample.output.clone())).collect();
    let mut random = Random::new(5);
    let sizes: [&[u32]; 3] = [&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[8, 12, 16, 20, 25, 30], &[40, 50, 60, 70, 70]];
    for sizes in &sizes[..if small { 1 } else { 3 }] {
        let mut inputs = Vec::new();
        let start = Instant::now();
        for size in sizes.iter().cycle().take(sizes.len() * 3) {
            if start.elapsed() > Duration::from_millis(400) {
                break;
            }
            if let Ok(input) = problem.draw(*size, &mut random) {
                inputs.push(input);
            }
        }
        inputs.retain(|input| problem.write(std::slice::from_ref(input)).is_ok());
        // Only what is answered within the time is asked.
        let mut kept = Vec::new();
        let start = Instant::now();
        let mut session = Session::new(problem.clone(), Budget::positions(200_000), grundy::solver);
        for input in inputs {
            if start.elapsed() > Duration::from_millis(700) {
                break;
            }
            if session.answer(&input, grundy::contest::Detail::Answer).is_ok() {
                kept.push(input);
            }
        }
        let Ok(text) = problem.write(&kept) else { continue };
        let mut printed = String::new();
        let done = judge(&mut session, text.as_bytes(), &mut |piece| {
            printed += piece;
            Ok(())
        });
        if done.is_ok() && !kept.is_empty() {
            all.push((text, printed));
        }
    }
    all
}

fn tried(folder: &Path, name: &str, language: Language, program: &str, texts: &[(String, String)]) -> String {
    let folder = folder.join(format!("{name}_{}", language.name()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let (file, compile, run): (&str, Vec<&str>, Vec<&str>) = match language {
        Language::Cpp => {
            ("main.cpp", vec!["g++", "-std=c++17", "-O2", "-Wall", "-o", "main", "main.cpp"], vec!["./main"])
        }
        Language::Python => ("main.py", vec![], vec!["python3", "main.py"]),
        Language::Java => ("Main.java", vec!["javac", "Main.java"], vec!["java", "-Xss64m", "Main"]),
        Language::Rust => {
            ("main.rs", vec!["rustc", "--edition", "2021", "-O", "-o", "main", "main.rs"], vec!["./main"])
        }
    };
    let path = folder.join(file);
    let same = std::fs::read_to_string(&path).is_ok_and(|known| known == program) && folder.join("fine").exists();
    if !same {
        std::fs::write(&path, program).expect("the program can be written");
    }
    if let Some((word, rest)) = compile.split_first()
        && !same
    {
        let done = Command::new(word).args(rest).current_dir(&folder).output().expect("the compiler runs");
        if !done.status.success() {
            let told = String::from_utf8_lossy(&done.stderr);
            let first = told.lines().find(|line| line.contains("error")).unwrap_or_default().to_owned();
            return format!("DOES NOT COMPILE: {first}");
        }
    }
    std::fs::write(folder.join("fine"), "").expect("the mark can be written");
    let mut slowest = Duration::ZERO;
    for (at, (input, output)) in texts.iter().enumerate() {
        std::fs::write(folder.join(format!("{at}.in")), input).expect("the input can be written");
        let start = Instant::now();
        let mut child = Command::new("timeout")
            .arg("20")
            .args(&run)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut into = child.stdin.take().expect("it has an input");
        let bytes = input.clone().into_bytes();
        let writer = std::thread::spawn(move || into.write_all(&bytes));
        let done = child.wait_with_output().expect("the program ends");
        let _ = writer.join();
        slowest = slowest.max(start.elapsed());
        let found = String::from_utf8_lossy(&done.stdout);
        if !done.status.success() {
            let told = String::from_utf8_lossy(&done.stderr);
            return format!("FAILS on {at}: {} {}", done.status, told.lines().last().unwrap_or_default());
        }
        if found != output.as_str() {
            let line = found.lines().zip(output.lines()).position(|(a, b)| a != b);
            return format!("WRONG on {at}, line {line:?} of {}", output.lines().count());
        }
    }
    format!("ok {} {:.2}s", texts.len(), slowest.as_secs_f64())
}
