//! Page “who did this”: what changed a combatant's health, pools and conditions, when, and by whom.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::text::capitalize;
use rules::character::track::Track;
use rules::encounter::View;
use rules::encounter::replay::past::{ChangedPart, Past, PastStep};
use rules::encounter::view::CombatantRow;
use rules::messages::pages as msg;

use super::super::non_empty;
use super::line::time_of_day;
use super::log::{LINES_PER_PAGE, paging, replay_link};
use super::row::{change_words, condition_word, linked_box, track};
use super::{Body, PastPage};
use crate::words;

/// Value of a combatant whose changes are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackedValue {
    /// All values.
    All,
    /// The whole health track.
    Health,
    /// A box of the track, from 0.
    Box(u16),
    /// A pool, by its key.
    Pool(String),
    /// A condition, by its key.
    Condition(String),
    /// The initiative.
    Score,
}

impl TrackedValue {
    /// Parses the tracked value from the query of an address; all values if it names none there is.
    #[must_use]
    pub fn from_query(of: &str, of_box: &str) -> Self {
        let number = of_box.parse::<u16>().ok().and_then(|no| no.checked_sub(1));
        match (of.split_once('.'), number) {
            (None, Some(index)) if of == "health" => Self::Box(index),
            (None, None) if of == "health" => Self::Health,
            (None, _) if of == "initiative" => Self::Score,
            (Some(("pool", key)), _) => Self::Pool(key.to_owned()),
            (Some(("condition", key)), _) => Self::Condition(key.to_owned()),
            _ => Self::All,
        }
    }

    /// Whether a change concerns this value.
    fn includes(&self, part: &ChangedPart) -> bool {
        match (self, part) {
            (Self::All, _)
            | (Self::Health, ChangedPart::Track { .. })
            | (Self::Score, ChangedPart::Score { .. }) => true,
            (Self::Pool(key), ChangedPart::Pool { key: of, .. })
            | (Self::Condition(key), ChangedPart::Condition { key: of, .. }) => key == of,
            (Self::Box(index), ChangedPart::Track { before, after }) => {
                let at = |track: &Option<Track>| {
                    let boxes = track.as_ref().and_then(Track::boxes);
                    boxes.and_then(|boxes| boxes.mark_at(*index))
                };
                at(before) != at(after)
            }
            _ => false,
        }
    }

    /// Returns the query parameters `of` and `box` for this value.
    fn to_query(&self) -> (String, String) {
        let of = |of: &str| (of.to_owned(), String::new());
        match self {
            Self::All => of(""),
            Self::Health => of("health"),
            Self::Box(index) => ("health".to_owned(), (index.saturating_add(1)).to_string()),
            Self::Pool(key) => of(&format!("pool.{key}")),
            Self::Condition(key) => of(&format!("condition.{key}")),
            Self::Score => of("initiative"),
        }
    }
}

/// Content of the page that lists how a combatant's values changed during an encounter.
#[derive(Debug)]
pub struct ChangesPage<'a> {
    /// Common content of these pages.
    pub look: &'a PastPage<'a>,
    /// History of the encounter.
    pub past: &'a Past,
    /// The combatant's id.
    pub id: CombatantId,
    /// Name of the combatant.
    pub name: &'a str,
    /// Value whose changes are shown.
    pub which: TrackedValue,
    /// Number of the page, from 1.
    pub page: usize,
}

impl Body for ChangesPage<'_> {
    fn render(&self) -> AnyView {
        let Self {
            look,
            past,
            id,
            which,
            ..
        } = self;
        let view = View::of(past.encounter(), look.class);
        let changes: Vec<(u32, &PastStep, &ChangedPart)> = past
            .steps(look.class)
            .rev()
            .flat_map(|(number, step)| {
                let own = step.touched.iter().filter(|touch| touch.who == *id);
                own.map(move |touch| (number, step, &touch.part))
            })
            .filter(|(.., part)| which.includes(part))
            .collect();
        let pages = changes.len().div_ceil(LINES_PER_PAGE).max(1);
        let page = self.page.clamp(1, pages);
        let none = changes
            .is_empty()
            .then(|| view! { <p class="empty">{msg::NOTHING_HAS_CHANGED_HERE.get()}</p> });
        let shown = changes
            .iter()
            .skip(page.saturating_sub(1).saturating_mul(LINES_PER_PAGE));
        let shown = shown
            .take(LINES_PER_PAGE)
            .map(|change| self.change(&view, *change));
        let (of, of_box) = which.to_query();
        let own = [("of", of.as_str()), ("box", of_box.as_str())];
        look.page(view! {
            {self.header()}
            {view.rows.get(id).map(|row| self.value_links(&view, row))}
            {none}
            <ol class="past-doings">{shown.collect_view()}</ol>
            {paging(look, (&format!("c/{id}/past"), &own), (page, pages))}
        })
    }
}

impl ChangesPage<'_> {
    /// Renders the header of the page with a combatant's changes.
    fn header(&self) -> AnyView {
        let look = self.look;
        let sheet = (look.scene_title.is_none() && look.viewed_as.is_none()).then(|| {
            let path = format!("/t/{}/c/{}", look.table, self.id);
            view! { <a class="button quiet" href=path>{msg::THE_SHEET.get()}</a> }
        });
        view! {
            <header class="past-head">
                {look.table_link()}
                <h1>{msg::who_did_this_to(&self.name)}</h1>
                <p class="faint">
                    {msg::WHAT_CHANGED_THE_NEWEST_FIRST.get()}
                </p>
                <nav class="actions" aria-label=msg::MORE_OF_THE_PAST.get()>
                    {sheet}
                    <a class="button quiet" href=look.address("replay", &[])>{msg::REPLAY_2.get()}</a>
                </nav>
            </header>
        }
        .into_any()
    }

    /// Returns the address of this page about another value.
    fn address_for(&self, which: &TrackedValue) -> String {
        let (of, of_box) = which.to_query();
        let page = format!("c/{}/past", self.id);
        self.look.address(&page, &[("of", &of), ("box", &of_box)])
    }

    /// Renders the link to a value.
    fn value_link(&self, which: &TrackedValue, words: &str) -> AnyView {
        let current = (*which == self.which).then_some("true");
        view! {
            <li>
                <a class="button chip" href=self.address_for(which) aria-current=current>{words.to_owned()}</a>
            </li>
        }
        .into_any()
    }

    /// Renders the links to the changes of each tracked value, which are the boxes, the pools and the conditions.
    fn value_links(&self, view: &View, row: &CombatantRow) -> AnyView {
        let health = row.track.as_ref();
        let health = health.map(|track| {
            let title = view.system.rules().track_title(track);
            self.value_link(&TrackedValue::Health, title)
        });
        let pools = row.pools.keys().map(|key| {
            let title = words::pool_title(view.system.client_rules(), key);
            self.value_link(&TrackedValue::Pool(key.clone()), &title)
        });
        let conditions = row.conditions.keys().map(|key| {
            let title = capitalize(&condition_word(view.system, key));
            self.value_link(&TrackedValue::Condition(key.clone()), &title)
        });
        let boxes = row.track.as_ref().and_then(Track::boxes);
        let boxes = boxes.map(|boxes| {
            let all = (0..boxes.size()).map(|index| {
                let one = TrackedValue::Box(index);
                let name = msg::box_(&index.saturating_add(1));
                linked_box(
                    boxes.mark_at(index),
                    (self.address_for(&one), &name),
                    one == self.which,
                )
            });
            view! {
                <p class="faint">{msg::OR_ONE_BOX.get()}</p>
                <div class="past-boxes past-asks">{all.collect_view()}</div>
            }
        });
        view! {
            <nav aria-label=msg::WHAT_IS_ASKED_ABOUT.get()>
                <ul class="past-chips">
                    {self.value_link(&TrackedValue::All, msg::EVERYTHING.get())}
                    {health}
                    {pools.collect_view()}
                    {conditions.collect_view()}
                    {self.value_link(&TrackedValue::Score, msg::INITIATIVE_2.get())}
                </ul>
                {boxes}
            </nav>
        }
        .into_any()
    }

    /// Renders one change of a tracked value, with its time, who did it, and the link to its step.
    fn change(&self, view: &View, (number, step, part): (u32, &PastStep, &ChangedPart)) -> AnyView {
        let (title, said) = change_words(view.system, part);
        let rules = view.system.client_rules();
        let round = match step.turn.round {
            0 => msg::BEFORE_THE_FIGHT_2.get().to_owned(),
            number => words::round_title(rules, number),
        };
        let drawn = match part {
            ChangedPart::Track {
                after: Some(after), ..
            } if after.boxes().is_some() => track(after),
            _ => None,
        };
        let by = match &step.by {
            Some(by) => msg::by(&by),
            None => msg::WHOSE_DOING_NO_LINE_SAYS.get().to_owned(),
        };
        let lines = step.lines.iter();
        let lines = lines.filter_map(|no| self.past.line(self.look.class, *no));
        let told: Vec<String> = lines
            .map(|line| words::log_text(rules, line, None).head.to_string())
            .collect();
        let told = (!told.is_empty()).then(|| format!(" · {}", told.join("; ")));
        view! {
            <li>
                <div class="entry-head"><h2>{title}</h2>{time_of_day(step.at)}</div>
                <p class="past-fromto">{non_empty(&said)}</p>
                {drawn}
                <p class="faint">{format!("{} · ", capitalize(&round))}<b>{by}</b>{told}</p>
                {replay_link(self.look, number)}
            </li>
        }
        .into_any()
    }
}
