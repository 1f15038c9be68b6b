import { EGRESS_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";
import { type CleaningPolicy, resolvePolicy, weakenedSteps } from "#lib/sanitise/policy.ts";
import type { Permissions } from "./manifest.ts";
import { fieldRule, type Place, type Rule } from "./rule.ts";

/**
 * Who is asked and what is looked at: classes, people, keys, the argument gate, cleaning, and where the tool runs.
 *
 * A class says two things at once, how far a tool reaches and how well it is guarded. Lowering it loosens the guard and
 * raising it admits to more reach, so a change either way is for a person to look at.
 */
const GUARDED: readonly SafetyClass[] = ["read", "network", "write", "financial", "privileged"];

const safetyRank = ({ safetyClass }: Permissions): number => GUARDED.indexOf(safetyClass);
const egressRank = ({ egressClass }: Permissions): number => EGRESS_CLASSES.indexOf(egressClass);

/** Compares by rank and reports the words. */
function classRule(
  code: Rule["code"],
  field: "safetyClass" | "egressClass",
  rank: (permissions: Permissions) => number,
  holds: (before: number, after: number) => boolean,
): Rule {
  return {
    code,
    find: (before, after) =>
      holds(rank(before), rank(after)) ? [{ pointer: `/${field}`, before: before[field], after: after[field] }] : [],
  };
}

const isLower = (before: number, after: number): boolean => after < before;
const isHigher = (before: number, after: number): boolean => after > before;
const differs = (before: string, after: string): boolean => before !== after;

const CLASS_RULES: readonly Rule[] = [
  classRule("tool.safety_class.lowered", "safetyClass", safetyRank, isLower),
  classRule("tool.safety_class.raised", "safetyClass", safetyRank, isHigher),
  classRule("tool.egress_class.lowered", "egressClass", egressRank, isLower),
  classRule("tool.egress_class.raised", "egressClass", egressRank, isHigher),
  fieldRule("tool.approval.lowered", "/approvals", ({ approvals }) => approvals, isLower),
  fieldRule("tool.approval.raised", "/approvals", ({ approvals }) => approvals, isHigher),
  fieldRule("tool.category.changed", "/category", ({ category }) => category, differs),
  fieldRule("tool.action_type.changed", "/actionType", ({ actionType }) => actionType, differs),
];

const keyOf = ({ idempotency }: Permissions): string => idempotency;
const claimOf = ({ idempotent }: Permissions): boolean => idempotent;
const contentOf = ({ outputContent }: Permissions): string => outputContent;
const kindOf = ({ runtime }: Permissions): string => runtime.kind;
const becomes =
  (value: string) =>
  (before: string, after: string): boolean =>
    before !== after && after === value;

/** By what the tool itself says, for an output and a class as they are now: that those changed is said by rules of their own. */
function cleaningPlaces(
  holds: (was: CleaningPolicy, is: CleaningPolicy) => boolean,
  before: Permissions,
  { cleaning, outputContent, safetyClass }: Permissions,
): Place[] {
  const [was, is] = [before.cleaning, cleaning].map((said) => resolvePolicy(outputContent, safetyClass, said));
  if (!was || !is || !holds(was, is)) return [];
  const sides = { ...(before.cleaning ? { before: before.cleaning } : {}), ...(cleaning ? { after: cleaning } : {}) };
  return [{ pointer: "/cleaning", ...sides }];
}

function weakens(was: CleaningPolicy, is: CleaningPolicy): boolean {
  const isLonger = was.maxLength !== null && (is.maxLength ?? Number.POSITIVE_INFINITY) > was.maxLength;
  return weakenedSteps(was, is).length > 0 || isLonger || (was.markers === "visible" && is.markers === "counted");
}

const CONDUCT_RULES: readonly Rule[] = [
  fieldRule("tool.idempotency.dropped", "/idempotency", keyOf, becomes("optional")),
  fieldRule("tool.idempotency.required", "/idempotency", keyOf, becomes("required")),
  fieldRule("tool.idempotent.claimed", "/idempotent", claimOf, (before, after) => !before && after),
  fieldRule("tool.idempotent.withdrawn", "/idempotent", claimOf, (before, after) => before && !after),
  fieldRule("tool.output.verbatim", "/outputContent", contentOf, becomes("verbatim")),
  fieldRule("tool.output.prose", "/outputContent", contentOf, becomes("prose")),
  { code: "tool.cleaning.weakened", find: (before, after) => cleaningPlaces(weakens, before, after) },
  {
    code: "tool.cleaning.strengthened",
    find: (before, after) => cleaningPlaces((was, is) => weakens(is, was), before, after),
  },
  fieldRule("tool.runtime.unsandboxed", "/runtime", kindOf, becomes("external")),
  fieldRule("tool.runtime.changed", "/runtime", kindOf, (before, after) => {
    return before !== after && before !== "external" && after !== "external";
  }),
  fieldRule("tool.runtime.sandboxed", "/runtime", kindOf, (before, after) => {
    return before !== after && before === "external";
  }),
];

type Gate = Permissions["gate"];

/** What the gate looked at and no longer does: a new exemption, a declaration that is gone or asks for less. */
function loosened(before: Gate, after: Gate): Place[] {
  const [exempt, urls, targets] = [new Set(before.text), new Set(after.urls), new Set(after.targets)];
  const paths = new Set(after.paths.map(({ at, access }) => `${access} ${at}`));
  // What is declared as written is held to the narrower of the two lists.
  const isLost = ({ at, access }: Gate["paths"][number]): boolean =>
    !paths.has(`${access} ${at}`) && !paths.has(`write ${at}`);
  return [
    ...after.text.filter((at) => !exempt.has(at)).map((at) => ({ pointer: "/gate/text", after: at })),
    ...before.paths.filter(isLost).map((path) => ({ pointer: "/gate/paths", before: path })),
    ...before.urls.filter((at) => !urls.has(at)).map((at) => ({ pointer: "/gate/urls", before: at })),
    ...(before.targets ?? [])
      .filter((target) => !targets.has(target))
      .map((target) => ({ pointer: "/gate/targets", before: target })),
    ...(before.pathDetection !== undefined && after.pathDetection === undefined
      ? [{ pointer: "/gate/pathDetection", before: before.pathDetection }]
      : []),
  ];
}

/**
 * Paths that nobody declared before. The gate judges such an argument by what its name and its value look like, and no
 * longer does once it is declared: a new path can hide that the argument is a host.
 */
function newlyPaths(before: Gate, after: Gate): Gate["paths"] {
  const known = [...before.paths, ...before.urls.map((at) => ({ at })), ...before.text.map((at) => ({ at }))];
  const exactly = new Set(known.map(({ at }) => at));
  return after.paths.filter(({ at }) => !ancestorsOf(at).some((above) => exactly.has(above)));
}

/** A declaration covers what it names and everything below it. */
function ancestorsOf(pointer: string): string[] {
  const segments = pointer.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** Seen from the other side, what was loosened is what was tightened. */
function tightened(before: Gate, after: Gate): Place[] {
  const guessed = new Set<unknown>(newlyPaths(before, after));
  return loosened(after, before)
    .filter(({ before: now }) => !guessed.has(now))
    .map(({ pointer, before: now, after: was }) => ({
      pointer,
      ...(was === undefined ? {} : { before: was }),
      ...(now === undefined ? {} : { after: now }),
    }));
}

const GATE_RULES: readonly Rule[] = [
  { code: "tool.gate.loosened", find: (before, after) => loosened(before.gate, after.gate) },
  {
    code: "tool.gate.declared",
    find: (before, after) =>
      newlyPaths(before.gate, after.gate).map((path) => ({ pointer: "/gate/paths", after: path })),
  },
  { code: "tool.gate.tightened", find: (before, after) => tightened(before.gate, after.gate) },
];

export const GUARD_RULES: readonly Rule[] = [...CLASS_RULES, ...CONDUCT_RULES, ...GATE_RULES];
