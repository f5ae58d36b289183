//! Name, kind and player, for those who may set them; and how much players see of a foe.

use leptos::prelude::*;
use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::character::track::LevelPenalties;
use rules::encounter::{HealthSight, Side};
use rules::messages::pages as msg;

use super::{Sheet, part, select_option};

impl Sheet<'_> {
    /// Renders the forms for name, health levels, kind and player, for those who may edit the
    /// sheet.
    pub(super) fn identity(&self) -> Option<AnyView> {
        if !self.can_edit {
            return None;
        }
        let runs = self.can_run_table.then(|| {
            view! { {self.player_form()} {self.health_sight_form()} {self.reveal_form()} }
        });
        let inside = view! { {self.name_form()} {self.levels_form()} {self.kind_form()} {runs} };
        Some(self.part(part::WHO, msg::NAME_AND_KIND.get(), inside))
    }

    /// Renders the form for the combatant's name.
    fn name_form(&self) -> AnyView {
        let name = self.field_value(part::WHO, "name", "name", &self.row.name);
        let fields = view! {
            <label for="name">{msg::NAME.get()}</label>
            <div class="inline">
                <input id="name" type="text" name="name" maxlength="60" autocomplete="off" value=name />
                <button class="quiet">{msg::RENAME.get()}</button>
            </div>
        };
        self.form(part::WHO, "name", fields)
    }

    /// Renders the form for the penalties of the health levels.
    fn levels_form(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref();
        let sheet = sheet.filter(|sheet| self.rules().has_levels(sheet))?;
        let now = sheet.levels.unwrap_or(LevelPenalties::SEVEN).to_string();
        let now = self.field_value(part::WHO, "levels", "levels", &now);
        let fields = view! {
            <label for="levels">{msg::HEALTH_LEVELS_HOW_MANY_OR.get()}</label>
            <div class="inline">
                <input
                    id="levels"
                    type="text"
                    name="levels"
                    maxlength="100"
                    autocomplete="off"
                    value=now
                />
                <button class="quiet">{msg::SET_THE_LEVELS.get()}</button>
            </div>
        };
        Some(self.form(part::WHO, "levels", fields))
    }

    /// Renders the form for the combatant's kind of creature; `None` if it has no sheet.
    fn kind_form(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        let kinds = self.rules().facts().creature_kinds;
        let first = kinds.first().map_or("", |kind| kind.key);
        let now = sheet.kind.as_deref().unwrap_or(first);
        let kinds = kinds.iter();
        let kinds = kinds.map(|kind| select_option(kind.key, kind.title.get(), kind.key == now));
        let fields = view! {
            <label for="kind">{msg::KIND.get()}</label>
            <div class="inline">
                <select id="kind" name="kind">{kinds.collect_view()}</select>
                <button class="quiet">{msg::SET_THE_KIND.get()}</button>
            </div>
        };
        Some(self.form(part::WHO, "kind", fields))
    }

    /// Renders the form that chooses the player of the combatant.
    fn player_form(&self) -> AnyView {
        let seats = self.view.seats.iter();
        let players = seats.filter(|seat| seat.role == Role::Player);
        let players = players.map(|seat| {
            let SeatId(id) = seat.id;
            select_option(&id.to_string(), &seat.name, self.row.owner == Some(seat.id))
        });
        let fields = view! {
            <label for="seat">{msg::PLAYED_BY_2.get()}</label>
            <div class="inline">
                <select id="seat" name="seat">
                    {select_option("", msg::THE_STORYTELLER.get(), self.row.owner.is_none())}
                    {players.collect_view()}
                </select>
                <button class="quiet">{msg::HAND_OVER.get()}</button>
            </div>
        };
        self.form(part::WHO, "owner", fields)
    }

    /// Renders the form for how much players see of a foe's health.
    fn health_sight_form(&self) -> Option<AnyView> {
        if self.row.side != Side::Foe {
            return None;
        }
        let now = self.row.sight;
        let sights = [
            ("exact", msg::ALL_OF_IT.get(), HealthSight::Exact),
            (
                "banded",
                msg::IN_A_WORD_UNHURT_HURT.get(),
                HealthSight::Banded,
            ),
            (
                "hidden",
                msg::NOTHING_UNLESS_THEY_ARE_OUT.get(),
                HealthSight::Hidden,
            ),
        ];
        let sights =
            sights.map(|(key, words, sight)| select_option(key, words, now == Some(sight)));
        let fields = view! {
            <label for="sight">{msg::WHAT_PLAYERS_SEE_OF_THEIR.get()}</label>
            <div class="inline">
                <select id="sight" name="sight">
                    {select_option("", msg::AS_OF_EVERY_FOE_AT.get(), now.is_none())}
                    {sights.into_iter().collect_view()}
                </select>
                <button class="quiet">{msg::SHOW_SO_MUCH.get()}</button>
            </div>
        };
        Some(self.form(part::WHO, "sight", fields))
    }

    /// Renders the form for when a hidden combatant is revealed.
    fn reveal_form(&self) -> Option<AnyView> {
        if !self.row.hidden && !self.row.lurks {
            return None;
        }
        let (to, words, verb) = match self.row.lurks {
            true => (
                "no",
                msg::HIDDEN_UNTIL_THE_FIRST_ACTION.get(),
                msg::STAY_HIDDEN_UNTIL_SHOWN.get(),
            ),
            false => (
                "yes",
                msg::HIDDEN_UNTIL_THOSE_WHO_RUN.get(),
                msg::SHOW_WITH_THE_FIRST_ACTION.get(),
            ),
        };
        let fields = view! {
            <p class="faint">{words}</p>
            <button class="quiet" name="lurks" value=to>{verb}</button>
        };
        Some(self.form(part::WHO, "lurks", fields))
    }
}
