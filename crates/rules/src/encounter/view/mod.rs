//! What one viewer may see. [`View::of`] is the only place where anything is hidden.

mod change;
mod exchange;
mod parts;
mod row;
mod sum;

use serde::{Deserialize, Serialize};

pub use self::change::{Change, diff};
pub use self::exchange::{ExchangeView, WaitView};
use self::parts::{Anew, Parts};
pub use self::row::{Row, Shown};
use super::class::Class;
use super::combatant::{FoeHealth, Turn};
use super::countdown::Countdown;
use super::cover::Cover;
use super::encounter::Encounter;
use super::limits::LOG_WINDOW;
use super::log::{Entry, What};
use super::table_settings::TableSetting;
use super::ties::Situation;
use super::viewer::Viewer;
use crate::house::House;
use crate::id::{CombatantId, CommandId, CoverId, ExchangeId, SeatId};
use crate::seat::{Actor, Role, Seat};
use crate::sorted::Map;
use crate::speech::list;
use crate::system::SystemId;

/// That one combatant holds, pins or aims at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct HoldView {
    /// Who holds.
    pub by: CombatantId,
    /// Who is held.
    pub on: CombatantId,
    /// How: the key its system knows.
    pub key: String,
    /// What the one does to the other: "holds", "aims at".
    pub word: String,
    /// How much of it, where it has an amount.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
}

const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// One person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct SeatView {
    /// The seat.
    pub id: SeatId,
    /// Their name.
    pub name: String,
    /// Their role.
    pub role: Role,
    /// Whether they roll real dice and type their faces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_dice: bool,
    /// Whether they may watch and do nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// What a player proposes, to those who run the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct ProposalView {
    /// By what it is settled.
    pub id: CommandId,
    /// The player's name.
    pub by: String,
    /// What, in words.
    pub words: String,
}

/// One line of the table log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Line {
    /// Its number among the lines this class of viewer sees, from 1.
    pub no: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who did it; `None` is the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The seat of who did it: names may look alike.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Whether it was done for another person's combatant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// What happened.
    pub what: What,
    /// Whether players do not see this line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Who took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<String>,
}

/// What undo or redo would act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(from = "OfferText", into = "OfferText")]
pub struct Offer {
    /// The number of the line that tells of it, as the reader counts lines; 0 when none does.
    pub line: u32,
    /// How many more lines tell of it.
    pub more: u32,
}

/// An offer on the wire: `41`, or `[41,2]` with two more lines.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum OfferText {
    Line(u32),
    Lines(u32, u32),
}

impl From<OfferText> for Offer {
    fn from(text: OfferText) -> Self {
        match text {
            OfferText::Line(line) => Self { line, more: 0 },
            OfferText::Lines(line, more) => Self { line, more },
        }
    }
}

impl From<Offer> for OfferText {
    fn from(Offer { line, more }: Offer) -> Self {
        match more {
            0 => Self::Line(line),
            more => Self::Lines(line, more),
        }
    }
}

/// An encounter as one class of viewer sees it. All that ever leaves the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The scene.
    pub title: String,
    /// The rules it runs on.
    pub system: SystemId,
    /// Where the fight stands.
    pub turn: Turn,
    /// What comes after that, as far as this viewer sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Turn>,
    /// Those who act at the same moment, in the order in which they stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Vec<CombatantId>>,
    /// The house rules.
    #[serde(default, skip_serializing_if = "House::is_plain")]
    pub house: House,
    /// Every token, by id. In boxes, for a list of them is made anew with each change.
    pub rows: Map<CombatantId, Box<Row>>,
    /// The order, first to act first.
    pub order: Vec<CombatantId>,
    /// The bench.
    pub bench: Vec<CombatantId>,
    /// What was set about the situation: for whom, and towards whom.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub situation: Situation,
    /// The covers that the situation points to.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub covers: Map<CoverId, Cover>,
    /// Who holds whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<HoldView>,
    /// The exchanges under way and those just over.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub exchanges: Map<ExchangeId, ExchangeView>,
    /// What players propose; only those who run the table are told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<ProposalView>,
    /// Who sits at the table.
    pub seats: Vec<SeatView>,
    /// The newest lines of the log, oldest first.
    pub log: Vec<Line>,
    /// What players see of foes' health; only those who run the table are told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foe_health: Option<FoeHealth>,
    /// Whether players are told the odds against foes whom they see.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foe_odds: bool,
    /// How long a player's question waits, and what happens then; `None` is for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<Countdown>,
    /// The epoch of the dice, and after a space what the server is bound to: see `docs/dice.md`.
    /// Empty where dice cannot be checked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub dice: String,
    /// Whether there is something to take back; only told to those who run the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_undo: bool,
    /// What undo would take back, for each of this class who can take back anything.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub undo: Map<SeatId, Offer>,
    /// What redo would bring back, likewise.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub redo: Map<SeatId, Offer>,
}

impl View {
    /// What a viewer sees of an encounter.
    #[must_use]
    pub fn of(encounter: &Encounter, viewer: impl Into<Viewer>) -> Self {
        let viewer = viewer.into();
        let mut view = Self::picture(encounter, viewer);
        view.offer(encounter, viewer);
        view
    }

    /// Puts in what undo and redo would do.
    fn offer(&mut self, encounter: &Encounter, viewer: Viewer) {
        // Who may take nothing back is offered nothing.
        let may = |seat: &Seat| seat.role != Role::Spectator && !seat.muted;
        let players = |seat: &Seat| viewer.class == Class::of(seat.role) && may(seat);
        let seats = encounter.seats.iter().filter(|(_, seat)| players(seat));
        for (id, _) in seats {
            let by = Actor::Seat(*id);
            let undo = encounter.to_undo(by).ok();
            self.undo.extend(undo.map(|(_, offer)| (*id, offer)));
            let redo = encounter.to_redo(by).ok();
            self.redo.extend(redo.map(|(_, offer)| (*id, offer)));
        }
        self.can_undo = viewer.sees_hidden() && encounter.to_undo(Actor::Server).is_ok();
    }

    /// The same without what undo and redo would do.
    pub(crate) fn picture(encounter: &Encounter, viewer: Viewer) -> Self {
        Self::made(encounter, viewer, &mut Anew)
    }

    /// It, of these parts.
    fn made(encounter: &Encounter, viewer: Viewer, parts: &mut impl Parts) -> Self {
        let all = viewer.sees_hidden();
        let seen = |id: &CombatantId| all || encounter.is_seen(*id);
        let list = |ids: &[CombatantId]| ids.iter().copied().filter(|id| seen(id)).collect();
        let seats = encounter.seats.iter().map(|(id, seat)| SeatView {
            id: *id,
            name: seat.name.to_string(),
            role: seat.role,
            own_dice: encounter.own_dice.contains(id),
            muted: seat.muted,
        });
        let proposals = encounter.proposals.iter().map(|proposal| ProposalView {
            id: proposal.id,
            by: proposal.name.clone(),
            words: encounter.proposed(proposal, Viewer::STORYTELLER),
        });
        let ties = encounter.ties.only(|one, other| seen(&one) && seen(&other));
        let holds = ties.holds.into_iter();
        let holds = holds.filter(|hold| !encounter.is_mark(&hold.key));
        let holds = holds.map(|hold| HoldView {
            word: encounter.hold_word(&hold.key),
            by: hold.by,
            on: hold.on,
            key: hold.key,
            amount: hold.amount,
        });
        let (next, together) = parts.ahead(encounter, viewer);
        let exchanges = encounter.exchanges.iter();
        let exchanges = exchanges.filter(|it| all || encounter.exchange_is_known(it));
        Self {
            title: encounter.title.to_string(),
            system: encounter.system,
            turn: *encounter.turn.for_class(viewer.class),
            next,
            together,
            house: encounter.house.clone(),
            rows: encounter
                .combatants
                .values()
                .filter(|combatant| seen(&combatant.id))
                .map(|combatant| (combatant.id, parts.row(encounter, combatant, viewer)))
                .collect(),
            order: list(&encounter.order),
            bench: list(&encounter.bench),
            situation: ties.situation,
            covers: encounter.covers_known(viewer),
            holds: holds.collect(),
            exchanges: exchanges
                .map(|it| (it.id, parts.exchange(encounter, it, viewer)))
                .collect(),
            proposals: proposals.filter(|_| all).collect(),
            seats: seats.collect(),
            log: lines(encounter, viewer, parts),
            foe_health: all.then_some(encounter.table.foe_health),
            foe_odds: encounter.table.foe_odds,
            countdown: encounter.table.countdown,
            dice: parts.dice(encounter),
            can_undo: false,
            undo: Map::new(),
            redo: Map::new(),
        }
    }

    /// The settings of the table, each where this viewer is told of it.
    fn table_settings(&self) -> [Option<TableSetting>; 3] {
        [
            self.foe_health.map(TableSetting::FoeHealth),
            Some(TableSetting::FoeOdds(self.foe_odds)),
            Some(TableSetting::Countdown(self.countdown)),
        ]
    }

    /// A setting of the table is so now.
    fn set_table(&mut self, now: TableSetting) {
        match now {
            TableSetting::FoeHealth(shown) => self.foe_health = Some(shown),
            TableSetting::FoeOdds(shown) => self.foe_odds = shown,
            TableSetting::Countdown(countdown) => self.countdown = countdown,
        }
    }

    /// The newest lines of the log that a viewer may read, the oldest first.
    pub(crate) fn lines(encounter: &Encounter, viewer: impl Into<Viewer>) -> Vec<Line> {
        lines(encounter, viewer.into(), &mut Anew)
    }

    /// The view from `seat`; `None` when it is empty.
    #[must_use]
    pub fn class_of(encounter: &Encounter, actor: Actor) -> Option<Class> {
        match actor {
            Actor::Server => Some(Class::Storyteller),
            Actor::Seat(seat) => encounter.seat(seat).map(|seat| Class::of(seat.role)),
        }
    }

    /// What an exchange is: who does what to whom.
    #[must_use]
    pub fn sentence(&self, exchange: &ExchangeView) -> String {
        let name = |id: &CombatantId| self.rows.get(id).map(|row| row.full_name());
        let by = exchange.by.as_ref().and_then(name);
        let at: Vec<String> = exchange.at.iter().filter_map(name).collect();
        let by = by.map(|by| format!("{by}: ")).unwrap_or_default();
        let at = match at.is_empty() {
            true => String::new(),
            false => format!(" at {}", list(&at)),
        };
        format!("{by}{}{at}", exchange.title)
    }

    /// The name of the person in a seat.
    #[must_use]
    pub fn seat_name(&self, seat: SeatId) -> Option<&str> {
        self.seats
            .iter()
            .find(|other| other.id == seat)
            .map(|seat| seat.name.as_str())
    }
}

fn lines(encounter: &Encounter, viewer: Viewer, parts: &mut impl Parts) -> Vec<Line> {
    let number = |entry: &Entry| match viewer.class {
        Class::Storyteller => Some(entry.no),
        Class::Table => entry.public_no,
    };
    let mut lines: Vec<Line> = encounter
        .log
        .kept
        .iter()
        .rev()
        .filter_map(|entry| Some((number(entry)?, entry)))
        .take(LOG_WINDOW)
        .map(|(no, entry)| parts.line(no, entry, viewer))
        .collect();
    lines.reverse();
    lines
}

/// What a viewer reads in an entry, which is this number of theirs.
fn line_of(no: u32, entry: &Entry, viewer: Viewer) -> Line {
    Line {
        no,
        at: entry.at,
        by: entry.by_name.clone(),
        seat: match entry.by {
            Actor::Server => None,
            Actor::Seat(seat) => Some(seat),
        },
        other: entry.other,
        what: match entry.veiled && !viewer.sees_hidden() {
            true => entry.what.clone().veiled(),
            false => entry.what.clone().folded(),
        },
        hidden: entry.public_no.is_none(),
        undone: entry.undone.clone(),
    }
}
