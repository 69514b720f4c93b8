//! The network's value of boards, and how it changes with every number: forwards and backwards.
//!
//! All loops run over arrays of fixed length and add in a fixed order, so that the compiler makes vector code
//! of them and every instruction set gives the same bits.

use outflank_engine::fitting::{HEADS, INSTANCES, Indexer, OUTPUTS, WIDTH, tied_contents};
use outflank_rules::{Isa, Routine, Tier};

use super::examples::TrainingExample;
use crate::network::{FloatHead, FloatNetwork, HIDDEN, SCALE};
use crate::parallel;

/// From boards to the classes of their patterns' contents.
pub(super) struct Places {
    pub(super) indexer: Indexer,
    pub(super) class_of: Vec<u32>,
}

impl Places {
    pub(super) fn new() -> Places {
        Places { indexer: Indexer::new(), class_of: tied_contents().0 }
    }
}

/// The weights of a head, feature by feature; the last output is the linear part.
struct Columns {
    weights: [[f32; OUTPUTS]; WIDTH],
    bias: [f32; OUTPUTS],
}

impl Columns {
    fn new(head: &FloatHead) -> Columns {
        let weights = std::array::from_fn(|d| {
            std::array::from_fn(|o| if o < HIDDEN { head.weights[o][d] } else { head.linear[d] })
        });
        let bias = std::array::from_fn(|o| if o < HIDDEN { head.hidden_bias[o] } else { head.sum_bias });
        Columns { weights, bias }
    }
}

/// A network made ready for a batch.
pub(super) struct PreparedNetwork<'n> {
    network: &'n FloatNetwork,
    places: &'n Places,
    columns: Vec<Columns>,
}

impl<'n> PreparedNetwork<'n> {
    pub(super) fn new(network: &'n FloatNetwork, places: &'n Places) -> PreparedNetwork<'n> {
        PreparedNetwork { network, places, columns: network.heads.iter().map(Columns::new).collect() }
    }

    /// Returns the classes of a board's contents.
    #[inline(always)]
    fn classes<I: Isa>(&self, isa: I, example: &TrainingExample) -> [u32; INSTANCES] {
        let mut classes = self.places.indexer.indices(isa, example.board.own().0, example.board.opp().0);
        for class in &mut classes {
            *class = self.places.class_of[*class as usize];
        }
        classes
    }

    /// Returns the features before they are cut.
    #[inline(always)]
    fn features(&self, head: usize, classes: &[u32; INSTANCES]) -> [f32; WIDTH] {
        let mut features = self.network.heads[head].bias;
        for &class in classes {
            let row = &self.network.rows[class as usize];
            for (feature, number) in features.iter_mut().zip(row) {
                *feature += number;
            }
        }
        features
    }

    /// Returns the outputs before they are cut.
    #[inline(always)]
    fn outputs(&self, head: usize, cut: &[f32; WIDTH]) -> [f32; OUTPUTS] {
        let columns = &self.columns[head];
        let mut outputs = columns.bias;
        for (&feature, weights) in cut.iter().zip(&columns.weights) {
            add_scaled(&mut outputs, feature, weights);
        }
        outputs
    }

    /// Returns the value, a part of [`SCALE`] discs.
    #[inline(always)]
    fn value(&self, head: usize, outputs: &[f32; OUTPUTS]) -> f32 {
        let weights = &self.network.heads[head].hidden_weights;
        let mut value = outputs[HIDDEN];
        for (&output, weight) in outputs.iter().zip(weights) {
            value += unit(output) * weight;
        }
        value
    }
}

/// Cuts a number to the range from zero to one.
#[inline(always)]
fn unit(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Adds a multiple of numbers to others.
#[inline(always)]
fn add_scaled<const N: usize>(sums: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

/// Cuts numbers to the range from zero to one.
#[inline(always)]
fn cut(numbers: &[f32; WIDTH]) -> [f32; WIDTH] {
    let mut cut = *numbers;
    for number in &mut cut {
        *number = unit(*number);
    }
    cut
}

/// Returns the head of a example.
pub(super) fn head_of(example: &TrainingExample) -> usize {
    (example.board.empty().len() as usize).min(HEADS - 1)
}

/// Some examples of a batch that share a head, and room for what is found about them.
pub(super) struct Part<'b> {
    pub(super) head: usize,
    pub(super) examples: &'b [TrainingExample],
    /// The classes of each example's contents.
    pub(super) classes: &'b mut [[u32; INSTANCES]],
    /// How the loss changes with each example's features.
    pub(super) deltas: &'b mut [[f32; WIDTH]],
    /// How the loss changes with the numbers of the head.
    pub(super) gradient: FloatHead,
    /// The sum of the squared errors, in discs.
    pub(super) squares: f64,
}

/// Finds how the loss of a part changes: the mean over the batch of squared errors, `share` being one
/// example's.
pub(super) struct Backwards<'p, 'b> {
    pub(super) prepared: &'p PreparedNetwork<'p>,
    pub(super) part: &'p mut Part<'b>,
    pub(super) share: f32,
}

impl Routine for Backwards<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Backwards { prepared, part, share } = self;
        let number = part.head;
        let head = &prepared.network.heads[number];
        let gradient = &mut part.gradient;
        let mut at = 0;
        while at < part.examples.len() {
            let example = &part.examples[at];
            let classes = prepared.classes(isa, example);
            let features = prepared.features(number, &classes);
            let cut = cut(&features);
            let outputs = prepared.outputs(number, &cut);
            let error = prepared.value(number, &outputs) - example.target / SCALE;
            part.squares += f64::from(error * SCALE).powi(2);

            let slope = 2.0 * error * share;
            gradient.sum_bias += slope;
            let mut delta = [0.0; WIDTH];
            add_scaled(&mut gradient.linear, slope, &cut);
            add_scaled(&mut delta, slope, &head.linear);
            for (o, &output) in outputs[..HIDDEN].iter().enumerate() {
                gradient.hidden_weights[o] += slope * unit(output);
                let inside = (0.0..=1.0).contains(&output);
                let through = if inside { slope * head.hidden_weights[o] } else { 0.0 };
                gradient.hidden_bias[o] += through;
                add_scaled(&mut gradient.weights[o], through, &cut);
                add_scaled(&mut delta, through, &head.weights[o]);
            }
            for d in 0..WIDTH {
                delta[d] = if features[d] >= 0.0 && features[d] <= 1.0 { delta[d] } else { 0.0 };
                gradient.bias[d] += delta[d];
            }
            part.deltas[at] = delta;
            part.classes[at] = classes;
            at += 1;
        }
    }
}

struct Predict<'p> {
    prepared: &'p PreparedNetwork<'p>,
    examples: &'p [TrainingExample],
}

impl Routine for Predict<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<f32> {
        let mut values = Vec::with_capacity(self.examples.len());
        for example in self.examples {
            let head = head_of(example);
            let classes = self.prepared.classes(isa, example);
            let features = self.prepared.features(head, &classes);
            let outputs = self.prepared.outputs(head, &cut(&features));
            values.push(SCALE * self.prepared.value(head, &outputs));
        }
        values
    }
}

/// Returns the network's values of examples, in discs.
#[must_use]
pub fn predict(network: &FloatNetwork, examples: &[TrainingExample], threads: usize) -> Vec<f32> {
    let places = Places::new();
    let prepared = PreparedNetwork::new(network, &places);
    let tier = Tier::best();
    let predict = |_, examples: &[TrainingExample]| tier.run(Predict { prepared: &prepared, examples });
    parallel::map_chunks(examples, 4096, threads, predict).concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::seeded;
    use outflank_rules::{Board, Portable};

    /// The loss by the definition of the model, in double precision.
    fn loss(network: &FloatNetwork, places: &Places, examples: &[TrainingExample]) -> f64 {
        let number = |x: f32| f64::from(x);
        let squares = examples.iter().map(|example| {
            let head = &network.heads[head_of(example)];
            let indices = places.indexer.indices(Portable, example.board.own().0, example.board.opp().0);
            let feature = |d: usize| -> f64 {
                let rows = indices
                    .iter()
                    .map(|&index| number(network.rows[places.class_of[index as usize] as usize][d]));
                (number(head.bias[d]) + rows.sum::<f64>()).clamp(0.0, 1.0)
            };
            let features: Vec<f64> = (0..WIDTH).map(feature).collect();
            let dot = |weights: &[f32; WIDTH]| -> f64 {
                weights.iter().zip(&features).map(|(&weight, feature)| number(weight) * feature).sum()
            };
            let hidden = |o: usize| (dot(&head.weights[o]) + number(head.hidden_bias[o])).clamp(0.0, 1.0);
            let value = (0..HIDDEN).map(|o| hidden(o) * number(head.hidden_weights[o])).sum::<f64>()
                + dot(&head.linear)
                + number(head.sum_bias);
            (value - number(example.target / SCALE)).powi(2)
        });
        squares.sum::<f64>() / examples.len() as f64
    }

    /// Compares a derivative with the difference quotient of the number that `place` finds.
    fn check(
        (network, places, examples): (&mut FloatNetwork, &Places, &[TrainingExample]),
        (name, found): (String, f32),
        place: impl Fn(&mut FloatNetwork) -> &mut f32,
    ) {
        let kept = *place(network);
        // Small, so that no number is cut on one side only.
        let (low, high) = (kept - 1e-6, kept + 1e-6);
        *place(network) = high;
        let above = loss(network, places, examples);
        *place(network) = low;
        let below = loss(network, places, examples);
        *place(network) = kept;
        let expected = (above - below) / f64::from(high - low);
        assert!(
            (f64::from(found) - expected).abs() < 1e-5 + 1e-3 * expected.abs(),
            "{name}: {found} {expected}"
        );
    }

    #[test]
    fn gradients_are_what_small_changes_of_each_number_show() {
        let mut rng = seeded(&[21]);
        let places = Places::new();
        let mut network = FloatNetwork::untrained(3);
        let head = &mut network.heads[20];
        head.linear = std::array::from_fn(|_| rng.below(1000) as f32 / 1000.0 - 0.5);
        head.hidden_bias = std::array::from_fn(|_| rng.below(1000) as f32 / 1000.0);
        head.bias = std::array::from_fn(|_| 0.2 + rng.below(600) as f32 / 1000.0);
        let examples: Vec<TrainingExample> = (0..6)
            .map(|n| {
                let taken = u64::MAX << 20;
                let own = rng.word() & taken;
                TrainingExample { board: Board::from_words(own, taken & !own), target: 4.0 * n as f32 - 10.0 }
            })
            .collect();
        let mut classes = vec![[0; INSTANCES]; examples.len()];
        let mut deltas = vec![[0.0; WIDTH]; examples.len()];
        let mut part = Part {
            head: 20,
            examples: &examples,
            classes: &mut classes,
            deltas: &mut deltas,
            gradient: FloatHead::ZERO,
            squares: 0.0,
        };
        let prepared = PreparedNetwork::new(&network, &places);
        let share = 1.0 / examples.len() as f32;
        Tier::best().run(Backwards { prepared: &prepared, part: &mut part, share });
        let gradient = part.gradient;
        let mean = part.squares / f64::from(SCALE * SCALE) / examples.len() as f64;
        assert!((mean - loss(&network, &places, &examples)).abs() < 1e-4);

        for (n, slice) in gradient.slices().into_iter().enumerate() {
            for at in (0..slice.len()).step_by(if n == 1 { 7 } else { 1 }) {
                let name = format!("slice {n}, number {at}");
                check((&mut network, &places, &examples), (name, slice[at]), |network| {
                    let slices = network.heads[20].slices_mut();
                    &mut slices.into_iter().nth(n).unwrap()[at]
                });
            }
        }
        for class in [classes[0][0], classes[1][13], classes[2][49]] {
            for d in (0..WIDTH).step_by(3) {
                let mut sum = 0.0;
                for (classes, delta) in classes.iter().zip(&deltas) {
                    sum += delta[d] * classes.iter().filter(|&&other| other == class).count() as f32;
                }
                let name = format!("row {class}, number {d}");
                check((&mut network, &places, &examples), (name, sum), |network| {
                    &mut network.rows[class as usize][d]
                });
            }
        }
        assert!(deltas.iter().flatten().filter(|&&delta| delta != 0.0).count() > 50);
    }

    #[test]
    fn predictions_are_the_values_of_the_network() {
        let mut rng = seeded(&[22]);
        let (places, network) = (Places::new(), FloatNetwork::untrained(4));
        let examples: Vec<TrainingExample> = (0..100)
            .map(|n| {
                let (own, taken) = (rng.word(), rng.word() | u64::MAX << (n / 2));
                TrainingExample { board: Board::from_words(own & taken, taken & !own), target: 0.0 }
            })
            .collect();
        for (example, value) in examples.iter().zip(predict(&network, &examples, 2)) {
            let expected = network.evaluate(&places.indexer, &places.class_of, example.board);
            assert!((value - expected).abs() < 1e-3, "{value} {expected}");
        }
    }
}
