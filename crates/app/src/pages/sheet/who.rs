//! Name, kind and player, for those who may set them; and what players see of a foe.

use leptos::prelude::*;
use rules::encounter::{HealthSight, Side};
use rules::id::SeatId;
use rules::seat::Role;
use rules::track::LevelCosts;

use super::{Sheet, option, part};

impl Sheet<'_> {
    /// The forms, one for each.
    pub(super) fn who(&self) -> Option<AnyView> {
        if !self.may {
            return None;
        }
        let runs = self.runs.then(|| {
            view! { {self.played_by()} {self.seen()} {self.lurks()} }
        });
        let inside = view! { {self.rename()} {self.levels()} {self.kind()} {runs} };
        Some(self.part(part::WHO, "Name and kind", inside))
    }

    fn rename(&self) -> AnyView {
        let name = self.typed(part::WHO, "name", "name", &self.row.name);
        let fields = view! {
            <label for="name">"Name"</label>
            <div class="inline">
                <input id="name" type="text" name="name" maxlength="60" autocomplete="off" value=name />
                <button class="quiet">"Rename"</button>
            </div>
        };
        self.form(part::WHO, "name", fields)
    }

    fn levels(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref();
        let sheet = sheet.filter(|sheet| self.rules().has_levels(sheet))?;
        let now = sheet.levels.unwrap_or(LevelCosts::SEVEN).to_string();
        let now = self.typed(part::WHO, "levels", "levels", &now);
        let fields = view! {
            <label for="levels">"Health levels: how many, or what each costs"</label>
            <div class="inline">
                <input
                    id="levels"
                    type="text"
                    name="levels"
                    maxlength="100"
                    autocomplete="off"
                    value=now
                />
                <button class="quiet">"Set the levels"</button>
            </div>
        };
        Some(self.form(part::WHO, "levels", fields))
    }

    fn kind(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        let kinds = self.rules().kinds();
        let first = kinds.first().map_or("", |kind| kind.key);
        let now = sheet.kind.as_deref().unwrap_or(first);
        let kinds = kinds.iter();
        let kinds = kinds.map(|kind| option(kind.key, kind.title, kind.key == now));
        let fields = view! {
            <label for="kind">"Kind"</label>
            <div class="inline">
                <select id="kind" name="kind">{kinds.collect_view()}</select>
                <button class="quiet">"Set the kind"</button>
            </div>
        };
        Some(self.form(part::WHO, "kind", fields))
    }

    fn played_by(&self) -> AnyView {
        let seats = self.view.seats.iter();
        let players = seats.filter(|seat| seat.role == Role::Player);
        let players = players.map(|seat| {
            let SeatId(id) = seat.id;
            option(&id.to_string(), &seat.name, self.row.owner == Some(seat.id))
        });
        let fields = view! {
            <label for="seat">"Played by"</label>
            <div class="inline">
                <select id="seat" name="seat">
                    {option("", "The storyteller", self.row.owner.is_none())}
                    {players.collect_view()}
                </select>
                <button class="quiet">"Hand over"</button>
            </div>
        };
        self.form(part::WHO, "owner", fields)
    }

    /// What players see of a foe's health.
    fn seen(&self) -> Option<AnyView> {
        if self.row.side != Side::Foe {
            return None;
        }
        let now = self.row.sight;
        let sights = [
            ("exact", "All of it", HealthSight::Exact),
            (
                "banded",
                "In a word: unhurt, hurt, badly hurt",
                HealthSight::Banded,
            ),
            (
                "hidden",
                "Nothing, unless they are out of the fight",
                HealthSight::Hidden,
            ),
        ];
        let sights = sights.map(|(key, words, sight)| option(key, words, now == Some(sight)));
        let fields = view! {
            <label for="sight">"What players see of their health"</label>
            <div class="inline">
                <select id="sight" name="sight">
                    {option("", "As of every foe at this table", now.is_none())}
                    {sights.into_iter().collect_view()}
                </select>
                <button class="quiet">"Show so much"</button>
            </div>
        };
        Some(self.form(part::WHO, "sight", fields))
    }

    /// Until when they are hidden.
    fn lurks(&self) -> Option<AnyView> {
        if !self.row.hidden && !self.row.lurks {
            return None;
        }
        let (to, words, verb) = match self.row.lurks {
            true => (
                "no",
                "Hidden until the first action: with the first exchange they declare, players see them.",
                "Stay hidden until shown",
            ),
            false => (
                "yes",
                "Hidden until those who run the table show them.",
                "Show with the first action",
            ),
        };
        let fields = view! {
            <p class="faint">{words}</p>
            <button class="quiet" name="lurks" value=to>{verb}</button>
        };
        Some(self.form(part::WHO, "lurks", fields))
    }
}
