import { createHash } from "node:crypto";
import { record, u16 } from "./client-hello.fixture.ts";

/** What TLS servers answer a hello with, as far as it matters which of the two it is. */
export const serverHello = (): Buffer => record(0x16, message(Buffer.alloc(32, 7)));
export const retryRequest = (): Buffer =>
  record(0x16, message(createHash("sha256").update("HelloRetryRequest").digest()));

export function message(random: Buffer, kind = 2): Buffer {
  const body = Buffer.concat([u16(0x0303), random, Buffer.from([0]), u16(0x1301), Buffer.from([0]), u16(0)]);
  return Buffer.concat([Buffer.from([kind, 0]), u16(body.length), body]);
}
