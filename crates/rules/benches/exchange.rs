//! How long it takes to resolve an attack: the limit is 20 µs for a step, 20 ms for its odds.

use rules::base::sorted_map::Map;

use divan::{Bencher, black_box};
use rules::base::dice::{Dice, DiceScript};
use rules::character::condition::{Condition, Conditions, Until};
use rules::character::gear::Gear;
use rules::character::parameters::Parameters;
use rules::character::sheet::Sheet;
use rules::character::track::{Boxes, DamagePacket, Track};
use rules::exchange::{
    self, Answer, CombatRules, FirstOpen, Hold, Intent, Party, Scene, SceneHistory, Slot,
};
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::{ClientRules, RollRules};
use rules::systems::chronicle::Chronicle;

fn main() {
    divan::main();
}

/// Faces that neither fail nor end.
struct Wheel(u16);

impl Dice for Wheel {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(31).wrapping_add(17);
        self.0 % sides + 1
    }
}

/// A combatant that owns what a fighter borrows.
#[derive(Default)]
struct Body {
    sheet: Sheet,
    tally: Map<String, u16>,
    pools: Map<String, i32>,
    conditions: Conditions,
    gear: Gear,
    house: HouseRules,
}

impl Body {
    fn new(traits: &[(&str, i32)], condition: (&str, i32), items: &[&str]) -> Self {
        let mut body = Self::default();
        let traits = traits
            .iter()
            .map(|(key, value)| ((*key).to_owned(), *value));
        body.sheet.traits = traits.collect();
        let now = Condition {
            amount: condition.1,
            until: Until::Lifted,
        };
        body.conditions.insert(condition.0.to_owned(), now);
        let chart = Chronicle.item_chart();
        for (id, key) in (1..).zip(items) {
            let row = chart.iter().find(|row| row.key == *key);
            body.gear.extend(row.map(|row| (id, row.item.clone())));
        }
        body
    }

    fn fighter<'a>(&'a self, track: &'a Track) -> CombatantInfo<'a> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            sheet: &self.sheet,
            track,
            initiative: None,
            plan: None,
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house: &self.house,
        }
    }
}

/// A shot at the head, aimed, at close range, at a prone target in armor.
fn shot<T>(play: impl FnOnce(&Scene<'_>) -> T) -> T {
    let skills = [("dexterity", 4), ("firearms", 5)];
    let actor = Body::new(&skills, ("aiming", 3), &["assault_rifle"]);
    let target = Body::new(&[("dexterity", 3)], ("prone", 0), &["riot_gear"]);
    let track = |body: &Body| {
        Chronicle
            .unmarked_track(&body.sheet)
            .unwrap_or(Track::Boxes(Boxes::ONE))
    };
    let (own, theirs) = (track(&actor), track(&target));
    let (actor, target) = (actor.fighter(&own), target.fighter(&theirs));
    let house = HouseRules::default();
    let intent = Intent::of("shoot").with_item(1).with_parameter("called", 3);
    let hold = Hold {
        by: Party::Actor,
        on: Party::Target(0),
        key: "aim".to_owned(),
        amount: 3,
    };
    play(&Scene {
        actor: Some(&actor),
        targets: &[target],
        bystanders: &[],
        situations: &[Parameters::default().with("distance", 2)],
        holds: &[hold],
        space: &[],
        intent: &intent,
        house: &house,
    })
}

/// The last step of an exchange: everything is played again from its answers.
#[divan::bench]
fn a_step(bencher: Bencher<'_, '_>) {
    let answers = Map::from([
        (Slot::from("defense"), Answer::Chose("apply".to_owned())),
        (
            Slot::from("attack"),
            Answer::Rolled {
                faces: vec![8, 9, 1, 2, 3, 4, 8, 8, 5],
                bought: Vec::new(),
                typed: false,
            },
        ),
    ]);
    shot(|scene| {
        bencher.bench_local(|| {
            exchange::play_answers(
                &Chronicle,
                &SceneHistory::unchanging(*black_box(scene)),
                &answers,
                &[],
            )
        });
    });
}

/// From declaration over both sides' answers to what comes of it.
#[divan::bench]
fn whole_exchange(bencher: Bencher<'_, '_>) {
    shot(|scene| {
        bencher.bench_local(|| {
            exchange::play_out(&Chronicle, black_box(scene), &[], &FirstOpen, &mut Wheel(3))
        });
    });
}

/// Every way it can go.
#[divan::bench]
fn odds_of_a_shot(bencher: Bencher<'_, '_>) {
    shot(|scene| {
        bencher
            .bench_local(|| exchange::exchange_odds(&Chronicle, black_box(scene), &[], &FirstOpen));
    });
}

#[divan::bench]
fn mark_a_full_row(bencher: Bencher<'_, '_>) {
    let full = DamagePacket {
        bashing: 4,
        lethal: 3,
        aggravated: 0,
        points: 0,
    };
    let body = Body::default();
    let track = Track::Boxes(Boxes::new(7, full).unwrap_or(Boxes::ONE));
    let who = body.fighter(&track);
    bencher.bench_local(|| Chronicle.apply_damage(black_box(&who), full));
}

#[divan::bench]
fn twelve_dice(bencher: Bencher<'_, '_>) {
    let (reading, house) = (Parameters::default(), HouseRules::default());
    bencher.bench_local(|| {
        let faces = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 10, 4, 8, 9];
        Chronicle.roll_dice(black_box(12), &reading, &house, &mut DiceScript::new(faces))
    });
}
