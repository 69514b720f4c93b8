//! Accounts: signing up, logging in and out, passwords, taking everything along, leaving.

use axum::http::{StatusCode, header};
use serde_json::json;

use super::{Browser, Site, against_computer, invitation};
use crate::bench::Bench;

#[tokio::test]
async fn one_person_has_no_accounts() {
    let bench = Bench::new().await;
    let (status, me) = bench.get("/api/me").await;
    assert_eq!((status, &me["shared"], &me["admin"]), (StatusCode::OK, &json!(false), &json!(true)));
    let wish = json!({ "name": "Ada", "password": "correct horse" });
    for path in ["/api/accounts", "/api/session"] {
        assert_eq!(bench.post(path, wish.clone()).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn who_signs_up_is_logged_in_until_they_log_out() {
    let site = Site::new().await;
    let mut ada = Browser::from("192.0.2.1");
    // A guest's games come along.
    let (id, _) = site.game(&mut ada, against_computer()).await;
    let wish = json!({ "name": "Ada", "password": "correct horse", "email": "ada@example.org" });
    let made = site.post(&mut ada, "/api/accounts", wish.clone()).await;
    assert_eq!((made.status, &made.body["name"]), (StatusCode::CREATED, &json!("Ada")), "{}", made.body);
    let cookie = made.headers.get(header::SET_COOKIE).unwrap().to_str().unwrap().to_owned();
    for part in ["__Host-outflank-session=", "HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let own = site.get(&mut ada, "/api/games").await.body;
    assert_eq!(own[0]["id"], json!(id));
    let me = site.get(&mut ada, "/api/me").await.body;
    assert_eq!(
        me,
        json!({ "shared": true, "name": "Ada", "account": true, "admin": false, "email": "ada@example.org" })
    );

    let mut taken = Browser::from("192.0.2.2");
    let wish = json!({ "name": " ADA", "password": "another horse" });
    assert_eq!(site.post(&mut taken, "/api/accounts", wish).await.body["code"], "name-taken");
    for (name, password) in
        [("", "correct horse"), ("a\u{7}b", "correct horse"), ("Bob", "short"), ("Bob", "password")]
    {
        let refused =
            site.post(&mut taken, "/api/accounts", json!({ "name": name, "password": password })).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name:?} {password:?}");
    }

    // The same cookie is nobody's afterwards.
    let mut stolen = ada.clone();
    assert_eq!(
        site.ask(&mut ada, "DELETE", "/api/session", &json!(null)).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(site.get(&mut stolen, "/api/me").await.body["account"], json!(false));
    let entered =
        site.post(&mut ada, "/api/session", json!({ "name": "ada", "password": "correct horse" })).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.body);
    assert_eq!(site.get(&mut ada, "/api/games").await.body[0]["id"], json!(id));
}

#[tokio::test]
async fn a_wrong_password_says_nothing_and_cannot_be_tried_for_long() {
    let site = Site::new().await;
    site.account("Ada", "192.0.2.1").await;
    let mut thief = Browser::from("192.0.2.2");
    let mut try_in = async |name: &str| {
        site.post(&mut thief, "/api/session", json!({ "name": name, "password": "wrong horse" })).await
    };
    let (known, unknown) = (try_in("Ada").await, try_in("Nobody").await);
    assert_eq!((known.status, &known.body), (StatusCode::FORBIDDEN, &unknown.body));
    let mut last = known;
    for _ in 0..30 {
        last = try_in("Ada").await;
        if last.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
    }
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(last.headers.contains_key(header::RETRY_AFTER));
}

#[tokio::test]
async fn another_password_ends_all_other_sessions() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let mut elsewhere = ada.clone();
    let wish = |old: &str| json!({ "old": old, "new": "another horse" });
    let wrong = site.ask(&mut ada, "PUT", "/api/account/password", &wish("wrong horse")).await;
    assert_eq!(wrong.body["code"], "wrong-password");
    let changed = site.ask(&mut ada, "PUT", "/api/account/password", &wish("correct horse")).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.body);
    assert_eq!(site.get(&mut ada, "/api/me").await.body["account"], json!(true));
    assert_eq!(site.get(&mut elsewhere, "/api/me").await.body["account"], json!(false));
    let old = json!({ "name": "Ada", "password": "correct horse" });
    assert_eq!(site.post(&mut elsewhere, "/api/session", old).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn who_leaves_takes_everything_along() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let (alone, _) = site.game(&mut ada, against_computer()).await;
    let mut named = invitation();
    named["black"]["name"] = json!("Ada");
    let (together, created) = site.game(&mut ada, named).await;
    let mut bob = site.guest("192.0.2.2").await;
    site.join(&mut bob, together, &created).await;
    assert_eq!(site.get(&mut bob, &format!("/api/games/{together}")).await.status, StatusCode::OK);
    site.post(&mut ada, "/api/studies", json!({ "text": "f5d6c3" })).await;

    let all = site.get(&mut ada, "/api/account/export").await;
    assert_eq!(all.status, StatusCode::OK, "{}", all.body);
    assert_eq!(all.body["games"].as_array().unwrap().len(), 2);
    let study = all.body["studies"][0]["text"].as_str().unwrap();
    assert!(study.contains("GM[2]") && !all.body.to_string().contains("argon2"), "{study}");

    let path = "/api/account/delete";
    let wrong = site.post(&mut ada, path, json!({ "password": "wrong horse" })).await;
    assert_eq!(wrong.body["code"], "wrong-password");
    let mut before = ada.clone();
    let left = site.post(&mut ada, path, json!({ "password": "correct horse" })).await;
    assert_eq!(left.status, StatusCode::NO_CONTENT, "{}", left.body);
    assert_eq!(site.get(&mut before, "/api/me").await.body["account"], json!(false));
    assert_eq!(site.store.game(alone).await.unwrap_err().to_string(), format!("there is no game {alone}"));
    // Bob keeps the game, without her name.
    let game = site.get(&mut bob, &format!("/api/games/{together}")).await;
    assert_eq!((game.status, &game.body["black"]["name"]), (StatusCode::OK, &json!("")));
    assert!(site.store.account_named("Ada").await.unwrap().is_none());
}

#[tokio::test]
async fn a_guest_has_a_name_that_nobody_can_forge() {
    let site = Site::new().await;
    let mut guest = site.guest("192.0.2.1").await;
    let named = site.ask(&mut guest, "PUT", "/api/me", &json!({ "name": "Zoë" })).await;
    assert_eq!((named.status, &named.body["name"]), (StatusCode::OK, &json!("Zoë")));
    assert_eq!(site.get(&mut guest, "/api/me").await.body["name"], "Zoë");
    let (id, _) = site.game(&mut guest, against_computer()).await;
    let mut forged = guest.clone();
    for (_, value) in &mut forged.cookies {
        let last = value.pop().unwrap();
        value.push(if last == '0' { '1' } else { '0' });
    }
    assert_eq!(site.get(&mut forged, "/api/games").await.body, json!([]));
    assert_eq!(site.get(&mut guest, "/api/games").await.body[0]["id"], json!(id));
}
