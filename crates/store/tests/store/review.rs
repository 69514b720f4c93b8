//! Results of reviews, on a file of SQLite and on a real PostgreSQL.

use outflank_store::{ReviewRow, Store};

use crate::postgres;

fn row(pass: &str, engine: &str, result: &str) -> ReviewRow {
    ReviewRow {
        board: "-".repeat(64),
        pass: pass.to_owned(),
        engine: engine.to_owned(),
        result: result.to_owned(),
    }
}

/// Everything that is promised of results, whatever lies below.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();
    let board = "-".repeat(64);
    assert!(store.review_results(&board, "one").await.unwrap().is_empty());
    let rows = [row("depth-12", "one", "12 73"), row("solve", "one", "24 100")];
    store.keep_review_results(&rows).await.unwrap();
    let mut found = store.review_results(&board, "one").await.unwrap();
    found.sort_by(|a, b| a.pass.cmp(&b.pass));
    assert_eq!(found, rows);
    // Another engine has none of them, and takes the place of the first.
    assert!(store.review_results(&board, "two").await.unwrap().is_empty());
    store.keep_review_results(&[row("solve", "two", "24 100 a1=0:")]).await.unwrap();
    assert_eq!(store.review_results(&board, "one").await.unwrap(), rows[..1]);
    assert_eq!(store.review_results(&board, "two").await.unwrap()[0].result, "24 100 a1=0:");
    // The same again is no conflict, nor is nothing.
    store.keep_review_results(&rows[..1]).await.unwrap();
    store.keep_review_results(&[]).await.unwrap();
    assert_eq!(store.review_results(&board, "one").await.unwrap(), rows[..1]);
    store.close().await;
}

#[tokio::test]
async fn results_are_kept_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    keeps_its_promises(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test]
async fn results_are_kept_on_postgresql() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
}
