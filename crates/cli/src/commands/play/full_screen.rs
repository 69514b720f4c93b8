//! The whole screen: what it begins with, and whom it asks to keep, read and write games.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use outflank_lab::{OpeningSource, Openings};
use outflank_players::Participant;
use outflank_review::ResultStore;
use outflank_rules::Game;
use outflank_terminal::{
    Archive as _, ArchivedGame, Colours, Services, SessionEnd, SessionSettings, Show, Start, is_ascii_locale,
};

use super::Args;
use super::database::Database;
use super::papers::Folder;
use crate::failure::Failure;
use crate::review_database::ReviewDatabase;

/// The level that is proposed to somebody who has not said whom to play.
const PROPOSED: &str = "level:4";

/// The options of the whole screen.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "On the whole screen")]
pub(crate) struct ScreenArgs {
    /// Continue a saved game: its number, or `last` for the one changed last
    #[arg(long, value_name = "GAME", conflicts_with_all = ["plain", "black", "white", "start", "openings"])]
    resume: Option<Resumed>,

    /// Show what every move is worth
    #[arg(long, conflicts_with = "plain")]
    hints: bool,

    /// Show the engine's lines and the graph of the score during the game
    #[arg(long, conflicts_with = "plain")]
    engine: bool,

    /// Hide the bars of discs and mobility
    #[arg(long, conflicts_with = "plain")]
    no_meters: bool,

    /// Hide the grid: all squares look alike
    #[arg(long, conflicts_with = "plain")]
    no_grid: bool,

    /// Wait at least this many seconds before showing a program's move
    #[arg(long, value_name = "S", value_parser = crate::commands::analyze::seconds, conflicts_with = "plain")]
    pace: Option<Duration>,

    /// How many colours to use [default: as many as the terminal has]
    #[arg(long, value_name = "COLOURS", alias = "colours", conflicts_with = "plain")]
    colors: Option<ColourChoice>,

    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "plain")]
    ascii: bool,
}

/// How many colours to use.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ColourChoice {
    None,
    #[value(name = "16")]
    Sixteen,
    #[value(name = "256")]
    Palette,
    True,
}

/// The stored game to go on with.
#[derive(Clone, Copy, Debug)]
enum Resumed {
    Last,
    Number(i64),
}

impl std::str::FromStr for Resumed {
    type Err = String;

    fn from_str(text: &str) -> Result<Resumed, String> {
        match text.parse() {
            _ if text == "last" => Ok(Resumed::Last),
            Ok(number) => Ok(Resumed::Number(number)),
            Err(_) => Err(format!("{text:?} is neither the number of a game nor `last`")),
        }
    }
}

impl ScreenArgs {
    /// Refuses what needs the whole screen where there is none.
    pub(crate) fn refuse_without_screen(&self) -> Result<(), Failure> {
        let option = match self {
            ScreenArgs { resume: Some(_), .. } => "--resume",
            ScreenArgs { pace: Some(_), .. } => "--pace",
            ScreenArgs { hints: true, .. } => "--hints",
            ScreenArgs { engine: true, .. } => "--engine",
            _ => return Ok(()),
        };
        Err(Failure::input(anyhow!("{option} needs the whole screen of a terminal, and there is none here")))
    }

    fn colours(&self) -> Colours {
        match self.colors {
            Some(ColourChoice::None) => Colours::None,
            Some(ColourChoice::Sixteen) => Colours::Sixteen,
            Some(ColourChoice::Palette) => Colours::Palette,
            Some(ColourChoice::True) => Colours::True,
            None => Colours::of_environment(|name| std::env::var_os(name)),
        }
    }
}

/// Plays on the whole screen.
pub(crate) fn run(
    args: &Args,
    mut players: [Participant; 2],
    starts: Openings,
    seed: u64,
    papers: Folder,
) -> Result<(), Failure> {
    let screen = &args.screen;
    let mut database = args.open_database()?;
    let resumed = screen.resume.map(|which| find(which, database.as_mut())).transpose()?;
    let asks = args.black.is_none() && args.white.is_none() && resumed.is_none() && !args.exit;
    if asks && let Ok(entrant) = PROPOSED.parse() {
        players[1].entrant = entrant;
    }
    let watches = players.iter().all(|player| !player.entrant.is_human());
    let settings = SessionSettings {
        players,
        starts: list_of_starts(args, starts, seed),
        control: args.clock,
        time: args.time,
        pace: screen.pace.unwrap_or(Duration::from_millis(if watches { 700 } else { 400 })),
        ponders: args.ponder,
        seed,
        games: args.games,
        exits: args.exit,
        asks,
        resumed,
        show: Show {
            values: screen.hints,
            engine: screen.engine,
            meters: !screen.no_meters,
            grid: !screen.no_grid,
            flipped: args.flip,
        },
        colours: screen.colours(),
        ascii: screen.ascii || is_ascii_locale(|name| std::env::var_os(name)),
    };
    let archive = database.map(|database| Box::new(database) as Box<dyn outflank_terminal::Archive>);
    let reviews = match archive.is_some() {
        true => ReviewDatabase::open(args.database.as_deref()).ok(),
        false => None,
    };
    let reviews = reviews.map(|reviews| Box::new(reviews) as Box<dyn ResultStore + Send>);
    match outflank_terminal::run(settings, Services { archive, papers: Box::new(papers), reviews })? {
        SessionEnd::Left => Ok(()),
        // The terminal is as it was: end as shells expect of a program ended by a signal.
        SessionEnd::Signal(number) => std::process::exit(128 + i32::try_from(number).unwrap_or(0)),
    }
}

fn find(which: Resumed, database: Option<&mut Database>) -> Result<ArchivedGame, Failure> {
    let database = database.ok_or_else(|| Failure::input(anyhow!("there are no saved games")))?;
    let games = database.games().map_err(|reason| Failure::Other(anyhow!(reason)))?;
    let (found, missing) = match which {
        Resumed::Last => (games.into_iter().next(), "no game has been saved yet".to_owned()),
        Resumed::Number(id) => {
            (games.into_iter().find(|game| game.kept.id == id), format!("there is no saved game {id}"))
        }
    };
    found.ok_or_else(|| Failure::input(anyhow!(missing)))
}

/// Lists where games can begin, what was asked for first.
fn list_of_starts(args: &Args, starts: Openings, seed: u64) -> Vec<Start> {
    let start = |name: &str, openings: Openings| Start {
        name: name.to_owned(),
        game: Arc::new(move |number| -> Game { openings.get(number) }),
    };
    let usual = args.openings.is_none() && args.start.is_none();
    let mut list = vec![start(if usual { "the standard start" } else { "as you said" }, starts)];
    let others = [
        ("the standard start", OpeningSource::None),
        ("a balanced opening", OpeningSource::Balanced),
        ("six random plies", OpeningSource::Random(6)),
    ];
    for (name, source) in others {
        if list.iter().all(|listed| listed.name != name)
            && let Ok(openings) = Openings::load(&source, None, seed)
        {
            list.push(start(name, openings));
        }
    }
    list
}
