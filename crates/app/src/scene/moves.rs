//! Moves of combatants on the board: who may make them, what they cost, and the command.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::seat::Role;
use rules::encounter::command::SceneDestination;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, MovePermission, Question, Reply};
use rules::messages::scene as msg;
use rules::space::Way;

use crate::connection::questions;
use crate::scene::carried;
use crate::scene::pieces::pieces_in;
use crate::scene::spots::{self, BoardSpot};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene as words;
use crate::words::to_sentence;

/// Most names that are said of those in a place.
const MOST_NAMES: usize = 3;

/// Right of the reader to move a combatant on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRight {
    /// Move it.
    Moves,
    /// Propose a move to the storyteller.
    Proposes,
}

/// Returns whether the reader may move a combatant or propose that; `None` for another player's.
#[must_use]
pub fn move_right(model: Model, id: CombatantId) -> Option<MoveRight> {
    if model.can_run_table() {
        return Some(MoveRight::Moves);
    }
    let row = model.current_row(id)?;
    let own = row.owner == Some(model.you.get_untracked()) && model.role() == Role::Player;
    own.then(|| {
        let turn = model.turn.get_untracked();
        let acts = turn.acting.is_some_and(|acting| {
            let together = model.together.get_untracked();
            let mut groups = together.iter();
            acting == id || groups.any(|group| group.contains(&acting) && group.contains(&id))
        });
        match model.with_view(|view| view.moves) {
            MovePermission::Always => MoveRight::Moves,
            MovePermission::OwnTurn if turn.round == 0 || acts => MoveRight::Moves,
            MovePermission::OwnTurn | MovePermission::Proposed => MoveRight::Proposes,
        }
    })
}

/// Asks the server where a combatant can go with those who move along, and then calls a function.
pub fn ask_ways(model: Model, stage: Stage, who: CombatantId, then: impl FnOnce() + 'static) {
    let board = stage.scene.board();
    board.ways.set(None);
    let with = untrack(|| carried::carried(model, stage, who)).into_iter();
    let with = with.filter(|id| *id != who).collect();
    questions::ask(Question::Ways { who, with }, move |reply| {
        if let Reply::Ways(reach) = reply {
            let reach = reach.into_inner();
            board.left.set(reach.left);
            board.ways.set(Some((who, reach.ways)));
            then();
        }
    });
}

/// Returns the way of a combatant to a place with its cost, once the server has said it. Reacts to
/// the answer.
#[must_use]
pub fn way_to(stage: Stage, id: CombatantId, to: LocationId) -> Option<Way> {
    stage.scene.board().ways.with(|ways| {
        let (of, ways) = ways.as_ref()?;
        let known = ways.iter().find(|way| way.to == to && *of == id);
        known.cloned()
    })
}

/// Returns the name of a place.
#[must_use]
pub fn place_name(model: Model, id: LocationId) -> Option<String> {
    model.with_view(|view| {
        let location = view.scene.as_ref()?.plan.locations.get(&id)?;
        Some(location.name.to_string())
    })
}

/// Returns the full name of a combatant.
#[must_use]
pub fn name_of(model: Model, id: CombatantId) -> String {
    let row = model.current_row(id);
    row.as_ref()
        .map(CombatantRow::full_name)
        .unwrap_or_default()
}

/// Describes a spot of the board in words, with what it costs to go there.
#[must_use]
pub fn describe_spot(model: Model, stage: Stage, id: CombatantId, spot: BoardSpot) -> String {
    let BoardSpot::In(to) = spot else {
        return msg::OUT_OF_THE_SCENE.get().to_owned();
    };
    let name = place_name(model, to).unwrap_or_default();
    let carried = carried::carried(model, stage, id);
    if carried.iter().all(|id| spots::spot_of(model, *id) == spot) {
        return msg::stays_in(&name);
    }
    let here = spots::spot_of(model, id) != BoardSpot::Outside;
    let way = way_to(stage, id, to).filter(|_| here);
    let Some(way) = way else {
        return name;
    };
    let cost = words::way_in_full(model.system, &way);
    let slowest = way.slowest.filter(|_| carried::differ(model, &carried));
    let slowest = slowest.map(|id| to_sentence(&msg::slowest_is(&name_of(model, id))));
    let there = names_in(model, to, &carried);
    let there = there.map(|names| to_sentence(&msg::there_are(&names)));
    let said: Vec<String> = std::iter::once(cost).chain(slowest).chain(there).collect();
    msg::place_and_cost(&name, &said.join(" "))
}

/// Returns the names of those in a place, except for the combatants `without`; `None` if there is
/// nobody.
fn names_in(model: Model, id: LocationId, without: &[CombatantId]) -> Option<String> {
    let there = pieces_in(model, id).into_iter().flatten();
    let there: Vec<_> = there.filter(|who| !without.contains(who)).collect();
    let more = there.len().saturating_sub(MOST_NAMES);
    let named = there.iter().take(MOST_NAMES);
    let mut names: Vec<String> = named.map(|who| name_of(model, *who)).collect();
    names.extend((more > 0).then(|| format!("+{more}")));
    (!names.is_empty()).then(|| names.join(", "))
}

/// Puts down a combatant's token, with all who move along, on a spot of the board, by one command;
/// proposals are sent one by one. Storytellers may go where the rules do not let anyone go.
pub fn drop_piece(model: Model, stage: Stage, first: CombatantId, spot: BoardSpot) {
    let way = match spot {
        BoardSpot::In(to) => untrack(|| way_to(stage, first, to)),
        BoardSpot::Outside => None,
    };
    let barred = way.as_ref().and_then(|way| way.barred.as_ref());
    let told = untrack(|| describe_spot(model, stage, first, spot));
    if let Some((why, _)) = barred.filter(|_| !model.can_run_table()) {
        return model.notify(msg::cannot_go_there(&name_of(model, first), &&**why));
    }
    let away = untrack(|| carried::carried(model, stage, first)).into_iter();
    let away: Vec<CombatantId> = away
        .filter(|id| spots::spot_of(model, *id) != spot)
        .collect();
    let go = |ids: &[CombatantId]| Command::Go {
        ids: ids.iter().copied().collect(),
        to: match spot {
            BoardSpot::In(to) => SceneDestination::Place(to),
            BoardSpot::Outside => SceneDestination::Out,
        },
        anyway: barred.is_some(),
    };
    let count = i64::try_from(away.len()).unwrap_or(i64::MAX);
    let line = match spot {
        BoardSpot::In(_) if count > 1 => msg::so_many_go_to(&count, &told),
        BoardSpot::In(_) => msg::moved_to(&name_of(model, first), &told),
        BoardSpot::Outside if count > 1 => msg::so_many_leave(&count),
        BoardSpot::Outside => msg::moved_out(&name_of(model, first)),
    };
    match untrack(|| move_right(model, first)) {
        Some(MoveRight::Moves) => {
            model.send(go(&away));
            model.announce(line.clone());
        }
        Some(MoveRight::Proposes) => away.iter().for_each(|id| model.propose(go(&[*id]))),
        None => return,
    }
    let board = stage.scene.board();
    board.last.set(Some(line));
    board.ways.set(None);
    carried::choose_no_one(stage);
}
