//! How a server is reached, decided once at its start: by one person on this machine, by a home network, or
//! by anybody.
//!
//! Everything that depends on it asks this type: which names the server answers to, whether people have
//! accounts and rights, whom it believes where a request comes from.

use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;
use reqwest::Url;

/// How a server is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// By whoever sits at this machine. There is one person, and everything is theirs.
    Alone,
    /// By the machines of a network whose people trust each other. There are no accounts; settings are
    /// changed where the server is started.
    HomeNetwork,
    /// By anybody, under one address. People have names, and things have owners.
    Public(PublicSite),
}

/// A server that anybody may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicSite {
    /// What pages send as their origin: `https://othello.example`.
    origin: String,
    /// The host of the address, with its port unless that is the usual one.
    authority: String,
    is_secure: bool,
    /// Those who are believed when they say where a request comes from.
    proxies: Vec<IpNet>,
}

/// Why a server cannot be reached as was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostingError {
    /// Others could connect, and nothing says who they are.
    #[error(
        "--bind {0} lets other machines connect; say which:\n  \
         --lan                              a home network you trust: everybody may do everything except change settings\n  \
         --public-url https://YOUR.NAME     anybody: accounts, private games, limits; put a proxy with TLS in front"
    )]
    Unclear(SocketAddr),
    /// Two ways at once.
    #[error("a server takes --lan or --public-url, not both")]
    Both,
    /// The address is none that a server can have.
    #[error("--public-url {url:?}: {reason}")]
    Url {
        /// The address.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A proxy is named by something else than its address.
    #[error("--trusted-proxy {0:?} is not an address; write 127.0.0.1, ::1 or 10.0.0.0/8")]
    Proxy(String),
    /// Proxies are named, but none is needed.
    #[error("--trusted-proxy needs --public-url")]
    ProxyAlone,
}

impl Hosting {
    /// Decides by what was said at the start.
    ///
    /// # Errors
    ///
    /// If it says nothing about others who could connect, contradicts itself, or an address is wrong.
    pub fn decide(
        bound: SocketAddr,
        is_lan: bool,
        public_url: Option<&str>,
        proxies: &[String],
    ) -> Result<Hosting, HostingError> {
        match (public_url, is_lan) {
            (Some(_), true) => Err(HostingError::Both),
            (Some(url), false) => Ok(Hosting::Public(PublicSite::new(url, proxies)?)),
            (None, _) if !proxies.is_empty() => Err(HostingError::ProxyAlone),
            (None, true) => Ok(Hosting::HomeNetwork),
            (None, false) if bound.ip().is_loopback() => Ok(Hosting::Alone),
            (None, false) => Err(HostingError::Unclear(bound)),
        }
    }

    /// Tells how a server that listens on an address is reached if nothing else is said.
    #[must_use]
    pub fn of(bound: SocketAddr) -> Hosting {
        if bound.ip().is_loopback() { Hosting::Alone } else { Hosting::HomeNetwork }
    }

    /// Returns the address of a public server.
    #[must_use]
    pub fn site(&self) -> Option<&PublicSite> {
        match self {
            Hosting::Public(site) => Some(site),
            Hosting::Alone | Hosting::HomeNetwork => None,
        }
    }

    /// Tells whether settings may be changed by requests at all.
    pub(crate) fn has_settings(&self) -> bool {
        !matches!(self, Hosting::HomeNetwork)
    }
}

impl PublicSite {
    fn new(url: &str, proxies: &[String]) -> Result<PublicSite, HostingError> {
        let wrong = |reason: &str| HostingError::Url { url: url.to_owned(), reason: reason.to_owned() };
        let parsed = Url::parse(url).map_err(|error| wrong(&error.to_string()))?;
        let host =
            parsed.host_str().filter(|host| !host.is_empty()).ok_or_else(|| wrong("it has no host"))?;
        let is_secure = match parsed.scheme() {
            "https" => true,
            // Browsers take this machine for a safe place without TLS.
            "http" if is_loopback_name(host) => false,
            "http" => return Err(wrong("passwords need https; a home network needs --lan instead")),
            other => return Err(wrong(&format!("{other} is neither https nor http"))),
        };
        let is_bare = parsed.path() == "/" && parsed.query().is_none() && parsed.fragment().is_none();
        if !is_bare || !parsed.username().is_empty() || parsed.password().is_some() {
            return Err(wrong("only a host and perhaps a port are possible, no path and no name"));
        }
        let port = parsed.port().map(|port| format!(":{port}")).unwrap_or_default();
        let authority = format!("{host}{port}").to_lowercase();
        let origin = format!("{}://{authority}", parsed.scheme());
        let proxies = proxies.iter().map(|text| {
            let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
            net.map_err(|_| HostingError::Proxy(text.clone()))
        });
        Ok(PublicSite { origin, authority, is_secure, proxies: proxies.collect::<Result<_, _>>()? })
    }

    /// Returns the address, without a slash at its end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.origin
    }

    /// Tells whether nobody is believed when they say where a request comes from.
    #[must_use]
    pub fn has_no_proxies(&self) -> bool {
        self.proxies.is_empty()
    }

    /// Tells whether browsers reach the server by TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// Tells whether a host, as a request names it, is this one.
    pub(crate) fn answers_to(&self, host: &str) -> bool {
        let usual = if self.is_secure { ":443" } else { ":80" };
        let host = host.strip_suffix(usual).unwrap_or(host);
        host.eq_ignore_ascii_case(&self.authority)
    }

    /// Tells whether a page is one of ours.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.origin)
    }

    /// Finds where a request comes from: the peer, or what the proxies say that are believed. They are asked
    /// from the nearest one on; the first who is no proxy of ours is the client.
    pub(crate) fn client(&self, peer: IpAddr, forwarded: Option<&str>) -> IpAddr {
        let is_proxy = |address: IpAddr| self.proxies.iter().any(|net| net.contains(&address));
        if !is_proxy(peer) {
            return peer;
        }
        let mut client = peer;
        for said in forwarded.unwrap_or("").rsplit(',') {
            let Some(address) = address_in(said) else { break };
            client = address;
            if !is_proxy(address) {
                break;
            }
        }
        client
    }
}

/// Reads an address as proxies write it, with or without a port.
fn address_in(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let plain = text.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let address = text.parse().ok().or_else(|| text.parse().ok().map(|socket: SocketAddr| socket.ip()));
    let address = address.or_else(|| plain?.parse().ok())?;
    Some(canonical(address))
}

/// Returns an address of the older kind as such, however it was written.
pub(crate) fn canonical(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

/// Returns the host of an authority, without its port.
fn host_of(authority: &str) -> &str {
    match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => authority.split(':').next().unwrap_or(""),
    }
}

/// Tells whether a host, with or without a port, is this machine.
pub(crate) fn is_loopback_name(authority: &str) -> bool {
    let name = host_of(authority);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The ends of names that no server outside a home network has.
const HOME_NAMES: [&str; 6] = [".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain"];

/// Tells whether a host, with or without a port, is one of a home network: an address, a name without a dot,
/// or one that is not given outside. Other names may lead here, too, by the will of a stranger (DNS
/// rebinding).
pub(crate) fn is_home_name(authority: &str) -> bool {
    let name = host_of(authority).to_lowercase();
    let is_plain = !name.is_empty() && !name.contains('.') && !name.contains(':');
    is_plain || name.parse::<IpAddr>().is_ok() || HOME_NAMES.iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    fn site(url: &str, proxies: &[&str]) -> Result<PublicSite, HostingError> {
        PublicSite::new(url, &proxies.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
    }

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
    fn a_home_has_addresses_and_names_of_its_own() {
        for host in
            ["192.168.1.7:4664", "[fe80::1]:4664", "raspberry", "den.local:80", "box.home.arpa", "localhost"]
        {
            assert!(is_home_name(host), "{host}");
        }
        for host in ["", "evil.example", "192.168.1.7.nip.io:4664", "local.example", "a.b.lan.evil.org"] {
            assert!(!is_home_name(host), "{host}");
        }
    }

    #[test]
    fn others_who_could_connect_must_be_spoken_of() {
        let decide = |address: &str, lan, url, proxies: &[&str]| {
            let proxies: Vec<String> = proxies.iter().map(|&text| text.to_owned()).collect();
            Hosting::decide(bound(address), lan, url, &proxies)
        };
        assert_eq!(decide("127.0.0.1:4664", false, None, &[]), Ok(Hosting::Alone));
        assert_eq!(decide("0.0.0.0:4664", true, None, &[]), Ok(Hosting::HomeNetwork));
        let refused = decide("0.0.0.0:4664", false, None, &[]).unwrap_err().to_string();
        for part in ["0.0.0.0:4664", "--lan", "--public-url https://"] {
            assert!(refused.contains(part), "{refused}");
        }
        assert_eq!(decide("[::]:1", true, Some("https://a.example"), &[]), Err(HostingError::Both));
        assert_eq!(decide("127.0.0.1:1", false, None, &["::1"]), Err(HostingError::ProxyAlone));
        let public = decide("127.0.0.1:1", false, Some("https://A.example/"), &["127.0.0.1"]).unwrap();
        assert_eq!(public.site().map(PublicSite::url), Some("https://a.example"));
    }

    #[test]
    fn a_public_address_is_a_host_with_tls() {
        for url in [
            "http://a.example",
            "ftp://a.example",
            "a.example",
            "https://a.example/x",
            "https://me@a.example",
        ] {
            let refused = site(url, &[]).unwrap_err();
            assert!(refused.to_string().contains(url), "{refused}");
        }
        assert!(matches!(site("https://a.example", &["proxy"]), Err(HostingError::Proxy(_))));
        let site = site("https://a.example", &[]).unwrap();
        assert!(site.answers_to("A.example:443") && site.is_origin("https://a.example") && site.is_secure());
        for host in ["a.example:4664", "b.a.example", "", "127.0.0.1:4664"] {
            assert!(!site.answers_to(host), "{host}");
        }
        assert!(!site.is_origin("http://a.example") && !site.is_origin("null"));
    }

    #[test]
    fn only_proxies_of_ours_are_believed() {
        let site = site("https://a.example", &["127.0.0.1", "10.0.0.0/8"]).unwrap();
        let client = |peer: &str, said| site.client(peer.parse().unwrap(), said).to_string();
        assert_eq!(client("192.0.2.9", Some("198.51.100.1")), "192.0.2.9");
        assert_eq!(client("127.0.0.1", Some("198.51.100.1")), "198.51.100.1");
        // What a stranger put before is not looked at.
        assert_eq!(client("127.0.0.1", Some("203.0.113.5, 198.51.100.1, 10.1.2.3")), "198.51.100.1");
        assert_eq!(client("127.0.0.1", Some("[2001:db8::1]:443")), "2001:db8::1");
        for said in [None, Some(""), Some("unknown")] {
            assert_eq!(client("127.0.0.1", said), "127.0.0.1", "{said:?}");
        }
    }
}
