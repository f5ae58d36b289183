//! Traits by their headings, those of the sheet's own, and sheets to start from.

use leptos::prelude::*;
use rules::messages::pages as msg;
use rules::sheet::{Sheet as Numbers, TraitGroup, TraitSpec};
use rules::speech::number;

use super::{CUSTOM, Sheet, TRAIT, WAS, hidden, part};

impl Sheet<'_> {
    /// The traits, and behind a fold those that can be tapped onto the sheet.
    pub(super) fn traits(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        let groups = self.rules().trait_groups().iter().enumerate();
        let groups = groups.filter_map(|(nth, group)| self.group(group, nth == 0, sheet));
        let all = view! { {groups.collect_view()} {self.custom(sheet)} };
        let inside = match self.may {
            false => all.into_any(),
            true => {
                // Enter in a field presses the first button of its form.
                let fields = view! {
                    <button class="unseen" tabindex="-1" aria-hidden="true">{msg::SAVE.get()}</button>
                    {all}
                    <button class="brass">{msg::SAVE_THE_TRAITS.get()}</button>
                    {self.chips(sheet)}
                };
                self.form(part::TRAITS, "traits", fields)
            }
        };
        Some(self.part(part::TRAITS, msg::TRAITS.get(), inside))
    }

    fn spec(&self, key: &str) -> Option<&'static TraitSpec> {
        let mut specs = self.rules().traits().iter();
        specs.find(|spec| spec.key == key)
    }

    /// The traits below one heading that stand on the sheet; all of them below the first.
    fn group(&self, group: &'static TraitGroup, whole: bool, sheet: &Numbers) -> Option<AnyView> {
        let specs = group.keys.iter().filter_map(|key| self.spec(key));
        let specs = specs.filter(|spec| whole || sheet.traits.contains_key(spec.key));
        let specs: Vec<_> = specs.collect();
        if specs.is_empty() {
            return None;
        }
        let specs = specs.into_iter();
        let traits = match self.may {
            true => {
                let fields = specs.map(|spec| {
                    let now = sheet.traits.get(spec.key).copied();
                    let name = format!("{TRAIT}{}", spec.key);
                    self.field(
                        spec.title.get(),
                        &name,
                        now,
                        (spec.min, spec.max, spec.default),
                    )
                });
                view! { <div class="paper-fields">{fields.collect_view()}</div> }.into_any()
            }
            false => {
                let values = specs.map(|spec| value(spec.title.get(), sheet.get(spec)));
                view! { <dl class="paper-traits">{values.collect_view()}</dl> }.into_any()
            }
        };
        Some(view! { <h3>{group.title.get()}</h3> {traits} }.into_any())
    }

    fn field(
        &self,
        title: &str,
        name: &str,
        now: Option<i32>,
        (least, most, usual): (i32, i32, i32),
    ) -> AnyView {
        let now = now.map(|value| value.to_string()).unwrap_or_default();
        let typed = self.typed(part::TRAITS, "traits", name, &now);
        view! {
            <label>
                {title.to_owned()}
                <input
                    type="number"
                    inputmode="numeric"
                    name=name.to_owned()
                    min=least.to_string()
                    max=most.to_string()
                    placeholder=usual.to_string()
                    value=typed
                />
            </label>
            {hidden(&format!("{WAS}{name}"), now)}
        }
        .into_any()
    }

    /// Traits that no rule knows.
    fn custom(&self, sheet: &Numbers) -> Option<AnyView> {
        if sheet.custom.is_empty() && !self.may {
            return None;
        }
        let most = rules::encounter::limits::MAX_CUSTOM_VALUE;
        let least = most.saturating_neg();
        let traits = match self.may {
            false => {
                let values = sheet.custom.iter();
                let values = values.map(|(name, now)| value(name, *now));
                view! { <dl class="paper-traits">{values.collect_view()}</dl> }.into_any()
            }
            true => {
                let fields = sheet.custom.iter().map(|(name, now)| {
                    let field = format!("{CUSTOM}{name}");
                    self.field(name, &field, Some(*now), (least, most, 0))
                });
                view! {
                    <div class="paper-fields">{fields.collect_view()}</div>
                    {self.another(least, most)}
                }
                .into_any()
            }
        };
        Some(view! { <h3>{msg::OF_ITS_OWN.get()}</h3> {traits} }.into_any())
    }

    /// The fields for one more of them.
    fn another(&self, least: i32, most: i32) -> AnyView {
        let typed = |field: &str| self.typed(part::TRAITS, "traits", field, "");
        view! {
            <div class="paper-new">
                <label>
                    {msg::ANOTHER_TRAIT.get()}
                    <input
                        type="text"
                        name="new"
                        maxlength="60"
                        autocomplete="off"
                        placeholder=msg::OCCULT.get()
                        value=typed("new")
                    />
                </label>
                <label>
                    {msg::VALUE.get()}
                    <input
                        type="number"
                        inputmode="numeric"
                        name="new.value"
                        min=least.to_string()
                        max=most.to_string()
                        placeholder="1"
                        value=typed("new.value")
                    />
                </label>
            </div>
            <p class="faint">
                {msg::A_TRAIT_WITHOUT_A_VALUE.get()}
            </p>
        }
        .into_any()
    }

    /// The traits that are not on the sheet: a tap writes one onto it.
    fn chips(&self, sheet: &Numbers) -> Option<AnyView> {
        let groups = self.rules().trait_groups().iter().skip(1);
        let groups = groups.filter_map(|group| {
            let rest = group.keys.iter().filter_map(|key| self.spec(key));
            let rest = rest.filter(|spec| !sheet.traits.contains_key(spec.key));
            let rest: Vec<AnyView> = rest
                .map(|spec| {
                    let words = format!("+ {}", spec.title);
                    view! { <button class="chip" name="add" value=spec.key>{words}</button> }
                        .into_any()
                })
                .collect();
            if rest.is_empty() {
                return None;
            }
            Some(view! { <h4>{group.title.get()}</h4> <div class="chips">{rest}</div> }.into_any())
        });
        let groups: Vec<AnyView> = groups.collect();
        if groups.is_empty() {
            return None;
        }
        let chips =
            view! { <details><summary>{msg::TAP_TO_ADD_A_TRAIT.get()}</summary>{groups}</details> };
        Some(chips.into_any())
    }

    /// Sheets to start from.
    pub(super) fn start(&self) -> Option<AnyView> {
        if !self.may {
            return None;
        }
        let all = self.rules().archetypes().iter().map(|archetype| {
            let label = msg::start_from(&archetype.title);
            view! {
                <li>
                    <span>
                        <strong>{archetype.title.to_string()}</strong>
                        {format!(" {}", archetype.line)}
                    </span>
                    <button
                        class="quiet"
                        name="archetype"
                        value=archetype.key.to_string()
                        aria-label=label
                    >
                        {msg::USE.get()}
                    </button>
                </li>
            }
        });
        let all = view! { <ul class="paper-list">{all.collect_view()}</ul> };
        let inside = view! {
            <p class="faint">
                {msg::WRITES_KIND_TRAITS_AND_GEAR.get()}
            </p>
            {self.form(part::START, "start", all)}
        };
        Some(self.part(part::START, msg::START_FROM_2.get(), inside))
    }
}

fn value(title: &str, now: i32) -> AnyView {
    view! { <div><dt>{title.to_owned()}</dt><dd>{number(now)}</dd></div> }.into_any()
}
