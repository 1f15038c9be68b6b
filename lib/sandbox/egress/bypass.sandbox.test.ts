import { execFile } from "node:child_process";
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandInside, type Ground, openGround } from "#lib/sandbox/hostile.fixture.ts";

/**
 * Ways past the proxy that the kernel has to close: programs that do not ask it at all. Each is also made by a bare
 * process of this machine, which gets through, against servers on this machine's own loopback.
 */
let ground: Ground;
let tcp: Server[];
let udp: UdpSocket;
let target: { readonly v4: number; readonly v6: number; readonly udp: number; readonly abstract: string };

beforeAll(async () => {
  const name = `airlock-bypass-${process.pid}`;
  const listening = ["127.0.0.1", "::1"].map((host) => createServer((socket) => socket.end("secret")).listen(0, host));
  const abstract = createServer((socket) => socket.end("secret")).listen(`\0${name}`);
  tcp = [...listening, abstract];
  udp = createSocket("udp4", (_message, { port, address }) => udp.send("secret", port, address));
  udp.bind(0, "127.0.0.1");
  await Promise.all([...tcp.map((server) => once(server, "listening")), once(udp, "listening")]);
  const [v4 = 0, v6 = 0] = listening.map((server) => (server.address() as AddressInfo).port);
  target = { v4, v6, udp: udp.address().port, abstract: name };
  ground = await openGround({ egress: { resolve: async () => [], ownAddresses: () => [] } });
});

afterAll(async () => {
  await ground.close();
  for (const server of tcp) server.close();
  udp.close();
});

/** Every attempt says "through" or why not. */
const ATTEMPTS = `
import json, os, socket, subprocess, sys
t = json.loads(sys.argv[1])
def tcp(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as s:
        s.settimeout(3); s.connect(address)
        return s.recv(6) == b"secret"
def udp(*options):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.settimeout(3)
        for option in options: s.setsockopt(*option)
        s.sendto(b"x", ("127.0.0.1", t["udp"]))
        return s.recv(6) == b"secret"
def made(*kind):
    socket.socket(*kind).close()
    return True
def fast_open():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:
        s.sendto(b"", 0x20000000, ("127.0.0.1", t["v4"])); s.settimeout(3)
        return s.recv(6) == b"secret"
def curl(**environment):
    url = "http://127.0.0.1:%d/" % t["v4"]
    out = subprocess.run(["curl", "-s", "-m", "3", "--http0.9", url], capture_output=True, env={**os.environ, **environment})
    return out.stdout == b"secret"
def without_proxy():
    kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("proxy")}
    url = "http://127.0.0.1:%d/" % t["v4"]
    return subprocess.run(["curl", "-s", "-m", "3", "--http0.9", url], capture_output=True, env=kept).stdout == b"secret"
def sees_host():
    return any(int(line.split()[1].split(":")[1], 16) == t["v4"] for line in open("/proc/net/tcp").readlines()[1:])
def interfaces():
    return len(open("/proc/net/dev").readlines()) > 3
attempts = {
    "a direct connection": lambda: tcp(socket.AF_INET, ("127.0.0.1", t["v4"])),
    "a direct connection in IPv6": lambda: tcp(socket.AF_INET6, ("::1", t["v6"])),
    "IPv4 through an IPv6 socket": lambda: tcp(socket.AF_INET6, ("::ffff:127.0.0.1", t["v4"])),
    "the address of all interfaces": lambda: tcp(socket.AF_INET, ("0.0.0.0", t["v4"])),
    "data before the connection": fast_open,
    "a datagram, as to a resolver": lambda: udp(),
    "a datagram bound to a device": lambda: udp((socket.SOL_SOCKET, 25, b"lo")),
    "an abstract socket": lambda: tcp(socket.AF_UNIX, "\\0" + t["abstract"]),
    "a socket in the file system": lambda: made(socket.AF_UNIX, socket.SOCK_STREAM),
    "the kernel's own messages": lambda: made(socket.AF_NETLINK, socket.SOCK_RAW, 0),
    "NO_PROXY for everything": lambda: curl(NO_PROXY="*", no_proxy="*"),
    "an environment without a proxy": without_proxy,
    "a look at the host's connections": sees_host,
    "a look at the host's interfaces": interfaces,
}
if t["root"]:
    attempts["raw packets"] = lambda: made(socket.AF_INET, socket.SOCK_RAW, 1)
    attempts["frames"] = lambda: made(socket.AF_PACKET, socket.SOCK_RAW, 3)
told = {}
for name, attempt in attempts.items():
    try: told[name] = "through" if attempt() else "not through"
    except Exception as e: told[name] = type(e).__name__
try: made(40, socket.SOCK_STREAM); vsock = "through"
except Exception as e: vsock = type(e).__name__
print(json.dumps({"told": told, "vsock": vsock}))
`;

interface Told {
  readonly told: Record<string, string>;
  readonly vsock: string;
}

test("no program gets past the proxy; the same ones outside do", async () => {
  const args = ["-c", ATTEMPTS, JSON.stringify({ ...target, root: ground.isRoot })];
  const bare = await promisify(execFile)("/usr/bin/python3", args);
  const outside = JSON.parse(bare.stdout) as Told;
  // A machine whose only interface is its loopback has no other to show.
  const { "a look at the host's interfaces": _interfaces, ...reached } = outside.told;
  expect(Object.entries(reached).filter(([, how]) => how !== "through")).toEqual([]);

  const result = await commandInside(ground, ["/usr/bin/python3", ...args], {
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist", hosts: ["api.test:443"] },
    exec: "allow",
  });
  const inside = JSON.parse(result.stdout) as Told;
  expect(Object.keys(inside.told)).toEqual(Object.keys(outside.told));
  expect(Object.entries(inside.told).filter(([, how]) => how === "through")).toEqual([]);
  expect(inside.vsock).toBe("PermissionError");
});
