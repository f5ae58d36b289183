//! Marks of a place as typed: `crowd 30`, `thick fog`, `cover 2 crates`, `note "…"`.

use super::line::{is_quote, split_number, split_unquoted};
use super::problem::{Problem, SceneLineProblem};
use crate::base::text::Name;
use crate::messages::Text;
use crate::space::location::{CoverMark, Darkness, Drop, Fog, Location, Marks};

/// Bystanders in a crowd of which no number is said.
const USUAL_CROWD: u16 = 20;
/// Height of a floor and depth of a fall of which no number is said, in the distance unit of the rules.
const USUAL_HEIGHT: u16 = 4;
/// Greatest number of a mark.
const MOST: u16 = 1_000;

/// Worth of a thing as cover: the least, a middle, or the best grade of the rules.
#[derive(Clone, Copy)]
enum Goodness {
    Least,
    Middle,
    Best,
}

/// Things that give cover, with how good they are.
const THINGS: &[(&str, Goodness)] = &[
    ("railing", Goodness::Least),
    ("railings", Goodness::Least),
    ("fence", Goodness::Least),
    ("hedge", Goodness::Least),
    ("bushes", Goodness::Least),
    ("table", Goodness::Least),
    ("tables", Goodness::Least),
    ("furniture", Goodness::Least),
    ("pews", Goodness::Least),
    ("shelves", Goodness::Least),
    ("benches", Goodness::Least),
    ("bar", Goodness::Middle),
    ("counter", Goodness::Middle),
    ("crates", Goodness::Middle),
    ("barrels", Goodness::Middle),
    ("car", Goodness::Middle),
    ("cars", Goodness::Middle),
    ("doorway", Goodness::Middle),
    ("doorways", Goodness::Middle),
    ("trees", Goodness::Middle),
    ("tombs", Goodness::Middle),
    ("altar", Goodness::Middle),
    ("statues", Goodness::Middle),
    ("pillar", Goodness::Best),
    ("pillars", Goodness::Best),
    ("wall", Goodness::Best),
    ("walls", Goodness::Best),
    ("rocks", Goodness::Best),
    ("machines", Goodness::Best),
    ("containers", Goodness::Best),
    ("sandbags", Goodness::Best),
];

/// Reads the marks (properties such as dark or cover) of a place, which replace those it had. Notes
/// stay unless there is another.
pub(super) fn read_marks<'t>(
    place: &mut Location,
    text: &'t str,
    grades: &[(u8, Text)],
) -> Result<(), Problem<'t>> {
    place.marks = Marks::default();
    (place.hidden, place.unseen, place.locked) = (false, false, false);
    for part in split_unquoted(text, |c| c == ',') {
        if !part.trim().is_empty() {
            read_mark(place, part.trim(), grades)?;
        }
    }
    Ok(())
}

/// Reads one mark (a property such as dark or cover) of a place from its words `part`.
fn read_mark<'t>(
    place: &mut Location,
    part: &'t str,
    grades: &[(u8, Text)],
) -> Result<(), Problem<'t>> {
    let (words, number) = split_number(part);
    let number = number.map(|digits| read_number(digits, MOST)).transpose()?;
    let folded = words.to_lowercase();
    let folded = folded.trim_start_matches("a ").trim_start_matches("the ");
    if let Some(word) = ["note", "secret"]
        .into_iter()
        .find(|word| folded.starts_with(word))
    {
        let words = read_quoted(part)?;
        match word {
            "note" => place.note = Some(words),
            _ => place.secret = Some(words),
        }
        return Ok(());
    }
    let marks = &mut place.marks;
    match (folded, number) {
        ("lit", None) => marks.dark = Darkness::Lit,
        ("dim", None) => marks.dark = Darkness::Dim,
        ("dark", None) => marks.dark = Darkness::Dark,
        ("black" | "pitch dark" | "pitch black", None) => marks.dark = Darkness::Black,
        ("thin fog" | "thin smoke" | "steam" | "mist", None) => marks.fog = Fog::Thin,
        ("fog" | "smoke" | "thick fog" | "thick smoke", None) => marks.fog = Fog::Thick,
        ("crowd" | "crowded", number) => marks.crowd = number.unwrap_or(USUAL_CROWD),
        ("height" | "high", number) => marks.height = Some(number.unwrap_or(USUAL_HEIGHT)),
        ("drop" | "fall", number) => {
            marks.drop = Some(Drop::Fall(number.unwrap_or(USUAL_HEIGHT)));
        }
        ("water", None) => marks.drop = Some(Drop::Water),
        ("tight", None) => marks.tight = true,
        ("hidden", None) => place.hidden = true,
        ("unseen", None) => place.unseen = true,
        ("locked", None) => place.locked = true,
        (_, number) => marks.cover = Some(read_cover(words, number, part, grades)?),
    }
    Ok(())
}

/// Reads the words of a cover, which name a thing with or without its grade, or `cover` with a
/// grade and a thing.
fn read_cover<'t>(
    words: &'t str,
    number: Option<u16>,
    part: &'t str,
    grades: &[(u8, Text)],
) -> Result<CoverMark, Problem<'t>> {
    let unknown = || {
        let word = part.to_owned();
        (part, SceneLineProblem::UnknownMark { word })
    };
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let is_said = first.eq_ignore_ascii_case("cover");
    let words = if is_said { rest.trim() } else { words };
    // A number or the word of a grade may stand before the thing.
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let digits = !first.is_empty() && first.chars().all(|c| c.is_ascii_digit());
    let (mut number, mut thing) = match digits {
        true => (Some(read_number(first, MOST)?), rest.trim()),
        false => (number, words),
    };
    let lower = thing.to_lowercase();
    let word = grades.iter().find(|(_, word)| {
        let word = word.get().to_lowercase();
        let rest = lower.strip_prefix(&word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    if let Some((grade, word)) = word {
        number = Some(u16::from(*grade));
        thing = thing.get(word.get().len()..).unwrap_or_default().trim();
    }
    let known = THINGS
        .iter()
        .find(|(name, _)| thing.eq_ignore_ascii_case(name));
    if known.is_none() && !is_said && word.is_none() {
        return Err(unknown());
    }
    let goodness = known.map_or(Goodness::Middle, |(_, goodness)| *goodness);
    let name = match thing.is_empty() {
        true => "cover",
        false => thing,
    };
    Ok(CoverMark {
        name: Name::new(name).map_err(|why| (part, SceneLineProblem::Name(why)))?,
        grade: find_grade(number, goodness, part, grades)?,
        thing: None,
    })
}

/// Returns the grade of a cover, either the one that was named or the one of the thing.
fn find_grade<'t>(
    number: Option<u16>,
    goodness: Goodness,
    part: &'t str,
    grades: &[(u8, Text)],
) -> Result<u8, Problem<'t>> {
    let all: Vec<u8> = grades.iter().map(|(grade, _)| *grade).collect();
    let (least, most) = (all.first().copied(), all.last().copied());
    let (least, most) = (least.unwrap_or(1), most.unwrap_or(1));
    let Some(number) = number else {
        return Ok(match goodness {
            Goodness::Least => least,
            Goodness::Middle => all.get(all.len() / 2).copied().unwrap_or(least),
            Goodness::Best => most,
        });
    };
    let grade = u8::try_from(number).ok();
    let known = grade.filter(|grade| all.contains(grade) || all.is_empty() && *grade == 1);
    known.ok_or((
        part,
        SceneLineProblem::OutOfRange {
            min: u32::from(least),
            max: u32::from(most),
        },
    ))
}

/// Reads the words of a mark that stand in quotation marks.
fn read_quoted(part: &str) -> Result<Name, Problem<'_>> {
    let words = part.split_once(is_quote).map(|(_, words)| words);
    let words = words.map(|words| words.trim_end_matches(is_quote));
    let words = words.filter(|words| !words.trim().is_empty());
    let words = words.ok_or((part, SceneLineProblem::NoWords))?;
    Name::new(words).map_err(|why| (part, SceneLineProblem::Name(why)))
}

/// Reads a number of at most `most`.
pub(super) fn read_number(digits: &str, most: u16) -> Result<u16, Problem<'_>> {
    let number = digits.parse().ok().filter(|number| *number <= most);
    number.ok_or((
        digits,
        SceneLineProblem::OutOfRange {
            min: 0,
            max: u32::from(most),
        },
    ))
}
