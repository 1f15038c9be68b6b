import { LIMIT_NAMES, type LimitName } from "#lib/policy/tool-policy.ts";
import type { EgressClass, Risk, SafetyClass } from "#lib/policy/vocabulary.ts";

/** What a person fills in to connect a server: texts as they are typed, lists as one item a line. */
export interface ServerForm {
  readonly name: string;
  readonly kind: "stdio" | "http";
  /** One argument a line, the program first. Nothing splits, unquotes or expands a line. */
  readonly argv: string;
  readonly url: string;
  /** `NAME=value`, one a line. */
  readonly environment: string;
  readonly read: string;
  readonly write: string;
  readonly network: "none" | "allowlist" | "open";
  readonly hosts: string;
  readonly exec: "deny" | "allow";
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly risk: Risk;
  readonly prefix: string;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly idempotency: "required" | "optional";
  readonly idempotent: boolean;
}

/** A part of the form that something can be wrong with. */
export type ServerField = Exclude<keyof ServerForm, "limits"> | LimitName;

/** Where a server begins: it may touch nothing, and every call of its tools waits for a person. */
export function emptyForm(limits: Readonly<Record<LimitName, number>>): ServerForm {
  return {
    name: "",
    kind: "stdio",
    argv: "",
    url: "",
    environment: "",
    read: "",
    write: "",
    network: "none",
    hosts: "",
    exec: "deny",
    limits: Object.fromEntries(LIMIT_NAMES.map((name) => [name, String(limits[name])])) as Record<LimitName, string>,
    risk: "medium",
    prefix: "",
    safetyClass: "write",
    egressClass: "write",
    idempotency: "optional",
    idempotent: false,
  };
}

/** The items of a list that is typed one a line; blank lines are none. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
