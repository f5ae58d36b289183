//! A recipe for every command: asked for one of a kind, it looks at the table for what such a command
//! could do there. A command without a recipe does not compile.

mod asks;
mod clocks;
mod exchanges;
mod ground;
mod handouts;
mod health;
mod past;
mod seats;
mod space;
mod table;
mod talk;
mod things;
mod turns;

use std::collections::BTreeSet;

use rules::base::id::{CombatantId, CommandId, CoverId, ExchangeId, PortraitId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::base::sorted_map::Map;
use rules::character::condition::{Condition, Until};
use rules::character::downtime::StoryTime;
use rules::character::gear::Carried;
use rules::character::plan::AbortPrice;
use rules::character::sheet::Sheet;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::authority::CommandKind;
use rules::encounter::command::{BoxShift, InitiativeTarget, SheetEditInput, TokenDestination};
use rules::encounter::log::LogMessage;
use rules::encounter::view::{CombatantRow, ExchangeView, Standpoint};
use rules::encounter::{
    Class, CombatantField, Command, Countdown, FoeHealth, HealthSight, MovePermission, OnTimeout,
    Side, TableSetting, Turn, UndoOffer, View, WhisperSetting,
};
use rules::ruleset::settings::Value;
use rules::space::Door;
use testkit::table::{ANA, BEN, EVE, SEATS, ST, Table};

use crate::exchange::{self, Chance};
use crate::recipe::{self, Reader, Recipe, unknown_id};
use clocks::of_clocks;
use exchanges::of_exchanges;
pub(crate) use ground::Ground;
use handouts::of_handouts;
use health::of_health;
use past::of_past;
use seats::{of_cast, of_seats};
use space::of_space;
use table::{of_proposals, of_scene};
use talk::of_dice;
use things::{of_gear, of_sheets, of_ties};
use turns::of_turns;

/// Whether something is wrong with a combatant.
fn hurt(row: &CombatantRow) -> bool {
    let boxes = row.track.as_ref().and_then(|track| track.boxes().copied());
    boxes.is_some_and(|boxes| boxes.filled_count() > 0)
}

/// Numbers for the recipes that read choices off them.
fn reader(chance: &mut Chance) -> Reader {
    let bytes = (0..16).fold(0, |number, _| number << 8 | chance.below(256) as u128);
    Reader::new(Recipe::of(bytes))
}

/// A command of a kind, and who gives it: one that could be accepted, if any could.
pub(crate) fn made(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    match kind {
        CommandKind::Sit | CommandKind::Unseat | CommandKind::Mute | CommandKind::OwnDice => {
            of_seats(kind, ground, chance)
        }
        CommandKind::Add
        | CommandKind::Group
        | CommandKind::Ungroup
        | CommandKind::LeaveGroup
        | CommandKind::Remove
        | CommandKind::Rename
        | CommandKind::Reveal
        | CommandKind::Hide
        | CommandKind::Edit
        | CommandKind::Assign
        | CommandKind::Note => of_cast(kind, ground, chance),
        CommandKind::RollInitiative
        | CommandKind::Move
        | CommandKind::Sort
        | CommandKind::NextTurn
        | CommandKind::GroupTurn
        | CommandKind::PreviousTurn
        | CommandKind::Adjust
        | CommandKind::GiveInitiative
        | CommandKind::Plan
        | CommandKind::Abort
        | CommandKind::Wait
        | CommandKind::CutIn => of_turns(kind, ground, chance),
        CommandKind::Harm
        | CommandKind::MarkBoxes
        | CommandKind::Count
        | CommandKind::Spend
        | CommandKind::Afflict
        | CommandKind::Lift
        | CommandKind::Accept
        | CommandKind::Waive
        | CommandKind::PassTime
        | CommandKind::Restore => of_health(kind, ground, chance),
        CommandKind::GiveItem
        | CommandKind::ChangeItem
        | CommandKind::CarryItem
        | CommandKind::TakeItem => of_gear(kind, ground, chance),
        CommandKind::SetTrait
        | CommandKind::SetKind
        | CommandKind::EditSheet
        | CommandKind::StartFrom => of_sheets(kind, ground, chance),
        CommandKind::Situate
        | CommandKind::SetCover
        | CommandKind::RemoveCover
        | CommandKind::Hold
        | CommandKind::Release => of_ties(kind, ground, chance),
        CommandKind::EditHandout | CommandKind::ShowHandout | CommandKind::NoteHandout => {
            of_handouts(kind, ground, chance)
        }
        CommandKind::EditScene | CommandKind::Go | CommandKind::SetDoor => {
            of_space(kind, ground, chance)
        }
        CommandKind::EditClock | CommandKind::RollFor => of_clocks(kind, ground, chance),
        CommandKind::Declare
        | CommandKind::Answer
        | CommandKind::Rule
        | CommandKind::TakeBack
        | CommandKind::RunAgain
        | CommandKind::Withdraw
        | CommandKind::TimeUp => of_exchanges(kind, ground, chance),
        CommandKind::Roll
        | CommandKind::EndEpoch
        | CommandKind::SealRoll
        | CommandKind::OpenRoll
        | CommandKind::Say
        | CommandKind::Whisper => of_dice(kind, ground, chance),
        CommandKind::AskRoll | CommandKind::AnswerAsk | CommandKind::StepAsk => {
            asks::of_asks(kind, ground, chance)
        }
        CommandKind::Title
        | CommandKind::EndScene
        | CommandKind::HouseRule
        | CommandKind::Set
        | CommandKind::SetTable
        | CommandKind::SetScreen => of_scene(kind, ground, chance),
        CommandKind::Propose | CommandKind::Settle | CommandKind::Retract => {
            of_proposals(kind, ground, chance)
        }
        CommandKind::Undo | CommandKind::UndoLine | CommandKind::Redo | CommandKind::RedoLine => {
            of_past(kind, ground, chance)
        }
    }
}

/// What a recipe of one kind is asked for, when it is one of another.
fn not_here(kind: CommandKind) -> ! {
    unreachable!("{kind:?} has another recipe")
}

/// A key that no system knows.
fn unknown() -> String {
    "frumiousness".to_owned()
}
