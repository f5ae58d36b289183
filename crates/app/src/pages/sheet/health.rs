//! Health of the sheet: the track, its penalties, and the states that follow.

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::character::track::Track;
use rules::character::vocabulary::format_number;
use rules::messages::pages as msg;

use super::super::non_empty;
use super::super::track::{mark_letter, mark_strokes, points};
use super::{Sheet, with_rule_links};
use crate::words;

impl Sheet<'_> {
    /// Renders the health of a combatant, and the states that follow from it.
    pub(super) fn health(&self) -> AnyView {
        let row = self.row;
        let title = row.track.as_ref();
        let title = title.map_or(self.rules().facts().vocabulary.health.get(), |track| {
            self.rules().track_title(track)
        });
        let track = match &row.track {
            Some(Track::Points(now)) => Some(points(now)),
            Some(track) => self.boxes(track),
            None => Some(view! { <p class="faint">{msg::NOT_TO_BE_SEEN_2.get()}</p> }.into_any()),
        };
        let wounds = (row.health.penalty != 0).then(|| {
            let words = msg::wounds_to_rolls(&format_number(row.health.penalty));
            view! { <p>{words}</p> }
        });
        let states = (!row.health.states.is_empty()).then(|| {
            let states = row.health.states.iter().map(|state| {
                let words = capitalize(&format!("{} {}", state.word, state.rule));
                view! { <li>{with_rule_links(self.view.system, &words)}</li> }
            });
            view! { <ul class="paper-states">{states.collect_view()}</ul> }
        });
        view! {
            <section class="paper-part" id="health" aria-labelledby="health-head">
                <h2 id="health-head">{title}</h2>
                {track}
                {wounds}
                {states}
            </section>
        }
        .into_any()
    }

    /// Renders the health boxes of a track, which cannot be changed here; `None` if it has points
    /// instead.
    fn boxes(&self, track: &Track) -> Option<AnyView> {
        let boxes = track.boxes()?;
        let name = |index| self.rules().box_name(track, index);
        let before = usize::from(boxes.size()).saturating_sub(self.row.penalties.len());
        let all = (0..boxes.size()).map(|index| {
            let penalty = usize::from(index)
                .checked_sub(before)
                .and_then(|at| self.row.penalties.get(at));
            let penalty = penalty.filter(|penalty| **penalty != 0);
            let penalty = penalty.map_or_else(String::new, |penalty| format_number(*penalty));
            let name = name(index).unwrap_or_default();
            view! {
                <li>
                    <span class="box" aria-disabled="true" data-mark=mark_letter(boxes.mark_at(index))>
                        {mark_strokes(None)}
                    </span>
                    <span class="box-name">{format!("{name} ")}<b>{non_empty(&penalty)}</b></span>
                </li>
            }
        });
        let named = name(0).is_some().to_string();
        let drawn = view! {
            <p>{capitalize(&words::track(track))}</p>
            <ol class="paper-boxes" aria-hidden="true" data-named=named>{all.collect_view()}</ol>
        };
        Some(drawn.into_any())
    }
}
