//! Conversion of refusals and errors to chat errors.

use crate::base::text::capitalize;
use crate::chat_command::ChatError;
use crate::messages::Wording;
use crate::systems::d10::input::Denied;

/// Converts an error to a chat error with its code and its own text.
#[must_use]
pub fn chat_error<E: std::error::Error>(error: &E) -> ChatError {
    ChatError::new(error_code(error), Wording::verbatim(error.to_string()))
}

/// Derives the code of an error from its variant name: `NoDice` becomes `no_dice`.
fn error_code<E: std::error::Error>(error: &E) -> String {
    let written = format!("{error:?}");
    let name = written.split(|c: char| !c.is_ascii_alphanumeric()).next();
    let mut code = String::new();
    for letter in name.unwrap_or_default().chars() {
        if letter.is_ascii_uppercase() && !code.is_empty() {
            code.push('_');
        }
        code.push(letter.to_ascii_lowercase());
    }
    code
}

/// Converts a refusal to a chat error with a full sentence.
#[must_use]
pub fn refusal_error<R: std::error::Error>(refusal: &R) -> ChatError {
    let said = chat_error(refusal);
    ChatError::new(said.code, Wording::verbatim(to_sentence(&said.text)))
}

/// Converts a refusal or an input error to a chat error.
#[must_use]
pub fn denied_error<R: std::error::Error>(denied: &Denied<R>) -> ChatError {
    match denied {
        Denied::Refused(reason) => refusal_error(reason),
        Denied::Nonsense(nonsense) => ChatError::new(
            "nonsense",
            Wording::verbatim(to_sentence(&nonsense.to_string())),
        ),
    }
}

/// Capitalizes a text and ends it with a full stop.
fn to_sentence(text: &str) -> String {
    let mut sentence = capitalize(text);
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Clone, Copy, Debug, thiserror::Error, Serialize)]
    #[serde(tag = "error", rename_all = "snake_case")]
    enum No {
        #[error("no dice")]
        NoDice,
        #[error("{yards} yards")]
        TooFar { yards: i32 },
    }

    #[test]
    fn a_code_is_the_word_that_is_written_down() {
        for no in [No::NoDice, No::TooFar { yards: 3 }] {
            let written = serde_json::to_value(no).expect("an object");
            assert_eq!(written.get("error"), Some(&error_code(&no).into()));
        }
        assert_eq!(chat_error(&No::TooFar { yards: 3 }).code, "too_far");
    }
}
