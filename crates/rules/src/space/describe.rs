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

mod line;
mod marks;
mod ways;

use serde::{Deserialize, Serialize};

use self::line::{Segment, find_part, split_lines};
use self::marks::read_marks;
use self::ways::{SplitWay, read_way, split_way};
use super::MAX_LOCATIONS;
use super::floor_plan::FloorPlan;
use super::link::Link;
use super::location::Location;
use crate::base::text::{Name, TextError};
use crate::messages::Text;
use crate::messages::scene as msg;

/// Most characters of a description.
pub const MAX_DESCRIPTION: usize = 4_000;

/// Scenes that a description can start from: each with its title and its lines.
pub const TEMPLATES: [(Text, Text); 6] = [
    (msg::BAR, msg::BAR_LINES),
    (msg::WAREHOUSE, msg::WAREHOUSE_LINES),
    (msg::STREET, msg::STREET_LINES),
    (msg::CHURCH, msg::CHURCH_LINES),
    (msg::SUBWAY, msg::SUBWAY_LINES),
    (msg::BIG_HOUSE, msg::BIG_HOUSE_LINES),
];

/// A place or a way as a description asks for it.
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

/// A part of a description that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{}", msg::line_of_the_scene(.line, .why))]
pub struct SceneLineError {
    /// The number of the line from 1, not counting empty ones.
    pub line: u32,
    /// The first byte of the part, and the byte after its last.
    pub part: (u32, u32),
    /// The reason in words.
    pub why: SceneLineProblem,
}

/// The reason why a part of a description is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneLineProblem {
    /// The description has more than [`MAX_DESCRIPTION`] characters.
    #[error("{}", msg::the_description_is_too_long(&MAX_DESCRIPTION))]
    TooLong,
    /// The scene has no room for another place.
    #[error("{}", msg::a_scene_has_at_most(&MAX_LOCATIONS))]
    TooManyPlaces,
    /// A line has no name of a place.
    #[error("{}", msg::A_LINE_BEGINS_WITH_A_PLACE)]
    NoName,
    /// A name cannot be shown.
    #[error("{0}")]
    Name(TextError),
    /// A mark is not known.
    #[error("{}", msg::there_is_no_mark(.word))]
    UnknownMark {
        /// The mark as typed.
        word: String,
    },
    /// What is in between two places is not known.
    #[error("{}", msg::there_is_no_such_way(.word))]
    UnknownWay {
        /// The words as typed.
        word: String,
    },
    /// A number is out of its range.
    #[error("{}", msg::number_goes_from_to(.min, .max))]
    OutOfRange {
        /// The least number allowed.
        min: u32,
        /// The greatest number allowed.
        max: u32,
    },
    /// A mark needs its words in quotation marks.
    #[error("{}", msg::A_NOTE_IS_IN_QUOTES)]
    NoWords,
    /// A way leads from a place to itself.
    #[error("{}", msg::A_WAY_LEADS_TO_ANOTHER_PLACE)]
    SamePlace,
}

/// A problem with a part of the text.
type Problem<'a> = (&'a str, SceneLineProblem);

/// Reads a description of a scene: the places and ways that it asks for, places first, and the parts that are not
/// understood. `grades` are the grades of cover of the rules.
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
    for line in &lines {
        reader.learn_name(line);
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

    /// Learns the name of a place that a line describes.
    fn learn_name(&mut self, line: &Segment<'_>) {
        let name = line.text.split_once(':').map(|(name, _)| name);
        if let Some(name) = name.and_then(|name| Name::new(name).ok())
            && split_way(name.as_str(), &self.known).is_none()
        {
            self.known.push(name.to_folded());
            self.sort_names();
        }
    }

    /// Reads one line.
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

    /// Reads a way between two places, and adds those of the two that are new.
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

    /// Adds or changes a place.
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
