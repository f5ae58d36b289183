//! The whole log of an encounter, a page at a time, and what is found in it.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::past::Past;
use rules::encounter::view::Line;

use super::line::entry;
use super::{Body, Look, MAX_FIND};
use crate::words;

/// Lines on a page.
pub(super) const PAGE: usize = 100;

/// The page: the lines that hold all words of `find`, the newest first.
#[derive(Debug)]
pub struct Log<'a> {
    /// Who looks.
    pub look: &'a Look<'a>,
    /// What was.
    pub past: &'a Past,
    /// What is looked for.
    pub find: &'a str,
    /// Which page, from 1.
    pub page: usize,
}

impl Body for Log<'_> {
    fn view(&self) -> AnyView {
        let (look, past, find) = (self.look, self.past, self.find);
        let view = View::of(past.encounter(), look.class);
        let sought: Vec<String> = find.split_whitespace().map(str::to_lowercase).collect();
        let lines = past.lines(look.class).rev();
        let lines: Vec<(&Line, u32)> = lines
            .filter(|(line, _)| holds(&view, line, &sought))
            .collect();
        let pages = lines.len().div_ceil(PAGE).max(1);
        let page = self.page.clamp(1, pages);
        let count = match (find.is_empty(), lines.len()) {
            (true, 0) => "Nothing has happened yet.".to_owned(),
            (false, 0) => "No line has all of these words.".to_owned(),
            (true, 1) => "One line.".to_owned(),
            (false, 1) => "One line found.".to_owned(),
            (true, count) => format!("{count} lines, the newest first."),
            (false, count) => format!("{count} lines found, the newest first."),
        };
        let shown = lines
            .iter()
            .skip(page.saturating_sub(1).saturating_mul(PAGE));
        let shown = shown.take(PAGE).map(|(line, step)| {
            let link = to_step(look, *step);
            entry(&view, line, Some(link))
        });
        look.page(view! {
            {self.head()}
            <p class="faint" role="status">{count}</p>
            <ol class="log past-log">{shown.collect_view()}</ol>
            {paging(look, ("log", &[("find", find)]), (page, pages))}
        })
    }
}

impl Log<'_> {
    fn head(&self) -> AnyView {
        let look = self.look;
        let title = look.past.map(|title| format!(" of “{title}”"));
        view! {
            <header class="past-head">
                {look.way()}
                <h1>"The log"{title}</h1>
                <nav class="actions" aria-label="More of the past">
                    <a class="button quiet" href=look.address("replay", &[])>"Replay"</a>
                </nav>
            </header>
            <form class="past-form" method="get" action=format!("/t/{}/log", look.table) role="search">
                {look.fields()}
                <label for="find">"Find in the log"</label>
                <div class="inline">
                    <input
                        id="find"
                        type="text"
                        name="find"
                        maxlength=MAX_FIND.to_string()
                        autocomplete="off"
                        value=self.find.to_owned()
                        placeholder="A name, a roll, a word"
                    />
                    <button class="quiet">"Find"</button>
                </div>
            </form>
        }
        .into_any()
    }
}

/// The way to a step of the replay.
pub(super) fn to_step(look: &Look<'_>, step: u32) -> AnyView {
    let path = look.address("replay", &[("at", &step.to_string())]);
    view! {
        <a class="past-who" href=path>
            {format!("Step {step}")}
            <span class="unseen">" of the replay"</span>
        </a>
    }
    .into_any()
}

/// Whether a line holds all these words, in what it says or in who did it.
fn holds(view: &View, line: &Line, sought: &[String]) -> bool {
    if sought.is_empty() {
        return true;
    }
    let told = words::line(view.system.look(), &view.house, line);
    let by = line.by.as_deref().unwrap_or_default();
    let text = format!("{} {by}", told.aloud()).to_lowercase();
    sought.iter().all(|word| text.contains(word))
}

/// The way to newer and older ones.
pub(super) fn paging(
    look: &Look<'_>,
    (path, own): (&str, &[(&str, &str)]),
    (page, pages): (usize, usize),
) -> Option<AnyView> {
    if pages < 2 {
        return None;
    }
    let to = |page: usize| {
        let page = page.to_string();
        let more = [("page", page.as_str())];
        let all: Vec<(&str, &str)> = own.iter().copied().chain(more).collect();
        look.address(path, &all)
    };
    let newer = (page > 1).then(|| {
        view! { <a class="button quiet" rel="prev" href=to(page.saturating_sub(1))>"Newer"</a> }
    });
    let older = (page < pages).then(|| {
        view! { <a class="button quiet" rel="next" href=to(page.saturating_add(1))>"Older"</a> }
    });
    let paging = view! {
        <nav class="past-pages" aria-label="Pages">
            {newer}
            <span>{format!("Page {page} of {pages}")}</span>
            {older}
        </nav>
    };
    Some(paging.into_any())
}
