//! Class names of the style sheets: what a sheet calls its own is no other's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The sheets of a folder, by their names.
fn sheets(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let sheets = paths.filter(|path| path.extension().is_some_and(|end| end == "css"));
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a sheet");
        (name.into_owned(), text)
    };
    sheets.map(read).collect()
}

/// The selectors of a sheet, those within `@media` and the like as well.
fn selectors(sheet: &str) -> Vec<String> {
    let (mut text, mut rest) = (String::new(), sheet);
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let mut all = Vec::new();
    let (mut one, mut depth) = (String::new(), 0);
    for sign in text.chars() {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' | '{' if depth == 0 => all.push(std::mem::take(&mut one)),
            '}' | ';' if depth == 0 => one.clear(),
            _ => {}
        }
        if depth > 0 || !matches!(sign, ',' | '{' | '}' | ';') {
            one.push(sign);
        }
        if sign == '{' {
            one.clear();
        }
    }
    all.into_iter().map(|one| one.trim().to_owned()).collect()
}

/// The class that a selector is about, whatever it stands in: one class, perhaps in a state. With `bare`, in no state.
fn class_of(selector: &str, bare: bool) -> Option<&str> {
    let name = selector.strip_prefix('.')?;
    let ends = |sign: char| !sign.is_alphanumeric() && sign != '-' && sign != '_';
    let (class, state) = name.split_at(name.find(ends).unwrap_or(name.len()));
    let apart = |sign: char| matches!(sign, ' ' | '>' | '+' | '~' | '.');
    let (mut depth, mut is_alone) = (0, true);
    for sign in state.chars() {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            sign => is_alone &= depth > 0 || !apart(sign),
        }
    }
    (is_alone && (!bare || state.is_empty())).then_some(class)
}

/// The classes that a sheet says something of by themselves; with `bare`, those that it calls its own.
fn classes(sheet: &str, bare: bool) -> Vec<String> {
    let all = selectors(sheet);
    let found = all.iter().filter_map(|one| class_of(one, bare));
    found.map(ToOwned::to_owned).collect()
}

/// The late sheets whose own classes another sheet on the same page knows, with the other one.
fn clashes(
    always: &BTreeMap<String, String>,
    late: &BTreeMap<String, String>,
    at_table: &[String],
) -> Vec<String> {
    let mut found = Vec::new();
    for (name, sheet) in late {
        let beside = late.iter().filter(|(other, _)| {
            *other != name && at_table.contains(name) && at_table.contains(other)
        });
        for (other, text) in always.iter().chain(beside) {
            let theirs = classes(text, always.get(other).is_none());
            let own = classes(sheet, true).into_iter();
            let both = own.filter(|class| theirs.contains(class));
            found.extend(both.map(|class| format!(".{class} in {name} and {other}")));
        }
    }
    found
}

#[test]
fn classes_of_a_sheet_that_comes_later_are_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (always, late) = (sheets(&root.join("style")), sheets(&root.join("assets")));
    // The sheets that parts of the table bring along; all others are of pages.
    let app = super::sources(&root.join("crates/app/src"));
    let app: String = app
        .iter()
        .map(|path| fs::read_to_string(path).expect("a source"))
        .collect();
    let at_table = late.keys().cloned();
    let at_table: Vec<String> = at_table
        .filter(|name| app.contains(&format!("href=\"/{name}\"")))
        .collect();
    assert!(at_table.len() >= 5 && always.len() >= 10, "{at_table:?}");
    let found = clashes(&always, &late, &at_table);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_class_of_two_sheets_is_found() {
    let sheet = |name: &str, text: &str| BTreeMap::from([(name.to_owned(), text.to_owned())]);
    let always = sheet(
        "20.css",
        "@layer a { /* .b */ .ring[data-on=\"a,b\"], p { x: y; } .token .pip { x: y } }",
    );
    let of = |late: &str| clashes(&always, &sheet("late.css", late), &[]);
    assert_eq!(
        of("@media (a) { .ring { x: y } }"),
        [".ring in late.css and 20.css"]
    );
    // A state of another sheet's class, and a class of the same name within something else, are no clash.
    assert_eq!(
        of(".ring[data-late] { x: y } .card .ring, .pip { x: y }"),
        [""; 0]
    );
    let mut late = sheet("one.css", ".two { x: y }");
    late.extend(sheet("two.css", ".two { x: y }"));
    let names: Vec<String> = late.keys().cloned().collect();
    assert_eq!(clashes(&always, &late, &names).len(), 2);
    assert_eq!(clashes(&always, &late, &[]).len(), 0);
}
