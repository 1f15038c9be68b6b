import { createPrivateKey, type KeyObject } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The private key in this file, made at the first start. One that others may read is refused: `risk` says what it is worth then. */
export function keepPrivateKey(file: string, make: () => KeyObject, risk: string): KeyObject {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make().export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  try {
    // Fails when there is one already: then that one counts.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readPrivateKey(file, risk);
}

export function readPrivateKey(file: string, risk: string): KeyObject {
  return createPrivateKey(readPrivateText(file, risk));
}

export function readPrivateText(file: string, risk: string): string {
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new Error(`Others may read ${file}, so ${risk}. Find out who did, then: chmod 600 ${file}`);
  }
  return readFileSync(file, "utf8");
}
