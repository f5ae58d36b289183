//! Log lines as the table draws them, and other elements common to these pages.

use leptos::prelude::*;
use rules::base::roll::{DieMark, Face, RollResult};
use rules::character::phase::Phase;
use rules::encounter::View;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::messages::pages as msg;

use super::super::non_empty;
use super::{PastPage, join_elements, with_rule_links};
use crate::words::{self, DetailPart};

/// Renders the time of day, which the script replaces with the reader's local time.
pub(super) fn time_of_day(at: u64) -> AnyView {
    let minutes = at / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    let words = msg::utc(&format_args!("{:02}", hour), &format_args!("{:02}", minute));
    view! { <time data-at=at.to_string()>{words}</time> }.into_any()
}

/// Renders the faces of a roll's dice.
pub(super) fn dice_faces(rolled: &RollResult) -> AnyView {
    let faces = rolled.faces.iter().map(|Face(face, mark)| {
        let (kind, words) = match mark {
            DieMark::Idle => ("idle", ""),
            DieMark::Counts => ("counts", msg::COUNTS.get()),
            DieMark::Again => ("again", msg::COUNTS_AND_ROLLS_AGAIN.get()),
            DieMark::Cancels => ("cancels", msg::AGAINST.get()),
            DieMark::Rerolled => ("rerolled", msg::ROLLED_AGAIN.get()),
        };
        view! {
            <li class="face" data-mark=kind>{face.to_string()}<span class="unseen">{non_empty(words)}</span></li>
        }
    });
    view! { <ul class="faces" aria-label=msg::FACES.get()>{faces.collect_view()}</ul> }.into_any()
}

/// Renders a line of the log, read with the house rules and the seats of `view`, with an optional link.
pub(super) fn log_entry(
    look: &PastPage<'_>,
    view: &View,
    line: &LogLineView,
    link: Option<AnyView>,
) -> AnyView {
    let told = words::log_text(view.system.client_rules(), line, Some(look.reader));
    let hand = words::attribution(&view.seats, line).map(|hand| hand.to_string().into_any());
    let by = words::short_attribution(&view.seats, line);
    let by = by.map(|by| view! { <span class="entry-hand">{by.to_string()}</span> });
    let turn = matches!(line.what, LogMessage::Turn { phase, .. } if phase != Phase::Declare);
    let whisper = matches!(line.what, LogMessage::Whispered(_));
    let talk = whisper || matches!(line.what, LogMessage::Said { .. });
    let ruled = |words: &str| with_rule_links(view.system, words);
    let bit = |bit: &DetailPart| match bit {
        DetailPart::Words(words) => ruled(words),
        DetailPart::Rule(rule) => view! { " " {ruled(rule)} }.into_any(),
    };
    let how = match told.detail_parts.is_empty() {
        true => told.details.as_deref().map(ruled),
        false => Some(told.detail_parts.iter().map(bit).collect_view().into_any()),
    };
    let sub: Vec<AnyView> = how.into_iter().chain(hand).collect();
    let sub =
        (!sub.is_empty()).then(|| view! { <p class="entry-sub">{join_elements(sub, " · ")}</p> });
    let result = told.result.as_ref();
    let result = result.map(|result| view! { <p class="entry-result">{result.to_string()}</p> });
    let effects = told.effects.iter();
    let effects = effects.map(|effect| view! { <p class="entry-effect">{effect.to_string()}</p> });
    let hidden = (line.hidden && !whisper)
        .then(|| view! { <p class="entry-aside">{msg::PLAYERS_DO_NOT_SEE_THIS.get()}</p> });
    let undone = line.undone.as_ref();
    let undone = undone.map(|by| view! { <p class="entry-aside">{msg::taken_back_by(&by)}</p> });
    view! {
        <li
            class="entry"
            data-turn=turn.to_string()
            data-talk=talk.to_string()
            data-hidden=(whisper || line.hidden).to_string()
            data-undone=line.undone.is_some().to_string()
        >
            <div class="entry-head">
                <p class="entry-what">{told.head.to_string()}</p>
                {by}
                {time_of_day(line.at)}
            </div>
            {sub}
            {told.rolled.as_ref().map(dice_faces)}
            {result}
            {effects.collect_view()}
            {hidden}
            {undone}
            {link}
        </li>
    }
    .into_any()
}
