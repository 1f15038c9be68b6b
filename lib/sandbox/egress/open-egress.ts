import type { Socket } from "node:net";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { NetworkEntry } from "#lib/sandbox/result.ts";
import { parseAllowlist } from "./allowlist.ts";
import { openChannel } from "./channel.ts";
import type { Resolve } from "./decide-connection.ts";
import { type Dial, dialDirectly, interfaceAddresses, resolveByHost, secureDirectly } from "./dial.ts";
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

/** For one call. Generous for a tool, small for a leak. */
const MOST_ENTRIES = 256;
const MOST_BYTES = 64 * 1_048_576;

/** The network of one call: opened on its channel, closed when the call ends. */
export interface Egress {
  attach(socket: Socket): void;
  entries(): NetworkEntry[];
  close(): void;
}

export function openEgress(network: SandboxPlan["network"], doors: EgressDoors): Egress {
  const log = new TrafficLog({ now: doors.now, entries: MOST_ENTRIES, bytes: MOST_BYTES });
  const { mode } = network;
  const channels: { close(): void }[] = [];
  return {
    attach(socket) {
      // A plan without network has no channel; one that appears all the same leads nowhere.
      if (mode === "none") return void socket.destroy();
      const proxy = createEgressProxy({
        rules: {
          mode,
          allowlist: parseAllowlist(network.hosts),
          resolve: doors.resolve,
          ownAddresses: doors.ownAddresses,
        },
        dial: doors.dial,
        log,
      });
      channels.push(openChannel(socket, (connection) => proxy.accept(connection)));
    },
    entries: () => log.entries(),
    close() {
      for (const channel of channels) channel.close();
    },
  };
}
