import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstLink } from "../hash-entry.ts";
import { LANES, type LaneHead } from "../lane-head.ts";
import { hashNote, NO_PREVIOUS, openCheckpoint, readUnsignedCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { merkleRoot } from "./merkle-root.ts";
import { openLife, signLife } from "./sign-of-life.ts";
import { openNote, parseVerifier, renderVerifier, signNote } from "./signed-note.ts";
import { makeSigner } from "./signing-key.ts";

const signer = makeSigner();
const heads: LaneHead[] = Array.from({ length: LANES }, (_, lane) => ({ lane, seq: lane * 3, hash: firstLink(lane) }));
const content = { number: 7, at: "2026-11-16T05:00:00.000Z", previous: NO_PREVIOUS, heads };
const note = signCheckpoint(content, signer);

test("the Merkle root is that of RFC 6962, for one, a few and many leaves", () => {
  // The published test vectors of the certificate-transparency log.
  const leaves = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ].map((hex) => Buffer.from(hex, "hex"));
  const roots = Array.from({ length: 9 }, (_, count) => merkleRoot(leaves.slice(0, count)).toString("hex"));
  expect(roots[0]).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(roots[1]).toBe("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  expect(roots[2]).toBe("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125");
  expect(roots[3]).toBe("aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77");
  expect(roots[8]).toBe("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
});

test("a node cannot be passed off as a leaf", () => {
  const [a, b, c] = ["a", "b", "c"].map((text) => Buffer.from(text));
  if (!a || !b || !c) throw new Error("no leaves");
  const node = Buffer.concat([merkleRoot([a]), merkleRoot([b])]);
  expect(merkleRoot([node, c])).not.toEqual(merkleRoot([a, b, c]));
  // The control: without the two first bytes the two lists have one root.
  const bare = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const inner = Buffer.concat([bare(a), bare(b)]);
  expect(bare(bare(inner), bare(c))).toEqual(bare(bare(bare(a), bare(b)), bare(c)));
});

test("a checkpoint says which log, how many entries, which root, and every head; it reads back as it was", () => {
  expect(note.split("\n").slice(0, 2)).toEqual([signer.name, String(heads.reduce((sum, { seq }) => sum + seq, 0))]);
  expect(openCheckpoint(note, signer)).toEqual({ origin: signer.name, ...content });
  expect(readUnsignedCheckpoint(note)).toEqual({ origin: signer.name, ...content });
});

test("no single character of a checkpoint can be changed, added or taken away", () => {
  for (let at = 0; at < note.length; at++) {
    const other = note[at] === "1" ? "2" : "1";
    expect(openCheckpoint(`${note.slice(0, at)}${other}${note.slice(at + 1)}`, signer)).toBeUndefined();
    if (at % 11 !== 0) continue;
    expect(openCheckpoint(note.slice(0, at) + note.slice(at + 1), signer)).toBeUndefined();
    expect(openCheckpoint(`${note.slice(0, at)}\n${note.slice(at)}`, signer)).toBeUndefined();
  }
  expect(openCheckpoint(`${note}x`, signer)).toBeUndefined();
});

test("a text that is signed but is not exactly a checkpoint is none", () => {
  const text = openNote(note, signer) ?? "";
  const variants = [
    text.replace("checkpoint 7", "checkpoint 07"),
    text.replace("checkpoint 7", "checkpoint 0"),
    text.replace("head 3 9 ", "head 3 10 "),
    text.replace(/head 15 .*\n/, ""),
    text.replace("head 1 ", "head 2 "),
    text.replace("2026-11-16T05:00:00.000Z", "yesterday"),
    text.replace(/^\S+\n\d+/, `${signer.name}\n1`),
    text.replace(signer.name, "airlock/audit/another"),
    `${text}one more line\n`,
  ];
  for (const variant of variants) {
    expect(variant).not.toBe(text);
    expect(openNote(signNote(variant, signer), signer)).toBe(variant);
    expect(openCheckpoint(signNote(variant, signer), signer)).toBeUndefined();
  }
});

test("another key's signature does not count, even under the same name", () => {
  const other = { ...makeSigner(), name: signer.name };
  expect(openCheckpoint(signCheckpoint(content, other), signer)).toBeUndefined();
});

test("a public key is published in one line and read back; a damaged line is refused", () => {
  const line = renderVerifier(signer);
  expect(parseVerifier(`${line}\n`)?.name).toBe(signer.name);
  const verifier = parseVerifier(line);
  expect(verifier && openCheckpoint(note, verifier)).toMatchObject({ number: 7 });
  expect(parseVerifier(line.replace(/.{5}$/, "AAAA="))).toBeUndefined();
  expect(parseVerifier("")).toBeUndefined();
});

test("any text can be signed and is opened as it was, and never as a sign of life", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const signed = signNote(`${text}\n`, signer);
      expect(openNote(signed, signer)).toBe(`${text}\n`);
      expect(openLife(signed, signer)).toBeUndefined();
    }),
  );
});

test("a sign of life names the checkpoint it speaks of, and a checkpoint is none", () => {
  const life = { at: "2026-11-16T05:00:09.000Z", number: 7, hash: hashNote(note) };
  expect(openLife(signLife(life, signer), signer)).toEqual(life);
  expect(openLife(signLife(life, makeSigner()), signer)).toBeUndefined();
  expect(openLife(note, signer)).toBeUndefined();
});
