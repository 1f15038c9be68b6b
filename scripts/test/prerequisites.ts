import {
  BUBBLEWRAP,
  CHROMIUM,
  CURL,
  FIREJAIL,
  HEADLESS_CHROMIUM,
  locateBrowser,
  type Prerequisite,
  provide,
} from "../system/prerequisite.ts";
import { type Say, step } from "../terminal/steps.ts";
import type { OptionalPart } from "./parts.ts";

/** What must be there before the first test, else a person has to act: the message names the exact commands. */
export class MissingPrerequisite extends Error {}

interface Need {
  readonly prerequisite: Prerequisite;
  /** The parts that cannot run without it. */
  readonly parts: readonly OptionalPart[];
  /** Something else is here that does as well. */
  isThere?(): boolean;
}

const NEEDS: readonly Need[] = [
  // The browser tests make calls, and calls run in the sandbox.
  { prerequisite: BUBBLEWRAP, parts: ["sandbox", "browser"] },
  { prerequisite: CHROMIUM, parts: ["browser"], isThere: () => locateBrowser() !== undefined },
  // A client to be let out or not by the sandbox, and to run the README's lines as they stand.
  { prerequisite: CURL, parts: ["sandbox", "browser"] },
];

/** Finds or installs what the wanted parts need; what is still missing then is named all at once. */
export async function providePrerequisites(without: ReadonlySet<OptionalPart>): Promise<void> {
  const missing: string[] = [];
  const affected = new Set<OptionalPart>();
  // Where these two cannot be had, the tests do without them.
  if (!without.has("sandbox")) await step(FIREJAIL.name, (say) => provideOrExplain(FIREJAIL, say));
  if (!without.has("browser") && !process.env.AIRLOCK_CHROMIUM) {
    await step(HEADLESS_CHROMIUM.name, (say) => provideOrExplain(HEADLESS_CHROMIUM, say));
  }
  for (const { prerequisite, parts, isThere } of NEEDS) {
    if (parts.every((part) => without.has(part)) || isThere?.()) continue;
    const fault = await step(prerequisite.name, (say) => provideOrExplain(prerequisite, say));
    if (!fault) continue;
    missing.push(fault);
    for (const part of parts) affected.add(part);
  }
  if (missing.length === 0) return;
  throw new MissingPrerequisite(
    `Not everything is here that the tests need. Run this, then 'npm test' again:\n\n${missing.join("\n")}\n` +
      `Or leave out what needs it: npm test -- --without=${[...affected].join(",")}`,
  );
}

async function provideOrExplain(prerequisite: Prerequisite, say: Say): Promise<string | undefined> {
  const provided = await provide(prerequisite);
  say(provided.state === "missing" ? "missing" : provided.path);
  if (provided.state !== "missing") return undefined;
  const tried = provided.reason ? `  (installing it failed: ${provided.reason})\n` : "";
  return `    ${provided.command}\n${tried}`;
}
