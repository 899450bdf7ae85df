//! The page of a contest problem: its row in a list, and the description of its inputs and outputs.
//!
//! In: a problem, and an example of its inputs with the answer. Out: a page for people, data for programs. Types and
//! limits are shown as the problem file writes them; they are explained in `docs/contest.md`.

use grundy::contest::{Example, Form, Problem};
use grundy::view::described;
use grundy::view::{Block, Document, TextStyle, View, Words};
use grundy_message::{Message, message};
use serde_json::{Value, json};

/// A problem to be shown.
pub struct ProblemPage<'a> {
    problem: &'a Problem,
    forms: Vec<Form>,
    example: Option<Example>,
    /// How the command line names it.
    called: String,
}

impl<'a> ProblemPage<'a> {
    /// Returns the page of a problem, without an example.
    pub fn new(problem: &'a Problem) -> ProblemPage<'a> {
        ProblemPage { problem, forms: problem.forms(), example: None, called: problem.name.clone() }
    }

    /// Sets the file of the problem, which the command line names by an option.
    pub fn of_file(self, file: &str) -> ProblemPage<'a> {
        ProblemPage { called: format!("--problem {file}"), ..self }
    }

    /// Adds an example.
    pub fn with_example(self, example: Example) -> ProblemPage<'a> {
        ProblemPage { example: Some(example), ..self }
    }

    fn title(&self) -> Message {
        let english = self.problem.title.as_ref().unwrap_or(&self.problem.name);
        Message::translated(english, &self.problem.titles)
    }

    fn origin(&self) -> &str {
        self.problem.origin.as_deref().unwrap_or_default()
    }

    /// Returns the games that are played, each once; none for kernels.
    fn games(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for game in self.forms.iter().flat_map(|form| &form.games) {
            if !names.contains(&game.name.as_str()) {
                names.push(&game.name);
            }
        }
        names
    }

    /// Returns its row in a list.
    pub fn row(&self) -> Vec<Words> {
        let games = self.games();
        let shown = match games.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [one, ..] => format!("{one}, …"),
        };
        // Details behind the judges' names are on the problem's own page.
        let judges = self.origin().split([':', ';']).next().unwrap_or_default();
        vec![Words::name(&self.problem.name), Words::plain(self.title()), Words::name(shown), Words::name(judges)]
    }

    /// Returns its entry in a list, as JSON.
    pub fn summary(&self) -> Value {
        json!({
            "name": self.problem.name,
            "title": self.title().to_string(),
            "about": self.problem.about,
            "source": self.origin(),
            "games": self.games(),
            "has_text": self.problem.has_text(),
        })
    }

    fn form_blocks(&self, form: &Form, blocks: &mut Vec<Block>) {
        if !form.when.is_empty() {
            let when: Vec<String> = form.when.iter().map(|(field, is)| format!("{field}: {is}")).collect();
            blocks.push(Block::Gap);
            blocks.push(Block::Line(Words::plain(message!("inputs with {conditions}", conditions = when.join(", ")))));
        }
        blocks.push(Block::Gap);
        let mut rows = Vec::new();
        for field in &form.fields {
            let default = field.default.as_ref().map(|default| format!("= {default}")).unwrap_or_default();
            let limit = form.limits.iter().find(|(name, _)| *name == field.name).map(|(_, rule)| rule.as_str());
            rows.push(vec![
                Words::name(&field.name),
                Words::name(format!("{} {default}", field.ty).trim_end()),
                Words::name(limit.unwrap_or_default()),
            ]);
        }
        // Limits of nested fields use the names of the file.
        let inside: Vec<String> = form
            .limits
            .iter()
            .filter(|(name, _)| form.fields.iter().all(|field| field.name != *name))
            .map(|(name, rule)| format!("{name}: {rule}"))
            .collect();
        let titles = vec![message!("input"), message!("type"), message!("limits")];
        blocks.push(Block::Columns { titles, rows });
        let mut facts: Vec<(Message, Vec<Words>)> = Vec::new();
        if !form.games.is_empty() {
            let names: Vec<&str> = form.games.iter().map(|game| game.name.as_str()).collect();
            facts.push((message!("game"), vec![Words::name(names.join(", "))]));
        }
        if !inside.is_empty() {
            facts.push((message!("limits"), inside.into_iter().map(Words::name).collect()));
        }
        if !form.promises.is_empty() {
            facts.push((message!("promised"), form.promises.iter().map(Words::plain).collect()));
        }
        let mut answers: Vec<Words> = form
            .answers
            .iter()
            .map(|(answer, word)| match word {
                Some(word) => Words::name(format!("{answer}  {word}")),
                None => Words::name(answer),
            })
            .collect();
        if form.answers_a_number {
            answers.push(Words::plain(message!("a number")));
        }
        facts.push((message!("answer"), answers));
        if !form.told.is_empty() {
            facts.push((message!("told besides"), vec![Words::name(form.told.join(", "))]));
        }
        blocks.push(Block::Facts(facts));
    }
}

impl View for ProblemPage<'_> {
    fn document(&self) -> Document {
        let mut blocks = vec![Block::Line(Words::of(
            TextStyle::Strong,
            message!("{name} · {title}", name = self.problem.name, title = self.title()),
        ))];
        if !self.origin().is_empty() {
            blocks.push(Block::Line(Words::of(TextStyle::Faint, Message::text(self.origin()))));
        }
        if let Some(about) = &self.problem.about {
            blocks.push(Block::Line(Words::plain(Message::translated(about, &self.problem.abouts))));
        }
        let mut shown: Vec<&str> = Vec::new();
        for game in self.forms.iter().flat_map(|form| &form.games) {
            if shown.contains(&game.name.as_str()) {
                continue;
            }
            shown.push(&game.name);
            blocks.push(Block::head(&described::title(game), Words::plain(described::about(game))));
        }
        for form in &self.forms {
            self.form_blocks(form, &mut blocks);
        }
        if let Some(example) = &self.example {
            let name = &self.called;
            blocks.push(Block::Gap);
            let text = format!("$ echo '{}' | grundy ask {name}\n{}\n", example.input, example.reply);
            blocks.push(Block::Verbatim(text));
            if let Some((input, output)) = &example.text {
                blocks.push(Block::Gap);
                blocks.push(Block::Line(Words::plain(message!("what `grundy judge {name}` reads", name))));
                blocks.push(Block::Verbatim(input.clone()));
                blocks.push(Block::Line(Words::plain(message!("and what it prints"))));
                blocks.push(Block::Verbatim(output.clone()));
            }
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let mut data = self.summary();
        let forms: Vec<Value> = self
            .forms
            .iter()
            .map(|form| {
                let pairs = |pairs: &[(String, String)], first: &str, second: &str| -> Vec<Value> {
                    pairs.iter().map(|(one, other)| json!({first: one, second: other})).collect()
                };
                let fields: Vec<Value> = form
                    .fields
                    .iter()
                    .map(|field| json!({"name": field.name, "type": field.ty, "default": field.default}))
                    .collect();
                let answers: Vec<Value> =
                    form.answers.iter().map(|(answer, word)| json!({"answer": answer, "native": word})).collect();
                json!({
                    "when": pairs(&form.when, "field", "is"),
                    "games": form.games.iter().map(|game| game.name.as_str()).collect::<Vec<_>>(),
                    "input": fields,
                    "limits": pairs(&form.limits, "field", "rule"),
                    "promises": form.promises.iter().map(ToString::to_string).collect::<Vec<_>>(),
                    "answers": answers,
                    "answers_a_number": form.answers_a_number,
                    "told": form.told,
                })
            })
            .collect();
        data["forms"] = json!(forms);
        if let Some(example) = &self.example {
            data["example"] = json!({
                "input": example.input,
                "reply": example.reply,
                "judge_input": example.text.as_ref().map(|(input, _)| input),
                "judge_output": example.text.as_ref().map(|(_, output)| output),
            });
        }
        data
    }
}
