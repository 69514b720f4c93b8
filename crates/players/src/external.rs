//! External programs, driven through a protocol.

use std::str::FromStr;
use std::time::Duration;

use outflank_engine::Dice;
use outflank_protocol::{Driver, Fault, Launch, ProgramLimits, Protocol, Wait};
use outflank_rules::Move;

use crate::family::{Family, Make, Parameter, Recipe};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "dir", default: "the current folder", meaning: "the folder the program is started in" },
    Parameter { name: "depth", default: "the program's own", meaning: "the depth or level it is told" },
    Parameter {
        name: "time",
        default: "the program's own",
        meaning: "the seconds for each move it is told (gtp, cassio, xboard)",
    },
    Parameter {
        name: "init",
        default: "none",
        meaning: "a file of lines to send it once it has started (except blank ones and those that begin with #)",
    },
    Parameter { name: "ponder", default: "no", meaning: "yes: it may think on the opponent's time (xboard)" },
    Parameter { name: "timeout", default: "60", meaning: "the seconds after which it loses" },
];

/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);

/// The family `exec`.
pub(crate) const EXTERNAL: Family = Family {
    id: "exec",
    usage: "exec:PROTOCOL[dir=PATH,depth=N,time=S,init=FILE,ponder=yes,timeout=S]:COMMAND",
    description: "An external program that speaks PROTOCOL (nboard, gtp, referee, cassio, xboard); COMMAND is split \
     as a shell would split it; no shell runs.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::of_text(|text| Ok(Box::new(Recruit::parse(text)?))),
};

/// An external program as a player's text names it, not yet started.
#[derive(Clone, Debug)]
pub struct Recruit {
    protocol: Protocol,
    launch: Launch,
    limits: ProgramLimits,
    timeout: Duration,
}

impl Recruit {
    /// Understands what follows `exec:`.
    fn parse(rest: &str) -> Result<Recruit, SpecError> {
        let end = rest.find(['[', ':']).unwrap_or(rest.len());
        let protocol: Protocol =
            rest[..end].parse().map_err(|error| SpecError::new(format!("exec: {error}")))?;
        let (options, command) = match rest[end..].strip_prefix('[') {
            Some(inside) => inside.split_once("]:").ok_or_else(|| {
                SpecError::new(format!("exec: {rest:?}: the options end with ]: and the command follows"))
            })?,
            None => ("", rest[end..].strip_prefix(':').unwrap_or_default()),
        };
        let words = shlex::split(command).ok_or_else(|| {
            SpecError::new(format!("exec: the quotation marks of {command:?} do not match"))
        })?;
        if words.is_empty() {
            return Err(SpecError::new(format!("exec: {rest:?} names no command")));
        }
        let options = Options::parse("exec", options, PARAMETERS)?;
        Ok(Recruit {
            protocol,
            launch: Launch {
                words,
                folder: options.text("dir").map(Into::into),
                init: options.text("init").map(read_init).transpose()?.unwrap_or_default(),
            },
            limits: ProgramLimits {
                depth: options.number("depth", (1, 99))?,
                time: options.seconds("time")?,
                ponder: options.choice("ponder", &[("yes", true), ("no", false)])?.unwrap_or(false),
            },
            timeout: options.seconds("timeout")?.unwrap_or(Duration::from_secs(60)),
        })
    }

    /// Returns the protocol it speaks.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns how it is started.
    #[must_use]
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Returns how long it may take for an answer.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    fn start(&self, wait: &Wait<'_>) -> Result<Box<dyn Driver>, PlayerFault> {
        Ok(self.protocol.start(&self.launch, self.limits, wait)?)
    }
}

/// Reads the lines a program is sent when it has started.
fn read_init(path: &str) -> Result<Vec<String>, SpecError> {
    let refusal = |why: &dyn std::fmt::Display| SpecError::new(format!("exec: init={path:?}: {why}"));
    let bytes = std::fs::read(path).map_err(|error| refusal(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| refusal(&error))?;
    let is_command = |line: &&str| !line.is_empty() && !line.starts_with('#');
    Ok(text.lines().map(str::trim).filter(is_command).map(str::to_owned).collect())
}

impl FromStr for Recruit {
    type Err = SpecError;

    /// Parses `exec:PROTOCOL:COMMAND`.
    fn from_str(text: &str) -> Result<Recruit, SpecError> {
        match text.trim().split_once(':') {
            Some((id, rest)) if id.eq_ignore_ascii_case("exec") => Recruit::parse(rest),
            _ => Err(SpecError::new(format!(
                "{text:?} is not an external program; write exec:PROTOCOL:COMMAND"
            ))),
        }
    }
}

impl Recipe for Recruit {
    fn ponders(&self) -> bool {
        self.limits.ponder
    }

    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(ExternalPlayer {
            driver: Some(self.start(&Wait::new(START))?),
            recruit: self.clone(),
            was_stopped: false,
        }))
    }
}

/// A program that is running, or will be started again after a fault.
///
/// When it is stopped the program is told to stop, or killed where its protocol has no word for it (see
/// [`Driver::interrupt`]); nobody waits for it. A program that thinks on for more than a second when its next
/// move is wanted is started again.
struct ExternalPlayer {
    recruit: Recruit,
    driver: Option<Box<dyn Driver>>,
    /// Whether the program was stopped and has not answered since.
    was_stopped: bool,
}

impl ExternalPlayer {
    /// Asks the program for a move, or another one if there is none. It is kept unless it has done something
    /// wrong.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<Move, PlayerFault> {
        let is_stopped = || turn.stopper.is_stopped();
        let mut driver = match self.driver.take() {
            Some(driver) => driver,
            None => self.recruit.start(&Wait::unless(START, &is_stopped))?,
        };
        // Dropped on a fault: that ends the program, and the next move starts another.
        let chosen = driver.choose(turn.game, &Wait::unless(self.recruit.timeout, &is_stopped));
        let goes_on = match chosen {
            Ok(_) | Err(Fault::Resigned) => true,
            Err(Fault::Stopped { .. }) => driver.interrupt(),
            Err(_) => false,
        };
        self.driver = goes_on.then_some(driver);
        Ok(chosen?)
    }
}

impl Player for ExternalPlayer {
    fn choose(&mut self, turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let was_stopped = std::mem::take(&mut self.was_stopped) && self.driver.is_some();
        let chosen = match self.ask(&turn) {
            // It did not get over being stopped: that is not held against it.
            Err(PlayerFault::Program(_)) if was_stopped => self.ask(&turn),
            chosen => chosen,
        };
        self.was_stopped = matches!(chosen, Err(PlayerFault::Stopped));
        chosen
    }
}
