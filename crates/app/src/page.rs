//! The pages there are, as data: the server fills one in, prints it, and puts the same data
//! into the page so that the browser wakes up to what it already shows.

use rules::encounter::{Class, View};
use rules::id::{EncounterId, SeatId, TableId};
use rules::seat::Role;
use rules::system::SystemId;
use rules::wire::RoomEpoch;
use serde::{Deserialize, Serialize};

/// A page with all that is printed on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Page {
    /// The front door: make a table, or come to one.
    Home(Home),
    /// The page of an invitation, before a seat is taken.
    Join(Join),
    /// The page for a seat that moves to another device.
    Arrive(Arrive),
    /// A table with its encounter.
    Table(Box<Opening>),
    /// There is nothing to show, and why.
    Problem(Problem),
}

/// The content of the front page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    /// The seats of this browser, the one used last first.
    pub tables: Vec<Yours>,
    /// The problem with the form that was sent.
    pub trouble: Option<Trouble>,
    /// The typed text, so that it need not be typed again.
    pub typed: Typed,
}

/// A person at a table: name and role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The name at this table.
    pub name: String,
    /// The role at this table.
    pub role: Role,
}

/// A table at which this browser sits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Yours {
    /// The id of the table.
    pub table: TableId,
    /// The name of the table.
    pub title: String,
    /// The rules it plays.
    pub system: SystemId,
    /// The person in the seat.
    pub seat: Standing,
    /// Milliseconds since this browser was there.
    pub ago_ms: u64,
}

/// The text that was typed into a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// The table's name.
    pub table: String,
    /// The person's name.
    pub name: String,
    /// The spoken code.
    pub code: String,
    /// The key of the rule system that was chosen; may be none, or no system at all.
    pub system: String,
}

/// A problem with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// A name is missing, too long, or cannot be shown.
    Name(rules::text::TextError),
    /// No table answers to that code (any more).
    Code,
    /// Too many tries in too short a time.
    TooFast,
    /// The table has no seat left.
    Full,
    /// Another at the table has that name, or one that looks like it.
    Taken,
    /// The name says who runs the table, and they do not.
    Storyteller,
    /// There is no such rule system.
    System,
    /// The table takes nobody new.
    Locked,
}

/// The content of an invitation's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    /// The address of the form: `/join/…`.
    pub action: String,
    /// The table's name.
    pub table: String,
    /// The role that the invitation gives.
    pub role: Role,
    /// The problem with the form that was sent.
    pub trouble: Option<Trouble>,
    /// The name that was typed.
    pub name: String,
}

/// The page for a seat that moves to another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrive {
    /// The address of the form: `/seat/…`.
    pub action: String,
    /// The id of the table.
    pub id: TableId,
    /// The name of the table.
    pub table: String,
    /// The person whose seat it is.
    pub seat: Standing,
    /// The person as whom this browser sits at that table already.
    pub instead_of: Option<Standing>,
}

/// A table as it is when the page is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The id of the table.
    pub table: TableId,
    /// The name of the table.
    pub table_name: String,
    /// The id of the encounter.
    pub encounter: EncounterId,
    /// The reader's seat.
    pub you: SeatId,
    /// The reader's class of viewer.
    pub class: Class,
    /// The life of the room the number belongs to.
    pub epoch: RoomEpoch,
    /// The number the view is at.
    pub seq: u64,
    /// The view of that class.
    pub view: View,
    /// Whether the table is a throw-away demonstration.
    pub demo: bool,
    /// Whether the reader runs the table and has no link yet that brings them back when their
    /// browser forgets them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_way_back: bool,
    /// Whether the encounter is prepared, and only those who run the table know of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

/// Why there is nothing to show, in the words of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The heading: what the matter is.
    pub head: String,
    /// Why, and what to do: a paragraph each.
    pub words: Vec<String>,
    /// The address to try again, if that may help.
    pub again: Option<String>,
}

/// A switch of one browser, for all tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceSwitch {
    /// The table rings when it is the reader's turn.
    Bell,
    /// Single keys do what is done often.
    Keys,
    /// The screen stays on while the table is in sight.
    Awake,
    /// Only what came of something, and what is asked of the reader, is read aloud.
    Brief,
}

impl DeviceSwitch {
    /// The four switches in their order.
    pub const ALL: [Self; 4] = [Self::Bell, Self::Keys, Self::Awake, Self::Brief];

    /// The name of its cookie.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bell => "bell",
            Self::Keys => "keys",
            Self::Awake => "awake",
            Self::Brief => "brief",
        }
    }

    /// The switch of that name, if there is one.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.word() == word)
    }

    /// The state of the switch before the reader changes it.
    #[must_use]
    pub const fn is_on_at_first(self) -> bool {
        matches!(self, Self::Keys)
    }
}

/// How somebody likes the page to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the device says.
    #[default]
    Auto,
    /// Dark, as by lamp light.
    Dark,
    /// Paper and ink.
    Light,
    /// Black, white and one yellow.
    Contrast,
}

impl Theme {
    /// The themes in their order.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Dark, Self::Light, Self::Contrast];

    /// The word in the cookie and in the page's `data-theme`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Contrast => "contrast",
        }
    }

    /// The theme of a word; what is unknown is [`Theme::Auto`].
    #[must_use]
    pub fn of(word: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|theme| theme.word() == word)
            .unwrap_or_default()
    }
}

/// The answer to somebody who wants to invite: paths to be put behind the site's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The site's address, as others open it.
    pub site: String,
    /// The path of the link for players.
    pub player: String,
    /// The path of the link for spectators.
    pub spectator: String,
    /// The path of the link for a co-storyteller.
    pub co_storyteller: String,
    /// The short code to say aloud, for players.
    pub code: String,
    /// Minutes until the code stops working.
    pub code_minutes: u32,
    /// The link for players as a picture; none when the address is too long for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<Qr>,
}

/// A link that works once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passing {
    /// The whole link.
    pub link: String,
    /// The link as a picture, where it is for another device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<Qr>,
    /// Hours until it stops working; left out when it never does by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
}

/// A picture that a phone's camera reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Qr {
    /// Squares along each side. Four more of empty space belong around it.
    pub side: u32,
    /// The dark squares, as the path of a drawing in which a square is one by one.
    pub path: String,
}
