import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { seconds } from "../terminal/steps.ts";
import { renderSummary } from "./print-summary.ts";
import { up } from "./up.ts";

/** Starts everything, shows it, and stays until a signal stops it. */
export async function runUp(options: { demo: boolean; mode: "production" | "development" }): Promise<void> {
  const environment = loadEnvironment();
  const stops = createStopStack();
  const started = performance.now();
  const starting = up({ environment, stops, ...options });
  stopOnSignals(stops, () => starting);
  try {
    process.stdout.write(renderSummary(await starting, seconds(performance.now() - started)));
  } catch (error) {
    // A step that gave up because we are being stopped is no news.
    if (stops.signal.aborted) return;
    process.stderr.write(`\n${(error as Error).message}\n`);
    await stops.stopAll();
    process.exit(1);
  }
}
