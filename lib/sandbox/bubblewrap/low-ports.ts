/**
 * A sandbox whose forwarder listens on ports below 1024, which is where ssh and HTTPS live. bubblewrap ends in a user
 * namespace that has no say over the network it made, so neither a capability nor a setting could do it from inside; and
 * none should, for the tool would have it too. Instead the network is made one step earlier, by bubblewrap as well: there
 * its one setting is written, all rights over it are given up, and the real sandbox, with a user namespace of its own,
 * is made in it. The tool has no capability, cannot change the setting, and gains ports of its own loopback.
 */
export interface NetworkMakers {
  readonly bubblewrap: string;
  readonly sh: string;
  readonly env: string;
  readonly setpriv: string;
}

/** Where it cannot be written the sandbox only lacks these ports: the proxies lead to the same hosts. */
const OPEN_PORTS = "echo 0 2>/dev/null >/proc/sys/net/ipv4/ip_unprivileged_port_start";

/** Words to stand before the launch of a sandbox that is told not to make a network. */
export function networkWithLowPorts({ bubblewrap, sh, env, setpriv }: NetworkMakers): string[] {
  const withoutRights = `exec ${env} -i ${setpriv} --ambient-caps=-all --inh-caps=-all "$@"`;
  return [
    ...[bubblewrap, "--unshare-user", "--unshare-net", "--cap-drop", "ALL", "--cap-add", "CAP_NET_ADMIN"],
    ...["--die-with-parent", "--dev-bind", "/", "/", "--"],
    ...[sh, "-c", `${OPEN_PORTS}; ${withoutRights}`, "sh"],
  ];
}
