//! What the dashboard and the alerts ask for is what `/metrics` has.

use std::collections::BTreeSet;
use std::path::Path;

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use crate::bench::{Bench, two_people};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hosting/monitoring").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the names of our metrics in an expression.
fn names(expression: &str) -> BTreeSet<String> {
    let words = expression.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("outflank_")).map(str::to_owned).collect()
}

/// Returns all texts under a key, wherever they are.
fn all<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(object) => {
            for (name, inner) in object {
                found.extend(inner.as_str().filter(|_| name == key));
                all(inner, key, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| all(inner, key, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_metric_of_the_dashboard_and_of_the_alerts_is_exposed() {
    let bench = Bench::new().await;
    let id = bench.create(two_people()).await["game"]["id"].clone();
    bench.play(&id, 0, "f5").await;
    let (_, text) = bench.raw(Request::get("/metrics").body(Body::empty()).unwrap()).await;
    let described = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let mut exposed = BTreeSet::new();
    for line in described {
        let (name, kind) = line.split_once(' ').unwrap();
        let endings: &[&str] = match kind {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        exposed.extend(endings.iter().map(|ending| format!("{name}{ending}")));
    }
    let dashboard: Value = serde_json::from_str(&read("grafana-dashboard.json")).unwrap();
    let mut expressions = Vec::new();
    all(&dashboard, "expr", &mut expressions);
    all(&dashboard, "query", &mut expressions);
    assert!(expressions.len() > 15, "{expressions:?}");
    let alerts = read("alerts.yml");
    let rules: Vec<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).collect();
    assert_eq!(rules.len(), alerts.matches("- alert: ").count());
    let asked: BTreeSet<String> = expressions.into_iter().chain(rules).flat_map(names).collect();
    let unknown: Vec<&String> = asked.difference(&exposed).collect();
    assert!(unknown.is_empty(), "{unknown:?} are not among {exposed:?}");
    assert!(asked.len() > 12, "{asked:?}");
    // The routes that are named are routes.
    let (_, description) = bench.get("/api/openapi.json").await;
    for expression in [dashboard.to_string(), alerts] {
        for named in expression.replace("\\\"", "\"").split("route=\"").skip(1) {
            let route = named.split('"').next().unwrap();
            assert!(description["paths"][route].is_object(), "{route}");
        }
    }
}
