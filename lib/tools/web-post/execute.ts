import type { Execute } from "#lib/registry/tool.ts";
import { readCapped } from "../http-service/read-capped.ts";
import type { input, output } from "./contract.ts";

const BYTES_MAX = 262_144;

export const execute: Execute<typeof input, typeof output> = async (call, { idempotencyKey }) => {
  const { type, body } = written(call.body);
  const response = await fetch(call.url, {
    method: call.method ?? "POST",
    redirect: "manual",
    headers: {
      "user-agent": "airlock-web-post/1",
      "idempotency-key": idempotencyKey,
      ...(type ? { "content-type": type } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const { content, truncated } = await readCapped(response, BYTES_MAX);
  const location = response.headers.get("location");
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    ...(location === null ? {} : { location }),
    body: content.toString("utf8"),
    truncated,
  };
};

function written(body: Parameters<typeof execute>[0]["body"]): { type?: string; body?: string } {
  switch (body?.kind) {
    case undefined:
      return {};
    case "json":
      return { type: "application/json", body: JSON.stringify(body.value) };
    case "form":
      return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(body.fields).toString() };
    case "text":
      return { type: "text/plain; charset=utf-8", body: body.text };
  }
}
