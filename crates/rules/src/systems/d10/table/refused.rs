//! Refusals as they are answered at the table: their code and their sentence.

use serde::Serialize;

use super::code::code;
use crate::systems::d10::input::Denied;
use crate::typed::ChatError;

/// An error with the code it is written down with, in its own words.
#[must_use]
pub fn said<E: std::error::Error + Serialize>(error: &E) -> ChatError {
    let code = code(error).unwrap_or_else(|| "refused".to_owned());
    ChatError::new(code, error.to_string())
}

/// A refusal as a sentence.
#[must_use]
pub fn refusal<R: std::error::Error + Serialize>(refusal: &R) -> ChatError {
    let said = said(refusal);
    ChatError::new(said.code, sentence(&said.text))
}

/// A refusal, or why the question cannot be.
#[must_use]
pub fn denied<R: std::error::Error + Serialize>(denied: &Denied<R>) -> ChatError {
    match denied {
        Denied::Refused(reason) => refusal(reason),
        Denied::Nonsense(nonsense) => ChatError::new("nonsense", sentence(&nonsense.to_string())),
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut sentence: String = first.into_iter().flatten().chain(chars).collect();
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// A refusal as the reason why something is barred, and its rule: the sentence without the rule
/// that stands behind it.
#[must_use]
pub fn barred<R: std::error::Error>(refusal: &R, rule: &'static str) -> (String, &'static str) {
    let text = refusal.to_string();
    let reason = text.strip_suffix(&format!(" ({rule})"));
    (reason.unwrap_or(&text).to_owned(), rule)
}
