import { type Browser, expect, type Page } from "playwright/test";
import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openConnection } from "#db/open-connection.ts";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import { totpCode } from "#db/testing/proof-fixtures.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { AgentClient } from "./agent-client.ts";
import { demo, home } from "./demo.ts";
import { withOwner } from "./inbox-ground.ts";
import { test } from "./installation.ts";
import { noteWhenShown } from "./note-when-shown.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { giveAuthenticator, ProofDialog, ProofsPage } from "./pages/proofs-page.ts";
import { signIn } from "./pages/sign-in-page.ts";
import { setByAdmin } from "./set-setting.ts";

/** How often the two meet on a privileged call; a measurement sets more. */
const MEETINGS = Number(process.env.AIRLOCK_E2E_MEETINGS ?? 1);

// Two people sign in, set up proofs and decide within one test.
test.describe.configure({ mode: "serial", timeout: 240_000 + MEETINGS * 60_000 });

const contract = (name: string, safetyClass: "privileged" | "financial"): ToolContract => ({
  name,
  description: "Does something grave.",
  inputSchema: {
    type: "object",
    properties: { what: { type: "string" } },
    required: ["what"],
    additionalProperties: false,
  },
  outputSchema: { type: "string" },
  safetyClass,
  egressClass: "write",
  category: "file_system",
  actionType: "fs:write",
  idempotency: "optional",
  idempotent: false,
  policy: { risk: "high", filesystem: { read: [], write: [] }, network: { mode: "none" }, exec: "allow" },
  outputContent: "prose",
  effect: "Do {/what}",
  runtime: { kind: "command", argv: ["/bin/echo", "done", "--", { input: "/what" }] },
});

test.beforeAll(async () => {
  const server = await startEmbeddedPostgres({ home: home() });
  const admin = openConnection(server.adminUrl, { max: 1 });
  for (const tool of [contract("open_vault", "privileged"), contract("wire_money", "financial")]) {
    const { id } = await registerVersion(admin, tool, null);
    await pinUnreviewed(admin, id, "For the browser tests.");
  }
  await admin.end();
  await server.stop();
  await setByAdmin("step_up", 1);
});
test.afterAll(() => setByAdmin("step_up", 0));

const passwordOf = (person: string) => demo().people[`${person}@airlock.example`] ?? "";

async function browserOf(browser: Browser, person: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await giveAuthenticator(page);
  await signIn(page, person);
  return page;
}

async function ask(tool: string) {
  const scribe = new AgentClient("scribe");
  const asked = await scribe.ask({ tool, input: { what: `it, ${Date.now()}` } });
  expect(asked.status).toBe("pending");
  return { scribe, id: asked.id };
}

async function prepare(page: Page, id: string): Promise<void> {
  await new ApprovalsPage(page).open(`/approvals?id=${id}`);
  const dialog = page.getByRole("dialog", { name: "Approve this call" });
  // A click while the card still settles or counts down is none.
  await expect(async () => {
    if (!(await dialog.isVisible())) {
      await page.getByRole("button", { name: /^Approve( A)?$/ }).click({ timeout: 5_000 });
    }
    await expect(dialog).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await dialog.getByLabel("Why is this right?").fill("The runbook asks for it.");
}

const say = (page: Page) =>
  page.getByRole("dialog", { name: "Approve this call" }).getByRole("button", { name: "Prove and approve" }).click();

/**
 * The deciding vote, with both pages watched: how long after the transaction of the vote began each said what became of the call. Reported,
 * never judged: a busy machine is no fault of the app.
 */
async function decideWatched(first: Page, second: Page, id: string): Promise<string> {
  const released = "is now (running|completed)";
  const firsts = noteWhenShown(first, { card: { selector: "article", words: released } });
  const seconds = noteWhenShown(second, {
    row: { selector: `[id="row-${id}"]`, words: "approved" },
    notice: { selector: "[data-sonner-toast]", words: "Approved" },
  });
  await say(second);
  const [{ card }, { row, notice }] = await Promise.all([firsts, seconds]);
  const began = await withOwner(async (sql) => {
    const [vote] = await sql<{ at: number }[]>`
      select extract(epoch from max(v.at))::float8 * 1000 as at
      from agents.approval_votes v join agents.approvals a on a.id = v.approval_id where a.subject_id = ${id}`;
    return vote?.at ?? Number.NaN;
  });
  const after = (at: number) => `${Math.round(at - began)} ms`;
  return `the first voter's card ${after(card)}, the second voter's row ${after(row)}, her notice ${after(notice)}`;
}

test("a privileged call runs after two people have each confirmed it with a passkey of their own", async ({
  browser,
}, testInfo) => {
  const { scribe, id } = await ask("open_vault");
  const olga = await browserOf(browser, "olga");
  const rita = await browserOf(browser, "rita");

  // Without a passkey the question says where to get one, and the card stays as it is.
  await prepare(olga, id);
  await say(olga);
  const question = new ProofDialog(olga).root;
  await expect(question).toContainText("takes a passkey, and you have none");
  const way = question.getByRole("link", { name: /Settings → Passkeys and codes/ });
  await expect(way).toHaveAttribute("href", "/settings?tab=proofs");
  await expect(way, "beside the card, not in its place").toHaveAttribute("target", "_blank");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(olga.getByLabel("Why is this right?")).toHaveValue("The runbook asks for it.");

  const proofs = new ProofsPage(olga);
  await proofs.open();
  await olga.getByRole("button", { name: "Add a passkey" }).click();
  await proofs.givePassword("not the password");
  await expect(proofs.dialog.getByRole("alert")).toContainText("That is not your password");
  await proofs.givePassword(passwordOf("olga"));
  await proofs.makePasskey("Olga's laptop");

  await prepare(olga, id);
  await say(olga);
  await expect(question).toBeHidden();
  expect(await scribe.wait(id, 2)).toMatchObject({ status: "pending" });
  await new ApprovalsPage(olga).open(`/approvals?id=${id}`);

  const ritas = new ProofsPage(rita);
  await ritas.open();
  await ritas.addFirstPasskey("Rita's laptop", passwordOf("rita"));
  const ritasCard = new ApprovalsPage(rita);
  await ritasCard.open(`/approvals?id=${id}`);
  await expect(ritasCard.detail).toContainText("You may vote");
  await expect(ritasCard.detail, "whose vote is the second is not told of the first").not.toContainText(
    /Petrenko\s*approved/,
  );
  await prepare(rita, id);
  // Nobody reloads: the pages of both say what became of it.
  const told = [await decideWatched(olga, rita, id)];
  expect(await scribe.wait(id)).toMatchObject({ status: "completed", output: expect.stringContaining("done") });

  while (told.length < MEETINGS) {
    const next = await ask("open_vault");
    await prepare(olga, next.id);
    await say(olga);
    await expect(olga.getByRole("dialog")).toBeHidden();
    await new ApprovalsPage(olga).open(`/approvals?id=${next.id}`);
    await prepare(rita, next.id);
    told.push(await decideWatched(olga, rita, next.id));
    expect(await scribe.wait(next.id)).toMatchObject({ status: "completed" });
  }
  testInfo.annotations.push(...told.map((description) => ({ type: "after the deciding vote", description })));
  if (MEETINGS > 1) console.info(told.join("\n"));

  await ritas.open();
  await expect(ritas.passkeys).not.toContainText("not yet");
});

test("a second passkey takes the first one, and so does taking one away", async ({ browser }) => {
  // Its own authenticator holds no passkey of hers, so nothing answers.
  const stranger = await browserOf(browser, "olga");
  const proofs = new ProofsPage(stranger);
  await proofs.open();
  await stranger.getByRole("button", { name: "Remove Olga's laptop" }).click();
  await expect(proofs.dialog).toContainText("First confirm with a passkey that you have already.");
  await expect(proofs.dialog.getByLabel("Your password")).toBeHidden();
  await proofs.dialog.getByRole("button", { name: "Use your passkey" }).click();
  await expect(proofs.dialog.getByRole("alert")).toContainText("No passkey answered");
  await stranger.keyboard.press("Escape");
  await expect(proofs.passkeys).toContainText("Olga's laptop");

  // An admin takes it away, with a reason.
  const ada = await browserOf(browser, "ada");
  await new ProofsPage(ada).open();
  const row = ada.getByRole("table", { name: "Proofs of others" }).getByRole("row", { name: /Olga/ });
  await row.getByRole("button", { name: "Take away" }).click();
  await ada.getByRole("dialog").getByLabel("Reason").fill("Lost on a train.");
  await ada.getByRole("dialog").getByRole("button", { name: "Take away" }).click();
  await expect(row).toContainText("none");
});

test("a financial call takes a code of an authenticator app, once, and a privileged one does not", async ({
  browser,
}) => {
  const omar = await browserOf(browser, "omar");
  const proofs = new ProofsPage(omar);
  await proofs.open();
  let spent = "";
  const letters = await proofs.setUpAuthenticator(passwordOf("omar"), (shown) => {
    spent = totpCode(seedOf(shown));
    return spent;
  });
  const { scribe, id } = await ask("wire_money");
  await prepare(omar, id);
  await say(omar);
  const question = new ProofDialog(omar);
  await question.giveCode(spent);
  await expect(question.root.getByRole("alert")).toContainText("used already");
  // The next one counts already: an app may run half a minute ahead.
  await question.giveCode(totpCode(seedOf(letters), 1));
  await expect(question.root).toBeHidden();
  expect(await scribe.wait(id)).toMatchObject({ status: "completed" });

  const vault = await ask("open_vault");
  await prepare(omar, vault.id);
  await say(omar);
  await expect(question.root).toContainText("takes a passkey, and you have none");
});

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, as an app reads what a person types. */
function seedOf(letters: string): Buffer {
  const bits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
