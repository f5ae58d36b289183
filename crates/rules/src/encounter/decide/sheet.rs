//! A sheet that is edited after its combatant came, and what follows from it.

use super::Decision;
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::sheet::SheetEdit;

impl Decision<'_> {
    pub(super) fn set_trait(
        &self,
        id: CombatantId,
        key: &str,
        after: Option<i32>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own(id)?;
        let mut specs = self.state.rules().traits().iter();
        let spec = specs.find(|spec| spec.key == key);
        let spec = spec.ok_or(Refusal::NoSuchTrait)?;
        if after.is_some_and(|value| !(spec.min..=spec.max).contains(&value)) {
            return Err(Refusal::OutOfRange {
                title: spec.title.to_owned(),
                min: spec.min,
                max: spec.max,
            });
        }
        let edit = SheetEdit::Trait {
            key: key.to_owned(),
            before: who.sheet.traits.get(key).copied(),
            after,
        };
        self.edited(who, edit)
    }

    pub(super) fn set_kind(
        &self,
        id: CombatantId,
        after: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own(id)?;
        let kinds = self.state.rules().kinds();
        if after.is_some_and(|key| kinds.iter().all(|kind| kind.key != key)) {
            return Err(Refusal::NoSuchKind);
        }
        let edit = SheetEdit::Kind {
            before: who.sheet.kind.clone(),
            after: after.map(str::to_owned),
        };
        self.edited(who, edit)
    }

    /// The track follows the sheet: marks stay, the size changes. What is left of pools follows
    /// by itself, as what was spent is kept.
    fn edited(&self, who: &Combatant, edit: SheetEdit) -> Result<Vec<Event>, Refusal> {
        if edit.is_in(&who.sheet) {
            return Err(Refusal::NothingToDo);
        }
        let rules = self.state.rules();
        let sheet = who.sheet.clone().edited(&edit);
        let after = who.track.fitted(rules.track(&sheet)?)?;
        let before = who.health(rules, &self.state.house).states;
        let mut states = rules
            .health(&sheet, &after, &who.conditions, &self.state.house)
            .states;
        states.retain(|state| !before.contains(state));
        let changed = Event::SheetChanged {
            id: who.id,
            edit,
            track: (after != who.track).then_some((who.track, after)),
            states,
        };
        Ok(match after == who.track {
            true => vec![changed],
            false => self.with_lapsed(who, &after, changed),
        })
    }
}
