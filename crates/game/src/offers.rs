//! What one player asks the other for: taking back, a draw, a break, another game.
//!
//! An offer stands until it is answered, withdrawn, or the game goes on without it. Who is refused waits
//! before asking for the same again, longer each time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::Color;

/// How long to wait for the same after a refusal, times the number of refusals twice.
const AFTER_REFUSAL: Duration = Duration::from_secs(10);
/// How long to wait after a refusal of another game.
const AFTER_REFUSED_REMATCH: Duration = Duration::from_secs(60);
/// How long to wait for the same after an offer that was not answered, and if it was another game.
const AFTER_SILENCE: Duration = Duration::from_secs(3);
const AFTER_SILENT_REMATCH: Duration = Duration::from_secs(30);
/// How many plies lie between two offers of a draw.
const BETWEEN_DRAWS: usize = 10;
/// From how many refusals on the wait grows no longer.
const MOST_REFUSALS: u32 = 30;

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// To take back the last move of the one who offers, and what followed.
    TakeBack,
    /// To end the game as a draw.
    Draw,
    /// To stop the clock and go on another time.
    Adjourn,
    /// To go on with an adjourned game.
    Resume,
    /// To play another game, colours exchanged.
    Rematch,
}

impl OfferKind {
    /// All of them.
    pub const ALL: [OfferKind; 5] =
        [OfferKind::TakeBack, OfferKind::Draw, OfferKind::Adjourn, OfferKind::Resume, OfferKind::Rematch];

    /// Returns the kind in a word, as databases and the HTTP interface spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OfferKind::TakeBack => "take-back",
            OfferKind::Draw => "draw",
            OfferKind::Adjourn => "adjourn",
            OfferKind::Resume => "resume",
            OfferKind::Rematch => "rematch",
        }
    }
}

impl fmt::Display for OfferKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// When something is offered or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferMoment {
    /// How many plies are made.
    pub ply: usize,
    /// Milliseconds since 1970, by the clock of the database.
    pub now: i64,
}

/// What became of an offer that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It stands and waits for an answer.
    Stands,
    /// The other side had offered the same: both want it.
    Agreed,
}

/// Says why something cannot be offered or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OfferRefused {
    /// The state of the game does not allow it.
    #[error("{0} cannot be offered now")]
    Impossible(OfferKind),
    /// The same was offered a short time ago.
    #[error("{kind} can be offered again in {} s", wait.as_secs().max(1))]
    TooSoon {
        /// What was offered.
        kind: OfferKind,
        /// How long to wait.
        wait: Duration,
    },
    /// A draw was offered a few moves ago.
    #[error("a draw can be offered again after {0} more moves")]
    TooFewMoves(usize),
    /// There is no such offer that could be answered or withdrawn.
    #[error("there is no offer of {0} to answer")]
    NoOffer(OfferKind),
}

/// The last offer of a kind by a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OfferRecord {
    by: Color,
    kind: OfferKind,
    stands: bool,
    /// Whether it was refused.
    was_declined: bool,
    /// How often this side was refused this.
    declines: u32,
    /// When it was made or refused.
    at: OfferMoment,
}

impl OfferRecord {
    /// Returns how long to wait after it.
    fn wait(&self) -> Duration {
        match (self.kind, self.was_declined) {
            (OfferKind::Rematch, true) => AFTER_REFUSED_REMATCH,
            (OfferKind::Rematch, false) => AFTER_SILENT_REMATCH,
            (_, true) => AFTER_REFUSAL * (self.declines * self.declines),
            (_, false) => AFTER_SILENCE,
        }
    }
}

/// The offers of a game: those that stand, and what is remembered of those that do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// At most one of a side and kind, and at most one of a side that stands.
    records: Vec<OfferRecord>,
}

impl Offers {
    /// Returns what a side offers at the moment.
    #[must_use]
    pub fn standing(&self, by: Color) -> Option<OfferKind> {
        self.records.iter().find(|record| record.by == by && record.stands).map(|record| record.kind)
    }

    /// Offers something, instead of what the same side offered before. If the other side offers the same,
    /// both want it.
    ///
    /// # Errors
    ///
    /// If it was offered too short a time ago. Nothing has changed then.
    pub fn offer(
        &mut self,
        by: Color,
        kind: OfferKind,
        moment: OfferMoment,
    ) -> Result<Offered, OfferRefused> {
        if self.standing(!by) == Some(kind) {
            self.lapse();
            return Ok(Offered::Agreed);
        }
        if self.standing(by) == Some(kind) {
            return Ok(Offered::Stands);
        }
        self.may_repeat(by, kind, moment)?;
        self.set_aside(by);
        let record = self.record(by, kind, moment);
        (record.stands, record.was_declined, record.at) = (true, false, moment);
        Ok(Offered::Stands)
    }

    /// Accepts what the other side offers: no offer stands afterwards.
    ///
    /// # Errors
    ///
    /// If the other side does not offer that.
    pub fn accept(&mut self, by: Color, kind: OfferKind) -> Result<(), OfferRefused> {
        if self.standing(!by) != Some(kind) {
            return Err(OfferRefused::NoOffer(kind));
        }
        self.lapse();
        Ok(())
    }

    /// Declines what the other side offers.
    ///
    /// # Errors
    ///
    /// If the other side does not offer that.
    pub fn decline(&mut self, by: Color, kind: OfferKind, moment: OfferMoment) -> Result<(), OfferRefused> {
        if self.standing(!by) != Some(kind) {
            return Err(OfferRefused::NoOffer(kind));
        }
        let record = self.record(!by, kind, moment);
        (record.stands, record.was_declined, record.at) = (false, true, moment);
        record.declines = (record.declines + 1).min(MOST_REFUSALS);
        Ok(())
    }

    /// Withdraws what a side offers.
    ///
    /// # Errors
    ///
    /// If it does not offer that.
    pub fn withdraw(&mut self, by: Color, kind: OfferKind) -> Result<(), OfferRefused> {
        if self.standing(by) != Some(kind) {
            return Err(OfferRefused::NoOffer(kind));
        }
        self.set_aside(by);
        Ok(())
    }

    /// Lets all offers lapse: the game has gone on.
    pub fn lapse(&mut self) {
        Color::BOTH.into_iter().for_each(|side| self.set_aside(side));
    }

    /// Says whether a side may offer something again.
    fn may_repeat(&self, by: Color, kind: OfferKind, moment: OfferMoment) -> Result<(), OfferRefused> {
        let Some(last) = self.records.iter().find(|record| record.by == by && record.kind == kind) else {
            return Ok(());
        };
        let passed =
            Duration::from_millis(u64::try_from(moment.now.saturating_sub(last.at.now)).unwrap_or(0));
        let wait = last.wait().saturating_sub(passed);
        if !wait.is_zero() {
            return Err(OfferRefused::TooSoon { kind, wait });
        }
        let next = last.at.ply + BETWEEN_DRAWS;
        if kind == OfferKind::Draw && moment.ply < next {
            return Err(OfferRefused::TooFewMoves(next - moment.ply));
        }
        Ok(())
    }

    fn set_aside(&mut self, by: Color) {
        self.records.iter_mut().filter(|record| record.by == by).for_each(|record| record.stands = false);
    }

    /// Returns the record of a side and kind, which begins now if there is none.
    fn record(&mut self, by: Color, kind: OfferKind, at: OfferMoment) -> &mut OfferRecord {
        let known = self.records.iter().position(|record| record.by == by && record.kind == kind);
        let index = known.unwrap_or_else(|| {
            let record = OfferRecord { by, kind, stands: false, was_declined: false, declines: 0, at };
            self.records.push(record);
            self.records.len() - 1
        });
        &mut self.records[index]
    }
}

impl fmt::Display for Offers {
    /// Writes what `FromStr` reads: `black draw stands 1 14 1700000000000`, with semicolons between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, record) in self.records.iter().enumerate() {
            let state = match (record.stands, record.was_declined) {
                (true, _) => "stands",
                (false, true) => "declined",
                (false, false) => "lapsed",
            };
            let OfferRecord { by, kind, declines, at, .. } = record;
            let between = if index == 0 { "" } else { ";" };
            write!(f, "{between}{} {kind} {state} {declines} {} {}", by.name(), at.ply, at.now)?;
        }
        Ok(())
    }
}

/// Says that a text describes no offers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no offer")]
pub struct OffersTextError(String);

impl FromStr for Offers {
    type Err = OffersTextError;

    fn from_str(text: &str) -> Result<Offers, OffersTextError> {
        let mut offers = Offers::default();
        for part in text.split(';').filter(|part| !part.is_empty()) {
            let read = parse_record(part).ok_or_else(|| OffersTextError(part.chars().take(80).collect()))?;
            // Of two that stand the later one does.
            if read.stands {
                offers.set_aside(read.by);
            }
            *offers.record(read.by, read.kind, read.at) = read;
        }
        Ok(offers)
    }
}

fn parse_record(text: &str) -> Option<OfferRecord> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[by, kind, state, declines, ply, now] = words.as_slice() else { return None };
    let (stands, was_declined) = match state {
        "stands" => (true, false),
        "declined" => (false, true),
        "lapsed" => (false, false),
        _ => return None,
    };
    Some(OfferRecord {
        by: Color::BOTH.into_iter().find(|color| color.name() == by)?,
        kind: OfferKind::ALL.into_iter().find(|known| known.name() == kind)?,
        stands,
        was_declined,
        declines: declines.parse::<u32>().ok()?.min(MOST_REFUSALS),
        at: OfferMoment { ply: ply.parse().ok()?, now: now.parse().ok()? },
    })
}
