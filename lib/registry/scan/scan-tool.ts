import { plainText } from "#lib/policy/plain-text.ts";
import { SEVERITIES, type Severity } from "#lib/sanitise/finding.ts";
import { annotationMismatch } from "./families/capability.ts";
import type { Note } from "./families/note.ts";
import { type RegistryFinding, type ScanVerdict, verdictOf } from "./finding.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { RULES, type RuleName } from "./rules.ts";
import { scanKey, scanName } from "./scan-name.ts";
import { scanText } from "./scan-text.ts";

export interface Company {
  /** What the server says of itself, read by a model beside the tool. */
  readonly instructions?: string;
  /** The other tools that the same model sees. */
  readonly neighbours?: readonly { readonly name: string; readonly description: string }[];
}

export interface ScanReport {
  readonly verdict: ScanVerdict;
  readonly findings: readonly RegistryFinding[];
}

/** A model is shown no more of one text than this; what is longer is noted after all of it was scanned. */
export const TEXT_MAX = 4096;
const TEXT_EXCESS = 4 * TEXT_MAX;
const PATH_MAX = 1024;
const FINDINGS_MAX = 500;
const REFERENCES_MAX = 20;

/**
 * Looks at every text of a definition that a model would read: an MCP `Tool`, our own contract, or anything else that is
 * JSON. A function of its arguments alone, in time that grows with the length of the texts.
 */
export function scanTool(definition: unknown, company: Company = {}): ScanReport {
  const findings = new Findings();
  const { leaves, unread } = leavesOf(definition);
  const neighbours = company.neighbours?.map(({ name }) => name) ?? [];
  for (const { path } of unread)
    findings.add({ path, text: "", role: "text" }, { rule: "limit.unread", start: 0, end: 0 });
  const others = new Set(neighbours);
  for (const leaf of leaves) {
    for (const note of notesOf(leaf, neighbours)) findings.add(leaf, note);
    if (leaf.role !== "name" && leaf.role !== "key") {
      for (const note of findReferences(leaf.text, others)) findings.add(leaf, note);
    }
  }
  if (isObject(definition)) {
    if (typeof definition.name !== "string") findings.place("", "name.missing");
    const mismatch = annotationMismatch(definition);
    if (mismatch !== undefined) findings.place("/annotations", mismatch);
  }
  if (company.instructions !== undefined && scanInstructions(company.instructions).verdict !== "ok") {
    findings.place("", "server.instructions");
  }
  return findings.report();
}

/** The instructions that a server gives for itself: one text, at the path "". */
export function scanInstructions(text: string): ScanReport {
  const findings = new Findings();
  const leaf: Leaf = { path: "", text, role: "text" };
  for (const note of notesOf(leaf, [])) findings.add(leaf, note);
  return findings.report();
}

function notesOf({ text, role }: Leaf, neighbours: readonly string[]): Note[] {
  if (role === "name") return [...scanName(text, neighbours), ...scanText(asWords(text))];
  if (role === "key") return [...scanKey(text), ...scanText(asWords(text))];
  const notes = scanText(text, role === "parameter");
  if (text.length > TEXT_MAX)
    notes.push({
      rule: text.length > TEXT_EXCESS ? "limit.excess" : "limit.length",
      start: TEXT_MAX,
      end: text.length,
    });
  return notes;
}

/** Names of the other tools, where a text speaks of them. */
function findReferences(text: string, others: ReadonlySet<string>): Note[] {
  if (others.size === 0) return [];
  const notes: Note[] = [];
  for (const { index, 0: name } of text.matchAll(/[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)+/g)) {
    if (others.has(name)) notes.push({ rule: "shadow.reference", start: index, end: index + name.length });
  }
  return notes.slice(0, REFERENCES_MAX);
}

/** A name's words apart, unit for unit: `ignore_previous_instructions` is read as a model reads it. */
function asWords(name: string): string {
  return name.replace(/[_.\-/]/g, " ");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Keeps so many of each severity and hands over the gravest: a heap of harmless ones must not hide one that is not. */
class Findings {
  readonly #kept = new Map<Severity, RegistryFinding[]>(SEVERITIES.map((severity) => [severity, []]));
  readonly #seen = new Set<string>();
  #crowded = false;

  /** A finding without a span, about the value at `path` as a whole. */
  place(path: string, rule: RuleName): void {
    this.add({ path, text: "", role: "text" }, { rule, start: 0, end: 0 });
  }

  add({ path, role }: Leaf, { rule, severity, start, end, other }: Note): void {
    const key = `${rule} ${path} ${role === "key"} ${start}`;
    if (this.#seen.has(key)) return;
    const grade: Severity = severity ?? RULES[rule].severity;
    const alike = this.#kept.get(grade) ?? [];
    if (alike.length >= FINDINGS_MAX) {
      this.#crowded = true;
      return;
    }
    this.#seen.add(key);
    const cut = path.length > PATH_MAX;
    alike.push({
      rule,
      severity: grade,
      start: cut ? 0 : start,
      end: cut ? 0 : end,
      cleanedStart: cut ? 0 : start,
      cleanedEnd: cut ? 0 : end,
      action: "none",
      path: cut ? nearest(path) : path,
      reason: reasonOf(rule, other),
      ...(role === "key" && !cut ? { inKey: true as const } : {}),
    });
  }

  report(): ScanReport {
    const gravestFirst = [...SEVERITIES].reverse().flatMap((severity) => this.#kept.get(severity) ?? []);
    if (!this.#crowded && gravestFirst.length <= FINDINGS_MAX) {
      return { verdict: verdictOf(gravestFirst), findings: gravestFirst };
    }
    const { severity, reason } = RULES["limit.findings"];
    const place = { start: 0, end: 0, cleanedStart: 0, cleanedEnd: 0, action: "none", path: "" } as const;
    const findings = [
      ...gravestFirst.slice(0, FINDINGS_MAX - 1),
      { rule: "limit.findings", severity, reason, ...place },
    ];
    return { verdict: verdictOf(findings), findings };
  }
}

/** A name is what a reader looks the other tool up by; it is made plain, for it is somebody else's text as well. */
function reasonOf(rule: RuleName, other: string | undefined): string {
  const { reason } = RULES[rule];
  return other === undefined ? reason : `${reason.replace(/\.$/, "")}: ${plainText(other, 64)}.`;
}

/** The nearest place above whose pointer is short enough to be kept. */
function nearest(path: string): string {
  return path.slice(0, path.lastIndexOf("/", PATH_MAX));
}
