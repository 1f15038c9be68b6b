import { BUBBLEWRAP, CHROMIUM, type Prerequisite, provide } from "../system/prerequisite.ts";
import { step } from "../terminal/steps.ts";
import type { OptionalPart } from "./parts.ts";

/** What must be there before the first test, else a person has to act: the message names the exact command. */
export class MissingPrerequisite extends Error {}

/** Finds or installs what the wanted parts need. Gives the browser's path when it is wanted. */
export async function providePrerequisites(
  without: ReadonlySet<OptionalPart>,
  chromium: string | undefined,
): Promise<string> {
  // The browser tests run calls too, in the sandbox.
  if (!(without.has("sandbox") && without.has("browser"))) await require(BUBBLEWRAP, "sandbox,browser");
  if (without.has("browser")) return "";
  return chromium ?? (await require(CHROMIUM, "browser"));
}

async function require(prerequisite: Prerequisite, parts: string): Promise<string> {
  return await step(prerequisite.name, async (say) => {
    const provided = await provide(prerequisite);
    if (provided.state !== "missing") {
      say(provided.path);
      return provided.path;
    }
    throw new MissingPrerequisite(
      `'${prerequisite.name}' is missing${provided.reason ? " and could not be installed" : ""}. Run this, then 'npm test' again:\n\n` +
        `    ${provided.command}\n\n${provided.reason ? `${provided.reason}\n\n` : ""}` +
        `Or leave out what needs it: npm test -- --without=${parts}`,
    );
  });
}
