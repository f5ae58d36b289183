//! Log page: the whole log of an encounter, a page at a time, and search in it.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::replay::past::Past;
use rules::encounter::view::LogLineView;
use rules::messages::pages as msg;

use super::line::log_entry;
use super::{Body, MAX_FIND, PastPage};
use crate::words;

/// Number of log lines on one page of the encounter's log.
pub(super) const LINES_PER_PAGE: usize = 100;

/// Content of the page with an encounter's log. It lists the lines that hold all words of `find`, the newest first.
#[derive(Debug)]
pub struct Log<'a> {
    /// Common content of these pages.
    pub look: &'a PastPage<'a>,
    /// History of the encounter.
    pub past: &'a Past,
    /// Text to find.
    pub find: &'a str,
    /// Number of the page, from 1.
    pub page: usize,
}

impl Body for Log<'_> {
    fn render(&self) -> AnyView {
        let (look, past, find) = (self.look, self.past, self.find);
        let view = View::of(past.encounter(), look.class);
        let sought: Vec<String> = find.split_whitespace().map(str::to_lowercase).collect();
        let lines = lines_with_private(look, past).into_iter().rev();
        let lines: Vec<(&LogLineView, u32)> = lines
            .filter(|(line, _)| matches_search(look, &view, line, &sought))
            .collect();
        let pages = lines.len().div_ceil(LINES_PER_PAGE).max(1);
        let page = self.page.clamp(1, pages);
        let count = match (find.is_empty(), lines.len()) {
            (true, 0) => msg::NOTHING_HAS_HAPPENED_YET.get().to_owned(),
            (false, 0) => msg::NO_LINE_HAS_ALL_OF.get().to_owned(),
            (true, count) => msg::lines_the_newest_first(i64::try_from(count).unwrap_or(i64::MAX)),
            (false, count) => {
                msg::lines_found_the_newest_first(i64::try_from(count).unwrap_or(i64::MAX))
            }
        };
        let shown = lines
            .iter()
            .skip(page.saturating_sub(1).saturating_mul(LINES_PER_PAGE));
        let shown = shown.take(LINES_PER_PAGE).map(|(line, step)| {
            let link = replay_link(look, *step);
            log_entry(look, &view, line, Some(link))
        });
        look.page(view! {
            {self.header()}
            <p class="faint" role="status">{count}</p>
            <ol class="log past-log">{shown.collect_view()}</ol>
            {paging(look, ("log", &[("find", find)]), (page, pages))}
        })
    }
}

impl Log<'_> {
    /// Renders the header of the log page with the search form.
    fn header(&self) -> AnyView {
        let look = self.look;
        let title = look.scene_title.map_or_else(
            || msg::THE_LOG.get().to_owned(),
            |title| msg::the_log_of(&title),
        );
        view! {
            <header class="past-head">
                {look.table_link()}
                <h1>{title}</h1>
                <nav class="actions" aria-label=msg::MORE_OF_THE_PAST.get()>
                    <a class="button quiet" href=look.address("replay", &[])>{msg::REPLAY_2.get()}</a>
                </nav>
            </header>
            <form class="past-form" method="get" action=format!("/t/{}/log", look.table) role="search">
                {look.hidden_fields()}
                <label for="find">{msg::FIND_IN_THE_LOG.get()}</label>
                <div class="inline">
                    <input
                        id="find"
                        type="text"
                        name="find"
                        maxlength=MAX_FIND.to_string()
                        autocomplete="off"
                        value=self.find.to_owned()
                        placeholder=msg::A_NAME_A_ROLL_A.get()
                    />
                    <button class="quiet">{msg::FIND.get()}</button>
                </div>
            </form>
        }
        .into_any()
    }
}

/// Renders the link to a step of the replay.
pub(super) fn replay_link(look: &PastPage<'_>, step: u32) -> AnyView {
    let path = look.address("replay", &[("at", &step.to_string())]);
    view! {
        <a class="past-who" href=path>
            {msg::step_2(&step)}
            <span class="unseen">{msg::OF_THE_REPLAY.get()}</span>
        </a>
    }
    .into_any()
}

/// Returns the lines of the reader's class with those that the reader's seat alone was told among them, oldest first,
/// each with its step of the replay.
fn lines_with_private<'a>(look: &PastPage<'_>, past: &'a Past) -> Vec<(&'a LogLineView, u32)> {
    let mut private = past
        .private_lines(look.reader, look.viewed_as.is_some())
        .peekable();
    let mut all = Vec::new();
    for (line, step) in past.lines(look.class) {
        while let Some((told, step)) = private.next_if(|(told, _)| told.after < line.no) {
            all.push((&told.line, step));
        }
        all.push((line, step));
    }
    all.extend(private.map(|(told, step)| (&told.line, step)));
    all
}

/// Whether a line has all these words, in its text or in the name of the seat that did it.
fn matches_search(look: &PastPage<'_>, view: &View, line: &LogLineView, sought: &[String]) -> bool {
    if sought.is_empty() {
        return true;
    }
    let told = words::log_text(view.system.client_rules(), line, Some(look.reader));
    let by = line.by.as_deref().unwrap_or_default();
    let text = format!("{} {by}", told.to_spoken()).to_lowercase();
    sought.iter().all(|word| text.contains(word))
}

/// Renders the links to newer and older pages of the log.
pub(super) fn paging(
    look: &PastPage<'_>,
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
        view! { <a class="button quiet" rel="prev" href=to(page.saturating_sub(1))>{msg::NEWER.get()}</a> }
    });
    let older = (page < pages).then(|| {
        view! { <a class="button quiet" rel="next" href=to(page.saturating_add(1))>{msg::OLDER.get()}</a> }
    });
    let paging = view! {
        <nav class="past-pages" aria-label=msg::PAGES.get()>
            {newer}
            <span>{msg::page_of(&page, &pages)}</span>
            {older}
        </nav>
    };
    Some(paging.into_any())
}
