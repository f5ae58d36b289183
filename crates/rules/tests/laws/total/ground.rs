//! What a command can be about: a table, and those at it whom it may name.

use super::*;

/// What a command can be about: a table, and those at it whom it may name.
pub(crate) struct Ground<'a> {
    pub(super) table: &'a Table,
    /// What those who run the table see.
    pub(super) all: View,
    /// What players see.
    pub(super) known: View,
    pub(super) ids: Vec<CombatantId>,
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
        let all: [(bool, &[CommandKind]); 18] = [
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
            (
                !handouts::held_names(self).is_empty(),
                &[CommandKind::NoteHandout; 4],
            ),
            (row(hurt), &[CommandKind::PassTime, CommandKind::Restore]),
        ];
        let there = all.into_iter().filter(|(is, _)| *is);
        there.flat_map(|(_, kinds)| kinds).copied().collect()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &CombatantRow> {
        self.ids
            .iter()
            .filter_map(|id| self.all.rows.get(id).map(Box::as_ref))
    }

    /// One of those of whom this holds, if there is any; otherwise one of all.
    pub(super) fn one(
        &self,
        chance: &mut Chance,
        of: impl Fn(&CombatantRow) -> bool,
    ) -> CombatantId {
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

    pub(super) fn any(&self, chance: &mut Chance) -> CombatantId {
        self.one(chance, |_| true)
    }

    pub(super) fn row(&self, id: CombatantId) -> Option<&CombatantRow> {
        self.all.rows.get(&id).map(Box::as_ref)
    }

    /// Who does something to a combatant: those who run the table, or who plays it; now and then
    /// one whose it is not.
    pub(super) fn hand(&self, id: CombatantId, chance: &mut Chance) -> Actor {
        let owner = self.row(id).and_then(|row| row.owner).map(Actor::Seat);
        match chance.below(12) {
            0 => chance.one_of(&[ANA, BEN, EVE]),
            1..=5 => owner.unwrap_or(ST),
            _ => ST,
        }
    }

    /// A seat that plays.
    pub(super) fn player(&self, chance: &mut Chance) -> Actor {
        let players = self.all.seats.iter();
        let players = players.filter(|seat| seat.role == Role::Player && !seat.muted);
        let players: Vec<Actor> = players.map(|seat| Actor::Seat(seat.id)).collect();
        match players.is_empty() {
            true => ANA,
            false => chance.one_of(&players),
        }
    }

    /// The exchanges that are not over, among those named.
    pub(super) fn open_exchanges(&self) -> impl Iterator<Item = &ExchangeView> {
        self.exchanges().filter(|it| it.next.is_some())
    }

    /// The exchanges among those named.
    pub(super) fn exchanges(&self) -> impl Iterator<Item = &ExchangeView> {
        self.all.exchanges.values().filter(|it| {
            let mut parties = it.by.iter().chain(&it.at).chain(&it.others);
            parties.all(|id| self.ids.contains(id))
        })
    }

    /// One of those.
    pub(super) fn open(&self, chance: &mut Chance) -> Option<&ExchangeView> {
        chance.any_of(&self.open_exchanges().collect::<Vec<_>>())
    }

    /// One who is offered a line to take back or to bring back, and the line.
    pub(super) fn offered(&self, redo: bool, chance: &mut Chance) -> (Actor, u32) {
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
