//! A game between two programs that speak the university tournament protocol.

use std::time::{Duration, Instant};

use outflank_game::{Ending, GameInPlay, GameResult, MoveRefused, Seat};
use outflank_rules::{Color, Game, Position};

use crate::driver::listen;
use crate::fault::shorten;
use crate::referee::RefereeMessage;
use crate::{Fault, Launch, Program, Wait};

/// How long the programs have to tell their count after the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// A game that was hosted.
#[derive(Debug)]
pub struct Hosted {
    /// The game. A program that breaks it off forfeits it.
    pub game: GameInPlay,
    /// The number that black and white gave at the end, if they did.
    pub counts: [Option<i64>; 2],
    /// How a side broke off the game; `None` if it came to its end.
    pub fault: Option<Fault>,
}

impl Hosted {
    fn forfeit(mut self, side: Color, fault: Fault) -> Hosted {
        self.game.end(GameResult::lost_by(Ending::Forfeited, side));
        Hosted { fault: Some(fault), ..self }
    }
}

/// Hosts a game: black's program, white's, and the time each has for a move. `observer` gets what is said,
/// and by whom; `None` is the referee.
pub fn host(
    launches: [&Launch; 2],
    wait: Duration,
    observer: &mut dyn FnMut(Option<Color>, &RefereeMessage),
) -> Hosted {
    let seats = launches.map(|launch| Seat::program(&launch.words.join(" ")));
    let game = GameInPlay::new(Game::new(Position::start()), seats);
    let mut hosted = Hosted { game, counts: [None; 2], fault: None };
    let mut programs = [None, None];
    for side in Color::BOTH {
        match welcome(launches[side as usize], side, wait, observer) {
            Ok(program) => programs[side as usize] = Some(program),
            Err(fault) => return hosted.forfeit(side, fault),
        }
    }
    let [Some(black), Some(white)] = programs else { return hosted };
    let mut programs = [black, white];
    while let Some(side) = hosted.game.turn() {
        if let Err((guilty, fault)) = ply(&mut programs, side, &mut hosted.game, wait, observer) {
            return hosted.forfeit(guilty, fault);
        }
    }
    let count = i64::from(hosted.game.position().discs(Color::Black).len());
    let farewell = RefereeMessage::Count(Some(count));
    observer(None, &farewell);
    for (side, program) in Color::BOTH.into_iter().zip(&mut programs) {
        // A program may end without a word.
        let _it_may_be_gone = program.send(&farewell.to_string());
        if let Ok(RefereeMessage::Count(given)) =
            listen(program, "the end of the game", &Wait::new(wait.min(FAREWELL)))
        {
            observer(Some(side), &RefereeMessage::Count(given));
            hosted.counts[side as usize] = given;
        }
    }
    let [black, white] = programs;
    for program in [black, white] {
        program.dismiss("");
    }
    hosted
}

/// Starts a program and waits until it is ready to play a side.
fn welcome(
    launch: &Launch,
    side: Color,
    wait: Duration,
    observer: &mut dyn FnMut(Option<Color>, &RefereeMessage),
) -> Result<Program, Fault> {
    let mut program = Program::start(launch)?;
    let colour = RefereeMessage::Colour(side);
    observer(None, &colour);
    program.send(&colour.to_string())?;
    let answer = listen(&mut program, &colour.to_string(), &Wait::new(wait))?;
    observer(Some(side), &answer);
    if answer == RefereeMessage::Ready(side) {
        Ok(program)
    } else {
        Err(Fault::Garbage { asked: colour.to_string(), answer: shorten(&answer.to_string()) })
    }
}

/// Takes a move of one program, makes it, and tells the other.
fn ply(
    programs: &mut [Program; 2],
    side: Color,
    game: &mut GameInPlay,
    wait: Duration,
    observer: &mut dyn FnMut(Option<Color>, &RefereeMessage),
) -> Result<(), (Color, Fault)> {
    let asked = "a move";
    let begin = Instant::now();
    let message = listen(&mut programs[side as usize], asked, &Wait::new(wait));
    let message = message.map_err(|fault| (side, fault))?;
    observer(Some(side), &message);
    match message {
        RefereeMessage::Move(mover, played) if mover == side => {
            // There are no clocks, and the game is on: only the rules can refuse a move.
            if let Err(MoveRefused::Illegal(reason)) = game.play(played, begin.elapsed()) {
                return Err((side, reason.into()));
            }
        }
        other => {
            let fault = Fault::Garbage { asked: asked.to_owned(), answer: other.to_string() };
            return Err((side, fault));
        }
    }
    let told = programs[!side as usize].send(&message.to_string());
    // A program that has ended is to blame when its own turn comes, or never if the game is over.
    match told {
        Err(fault) if !game.is_over() => Err((!side, fault)),
        _ => Ok(()),
    }
}
