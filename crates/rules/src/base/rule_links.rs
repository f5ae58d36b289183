//! Splits texts at rule ids, so that each id can link to its paragraph in the rules guide.

/// Piece of a text with rule links: plain words or a rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPiece<'a> {
    /// Plain text, including punctuation and blanks.
    Words(&'a str),
    /// Id of a rule, such as `CHR-DMG-05`.
    Rule(&'a str),
}

/// Splits a text into plain text and rule ids; the pieces concatenate to the text.
#[must_use]
pub fn split_rule_ids(text: &str) -> Vec<TextPiece<'_>> {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let (mut pieces, mut rest, mut from) = (Vec::new(), text, 0);
    while let Some(tail) = rest.get(from..) {
        let start = tail.bytes().position(part).map(|at| from + at);
        let Some(start) = start else { break };
        let word = rest.get(start..).unwrap_or_default();
        let length = word.bytes().position(|byte| !part(byte));
        from = start + length.unwrap_or(word.len());
        let Some((id, after)) = rest.get(start..from).zip(rest.get(from..)) else {
            break;
        };
        if is_rule_id(id) {
            let before = rest.get(..start).unwrap_or_default();
            pieces.extend((!before.is_empty()).then_some(TextPiece::Words(before)));
            pieces.push(TextPiece::Rule(id));
            (rest, from) = (after, 0);
        }
    }
    pieces.extend((!rest.is_empty()).then_some(TextPiece::Words(rest)));
    pieces
}

/// Whether a word is a rule id such as `CHR-WND-01`, made of system, topic and two digits.
#[must_use]
pub fn is_rule_id(word: &str) -> bool {
    let mut parts = word.split('-');
    let [system, topic, number] = [parts.next(), parts.next(), parts.next()];
    let raised = |part: &str| part.bytes().all(|byte| byte.is_ascii_uppercase());
    let counted = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.next().is_none()
        && system.is_some_and(|part| part.len() == 3 && raised(part))
        && topic.is_some_and(|part| !part.is_empty() && raised(part))
        && number.is_some_and(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<&str> {
        let pieces = split_rule_ids(text);
        let ids = pieces.iter().filter_map(|piece| match piece {
            TextPiece::Rule(id) => Some(*id),
            TextPiece::Words(_) => None,
        });
        ids.collect()
    }

    #[test]
    fn ids_are_found_and_nothing_else() {
        assert_eq!(rules("Wounded −1 CHR-WND-02 = 2"), ["CHR-WND-02"]);
        let refusal = "not in this form (XOV-CLOSE-02, XOV-CLOSE-03).";
        assert_eq!(rules(refusal), ["XOV-CLOSE-02", "XOV-CLOSE-03"]);
        assert_eq!(rules("TRI-EN-01"), ["TRI-EN-01"]);
        for text in [
            "",
            "é",
            "CHR-WND",
            "CHR-WND-2",
            "chr-wnd-02",
            "CHR-WND-02-b",
            "XCHR-WND-02",
            "A-B-01",
        ] {
            assert_eq!(rules(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn the_pieces_are_the_text() {
        for text in ["ASC-REC-05é ASC-REC-04", "–CHR-DMG-01–", "a b-c", ""] {
            let pieces = split_rule_ids(text);
            let whole = pieces.iter().map(|piece| match piece {
                TextPiece::Words(text) | TextPiece::Rule(text) => *text,
            });
            assert_eq!(whole.collect::<String>(), text);
        }
    }
}
