//! A name on one line: where it is too long, its middle is cut and the label that tells namesakes apart stays.

use leptos::prelude::*;

use crate::reactive::{derive, memo};

/// Maximum number of bytes that may follow a label, such as " acts".
const MOST_BEHIND: usize = 12;

/// Renders text on one line, cutting the middle of a long name and not the label after it.
pub fn short_name(read: impl Fn() -> String + Send + Sync + 'static) -> AnyView {
    let text = memo(read);
    let stays =
        move || text.with(|text| Some(split_label(text).1.to_owned()).filter(|it| !it.is_empty()));
    view! {
        <span class="cut">
            <span>{derive(move || text.with(|text| split_label(text).0.to_owned()))}</span>
            <span>{derive(stays)}</span>
        </span>
    }
    .into_any()
}

/// Splits a name into a beginning that may be cut and its end from the label, such as `B`, on.
fn split_label(text: &str) -> (&str, &str) {
    let spaces = text.rmatch_indices(' ').map(|(at, _)| at);
    let label = |at: &usize| {
        let word = text.get(at + 1..).and_then(|rest| rest.split(' ').next());
        word.is_some_and(is_label) && *at > 0
    };
    let near = |at: &usize| text.len() - at <= MOST_BEHIND;
    let at = spaces.take_while(near).find(label);
    text.split_at_checked(at.unwrap_or(text.len()))
        .unwrap_or((text, ""))
}

/// Whether a word is a label that tells namesakes apart, such as `B`, `AA` or `ii`.
fn is_label(word: &str) -> bool {
    let letters = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let roman = word.len() <= 5 && word.bytes().all(|byte| b"ivxl".contains(&byte));
    !word.is_empty() && (letters || roman)
}

#[cfg(test)]
mod tests {
    use super::split_label;

    #[test]
    fn the_letter_of_namesakes_is_not_what_is_cut() {
        for (text, stays) in [
            (
                "Ghoul of the primogen council\u{2019}s oldest house A",
                " A",
            ),
            (
                "Ghoul of the primogen council\u{2019}s oldest house AB acts",
                " AB acts",
            ),
            ("Next: Ghoul ii", " ii"),
            ("Constantine of Nicomedia", ""),
            ("Dr. Amadi acts", ""),
            ("B", ""),
            ("", ""),
        ] {
            assert_eq!(split_label(text).1, stays, "{text}");
            assert_eq!([split_label(text).0, split_label(text).1].concat(), text);
        }
    }
}
