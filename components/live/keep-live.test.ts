import { expect, test, vi } from "vitest";
import { keepLive } from "./keep-live.ts";

test("whoever listens is told of every change and of a new state, and not of a state that stays", () => {
  const live = keepLive();
  const listener = vi.fn();
  live.subscribe(listener);
  live.became("live");
  live.became("live");
  live.changed();
  live.changed();
  expect(listener).toHaveBeenCalledTimes(3);
  expect([live.state(), live.change()]).toEqual(["live", 2]);
});

test("whoever has left is told nothing more", () => {
  const live = keepLive();
  const listener = vi.fn();
  live.subscribe(listener)();
  live.changed();
  expect(listener).not.toHaveBeenCalled();
});
