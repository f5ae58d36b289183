//! Proposals page: what waits for a decision, and for players the forms to propose something about a combatant.

use leptos::prelude::*;
use rules::base::id::{CombatantId, SeatId, TableId};
use rules::base::seat::Role;
use rules::character::track::{DamageKind, Track};
use rules::encounter::View;
use rules::encounter::view::{CombatantRow, ProposalView};
use rules::messages::pages as msg;
use rules::ruleset::RuleSystem;

use super::{Body, hidden_field, select_option, trouble_notice, with_query};

/// Form value for a place off the order.
pub const BENCH: &str = "bench";
/// Form value for the end of the order.
pub const END: &str = "end";

/// Content of the page where players propose commands and the storyteller settles them.
#[derive(Debug)]
pub struct Proposals<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// Address that its forms are sent to; names the encounter, and the chosen combatant.
    pub path: String,
    /// Query that names the encounter in an address, where it is not the current one.
    pub scene: String,
    /// Seat and role of the reader.
    pub you: (SeatId, Role),
    /// The reader's view of the encounter.
    pub view: &'a View,
    /// Waiting proposals: all of them for those who run the table, a player's own for a player.
    pub waits: &'a [ProposalView],
    /// Combatant that a proposal is to be about.
    pub of: Option<&'a CombatantRow>,
    /// Reason why a form was refused.
    pub trouble: Option<String>,
}

impl Body for Proposals<'_> {
    fn render(&self) -> AnyView {
        let (table, scene) = (self.table, &self.scene);
        let rest = match self.you.1 {
            Role::Storyteller | Role::CoStoryteller => self.waiting_proposals(true),
            Role::Player => {
                let more = self
                    .of
                    .map_or_else(|| self.combatant_links(), |row| self.combatant_forms(row));
                view! { {self.waiting_proposals(false)} {more} }.into_any()
            }
            Role::Spectator => {
                view! { <p class="empty">{msg::SPECTATORS_PROPOSE_NOTHING.get()}</p> }.into_any()
            }
        };
        view! {
            <main class="proposals">
                <header>
                    <nav class="proposals-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                        <a href=format!("/t/{table}{scene}") target="_top">{self.name.to_owned()}</a>
                    </nav>
                    <h1>{msg::PROPOSALS.get()}</h1>
                </header>
                {self.trouble.as_deref().map(trouble_notice)}
                {rest}
            </main>
        }
        .into_any()
    }
}

impl Proposals<'_> {
    /// Renders the waiting proposals; those who run the table (`runs`) decide them, others may
    /// retract their own.
    fn waiting_proposals(&self, runs: bool) -> AnyView {
        let (title, none) = match runs {
            true => (
                msg::TO_SETTLE.get(),
                msg::NOTHING_IS_PROPOSED_WHAT_PLAYERS.get(),
            ),
            false => (
                msg::WHAT_YOU_PROPOSED.get(),
                msg::NOTHING_OF_YOURS_WAITS_WHAT.get(),
            ),
        };
        let slips = match self.waits.is_empty() {
            true => view! { <p class="empty">{none}</p> }.into_any(),
            false => {
                let slips = self
                    .waits
                    .iter()
                    .map(|proposal| self.proposal_slip(proposal, runs));
                view! { <ul class="slips">{slips.collect_view()}</ul> }.into_any()
            }
        };
        view! { <section aria-labelledby="waits"><h2 id="waits">{title}</h2>{slips}</section> }
            .into_any()
    }

    /// Renders a proposal that waits for the storyteller, with its buttons.
    fn proposal_slip(&self, proposal: &ProposalView, runs: bool) -> AnyView {
        let ProposalView { id, by, words } = proposal;
        let says = match runs {
            true => msg::proposes(&by, &words),
            false => words.to_string(),
        };
        let button = |class: &'static str, deed: &'static str, title: &'static str| {
            view! {
                <button class=class name="do" value=deed>
                    {title}
                    <span class="unseen">{format!(" {words}")}</span>
                </button>
            }
        };
        let buttons = match runs {
            true => vec![
                button("brass", "accept", msg::ACCEPT.get()),
                button("quiet", "decline", msg::DECLINE.get()),
            ],
            false => vec![button("quiet", "retract", msg::TAKE_BACK.get())],
        };
        view! {
            <li class="slip">
                <span class="grow">{says}</span>
                <form class="actions" method="post" action=self.path.clone()>
                    {hidden_field("proposal", id)}
                    {buttons}
                </form>
            </li>
        }
        .into_any()
    }

    /// Renders the combatants that a proposal can be about, in the order and on the bench.
    fn combatant_links(&self) -> AnyView {
        let ids = self.view.order.iter().chain(&self.view.bench);
        let mut rows = ids.filter_map(|id| self.view.rows.get(id)).peekable();
        let rows = match rows.peek().is_none() {
            true => view! { <p class="empty">{msg::NOBODY_IS_AT_THE_TABLE.get()}</p> }.into_any(),
            false => {
                let rows = rows.map(|row| {
                    let path = self.path_for(row.id);
                    view! { <li><a class="button quiet" href=path>{row.full_name()}</a></li> }
                });
                view! { <ul class="whom">{rows.collect_view()}</ul> }.into_any()
            }
        };
        view! {
            <section aria-labelledby="whom">
                <h2 id="whom">{msg::PROPOSE_SOMETHING.get()}</h2>
                <p class="faint">
                    {msg::WHAT_IS_NOT_YOURS_TO.get()}
                </p>
                {rows}
            </section>
        }
        .into_any()
    }

    /// Returns the address of the page for a combatant.
    fn path_for(&self, id: CombatantId) -> String {
        let path = format!("/t/{}/proposals{}", self.table, self.scene);
        with_query(&path, "of", &id.to_string())
    }

    /// Renders the forms that propose something about a combatant, for one's own a place in the order, for others every
    /// kind of proposal.
    fn combatant_forms(&self, row: &CombatantRow) -> AnyView {
        let rules = self.view.system.rules();
        let others = (row.owner != Some(self.you.0)).then(|| {
            view! { {self.harm_form(row, rules)} {self.condition_form(rules)} {self.pool_form(rules)} }
        });
        let other = format!("/t/{}/proposals{}", self.table, self.scene);
        view! {
            <section aria-labelledby="of">
                <h2 id="of">{msg::propose_for(&row.full_name())}</h2>
                {others}
                {self.place_form(row)}
                <p><a class="button quiet" href=other>{msg::ANOTHER_COMBATANT.get()}</a></p>
            </section>
        }
        .into_any()
    }

    /// Renders a form of one kind of proposal with its fields, and a button for each of the actions
    /// `deeds`.
    fn form(
        &self,
        title: &'static str,
        fields: AnyView,
        deeds: &[(&'static str, &'static str)],
    ) -> AnyView {
        let deeds = deeds.iter().map(|(deed, words)| {
            view! { <button class="quiet" name="do" value=*deed>{*words}</button> }
        });
        view! {
            <form class="propose" method="post" action=format!("{}#waits", self.path)>
                <h3>{title}</h3>
                <div class="inline">{fields}</div>
                <div class="actions">{deeds.collect_view()}</div>
            </form>
        }
        .into_any()
    }

    /// Renders the form that proposes damage to a combatant or healing.
    fn harm_form(&self, row: &CombatantRow, rules: &dyn RuleSystem) -> AnyView {
        // A visible track determines which kinds of damage it can have; for a hidden one all are offered.
        let fits = |kind: &&DamageKind| match &row.track {
            Some(Track::Points(_)) => kind.severity.is_none(),
            Some(Track::Boxes(_) | Track::Levels(_)) => kind.severity.is_some(),
            None => true,
        };
        let all = rules.facts().damage_kinds.iter();
        let mut kinds: Vec<&DamageKind> = all.clone().filter(fits).collect();
        if kinds.is_empty() {
            kinds = all.collect();
        }
        let kinds = kinds
            .iter()
            .map(|kind| select_option(kind.word.get(), kind.word.get(), false));
        let kinds = select_field(msg::OF_WHICH_KIND.get(), "harm-kind", kinds.collect());
        let fields =
            view! { {points_field(msg::HOW_MUCH.get(), "harm-points")} {kinds} }.into_any();
        let deeds = [
            ("harm", msg::PROPOSE_DAMAGE.get()),
            ("heal", msg::PROPOSE_HEALING.get()),
        ];
        self.form(msg::DAMAGE_OR_HEALING.get(), fields, &deeds)
    }

    /// Renders the form that proposes a condition; `None` where the rules have none.
    fn condition_form(&self, rules: &dyn RuleSystem) -> Option<AnyView> {
        if rules.facts().condition_specs.is_empty() {
            return None;
        }
        let all = rules.facts().condition_specs.iter();
        let all = all.map(|spec| select_option(spec.key, spec.word.get(), false));
        let fields = select_field(msg::WHICH_CONDITION.get(), "condition", all.collect());
        let deeds = [
            ("afflict", msg::PROPOSE_TO_PUT_IT_ON.get()),
            ("lift", msg::PROPOSE_TO_TAKE_IT_OFF.get()),
        ];
        Some(self.form(msg::A_CONDITION.get(), fields, &deeds))
    }

    /// Renders the form that proposes a change to a pool of points.
    fn pool_form(&self, rules: &dyn RuleSystem) -> AnyView {
        let all = rules.lists().pool_titles.iter();
        let all = all.map(|(key, title)| select_option(key, title, false));
        let pools = select_field(msg::WHICH_POOL.get(), "pool", all.collect());
        let fields =
            view! { {points_field(msg::HOW_MANY_POINTS.get(), "pool-points")} {pools} }.into_any();
        let deeds = [
            ("spend", msg::PROPOSE_TO_SPEND.get()),
            ("regain", msg::PROPOSE_TO_REFILL.get()),
        ];
        self.form(msg::A_POOL.get(), fields, &deeds)
    }

    /// Renders the form that proposes another place of a combatant in the order.
    fn place_form(&self, row: &CombatantRow) -> AnyView {
        let others = self.view.order.iter().filter(|id| **id != row.id);
        let others = others.filter_map(|id| self.view.rows.get(id));
        let others = others.map(|other| {
            let words = msg::before(&other.full_name());
            select_option(&other.id.to_string(), &words, false)
        });
        let mut all: Vec<AnyView> = others.collect();
        all.push(select_option(END, msg::AT_THE_END_OF_THE.get(), false));
        if self.view.order.contains(&row.id) {
            all.push(select_option(BENCH, msg::OFF_THE_ORDER.get(), false));
        }
        let fields = select_field(msg::WHICH_PLACE.get(), "place", all);
        self.form(
            msg::A_PLACE_IN_THE_ORDER.get(),
            fields,
            &[("move", msg::PROPOSE_THE_MOVE.get())],
        )
    }
}

/// Renders a field for a number of points.
fn points_field(label: &'static str, id: &'static str) -> AnyView {
    view! {
        <label class="unseen" for=id>{label}</label>
        <input
            id=id
            class="short"
            type="number"
            inputmode="numeric"
            name="points"
            min="1"
            max="100"
            value="1"
            required
            autocomplete="off"
        />
    }
    .into_any()
}

/// Renders a field to choose from, with its label.
fn select_field(label: &'static str, id: &'static str, options: Vec<AnyView>) -> AnyView {
    view! {
        <label class="unseen" for=id>{label}</label>
        <select id=id name="what">{options}</select>
    }
    .into_any()
}
