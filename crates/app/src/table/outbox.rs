//! What was asked for and not answered yet, and what it will look like.
//!
//! Prediction is a courtesy to the eye: the server decides. What cannot be foreseen (dice,
//! names that need a label) shows only as pending.

use rules::encounter::command::{Destination, Shift};
use rules::encounter::view::Row;
use rules::encounter::{Command, Turn, View};
use rules::id::{CombatantId, CommandId};
use rules::track::Track;

/// A command on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// Its id.
    pub id: CommandId,
    /// What was asked for.
    pub command: Command,
}

impl Pending {
    /// The row that waits for the answer.
    #[must_use]
    pub fn row(&self) -> Option<CombatantId> {
        match &self.command {
            Command::Remove { id }
            | Command::Rename { id, .. }
            | Command::Reveal { id }
            | Command::Hide { id }
            | Command::Assign { id, .. }
            | Command::Note { id, .. }
            | Command::Move { id, .. }
            | Command::Harm { id, .. }
            | Command::Turn { id, .. } => Some(*id),
            _ => None,
        }
    }
}

/// Shows a command's likely effect in a view.
pub fn foresee(view: &mut View, command: &Command) {
    match command {
        Command::Harm { id, packet } => {
            let rules = view.system.rules();
            with_track(view, *id, |track| Some(rules.harm(&track, *packet).after));
        }
        Command::Turn { id, shifts } => with_track(view, *id, |track| turned(track, shifts)),
        Command::Note { id, text } => {
            if let Some(row) = view.rows.get_mut(id) {
                let text = text.trim();
                row.note = (!text.is_empty()).then(|| text.to_owned());
            }
        }
        Command::Move { id, to } => move_token(view, *id, *to),
        Command::NextTurn { after } if *after == view.turn => {
            let Some(next) = view.next_up() else { return };
            let wraps = view.order.first() == Some(&next) && view.turn.acting.is_some();
            let round = view.turn.round.max(1) + u32::from(wraps);
            view.turn = Turn {
                round,
                acting: Some(next),
            };
        }
        Command::Reveal { id } | Command::Hide { id } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.hidden = matches!(command, Command::Hide { .. });
            }
        }
        Command::Assign { id, seat } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.owner = *seat;
            }
        }
        Command::Remove { id } => {
            view.order.retain(|other| other != id);
            view.bench.retain(|other| other != id);
        }
        Command::FoeHealth { shown } if view.foe_health.is_some() => view.foe_health = Some(*shown),
        _ => {}
    }
}

fn with_track(view: &mut View, id: CombatantId, change: impl Fn(Track) -> Option<Track>) {
    let rules = view.system.rules();
    if let Some(row) = view.rows.get_mut(&id)
        && let Some(after) = row.track.and_then(change)
    {
        row.track = Some(after);
        if let Row {
            sheet: Some(sheet), ..
        } = row
        {
            row.health = rules.health(sheet, &after);
        }
    }
}

fn turned(track: Track, shifts: &[Shift]) -> Option<Track> {
    let Track::Boxes(mut boxes) = track;
    for shift in shifts {
        for _ in 0..shift.count {
            boxes = boxes.turned(shift.from, shift.to)?;
        }
    }
    Some(Track::Boxes(boxes))
}

fn move_token(view: &mut View, id: CombatantId, to: Destination) {
    if !view.rows.contains_key(&id) {
        return;
    }
    match to {
        Destination::Bench => {
            if view.bench.contains(&id) {
                return;
            }
            view.order.retain(|other| *other != id);
            view.bench.push(id);
        }
        Destination::Before(before) => {
            let mut order: Vec<_> = view
                .order
                .iter()
                .copied()
                .filter(|other| *other != id)
                .collect();
            let at = match before {
                None => order.len(),
                Some(before) => match order.iter().position(|other| *other == before) {
                    Some(at) => at,
                    None => return,
                },
            };
            order.insert(at, id);
            view.order = order;
            view.bench.retain(|other| *other != id);
        }
    }
}
