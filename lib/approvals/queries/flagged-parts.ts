import type { Finding } from "#lib/sanitise/finding.ts";

/** Of a definition only the texts that findings are about, each at its pointer: a page marks places in them and needs no more. */
export function flaggedParts(definition: unknown, findings: readonly Pick<Finding, "path">[]): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  for (const path of new Set(findings.map((finding) => finding.path ?? ""))) {
    const names = path
      .split("/")
      .slice(1)
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const text = names.reduce<unknown>(memberOf, definition);
    if (typeof text === "string" && names.length > 0) put(parts, names, text);
  }
  return parts;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function put(parts: Record<string, unknown>, [name = "", ...rest]: readonly string[], text: string): void {
  const inner = memberOf(parts, name);
  if (rest.length === 0) define(parts, name, text);
  else if (typeof inner === "object" && inner !== null) put(inner as Record<string, unknown>, rest, text);
  else {
    const made: Record<string, unknown> = {};
    define(parts, name, made);
    put(made, rest, text);
  }
}

/** A property of a schema may be called `__proto__`. */
function define(parts: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(parts, name, { value, enumerable: true, configurable: true, writable: true });
}
