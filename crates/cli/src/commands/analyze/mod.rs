//! `outflank analyze`: what positions are worth within limits, and what the moves of a game cost.

mod game;
mod graph;
mod limit;
mod position;

use std::ffi::OsString;
use std::io;

use crate::failure::Failure;
use crate::items;
use crate::report::PositionTable;
use crate::searcher::{EngineArgs, Lazy};
use crate::source::ArgumentSource;
use crate::ticker::Ticker;

use limit::LimitArgs;
pub(crate) use limit::seconds;
use position::{Scope, Study};

/// Value positions, or every move of a game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The argument is `start`, a 65-character board, a transcript or game, the name of a file with any number of them, \
or - for one of them a line on standard input, each answered at once. A game is analysed move by move, from its \
end to its start; with --last its final position is analysed.

Limits are for each position. With --best or --all-moves, and in a game, moves are valued side by side: all to one \
depth before any goes deeper, so that scores can be compared. Without one a position gets a second, each move of a game a depth of 8. Near the \
end of the game a search goes all the way, and its score is exact. --depth 0 is the static evaluation, with \
fractions of discs. For now level N is a search of depth N.

JSON for a position: as `solve` prints it, then depth, selectivity (confidence of the search in per cent), bound \
(exact, lower, upper, or estimate), moves (move, score, exact): all with --all-moves, the N best with --best N, \
else the best. For a game, per ply: ply, side, played, score, best, best_score, loss, exact, depth, moves, scores \
from the mover's view; at the end summary: for black and white loss (discs lost in all) and accuracy, and result \
(black minus white, null if unfinished). Accuracy is 100 times the mean of exp(-cost / 0.2) over the side's moves, \
passes left out, where the cost of a move is what it takes from the expected result by a model fitted on games of people \
(`outflank lab expectation`): 100 for no loss; null without moves.

Ctrl-C stops the search: what is known by then is printed, without a summary, and the exit code is 1.

Examples:
  outflank analyze f5d6c3d3c4f4 --depth 12
  outflank analyze f5d6c3d3c4f4 --last --all-moves --time 5
  outflank analyze start --best 2 --json
  outflank analyze data/sample.ggf --json")]
pub(crate) struct Args {
    /// `start`, a board, a transcript, a game, a file, or - for standard input
    #[arg(value_name = "GAME|POS|FILE", allow_hyphen_values = true)]
    what: OsString,

    #[command(flatten)]
    limit: LimitArgs,

    /// Analyse the final position of a game
    #[arg(long)]
    last: bool,

    /// Value and list the N best moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    best: Option<u8>,

    /// Value and list all moves
    #[arg(long, conflicts_with = "best")]
    all_moves: bool,

    #[command(flatten)]
    engine: EngineArgs,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = ArgumentSource::of(&args.what);
    let searcher = Lazy::new(&args.engine);
    let mut out = io::stdout().lock();
    let mut table = PositionTable::default();
    let mut games = 0;
    let scope = match (args.all_moves, args.best) {
        (true, _) => Scope::Moves(usize::MAX),
        (false, Some(count)) => Scope::Moves(count.into()),
        (false, None) => Scope::Best,
    };
    let analyzed = items::for_each(&source, &mut |record| {
        let searcher = searcher.get()?;
        let guard = searcher.guard();
        let is_game = !record.is_position() && !args.last;
        if is_game {
            games += 1;
            let study = Study { searcher, limit: args.limit.for_games(), scope };
            let review = game::review(&study, record);
            drop(guard);
            if args.json {
                review.print_json(&mut out)?;
            } else {
                review.print(&mut out, games)?;
            }
        } else {
            let study = Study { searcher, limit: args.limit.for_positions(), scope };
            let label = match source {
                ArgumentSource::Text(_) => String::new(),
                _ => format!("#{}  ", table.rows() + 1),
            };
            let finding = study.of(record.last_position(), None, &Ticker::start(label));
            drop(guard);
            match (args.json, &source) {
                (true, _) => finding.print_json(&mut out)?,
                (false, ArgumentSource::Text(_)) => finding.print_block(&mut out)?,
                (false, _) => finding.print_row(&mut out, &mut table)?,
            }
        }
        searcher.interrupt().check()
    });
    table.total(&mut out)?;
    analyzed
}
