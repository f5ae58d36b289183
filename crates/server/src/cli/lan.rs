//! Addresses at which phones in the same network reach this machine.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use if_addrs::Interface;

/// Returns the addresses of this machine in local networks, the likeliest first.
#[must_use]
pub fn lan_addresses() -> Vec<Ipv4Addr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    rank_addresses(
        interfaces.iter().filter_map(reachable_address).collect(),
        outbound_address(),
    )
}

/// Returns the address of a network interface that other devices can reach; `None` if they cannot.
/// Bridges for containers and virtual machines, and tunnels, have addresses that no device in the
/// room reaches.
fn reachable_address(interface: &Interface) -> Option<Ipv4Addr> {
    let IpAddr::V4(address) = interface.ip() else {
        return None;
    };
    let inner = [
        "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni",
    ];
    let is_inner = inner.iter().any(|start| interface.name.starts_with(start));
    let open =
        !is_inner && !interface.is_p2p() && !address.is_loopback() && !address.is_link_local();
    open.then_some(address)
}

/// Returns the address from which this machine reaches the internet; finding the route sends nothing.
fn outbound_address() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address reserved for documentation.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    }
}

/// Sorts the outbound address first, then private addresses.
fn rank_addresses(mut addresses: Vec<Ipv4Addr>, outward: Option<Ipv4Addr>) -> Vec<Ipv4Addr> {
    addresses.sort_by_key(|address| (Some(*address) != outward, !address.is_private(), *address));
    addresses.dedup();
    addresses
}

#[cfg(test)]
mod tests {
    use super::*;
    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr};

    fn interface(name: &str, ip: [u8; 4], is_p2p: bool) -> Interface {
        Interface {
            name: name.into(),
            addr: IfAddr::V4(Ifv4Addr {
                ip: ip.into(),
                netmask: [255, 255, 255, 0].into(),
                prefixlen: 24,
                broadcast: None,
            }),
            index: None,
            oper_status: IfOperStatus::Up,
            is_p2p,
            #[cfg(windows)]
            adapter_name: String::new(),
        }
    }

    #[test]
    fn only_what_a_phone_in_the_room_can_reach() {
        let interfaces = [
            interface("lo", [127, 0, 0, 1], false),
            interface("docker0", [172, 17, 0, 1], false),
            interface("br-6f1", [172, 18, 0, 1], false),
            interface("tun0", [10, 8, 0, 2], true),
            interface("eth1", [169, 254, 7, 7], false),
            interface("eth0", [203, 0, 113, 5], false),
            interface("wlan1", [10, 0, 0, 7], false),
            interface("wlan0", [192, 168, 1, 20], false),
        ];
        let open: Vec<_> = interfaces.iter().filter_map(reachable_address).collect();
        let texts = |outward: Option<[u8; 4]>| {
            let sorted = rank_addresses(open.clone(), outward.map(Ipv4Addr::from));
            sorted.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(texts(None), ["10.0.0.7", "192.168.1.20", "203.0.113.5"]);
        let outward = texts(Some([192, 168, 1, 20]));
        assert_eq!(outward, ["192.168.1.20", "10.0.0.7", "203.0.113.5"]);
    }
}
