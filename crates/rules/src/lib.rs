//! The rules of Coterie: what may happen at a table, who may do it, and who may see it.
//!
//! The crate is pure. It has no clock, no input or output and no randomness of its own: the server passes in time, ids and
//! dice. Server and browser run the same code.
//!
//! # The heart
//!
//! A [`Command`](encounter::Command) is an order. [`decide`](encounter::decide()) says what it would do and changes
//! nothing; the answer is a list of [`Event`](encounter::Event)s or a typed [`Refusal`](encounter::Refusal).
//! [`Encounter::apply`](encounter::Encounter::apply) makes events so and cannot fail.
//! [`View::of`](encounter::View::of) is the only function that hides anything.
//!
//! ```
//! use rules::base::dice::DiceScript;
//! use rules::base::id::{CommandId, SeatId};
//! use rules::base::seat::{Actor, Role};
//! use rules::base::text::Name;
//! use rules::encounter::{Class, Command, Encounter, IssuedCommand, Record, Refusal, View, decide};
//! use rules::ruleset::SystemId;
//!
//! let mut encounter = Encounter::new(Name::new("The Docks").expect("a name"), SystemId::Chronicle);
//! let mut dice = DiceScript::new([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]);
//! let mut give = |number, by, command| {
//!     let given = IssuedCommand { id: CommandId(number), by, command };
//!     let events = decide(&encounter, &given, &mut dice)?;
//!     encounter.apply(&Record { at: 0, by, command: given.id, events });
//!     Ok::<View, Refusal>(View::of(&encounter, Class::Table))
//! };
//!
//! // The server seats a storyteller and a player.
//! let (mara, ana) = (SeatId(1), SeatId(2));
//! for (seat, name, role) in [(mara, "Mara", Role::Storyteller), (ana, "Ana", Role::Player)] {
//!     give(u128::from(seat.0), Actor::Server, Command::Sit { seat, name: name.into(), role })?;
//! }
//!
//! // A ghoul that the storyteller hides is not in the view of players: no gap, no number, no name.
//! let line = "Ghoul str 3 dex 2 stam 3 size 5".to_owned();
//! let add = Command::Add { line, side: None, hidden: true, as_one: false };
//! let seen = give(3, Actor::Seat(mara), add.clone())?;
//! assert!(seen.bench.is_empty() && seen.order.is_empty());
//!
//! // A player may not hide anybody, and is told why.
//! assert!(give(4, Actor::Seat(ana), add).is_err());
//! # Ok::<(), Refusal>(())
//! ```
//!
//! # One exchange
//!
//! A rule system writes each attack once, from top to bottom, over a [`Play`](exchange::Play), and never learns which of
//! its three lives it is in: at the table answers come from people, in a test from a policy and scripted dice, and for the
//! odds from every face there is.
//!
//! ```
//! use rules::base::dice::DiceScript;
//! use rules::base::sorted_map::Map;
//! use rules::character::condition::Conditions;
//! use rules::character::gear::Gear;
//! use rules::character::parameters::Parameters;
//! use rules::character::sheet::Sheet;
//! use rules::exchange::{Effect, FirstOpen, Intent, Scene, exchange_odds, play_out};
//! use rules::ruleset::SystemId;
//! use rules::ruleset::combatant_info::CombatantInfo;
//! use rules::ruleset::house_rules::HouseRules;
//!
//! let sheet = |traits: &[(&str, i32)]| Sheet {
//!     traits: traits.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect(),
//!     ..Sheet::default()
//! };
//! let sheets = [sheet(&[("strength", 3), ("brawl", 2)]), sheet(&[("dexterity", 2), ("wits", 2)])];
//! let tracks = sheets.each_ref().map(|sheet| SystemId::Chronicle.client_rules().unmarked_track(sheet).expect("a track"));
//! let (gear, conditions, house) = (Gear::default(), Conditions::default(), HouseRules::default());
//! let (tally, pools) = (Map::default(), Map::default());
//! let info = |nth: usize| CombatantInfo {
//!     sheet: &sheets[nth],
//!     track: &tracks[nth],
//!     initiative: None,
//!     unscored: false,
//!     moved: 0,
//!     plan: None,
//!     tally: &tally,
//!     pools: &pools,
//!     conditions: &conditions,
//!     gear: &gear,
//!     house: &house,
//! };
//! let scene = Scene {
//!     actor: Some(&info(0)),
//!     targets: &[info(1)],
//!     bystanders: &[],
//!     situations: &[Parameters::default()],
//!     holds: &[],
//!     space: &[],
//!     intent: &Intent::of("unarmed"),
//!     house: &house,
//! };
//!
//! // Strength 3 and Brawl 2 against Defense 2: three dice, of which 8, 9 and 10 succeed.
//! let mut dice = DiceScript::new([9, 8, 3]);
//! let played = play_out(SystemId::Chronicle.combat(), &scene, &[], &FirstOpen, &mut dice)?;
//! assert!(played.effects.iter().any(|effect| matches!(effect, Effect::Harm { .. })));
//!
//! // The same code, once for every way the dice can fall.
//! let odds = exchange_odds(SystemId::Chronicle.combat(), &scene, &[], &FirstOpen)?;
//! let hit = odds.probability_of(|effects| effects.iter().any(|effect| matches!(effect, Effect::Harm { .. })));
//! assert!(odds.exact && hit > 0.5);
//! # Ok::<(), rules::chat_command::ChatError>(())
//! ```
//!
//! # Where things are
//!
//! | module | holds |
//! |---|---|
//! | [`base`] | ids, texts, seats, dice and terms, on which all others stand |
//! | [`character`] | sheet, health track, gear, conditions and plan of a combatant |
//! | [`encounter`] | state, commands, events, permissions, log, undo, views, replay and recap of one fight |
//! | [`exchange`] | attacks and contests, a step at a time, and their odds |
//! | [`systems`] | the five rule systems, each a folder; [`ruleset`] is what the table asks of them |
//! | [`clock`] | clocks and extended actions, and the line that makes one |
//! | [`space`] | places of a scene, the ways between them, and what a rule system is told of two combatants there |
//! | [`dice_proof`] | commitments by which a player checks that dice were not chosen |
//! | [`messages`] | every sentence that people read, by key |
//! | [`trait_pool`] | pools of dice named by traits, before it is known who rolls them |
//! | [`archive`], [`wire`] | a table as a file; what goes over the socket |

pub mod archive;
pub mod base;
pub mod character;
pub mod chat;
pub mod chat_command;
pub mod clock;
pub mod demo_script;
pub mod dice_proof;
pub mod encounter;
pub mod exchange;
pub mod handout;
pub mod messages;
pub mod ruleset;
pub mod space;
#[cfg(not(private_systems))]
pub mod systems;
// `cargo xtask check` compiles it so: what nothing outside the folder reaches is reported as unused.
#[cfg(private_systems)]
mod systems;
pub mod table_screen;
pub mod trait_pool;
pub mod wire;
