import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { signIn } from "./pages/sign-in-page.ts";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** What axe calls serious or critical on the page as it stands, each with where. */
async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    type Axe = { run(options: { resultTypes: string[] }): Promise<{ violations: Violation[] }> };
    const { axe } = globalThis as unknown as { axe: Axe };
    // Of what passes nobody reads where: telling it costs more than finding out.
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
    );
}

const LOOKS = [
  { width: 1440, height: 900, theme: "light" },
  { width: 390, height: 844, theme: "dark" },
] as const;

for (const { width, height, theme } of LOOKS) {
  test(`axe finds nothing serious on any page at ${width} px, ${theme}`, async ({ page }) => {
    const scribe = new AgentClient("scribe");
    const held = await scribe.ask({
      tool: "write_file",
      input: { path: `axe-${width}.md`, content: `a\u202eb ${"long ".repeat(1_300)}` },
      justification: "For the look of it.",
    });
    const read = await scribe.ask({ tool: "read_file", input: { path: "inbox/partner-reply.txt" }, waitSeconds: 30 });
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.goto("/sign-in");
    const found: Record<string, string[]> = { "/sign-in": await seriousOn(page) };
    await signIn(page, "rita");
    for (const path of [
      "/",
      "/approvals",
      `/approvals?id=${held.id}`,
      "/approvals?tab=history",
      "/approvals/rules",
      "/approvals/numbers",
      "/registry",
      "/registry/write_file",
      "/invocations",
      `/invocations/${read.id}`,
      "/agents",
      "/agents/scribe?tab=approvals",
      "/agents/scribe?tab=access",
      "/agents/scribe?tab=access&tool=write_file",
      "/policies",
      "/policies/levels",
      "/policies/profiles",
      "/policies/profiles/autonomy_semi",
      "/policies/versions",
      "/policies/versions/1",
      "/policies/rehearsal",
      "/audit",
      "/servers",
      ...["people", "limits", "sandbox", "proofs", "notifications", "appearance"].map((tab) => `/settings?tab=${tab}`),
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("main")).first()).toBeVisible();
      found[path] = await seriousOn(page);
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, violations]) => violations.length > 0))).toEqual({});
  });
}
