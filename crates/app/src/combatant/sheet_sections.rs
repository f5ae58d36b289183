//! Sections of the dialog about a combatant: damage, pools, and timing.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::track::DamageKind;
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::combatant::pools::Pools;
use crate::plan::timing::TimingButtons;
use crate::reactive::{derive, memo, on_click};
use crate::state::table_state::Model;
use crate::table::stepper::Stepper;

/// The buttons that deal damage of each kind, such as "take 3 lethal"; the rules fill the health
/// boxes.
#[component]
pub fn Damage(
    /// The combatant who takes the damage.
    id: CombatantId,
    /// Closes the sheet.
    close: Callback<()>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let rules = model.rules();
    let points = RwSignal::new(1_i32);
    let take = move |kind: &'static DamageKind| {
        let glyph = kind.severity.map(|severity| severity.glyph().to_string());
        view! {
            <button
                type="button"
                class="quiet mark-button"
                data-mark=kind.key()
                on:click=on_click(move |_| {
                    let points = u16::try_from(points.get_untracked()).unwrap_or(1);
                    model.send(Command::Harm { id, packet: kind.to_packet(points) });
                    close.run(());
                })
            >
                {glyph.map(|glyph| view! { <span class="glyph" aria-hidden="true">{glyph}</span> })}
                {if kind.severity.is_some() { kind.word.into() } else { msg::take(&kind.word) }}
            </button>
        }
    };
    let most = i32::from(rules::encounter::limits::MAX_DAMAGE);
    view! {
        <div class="sheet-part">
            <h3>{msg::TAKE_DAMAGE.get()}</h3>
            <div class="damage">
                <Stepper
                    label=msg::POINTS.get()
                    value=points
                    bounds=(1, most)
                    set=Callback::new(move |number| points.set(number))
                />
                <div class="actions">
                    {rules.facts().damage_kinds.iter().map(take).collect_view()}
                </div>
            </div>
            <p class="faint">{rules.facts().vocabulary.damage_hint.get()}</p>
        </div>
    }
}

/// The buttons that spend a combatant's pools of points, such as willpower; hidden if there are
/// none.
#[component]
pub fn Spending(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let any = move || row.with(|row| !row.pools.is_empty());
    view! {
        <div hidden=derive(move || !any()) class="sheet-part">
            <h3>{msg::SPEND.get()}</h3>
            <Pools id row />
        </div>
    }
}

/// Shows the buttons for when a combatant acts, which delay the action or act out of turn. Hidden before the fight
/// begins.
#[component]
pub fn ActTiming(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let ordered = memo(move || model.order.with(|order| order.contains(&id)));
    view! {
        <div
            hidden=derive(move || !(ordered.get() && model.turn.with(|turn| turn.round > 0)))
            class="sheet-part sheet-when"
        >
            <h3>{derive(move || msg::this(&model.rules().facts().vocabulary.round))}</h3>
            <TimingButtons id row place="sheet" />
        </div>
    }
}
