//! `outflank players`: everybody who can play.

use std::io::{self, Write as _};

use outflank_players::{FAMILIES, Family, Parameter};
use serde::Serialize;

use crate::failure::Failure;
use crate::report;

/// List every player with its description and parameters.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON, one object per line: id, usage, description, parameters (name, default, meaning) and members (id, description).

Examples:
  outflank players
  outflank match level:3 greedy
  outflank match nea:depth=7 om-expert:noise=5,seed=7
  outflank match engine:depth=6 'exec:nboard[dir=ntest,depth=8]:./ntest x'")]
pub(crate) struct Args {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The JSON form of a kind of player. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct PlayersJson {
    id: &'static str,
    usage: &'static str,
    description: &'static str,
    parameters: Vec<JsonParameter>,
    members: Vec<JsonMember>,
}

#[derive(Debug, Serialize)]
struct JsonParameter {
    name: &'static str,
    default: &'static str,
    meaning: &'static str,
}

#[derive(Debug, Serialize)]
struct JsonMember {
    id: String,
    description: String,
}

impl PlayersJson {
    fn new(family: &Family) -> PlayersJson {
        let parameter =
            |one: &Parameter| JsonParameter { name: one.name, default: one.default, meaning: one.meaning };
        let member = |(id, description)| JsonMember { id, description };
        PlayersJson {
            id: family.id,
            usage: family.usage,
            description: family.description,
            parameters: family.parameters.iter().map(parameter).collect(),
            members: family.members().into_iter().map(member).collect(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for family in FAMILIES {
        let json = PlayersJson::new(family);
        if args.json {
            report::json_line(&mut out, &json)?;
            continue;
        }
        writeln!(out, "{}\n    {}", json.usage, json.description)?;
        let names = json.parameters.iter().map(|one| one.name.len());
        let wide = names.chain(json.members.iter().map(|one| one.id.len())).max().unwrap_or(0);
        for JsonParameter { name, default, meaning } in &json.parameters {
            writeln!(out, "    {name:<wide$} {meaning} (default: {default})")?;
        }
        for JsonMember { id, description } in &json.members {
            writeln!(out, "    {id:<wide$} {description}")?;
        }
    }
    Ok(())
}
