//! Commands that people give to an encounter.
//!
//! Amounts are deltas and never absolute values, so that two commands given at the same time both count.

mod ask;
mod clock;
mod declaration;
mod handout;
mod issued;
mod plan;
mod scene;
mod sheet;
mod target;
mod unique_keys;

pub use ask::{AskInput, AskReply, AskStep};
pub use clock::{ActionInput, ClockEdit, ClockInput};
pub use declaration::{AnswerInput, Declaration, RollInput, TermInput};
pub use handout::{CoveredPart, HandoutEdit, HandoutInput, HandoutPictureInput, PassageInput};
pub use issued::IssuedCommand;
pub use plan::PlanInput;
pub use scene::{LocationInput, SceneDestination, SceneEdit};
pub use sheet::{CustomItemInput, ItemInput, SheetEditInput};
pub use target::{BoxShift, InitiativeTarget, TokenDestination};

use serde::{Deserialize, Serialize};

use super::combatant::{Side, Turn};
use super::field::CombatantField;
use super::table_settings::TableSetting;
use crate::base::id::{
    AskId, ClockId, CombatantId, CommandId, CoverId, ExchangeId, HandoutId, LocationId, SeatId,
};
use crate::base::seat::Role;
use crate::base::sorted_map::Set;
use crate::character::condition::Condition;
use crate::character::downtime::StoryTime;
use crate::character::gear::{Carried, ItemId};
use crate::character::parameters::Parameters;
use crate::character::plan::AbortPrice;
use crate::character::track::DamagePacket;
use crate::exchange::{RulingKind, Slot};
use crate::ruleset::settings::Value;
use crate::table_screen::TableScreen;

/// Command that a person or the server gives to the encounter, which becomes events or a refusal.
///
/// Text is checked when the command is decided, not when it is read, so that a bad name gets a typed refusal
/// and is not reported as bad JSON. Commands that are read and written under another name than their variant's
/// are in `legacy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Puts a person into a seat, or renames the person there. Only the server gives it.
    Sit {
        /// The seat to fill.
        seat: SeatId,
        /// The person's name.
        name: String,
        /// The role of the seat.
        role: Role,
    },
    /// Removes a seat. Storytellers may remove any seat but the storyteller's, everybody else only their own,
    /// the server every seat.
    Unseat {
        /// The seat to remove.
        seat: SeatId,
    },
    /// Mutes a seat, so that it may only watch, or unmutes it. Storytellers may mute players and spectators.
    Mute {
        /// The seat to mute or unmute.
        seat: SeatId,
        /// Whether the seat is muted from now on.
        muted: bool,
    },
    /// Sets the title of the scene.
    Title {
        /// The new title.
        title: String,
    },
    /// Adds combatants to the bench from a quick-add line.
    Add {
        /// The quick-add line, such as `3x ghoul dex 3 comp 2 stam 2 size 5`.
        line: String,
        /// The side of the new combatants, unless the line names one. Players always add characters of their
        /// own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// Whether the new combatants are hidden from players.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
        /// Whether the new combatants act as one group, where the line makes several.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        as_one: bool,
    },
    /// Makes several combatants of one side and one player act as one: with one place in the order and one
    /// initiative. Each leaves the group it was in. The sender must play all of them.
    Group {
        /// The combatants that form the group.
        ids: Set<CombatantId>,
    },
    /// Dissolves the group of a combatant: each member acts on their own again, where they stand. For a hidden
    /// combatant, only the hidden members leave the group.
    Ungroup {
        /// Any member of the group.
        id: CombatantId,
    },
    /// Takes one combatant out of its group; the others stay together. If players see the combatant but no
    /// other member, the hidden members leave the group as well.
    LeaveGroup {
        /// The combatant that leaves its group.
        id: CombatantId,
    },
    /// Removes a combatant from the encounter.
    Remove {
        /// The combatant to remove.
        id: CombatantId,
    },
    /// Gives a combatant another name.
    Rename {
        /// The combatant to rename.
        id: CombatantId,
        /// The new name.
        name: String,
    },
    /// Reveals a hidden combatant to players.
    Reveal {
        /// The combatant to reveal.
        id: CombatantId,
    },
    /// Hides a combatant from players.
    Hide {
        /// The combatant to hide.
        id: CombatantId,
    },
    /// Sets a plain field of a combatant; blank text clears it. Players may set only some of the fields.
    Edit {
        /// The combatant to edit.
        id: CombatantId,
        /// The field and its new value, as typed.
        to: CombatantField<String>,
    },
    /// Assigns a combatant to a player. Players may take a character without an owner and give back their own.
    Assign {
        /// The combatant to assign.
        id: CombatantId,
        /// The new owner; `None` is the storyteller.
        #[serde(default)]
        seat: Option<SeatId>,
    },
    /// Sets the note in a combatant's row, a few words such as "prone"; empty text clears it.
    Note {
        /// The combatant whose note is set.
        id: CombatantId,
        /// The new text of the note.
        text: String,
    },
    /// Rolls initiative for one or more combatants.
    RollInitiative {
        /// The combatants to roll for.
        whose: InitiativeTarget,
        /// The face of a real die that was thrown. Only for one combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<u16>,
    },
    /// Moves a token within the order or to the bench. Score, turn and round stay as they are.
    Move {
        /// The combatant whose token moves.
        id: CombatantId,
        /// The new place of the token.
        to: TokenDestination,
    },
    /// Sorts the order by initiative again. Combatants without a score stay behind the others.
    Sort,
    /// Ends the current turn and begins the next one. The first time, the fight begins.
    NextTurn {
        /// The turn that ends, as the sender saw it, so that two people who press at once end only one turn.
        after: Turn,
        /// Whether the turn ends although combatants still have to roll initiative. Only storytellers may set
        /// it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anyway: bool,
    },
    /// Ends the steps of all members of the acting combatant's group, one after the other, until the step of a
    /// combatant outside of the group comes. Where plans are declared, members without a plan declare the same
    /// one. A combatant without a group ends their own step only.
    GroupTurn {
        /// The turn that ends, as the sender saw it, so that two people who press at once end only one turn.
        after: Turn,
    },
    /// Goes back to the turn before.
    PreviousTurn {
        /// The turn to go back from, as the sender saw it.
        before: Turn,
    },
    /// Applies the damage of one attack, marked by the rules with overflow.
    Harm {
        /// The combatant that takes the damage.
        id: CombatantId,
        /// The damage by severity.
        packet: DamagePacket,
    },
    /// Marks health boxes by hand, one change after the other.
    #[serde(rename = "turn")]
    MarkBoxes {
        /// The combatant whose boxes are marked.
        id: CombatantId,
        /// The changes of boxes, in order.
        shifts: Vec<BoxShift>,
    },
    /// Changes health by hand, where health is a number of points.
    Count {
        /// The combatant whose health changes.
        id: CombatantId,
        /// Points of health gained; lost points are negative.
        by: i32,
    },
    /// Spends or regains points of a pool.
    Spend {
        /// The combatant whose pool changes.
        id: CombatantId,
        /// The key of the pool.
        pool: String,
        /// Points of the pool regained; spent points are negative.
        by: i32,
    },
    /// Adds to an initiative that was rolled.
    Adjust {
        /// The combatant whose initiative changes.
        id: CombatantId,
        /// The number to add.
        by: i32,
    },
    /// Gives a combatant an initiative from the log that was rolled twice or under an unknown name.
    GiveInitiative {
        /// The number of the log line with the initiative.
        line: u32,
        /// The combatant that gets the initiative.
        id: CombatantId,
    },
    /// Declares an exchange: an attack, a grapple move, a contest.
    Declare(Box<Declaration>),
    /// Answers a question of an exchange.
    Answer {
        /// The exchange that asks.
        exchange: ExchangeId,
        /// The slot of the question.
        slot: Slot,
        /// The answer as given.
        answer: AnswerInput,
        /// Whether follow-up rolls are made without asking: rolls for which nothing can be bought, and those of
        /// the combatant who answers. Seats that roll real dice are always asked.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        throws: bool,
    },
    /// Makes a ruling on an exchange. Storytellers only.
    Rule {
        /// The exchange that the ruling is about.
        exchange: ExchangeId,
        /// The ruling that holds from now on.
        ruling: RulingKind,
        /// The reason, in words.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Takes back the newest answer or ruling of an exchange under way. Players may take back their own choice,
    /// storytellers anything.
    TakeBack {
        /// The exchange that goes one step back.
        exchange: ExchangeId,
    },
    /// Returns an exchange to an earlier step, with its dice as they fell. Storytellers only.
    RunAgain {
        /// The exchange to rerun.
        exchange: ExchangeId,
        /// For an exchange under way, the number of answers and rulings to keep. An exchange that is over
        /// returns to the state before the step that ended it, unless something has been built on it since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<u16>,
    },
    /// Withdraws an exchange that is under way.
    Withdraw {
        /// The exchange to withdraw.
        exchange: ExchangeId,
    },
    /// Declares what a combatant will do this round, or takes the declaration back.
    Plan {
        /// The combatant that declares.
        id: CombatantId,
        /// The declared plan; `None` takes the plan back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<PlanInput>,
    },
    /// Gives up a declared action for a defense.
    Abort {
        /// The combatant that aborts.
        id: CombatantId,
        /// The way the abort is paid for.
        price: AbortPrice,
    },
    /// Delays a combatant's turn to a later moment of the round.
    Wait {
        /// The combatant that waits.
        id: CombatantId,
        /// The event the combatant waits for; may be empty where the rules allow it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        until: String,
    },
    /// Lets a waiting combatant act now: before the acting combatant goes on, or right after them where the
    /// rules say so or the sender asks for it.
    CutIn {
        /// The waiting combatant.
        id: CombatantId,
        /// Whether the waiting combatant acts after the acting one. Ignored where the rules always say so
        /// (CHR-INIT-04).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after: bool,
    },
    /// Puts a condition on a combatant, or changes its amount and duration.
    Afflict {
        /// The combatant that gets the condition.
        id: CombatantId,
        /// The key of the condition.
        key: String,
        /// The amount and the duration of the condition.
        #[serde(default)]
        condition: Condition,
    },
    /// Ends a condition of a combatant.
    Lift {
        /// The combatant that loses the condition.
        id: CombatantId,
        /// The key of the condition.
        key: String,
    },
    /// Gives an item to a combatant.
    GiveItem {
        /// The combatant that gets the item.
        id: CombatantId,
        /// The item to give.
        what: ItemInput,
        /// The place where the item is carried; its chart row decides if this is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        carried: Option<Carried>,
    },
    /// Changes a number of an item, such as rounds left or wear.
    ChangeItem {
        /// The combatant that carries the item.
        id: CombatantId,
        /// The item to change.
        item: ItemId,
        /// The key of the number.
        key: String,
        /// The number to add.
        by: i32,
    },
    /// Draws an item, stows it, puts it on or drops it.
    CarryItem {
        /// The combatant that carries the item.
        id: CombatantId,
        /// The item to move.
        item: ItemId,
        /// The place where the item is carried from now on.
        to: Carried,
    },
    /// Removes an item from a combatant.
    TakeItem {
        /// The combatant that loses the item.
        id: CombatantId,
        /// The item to remove.
        item: ItemId,
    },
    /// Sets a trait of a combatant's sheet.
    SetTrait {
        /// The combatant whose sheet changes.
        id: CombatantId,
        /// The key of the trait.
        key: String,
        /// The new value; `None` restores the default of the system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// Sets a combatant's kind of creature.
    SetKind {
        /// The combatant whose kind changes.
        id: CombatantId,
        /// The key of the kind; `None` is the first kind of the system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// Applies several edits to a sheet in order: all of them or none.
    EditSheet {
        /// The combatant whose sheet changes.
        id: CombatantId,
        /// The edits, in order.
        edits: Vec<SheetEditInput>,
    },
    /// Writes an archetype over a sheet: its kind, its traits, and the items of it that the combatant lacks.
    /// Everything else on the sheet stays.
    StartFrom {
        /// The combatant whose sheet changes.
        id: CombatantId,
        /// The key of the archetype.
        archetype: String,
    },
    /// Sets a parameter of the situation between two combatants; it lasts until it is set again.
    Situate {
        /// The combatant that the parameter applies to when they act on the other.
        from: CombatantId,
        /// The other combatant.
        to: CombatantId,
        /// The key of the parameter.
        key: String,
        /// The new value; `None` restores the default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// Adds a cover that combatants can stand behind, or changes one.
    SetCover {
        /// The cover to change; `None` adds a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cover: Option<CoverId>,
        /// The name of the cover.
        name: String,
        /// Parameters of the cover itself.
        #[serde(default, skip_serializing_if = "Parameters::is_plain")]
        numbers: Parameters,
        /// A pair of combatants: the second stands behind the cover, seen from the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        between: Option<(CombatantId, CombatantId)>,
    },
    /// Removes a cover. Combatants behind it lose its protection.
    RemoveCover {
        /// The cover to remove.
        cover: CoverId,
    },
    /// Changes the places of the scene. Storytellers only.
    EditScene(SceneEdit),
    /// Changes the handouts. Storytellers only.
    EditHandout(HandoutEdit),
    /// Shows a handout that the sender reads to other characters.
    ShowHandout {
        /// The handout to show.
        id: HandoutId,
        /// The characters who get it.
        to: Set<CombatantId>,
    },
    /// Adds a note to the card of a person or place that the sender reads.
    NoteHandout {
        /// The card.
        id: HandoutId,
        /// The words of the note.
        words: String,
    },
    /// Moves combatants in the scene.
    Go {
        /// The combatants that move.
        ids: Set<CombatantId>,
        /// Where they go.
        to: SceneDestination,
        /// Whether they go although the rules do not let them. Storytellers only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anyway: bool,
    },
    /// Opens or closes a door of the place in which a combatant stands.
    SetDoor {
        /// The combatant at the door.
        id: CombatantId,
        /// The place behind the door.
        to: LocationId,
        /// Whether the door is opened.
        open: bool,
    },
    /// Makes, changes, fills or puts away a clock. Storytellers only.
    EditClock(ClockEdit),
    /// Rolls for an extended action, in which the combatant takes part.
    RollFor {
        /// The extended action.
        clock: ClockId,
        /// The combatant who rolls.
        id: CombatantId,
        /// Faces of real dice in the order they fell; `None` rolls on the server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Vec<u16>>,
    },
    /// Lets one combatant hold, pin or aim at another, or changes how firmly.
    Hold {
        /// The combatant that holds.
        by: CombatantId,
        /// The combatant that is held.
        on: CombatantId,
        /// The key of the kind of hold.
        key: String,
        /// The amount of the hold, where it has one.
        #[serde(default, skip_serializing_if = "is_zero")]
        amount: i32,
    },
    /// Ends a hold of one combatant on another.
    Release {
        /// The combatant that holds.
        by: CombatantId,
        /// The combatant that is held.
        on: CombatantId,
        /// The key of the kind of hold.
        key: String,
    },
    /// Carries out a due roll or payment of a combatant.
    Accept {
        /// The combatant that owes it.
        id: CombatantId,
        /// The key of the due.
        due: String,
        /// Faces of real dice in the order they fell, where the due is a roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Vec<u16>>,
    },
    /// Waives a due of a combatant. Storytellers only.
    Waive {
        /// The combatant that owes it.
        id: CombatantId,
        /// The key of the due.
        due: String,
    },
    /// Ends the scene: turns, initiative, plans and holds are cleared, and conditions that do not outlast the
    /// scene end. Storytellers only.
    EndScene,
    /// Lets story time pass for some combatants, who heal, bleed or spend by it. Storytellers only.
    PassTime {
        /// The combatants for whom time passes.
        ids: Set<CombatantId>,
        /// The length of the downtime.
        span: StoryTime,
        /// The key of a kind of care that the rules know; `None` is no care.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        care: Option<String>,
    },
    /// Heals all wounds of some combatants together with their consequences, or refills their pools, or both.
    /// Storytellers only.
    Restore {
        /// The combatants to restore.
        ids: Set<CombatantId>,
        /// Whether wounds are healed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        health: bool,
        /// Whether pools are refilled.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pools: bool,
    },
    /// Sets whether the sender rolls real dice and types the faces. No roll of such a sender in an exchange is
    /// made automatically.
    OwnDice {
        /// Whether the sender rolls real dice.
        own: bool,
    },
    /// Rolls dice outside of an exchange.
    Roll(Box<RollInput>),
    /// Asks combatants for a roll. Storytellers only.
    AskRoll(Box<AskInput>),
    /// Answers an asked roll for a combatant.
    AnswerAsk {
        /// The asked roll.
        ask: AskId,
        /// The combatant who is asked.
        who: CombatantId,
        /// The answer.
        reply: AskReply,
    },
    /// Goes on with an asked roll: rolls for those who are missing, tells how it turned out, or calls it off.
    /// Storytellers only.
    StepAsk {
        /// The asked roll.
        ask: AskId,
        /// The step.
        step: AskStep,
    },
    /// Ends the current dice-proof epoch, so that its rolls can be checked. Storytellers only.
    EndEpoch,
    /// Publishes the hash of a hidden roll to players. Storytellers only.
    SealRoll {
        /// The number of the roll among the hidden rolls.
        roll: u64,
    },
    /// Discloses to players the hidden roll behind a seal. Storytellers only.
    OpenRoll {
        /// The number of the seal.
        seal: u32,
    },
    /// Says a line in the log, or gives a command in the notation of the system's players.
    Say {
        /// The typed line.
        line: String,
        /// The sender's active combatant; may be left out by a sender with one combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
    },
    /// Whispers words to other people, which nobody else reads but storytellers, unless the table keeps whispers among
    /// players private.
    Whisper {
        /// The seats of the people whom the words are for.
        to: Set<SeatId>,
        /// The words.
        words: String,
    },
    /// Turns a house rule on or off. Accepts the names that older clients use.
    HouseRule {
        /// The key of the house rule.
        key: String,
        /// Whether the house rule is on.
        on: bool,
    },
    /// Sets any house rule of the system to a value.
    Set {
        /// The key of the house rule.
        key: String,
        /// The new value.
        value: Value,
        /// The value that the sender saw. The command is refused if another person has changed it since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Value>,
    },
    /// Sets a setting of the whole table. The first three are written as `foe_health`, `foe_odds` and
    /// `countdown`.
    SetTable {
        /// The setting and its new value.
        to: TableSetting,
        /// The value that the sender saw. The command is refused if another person has changed it since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<TableSetting>,
    },
    /// Chooses what the table screen shows.
    SetScreen(TableScreen),
    /// Reports that a question has waited as long as it may. Given by the server only, which alone knows the
    /// time.
    TimeUp {
        /// The exchange that asks.
        exchange: ExchangeId,
        /// The slot of the question.
        slot: Slot,
    },
    /// Proposes a command that the player may not give themselves: damage or healing of a combatant they see, a
    /// condition, a point of a pool, a move in the order. Players only.
    Propose {
        /// The proposed command.
        command: Box<Command>,
    },
    /// Accepts or declines a proposal. Storytellers only.
    Settle {
        /// The id of the command that made the proposal.
        proposal: CommandId,
        /// Whether the proposal is accepted.
        accept: bool,
    },
    /// Withdraws an own proposal that is not settled yet. Players only.
    Retract {
        /// The id of the command that made the proposal.
        proposal: CommandId,
    },
    /// Undoes the newest undoable action: of any sender for storytellers, of the sender for players. One log
    /// line is one action.
    Undo,
    /// Undoes the newest undoable action, but only if this log line tells of it, so that a button does what it
    /// names.
    UndoLine {
        /// The number of the log line as the sender sees it; 0 for an action without a line.
        line: u32,
    },
    /// Redoes the action that was undone last: of any sender for storytellers, of the sender for players.
    /// Possible until something happens that the sender can see.
    Redo,
    /// Redoes the action that was undone last, but only if this log line tells of it.
    RedoLine {
        /// The number of the log line as the sender sees it; 0 for an action without a line.
        line: u32,
    },
}

/// Whether an amount is zero, in which case serialization leaves it out.
const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}
