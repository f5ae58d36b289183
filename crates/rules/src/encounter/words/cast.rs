//! Who comes and goes, what they are called, who plays them.

use super::seen;
use crate::encounter::combatant::Combatant;
use crate::encounter::event::{Event, Member};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;

impl State {
    pub(super) fn cast_wording(&self, event: &Event) -> Option<LogLine> {
        match event {
            Event::Added { combatant, .. } => {
                let names = vec![combatant.full_name()];
                Some(LogLine::new(seen(combatant), What::Added { names }))
            }
            Event::Brought {
                combatant, from, ..
            } => {
                let what = What::Brought {
                    names: vec![combatant.full_name()],
                    from: from.to_string(),
                };
                Some(LogLine::new(seen(combatant), what))
            }
            Event::Removed { combatant, .. } => {
                let name = combatant.full_name();
                Some(LogLine::new(seen(combatant), What::Removed { name }))
            }
            Event::Renamed {
                id,
                before: (name, label),
                ..
            } => {
                let combatant = self.combatant(*id)?;
                let what = What::Renamed {
                    before: label.after(name),
                    after: combatant.full_name(),
                };
                Some(LogLine::new(seen(combatant), what))
            }
            Event::Veiled { id, hidden, .. } => {
                let name = self.combatant(*id)?.full_name();
                Some(match hidden {
                    true => LogLine::new(false, What::Hidden { name }),
                    false => LogLine::open(What::Revealed { name }),
                })
            }
            Event::Grouped { members } => {
                let changed = |member: &&Member| member.before.0 != member.after.0;
                let who = members.iter().filter(changed);
                let as_one = who.clone().next()?.after.0.is_some();
                let there: Vec<&Combatant> =
                    who.filter_map(|member| self.combatant(member.id)).collect();
                let public = there.iter().all(|who| seen(who));
                let names = there.iter().map(|who| who.full_name()).collect();
                Some(LogLine::new(public, What::Grouped { names, as_one }))
            }
            Event::Edited { id, after, .. } => {
                let combatant = self.combatant(*id)?;
                let seated = |seat| self.seat(seat).map(|seat| seat.name.to_string());
                let what = after.told(combatant.full_name(), seated);
                Some(LogLine::new(after.is_told() && seen(combatant), what))
            }
            _ => None,
        }
    }
}
