import { expect, test } from "vitest";
import { clean } from "./clean.ts";
import { isAlarm } from "./finding.ts";

/** Without any word of an attack: what alarms can only be that it is written over. */
const SENTENCE = "Please move the balance of the second account before Friday.";
const OTHER = "All checks have passed.";

function alarms(text: string): boolean {
  return clean(text).findings.some(({ severity }) => isAlarm(severity));
}

test.each([
  ["by a return and a longer line", `${SENTENCE}\r${OTHER.padEnd(SENTENCE.length)}\n`],
  ["by a return that erases", `${SENTENCE}\r\x1b[K${OTHER}\n`],
  ["by an erased line", `${SENTENCE}\x1b[2K\r${OTHER}\n`],
  ["step by step", `${SENTENCE}${"\b".repeat(SENTENCE.length)}${OTHER}`],
  ["with spaces", `${SENTENCE}${"\b \b".repeat(SENTENCE.length)}${OTHER}`],
  ["a word, by the column", "Result\x1b[2K\x1b[1Gwritten over it"],
  ["in eight bits", "\x9b2K\x9b1GAll checks have passed."],
  ["from the line below", `${SENTENCE}\n\x8d\x1b[K${OTHER}`],
])("a sentence that is written over is an alarm: %s", (_, text) => {
  expect(alarms(text)).toBe(true);
  // The control: the same sentence, left where it is.
  expect(alarms(`${SENTENCE}\n${OTHER}\n`)).toBe(false);
});

test.each([
  ["a bar", "\rDownloading the archive of the model [##  ] 50%\rDownloading the archive of the model [####] 100%\n"],
  [
    "a state that goes on",
    "Waiting for the server to answer the first call...\rThe server has answered and is ready now           \n",
  ],
  [
    "the same with another number",
    "Read the rows of the table in file 1 now.\r\x1b[KRead the rows of the table in file 2 now.\n",
  ],
  ["steps", "[1/2] Resolving the packages of all work spaces now.\r\x1b[K[2/2] Done with it.\n"],
  [
    "lines that end with returns",
    `${SENTENCE}\r${SENTENCE.toUpperCase()} Then something else altogether happened.\rEnd.\n`,
  ],
  ["a command line that was typed again", "git commmit -m x\b\b\b\b\b\b\b\b\b\b\x1b[Kit -m x"],
  ["a percentage", "10%\b\b\b20%\b\b\b100%"],
  ["a prompt that pastes in brackets", "\x1b[?2004h$ ls\n\x1b[?2004l\ra.txt"],
  ["a longer spinner", "\x1b[2K\x1b[1G⠋ Installing dependencies\x1b[2K\x1b[1G✔ Installed dependencies\n"],
  ["a spinner", "\x1b[2K\x1b[1G\x1b[?25l ◐ checking\x1b[2K\x1b[1G ◓ checking\n"],
])("what changes as it goes on is none: %s", (_, text) => {
  expect(alarms(text)).toBe(false);
});
