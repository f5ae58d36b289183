//! Says what a command would do. Changes nothing. Every rule and every permission is here.

mod between;
mod cast;
mod condition;
mod countdown;
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
    let decision = Decision::new(encounter, given)?;
    let mut events = match &given.command {
        Command::Sit { seat, name, role } => decision.sit(*seat, name, *role),
        Command::Unseat { seat } => decision.unseat(*seat),
        Command::Title { title } => decision.title(title),
        Command::Add { line, side, hidden } => decision.add(line, *side, *hidden, dice),
        Command::Remove { id } => decision.remove(*id),
        Command::Rename { id, name } => decision.rename(*id, name),
        Command::Reveal { id } => decision.veil(*id, false),
        Command::Hide { id } => decision.veil(*id, true),
        Command::Edit { id, to } => decision.edit(*id, to),
        Command::Assign { id, seat } => decision.edit(*id, &Field::Owner(*seat)),
        Command::Note { id, text } => decision.edit(*id, &Field::Note(Some(text.clone()))),
        Command::RollInitiative { whose, face } => decision.roll_initiative(*whose, *face, dice),
        Command::Move { id, to } => decision.move_token(*id, *to),
        Command::Sort => decision.sort(),
        Command::NextTurn { after } => decision.next_turn(*after),
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
            throws: false,
        } => decision.answer(*exchange, slot, answer, dice),
        Command::Answer {
            exchange,
            slot,
            answer,
            throws: true,
        } => decision.answer_and_throw(*exchange, slot, answer, dice),
        Command::Rule {
            exchange,
            ruling,
            why,
        } => decision.rule(*exchange, ruling, why),
        Command::TakeBack { exchange } => decision.take_back(*exchange),
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
        Command::PassTime { ids, span, care } => decision.pass_time(ids, *span, care.as_deref()),
        Command::Restore { ids, health, pools } => decision.restore(ids, (*health, *pools)),
        Command::OwnDice { own } => decision.own_dice(*own),
        Command::Roll(ask) => decision.roll(ask, dice),
        Command::Say { line, who } => decision.say(line, *who, dice),
        Command::HouseRule { key, on } => decision.house_rule(key, &Value::Yes(*on), None),
        Command::Set { key, value, was } => decision.house_rule(key, value, was.as_ref()),
        Command::FoeHealth { shown } => decision.show_foe_health(*shown),
        Command::Countdown { from, to } => decision.countdown(*from, *to),
        Command::TimeUp { exchange, slot } => decision.time_up(*exchange, slot, dice),
        Command::Undo => decision.undo(None),
        Command::UndoLine { line } => decision.undo(Some(*line)),
        Command::Redo => decision.redo(None),
        Command::RedoLine { line } => decision.redo(Some(*line)),
    }?;
    events.extend(decision.let_go(&events));
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
    match Decision::new(state, &given) {
        Ok(decision) => decision.reply(question),
        Err(refusal) => Reply::Refused(refusal),
    }
}

/// The state, the command and the person in front of it.
struct Decision<'a> {
    state: &'a Encounter,
    given: &'a Given,
    /// The person; `None` is the program.
    person: Option<(SeatId, &'a Seat)>,
}

impl<'a> Decision<'a> {
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
