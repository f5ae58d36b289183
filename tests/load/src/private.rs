//! Measures what things told in private cost everybody: changes to eight seats of whom some are whispered to, asked in
//! secret and handed letters, beside a table at which nothing of it is.

use serde_json::json;

use crate::BoxError;
use crate::connection::Connection;
use crate::figures::{median, per_second, report};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{SeatCounts, Table};

/// Seats of the tables: eight with the storyteller.
const EIGHT: SeatCounts = [("co_storyteller", 0), ("player", 7), ("spectator", 0)];
/// Number of sockets at each table: two for each seat.
const SOCKET_COUNT: usize = 16;
/// Number of these sockets that send remarks, one for each seat.
const SPEAKER_COUNT: usize = 8;
/// Number of players who are told things in private.
const TOLD_COUNT: usize = 4;

/// Measures deliveries per second at a table with private things, and their ratio to those at one without.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let ours = Program::start_server(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let each = plan.pick(50, 5);
    let mut rates = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    let open = Table::new(ours.address, "chronicle", EIGHT).await?;
    let private = Table::new(ours.address, "chronicle", EIGHT).await?;
    let mut teller = Teller::begin(&ours, &private).await?;
    Teller::begin(&ours, &open).await?;
    let mut stages = Vec::new();
    for table in [&private, &open] {
        let requests = table.upgrade_requests(SOCKET_COUNT);
        stages.push(Stage::join(ours.address, requests, SPEAKER_COUNT).await?);
    }
    for round in 1..=plan.pick(9, 2) {
        teller.tell(round).await?;
        let mut taken = Vec::new();
        // Each goes first in turn, so that both find the machine in the same state.
        let mut order: Vec<usize> = vec![0, 1];
        order.rotate_left(round % 2);
        for at in order {
            let stage = stages.get_mut(at).ok_or("there is no such table")?;
            let took = stage.time_remarks(each).await?;
            taken.push((at, per_second(SPEAKER_COUNT * each * SOCKET_COUNT, took)));
        }
        taken.sort_by_key(|(at, _)| *at);
        let [(_, with), (_, without)] = taken[..] else {
            return Err("a table was not measured".into());
        };
        println!("  {round}: {with:.0} / {without:.0}");
        rates[0].push(with);
        rates[1].push(without);
        ratios.push(with / without);
        plan.let_limits_recover().await;
    }
    let [with, without] = rates.each_ref().map(|rates| median(rates));
    report(
        "fanout-private",
        &format!("{with:.0} deliveries/s"),
        &format!("{without:.0} deliveries/s"),
        &ratios,
    )
}

/// A storyteller who tells some players things in private.
struct Teller {
    line: Connection,
    /// The characters of those who are told.
    characters: Vec<String>,
}

impl Teller {
    /// Brings a character of each player to a table.
    async fn begin(program: &Program, table: &Table) -> Result<Self, BoxError> {
        let [storyteller, players @ ..] = &table.guests[..] else {
            return Err("nobody sits there".into());
        };
        let mut characters = Vec::new();
        for (number, player) in players.iter().enumerate() {
            let request = player.upgrade_request(&table.encounter);
            let (mut line, _) = Connection::join(program.address, &request).await?;
            let add = json!({"add": {"line": format!("Ilse {number} dex 3 wits 2 stam 2")}});
            let told = line.send_and_wait(&add).await?.join("");
            let id = told
                .split_once(r#"{"row":{"id":""#)
                .and_then(|(_, rest)| rest.get(..8));
            characters.push(id.ok_or("nobody was added")?.to_owned());
        }
        characters.truncate(TOLD_COUNT);
        let request = storyteller.upgrade_request(&table.encounter);
        let (line, _) = Connection::join(program.address, &request).await?;
        Ok(Self { line, characters })
    }

    /// Whispers to the players, asks them for a roll in secret, and makes a letter and hands it to them.
    async fn tell(&mut self, round: usize) -> Result<(), BoxError> {
        let to: Vec<usize> = (2..TOLD_COUNT + 2).collect();
        let whisper = json!({"whisper": {"to": to, "words": "You know that hand."}});
        self.line.send_and_wait(&whisper).await?;
        let ask = json!({"ask_roll": {
            "pool": [{"trait": "wits"}], "of": self.characters, "telling": {"secret": {}},
        }});
        self.line.send_and_wait(&ask).await?;
        let name = format!("Letter {round} from V.");
        let letter = json!({"edit_handout": {"put": {"to": {
            "kind": "letter", "name": name,
            "text": [{"words": "Meet me where your "}, {"words": "sister drowned", "covered": true}],
        }}}});
        let told = self.line.send_and_wait(&letter).await?.join("");
        let id = id_before(&told, &name).ok_or_else(|| format!("no letter was made: {told}"))?;
        let give = json!({"edit_handout": {"give": {"id": id, "to": self.characters}}});
        self.line.send_and_wait(&give).await?;
        Ok(())
    }
}

/// Returns the id of the handout of this name in a change that was told as text.
fn id_before(told: &str, name: &str) -> Option<u64> {
    let (before, _) = told.split_once(&format!(r#",{{"kind":"letter","name":"{name}""#))?;
    let (_, id) = before.rsplit_once('[')?;
    id.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_found_by_its_name() {
        let told = r#"[{"handout":[7,{"kind":"letter","name":"Dawn"}]},{"handout":[31,{"kind":"letter","name":"Dusk"}]}]"#;
        assert_eq!(id_before(told, "Dusk"), Some(31));
        assert_eq!(id_before(told, "Noon"), None);
    }
}
