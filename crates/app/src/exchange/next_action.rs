//! The reader's next action. The strip, the header and the order draw its button; it is decided only here.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::due::Due;
use rules::character::phase::Phase;
use rules::encounter::command::InitiativeTarget;
use rules::encounter::view::CombatantRow;

use crate::exchange::open_questions::{OpenQuestion, likely_answer, name_of};
use crate::state::table_state::Model;
use crate::words;

/// The next action that the main button offers to the reader, such as rolling initiative or
/// attacking.
#[derive(Clone, Debug, PartialEq)]
pub enum NextAction {
    /// Roll initiative: the reader's own, or that of a number of foes.
    Roll(InitiativeTarget, usize),
    /// Declare the plan of a combatant; `true` if it has declared one already.
    Declare(bool),
    /// Act with a combatant.
    Attack(CombatantId),
    /// Wait for the answer of another combatant, by name.
    Wait(String),
    /// Make a due roll or payment of a combatant.
    Due(CombatantId, Box<Due>),
    /// End the fight, because one side is down.
    End,
    /// Give the suggested answer (in words) to a question to the reader's combatant.
    Answer(String),
    /// Go on to the next step, because nothing is left to do before it.
    GoOn,
}

impl NextAction {
    /// Finds the reader's next action; `None` while it is another's turn, a storyteller has to
    /// answer, or an action is drafted (`drafts`).
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

/// Returns the acting combatant in a phase of actions, if the reader may act for it.
pub fn own_acting_combatant(model: Model) -> Option<CombatantId> {
    let turn = model.turn.get();
    let acts = matches!(turn.phase, Phase::Act | Phase::Extra);
    model.rows_changed.track();
    let id = turn.acting.filter(|_| acts && turn.round > 0)?;
    let row = model.current_row(id)?;
    (model.role() != Role::Spectator && model.may_act_for(&row)).then_some(id)
}

/// Returns the name of the combatant whose answer an open exchange of this combatant waits for; `None` if no exchange
/// is open.
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
