//! Messages for people as data: an English template and its arguments.
//!
//! In: a template with named arguments, given to [`message!`]. Out: a [`Message`], whose `Display` is English and whose
//! parts are kept, so that another crate can write it in another language. This crate knows no other language.
//!
//! ```
//! use grundy_message::{message, plural};
//! let (name, count) = ("nim", 2);
//! let why = message!("{count} {claims} of `{name}` fail", count, claims = plural(&count, "claim", "claims"), name);
//! assert_eq!(why.to_string(), "2 claims of `nim` fail");
//! assert_eq!(message!("not proved: {why}", why).to_string(), "not proved: 2 claims of `nim` fail");
//! ```

mod argument;
mod pieces;

pub use argument::{Arg, Separator, ToArg, list, plural};
pub use pieces::{Piece, pieces};

use std::fmt;

/// The fixed part of a message.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Template {
    /// The name by which programs know the message, if they do.
    pub id: Option<&'static str>,
    /// The English text, with arguments as `{name}` and braces doubled, as in a format string.
    pub text: &'static str,
}

/// A message: a template with its arguments. Made by [`message!`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    template: &'static Template,
    args: Box<[(&'static str, Arg)]>,
}

impl Message {
    /// Creates a message. Use [`message!`], which checks the names of the arguments.
    #[doc(hidden)]
    pub fn new(template: &'static Template, args: impl Into<Box<[(&'static str, Arg)]>>) -> Message {
        Message { template, args: args.into() }
    }

    /// Creates a message that is the same in every language: a name, a move, a position, a number, the text of a user.
    pub fn text(text: impl Into<String>) -> Message {
        Message::new(&Template { id: None, text: "{text}" }, [("text", Arg::Text(text.into()))])
    }

    /// Creates a message from a text that its author wrote in several languages: in English, and in others by their
    /// codes.
    pub fn translated(english: impl Into<String>, others: &[(String, String)]) -> Message {
        let text = Arg::Translated(english.into(), others.to_vec());
        Message::new(&Template { id: None, text: "{text}" }, [("text", text)])
    }

    /// Returns the template.
    pub fn template(&self) -> &'static Template {
        self.template
    }

    /// Returns the arguments with their names.
    pub fn args(&self) -> &[(&'static str, Arg)] {
        &self.args
    }

    /// Returns the argument of this name.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// Changes every text in it: names, numbers, the text of users.
    pub fn each_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        for (_, arg) in &mut self.args {
            match arg {
                Arg::Text(text) => change(text),
                Arg::Translated(text, others) => {
                    change(text);
                    others.iter_mut().for_each(|(_, other)| change(other));
                }
                Arg::Plural(_) => {}
                Arg::Message(message) => message.each_text(change),
                Arg::List(_, messages) => messages.iter_mut().for_each(|message| message.each_text(change)),
            }
        }
    }

    /// Replaces every argument that is `from`, those of messages within it too.
    pub fn replace(&mut self, from: &Arg, to: &Arg) {
        for (_, arg) in &mut self.args {
            match arg {
                arg if arg == from => *arg = to.clone(),
                Arg::Text(_) | Arg::Plural(_) | Arg::Translated(..) => {}
                Arg::Message(message) => message.replace(from, to),
                Arg::List(_, messages) => messages.iter_mut().for_each(|message| message.replace(from, to)),
            }
        }
    }

    /// Returns true if it has no text.
    pub fn is_empty(&self) -> bool {
        match (self.template.text, &*self.args) {
            ("", _) => true,
            ("{text}", [(_, Arg::Text(text) | Arg::Translated(text, _))]) => text.is_empty(),
            _ => false,
        }
    }
}

impl From<&'static Template> for Message {
    fn from(template: &'static Template) -> Message {
        Message::new(template, [])
    }
}

impl From<&Message> for Message {
    fn from(message: &Message) -> Message {
        message.clone()
    }
}

/// The empty message.
impl Default for Message {
    fn default() -> Message {
        Message::new(&Template { id: None, text: "" }, [])
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for piece in pieces(self.template.text) {
            match piece {
                Piece::Literal(text) => f.write_str(text)?,
                Piece::Argument(name) => match self.arg(name) {
                    Some(arg) => arg.fmt(f)?,
                    None => write!(f, "{{{name}}}")?,
                },
            }
        }
        Ok(())
    }
}

impl std::error::Error for Message {}

/// Makes a [`Message`]: `message!("template {name}", name = value)`. `name` alone stands for `name = name`. Arguments are
/// borrowed, as by `format!`. The compiler checks that the template and the arguments have the same names. With
/// `message!(id "name", "template", …)` the message has a name for programs, and may have arguments for them alone.
#[macro_export]
macro_rules! message {
    (id $id:literal, $text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        // Checks the names, and is never run.
        const _: fn() = || {
            let _ = ::core::format_args!(
                ::core::concat!($text $(, "{", ::core::stringify!($name), ":.0}")*) $(, $name = "")*
            );
        };
        $crate::message!(@make ::core::option::Option::Some($id), $text $(, $name $(= $value)?)*)
    }};
    (@make $id:expr, $text:literal $(, $name:ident $(= $value:expr)?)*) => {
        $crate::Message::new(
            &$crate::Template { id: $id, text: $text },
            [$((::core::stringify!($name), $crate::message!(@arg $name $(= $value)?))),*],
        )
    };
    (@arg $name:ident) => { $crate::ToArg::to_arg(&$name) };
    (@arg $name:ident = $value:expr) => { $crate::ToArg::to_arg(&$value) };
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const _: fn() = || { let _ = ::core::format_args!($text $(, $name = "")*); };
        $crate::message!(@make ::core::option::Option::None, $text $(, $name $(= $value)?)*)
    }};
}

/// Makes the [`Template`] of a message without arguments, for constants: `const NAME: &Template = template!("pieces");`.
#[macro_export]
macro_rules! template {
    ($text:literal) => {
        &$crate::Template { id: ::core::option::Option::None, text: $text }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_filled_in() {
        let name = String::from("nim");
        assert_eq!(message!("no `{name}` {{in}} {count}", name, count = 3).to_string(), "no `nim` {in} 3");
        assert_eq!(message!("alone").to_string(), "alone");
        assert_eq!(Message::text("{x}").to_string(), "{x}");
    }

    #[test]
    fn messages_are_arguments_of_messages() {
        let both = list(Separator::Semicolon, [message!("one"), message!("two")]);
        assert_eq!(message!("not taken: {reasons}", reasons = both).to_string(), "not taken: one; two");
        assert_eq!(message!("{what} of it", what = message!("a part")).to_string(), "a part of it");
    }

    #[test]
    fn constants_are_messages_without_arguments() {
        const NAME: &Template = template!("pieces of a range");
        assert_eq!(
            message!("the limit of {value} {name}", value = 3, name = NAME).to_string(),
            "the limit of 3 pieces of a range"
        );
        assert_eq!(Message::from(NAME), message!("pieces of a range"));
    }

    #[test]
    fn an_argument_is_replaced_wherever_it_is() {
        let inner = message!("{u} and {u} + 1", u = "u");
        let mut outer = message!("{u}: {inner}", u = "u", inner);
        outer.replace(&"u".to_arg(), &message!("the sum").to_arg());
        assert_eq!(outer.to_string(), "the sum: the sum and the sum + 1");
    }

    #[test]
    fn a_name_for_programs_is_kept() {
        assert_eq!(message!(id "why-none", "nothing").template().id, Some("why-none"));
        assert_eq!(message!("nothing").template().id, None);
        let both = message!(id "why-none", "no {a}", a = 1, b = 2);
        assert_eq!((both.to_string().as_str(), both.args().len()), ("no 1", 2));
        assert_eq!(Message::translated("Nim", &[]).to_string(), "Nim");
        assert!(Message::default().is_empty() && Message::text("").is_empty() && !message!("x").is_empty());
    }
}
