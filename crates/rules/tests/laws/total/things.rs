//! Commands about what combatants have, about their sheets, and about what stands between two.

use super::*;

pub(super) fn of_gear(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let combat = ground.all.system.combat();
    let id = match kind {
        CommandKind::GiveItem => ground.one(chance, |row| row.gear.is_empty()),
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
        CommandKind::GiveItem => {
            let rows: Vec<String> = combat.item_chart().into_iter().map(|row| row.key).collect();
            let what = rules::encounter::command::ItemInput::Chart(
                chance.any_of(&rows).unwrap_or_else(unknown),
            );
            let carried = None;
            (by, Command::GiveItem { id, what, carried })
        }
        CommandKind::ChangeItem => {
            let mut specs = combat.item_kinds().iter();
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
        CommandKind::CarryItem => {
            let places = [
                Carried::Held,
                Carried::Worn,
                Carried::Stowed,
                Carried::Dropped,
            ];
            let to = chance.one_of(&places);
            (by, Command::CarryItem { id, item, to })
        }
        CommandKind::TakeItem => (by, Command::TakeItem { id, item }),
        kind => not_here(kind),
    }
}

pub(super) fn of_sheets(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let rules = ground.all.system.rules();
    let id = ground.any(chance);
    let by = ground.hand(id, chance);
    let spec = chance.one_of(rules.facts().trait_specs);
    let some = i32::try_from(chance.below(4)).expect("small");
    let value = spec.min.saturating_add(some).min(spec.max);
    match kind {
        CommandKind::SetTrait => {
            let set = Command::SetTrait {
                id,
                key: spec.key.to_owned(),
                value: chance.one_of(&[Some(value), Some(value), None]),
            };
            (by, set)
        }
        CommandKind::SetKind => {
            let kinds = rules
                .facts()
                .creature_kinds
                .iter()
                .map(|kind| Some(kind.key.to_owned()));
            let kinds: Vec<Option<String>> = kinds.chain([None]).collect();
            let kind = chance.one_of(&kinds);
            (by, Command::SetKind { id, kind })
        }
        CommandKind::EditSheet => {
            let mut edits = vec![
                SheetEditInput::Trait {
                    key: spec.key.to_owned(),
                    value: Some(value),
                },
                SheetEditInput::Custom {
                    name: chance.one_of(&["Sewers", "Luck"]).to_owned(),
                    value: Some(some),
                },
                SheetEditInput::Notes(chance.one_of(&["", "Owes Ana a favor."]).to_owned()),
            ];
            // A track that has no room for the marks refuses the whole.
            if rules.has_levels(&Sheet::default()) && chance.below(3) == 0 {
                let levels = chance.one_of(&["", "9", "20", "0,0,-1,-4,out"]);
                edits.push(SheetEditInput::Levels(levels.to_owned()));
            }
            (by, Command::EditSheet { id, edits })
        }
        CommandKind::StartFrom => {
            let archetype = chance.any_of(rules.facts().archetypes);
            let archetype = archetype.map_or_else(unknown, |it| it.key.to_owned());
            (by, Command::StartFrom { id, archetype })
        }
        kind => not_here(kind),
    }
}

pub(super) fn of_ties(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let combat = ground.all.system.combat();
    let one = ground.any(chance);
    let other = ground.one(chance, |row| row.id != one);
    let by = ground.hand(one, chance);
    // One that players see, for what is done to it is the same in every world.
    let cover = ground.known.covers.keys().next().copied();
    match kind {
        CommandKind::Situate => {
            let dial = chance.any_of(&combat.situation_parameters());
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
        CommandKind::SetCover => {
            let spec = combat.cover_spec();
            let mut dials = combat.situation_parameters();
            dials.retain(|dial| spec.is_some_and(|spec| spec.keys.contains(&dial.key)));
            let set_cover = Command::SetCover {
                cover: cover.filter(|_| chance.below(2) == 0),
                name: "Door".to_owned(),
                numbers: exchange::dialed(chance, &dials, 1),
                between: Some((one, other)),
            };
            (ST, set_cover)
        }
        CommandKind::RemoveCover => {
            let cover = cover.unwrap_or(CoverId(1));
            (ST, Command::RemoveCover { cover })
        }
        CommandKind::Hold => {
            let spec = chance.any_of(combat.hold_kinds());
            let hold = Command::Hold {
                by: one,
                on: other,
                key: spec.map_or_else(unknown, |spec| spec.key.to_owned()),
                amount: spec.map_or(0, |spec| spec.most).min(3),
            };
            (ST, hold)
        }
        CommandKind::Release => {
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
