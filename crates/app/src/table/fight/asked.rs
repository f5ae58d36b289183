//! What the exchanges under way ask, whether it is for the reader, and what the reader does next.

use leptos::prelude::*;
use rules::due::Due;
use rules::encounter::command::Whose;
use rules::encounter::view::{ExchangeView, Row, WaitView};
use rules::exchange::{Party, Step};
use rules::id::{CombatantId, ExchangeId};
use rules::messages::screen as msg;
use rules::phase::Phase;
use rules::seat::Role;

use crate::table::model::Model;
use crate::words;

/// One question of an exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The exchange.
    pub exchange: ExchangeId,
    /// The question.
    pub step: Step,
    /// Whose answer is wanted; `None` is the storyteller's.
    pub who: Option<CombatantId>,
    /// Whether it is the reader's to answer.
    pub mine: bool,
    /// Whether the reader may answer it, also in another's place.
    pub may: bool,
    /// How long it waits, if not for ever.
    pub wait: Option<WaitView>,
}

/// The combatant of a party.
pub(in crate::table) fn party(view: &ExchangeView, party: Party) -> Option<CombatantId> {
    match party {
        Party::Actor => view.by,
        Party::Target(n) => view.at.get(usize::from(n)).copied(),
        Party::Bystander(n) => view.others.get(usize::from(n)).copied(),
        Party::Storyteller => None,
    }
}

/// Every question of every exchange, the oldest exchange first.
pub fn all(model: Model) -> Vec<Asked> {
    model.rows_changed.track();
    let (runs, role) = (model.runs(), model.role());
    let you = model.you.get();
    model.exchanges.with(|exchanges| {
        let mut all = Vec::new();
        for view in exchanges.values() {
            for step in view.next.as_ref().map_or(&[][..], Step::each) {
                let Some((slot, by)) = step.asked() else {
                    continue;
                };
                let who = party(view, by);
                let owner = who.and_then(|id| model.row_now(id)?.owner);
                let wait = view.waits.get(slot).cloned();
                let up = wait.as_ref().is_some_and(|wait| wait.until.is_none());
                let mine = match owner {
                    Some(owner) => owner == you && role != Role::Spectator || up && runs,
                    None => runs,
                };
                all.push(Asked {
                    exchange: view.id,
                    step: step.clone(),
                    who,
                    mine,
                    may: mine || runs,
                    wait,
                });
            }
        }
        all
    })
}

/// The one thing to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Initiative is to be rolled: the reader's own, or that of so many foes.
    Roll(Whose, usize),
    /// A combatant declares what it will do; whether it has.
    Declare(bool),
    /// A combatant acts.
    Attack(CombatantId),
    /// Somebody else is waited for, by their name.
    Wait(String),
    /// Something has come due to a combatant.
    Due(CombatantId, Box<Due>),
    /// One side is down, and the fight can be ended.
    End,
    /// Nothing is left to do before the next step.
    GoOn,
}

impl Deed {
    /// What the reader does next; `None` while others do, or something is asked or put together.
    pub fn next(
        model: Model,
        asked: Memo<Vec<Asked>>,
        (drafts, spent): (bool, Option<CombatantId>),
    ) -> Option<Self> {
        let mine = asked.with(|asked| asked.iter().any(|one| one.mine));
        if mine || drafts || model.role() == Role::Spectator {
            return None;
        }
        model.rows_changed.track();
        let turn = model.turn.get();
        let runs = model.runs();
        if turn.round == 0 || turn.phase == Phase::Initiative {
            let you = model.you.get();
            let unrolled = model.look(|view| {
                let waits = view
                    .rows
                    .values()
                    .map(Box::as_ref)
                    .filter(|row| row.score.is_none() && !row.is_out());
                let theirs = |row: &&Row| match runs {
                    true => row.owner.is_none() && row.side == rules::encounter::Side::Foe,
                    false => row.owner == Some(you),
                };
                waits.filter(theirs).count()
            });
            let whose = if runs {
                Whose::Storytellers
            } else {
                Whose::Mine
            };
            return match unrolled {
                0 if runs => Some(Self::GoOn),
                0 => None,
                unrolled => Some(Self::Roll(whose, unrolled)),
            };
        }
        let mine = turn.acting.filter(|id| {
            model
                .row_now(*id)
                .is_some_and(|row| model.may_act_for(&row))
        });
        if let (Some(id), Phase::Declare) = (mine, turn.phase) {
            let has = model
                .row_now(id)
                .is_some_and(|row| row.plan.is_some() || row.sealed);
            return Some(Self::Declare(has));
        }
        if runs && model.look(words::is_decided) {
            return Some(Self::End);
        }
        if let Some(id) = acting(model) {
            if let Some(whom) = busy(model, asked, id) {
                return Some(Self::Wait(whom));
            }
            let out = model.row_now(id).is_some_and(|row| row.is_out());
            return Some(match out || spent == Some(id) {
                true => Self::GoOn,
                false => Self::Attack(id),
            });
        }
        let due = model.look(|view| {
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
pub fn acting(model: Model) -> Option<CombatantId> {
    let turn = model.turn.get();
    let acts = matches!(turn.phase, Phase::Act | Phase::Extra);
    model.rows_changed.track();
    let id = turn.acting.filter(|_| acts && turn.round > 0)?;
    let row = model.row_now(id)?;
    (model.role() != Role::Spectator && model.may_act_for(&row)).then_some(id)
}

/// Whom an exchange of this combatant waits for, while one goes on: that is what is next.
pub(super) fn busy(model: Model, asked: Memo<Vec<Asked>>, id: CombatantId) -> Option<String> {
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

/// The name of a combatant as the reader knows it.
pub(super) fn name_of(model: Model, id: Option<CombatantId>) -> String {
    let row = id.and_then(|id| model.row_now(id));
    row.map_or_else(
        || msg::THE_STORYTELLER.get().to_owned(),
        |row| Row::full_name(&row),
    )
}
