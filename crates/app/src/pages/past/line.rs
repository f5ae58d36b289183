//! Log lines as the table draws them, and other elements common to these pages.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::log::What;
use rules::encounter::view::Line;
use rules::messages::pages as msg;
use rules::phase::Phase;
use rules::roll::{Face, Mark, Rolled};

use super::super::some;
use super::{joined, ruled};
use crate::words::{self, Bit};

/// Renders the time of day, which the script replaces with the reader's local time.
pub(super) fn hour(at: u64) -> AnyView {
    let minutes = at / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    let words = msg::utc(&format_args!("{:02}", hour), &format_args!("{:02}", minute));
    view! { <time data-at=at.to_string()>{words}</time> }.into_any()
}

/// Renders the faces of a roll's dice.
pub(super) fn faces(rolled: &Rolled) -> AnyView {
    let faces = rolled.faces.iter().map(|Face(face, mark)| {
        let (kind, words) = match mark {
            Mark::Idle => ("idle", ""),
            Mark::Counts => ("counts", msg::COUNTS.get()),
            Mark::Again => ("again", msg::COUNTS_AND_ROLLS_AGAIN.get()),
            Mark::Cancels => ("cancels", msg::AGAINST.get()),
            Mark::Rerolled => ("rerolled", msg::ROLLED_AGAIN.get()),
        };
        view! {
            <li class="face" data-mark=kind>{face.to_string()}<span class="unseen">{some(words)}</span></li>
        }
    });
    view! { <ul class="faces" aria-label=msg::FACES.get()>{faces.collect_view()}</ul> }.into_any()
}

/// Renders a line of the log, read with the house rules and the seats of `view`, with an optional link.
pub(super) fn entry(view: &View, line: &Line, link: Option<AnyView>) -> AnyView {
    let told = words::line(view.system.look(), &view.house, line);
    let hand = words::hand(&view.seats, line).map(|hand| hand.to_string().into_any());
    let by = words::plain_hand(&view.seats, line);
    let by = by.map(|by| view! { <span class="entry-hand">{by.to_string()}</span> });
    let turn = matches!(line.what, What::Turn { phase, .. } if phase != Phase::Declare);
    let talk = matches!(line.what, What::Said { .. });
    let ruled = |words: &str| ruled(view.system, words);
    let bit = |bit: &Bit| match bit {
        Bit::Words(words) => ruled(words),
        Bit::Rule(rule) => view! { " " {ruled(rule)} }.into_any(),
    };
    let how = match told.bits.is_empty() {
        true => told.sub.as_deref().map(ruled),
        false => Some(told.bits.iter().map(bit).collect_view().into_any()),
    };
    let sub: Vec<AnyView> = how.into_iter().chain(hand).collect();
    let sub = (!sub.is_empty()).then(|| view! { <p class="entry-sub">{joined(sub, " · ")}</p> });
    let result = told.result.as_ref();
    let result = result.map(|result| view! { <p class="entry-result">{result.to_string()}</p> });
    let effects = told.effects.iter();
    let effects = effects.map(|effect| view! { <p class="entry-effect">{effect.to_string()}</p> });
    let hidden = line
        .hidden
        .then(|| view! { <p class="entry-aside">{msg::PLAYERS_DO_NOT_SEE_THIS.get()}</p> });
    let undone = line.undone.as_ref();
    let undone = undone.map(|by| view! { <p class="entry-aside">{msg::taken_back_by(&by)}</p> });
    view! {
        <li
            class="entry"
            data-turn=turn.to_string()
            data-talk=talk.to_string()
            data-hidden=line.hidden.to_string()
            data-undone=line.undone.is_some().to_string()
        >
            <div class="entry-head">
                <p class="entry-what">{told.head.to_string()}</p>
                {by}
                {hour(line.at)}
            </div>
            {sub}
            {told.rolled.as_ref().map(faces)}
            {result}
            {effects.collect_view()}
            {hidden}
            {undone}
            {link}
        </li>
    }
    .into_any()
}
