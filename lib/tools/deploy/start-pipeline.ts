import { failure } from "../failures/failure.ts";
import { askServiceOrFail } from "../http-service/ask-service.ts";
import { member, textOf } from "../http-service/members.ts";
import type { PipelineSettings } from "./settings.ts";

export interface Deployment {
  readonly service: string;
  readonly revision: string;
  readonly note?: string | undefined;
}

/** Starts a pipeline once for an idempotency key: it goes along, and a pipeline that knows it answers with what it started. */
export async function startPipeline(
  { host, path }: PipelineSettings,
  environment: "staging" | "production",
  deployment: Deployment,
  idempotencyKey: string,
): Promise<{ id: string; state: string; url?: string }> {
  const answer = await askServiceOrFail({
    host,
    path,
    method: "POST",
    body: { ...deployment, environment, idempotencyKey },
    headers: { "idempotency-key": idempotencyKey },
  });
  const id = textOf(member(answer, "id"));
  if (id === undefined) throw failure("service_failed", `${host} did not say which deployment it started.`);
  const url = textOf(member(answer, "url"));
  return { id, state: textOf(member(answer, "state")) ?? "started", ...(url === undefined ? {} : { url }) };
}
