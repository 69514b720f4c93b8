//! What the games of a tournament come to.

use std::collections::BTreeMap;

use outflank_rules::Color;

use crate::entry::GameEntry;
use crate::hall::Fixture;
use crate::sprt::SprtVerdict;
use crate::standings::{Meeting, Standings};
use crate::tally::Tally;
use crate::tournament::judged::Losses;
use crate::tournament::plan::TournamentPlan;

/// The games of a tournament that count, and their sums.
#[derive(Clone, Debug)]
pub struct TournamentResults {
    /// The games, in the order of their numbers. Games played after a test had come to its end are left out.
    pub games: Vec<GameEntry>,
    /// The sums.
    pub standings: Standings,
    /// What the moves lost, if they were judged.
    pub losses: Option<Losses>,
    /// What the engine expected before each ply after the opening and at the end, black's discs minus
    /// white's, by the number of the game; only where that was wanted.
    pub curves: BTreeMap<u32, Vec<i8>>,
    /// How many games there are to be, at most.
    pub planned: u64,
    /// Whether all games have been played, or a test has come to its end.
    pub complete: bool,
}

impl TournamentResults {
    /// Counts games; the entries may be in any order.
    #[must_use]
    pub(crate) fn new(plan: &TournamentPlan, mut entries: Vec<GameEntry>) -> TournamentResults {
        let schedule = plan.schedule();
        let planned = schedule.count();
        entries.sort_by_key(|entry| entry.game);
        let mut standings = Standings::new(plan.names.len());
        let mut waiting: Vec<Option<Meeting>> = vec![None; schedule.pairings.len()];
        let mut games = Vec::with_capacity(entries.len());
        let mut test = Tally::default();
        let mut decided = false;
        let mut left = entries.into_iter().peekable();
        for fixture in schedule.fixtures() {
            let Some(entry) = left.next_if(|entry| entry.game == fixture.number + 1) else {
                // A test is decided by games in their order: what comes after a gap has to wait.
                if plan.sprt.is_some() || left.peek().is_none() {
                    break;
                }
                continue;
            };
            let meeting = meeting(&fixture, &entry);
            games.push(entry);
            let pairing = &mut waiting[fixture.pairing as usize];
            let [one, other] = fixture.players;
            match pairing.take() {
                _ if one == other => standings.add_single(&meeting),
                Some(first) if fixture.index % 2 == 1 && first.seats != meeting.seats => {
                    standings.add_pair(&[first, meeting]);
                    test.add_pair([first.score, -meeting.score]);
                    decided = plan.sprt.is_some_and(|sprt| sprt.verdict(&test) != SprtVerdict::Open);
                }
                Some(first) => {
                    standings.add_single(&first);
                    *pairing = Some(meeting);
                }
                None => *pairing = Some(meeting),
            }
            if decided {
                break;
            }
        }
        waiting.iter().flatten().for_each(|meeting| standings.add_single(meeting));
        standings.rate();
        let complete = decided || games.len() as u64 == planned;
        TournamentResults { games, standings, losses: None, curves: BTreeMap::new(), planned, complete }
    }
}

fn meeting(fixture: &Fixture, entry: &GameEntry) -> Meeting {
    Meeting {
        seats: fixture.seats(),
        score: entry.score,
        forfeited: entry.forfeit.is_some(),
        thinking: Color::BOTH.map(|side| entry.thinking(side)),
    }
}
