//! Handouts as they look: paper with bars over covered words, a picture with its covered areas, a name.

use leptos::prelude::*;
use rules::base::id::PictureAddress;
use rules::handout::{Area, Handout, HandoutKind, KnownHandout, KnownPassage};
use rules::messages::handout as msg;

use crate::handouts::markdown::{BAR, draw_text};
use crate::handouts::zoom::zoomable;
use crate::state::table_state::Model;

/// Picture of a handout as it is drawn: its address, the words for it, and its covered areas.
#[derive(Clone)]
pub(super) struct Pictured {
    pub(super) address: PictureAddress,
    pub(super) words: String,
    pub(super) covered: Vec<Area>,
}

/// Handout in the form in which it is drawn, for those who run the table and for readers.
#[derive(Clone)]
pub(crate) struct Sheet {
    pub(super) kind: HandoutKind,
    pub(super) name: String,
    /// The text, with [`BAR`] for covered words.
    pub(super) text: String,
    pub(super) picture: Option<Pictured>,
}

impl Sheet {
    /// Creates the drawn form of a handout as its readers see it at first.
    pub(super) fn of_handout(handout: &Handout) -> Self {
        let text = handout.text.iter().map(|passage| match passage.covered {
            true => BAR.to_string(),
            false => plain(&passage.words),
        });
        let picture = handout.picture.as_ref().map(|picture| Pictured {
            address: picture.address,
            words: picture.words.clone(),
            covered: picture.covers.iter().map(|cover| cover.area).collect(),
        });
        Self {
            kind: handout.kind,
            name: handout.name.to_string(),
            text: text.collect(),
            picture,
        }
    }

    /// Creates the drawn form of a handout as one reader knows it.
    pub(crate) fn of_known(known: &KnownHandout) -> Self {
        let text = known.text.iter().map(|passage| match passage {
            KnownPassage::Words(words) => plain(words),
            KnownPassage::Covered => BAR.to_string(),
        });
        let picture = known.picture.as_ref().map(|picture| Pictured {
            address: picture.address,
            words: picture.words.clone(),
            covered: picture.covered.clone(),
        });
        Self {
            kind: known.kind,
            name: known.name.clone(),
            text: text.collect(),
            picture,
        }
    }

    /// Returns the text with a word for what is covered, for those who listen.
    pub(super) fn spoken_text(&self) -> String {
        let text = self.text.replace(['*', '#'], "").replace('\n', " ");
        text.replace(BAR, msg::COVERED.get())
    }
}

/// Returns words without the characters that stand for covered ones.
fn plain(words: &str) -> String {
    words.replace(BAR, "")
}

/// Renders covered words as a bar, whose length does not tell which words they are.
pub(crate) fn draw_bar(_nth: usize) -> AnyView {
    view! { <span class="covered"><span class="unseen">{msg::COVERED.get()}</span></span> }
        .into_any()
}

/// Draws the sheet of a handout at full size.
pub(crate) fn draw_sheet(model: Model, sheet: &Sheet, bar: &dyn Fn(usize) -> AnyView) -> AnyView {
    let key = kind_key(sheet.kind);
    let text = draw_text(&sheet.text, bar);
    let named = sheet.kind == HandoutKind::Name;
    let name = named.then(|| view! { <p class="paper-name">{sheet.name.clone()}</p> });
    let picture = sheet
        .picture
        .as_ref()
        .map(|picture| zoomable(draw_picture(model, picture)));
    view! {
        <div class="paper" data-kind=key>
            {picture}
            {name}
            {(!text.is_empty()).then(|| view! { <div class="paper-text">{text}</div> })}
        </div>
    }
    .into_any()
}

/// Renders a picture with its covered areas.
pub(super) fn draw_picture(model: Model, picture: &Pictured) -> AnyView {
    let areas = picture.covered.iter().map(|area| {
        view! {
            <rect
                x=area.x.to_string()
                y=area.y.to_string()
                width=area.width.to_string()
                height=area.height.to_string()
            ></rect>
        }
    });
    let areas: Vec<_> = areas.collect();
    let source = picture_path(model, picture.address);
    view! {
        <div class="paper-picture">
            <img src=source alt=picture.words.clone() draggable="false" />
            <svg class="areas-covered" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
                {areas}
            </svg>
        </div>
    }
    .into_any()
}

/// Returns the path of a picture as the reader sees it.
fn picture_path(model: Model, address: PictureAddress) -> String {
    model.page_path(&format!("picture/{}", address.0))
}

/// Returns the key of a kind of handout for the style sheet.
pub(super) const fn kind_key(kind: HandoutKind) -> &'static str {
    match kind {
        HandoutKind::Letter => "letter",
        HandoutKind::Picture => "picture",
        HandoutKind::Note => "note",
        HandoutKind::Name => "name",
    }
}
