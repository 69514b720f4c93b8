//! The referee's side of the protocol of `XBoardDriver`, variant reversi.
//!
//! A search is stopped by `?`, which makes the engine move at once; what comes before the answer to the
//! `ping` that follows belongs to it. An engine that knows no `ping` is killed instead.

use std::time::Duration;

use outflank_rules::{Game, Move, Position};

use super::{Driver, ProgramLimits, STOPS_WITHIN};
use crate::fault::shorten;
use crate::xboard::{read, spell, spell_board};
use crate::{Fault, Launch, Program, Wait};

/// How long an engine may be silent before it counts as one of the first version of the protocol, which has
/// no features. One that speaks says when it is done, answers the ping, or refuses it: nobody waits this long
/// but for the silent ones and, on a busy machine, for slow ones.
const SILENCE: Duration = Duration::from_secs(10);

/// A conversation with an engine that speaks to `XBoardDriver`.
pub(super) struct XBoardDriver {
    program: Option<Program>,
    features: Features,
    limits: ProgramLimits,
    /// The start and the plies on the program's board; `None` before a game.
    told: Option<(Position, Vec<Move>)>,
    pings: u32,
    /// Whether the last search was stopped and the engine has not said yet that it has heard so.
    is_stopping: bool,
}

/// What an engine says it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// Whether it answers `ping`.
    pub(crate) ping: bool,
    /// Whether it knows `setboard`.
    pub(crate) setboard: bool,
    /// Whether moves are to be sent as `usermove`.
    pub(crate) usermove: bool,
    /// The variants it knows, if it says.
    pub(crate) variants: Option<String>,
    /// Whether it has said everything.
    pub(crate) done: bool,
}

impl Features {
    /// Takes in a line `feature ping=1 variants="reversi" ...`.
    pub(crate) fn read(&mut self, line: &str) {
        let Some(mut rest) = line.trim().strip_prefix("feature ") else { return };
        while let Some((name, after)) = rest.split_once('=') {
            let (value, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            match name.trim() {
                "ping" => self.ping = value == "1",
                "setboard" => self.setboard = value == "1",
                "usermove" => self.usermove = value == "1",
                "done" => self.done = value == "1",
                "variants" => self.variants = Some(value.to_owned()),
                _ => {}
            }
            rest = next;
        }
    }
}

impl XBoardDriver {
    pub(super) fn start(
        launch: &Launch,
        limits: ProgramLimits,
        wait: &Wait<'_>,
    ) -> Result<XBoardDriver, Fault> {
        let program = Some(Program::start(launch)?);
        let features = Features::default();
        let mut engine = XBoardDriver { program, features, limits, told: None, pings: 0, is_stopping: false };
        engine.hear_features(wait)?;
        for line in &launch.init {
            engine.send(line)?;
        }
        engine.synchronize(wait)?;
        Ok(engine)
    }

    /// Asks for the features. A ping goes along: not every engine says that it is done, but one that answers
    /// the ping, or does not know it, has said all there is.
    fn hear_features(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        self.send("xboard")?;
        self.send("protover 2")?;
        self.ping()?;
        let pong = format!("pong {}", self.pings);
        while !self.features.done {
            match self.program()?.line("protover 2", &wait.anew().at_most(SILENCE)) {
                Ok(line) if line.trim() == pong || refuses(&line) => break,
                Ok(line) => self.features.read(&line),
                Err(Fault::Hang { .. }) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        let gone = || Fault::Crash { asked: String::new(), how: "dismissed".to_owned() };
        self.program.as_mut().ok_or_else(gone)
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.program()?.send(line)
    }

    /// Waits until the engine has heard everything sent so far, if it can say so.
    fn synchronize(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.ping()?;
        self.hear_pong(&wait.anew(), refusal)
    }

    fn ping(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        self.send(&format!("ping {}", self.pings))
    }

    /// Waits for the answer to the last ping; `look` is shown what comes before.
    fn hear_pong(&mut self, wait: &Wait<'_>, look: fn(&str, &str) -> Result<(), Fault>) -> Result<(), Fault> {
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        loop {
            let line = self.program()?.line(&ping, wait)?;
            if line.trim() == pong {
                self.is_stopping = false;
                return Ok(());
            }
            look(&ping, &line)?;
        }
    }

    /// Brings the engine's board to the current position of a game, in force mode.
    fn follow(&mut self, game: &Game) -> Result<(), Fault> {
        let known = match &self.told {
            Some((start, told)) if *start == game.start() && game.plies().starts_with(told) => told.len(),
            _ => {
                self.send("new")?;
                self.send("variant reversi")?;
                self.send("force")?;
                self.send(if self.limits.ponder { "hard" } else { "easy" })?;
                if let Some(depth) = self.limits.depth {
                    self.send(&format!("sd {depth}"))?;
                }
                if let Some(time) = self.limits.time {
                    self.send(&format!("st {}", time.as_secs_f64()))?;
                }
                if game.start() != Position::start() {
                    if !self.features.setboard {
                        let what = format!("the start {}", game.start());
                        return Err(Fault::Unspeakable { protocol: "xboard", what });
                    }
                    self.send(&format!("setboard {}", spell_board(game.start())))?;
                }
                0
            }
        };
        if known > 0 {
            self.send("force")?;
        }
        let prefix = if self.features.usermove { "usermove " } else { "" };
        for &played in &game.plies()[known..] {
            self.send(&format!("{prefix}{}", spell(played)))?;
        }
        self.told = Some((game.start(), game.plies().to_vec()));
        Ok(())
    }
}

/// Tells whether a line ends the game by resignation: `resign`, or a result such as `0-1 {White resigns}`.
fn resigns(line: &str) -> bool {
    let line = line.trim();
    let is_result = ["1-0", "0-1"].iter().any(|result| line.starts_with(result));
    line == "resign" || is_result && line.to_ascii_lowercase().contains("resign")
}

/// Tells whether a line refuses something.
fn refuses(line: &str) -> bool {
    ["Illegal move", "Error (", "tellusererror "].iter().any(|start| line.starts_with(start))
}

/// Makes a fault of a line that refuses something.
fn refusal(asked: &str, line: &str) -> Result<(), Fault> {
    // No engine has to know the ping that went along with the question for its features.
    if refuses(line) && !line.trim_end().ends_with("ping 1") {
        return Err(Fault::Refused { asked: shorten(asked), answer: shorten(line) });
    }
    Ok(())
}

impl Driver for XBoardDriver {
    fn choose(&mut self, game: &Game, wait: &Wait<'_>) -> Result<Move, Fault> {
        if self.is_stopping {
            self.hear_pong(&wait.anew().at_most(STOPS_WITHIN), |_, _| Ok(()))?;
        }
        self.follow(game)?;
        self.synchronize(wait)?;
        self.send("go")?;
        loop {
            let line = self.program()?.line("go", wait)?;
            if let Some(word) = line.trim().strip_prefix("move ") {
                let garbage = || Fault::Garbage { asked: "go".to_owned(), answer: shorten(&line) };
                let played = read(word.trim()).ok_or_else(garbage)?;
                game.position().play(played)?;
                if let Some((_, told)) = &mut self.told {
                    told.push(played);
                }
                return Ok(played);
            }
            if resigns(&line) {
                return Err(Fault::Resigned);
            }
            refusal("go", &line)?;
        }
    }

    fn interrupt(&mut self) -> bool {
        if !self.features.ping {
            self.program = None;
            return false;
        }
        // The engine makes a move on its board or not, as it likes: the next game is told from its start.
        self.told = None;
        self.is_stopping = self.is_stopping || (self.send("?").is_ok() && self.ping().is_ok());
        self.is_stopping
    }
}

impl Drop for XBoardDriver {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.dismiss("quit");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_and_without_quotation_marks() {
        let mut features = Features::default();
        features.read("feature myname=\"a b=c\" ping=1 variants=\"normal,reversi\" usermove=0");
        features.read("feature setboard=1 done=1");
        assert!(features.ping && features.setboard && !features.usermove && features.done);
        assert_eq!(features.variants.as_deref(), Some("normal,reversi"));
        features.read("feature broken=\"");
        features.read("feature ");
        features.read("nonsense");
    }
}
