//! Recipes for commands about the scene, the table's settings and proposals.

use rules::table_screen::{ScreenInvitation, ScreenLayout, TableScreen};

use super::*;

pub(super) fn of_scene(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let rules = ground.all.system.rules();
    let house = &ground.all.house;
    match kind {
        CommandKind::Title => {
            let title = chance.one_of(&["The Wharf", "The Roof", "Dawn"]).to_owned();
            (ST, Command::Title { title })
        }
        CommandKind::EndScene => (ST, Command::EndScene),
        CommandKind::HouseRule => {
            let switches = rules.lists().setting_specs.iter();
            let switches =
                switches.filter(|spec| matches!(house.value_or_default(spec), Value::Yes(_)));
            let spec = chance.any_of(&switches.collect::<Vec<_>>());
            let on = spec.is_some_and(|spec| house.value_or_default(spec) == Value::Yes(false));
            let key = spec.map_or_else(unknown, |spec| spec.key.to_owned());
            (ST, Command::HouseRule { key, on })
        }
        CommandKind::Set => {
            let spec = chance.one_of(rules.lists().setting_specs);
            let value = match chance.below(2) {
                0 => spec.default_value(),
                _ => chance.one_of(&testkit::setting_values::non_default_values(&spec)),
            };
            let was = Some(house.value_or_default(&spec)).filter(|_| chance.below(2) == 0);
            let key = spec.key.to_owned();
            (ST, Command::Set { key, value, was })
        }
        CommandKind::SetTable => {
            let set = |seconds, then| Some(Countdown { seconds, then });
            let waits = [
                None,
                set(30, OnTimeout::First),
                set(5, OnTimeout::Storyteller),
            ];
            let health = [FoeHealth::Shown, FoeHealth::Concealed];
            let moves = [
                MovePermission::Always,
                MovePermission::Always,
                MovePermission::OwnTurn,
                MovePermission::Proposed,
            ];
            let whispers = [
                WhisperSetting::ReadAlong,
                WhisperSetting::Private,
                WhisperSetting::Off,
            ];
            // An open question waits for nobody until the table says so.
            let waits = match ground.all.countdown {
                None => &waits[1..],
                Some(_) => &waits[..],
            };
            let (to, was) = match chance.below(9) {
                7 => (TableSetting::Whispers(chance.one_of(&whispers)), None),
                0 => (TableSetting::FoeOdds(!ground.all.foe_odds), None),
                1 => (TableSetting::FoeHealth(chance.one_of(&health)), None),
                2..=3 => (TableSetting::Moves(chance.one_of(&moves)), None),
                4 => (TableSetting::Spread(chance.one_of(&[None, Some(3)])), None),
                _ => (
                    TableSetting::Countdown(chance.one_of(waits)),
                    Some(TableSetting::Countdown(ground.all.countdown)),
                ),
            };
            (ST, Command::SetTable { to, was })
        }
        CommandKind::SetScreen => {
            let clocks = ground.all.clocks.iter().flat_map(|all| all.iter());
            let clocks = clocks.map(|clock| clock.id).take(8).collect();
            let to = TableScreen {
                layout: chance.one_of(&ScreenLayout::ALL),
                clocks: (chance.below(2) == 0).then_some(clocks),
                invitation: chance.one_of(&ScreenInvitation::ALL),
            };
            (ST, Command::SetScreen(to))
        }
        kind => not_here(kind),
    }
}

pub(super) fn of_proposals(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let waiting = &ground.all.proposals;
    let some = (!waiting.is_empty()).then(|| chance.one_of(waiting));
    let proposal = some.as_ref().map_or(CommandId(0), |it| it.id);
    let mut seats = ground.all.seats.iter();
    let whose = seats.find(|seat| some.as_ref().is_some_and(|it| it.by == seat.name));
    let whose = whose.map_or(ANA, |seat| Actor::Seat(seat.id));
    match kind {
        CommandKind::Propose => {
            // Of those they see, what is not theirs.
            let seen = |row: &CombatantRow| !row.hidden && row.owner.is_none();
            let id = ground.one(chance, seen);
            let row = ground.row(id);
            let pool = row.and_then(|row| row.pools.keys().next().cloned());
            let known = ground.all.system.rules().facts().condition_specs;
            let key = chance.any_of(known);
            let key = key.map_or_else(unknown, |spec| spec.key.to_owned());
            let command = match chance.below(5) {
                0 => Command::Move {
                    id,
                    to: TokenDestination::Before(None),
                },
                1 => Command::Afflict {
                    id,
                    key,
                    condition: Condition::default(),
                },
                2 => Command::Spend {
                    id,
                    pool: pool.unwrap_or_else(|| "willpower".to_owned()),
                    by: -1,
                },
                3 => Command::Lift { id, key },
                _ => {
                    of_health(
                        CommandKind::Harm,
                        &Ground::among(ground.table, vec![id]),
                        chance,
                    )
                    .1
                }
            };
            let command = Box::new(command);
            (ground.player(chance), Command::Propose { command })
        }
        CommandKind::Settle => {
            let accept = chance.below(3) > 0;
            (ST, Command::Settle { proposal, accept })
        }
        CommandKind::Retract => (whose, Command::Retract { proposal }),
        kind => not_here(kind),
    }
}
