//! The handout on the table screen: one at a time, put there and taken away by storytellers.

use crate::base::dice::Dice;
use crate::base::id::HandoutId;
use crate::base::sorted_map::Set;
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::HandoutChanged;
use crate::encounter::refusal::Refusal;
use crate::handout::{Handout, ScreenMark};

impl Decision<'_> {
    /// Puts a handout on the table screen in place of the one there, or takes it away.
    pub(super) fn put_on_screen(
        &self,
        id: HandoutId,
        on: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.find_handout(id)?;
        if before.on_screen.is_some() == on {
            return Err(Refusal::NothingToDo);
        }
        let others = self.state.handouts.iter();
        let others = others.filter(|(other, it)| on && *other != id && it.on_screen.is_some());
        let mut events: Vec<Event> = others
            .map(|(other, it)| {
                let after = Handout {
                    on_screen: None,
                    ..it.clone()
                };
                Event::HandoutChanged(HandoutChanged {
                    id: other,
                    before: Some(Box::new(it.clone())),
                    after: Some(Box::new(after)),
                    quiet: true,
                    handed: Set::new(),
                })
            })
            .collect();
        let mut after = before.clone();
        after.on_screen = on.then(ScreenMark::default);
        let after = self.draw_addresses(Some(before), after, dice);
        events.extend(self.change_handout(id, Some(after))?);
        Ok(events)
    }

    /// Draws a new address for the picture of a handout on the table screen, if it is not the
    /// picture that was there.
    pub(super) fn draw_screen_address(
        &self,
        before: Option<&Handout>,
        after: &mut Handout,
        dice: &mut dyn Dice,
    ) {
        let seen = |handout: &Handout| {
            let picture = handout.picture.as_ref()?;
            handout.on_screen.as_ref()?;
            Some((picture.id, picture.covered_areas()))
        };
        let (then, now) = (before.and_then(seen), seen(after));
        if let Some(mark) = &mut after.on_screen {
            if now.is_none() {
                mark.address = None;
            } else if then != now || mark.address.is_none() {
                mark.address = Some(self.state.fresh_address(dice));
            }
        }
    }
}
