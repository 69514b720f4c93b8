//! Who may talk to the server: pages of its own, and programs that are no browser.
//!
//! A page of another site must not play here through the user's browser, nor reach a server on loopback by a
//! name that leads there. Browsers say where a request comes from; what says nothing is no browser. A picture
//! or a link on another site sends no `Origin`, but `Sec-Fetch-Site`: the interface is not for them.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// What is allowed, decided once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OriginGuard {
    loopback_only: bool,
}

impl OriginGuard {
    /// Makes the guard of a server that listens on an address.
    pub(crate) fn of(bound: SocketAddr) -> OriginGuard {
        OriginGuard { loopback_only: bound.ip().is_loopback() }
    }
}

impl OriginGuard {
    /// Tells whether this machine alone can ask.
    pub(crate) const fn is_local(self) -> bool {
        self.loopback_only
    }
}

/// Refuses requests of foreign pages, and adds what browsers should know to the answers.
pub(crate) async fn guard(State(guard): State<OriginGuard>, request: Request, next: Next) -> Response {
    let mut response = match admit(guard, request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    let policy =
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

fn admit(guard: OriginGuard, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or("");
    if guard.loopback_only && !host.is_empty() && !is_loopback_name(host) {
        return Err(ApiError::forbidden(format!("this server answers on loopback only, not as {host:?}")));
    }
    if let Some(origin) = text(header::ORIGIN).filter(|origin| !is_same(origin, host)) {
        return Err(ApiError::forbidden(format!("requests from {origin:?} are not accepted here")));
    }
    let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
    match site {
        Some(site) if is_interface(uri.path()) && !["same-origin", "none"].contains(&site) => {
            Err(ApiError::forbidden(format!("requests of other sites ({site}) are not accepted here")))
        }
        _ if has_nul(uri) => Err(ApiError::malformed("there is a NUL in the address")),
        _ => Ok(()),
    }
}

/// Tells whether a path is part of the interface, and no page.
fn is_interface(path: &str) -> bool {
    path.starts_with("/api/") || ["/api", "/metrics", "/readyz", "/healthz"].contains(&path)
}

/// Finds a NUL in an address: no database takes it, and no name has one.
fn has_nul(uri: &Uri) -> bool {
    [uri.path(), uri.query().unwrap_or("")].iter().any(|part| part.contains("%00"))
}

/// Tells whether a host, with or without a port, is this machine.
fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn is_same(origin: &str, host: &str) -> bool {
    let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    place.is_some_and(|place| place.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_many_names_and_others_are_not_it() {
        for host in ["localhost", "LOCALHOST:4664", "127.0.0.1:80", "127.1.2.3", "[::1]:4664", "[::1]"] {
            assert!(is_loopback_name(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org:4664", "10.0.0.1", "[::2]", "127.0.0.1.nip.io"]
        {
            assert!(!is_loopback_name(host), "{host}");
        }
    }

    #[test]
    fn an_origin_is_the_same_with_its_port_only() {
        assert!(is_same("http://localhost:4664", "localhost:4664"));
        for origin in
            ["http://localhost:81", "null", "ftp://localhost:4664", "http://localhost:4664.example.org"]
        {
            assert!(!is_same(origin, "localhost:4664"), "{origin}");
        }
    }
}
