import type { Environment } from "#lib/environment/variables.ts";
import { findPortPair } from "../processes/find-ports.ts";
import { step } from "../terminal/steps.ts";
import type { Installation } from "./children.ts";

export async function choosePorts({ PORT, AIRLOCK_HOST }: Environment): Promise<Installation["ports"]> {
  return await step("ports", async (say) => {
    const dashboard = await findPortPair(PORT, AIRLOCK_HOST);
    if (dashboard === undefined)
      throw new Error(`No two ports in a row are free from ${PORT} on. Set PORT to a lower one.`);
    const gateway = dashboard + 1;
    say(
      dashboard === PORT
        ? `${dashboard}, ${gateway}`
        : `${PORT} or ${PORT + 1} is taken: using ${dashboard}, ${gateway}`,
    );
    return { dashboard, gateway };
  });
}
