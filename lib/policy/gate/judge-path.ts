import { refuse } from "#lib/errors/outcome.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import type { AgentRoots, EffectiveAccess, PathAccess } from "./effective-access.ts";
import { allowsPath, contains, literalDirectory } from "./effective-access.ts";
import type { FoundArgument } from "./find-arguments.ts";
import type { LinkReader } from "./follow-links.ts";
import { type Judgement, lineAbout } from "./judgement.ts";
import { linkOutside, outsideRoots, resolvesOutside } from "./path-sentences.ts";
import { type Reading, readPath } from "./read-path.ts";
import { resolveLinks } from "./resolve-links.ts";

/** Where files can be looked at: the agent's roots on this machine, and how a link is read there. */
export interface OnThisMachine {
  readonly roots: AgentRoots;
  readonly readLink: LinkReader;
}

export function judgePath(argument: FoundArgument, access: EffectiveAccess, machine?: OnThisMachine): Judgement {
  // What may be written may be read; what nobody declared may be either.
  const usable = argument.access === "write" ? [access.write] : [access.read, access.write];
  const isAllowed = (path: string): boolean => usable.some((one) => allowsPath(one, path));
  const reading = readPath(argument.text);
  if ("impossible" in reading) return denied(outsideRoots(argument.text), reading.impossible);
  const outside = reading.readings.find(({ path }) => !isAllowed(path));
  if (outside) return denied(sentenceOn(outside), `leads to ${plainText(outside.path, 120)}`);
  for (const { walked, path } of machine ? reading.readings : []) {
    const target = machine && resolveLinks(walked, usable, machine.roots, machine.readLink);
    if (target === null) return denied(linkOutside(path), "leads through a link that cannot be followed");
    if (target !== undefined && !isAllowed(target)) return denied(linkOutside(target), "leads through a link");
  }
  const seen = plainText(reading.readings[0]?.path ?? "", 200);
  return {
    line: lineAbout(argument, "gate.path", "pass", seen, "The path lies within what tool and agent may touch."),
  };

  function sentenceOn({ path, climbs }: Reading): string {
    return climbs ? resolvesOutside(argument.text, rootsFor(path, usable)) : outsideRoots(argument.text);
  }

  function denied(sentence: string, because: string): Judgement {
    const allowed = [...new Set(usable.flatMap(({ patterns }) => patterns))];
    return {
      line: lineAbout(argument, "gate.path", "deny", plainText(argument.text, 200), sentence),
      // The sentence alone: agents know it word for word.
      refusal: {
        ...refuse("path_refused", undefined, { pointer: argument.pointer, because, allowed }),
        message: sentence,
      },
    };
  }
}

/** The directories that are granted; for a path in one of them that fits no pattern, the patterns. */
function rootsFor(path: string, usable: readonly PathAccess[]): string[] {
  const patterns = [...new Set(usable.flatMap((access) => access.patterns))];
  const roots = [...new Set(patterns.map(literalDirectory))];
  if (roots.some((root) => contains(root, path))) return patterns;
  return roots.filter((root) => !roots.some((other) => other !== root && contains(other, root)));
}
