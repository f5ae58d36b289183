//! Where one who is thrown lands in the scene (CHR-GRAP-14).

use crate::exchange::{ChoiceOption, Effect, Party, Play, Shift, Slot, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::space::{Drop, Exit, Passage};
use crate::systems::chronicle::combat::effects::tell;
use crate::systems::chronicle::combat::stage::Stage;

/// Key of the choice to let the other land in the same place.
const HERE: &str = "here";

/// Lets the thrower choose a place within the short range of the throw, if there are ways out of the one they are in,
/// and puts the one who is thrown there. Whatever else a fall does is the storyteller's to say.
pub(crate) fn land(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    (by, on): (Party, Party),
    short: i32,
) -> Result<(), Stop> {
    let Some(between) = stage.scene.separation(0) else {
        return Ok(());
    };
    let is_near = |exit: &&Exit| exit.distance.is_none_or(|yards| i32::from(yards) <= short);
    let exits: Vec<&Exit> = between.exits.iter().filter(is_near).collect();
    let into = match exits.is_empty() {
        true => None,
        false => {
            let here = between.there.clone().map_or_else(Wording::default, |name| {
                msg::wordings::in_the_same_place(&name)
            });
            let ways = exits
                .iter()
                .map(|exit| ChoiceOption::new(key(exit), title(exit)));
            let options = std::iter::once(ChoiceOption::new(HERE, here)).chain(ways);
            let (slot, title) = (Slot::new("landing"), msg::WHERE_DO_THEY_LAND);
            let chose = play.ask_choice(slot, by, title, "CHR-GRAP-14", options.collect())?;
            exits.into_iter().find(|exit| key(exit) == chose)
        }
    };
    let to = into.map_or(Shift::Aside, |exit| Shift::Into(exit.to));
    play.add_effect(Effect::Shift { who: on, to });
    match into.and_then(|exit| exit.drop) {
        Some(Drop::Water) => tell(play, on, msg::LANDS_IN_THE_WATER, "CHR-GRAP-14"),
        Some(Drop::Fall(yards)) => {
            tell(
                play,
                on,
                msg::wordings::falls_yards(yards.into()),
                "CHR-ST-01",
            );
        }
        None if into.is_some_and(|exit| exit.passage == Passage::Drop) => {
            tell(play, on, msg::FALLS, "CHR-ST-01");
        }
        None => {}
    }
    Ok(())
}

/// Returns the key of the choice of a way out.
fn key(exit: &Exit) -> String {
    exit.to.0.to_string()
}

/// Returns a way out in words.
fn title(exit: &Exit) -> Wording {
    match exit.passage {
        Passage::Window => msg::wordings::out_of_a_window(&exit.name),
        Passage::Drop => msg::wordings::over_the_edge(&exit.name),
        Passage::Ground | Passage::Stairs | Passage::Ladder => {
            msg::wordings::into_a_place(&exit.name)
        }
    }
}
