import { describe, expect, test } from "vitest";
import { readMcpJson } from "#lib/registry/servers/read-mcp-json.ts";
import { readWebAddress } from "#lib/webhooks/web-address.ts";
import { ERRORS, type ErrorCode } from "./codes.ts";
import { refusalFromState } from "./from-database.ts";
import { type Outcome, type Refusal, refuse } from "./outcome.ts";
import { tellPerson, tellSender } from "./tell-refusal.ts";

const CODES = Object.keys(ERRORS) as ErrorCode[];
const SPECIFIC = "The third field is empty.";

function refused(outcome: Outcome<unknown>): Refusal {
  if (outcome.ok) throw new Error("It was taken.");
  return outcome;
}

test.each(CODES)("a refusal is a sentence, and its advice is told behind it once: %s", (code) => {
  const { sentence, todo } = ERRORS[code];
  expect(refuse(code).message).toBe(sentence);
  expect(refuse(code, SPECIFIC).message).toBe(SPECIFIC);
  expect(tellSender(refuse(code))).toBe(`${sentence} ${todo}`);
  expect(tellSender(refuse(code, SPECIFIC))).toBe(`${SPECIFIC} ${todo}`);
  expect(tellPerson(refuse(code))).toBe(`${sentence} ${todo}`);
  expect([SPECIFIC, `${SPECIFIC} ${todo}`]).toContain(tellPerson(refuse(code, SPECIFIC)));
});

describe("a person", () => {
  test.each([
    ["a pasted entry", readMcpJson("{"), "This is not JSON. Paste an entry of an mcp.json, or the whole file."],
    [
      "an address",
      readWebAddress("ftp://example.com", { plainLoopback: false }),
      "Give a whole address that begins with https://.",
    ],
    ["a password", refuse("bad_credentials", "That is not your password."), "That is not your password."],
    ["a proof", refusalFromState("AL028", "There is no such passkey.", undefined), "There is no such passkey."],
    ["a code", refusalFromState("AL026", "A code has six digits.", undefined), "A code has six digits."],
    [
      "an edit that nobody can have checked",
      refusalFromState("AL036", "Nobody can ask scan about another input. Reject the call.", undefined),
      "Nobody can ask scan about another input. Reject the call.",
    ],
    [
      "a cleaner's trial",
      refuse("cleaning_failed", "Reading it took longer than it may."),
      "Reading it took longer than it may.",
    ],
  ])("is told what was wrong with %s, without advice for whoever sends requests", (_, outcome, told) => {
    expect(tellPerson(refused(outcome as Refusal))).toBe(told);
  });

  test("is told what to do where that is right in each case, or where nothing more precise was said", () => {
    expect(tellPerson(refuse("not_permitted", "This takes the role admin."))).toBe(
      "This takes the role admin. Ask someone whose role does; the roles are listed under Settings.",
    );
    expect(tellPerson(refuse("busy"))).toBe("Someone else is deciding this at this moment. Try again in a second.");
    expect(tellPerson(refused(readMcpJson('{"type":"sse","url":"https://a.example/sse"}')))).toContain(
      "Streamable HTTP",
    );
  });
});

test("a reason is asked for without saying who will read it: a channel's or a secret's reaches no agent", () => {
  expect(tellSender(refuse("reason_required"))).not.toContain("agent");
});

test("a message without a full stop, such as the gate's, does not run into what to do", () => {
  const { todo } = ERRORS.path_refused;
  const message = "ERROR: path '/etc/passwd' is outside the allowed roots";
  expect(tellSender(refuse("path_refused", message))).toBe(`${message}. ${todo}`);
});
