import { done, type Outcome } from "#lib/errors/outcome.ts";
import { DEFAULT_ACTION } from "#lib/policy/action-types.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Category, EgressClass, Risk, SafetyClass } from "#lib/policy/vocabulary.ts";
import { type ToolContract, toolContractSchema } from "./contract.ts";
import { type FieldProblem, type ReadDeclaration, refuseFields } from "./declaration.ts";
import { raiseClasses } from "./mcp/raise-classes.ts";

/**
 * What an author left open falls to the careful side, and then stands in the contract as if it had been written: it is
 * hashed, and a reviewer reads it. What a class cannot leave open is refused instead: nobody may guess whether a payment
 * needs an idempotency key, or where a tool sends things.
 */
const EGRESS_OF: Record<SafetyClass, EgressClass> = {
  read: "none",
  network: "read_only",
  write: "write",
  financial: "write",
  privileged: "write",
};

const RISK_OF: Record<SafetyClass, Risk> = {
  read: "low",
  network: "medium",
  write: "medium",
  financial: "high",
  privileged: "high",
};

/** Enough for what reads and answers; whoever needs more says so. */
const DEFAULT_LIMITS = { wallSeconds: 30, outputBytes: 1_048_576, hard: ["wallSeconds", "outputBytes"] } as const;

export function completeContract(read: ReadDeclaration, runtime: ToolContract["runtime"]): Outcome<ToolContract> {
  const { declaration, short } = read;
  // What a definition says of itself in MCP's words may make us more careful than its author was, never less.
  const { safetyClass, egressClass } = raiseClasses(
    {
      safetyClass: declaration.safetyClass,
      egressClass: declaration.egressClass ?? egressOf(read),
    },
    declaration.annotations,
  );
  const category = declaration.category ?? defaultCategory(safetyClass, runtime.kind);
  const idempotency = declaration.idempotency ?? (needsIdempotency(safetyClass) ? undefined : "optional");
  const problems = [
    ...contradictions(read),
    ...(idempotency === undefined
      ? [{ pointer: "/idempotency", message: `A ${safetyClass} tool says whether a call needs an idempotency key.` }]
      : []),
  ];
  if (problems.length > 0 || idempotency === undefined) return refuseFields(problems, declaration.name);
  const contract = toolContractSchema.safeParse({
    ...declaration,
    safetyClass,
    egressClass,
    category,
    actionType: declaration.actionType ?? DEFAULT_ACTION[category],
    idempotency,
    idempotent: declaration.idempotent ?? false,
    outputContent: declaration.outputContent ?? "prose",
    policy: { ...(declaration.policy ?? nothingAllowed(safetyClass)), ...shortPolicy(short) },
    runtime,
  });
  if (contract.success) return done(contract.data);
  return refuseFields(
    contract.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message })),
    declaration.name,
  );
}

/** A tool that has a network is never taken for one from which nothing leaves. */
function egressOf({ declaration: { safetyClass, policy }, short }: ReadDeclaration): EgressClass {
  const network = { ...policy, ...shortPolicy(short) }.network ?? { mode: "none" };
  return network.mode !== "none" && EGRESS_OF[safetyClass] === "none" ? "read_only" : EGRESS_OF[safetyClass];
}

export function needsIdempotency(safetyClass: SafetyClass): boolean {
  return safetyClass === "write" || safetyClass === "financial" || safetyClass === "privileged";
}

/** Running code is what a tool of no other category does. */
function defaultCategory(safetyClass: SafetyClass, kind: ToolContract["runtime"]["kind"]): Category {
  if (kind === "mcp") return "mcp";
  if (safetyClass === "network") return "web";
  return kind === "command" ? "terminal" : "code_execution";
}

/** A stance in everything, so that nothing about a tool in short form ranks as unspecified. */
function nothingAllowed(safetyClass: SafetyClass): ToolPolicy {
  return {
    risk: RISK_OF[safetyClass],
    filesystem: { read: [], write: [] },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "deny",
    limits: { ...DEFAULT_LIMITS, hard: [...DEFAULT_LIMITS.hard] },
  };
}

function shortPolicy({ networkAllowlist, limits }: ReadDeclaration["short"]): ToolPolicy {
  return {
    ...(networkAllowlist && { network: { mode: "allowlist", hosts: networkAllowlist } }),
    ...(limits && { limits }),
  };
}

/** Saying a thing in short and in full is refused even when both agree today: tomorrow one of them is edited. */
function contradictions({ declaration: { policy }, short }: ReadDeclaration): FieldProblem[] {
  const twice = (field: string, full: string) => ({
    pointer: `/${field}`,
    message: `This says again what ${full} says.`,
  });
  return [
    ...(short.networkAllowlist && policy?.network ? [twice("networkAllowlist", "policy.network")] : []),
    ...(short.limits && policy?.limits ? [twice("limits", "policy.limits")] : []),
  ];
}
