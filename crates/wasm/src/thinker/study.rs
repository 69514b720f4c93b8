//! Positions looked at: values side by side, hints, reasons, thoughts, small trees.

use std::time::Duration;

use outflank_coach::{Advice, Examiner, SmallTree, TreeOrder, TreeSize, explain};
use outflank_engine::{Comparison, OneThread, Progress, Wanted};
use outflank_review::{Canonical, EXPLAIN_DEPTH, PositionNotes};
use outflank_rules::{Move, Position};
use outflank_wire::coaching::MistakeView;
use outflank_wire::hint::HintView;
use outflank_wire::minimax::TreeView;
use outflank_wire::review::AnalyzeView;
use outflank_wire::thinking::{DepthView, EndView, SeenView, ThinkLine};
use outflank_wire::values::view_of_moves;

use super::task::ThinkerFault;
use super::{FOREVER, PageThinker, position_of};

/// Values moves side by side, and tells of every depth.
pub(super) fn analyze(
    thinker: &PageThinker,
    position: &str,
    best: Option<u8>,
    depth: Option<u32>,
    milliseconds: Option<u64>,
) -> Result<AnalyzeView, ThinkerFault> {
    let position = position_of(position)?;
    if position.is_finished() {
        return Ok(AnalyzeView::over(position, position.board().final_score()));
    }
    let wanted = best.map_or(Wanted::ALL, |best| Wanted::best(usize::from(best.max(1))));
    let canonical = Canonical::of(&position);
    let limits = thinker.limits(depth, milliseconds.map(Duration::from_millis));
    let view = |found: &Comparison| {
        let moves = view_of_moves(position, &PositionNotes::of(&position, found));
        let first = moves.first()?;
        Some(AnalyzeView {
            position: position.to_string(),
            best: Some(first.played.clone()),
            score: first.score,
            kind: first.kind.clone(),
            depth: found.depth,
            nodes: found.nodes,
            moves,
        })
    };
    let observe = |progress: &Progress| {
        if let Some(view) = view(&canonical.seen(&progress.into())) {
            thinker.report(&view);
        }
    };
    let search = thinker.engine.search(canonical.position).limits(&limits).threads(&*thinker.threads);
    let found = search.observe(observe).compare(canonical.wanted(wanted));
    view(&canonical.seen(&found)).ok_or_else(|| ThinkerFault("the engine found no move".to_owned()))
}

/// Tells what is seen at once, and what is found depth by depth.
pub(super) fn think(
    thinker: &PageThinker,
    position: &str,
    milliseconds: u64,
) -> Result<ThinkLine, ThinkerFault> {
    let position = position_of(position)?;
    thinker.report(&ThinkLine::Seen(SeenView::of(position)));
    if position.is_finished() {
        return Ok(ThinkLine::End(EndView { stopped: false }));
    }
    thinker.engine.forget();
    let begun = thinker.around.now();
    let limits = thinker.limits(None, Some(Duration::from_millis(milliseconds)));
    let observe = |progress: &Progress| {
        let elapsed = thinker.around.now().saturating_sub(begun);
        thinker.report(&ThinkLine::Depth(DepthView::of(position, progress, elapsed)));
    };
    let search = thinker.engine.search(position).limits(&limits).threads(&*thinker.threads);
    let found = search.observe(observe).analyze();
    Ok(ThinkLine::End(EndView { stopped: found.stopped }))
}

/// Finds the best move, the idea and the reason.
pub(super) fn hint(thinker: &PageThinker, position: &str) -> Result<HintView, ThinkerFault> {
    let position = position_of(position)?;
    let limits = thinker.limits(Some(Advice::DEPTH), Some(Advice::TIME));
    Ok(HintView::of(&Advice::find(&thinker.engine, position, &limits), &position))
}

/// Says what a move loses and why.
pub(super) fn reason(
    thinker: &PageThinker,
    position: &str,
    played: &str,
    better: Option<&str>,
) -> Result<MistakeView, ThinkerFault> {
    let position: Position = position_of(position)?;
    let read = |text: &str| text.parse::<Move>().map_err(|error| ThinkerFault(format!("{text}: {error}")));
    let (played, better) = (read(played)?, better.map(read).transpose()?);
    position.play(played).map_err(|error| ThinkerFault(format!("{played}: {error}")))?;
    let limits = thinker.limits(Some(EXPLAIN_DEPTH), Some(FOREVER));
    let examiner = Examiner { engine: &thinker.engine, limits: &limits, threads: &OneThread, known: &[] };
    let found = examiner.examine(position, played, better);
    Ok(found.map(|mistake| MistakeView::of(&mistake, &explain(&mistake))).unwrap_or_default())
}

/// Grows a small tree and searches it step by step.
pub(super) fn tree(position: &str, size: [u32; 2], order: &str) -> Result<TreeView, ThinkerFault> {
    let order = match order {
        "best" => TreeOrder::BestFirst,
        "worst" => TreeOrder::WorstFirst,
        "squares" => TreeOrder::Squares,
        other => return Err(ThinkerFault(format!("{other:?} is none of best, worst and squares"))),
    };
    let [depth, breadth] = size;
    let size = TreeSize { depth, breadth: breadth as usize };
    Ok(TreeView::of(&SmallTree::grow(position_of(position)?, size, order)))
}
