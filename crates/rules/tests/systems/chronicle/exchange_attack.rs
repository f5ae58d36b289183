//! Attacks through the exchange: step by step, taken back, ruled, and what they leave behind.

use rules::base::roll::Grade;
use rules::base::text::Name;
use rules::character::condition::Until;
use rules::character::track::DamagePacket;
use rules::exchange::{Answer, Effect, ExchangeStep, Party, RulingKind};
use rules::messages::Wording;

use super::table::{
    Choices, Made, counts, gained, gains, harm, item, line, loses, made, soldier, table, told,
    victim, wear,
};

const TARGET: Party = Party::Target(0);

fn knife() -> Made {
    soldier().carries("machete")
}

/// CHR-DEF-06, CHR-ATK-04, CHR-ATK-07, CHR-DMG-01: the target is asked, then the dice.
#[test]
fn a_blow_step_by_step() {
    let blow = table("melee", knife(), &[victim()]);
    assert_eq!(blow.barred(), "");
    assert_eq!(blow.asks(), ("defense".to_owned(), TARGET));
    // The action is spent at once; nothing else has happened.
    let effects = blow.step().effects;
    assert_eq!(
        (effects.len(), counts(&effects, Party::Actor, "attack")),
        (1, 1)
    );
    let blow = blow.chose("defense", "apply");
    assert_eq!(blow.asks(), ("attack".to_owned(), Party::Actor));
    assert_eq!(blow.pool(), 4);
    // Too few faces are no answer.
    let asked = blow.clone().rolled("attack", &[8, 8]);
    assert_eq!(asked.asks().0, "attack");
    let done = blow.clone().rolled("attack", &[8, 8, 1, 1]);
    let effects = done.effects();
    assert_eq!(harm(&effects, TARGET), [0, 4, 0]);
    assert_eq!(counts(&effects, TARGET, "defense"), 1);
    let damage = line(&done.step().ledger, "damage").clone();
    let rules: Vec<String> = damage
        .terms
        .iter()
        .filter_map(|it| it.rule.as_ref())
        .map(|it| it.to_string())
        .collect();
    assert_eq!(rules, ["CHR-ATK-07", "CHR-ATK-07"]);
    // Taking back the roll asks for it again, taking back the choice changes the pool.
    assert_eq!(done.clone().take_back("attack").asks().0, "attack");
    let saved = done
        .take_back("attack")
        .take_back("defense")
        .chose("defense", "withhold");
    assert_eq!(saved.pool(), 6);
    let effects = saved.rolled("attack", &[1, 1, 1, 1, 1, 7]).effects();
    assert_eq!(counts(&effects, TARGET, "defense"), 0);
    assert_eq!(harm(&effects, TARGET), [0, 0, 0]);
}

/// CHR-DEF-05, CHR-DODGE-01, CHR-DODGE-02, CHR-COND-03, CHR-DEF-04: what Defense is worth.
#[test]
fn defense_wears_and_is_lost() {
    let pool = |target: Made| {
        let blow = table("melee", knife(), &[target]).chose("defense", "apply");
        blow.pool()
    };
    assert_eq!(pool(victim()), 4);
    assert_eq!(pool(victim().counted("defense", 1)), 5);
    assert_eq!(pool(victim().is("dodging")), 2);
    assert_eq!(pool(victim().is("dodging").counted("defense", 1)), 3);
    assert_eq!(pool(victim().is("stunned")), 5);
    for lost in [
        "exposed",
        "surprised",
        "in_hold",
        "blind_and_deaf",
        "immobilised",
    ] {
        let blow = table("melee", knife(), &[victim().is(lost)]);
        assert_eq!(
            (blow.pool(), blow.asks().0.as_str()),
            (6, "attack"),
            "{lost}"
        );
    }
    assert_eq!(pool(victim().in_state("blinded", 2)), 6);
    let unaware = table("melee", knife(), &[victim()]).between(0, "unaware", 1);
    assert_eq!(unaware.pool(), 6);
    // Worn down to nothing it is not asked for.
    let worn = table("melee", knife(), &[victim().counted("defense", 2)]);
    assert_eq!((worn.asks().0.as_str(), worn.pool()), ("attack", 6));
}

/// CHR-AIM-03, CHR-AIM-04: an attacker who aims may keep the aim by not defending.
#[test]
fn defense_costs_the_aim() {
    let blow = table("unarmed", soldier(), &[victim().in_state("aiming", 2)]);
    let effects = blow.out(&[], &[8, 1, 1, 1]).effects;
    assert!(loses(&effects, TARGET, "aiming"));
    assert!(effects.contains(&Effect::LetGo {
        by: TARGET,
        key: "aim".into()
    }));
    let kept = blow
        .out(&[("defense", "withhold")], &[8, 1, 1, 1, 1, 1])
        .effects;
    assert!(!loses(&kept, TARGET, "aiming"));
}

/// CHR-ATK-02, CHR-ATK-08, CHR-ATK-09, CHR-ATK-10: fists bruise, weapons do worse.
#[test]
fn kinds_of_damage() {
    let bare = table("unarmed", soldier(), &[victim()])
        .out(&[], &[8, 8, 1, 1])
        .effects;
    assert_eq!(harm(&bare, TARGET), [2, 0, 0]);
    let dusters = table("unarmed", soldier().carries("knuckledusters"), &[victim()]);
    assert_eq!(
        harm(&dusters.out(&[], &[8, 8, 1, 1]).effects, TARGET),
        [0, 2, 0]
    );
    let torch = table("melee", soldier().carries("torch"), &[victim()]);
    assert_eq!(
        harm(&torch.out(&[], &[8, 8, 1, 1]).effects, TARGET),
        [0, 0, 2]
    );
}

/// CHR-DICE-07: a missing skill shows without being said.
#[test]
fn the_unskilled_die() {
    let clumsy = made(&[("strength", 3)]);
    let blow = table("unarmed", clumsy, &[victim().is("exposed")]);
    assert_eq!(blow.pool(), 2);
}

/// CHR-DEF-09: an offer; CHR-COND-08, CHR-WND-04: the unconscious are helpless.
#[test]
fn a_killing_blow_is_an_offer() {
    for helpless in [
        victim().marked(0, 7, 0),
        victim().in_state("immobilised", 2),
        victim().is("knocked_out"),
    ] {
        let blow = table("melee", knife(), &[helpless]);
        assert_eq!(blow.asks(), ("killing_blow".to_owned(), Party::Actor));
        let effects = blow.clone().chose("killing_blow", "take").effects();
        assert_eq!(harm(&effects, TARGET), [0, 6, 0]);
        assert_eq!(blow.chose("killing_blow", "roll").pool(), 6);
    }
}

/// CHR-ARM-01 to 06, CHR-TGT-08: what is worn counts by itself.
#[test]
fn armor_is_worn() {
    let shot = |target: Made| table("shoot", soldier().carries("heavy_pistol"), &[target]);
    let vest = shot(victim().carries("heavy_vest"));
    // 3 successes and 2: five lethal, three turned, two off.
    let hit = vest.out(&[], &[8, 8, 8, 1, 1, 1]).effects;
    assert_eq!(harm(&hit, TARGET), [3, 0, 0]);
    let head = vest
        .clone()
        .set("called", 3)
        .out(&[], &[8, 8, 8, 8])
        .effects;
    assert_eq!(harm(&head, TARGET), [0, 5, 0]);
    let vampire = shot(victim().vampire().carries("heavy_vest"));
    assert_eq!(
        harm(&vampire.out(&[], &[8, 8, 8, 1, 1, 1]).effects, TARGET),
        [3, 0, 0]
    );
    // Of two suits on one place the better one counts.
    let doubled = shot(victim().carries("light_vest").carries("heavy_vest"));
    let hit = doubled.out(&[], &[8, 8, 8, 1, 1, 1]).effects;
    assert_eq!(harm(&hit, TARGET), [3, 0, 0]);
}

/// CHR-TGT-01 to 07, CHR-COND-01 to 05, CHR-CMP-09.
#[test]
fn called_shots_leave_conditions() {
    let at = |place: i32, faces: &[u16], choices: &[(&'static str, &'static str)]| {
        let target = victim().is("exposed").carries("club");
        let blow = table("melee", knife().with("strength", 6), &[target]).set("called", place);
        blow.out(choices, faces).effects
    };
    let arm = at(1, &[8, 8, 8, 1, 1, 1, 1], &[]);
    assert_eq!(
        gained(&arm, TARGET),
        [("arm_wrack".to_owned(), 0, Until::Lifted)]
    );
    let dropped = Effect::Carry {
        who: TARGET,
        item: 1,
        to: rules::character::gear::Carried::Dropped,
    };
    assert!(arm.contains(&dropped));
    let leg = at(2, &[8, 8, 8, 1, 1, 1, 1], &[]);
    assert!(gains(&leg, TARGET, "leg_wrack"));
    let down = at(2, &[8, 8, 8, 1, 1, 1, 1], &[("leg", "knocked_down")]);
    assert!(gains(&down, TARGET, "prone") && counts(&down, TARGET, "lost_action") == 1);
    let head = at(3, &[8, 1, 1, 1, 1, 1], &[]);
    assert_eq!(
        gained(&head, TARGET),
        [("stunned".to_owned(), 0, Until::NextAction { taken: false })]
    );
    // Five points to the head: Stamina 2 is rolled, with the penalty of five filled boxes.
    let out = at(3, &[8, 8, 8, 1, 1, 1, 7], &[]);
    assert!(gained(&out, TARGET).contains(&("knocked_out".to_owned(), 0, Until::Rounds(5))));
    let awake = at(3, &[8, 8, 8, 1, 1, 1, 8], &[]);
    assert!(!gains(&awake, TARGET, "knocked_out"));
    let heart = at(4, &[8, 8, 8, 1, 1], &[]);
    assert_eq!(told(&heart), ["CHR-TGT-05"]);
    assert!(gains(&at(5, &[8, 1, 1, 1, 1], &[]), TARGET, "arm_wrack"));
    assert!(gains(&at(6, &[8, 1, 1, 1], &[]), TARGET, "blinded"));
}

/// CHR-VMP-08, CHR-VMP-09, CHR-VMP-11, CHR-VMP-12, CHR-VMP-14.
#[test]
fn vampires() {
    let stake = soldier().carries("wooden_stake").with("strength", 6);
    let heart = table("melee", stake, &[victim().vampire().is("exposed")]).set("called", 4);
    let held = heart.out(&[], &[8, 8, 8, 8, 8]).effects;
    assert!(gains(&held, TARGET, "staked"));
    assert_eq!(harm(&held, TARGET), [0, 5, 0]);
    let weak = heart.out(&[], &[8, 8, 1, 1, 1]).effects;
    assert_eq!(
        (harm(&weak, TARGET), gains(&weak, TARGET, "staked")),
        ([2, 0, 0], false)
    );
    let head = table("melee", knife(), &[victim().vampire().is("exposed")]).set("called", 3);
    let hit = head.out(&[], &[8, 8, 8]).effects;
    assert_eq!(gained(&hit, TARGET), []);
    let hand = head.set("called", 5).out(&[], &[8, 8]).effects;
    let until = Until::Healed {
        points: rules::character::track::DamagePacket::of_severity(
            rules::character::track::Severity::Lethal,
            4,
        ),
        other: rules::character::track::DamagePacket::default(),
    };
    let kept = [("arm_wrack".to_owned(), 0, until)];
    assert_eq!(gained(&hand, TARGET), kept);
}

/// CHR-PULL-01 to 03: a limit, and one more Defense.
#[test]
fn pulled_blows() {
    let pulled = table("unarmed", soldier(), &[victim()]).set("pulled", 2);
    let played = pulled.out(&[], &[8, 8, 8]);
    assert_eq!(harm(&played.effects, TARGET), [2, 0, 0]);
    let much = table("unarmed", soldier(), &[victim()]).set("pulled", 4);
    assert!(
        much.try_step()
            .expect_err("refused")
            .contains("CHR-PULL-01")
    );
}

/// CHR-CMP-04, CHR-CMP-03, CHR-PRONE-02, CHR-COND-01, CHR-COND-02.
#[test]
fn circumstances_of_a_blow() {
    let pool = |blow: super::table::Table| blow.pool();
    let plain = || table("melee", knife(), &[victim().is("exposed")]);
    assert_eq!(pool(plain().set("all_out", 1)), 8);
    assert_eq!(pool(plain().set("offhand", 1)), 4);
    let with = |actor: Made, target: Made| pool(table("melee", actor, &[target.is("exposed")]));
    assert_eq!(with(knife(), victim().is("prone")), 8);
    assert_eq!(with(knife().is("prone"), victim().is("prone")), 6);
    assert_eq!(with(knife().is("arm_wrack"), victim()), 4);
    assert_eq!(
        with(knife().is("arm_wrack").with("ambidextrous", 1), victim()),
        6
    );
    assert_eq!(with(knife().is("leg_wrack"), victim()), 4);
    assert_eq!(with(knife().marked(6, 0, 0), victim()), 4);
    let both = table(
        "melee",
        knife().in_state("arm_wrack", 2),
        &[victim().is("exposed")],
    );
    let Some(ExchangeStep::Roll { check, .. }) = both.step().next else {
        panic!("a roll");
    };
    assert!(check.reading.is_on("chance"));
    // All-out gives Defense away for the turn.
    let effects = plain()
        .set("all_out", 1)
        .rolled("attack", &[1; 8])
        .effects();
    assert_eq!(
        gained(&effects, Party::Actor),
        [("exposed".to_owned(), 0, Until::Rounds(1))]
    );
}

/// CHR-COND-07, CHR-RNG-03: attacks that cannot succeed take no dice.
#[test]
fn attacks_without_a_roll() {
    let blind = table(
        "melee",
        knife().is("blind_and_deaf"),
        &[victim().is("exposed")],
    );
    assert_eq!(told(&blind.effects()), ["CHR-COND-07"]);
    let far =
        table("shoot", soldier().carries("light_pistol"), &[victim()]).between(0, "distance", 161);
    assert_eq!(far.barred(), "CHR-RNG-03");
    assert_eq!(told(&far.effects()), ["CHR-RNG-03"]);
}

/// CHR-RNG-01, CHR-RNG-02, CHR-CONC-01 to 06, CHR-PRONE-01, CHR-PRONE-03, CHR-CQB-01, CHR-CQB-02.
#[test]
fn circumstances_of_a_shot() {
    let shot = |key: &str, value: i32| {
        table("shoot", soldier().carries("light_pistol"), &[victim()]).between(0, key, value)
    };
    let check = |table: super::table::Table| match table.chose("defense", "apply").step().next {
        Some(ExchangeStep::Roll { check, .. }) => (check.sum(), check.reading.is_on("chance")),
        other => panic!("{other:?}"),
    };
    for (key, value, pool) in [
        ("distance", 20, 6),
        ("distance", 21, 4),
        ("distance", 80, 2),
        ("distance", 2, 4),
        ("concealment", 1, 5),
        ("concealment", 3, 3),
        ("firing_from", 2, 5),
        ("firing_from", 4, 4),
        ("close_quarters", 1, 4),
    ] {
        assert_eq!(check(shot(key, value)), (pool, false), "{key} {value}");
    }
    assert_eq!(check(shot("distance", 100)), (6, true));
    assert_eq!(check(shot("concealment", 5)), (6, true));
    let prone = |far: i32, gun: &str| {
        let target = victim().is("prone");
        table("shoot", soldier().carries(gun), &[target]).between(0, "distance", far)
    };
    assert_eq!(check(prone(10, "light_pistol")).0, 4);
    assert_eq!(check(prone(2, "light_pistol")).0, 6);
    // A rifle is in the way up close: Size 3 gives two more Defense.
    assert_eq!(check(prone(2, "assault_rifle")).0, 4);
    // Firing from full cover leaves it for a while, and then it conceals no better.
    let effects = shot("firing_from", 4).rolled("attack", &[1; 4]).effects();
    assert_eq!(
        gained(&effects, Party::Actor),
        [("leaned_out".to_owned(), 0, Until::OwnTurn)]
    );
    let back = table(
        "shoot",
        soldier().carries("light_pistol"),
        &[victim().is("leaned_out")],
    );
    assert_eq!(check(back.between(0, "concealment", 4)).0, 3);
}

/// CHR-COV-01 to 06: cover is shot through, and suffers.
#[test]
fn cover_is_worn_down() {
    let behind = |durability: i32| {
        let shot = table("shoot", soldier().carries("heavy_pistol"), &[victim()]);
        let shot = shot
            .between(0, "concealment", 4)
            .between(0, "cover_structure", 9);
        shot.between(0, "cover_durability", durability)
    };
    let faces = [8, 8, 8, 1, 1, 1];
    let left = |value| Effect::Place {
        target: TARGET,
        key: "cover_structure".into(),
        value,
    };
    let door = behind(1).out(&[], &faces).effects;
    assert_eq!(harm(&door, TARGET), [0, 4, 0]);
    assert!(door.contains(&left(5)));
    let steel = behind(3).out(&[], &faces).effects;
    assert_eq!(harm(&steel, TARGET), [0, 0, 0]);
    assert!(steel.contains(&left(7)));
    let missed = behind(1).out(&[], &[1; 6]).effects;
    assert!(
        !missed
            .iter()
            .any(|effect| matches!(effect, Effect::Place { .. }))
    );
}

/// CHR-AIM-01, CHR-AIM-05, CHR-AUTO-10: dice for the aim, which the shot uses up, and bullets.
#[test]
fn aim_and_bullets() {
    let marksman = soldier().carries("light_pistol").in_state("aiming", 3);
    let shot = table("shoot", marksman, &[victim()]);
    assert_eq!(shot.pool(), 6, "aimed at another");
    let shot = shot.held(Party::Actor, TARGET, "aim", 3);
    assert_eq!(shot.pool(), 9);
    let effects = shot.out(&[], &[1; 9]).effects;
    assert!(loses(&effects, Party::Actor, "aiming"));
    assert_eq!(wear(&effects, "rounds"), -1);
    let empty = table(
        "shoot",
        soldier().carries("light_pistol").number(1, "rounds", 0),
        &[victim()],
    );
    assert_eq!(empty.barred(), "CHR-AUTO-10");
    assert!(empty.try_step().is_err());
}

/// CHR-MIX-01 to 04, CHR-CMP-05: shooting into a fight, and what may go wrong.
#[test]
fn into_a_fight() {
    let shot = table("shoot", soldier().carries("light_pistol"), &[victim()]);
    let shot = shot.bystander(victim()).bystander(victim().is("grappled"));
    let asked = shot.step();
    assert_eq!(shot.pool(), 0, "{asked:?}");
    let botched = shot.rolled("attack", &[1]);
    assert_eq!(botched.asks(), ("jam".to_owned(), Party::Storyteller));
    let botched = botched.chose("jam", "jams");
    assert_eq!(botched.asks(), ("stray".to_owned(), Party::Storyteller));
    let drawn = botched.clone().chose("stray", "drawn");
    assert_eq!(drawn.asks(), ("drawn".to_owned(), Party::Storyteller));
    let effects = drawn.rolled("drawn", &[2]).effects();
    assert_eq!(harm(&effects, Party::Bystander(1)), [0, 1, 0]);
    assert_eq!(wear(&effects, "jammed"), 1);
    let missed = botched.chose("stray", "nobody").effects();
    assert_eq!(harm(&missed, Party::Bystander(1)), [0, 0, 0]);
    let jammed = table(
        "shoot",
        soldier().carries("light_pistol").number(1, "jammed", 1),
        &[victim()],
    );
    assert_eq!(jammed.barred(), "CHR-CMP-05");
}

/// CHR-SHLD-01 to 03, CHR-GRAP-13: who is held in front is hit first.
#[test]
fn a_human_shield() {
    let shot = table("shoot", soldier().carries("heavy_pistol"), &[victim()]);
    let shot = shot.bystander(victim().is("grappled"));
    let shot = shot.held(TARGET, Party::Bystander(0), "shield", 0);
    assert_eq!(shot.pool(), 6, "whoever is held in front is not missed");
    let effects = shot.out(&[], &[8, 8, 1, 1, 1, 1]).effects;
    assert_eq!(harm(&effects, Party::Bystander(0)), [0, 4, 0]);
    assert_eq!(harm(&effects, TARGET), [0, 2, 0]);
}

/// CHR-ATK-05, CHR-THR-01 to 05, CHR-DEF-02: throwing goes as far as one is strong.
#[test]
fn throwing() {
    let throw = |row: &str, far: i32| {
        table("throw", soldier().carries(row), &[victim()]).between(0, "distance", far)
    };
    // Strength + Dexterity + Athletics − Size 1 is 8 yards, twice that for what is made to fly.
    let pool = |throw: super::table::Table| throw.chose("defense", "apply").pool();
    assert_eq!(pool(throw("brick", 8)), 4);
    assert_eq!(pool(throw("brick", 9)), 2);
    assert_eq!(pool(throw("throwing_knife", 16)), 4);
    let desk = throw("desk", 5).try_step().expect_err("refused");
    assert!(desk.contains("CHR-THR-04"));
}

/// CHR-IMPR-02 to 06, CHR-CQB-03: furniture, and a rifle butt.
#[test]
fn improvised_weapons() {
    let chair = table(
        "melee",
        soldier().carries("chair"),
        &[victim().is("exposed")],
    );
    assert_eq!(chair.pool(), 5);
    // 4 successes and 1: five points, less Durability 2, off Structure 4.
    let effects = chair.out(&[], &[8, 8, 8, 8, 1]).effects;
    assert_eq!(harm(&effects, TARGET), [0, 5, 0]);
    assert_eq!(wear(&effects, "structure"), -3);
    let broken = table(
        "melee",
        soldier().carries("chair").number(1, "structure", 0),
        &[victim()],
    );
    assert_eq!(broken.barred(), "CHR-IMPR-05");
    let butt = table(
        "melee",
        soldier().carries("assault_rifle"),
        &[victim().is("exposed")],
    );
    assert_eq!(
        harm(&butt.out(&[], &[8, 1, 1, 1, 1]).effects, TARGET),
        [0, 3, 0]
    );
    let pistol = table("melee", soldier().carries("light_pistol"), &[victim()]);
    assert!(
        pistol
            .try_step()
            .expect_err("refused")
            .contains("CHR-CQB-03")
    );
    let weak = made(&[("strength", 1), ("weaponry", 3)]).carries("sledgehammer");
    assert_eq!(table("melee", weak, &[victim().is("exposed")]).pool(), 3);
}

/// CHR-CMP-08: a stunning weapon takes the next action, this turn's or the next one's.
#[test]
fn weapons_that_stun() {
    let baton = soldier().has(item("melee", &[("damage", 5)], &["blunt", "stun"]));
    let ends = |target: Made| {
        let blow = table("melee", baton.clone(), &[target.is("exposed")]);
        gained(&blow.out(&[], &[8, 1, 1, 1, 1, 1]).effects, TARGET)
    };
    assert_eq!(
        ends(victim()),
        [("reeling".to_owned(), 0, Until::NextAction { taken: false })]
    );
    assert_eq!(
        ends(victim().counted("attack", 1)),
        [("reeling".to_owned(), 0, Until::NextAction { taken: true })]
    );
    let reeling = table("melee", knife().is("reeling"), &[victim()]);
    assert_eq!(reeling.barred(), "CHR-CMP-08");
}

/// Willpower is bound before the dice fall, and spent with them.
#[test]
fn willpower_buys_dice() {
    let willing = knife().with("willpower", 4);
    let mut willing = willing;
    willing.pools.insert("willpower".to_owned(), 1);
    let blow = table("melee", willing.clone(), &[victim().is("exposed")]);
    let played = blow.out(&[("attack", "willpower")], &[1; 9]);
    let spent = Effect::Spend {
        who: Party::Actor,
        pool: "willpower".into(),
        points: 1,
    };
    assert!(played.effects.contains(&spent));
    let last = line(&played.ledger, "attack")
        .terms
        .last()
        .expect("terms")
        .clone();
    assert_eq!((last.label.as_ref(), last.value), ("Willpower", 3));
    willing.pools.insert("willpower".to_owned(), 0);
    let none = table("melee", willing, &[victim().is("exposed")]);
    let Some(ExchangeStep::Roll { buys, .. }) = none.step().next else {
        panic!("a roll");
    };
    assert!(buys[0].barred.is_some());
}

/// CHR-ST-01: a term, a roll, a choice, the damage, the end. CHR-ST-02: taken back, a ruling
/// leaves no trace.
#[test]
fn the_storyteller_rules() {
    let blow = table("melee", knife(), &[victim()]).set("called", 1);
    let slot = |name: &str| rules::exchange::Slot::from(name);
    let add = RulingKind::Add {
        slot: slot("attack"),
        label: Name::new("High ground").expect("a name"),
        value: 2,
    };
    let strike = RulingKind::Strike {
        slot: slot("attack"),
        label: Wording::verbatim("Aimed at the arm"),
    };
    let change = RulingKind::Change {
        slot: slot("attack"),
        label: Wording::verbatim("Strength"),
        value: 1,
    };
    let defended = blow.clone().chose("defense", "apply");
    assert_eq!(defended.pool(), 2);
    let ruled = defended.clone().ruled(add).ruled(strike).ruled(change);
    assert_eq!(ruled.pool(), 4);
    let mut taken_back = ruled;
    taken_back.rulings.clear();
    assert_eq!(taken_back.step(), defended.step());
    // A roll that is ruled needs no dice.
    let forced = RulingKind::Roll {
        slot: slot("attack"),
        successes: 1,
        grade: Grade::Success,
        margin: None,
    };
    let forced = defended.clone().ruled(forced);
    assert_eq!(harm(&forced.effects(), TARGET), [0, 3, 0]);
    // A term of the damage.
    let harder = RulingKind::Add {
        slot: slot("damage"),
        label: Name::new("Rage").expect("a name"),
        value: 1,
    };
    let softer = RulingKind::Strike {
        slot: slot("damage"),
        label: Wording::verbatim("Weapon"),
    };
    assert_eq!(
        harm(&forced.clone().ruled(harder).effects(), TARGET),
        [0, 4, 0]
    );
    assert_eq!(
        harm(&forced.clone().ruled(softer).effects(), TARGET),
        [0, 1, 0]
    );
    // A choice; the damage, which also decides about the arm.
    let chosen = blow.clone().ruled(RulingKind::Choose {
        slot: slot("defense"),
        key: "withhold".to_owned(),
    });
    assert_eq!(chosen.pool(), 4);
    let nothing = RulingKind::Damage {
        to: TARGET,
        packet: DamagePacket::default(),
    };
    let effects = forced.clone().ruled(nothing).effects();
    assert_eq!(
        (harm(&effects, TARGET), gains(&effects, TARGET, "arm_wrack")),
        ([0, 0, 0], false)
    );
    let bruised = RulingKind::Damage {
        to: TARGET,
        packet: DamagePacket {
            bashing: 3,
            ..DamagePacket::default()
        },
    };
    let effects = forced.ruled(bruised).effects();
    assert_eq!(
        (harm(&effects, TARGET), gains(&effects, TARGET, "arm_wrack")),
        ([3, 0, 0], true)
    );
    let ended = defended.ruled(RulingKind::End);
    assert_eq!(ended.step().next, None);
    assert_eq!(harm(&ended.effects(), TARGET), [0, 0, 0]);
}

/// What a policy answers is what was asked.
#[test]
fn answers_of_another_kind_are_no_answers() {
    let mut blow = table("melee", knife(), &[victim()]);
    blow.answers.insert("defense".into(), Answer::Number(1));
    assert_eq!(blow.asks().0, "defense");
    let refused = blow.play(
        &Choices(vec![("defense", "duck")]),
        &mut rules::base::dice::DiceScript::default(),
    );
    assert!(refused.is_err());
}
