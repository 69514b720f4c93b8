//! Games and positions as the interface shows them.

use std::time::Duration;

use outflank_game::{AccountSeat, GameResult, KeptGame, OfferKind, Seat, final_discs};
use outflank_ratings::computer_rating;
use outflank_rules::{Bitboard, Color, Oddity, Position};

use crate::person::RatingView;
use crate::remote::{OfferWord, RemoteView};
use crate::{ClockView, GameView, LegalMove, OddityView, PlyView, PositionView, ResultView, SeatView, Side};

/// Converts a position.
pub fn position(position: Position) -> PositionView {
    let finished = position.is_finished();
    let legal = position
        .legal_moves()
        .squares()
        .map(|square| LegalMove { square: square.to_string(), flips: names(position.flips(square)) })
        .collect();
    PositionView {
        board: position.to_string(),
        side: (!finished).then(|| position.side_to_move().into()),
        black: position.discs(Color::Black).len(),
        white: position.discs(Color::White).len(),
        empties: position.empty().len(),
        legal,
        finished,
        score: position.score(),
    }
}

/// Converts what is odd about a position.
pub fn oddity(oddity: &Oddity) -> OddityView {
    let (kind, squares) = match *oddity {
        Oddity::FewDiscs(_) => ("few-discs", Bitboard::EMPTY),
        Oddity::EmptyCentre(squares) => ("empty-centre", squares),
        Oddity::Disconnected(squares) => ("disconnected", squares),
        _ => ("other", Bitboard::EMPTY),
    };
    OddityView { kind: kind.to_owned(), squares: names(squares), message: oddity.to_string() }
}

fn names(set: Bitboard) -> Vec<String> {
    set.squares().map(|square| square.to_string()).collect()
}

/// The viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onlooker {
    /// Whether they may move for Black and for White.
    pub may_move: [bool; 2],
    /// Their own side, in a remote game between people.
    pub own: Option<Color>,
}

impl Onlooker {
    /// The sole owner of a game, who may move for every person in it.
    pub fn of_own(kept: &KeptGame) -> Onlooker {
        Onlooker { may_move: Color::BOTH.map(|side| kept.game.is_person(side)), own: None }
    }
}

/// The state of a game beyond what is stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// How long the side to move has been thinking.
    pub waiting: Duration,
    /// The current time by the clock of the database, in milliseconds since 1970.
    pub now: i64,
    /// Whether a computer is thinking.
    pub thinking: bool,
    /// Whether computer players are paused until told to continue.
    pub paused: bool,
}

/// Converts a game for a viewer.
pub fn game(kept: &KeptGame, viewer: Onlooker, moment: Moment) -> GameView {
    let game = &kept.game;
    let made = game.plies().len();
    let boards = game.history().positions().skip(1);
    let told = game.times().iter().zip(game.helpers());
    let timed = game.plies().iter().zip(told);
    let plies = timed.zip(boards).enumerate().map(|(ply, ((played, (&time, helper)), board))| PlyView {
        side: game.mover(ply).into(),
        played: played.to_string(),
        board: board.to_string(),
        milliseconds: milliseconds(time),
        helper: helper.as_ref().map(ToString::to_string),
    });
    GameView {
        id: kept.id,
        name: kept.name.clone(),
        revision: kept.revision,
        created: kept.created,
        updated: kept.updated,
        black: seat_in(kept, Color::Black),
        white: seat_in(kept, Color::White),
        yours: Color::BOTH
            .into_iter()
            .filter(|&side| viewer.may_move[side as usize])
            .map(Side::from)
            .collect(),
        start: game.history().start().to_string(),
        plies: plies.collect(),
        mobility: game.history().positions().take(made + 1).map(mobility).collect(),
        undone: game.history().all_plies().len() - made,
        position: position(game.position()),
        result: game.result().map(|ended| result(ended, game.position())),
        clock: clock(kept, moment.waiting),
        pace: milliseconds(kept.pace),
        by_invitation: kept.is_by_invitation(),
        rated: kept.remote.is_rated,
        thinking: moment.thinking,
        paused: moment.paused,
        saved: kept.saved,
        key: kept.key,
        opening: kept.opening,
        remote: kept.is_by_invitation().then(|| remote(kept, viewer.own, moment)),
    }
}

/// Counts the moves Black and White would have in a position.
fn mobility(position: Position) -> [u32; 2] {
    let board = position.board();
    let moves = |board| Position::of_board(board, Color::Black).legal_moves().len();
    let (mover, other) = (moves(board), moves(board.swapped()));
    match position.side_to_move() {
        Color::Black => [mover, other],
        Color::White => [other, mover],
    }
}

/// Converts the player of one side.
pub fn seat(seat: &Seat) -> SeatView {
    SeatView {
        player: seat.player.to_string(),
        name: seat.name.clone(),
        human: seat.player.is_person(),
        account: None,
        rating: None,
    }
}

/// Converts the player of one side of a game, with ratings if accounts play each other or a computer whose
/// rating is known.
fn seat_in(kept: &KeptGame, side: Color) -> SeatView {
    let (own, other) = (&kept.accounts[side as usize], &kept.accounts[!side as usize]);
    let computer = |side| computer_rating(kept.seat(side).player.as_str()).map(|known| known.rating);
    let is_known = |side: Color| kept.accounts[side as usize].is_some() || computer(side).is_some();
    let rating = match own {
        Some(AccountSeat { rating, is_provisional, change, .. }) => {
            Some(RatingView { rating: *rating, provisional: *is_provisional, change: *change })
        }
        None => computer(side).filter(|_| other.is_some()).map(|rating| RatingView {
            rating: rating.shown(),
            provisional: rating.is_provisional(),
            change: None,
        }),
    };
    SeatView {
        account: own.as_ref().map(|account| account.name.clone()),
        rating: rating.filter(|_| is_known(!side)),
        ..seat(kept.seat(side))
    }
}

/// Converts the result of a game that ended in a position.
pub fn result(result: GameResult, position: Position) -> ResultView {
    let (black, white) = if position.is_finished() {
        let (black, white) = final_discs(position);
        (black.unsigned_abs(), white.unsigned_abs())
    } else {
        (position.discs(Color::Black).len(), position.discs(Color::White).len())
    };
    ResultView {
        reason: result.ending.name().to_owned(),
        winner: result.winner.map(Side::from),
        black,
        white,
    }
}

fn clock(kept: &KeptGame, waiting: Duration) -> Option<ClockView> {
    let shown = |side| Some(milliseconds(kept.game.clock_reading(side, waiting)?));
    Some(ClockView {
        black: shown(Color::Black)?,
        white: shown(Color::White)?,
        running: kept.game.clock_running().filter(|_| kept.is_on()).map(Side::from),
    })
}

/// Returns the state of a remote game between people.
fn remote(kept: &KeptGame, own: Option<Color>, moment: Moment) -> RemoteView {
    let (game, offers) = (&kept.game, &kept.remote.offers);
    let may = |by: Color, kind: OfferKind| kept.may_offer(by, kind, moment.now).is_ok();
    // What stood when the flag fell stands no longer.
    let standing = |side| offers.standing(side).filter(|&kind| may(side, kind)).map(OfferWord::from);
    let untimed = game.turn().filter(|&side| kept.is_on() && game.is_untimed(side));
    RemoteView {
        open_seat: kept.remote.open_seat.filter(|_| !game.is_over()).map(Side::from),
        begun: game.has_begun(),
        adjourned: game.is_adjourned(),
        on_air: kept.rights.is_on_air,
        shared: kept.rights.watch_key.is_some(),
        initial: game.time_control().map(|control| control.initial.as_secs()),
        increment: game.time_control().map_or(0, |control| control.increment.as_secs()),
        black_offers: standing(Color::Black),
        white_offers: standing(Color::White),
        may_offer: own.map_or_else(Vec::new, |by| {
            OfferKind::ALL.into_iter().filter(|&kind| may(by, kind)).map(OfferWord::from).collect()
        }),
        first_move: untimed.and_then(|_| game.flag_falls_in(moment.waiting)).map(milliseconds),
        rematch: kept.remote.rematch,
    }
}

/// Converts a time to milliseconds.
pub fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
