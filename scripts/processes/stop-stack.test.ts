import { expect, test } from "vitest";
import { createStopStack } from "./stop-stack.ts";

test("what was started last is stopped first, and a trouble does not keep the rest running", async () => {
  const stopped: string[] = [];
  const stops = createStopStack();
  await stops.add(async () => void stopped.push("database"));
  await stops.add(() => Promise.reject(new Error("does not end")));
  await stops.add(async () => void stopped.push("dashboard"));
  const troubles = await stops.stopAll();
  expect(stopped).toEqual(["dashboard", "database"]);
  expect(troubles.map(({ message }) => message)).toEqual(["does not end"]);
});

test("what is added after stopping began is stopped at once", async () => {
  const stopped: string[] = [];
  const stops = createStopStack();
  await stops.stopAll();
  await stops.add(async () => void stopped.push("late"));
  expect(stops.signal.aborted).toBe(true);
  expect(stopped).toEqual(["late"]);
});

test("asked twice, it stops once", async () => {
  let times = 0;
  const stops = createStopStack();
  await stops.add(async () => {
    times += 1;
  });
  await Promise.all([stops.stopAll(), stops.stopAll()]);
  expect(times).toBe(1);
});
