/**
 * The log out of an export, line by line. The file may come from anywhere, so each line is held to its schema; what does not fit
 * ends the reading with the number of the line. Sentences are ours and never the file's: a terminal would show "proved" for a file
 * that says so with the right control characters.
 */
import { z } from "zod";
import { plainText } from "#lib/policy/plain-text.ts";
import { auditEntrySchema } from "../entry.ts";
import { exportHeaderSchema } from "../export/export-header.ts";
import { LANES } from "../lane-head.ts";
import { LineTooLong, readLines } from "../lines.ts";
import type { LogRecord } from "./log-record.ts";
import { sayTableFault, TABLE_FAULTS } from "./read-table-faults.ts";

const REASON_MAX = 200;

const headSchema = z.strictObject({
  lane: z
    .int()
    .min(0)
    .max(LANES - 1),
  seq: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const recordSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("entry"), entry: auditEntrySchema }),
  z.strictObject({ type: z.literal("checkpoint"), note: z.string() }),
  z.strictObject({
    type: z.literal("stray"),
    lane: z.int().nullable(),
    seq: z
      .string()
      .regex(/^-?\d{1,19}$/)
      .nullable(),
  }),
  z
    .strictObject({
      type: z.literal("table"),
      table: z.enum(["audit.events", "audit.lanes"]),
      fault: z.enum(TABLE_FAULTS),
      sentence: z.string(),
    })
    .transform((record) => ({ ...record, sentence: sayTableFault(record.table, record.fault) })),
  z.strictObject({ type: z.literal("heads"), heads: z.array(headSchema) }),
]);

/** A line that no export of ours has. */
export class UnreadableLine extends Error {
  readonly number: number;
  constructor(number: number, reason: string) {
    super(`Line ${number} ${reason}.`);
    this.number = number;
  }
}

/** An export that leaves entries out proves nothing about the log. */
export class FilteredExport extends Error {}

export async function* readExport(file: string): AsyncGenerator<LogRecord> {
  let number = 0;
  try {
    for await (const line of readLines(file)) {
      number += 1;
      const value = parseLine(line, number);
      if (number > 1) yield read(recordSchema, value, number);
      else if (read(exportHeaderSchema, value, number).filtered) {
        throw new FilteredExport("This export was filtered: entries are left out, so that its links cannot be walked.");
      }
    }
  } catch (error) {
    throw error instanceof LineTooLong ? new UnreadableLine(error.number, "is longer than 1 MB") : error;
  }
  if (number === 0) throw new UnreadableLine(1, "is missing");
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UnreadableLine(number, "is not JSON");
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, number: number): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const reason = `${issue?.path.join(".") || "record"}: ${issue?.message}`;
  throw new UnreadableLine(number, `does not fit (${plainText(reason, REASON_MAX)})`);
}
