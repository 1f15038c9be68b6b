import { existsSync } from "node:fs";
import { join } from "node:path";
import { CheckpointFolder } from "#lib/audit/checkpoint/checkpoint-folder.ts";
import type { KnownCheckpoint } from "#lib/audit/checkpoint/known-checkpoint.ts";
import type { NoteVerifier } from "#lib/audit/checkpoint/signed-note.ts";
import { publicKeyFile, readVerifier } from "#lib/audit/checkpoint/signing-key.ts";
import { type Verification, verifyLog } from "#lib/audit/verify/log-verifier.ts";
import { FilteredExport, readExport } from "#lib/audit/verify/read-export.ts";
import { verifyDatabase } from "#lib/audit/verify/verify-database.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { type AuditPlace, asAuditor, findAuditPlace } from "./audit-login.ts";
import { type Command, UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

const EXIT_PROVED = 0;
const EXIT_BROKEN = 1;
const SENTENCE_MAX = 600;

export const auditVerify: Command = {
  usage: `airlock audit verify [--json] [--checkpoints DIR] [--public-key FILE] [--file EXPORT] [--at-least N]

  Exit 0: proved. 1: broken, and where. 2: usage. 3: it could not be found out.

  --checkpoints DIR      signed checkpoints, if not AIRLOCK_HOME/checkpoints; best a copy that the database's owner cannot reach
  --public-key FILE      the key that signed them, if not the one in AIRLOCK_HOME/keys; best one you kept elsewhere
  --file EXPORT          an export as JSONL, instead of the database; it brings its checkpoints along
  --at-least N           the number of the newest checkpoint that you know of: a row that ends before it was cut
  --without-checkpoints  walks the chain alone, which does not show a cut or rewritten end`,

  async run(args) {
    const { values } = parseFlags(args, {
      json: { type: "boolean" },
      checkpoints: { type: "string" },
      "public-key": { type: "string" },
      file: { type: "string" },
      "at-least": { type: "string" },
      "without-checkpoints": { type: "boolean" },
    });
    const place = findAuditPlace();
    const key = values["without-checkpoints"] ? undefined : findKey(place, values["public-key"]);
    const known = readAtLeast(values["at-least"], key);
    if (values.file !== undefined && !existsSync(values.file)) throw new UsageError(`There is no file ${values.file}.`);
    const started = performance.now();
    const verification =
      values.file === undefined
        ? await verifyHere(place, findFolder(place, values.checkpoints), key, known)
        : await verifyExport(values.file, key, known);
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      values.json ? `${JSON.stringify(summarise(verification, seconds))}\n` : render(verification, seconds),
    );
    return verification.proved ? EXIT_PROVED : EXIT_BROKEN;
  },
};

function findKey({ home }: AuditPlace, given: string | undefined): NoteVerifier {
  const file = given ?? publicKeyFile(home);
  if (!existsSync(file)) throw new UsageError(`There is no public key ${file}; name one with --public-key.`);
  return readVerifier(file);
}

function findFolder({ home, environment }: AuditPlace, given: string | undefined): CheckpointFolder {
  const folder = new CheckpointFolder(given ?? environment.AIRLOCK_CHECKPOINTS ?? join(home, "checkpoints"));
  if (given !== undefined && !folder.exists()) throw new UsageError(`There is no directory ${given}.`);
  return folder;
}

/** The checkpoint that the reader knows of: what ends before it was cut, however well it holds. */
function readAtLeast(text: string | undefined, key: NoteVerifier | undefined): KnownCheckpoint[] {
  if (text === undefined) return [];
  if (!key) throw new UsageError("--at-least counts checkpoints: it does not go with --without-checkpoints.");
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError("--at-least is the number of a checkpoint, from 1.");
  return [{ number: Number(text), source: "--at-least" }];
}

async function verifyHere(
  place: AuditPlace,
  folder: CheckpointFolder,
  key: NoteVerifier | undefined,
  known: readonly KnownCheckpoint[],
): Promise<Verification> {
  return await asAuditor(place, (sql) => verifyDatabase(sql, folder, key, known));
}

async function verifyExport(
  file: string,
  key: NoteVerifier | undefined,
  known: readonly KnownCheckpoint[],
): Promise<Verification> {
  try {
    return await verifyLog(readExport(file), key, known);
  } catch (error) {
    throw error instanceof FilteredExport ? new UsageError(error.message) : error;
  }
}

function summarise(verification: Verification, seconds: number) {
  const { proved, entries, checkpoints, newest, unsigned, broken } = verification;
  const [first] = broken;
  return { proved, entries, checkpoints, newest, unsigned, ...(first ? { first } : {}), broken, seconds };
}

function render({ proved, entries, checkpoints, newest, unsigned, broken }: Verification, seconds: number): string {
  const count = (amount: number) => amount.toLocaleString("en-GB");
  const walked = `${count(entries)} entries and ${count(checkpoints)} checkpoints in ${seconds.toFixed(1)} s`;
  const lines = proved
    ? [`${newest ? "proved" : "linked"}    ${walked}`]
    : broken.map(
        ({ sentence }, index) => `${index === 0 ? "BROKEN   " : "         "} ${plainText(sentence, SENTENCE_MAX)}`,
      );
  if (!proved) lines.push(`walked    ${walked}`);
  lines.push(
    newest
      ? `signed    up to checkpoint ${newest.number} of ${newest.at}; ${count(unsigned)} later entries are not signed yet`
      : "signed    nothing: only the links were walked, and a cut or rewritten end would not show",
  );
  return `${lines.join("\n")}\n`;
}
