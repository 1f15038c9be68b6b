import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { CheckpointFolder } from "#lib/audit/checkpoint/checkpoint-folder.ts";
import type { AuditEntry } from "#lib/audit/entry.ts";
import { renderCef } from "#lib/audit/export/cef.ts";
import { type EntryFilter, instant } from "#lib/audit/export/entry-filter.ts";
import { inBlocks } from "#lib/audit/export/in-blocks.ts";
import { renderEntries, renderLog } from "#lib/audit/export/jsonl.ts";
import { renderOcsf } from "#lib/audit/export/ocsf.ts";
import { readEntries } from "#lib/audit/export/read-entries.ts";
import { inSnapshot, readDatabase } from "#lib/audit/verify/read-database.ts";
import { readIntrusions } from "#lib/audit/verify/read-intrusions.ts";
import airlock from "#package.json" with { type: "json" };
import { asAuditor, findAuditPlace } from "./audit-login.ts";
import { type Command, UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

const FORMATS = ["jsonl", "cef", "ocsf"] as const;
type Format = (typeof FORMATS)[number];
const EXIT_BROKEN = 1;

export const auditExport: Command = {
  usage: `airlock audit export --format jsonl|cef|ocsf [--since TIME] [--until TIME] [--action ACTION] [--subject SUBJECT]

  jsonl  without a filter: the whole log with its checkpoints, for 'airlock audit verify --file'
  cef    ArcSight's format, a line an entry
  ocsf   OCSF 1.8.0, a line an entry: API Activity, and Detection Finding for denials

  Exit 0: done. 1: done, but rows or tables were found that are none of the log's; stderr names them. 2: usage. 3: it failed.

  --since, --until  2026-11-16, or 2026-11-16T05:00:00Z; until is left out
  --action          as the log names it: invocation.approved
  --subject         as the log names it: invocation:0199b0f2-…
  --checkpoints DIR signed checkpoints to put into JSONL, if not AIRLOCK_HOME/checkpoints`,

  async run(args) {
    const { values } = parseFlags(args, {
      format: { type: "string" },
      since: { type: "string" },
      until: { type: "string" },
      action: { type: "string" },
      subject: { type: "string" },
      checkpoints: { type: "string" },
    });
    const format = FORMATS.find((known) => known === values.format);
    if (!format) throw new UsageError("--format is jsonl, cef or ocsf.");
    const filter: EntryFilter = {
      ...timeOf("since", values.since),
      ...timeOf("until", values.until),
      ...(values.action === undefined ? {} : { action: values.action }),
      ...(values.subject === undefined ? {} : { subject: values.subject }),
    };
    const place = findAuditPlace();
    const folder = new CheckpointFolder(
      values.checkpoints ?? place.environment.AIRLOCK_CHECKPOINTS ?? join(place.home, "checkpoints"),
    );
    const upTo = folder.newest().count;
    const intrusions = await asAuditor(place, (sql) =>
      inSnapshot(sql, async (snapshot) => {
        const found = await readIntrusions(snapshot);
        await print(render(snapshot, format, filter, folder.read({ upTo })));
        return found;
      }),
    );
    for (const sentence of intrusions) process.stderr.write(`BROKEN    ${sentence}\n`);
    return intrusions.length === 0 ? 0 : EXIT_BROKEN;
  },
};

function timeOf(name: "since" | "until", text: string | undefined): EntryFilter {
  if (text === undefined) return {};
  const parsed = instant.safeParse(text);
  if (!parsed.success) throw new UsageError(`--${name} ${parsed.error.issues[0]?.message}.`);
  return { [`${name}Us`]: parsed.data };
}

function render(
  snapshot: postgres.ISql,
  format: Format,
  filter: EntryFilter,
  checkpoints: AsyncIterable<string>,
): AsyncIterable<string> {
  if (format === "cef") return each(readEntries(snapshot, filter), renderCef);
  if (format === "ocsf") return each(readEntries(snapshot, filter), renderOcsf);
  return Object.keys(filter).length === 0
    ? renderLog(readDatabase(snapshot, checkpoints))
    : renderEntries(readEntries(snapshot, filter));
}

async function* each(
  entries: AsyncIterable<AuditEntry>,
  renderEntry: (entry: AuditEntry, version: string) => string,
): AsyncGenerator<string> {
  for await (const entry of entries) yield renderEntry(entry, airlock.version);
}

/** Waits for a slow reader, and ends quietly when the reader has seen enough, as `head` has. */
async function print(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(inBlocks(lines)), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}
