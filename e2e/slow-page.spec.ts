import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "playwright/test";
import { withOwner } from "./inbox-ground.ts";
import { test } from "./installation.ts";
import { signIn } from "./pages/sign-in-page.ts";

const PATH = "/trust";
/** Long enough that a page's frame is sent before its content, and less than the dashboard waits for a lock. */
const READING_TAKES_MS = 300;
/** For the browser to hear the first hint and to act on it. */
const HINT_MS = 300;
/** Between two pieces of what comes late: the browser draws in between. */
const PIECE_MS = 40;

test("a page whose content comes after the first hint, piece by piece, never stands in the document twice", async ({
  page,
  installed,
}) => {
  await signIn(page, "rita");
  await countHeadings(page);
  const line = await openSlowLine(installed.dashboard);
  try {
    await whileTrustIsRead(() => page.goto(`${line.url}${PATH}`, { waitUntil: "commit" }));
    await expect(page.getByRole("heading", { level: 1, name: "Trust" })).toBeVisible();
    await expect(page.locator("div[hidden][id^='S:']")).toHaveCount(0);
    expect(line.piecesAfterTheFrame(), "it came late").toBeGreaterThan(1);
    expect(await page.evaluate(() => Reflect.get(window, "mostHeadings"))).toBe(1);
  } finally {
    line.close();
  }
});

/** Counts in the page itself: what is there for a moment between two looks of a test counts too. */
async function countHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let most = 0;
    const count = () => {
      most = Math.max(most, document.querySelectorAll("h1").length);
      Reflect.set(window, "mostHeadings", most);
    };
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  });
}

/** Holds what the page reads, from before it is asked for. */
function whileTrustIsRead(ask: () => Promise<unknown>): Promise<unknown> {
  return withOwner((sql) =>
    sql.begin(async (transaction) => {
      await transaction`lock table agents.agent_trust in access exclusive mode`;
      await Promise.all([ask(), wait(READING_TAKES_MS)]);
    }),
  );
}

/** The dashboard at another address: what follows the page's frame waits for the first hint, and then comes piece by piece. */
async function openSlowLine(dashboard: string) {
  const { promise: hinted, resolve: hint } = Promise.withResolvers<void>();
  let pieces = 0;
  const trickle = async (given: IncomingMessage, answer: ServerResponse) => {
    let isFrame = true;
    for await (const chunk of given) {
      if (isFrame) answer.write(chunk);
      else {
        await hinted;
        for (const piece of chunk.toString("latin1").split(/(?<=<\/script>)/)) {
          answer.write(piece, "latin1");
          pieces += 1;
          await wait(PIECE_MS);
        }
      }
      isFrame = false;
    }
    answer.end();
  };
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const passed = request(new URL(asked.url ?? "/", dashboard), { method: asked.method, headers });
    passed.on("error", () => answer.destroy());
    passed.on("response", (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (asked.url === PATH && asked.headers.accept?.includes("text/html")) return void trickle(given, answer);
      if (asked.url === "/api/live") given.once("data", () => setTimeout(hint, HINT_MS));
      given.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    piecesAfterTheFrame: () => pieces,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
