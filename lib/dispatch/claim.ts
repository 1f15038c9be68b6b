import type { Sql } from "postgres";
import { z } from "zod";
import { accessGrantSchema, accessLevelSchema } from "#lib/policy/access-level.ts";
import { permissionSchema } from "#lib/policy/decision/judge-permission.ts";
import { classCleaningSchema } from "#lib/policy/document/class-cleaning.ts";
import { reachSchema } from "#lib/policy/narrow-policy.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";

/** Long enough to survive a pause, short enough that a lost worker is noticed in seconds. */
export const LEASE_SECONDS = 15;

/** A released call, as the database hands it over; parsed, because a contract may be older than this program. */
const claimSchema = z.object({
  id: z.uuid(),
  fence: z.number().int().positive(),
  tool: z.string(),
  definitionHash: z.string(),
  contract: toolContractSchema,
  /** What the policy in force says about outputs of the tool's class. */
  cleaning: classCleaningSchema.nullish(),
  /** RFC 8785 text: exactly what was approved. */
  input: z.string(),
  idempotencyKey: z.string(),
  agent: z.object({
    id: z.uuid(),
    name: z.string(),
    accessLevel: accessLevelSchema,
    projectRoot: z.string().nullable(),
    grants: accessGrantSchema,
    permission: permissionSchema,
    /** How far the rules of its profiles let this tool reach. */
    narrowings: z.array(reachSchema),
    /** False: the gate reports. The sandbox is planned all the same. */
    enforceToolPolicies: z.boolean(),
  }),
  sessionId: z.string().nullable(),
  taskId: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type Claim = z.infer<typeof claimSchema>;

const heldSchema = claimSchema.pick({ id: true, fence: true });

/** A call that was taken but cannot be read, for example because its contract is newer than this program. */
export interface Unreadable {
  readonly unreadable: true;
  readonly id: string;
  readonly fence: number;
}

/** The next released call, or nothing. */
export function claimNext(sql: Sql, workerId: string, leaseSeconds: number = LEASE_SECONDS): Promise<Taken> {
  return takeFirst(() => sql<Answer[]>`select agents.fn_claim_tool_invocation(${workerId}, ${leaseSeconds}) as claim`);
}

/** A call whose worker is gone and that may be run again, or nothing. */
export function reclaimLost(sql: Sql, workerId: string, leaseSeconds: number = LEASE_SECONDS): Promise<Taken> {
  return takeFirst(
    () => sql<Answer[]>`select agents.fn_reclaim_lost_invocation(${workerId}, ${leaseSeconds}) as claim`,
  );
}

type Taken = Claim | Unreadable | undefined;
interface Answer {
  readonly claim: unknown;
}

const setAsideSchema = z.strictObject({ setAside: z.string() });

/** The database sets aside, one at a time, what may no longer run; then there may still be something that may. */
async function takeFirst(ask: () => Promise<readonly Answer[]>): Promise<Taken> {
  for (;;) {
    const [row] = await ask();
    if (!setAsideSchema.safeParse(row?.claim).success) return readClaim(row?.claim);
  }
}

function readClaim(claim: unknown): Taken {
  if (!claim) return undefined;
  const parsed = claimSchema.safeParse(claim);
  return parsed.success ? parsed.data : { unreadable: true, ...heldSchema.parse(claim) };
}

/** Whether this worker still holds the call, and whether it has to end it. */
export async function heartbeat(
  sql: Sql,
  workerId: string,
  claim: Pick<Claim, "id" | "fence">,
  leaseSeconds: number = LEASE_SECONDS,
): Promise<{ held: boolean; stop: boolean }> {
  const [row] = await sql<{ answer: { held: boolean; stop: boolean } }[]>`
    select agents.fn_heartbeat(${workerId}, ${claim.id}, ${claim.fence}, ${leaseSeconds}) as answer`;
  return row?.answer ?? { held: false, stop: true };
}
