//! Page of all components, and the states in which a sample table is printed.

use leptos::prelude::*;
use rules::character::track::Severity;
use rules::encounter::samples::Sample;
use rules::messages::style as msg;

use super::Body;
use super::track::{mark_letter, mark_strokes};
use crate::handouts::paper::draw_bar;

/// State in which a sample table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleState {
    /// Connected and up to date.
    Live,
    /// Without a connection, and with changes that wait for it.
    Lost,
    /// With changes that the server has not answered yet.
    Pending,
    /// Connected to a server that can store nothing.
    Unkept,
    /// The seat was removed.
    Gone,
    /// With the first row opened.
    Opened,
    /// On the second tab of a phone, which is the reader's own.
    Me,
    /// On the last tab of a phone, which is the log.
    Log,
    /// With the places of the scene.
    Scene,
    /// With the clocks.
    Clocks,
    /// With the handouts.
    Handouts,
}

impl SampleState {
    /// All states in the order in which they are listed.
    pub const ALL: [Self; 11] = [
        Self::Live,
        Self::Lost,
        Self::Pending,
        Self::Unkept,
        Self::Gone,
        Self::Opened,
        Self::Me,
        Self::Log,
        Self::Scene,
        Self::Clocks,
        Self::Handouts,
    ];

    /// Returns the key of the state in addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Lost => "lost",
            Self::Pending => "pending",
            Self::Unkept => "unkept",
            Self::Gone => "gone",
            Self::Opened => "opened",
            Self::Me => "me",
            Self::Log => "log",
            Self::Scene => "scene",
            Self::Clocks => "clocks",
            Self::Handouts => "handouts",
        }
    }

    /// Returns the state with a key, if there is one.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// Keys of the readers of a sample: a storyteller and a player.
pub const READERS: [&str; 2] = ["storyteller", "player"];

/// Names of the colors in the style sheet, by what they are for.
const COLORS: [&str; 14] = [
    "ground",
    "surface",
    "surface-2",
    "well",
    "line",
    "line-strong",
    "ink",
    "ink-2",
    "brass",
    "blood",
    "bruise",
    "worse",
    "ours",
    "theirs",
];

/// Page of all components that need no table, with links to sample tables in each state.
#[derive(Clone, Copy, Debug)]
pub struct StylePage;

impl Body for StylePage {
    fn render(&self) -> AnyView {
        view! {
            <main class="style-page">
                <h1>{msg::COMPONENTS.get()}</h1>
                {sample_links()}
                {section("colors", msg::COLORS.get(), colors())}
                {section("type", msg::TYPE.get(), type_sizes())}
                {section("buttons", msg::BUTTONS.get(), buttons())}
                {section("fields", msg::FIELDS.get(), fields())}
                {section("marks", msg::HEALTH_BOXES.get(), marks())}
                {section("said", msg::WHAT_IS_SAID.get(), said())}
                {section("paper", msg::PAPER.get(), papers())}
            </main>
        }
        .into_any()
    }
}

/// Renders a section with its heading.
fn section(id: &'static str, title: &'static str, content: impl IntoView) -> impl IntoView {
    view! {
        <section class="style-part" id=id aria-labelledby=format!("{id}-title")>
            <h2 id=format!("{id}-title")>{title}</h2>
            {content}
        </section>
    }
}

/// Renders links to all sample tables.
fn sample_links() -> impl IntoView {
    let rows = Sample::ALL.map(|sample| {
        let links = READERS.map(|reader| {
            let states = SampleState::ALL.map(|state| {
                let to = format!("/style/{}/{reader}/{}", sample.key(), state.key());
                view! { <a href=to>{state.key()}</a> }
            });
            view! {
                <td>
                    <div class="style-links">{states.into_iter().collect_view()}</div>
                </td>
            }
        });
        view! {
            <tr>
                <th scope="row">{sample.key()}</th>
                {links.into_iter().collect_view()}
            </tr>
        }
    });
    view! {
        <table class="style-samples">
            <caption>{msg::SAMPLE_TABLES.get()}</caption>
            <thead>
                <tr>
                    <th scope="col">{msg::SAMPLE.get()}</th>
                    <th scope="col">{msg::AS_A_STORYTELLER.get()}</th>
                    <th scope="col">{msg::AS_A_PLAYER.get()}</th>
                </tr>
            </thead>
            <tbody>{rows.into_iter().collect_view()}</tbody>
        </table>
    }
}

/// Renders all colors of the theme.
fn colors() -> impl IntoView {
    let swatches = COLORS.map(|color| {
        view! {
            <li data-color=color>
                <i aria-hidden="true"></i>
                {color}
            </li>
        }
    });
    view! { <ul class="style-colors">{swatches.into_iter().collect_view()}</ul> }
}

/// Renders text in each size.
fn type_sizes() -> impl IntoView {
    let sizes = ["xxl", "xl", "l", "m", "s", "xs"].map(|size| {
        view! { <p data-size=size>{msg::THE_KNIFE_SLIDES_OFF.get()}</p> }
    });
    view! { <div class="style-type">{sizes.into_iter().collect_view()}</div> }
}

/// Renders buttons of each kind and state.
fn buttons() -> impl IntoView {
    let kinds = [
        ("brass", msg::MAIN_ACTION.get()),
        ("quiet", msg::OTHER_ACTION.get()),
        ("quiet small", msg::SMALL_ACTION.get()),
        ("quiet harm", msg::HARMFUL_ACTION.get()),
    ];
    let pairs = kinds.map(|(class, words)| {
        view! {
            <button type="button" class=class>
                {words}
            </button>
            <button type="button" class=class disabled>
                {words}
            </button>
        }
    });
    view! {
        <div class="actions">{pairs.into_iter().collect_view()}</div>
        <div class="segments" role="group" aria-label=msg::ONE_OF_SEVERAL.get()>
            <button type="button" class="segment" aria-pressed="true">
                {msg::FIRST.get()}
            </button>
            <button type="button" class="segment" aria-pressed="false">
                {msg::SECOND.get()}
            </button>
        </div>
    }
}

/// Renders fields of each kind and state.
fn fields() -> impl IntoView {
    view! {
        <div class="style-fields">
            <label>{msg::TEXT.get()} <input type="text" value=msg::LONGEST_NAME.get() /></label>
            <label>{msg::EMPTY_TEXT.get()} <input type="text" placeholder=msg::FIRST.get() /></label>
            <label>{msg::NUMBER.get()} <input type="number" value="7" /></label>
            <label>
                {msg::ONE_OF_SEVERAL.get()} <select>
                    <option>{msg::FIRST.get()}</option>
                    <option>{msg::SECOND.get()}</option>
                </select>
            </label>
            <label>{msg::DISABLED.get()} <input type="text" disabled value=msg::FIRST.get() /></label>
            <label class="check">
                <input type="checkbox" checked />
                {msg::CHECKED.get()}
            </label>
            <label class="check">
                <input type="checkbox" />
                {msg::NOT_CHECKED.get()}
            </label>
            <label class="check">
                <input type="radio" name="style" checked />
                {msg::CHECKED.get()}
            </label>
            <p class="trouble">{msg::WHAT_IS_WRONG_WITH_A_FIELD.get()}</p>
        </div>
    }
}

/// Renders health boxes with every mark.
fn marks() -> impl IntoView {
    let marks = [
        (Some(Severity::Aggravated), msg::AGGRAVATED.get()),
        (Some(Severity::Lethal), msg::LETHAL.get()),
        (Some(Severity::Bashing), msg::BASHING.get()),
        (None, msg::FREE.get()),
    ];
    let boxes = marks.map(|(mark, words)| {
        view! {
            <li>
                <span class="box" data-mark=mark_letter(mark)>
                    {mark_strokes(Some("true"))}
                </span>
                {words}
            </li>
        }
    });
    view! { <ul class="style-marks">{boxes.into_iter().collect_view()}</ul> }
}

/// Renders cards and notes.
fn said() -> impl IntoView {
    view! {
        <div class="style-said">
            <div class="card">
                <h3>{msg::CARD.get()}</h3>
                <p>{msg::THE_KNIFE_SLIDES_OFF.get()}</p>
                <p class="faint">{msg::FAINT_WORDS.get()}</p>
            </div>
            <p class="note">{msg::NOTE.get()}</p>
            <p class="empty">{msg::NOTHING_HERE.get()}</p>
            <p>
                <kbd>"N"</kbd>
            </p>
        </div>
    }
}

/// Renders the sheets of handouts: a letter with covered words, a note and a name.
fn papers() -> impl IntoView {
    view! {
        <link rel="stylesheet" href="/handout.css" />
        <div class="style-papers">
            <div class="paper" data-kind="letter">
                <div class="paper-text">
                    <h4>{msg::FIRST.get()}</h4>
                    <p>{msg::THE_KNIFE_SLIDES_OFF.get()} " " {draw_bar(0)}</p>
                    <p>{msg::FAINT_WORDS.get()}</p>
                </div>
            </div>
            <div class="paper" data-kind="note">
                <div class="paper-text">
                    <p>{msg::NOTE.get()}</p>
                </div>
            </div>
            <div class="paper" data-kind="name">
                <p class="paper-name">{msg::LONGEST_NAME.get()}</p>
                <div class="paper-text">
                    <p>{draw_bar(0)} " " {msg::FAINT_WORDS.get()}</p>
                </div>
            </div>
        </div>
    }
}
