//! Who may talk to the server: pages of its own, and programs that are no browser.
//!
//! A page of another site must not play here through the user's browser, nor reach the server by a name that
//! leads there. Browsers say where a request comes from; what says nothing is no browser. A picture or a link
//! on another site sends no `Origin`, but `Sec-Fetch-Site`: the interface is not for them. A server for this
//! machine alone answers nobody whose request was passed on: it cannot know who that is.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::hosting::{Hosting, canonical, is_home_name, is_loopback_name};

/// Who is at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// Where a request comes from: the peer, or whom a proxy that is believed speaks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// What those add who pass a request on.
const FORWARDED: [&str; 6] =
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/// What is asked by those who look after the server.
const PROBES: [&str; 3] = ["/metrics", "/readyz", "/healthz"];

/// What pages may do: load what comes from here, the engine for the browser included, and nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/// Refuses requests of foreign pages, and adds what browsers should know to the answers.
pub(crate) async fn guard(State(hosting): State<Arc<Hosting>>, mut request: Request, next: Next) -> Response {
    let is_interface = is_interface(request.uri().path());
    let mut response = match admit(&hosting, &request) {
        Ok(client) => {
            request.extensions_mut().insert(client);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Nothing of another site shares a process with the pages: then their engine may use several threads.
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Some(site) = hosting.site() {
        if site.is_secure() {
            let year = HeaderValue::from_static("max-age=31536000");
            headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
        }
        // What is somebody's own stays in no cache on the way.
        if is_interface {
            let private = HeaderValue::from_static("private, no-store");
            headers.entry(header::CACHE_CONTROL).or_insert(private);
        }
    }
    response
}

/// Returns where a request comes from if it is heard.
fn admit(hosting: &Hosting, request: &Request) -> Result<ClientAddress, ApiError> {
    let (uri, headers) = (request.uri(), request.headers());
    let host = text(headers, &header::HOST).unwrap_or("");
    let peer = request.extensions().get::<PeerAddress>().map_or(Ipv4Addr::LOCALHOST.into(), |peer| peer.0);
    let peer = canonical(peer);
    let is_probe = PROBES.contains(&uri.path()) && !is_forwarded(headers) && is_loopback_name(host);
    let client = match hosting {
        Hosting::Alone => {
            require_direct(request)?;
            if !host.is_empty() && !is_loopback_name(host) {
                let message = format!("this server answers on loopback only, not as {host:?}");
                return Err(ApiError::forbidden(message));
            }
            peer
        }
        Hosting::HomeNetwork => {
            if !host.is_empty() && !is_home_name(host) {
                let message = format!(
                    "this server is for a home network, and {host:?} is not a name in one (start it with \
                     --public-url)"
                );
                return Err(ApiError::forbidden(message));
            }
            peer
        }
        Hosting::Public(site) => {
            if !site.answers_to(host) && !is_probe {
                let message = format!(
                    "this server is {}, not {host:?}; a proxy in front of it must pass on the Host header",
                    site.url()
                );
                return Err(ApiError::forbidden(message));
            }
            if uri.path() == "/metrics" && !is_probe {
                return Err(ApiError::forbidden(
                    "ask for this on the server's own machine, not through the proxy",
                ));
            }
            let said = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
            let said = said.collect::<Vec<_>>().join(",");
            site.client(peer, Some(&said))
        }
    };
    require_own_page(hosting, uri, headers, host)?;
    if has_nul(uri) {
        return Err(ApiError::malformed("there is a NUL in the address"));
    }
    Ok(ClientAddress(client))
}

/// Refuses what somebody passed on to a server for this machine alone: it may come from anywhere.
fn require_direct(request: &Request) -> Result<(), ApiError> {
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // The most used proxy speaks the old version unless told otherwise, and says nothing else of itself.
    if is_forwarded(request.headers()) || (is_change && request.version() < Version::HTTP_11) {
        return Err(ApiError::forbidden(
            "this server is for one person on this machine; behind a proxy, start it with --public-url",
        ));
    }
    Ok(())
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    FORWARDED.iter().any(|&name| headers.contains_key(name))
}

/// Refuses requests that pages of others make.
fn require_own_page(hosting: &Hosting, uri: &Uri, headers: &HeaderMap, host: &str) -> Result<(), ApiError> {
    let is_own = |origin: &&str| match hosting.site() {
        Some(site) => site.is_origin(origin),
        None => is_same(origin, host),
    };
    if let Some(origin) = text(headers, &header::ORIGIN).filter(|origin| !is_own(origin)) {
        return Err(ApiError::forbidden(format!("requests from {origin:?} are not accepted here")));
    }
    let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
    match site {
        Some(site) if is_interface(uri.path()) && !["same-origin", "none"].contains(&site) => {
            Err(ApiError::forbidden(format!("requests from other sites ({site}) are not accepted here")))
        }
        _ => Ok(()),
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Tells whether a path is part of the interface, and no page.
fn is_interface(path: &str) -> bool {
    path.starts_with("/api/") || path == "/api" || PROBES.contains(&path)
}

/// Finds a NUL in an address: no database takes it, and no name has one.
fn has_nul(uri: &Uri) -> bool {
    [uri.path(), uri.query().unwrap_or("")].iter().any(|part| part.contains("%00"))
}

fn is_same(origin: &str, host: &str) -> bool {
    let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    place.is_some_and(|place| place.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

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
