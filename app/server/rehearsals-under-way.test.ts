import { expect, test } from "vitest";
import { openRehearsalTurns } from "./rehearsals-under-way.ts";

function begun(turns: ReturnType<typeof openRehearsalTurns>, session: string) {
  const turn = turns.begin(session);
  if (!turn.ok) throw new Error(turn.message);
  return turn.value;
}

test("whoever begins another ends their own, and nobody else's", () => {
  const turns = openRehearsalTurns(2);
  const [first, other] = [begun(turns, "ada"), begun(turns, "ben")];
  const second = begun(turns, "ada");
  expect([first.signal.aborted, other.signal.aborted, second.signal.aborted]).toEqual([true, false, false]);
  // The one that was ended says so late; the one that took its place still has its turn.
  first.finish();
  expect(turns.begin("cy")).toMatchObject({ ok: false, code: "rate_limited" });
});

test("no more than so many at a time, and one that is done makes room", () => {
  const turns = openRehearsalTurns(1);
  const first = begun(turns, "ada");
  expect(turns.begin("ben")).toMatchObject({ ok: false, code: "rate_limited" });
  first.finish();
  expect(turns.begin("ben").ok).toBe(true);
});
