//! What is counted, for those who run a server: `/metrics` in the text format of Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper bounds of the times that requests are sorted by, in seconds.
const SECONDS: [f64; 11] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// What a request is counted as. There are as many of these as routes, methods and statuses, whatever is
/// asked.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    /// The route, such as `/api/games/{id}`.
    route: String,
    status: u16,
}

/// What times are counted by.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

/// What jobs are counted by.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobLabels {
    /// `move`, `hint`, `review`, `import` ...
    kind: String,
    /// `done`, or `failed`: then it is tried again.
    end: &'static str,
}

impl JobLabels {
    fn new(kind: &str, is_done: bool) -> JobLabels {
        JobLabels { kind: kind.to_owned(), end: if is_done { "done" } else { "failed" } }
    }
}

/// What the times of jobs are counted by.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobKindLabels {
    kind: String,
}

/// What goes wrong with the store.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct FailureLabels {
    status: u16,
}

/// What is counted.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabels, Histogram, fn() -> Histogram>,
    failures: Family<FailureLabels, Counter>,
    /// Jobs of the queue that were done here.
    jobs_done: Family<JobLabels, Counter>,
    job_seconds: Family<JobKindLabels, Histogram, fn() -> Histogram>,
    /// Live connections.
    pub(crate) sockets: Gauge,
    /// Engine jobs that wait for their turn.
    pub(crate) engine_queue: Gauge,
    /// Engine jobs that run.
    pub(crate) engine_running: Gauge,
    /// Computer players that think on the opponent's time.
    pub(crate) engine_pondering: Gauge,
    /// Requests that were refused because too much was under way.
    pub(crate) refused: Counter,
    /// Games that are in memory: played, or looked at a moment ago.
    pub(crate) live_games: Gauge,
    /// Games of the library.
    pub(crate) library_games: Gauge,
    /// Imports that are under way.
    pub(crate) imports: Gauge,
    /// Exports that are under way.
    pub(crate) exports: Gauge,
    /// The share of the time that work which can wait may have.
    pub(crate) background_share: Gauge<f64, AtomicU64>,
    /// Jobs that all servers share: those that wait, that somebody does, and that were given up.
    pub(crate) jobs: [Gauge; 3],
}

/// One of something that is counted, until it is dropped.
pub(crate) struct Gauged(Gauge);

impl Drop for Gauged {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// Begins to count.
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("outflank");
        let requests = Family::default();
        let seconds: Family<RouteLabels, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(SECONDS));
        let failures = Family::<FailureLabels, Counter>::default();
        // What has never happened is counted, too: it has happened 0 times.
        drop(failures.get_or_create(&FailureLabels { status: 500 }));
        let refused = Counter::default();
        registry.register("requests", "Requests answered", Family::clone(&requests));
        registry.register("request_seconds", "Time until the head of the answer", seconds.clone());
        registry.register("server_failures", "Answers that were a failure of the server", failures.clone());
        registry.register("refused", "Requests refused because too much was under way", refused.clone());
        let jobs_done = Family::<JobLabels, Counter>::default();
        let job_seconds: Family<JobKindLabels, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(SECONDS));
        for end in [true, false] {
            drop(jobs_done.get_or_create(&JobLabels::new("move", end)));
        }
        drop(job_seconds.get_or_create(&JobKindLabels { kind: "move".to_owned() }));
        registry.register("jobs_done", "Jobs of all servers that came to an end here", jobs_done.clone());
        registry.register("job_seconds", "How long a job took here", job_seconds.clone());
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::<i64>::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let sockets = gauge("sockets", "Live connections");
        let engine_queue = gauge("engine_queue", "Engine jobs that wait");
        let engine_running = gauge("engine_running", "Engine jobs that run");
        let engine_pondering = gauge("engine_pondering", "Players that think on the opponent's time");
        let live_games = gauge("live_games", "Games in memory");
        let library_games = gauge("library_games", "Games of the library");
        let imports = gauge("imports", "Imports under way");
        let exports = gauge("exports", "Exports under way");
        let jobs = [
            gauge("jobs_waiting", "Jobs of all servers that wait"),
            gauge("jobs_running", "Jobs of all servers that somebody does"),
            gauge("jobs_given_up", "Jobs of all servers that were given up"),
        ];
        let background_share = Gauge::<f64, AtomicU64>::default();
        let help = "Share of the time that reviews and long analyses may have beside people";
        registry.register("background_share", help, background_share.clone());
        Metrics {
            background_share,
            registry,
            requests,
            seconds,
            failures,
            jobs_done,
            job_seconds,
            sockets,
            engine_queue,
            engine_running,
            engine_pondering,
            refused,
            live_games,
            library_games,
            imports,
            exports,
            jobs,
        }
    }

    /// Counts one until what is returned is dropped.
    pub(crate) fn count(gauge: &Gauge) -> Gauged {
        gauge.inc();
        Gauged(gauge.clone())
    }

    /// Counts a request.
    pub(crate) fn answered(&self, method: &str, route: &str, status: u16, time: Duration) {
        let labels = RequestLabels { method: method.to_owned(), route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        self.seconds.get_or_create(&RouteLabels { route: route.to_owned() }).observe(time.as_secs_f64());
        if status >= 500 {
            self.failures.get_or_create(&FailureLabels { status }).inc();
        }
        if status == 503 {
            self.refused.inc();
        }
    }

    /// Counts a job of the queue that has come to an end here.
    pub(crate) fn worked(&self, kind: &str, is_done: bool, time: Duration) {
        self.jobs_done.get_or_create(&JobLabels::new(kind, is_done)).inc();
        let labels = JobKindLabels { kind: kind.to_owned() };
        self.job_seconds.get_or_create(&labels).observe(time.as_secs_f64());
    }

    /// Writes what was counted.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory cannot fail.
        let _never = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_written() {
        let metrics = Metrics::new();
        metrics.answered("GET", "/api/games", 200, Duration::from_millis(3));
        metrics.answered("GET", "/api/games", 503, Duration::from_millis(3));
        metrics.worked("move", true, Duration::from_millis(3));
        metrics.worked("move", false, Duration::from_millis(300));
        let socket = Metrics::count(&metrics.sockets);
        let text = metrics.text();
        for line in [
            "outflank_requests_total{method=\"GET\",route=\"/api/games\",status=\"200\"} 1",
            "outflank_request_seconds_bucket{le=\"0.005\",route=\"/api/games\"} 2",
            "outflank_server_failures_total{status=\"503\"} 1",
            "outflank_refused_total 1",
            "outflank_sockets 1",
            "outflank_jobs_done_total{kind=\"move\",end=\"failed\"} 1",
            "outflank_job_seconds_bucket{le=\"0.005\",kind=\"move\"} 1",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        drop(socket);
        assert!(metrics.text().contains("outflank_sockets 0"));
    }
}
