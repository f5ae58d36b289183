//! Covered parts of a handout, and for whom they are uncovered.

use leptos::prelude::*;
use rules::base::id::{CombatantId, HandoutId};
use rules::encounter::Command;
use rules::encounter::command::{CoveredPart, HandoutEdit};
use rules::handout::{Handout, Passage};
use rules::messages::handout as msg;

use crate::handouts::paper::{Sheet, draw_sheet};
use crate::handouts::shelf_state::Shelf;
use crate::reactive::{derive, on_click, redraw};

/// Renders a handout as its readers see it, with a button for each covered part.
pub(super) fn uncoverable_sheet(shelf: Shelf, id: HandoutId, handout: &Handout) -> AnyView {
    let covered = handout.text.iter().filter(|passage| passage.covered);
    let covered: Vec<Passage> = covered.cloned().collect();
    let chosen = RwSignal::new(None::<CoveredPart>);
    let bars = covered.clone();
    let bar = move |nth: usize| {
        let words = bars.get(nth).map(|passage| passage.words.clone());
        let words = words.unwrap_or_default();
        let part = CoveredPart::Words(words.clone());
        let shown = part.clone();
        view! {
            <button
                type="button"
                class="covered"
                title=words.clone()
                aria-label=msg::covered_words(&words)
                aria-pressed=derive(move || (chosen.get().as_ref() == Some(&shown)).to_string())
                on:click=on_click(move |_| chosen.set(Some(part.clone())))
            ></button>
        }
        .into_any()
    };
    let sheet = draw_sheet(shelf.model, &Sheet::of_handout(handout), &bar);
    let areas = handout.picture.iter().flat_map(|picture| &picture.covers);
    let areas = areas.enumerate().map(|(nth, cover)| {
        let part = CoveredPart::Area(cover.area);
        let nth = i64::try_from(nth.saturating_add(1)).unwrap_or(i64::MAX);
        view! {
            <button type="button" class="chip" on:click=on_click(move |_| chosen.set(Some(part.clone())))>
                {msg::covered_area(nth)}
            </button>
        }
    });
    let areas: Vec<_> = areas.collect();
    let hint = (!covered.is_empty()).then(|| msg::TAP_A_BAR_TO_UNCOVER_IT.get());
    let holders: Vec<CombatantId> = handout.holders.keys().copied().collect();
    let open_to = {
        let handout = handout.clone();
        move |part: &CoveredPart| match part {
            CoveredPart::Words(words) => {
                let mut all = handout.text.iter();
                let found = all.find(|passage| passage.covered && passage.words == *words);
                found.map(|passage| passage.open_to.clone())
            }
            CoveredPart::Area(area) => {
                let mut all = handout.picture.iter().flat_map(|picture| &picture.covers);
                let found = all.find(|cover| cover.area == *area);
                found.map(|cover| cover.open_to.clone())
            }
        }
    };
    let choices = move || {
        let part = chosen.get()?;
        let open_to = open_to(&part).unwrap_or_default();
        let closed = holders.iter().filter(|who| !open_to.contains(*who));
        let closed = closed.copied().collect();
        Some(uncover_choices(shelf, id, (part, closed)))
    };
    view! {
        {sheet}
        {(!areas.is_empty()).then(|| view! { <div class="chips">{areas}</div> })}
        {hint.map(|hint| view! { <p class="faint">{hint}</p> })}
        {redraw(choices)}
    }
    .into_any()
}

/// Renders the buttons that uncover a part for everyone, or for one of those who have the handout.
fn uncover_choices(
    shelf: Shelf,
    id: HandoutId,
    (part, holders): (CoveredPart, Vec<CombatantId>),
) -> AnyView {
    let model = shelf.model;
    let words = match &part {
        CoveredPart::Words(words) => Some(words.clone()),
        CoveredPart::Area(_) => None,
    };
    let send = move |part: CoveredPart, only: Option<CombatantId>| {
        let only = only.into_iter().collect();
        model.send(Command::EditHandout(HandoutEdit::Uncover {
            id,
            part,
            only,
        }));
    };
    let several = holders.len() > 1;
    let ones = holders.into_iter().filter(|_| several).filter_map(|who| {
        let name = model.current_row(who)?.full_name();
        let part = part.clone();
        Some(view! {
            <button type="button" class="quiet small" on:click=on_click(move |_| send(part.clone(), Some(who)))>
                {msg::uncover_for(&name)}
            </button>
        })
    });
    let ones: Vec<_> = ones.collect();
    view! {
        <div class="uncover" role="group" aria-label=msg::UNCOVER.get()>
            {words.map(|words| view! { <p class="uncover-words">{words}</p> })}
            <div class="actions">
                <button type="button" class="quiet small" on:click=on_click(move |_| send(part.clone(), None))>
                    {msg::UNCOVER_FOR_EVERYONE.get()}
                </button>
                {ones}
            </div>
        </div>
    }
    .into_any()
}
