//! Recipes for commands about damage, conditions and what comes due.

use super::*;

pub(super) fn of_health(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let rules = ground.all.system.rules();
    let id = ground.any(chance);
    let by = ground.hand(id, chance);
    let bled = ground.one(chance, |row| !row.due.is_empty());
    let due = ground.row(bled).and_then(|row| row.due.first());
    let due = due.map_or_else(|| "bleed".to_owned(), |due| due.key.clone());
    let known: Vec<String> = rules
        .facts()
        .condition_specs
        .iter()
        .map(|it| it.key.to_owned())
        .collect();
    match kind {
        CommandKind::Harm => {
            // Who is about to act and has no box left is asked to stay awake.
            let next = ground.all.next.and_then(|turn| turn.acting);
            let next = next.filter(|id| ground.ids.contains(id));
            let boxes = next.and_then(|id| ground.row(id)?.track?.boxes().copied());
            if let (Some(id), Some(boxes), 0) = (next, boxes, chance.below(3)) {
                let left = boxes.size().saturating_sub(boxes.filled_count());
                let packet = DamagePacket::of_severity(Severity::Bashing, left);
                return (ST, Command::Harm { id, packet });
            }
            let points = chance.one_of(&[1, 2, 4, 9]);
            let severities = [
                Severity::Bashing,
                Severity::Bashing,
                Severity::Lethal,
                Severity::Aggravated,
            ];
            let packet = match rules.facts().damage_kinds.len() {
                1 => DamagePacket::of_points(points * 3),
                _ => DamagePacket::of_severity(chance.one_of(&severities), points),
            };
            (by, Command::Harm { id, packet })
        }
        CommandKind::MarkBoxes => {
            let boxes = [None, Some(Severity::Bashing), Some(Severity::Lethal)];
            let whole = |row: &CombatantRow| {
                let boxes = row.track.as_ref().and_then(|track| track.boxes().copied());
                boxes.is_some_and(|boxes| boxes.filled_count() < boxes.size())
            };
            let id = ground.one(chance, whole);
            let by = ground.hand(id, chance);
            // An empty box there is, if any recipe has one; a filled one there may be.
            let filled = ground.row(id).is_some_and(hurt) && chance.below(2) == 0;
            let shift = BoxShift {
                from: Some(chance.one_of(&boxes)).filter(|_| filled).flatten(),
                to: chance.one_of(&boxes),
                count: 1,
            };
            let shifts = vec![shift];
            (by, Command::MarkBoxes { id, shifts })
        }
        CommandKind::Count => {
            let few = chance.one_of(&[-1, -5, 3]);
            (by, Command::Count { id, by: few })
        }
        CommandKind::Spend => {
            let id = ground.one(chance, |row| !row.pools.is_empty());
            let pools = ground
                .row(id)
                .map(|row| row.pools.keys().cloned().collect());
            let pools: Vec<String> = pools.unwrap_or_default();
            let pool = match pools.is_empty() {
                true => "willpower".to_owned(),
                false => chance.one_of(&pools),
            };
            let few = chance.one_of(&[-1, -1, 1]);
            let spend = Command::Spend { id, pool, by: few };
            (ground.hand(id, chance), spend)
        }
        CommandKind::Afflict => {
            let until = [Until::Lifted, Until::OwnTurn, Until::Rounds(2)];
            let condition = Condition {
                amount: chance.one_of(&[0, 0, 1]),
                until: chance.one_of(&until),
            };
            let key = chance.any_of(&known).unwrap_or_else(unknown);
            (by, Command::Afflict { id, key, condition })
        }
        CommandKind::Lift => {
            let id = ground.one(chance, |row| !row.conditions.is_empty());
            let row = ground.row(id);
            let key = row.and_then(|row| row.conditions.keys().next().cloned());
            let key = key.or_else(|| chance.any_of(&known));
            let key = key.unwrap_or_else(unknown);
            (ground.hand(id, chance), Command::Lift { id, key })
        }
        CommandKind::Accept => {
            let accept = Command::Accept {
                id: bled,
                due,
                faces: None,
            };
            (ground.hand(bled, chance), accept)
        }
        CommandKind::Waive => (ST, Command::Waive { id: bled, due }),
        CommandKind::PassTime => {
            let cares = rules
                .care_specs()
                .iter()
                .map(|spec| Some(spec.key.to_owned()));
            let cares: Vec<Option<String>> = cares.chain([None]).collect();
            let pass = Command::PassTime {
                ids: [ground.one(chance, hurt), id].into_iter().collect(),
                span: chance.one_of(&[
                    StoryTime::Turns(20),
                    StoryTime::Hours(1),
                    StoryTime::Nights(7),
                ]),
                care: chance.one_of(&cares),
            };
            (ST, pass)
        }
        CommandKind::Restore => {
            let restore = Command::Restore {
                ids: ground.ids.iter().copied().collect(),
                health: chance.below(3) > 0,
                pools: chance.below(2) > 0,
            };
            (ST, restore)
        }
        kind => not_here(kind),
    }
}
