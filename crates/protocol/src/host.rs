//! A game between two programs that speak the university tournament protocol.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game, Position};

use crate::driver::listen;
use crate::fault::shorten;
use crate::referee::Message;
use crate::{Fault, Launch, Program};

/// How long the programs have to tell their count after the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// A game that was hosted.
#[derive(Debug)]
pub struct Hosted {
    /// The moves.
    pub game: Game,
    /// The number that black and white gave at the end, if they did.
    pub counts: [Option<i64>; 2],
    /// The side that broke off the game, and how; `None` if it came to its end.
    pub forfeit: Option<(Color, Fault)>,
}

impl Hosted {
    /// Returns black's discs minus white's, empty squares to the winner; 64 if the other side forfeited.
    #[must_use]
    pub fn score(&self) -> i32 {
        match self.forfeit {
            Some((Color::Black, _)) => -64,
            Some((Color::White, _)) => 64,
            None => self.game.position().score(),
        }
    }
}

/// Hosts a game: black's program, white's, and the time each has for a move. `observer` gets what is said,
/// and by whom; `None` is the referee.
pub fn host(
    launches: [&Launch; 2],
    wait: Duration,
    observer: &mut dyn FnMut(Option<Color>, &Message),
) -> Hosted {
    let mut hosted = Hosted { game: Game::new(Position::start()), counts: [None; 2], forfeit: None };
    let mut programs = [None, None];
    for side in Color::BOTH {
        match welcome(launches[side as usize], side, wait, observer) {
            Ok(program) => programs[side as usize] = Some(program),
            Err(fault) => {
                hosted.forfeit = Some((side, fault));
                return hosted;
            }
        }
    }
    let [Some(black), Some(white)] = programs else { return hosted };
    let mut programs = [black, white];
    while !hosted.game.position().is_finished() {
        let side = hosted.game.position().side_to_move();
        if let Err((guilty, fault)) = ply(&mut programs, side, &mut hosted.game, wait, observer) {
            hosted.forfeit = Some((guilty, fault));
            return hosted;
        }
    }
    let count = i64::from(hosted.game.position().discs(Color::Black).len());
    let farewell = Message::Count(Some(count));
    observer(None, &farewell);
    for (side, program) in Color::BOTH.into_iter().zip(&mut programs) {
        // A program may end without a word.
        let _it_may_be_gone = program.send(&farewell.to_string());
        if let Ok(Message::Count(given)) =
            listen(program, "the end of the game", Instant::now(), wait.min(FAREWELL))
        {
            observer(Some(side), &Message::Count(given));
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
    observer: &mut dyn FnMut(Option<Color>, &Message),
) -> Result<Program, Fault> {
    let mut program = Program::start(launch)?;
    let colour = Message::Colour(side);
    observer(None, &colour);
    program.send(&colour.to_string())?;
    let answer = listen(&mut program, &colour.to_string(), Instant::now(), wait)?;
    observer(Some(side), &answer);
    if answer == Message::Ready(side) {
        Ok(program)
    } else {
        Err(Fault::Garbage { asked: colour.to_string(), answer: shorten(&answer.to_string()) })
    }
}

/// Takes a move of one program, makes it, and tells the other.
fn ply(
    programs: &mut [Program; 2],
    side: Color,
    game: &mut Game,
    wait: Duration,
    observer: &mut dyn FnMut(Option<Color>, &Message),
) -> Result<(), (Color, Fault)> {
    let asked = "a move";
    let message = listen(&mut programs[side as usize], asked, Instant::now(), wait);
    let message = message.map_err(|fault| (side, fault))?;
    observer(Some(side), &message);
    match message {
        Message::Move(mover, played) if mover == side => {
            game.play(played).map_err(|reason| (side, reason.into()))?;
        }
        other => {
            let fault = Fault::Garbage { asked: asked.to_owned(), answer: other.to_string() };
            return Err((side, fault));
        }
    }
    let told = programs[!side as usize].send(&message.to_string());
    // A program that has ended is to blame when its own turn comes, or never if the game is over.
    match told {
        Err(fault) if !game.position().is_finished() => Err((!side, fault)),
        _ => Ok(()),
    }
}
