//! What people ask for. Deltas, never absolute values, so that two at once both count.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::combatant::{Side, Turn};
use super::field::Field;
use super::table_settings::TableSetting;
use crate::condition::Condition;
use crate::dial::Reading;
use crate::exchange::{Intent, Ruled, Slot};
use crate::gear::{Carried, ItemId};
use crate::id::{CombatantId, CommandId, CoverId, ExchangeId, SeatId};
use crate::passage::Span;
use crate::plan::Price;
use crate::seat::{Actor, Role};
use crate::settings::Value;
use crate::sorted::{Map, Set};
use crate::track::{Packet, Severity};

/// A command with its id and who gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Minted by the browser; the same id is applied once.
    pub id: CommandId,
    /// Who gives it.
    pub by: Actor,
    /// What they ask for.
    pub command: Command,
}

/// One order to the encounter. Text is checked when it is decided, not when it is read, so
/// that a bad name is refused in words and not as bad JSON. What is read and written under another name than its own
/// stands in `legacy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Puts a person into a seat, or renames them there. The program only.
    Sit {
        /// The seat.
        seat: SeatId,
        /// Their name.
        name: String,
        /// What the seat is for.
        role: Role,
    },
    /// Takes a seat away. Those who run the table may take any but the storyteller's, all others
    /// only their own, the program every one.
    Unseat {
        /// The seat.
        seat: SeatId,
    },
    /// A seat may watch and do nothing, or play again. Those who run the table, of players and
    /// spectators.
    Mute {
        /// The seat.
        seat: SeatId,
        /// Whether it is muted.
        muted: bool,
    },
    /// Names the scene.
    Title {
        /// The new title.
        title: String,
    },
    /// Adds combatants by a quick-add line; they land on the bench.
    Add {
        /// The line, such as `3x ghoul dex 3 comp 2 stam 2 size 5`.
        line: String,
        /// The side, unless the line says. Players always add characters of their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// Whether players are not to know.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
        /// Whether they act as one, where the line makes several.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_one: bool,
    },
    /// Several combatants of one side and one player act as one from now on, in one place of the
    /// order, with one initiative; whomever else they acted as one with is left behind. Those who
    /// play all of them.
    Group {
        /// Who.
        ids: Set<CombatantId>,
    },
    /// Those who act as one with a combatant act each on their own again, where they stand. Of a
    /// combatant whom players do not see: those of them whom players do not see.
    Ungroup {
        /// One of them.
        id: CombatantId,
    },
    /// One of those who act as one acts on their own from now on; the others stay together. Of a
    /// combatant whom players see with nobody, those whom they do not see go their own way.
    LeaveGroup {
        /// Who.
        id: CombatantId,
    },
    /// Takes a combatant out of the encounter.
    Remove {
        /// Whom.
        id: CombatantId,
    },
    /// Gives a combatant another name.
    Rename {
        /// Whom.
        id: CombatantId,
        /// The name.
        name: String,
    },
    /// Lets players see a hidden combatant.
    Reveal {
        /// Whom.
        id: CombatantId,
    },
    /// Hides a combatant from players.
    Hide {
        /// Whom.
        id: CombatantId,
    },
    /// Sets a plain field of a combatant; blank text wipes it. Players set what is theirs to set.
    Edit {
        /// Whose.
        id: CombatantId,
        /// The field, and what it is to be, as typed.
        to: Field<String>,
    },
    /// Says who plays a combatant. Players may take a character without an owner, and give
    /// their own back.
    Assign {
        /// Whom.
        id: CombatantId,
        /// The player; `None` is the storyteller.
        #[serde(default)]
        seat: Option<SeatId>,
    },
    /// Writes a few words of condition into a row; empty wipes them.
    Note {
        /// Whose row.
        id: CombatantId,
        /// The words.
        text: String,
    },
    /// Rolls initiative.
    RollInitiative {
        /// For whom.
        whose: Whose,
        /// The face of a real die, when one was thrown. Only for one combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<u16>,
    },
    /// Puts a token somewhere. Position only: score, turn and round stay.
    Move {
        /// Which.
        id: CombatantId,
        /// Where to.
        to: Destination,
    },
    /// Puts the order back to what the dice said. Who has no score stays behind.
    Sort,
    /// The next one acts. The first time, the fight begins.
    NextTurn {
        /// The turn that ends, as the sender saw it; two people who press at once end one.
        after: Turn,
        /// Whether the turn goes on although combatants still have to roll initiative. Only the
        /// storyteller may set it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anyway: bool,
    },
    /// All who act as one with the acting combatant are done with this part of the round: the next of
    /// them, and so on, until another combatant's turn comes. Where plans are declared, those of them who have
    /// declared nothing declare the same. Who acts as one with nobody is done alone.
    GroupTurn {
        /// The turn that ends, as the sender saw it; two people who press at once end one.
        after: Turn,
    },
    /// The one before acts again.
    PreviousTurn {
        /// The turn to go back from, as the sender saw it.
        before: Turn,
    },
    /// Damage from one attack, marked by the rules with overflow.
    Harm {
        /// Whom it hits.
        id: CombatantId,
        /// How much.
        packet: Packet,
    },
    /// Marks boxes by hand, one after the other.
    #[serde(rename = "turn")]
    MarkBoxes {
        /// Whose.
        id: CombatantId,
        /// Which boxes into what.
        shifts: Vec<Shift>,
    },
    /// Points of health gained or lost by hand, where health is a number.
    Count {
        /// Whose.
        id: CombatantId,
        /// How many; lost ones are negative.
        by: i32,
    },
    /// Points of a pool spent or regained.
    Spend {
        /// Whose.
        id: CombatantId,
        /// The key of the pool.
        pool: String,
        /// How many come back; spent ones are negative.
        by: i32,
    },
    /// Adds to an initiative that was rolled.
    Adjust {
        /// Whose.
        id: CombatantId,
        /// How much.
        by: i32,
    },
    /// Gives an initiative from the log, rolled twice or under an unknown name, to a combatant.
    GiveInitiative {
        /// The number of the line.
        line: u32,
        /// To whom.
        id: CombatantId,
    },
    /// Declares an exchange: an attack, a grapple move, a contest.
    Declare(Box<Declaration>),
    /// Answers what an exchange asks.
    Answer {
        /// The exchange.
        exchange: ExchangeId,
        /// What is answered.
        slot: Slot,
        /// The answer.
        answer: AskedAnswer,
        /// Whether what follows throws itself: rolls for which nothing can be bought, and those of
        /// the combatant who answers; but none of a seat that rolls dice of its own.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        throws: bool,
    },
    /// Decides something about an exchange. Those who run the table.
    Rule {
        /// The exchange.
        exchange: ExchangeId,
        /// What is so from now on.
        ruling: Ruled,
        /// Why.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Takes back the newest answer or ruling of an exchange that is not over: one's own
    /// choice, or anything for those who run the table.
    TakeBack {
        /// The exchange.
        exchange: ExchangeId,
    },
    /// Brings an exchange back to where it stood, with its dice as they fell. Those who run the table.
    RunAgain {
        /// The exchange.
        exchange: ExchangeId,
        /// Of one that is not over, how many answers and rulings stay. One that is over goes back to
        /// before what ended it, unless something was built on it since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<u16>,
    },
    /// Gives up an exchange that is not over.
    Withdraw {
        /// The exchange.
        exchange: ExchangeId,
    },
    /// Says what a combatant will do this round; nothing takes it back.
    Plan {
        /// Who.
        id: CombatantId,
        /// What.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<PlanAsk>,
    },
    /// Gives up a declared action for a defense.
    Abort {
        /// Who.
        id: CombatantId,
        /// How it is paid for.
        price: Price,
    },
    /// Waits for a later moment of the round.
    Wait {
        /// Who.
        id: CombatantId,
        /// For what; may be empty where the rules allow.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        until: String,
    },
    /// A combatant who waited acts now: before the acting combatant goes on, or right after
    /// them where the rules say so or the sender asks for it.
    CutIn {
        /// Who.
        id: CombatantId,
        /// Whether they act after the acting combatant. Where the rules always say so
        /// (CHR-INIT-04), it makes no difference.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after: bool,
    },
    /// Puts a combatant into a condition, or changes how much of it and until when.
    Afflict {
        /// Whom.
        id: CombatantId,
        /// The key of the condition.
        key: String,
        /// How much of it and until when.
        #[serde(default)]
        condition: Condition,
    },
    /// Ends a condition.
    Lift {
        /// Whose.
        id: CombatantId,
        /// The key of the condition.
        key: String,
    },
    /// Gives an item to a combatant.
    GiveItem {
        /// To whom.
        id: CombatantId,
        /// What.
        what: ItemAsk,
        /// Where it goes; where its row says if this is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        carried: Option<Carried>,
    },
    /// Changes a number of an item: rounds left in it, wear.
    ChangeItem {
        /// Whose.
        id: CombatantId,
        /// Which.
        item: ItemId,
        /// The key of the number.
        key: String,
        /// By how much.
        by: i32,
    },
    /// Draws an item, puts it away, puts it on, drops it.
    CarryItem {
        /// Whose.
        id: CombatantId,
        /// Which.
        item: ItemId,
        /// Where it goes.
        to: Carried,
    },
    /// Takes an item away.
    TakeItem {
        /// Whose.
        id: CombatantId,
        /// Which.
        item: ItemId,
    },
    /// Sets a trait of a sheet.
    SetTrait {
        /// Whose.
        id: CombatantId,
        /// The key of the trait.
        key: String,
        /// Its value; `None` is what the system takes where a sheet does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// Makes a combatant a creature of another kind.
    SetKind {
        /// Whom.
        id: CombatantId,
        /// The key of the kind; `None` is the system's first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// Edits a sheet: each edit after the one before, all of them or none.
    EditSheet {
        /// Whose.
        id: CombatantId,
        /// The edits.
        edits: Vec<SheetAsk>,
    },
    /// Writes a ready sheet over one: its kind, its traits, and what it carries that the combatant
    /// does not. What else is on the sheet stays.
    StartFrom {
        /// Whose.
        id: CombatantId,
        /// The key of the archetype.
        archetype: String,
    },
    /// Sets something about the situation between two combatants, and it is remembered.
    Situate {
        /// For whom, when they turn on the other.
        from: CombatantId,
        /// The other.
        to: CombatantId,
        /// The key of the dial.
        key: String,
        /// Where it stands; `None` is where it stands until a command says otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// Sets up a cover that combatants can stand behind, or says otherwise of one.
    SetCover {
        /// Which; `None` is another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cover: Option<CoverId>,
        /// What it is called.
        name: String,
        /// The dials that are its own.
        #[serde(default, skip_serializing_if = "Reading::is_plain")]
        numbers: Reading,
        /// A pair of which the second stands behind it, seen from the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        between: Option<(CombatantId, CombatantId)>,
    },
    /// Removes a cover. Combatants behind it lose its protection.
    RemoveCover {
        /// Which.
        cover: CoverId,
    },
    /// One combatant takes hold of another, pins them, aims at them; or how firmly changes.
    Hold {
        /// The holder.
        by: CombatantId,
        /// The combatant that is held.
        on: CombatantId,
        /// How: the key of a hold.
        key: String,
        /// How much of it.
        #[serde(default, skip_serializing_if = "is_nothing")]
        amount: i32,
    },
    /// One combatant lets go of another.
    Release {
        /// The holder.
        by: CombatantId,
        /// The combatant that is held.
        on: CombatantId,
        /// How: the key of a hold.
        key: String,
    },
    /// Does what has come due.
    Accept {
        /// For whom.
        id: CombatantId,
        /// The key of what is due.
        due: String,
        /// Faces of real dice in the order they fell, where it is a roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Vec<u16>>,
    },
    /// Lets pass what has come due. Those who run the table only.
    Waive {
        /// For whom.
        id: CombatantId,
        /// The key of what is due.
        due: String,
    },
    /// Ends the scene: all turns are over, what was rolled, declared and held for the fight is
    /// over, and conditions that last no longer end. Those who run the table only.
    EndScene,
    /// Lets time pass in the story for some: who heals, bleeds or spends by it does. Those who run
    /// the table only.
    PassTime {
        /// For whom.
        ids: Set<CombatantId>,
        /// How much.
        span: Span,
        /// The key of a care that the rules know; nothing is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        care: Option<String>,
    },
    /// Heals all wounds of some, with what came of them, or brings back all they spent, or both.
    /// Those who run the table only.
    Restore {
        /// Of whom.
        ids: Set<CombatantId>,
        /// Whether the wounds heal.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        health: bool,
        /// Whether what was spent comes back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pools: bool,
    },
    /// Says whether the sender rolls real dice and types their faces: then no roll of theirs in an
    /// exchange throws itself.
    OwnDice {
        /// Whether they do.
        own: bool,
    },
    /// Rolls dice.
    Roll(Box<RollAsk>),
    /// Ends the epoch of the dice, so that what was rolled in it can be checked. Those who run the table
    /// only.
    EndEpoch,
    /// Tells players that there was a hidden roll, by a hash of it. Those who run the table only.
    SealRoll {
        /// Its number among the hidden rolls.
        roll: u64,
    },
    /// Tells players what a seal is of. Those who run the table only.
    OpenRoll {
        /// The number of the seal.
        seal: u32,
    },
    /// Says something at the table, or gives a command as the system's players know it.
    Say {
        /// The line.
        line: String,
        /// The sender's active character; a sender with one combatant need not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
    },
    /// Turns a house rule that is on or off. Knows the names of older clients.
    HouseRule {
        /// Which.
        key: String,
        /// Whether it is on.
        on: bool,
    },
    /// Plays a house rule so: any of the system's settings.
    Set {
        /// Which.
        key: String,
        /// What it is.
        value: Value,
        /// What the sender saw it to be. Where it is something else by now, another was faster,
        /// and the command is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Value>,
    },
    /// Sets a setting of the whole table. The first three are written as `foe_health`, `foe_odds` and `countdown`.
    SetTable {
        /// What it is.
        to: TableSetting,
        /// What the sender saw it to be. Where it is something else by now, another was faster,
        /// and the command is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<TableSetting>,
    },
    /// A question has waited as long as it may. Only the program itself knows the time.
    TimeUp {
        /// Which exchange asks it.
        exchange: ExchangeId,
        /// Which question.
        slot: Slot,
    },
    /// Proposes a command that is not the sender's to give to those who run the table: damage or healing
    /// of a combatant they see, a condition, a point of a pool, a move in the order. Players.
    Propose {
        /// The command.
        command: Box<Command>,
    },
    /// Does what was proposed, or lets it be. Those who run the table.
    Settle {
        /// The id of the command that proposed it.
        proposal: CommandId,
        /// Whether it is done.
        accept: bool,
    },
    /// Takes back what the sender proposed, while it is not settled. Players.
    Retract {
        /// The id of the command that proposed it.
        proposal: CommandId,
    },
    /// Takes back the newest that can be taken back: by any sender for those who run the table,
    /// by themselves for a player. The unit is what a line of the log tells.
    Undo,
    /// The same, if it is what this line tells of: what a button names is what it does.
    UndoLine {
        /// The number of the line as the sender sees it; 0 for what no line tells of.
        line: u32,
    },
    /// Brings back what was taken back last: by any sender for those who run the table, by
    /// themselves for a player. Until something happens that the sender can see.
    Redo,
    /// The same, if it is what this line tells of.
    RedoLine {
        /// The number of the line as the sender sees it; 0 for what no line tells of.
        line: u32,
    },
}

/// An edit of a sheet as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SheetAsk {
    /// A trait that the system knows.
    Trait {
        /// The key of the trait.
        key: String,
        /// Its value; `None` is what the system takes where a sheet does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// A trait of the sheet's own. A name that the system knows is that trait.
    Custom {
        /// What it is called.
        name: String,
        /// Its value; `None` takes it off the sheet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// The kind of creature; `None` is the system's first.
    Kind(Option<String>),
    /// A roll that is made often.
    Roll {
        /// What it is called.
        name: String,
        /// What would be typed behind `/roll`; `None` takes it off the sheet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
    /// The levels of health as a line has them: how many there are, `8`, or what each costs,
    /// `0,0,-1,-2,out`. Blank is the usual seven.
    Levels(String),
    /// The notes, whole; blank text wipes them.
    Notes(String),
}

/// For whom initiative is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// One combatant, again if they had rolled.
    One(CombatantId),
    /// All the storyteller's that have not rolled.
    Storytellers,
    /// All of the sender's that have not rolled.
    Mine,
    /// All in the order that have not rolled.
    Everyone,
}

/// Where a token goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// Off the order.
    Bench,
    /// Off the order, with all who act as one with it.
    BenchGroup,
    /// Into the order before another; `None` is the end.
    Before(Option<CombatantId>),
}

/// Boxes turned from one thing into another; `None` is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// What the boxes hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Severity>,
    /// What they are to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Severity>,
    /// How many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u16,
}

const fn one() -> u16 {
    1
}

const fn is_one(count: &u16) -> bool {
    *count == 1
}

const fn is_nothing(amount: &i32) -> bool {
    *amount == 0
}

/// An item as a command asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemAsk {
    /// A row of the system's charts, by its key.
    Chart(String),
    /// A row of the table's own.
    Own(OwnItem),
}

/// An item as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnItem {
    /// What it is called.
    pub name: String,
    /// What it is: the key of a kind of item.
    pub kind: String,
    /// Its numbers, by the keys its kind knows.
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub numbers: Reading,
    /// What else is true of it, by the keys its kind knows.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub tags: Set<String>,
}

/// A plan as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanAsk {
    /// In words; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Ordinary actions; 0 and 1 are both one.
    pub actions: u8,
    /// Which of them are defenses, by number from 1; extra actions are counted on.
    #[serde(skip_serializing_if = "Set::is_empty")]
    pub defenses: Set<u8>,
    /// What an action is, by its number: the kind of a defense, or what another action is rolled
    /// with.
    #[serde(skip_serializing_if = "Map::is_empty", deserialize_with = "each_once")]
    pub kinds: Map<u8, String>,
    /// Extra actions.
    pub extra: u8,
    /// Points of Willpower that will be spent on rolls.
    pub willpower: u8,
    /// The key of the stance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<String>,
}

/// An exchange as it is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// Who acts; `None` is no combatant, only for those who run the table: a fall, a fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CombatantId>,
    /// Against whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// Others who may be drawn in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<CombatantId>,
    /// Combatants the rules would draw in who are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<CombatantId>,
    /// What is done.
    pub intent: Intent,
    /// Whether it is done though the rules bar it. Those who run the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyway: bool,
    /// Whether the targets notice an attack by a hidden combatant. Storytellers only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noticed: bool,
    /// Whether the rolls of the acting combatant throw themselves, with nothing bought for them; but none of a seat that
    /// rolls dice of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
}

impl Declaration {
    /// A maneuver of one combatant without a target.
    #[must_use]
    pub const fn of(by: CombatantId, intent: Intent) -> Self {
        Self {
            by: Some(by),
            at: Vec::new(),
            others: Vec::new(),
            without: Vec::new(),
            intent,
            anyway: false,
            noticed: false,
            throws: false,
        }
    }
}

/// An answer as it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AskedAnswer {
    /// The key of an option.
    Chose(String),
    /// A number.
    Number(i32),
    /// The dice.
    Roll {
        /// The keys of what is bought for the roll.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bought: Vec<String>,
        /// Faces of real dice in the order they fell, instead of thrown ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Vec<u16>>,
    },
}

/// A roll as a command asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollAsk {
    /// Who rolls; `None` is no combatant in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// What for, such as "Wits + Composure".
    pub what: String,
    /// The parts of the pool and the modifiers.
    pub terms: Vec<AskedTerm>,
    /// How the dice are read.
    pub reading: Reading,
    /// Whether only the storyteller sees it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Strikes what the rules would add by themselves (wounds). The storyteller only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
    /// Faces of real dice in the order they fell, instead of thrown ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Vec<u16>>,
}

/// A part of a pool as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedTerm {
    /// What it stands for.
    pub label: String,
    /// What it adds.
    pub value: i32,
}

/// Reads a map in which no number stands twice.
fn each_once<'de, D: Deserializer<'de>>(from: D) -> Result<Map<u8, String>, D::Error> {
    struct Numbered;

    impl<'de> Visitor<'de> for Numbered {
        type Value = Map<u8, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map of numbers")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut kinds = Map::new();
            while let Some(number) = map.next_key::<u8>()? {
                if kinds.insert(number, map.next_value()?).is_some() {
                    return Err(de::Error::custom(format_args!("`{number}` is there twice")));
                }
            }
            Ok(kinds)
        }
    }
    from.deserialize_map(Numbered)
}
