//! External programs, driven through a protocol.

use std::str::FromStr;
use std::time::Duration;

use outflank_engine::Dice;
use outflank_protocol::{Driver, Launch, Limits, Protocol};
use outflank_rules::Move;

use crate::family::{Family, Parameter, Recipe};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};

/// The family `exec`.
pub(crate) struct External;

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "dir", default: "the present folder", meaning: "the folder the program is started in" },
    Parameter { name: "depth", default: "the program's own", meaning: "the depth or level it is told" },
    Parameter {
        name: "time",
        default: "the program's own",
        meaning: "the seconds for each move it is told (gtp, cassio, xboard)",
    },
    Parameter { name: "timeout", default: "60", meaning: "the seconds after which it has lost" },
];

/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);

impl Family for External {
    fn id(&self) -> &'static str {
        "exec"
    }

    fn usage(&self) -> &'static str {
        "exec:PROTOCOL[dir=PATH,depth=N,time=S,timeout=S]:COMMAND"
    }

    fn description(&self) -> &'static str {
        "An external program that speaks PROTOCOL (nboard, gtp, referee, cassio, xboard); COMMAND is split like a shell would, no shell runs."
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError> {
        Ok(Box::new(Recruit::parse(rest.unwrap_or_default())?))
    }
}

/// An external program as a player's text names it, not yet started.
#[derive(Clone, Debug)]
pub struct Recruit {
    protocol: Protocol,
    launch: Launch,
    limits: Limits,
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
            launch: Launch { words, folder: options.text("dir").map(Into::into) },
            limits: Limits { depth: options.number("depth", (1, 99))?, time: options.seconds("time")? },
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

    fn start(&self) -> Result<Box<dyn Driver>, PlayerFault> {
        Ok(self.protocol.start(&self.launch, self.limits, START)?)
    }
}

impl FromStr for Recruit {
    type Err = SpecError;

    /// Parses `exec:PROTOCOL:COMMAND`.
    fn from_str(text: &str) -> Result<Recruit, SpecError> {
        match text.trim().split_once(':') {
            Some((id, rest)) if id.eq_ignore_ascii_case("exec") => Recruit::parse(rest),
            _ => Err(SpecError::new(format!("{text:?} is no external program; write exec:PROTOCOL:COMMAND"))),
        }
    }
}

impl Recipe for Recruit {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(ExternalPlayer { driver: Some(self.start()?), recruit: self.clone() }))
    }
}

/// A program that is running, or will be started again after a fault.
struct ExternalPlayer {
    recruit: Recruit,
    driver: Option<Box<dyn Driver>>,
}

impl Player for ExternalPlayer {
    fn choose(&mut self, turn: &Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let mut driver = match self.driver.take() {
            Some(driver) => driver,
            None => self.recruit.start()?,
        };
        // Dropped on a fault: that ends the program, and the next move starts another.
        let played = driver.choose(turn.game, self.recruit.timeout)?;
        self.driver = Some(driver);
        Ok(played)
    }
}
