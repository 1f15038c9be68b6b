import { expect, test } from "vitest";
import { restart, restartServer } from "./promises/restart.ts";
import { shortTrial } from "./testing/short-trial.ts";

const trial = shortTrial(restart);

test("a server that goes down under load loses nothing that was acknowledged, and nobody stays deaf", async () => {
  const { violations, figures } = await restart.run(trial);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ immediate: 1, killed: 1 });
  // Somebody was interrupted, so there was something to lose.
  expect(figures.interrupted).toBeGreaterThan(0);
}, 240_000);

test("control: a server that acknowledges before it has written is found out", async () => {
  // One crash is enough: whatever was acknowledged since the last write is gone with it.
  const { violations } = await restartServer({ ...trial, rounds: 1 }, async (admin) => {
    // Every connection of ours asks for durable commits when it starts; so each transaction is made to take that back.
    await admin.unsafe(`
      create function airlock.forget() returns trigger language plpgsql as $$
      begin
        perform set_config('synchronous_commit', 'off', true);
        return null;
      end $$;
      create trigger forget after insert or update on agents.tool_invocations
        for each statement execute function airlock.forget()`);
    await admin`alter system set wal_writer_delay = '10s'`;
    await admin`alter system set wal_writer_flush_after = '1GB'`;
    await admin`select pg_reload_conf()`;
    await admin`checkpoint`;
  });
  expect(violations.filter((violation) => /was acknowledged and the call is/.test(violation))).not.toEqual([]);
}, 240_000);
