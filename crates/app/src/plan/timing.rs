//! Changes of the moment at which a combatant acts: delaying, acting now, and aborting an action to defend.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::phase::Phase;
use rules::character::plan::AbortPrice;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, Timing};
use rules::messages::screen as msg;

use crate::browser;
use crate::reactive::{derive, memo, on_click, show_either, show_when};
use crate::state::table_state::Model;

/// The buttons that change when a combatant acts. Empty while none of them applies.
#[component]
pub fn TimingButtons(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// Tells the fields of one place on the page from those of another.
    place: &'static str,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let rules = model.rules();
    let ordered = memo(move || model.order.with(|order| order.contains(&id)));
    let waits = memo(move || row.with(|row| row.timing.is_waiting()));
    // Whoever stands before the one who acts has acted.
    let acted = move || {
        let turn = model.turn.get();
        let place = |who: CombatantId| {
            model
                .order
                .with(|order| order.iter().position(|other| *other == who))
        };
        let now = turn.acting.filter(|_| turn.phase == Phase::Act);
        now.and_then(place)
            .zip(place(id))
            .is_some_and(|(now, own)| own < now)
    };
    let may_wait = move || {
        let turn = model.turn.get();
        ordered.get()
            && turn.round > 0
            && turn.phase <= Phase::Act
            && !acted()
            && row.with(|row| row.timing == Timing::InPlace)
    };
    let may_cut_in = move || {
        let turn = model.turn.get();
        waits.get() && turn.phase >= Phase::Act && turn.acting.is_some()
    };
    let may_give_up = move || {
        let turn = model.turn.get();
        let phases = turn.round > 0 && turn.phase >= Phase::Act;
        let spec = rules.facts().plan_spec;
        let open = row.with(|row| {
            row.plan
                .as_ref()
                .is_none_or(|plan| plan.open_action_count() > 0)
        });
        ordered.get() && phases && open && spec.is_some_and(|spec| !spec.defenses.is_empty())
    };
    let any = move || may_wait() || may_cut_in() || may_give_up();
    view! {
        {show_when(any, move || view! {
            <div class="intent">
                <button
                    hidden=derive(move || !may_cut_in())
                    type="button"
                    class="brass act-now"
                    on:click=on_click(move |_| model.send(Command::CutIn { id, after: false }))
                >
                    {if rules.acts_after_trigger() { msg::ACT_NEXT.get() } else { msg::ACT_NOW.get() }}
                </button>
                {show_when(may_wait, move || view! {
                    <Waiting id place />
                })}
                {show_when(may_give_up, move || view! {
                    <AbortToDefend id />
                })}
            </div>
        })}
    }
}

/// The button that delays the turn, with a field for what the combatant waits for.
#[component]
fn Waiting(
    /// The combatant that is shown.
    id: CombatantId,
    /// The place on the page.
    place: &'static str,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let needed = model.rules().delay_needs_trigger();
    let open = RwSignal::new(false);
    let until = RwSignal::new(String::new());
    let field = format!("wait-until-{place}");
    let focus = field.clone();
    let wait = move || {
        let words = until.get_untracked().trim().to_owned();
        if words.is_empty() && needed {
            return;
        }
        model.send(Command::Wait { id, until: words });
        open.set(false);
        until.set(String::new());
    };
    let button = move || {
        let focus = focus.clone();
        view! {
            <button
                type="button"
                class="quiet wait"
                on:click=on_click(move |_| {
                    open.set(true);
                    browser::focus_later(focus.clone());
                })
            >
                {msg::WAIT.get()}
            </button>
        }
    };
    let form = move || {
        view! {
            <form
                class="inline wait-form"
                on:submit=move |event| {
                    event.prevent_default();
                    wait();
                }
            >
                <input
                    id=field.clone()
                    type="text"
                    maxlength="60"
                    autocomplete="off"
                    aria-label=msg::WHAT_FOR.get()
                    placeholder=if needed { msg::FOR_WHAT_IF_THE_DOOR.get() } else { msg::FOR_WHAT_IF_YOU_LIKE.get() }
                    required=needed
                    prop:value=until
                    on:input:target=move |event| until.set(event.target().value())
                />
                <button type="submit" class="quiet">{msg::WAIT_2.get()}</button>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label=msg::DO_NOT_WAIT.get()
                    on:click=on_click(move |_| open.set(false))
                >
                    "×"
                </button>
            </form>
        }
    };
    show_either(move || open.get(), form, button)
}

/// The button that gives up a declared action to defend, and the choice of how that is paid for.
#[component]
fn AbortToDefend(
    /// The combatant that is shown.
    id: CombatantId,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let open = RwSignal::new(false);
    let button = move |price: AbortPrice, words: &'static str, key: &'static str| {
        view! {
            <button
                type="button"
                class="quiet"
                data-price=key
                on:click=on_click(move |_| {
                    model.send(Command::Abort { id, price });
                    open.set(false);
                })
            >
                {words}
            </button>
        }
    };
    view! {
        <button
            type="button"
            class="quiet defend"
            aria-expanded=derive(move || open.get().to_string())
            on:click=on_click(move |_| open.update(|open| *open = !*open))
        >
            {msg::DEFEND_INSTEAD.get()}
        </button>
        {show_when(move || open.get(), move || view! {
            <div class="give-up" role="group" aria-label=msg::GIVE_UP_AN_ACTION_FOR.get()>
                <span class="faint">{msg::GIVE_UP_AN_ACTION.get()}</span>
                {button(AbortPrice::Roll, msg::WITH_A_ROLL.get(), "roll")}
                {button(AbortPrice::Spend, msg::FOR_A_POINT.get(), "spend")}
            </div>
        })}
    }
}
