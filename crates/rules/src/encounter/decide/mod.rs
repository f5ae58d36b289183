//! Says what a command would do. Changes nothing. Every rule and every permission is here.

mod between;
mod cast;
mod condition;
mod due;
mod exchange;
mod field;
mod gear;
mod harm;
mod initiative;
mod intent;
mod landing;
mod passage;
mod pools;
mod question;
mod rolls;
mod say;
mod scene;
mod seats;
mod sheet;
mod turns;
mod undo;

use super::combatant::Combatant;
use super::command::{Command, Given};
use super::event::Event;
use super::field::Field;
use super::question::{Question, Reply};
use super::refusal::Refusal;
use super::state::Encounter;
use crate::dice::Dice;
use crate::fighter::Fighter;
use crate::id::{CombatantId, CommandId, SeatId};
use crate::seat::{Actor, Role, Seat};
use crate::settings::Value;

/// What a command would do, or why it is not done.
///
/// # Errors
/// A [`Refusal`]. It changes nothing, and to those who may not know of something it reads
/// as if that something did not exist.
pub fn decide(
    encounter: &Encounter,
    given: &Given,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let desk = Desk::new(encounter, given)?;
    let mut events = match &given.command {
        Command::Sit { seat, name, role } => desk.sit(*seat, name, *role),
        Command::Unseat { seat } => desk.unseat(*seat),
        Command::Title { title } => desk.title(title),
        Command::Add { line, side, hidden } => desk.add(line, *side, *hidden, dice),
        Command::Remove { id } => desk.remove(*id),
        Command::Rename { id, name } => desk.rename(*id, name),
        Command::Reveal { id } => desk.veil(*id, false),
        Command::Hide { id } => desk.veil(*id, true),
        Command::Edit { id, to } => desk.edit(*id, to),
        Command::Assign { id, seat } => desk.edit(*id, &Field::Owner(*seat)),
        Command::Note { id, text } => desk.edit(*id, &Field::Note(Some(text.clone()))),
        Command::RollInitiative { whose, face } => desk.roll_initiative(*whose, *face, dice),
        Command::Move { id, to } => desk.move_token(*id, *to),
        Command::Sort => desk.sort(),
        Command::NextTurn { after } => desk.next_turn(*after),
        Command::PreviousTurn { before } => desk.previous_turn(*before),
        Command::Harm { id, packet } => desk.harm(*id, *packet),
        Command::MarkBoxes { id, shifts } => desk.mark_boxes(*id, shifts),
        Command::Count { id, by } => desk.count(*id, *by),
        Command::Spend { id, pool, by } => desk.spend(*id, pool, *by),
        Command::Adjust { id, by } => desk.adjust(*id, *by, dice),
        Command::GiveInitiative { line, id } => desk.give_initiative(*line, *id, dice),
        Command::Declare(asked) => desk.declare(asked, dice),
        Command::Answer {
            exchange,
            slot,
            answer,
            throws: false,
        } => desk.answer(*exchange, slot, answer, dice),
        Command::Answer {
            exchange,
            slot,
            answer,
            throws: true,
        } => desk.answer_and_throw(*exchange, slot, answer, dice),
        Command::Rule {
            exchange,
            ruling,
            why,
        } => desk.rule(*exchange, ruling, why),
        Command::TakeBack { exchange } => desk.take_back(*exchange),
        Command::Withdraw { exchange } => desk.withdraw(*exchange),
        Command::Plan { id, plan } => desk.plan(*id, plan.as_ref()),
        Command::Abort { id, price } => desk.abort(*id, *price, dice),
        Command::Wait { id, until } => desk.wait(*id, until),
        Command::CutIn { id, after } => desk.cut_in(*id, *after),
        Command::Afflict { id, key, condition } => desk.afflict(*id, key, *condition),
        Command::Lift { id, key } => desk.lift(*id, key),
        Command::GiveItem { id, what, carried } => desk.give_item(*id, what, *carried),
        Command::ChangeItem { id, item, key, by } => desk.change_item(*id, *item, key, *by),
        Command::CarryItem { id, item, to } => desk.carry_item(*id, *item, *to),
        Command::TakeItem { id, item } => desk.take_item(*id, *item),
        Command::SetTrait { id, key, value } => desk.set_trait(*id, key, *value),
        Command::SetKind { id, kind } => desk.set_kind(*id, kind.as_deref()),
        Command::Situate {
            from,
            to,
            key,
            value,
        } => desk.situate((*from, *to), key, *value),
        Command::Hold {
            by,
            on,
            key,
            amount,
        } => desk.hold((*by, *on), key, Some(*amount)),
        Command::Release { by, on, key } => desk.hold((*by, *on), key, None),
        Command::Accept { id, due, faces } => desk.accept(*id, due, faces.as_deref(), dice),
        Command::Waive { id, due } => desk.waive(*id, due),
        Command::EndScene => desk.end_scene(),
        Command::PassTime { ids, span, care } => desk.pass_time(ids, *span, care.as_deref()),
        Command::OwnDice { own } => desk.own_dice(*own),
        Command::Roll(ask) => desk.roll(ask, dice),
        Command::Say { line, who } => desk.say(line, *who, dice),
        Command::HouseRule { key, on } => desk.house_rule(key, &Value::Yes(*on)),
        Command::Set { key, value } => desk.house_rule(key, value),
        Command::FoeHealth { shown } => desk.show_foe_health(*shown),
        Command::Undo => desk.undo(None),
        Command::UndoLine { line } => desk.undo(Some(*line)),
        Command::Redo => desk.redo(None),
        Command::RedoLine { line } => desk.redo(Some(*line)),
    }?;
    events.extend(desk.let_go(&events));
    Ok(events)
}

/// What the asking person is told; nothing changes.
#[must_use]
pub fn reply(state: &Encounter, by: Actor, question: &Question) -> Reply {
    let given = Given {
        id: CommandId(0),
        by,
        command: Command::Undo,
    };
    match Desk::new(state, &given) {
        Ok(desk) => desk.reply(question),
        Err(refusal) => Reply::Refused(refusal),
    }
}

/// The state, the command and the person in front of it.
struct Desk<'a> {
    state: &'a Encounter,
    given: &'a Given,
    /// The person; `None` is the program.
    person: Option<(SeatId, &'a Seat)>,
}

impl<'a> Desk<'a> {
    fn new(state: &'a Encounter, given: &'a Given) -> Result<Self, Refusal> {
        let person = match given.by {
            Actor::Server => None,
            Actor::Seat(id) => Some((id, state.seat(id).ok_or(Refusal::NoSeat)?)),
        };
        Ok(Self {
            state,
            given,
            person,
        })
    }

    /// Asks the rules about a combatant.
    fn with_fighter<T>(&self, combatant: &Combatant, ask: impl FnOnce(&Fighter<'_>) -> T) -> T {
        let pools = combatant.pools(self.state.rules());
        ask(&combatant.fighter(&pools, &self.state.house))
    }

    /// Whether this person sees what is hidden and may change everything.
    fn runs(&self) -> bool {
        self.person
            .is_none_or(|(_, seat)| seat.role.runs_the_table())
    }

    /// Only those who run the table.
    fn run_only(&self) -> Result<(), Refusal> {
        if self.runs() {
            Ok(())
        } else {
            Err(Refusal::NotAllowed)
        }
    }

    /// Only the program itself.
    fn server_only(&self) -> Result<(), Refusal> {
        if self.person.is_none() {
            Ok(())
        } else {
            Err(Refusal::NotAllowed)
        }
    }

    /// Everyone but spectators.
    fn may_play(&self) -> Result<(), Refusal> {
        match self.person {
            Some((_, seat)) if seat.role == Role::Spectator => Err(Refusal::NotAllowed),
            _ => Ok(()),
        }
    }

    /// A combatant this person may know about.
    fn find(&self, id: CombatantId) -> Result<&'a Combatant, Refusal> {
        self.state
            .find(self.given.by, id)
            .ok_or(Refusal::NoSuchCombatant)
    }

    /// A combatant this person may act for: their own, or any for those who run the table.
    fn find_own(&self, id: CombatantId) -> Result<&'a Combatant, Refusal> {
        let combatant = self.find(id)?;
        let own = self.person.is_some_and(|(seat, person)| {
            combatant.owner == Some(seat) && person.role == Role::Player
        });
        if own || self.runs() {
            Ok(combatant)
        } else {
            Err(Refusal::NotAllowed)
        }
    }
}
