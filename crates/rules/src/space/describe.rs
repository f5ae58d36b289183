//! Reader of the lines that describe a scene: `Gallery: height 5, railing`, `Taproom 12 Gallery by stairs`.
//!
//! ```text
//! text  = line {(newline | ";" | "·") line}
//! line  = place [":" mark {"," mark}] | place to place ["by" way {"and" way}] {"," way}
//! to    = [distance] ["-" | "->"] [distance], at least one of them
//! ```
//!
//! A place that has no line of its own is added where a way names it. Names of places that exist, or that a line
//! describes, are found first and the longest of them before others, so that a name may hold a number. What a line
//! says of a place or a way replaces what was there; what no line names stays.

pub(crate) mod line;
mod marks;
mod problem;
mod ways;

use self::line::{Segment, find_part, split_lines};
use self::marks::read_marks;
use self::problem::Problem;
pub use self::problem::{SceneLineError, SceneLineProblem};
use self::ways::{SplitWay, read_way, split_way};
use super::floor_plan::FloorPlan;
use super::limits::{MAX_DESCRIPTION, MAX_LOCATIONS};
use super::link::Link;
use super::location::Location;
use crate::base::text::{Name, TextError};
use crate::messages::Text;
use crate::messages::scene as msg;

/// Scenes that a description can start from: each with its title and its lines.
pub const TEMPLATES: [(Text, Text); 6] = [
    (msg::BAR, msg::BAR_LINES),
    (msg::WAREHOUSE, msg::WAREHOUSE_LINES),
    (msg::STREET, msg::STREET_LINES),
    (msg::CHURCH, msg::CHURCH_LINES),
    (msg::SUBWAY, msg::SUBWAY_LINES),
    (msg::BIG_HOUSE, msg::BIG_HOUSE_LINES),
];

/// Addition or change of a place or a link that a description of a scene asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanEdit {
    /// A place that is added or changed. A new place has the first free field of the board.
    Place(Location),
    /// A way between two places, which exist or are added before it.
    Link {
        /// The name of the place at which it begins.
        from: Name,
        /// The name of the place at which it ends.
        to: Name,
        /// The way; [`Link::one_way_from`] is not filled in.
        link: Link,
        /// Whether it can only be gone from the first place to the second.
        one_way: bool,
    },
}

/// Reads a description of a scene, and returns the places and ways that it asks for, places first,
/// and the parts that are not understood. `grades` are the grades of cover of the rules.
#[must_use]
pub fn parse_description(
    existing: &FloorPlan,
    text: &str,
    grades: &[(u8, Text)],
) -> (Vec<PlanEdit>, Vec<SceneLineError>) {
    if text.chars().count() > MAX_DESCRIPTION {
        let error = SceneLineError {
            line: 1,
            part: find_part(text, text),
            why: SceneLineProblem::TooLong,
        };
        return (Vec::new(), vec![error]);
    }
    let mut reader = Reader::new(existing, grades);
    let lines = split_lines(text);
    // Names that hold a number come after those that may be a part of them.
    for apart in [false, true] {
        lines.iter().for_each(|line| reader.learn_name(line, apart));
    }
    let mut errors = Vec::new();
    for line in &lines {
        if let Err((part, why)) = reader.read_line(line) {
            errors.push(SceneLineError {
                line: line.number,
                part: find_part(text, part),
                why,
            });
        }
    }
    (reader.into_edits(), errors)
}

/// Reader of a description, with what it has understood so far.
struct Reader<'a> {
    grades: &'a [(u8, Text)],
    /// The places by their names in lower case: those that exist, and those that were described.
    places: Vec<(String, Location)>,
    /// The names that are known before the lines are read, in lower case, the longest first.
    known: Vec<String>,
    /// The places that are added or changed, by their names in lower case.
    named: Vec<String>,
    links: Vec<PlanEdit>,
}

impl<'a> Reader<'a> {
    /// Creates a reader that knows the places of a plan.
    fn new(existing: &FloorPlan, grades: &'a [(u8, Text)]) -> Self {
        let places = existing.locations.values();
        let places: Vec<_> = places
            .map(|place| (place.name.to_folded(), place.clone()))
            .collect();
        let mut reader = Self {
            grades,
            known: places.iter().map(|(name, _)| name.clone()).collect(),
            places,
            named: Vec::new(),
            links: Vec::new(),
        };
        reader.sort_names();
        reader
    }

    /// Sorts the known names, the longest first.
    fn sort_names(&mut self) {
        self.known
            .sort_by_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
        self.known.dedup();
    }

    /// Learns the name of a place that a line describes, unless it reads as a way; `apart` makes a
    /// way with a colon need known places.
    fn learn_name(&mut self, line: &Segment<'_>, apart: bool) {
        let marked = line.text.split_once(':').map(|(name, _)| name);
        let Ok(name) = Name::new(marked.unwrap_or(line.text)) else {
            return;
        };
        let way = split_way(name.as_str(), &self.known);
        if way.is_none_or(|way| apart && marked.is_some() && !way.is_known) {
            self.known.push(name.to_folded());
            self.sort_names();
        }
    }

    /// Reads one line of a description, about a place or a way between two.
    fn read_line<'t>(&mut self, line: &Segment<'t>) -> Result<(), Problem<'t>> {
        let is_known = self.known.contains(&line.text.to_lowercase());
        let before_colon = line.text.split_once(':');
        let way = match before_colon {
            Some((before, _)) => split_way(before, &self.known).filter(|way| way.is_known),
            None => split_way(line.text, &self.known).filter(|_| !is_known),
        };
        match (way, before_colon) {
            (Some(way), more) => self.read_link(&way, more.map_or("", |(_, more)| more)),
            (None, Some((name, marks))) => {
                let mut place = self.find_or_add(name)?;
                read_marks(&mut place, marks, self.grades)?;
                self.put(place, line.text)
            }
            (None, None) => {
                let place = self.find_or_add(line.text)?;
                self.put(place, line.text)
            }
        }
    }

    /// Reads a way between two places with the text `more` after its colon, and adds those of the
    /// two places that are new.
    fn read_link<'t>(&mut self, way: &SplitWay<'t>, more: &'t str) -> Result<(), Problem<'t>> {
        let (link, one_way) = read_way(way, more)?;
        let (from, to) = (self.find_or_add(way.from)?, self.find_or_add(way.to)?);
        let (from_name, to_name) = (from.name.clone(), to.name.clone());
        if from_name.to_folded() == to_name.to_folded() {
            return Err((way.to, SceneLineProblem::SamePlace));
        }
        for (place, part) in [(from, way.from), (to, way.to)] {
            if !self.knows(&place.name) {
                self.put(
                    Location {
                        slot: self.free_slot(),
                        ..place
                    },
                    part,
                )?;
            }
        }
        self.links.push(PlanEdit::Link {
            from: from_name,
            to: to_name,
            link,
            one_way,
        });
        Ok(())
    }

    /// Whether a place exists or was described.
    fn knows(&self, name: &Name) -> bool {
        let name = name.to_folded();
        self.places.iter().any(|(other, _)| *other == name)
    }

    /// Returns a place by its name, or a new one of that name.
    fn find_or_add<'t>(&self, name: &'t str) -> Result<Location, Problem<'t>> {
        let read = Name::new(name).map_err(|why| match why {
            TextError::Empty => (name, SceneLineProblem::NoName),
            why => (name, SceneLineProblem::Name(why)),
        })?;
        let folded = read.to_folded();
        let found = self.places.iter().find(|(other, _)| *other == folded);
        Ok(match found {
            Some((_, place)) => place.clone(),
            None => Location::new(read.into_capitalized(), self.free_slot()),
        })
    }

    /// Returns the first free field of the board.
    fn free_slot(&self) -> u8 {
        let taken = |slot: &u8| self.places.iter().any(|(_, place)| place.slot == *slot);
        (0..=u8::MAX).find(|slot| !taken(slot)).unwrap_or(0)
    }

    /// Adds or changes a place; an error points at `part`, the text that describes the place.
    fn put<'t>(&mut self, place: Location, part: &'t str) -> Result<(), Problem<'t>> {
        let name = place.name.to_folded();
        let alike = self
            .places
            .iter()
            .filter(|(other, it)| it.hidden == place.hidden && *other != name);
        if alike.count() >= MAX_LOCATIONS {
            return Err((part, SceneLineProblem::TooManyPlaces));
        }
        match self.places.iter_mut().find(|(other, _)| *other == name) {
            Some((_, before)) => *before = place,
            None => self.places.push((name.clone(), place)),
        }
        if !self.named.contains(&name) {
            self.named.push(name);
        }
        Ok(())
    }

    /// Returns the places and ways that were understood.
    fn into_edits(self) -> Vec<PlanEdit> {
        let place = |name: &String| {
            let found = self.places.iter().find(|(other, _)| other == name);
            found.map(|(_, place)| PlanEdit::Place(place.clone()))
        };
        let places: Vec<PlanEdit> = self.named.iter().filter_map(place).collect();
        places.into_iter().chain(self.links).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Darkness, Door, Drop, Fog, Passage};

    /// Reads a description that is understood.
    fn read(text: &str) -> Vec<PlanEdit> {
        let (edits, errors) = parse_description(&FloorPlan::default(), text, &[]);
        assert_eq!(errors, [], "{text}");
        edits
    }

    /// Reads the only place of a description.
    fn read_place(text: &str) -> Location {
        match read(text).as_slice() {
            [PlanEdit::Place(place)] => place.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Reads the last way of a description, with the names of its places.
    fn read_last_way(text: &str) -> (String, String, Link, bool) {
        match read(text).last() {
            Some(PlanEdit::Link {
                from,
                to,
                link,
                one_way,
            }) => (from.to_string(), to.to_string(), link.clone(), *one_way),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn marks_are_read_in_their_degrees() {
        let place = read_place("gallery: height 5, Railing, dim, thin fog, tight, drop 3, locked");
        assert_eq!(place.name.as_str(), "Gallery");
        let marks = &place.marks;
        assert_eq!(
            (marks.height, marks.dark, marks.fog),
            (Some(5), Darkness::Dim, Fog::Thin)
        );
        assert_eq!(
            (marks.drop, marks.tight, place.locked),
            (Some(Drop::Fall(3)), true, true)
        );
        let cover = marks.cover.as_ref().map(|it| (it.name.as_str(), it.grade));
        assert_eq!(cover, Some(("Railing", 1)));
        let place = read_place("Pier: hidden, water, note \"Gulls; and, a bell\"");
        assert_eq!((place.hidden, place.marks.drop), (true, Some(Drop::Water)));
        assert_eq!(
            place.note.map(|it| it.to_string()),
            Some("Gulls; and, a bell".into())
        );
        assert_eq!(read_place("Hall: crowd").marks.crowd, 20);
        assert_eq!(read_place("Hall: crowd 300").marks.crowd, 300);
        assert_eq!(read_place("Warehouse 13").name.as_str(), "Warehouse 13");
    }

    #[test]
    fn covers_have_the_grades_of_the_rules() {
        let grades = [(1, msg::BAR), (2, msg::CHURCH), (4, msg::STREET)];
        let grade = |text: &str| {
            let (edits, errors) = parse_description(&FloorPlan::default(), text, &grades);
            match edits.as_slice() {
                [PlanEdit::Place(place)] if errors.is_empty() => {
                    let cover = place.marks.cover.as_ref();
                    cover.map(|it| (it.name.to_string(), it.grade))
                }
                _ => None,
            }
        };
        for (text, name, expected) in [
            ("Hall: railing", "railing", 1),
            ("Hall: crates", "crates", 2),
            ("Hall: pillars", "pillars", 4),
            ("Hall: crates 4", "crates", 4),
            ("Hall: cover 1 old boxes", "old boxes", 1),
            ("Hall: cover", "cover", 2),
            ("Hall: street wall", "wall", 4),
        ] {
            assert_eq!(grade(text), Some((name.to_owned(), expected)), "{text}");
        }
        assert_eq!(grade("Hall: crates 3"), None);
    }

    #[test]
    fn ways_are_read_with_what_is_between() {
        let (from, to, link, one_way) = read_last_way("Taproom 12 Gallery by stairs");
        assert_eq!(
            (from.as_str(), to.as_str(), one_way),
            ("Taproom", "Gallery", false)
        );
        assert_eq!((link.distance, link.passage), (Some(12), Passage::Stairs));
        let (from, to, link, one_way) = read_last_way("Gallery -> Roof 2 by a ladder, hidden");
        assert_eq!(
            (from.as_str(), to.as_str(), one_way),
            ("Gallery", "Roof 2", true)
        );
        assert_eq!((link.distance, link.passage), (None, Passage::Ladder));
        assert!(link.hidden);
        let (.., link, _) = read_last_way("Salon 6 yards Garden by a window and a wall");
        assert_eq!(
            (link.distance, link.passage, link.blind),
            (Some(6), Passage::Window, true)
        );
        for (words, door) in [
            ("by a door", Door::Closed),
            ("by an open door", Door::Open),
            (", locked", Door::Locked),
            (", open", Door::Open),
        ] {
            let (.., link, _) = read_last_way(&format!("Bar 6 Back alley {words}"));
            assert_eq!(link.door, door, "{words}");
        }
    }

    #[test]
    fn names_that_are_known_are_found_first() {
        let (from, to, link, _) =
            read_last_way("Pier 8: dark; Pier 8 lower deck: tight; Pier 8 lower deck 4 pier 8");
        assert_eq!(
            (from.as_str(), to.as_str()),
            ("Pier 8 lower deck", "Pier 8")
        );
        assert_eq!(link.distance, Some(4));
        let (_, _, link, _) = read_last_way("Bar: dim; Yard; Bar 5 Yard: closed");
        assert_eq!((link.distance, link.door), (Some(5), Door::Closed));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let error = |text: &str| {
            let (_, errors) = parse_description(&FloorPlan::default(), text, &[]);
            let first = errors.into_iter().next().expect("an error");
            let (start, end) = first.part;
            let part = text.get(start as usize..end as usize);
            (first.line, part.unwrap_or_default().to_owned(), first.why)
        };
        let word = |word: &str| word.to_owned();
        for (text, expected) in [
            (
                "Hall; Roof: windy",
                (
                    2,
                    word("windy"),
                    SceneLineProblem::UnknownMark {
                        word: word("windy"),
                    },
                ),
            ),
            (
                "Hall 4 Roof by magic",
                (
                    1,
                    word("magic"),
                    SceneLineProblem::UnknownWay {
                        word: word("magic"),
                    },
                ),
            ),
            (
                "Hall 4 hall",
                (1, word("hall"), SceneLineProblem::SamePlace),
            ),
            (": dark", (1, word(""), SceneLineProblem::NoName)),
            ("Hall: note", (1, word("note"), SceneLineProblem::NoWords)),
            (
                "Hall: height 5000",
                (
                    1,
                    word("5000"),
                    SceneLineProblem::OutOfRange { min: 0, max: 1_000 },
                ),
            ),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
        let many: Vec<String> = (0..=MAX_LOCATIONS)
            .map(|nth| format!("Room {nth}: lit"))
            .collect();
        let (edits, errors) = parse_description(&FloorPlan::default(), &many.join("\n"), &[]);
        assert_eq!((edits.len(), errors.len()), (MAX_LOCATIONS, 1));
    }
}
