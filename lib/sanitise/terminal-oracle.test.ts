import xterm from "@xterm/headless";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clean } from "./clean.ts";
import { HOSTILE_FRAGMENTS } from "./hostile-fragments.fixture.ts";

/**
 * A real terminal's parser as a judge that we did not write: every handler it has reports here, and cleaned text must reach
 * none of them.
 */
class Witness {
  readonly seen: string[] = [];
  readonly #terminal = new xterm.Terminal({ allowProposedApi: true, logLevel: "off", cols: 200, rows: 50 });

  constructor() {
    const { parser } = this.#terminal;
    const see = (what: string) => () => {
      this.seen.push(what);
      return false;
    };
    for (let code = 0x40; code <= 0x7e; code++) {
      const final = String.fromCharCode(code);
      for (const prefix of ["", "?", ">", "=", "<"]) {
        parser.registerCsiHandler(prefix === "" ? { final } : { prefix, final }, see(`CSI ${prefix}${final}`));
      }
      for (const intermediates of [" ", "!", '"', "#", "$", "'", "*"]) {
        parser.registerCsiHandler({ intermediates, final }, see(`CSI ${intermediates}${final}`));
      }
      parser.registerDcsHandler({ final }, see(`DCS ${final}`));
    }
    for (let code = 0x30; code <= 0x7e; code++) {
      const final = String.fromCharCode(code);
      parser.registerEscHandler({ final }, see(`ESC ${final}`));
      parser.registerEscHandler({ intermediates: "(", final }, see(`ESC (${final}`));
    }
    for (const id of [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 133, 777, 1337]) {
      parser.registerOscHandler(id, see(`OSC ${id}`));
    }
    this.#terminal.onBell(see("bell"));
    this.#terminal.onTitleChange(see("title"));
  }

  /** Resolves when the terminal has read all of it. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(text, resolve));
  }
}

const texts = fc.sample(
  fc
    .array(fc.constantFrom(...HOSTILE_FRAGMENTS.slice(0, 30)), { minLength: 2, maxLength: 8 })
    .map((parts) => parts.join("")),
  { numRuns: 1_500, seed: 3 },
);

describe("in a real terminal", () => {
  test("cleaned text triggers nothing", async () => {
    const witness = new Witness();
    await witness.write(texts.map((text) => clean(text).cleaned).join("\n"));
    expect(witness.seen).toEqual([]);
  });

  test("the same texts uncleaned trigger hundreds of handlers, and a one-pass pattern leaves many alive", async () => {
    const raw = new Witness();
    const onePass = new Witness();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the control of this test is a simple pattern
    const pattern = /[\x1b\x9b][[\]()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g;
    await raw.write(texts.join("\x1b\\\n"));
    await onePass.write(texts.map((text) => text.replace(pattern, "")).join("\n"));
    expect(raw.seen.length).toBeGreaterThan(300);
    expect(onePass.seen.length).toBeGreaterThan(100);
  });
});
