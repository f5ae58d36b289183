//! Decides what a command would do, without changing anything. The rules of commands are here; permissions are in
//! [`super::authority`] and checked from here.

mod ask_consequences;
mod asks;
mod chat;
mod clocks;
mod condition;
mod cover;
mod decision;
mod declare;
mod dice_proof;
mod downtime;
mod drawn_in;
mod due;
mod effects;
mod exchange;
mod expire;
mod field;
mod gear;
mod group;
mod group_commands;
mod group_rolls;
mod handouts;
mod harm;
mod initiative;
mod offer_rank;
mod offers;
mod outcome;
mod pairs;
mod placement;
mod plan;
mod pools;
mod proposal;
mod questions;
mod rollers;
mod rolls;
mod roster;
mod scene;
mod seats;
mod sheet;
mod simultaneous;
mod space;
mod table_settings;
mod timing;
mod turns;
mod undo;
mod whisper;

use self::decision::Decision;
pub use self::dice_proof::decide_with_proof;
use super::aggregate::encounter::Encounter;
use super::command::{Command, IssuedCommand};
use super::event::Event;
use super::field::CombatantField;
use super::question::{Question, Reply};
use super::refusal::Refusal;
use crate::base::dice::Dice;
use crate::base::id::CommandId;
use crate::base::seat::Actor;
use crate::ruleset::settings::Value;

/// Defines the pattern of the commands of a topic. With it a function about one topic names every other command, so
/// that none can be forgotten.
macro_rules! topic {
    ($topic:ident: $($name:ident)*) => {
        macro_rules! $topic {
            () => { $(Command::$name { .. })|* };
        }
    };
}

topic! {
    order_commands:
    Add RollInitiative Adjust GiveInitiative Move Sort
}

topic! {
    exchange_commands:
    Declare Answer Rule TakeBack RunAgain Withdraw TimeUp
}

topic! {
    relation_commands:
    Situate SetCover RemoveCover Hold Release
}

topic! {
    downtime_commands:
    EndScene PassTime Restore
}

topic! {
    scene_commands:
    EditScene Go SetDoor EditClock RollFor
}

topic! {
    single_commands:
    Sit Unseat Mute Title Group Ungroup LeaveGroup Remove Rename Reveal Hide Edit Assign Note
    NextTurn GroupTurn PreviousTurn Harm MarkBoxes Count Spend Plan Abort Wait CutIn Afflict
    Lift GiveItem ChangeItem CarryItem TakeItem SetTrait SetKind EditSheet StartFrom Accept
    Waive OwnDice Roll EndEpoch SealRoll OpenRoll Say Whisper HouseRule Set SetTable SetScreen Propose Settle
    Retract Undo UndoLine Redo RedoLine AskRoll AnswerAsk StepAsk EditHandout ShowHandout NoteHandout
}

/// Decides a command by returning the events that it would cause, without applying them.
///
/// # Errors
/// Returns a [`Refusal`], upon which nothing changes. To a sender who may not know of something, it reads as if that
/// thing did not exist.
pub fn decide(
    encounter: &Encounter,
    given: &IssuedCommand,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let decision = Decision::new(encounter, given)?;
    let mut events = decision.decide_command(dice)?;
    events.extend(decision.expire_marks(&events));
    events.extend(decision.release_holds_of_fallen(&events));
    events.extend(decision.end_conditions_of_holds(&events));
    events.extend(decision.drop_proposals(&events));
    events.extend(decision.tick_clocks(&events, dice));
    decision.with_follow_ups(events)
}

impl Decision<'_> {
    /// Decides the command itself, if its sender may give it, without the events that follow from it.
    fn decide_command(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        self.check_permission()?;
        match &self.given.command {
            Command::Sit { seat, name, role } => self.seat_person(*seat, name, *role),
            Command::Unseat { seat } => self.remove_seat(*seat),
            Command::Mute { seat, muted } => self.set_muted(*seat, *muted),
            Command::Title { title } => self.set_title(title),
            Command::Group { ids } => self.group_combatants(ids, dice),
            Command::Ungroup { id } => self.dissolve_group(*id),
            Command::LeaveGroup { id } => self.leave_group(*id, dice),
            Command::Remove { id } => self.remove_combatant(*id),
            Command::Rename { id, name } => self.rename_combatant(*id, name),
            Command::Reveal { id } => self.set_hidden(*id, false),
            Command::Hide { id } => self.set_hidden(*id, true),
            Command::Edit { id, to } => self.edit_field(*id, to),
            Command::Assign { id, seat } => self.edit_field(*id, &CombatantField::Owner(*seat)),
            Command::Note { id, text } => {
                self.edit_field(*id, &CombatantField::Note(Some(text.clone())))
            }
            order_commands!() => self.decide_order(dice),
            Command::NextTurn { after, anyway } => self.next_turn(*after, *anyway),
            Command::GroupTurn { after } => self.end_group_turn(*after),
            Command::PreviousTurn { before } => self.previous_turn(*before),
            Command::Harm { id, packet } => self.deal_damage(*id, *packet),
            Command::MarkBoxes { id, shifts } => self.mark_boxes(*id, shifts),
            Command::Count { id, by } => self.change_points(*id, *by),
            Command::Spend { id, pool, by } => self.change_pool(*id, pool, *by),
            exchange_commands!() => self.decide_exchange(dice),
            Command::Plan { id, plan } => self.set_plan(*id, plan.as_ref()),
            Command::Abort { id, price } => self.abort_action(*id, *price, dice),
            Command::Wait { id, until } => self.delay_action(*id, until),
            Command::CutIn { id, after } => self.cut_in(*id, *after),
            Command::Afflict { id, key, condition } => self.set_condition(*id, key, *condition),
            Command::Lift { id, key } => self.lift_condition(*id, key),
            Command::GiveItem { id, what, carried } => self.give_item(*id, what, *carried),
            Command::ChangeItem { id, item, key, by } => self.change_item(*id, *item, key, *by),
            Command::CarryItem { id, item, to } => self.carry_item(*id, *item, *to),
            Command::TakeItem { id, item } => self.take_item(*id, *item),
            Command::SetTrait { id, key, value } => self.set_trait(*id, key, *value),
            Command::SetKind { id, kind } => self.set_kind(*id, kind.as_deref()),
            Command::EditSheet { id, edits } => self.edit_sheet(*id, edits),
            Command::StartFrom { id, archetype } => self.apply_archetype(*id, archetype),
            relation_commands!() => self.decide_relation(dice),
            scene_commands!() => self.decide_scene(dice),
            Command::AskRoll(asked) => self.ask_for_roll(asked, dice),
            Command::AnswerAsk { ask, who, reply } => self.answer_ask(*ask, *who, reply, dice),
            Command::StepAsk { ask, step } => self.step_ask(*ask, step, dice),
            Command::EditHandout(edit) => self.edit_handouts(edit, dice),
            Command::ShowHandout { id, to } => self.show_handout(*id, to, dice),
            Command::NoteHandout { id, words } => self.note_handout(*id, words),
            Command::Accept { id, due, faces } => self.accept_due(*id, due, faces.as_deref(), dice),
            Command::Waive { id, due } => self.waive_due(*id, due),
            downtime_commands!() => self.decide_downtime(),
            Command::OwnDice { own } => self.set_own_dice(*own),
            Command::EndEpoch => self.end_epoch(),
            Command::SealRoll { roll } => self.seal_roll(*roll),
            Command::OpenRoll { seal } => self.open_roll(*seal),
            Command::Roll(ask) => self.make_roll(ask, dice),
            Command::Say { line, who } => self.handle_line(line, *who, dice),
            Command::Whisper { to, words } => self.whisper(to, words),
            Command::HouseRule { key, on } => self.set_house_rule(key, &Value::Yes(*on), None),
            Command::Set { key, value, was } => self.set_house_rule(key, value, was.as_ref()),
            Command::SetTable { to, was } => self.set_table_setting(to, was.as_ref()),
            Command::SetScreen(to) => self.set_screen(to),
            Command::Undo => self.undo(None),
            Command::UndoLine { line } => self.undo(Some(*line)),
            Command::Redo => self.redo(None),
            Command::RedoLine { line } => self.redo(Some(*line)),
            Command::Propose { command } => self.propose(command),
            Command::Retract { proposal } => self.retract_proposal(*proposal),
            Command::Settle { proposal, accept } => self.settle_proposal(*proposal, *accept, dice),
        }
    }

    /// Decides a command about who stands in the order and where, and refuses every other command
    /// as nothing to do.
    fn decide_order(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        match &self.given.command {
            Command::Add {
                line,
                side,
                hidden,
                as_one,
            } => self.add_combatants(line, *side, (*hidden, *as_one), dice),
            Command::RollInitiative { whose, face } => self.roll_initiative(*whose, *face, dice),
            Command::Move { id, to } => self.move_token(*id, *to),
            Command::Sort => self.sort_order(),
            Command::Adjust { id, by } => self.adjust_initiative(*id, *by, dice),
            Command::GiveInitiative { line, id } => self.give_initiative(*line, *id, dice),
            exchange_commands!()
            | relation_commands!()
            | downtime_commands!()
            | scene_commands!()
            | single_commands!() => Err(Refusal::NothingToDo),
        }
    }

    /// Decides a command about the end of a scene and the time after it, and refuses every other
    /// command as nothing to do.
    fn decide_downtime(&self) -> Result<Vec<Event>, Refusal> {
        match &self.given.command {
            Command::EndScene => self.end_scene(),
            Command::PassTime { ids, span, care } => self.pass_time(ids, *span, care.as_deref()),
            Command::Restore { ids, health, pools } => {
                self.restore_combatants(ids, (*health, *pools))
            }
            order_commands!()
            | exchange_commands!()
            | relation_commands!()
            | scene_commands!()
            | single_commands!() => Err(Refusal::NothingToDo),
        }
    }

    /// Decides a command about an exchange, and refuses every other command as nothing to do.
    fn decide_exchange(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        match &self.given.command {
            Command::Declare(asked) => self.declare(asked, dice),
            Command::Answer {
                exchange,
                slot,
                answer,
                throws,
            } => self.answer_and_roll(*exchange, slot, (answer, *throws), dice),
            Command::Rule {
                exchange,
                ruling,
                why,
            } => self.add_ruling(*exchange, ruling, why),
            Command::TakeBack { exchange } => self.take_back_input(*exchange),
            Command::RunAgain { exchange, step } => self.rewind_exchange(*exchange, *step),
            Command::Withdraw { exchange } => self.withdraw_exchange(*exchange),
            Command::TimeUp { exchange, slot } => self.expire(*exchange, slot, dice),
            order_commands!()
            | relation_commands!()
            | downtime_commands!()
            | scene_commands!()
            | single_commands!() => Err(Refusal::NothingToDo),
        }
    }

    /// Decides a command about the places or clocks of the scene, and refuses every other command
    /// as nothing to do.
    fn decide_scene(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        match &self.given.command {
            Command::EditScene(edit) => self.edit_scene(edit, dice),
            Command::Go { ids, to, anyway } => self.go(ids, *to, *anyway, dice),
            Command::SetDoor { id, to, open } => self.set_door(*id, *to, *open),
            Command::EditClock(edit) => self.edit_clocks(edit, dice),
            Command::RollFor { clock, id, faces } => {
                self.roll_for_clock(*clock, *id, faces.as_deref(), dice)
            }
            order_commands!()
            | exchange_commands!()
            | relation_commands!()
            | downtime_commands!()
            | single_commands!() => Err(Refusal::NothingToDo),
        }
    }

    /// Decides a command about two combatants (their situation, a cover between them, a hold), and
    /// refuses every other command as nothing to do.
    fn decide_relation(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        match &self.given.command {
            Command::Situate {
                from,
                to,
                key,
                value,
            } => self.set_situation((*from, *to), key, *value),
            Command::SetCover {
                cover,
                name,
                numbers,
                between,
            } => self.set_cover(*cover, (name, numbers), *between, dice),
            Command::RemoveCover { cover } => self.remove_cover(*cover),
            Command::Hold {
                by,
                on,
                key,
                amount,
            } => self.set_hold((*by, *on), key, Some(*amount)),
            Command::Release { by, on, key } => self.set_hold((*by, *on), key, None),
            order_commands!()
            | exchange_commands!()
            | downtime_commands!()
            | scene_commands!()
            | single_commands!() => Err(Refusal::NothingToDo),
        }
    }
}

/// Answers a question of a seat; nothing changes.
#[must_use]
pub fn answer_question(state: &Encounter, by: Actor, question: &Question) -> Reply {
    let given = IssuedCommand {
        id: CommandId(0),
        by,
        command: Command::Undo,
    };
    match Decision::new(state, &given) {
        Ok(decision) => decision.answer_question(question),
        Err(refusal) => Reply::Refused(refusal),
    }
}
