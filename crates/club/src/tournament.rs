//! A tournament: entrants and rounds, and what may be done with them.

use outflank_rules::Color;

use crate::round_robin::{self, table_rounds};
use crate::rules::{ClubSystem, LateEntry, MOST_ENTRANTS};
use crate::swiss;
use crate::{BoardResult, ClubEntrant, ClubRefused, ClubRules, EntrantNumber};

/// Two who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClubBoard {
    /// Who plays black.
    pub black: EntrantNumber,
    /// Who plays white.
    pub white: EntrantNumber,
    /// What came of it; `None` until that is known.
    pub result: Option<BoardResult>,
}

impl ClubBoard {
    /// Returns which side somebody has here.
    #[must_use]
    pub fn side_of(&self, entrant: EntrantNumber) -> Option<Color> {
        match entrant {
            _ if entrant == self.black => Some(Color::Black),
            _ if entrant == self.white => Some(Color::White),
            _ => None,
        }
    }

    /// Returns who has a side.
    #[must_use]
    pub fn entrant(&self, side: Color) -> EntrantNumber {
        match side {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// A round that is paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClubRound {
    /// Those who meet, the first board first.
    pub boards: Vec<ClubBoard>,
    /// Who sits out, and gets a point for it.
    pub bye: Option<EntrantNumber>,
}

impl ClubRound {
    /// Counts the boards without a result.
    #[must_use]
    pub fn open_boards(&self) -> usize {
        self.boards.iter().filter(|board| board.result.is_none()).count()
    }
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClubState {
    /// No round is paired: people enter.
    Open,
    /// A round is under way.
    RoundRunning,
    /// All rounds that are paired are played.
    BetweenRounds,
    /// No further round is played.
    Over,
}

/// A tournament between people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubTournament {
    /// How it is played.
    pub rules: ClubRules,
    /// Those who take part, in the order of entry: in the first round the best players should come first.
    pub entrants: Vec<ClubEntrant>,
    /// The rounds that are paired.
    pub rounds: Vec<ClubRound>,
    /// Whether it is over.
    pub is_over: bool,
}

impl ClubTournament {
    /// Makes a tournament that nobody has entered yet.
    #[must_use]
    pub const fn new(rules: ClubRules) -> ClubTournament {
        ClubTournament { rules, entrants: Vec::new(), rounds: Vec::new(), is_over: false }
    }

    /// Returns somebody who takes part.
    ///
    /// # Panics
    ///
    /// If nobody has that number.
    #[must_use]
    pub fn entrant(&self, number: EntrantNumber) -> &ClubEntrant {
        &self.entrants[number.0]
    }

    /// Lists those who play on, in the order of entry.
    pub fn active(&self) -> impl Iterator<Item = EntrantNumber> + '_ {
        let playing = self.entrants.iter().enumerate().filter(|(_, entrant)| !entrant.withdrawn);
        playing.map(|(index, _)| EntrantNumber(index))
    }

    /// Returns how far it is.
    #[must_use]
    pub fn state(&self) -> ClubState {
        match self.rounds.last() {
            _ if self.is_over => ClubState::Over,
            None => ClubState::Open,
            Some(round) if round.open_boards() > 0 => ClubState::RoundRunning,
            Some(_) => ClubState::BetweenRounds,
        }
    }

    /// Returns how many rounds are to be played in all.
    #[must_use]
    pub fn planned_rounds(&self) -> usize {
        match self.rules.system {
            ClubSystem::Swiss => self.rules.rounds,
            system => table_rounds(self.table().len(), system),
        }
    }

    /// Lists those who are in the table of a round robin: the field of the first round.
    fn table(&self) -> Vec<EntrantNumber> {
        let Some(first) = self.rounds.first() else { return self.active().collect() };
        let boards = first.boards.iter().flat_map(|board| [board.black, board.white]);
        let mut field: Vec<EntrantNumber> = boards.chain(first.bye).collect();
        field.sort_unstable();
        field
    }

    /// Lets somebody take part: from the next round that is paired.
    ///
    /// # Errors
    ///
    /// If the name is empty or taken, there is no room, or it is too late.
    pub fn enter(&mut self, name: &str) -> Result<EntrantNumber, ClubRefused> {
        let name = self.free_name(name, None)?;
        if self.is_over {
            return Err(ClubRefused::Over);
        }
        let is_late = !self.rounds.is_empty();
        let takes_late = self.rules.system == ClubSystem::Swiss && self.rules.late != LateEntry::Refused;
        if is_late && !takes_late {
            return Err(ClubRefused::TooLate);
        }
        if self.entrants.len() >= MOST_ENTRANTS {
            return Err(ClubRefused::Full(MOST_ENTRANTS));
        }
        self.entrants.push(ClubEntrant { name, joined: self.rounds.len(), withdrawn: false });
        Ok(EntrantNumber(self.entrants.len() - 1))
    }

    /// Gives somebody another name.
    ///
    /// # Errors
    ///
    /// If nobody has that number, or the name is empty or taken.
    pub fn rename(&mut self, number: EntrantNumber, name: &str) -> Result<(), ClubRefused> {
        let name = self.free_name(name, Some(number))?;
        self.entrants.get_mut(number.0).ok_or(ClubRefused::NoEntrant(number))?.name = name;
        Ok(())
    }

    fn free_name(&self, name: &str, own: Option<EntrantNumber>) -> Result<String, ClubRefused> {
        let name = name.trim();
        if name.is_empty() {
            return Err(ClubRefused::NoName);
        }
        let folded = name.to_lowercase();
        let mut others =
            self.entrants.iter().enumerate().filter(|&(index, _)| Some(EntrantNumber(index)) != own);
        if others.any(|(_, entrant)| entrant.name.to_lowercase() == folded) {
            return Err(ClubRefused::NameTaken(name.to_owned()));
        }
        Ok(name.to_owned())
    }

    /// Lets somebody play no further rounds, or play on after all. A board under way that has no result is
    /// forfeited by whoever leaves.
    ///
    /// # Errors
    ///
    /// If nobody has that number, or the tournament is over.
    pub fn withdraw(&mut self, number: EntrantNumber, withdrawn: bool) -> Result<(), ClubRefused> {
        if self.is_over {
            return Err(ClubRefused::Over);
        }
        let entrant = self.entrants.get_mut(number.0).ok_or(ClubRefused::NoEntrant(number))?;
        entrant.withdrawn = withdrawn;
        let under_way = self.rounds.last_mut().into_iter().flat_map(|round| &mut round.boards);
        for board in under_way.filter(|board| withdrawn && board.result.is_none()) {
            board.result = board.side_of(number).map(BoardResult::Forfeit);
        }
        Ok(())
    }

    /// Pairs the next round.
    ///
    /// # Errors
    ///
    /// If the tournament is over, a round is under way, all are played, or fewer than two would play.
    pub fn pair(&mut self) -> Result<&ClubRound, ClubRefused> {
        if self.is_over {
            return Err(ClubRefused::Over);
        }
        let open = self.rounds.last().map_or(0, ClubRound::open_boards);
        if open > 0 {
            return Err(ClubRefused::RoundRunning(self.rounds.len(), open));
        }
        let playing = self.active().count();
        if playing < 2 {
            return Err(ClubRefused::TooFew(playing));
        }
        let planned = self.planned_rounds();
        if self.rounds.len() >= planned {
            return Err(ClubRefused::NoFurtherRound(planned));
        }
        let round = match self.rules.system {
            ClubSystem::Swiss => swiss::pair(self),
            _ => self.table_round(),
        };
        self.rounds.push(round);
        Ok(&self.rounds[self.rounds.len() - 1])
    }

    /// Returns the next round of a round robin. Who has withdrawn forfeits.
    fn table_round(&self) -> ClubRound {
        let mut round = round_robin::round(&self.table(), self.rounds.len());
        let is_gone = |number: EntrantNumber| self.entrant(number).withdrawn;
        for board in &mut round.boards {
            board.result = match (is_gone(board.black), is_gone(board.white)) {
                (true, true) => Some(BoardResult::DoubleForfeit),
                (true, false) => Some(BoardResult::Forfeit(Color::Black)),
                (false, true) => Some(BoardResult::Forfeit(Color::White)),
                (false, false) => None,
            };
        }
        round.bye = round.bye.filter(|&number| !is_gone(number));
        round
    }

    /// Takes the pairing of the last round back.
    ///
    /// # Errors
    ///
    /// If there is none, a result is entered, or the tournament is over.
    pub fn unpair(&mut self) -> Result<(), ClubRefused> {
        if self.is_over {
            return Err(ClubRefused::Over);
        }
        let number = self.rounds.len();
        let round = self.rounds.last().ok_or(ClubRefused::NotBegun)?;
        if round.open_boards() < round.boards.len() {
            return Err(ClubRefused::HasResults(number));
        }
        self.rounds.pop();
        for entrant in &mut self.entrants {
            entrant.joined = entrant.joined.min(self.rounds.len());
        }
        Ok(())
    }

    /// Enters or corrects what came of a board; rounds and boards are counted from zero. Later rounds stay
    /// paired as they are. A round before the last keeps a result.
    ///
    /// # Errors
    ///
    /// If there is no such board, or a result would be missing in a round that is over.
    pub fn set_result(
        &mut self,
        round: usize,
        board: usize,
        result: Option<BoardResult>,
    ) -> Result<Option<BoardResult>, ClubRefused> {
        let missing = ClubRefused::NoBoard { round: round + 1, board: board + 1 };
        let is_last = round + 1 == self.rounds.len();
        if result.is_none() && (!is_last || self.is_over) {
            return Err(if self.is_over { ClubRefused::Over } else { ClubRefused::RoundOver(round + 1) });
        }
        let found = self.rounds.get_mut(round).and_then(|round| round.boards.get_mut(board));
        Ok(std::mem::replace(&mut found.ok_or(missing)?.result, result))
    }

    /// Ends the tournament.
    ///
    /// # Errors
    ///
    /// If it is over already, or a round is under way.
    pub fn end(&mut self) -> Result<(), ClubRefused> {
        match self.state() {
            ClubState::Over => Err(ClubRefused::Over),
            ClubState::RoundRunning => {
                let open = self.rounds.last().map_or(0, ClubRound::open_boards);
                Err(ClubRefused::RoundRunning(self.rounds.len(), open))
            }
            ClubState::Open | ClubState::BetweenRounds => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}
