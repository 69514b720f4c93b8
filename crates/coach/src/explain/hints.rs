//! What describes a mistake where none of the stricter causes holds, or beside one that does.

use outflank_rules::{Bitboard, Color};

use super::causes::stable_balance;
use super::claim::{Branch, Cause, Claim};
use super::look::{could_move, frontier, safe_moves};
use super::variation::Variation;
use super::{Mistake, SOON};

/// How many moves or stable discs make a difference.
const NOTABLE: u32 = 3;
/// How many moves over four turns make a difference.
const NOTABLE_IN_ALL: u32 = 5;
/// How many new moves of the opponent make a difference.
const NOTABLE_OPENED: u32 = 2;
/// The latest ply at which stable discs are compared.
const STABLE_PLIES: usize = 9;

/// Returns how far the two lines can be compared.
fn common(mistake: &Mistake) -> usize {
    mistake.played.moves().len().min(mistake.better.moves().len())
}

/// Finds a corner that a side takes in one line and not in the other, as far as they can be compared.
fn corner_taken(mistake: &Mistake, cause: Cause, branch: Branch, side: Color) -> Option<Claim> {
    let (here, there) = match branch {
        Branch::Played => (&mistake.played, &mistake.better),
        Branch::Better => (&mistake.better, &mistake.played),
    };
    let plies = common(mistake);
    let taken = |line: &Variation, corner| line.taken(side, corner).filter(|&ply| ply < plies);
    let only_here = |corner| taken(here, corner).filter(|_| taken(there, corner).is_none());
    let (ply, corner) =
        Bitboard::CORNERS.squares().filter_map(|corner| Some((only_here(corner)?, corner))).min()?;
    Some(Claim::new(cause, branch, ply + 1).with("corner", corner).with("ply", ply as u32))
}

/// The opponent takes a corner in the line of the move, not in that of the better one.
pub(super) fn corner_falls(mistake: &Mistake) -> Option<Claim> {
    corner_taken(mistake, Cause::CornerFalls, Branch::Played, mistake.opponent())
}

/// The better move wins a corner that the played one does not.
pub(super) fn corner_forgone(mistake: &Mistake) -> Option<Claim> {
    corner_taken(mistake, Cause::CornerForgone, Branch::Better, mistake.own())
}

/// Finds a side's first pass in one line, if it does not pass in the other, as far as they can be compared.
fn passed(mistake: &Mistake, cause: Cause, branch: Branch, side: Color) -> Option<Claim> {
    let (here, there) = match branch {
        Branch::Played => (&mistake.played, &mistake.better),
        Branch::Better => (&mistake.better, &mistake.played),
    };
    let plies = common(mistake);
    let pass = |line: &Variation| {
        let ply = line.plies().take(plies).find(|ply| ply.square.is_none() && ply.side() == side);
        ply.map(|ply| ply.number)
    };
    let ply = pass(here).filter(|_| pass(there).is_none())?;
    Some(Claim::new(cause, branch, ply + 1).with("ply", ply as u32))
}

/// A pass is forced in the line of the move, none in that of the better one.
pub(super) fn pass_forced(mistake: &Mistake) -> Option<Claim> {
    passed(mistake, Cause::PassForced, Branch::Played, mistake.own())
}

/// The opponent must pass in the line of the better move, and need not in that of the played one.
pub(super) fn pass_forgone(mistake: &Mistake) -> Option<Claim> {
    passed(mistake, Cause::PassForgone, Branch::Better, mistake.opponent())
}

/// The opponent makes the last move of the game, own does after the better move.
pub(super) fn last_move_lost(mistake: &Mistake) -> Option<Claim> {
    let holds = mistake.exact
        && mistake.played.last_mover() == Some(mistake.opponent())
        && mistake.better.last_mover() == Some(mistake.own());
    holds.then(|| Claim::new(Cause::LastMoveLost, Branch::Played, mistake.played.moves().len()))
}

/// At one of the next three turns there are fewer moves than after the better move.
pub(super) fn fewer_moves(mistake: &Mistake) -> Option<Claim> {
    [2, 4, 6].into_iter().find_map(|plies| {
        let left = mistake.played.after(plies)?.legal_moves().len();
        let kept = mistake.better.after(plies)?.legal_moves().len();
        (left + NOTABLE <= kept).then(|| {
            Claim::new(Cause::FewerMoves, Branch::Played, plies)
                .with("turn", plies as u32 / 2)
                .with("moves", left)
                .with("better_moves", kept)
        })
    })
}

/// At one of the next three turns there are fewer moves that give no corner.
pub(super) fn fewer_safe(mistake: &Mistake) -> Option<Claim> {
    [2, 4, 6].into_iter().find_map(|plies| {
        let left = safe_moves(mistake.played.after(plies)?).len();
        let kept = safe_moves(mistake.better.after(plies)?).len();
        (left + NOTABLE <= kept).then(|| {
            Claim::new(Cause::FewerSafe, Branch::Played, plies)
                .with("turn", plies as u32 / 2)
                .with("safe", left)
                .with("better_safe", kept)
        })
    })
}

/// Over the next four turns there are fewer moves in all.
pub(super) fn squeezed(mistake: &Mistake) -> Option<Claim> {
    let in_all = |line: &Variation| -> Option<u32> {
        [2, 4, 6, 8].into_iter().map(|plies| Some(line.after(plies)?.legal_moves().len())).sum()
    };
    let (left, kept) = (in_all(&mistake.played)?, in_all(&mistake.better)?);
    (left + NOTABLE_IN_ALL <= kept).then(|| {
        Claim::new(Cause::Squeezed, Branch::Played, 8).with("moves", left).with("better_moves", kept)
    })
}

/// The opponent soon plays on the square of the better move.
pub(super) fn square_lost(mistake: &Mistake) -> Option<Claim> {
    let (_, better) = mistake.squares()?;
    let ply = mistake.played.taken(mistake.opponent(), better).filter(|&ply| ply <= SOON)?;
    Some(
        Claim::new(Cause::SquareLost, Branch::Played, ply + 1).with("square", better).with("ply", ply as u32),
    )
}

/// The opponent gets more moves that it did not have before.
pub(super) fn moves_opened(mistake: &Mistake) -> Option<Claim> {
    let before = could_move(mistake.position(), mistake.opponent());
    let opened = |line: &Variation| Some((line.after(1)?.legal_moves() - before).len());
    let (here, there) = (opened(&mistake.played)?, opened(&mistake.better)?);
    (here >= there + NOTABLE_OPENED).then(|| {
        Claim::new(Cause::MovesOpened, Branch::Played, 1).with("opened", here).with("better_opened", there)
    })
}

/// More own discs touch an empty square than after the better move.
pub(super) fn frontier_grown(mistake: &Mistake) -> Option<Claim> {
    let discs = |line: &Variation| Some(frontier(line.after(1)?, mistake.own()).len());
    let (here, there) = (discs(&mistake.played)?, discs(&mistake.better)?);
    (here >= there + NOTABLE).then(|| {
        Claim::new(Cause::FrontierGrown, Branch::Played, 1).with("discs", here).with("better_discs", there)
    })
}

/// The opponent has more moves than after the better move.
pub(super) fn moves_given(mistake: &Mistake) -> Option<Claim> {
    let (here, there) = (mistake.played.after(1)?, mistake.better.after(1)?);
    let (moves, fewer) = (here.legal_moves().len(), there.legal_moves().len());
    (moves >= fewer + NOTABLE).then(|| {
        Claim::new(Cause::MovesGiven, Branch::Played, 1).with("moves", moves).with("better_moves", fewer)
    })
}

/// Before the game is over the balance of stable discs is worse than at the same ply after the better move.
pub(super) fn fewer_stable(mistake: &Mistake) -> Option<Claim> {
    (2..=STABLE_PLIES.min(common(mistake))).find_map(|plies| {
        let (here, there) = (mistake.played.after(plies)?, mistake.better.after(plies)?);
        let worse = stable_balance(there, mistake.own()) - stable_balance(here, mistake.own());
        let holds = worse >= NOTABLE as i32 && !here.is_finished() && !there.is_finished();
        holds.then(|| {
            Claim::new(Cause::FewerStable, Branch::Played, plies)
                .with("plies", plies as u32 - 1)
                .with("worse", worse as u32)
        })
    })
}

/// The opponent could take a corner that it could not take after the better move.
pub(super) fn corner_threatened(mistake: &Mistake) -> Option<Claim> {
    let threats = |line: &Variation| Some(could_move(line.after(1)?, mistake.opponent()) & Bitboard::CORNERS);
    let corner = (threats(&mistake.played)? - threats(&mistake.better)?).first()?;
    Some(Claim::new(Cause::CornerThreatened, Branch::Played, 1).with("corner", corner))
}
