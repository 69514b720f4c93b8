//! The games of a tournament that is played here: begun when a round is paired, and their results taken over
//! when they are over, whichever server sees that first.

use std::sync::Arc;

use outflank_club::BoardResult;
use outflank_game::{
    Ending, FairClock, GameInPlay, GameResult, GameRights, KeptGame, PersonId, RemotePlay, Seat,
    absence_limit,
};
use outflank_rules::{Color, Game, Position};
use outflank_store::{KeptClub, NewGame, StoreError};
use tracing::warn;

use crate::error::ApiError;
use crate::seats::new_key;
use crate::studio::Studio;
use crate::wire::club_journal::{ClubDeed, ClubDeedKind};

impl Studio {
    /// Begins the games of the last round that are missing. Of two servers that do so at once, one begins a
    /// game; what a sudden end left undone is done by whoever next looks.
    pub(crate) async fn begin_club_games(self: &Arc<Studio>, kept: KeptClub) -> Result<KeptClub, ApiError> {
        let Some(round) = kept.club.rounds.len().checked_sub(1).filter(|_| kept.pace.is_online) else {
            return Ok(kept);
        };
        let mut has_begun = false;
        for (board, paired) in kept.club.rounds[round].boards.iter().enumerate() {
            if paired.result.is_none() && kept.games[round][board].is_none() {
                self.begin_club_game(&kept, (round, board)).await?;
                has_begun = true;
            }
        }
        if has_begun { Ok(self.store.club(&kept.slug).await?) } else { Ok(kept) }
    }

    /// Begins the game of a board, instead of the one it has.
    pub(crate) async fn begin_club_game(
        self: &Arc<Studio>,
        kept: &KeptClub,
        (round, board): (usize, usize),
    ) -> Result<(), ApiError> {
        let had = kept.games[round][board].as_ref().map(|game| game.id);
        let begun = self.begin(new_game(kept, (round, board))).await?;
        if !self.store.attach_club_game(kept, (round, board), had, begun.id).await? {
            // Somebody else was faster.
            self.store.delete(begun.id).await?;
            self.forget(&self.live(begun.id));
        }
        Ok(())
    }

    /// Takes the result of a game over into its tournament, soon, if it belongs to one.
    pub(crate) fn take_over_soon(self: &Arc<Studio>, game: i64) {
        let studio = Arc::clone(self);
        tokio::spawn(async move {
            // What fails now is done by whoever next looks at the tournament.
            if let Err(error) = studio.take_over(game).await {
                warn!(game, message = error.message(), "the result is not in its tournament yet");
            }
        });
    }

    /// Takes the result of a game over into its tournament, if it belongs to one that does not have it.
    pub(crate) async fn take_over(self: &Arc<Studio>, game: i64) -> Result<(), ApiError> {
        let Some(place) = self.store.club_place(game).await? else { return Ok(()) };
        let kept = self.store.game(game).await?;
        if !kept.game.is_over() {
            return Ok(());
        }
        let result = match result_of_game(&kept.game) {
            Some(result) => Some(result),
            None => self.forfeit_of(&kept).await?,
        };
        let Some(result) = result else {
            return Ok(self.store.touch_club(&place.slug).await?);
        };
        let taken = self.change_club(&place.slug, None, |kept| {
            let has = kept.games.get(place.round).and_then(|round| round.get(place.board));
            let is_same = has.and_then(Option::as_ref).is_some_and(|has| has.id == game);
            let board = kept.club.rounds.get(place.round).and_then(|round| round.boards.get(place.board));
            if !is_same || board.is_none_or(|board| board.result.is_some()) {
                return Err(ApiError::conflict("taken-over", "the result is there already"));
            }
            kept.club.set_result(place.round, place.board, Some(result))?;
            Ok(ClubDeed {
                round: Some(place.round + 1),
                board: Some(place.board + 1),
                after: Some(result.into()),
                ..ClubDeed::new(ClubDeedKind::TakenOver)
            })
        });
        match taken.await {
            Err(error) if error.code() == "taken-over" => Ok(()),
            taken => taken.map(drop),
        }
    }

    /// Returns what comes of a board whose game never began because somebody did not appear: whoever did not
    /// make their first move in time forfeits, and so does an opponent who never was there either. Nothing
    /// if a player or the organiser ended it.
    async fn forfeit_of(&self, kept: &KeptGame) -> Result<Option<BoardResult>, StoreError> {
        let Some(absent) = kept.absent_side() else { return Ok(None) };
        let (presence, _) = self.store.presence(kept.id).await?;
        let has_moved = !kept.game.is_untimed(!absent);
        let is_there = has_moved || presence[!absent as usize].was_here;
        Ok(Some(if is_there { BoardResult::Forfeit(absent) } else { BoardResult::DoubleForfeit }))
    }

    /// Ends the game of a board that the organiser has decided.
    pub(crate) async fn end_club_game(
        self: &Arc<Studio>,
        kept: &KeptClub,
        (round, board): (usize, usize),
    ) -> Result<(), ApiError> {
        let result = kept.club.rounds[round].boards[board].result;
        let running = kept.games[round][board].as_ref().filter(|game| game.is_there && game.ended.is_none());
        let (Some(result), Some(running)) = (result, running) else { return Ok(()) };
        let ended = self.change(running.id, |kept, _| {
            let mut game = kept.game.clone();
            game.end(match result {
                BoardResult::Forfeit(side) => GameResult::lost_by(Ending::Forfeited, side),
                BoardResult::DoubleForfeit => GameResult { ending: Ending::Aborted, winner: None },
                BoardResult::Discs { black } => {
                    GameResult::of_score(Ending::Adjudicated, 2 * i32::from(black) - 64)
                }
            });
            Ok(game)
        });
        match ended.await {
            // It was deleted.
            Err(error) if error.code() == "not-found" => Ok(()),
            ended => ended.map(drop),
        }
    }

    /// Returns the games of a tournament that were played here, with round and result, the first round first.
    pub(crate) async fn club_games(
        &self,
        kept: &KeptClub,
    ) -> Result<Vec<(usize, BoardResult, KeptGame)>, ApiError> {
        let mut found = Vec::new();
        for (round, (paired, games)) in kept.club.rounds.iter().zip(&kept.games).enumerate() {
            for (board, game) in paired.boards.iter().zip(games) {
                let Some((result, game)) = board.result.zip(game.as_ref().filter(|game| game.is_there))
                else {
                    continue;
                };
                match self.store.game(game.id).await {
                    Ok(game) if game.game.is_over() && !game.game.plies().is_empty() => {
                        found.push((round, result, game));
                    }
                    // One that was deleted or is damaged does not keep the others from being taken along.
                    Ok(_) | Err(StoreError::NoGame { .. } | StoreError::Damaged(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(found)
    }
}

/// Describes the game of a board. It belongs to both players and to nobody else; whoever has the link of the
/// tournament may look on.
fn new_game(kept: &KeptClub, (round, board): (usize, usize)) -> NewGame {
    let paired = kept.club.rounds[round].boards[board];
    let numbers = Color::BOTH.map(|side| paired.entrant(side));
    let seats = numbers.map(|number| Seat::person(&kept.club.entrant(number).name));
    let clock = kept.pace.clock;
    let is_public = kept.owner.is_some();
    let game = GameInPlay::new(Game::new(Position::start()), seats)
        .with_time_control(clock)
        .with_fair_clock(FairClock::new(0, clock).with_first_move(absence_limit(clock)));
    NewGame {
        name: kept.name.clone(),
        keys: [Some(new_key()), Some(new_key())],
        rights: GameRights {
            owner: is_public.then(PersonId::nobody),
            people: numbers.map(|number| kept.people.get(number.0).cloned().flatten()),
            watch_key: is_public.then(new_key),
            is_on_air: false,
        },
        remote: RemotePlay::default(),
        ..NewGame::from(game)
    }
}

/// Returns what a game means for its board; `None` if it does not count. Who resigns, runs out of time or
/// leaves loses all 64 discs; a draw by agreement is 32 to 32.
fn result_of_game(game: &GameInPlay) -> Option<BoardResult> {
    let result = game.result().filter(|result| result.ending != Ending::Aborted)?;
    let score = match result.winner {
        None => 0,
        Some(winner) => {
            let own = if winner == Color::Black { game.score() } else { -game.score() };
            // An adjudicated game may stand otherwise on the board.
            let own = if own > 0 { own } else { 64 };
            if winner == Color::Black { own } else { -own }
        }
    };
    BoardResult::of_score(score).ok()
}
