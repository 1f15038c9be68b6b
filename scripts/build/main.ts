import { prepareHome, resolveHome } from "#lib/environment/home.ts";
import { readFlags } from "../terminal/read-flags.ts";
import { step } from "../terminal/steps.ts";
import { buildApp } from "./build-app.ts";

readFlags("npm run build\n\n  Builds the web app into AIRLOCK_HOME, unless nothing has changed.", {});

const home = resolveHome();
prepareHome(home);
try {
  await step("build", async (say) => {
    const { folder, built } = await buildApp(home);
    say(built === "now" ? folder : `nothing has changed: ${folder}`);
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
