//! `outflank engine`: the engine for other programs, through a protocol.

mod player;
mod thinker;

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outflank_players::Entrant;
use outflank_protocol::{Allowance, Protocol, SearchEffort, SessionError, Thinker, serve};

use self::player::PlayerThinker;
use self::thinker::EngineThinker;
use crate::failure::Failure;
use crate::searcher::EngineArgs;

/// Run as an engine inside another program: speak a protocol on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Protocols: nboard (NBoard, version 2), gtp (Go Text Protocol, with the commands of GoGui), referee (university \
tournaments), cassio (the Othello engine protocol), xboard (XBoard and WinBoard, variant reversi).

Depths and times set by the other side come first. Where it sets none, --depth, --time and --level apply; without \
them the engine plays at level 18.

--player lets any player of `outflank players` speak the protocol instead of the engine. It plays as it always does: \
it ignores depths set by the other side, and answers every request with its move.

--ponder lets the engine think on the opponent's time, after each of its moves until the next line comes in: with \
nboard, gtp and referee, which have no command for it, and with xboard until the other side says `hard` or `easy`. A \
cassio host decides for itself what to think about. Among the players, levels and engine ponder (also with \
ponder=yes); the others wait.

At the end of the input the engine answers what it was asked and ends. `outflank lab check` examines any engine.

Examples:
  outflank engine --protocol nboard
  outflank engine --protocol gtp --level 5
  outflank engine --protocol xboard --player scout:time=1
  outflank engine --protocol gtp --time 2 --ponder
  outflank match engine:depth=4 'exec:xboard:outflank engine --protocol xboard --depth 4'")]
pub(crate) struct Args {
    /// The protocol: nboard, gtp, referee, cassio or xboard
    #[arg(long, value_name = "PROTOCOL")]
    protocol: Protocol,

    /// The level of strength, 1 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    level: Option<u8>,

    /// The player that answers instead of the engine: one of `outflank players`
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["level", "depth", "threads", "hash"])]
    player: Option<Entrant>,

    /// The depth of every search, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60), conflicts_with = "level")]
    depth: Option<u32>,

    /// The seconds for each move
    #[arg(long, value_name = "S", value_parser = crate::commands::analyze::seconds)]
    time: Option<Duration>,

    /// The random seed of levels 1 to 15 [default: a different one every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Think on the opponent's time too
    #[arg(long)]
    ponder: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let seed = args.seed.unwrap_or_else(now);
    let thinker: Box<dyn Thinker> = match &args.player {
        Some(entrant) => {
            let player = entrant.seat_quiet().map_err(Failure::input)?;
            let ponders = args.ponder || entrant.ponders();
            Box::new(PlayerThinker::new(&entrant.to_string(), player, seed, ponders))
        }
        None => {
            let (engine, threads) = args.engine.engine()?;
            Box::new(EngineThinker::new(engine, threads, seed, args.ponder))
        }
    };
    let effort = SearchEffort { level: args.level, depth: args.depth, time: args.time.map(Allowance::Move) };
    let mut output = io::stdout().lock();
    match serve(args.protocol, thinker, effort, io::stdin(), &mut output) {
        Ok(()) => Ok(()),
        Err(SessionError::Io(error)) => Err(error.into()),
        Err(error @ SessionError::Protest(_)) => Err(Failure::input(error)),
        Err(error) => Err(Failure::other(error)),
    }
}
