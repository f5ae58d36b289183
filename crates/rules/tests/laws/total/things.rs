//! Commands about what combatants have, about their sheets, and about what stands between two.

use super::*;

pub(super) fn of_gear(kind: Kind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let combat = ground.all.system.combat();
    let id = match kind {
        Kind::GiveItem => ground.one(chance, |row| row.gear.is_empty()),
        _ => ground.one(chance, |row| !row.gear.is_empty()),
    };
    let by = ground.hand(id, chance);
    let gear = ground
        .row(id)
        .map(|row| row.gear.clone())
        .unwrap_or_default();
    let there: Vec<u16> = gear.keys().copied().chain([99]).collect();
    let item = there[chance.below(there.len().saturating_sub(1))];
    match kind {
        Kind::GiveItem => {
            let rows: Vec<String> = combat.chart().into_iter().map(|row| row.key).collect();
            let what = rules::encounter::command::ItemAsk::Chart(
                chance.any_of(&rows).unwrap_or_else(unknown),
            );
            let carried = None;
            (by, Command::GiveItem { id, what, carried })
        }
        Kind::ChangeItem => {
            let mut specs = combat.items().iter();
            let of = gear.get(&item).map(|item| item.kind.clone());
            let spec = specs.find(|spec| Some(spec.kind) == of.as_deref());
            let numbers = spec.map_or(&[][..], |spec| spec.numbers);
            let key = match numbers.is_empty() {
                true => "rounds",
                false => chance.one_of(numbers).key,
            };
            let change = Command::ChangeItem {
                id,
                item,
                key: key.to_owned(),
                by: chance.one_of(&[1, -1]),
            };
            (by, change)
        }
        Kind::CarryItem => {
            let places = [
                Carried::Held,
                Carried::Worn,
                Carried::Stowed,
                Carried::Dropped,
            ];
            let to = chance.one_of(&places);
            (by, Command::CarryItem { id, item, to })
        }
        Kind::TakeItem => (by, Command::TakeItem { id, item }),
        kind => not_here(kind),
    }
}

pub(super) fn of_sheets(kind: Kind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let rules = ground.all.system.rules();
    let id = ground.any(chance);
    let by = ground.hand(id, chance);
    let spec = chance.one_of(rules.traits());
    let some = i32::try_from(chance.below(4)).expect("small");
    let value = spec.min.saturating_add(some).min(spec.max);
    match kind {
        Kind::SetTrait => {
            let set = Command::SetTrait {
                id,
                key: spec.key.to_owned(),
                value: chance.one_of(&[Some(value), Some(value), None]),
            };
            (by, set)
        }
        Kind::SetKind => {
            let kinds = rules.kinds().iter().map(|kind| Some(kind.key.to_owned()));
            let kinds: Vec<Option<String>> = kinds.chain([None]).collect();
            let kind = chance.one_of(&kinds);
            (by, Command::SetKind { id, kind })
        }
        Kind::EditSheet => {
            let mut edits = vec![
                SheetAsk::Trait {
                    key: spec.key.to_owned(),
                    value: Some(value),
                },
                SheetAsk::Custom {
                    name: chance.one_of(&["Sewers", "Luck"]).to_owned(),
                    value: Some(some),
                },
                SheetAsk::Notes(chance.one_of(&["", "Owes Ana a favor."]).to_owned()),
            ];
            // A track that has no room for the marks refuses the whole.
            if rules.has_levels(&Sheet::default()) && chance.below(3) == 0 {
                let levels = chance.one_of(&["", "9", "20", "0,0,-1,-4,out"]);
                edits.push(SheetAsk::Levels(levels.to_owned()));
            }
            (by, Command::EditSheet { id, edits })
        }
        Kind::StartFrom => {
            let archetype = chance.any_of(rules.archetypes());
            let archetype = archetype.map_or_else(unknown, |it| it.key.to_owned());
            (by, Command::StartFrom { id, archetype })
        }
        kind => not_here(kind),
    }
}

pub(super) fn of_ties(kind: Kind, ground: &Ground<'_>, chance: &mut Chance) -> (Actor, Command) {
    let combat = ground.all.system.combat();
    let one = ground.any(chance);
    let other = ground.one(chance, |row| row.id != one);
    let by = ground.hand(one, chance);
    // One that players see, for what is done to it is the same in every world.
    let cover = ground.known.covers.keys().next().copied();
    match kind {
        Kind::Situate => {
            let dial = chance.any_of(&combat.situation());
            let set = exchange::dialed(chance, dial.as_slice(), 1);
            let value = dial.as_ref().and_then(|dial| set.get(dial.key));
            let situate = Command::Situate {
                from: one,
                to: other,
                key: dial.map_or_else(unknown, |dial| dial.key.to_owned()),
                value,
            };
            (by, situate)
        }
        Kind::SetCover => {
            let spec = combat.cover();
            let mut dials = combat.situation();
            dials.retain(|dial| spec.is_some_and(|spec| spec.keys.contains(&dial.key)));
            let set_cover = Command::SetCover {
                cover: cover.filter(|_| chance.below(2) == 0),
                name: "Door".to_owned(),
                numbers: exchange::dialed(chance, &dials, 1),
                between: Some((one, other)),
            };
            (ST, set_cover)
        }
        Kind::RemoveCover => {
            let cover = cover.unwrap_or(CoverId(1));
            (ST, Command::RemoveCover { cover })
        }
        Kind::Hold => {
            let spec = chance.any_of(combat.holds());
            let hold = Command::Hold {
                by: one,
                on: other,
                key: spec.map_or_else(unknown, |spec| spec.key.to_owned()),
                amount: spec.map_or(0, |spec| spec.most).min(3),
            };
            (ST, hold)
        }
        Kind::Release => {
            let named = |id: &CombatantId| ground.ids.contains(id);
            let mut holds = ground.all.holds.iter();
            let there = holds.find(|hold| named(&hold.by) && named(&hold.on));
            let (by, on, key) = match there {
                Some(hold) => (hold.by, hold.on, hold.key.clone()),
                None => (one, other, unknown()),
            };
            (ST, Command::Release { by, on, key })
        }
        kind => not_here(kind),
    }
}
