//! Comment remover for scripts.

/// Removes comment lines, blank lines and indentation from a script. A comment behind code on the same line stays, and no
/// text in the script may have several lines.
pub(crate) fn strip_comments(script: &str) -> String {
    let mut lean = String::with_capacity(script.len());
    let mut comment = false;
    for line in script.lines().map(str::trim) {
        comment |= line.starts_with("/*");
        if !comment && !line.is_empty() && !line.starts_with("//") {
            lean.push_str(line);
            lean.push('\n');
        }
        comment &= !line.ends_with("*/");
    }
    lean
}

#[cfg(test)]
mod tests {
    use super::strip_comments;

    #[test]
    fn code_stays_and_lines_of_comments_go() {
        let script = "// Wakes.\nif (it) {\n  wake(\"// it\"); // now\n\n  /* Or\n   * not. */\n  /** So. */\n  go();\n}";
        let lean = "if (it) {\nwake(\"// it\"); // now\ngo();\n}\n";
        assert_eq!(strip_comments(script), lean);
        assert_eq!(strip_comments(lean), lean);
    }
}
