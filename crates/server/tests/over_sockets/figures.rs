//! What a test measured, for the record of a proof.

/// Writes figures down, for the record of a proof and for who looks on.
#[expect(clippy::print_stdout, reason = "figures are reported")]
pub(crate) fn note(figures: &str) {
    println!("{figures}");
    if let Some(path) = std::env::var_os("FIGURES") {
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let all = match before.as_str() {
            "" => figures.to_owned(),
            before => format!("{before}; {figures}"),
        };
        std::fs::write(path, all).expect("a file");
    }
}
