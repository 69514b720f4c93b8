//! What the engine thinks of positions: jobs whose results are the answers.

use outflank_rules::{Move, Position};
use outflank_wire::coaching::ExplainWish;
use outflank_wire::minimax::{TreeOrderWish, TreeWish};
use outflank_wire::review::{AnalyzeView, AnalyzeWish};
use outflank_wire::text;
use outflank_wire::thinking::{ThinkLine, ThinkWish};
use serde_json::{Value, json};

use super::reply::{Handled, Reply, now};
use super::request::DeskRequest;
use super::{Desk, DeskEffect, DeskRefusal, JobUrgency};

/// How long an answer takes at most, in seconds.
const LONGEST: f64 = 60.0;
/// How long an analysis takes unless the question says otherwise, in seconds.
const USUAL: f64 = 1.0;
/// How long somebody looks on at a search unless the question says otherwise, in seconds.
const USUAL_LOOK: f64 = 10.0;
/// The deepest search, in plies: to the end of any game.
const DEEPEST: u32 = 60;
/// The longest line that leads to a position, in moves.
const LONGEST_LINE: usize = 128;
/// How deep and how wide a tree is unless the question says otherwise, and at most.
const USUAL_TREE: u32 = 3;
const LARGEST_TREE: u32 = 4;

impl Desk {
    /// Answers a request with the result of a job.
    pub(super) fn answer_by_job(&mut self, request: u64, class: JobUrgency, task: Value) -> Handled {
        let job = self.begin_job(class, task, None, move |desk, result| {
            let reply = match result {
                Ok(result) => Reply::json(&result),
                Err(reason) => DeskRefusal::internal(reason).into(),
            };
            desk.out.answer(request, reply);
        });
        self.wait_for(request, job);
        Ok(None)
    }

    /// Values a position.
    pub(super) fn analyze(&mut self, request: &DeskRequest) -> Handled {
        let wish: AnalyzeWish = request.json()?;
        let position = text::parse(&wish.text)?.last_position();
        let milliseconds = milliseconds(wish.seconds.unwrap_or(USUAL))?;
        if position.is_finished() {
            return now(&AnalyzeView::over(position, position.board().final_score()));
        }
        let task = json!({
            "task": "analyze",
            "position": position.to_string(),
            "best": wish.best.map_or(1, |best| best.max(1)),
            "depth": wish.depth.map(|depth| depth.clamp(1, DEEPEST)),
            "milliseconds": milliseconds,
        });
        self.answer_by_job(request.id, JobUrgency::Hint, task)
    }

    /// Says what a move loses and why.
    pub(super) fn explain(&mut self, request: &DeskRequest) -> Handled {
        let wish: ExplainWish = request.json()?;
        let position = text::parse(&wish.text)?.last_position();
        let played: Move = wish.played.parse().map_err(|error| DeskRefusal::bad(format!("{error}")))?;
        position.play(played).map_err(|error| DeskRefusal::bad(error.to_string()))?;
        let task = json!({
            "task": "explain",
            "position": position.to_string(),
            "move": played.to_string(),
        });
        self.answer_by_job(request.id, JobUrgency::Hint, task)
    }

    /// Tells how the engine thinks about a position, line by line.
    pub(super) fn think(&mut self, request: &DeskRequest) -> Handled {
        let wish: ThinkWish = request.json()?;
        let position = reached(&wish.text, &wish.moves)?;
        let seconds = wish.seconds.unwrap_or(USUAL_LOOK);
        if seconds == 0.0 {
            let line = serde_json::to_string(&ThinkLine::UNSEARCHED).unwrap_or_default() + "\n";
            let body = line.into_bytes();
            return Ok(Some(Reply { status: 200, kind: "application/x-ndjson", body, name: None }));
        }
        let milliseconds = milliseconds(seconds)?;
        let (id, is_over) = (request.id, position.is_finished());
        self.out.push(DeskEffect::Begin { id, status: 200, kind: "application/x-ndjson" });
        let task = json!({ "task": "think", "position": position.to_string(), "milliseconds": milliseconds });
        let hear = move |desk: &mut Desk, line: Value| {
            desk.out.push(DeskEffect::Chunk { id, text: format!("{line}\n") });
        };
        let job = self.begin_job(JobUrgency::Analysis, task, Some(Box::new(hear)), move |desk, ended| {
            // The last line is the result; where the game is over there is nothing more to say.
            if let (Ok(line), false) = (ended, is_over) {
                desk.out.push(DeskEffect::Chunk { id, text: format!("{line}\n") });
            }
            desk.out.push(DeskEffect::End { id });
        });
        self.wait_for(id, job);
        Ok(None)
    }

    /// Grows a small game tree of a position and searches it step by step.
    pub(super) fn grow_tree(&mut self, request: &DeskRequest) -> Handled {
        let wish: TreeWish = request.json()?;
        let position = text::parse(&wish.text)?.last_position();
        let order = match wish.order {
            None | Some(TreeOrderWish::Best) => "best",
            Some(TreeOrderWish::Worst) => "worst",
            Some(TreeOrderWish::Squares) => "squares",
        };
        let task = json!({
            "task": "minimax",
            "position": position.to_string(),
            "depth": tree_size("depth", wish.depth)?,
            "breadth": tree_size("breadth", wish.breadth)?,
            "order": order,
        });
        self.answer_by_job(request.id, JobUrgency::Hint, task)
    }
}

/// Checks how long a search may take, and returns that in milliseconds.
fn milliseconds(seconds: f64) -> Result<u64, DeskRefusal> {
    if (0.01..=LONGEST).contains(&seconds) {
        return Ok((seconds * 1000.0) as u64);
    }
    Err(DeskRefusal::bad(format!("{seconds} seconds are not possible; give 0.01 to {LONGEST}")))
}

/// Checks a size of a tree.
fn tree_size(name: &str, value: Option<u32>) -> Result<u32, DeskRefusal> {
    match value.unwrap_or(USUAL_TREE) {
        value if (1..=LARGEST_TREE).contains(&value) => Ok(value),
        value => Err(DeskRefusal::bad(format!("{name} {value} is not between 1 and {LARGEST_TREE}"))),
    }
}

/// Returns the position that a text and the moves after it lead to. An empty text is the start.
fn reached(written: &str, moves: &[String]) -> Result<Position, DeskRefusal> {
    let mut position = match written.trim() {
        "" => Position::start(),
        written => text::parse(written)?.last_position(),
    };
    if moves.len() > LONGEST_LINE {
        return Err(DeskRefusal::bad(format!("{} moves are more than a game has", moves.len())));
    }
    for text in moves {
        let played: Move = text.parse().map_err(|error| DeskRefusal::bad(format!("{text:?}: {error}")))?;
        let next = position.play(played);
        position = next.map_err(|error| DeskRefusal::illegal(format!("{played}: {error}")))?;
    }
    Ok(position)
}
