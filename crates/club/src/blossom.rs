//! The heaviest perfect matching of a complete graph: Edmonds' blossom algorithm with dual variables.
//!
//! Every vertex has a dual variable and
//! every blossom (an odd cycle that is shrunk to one node) another; they keep every edge's slack at or above
//! zero, and matched edges have none. Each phase grows alternating trees from all free nodes along edges
//! without slack until it can augment, changing the dual variables where it is stuck. About n³ steps.
//!
//! Nodes are numbers: `1..=vertices` are vertices, above are blossoms, and [`NONE`] is no node.

use std::collections::VecDeque;

/// No node.
const NONE: usize = 0;

/// What a node is in the trees of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreePlace {
    /// In no tree.
    Free,
    /// An even number of edges away from a root: its edges may be followed.
    Outer,
    /// An odd number of edges away from a root.
    Inner,
}

/// The state of the algorithm.
pub(crate) struct BlossomSearch {
    vertices: usize,
    /// The highest number of a node that was ever used.
    highest: usize,
    /// The weights of edges, by vertices.
    weight: Vec<Vec<i128>>,
    /// The edge between two nodes with the least slack, as vertices: the first within the first node.
    edge: Vec<Vec<(usize, usize)>>,
    dual: Vec<i128>,
    /// The vertex in another node that a node is matched with.
    pub(crate) mate: Vec<usize>,
    /// The outer vertex with the least slack to a node.
    nearest: Vec<usize>,
    /// The outermost node that a node is within; [`NONE`] for a blossom that is not in use.
    top: Vec<usize>,
    /// The vertex in the tree that a node hangs on.
    parent: Vec<usize>,
    label: Vec<TreePlace>,
    /// The nodes of a blossom, in the order of the cycle; its base comes first.
    cycle: Vec<Vec<usize>>,
    /// Which node of a blossom a vertex is within.
    part_with: Vec<Vec<usize>>,
    /// When a node was last visited on the way to the roots.
    visited: Vec<u32>,
    visit: u32,
    queue: VecDeque<usize>,
}

impl BlossomSearch {
    pub(crate) fn new(vertices: usize, weight: impl Fn(usize, usize) -> i128) -> BlossomSearch {
        // A blossom has at least three nodes, and they lie within each other or apart.
        let size = vertices + vertices / 2 + 2;
        let mut search = BlossomSearch {
            vertices,
            highest: vertices,
            weight: vec![vec![0; vertices + 1]; vertices + 1],
            edge: vec![vec![(NONE, NONE); size]; size],
            dual: vec![0; size],
            mate: vec![NONE; size],
            nearest: vec![NONE; size],
            top: (0..size).map(|node| if node <= vertices { node } else { NONE }).collect(),
            parent: vec![NONE; size],
            label: vec![TreePlace::Free; size],
            cycle: vec![Vec::new(); size],
            part_with: vec![vec![NONE; vertices + 1]; size],
            visited: vec![0; size],
            visit: 0,
            queue: VecDeque::new(),
        };
        for one in 1..=vertices {
            search.part_with[one][one] = one;
            for other in (1..=vertices).filter(|&other| other != one) {
                search.weight[one][other] = weight(one, other);
                search.edge[one][other] = (one, other);
            }
        }
        let heaviest = search.weight.iter().flatten().copied().max().unwrap_or(0);
        search.dual[1..=vertices].fill(heaviest);
        search
    }

    /// Returns twice the slack of the best edge between two nodes.
    fn slack(&self, one: usize, other: usize) -> i128 {
        let (from, to) = self.edge[one][other];
        self.dual[from] + self.dual[to] - 2 * self.weight[from][to]
    }

    fn is_top(&self, node: usize) -> bool {
        self.top[node] == node
    }

    fn nodes(&self) -> impl Iterator<Item = usize> + use<> {
        1..=self.highest
    }

    fn blossoms(&self) -> impl Iterator<Item = usize> + use<> {
        self.vertices + 1..=self.highest
    }

    /// Takes note that an outer vertex may be the nearest to a node.
    fn offer_nearest(&mut self, vertex: usize, node: usize) {
        let known = self.nearest[node];
        if known == NONE || self.slack(vertex, node) < self.slack(known, node) {
            self.nearest[node] = vertex;
        }
    }

    /// Finds the outer vertex nearest to a node.
    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = NONE;
        for vertex in 1..=self.vertices {
            let top = self.top[vertex];
            if top != node && self.label[top] == TreePlace::Outer && self.edge[vertex][node].0 != NONE {
                self.offer_nearest(vertex, node);
            }
        }
    }

    /// Lets the edges of all vertices of a node be followed.
    fn enqueue(&mut self, node: usize) {
        if node <= self.vertices {
            return self.queue.push_back(node);
        }
        for part in self.cycle[node].clone() {
            self.enqueue(part);
        }
    }

    /// Says which outermost node a node and all within it are in.
    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        if node > self.vertices {
            for part in self.cycle[node].clone() {
                self.set_top(part, top);
            }
        }
    }

    /// Returns how many steps along the cycle of a blossom, an even number, lead from its base to a part; the
    /// cycle is turned around if need be.
    fn steps_to(&mut self, blossom: usize, part: usize) -> usize {
        let cycle = &mut self.cycle[blossom];
        let at = cycle.iter().position(|&node| node == part).unwrap_or(0);
        if at.is_multiple_of(2) {
            return at;
        }
        cycle[1..].reverse();
        cycle.len() - at
    }

    /// Matches a node along its edge to another, and what is within it so that it fits.
    fn match_with(&mut self, node: usize, other: usize) {
        let (from, to) = self.edge[node][other];
        self.mate[node] = to;
        if node <= self.vertices {
            return;
        }
        let part = self.part_with[node][from];
        let steps = self.steps_to(node, part);
        for at in 0..steps {
            let (one, other) = (self.cycle[node][at], self.cycle[node][at ^ 1]);
            self.match_with(one, other);
        }
        self.match_with(part, other);
        self.cycle[node].rotate_left(steps);
    }

    /// Exchanges matched and unmatched edges on the way from a node, which gets another partner, to its root.
    fn exchange(&mut self, mut node: usize, mut partner: usize) {
        loop {
            let before = self.top[self.mate[node]];
            self.match_with(node, partner);
            if before == NONE {
                return;
            }
            let above = self.top[self.parent[before]];
            self.match_with(before, above);
            (node, partner) = (above, before);
        }
    }

    /// Finds where the ways of two outer nodes to their roots meet; [`NONE`] if the roots are different.
    fn meeting_point(&mut self, mut one: usize, mut other: usize) -> usize {
        self.visit += 1;
        while one != NONE || other != NONE {
            if one != NONE {
                if self.visited[one] == self.visit {
                    return one;
                }
                self.visited[one] = self.visit;
                let below = self.top[self.mate[one]];
                one = if below == NONE { NONE } else { self.top[self.parent[below]] };
            }
            std::mem::swap(&mut one, &mut other);
        }
        NONE
    }

    /// Lists the nodes on the way from an outer node up to one above it, which is left out.
    fn way_up(&self, from: usize, to: usize) -> Vec<usize> {
        let (mut way, mut node) = (Vec::new(), from);
        while node != to {
            let inner = self.top[self.mate[node]];
            way.extend([node, inner]);
            node = self.top[self.parent[inner]];
        }
        way
    }

    /// Shrinks the cycle that an edge between two outer nodes closes.
    fn shrink(&mut self, one: usize, base: usize, other: usize) {
        let blossom = self.blossoms().find(|&node| self.top[node] == NONE).unwrap_or(self.highest + 1);
        self.highest = self.highest.max(blossom);
        let (left, right) = (self.way_up(one, base), self.way_up(other, base));
        for inner in left.iter().chain(&right).skip(1).step_by(2) {
            self.enqueue(*inner);
        }
        let cycle: Vec<usize> = [base].into_iter().chain(left.into_iter().rev()).chain(right).collect();
        self.dual[blossom] = 0;
        self.label[blossom] = TreePlace::Outer;
        self.mate[blossom] = self.mate[base];
        self.parent[blossom] = self.parent[base];
        self.cycle[blossom].clone_from(&cycle);
        self.set_top(blossom, blossom);
        for node in self.nodes() {
            self.edge[blossom][node] = (NONE, NONE);
            self.edge[node][blossom] = (NONE, NONE);
        }
        self.part_with[blossom].fill(NONE);
        for &part in &cycle {
            for node in self.nodes() {
                let has_edge = self.edge[part][node].0 != NONE;
                let is_first = self.edge[blossom][node].0 == NONE;
                if has_edge && (is_first || self.slack(part, node) < self.slack(blossom, node)) {
                    self.edge[blossom][node] = self.edge[part][node];
                    self.edge[node][blossom] = self.edge[node][part];
                }
            }
            for vertex in 1..=self.vertices {
                if self.part_with[part][vertex] != NONE {
                    self.part_with[blossom][vertex] = part;
                }
            }
        }
        self.find_nearest(blossom);
    }

    /// Takes an inner blossom apart whose dual variable has come down to zero.
    fn expand(&mut self, blossom: usize) {
        for part in self.cycle[blossom].clone() {
            self.set_top(part, part);
        }
        let (from, _) = self.edge[blossom][self.parent[blossom]];
        let entered = self.part_with[blossom][from];
        let steps = self.steps_to(blossom, entered);
        let cycle = self.cycle[blossom].clone();
        // From the base to where the tree comes in, the parts stay in the tree.
        for pair in cycle[..steps].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.edge[outer][inner].0;
            self.label[inner] = TreePlace::Inner;
            self.label[outer] = TreePlace::Outer;
            self.nearest[inner] = NONE;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.label[entered] = TreePlace::Inner;
        self.parent[entered] = self.parent[blossom];
        for &part in &cycle[steps + 1..] {
            self.label[part] = TreePlace::Free;
            self.find_nearest(part);
        }
        self.top[blossom] = NONE;
    }

    /// Follows an edge without slack from an outer vertex; tells whether the matching has grown.
    fn follow(&mut self, from: usize, to: usize) -> bool {
        let (one, other) = (self.top[from], self.top[to]);
        match self.label[other] {
            TreePlace::Free => {
                self.parent[other] = from;
                self.label[other] = TreePlace::Inner;
                let outer = self.top[self.mate[other]];
                self.nearest[other] = NONE;
                self.nearest[outer] = NONE;
                self.label[outer] = TreePlace::Outer;
                self.enqueue(outer);
            }
            TreePlace::Outer => match self.meeting_point(one, other) {
                NONE => {
                    self.exchange(one, other);
                    self.exchange(other, one);
                    return true;
                }
                base => self.shrink(one, base, other),
            },
            TreePlace::Inner => {}
        }
        false
    }

    /// Follows all edges without slack that outer vertices have; tells whether the matching has grown.
    fn grow_trees(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            if self.label[self.top[vertex]] == TreePlace::Inner {
                continue;
            }
            for other in 1..=self.vertices {
                let top = self.top[other];
                if self.top[vertex] == top {
                    continue;
                }
                if self.slack(vertex, other) > 0 {
                    self.offer_nearest(vertex, top);
                } else if self.follow(vertex, other) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns how far the dual variables can change.
    fn least_change(&self) -> i128 {
        let mut least = i128::MAX;
        for node in self.nodes().filter(|&node| self.is_top(node)) {
            if node > self.vertices && self.label[node] == TreePlace::Inner {
                least = least.min(self.dual[node] / 2);
            }
            let nearest = self.nearest[node];
            if nearest != NONE {
                match self.label[node] {
                    TreePlace::Free => least = least.min(self.slack(nearest, node)),
                    TreePlace::Outer => least = least.min(self.slack(nearest, node) / 2),
                    TreePlace::Inner => {}
                }
            }
        }
        least
    }

    /// Adds an edge to the matching; `false` if everybody has a partner.
    pub(crate) fn augment_once(&mut self) -> bool {
        self.label.fill(TreePlace::Free);
        self.nearest.fill(NONE);
        self.queue.clear();
        for node in self.nodes() {
            if self.is_top(node) && self.mate[node] == NONE {
                self.parent[node] = NONE;
                self.label[node] = TreePlace::Outer;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.grow_trees() {
                return true;
            }
            let change = self.least_change();
            for vertex in 1..=self.vertices {
                match self.label[self.top[vertex]] {
                    TreePlace::Outer => self.dual[vertex] -= change,
                    TreePlace::Inner => self.dual[vertex] += change,
                    TreePlace::Free => {}
                }
            }
            for blossom in self.blossoms() {
                match self.label[blossom] {
                    TreePlace::Outer if self.is_top(blossom) => self.dual[blossom] += 2 * change,
                    TreePlace::Inner if self.is_top(blossom) => self.dual[blossom] -= 2 * change,
                    _ => {}
                }
            }
            for node in self.nodes() {
                let nearest = self.nearest[node];
                let is_near = self.is_top(node) && nearest != NONE && self.top[nearest] != node;
                if is_near && self.slack(nearest, node) == 0 {
                    let (from, to) = self.edge[nearest][node];
                    if self.follow(from, to) {
                        return true;
                    }
                }
            }
            for blossom in self.blossoms() {
                if self.is_top(blossom) && self.label[blossom] == TreePlace::Inner && self.dual[blossom] == 0
                {
                    self.expand(blossom);
                }
            }
        }
    }
}
