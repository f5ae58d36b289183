//! Exchanges from their declaration to what comes of them: who is asked what, in which order,
//! and what is written down.

use rules::base::roll::Grade;
use rules::base::text::Name;
use rules::character::condition::Until;
use rules::character::gear::Carried;
use rules::character::track::DamagePacket;
use rules::exchange::{Effect, Party, RulingKind, Slot};
use rules::messages::Wording;

use super::fight::{Fight, Says, Who, attacker, defender, line, lost, sum, told};

/// Base 4, Combat Value 6, armor 3: seven points.
fn blow() -> Fight {
    let actor = attacker().with_own("weapon", ("damage", 4), &[], Carried::Held);
    let target = defender().with_own("armor", ("armor", 3), &["weak_half"], Carried::Worn);
    Fight::new(actor, target, "attack").armed()
}

fn disarm(tags: &[&str]) -> Fight {
    let actor = attacker().with_own("weapon", ("damage", 4), tags, Carried::Held);
    Fight::new(actor, defender().with("sword"), "disarm").armed()
}

fn wrestle(maneuver: &'static str) -> Fight {
    let fight = Fight::new(attacker(), defender(), maneuver);
    fight.holding(Party::Actor, Party::Target(0))
}

/// TRI-ATK-01, TRI-DEF-02, TRI-DMG-01 to TRI-DMG-03: a blow that is not avoided.
#[test]
fn a_blow() {
    let done = blow().play(&[4, 4, 3, 4]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "defense")),
        (Some(9), Some(7))
    );
    assert_eq!(
        (sum(&done, "damage"), sum(&done, "armor")),
        (Some(10), Some(3))
    );
    let effects = [
        "actor counts attack",
        "target0 counts defense",
        "target0 −7",
    ];
    assert_eq!(told(&done.effects), effects);
    assert_eq!(lost(&blow().play(&[4, 4, 3, 3])), 0, "under it is avoided");
    assert_eq!(told(&blow().play(&[5, 5]).effects), ["actor counts attack"]);
}

/// TRI-DEF-01, TRI-DEF-04: letting it come costs nothing and is not counted.
#[test]
fn declining_is_free() {
    let done = blow().play_by(&Says::choosing("defend", "none"), &[4, 4]);
    assert_eq!(told(&done.effects), ["actor counts attack", "target0 −7"]);
}

/// TRI-CRIT-01 to TRI-CRIT-03, TRI-DMG-04, TRI-DMG-05: what multiplies comes after armor.
#[test]
fn multipliers() {
    for (face, times) in [(1, 2), (3, 2), (4, 3), (6, 4)] {
        let done = blow().play(&[1, 1, face, 6, 6]);
        assert_eq!(i32::from(lost(&done)), 7 * times);
        let both = blow().set("vital", 1).play(&[1, 1, face, 6, 6]);
        assert_eq!(
            (sum(&both, "attack"), lost(&both)),
            (Some(5), lost(&done) * 2)
        );
    }
    assert_eq!(lost(&blow().set("vital", 1).play(&[2, 3, 6, 6])), 14);
    let add = blow().set("vital", 1).at(
        "multipliers",
        rules::ruleset::settings::Value::from_key("add"),
    );
    assert_eq!(lost(&add.play(&[1, 1, 6, 6, 6])), 35);
}

/// TRI-TRICK-01, TRI-TRICK-02: as hard to avoid as it was to make.
#[test]
fn trick_shots() {
    let done = blow().set("trick", 2).play(&[3, 4, 2, 3]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "defense")),
        (Some(7), Some(5))
    );
    assert_eq!(lost(&done), 7);
}

/// TRI-CHINK-01, TRI-CHINK-02: half of three is one; without a weak point the storyteller is
/// asked.
#[test]
fn chinks() {
    let aimed = blow().set("chink", 1).play(&[3, 4, 6, 6]);
    assert_eq!((sum(&aimed, "attack"), lost(&aimed)), (Some(7), 9));
    let plate = |policy: &Says, faces: &[u16]| {
        let mut fight = blow().set("chink", 1);
        fight.targets = vec![defender().with("tough_hide")];
        let done = fight.play_by(policy, faces);
        let asked = line(&done, "chink").map(|line| line.by);
        assert_eq!(asked, Some(Party::Storyteller));
        (sum(&done, "attack"), lost(&done))
    };
    assert_eq!(plate(&Says::default(), &[4, 4, 6, 6]), (Some(9), 7));
    assert_eq!(
        plate(&Says::choosing("chink", "aim"), &[3, 4, 6, 6]),
        (Some(7), 7)
    );
}

/// TRI-STAT-06, TRI-VITAL-01, TRI-DRAW-01: Kensei helps up close, never past 0; drawing is part
/// of the first attack.
#[test]
fn techniques_and_drawing() {
    let of = |line: &str, tags: &[&str]| {
        let actor = Who::new(line).with_own("weapon", ("damage", 4), tags, Carried::Stowed);
        let fight = Fight::new(actor, defender(), "attack")
            .armed()
            .set("vital", 1);
        let done = fight.play(&[6, 6]);
        assert_eq!(told(&done.effects), ["actor counts attack", "actor 0 Held"]);
        sum(&done, "attack")
    };
    let base = "Kei body 6 mind 6 soul 6 melee 3 ranged 3 thrown 1";
    assert_eq!(of(base, &[]), Some(2));
    assert_eq!(of(&format!("{base} kensei 2"), &[]), Some(6));
    assert_eq!(of(&format!("{base} kensei 9"), &[]), Some(9));
    assert_eq!(of(&format!("{base} kensei 9"), &["ranged"]), Some(2));
    assert_eq!(of(&format!("{base} gun_bunny 1"), &["ranged"]), Some(4));
    assert_eq!(of(&format!("{base} easier_draw 3"), &["thrown"]), Some(3));
}

/// TRI-DUAL-01: two rolls for one attack, at one target or two.
#[test]
fn two_weapons() {
    let actor = attacker().with("sword").with("knife").stowed();
    let fight = Fight::new(actor, defender(), "two_weapons").armed();
    let done = fight.play(&[2, 3, 6, 6, 1, 1, 6, 5, 5]);
    assert_eq!(sum(&done, "attack"), Some(5));
    assert_eq!(sum(&done, "attack#2"), Some(2), "drawn as well");
    assert_eq!(
        (sum(&done, "defense"), sum(&done, "defense#2")),
        (Some(7), Some(5))
    );
    let effects = [
        "actor counts attack",
        "actor counts second_weapon",
        "target0 counts defense",
        "target0 −14",
        "actor 1 Held",
        "target0 counts defense",
        "target0 −44",
    ];
    assert_eq!(told(&done.effects), effects);
    let mut apart = fight.clone();
    apart.targets.push(defender());
    let done = apart.play(&[1, 2, 6, 6, 1, 1, 1, 2, 2]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "attack@1")),
        (Some(3), Some(0))
    );
    assert_eq!(sum(&done, "defense@1"), Some(7), "their first defense");
    let bare = Fight::new(attacker().with("sword"), defender(), "two_weapons").armed();
    assert_eq!(bare.refused(), "no_second_weapon");
    assert_eq!(bare.barred().as_deref(), Some("TRI-DUAL-01"));
}

/// TRI-DISARM-01 to TRI-DISARM-05: the attack is harder, then the defense, then Body.
#[test]
fn a_disarm_up_close() {
    let kept = disarm(&[]).play(&[3, 4, 4, 4, 3, 3]);
    assert_eq!(
        (sum(&kept, "attack"), sum(&kept, "grip")),
        (Some(7), Some(6))
    );
    let shaken = Effect::Gain {
        who: Party::Target(0),
        key: "shaken_weapon".into(),
        condition: rules::character::condition::Condition {
            amount: 0,
            until: Until::AfterTurn,
        },
    };
    assert_eq!(kept.effects.last(), Some(&shaken));
    let gone = disarm(&[]).play(&[3, 4, 4, 4, 3, 4]);
    let end = ["target0 0 Dropped", "tells TRI-DISARM-04"];
    assert_eq!(told(&gone.effects)[2..], end);
    let denied = disarm(&[]).ruled(RulingKind::Choose {
        slot: Slot::new("grip_allowed"),
        key: "denied".to_owned(),
    });
    assert_eq!(told(&denied.play(&[3, 4, 4, 4]).effects)[2..], end);
    let mut great = disarm(&[]);
    great.targets = vec![defender().with("great_sword")];
    let held = great.play(&[3, 4, 3, 4]);
    assert_eq!(sum(&held, "defense"), Some(8), "two hands");
    great.targets = vec![defender()];
    assert_eq!(great.refused(), "no_weapon_to_strike");
}

/// TRI-DISARM-04: a shaken weapon hinders attacks and defenses with it.
#[test]
fn a_shaken_weapon() {
    let mut fight = blow();
    fight.actor = fight.actor.map(|who| who.being("shaken_weapon"));
    fight.targets = vec![defender().with("sword").being("shaken_weapon")];
    let done = fight.play(&[3, 4, 3, 3]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "defense")),
        (Some(7), Some(5))
    );
    fight.intent.item = None;
    fight.targets = vec![defender().being("shaken_weapon")];
    let done = fight.play(&[3, 4, 3, 3]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "defense")),
        (Some(9), Some(7))
    );
}

/// TRI-DISARM-06: no check from afar, and the weapon suffers.
#[test]
fn a_disarm_from_afar() {
    let gone = disarm(&["ranged"]).play(&[2, 3, 4, 4]);
    assert_eq!((sum(&gone, "attack"), sum(&gone, "grip")), (Some(5), None));
    let end = [
        "target0 0 Dropped",
        "tells TRI-DISARM-04",
        "tells TRI-DISARM-06",
    ];
    assert_eq!(told(&gone.effects)[2..], end);
    let hurt = disarm(&["ranged"]).at("disarm_damages", true);
    assert_eq!((lost(&gone), lost(&hurt.play(&[2, 3, 4, 4]))), (0, 10));
}

/// TRI-GRAP-01 to TRI-GRAP-05: a hold does no harm, can be avoided, and hinders.
#[test]
fn a_grapple_holds() {
    let fight = Fight::new(attacker(), defender(), "grapple");
    let held = fight.play(&[4, 4, 6, 6]);
    let end = ["target0 counts defense", "actor holds target0"];
    assert_eq!(told(&held.effects)[1..], end);
    let avoided = fight.play(&[4, 4, 1, 2]);
    assert_eq!(told(&avoided.effects)[1..], end[..1]);
    let hindered = |body: i32, row: &str, room: i32| {
        let line = format!(
            "Kei body {body} mind 6 soul 6 melee 3 combat_value {}",
            6 - (body + 12) / 3
        );
        let fight = Fight::new(Who::new(&line).with(row), defender(), "attack").armed();
        let fight = fight
            .holding(Party::Target(0), Party::Actor)
            .set("room", room);
        sum(&fight.play(&[6, 6]), "attack")
    };
    assert_eq!(
        (hindered(6, "sword", 0), hindered(6, "great_sword", 0)),
        (Some(7), Some(5))
    );
    assert_eq!(
        (hindered(6, "sword", 1), hindered(6, "great_sword", 2)),
        (Some(5), Some(7))
    );
    assert_eq!(
        (hindered(10, "sword", 0), hindered(10, "great_sword", 0)),
        (Some(8), Some(7))
    );
    let again = wrestle("grapple");
    assert_eq!(again.barred().as_deref(), Some("TRI-GRAP-01"));
}

/// TRI-THROW-01 to TRI-THROW-06: both damages, each by its rule, and the hold is over.
#[test]
fn a_throw_into_a_wall() {
    let fight = wrestle("throw").between("free_squares", 1);
    let done = fight.play(&[4, 4, 3, 3]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "defense")),
        (Some(11), Some(5))
    );
    let effects = [
        "target0 −11",
        "target0 is prone",
        "tells TRI-THROW-04",
        "target0 −10",
        "actor releases target0",
    ];
    assert_eq!(told(&done.effects)[2..], effects);
    let short = Says {
        names: Some(1),
        ..Says::default()
    };
    assert_eq!(lost(&fight.play_by(&short, &[4, 4, 3, 3])), 11);
    let over = ["actor releases target0"];
    assert_eq!(told(&fight.play(&[6, 6]).effects)[1..], over);
    assert_eq!(told(&fight.play(&[4, 4, 1, 2]).effects)[2..], over);
    let free = Fight::new(attacker(), defender(), "throw");
    assert_eq!(free.refused(), "not_held");
}

/// TRI-CHOKE-01, TRI-CHOKE-02: no attack roll, no critical, no base.
#[test]
fn strangling_is_not_rolled() {
    let mut fight = wrestle("strangle");
    fight.targets = vec![defender().with("leather")];
    let done = fight.play(&[1, 4]);
    assert_eq!(
        (sum(&done, "attack"), sum(&done, "defense")),
        (None, Some(5))
    );
    assert_eq!(lost(&done), 3);
    assert_eq!(lost(&fight.play(&[1, 3])), 0);
    let bare = fight.at("strangling_ignores_armor", true);
    assert_eq!(lost(&bare.play(&[1, 4])), 6);
}

/// TRI-ESC-01 to TRI-ESC-04: the margins decide.
#[test]
fn getting_free() {
    let fight = Fight::new(attacker(), attacker(), "escape");
    let fight = fight.holding(Party::Target(0), Party::Actor);
    let ends = |faces: &[u16]| told(&fight.play(faces).effects)[1..].to_vec();
    let free = ["target0 releases actor"];
    let won = ends(&[2, 2, 4, 4]);
    assert_eq!(won[..1], free);
    assert_eq!(
        won[1..],
        ["actor counts attack_regained", "tells TRI-ESC-02"]
    );
    let even = ends(&[2, 2, 3, 3]);
    assert_eq!(
        (&even[..1], &even[1..]),
        (
            &free.map(String::from)[..],
            &["tells TRI-ESC-03".to_owned()][..]
        )
    );
    assert_eq!(
        ends(&[2, 3, 3, 3]),
        ["actor is attacks_lost", "actor is lost_escape"]
    );
    // Two ones only count as two, and the victim has lost two points.
    assert_eq!(ends(&[1, 1, 2, 2])[1..], ["tells TRI-ESC-03"]);
    let loose = Fight::new(attacker(), defender(), "escape");
    assert_eq!(loose.refused(), "not_held");
}

/// TRI-EN-01, TRI-EN-02: five for one, Focus on top, for either side and for the critical die.
#[test]
fn energy_is_bought_before_the_dice() {
    let done = blow().play_by(&Says::buying("attack", &["energy"]), &[5, 5, 6, 6]);
    assert_eq!((sum(&done, "attack"), lost(&done)), (Some(10), 7));
    assert_eq!(told(&done.effects)[1], "actor spends 5");
    let done = blow().play_by(&Says::buying("defense", &["energy"]), &[4, 4, 3, 4]);
    assert_eq!((sum(&done, "defense"), lost(&done)), (Some(8), 0));
    let done = blow().play_by(&Says::buying("attack", &["critical"]), &[1, 1, 5, 6, 6]);
    assert_eq!((sum(&done, "attack"), lost(&done)), (Some(9), 28));
    let poor = |left: i32| {
        let mut fight = blow();
        fight.actor = fight.actor.map(|who| who.with_energy(left));
        let done = fight.play_by(&Says::buying("attack", &["energy"]), &[6, 6]);
        (sum(&done, "attack"), told(&done.effects).len())
    };
    assert_eq!((poor(5), poor(4)), ((Some(10), 2), (Some(9), 1)));
    let mut focused = blow();
    let line = "Kei body 6 mind 6 soul 6 melee 2 focus 2";
    focused.actor = Some(Who::new(line).with("knife"));
    let done = focused.play_by(&Says::buying("attack", &["energy"]), &[6, 6]);
    assert_eq!(sum(&done, "attack"), Some(11));
    let twice = blow().at("energy_per_roll", 2);
    let done = twice.play_by(&Says::buying("attack", &["energy", "energy2"]), &[6, 6]);
    assert_eq!(
        (sum(&done, "attack"), told(&done.effects).len()),
        (Some(11), 3)
    );
}

/// TRI-FLANK-02, TRI-PRONE-01, TRI-DEF-03, TRI-STANCE-02: what a defense loses and gains.
#[test]
fn what_changes_a_defense() {
    let of = |target: Who, change: fn(Fight) -> Fight| {
        let mut fight = change(blow());
        fight.targets = vec![target];
        sum(&fight.play(&[4, 4, 6, 6]), "defense")
    };
    let plain = |fight| fight;
    assert_eq!(of(defender(), |fight| fight.between("flanked", 3)), Some(6));
    let each = |fight: Fight| fight.between("flanked", 3).at("flanking_adds_up", true);
    assert_eq!(of(defender(), each), Some(4));
    let prone = |fight: Fight| fight.at("prone_defense", -2);
    assert_eq!(of(defender().being("prone"), prone), Some(5));
    assert_eq!(of(defender().having_done("defense", 2), plain), Some(3));
    let careful = defender().taking("total_defense");
    assert_eq!(of(careful, plain), Some(9));
    let mobile = |fight: Fight| fight.between("defense_room", 1);
    assert_eq!(of(defender().being("grappled"), mobile), Some(3));
    assert_eq!(
        of(defender().being("grappled").with("staff"), plain),
        Some(3)
    );
}

/// TRI-STANCE-01, TRI-ESC-04, TRI-CRIT-01, TRI-HLTH-01: who may not defend is not asked.
#[test]
fn no_defense() {
    let undefended = |target: Who, faces: &[u16]| {
        let mut fight = blow().at("crit_denies_defense", true);
        fight.targets = vec![target];
        let done = fight.play(faces);
        (sum(&done, "defense"), lost(&done))
    };
    assert_eq!(
        undefended(defender().taking("total_attack"), &[4, 4]),
        (None, 10)
    );
    assert_eq!(
        undefended(defender().being("lost_escape"), &[4, 4]),
        (None, 10)
    );
    assert_eq!(undefended(defender(), &[1, 1, 1]), (None, 20));
    let mut down = defender();
    down.track = rules::character::track::Track::Points(
        rules::character::track::Points::new(0, 60).expect("points"),
    );
    assert_eq!(undefended(down, &[4, 4]), (None, 10));
}

/// TRI-ROLL-03, TRI-CRIT-04, TRI-PRONE-01, TRI-THROW-05: what is no attack.
#[test]
fn other_exchanges() {
    let contest = Fight::new(attacker(), defender(), "contest").set("against", 2);
    let won = contest.play(&[2, 2, 3, 3]);
    assert_eq!(
        (sum(&won, "contest"), sum(&won, "against")),
        (Some(6), Some(6))
    );
    let wins = |effects: &[Effect]| match effects {
        [Effect::Tell { who, words, .. }] => (*who, words.to_string()),
        other => panic!("{other:?}"),
    };
    assert_eq!(wins(&won.effects).0, Party::Actor);
    assert_eq!(
        wins(&contest.play(&[3, 3, 2, 2]).effects).0,
        Party::Target(0)
    );
    assert!(
        wins(&contest.play(&[3, 3, 3, 3]).effects)
            .1
            .starts_with("No one")
    );
    let mut check = Fight::new(attacker(), defender(), "check").set("stat", 1);
    check.targets.clear();
    let done = check.play(&[3, 3]);
    assert_eq!((sum(&done, "check"), done.effects.len()), (Some(6), 0));
    let mut up = Fight::new(attacker().being("prone"), defender(), "stand_up");
    up.targets.clear();
    assert_eq!(told(&up.play(&[]).effects), ["actor is not prone"]);
    up.actor = Some(attacker());
    assert_eq!(up.refused(), "not_prone");
    let mut wall = Fight::new(attacker(), defender(), "collision");
    wall.actor = None;
    let wall = wall.set("squares", 5).set("travelled", 1);
    assert_eq!(lost(&wall.play(&[])), 15);
    assert_eq!(lost(&wall.clone().at("collision_damage", 2).play(&[])), 6);
    assert_eq!(lost(&wall.between("collision_cap", 9).play(&[])), 20);
}

/// The storyteller changes, adds and strikes terms, decides rolls, choices and losses, and ends.
#[test]
fn every_kind_of_ruling() {
    let slot = |key: &'static str| Slot::new(key);
    let add = blow().ruled(RulingKind::Add {
        slot: slot("attack"),
        label: Name::new("Fog").expect("a name"),
        value: -1,
    });
    assert_eq!(sum(&add.play(&[6, 6]), "attack"), Some(8));
    let strike = blow().ruled(RulingKind::Strike {
        slot: slot("attack"),
        label: Wording::verbatim("Skill"),
    });
    assert_eq!(sum(&strike.play(&[6, 6]), "attack"), Some(6));
    let change = blow().ruled(RulingKind::Change {
        slot: slot("armor"),
        label: Wording::verbatim("Armor"),
        value: 1,
    });
    assert_eq!(lost(&change.play(&[4, 4, 6, 6])), 9);
    let roll = blow().ruled(RulingKind::Roll {
        slot: slot("attack"),
        successes: 1,
        grade: Grade::Success,
        margin: Some(0),
    });
    assert_eq!(lost(&roll.play(&[6, 6])), 7, "only the defense is rolled");
    let choose = blow().ruled(RulingKind::Choose {
        slot: slot("defend"),
        key: "none".to_owned(),
    });
    assert_eq!(lost(&choose.play(&[4, 4])), 7);
    let damage = blow().ruled(RulingKind::Damage {
        to: Party::Target(0),
        packet: DamagePacket::of_points(2),
    });
    assert_eq!(lost(&damage.play(&[4, 4, 6, 6])), 2);
    let end = blow().ruled(RulingKind::End);
    assert_eq!(
        told(&end.play(&[4, 4, 6, 6]).effects),
        ["actor counts attack", "target0 counts defense"]
    );
}
