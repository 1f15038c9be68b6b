import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Locator, type Page } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { goTo } from "./pages/go-to.ts";
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
  // Half a megabyte: once for all looks of a page.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
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

/** What a page measures of itself it measures once it has been drawn, and draws again by that. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done, 0));
    }
  });
}

/** In every look, without loading the page again: it is the same page that turns. */
async function seriousInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, theme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await settled(page);
    found.push(...(await seriousOn(page)).map((violation) => `${width} px, ${theme}: ${violation}`));
  }
  return found;
}

interface Opened {
  readonly path: string;
  readonly what: string;
  readonly open: (page: Page) => Promise<unknown>;
}

/** What is on a page only after somebody did something there. */
function opened(readId: string): Opened[] {
  const dialog = (path: string, name: string): Opened => ({
    path,
    what: name,
    open: (page) => clickUntil(page, name, page.getByRole("dialog")),
  });
  return [
    {
      path: "/trust/what-if",
      what: "what would have been",
      open: (page) => clickUntil(page, "What if", page.getByText(/agents over 90 days/)),
    },
    {
      path: "/cleaning",
      what: "a text that was cleaned",
      open: (page) => clickUntil(page, "An example", page.getByRole("group", { name: "Rows of the output" })),
    },
    ...["Judge a task", "Report an incident", "Demote to restricted", "Stop rising"].map((name) =>
      dialog("/agents/gardener?tab=trust", name),
    ),
    ...["Hold", "Delete the raw output"].map((name) => dialog(`/invocations/${readId}?tab=output`, name)),
    {
      path: `/invocations/${readId}?tab=output`,
      what: "raw beside cleaned",
      open: (page) => clickUntil(page, "Read the raw output", page.getByRole("button", { name: "Both" })),
    },
  ];
}

/** A page that is drawn and does not listen yet takes no click. */
async function clickUntil(page: Page, name: string, shown: Locator): Promise<void> {
  await expect(async () => {
    if (await shown.isVisible()) return;
    await page.getByRole("button", { name, exact: true }).first().click({ timeout: 2_000 });
    await expect(shown).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

interface Calls {
  readonly heldId: string;
  readonly readId: string;
}

let made: Promise<Calls> | undefined;

/** Once in the installation of each worker, before any page is looked at. */
function calls(): Promise<Calls> {
  made ??= makeCalls();
  return made;
}

/** A call that waits, with what is hard to show, and one that was made: their pages are among those that are looked at. */
async function makeCalls(): Promise<Calls> {
  const scribe = new AgentClient("scribe");
  const held = await scribe.ask({
    tool: "write_file",
    input: { path: "axe.md", content: `a\u202eb ${"long ".repeat(1_300)}` },
    justification: "For the look of it.",
  });
  const read = await scribe.ask({ tool: "read_file", input: { path: "inbox/partner-reply.txt" }, waitSeconds: 30 });
  return { heldId: held.id, readId: read.id };
}

async function seriousOnPages(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await goTo(page, path);
    await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("main")).first()).toBeVisible();
    found[path] = await seriousInEveryLook(page);
  }
  return found;
}

function expectNothing(found: Record<string, string[]>): void {
  expect(Object.fromEntries(Object.entries(found).filter(([, violations]) => violations.length > 0))).toEqual({});
}

const PAGES: Readonly<Record<string, readonly string[]>> = {
  approvals: ["/", "/approvals", "/approvals?tab=history", "/approvals/rules", "/approvals/numbers"],
  registry: ["/registry", "/registry?view=shelf", "/registry/write_file", "/invocations", "/servers", "/audit"],
  agents: [
    "/agents",
    "/agents/scribe?tab=approvals",
    "/agents/scribe?tab=access",
    "/agents/scribe?tab=access&tool=write_file",
    "/agents/scribe?tab=events",
    "/agents/scribe?tab=trust",
    ...["overview", "invocations", "trust", "memory", "keys", "events"].map((tab) => `/agents/gardener?tab=${tab}`),
  ],
  "trust, connecting and cleaning": [
    "/trust",
    "/trust/what-if",
    "/connect",
    "/connect/reference",
    "/cleaning",
    "/cleaning/scorecard",
  ],
  policies: [
    "/policies",
    "/policies/levels",
    "/policies/profiles",
    "/policies/profiles/autonomy_semi",
    "/policies/versions",
    "/policies/versions/1",
    "/policies/rehearsal",
  ],
  settings: ["people", "limits", "sandbox", "proofs", "notifications", "appearance"].map(
    (tab) => `/settings?tab=${tab}`,
  ),
};

// Several, so that both workers share them: together they are a fifth of all browser tests.
test.describe.configure({ mode: "parallel", timeout: 240_000 });

test.describe("axe finds nothing serious, wide and light or narrow and dark", () => {
  for (const [part, paths] of Object.entries(PAGES)) {
    test(`on the pages of ${part}`, async ({ page }) => {
      await calls();
      await signIn(page, "rita");
      expectNothing(await seriousOnPages(page, paths));
    });
  }

  test("where one signs in, and on the pages of a call", async ({ page }) => {
    const { heldId, readId } = await calls();
    await goTo(page, "/sign-in");
    const signingIn = { "/sign-in": await seriousInEveryLook(page) };
    await signIn(page, "rita");
    expectNothing({
      ...signingIn,
      ...(await seriousOnPages(page, [`/approvals?id=${heldId}`, `/invocations/${readId}`])),
    });
  });

  test("on what is there only after somebody did something", async ({ page }) => {
    const found: Record<string, string[]> = {};
    const { readId } = await calls();
    await signIn(page, "rita");
    for (const { path, what, open } of opened(readId)) {
      await page.setViewportSize(LOOKS[0]);
      await goTo(page, path);
      await open(page);
      found[`${path}: ${what}`] = await seriousInEveryLook(page);
    }
    expectNothing(found);
  });
});
