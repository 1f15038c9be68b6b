import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { NetworkEntry } from "#lib/sandbox/result.ts";
import { parseAllowlist } from "./allowlist.ts";
import { type Channel, openChannel, type Way } from "./channel.ts";
import type { Resolve } from "./decide-connection.ts";
import { type Dial, dialDirectly, interfaceAddresses, resolveByHost, secureDirectly } from "./dial.ts";
import type { HeaderCredential } from "./header-credentials.ts";
import { CALL_LIMITS, type EgressLimits } from "./limits.ts";
import { lookupsOf } from "./look-up.ts";
import { createEgressProxy } from "./proxy.ts";
import { TrafficLog } from "./traffic-log.ts";

/** How the proxy reaches the world; a test puts its own in place and nothing leaves the machine. */
export interface EgressDoors {
  readonly resolve: Resolve;
  readonly dial: Dial;
  /** TLS over a connection that was dialled, to this host by name. The signal ends it, and with it the connection. */
  readonly secure: (socket: Socket, host: string, signal: AbortSignal) => Promise<Socket>;
  readonly ownAddresses: () => readonly string[];
  readonly now: () => Date;
}

export const REAL_DOORS: EgressDoors = {
  resolve: resolveByHost,
  dial: dialDirectly,
  secure: (socket, host, signal) => secureDirectly(socket, host, { signal }),
  ownAddresses: interfaceAddresses,
  now: () => new Date(),
};

/** The network of one call: opened on its channel, closed when the call ends. */
export interface Egress {
  attach(socket: Socket): void;
  entries(): NetworkEntry[];
  /** Between two calls: nothing moves and nothing new is begun, for nobody asked for it and no record would show it. */
  rest(): void;
  /** Before another call of the same owner in the same sandbox: its record, allowance and credentials are its own. */
  renew(credentials?: readonly HeaderCredential[]): void;
  close(): void;
}

/** Beyond what it may do a call is told so, for a while. */
const REFUSED_TOO = 4;

export function openEgress(
  network: SandboxPlan["network"],
  doors: EgressDoors,
  credentials: readonly HeaderCredential[] = [],
  limits: EgressLimits = CALL_LIMITS,
): Egress {
  const log = new TrafficLog({ now: doors.now, ...limits });
  let current = credentials;
  const { mode, methods, git } = network;
  const channels: Channel[] = [];
  const ended = new AbortController();
  const resolve = lookupsOf(doors.resolve, limits.lookupsAtOnce, ended.signal);
  return {
    attach(socket) {
      // A plan without network has no channel; one that appears all the same leads nowhere.
      if (mode === "none") return void socket.destroy();
      const proxy = createEgressProxy({
        rules: {
          mode,
          allowlist: parseAllowlist(network.hosts),
          resolve,
          ownAddresses: doors.ownAddresses,
        },
        dial: doors.dial,
        secure: doors.secure,
        log,
        credentials: () => current,
        signal: ended.signal,
        ...(methods === undefined ? {} : { methods }),
        ...(git === undefined ? {} : { git }),
      });
      const onConnection = (connection: Duplex, way: Way): void => proxy.accept(connection, way);
      const { idleMs, entries } = limits;
      channels.push(openChannel(socket, { onConnection, idleMs, connections: entries * REFUSED_TOO }));
    },
    entries: () => log.entries(),
    rest() {
      for (const channel of channels) channel.hold();
    },
    renew(next = current) {
      current = next;
      log.renew();
      for (const channel of channels) channel.release();
    },
    close() {
      ended.abort();
      for (const channel of channels) channel.close();
    },
  };
}
