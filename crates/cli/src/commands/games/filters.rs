//! Which games are meant: options that several commands have.

use clap::ValueEnum;
use outflank_library::openings;
use outflank_store::{Filter, Order, Outcome, Sort};

use crate::failure::Failure;

/// Which games are meant.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Filters {
    /// A part of a name, of event, place or notes
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// A part of the name of a player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The colour of that player
    #[arg(long, value_name = "COLOUR")]
    colour: Option<Colour>,
    /// A part of the name of the other player
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Who plays on one side: human, level, level:7 ...
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only games that people played here with each other
    #[arg(long)]
    human_human: bool,
    /// How it went; won and lost are meant for the player asked for
    #[arg(long, value_name = "OUTCOME")]
    outcome: Option<OutcomeName>,
    /// The first day: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    since: Option<String>,
    /// The last day
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    until: Option<String>,
    /// A tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// A part of the name of an opening, or its first moves (first move f5)
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Deleted games instead of the others
    #[arg(long)]
    deleted: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Colour {
    Black,
    White,
}

impl Colour {
    pub(super) fn is_black(self) -> bool {
        matches!(self, Colour::Black)
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

pub(super) fn order(rising: bool) -> Order {
    if rising { Order::Rising } else { Order::Falling }
}

fn parse_day(text: &str) -> Result<String, String> {
    let day = outflank_library::day_of_date(text);
    if day.is_empty() { Err("a day is YYYY, YYYY-MM or YYYY-MM-DD".to_owned()) } else { Ok(day) }
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
            player_is_black: self.colour.map(Colour::is_black),
            opponent: self.opponent.clone(),
            kind: self.kind.clone(),
            human_human: self.human_human.then_some(true),
            outcome: self.outcome.map(|outcome| match outcome {
                OutcomeName::Black => Outcome::Black,
                OutcomeName::White => Outcome::White,
                OutcomeName::Draw => Outcome::Draw,
                OutcomeName::Won => Outcome::Won,
                OutcomeName::Lost => Outcome::Lost,
            }),
            from: self.since.clone(),
            to: self.until.clone(),
            tag: self.tag.clone(),
            openings,
            deleted: self.deleted,
        })
    }
}
