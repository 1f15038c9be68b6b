import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openChangeFeed } from "#db/change-feed.ts";
import { loginUrls, randomPasswords } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { openConnection } from "#db/open-connection.ts";
import { FIRST_CURSOR } from "#lib/events/event-cursor.ts";
import { eventsOfAll } from "#lib/events/event-source.ts";
import { followEvents } from "#lib/events/follow-events.ts";
import { CrashingServer } from "./crash/crashing-server.ts";

/** Far longer than a consumer needs; one that stays deaf is to be seen in what it missed. */
const PATIENCE_MS = 60_000;

test("a consumer goes on by itself when the server crashes and comes back: nothing missed, nothing twice", {
  timeout: 120_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), "airlock-events-"));
  const server = await CrashingServer.start(home);
  const passwords = randomPasswords();
  await migrate(server.adminUrl, passwords);
  const options = { max: 2, fetch_types: false };
  const admin = openConnection(server.adminUrl, options);
  const web = openConnection(loginUrls(server.adminUrl, passwords).web, options);
  const feed = await openChangeFeed(web, "airlock_events");
  const stop = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    const source = eventsOfAll(web);
    for await (const page of followEvents({ source, feed, cursor: FIRST_CURSOR, signal: stop.signal, pageSize: 3 })) {
      if (!page.ok) throw new Error(page.message);
      seen.push(...page.value.events.map(({ id }) => id));
    }
  })();
  // Told below, where it is awaited; until then nobody holds it.
  following.catch(() => {});
  const emitSome = async () => {
    for (let count = 0; count < 10; count += 1) {
      await admin`select airlock.emit('tool_invocation_running', gen_random_uuid(), null, '{}')`.catch(() => {});
    }
  };
  try {
    await emitSome();
    const writing = emitSome();
    server.crash("immediate");
    await writing;
    await server.start();
    await emitSome();
    const written = await admin<
      { place: string }[]
    >`select txid || '-' || id as place from agents.events order by txid, id`;
    // Those before the crash and those after it; of those meanwhile whatever was committed.
    expect(written.length).toBeGreaterThanOrEqual(20);
    const patience = AbortSignal.timeout(PATIENCE_MS);
    while (seen.length < written.length && !patience.aborted) await Promise.race([pause(20), following]);
    expect(seen).toEqual(written.map(({ place }) => place));
  } finally {
    stop.abort();
    await following;
    await feed.close().catch(() => {});
    await Promise.all([admin, web].map((sql) => sql.end({ timeout: 1 })));
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
