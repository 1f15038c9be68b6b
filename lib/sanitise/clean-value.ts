import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import { type Cleaned, type CleanOptions, cleanWith } from "./clean.ts";
import type { Finding } from "./finding.ts";
import { IN_KEY } from "./in-key.ts";
import { Markers } from "./marker.ts";
import { type NameStrength, strengthOfName } from "./secrets/names.ts";

/** Deeper or larger than any honest structured output; beyond it the value is withheld, not skimmed. */
const DEPTH_MAX = 64;
const LEAVES_MAX = 200_000;
const FINDINGS_MAX = 5000;
/** A finding's place is for people; a pointer longer than this is cut at its end. */
const POINTER_MAX = 1024;

export interface CleanedValue {
  readonly value: unknown;
  readonly findings: Finding[];
  /** The policy withholds the whole of it. Said apart: the findings are capped. */
  readonly blocked: boolean;
}

/**
 * Cleans every string and every key of a structured output. A value that cannot be cleaned is refused and never passed on:
 * too deep, too large, not plain JSON, or with two keys that become one. `maxLength` limits each string.
 */
export function cleanValue(value: unknown, options: CleanOptions = { content: "prose" }): Outcome<CleanedValue> {
  try {
    const walk = new Walk(options);
    const cleaned = walk.clean(value, "", 0);
    return done({ value: cleaned, findings: walk.findings, blocked: walk.blocked });
  } catch (error) {
    // Getters, proxies and toJSON of a hostile value may throw; so may the stack. Nothing raw leaves either way.
    return refuse("cleaning_failed", error instanceof Unclean ? error.message : undefined);
  }
}

class Unclean extends Error {}

class Walk {
  readonly findings: Finding[] = [];
  blocked = false;
  readonly #options: CleanOptions;
  readonly #markers: Markers;
  #leaves = 0;

  constructor(options: CleanOptions) {
    this.#options = options;
    this.#markers = new Markers(options.nonce);
  }

  /** `promise`: what the key says about the value under it, which a value alone may not show. */
  clean(value: unknown, path: string, depth: number, promise?: NameStrength): unknown {
    if (depth > DEPTH_MAX) throw new Unclean(`The output is nested deeper than ${DEPTH_MAX} levels.`);
    this.#leaves += 1;
    if (this.#leaves > LEAVES_MAX) throw new Unclean(`The output has more than ${LEAVES_MAX} values.`);
    if (typeof value === "string") return this.#text(value, path, promise);
    if (value === null || typeof value === "boolean" || value === undefined) return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (Array.isArray(value)) {
      const cleaned: unknown[] = [];
      // By index: a value that is no plain array may answer `map` as it likes.
      for (let index = 0; index < value.length; index++)
        cleaned.push(this.clean(value[index], `${path}/${index}`, depth + 1, promise));
      return cleaned;
    }
    if (isPlainObject(value)) return this.#object(value, path, depth, promise);
    throw new Unclean("The output holds something that is not JSON.");
  }

  #object(
    value: Record<string, unknown>,
    path: string,
    depth: number,
    promise: NameStrength | undefined,
  ): Record<string, unknown> {
    const promised = promiseOf(value) ?? promise;
    const isKey = typeof value.kty === "string";
    const cleaned: [string, unknown][] = [];
    const keys = new Set<string>();
    for (const [rawKey, item] of Object.entries(value)) {
      const key = cleanWith(rawKey, this.#options, this.#markers);
      if (keys.has(key.cleaned)) throw new Unclean("Two keys of the output become the same when cleaned.");
      keys.add(key.cleaned);
      // The pointer is made of cleaned keys: a raw one would carry its payload into the finding.
      const place = `${path}/${pointerToken(key.cleaned)}`;
      this.#report(key, place, IN_KEY);
      const told = VALUE.test(key.cleaned)
        ? promised
        : isKey && PRIVATE_MEMBER.test(key.cleaned)
          ? "secret"
          : undefined;
      cleaned.push([key.cleaned, this.clean(item, place, depth + 1, strengthOfName(key.cleaned) ?? told)]);
    }
    // From entries, so that a key such as __proto__ stays a key.
    return Object.fromEntries(cleaned);
  }

  #text(text: string, path: string, promise?: NameStrength): string {
    const cleaned = cleanWith(text, this.#options, this.#markers, promise);
    this.#report(cleaned, path, "");
    return cleaned.cleaned;
  }

  #report({ findings, blocked }: Cleaned, path: string, lead: string): void {
    this.blocked ||= blocked.length > 0;
    for (const finding of findings.slice(0, FINDINGS_MAX - this.findings.length)) {
      this.findings.push({ ...finding, path: headOf(path, POINTER_MAX), reason: `${lead}${finding.reason ?? ""}` });
    }
  }
}

/** What holds the value of something whose name stands beside it, or above. */
const VALUE = /^val(?:ue)?$/i;
/** Private members of a key in JSON. */
const PRIVATE_MEMBER = /^(?:d|p|q|dp|dq|qi|k)$/;

/** What holds the name of the value beside it; there may be several, and one of them need not name a secret. */
const NAME = /^(?:name|key|variable|header)$/i;
const NAME_MAX = 128;

/** What the name in `{"name": "DB_PASSWORD", "value": "…"}` promises about the value beside it. */
function promiseOf(value: Record<string, unknown>): NameStrength | undefined {
  for (const [key, name] of Object.entries(value)) {
    if (typeof name !== "string" || name.length > NAME_MAX || !NAME.test(key)) continue;
    const strength = strengthOfName(name);
    if (strength !== undefined) return strength;
  }
  return undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function pointerToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
