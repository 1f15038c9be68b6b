import { expect, test } from "vitest";
import { requests, sendRequests } from "./promises/requests.ts";
import { shortTrial } from "./testing/short-trial.ts";

const trial = shortTrial(requests);

test("random requests are all answered as the document says, and none fails", async () => {
  const { violations, figures } = await requests.run(trial);
  expect(violations).toEqual([]);
  // They were not all refused at the first look.
  expect(figures.succeeded).toBeGreaterThan(8);
}, 120_000);

test("control: a field, a status or a code that the document does not have is found", async () => {
  const spoil = [
    (text: string) => text.replace(/\}$/, ',"leaked":1}'),
    (text: string) => text.replace(/"code":"[a-z_]+"/, '"code":"made_up"'),
  ];
  let count = 0;
  const { violations } = await sendRequests({ ...trial, rounds: 60 }, (received) => {
    count += 1;
    const change = spoil[count % 3];
    if (!change) return { ...received, status: 418 };
    return { ...received, text: received.type.startsWith("application/json") ? change(received.text) : received.text };
  });
  expect(violations.filter((words) => words.includes("418 is not in the document")).length).toBe(20);
  expect(violations.some((words) => words.includes('"leaked":1'))).toBe(true);
  expect(violations.some((words) => words.includes('"code":"made_up"'))).toBe(true);
}, 120_000);
