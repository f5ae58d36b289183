//! Navigation of a replay: the bar, the neighboring steps, the lists of turns and exchanges.

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::encounter::replay::past::{JumpTarget, JumpTargetKind};
use rules::encounter::{Turn, View};
use rules::messages::{Text, pages as msg};

use super::course::ReplayPosition;
use super::{PastPage, select_option};
use crate::words;

/// Renders the bar of the replay, with the links to the neighboring steps.
pub(super) fn bar(look: &PastPage<'_>, course: &ReplayPosition, view: &View) -> AnyView {
    let ReplayPosition {
        number,
        first,
        last,
        ..
    } = *course;
    let standing = capitalize(&words::fight_status(view, look.viewed_as));
    let before = Some(number.saturating_sub(1)).filter(|at| *at >= first);
    let after = Some(number.saturating_add(1)).filter(|at| *at <= last);
    let ways = [
        ("first", "«", msg::FIRST_STEP.get(), before.map(|_| first)),
        ("before", "‹", msg::STEP_BEFORE.get(), before),
        ("after", "›", msg::NEXT_STEP.get(), after),
        ("newest", "»", msg::NEWEST_STEP.get(), after.map(|_| last)),
    ];
    let ways = ways.map(|(key, sign, name, to)| step_link(look, (key, sign, name), to));
    view! {
        <section class="past-bar" aria-label=msg::STEPS.get()>
            <form class="past-form" method="get" data-bar>
                {look.hidden_fields()}
                <label for="at">
                    {msg::STEP.get()}
                    <b data-number>{number.to_string()}</b>
                    {msg::OF_2.get()}
                    <span data-last>{last.to_string()}</span>
                </label>
                <input
                    id="at"
                    type="range"
                    name="at"
                    min=first.to_string()
                    max=last.to_string()
                    value=number.to_string()
                    aria-valuetext=msg::step_of(&number, &last, &standing)
                />
                <button class="quiet" data-plain>{msg::GO_TO_THIS_STEP.get()}</button>
            </form>
            <nav class="past-go" aria-label=msg::TO_ANOTHER_STEP.get()>{ways.into_iter().collect_view()}</nav>
        </section>
    }
    .into_any()
}

/// Renders the link to another step, disabled where there is none.
fn step_link(
    look: &PastPage<'_>,
    (key, sign, name): (&str, &'static str, &str),
    to: Option<u32>,
) -> AnyView {
    let none = to.is_none().then_some("true");
    let to = to.map(|to| look.address("replay", &[("at", &to.to_string())]));
    view! {
        <a
            class="button quiet"
            role="link"
            data-go=key.to_owned()
            aria-label=name.to_owned()
            href=to
            aria-disabled=none
        >
            {sign}
        </a>
    }
    .into_any()
}

/// Renders the links of the replay to other turns and exchanges, with the previous and the next one, and a list of all.
pub(super) fn jumps(look: &PastPage<'_>, course: &ReplayPosition, view: &View) -> Option<AnyView> {
    if course.jumps.is_empty() {
        return None;
    }
    let several = view.system.client_rules().round_phases(&view.house).len() > 1;
    let (mut turns, mut exchanges) = (Vec::new(), Vec::new());
    for JumpTarget { step, to } in &course.jumps {
        let (list, words) = match to {
            JumpTargetKind::Turn(turn, acting) => {
                let words = turn_title(view, *turn, acting.as_deref(), several);
                (&mut turns, words)
            }
            JumpTargetKind::Exchange(words) => (&mut exchanges, words.clone()),
        };
        list.push(select_option(&step.to_string(), &words, false));
    }
    let turn = |to: &JumpTargetKind| matches!(to, JumpTargetKind::Turn(..));
    let exchange = |to: &JumpTargetKind| matches!(to, JumpTargetKind::Exchange(_));
    let of_turns = (
        course.nearest_jump(false, turn),
        course.nearest_jump(true, turn),
    );
    let of_exchanges = (
        course.nearest_jump(false, exchange),
        course.nearest_jump(true, exchange),
    );
    let jumps = view! {
        <div class="past-jumps">
            {jump_form(look, ("turn", msg::JUMP_TO_A_TURN.get(), msg::TURN), turns, of_turns)}
            {jump_form(look, ("exchange", msg::JUMP_TO_AN_EXCHANGE.get(), msg::EXCHANGE), exchanges, of_exchanges)}
        </div>
    };
    Some(jumps.into_any())
}

/// Renders the list of turns or of exchanges to jump to, with the steps of the one `before` and
/// `after`.
fn jump_form(
    look: &PastPage<'_>,
    (key, title, word): (&'static str, &'static str, Text),
    options: Vec<AnyView>,
    (before, after): (Option<u32>, Option<u32>),
) -> Option<AnyView> {
    if options.is_empty() {
        return None;
    }
    let back = (format!("{key}-before"), msg::raised_before(&word));
    let on = (format!("{key}-after"), msg::next(&word));
    let jump = view! {
        <form class="past-form" method="get" data-jump>
            {look.hidden_fields()}
            <label for=key>{title}</label>
            <div class="past-jump">
                {step_link(look, (&back.0, "‹", &back.1), before)}
                <select id=key name="at">{options}</select>
                {step_link(look, (&on.0, "›", &on.1), after)}
                <button class="quiet" aria-label=msg::jump_to_this(&word)>{msg::JUMP.get()}</button>
            </div>
        </form>
    };
    Some(jump.into_any())
}

/// Returns the words for a turn in the replay, with the round, the phase where there are several, and who acts.
fn turn_title(view: &View, turn: Turn, acting: Option<&str>, several: bool) -> String {
    let rules = view.system.client_rules();
    if turn.round == 0 {
        return msg::BEFORE_THE_FIGHT.get().to_owned();
    }
    let mut words = vec![capitalize(&words::round_title(rules, turn.round))];
    words.extend(several.then(|| words::phase_title(rules, turn.phase).to_owned()));
    words.extend(acting.map(str::to_owned));
    words.join(" · ")
}
