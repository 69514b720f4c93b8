//! The protocols by name.

use std::fmt;
use std::str::FromStr;

use outflank_records::did_you_mean;

/// The protocols, each spoken from both sides.
///
/// ```
/// use outflank_protocol::Protocol;
///
/// assert_eq!("gtp".parse(), Ok(Protocol::Gtp));
/// assert!("gpt".parse::<Protocol>().unwrap_err().to_string().contains("gtp"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// NBoard, version 2.
    NBoard,
    /// The Go Text Protocol for Othello.
    Gtp,
    /// The protocol of university tournaments: a referee between two programs.
    Referee,
    /// The Othello engine protocol of Cassio.
    Cassio,
    /// The protocol of `XBoard` and `WinBoard`, variant reversi.
    XBoard,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 5] =
        [Protocol::NBoard, Protocol::Gtp, Protocol::Referee, Protocol::Cassio, Protocol::XBoard];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::NBoard => "nboard",
            Protocol::Gtp => "gtp",
            Protocol::Referee => "referee",
            Protocol::Cassio => "cassio",
            Protocol::XBoard => "xboard",
        }
    }
}

/// Says that there is no such protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no protocol {0:?}; there are {known}{meant}", known = Protocol::ALL.map(Protocol::name).join(", "), meant = self.meant())]
pub struct UnknownProtocol(pub String);

impl UnknownProtocol {
    fn meant(&self) -> String {
        did_you_mean(&self.0, Protocol::ALL.map(Protocol::name))
    }
}

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Protocol, UnknownProtocol> {
        let known = Protocol::ALL.into_iter().find(|protocol| protocol.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownProtocol(text.to_owned()))
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
