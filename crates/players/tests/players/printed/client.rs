//! `client`: its list of moves, its stable discs, its minimax.

use super::{BLACK, Cells, WHITE, compare, count, opponent, placed, step};

/// From each own disc in each direction; dy = -1 looks one row further down.
fn list_of_moves(cells: &Cells, side: u8) -> Vec<usize> {
    let mut list = Vec::new();
    for disc in (0..64).filter(|disc| cells[*disc] == side) {
        for dx in [-1, 0, 1] {
            for dy in [-1, 0, 1] {
                let mut at = disc;
                let mut passed_over = 0;
                while let Some(next) = step(at, dx, -dy).filter(|_| (dx, dy) != (0, 0)) {
                    at = next;
                    if cells[at] != opponent(side) {
                        break;
                    }
                    passed_over += 1;
                }
                if passed_over > 0 && cells[at] == 0 {
                    list.push(at);
                }
            }
        }
    }
    list
}

/// A corner, its steps, and the neighbours that hold a disc on a walk in x and in y.
struct CornerRule {
    corner: isize,
    x: isize,
    y: isize,
    in_x: [isize; 4],
    in_y: [isize; 4],
}

const CORNER_RULES: [CornerRule; 4] = [
    CornerRule { corner: 0, x: 1, y: 8, in_x: [-9, -8, -7, -1], in_y: [-9, -8, 7, -1] },
    CornerRule { corner: 7, x: -1, y: 8, in_x: [-9, -8, -7, 1], in_y: [9, -8, -7, 1] },
    CornerRule { corner: 56, x: 1, y: -8, in_x: [9, 8, 7, -1], in_y: [-9, 8, 7, -1] },
    CornerRule { corner: 63, x: -1, y: -8, in_x: [9, 8, 7, 1], in_y: [9, 8, -7, 1] },
];

/// Outside 0..63, or not in a neighbouring column.
fn is_off(from: isize, to: isize) -> bool {
    !(0..64).contains(&to) || (from % 8 - to % 8).abs() > 1
}

fn stable_count(cells: &Cells, side: u8) -> usize {
    let own = |at: isize| cells[at as usize] == side;
    // A list to which every disc is appended as often as it is found.
    let mut stable: Vec<isize> = Vec::new();
    for rule in CORNER_RULES {
        let mut corner = rule.corner;
        if !own(corner) {
            continue;
        }
        stable.push(corner);
        loop {
            for (step, neighbours) in [(rule.x, rule.in_x), (rule.y, rule.in_y)] {
                let mut at = corner;
                loop {
                    let next = at + step;
                    if is_off(at, next) || !own(next) {
                        break;
                    }
                    let held = |by: isize| is_off(next, next + by) || stable.contains(&(next + by));
                    if !neighbours.into_iter().all(held) {
                        break;
                    }
                    stable.push(next);
                    at = next;
                }
            }
            let next = corner + rule.x + rule.y;
            if is_off(corner, next)
                || !own(next)
                || !stable.contains(&(next - rule.x))
                || !stable.contains(&(next - rule.y))
            {
                break;
            }
            stable.push(next);
            corner = next;
        }
    }
    stable.len()
}

const ROWS: [[i32; 8]; 4] = [
    [30, -5, 4, 3, 3, 4, -5, 30],
    [-5, -10, 0, 0, 0, 0, -10, -5],
    [4, 0, 1, 1, 1, 1, 0, 4],
    [3, 0, 1, 2, 2, 1, 0, 3],
];

fn evaluation(cells: &Cells) -> f64 {
    let mut sum = 0;
    for (at, cell) in cells.iter().enumerate() {
        let row = at / 8;
        let weight = ROWS[if row < 4 { row } else { 7 - row }][at % 8];
        sum += match *cell {
            WHITE => weight,
            BLACK => -weight,
            _ => 0,
        };
    }
    let corners = |side| [0, 7, 56, 63].iter().filter(|corner| cells[**corner] == side).count() as i32;
    let stable = stable_count(cells, WHITE) as i32 - stable_count(cells, BLACK) as i32;
    f64::from(25 * (corners(WHITE) - corners(BLACK)) + 10 * stable + sum)
}

/// White maximises, black minimises; the best move is the last one that compared equal.
fn minimax(cells: &Cells, depth: u32, mut alpha: f64, mut beta: f64, side: u8) -> (f64, Option<usize>) {
    if depth == 0 {
        return (evaluation(cells), None);
    }
    let list = list_of_moves(cells, side);
    if list.is_empty() {
        if list_of_moves(cells, opponent(side)).is_empty() {
            let margin = count(cells, WHITE) - count(cells, BLACK);
            let value = match margin {
                1.. => f64::INFINITY,
                0 => 0.0,
                _ => f64::NEG_INFINITY,
            };
            return (value, None);
        }
        return minimax(cells, depth, alpha, beta, opponent(side));
    }
    let mut best_move = None;
    if side == WHITE {
        let mut most = f64::NEG_INFINITY;
        for at in list {
            let (value, _) = minimax(&placed(cells, side, at), depth - 1, alpha, beta, BLACK);
            if value >= most {
                (most, best_move) = (value, Some(at));
            }
            alpha = alpha.max(value);
            if beta <= alpha {
                break;
            }
        }
        (most, best_move)
    } else {
        let mut least = f64::INFINITY;
        for at in list {
            let (value, _) = minimax(&placed(cells, side, at), depth - 1, alpha, beta, WHITE);
            if value <= least {
                (least, best_move) = (value, Some(at));
            }
            beta = beta.min(value);
            if beta <= alpha {
                break;
            }
        }
        (least, best_move)
    }
}

fn searched(cells: &Cells, side: u8, depth: u32) -> usize {
    let list = list_of_moves(cells, side);
    match list[..] {
        [only] => only,
        _ => minimax(cells, depth, f64::NEG_INFINITY, f64::INFINITY, side).1.unwrap(),
    }
}

#[test]
fn client_easy_plays_its_printed_code() {
    compare("client-easy", 1001, |cells, side| {
        let mut best = (0, -1);
        for at in list_of_moves(cells, side) {
            let discs = count(&placed(cells, side, at), side);
            if discs > best.1 {
                best = (at, discs);
            }
        }
        best.0
    });
}

#[test]
fn client_medium_plays_its_printed_code() {
    compare("client-medium", 1002, |cells, side| searched(cells, side, 1));
}

#[test]
fn client_hard_plays_its_printed_code() {
    compare("client-hard", 1003, |cells, side| searched(cells, side, 3));
}

#[test]
fn client_expert_plays_its_printed_code() {
    compare("client-expert", 1004, |cells, side| searched(cells, side, 5));
}
