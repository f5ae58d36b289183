//! CSS minifier: removes comments, indentation and line ends.

/// Minifies a CSS style sheet by removing comments and spaces that it does not need.
pub(crate) fn minify_css(style: &str) -> String {
    let mut rest = style;
    let mut lean = String::with_capacity(style.len());
    // Whether white space was skipped since the last kept byte.
    let mut space = false;
    while let Some(next) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
            space = true;
            continue;
        }
        if next.is_ascii_whitespace() {
            rest = rest.trim_ascii_start();
            space = true;
            continue;
        }
        if std::mem::take(&mut space) && needs_space(lean.chars().next_back(), next) {
            lean.push(' ');
        }
        let (kept, after) = rest.split_at(token_len(rest, next));
        lean.push_str(kept);
        rest = after;
    }
    lean
}

/// Returns the length in bytes of the next CSS token to keep, a whole string or one character.
fn token_len(rest: &str, first: char) -> usize {
    if !matches!(first, '"' | '\'') {
        return first.len_utf8();
    }
    let mut escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == first && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

/// Whether white space between these characters is significant.
fn needs_space(before: Option<char>, after: char) -> bool {
    let ends = before.is_none_or(|before| matches!(before, '{' | '}' | ';' | ','));
    !ends && !matches!(after, '{' | '}' | ';')
}

#[cfg(test)]
mod tests {
    use super::minify_css;

    #[test]
    fn what_nobody_reads_is_left_out() {
        let style =
            "/* Boxes. */\n.box,\n.box :hover {\n  margin: 0 -1px; /* thin */\n  color: red;\n}\n";
        assert_eq!(
            minify_css(style),
            ".box,.box :hover{margin: 0 -1px;color: red;}"
        );
        assert_eq!(
            minify_css("a { width: calc(1px + 2px) }"),
            "a{width: calc(1px + 2px)}"
        );
    }

    #[test]
    fn strings_stay() {
        let style = r#"a::after { content: "a  /* b */ \" ;  }"; }"#;
        assert_eq!(
            minify_css(style),
            r#"a::after{content: "a  /* b */ \" ;  }";}"#
        );
        assert_eq!(minify_css("/* never ends"), "");
        assert_eq!(minify_css("'open"), "'open");
    }
}
