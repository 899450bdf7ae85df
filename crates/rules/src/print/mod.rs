//! The printer: [`Ast`] -> text in canonical form, as `grundy fmt` writes it.
//!
//! In: a syntax tree, and its source text if comments and blank lines are to be preserved. Out: one clause per line in the
//! order of the file, broken over indented lines beyond [`WIDTH`] columns, with exactly the parentheses that are needed. What
//! is printed parses back to the same tree.

mod clause;
mod expression;
mod layout;

use crate::ast::{Ast, ClaimClause, Clause, Comment, Expr, StrategyClause, SymmetryClause, TypeExpr};
use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use layout::{columns, lay_out};

/// Maximum number of columns of a line.
pub const WIDTH: usize = 100;

/// Returns the canonical form of a file, with its comments and single blank lines.
///
/// ```
/// let text = "game nim(n)   move take( k in 1..n )->(n-k)  # any number";
/// let canonical = grundy_rules::print::format(text).unwrap();
/// assert_eq!(canonical, "game nim(n)\nmove take(k in 1..n) -> n - k  # any number\n");
/// ```
///
/// # Errors
/// The mistakes of a file that does not parse: printing it would lose something.
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    let (ast, mistakes) = parse(source);
    if mistakes.iter().any(Diagnostic::is_error) {
        return Err(mistakes);
    }
    Ok(write_lines(&lines(&ast, Some(source))))
}

/// Returns the canonical form of a tree alone. Every comment is on its own line before the clause that follows it.
///
/// ```
/// let (ast, _) = grundy_rules::parse::parse("game nim(n) start 3 plus 4");
/// assert_eq!(grundy_rules::print::print(&ast), "game nim(n)\nstart 3 plus 4\n");
/// ```
pub fn print(ast: &Ast) -> String {
    write_lines(&lines(ast, None))
}

/// Returns an expression on one line.
pub fn print_expression(shown: &Expr) -> String {
    lay_out(&expression::expression(shown), usize::MAX)
}

/// Returns a type on one line.
///
/// ```
/// let (ast, _) = grundy_rules::parse::parse("game row(s: [ {'a','b'} ; 3 ])");
/// let grundy_rules::ast::ClauseKind::Game { components, .. } = &ast.clauses[0].kind else { panic!() };
/// let grundy_rules::ast::DeclaredDomain::Typed(ty) = &components[0].domain else { panic!() };
/// assert_eq!(grundy_rules::print::print_type(ty), "[{'a', 'b'}; 3]");
/// ```
pub fn print_type(shown: &TypeExpr) -> String {
    lay_out(&clause::type_(shown), usize::MAX)
}

/// Returns a claim on one line, without the word `claim`.
pub fn print_claim(claim: &ClaimClause) -> String {
    lay_out(&clause::claim(claim), usize::MAX)
}

/// Returns a symmetry on one line, without the word `symmetry`.
pub fn print_symmetry(symmetry: &SymmetryClause) -> String {
    clause::symmetry(symmetry)
}

/// Returns a strategy on one line, without the word `strategy`.
pub fn print_strategy(strategy: &StrategyClause) -> String {
    lay_out(&clause::strategy(strategy), usize::MAX)
}

/// A clause or a comment on its own lines.
struct Line {
    text: String,
    /// The comment after it.
    trailing: Option<String>,
    blank_before: bool,
}

/// Returns the clauses with their comments: one on its own line stays there, one after a clause stays after it, and one
/// inside a clause moves before it.
fn lines(ast: &Ast, source: Option<&str>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut comments = ast.comments.iter().peekable();
    // Byte index in the source where the last item ended.
    let mut end = None;
    let between = |from: Option<usize>, to: usize| match (source, from) {
        (Some(source), Some(from)) => source.get(from..to).unwrap_or("").matches('\n').count(),
        (Some(_), None) => 0,
        (None, _) => 1,
    };
    let own_line =
        |comment: &Comment, blank_before| Line { text: format!("#{}", comment.text), trailing: None, blank_before };
    for (at, clause) in ast.clauses.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.span.start < clause.span.start) {
            lines.push(own_line(comment, between(end, comment.span.start) > 1));
            end = Some(comment.span.end);
        }
        let mut blank_before = between(end, clause.span.start) > 1;
        while let Some(comment) = comments.next_if(|comment| comment.span.start < clause.span.end) {
            lines.push(own_line(comment, std::mem::take(&mut blank_before)));
        }
        end = Some(clause.span.end);
        let next = ast.clauses.get(at + 1).map_or(usize::MAX, |next| next.span.start);
        let trailing = comments
            .next_if(|comment| source.is_some() && comment.span.start < next && between(end, comment.span.start) == 0);
        if let Some(comment) = trailing {
            end = Some(comment.span.end);
        }
        let text = print_clause(clause);
        lines.push(Line { text, trailing: trailing.map(|comment| comment.text.clone()), blank_before });
    }
    for comment in comments {
        lines.push(own_line(comment, between(end, comment.span.start) > 1));
        end = Some(comment.span.end);
    }
    lines
}

/// Returns a clause, broken over indented lines beyond [`WIDTH`] columns.
pub fn print_clause(clause: &Clause) -> String {
    lay_out(&clause::clause(clause), WIDTH)
}

/// Writes lines; comments after consecutive clauses begin in one column.
fn write_lines(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (at, line) in lines.iter().enumerate() {
        if line.blank_before && at > 0 {
            out.push('\n');
        }
        out.push_str(&line.text);
        if let Some(comment) = &line.trailing {
            let starts_run = at == 0 || line.blank_before || lines[at - 1].trailing.is_none();
            if starts_run {
                let run = lines[at..].iter().enumerate();
                let run =
                    run.take_while(|(ahead, line)| line.trailing.is_some() && (*ahead == 0 || !line.blank_before));
                column = run.map(|(_, line)| last_columns(&line.text)).max().unwrap_or(0);
            }
            let gap = column.saturating_sub(last_columns(&line.text)) + 2;
            out.push_str(&" ".repeat(gap));
            out.push('#');
            out.push_str(comment);
        }
        out.push('\n');
    }
    out
}

fn last_columns(text: &str) -> usize {
    columns(text.rsplit('\n').next().unwrap_or(""))
}
