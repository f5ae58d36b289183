//! A line of the log as HTML, as the table draws it, and what stands in all these pages.

use std::fmt::Write as _;

use app::words::{self, Bit};
use rules::cite::{self, Piece};
use rules::encounter::View;
use rules::encounter::log::What;
use rules::encounter::view::Line;
use rules::phase::Phase;
use rules::roll::{Face, Mark, Rolled};

use crate::pages::deed::plain;

/// Words as HTML, in which every id of a rule leads to the guide.
pub(super) fn ruled(view: &View, words: &str) -> String {
    let system = view.system.key();
    let pieces = cite::pieces(words).into_iter().map(|piece| match piece {
        Piece::Words(words) => plain(words),
        Piece::Rule(id) => format!("<a class=\"rule\" href=\"/rules/{system}#{id}\">{id}</a>"),
    });
    pieces.collect()
}

/// The hour, which the script writes as the reader's own.
pub(super) fn hour(at: u64) -> String {
    let minutes = at / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    format!("<time data-at=\"{at}\">{hour:02}:{minute:02} UTC</time>")
}

/// The dice of a roll as they fell.
pub(super) fn faces(rolled: &Rolled, out: &mut String) {
    out.push_str("<ul class=\"faces\" aria-label=\"Faces\">");
    for Face(face, mark) in &rolled.faces {
        let (kind, words) = match mark {
            Mark::Idle => ("idle", ""),
            Mark::Counts => ("counts", ", counts"),
            Mark::Again => ("again", ", counts and rolls again"),
            Mark::Cancels => ("cancels", ", against"),
            Mark::Rerolled => ("rerolled", ", rolled again"),
        };
        let _ = write!(
            out,
            "<li class=\"face\" data-mark=\"{kind}\">{face}<span class=\"unseen\">{words}</span></li>"
        );
    }
    out.push_str("</ul>");
}

/// A line of the log, read with the house rules and the seats of `view`; `link` is HTML that leads
/// on from it.
pub(super) fn entry(view: &View, line: &Line, link: &str, out: &mut String) {
    let told = words::line(view.system.look(), &view.house, line);
    let hand = words::hand(&view.seats, line).map(|hand| plain(&hand));
    let by = words::plain_hand(&view.seats, line).map(plain);
    let turn = matches!(line.what, What::Turn { phase, .. } if phase != Phase::Declare);
    let talk = matches!(line.what, What::Said { .. });
    let (hidden, undone) = (line.hidden, line.undone.is_some());
    let _ = write!(
        out,
        "<li class=\"entry\" data-turn=\"{turn}\" data-talk=\"{talk}\" data-hidden=\"{hidden}\" \
         data-undone=\"{undone}\"><div class=\"entry-head\"><p class=\"entry-what\">{}</p>",
        plain(&told.head)
    );
    if let Some(by) = by {
        let _ = write!(out, "<span class=\"entry-hand\">{by}</span>");
    }
    let _ = write!(out, "{}</div>", hour(line.at));
    let bit = |bit: &Bit| match bit {
        Bit::Words(words) => ruled(view, words),
        Bit::Rule(rule) => format!(" {}", ruled(view, rule)),
    };
    let how = match told.bits.is_empty() {
        true => told.sub.map(|sub| ruled(view, &sub)),
        false => Some(told.bits.iter().map(bit).collect()),
    };
    let sub: Vec<String> = how.into_iter().chain(hand).collect();
    if !sub.is_empty() {
        let _ = write!(out, "<p class=\"entry-sub\">{}</p>", sub.join(" · "));
    }
    if let Some(rolled) = &told.rolled {
        faces(rolled, out);
    }
    if let Some(result) = &told.result {
        let _ = write!(out, "<p class=\"entry-result\">{}</p>", plain(result));
    }
    for effect in &told.effects {
        let _ = write!(out, "<p class=\"entry-effect\">{}</p>", plain(effect));
    }
    if hidden {
        out.push_str("<p class=\"entry-aside\">players do not see this</p>");
    }
    if let Some(by) = &line.undone {
        let _ = write!(
            out,
            "<p class=\"entry-aside\">taken back by {}</p>",
            plain(by)
        );
    }
    out.push_str(link);
    out.push_str("</li>");
}
