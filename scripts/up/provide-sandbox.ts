import { BUBBLEWRAP, provide } from "../system/prerequisite.ts";
import { step } from "../terminal/steps.ts";

/** bubblewrap holds every call; without it the installation runs and refuses calls. Gives the sentence a person must read, if any. */
export async function provideSandbox(signal: AbortSignal): Promise<string | undefined> {
  return await step("sandbox", async (say) => {
    if (process.platform !== "linux") {
      say("none on this system");
      return "Calls are refused: this system has no sandbox that Airlock can use. Run the dispatcher on Linux.";
    }
    const provided = await provide(BUBBLEWRAP, signal);
    if (provided.state !== "missing") {
      say(provided.state === "installed" ? `installed bubblewrap (${provided.path})` : `bubblewrap (${provided.path})`);
      return undefined;
    }
    say("bubblewrap is missing");
    const tried = provided.reason ? `\nInstalling it failed:\n${provided.reason}` : "";
    return `Calls are refused until bubblewrap is there. Run this, then 'npm run up' again:\n\n    ${provided.command}\n${tried}`;
  });
}
