import type { Socket } from "node:net";
import { failure } from "../failures/failure.ts";
import type { Bounds } from "./connect.ts";
import type { MessageStream } from "./message-stream.ts";
import { copyFail, statement } from "./messages.ts";
import { refusalOf } from "./server-error.ts";
import { typeName } from "./type-names.ts";

export interface Answer {
  /** As the server calls what it did: `SELECT 3`, `UPDATE 1`. */
  readonly tag: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Values as the server prints them. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Whether there are more rows than were asked for. */
  readonly truncated: boolean;
}

/** Runs one statement to its end; the connection is ready for the next afterwards, also when the server refused. */
export async function readAnswer(
  socket: Socket,
  messages: MessageStream,
  sql: string,
  parameters: readonly (string | null)[],
  { maxRows, maxBytes }: Bounds,
): Promise<Answer> {
  if (sql.includes("\0")) throw failure("sql_refused", "The statement holds a NUL.");
  socket.write(statement(sql, parameters, maxRows));
  const rows: (string | null)[][] = [];
  let [columns, tag, truncated, bytes]: [Answer["columns"], string, boolean, number] = [[], "", false, 0];
  let refusal: Error | undefined;
  for (;;) {
    const { type, body } = await messages.next();
    switch (type) {
      case "T":
        columns = readColumns(body);
        break;
      case "D":
        bytes += body.length;
        if (bytes > maxBytes) truncated = true;
        else rows.push(readRow(body));
        break;
      case "C":
        tag = body.subarray(0, -1).toString("utf8");
        break;
      case "s":
        truncated = true;
        break;
      case "E":
        refusal = refusalOf(body);
        break;
      case "G":
        socket.write(copyFail());
        break;
      case "H":
      case "W":
        // What it copies comes as messages that nobody here reads; the refusal is ours, at the end.
        refusal = failure("statement_refused", "COPY is not served.");
        break;
      case "Z":
        if (refusal) throw refusal;
        return { tag, columns, rows, truncated };
    }
  }
}

function readColumns(body: Buffer): { name: string; type: string }[] {
  const columns: { name: string; type: string }[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const end = body.indexOf(0, at);
    columns.push({ name: body.subarray(at, end).toString("utf8"), type: typeName(body.readUInt32BE(end + 7)) });
    at = end + 19;
  }
  return columns;
}

function readRow(body: Buffer): (string | null)[] {
  const row: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : body.subarray(at, at + length).toString("utf8"));
    at += Math.max(length, 0);
  }
  return row;
}
