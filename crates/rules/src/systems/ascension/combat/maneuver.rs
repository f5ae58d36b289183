//! Maneuvers of Ascension and what bars them (ASC-ATK-01, ASC-ATK-02, ASC-SPLIT-01).

use std::cell::Cell;
use std::sync::LazyLock;

use super::super::attack::{self, Ability, Openness};
use super::super::chart::AttackLine;
use super::super::defense::{Incoming, Kind, Source};
use super::super::system::settings;
use super::super::{Refusal, Settings};
use super::blow::Blow;
use super::gear::{self, BOW, GUN, SPELL, SPHERE, THROWN, WEAPON};
use super::person::RANGE;
use super::rebound::REBOUND;
use super::turn::{Act, Turn};
use crate::dial::Dial;
use crate::exchange::{Maneuver, Play, Scene, Stop, Targets};
use crate::fighter::Fighter;
use crate::messages::{Text, Wording, ascension as msg};
use crate::roll::MAX_DICE;
use crate::systems::d10::dice::DIFFICULTY;
use crate::systems::d10::table::health;
use crate::term::{Bar, RuleId, Term, sum};

/// Parameter key of the dice of a divided pool that an attack takes; 0 does not divide.
const SHARE: &str = "share";
/// Parameter key of the openness of a spell.
const OPENNESS: &str = "openness";
/// Parameter key of the blow that delivers a spell.
const THROUGH: &str = "through";

/// Kind of attack that can be chosen as a maneuver.
struct Form {
    key: &'static str,
    title: Text,
    /// Item kinds that the attack can use.
    items: &'static [&'static str],
    /// Name in the chart; empty if the attack uses an item.
    line: &'static str,
}

/// Creates an attack form from its key, label, item kinds and chart line.
const fn form(
    key: &'static str,
    title: Text,
    items: &'static [&'static str],
    line: &'static str,
) -> Form {
    Form {
        key,
        title,
        items,
        line,
    }
}

/// Maneuver key of magick that attacks directly.
const MAGICK: &str = "magick";
/// Maneuver key of magick delivered by a blow.
const DELIVERED: &str = "delivered_magick";
/// Maneuver key of a throw.
const THROW: &str = "throw";

/// All attack forms, in display order.
const FORMS: [Form; 11] = [
    form("strike", msg::STRIKE, &[], "Fist"),
    form("kick", msg::KICK, &[], "Kick"),
    form(
        "trained_strike",
        msg::STRIKE_WITH_MARTIAL_ARTS,
        &[],
        "Trained strike",
    ),
    form("do_strike", msg::STRIKE_WITH_DO, &[], "Do strike"),
    form("tackle", msg::TACKLE, &[], "Tackle"),
    form("weapon", msg::ATTACK_WITH_A_WEAPON, &[WEAPON], ""),
    form("shoot", msg::SHOOT, &[GUN], ""),
    form("bow", msg::SHOOT_A_BOW, &[BOW], ""),
    form(THROW, msg::THROW, &[THROWN], ""),
    form(MAGICK, msg::MAGICK, &[SPELL], ""),
    form(DELIVERED, msg::MAGICK_THROUGH_A_BLOW, &[SPELL], ""),
];

/// Options of blows that can deliver a spell.
const BLOWS: [(i32, Text, Ability); 4] = [
    (0, msg::BRAWL, Ability::Brawl),
    (1, msg::MARTIAL_ARTS, Ability::MartialArts),
    (2, msg::DO, Ability::Do),
    (3, msg::MELEE, Ability::Melee),
];

/// Options of openness for magick.
const OPEN: [(i32, Text, Openness); 3] = [
    (0, msg::COINCIDENTAL_2, Openness::Coincidental),
    (1, msg::VULGAR_2, Openness::Vulgar),
    (2, msg::VULGAR_WITH_WITNESSES_2, Openness::Witnessed),
];

/// Builds the attack of a scene without the action it uses; `None` if `key` is no attack or the
/// item is missing.
pub(super) fn blow<'a>(
    scene: &'a Scene<'a>,
    actor: &'a Fighter<'a>,
    key: &str,
) -> Option<Blow<'a>> {
    let form = FORMS.iter().find(|form| form.key == key)?;
    let line = match form.line {
        "" => {
            let item = scene.item();
            let item = item.filter(|item| form.items.contains(&item.kind.as_str()));
            item.map(gear::line)?
        }
        name => gear::named(name)?.clone(),
    };
    let line = match key {
        DELIVERED => AttackLine {
            ability: chosen(BLOWS, scene.set(THROUGH, 0)).unwrap_or(Ability::Brawl),
            ..line
        },
        _ => line,
    };
    let difficulty = match line.ability {
        Ability::Arete => {
            let sphere = scene.item().and_then(|item| item.number(SPHERE));
            let open = chosen(OPEN, scene.set(OPENNESS, 0)).unwrap_or(Openness::Coincidental);
            attack::magick(sphere.unwrap_or(1), open)
        }
        _ => difficulty(&line),
    };
    Some(Blow {
        scene,
        actor,
        incoming: incoming(scene, &line, key),
        mystic: form.items.contains(&SPELL),
        difficulty,
        flies: scene.intent.item.filter(|_| key == THROW),
        taken: None,
        defends: Cell::new(None),
        parries: Cell::new(None),
        by: settings(scene.house),
        line,
    })
}

/// Returns the option with this parameter value.
fn chosen<T: Copy, const N: usize>(options: [(i32, Text, T); N], value: i32) -> Option<T> {
    let mut options = options.into_iter();
    options
        .find(|(known, ..)| *known == value)
        .map(|(.., it)| it)
}

/// Returns the chart difficulty as terms (ASC-ATK-02).
fn difficulty(line: &AttackLine) -> Vec<Term> {
    match line.difficulty {
        DIFFICULTY => super::rolls::usual(),
        other => vec![Term::of_rule(
            Wording::verbatim(line.name.clone()),
            other,
            "ASC-ATK-02",
        )],
    }
}

/// Describes the attack as the defender has to meet it.
fn incoming(scene: &Scene<'_>, line: &AttackLine, key: &str) -> Incoming {
    let kind = match (line.ability, scene.between(0, RANGE, 0)) {
        (Ability::Firearms, 1) => Kind::FirearmClose,
        (Ability::Firearms, 2) => Kind::FirearmPointBlank,
        (Ability::Firearms, _) => Kind::Firearm,
        (Ability::Archery, _) => Kind::Arrow,
        (Ability::Arete, _) => Kind::Mystic,
        (Ability::Athletics, _) if key == THROW => Kind::Thrown,
        _ => Kind::HandToHand,
    };
    let bare = matches!(
        line.ability,
        Ability::Brawl | Ability::MartialArts | Ability::Do
    );
    Incoming {
        kind,
        damage: line.kind,
        source: if bare { Source::Fist } else { line.source },
        unblockable: line.unblockable,
    }
}

/// Builds the attack with the action it uses, asking for the share of a divided pool.
pub(super) fn begun<'a>(
    scene: &'a Scene<'a>,
    actor: &'a Fighter<'a>,
    play: &mut Play<'_>,
) -> Result<Option<Blow<'a>>, Stop> {
    let Some(mut blow) = blow(scene, actor, scene.intent.maneuver.as_ref()) else {
        return Ok(None);
    };
    let named = share(scene);
    let act = Turn::of(actor).next(sum(&blow.whole()), named.is_some());
    let act = act.unwrap_or(Act::Whole);
    let by = (0, crate::exchange::Party::Actor);
    blow.taken = Some(act.taken(play, by, named)?);
    Ok(Some(blow))
}

/// Returns the share of a divided pool that the intent requests, if any.
fn share(scene: &Scene<'_>) -> Option<i32> {
    Some(scene.set(SHARE, 0)).filter(|dice| *dice > 0)
}

/// All maneuvers of Ascension.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let forms = FORMS.iter().map(|form| Maneuver {
        key: form.key,
        title: form.title,
        rule: RuleId::new("ASC-ATK-01"),
        targets: Targets::One,
        items: form.items,
    });
    let rebound = Maneuver {
        key: REBOUND,
        title: msg::REBOUND,
        rule: RuleId::new("ASC-REB-02"),
        targets: Targets::One,
        items: &[WEAPON],
    };
    forms.chain([rebound]).collect()
});

/// Converts a refusal to the reason that bars a maneuver.
fn told(refusal: Refusal) -> Bar {
    let (why, rule) = refusal.barred();
    (why, RuleId::new(rule))
}

/// Lists the parameters of a maneuver.
pub(super) fn dials(key: &str) -> Vec<Dial> {
    let most = i32::try_from(MAX_DICE).unwrap_or(i32::MAX);
    let share = Dial::number(SHARE, msg::DICE_OF_A_DIVIDED_POOL, (0, most), 0);
    let more = match key {
        MAGICK => {
            let options = OPEN.map(|(value, title, _)| (value, title));
            Some(Dial::choice(OPENNESS, msg::HOW_OPENLY, &options))
        }
        DELIVERED => {
            let options = BLOWS.map(|(value, title, _)| (value, title));
            Some(Dial::choice(THROUGH, msg::DELIVERED_WITH, &options))
        }
        REBOUND => return Vec::new(),
        _ => None,
    };
    more.into_iter().chain([share]).collect()
}

/// Returns the reason that bars the intent of the scene, if any.
pub(super) fn barred(scene: &Scene<'_>) -> Option<Bar> {
    let refusal = match (scene.intent.maneuver.as_ref(), scene.actor) {
        (REBOUND, _) => Some(Refusal::FollowsParry),
        (_, None) => Some(Refusal::Nobody),
        (key, Some(actor)) => refused(scene, actor, key),
    };
    refusal.map(told)
}

/// Returns the refusal of an attack by this actor, if any.
fn refused(scene: &Scene<'_>, actor: &Fighter<'_>, key: &str) -> Option<Refusal> {
    if !health::can_act(actor.track) {
        return Some(Refusal::Incapacitated);
    }
    let at_hand = scene.item().is_none_or(crate::gear::Item::is_ready);
    let Some(blow) = blow(scene, actor, key).filter(|_| at_hand) else {
        return Some(Refusal::NotAtHand);
    };
    let named = share(scene);
    match next(actor, blow.line.ability, named.is_some(), &blow.by) {
        Err(refusal) => Some(refusal),
        Ok(Act::Share(room)) if named.is_some_and(|dice| dice > room.most) => {
            Some(Refusal::AllocationExceedsPool)
        }
        Ok(_) => None,
    }
}

/// Returns the next action of an actor who attacks with this ability.
fn next(
    actor: &Fighter<'_>,
    ability: Ability,
    divides: bool,
    by: &Settings,
) -> Result<Act, Refusal> {
    let whole = attack::terms(&super::person::attack(actor, ability), by);
    attack::check(&whole)?;
    Turn::of(actor).next(sum(&whole), divides)
}
