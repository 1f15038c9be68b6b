import { tool } from "#lib/registry/tool.ts";
import { input, output } from "../declared/deployment.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import type { PipelineSettings } from "../deploy/settings.ts";
import { execute } from "./execute.ts";

/** Starts the pipeline of staging. */
export function deployStaging(settings: PipelineSettings) {
  return tool({
    name: "deploy_staging",
    title: "Deploy to staging",
    summary: "Start the pipeline that deploys a revision of a service to staging.",
    description:
      "Starts the pipeline that this installation configured for staging, with a service and the revision to deploy, and returns the deployment's id and " +
      "state. The idempotency key goes along, so that the same call starts one deployment.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "deployment",
    actionType: "deploy:staging",
    idempotency: "required",
    // Only who runs the pipeline can say that it keeps to the key.
    idempotent: settings.acts_once,
    policy: servicePolicy([settings.host], "medium"),
    requires: inHeader(settings.host, "deploy.staging_token"),
    settings,
    gate: { text: [{ at: "/service" }, { at: "/revision" }, { at: "/note" }] },
    outputContent: "prose",
    effect: "Deploy {/service} at {/revision} to staging",
    costTier: "high",
    examples: [{ title: "A release", input: { service: "shop", revision: "v2.4.1" } }],
    failureModes: serviceFailures,
    execute,
    declaredIn: import.meta.url,
  });
}
