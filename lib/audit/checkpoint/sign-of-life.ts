/**
 * The checkpointer's word that at this moment the newest checkpoint still was the whole log. Without it a quiet hour and a dead
 * checkpointer would look the same. Signed, so that nobody but the checkpointer can say it.
 */
import { type NoteSigner, type NoteVerifier, openNote, signNote } from "./signed-note.ts";

export interface SignOfLife {
  readonly at: string;
  readonly number: number;
  /** The hash of that checkpoint's note. */
  readonly hash: string;
}

export function signLife({ at, number, hash }: SignOfLife, signer: NoteSigner): string {
  return signNote(`${signer.name}/alive\n${number}\n${hash}\nat ${at}\n`, signer);
}

export function openLife(note: string, verifier: NoteVerifier): SignOfLife | undefined {
  const lines = openNote(note, verifier)?.split("\n") ?? [];
  const [title, number, hash, at] = lines;
  if (lines.length !== 5 || title !== `${verifier.name}/alive` || !hash) return undefined;
  const time = /^at (\S+)$/.exec(at ?? "")?.[1];
  return time && !Number.isNaN(Date.parse(time)) ? { at: time, number: Number(number), hash } : undefined;
}
