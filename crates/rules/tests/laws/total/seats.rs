//! Recipes for commands about people and whom they play.

use super::*;

pub(super) fn of_seats(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let there: BTreeSet<SeatId> = ground.all.seats.iter().map(|seat| seat.id).collect();
    let others: Vec<SeatId> = there.iter().copied().filter(|seat| seat.0 > 1).collect();
    let other = match others.is_empty() {
        true => SeatId(9),
        false => chance.one_of(&others),
    };
    match kind {
        CommandKind::Sit => {
            // Who left comes back first; then guests, and those who are called otherwise now.
            let gone = SEATS
                .iter()
                .find(|(seat, ..)| !there.contains(&SeatId(*seat)));
            let (seat, name, role) = match gone {
                Some((seat, name, role)) => (SeatId(*seat), (*name).to_owned(), *role),
                None => {
                    let seat = SeatId(5 + u32::try_from(chance.below(3)).expect("few"));
                    let name = chance.one_of(&["Cleo", "Dora", "Finn", "Gus", "Hal"]);
                    let roles = [Role::Player, Role::Spectator, Role::CoStoryteller];
                    (seat, name.to_owned(), chance.one_of(&roles))
                }
            };
            (Actor::Server, Command::Sit { seat, name, role })
        }
        CommandKind::Unseat => {
            let by = chance.one_of(&[ST, Actor::Server, Actor::Seat(other)]);
            (by, Command::Unseat { seat: other })
        }
        CommandKind::Mute => {
            let seats = ground.all.seats.iter();
            let muted = seats.clone().find(|seat| seat.muted).map(|seat| seat.id);
            // None is silent for long.
            let (seat, muted) = match muted {
                Some(seat) => (seat, false),
                None => (other, true),
            };
            (ST, Command::Mute { seat, muted })
        }
        CommandKind::OwnDice => {
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, player]);
            let own = chance.below(3) == 0;
            (by, Command::OwnDice { own })
        }
        kind => not_here(kind),
    }
}

pub(super) fn of_cast(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let any = ground.any(chance);
    let hand = ground.hand(any, chance);
    match kind {
        CommandKind::Add => {
            let mut read = reader(chance);
            let mut line = recipe::line(&mut read, ground.all.system);
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, ST, player]);
            if by == ST && chance.below(5) == 0 {
                line.push_str(" lurking");
            }
            let sides = [None, Some(Side::Foe), Some(Side::Character)];
            let add = Command::Add {
                line,
                side: chance.one_of(&sides),
                hidden: by == ST && chance.below(4) == 0,
                as_one: chance.below(3) == 0,
            };
            (by, add)
        }
        CommandKind::Group => {
            let like = |row: &CombatantRow| (row.side, row.owner, row.hidden);
            let others = |row: &CombatantRow| -> Vec<CombatantId> {
                let all = ground.rows().filter(|it| like(it) == like(row));
                all.map(|it| it.id).collect()
            };
            let any = ground.one(chance, |row| others(row).len() > 1);
            let hand = ground.hand(any, chance);
            let alike = ground.row(any).map(others).unwrap_or_default();
            let few = 2 + chance.below(3);
            let ids = alike.into_iter().take(few).chain([any]).collect();
            (hand, Command::Group { ids })
        }
        CommandKind::Ungroup => {
            let id = ground.one(chance, |row| row.group.is_some());
            (ground.hand(id, chance), Command::Ungroup { id })
        }
        CommandKind::LeaveGroup => {
            let id = ground.one(chance, |row| row.group.is_some());
            (ground.hand(id, chance), Command::LeaveGroup { id })
        }
        CommandKind::Remove => {
            let busy = ground.open(chance).and_then(|it| it.by);
            let id = busy.filter(|_| chance.below(2) == 0).unwrap_or(any);
            (ground.hand(id, chance), Command::Remove { id })
        }
        CommandKind::Rename => {
            let name = chance.one_of(&["Rat", "Ghoul", "Ilse", "Weston", "Shade", "Pia"]);
            let name = name.to_owned();
            (hand, Command::Rename { id: any, name })
        }
        CommandKind::Reveal => {
            let id = ground.one(chance, |row| row.hidden);
            (ST, Command::Reveal { id })
        }
        CommandKind::Hide => {
            let id = ground.one(chance, |row| !row.hidden && row.owner.is_none());
            (ST, Command::Hide { id })
        }
        CommandKind::Edit => {
            let portrait = PortraitId(chance.below(9) as u128);
            let sights = [HealthSight::Exact, HealthSight::Banded, HealthSight::Hidden];
            let to = match chance.below(5) {
                0 => CombatantField::Note(Some(
                    chance.one_of(&["prone", "aims", "limps"]).to_owned(),
                )),
                1 => CombatantField::Portrait(Some(portrait)),
                2 => CombatantField::Sight(Some(chance.one_of(&sights))),
                3 => CombatantField::Lurks(chance.below(2) == 0),
                _ => {
                    CombatantField::Owner(chance.one_of(&[None, Some(SeatId(2)), Some(SeatId(3))]))
                }
            };
            (hand, Command::Edit { id: any, to })
        }
        CommandKind::Assign => {
            let seat = chance.one_of(&[None, Some(SeatId(2)), Some(SeatId(3))]);
            (hand, Command::Assign { id: any, seat })
        }
        CommandKind::Note => {
            let text = chance.one_of(&["bleeds", "waits", ""]).to_owned();
            (hand, Command::Note { id: any, text })
        }
        kind => not_here(kind),
    }
}
