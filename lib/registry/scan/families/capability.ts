import type { RuleName } from "../rules.ts";
import { IS } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/** What a tool says it can do. This is classification and no proof of an attack: it raises a class, or asks a person to look. */

export const CAPABILITY: readonly Pattern[] = [
  {
    rule: "capability.harmful",
    anchor: "harm",
    unless: [
      { any: ["detect", "attack", "not"], before: 10, after: 10 },
      { words: wordSet("protect, protection, prevention, risk, risks, check, checks"), before: 10, after: 10 },
    ],
    when: (r, at) => !SOFT_HARM.has(r.text(at)) || r.someBetween(at - 6, at + 10, ["covertly", "secret", "audience"]),
  },
  {
    rule: "capability.harmful",
    anchor: "silence",
    words: wordSet("undetected, unnoticed, undisclosed"),
    unless: [{ any: ["detect", "attack"], before: 10, after: 10 }],
    when: (r, at) => r.someBetween(at - 12, at, ["send", "read", "change", "give", "harm"]) && !r.is(at - 1, IS.not),
  },
];

const SOFT_HARM = wordSet(
  "manipulate, manipulates, manipulated, manipulating, leak, leaks, leaked, leaking, spoof, spoofs, spoofed, spoofing, corrupt, corrupts, corrupted, corrupting, poison, poisons, poisoned, poisoning, impersonate, impersonates, impersonating, impersonated, forge, forges, forged, forging, hijack, hijacks, backdoor, backdoors, misdirect",
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
