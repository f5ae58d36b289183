//! The pages of the site, as data: the server fills one in and prints it, and embeds the same data in the page, so that
//! the browser starts with what it already shows.

use rules::base::id::{EncounterId, SeatId, TableId};
use rules::base::seat::Role;
use rules::encounter::{Class, View};
use rules::ruleset::SystemId;
use rules::wire::RoomEpoch;
use serde::{Deserialize, Serialize};

/// A page that is printed by the server and hydrated in the browser, with all its content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Page {
    /// The front page: create a table, or join one.
    Home(Home),
    /// One of the two steps in which a table is started.
    Start(Start),
    /// The page of an invitation, before a seat is taken.
    Join(Join),
    /// The page for a seat that moves to another device.
    Arrive(Arrive),
    /// A table with its encounter.
    Table(Box<Opening>),
    /// A large display for everybody at a table.
    Screen(Box<Opening>),
    /// A page that says why there is nothing to show.
    Problem(Problem),
}

/// Content of the front page, where a table is created or joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    /// The seats of this browser, the one used last first.
    pub tables: Vec<OwnTable>,
    /// The problem with the form that was sent.
    pub trouble: Option<Trouble>,
    /// The typed text, so that it need not be typed again.
    pub typed: Typed,
    /// Whether demonstrations are offered.
    pub demos: DemoOffer,
}

/// Offer of demonstrations to a visitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DemoOffer {
    /// A demonstration is one tap away.
    #[default]
    Offered,
    /// This address has made too many in too short a time.
    TooMany,
    /// The host of this server wants none.
    Off,
}

/// Content of the page on which a table is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The step that is shown.
    pub step: StartStep,
    /// The typed text, of this step or the one before.
    pub typed: Typed,
    /// The problem with the form that was sent.
    pub trouble: Option<Trouble>,
}

/// Step in which a table is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartStep {
    /// The first one asks for the scene's name and the storyteller's.
    Names,
    /// The second one asks for the rules.
    Rules,
}

impl StartStep {
    /// Returns the number of the step, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Names => 1,
            Self::Rules => 2,
        }
    }
}

/// Way to open a demo table on a second device, shown above the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TryOut {
    /// The id of the table.
    pub table: TableId,
    /// The link for players as a picture; none where phones cannot reach this server.
    pub qr: Option<Qr>,
    /// Whether the reader can let phones in this room join, on a page of this computer.
    pub can_open_network: bool,
}

/// Name and role of a person who sits at a table, for the page of an invitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatedPerson {
    /// The name at this table.
    pub name: String,
    /// The role at this table.
    pub role: Role,
}

/// A table at which this browser has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnTable {
    /// The id of the table.
    pub table: TableId,
    /// The name of the table.
    pub title: String,
    /// The rule system of the table.
    pub system: SystemId,
    /// The person in the seat.
    pub seat: SeatedPerson,
    /// Milliseconds since this browser was there.
    pub ago_ms: u64,
}

/// Text typed into a form of the front page or of an invitation, kept when the form is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// The table's name.
    pub table: String,
    /// The person's name.
    pub name: String,
    /// The spoken code.
    pub code: String,
}

/// Reason why a form of the front page or of an invitation was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// A name is missing, too long, or cannot be shown.
    Name(rules::base::text::TextError),
    /// The code belongs to no table, or no longer does.
    Code,
    /// There were too many attempts in too short a time.
    TooFast,
    /// The table has no seat left.
    Full,
    /// Another person at the table has that name, or one that looks like it.
    Taken,
    /// The name claims to be the storyteller.
    Storyteller,
    /// There is no such rule system.
    System,
    /// The table is locked for new people.
    Locked,
}

/// Content of an invitation's page, where a guest takes a seat at a table.
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
    /// Whether the seat is that of a table screen, which needs no name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub screen: bool,
}

/// An invitation to the table as its table screen, the display for all players, shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenOffer {
    /// The host of the site, where the words are typed.
    pub host: String,
    /// The words that players type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The link as a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<Qr>,
}

/// Content of the page on which a seat moves to another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrive {
    /// The address of the form: `/seat/…`.
    pub action: String,
    /// The id of the table.
    pub id: TableId,
    /// The name of the table.
    pub table: String,
    /// The person whose seat it is.
    pub seat: SeatedPerson,
    /// The seat that this browser already has at that table, if any.
    pub instead_of: Option<SeatedPerson>,
}

/// The state of a table when its page is opened.
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
    /// The run of the room to which the sequence number belongs.
    pub epoch: RoomEpoch,
    /// The sequence number of the view.
    pub seq: u64,
    /// The view of that class.
    pub view: View,
    /// Whether the table is a temporary demo.
    pub demo: bool,
    /// Whether the reader runs the table and has no link yet to return with if the browser forgets the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_way_back: bool,
    /// Whether the encounter is prepared, and known only to storytellers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

/// The content of a page that says why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The heading, which names the problem.
    pub head: String,
    /// Why, and what to do: a paragraph each.
    pub words: Vec<String>,
    /// The address to try again, if that may help.
    pub again: Option<String>,
}

/// A setting of one browser that is on or off, for all tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceSwitch {
    /// A bell rings when it is the reader's turn.
    Bell,
    /// Single keys trigger frequent actions.
    Keys,
    /// The screen stays on while the table is visible.
    Awake,
    /// Only outcomes and questions to the reader are read aloud.
    Brief,
    /// The last picture of a player's table stays on this device.
    Keep,
}

impl DeviceSwitch {
    /// All switches in their order on the page.
    pub const ALL: [Self; 5] = [Self::Bell, Self::Keys, Self::Awake, Self::Brief, Self::Keep];

    /// Returns the name of the cookie that stores this setting.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bell => "bell",
            Self::Keys => "keys",
            Self::Awake => "awake",
            Self::Brief => "brief",
            Self::Keep => "keep",
        }
    }

    /// Returns the switch with this name, if there is one.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.word() == word)
    }

    /// Whether browsers allow this setting only on pages that came over https or from their own
    /// machine.
    #[must_use]
    pub const fn needs_secure_page(self) -> bool {
        matches!(self, Self::Awake | Self::Keep)
    }

    /// Whether the switch is on at first, before the reader changes it.
    #[must_use]
    pub const fn is_on_at_first(self) -> bool {
        matches!(self, Self::Keys)
    }
}

/// Color theme of all pages in this browser: automatic, dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Light or dark, as the device says.
    #[default]
    Auto,
    /// Dark colors, as by lamp light.
    Dark,
    /// Light colors, as of paper and ink.
    Light,
    /// High contrast: black, white and one yellow.
    Contrast,
}

impl Theme {
    /// All themes in their order on the page.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Dark, Self::Light, Self::Contrast];

    /// Returns the word for the cookie and the page's `data-theme`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Contrast => "contrast",
        }
    }

    /// Returns the theme with this word; [`Theme::Auto`] for an unknown one.
    #[must_use]
    pub fn of(word: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|theme| theme.word() == word)
            .unwrap_or_default()
    }
}

/// The links and codes of a table's invitation; paths are relative to the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The address of the site, as other people open it.
    pub site: String,
    /// The path of the link for players.
    pub player: String,
    /// The path of the link for spectators.
    pub spectator: String,
    /// The path of the link for a table screen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub screen: String,
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

/// A link that works once, such as the one that moves a seat to another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passing {
    /// The whole link.
    pub link: String,
    /// The link as a picture, where it is for another device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<Qr>,
    /// Hours until the link expires; `None` if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
}

/// A QR code of a link, as an SVG picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Qr {
    /// Number of squares along each side, without the quiet zone of four squares.
    pub side: u32,
    /// The dark squares as an SVG path, in units of one square.
    pub path: String,
}
