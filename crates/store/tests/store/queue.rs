//! Work that waits in the database: each job once, the urgent first, a share for every owner.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use outflank_store::{ClaimedJob, JobClass, LEASE, NewJob, Store, StoreNews};
use tempfile::TempDir;

use crate::postgres;

const ALL: std::ops::RangeInclusive<JobClass> = JobClass::Move..=JobClass::Background;

fn job(game: i64, owner: &str, class: JobClass) -> NewJob {
    NewJob {
        kind: "move",
        game,
        revision: 1,
        subject: String::new(),
        owner: owner.to_owned(),
        class,
        payload: format!("{{\"game\":{game}}}"),
        budget: Duration::from_millis(100),
    }
}

/// Databases of both kinds.
async fn databases() -> (Vec<Store>, TempDir, postgres::Server) {
    let (folder, server) = (tempfile::tempdir().unwrap(), postgres::Server::start());
    let file = format!("sqlite:{}", folder.path().join("games.db").display());
    let stores = vec![Store::open(&file).await.unwrap(), Store::open(&server.url()).await.unwrap()];
    (stores, folder, server)
}

async fn claim(store: &Store, worker: &str) -> Option<ClaimedJob> {
    store.claim(worker, ALL, Duration::ZERO).await.unwrap()
}

#[tokio::test]
async fn a_job_is_there_once_and_done_in_its_turn() {
    let (stores, _folder, _server) = databases().await;
    for store in &stores {
        assert_eq!(claim(store, "ann").await, None);
        let book = store.enqueue(&job(4, "o", JobClass::Background)).await.unwrap().unwrap();
        let deep = store.enqueue(&job(1, "o", JobClass::Deep)).await.unwrap().unwrap();
        let hint = store.enqueue(&job(2, "o", JobClass::Hint)).await.unwrap().unwrap();
        let urgent = store.enqueue(&job(3, "o", JobClass::Move)).await.unwrap().unwrap();
        assert_eq!(store.enqueue(&job(3, "other", JobClass::Move)).await.unwrap(), None, "the same job");
        let again = NewJob { revision: 2, ..job(3, "o", JobClass::Move) };
        let later = store.enqueue(&again).await.unwrap().unwrap();
        let mut order = Vec::new();
        while let Some(claimed) = claim(store, "ann").await {
            assert_eq!((claimed.attempts, claimed.budget), (1, Duration::from_millis(100)));
            order.push(claimed);
        }
        let numbers: Vec<i64> = order.iter().map(|job| job.id).collect();
        assert_eq!(numbers, [urgent, later, hint, deep, book]);
        let length = store.queue_length().await.unwrap();
        assert_eq!((length.waiting, length.running), (0, 5));
        assert_eq!(store.renew("bob").await.unwrap(), Vec::<i64>::new());
        assert_eq!(store.renew("ann").await.unwrap().len(), 5);
        store.finish(&order[0], "bob", Duration::ZERO).await.unwrap();
        assert_eq!(store.renew("ann").await.unwrap().len(), 5, "not bob's");
        store.finish(&order[0], "ann", Duration::from_millis(20)).await.unwrap();
        assert_eq!(store.give_back("ann").await.unwrap(), 4);
        let deep_only = store.claim("bob", JobClass::Deep..=JobClass::Deep, Duration::ZERO).await.unwrap();
        assert_eq!(deep_only.map(|job| (job.id, job.attempts)), Some((deep, 1)), "it was not tried yet");
        let patient = store.claim("bob", ALL, Duration::from_secs(60)).await.unwrap();
        assert_eq!(patient, None, "none has waited for a minute");
        store.close().await;
    }
}

#[tokio::test]
async fn a_job_whose_worker_died_is_done_by_another_and_a_failed_one_later() {
    let (stores, _folder, _server) = databases().await;
    let [file, server] = &stores[..] else { panic!("two") };
    tokio::join!(is_taken_over_and_given_up(file), is_taken_over_and_given_up(server));
}

async fn is_taken_over_and_given_up(store: &Store) {
    {
        store.enqueue(&job(1, "o", JobClass::Move)).await.unwrap();
        let lost = claim(store, "ann").await.unwrap();
        assert_eq!(claim(store, "bob").await, None, "ann has it");
        let begin = Instant::now();
        let found = loop {
            if let Some(found) = claim(store, "bob").await {
                break found;
            }
            assert!(begin.elapsed() < 3 * LEASE, "nobody takes it over");
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        assert_eq!((found.id, found.attempts), (lost.id, 2));
        assert!(begin.elapsed() > LEASE / 2);
        store.finish(&lost, "ann", Duration::ZERO).await.unwrap();
        store.fail(&lost, "ann", "too late").await.unwrap();
        assert_eq!(store.renew("bob").await.unwrap(), [found.id], "ann has lost it");
        store.fail(&found, "bob", "no memory").await.unwrap();
        assert_eq!(claim(store, "bob").await, None, "it rests");
        tokio::time::sleep(Duration::from_millis(700)).await;
        let mut tried = claim(store, "bob").await.unwrap();
        // At last it is given up, and not asked for again.
        tried.attempts = 1;
        for _ in 0..9 {
            store.fail(&tried, "bob", "no memory").await.unwrap();
            tokio::time::sleep(Duration::from_millis(260)).await;
            assert_eq!(claim(store, "bob").await.map(|job| job.id), Some(tried.id));
        }
        assert_eq!(store.given_up(&job(1, "o", JobClass::Move)).await.unwrap(), None, "not yet");
        store.fail(&tried, "bob", "no memory").await.unwrap();
        let why = store.given_up(&job(1, "o", JobClass::Move)).await.unwrap();
        assert_eq!(why.as_deref(), Some("no memory"));
        let length = store.queue_length().await.unwrap();
        assert_eq!((length.waiting, length.running, length.given_up), (0, 0, 1));
        store.tidy_queue().await.unwrap();
        assert_eq!(store.enqueue(&job(1, "o", JobClass::Move)).await.unwrap(), None);
        store.close().await;
    }
}

#[tokio::test]
async fn an_owner_with_many_jobs_delays_others_by_few() {
    let (stores, _folder, _server) = databases().await;
    for store in &stores {
        for game in 0..40 {
            store.enqueue(&job(game, "crowd", JobClass::Move)).await.unwrap();
        }
        for game in 100..104 {
            store.enqueue(&job(game, "one", JobClass::Move)).await.unwrap();
        }
        let mut places = HashMap::<String, Vec<usize>>::new();
        for place in 0..44 {
            let claimed = claim(store, "ann").await.unwrap();
            store.finish(&claimed, "ann", claimed.budget).await.unwrap();
            places.entry(claimed.owner).or_default().push(place);
        }
        assert!(places["one"].iter().all(|&place| place < 9), "{:?}", places["one"]);
        // Whoever comes after a long silence does not overtake everybody either.
        store.close().await;
    }
}

#[tokio::test]
async fn many_workers_never_do_the_same_and_ten_thousand_jobs_do_not_slow_them_down() {
    let server = postgres::Server::start();
    let store = Store::open(&server.url()).await.unwrap();
    let fill = "INSERT INTO jobs (kind, game, revision, subject, owner, class, turn, payload, budget, created, \
                not_before, attempts) SELECT 'move', n, 1, '', 'owner ' || n % 50, 2, n * 7 % 1000, '', 100, 0, 0, 0 \
                FROM generate_series(1, 10000) AS n";
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&server.url()).await.unwrap();
    sqlx::query(fill).execute(&mut connection).await.unwrap();
    let begin = Instant::now();
    let workers = (0..4).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let (worker, mut done) = (format!("worker {number}"), Vec::new());
            for _ in 0..100 {
                let claimed = claim(&store, &worker).await.unwrap();
                store.finish(&claimed, &worker, claimed.budget).await.unwrap();
                done.push(claimed.id);
            }
            done
        })
    });
    let mut all = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        all.extend(worker.await.unwrap());
    }
    let each = begin.elapsed() / 400;
    println!("a claim and its end among 10,000 jobs, four workers: {each:?} each");
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 400, "each by one worker");
    assert!(each < Duration::from_millis(25), "{each:?}");
    store.close().await;
}

#[tokio::test]
async fn news_are_heard_by_all_who_share_a_database() {
    let server = postgres::Server::start();
    let (ann, bob) = (Store::open(&server.url()).await.unwrap(), Store::open(&server.url()).await.unwrap());
    let (mut own, mut heard) = (ann.news(), bob.news());
    for news in [&mut own, &mut heard] {
        assert_eq!(news.recv().await.unwrap(), StoreNews::Missed, "whoever begins to listen has missed much");
    }
    ann.pass_on("{\"a\":1}").await.unwrap();
    ann.enqueue(&job(1, "o", JobClass::Move)).await.unwrap();
    assert_eq!(heard.recv().await.unwrap(), StoreNews::Passing("{\"a\":1}".into()));
    assert_eq!(heard.recv().await.unwrap(), StoreNews::Work);
    assert_eq!(own.recv().await.unwrap(), StoreNews::Work, "what one passes on oneself is known");
    let error = ann.pass_on(&"x".repeat(8000)).await.unwrap_err();
    assert!(error.to_string().contains("8000"), "{error}");
    ann.close().await;
    bob.close().await;
}
