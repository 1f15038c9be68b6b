import { expect, test } from "vitest";
import { stripEscapes } from "./escapes.ts";
import { isAlarm } from "./finding.ts";

function alarms(text: string): boolean {
  return stripEscapes(text).notes.some(({ severity }) => isAlarm(severity));
}

test.each([
  ["in two sequences", "\x1b[30m\x1b[40mhidden words\x1b[0m"],
  ["with a third between them", "\x1b[47m\x1b[1m\x1b[37mhidden words\x1b[0m"],
  ["one of the sixteen on one of the cube", "\x1b[30;48;5;16mx"],
  ["a shade beside it", "\x1b[38;2;1;1;1;48;2;0;0;0mx"],
  ["with colons", "\x1b[38:2::9:9:9;48:5:232mx"],
])("letters in the colour of their ground are hidden: %s", (_, text) => {
  expect(alarms(text)).toBe(true);
});

test.each([
  ["beside a colour", "\x1b[38;5;1;8mx"],
  ["before a colour", "\x1b[8;38;5;1mx"],
  ["with a control inside of the sequence", "\x1b[\b8mx"],
])("concealed letters are hidden: %s", (_, text) => {
  expect(alarms(text)).toBe(true);
});

test.each([
  ["blocks of one colour", "\x1b[30m\x1b[40m   \x1b[31m\x1b[41m   \x1b[0m"],
  ["halves of a picture", "\x1b[38;2;9;9;9m\x1b[48;2;9;9;9m▀▀▀▀▀▀"],
  ["a colour of the line below", "\x1b[58;5;8mgrey\x1b[59m \x1b[58;2;8;8;8mgrey"],
  ["a colour that was taken back", "\x1b[30m\x1b[39m\x1b[40mwords\x1b[0m"],
  ["the ground that was taken back", "\x1b[41mFAIL\x1b[49m\x1b[31m words\x1b[0m"],
  ["bold black, which is grey", "\x1b[30;1m\x1b[40mwords\x1b[0m"],
  ["grey on black", "\x1b[90m\x1b[40mwords\x1b[0m"],
])("nothing is hidden: %s", (_, text) => {
  expect(alarms(text)).toBe(false);
});
