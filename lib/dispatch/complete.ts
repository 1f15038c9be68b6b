import type { Sql } from "postgres";
import { sendHint } from "#db/send-hint.ts";
import type { ErrorCode } from "#lib/errors/codes.ts";
import type { SealOutput } from "#lib/outputs/seal-output.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { NetworkEntry, Usage } from "#lib/sandbox/result.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { Claim } from "./claim.ts";

/** How a call ended, ready to be recorded. */
export interface Ending {
  readonly status: "completed" | "failed" | "cancelled";
  readonly raw?: Uint8Array;
  /** All that its agent will ever see, as the JSON that is stored: what a tool made can take long to write, and is written apart. */
  readonly cleanedJson?: string;
  /** Cleaning changed what the tool returned. */
  readonly altered?: boolean;
  readonly findings: readonly Finding[];
  readonly errorCode?: ErrorCode;
  /** A sentence for the agent; cleaned where it came from the tool. */
  readonly reason?: string;
  readonly run: {
    readonly plan?: SandboxPlan;
    readonly usage?: Usage;
    readonly network?: readonly NetworkEntry[];
    readonly exitCode?: number | null;
    readonly error?: { readonly code: string; readonly message: string };
  };
}

/**
 * Records the ending under the fence of the claim. False: this worker had lost the call, and nothing changed. What the tool
 * returned leaves this process sealed, here and nowhere else.
 */
export async function complete(
  sql: Sql,
  workerId: string,
  claim: Pick<Claim, "id" | "fence">,
  ending: Ending,
  seal: SealOutput,
): Promise<boolean> {
  const raw = ending.raw && seal(claim.id, ending.raw);
  const json = (value: unknown) => JSON.stringify(value ?? null);
  const [row] = await sql<{ answer: { accepted: boolean } }[]>`
    select agents.fn_complete_tool_invocation(
      ${workerId}, ${claim.id}, ${claim.fence}, ${ending.status}, ${raw?.sealed ?? null},
      ${ending.cleanedJson ?? "null"}::text::jsonb, ${json(ending.findings)}::text::jsonb, ${json(ending.run)}::text::jsonb,
      ${ending.errorCode ?? null}, ${ending.reason ?? null}, null, ${raw?.sealedTo ?? null}, ${raw?.digest ?? null},
      ${ending.altered ?? false}
    ) as answer`;
  sendHint(sql, "airlock_events");
  return row?.answer.accepted ?? false;
}
