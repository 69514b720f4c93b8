//! A year of learning, in any time zone, with a clock that jumps.

use outflank_learn::{CardSchedule, DAY, DayBoundary, Grade, MemoryModel, streak};
use proptest::prelude::*;

/// What a simulated person does on one day.
#[derive(Clone, Debug)]
struct SimulatedDay {
    /// Whether anything is learned.
    learns: bool,
    /// The hour of the day in UTC.
    hour: i64,
    /// How the answers are.
    grades: Vec<usize>,
    /// How far the wall clock is from UTC, in minutes: people travel, and summer time begins.
    offset: i32,
    /// How far the clock is wrong on this day, in hours.
    error: i64,
}

fn a_day() -> impl Strategy<Value = SimulatedDay> {
    let offset = prop_oneof![6 => Just(60), 2 => Just(120), 1 => -600..=780_i32];
    let error = prop_oneof![30 => Just(0_i64), 1 => -72..=72_i64];
    let grades = proptest::collection::vec(
        prop_oneof![1 => Just(0_usize), 1 => Just(1), 5 => Just(2), 1 => Just(3)],
        12,
    );
    (prop::bool::weighted(0.8), 0..24_i64, grades, offset, error).prop_map(
        |(learns, hour, grades, offset, error)| SimulatedDay { learns, hour, grades, offset, error },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn through_a_year_every_card_comes_back_and_none_is_lost(days in proptest::collection::vec(a_day(), 365)) {
        let model = MemoryModel::default();
        let begin = 20_000 * DAY;
        let mut cards: Vec<CardSchedule> = (0..12).map(|_| CardSchedule::new(begin)).collect();
        for (number, day) in (0_i64..).zip(&days).filter(|(_, day)| day.learns) {
            let now = begin + number * DAY + (day.hour + day.error) * 3_600_000;
            let boundary = DayBoundary::new(day.offset, 4);
            for (card, grade) in cards.iter_mut().zip(&day.grades) {
                if !card.is_due(now) {
                    continue;
                }
                let grade = Grade::ALL[*grade];
                let next = card.after(&model, boundary, now, grade);
                let memory = next.memory.unwrap();
                prop_assert!(memory.stability.is_finite() && (1.0..=10.0).contains(&memory.difficulty));
                prop_assert!(next.due > now, "a card that was answered is not asked again at once");
                prop_assert_eq!(next.reviews, card.reviews + 1);
                if grade == Grade::Again {
                    prop_assert_eq!(next.due - now, outflank_learn::RELEARN);
                } else {
                    prop_assert!(next.days_until(boundary, now) >= 1);
                    // Due from the first minute of that day on, and not before.
                    prop_assert_eq!(boundary.beginning(boundary.day(next.due)), next.due);
                    // Whoever travels west or east finds it at most a day later.
                    for offset in [-600, 0, 780] {
                        let there = DayBoundary::new(offset, 4);
                        prop_assert!((there.day(next.due) - boundary.day(next.due)).abs() <= 1);
                    }
                }
                *card = next;
            }
        }
        // Nothing is further away than its own stability allows, and everything comes back.
        let end = begin + 365 * DAY;
        for card in &cards {
            if let Some(memory) = card.memory {
                prop_assert!(card.due <= end + 4 * DAY + (memory.stability as i64 + 2) * DAY);
                prop_assert!(card.is_due(card.due));
            }
        }
    }

    #[test]
    fn better_answers_come_back_later(history in proptest::collection::vec((0..4_usize, 0..60_u32), 1..12), days in 0..400_u32) {
        let model = MemoryModel::default();
        let step = |memory, &(grade, days): &(usize, u32)| Some(model.review(memory, Grade::ALL[grade], days));
        let memory = history.iter().fold(None, step);
        let stabilities = Grade::ALL.map(|grade| model.review(memory, grade, days).stability);
        prop_assert!(stabilities.windows(2).all(|pair| pair[0] <= pair[1]), "{:?}", stabilities);
    }

    #[test]
    fn a_row_of_days_is_never_longer_than_the_days_learned(learned in proptest::collection::vec(0..60_i64, 0..40), today in 0..70_i64) {
        let mut days = learned.clone();
        days.sort_unstable();
        days.dedup();
        prop_assert!(streak(&learned, today) as usize <= days.len());
    }
}
