//! The one thing the reader does next. The strip, the header and the order draw its button; nothing else decides it.

use leptos::prelude::*;
use rules::due::Due;
use rules::encounter::command::InitiativeTarget;
use rules::encounter::view::CombatantRow;
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::seat::Role;

use crate::exchange::open_questions::{OpenQuestion, likely_answer, name_of};
use crate::state::table_state::Model;
use crate::words;

/// The one thing to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum NextAction {
    /// Initiative is to be rolled: the reader's own, or that of so many foes.
    Roll(InitiativeTarget, usize),
    /// A combatant declares what it will do; whether it has.
    Declare(bool),
    /// A combatant acts.
    Attack(CombatantId),
    /// Waits for the answer of another combatant, by name.
    Wait(String),
    /// A roll or payment has come due to a combatant.
    Due(CombatantId, Box<Due>),
    /// The fight can be ended, for one side is down.
    End,
    /// The likely answer to what is asked of the reader's own combatant, in words.
    Answer(String),
    /// Nothing is left to do before the next step.
    GoOn,
}

impl NextAction {
    /// Finds what the reader does next; `None` while others do, or something is asked of those who run the table or put
    /// together.
    pub fn find(
        model: Model,
        asked: Memo<Vec<OpenQuestion>>,
        (drafts, spent): (bool, Option<CombatantId>),
    ) -> Option<Self> {
        let runs = model.can_run_table();
        let mine = asked.with(|asked| asked.iter().find(|one| one.mine).cloned());
        if let Some(asked) = mine {
            return likely_answer(model, &asked)
                .filter(|_| !runs)
                .map(Self::Answer);
        }
        if drafts || model.role() == Role::Spectator {
            return None;
        }
        model.rows_changed.track();
        let turn = model.turn.get();
        if turn.round == 0 || turn.phase == Phase::Initiative {
            let you = model.you.get();
            let unrolled = model.with_view(|view| {
                let waits = view
                    .rows
                    .values()
                    .map(Box::as_ref)
                    .filter(|row| row.score.is_none() && !row.is_out());
                let theirs = |row: &&CombatantRow| match runs {
                    true => row.owner.is_none() && row.side == rules::encounter::Side::Foe,
                    false => row.owner == Some(you),
                };
                waits.filter(theirs).count()
            });
            let whose = if runs {
                InitiativeTarget::Storytellers
            } else {
                InitiativeTarget::Mine
            };
            return match unrolled {
                0 if runs => Some(Self::GoOn),
                0 => None,
                unrolled => Some(Self::Roll(whose, unrolled)),
            };
        }
        let mine = turn.acting.filter(|id| {
            model
                .current_row(*id)
                .is_some_and(|row| model.may_act_for(&row))
        });
        if let (Some(id), Phase::Declare) = (mine, turn.phase) {
            let has = model
                .current_row(id)
                .is_some_and(|row| row.plan.is_some() || row.sealed);
            return Some(Self::Declare(has));
        }
        if runs && model.with_view(words::is_decided) {
            return Some(Self::End);
        }
        if let Some(id) = own_acting_combatant(model) {
            if let Some(whom) = awaited_name(model, asked, id) {
                return Some(Self::Wait(whom));
            }
            let out = model.current_row(id).is_some_and(|row| row.is_out());
            return Some(match out || spent == Some(id) {
                true => Self::GoOn,
                false => Self::Attack(id),
            });
        }
        let due = model.with_view(|view| {
            let own = view
                .rows
                .values()
                .filter(|row| !runs && model.may_act_for(row));
            own.flat_map(|row| row.due.first().map(|due| (row.id, due.clone())))
                .next()
        });
        match due {
            Some((id, due)) => Some(Self::Due(id, Box::new(due))),
            None => runs.then_some(Self::GoOn),
        }
    }
}

/// The acting combatant, where the reader may act for it and nothing is open.
pub fn own_acting_combatant(model: Model) -> Option<CombatantId> {
    let turn = model.turn.get();
    let acts = matches!(turn.phase, Phase::Act | Phase::Extra);
    model.rows_changed.track();
    let id = turn.acting.filter(|_| acts && turn.round > 0)?;
    let row = model.current_row(id)?;
    (model.role() != Role::Spectator && model.may_act_for(&row)).then_some(id)
}

/// The name of the combatant whose answer an open exchange of this one waits for; `None` while none is open.
pub(crate) fn awaited_name(
    model: Model,
    asked: Memo<Vec<OpenQuestion>>,
    id: CombatantId,
) -> Option<String> {
    let open = model.exchanges.with(|all| {
        let mut open = all
            .values()
            .filter(|it| it.next.is_some() && it.by == Some(id));
        open.next().map(|it| it.id)
    })?;
    asked.with(|asked| {
        let first = asked.iter().find(|one| one.exchange == open);
        Some(name_of(model, first.and_then(|one| one.who)))
    })
}
