//! The rules of Othello and what can be seen on a board, square by square, without bit tricks: slow, and
//! meant to be obviously right. Shares no code with the engine.

/// The eight directions as steps of column and row.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The corners a1, h1, a8 and h8.
pub(crate) const CORNERS: [usize; 4] = [0, 7, 56, 63];

/// What is on a square: nothing, or a disc of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// No disc.
    Empty,
    /// A black disc.
    Black,
    /// A white disc.
    White,
}

impl Cell {
    /// The other side.
    pub(crate) fn other(self) -> Cell {
        match self {
            Cell::Black => Cell::White,
            Cell::White => Cell::Black,
            Cell::Empty => Cell::Empty,
        }
    }
}

/// A position: 64 squares from a1, b1 ... to h8, and the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Board {
    /// The squares, row by row.
    pub(crate) cells: [Cell; 64],
    /// Who is to move.
    pub(crate) side: Cell,
}

/// The square one step further, if it is on the board.
fn step(square: usize, (dx, dy): (i32, i32)) -> Option<usize> {
    let (x, y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((y * 8 + x) as usize)
}

/// The name of a square: 0 is `a1`, 63 is `h8`.
pub(crate) fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// The names of squares with blanks between them; a dash for none.
pub(crate) fn names(squares: &[usize]) -> String {
    let all: Vec<String> = squares.iter().map(|&square| name(square)).collect();
    if all.is_empty() { "-".into() } else { all.join(" ") }
}

/// The square of a name; nothing for `pass` and other words.
pub(crate) fn square(name: &str) -> Option<usize> {
    let &[file, rank] = name.as_bytes() else { return None };
    ((b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank))
        .then(|| usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
}

/// The edges a square lies on, each as its eight squares from corner to corner.
pub(crate) fn edges_of(square: usize) -> Vec<[usize; 8]> {
    let mut edges = Vec::new();
    if square / 8 == 0 || square / 8 == 7 {
        edges.push(std::array::from_fn(|i| square / 8 * 8 + i));
    }
    if square.is_multiple_of(8) || square % 8 == 7 {
        edges.push(std::array::from_fn(|i| i * 8 + square % 8));
    }
    edges
}

impl Board {
    /// The start of a game.
    pub(crate) fn start() -> Board {
        let mut cells = [Cell::Empty; 64];
        for (square, cell) in [(27, Cell::White), (36, Cell::White), (28, Cell::Black), (35, Cell::Black)] {
            cells[square] = cell;
        }
        Board { cells, side: Cell::Black }
    }

    /// Reads 65 characters: the squares as `X`, `O` or `-`, then the side to move.
    pub(crate) fn parse(text: &str) -> Option<Board> {
        let cell = |c: u8| match c {
            b'X' => Some(Cell::Black),
            b'O' => Some(Cell::White),
            b'-' => Some(Cell::Empty),
            _ => None,
        };
        let bytes = text.as_bytes();
        if bytes.len() != 65 {
            return None;
        }
        let mut board = Board { cells: [Cell::Empty; 64], side: cell(bytes[64])? };
        for (square, &c) in bytes[..64].iter().enumerate() {
            board.cells[square] = cell(c)?;
        }
        (board.side != Cell::Empty).then_some(board)
    }

    /// The 65 characters of the position.
    pub(crate) fn text(&self) -> String {
        let letter = |cell: &Cell| match cell {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty => '-',
        };
        self.cells.iter().chain([&self.side]).map(letter).collect()
    }

    /// The discs that a disc of `side` on a square would turn.
    fn flips(&self, square: usize, side: Cell) -> Vec<usize> {
        let mut flips = Vec::new();
        if self.cells[square] != Cell::Empty {
            return flips;
        }
        for direction in DIRECTIONS {
            let mut run = Vec::new();
            let mut at = step(square, direction);
            while let Some(here) = at.filter(|&here| self.cells[here] == side.other()) {
                run.push(here);
                at = step(here, direction);
            }
            if at.is_some_and(|here| self.cells[here] == side) {
                flips.extend(run);
            }
        }
        flips
    }

    /// The squares where a side could move, were it its turn.
    pub(crate) fn legal(&self, side: Cell) -> Vec<usize> {
        (0..64).filter(|&square| !self.flips(square, side).is_empty()).collect()
    }

    /// The position after a legal move of the side to move; nothing for an illegal one.
    pub(crate) fn after(&self, square: usize) -> Option<Board> {
        let flips = self.flips(square, self.side);
        if flips.is_empty() {
            return None;
        }
        let mut next = self.clone();
        next.cells[square] = self.side;
        for flipped in flips {
            next.cells[flipped] = self.side;
        }
        next.side = self.side.other();
        Some(next)
    }

    /// The same discs with the other side to move.
    pub(crate) fn passed(&self) -> Board {
        Board { cells: self.cells, side: self.side.other() }
    }

    /// Tells whether neither side can move.
    pub(crate) fn over(&self) -> bool {
        self.legal(Cell::Black).is_empty() && self.legal(Cell::White).is_empty()
    }

    /// How many squares hold a cell.
    pub(crate) fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|&&other| other == cell).count()
    }

    /// The discs of a side that touch an empty square.
    pub(crate) fn frontier(&self, side: Cell) -> Vec<usize> {
        let touches = |square| {
            DIRECTIONS.iter().any(|&d| step(square, d).is_some_and(|n| self.cells[n] == Cell::Empty))
        };
        (0..64).filter(|&square| self.cells[square] == side && touches(square)).collect()
    }

    /// The discs of a side that can be shown never to turn: on each of the four axes the whole line is full,
    /// or one of the two neighbours is off the board or such a disc of the same side.
    pub(crate) fn stable(&self, side: Cell) -> Vec<usize> {
        let mut stable = [false; 64];
        loop {
            let mut changed = false;
            for square in 0..64 {
                if self.cells[square] != side || stable[square] {
                    continue;
                }
                let held = |direction| step(square, direction).is_none_or(|next| stable[next]);
                let safe = DIRECTIONS[..4].iter().all(|&(dx, dy)| {
                    held((dx, dy)) || held((-dx, -dy)) || self.line_is_full(square, (dx, dy))
                });
                if safe {
                    stable[square] = true;
                    changed = true;
                }
            }
            if !changed {
                return (0..64).filter(|&square| stable[square]).collect();
            }
        }
    }

    /// Tells whether a line through a square has no empty square.
    fn line_is_full(&self, square: usize, (dx, dy): (i32, i32)) -> bool {
        [(dx, dy), (-dx, -dy)].into_iter().all(|direction| {
            let mut at = Some(square);
            while let Some(here) = at {
                if self.cells[here] == Cell::Empty {
                    return false;
                }
                at = step(here, direction);
            }
            true
        })
    }

    /// The empty squares that hang together with an empty square, diagonals included.
    pub(crate) fn region(&self, square: usize) -> Vec<usize> {
        let mut region = vec![square];
        let mut next = 0;
        while let Some(&here) = region.get(next) {
            next += 1;
            for direction in DIRECTIONS {
                if let Some(neighbour) = step(here, direction)
                    && self.cells[neighbour] == Cell::Empty
                    && !region.contains(&neighbour)
                {
                    region.push(neighbour);
                }
            }
        }
        region.sort_unstable();
        region
    }

    /// The corners where a side could move, were it its turn.
    pub(crate) fn open_corners(&self, side: Cell) -> Vec<usize> {
        CORNERS.into_iter().filter(|&corner| !self.flips(corner, side).is_empty()).collect()
    }

    /// The corners a side holds.
    pub(crate) fn corners(&self, side: Cell) -> Vec<usize> {
        CORNERS.into_iter().filter(|&corner| self.cells[corner] == side).collect()
    }

    /// The moves of a side after which the other cannot take a corner at once.
    pub(crate) fn safe_moves(&self, side: Cell) -> Vec<usize> {
        let here = Board { cells: self.cells, side };
        let safe = |&square: &usize| {
            here.after(square).is_some_and(|next| next.open_corners(side.other()).is_empty())
        };
        self.legal(side).into_iter().filter(safe).collect()
    }

    /// Tells whether a move of the side to move opens nothing: it gives the other side no move that it would
    /// not have if the turn simply passed.
    pub(crate) fn is_quiet(&self, square: usize) -> bool {
        let before = self.legal(self.side.other());
        self.after(square)
            .is_some_and(|next| next.legal(next.side).iter().all(|reply| before.contains(reply)))
    }

    /// Tells whether the side to move can force that the other has no disc left, within so many plies.
    pub(crate) fn can_wipe_out(&self, plies: usize) -> bool {
        self.wipes(self.side, plies)
    }

    /// Tells whether `winner` can force it from here, whoever is to move.
    fn wipes(&self, winner: Cell, plies: usize) -> bool {
        if self.count(winner.other()) == 0 {
            return true;
        }
        if plies == 0 {
            return false;
        }
        let moves = self.legal(self.side);
        if moves.is_empty() {
            return !self.over() && self.passed().wipes(winner, plies - 1);
        }
        let mut results = moves
            .into_iter()
            .map(|square| self.after(square).is_some_and(|next| next.wipes(winner, plies - 1)));
        if self.side == winner { results.any(|won| won) } else { results.all(|won| won) }
    }
}
