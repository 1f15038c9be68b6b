import type { Transport } from "@modelcontextprotocol/client";
import type { Refusal } from "#lib/errors/outcome.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { ActionType } from "#lib/policy/action-types.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend, Category, EgressClass } from "#lib/policy/vocabulary.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { EgressDoors } from "#lib/sandbox/egress/open-egress.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { Roots } from "#lib/sandbox/plan-mounts.ts";
import type { NetworkEntry, Usage } from "#lib/sandbox/result.ts";
import type { Correlation, SandboxRuntime } from "#lib/sandbox/runtime.ts";
import type { McpTransport } from "./server-configuration.ts";
import type { Wire } from "./wire.ts";

/** Which server, and in whose name: the policy is the server's, the grant that of the agent whose call it is. */
export interface ServerVisit {
  readonly transport: McpTransport;
  readonly policy: ToolPolicy;
  readonly grant: AccessGrant;
  readonly roots: Roots;
  /** Of the tool that is called; a server that is only listed has none. */
  readonly egressClass?: EgressClass;
  readonly category?: Category;
  readonly actionType?: ActionType;
  /** The only ones that may run it, for a server on its standard streams. */
  readonly backends?: readonly Backend[];
  /** What the policy does not say means what the level gives, or nothing where there is no agent. */
  readonly unspecified: "level" | "nothing";
  /** `program`: a server on its standard streams sees the files of its own program and no others. */
  readonly files?: PlanRequest["files"];
  readonly stateDirectory?: string;
  readonly correlation?: Correlation;
}

export interface ServerDoors {
  readonly sandbox: SandboxRuntime;
  /** How remote servers are reached. */
  readonly egress: EgressDoors;
  /** Ends the visit. */
  readonly signal: AbortSignal;
}

/** A way to one server for one visit, from opening it to the record of what it did. */
export interface Connection {
  readonly transport: Transport;
  readonly wire: Wire;
  /** Ends it, and says what became of it; with `failed`, also looks for the reason. */
  close(failed: boolean): Promise<ConnectionReport>;
}

export interface ConnectionReport {
  readonly run: {
    readonly plan?: SandboxPlan;
    readonly usage?: Usage;
    readonly network: readonly NetworkEntry[];
    readonly exitCode?: number | null;
  };
  /** Why it ended before its time, where that can be told apart from what the server answered. */
  readonly failure: Refusal | "cancelled" | null;
  /** The server left by itself: one that speaks only the older protocol may leave at a question it does not know. */
  readonly left: boolean;
}
