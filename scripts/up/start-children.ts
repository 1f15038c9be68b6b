import type { ProcessIdentity } from "#lib/environment/process-identity.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { type ChildSpec, supervise, tailOf } from "../processes/supervise.ts";
import { isServing, waitUntil } from "../processes/wait-until.ts";
import { seconds, step } from "../terminal/steps.ts";
import type { Installation } from "./children.ts";
import { writeRunRecord } from "./run-record.ts";

/** Starts all processes, keeps them running and on record, and returns once each of them really answers. */
export async function startChildren(
  installation: Installation,
  specs: readonly ChildSpec[],
  stops: StopStack,
): Promise<void> {
  stops.signal.throwIfAborted();
  const { home, host, ports } = installation;
  const children: Record<string, ProcessIdentity> = {};
  const record = () => writeRunRecord(home, { addresses: addressesOf(installation), children });
  const watchers = {
    onChange(name: string, identity: ProcessIdentity | undefined) {
      if (identity) children[name] = identity;
      else delete children[name];
      record();
    },
    onDeath(name: string, how: string, retryInMs: number) {
      process.stdout.write(`  ! the ${name} ended (${how}); starting it again in ${seconds(retryInMs)}\n`);
    },
  };
  record();
  const started = specs.map((spec) => ({ spec, child: supervise(spec, watchers) }));
  await stops.add(async () => {
    await Promise.all(started.map(({ child }) => child.stop()));
  });
  for (const { spec, child } of started) {
    const isUseful =
      spec.name === "dashboard" || spec.name === "gateway"
        ? () =>
            isServing(host === "0.0.0.0" || host === "::" ? "localhost" : host, ports[spec.name as keyof typeof ports])
        : () => child.isReady;
    await step(spec.name, async () => {
      if (await waitUntil(child, { isUseful, signal: stops.signal })) return;
      throw new Error(`The ${spec.name} does not answer. The end of ${spec.log}:\n${tailOf(spec.log)}`);
    });
  }
}

/** Addresses as people and agents use them. A passkey needs a name, so loopback is called by its own. */
export function addressesOf({ host, ports }: Pick<Installation, "host" | "ports">): {
  dashboard: string;
  gateway: string;
} {
  const loopback = ["127.0.0.1", "::1", "0.0.0.0", "::"];
  const name = loopback.includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return { dashboard: `http://${name}:${ports.dashboard}`, gateway: `http://${name}:${ports.gateway}` };
}
