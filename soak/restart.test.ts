import { expect, test } from "vitest";
import { restart, restartServer } from "./promises/restart.ts";

const trial = { rounds: restart.rounds.short, seed: 20_260, say: () => {} };

test("a server that goes down under load loses nothing that was acknowledged, and nobody stays deaf", async () => {
  const { violations, figures } = await restart.run(trial);
  expect(violations).toEqual([]);
  // Somebody was interrupted, so there was something to lose.
  expect(figures.interrupted).toBeGreaterThan(0);
}, 240_000);

test("control: a server that acknowledges before it has written is found out", async () => {
  const { violations } = await restartServer(trial, async (admin) => {
    await admin`alter system set synchronous_commit = off`;
    await admin`alter system set wal_writer_delay = '10s'`;
    await admin`alter system set wal_writer_flush_after = '1GB'`;
    await admin`select pg_reload_conf()`;
    await admin`checkpoint`;
  });
  expect(violations.filter((violation) => /was acknowledged and the call is/.test(violation))).not.toEqual([]);
}, 240_000);
