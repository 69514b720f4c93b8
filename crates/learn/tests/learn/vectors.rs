//! Memory states and intervals equal those of the reference implementation (SOURCES.md).

use outflank_learn::{Grade, MemoryModel, MemoryState};

const VECTORS: &str = include_str!("fsrs-vectors.tsv");

/// The parameters of the published tests: 19 of FSRS-5, filled up as the reference implementation does.
const PUBLISHED: [f64; 21] = [
    0.6845422,
    1.6790825,
    4.7349424,
    10.042885,
    7.4410233,
    0.64219797,
    1.071918,
    0.0025195254,
    1.432437,
    0.1544,
    0.8692766,
    2.0696752,
    0.0953,
    0.2975,
    2.4691248,
    0.19542035,
    3.201072,
    0.18046261,
    0.121442534,
    0.0,
    0.5,
];

/// The reference computes with 32 bits.
fn assert_close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 2e-4 * expected.abs().max(1.0), "{what}: {found} is not {expected}");
}

fn assert_memory(found: MemoryState, stability: f64, difficulty: f64, what: &str) {
    assert_close(found.stability, stability, what);
    assert_close(found.difficulty, difficulty, what);
}

fn grade(number: usize) -> Grade {
    Grade::ALL[number - 1]
}

fn after(model: &MemoryModel, history: &[(usize, u32)]) -> MemoryState {
    let step = |memory, &(number, days): &(usize, u32)| Some(model.review(memory, grade(number), days));
    history.iter().fold(None, step).unwrap()
}

#[test]
fn two_hundred_histories_end_as_the_reference_says() {
    let model = MemoryModel::default();
    let mut count = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let review = |text: &str| {
            let (number, days) = text.split_once(':').unwrap();
            (number.parse().unwrap(), days.parse().unwrap())
        };
        let history: Vec<(usize, u32)> = columns[0].split(' ').map(review).collect();
        let number = |index: usize| columns[index].parse::<f64>().unwrap();
        let memory = after(&model, &history);
        assert_memory(memory, number(1), number(2), line);
        for (index, retention) in [(3, 0.9), (4, 0.8), (5, 0.95)] {
            assert_close(model.interval(memory.stability, retention), number(index), line);
        }
        count += 1;
    }
    assert_eq!(count, 200);
}

#[test]
fn the_published_memory_states_are_reached() {
    let model = MemoryModel::new(PUBLISHED);
    let first = [(1, 0), (3, 1), (3, 3), (3, 8)];
    let five = [first.as_slice(), &[(3, 21)]].concat();
    assert_memory(after(&model, &five), 31.722992, 7.382128, "test_memo_state");
    let before = MemoryState { stability: 20.925528, difficulty: 7.005062 };
    assert_memory(model.review(Some(before), Grade::Good, 21), 40.87456, 6.9913807, "test_memo_state");
    let six = [(1, 0), (3, 0), (3, 1), (3, 3), (3, 8), (3, 21)];
    assert_memory(after(&MemoryModel::default(), &six), 53.62691, 6.3574867, "test_memory_state");
    let expected =
        [(2.9691455, 8.000659), (17.091452, 7.6913934), (31.722992, 7.382128), (71.7502, 7.0728626)];
    for (grade, (stability, difficulty)) in Grade::ALL.into_iter().zip(expected) {
        let next = model.review(Some(after(&model, &first)), grade, 21);
        assert_memory(next, stability, difficulty, "test_next_states");
    }
}

#[test]
fn the_published_intervals_are_reached() {
    let model = MemoryModel::default();
    let expected = [3_116_766.0, 34_793.0, 2_508.0, 387.0, 90.0, 27.0, 9.0, 3.0, 1.0, 1.0];
    for (tenths, expected) in (1..=10).zip(expected) {
        let days = model.interval(1.0, f64::from(tenths) / 10.0).round().max(1.0);
        // The reference rounds what it computed with 32 bits.
        assert!((days - expected).abs() <= expected * 1e-4, "{tenths}: {days} is not {expected}");
    }
    assert_close(MemoryModel::new(PUBLISHED).interval(121.01552, 0.9), 121.01551, "test_next_interval");
}
