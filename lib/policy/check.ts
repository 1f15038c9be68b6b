import { type Refusal, refuse } from "#lib/errors/outcome.ts";
import { canonicalJson, NotCanonical } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { validateInput } from "#lib/registry/validate.ts";
import { placesOfMarkers } from "#lib/sanitise/find-marker.ts";
import type { AccessGrant } from "./access-level.ts";
import { judgeLevel } from "./decision/judge-level.ts";
import type { Permission } from "./decision/judge-permission.ts";
import { strictest } from "./decision/strictest.ts";
import type { TraceLine } from "./decision-trace.ts";
import type { AgentRoots } from "./gate/effective-access.ts";
import type { LinkReader } from "./gate/follow-links.ts";
import { gateArguments } from "./gate/gate.ts";
import { narrowPolicy, type Reach } from "./narrow-policy.ts";
import type { AccessLevel, ToolVersionState } from "./vocabulary.ts";

/**
 * The *check* stage of a call: everything that can be said about it without the database. A refusal carries the lines
 * too, so that a refused call is recorded with its reasons like any other. What passes here is decided again, and
 * independently, by `fn_invoke_tool`.
 */
export interface CheckRequest {
  readonly contract: ToolContract;
  readonly versionState: ToolVersionState;
  readonly input: unknown;
  readonly accessLevel: AccessLevel;
  readonly grant: AccessGrant;
  readonly roots: AgentRoots;
  /** What the agent's entry says about this tool by its name; without it the level has the say. */
  readonly permission?: Permission | undefined;
  /** How far the profiles' rules for this tool let it reach: met with its own policy. */
  readonly narrowings?: readonly Reach[] | undefined;
  /** False: what the path and host gate would refuse is reported, and refused by the sandbox alone. */
  readonly enforce?: boolean | undefined;
  /** Given where the agent's files are: links on the way of a path argument are looked at as well. */
  readonly readLink?: LinkReader | undefined;
}

interface CheckedCall {
  /** The text that is stored, hashed, shown and run: from here on nothing else is the input. */
  readonly canonicalInput: string;
  /** The value of exactly that text. */
  readonly input: unknown;
  readonly lines: TraceLine[];
  /** What it would reach, in the words by which the database knows whether it was reached before. */
  readonly targets: readonly string[];
}

export type CheckOutcome =
  | { readonly ok: true; readonly value: CheckedCall }
  /** `canonicalInput` is there unless the input could not even be written down. */
  | (Refusal & { readonly lines: TraceLine[]; readonly canonicalInput?: string });

export function checkCall(request: CheckRequest): CheckOutcome {
  const written = writeDown(request.input);
  if ("refusal" in written) {
    const sentence = "The input is not JSON that can be kept exactly.";
    return { ...written.refusal, lines: [line("contract.input", "deny", "not canonical JSON", sentence)] };
  }
  const { canonicalInput, input } = written;
  const gated = gateArguments({ ...request, contract: narrowed(request), input });
  const findings: Finding[] = [
    judgeVersion(request),
    judgeInput(request, input),
    judgeMarkers(request, input),
    { lines: judgeAccess(request) },
    gated,
  ];
  const lines = findings.flatMap((finding) => finding.lines);
  if (strictest(lines).kind !== "deny") {
    return { ok: true, value: { canonicalInput, input, lines, targets: gated.targets } };
  }
  const refusal = findings.find((finding) => finding.refusal)?.refusal;
  const denial = lines.find(({ concluded }) => concluded === "deny");
  return { ...(refusal ?? refuse("access_refused", denial?.sentence)), lines, canonicalInput };
}

interface Finding {
  readonly lines: TraceLine[];
  readonly refusal?: Refusal;
}

function judgeAccess({ contract, accessLevel, grant, permission }: CheckRequest): TraceLine[] {
  return judgeLevel({ ...contract, level: accessLevel, grant, allowed: permission === "allowed" });
}

function narrowed({ contract, narrowings = [], grant }: CheckRequest): ToolContract {
  return { ...contract, policy: narrowPolicy(contract.policy, narrowings, grant) };
}

/** Written and read again: getters, prototypes and `toJSON` of whatever came in have no second say. */
function writeDown(input: unknown): { canonicalInput: string; input: unknown } | { refusal: Refusal } {
  try {
    const canonicalInput = canonicalJson(input);
    const read = parseStrict(canonicalInput);
    return read.ok ? { canonicalInput, input: read.value } : { refusal: read };
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    return {
      refusal: refuse("invalid_input", error.message, { errors: [{ pointer: error.pointer, message: error.message }] }),
    };
  }
}

function judgeVersion({ contract, versionState }: CheckRequest): Finding {
  const saw = `version ${versionState}`;
  if (versionState === "approved") {
    return { lines: [line("contract.version", "pass", saw, "The version in force was approved.")] };
  }
  const sentence = `${contract.name} has no version that may run.`;
  return { lines: [line("contract.version", "deny", saw, sentence)], refusal: refuse("tool_not_runnable", sentence) };
}

function judgeInput({ contract }: CheckRequest, input: unknown): Finding {
  const valid = validateInput(contract, input);
  if (valid.ok) return { lines: [line("contract.input", "pass", "schema", "The input fits the tool's schema.")] };
  const errors = valid.details?.errors;
  const saw = Array.isArray(errors) ? `${errors.length} field errors` : "unusable schema";
  return { lines: [line("contract.input", "deny", saw, "The input does not fit the tool's schema.")], refusal: valid };
}

/** What writes must not be given a cleaned copy: our marker would be saved in the place of the real thing. */
function judgeMarkers({ contract }: CheckRequest, input: unknown): Finding {
  const { egressClass, safetyClass } = contract;
  const writes = egressClass === "write" || (safetyClass !== "read" && safetyClass !== "network");
  const places = writes ? placesOfMarkers(input) : [];
  if (places.length === 0) return { lines: [] };
  const refusal = refuse("cleaned_copy", undefined, {
    errors: places.map((pointer) => ({ pointer, message: "holds a mark in place of something that was removed" })),
  });
  const sentence = "The input holds a mark of the cleaner where something was removed.";
  return { lines: [line("input.marker", "deny", `${places.length} marked values`, sentence)], refusal };
}

function line(rule: string, concluded: "pass" | "deny", saw: string, sentence: string): TraceLine {
  return { rule, stage: "check", concluded, saw, sentence };
}
