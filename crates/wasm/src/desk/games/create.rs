//! Games as a whole: begin, play again, go on from another position, take over from a text.

use std::time::Duration;

use outflank_game::{GameInPlay, PlayerId, Seat, TimeControl};
use outflank_keep::openings;
use outflank_records::{PlayerInfo, Record};
use outflank_rules::{Game, Position};
use outflank_wire::checks::{NAME_LIMIT, clock_of, name, pace};
use outflank_wire::{Created, EditWish, GameWish, ImportView, SeatWish, TextWish};
use outflank_wire::{players, text};

use super::play::GameBeginning;
use crate::desk::reply::{Handled, Reply};
use crate::desk::request::DeskRequest;
use crate::desk::{Desk, DeskRefusal};

/// How many games are taken over at once.
const IMPORT_LIMIT: usize = 200;

impl Desk {
    /// Begins a game.
    pub(super) fn create_game(&mut self, request: &DeskRequest) -> Handled {
        let wish: GameWish = request.json()?;
        if wish.invite.is_some() || wish.rated {
            return Err(DeskRefusal::needs_server("a game with somebody elsewhere"));
        }
        let record = match &wish.start {
            Some(_) if wish.balanced => {
                return Err(DeskRefusal::bad("a game has a start or a balanced opening, not both"));
            }
            Some(text) => text::parse(text)?,
            None if wish.balanced => Record::from(&self.balanced_opening()),
            None => Record::new(Position::start()),
        };
        let clock: Option<TimeControl> = wish.clock.map(clock_of).transpose()?;
        let seats = [seat(&wish.black)?, seat(&wish.white)?];
        let game =
            GameInPlay::new(record.game(), seats).with_time_control(clock).with_manual_pass(wish.manual_pass);
        let new = GameBeginning {
            name: name(&wish.name)?,
            opening: record.plies().len(),
            pace: pace(wish.pace)?,
            saved: wish.saved.unwrap_or(true),
            game,
        };
        self.begun(new)
    }

    /// Begins a game and shows it.
    fn begun(&mut self, new: GameBeginning) -> Handled {
        let id = self.begin_game(new);
        let game = self.games.place(id)?.show(self.now);
        Ok(Some(Reply::created(&Created { game, key: None, invitation: None })))
    }

    /// Returns one of the balanced openings.
    fn balanced_opening(&mut self) -> Game {
        let all = openings::balanced();
        let place = self.dice().below(u32::try_from(all.len()).unwrap_or(u32::MAX)) as usize;
        all.into_iter().nth(place).unwrap_or_else(|| Game::new(Position::start()))
    }

    /// Begins a game with the same players and the same opening, colours exchanged.
    pub(super) fn rematch(&mut self, id: i64) -> Handled {
        let old = self.games.kept(id)?;
        let mut opening = old.game.history().clone();
        opening.go_to(old.opening);
        let opening = Game::replay(opening.start(), opening.plies().iter().copied());
        let opening = opening.map_err(|error| DeskRefusal::internal(error.to_string()))?;
        let [black, white] = old.game.seats().clone();
        let new = self.another(id, opening, [white, black])?;
        let answer = self.begun(new);
        let new = self.last_number;
        if let Ok(place) = self.games.place(id) {
            for &socket in &place.viewers {
                self.out.send(socket, &outflank_wire::live::LiveMessage::Rematch { id: new, key: None });
            }
        }
        answer
    }

    /// Goes on from a position that was set up, with the same players on the same sides.
    pub(super) fn edit_game(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let wish: EditWish = request.json()?;
        let record = text::parse(&wish.position)?;
        let seats = self.games.kept(id)?.game.seats().clone();
        let new = self.another(id, record.game(), seats)?;
        self.begun(new)
    }

    /// Describes another game of the same players.
    fn another(&self, id: i64, opening: Game, seats: [Seat; 2]) -> Result<GameBeginning, DeskRefusal> {
        let old = self.games.kept(id)?;
        Ok(GameBeginning {
            name: String::new(),
            opening: opening.plies().len(),
            pace: old.pace,
            saved: old.saved,
            game: GameInPlay::new(opening, seats)
                .with_time_control(old.game.time_control())
                .with_manual_pass(old.game.has_manual_pass()),
        })
    }

    /// Saves the games of a text in any format: finished ones, and ones that can be played on.
    pub(in crate::desk) fn take_over_games(&mut self, request: &DeskRequest) -> Handled {
        let wish: TextWish = request.json()?;
        let records = text::parse_all(&wish.text)?;
        if records.len() > IMPORT_LIMIT {
            let count = records.len();
            let message = format!("{count} games are too many at once; the limit is {IMPORT_LIMIT}");
            return Err(DeskRefusal::bad(message));
        }
        let mut games = Vec::with_capacity(records.len());
        for record in &records {
            let seats = [&record.black, &record.white].map(called);
            let game = GameInPlay::new(record.game(), seats);
            let new =
                GameBeginning { name: String::new(), opening: 0, pace: Duration::ZERO, saved: true, game };
            games.push(self.begin_game(new));
        }
        Ok(Some(Reply::created(&ImportView { games })))
    }
}

/// Seats a player of a record. Names of other programs are cut where ours would be refused.
fn called(player: &PlayerInfo) -> Seat {
    let name = player.name.as_deref().unwrap_or_default();
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(NAME_LIMIT).collect();
    Seat::person(shown.trim())
}

fn seat(wish: &SeatWish) -> Result<Seat, DeskRefusal> {
    let player = PlayerId::from(wish.player.as_str());
    if !player.is_person() && players::completed(&wish.player).is_none() {
        return Err(DeskRefusal::bad(format!("there is no player {:?}; see /api/players", wish.player)));
    }
    Ok(Seat { player, name: name(&wish.name)? })
}
