import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { renderSummary } from "./print-summary.ts";

it("prints the gateway's address as AIRLOCK_URL and the README's tour take it, without a path", () => {
  const text = renderSummary(
    {
      addresses: { dashboard: "http://localhost:3000", gateway: "http://localhost:3001" },
      signIns: [],
      agentKeys: [],
      isolation: ["bubblewrap 0.8.0 (full)"],
      warnings: [],
      logs: "/var/lib/airlock/logs",
    },
    "4.0 s",
  );
  const [, printed] = /gateway +(\S+)/.exec(stripVTControlCharacters(text)) ?? [];
  expect(printed).toBe("http://localhost:3001");
});
