/**
 * ArcSight's Common Event Format, version 0: a header of seven fields between pipes, then `key=value` pairs. In the header a pipe and a
 * backslash are escaped, in values an equals sign, a backslash and line ends; a bare one would begin a field that nobody wrote.
 */
import type { AuditEntry } from "../entry.ts";
import { describeEntry } from "./describe-entry.ts";

const LONGEST_MESSAGE = 1_023;
const SEVERITY = { denial: 6, failure: 4, success: 2 } as const;

export function renderCef(entry: AuditEntry, productVersion: string): string {
  const { actorId, actorKind, isDenial, outcome, subjectKind, subjectId } = describeEntry(entry);
  const severity = isDenial ? SEVERITY.denial : outcome === "failure" ? SEVERITY.failure : SEVERITY.success;
  const header = ["CEF:0", "Airlock", "Airlock", productVersion, entry.action, entry.action, String(severity)];
  const extension: [key: string, value: string][] = [
    ["rt", String(BigInt(entry.atUs) / 1000n)],
    ["externalId", `${entry.lane}-${entry.seq}`],
    ["act", entry.action],
    ["outcome", isDenial ? "denied" : outcome],
    ["suid", actorId || actorKind],
    ["suser", entry.actor],
    ["duid", subjectId || subjectKind],
    ["cs1Label", "subject"],
    ["cs1", entry.subject],
    ["cs2Label", "hash"],
    ["cs2", entry.hash],
    ["cs3Label", "previousHash"],
    ["cs3", entry.prev],
    ["cn1Label", "lane"],
    ["cn1", String(entry.lane)],
    ["cn2Label", "number"],
    ["cn2", String(entry.seq)],
    ["msg", cut(entry.body)],
  ];
  const [version = "", ...fields] = header;
  return `${[version, ...fields.map(escapeHeader)].join("|")}|${extension.map(([key, value]) => `${key}=${escapeValue(value)}`).join(" ")}\n`;
}

/** Receivers refuse or cut longer messages. The whole is in the log, which the hash names. */
function cut(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE - 1).toWellFormed()}…`;
}

/** A header holds no line end at all: there is no escape for one. */
function escapeHeader(text: string): string {
  return text.replace(/[\\|]/g, "\\$&").replace(LINE_ENDS, " ");
}

function escapeValue(text: string): string {
  return text.replace(/[\\=]/g, "\\$&").replace(/\r/g, "\\r").replace(LINE_ENDS, "\\n");
}

/** What any reader may take for the end of a line. */
const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/g;
