//! Tests of whole tunings.

use super::*;

const TEXT: &str = "player = 'om-novice:positions=0.01'\nparameters = ['positions', 'score']\ngenerations = 3\ncandidates = 4\n\
                    games = 8\nopenings = 'random:6'\ncheck = 20\nconcurrency = 2";

fn run(folder: &Path, stop_after: Option<u64>) -> TuningReport {
    let stop = AtomicBool::new(false);
    let tuning = Tuning::open(folder, TEXT, Path::new("t.toml")).unwrap();
    let report = tuning.run(&stop, &mut |done, all| {
        assert_eq!(all, 13);
        if Some(done) == stop_after {
            stop.store(true, Ordering::Relaxed);
        }
    });
    report.unwrap()
}

#[test]
fn an_interrupted_tuning_ends_like_an_undisturbed_one() {
    let [calm, rough] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let expected = run(calm.path(), None);
    assert_eq!((expected.generations, expected.games, expected.shares.len()), (3, 96, 3));
    assert_eq!(expected.check.as_ref().map(|check| check.games), Some(20));
    assert_ne!(expected.to, expected.from);
    for after in [2, 5, 12] {
        let partial = run(rough.path(), Some(after));
        assert!(partial.check.is_none());
    }
    // A torn line, as a killed program leaves it.
    let path = rough.path().join(TRIALS);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert_eq!(run(rough.path(), None), expected);
    let trials = |folder: &Path| fs::read_to_string(folder.join(TRIALS)).unwrap();
    assert_eq!(trials(rough.path()), trials(calm.path()));
    // Nothing is left to do.
    assert_eq!(run(rough.path(), None), expected);
    for name in ["tuning.json", "tuning.txt", "weights.svg", "points.svg"] {
        assert!(calm.path().join(name).exists(), "{name}");
    }
}

#[test]
fn other_descriptions_and_strange_trials_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), None);
    let other = TEXT.replace("games = 8", "games = 10");
    assert!(
        Tuning::open(folder.path(), &other, Path::new("t.toml")).unwrap_err().to_string().contains("already")
    );
    let path = folder.path().join(TRIALS);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("om-novice", "om-expert", 1)).unwrap();
    let tuning = Tuning::open(folder.path(), TEXT, Path::new("t.toml")).unwrap();
    let error = tuning.run(&AtomicBool::new(false), &mut |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("om-expert"), "{error}");
}

#[test]
fn openings_are_divided_and_must_suffice() {
    let plan =
        |openings: &str| format!("{TEXT}\n").replace("random:6", openings).parse::<TuningPlan>().unwrap();
    let (train, check) = divided(&plan("balanced")).unwrap();
    let (Openings::List(train), Openings::List(check)) = (train, check) else { panic!("not lists") };
    assert!(train.iter().all(|game| !check.contains(game)));
    assert!(train.len() > 3000 && check.len() > 3000);
    let (train, check) = divided(&plan("random:6")).unwrap();
    assert!((0..50).all(|number| train.get(number) != check.get(number)));
    assert!(halves(&plan("none")).unwrap().is_err());
    let Openings::List(list) = from(Openings::List(check_list()), 3) else { panic!("no list") };
    assert_eq!(list[0].plies().len(), 1);
}

/// Two openings of different lengths.
fn check_list() -> Vec<outflank_rules::Game> {
    ["", "f5"].map(|text| outflank_records::Record::from_transcript(text).unwrap().game()).into()
}
