//! `outflank lab run`: a tournament described by a file.

use outflank_lab::Venue;

use crate::commands::lab::tournament::{self, DescribedArgs};
use crate::failure::Failure;

/// Run a tournament described by a file; games and reports go to a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file is TOML; everything except players may be left out:

  name = \"Levels\"
  format = \"round-robin\"      or gauntlet: the first against all others
                              matrix: everybody against everybody, itself included, by colour
                              sparse: everybody against those 1, 2, 4, 8 ... places down the list
                              sprt: two players until a test is decided
  players = [\"level:1\", \"engine:depth=6\", { name = \"Mine\", player = \"exec:gtp:./mine\" }]
  games = 100                 of two players, both colours together
  openings = \"balanced\"       or none, random:N, FILE, FILE@PLY; every opening is played twice
  time = 0.1                  seconds per move for players without their own limit
  depth = 8                   a limit for players that take one and have none; or nodes = 100000
  concurrency = 2             games at a time [default: one per core]
  seed = 1
  sprt = \"0,20\"               with format sprt: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA
  adjudicate = 14             end games by exact value from this many empty squares (1 to 20)
  adjudicate-ahead = \"30,6\"   end games when a side is ahead by 30 discs for 6 plies in a row
  judge = 8                   find out what every move lost, by searches of this depth
  curves = true               with judge: the score expected in every position of every game
  logs = true                 a readable log of every game

The folder then holds games.jsonl (every game as soon as it has ended), games.ggf, games.txt (a line each, the score gap \
last), games.csv, logs/, summary.txt, summary.json, players.csv, pairings.csv, curves.csv with curves, ratings.svg, cross-table.svg (with format matrix in the order of the players, and score-lines.svg and point-lines.svg, a line for each player) and report.html. Paths \
of files and programs start from the folder in which the command is run. Games that end after a test has been decided stay in games.jsonl and are not counted.

A player that crashes, hangs, gives an invalid answer or plays an illegal move loses that game, and the tournament \
goes on. A player that has not made a move in its first three games ends the tournament with exit code 1; those \
games do not count. Ctrl-C ends with a report of the games so far; after that, a crash or kill -9, `outflank lab \
resume DIR` plays what is missing.

Examples:
  outflank lab run levels.toml
  outflank lab run levels.toml --out results/monday --json")]
pub(crate) struct Args {
    #[command(flatten)]
    described: DescribedArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let args = &args.described;
    let (text, folder) = args.read()?;
    let venue = Venue::create(&folder, &text, &args.file).map_err(tournament::failure)?;
    tournament::hold(&venue, args.json)
}
