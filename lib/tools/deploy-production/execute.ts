import type { Execute } from "#lib/registry/tool.ts";
import type { input, output } from "../declared/deployment.ts";
import type { PipelineSettings } from "../deploy/settings.ts";
import { startPipeline } from "../deploy/start-pipeline.ts";

export const execute: Execute<typeof input, typeof output, PipelineSettings> = (call, { settings, idempotencyKey }) =>
  startPipeline(settings, "production", call, idempotencyKey);
