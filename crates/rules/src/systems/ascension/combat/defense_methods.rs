//! Defense methods: dodge, block, parry, countermagick, and desperate defense (ASC-DODGE-01 to 06,
//! ASC-BLOCK-01 to 06, ASC-PARRY-01, ASC-CM-01, ASC-DESP-01).

use super::super::attack::AttackAbility;
use super::super::chart::AttackLine;
use super::super::defense::{
    self, AttackSource, COUNTERMAGICK, DefenseKind as Kind, DefenseSituation, DefenseSum,
    IncomingAttack,
};
use super::super::{Refusal, Settings, desperate};
use super::combatant_stats;
use super::turn::{self, TurnState};
use crate::base::term::{Term, sum_terms};
use crate::exchange::{Effect, Party, Play};
use crate::messages::ascension as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::resolve::{
    BLOCK, DODGE, DefenseOption, PARRY, RollSpec, check_can_abort, roll_purchases,
};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::sheet::STRENGTH;
use crate::systems::d10::shared_rules::tally::{DEFENSES, DESPERATE as STANCE};

/// Defense method that a target can choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefenseMethod {
    key: &'static str,
    title: Text,
    /// Kind of defense; `None` for a desperate defense.
    kind: Option<Kind>,
    /// Whether the method uses Acrobatics, Martial Arts or Do.
    trained: bool,
}

/// Defense methods of an ordinary turn, in display order.
const DEFENSE_METHODS: [DefenseMethod; 6] = [
    defense_method(DODGE, msg::DODGE, Kind::Dodge, false),
    defense_method("acrobatics", msg::DODGE_WITH_ACROBATICS, Kind::Dodge, true),
    defense_method(BLOCK, msg::BLOCK, Kind::Block, false),
    defense_method(
        "trained_block",
        msg::BLOCK_WITH_MARTIAL_ARTS_OR,
        Kind::Block,
        true,
    ),
    defense_method(PARRY, msg::PARRY, Kind::Parry, false),
    defense_method(
        COUNTERMAGICK,
        msg::COUNTERMAGICK,
        Kind::Countermagick,
        false,
    ),
];

/// Defense methods of a desperate turn.
const DESPERATE_METHODS: [DefenseMethod; 2] = [
    DefenseMethod {
        key: "desperate",
        title: msg::DESPERATE_DEFENSE,
        kind: None,
        trained: false,
    },
    DefenseMethod {
        key: "desperate_acrobatics",
        title: msg::DESPERATE_DEFENSE_WITH_ACROBATICS,
        kind: None,
        trained: true,
    },
];

/// Creates a defense method of an ordinary turn.
const fn defense_method(
    key: &'static str,
    title: Text,
    kind: Kind,
    trained: bool,
) -> DefenseMethod {
    DefenseMethod {
        key,
        title,
        kind: Some(kind),
        trained,
    }
}

impl DefenseMethod {
    /// Whether the method is a block.
    pub(super) fn is_block(&self) -> bool {
        self.kind == Some(Kind::Block)
    }

    /// Whether the method is a parry.
    pub(super) fn is_parry(&self) -> bool {
        self.kind == Some(Kind::Parry)
    }

    /// Returns the kind as which the defense is declared in a plan.
    pub(super) const fn declared_kind(&self) -> &'static str {
        match self.kind {
            Some(Kind::Dodge) | None => DODGE,
            Some(Kind::Block) => BLOCK,
            Some(Kind::Parry) => PARRY,
            Some(Kind::Countermagick) => COUNTERMAGICK,
        }
    }

    /// Whether the method is part of a desperate defense.
    pub(super) const fn is_desperate(&self) -> bool {
        self.kind.is_none()
    }

    /// Returns the circumstances with the choices of this method applied.
    pub(super) fn apply_to_situation(&self, at: DefenseSituation) -> DefenseSituation {
        DefenseSituation {
            use_acrobatics: self.trained && !self.is_block(),
            use_martial_arts: self.trained && self.is_block(),
            ..at
        }
    }
}

/// Lists every defense of a combatant against an attack, each permitted or barred.
pub(super) fn all_defenses(
    who: &CombatantInfo<'_>,
    incoming: &IncomingAttack,
    mystic: bool,
    situation: &DefenseSituation,
    settings: &Settings,
) -> Vec<(DefenseMethod, DefenseOption)> {
    let defender = combatant_stats::defender_stats(who);
    let desperately = |way: DefenseMethod, before: i32, gives_up: bool| {
        let at = way.apply_to_situation(*situation);
        let sum = desperate::desperate_defense_sum(&defender, incoming, &at, before, settings);
        let refused = desperate::check_desperate_defense(&defender, &at, &sum);
        let refused = refused.and_then(|()| match gives_up {
            true => check_can_abort(who, &settings.abort_limits(), &D10),
            false => Ok(()),
        });
        (way, defense_option(who, way, sum, refused.err()))
    };
    if let Some(before) = turn::desperate_defense_index(who) {
        return DESPERATE_METHODS
            .map(|way| desperately(way, before, false))
            .into();
    }
    let trained = defender.martial_arts > 0 || defender.do_ > 0;
    let one = |way: DefenseMethod| {
        let kind = way
            .kind
            .filter(|_| trained || !way.is_block() || !way.trained)?;
        let at = way.apply_to_situation(*situation);
        let mut incoming = *incoming;
        if kind == Kind::Countermagick && mystic {
            incoming.kind = super::super::defense::IncomingKind::Mystic;
        }
        let sum = defense::defense_sum(kind, &defender, &incoming, &at, settings);
        let refused = defense::check_defense(kind, &defender, &incoming, &at, settings);
        let refused = refused.and_then(|()| check_action(who, &way, &sum, settings));
        Some((way, defense_option(who, way, sum, refused.err())))
    };
    // A combatant who has not acted can convert the whole turn when attacked (ASC-DEF-02).
    let turns = TurnState::of(who).can_turn_desperate();
    let turns = turns.map(|gives_up| DESPERATE_METHODS.map(|way| desperately(way, 0, gives_up)));
    let ways = DEFENSE_METHODS.into_iter().filter_map(one);
    ways.chain(turns.into_iter().flatten()).collect()
}

/// Checks that an action is left for a defense, and can be given up for it if declared.
fn check_action(
    who: &CombatantInfo<'_>,
    way: &DefenseMethod,
    of: &DefenseSum,
    settings: &Settings,
) -> Result<(), Refusal> {
    let turn = TurnState::of(who);
    let defends = turn.action_for_defense(way.declared_kind());
    turn.action_for_pool(Some(defends.number), sum_terms(&of.terms), false)?;
    match defends.declared {
        true => Ok(()),
        false => check_can_abort(who, &settings.abort_limits(), &D10),
    }
}

/// Builds the defense option of a method from its pool and a possible refusal.
fn defense_option(
    who: &CombatantInfo<'_>,
    way: DefenseMethod,
    sum: DefenseSum,
    refused: Option<Refusal>,
) -> DefenseOption {
    let throw = RollSpec::new(way.title, RollPurpose::Action, sum.terms);
    DefenseOption {
        key: way.key,
        title: way.title,
        throw: throw.with_difficulty(sum.difficulty),
        buys: roll_purchases(who, &D10),
        barred: refused.map(Into::into),
    }
}

/// Records that the turn was converted to a desperate defense when attacked (ASC-DEF-02).
pub(super) fn record_desperate_turn(play: &mut Play<'_>, who: Party) {
    play.add_effect(Effect::Count {
        who,
        key: STANCE.into(),
    });
}

/// Counts a defense of a desperate turn (ASC-DESP-02).
pub(super) fn count_desperate_defense(play: &mut Play<'_>, who: Party) {
    play.add_effect(Effect::Count {
        who,
        key: DEFENSES.into(),
    });
}

/// Whether an attack uses nothing but the body (ASC-REB-01).
pub(super) fn is_unarmed(line: &AttackLine) -> bool {
    let body = matches!(
        line.ability,
        AttackAbility::Brawl
            | AttackAbility::MartialArts
            | AttackAbility::Do
            | AttackAbility::Athletics
    );
    body && line.range == 0 && line.source == AttackSource::Fist
}

/// Returns the damage dice of a hit, without those of extra successes.
pub(super) fn damage_terms(who: &CombatantInfo<'_>, line: &AttackLine) -> Vec<Term> {
    let strength = if line.strength {
        who.sheet.get(&STRENGTH)
    } else {
        0
    };
    [
        (Wording::from(msg::STRENGTH), strength),
        (Wording::verbatim(line.name.clone()), line.damage),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(label, value)| Term::from_rule(label, value, "ASC-ATK-02"))
    .collect()
}
