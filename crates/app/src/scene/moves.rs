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
use crate::scene::spots::{self, BoardSpot};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene as words;

/// Right of the reader to move a combatant on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRight {
    /// Move it.
    Moves,
    /// Propose a move to the storyteller.
    Proposes,
}

/// Returns what the reader can do about where a combatant stands; `None` for another player's.
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

/// Asks the server where a combatant can go, and calls a function once it has answered.
pub fn ask_ways(stage: Stage, who: CombatantId, then: impl FnOnce() + 'static) {
    stage.scene.board().ways.set(None);
    questions::ask(Question::Ways { who }, move |reply| {
        if let Reply::Ways(ways) = reply {
            stage.scene.board().ways.set(Some((who, ways.into_inner())));
            then();
        }
    });
}

/// Returns the way to a place, as far as the server has said what it costs. Reacts to the answer.
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

/// Describes a spot of the board, with what it costs to go there.
#[must_use]
pub fn describe_spot(model: Model, stage: Stage, id: CombatantId, spot: BoardSpot) -> String {
    let BoardSpot::In(to) = spot else {
        return msg::OUT_OF_THE_SCENE.get().to_owned();
    };
    let name = place_name(model, to).unwrap_or_default();
    if spots::spot_of(model, id) == spot {
        return msg::stays_in(&name);
    }
    let here = spots::spot_of(model, id) != BoardSpot::Outside;
    match way_to(stage, id, to).filter(|_| here) {
        Some(way) => msg::place_and_cost(&name, &words::way_in_full(model.system, &way)),
        None => name,
    }
}

/// Returns the combatants that one token stands for: those of its group in the same place, or the combatant alone.
fn those_together(model: Model, id: CombatantId) -> Vec<CombatantId> {
    model.with_view(|view| {
        let group = view.rows.get(&id).and_then(|row| row.group);
        let place = view.standpoint(id);
        let alike = view.rows.values().filter(|row| {
            row.id == id
                || group.is_some() && row.group == group && view.standpoint(row.id) == place
        });
        alike.map(|row| row.id).collect()
    })
}

/// Puts a combatant's token, with the group it stands for, down on a spot of the board, by one command or proposal.
/// Storytellers may go where the rules do not let anyone go.
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
    let command = Command::Go {
        ids: those_together(model, first).into_iter().collect(),
        to: match spot {
            BoardSpot::In(to) => SceneDestination::Place(to),
            BoardSpot::Outside => SceneDestination::Out,
        },
        anyway: barred.is_some(),
    };
    let line = match spot {
        BoardSpot::In(_) => msg::moved_to(&name_of(model, first), &told),
        BoardSpot::Outside => msg::moved_out(&name_of(model, first)),
    };
    match untrack(|| move_right(model, first)) {
        Some(MoveRight::Moves) => {
            model.send(command);
            model.announce(line.clone());
        }
        Some(MoveRight::Proposes) => model.propose(command),
        None => return,
    }
    stage.scene.board().last.set(Some(line));
    stage.scene.board().ways.set(None);
}
