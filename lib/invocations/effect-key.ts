import { createHash } from "node:crypto";

/** As `airlock.effect_key` makes it for whoever runs the call; pages may not ask the database for it. */
export function effectKey(call: {
  id: string;
  agentId: string;
  toolId: string;
  idempotencyKey: string | null;
}): string {
  if (call.idempotencyKey === null) return call.id;
  const hex = createHash("sha256").update(`${call.agentId} ${call.toolId} ${call.idempotencyKey}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
