import type { StopStack } from "./stop-stack.ts";

/**
 * Ctrl-C, a supervisor's SIGTERM and a closed terminal all mean the same: stop everything, in order, then end. What is under
 * way is let come to its next halt first, so that what it was just starting is known and stopped too.
 */
export function stopOnSignals(stops: StopStack, underWay: () => Promise<unknown>, { exitCode = 0 } = {}): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, async () => {
      // Asked again while stopping: it is under way, and every part of it has a limit.
      if (stops.signal.aborted) return;
      process.stdout.write("\n  Stopping …\n");
      stops.abort();
      await underWay().catch(() => {});
      const troubles = await stops.stopAll();
      for (const trouble of troubles) process.stderr.write(`  ✗ ${trouble.message}\n`);
      process.stdout.write(troubles.length === 0 ? "  Stopped.\n" : "");
      process.exit(troubles.length === 0 ? exitCode : 1);
    });
  }
}
