import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { container } from "../declared/deployment.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import type { ContainerSettings } from "../deploy/settings.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  container,
  graceSeconds: z
    .number()
    .int()
    .min(0)
    .max(120)
    .optional()
    .describe("How long it may take to stop before it is killed; 10 if not given."),
});

export const output = z.strictObject({ container: z.string(), state: z.string(), startedAt: z.string() });

/** Restarts one container of an environment. */
export function containerRestart(settings: ContainerSettings) {
  const isProduction = settings.environment === "production";
  return tool({
    name: "container_restart",
    title: "Restart a container",
    summary: "Restart one container of the configured environment.",
    description:
      "Has the Docker Engine that this installation configured stop and start one container, and returns its state afterwards. A lost call is " +
      "not run again by itself: a second restart is a second interruption.",
    input,
    output,
    safetyClass: isProduction ? "privileged" : "write",
    egressClass: "write",
    category: "deployment",
    actionType: `deploy:${settings.environment}`,
    idempotency: "required",
    idempotent: false,
    policy: servicePolicy([settings.host], "high", { wallSeconds: 180 }),
    requires: inHeader(settings.host, "containers.token"),
    settings,
    gate: { text: [{ at: "/container" }] },
    outputContent: "prose",
    effect: "Restart the container {/container}",
    costTier: "medium",
    examples: [{ title: "A worker that hangs", input: { container: "shop-worker" } }],
    failureModes: [...serviceFailures, "no_container: there is none of that name."],
    execute,
    declaredIn: import.meta.url,
  });
}
