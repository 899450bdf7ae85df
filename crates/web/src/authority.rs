//! The authority of an address (RFC 3986, section 3.2): a host and a port, as in `Host` and the first line of a
//! request.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host as written in an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// An IP address.
    Address(IpAddr),
    /// A name, in lower case and without the dot of the root.
    Name(String),
}

/// Format: maximum length of a name that can be looked up. RFC 1035 fixes it.
const MAX_NAME_BYTES: usize = 253;

/// Returns the host and the port of `host[:port]`; `None` if it does not match the grammar. User names, which are no
/// part of `Host`, are refused; so are escapes and zones, which no browser sends.
pub fn parse(authority: &str) -> Option<(Host, Option<u16>)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            (Host::Address(IpAddr::V6(address.parse::<Ipv6Addr>().ok()?)), port)
        }
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            let (name, port) = authority.split_at(end);
            (named(name)?, port)
        }
    };
    let digits = if port.is_empty() { "" } else { port.strip_prefix(':')? };
    // The port after the colon may be empty.
    let is_port = digits.bytes().all(|digit| digit.is_ascii_digit())
        && (digits.is_empty() || digits.len() <= 5 && digits.parse::<u16>().is_ok());
    is_port.then(|| (host, digits.parse().ok()))
}

fn named(name: &str) -> Option<Host> {
    if let Ok(address) = name.parse::<Ipv4Addr>() {
        return Some(Host::Address(IpAddr::V4(address)));
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_label = |label: &str| {
        let mut bytes = label.bytes();
        !label.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    (name.len() <= MAX_NAME_BYTES && name.split('.').all(is_label)).then(|| Host::Name(name.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Option<Host> {
        parse(text).map(|(host, _)| host)
    }

    #[test]
    fn ports_are_read() {
        for (text, port) in [("localhost", None), ("localhost:", None), ("[::1]:7878", Some(7878)), ("a.b:0", Some(0))]
        {
            assert_eq!(parse(text).unwrap().1, port, "{text}");
        }
    }

    #[test]
    fn hosts_are_read_by_the_grammar() {
        let name = |name: &str| Some(Host::Name(name.to_owned()));
        let address = |address: &str| Some(Host::Address(address.parse().unwrap()));
        for (text, expect) in [
            ("localhost", name("localhost")),
            ("LocalHost:7878", name("localhost")),
            ("localhost.", name("localhost")),
            ("localhost.:80", name("localhost")),
            ("localhost:", name("localhost")),
            ("den.home:65535", name("den.home")),
            ("127.0.0.1:7878", address("127.0.0.1")),
            ("[::1]", address("::1")),
            ("[::1]:7878", address("::1")),
            ("[::ffff:127.0.0.1]:1", address("::ffff:127.0.0.1")),
            // A name that only looks like an address is a name.
            ("127.0.0.1.evil.example", name("127.0.0.1.evil.example")),
            ("127.1", name("127.1")),
            ("0x7f.0.0.1", name("0x7f.0.0.1")),
        ] {
            assert_eq!(host(text), expect, "{text}");
        }
    }

    #[test]
    fn malformed_hosts_are_refused() {
        for text in [
            "",
            ".",
            "..",
            ":",
            ":80",
            "[",
            "]",
            "[]",
            "[::1",
            "::1",
            "::1]",
            "[::1]evil.example",
            "[::1].evil.example",
            "[::1]:80evil",
            "[::1]80",
            "[::1]]",
            "[[::1]]",
            "[127.0.0.1]",
            "[127.0.0.1].evil.example",
            "[::1%lo]",
            "[::1%25lo]",
            "[v1.a:b]",
            "localhost:65536",
            "localhost:99999999999999999999",
            "localhost:+80",
            "localhost:-1",
            "localhost:80:80",
            "localhost:80 ",
            " localhost",
            "localhost/",
            "localhost?x",
            "localhost#x",
            "localhost\\evil",
            "user@localhost",
            "user:pass@localhost",
            "localhost@evil.example",
            "evil.example@localhost",
            "localhost..",
            ".localhost",
            "local..host",
            "local host",
            "localhost\t",
            "localhost,evil.example",
            "lоcalhost",
            "%6cocalhost",
            "localhost%00",
            "localhost;x",
            "[::1]:80@evil.example",
            "127.0.0.1:80/evil",
            "a:b:c",
            "[0:0:0:0:0:0:0:0:1]",
        ] {
            assert_eq!(host(text), None, "{text:?}");
        }
        assert_eq!(host(&"a".repeat(300)), None);
    }
}
