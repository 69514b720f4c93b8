//! The causes of mistakes: each function finds the claim of one cause, if it holds.

use outflank_rules::{Bitboard, Color, Square};

use super::claim::{Branch, Cause, Claim};
use super::look::{
    beside, can_wipe_out, could_move, edges_of, frontier, is_free, region, safe_moves, stable,
};
use super::variation::Variation;
use super::{Mistake, SOON};

/// How many plies a wipe-out is looked for.
const WIPE_PLIES: u32 = 5;
/// A value at which a wipe-out is looked for.
const NEARLY_ALL: i32 = -50;
/// What the better move must be worth at least if the played one is said to lose everything.
const NOT_LOST: i32 = -40;

/// After the move the opponent can force that no disc is left; after the better one not.
pub(super) fn wipe_out(mistake: &Mistake) -> Option<Claim> {
    let after = mistake.played.after(1)?;
    let other = mistake.better.after(1)?;
    // Trying all moves takes a while; any search sees such a disaster coming.
    let plausible = mistake.value_played <= NEARLY_ALL && mistake.value_better >= NOT_LOST;
    let proven = mistake.exact && mistake.value_played == -64;
    let holds = plausible && (proven || can_wipe_out(after, WIPE_PLIES)) && !can_wipe_out(other, WIPE_PLIES);
    let gone = mistake.played.plies().find(|ply| ply.after.discs(mistake.own()).is_empty());
    let plies = gone.map_or(mistake.played.moves().len(), |ply| ply.number + 1);
    holds.then(|| Claim::new(Cause::WipeOut, Branch::Played, plies))
}

/// A corner was taken, and the better move does not take one.
pub(super) fn poisoned_corner(mistake: &Mistake) -> Option<Claim> {
    let (played, better) = mistake.squares()?;
    let holds = played.is_corner() && !better.is_corner();
    holds.then(|| {
        Claim::new(Cause::PoisonedCorner, Branch::Better, mistake.shown(Branch::Better))
            .with("corner", played)
    })
}

/// The better move takes a corner, which is not taken soon otherwise.
pub(super) fn corner_missed(mistake: &Mistake) -> Option<Claim> {
    let (played, better) = mistake.squares()?;
    let later = mistake.played.taken(mistake.own(), better).is_some_and(|ply| ply <= SOON);
    let holds = better.is_corner() && !played.is_corner() && !later;
    holds.then(|| Claim::new(Cause::CornerMissed, Branch::Better, 1).with("corner", better))
}

/// The best reply takes a corner that it could not take after the better move, nor takes soon.
pub(super) fn corner_given(mistake: &Mistake) -> Option<Claim> {
    let corner = mistake.reply().filter(|reply| reply.is_corner())?;
    let open = could_move(mistake.better.after(1)?, mistake.opponent()).contains(corner);
    let later = mistake.better.taken(mistake.opponent(), corner).is_some_and(|ply| ply <= SOON);
    (!open && !later).then(|| Claim::new(Cause::CornerGiven, Branch::Played, 2).with("corner", corner))
}

/// The corner that a wedge on an edge threatens or wins, and after how many plies; `None` if the move is no
/// wedge.
fn wedge(mistake: &Mistake, line: &Variation) -> Option<(Square, usize)> {
    let (before, after) = (line.after(0)?, line.after(1)?);
    let square = line.moves().first()?.square().filter(|square| !square.is_corner())?;
    let edge = edges_of(square).next()?;
    let along = if matches!(square.row(), 0 | 7) { (1, 0) } else { (0, 1) };
    let other = before.discs(mistake.opponent());
    let is_between = [along, (-along.0, -along.1)]
        .iter()
        .all(|&step| beside(square, step).is_some_and(|next| other.contains(next)));
    let turned = after.legal_moves().squares().any(|reply| after.flips(reply).contains(square));
    if !is_between || turned {
        return None;
    }
    let corners = edge & Bitboard::CORNERS;
    let threatened = could_move(after, mistake.own()) & corners;
    let taken = |corner: Square| line.taken(mistake.own(), corner).filter(|&ply| ply <= SOON);
    let won = corners.squares().find_map(|corner| Some((corner, taken(corner)? + 1)));
    won.or_else(|| threatened.first().map(|corner| (corner, 1)))
}

/// The better move is a wedge, the played one is none.
pub(super) fn wedge_missed(mistake: &Mistake) -> Option<Claim> {
    let (_, better) = mistake.squares()?;
    let (corner, plies) = wedge(mistake, &mistake.better)?;
    wedge(mistake, &mistake.played).is_none().then(|| {
        Claim::new(Cause::WedgeMissed, Branch::Better, plies).with("square", better).with("corner", corner)
    })
}

/// The opponent soon wins a corner by a move on one of its edges.
pub(super) fn edge_attack(mistake: &Mistake) -> Option<Claim> {
    let opponent = mistake.opponent();
    if mistake.empties() < 14 {
        return None;
    }
    for corner in Bitboard::CORNERS {
        let Some(falls) = mistake.played.taken(opponent, corner).filter(|ply| (2..=SOON).contains(ply))
        else {
            continue;
        };
        if mistake.better.taken(opponent, corner).is_some_and(|ply| ply <= SOON) {
            continue;
        }
        let moves = mistake.played.plies().filter(|ply| ply.side() == opponent).take(2);
        let attack = moves.filter(|ply| ply.number < falls).find(|ply| {
            let on_edge = ply.square.is_some_and(|at| edges_of(corner).any(|edge| edge.contains(at)));
            on_edge && could_move(ply.after, opponent).contains(corner)
        });
        if let Some(square) = attack.and_then(|ply| ply.square) {
            let claim = Claim::new(Cause::EdgeAttack, Branch::Played, falls + 1);
            return Some(claim.with("square", square).with("corner", corner));
        }
    }
    None
}

/// The move enters an even region instead of an odd one, and the opponent makes the last move of the game.
pub(super) fn parity_lost(mistake: &Mistake) -> Option<Claim> {
    let (played, better) = mistake.squares()?;
    let start = mistake.position();
    let (even, odd) = (region(start, played).len(), region(start, better).len());
    let lines = mistake.better.last_mover() == Some(mistake.own())
        && mistake.played.last_mover() == Some(mistake.opponent());
    let holds =
        mistake.exact && mistake.empties() <= 16 && even.is_multiple_of(2) && !odd.is_multiple_of(2) && lines;
    holds.then(|| {
        let plies = mistake.played.moves().len();
        Claim::new(Cause::ParityLost, Branch::Played, plies).with("even", even).with("odd", odd)
    })
}

/// At one of the next two turns few moves are left, or few that give no corner.
pub(super) fn mobility_collapse(mistake: &Mistake) -> Option<Claim> {
    if mistake.empties() < 18 {
        return None;
    }
    [2, 4].into_iter().find_map(|plies| {
        let (here, there) = (mistake.played.after(plies)?, mistake.better.after(plies)?);
        let (left, kept) = (here.legal_moves().len(), there.legal_moves().len());
        let (safe, safe_there) = (safe_moves(here).len(), safe_moves(there).len());
        let few = left <= 3 && left + 4 <= kept;
        let threatened = !(could_move(here, mistake.opponent()) & Bitboard::CORNERS).is_empty();
        let more_safe = if plies == 2 { 3 } else { 4 };
        let unsafe_ones =
            !threatened && left <= 6 && safe <= 1 && left + 2 <= kept && safe + more_safe <= safe_there;
        (few || unsafe_ones).then(|| {
            Claim::new(Cause::MobilityCollapse, Branch::Played, plies)
                .with("turn", plies as u32 / 2)
                .with("moves", left)
                .with("safe", safe)
                .with("better_moves", kept)
                .with("better_safe", safe_there)
        })
    })
}

/// How many stable discs a side has more than the other.
pub(super) fn stable_balance(position: &outflank_rules::Position, side: Color) -> i32 {
    stable(position, side).len() as i32 - stable(position, !side).len() as i32
}

/// The opponent gets stable discs although nobody takes a corner.
pub(super) fn stable_given(mistake: &Mistake) -> Option<Claim> {
    [5, 7].into_iter().find_map(|plies| {
        let (here, there) = (mistake.played.after(plies)?, mistake.better.after(plies)?);
        if mistake.played.takes_corner(plies) || mistake.better.takes_corner(plies) {
            return None;
        }
        let opponent = mistake.opponent();
        let given = stable(here, opponent) - stable(there, opponent);
        let worse = stable_balance(there, mistake.own()) - stable_balance(here, mistake.own());
        (given.len() >= 4 && worse >= 4).then(|| {
            Claim::new(Cause::StableGiven, Branch::Played, plies)
                .with("plies", plies as u32 - 1)
                .with("discs", given.len())
                .with("worse", worse as u32)
        })
    })
}

/// The better move was free and on an edge; the reply is free on the same edge, and then the better one is
/// gone.
pub(super) fn tempo_lost(mistake: &Mistake) -> Option<Claim> {
    let (played, better) = mistake.squares()?;
    let (start, own, opponent) = (mistake.position(), mistake.own(), mistake.opponent());
    let (after, later, reply) = (mistake.played.after(1)?, mistake.played.after(2)?, mistake.reply()?);
    let same_edge = edges_of(better).any(|edge| edge.contains(reply));
    let frees =
        is_free(start, own, better) && !is_free(start, own, played) && is_free(after, opponent, reply);
    let gone = !later.legal_moves().contains(better) || !is_free(later, own, better);
    let corner = Bitboard::CORNERS
        .squares()
        .any(|corner| mistake.played.taken(opponent, corner).is_some_and(|ply| ply <= SOON));
    let holds = mistake.empties() >= 14 && same_edge && frees && gone && !corner;
    holds.then(|| Claim::new(Cause::TempoLost, Branch::Played, 2).with("square", better).with("reply", reply))
}

/// The opponent has more moves, and more own discs touch empty squares.
pub(super) fn frontier_opened(mistake: &Mistake) -> Option<Claim> {
    let (here, there) = (mistake.played.after(1)?, mistake.better.after(1)?);
    let (moves, fewer) = (here.legal_moves().len(), there.legal_moves().len());
    let discs = frontier(here, mistake.own()).len();
    let better_discs = frontier(there, mistake.own()).len();
    let holds = mistake.empties() >= 20 && moves >= fewer + 3 && discs >= better_discs + 3;
    holds.then(|| {
        Claim::new(Cause::FrontierOpened, Branch::Played, 1)
            .with("discs", discs)
            .with("better_discs", better_discs)
            .with("moves", moves)
            .with("better_moves", fewer)
    })
}
