//! `docs/refusals.md`: every refusal of the program, printed from the program. `UPDATE=1 cargo test -p server --lib
//! refusals` writes it.
//!
//! The list is read from the sources: a refusal is an enum of `thiserror`, or one of the two that are sampled below.
//! The test fails for one that has no entry in [`READERS`], and for a cause without a text.

mod readers;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use app::page::Trouble;
use rules::base::text::TextError;

use self::readers::{INNER, READERS};
use super::{AddressMismatch, HttpError, Reader};
use crate::store::StoreError;

/// Path of the generated documentation page of all refusals.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/refusals.md");
/// Folder of all crates.
const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A cause of refusal as found in the sources.
struct Cause {
    name: String,
    about: String,
    words: String,
}

/// Lists the Rust files of a folder, recursively.
fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(source_files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the text between the first and the last quote.
fn quoted(attribute: &str) -> Option<String> {
    let (_, rest) = attribute.split_once('"')?;
    let (words, _) = rest.rsplit_once('"').unwrap_or((rest, ""));
    let words = words.split_once("\",").map_or(words, |(words, _)| words);
    let lines = words.split("\\\n").map(str::trim_start);
    Some(lines.collect::<String>().replace("\\\"", "\""))
}

/// Returns the catalog message that an attribute names, as written there: `{name}` is an argument.
fn catalog_message(attribute: &str, source: &str) -> Option<String> {
    let part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let word = |text: &str| -> String { text.chars().take_while(|it| part(*it)).collect() };
    let (_, named) = attribute.split_once("msg::")?;
    let key = word(named).to_lowercase().replace('_', "-");
    let (before, _) = source.split_once(" as msg")?;
    let module: String = before.chars().rev().take_while(|it| part(*it)).collect();
    let module: String = module.chars().rev().collect();
    let file = format!("rules/messages/en/{}.ftl", module.replace('_', "-"));
    let catalog = fs::read_to_string(Path::new(CRATES).join(file)).expect("a catalog");
    let mut lines = catalog.lines().filter_map(|line| line.split_once(" = "));
    let (_, words) = lines.find(|(known, _)| *known == key)?;
    Some(words.replace("{ $", "{").replace(" }", "}"))
}

/// Parses the variants of an enum from the text behind its opening brace. Expects the layout of rustfmt.
fn parse_variants(body: &str, source: &str) -> Vec<Cause> {
    let (mut found, mut about, mut attribute) = (Vec::new(), String::new(), String::new());
    let mut is_open = false;
    for line in body.lines().take_while(|line| *line != "}") {
        let own = line.strip_prefix("    ").unwrap_or(line);
        if is_open {
            attribute += "\n";
            attribute += line;
            is_open = own != ")]";
        } else if let Some(words) = own.strip_prefix("/// ") {
            about += if about.is_empty() { "" } else { " " };
            about += words;
        } else if own.starts_with("#[error(") {
            attribute = own.to_owned();
            is_open = !own.ends_with(")]");
        } else if own.starts_with(char::is_uppercase) {
            let name: String = own.chars().take_while(|c| c.is_alphanumeric()).collect();
            let words = catalog_message(&attribute, source).or_else(|| quoted(&attribute));
            let words = words.unwrap_or_else(|| "what the cause says".to_owned());
            let about = match about.is_empty() {
                true => name.clone(),
                false => std::mem::take(&mut about),
            };
            found.push(Cause { name, about, words });
            attribute.clear();
        }
    }
    found
}

/// Finds the enums of the sources that derive `thiserror::Error`, or those with this name.
fn find_enums(named: Option<&str>) -> BTreeMap<(String, String), Vec<Cause>> {
    let mut found = BTreeMap::new();
    for folder in ["rules/src", "server/src", "app/src"] {
        for path in source_files(&Path::new(CRATES).join(folder)) {
            let text = fs::read_to_string(&path).expect("a source");
            let file = path
                .strip_prefix(CRATES)
                .expect("below")
                .display()
                .to_string();
            let mut derived = "";
            let mut at = 0;
            for line in text.split_inclusive('\n') {
                at += line.len();
                let start = line
                    .trim_start_matches("pub")
                    .trim_start_matches("(crate)")
                    .trim_start_matches("(super)");
                if line.starts_with("#[derive(") {
                    derived = line;
                } else if let Some(rest) = start.trim_start().strip_prefix("enum ")
                    && line.ends_with("{\n")
                    && !line.starts_with(' ')
                {
                    let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
                    let wanted = match named {
                        Some(named) => named == name,
                        None => derived.contains("thiserror::Error"),
                    };
                    if wanted {
                        let causes = parse_variants(text.get(at..).unwrap_or_default(), &text);
                        assert!(!causes.is_empty(), "{file}: {name}");
                        found.insert((file.clone(), name), causes);
                    }
                    derived = "";
                } else if !line.starts_with("#[") {
                    derived = if line.trim().is_empty() { "" } else { derived };
                }
            }
        }
    }
    found
}

/// Returns the variant's name of a cause.
fn variant_name(cause: &impl std::fmt::Debug) -> String {
    let text = format!("{cause:?}");
    text.chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// Escapes a text for a cell of a table.
fn escape_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Returns one refusal of each kind.
fn sample_refusals() -> Vec<HttpError> {
    vec![
        HttpError::NotHere,
        HttpError::NoSuchPage,
        HttpError::WrongMethod,
        HttpError::Foreign,
        HttpError::OtherAddress(Box::new(AddressMismatch {
            origin: "ORIGIN".to_owned(),
            host: "HOST".to_owned(),
            public: None,
        })),
        HttpError::NoOrigin,
        HttpError::DuplicateHeader,
        HttpError::NoCookie("/".to_owned()),
        HttpError::Unreadable,
        HttpError::NotAPage,
        HttpError::NoUpgrade,
        HttpError::BadHandshake,
        HttpError::OtherVersion,
        HttpError::TooHeavy,
        HttpError::NoLength,
        HttpError::TooSlow,
        HttpError::TooFast,
        HttpError::TooManyFromAddress,
        HttpError::NoRoom,
        HttpError::NoPlace,
        HttpError::Prefetch,
        HttpError::GoingDown,
        HttpError::NotKept,
        HttpError::Broken,
        HttpError::Damaged(StoreError::Damaged(1)),
        HttpError::Store(StoreError::Conflict),
    ]
}

/// A trouble of each kind.
const TROUBLES: [Trouble; 8] = [
    Trouble::Name(TextError::Empty),
    Trouble::Code,
    Trouble::TooFast,
    Trouble::Full,
    Trouble::Taken,
    Trouble::Storyteller,
    Trouble::System,
    Trouble::Locked,
];

/// Returns the causes of a sampled enum with their docs, after checking that the samples cover them in order.
fn sampled_causes<T: std::fmt::Debug>(of: &str, samples: &[T]) -> Vec<Cause> {
    let found = find_enums(Some(of));
    assert_eq!(found.len(), 1, "{of}");
    let causes: Vec<Cause> = found.into_values().flatten().collect();
    let known: Vec<&str> = causes.iter().map(|cause| &cause.name[..]).collect();
    let tried: Vec<String> = samples.iter().map(variant_name).collect();
    assert_eq!(
        known, tried,
        "each {of} has its sample, in the order of the sources"
    );
    causes
}

/// Prints the section about refused requests into the page of refusals.
fn print_requests(page: &mut String) {
    page.push_str(
        "\n## A request\n\nA page with these words, or plain text below all pages. What may not be known looks alike: an \
         unknown link, one that is used up, a table that is not there and one where one has no seat are the same bytes \
         (`not here`). What the log says it says once a minute at most, for each cause.\n\n\
         | cause | status | words | read by | the log |\n|---|---|---|---|---|\n",
    );
    let samples = sample_refusals();
    for (cause, error) in sampled_causes("HttpError", &samples).iter().zip(&samples) {
        let words = error.paragraphs().join(" ");
        assert!(
            !words.is_empty() && !error.heading().is_empty(),
            "{} has no words",
            cause.name
        );
        let reader = match error.reader() {
            Reader::Visitor => "a visitor",
            Reader::Seated => "who has a seat",
            Reader::Host => "the host, or a program",
        };
        let log = match error.log_message() {
            None => "–".to_owned(),
            Some((level, words)) => format!("{level}: {words}"),
        };
        let status = error.status().as_u16();
        let [about, words, log] = [&cause.about, &words, &log].map(|text| escape_cell(text));
        _ = writeln!(
            page,
            "| {about} | {status} | **{}.** {words} | {reader} | {log} |",
            error.heading()
        );
    }
}

/// Prints the section about refused forms into the page of refusals.
fn print_forms(page: &mut String) {
    page.push_str(
        "\n## A form of the front door or of an invitation\n\nThe form again with the sentence beside it: 422, or 429 where it is too fast. Read by the visitor, and the log says nothing.\n\n\
         | cause | words |\n|---|---|\n",
    );
    for (cause, trouble) in sampled_causes("Trouble", &TROUBLES).iter().zip(TROUBLES) {
        let words = app::landing::trouble_words(trouble);
        assert!(!words.is_empty(), "{} has no words", cause.name);
        _ = writeln!(
            page,
            "| {} | {} |",
            escape_cell(&cause.about),
            escape_cell(&words)
        );
    }
}

/// Prints a section for each enum of [`READERS`].
fn print_enums(page: &mut String) {
    let mut all = find_enums(None);
    for (file, of, what, reader, log) in READERS {
        let key = ((*file).to_owned(), (*of).to_owned());
        let causes = all.remove(&key);
        let causes = causes.unwrap_or_else(|| panic!("{file} has no {of} any more"));
        let (reader, log) = (escape_cell(reader), escape_cell(log));
        _ = write!(
            page,
            "\n## {what}\n\n`{of}`. Read by {reader}. The log: {log}.\n\n| cause | words |\n|---|---|\n"
        );
        for cause in causes {
            assert!(
                !cause.about.is_empty() && !cause.words.is_empty(),
                "{of}::{} has no words",
                cause.name
            );
            _ = writeln!(
                page,
                "| {} | {} |",
                escape_cell(&cause.about),
                escape_cell(&cause.words)
            );
        }
    }
    let is_inner = |file: &str| INNER.iter().any(|(folder, _)| file.starts_with(folder));
    let unread: Vec<_> = all.keys().filter(|(file, _)| !is_inner(file)).collect();
    assert!(
        unread.is_empty(),
        "nobody is said to read {unread:?}: add a line to READERS"
    );
}

/// Prints the section about the close codes of websockets, as found in the sources.
fn print_sockets(page: &mut String) {
    page.push_str(
        "\n## A websocket that is closed\n\nRead by the page's program, which comes back, loads the page anew, or says in the place of the turn what is so. A line that was lost is “Connection lost”; one over which nothing ever came, while the page did, is said to be so, with what the host looks at.\n\n| code | why |\n|---|---|\n",
    );
    let text = fs::read_to_string(Path::new(CRATES).join("rules/src/wire.rs")).expect("a source");
    let (_, close) = text.split_once("pub mod close {").expect("the codes");
    let mut about = "";
    let mut count = 0;
    for line in close.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("/// ") {
            about = words;
        } else if let Some(rest) = line.strip_prefix("pub const ") {
            let code = rest
                .rsplit(' ')
                .next()
                .unwrap_or_default()
                .trim_end_matches(';');
            assert!(!about.is_empty(), "{rest} has no words");
            _ = writeln!(page, "| {code} | {} |", escape_cell(about));
            about = "";
            count += 1;
        }
    }
    assert!(count >= 11, "{count} codes");
}

#[test]
fn the_page_of_refusals_is_as_the_program_says() {
    let mut page = String::from(
        "# Refusals\n\nEvery way in which Coterie says no: why, in which words, who reads them, and what the host's log \
         says. Printed from the program by `UPDATE=1 cargo test -p server --lib refusals`; a test fails where a cause has no \
         words or nobody who reads them. `{…}` is filled in.\n",
    );
    print_requests(&mut page);
    print_forms(&mut page);
    print_enums(&mut page);
    print_sockets(&mut page);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(PAGE, &page).expect("the page");
    }
    let kept = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        kept == page,
        "docs/refusals.md is not what the program says: UPDATE=1 writes it"
    );
}

#[test]
fn what_is_alike_for_secrecy_has_one_cause_and_all_else_its_own_words() {
    let all = sample_refusals();
    for (at, one) in all.iter().enumerate() {
        for other in all.iter().skip(at + 1) {
            let broken =
                |error: &HttpError| matches!(error, HttpError::Broken | HttpError::Store(_));
            if !(broken(one) && broken(other)) {
                assert_ne!(one.paragraphs(), other.paragraphs(), "{one:?} {other:?}");
            }
        }
    }
    assert!(matches!(
        HttpError::from(StoreError::Gone),
        HttpError::NotHere
    ));
    assert!(matches!(
        HttpError::from(StoreError::NotKept),
        HttpError::NotKept
    ));
}
