//! A recipe for every command: asked for one of a kind, it looks at the table for what such a command
//! could do there. A command without a recipe does not compile.

mod asks;
mod clocks;
mod handouts;
mod space;
mod things;

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
use rules::table_screen::{ScreenInvitation, ScreenLayout, TableScreen};
use testkit::table::{ANA, BEN, EVE, SEATS, ST, Table};

use crate::exchange::{self, Chance};
use crate::recipe::{self, Reader, Recipe, unknown_id};
use clocks::of_clocks;
use handouts::of_handouts;
use space::of_space;
use things::{of_gear, of_sheets, of_ties};

/// What a command can be about: a table, and those at it whom it may name.
pub(crate) struct Ground<'a> {
    table: &'a Table,
    /// What those who run the table see.
    all: View,
    /// What players see.
    known: View,
    ids: Vec<CombatantId>,
}

impl<'a> Ground<'a> {
    /// All who are there.
    pub(crate) fn of(table: &'a Table) -> Self {
        let all = table.view(Class::Storyteller);
        let ids = all.rows.keys().copied().collect();
        Self::among(table, ids)
    }

    /// These, and what players know of.
    pub(crate) fn among(table: &'a Table, ids: Vec<CombatantId>) -> Self {
        Self {
            table,
            all: table.view(Class::Storyteller),
            known: table.view(Class::Table),
            ids,
        }
    }

    /// What waits to be done here: kinds of commands for which there is an occasion that passes.
    pub(crate) fn occasions(&self) -> Vec<CommandKind> {
        let row = |of: fn(&CombatantRow) -> bool| self.rows().any(of);
        let open: Vec<&ExchangeView> = self.open_exchanges().collect();
        let offered = self.all.log.iter().rev().take(9);
        let offered = offered.filter(|line| matches!(line.what, LogMessage::Offered { .. }));
        let full = |id| {
            let boxes = self.row(id).and_then(|row| row.track?.boxes().copied());
            boxes.is_some_and(|boxes| boxes.filled_count() == boxes.size())
        };
        let next = self.all.next.and_then(|turn| turn.acting);
        let scene = self.all.scene.as_deref();
        let in_use = scene.is_some_and(|scene| !scene.draft);
        let at_door = scene.is_some_and(|scene| {
            let mut doors = scene.plan.links.iter();
            doors.any(|(ends, link)| {
                let at = |at: &Standpoint| match at {
                    Standpoint::At(id) => ends.other_end(*id).is_some(),
                    Standpoint::OutOfSight => false,
                };
                link.door != Door::None && scene.places.values().any(at)
            })
        });
        let all: [(bool, &[CommandKind]); 17] = [
            (
                !in_use && self.all.rows.len() > 1,
                &[CommandKind::EditScene],
            ),
            (in_use, &[CommandKind::Go]),
            (in_use && at_door, &[CommandKind::SetDoor]),
            (!self.all.covers.is_empty(), &[CommandKind::RemoveCover]),
            (
                !open.is_empty(),
                &[
                    CommandKind::Answer,
                    CommandKind::Answer,
                    CommandKind::Answer,
                    CommandKind::Answer,
                    CommandKind::Rule,
                    CommandKind::Withdraw,
                ],
            ),
            (open.iter().any(|it| it.steps > 0), &[CommandKind::TakeBack]),
            (
                row(|row| !row.due.is_empty()),
                &[
                    CommandKind::Accept,
                    CommandKind::Accept,
                    CommandKind::Waive,
                    CommandKind::Waive,
                ],
            ),
            (row(|row| row.timing.is_waiting()), &[CommandKind::CutIn]),
            (row(|row| row.plan.is_some()), &[CommandKind::Abort]),
            (
                row(|row| row.group.is_some()),
                &[
                    CommandKind::Ungroup,
                    CommandKind::LeaveGroup,
                    CommandKind::LeaveGroup,
                ],
            ),
            (
                next.is_some_and(full),
                &[CommandKind::NextTurn, CommandKind::NextTurn],
            ),
            (
                !self.all.proposals.is_empty(),
                &[CommandKind::Settle, CommandKind::Retract],
            ),
            (
                !open.is_empty() && self.all.countdown.is_none(),
                &[CommandKind::SetTable; 4],
            ),
            (
                !self.table.encounter.overdue_questions(u64::MAX).is_empty(),
                &[CommandKind::TimeUp; 6],
            ),
            (offered.count() > 0, &[CommandKind::GiveInitiative]),
            (
                asks::open(self).next().is_some(),
                &[
                    CommandKind::AnswerAsk,
                    CommandKind::AnswerAsk,
                    CommandKind::StepAsk,
                ],
            ),
            (row(hurt), &[CommandKind::PassTime, CommandKind::Restore]),
        ];
        let there = all.into_iter().filter(|(is, _)| *is);
        there.flat_map(|(_, kinds)| kinds).copied().collect()
    }

    fn rows(&self) -> impl Iterator<Item = &CombatantRow> {
        self.ids
            .iter()
            .filter_map(|id| self.all.rows.get(id).map(Box::as_ref))
    }

    /// One of those of whom this holds, if there is any; otherwise one of all.
    fn one(&self, chance: &mut Chance, of: impl Fn(&CombatantRow) -> bool) -> CombatantId {
        let fitting: Vec<CombatantId> = self
            .rows()
            .filter(|row| of(row))
            .map(|row| row.id)
            .collect();
        match (fitting.is_empty(), self.ids.is_empty()) {
            (_, true) => unknown_id(),
            (true, false) => chance.one_of(&self.ids),
            (false, false) => chance.one_of(&fitting),
        }
    }

    fn any(&self, chance: &mut Chance) -> CombatantId {
        self.one(chance, |_| true)
    }

    fn row(&self, id: CombatantId) -> Option<&CombatantRow> {
        self.all.rows.get(&id).map(Box::as_ref)
    }

    /// Who does something to a combatant: those who run the table, or who plays it; now and then
    /// one whose it is not.
    fn hand(&self, id: CombatantId, chance: &mut Chance) -> Actor {
        let owner = self.row(id).and_then(|row| row.owner).map(Actor::Seat);
        match chance.below(12) {
            0 => chance.one_of(&[ANA, BEN, EVE]),
            1..=5 => owner.unwrap_or(ST),
            _ => ST,
        }
    }

    /// A seat that plays.
    fn player(&self, chance: &mut Chance) -> Actor {
        let players = self.all.seats.iter();
        let players = players.filter(|seat| seat.role == Role::Player && !seat.muted);
        let players: Vec<Actor> = players.map(|seat| Actor::Seat(seat.id)).collect();
        match players.is_empty() {
            true => ANA,
            false => chance.one_of(&players),
        }
    }

    /// The exchanges that are not over, among those named.
    fn open_exchanges(&self) -> impl Iterator<Item = &ExchangeView> {
        self.exchanges().filter(|it| it.next.is_some())
    }

    /// The exchanges among those named.
    fn exchanges(&self) -> impl Iterator<Item = &ExchangeView> {
        self.all.exchanges.values().filter(|it| {
            let mut parties = it.by.iter().chain(&it.at).chain(&it.others);
            parties.all(|id| self.ids.contains(id))
        })
    }

    /// One of those.
    fn open(&self, chance: &mut Chance) -> Option<&ExchangeView> {
        chance.any_of(&self.open_exchanges().collect::<Vec<_>>())
    }

    /// One who is offered a line to take back or to bring back, and the line.
    fn offered(&self, redo: bool, chance: &mut Chance) -> (Actor, u32) {
        let of = |view: &View| -> Map<SeatId, UndoOffer> {
            match redo {
                false => view.undo.clone(),
                true => view.redo.clone(),
            }
        };
        let all = of(&self.all).into_iter().chain(of(&self.known));
        let all: Vec<(SeatId, UndoOffer)> = all.collect();
        match all.is_empty() {
            true => (ST, 1),
            false => {
                let (seat, offer) = chance.one_of(&all);
                (Actor::Seat(seat), offer.line)
            }
        }
    }
}

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

fn of_seats(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let there: BTreeSet<SeatId> = ground.all.seats.iter().map(|seat| seat.id).collect();
    let others: Vec<SeatId> = there.iter().copied().filter(|seat| seat.0 > 1).collect();
    let other = match others.is_empty() {
        true => SeatId(9),
        false => chance.one_of(&others),
    };
    match kind {
        CommandKind::Sit => {
            // Who left comes back first; then guests, and those who are called otherwise now.
            let gone = SEATS
                .iter()
                .find(|(seat, ..)| !there.contains(&SeatId(*seat)));
            let (seat, name, role) = match gone {
                Some((seat, name, role)) => (SeatId(*seat), (*name).to_owned(), *role),
                None => {
                    let seat = SeatId(5 + u32::try_from(chance.below(3)).expect("few"));
                    let name = chance.one_of(&["Cleo", "Dora", "Finn", "Gus", "Hal"]);
                    let roles = [Role::Player, Role::Spectator, Role::CoStoryteller];
                    (seat, name.to_owned(), chance.one_of(&roles))
                }
            };
            (Actor::Server, Command::Sit { seat, name, role })
        }
        CommandKind::Unseat => {
            let by = chance.one_of(&[ST, Actor::Server, Actor::Seat(other)]);
            (by, Command::Unseat { seat: other })
        }
        CommandKind::Mute => {
            let seats = ground.all.seats.iter();
            let muted = seats.clone().find(|seat| seat.muted).map(|seat| seat.id);
            // None is silent for long.
            let (seat, muted) = match muted {
                Some(seat) => (seat, false),
                None => (other, true),
            };
            (ST, Command::Mute { seat, muted })
        }
        CommandKind::OwnDice => {
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, player]);
            let own = chance.below(3) == 0;
            (by, Command::OwnDice { own })
        }
        kind => not_here(kind),
    }
}

fn of_cast(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let any = ground.any(chance);
    let hand = ground.hand(any, chance);
    match kind {
        CommandKind::Add => {
            let mut read = reader(chance);
            let mut line = recipe::line(&mut read, ground.all.system);
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, ST, player]);
            if by == ST && chance.below(5) == 0 {
                line.push_str(" lurking");
            }
            let sides = [None, Some(Side::Foe), Some(Side::Character)];
            let add = Command::Add {
                line,
                side: chance.one_of(&sides),
                hidden: by == ST && chance.below(4) == 0,
                as_one: chance.below(3) == 0,
            };
            (by, add)
        }
        CommandKind::Group => {
            let like = |row: &CombatantRow| (row.side, row.owner, row.hidden);
            let others = |row: &CombatantRow| -> Vec<CombatantId> {
                let all = ground.rows().filter(|it| like(it) == like(row));
                all.map(|it| it.id).collect()
            };
            let any = ground.one(chance, |row| others(row).len() > 1);
            let hand = ground.hand(any, chance);
            let alike = ground.row(any).map(others).unwrap_or_default();
            let few = 2 + chance.below(3);
            let ids = alike.into_iter().take(few).chain([any]).collect();
            (hand, Command::Group { ids })
        }
        CommandKind::Ungroup => {
            let id = ground.one(chance, |row| row.group.is_some());
            (ground.hand(id, chance), Command::Ungroup { id })
        }
        CommandKind::LeaveGroup => {
            let id = ground.one(chance, |row| row.group.is_some());
            (ground.hand(id, chance), Command::LeaveGroup { id })
        }
        CommandKind::Remove => {
            let busy = ground.open(chance).and_then(|it| it.by);
            let id = busy.filter(|_| chance.below(2) == 0).unwrap_or(any);
            (ground.hand(id, chance), Command::Remove { id })
        }
        CommandKind::Rename => {
            let name = chance.one_of(&["Rat", "Ghoul", "Ilse", "Weston", "Shade", "Pia"]);
            let name = name.to_owned();
            (hand, Command::Rename { id: any, name })
        }
        CommandKind::Reveal => {
            let id = ground.one(chance, |row| row.hidden);
            (ST, Command::Reveal { id })
        }
        CommandKind::Hide => {
            let id = ground.one(chance, |row| !row.hidden && row.owner.is_none());
            (ST, Command::Hide { id })
        }
        CommandKind::Edit => {
            let portrait = PortraitId(chance.below(9) as u128);
            let sights = [HealthSight::Exact, HealthSight::Banded, HealthSight::Hidden];
            let to = match chance.below(5) {
                0 => CombatantField::Note(Some(
                    chance.one_of(&["prone", "aims", "limps"]).to_owned(),
                )),
                1 => CombatantField::Portrait(Some(portrait)),
                2 => CombatantField::Sight(Some(chance.one_of(&sights))),
                3 => CombatantField::Lurks(chance.below(2) == 0),
                _ => {
                    CombatantField::Owner(chance.one_of(&[None, Some(SeatId(2)), Some(SeatId(3))]))
                }
            };
            (hand, Command::Edit { id: any, to })
        }
        CommandKind::Assign => {
            let seat = chance.one_of(&[None, Some(SeatId(2)), Some(SeatId(3))]);
            (hand, Command::Assign { id: any, seat })
        }
        CommandKind::Note => {
            let text = chance.one_of(&["bleeds", "waits", ""]).to_owned();
            (hand, Command::Note { id: any, text })
        }
        kind => not_here(kind),
    }
}

fn of_turns(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let (all, rules) = (&ground.all, ground.all.system.rules());
    let any = ground.any(chance);
    let acting = all.turn.acting.filter(|id| ground.ids.contains(id));
    let acts = acting.filter(|_| chance.below(2) == 0).unwrap_or(any);
    let words = chance.one_of(&["the door", "rain"]).to_owned();
    match kind {
        CommandKind::RollInitiative => {
            let whose = match chance.below(6) {
                0..=1 => InitiativeTarget::Everyone,
                2 => InitiativeTarget::Storytellers,
                3 => InitiativeTarget::Mine,
                _ => InitiativeTarget::One(any),
            };
            let face = (whose == InitiativeTarget::One(any) && chance.below(2) == 0).then(|| {
                1 + u16::try_from(chance.below(usize::from(rules.facts().die_sides)))
                    .expect("small")
            });
            let by = match whose {
                InitiativeTarget::Mine => ground.player(chance),
                InitiativeTarget::Everyone | InitiativeTarget::Storytellers => ST,
                InitiativeTarget::One(id) => ground.hand(id, chance),
            };
            (by, Command::RollInitiative { whose, face })
        }
        CommandKind::Move => {
            let beside = ground.one(chance, |row| all.order.contains(&row.id));
            let to = match chance.below(8) {
                0 => TokenDestination::Bench,
                1..=3 => TokenDestination::Before(None),
                _ => TokenDestination::Before(Some(beside)),
            };
            (ST, Command::Move { id: any, to })
        }
        CommandKind::Sort => (ST, Command::Sort),
        CommandKind::NextTurn => {
            let owner = ground
                .known
                .turn
                .acting
                .and_then(|id| ground.row(id)?.owner);
            match owner.filter(|_| chance.below(3) == 0) {
                Some(seat) => {
                    let after = ground.known.turn;
                    (
                        Actor::Seat(seat),
                        Command::NextTurn {
                            after,
                            anyway: false,
                        },
                    )
                }
                None => (
                    ST,
                    Command::NextTurn {
                        after: all.turn,
                        anyway: chance.below(4) > 0,
                    },
                ),
            }
        }
        CommandKind::GroupTurn => (ST, Command::GroupTurn { after: all.turn }),
        CommandKind::PreviousTurn => {
            let before: Turn = all.turn;
            (ST, Command::PreviousTurn { before })
        }
        CommandKind::Adjust => {
            let id = ground.one(chance, |row| row.score.is_some());
            let by = chance.one_of(&[1, -1, 2]);
            (ground.hand(id, chance), Command::Adjust { id, by })
        }
        CommandKind::GiveInitiative => {
            let offered = all.log.iter();
            let offered = offered.filter(|line| matches!(line.what, LogMessage::Offered { .. }));
            let line = offered.map(|line| line.no).next_back().unwrap_or(1);
            (ST, Command::GiveInitiative { line, id: any })
        }
        CommandKind::Plan => {
            let plan = recipe::plan(&mut reader(chance), all);
            let plan = Some(plan).filter(|_| chance.below(6) > 0);
            (ground.hand(any, chance), Command::Plan { id: any, plan })
        }
        CommandKind::Abort => {
            let id = ground.one(chance, |row| row.plan.is_some());
            let price = chance.one_of(&[AbortPrice::Roll, AbortPrice::Spend]);
            (ground.hand(id, chance), Command::Abort { id, price })
        }
        CommandKind::Wait => {
            let wait = Command::Wait {
                id: acts,
                until: words,
            };
            (ground.hand(acts, chance), wait)
        }
        CommandKind::CutIn => {
            let id = ground.one(chance, |row| row.timing.is_waiting());
            let after = chance.below(3) == 0;
            (ground.hand(id, chance), Command::CutIn { id, after })
        }
        kind => not_here(kind),
    }
}

fn of_health(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let rules = ground.all.system.rules();
    let id = ground.any(chance);
    let by = ground.hand(id, chance);
    let bled = ground.one(chance, |row| !row.due.is_empty());
    let due = ground.row(bled).and_then(|row| row.due.first());
    let due = due.map_or_else(|| "bleed".to_owned(), |due| due.key.clone());
    let known: Vec<String> = rules
        .facts()
        .condition_specs
        .iter()
        .map(|it| it.key.to_owned())
        .collect();
    match kind {
        CommandKind::Harm => {
            // Who is about to act and has no box left is asked to stay awake.
            let next = ground.all.next.and_then(|turn| turn.acting);
            let next = next.filter(|id| ground.ids.contains(id));
            let boxes = next.and_then(|id| ground.row(id)?.track?.boxes().copied());
            if let (Some(id), Some(boxes), 0) = (next, boxes, chance.below(3)) {
                let left = boxes.size().saturating_sub(boxes.filled_count());
                let packet = DamagePacket::of_severity(Severity::Bashing, left);
                return (ST, Command::Harm { id, packet });
            }
            let points = chance.one_of(&[1, 2, 4, 9]);
            let severities = [
                Severity::Bashing,
                Severity::Bashing,
                Severity::Lethal,
                Severity::Aggravated,
            ];
            let packet = match rules.facts().damage_kinds.len() {
                1 => DamagePacket::of_points(points * 3),
                _ => DamagePacket::of_severity(chance.one_of(&severities), points),
            };
            (by, Command::Harm { id, packet })
        }
        CommandKind::MarkBoxes => {
            let boxes = [None, Some(Severity::Bashing), Some(Severity::Lethal)];
            let whole = |row: &CombatantRow| {
                let boxes = row.track.as_ref().and_then(|track| track.boxes().copied());
                boxes.is_some_and(|boxes| boxes.filled_count() < boxes.size())
            };
            let id = ground.one(chance, whole);
            let by = ground.hand(id, chance);
            // An empty box there is, if any recipe has one; a filled one there may be.
            let filled = ground.row(id).is_some_and(hurt) && chance.below(2) == 0;
            let shift = BoxShift {
                from: Some(chance.one_of(&boxes)).filter(|_| filled).flatten(),
                to: chance.one_of(&boxes),
                count: 1,
            };
            let shifts = vec![shift];
            (by, Command::MarkBoxes { id, shifts })
        }
        CommandKind::Count => {
            let few = chance.one_of(&[-1, -5, 3]);
            (by, Command::Count { id, by: few })
        }
        CommandKind::Spend => {
            let id = ground.one(chance, |row| !row.pools.is_empty());
            let pools = ground
                .row(id)
                .map(|row| row.pools.keys().cloned().collect());
            let pools: Vec<String> = pools.unwrap_or_default();
            let pool = match pools.is_empty() {
                true => "willpower".to_owned(),
                false => chance.one_of(&pools),
            };
            let few = chance.one_of(&[-1, -1, 1]);
            let spend = Command::Spend { id, pool, by: few };
            (ground.hand(id, chance), spend)
        }
        CommandKind::Afflict => {
            let until = [Until::Lifted, Until::OwnTurn, Until::Rounds(2)];
            let condition = Condition {
                amount: chance.one_of(&[0, 0, 1]),
                until: chance.one_of(&until),
            };
            let key = chance.any_of(&known).unwrap_or_else(unknown);
            (by, Command::Afflict { id, key, condition })
        }
        CommandKind::Lift => {
            let id = ground.one(chance, |row| !row.conditions.is_empty());
            let row = ground.row(id);
            let key = row.and_then(|row| row.conditions.keys().next().cloned());
            let key = key.or_else(|| chance.any_of(&known));
            let key = key.unwrap_or_else(unknown);
            (ground.hand(id, chance), Command::Lift { id, key })
        }
        CommandKind::Accept => {
            let accept = Command::Accept {
                id: bled,
                due,
                faces: None,
            };
            (ground.hand(bled, chance), accept)
        }
        CommandKind::Waive => (ST, Command::Waive { id: bled, due }),
        CommandKind::PassTime => {
            let cares = rules
                .care_specs()
                .iter()
                .map(|spec| Some(spec.key.to_owned()));
            let cares: Vec<Option<String>> = cares.chain([None]).collect();
            let pass = Command::PassTime {
                ids: [ground.one(chance, hurt), id].into_iter().collect(),
                span: chance.one_of(&[
                    StoryTime::Turns(20),
                    StoryTime::Hours(1),
                    StoryTime::Nights(7),
                ]),
                care: chance.one_of(&cares),
            };
            (ST, pass)
        }
        CommandKind::Restore => {
            let restore = Command::Restore {
                ids: ground.ids.iter().copied().collect(),
                health: chance.below(3) > 0,
                pools: chance.below(2) > 0,
            };
            (ST, restore)
        }
        kind => not_here(kind),
    }
}

fn of_exchanges(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let nothing: ExchangeId = "n0b0dy00".parse().expect("an id");
    let declared = |chance: &mut Chance| {
        let order = ground.all.order.iter().copied();
        let there: Vec<CombatantId> = order.filter(|id| ground.ids.contains(id)).collect();
        let declared = (0..4).find_map(|_| exchange::declaration(&ground.all, &there, chance));
        let by = match &declared {
            Some(Command::Declare(asked)) => asked.by.map(|by| ground.hand(by, chance)),
            _ => None,
        };
        (by, declared)
    };
    let open = ground.open(chance).map(|it| it.id);
    // Of what is not there: nothing is to be done about it.
    let exchange = open.unwrap_or(nothing);
    let view = &ground.all;
    match kind {
        CommandKind::Declare => match declared(chance) {
            (Some(by), Some(Command::Declare(mut asked))) => {
                asked.anyway &= by == ST;
                (by, Command::Declare(asked))
            }
            _ => (ST, Command::Withdraw { exchange: nothing }),
        },
        CommandKind::Answer => match open.and_then(|id| exchange::answer(view, id, chance)) {
            Some((by, mut answer)) => {
                if let Command::Answer { throws, .. } = &mut answer {
                    *throws = chance.below(3) == 0;
                }
                let by = by.map_or(ST, |id| ground.hand(id, chance));
                (by, answer)
            }
            None => (ST, Command::Withdraw { exchange }),
        },
        CommandKind::Rule => match open {
            Some(exchange) => {
                let ruling = exchange::ruled(view, exchange, chance);
                let why = chance.one_of(&["", "It is dark."]).to_owned();
                let rule = Command::Rule {
                    exchange,
                    ruling,
                    why,
                };
                (ST, rule)
            }
            None => (ST, Command::Withdraw { exchange }),
        },
        CommandKind::TakeBack => {
            let mut begun = ground.open_exchanges().filter(|it| it.steps > 0);
            let exchange = begun.next().map_or(exchange, |it| it.id);
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, ST, player]);
            (by, Command::TakeBack { exchange })
        }
        CommandKind::RunAgain => {
            // One that is over goes back to before its end, another to a step of those it took.
            let mut all = ground.exchanges();
            let over = all.find(|it| it.next.is_none()).map(|it| it.id);
            let begun = ground.open_exchanges().find(|it| it.steps > 0);
            let step = begun.map(|it| chance.below(it.steps.into()));
            let step = step.and_then(|step| u16::try_from(step).ok());
            let (exchange, step) = match over.filter(|_| chance.below(2) == 0) {
                Some(over) => (over, None),
                None => (begun.map_or(exchange, |it| it.id), step),
            };
            (ST, Command::RunAgain { exchange, step })
        }
        CommandKind::Withdraw => {
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, ST, player]);
            (by, Command::Withdraw { exchange })
        }
        CommandKind::TimeUp => {
            let overdue = ground.table.encounter.overdue_questions(u64::MAX);
            let (exchange, slot) = match overdue.into_iter().next() {
                Some(overdue) => overdue,
                None => (exchange, rules::exchange::Slot::new("attack")),
            };
            (Actor::Server, Command::TimeUp { exchange, slot })
        }
        kind => not_here(kind),
    }
}

fn of_dice(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let id = ground.any(chance);
    let by = ground.hand(id, chance);
    let rules = ground.all.system.rules();
    match kind {
        CommandKind::Roll => {
            let mut ask = recipe::roll(&mut reader(chance), &ground.all, Some(id));
            ask.faces = None;
            ask.terms
                .iter_mut()
                .for_each(|term| term.value = term.value.clamp(0, 6));
            let by = if ask.hidden || ask.bare { ST } else { by };
            (by, Command::Roll(Box::new(ask)))
        }
        CommandKind::EndEpoch => (ST, Command::EndEpoch),
        CommandKind::SealRoll => {
            let roll = ground.table.hidden_rolls().last().copied();
            let roll = roll.unwrap_or(1);
            (ST, Command::SealRoll { roll })
        }
        CommandKind::OpenRoll => {
            let seal = ground.table.sealed_roll_count();
            (ST, Command::OpenRoll { seal })
        }
        CommandKind::Say => {
            // A second roll of one who has rolled stays in the log, to be given to another.
            let rolled = ground.one(chance, |row| row.score.is_some());
            let (id, by) = match chance.below(3) {
                0 => (rolled, ST),
                _ => (id, by),
            };
            let lines = [
                "The lamp goes out.",
                "/init",
                "/init",
                "/init",
                "/roll 3",
                "/roll 2 # what",
                "+combat/init",
                "+combat/init Nobody=7",
                "!inits 3 2",
                rules.facts().vocabulary.roll_example,
            ];
            let line = chance.one_of(&lines).to_owned();
            let who = Some(id);
            (by, Command::Say { line, who })
        }
        CommandKind::Whisper => {
            let seats = [SeatId(1), SeatId(2), SeatId(3)];
            let to = (0..=chance.below(2)).map(|_| chance.one_of(&seats));
            let to = to.collect();
            let words = "You know that hand.".to_owned();
            (
                chance.one_of(&[ST, ANA, BEN]),
                Command::Whisper { to, words },
            )
        }
        kind => not_here(kind),
    }
}

fn of_scene(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let rules = ground.all.system.rules();
    let house = &ground.all.house;
    match kind {
        CommandKind::Title => {
            let title = chance.one_of(&["The Wharf", "The Roof", "Dawn"]).to_owned();
            (ST, Command::Title { title })
        }
        CommandKind::EndScene => (ST, Command::EndScene),
        CommandKind::HouseRule => {
            let switches = rules.lists().setting_specs.iter();
            let switches =
                switches.filter(|spec| matches!(house.value_or_default(spec), Value::Yes(_)));
            let spec = chance.any_of(&switches.collect::<Vec<_>>());
            let on = spec.is_some_and(|spec| house.value_or_default(spec) == Value::Yes(false));
            let key = spec.map_or_else(unknown, |spec| spec.key.to_owned());
            (ST, Command::HouseRule { key, on })
        }
        CommandKind::Set => {
            let spec = chance.one_of(rules.lists().setting_specs);
            let value = match chance.below(2) {
                0 => spec.default_value(),
                _ => chance.one_of(&testkit::setting_values::non_default_values(&spec)),
            };
            let was = Some(house.value_or_default(&spec)).filter(|_| chance.below(2) == 0);
            let key = spec.key.to_owned();
            (ST, Command::Set { key, value, was })
        }
        CommandKind::SetTable => {
            let set = |seconds, then| Some(Countdown { seconds, then });
            let waits = [
                None,
                set(30, OnTimeout::First),
                set(5, OnTimeout::Storyteller),
            ];
            let health = [FoeHealth::Shown, FoeHealth::Concealed];
            let moves = [
                MovePermission::Always,
                MovePermission::Always,
                MovePermission::OwnTurn,
                MovePermission::Proposed,
            ];
            let whispers = [
                WhisperSetting::ReadAlong,
                WhisperSetting::Private,
                WhisperSetting::Off,
            ];
            // An open question waits for nobody until the table says so.
            let waits = match ground.all.countdown {
                None => &waits[1..],
                Some(_) => &waits[..],
            };
            let (to, was) = match chance.below(9) {
                7 => (TableSetting::Whispers(chance.one_of(&whispers)), None),
                0 => (TableSetting::FoeOdds(!ground.all.foe_odds), None),
                1 => (TableSetting::FoeHealth(chance.one_of(&health)), None),
                2..=3 => (TableSetting::Moves(chance.one_of(&moves)), None),
                4 => (TableSetting::Spread(chance.one_of(&[None, Some(3)])), None),
                _ => (
                    TableSetting::Countdown(chance.one_of(waits)),
                    Some(TableSetting::Countdown(ground.all.countdown)),
                ),
            };
            (ST, Command::SetTable { to, was })
        }
        CommandKind::SetScreen => {
            let clocks = ground.all.clocks.iter().flat_map(|all| all.iter());
            let clocks = clocks.map(|clock| clock.id).take(8).collect();
            let to = TableScreen {
                layout: chance.one_of(&ScreenLayout::ALL),
                clocks: (chance.below(2) == 0).then_some(clocks),
                invitation: chance.one_of(&ScreenInvitation::ALL),
            };
            (ST, Command::SetScreen(to))
        }
        kind => not_here(kind),
    }
}

fn of_proposals(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let waiting = &ground.all.proposals;
    let some = (!waiting.is_empty()).then(|| chance.one_of(waiting));
    let proposal = some.as_ref().map_or(CommandId(0), |it| it.id);
    let mut seats = ground.all.seats.iter();
    let whose = seats.find(|seat| some.as_ref().is_some_and(|it| it.by == seat.name));
    let whose = whose.map_or(ANA, |seat| Actor::Seat(seat.id));
    match kind {
        CommandKind::Propose => {
            // Of those they see, what is not theirs.
            let seen = |row: &CombatantRow| !row.hidden && row.owner.is_none();
            let id = ground.one(chance, seen);
            let row = ground.row(id);
            let pool = row.and_then(|row| row.pools.keys().next().cloned());
            let known = ground.all.system.rules().facts().condition_specs;
            let key = chance.any_of(known);
            let key = key.map_or_else(unknown, |spec| spec.key.to_owned());
            let command = match chance.below(5) {
                0 => Command::Move {
                    id,
                    to: TokenDestination::Before(None),
                },
                1 => Command::Afflict {
                    id,
                    key,
                    condition: Condition::default(),
                },
                2 => Command::Spend {
                    id,
                    pool: pool.unwrap_or_else(|| "willpower".to_owned()),
                    by: -1,
                },
                3 => Command::Lift { id, key },
                _ => {
                    of_health(
                        CommandKind::Harm,
                        &Ground::among(ground.table, vec![id]),
                        chance,
                    )
                    .1
                }
            };
            let command = Box::new(command);
            (ground.player(chance), Command::Propose { command })
        }
        CommandKind::Settle => {
            let accept = chance.below(3) > 0;
            (ST, Command::Settle { proposal, accept })
        }
        CommandKind::Retract => (whose, Command::Retract { proposal }),
        kind => not_here(kind),
    }
}

fn of_past(kind: CommandKind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let redo = matches!(kind, CommandKind::Redo | CommandKind::RedoLine);
    let (by, line) = ground.offered(redo, chance);
    let by = chance.one_of(&[by, by, ST]);
    match kind {
        CommandKind::Undo => (by, Command::Undo),
        CommandKind::UndoLine => (by, Command::UndoLine { line }),
        CommandKind::Redo => (by, Command::Redo),
        CommandKind::RedoLine => (by, Command::RedoLine { line }),
        kind => not_here(kind),
    }
}
