import { type Connections, request } from "../gateway/connections.ts";

/**
 * The baseline of the agents' door: a route of the same build, in the same process, that does nothing.
 *
 * Fair, because it is everything that a request costs before any of ours begins: the same server, connections, client and headers, through the
 * same proxy, to a handler that answers a constant.
 */
export const BARE_ROUTE = "bench/baselines/bare-route.ts";

export async function askBareRoute(connections: Connections): Promise<void> {
  const { status } = await request(connections, "GET", "/healthz");
  if (status !== 200) throw new Error(`The bare route answered ${status}.`);
}
