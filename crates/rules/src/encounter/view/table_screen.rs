//! What the table screen shows, as one viewer is told.

use serde::{Deserialize, Serialize};

use crate::base::late::Late;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::viewer::Viewer;
use crate::handout::KnownHandout;
use crate::table_screen::TableScreen;

/// Choice of what the table screen shows, and the handout on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScreenView {
    /// What storytellers chose, with those clocks alone that the viewer knows of.
    #[serde(default, skip_serializing_if = "TableScreen::is_default")]
    pub set: TableScreen,
    /// The handout on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handout: Option<KnownHandout>,
}

/// Builds what the table screen shows; `None` while nothing was chosen and no handout is on it.
pub(super) fn build_screen_view(encounter: &Encounter, viewer: Viewer) -> Option<Late<ScreenView>> {
    let mut shown = encounter.handouts.iter();
    let handout = shown.find_map(|(id, handout)| handout.known_on_screen(id));
    if encounter.table.screen.is_default() && handout.is_none() {
        return None;
    }
    let mut set = encounter.table.screen.clone();
    if let Some(clocks) = &mut set.clocks {
        let known = |clock: &crate::clock::Clock| viewer.sees_hidden() || !clock.hidden;
        clocks.retain(|id| encounter.clocks.get(id).is_some_and(&known));
    }
    Some(Late::new(ScreenView { set, handout }))
}
