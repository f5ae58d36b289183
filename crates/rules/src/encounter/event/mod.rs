//! What happened. Past tense, complete enough to apply without thinking, and to take back.

mod inverse;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::combatant::{Combatant, Spared, ThisRound, Turn};
use super::countdown::Then;
use super::cover::Cover;
use super::dice_event::DiceEvent;
use super::exchange::{Advance, Exchange, Tail};
use super::field::Field;
use super::label::Label;
use super::log::{Source, Spare};
use super::proposal::{Fate, Proposal};
use super::table_settings::{TableSetting, TableSettings};
use super::ties::Ties;
use crate::condition::Condition;
use crate::dial::Reading;
use crate::due::Due;
use crate::exchange::Slot;
use crate::gear::{Carried, Item, ItemId};
use crate::house::House;
use crate::id::{CombatantId, CommandId, CoverId, ExchangeId, GroupId, SeatId};
use crate::initiative::Initiative;
use crate::roll::Rolled;
use crate::seat::{Actor, Role, Seat};
use crate::settings::Value;
use crate::sheet::SheetEdit;
use crate::system::HealthState;
use crate::term::{RuleId, Term};
use crate::text::Name;
use crate::track::{Packet, Track};

/// Everything one accepted command did: one line of the stored log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When, in milliseconds since 1970, by the server's clock.
    pub at: u64,
    /// Who.
    pub by: Actor,
    /// The command's id.
    pub command: CommandId,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the bench.
    Bench(Spot),
    /// In the order.
    Order(Spot),
}

impl Place {
    /// Whether players see the same in both: what lies between are hidden ones.
    pub(crate) fn looks_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Order(one), Self::Order(other)) | (Self::Bench(one), Self::Bench(other)) => {
                one.seen == other.seen
            }
            (Self::Order(_), Self::Bench(_)) | (Self::Bench(_), Self::Order(_)) => false,
        }
    }
}

/// A place in a list, counted from 0.
///
/// Counted twice, so that what was taken back in between where players cannot see never
/// shifts a token they do see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// How many stand before it.
    pub at: u32,
    /// How many of them players know of.
    pub seen: u32,
}

/// One thing that happened. What can be taken back carries how it was before.
///
/// It is read and written under the names below, but for those in `legacy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case")]
pub enum Event {
    /// A person sat down, or took another name or role in their seat.
    Seated {
        /// The seat.
        seat: SeatId,
        /// Their name.
        name: Name,
        /// Their role.
        role: Role,
    },
    /// What a player proposes is there, or was settled.
    Proposed {
        /// It.
        proposal: Box<Proposal>,
        /// What became of it.
        fate: Fate,
    },
    /// A seat may watch and do nothing, or play again.
    Muted {
        /// The seat.
        seat: SeatId,
        /// Their name.
        name: Name,
        /// Whether it is muted.
        muted: bool,
    },
    /// A seat was given up or taken away.
    Unseated {
        /// The seat.
        seat: SeatId,
        /// Who sat there.
        name: Name,
    },
    /// A person rolls real dice from now on, or no more.
    OwnDice {
        /// Their seat.
        seat: SeatId,
        /// Whether they do.
        own: bool,
    },
    /// The scene got another title.
    Titled {
        /// Before.
        before: Name,
        /// After.
        after: Name,
    },
    /// A combatant came.
    Added {
        /// Who.
        combatant: Box<Combatant>,
        /// Where to.
        place: Place,
        /// What stood between them and others when they went, if they come back.
        #[serde(default, skip_serializing_if = "Ties::is_empty")]
        ties: Ties,
    },
    /// The encounter goes on from the one before, or opens to the table: who sits there and what is
    /// played comes from there. Nothing takes it back.
    Opened {
        /// Who sits at the table.
        seats: BTreeMap<SeatId, Seat>,
        /// Those who roll real dice.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        own_dice: BTreeSet<SeatId>,
        /// The house rules.
        #[serde(default, skip_serializing_if = "House::is_plain")]
        house: House,
        /// The settings of the table.
        #[serde(flatten)]
        table: TableSettings,
        /// Whether only those who run the table know of this encounter.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unseen: bool,
    },
    /// A combatant came along from another encounter; one who had been brought before is as they
    /// are now. Nothing takes it back: they were there before this encounter was.
    Brought {
        /// Who, as they are.
        combatant: Box<Combatant>,
        /// Where to, unless they are here.
        place: Place,
        /// The title of the encounter they come from.
        from: Name,
    },
    /// A combatant went.
    Removed {
        /// Who, as they were.
        combatant: Box<Combatant>,
        /// Where from.
        place: Place,
        /// What stood between them and others, and goes with them.
        #[serde(default, skip_serializing_if = "Ties::is_empty")]
        ties: Ties,
    },
    /// A combatant got another name.
    Renamed {
        /// Who.
        id: CombatantId,
        /// Before.
        before: (Name, Label),
        /// After.
        after: (Name, Label),
    },
    /// Players learnt of a combatant, or lost sight of one.
    Veiled {
        /// Who.
        id: CombatantId,
        /// Whether they are hidden now.
        hidden: bool,
        /// The label before.
        before: Label,
        /// The label after.
        after: Label,
        /// The turn as players knew it and as they know it now, when that changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<(Turn, Turn)>,
    },
    /// A plain field of a combatant was set. A note is kept as `noted`, who plays it as `assigned`.
    Edited {
        /// Whose.
        id: CombatantId,
        /// Before.
        before: Field,
        /// The same field after.
        after: Field,
    },
    /// Combatants act as one from now on, or each on their own; or those who act as one have the
    /// initiative that one of them rolled.
    Grouped {
        /// Who, in the order in which they act: either all seen by players, or not all.
        members: Vec<Member>,
    },
    /// A combatant's initiative was rolled (or taken back).
    InitiativeRolled {
        /// Whose.
        id: CombatantId,
        /// Before.
        before: Option<Initiative>,
        /// After.
        after: Option<Initiative>,
        /// Whether it is the face of a real die.
        typed: bool,
        /// How it came about.
        #[serde(default, skip_serializing_if = "Source::is_sheet")]
        source: Source,
    },
    /// An initiative was rolled that stays in the log: for no combatant, or for one who had one.
    InitiativeOffered {
        /// For whom, as typed or as they are called.
        name: String,
        /// Whether players may read it.
        public: bool,
        /// What was rolled.
        initiative: Initiative,
        /// Why no combatant has it.
        why: Spare,
    },
    /// A new round, or a new turn, finds a combatant fresh: what they rolled, said and did in the
    /// last one is over.
    Refreshed {
        /// Who.
        id: CombatantId,
        /// Initiative and the rest before.
        before: (Option<Initiative>, ThisRound),
        /// After.
        after: (Option<Initiative>, ThisRound),
    },
    /// A combatant's part in the round changed: a plan, a wait.
    Intended {
        /// Who.
        id: CombatantId,
        /// Before.
        before: ThisRound,
        /// After.
        after: ThisRound,
        /// Whether the plan is not to be read by players yet. Records of earlier releases do not
        /// say; there it follows from the turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sealed: Option<bool>,
        /// The rule by which the stance of the plan did not come now, where the storyteller took
        /// it all the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        out_of_turn: Option<RuleId>,
    },
    /// A combatant tried to give up a declared action.
    Aborted {
        /// Who.
        id: CombatantId,
        /// Whether it is given up.
        changed: bool,
        /// The roll, if one was made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roll: Option<Rolled>,
    },
    /// Points of a pool were spent or came back.
    Spent {
        /// Whose.
        id: CombatantId,
        /// The key of the pool.
        pool: String,
        /// Spent in all before.
        before: i32,
        /// Spent in all after.
        after: i32,
        /// How many are left. Records of earlier releases do not say; there it follows from the
        /// sheet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<i32>,
    },
    /// A condition came, changed or ended.
    Conditioned {
        /// Whose.
        id: CombatantId,
        /// The key of the condition.
        key: String,
        /// Before.
        before: Option<Condition>,
        /// After.
        after: Option<Condition>,
    },
    /// An item came to a combatant, or went: one of before and after is nothing.
    Equipped {
        /// Whose.
        id: CombatantId,
        /// Which.
        item: ItemId,
        /// The item as it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Box<Item>>,
        /// The item as it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Box<Item>>,
    },
    /// An item has another number: rounds left in it, armor worn down.
    ItemChanged {
        /// Whose.
        id: CombatantId,
        /// Which.
        item: ItemId,
        /// The key of the number.
        key: String,
        /// The word for it.
        title: String,
        /// Before; `None` is that it had no such number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<i32>,
        /// After.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<i32>,
    },
    /// An item was drawn, put away, put on, dropped.
    Carried {
        /// Whose.
        id: CombatantId,
        /// Which.
        item: ItemId,
        /// Before.
        before: Carried,
        /// After.
        after: Carried,
    },
    /// A sheet was edited.
    SheetChanged {
        /// Whose.
        id: CombatantId,
        /// How.
        edit: SheetEdit,
        /// The track before and after, when its size or shape follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        track: Option<(Track, Track)>,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Something about the situation between two combatants was set.
    Situated {
        /// For whom, when they turn on the other.
        from: CombatantId,
        /// The other.
        to: CombatantId,
        /// The key of the dial.
        key: String,
        /// What is so now, in words: "Distance: 10".
        words: String,
        /// Before; `None` was not set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<i32>,
        /// After.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<i32>,
    },
    /// A cover was set up, is called otherwise or has other numbers, or was taken away.
    Covered {
        /// Which.
        cover: CoverId,
        /// Before; `None` was not there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Box<Cover>>,
        /// After.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Box<Cover>>,
    },
    /// One combatant took hold of another, aims at them, pins them; or how firmly changed, or it
    /// ended.
    Held {
        /// Who holds.
        by: CombatantId,
        /// Who is held.
        on: CombatantId,
        /// How.
        key: String,
        /// The word for it: "holds", "aims at".
        word: String,
        /// How much before; `None` was not at all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<i32>,
        /// How much after.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<i32>,
        /// Whether players see what it does, though they do not see the two: see [`Held`](super::Held).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        felt: bool,
    },
    /// Something came due, or was done or waived.
    DueChanged {
        /// For whom.
        id: CombatantId,
        /// Before.
        before: Vec<Due>,
        /// After.
        after: Vec<Due>,
        /// The words of what those who run the table let pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waived: Option<String>,
        /// The key of what is done, where nothing else says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        done: Option<String>,
    },
    /// The scene is over.
    SceneEnded,
    /// Time passed in the story, or people rested; what it brought follows.
    TimePassed {
        /// How much, and how people were looked after, in words: "A night passes".
        words: String,
        /// Whether players may not read it: it changed only those they do not see.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unseen: bool,
    },
    /// An exchange was declared.
    ExchangeDeclared {
        /// It, with its first step.
        exchange: Box<Exchange>,
    },
    /// An exchange was given up.
    ExchangeWithdrawn {
        /// It, as it was.
        exchange: Box<Exchange>,
    },
    /// An exchange went on, or back.
    ExchangeMoved {
        /// Which.
        id: ExchangeId,
        /// The number of the step, from 0.
        step: u16,
        /// Whether the step is taken back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
        /// The step.
        advance: Box<Advance>,
    },
    /// A combatant was hurt by another of the same moment, or that moment is over.
    Spared {
        /// Who.
        id: CombatantId,
        /// Without what was suffered at this moment, before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Box<Spared>>,
        /// The same after; `None` once the moment is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<Box<Spared>>,
    },
    /// An exchange read the table again, which had changed since its newest answer: what it asks,
    /// and the sums up to there.
    ExchangeReread {
        /// Which.
        id: ExchangeId,
        /// Its end before.
        before: Box<Tail>,
        /// Its end after.
        after: Box<Tail>,
    },
    /// Something was counted in this round by an exchange.
    Counted {
        /// For whom.
        id: CombatantId,
        /// The key of the tally.
        key: String,
        /// How often; taken back when negative.
        by: i32,
    },
    /// An exchange had a consequence that no number says.
    Told {
        /// Whom it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CombatantId>,
        /// In words.
        words: String,
        /// The rule.
        rule: RuleId,
        /// The exchange.
        exchange: ExchangeId,
        /// Whether players read it though they do not see who acts: of an attack that its target
        /// notices.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        felt: bool,
    },
    /// A person said something.
    Said {
        /// The words.
        text: String,
    },
    /// A house rule was turned.
    HouseRuleSet {
        /// Which.
        key: String,
        /// What it was.
        before: Value,
        /// What it is.
        after: Value,
    },
    /// A tie was rolled off: what decides between equals changed, and nothing else.
    Reranked {
        /// Whose.
        id: CombatantId,
        /// Before.
        before: Vec<i32>,
        /// After.
        after: Vec<i32>,
    },
    /// A token was put elsewhere.
    Moved {
        /// Which.
        id: CombatantId,
        /// From where.
        from: Place,
        /// To where, counted without it.
        to: Place,
        /// Whether a hand did it and not the dice, and if so, whether players could see it:
        /// a step past a hidden combatant is no step to them.
        told: Option<bool>,
    },
    /// The order was put back to what the dice said.
    Sorted {
        /// Before.
        before: Vec<CombatantId>,
        /// After.
        after: Vec<CombatantId>,
        /// Whether players could see it.
        told: bool,
    },
    /// Another turn.
    TurnChanged {
        /// Before.
        before: Turn,
        /// Before, as far as players knew.
        public_before: Turn,
        /// After.
        after: Turn,
        /// After, as far as players know.
        public_after: Turn,
        /// Whether it is a step back. Records of the first releases do not say; there it follows
        /// from the order as it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<bool>,
        /// Whether those who are out of the fight are left out of those who act at the same moment.
        /// Records of earlier releases told them too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        up: bool,
    },
    /// Damage was marked by the rules.
    Harmed {
        /// Whose.
        id: CombatantId,
        /// The damage.
        packet: Packet,
        /// Points that found nothing left to change.
        excess: u16,
        /// The track before.
        before: Track,
        /// The track after.
        after: Track,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Boxes were turned by hand.
    Marked {
        /// Whose.
        id: CombatantId,
        /// The track before.
        before: Track,
        /// The track after.
        after: Track,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Dice fell.
    Rolled(Box<RollRecord>),
    /// What makes the dice such that they can be checked.
    Dice(Box<DiceEvent>),
    /// A setting of the table was set. The first three are kept as `foe_health_set`, `foe_odds_set` and
    /// `countdown_set`.
    TableSet {
        /// Before.
        before: TableSetting,
        /// The same setting after.
        after: TableSetting,
    },
    /// A question has waited as long as it may.
    TimeUp {
        /// Which exchange asks it.
        exchange: ExchangeId,
        /// Which question.
        slot: Slot,
        /// What happens with it.
        then: Then,
        /// Whether it waits again instead, from now on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
    },
    /// Something was taken back.
    Undone {
        /// The command that was taken back.
        command: CommandId,
        /// What that did, turned round.
        events: Vec<Event>,
        /// Whether the other clicks of its gesture were taken back with it. The first
        /// release took a gesture back click by click.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        gesture: bool,
    },
    /// Something that had been taken back was brought back.
    Redone {
        /// The command, the last one of a gesture.
        command: CommandId,
        /// What it did, once more.
        events: Vec<Event>,
    },
}

/// One of those who act as one: their group and the initiative they have with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    pub id: CombatantId,
    /// Before.
    pub before: (Option<GroupId>, Option<Initiative>),
    /// After.
    pub after: (Option<GroupId>, Option<Initiative>),
}

/// A roll as it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollRecord {
    /// Who rolled; `None` is no combatant in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// What for.
    pub what: Name,
    /// The pool, term by term.
    pub terms: Vec<Term>,
    /// Their sum, before it is clamped.
    pub pool: i32,
    /// How the dice were read.
    pub reading: Reading,
    /// The faces and what they came to.
    pub rolled: Rolled,
    /// Whether only the storyteller sees it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether these were real dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub typed: bool,
    /// What it counts as in this round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<String>,
}
