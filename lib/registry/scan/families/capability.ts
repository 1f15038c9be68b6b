import { type Pattern, wordSet } from "#lib/sanitise/grammar/pattern.ts";
import type { RuleName } from "../rules.ts";

/** What a tool says it can do. This is classification and no proof of an attack: it raises a class, or asks a person to look. */

/** Words of defence make the rest a subject and no boast. */
const DEFENCE = {
  any: ["detect", "attack", "not"],
  words: wordSet(
    "protect, protection, prevention, risk, risks, check, checks, indicate, security, threat, whether, if",
  ),
  before: 12,
  after: 12,
} as const;

export const CAPABILITY: readonly Pattern<RuleName>[] = [
  {
    rule: "capability.harmful",
    anchor: "harm",
    unless: [DEFENCE],
    // What the text opens with is what the tool does; further on it may be what the tool warns of.
    when: (r, at) => at <= 1 && !SOFT.has(r.text(at)),
  },
  {
    rule: "capability.harmful",
    anchor: "silence",
    words: wordSet("undetected, unnoticed, undisclosed"),
    unless: [{ any: ["detect", "attack"], before: 10, after: 10 }],
    when: (r, at) => r.someBetween(at, at - 12, at, ["send", "read", "change", "give", "harm"]),
  },
  {
    rule: "capability.harmful",
    anchor: "covertly",
    words: wordSet(
      "without detection, without being detected, without being noticed, without authorization, without authorisation",
    ),
    unless: [{ any: ["attack"], before: 12, after: 12 }],
  },
  { rule: "capability.harmful", severity: "low", anchor: "harm" },
];

const SOFT = wordSet(
  "impersonate, impersonates, impersonated, impersonating, spoof, spoofs, leak, leaks, leaked, leaking, manipulate, manipulates, manipulating, manipulated, corrupt, corrupts, corrupted, corrupting, forge, forged, poison, poisons, poisoned, poisoning, hijacked, hijacking, backdoor, backdoors, backdoored",
);
const DESTROYING = wordSet(
  "delete, remove, drop, destroy, wipe, purge, erase, truncate, kill, terminate, transfer, pay, purchase, buy, withdraw, execute, exec, shell, revoke, uninstall, overwrite, shutdown, reboot, format",
);
const WRITING = wordSet(
  "create, update, write, send, post, insert, set, put, patch, upload, edit, modify, add, move, rename, publish, deploy, run, merge, push, commit, assign, enable, disable, start, stop, restart, cancel, approve, reject",
);

/** A name against the annotations: hints come from the server and may never make a tool look safer than it is. */
export function annotationMismatch(definition: Record<string, unknown>): RuleName | undefined {
  const { name, annotations } = definition;
  if (typeof name !== "string" || annotations === null || typeof annotations !== "object") return undefined;
  const { readOnlyHint, destructiveHint } = annotations as Record<string, unknown>;
  const verb = firstWord(name);
  if (DESTROYING.has(verb) && readOnlyHint === true) return "capability.destructive";
  if (DESTROYING.has(verb) && destructiveHint === false) return "capability.annotation";
  return WRITING.has(verb) && readOnlyHint === true ? "capability.annotation" : undefined;
}

function firstWord(name: string): string {
  return (
    /^[a-z]+/.exec(
      name
        .slice(0, 64)
        .replace(/([a-z])([A-Z])/g, "$1_$2")
        .toLowerCase(),
    )?.[0] ?? ""
  );
}
