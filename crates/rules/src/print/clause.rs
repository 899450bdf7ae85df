//! Clauses, results, positions and claims as documents.

use super::expression::{binders, expression, for_binders, operand, quoted, quoted_symbol, range};
use super::layout::{Document, commas, group, indented, sequence, text};
use crate::ast::{
    Again, Change, ClaimClause, ClaimKind, ClaimedOutcome, Clause, ClauseKind, CompoundClause, Declaration,
    DeclaredDomain, Expr, LoopsClause, MoveClause, Name, PositionExpr, PositionKind, ResultExpr, ResultKind,
    StrategyClause, SymmetryClause, Term, TermKind, Text, TiesClause, TypeExpr, TypeExprKind, Verdict,
};
use crate::parse::expression::strength;

pub(super) fn clause(shown: &Clause) -> Document {
    match &shown.kind {
        ClauseKind::Game { name, components } => sequence([
            text(format!("game {}(", name.text)),
            indented(commas(components.iter().map(declaration))),
            text(")"),
        ]),
        ClauseKind::Given(givens) => sequence([text("given "), indented(commas(givens.iter().map(declaration)))]),
        ClauseKind::Let { name, parameters, body } => {
            let parameters = parameters.as_ref().map_or(String::new(), |names| format!("({})", joined(names)));
            group(sequence([
                text(format!("let {}{parameters} =", name.text)),
                indented(sequence([Document::Line, group(expression(body))])),
            ]))
        }
        ClauseKind::Players(players) => text(format!("players {}", joined(players))),
        ClauseKind::Move(shown) => move_clause(shown),
        ClauseKind::End { verdict, condition } => {
            let ending = match verdict {
                Verdict::Win => text("win"),
                Verdict::Lose => text("lose"),
                Verdict::Draw => text("draw"),
                Verdict::Wins(player) => text(format!("{} wins", player.text)),
                Verdict::Score(points) => sequence([text("score")].into_iter().chain(points.iter().flat_map(spaced))),
            };
            sequence([ending, text(" if "), indented(group(expression(condition)))])
        }
        ClauseKind::Stuck { verdict, condition } => stuck(verdict, condition.as_ref()),
        ClauseKind::CompoundRule(compound) => match compound {
            CompoundClause::One => text("compound one"),
            CompoundClause::Every => text("compound every"),
            CompoundClause::Short => text("compound short"),
            CompoundClause::Some => text("compound some"),
            CompoundClause::Anti => text("compound anti"),
            CompoundClause::Upto(max) => sequence([text("compound upto "), indented(expression(max))]),
        },
        ClauseKind::Loops(LoopsClause::Draw) => text("loops draw"),
        ClauseKind::Loops(LoopsClause::None) => text("loops none"),
        ClauseKind::Loops(LoopsClause::Wins(player)) => text(format!("loops {} wins", player.text)),
        ClauseKind::Ties(TiesClause::Draw) => text("ties draw"),
        ClauseKind::Ties(TiesClause::First) => text("ties first"),
        ClauseKind::Ties(TiesClause::Player(player)) => text(format!("ties {}", player.text)),
        ClauseKind::Symmetry(shown) => text(format!("symmetry {}", symmetry(shown))),
        ClauseKind::Valid(condition) => sequence([text("valid if "), indented(group(expression(condition)))]),
        ClauseKind::Start(at) => sequence([text("start "), indented(position(at))]),
        ClauseKind::Claim(shown) => sequence([text("claim "), claim(shown)]),
        ClauseKind::Strategy(shown) => sequence([text("strategy "), strategy(shown)]),
        ClauseKind::Source(prose) => text(format!("source {}", prose_in_quotes(prose))),
        ClauseKind::About { language, text: prose } => text(in_language("about", language.as_ref(), prose)),
        ClauseKind::Title { language, text: prose } => text(in_language("title", language.as_ref(), prose)),
    }
}

/// Prints prose for people in a language.
fn in_language(word: &str, language: Option<&Name>, prose: &Text) -> String {
    let language = language.map_or(String::new(), |language| format!("{} ", language.text));
    format!("{word} {language}{}", prose_in_quotes(prose))
}

/// Prints a symmetry, without the word `symmetry`.
pub(super) fn symmetry(shown: &SymmetryClause) -> String {
    match shown {
        SymmetryClause::Swap(names) => format!("swap {}", joined(names)),
        SymmetryClause::Board(board, words) => format!("{} {}", board.text, joined(words)),
    }
}

fn joined(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    names.join(", ")
}

/// Quotes prose, preserving its line ends.
fn prose_in_quotes(prose: &Text) -> String {
    quoted(&prose.text.replace('\\', "\\\\"))
}

fn spaced(shown: &Expr) -> [Document; 2] {
    [text(" "), indented(expression(shown))]
}

fn declaration(shown: &Declaration) -> Document {
    let mut pieces = vec![text(&shown.name.text)];
    match &shown.domain {
        DeclaredDomain::Unsaid => {}
        DeclaredDomain::In(shown) => pieces.extend([text(" in "), range(shown)]),
        DeclaredDomain::Typed(shown) => pieces.extend([text(": "), type_(shown)]),
    }
    if let Some(default) = &shown.default {
        pieces.extend([text(" = "), indented(expression(default))]);
    }
    sequence(pieces)
}

pub(super) fn type_(shown: &TypeExpr) -> Document {
    match &shown.kind {
        TypeExprKind::Int(None) => text("int"),
        TypeExprKind::Int(Some(bounds)) => sequence([text("int in "), range(bounds)]),
        TypeExprKind::Bool => text("bool"),
        TypeExprKind::Symbols(symbols) => {
            let symbols = symbols.iter().map(|symbol| match symbol.quoted {
                true => text(quoted_symbol(&symbol.text)),
                false => text(&symbol.text),
            });
            sequence([text("{"), indented(commas(symbols)), text("}")])
        }
        TypeExprKind::List(element, sizes) => {
            let mut pieces = vec![text("["), type_(element)];
            if !sizes.is_empty() {
                pieces.extend([text("; "), commas(sizes.iter().map(expression))]);
            }
            pieces.push(text("]"));
            sequence(pieces)
        }
        TypeExprKind::Bag(element) => sequence([text("bag "), type_(element)]),
        TypeExprKind::Set(element) => sequence([text("set "), type_(element)]),
    }
}

fn move_clause(shown: &MoveClause) -> Document {
    let player = shown.player.as_ref().map_or(String::new(), |player| format!("{} ", player.text));
    let mut pieces = vec![text(format!("{player}move {}", shown.name.text))];
    if !shown.binders.is_empty() {
        pieces.extend([text("("), indented(binders(&shown.binders)), text(")")]);
    }
    if let Some(guard) = &shown.guard {
        pieces.push(indented(group(sequence([Document::Line, text("if "), indented(group(expression(guard)))]))));
    }
    if let Some(gain) = &shown.gain {
        pieces.push(indented(group(sequence([Document::Line, text("gain "), indented(group(expression(gain)))]))));
    }
    pieces.push(text(" ->"));
    pieces.push(group(indented(sequence([Document::Line, group(result(&shown.result))]))));
    sequence(pieces)
}

fn result(shown: &ResultExpr) -> Document {
    match &shown.kind {
        ResultKind::If(condition, chosen, rest) => choice(condition, chosen, rest),
        ResultKind::Terms { again, terms } => {
            let mut pieces = Vec::new();
            match again {
                Again::Never => {}
                Again::Always => pieces.push(text("again ")),
                Again::If(condition) => {
                    let closed =
                        matches!(terms.first().map(|term| &term.kind), Some(TermKind::With(_) | TermKind::Nothing));
                    pieces.push(text("again if "));
                    pieces.push(indented(group(expression(condition))));
                    pieces.push(text(if closed { "" } else { ":" }));
                    pieces.push(Document::Line);
                }
            }
            for (at, shown) in terms.iter().enumerate() {
                if at > 0 {
                    pieces.extend([text(" plus"), Document::Line]);
                }
                pieces.push(group(term(shown)));
            }
            group(sequence(pieces))
        }
    }
}

fn choice(condition: &Expr, chosen: &ResultExpr, rest: &ResultExpr) -> Document {
    let branch = |condition: &Expr, chosen: &ResultExpr| {
        [
            text("if "),
            indented(group(expression(condition))),
            text(" then"),
            group(indented(sequence([Document::Line, group(result(chosen))]))),
        ]
    };
    let mut pieces: Vec<Document> = branch(condition, chosen).into();
    let mut rest = rest;
    loop {
        pieces.push(Document::Line);
        pieces.push(text("else"));
        let ResultKind::If(condition, chosen, last) = &rest.kind else { break };
        pieces.push(text(" "));
        pieces.extend(branch(condition, chosen));
        rest = last;
    }
    pieces.push(group(indented(sequence([Document::Line, group(result(rest))]))));
    group(sequence(pieces))
}

fn term(shown: &Term) -> Document {
    match &shown.kind {
        TermKind::Tuple(values) => tuple(values),
        TermKind::Bare(value) => indented(operand(value, strength::OR)),
        TermKind::With(changes) => sequence([text("with "), indented(commas(changes.iter().map(change)))]),
        TermKind::Nothing => text("nothing"),
        TermKind::Group(inner) => sequence([text("("), indented(result(inner)), text(")")]),
        TermKind::Each { term: each, binders, filter } => {
            let mut pieces = vec![group(term(each))];
            pieces.extend(for_binders(binders, filter.as_ref()));
            sequence([text("plus("), group(indented(sequence(pieces))), text(")")])
        }
    }
}

fn tuple(values: &[Expr]) -> Document {
    sequence([text("("), indented(commas(values.iter().map(expression))), text(")")])
}

fn change(shown: &Change) -> Document {
    let mut pieces = vec![text(&shown.component.text)];
    if !shown.indices.is_empty() {
        pieces.extend([text("["), commas(shown.indices.iter().map(expression)), text("]")]);
    }
    pieces.extend([text(" = "), indented(group(expression(&shown.value)))]);
    if shown.binders.is_empty() {
        return sequence(pieces);
    }
    pieces.extend(for_binders(&shown.binders, shown.filter.as_ref()));
    sequence([text("("), group(indented(sequence(pieces))), text(")")])
}

fn stuck(verdict: &Verdict, condition: Option<&Expr>) -> Document {
    let verdict = match (verdict, condition) {
        (Verdict::Win, None) => text("wins"),
        (Verdict::Win, Some(_)) => text("win"),
        (Verdict::Lose, None) => text("loses"),
        (Verdict::Lose, Some(_)) => text("lose"),
        (Verdict::Draw, None) => text("draws"),
        (Verdict::Draw, Some(_)) => text("draw"),
        (Verdict::Wins(player), _) => text(format!("{} wins", player.text)),
        (Verdict::Score(points), _) => sequence([text("scores")].into_iter().chain(points.iter().flat_map(spaced))),
    };
    let mut pieces = vec![text("stuck "), verdict];
    pieces.extend(restriction(condition));
    sequence(pieces)
}

/// Prints ` if COND`.
fn restriction(condition: Option<&Expr>) -> Option<Document> {
    condition.map(|condition| {
        indented(group(sequence([Document::Line, text("if "), indented(group(expression(condition)))])))
    })
}

fn position(shown: &PositionExpr) -> Document {
    let PositionKind::Parts { mover, parts } = &shown.kind else { return text("start") };
    let mut pieces: Vec<Document> = mover.iter().map(|mover| text(format!("{}: ", mover.text))).collect();
    if parts.is_empty() {
        pieces.push(text("nothing"));
    }
    for (at, part) in parts.iter().enumerate() {
        let part = match part.as_deref() {
            None => text("nothing"),
            Some([value]) => operand(value, strength::OR),
            Some(values) => tuple(values),
        };
        if at == 0 {
            pieces.push(group(part));
        } else {
            pieces.extend([text(" plus"), group(sequence([Document::Line, group(part)]))]);
        }
    }
    sequence(pieces)
}

pub(super) fn claim(shown: &ClaimClause) -> Document {
    let mut pieces = match &shown.kind {
        ClaimKind::Equals(quantity, value) => vec![
            text(format!("{} =", quantity.name())),
            group(indented(sequence([Document::Line, group(expression(value))]))),
        ],
        ClaimKind::Iff(outcome, condition) => vec![
            match outcome {
                ClaimedOutcome::First => text("win iff"),
                ClaimedOutcome::Second => text("lose iff"),
                ClaimedOutcome::Draw => text("draw iff"),
                ClaimedOutcome::Player(player) => text(format!("{} wins iff", player.text)),
            },
            group(indented(sequence([Document::Line, group(expression(condition))]))),
        ],
        ClaimKind::Period { quantity, period, from } => vec![
            text(format!("{} has period ", quantity.name())),
            expression(period),
            text(" from "),
            indented(expression(from)),
        ],
        ClaimKind::Values { quantity, range: over, values } => {
            let mut pieces = vec![text(format!("{} of ", quantity.name())), range(over), text(" =")];
            for value in values {
                pieces.push(indented(group(sequence([Document::Line, expression(value)]))));
            }
            pieces
        }
        ClaimKind::At { quantity, position: at, value } => vec![
            text(format!("{} at ", quantity.name())),
            indented(position(at)),
            text(" = "),
            indented(expression(value)),
        ],
        ClaimKind::Outcome(outcome, at) => vec![
            match outcome {
                ClaimedOutcome::First => text("first wins at "),
                ClaimedOutcome::Second => text("second wins at "),
                ClaimedOutcome::Draw => text("draw at "),
                ClaimedOutcome::Player(player) => text(format!("{} wins at ", player.text)),
            },
            indented(position(at)),
        ],
    };
    pieces.extend(restriction(shown.condition.as_ref()));
    sequence(pieces)
}

pub(super) fn strategy(shown: &StrategyClause) -> Document {
    let mut pieces = vec![text(&shown.name.text)];
    if !shown.arguments.is_empty() {
        let arguments = shown
            .arguments
            .iter()
            .map(|(name, value)| sequence([text(format!("{} = ", name.text)), indented(group(expression(value)))]));
        pieces.extend([text("("), indented(commas(arguments)), text(")")]);
    }
    pieces.extend(restriction(shown.condition.as_ref()));
    sequence(pieces)
}
