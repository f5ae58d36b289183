//! Players' guides: a guide with its contents and all house rules, and the list of guides.

use leptos::prelude::*;
use leptos::tachys::html::InertElement;
use rules::messages::pages as msg;
use rules::ruleset::SystemId;
use rules::ruleset::settings::SettingSpec;

use super::{Body, join_elements, non_empty};
use crate::landing::brand::sign;
use crate::table::rule_link::EVENING_GUIDE;

/// A part of a rules guide, with its title and its name in links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuidePart {
    /// Name of the part in addresses.
    pub slug: String,
    /// Title of the part.
    pub title: String,
}

/// Content of the page with the rules guide of one rule system.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// Title of the guide.
    pub title: &'a str,
    /// Paragraph below the title.
    pub lead: &'a str,
    /// Parts of the guide, in order.
    pub heads: &'a [GuidePart],
    /// Text of the guide as HTML, converted from Markdown.
    pub text: &'a str,
    /// House rules, from the rules' own list, so that they are never out of date; none for what is no rule system.
    pub settings: &'static [SettingSpec],
}

impl Body for Guide<'_> {
    fn render(&self) -> AnyView {
        let heads = self.heads.iter().map(|GuidePart { slug, title }| {
            view! { <li><a href=format!("#{slug}")>{title.clone()}</a></li> }
        });
        let has_settings = !self.settings.is_empty();
        view! {
            <div class="guide">
                <header class="guide-head">
                    <nav class="guide-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                        <a href="/">{msg::COTERIE.get()}</a>
                        <a href="/rules">{msg::RULES.get()}</a>
                    </nav>
                    <h1>{self.title.to_owned()}</h1>
                    <p class="lead">{non_empty(self.lead)}</p>
                </header>
                <nav class="guide-contents" id="contents" aria-label=msg::CONTENTS.get()>
                    <h2>{msg::CONTENTS.get()}</h2>
                    <ul>
                        {heads.collect_view()}
                        {has_settings.then(|| view! { <li><a href="#house-rules">{msg::HOUSE_RULES.get()}</a></li> })}
                    </ul>
                </nav>
                <main class="guide-text">
                    {InertElement::new(self.text.to_owned())}
                    {has_settings.then(|| house_rules(self.settings))}
                    <a class="guide-up" href="#contents">{msg::CONTENTS.get()}</a>
                </main>
            </div>
        }
        .into_any()
    }
}

/// Renders all house rules by group, each with its default.
fn house_rules(settings: &'static [SettingSpec]) -> AnyView {
    let groups = settings.chunk_by(|one, next| one.group == next.group);
    let groups = groups.map(|group| {
        let title = group.first().map_or("", |spec| spec.group.get());
        view! { <h3>{title}</h3> <ul>{group.iter().map(setting_entry).collect_view()}</ul> }
    });
    view! {
        <h2 id="house-rules">{msg::HOUSE_RULES.get()}</h2>
        <p>
            {msg::ALL_THAT_A_TABLE_CAN.get()}
        </p>
        {groups.collect_view()}
    }
    .into_any()
}

/// Renders a house rule as an entry of a rules guide.
fn setting_entry(spec: &'static SettingSpec) -> AnyView {
    let off = spec.off.map(|off| msg::if_no(&off));
    let rules = (!spec.rules.is_empty()).then(|| {
        let rules = spec.rules.split(", ").map(|id| Piece::Rule(id).render());
        view! { " " {join_elements(rules.collect(), ", ")} }
    });
    view! {
        <li class="guide-house" id=format!("house-{}", spec.key)>
            {format!("{}: ", spec.title)}
            <strong>{spec.value_text(&spec.default_value()).to_string()}</strong>
            "."
            {off}
            {rules}
            " "
            <code>{spec.key}</code>
        </li>
    }
    .into_any()
}

/// Elements in the text of a guide that Markdown does not have.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// A rule's id, which links to its entry on the same page.
    Rule(&'a str),
    /// The entry of a rule.
    Entry {
        /// Id of the rule.
        id: &'a str,
        /// Text of the entry, as HTML converted from Markdown.
        text: &'a str,
    },
    /// The mark of a rule that the storyteller applies.
    Storyteller,
    /// A setting by its key, which links to its entry below.
    Setting(&'a str),
}

impl Body for Piece<'_> {
    fn render(&self) -> AnyView {
        match self {
            Self::Rule(id) => {
                view! { <a class="rule" href=format!("#{id}")>{id.to_string()}</a> }.into_any()
            }
            Self::Entry { id, text } => view! {
                <li class="guide-rule" id=id.to_string()>
                    <a class="guide-id" href=format!("#{id}")>{id.to_string()}</a>
                    <div>{InertElement::new(text.to_string())}</div>
                </li>
            }
            .into_any(),
            Self::Storyteller => {
                view! { <span class="guide-tag">{msg::STORYTELLER.get()}</span> }.into_any()
            }
            Self::Setting(key) => view! {
                <a href=format!("#house-{key}")><code>{key.to_string()}</code></a>
            }
            .into_any(),
        }
    }
}

/// The page that lists the rules guides of all rule systems.
#[derive(Clone, Copy, Debug)]
pub struct Guides;

impl Body for Guides {
    fn render(&self) -> AnyView {
        let guides = SystemId::ALL.iter().map(|system| {
            let rules = system.rules();
            view! {
                <li class="card">
                    <a href=format!("/rules/{}", system.key())>
                        <strong>{rules.facts().title.get()}</strong>
                        <span class="faint">{rules.facts().description.get()}</span>
                    </a>
                </li>
            }
        });
        view! {
            <link rel="stylesheet" href="/doors.css" />
            <main class="door">
                <header class="door-head">
                    {sign()}
                    <h1>{msg::THE_RULES.get()}</h1>
                    <p class="lead">
                        {msg::A_GUIDE_FOR_EACH_OF.get()}
                    </p>
                </header>
                <ul class="guide-list">
                    {guides.collect_view()}
                    <li class="card">
                        <a href=EVENING_GUIDE>
                            <strong>{msg::OUTSIDE_THE_FIGHT.get()}</strong>
                            <span class="faint">{msg::WHAT_THE_EVENING_HAS.get()}</span>
                        </a>
                    </li>
                </ul>
                <p><a class="button quiet" href="/">{msg::START_PAGE.get()}</a></p>
            </main>
        }
        .into_any()
    }
}
