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
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(AXE);
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

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("main")).first()).toBeVisible();
}

/** Of these the width decides what is shown first, and not only how it is drawn. */
const LAID_OUT_ON_LOADING = ["/approvals"];

/** Each page is loaded once and looked at in each way: a page follows its width and its person's theme while it is open. */
async function seriousOnEach(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    for (const [index, { width, height, theme }] of LOOKS.entries()) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      if (index === 0 || LAID_OUT_ON_LOADING.includes(path)) await show(page, path);
      // The second frame from now is drawn in the new look, whatever the page did about it in the first.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const violations = await seriousOn(page);
      if (violations.length > 0) found[`${path} at ${width} px, ${theme}`] = violations;
    }
  }
  return found;
}

test("axe finds nothing serious where calls are decided and looked up, wide and light, narrow and dark", async ({
  page,
}) => {
  const scribe = new AgentClient("scribe");
  const held = await scribe.ask({
    tool: "write_file",
    input: { path: "axe.md", content: `a\u202eb ${"long ".repeat(1_300)}` },
    justification: "For the look of it.",
  });
  const read = await scribe.ask({ tool: "read_file", input: { path: "inbox/partner-reply.txt" }, waitSeconds: 30 });
  const outside = await seriousOnEach(page, ["/sign-in"]);
  await signIn(page, "rita");
  const inside = await seriousOnEach(page, [
    "/",
    "/approvals",
    `/approvals?id=${held.id}`,
    "/approvals?tab=history",
    "/approvals/rules",
    "/approvals/numbers",
    "/invocations",
    `/invocations/${read.id}`,
    "/agents",
    "/agents/scribe?tab=approvals",
    "/agents/scribe?tab=access",
    "/agents/scribe?tab=access&tool=write_file",
    "/audit",
  ]);
  expect({ ...outside, ...inside }).toEqual({});
});

test("axe finds nothing serious where tools, policies and settings are kept, wide and light, narrow and dark", async ({
  page,
}) => {
  await signIn(page, "rita");
  const found = await seriousOnEach(page, [
    "/registry",
    "/registry/write_file",
    "/policies",
    "/policies/levels",
    "/policies/profiles",
    "/policies/profiles/autonomy_semi",
    "/policies/versions",
    "/policies/versions/1",
    "/policies/rehearsal",
    "/servers",
    ...["people", "limits", "sandbox", "proofs", "notifications", "appearance"].map((tab) => `/settings?tab=${tab}`),
  ]);
  expect(found).toEqual({});
});
