//! Decides what a command would do, without changing anything. The rules of commands are here; permissions are in
//! [`super::authority`] and checked from here.

mod between;
mod cast;
mod condition;
mod countdown;
mod cover;
mod decision;
mod declare;
mod drawn;
mod due;
mod exchange;
mod fair;
mod field;
mod gear;
mod group;
mod harm;
mod initiative;
mod intent;
mod landing;
mod moment;
mod offers;
mod one_roll;
mod passage;
mod places;
mod plan;
mod pools;
mod proposal;
mod question;
mod rolls;
mod say;
mod scene;
mod seats;
mod sheet;
mod table_settings;
mod together;
mod turns;
mod undo;

use self::decision::Decision;
pub use self::fair::decide_fairly;
use super::command::{Command, Given};
use super::encounter::Encounter;
use super::event::Event;
use super::field::Field;
use super::question::{Question, Reply};
use super::refusal::Refusal;
use crate::dice::Dice;
use crate::id::CommandId;
use crate::seat::Actor;
use crate::settings::Value;

/// Decides a command: returns the events it would cause.
///
/// # Errors
/// Returns a [`Refusal`], upon which nothing changes. To a sender who may not know of something, it reads as if that
/// thing did not exist.
pub fn decide(
    encounter: &Encounter,
    given: &Given,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let decision = Decision::new(encounter, given)?;
    let mut events = decision.decided(dice)?;
    events.extend(decision.forgotten(&events));
    events.extend(decision.let_go(&events));
    events.extend(decision.freed(&events));
    events.extend(decision.proposals_gone(&events));
    decision.follow_up(events)
}

impl Decision<'_> {
    /// Decides the command itself, if its sender may give it, without the events that follow from it.
    fn decided(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        self.permitted()?;
        let decision = self;
        match &self.given.command {
            Command::Sit { seat, name, role } => decision.sit(*seat, name, *role),
            Command::Unseat { seat } => decision.unseat(*seat),
            Command::Mute { seat, muted } => decision.mute(*seat, *muted),
            Command::Title { title } => decision.title(title),
            Command::Add {
                line,
                side,
                hidden,
                as_one,
            } => decision.add(line, *side, (*hidden, *as_one), dice),
            Command::Group { ids } => decision.group(ids, dice),
            Command::Ungroup { id } => decision.ungroup(*id),
            Command::LeaveGroup { id } => decision.leave_group(*id, dice),
            Command::Remove { id } => decision.remove(*id),
            Command::Rename { id, name } => decision.rename(*id, name),
            Command::Reveal { id } => decision.veil(*id, false),
            Command::Hide { id } => decision.veil(*id, true),
            Command::Edit { id, to } => decision.edit(*id, to),
            Command::Assign { id, seat } => decision.edit(*id, &Field::Owner(*seat)),
            Command::Note { id, text } => decision.edit(*id, &Field::Note(Some(text.clone()))),
            Command::RollInitiative { whose, face } => {
                decision.roll_initiative(*whose, *face, dice)
            }
            Command::Move { id, to } => decision.move_token(*id, *to),
            Command::Sort => decision.sort(),
            Command::NextTurn { after, anyway } => decision.next_turn(*after, *anyway),
            Command::GroupTurn { after } => decision.group_turn(*after),
            Command::PreviousTurn { before } => decision.previous_turn(*before),
            Command::Harm { id, packet } => decision.harm(*id, *packet),
            Command::MarkBoxes { id, shifts } => decision.mark_boxes(*id, shifts),
            Command::Count { id, by } => decision.count(*id, *by),
            Command::Spend { id, pool, by } => decision.spend(*id, pool, *by),
            Command::Adjust { id, by } => decision.adjust(*id, *by, dice),
            Command::GiveInitiative { line, id } => decision.give_initiative(*line, *id, dice),
            Command::Declare(asked) => decision.declare(asked, dice),
            Command::Answer {
                exchange,
                slot,
                answer,
                throws,
            } => decision.answer_and_throw(*exchange, slot, (answer, *throws), dice),
            Command::Rule {
                exchange,
                ruling,
                why,
            } => decision.rule(*exchange, ruling, why),
            Command::TakeBack { exchange } => decision.take_back(*exchange),
            Command::RunAgain { exchange, step } => decision.run_again(*exchange, *step),
            Command::Withdraw { exchange } => decision.withdraw(*exchange),
            Command::Plan { id, plan } => decision.plan(*id, plan.as_ref()),
            Command::Abort { id, price } => decision.abort(*id, *price, dice),
            Command::Wait { id, until } => decision.wait(*id, until),
            Command::CutIn { id, after } => decision.cut_in(*id, *after),
            Command::Afflict { id, key, condition } => decision.afflict(*id, key, *condition),
            Command::Lift { id, key } => decision.lift(*id, key),
            Command::GiveItem { id, what, carried } => decision.give_item(*id, what, *carried),
            Command::ChangeItem { id, item, key, by } => decision.change_item(*id, *item, key, *by),
            Command::CarryItem { id, item, to } => decision.carry_item(*id, *item, *to),
            Command::TakeItem { id, item } => decision.take_item(*id, *item),
            Command::SetTrait { id, key, value } => decision.set_trait(*id, key, *value),
            Command::SetKind { id, kind } => decision.set_kind(*id, kind.as_deref()),
            Command::EditSheet { id, edits } => decision.edit_sheet(*id, edits),
            Command::StartFrom { id, archetype } => decision.start_from(*id, archetype),
            Command::Situate {
                from,
                to,
                key,
                value,
            } => decision.situate((*from, *to), key, *value),
            Command::SetCover {
                cover,
                name,
                numbers,
                between,
            } => decision.set_cover(*cover, (name, numbers), *between, dice),
            Command::RemoveCover { cover } => decision.remove_cover(*cover),
            Command::Hold {
                by,
                on,
                key,
                amount,
            } => decision.hold((*by, *on), key, Some(*amount)),
            Command::Release { by, on, key } => decision.hold((*by, *on), key, None),
            Command::Accept { id, due, faces } => decision.accept(*id, due, faces.as_deref(), dice),
            Command::Waive { id, due } => decision.waive(*id, due),
            Command::EndScene => decision.end_scene(),
            Command::PassTime { ids, span, care } => {
                decision.pass_time(ids, *span, care.as_deref())
            }
            Command::Restore { ids, health, pools } => decision.restore(ids, (*health, *pools)),
            Command::OwnDice { own } => decision.own_dice(*own),
            Command::EndEpoch => decision.end_epoch(),
            Command::SealRoll { roll } => decision.seal_roll(*roll),
            Command::OpenRoll { seal } => decision.open_roll(*seal),
            Command::Roll(ask) => decision.roll(ask, dice),
            Command::Say { line, who } => decision.say(line, *who, dice),
            Command::HouseRule { key, on } => decision.house_rule(key, &Value::Yes(*on), None),
            Command::Set { key, value, was } => decision.house_rule(key, value, was.as_ref()),
            Command::SetTable { to, was } => decision.set_table(to, was.as_ref()),
            Command::TimeUp { exchange, slot } => decision.time_up(*exchange, slot, dice),
            Command::Undo => decision.undo(None),
            Command::UndoLine { line } => decision.undo(Some(*line)),
            Command::Redo => decision.redo(None),
            Command::RedoLine { line } => decision.redo(Some(*line)),
            Command::Propose { command } => decision.propose(command),
            Command::Retract { proposal } => decision.retract(*proposal),
            Command::Settle { proposal, accept } => decision.settle(*proposal, *accept, dice),
        }
    }
}

/// Answers a question of a seat; nothing changes.
#[must_use]
pub fn reply(state: &Encounter, by: Actor, question: &Question) -> Reply {
    let given = Given {
        id: CommandId(0),
        by,
        command: Command::Undo,
    };
    match Decision::new(state, &given) {
        Ok(decision) => decision.reply(question),
        Err(refusal) => Reply::Refused(refusal),
    }
}
