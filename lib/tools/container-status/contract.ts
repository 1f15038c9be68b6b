import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { container } from "../declared/deployment.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import type { ContainerSettings } from "../deploy/settings.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  container: container.optional().describe("Only this one, by name or id; all that run if not given."),
});

export const output = z.strictObject({
  containers: z.array(
    z.strictObject({
      id: z.string(),
      names: z.array(z.string()),
      image: z.string(),
      state: z.string(),
      status: z.string(),
    }),
  ),
});

/** Lists the containers of an environment by the Docker Engine's interface. */
export function containerStatus(settings: ContainerSettings) {
  return tool({
    name: "container_status",
    title: "See containers",
    summary: "See which containers run in the configured environment, and how they are.",
    description:
      "Asks the Docker Engine that this installation configured which containers there are: names, image, state and since when. It changes nothing.",
    input,
    output,
    safetyClass: "network",
    egressClass: "read_only",
    category: "deployment",
    actionType: `deploy:${settings.environment}`,
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy([settings.host], "low", { wallSeconds: 30 }),
    requires: inHeader(settings.host, "containers.token"),
    settings,
    gate: { text: [{ at: "/container" }] },
    outputContent: "prose",
    effect: "See the containers of the environment",
    costTier: "low",
    examples: [{ title: "One service", input: { container: "shop-web" } }],
    failureModes: serviceFailures,
    execute,
    declaredIn: import.meta.url,
  });
}
