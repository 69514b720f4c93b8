//! `outflank play`: a game in the terminal.
//!
//! On a real terminal it takes the whole screen ([`full_screen`] hands over to the crate
//! `outflank-terminal`); otherwise, and with `--plain`, it is a conversation in lines: [`seated`] is the game
//! with its players, [`conversation`] talks about it, [`obey`] does what typed lines say. [`papers`] is what
//! is left on disk, [`database`] where games are saved.

mod conversation;
mod database;
mod full_screen;
mod obey;
mod papers;
mod seated;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use outflank_game::TimeControl;
use outflank_lab::{OpeningSource, Openings};
use outflank_players::{Entrant, Participant};
use outflank_rules::{Game, Position};

use self::conversation::{Conversation, Manner};
use self::database::{Database, open_database};
use self::papers::Folder;
use self::seated::SeatedGame;
use crate::failure::Failure;
use crate::source;

/// Play in the terminal: two people, a person and a program, or two programs.
///
/// On a terminal the game fills the whole screen: click or type squares; ? explains the keys. With --plain,
/// or without a terminal, you play line by line: each line is a move such as f5 or a command (`help` lists
/// them), and the end of the input ends the game. Passes are made automatically. Games are saved with those
/// of the studio unless you give --no-store.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Players: human, level:1 to level:20, random (any legal move), greedy (turns over the most discs) and all others that \
`outflank players` lists.

Openings: `balanced` (eight plies, made by the engine), `none`, `random:N`, or a file of games, positions or \
openings; FILE@PLY begins after PLY plies. With level:5,openings=FILE a player follows the lines of a library.

The report has a line for every finished game: black, white, plies, the discs of both, and the score difference; \
whoever resigns or runs out of time loses 64 to 0. Further games of a session are logged to FILE.2, FILE.3 and so \
on, with the number before the extension.

Examples:
  outflank play
  outflank play --white level:3 --log game.log
  outflank play --black nea --white om-master --pace 1
  outflank play --resume last
  outflank play --plain --white level:5 --clock 5+3 --no-store
  outflank play --plain --black random --white greedy --seed 7 --games 10 --report series.txt
  outflank play --start f5d6c3d3c4")]
pub(crate) struct Args {
    /// Who plays black [default: human]
    #[arg(long, value_name = "PLAYER")]
    black: Option<Entrant>,

    /// Who plays white [default: human; on the whole screen you are asked]
    #[arg(long, value_name = "PLAYER")]
    white: Option<Entrant>,

    /// What black is called on the screen, in logs, reports and saved games
    #[arg(long, value_name = "NAME")]
    black_name: Option<String>,

    /// What white is called on the screen, in logs, reports and saved games
    #[arg(long, value_name = "NAME")]
    white_name: Option<String>,

    /// Where to start: `start` (the default), a 65-character board, a transcript or a file (its final
    /// position)
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    start: Option<OsString>,

    /// Where games begin: balanced, none, random:N, FILE or FILE@PLY [default: none]
    #[arg(long, value_name = "SRC", value_parser = crate::commands::r#match::openings)]
    openings: Option<OpeningSource>,

    /// Play line by line, with a board of letters and no colours
    #[arg(long)]
    plain: bool,

    /// The random seed [default: a different one every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write a log of the game: every move, the final board, corners, score
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Append a line for every finished game, with the score difference (black minus white) in the last
    /// column
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// How many games two programs play, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Leave when the game, or the last of --games, is over
    #[arg(long)]
    exit: bool,

    /// Do not explain what can be typed (with --plain)
    #[arg(long)]
    no_instructions: bool,

    /// Rotate the board
    #[arg(long)]
    flip: bool,

    /// The seconds for each move of a program without a limit of its own [default: 1; agent 4, scout 5]
    #[arg(long, value_name = "S", value_parser = crate::commands::analyze::seconds)]
    time: Option<Duration>,

    /// Let programs think on the opponent's time too
    #[arg(long)]
    ponder: bool,

    /// Minutes for each side, and the increment per move in seconds: 5, 5+3; a side that runs out of time
    /// loses
    #[arg(long, value_name = "M+S")]
    clock: Option<TimeControl>,

    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: the studio's file]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Do not save the games
    #[arg(long, conflicts_with_all = ["resume", "database"])]
    no_store: bool,

    #[command(flatten)]
    screen: full_screen::ScreenArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let players = args.players();
    let has_person = players.iter().any(|player| player.entrant.is_human());
    if args.games > 1 && has_person {
        return Err(Failure::input(anyhow!(
            "--games is for two programs: give both --black and --white; people start another game with `new`"
        )));
    }
    let starts = args.starts()?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let papers = Folder::new(args.log.clone(), args.report.clone(), seed);
    if !args.plain && has_screen() {
        return full_screen::run(args, players, starts, seed, papers);
    }
    args.screen.refuse_without_screen()?;
    let game_of = |number: usize| starts.get(number);
    let manner = Manner {
        prompts: io::stdin().is_terminal(),
        instructs: !args.no_instructions,
        flipped: args.flip,
        exits: args.exit,
        games: args.games,
    };
    let mut seated =
        SeatedGame::new(starts.get(0), &players, seed, args.time, args.clock).map_err(Failure::input)?;
    if args.ponder {
        seated.toggle_pondering().map_err(Failure::input)?;
    }
    let archive = args.open_database()?;
    Conversation::new(seated, &game_of, manner, papers, io::stdout().lock())
        .saved_in(archive)
        .play(&mut io::stdin().lock())
}

/// Tells whether there is a terminal that can be taken over.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

impl Args {
    /// Returns who plays, black first.
    fn players(&self) -> [Participant; 2] {
        let player = |entrant: &Option<Entrant>, name: &Option<String>| Participant {
            entrant: entrant.clone().unwrap_or_else(Entrant::human),
            name: name.clone().unwrap_or_default(),
        };
        [player(&self.black, &self.black_name), player(&self.white, &self.white_name)]
    }

    /// Opens where games are saved; nothing if they shall not be.
    fn open_database(&self) -> Result<Option<Database>, Failure> {
        if self.no_store { Ok(None) } else { open_database(self.database.as_deref()) }
    }

    /// Returns where games begin.
    fn starts(&self) -> Result<Openings, Failure> {
        let start = self.start.as_deref().map(source::position).transpose()?.map(Game::new);
        let start = start.filter(|game| game.position() != Position::start());
        let source = self.openings.clone().unwrap_or(OpeningSource::None);
        let seed = self.seed.unwrap_or_else(seed_of_the_clock);
        Openings::load(&source, start.as_ref(), seed).map_err(Failure::input)
    }
}

/// Returns a seed that differs from run to run.
fn seed_of_the_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
