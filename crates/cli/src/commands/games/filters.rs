//! Which games are meant: options that several commands have.

use clap::ValueEnum;
use outflank_library::openings;
use outflank_records::PartialDate;
use outflank_store::{Filter, LibraryOrder, OutcomeFilter, Sort};

use crate::failure::Failure;

/// Which games are meant.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Filters {
    /// Part of a name, an event, a place or the notes
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// That player's color
    #[arg(long, alias = "colour", value_name = "COLOR")]
    color: Option<SideName>,
    /// Part of the other player's name
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Only games in which such a player took part: human, level, level:7 ...
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only games that two people played here
    #[arg(long)]
    human_human: bool,
    /// The result; won and lost are for the player of --player
    #[arg(long, value_name = "OUTCOME")]
    outcome: Option<OutcomeName>,
    /// From this day on: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    since: Option<String>,
    /// Up to this day
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    until: Option<String>,
    /// A tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// Part of an opening's name, or its first moves (beginning with f5)
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Only deleted games
    #[arg(long)]
    deleted: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SideName {
    Black,
    White,
}

impl SideName {
    pub(super) fn is_black(self) -> bool {
        matches!(self, SideName::Black)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OutcomeName {
    Black,
    White,
    Draw,
    Won,
    Lost,
}

/// What a list is sorted by.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SortName {
    Key,
    Date,
    Black,
    White,
    Score,
    Length,
}

impl SortName {
    pub(super) fn sort(self) -> Sort {
        match self {
            SortName::Key => Sort::Key,
            SortName::Date => Sort::Day,
            SortName::Black => Sort::Black,
            SortName::White => Sort::White,
            SortName::Score => Sort::Score,
            SortName::Length => Sort::Plies,
        }
    }
}

pub(super) fn order(rising: bool) -> LibraryOrder {
    if rising { LibraryOrder::Rising } else { LibraryOrder::Falling }
}

fn parse_day(text: &str) -> Result<String, String> {
    text.parse().map(|date: PartialDate| date.to_string()).map_err(|error| error.to_string())
}

impl Filters {
    /// Makes the filter of the options.
    pub(super) fn filter(&self) -> Result<Filter, Failure> {
        let openings = match &self.opening {
            Some(text) => {
                let lines = openings::find(text);
                if lines.is_empty() {
                    return Err(Failure::input(anyhow::anyhow!("there is no opening {text:?}")));
                }
                Some(lines.into_iter().map(str::to_owned).collect())
            }
            None => None,
        };
        Ok(Filter {
            text: self.search.clone(),
            player: self.player.clone(),
            player_is_black: self.color.map(SideName::is_black),
            opponent: self.opponent.clone(),
            kind: self.kind.clone(),
            human_human: self.human_human.then_some(true),
            outcome: self.outcome.map(|outcome| match outcome {
                OutcomeName::Black => OutcomeFilter::Black,
                OutcomeName::White => OutcomeFilter::White,
                OutcomeName::Draw => OutcomeFilter::Draw,
                OutcomeName::Won => OutcomeFilter::Won,
                OutcomeName::Lost => OutcomeFilter::Lost,
            }),
            from: self.since.clone(),
            to: self.until.clone(),
            tag: self.tag.clone(),
            openings,
            deleted: self.deleted,
            seen_by: None,
        })
    }
}
